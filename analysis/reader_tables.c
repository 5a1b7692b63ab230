/* The tables of a trace file: their datasets and lengths, and the names. See reader_file.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reader_file.h"
#include "sim/memory.h"

enum { DESCRIBED_MAX = 65536 }; /* pools and classes are looked for one by one */

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
        return reader_refuse_column(reader, table, name, "is not there", status);
    if (check_type(*dataset, want) < 0)
        return reader_refuse_column(reader, table, name, "has another type", status);
    if (check_storage(*dataset) < 0)
        return reader_refuse_column(reader, table, name, "lies in a way that is not allowed",
                                    status);
    if (check_length(*dataset, &length, &room) < 0)
        return reader_refuse_column(reader, table, name, "is no list of values", status);
    if (extent->rows >= 0 && length != extent->rows)
        return reader_refuse_column(reader, table, name, "has another length than those before it",
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
    return reader_refuse(reader, text, status);
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
        code = reader_refuse(reader, "table 'names' cannot be read", status);
    for (size_t i = 0; i < count && code == 0; ++i) {
        char *string = reader->strings + i * (width + 1);
        memcpy(string, packed + i * width, width);
        reader->names[i] = (struct trace_name){ids[i], kinds[i], string};
        if (ids[i] < 0 || kinds[i] < 0 || kinds[i] >= NAME_KINDS)
            code = reader_refuse(reader, "table 'names' has an id or a kind out of range", status);
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
        code =
            reader_refuse(reader, "table 'names' has strings of another kind or too many", status);
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
            code = reader_refuse(reader, "table 'names' has an id twice", status);
out:
    if (type >= 0)
        H5Tclose(type);
    return code;
}

/* ---- all ---- */

int reader_open_tables(struct reader *reader, struct status *status)
{
    for (int table = 0; table < TRACE_TABLES; ++table) {
        const char *name = trace_tables[table].name;
        int there = check_link(reader->file, name);
        if (there < 0)
            return reader_refuse(reader, "one of its tables is a link to something else", status);
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
        return reader_refuse(reader, "it describes more than 65536 pools or classes", status);
    const uint32_t needed = 1u << TRACE_NAMES | 1u << TRACE_POOLS | 1u << TRACE_CLASSES;
    if ((reader->info.tables & needed) != needed)
        return reader_refuse(reader, "one of the tables names, pools and classes is not there",
                             status);
    return read_names(reader, status);
}
