/* Totals: the bill, the result, the series. */
#include "tests/models/run_checks.h"

#include <inttypes.h>
#include <stdio.h>

const struct job_row *check_job(const struct run *run, int32_t id)
{
    for (size_t i = 0; i < run->job_count; i++)
        if (run->jobs[i].id == id)
            return &run->jobs[i];
    return NULL;
}

const struct attempt_row *check_attempt(const struct run *run, int32_t job, int32_t number)
{
    for (size_t i = 0; i < run->attempt_count; i++)
        if (run->attempts[i].job == job && run->attempts[i].number == number)
            return &run->attempts[i];
    return NULL;
}

const struct lease_row *check_lease(const struct run *run, int32_t pool, int32_t node)
{
    for (size_t i = 0; i < run->lease_count; i++)
        if (run->leases[i].pool == pool && run->leases[i].node == node)
            return &run->leases[i];
    return NULL;
}

/* ---- money ---- */

/* What is attributed to jobs, to pools and to nobody is the bill. */
static bool check_attribution(const struct run *run, char *report)
{
    money jobs = 0, ledger_jobs = 0, others = 0;
    for (size_t i = 0; i < run->job_count; i++) {
        const struct job_row *job = &run->jobs[i];
        money sum = 0;
        for (int a = 0; a < ACCOUNTS; a++) {
            CHECK(job->cost[a] >= 0, "job %d, %s", job->id, account_names[a]);
            sum += job->cost[a];
        }
        CHECK(sum == job->cost_total, "job %d", job->id);
        jobs += sum;
    }
    for (size_t i = 0; i < run->ledger_count; i++)
        *(run->ledger[i].job >= 0 ? &ledger_jobs : &others) += run->ledger[i].amount;
    CHECK(jobs == ledger_jobs, "%" PRId64 " and %" PRId64, jobs, ledger_jobs);
    CHECK(jobs + others == run->result.bill, "%" PRId64 " + %" PRId64 " and %" PRId64, jobs, others,
          run->result.bill);
    return true;
}

/* The bill once more, from the leases and what else is charged, with the prices of the plan. */
static bool check_bill(const struct run *run, char *report)
{
    struct status status = STATUS_INIT;
    const struct orchestration_spec *o = &run->plan.orchestration;
    money bill = 0, cost;
    for (int32_t pool = 0; pool < run->plan.pool_count; pool++) {
        quantity_t gpu_ticks = 0;
        money leases = 0;
        for (size_t i = 0; i < run->lease_count; i++) {
            if (run->leases[i].pool != pool)
                continue;
            gpu_ticks += (quantity_t)run->leases[i].billed * run->leases[i].gpus;
            leases += run->leases[i].cost;
        }
        money_cost(run->plan.pools[pool].price, gpu_ticks, &cost, &status);
        CHECK(cost == leases, "pool %d: %" PRId64 " and %" PRId64, pool, cost, leases);
        bill += cost;
    }
    for (size_t i = 0; i < run->job_count; i++) {
        const struct job_row *job = &run->jobs[i];
        for (int a = ACCOUNT_STORAGE; a < ACCOUNT_ORCHESTRATION; a++)
            bill += job->cost[a];
        bill += o->per_job + o->per_attempt * job->attempts;
    }
    money_cost(o->standing, run->result.end, &cost, &status);
    bill += cost;
    CHECK(status.code == 0, "%.200s", status.message);
    CHECK(bill == run->result.bill, "%" PRId64 " and %" PRId64, bill, run->result.bill);
    return true;
}

/* What jobs are charged for is what the leases saw, and what the pool keeps is the rest. */
static bool check_gpu_time(const struct run *run, char *report)
{
    for (int a = 0; a < GPU_ACCOUNTS; a++) {
        int64_t jobs = 0, leases = 0;
        for (size_t i = 0; i < run->job_count; i++) {
            CHECK(run->jobs[i].gpu[a] >= 0, "job %d, %s", run->jobs[i].id, account_names[a]);
            jobs += run->jobs[i].gpu[a];
        }
        for (size_t i = 0; i < run->lease_count; i++)
            leases += run->leases[i].gpu[a];
        bool of_pool = a == ACCOUNT_IDLE || a == ACCOUNT_DOWN || a == ACCOUNT_ROUNDING;
        if (a == ACCOUNT_PROVISIONING)
            CHECK(jobs <= leases, "%" PRId64 " and %" PRId64, jobs, leases);
        else
            CHECK(jobs == (of_pool ? 0 : leases), "%s: %" PRId64 " and %" PRId64, account_names[a],
                  jobs, leases);
    }
    return true;
}

/* ---- the result ---- */

static bool check_result(const struct run *run, char *report)
{
    int64_t outcomes[OUTCOMES] = {0};
    sim_time makespan = 0;
    for (size_t i = 0; i < run->job_count; i++) {
        outcomes[run->jobs[i].outcome]++;
        if (run->jobs[i].outcome != OUTCOME_UNFINISHED && run->jobs[i].end > makespan)
            makespan = run->jobs[i].end;
    }
    for (int o = 0; o < OUTCOMES; o++)
        CHECK(outcomes[o] == run->result.jobs[o], "%s", outcome_names[o]);
    CHECK(makespan == run->result.makespan, "%" PRId64 " and %" PRId64, makespan,
          run->result.makespan);
    if (run->plan.until < SIM_TIME_MAX)
        CHECK(run->result.end == run->plan.until, "%" PRId64, run->result.end);
    else
        CHECK(outcomes[OUTCOME_UNFINISHED] == 0, "%" PRId64 " jobs wait for ever",
              outcomes[OUTCOME_UNFINISHED]);
    return true;
}

/* The GPUs that attempts hold at the end of an instant are the busy ones of the series. */
static bool check_series(const struct run *run, char *report)
{
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series_row *row = &run->series[i];
        if (row->pool < 0 || row->time == run->result.end)
            continue;
        int64_t busy = 0;
        for (size_t k = 0; k < run->attempt_count; k++) {
            const struct attempt_row *a = &run->attempts[k];
            if (a->pool == row->pool && a->start <= row->time && row->time < a->end)
                busy += a->gpus;
        }
        CHECK(busy == row->busy_gpus, "pool %d at %" PRId64 ": %" PRId64 " and %" PRId64, row->pool,
              row->time, busy, row->busy_gpus);
        CHECK(row->claimed_gpus >= 0 && row->idle_gpus >= 0 && row->pending_gpus >= 0 &&
                  row->down_gpus >= 0,
              "pool %d at %" PRId64, row->pool, row->time);
    }
    return true;
}

bool run_check_totals(const struct run *run, char *report)
{
    return check_attribution(run, report) && check_bill(run, report) &&
           check_gpu_time(run, report) && check_result(run, report) && check_series(run, report);
}

bool run_check(const struct run *run, char *report)
{
    return run_check_totals(run, report) && run_check_jobs(run, report) &&
           run_check_nodes(run, report);
}
