#include "scenarios/override.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/suggest.h"

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
    char message[1536];
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

/* One step of a path: the key as it stands there, or what is between double quotes. */
struct step {
    const char *key;
    size_t length;
    const char *rest; /* what follows the step, from the dot on */
};

/* A quoted step may have dots: jobs."a.b".run_time. False after an error. */
static bool quoted_step(const struct setter *s, const char *path, struct step *step)
{
    const char *end = strchr(path + 1, '"');
    if (!end) {
        refuse(s, "The double quote before `%.100s` is not closed.", path + 1);
        return false;
    }
    if (end[1] && end[1] != '.') {
        refuse(s, "After the quoted step `%.*s` must follow a dot or the end of the path.",
               (int)(end + 1 - path), path);
        return false;
    }
    *step = (struct step){path + 1, (size_t)(end - path - 1), end + 1};
    return true;
}

static bool next_step(const struct setter *s, const struct node *node, const char *path,
                      struct step *step)
{
    if (*path == '"' && !quoted_step(s, path, step))
        return false;
    if (*path != '"') {
        size_t length = 0;
        if (node->kind != NODE_MAPPING || !longest_child(node, path, &length))
            length = strcspn(path, ".");
        *step = (struct step){path, length, path + length};
    }
    if (step->length > 0 && !(*step->rest == '.' && !step->rest[1]))
        return true;
    refuse(s, "The path has an empty step: write keys joined by single dots, e.g. "
              "pools.a100.price.");
    return false;
}

static struct node *child_of(const struct node *mapping, const struct step *step)
{
    for (struct node *child = mapping->first; child; child = child->next)
        if (strncmp(child->key, step->key, step->length) == 0 && !child->key[step->length])
            return child;
    return NULL;
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

/* A mistyped name must not become another pool or class, which would run without a word. */
static bool names_new_entry(const struct setter *s, const struct node *mapping,
                            const struct step *step)
{
    enum { SHOWN = 10 };
    bool at_root = mapping->parent && !mapping->parent->parent;
    bool pools = at_root && strcmp(mapping->key, "pools") == 0;
    char name[128];
    char there[1024] = "";
    size_t used = 0, left = mapping->count;
    struct suggestion nearest;
    if (!pools && !(at_root && strcmp(mapping->key, "jobs") == 0))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)step->length, step->key);
    suggest_init(&nearest, name);
    for (const struct node *child = mapping->first; child; child = child->next)
        suggest_offer(&nearest, child->key);
    const struct node *child = mapping->first;
    for (; child && mapping->count - left < SHOWN; child = child->next, left--)
        used += (size_t)snprintf(there + used, sizeof there - used, "%s`%.80s`", used ? ", " : "",
                                 child->key);
    if (left > 0)
        snprintf(there + used, sizeof there - used, " and %zu more", left);
    refuse(s,
           "There is no %s `%.100s`%s%s%s. --set changes those that are there (%s); to add one, "
           "write it into the file.",
           pools ? "pool" : "class", name, nearest.best ? " (did you mean `" : "",
           nearest.best ? nearest.best : "", nearest.best ? "`?)" : "", *there ? there : "none");
    return true;
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

/* The node of the next step below this one, made where it is missing; NULL after an error. */
static struct node *descend(const struct setter *s, struct node *node, const struct step *step)
{
    char named[512];
    struct node *child;
    if (node->kind == NODE_SCALAR) {
        refuse(s,
               "`%s` is a value, it has no `%.*s` below it. To replace it by a mapping, set it "
               "as a "
               "whole: --set '%s={...}'.",
               node_path(node, named, sizeof named), (int)step->length, step->key, named);
        return NULL;
    }
    if (node->kind == NODE_LIST)
        return list_element(s, node, step->key, step->length);
    child = child_of(node, step);
    if (child || names_new_entry(s, node, step))
        return child;
    return add_child(s, node, step->key, step->length,
                     node_new(NODE_MAPPING, NULL, NULL, s->arena, s->status));
}

static void apply(const struct setter *s, struct node *node, const char *path,
                  const struct node *value)
{
    for (int depth = 0; *path; depth++) {
        struct step step = {0};
        if (depth == TREE_DEPTH_MAX / 2) {
            refuse(s, "The path has more than %d steps.", TREE_DEPTH_MAX / 2);
            return;
        }
        if (!next_step(s, node, path, &step))
            return;
        node = descend(s, node, &step);
        if (!node)
            return;
        path = step.rest + (*step.rest == '.');
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
