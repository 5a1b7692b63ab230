/* See describe.h. Names get ids in the order in which the plan mentions them; equal ones of a kind
 * share one. */
#include "analysis/describe.h"

#include <string.h>

#include "sim/memory.h"

struct naming {
    struct trace_name *names;
    size_t count, capacity;
    struct status *status;
    int code;
};

/* The number of names is that of pools and classes: some dozens. */
static int32_t name_id(struct naming *n, enum name_kind kind, const char *name)
{
    void *grown = n->names;
    if (name == NULL || n->code != 0)
        return -1;
    for (size_t i = 0; i < n->count; ++i)
        if (n->names[i].kind == (int8_t)kind && strcmp(n->names[i].name, name) == 0)
            return n->names[i].id;
    n->code = mem_grow(&grown, &n->capacity, n->count + 1, sizeof *n->names, n->status);
    if (n->code != 0)
        return -1;
    n->names = grown;
    int32_t id = (int32_t)n->count++;
    n->names[id] = (struct trace_name){id, (int8_t)kind, name};
    return id;
}

static struct pool_row pool_of(struct naming *n, const struct pool_spec *pool, int32_t id)
{
    double per_tick = pool->price.per > 0 ? (double)pool->price.nano / (double)pool->price.per : 0;
    return (struct pool_row){
        .id = id,
        .name = name_id(n, NAME_POOL, pool->name),
        .gpu = name_id(n, NAME_GPU, pool->gpu->name),
        .market = name_id(n, NAME_MARKET, pool->market->name),
        .gpus_per_node = pool->gpus_per_node,
        .nodes = pool->nodes,
        .max_nodes = pool->max_nodes,
        .price_per_gpu_hour = per_tick * (double)TICKS_PER_HOUR / (double)MONEY_NANO,
        .granularity = pool->billing.granularity,
        .minimum = pool->billing.minimum,
    };
}

static struct class_row class_of(struct naming *n, const struct job_class *class, int32_t id)
{
    return (struct class_row){
        .id = id,
        .name = name_id(n, NAME_CLASS, class->name),
        .tenant = name_id(n, NAME_TENANT, class->tenant),
        .unit = name_id(n, NAME_UNIT, class->unit),
        .gpus = class->gpus,
    };
}

int describe_plan(const struct plan *plan, struct trace_sink sink, struct status *status)
{
    struct naming naming = {.status = status};
    struct pool_row *pools = mem_alloc((size_t)plan->pool_count, sizeof *pools, status);
    struct class_row *classes = mem_alloc((size_t)plan->class_count, sizeof *classes, status);
    int code = pools == NULL || classes == NULL ? STATUS_MEMORY : 0;
    for (int32_t i = 0; i < plan->pool_count && code == 0; ++i)
        pools[i] = pool_of(&naming, &plan->pools[i], i);
    for (int32_t i = 0; i < plan->class_count && code == 0; ++i)
        classes[i] = class_of(&naming, &plan->classes[i], i);
    if (code == 0)
        code = naming.code;
    if (code == 0)
        code = sink.rows(sink.context, TRACE_NAMES, naming.names, naming.count, status);
    if (code == 0)
        code = sink.rows(sink.context, TRACE_POOLS, pools, (size_t)plan->pool_count, status);
    if (code == 0)
        code = sink.rows(sink.context, TRACE_CLASSES, classes, (size_t)plan->class_count, status);
    mem_free(naming.names);
    mem_free(pools);
    mem_free(classes);
    return code;
}
