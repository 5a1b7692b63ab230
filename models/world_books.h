/* What the simulation writes down: waiting times, postings to the ledgers, rows of the trace, and
 * at the end the identities. Failures are kept in w->status. */
#ifndef FLEETWRIGHT_MODELS_WORLD_BOOKS_H
#define FLEETWRIGHT_MODELS_WORLD_BOOKS_H

#include "models/world_state.h"

/* Accounts a job's waiting time up to now, before anything that it waits for changes. */
void books_wait(struct world *w, int32_t job);

/* Posts GPU-ticks of a pool to a job. */
void books_charge(struct world *w, int32_t job, int32_t pool, enum account account,
                  int64_t gpu_ticks);

/* Buys a service (megabyte-ticks or bytes) from the pool's provider for a job. */
void books_service(struct world *w, int32_t job, int32_t pool, enum service service,
                   quantity_t quantity);

/* The row of an attempt that ends now, and of its placements. time[] is by enum time_account. */
void books_attempt(struct world *w, int32_t job, enum attempt_end cause, const sim_time *time,
                   const struct timeline_point *point, sim_time done_before);

/* The row of a job that leaves; charges what is due at its end. */
void books_job(struct world *w, int32_t job);

void books_lease(struct world *w, int32_t node, enum lease_end end, sim_time released,
                 sim_time billed, money cost);
void books_failure(struct world *w, int32_t node, sim_time repaired); /* -1 = not repaired */
void books_series(struct world *w);                                   /* what changed */

/* At the end of the run: pool-level postings, the bill, the GPU and money identities. */
void books_close(struct world *w);
/* The row of the replication; the result is complete. */
void books_run(struct world *w);

#endif
