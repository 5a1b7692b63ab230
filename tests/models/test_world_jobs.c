/* Jobs: the queue, dependencies, retries, checkpoints, deadlines, the end of the run. All numbers
 * are worked out by hand. */
#include <criterion/criterion.h>

#include "tests/support/run.h"

#define NODE 8 /* GPUs */

/* ---- the queue ---- */

/* Two nodes. a takes one for 2 h; b wants both and waits; c would fit beside a but came after b. */
Test(world_jobs, the_first_in_line_is_not_overtaken)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
                   "  q: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  a: {gpus: 8, run_time: 2 h, pools: [p]}\n"
                   "  b: {gpus: 16, run_time: 1 h, pools: [p], arrival: {at: 10 min}}\n"
                   "  c: {gpus: 8, run_time: 10 min, pools: [p], arrival: {at: 20 min}}\n"
                   "  d: {gpus: 8, run_time: 10 min, pools: [q], arrival: {at: 20 min}}\n"
                   "  e: {gpus: 8, run_time: 10 min, pools: [p, q], arrival: {at: 40 min}}\n");
    cr_expect_eq(run_job(&run, "b", 0)->first_start, 2 * HOUR);
    cr_expect_eq(run_job(&run, "c", 0)->first_start, 3 * HOUR);
    cr_expect_eq(run_job(&run, "d", 0)->first_start, 20 * MINUTE, "another pool is not blocked");
    cr_expect_eq(run_job(&run, "e", 0)->first_start, 40 * MINUTE, "nor who may go there too");
    cr_expect_eq(run_job(&run, "e", 0)->pool, 1);
    run_free(&run);
}

/* Who waits for any of two pools closes both to those behind it. */
Test(world_jobs, a_job_that_waits_for_several_pools_keeps_its_place_in_all)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
                   "  q: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  a: {gpus: 8, run_time: 2 h, pools: [p]}\n"
                   "  b: {gpus: 8, run_time: 1 h, pools: [q]}\n"
                   "  c: {gpus: 16, run_time: 1 h, pools: [p, q], arrival: {at: 10 min}}\n"
                   "  d: {gpus: 8, run_time: 5 min, pools: [p], arrival: {at: 20 min}}\n");
    cr_expect_eq(run_job(&run, "c", 0)->first_start, HOUR);
    cr_expect_eq(run_job(&run, "c", 0)->pool, 1);
    cr_expect_eq(run_job(&run, "d", 0)->first_start, HOUR,
                 "p is free for it when c has left for q");
    run_free(&run);
}

Test(world_jobs, a_retried_job_keeps_its_place)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 30 min, node: 0, repair: 10 min}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: [0 s, 1 min]}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->end, 100 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 1)->first_start, 100 * MINUTE);
    run_free(&run);
}

/* ---- staging, checkpoints, restoring ---- */

/* 3 min staging, then 20 min work, 2 min block, work again from 25; dies at 30 with 25 done and 20
 * durable. Again 3 min staging, 4 min restore, 20 work, 2 block, 20 work: 49 min from 40. */
Test(world_jobs, a_retry_resumes_at_the_durable_point_and_pays_its_restore)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 30 min, node: 0, repair: 10 min}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, staging: 3 min, restore: 4 min,\n"
                   "      checkpoint: {interval: 20 min, write: 2 min}}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(
        run_attempt(&run, "j", 0, 1)->time, [TIME_STAGING] = 3 * MINUTE,
        [TIME_USEFUL] = 20 * MINUTE, [TIME_CHECKPOINT] = 2 * MINUTE, [TIME_LOST] = 5 * MINUTE);
    EXPECT_TIMES(
        run_attempt(&run, "j", 0, 2)->time, [TIME_STAGING] = 3 * MINUTE,
        [TIME_RESTORE] = 4 * MINUTE, [TIME_USEFUL] = 40 * MINUTE, [TIME_CHECKPOINT] = 2 * MINUTE);
    EXPECT_TIMES(
        job->time, [TIME_STAGING] = 6 * MINUTE, [TIME_RESTORE] = 4 * MINUTE, [TIME_USEFUL] = HOUR,
        [TIME_CHECKPOINT] = 4 * MINUTE, [TIME_LOST] = 5 * MINUTE, [TIME_QUEUE] = 10 * MINUTE);
    cr_expect_eq(job->end, 89 * MINUTE);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->checkpoints, 1);
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->done_after,
                 run_attempt(&run, "j", 0, 2)->done_before);
    cr_expect_float_eq(run_attempt(&run, "j", 0, 1)->done_after, job->work / 3, 1e-6);
    cr_expect_eq(run_attempt(&run, "j", 0, 2)->done_after, job->work);
    cr_expect_eq(job->ideal, HOUR);
    cr_expect_eq(job->sticker, 8 * USD);
    run_free(&run);
}

/* A checkpoint that is durable 12 min after its start is of no use to a failure 10 min after. */
Test(world_jobs, an_asynchronous_checkpoint_counts_when_it_is_durable)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 31 min, node: 0, repair: 0 s},\n"
                   "                      {time: 64 min, node: 0, repair: 0 s}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h,\n"
                   "      checkpoint: {interval: 20 min, write: 1 min, durable_after: 12 min}}\n");
    /* 0-20, block, 21-31: dies with 30 done, nothing durable before 32. Again from 31: 51 begins
     * the checkpoint, durable at 63; work 52-64: dies with 32 done, 20 durable. From 64: 40 min
     * + 1. */
    EXPECT_TIMES(
        run_attempt(&run, "j", 0, 1)->time, [TIME_CHECKPOINT] = MINUTE, [TIME_LOST] = 30 * MINUTE);
    EXPECT_TIMES(run_attempt(&run, "j", 0, 2)->time, [TIME_CHECKPOINT] = MINUTE,
                 [TIME_USEFUL] = 20 * MINUTE, [TIME_LOST] = 12 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 0)->end, (64 + 41) * MINUTE);
    run_free(&run);
}

/* The first attempt does 30 min, of which 30 are durable, on an A100; the rest runs twice as fast
 * on the H100: 15 min. */
Test(world_jobs, progress_carries_over_to_a_pool_of_another_speed)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 35 min, node: 0, repair: 9 h}]}}\n"
                   "  h: {gpu: H100-SXM5-80GB, market: owned, nodes: 1, price: 3 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, speedup: {H100-SXM5-80GB: 2},\n"
                   "      checkpoint: {interval: 10 min}}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    cr_expect_eq(run_attempt(&run, "j", 0, 2)->pool, 1);
    EXPECT_TIMES(job->time, [TIME_USEFUL] = 45 * MINUTE, [TIME_LOST] = 5 * MINUTE);
    cr_expect_eq(job->end, 50 * MINUTE);
    cr_expect_eq(job->ideal, 30 * MINUTE, "at the speed of the last pool");
    cr_expect_eq(job->sticker, 12 * USD, "half an hour of 8 at 3");
    /* 35 min x 8 at 1 and 15 min x 8 at 3 */
    cr_expect_eq(job->cost[ACCOUNT_USEFUL], 4 * USD + 6 * USD);
    run_free(&run);
}

/* ---- retries ---- */

static const struct {
    const char *retry;
    sim_time backoff, end;
    int32_t attempts;
    int outcome;
} retry_cases[] = {
    /* starts 0, dies 10; waits 10, starts 20, dies 25; waits 20, starts 45, dies 50; waits 40 */
    {"{backoff: 10 min, factor: 2}", 70 * MINUTE, 150 * MINUTE, 4, OUTCOME_COMPLETED},
    {"{backoff: 10 min, factor: 2, limit: 30 min}", 60 * MINUTE, 140 * MINUTE, 4,
     OUTCOME_COMPLETED},
    {"{backoff: 10 min}", 30 * MINUTE, 120 * MINUTE, 4, OUTCOME_COMPLETED},
    {"{backoff: 10 min, max_attempts: 2}", 10 * MINUTE, 25 * MINUTE, 2, OUTCOME_FAILED},
    {"{max_attempts: 1}", 0, 10 * MINUTE, 1, OUTCOME_FAILED},
    {"{max_attempts: 4}", 0, 110 * MINUTE, 4, OUTCOME_COMPLETED},
};

Test(world_jobs, retries_follow_their_rule)
{
    for (size_t i = 0; i < sizeof retry_cases / sizeof *retry_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "pools:\n"
                 "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                 "      failures: {at: [{time: 10 min, node: 0, repair: 0 s},\n"
                 "        {time: 25 min, node: 0, repair: 0 s}, {time: 50 min, node: 0, repair: 0 "
                 "s}]}}\n"
                 "jobs:\n"
                 "  j: {gpus: 8, run_time: 1 h, retry: %s}\n",
                 retry_cases[i].retry);
        run_yaml(&run, yaml);
        const struct job_row *job = run_job(&run, "j", 0);
        cr_expect_eq(job->time[TIME_BACKOFF], retry_cases[i].backoff, "%s", retry_cases[i].retry);
        cr_expect_eq(job->end, retry_cases[i].end, "%s", retry_cases[i].retry);
        cr_expect_eq(job->attempts, retry_cases[i].attempts, "%s", retry_cases[i].retry);
        cr_expect_eq(job->outcome, retry_cases[i].outcome, "%s", retry_cases[i].retry);
        cr_expect_eq(run.result.jobs[retry_cases[i].outcome], 1);
        run_free(&run);
    }
}

/* ---- dependencies ---- */

Test(world_jobs, each_job_waits_for_the_parent_of_its_number)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
             "  q: {gpu: A100-SXM4-80GB, market: owned, nodes: 3, price: 1 USD/GPU/h}\n"
             "jobs:\n"
             "  child: {gpus: 8, run_time: 10 min, pools: [q], after: parent, arrival: {at: 0 s, "
             "count: 3}}\n"
             "  parent: {gpus: 8, run_time: 1 h, pools: [p], arrival: {at: 0 s, count: 3}}\n");
    for (int32_t i = 0; i < 3; i++) {
        const struct job_row *child = run_job(&run, "child", i);
        cr_expect_eq(child->arrival, 0);
        cr_expect_eq(child->submit, (i + 1) * HOUR);
        EXPECT_TIMES(child->time, [TIME_USEFUL] = 10 * MINUTE);
    }
    run_free(&run);
}

Test(world_jobs, all_jobs_wait_for_a_single_parent)
{
    struct run run = {0};
    run_yaml(
        &run,
        "pools:\n"
        "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 3, price: 1 USD/GPU/h}\n"
        "jobs:\n"
        "  parent: {gpus: 8, run_time: 1 h}\n"
        "  child: {gpus: 8, run_time: 10 min, after: parent, arrival: {at: [0 s, 30 min, 2 h]}}\n");
    cr_expect_eq(run_job(&run, "child", 0)->submit, HOUR);
    cr_expect_eq(run_job(&run, "child", 1)->submit, HOUR);
    cr_expect_eq(run_job(&run, "child", 2)->submit, 2 * HOUR,
                 "it comes after its parent has ended");
    run_free(&run);
}

/* The parent fails at 10 min; its child leaves then, and the child's child with it. A child that
 * comes later leaves at once. */
Test(world_jobs, jobs_whose_parent_did_not_complete_leave_unsubmitted)
{
    struct run run = {0};
    run_yaml(
        &run,
        "pools:\n"
        "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
        "      failures: {at: [{time: 10 min, node: 0, repair: 0 s}]}}\n"
        "jobs:\n"
        "  parent: {gpus: 8, run_time: 1 h, retry: {max_attempts: 1}}\n"
        "  child: {gpus: 8, run_time: 10 min, after: parent, arrival: {at: [0 s, 30 min]}}\n"
        "  grandchild: {gpus: 8, run_time: 10 min, after: child, arrival: {at: 0 s, count: 2}}\n");
    cr_expect_eq(run.result.jobs[OUTCOME_DEPENDENCY], 4);
    cr_expect_eq(run_job(&run, "child", 0)->end, 10 * MINUTE);
    cr_expect_eq(run_job(&run, "child", 0)->submit, 10 * MINUTE);
    cr_expect_eq(run_job(&run, "grandchild", 0)->end, 10 * MINUTE);
    cr_expect_eq(run_job(&run, "child", 1)->end, 30 * MINUTE);
    cr_expect_eq(run_job(&run, "grandchild", 1)->end, 30 * MINUTE);
    EXPECT_TIMES(run_job(&run, "child", 0)->time, [TIME_QUEUE] = 0);
    cr_expect_eq(run_job(&run, "child", 0)->pool, -1);
    run_free(&run);
}

/* ---- deadlines ---- */

Test(world_jobs, a_counted_deadline_changes_nothing_but_the_count)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: 0 s, count: 2}, deadline: {within: "
                   "1 h, then: count}}\n");
    cr_expect_eq(run.result.jobs[OUTCOME_COMPLETED], 2);
    cr_expect_eq(run_job(&run, "j", 0)->deadline_met, 1, "at the very tick is in time");
    cr_expect_eq(run_job(&run, "j", 1)->deadline_met, 0);
    cr_expect_eq(run_job(&run, "j", 1)->deadline, HOUR);
    run_free(&run);
}

/* In which state the deadline of 20 min meets the job, and what its accounts are then. The node is
 * granted at 5, ready at 15, and fails at 18 (noticed after 30 min) or at 16 (noticed at once). */
static const struct {
    const char *pool, *job;
    sim_time time[TIME_ACCOUNTS];
    int attempts, end;
} deadline_cases[] = {
    {"market: on_demand, capacity: {wait: 1 h}", "", {[TIME_CAPACITY] = 20 * MINUTE}, 0, 0},
    {"market: on_demand, capacity: {wait: 5 min}, provisioning: {time: 1 h}",
     "",
     {[TIME_CAPACITY] = 5 * MINUTE, [TIME_PROVISIONING] = 15 * MINUTE},
     0,
     0},
    {"market: owned, nodes: 1, failures: {at: [{time: 0 s, node: 0, repair: 2 h}]}",
     "",
     {[TIME_QUEUE] = 20 * MINUTE},
     0,
     0},
    {"market: owned, nodes: 1", "", {[TIME_LOST] = 20 * MINUTE}, 1, ATTEMPT_CANCELLED},
    {"market: owned, nodes: 1",
     "checkpoint: {interval: 15 min}",
     {[TIME_USEFUL] = 15 * MINUTE, [TIME_LOST] = 5 * MINUTE},
     1,
     ATTEMPT_CANCELLED},
    {"market: owned, nodes: 1, failures: {detection: 30 min, at: [{time: 18 min, node: 0}]}",
     "",
     {[TIME_LOST] = 18 * MINUTE, [TIME_DETECT] = 2 * MINUTE},
     1,
     ATTEMPT_CANCELLED},
    {"market: owned, nodes: 1, failures: {at: [{time: 16 min, node: 0}]}",
     "retry: {backoff: 30 min}",
     {[TIME_LOST] = 16 * MINUTE, [TIME_BACKOFF] = 4 * MINUTE},
     1,
     ATTEMPT_NODE_FAILURE},
    {"market: owned, nodes: 1, failures: {at: [{time: 16 min, node: 0, repair: 1 h}]}",
     "on_node_failure: hold",
     {[TIME_LOST] = 16 * MINUTE, [TIME_HELD] = 4 * MINUTE},
     1,
     ATTEMPT_NODE_FAILURE},
};

Test(world_jobs, a_deadline_cancels_the_job_in_every_state)
{
    for (size_t i = 0; i < sizeof deadline_cases / sizeof *deadline_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "pools:\n"
                 "  p: {gpu: A100-SXM4-80GB, price: 1 USD/GPU/h, %s}\n"
                 "jobs:\n"
                 "  j: {gpus: 8, run_time: 1 h, deadline: {within: 20 min, then: cancel}%s%s}\n",
                 deadline_cases[i].pool, *deadline_cases[i].job ? ", " : "", deadline_cases[i].job);
        run_yaml(&run, yaml);
        const struct job_row *job = run_job(&run, "j", 0);
        cr_expect_eq(job->outcome, OUTCOME_CANCELLED, "case %zu", i);
        cr_expect_eq(job->deadline_met, 0);
        cr_expect_eq(job->end, 20 * MINUTE, "case %zu", i);
        run_expect_accounts(__FILE__, (int)i, "deadline case", job->time, time_account_names,
                            TIME_ACCOUNTS, deadline_cases[i].time);
        cr_expect_eq(job->attempts, deadline_cases[i].attempts, "case %zu", i);
        if (job->attempts)
            cr_expect_eq(run_attempt(&run, "j", 0, 1)->ended_by, deadline_cases[i].end, "case %zu",
                         i);
        run_free(&run);
    }
}

/* ---- the end of the run ---- */

/* The fourth job comes after the end: it has no row, and the job that waits for it is cut too. */
Test(world_jobs, until_cuts_what_is_still_there)
{
    struct run run = {0};
    run_yaml(&run, "until: 90 min\n"
                   "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: [0 s, 1 min, 2 min, 3 h]}}\n"
                   "  after: {gpus: 8, run_time: 1 h, after: j, arrival: {at: 0 s, count: 4}}\n");
    cr_expect_eq(run.result.end, 90 * MINUTE);
    cr_expect_eq(run.result.makespan, HOUR);
    cr_expect_eq(run.job_count, 7);
    cr_expect_eq(run.result.jobs[OUTCOME_COMPLETED], 1);
    cr_expect_eq(run.result.jobs[OUTCOME_UNFINISHED], 6);
    /* cut, not lost */
    EXPECT_TIMES(
        run_job(&run, "j", 1)->time, [TIME_QUEUE] = 59 * MINUTE, [TIME_USEFUL] = 30 * MINUTE);
    cr_expect_float_eq(run_job(&run, "j", 1)->done, run_job(&run, "j", 1)->work / 2, 1e-6);
    cr_expect_eq(run_attempt(&run, "j", 1, 1)->ended_by, ATTEMPT_CUT);
    EXPECT_TIMES(run_job(&run, "j", 2)->time, [TIME_QUEUE] = 88 * MINUTE);
    EXPECT_TIMES(run_job(&run, "after", 0)->time, [TIME_QUEUE] = 30 * MINUTE);
    for (int32_t i = 1; i < 4; i++) {
        EXPECT_TIMES(run_job(&run, "after", i)->time, [TIME_QUEUE] = 0);
        cr_expect_eq(run_job(&run, "after", i)->end, 90 * MINUTE);
    }
    run_free(&run);
}

/* Killed at 30 min with nothing durable, the run ends before anybody notices. */
Test(world_jobs, work_that_was_lost_before_the_end_of_the_run_stays_lost)
{
    struct run run = {0};
    run_yaml(&run, "until: 40 min\n"
                   "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {detection: 1 h, at: [{time: 30 min, node: 0}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, checkpoint: {interval: 20 min}}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_USEFUL] = 20 * MINUTE,
                 [TIME_LOST] = 10 * MINUTE, [TIME_DETECT] = 10 * MINUTE);
    cr_assert_eq(run.failure_count, 1);
    cr_expect_eq(run.failures[0].detected, -1);
    cr_expect_eq(run.failures[0].repaired, -1);
    run_free(&run);
}

Test(world_jobs, arrivals_stop_at_their_count_or_time)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
             "jobs:\n"
             "  a: {run_time: 1 min, arrival: {every: 10 min, count: 3}}\n"
             "  b: {run_time: 1 min, arrival: {every: 10 min, start: 5 min, until: 50 min}}\n");
    cr_expect_eq(run_job(&run, "a", 0)->arrival, 10 * MINUTE);
    cr_expect_eq(run_job(&run, "a", 2)->arrival, 30 * MINUTE);
    cr_expect_eq(run_job(&run, "b", 0)->arrival, 15 * MINUTE);
    cr_expect_eq(run_job(&run, "b", 3)->arrival, 45 * MINUTE);
    cr_expect_eq(run.job_count, 7);
    run_free(&run);
}

Test(world_jobs, a_job_without_work_completes_at_once)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
             "jobs:\n"
             "  j: {run_time: {empirical: {values: [0 s, 1 min]}}, arrival: {at: 1 h, count: 50},\n"
             "      checkpoint: {interval: 1 s, write: 1 s, at_end: true}}\n");
    int without = 0;
    for (size_t i = 0; i < run.job_count; i++) {
        const struct job_row *job = &run.jobs[i];
        cr_expect_eq(job->outcome, OUTCOME_COMPLETED);
        /* 60 s of work with a checkpoint after each */
        cr_expect_eq(job->end - job->first_start, job->work > 0 ? 2 * MINUTE : 0);
        without += job->work == 0;
    }
    cr_expect(without > 10 && without < 40, "%d", without);
    run_free(&run);
}
