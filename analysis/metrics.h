/* From trace rows to sums a replication: the collector behind every summary.
 *
 * It is a sink: a run feeds it as it goes, `summary` feeds it from a file, and both get the same
 * numbers from the same code. What is made of the sums is in analysis/results.h. */
#ifndef FLEETWRIGHT_ANALYSIS_METRICS_H
#define FLEETWRIGHT_ANALYSIS_METRICS_H

#include <stdint.h>

#include "models/trace.h"

struct metrics;

/* The tables it reads; each is needed for some metric. A run asks for these whatever goes into the
 * file. */
#define METRICS_TABLES                                                                             \
    (1u << TRACE_JOBS | 1u << TRACE_ATTEMPTS | 1u << TRACE_LEASES | 1u << TRACE_FAILURES |         \
     1u << TRACE_LEDGER | 1u << TRACE_RUNS | 1u << TRACE_POOLS | 1u << TRACE_CLASSES |             \
     1u << TRACE_NAMES)

/* tables: of METRICS_TABLES those that will come; metrics that need another one are left out.
 * currency is copied. */
int metrics_open(struct metrics **metrics, uint32_t tables, const char *currency,
                 struct status *status);

/* Takes rows of any table and ignores those it does not use. Tables may come in any order; in table
 * jobs the rows of a replication must follow each other. STATUS_INPUT on rows that contradict that,
 * STATUS_OVERFLOW when money does not fit, STATUS_MEMORY. */
struct trace_sink metrics_sink(struct metrics *metrics);

void metrics_close(struct metrics **metrics); /* legal with *metrics NULL */

#endif
