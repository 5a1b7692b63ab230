/* Results and trace files: from its tables, or from the table `summary`, and into it. */
#include "analysis/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/build.h"

/* ---- writing ---- */

struct naming {
    struct trace_name *names;
    size_t count;
    int32_t first; /* id of the first */
};

static int32_t name_id(struct naming *n, enum name_kind kind, const char *name)
{
    for (size_t i = 0; i < n->count; ++i)
        if (n->names[i].kind == (int8_t)kind && strcmp(n->names[i].name, name) == 0)
            return n->names[i].id;
    int32_t id = n->first + (int32_t)n->count;
    n->names[n->count++] = (struct trace_name){id, (int8_t)kind, name};
    return id;
}

static int write_values(const struct results *results, const struct metric *metric,
                        struct summary_row row, struct trace_sink sink, struct status *status)
{
    int code = 0;
    for (int32_t i = 0; i < results->replication_count && code == 0; ++i) {
        row.rep = results->replications[i];
        row.value = metric->values[i];
        code = sink.rows(sink.context, TRACE_SUMMARY, &row, 1, status);
    }
    if (code == 0 && results->replication_count > 1) {
        row.rep = -1;
        row.value = metric->mean;
        code = sink.rows(sink.context, TRACE_SUMMARY, &row, 1, status);
    }
    return code;
}

int results_write(const struct results *results, struct trace_sink sink, struct status *status)
{
    struct naming naming = {.first = results->largest_name + 1};
    struct summary_row *rows = mem_alloc(results->metric_count, sizeof *rows, status);
    naming.names = mem_alloc(2 * results->metric_count, sizeof *naming.names, status);
    int code = rows == NULL || naming.names == NULL ? STATUS_MEMORY : 0;
    for (size_t i = 0; i < results->metric_count && code == 0; ++i) {
        const struct metric *metric = &results->metrics[i];
        rows[i] = (struct summary_row){
            .scope_kind = metric->scope_kind,
            .scope = metric->scope,
            .metric = name_id(&naming, NAME_METRIC, metric_infos[metric->id].name),
            .unit = name_id(&naming, NAME_UNIT, metric->unit),
        };
    }
    if (code == 0)
        code = sink.rows(sink.context, TRACE_NAMES, naming.names, naming.count, status);
    for (size_t i = 0; i < results->metric_count && code == 0; ++i)
        code = write_values(results, &results->metrics[i], rows[i], sink, status);
    mem_free(naming.names);
    mem_free(rows);
    return code;
}

/* ---- reading the table summary ---- */

struct summary_rows {
    struct summary_row *rows;
    size_t count, capacity;
};

static int keep_rows(void *context, enum trace_table table, const void *rows, size_t count,
                     struct status *status)
{
    struct summary_rows *all = context;
    void *grown = all->rows;
    if (table != TRACE_SUMMARY)
        return 0;
    int code = mem_grow(&grown, &all->capacity, all->count + count, sizeof *all->rows, status);
    if (code != 0)
        return code;
    all->rows = grown;
    memcpy(all->rows + all->count, rows, count * sizeof *all->rows);
    all->count += count;
    return 0;
}

/* A metric that this program does not know, from a later one, is -1. */
static int metric_named(const char *name)
{
    for (int id = 0; id < METRICS; ++id)
        if (strcmp(metric_infos[id].name, name) == 0)
            return id;
    return -1;
}

struct stored {
    struct summary_row row;
    int id;
};

static int by_place(const void *a, const void *b)
{
    const struct stored *x = a, *y = b;
    if (x->row.scope_kind != y->row.scope_kind)
        return x->row.scope_kind < y->row.scope_kind ? -1 : 1;
    if (x->row.scope != y->row.scope)
        return x->row.scope < y->row.scope ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->row.rep > y->row.rep) - (x->row.rep < y->row.rep);
}

static int by_number(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static int list_replications(struct results *results, const struct stored *stored, size_t count,
                             struct status *status)
{
    int32_t kept = 0, *reps = arena_alloc(&results->arena, count, sizeof *reps, status);
    if (reps == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < count; ++i)
        reps[i] = stored[i].row.rep;
    qsort(reps, count, sizeof *reps, by_number);
    for (size_t i = 0; i < count; ++i)
        if (kept == 0 || reps[kept - 1] != reps[i])
            reps[kept++] = reps[i];
    results->replications = reps;
    results->replication_count = kept;
    return 0;
}

static bool same_metric(const struct metric *metric, const struct stored *stored)
{
    return metric->id == (enum metric_id)stored->id &&
           metric->scope_kind == stored->row.scope_kind && metric->scope == stored->row.scope;
}

/* The table holds doubles: sums of money are as exact as those. */
static int fill(struct results *results, const struct metrics *metrics, const struct stored *stored,
                size_t count, struct status *status)
{
    struct metric *metric = NULL;
    int code = 0;
    results->metrics = arena_alloc(&results->arena, count, sizeof *results->metrics, status);
    if (results->metrics == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < count && code == 0; ++i) {
        const struct summary_row *row = &stored[i].row;
        if (metric == NULL || !same_metric(metric, &stored[i])) {
            metric = &results->metrics[results->metric_count++];
            code = build_metric(results, metric, (enum metric_id)stored[i].id, row->scope_kind,
                                row->scope, status);
            metric->nano = NULL;
            if (code == 0)
                code = build_text(results, &metric->unit, metrics_name(metrics, row->unit), status);
        }
        if (code == 0) {
            const int32_t *at = bsearch(&row->rep, results->replications,
                                        (size_t)results->replication_count, sizeof *at, by_number);
            metric->values[at - results->replications] = row->value;
        }
    }
    return code;
}

/* Scopes that the file describes, values of single replications. */
static bool is_usable(const struct results *results, const struct summary_row *row)
{
    if (row->rep < 0)
        return false;
    if (row->scope_kind == SCOPE_POOL)
        return results_pool(results, row->scope) != NULL;
    if (row->scope_kind == SCOPE_CLASS)
        return results_class(results, row->scope) != NULL;
    return row->scope_kind == SCOPE_RUN && row->scope == -1;
}

static int from_summary(struct results *results, struct metrics *metrics,
                        const struct summary_rows *all, struct status *status)
{
    size_t count = 0;
    struct stored *stored = mem_alloc(all->count, sizeof *stored, status);
    int code = stored == NULL ? STATUS_MEMORY : 0;
    for (size_t i = 0; i < all->count && code == 0; ++i) {
        int id = metric_named(metrics_name(metrics, all->rows[i].metric));
        if (id >= 0 && is_usable(results, &all->rows[i]))
            stored[count++] = (struct stored){all->rows[i], id};
    }
    if (code == 0) {
        qsort(stored, count, sizeof *stored, by_place);
        code = list_replications(results, stored, count, status);
    }
    if (code == 0)
        code = fill(results, metrics, stored, count, status);
    if (code == 0)
        code = build_statistics(results, status);
    mem_free(stored);
    return code;
}

/* The frame is made from no rows but those that describe; then the stored values take the place of
 * its. */
static int read_summary(struct results *results, struct metrics *metrics, struct reader *reader,
                        struct status *status)
{
    struct summary_rows all = {0};
    int code = reader_rows(reader, TRACE_SUMMARY, (struct trace_sink){&all, keep_rows}, status);
    if (code == 0) {
        code = results_make(results, metrics, status);
        results->metric_count = 0;
        results->comparison_count = 0;
        results->missing = 0; /* of the metrics: the run had all rows */
    }
    if (code == 0)
        code = from_summary(results, metrics, &all, status);
    mem_free(all.rows);
    if (code != 0)
        results_free(results);
    return code;
}

/* A run that does not add up writes no file: this one has been changed since. */
static int blame_file(const char *path, struct status *status)
{
    struct status found = *status;
    *status = STATUS_INIT;
    return status_set(status, STATUS_INPUT,
                      "%s is damaged or has been changed. %.700s Write it again with "
                      "'fleetwright run'.",
                      path, found.message);
}

int results_read(struct results *results, struct reader *reader, struct status *status)
{
    struct metrics *metrics = NULL;
    const struct reader_info *info = reader_info(reader);
    bool whole = (info->tables & METRICS_TABLES) == METRICS_TABLES;
    bool stored = !whole && info->rows[TRACE_SUMMARY] > 0;
    const uint32_t describing = 1u << TRACE_NAMES | 1u << TRACE_POOLS | 1u << TRACE_CLASSES;
    uint32_t tables = stored ? describing : info->tables & METRICS_TABLES;
    memset(results, 0, sizeof *results);
    int code = metrics_open(&metrics, tables, info->currency, status);
    if (code == 0)
        code = reader_all(reader, tables, metrics_sink(metrics), status);
    if (code == 0)
        code = stored ? read_summary(results, metrics, reader, status)
                      : results_make(results, metrics, status);
    metrics_close(&metrics);
    return code == STATUS_IDENTITY ? blame_file(info->path, status) : code;
}
