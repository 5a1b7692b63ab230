/* The clock: takes events off the pending set in order, counts them, fingerprints them, and notices a
 * simulation that no longer advances.
 *
 * The engine knows nothing of what events mean. The caller's loop is:
 *
 *     while (engine_next(&engine, &event, &status))       one event
 *         handle it ...
 *         if (engine_instant_over(&engine)) ...           all events of this instant are done
 */
#ifndef FLEETWRIGHT_SIM_ENGINE_H
#define FLEETWRIGHT_SIM_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/pending.h"

struct engine {
    struct pending pending;
    sim_time now;
    uint64_t events;      /* handled so far */
    uint64_t fingerprint; /* running hash of (time, kind, a, b) of all events handled */
    uint64_t chain;       /* rounds at this instant without the clock moving; see ENGINE_CHAIN_MAX */
    bool instant_open;    /* a new event at the same instant may still come */
};

/* Rounds (an instant declared over, and yet another event at the same instant) after which a run is
 * stopped with STATUS_RUNAWAY: events chase each other without time passing. */
enum { ENGINE_CHAIN_MAX = 1000000 };

int engine_init(struct engine *e, struct status *status);
void engine_free(struct engine *e);

/* Schedules an event at now + delay (delay >= 0, held at SIM_TIME_MAX). */
int engine_schedule(struct engine *e, sim_time delay, unsigned rank, int32_t kind, int32_t a, int64_t b,
                    event_handle *handle, struct status *status);
bool engine_cancel(struct engine *e, event_handle handle);

/* Takes the next event and moves the clock; false at the end (no event is left, or the next lies after
 * `until`) or on failure (then status is set). */
bool engine_next(struct engine *e, sim_time until, struct event *event, struct status *status);

/* True when no further event is pending at the present instant. Counts a round of the chain detector. */
bool engine_instant_over(struct engine *e);

#endif
