/* From row structs to the bytes of a chunk, as HDF5's own filters would make them: gather a column,
 * shuffle its bytes, deflate them, or append a Fletcher checksum. No HDF5 here and no state shared
 * between encoders, so that chunks can be encoded in any thread. */
#ifndef FLEETWRIGHT_ANALYSIS_ENCODE_H
#define FLEETWRIGHT_ANALYSIS_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "models/trace.h"

size_t column_size(enum column_type type); /* bytes of a value */

/* Copies count rows into columns: value i of column c goes to columns[c] + (at + i) x its size. */
void encode_gather(const struct trace_table_info *table, const void *rows, size_t count, size_t at,
                   unsigned char *const *columns);

/* The reverse of encode_gather with at = 0. */
void encode_scatter(const struct trace_table_info *table, const unsigned char *const *columns,
                    size_t count, void *rows);

struct encoder {
    int level; /* of deflate, 1 .. 9; 0 = no compression, with a checksum */
    struct libdeflate_compressor *compressor;
    unsigned char *shuffled, *out;
    size_t capacity; /* of shuffled */
    size_t out_capacity;
};

/* What an encoder has learnt of a column: how many of the lowest planes of bytes do not become
 * smaller (the noise of sampled times), so that deflate need not try them in every chunk. */
struct encoder_habit {
    unsigned stored; /* planes */
    unsigned age;    /* chunks since they were tried; 0 = not yet */
};

/* level: of deflate. largest_chunk: in bytes. */
int encoder_init(struct encoder *encoder, int level, size_t largest_chunk, struct status *status);
void encoder_free(struct encoder *encoder);

/* Encodes a chunk of count values (a multiple of 8) of the given size (1, 4, 8). *bytes stays valid
 * until the next call; *mask is HDF5's filter mask: the bits of filters left out (deflate, where it
 * does not help). *length is 0 for a chunk of zeros: it need not be written, since zero is what
 * readers see where no chunk is. habit: zeroed at first, one a column. */
void encoder_chunk(struct encoder *encoder, struct encoder_habit *habit,
                   const unsigned char *values, size_t count, size_t size,
                   const unsigned char **bytes, size_t *length, uint32_t *mask);

/* HDF5's variant of Fletcher's checksum of an even number of bytes. */
uint32_t fletcher32(const unsigned char *bytes, size_t count);

#endif
