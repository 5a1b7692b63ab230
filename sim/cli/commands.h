/* The table of subcommands. Only main knows it: a command that tells of the others (help,
 * completion) gets it with struct cli. */
#ifndef FLEETWRIGHT_SIM_CLI_COMMANDS_H
#define FLEETWRIGHT_SIM_CLI_COMMANDS_H

#include "sim/cli/command.h"

extern const struct command commands[]; /* ended by a NULL name */

#endif
