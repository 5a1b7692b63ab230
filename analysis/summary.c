/* The summary for people. See summary.h. */
#include "analysis/summary.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/display.h"
#include "analysis/grid.h"

struct page {
    const struct results *results;
    const struct summary_options *options;
    struct text *out;
    struct grid grid;
};

static const struct metric *run_metric(const struct page *page, int id)
{
    return results_find(page->results, (enum metric_id)id, SCOPE_RUN, -1);
}

/* Mean over replications; NaN if it is not there. */
static double mean_of(const struct results *results, int id, int32_t scope_kind, int32_t scope)
{
    const struct metric *metric = results_find(results, (enum metric_id)id, scope_kind, scope);
    return metric == NULL ? NAN : metric->mean;
}

static double run_mean(const struct page *page, int id)
{
    return mean_of(page->results, id, SCOPE_RUN, -1);
}

static void heading(struct page *page, const char *title)
{
    text_add(page->out, "\n%s%s%s\n", page->options->colour ? "\033[1m" : "", title,
             page->options->colour ? "\033[0m" : "");
}

static void begin(struct page *page, int columns, ...)
{
    va_list names;
    va_start(names, columns);
    grid_begin(&page->grid, columns);
    for (int i = 0; i < columns; ++i) {
        const char *name = va_arg(names, const char *);
        if (name == NULL) /* a table without a head */
            break;
        grid_cell(&page->grid, name);
    }
    va_end(names);
}

static void metric_cell(struct page *page, int id, int32_t scope_kind, int32_t scope)
{
    char text[DISPLAY_SIZE];
    grid_cell(&page->grid,
              display_metric(results_find(page->results, (enum metric_id)id, scope_kind, scope),
                             page->results->currency, text));
}

/* A labelled metric of the run; nothing where it is not defined. */
static void metric_row(struct page *page, const char *label, int id)
{
    const struct metric *metric = run_metric(page, id);
    if (metric == NULL || metric->defined == 0)
        return;
    grid_cell(&page->grid, label);
    metric_cell(page, id, SCOPE_RUN, -1);
}

static void share_row(struct page *page, const char *label, int id)
{
    const struct metric *metric = run_metric(page, id);
    char text[DISPLAY_SIZE];
    if (metric == NULL || metric->defined == 0)
        return;
    grid_cell(&page->grid, label);
    grid_cell(&page->grid, display_metric_share(metric, text));
}

/* ---- answer ---- */

static void title(struct page *page)
{
    const struct results *r = page->results;
    if (page->options->title != NULL && page->options->title[0] != '\0')
        text_add(page->out, "%s\n", page->options->title);
    if (r->replication_count > 1)
        text_add(page->out,
                 "%d replications: means, +- half the width of the 95 %% confidence interval\n",
                 (int)r->replication_count);
    else if (r->replication_count == 1)
        text_add(page->out,
                 "1 replication: no confidence interval can be given, run several for one\n");
    else
        text_add(page->out, "No replication: the trace holds no rows\n");
}

static void other_outcomes(struct page *page)
{
    static const char *const words[OUTCOMES] = {
        NULL, "failed (all attempts used up)", "were cancelled past their deadline",
        "were left out because what they waited for did not complete",
        "were unfinished when the run was cut"};
    char text[DISPLAY_SIZE];
    for (int i = OUTCOME_FAILED; i < OUTCOMES; ++i) {
        double count = run_mean(page, METRIC_JOBS_COMPLETED + i);
        if (count > 0)
            text_add(page->out, "  %s %s.\n",
                     display_number(count, count == round(count) ? 0 : 1, text), words[i]);
    }
}

static void answer(struct page *page)
{
    const struct results *r = page->results;
    char a[DISPLAY_SIZE], b[DISPLAY_SIZE];
    const struct metric *completed = run_metric(page, METRIC_JOBS_COMPLETED);
    heading(page, "Answer");
    if (completed != NULL) {
        double jobs = run_mean(page, METRIC_JOBS);
        text_add(page->out, "  %s of %s jobs completed", display_metric(completed, r->currency, a),
                 display_number(jobs, jobs == round(jobs) ? 0 : 1, b));
        if (jobs > 0)
            text_add(page->out, " in %s",
                     display_metric(run_metric(page, METRIC_MAKESPAN), r->currency, a));
        text_add(page->out, jobs > 0 ? ".\n" : ": none came.\n");
        other_outcomes(page);
    }
    const struct metric *bill = run_metric(page, METRIC_BILL);
    const struct metric *each = run_metric(page, METRIC_COST_PER_COMPLETED_JOB);
    if (bill == NULL)
        return;
    text_add(page->out, "  The bill is %s", display_metric(bill, r->currency, a));
    if (each != NULL && each->defined > 0)
        text_add(page->out, ": %s for each completed job", display_metric(each, r->currency, a));
    text_add(page->out, ".\n");
}

/* ---- time ---- */

static void time_accounts(struct page *page)
{
    char text[DISPLAY_SIZE];
    double all = 0;
    for (int a = 0; a < TIME_ACCOUNTS; ++a)
        all += run_mean(page, METRIC_TIME + a);
    if (!(all > 0))
        return;
    begin(page, 4, "where the time went", "per job", "share", "all jobs");
    for (int a = 0; a < TIME_ACCOUNTS; ++a) {
        double total = run_mean(page, METRIC_TIME + a);
        if (!(total > 0))
            continue;
        grid_cell(&page->grid, time_account_names[a]);
        metric_cell(page, METRIC_TIME_MEAN + a, SCOPE_RUN, -1);
        grid_cell(&page->grid, display_share(total, all, text));
        grid_cell(&page->grid, display_duration(total, text));
    }
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
}

static void time_section(struct page *page)
{
    if (run_metric(page, METRIC_COMPLETION_MEAN) == NULL)
        return;
    heading(page, "Time");
    begin(page, 2, NULL);
    metric_row(page, "completion time, mean", METRIC_COMPLETION_MEAN);
    metric_row(page, "  median", METRIC_COMPLETION_P50);
    metric_row(page, "  95 % quantile", METRIC_COMPLETION_P95);
    metric_row(page, "  99 % quantile", METRIC_COMPLETION_P99);
    metric_row(page, "  longest", METRIC_COMPLETION_MAX);
    metric_row(page, "waiting for GPUs, mean per job", METRIC_WAIT_MEAN);
    share_row(page, "useful share from first start to end", METRIC_ETTR);
    share_row(page, "useful share from submission to end", METRIC_ETTR_WALL);
    share_row(page, "deadlines met", METRIC_DEADLINE_HIT_RATE);
    grid_print(&page->grid, page->out);
    time_accounts(page);
}

/* ---- money ---- */

static void bill_accounts(struct page *page, double bill)
{
    char text[DISPLAY_SIZE];
    begin(page, 3, "bill by account", "amount", "share");
    for (int a = 0; a < ACCOUNTS; ++a) {
        double amount = run_mean(page, METRIC_BILL_ACCOUNT + a);
        if (isnan(amount) || amount == 0)
            continue;
        grid_cell(&page->grid, a == ACCOUNT_ROUNDING ? "rounding, unused term" : account_names[a]);
        metric_cell(page, METRIC_BILL_ACCOUNT + a, SCOPE_RUN, -1);
        grid_cell(&page->grid, display_share(amount, bill, text));
    }
    grid_cell(&page->grid, "total");
    metric_cell(page, METRIC_BILL, SCOPE_RUN, -1);
    grid_cell(&page->grid, display_share(bill, bill, text));
    grid_print(&page->grid, page->out);
}

static void bill_rest(struct page *page, const char *label, double amount, double bill)
{
    char text[DISPLAY_SIZE];
    if (!(amount > 1e-6)) /* less than what doubles lose of a large bill */
        return;
    grid_cell(&page->grid, label);
    grid_cell(&page->grid, display_money(amount, page->results->currency, text));
    grid_cell(&page->grid, display_share(amount, bill, text));
}

static void bill_pools(struct page *page, double bill)
{
    const struct results *r = page->results;
    char text[DISPLAY_SIZE];
    double rest = bill, orchestration = run_mean(page, METRIC_BILL_ACCOUNT + ACCOUNT_ORCHESTRATION);
    begin(page, 3, "bill by pool", "amount", "share");
    for (int32_t i = 0; i < r->pool_count; ++i) {
        double amount = mean_of(r, METRIC_BILL, SCOPE_POOL, r->pools[i].id);
        if (isnan(amount))
            return;
        rest -= amount;
        grid_cell(&page->grid, r->pools[i].name);
        metric_cell(page, METRIC_BILL, SCOPE_POOL, r->pools[i].id);
        grid_cell(&page->grid, display_share(amount, bill, text));
    }
    bill_rest(page, "(orchestration)", orchestration, bill);
    bill_rest(page, "(services of jobs that never started)", rest - orchestration, bill);
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
}

static void formula_row(struct page *page, const char *label, int id, double bill)
{
    char text[DISPLAY_SIZE];
    const struct metric *metric = run_metric(page, id);
    if (metric == NULL || metric->defined == 0)
        return;
    grid_cell(&page->grid, label);
    metric_cell(page, id, SCOPE_RUN, -1);
    grid_cell(&page->grid, display_share(metric->mean, bill, text));
}

static void formulas(struct page *page, double bill)
{
    begin(page, 3, "estimates beside the bill", "amount", "of the bill");
    formula_row(page, "sticker price of the completed work", METRIC_STICKER, bill);
    formula_row(page, "buyer's formula", METRIC_BUYERS_FORMULA, bill);
    formula_row(page, "simulated bill", METRIC_BILL, bill);
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
    text_add(page->out, "  Buyer's formula: sticker / success rate (by class and pool) + storage + "
                        "network +\n  egress + idle + orchestration. It charges every failed "
                        "attempt in full: far too\n  much where checkpoints save the work.\n");
}

/* Whether b is the cheaper one, given the ratio of a cost on b to that on a. */
static const char *verdict(double cost_ratio)
{
    return isnan(cost_ratio) ? "-"
           : cost_ratio < 1  ? "cheaper"
           : cost_ratio > 1  ? "dearer"
                             : "equal";
}

static void comparisons(struct page *page)
{
    const struct results *r = page->results;
    char pair[2 * DISPLAY_SIZE], text[DISPLAY_SIZE];
    int shown = 0;
    begin(page, 7, "pool against pool", "class", "price x", "speed x", "naive", "cost x",
          "simulated");
    for (size_t i = 0; i < r->comparison_count; ++i) {
        const struct comparison *c = &r->comparisons[i];
        if (c->class_id < 0)
            continue;
        snprintf(pair, sizeof pair, "%.100s / %.100s", results_pool(r, c->b)->name,
                 results_pool(r, c->a)->name);
        grid_cell(&page->grid, pair);
        grid_cell(&page->grid, results_class(r, c->class_id)->name);
        grid_cell(&page->grid, display_number(c->price_ratio, 2, text));
        grid_cell(&page->grid, display_number(c->speed_ratio, 2, text));
        grid_cell(&page->grid, verdict(c->price_ratio / c->speed_ratio));
        grid_cell(&page->grid, display_number(c->cost_ratio, 2, text));
        grid_cell(&page->grid, verdict(c->cost_ratio));
        ++shown;
    }
    if (shown == 0)
        return;
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
    text_add(page->out,
             "  Naive: cheaper when the speed-up is above the ratio of list prices. Cost "
             "of a unit of\n  work: simulated, with waits, failures, idle and rounding in "
             "it.\n");
}

static void money_section(struct page *page)
{
    double bill = run_mean(page, METRIC_BILL);
    if (isnan(bill))
        return;
    heading(page, "Money");
    bill_accounts(page, bill);
    bill_pools(page, bill);
    formulas(page, bill);
    comparisons(page);
    if (page->results->pool_count > RESULTS_POOLS_COMPARED)
        text_add(page->out, "  With more than %d pools they are not compared in pairs.\n",
                 RESULTS_POOLS_COMPARED);
}

/* ---- fleet ---- */

static void fleet_row(struct page *page, const char *name, int32_t scope_kind, int32_t scope)
{
    const struct results *r = page->results;
    double billed = mean_of(r, METRIC_GPU_BILLED, scope_kind, scope);
    char text[DISPLAY_SIZE];
    grid_cell(&page->grid, name);
    metric_cell(page, METRIC_LEASES, scope_kind, scope);
    metric_cell(page, METRIC_GPU_BILLED, scope_kind, scope);
    grid_cell(&page->grid,
              display_share(mean_of(r, METRIC_UTILISATION, scope_kind, scope), 1, text));
    grid_cell(&page->grid, display_share(mean_of(r, METRIC_GOODPUT, scope_kind, scope), 1, text));
    grid_cell(&page->grid, display_share(mean_of(r, METRIC_GPU + ACCOUNT_IDLE, scope_kind, scope),
                                         billed, text));
}

static void pool_rows(struct page *page)
{
    const struct results *r = page->results;
    char text[DISPLAY_SIZE], unit[DISPLAY_SIZE];
    snprintf(unit, sizeof unit, "%.50s/h", r->currency);
    begin(page, 5, "pool", "GPU", "market", "GPUs at most", "price of a GPU");
    for (int32_t i = 0; i < r->pool_count; ++i) {
        const struct result_pool *pool = &r->pools[i];
        int32_t nodes = pool->nodes > pool->max_nodes ? pool->nodes : pool->max_nodes;
        double gpus = (double)nodes * pool->gpus_per_node;
        grid_cell(&page->grid, pool->name);
        grid_cell(&page->grid, pool->gpu);
        grid_cell(&page->grid, pool->market);
        grid_cell(&page->grid,
                  nodes == RESULTS_NODES_UNLIMITED ? "no limit" : display_number(gpus, 0, text));
        grid_cell(&page->grid, display_money(pool->price_per_gpu_hour, unit, text));
    }
    grid_print(&page->grid, page->out);
}

static void fleet_section(struct page *page)
{
    const struct results *r = page->results;
    if (run_metric(page, METRIC_GPU_BILLED) == NULL)
        return;
    heading(page, "Fleet");
    pool_rows(page);
    begin(page, 6, "use", "leases", "billed", "utilised", "useful", "idle");
    for (int32_t i = 0; i < r->pool_count; ++i)
        fleet_row(page, r->pools[i].name, SCOPE_POOL, r->pools[i].id);
    fleet_row(page, "all", SCOPE_RUN, -1);
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
    text_add(page->out, "  A lease is a node from grant to release. Shares are of the billed "
                        "GPU-time; utilised:\n  by running attempts, their lost work included.\n");
}

/* ---- jobs and reliability ---- */

static void class_costs(struct page *page)
{
    const struct results *r = page->results;
    begin(page, 4, "cost of a class", "bill", "per completed job", "per work");
    for (int32_t i = 0; i < r->class_count; ++i) {
        int32_t id = r->classes[i].id;
        if (results_find(r, METRIC_BILL, SCOPE_CLASS, id) == NULL)
            return;
        grid_cell(&page->grid, r->classes[i].name);
        metric_cell(page, METRIC_BILL, SCOPE_CLASS, id);
        metric_cell(page, METRIC_COST_PER_COMPLETED_JOB, SCOPE_CLASS, id);
        metric_cell(page, METRIC_COST_PER_WORK, SCOPE_CLASS, id);
    }
    text_add(page->out, "\n");
    grid_print(&page->grid, page->out);
    text_add(page->out, "  With each class's share of idle, down, rounding and standing costs, by "
                        "GPU-time.\n");
}

static void jobs_section(struct page *page)
{
    const struct results *r = page->results;
    if (r->class_count == 0 || run_metric(page, METRIC_JOBS) == NULL)
        return;
    heading(page, "Jobs");
    begin(page, 4, "class", "jobs", "completed", "completion, mean");
    for (int32_t i = 0; i < r->class_count; ++i) {
        int32_t id = r->classes[i].id;
        grid_cell(&page->grid, r->classes[i].name);
        metric_cell(page, METRIC_JOBS, SCOPE_CLASS, id);
        metric_cell(page, METRIC_JOBS_COMPLETED, SCOPE_CLASS, id);
        metric_cell(page, METRIC_COMPLETION_MEAN, SCOPE_CLASS, id);
    }
    grid_print(&page->grid, page->out);
    class_costs(page);
}

static void reliability_section(struct page *page)
{
    heading(page, "Reliability");
    begin(page, 2, NULL);
    metric_row(page, "attempts", METRIC_ATTEMPTS);
    metric_row(page, "  per job, mean", METRIC_ATTEMPTS_MEAN);
    metric_row(page, "  per job, most", METRIC_ATTEMPTS_MAX);
    share_row(page, "  completed, of those that ended", METRIC_SUCCESS_RATE);
    metric_row(page, "  ended by a node's failure", METRIC_ATTEMPTS_FAILED);
    metric_row(page, "  ended by an interruption", METRIC_ATTEMPTS_INTERRUPTED);
    metric_row(page, "failures of nodes", METRIC_FAILURES);
    metric_row(page, "interruptions of nodes", METRIC_INTERRUPTIONS);
    metric_row(page, "work done and lost", METRIC_GPU + ACCOUNT_LOST);
    grid_print(&page->grid, page->out);
}

static void missing_tables(struct page *page)
{
    const char *separator = "";
    if (page->results->missing == 0)
        return;
    text_add(page->out, "\nThe trace has no table ");
    for (int table = 0; table < TRACE_TABLES; ++table)
        if (page->results->missing >> table & 1) {
            text_add(page->out, "%s%s", separator, trace_tables[table].name);
            separator = ", ";
        }
    text_add(page->out, ": what is made from it is left out.\n");
}

int summary_human(const struct results *results, const struct summary_options *options,
                  struct text *out, struct status *status)
{
    struct page *page = mem_alloc(1, sizeof *page, status);
    if (page == NULL)
        return STATUS_MEMORY;
    *page = (struct page){.results = results, .options = options, .out = out};
    title(page);
    if (results->replication_count > 0) {
        answer(page);
        time_section(page);
        money_section(page);
        fleet_section(page);
        jobs_section(page);
        reliability_section(page);
    }
    missing_tables(page);
    grid_free(&page->grid);
    mem_free(page);
    return text_check(out, status);
}
