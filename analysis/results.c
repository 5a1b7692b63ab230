/* See results.h: the data structure and look-ups in it. */
#include "analysis/results.h"

#include <stdlib.h>
#include <string.h>

void results_free(struct results *results)
{
    arena_free(&results->arena);
    memset(results, 0, sizeof *results);
}

/* ---- look-ups ---- */

static int compare_metrics(const void *a, const void *b)
{
    const struct metric *x = a, *y = b;
    if (x->scope_kind != y->scope_kind)
        return x->scope_kind < y->scope_kind ? -1 : 1;
    if (x->scope != y->scope)
        return x->scope < y->scope ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

const struct metric *results_find(const struct results *results, enum metric_id id,
                                  int32_t scope_kind, int32_t scope)
{
    struct metric key = {.id = id, .scope_kind = scope_kind, .scope = scope};
    if (results->metric_count == 0)
        return NULL;
    return bsearch(&key, results->metrics, results->metric_count, sizeof key, compare_metrics);
}

/* Pools and classes both begin with their id. */
static int compare_ids(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

const struct result_pool *results_pool(const struct results *results, int32_t id)
{
    if (results->pool_count == 0)
        return NULL;
    return bsearch(&id, results->pools, (size_t)results->pool_count, sizeof *results->pools,
                   compare_ids);
}

const struct result_class *results_class(const struct results *results, int32_t id)
{
    if (results->class_count == 0)
        return NULL;
    return bsearch(&id, results->classes, (size_t)results->class_count, sizeof *results->classes,
                   compare_ids);
}
