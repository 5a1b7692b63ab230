/* Values that are one scalar: words, texts, numbers with units. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_SCALAR_H
#define FLEETWRIGHT_SCENARIOS_DECODE_SCALAR_H

#include "scenarios/decoder.h"

/* Decodes the node into the field's place in the struct at base. */
void decode_scalar(struct decoder *d, struct node *node, const struct field *field, void *base);

#endif
