/* From the tree to the draft: one walk along the table of fields, which checks keys and values,
 * fills defaults into the tree (so that the tree becomes the resolved scenario) and writes values.
 * Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DECODE_H
#define FLEETWRIGHT_SCENARIOS_DECODE_H

#include "scenarios/decoder.h"

/* Decodes a mapping into out (zeroed, section->size bytes). True when it found no error. */
bool decode_section(struct decoder *d, struct node *mapping, const struct section *section,
                    void *out);

#endif
