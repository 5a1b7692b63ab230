#include "scenarios/decode_law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/include_file.h"
#include "scenarios/speed.h"
#include "scenarios/suggest.h"

/* Distributions inside distributions. */
enum { LAW_DEPTH_MAX = 6 };

struct law_reader {
    struct decoder *d;
    enum law_quantity quantity;
    const char **unit; /* of work */
};

static struct distribution *read_law(struct law_reader *r, struct node *node);

/* Whether the value's unit is that of the values before it; the first one decides. */
static bool same_unit(struct law_reader *r, const struct node *node, const char *unit)
{
    if (*r->unit && !speed_same_work(*r->unit, unit)) {
        node_error(r->d->diagnostics, node,
                   "`%s` is counted in %s, but a value before it in %s; one unit is needed.",
                   node->text, unit, *r->unit);
        return false;
    }
    if (!*r->unit)
        *r->unit = arena_strdup(r->d->plan, unit, r->d->status);
    return *r->unit != NULL;
}

/* A value of the quantity, in its base unit. */
static bool read_value(struct law_reader *r, const struct node *node, double *value)
{
    struct status status = STATUS_INIT;
    char unit[UNIT_WORD_MAX];
    bool work = r->quantity == LAW_QUANTITY_WORK;
    if (node->bad) {
        r->d->skipped++;
        return false;
    }
    if (!decoder_scalar(r->d, node,
                        work ? "an amount of work, e.g. `3 epochs`" : "a duration, e.g. `30 min`"))
        return false;
    if (work ? units_work(node->text, value, unit, &status)
             : units_seconds(node->text, value, &status)) {
        decoder_refuse(r->d, node, &status);
        return false;
    }
    return !work || same_unit(r, node, unit);
}

static bool read_number(struct law_reader *r, const struct node *node, double *value)
{
    struct status status = STATUS_INIT;
    if (node->bad) {
        r->d->skipped++;
        return false;
    }
    if (!decoder_scalar(r->d, node, "a number"))
        return false;
    if (units_number(node->text, value, &status)) {
        decoder_refuse(r->d, node, &status);
        return false;
    }
    return true;
}

/* ---- parameters ---- */

static bool law_has_key(const struct law *law, const char *key)
{
    for (const struct law_parameter *p = law->parameters; p->name; p++)
        if (strcmp(p->name, key) == 0)
            return true;
    if (law->contents == LAW_LIST)
        return strcmp(key, "values") == 0 || strcmp(key, "file") == 0;
    return law->contents == LAW_INNER && strcmp(key, "of") == 0;
}

/* "mean, shape, of" */
static void law_keys(const struct law *law, struct suggestion *s, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    const char *more[3] = {NULL};
    if (law->contents == LAW_LIST)
        more[0] = "values", more[1] = "file";
    else if (law->contents == LAW_INNER)
        more[0] = "of";
    for (const struct law_parameter *p = law->parameters; p->name && used < size; p++) {
        suggest_offer(s, p->name);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", p->name);
    }
    for (size_t i = 0; more[i] && used < size; i++) {
        suggest_offer(s, more[i]);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", more[i]);
    }
}

static void check_law_keys(struct law_reader *r, const struct node *node, const struct law *law)
{
    for (const struct node *child = node->first; child; child = child->next) {
        struct suggestion s;
        char keys[256];
        if (child->bad || law_has_key(law, child->key))
            continue;
        suggest_init(&s, child->key);
        law_keys(law, &s, keys, sizeof keys);
        if (s.best)
            node_error_at_key(r->d->diagnostics, child,
                              "The law `%s` has no parameter `%.100s`; did you mean `%s`?",
                              law->name, child->key, s.best);
        else
            node_error_at_key(r->d->diagnostics, child,
                              "The law `%s` has no parameter `%.100s`; it has %s.", law->name,
                              child->key, keys);
    }
}

static bool parameter_in_range(struct law_reader *r, const struct node *node, const struct law *law,
                               const struct law_parameter *p, double value)
{
    const char *unit = p->kind == LAW_NUMBER ? "" : r->quantity == LAW_QUANTITY_SECONDS ? " s" : "";
    bool low = p->open_low ? value > p->low : value >= p->low;
    char below[64] = "";
    if (low && value <= p->high)
        return true;
    if (isfinite(p->high))
        snprintf(below, sizeof below, " and at most %.15g%s", p->high, unit);
    node_error(r->d->diagnostics, node, "`%s`: `%s` of the law `%s` must be %s %.15g%s%s.",
               node->text, p->name, law->name, p->open_low ? "greater than" : "at least", p->low,
               unit, below);
    return false;
}

static void read_parameters(struct law_reader *r, const struct node *node,
                            struct distribution *dist)
{
    const struct law *law = dist->law;
    for (size_t i = 0; i < LAW_PARAMETERS_MAX && law->parameters[i].name; i++) {
        const struct law_parameter *p = &law->parameters[i];
        const struct node *child = node_get(node, p->name);
        if (!child)
            continue;
        bool read = p->kind == LAW_NUMBER ? read_number(r, child, &dist->p[i])
                                          : read_value(r, child, &dist->p[i]);
        if (read)
            parameter_in_range(r, child, law, p, dist->p[i]);
    }
}

/* ---- contents ---- */

static void read_values(struct law_reader *r, struct node *node, struct distribution *dist)
{
    struct node *list = node_get(node, "values"), *file = node_get(node, "file");
    if (!list == !file) {
        node_error_at_key(r->d->diagnostics, node,
                          "The law `%s` takes exactly one of `values: [...]` and `file: FILE`.",
                          dist->law->name);
        return;
    }
    if (file) {
        list = node_new(NODE_LIST, NULL, file, r->d->tree, r->d->status);
        if (!list || file->bad || !include_file(r->d, file, list))
            return;
        node_remove(file); /* the resolved scenario needs no file */
        node_append(node, "values", list);
    }
    if (list->kind != NODE_LIST || list->count == 0) {
        node_error(r->d->diagnostics, list, "Expected is a list of values: [1 h, 2 h].");
        return;
    }
    double *values = decoder_array(r->d, list->count, sizeof *values);
    if (!values)
        return;
    dist->values = values;
    dist->count = list->count;
    for (const struct node *child = list->first; child; child = child->next)
        read_value(r, child, values++);
}

static void read_inner(struct law_reader *r, struct node *node, struct distribution *dist)
{
    struct node *of = node_get(node, "of");
    if (!of) {
        node_error_at_key(r->d->diagnostics, node,
                          "The law `%s` needs `of`, the distribution that it changes.",
                          dist->law->name);
        return;
    }
    dist->parts = decoder_array(r->d, 1, sizeof *dist->parts);
    if (!dist->parts)
        return;
    dist->count = 1;
    dist->parts[0] = read_law(r, of);
}

static void read_weighted_part(struct law_reader *r, struct node *item, double *weight,
                               struct distribution **part)
{
    struct node *w = node_get(item, "weight"), *of = node_get(item, "of");
    if (!w || !of || item->count != 2) {
        if (!item->bad)
            node_error(r->d->diagnostics, item,
                       "A part of a mixture is {weight: NUMBER, of: DISTRIBUTION}.");
        return;
    }
    if (read_number(r, w, weight) && *weight < 0)
        node_error(r->d->diagnostics, w, "`%s`: a weight must be at least 0.", w->text);
    *part = read_law(r, of);
}

static void read_weighted(struct law_reader *r, struct node *node, struct distribution *dist)
{
    dist->parts = decoder_array(r->d, node->count, sizeof *dist->parts);
    dist->weights = decoder_array(r->d, node->count, sizeof *dist->weights);
    if (!dist->parts || !dist->weights)
        return;
    for (struct node *item = node->first; item; item = item->next, dist->count++)
        read_weighted_part(r, item, &dist->weights[dist->count], &dist->parts[dist->count]);
}

static void read_contents(struct law_reader *r, struct node *node, struct distribution *dist)
{
    const struct law *law = dist->law;
    bool list = law->contents == LAW_WEIGHTED;
    if (node->kind != (list ? NODE_LIST : NODE_MAPPING)) {
        node_error(r->d->diagnostics, node, "Here stands %s; expected is %s of the law `%s`.",
                   node_kind_name(node),
                   list ? "a list of the parts {weight: NUMBER, of: DISTRIBUTION}"
                        : "a mapping with the parameters",
                   law->name);
        return;
    }
    if (list) {
        read_weighted(r, node, dist);
        return;
    }
    check_law_keys(r, node, law);
    read_parameters(r, node, dist);
    if (law->contents == LAW_LIST)
        read_values(r, node, dist);
    else if (law->contents == LAW_INNER)
        read_inner(r, node, dist);
}

/* ---- laws ---- */

static const struct law *find_law(struct decoder *d, const struct node *node)
{
    const struct law *law = law_find(node->key);
    struct suggestion s;
    char names[256] = "";
    size_t used = 0;
    if (law)
        return law;
    suggest_init(&s, node->key);
    for (size_t i = 0; laws[i] && used < sizeof names; i++) {
        suggest_offer(&s, laws[i]->name);
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 laws[i]->name);
    }
    if (s.best)
        node_error_at_key(d->diagnostics, node, "There is no law `%.100s`; did you mean `%s`?",
                          node->key, s.best);
    else
        node_error_at_key(d->diagnostics, node, "There is no law `%.100s`; the laws are %s.",
                          node->key, names);
    return NULL;
}

static struct distribution *new_distribution(struct decoder *d, const struct law *law)
{
    struct distribution *dist = decoder_array(d, 1, sizeof *dist);
    if (!dist)
        return NULL;
    dist->law = law;
    for (size_t i = 0; i < LAW_PARAMETERS_MAX; i++)
        dist->p[i] = dist->q[i] = NAN;
    return dist;
}

/* A law knows of numbers only: what they are is said here. */
static void refuse_law(const struct law_reader *r, const struct node *node, struct status *status)
{
    struct status named = STATUS_INIT;
    if (status->code == STATUS_INPUT && strpbrk(status->message, "0123456789"))
        status_set(&named, status->code, "%.900s (Values in %.60s.)", status->message,
                   r->quantity == LAW_QUANTITY_SECONDS ? "seconds"
                   : *r->unit                          ? *r->unit
                                                       : "the unit of the work");
    else
        named = *status;
    decoder_refuse(r->d, node, &named);
}

/* Checks what the law checks over its parameters, and makes it ready; NULL after an error. Errors
 * found since `errors` were there make that pointless. */
static struct distribution *finish(struct law_reader *r, const struct node *node,
                                   struct distribution *dist, size_t errors, size_t skipped)
{
    struct decoder *d = r->d;
    struct status status = STATUS_INIT;
    if (!dist || d->status->code || d->diagnostics->errors != errors || d->skipped != skipped)
        return NULL;
    if (distribution_prepare(dist, d->plan, &status)) {
        refuse_law(r, node, &status);
        return NULL;
    }
    return dist;
}

static struct distribution *read_constant(struct law_reader *r, struct node *node)
{
    size_t errors = r->d->diagnostics->errors, skipped = r->d->skipped;
    struct distribution *dist = new_distribution(r->d, laws[0]);
    if (!dist || !read_value(r, node, &dist->p[0]))
        return NULL;
    return finish(r, node, dist, errors, skipped);
}

static struct distribution *read_law(struct law_reader *r, struct node *node)
{
    struct decoder *d = r->d;
    size_t errors = d->diagnostics->errors, skipped = d->skipped;
    if (node->kind != NODE_MAPPING)
        return read_constant(r, node);
    if (node->bad || (node->first && node->first->bad)) {
        d->skipped++;
        return NULL;
    }
    if (node->count != 1) {
        node_error(
            d->diagnostics, node,
            "A distribution has exactly one law, e.g. {exponential: {mean: 2 h}}; here are %zu "
            "keys.",
            node->count);
        return NULL;
    }
    if (d->law_depth == LAW_DEPTH_MAX) {
        node_error(d->diagnostics, node, "Distributions are nested more than %d deep.",
                   LAW_DEPTH_MAX);
        return NULL;
    }
    const struct law *law = find_law(d, node->first);
    struct distribution *dist = law ? new_distribution(d, law) : NULL;
    if (!dist)
        return NULL;
    d->law_depth++;
    read_contents(r, node->first, dist);
    d->law_depth--;
    return finish(r, node->first, dist, errors, skipped);
}

const struct distribution *decode_law(struct decoder *d, struct node *node,
                                      enum law_quantity quantity, const char **unit)
{
    struct law_reader reader = {.d = d, .quantity = quantity, .unit = unit};
    return read_law(&reader, node);
}
