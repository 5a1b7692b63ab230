/* The nodes of a tree: making, linking, finding and naming them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/tree.h"

struct node *node_new(enum node_kind kind, const char *text, const struct node *at,
                      struct arena *arena, struct status *status)
{
    struct node *node = arena_alloc(arena, 1, sizeof *node, status);
    if (!node)
        return NULL;
    *node = (struct node){.kind = kind, .text = text ? text : ""};
    if (at) {
        node->line = at->line;
        node->column = at->column;
        node->key_line = at->key_line;
        node->key_column = at->key_column;
        node->file = at->file;
        node->set = at->set;
    }
    return node;
}

struct node *node_get(const struct node *mapping, const char *key)
{
    if (!mapping || mapping->kind != NODE_MAPPING)
        return NULL;
    for (struct node *child = mapping->first; child; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

void node_append(struct node *parent, const char *key, struct node *child)
{
    child->parent = parent;
    child->key = key;
    child->next = NULL;
    child->index = parent->count++;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
}

void node_remove(struct node *child)
{
    struct node *parent = child->parent, *before = NULL;
    for (struct node *n = parent->first; n != child; n = n->next)
        before = n;
    if (before)
        before->next = child->next;
    else
        parent->first = child->next;
    if (parent->last == child)
        parent->last = before;
    for (struct node *n = child->next; n; n = n->next)
        n->index--;
    parent->count--;
    child->next = NULL;
    child->parent = NULL;
}

char *node_path(const struct node *node, char *text, size_t size)
{
    const struct node *steps[TREE_DEPTH_MAX + 2];
    int depth = 0;
    text[0] = '\0';
    for (; node && node->parent && depth < TREE_DEPTH_MAX + 2; node = node->parent)
        steps[depth++] = node;
    size_t used = 0;
    while (depth-- > 0) {
        const struct node *step = steps[depth];
        const char *dot = used > 0 ? "." : "";
        int wrote = step->key ? snprintf(text + used, size - used, "%s%s", dot, step->key)
                              : snprintf(text + used, size - used, "%s%zu", dot, step->index);
        if (wrote < 0 || (size_t)wrote >= size - used)
            break;
        used += (size_t)wrote;
    }
    return text;
}

static void report(struct diagnostics *d, bool warning, const struct node *node, bool at_key,
                   const char *format, va_list list) __attribute__((format(printf, 5, 0)));

static void report(struct diagnostics *d, bool warning, const struct node *node, bool at_key,
                   const char *format, va_list list)
{
    char message[2048], path[1024];
    bool key = at_key && node->key_line > 0;
    struct place place = {node->file, key ? node->key_line : node->line,
                          key ? node->key_column : node->column, node->set};
    vsnprintf(message, sizeof message, format, list);
    diagnostics_add(d, warning, &place, node_path(node, path, sizeof path), "%s", message);
}

void node_error(struct diagnostics *d, const struct node *node, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(d, false, node, false, format, list);
    va_end(list);
}

void node_error_at_key(struct diagnostics *d, const struct node *node, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(d, false, node, true, format, list);
    va_end(list);
}

void node_warning(struct diagnostics *d, const struct node *node, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(d, true, node, false, format, list);
    va_end(list);
}

const char *node_kind_name(const struct node *node)
{
    switch (node->kind) {
    case NODE_LIST:
        return "a list";
    case NODE_MAPPING:
        return "a mapping";
    case NODE_SCALAR:
        break;
    }
    return "a value";
}
