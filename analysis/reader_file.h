/* An open trace file and the parts of its validation. Private to the reader. */
#ifndef FLEETWRIGHT_ANALYSIS_READER_FILE_H
#define FLEETWRIGHT_ANALYSIS_READER_FILE_H

#include "analysis/check.h"
#include "analysis/hdf.h"
#include "analysis/reader.h"

enum { COLUMNS_MAX = 64 };

struct reader {
    char *path;
    hid_t file;
    struct reader_info info;
    char *texts[6]; /* what info's strings point to */
    hid_t datasets[TRACE_TABLES][COLUMNS_MAX];
    struct trace_name *names; /* by id */
    char *strings;
    size_t name_count;
    struct check check; /* for values of columns */
};

/* STATUS_INPUT with the file's name, what is wrong with it and HDF5's last reason; _column: "column
 * 'x' of table 'y' is not there". */
int reader_refuse(const struct reader *reader, const char *what, struct status *status);
int reader_refuse_column(const struct reader *reader, const char *table, const char *column,
                         const char *what, struct status *status);

/* The attributes and the scenario's texts, into info. */
int reader_open_attributes(struct reader *reader, struct status *status);

/* The datasets and lengths of all tables, and the strings of table names. */
int reader_open_tables(struct reader *reader, struct status *status);

#endif
