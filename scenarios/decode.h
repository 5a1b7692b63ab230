/* From the tree to the draft: one walk along the table of fields, which checks keys and values,
 * fills defaults into the tree (so that the tree becomes the resolved scenario) and writes values.
 * Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_H
#define FLEETWRIGHT_SCENARIOS_DECODE_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/catalog.h"
#include "scenarios/draft.h"
#include "scenarios/names.h"
#include "scenarios/schema.h"
#include "scenarios/suggest.h"
#include "scenarios/tree.h"

struct decoder {
    const char *name;                /* of the scenario file: relative files are beside it */
    struct diagnostics *diagnostics; /* what the user has to mend */
    struct status *status;           /* memory only */
    struct arena *tree;              /* nodes and their texts: gone after loading */
    struct arena *plan;              /* what the plan keeps */
    const struct catalog *catalog;
    struct node *root;
    struct scenario_draft *draft;
    const char *currency; /* NULL = it is wrong: amounts are not looked at */
    unsigned conditions;  /* WHEN_... bits that hold here */
    int law_depth;        /* distributions open around this one */
    size_t included;      /* bytes read from other files */
    size_t skipped;       /* values not looked at because of an earlier error */
    struct names pools;   /* made before names are resolved */
    struct names classes;
    const char **notes; /* for the plan */
    size_t note_count, note_capacity;
};

/* Decodes a mapping into out (zeroed, section->size bytes). True when it found no error. */
bool decode_section(struct decoder *d, struct node *mapping, const struct section *section,
                    void *out);

/* Reports the keys of the mapping that the section does not have, or not under the present
 * conditions. */
void decode_keys(struct decoder *d, const struct node *mapping, const struct section *section);

/* The text of a scalar; NULL after an error ("a list stands here ...", "is empty").
 * expected: what a message says is allowed. */
const char *decode_scalar(struct decoder *d, const struct node *node, const char *expected);

/* Reports a status with STATUS_INPUT as an error at the node, and clears it. */
void decode_refuse(struct decoder *d, const struct node *node, struct status *status);

/* A zeroed array in the plan's arena; NULL when memory has run out. */
void *decode_array(struct decoder *d, size_t count, size_t size);

/* The values that have a syntax of their own, in decode_value.c: `at` of arrivals, speeds,
 * speed-ups, lists of pools and tables. */
void decode_times(struct decoder *d, struct node *node, struct item_array *times);
void decode_speeds(struct decoder *d, struct node *node, struct item_array *table);
void decode_speedups(struct decoder *d, struct node *node, const struct field *field,
                     struct item_array *entries);
void decode_pool_list(struct decoder *d, struct node *node, const struct node **list);
void decode_tables(struct decoder *d, struct node *node, uint32_t *tables);
void decode_interval(struct decoder *d, struct node *node, struct interval_draft *interval);
void decode_gpu(struct decoder *d, const struct node *node, const struct gpu_type **gpu);

/* True when the value lies in the field's range, else an error was reported. shown: the text. */
bool decode_in_range(struct decoder *d, const struct node *node, const struct field *field,
                     double value);

/* Fills the default of a missing field into the mapping, if it has one. NULL when it has none. */
struct node *decode_default(struct decoder *d, struct node *mapping, const struct field *field);

/* The lines of the file named by the scalar `path` (relative to the scenario file) as scalars
 * appended to `list`; blank lines and `#` comments are left out. False after an error. */
bool decode_file(struct decoder *d, const struct node *path, struct node *list);

/* Adds a sentence to the plan's notes. */
void decode_note(struct decoder *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The base of a distribution. */
enum law_quantity { LAW_QUANTITY_SECONDS, LAW_QUANTITY_WORK };

/* A distribution: a plain value, or {law: parameters}. NULL after an error. unit (for work): NULL
 * or the unit that the values must have; set by the first value. */
const struct distribution *decode_law(struct decoder *d, struct node *node,
                                      enum law_quantity quantity, const char **unit);

#endif
