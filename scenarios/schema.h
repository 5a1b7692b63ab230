/* The table of all fields of a scenario. Everything that must know the fields walks it: the
 * decoder, the defaults, suggestions for unknown keys, the emitter of the resolved YAML,
 * scenarios/reference.yaml and scenarios/schema.json. To add a field is to add one row. */
#ifndef FLEETWRIGHT_SCENARIOS_SCHEMA_H
#define FLEETWRIGHT_SCENARIOS_SCHEMA_H

#include "scenarios/field.h"

extern const struct section schema_scenario; /* the root */
extern const struct section schema_pool;
extern const struct section schema_class;

#endif
