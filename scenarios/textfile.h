/* A whole file into memory, with sentences for everything that can be wrong with it. */
#ifndef FLEETWRIGHT_SCENARIOS_TEXTFILE_H
#define FLEETWRIGHT_SCENARIOS_TEXTFILE_H

#include <stddef.h>

#include "sim/memory.h"
#include "sim/status.h"

/* Reads a regular file (or a pipe) of at most `most` bytes into the arena, with a NUL behind it.
 * STATUS_IO when it is missing, a directory, unreadable; STATUS_INPUT when it is larger;
 * STATUS_MEMORY. */
int textfile_read(const char *path, size_t most, struct arena *arena, char **text, size_t *size,
                  struct status *status);

#endif
