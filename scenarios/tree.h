/* A YAML text as a tree of nodes that know their line and column. Knows nothing of scenarios.
 *
 * The accepted YAML is one document of mappings, lists and scalars. A scalar is its text: nothing
 * is turned into a number, a boolean or null here. Anchors, aliases, tags, merge keys, duplicate
 * keys and further documents are errors. */
#ifndef FLEETWRIGHT_SCENARIOS_TREE_H
#define FLEETWRIGHT_SCENARIOS_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/diagnostics.h"
#include "sim/memory.h"
#include "sim/status.h"

enum { TREE_DEPTH_MAX = 64, TREE_BYTES_MAX = 16 * 1024 * 1024 };

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING };

/* Texts live in the arena given to tree_parse, as the nodes do. */
struct node {
    enum node_kind kind;
    bool quoted;      /* a scalar in quotes or of block style */
    bool bad;         /* an error about it has been reported already */
    bool filled;      /* not written by the user: a default */
    int line, column; /* of the value, from 1 */
    int key_line, key_column;
    const char *file;
    const char *set;                  /* "path=value" when it came from --set, else NULL */
    const char *key;                  /* in the parent mapping, else NULL */
    const char *text;                 /* of a scalar; "" otherwise */
    struct node *parent;              /* NULL for the root */
    struct node *first, *last, *next; /* children in order; next sibling */
    size_t count;                     /* of children */
    size_t index;                     /* in the parent */
};

/* Parses size bytes into *root, which is NULL when nothing useful could be read (then `diagnostics`
 * has an error). name is used in places and must outlive the tree. Fails only when memory runs out.
 */
int tree_parse(const char *name, const char *text, size_t size, struct arena *arena,
               struct diagnostics *diagnostics, struct node **root, struct status *status);

/* The child of a mapping by key, NULL if there is none (or `mapping` is no mapping). */
struct node *node_get(const struct node *mapping, const char *key);

/* A new node that is nobody's child yet, placed at `at` (may be NULL). NULL on failure. */
struct node *node_new(enum node_kind kind, const char *text, const struct node *at,
                      struct arena *arena, struct status *status);

/* Appends a child; key is NULL in a list. */
void node_append(struct node *parent, const char *key, struct node *child);

/* Removes a child from its parent. */
void node_remove(struct node *child);

/* "pools.a100.failures.at.0.time"; "" for the root. Returns text. */
char *node_path(const struct node *node, char *text, size_t size);

/* Errors at a node's value, or at its key (for what is missing in a mapping, or about the key). */
void node_error(struct diagnostics *d, const struct node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void node_error_at_key(struct diagnostics *d, const struct node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void node_warning(struct diagnostics *d, const struct node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "a mapping", "a list", "a value". */
const char *node_kind_name(const struct node *node);

#endif
