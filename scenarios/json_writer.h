/* Writing JSON, one entry a line. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_JSON_WRITER_H
#define FLEETWRIGHT_SCENARIOS_JSON_WRITER_H

#include <stdbool.h>

#include "scenarios/textbuilder.h"

struct json {
    struct textbuilder *b;
    size_t depth; /* of open objects and arrays */
    bool some;    /* the innermost has an entry already */
};

void json_open(struct json *j, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);
void json_next(struct json *j);                    /* before an element of an array */
void json_key(struct json *j, const char *name);   /* before a value of an object */
void json_quote(struct json *j, const char *text); /* a string; text has no control characters */

/* An entry of an object: a string, and a value that is JSON already. */
void json_text(struct json *j, const char *name, const char *text);
void json_raw(struct json *j, const char *name, const char *text);

#endif
