/* Defaults: written into the tree as if the user had written them. Emitting the tree then gives the
 * resolved scenario, and both ways of saying a thing go through the same decoder. Private to
 * scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DEFAULTS_H
#define FLEETWRIGHT_SCENARIOS_DEFAULTS_H

#include "scenarios/decoder.h"

/* Fills the default of a missing field into the mapping, if it has one. NULL when it has none. */
struct node *defaults_fill(struct decoder *d, struct node *mapping, const struct field *field);

#endif
