/* Reads a scenario: a YAML file, in the language that scenarios/reference.yaml shows, into a
 * plan. */
#ifndef FLEETWRIGHT_SCENARIOS_SCENARIO_H
#define FLEETWRIGHT_SCENARIOS_SCENARIO_H

#include <stddef.h>

#include "models/plan.h"
#include "scenarios/diagnostics.h"
#include "scenarios/textbuilder.h"
#include "sim/status.h"

/* --set path=value: keys joined by `.`, list elements by their number from 0; the value is YAML. */
struct scenario_override {
    const char *path;
    const char *value;
};

/* Reads the file (`-`: standard input, called stdin), applies the overrides in order and makes the
 * plan. All errors are found in one go and left, sorted by place, in `diagnostics` (initialised by
 * the caller, who frees it), warnings too. On success *plan is complete and the caller's
 * (plan_free). On failure it is zeroed and the result is STATUS_INPUT when diagnostics has errors
 * (status says how many), STATUS_IO when the file cannot be read, or STATUS_MEMORY. */
int scenario_load(const char *path, const struct scenario_override *overrides,
                  size_t override_count, struct plan *plan, struct diagnostics *diagnostics,
                  struct status *status);

/* The same for a text in memory. name stands in messages; files that the text names are looked for
 * beside it. */
int scenario_parse(const char *name, const char *text, size_t size,
                   const struct scenario_override *overrides, size_t override_count,
                   struct plan *plan, struct diagnostics *diagnostics, struct status *status);

/* Writes the reference of the language: a scenario that can be run, with every key, its unit, range
 * and default in comments. STATUS_MEMORY. */
int scenario_reference(struct textbuilder *text, struct status *status);

/* Writes the JSON Schema (draft-07) of the language, for editors. STATUS_MEMORY. */
int scenario_json_schema(struct textbuilder *text, struct status *status);

#endif
