/* See metrics.h. */
#include "analysis/metrics.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/collected.h"

int metrics_open(struct metrics **out, uint32_t tables, const char *currency, struct status *status)
{
    *out = NULL;
    struct metrics *metrics = mem_alloc(1, sizeof *metrics, status);
    if (metrics == NULL)
        return STATUS_MEMORY;
    metrics->tables = tables & METRICS_TABLES;
    metrics->completion_rep = -1;
    cells_init(&metrics->jobs, sizeof(struct job_sums));
    cells_init(&metrics->pools, sizeof(struct pool_sums));
    cells_init(&metrics->reps, sizeof(struct rep_sums));
    metrics->currency = arena_strdup(&metrics->arena, currency, status);
    if (metrics->currency == NULL) {
        metrics_close(&metrics);
        return STATUS_MEMORY;
    }
    *out = metrics;
    return 0;
}

void metrics_close(struct metrics **out)
{
    struct metrics *metrics = *out;
    if (metrics == NULL)
        return;
    *out = NULL;
    cells_free(&metrics->jobs);
    cells_free(&metrics->pools);
    cells_free(&metrics->reps);
    quantiles_free(&metrics->completion);
    mem_free(metrics->names);
    mem_free(metrics->pool_rows);
    mem_free(metrics->class_rows);
    arena_free(&metrics->arena);
    mem_free(metrics);
}

static struct pool_sums *pool_of(struct metrics *metrics, int32_t rep, int32_t pool,
                                 struct status *status)
{
    return cells_get(&metrics->pools, (struct cell_key){rep, pool, 0}, status);
}

static struct rep_sums *rep_of(struct metrics *metrics, int32_t rep, struct status *status)
{
    return cells_get(&metrics->reps, (struct cell_key){rep, 0, 0}, status);
}

/* ---- jobs ---- */

int metrics_finish(struct metrics *metrics, struct status *status)
{
    if (metrics->completion_rep < 0)
        return 0;
    struct rep_sums *rep = rep_of(metrics, metrics->completion_rep, status);
    if (rep == NULL)
        return STATUS_MEMORY;
    rep->p50 = quantiles_at(&metrics->completion, 0.50);
    rep->p95 = quantiles_at(&metrics->completion, 0.95);
    rep->p99 = quantiles_at(&metrics->completion, 0.99);
    rep->closed = true;
    metrics->completion_rep = -1;
    quantiles_free(&metrics->completion);
    return 0;
}

/* One set of completion times at a time is what bounds the memory. */
static int turn_to_rep(struct metrics *metrics, int32_t rep_id, struct status *status)
{
    if (rep_id == metrics->completion_rep)
        return 0;
    int code = metrics_finish(metrics, status);
    if (code != 0)
        return code;
    struct rep_sums *rep = rep_of(metrics, rep_id, status);
    if (rep == NULL)
        return STATUS_MEMORY;
    if (rep->closed)
        return status_set(status, STATUS_INPUT,
                          "Jobs of replication %" PRId32 " come in two places of table 'jobs'; all "
                          "jobs of a replication must follow each other.",
                          rep_id);
    metrics->completion_rep = rep_id;
    return 0;
}

static int check_times(const struct job_row *row, struct status *status)
{
    if (row->submit >= 0 && row->end >= row->submit && row->end <= SIM_TIME_MAX &&
        row->first_start <= row->end)
        return 0;
    return status_set(status, STATUS_INPUT,
                      "Job %" PRId32 " of replication %" PRId32 " is submitted at %" PRId64
                      " us, starts at %" PRId64 " us and ends at %" PRId64
                      " us: these times must ascend.",
                      row->id, row->rep, row->submit, row->first_start, row->end);
}

/* Returns 0 or the code of money_add. */
static int add_costs(struct job_sums *sums, const struct job_row *row, struct status *status)
{
    for (int a = 0; a < ACCOUNTS; ++a)
        if (row->cost[a] != 0 && money_add(&sums->cost[a], row->cost[a], status) != 0)
            return STATUS_OVERFLOW;
    return money_add(&sums->cost_total, row->cost_total, status);
}

static int add_completed(struct metrics *metrics, struct job_sums *sums, const struct job_row *row,
                         struct status *status)
{
    sim_time took = row->end - row->submit;
    sums->completion += took;
    if (took > sums->completion_max)
        sums->completion_max = took;
    sums->ideal += row->ideal;
    sums->work += row->work;
    int code = money_add(&sums->sticker, row->sticker, status);
    return code != 0 ? code : quantiles_add(&metrics->completion, took, status);
}

static int take_job(struct metrics *metrics, const struct job_row *row, struct status *status)
{
    int code = check_times(row, status);
    if (code == 0)
        code = turn_to_rep(metrics, row->rep, status);
    if (code != 0)
        return code;
    struct job_sums *sums =
        cells_get(&metrics->jobs, (struct cell_key){row->rep, row->class_id, row->pool}, status);
    if (sums == NULL)
        return STATUS_MEMORY;
    ++sums->jobs[row->outcome];
    sums->attempts += row->attempts;
    sums->attempts_over += row->outcome != OUTCOME_UNFINISHED ? row->attempts : 0;
    if (row->attempts > sums->attempts_max)
        sums->attempts_max = row->attempts;
    sums->deadlines += row->deadline_met >= 0;
    sums->deadlines_met += row->deadline_met == 1;
    for (int a = 0; a < TIME_ACCOUNTS; ++a)
        sums->time[a] += row->time[a];
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        sums->gpu[a] += row->gpu[a];
    sums->wall += row->end - row->submit;
    sums->running += row->first_start >= 0 ? row->end - row->first_start : 0;
    if (row->end > sums->last_end)
        sums->last_end = row->end;
    code = add_costs(sums, row, status);
    if (code == 0 && row->outcome == OUTCOME_COMPLETED)
        code = add_completed(metrics, sums, row, status);
    return code;
}

/* ---- the other tables ---- */

static int take_attempt(struct metrics *metrics, const struct attempt_row *row,
                        struct status *status)
{
    struct rep_sums *rep = rep_of(metrics, row->rep, status);
    if (rep == NULL)
        return STATUS_MEMORY;
    ++rep->attempts[row->ended_by];
    return 0;
}

static int take_lease(struct metrics *metrics, const struct lease_row *row, struct status *status)
{
    struct pool_sums *pool = pool_of(metrics, row->rep, row->pool, status);
    if (pool == NULL)
        return STATUS_MEMORY;
    pool->leases += row->granted >= 0;
    pool->billed += (quantity_t)row->billed * row->gpus;
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        pool->gpu[a] += row->gpu[a];
    return money_add(&pool->lease_cost, row->cost, status);
}

static int take_failure(struct metrics *metrics, const struct failure_row *row,
                        struct status *status)
{
    struct pool_sums *pool = pool_of(metrics, row->rep, row->pool, status);
    if (pool == NULL)
        return STATUS_MEMORY;
    if (row->cause == FAILURE_INTERRUPTION)
        ++pool->interruptions;
    else
        ++pool->failures;
    return 0;
}

static int take_posting(struct metrics *metrics, const struct ledger_row *row,
                        struct status *status)
{
    struct pool_sums *pool = pool_of(metrics, row->rep, row->pool, status);
    if (pool == NULL)
        return STATUS_MEMORY;
    int code = money_add(&pool->posted[row->account], row->amount, status);
    if (code != 0)
        return code;
    if (row->job < 0)
        return money_add(&pool->unattributed[row->account], row->amount, status);
    struct rep_sums *rep = rep_of(metrics, row->rep, status);
    return rep == NULL ? STATUS_MEMORY : money_add(&rep->job_postings, row->amount, status);
}

/* Known from here on, even if nothing else happened in it. */
static int take_run(struct metrics *metrics, const struct run_row *row, struct status *status)
{
    struct rep_sums *rep = rep_of(metrics, row->rep, status);
    if (rep == NULL)
        return STATUS_MEMORY;
    rep->has_run = true;
    rep->bill = row->bill;
    return 0;
}

static int take_pool(struct metrics *metrics, const struct pool_row *row, struct status *status)
{
    void *grown = metrics->pool_rows;
    size_t at = (size_t)row->id; /* they come in the order of their ids */
    if (at < metrics->pool_count && metrics->pool_rows[at].id == row->id)
        return 0;
    for (size_t i = 0; at != metrics->pool_count && i < metrics->pool_count; ++i)
        if (metrics->pool_rows[i].id == row->id)
            return 0;
    int code =
        mem_grow(&grown, &metrics->pool_capacity, metrics->pool_count + 1, sizeof *row, status);
    if (code == 0) {
        metrics->pool_rows = grown;
        metrics->pool_rows[metrics->pool_count++] = *row;
    }
    return code;
}

static int take_class(struct metrics *metrics, const struct class_row *row, struct status *status)
{
    void *grown = metrics->class_rows;
    size_t at = (size_t)row->id; /* they come in the order of their ids */
    if (at < metrics->class_count && metrics->class_rows[at].id == row->id)
        return 0;
    for (size_t i = 0; at != metrics->class_count && i < metrics->class_count; ++i)
        if (metrics->class_rows[i].id == row->id)
            return 0;
    int code =
        mem_grow(&grown, &metrics->class_capacity, metrics->class_count + 1, sizeof *row, status);
    if (code == 0) {
        metrics->class_rows = grown;
        metrics->class_rows[metrics->class_count++] = *row;
    }
    return code;
}

const char *metrics_name(const struct metrics *metrics, int32_t id)
{
    if (id >= 0 && (size_t)id < metrics->name_count && metrics->names[id].id == id)
        return metrics->names[id].name; /* names usually come in the order of their ids */
    for (size_t i = 0; i < metrics->name_count; ++i)
        if (metrics->names[i].id == id)
            return metrics->names[i].name;
    return "";
}

static int take_name(struct metrics *metrics, const struct trace_name *row, struct status *status)
{
    void *grown = metrics->names;
    int code =
        mem_grow(&grown, &metrics->name_capacity, metrics->name_count + 1, sizeof *row, status);
    if (code != 0)
        return code;
    metrics->names = grown;
    char *copy = arena_strdup(&metrics->arena, row->name, status);
    if (copy == NULL)
        return STATUS_MEMORY;
    metrics->names[metrics->name_count++] = (struct trace_name){row->id, row->kind, copy};
    return 0;
}

#define TAKE_ALL(take, row_type)                                                                   \
    for (size_t i = 0; i < count && code == 0; ++i)                                                \
        code = take(metrics, (const struct row_type *)rows + i, status);                           \
    break

static int take_rows(void *context, enum trace_table table, const void *rows, size_t count,
                     struct status *status)
{
    struct metrics *metrics = context;
    int code = 0;
    if (!(metrics->tables >> table & 1))
        return 0;
    switch (table) {
    case TRACE_JOBS:
        TAKE_ALL(take_job, job_row);
    case TRACE_ATTEMPTS:
        TAKE_ALL(take_attempt, attempt_row);
    case TRACE_LEASES:
        TAKE_ALL(take_lease, lease_row);
    case TRACE_FAILURES:
        TAKE_ALL(take_failure, failure_row);
    case TRACE_LEDGER:
        TAKE_ALL(take_posting, ledger_row);
    case TRACE_RUNS:
        TAKE_ALL(take_run, run_row);
    case TRACE_POOLS:
        TAKE_ALL(take_pool, pool_row);
    case TRACE_CLASSES:
        TAKE_ALL(take_class, class_row);
    case TRACE_NAMES:
        TAKE_ALL(take_name, trace_name);
    default:
        break;
    }
    return code;
}

struct trace_sink metrics_sink(struct metrics *metrics)
{
    return (struct trace_sink){metrics, take_rows};
}
