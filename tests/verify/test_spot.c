/* Spot nodes that are taken back at random: makespan, what is billed, how often. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/verify/verify.h"

TestSuite(spot, .timeout = 900);

static const char scenario[] = "spot.yaml";

static void spot_case(struct verify_case makespan, struct verify_case up,
                      struct verify_case preempted, const char *settings, int jobs)
{
    struct verify_run run;
    struct verify_values hours = {0}, billed = {0}, preemptions = {0};
    verify_run(&run, scenario, "%sjobs.job.arrival.count=%d", settings, verify_count(jobs, 25));
    for (int i = 0; i < verify_replications(&run); i++) {
        double n = verify_metric(&run, METRIC_JOBS, NULL)[i];
        double useful = verify_metric(&run, METRIC_TIME_MEAN + TIME_USEFUL, NULL)[i] / 3600;
        /* The wait for the first node does not count: the ratio is useful time / (end - first
         * start). */
        verify_add(&hours, useful / verify_metric(&run, METRIC_ETTR, NULL)[i]);
        verify_add(&billed, verify_metric(&run, METRIC_GPU_BILLED, NULL)[i] / n);
        verify_add(&preemptions, verify_metric(&run, METRIC_ATTEMPTS_MEAN, NULL)[i] - 1);
    }
    verify_close(&run);
    verify_check(&makespan, hours.v, hours.n);
    verify_check(&up, billed.v, billed.n);
    verify_check(&preempted, preemptions.v, preemptions.n);
    verify_free(&hours);
    verify_free(&billed);
    verify_free(&preemptions);
}

Test(spot, two_days_with_hourly_checkpoints)
{
    spot_case(oracle_case("S.makespan_h", 0, scenario), oracle_case("S.billed_up_h", 0, scenario),
              oracle_case("S.E_preemptions", 0, scenario), "", 2000);
}

/* 1,443 preemptions before one attempt gets through: a geometric number, with a standard deviation
 * as large as its mean. 1 % would take 6e8 attempts; a width of 4 % is asked for. */
Test(spot, two_days_without_checkpoints)
{
    struct verify_case c[] = {oracle_case("S.makespan_h", 1, scenario),
                              oracle_case("S.billed_up_h", 1, scenario),
                              oracle_case("S.E_preemptions", 1, scenario)};
    for (int i = 0; i < 3; i++) {
        c[i].width = 0.04;
        c[i].remark = "rare event";
    }
    spot_case(
        c[0], c[1], c[2],
        "pools.spot.capacity={}\npools.spot.interruption.after={exponential: {mean: 24000 s}}\n"
        "jobs.job.run_time=48.5 h\njobs.job.checkpoint={}\njobs.job.restore=0 s\n"
        "jobs.job.arrival.poisson.rate=0.01 /h\n",
        1300);
}

/* Other values: 12 segments of 30 min, C = 1 min, R = 5 min, M = 2 h, a constant wait of 1 h. */
Test(spot, other_values)
{
    double up = 12 * 2 * exp(5.0 / 120) * expm1(31.0 / 120);
    char params[] = "W=6, tau=0.5, C_min=1, R_min=5, nu=0.5, wait=1";
    spot_case(
        (struct verify_case){"S.makespan_h", params, up + up / 2, scenario, 0, NULL},
        (struct verify_case){"S.billed_up_h", params, up, scenario, 0, NULL},
        (struct verify_case){"S.E_preemptions", params, up / 2, scenario, 0, NULL},
        "pools.spot.capacity.wait=1 h\npools.spot.interruption.after={exponential: {mean: 2 h}}\n"
        "jobs.job.run_time=6 h\njobs.job.restore=5 min\n"
        "jobs.job.checkpoint={interval: 30 min, write: 1 min, at_end: true}\n",
        5000);
}
