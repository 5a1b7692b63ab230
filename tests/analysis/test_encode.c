#include <criterion/criterion.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/encode.h"
#include "tests/analysis/samples.h"

static void fill(unsigned char *bytes, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (unsigned char)(seed >> 24);
    }
}

/* The checksum as HDF5 defines it: big-endian words, folded every 360 of them. */
static uint32_t fletcher_of_hdf5(const unsigned char *data, size_t count)
{
    size_t length = count / 2;
    uint32_t sum1 = 0, sum2 = 0;
    while (length > 0) {
        size_t block = length > 360 ? 360 : length;
        length -= block;
        for (; block > 0; --block, data += 2) {
            sum1 += (uint32_t)(data[0] << 8 | data[1]);
            sum2 += sum1;
        }
        sum1 = (sum1 & 0xffff) + (sum1 >> 16);
        sum2 = (sum2 & 0xffff) + (sum2 >> 16);
    }
    sum1 = (sum1 & 0xffff) + (sum1 >> 16);
    sum2 = (sum2 & 0xffff) + (sum2 >> 16);
    return sum2 << 16 | sum1;
}

Test(encode, checksums_are_those_of_hdf5)
{
    static const size_t counts[] = {2, 4, 126, 128, 130, 720, 722, 32768, 262144};
    unsigned char *bytes = malloc(262144);
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
        fill(bytes, counts[k], (uint32_t)k + 1);
        cr_expect_eq(fletcher32(bytes, counts[k]), fletcher_of_hdf5(bytes, counts[k]), "%zu",
                     counts[k]);
        memset(bytes, 0xff, counts[k]); /* words of 65535, which is 0 modulo 65535 */
        cr_expect_eq(fletcher32(bytes, counts[k]), fletcher_of_hdf5(bytes, counts[k]), "%zu",
                     counts[k]);
        memset(bytes, 0, counts[k]);
        cr_expect_eq(fletcher32(bytes, counts[k]), 0u);
    }
    free(bytes);
}

static void check_decodes(struct encoder *encoder, struct encoder_habit *habit,
                          const unsigned char *values, size_t count, size_t size)
{
    const unsigned char *bytes;
    size_t length, all = count * size;
    uint32_t mask;
    unsigned char *planes = malloc(all);
    encoder_chunk(encoder, habit, values, count, size, &bytes, &length, &mask);
    if (length == 0) { /* a chunk of zeros is not written */
        for (size_t i = 0; i < all; ++i)
            cr_assert_eq(values[i], 0);
        free(planes);
        return;
    }
    if (mask == 0) {
        struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
        cr_assert_eq(libdeflate_zlib_decompress(d, bytes, length, planes, all, NULL),
                     LIBDEFLATE_SUCCESS);
        libdeflate_free_decompressor(d);
    } else {
        cr_assert_eq(length, all);
        cr_assert_eq(mask, size > 1 ? 2u : 1u);
        memcpy(planes, bytes, all);
    }
    for (size_t i = 0; i < count; ++i)
        for (size_t b = 0; b < size; ++b)
            cr_assert_eq(planes[b * count + i], values[i * size + b], "byte %zu of value %zu", b,
                         i);
    free(planes);
}

Test(encode, chunks_are_shuffled_and_deflated_for_each_size_of_value)
{
    static const size_t sizes[] = {1, 4, 8};
    enum { COUNT = 1024 };
    unsigned char values[COUNT * 8];
    struct status status = STATUS_INIT;
    struct encoder encoder;
    cr_assert_eq(encoder_init(&encoder, 1, sizeof values, &status), 0);
    for (size_t k = 0; k < 3; ++k) {
        struct encoder_habit habit = {0};
        for (size_t i = 0; i < sizeof values; ++i)
            values[i] = (unsigned char)(i / 5 % 7);
        check_decodes(&encoder, &habit, values, COUNT, sizes[k]);
        fill(values, sizeof values, 99); /* does not become smaller */
        check_decodes(&encoder, &habit, values, COUNT, sizes[k]);
        memset(values, 0, sizeof values);
        check_decodes(&encoder, &habit, values, COUNT, sizes[k]);
        memset(values, 7, sizeof values);
        check_decodes(&encoder, &habit, values, COUNT, sizes[k]);
    }
    encoder_free(&encoder);
    encoder_free(&encoder);
}

/* Times: five planes of noise below three that hardly change. */
Test(encode, planes_of_noise_are_stored_and_the_others_deflated)
{
    enum { COUNT = 32768 };
    const unsigned char *bytes;
    size_t length;
    uint32_t mask;
    uint64_t state = 5;
    struct status status = STATUS_INIT;
    struct encoder encoder;
    struct encoder_habit habit = {0};
    int64_t *values = malloc(COUNT * sizeof *values);
    cr_assert_eq(encoder_init(&encoder, 1, COUNT * sizeof *values, &status), 0);
    for (int chunk = 0; chunk < 40; ++chunk) {
        for (int i = 0; i < COUNT; ++i) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            values[i] = (int64_t)(chunk * COUNT + i) * 4000000000 + (int64_t)(state >> 32);
        }
        check_decodes(&encoder, &habit, (const unsigned char *)values, COUNT, sizeof *values);
    }
    cr_assert(habit.stored >= 3 && habit.stored <= 5, "%u", habit.stored);
    encoder_chunk(&encoder, &habit, (const unsigned char *)values, COUNT, 8, &bytes, &length,
                  &mask);
    cr_assert_eq(mask, 0u);
    cr_assert_lt(length, (size_t)COUNT * 6);
    free(values);
    encoder_free(&encoder);
}

Test(encode, without_compression_values_are_followed_by_their_checksum)
{
    unsigned char values[64 * 8];
    const unsigned char *bytes;
    size_t length;
    uint32_t mask, checksum;
    struct status status = STATUS_INIT;
    struct encoder encoder;
    fill(values, sizeof values, 3);
    cr_assert_eq(encoder_init(&encoder, 0, sizeof values, &status), 0);
    struct encoder_habit habit = {0};
    encoder_chunk(&encoder, &habit, values, 64, 8, &bytes, &length, &mask);
    cr_assert_eq(length, sizeof values + 4);
    cr_assert_eq(mask, 0u);
    cr_assert_arr_eq(bytes, values, sizeof values);
    memcpy(&checksum, bytes + sizeof values, 4);
    cr_assert_eq(checksum, fletcher_of_hdf5(values, sizeof values));
    encoder_free(&encoder);
}

Test(encode, rows_scattered_again_are_the_rows_gathered)
{
    enum { ROWS = 300 };
    const struct trace_table_info *info = &trace_tables[TRACE_JOBS];
    unsigned char *columns[64];
    struct job_row *rows = sample_rows(TRACE_JOBS, ROWS), *again = calloc(ROWS, sizeof *again);
    for (int c = 0; c < info->column_count; ++c)
        columns[c] = calloc(ROWS, 8);
    encode_gather(info, rows, 100, 0, columns);
    encode_gather(info, rows + 100, 200, 100, columns);
    cr_assert_eq(((int32_t *)columns[1])[299], rows[299].id);
    encode_scatter(info, (const unsigned char *const *)columns, ROWS, again);
    cr_assert_arr_eq((char *)again, (char *)rows, ROWS * sizeof *rows);
    for (int c = 0; c < info->column_count; ++c)
        free(columns[c]);
    free(rows);
    free(again);
}
