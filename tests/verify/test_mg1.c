/* Queues with other laws of the run time, and a server that breaks down. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/verify/path.h"

TestSuite(mg1, .timeout = 900);

static const char scenario[] = "mg1.yaml", breakdowns[] = "breakdowns.yaml";

struct study {
    struct lindley queue;
    struct window window;
    struct verify_values wait;
    struct controls controls;
};

static void one_replication(const struct path *path, void *context)
{
    struct study *study = context;
    verify_add(&study->wait, path_lindley(path, study->window, &study->queue, &study->controls));
}

static void waits(struct verify_case c, struct lindley queue, const char *run_time, double jobs,
                  double warm_up)
{
    enum { BATCHES = 5, REPLICATIONS = 12 };
    struct study study = {.queue = queue};
    double length = jobs / queue.rate / (BATCHES * REPLICATIONS);
    if (verify_quick())
        length = length / 20 > warm_up ? length / 20 : warm_up;
    study.window = (struct window){warm_up, warm_up + length};
    for (int batch = 1; batch <= BATCHES; batch++) {
        struct verify_run run;
        verify_run(&run, scenario,
                   "pools.servers.gpus_per_node=%d\njobs.job.arrival.poisson.rate=%g /h\n"
                   "jobs.job.run_time=%s\nuntil=%.0f h\nreplications=%d\nseed=%d",
                   queue.servers, queue.rate, run_time, ceil(study.window.to + warm_up),
                   REPLICATIONS, batch);
        path_each(&run, one_replication, &study);
        verify_close(&run);
    }
    control_check(&c, &study.wait, &study.controls);
    verify_free(&study.wait);
    controls_free(&study.controls);
}

Test(mg1, lognormal_run_times)
{
    waits(oracle_case("Q.MG1_Wq lognormal", 0, scenario), (struct lindley){0.8, 1, 1, 5},
          "{lognormal: {mean: 1 h, cv: 2}}", 2e6, 1500);
}

Test(mg1, constant_run_times)
{
    waits(oracle_case("Q.MG1_Wq deterministic", 0, scenario), (struct lindley){0.8, 1, 1, 1}, "1 h",
          1e6, 300);
}

Test(mg1, weibull_run_times)
{
    waits(oracle_case("Q.MG1_Wq weibull(k=.5)", 0, scenario), (struct lindley){0.5, 1, 1, 6},
          "{weibull: {shape: 0.5, mean: 1 h}}", 2e6, 500);
}

/* Gamma with cv 1/2 at 70 %: 0.7 x 1.25 / (2 x 0.3). */
Test(mg1, gamma_run_times)
{
    waits((struct verify_case){"Q.MG1_Wq gamma", "lam=0.7, mean=1, cv2=0.25",
                               0.7 * 1.25 / (2 * 0.3), scenario, 0, NULL},
          (struct lindley){0.7, 1, 1, 1.25}, "{gamma: {cv: 0.5, mean: 1 h}}", 1e6, 300);
}

Test(mg1, crommelins_queue_with_one_server)
{
    waits(oracle_case("Q.MDc_Wq_exact", 0, scenario), (struct lindley){0.8, 1, 1, 1}, "1 h", 1e6,
          300);
}

Test(mg1, crommelins_queue_with_eight_servers)
{
    waits(oracle_case("Q.MDc_Wq_exact", 1, scenario), (struct lindley){7.2, 8, 1, 1}, "1 h", 4e6,
          60);
}

/* ---- breakdowns ---- */

static const char resume[] = "", restart[] = "jobs.job.run_time=1 h\njobs.job.checkpoint={}\n";

/* Mean time in the system. The queue begins empty: the first of 10^5 hours differ, by less than
 * 10^-4 of W. */
static void time_in_system(struct verify_case c, const char *settings)
{
    struct verify_run run;
    struct verify_values hours = {0};
    verify_run(&run, breakdowns, "%suntil=%d h", settings, verify_count(500000, 25000));
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, verify_metric(&run, METRIC_COMPLETION_MEAN, NULL)[i] / 3600);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

/* Mean completion time: all jobs are there at the start, the server works or is repaired to the
 * end. */
static void completion_time(struct verify_case c, const char *settings)
{
    struct verify_run run;
    struct verify_values hours = {0};
    int jobs = verify_count(50000, 2500);
    verify_run(&run, breakdowns, "%suntil=none\njobs.job.arrival={at: 0 h, count: %d}", settings,
               jobs);
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, verify_metric(&run, METRIC_MAKESPAN, NULL)[i] / 3600 / jobs);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

Test(mg1, a_server_that_breaks_down_and_resumes)
{
    completion_time(oracle_case("Q.MG1_fail_resume_EC", 0, breakdowns), resume);
    time_in_system(oracle_case("Q.MG1_fail_resume_W", 0, breakdowns), resume);
}

Test(mg1, a_server_that_breaks_down_and_restarts)
{
    completion_time(oracle_case("Q.MD1_fail_restart_EC", 0, breakdowns), restart);
    time_in_system(oracle_case("Q.MD1_fail_restart_W", 0, breakdowns), restart);
}
