/* Checkpoints and failures: segments, jobs, a law with a memory, large gangs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/verify/verify.h"

TestSuite(checkpoint, .timeout = 900);

static const char segment[] = "segment.yaml", renewal[] = "renewal.yaml", ettr[] = "ettr.yaml";

/* ---- one node, one job after the other ---- */

struct work {
    double work, interval, write, down, restart,
        mtbf; /* hours; down: safe from failures, restart: not */
    bool at_end;
};

static void run_segments(struct verify_run *run, const struct work *w, int jobs, const char *extra)
{
    verify_run(run, segment,
               "jobs.segment.arrival.count=%d\njobs.segment.run_time=%.6f s\n"
               "jobs.segment.checkpoint={interval: %.6f s, write: %.6f s, at_end: %s}\n"
               "jobs.segment.restore=%.6f s\npools.node.failures.repair=%.6f s\n"
               "pools.node.failures.life={exponential: {mean: %.6f s}}\n%s",
               jobs, 3600 * w->work, 3600 * w->interval, 3600 * w->write,
               w->at_end ? "true" : "false", 3600 * w->restart, 3600 * w->down, 3600 * w->mtbf,
               extra);
}

/* Mean time of a job, times `factor`. */
static void mean_time(struct verify_case c, struct work work, int jobs, double factor)
{
    struct verify_run run;
    struct verify_values hours = {0};
    jobs = verify_count(jobs, 10);
    run_segments(&run, &work, jobs, "");
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, factor * verify_metric(&run, METRIC_MAKESPAN, NULL)[i] / 3600 / jobs);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

/* The oracle's three segments. */
static const struct work segments[] = {
    {1, 1, 5.0 / 60, 10.0 / 60, 5.0 / 60, 3.0930788, true},
    {24, 24, 0, 0.5, 0.25, 48, true},
    {4, 4, 0.1, 0.5, 0.2, 10, true},
};

static struct work restart_safe(struct work w)
{
    w.down += w.restart;
    w.restart = 0;
    return w;
}

Test(checkpoint, segments_whose_restart_may_fail)
{
    for (int n = 0; n < 3; n++)
        mean_time(oracle_case("CK.ET_segment_fail_in_R_h", n, segment), segments[n], 20000, 1);
}

Test(checkpoint, segments_whose_restart_is_safe)
{
    for (int n = 0; n < 3; n++)
        mean_time(oracle_case("CK.ET_segment_R_safe_h", n, segment), restart_safe(segments[n]),
                  20000, 1);
}

Test(checkpoint, failures_of_a_segment)
{
    for (int n = 0; n < 3; n++) {
        struct verify_run run;
        struct verify_values failures = {0};
        struct work w = restart_safe(segments[n]);
        run_segments(&run, &w, verify_count(120000, 1000), "seed=2");
        for (int i = 0; i < verify_replications(&run); i++)
            verify_add(&failures, verify_metric(&run, METRIC_ATTEMPTS_MEAN, NULL)[i] - 1);
        struct verify_case c = oracle_case("CK.E_failures_segment_R_safe", n, segment);
        verify_check(&c, failures.v, failures.n);
        verify_free(&failures);
        verify_close(&run);
    }
}

/* Standard deviation of a job's time, replication by replication, from the rows of jobs. */
struct spread {
    int32_t replication;
    double n, sum, squares;
    struct verify_values sd;
};

static void spread_done(struct spread *s)
{
    if (s->n > 1)
        verify_add(&s->sd, sqrt((s->squares - s->sum * s->sum / s->n) / (s->n - 1)));
    s->n = s->sum = s->squares = 0;
}

static int spread_rows(void *context, enum trace_table table, const void *rows, size_t count,
                       struct status *status)
{
    struct spread *s = context;
    const struct job_row *jobs = rows;
    (void)table, (void)status;
    for (size_t i = 0; i < count; i++) {
        double hours = (double)(jobs[i].end - jobs[i].first_start) / (double)TICKS_PER_HOUR;
        if (jobs[i].rep != s->replication)
            spread_done(s);
        s->replication = jobs[i].rep;
        s->n++;
        s->sum += hours;
        s->squares += hours * hours;
    }
    return 0;
}

Test(checkpoint, standard_deviation_of_a_segment)
{
    for (int n = 0; n < 3; n++) {
        struct spread spread = {.replication = -1};
        struct work w = restart_safe(segments[n]);
        struct verify_case c = oracle_case("CK.SD_segment_R_safe_h", n, segment);
        for (int batch = 1; batch <= 2; batch++) {
            struct verify_run run;
            char extra[64];
            snprintf(extra, sizeof extra, "trace.tables=[jobs]\nseed=%d", batch);
            run_segments(&run, &w, verify_count(24000, 1000), extra);
            verify_rows(&run, TRACE_JOBS, (struct trace_sink){&spread, spread_rows});
            spread_done(&spread);
            spread.replication = -1;
            verify_close(&run);
        }
        verify_check(&c, spread.sd.v, spread.sd.n);
        verify_free(&spread.sd);
    }
}

/* Daly's formula is linear in the work; it holds for whole segments, each with its checkpoint. */
Test(checkpoint, dalys_wall_clock_time)
{
    struct work day = {117.0 / 60, 117.0 / 60, 5.0 / 60, 0, 10.0 / 60, 24, true};
    struct work quarter = {9.1 / 60, 9.1 / 60, 5.0 / 60, 0, 10.0 / 60, 0.25, true};
    mean_time(oracle_case("CK.Tw_daly_h", 0, segment), day, 20000, 500 / day.work);
    mean_time(oracle_case("CK.Tw_daly_h", 1, segment), quarter, 40000, 500 / quarter.work);
}

/* Whole jobs of many segments, no checkpoint at the end. */
Test(checkpoint, jobs_of_many_segments)
{
    struct work llama = {100, 1, 5.0 / 60, 15.0 / 60, 0, 54.0 * 24 / 419, false};
    struct work week = {87.5, 3, 40.0 / 3600, 10.0 / 60, 0, 168, false};
    mean_time(oracle_case("CK.ET_job_R_safe_h", 0, segment), llama, 1000, 1);
    mean_time(oracle_case("CK.ET_job_R_safe_h", 1, segment), week, 1000, 1);
}

/* Other values than the oracle's: 10 segments of 2 h, C = 6 min, D = 15 min, R = 12 min, M = 8 h.
 */
Test(checkpoint, other_segments)
{
    struct work w = {20, 2, 0.1, 0.25, 0.2, 8, true};
    double per_segment = exp(0.2 / 8) * (8 + 0.25) * expm1(2.1 / 8);
    mean_time((struct verify_case){"CK.ET_segment_fail_in_R_h",
                                   "10 of w=2, C=0.1, D=0.25, R=0.2, MTBF=8", 10 * per_segment,
                                   segment, 0, NULL},
              w, 10000, 1);
    w = restart_safe(w);
    mean_time((struct verify_case){"CK.ET_segment_R_safe_h",
                                   "10 of w=2, C=0.1, D=0.25, R=0.2, MTBF=8",
                                   10 * (8 + 0.25 + 0.2) * expm1(2.1 / 8), segment, 0, NULL},
              w, 10000, 1);
}

/* ---- a law with a memory ---- */

static void renewal_case(struct verify_case c, const char *life)
{
    struct verify_run run;
    struct verify_values hours = {0};
    verify_run(&run, renewal, "jobs.job.arrival.count=%d\npools.cloud.failures.life=%s",
               verify_count(20000, 1000), life);
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, verify_metric(&run, METRIC_COMPLETION_MEAN, NULL)[i] / 3600);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

Test(checkpoint, weibull_lives_renewed_at_each_attempt)
{
    static const char *const lives[] = {"{weibull: {shape: 0.7, mean: 24 h}}",
                                        "{weibull: {shape: 1, mean: 24 h}}",
                                        "{weibull: {shape: 1.5, mean: 24 h}}"};
    for (int n = 0; n < 3; n++)
        renewal_case(oracle_case("CK.ET_weibull_renewal_h", n, renewal), lives[n]);
}

/* Uniform on (0, 20 h): S = 1 - t/20; w = 4: (4 - 16/40 + 0.2 x 0.75) / 0.8. */
Test(checkpoint, uniform_lives_renewed_at_each_attempt)
{
    renewal_case((struct verify_case){"CK.ET_renewal_h uniform", "w=4, D+R=0.75, life on (0,20)",
                                      (4 - 0.4 + 0.2 * 0.75) / 0.8, renewal, 0, NULL},
                 "{uniform: {low: 0 h, high: 20 h}}");
}

/* ---- gangs ---- */

struct gang {
    int nodes;
    double rate;            /* failures a node and day */
    double interval, write; /* minutes */
    int hours;              /* of work: whole segments */
};

static void gang_case(struct verify_case c, const struct gang *g)
{
    struct verify_run run;
    verify_run(&run, ettr,
               "pools.fleet.nodes=%d\njobs.train.gpus=%d\n"
               "pools.fleet.failures.life={exponential: {mean: %.6f s}}\n"
               "jobs.train.checkpoint={interval: %g min, write: %g s, at_end: true}\n"
               "jobs.train.run_time=%d h",
               g->nodes, 8 * g->nodes, 86400 / g->rate, g->interval, 60 * g->write,
               verify_count(g->hours, g->hours / 10));
    verify_check(&c, verify_metric(&run, METRIC_ETTR, NULL), verify_replications(&run));
    verify_close(&run);
}

Test(checkpoint, effective_training_time_ratio)
{
    static const struct gang gangs[] = {
        {128, 0.0065, 60, 5, 10000}, {2048, 0.0065, 30, 0.5, 4500}, {2048, 0.00234, 60, 5, 4000}};
    for (int n = 0; n < 3; n++)
        gang_case(oracle_case("ETTR.exact_R_safe", n, ettr), &gangs[n]);
}

Test(checkpoint, effective_training_time_ratio_of_another_gang)
{
    struct gang g = {512, 0.01, 45, 2, 4000};
    double mtbf = 24 / 5.12 * 60;
    gang_case((struct verify_case){"ETTR.exact_R_safe",
                                   "gpus=4096, rf_per_node_day=0.01, u0_min=5, dt_min=45, w_min=2",
                                   45 / ((mtbf + 5) * expm1(47 / mtbf)), ettr, 0, NULL},
              &g);
}
