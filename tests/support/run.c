#define _GNU_SOURCE /* asprintf */
#include "tests/support/run.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/scenario.h"
#include "sim/memory.h"

/* ---- rows: plain allocation, so that a test may let the simulation's own allocations fail ---- */

struct rows {
    void **rows;
    size_t *count;
};

static struct rows rows_of(struct run *run, enum trace_table table)
{
    switch (table) {
    case TRACE_JOBS:
        return (struct rows){(void **)&run->jobs, &run->job_count};
    case TRACE_ATTEMPTS:
        return (struct rows){(void **)&run->attempts, &run->attempt_count};
    case TRACE_PLACEMENTS:
        return (struct rows){(void **)&run->placements, &run->placement_count};
    case TRACE_LEASES:
        return (struct rows){(void **)&run->leases, &run->lease_count};
    case TRACE_FAILURES:
        return (struct rows){(void **)&run->failures, &run->failure_count};
    case TRACE_LEDGER:
        return (struct rows){(void **)&run->ledger, &run->ledger_count};
    case TRACE_SERIES:
        return (struct rows){(void **)&run->series, &run->series_count};
    case TRACE_EVENTS:
        return (struct rows){(void **)&run->events, &run->event_count};
    default:
        return (struct rows){0};
    }
}

static int collect(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    struct rows kept = rows_of(context, table);
    size_t size = trace_tables[table].row_size;
    if (!kept.rows)
        return status_set(status, STATUS_INPUT, "The world wrote to table %s.",
                          trace_tables[table].name);
    *kept.rows = realloc(*kept.rows, (*kept.count + count) * size);
    memcpy((char *)*kept.rows + *kept.count * size, rows, count * size);
    *kept.count += count;
    return 0;
}

void run_free_rows(struct run *run)
{
    for (int table = 0; table < TRACE_TABLES; table++) {
        struct rows kept = rows_of(run, (enum trace_table)table);
        if (!kept.rows)
            continue;
        free(*kept.rows);
        *kept.rows = NULL;
        *kept.count = 0;
    }
}

void run_free(struct run *run)
{
    run_free_rows(run);
    plan_free(&run->plan);
}

/* ---- reading and running ---- */

int run_try_read(struct run *run, const char *yaml, char *message, size_t size)
{
    struct diagnostics diagnostics;
    struct status status = STATUS_INIT, ignored = STATUS_INIT;
    char *text = NULL, *messages = NULL;
    *run = (struct run){0};
    if (asprintf(&text, "fleetwright: 1\n%s", yaml) < 0)
        return STATUS_MEMORY;
    diagnostics_init(&diagnostics);
    scenario_parse("test.yaml", text, strlen(text), NULL, 0, &run->plan, &diagnostics, &status);
    if (status.code) {
        diagnostics_render(&diagnostics, 0, &messages, &ignored);
        snprintf(message, size, "%s\n%s", status.message, messages ? messages : "");
    }
    mem_free(messages);
    diagnostics_free(&diagnostics);
    free(text);
    return status.code;
}

void run_read(struct run *run, const char *yaml)
{
    char message[4096];
    int code = run_try_read(run, yaml, message, sizeof message);
    cr_assert_eq(code, 0, "%s\nin\n%s", message, yaml);
}

void run_trace_init(struct trace *trace)
{
    static const uint32_t wanted =
        1u << TRACE_JOBS | 1u << TRACE_ATTEMPTS | 1u << TRACE_PLACEMENTS | 1u << TRACE_LEASES |
        1u << TRACE_FAILURES | 1u << TRACE_LEDGER | 1u << TRACE_SERIES | 1u << TRACE_EVENTS;
    trace_init(trace, (struct trace_sink){NULL, collect}, wanted);
}

void run_replication_through(struct run *run, int32_t replication, struct trace *trace)
{
    run_free_rows(run);
    run->status = STATUS_INIT;
    trace->sink.context = run;
    world_run(&run->plan, replication, trace, NULL, &run->result, &run->status);
}

void run_replication(struct run *run, int32_t replication)
{
    struct trace trace;
    run_trace_init(&trace);
    run_replication_through(run, replication, &trace);
    trace_free(&trace);
}

void run_yaml(struct run *run, const char *yaml)
{
    run_read(run, yaml);
    run_replication(run, 0);
    cr_assert_eq(run->status.code, 0, "%s", run->status.message);
}

/* ---- finding rows ---- */

static int32_t class_id(const struct run *run, const char *name)
{
    for (int32_t i = 0; i < run->plan.class_count; i++)
        if (strcmp(run->plan.classes[i].name, name) == 0)
            return i;
    cr_assert(0, "there is no class %s", name);
    return -1;
}

static int32_t pool_id(const struct run *run, const char *name)
{
    for (int32_t i = 0; i < run->plan.pool_count; i++)
        if (strcmp(run->plan.pools[i].name, name) == 0)
            return i;
    cr_assert(0, "there is no pool %s", name);
    return -1;
}

const struct job_row *run_job(const struct run *run, const char *class, int32_t number)
{
    int32_t id = class_id(run, class);
    for (size_t i = 0; i < run->job_count; i++)
        if (run->jobs[i].class_id == id && run->jobs[i].number == number)
            return &run->jobs[i];
    cr_assert(0, "there is no job %" PRId32 " of %s", number, class);
    return NULL;
}

const struct attempt_row *run_attempt(const struct run *run, const char *class, int32_t number,
                                      int32_t attempt)
{
    int32_t job = run_job(run, class, number)->id;
    for (size_t i = 0; i < run->attempt_count; i++)
        if (run->attempts[i].job == job && run->attempts[i].number == attempt)
            return &run->attempts[i];
    cr_assert(0, "job %" PRId32 " of %s has no attempt %" PRId32, number, class, attempt);
    return NULL;
}

const struct lease_row *run_lease(const struct run *run, const char *pool, int32_t node)
{
    int32_t id = pool_id(run, pool);
    for (size_t i = 0; i < run->lease_count; i++)
        if (run->leases[i].pool == id && run->leases[i].node == node)
            return &run->leases[i];
    cr_assert(0, "there is no lease %" PRId32 " of %s", node, pool);
    return NULL;
}

size_t run_leases(const struct run *run, const char *pool)
{
    size_t count = 0;
    int32_t id = pool_id(run, pool);
    for (size_t i = 0; i < run->lease_count; i++)
        count += run->leases[i].pool == id;
    return count;
}

void run_expect_accounts(const char *file, int line, const char *what, const int64_t *found,
                         const char *const *names, int count, const int64_t *expected)
{
    for (int i = 0; i < count; i++)
        cr_expect_eq(found[i], expected[i], "%s:%d: %s: %s is %" PRId64 ", not %" PRId64, file,
                     line, what, names[i], found[i], expected[i]);
}
