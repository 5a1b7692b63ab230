/* The clock: takes events off the pending set in order, counts them, fingerprints them, and notices
 * a simulation that no longer advances.
 *
 * The engine knows nothing of what events mean. The caller's loop is:
 *
 *     while (engine_next(&engine, until, &event, &status)) {
 *         handle it ...
 *         if (engine_instant_over(&engine))
 *             all events of this instant are done ...
 *     } */
#ifndef FLEETWRIGHT_SIM_ENGINE_H
#define FLEETWRIGHT_SIM_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/pending.h"

/* The longest chain of events at one instant, each scheduled without delay by the handling of the
 * one before it (or after the instant was declared over). A longer one stops the run with
 * STATUS_RUNAWAY: events chase each other without time passing. However many events meet at an
 * instant is no matter. */
enum { ENGINE_CHAIN_MAX = 1000000 };

enum { ENGINE_CHASE = 64 }; /* kinds remembered from the end of such a chain */

struct engine {
    struct pending pending;
    sim_time now;
    uint64_t events;      /* handled so far */
    uint64_t fingerprint; /* running hash of (time, kind, a, b) of all events handled */
    uint32_t chain;     /* events at this instant that led to what happens now, one by the other */
    uint32_t chain_max; /* of all events handled at this instant */
    int32_t chase[ENGINE_CHASE]; /* kinds at the end of a chain that is too long */
    const char *const *kind_names;
    int32_t kind_count;
};

int engine_init(struct engine *e, struct status *status);
void engine_free(struct engine *e);

/* Optional: names of the kinds 0 .. count-1 for messages; names must live as long as the engine. */
void engine_name_kinds(struct engine *e, const char *const *names, int32_t count);

/* Schedules an event at now + delay (delay >= 0, held at SIM_TIME_MAX). handle may be NULL. */
int engine_schedule(struct engine *e, sim_time delay, unsigned rank, int32_t kind, int32_t a,
                    int64_t b, event_handle *handle, struct status *status);
bool engine_cancel(struct engine *e, event_handle handle);

/* Takes the next event and moves the clock; false at the end (no event is left, or the next lies
 * after `until`: it stays pending) or on failure (then status is set). */
bool engine_next(struct engine *e, sim_time until, struct event *event, struct status *status);

/* True when no further event is pending at the present instant. What is scheduled from then on
 * follows from all that happened at this instant, as far as the chain detector is concerned. */
bool engine_instant_over(struct engine *e);

#endif
