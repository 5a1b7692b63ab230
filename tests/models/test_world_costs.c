/* Costs beside GPU-time, the bill, and the rows of the ledger, by arithmetic. */
#include <criterion/criterion.h>

#include "tests/support/run.h"

/* Two attempts (a failure at 30 min, repaired at once), 90 min from submission to the end. */
static const char services[] =
    "pools:\n"
    "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
    "      storage: 0.073 USD/GB/month, egress: 0.09 USD/GB, network: 0.01 USD/GB,\n"
    "      failures: {at: [{time: 30 min, node: 0, repair: 0 s}]}}\n"
    "jobs:\n"
    "  j: {gpus: 8, run_time: 1 h, data: 100 GB, storage: 200 GB, egress: 10 GB}\n"
    "orchestration: {per_job: 0.5 USD, per_attempt: 0.25 USD, standing: 0.1 USD/h}\n";

Test(world_costs, of_services_are_rate_times_quantity)
{
    struct run run = {0};
    run_yaml(&run, services);
    /* storage: 200 GB x 0.073 / 730 h = 0.02 an hour, for 1.5 h; network: 100 GB x 0.01 a try,
     * twice; egress: 10 GB x 0.09, once; orchestration: 0.5 + 2 x 0.25 */
    EXPECT_COSTS(run_job(&run, "j", 0)->cost, [ACCOUNT_USEFUL] = 8 * USD, [ACCOUNT_LOST] = 4 * USD,
                 [ACCOUNT_STORAGE] = 3 * USD / 100, [ACCOUNT_NETWORK] = 2 * USD,
                 [ACCOUNT_EGRESS] = 9 * USD / 10, [ACCOUNT_ORCHESTRATION] = USD);
    /* and 0.1 x 1.5 h of standing orchestration */
    cr_expect_eq(run.result.bill,
                 12 * USD + 3 * USD / 100 + 2 * USD + 9 * USD / 10 + USD + 15 * USD / 100);
    run_free(&run);
}

Test(world_costs, rows_of_the_ledger_sum_to_the_bill)
{
    struct run run = {0};
    run_yaml(&run, services);
    money sum = 0, standing = 0;
    for (size_t i = 0; i < run.ledger_count; i++) {
        sum += run.ledger[i].amount;
        if (run.ledger[i].job < 0 && run.ledger[i].pool < 0)
            standing += run.ledger[i].amount;
    }
    cr_expect_eq(sum, run.result.bill);
    cr_expect_eq(standing, 15 * USD / 100);
    run_free(&run);
}

Test(world_costs, a_job_that_did_not_complete_sends_nothing_out)
{
    struct run run = {0};
    run_yaml(&run, "until: 30 min\n"
                   "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 1, price: 1 USD/GPU/h,\n"
                   "      egress: 0.09 USD/GB, network: 0.01 USD/GB}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 1 h, egress: 10 GB, data: 100 GB}\n");
    EXPECT_COSTS(run_job(&run, "j", 0)->cost, [ACCOUNT_USEFUL] = 4 * USD, [ACCOUNT_NETWORK] = USD);
    run_free(&run);
}

/* Each at its own pool's price: an hour of 8 at 1, and half an hour of 4 at 3. */
Test(world_costs, of_gpu_time_follow_the_price_of_the_pool)
{
    struct run run = {0};
    run_yaml(&run,
             "pools:\n"
             "  a: {gpu: A100-SXM4-80GB, market: on_demand, price: 8 USD/node/h}\n"
             "  h: {gpu: H100-SXM5-80GB, gpus_per_node: 4, market: on_demand, price: 3 USD/GPU/h}\n"
             "jobs:\n"
             "  j: {gpus: 8, run_time: 1 h, pools: [a]}\n"
             "  k: {gpus: 4, run_time: 30 min, pools: [h]}\n");
    cr_expect_eq(run_job(&run, "j", 0)->cost_total, 8 * USD);
    cr_expect_eq(run_job(&run, "k", 0)->cost_total, 6 * USD);
    cr_expect_eq(run.result.bill, 14 * USD);
    run_free(&run);
}

/* Thirds of a nano-unit: three equal jobs on a node whose price does not divide evenly. */
Test(world_costs, no_nano_unit_is_lost_to_rounding)
{
    struct run run = {0};
    run_yaml(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 0.000000001 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 1, run_time: 7 min, arrival: {at: 0 s, count: 7}}\n"
                   "  k: {gpus: 1, run_time: 11 min}\n");
    money sum = 0;
    for (size_t i = 0; i < run.ledger_count; i++)
        sum += run.ledger[i].amount;
    cr_expect_eq(sum, run.result.bill);
    /* 8 GPUs x 11 min x 1 nano an hour = 1.467 nano */
    cr_expect_eq(run.result.bill, 1);
    run_free(&run);
}

Test(world_costs, beyond_the_range_of_money_are_an_error)
{
    struct run run = {0};
    run_read(&run, "pools:\n"
                   "  p: {gpu: A100-SXM4-80GB, market: on_demand, price: 1000000000 USD/GPU/h}\n"
                   "jobs:\n"
                   "  j: {gpus: 8, run_time: 10 h}\n");
    run_replication(&run, 0);
    cr_expect_eq(run.status.code, STATUS_OVERFLOW, "%s", run.status.message);
    run_free(&run);
}
