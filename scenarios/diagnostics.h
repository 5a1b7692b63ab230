/* What is wrong with a scenario: a list of errors and warnings, each with its place and key path.
 */
#ifndef FLEETWRIGHT_SCENARIOS_DIAGNOSTICS_H
#define FLEETWRIGHT_SCENARIOS_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/memory.h"
#include "sim/status.h"

/* More than this many are counted but not kept. */
enum { DIAGNOSTICS_MAX = 1000 };

struct place {
    const char *file;
    int line, column; /* from 1; 0 = the file as a whole */
    const char *set;  /* "path=value" when the value came from --set, else NULL */
};

struct diagnostic {
    bool warning; /* else an error */
    struct place place;
    const char *path; /* "pools.a100.price", "" = the whole */
    const char *message;
    size_t order; /* of being found: keeps the sort stable */
};

struct diagnostics {
    struct diagnostic *items;
    size_t count, capacity;
    size_t errors, warnings; /* all that were found */
    int code;                /* STATUS_MEMORY when one could not be kept, else 0 */
    struct arena arena;
};

void diagnostics_init(struct diagnostics *d);
void diagnostics_free(struct diagnostics *d); /* legal twice */

/* Adds one; all text is copied. */
void diagnostics_add(struct diagnostics *d, bool warning, const struct place *place,
                     const char *path, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* By file, line, column; what came from --set first. */
void diagnostics_sort(struct diagnostics *d);

/* The text for the user, one line each: `file:line:column: key.path: message`, or
 * `--set key.path=value: key.path: message`. At most `limit` lines (0 = all), then a line that says
 * how many more there are. *text is for mem_free. */
int diagnostics_render(const struct diagnostics *d, size_t limit, char **text,
                       struct status *status);

#endif
