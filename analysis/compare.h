/* Pools against each other: prices, speeds and simulated costs. Private to results. */
#ifndef FLEETWRIGHT_ANALYSIS_COMPARE_H
#define FLEETWRIGHT_ANALYSIS_COMPARE_H

#include "analysis/collected.h"
#include "analysis/results.h"

struct tally; /* what a class got done on a pool, and for how much */

/* Makes a row for every pair of pools and, where both tables are there, for every class and pair;
 * to begin with only their prices. None with more than RESULTS_POOLS_COMPARED pools. *tallies, in
 * the arena of the results, is for the calls below; NULL when there is nothing to compare. */
int compare_begin(struct results *results, uint32_t tables, struct tally **tallies,
                  struct status *status);

/* Adds the jobs of one replication and their shares of common cost. */
void compare_add(const struct results *results, struct tally *tallies,
                 const struct job_sums *const *jobs, size_t job_count, const money *shares);

/* Turns sums into ratios and drops rows of classes that did not complete work on both pools. */
void compare_end(struct results *results, struct tally *tallies);

#endif
