/* What `fleetwright --version` prints. */
#ifndef FLEETWRIGHT_SIM_CLI_VERSION_TEXT_H
#define FLEETWRIGHT_SIM_CLI_VERSION_TEXT_H

#include <stdio.h>

void version_print(FILE *out);

#endif
