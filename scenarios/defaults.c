#include "scenarios/defaults.h"

#include <stdio.h>
#include <string.h>

#include "scenarios/choices.h"

static struct node *add(struct decoder *d, struct node *mapping, const struct field *field,
                        enum node_kind kind, const char *text)
{
    struct node *node = node_new(kind, text, mapping, d->tree, d->status);
    if (!node)
        return NULL;
    node->filled = true;
    node_append(mapping, field->key, node);
    return node;
}

/* The file's name without folder and extension. */
static const char *file_name(struct decoder *d)
{
    const char *slash = strrchr(d->name, '/');
    const char *base = slash ? slash + 1 : d->name;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    return length ? arena_strndup(d->tree, base, length, d->status) : "scenario";
}

/* `0 USD/GB` in the scenario's currency. */
static const char *in_currency(struct decoder *d, const char *fallback)
{
    const char *at = strstr(fallback, "USD");
    if (!at || !d->currency)
        return fallback;
    char text[64];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - fallback), fallback, d->currency, at + 3);
    return arena_strdup(d->tree, text, d->status);
}

static struct node *add_list_item(struct decoder *d, struct node *list, const char *text)
{
    struct node *item = node_new(NODE_SCALAR, text, list, d->tree, d->status);
    if (item) {
        item->filled = true;
        node_append(list, NULL, item);
    }
    return item;
}

static struct node *all_pools(struct decoder *d, struct node *mapping, const struct field *field)
{
    const struct node *pools = node_get(d->root, "pools");
    struct node *list = add(d, mapping, field, NODE_LIST, NULL);
    if (list && pools && pools->kind == NODE_MAPPING)
        for (const struct node *pool = pools->first; pool; pool = pool->next)
            if (!pool->bad && !add_list_item(d, list, pool->key))
                return NULL;
    return list;
}

static struct node *usual_tables(struct decoder *d, struct node *mapping, const struct field *field)
{
    struct node *list = add(d, mapping, field, NODE_LIST, NULL);
    bool by_default;
    const char *name;
    for (size_t i = 0; list && (name = choices_table(i, &by_default)); i++)
        if (by_default && !add_list_item(d, list, name))
            return NULL;
    return list;
}

static struct node *value_of_write(struct decoder *d, struct node *mapping,
                                   const struct field *field)
{
    const struct node *write = node_get(mapping, "write");
    struct status status = STATUS_INIT;
    sim_time ticks;
    /* A wrong `write` is reported there, and once. */
    if (!write || write->bad || write->kind != NODE_SCALAR ||
        (!write->filled && units_ticks(write->text, &ticks, &status))) {
        d->skipped++;
        return NULL;
    }
    return add(d, mapping, field, NODE_SCALAR, write->text);
}

struct node *defaults_fill(struct decoder *d, struct node *mapping, const struct field *field)
{
    const char *text = field->fallback;
    switch (field->fill) {
    case FILL_FILE_NAME:
        text = file_name(d);
        return text ? add(d, mapping, field, NODE_SCALAR, text) : NULL;
    case FILL_WRITE:
        return value_of_write(d, mapping, field);
    case FILL_ALL_POOLS:
        return all_pools(d, mapping, field);
    case FILL_TABLES:
        return usual_tables(d, mapping, field);
    case FILL_TEXT:
        break;
    }
    if (!text)
        return NULL;
    if (strcmp(text, "{}") == 0)
        return add(d, mapping, field, NODE_MAPPING, NULL);
    if (strcmp(text, "[]") == 0)
        return add(d, mapping, field, NODE_LIST, NULL);
    bool empty = strcmp(text, "\"\"") == 0;
    text = empty ? "" : in_currency(d, text);
    struct node *node = text ? add(d, mapping, field, NODE_SCALAR, text) : NULL;
    if (node)
        node->quoted = empty;
    return node;
}
