/* The simulation of one replication of a plan: events in, trace rows out. */
#ifndef FLEETWRIGHT_MODELS_WORLD_H
#define FLEETWRIGHT_MODELS_WORLD_H

#include <stdint.h>

#include "models/plan.h"
#include "models/trace.h"

/* Called every some thousands of events. fraction is in [0, 1], or -1 where the amount of work is
 * not known. */
struct progress {
    void (*report)(void *context, int32_t replication, double fraction, sim_time now,
                   int64_t jobs_left);
    void *context;
};

struct run_result {
    sim_time end;      /* when the run ended */
    sim_time makespan; /* the last job's end (0 when there was none) */
    int64_t jobs[OUTCOMES];
    uint64_t events;
    uint64_t fingerprint;
    int64_t live_jobs_peak;
    money bill; /* what the providers and the orchestration charge */
};

/* Runs replication number `replication` (0-based), checks the three identities, flushes the trace.
 * progress may be NULL. STATUS_IDENTITY when an identity does not hold, STATUS_RUNAWAY,
 * STATUS_OVERFLOW, STATUS_MEMORY, or what the sink returned. */
int world_run(const struct plan *plan, int32_t replication, struct trace *trace,
              const struct progress *progress, struct run_result *result, struct status *status);

#endif
