#include "sim/engine.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

static void schedule(struct engine *e, sim_time delay, unsigned rank, int32_t kind)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(engine_schedule(e, delay, rank, kind, 0, 0, NULL, &status), 0);
}

Test(engine, the_clock_follows_the_events)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    cr_assert_eq(engine_init(&e, &status), 0);
    cr_assert_eq(engine_schedule(&e, 20, 0, 2, 5, 6, NULL, &status), 0);
    cr_assert_eq(engine_schedule(&e, 10, 0, 1, 3, 4, NULL, &status), 0);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert(event.time == 10 && event.kind == 1 && event.a == 3 && event.b == 4);
    cr_assert_eq(e.now, 10);
    schedule(&e, 5, 0, 3); /* from now on */
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert(event.time == 15 && event.kind == 3);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert(event.time == 20 && event.kind == 2 && event.a == 5 && event.b == 6);
    cr_assert_not(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(status.code, 0);
    cr_assert_eq(e.events, 3);
    cr_assert_eq(e.now, 20);
    engine_free(&e);
    engine_free(&e);
}

Test(engine, events_strictly_after_until_stay_pending)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 10, 0, 1);
    schedule(&e, 11, 0, 2);
    cr_assert(engine_next(&e, 10, &event, &status));
    cr_assert_not(engine_next(&e, 10, &event, &status));
    cr_assert_eq(e.now, 10);
    cr_assert(engine_next(&e, 11, &event, &status));
    cr_assert_eq(event.kind, 2);
    engine_free(&e);
}

Test(engine, a_delay_is_held_at_never)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 10, 0, 1);
    schedule(&e, INT64_MAX, 0, 2);
    cr_assert(engine_next(&e, SIM_TIME_MAX - 1, &event, &status));
    schedule(&e, SIM_TIME_MAX, 0, 3);
    cr_assert_not(engine_next(&e, SIM_TIME_MAX - 1, &event, &status));
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(e.now, SIM_TIME_MAX);
    cr_assert_not(engine_instant_over(&e));
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert(engine_instant_over(&e));
    cr_assert_not(engine_next(&e, SIM_TIME_MAX, &event, &status));
    engine_free(&e);
}

Test(engine, a_negative_delay_is_a_bug, .signal = SIGABRT)
{
    struct engine e;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    engine_schedule(&e, -1, 0, 1, 0, 0, NULL, &status);
}

Test(engine, an_instant_is_over_after_its_last_event)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 10, 0, 1);
    schedule(&e, 10, 1, 2);
    schedule(&e, 12, 0, 3);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_not(engine_instant_over(&e));
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert(engine_instant_over(&e));
    schedule(&e, 0, 0, 4);
    cr_assert_not(engine_instant_over(&e));
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(event.kind, 4);
    cr_assert_eq(e.now, 10);
    cr_assert(engine_instant_over(&e));
    engine_free(&e);
}

Test(engine, a_cancelled_event_is_not_handled)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    event_handle handle;
    engine_init(&e, &status);
    cr_assert_eq(engine_schedule(&e, 10, 0, 1, 0, 0, &handle, &status), 0);
    cr_assert(engine_cancel(&e, handle));
    cr_assert_not(engine_cancel(&e, handle));
    cr_assert_not(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(e.events, 0);
    engine_free(&e);
}

/* The fingerprint of two events, the first of them varied. */
static uint64_t fingerprint(sim_time delay, int32_t kind, int32_t a, int64_t b, bool swapped)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    if (swapped)
        engine_schedule(&e, 5, 0, 1, 2, 3, NULL, &status);
    engine_schedule(&e, delay, 0, kind, a, b, NULL, &status);
    if (!swapped)
        engine_schedule(&e, 5, 0, 1, 2, 3, NULL, &status);
    while (engine_next(&e, SIM_TIME_MAX, &event, &status))
        continue;
    uint64_t result = e.fingerprint;
    engine_free(&e);
    return result;
}

Test(engine, every_field_and_the_order_of_events_change_the_fingerprint)
{
    const uint64_t prints[] = {
        fingerprint(5, 0, 0, 0, false),         fingerprint(4, 0, 0, 0, false),
        fingerprint(5, 1, 0, 0, false),         fingerprint(5, 0, 1, 0, false),
        fingerprint(5, 0, -1, 0, false),        fingerprint(5, 0, 0, 1, false),
        fingerprint(5, 0, 0, -1, false),        fingerprint(5, 0, 0, 0, true),
        fingerprint(5, 0, 0, INT64_MIN, false),
    };
    cr_assert_eq(prints[0], fingerprint(5, 0, 0, 0, false));
    for (size_t i = 0; i < sizeof prints / sizeof *prints; i++)
        for (size_t k = 0; k < i; k++)
            cr_assert_neq(prints[i], prints[k], "cases %zu and %zu", i, k);
}

static const char *const kind_names[] = {"job submitted", "job started", NULL};

Test(engine, events_that_chase_each_other_are_stopped_and_named)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    engine_name_kinds(&e, kind_names, 3);
    schedule(&e, 3 * TICKS_PER_SECOND / 2, 0, 0);
    while (engine_next(&e, SIM_TIME_MAX, &event, &status)) {
        cr_assert_leq(e.events, ENGINE_CHAIN_MAX + 1);
        schedule(&e, 0, 0, event.kind == 0 ? 1 : event.kind == 1 ? 2 : event.kind == 2 ? 7 : 1);
    }
    cr_assert_eq(status.code, STATUS_RUNAWAY);
    cr_assert_not_null(strstr(status.message, "at 1.500000 s"), "%s", status.message);
    cr_assert_null(strstr(status.message, "job submitted"), "only the first: %s", status.message);
    cr_assert_not_null(strstr(status.message, "job started"), "%s", status.message);
    cr_assert_not_null(strstr(status.message, "kind 2"), "%s", status.message);
    cr_assert_not_null(strstr(status.message, "kind 7"), "%s", status.message);
    engine_free(&e);
}

Test(engine, a_chain_over_ends_of_the_same_instant_is_stopped)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 1, 0, 5);
    while (engine_next(&e, SIM_TIME_MAX, &event, &status)) {
        cr_assert_leq(e.events, ENGINE_CHAIN_MAX + 1);
        if (engine_instant_over(&e))
            schedule(&e, 0, 0, 5);
    }
    cr_assert_eq(status.code, STATUS_RUNAWAY);
    cr_assert_not_null(strstr(status.message, "kind 5"), "%s", status.message);
    engine_free(&e);
}

Test(engine, many_events_at_one_instant_are_no_chain)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    for (int i = 0; i < ENGINE_CHAIN_MAX / 2 + 10; i++)
        schedule(&e, 1, 5, 0);
    while (engine_next(&e, SIM_TIME_MAX, &event, &status))
        if (event.kind < 2) /* two followers each, of a lower rank: three halves of the bound */
            schedule(&e, 0, 0, event.kind + 1);
    cr_assert_eq(status.code, 0, "%s", status.message);
    cr_assert_gt(e.events, ENGINE_CHAIN_MAX);
    cr_assert_eq(e.chain_max, 2);
    engine_free(&e);
}

Test(engine, a_chain_ends_when_time_passes)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 0, 0, 0);
    while (e.events < 3 * ENGINE_CHAIN_MAX && engine_next(&e, SIM_TIME_MAX, &event, &status)) {
        if (e.events % 2 == 0)
            cr_assert(engine_instant_over(&e));
        schedule(&e, e.events % (ENGINE_CHAIN_MAX / 2) == 0, 0, 0);
    }
    cr_assert_eq(status.code, 0, "%s", status.message);
    cr_assert_eq(e.events, 3 * ENGINE_CHAIN_MAX);
    engine_free(&e);
}

Test(engine, what_follows_an_instant_follows_its_longest_chain)
{
    struct engine e;
    struct event event;
    struct status status = STATUS_INIT;
    engine_init(&e, &status);
    schedule(&e, 1, 0, 1);
    schedule(&e, 1, 31, 3); /* handled last, though no chain led to it */
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    schedule(&e, 0, 0, 2);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(event.kind, 2);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(event.kind, 3);
    cr_assert_eq(e.chain, 0);
    cr_assert(engine_instant_over(&e));
    schedule(&e, 0, 0, 4);
    cr_assert(engine_next(&e, SIM_TIME_MAX, &event, &status));
    cr_assert_eq(e.chain, 2);
    engine_free(&e);
}

/* Each event schedules two more, until there are 500. */
static int run(struct engine *e, struct status *status)
{
    struct event event;
    int rc = engine_init(e, status);
    if (rc == 0)
        rc = engine_schedule(e, 1, 0, 1, 0, 0, NULL, status);
    while (rc == 0 && engine_next(e, 500, &event, status))
        for (int i = 1; i <= 2 && rc == 0 && e->events < 500; i++)
            rc = engine_schedule(e, i, 0, 1, 0, 0, NULL, status);
    return rc;
}

Test(engine, every_allocation_may_fail_without_a_leak)
{
    size_t n = 0;
    int rc;
    do {
        struct engine e;
        struct status status = STATUS_INIT;
        mem_fail_at(++n);
        rc = run(&e, &status);
        cr_assert(rc == 0 || rc == STATUS_MEMORY);
        cr_assert_eq(status.code, rc);
        mem_fail_at(0);
        pending_verify(&e.pending);
        engine_free(&e);
    } while (rc != 0);
    cr_assert_gt(n, 3, "too few allocations were made to fail");
}
