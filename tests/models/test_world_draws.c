/* Random draws: the same seed gives the same rows, and no draw of one entity moves another's. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/run.h"

/* Everything random, on a pool and a class of their own. */
#define POOL                                                                                       \
    "  p: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h, max_nodes: 6, idle_release: 5 "  \
    "min,\n"                                                                                       \
    "      capacity: {wait: {exponential: {mean: 5 min}},\n"                                       \
    "                 in_stock: {exponential: {mean: 5 h}}, out_of_stock: {exponential: {mean: "   \
    "10 min}}},\n"                                                                                 \
    "      provisioning: {time: {uniform: {low: 1 min, high: 9 min}}, failure: 0.2},\n"            \
    "      failures: {life: {weibull: {shape: 0.7, mean: 20 h}}, detection: {exponential: {mean: " \
    "3 min}}},\n"                                                                                  \
    "      interruption: {after: {exponential: {mean: 10 h}}, notice: 2 min}}\n"
#define CLASS                                                                                      \
    "  j: {gpus: 8, run_time: {lognormal: {mean: 2 h, cv: 1}}, pools: [p],\n"                      \
    "      arrival: {poisson: {rate: 1 /h}, count: 100}, staging: {exponential: {mean: 1 min}},\n" \
    "      restore: {exponential: {mean: 1 min}}, checkpoint: {interval: 20 min, write: 1 min},\n" \
    "      retry: {backoff: 1 min}}\n"

/* Rows are zeroed before they are filled, so whole rows can be compared. */
static void expect_equal_rows(const void *a, size_t a_count, const void *b, size_t b_count,
                              size_t size, const char *what)
{
    cr_assert_eq(a_count, b_count, "%zu and %zu %s", a_count, b_count, what);
    cr_assert_gt(a_count, 0, "no %s", what);
    for (size_t i = 0; i < a_count; i++)
        cr_assert_eq(memcmp((const char *)a + i * size, (const char *)b + i * size, size), 0,
                     "row %zu of %s differs", i, what);
}

#define EXPECT_EQUAL(a, b, row, count)                                                             \
    expect_equal_rows((a)->row, (a)->count, (b)->row, (b)->count, sizeof *(a)->row, #row)

static void expect_equal_runs(const struct run *a, const struct run *b)
{
    EXPECT_EQUAL(a, b, jobs, job_count);
    EXPECT_EQUAL(a, b, attempts, attempt_count);
    EXPECT_EQUAL(a, b, placements, placement_count);
    EXPECT_EQUAL(a, b, leases, lease_count);
    EXPECT_EQUAL(a, b, failures, failure_count);
    EXPECT_EQUAL(a, b, ledger, ledger_count);
    EXPECT_EQUAL(a, b, series, series_count);
    EXPECT_EQUAL(a, b, events, event_count);
    cr_expect_eq(a->result.fingerprint, b->result.fingerprint);
    cr_expect_eq(a->result.events, b->result.events);
    cr_expect_eq(a->result.bill, b->result.bill);
}

Test(world_draws, the_same_seed_gives_the_same_rows)
{
    struct run a = {0}, b = {0};
    run_yaml(&a, "seed: 7\npools:\n" POOL "jobs:\n" CLASS);
    run_yaml(&b, "seed: 7\npools:\n" POOL "jobs:\n" CLASS);
    expect_equal_runs(&a, &b);
    run_replication(&b, 0);
    expect_equal_runs(&a, &b);
    run_free(&a);
    run_free(&b);
}

Test(world_draws, another_replication_or_seed_gives_other_rows)
{
    struct run a = {0}, b = {0};
    run_yaml(&a, "seed: 7\npools:\n" POOL "jobs:\n" CLASS);
    run_read(&b, "seed: 7\nreplications: 2\npools:\n" POOL "jobs:\n" CLASS);
    run_replication(&b, 1);
    cr_assert_eq(b.status.code, 0);
    cr_expect_neq(a.result.fingerprint, b.result.fingerprint);
    cr_expect_neq(run_job(&a, "j", 0)->arrival, run_job(&b, "j", 0)->arrival);
    cr_expect_eq(b.jobs[0].rep, 1);
    run_free(&b);
    run_yaml(&b, "seed: 8\npools:\n" POOL "jobs:\n" CLASS);
    cr_expect_neq(a.result.fingerprint, b.result.fingerprint);
    run_free(&a);
    run_free(&b);
}

/* ---- common random numbers ---- */

/* The rows of class j and pool p with the ids that depend on what else there is taken out. */
static void strip(struct run *run)
{
    int32_t class_id = run_job(run, "j", 0)->class_id, pool = -1;
    for (int32_t i = 0; i < run->plan.pool_count; i++)
        if (strcmp(run->plan.pools[i].name, "p") == 0)
            pool = i;
    size_t kept = 0;
    int32_t numbers[4096];
    cr_assert_lt(run->job_count, 4096);
    for (size_t i = 0; i < run->job_count; i++) {
        struct job_row row = run->jobs[i];
        numbers[row.id] = row.class_id == class_id ? row.number : -1;
        if (row.class_id != class_id)
            continue;
        row.id = row.class_id = row.pool = 0;
        memset(row.cost, 0, sizeof row.cost); /* nano-units fall to one job or another */
        row.cost_total = 0;
        run->jobs[kept++] = row;
    }
    run->job_count = kept;
    kept = 0;
    for (size_t i = 0; i < run->attempt_count; i++) {
        struct attempt_row row = run->attempts[i];
        if (numbers[row.job] < 0)
            continue;
        row.job = numbers[row.job];
        row.pool = 0;
        run->attempts[kept++] = row;
    }
    run->attempt_count = kept;
    kept = 0;
    for (size_t i = 0; i < run->lease_count; i++) {
        struct lease_row row = run->leases[i];
        if (row.pool != pool)
            continue;
        row.pool = 0;
        run->leases[kept++] = row;
    }
    run->lease_count = kept;
    kept = 0;
    for (size_t i = 0; i < run->failure_count; i++) {
        struct failure_row row = run->failures[i];
        if (row.pool != pool)
            continue;
        row.pool = 0;
        run->failures[kept++] = row;
    }
    run->failure_count = kept;
}

/* Another pool and class, before or after in the file. */
#define OTHER_POOL                                                                                 \
    "  other: {gpu: A100-SXM4-80GB, market: on_demand, price: 1 USD/GPU/h,\n"                      \
    "      capacity: {wait: {exponential: {mean: 1 min}}},\n"                                      \
    "      failures: {life: {exponential: {mean: 3 h}}}}\n"
#define OTHER_CLASS                                                                                \
    "  k: {gpus: 3, run_time: {exponential: {mean: 1 h}}, pools: [other],\n"                       \
    "      arrival: {poisson: {rate: 2 /h}, count: 150}, checkpoint: {interval: 10 min}}\n"

static const char *const grown[] = {
    "pools:\n" OTHER_POOL POOL "jobs:\n" OTHER_CLASS CLASS,
    "pools:\n" POOL OTHER_POOL "jobs:\n" CLASS OTHER_CLASS,
    "pools:\n" OTHER_POOL POOL "jobs:\n" CLASS,
};

Test(world_draws, what_is_added_changes_no_draw_of_what_was_there)
{
    struct run alone = {0};
    run_yaml(&alone, "pools:\n" POOL "jobs:\n" CLASS);
    strip(&alone);
    for (size_t i = 0; i < sizeof grown / sizeof *grown; i++) {
        struct run run = {0};
        run_yaml(&run, grown[i]);
        strip(&run);
        EXPECT_EQUAL(&alone, &run, jobs, job_count);
        EXPECT_EQUAL(&alone, &run, attempts, attempt_count);
        EXPECT_EQUAL(&alone, &run, leases, lease_count);
        EXPECT_EQUAL(&alone, &run, failures, failure_count);
        run_free(&run);
    }
    run_free(&alone);
}

/* The same jobs come, with the same work, whatever the fleet. */
Test(world_draws, the_fleet_does_not_change_what_jobs_come)
{
    struct run a = {0}, b = {0};
    run_yaml(&a, "pools:\n" POOL "jobs:\n" CLASS);
    run_yaml(&b, "pools:\n"
                 "  p: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
                 "jobs:\n" CLASS);
    for (int32_t i = 0; i < 100; i++) {
        cr_expect_eq(run_job(&a, "j", i)->arrival, run_job(&b, "j", i)->arrival);
        cr_expect_eq(run_job(&a, "j", i)->work, run_job(&b, "j", i)->work);
        cr_expect_eq(run_attempt(&a, "j", i, 1)->time[TIME_STAGING] > 0,
                     run_attempt(&b, "j", i, 1)->time[TIME_STAGING] > 0);
    }
    run_free(&a);
    run_free(&b);
}
