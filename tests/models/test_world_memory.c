/* Every allocation of a run fails in turn: the run reports it, frees everything and does not crash
 * (leaks are the sanitizer's to find). */
#include <criterion/criterion.h>

#include "sim/memory.h"
#include "tests/support/run.h"

static const char everything[] =
    "scheduling: {route: fallback, fallback_after: 10 min}\n"
    "pools:\n"
    "  s: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, max_nodes: 12, min_nodes: 1,\n"
    "      capacity: {wait: 3 min, in_stock: 1 h, out_of_stock: 20 min}, idle_release: 5 min,\n"
    "      provisioning: {time: 5 min, failure: 0.2},\n"
    "      failures: {life: {exponential: {mean: 5 h}}, detection: 1 min},\n"
    "      interruption: {after: {exponential: {mean: 3 h}}, notice: 2 min}}\n"
    "  o: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h,\n"
    "      failures: {life: {exponential: {mean: 5 h}}, repair: 10 min, at: [{time: 20 min, node: "
    "1}]}}\n"
    "jobs:\n"
    "  a: {gpus: 12, run_time: 40 min, arrival: {every: 3 min, count: 40}, on_node_failure: hold,\n"
    "      checkpoint: {interval: 10 min, write: 1 min, on_notice: true}}\n"
    "  b: {gpus: 3, run_time: 10 min, arrival: {at: 0 s, count: 40}, after: a, retry: {backoff: 1 "
    "min}}\n"
    "  c: {gpus: 1, run_time: 1 h, arrival: {every: 4 min, count: 40}, pools: [s, o],\n"
    "      deadline: {within: 2 h, then: cancel}}\n";

Test(world_memory, every_failed_allocation_ends_the_run_with_a_status)
{
    struct run run = {0};
    run_read(&run, everything);
    mem_fail_at(0);
    run_replication(&run, 0);
    size_t allocations = mem_fail_count();
    uint64_t fingerprint = run.result.fingerprint;
    cr_assert_eq(run.status.code, 0, "%s", run.status.message);
    cr_assert_gt(run.failure_count, 3);
    cr_assert_gt(allocations, 30);
    for (size_t n = 1; n <= allocations; n++) {
        mem_fail_at(n);
        run_replication(&run, 0);
        mem_fail_at(0);
        cr_assert_eq(run.status.code, STATUS_MEMORY, "allocation %zu of %zu: %s", n, allocations,
                     run.status.message);
    }
    run_replication(&run, 0);
    cr_assert_eq(run.status.code, 0);
    cr_assert_eq(run.result.fingerprint, fingerprint);
    run_free(&run);
}
