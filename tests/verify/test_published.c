/* Results of others: cases worked out by hand, and figures that must come out
 * (docs/verification.md). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/verify/verify.h"

TestSuite(published, .timeout = 900);

static const char task[] = "task-and-failures.yaml", young[] = "young-lanl.yaml",
                  failures[] = "random-failures.yaml";

static void task_case(const char *params, double exact, const char *settings)
{
    struct verify_run run;
    struct verify_case c = {"OpenDC task, s", params, exact, task, 0, NULL};
    verify_run(&run, task, "%s", settings);
    verify_check_exact(&c, *verify_metric(&run, METRIC_MAKESPAN, NULL), 1e-6);
    verify_close(&run);
}

Test(published, a_task_and_one_failure)
{
    task_case("one failure", 20 * 60, "");
}

Test(published, a_task_and_two_failures)
{
    task_case("two failures", 37 * 60,
              "pools.node.failures.at=[{time: 5 min, node: 0, repair: 5 min}, "
              "{time: 15 min, node: 0, repair: 12 min}]");
}

Test(published, a_task_and_eleven_failures)
{
    char at[1024] = "[{time: 150 s, node: 0, repair: 150 s}", settings[1200];
    size_t used = 0;
    while (at[used])
        used++;
    for (int k = 0; k < 10; k++)
        used += (size_t)snprintf(at + used, sizeof at - used,
                                 ", {time: %d min, node: 0, repair: 5 min}", 5 + 8 * k + 3);
    snprintf(settings, sizeof settings, "pools.node.failures.at=%s]", at);
    task_case("eleven failures", 95 * 60, settings);
}

Test(published, a_task_with_checkpoints_and_one_failure)
{
    task_case("checkpoints of 1 s every 60 s, one failure", 965,
              "jobs.task.checkpoint={interval: 60 s, write: 1 s}");
}

static int count_checkpoints(void *context, enum trace_table table, const void *rows, size_t count,
                             struct status *status)
{
    const struct attempt_row *attempts = rows;
    (void)table, (void)status;
    for (size_t i = 0; i < count; i++)
        *(double *)context += (double)attempts[i].checkpoints;
    return 0;
}

Test(published, youngs_job_at_los_alamos)
{
    struct verify_run run;
    double dumps = 0;
    verify_run(&run, young, "trace.tables=all");
    cr_assert_eq(*verify_metric(&run, METRIC_ATTEMPTS, NULL), 1,
                 "something failed: take another seed");
    verify_rows(&run, TRACE_ATTEMPTS, (struct trace_sink){&dumps, count_checkpoints});
    verify_check_exact(&(struct verify_case){"LANL dumps", "work=30978 s", 7, young, 0, NULL},
                       dumps, 0);
    verify_check_exact(
        &(struct verify_case){"LANL run time, s", "work=30978 s", 31398, young, 0, NULL},
        *verify_metric(&run, METRIC_MAKESPAN, NULL), 1e-6);
    verify_close(&run);
}

Test(published, random_failures_of_4096_servers)
{
    struct verify_run run;
    struct verify_case c = {"AIReSim failures",
                            "4096 servers, 256 d, 0.01 /d",
                            4096 * 0.01 * 256,
                            failures,
                            0,
                            "published: 10,486 expected, 10,457 measured"};
    verify_run(&run, failures, "replications=%d", verify_count(48, 4));
    verify_check(&c, verify_metric(&run, METRIC_FAILURES, NULL), verify_replications(&run));
    verify_close(&run);
}

/* Meta, 54 days on 16,384 GPUs with 419 unexpected interruptions: effective training time above 90
 * %. */
Test(published, llama_3_trains_more_than_90_percent_of_the_time)
{
    struct verify_run run;
    verify_run_file(&run, FLEETWRIGHT_SOURCE_DIR "/scenarios/long-run-16384/long-run-16384.yaml",
                    "trace.tables=[]");
    const double *ettr = verify_metric(&run, METRIC_ETTR, NULL);
    for (int i = 0; i < verify_replications(&run); i++) {
        printf("Llama 3 effective training time: more than 90 %%, simulated %.2f %%\n",
               100 * ettr[i]);
        cr_expect_gt(ettr[i], 0.9);
        cr_expect_lt(ettr[i], 1);
    }
    verify_close(&run);
}
