/* Money: integer nano-units of the scenario's currency, with checked arithmetic.
 *
 * A cost is an exact rate times an integer quantity in 128 bits, rounded once (nearest, ties to
 * even). A meter makes a sequence of such costs add up exactly: each posting is the difference of
 * the rounded cumulative cost, so the postings of a meter always sum to the cost of its total
 * quantity. */
#ifndef FLEETWRIGHT_SIM_MONEY_H
#define FLEETWRIGHT_SIM_MONEY_H

#include <stddef.h>
#include <stdint.h>

#include "sim/status.h"

typedef int64_t money;       /* nano-units */
typedef __int128 quantity_t; /* an exact count: GPU-ticks, byte-ticks, bytes, attempts */

#define MONEY_NANO INT64_C(1000000000) /* nano-units in a unit of currency */

/* nano-units of money for every `per` units of quantity, both >= 0 and per > 0. 1.20 USD/GPU/h is
 * {1200000000, TICKS_PER_HOUR} over GPU-ticks. */
struct money_rate {
    int64_t nano;
    int64_t per;
};

/* *sum += amount; STATUS_OVERFLOW when it does not fit (then *sum is unchanged). */
int money_add(money *sum, money amount, struct status *status);

/* rate x quantity, rounded once; quantity >= 0. */
int money_cost(struct money_rate rate, quantity_t quantity, money *cost, struct status *status);

struct meter {
    struct money_rate rate;
    quantity_t quantity; /* posted so far */
    money total;         /* = money_cost(rate, quantity) */
};

/* Adds a quantity (>= 0) and returns in *amount by how much the rounded total moved. */
int meter_post(struct meter *meter, quantity_t quantity, money *amount, struct status *status);

/* Splits total into parts proportional to weights (>= 0, not all 0) that sum to total exactly. */
void money_split(money total, const int64_t *weights, size_t count, money *parts);

/* Writes "-1,234.567890123"-style decimal with the given number of decimals (0..9), rounded half to
 * even, with thousands separators if asked. Returns text. 32 bytes hold every amount; too small a
 * size is a bug (an amount is never cut). */
char *money_format(money amount, int decimals, int grouped, char *text, size_t size);

#endif
