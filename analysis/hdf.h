/* What writer and reader share of HDF5: types of columns, attributes, and the library's own words
 * on a failure. Private to analysis; nobody else includes hdf5.h. */
#ifndef FLEETWRIGHT_ANALYSIS_HDF_H
#define FLEETWRIGHT_ANALYSIS_HDF_H

#include <hdf5.h>
#include <stdbool.h>

#include "models/trace.h"

/* Stops HDF5 from printing on stderr; failures are told through a status instead. */
void hdf_silence(void);

/* The innermost reason that HDF5 gives for its last failure, with errno's words where there are
 * some; "" when there is none. Returns text. */
char *hdf_reason(char *text, size_t size);

/* The type of a column in the file: little-endian integer or double, or an enumeration over 1 byte.
 * To be closed by the caller; negative on failure. */
hid_t hdf_column_type(const struct trace_column *column);

/* A type for UTF-8 strings of length > 0 bytes, filled up with NUL. */
hid_t hdf_string_type(size_t length);

/* Attributes: a UTF-8 string, or one integer of the given file type. 0 or negative. */
int hdf_write_text(hid_t object, const char *name, const char *text);
int hdf_write_integer(hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                      const void *value);

/* Reads them again: 0, or negative when it is not there or of another type. *text is from
 * mem_alloc. */
int hdf_read_text(hid_t object, const char *name, char **text, struct status *status);
int hdf_read_integer(hid_t object, const char *name, hid_t memory_type, void *value);

/* Creates a group whose members keep the order in which they are made and that knows no clock. */
hid_t hdf_make_group(hid_t parent, const char *name);

/* Settings for a file or group like that. 0 or negative. */
int hdf_set_creation(hid_t list);

#endif
