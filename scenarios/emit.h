/* Writing YAML: the resolved scenario, and the scalars of the reference. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_EMIT_H
#define FLEETWRIGHT_SCENARIOS_EMIT_H

#include <stdbool.h>

#include "scenarios/textbuilder.h"
#include "scenarios/tree.h"

/* Writes the decoded tree, with the defaults that decoding filled in, in the order of the table of
 * fields. Reading it again gives an equal plan. */
void emit_scenario(struct textbuilder *b, const struct node *root);

/* A scalar, in double quotes where it needs them. word: also where another YAML reader would take
 * the text for a number, a boolean or null. */
void emit_scalar(struct textbuilder *b, const char *text, bool word);

#endif
