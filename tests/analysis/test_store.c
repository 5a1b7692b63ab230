#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/reader.h"
#include "analysis/store.h"
#include "tests/analysis/samples.h"
#include "tests/support/scratch.h"

TestSuite(store, .init = scratch_enter);

enum { ROWS = TRACE_CHUNK + 1000 }; /* a whole chunk and a part of one */

/* Compares rows as they come with those that were written. */
struct comparing {
    enum trace_table table;
    size_t seen;
};

static int compare(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    struct comparing *c = context;
    size_t size = trace_tables[table].row_size;
    char expected[1024];
    (void)status;
    cr_assert_eq(table, c->table);
    for (size_t i = 0; i < count; ++i) {
        sample_row(table, c->seen++, expected);
        cr_assert_arr_eq((const char *)rows + i * size, expected, size, "%s, row %zu",
                         trace_tables[table].name, c->seen - 1);
    }
    return 0;
}

static void check_reads_back(const char *path)
{
    struct status status = STATUS_INIT;
    struct reader *reader = NULL;
    cr_assert_eq(reader_open(&reader, path, &status), 0, "%s", status.message);
    const struct reader_info *info = reader_info(reader);
    cr_expect_str_eq(info->created_by, "test 1");
    cr_expect_str_eq(info->name, "sample");
    cr_expect_str_eq(info->description, "two pools");
    cr_expect_str_eq(info->currency, "USD");
    cr_expect_str_eq(info->source, "pools: [a100]\n");
    cr_expect_str_eq(info->resolved, "pools: [a100, h100]\n");
    cr_expect_eq(info->seed, UINT64_C(0xFEDCBA9876543210));
    cr_expect_eq(info->replications, 1);
    cr_expect_eq(info->tables, (1u << TRACE_TABLES) - 1);
    cr_expect_eq(info->rows[TRACE_NAMES], 10);
    for (int table = 0; table < TRACE_TABLES; ++table) {
        struct comparing c = {(enum trace_table)table, 0};
        if (table == TRACE_NAMES || table == TRACE_POOLS || table == TRACE_CLASSES)
            continue;
        cr_assert_eq(info->rows[table], ROWS);
        cr_assert_eq(
            reader_rows(reader, (enum trace_table)table, (struct trace_sink){&c, compare}, &status),
            0, "%s", status.message);
        cr_assert_eq(c.seen, ROWS);
    }
    reader_close(&reader);
    reader_close(&reader);
}

Test(store, all_rows_and_attributes_read_back_at_every_kind_of_compression)
{
    static const int compressions[] = {0, 1, 9};
    for (size_t i = 0; i < 3; ++i) {
        sample_write("store.h5", compressions[i], ROWS);
        check_reads_back("store.h5");
    }
}

Test(store, equal_rows_give_equal_bytes)
{
    for (int compression = 0; compression < 2; ++compression) {
        size_t size, again;
        sample_write("first.h5", compression, 5000);
        sample_write("second.h5", compression, 5000);
        unsigned char *a = sample_bytes("first.h5", &size);
        unsigned char *b = sample_bytes("second.h5", &again);
        cr_assert_eq(size, again);
        cr_assert_arr_eq(a, b, size);
        free(a);
        free(b);
    }
}

static size_t files_here(void)
{
    size_t count = 0;
    DIR *here = opendir(".");
    for (struct dirent *entry = readdir(here); entry != NULL; entry = readdir(here))
        count += entry->d_name[0] != '.';
    closedir(here);
    return count;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static struct store *open_store(const char *path)
{
    struct status status = STATUS_INIT;
    struct plan plan = sample_plan(1);
    struct store *store = NULL;
    cr_assert_eq(store_open(&store, path, &plan, "test 1", &status), 0, "%s", status.message);
    return store;
}

Test(store, a_file_that_is_not_kept_leaves_the_old_one_and_nothing_else)
{
    struct status status = STATUS_INIT;
    chdir(mkdtemp((char[]){"storeXXXXXX"}));
    write_text("kept.h5", "old");
    struct store *store = open_store("kept.h5");
    cr_expect_eq(files_here(), 2, "the temporary file must lie in the same directory");
    cr_expect_eq(access(store_temporary(store), F_OK), 0);
    sample_describe(store_sink(store));
    cr_expect_eq(store_close(&store, false, &status), 0);
    cr_expect_null(store);
    cr_expect_eq(files_here(), 1);
    size_t size;
    unsigned char *bytes = sample_bytes("kept.h5", &size);
    cr_expect_arr_eq(bytes, "old", 3);
    free(bytes);
    cr_expect_eq(store_close(&store, true, &status), 0);
}

Test(store, a_kept_file_replaces_the_old_one)
{
    struct status status = STATUS_INIT;
    chdir(mkdtemp((char[]){"storeXXXXXX"}));
    write_text("kept.h5", "old");
    struct store *store = open_store("kept.h5");
    cr_assert_eq(store_close(&store, true, &status), 0, "%s", status.message);
    cr_expect_eq(files_here(), 1);
    struct reader *reader;
    cr_expect_eq(reader_open(&reader, "kept.h5", &status), 0, "%s", status.message);
    reader_close(&reader);
}

Test(store, a_directory_that_does_not_exist_is_the_users_mistake)
{
    struct status status = STATUS_INIT;
    struct plan plan = sample_plan(1);
    struct store *store;
    cr_assert_eq(store_open(&store, "nowhere/out.h5", &plan, "test 1", &status), STATUS_INPUT);
    cr_assert_null(store);
    cr_assert(strstr(status.message, "nowhere/out.h5") != NULL, "%s", status.message);
    cr_assert(strstr(status.message, "No such file") != NULL, "%s", status.message);
}

Test(store, tables_that_the_plan_does_not_ask_for_are_not_there)
{
    struct status status = STATUS_INIT;
    struct plan plan = sample_plan(1);
    struct store *store;
    struct reader *reader;
    plan.trace.tables = 1u << TRACE_JOBS;
    cr_assert_eq(store_open(&store, "few.h5", &plan, "test 1", &status), 0);
    void *rows = sample_rows(TRACE_LEASES, 10);
    struct trace_sink sink = store_sink(store);
    cr_assert_eq(sink.rows(sink.context, TRACE_LEASES, rows, 10, &status), 0);
    cr_assert_eq(store_close(&store, true, &status), 0, "%s", status.message);
    free(rows);
    cr_assert_eq(reader_open(&reader, "few.h5", &status), 0, "%s", status.message);
    cr_assert_eq(reader_info(reader)->tables, 1u << TRACE_JOBS | 1u << TRACE_RUNS |
                                                  1u << TRACE_POOLS | 1u << TRACE_CLASSES |
                                                  1u << TRACE_NAMES | 1u << TRACE_SUMMARY);
    cr_assert_eq(reader_info(reader)->rows[TRACE_LEASES], 0);
    reader_close(&reader);
}

Test(store, descriptions_may_come_again_but_not_contradict)
{
    struct status status = STATUS_INIT;
    unlink("again.h5");
    struct store *store = open_store("again.h5");
    struct trace_sink sink = store_sink(store);
    sample_describe(sink);
    sample_describe(sink);
    struct pool_row other = {.id = 1, .name = 0};
    cr_assert_eq(sink.rows(sink.context, TRACE_POOLS, &other, 1, &status), STATUS_INPUT);
    cr_assert(strstr(status.message, "pools with id 1") != NULL, "%s", status.message);
    cr_assert_eq(store_close(&store, true, &status), STATUS_INPUT, "a failed file is not kept");
    cr_assert_neq(access("again.h5", F_OK), 0);

    status = STATUS_INIT;
    store = open_store("again.h5");
    sample_describe(store_sink(store));
    sample_describe(store_sink(store));
    cr_assert_eq(store_close(&store, true, &status), 0, "%s", status.message);
    struct reader *reader;
    cr_assert_eq(reader_open(&reader, "again.h5", &status), 0, "%s", status.message);
    cr_assert_eq(reader_info(reader)->rows[TRACE_POOLS], SAMPLE_POOLS);
    cr_assert_eq(reader_info(reader)->rows[TRACE_NAMES], 10);
    reader_close(&reader);
}

/* A limit on the size of files stands for a full disk: writes beyond it fail. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static int write_until_full(struct trace_sink sink, struct status *status)
{
    void *rows = sample_rows(TRACE_JOBS, TRACE_CHUNK);
    int code = 0;
    for (int i = 0; i < 50 && code == 0; ++i)
        code = sink.rows(sink.context, TRACE_JOBS, rows, TRACE_CHUNK, status);
    free(rows);
    return code;
}

Test(store, a_full_disk_is_told_and_leaves_nothing)
{
    struct status status = STATUS_INIT, later = STATUS_INIT;
    chdir(mkdtemp((char[]){"storeXXXXXX"}));
    write_text("full.h5", "old");
    struct store *store = open_store("full.h5");
    limit_files(6 << 20);
    cr_assert_eq(write_until_full(store_sink(store), &status), STATUS_IO);
    cr_expect(strstr(status.message, "full.h5") != NULL, "%s", status.message);
    cr_expect(strstr(status.message, "File too large") != NULL, "%s", status.message);
    cr_expect(strstr(status.message, "MB") != NULL, "%s", status.message);
    cr_expect_eq(store_close(&store, true, &later), STATUS_IO);
    limit_files(RLIM_INFINITY);
    cr_expect_eq(files_here(), 1);
}

Test(store, every_allocation_may_fail)
{
    struct plan plan = sample_plan(1);
    chdir(mkdtemp((char[]){"storeXXXXXX"}));
    for (size_t n = 1;; ++n) {
        struct status status = STATUS_INIT;
        struct store *store;
        mem_fail_at(n);
        int code = store_open(&store, "memory.h5", &plan, "test 1", &status);
        if (code == 0) {
            mem_fail_at(0);
            store_close(&store, false, &status);
            cr_assert_gt(n, 5);
            break;
        }
        cr_assert_eq(code, STATUS_MEMORY, "%s", status.message);
        cr_assert_null(store);
        cr_assert_eq(files_here(), 0);
    }
}
