/* One table of the catalogue: from CSV text to an array of structs, by a description of its
 * columns. Used by catalog.c only. */
#ifndef FLEETWRIGHT_SCENARIOS_CATALOG_TABLE_H
#define FLEETWRIGHT_SCENARIOS_CATALOG_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/memory.h"
#include "sim/status.h"

enum column_kind {
    COLUMN_TEXT,     /* const char * */
    COLUMN_NAMES,    /* const char *: names of the table's columns, separated by spaces */
    COLUMN_NUMBER,   /* double, a plain decimal >= 0 */
    COLUMN_DECIMAL,  /* const char *: a plain decimal >= 0, kept as written */
    COLUMN_COUNT,    /* int64_t >= 1 */
    COLUMN_LENGTH,   /* int64_t >= 1, or empty = 0 */
    COLUMN_PRECISION /* int: enum precision, or empty = SPEED_PRECISION_NOT_STATED */
};

enum column_key {
    KEY_NO,
    KEY_YES,
    KEY_IF_PREVIOUS_EMPTY /* a text that tells rows apart only where the column before it is empty
                           */
};

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset; /* of the member */
    bool required; /* the file must have the column and no field of it may be empty */
    enum column_key key;
};

struct table_spec {
    const char *file; /* "gpus.csv" */
    const struct column *columns;
    size_t column_count;
    size_t row_size;
    bool unique; /* no key twice in one file */
    /* Looks at a row that is complete in itself. Returns the name of the column that is wrong and
     * writes the sentence, or NULL. May be NULL. */
    const char *(*check)(const void *row, const void *context, char *why, size_t size);
};

struct table_rows {
    char *rows; /* in the arena */
    size_t count;
};

/* Reads a file's text. Texts and rows are in the arena; `shown` names the file in messages. */
int table_read(const struct table_spec *spec, const char *shown, const char *text, size_t size,
               const void *context, struct arena *arena, struct table_rows *rows,
               struct status *status);

/* Puts `above` over `below`: a row of `below` whose key `above` has gives way to all of `above`'s
 * rows of that key, the others of `above` follow at the end. */
int table_overlay(const struct table_spec *spec, const struct table_rows *below,
                  const struct table_rows *above, struct arena *arena, struct table_rows *result,
                  struct status *status);

#endif
