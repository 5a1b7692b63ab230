/* Distributions, from the table of laws in sim/distribution.h: their names, parameters and ranges
 * are there only. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_LAW_H
#define FLEETWRIGHT_SCENARIOS_DECODE_LAW_H

#include "scenarios/decoder.h"

/* The base of a distribution. */
enum law_quantity { LAW_QUANTITY_SECONDS, LAW_QUANTITY_WORK };

/* A distribution: a plain value, or {law: parameters}. NULL after an error. unit (for work): NULL
 * or the unit that the values must have; set by the first value. */
const struct distribution *decode_law(struct decoder *d, struct node *node,
                                      enum law_quantity quantity, const char **unit);

#endif
