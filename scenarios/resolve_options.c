/* The pools of a class: which of them it can run on, and how fast, how safely and with which
 * checkpoints. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/resolve.h"
#include "scenarios/resolve_speed.h"
#include "scenarios/textbuilder.h"

static bool gang_fits(const struct class_draft *class, const struct pool_spec *pool,
                      struct refusal *refusal)
{
    int32_t nodes = pool->market->elastic ? pool->max_nodes : pool->nodes;
    int64_t gpus = (int64_t)nodes * pool->gpus_per_node;
    if (class->spec.gpus <= gpus)
        return true;
    return refusal_write(refusal, "the gang needs %d GPUs, the pool has %s%lld (%d x %d)",
                         class->spec.gpus, pool->market->elastic ? "at most " : "", (long long)gpus,
                         nodes, pool->gpus_per_node);
}

static bool memory_fits(const struct class_draft *class, const struct pool_spec *pool,
                        struct refusal *refusal)
{
    if (class->spec.memory_bytes <= pool->gpu->memory_bytes)
        return true;
    return refusal_write(refusal, "the job needs %.6g GB of memory on each GPU, %s has %.6g GB",
                         class->spec.memory_bytes / 1e9, pool->gpu->name,
                         pool->gpu->memory_bytes / 1e9);
}

/* ---- hazard and checkpoints ---- */

static double rate_of(const struct distribution *life)
{
    double mean = life ? distribution_mean(life) : INFINITY;
    return isfinite(mean) && mean > 0 ? 1 / mean : 0;
}

static double gang_hazard(const struct class_draft *class, const struct pool_spec *pool)
{
    int32_t nodes =
        (int32_t)(((int64_t) class->spec.gpus + pool->gpus_per_node - 1) / pool->gpus_per_node);
    return nodes * (rate_of(pool->failures.life) + rate_of(pool->interruption));
}

static void set_checkpoint(struct decoder *d, const struct class_draft *class,
                           const struct pool_spec *pool, struct option *option)
{
    const struct checkpoint_draft *from = &class->checkpoint;
    enum checkpoint_rule rule = from->interval.rule;
    option->checkpoint = (struct checkpoint){.interval = from->interval.interval,
                                             .block = from->write,
                                             .lag = from->durable_after,
                                             .at_end = from->at_end};
    if (rule <= CHECKPOINT_FIXED)
        return;
    const char *name = checkpoint_rule_names[rule];
    if (!(option->hazard > 0)) {
        decoder_note(d,
                     "Class %s on pool %s: no checkpoints, since the formula %s needs failures or "
                     "interruptions and the pool has none.",
                     class->spec.name, pool->name, name);
        return;
    }
    double interval = checkpoint_interval(rule, ticks_to_seconds(from->write), 1 / option->hazard);
    option->checkpoint.interval = ticks_from_seconds(interval);
    if (option->checkpoint.interval <= 0)
        node_error(
            d->diagnostics, node_get(node_get(class->node, "checkpoint"), "interval"),
            "The formula %s gives no interval on pool %s: a checkpoint takes %.6g s and the gang's "
            "mean time between failures is %.6g s. Use `optimal` or a fixed interval.",
            name, pool->name, ticks_to_seconds(from->write), 1 / option->hazard);
}

/* ---- pools ---- */

static int32_t find_pool(struct decoder *d, const struct node *item)
{
    int32_t id = names_find(&d->pools, item->text);
    const char *nearest = id < 0 ? names_nearest(&d->pools, item->text) : NULL;
    char names[1400];
    if (nearest)
        node_error(d->diagnostics, item, "There is no pool `%.100s`; did you mean `%s`?",
                   item->text, nearest);
    else if (id < 0)
        node_error(d->diagnostics, item, "There is no pool `%.100s`; the pools are %s.", item->text,
                   names_list(&d->pools, names, sizeof names));
    return id;
}

/* Makes the option; false when the class cannot run there. */
static bool make_option(struct decoder *d, const struct class_draft *class, int32_t id,
                        struct option *option, struct refusal *refusal)
{
    const struct pool_draft *pools = d->draft->pools.items;
    const struct pool_spec *pool = &pools[id].spec;
    *option = (struct option){.pool = id};
    if (!gang_fits(class, pool, refusal) || !memory_fits(class, pool, refusal) ||
        !resolve_speed(d, class, pool, option, refusal))
        return false;
    option->hazard = gang_hazard(class, pool);
    set_checkpoint(d, class, pool, option);
    return true;
}

/* The pool stands earlier in the class's list. */
static bool listed_twice(struct decoder *d, const struct class_draft *class,
                         struct pool_draft *pool, const struct node *item)
{
    bool twice = pool->listed_by == class;
    pool->listed_by = class;
    if (twice)
        node_error(d->diagnostics, item, "The pool `%.100s` is listed twice.", item->text);
    return twice;
}

struct option_list {
    struct option *options;
    int32_t count;
    bool complete;               /* every pool of the list is known and without errors */
    struct textbuilder refusals; /* "; a: reason" */
};

static void add_pool(struct decoder *d, struct class_draft *class, const struct node *item,
                     struct option_list *list)
{
    struct pool_draft *pools = d->draft->pools.items;
    struct refusal refusal;
    int32_t id = find_pool(d, item);
    if (id < 0 || listed_twice(d, class, &pools[id], item) || !pools[id].valid) {
        list->complete = false;
        return;
    }
    if (make_option(d, class, id, &list->options[list->count], &refusal)) {
        list->count++;
        pools[id].used = true;
        return;
    }
    textbuilder_printf(&list->refusals, "%s%s: %s", list->refusals.length ? "; " : "", item->text,
                       refusal.text);
    decoder_note(d, "Class %s does not run on pool %s: %s.", class->spec.name, item->text,
                 refusal.text);
}

static const struct node *set_below(const struct node *mapping)
{
    const struct node *child = mapping->first;
    while (child && !child->set)
        child = child->next;
    return child;
}

/* Where a class fits on no pool, what --set brought is named: in the class, or in a pool of it. */
static const struct node *place_of_misfit(const struct decoder *d, const struct class_draft *class)
{
    const struct pool_draft *pools = d->draft->pools.items;
    const struct node *found = set_below(class->node);
    for (const struct node *item = class->pools->first; item && !found; item = item->next)
        found = set_below(pools[names_find(&d->pools, item->text)].node);
    return found ? found : class->node;
}

static void warn_on_notice(struct decoder *d, const struct class_draft *class,
                           const struct option_list *list)
{
    const struct pool_draft *pools = d->draft->pools.items;
    bool noticed = false;
    for (int32_t i = 0; i < list->count; i++)
        noticed |= pools[list->options[i].pool].spec.interruption != NULL;
    if (class->checkpoint.on_notice && !noticed)
        node_warning(d->diagnostics, node_get(node_get(class->node, "checkpoint"), "on_notice"),
                     "`on_notice` has no effect: no pool of the class has `interruption`.");
}

void resolve_options(struct decoder *d, struct class_draft *class)
{
    struct option_list list = {.complete = true};
    list.options = decoder_array(d, class->pools->count, sizeof *list.options);
    for (const struct node *item = class->pools->first; list.options && item; item = item->next)
        add_pool(d, class, item, &list);
    for (int32_t i = 0; i < list.count; i++)
        list.options[i].stretch =
            i == 0 ? 1 : list.options[i].seconds_per_unit / list.options[0].seconds_per_unit;
    if (list.options && list.count == 0 && list.complete)
        node_error_at_key(d->diagnostics, place_of_misfit(d, class),
                          "The class fits on none of its pools: %s.",
                          textbuilder_text(&list.refusals));
    if (list.options && list.count > 0)
        warn_on_notice(d, class, &list);
    if (list.refusals.code)
        status_set(d->status, STATUS_MEMORY, "Out of memory.");
    textbuilder_free(&list.refusals);
    class->spec.options = list.options;
    class->spec.option_count = list.count;
}
