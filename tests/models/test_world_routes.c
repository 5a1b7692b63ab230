/* Routes: which pool a job goes to. a100 runs a job in 1 h, h100 in 30 min. */
#include <criterion/criterion.h>

#include "tests/support/run.h"

Test(world_routes, first_takes_the_first_pool_with_room)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: first}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, pools: [b, a], arrival: {at: 0 s, count: 3}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->pool, 1);
    cr_expect_eq(run_job(&run, "j", 1)->pool, 0);
    cr_expect_eq(run_job(&run, "j", 2)->pool, 1, "both are free again");
    run_free(&run);
}

Test(world_routes, first_rents_only_when_nothing_is_ready)
{
    struct run run = {0};
    run_yaml(&run,
             "scheduling: {route: first}\n"
             "pools:\n"
             "  rent: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h}\n"
             "  own: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h, pools: [rent, own], arrival: {at: 0 s, count: 2}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->pool, 1);
    cr_expect_eq(run_job(&run, "j", 1)->pool, 0);
    run_free(&run);
}

/* 8 GPUs: 1 h at 1 USD are 8 USD; half an hour at 1.99 are 7.96, at 2.01 are 8.04. */
static const struct {
    const char *price;
    int32_t pool;
} cheap_cases[] = {{"1.99", 1}, {"2.01", 0}};

Test(world_routes, cheapest_compares_the_cost_of_the_whole_run)
{
    for (size_t i = 0; i < sizeof cheap_cases / sizeof *cheap_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "scheduling: {route: cheapest}\n"
                 "pools:\n"
                 "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h}\n"
                 "  h: {gpu: H100-SXM5-80GB, market: on_demand, price: %s USD/GPU/h}\n"
                 "jobs:\n"
                 "  j: {gpus: 8, run_time: 1 h, speedup: {H100-SXM5-80GB: 2}}\n",
                 cheap_cases[i].price);
        run_yaml(&run, yaml);
        cr_expect_eq(run_job(&run, "j", 0)->pool, cheap_cases[i].pool, "%s", cheap_cases[i].price);
        run_free(&run);
    }
}

/* 30 min of provisioning that are billed double the cost of a rented H100: 8 x 1.5 x 1 h = 12. */
Test(world_routes, cheapest_counts_billed_provisioning)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: cheapest}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h}\n"
                   "  h: {gpu: H100-SXM5-80GB, market: on_demand, price: 1.5 USD/GPU/h,\n"
                   "      provisioning: {time: 30 min}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, speedup: {H100-SXM5-80GB: 2}}\n");
    cr_expect_eq(run_job(&run, "j", 0)->pool, 0);
    run_free(&run);
}

/* The H100 is taken from 0 to 30 min. A job at 20 min expects it after 2 x 10 min: 20 + 30 < 60, it
 * waits (and starts at 30); one at 5 min expects 50 + 30 > 60 and takes the A100. */
static const struct {
    const char *at;
    int32_t pool;
    sim_time start;
} fast_cases[] = {{"20 min", 1, 30 * MINUTE}, {"5 min", 0, 5 * MINUTE}};

Test(world_routes, fastest_waits_where_that_is_worth_it)
{
    for (size_t i = 0; i < sizeof fast_cases / sizeof *fast_cases; i++) {
        struct run run = {0};
        char yaml[1024];
        snprintf(yaml, sizeof yaml,
                 "scheduling: {route: fastest}\n"
                 "pools:\n"
                 "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                 "  h: {gpu: H100-SXM5-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                 "jobs:\n"
                 "  j: {gpus: 8, run_time: 1 h, speedup: {H100-SXM5-80GB: 2}, arrival: {at: [0 s, "
                 "%s]}}\n",
                 fast_cases[i].at);
        run_yaml(&run, yaml);
        cr_expect_eq(run_job(&run, "j", 0)->pool, 1);
        cr_expect_eq(run_job(&run, "j", 1)->pool, fast_cases[i].pool, "%s", fast_cases[i].at);
        cr_expect_eq(run_job(&run, "j", 1)->first_start, fast_cases[i].start);
        run_free(&run);
    }
}

/* ---- fallback ---- */

Test(world_routes, fallback_leaves_a_full_pool_after_its_time)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: fallback, fallback_after: 30 min}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "  c: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 2 h, pools: [a, b, c], arrival: {at: 0 s, count: 3}}\n"
                   "  k: {gpus: 8, run_time: 10 min, pools: [a, b], arrival: {at: 10 min}}\n");
    /* two want b at 30: the first gets it; the other one may go to c at 60; k stays with a and b */
    cr_expect_eq(run_job(&run, "j", 0)->pool, 0);
    cr_expect_eq(run_job(&run, "j", 1)->first_start, 30 * MINUTE);
    cr_expect_eq(run_job(&run, "j", 1)->pool, 1);
    cr_expect_eq(run_job(&run, "j", 2)->first_start, HOUR);
    cr_expect_eq(run_job(&run, "j", 2)->pool, 2);
    cr_expect_eq(run_job(&run, "k", 0)->first_start, 2 * HOUR);
    run_free(&run);
}

/* The request on a would be granted after 5 h; after 30 min it is given up for b. */
Test(world_routes, fallback_gives_a_request_up)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: fallback, fallback_after: 30 min}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 5 h}}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, pools: [a, b]}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 30 * MINUTE, [TIME_USEFUL] = HOUR);
    cr_expect_eq(run_job(&run, "j", 0)->pool, 1);
    cr_expect_eq(run_lease(&run, "a", 0)->ended_by, LEASE_WITHDRAWN);
    cr_expect_eq(run_lease(&run, "a", 0)->cost, 0);
    run_free(&run);
}

/* b is busy until 40 min: at 30 there is no room to fall back to, at 60 there is. */
Test(world_routes, fallback_keeps_a_request_until_there_is_room_elsewhere)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: fallback, fallback_after: 30 min}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 5 h}}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  k: {gpus: 8, run_time: 40 min, pools: [b]}\n"
                   "  j: {gpus: 8, run_time: 1 h, pools: [a, b]}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_CAPACITY] = HOUR, [TIME_USEFUL] = HOUR);
    run_free(&run);
}

/* Granted at 20 min: provisioning is not given up. */
Test(world_routes, fallback_keeps_a_request_that_was_granted)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: fallback, fallback_after: 30 min}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 20 min}, provisioning: {time: 50 min}}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, pools: [a, b]}\n");
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 20 * MINUTE,
                 [TIME_PROVISIONING] = 50 * MINUTE, [TIME_USEFUL] = HOUR);
    cr_expect_eq(run_job(&run, "j", 0)->pool, 0);
    run_free(&run);
}

/* A deadline frees a's only node slot at 40 min, where k's request waited; b is busy until 2 h. At
 * 30 min j may use b too; at 40 it requests a node of a, to be granted after 9 h; the request is
 * given up when b has room. */
Test(world_routes, fallback_gives_up_a_request_that_was_made_late)
{
    struct run run = {0};
    run_yaml(&run,
             "scheduling: {route: fallback, fallback_after: 30 min}\n"
             "pools:\n"
             "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h, max_nodes: 1,\n"
             "      capacity: {wait: 9 h}}\n"
             "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
             "jobs:\n"
             "  k: {gpus: 8, run_time: 1 h, pools: [a], deadline: {within: 40 min, then: cancel}}\n"
             "  l: {gpus: 8, run_time: 2 h, pools: [b]}\n"
             "  j: {gpus: 8, run_time: 1 h, pools: [a, b]}\n");
    const struct job_row *job = run_job(&run, "j", 0);
    cr_expect_eq(job->pool, 1);
    /* asked again every 30 min from 40: 70, 100, 130 */
    EXPECT_TIMES(
        job->time, [TIME_QUEUE] = 40 * MINUTE, [TIME_CAPACITY] = 90 * MINUTE, [TIME_USEFUL] = HOUR);
    run_free(&run);
}

/* It gave up its request on a for b, where it fails at 40 min: then a is its first choice again. */
Test(world_routes, fallback_begins_with_the_first_pool_at_every_attempt)
{
    struct run run = {0};
    run_yaml(&run, "scheduling: {route: fallback, fallback_after: 30 min}\n"
                   "pools:\n"
                   "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"
                   "      capacity: {wait: 31 min}}\n"
                   "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      failures: {at: [{time: 40 min, node: 0, repair: 9 h}]}}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, pools: [a, b]}\n");
    cr_expect_eq(run_attempt(&run, "j", 0, 1)->pool, 1);
    cr_expect_eq(run_attempt(&run, "j", 0, 2)->pool, 0);
    EXPECT_TIMES(run_job(&run, "j", 0)->time, [TIME_CAPACITY] = 61 * MINUTE,
                 [TIME_LOST] = 10 * MINUTE, [TIME_USEFUL] = HOUR);
    run_free(&run);
}
