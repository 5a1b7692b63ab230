/* Distrust of a trace file: its links, types and storage, and the values of its columns. Private to
 * the reader. */
#ifndef FLEETWRIGHT_ANALYSIS_CHECK_H
#define FLEETWRIGHT_ANALYSIS_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/hdf.h"
#include "models/trace.h"

/* 1 when the last part of path is a hard link, 0 when there is none, -1 when it leads elsewhere. */
int check_link(hid_t file, const char *path);

/* 0 when the dataset's type is `want`; a negative want asks for nothing. An enumeration may have
 * fewer members than ours, an older file's. */
int check_type(hid_t dataset, hid_t want);

/* 0 when the data lies inside the file, with no filter but shuffle, deflate and Fletcher32, in
 * chunks of sane size. */
int check_storage(hid_t dataset);

/* The length of a 1-D dataset, and how many values its stored bytes can hold at most. Chunks of
 * zeros are not stored, but no table has a chunk in which all columns are zero: so the roomiest
 * column must hold the table's rows. Negative when the dataset is something else. */
int check_length(hid_t dataset, int64_t *rows, int64_t *room);

struct check {
    const char *path;
    const struct trace_name *names; /* by id */
    size_t name_count;
    int64_t pools, classes; /* ids are below these */
};

/* Looks at count values of a column, rows first ... of the table: kinds that exist, ids that exist,
 * times that can be subtracted, counts that are not negative. 0 or STATUS_INPUT with the row and
 * the value. */
int check_values(const struct check *check, enum trace_table table,
                 const struct trace_column *column, const void *values, uint64_t first,
                 size_t count, struct status *status);

#endif
