/* See compare.h. */
#include "analysis/compare.h"

#include <math.h>

/* What was done by jobs of one class whose last attempt was on one pool. */
struct tally {
    double ideal, work, cost;
};

static size_t tally_index(const struct results *results, size_t class, size_t pool)
{
    return class * (size_t)results->pool_count + pool;
}

static size_t pair_count(const struct results *results)
{
    size_t pools = (size_t)results->pool_count;
    return pools > RESULTS_POOLS_COMPARED ? 0 : pools * (pools - 1) / 2;
}

static double quotient(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

static void add_pairs(struct results *results, int32_t class_id)
{
    for (int32_t a = 0; a < results->pool_count; ++a)
        for (int32_t b = a + 1; b < results->pool_count; ++b)
            results->comparisons[results->comparison_count++] = (struct comparison){
                .class_id = class_id,
                .a = results->pools[a].id,
                .b = results->pools[b].id,
                .price_ratio = quotient(results->pools[b].price_per_gpu_hour,
                                        results->pools[a].price_per_gpu_hour),
                .speed_ratio = NAN,
                .cost_ratio = NAN,
            };
}

int compare_begin(struct results *results, uint32_t tables, struct tally **tallies,
                  struct status *status)
{
    size_t classes = (size_t)results->class_count, pools = (size_t)results->pool_count;
    uint32_t both = 1u << TRACE_JOBS | 1u << TRACE_LEDGER;
    size_t rows = pools == 0 ? 0 : pair_count(results) * (1 + classes);
    *tallies = NULL;
    if (rows == 0)
        return 0;
    results->comparisons = arena_alloc(&results->arena, rows, sizeof *results->comparisons, status);
    *tallies = arena_alloc(&results->arena, classes * pools, sizeof **tallies, status);
    if (results->comparisons == NULL || *tallies == NULL)
        return STATUS_MEMORY;
    add_pairs(results, -1);
    for (size_t c = 0; c < classes && (tables & both) == both; ++c)
        add_pairs(results, results->classes[c].id);
    return 0;
}

/* Classes and pools are few and sorted by id, which are their places in the plan. */
static size_t class_place(const struct results *results, int32_t id)
{
    return (size_t)(results_class(results, id) - results->classes);
}

static struct tally *tally_of(const struct results *results, struct tally *tallies,
                              int32_t class_id, int32_t pool)
{
    const struct result_pool *found = results_pool(results, pool);
    return found == NULL ? NULL
                         : &tallies[tally_index(results, class_place(results, class_id),
                                                (size_t)(found - results->pools))];
}

void compare_add(const struct results *results, struct tally *tallies,
                 const struct job_sums *const *jobs, size_t job_count, const money *shares)
{
    for (size_t i = 0; i < job_count && tallies != NULL; ++i) {
        struct tally *tally = tally_of(results, tallies, jobs[i]->key.a, jobs[i]->key.b);
        if (tally == NULL) /* the job never had a pool */
            continue;
        tally->ideal += (double)jobs[i]->ideal;
        tally->work += jobs[i]->work;
        tally->cost += (double)jobs[i]->cost_total + (double)shares[i];
    }
}

void compare_end(struct results *results, struct tally *tallies)
{
    size_t kept = 0;
    for (size_t i = 0; i < results->comparison_count; ++i) {
        struct comparison row = results->comparisons[i];
        if (row.class_id >= 0) {
            const struct tally *a = tally_of(results, tallies, row.class_id, row.a);
            const struct tally *b = tally_of(results, tallies, row.class_id, row.b);
            if (!(a->work > 0 && b->work > 0))
                continue;
            row.speed_ratio = quotient(a->ideal / a->work, b->ideal / b->work);
            row.cost_ratio = quotient(b->cost / b->work, a->cost / a->work);
        }
        results->comparisons[kept++] = row;
    }
    results->comparison_count = kept;
}
