/* Pools against each other: prices, speeds and simulated costs. Private to results. */
#ifndef FLEETWRIGHT_ANALYSIS_COMPARE_H
#define FLEETWRIGHT_ANALYSIS_COMPARE_H

#include "analysis/collected.h"
#include "analysis/results.h"

/* Makes a row for every pair of pools and, where both tables are there, for every class and pair;
 * to begin with only their prices. At most COMPARE_POOLS pools are compared in pairs: of more there
 * are too many to read. */
enum { COMPARE_POOLS = 16 };
int compare_begin(struct results *results, uint32_t tables, struct status *status);

/* Adds the jobs of one replication and their shares of common cost. */
void compare_add(struct results *results, const struct job_sums *const *jobs, size_t job_count,
                 const money *shares);

/* Turns sums into ratios and drops rows of classes that did not complete work on both pools. */
void compare_end(struct results *results);

#endif
