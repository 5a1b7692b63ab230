/* CSV as RFC 4180 has it: fields between commas, quoted ones may hold commas, line ends and doubled
 * quotes. Strict: a quote in the middle of a field, text after a closing quote, an open quote at
 * the end, a NUL byte and a record with another number of fields than the header are errors. LF and
 * CRLF both end a record; empty lines are skipped; a UTF-8 byte order mark at the start is. */
#ifndef FLEETWRIGHT_SCENARIOS_CSV_H
#define FLEETWRIGHT_SCENARIOS_CSV_H

#include <stddef.h>

#include "sim/memory.h"
#include "sim/status.h"

struct csv_field {
    const char *text; /* unquoted */
    int line, column; /* of its first character, from 1; columns count characters, not bytes */
};

struct csv_table {
    size_t columns;
    size_t rows;              /* without the header */
    struct csv_field *header; /* [columns] */
    struct csv_field *fields; /* [rows * columns], row by row */
};

/* Reads the whole text into the arena. `file` is for messages, "FILE:LINE:COLUMN: ...". */
int csv_read(struct csv_table *table, const char *file, const char *text, size_t size,
             struct arena *arena, struct status *status);

#endif
