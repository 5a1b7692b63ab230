/* What the collector has summed up, for results_make.c and what it calls. Private to these. */
#ifndef FLEETWRIGHT_ANALYSIS_COLLECTED_H
#define FLEETWRIGHT_ANALYSIS_COLLECTED_H

#include <stdbool.h>

#include "analysis/cells.h"
#include "analysis/quantiles.h"
#include "models/account.h"
#include "models/trace.h"
#include "sim/memory.h"
#include "sim/money.h"

/* Jobs of one class (key.a) whose last attempt was on one pool (key.b; -1 = none), in one
 * replication. */
struct job_sums {
    struct cell_key key;
    int64_t jobs[OUTCOMES];
    int64_t attempts, attempts_max;
    int64_t attempts_over; /* of jobs that were not cut by the end of the run */
    int64_t deadlines, deadlines_met;
    quantity_t time[TIME_ACCOUNTS];
    quantity_t gpu[GPU_ACCOUNTS];
    money cost[ACCOUNTS];
    money cost_total;
    quantity_t wall;    /* end - submit */
    quantity_t running; /* end - first start, of jobs that started */
    sim_time last_end;
    /* completed jobs only */
    quantity_t completion; /* end - submit */
    sim_time completion_max;
    quantity_t ideal;
    money sticker;
    double work;
};

/* One pool (key.a; -1 = the scenario's own money) in one replication. */
struct pool_sums {
    struct cell_key key;
    int64_t leases; /* granted */
    quantity_t billed;
    quantity_t gpu[GPU_ACCOUNTS];
    money lease_cost;
    int64_t failures, interruptions;
    money posted[ACCOUNTS];       /* all postings to the pool and to its jobs */
    money unattributed[ACCOUNTS]; /* of these the ones to the pool itself */
};

/* One replication. */
struct rep_sums {
    struct cell_key key;
    int64_t attempts[ATTEMPT_ENDS];
    money job_postings; /* of the ledger to jobs: equals the jobs' cost */
    money bill;         /* as the table runs says */
    bool has_run;
    bool closed;          /* the quantiles are known */
    double p50, p95, p99; /* of completion, in ticks */
};

struct metrics {
    uint32_t tables;
    char *currency;
    struct cells jobs, pools, reps;
    struct quantiles completion; /* of replication completion_rep, while its jobs come */
    int32_t completion_rep;      /* -1 = none yet */
    struct trace_name *names;
    size_t name_count, name_capacity;
    struct pool_row *pool_rows;
    size_t pool_count, pool_capacity;
    struct class_row *class_rows;
    size_t class_count, class_capacity;
    struct arena arena;
};

/* Ends the replication whose jobs came last. */
int metrics_finish(struct metrics *metrics, struct status *status);

/* The name with that id; "" for -1 and for one that never came. */
const char *metrics_name(const struct metrics *metrics, int32_t id);

#endif
