#include "scenarios/override.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setter {
    const char *label; /* "path=value" */
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct status *status;
};

static void refuse(const struct setter *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void refuse(const struct setter *s, const char *format, ...)
{
    struct place place = {.file = "", .set = s->label};
    char message[512];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    diagnostics_add(s->diagnostics, false, &place, "", "%s", message);
}

/* All that came with the value is placed at the override. */
static void label(struct node *node, const char *text)
{
    node->set = text;
    for (struct node *child = node->first; child; child = child->next)
        label(child, text);
}

static struct node *parse_value(const struct setter *s, const char *value)
{
    struct diagnostics own;
    struct node *node = NULL;
    if (!*value) {
        node = node_new(NODE_SCALAR, "", NULL, s->arena, s->status);
        if (node)
            node->quoted = true;
    } else {
        diagnostics_init(&own);
        tree_parse("", value, strlen(value), s->arena, &own, &node, s->status);
        if (own.errors > 0) {
            refuse(s, "The value is no YAML that can be read: %s",
                   own.count ? own.items[0].message : "it has errors.");
            node = NULL;
        }
        diagnostics_free(&own);
    }
    if (node)
        label(node, s->label);
    return node;
}

/* The child that the path begins with, the longest key first (keys may have dots); *length is what
 * it takes. */
static struct node *longest_child(const struct node *mapping, const char *path, size_t *length)
{
    struct node *found = NULL;
    *length = 0;
    for (struct node *child = mapping->first; child; child = child->next) {
        size_t n = strlen(child->key);
        if (n > *length && strncmp(path, child->key, n) == 0 &&
            (path[n] == '\0' || path[n] == '.')) {
            found = child;
            *length = n;
        }
    }
    return found;
}

static struct node *list_element(const struct setter *s, const struct node *list, const char *path,
                                 size_t length)
{
    char path_of_list[512];
    size_t digits = strspn(path, "0123456789");
    unsigned long long index =
        digits == length && digits < 10 ? strtoull(path, NULL, 10) : list->count;
    struct node *child = list->first;
    for (; child && index > 0; index--)
        child = child->next;
    if (!child)
        refuse(s,
               "`%s` is a list of %zu: an element of it is named by its number from 0, not `%.*s`.",
               node_path(list, path_of_list, sizeof path_of_list), list->count, (int)length, path);
    return child;
}

static struct node *add_child(const struct setter *s, struct node *mapping, const char *key,
                              size_t length, struct node *child)
{
    char *copy = arena_strndup(s->arena, key, length, s->status);
    if (!copy || !child)
        return NULL;
    child->set = s->label;
    node_append(mapping, copy, child);
    return child;
}

/* Puts the value in the place of what stands there, where it keeps its key and position among the
 * others. */
static void replace(struct node *old, const struct node *value)
{
    old->kind = value->kind;
    old->quoted = value->quoted;
    old->bad = value->bad;
    old->set = value->set;
    old->text = value->text;
    old->first = value->first;
    old->last = value->last;
    old->count = value->count;
    for (struct node *child = old->first; child; child = child->next)
        child->parent = old;
}

static void apply(const struct setter *s, struct node *node, const char *path,
                  const struct node *value)
{
    char named[512];
    for (int depth = 0; *path; depth++) {
        size_t length = 0;
        struct node *child = NULL;
        if (depth == TREE_DEPTH_MAX / 2) {
            refuse(s, "The path has more than %d steps.", TREE_DEPTH_MAX / 2);
            return;
        }
        if (node->kind == NODE_MAPPING)
            child = longest_child(node, path, &length);
        if (!child)
            length = strcspn(path, ".");
        if (length == 0 || (path[length] == '.' && !path[length + 1])) {
            refuse(s, "The path has an empty step: write keys joined by single dots, e.g. "
                      "pools.a100.price.");
            return;
        }
        if (node->kind == NODE_SCALAR) {
            refuse(s,
                   "`%s` is a value, it has no `%.*s` below it. To replace it by a mapping, set it "
                   "as a "
                   "whole: --set '%s={...}'.",
                   node_path(node, named, sizeof named), (int)length, path, named);
            return;
        }
        if (node->kind == NODE_LIST)
            child = list_element(s, node, path, length);
        else if (!child)
            child = add_child(s, node, path, length,
                              node_new(NODE_MAPPING, NULL, NULL, s->arena, s->status));
        if (!child)
            return;
        node = child;
        path += length + (path[length] == '.');
    }
    replace(node, value);
}

int override_apply(struct node *root, const struct scenario_override *overrides, size_t count,
                   struct arena *arena, struct diagnostics *diagnostics, struct status *status)
{
    struct status own = STATUS_INIT;
    for (size_t i = 0; i < count && own.code == 0; i++) {
        const char *path = overrides[i].path, *value = overrides[i].value;
        size_t size = strlen(path) + strlen(value) + 2;
        char *text = arena_alloc(arena, size, 1, &own);
        if (!text)
            break;
        snprintf(text, size, "%s=%s", path, value);
        struct setter s = {text, arena, diagnostics, &own};
        struct node *node = parse_value(&s, value);
        if (node && !*path)
            refuse(&s, "The path before `=` is empty; write e.g. --set until=10d.");
        else if (node)
            apply(&s, root, path, node);
    }
    return own.code ? status_set(status, own.code, "%s", own.message) : 0;
}
