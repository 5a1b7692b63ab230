/* See cells.h. */
#include "analysis/cells.h"

#include <stdbool.h>
#include <string.h>

#include "sim/memory.h"

void cells_init(struct cells *cells, size_t size)
{
    memset(cells, 0, sizeof *cells);
    cells->size = size;
}

void cells_free(struct cells *cells)
{
    mem_free(cells->items);
    mem_free(cells->slots);
    cells_init(cells, cells->size);
}

void *cells_at(const struct cells *cells, size_t i)
{
    return (char *)cells->items + i * cells->size;
}

static bool has_key(const struct cells *cells, size_t i, struct cell_key key)
{
    const struct cell_key *have = cells_at(cells, i);
    return have->rep == key.rep && have->a == key.a && have->b == key.b;
}

/* The finaliser of MurmurHash3 over the three ids. */
static size_t hash(struct cell_key key)
{
    uint64_t h = (uint64_t)(uint32_t)key.rep << 32 ^ (uint64_t)(uint32_t)key.a << 16 ^
                 (uint64_t)(uint32_t)key.b * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    h = (h ^ h >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return (size_t)(h ^ h >> 33);
}

/* The slot of the key, or the free one where it belongs. */
static size_t slot_of(const struct cells *cells, struct cell_key key)
{
    size_t slot = hash(key) & (cells->slot_count - 1);
    while (cells->slots[slot] != 0 && !has_key(cells, cells->slots[slot] - 1, key))
        slot = (slot + 1) & (cells->slot_count - 1);
    return slot;
}

static int widen(struct cells *cells, struct status *status)
{
    size_t wanted = cells->slot_count == 0 ? 64 : 2 * cells->slot_count;
    uint32_t *slots = mem_alloc(wanted, sizeof *slots, status);
    if (slots == NULL)
        return STATUS_MEMORY;
    mem_free(cells->slots);
    cells->slots = slots;
    cells->slot_count = wanted;
    for (size_t i = 0; i < cells->count; ++i)
        cells->slots[slot_of(cells, *(const struct cell_key *)cells_at(cells, i))] =
            (uint32_t)(i + 1);
    return 0;
}

void *cells_get(struct cells *cells, struct cell_key key, struct status *status)
{
    if (cells->count > 0 && has_key(cells, cells->last, key))
        return cells_at(cells, cells->last);
    if (2 * (cells->count + 1) > cells->slot_count && widen(cells, status) != 0)
        return NULL;
    size_t slot = slot_of(cells, key);
    if (cells->slots[slot] == 0) {
        void *grown = cells->items;
        if (mem_grow(&grown, &cells->capacity, cells->count + 1, cells->size, status) != 0)
            return NULL;
        cells->items = grown;
        memset(cells_at(cells, cells->count), 0, cells->size);
        *(struct cell_key *)cells_at(cells, cells->count) = key;
        cells->slots[slot] = (uint32_t)++cells->count;
    }
    cells->last = cells->slots[slot] - 1;
    return cells_at(cells, cells->last);
}
