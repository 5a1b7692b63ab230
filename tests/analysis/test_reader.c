#include <criterion/criterion.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/reader.h"
#include "analysis/results.h"
#include "tests/analysis/samples.h"
#include "tests/support/scratch.h"

TestSuite(reader, .init = scratch_enter);

/* HDF5 itself leaks when it gives up on damaged headers. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5\n";
}

static int swallow(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    (void)context, (void)table, (void)rows, (void)count, (void)status;
    return 0;
}

static const struct trace_sink nowhere = {NULL, swallow};

/* Everything a program may do with a file; the code of the first failure. */
static int read_all(const unsigned char *bytes, size_t size, struct status *status)
{
    struct reader *reader = NULL;
    struct results results = {0};
    int code = reader_open_image(&reader, bytes, size, "image", status);
    if (code == 0)
        code = reader_all(reader, (1u << TRACE_TABLES) - 1, nowhere, status);
    if (code == 0)
        code = results_read(&results, reader, status);
    results_free(&results);
    reader_close(&reader);
    return code;
}

static unsigned char *small_file(size_t *size)
{
    sample_write_tables("small.h5", 1, 20, 1u << TRACE_LEDGER | 1u << TRACE_FAILURES);
    return sample_bytes("small.h5", size);
}

Test(reader, refuses_every_truncated_file)
{
    size_t size;
    unsigned char *bytes = small_file(&size);
    for (size_t length = 0; length < size; length += length < 1024 ? 37 : size / 61) {
        struct status status = STATUS_INIT;
        cr_assert_eq(read_all(bytes, length, &status), STATUS_INPUT, "%zu of %zu bytes", length,
                     size);
        cr_assert(strstr(status.message, "image") != NULL, "%s", status.message);
    }
    struct status status = STATUS_INIT;
    cr_assert_eq(read_all(bytes, size - 1, &status), STATUS_INPUT);
    free(bytes);
}

/* What matters is that no changed byte ends the process or makes it read beyond its memory; many
 * are in places that nobody reads. */
Test(reader, survives_changed_bytes_anywhere)
{
    size_t size, refused = 0, tried = 0;
    unsigned char *bytes = small_file(&size);
    uint32_t seed = 12345;
    for (int i = 0; i < 400; ++i) {
        struct status status = STATUS_INIT;
        seed = seed * 1664525u + 1013904223u;
        size_t at = i < 100 ? (size_t)i : (size_t)((uint64_t)seed * size >> 32);
        unsigned char old = bytes[at];
        bytes[at] ^= (unsigned char)(1u << (i % 8) | (i % 3 == 0 ? 0xF0u : 0u));
        ++tried;
        refused += read_all(bytes, size, &status) != 0;
        bytes[at] = old;
    }
    cr_expect_gt(refused, tried / 10, "only %zu of %zu were noticed", refused, tried);
    free(bytes);
}

Test(reader, says_that_a_file_is_not_hdf5)
{
    struct status status = STATUS_INIT;
    struct reader *reader;
    FILE *file = fopen("text.yaml", "w");
    fputs("pools:\n", file);
    fclose(file);
    cr_assert_eq(reader_open(&reader, "text.yaml", &status), STATUS_INPUT);
    cr_assert_null(reader);
    cr_assert(strstr(status.message, "text.yaml") && strstr(status.message, "not an HDF5 file"),
              "%s", status.message);
    status = STATUS_INIT;
    cr_assert_eq(reader_open(&reader, "missing.h5", &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "No such file"), "%s", status.message);
}

/* ---- files that are changed by HDF5 itself ---- */

static hid_t open_to_change(void)
{
    sample_write("changed.h5", 1, 20);
    hid_t file = H5Fopen("changed.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    cr_assert_geq(file, 0);
    return file;
}

static void expect_refused(hid_t file, const char *words)
{
    struct status status = STATUS_INIT;
    struct reader *reader = NULL;
    H5Fclose(file);
    int code = reader_open(&reader, "changed.h5", &status);
    if (code == 0)
        code = reader_all(reader, (1u << TRACE_TABLES) - 1, nowhere, &status);
    reader_close(&reader);
    cr_expect_eq(code, STATUS_INPUT);
    cr_expect(strstr(status.message, words) != NULL, "'%s' is not in: %s", words, status.message);
}

static void put(hid_t file, const char *path, hid_t type, hsize_t row, const void *value)
{
    hsize_t one = 1;
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(1, &one, NULL);
    hid_t stored = H5Dget_type(dataset);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &row, NULL, &one, NULL);
    cr_assert_geq(H5Dwrite(dataset, type < 0 ? stored : type, memory, space, H5P_DEFAULT, value),
                  0);
    H5Tclose(stored);
    H5Sclose(space);
    H5Sclose(memory);
    H5Dclose(dataset);
}

static void put_integer(hid_t file, const char *path, hsize_t row, int64_t value)
{
    put(file, path, H5T_NATIVE_INT64, row, &value);
}

Test(reader, names_the_row_of_an_id_out_of_range)
{
    hid_t file = open_to_change();
    put_integer(file, "jobs/pool", 7, 2);
    expect_refused(file, "column 'pool' of table 'jobs' holds 2 in row 7");
    file = open_to_change();
    put_integer(file, "jobs/class", 19, -1);
    expect_refused(file, "column 'class' of table 'jobs' holds -1 in row 19");
    file = open_to_change();
    put_integer(file, "pools/gpu", 0, 77);
    expect_refused(file, "column 'gpu' of table 'pools' holds 77 in row 0");
    file = open_to_change();
    put_integer(file, "leases/rep", 3, -5);
    expect_refused(file, "column 'rep' of table 'leases' holds -5 in row 3");
}

Test(reader, names_the_row_of_a_time_or_kind_out_of_range)
{
    int8_t kind = 100;
    double work = -1;
    hid_t file = open_to_change();
    put_integer(file, "attempts/end", 4, INT64_MAX);
    expect_refused(file, "column 'end' of table 'attempts' holds 9223372036854775807 in row 4");
    file = open_to_change();
    put(file, "jobs/outcome", -1, 2, &kind);
    expect_refused(file, "column 'outcome' of table 'jobs' holds 100 in row 2");
    file = open_to_change();
    put(file, "jobs/work", H5T_NATIVE_DOUBLE, 2, &work);
    expect_refused(file, "column 'work' of table 'jobs' holds -1 in row 2");
}

Test(reader, refuses_columns_that_are_missing_longer_or_of_another_type)
{
    hsize_t length = 25, none = 0;
    hid_t file = open_to_change();
    H5Ldelete(file, "jobs/end", H5P_DEFAULT);
    expect_refused(file, "column 'end' of table 'jobs' is not there");

    file = open_to_change();
    hid_t dataset = H5Dopen2(file, "jobs/end", H5P_DEFAULT);
    H5Dset_extent(dataset, &length);
    H5Dclose(dataset);
    expect_refused(file, "another length");

    file = open_to_change();
    H5Ldelete(file, "jobs/end", H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &none, NULL);
    H5Dclose(
        H5Dcreate2(file, "jobs/end", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    expect_refused(file, "column 'end' of table 'jobs' has another type");
}

Test(reader, follows_no_link_and_opens_no_other_file)
{
    hid_t file = open_to_change();
    H5Ldelete(file, "jobs/end", H5P_DEFAULT);
    H5Lcreate_soft("/jobs/submit", file, "jobs/end", H5P_DEFAULT, H5P_DEFAULT);
    expect_refused(file, "column 'end' of table 'jobs' is not there");

    hsize_t rows = 20;
    file = open_to_change();
    H5Ldelete(file, "jobs/end", H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &rows, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(list, "small.h5", 0, 160);
    H5Dclose(H5Dcreate2(file, "jobs/end", H5T_STD_I64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    H5Pclose(list);
    H5Sclose(space);
    expect_refused(file, "not allowed");
}

Test(reader, refuses_more_rows_than_the_bytes_can_hold)
{
    hsize_t length = 1000000000000;
    hid_t file = open_to_change();
    hid_t jobs = H5Gopen2(file, "placements", H5P_DEFAULT);
    for (int c = 0; c < trace_tables[TRACE_PLACEMENTS].column_count; ++c) {
        hid_t dataset = H5Dopen2(jobs, trace_tables[TRACE_PLACEMENTS].columns[c].name, H5P_DEFAULT);
        H5Dset_extent(dataset, &length);
        H5Dclose(dataset);
    }
    H5Gclose(jobs);
    expect_refused(file, "more rows than its bytes can hold");
}

static void set_integer(hid_t file, const char *name, int32_t value)
{
    hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT32, &value);
    H5Aclose(attribute);
}

Test(reader, refuses_another_format_and_another_version)
{
    hid_t file = open_to_change();
    set_integer(file, "format_version", 2);
    expect_refused(file, "format version 2; this program reads version 1");
    file = open_to_change();
    H5Adelete(file, "format");
    expect_refused(file, "not a Fleetwright trace");
}

Test(reader, leaves_unknown_columns_and_missing_tables_alone)
{
    struct status status = STATUS_INIT;
    struct reader *reader;
    hsize_t rows = 3;
    hid_t file = open_to_change();
    hid_t space = H5Screate_simple(1, &rows, NULL);
    H5Dclose(H5Dcreate2(file, "jobs/later", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT,
                        H5P_DEFAULT));
    H5Sclose(space);
    H5Ldelete(file, "events", H5P_DEFAULT);
    H5Fclose(file);
    cr_assert_eq(reader_open(&reader, "changed.h5", &status), 0, "%s", status.message);
    cr_expect_eq(reader_info(reader)->tables >> TRACE_EVENTS & 1, 0);
    cr_expect_eq(reader_info(reader)->rows[TRACE_JOBS], 20);
    cr_expect_eq(reader_all(reader, (1u << TRACE_TABLES) - 1, nowhere, &status), 0);
    reader_close(&reader);
}

static int stop(void *context, enum trace_table table, const void *rows, size_t count,
                struct status *status)
{
    (void)context, (void)table, (void)rows, (void)count;
    return status_set(status, STATUS_OVERFLOW, "Enough.");
}

Test(reader, hands_on_what_the_sink_returns)
{
    struct status status = STATUS_INIT;
    struct reader *reader;
    sample_write("small.h5", 1, 20);
    cr_assert_eq(reader_open(&reader, "small.h5", &status), 0);
    cr_assert_eq(reader_rows(reader, TRACE_JOBS, (struct trace_sink){NULL, stop}, &status),
                 STATUS_OVERFLOW);
    reader_close(&reader);
}
