/* Spot nodes: notices, last checkpoints, interruptions. All numbers are worked out by hand. */
#include <criterion/criterion.h>

#include "tests/support/run.h"

#define NODE 8 /* GPUs */

#define SPOT(notice)                                                                               \
    "pools:\n"                                                                                     \
    "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h,\n"                               \
    "      interruption: {after: 30 min, notice: " notice "}}\n"

/* Notice at 30, last checkpoint until 31, the node goes back then; the next is ready at 31 and its
 * notice comes at 61, when the job completes. */
Test(world_spot, a_last_checkpoint_that_fits_saves_the_work)
{
    struct run run = {0};
    run_yaml(&run,
             SPOT("2 min") "jobs:\n"
                           "  j: {gpus: 8, run_time: 1 h,\n"
                           "      checkpoint: {interval: none, write: 1 min, on_notice: true}}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(job->time, [TIME_USEFUL] = HOUR, [TIME_CHECKPOINT] = MINUTE);
    EXPECT_GPU(job->gpu, [ACCOUNT_USEFUL] = HOUR * NODE, [ACCOUNT_CHECKPOINT] = MINUTE * NODE);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->ended_by, ATTEMPT_INTERRUPTED);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->checkpoints, 1);
    cr_expect_eq(run_lease(&run, "s", 0)->ended_by, LEASE_INTERRUPTED);
    cr_expect_eq(run_lease(&run, "s", 0)->released, 31 * MINUTE, "given back when it is empty");
    cr_assert_eq(run.failure_count, 1);
    cr_expect_eq(run.failures[0].cause, FAILURE_INTERRUPTION);
    cr_expect_eq(run.failures[0].jobs, 1);
    run_free(&run);
}

/* 3 min do not fit into 2: the job works to the end of its node at 32 and loses all. */
Test(world_spot, a_last_checkpoint_that_does_not_fit_is_not_begun)
{
    struct run run = {0};
    run_yaml(&run,
             SPOT("2 min") "jobs:\n"
                           "  j: {gpus: 8, run_time: 1 h, retry: {max_attempts: 2},\n"
                           "      checkpoint: {interval: none, write: 3 min, on_notice: true}}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_LOST] = 64 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 0)->outcome, OUTCOME_FAILED);
    cr_expect_eq(run_lease(&run, "s", 0)->released, 32 * MINUTE);
    run_free(&run);
}

Test(world_spot, without_a_last_checkpoint_the_regular_ones_count)
{
    struct run run = {0};
    run_yaml(&run, SPOT("2 min") "jobs:\n"
                                 "  j: {gpus: 8, run_time: 1 h, checkpoint: {interval: 20 min}}\n");
    /* 32 done, 20 durable; 32 done of 40, 20 durable; 20 to go */
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_USEFUL] = HOUR, [TIME_LOST] = 24 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 0)->attempts, 3);
    run_free(&run);
}

Test(world_spot, a_job_that_completes_inside_the_notice_just_completes)
{
    struct run run = {0};
    run_yaml(&run,
             SPOT("2 min") "jobs:\n"
                           "  j: {gpus: 8, run_time: 32 min,\n"
                           "      checkpoint: {interval: none, write: 1 min, on_notice: true}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->attempts, 1);
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_USEFUL] = 32 * MINUTE);
    cr_expect_eq(run.failures[0].jobs, 0);
    run_free(&run);
}

/* The checkpoint under way at the notice holds all that was done: it is awaited, no other written.
 */
Test(world_spot, a_checkpoint_under_way_at_the_notice_is_awaited)
{
    struct run run = {0};
    run_yaml(
        &run,
        SPOT("3 min") "jobs:\n"
                      "  j: {gpus: 8, run_time: 40 min,\n"
                      "      checkpoint: {interval: 29 min, write: 2 min, on_notice: true}}\n");
    EXPECT_TIMES(run_attempt(&run, "j", 0, 1)->time, [TIME_USEFUL] = 29 * MINUTE,
                 [TIME_CHECKPOINT] = 2 * MINUTE);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->end, 31 * MINUTE);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->checkpoints, 1);
    run_free(&run);
}

Test(world_spot, without_notice_the_node_is_gone_at_once)
{
    struct run run = {0};
    run_yaml(&run, SPOT("0 s") "jobs:\n"
                               "  j: {gpus: 8, run_time: 1 h, retry: {max_attempts: 1},\n"
                               "      checkpoint: {interval: 20 min, on_notice: true}}\n");
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_USEFUL] = 20 * MINUTE, [TIME_LOST] = 10 * MINUTE);
    run_free(&run);
}

/* Nobody is on the node: there is nothing to wait for. */
Test(world_spot, an_idle_node_goes_at_its_notice)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, idle_release: 5 h,\n"
             "      interruption: {after: 30 min, notice: 2 min}}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 10 min, arrival: {at: [0 s, 2 h]}}\n");
    cr_expect_eq(run_lease(&run, "s", 0)->released, 30 * MINUTE);
    cr_expect_eq(run_lease(&run, "s", 0)->gpu[ACCOUNT_IDLE], 20 * MINUTE * NODE);
    cr_expect_eq(run_leases(&run, "s"), 2);
    run_free(&run);
}

/* A node under notice takes no new work: the second job gets a new one at 31. */
Test(world_spot, a_node_under_notice_takes_no_new_jobs)
{
    struct run run = {0};
    run_yaml(&run, SPOT("2 min") "jobs:\n"
                                 "  a: {gpus: 4, run_time: 32 min}\n"
                                 "  b: {gpus: 4, run_time: 10 min, arrival: {at: 31 min}}\n");
    cr_expect_eq(run_leases(&run, "s"), 2);
    cr_expect_eq(run_attempt(&run, "b", 0, 1)->first_node, 1);
    run_free(&run);
}

Test(world_spot, min_nodes_are_replaced)
{
    struct run run = {0};
    run_yaml(&run, "until: 100 min\n"
                   "pools:\n"
                   "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, min_nodes: 2,\n"
                   "      interruption: {after: 30 min, notice: 2 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 min, arrival: {at: 99 min}}\n");
    /* 0-30, 30-60, 60-90, 90-100 */
    cr_expect_eq(run_leases(&run, "s"), 8);
    cr_expect_eq(run.result.bill, INT64_C(2) * NODE * 100 * USD / 60 + 1);
    run_free(&run);
}

/* Both nodes of the gang are interrupted, one long before the other: the healthy one is held. */
Test(world_spot, a_gang_that_holds_awaits_a_replacement)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, min_nodes: 1,\n"
             "      provisioning: {time: 10 min}, interruption: {after: 40 min, notice: 2 min}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 30 min, on_node_failure: hold, arrival: {at: 20 min},\n"
             "      checkpoint: {interval: none, write: 1 min, on_notice: true}}\n");
    /* Node 0 is ready at 10, node 1 (requested at 20) at 30: the job runs from 30. Notice for node
     * 0 at 50: saved at 51 with 20 done, node 0 goes. Node 2 is ready at 61; 10 min are left: 71
     * but the notice of node 1 comes at 70: completes inside it. */
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(job->time, [TIME_PROVISIONING] = 10 * MINUTE, [TIME_USEFUL] = 30 * MINUTE,
                 [TIME_CHECKPOINT] = MINUTE, [TIME_HELD] = 10 * MINUTE);
    cr_expect_eq(job->end, 71 * MINUTE);
    EXPECT_GPU(job->gpu, [ACCOUNT_HELD] = (10 + 10) * MINUTE * NODE,
               [ACCOUNT_PROVISIONING] = (10 + 10) * MINUTE * NODE,
               [ACCOUNT_USEFUL] = 30 * MINUTE * 16, [ACCOUNT_CHECKPOINT] = MINUTE * 16);
    run_free(&run);
}

/* Two nodes: the notice of node 0 comes at 50, when nothing is done yet; that of node 1 at 51, with
 * half a minute done. A last checkpoint until 53.5 fits into the second notice, but node 0 is gone
 * at 53: what was done is lost. */
Test(world_spot, a_last_checkpoint_that_another_node_cuts_short_saves_nothing)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, min_nodes: 1,\n"
             "      provisioning: {time: 10 min}, interruption: {after: 40 min, notice: 3 min}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 1 h, staging: 39.5 min, arrival: {at: 1 min},\n"
             "      retry: {max_attempts: 1},\n"
             "      checkpoint: {interval: none, write: 2.5 min, on_notice: true}}\n");
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_PROVISIONING] = 10 * MINUTE,
        [TIME_STAGING] = 79 * MINUTE / 2, [TIME_LOST] = MINUTE / 2, [TIME_CHECKPOINT] = 2 * MINUTE);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->checkpoints, 0);
    run_free(&run);
}
