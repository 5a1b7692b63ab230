/* What the readers of values share: tables of units, words, texts in messages. Private to
 * scenarios/units*.c. */
#ifndef FLEETWRIGHT_SCENARIOS_UNITS_TEXT_H
#define FLEETWRIGHT_SCENARIOS_UNITS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/decimal.h"
#include "scenarios/units.h"
#include "sim/status.h"

/* A unit is factor x 10^exponent of the base unit. */
struct unit {
    const char *name; /* NULL ends a table */
    int64_t factor;
    int exponent;
};

extern const struct unit units_of_time[]; /* of a second, from short to long */

const struct unit *units_find(const struct unit *units, const char *word); /* NULL if none */

/* Text cut to a length that fits in a message, not inside a character. */
struct units_shown {
    char text[88];
};
struct units_shown units_show(const char *text);

const char *units_skip(const char *p); /* what follows the blanks */

/* Letters at p into word; their number, 0 when there is none or they are UNIT_WORD_MAX or more. */
size_t units_letters(const char *p, char word[UNIT_WORD_MAX]);

/* A number of 0 or more at the beginning of the text, and what follows it and its blanks. */
int units_amount(const char *text, struct decimal *value, const char **rest, struct status *status);

/* *sum += value x unit; false on overflow. */
bool units_add(struct decimal *sum, struct decimal value, const struct unit *unit);

#endif
