/* Other files that a scenario names: one value a line. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_INCLUDE_FILE_H
#define FLEETWRIGHT_SCENARIOS_INCLUDE_FILE_H

#include "scenarios/decoder.h"

/* The lines of the file named by the scalar `path` (relative to the scenario file) as scalars
 * appended to `list`; blank lines and `#` comments are left out. False after an error. */
bool include_file(struct decoder *d, const struct node *path, struct node *list);

#endif
