/* See store.h. Rows are gathered into one buffer a column; a full buffer becomes one chunk of its
 * dataset. */
#include "analysis/store.h"

#include <string.h>

#include "analysis/encode.h"
#include "analysis/hdf.h"
#include "analysis/layout.h"
#include "analysis/partial.h"
#include "sim/bug.h"
#include "sim/memory.h"

enum {
    SMALL_CHUNK = 1024,  /* of tables that have some rows a scenario, not some a job */
    CHUNKS_A_FLUSH = 16, /* a killed run's file is readable up to the last flush */
    COLUMNS_MAX = 64
};

#define DESCRIBING (1u << TRACE_POOLS | 1u << TRACE_CLASSES)
#define ALWAYS     (DESCRIBING | 1u << TRACE_SUMMARY | 1u << TRACE_RUNS)

struct table {
    hid_t datasets[COLUMNS_MAX];
    unsigned char *columns[COLUMNS_MAX];
    struct encoder_habit habits[COLUMNS_MAX];
    size_t chunk; /* rows */
    size_t fill;  /* rows in the buffers */
    hsize_t rows; /* in whole chunks already written */
};

struct store {
    struct partial place;
    hid_t file;
    uint32_t tables;
    struct encoder encoder;
    struct table table[TRACE_TABLES];
    struct trace_name *names; /* by id; the strings are the store's */
    size_t name_count, name_capacity;
    unsigned char
        *described[TRACE_TABLES]; /* rows of pools and classes so far, to know them again */
    size_t described_count[TRACE_TABLES], described_capacity[TRACE_TABLES];
    int chunks_since_flush;
    uint64_t written; /* bytes of chunks */
    int failed;       /* code of the first failure */
};

/* Any failure of HDF5 while writing; the file is given up. */
static int write_failed(struct store *store, const char *what, struct status *status)
{
    char reason[256];
    const char *why = hdf_reason(reason, sizeof reason);
    store->failed = STATUS_IO;
    return status_set(status, STATUS_IO,
                      "The trace %s could not be written%s%s (%s, after %.1f MB in %s). Free some "
                      "space, choose another directory, or write fewer tables (trace: tables).",
                      store->place.path, *why ? ": " : "", why, what, store->written / 1e6,
                      store->place.temporary);
}

/* ---- opening ---- */

static int make_table(struct store *store, enum trace_table index, struct status *status)
{
    const struct trace_table_info *info = &trace_tables[index];
    struct table *table = &store->table[index];
    bug_assert(info->column_count <= COLUMNS_MAX);
    table->chunk = ALWAYS >> index & 1 ? SMALL_CHUNK : TRACE_CHUNK;
    hid_t group = hdf_make_group(store->file, info->name);
    if (group < 0 || hdf_write_text(group, "row", info->row) < 0)
        goto failed;
    for (int c = 0; c < info->column_count; ++c) {
        const struct trace_column *column = &info->columns[c];
        table->datasets[c] = layout_column(group, column, table->chunk, store->encoder.level);
        if (table->datasets[c] < 0)
            goto failed;
        table->columns[c] = mem_alloc(table->chunk, column_size(column->type), status);
        if (table->columns[c] == NULL) {
            H5Gclose(group);
            return store->failed = STATUS_MEMORY;
        }
    }
    if (H5Gclose(group) >= 0)
        return 0;
    group = -1;
failed:
    if (group >= 0)
        H5Gclose(group);
    return write_failed(store, info->name, status);
}

static int begin(struct store *store, const struct plan *plan, const char *created_by,
                 struct status *status)
{
    int code = encoder_init(&store->encoder, plan->trace.compression, TRACE_CHUNK * 8, status);
    if (code != 0)
        return code;
    store->file = layout_file(store->place.temporary);
    if (store->file < 0)
        return write_failed(store, "creating the file", status);
    if (layout_attributes(store->file, plan, created_by) < 0 ||
        layout_scenario(store->file, plan) < 0)
        return write_failed(store, "describing the scenario", status);
    for (int table = 0; table < TRACE_TABLES; ++table) {
        if (!(store->tables >> table & 1) || trace_tables[table].columns == NULL)
            continue;
        code = make_table(store, (enum trace_table)table, status);
        if (code != 0)
            return code;
    }
    return 0;
}

int store_open(struct store **out, const char *path, const struct plan *plan,
               const char *created_by, struct status *status)
{
    *out = NULL;
    hdf_silence();
    struct store *store = mem_alloc(1, sizeof *store, status);
    if (store == NULL)
        return STATUS_MEMORY;
    store->file = -1;
    store->tables = (plan->trace.tables & ((1u << TRACE_TABLES) - 1)) | ALWAYS;
    int code = partial_begin(&store->place, path, status);
    if (code == 0)
        code = begin(store, plan, created_by, status);
    if (code != 0) {
        store->failed = code;
        store_close(&store, false, status);
        return code;
    }
    *out = store;
    return 0;
}

/* ---- rows ---- */

static int write_column(struct store *store, struct table *table, int column, hsize_t rows,
                        size_t size)
{
    const unsigned char *bytes;
    size_t length;
    uint32_t mask;
    hsize_t offset = table->rows;
    encoder_chunk(&store->encoder, &table->habits[column], table->columns[column], table->chunk,
                  size, &bytes, &length, &mask);
    if (H5Dset_extent(table->datasets[column], &rows) < 0)
        return -1;
    if (length > 0 &&
        H5Dwrite_chunk(table->datasets[column], H5P_DEFAULT, mask, &offset, length, bytes) < 0)
        return -1;
    store->written += length;
    return 0;
}

/* Writes the buffers of a table as one chunk a column; a last, partial one is filled up with zeros.
 */
static int write_chunks(struct store *store, enum trace_table index, struct status *status)
{
    const struct trace_table_info *info = &trace_tables[index];
    struct table *table = &store->table[index];
    if (table->fill == 0)
        return 0;
    hsize_t rows = table->rows + table->fill;
    for (int c = 0; c < info->column_count; ++c) {
        size_t size = column_size(info->columns[c].type);
        memset(table->columns[c] + table->fill * size, 0, (table->chunk - table->fill) * size);
        if (write_column(store, table, c, rows, size) < 0)
            return write_failed(store, info->name, status);
    }
    table->rows = rows;
    table->fill = 0;
    if (++store->chunks_since_flush >= CHUNKS_A_FLUSH) {
        store->chunks_since_flush = 0;
        if (H5Fflush(store->file, H5F_SCOPE_LOCAL) < 0)
            return write_failed(store, "flushing", status);
    }
    return 0;
}

static int add_rows(struct store *store, enum trace_table index, const unsigned char *rows,
                    size_t count, struct status *status)
{
    const struct trace_table_info *info = &trace_tables[index];
    struct table *table = &store->table[index];
    while (count > 0) {
        size_t part = table->chunk - table->fill;
        if (part > count)
            part = count;
        encode_gather(info, rows, part, table->fill, table->columns);
        table->fill += part;
        rows += part * info->row_size;
        count -= part;
        if (table->fill == table->chunk && write_chunks(store, index, status) != 0)
            return store->failed;
    }
    return 0;
}

static int same_row(const struct trace_table_info *info, const unsigned char *a,
                    const unsigned char *b)
{
    for (int c = 0; c < info->column_count; ++c) {
        const struct trace_column *column = &info->columns[c];
        if (memcmp(a + column->offset, b + column->offset, column_size(column->type)) != 0)
            return 0;
    }
    return 1;
}

static int contradiction(struct store *store, const char *table, int32_t id, struct status *status)
{
    store->failed = STATUS_INPUT;
    return status_set(status, STATUS_INPUT,
                      "The trace %s gets two different rows of table %s with id %d. All parts of a "
                      "trace must come from the same scenario.",
                      store->place.path, table, (int)id);
}

/* The id is the first field of the rows of pools and classes. */
static int32_t row_id(const unsigned char *row)
{
    int32_t id;
    memcpy(&id, row, sizeof id);
    return id;
}

static int describe(struct store *store, enum trace_table index, const unsigned char *row,
                    struct status *status)
{
    const struct trace_table_info *info = &trace_tables[index];
    size_t *count = &store->described_count[index];
    for (size_t i = 0; i < *count; ++i) {
        const unsigned char *known = store->described[index] + i * info->row_size;
        if (row_id(known) == row_id(row))
            return same_row(info, known, row)
                       ? 0
                       : contradiction(store, info->name, row_id(row), status);
    }
    void *grown = store->described[index];
    int code =
        mem_grow(&grown, &store->described_capacity[index], *count + 1, info->row_size, status);
    if (code != 0)
        return store->failed = code;
    store->described[index] = grown;
    memcpy(store->described[index] + (*count)++ * info->row_size, row, info->row_size);
    return add_rows(store, index, row, 1, status);
}

/* Names are kept sorted by id; they come in that order, so the place is found from the end. */
static int add_name(struct store *store, const struct trace_name *row, struct status *status)
{
    size_t at = store->name_count;
    while (at > 0 && store->names[at - 1].id >= row->id)
        --at;
    if (at < store->name_count && store->names[at].id == row->id) {
        const struct trace_name *known = &store->names[at];
        return known->kind == row->kind && strcmp(known->name, row->name) == 0
                   ? 0
                   : contradiction(store, "names", row->id, status);
    }
    void *grown = store->names;
    int code = mem_grow(&grown, &store->name_capacity, store->name_count + 1, sizeof *row, status);
    if (code != 0)
        return store->failed = code;
    store->names = grown;
    char *copy = mem_alloc(strlen(row->name) + 1, 1, status);
    if (copy == NULL)
        return store->failed = STATUS_MEMORY;
    strcpy(copy, row->name);
    memmove(&store->names[at + 1], &store->names[at], (store->name_count - at) * sizeof *row);
    store->names[at] = (struct trace_name){row->id, row->kind, copy};
    ++store->name_count;
    return 0;
}

static int take_rows(void *context, enum trace_table table, const void *rows, size_t count,
                     struct status *status)
{
    struct store *store = context;
    int code = store->failed;
    if (code != 0)
        return status_set(status, code, "The trace %s was given up after an earlier failure.",
                          store->place.path);
    if (table == TRACE_NAMES) {
        for (size_t i = 0; i < count && code == 0; ++i)
            code = add_name(store, (const struct trace_name *)rows + i, status);
    } else if (DESCRIBING >> table & 1) {
        size_t size = trace_tables[table].row_size;
        for (size_t i = 0; i < count && code == 0; ++i)
            code = describe(store, table, (const unsigned char *)rows + i * size, status);
    } else if (store->tables >> table & 1) {
        code = add_rows(store, table, rows, count, status);
    }
    return code;
}

struct trace_sink store_sink(struct store *store)
{
    return (struct trace_sink){store, take_rows};
}

/* ---- closing ---- */

static int write_names(struct store *store, struct status *status)
{
    int code = layout_names(store->file, store->names, store->name_count, SMALL_CHUNK,
                            store->encoder.level, status);
    if (code == 0)
        return 0;
    return code == STATUS_MEMORY ? code : write_failed(store, "names", status);
}

static int close_datasets(struct store *store)
{
    int code = 0;
    for (int t = 0; t < TRACE_TABLES; ++t)
        for (int c = 0; c < COLUMNS_MAX; ++c) {
            hid_t *dataset = &store->table[t].datasets[c];
            if (*dataset > 0 && H5Dclose(*dataset) < 0)
                code = -1;
            *dataset = 0;
        }
    return code;
}

static int finish(struct store *store, struct status *status)
{
    int code = 0;
    for (int table = 0; table < TRACE_TABLES && code == 0; ++table)
        code = write_chunks(store, (enum trace_table)table, status);
    if (code == 0)
        code = write_names(store, status);
    if (code != 0)
        return code;
    if (close_datasets(store) < 0)
        return write_failed(store, "closing its columns", status);
    /* A handle left open would leave the file open behind H5Fclose. */
    bug_assert(H5Fget_obj_count(store->file, H5F_OBJ_ALL | H5F_OBJ_LOCAL) == 1);
    hid_t file = store->file;
    store->file = -1;
    return H5Fclose(file) < 0 ? write_failed(store, "closing the file", status) : 0;
}

/* Frees the disk before HDF5 writes what it still holds, or a full disk would fail its close as
 * well. */
static void give_up(struct store *store)
{
    partial_discard(&store->place);
    close_datasets(store);
    if (store->file >= 0)
        H5Fclose(store->file);
    store->file = -1;
}

static void release(struct store *store)
{
    for (int t = 0; t < TRACE_TABLES; ++t) {
        for (int c = 0; c < COLUMNS_MAX; ++c)
            mem_free(store->table[t].columns[c]);
        mem_free(store->described[t]);
    }
    for (size_t i = 0; i < store->name_count; ++i)
        mem_free((char *)store->names[i].name);
    mem_free(store->names);
    encoder_free(&store->encoder);
    partial_free(&store->place);
    mem_free(store);
}

int store_close(struct store **out, bool keep, struct status *status)
{
    struct store *store = *out;
    int code = 0;
    if (store == NULL)
        return 0;
    *out = NULL;
    if (keep && store->failed != 0)
        code = status_set(status, store->failed,
                          "The trace %s was given up after an earlier failure.", store->place.path);
    if (keep && code == 0)
        code = finish(store, status);
    if (keep && code == 0)
        code = partial_publish(&store->place, status);
    if (!keep || code != 0)
        give_up(store);
    release(store);
    return code;
}

const char *store_temporary(const struct store *store)
{
    return store->place.temporary;
}
