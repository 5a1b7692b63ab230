/* Values that are lists or mappings of values: `at` of arrivals, speeds, speed-ups, lists of pools
 * and tables. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_LIST_H
#define FLEETWRIGHT_SCENARIOS_DECODE_LIST_H

#include "scenarios/decoder.h"

/* Decodes the node to `at`, the field's place. Its type: FIELD_TIMES, _SPEEDS, _SPEEDUPS, _POOLS or
 * _TABLES. */
void decode_list(struct decoder *d, struct node *node, const struct field *field, void *at);

#endif
