/* Checked allocation and an arena of chained blocks. */
#include "sim/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The one test hook of the library and its only writable static data: which allocation fails next.
 * One copy a thread, so that it is no data race where runs share a process. */
static _Thread_local size_t fail_at;
static _Thread_local size_t fail_count;

enum { ARENA_ALIGNMENT = 16, ARENA_BLOCK = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t used, size; /* bytes behind this header */
};

enum { ARENA_HEADER = (sizeof(struct arena_block) + ARENA_ALIGNMENT - 1) & -ARENA_ALIGNMENT };

void mem_fail_at(size_t n)
{
    fail_at = n;
    fail_count = 0;
}

size_t mem_fail_count(void)
{
    return fail_count;
}

static bool injected_failure(void)
{
    return ++fail_count == fail_at;
}

static int out_of_memory(size_t count, size_t size, struct status *status)
{
    return status_set(status, STATUS_MEMORY,
                      "Out of memory: %zu elements of %zu bytes could not be allocated.", count,
                      size);
}

/* False when no object can be that large. */
static bool array_bytes(size_t count, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(count, size, bytes) && *bytes <= PTRDIFF_MAX - ARENA_BLOCK;
}

void *mem_alloc(size_t count, size_t size, struct status *status)
{
    void *pointer = NULL;
    size_t bytes;
    if (!injected_failure() && array_bytes(count, size, &bytes))
        pointer = calloc(1, bytes > 0 ? bytes : 1);
    if (pointer == NULL)
        out_of_memory(count, size, status);
    return pointer;
}

int mem_grow(void **array, size_t *capacity, size_t need, size_t size, struct status *status)
{
    if (need <= *capacity)
        return 0;
    size_t grown = *capacity <= SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
    if (grown < 8)
        grown = 8;
    if (grown < need)
        grown = need;
    size_t bytes;
    if (!array_bytes(grown, size, &bytes)) {
        grown = need;
        if (!array_bytes(grown, size, &bytes))
            return out_of_memory(need, size, status);
    }
    void *moved = injected_failure() ? NULL : realloc(*array, bytes > 0 ? bytes : 1);
    if (moved == NULL)
        return out_of_memory(grown, size, status);
    memset((char *)moved + *capacity * size, 0, (grown - *capacity) * size);
    *array = moved;
    *capacity = grown;
    return 0;
}

void mem_free(void *pointer)
{
    free(pointer);
}

static struct arena_block *block_new(size_t bytes)
{
    struct arena_block *block = calloc(1, ARENA_HEADER + bytes);
    if (block != NULL)
        block->size = bytes;
    return block;
}

/* Makes room for bytes: an object that would waste much of a block gets one of its own, behind the
 * first, so that the first block is always the one with room for small objects. */
static struct arena_block *arena_room(struct arena *arena, size_t bytes)
{
    struct arena_block *first = arena->blocks;
    if (first != NULL && first->size - first->used >= bytes)
        return first;
    bool alone = bytes > ARENA_BLOCK / 4;
    struct arena_block *block = block_new(alone ? bytes : ARENA_BLOCK - ARENA_HEADER);
    if (block == NULL)
        return NULL;
    if (alone && first != NULL) {
        block->next = first->next;
        first->next = block;
    } else {
        block->next = first;
        arena->blocks = block;
    }
    return block;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size, struct status *status)
{
    struct arena_block *block = NULL;
    size_t bytes;
    if (!injected_failure() && array_bytes(count, size, &bytes)) {
        /* Nothing still takes a place, so that every object has an address of its own. */
        bytes = bytes == 0 ? ARENA_ALIGNMENT
                           : (bytes + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
        block = arena_room(arena, bytes);
    }
    if (block == NULL) {
        out_of_memory(count, size, status);
        return NULL;
    }
    void *object = (char *)block + ARENA_HEADER + block->used;
    block->used += bytes;
    return object;
}

char *arena_strdup(struct arena *arena, const char *text, struct status *status)
{
    return arena_strndup(arena, text, strlen(text), status);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length, struct status *status)
{
    char *copy = arena_alloc(arena, length + 1, 1, status);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
