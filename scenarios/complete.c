#include "scenarios/complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/decoder.h"
#include "scenarios/speed.h"

static const char *text_of(const struct node *mapping, const char *key)
{
    const struct node *node = node_get(mapping, key);
    return node && node->kind == NODE_SCALAR && !node->bad ? node->text : "";
}

/* Of two keys that clash the first, unless --set brought the other. */
static const struct node *clash(const struct node *mapping, const char *key, const char *other)
{
    const struct node *a = node_get(mapping, key), *b = node_get(mapping, other);
    return !a || (b && b->set && !a->set) ? b : a;
}

/* ---- circumstances ---- */

unsigned complete_pool_conditions(const struct node *mapping)
{
    const struct market *market = market_find(text_of(mapping, "market"));
    if (!market)
        return WHEN_POOL | WHEN_UNSURE;
    return (market->elastic ? WHEN_ELASTIC : WHEN_FIXED) |
           (market->interruptible ? WHEN_INTERRUPTIBLE : 0u) |
           (market->repairs ? WHEN_REPAIRS : 0u) | (market->has_term ? WHEN_TERM : 0u);
}

unsigned complete_arrival_conditions(const struct node *mapping)
{
    unsigned conditions = (node_get(mapping, "at") ? WHEN_AT : 0u) |
                          (node_get(mapping, "poisson") ? WHEN_POISSON : 0u) |
                          (node_get(mapping, "every") ? WHEN_EVERY : 0u);
    return conditions ? conditions : WHEN_AT;
}

unsigned complete_class_conditions(const struct node *mapping)
{
    unsigned conditions = (node_get(mapping, "work") ? WHEN_WORK : 0u) |
                          (node_get(mapping, "run_time") ? WHEN_RUN_TIME : 0u);
    return conditions ? conditions : WHEN_JOB;
}

unsigned complete_scheduling_conditions(const struct node *mapping)
{
    const struct route *route = route_find(text_of(mapping, "route"));
    return route && route_needs_fallback_after(route) ? WHEN_FALLBACK : 0u;
}

/* ---- pools ---- */

void complete_pool_begin(struct decoder *d, struct node *mapping, void *out)
{
    struct pool_draft *pool = out;
    pool->node = mapping;
    pool->spec.name = arena_strdup(d->plan, mapping->key, d->status);
}

/* A time that is always 0 would repeat without the clock moving. */
static void refuse_zero(struct decoder *d, const struct node *mapping, const char *key,
                        const struct distribution *dist, const char *what)
{
    const struct node *node = node_get(mapping, key);
    if (node && dist && !(distribution_mean(dist) > 0))
        node_error(d->diagnostics, node, "The mean of %s must be greater than 0.", what);
}

void complete_capacity(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    const struct pool_draft *pool = out;
    const struct node *in = node_get(mapping, "in_stock"), *no = node_get(mapping, "out_of_stock");
    if (!ok)
        return;
    if (!in != !no) {
        node_error_at_key(
            d->diagnostics, in ? in : no,
            "`in_stock` and `out_of_stock` go together: `%s` is missing. Without both, the "
            "provider always has nodes.",
            in ? "out_of_stock" : "in_stock");
        return;
    }
    refuse_zero(d, mapping, "in_stock", pool->spec.in_stock, "the time in stock");
    refuse_zero(d, mapping, "out_of_stock", pool->spec.out_of_stock, "the time out of stock");
    const struct node *starts = node_get(mapping, "starts_in_stock");
    if (!in && !pool->spec.starts_in_stock)
        node_error(d->diagnostics, starts,
                   "A pool that is always in stock cannot start out of stock: give `in_stock` and "
                   "`out_of_stock` too.");
}

static int by_time(const void *a, const void *b)
{
    const struct given_failure *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void complete_given(struct decoder *d, const struct node *mapping, struct pool_draft *pool)
{
    struct given_failure *given = pool->given.items;
    const struct node *failures = node_get(mapping, "failures");
    const struct node *list = failures ? node_get(failures, "at") : NULL;
    if (!list || !given)
        return;
    const struct node *item = list->first;
    for (size_t i = 0; i < pool->given.count; i++, item = item->next) {
        if (given[i].at > d->draft->plan.until)
            node_warning(d->diagnostics, node_get(item, "time"),
                         "The run ends before this failure: it never happens.");
        if (given[i].node >= pool->spec.nodes)
            node_error(d->diagnostics, node_get(item, "node"),
                       "There is no node %d: the pool has %d, counted from 0.", given[i].node,
                       pool->spec.nodes);
    }
    if (pool->given.count > 0)
        qsort(given, pool->given.count, sizeof *given, by_time);
    pool->spec.failures.given = given;
    pool->spec.failures.given_count = (int)pool->given.count;
}

static void warn_failures_without_effect(struct decoder *d, const struct node *mapping,
                                         const struct pool_draft *pool)
{
    static const char *const keys[] = {"clock", "detection", "repair"};
    const struct node *failures = node_get(mapping, "failures");
    if (pool->spec.failures.life)
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct node *node = node_get(failures, keys[i]);
        bool clock = i == 0;
        if (node && !node->filled && (clock || pool->given.count == 0))
            node_warning(d->diagnostics, node, "`%s` has no effect without %s.", keys[i],
                         clock ? "`life`" : "`life` or `at`: nothing fails");
    }
}

void complete_pool_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    struct pool_draft *pool = out;
    size_t errors = d->diagnostics->errors;
    struct pool_spec *spec = &pool->spec;
    if (!ok)
        return;
    if (spec->market->elastic && spec->min_nodes > spec->max_nodes)
        node_error(d->diagnostics, clash(mapping, "min_nodes", "max_nodes"),
                   "min_nodes (%d) is more than max_nodes (%d).", spec->min_nodes, spec->max_nodes);
    complete_given(d, mapping, pool);
    refuse_zero(d, node_get(mapping, "failures"), "life", spec->failures.life, "a node's life");
    refuse_zero(d, node_get(mapping, "interruption"), "after", spec->interruption,
                "the time to an interruption");
    warn_failures_without_effect(d, mapping, pool);
    pool->valid = d->diagnostics->errors == errors;
}

/* ---- classes ---- */

void complete_class_begin(struct decoder *d, struct node *mapping, void *out)
{
    struct class_draft *class = out;
    class->node = mapping;
    class->spec.name = arena_strdup(d->plan, mapping->key, d->status);
    class->spec.deadline = SIM_TIME_MAX;
}

void complete_catalog_begin(struct decoder *d, struct node *mapping, void *out)
{
    (void)d;
    (void)mapping;
    ((struct catalog_draft *)out)->given = true;
}

void complete_roofline_begin(struct decoder *d, struct node *mapping, void *out)
{
    (void)d;
    (void)mapping;
    ((struct roofline_draft *)out)->given = true;
}

/* Renewal arrivals must end, and job numbers must fit into 32 bits. */
static void check_bounded(struct decoder *d, const struct node *mapping,
                          const struct arrival_draft *arrival)
{
    const struct plan *plan = &d->draft->plan;
    sim_time until = arrival->until < plan->until ? arrival->until : plan->until;
    double gap = arrival->every ? distribution_mean(arrival->every) : arrival->poisson_gap;
    if (arrival->until < arrival->start)
        node_error(d->diagnostics, clash(mapping, "until", "start"),
                   "`until` is before `start`: no job would ever come.");
    if (arrival->count != INT64_MAX)
        return;
    if (until == SIM_TIME_MAX)
        node_error_at_key(
            d->diagnostics, mapping,
            "These arrivals never end: give `count` or `until` here, or `until` for the "
            "whole scenario.");
    else if (!(gap > 0))
        node_error(d->diagnostics, node_get(mapping, "every"),
                   "With no time between jobs and no `count`, arrivals never end: give `count`.");
    else if (ticks_to_seconds(until) / gap > 2e9)
        node_error_at_key(
            d->diagnostics, mapping,
            "About %.3g jobs would come; at most 2e9 are possible. Lower the rate or set "
            "`count` or `until`.",
            ticks_to_seconds(until) / gap);
}

void complete_arrival_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    const struct arrival_draft *arrival = out;
    const struct node *first = NULL, *second = NULL;
    static const char *const kinds[] = {"at", "poisson", "every"};
    for (size_t i = 0; i < 3; i++) {
        const struct node *node = node_get(mapping, kinds[i]);
        if (node && first && !second)
            second = node;
        else if (node && !first)
            first = node;
    }
    if (second) {
        node_error_at_key(
            d->diagnostics, second,
            "`%s` and `%s` exclude each other: jobs come by exactly one of at, poisson, "
            "every.",
            first->key, second->key);
        return;
    }
    if (!ok || !first)
        return;
    if (strcmp(first->key, "at") != 0)
        check_bounded(d, mapping, arrival);
    else if (arrival->times.count != 1 && arrival->count != 1)
        node_error(
            d->diagnostics, node_get(mapping, "count"),
            "`count` is for a single instant; here are %zu. Write an instant as often as jobs "
            "come then.",
            arrival->times.count);
}

void complete_roofline_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    const struct roofline_work *work = &((const struct roofline_draft *)out)->work;
    if (ok && !(work->flops > 0) && !(work->memory_bytes > 0) && !(work->comm_bytes > 0) &&
        !(work->input_seconds > 0))
        node_error_at_key(d->diagnostics, mapping,
                          "A unit of work takes no time: give at least one of compute, memory, "
                          "network and input.");
}

void complete_speed_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    const struct speed_draft *speed = out;
    if (!ok || speed->table.items || speed->catalog.given)
        return;
    if (!speed->roofline.given)
        node_error_at_key(
            d->diagnostics, mapping,
            "No source of speeds is given: write `table`, `catalog` or `roofline`, or several.");
    else if (speed->efficiency != 1)
        node_warning(d->diagnostics, node_get(mapping, "efficiency"),
                     "`efficiency` has no effect on an estimate: `network` and `utilisation` say "
                     "what a gang loses.");
}

void complete_checkpoint_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    const struct checkpoint_draft *checkpoint = out;
    if (!ok)
        return;
    if (checkpoint->durable_after < checkpoint->write)
        node_error(
            d->diagnostics, clash(mapping, "durable_after", "write"),
            "durable_after (%s) is less than write (%s): a checkpoint is not durable before it is "
            "written.",
            text_of(mapping, "durable_after"), text_of(mapping, "write"));
    if (checkpoint->interval.rule > CHECKPOINT_FIXED && checkpoint->write == 0)
        node_error(
            d->diagnostics, clash(mapping, "interval", "write"),
            "The formula `%s` needs the time that a checkpoint takes; with write = 0 s the best "
            "interval would be 0. Set `write`.",
            checkpoint_rule_names[checkpoint->interval.rule]);
}

/* Every speed must be for the unit in which the work is counted. */
static void check_units(struct decoder *d, const struct class_draft *class)
{
    const struct speed_entry *entries = class->speed.table.items;
    for (size_t i = 0; i < class->speed.table.count; i++) {
        struct status status = STATUS_INIT;
        if (speed_same_work(entries[i].rate.unit, class->work.unit))
            continue;
        status_set(
            &status, STATUS_INPUT,
            "`%s` is for work counted in `%s`, but the work of this class is counted in `%s`.",
            entries[i].node->text, entries[i].rate.unit, class->work.unit);
        decoder_refuse(d, entries[i].node, &status);
    }
}

/* What is allowed but has no effect. */
static void warn_without_effect(struct decoder *d, const struct node *mapping,
                                const struct class_draft *class)
{
    const struct retry_spec *retry = &class->spec.retry;
    const sim_time *times = class->arrival.times.items;
    size_t count = class->arrival.times.count, late = 0;
    if (retry->factor != 1 && retry->backoff == 0)
        node_warning(d->diagnostics, node_get(node_get(mapping, "retry"), "factor"),
                     "`factor` has no effect without `backoff`.");
    for (size_t i = 0; times && i < count; i++)
        late += times[i] > d->draft->plan.until;
    if (late > 0)
        node_warning(d->diagnostics, node_get(node_get(mapping, "arrival"), "at"),
                     "%zu of %zu instants lie after the end of the run: no job comes then.", late,
                     count);
}

static void check_amount(struct decoder *d, const struct node *mapping,
                         const struct class_draft *class)
{
    if (class->work.amount)
        refuse_zero(d, mapping, "work", class->work.amount, "the work");
    else
        refuse_zero(d, mapping, "run_time", class->run_time, "the run time");
}

void complete_class_end(struct decoder *d, struct node *mapping, void *out, bool ok)
{
    struct class_draft *class = out;
    size_t errors = d->diagnostics->errors;
    const struct node *work = node_get(mapping, "work"), *time = node_get(mapping, "run_time");
    if (work && time)
        node_error_at_key(d->diagnostics, clash(mapping, "run_time", "work"),
                          "`work` and `run_time` exclude each other: keep one of them.");
    else if (!work && !time)
        node_error_at_key(
            d->diagnostics, mapping,
            "What the jobs do is missing: write `work` (with `speed`) or `run_time`.");
    else if (work && !node_get(mapping, "speed"))
        node_error_at_key(
            d->diagnostics, work,
            "`work` needs `speed`, which says how fast the work is done: write `speed: "
            "{table: ...}`, `speed: {catalog: ...}` or `speed: {roofline: ...}`, or give "
            "`run_time` instead.");
    else if (ok) {
        if (work)
            check_units(d, class);
        check_amount(d, mapping, class);
        warn_without_effect(d, mapping, class);
    }
    class->valid = ok && d->diagnostics->errors == errors;
}
