#include "sim/pending.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "sim/rng.h"

static event_handle push(struct pending *p, sim_time time, unsigned rank, int32_t id)
{
    struct status status = STATUS_INIT;
    struct event event = {.time = time, .kind = 1, .a = id, .b = -(int64_t)id};
    event_handle handle = 0;
    cr_assert_eq(pending_push(p, &event, rank, &handle, &status), 0, "%s", status.message);
    cr_assert_neq(handle, 0);
    return handle;
}

static void expect(struct pending *p, sim_time time, int32_t id)
{
    struct event event;
    cr_assert_eq(pending_next_time(p), time);
    cr_assert(pending_pop(p, &event));
    cr_assert_eq(event.time, time);
    cr_assert_eq(event.kind, 1);
    cr_assert_eq(event.a, id);
    cr_assert_eq(event.b, -(int64_t)id);
}

Test(pending, equal_times_leave_by_rank_then_sequence)
{
    struct pending p;
    cr_assert_eq(pending_init(&p, NULL), 0);
    push(&p, 7, 31, 1);
    push(&p, 7, 2, 2);
    push(&p, 7, 2, 3);
    push(&p, 6, 30, 4);
    push(&p, 7, 0, 5);
    push(&p, 7, 2, 6);
    static const int32_t order[] = {4, 5, 2, 3, 6, 1};
    for (int i = 0; i < 6; i++)
        expect(&p, order[i] == 4 ? 6 : 7, order[i]);
    pending_verify(&p);
    pending_free(&p);
}

Test(pending, an_empty_set_has_no_event_and_the_time_never)
{
    struct pending p;
    struct event event;
    pending_init(&p, NULL);
    cr_assert_not(pending_pop(&p, &event));
    cr_assert_eq(pending_next_time(&p), SIM_TIME_MAX);
    cr_assert_eq(pending_count(&p), 0);
    push(&p, 3, 0, 1);
    expect(&p, 3, 1);
    cr_assert_not(pending_pop(&p, &event));
    cr_assert_eq(pending_next_time(&p), SIM_TIME_MAX);
    pending_verify(&p);
    pending_free(&p);
    pending_free(&p);
}

Test(pending, events_at_the_last_time_leave_too)
{
    struct pending p;
    pending_init(&p, NULL);
    push(&p, SIM_TIME_MAX, 1, 2);
    push(&p, SIM_TIME_MAX, 0, 1);
    expect(&p, SIM_TIME_MAX, 1);
    expect(&p, SIM_TIME_MAX, 2);
    pending_free(&p);
}

Test(pending, a_cancelled_event_does_not_leave)
{
    struct pending p;
    pending_init(&p, NULL);
    event_handle first = push(&p, 1, 0, 1);
    push(&p, 2, 0, 2);
    event_handle last = push(&p, 3, 0, 3);
    cr_assert(pending_cancel(&p, first));
    cr_assert(pending_cancel(&p, last));
    cr_assert_eq(pending_count(&p), 1);
    expect(&p, 2, 2);
    struct event event;
    cr_assert_not(pending_pop(&p, &event));
    cr_assert_eq(pending_count(&p), 0);
    pending_verify(&p);
    pending_free(&p);
}

Test(pending, a_handle_is_dead_once_its_event_has_left_or_was_cancelled)
{
    struct pending p;
    pending_init(&p, NULL);
    cr_assert_not(pending_cancel(&p, 0));
    cr_assert_not(pending_cancel(&p, UINT64_MAX));
    event_handle gone = push(&p, 1, 0, 1);
    expect(&p, 1, 1);
    cr_assert_not(pending_cancel(&p, gone));
    event_handle reuses = push(&p, 2, 0, 2); /* the same slot */
    cr_assert_neq(reuses, gone);
    cr_assert_not(pending_cancel(&p, gone));
    cr_assert_eq(pending_count(&p), 1);
    cr_assert(pending_cancel(&p, reuses));
    cr_assert_not(pending_cancel(&p, reuses));
    pending_verify(&p);
    pending_free(&p);
}

Test(pending, a_slot_whose_generations_are_used_up_is_retired)
{
    struct pending p;
    struct event event;
    pending_init(&p, NULL);
    push(&p, 1, 0, 1);
    pending_pop(&p, &event);
    ((uint32_t *)p.slots)[4] = UINT32_MAX; /* generation: after b, a and kind */
    event_handle last = push(&p, 2, 0, 2);
    cr_assert_eq(last >> 32, UINT32_MAX, "the test must reach into the slot's generation");
    expect(&p, 2, 2);
    pending_verify(&p);
    event_handle other = push(&p, 3, 0, 3);
    cr_assert_neq((uint32_t)other, (uint32_t)last);
    cr_assert_not(pending_cancel(&p, last));
    expect(&p, 3, 3);
    pending_verify(&p);
    pending_free(&p);
}

/* The model: an array of all events ever pushed, searched for the least. */
struct model_event {
    sim_time time;
    unsigned rank;
    event_handle handle;
    bool live;
};

struct model {
    struct model_event *events;
    size_t count, live;
};

static size_t model_first(const struct model *m)
{
    size_t first = m->count;
    for (size_t i = 0; i < m->count; i++) {
        const struct model_event *e = &m->events[i], *f = &m->events[first];
        if (e->live &&
            (first == m->count || e->time < f->time || (e->time == f->time && e->rank < f->rank)))
            first = i;
    }
    return first;
}

static void differential(uint64_t seed, size_t steps, unsigned push_share, unsigned cancel_share)
{
    struct rng rng;
    struct pending p;
    struct model m = {calloc(steps, sizeof *m.events), 0, 0};
    sim_time now = 0;
    rng_open(&rng, (struct rng_key){seed, 0}, 0, 0, 0);
    pending_init(&p, NULL);
    if (seed % 3 == 0)
        p.sequence = (UINT64_C(1) << 35) - steps / 8; /* numbers run out on the way */
    for (size_t step = 0; step < steps; step++) {
        unsigned dice = (unsigned)(rng_word(&rng) % 100);
        if (dice < push_share) {
            struct model_event *e = &m.events[m.count];
            e->time = now + (sim_time)(rng_word(&rng) % (seed % 2 ? 10 : 100000));
            e->rank = (unsigned)(rng_word(&rng) % (seed % 5 ? 3 : PENDING_RANKS));
            e->handle = push(&p, e->time, e->rank, (int32_t)m.count);
            e->live = true;
            m.count++;
            m.live++;
        } else if (dice < push_share + cancel_share && m.count > 0) {
            struct model_event *e = &m.events[rng_word(&rng) % m.count];
            cr_assert_eq(pending_cancel(&p, e->handle), e->live, "seed %zu, step %zu", (size_t)seed,
                         step);
            m.live -= e->live;
            e->live = false;
        } else {
            struct event event;
            size_t first = model_first(&m);
            if (dice % 2)
                cr_assert_eq(pending_next_time(&p),
                             first < m.count ? m.events[first].time : SIM_TIME_MAX);
            cr_assert_eq(pending_pop(&p, &event), first < m.count, "seed %zu, step %zu",
                         (size_t)seed, step);
            if (first < m.count) {
                cr_assert_eq((size_t)event.a, first, "seed %zu, step %zu: event %d left, not %zu",
                             (size_t)seed, step, event.a, first);
                m.events[first].live = false;
                m.live--;
                now = event.time;
            }
        }
        cr_assert_eq(pending_count(&p), m.live, "seed %zu, step %zu", (size_t)seed, step);
        if (step % 16 == 0)
            pending_verify(&p);
    }
    pending_verify(&p);
    pending_free(&p);
    free(m.events);
}

static const struct {
    unsigned push_share, cancel_share; /* per cent */
} mixes[] = {{50, 0}, {50, 20}, {60, 39}, {45, 5}, {80, 10}};

Test(pending, random_histories_agree_with_a_plain_list)
{
    for (uint64_t seed = 1; seed <= 60; seed++)
        differential(seed, 1500, mixes[seed % 5].push_share, mixes[seed % 5].cancel_share);
}

Test(pending, a_large_set_leaves_in_order)
{
    enum { EVENTS = 100000 };
    struct rng rng;
    struct pending p;
    rng_open(&rng, (struct rng_key){3, 0}, 0, 0, 0);
    pending_init(&p, NULL);
    for (int32_t i = 0; i < EVENTS; i++)
        push(&p, (sim_time)(rng_word(&rng) % 50000), 4, i);
    pending_verify(&p);
    struct event event, before = {.time = -1};
    for (int i = 0; i < EVENTS; i++) {
        cr_assert(pending_pop(&p, &event));
        cr_assert(event.time > before.time || (event.time == before.time && event.a > before.a));
        before = event;
    }
    cr_assert_eq(pending_count(&p), 0);
    pending_free(&p);
}

Test(pending, scheduling_and_cancelling_without_end_takes_bounded_memory)
{
    struct pending p;
    pending_init(&p, NULL);
    for (int32_t i = 0; i < 100; i++)
        push(&p, 1000000 + i, 0, i);
    for (int32_t i = 0; i < 200000; i++)
        cr_assert(pending_cancel(&p, push(&p, 10 + i, 0, i)));
    cr_assert_leq(p.capacity, 512);
    cr_assert_leq(p.slot_capacity, 512);
    cr_assert_eq(pending_count(&p), 100);
    pending_verify(&p);
    for (int32_t i = 0; i < 100; i++)
        expect(&p, 1000000 + i, i);
    pending_free(&p);
}

Test(pending, order_survives_the_end_of_sequence_numbers)
{
    struct pending p;
    pending_init(&p, NULL);
    p.sequence = (UINT64_C(1) << 35) - 50;
    for (int32_t i = 0; i < 100; i++)
        push(&p, i % 2, 5, i);
    cr_assert_lt(p.sequence, 1000, "the numbers did not run out");
    pending_verify(&p);
    for (int32_t i = 0; i < 100; i += 2)
        expect(&p, 0, i);
    for (int32_t i = 1; i < 100; i += 2)
        expect(&p, 1, i);
    pending_free(&p);
}

Test(pending, more_events_than_can_be_held_are_an_error)
{
    struct pending p;
    struct status status = STATUS_INIT;
    struct event event = {.time = 1};
    pending_init(&p, NULL);
    push(&p, 1, 0, 1);
    size_t slots = p.slot_count;
    p.slot_count = PENDING_EVENTS_MAX; /* as if all were taken */
    cr_assert_eq(pending_push(&p, &event, 0, NULL, &status), STATUS_OVERFLOW);
    cr_assert_not_null(strstr(status.message, "16777216"), "%s", status.message);
    p.slot_count = slots;
    pending_verify(&p);
    expect(&p, 1, 1);
    pending_free(&p);
}

/* Returns whether all pushes succeeded. */
static bool fill(struct pending *p, int32_t *pushed)
{
    *pushed = 0;
    for (int32_t i = 0; i < 300; i++) {
        struct status status = STATUS_INIT;
        struct event event = {.time = 1000 - i, .kind = 1, .a = i, .b = -i};
        int rc = pending_push(p, &event, 0, NULL, &status);
        if (rc != 0) {
            cr_assert_eq(rc, STATUS_MEMORY);
            cr_assert_eq(status.code, STATUS_MEMORY);
            return false;
        }
        ++*pushed;
    }
    return true;
}

Test(pending, every_allocation_may_fail_and_the_set_stays_whole)
{
    bool complete = false;
    size_t n = 1;
    for (; !complete; n++) {
        struct pending p;
        int32_t pushed;
        pending_init(&p, NULL);
        mem_fail_at(n);
        complete = fill(&p, &pushed);
        mem_fail_at(0);
        pending_verify(&p);
        for (int32_t i = pushed; i-- > 0;)
            expect(&p, 1000 - i, i);
        cr_assert_eq(pending_count(&p), 0);
        pending_free(&p);
    }
    cr_assert_gt(n, 5, "too few allocations were made to fail");
}
