/* `after`: the class that a class waits for. Each has one at most, so a circle is found by
 * following it. */
#include <stdio.h>
#include <string.h>

#include "scenarios/resolve.h"

static const struct node *after_node(const struct class_draft *class)
{
    return node_get(class->node, "after");
}

static int32_t find_class(struct decoder *d, const struct class_draft *from)
{
    int32_t id = names_find(&d->classes, from->after);
    const char *nearest = id < 0 ? names_nearest(&d->classes, from->after) : NULL;
    char names[1400];
    if (nearest)
        node_error(d->diagnostics, after_node(from),
                   "There is no class `%.100s`; did you mean `%s`?", from->after, nearest);
    else if (id < 0)
        node_error(d->diagnostics, after_node(from),
                   "There is no class `%.100s`; the classes are %s.", from->after,
                   names_list(&d->classes, names, sizeof names));
    return id;
}

/* The number of jobs that will come if the run is not cut; -1 = not known. */
static int64_t job_count(const struct arrival_spec *arrival)
{
    if (arrival->count == INT64_MAX || arrival->until != SIM_TIME_MAX)
        return -1;
    return arrival->count;
}

static void check_counts(struct decoder *d, const struct class_draft *class,
                         const struct class_draft *parent)
{
    int64_t own = job_count(&class->spec.arrival), other = job_count(&parent->spec.arrival);
    char text[2][32];
    if (!class->valid || !parent->valid || other == 1 || (own >= 0 && own == other))
        return;
    snprintf(text[0], sizeof text[0], "%lld", (long long)own);
    snprintf(text[1], sizeof text[1], "%lld", (long long)other);
    node_error(
        d->diagnostics, after_node(class),
        "A job waits for the job of the same number of class %s, so that class must have exactly "
        "one job or as many as this one: it has %s, this one %s. Give both the same `count`.",
        parent->node->key, other < 0 ? "an unknown number" : text[1],
        own < 0 ? "an unknown number" : text[0]);
}

/* Names the circle that begins and ends at class `start`. */
static void report_circle(struct decoder *d, size_t start)
{
    const struct class_draft *classes = d->draft->classes.items;
    char text[1024] = "";
    size_t used = 0, i = start;
    do {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s waits for ",
                                 classes[i].node->key);
        i = (size_t)classes[i].spec.after;
        if (i != start && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s, ", classes[i].node->key);
    } while (i != start && used < sizeof text);
    if (used < sizeof text)
        snprintf(text + used, sizeof text - used, "%s", classes[start].node->key);
    node_error(
        d->diagnostics, after_node(&classes[start]),
        "The classes wait for each other in a circle, so none could ever start: %s. Remove one "
        "`after`.",
        text);
}

static void find_circles(struct decoder *d)
{
    const struct class_draft *classes = d->draft->classes.items;
    size_t count = d->draft->classes.count;
    size_t *seen = decoder_array(d, count, sizeof *seen); /* 1 + the class the walk began at */
    for (size_t start = 0; seen && start < count; start++) {
        size_t i = start;
        while (!seen[i]) {
            seen[i] = start + 1;
            if (classes[i].spec.after < 0)
                break;
            i = (size_t)classes[i].spec.after;
            if (seen[i] == start + 1)
                report_circle(d, i);
        }
    }
}

void resolve_dependencies(struct decoder *d)
{
    struct class_draft *classes = d->draft->classes.items;
    for (size_t i = 0; i < d->draft->classes.count; i++) {
        if (!classes[i].after || !after_node(&classes[i]))
            continue;
        classes[i].spec.after = find_class(d, &classes[i]);
        if (classes[i].spec.after >= 0)
            check_counts(d, &classes[i], &classes[classes[i].spec.after]);
    }
    find_circles(d);
}
