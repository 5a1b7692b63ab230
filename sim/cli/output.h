/* The file a run writes: what can be said of it before the run, so that hours of simulation do not
 * end in "is a directory". */
#ifndef FLEETWRIGHT_SIM_CLI_OUTPUT_H
#define FLEETWRIGHT_SIM_CLI_OUTPUT_H

#include <limits.h>

#include "sim/status.h"

struct output {
    char path[PATH_MAX]; /* where the file goes: behind a symbolic link, what it points to */
};

/* STATUS_INPUT when `given` cannot become a file or is the scenario itself (which may be "-"). An
 * existing regular file may be replaced. */
int output_init(struct output *output, const char *given, const char *scenario,
                struct status *status);

/* Gives the file that will be renamed to the output the permissions of the one it replaces, if
 * there is one. Where that is refused, it keeps those of a new file. */
void output_keep_mode(const struct output *output, const char *temporary);

/* Bytes of the finished file; -1 where that is not known. */
long long output_size(const struct output *output);

#endif
