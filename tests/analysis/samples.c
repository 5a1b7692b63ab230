#include "tests/analysis/samples.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct trace_name names[] = {
    {0, NAME_POOL, "a100"},  {1, NAME_GPU, "A100-SXM4-80GB"}, {2, NAME_MARKET, "on_demand"},
    {3, NAME_POOL, "h100"},  {4, NAME_GPU, "H100-SXM5-80GB"}, {5, NAME_CLASS, "train"},
    {6, NAME_TENANT, "lab"}, {7, NAME_UNIT, "epochs"},        {8, NAME_CLASS, "caf\xC3\xA9"},
    {9, NAME_UNIT, "s"},
};

static const struct pool_row pools[SAMPLE_POOLS] = {
    {0, 0, 1, 2, 8, 0, 4, 1.0, 1000000, 60000000},
    {1, 3, 4, 2, 8, 0, 2, 2.5, 1000000, 60000000},
};

static const struct class_row classes[SAMPLE_CLASSES] = {{0, 5, 6, 7, 8}, {1, 8, -1, 9, 1}};

static void give(struct trace_sink sink, enum trace_table table, const void *rows, size_t count)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(sink.rows(sink.context, table, rows, count, &status), 0, "%s", status.message);
}

void sample_describe(struct trace_sink sink)
{
    give(sink, TRACE_NAMES, names, sizeof names / sizeof names[0]);
    give(sink, TRACE_POOLS, pools, SAMPLE_POOLS);
    give(sink, TRACE_CLASSES, classes, SAMPLE_CLASSES);
}

static int64_t column_value(enum trace_table table, const struct trace_column *column, size_t i,
                            int c)
{
    int64_t value = (int64_t)(i * 7919 + (size_t)c * 104729 + (size_t)table);
    if (column->names != NULL)
        return value % column->name_count;
    if (strcmp(column->name, "deadline_met") == 0)
        return value % 3 - 1;
    if (strcmp(column->name, "pool") == 0)
        return value % SAMPLE_POOLS;
    if (strcmp(column->name, "class") == 0)
        return value % SAMPLE_CLASSES;
    if (strcmp(column->name, "rep") == 0)
        return 0;
    if (strcmp(column->name, "end") == 0 || strcmp(column->name, "released") == 0)
        return value + 1000000000000;
    if (table == TRACE_SUMMARY &&
        (strcmp(column->name, "scope") == 0 || strcmp(column->name, "scope_kind") == 0))
        return -1;
    if (table == TRACE_SUMMARY)
        return value % 10;
    if (column->missing && value % 5 == 0)
        return -1;
    if (column->type == COLUMN_I64 && c % 2 == 0)
        return value * 1000003;
    return value;
}

void sample_row(enum trace_table table, size_t i, void *row)
{
    const struct trace_table_info *info = &trace_tables[table];
    memset(row, 0, info->row_size);
    for (int c = 0; c < info->column_count; ++c) {
        const struct trace_column *column = &info->columns[c];
        char *field = (char *)row + column->offset;
        int64_t value = column_value(table, column, i, c);
        int8_t small = (int8_t)value;
        int32_t medium = (int32_t)value;
        double real = (double)(i + 1) / (c + 3);
        if (column->type == COLUMN_I8)
            memcpy(field, &small, sizeof small);
        else if (column->type == COLUMN_I32)
            memcpy(field, &medium, sizeof medium);
        else if (column->type == COLUMN_I64)
            memcpy(field, &value, sizeof value);
        else
            memcpy(field, &real, sizeof real);
    }
}

void *sample_rows(enum trace_table table, size_t count)
{
    size_t size = trace_tables[table].row_size;
    char *rows = calloc(count + 1, size);
    cr_assert_not_null(rows);
    for (size_t i = 0; i < count; ++i)
        sample_row(table, i, rows + i * size);
    return rows;
}

struct plan sample_plan(int compression)
{
    return (struct plan){.name = "sample",
                         .description = "two pools",
                         .currency = "USD",
                         .seed = UINT64_C(0xFEDCBA9876543210),
                         .replications = 1,
                         .source = "pools: [a100]\n",
                         .resolved = "pools: [a100, h100]\n",
                         .trace = {.tables = (1u << TRACE_TABLES) - 1, .compression = compression}};
}

void sample_write_tables(const char *path, int compression, size_t count, uint32_t tables)
{
    struct status status = STATUS_INIT;
    struct plan plan = sample_plan(compression);
    struct store *store = NULL;
    plan.trace.tables = tables;
    cr_assert_eq(store_open(&store, path, &plan, "test 1", &status), 0, "%s", status.message);
    sample_describe(store_sink(store));
    for (int table = 0; table < TRACE_TABLES; ++table) {
        if (table == TRACE_NAMES || table == TRACE_POOLS || table == TRACE_CLASSES ||
            !(tables >> table & 1))
            continue;
        void *rows = sample_rows((enum trace_table)table, count);
        give(store_sink(store), (enum trace_table)table, rows, count);
        free(rows);
    }
    cr_assert_eq(store_close(&store, true, &status), 0, "%s", status.message);
}

void sample_write(const char *path, int compression, size_t count)
{
    sample_write_tables(path, compression, count, (1u << TRACE_TABLES) - 1);
}

unsigned char *sample_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    cr_assert_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}
