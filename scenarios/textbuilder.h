/* A growing text, for everything that is written: messages, the resolved YAML, the reference. */
#ifndef FLEETWRIGHT_SCENARIOS_TEXTBUILDER_H
#define FLEETWRIGHT_SCENARIOS_TEXTBUILDER_H

#include <stddef.h>

#include "sim/memory.h"
#include "sim/status.h"

/* Zero-initialised. After the first failed allocation further calls do nothing and `code` says it,
 * so that writers need one check at the end. */
struct textbuilder {
    char *text; /* NUL-terminated; NULL while nothing was added */
    size_t length;
    size_t capacity;
    int code; /* STATUS_OK or STATUS_MEMORY */
};

void textbuilder_free(struct textbuilder *b); /* legal twice */

void textbuilder_add(struct textbuilder *b, const char *text);
void textbuilder_add_bytes(struct textbuilder *b, const char *text, size_t length);
void textbuilder_char(struct textbuilder *b, char c);
void textbuilder_repeat(struct textbuilder *b, char c, size_t count);
void textbuilder_printf(struct textbuilder *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the text broken into lines of at most `width` characters, each beginning with `prefix` and
 * ending with a newline. */
void textbuilder_wrap(struct textbuilder *b, const char *prefix, const char *text, size_t width);

/* The text; "" when nothing was added. */
const char *textbuilder_text(const struct textbuilder *b);

/* A copy in the arena; NULL and STATUS_MEMORY when this or an earlier allocation failed. */
char *textbuilder_copy(const struct textbuilder *b, struct arena *arena, struct status *status);

#endif
