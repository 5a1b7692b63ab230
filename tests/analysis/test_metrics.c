#include <criterion/criterion.h>
#include <string.h>

#include "analysis/metrics.h"
#include "analysis/results.h"
#include "tests/analysis/samples.h"
#include "tests/analysis/scenario.h"

static struct metrics *open_metrics(void)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = NULL;
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", &status), 0);
    return metrics;
}

static int give_job(struct metrics *metrics, const struct job_row *row, struct status *status)
{
    struct trace_sink sink = metrics_sink(metrics);
    return sink.rows(sink.context, TRACE_JOBS, row, 1, status);
}

Test(metrics, jobs_of_a_replication_must_follow_each_other)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = open_metrics();
    cr_assert_eq(give_job(metrics, &(struct job_row){.rep = 3}, &status), 0);
    cr_assert_eq(give_job(metrics, &(struct job_row){.rep = 1}, &status), 0, "any order is fine");
    cr_assert_eq(give_job(metrics, &(struct job_row){.rep = 3}, &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "replication 3"), "%s", status.message);
    metrics_close(&metrics);
    metrics_close(&metrics);
}

Test(metrics, times_that_do_not_ascend_are_refused)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = open_metrics();
    struct job_row row = {.id = 17, .submit = 10, .end = 9, .first_start = -1};
    cr_assert_eq(give_job(metrics, &row, &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "Job 17"), "%s", status.message);
    metrics_close(&metrics);
}

Test(metrics, money_that_does_not_fit_is_refused)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = open_metrics();
    struct job_row row = {.cost_total = INT64_MAX};
    cr_assert_eq(give_job(metrics, &row, &status), 0);
    cr_assert_eq(give_job(metrics, &row, &status), STATUS_OVERFLOW);
    metrics_close(&metrics);
}

Test(metrics, classes_and_pools_that_nothing_describes_are_refused)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = open_metrics();
    struct results results;
    sample_describe(metrics_sink(metrics));
    cr_assert_eq(give_job(metrics, &(struct job_row){.class_id = 9}, &status), 0);
    cr_assert_eq(results_make(&results, metrics, &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "class 9"), "%s", status.message);
    results_free(&results);
    metrics_close(&metrics);

    status = STATUS_INIT;
    metrics = open_metrics();
    struct trace_sink sink = metrics_sink(metrics);
    sink.rows(sink.context, TRACE_LEASES, &(struct lease_row){.pool = 5}, 1, &status);
    cr_assert_eq(results_make(&results, metrics, &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "pool 5"), "%s", status.message);
    results_free(&results);
    metrics_close(&metrics);
}

Test(metrics, jobs_that_cost_something_else_than_the_ledger_says_break_an_identity)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = open_metrics();
    struct results results;
    scenario_give(metrics_sink(metrics));
    struct trace_sink sink = metrics_sink(metrics);
    struct ledger_row one = {.rep = 1, .job = 0, .account = ACCOUNT_LOST, .amount = 1};
    sink.rows(sink.context, TRACE_LEDGER, &one, 1, &status);
    cr_assert_eq(results_make(&results, metrics, &status), STATUS_IDENTITY);
    cr_assert(strstr(status.message, "2.250000000 USD") &&
                  strstr(status.message, "2.250000001 USD"),
              "%s", status.message);
    results_free(&results);
    metrics_close(&metrics);
}

Test(metrics, every_allocation_may_fail)
{
    for (size_t n = 1;; ++n) {
        struct status status = STATUS_INIT;
        struct metrics *metrics = open_metrics();
        struct results results = {0};
        scenario_give(metrics_sink(metrics));
        mem_fail_at(n);
        int code = results_make(&results, metrics, &status);
        bool failed = mem_fail_count() >= n;
        mem_fail_at(0);
        cr_assert_eq(code, failed ? STATUS_MEMORY : 0, "allocation %zu: %s", n, status.message);
        results_free(&results);
        metrics_close(&metrics);
        if (!failed) {
            cr_assert_gt(n, 5);
            break;
        }
    }
}
