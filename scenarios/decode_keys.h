/* Keys of a section: unknown ones, and those that do not apply under its circumstances. Private to
 * scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_KEYS_H
#define FLEETWRIGHT_SCENARIOS_DECODE_KEYS_H

#include "scenarios/decoder.h"

/* Reports the keys of the mapping that the section does not have, or not under the present
 * conditions. */
void decode_keys(struct decoder *d, const struct node *mapping, const struct section *section);

#endif
