/* Elastic pools: nodes in use, losses, rounding of leases; spares; two pools that cost the same. */
#include <criterion/criterion.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "tests/verify/control.h"
#include "tests/verify/verify.h"

TestSuite(pools, .timeout = 900);

static const char mginf[] = "mginf.yaml", loss[] = "erlang-b.yaml", billing[] = "billing.yaml",
                  spares[] = "spares.yaml", break_even[] = "break-even.yaml";

/* ---- nodes in use ---- */

/* Share of the time, from `from` hours on, in which at most `most` nodes are there: each lease is
 * +1 and -1. */
struct change {
    double time;
    int by;
};

struct in_use {
    double from, to;
    int most;
    int32_t replication;
    struct change *changes;
    size_t count, capacity;
    struct verify_values share;
};

static int by_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static void in_use_done(struct in_use *u)
{
    double now = u->from, few = 0;
    int nodes = 0;
    if (u->count == 0)
        return;
    qsort(u->changes, u->count, sizeof *u->changes, by_time);
    for (size_t i = 0; i < u->count; i++) {
        double t = fmin(fmax(u->changes[i].time, u->from), u->to);
        few += nodes <= u->most ? t - now : 0;
        now = t;
        nodes += u->changes[i].by;
    }
    few += nodes <= u->most ? u->to - now : 0;
    verify_add(&u->share, few / (u->to - u->from));
    u->count = 0;
}

static void change(struct in_use *u, sim_time time, int by)
{
    if (u->count == u->capacity) {
        u->capacity = u->capacity ? 2 * u->capacity : 1024;
        u->changes = realloc(u->changes, u->capacity * sizeof *u->changes);
        cr_assert(u->changes);
    }
    u->changes[u->count++] = (struct change){(double)time / (double)TICKS_PER_HOUR, by};
}

static int leases(void *context, enum trace_table table, const void *rows, size_t count,
                  struct status *status)
{
    struct in_use *u = context;
    const struct lease_row *lease = rows;
    (void)table, (void)status;
    for (size_t i = 0; i < count; i++) {
        if (lease[i].rep != u->replication)
            in_use_done(u);
        u->replication = lease[i].rep;
        change(u, lease[i].granted, 1);
        change(u, lease[i].released, -1);
    }
    return 0;
}

static void nodes_in_use(struct verify_case c, double rate, const char *run_time, int most)
{
    struct verify_run run;
    int hours = verify_count(10000, 500);
    /* Lognormal run times of 5 h: after 200 h all but 1e-3 jobs of the time before are gone. */
    struct in_use u = {.from = 200, .to = 200 + hours, .most = most, .replication = -1};
    verify_run(&run, mginf, "until=%d h\njobs.job.arrival.poisson.rate=%g /h\njobs.job.run_time=%s",
               200 + hours, rate, run_time);
    verify_rows(&run, TRACE_LEASES, (struct trace_sink){&u, leases});
    in_use_done(&u);
    verify_check(&c, u.share.v, u.share.n);
    verify_close(&run);
    verify_free(&u.share);
    free(u.changes);
}

Test(pools, nodes_of_an_unlimited_pool_are_poisson)
{
    nodes_in_use(oracle_case("Q.MGinf_P(N<=15)", 0, mginf), 2, "{lognormal: {mean: 5 h, cv: 1.5}}",
                 15);
}

/* The same law whatever the run times (insensitivity); and another load. */
Test(pools, nodes_of_an_unlimited_pool_do_not_depend_on_the_law_of_run_times)
{
    nodes_in_use((struct verify_case){"Q.MGinf_P(N<=15)", "lam=2, ES=5, constant run time",
                                      gsl_cdf_poisson_P(15, 10), mginf, 0, NULL},
                 2, "5 h", 15);
    nodes_in_use((struct verify_case){"Q.MGinf_P(N<=4)", "lam=3, ES=1, exponential",
                                      gsl_cdf_poisson_P(4, 3), mginf, 0, NULL},
                 3, "{exponential: {mean: 1 h}}", 4);
}

static void loss_case(struct verify_case c, double rate, int servers, int hours)
{
    struct verify_run run;
    struct verify_values share = {0};
    struct controls controls = {0};
    hours = verify_count(hours, 500);
    verify_run(&run, loss, "pools.own.nodes=%d\njobs.job.arrival.poisson.rate=%g /h\nuntil=%d h",
               servers, rate, hours);
    for (int i = 0; i < verify_replications(&run); i++) {
        double jobs = verify_metric(&run, METRIC_JOBS, NULL)[i];
        /* The own nodes are leases too. */
        verify_add(&share, (verify_metric(&run, METRIC_LEASES, NULL)[i] - servers) / jobs);
        controls_add(&controls, 0, jobs / hours - rate);
        controls_add(&controls, 1,
                     verify_metric(&run, METRIC_TIME_MEAN + TIME_USEFUL, NULL)[i] / 3600 - 1);
    }
    control_check(&c, &share, &controls);
    controls_free(&controls);
    verify_free(&share);
    verify_close(&run);
}

Test(pools, jobs_that_find_the_own_gpus_busy)
{
    loss_case(oracle_case("Q.ErlangB", 0, loss), 0.9, 1, 50000);
    loss_case(oracle_case("Q.ErlangB", 1, loss), 7.2, 8, 20000);
    loss_case(oracle_case("Q.ErlangB", 2, loss), 60, 64, 8000);
}

/* ---- rounding of leases ---- */

static void billed(struct verify_case c, const char *settings, int jobs)
{
    struct verify_run run;
    struct verify_values hours = {0};
    verify_run(&run, billing, "jobs.job.arrival.count=%d\n%s", verify_count(jobs, 1000), settings);
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, verify_metric(&run, METRIC_GPU_BILLED, NULL)[i] /
                               verify_metric(&run, METRIC_LEASES, NULL)[i]);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

Test(pools, exponential_leases_are_rounded_up)
{
    billed(oracle_case("B.E_billed_exp", 0, billing),
           "jobs.job.run_time={exponential: {mean: 1 h}}", 20000);
    billed(oracle_case("B.E_billed_exp", 1, billing),
           "jobs.job.run_time={exponential: {mean: 2 h}}", 20000);
    billed(oracle_case("B.E_billed_exp", 2, billing),
           "jobs.job.run_time={exponential: {mean: 17519.999825 s}}\n"
           "pools.cloud.billing.granularity=15 min",
           20000);
    billed(
        (struct verify_case){"B.E_billed_exp", "rate_per_h=6, granule_h=0.5", 0.5 / (1 - exp(-3)),
                             billing, 0, NULL},
        "jobs.job.run_time={exponential: {mean: 10 min}}\npools.cloud.billing.granularity=30 min",
        20000);
}

Test(pools, leases_have_a_minimum)
{
    billed(oracle_case("B.E_billed_exp_min", 0, billing),
           "jobs.job.run_time={exponential: {mean: 3 min}}\n"
           "pools.cloud.billing={granularity: 0.001 ms, minimum: 1 min}",
           20000);
}

Test(pools, uniform_leases_are_rounded_up)
{
    billed(oracle_case("B.E_billed_uniform", 0, billing),
           "jobs.job.run_time={uniform: {low: 0 h, high: 3 h}}", 20000);
}

/* ---- spares ---- */

static void nodes_up(struct verify_case c, int needed, int extra, double mtbf, double mttr,
                     int hours)
{
    struct verify_run run;
    struct verify_values share = {0};
    verify_run(&run, spares,
               "pools.fleet.nodes=%d\njobs.train.gpus=%d\nuntil=%d h\n"
               "pools.fleet.failures.life={exponential: {mean: %g h}}\n"
               "pools.fleet.failures.repair={exponential: {mean: %g h}}",
               needed + extra, 8 * needed, verify_count(hours, 1000), mtbf, mttr);
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&share, 1 - verify_metric(&run, METRIC_TIME + TIME_QUEUE, NULL)[i] /
                                   verify_metric(&run, METRIC_MAKESPAN, NULL)[i]);
    verify_check(&c, share.v, share.n);
    verify_free(&share);
    verify_close(&run);
}

/* All nodes are up at the start; that is forgotten in a few repair times, 1e-4 of the run. */
Test(pools, nodes_up_without_and_with_spares)
{
    nodes_up(oracle_case("A.P(N up)", 0, spares), 128, 0, 994, 6, 150000);
    nodes_up(oracle_case("A.P(N up)", 1, spares), 76, 4, 993, 7, 20000);
    nodes_up((struct verify_case){"A.P(N up)", "N=30, spares=2, A=0.95",
                                  gsl_cdf_binomial_P(2, 0.05, 32), spares, 0, NULL},
             30, 2, 95, 5, 40000);
}

/* ---- two pools ---- */

static void costs(double work, const double setting[5], double *a, double *h)
{
    struct verify_run run;
    verify_run(&run, break_even,
               "pools.a100.price=%g USD/GPU/h\npools.h100.price=%g USD/GPU/h\n"
               "jobs.on-a100.speedup.H100-SXM5-80GB=%g\njobs.on-h100.speedup.H100-SXM5-80GB=%g\n"
               "pools.a100.provisioning.time=%g min\npools.h100.provisioning.time=%g min\n"
               "jobs.on-a100.run_time=%.6f s\njobs.on-h100.run_time=%.6f s",
               setting[0], setting[1], setting[2], setting[2], setting[3], setting[4], 60 * work,
               60 * work);
    *a = *verify_metric(&run, METRIC_BILL, "on-a100");
    *h = *verify_metric(&run, METRIC_BILL, "on-h100");
    verify_close(&run);
}

/* prices, speed-up, set-up times in minutes. Costs are exact to a microsecond of a GPU; the
 * difference is linear in the work, so the break-even follows from two runs. */
static void break_even_case(struct verify_case c, const double setting[5])
{
    double a[3], h[3], at[] = {c.exact - 1, c.exact, c.exact + 1};
    for (int i = 0; i < 3; i++)
        costs(at[i], setting, &a[i], &h[i]);
    cr_expect_lt(a[0], h[0], "one minute less is cheaper on the A100");
    cr_expect_gt(a[2], h[2], "one minute more is cheaper on the H100");
    cr_expect_float_eq(a[1], h[1], 2e-9 * a[1], "at W* both cost the same: %.12g and %.12g", a[1],
                       h[1]);
    double before = a[0] - h[0], after = a[2] - h[2];
    verify_check_exact(&c, at[0] - before * 2 / (after - before), 1e-6);
}

Test(pools, work_above_which_the_faster_gpu_is_cheaper)
{
    break_even_case(oracle_case("X.Wstar_min", 0, break_even), (double[]){1.2, 2.1, 2.3, 18, 34});
    break_even_case(oracle_case("X.Wstar_min", 1, break_even),
                    (double[]){2.79, 3.99, 2.118, 18, 34});
    break_even_case((struct verify_case){"X.Wstar_min", "pA=2, pH=3, S=2, sA=10, sH=20",
                                         (3.0 * 20 - 2 * 10) / (2 - 1.5), break_even, 0, NULL},
                    (double[]){2, 3, 2, 10, 20});
}
