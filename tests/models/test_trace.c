#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "models/gpu.h"
#include "models/trace.h"

static size_t size_of(enum column_type type)
{
    return type == COLUMN_I8 ? 1 : type == COLUMN_I32 ? 4 : 8;
}

static const struct trace_column *find(enum trace_table table, const char *name)
{
    const struct trace_table_info *info = &trace_tables[table];
    for (int i = 0; i < info->column_count; ++i)
        if (strcmp(info->columns[i].name, name) == 0)
            return &info->columns[i];
    cr_assert_fail("table %s has no column %s", info->name, name);
    return NULL;
}

/* Marks each byte of a row that some column covers. */
static void cover(const struct trace_table_info *info, unsigned char *bytes)
{
    for (int i = 0; i < info->column_count; ++i) {
        const struct trace_column *column = &info->columns[i];
        size_t size = size_of(column->type);
        cr_assert_leq(column->offset + size, info->row_size, "%s.%s", info->name, column->name);
        for (size_t b = 0; b < size; ++b)
            cr_assert_eq(bytes[column->offset + b]++, 0, "%s.%s lies over another column",
                         info->name, column->name);
    }
}

/* A gap is padding only if it is shorter than the alignment of the field behind it. */
Test(trace, columns_fill_each_row_struct_without_gaps_but_padding)
{
    for (int table = 0; table < TRACE_TABLES; ++table) {
        const struct trace_table_info *info = &trace_tables[table];
        unsigned char bytes[1024] = {0};
        if (info->columns == NULL)
            continue;
        cr_assert_lt(info->row_size, sizeof bytes);
        cover(info, bytes);
        for (size_t begin = 0; begin < info->row_size;) {
            size_t end = begin;
            while (end < info->row_size && bytes[end] == 0)
                ++end;
            size_t boundary = end % 8 == 0 ? 8 : end % 4 == 0 ? 4 : 1;
            cr_assert_lt(end - begin, boundary, "%s: bytes %zu to %zu have no column", info->name,
                         begin, end);
            begin = end + 1;
        }
    }
}

/* Padding is the only thing that can be left, so a missing field of 4 bytes must be counted out. */
Test(trace, rows_have_the_columns_that_their_fields_add_up_to)
{
    static const int columns[TRACE_TABLES] = {
        [TRACE_JOBS] = 19 + TIME_ACCOUNTS + GPU_ACCOUNTS + ACCOUNTS,
        [TRACE_ATTEMPTS] = 16 + TIME_ACCOUNTS,
        [TRACE_PLACEMENTS] = 5,
        [TRACE_LEASES] = 12 + GPU_ACCOUNTS,
        [TRACE_FAILURES] = 8,
        [TRACE_LEDGER] = 6,
        [TRACE_SERIES] = 10,
        [TRACE_RUNS] = 7,
        [TRACE_POOLS] = 10,
        [TRACE_CLASSES] = 5,
        [TRACE_NAMES] = 0,
        [TRACE_SUMMARY] = 6,
        [TRACE_EVENTS] = 5,
    };
    for (int table = 0; table < TRACE_TABLES; ++table)
        cr_expect_eq(trace_tables[table].column_count, columns[table], "%s has %d columns",
                     trace_tables[table].name, trace_tables[table].column_count);
}

Test(trace, every_table_and_column_is_named_once_and_described)
{
    for (int table = 0; table < TRACE_TABLES; ++table) {
        const struct trace_table_info *info = &trace_tables[table];
        cr_assert(info->name != NULL && info->row != NULL && info->row[0] != '\0');
        for (int i = 0; i < info->column_count; ++i) {
            const struct trace_column *column = &info->columns[i];
            cr_assert(column->unit != NULL && column->description[0] != '\0', "%s", column->name);
            for (int j = 0; j < i; ++j)
                cr_assert_str_neq(column->name, info->columns[j].name);
            for (int k = 0; k < column->name_count; ++k)
                cr_assert_not_null(column->names[k], "%s.%s value %d", info->name, column->name, k);
            cr_assert(column->name_count == 0 || column->type == COLUMN_I8);
        }
    }
}

Test(trace, columns_of_accounts_are_named_like_the_accounts)
{
    char name[64];
    for (int i = 0; i < TIME_ACCOUNTS; ++i) {
        snprintf(name, sizeof name, "time_%s", time_account_names[i]);
        cr_expect_eq(find(TRACE_JOBS, name)->offset, offsetof(struct job_row, time) + 8u * i);
        cr_expect_eq(find(TRACE_ATTEMPTS, name)->offset,
                     offsetof(struct attempt_row, time) + 8u * i);
    }
    for (int i = 0; i < GPU_ACCOUNTS; ++i) {
        snprintf(name, sizeof name, "gpu_%s", account_names[i]);
        cr_expect_eq(find(TRACE_JOBS, name)->offset, offsetof(struct job_row, gpu) + 8u * i);
        cr_expect_eq(find(TRACE_LEASES, name)->offset, offsetof(struct lease_row, gpu) + 8u * i);
    }
    for (int i = 0; i < ACCOUNTS; ++i) {
        snprintf(name, sizeof name, "cost_%s", account_names[i]);
        cr_expect_eq(find(TRACE_JOBS, name)->offset, offsetof(struct job_row, cost) + 8u * i);
    }
}

/* ---- buffers ---- */

struct seen {
    size_t calls, rows, largest;
    int64_t sum;
    int fail_at_call;
};

static int see(void *context, enum trace_table table, const void *rows, size_t count,
               struct status *status)
{
    struct seen *seen = context;
    ++seen->calls;
    if (seen->fail_at_call != 0 && seen->calls == (size_t)seen->fail_at_call)
        return status_set(status, STATUS_IO, "The sink is full.");
    seen->rows += count;
    if (count > seen->largest)
        seen->largest = count;
    cr_assert_eq(table, TRACE_EVENTS);
    for (size_t i = 0; i < count; ++i)
        seen->sum += ((const struct event_row *)rows)[i].b;
    return 0;
}

Test(trace, rows_reach_the_sink_once_in_whole_chunks_and_the_rest_by_flush)
{
    struct seen seen = {0};
    struct status status = STATUS_INIT;
    struct trace trace;
    const int64_t rows = 2 * TRACE_CHUNK + 5;
    trace_init(&trace, (struct trace_sink){&seen, see}, 1u << TRACE_EVENTS);
    for (int64_t i = 0; i < rows; ++i) {
        struct event_row *row = trace_row(&trace, TRACE_EVENTS, &status);
        cr_assert_not_null(row);
        cr_assert_eq(row->b, 0, "a row must be zeroed");
        row->b = i;
    }
    cr_expect_eq(seen.calls, 2);
    cr_assert_eq(trace_flush(&trace, &status), 0);
    cr_assert_eq(trace_flush(&trace, &status), 0);
    cr_expect_eq(seen.calls, 3);
    cr_expect_eq(seen.rows, rows);
    cr_expect_eq(seen.largest, TRACE_CHUNK);
    cr_expect_eq(seen.sum, rows * (rows - 1) / 2);
    cr_expect_eq(trace.total[TRACE_EVENTS], rows);
    trace_free(&trace);
    trace_free(&trace);
}

Test(trace, a_failing_sink_fails_the_row_and_the_flush)
{
    struct seen seen = {.fail_at_call = 1};
    struct status status = STATUS_INIT;
    struct trace trace;
    trace_init(&trace, (struct trace_sink){&seen, see}, 1u << TRACE_EVENTS);
    for (int i = 0; i < TRACE_CHUNK; ++i)
        cr_assert_not_null(trace_row(&trace, TRACE_EVENTS, &status));
    cr_assert_null(trace_row(&trace, TRACE_EVENTS, &status));
    cr_expect_eq(status.code, STATUS_IO);
    trace_free(&trace);

    seen = (struct seen){.fail_at_call = 1};
    status = STATUS_INIT;
    trace_init(&trace, (struct trace_sink){&seen, see}, 1u << TRACE_EVENTS);
    cr_assert_not_null(trace_row(&trace, TRACE_EVENTS, &status));
    cr_expect_eq(trace_flush(&trace, &status), STATUS_IO);
    trace_free(&trace);
}

Test(trace, a_table_nobody_wants_is_not_wanted)
{
    struct trace trace;
    trace_init(&trace, (struct trace_sink){NULL, see}, 1u << TRACE_JOBS);
    cr_expect(trace_wants(&trace, TRACE_JOBS));
    cr_expect_not(trace_wants(&trace, TRACE_EVENTS));
    trace_free(&trace);
}
