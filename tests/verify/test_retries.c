/* A limited number of retries without checkpoints, and the buyer's formula. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/verify/verify.h"

TestSuite(retries, .timeout = 900);

static const char scenario[] = "retries.yaml";

struct retry {
    double work, mtbf, wait; /* hours */
    int retries;
    int jobs; /* a replication */
};

struct found {
    struct verify_values success, attempts, time, per_success, formula;
};

static double all_time(struct verify_run *run, int i)
{
    double seconds = 0;
    for (int account = 0; account < TIME_ACCOUNTS; account++)
        seconds += verify_metric(run, METRIC_TIME + account, NULL)[i];
    return seconds / 3600;
}

static void run_retries(const struct retry *r, struct found *found)
{
    struct verify_run run;
    verify_run(&run, scenario,
               "jobs.job.arrival.count=%d\njobs.job.run_time=%g h\n"
               "pools.cloud.failures.life={exponential: {mean: %g h}}\n"
               "jobs.job.retry={max_attempts: %d, backoff: %.6f s}",
               verify_count(r->jobs, 2000), r->work, r->mtbf, r->retries + 1, 3600 * r->wait);
    *found = (struct found){0};
    for (int i = 0; i < verify_replications(&run); i++) {
        double jobs = verify_metric(&run, METRIC_JOBS, NULL)[i];
        double completed = verify_metric(&run, METRIC_JOBS_COMPLETED, NULL)[i];
        double hours = all_time(&run, i);
        verify_add(&found->success, completed / jobs);
        verify_add(&found->attempts, verify_metric(&run, METRIC_ATTEMPTS_MEAN, NULL)[i]);
        verify_add(&found->time, hours / jobs);
        verify_add(&found->per_success, hours / completed);
        /* At 1 USD a GPU-hour and one GPU the formula's money is hours. */
        verify_add(&found->formula,
                   verify_metric(&run, METRIC_BUYERS_FORMULA, NULL)[i] / completed);
    }
    verify_close(&run);
}

static void check(struct verify_case c, struct verify_values *values)
{
    /* Deterministic, such as one attempt when there are no retries. */
    bool constant = true;
    for (int i = 1; i < values->n; i++)
        constant &= values->v[i] == values->v[0];
    if (constant)
        verify_check_exact(&c, values->v[0], 0);
    else
        verify_check(&c, values->v, values->n);
    verify_free(values);
}

static void oracle_retries(int n, const struct retry *r)
{
    struct found found;
    run_retries(r, &found);
    check(oracle_case("RT.p_success", n, scenario), &found.success);
    check(oracle_case("RT.E_attempts", n, scenario), &found.attempts);
    check(oracle_case("RT.E_time_h", n, scenario), &found.time);
    check(oracle_case("RT.E_time_per_success_h", n, scenario), &found.per_success);
    check(oracle_case("RT.seed_formula_w_over_p_h", n, scenario), &found.formula);
}

Test(retries, a_day_of_work_without_retries)
{
    oracle_retries(0, &(struct retry){24, 48, 0, 0, 25000});
}

Test(retries, a_day_of_work_with_three_retries)
{
    oracle_retries(1, &(struct retry){24, 48, 0.5, 3, 25000});
}

/* 7 % of the jobs complete. */
Test(retries, eleven_days_of_work_with_two_retries)
{
    oracle_retries(2, &(struct retry){264, 71.55, 34.0 / 60, 2, 250000});
}

Test(retries, other_values)
{
    struct retry r = {10, 30, 1, 1, 30000};
    struct found found;
    double p = exp(-1.0 / 3), a = 1 + (1 - p);
    char params[] = "w=10, MTBF=30, K=1, R=1";
    run_retries(&r, &found);
    check((struct verify_case){"RT.p_success", params, 1 - (1 - p) * (1 - p), scenario, 0, NULL},
          &found.success);
    check((struct verify_case){"RT.E_attempts", params, a, scenario, 0, NULL}, &found.attempts);
    check(
        (struct verify_case){"RT.E_time_h", params, a * (1 - p) * 30 + (a - 1), scenario, 0, NULL},
        &found.time);
    verify_free(&found.per_success);
    verify_free(&found.formula);
}
