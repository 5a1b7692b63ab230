/* --set key.path=value: changes of the tree before it is decoded. */
#ifndef FLEETWRIGHT_SCENARIOS_OVERRIDE_H
#define FLEETWRIGHT_SCENARIOS_OVERRIDE_H

#include <stddef.h>

#include "scenarios/diagnostics.h"
#include "scenarios/scenario.h"
#include "scenarios/tree.h"

/* Applies them in order. A path is keys joined by `.` (a key that has dots itself is found if it is
 * there, and can be put in double quotes), a list's element is its index from 0; missing mappings
 * are made, but no pool and no class is added; the value is YAML, such as `3`, `1.20 USD/GPU/h` or
 * `{exponential: {mean: 2 h}}`. Errors name `--set path=value`. Fails only when memory runs out. */
int override_apply(struct node *root, const struct scenario_override *overrides, size_t count,
                   struct arena *arena, struct diagnostics *diagnostics, struct status *status);

#endif
