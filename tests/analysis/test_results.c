#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "analysis/results.h"
#include "analysis/store.h"
#include "analysis/tee.h"
#include "tests/analysis/samples.h"
#include "tests/analysis/scenario.h"
#include "tests/support/scratch.h"

TestSuite(results, .init = scratch_enter);

static void make(struct results *results)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = NULL;
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", &status), 0);
    scenario_give(metrics_sink(metrics));
    cr_assert_eq(results_make(results, metrics, &status), 0, "%s", status.message);
    metrics_close(&metrics);
}

struct expected {
    int id;
    int32_t scope_kind, scope;
    double value; /* in replication 0 */
};

#define RUN   SCOPE_RUN, -1
#define A100  SCOPE_POOL, 0
#define H100  SCOPE_POOL, 1
#define TRAIN SCOPE_CLASS, 0
#define CAFE  SCOPE_CLASS, 1

/* Worked out by hand from tests/analysis/scenario.h. */
static const struct expected expected[] = {
    {METRIC_JOBS, RUN, 3},
    {METRIC_JOBS, TRAIN, 2},
    {METRIC_JOBS_COMPLETED, RUN, 2},
    {METRIC_JOBS_FAILED, RUN, 1},
    {METRIC_JOBS_FAILED, TRAIN, 0},
    {METRIC_JOBS_UNFINISHED, RUN, 0},
    {METRIC_MAKESPAN, RUN, 1000},
    {METRIC_MAKESPAN, CAFE, 400},
    {METRIC_COMPLETION_MEAN, RUN, 750},
    {METRIC_COMPLETION_P50, RUN, 750},
    {METRIC_COMPLETION_P95, RUN, 975},
    {METRIC_COMPLETION_P99, RUN, 995},
    {METRIC_COMPLETION_MAX, RUN, 1000},
    {METRIC_WAIT_MEAN, RUN, 200.0 / 3},
    {METRIC_WAIT_MEAN, TRAIN, 50},
    {METRIC_ATTEMPTS, RUN, 6},
    {METRIC_ATTEMPTS_MEAN, RUN, 2},
    {METRIC_ATTEMPTS_MAX, RUN, 3},
    {METRIC_ATTEMPTS_MAX, TRAIN, 2},
    {METRIC_DEADLINE_JOBS, RUN, 2},
    {METRIC_DEADLINE_HIT_RATE, RUN, 0.5},
    {METRIC_ETTR, RUN, 1200.0 / (900 + 500 + 200)},
    {METRIC_ETTR, TRAIN, 1200.0 / 1400},
    {METRIC_ETTR_WALL, RUN, 1200.0 / 1800},
    {METRIC_TIME + TIME_QUEUE, RUN, 160},
    {METRIC_TIME + TIME_LOST, RUN, 300},
    {METRIC_TIME + TIME_USEFUL, TRAIN, 1200},
    {METRIC_TIME_MEAN + TIME_CHECKPOINT, TRAIN, 50},
    {METRIC_TIME_MEAN + TIME_LOST, RUN, 100},
    {METRIC_ATTEMPTS_COMPLETED, RUN, 2},
    {METRIC_ATTEMPTS_FAILED, RUN, 2},
    {METRIC_ATTEMPTS_INTERRUPTED, RUN, 1},
    {METRIC_SUCCESS_RATE, RUN, 0.4},
    {METRIC_FAILURES, RUN, 2},
    {METRIC_FAILURES, A100, 1},
    {METRIC_INTERRUPTIONS, A100, 1},
    {METRIC_INTERRUPTIONS, H100, 0},
    {METRIC_GPU_BILLED, RUN, 4},
    {METRIC_GPU_BILLED, H100, 4800.0 / 3600},
    {METRIC_GPU + ACCOUNT_USEFUL, A100, 6400.0 / 3600},
    {METRIC_GPU + ACCOUNT_LOST, RUN, 1000.0 / 3600},
    {METRIC_GPU + ACCOUNT_LOST, CAFE, 200.0 / 3600},
    {METRIC_UTILISATION, RUN, 11400.0 / 14400},
    {METRIC_UTILISATION, A100, 7400.0 / 9600},
    {METRIC_GOODPUT, RUN, 9600.0 / 14400},
    {METRIC_GOODPUT, H100, 3200.0 / 4800},
    {METRIC_LEASES, RUN, 2},
    {METRIC_LEASES, H100, 1},
    {METRIC_BILL, RUN, 8.8},
    {METRIC_BILL, A100, 3.2},
    {METRIC_BILL, H100, 5.5},
    {METRIC_BILL_ACCOUNT + ACCOUNT_USEFUL, RUN, 5},
    {METRIC_BILL_ACCOUNT + ACCOUNT_IDLE, RUN, 1.4},
    {METRIC_BILL_ACCOUNT + ACCOUNT_ORCHESTRATION, RUN, 0.1},
    {METRIC_BILL_ACCOUNT + ACCOUNT_USEFUL, H100, 5.0 * 3200 / 4800},
    {METRIC_BILL_ACCOUNT + ACCOUNT_STORAGE, H100, 0.5},
    {METRIC_BILL_ACCOUNT + ACCOUNT_LOST, TRAIN, 1},
    {METRIC_BILL_ACCOUNT + ACCOUNT_LOST, CAFE, 0.5},
    {METRIC_COST_SHARED, TRAIN, 0.45 * 7200 / 7400 + 1 + 0.1 * 11200 / 11400},
    {METRIC_COST_SHARED, CAFE, 0.45 * 200 / 7400 + 0.1 * 200 / 11400},
    {METRIC_BILL, CAFE, 0.5 + 0.45 * 200 / 7400 + 0.1 * 200 / 11400},
    {METRIC_COST_PER_COMPLETED_JOB, RUN, 4.4},
    {METRIC_COST_PER_COMPLETED_JOB, TRAIN,
     (6.75 + 0.45 * 7200 / 7400 + 1 + 0.1 * 11200 / 11400) / 2},
    {METRIC_COST_PER_WORK, TRAIN, (6.75 + 0.45 * 7200 / 7400 + 1 + 0.1 * 11200 / 11400) / 20},
    {METRIC_STICKER, RUN, 4},
    {METRIC_STICKER, CAFE, 0},
    /* one job at its first attempt on one pool, one at its second on another */
    {METRIC_BUYERS_FORMULA, RUN, 1.8 + 2 * 2.2 + 0.5 + 1.4 + 0.1},
    {METRIC_FORMULA_TO_BILL, RUN, 8.2 / 8.8},
};

Test(results, each_metric_is_what_the_rows_add_up_to)
{
    struct results results;
    make(&results);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        const struct expected *e = &expected[i];
        const struct metric *metric =
            results_find(&results, (enum metric_id)e->id, e->scope_kind, e->scope);
        cr_assert_not_null(metric, "%s", metric_infos[e->id].name);
        /* shared money is rounded to nano-units */
        cr_expect_float_eq(metric->values[0], e->value, 2e-9, "%s of %d %d is %.12g, not %.12g",
                           metric_infos[e->id].name, (int)e->scope_kind, (int)e->scope,
                           metric->values[0], e->value);
    }
    results_free(&results);
    results_free(&results);
}

Test(results, classes_and_pools_sum_to_the_bill_to_the_nano_unit)
{
    struct results results;
    make(&results);
    for (int32_t rep = 0; rep < 2; ++rep) {
        money run = results_find(&results, METRIC_BILL, RUN)->nano[rep];
        money orchestration =
            results_find(&results, METRIC_BILL_ACCOUNT + ACCOUNT_ORCHESTRATION, RUN)->nano[rep];
        cr_expect_eq(results_find(&results, METRIC_BILL, TRAIN)->nano[rep] +
                         results_find(&results, METRIC_BILL, CAFE)->nano[rep],
                     run);
        cr_expect_eq(results_find(&results, METRIC_BILL, A100)->nano[rep] +
                         results_find(&results, METRIC_BILL, H100)->nano[rep] + orchestration,
                     run);
    }
    results_free(&results);
}

Test(results, are_not_defined_where_there_is_nothing_to_divide_by)
{
    struct results results;
    make(&results);
    cr_expect(isnan(results_find(&results, METRIC_COMPLETION_MEAN, CAFE)->values[0]));
    cr_expect(isnan(results_find(&results, METRIC_COST_PER_COMPLETED_JOB, CAFE)->mean));
    cr_expect(isnan(results_find(&results, METRIC_UTILISATION, H100)->values[1]));
    cr_expect_eq(results_find(&results, METRIC_UTILISATION, H100)->defined, 1);
    cr_expect_null(results_find(&results, METRIC_COMPLETION_P50, TRAIN));
    results_free(&results);
}

/* Student's 97.5 % quantile with one degree of freedom is tan(0.475 pi) = 12.7062047. */
Test(results, over_replications_have_students_interval)
{
    struct results results;
    make(&results);
    const struct metric *makespan = results_find(&results, METRIC_MAKESPAN, RUN);
    cr_expect_eq(results.replication_count, 2);
    cr_expect_eq(makespan->defined, 2);
    cr_expect_float_eq(makespan->mean, 1500, 1e-9);
    cr_expect_float_eq(makespan->min, 1000, 1e-9);
    cr_expect_float_eq(makespan->max, 2000, 1e-9);
    cr_expect_float_eq(makespan->half_width, tan(0.475 * acos(-1)) * 500, 1e-5);
    cr_expect(isnan(results_find(&results, METRIC_GOODPUT, H100)->half_width),
              "one value has no interval");
    results_free(&results);
}

/* Over both replications: a100 did 20 epochs in 1600 s at full speed, h100 10 in 400 s. */
Test(results, compare_pools_by_price_speed_and_simulated_cost)
{
    struct results results;
    make(&results);
    cr_assert_eq(results.comparison_count, 2);
    cr_expect_eq(results.comparisons[0].class_id, -1);
    cr_expect_float_eq(results.comparisons[0].price_ratio, 2.5, 1e-12);
    cr_expect(isnan(results.comparisons[0].speed_ratio));
    const struct comparison *c = &results.comparisons[1];
    double share = 0.45 * 7200 / 7400 + 0.1 * 7200 / 11400;
    double a = (2.25 + share + 2.25 + 0.45) / 20, b = (4.5 + 1 + 0.1 * 4000 / 11400) / 10;
    cr_expect_eq(c->class_id, 0);
    cr_expect_float_eq(c->speed_ratio, 2, 1e-12);
    cr_expect_float_eq(c->cost_ratio, b / a, 1e-8);
    results_free(&results);
}

/* ---- through a file ---- */

static void write_trace(const char *path, uint32_t tables, struct results *results)
{
    struct status status = STATUS_INIT;
    struct plan plan = sample_plan(1);
    struct store *store = NULL;
    struct metrics *metrics = NULL;
    plan.trace.tables = tables;
    cr_assert_eq(store_open(&store, path, &plan, "test", &status), 0, "%s", status.message);
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", &status), 0);
    struct tee tee = {{store_sink(store), metrics_sink(metrics)}, 2};
    scenario_give(tee_sink(&tee));
    cr_assert_eq(results_make(results, metrics, &status), 0, "%s", status.message);
    cr_assert_eq(results_write(results, store_sink(store), &status), 0, "%s", status.message);
    cr_assert_eq(store_close(&store, true, &status), 0, "%s", status.message);
    metrics_close(&metrics);
}

static void read_trace(const char *path, struct results *results)
{
    struct status status = STATUS_INIT;
    struct reader *reader = NULL;
    cr_assert_eq(reader_open(&reader, path, &status), 0, "%s", status.message);
    cr_assert_eq(results_read(results, reader, &status), 0, "%s", status.message);
    reader_close(&reader);
}

static void expect_equal(const struct results *a, const struct results *b)
{
    cr_assert_eq(a->metric_count, b->metric_count);
    cr_assert_eq(a->replication_count, b->replication_count);
    for (size_t i = 0; i < a->metric_count; ++i) {
        const struct metric *x = &a->metrics[i], *y = &b->metrics[i];
        cr_assert_eq(x->id, y->id);
        cr_assert_eq(x->scope_kind, y->scope_kind);
        cr_assert_eq(x->scope, y->scope);
        cr_assert_str_eq(x->unit, y->unit);
        for (int32_t rep = 0; rep < a->replication_count; ++rep)
            cr_expect(isnan(x->values[rep]) ? isnan(y->values[rep])
                                            : x->values[rep] == y->values[rep],
                      "%s: %.17g, %.17g", metric_infos[x->id].name, x->values[rep], y->values[rep]);
    }
}

Test(results, of_a_file_are_those_of_its_run)
{
    struct results run, file;
    write_trace("whole.h5", (1u << TRACE_TABLES) - 1, &run);
    read_trace("whole.h5", &file);
    expect_equal(&run, &file);
    cr_expect_eq(file.missing, 0);
    cr_expect_eq(file.comparison_count, run.comparison_count);
    cr_expect_eq(results_find(&file, METRIC_BILL, RUN)->nano[0], INT64_C(8800000000));
    results_free(&run);
    results_free(&file);
}

Test(results, of_a_file_without_rows_come_from_its_summary)
{
    struct results run, file;
    write_trace("reduced.h5", 1u << TRACE_SUMMARY, &run);
    read_trace("reduced.h5", &file);
    expect_equal(&run, &file);
    cr_expect_null(results_find(&file, METRIC_BILL, RUN)->nano);
    cr_expect_float_eq(results_find(&file, METRIC_MAKESPAN, RUN)->half_width,
                       results_find(&run, METRIC_MAKESPAN, RUN)->half_width, 1e-9);
    results_free(&run);
    results_free(&file);
}

Test(results, that_need_a_missing_table_are_left_out)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = NULL;
    struct results results;
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES & ~(1u << TRACE_LEDGER), "USD", &status), 0);
    scenario_give(metrics_sink(metrics));
    cr_assert_eq(results_make(&results, metrics, &status), 0, "%s", status.message);
    cr_expect_eq(results.missing, 1u << TRACE_LEDGER);
    cr_expect_null(results_find(&results, METRIC_BILL, RUN));
    cr_expect_null(results_find(&results, METRIC_COST_PER_COMPLETED_JOB, TRAIN));
    cr_expect_not_null(results_find(&results, METRIC_GPU_BILLED, RUN));
    cr_expect_not_null(results_find(&results, METRIC_BILL_ACCOUNT + ACCOUNT_LOST, TRAIN));
    results_free(&results);
    metrics_close(&metrics);
}

Test(results, describe_every_metric_once)
{
    for (int i = 0; i < METRICS; ++i) {
        cr_assert_not_null(metric_infos[i].name, "metric %d", i);
        cr_assert(metric_infos[i].scopes != 0 && metric_infos[i].doc[0] != '\0');
        for (int k = 0; k < i; ++k)
            cr_assert_str_neq(metric_infos[i].name, metric_infos[k].name);
    }
    for (int a = 0; a < TIME_ACCOUNTS; ++a)
        cr_expect_str_eq(metric_infos[METRIC_TIME + a].name + 5, time_account_names[a]);
    for (int a = 0; a < GPU_ACCOUNTS; ++a)
        cr_expect_str_eq(metric_infos[METRIC_GPU + a].name + 4, account_names[a]);
    for (int a = 0; a < ACCOUNTS; ++a)
        cr_expect_str_eq(metric_infos[METRIC_BILL_ACCOUNT + a].name + 5, account_names[a]);
}

/* ---- what tables say of each other ---- */

static int make_with(struct trace_sink sink_of(struct metrics *), const struct run_row *runs,
                     size_t count, bool scenario, struct results *results, struct status *status)
{
    struct metrics *metrics = NULL;
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", status), 0);
    struct trace_sink sink = sink_of(metrics);
    if (scenario)
        scenario_give(sink);
    cr_assert_eq(sink.rows(sink.context, TRACE_RUNS, runs, count, status), 0);
    int code = results_make(results, metrics, status);
    metrics_close(&metrics);
    return code;
}

/* Two replications in which something happened, and one in which nothing did. */
Test(results, a_replication_without_rows_counts_as_nothing_not_as_missing)
{
    static const struct run_row runs[] = {
        {.rep = 0, .bill = 8800000000}, {.rep = 1, .bill = 2700000000}, {.rep = 2}};
    struct status status = STATUS_INIT;
    struct results results;
    cr_assert_eq(make_with(metrics_sink, runs, 3, true, &results, &status), 0, "%s",
                 status.message);
    const struct metric *bill = results_find(&results, METRIC_BILL, RUN);
    const struct metric *jobs = results_find(&results, METRIC_JOBS_COMPLETED, RUN);
    cr_assert_eq(results.replication_count, 3);
    cr_expect_eq(bill->defined, 3);
    cr_expect_float_eq(bill->mean, 11.5 / 3, 1e-9);
    cr_expect_float_eq(jobs->mean, 1, 1e-9);
    /* all bills by all jobs: the empty replication changes neither */
    cr_expect_float_eq(results_find(&results, METRIC_COST_PER_COMPLETED_JOB, RUN)->mean, 11.5 / 3,
                       1e-9);
    results_free(&results);
}

Test(results, nothing_at_all_is_zero_jobs_and_no_money)
{
    static const struct run_row run = {.rep = 0};
    struct status status = STATUS_INIT;
    struct results results;
    cr_assert_eq(make_with(metrics_sink, &run, 1, false, &results, &status), 0);
    cr_expect_float_eq(results_find(&results, METRIC_JOBS, RUN)->mean, 0, 0);
    cr_expect_float_eq(results_find(&results, METRIC_BILL, RUN)->mean, 0, 0);
    cr_expect(isnan(results_find(&results, METRIC_COST_PER_COMPLETED_JOB, RUN)->mean));
    results_free(&results);
}

Test(results, a_bill_that_the_ledger_does_not_post_is_refused)
{
    static const struct run_row runs[] = {{.rep = 0, .bill = 8800000001},
                                          {.rep = 1, .bill = 2700000000}};
    struct status status = STATUS_INIT;
    struct results results;
    cr_expect_eq(make_with(metrics_sink, runs, 2, true, &results, &status), STATUS_IDENTITY);
    cr_expect(strstr(status.message, "the bill is 8.800000001 USD"), "%s", status.message);
    results_free(&results);
}
