/* See encode.h. The gather is the hot path of a traced run: it works in blocks of rows that stay in
 * the cache while all columns are taken from them. */
#include "analysis/encode.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <string.h>

#include "sim/bug.h"
#include "sim/memory.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "chunks are written as they lie in memory: the file's types are little-endian"
#endif

enum { BLOCK_ROWS = 128 };

size_t column_size(enum column_type type)
{
    return type == COLUMN_I8 ? 1 : type == COLUMN_I32 ? 4 : 8;
}

/* Copies of fixed size become single moves; a row struct keeps its fields aligned. */
#define MOVE(type)                                                                                 \
    do {                                                                                           \
        for (size_t i = 0; i < count; ++i)                                                         \
            memcpy(to + i * to_step, from + i * from_step, sizeof(type));                          \
    } while (0)

static void gather_block(const unsigned char *from, size_t from_step, unsigned char *to,
                         size_t size, size_t count)
{
    size_t to_step = size;
    if (size == 8) {
        to_step = 8;
        MOVE(int64_t);
    } else if (size == 4) {
        to_step = 4;
        MOVE(int32_t);
    } else {
        to_step = 1;
        MOVE(int8_t);
    }
}

static void scatter_block(const unsigned char *from, unsigned char *to, size_t to_step, size_t size,
                          size_t count)
{
    size_t from_step = size;
    if (size == 8)
        MOVE(int64_t);
    else if (size == 4)
        MOVE(int32_t);
    else
        MOVE(int8_t);
}

void encode_gather(const struct trace_table_info *table, const void *rows, size_t count, size_t at,
                   unsigned char *const *columns)
{
    for (size_t first = 0; first < count; first += BLOCK_ROWS) {
        size_t block = count - first < BLOCK_ROWS ? count - first : BLOCK_ROWS;
        const unsigned char *from = (const unsigned char *)rows + first * table->row_size;
        for (int c = 0; c < table->column_count; ++c) {
            size_t size = column_size(table->columns[c].type);
            gather_block(from + table->columns[c].offset, table->row_size,
                         columns[c] + (at + first) * size, size, block);
        }
    }
}

void encode_scatter(const struct trace_table_info *table, const unsigned char *const *columns,
                    size_t count, void *rows)
{
    for (size_t first = 0; first < count; first += BLOCK_ROWS) {
        size_t block = count - first < BLOCK_ROWS ? count - first : BLOCK_ROWS;
        unsigned char *to = (unsigned char *)rows + first * table->row_size;
        for (int c = 0; c < table->column_count; ++c) {
            size_t size = column_size(table->columns[c].type);
            scatter_block(columns[c] + first * size, to + table->columns[c].offset, table->row_size,
                          size, block);
        }
    }
}

/* ---- shuffle ---- */

/* Exchanges the upper halves of the fields of a with the lower halves of those of b. */
static inline void exchange(uint64_t *a, uint64_t *b, uint64_t low, int shift)
{
    uint64_t x = *a, y = *b;
    *a = (x & low) | (y & low) << shift;
    *b = (x >> shift & low) | (y & ~low);
}

#define LOW32 UINT64_C(0x00000000FFFFFFFF)
#define LOW16 UINT64_C(0x0000FFFF0000FFFF)
#define LOW8  UINT64_C(0x00FF00FF00FF00FF)

/* Eight values at a time, a transposition of bytes in registers. */
static void shuffle8(const unsigned char *values, size_t count, unsigned char *out)
{
    for (size_t i = 0; i < count; i += 8) {
        uint64_t v[8];
        memcpy(v, values + i * 8, sizeof v);
        for (int k = 0; k < 4; ++k)
            exchange(&v[k], &v[k + 4], LOW32, 32);
        for (int k = 0; k < 8; k += 4) {
            exchange(&v[k], &v[k + 2], LOW16, 16);
            exchange(&v[k + 1], &v[k + 3], LOW16, 16);
        }
        for (int k = 0; k < 8; k += 2)
            exchange(&v[k], &v[k + 1], LOW8, 8);
        for (int k = 0; k < 8; ++k)
            memcpy(out + (size_t)k * count + i, &v[k], 8);
    }
}

static void shuffle4(const unsigned char *values, size_t count, unsigned char *out)
{
    for (size_t i = 0; i < count; i += 8) {
        uint32_t e[8];
        uint64_t v[4];
        memcpy(e, values + i * 4, sizeof e);
        for (int k = 0; k < 4; ++k)
            v[k] = e[k] | (uint64_t)e[k + 4] << 32;
        exchange(&v[0], &v[2], LOW16, 16);
        exchange(&v[1], &v[3], LOW16, 16);
        exchange(&v[0], &v[1], LOW8, 8);
        exchange(&v[2], &v[3], LOW8, 8);
        for (int k = 0; k < 4; ++k)
            memcpy(out + (size_t)k * count + i, &v[k], 8);
    }
}

/* ---- checksum ---- */

/* Folds a sum of 16-bit words as repeated end-around carries would: 0 only for 0. */
static uint16_t fold(uint64_t sum)
{
    return sum == 0 ? 0 : (uint16_t)((sum - 1) % 65535 + 1);
}

/* HDF5 sums big-endian words. Modulo 65535 an exchange of the bytes is a multiplication by 256, so
 * sums of little-endian words are exchanged at the end instead; and the sums fit into 64 bits for
 * any chunk below 2^23 words, so they are folded once. */
uint32_t fletcher32(const unsigned char *bytes, size_t count)
{
    enum { WORDS = 64 };
    uint64_t sum1 = 0, sum2 = 0;
    size_t words = count / 2, i = 0;
    bug_assert(count % 2 == 0 && words < (1u << 23));
    for (; i + WORDS <= words; i += WORDS) {
        uint16_t w[WORDS];
        uint32_t plain = 0, weighted = 0;
        memcpy(w, bytes + 2 * i, sizeof w);
        for (uint32_t k = 0; k < WORDS; ++k) {
            plain += w[k];
            weighted += w[k] * (WORDS - k);
        }
        sum2 += WORDS * sum1 + weighted;
        sum1 += plain;
    }
    for (; i < words; ++i) {
        uint16_t w;
        memcpy(&w, bytes + 2 * i, sizeof w);
        sum1 += w;
        sum2 += sum1;
    }
    return (uint32_t)__builtin_bswap16(fold(sum2)) << 16 | __builtin_bswap16(fold(sum1));
}

/* ---- the chunk ---- */

int encoder_init(struct encoder *encoder, int level, size_t largest_chunk, struct status *status)
{
    memset(encoder, 0, sizeof *encoder);
    encoder->level = level;
    encoder->capacity = largest_chunk;
    encoder->out_capacity =
        largest_chunk + largest_chunk / 4096 + 64; /* headers of stored blocks */
    encoder->shuffled = mem_alloc(encoder->capacity, 1, status);
    encoder->out = mem_alloc(encoder->out_capacity, 1, status);
    if (encoder->shuffled == NULL || encoder->out == NULL)
        return STATUS_MEMORY;
    if (level > 0) {
        encoder->compressor = libdeflate_alloc_compressor(level);
        if (encoder->compressor == NULL)
            return status_set(status, STATUS_MEMORY,
                              "Out of memory: no compressor of level %d could be made.", level);
    }
    return 0;
}

void encoder_free(struct encoder *encoder)
{
    if (encoder->compressor != NULL)
        libdeflate_free_compressor(encoder->compressor);
    mem_free(encoder->shuffled);
    mem_free(encoder->out);
    memset(encoder, 0, sizeof *encoder);
}

static bool is_zero(const unsigned char *values, size_t length)
{
    return length == 0 || (values[0] == 0 && memcmp(values, values + 1, length - 1) == 0);
}

static void with_checksum(struct encoder *encoder, const unsigned char *values, size_t all,
                          const unsigned char **bytes, size_t *length)
{
    uint32_t checksum = fletcher32(values, all);
    memcpy(encoder->out, values, all);
    memcpy(encoder->out + all, &checksum, sizeof checksum);
    *bytes = encoder->out;
    *length = all + sizeof checksum;
}

/* Counts the lowest planes that deflate does not make smaller by 1 in 32. */
static unsigned try_planes(struct encoder *encoder, const unsigned char *planes, size_t count,
                           size_t size)
{
    unsigned stored = 0;
    while (stored < size &&
           libdeflate_deflate_compress(encoder->compressor, planes + stored * count, count,
                                       encoder->out, count - count / 32) == 0)
        stored++;
    return stored;
}

/* Deflate's stored blocks (RFC 1951, 3.2.4), none of them the last. */
static size_t store_blocks(const unsigned char *in, size_t length, unsigned char *out)
{
    enum { BLOCK_MAX = 65535 };
    size_t at = 0;
    for (size_t from = 0; from < length; from += BLOCK_MAX) {
        size_t part = length - from < BLOCK_MAX ? length - from : BLOCK_MAX;
        out[at++] = 0;
        out[at++] = (unsigned char)part;
        out[at++] = (unsigned char)(part >> 8);
        out[at++] = (unsigned char)~part;
        out[at++] = (unsigned char)(~part >> 8);
        memcpy(out + at, in + from, part);
        at += part;
    }
    return at;
}

/* A zlib stream (RFC 1950) whose first `stored` bytes are not compressed; 0 = it is no smaller. */
static size_t zlib_stream(struct encoder *encoder, const unsigned char *in, size_t stored,
                          size_t all)
{
    static const unsigned char header[2] = {0x78, 0x01};
    unsigned char *out = encoder->out;
    memcpy(out, header, sizeof header);
    size_t at = sizeof header + store_blocks(in, stored, out + sizeof header);
    if (at + sizeof(uint32_t) >= all)
        return 0;
    size_t packed = libdeflate_deflate_compress(encoder->compressor, in + stored, all - stored,
                                                out + at, all - at - sizeof(uint32_t));
    uint32_t adler = __builtin_bswap32(libdeflate_adler32(1, in, all));
    memcpy(out + at + packed, &adler, sizeof adler);
    return packed == 0 ? 0 : at + packed + sizeof adler;
}

static void deflate_chunk(struct encoder *encoder, struct encoder_habit *habit,
                          const unsigned char *values, size_t count, size_t size,
                          const unsigned char **bytes, size_t *length, uint32_t *mask)
{
    enum { TRY_AGAIN = 16 }; /* chunks */
    const unsigned char *in = values;
    size_t all = count * size;
    if (size > 1) {
        (size == 8 ? shuffle8 : shuffle4)(values, count, encoder->shuffled);
        in = encoder->shuffled;
    }
    if (habit->age++ % TRY_AGAIN == 0)
        habit->stored = try_planes(encoder, in, count, size);
    size_t packed = zlib_stream(encoder, in, habit->stored * count, all);
    *bytes = packed > 0 ? encoder->out : in;
    *length = packed > 0 ? packed : all;
    if (packed == 0) /* deflate is the filter after shuffle, if there is one */
        *mask = size > 1 ? 2u : 1u;
}

void encoder_chunk(struct encoder *encoder, struct encoder_habit *habit,
                   const unsigned char *values, size_t count, size_t size,
                   const unsigned char **bytes, size_t *length, uint32_t *mask)
{
    bug_assert(count % 8 == 0 && count * size <= encoder->capacity);
    *mask = 0;
    *length = 0;
    *bytes = values;
    if (is_zero(values, count * size))
        return;
    if (encoder->level == 0)
        with_checksum(encoder, values, count * size, bytes, length);
    else
        deflate_chunk(encoder, habit, values, count, size, bytes, length, mask);
}
