/* Memory: checked allocation, growing arrays and an arena.
 *
 * All of the program's own allocations go through here, so that sizes are checked for overflow once
 * and tests can let the n-th allocation fail. */
#ifndef FLEETWRIGHT_SIM_MEMORY_H
#define FLEETWRIGHT_SIM_MEMORY_H

#include <stddef.h>

#include "sim/status.h"

/* A zeroed array of count elements of the given size; NULL and STATUS_MEMORY on failure. count may
 * be 0 (then the result is a unique pointer that may be freed). */
void *mem_alloc(size_t count, size_t size, struct status *status);

/* Grows *array (of *capacity elements) to hold at least need elements, at least doubling; new
 * elements are zeroed. *array may be NULL with *capacity 0. On failure *array is unchanged. */
int mem_grow(void **array, size_t *capacity, size_t need, size_t size, struct status *status);

void mem_free(void *pointer);

/* An arena: many small objects that die together. Alignment of every object is 16. */
struct arena {
    struct arena_block *blocks;
};
void *arena_alloc(struct arena *arena, size_t count, size_t size, struct status *status);
char *arena_strdup(struct arena *arena, const char *text, struct status *status);
char *arena_strndup(struct arena *arena, const char *text, size_t length, struct status *status);
void arena_free(struct arena *arena); /* legal twice and on a zeroed arena */

/* For tests only: the n-th allocation from now (1 = the next) fails, once; 0 switches it off. Every
 * call of mem_alloc and arena_alloc and every mem_grow that grows is one allocation. mem_fail_count
 * says how many were asked for since the last call of mem_fail_at. The counters are the thread's
 * own. */
void mem_fail_at(size_t n);
size_t mem_fail_count(void);

#endif
