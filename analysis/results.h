/* The metrics of a run: values a replication and statistics over replications (docs/metrics.md).
 *
 * metric_infos[] is the one description of them, for summaries, JSON, the table `summary` and the
 * docs. The data structure and look-ups are in results.c; results_make.c fills it from sums through
 * build, evaluate, share and compare, and results_table.c from and into trace files. */
#ifndef FLEETWRIGHT_ANALYSIS_RESULTS_H
#define FLEETWRIGHT_ANALYSIS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/metrics.h"
#include "analysis/reader.h"
#include "models/account.h"
#include "models/trace.h"
#include "sim/memory.h"

/* Scopes: values of summary_row.scope_kind. */
enum { SCOPE_RUN = -1, SCOPE_POOL = NAME_POOL, SCOPE_CLASS = NAME_CLASS };

enum metric_id {
    /* jobs; run and class */
    METRIC_JOBS,
    METRIC_JOBS_COMPLETED,
    METRIC_JOBS_FAILED,
    METRIC_JOBS_CANCELLED,
    METRIC_JOBS_DEPENDENCY,
    METRIC_JOBS_UNFINISHED,
    METRIC_MAKESPAN,
    METRIC_COMPLETION_MEAN,
    METRIC_COMPLETION_P50, /* quantiles: of the run only */
    METRIC_COMPLETION_P95,
    METRIC_COMPLETION_P99,
    METRIC_COMPLETION_MAX,
    METRIC_WAIT_MEAN,
    METRIC_ATTEMPTS,
    METRIC_ATTEMPTS_MEAN,
    METRIC_ATTEMPTS_MAX,
    METRIC_DEADLINE_JOBS,
    METRIC_DEADLINE_HIT_RATE,
    METRIC_ETTR,      /* effective training time ratio, from first start */
    METRIC_ETTR_WALL, /* from submission */
    METRIC_TIME,      /* + enum time_account: total over jobs */
    METRIC_TIME_END = METRIC_TIME + TIME_ACCOUNTS - 1,
    METRIC_TIME_MEAN, /* + enum time_account: mean per job */
    METRIC_TIME_MEAN_END = METRIC_TIME_MEAN + TIME_ACCOUNTS - 1,
    /* reliability; run (failures and interruptions also pool) */
    METRIC_ATTEMPTS_COMPLETED,
    METRIC_ATTEMPTS_FAILED,
    METRIC_ATTEMPTS_INTERRUPTED,
    METRIC_SUCCESS_RATE,
    METRIC_FAILURES,
    METRIC_INTERRUPTIONS,
    /* fleet; run and pool (GPU accounts also class) */
    METRIC_GPU_BILLED,
    METRIC_GPU, /* + enum account below GPU_ACCOUNTS */
    METRIC_GPU_END = METRIC_GPU + GPU_ACCOUNTS - 1,
    METRIC_UTILISATION,
    METRIC_GOODPUT,
    METRIC_LEASES,
    /* money; run, pool and class */
    METRIC_BILL,
    METRIC_BILL_ACCOUNT, /* + enum account */
    METRIC_BILL_ACCOUNT_END = METRIC_BILL_ACCOUNT + ACCOUNTS - 1,
    METRIC_COST_SHARED,            /* class: its share of idle, down, rounding and standing cost */
    METRIC_COST_PER_COMPLETED_JOB, /* run and class */
    METRIC_COST_PER_WORK,          /* class: of one accepted unit of work */
    METRIC_STICKER,                /* run and class */
    METRIC_BUYERS_FORMULA,         /* run */
    METRIC_FORMULA_TO_BILL,        /* run */
    METRICS
};

enum metric_kind {
    METRIC_KIND_COUNT,
    METRIC_KIND_SECONDS,
    METRIC_KIND_GPU_HOURS,
    METRIC_KIND_RATIO,      /* 0 .. 1, or a quotient */
    METRIC_KIND_MONEY,      /* a sum: exact in nano-units */
    METRIC_KIND_MONEY_RATE, /* a quotient of money: not exact */
    METRIC_KIND_WORK_RATE   /* money for a unit of work */
};

enum { IN_RUN = 1, IN_POOL = 2, IN_CLASS = 4 };

struct metric_info {
    const char *name; /* "completion_p95" */
    enum metric_kind kind;
    int scopes;      /* IN_RUN ... */
    uint32_t tables; /* bits of the tables that it needs */
    const char *doc;
};

extern const struct metric_info metric_infos[METRICS];

struct metric {
    enum metric_id id;
    int32_t scope_kind; /* SCOPE_RUN ... */
    int32_t scope;      /* pool or class id; -1 */
    const char *unit;   /* "s", "GPU-h", "1", "USD", "USD/epoch" */
    double
        *values; /* one a replication, in the order of results->replications; NaN = not defined */
    money *nano; /* METRIC_KIND_MONEY: the same, exact; else NULL */
    /* Over the replications where it is defined; NaN where there are none. */
    int32_t defined;
    double mean, min, max;
    double half_width; /* of Student's 95 % confidence interval of the mean; NaN below two values */
};

/* As max_nodes: an elastic pool grows as far as jobs ask for. */
enum { RESULTS_NODES_UNLIMITED = INT32_MAX };

struct result_pool {
    int32_t id;
    const char *name, *gpu, *market;
    double price_per_gpu_hour;
    int32_t gpus_per_node, nodes, max_nodes;
};

struct result_class {
    int32_t id;
    const char *name, *tenant, *unit;
    int32_t gpus;
};

/* Of more pools there are too many pairs to read: they are not compared. */
enum { RESULTS_POOLS_COMPARED = 16 };

/* Pool b against pool a, over all replications. Naive break-even: b pays when it is price_ratio
 * times as fast. Ratios are NaN where the class did not complete work on both. */
struct comparison {
    int32_t class_id;   /* -1: the prices alone */
    int32_t a, b;       /* pools */
    double price_ratio; /* list price of b / a */
    double speed_ratio; /* full speed of b / a, per GPU-hour held: by how much b is faster */
    double cost_ratio;  /* simulated cost of a unit of work on b / a, all overheads included */
};

struct results {
    const char *currency;
    int32_t *replications; /* their numbers, ascending */
    int32_t replication_count;
    struct result_pool *pools; /* by id */
    int32_t pool_count;
    struct result_class *classes; /* by id */
    int32_t class_count;
    struct metric *metrics; /* by scope kind, scope, id */
    size_t metric_count;
    struct comparison *comparisons;
    size_t comparison_count;
    uint32_t missing;     /* bits of METRICS_TABLES without which some metrics are left out */
    int32_t largest_name; /* id in table names; -1 */
    struct arena arena;
};

/* Makes the results of all rows that the collector has seen. The collector may be closed
 * afterwards. */
int results_make(struct results *results, struct metrics *metrics, struct status *status);

/* Reads a trace and makes its results: from its rows where the tables are there, else from its
 * table `summary`, as the run computed them (comparisons are then missing). */
int results_read(struct results *results, struct reader *reader, struct status *status);

/* Gives the sink the table `summary`: TRACE_NAMES rows for names of metrics and units, then
 * TRACE_SUMMARY rows for each metric and replication, and the mean over them (rep -1) where there
 * are several. */
int results_write(const struct results *results, struct trace_sink sink, struct status *status);

/* NULL when it is not there. */
const struct metric *results_find(const struct results *results, enum metric_id id,
                                  int32_t scope_kind, int32_t scope);

const struct result_pool *results_pool(const struct results *results, int32_t id);
const struct result_class *results_class(const struct results *results, int32_t id);

void results_free(struct results *results); /* legal twice, after a failure, and zeroed */

#endif
