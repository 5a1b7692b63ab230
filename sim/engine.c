/* The clock, the fingerprint and the chain detector. */
#include "sim/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/bug.h"

int engine_init(struct engine *e, struct status *status)
{
    memset(e, 0, sizeof *e);
    return pending_init(&e->pending, status);
}

void engine_free(struct engine *e)
{
    pending_free(&e->pending);
}

void engine_name_kinds(struct engine *e, const char *const *names, int32_t count)
{
    e->kind_names = names;
    e->kind_count = count;
}

int engine_schedule(struct engine *e, sim_time delay, unsigned rank, int32_t kind, int32_t a,
                    int64_t b, event_handle *handle, struct status *status)
{
    bug_assert(delay >= 0);
    struct event event = {
        .time = ticks_add(e->now, delay < SIM_TIME_MAX ? delay : SIM_TIME_MAX),
        .kind = kind,
        .a = a,
        .b = b,
    };
    if (event.time == e->now)
        event.depth = e->chain + 1;
    return pending_push(&e->pending, &event, rank, handle, status);
}

bool engine_cancel(struct engine *e, event_handle handle)
{
    return pending_cancel(&e->pending, handle);
}

/* One multiplication and one shift a word: the order and every bit of the words count, which is all
 * a fingerprint has to notice; nobody attacks it. */
static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 32);
}

static size_t append(char *text, size_t size, size_t length, const char *more)
{
    int written = snprintf(text + length, size - length, "%s", more);
    return written > 0 && length + (size_t)written < size ? length + (size_t)written : size - 1;
}

/* "a, b and c": the distinct kinds among the last events of the chain, in the order they came. */
static void describe_chase(const struct engine *e, char *text, size_t size)
{
    enum { NAMED_MAX = 8 };
    int32_t kinds[ENGINE_CHASE];
    int distinct = 0;
    for (int i = 0; i < ENGINE_CHASE; i++) {
        int known = 0;
        while (known < distinct && kinds[known] != e->chase[i])
            known++;
        if (known == distinct)
            kinds[distinct++] = e->chase[i];
    }
    int shown = distinct <= NAMED_MAX ? distinct : NAMED_MAX;
    size_t length = 0;
    for (int i = 0; i < shown; i++) {
        char number[32];
        snprintf(number, sizeof number, "kind %" PRId32, kinds[i]);
        bool named = kinds[i] < e->kind_count && e->kind_names[kinds[i]] != NULL;
        if (i > 0)
            length = append(text, size, length, i + 1 == distinct ? " and " : ", ");
        length = append(text, size, length, named ? e->kind_names[kinds[i]] : number);
    }
    if (distinct > shown) {
        char others[32];
        snprintf(others, sizeof others, " and %d others", distinct - shown);
        append(text, size, length, others);
    }
}

static bool runaway(const struct engine *e, struct status *status)
{
    char kinds[512] = "";
    describe_chase(e, kinds, sizeof kinds);
    status_set(
        status, STATUS_RUNAWAY,
        "The simulation does not advance: at %.6f s a chain of %d events follows one from the "
        "other without time passing; its last events are of %s. Look for delays and intervals "
        "of 0 there.",
        ticks_to_seconds(e->now), ENGINE_CHAIN_MAX, kinds);
    return false;
}

bool engine_next(struct engine *e, sim_time until, struct event *event, struct status *status)
{
    if (pending_next_time(&e->pending) > until || !pending_pop(&e->pending, event))
        return false;
    if (event->time > e->now) {
        e->now = event->time;
        e->chain_max = 0;
    }
    e->chain = event->depth;
    if (__builtin_expect(e->chain > ENGINE_CHAIN_MAX - ENGINE_CHASE, 0)) {
        if (e->chain > ENGINE_CHAIN_MAX)
            return runaway(e, status);
        e->chase[e->chain - (ENGINE_CHAIN_MAX - ENGINE_CHASE) - 1] = event->kind;
    }
    if (e->chain_max < e->chain)
        e->chain_max = e->chain;
    e->events++;
    uint64_t ids = (uint64_t)(uint32_t)event->kind << 32 | (uint32_t)event->a;
    e->fingerprint = mix(mix(mix(e->fingerprint, (uint64_t)event->time), ids), (uint64_t)event->b);
    return true;
}

bool engine_instant_over(struct engine *e)
{
    if (pending_count(&e->pending) > 0 && pending_next_time(&e->pending) <= e->now)
        return false;
    e->chain = e->chain_max;
    return true;
}
