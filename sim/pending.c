/* The pending-event set as an implicit 4-ary heap.
 *
 * A key is one 128-bit integer, so that an order by (time, rank, sequence) is one comparison, and
 * it carries the number of the slot that holds the payload. The four children of a node share a
 * cache line. A popped root is left open: the push that usually follows sinks into it, which spares
 * one of the two passes through the heap.
 *
 * Invariants (pending_verify):
 *  - no key is less than its parent's; all keys differ, as their sequences do;
 *  - each slot is in exactly one of: the heap (by one key), the free list, retirement;
 *  - at most half of the keys are cancelled, or few are.
 * LaMarca, Ladner, "The influence of caches on the performance of heaps", ACM JEA 1 (1996). */
#include "sim/pending.h"

#include <stdlib.h>
#include <string.h>

#include "sim/bug.h"

typedef unsigned __int128 event_key;

enum {
    ARITY = 4,
    SLOT_BITS = 24,
    SEQUENCE_BITS = 35,
    CACHE_LINE = 64,
    KEYS_A_LINE = CACHE_LINE / sizeof(event_key),
    CACHED_NODES = 21, /* three levels: 1 + 4 + 16 */
    CANCELLED_FEW = 64 /* not worth a compaction */
};

#define SEQUENCE_END (UINT64_C(1) << SEQUENCE_BITS)
#define NO_SLOT      UINT32_MAX

/* kind of a slot that holds no live event */
enum { KIND_CANCELLED = -1, KIND_FREE = -2, KIND_RETIRED = -3 };

struct pending_slot {
    int64_t b;
    int32_t a;
    int32_t kind;
    uint32_t generation; /* in the handles of the slot's present event */
    union {
        uint32_t depth; /* of a live event */
        uint32_t next;  /* of a free slot */
    };
};

_Static_assert(5 + SEQUENCE_BITS + SLOT_BITS == 64 && PENDING_RANKS == 1 << 5, "fields of a key");
_Static_assert(PENDING_EVENTS_MAX == 1 << SLOT_BITS, "a slot's number fits its field");

static inline event_key key_make(sim_time time, unsigned rank, uint64_t sequence, uint32_t slot)
{
    uint64_t low =
        (uint64_t)rank << (SEQUENCE_BITS + SLOT_BITS) | sequence << SLOT_BITS | (uint64_t)slot;
    return (event_key)(uint64_t)time << 64 | low;
}

static inline sim_time key_time(event_key key)
{
    return (sim_time)(key >> 64);
}

static inline uint32_t key_slot(event_key key)
{
    return (uint32_t)key & ((1u << SLOT_BITS) - 1);
}

int pending_init(struct pending *p, struct status *status)
{
    (void)status; /* nothing is allocated before the first event */
    memset(p, 0, sizeof *p);
    p->free_slot = NO_SLOT;
    return 0;
}

void pending_free(struct pending *p)
{
    mem_free(p->keys_memory);
    mem_free(p->slots);
    memset(p, 0, sizeof *p);
    p->free_slot = NO_SLOT;
}

/* Places key at the open node i or below, among count keys. */
static inline void sink(event_key *keys, size_t count, size_t i, event_key key)
{
    for (;;) {
        size_t child = ARITY * i + 1;
        size_t least = child;
        if (child + ARITY <= count) {
            /* In a large heap each level is a cache miss: ask for all grandchildren while the child
             * to follow is being found. The upper levels are in the cache anyway. */
            if (child >= CACHED_NODES && ARITY * (child + ARITY) < count)
                for (size_t sibling = child; sibling < child + ARITY; sibling++)
                    __builtin_prefetch(&keys[ARITY * sibling + 1]);
            size_t left = child + (keys[child + 1] < keys[child]);
            size_t right = child + 2 + (keys[child + 3] < keys[child + 2]);
            least = keys[right] < keys[left] ? right : left;
        } else {
            if (child >= count)
                break;
            for (size_t other = child + 1; other < count; other++)
                least = keys[other] < keys[least] ? other : least;
        }
        if (key < keys[least])
            break;
        keys[i] = keys[least];
        i = least;
    }
    keys[i] = key;
}

static inline void rise(event_key *keys, size_t i, event_key key)
{
    while (i > 0) {
        size_t parent = (i - 1) / ARITY;
        if (keys[parent] < key)
            break;
        keys[i] = keys[parent];
        i = parent;
    }
    keys[i] = key;
}

/* An open root counts as a node here, and only here: physically the heap has count + 1 nodes. */
static void close_root(struct pending *p)
{
    if (!p->root_open)
        return;
    p->root_open = false;
    if (p->count > 0)
        sink(p->keys, p->count, 0, p->keys[p->count]);
}

/* Ends the slot's handle. A slot whose generations are used up is never used again: an old handle
 * could cancel somebody else's event. */
static inline void slot_free(struct pending *p, uint32_t index)
{
    struct pending_slot *slot = &p->slots[index];
    if (slot->generation == UINT32_MAX) {
        slot->kind = KIND_RETIRED;
        return;
    }
    slot->generation++;
    slot->kind = KIND_FREE;
    slot->next = p->free_slot;
    p->free_slot = index;
}

static void take_root(struct pending *p)
{
    p->count--;
    p->root_open = true;
}

/* Closes the root and drops cancelled events from it. */
static inline void settle(struct pending *p)
{
    close_root(p);
    while (p->cancelled > 0 && p->count > 0) {
        uint32_t index = key_slot(p->keys[0]);
        if (p->slots[index].kind != KIND_CANCELLED)
            return;
        slot_free(p, index);
        p->cancelled--;
        take_root(p);
        close_root(p);
    }
}

static int keys_grow(struct pending *p, struct status *status)
{
    size_t capacity = p->capacity > 0 ? p->capacity * 2 : 64;
    void *memory = mem_alloc(capacity + 2 * KEYS_A_LINE, sizeof(event_key), status);
    if (memory == NULL)
        return STATUS_MEMORY;
    /* keys[1] begins a cache line, so that siblings share one */
    uintptr_t line = ((uintptr_t)memory + CACHE_LINE - 1) & ~(uintptr_t)(CACHE_LINE - 1);
    event_key *keys = (event_key *)line + KEYS_A_LINE - 1;
    if (p->capacity > 0)
        memcpy(keys, p->keys, p->capacity * sizeof(event_key));
    mem_free(p->keys_memory);
    p->keys_memory = memory;
    p->keys = keys;
    p->capacity = capacity;
    return 0;
}

static int slot_new(struct pending *p, uint32_t *index, struct status *status)
{
    if (p->slot_count >= PENDING_EVENTS_MAX)
        return status_set(status, STATUS_OVERFLOW,
                          "More than %d events are pending at one instant of the simulation, the "
                          "most the engine can hold. Simulate fewer jobs or nodes at a time.",
                          PENDING_EVENTS_MAX);
    if (p->slot_count == p->slot_capacity) {
        void *slots = p->slots;
        int rc = mem_grow(&slots, &p->slot_capacity, p->slot_count + 1, sizeof *p->slots, status);
        if (rc != 0)
            return rc;
        p->slots = slots;
    }
    *index = (uint32_t)p->slot_count++;
    p->slots[*index].generation = 1; /* so that no handle is 0 */
    return 0;
}

static int keys_compare(const void *a, const void *b)
{
    event_key x = *(const event_key *)a, y = *(const event_key *)b;
    return (x > y) - (x < y);
}

/* Sequences are used up (after 3.4e10 events): number the pending ones anew in their order. Sorted
 * keys are a heap. */
static void renumber(struct pending *p)
{
    const event_key field = (event_key)(SEQUENCE_END - 1) << SLOT_BITS;
    close_root(p);
    qsort(p->keys, p->count, sizeof *p->keys, keys_compare);
    for (size_t i = 0; i < p->count; i++)
        p->keys[i] = (p->keys[i] & ~field) | (event_key)i << SLOT_BITS;
    p->sequence = p->count;
}

int pending_push(struct pending *p, const struct event *event, unsigned rank, event_handle *handle,
                 struct status *status)
{
    bug_assert(event->time >= 0 && event->kind >= 0 && rank < PENDING_RANKS);
    if (p->sequence == SEQUENCE_END)
        renumber(p);
    if (p->count == p->capacity) {
        int rc = keys_grow(p, status);
        if (rc != 0)
            return rc;
    }
    uint32_t index = p->free_slot;
    if (index != NO_SLOT) {
        p->free_slot = p->slots[index].next;
    } else {
        int rc = slot_new(p, &index, status);
        if (rc != 0)
            return rc;
    }
    struct pending_slot *slot = &p->slots[index];
    slot->b = event->b;
    slot->a = event->a;
    slot->kind = event->kind;
    slot->depth = event->depth;
    if (handle != NULL)
        *handle = (uint64_t)slot->generation << 32 | index;

    event_key key = key_make(event->time, rank, p->sequence++, index);
    size_t last = p->count++;
    if (p->root_open) {
        p->root_open = false;
        sink(p->keys, p->count, 0, key);
    } else {
        rise(p->keys, last, key);
    }
    return 0;
}

bool pending_pop(struct pending *p, struct event *event)
{
    settle(p);
    if (p->count == 0)
        return false;
    event_key key = p->keys[0];
    uint32_t index = key_slot(key);
    struct pending_slot *slot = &p->slots[index];
    event->time = key_time(key);
    event->kind = slot->kind;
    event->a = slot->a;
    event->b = slot->b;
    event->depth = slot->depth;
    slot_free(p, index);
    take_root(p);
    return true;
}

sim_time pending_next_time(struct pending *p)
{
    settle(p);
    return p->count > 0 ? key_time(p->keys[0]) : SIM_TIME_MAX;
}

/* Removes all cancelled keys and makes the rest a heap again (Floyd): linear, and paid for by the
 * cancellations since the last time. */
static void compact(struct pending *p)
{
    close_root(p);
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t index = key_slot(p->keys[i]);
        if (p->slots[index].kind == KIND_CANCELLED)
            slot_free(p, index);
        else
            p->keys[kept++] = p->keys[i];
    }
    p->count = kept;
    p->cancelled = 0;
    for (size_t i = kept / ARITY + 1; i-- > 0;)
        if (i < kept)
            sink(p->keys, kept, i, p->keys[i]);
}

bool pending_cancel(struct pending *p, event_handle handle)
{
    uint32_t index = (uint32_t)handle, generation = (uint32_t)(handle >> 32);
    if (generation == 0 || index >= p->slot_count)
        return false;
    struct pending_slot *slot = &p->slots[index];
    if (slot->generation != generation || slot->kind < 0)
        return false;
    slot->kind = KIND_CANCELLED;
    p->cancelled++;
    if (p->cancelled > CANCELLED_FEW && p->cancelled > p->count / 2)
        compact(p);
    return true;
}

size_t pending_count(const struct pending *p)
{
    return p->count - p->cancelled;
}

void pending_verify(const struct pending *p)
{
    size_t first = p->root_open ? 1 : 0, end = p->count + first;
    bug_assert(p->count + (p->root_open ? 1 : 0) <= p->capacity);
    bug_assert(p->slot_count <= p->slot_capacity || p->slots == NULL);
    for (size_t i = first; i < end; i++) {
        size_t parent = i > 0 ? (i - 1) / ARITY : 0;
        bug_assert(i == 0 || parent < first || p->keys[parent] < p->keys[i]);
        bug_assert(key_slot(p->keys[i]) < p->slot_count);
    }
    /* Every slot is met once: by a key, in the free list, or as retired. */
    unsigned char *met = mem_alloc(p->slot_count, 1, NULL);
    bug_assert(met != NULL);
    size_t total = 0, cancelled = 0;
    for (size_t i = first; i < end; i++, total++) {
        uint32_t index = key_slot(p->keys[i]);
        bug_assert(!met[index]++);
        bug_assert(p->slots[index].kind >= KIND_CANCELLED);
        cancelled += p->slots[index].kind == KIND_CANCELLED;
    }
    bug_assert(cancelled == p->cancelled);
    bug_assert(cancelled <= CANCELLED_FEW || cancelled <= p->count / 2 + 1);
    for (uint32_t index = p->free_slot; index != NO_SLOT; total++) {
        bug_assert(index < p->slot_count && !met[index]++);
        bug_assert(p->slots[index].kind == KIND_FREE);
        index = p->slots[index].next;
    }
    for (size_t i = 0; i < p->slot_count; i++)
        total += p->slots[i].kind == KIND_RETIRED;
    bug_assert(total == p->slot_count);
    mem_free(met);
}
