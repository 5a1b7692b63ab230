/* The scenario named on the command line, with its --set and its shorthands, as a plan; and the
 * diagnostics for the user. What `check` and `run` have in common. */
#ifndef FLEETWRIGHT_SIM_CLI_INPUT_H
#define FLEETWRIGHT_SIM_CLI_INPUT_H

#include "models/plan.h"
#include "sim/cli/command.h"

/* Reads the scenario arguments->operands[0]. Prints errors and warnings. Returns EXIT_STATUS_DONE
 * with *plan filled in, for plan_free, or another exit status. what: what is not done because of
 * the errors, "Nothing was run." */
int input_load(const struct cli *cli, const struct arguments *arguments, const char *what,
               struct plan *plan);

#endif
