/* The short result that `run` prints. */
#ifndef FLEETWRIGHT_SIM_CLI_OUTCOME_TEXT_H
#define FLEETWRIGHT_SIM_CLI_OUTCOME_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/results.h"
#include "models/plan.h"
#include "sim/cli/terminal.h"

/* Jobs, makespan, bill, cost per completed job; over several replications the mean and its 95 %
 * confidence interval. file: NULL when none was written; bytes: its size. */
void outcome_print(const struct terminal *t, const struct plan *plan, const struct results *results,
                   const char *file, long long bytes);

/* "1,234 events and 100 jobs in 0.5 s (200 jobs/s)" */
void outcome_speed(uint64_t events, int64_t jobs, double seconds, char *text, size_t size);

#endif
