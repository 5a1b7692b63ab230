/* The pending-event set: a priority queue of events in a total order (time, rank, sequence).
 *
 * Keys are 16 bytes and live apart from the payloads; an event can be cancelled by its handle,
 * lazily, so that runs that never cancel pay nothing. The structure behind (a 4-ary heap) is
 * private to sim/pending.c. */
#ifndef FLEETWRIGHT_SIM_PENDING_H
#define FLEETWRIGHT_SIM_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/memory.h"
#include "sim/status.h"
#include "sim/ticks.h"

enum {
    PENDING_RANKS = 32,           /* ranks are 0 .. 31; a lower rank leaves first at equal times */
    PENDING_EVENTS_MAX = 1 << 24, /* at one time */
};

typedef uint64_t event_handle; /* 0 = no event */

struct event {
    sim_time time;
    int32_t kind; /* the caller's; must be >= 0 */
    int32_t a;    /* the caller's ids */
    int64_t b;
    uint32_t depth; /* the engine's (sim/engine.h); 0 for other callers */
};

/* All fields are private. */
struct pending {
    unsigned __int128 *keys;    /* time 64 | rank 5 | sequence 35 | slot 24 bits */
    void *keys_memory;          /* what keys lies in, aligned */
    struct pending_slot *slots; /* payloads */
    size_t count;               /* keys in the heap, cancelled ones included, an open root not */
    size_t cancelled;           /* of these */
    size_t capacity;            /* of keys */
    size_t slot_count, slot_capacity;
    uint32_t free_slot; /* head of the list of free slots */
    uint64_t sequence;  /* of the next event */
    bool root_open;     /* the root has left and nothing has taken its place yet */
};

int pending_init(struct pending *p, struct status *status);
void pending_free(struct pending *p);

/* Adds an event; *handle (may be NULL) can cancel it until it has left. time must be >= 0.
 * STATUS_OVERFLOW at PENDING_EVENTS_MAX events, STATUS_MEMORY; the set is then unchanged. */
int pending_push(struct pending *p, const struct event *event, unsigned rank, event_handle *handle,
                 struct status *status);

/* Removes the first event into *event; false when there is none. */
bool pending_pop(struct pending *p, struct event *event);

/* The first event's time; SIM_TIME_MAX when there is none. */
sim_time pending_next_time(struct pending *p);

/* Cancels an event that has neither left nor been cancelled; returns false (and does nothing) when
 * it has, or when the handle is 0. A handle is never valid again for another event. */
bool pending_cancel(struct pending *p, event_handle handle);

size_t pending_count(const struct pending *p); /* live events */

void pending_verify(const struct pending *p); /* bug_assert on the invariants; for tests */

#endif
