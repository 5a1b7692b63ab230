/* Results out of what the collector has summed up: one replication after the other is summed up by
 * scope and evaluated. The top of the module: nothing here is called by the files it calls. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/build.h"
#include "analysis/compare.h"
#include "analysis/evaluate.h"
#include "analysis/results.h"
#include "analysis/share.h"

/* ---- one replication ---- */

/* Pointers to the records of one replication, those of jobs by class and pool. */
struct slice {
    const struct job_sums **jobs;
    const struct pool_sums **pools;
    size_t job_count, pool_count;
    struct rep_sums rep;
    money *shares; /* by job_sums */
};

static void slice_free(struct slice *slice)
{
    mem_free(slice->jobs);
    mem_free(slice->pools);
    mem_free(slice->shares);
}

static int by_key(const void *a, const void *b)
{
    const struct cell_key *x = *(const struct cell_key *const *)a;
    const struct cell_key *y = *(const struct cell_key *const *)b;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* The records come in order of their first use, which is that of the rows: sorted, equal sums give
 * equal results whatever that order. */
static size_t select_rep(const struct cells *cells, int32_t rep, const void **out)
{
    size_t count = 0;
    for (size_t i = 0; i < cells->count; ++i) {
        const struct cell_key *key = cells_at(cells, i);
        if (key->rep == rep)
            out[count++] = key;
    }
    qsort(out, count, sizeof *out, by_key);
    return count;
}

static int slice_make(struct slice *slice, const struct metrics *metrics, int32_t rep,
                      struct status *status)
{
    memset(slice, 0, sizeof *slice);
    slice->jobs = mem_alloc(metrics->jobs.count, sizeof *slice->jobs, status);
    slice->pools = mem_alloc(metrics->pools.count, sizeof *slice->pools, status);
    slice->shares = mem_alloc(metrics->jobs.count, sizeof *slice->shares, status);
    if (slice->jobs == NULL || slice->pools == NULL || slice->shares == NULL)
        return STATUS_MEMORY;
    slice->job_count = select_rep(&metrics->jobs, rep, (const void **)slice->jobs);
    slice->pool_count = select_rep(&metrics->pools, rep, (const void **)slice->pools);
    for (size_t i = 0; i < metrics->reps.count; ++i) {
        const struct rep_sums *sums = cells_at(&metrics->reps, i);
        if (sums->key.rep == rep)
            slice->rep = *sums;
    }
    return share_out(slice->jobs, slice->job_count, slice->pools, slice->pool_count, slice->shares,
                     status);
}

/* The sums of one scope out of a replication. */
static int gather(const struct slice *slice, int32_t scope_kind, int32_t scope, struct sums *sums,
                  struct status *status)
{
    int code = 0;
    memset(sums, 0, sizeof *sums);
    sums->scope_kind = scope_kind;
    sums->rep = slice->rep;
    for (size_t i = 0; i < slice->job_count && scope_kind != SCOPE_POOL && code == 0; ++i) {
        if (scope_kind == SCOPE_CLASS && slice->jobs[i]->key.a != scope)
            continue;
        code = sums_add_jobs(&sums->jobs, slice->jobs[i], status);
        if (code == 0)
            code = money_add(&sums->shared, slice->shares[i], status);
    }
    for (size_t i = 0; i < slice->pool_count && scope_kind != SCOPE_CLASS && code == 0; ++i)
        if (scope_kind == SCOPE_RUN || slice->pools[i]->key.a == scope)
            code = sums_add_pool(&sums->fleet, slice->pools[i], status);
    return code;
}

/* Both tables tell what jobs cost; that they say the same is worth more than either. */
static int check_postings(const struct metrics *metrics, const struct sums *run, int32_t rep,
                          struct status *status)
{
    uint32_t both = 1u << TRACE_JOBS | 1u << TRACE_LEDGER;
    char jobs[48], ledger[48];
    if ((metrics->tables & both) != both || run->jobs.cost_total == run->rep.job_postings)
        return 0;
    return status_set(
        status, STATUS_IDENTITY,
        "In replication %" PRId32 " the jobs cost %s %s, but the ledger posts %s %s "
        "to jobs. Both must be equal to the last nano-unit.",
        rep, money_format(run->jobs.cost_total, 9, 1, jobs, sizeof jobs), metrics->currency,
        money_format(run->rep.job_postings, 9, 1, ledger, sizeof ledger), metrics->currency);
}

static int evaluate_rep(struct results *results, const struct metrics *metrics,
                        const struct slice *slice, int32_t at, struct status *status)
{
    struct sums sums;
    const struct metric *last = NULL;
    int code = 0;
    for (size_t i = 0; i < results->metric_count && code == 0; ++i) {
        struct metric *metric = &results->metrics[i];
        money nano;
        if (last == NULL || last->scope_kind != metric->scope_kind ||
            last->scope != metric->scope) {
            code = gather(slice, metric->scope_kind, metric->scope, &sums, status);
            if (code == 0 && metric->scope_kind == SCOPE_RUN)
                code = check_postings(metrics, &sums, results->replications[at], status);
        }
        last = metric;
        if (code == 0)
            code = evaluate(metric->id, &sums, &metric->values[at], &nano, status);
        if (code == 0 && metric->nano != NULL)
            metric->nano[at] = nano;
    }
    return code;
}

/* ---- the frame ---- */

static int by_number(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static int list_replications(struct results *results, const struct metrics *metrics,
                             struct status *status)
{
    const struct cells *all[] = {&metrics->reps, &metrics->jobs, &metrics->pools};
    size_t most = metrics->reps.count + metrics->jobs.count + metrics->pools.count;
    int32_t count = 0, kept = 0, *reps = arena_alloc(&results->arena, most, sizeof *reps, status);
    if (reps == NULL)
        return STATUS_MEMORY;
    for (int table = 0; table < 3; ++table)
        for (size_t i = 0; i < all[table]->count; ++i)
            reps[count++] = ((const struct cell_key *)cells_at(all[table], i))->rep;
    qsort(reps, (size_t)count, sizeof *reps, by_number);
    for (int32_t i = 0; i < count; ++i)
        if (kept == 0 || reps[kept - 1] != reps[i])
            reps[kept++] = reps[i];
    count = kept;
    results->replications = reps;
    results->replication_count = count;
    return 0;
}

/* A row of a pool or class that no table describes cannot be named in a summary. */
static int check_described(const struct results *results, const struct metrics *metrics,
                           struct status *status)
{
    for (size_t i = 0; i < metrics->jobs.count; ++i) {
        const struct cell_key *key = cells_at(&metrics->jobs, i);
        if (results_class(results, key->a) == NULL)
            return status_set(status, STATUS_INPUT,
                              "Table 'jobs' names class %" PRId32
                              ", which table 'classes' does not describe.",
                              key->a);
    }
    for (size_t i = 0; i < metrics->pools.count; ++i) {
        const struct cell_key *key = cells_at(&metrics->pools, i);
        if (key->a >= 0 && results_pool(results, key->a) == NULL)
            return status_set(status, STATUS_INPUT,
                              "A lease, failure or posting names pool %" PRId32
                              ", which table 'pools' does not describe.",
                              key->a);
    }
    return 0;
}

static int describe(struct results *results, const struct metrics *metrics, struct status *status)
{
    results->largest_name = -1;
    for (size_t i = 0; i < metrics->name_count; ++i)
        if (metrics->names[i].id > results->largest_name)
            results->largest_name = metrics->names[i].id;
    int code = build_text(results, &results->currency, metrics->currency, status);
    if (code == 0)
        code = build_pools(results, metrics, status);
    if (code == 0)
        code = build_classes(results, metrics, status);
    return code;
}

static int evaluate_all(struct results *results, const struct metrics *metrics,
                        struct status *status)
{
    struct tally *tallies = NULL;
    int code = compare_begin(results, metrics->tables, &tallies, status);
    for (int32_t at = 0; at < results->replication_count && code == 0; ++at) {
        struct slice slice;
        code = slice_make(&slice, metrics, results->replications[at], status);
        if (code == 0)
            code = evaluate_rep(results, metrics, &slice, at, status);
        if (code == 0)
            compare_add(results, tallies, slice.jobs, slice.job_count, slice.shares);
        slice_free(&slice);
    }
    if (code == 0)
        compare_end(results, tallies);
    return code;
}

int results_make(struct results *results, struct metrics *metrics, struct status *status)
{
    memset(results, 0, sizeof *results);
    results->missing = METRICS_TABLES & ~metrics->tables;
    int code = metrics_finish(metrics, status);
    if (code == 0)
        code = describe(results, metrics, status);
    if (code == 0)
        code = check_described(results, metrics, status);
    if (code == 0)
        code = list_replications(results, metrics, status);
    if (code == 0)
        code = build_metrics(results, metrics->tables, status);
    if (code == 0)
        code = evaluate_all(results, metrics, status);
    if (code == 0)
        code = build_statistics(results, status);
    if (code != 0)
        results_free(results);
    return code;
}
