/* Exact decimal numbers as they are written: 4.20 is 420 x 10^-2, never a double. */
#ifndef FLEETWRIGHT_SCENARIOS_DECIMAL_H
#define FLEETWRIGHT_SCENARIOS_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/status.h"

struct decimal {
    __int128 mantissa; /* no trailing zeros are removed */
    int exponent;      /* value = mantissa x 10^exponent */
};

/* Longest mantissa and largest exponent of a number that is read. */
enum { DECIMAL_DIGITS_MAX = 24, DECIMAL_EXPONENT_MAX = 40 };

/* Reads a number at the beginning of the text: digits, at most one decimal point between digits, an
 * exponent (1e6), a minus sign. Returns the number of bytes, or 0 with STATUS_INPUT and a sentence
 * that says what is wrong (leading zero, underscore, hexadecimal, nan, a missing digit beside the
 * point ...). */
size_t decimal_scan(const char *text, struct decimal *value, struct status *status);

/* The nearest double. */
double decimal_to_double(struct decimal value);

/* value x numerator / denominator as an integer; false when it is none or does not fit. Both > 0.
 */
bool decimal_to_int64(struct decimal value, int64_t numerator, int64_t denominator,
                      int64_t *result);

/* *sum += value x factor, exactly; false on overflow. factor is an integer > 0. */
bool decimal_add_scaled(struct decimal *sum, struct decimal value, int64_t factor);

bool decimal_is_zero(struct decimal value);

#endif
