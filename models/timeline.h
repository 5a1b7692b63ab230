/* An attempt's timeline: what happens between its start and its end, by arithmetic.
 *
 * An attempt is staging, then restoring, then work in which every `interval` of productive time a
 * checkpoint of the state at its start begins; it blocks the job for `block` and is durable `lag`
 * after its start. With no failure the length is known at once; where it is cut, timeline_at says
 * what was done, what is durable and where the time went, in constant time whatever the number of
 * checkpoints. The result is the same as if each checkpoint were an event
 * (tests/models/test_timeline.c plays them one by one).
 *
 * Work is in ticks at the attempt's speed. No checkpoint begins when the work is done unless at_end
 * is set. */
#ifndef FLEETWRIGHT_MODELS_TIMELINE_H
#define FLEETWRIGHT_MODELS_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "models/account.h"
#include "models/checkpoint.h"
#include "sim/ticks.h"

struct timeline {
    sim_time staging;
    sim_time restore;
    sim_time work; /* still to be done */
    struct checkpoint checkpoint;
};

struct timeline_point {
    sim_time done;    /* work done so far */
    sim_time durable; /* of that, safe in a checkpoint (all of it once the attempt is complete) */
    sim_time safe_at; /* offset at which all of `done` could be durable, were a checkpoint written
                         now (or the one under way awaited) and no more work done */
    int64_t begun;    /* checkpoints */
    int64_t checkpoints;                   /* of these, durable ones */
    sim_time staging, restore, checkpoint; /* so far; with `done` they sum to the offset */
};

/* Ticks from the start to completion, without failures; held at SIM_TIME_MAX. */
sim_time timeline_length(const struct timeline *t);

/* The state at `offset` ticks from the start, 0 <= offset <= timeline_length. At the full length it
 * is complete: durable == done == work. */
void timeline_at(const struct timeline *t, sim_time offset, struct timeline_point *point);

/* The state at `offset` when work stopped at `stop` (before completion, after staging and restore)
 * and the job has since been writing, or awaiting, the checkpoint that makes all of it safe. */
void timeline_stopped(const struct timeline *t, sim_time stop, sim_time offset,
                      struct timeline_point *point);

#endif
