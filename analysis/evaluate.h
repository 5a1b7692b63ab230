/* The formulas: one metric from the sums of one replication. Private to results. */
#ifndef FLEETWRIGHT_ANALYSIS_EVALUATE_H
#define FLEETWRIGHT_ANALYSIS_EVALUATE_H

#include "analysis/collected.h"
#include "analysis/results.h"

/* The sums of a scope. Of a run: everything. Of a pool: `fleet`. Of a class: `jobs` and `shared`.
 */
struct sums {
    int32_t scope_kind;
    struct job_sums jobs;
    struct pool_sums fleet;
    struct rep_sums rep;
    money shared; /* class: its share of what belongs to no job */
    double
        sticker_by_success; /* sum over classes and pools of sticker x attempts / completed jobs */
};

/* The value in the metric's unit, NaN where it is not defined. *nano: the same, exact, when the
 * metric is a sum of money. STATUS_OVERFLOW when money does not fit. */
int evaluate(enum metric_id id, const struct sums *sums, double *value, money *nano,
             struct status *status);

/* True when the tables suffice for the metric in that scope. */
bool evaluable(enum metric_id id, int32_t scope_kind, uint32_t tables);

int sums_add_jobs(struct job_sums *sum, const struct job_sums *more, struct status *status);
int sums_add_pool(struct pool_sums *sum, const struct pool_sums *more, struct status *status);

#endif
