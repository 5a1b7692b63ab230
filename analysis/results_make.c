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

/* Records by replication and ids, taken one replication after the other. They come in order of
 * their first use, which is that of the rows: sorted, equal sums give equal results whatever that
 * order. */
struct sorted {
    const void **items; /* each begins with its struct cell_key */
    size_t count, next;
};

static int by_key(const void *a, const void *b)
{
    const struct cell_key *x = *(const struct cell_key *const *)a;
    const struct cell_key *y = *(const struct cell_key *const *)b;
    if (x->rep != y->rep)
        return x->rep < y->rep ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static int sort_cells(struct sorted *sorted, const struct cells *cells, struct status *status)
{
    sorted->items = mem_alloc(cells->count, sizeof *sorted->items, status);
    if (sorted->items == NULL)
        return STATUS_MEMORY;
    sorted->count = cells->count;
    for (size_t i = 0; i < cells->count; ++i)
        sorted->items[i] = cells_at(cells, i);
    qsort(sorted->items, sorted->count, sizeof *sorted->items, by_key);
    return 0;
}

/* Steps over the records of a replication, which must ascend from call to call. */
static const void **take_rep(struct sorted *sorted, int32_t rep, size_t *count)
{
    size_t first = sorted->next;
    while (sorted->next < sorted->count &&
           ((const struct cell_key *)sorted->items[sorted->next])->rep == rep)
        ++sorted->next;
    *count = sorted->next - first;
    return sorted->items + first;
}

struct all_reps {
    struct sorted jobs, pools, reps;
};

static int sort_all(struct all_reps *all, const struct metrics *metrics, struct status *status)
{
    int code = sort_cells(&all->jobs, &metrics->jobs, status);
    if (code == 0)
        code = sort_cells(&all->pools, &metrics->pools, status);
    return code != 0 ? code : sort_cells(&all->reps, &metrics->reps, status);
}

/* The records of one replication, those of jobs by class and pool. */
struct slice {
    const struct job_sums *const *jobs;
    const struct pool_sums *const *pools;
    size_t job_count, pool_count;
    struct rep_sums rep;
    money *shares; /* by jobs */
};

static int slice_make(struct slice *slice, struct all_reps *all, int32_t rep, struct status *status)
{
    size_t count;
    memset(slice, 0, sizeof *slice);
    slice->jobs = (const struct job_sums *const *)take_rep(&all->jobs, rep, &slice->job_count);
    slice->pools = (const struct pool_sums *const *)take_rep(&all->pools, rep, &slice->pool_count);
    const void **reps = take_rep(&all->reps, rep, &count);
    if (count > 0)
        slice->rep = *(const struct rep_sums *)reps[0];
    slice->shares = mem_alloc(slice->job_count, sizeof *slice->shares, status);
    if (slice->shares == NULL)
        return STATUS_MEMORY;
    return share_out(slice->jobs, slice->job_count, slice->pools, slice->pool_count, slice->shares,
                     status);
}

/* What the buyer's formula makes of one class on one pool, where a success rate means something:
 * every attempt of the completed work is charged in full. */
static double sticker_by_success(const struct job_sums *jobs)
{
    int64_t completed = jobs->jobs[OUTCOME_COMPLETED];
    double sticker = (double)jobs->sticker / (double)MONEY_NANO;
    return completed > 0 ? sticker * (double)jobs->attempts_over / (double)completed : 0;
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
        sums->sticker_by_success += sticker_by_success(slice->jobs[i]);
    }
    for (size_t i = 0; i < slice->pool_count && scope_kind != SCOPE_CLASS && code == 0; ++i)
        if (scope_kind == SCOPE_RUN || slice->pools[i]->key.a == scope)
            code = sums_add_pool(&sums->fleet, slice->pools[i], status);
    return code;
}

static int disagree(const struct metrics *metrics, int32_t rep, const char *what, money one,
                    const char *and_what, money other, struct status *status)
{
    char a[48], b[48];
    return status_set(status, STATUS_IDENTITY,
                      "In replication %" PRId32
                      " %s %s %s, but %s %s %s. Both must be equal to the "
                      "last nano-unit.",
                      rep, what, money_format(one, 9, 1, a, sizeof a), metrics->currency, and_what,
                      money_format(other, 9, 1, b, sizeof b), metrics->currency);
}

static money sum_of(const money *parts, int count)
{
    __int128 sum = 0; /* of sums that were checked one by one */
    for (int i = 0; i < count; ++i)
        sum += parts[i];
    return sum > INT64_MAX ? INT64_MAX : (money)sum;
}

/* Several tables tell the same money; that they agree is worth more than any of them. */
static int check_postings(const struct metrics *metrics, const struct sums *run, int32_t rep,
                          struct status *status)
{
    uint32_t tables = metrics->tables;
    const struct pool_sums *fleet = &run->fleet;
    if (!(tables >> TRACE_LEDGER & 1))
        return 0;
    if (tables >> TRACE_JOBS & 1 && run->jobs.cost_total != run->rep.job_postings)
        return disagree(metrics, rep, "the jobs cost", run->jobs.cost_total,
                        "the ledger posts to jobs", run->rep.job_postings, status);
    if (tables >> TRACE_LEASES & 1 && fleet->lease_cost != sum_of(fleet->posted, GPU_ACCOUNTS))
        return disagree(metrics, rep, "the leases cost", fleet->lease_cost,
                        "the ledger posts for GPU-time", sum_of(fleet->posted, GPU_ACCOUNTS),
                        status);
    if (run->rep.has_run && run->rep.bill != sum_of(fleet->posted, ACCOUNTS))
        return disagree(metrics, rep, "the bill is", run->rep.bill, "the ledger posts",
                        sum_of(fleet->posted, ACCOUNTS), status);
    return 0;
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
    struct all_reps all = {0};
    int code = sort_all(&all, metrics, status);
    if (code == 0)
        code = compare_begin(results, metrics->tables, &tallies, status);
    for (int32_t at = 0; at < results->replication_count && code == 0; ++at) {
        struct slice slice;
        code = slice_make(&slice, &all, results->replications[at], status);
        if (code == 0)
            code = evaluate_rep(results, metrics, &slice, at, status);
        if (code == 0)
            compare_add(results, tallies, slice.jobs, slice.job_count, slice.shares);
        mem_free(slice.shares);
    }
    if (code == 0)
        compare_end(results, tallies);
    mem_free(all.jobs.items);
    mem_free(all.pools.items);
    mem_free(all.reps.items);
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
