/* See reader.h. Nothing of the file is believed: every size is checked before memory is asked for,
 * no object outside the file is followed, and only the filters that the writer uses are let in. */
#include "analysis/reader.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/encode.h"
#include "analysis/reader_file.h"
#include "sim/memory.h"

/* ---- opening ---- */

static int begin(struct reader *reader, struct status *status)
{
    int code = reader_open_attributes(reader, status);
    if (code == 0)
        code = reader_open_tables(reader, status);
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
    reader->info.path = reader->path;
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
                   : reader_refuse(reader, "it is not an HDF5 file, or is cut or damaged", status);
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
            return reader_refuse_column(reader, info->name, column->name, "cannot be read", status);
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
