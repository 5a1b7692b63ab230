/* A growing text: what summaries are written into, for the caller to print or save. */
#ifndef FLEETWRIGHT_ANALYSIS_TEXT_H
#define FLEETWRIGHT_ANALYSIS_TEXT_H

#include <stddef.h>

#include "sim/status.h"

struct text {
    char *bytes; /* NUL-terminated when length > 0; NULL before the first text_add */
    size_t length;
    size_t capacity;
    int failed; /* STATUS_MEMORY once an addition failed; later additions do nothing */
};

/* A zeroed struct text is an empty text. Failure is kept in `failed`, so that a writer of many
 * pieces checks once, with text_check. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_bytes(struct text *text, const char *bytes, size_t count);
int text_check(const struct text *text, struct status *status); /* 0 or STATUS_MEMORY */
void text_free(struct text *text);

#endif
