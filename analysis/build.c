/* See build.h. */
#include "analysis/build.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/evaluate.h"
#include "analysis/unit.h"

int build_text(struct results *results, const char **out, const char *text, struct status *status)
{
    *out = arena_strdup(&results->arena, text, status);
    return *out == NULL ? STATUS_MEMORY : 0;
}

static int by_pool_id(const void *a, const void *b)
{
    int32_t x = ((const struct result_pool *)a)->id, y = ((const struct result_pool *)b)->id;
    return (x > y) - (x < y);
}

static int by_class_id(const void *a, const void *b)
{
    int32_t x = ((const struct result_class *)a)->id, y = ((const struct result_class *)b)->id;
    return (x > y) - (x < y);
}

int build_pools(struct results *results, const struct metrics *metrics, struct status *status)
{
    int code = 0;
    results->pools =
        arena_alloc(&results->arena, metrics->pool_count, sizeof *results->pools, status);
    if (results->pools == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < metrics->pool_count && code == 0; ++i) {
        const struct pool_row *row = &metrics->pool_rows[i];
        struct result_pool *pool = &results->pools[results->pool_count++];
        *pool = (struct result_pool){.id = row->id,
                                     .price_per_gpu_hour = row->price_per_gpu_hour,
                                     .gpus_per_node = row->gpus_per_node,
                                     .nodes = row->nodes,
                                     .max_nodes = row->max_nodes};
        code = build_text(results, &pool->name, metrics_name(metrics, row->name), status);
        if (code == 0)
            code = build_text(results, &pool->gpu, metrics_name(metrics, row->gpu), status);
        if (code == 0)
            code = build_text(results, &pool->market, metrics_name(metrics, row->market), status);
    }
    qsort(results->pools, (size_t)results->pool_count, sizeof *results->pools, by_pool_id);
    return code;
}

int build_classes(struct results *results, const struct metrics *metrics, struct status *status)
{
    int code = 0;
    results->classes =
        arena_alloc(&results->arena, metrics->class_count, sizeof *results->classes, status);
    if (results->classes == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < metrics->class_count && code == 0; ++i) {
        const struct class_row *row = &metrics->class_rows[i];
        struct result_class *class = &results->classes[results->class_count++];
        *class = (struct result_class){.id = row->id, .gpus = row->gpus};
        code = build_text(results, &class->name, metrics_name(metrics, row->name), status);
        if (code == 0)
            code = build_text(results, &class->tenant, metrics_name(metrics, row->tenant), status);
        if (code == 0)
            code = build_text(results, &class->unit, metrics_name(metrics, row->unit), status);
    }
    qsort(results->classes, (size_t)results->class_count, sizeof *results->classes, by_class_id);
    return code;
}

/* ---- the list ---- */

static int set_unit(struct results *results, struct metric *metric, struct status *status)
{
    const struct result_class *class;
    char word[UNIT_TEXT_SIZE], unit[256];
    switch (metric_infos[metric->id].kind) {
    case METRIC_KIND_SECONDS:
        metric->unit = "s";
        return 0;
    case METRIC_KIND_GPU_HOURS:
        metric->unit = "GPU-h";
        return 0;
    case METRIC_KIND_MONEY:
    case METRIC_KIND_MONEY_RATE:
        metric->unit = results->currency;
        return 0;
    case METRIC_KIND_WORK_RATE:
        class = results_class(results, metric->scope);
        snprintf(unit, sizeof unit, "%s/%s", results->currency,
                 class != NULL && class->unit[0] != '\0' ? unit_singular(class->unit, word)
                                                         : "unit");
        return build_text(results, &metric->unit, unit, status);
    default:
        metric->unit = "1";
        return 0;
    }
}

int build_metric(struct results *results, struct metric *metric, enum metric_id id,
                 int32_t scope_kind, int32_t scope, struct status *status)
{
    size_t count = (size_t)results->replication_count;
    *metric = (struct metric){.id = id, .scope_kind = scope_kind, .scope = scope};
    metric->values = arena_alloc(&results->arena, count, sizeof *metric->values, status);
    if (metric->values == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < count; ++i)
        metric->values[i] = NAN;
    if (metric_infos[id].kind == METRIC_KIND_MONEY) {
        metric->nano = arena_alloc(&results->arena, count, sizeof *metric->nano, status);
        if (metric->nano == NULL)
            return STATUS_MEMORY;
    }
    return set_unit(results, metric, status);
}

static int list_scope(struct results *results, uint32_t tables, int32_t scope_kind, int32_t scope,
                      struct status *status)
{
    int code = 0;
    for (int id = 0; id < METRICS && code == 0; ++id)
        if (evaluable((enum metric_id)id, scope_kind, tables))
            code = build_metric(results, &results->metrics[results->metric_count++],
                                (enum metric_id)id, scope_kind, scope, status);
    return code;
}

int build_metrics(struct results *results, uint32_t tables, struct status *status)
{
    size_t scopes = 1 + (size_t)results->pool_count + (size_t)results->class_count;
    results->metrics =
        arena_alloc(&results->arena, scopes * METRICS, sizeof *results->metrics, status);
    if (results->metrics == NULL)
        return STATUS_MEMORY;
    int code = list_scope(results, tables, SCOPE_RUN, -1, status);
    for (int32_t i = 0; i < results->pool_count && code == 0; ++i)
        code = list_scope(results, tables, SCOPE_POOL, results->pools[i].id, status);
    for (int32_t i = 0; i < results->class_count && code == 0; ++i)
        code = list_scope(results, tables, SCOPE_CLASS, results->classes[i].id, status);
    return code;
}

/* ---- over replications ---- */

/* Student's interval supposes independent, roughly normal means: replications are the first by
 * construction. */
static void statistics(struct metric *metric, double *defined, int32_t count)
{
    size_t n = 0;
    for (int32_t i = 0; i < count; ++i)
        if (!isnan(metric->values[i]))
            defined[n++] = metric->values[i];
    metric->defined = (int32_t)n;
    metric->mean = metric->min = metric->max = metric->half_width = NAN;
    if (n == 0)
        return;
    metric->mean = gsl_stats_mean(defined, 1, n);
    gsl_stats_minmax(&metric->min, &metric->max, defined, 1, n);
    if (n >= 2)
        metric->half_width = gsl_cdf_tdist_Pinv(0.975, (double)(n - 1)) *
                             gsl_stats_sd(defined, 1, n) / sqrt((double)n);
}

/* A cost per job is the whole bill by all jobs, not the mean of the replications' quotients, which
 * gives a replication with one job the weight of one with a hundred and leaves out the bill of one
 * with none. The interval is the classical one of a ratio estimator (Cochran, Sampling Techniques,
 * 6.4): that of the mean of a - R b, by the mean of b. */
static void ratio_statistics(struct metric *metric, const double *a, const double *b, double *rest,
                             int32_t count)
{
    double sum_a = 0, sum_b = 0;
    for (int32_t i = 0; i < count; ++i) {
        sum_a += a[i];
        sum_b += b[i];
    }
    if (!(sum_b > 0))
        return;
    metric->mean = sum_a / sum_b;
    for (int32_t i = 0; i < count; ++i)
        rest[i] = a[i] - metric->mean * b[i];
    metric->half_width = NAN;
    if (count >= 2)
        metric->half_width = gsl_cdf_tdist_Pinv(0.975, count - 1) *
                             gsl_stats_sd_m(rest, 1, (size_t)count, 0) / sqrt(count) /
                             (sum_b / count);
}

/* The denominator of a cost for a unit of something, one a replication. */
static void denominators(const struct metric *metric, const struct metric *bill,
                         const struct metric *completed, double *b, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        if (metric->id == METRIC_COST_PER_COMPLETED_JOB)
            b[i] = completed->values[i];
        else
            b[i] = metric->values[i] > 0 ? bill->values[i] / metric->values[i] : 0;
}

static void cost_statistics(const struct results *results, struct metric *metric, double *scratch)
{
    int32_t count = results->replication_count;
    const struct metric *bill =
        results_find(results, METRIC_BILL, metric->scope_kind, metric->scope);
    const struct metric *completed =
        results_find(results, METRIC_JOBS_COMPLETED, metric->scope_kind, metric->scope);
    if (bill == NULL || completed == NULL)
        return;
    denominators(metric, bill, completed, scratch, count);
    ratio_statistics(metric, bill->values, scratch, scratch + count, count);
}

int build_statistics(struct results *results, struct status *status)
{
    int32_t count = results->replication_count;
    double *scratch = arena_alloc(&results->arena, 2 * (size_t)count, sizeof *scratch, status);
    if (scratch == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < results->metric_count; ++i)
        statistics(&results->metrics[i], scratch, count);
    for (size_t i = 0; i < results->metric_count; ++i) {
        struct metric *metric = &results->metrics[i];
        if (metric->id == METRIC_COST_PER_COMPLETED_JOB || metric->id == METRIC_COST_PER_WORK)
            cost_statistics(results, metric, scratch);
    }
    return 0;
}
