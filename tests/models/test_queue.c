/* The queue against a sorted list of everything that waits. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "models/queue.h"
#include "sim/memory.h"
#include "tests/support/draw.h"

enum { CLASSES = 4, OPTIONS = 3, WAITING_MAX = 256 };

/* Classes 0 and 1 may go to the same pools in the same order; 2 in another order; 3 to one. */
static struct option options[CLASSES][OPTIONS] = {
    {{.pool = 0}, {.pool = 1}, {.pool = 2}},
    {{.pool = 0}, {.pool = 1}, {.pool = 2}},
    {{.pool = 1}, {.pool = 0}, {.pool = 2}},
    {{.pool = 2}},
};
static struct job_class classes[CLASSES];

static struct plan make_plan(void)
{
    for (int i = 0; i < CLASSES; i++) {
        classes[i].options = options[i];
        classes[i].option_count = i == 3 ? 1 : OPTIONS;
    }
    return (struct plan){.classes = classes, .class_count = CLASSES};
}

struct waiting {
    int32_t job; /* slot */
    int32_t id;
    int64_t key;
    int32_t pools[OPTIONS], pool_count;
};

struct play {
    struct draw draw;
    struct plan plan;
    struct queue queue;
    struct jobs jobs;
    struct waiting waiting[WAITING_MAX];
    int count;
    int32_t next_id;
    struct status status;
};

static void push(struct play *p, int32_t job)
{
    struct job *j = &p->jobs.items[job];
    const struct job_class *class = &classes[j->row.class_id];
    j->first_option = (int32_t)draw_int(&p->draw, 0, class->option_count - 1);
    j->last_option = (int32_t)draw_int(&p->draw, j->first_option, class->option_count - 1);
    struct waiting *w = &p->waiting[p->count++];
    *w = (struct waiting){.job = job, .id = j->row.id, .key = j->order_key};
    for (int32_t i = j->first_option; i <= j->last_option; i++)
        w->pools[w->pool_count++] = class->options[i].pool;
    cr_assert_eq(queue_push(&p->queue, &p->jobs, job, &p->status), 0);
}

static void arrive(struct play *p)
{
    if (p->count == WAITING_MAX)
        return;
    int32_t job = jobs_add(&p->jobs, &p->status);
    struct job *j = &p->jobs.items[job];
    j->row.id = p->next_id++;
    j->row.class_id = (int32_t)draw_int(&p->draw, 0, CLASSES - 1);
    j->row.gpus = (int32_t)draw_int(&p->draw, 1, 8);
    j->order_key = draw_int(&p->draw, 0, 20);
    push(p, job);
}

static int32_t take_out(struct play *p, int at)
{
    int32_t job = p->waiting[at].job;
    p->waiting[at] = p->waiting[--p->count];
    queue_remove(&p->queue, &p->jobs, job);
    return job;
}

static void leave(struct play *p)
{
    if (p->count)
        jobs_remove(&p->jobs, take_out(p, (int)draw_int(&p->draw, 0, p->count - 1)));
}

/* As a fallback does: out, and in again with other options; perhaps with another key. */
static void requeue(struct play *p)
{
    if (p->count == 0)
        return;
    int32_t job = take_out(p, (int)draw_int(&p->draw, 0, p->count - 1));
    if (draw_chance(&p->draw, 30))
        p->jobs.items[job].order_key = draw_int(&p->draw, 0, 20);
    push(p, job);
}

static bool same_pools(const struct waiting *a, const struct waiting *b)
{
    if (a->pool_count != b->pool_count)
        return false;
    for (int i = 0; i < a->pool_count; i++)
        if (a->pools[i] != b->pools[i])
            return false;
    return true;
}

static bool comes_before(const struct waiting *a, const struct waiting *b)
{
    return a->key != b->key ? a->key < b->key : a->id < b->id;
}

/* The first of those that may go to the same pools as the given one. */
static const struct waiting *first_like(const struct play *p, const struct waiting *like)
{
    const struct waiting *first = like;
    for (int i = 0; i < p->count; i++)
        if (same_pools(&p->waiting[i], like) && comes_before(&p->waiting[i], first))
            first = &p->waiting[i];
    return first;
}

static void compare(struct play *p)
{
    int64_t gpus = 0;
    for (int i = 0; i < p->count; i++) {
        const struct waiting *w = &p->waiting[i];
        const struct job *j = &p->jobs.items[w->job];
        gpus += j->row.gpus;
        cr_assert_lt(j->lane, (int32_t)p->queue.lane_count);
        cr_assert_eq(lane_first(&p->queue.lanes[j->lane], &p->jobs), first_like(p, w)->job);
    }
    cr_assert_eq(p->queue.jobs, p->count);
    cr_assert_eq(p->queue.gpus, gpus);
    int lanes = 0;
    for (size_t i = 0; i < p->queue.lane_count; i++)
        lanes += lane_first(&p->queue.lanes[i], &p->jobs) >= 0;
    int distinct = 0;
    for (int i = 0; i < p->count; i++)
        distinct += first_like(p, &p->waiting[i]) == &p->waiting[i];
    cr_assert_eq(lanes, distinct, "each list of pools has one lane");
}

/* Leaves in the order over all lanes, like a scheduling pass that starts everybody. */
static void drain(struct play *p)
{
    while (p->count) {
        struct lane *best = NULL;
        for (size_t i = 0; i < p->queue.lane_count; i++) {
            struct lane *lane = &p->queue.lanes[i];
            if (lane_first(lane, &p->jobs) >= 0 && (!best || lane_before(lane, best)))
                best = lane;
        }
        cr_assert_not_null(best);
        int first = 0;
        for (int i = 1; i < p->count; i++)
            if (comes_before(&p->waiting[i], &p->waiting[first]))
                first = i;
        cr_assert_eq(lane_first(best, &p->jobs), p->waiting[first].job);
        jobs_remove(&p->jobs, take_out(p, first));
    }
    compare(p);
}

static void start(struct play *p, uint64_t seed)
{
    *p = (struct play){.draw = {seed}, .plan = make_plan()};
    cr_assert_eq(queue_init(&p->queue, &p->plan, &p->status), 0);
    jobs_init(&p->jobs);
}

static void stop(struct play *p)
{
    cr_assert_eq(p->status.code, 0);
    queue_free(&p->queue);
    queue_free(&p->queue);
    jobs_free(&p->jobs);
}

Test(queue, random_histories_give_the_order_of_a_sorted_list)
{
    static void (*const steps[])(struct play *) = {arrive, arrive, arrive, leave, leave, requeue};
    static struct play p;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        start(&p, seed);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 300; i++) {
                steps[draw_int(&p.draw, 0, sizeof steps / sizeof *steps - 1)](&p);
                compare(&p);
            }
            drain(&p);
        }
        stop(&p);
    }
}

Test(queue, equal_keys_leave_in_the_order_of_arrival)
{
    static struct play p;
    start(&p, 1);
    for (int i = 0; i < 100; i++) {
        int32_t job = jobs_add(&p.jobs, &p.status);
        p.jobs.items[job].row.id = i;
        p.jobs.items[job].row.class_id = 3;
        p.jobs.items[job].order_key = 7;
        cr_assert_eq(queue_push(&p.queue, &p.jobs, job, &p.status), 0);
    }
    for (int i = 0; i < 100; i++) {
        int32_t job = lane_first(&p.queue.lanes[0], &p.jobs);
        cr_assert_eq(p.jobs.items[job].row.id, i);
        queue_remove(&p.queue, &p.jobs, job);
    }
    cr_expect_eq(lane_first(&p.queue.lanes[0], &p.jobs), -1);
    stop(&p);
}

/* Jobs that are cancelled behind one that waits for ever must not pile up. */
Test(queue, memory_follows_the_jobs_that_wait_not_those_that_left)
{
    static struct play p;
    start(&p, 1);
    for (int i = 0; i < 100000; i++) {
        int32_t job = jobs_add(&p.jobs, &p.status);
        p.jobs.items[job].row.id = i;
        p.jobs.items[job].row.class_id = 3;
        p.jobs.items[job].order_key = i;
        cr_assert_eq(queue_push(&p.queue, &p.jobs, job, &p.status), 0);
        if (i > 0) { /* all but the first leave at once, from behind it */
            queue_remove(&p.queue, &p.jobs, job);
            jobs_remove(&p.jobs, job);
        }
    }
    cr_expect_leq(p.queue.lanes[0].capacity, 1024);
    stop(&p);
}

Test(queue, a_failed_allocation_is_reported_and_leaks_nothing)
{
    static struct play p;
    for (size_t n = 1; n <= 4; n++) {
        p = (struct play){.draw = {n}, .plan = make_plan()};
        jobs_init(&p.jobs);
        mem_fail_at(n);
        if (queue_init(&p.queue, &p.plan, &p.status) == 0) {
            int32_t job = jobs_add(&p.jobs, &p.status);
            if (job >= 0)
                queue_push(&p.queue, &p.jobs, job, &p.status);
        }
        mem_fail_at(0);
        cr_expect_eq(p.status.code, STATUS_MEMORY, "allocation %zu", n);
        queue_free(&p.queue);
        jobs_free(&p.jobs);
    }
}
