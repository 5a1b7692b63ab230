/* See layout.h. */
#include "analysis/layout.h"

#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

#include "analysis/encode.h"
#include "analysis/reader.h"
#include "analysis/store.h"
#include "sim/memory.h"

char *store_libraries(char *text, size_t size)
{
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    snprintf(text, size, "HDF5 %u.%u.%u, libdeflate %s", major, minor, release,
             LIBDEFLATE_VERSION_STRING);
    return text;
}

/* HDF5 1.8's format: read by every HDF5 in use, headers checksummed, no times kept. */
hid_t layout_file(const char *path)
{
    hid_t file = -1;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    if (access >= 0 && creation >= 0 && hdf_set_creation(creation) == 0 &&
        H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0 &&
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0)
        file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return file;
}

int layout_attributes(hid_t file, const struct plan *plan, const char *created_by)
{
    char libraries[128];
    int32_t version = TRACE_FORMAT_VERSION;
    int64_t replications = plan->replications;
    store_libraries(libraries, sizeof libraries);
    if (hdf_write_text(file, "format", "fleetwright-trace") < 0 ||
        hdf_write_integer(file, "format_version", H5T_STD_I32LE, H5T_NATIVE_INT32, &version) < 0 ||
        hdf_write_text(file, "created_by", created_by) < 0 ||
        hdf_write_text(file, "libraries", libraries) < 0 ||
        hdf_write_text(file, "name", plan->name != NULL ? plan->name : "") < 0 ||
        hdf_write_text(file, "description", plan->description != NULL ? plan->description : "") <
            0 ||
        hdf_write_integer(file, "seed", H5T_STD_U64LE, H5T_NATIVE_UINT64, &plan->seed) < 0 ||
        hdf_write_integer(file, "replications", H5T_STD_I64LE, H5T_NATIVE_INT64, &replications) <
            0 ||
        hdf_write_text(file, "currency", plan->currency != NULL ? plan->currency : "USD") < 0 ||
        hdf_write_text(file, "time_unit", "us") < 0)
        return -1;
    return 0;
}

/* One string of any length, as bytes of its own in the file. */
static int write_document(hid_t group, const char *name, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    hid_t type = hdf_string_type(length > 0 ? length : 1);
    hid_t space = H5Screate(H5S_SCALAR), list = H5Pcreate(H5P_DATASET_CREATE), dataset = -1;
    int code = -1;
    if (type >= 0 && space >= 0 && list >= 0 && H5Pset_obj_track_times(list, false) >= 0)
        dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    if (dataset >= 0) {
        code = H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, length > 0 ? text : "") < 0;
        code = H5Dclose(dataset) < 0 || code != 0 ? -1 : 0;
    }
    if (list >= 0)
        H5Pclose(list);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return code;
}

int layout_scenario(hid_t file, const struct plan *plan)
{
    hid_t group = hdf_make_group(file, "scenario");
    if (group < 0)
        return -1;
    int code = write_document(group, "source", plan->source);
    if (code == 0)
        code = write_document(group, "resolved", plan->resolved);
    return H5Gclose(group) < 0 ? -1 : code;
}

static int set_filters(hid_t list, size_t size, int level)
{
    if (level == 0)
        return H5Pset_fletcher32(list) < 0 ? -1 : 0;
    if (size > 1 && H5Pset_shuffle(list) < 0)
        return -1;
    return H5Pset_deflate(list, (unsigned)level) < 0 ? -1 : 0;
}

/* Zero where no chunk is written; said in the file rather than left to the library's default. */
static int set_fill(hid_t list, hid_t type)
{
    static const unsigned char zero[8];
    if (H5Tget_size(type) > sizeof zero) /* strings, whose chunks are all written */
        return H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
    return H5Pset_fill_value(list, type, zero) < 0 ? -1
                                                   : H5Pset_fill_time(list, H5D_FILL_TIME_IFSET);
}

/* shuffle: numbers; fixed strings are deflated as they are. */
hid_t layout_dataset(hid_t group, const char *name, hid_t type, size_t size, size_t chunk,
                     int level)
{
    hsize_t none = 0, unlimited = H5S_UNLIMITED, rows = chunk;
    hid_t dataset = -1;
    hid_t space = H5Screate_simple(1, &none, &unlimited), list = H5Pcreate(H5P_DATASET_CREATE);
    if (space >= 0 && list >= 0 && H5Pset_chunk(list, 1, &rows) >= 0 && set_fill(list, type) >= 0 &&
        H5Pset_obj_track_times(list, false) >= 0 && set_filters(list, size, level) == 0)
        dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    if (space >= 0)
        H5Sclose(space);
    if (list >= 0)
        H5Pclose(list);
    return dataset;
}

int layout_describe(hid_t dataset, const struct trace_column *column)
{
    int8_t missing = -1;
    if (hdf_write_text(dataset, "unit", column->unit) < 0 ||
        hdf_write_text(dataset, "description", column->description) < 0)
        return -1;
    return column->missing
               ? hdf_write_integer(dataset, "missing", H5T_STD_I8LE, H5T_NATIVE_INT8, &missing)
               : 0;
}

hid_t layout_column(hid_t group, const struct trace_column *column, size_t chunk, int level)
{
    hid_t type = hdf_column_type(column);
    if (type < 0)
        return -1;
    hid_t dataset =
        layout_dataset(group, column->name, type, column_size(column->type), chunk, level);
    H5Tclose(type);
    if (dataset >= 0 && layout_describe(dataset, column) < 0) {
        H5Dclose(dataset);
        return -1;
    }
    return dataset;
}

/* ---- names ---- */

static const struct trace_column name_columns[] = {
    {"id", COLUMN_I32, 0, "", "what other tables refer to", false, NULL, 0},
    {"kind", COLUMN_I8, 0, "", "what it names", false, name_kind_names, NAME_KINDS},
    {"name", COLUMN_I8, 0, "", "the string, UTF-8, filled up with NUL", false, NULL, 0},
};

struct name_table {
    int32_t *ids;
    int8_t *kinds;
    char *strings; /* of width bytes each, one behind the other */
    size_t width;
};

static size_t longest(const struct trace_name *names, size_t count)
{
    size_t width = 1;
    for (size_t i = 0; i < count; ++i)
        if (strlen(names[i].name) > width)
            width = strlen(names[i].name);
    return width;
}

static int fill_names(struct name_table *table, const struct trace_name *names, size_t count,
                      struct status *status)
{
    table->width = longest(names, count);
    table->ids = mem_alloc(count, sizeof *table->ids, status);
    table->kinds = mem_alloc(count, 1, status);
    table->strings = mem_alloc(count, table->width, status);
    if (table->ids == NULL || table->kinds == NULL || table->strings == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        table->ids[i] = names[i].id;
        table->kinds[i] = names[i].kind;
        memcpy(table->strings + i * table->width, names[i].name, strlen(names[i].name));
    }
    return 0;
}

static int write_name_column(hid_t group, const struct trace_column *column, hid_t type,
                             hsize_t count, size_t chunk, int level, const void *values)
{
    hid_t dataset = type < 0 ? -1 : layout_dataset(group, column->name, type, 1, chunk, level);
    if (dataset < 0)
        return -1;
    int code = layout_describe(dataset, column);
    if (code == 0 && count > 0 &&
        (H5Dset_extent(dataset, &count) < 0 ||
         H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0))
        code = -1;
    return H5Dclose(dataset) < 0 ? -1 : code;
}

int layout_names(hid_t file, const struct trace_name *names, size_t count, size_t chunk, int level,
                 struct status *status)
{
    struct name_table table;
    hid_t types[3] = {-1, -1, -1}, group = -1;
    int code = fill_names(&table, names, count, status);
    if (code != 0)
        goto out;
    types[0] = H5Tcopy(H5T_STD_I32LE);
    types[1] = hdf_column_type(&name_columns[1]);
    types[2] = hdf_string_type(table.width);
    group = hdf_make_group(file, trace_tables[TRACE_NAMES].name);
    code = group < 0 ? -1 : hdf_write_text(group, "row", trace_tables[TRACE_NAMES].row);
    const void *values[3] = {table.ids, table.kinds, table.strings};
    for (int c = 0; c < 3 && code == 0; ++c)
        code = write_name_column(group, &name_columns[c], types[c], count, chunk, level, values[c]);
    if (group >= 0 && H5Gclose(group) < 0)
        code = -1;
out:
    for (int c = 0; c < 3; ++c)
        if (types[c] >= 0)
            H5Tclose(types[c]);
    mem_free(table.ids);
    mem_free(table.kinds);
    mem_free(table.strings);
    return code;
}
