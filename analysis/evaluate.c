/* See evaluate.h. What each metric means is in metric_infos[]. */
#include "analysis/evaluate.h"

#include <math.h>
#include <string.h>

#define SECOND   ((double)TICKS_PER_SECOND)
#define GPU_HOUR ((double)TICKS_PER_HOUR)

static double over(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

static double currency(money amount)
{
    return (double)amount / (double)MONEY_NANO;
}

/* ---- adding up ---- */

static int add_money(money *sum, const money *more, int count, struct status *status)
{
    int code = 0;
    for (int a = 0; a < count && code == 0; ++a)
        code = money_add(&sum[a], more[a], status);
    return code;
}

static void add_quantities(quantity_t *sum, const quantity_t *more, int count)
{
    for (int a = 0; a < count; ++a)
        sum[a] += more[a];
}

int sums_add_jobs(struct job_sums *sum, const struct job_sums *more, struct status *status)
{
    for (int i = 0; i < OUTCOMES; ++i)
        sum->jobs[i] += more->jobs[i];
    sum->attempts += more->attempts;
    sum->attempts_over += more->attempts_over;
    if (more->attempts_max > sum->attempts_max)
        sum->attempts_max = more->attempts_max;
    sum->deadlines += more->deadlines;
    sum->deadlines_met += more->deadlines_met;
    add_quantities(sum->time, more->time, TIME_ACCOUNTS);
    add_quantities(sum->gpu, more->gpu, GPU_ACCOUNTS);
    sum->wall += more->wall;
    sum->running += more->running;
    if (more->last_end > sum->last_end)
        sum->last_end = more->last_end;
    sum->completion += more->completion;
    if (more->completion_max > sum->completion_max)
        sum->completion_max = more->completion_max;
    sum->ideal += more->ideal;
    sum->work += more->work;
    int code = add_money(sum->cost, more->cost, ACCOUNTS, status);
    if (code == 0)
        code = money_add(&sum->cost_total, more->cost_total, status);
    return code != 0 ? code : money_add(&sum->sticker, more->sticker, status);
}

int sums_add_pool(struct pool_sums *sum, const struct pool_sums *more, struct status *status)
{
    sum->leases += more->leases;
    sum->billed += more->billed;
    add_quantities(sum->gpu, more->gpu, GPU_ACCOUNTS);
    sum->failures += more->failures;
    sum->interruptions += more->interruptions;
    int code = money_add(&sum->lease_cost, more->lease_cost, status);
    if (code == 0)
        code = add_money(sum->posted, more->posted, ACCOUNTS, status);
    return code != 0 ? code : add_money(sum->unattributed, more->unattributed, ACCOUNTS, status);
}

/* ---- jobs ---- */

static int64_t job_count(const struct job_sums *jobs)
{
    int64_t count = 0;
    for (int i = 0; i < OUTCOMES; ++i)
        count += jobs->jobs[i];
    return count;
}

static double of_jobs(enum metric_id id, const struct sums *sums)
{
    const struct job_sums *jobs = &sums->jobs;
    double all = (double)job_count(jobs), completed = (double)jobs->jobs[OUTCOME_COMPLETED];
    switch (id) {
    case METRIC_JOBS:
        return all;
    case METRIC_MAKESPAN:
        return (double)jobs->last_end / SECOND;
    case METRIC_COMPLETION_MEAN:
        return over((double)jobs->completion / SECOND, completed);
    case METRIC_COMPLETION_P50:
        return sums->rep.closed ? sums->rep.p50 / SECOND : NAN;
    case METRIC_COMPLETION_P95:
        return sums->rep.closed ? sums->rep.p95 / SECOND : NAN;
    case METRIC_COMPLETION_P99:
        return sums->rep.closed ? sums->rep.p99 / SECOND : NAN;
    case METRIC_COMPLETION_MAX:
        return completed > 0 ? (double)jobs->completion_max / SECOND : NAN;
    case METRIC_WAIT_MEAN:
        return over((double)(jobs->time[TIME_QUEUE] + jobs->time[TIME_CAPACITY] +
                             jobs->time[TIME_PROVISIONING]) /
                        SECOND,
                    all);
    case METRIC_ATTEMPTS:
        return (double)jobs->attempts;
    case METRIC_ATTEMPTS_MEAN:
        return over((double)jobs->attempts, all);
    case METRIC_ATTEMPTS_MAX:
        return (double)jobs->attempts_max;
    case METRIC_DEADLINE_JOBS:
        return (double)jobs->deadlines;
    case METRIC_DEADLINE_HIT_RATE:
        return over((double)jobs->deadlines_met, (double)jobs->deadlines);
    case METRIC_ETTR:
        return over((double)jobs->time[TIME_USEFUL], (double)jobs->running);
    case METRIC_ETTR_WALL:
        return over((double)jobs->time[TIME_USEFUL], (double)jobs->wall);
    default:
        return (double)jobs->jobs[id - METRIC_JOBS_COMPLETED + OUTCOME_COMPLETED];
    }
}

/* ---- fleet and reliability ---- */

static int64_t attempts_ended(const struct rep_sums *rep)
{
    int64_t count = 0;
    for (int i = 0; i < ATTEMPT_ENDS; ++i)
        count += i == ATTEMPT_CUT ? 0 : rep->attempts[i];
    return count;
}

static double success_rate(const struct rep_sums *rep)
{
    return over((double)rep->attempts[ATTEMPT_COMPLETED], (double)attempts_ended(rep));
}

static double of_fleet(enum metric_id id, const struct sums *sums)
{
    const struct pool_sums *fleet = &sums->fleet;
    const quantity_t *gpu = fleet->gpu;
    switch (id) {
    case METRIC_ATTEMPTS_COMPLETED:
        return (double)sums->rep.attempts[ATTEMPT_COMPLETED];
    case METRIC_ATTEMPTS_FAILED:
        return (double)sums->rep.attempts[ATTEMPT_NODE_FAILURE];
    case METRIC_ATTEMPTS_INTERRUPTED:
        return (double)sums->rep.attempts[ATTEMPT_INTERRUPTED];
    case METRIC_SUCCESS_RATE:
        return success_rate(&sums->rep);
    case METRIC_FAILURES:
        return (double)fleet->failures;
    case METRIC_INTERRUPTIONS:
        return (double)fleet->interruptions;
    case METRIC_GPU_BILLED:
        return (double)fleet->billed / GPU_HOUR;
    case METRIC_UTILISATION:
        return over((double)(gpu[ACCOUNT_USEFUL] + gpu[ACCOUNT_CHECKPOINT] + gpu[ACCOUNT_LOST] +
                             gpu[ACCOUNT_RESTORE] + gpu[ACCOUNT_STAGING] + gpu[ACCOUNT_DETECT]),
                    (double)fleet->billed);
    case METRIC_GOODPUT:
        return over((double)gpu[ACCOUNT_USEFUL], (double)fleet->billed);
    default:
        return (double)fleet->leases;
    }
}

static double of_gpu(int account, const struct sums *sums)
{
    const quantity_t *gpu = sums->scope_kind == SCOPE_CLASS ? sums->jobs.gpu : sums->fleet.gpu;
    return (double)gpu[account] / GPU_HOUR;
}

/* ---- money ---- */

static int sum_money(const money *amounts, int count, money *sum, struct status *status)
{
    int code = 0;
    *sum = 0;
    for (int a = 0; a < count && code == 0; ++a)
        code = money_add(sum, amounts[a], status);
    return code;
}

/* What the provider of a pool charges: its leases and the services bought there. The scheduler is
 * not his. */
static int pool_bill(const struct pool_sums *pool, money *bill, struct status *status)
{
    int code = 0;
    *bill = pool->lease_cost;
    for (int a = GPU_ACCOUNTS; a < ACCOUNTS && code == 0; ++a)
        if (a != ACCOUNT_ORCHESTRATION)
            code = money_add(bill, pool->posted[a], status);
    return code;
}

/* The price of a pool is one number, so its leases' cost is split by their GPU-time. Postings would
 * not do: the ledger puts all of a job on its last pool. */
static void split_leases(const struct pool_sums *pool, money *parts)
{
    int64_t weights[GPU_ACCOUNTS];
    quantity_t all = 0;
    int shift = 0;
    memset(parts, 0, GPU_ACCOUNTS * sizeof *parts);
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        all += pool->gpu[a];
    while (all >> shift >= (quantity_t)1 << 62)
        ++shift;
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        weights[a] = (int64_t)(pool->gpu[a] >> shift);
    if (all > 0)
        money_split(pool->lease_cost, weights, GPU_ACCOUNTS, parts);
}

static money bill_account(int account, const struct sums *sums)
{
    money parts[GPU_ACCOUNTS];
    if (sums->scope_kind == SCOPE_CLASS)
        return sums->jobs.cost[account];
    if (sums->scope_kind == SCOPE_RUN || account >= GPU_ACCOUNTS)
        return sums->fleet.posted[account];
    split_leases(&sums->fleet, parts);
    return parts[account];
}

static int bill(const struct sums *sums, money *nano, struct status *status)
{
    switch (sums->scope_kind) {
    case SCOPE_POOL:
        return pool_bill(&sums->fleet, nano, status);
    case SCOPE_CLASS:
        *nano = sums->jobs.cost_total;
        return money_add(nano, sums->shared, status);
    default:
        return sum_money(sums->fleet.posted, ACCOUNTS, nano, status);
    }
}

static double buyers_formula(const struct sums *sums)
{
    static const enum account beside[] = {ACCOUNT_STORAGE, ACCOUNT_NETWORK, ACCOUNT_EGRESS,
                                          ACCOUNT_IDLE, ACCOUNT_ORCHESTRATION};
    double cost = sums->jobs.jobs[OUTCOME_COMPLETED] > 0 ? sums->sticker_by_success : NAN;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; ++i)
        cost += currency(sums->fleet.posted[beside[i]]);
    return cost;
}

static int of_money(enum metric_id id, const struct sums *sums, double *value, money *nano,
                    struct status *status)
{
    money total = 0;
    int code = bill(sums, &total, status);
    *nano = id == METRIC_BILL          ? total
            : id == METRIC_COST_SHARED ? sums->shared
                                       : sums->jobs.sticker;
    switch (id) {
    case METRIC_COST_PER_COMPLETED_JOB:
        *value = over(currency(total), (double)sums->jobs.jobs[OUTCOME_COMPLETED]);
        break;
    case METRIC_COST_PER_WORK:
        *value = over(currency(total), sums->jobs.work);
        break;
    case METRIC_BUYERS_FORMULA:
        *value = buyers_formula(sums);
        break;
    case METRIC_FORMULA_TO_BILL:
        *value = over(buyers_formula(sums), currency(total));
        break;
    default:
        *value = currency(*nano);
    }
    return code;
}

/* ---- all ---- */

static bool within(enum metric_id id, int first, int last)
{
    return (int)id >= first && (int)id <= last;
}

int evaluate(enum metric_id id, const struct sums *sums, double *value, money *nano,
             struct status *status)
{
    *nano = 0;
    if (within(id, METRIC_TIME, METRIC_TIME_END))
        *value = (double)sums->jobs.time[id - METRIC_TIME] / SECOND;
    else if (within(id, METRIC_TIME_MEAN, METRIC_TIME_MEAN_END))
        *value = over((double)sums->jobs.time[id - METRIC_TIME_MEAN] / SECOND,
                      (double)job_count(&sums->jobs));
    else if (within(id, METRIC_GPU, METRIC_GPU_END))
        *value = of_gpu(id - METRIC_GPU, sums);
    else if (within(id, METRIC_BILL_ACCOUNT, METRIC_BILL_ACCOUNT_END))
        *value = currency(*nano = bill_account(id - METRIC_BILL_ACCOUNT, sums));
    else if (id < METRIC_TIME)
        *value = of_jobs(id, sums);
    else if (id < METRIC_BILL)
        *value = of_fleet(id, sums);
    else
        return of_money(id, sums, value, nano, status);
    return 0;
}

bool evaluable(enum metric_id id, int32_t scope_kind, uint32_t tables)
{
    static const uint32_t jobs = 1u << TRACE_JOBS, ledger = 1u << TRACE_LEDGER,
                          leases = 1u << TRACE_LEASES;
    const struct metric_info *info = &metric_infos[id];
    uint32_t needed = info->tables;
    int scope = scope_kind == SCOPE_RUN ? IN_RUN : scope_kind == SCOPE_POOL ? IN_POOL : IN_CLASS;
    bool account = within(id, METRIC_BILL_ACCOUNT, METRIC_BILL_ACCOUNT_END);
    if (within(id, METRIC_GPU, METRIC_GPU_END))
        needed = scope_kind == SCOPE_CLASS ? jobs : leases;
    else if (account || id == METRIC_BILL)
        needed = scope_kind == SCOPE_POOL    ? ledger | leases
                 : scope_kind == SCOPE_CLASS ? (account ? jobs : jobs | ledger)
                                             : ledger;
    return info->scopes & scope && (needed & tables) == needed;
}
