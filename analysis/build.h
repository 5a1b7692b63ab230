/* The frame of results: pools, classes, the list of metrics and their statistics. Private to
 * results. */
#ifndef FLEETWRIGHT_ANALYSIS_BUILD_H
#define FLEETWRIGHT_ANALYSIS_BUILD_H

#include "analysis/collected.h"
#include "analysis/results.h"

int build_text(struct results *results, const char **out, const char *text, struct status *status);
int build_pools(struct results *results, const struct metrics *metrics, struct status *status);
int build_classes(struct results *results, const struct metrics *metrics, struct status *status);

/* The list of metrics that the tables allow, values undefined. */
int build_metrics(struct results *results, uint32_t tables, struct status *status);

/* One metric into the list. */
int build_metric(struct results *results, struct metric *metric, enum metric_id id,
                 int32_t scope_kind, int32_t scope, struct status *status);

/* Mean, interval, least and largest of every metric. */
int build_statistics(struct results *results, struct status *status);

#endif
