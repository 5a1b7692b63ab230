/* The state of decoding, and what every reader of values stands on: the text of a scalar, refusals,
 * ranges, memory, notes. Private to scenarios/.
 *
 * Upwards from here: include_file, decode_scalar, decode_law, decode_list; defaults and
 * decode_keys; the walk (decode). Checks of the fields that belong together (complete) and the
 * resolution of names (resolve) stand on this file only. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODER_H
#define FLEETWRIGHT_SCENARIOS_DECODER_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/catalog.h"
#include "scenarios/draft.h"
#include "scenarios/field.h"
#include "scenarios/names.h"
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

/* The text of a scalar in one line; NULL after an error ("a list stands here ...", "is empty").
 * expected: what a message says is allowed. */
const char *decoder_scalar(struct decoder *d, const struct node *node, const char *expected);

/* The same where the text may have several lines. */
const char *decoder_text(struct decoder *d, const struct node *node, const char *expected);

/* Reports a status with STATUS_INPUT as an error at the node, and clears it. */
void decoder_refuse(struct decoder *d, const struct node *node, struct status *status);

/* True when the value lies in the field's range, else an error was reported at the node, whose text
 * is shown. */
bool decoder_in_range(struct decoder *d, const struct node *node, const struct field *field,
                      double value);

/* The GPU type of that exact name; NULL after an error at the node (at its key, when the name is
 * one). */
const struct gpu_type *decoder_gpu(struct decoder *d, const struct node *node, const char *name,
                                   bool at_key);

/* A zeroed array in the plan's arena; NULL when memory has run out. */
void *decoder_array(struct decoder *d, size_t count, size_t size);

/* Adds a sentence to the plan's notes. */
void decoder_note(struct decoder *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
