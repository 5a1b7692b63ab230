/* See reader.h. Nothing of the file is believed: every size is checked before memory is asked for,
 * no object outside the file is followed, and only the filters that the writer uses are let in. */
#include "analysis/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/check.h"
#include "analysis/encode.h"
#include "analysis/hdf.h"
#include "sim/memory.h"

enum {
    COLUMNS_MAX = 64,
    DESCRIBED_MAX = 65536 /* pools and classes are looked for one by one */
};

struct reader {
    char *path;
    hid_t file;
    struct reader_info info;
    char *texts[6]; /* what info's strings point to */
    hid_t datasets[TRACE_TABLES][COLUMNS_MAX];
    struct trace_name *names; /* by id */
    char *strings;
    size_t name_count;
    struct check check;
};

static const char *const text_names[4] = {"created_by", "name", "description", "currency"};

static int refuse(const struct reader *reader, const char *what, struct status *status)
{
    char reason[256];
    return status_set(status, STATUS_INPUT,
                      "%s is not a whole Fleetwright trace: %s (%s). Write it again with "
                      "'fleetwright run'.",
                      reader->path, what, hdf_reason(reason, sizeof reason));
}

/* ---- attributes ---- */

static int read_format(struct reader *reader, struct status *status)
{
    char *format = NULL;
    int64_t version = 0;
    int known = hdf_read_text(reader->file, "format", &format, status) == 0 &&
                strcmp(format, "fleetwright-trace") == 0;
    mem_free(format);
    if (!known)
        return status_set(
            status, STATUS_INPUT,
            "%s is an HDF5 file but not a Fleetwright trace: its attribute 'format' is "
            "not 'fleetwright-trace'.",
            reader->path);
    if (hdf_read_integer(reader->file, "format_version", H5T_NATIVE_INT64, &version) < 0)
        return refuse(reader, "attribute 'format_version' cannot be read", status);
    if (version != TRACE_FORMAT_VERSION)
        return status_set(
            status, STATUS_INPUT,
            "%s is a trace of format version %lld; this program reads version %d. Use "
            "the program that wrote it, or run its /scenario/resolved again.",
            reader->path, (long long)version, TRACE_FORMAT_VERSION);
    return 0;
}

/* The scenario's texts, as fixed-length strings of at most 64 MB that are in the file as a whole.
 */
static int read_document(struct reader *reader, const char *name, char **text,
                         struct status *status)
{
    int code = -1;
    hid_t dataset = H5Dopen2(reader->file, name, H5P_DEFAULT);
    hid_t type = dataset < 0 ? -1 : H5Dget_type(dataset);
    hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
    size_t size = type < 0 ? 0 : H5Tget_size(type);
    if (space >= 0 && size > 0 && size <= 64u << 20 && H5Tget_class(type) == H5T_STRING &&
        H5Tis_variable_str(type) == 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Dget_storage_size(dataset) >= size && check_storage(dataset) == 0) {
        *text = mem_alloc(size + 1, 1, status);
        if (*text != NULL && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *text) >= 0)
            code = 0;
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (dataset >= 0)
        H5Dclose(dataset);
    return code == 0 ? 0 : refuse(reader, name, status);
}

static int read_attributes(struct reader *reader, struct status *status)
{
    struct reader_info *info = &reader->info;
    int code = read_format(reader, status);
    if (code != 0)
        return code;
    for (int i = 0; i < 4; ++i)
        if (hdf_read_text(reader->file, text_names[i], &reader->texts[i], status) < 0)
            return refuse(reader, text_names[i], status);
    info->created_by = reader->texts[0];
    info->name = reader->texts[1];
    info->description = reader->texts[2];
    info->currency = reader->texts[3];
    if (hdf_read_integer(reader->file, "seed", H5T_NATIVE_UINT64, &info->seed) < 0)
        return refuse(reader, "attribute 'seed' cannot be read", status);
    if (hdf_read_integer(reader->file, "replications", H5T_NATIVE_INT64, &info->replications) < 0)
        return refuse(reader, "attribute 'replications' cannot be read", status);
    code = check_link(reader->file, "scenario") != 1 ||
                   check_link(reader->file, "scenario/source") != 1 ||
                   check_link(reader->file, "scenario/resolved") != 1
               ? refuse(reader, "the group 'scenario' is not there", status)
               : 0;
    if (code == 0)
        code = read_document(reader, "scenario/source", &reader->texts[4], status);
    if (code == 0)
        code = read_document(reader, "scenario/resolved", &reader->texts[5], status);
    info->source = reader->texts[4];
    info->resolved = reader->texts[5];
    return code;
}

/* ---- tables ---- */

static int refuse_column(const struct reader *reader, const char *table, const char *column,
                         const char *what, struct status *status)
{
    char text[256];
    snprintf(text, sizeof text, "column '%s' of table '%s' %s", column, table, what);
    return refuse(reader, text, status);
}

struct extent {
    int64_t rows; /* of every column; -1 before the first one */
    int64_t room; /* what the roomiest column's bytes can hold */
};

/* Opens one column after looking at its link, type, storage and length. */
static int open_column(struct reader *reader, const char *table, const char *name, hid_t want,
                       hid_t *dataset, struct extent *extent, struct status *status)
{
    char path[128];
    int64_t length = -1, room = 0;
    snprintf(path, sizeof path, "%s/%s", table, name);
    if (check_link(reader->file, path) != 1 ||
        (*dataset = H5Dopen2(reader->file, path, H5P_DEFAULT)) < 0)
        return refuse_column(reader, table, name, "is not there", status);
    if (check_type(*dataset, want) < 0)
        return refuse_column(reader, table, name, "has another type", status);
    if (check_storage(*dataset) < 0)
        return refuse_column(reader, table, name, "lies in a way that is not allowed", status);
    if (check_length(*dataset, &length, &room) < 0)
        return refuse_column(reader, table, name, "is no list of values", status);
    if (extent->rows >= 0 && length != extent->rows)
        return refuse_column(reader, table, name, "has another length than those before it",
                             status);
    extent->rows = length;
    if (room > extent->room)
        extent->room = room;
    return 0;
}

static int check_room(const struct reader *reader, const char *table, struct extent extent,
                      struct status *status)
{
    char text[256];
    if (extent.rows <= extent.room)
        return 0;
    snprintf(text, sizeof text, "table '%s' claims more rows than its bytes can hold", table);
    return refuse(reader, text, status);
}

static int open_table(struct reader *reader, enum trace_table index, struct status *status)
{
    const struct trace_table_info *info = &trace_tables[index];
    struct extent extent = {.rows = -1};
    for (int c = 0; c < info->column_count; ++c) {
        hid_t want = hdf_column_type(&info->columns[c]);
        int code = open_column(reader, info->name, info->columns[c].name, want,
                               &reader->datasets[index][c], &extent, status);
        if (want >= 0)
            H5Tclose(want);
        if (code != 0)
            return code;
    }
    reader->info.rows[index] = (uint64_t)extent.rows;
    return check_room(reader, info->name, extent, status);
}

static int open_names(struct reader *reader, struct status *status)
{
    static const struct trace_column kind = {"kind", COLUMN_I8,       0,         "", "",
                                             false,  name_kind_names, NAME_KINDS};
    hid_t *datasets = reader->datasets[TRACE_NAMES], type = hdf_column_type(&kind);
    struct extent extent = {.rows = -1};
    int code = open_column(reader, "names", "id", H5T_STD_I32LE, &datasets[0], &extent, status);
    if (code == 0)
        code = open_column(reader, "names", "kind", type, &datasets[1], &extent, status);
    if (code == 0)
        code = open_column(reader, "names", "name", -1, &datasets[2], &extent, status);
    if (code == 0)
        code = check_room(reader, "names", extent, status);
    if (type >= 0)
        H5Tclose(type);
    reader->info.rows[TRACE_NAMES] = code == 0 ? (uint64_t)extent.rows : 0;
    return code;
}

static int open_tables(struct reader *reader, struct status *status)
{
    for (int table = 0; table < TRACE_TABLES; ++table) {
        const char *name = trace_tables[table].name;
        int there = check_link(reader->file, name);
        if (there < 0)
            return refuse(reader, "one of its tables is a link to something else", status);
        if (there == 0)
            continue;
        int code = table == TRACE_NAMES ? open_names(reader, status)
                                        : open_table(reader, (enum trace_table)table, status);
        if (code != 0)
            return code;
        reader->info.tables |= 1u << table;
    }
    if (reader->info.rows[TRACE_POOLS] > DESCRIBED_MAX ||
        reader->info.rows[TRACE_CLASSES] > DESCRIBED_MAX ||
        reader->info.rows[TRACE_NAMES] > 8 * DESCRIBED_MAX)
        return refuse(reader, "it describes more than 65536 pools or classes", status);
    const uint32_t needed = 1u << TRACE_NAMES | 1u << TRACE_POOLS | 1u << TRACE_CLASSES;
    if ((reader->info.tables & needed) != needed)
        return refuse(reader, "one of the tables names, pools and classes is not there", status);
    return 0;
}

/* ---- names ---- */

static int by_id(const void *a, const void *b)
{
    int32_t x = ((const struct trace_name *)a)->id, y = ((const struct trace_name *)b)->id;
    return (x > y) - (x < y);
}

static int fill_names(struct reader *reader, hid_t type, size_t width, struct status *status)
{
    size_t count = reader->name_count;
    hid_t *datasets = reader->datasets[TRACE_NAMES];
    int32_t *ids = mem_alloc(count, sizeof *ids, status);
    int8_t *kinds = mem_alloc(count, 1, status);
    char *packed = mem_alloc(count, width, status);
    int code = ids == NULL || kinds == NULL || packed == NULL ? STATUS_MEMORY : 0;
    if (code == 0 && count > 0 &&
        (H5Dread(datasets[0], H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, ids) < 0 ||
         H5Dread(datasets[1], H5T_NATIVE_INT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, kinds) < 0 ||
         H5Dread(datasets[2], type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed) < 0))
        code = refuse(reader, "table 'names' cannot be read", status);
    for (size_t i = 0; i < count && code == 0; ++i) {
        char *string = reader->strings + i * (width + 1);
        memcpy(string, packed + i * width, width);
        reader->names[i] = (struct trace_name){ids[i], kinds[i], string};
        if (ids[i] < 0 || kinds[i] < 0 || kinds[i] >= NAME_KINDS)
            code = refuse(reader, "table 'names' has an id or a kind out of range", status);
    }
    mem_free(ids);
    mem_free(kinds);
    mem_free(packed);
    return code;
}

static int read_names(struct reader *reader, struct status *status)
{
    size_t count = reader->info.rows[TRACE_NAMES];
    hid_t type = H5Dget_type(reader->datasets[TRACE_NAMES][2]);
    size_t width = type < 0 ? 0 : H5Tget_size(type);
    int code = 0;
    if (width == 0 || width > 65536 || H5Tget_class(type) != H5T_STRING ||
        H5Tis_variable_str(type) != 0 || count > (256u << 20) / width) {
        code = refuse(reader, "table 'names' has strings of another kind or too many", status);
        goto out;
    }
    reader->names = mem_alloc(count, sizeof *reader->names, status);
    reader->strings = mem_alloc(count, width + 1, status);
    reader->name_count = count;
    code = reader->names == NULL || reader->strings == NULL ? STATUS_MEMORY : 0;
    if (code == 0)
        code = fill_names(reader, type, width, status);
    if (code != 0)
        goto out;
    qsort(reader->names, count, sizeof *reader->names, by_id);
    for (size_t i = 1; i < count && code == 0; ++i)
        if (reader->names[i].id == reader->names[i - 1].id)
            code = refuse(reader, "table 'names' has an id twice", status);
out:
    if (type >= 0)
        H5Tclose(type);
    return code;
}

/* ---- opening ---- */

static int begin(struct reader *reader, struct status *status)
{
    int code = read_attributes(reader, status);
    if (code == 0)
        code = open_tables(reader, status);
    if (code == 0)
        code = read_names(reader, status);
    reader->check = (struct check){.path = reader->path,
                                   .names = reader->names,
                                   .name_count = reader->name_count,
                                   .pools = (int64_t)reader->info.rows[TRACE_POOLS],
                                   .classes = (int64_t)reader->info.rows[TRACE_CLASSES]};
    return code;
}

static struct reader *make(const char *path, struct status *status)
{
    struct reader *reader = mem_alloc(1, sizeof *reader, status);
    if (reader == NULL)
        return NULL;
    reader->file = -1;
    reader->path = mem_alloc(strlen(path) + 1, 1, status);
    if (reader->path == NULL) {
        mem_free(reader);
        return NULL;
    }
    strcpy(reader->path, path);
    return reader;
}

static int open_with(struct reader **out, const char *path, hid_t access, struct status *status)
{
    struct reader *reader = make(path, status);
    if (reader == NULL)
        return STATUS_MEMORY;
    if (access >= 0 && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0)
        reader->file = H5Fopen(path, H5F_ACC_RDONLY, access);
    int code = reader->file >= 0
                   ? begin(reader, status)
                   : refuse(reader, "it is not an HDF5 file, or is cut or damaged", status);
    if (code != 0)
        reader_close(&reader);
    *out = reader;
    return code;
}

int reader_open(struct reader **out, const char *path, struct status *status)
{
    *out = NULL;
    hdf_silence();
    if (access(path, R_OK) != 0)
        return status_set(status, STATUS_INPUT, "The trace %s cannot be read: %m.", path);
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    int code = open_with(out, path, list, status);
    if (list >= 0)
        H5Pclose(list);
    return code;
}

int reader_open_image(struct reader **out, const void *bytes, size_t size, const char *name,
                      struct status *status)
{
    *out = NULL;
    hdf_silence();
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    int code;
    if (list < 0 || size == 0 || H5Pset_fapl_core(list, 65536, false) < 0 ||
        H5Pset_file_image(list, (void *)bytes, size) < 0)
        code = status_set(status, STATUS_INPUT, "%s holds no trace: it is empty.", name);
    else
        code = open_with(out, name, list, status);
    if (list >= 0)
        H5Pclose(list);
    return code;
}

const struct reader_info *reader_info(const struct reader *reader)
{
    return &reader->info;
}

void reader_close(struct reader **out)
{
    struct reader *reader = *out;
    if (reader == NULL)
        return;
    *out = NULL;
    for (int t = 0; t < TRACE_TABLES; ++t)
        for (int c = 0; c < COLUMNS_MAX; ++c)
            if (reader->datasets[t][c] > 0)
                H5Dclose(reader->datasets[t][c]);
    if (reader->file >= 0)
        H5Fclose(reader->file);
    for (size_t i = 0; i < sizeof reader->texts / sizeof reader->texts[0]; ++i)
        mem_free(reader->texts[i]);
    mem_free(reader->names);
    mem_free(reader->strings);
    mem_free(reader->path);
    mem_free(reader);
}

/* ---- rows ---- */

static hid_t memory_type(enum column_type type)
{
    return type == COLUMN_I8    ? H5T_NATIVE_INT8
           : type == COLUMN_I32 ? H5T_NATIVE_INT32
           : type == COLUMN_I64 ? H5T_NATIVE_INT64
                                : H5T_NATIVE_DOUBLE;
}

/* Kinds are read as they lie, in their enumeration, which is one byte. */
static int read_part(hid_t dataset, const struct trace_column *column, hsize_t first, hsize_t count,
                     void *values)
{
    int code = -1;
    hid_t file_space = H5Dget_space(dataset), space = H5Screate_simple(1, &count, NULL);
    hid_t type = column->names != NULL ? H5Dget_type(dataset) : H5Tcopy(memory_type(column->type));
    if (file_space >= 0 && space >= 0 && type >= 0 &&
        H5Sselect_hyperslab(file_space, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0 &&
        H5Dread(dataset, type, space, file_space, H5P_DEFAULT, values) >= 0)
        code = 0;
    if (file_space >= 0)
        H5Sclose(file_space);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return code;
}

struct part {
    unsigned char *columns[COLUMNS_MAX];
    void *rows;
};

static int make_part(struct part *part, const struct trace_table_info *info, struct status *status)
{
    part->rows = mem_alloc(TRACE_CHUNK, info->row_size, status);
    int code = part->rows == NULL ? STATUS_MEMORY : 0;
    for (int c = 0; c < info->column_count && code == 0; ++c) {
        part->columns[c] = mem_alloc(TRACE_CHUNK, column_size(info->columns[c].type), status);
        if (part->columns[c] == NULL)
            code = STATUS_MEMORY;
    }
    return code;
}

static int read_rows(struct reader *reader, enum trace_table table, uint64_t first, size_t count,
                     struct part *part, struct status *status)
{
    const struct trace_table_info *info = &trace_tables[table];
    for (int c = 0; c < info->column_count; ++c) {
        const struct trace_column *column = &info->columns[c];
        if (read_part(reader->datasets[table][c], column, first, count, part->columns[c]) < 0)
            return refuse_column(reader, info->name, column->name, "cannot be read", status);
        int code =
            check_values(&reader->check, table, column, part->columns[c], first, count, status);
        if (code != 0)
            return code;
    }
    encode_scatter(info, (const unsigned char *const *)part->columns, count, part->rows);
    return 0;
}

int reader_rows(struct reader *reader, enum trace_table table, struct trace_sink sink,
                struct status *status)
{
    struct part part = {0};
    uint64_t rows = reader->info.rows[table];
    if (rows == 0)
        return 0;
    if (table == TRACE_NAMES)
        return sink.rows(sink.context, table, reader->names, reader->name_count, status);
    int code = make_part(&part, &trace_tables[table], status);
    for (uint64_t first = 0; first < rows && code == 0; first += TRACE_CHUNK) {
        size_t count = rows - first < TRACE_CHUNK ? (size_t)(rows - first) : TRACE_CHUNK;
        code = read_rows(reader, table, first, count, &part, status);
        if (code == 0)
            code = sink.rows(sink.context, table, part.rows, count, status);
    }
    for (int c = 0; c < COLUMNS_MAX; ++c)
        mem_free(part.columns[c]);
    mem_free(part.rows);
    return code;
}

int reader_all(struct reader *reader, uint32_t tables, struct trace_sink sink,
               struct status *status)
{
    static const enum trace_table first[3] = {TRACE_NAMES, TRACE_POOLS, TRACE_CLASSES};
    int code = 0;
    for (int i = 0; i < 3 && code == 0; ++i) {
        if (tables >> first[i] & 1)
            code = reader_rows(reader, first[i], sink, status);
        tables &= ~(1u << first[i]);
    }
    for (int table = 0; table < TRACE_TABLES && code == 0; ++table)
        if (tables >> table & 1)
            code = reader_rows(reader, (enum trace_table)table, sink, status);
    return code;
}
