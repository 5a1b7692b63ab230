/* See share.h. */
#include "analysis/share.h"

#include <string.h>

static quantity_t gpu_time(const struct job_sums *jobs)
{
    quantity_t all = 0;
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        all += jobs->gpu[a];
    return all;
}

static quantity_t count(const struct job_sums *jobs)
{
    quantity_t all = 0;
    for (int i = 0; i < OUTCOMES; ++i)
        all += jobs->jobs[i];
    return all;
}

enum basis { BY_POOL, BY_GPU_TIME, BY_COUNT, BASES };

static quantity_t weight(const struct job_sums *jobs, enum basis basis, int32_t pool)
{
    if (basis == BY_COUNT)
        return count(jobs);
    return basis == BY_GPU_TIME || jobs->key.b == pool ? gpu_time(jobs) : 0;
}

/* Weights of the first basis on which there are any; false when there is no job. Scaled down
 * together when they would leave 64 bits. */
static bool weigh(const struct job_sums *const *jobs, size_t job_count, int32_t pool,
                  int64_t *weights)
{
    for (int basis = BY_POOL; basis < BASES; ++basis) {
        quantity_t all = 0;
        int shift = 0;
        for (size_t i = 0; i < job_count; ++i)
            all += weight(jobs[i], (enum basis)basis, pool);
        while (all >> shift >= (quantity_t)1 << 62)
            ++shift;
        for (size_t i = 0; i < job_count; ++i)
            weights[i] = (int64_t)(weight(jobs[i], (enum basis)basis, pool) >> shift);
        if (all > 0)
            return true;
    }
    return false;
}

static int share_pool(const struct job_sums *const *jobs, size_t job_count,
                      const struct pool_sums *pool, int64_t *weights, money *parts, money *shares,
                      struct status *status)
{
    money all = 0;
    int code = 0;
    for (int a = 0; a < ACCOUNTS && code == 0; ++a)
        code = money_add(&all, pool->unattributed[a], status);
    if (code != 0 || all == 0 || !weigh(jobs, job_count, pool->key.a, weights))
        return code;
    money_split(all, weights, job_count, parts);
    for (size_t i = 0; i < job_count && code == 0; ++i)
        code = money_add(&shares[i], parts[i], status);
    return code;
}

int share_out(const struct job_sums *const *jobs, size_t job_count,
              const struct pool_sums *const *pools, size_t pool_count, money *shares,
              struct status *status)
{
    int64_t *weights = mem_alloc(job_count, sizeof *weights, status);
    money *parts = mem_alloc(job_count, sizeof *parts, status);
    int code = weights == NULL || parts == NULL ? STATUS_MEMORY : 0;
    memset(shares, 0, job_count * sizeof *shares);
    for (size_t p = 0; p < pool_count && code == 0; ++p)
        code = share_pool(jobs, job_count, pools[p], weights, parts, shares, status);
    mem_free(weights);
    mem_free(parts);
    return code;
}
