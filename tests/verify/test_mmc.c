/* M/M/c by an ordinary scenario: mean wait, mean queue, P(wait > 0), P(wait > 1 h).
 *
 * At 90 % load the wait of one job tells little of the next 400, so plain averages would need 10^8
 * to 10^9 jobs: the intervals are those with control variates (control.h, path.h). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/verify/path.h"

TestSuite(mmc, .timeout = 900);

static const char scenario[] = "mmc.yaml";

struct study {
    struct multi queue;
    struct window window;
    struct verify_values wait, queue_length, waits, waits_hour;
    struct controls controls;
};

static void one_replication(const struct path *path, void *context)
{
    struct study *study = context;
    struct multi_values values;
    path_multi(path, study->window, &study->queue, &values, &study->controls);
    verify_add(&study->wait, values.wait);
    verify_add(&study->queue_length, values.queue);
    verify_add(&study->waits, values.waits);
    verify_add(&study->waits_hour, values.waits_hour);
}

/* Erlang's C formula for offered load a, by the recursion of his B. */
static double erlang_c(int c, double a)
{
    double b = 1;
    for (int k = 1; k <= c; k++)
        b = a * b / (k + a * b);
    return b / (1 - a / c * (1 - b));
}

/* jobs: in the windows of all replications together. warm_up and rest are a few times the
 * relaxation time 1 / (sqrt(c) - sqrt(a))^2 and the longest wait, in hours. */
static void run_study(struct study *study, double jobs, double warm_up, double rest)
{
    enum { BATCHES = 10, REPLICATIONS = 8 };
    double length = jobs / study->queue.rate / (BATCHES * REPLICATIONS);
    if (verify_quick())
        length /= 20;
    study->window = (struct window){warm_up, warm_up + length};
    for (int batch = 1; batch <= BATCHES; batch++) {
        struct verify_run run;
        verify_run(&run, scenario,
                   "pools.servers.gpus_per_node=%d\njobs.job.arrival.poisson.rate=%g /h\n"
                   "until=%.0f h\nreplications=%d\nseed=%d",
                   study->queue.servers, study->queue.rate, ceil(study->window.to + rest),
                   REPLICATIONS, batch);
        path_each(&run, one_replication, study);
        verify_close(&run);
    }
}

static void check(const struct verify_case *c, const struct verify_values *values,
                  const struct study *study)
{
    control_check(c, values, &study->controls);
}

static void free_study(struct study *study)
{
    verify_free(&study->wait);
    verify_free(&study->queue_length);
    verify_free(&study->waits);
    verify_free(&study->waits_hour);
    controls_free(&study->controls);
}

/* The n-th queue of the oracle. width: of the interval of P(wait > 1 h), 0 = as everywhere. */
static void oracle_study(struct study *study, int n, double width)
{
    struct verify_case c = oracle_case("Q.MMc_Wq", n, scenario);
    check(&c, &study->wait, study);
    c = oracle_case("Q.MMc_Lq", n, scenario);
    check(&c, &study->queue_length, study);
    c = oracle_case("Q.ErlangC", n, scenario);
    check(&c, &study->waits, study);
    c = oracle_case("Q.MMc_P(Wq>1)", n, scenario);
    if (width > 0) {
        c.width = width;
        c.remark = "rare event";
    }
    check(&c, &study->waits_hour, study);
    free_study(study);
}

Test(mmc, one_server_at_90_percent)
{
    struct study study = {.queue = {0.9, 1}};
    run_study(&study, 3e6, 2000, 400);
    oracle_study(&study, 0, 0);
}

Test(mmc, eight_servers_at_90_percent)
{
    struct study study = {.queue = {7.2, 8}};
    run_study(&study, 4e6, 200, 60);
    oracle_study(&study, 1, 0);
}

Test(mmc, sixty_four_servers_at_94_percent)
{
    struct study study = {.queue = {60, 64}};
    run_study(&study, 12e6, 100, 20);
    oracle_study(&study, 2, 0.1);
}

/* Another queue than the oracle's, by the formulas. */
Test(mmc, sixteen_servers_at_75_percent)
{
    struct study study = {.queue = {12, 16}};
    char params[] = "lam=12, mu=1, c=16";
    double waits = erlang_c(16, 12);
    run_study(&study, 2e6, 100, 20);
    check(&(struct verify_case){"Q.ErlangC", params, waits, scenario, 0, NULL}, &study.waits,
          &study);
    check(&(struct verify_case){"Q.MMc_Wq", params, waits / 4, scenario, 0, NULL}, &study.wait,
          &study);
    check(&(struct verify_case){"Q.MMc_Lq", params, 12 * waits / 4, scenario, 0, NULL},
          &study.queue_length, &study);
    free_study(&study);
}

/* The control variates take the laws of gaps and run times for granted, so these are looked at
 * closely: in 4e7 jobs, to 1e-3 of the mean, which moves a mean wait at 90 % load by 1 %. */
Test(mmc, gaps_and_run_times_have_their_means)
{
    struct verify_run run;
    struct verify_values gap = {0}, run_time = {0};
    int hours = verify_count(20000, 1000);
    verify_run(
        &run, scenario,
        "trace.tables=[]\npools.servers.gpus_per_node=64\njobs.job.arrival.poisson.rate=50 /h\n"
        "until=%d h",
        hours);
    for (int i = 0; i < verify_replications(&run); i++) {
        verify_add(&gap, hours / verify_metric(&run, METRIC_JOBS, NULL)[i]);
        verify_add(&run_time, verify_metric(&run, METRIC_TIME_MEAN + TIME_USEFUL, NULL)[i] / 3600);
    }
    verify_check(&(struct verify_case){"mean gap", "lam=50", 1.0 / 50, scenario, 0.002, NULL},
                 gap.v, gap.n);
    verify_check(
        &(struct verify_case){"mean run time", "exponential, 1 h", 1, scenario, 0.002, NULL},
        run_time.v, run_time.n);
    verify_free(&gap);
    verify_free(&run_time);
    verify_close(&run);
}
