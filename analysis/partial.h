/* A file that takes its name only when it is whole: it is written under a temporary name in the
 * same directory, synced and renamed. Private to the writer. */
#ifndef FLEETWRIGHT_ANALYSIS_PARTIAL_H
#define FLEETWRIGHT_ANALYSIS_PARTIAL_H

#include "sim/status.h"

struct partial {
    char *path, *temporary; /* "out.h5", "out.h5.<process>.partial" */
};

/* Makes the names and an empty file of the temporary one. STATUS_INPUT when its directory does not
 * exist or is not writable, STATUS_IO, STATUS_MEMORY. */
int partial_begin(struct partial *partial, const char *path, struct status *status);

/* Syncs the file, gives it its name and syncs the directory. STATUS_IO. */
int partial_publish(const struct partial *partial, struct status *status);

/* Removes the temporary file, and gives its space back at once even while it is open. */
void partial_discard(const struct partial *partial);

void partial_free(struct partial *partial); /* legal after a failed begin, and twice */

#endif
