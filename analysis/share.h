/* Money that belongs to no job, shared out over the jobs. Private to results. */
#ifndef FLEETWRIGHT_ANALYSIS_SHARE_H
#define FLEETWRIGHT_ANALYSIS_SHARE_H

#include "analysis/collected.h"

/* Splits what one replication's pools and the scenario were charged beside jobs over its job_sums:
 * of a pool by GPU-time of the jobs whose last attempt was there; where there are none, and of the
 * scenario, by the GPU-time of all jobs; where there is none, by the number of jobs. shares[i]
 * belongs to jobs[i]; they sum to the whole exactly unless there is no job at all. */
int share_out(const struct job_sums *const *jobs, size_t job_count,
              const struct pool_sums *const *pools, size_t pool_count, money *shares,
              struct status *status);

#endif
