/* The named choices of the language, each from the one table that defines it. Private to
 * scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_CHOICES_H
#define FLEETWRIGHT_SCENARIOS_CHOICES_H

#include "scenarios/field.h"

extern const struct choices choices_market;          /* const struct market * */
extern const struct choices choices_billed_from;     /* bool: from granted */
extern const struct choices choices_failure_clock;   /* enum failure_clock */
extern const struct choices choices_precision;       /* int32_t: enum precision */
extern const struct choices choices_on_node_failure; /* bool: hold the gang */
extern const struct choices choices_deadline;        /* bool: cancel */
extern const struct choices choices_order;           /* const struct order * */
extern const struct choices choices_route;           /* const struct route * */

/* The words of a checkpoint interval: none and the formulas. NULL after the last. */
const char *choices_checkpoint_word(size_t i, int *rule);

/* The trace's tables: name and number (enum trace_table), and whether it is written by default.
 * NULL after the last. (Here, since models/trace.h cannot be included beside the catalogue.) */
const char *choices_table(size_t i, bool *by_default);

/* "a, b, c" of all names. Returns text. */
char *choices_list(const struct choices *choices, char *text, size_t size);

#endif
