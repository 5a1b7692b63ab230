/* A growing table of records keyed by three integers (replication and two ids), found by hashing.
 * Private to the collector. */
#ifndef FLEETWRIGHT_ANALYSIS_CELLS_H
#define FLEETWRIGHT_ANALYSIS_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "sim/status.h"

struct cell_key {
    int32_t rep, a, b;
};

struct cells {
    void *items; /* in order of their first use; each begins with its struct cell_key */
    size_t size; /* of one, in bytes */
    size_t count, capacity;
    uint32_t *slots; /* item + 1; 0 = free; a power of two, at most half full */
    size_t slot_count;
    size_t last; /* item found last: rows of a kind come in runs */
};

void cells_init(struct cells *cells, size_t size);
void cells_free(struct cells *cells);

/* The record of that key, made and zeroed if it is new; valid until the next call. NULL when out of
 * memory. */
void *cells_get(struct cells *cells, struct cell_key key, struct status *status);

void *cells_at(const struct cells *cells, size_t i);

#endif
