#include "scenarios/resolve.h"

#include <string.h>

/* ---- arrivals ---- */

static void resolve_arrival(struct decoder *d, struct class_draft *class)
{
    const struct arrival_draft *from = &class->arrival;
    struct arrival_spec *to = &class->spec.arrival;
    struct status status = STATUS_INIT;
    if (from->times.items) {
        size_t count = from->times.count == 1 ? (size_t)from->count : from->times.count;
        const sim_time *given = from->times.items;
        sim_time *times = decoder_array(d, count, sizeof *times);
        for (size_t i = 0; times && i < count; i++)
            times[i] = given[from->times.count == 1 ? 0 : i];
        *to = (struct arrival_spec){ARRIVAL_TIMES, times, NULL, 0, SIM_TIME_MAX, (int64_t)count};
        return;
    }
    const struct distribution *gap = from->every;
    if (!gap)
        gap = distribution_exponential(from->poisson_gap, d->plan, &status);
    if (status.code)
        decoder_refuse(d, node_get(class->node, "arrival"), &status);
    *to = (struct arrival_spec){ARRIVAL_RENEWAL, NULL, gap, from->start, from->until, from->count};
}

static void resolve_work(struct decoder *d, struct class_draft *class)
{
    struct job_class *spec = &class->spec;
    spec->checkpoint_on_notice = class->checkpoint.on_notice;
    spec->work = class->work.amount ? class->work.amount : class->run_time;
    spec->unit = class->work.amount ? class->work.unit : "s";
    if (!class->work.amount)
        spec->unit = arena_strdup(d->plan, spec->unit, d->status);
}

/* ---- sums that must fit into 64 bits ---- */

static void check_totals(struct decoder *d, const struct pool_draft *pool, sim_time until)
{
    const struct pool_spec *spec = &pool->spec;
    bool elastic = spec->market->elastic;
    int32_t nodes = elastic ? spec->max_nodes : spec->nodes;
    sim_time span = until;
    if (!elastic && spec->term > span)
        span = spec->term;
    if (until == SIM_TIME_MAX || (elastic && nodes == INT32_MAX))
        return; /* not known before the run, which checks its sums */
    __int128 gpu_ticks = (__int128)nodes * spec->gpus_per_node * span;
    if (gpu_ticks > INT64_MAX) {
        node_error_at_key(d->diagnostics, pool->node,
                          "%d nodes of %d GPUs for %.4g days are more GPU-time than can be counted "
                          "(9.2e12 GPU-seconds). Shorten `until` or have fewer nodes.",
                          nodes, spec->gpus_per_node, ticks_to_seconds(span) / 86400);
        return;
    }
    double bill = (double)gpu_ticks * (double)spec->price.nano / (double)spec->price.per;
    if (!elastic && bill > 9.2e18)
        node_error_at_key(
            d->diagnostics, pool->node,
            "The bill of this pool would be about %.3g %s; at most 9.2e9 can be counted.",
            bill / 1e9, d->draft->plan.currency);
}

/* Distributions that do not matter to a pool are 0, so that no reader of the plan meets a NULL. */
static void fill_pool(struct pool_spec *spec, const struct distribution *zero)
{
    const struct distribution **times[] = {&spec->capacity_wait, &spec->provisioning,
                                           &spec->failures.detection, &spec->failures.repair};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (!*times[i])
            *times[i] = zero;
    if (!spec->market->elastic) {
        spec->billing = (struct billing_spec){.granularity = 1, .from_granted = true};
        spec->starts_in_stock = true;
    }
}

/* ---- the whole ---- */

static void warn_unused(struct decoder *d)
{
    const struct pool_draft *pools = d->draft->pools.items;
    for (size_t i = 0; i < d->draft->pools.count; i++)
        if (pools[i].valid && !pools[i].used)
            decoder_note(d, "No class of jobs can run on pool %s.", pools[i].spec.name);
}

static void warn_priority(struct decoder *d, const struct class_draft *class)
{
    const struct order *order = d->draft->plan.order;
    if (class->spec.priority != 0 && order && order == order_find("fifo"))
        node_warning(d->diagnostics, node_get(class->node, "priority"),
                     "`priority` has no effect: the order `fifo` does not look at it.");
}

static void fill_arrays(struct decoder *d, struct plan *plan)
{
    struct scenario_draft *draft = d->draft;
    const struct pool_draft *pools = draft->pools.items;
    const struct class_draft *classes = draft->classes.items;
    struct pool_spec *pool_specs = decoder_array(d, draft->pools.count, sizeof *pool_specs);
    struct job_class *class_specs = decoder_array(d, draft->classes.count, sizeof *class_specs);
    const char **notes = decoder_array(d, d->note_count, sizeof *notes);
    const struct distribution *zero = distribution_constant(0, d->plan, d->status);
    if (!pool_specs || !class_specs || !notes || !zero)
        return;
    for (size_t i = 0; i < draft->pools.count; i++) {
        pool_specs[i] = pools[i].spec;
        fill_pool(&pool_specs[i], zero);
    }
    for (size_t i = 0; i < draft->classes.count; i++)
        class_specs[i] = classes[i].spec;
    for (size_t i = 0; i < d->note_count; i++)
        notes[i] = d->notes[i];
    *plan = draft->plan;
    plan->pools = pool_specs;
    plan->pool_count = (int32_t)draft->pools.count;
    plan->classes = class_specs;
    plan->class_count = (int32_t)draft->classes.count;
    plan->notes = notes;
    plan->note_count = (int32_t)d->note_count;
}

static int index_names(struct decoder *d)
{
    struct scenario_draft *draft = d->draft;
    const struct pool_draft *pools = draft->pools.items;
    const struct class_draft *classes = draft->classes.items;
    if (names_init(&d->pools, draft->pools.count, d->tree, d->status) ||
        names_init(&d->classes, draft->classes.count, d->tree, d->status))
        return STATUS_MEMORY;
    for (size_t i = 0; i < draft->pools.count; i++)
        names_set(&d->pools, i, pools[i].node->key);
    for (size_t i = 0; i < draft->classes.count; i++)
        names_set(&d->classes, i, classes[i].node->key);
    names_sort(&d->pools);
    names_sort(&d->classes);
    return 0;
}

void resolve_plan(struct decoder *d, struct plan *plan)
{
    struct scenario_draft *draft = d->draft;
    const struct pool_draft *pools = draft->pools.items;
    struct class_draft *classes = draft->classes.items;
    if (index_names(d))
        return;
    for (size_t i = 0; i < draft->pools.count; i++)
        if (pools[i].valid)
            check_totals(d, &pools[i], draft->plan.until);
    for (size_t i = 0; i < draft->classes.count; i++) {
        classes[i].spec.after = -1;
        if (!classes[i].valid || d->status->code)
            continue;
        resolve_arrival(d, &classes[i]);
        resolve_work(d, &classes[i]);
        resolve_options(d, &classes[i]);
        warn_priority(d, &classes[i]);
    }
    resolve_dependencies(d);
    if (d->diagnostics->errors > 0 || d->status->code)
        return;
    warn_unused(d);
    fill_arrays(d, plan);
}
