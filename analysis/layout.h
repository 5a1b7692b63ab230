/* How a trace lies in its HDF5 file: creation of the file, its attributes, the scenario's texts,
 * and the datasets of columns. Private to the writer. */
#ifndef FLEETWRIGHT_ANALYSIS_LAYOUT_H
#define FLEETWRIGHT_ANALYSIS_LAYOUT_H

#include <stddef.h>

#include "analysis/hdf.h"
#include "models/plan.h"
#include "models/trace.h"

/* Handles, or 0; negative on failure, and then nothing stays open. */
hid_t layout_file(const char *path);
int layout_attributes(hid_t file, const struct plan *plan, const char *created_by);
int layout_scenario(hid_t file,
                    const struct plan *plan); /* /scenario/source and /scenario/resolved */

/* An empty, extendible dataset in chunks of `chunk` values. size: bytes of a number, to be
 * shuffled; 1 for strings. level: of deflate; 0 = none, with checksums. */
hid_t layout_dataset(hid_t group, const char *name, hid_t type, size_t size, size_t chunk,
                     int level);
int layout_describe(hid_t dataset,
                    const struct trace_column *column); /* unit, description, missing */
hid_t layout_column(hid_t group, const struct trace_column *column, size_t chunk, int level);

/* The table names, whole. STATUS_MEMORY, or another negative code when HDF5 fails. */
int layout_names(hid_t file, const struct trace_name *names, size_t count, size_t chunk, int level,
                 struct status *status);

#endif
