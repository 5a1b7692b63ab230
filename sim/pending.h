/* The pending-event set: a priority queue of events in a total order (time, rank, sequence).
 *
 * Keys are 16 bytes and live apart from the payloads; an event can be cancelled by its handle, lazily,
 * so that runs that never cancel pay nothing. The structure behind (a 4-ary heap today) is private to
 * sim/pending.c. */
#ifndef FLEETWRIGHT_SIM_PENDING_H
#define FLEETWRIGHT_SIM_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/memory.h"
#include "sim/status.h"
#include "sim/ticks.h"

enum { PENDING_RANKS = 32 }; /* ranks are 0 .. 31; a lower rank leaves first at equal times */

typedef uint64_t event_handle; /* 0 = no event */

struct event {
    sim_time time;
    int32_t kind; /* the caller's; must be >= 0 */
    int32_t a;    /* the caller's ids */
    int64_t b;
};

struct pending {
    struct pending_key *keys;
    struct pending_slot *slots;
    size_t count;     /* keys in the heap, cancelled ones included */
    size_t cancelled; /* of these */
    size_t capacity;
    size_t slot_count, slot_capacity;
    uint32_t free_slot;
    uint64_t sequence;
};

int pending_init(struct pending *p, struct status *status);
void pending_free(struct pending *p);

/* Adds an event; *handle (may be NULL) can cancel it until it has left. time must be >= 0. */
int pending_push(struct pending *p, const struct event *event, unsigned rank, event_handle *handle,
                 struct status *status);

/* Removes the first event into *event; false when there is none. */
bool pending_pop(struct pending *p, struct event *event);

/* The first event's time; SIM_TIME_MAX when there is none. */
sim_time pending_next_time(struct pending *p);

/* Cancels an event that has neither left nor been cancelled; returns false (and does nothing) when it has,
 * or when the handle is 0. */
bool pending_cancel(struct pending *p, event_handle handle);

size_t pending_count(const struct pending *p); /* live events */

void pending_verify(const struct pending *p); /* bug_assert on the invariants; for tests */

#endif
