/* How the reader says what is wrong with a file. */
#include "analysis/reader_file.h"

#include <stdio.h>

int reader_refuse(const struct reader *reader, const char *what, struct status *status)
{
    char reason[256];
    const char *why = hdf_reason(reason, sizeof reason);
    return status_set(status, STATUS_INPUT,
                      "%s is not a whole Fleetwright trace: %s%s%s%s. Write it again with "
                      "'fleetwright run'.",
                      reader->path, what, *why ? " (" : "", why, *why ? ")" : "");
}

int reader_refuse_column(const struct reader *reader, const char *table, const char *column,
                         const char *what, struct status *status)
{
    char text[256];
    snprintf(text, sizeof text, "column '%s' of table '%s' %s", column, table, what);
    return reader_refuse(reader, text, status);
}
