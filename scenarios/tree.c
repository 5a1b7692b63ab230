/* libyaml's events into nodes. The parser stops at the first error of syntax; what this file
 * refuses by itself (anchors, tags, duplicate keys) is reported all at once. */
#include "scenarios/tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "scenarios/yaml_error.h"

struct builder {
    const char *name;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct status *status;
    struct node *root;
    struct node *open[TREE_DEPTH_MAX]; /* the collections not yet ended */
    int depth;
    bool have_key;
    bool drop; /* the value of the pending key is thrown away (merge key) */
    const char *key;
    int key_line, key_column;
    bool stop;
};

static void complain(struct builder *b, yaml_mark_t mark, const char *message)
{
    struct place place = {b->name, (int)mark.line + 1, (int)mark.column + 1, NULL};
    char path[1024] = "";
    if (b->depth > 0)
        node_path(b->open[b->depth - 1], path, sizeof path);
    diagnostics_add(b->diagnostics, false, &place, path, "%s", message);
}

static void check_properties(struct builder *b, const yaml_event_t *event, yaml_char_t *anchor,
                             yaml_char_t *tag)
{
    if (anchor)
        complain(b, event->start_mark,
                 "Anchors (`&name`) are not part of this language: write the value out where it "
                 "is needed.");
    if (tag)
        complain(b, event->start_mark,
                 "Tags (`!name`) are not part of this language: leave the tag out.");
}

/* Takes the scalar as the key of the open mapping. */
static void take_key(struct builder *b, const yaml_event_t *event, const char *text)
{
    b->have_key = true;
    b->key = text;
    b->key_line = (int)event->start_mark.line + 1;
    b->key_column = (int)event->start_mark.column + 1;
    b->drop = false;
    if (strcmp(text, "<<") == 0 && event->data.scalar.plain_implicit) {
        complain(b, event->start_mark,
                 "Merge keys (`<<`) are not part of this language: write the keys out.");
        b->drop = true;
    } else if (!*text) {
        complain(b, event->start_mark, "A key is empty: write `key: value`.");
        b->drop = true;
    }
}

static struct node *add_node(struct builder *b, const yaml_event_t *event, enum node_kind kind,
                             const char *text)
{
    struct node *node = node_new(kind, text, NULL, b->arena, b->status);
    if (!node)
        return NULL;
    node->file = b->name;
    node->line = (int)event->start_mark.line + 1;
    node->column = (int)event->start_mark.column + 1;
    struct node *parent = b->depth > 0 ? b->open[b->depth - 1] : NULL;
    if (!parent) {
        b->root = node;
    } else if (parent->kind == NODE_LIST) {
        node_append(parent, NULL, node);
    } else {
        node->key_line = b->key_line;
        node->key_column = b->key_column;
        if (b->drop) {
            node->parent = parent; /* linked upwards only: its own children need a path */
            node->key = b->key;
        } else {
            node_append(parent, b->key, node);
        }
        b->have_key = false;
    }
    return node;
}

static bool expects_key(const struct builder *b)
{
    return b->depth > 0 && b->open[b->depth - 1]->kind == NODE_MAPPING && !b->have_key;
}

static void scalar(struct builder *b, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    bool key = expects_key(b);
    check_properties(b, event, event->data.scalar.anchor, event->data.scalar.tag);
    if (memchr(value, '\0', length)) {
        complain(b, event->start_mark, "The text has a NUL character (`\\0`): remove it.");
        length = strlen(value);
    }
    char *text = arena_strndup(b->arena, value, length, b->status);
    if (!text)
        return;
    if (key) {
        take_key(b, event, text);
        return;
    }
    struct node *node = add_node(b, event, NODE_SCALAR, text);
    if (node)
        node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

static void open_collection(struct builder *b, const yaml_event_t *event, enum node_kind kind)
{
    if (expects_key(b)) {
        complain(b, event->start_mark,
                 "A mapping or list stands where a key should: keys are plain words. If this was "
                 "meant as text, put it in quotes.");
        b->stop = true;
        return;
    }
    if (b->depth == TREE_DEPTH_MAX) {
        complain(b, event->start_mark,
                 "Mappings and lists are nested more than 64 deep; a scenario needs a dozen.");
        b->stop = true;
        return;
    }
    struct node *node = add_node(b, event, kind, NULL);
    if (node)
        b->open[b->depth++] = node;
}

static int by_key(const void *a, const void *b)
{
    const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;
    int order = strcmp(x->key, y->key);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* Sorting keeps a large hostile mapping from costing the square of its size. */
static void check_duplicates(struct builder *b, const struct node *mapping)
{
    if (mapping->count < 2)
        return;
    struct node **sorted = mem_alloc(mapping->count, sizeof(struct node *), b->status);
    if (!sorted)
        return;
    size_t n = 0;
    for (struct node *child = mapping->first; child; child = child->next)
        sorted[n++] = child;
    qsort(sorted, n, sizeof *sorted, by_key);
    const struct node *first = sorted[0];
    for (size_t i = 1; i < n; i++) {
        if (strcmp(first->key, sorted[i]->key) != 0) {
            first = sorted[i];
            continue;
        }
        node_error_at_key(b->diagnostics, sorted[i],
                          "The key `%s` is here a second time; the first is on line %d. Keep one.",
                          sorted[i]->key, first->key_line);
        sorted[i]->bad = true;
    }
    mem_free(sorted);
}

static void close_collection(struct builder *b)
{
    struct node *node = b->open[--b->depth];
    if (node->kind == NODE_MAPPING)
        check_duplicates(b, node);
}

static void alias(struct builder *b, const yaml_event_t *event)
{
    complain(b, event->start_mark,
             "Aliases (`*name`) are not part of this language: write the value out. (Text that "
             "begins with `*` needs quotes.)");
    if (expects_key(b)) {
        b->stop = true;
        return;
    }
    struct node *node = add_node(b, event, NODE_SCALAR, "");
    if (node)
        node->bad = true;
}

static void handle(struct builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        scalar(b, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        check_properties(b, event, event->data.sequence_start.anchor,
                         event->data.sequence_start.tag);
        open_collection(b, event, NODE_LIST);
        break;
    case YAML_MAPPING_START_EVENT:
        check_properties(b, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
        open_collection(b, event, NODE_MAPPING);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_collection(b);
        break;
    case YAML_ALIAS_EVENT:
        alias(b, event);
        break;
    case YAML_DOCUMENT_START_EVENT:
        if (b->root) {
            complain(b, event->start_mark,
                     "A second YAML document begins here; a scenario is one document. Remove the "
                     "`---` or put the rest into a file of its own.");
            b->stop = true;
        }
        break;
    case YAML_STREAM_END_EVENT:
        b->stop = true;
        break;
    default:
        break;
    }
}

static void parse_events(struct builder *b, yaml_parser_t *parser, const char *text, size_t size)
{
    while (!b->stop && b->status->code == 0) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            if (parser->error == YAML_MEMORY_ERROR)
                status_set(b->status, STATUS_MEMORY, "Out of memory while reading %s.", b->name);
            else
                yaml_error_report(parser, b->name, text, size, b->diagnostics);
            b->root = NULL;
            return;
        }
        handle(b, &event);
        yaml_event_delete(&event);
    }
    if (b->depth > 0)
        b->root = NULL;
}

int tree_parse(const char *name, const char *text, size_t size, struct arena *arena,
               struct diagnostics *diagnostics, struct node **root, struct status *status)
{
    struct status own = STATUS_INIT;
    struct builder b = {.name = name, .arena = arena, .diagnostics = diagnostics, .status = &own};
    yaml_parser_t parser;
    *root = NULL;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3; /* a byte order mark some editors write */
        size -= 3;
    }
    if (!yaml_text_check(name, text, size, diagnostics))
        return 0;
    if (!yaml_parser_initialize(&parser))
        return status_set(status, STATUS_MEMORY, "Out of memory while reading %s.", name);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    size_t before = diagnostics->errors;
    parse_events(&b, &parser, text, size);
    yaml_parser_delete(&parser);
    if (own.code)
        return status_set(status, own.code, "%s", own.message);
    if (!b.root && diagnostics->errors == before) {
        struct place place = {name, 1, 1, NULL};
        diagnostics_add(diagnostics, false, &place, "",
                        "The file is empty. A scenario needs at least `fleetwright: 1`, `pools` "
                        "and `jobs`.");
    }
    *root = b.root;
    return 0;
}
