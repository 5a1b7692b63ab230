/* Two replications worked out by hand, for the tests of metrics and summaries. */
#ifndef FLEETWRIGHT_TESTS_ANALYSIS_SCENARIO_H
#define FLEETWRIGHT_TESTS_ANALYSIS_SCENARIO_H

#include "models/trace.h"

/* Gives the rows of tables names, pools, classes (tests/analysis/samples.h), jobs, attempts,
 * leases, failures and ledger. In replication 0:
 *
 *   job 0  train on a100, 8 GPUs, completed 0 .. 1000 s: waits 100, works 800, checkpoints 100
 *   job 1  train on h100, 8 GPUs, completed 0 .. 500 s in two attempts: works 400, loses 100
 *   job 2  cafe on a100, 1 GPU, failed 100 .. 400 s after three attempts: waits 100, loses 200
 *   a100   9600 GPU-s billed, 3.2 USD; h100: 4800 GPU-s, 5 USD; storage 0.5 USD, orchestration 0.1
 * USD
 *
 * In replication 1 only job 0, 2000 s long, with 1100 s of waiting; 9600 GPU-s, 2.7 USD. */
void scenario_give(struct trace_sink sink);

#endif
