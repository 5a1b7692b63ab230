/* A plan as a person reads it: what `check` prints. */
#ifndef FLEETWRIGHT_SIM_CLI_PLAN_TEXT_H
#define FLEETWRIGHT_SIM_CLI_PLAN_TEXT_H

#include "models/plan.h"
#include "sim/cli/terminal.h"

void plan_print(const struct terminal *t, const struct plan *plan);

#endif
