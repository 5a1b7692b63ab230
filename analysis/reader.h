/* The reader of trace files. A file is checked before a row of it is used: format and version,
 * every column there with the right type and the lengths equal, then values of kinds and ids chunk
 * by chunk. A damaged or hostile file gives a message, never a crash. */
#ifndef FLEETWRIGHT_ANALYSIS_READER_H
#define FLEETWRIGHT_ANALYSIS_READER_H

#include <stddef.h>
#include <stdint.h>

#include "models/trace.h"

enum { TRACE_FORMAT_VERSION = 1 };

struct reader;

/* What a file says of itself; the strings belong to the reader and are never NULL. */
struct reader_info {
    const char *path; /* as it was opened */
    const char *created_by;
    const char *name; /* of the scenario */
    const char *description;
    const char *currency;
    const char *source;   /* YAML as given */
    const char *resolved; /* YAML with every default */
    uint64_t seed;
    int64_t replications;
    uint32_t tables; /* bit of each enum trace_table that is in the file */
    uint64_t rows[TRACE_TABLES];
};

/* STATUS_INPUT with a sentence that names the file and what is wrong with it, STATUS_MEMORY; then
 * *reader is NULL. */
int reader_open(struct reader **reader, const char *path, struct status *status);

/* The same from bytes in memory, which are copied; name is used in messages. */
int reader_open_image(struct reader **reader, const void *bytes, size_t size, const char *name,
                      struct status *status);

const struct reader_info *reader_info(const struct reader *reader);

/* Gives the sink the rows of one table in chunks of at most TRACE_CHUNK. A table that is not in the
 * file has no rows. Rows of TRACE_NAMES are struct trace_name with strings that live as long as the
 * reader. */
int reader_rows(struct reader *reader, enum trace_table table, struct trace_sink sink,
                struct status *status);

/* All tables of the mask: names, pools and classes first, then the rest in the order of the enum.
 */
int reader_all(struct reader *reader, uint32_t tables, struct trace_sink sink,
               struct status *status);

void reader_close(struct reader **reader); /* legal with *reader NULL */

#endif
