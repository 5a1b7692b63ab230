/* The help pages, made from the tables. On stdout. */
#ifndef FLEETWRIGHT_SIM_CLI_HELP_H
#define FLEETWRIGHT_SIM_CLI_HELP_H

#include "sim/cli/command.h"

void help_program(const struct cli *cli);
void help_command(const struct cli *cli, const struct command *command);

#endif
