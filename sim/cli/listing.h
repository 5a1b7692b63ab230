/* A list of records printed as aligned text, CSV (RFC 4180) or JSON, from one description of its
 * columns. */
#ifndef FLEETWRIGHT_SIM_CLI_LISTING_H
#define FLEETWRIGHT_SIM_CLI_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/cli/terminal.h"
#include "sim/memory.h"
#include "sim/status.h"

enum { LISTING_COLUMNS_MAX = 16 };

enum listing_format { LISTING_TEXT, LISTING_CSV, LISTING_JSON };

struct listing_column {
    const char *name;
    bool number;  /* a bare number in JSON, right-aligned in text; "" is null and a blank */
    bool in_text; /* false: in CSV and JSON only, where there is room */
};

struct listing {
    const struct listing_column *columns;
    int column_count;
    const char **cells; /* row after row */
    size_t count, capacity;
    struct arena arena; /* of the cells */
};

void listing_init(struct listing *l, const struct listing_column *columns, int column_count);
void listing_free(struct listing *l);

/* Adds the next cell, a copy of text (NULL counts as ""). */
int listing_text(struct listing *l, const char *text, struct status *status);

/* Adds the next cell: the shortest decimal that reads back as the same number. */
int listing_number(struct listing *l, double number, struct status *status);
int listing_integer(struct listing *l, long long number, struct status *status);

/* Writes the rows to t->stream. JSON is an array of objects. */
void listing_write(const struct listing *l, enum listing_format format, const struct terminal *t);

/* One JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void json_string(FILE *stream, const char *text);

#endif
