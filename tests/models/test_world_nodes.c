/* Nodes: how they come, what they are billed, when they go, how they fail. All numbers are worked
 * out by hand; prices are 1 USD a GPU-hour unless a test says otherwise. */
#include <criterion/criterion.h>

#include "tests/support/run.h"

#define NODE 8 /* GPUs */

/* 5 min until granted, 10 min until ready, 60 min of work. */
Test(world_nodes, waiting_for_a_node_is_capacity_then_provisioning)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 5 min}, provisioning: {time: 10 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(job->time, [TIME_CAPACITY] = 5 * MINUTE, [TIME_PROVISIONING] = 10 * MINUTE,
                 [TIME_USEFUL] = HOUR);
    EXPECT_GPU(
        job->gpu, [ACCOUNT_PROVISIONING] = 10 * MINUTE * NODE, [ACCOUNT_USEFUL] = HOUR * NODE);
    cr_expect_eq(job->outcome, OUTCOME_COMPLETED);
    cr_expect_eq(job->first_start, 15 * MINUTE);
    cr_expect_eq(job->end, 75 * MINUTE);
    const struct lease_row *lease = run_lease(&run, "p", 0);
    cr_expect_eq(lease->requested, 0);
    cr_expect_eq(lease->granted, 5 * MINUTE);
    cr_expect_eq(lease->ready, 15 * MINUTE);
    cr_expect_eq(lease->released, 75 * MINUTE);
    cr_expect_eq(lease->billed, 70 * MINUTE);
    cr_expect_eq(lease->ended_by, LEASE_IDLE);
    EXPECT_GPU(
        lease->gpu, [ACCOUNT_PROVISIONING] = 10 * MINUTE * NODE, [ACCOUNT_USEFUL] = HOUR * NODE);
    /* 70 min x 8 GPUs = 560 GPU-min = 9.333333333 GPU-hours */
    cr_expect_eq(run.result.bill, INT64_C(9333333333));
    cr_expect_eq(lease->cost, run.result.bill);
    cr_expect_eq(job->cost_total, run.result.bill);
    run_free(&run);
}

Test(world_nodes, billed_from_ready_provisioning_costs_nothing)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      billing: {from: ready}, provisioning: {time: 10 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h}\n");
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_PROVISIONING] = 10 * MINUTE, [TIME_USEFUL] = HOUR);
    EXPECT_GPU(run_job(&run, "j", 0)->gpu, [ACCOUNT_USEFUL] = HOUR * NODE);
    cr_expect_eq(run_lease(&run, "p", 0)->billed, HOUR);
    cr_expect_eq(run.result.bill, 8 * USD);
    run_free(&run);
}

/* 61 min are billed as 2 h: 59 min are rounding, on the pool. */
Test(world_nodes, granularity_rounds_up_and_the_rest_is_rounding)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      billing: {granularity: 1 h}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 61 min}\n");
    const struct lease_row *lease = run_lease(&run, "p", 0);
    cr_expect_eq(lease->billed, 2 * HOUR);
    EXPECT_GPU(
        lease->gpu, [ACCOUNT_USEFUL] = 61 * MINUTE * NODE, [ACCOUNT_ROUNDING] = 59 * MINUTE * NODE);
    cr_expect_eq(run.result.bill, 16 * USD);
    /* 61 x 8 GPU-min = 8.133333333 GPU-hours */
    cr_expect_eq(run_job(&run, "j", 0)->cost_total, INT64_C(8133333333));
    run_free(&run);
}

Test(world_nodes, minimum_is_billed_and_then_rounded)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      billing: {granularity: 1 h, minimum: 150 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 30 min}\n");
    cr_expect_eq(run_lease(&run, "p", 0)->billed, 3 * HOUR);
    cr_expect_eq(run.result.bill, 24 * USD);
    run_free(&run);
}

/* The warm node 0 (min_nodes) is ready from 10 min; the gang of 16 comes at 60 min and waits until
 * 70 min for node 1, while node 0 is held. Node 1 goes at the end, node 0 stays. */
Test(world_nodes, ready_nodes_that_wait_for_their_gang_are_held)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, min_nodes: 1,\n"
             "      provisioning: {time: 10 min}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 1 h, arrival: {at: 1 h}}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(job->time, [TIME_PROVISIONING] = 10 * MINUTE, [TIME_USEFUL] = HOUR);
    EXPECT_GPU(job->gpu, [ACCOUNT_HELD] = 10 * MINUTE * NODE,
               [ACCOUNT_PROVISIONING] = 10 * MINUTE * NODE, [ACCOUNT_USEFUL] = HOUR * 16);
    EXPECT_GPU(run_lease(&run, "p", 0)->gpu, [ACCOUNT_PROVISIONING] = 10 * MINUTE * NODE,
               [ACCOUNT_IDLE] = 50 * MINUTE * NODE, [ACCOUNT_HELD] = 10 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE);
    EXPECT_GPU(run_lease(&run, "p", 1)->gpu, [ACCOUNT_PROVISIONING] = 10 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE);
    cr_expect_eq(run_lease(&run, "p", 0)->ended_by, LEASE_END_OF_RUN);
    cr_expect_eq(run_lease(&run, "p", 1)->ended_by, LEASE_IDLE);
    run_free(&run);
}

/* Job 0 runs 0-60 (after 10 min of provisioning 10-70). Idle for less than 30 min the node is warm
 * for a job at 90; for one at 101 it is gone and another is provisioned. */
static const struct {
    const char *second;
    size_t leases;
    sim_time start, idle;
} warm_cases[] = {
    {"90 min", 1, 90 * MINUTE, (20 + 30) * MINUTE},   /* idle 70-90, and 30 min after the end */
    {"100 min", 1, 100 * MINUTE, (30 + 30) * MINUTE}, /* at the very tick of its release */
    {"101 min", 2, 111 * MINUTE, 30 * MINUTE},
};

Test(world_nodes, an_idle_node_is_kept_for_idle_release_and_used_again)
{
    for (size_t i = 0; i < sizeof warm_cases / sizeof *warm_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "pools:\n"
                 "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                 "      idle_release: 30 min, provisioning: {time: 10 min}}\n"
                 "jobs:\n"
                 "  j: {gpus: 8, run_time: 1 h, arrival: {at: [0 s, %s]}}\n",
                 warm_cases[i].second);
        run_yaml(&run, yaml);
        cr_expect_eq(run_leases(&run, "p"), warm_cases[i].leases);
        cr_expect_eq(run_job(&run, "j", 1)->first_start, warm_cases[i].start);
        const struct lease_row *first = run_lease(&run, "p", 0);
        cr_expect_eq(first->gpu[ACCOUNT_IDLE], warm_cases[i].idle * NODE, "%s",
                     warm_cases[i].second);
        cr_expect_eq(first->ended_by, LEASE_IDLE);
        run_free(&run);
    }
}

/* The run is over when the last job leaves at 70 min, yet the node is paid to its release. */
Test(world_nodes, the_last_idle_time_is_paid_after_the_last_job)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      idle_release: 30 min}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h}\n");
    cr_expect_eq(run.result.makespan, HOUR);
    cr_expect_eq(run_lease(&run, "p", 0)->released, 90 * MINUTE);
    cr_expect_eq(run.result.bill, 12 * USD);
    run_free(&run);
}

Test(world_nodes, without_idle_release_a_job_of_the_same_instant_still_gets_the_node)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      idle_release: 0 s, provisioning: {time: 10 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: [0 s, 70 min, 131 min]}}\n");
    /* 10-70, 70-130; at 130 the node goes, so the third waits 131-141 */
    cr_expect_eq(run_leases(&run, "p"), 2);
    cr_expect_eq(run_job(&run, "j", 1)->first_start, 70 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 2)->first_start, 141 * MINUTE);
    cr_expect_eq(run_lease(&run, "p", 0)->released, 130 * MINUTE);
    cr_expect_eq(run_lease(&run, "p", 0)->gpu[ACCOUNT_IDLE], 0);
    run_free(&run);
}

Test(world_nodes, max_nodes_makes_jobs_queue)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, max_nodes: 2}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h, arrival: {at: 0 s, count: 5}}\n");
    for (int32_t i = 0; i < 5; i++)
        EXPECT_TIMES(
            run_job(&run, "j", i)->time, [TIME_QUEUE] = i / 2 * HOUR, [TIME_USEFUL] = HOUR);
    cr_expect_eq(run_leases(&run, "p"), 2);
    cr_expect_eq(run.result.bill, 5 * 8 * USD);
    run_free(&run);
}

Test(world_nodes, min_nodes_are_there_from_the_start_and_are_kept)
{
    struct run run = {0};
    run_yaml(&run,
             "until: 3 h\n"
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, min_nodes: 2,\n"
             "      capacity: {wait: 20 min}}\n"
             "jobs:\n"
             "  j: {gpus: 24, run_time: 30 min, arrival: {at: 1 h}}\n");
    /* the third node is granted at 80 min; all three are free at 110, and one goes */
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 20 * MINUTE, [TIME_USEFUL] = 30 * MINUTE);
    cr_expect_eq(run_leases(&run, "p"), 3);
    int kept = 0;
    for (int32_t i = 0; i < 3; i++) {
        const struct lease_row *lease = run_lease(&run, "p", i);
        kept += lease->ended_by == LEASE_END_OF_RUN && lease->released == 3 * HOUR;
        cr_expect(lease->ended_by == LEASE_END_OF_RUN || lease->released == 110 * MINUTE);
    }
    cr_expect_eq(kept, 2);
    run_free(&run);
}

/* In stock 0-60, out 60-90, in 90-150: asked for at 10, granted at 15; asked for at 70, granted 5
 * min after the stock is back. */
Test(world_nodes, stock_outs_delay_the_grant)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 5 min, in_stock: 1 h, out_of_stock: 30 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 10 min, arrival: {at: [10 min, 70 min]}}\n");
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 5 * MINUTE, [TIME_USEFUL] = 10 * MINUTE);
    EXPECT_TIMES(
        run_job(&run, "j", 1)->time, [TIME_CAPACITY] = 25 * MINUTE, [TIME_USEFUL] = 10 * MINUTE);
    run_free(&run);
}

Test(world_nodes, a_pool_may_start_out_of_stock)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
             "      capacity: {in_stock: 1 h, out_of_stock: 30 min, starts_in_stock: false}}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 10 min}\n");
    EXPECT_TIMES(
        run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 30 * MINUTE, [TIME_USEFUL] = 10 * MINUTE);
    run_free(&run);
}

/* A request of pool a is withdrawn (deadline) while a is out of stock, and its slot goes to a node
 * of pool b with the same number: when a's stock is back, b's node must not be granted. */
Test(world_nodes, a_withdrawn_request_grants_no_node_of_another_pool)
{
    struct run run = {0};
    run_yaml(
        &run,
        "pools:\n"
        "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
        "      capacity: {in_stock: 9 h, out_of_stock: 30 min, starts_in_stock: false}}\n"
        "  b: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, capacity: {wait: 2 h}}\n"
        "jobs:\n"
        "  first: {gpus: 8, run_time: 10 min, pools: [a], deadline: {within: 10 min, then: "
        "cancel}}\n"
        "  second: {gpus: 8, run_time: 10 min, pools: [b], arrival: {at: 20 min}}\n");
    cr_expect_eq(run_job(&run, "first", 0)->outcome, OUTCOME_CANCELLED);
    EXPECT_TIMES(
        run_job(&run, "second", 0)->time, [TIME_CAPACITY] = 2 * HOUR, [TIME_USEFUL] = 10 * MINUTE);
    const struct lease_row *lease = run_lease(&run, "a", 0);
    cr_expect_eq(lease->ended_by, LEASE_WITHDRAWN);
    cr_expect_eq(lease->granted, -1);
    cr_expect_eq(lease->billed, 0);
    cr_expect_eq(lease->cost, 0);
    run_free(&run);
}

Test(world_nodes, provisioning_that_fails_is_done_again)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      provisioning: {time: 10 min, failure: 0.5}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: 0 s, count: 200}}\n");
    int64_t tries = 0, once = 0;
    for (size_t i = 0; i < run.lease_count; i++) {
        const struct lease_row *lease = &run.leases[i];
        tries += lease->provisionings;
        once += lease->provisionings == 1;
        cr_expect_eq(lease->ready - lease->granted, lease->provisionings * 10 * MINUTE);
        EXPECT_GPU(lease->gpu, [ACCOUNT_PROVISIONING] = lease->provisionings * 10 * MINUTE * NODE,
                   [ACCOUNT_USEFUL] = HOUR * NODE);
    }
    /* 200 geometric numbers of mean 2 and variance 2: 400 +- 20; half of them 1: 100 +- 7 */
    cr_expect_eq(run.lease_count, 200);
    cr_expect(tries > 320 && tries < 480, "%ld tries", (long)tries);
    cr_expect(once > 72 && once < 128, "%ld at the first try", (long)once);
    run_free(&run);
}

Test(world_nodes, small_jobs_share_a_node)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  a: {gpus: 3, run_time: 1 h}\n"
                   "  b: {gpus: 4, run_time: 2 h}\n");
    cr_expect_eq(run_leases(&run, "p"), 1);
    cr_expect_eq(run_job(&run, "a", 0)->end, HOUR);
    cr_expect_eq(run_job(&run, "b", 0)->end, 2 * HOUR);
    /* 3 GPUs for 1 h, 4 for 2 h; idle are 1 GPU in the first hour and 4 in the second */
    EXPECT_GPU(
        run_lease(&run, "p", 0)->gpu, [ACCOUNT_USEFUL] = 11 * HOUR, [ACCOUNT_IDLE] = 5 * HOUR);
    cr_expect_eq(run_job(&run, "a", 0)->cost_total, 3 * USD);
    cr_expect_eq(run_job(&run, "b", 0)->cost_total, 8 * USD);
    cr_expect_eq(run.result.bill, 16 * USD);
    run_free(&run);
}

Test(world_nodes, fixed_nodes_are_paid_around_the_clock)
{
    struct run run = {0};
    run_yaml(
        &run,
        "until: 10 h\n"
        "pools:\n"
        "  o: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
        "  r: {gpu: A100-SXM4-80GB, market: reserved, nodes: 1, price: 1 USD/GPU/h, term: 24 h}\n"
        "jobs:\n"
        "  j: {gpus: 8, run_time: 1 h, pools: [o]}\n");
    /* 2 nodes x 10 h, and 1 node x 24 h of which 14 h are beyond the run */
    cr_expect_eq(run.result.bill, (2 * 10 + 24) * NODE * USD);
    EXPECT_GPU(run_lease(&run, "r", 0)->gpu, [ACCOUNT_IDLE] = 10 * HOUR * NODE,
               [ACCOUNT_ROUNDING] = 14 * HOUR * NODE);
    cr_expect_eq(run_lease(&run, "r", 0)->billed, 24 * HOUR);
    cr_expect_eq(run_lease(&run, "o", 1)->gpu[ACCOUNT_IDLE] +
                     run_lease(&run, "o", 0)->gpu[ACCOUNT_IDLE],
                 19 * HOUR * NODE);
    run_free(&run);
}

/* ---- failures ---- */

/* Fails at 30, noticed at 35, repaired at 50; then the whole hour again. */
Test(world_nodes, a_failure_is_noticed_repaired_and_the_work_done_again)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
             "      failures: {detection: 5 min, at: [{time: 30 min, node: 0, repair: 15 min}]}}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    EXPECT_TIMES(job->time, [TIME_LOST] = 30 * MINUTE, [TIME_DETECT] = 5 * MINUTE,
                 [TIME_QUEUE] = 15 * MINUTE, [TIME_USEFUL] = HOUR);
    cr_expect_eq(job->attempts, 2);
    EXPECT_GPU(run_lease(&run, "p", 0)->gpu, [ACCOUNT_LOST] = 30 * MINUTE * NODE,
               [ACCOUNT_DETECT] = 5 * MINUTE * NODE, [ACCOUNT_DOWN] = 15 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE);
    cr_assert_eq(run.failure_count, 1);
    cr_expect_eq(run.failures[0].cause, FAILURE_GIVEN);
    cr_expect_eq(run.failures[0].jobs, 1);
    cr_expect_eq(run.failures[0].time, 30 * MINUTE);
    cr_expect_eq(run.failures[0].detected, 35 * MINUTE);
    cr_expect_eq(run.failures[0].repaired, 50 * MINUTE);
    const struct attempt_row *first = run_attempt(&run, "j", 0, 1);
    cr_expect_eq(first->ended_by, ATTEMPT_NODE_FAILURE);
    cr_expect_eq(first->end, 35 * MINUTE);
    EXPECT_TIMES(first->time, [TIME_LOST] = 30 * MINUTE, [TIME_DETECT] = 5 * MINUTE);
    run_free(&run);
}

Test(world_nodes, without_a_given_repair_it_is_drawn_from_the_pool)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {repair: 40 min, at: [{time: 30 min, node: 0}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h}\n");
    cr_expect_eq(run_job(&run, "j", 0)->time[TIME_QUEUE], 40 * MINUTE);
    run_free(&run);
}

/* Node 0 lives for 90 min from ready; a rented one is returned and another one provisioned. */
Test(world_nodes, a_failed_rented_node_is_returned_and_replaced)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
             "      provisioning: {time: 10 min}, failures: {life: 40 min, detection: 5 min}}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h, checkpoint: {interval: 15 min}}\n");
    /* ready 10, fails 50 with 40 done and 30 durable, noticed 55, next node ready 65, ends 95 */
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_PROVISIONING] = 20 * MINUTE,
                 [TIME_USEFUL] = HOUR, [TIME_LOST] = 10 * MINUTE, [TIME_DETECT] = 5 * MINUTE);
    cr_expect_eq(run_leases(&run, "p"), 2);
    cr_expect_eq(run_lease(&run, "p", 0)->ended_by, LEASE_FAILED);
    cr_expect_eq(run_lease(&run, "p", 0)->released, 55 * MINUTE);
    cr_expect_eq(run.failures[0].repaired, -1);
    cr_expect_eq(run.failures[0].cause, FAILURE_NODE);
    run_free(&run);
}

/* The work of a gang of two nodes is lost on both when one fails; the other idles meanwhile. */
Test(world_nodes, a_gang_dies_with_one_of_its_nodes_and_gives_the_others_back)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h,\n"
             "      failures: {detection: 5 min, at: [{time: 30 min, node: 1, repair: 20 min}]}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 1 h, on_node_failure: release}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_LOST] = 30 * MINUTE, [TIME_DETECT] = 5 * MINUTE,
                 [TIME_QUEUE] = 20 * MINUTE, [TIME_USEFUL] = HOUR);
    EXPECT_GPU(run_lease(&run, "p", 0)->gpu, [ACCOUNT_LOST] = 30 * MINUTE * NODE,
               [ACCOUNT_DETECT] = 5 * MINUTE * NODE, [ACCOUNT_IDLE] = 20 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE);
    EXPECT_GPU(run_lease(&run, "p", 1)->gpu, [ACCOUNT_LOST] = 30 * MINUTE * NODE,
               [ACCOUNT_DETECT] = 5 * MINUTE * NODE, [ACCOUNT_DOWN] = 20 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE);
    run_free(&run);
}

/* The same with `hold`: the job keeps and pays the healthy node until the other is repaired. */
Test(world_nodes, a_held_gang_pays_for_its_healthy_nodes)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h,\n"
             "      failures: {detection: 5 min, at: [{time: 30 min, node: 1, repair: 20 min}]}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 1 h, on_node_failure: hold, retry: {backoff: 1 h}}\n"
             "  k: {gpus: 8, run_time: 1 min, arrival: {at: 40 min}}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_LOST] = 30 * MINUTE, [TIME_DETECT] = 5 * MINUTE,
                 [TIME_HELD] = 20 * MINUTE, [TIME_USEFUL] = HOUR);
    EXPECT_GPU(run_job(&run, "j", 0)->gpu, [ACCOUNT_LOST] = 30 * MINUTE * 16,
               [ACCOUNT_DETECT] = 5 * MINUTE * 16, [ACCOUNT_HELD] = 20 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * 16);
    EXPECT_GPU(run_lease(&run, "p", 0)->gpu, [ACCOUNT_LOST] = 30 * MINUTE * NODE,
               [ACCOUNT_DETECT] = 5 * MINUTE * NODE, [ACCOUNT_HELD] = 20 * MINUTE * NODE,
               [ACCOUNT_USEFUL] = HOUR * NODE, [ACCOUNT_IDLE] = MINUTE * NODE);
    cr_expect_eq(run_job(&run, "k", 0)->first_start, 115 * MINUTE, "the held node is not free");
    run_free(&run);
}

/* A held gang gets a rented node instead of the failed one: 10 min of provisioning. */
Test(world_nodes, a_held_gang_requests_a_replacement)
{
    struct run run = {0};
    run_yaml(
        &run,
        "pools:\n"
        "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, max_nodes: 2,\n"
        "      provisioning: {time: 10 min},\n"
        "      failures: {life: {empirical: {values: [30 min, 100 h]}}}}\n"
        "jobs:\n"
        "  j: {gpus: 16, run_time: 1 h, on_node_failure: hold, checkpoint: {interval: 10 min},\n"
        "      arrival: {every: 10 h, count: 40}}\n");
    int64_t failures = 0, held = 0;
    for (size_t i = 0; i < run.job_count; i++) {
        const struct job_row *job = &run.jobs[i];
        cr_expect_eq(job->outcome, OUTCOME_COMPLETED);
        /* the held node may itself fail meanwhile: then the second replacement is awaited */
        cr_expect_geq(job->time[TIME_HELD], (job->attempts - 1) * 10 * MINUTE);
        cr_expect_lt(job->time[TIME_HELD],
                     (job->attempts - 1) * 20 * MINUTE + (job->attempts == 1));
        failures += job->attempts - 1;
        held += job->gpu[ACCOUNT_HELD];
    }
    cr_expect_gt(failures, 5);
    /* of two nodes one is held, unless both failed at once */
    cr_expect_gt(held, 0);
    cr_expect_lt(held, failures * 20 * MINUTE * NODE);
    run_free(&run);
}

/* A node fails under a gang that waits for another node (granted at 60 min), and that is noticed
 * long after the other is there: an attempt that begins on the broken node cannot do work. */
Test(world_nodes, an_attempt_that_begins_on_a_broken_node_does_no_work)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, min_nodes: 1,\n"
             "      capacity: {wait: {empirical: {values: [0 s, 0 s]}}},\n"
             "      provisioning: {time: 10 min},\n"
             "      failures: {life: 15 min, detection: 30 min}}\n"
             "jobs:\n"
             "  j: {gpus: 16, run_time: 2 min, arrival: {at: 20 min}}\n");
    /* Node 0 is ready at 10 and fails at 25; node 1 is requested at 20 and ready at 30. What begins
     * at 30 stands still until 55. Node 1 fails at 45 and is noticed at 75. Two new nodes are ready
     * at 65. */
    const struct attempt_row *first = run_attempt(&run, "j", 0, 1);
    cr_expect_eq(first->start, 30 * MINUTE);
    cr_expect_eq(first->end, 55 * MINUTE);
    cr_expect_eq(first->ended_by, ATTEMPT_NODE_FAILURE);
    EXPECT_TIMES(first->time, [TIME_DETECT] = 25 * MINUTE);
    run_free(&run);
}

/* The clock of a busy node stands while it idles: 40 min of life are 30 in the first job and 10 in
 * the second; by the calendar it fails at 40, 90 and 140 min. */
static const struct {
    const char *clock;
    sim_time failures[4];
    int count;
} clock_cases[] = {
    {"busy", {130 * MINUTE}, 1},
    {"calendar", {40 * MINUTE, 90 * MINUTE, 140 * MINUTE}, 3},
};

Test(world_nodes, a_node_ages_by_its_clock)
{
    for (size_t i = 0; i < sizeof clock_cases / sizeof *clock_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "pools:\n"
                 "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                 "      failures: {life: 40 min, clock: %s, repair: 10 min}}\n"
                 "jobs:\n"
                 "  j: {gpus: 2, run_time: 30 min, arrival: {at: [0 s, 2 h]}}\n",
                 clock_cases[i].clock);
        run_yaml(&run, yaml);
        cr_assert_eq(run.failure_count, clock_cases[i].count, "%s", clock_cases[i].clock);
        for (int f = 0; f < clock_cases[i].count; f++)
            cr_expect_eq(run.failures[f].time, clock_cases[i].failures[f]);
        run_free(&run);
    }
}

/* A second failure of a node that is down already changes nothing. */
Test(world_nodes, a_node_that_is_down_cannot_fail_again)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
             "      failures: {detection: 5 min, at: [{time: 10 min, node: 0, repair: 30 min},\n"
             "                 {time: 12 min, node: 0, repair: 1 h}, {time: 20 min, node: 0, "
             "repair: 1 h}]}}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h}\n");
    cr_expect_eq(run.failure_count, 1);
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_LOST] = 10 * MINUTE, [TIME_DETECT] = 5 * MINUTE,
                 [TIME_QUEUE] = 30 * MINUTE, [TIME_USEFUL] = HOUR);
    run_free(&run);
}

Test(world_nodes, a_job_that_completes_at_the_tick_of_a_failure_has_completed)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 1 h, node: 0, repair: 30 min}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, arrival: {at: 0 s, count: 2}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->attempts, 1);
    EXPECT_TIMES(run_job(&run, "j", 1)->time, [TIME_QUEUE] = 90 * MINUTE, [TIME_USEFUL] = HOUR);
    run_free(&run);
}
