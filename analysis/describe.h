/* The tables that say what ids mean: names, pools and classes of a plan, as rows for a sink. */
#ifndef FLEETWRIGHT_ANALYSIS_DESCRIBE_H
#define FLEETWRIGHT_ANALYSIS_DESCRIBE_H

#include "models/plan.h"
#include "models/trace.h"

/* Gives the sink the rows of TRACE_NAMES (struct trace_name; the strings belong to the plan),
 * TRACE_POOLS and TRACE_CLASSES. To be called once a file, before the first replication. 0, or what
 * the sink returned, or STATUS_MEMORY. */
int describe_plan(const struct plan *plan, struct trace_sink sink, struct status *status);

#endif
