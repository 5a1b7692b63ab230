/* One try of a job: it claims nodes, waits for them, runs, ends. */
#ifndef FLEETWRIGHT_MODELS_WORLD_ATTEMPT_H
#define FLEETWRIGHT_MODELS_WORLD_ATTEMPT_H

#include "models/world_state.h"

/* Expected seconds from start to completion on an option, failures and restarts included. */
double attempt_expected_seconds(const struct world *w, const struct job *job,
                                const struct option *option);

/* ---- the claim ---- */

/* Takes a queued job's gang on one of its options, requesting nodes where needed; there must be
 * room. */
void claim_make(struct world *w, int32_t job, int32_t option);
/* The node of a placement is about to be granted, or to be ready. */
void claim_node_granted(struct world *w, int32_t placement);
void claim_node_ready(struct world *w, int32_t placement);
/* The claim loses a placement on a node that went away: a hole that waits for another node. */
void claim_lose_placement(struct world *w, int32_t job, int32_t placement);
/* Fills the holes; false when there is no room yet. */
bool claim_repair(struct world *w, int32_t job);
/* Gives everything back. */
void claim_withdraw(struct world *w, int32_t job);

/* ---- the attempt ---- */

void attempt_start_if_ready(struct world *w, int32_t job);
/* A node failed under it, and nobody has noticed yet. */
void attempt_kill(struct world *w, int32_t job);
/* A node under it goes at taken_at: perhaps a last checkpoint, with which the attempt ends. */
void attempt_notice(struct world *w, int32_t job, sim_time taken_at);
/* It ends now. Frees its nodes, or, after a failure and if the job's rule says so and it may try
 * again, holds the healthy ones for the next attempt: then true. */
bool attempt_close(struct world *w, int32_t job, enum attempt_end cause);

#endif
