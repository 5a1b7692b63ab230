/* The writer of trace files: HDF5, one group a table, one dataset a column (docs/trace.md).
 *
 * The file is written under a temporary name in the same directory and takes its own name only when
 * it is complete and synced, so a file of that name is never partial. Equal rows give equal bytes:
 * nothing in the file depends on the clock, the machine or the process. */
#ifndef FLEETWRIGHT_ANALYSIS_STORE_H
#define FLEETWRIGHT_ANALYSIS_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "models/plan.h"
#include "models/trace.h"

struct store;

/* Begins a trace at path. Of the plan it uses name, description, currency, seed, replications,
 * source, resolved and trace (which tables, compression); texts may be NULL. created_by, such as
 * "fleetwright 0.1.0 (revision)", becomes an attribute. STATUS_INPUT when the directory does not
 * exist or is not writable, STATUS_IO, STATUS_MEMORY; then *store is NULL. The plan need not
 * outlive the call. */
int store_open(struct store **store, const char *path, const struct plan *plan,
               const char *created_by, struct status *status);

/* Takes rows of every table: tables that the plan does not ask for are dropped, but names, pools,
 * classes and summary are always written. Rows of names (struct trace_name), pools and classes may
 * come again, from another replication: equal ones are written once, a different row of the same id
 * is STATUS_INPUT. */
struct trace_sink store_sink(struct store *store);

/* Ends the file. keep: writes what is buffered, syncs and renames over path; else, or when anything
 * failed before or now, the temporary file is removed and path is untouched. Frees *store and sets
 * it to NULL; legal with *store NULL. */
int store_close(struct store **store, bool keep, struct status *status);

/* The file's temporary name, for whoever must remove it when the process ends before store_close;
 * the string lives until then. */
const char *store_temporary(const struct store *store);

/* "HDF5 1.10.8, libdeflate 1.14": the versions in use, as every file names them. Returns text. */
char *store_libraries(char *text, size_t size);

#endif
