/* The built-in catalogue, a user's directory over it, and the messages for wrong files. */
#include "scenarios/catalog.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/csv.h"

static struct catalog catalog;
static char directory[] = "catalog-XXXXXX";

static void setup(void)
{
    cr_assert(mkdtemp(directory), "no directory for a user's tables");
}

static void remove_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    unlink(path);
}

static void teardown(void)
{
    static const char *const names[] = {
        "gpus.csv",  "prices.csv", "speeds.csv", "failures.csv", "storage_network.csv",
        "price.csv", "zzz.csv",    "notes.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove_file(names[i]);
    rmdir(directory);
    catalog_free(&catalog);
}

TestSuite(catalog, .init = setup, .fini = teardown);

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    cr_assert_geq(fputs(text, file), 0);
    cr_assert_eq(fclose(file), 0);
}

static void load(const char *from)
{
    struct status status = STATUS_INIT;
    catalog_free(&catalog);
    cr_assert_eq(catalog_load(&catalog, from, &status), 0, "%s", status.message);
}

static void expect_error(const char *name, const char *text, int code, const char *message)
{
    struct status status = STATUS_INIT;
    write_file(name, text);
    cr_expect_eq(catalog_load(&catalog, directory, &status), code, "%s", name);
    cr_expect(strstr(status.message, message), "\"%s\" is not in: %s", message, status.message);
    catalog_free(&catalog);
    remove_file(name);
}

/* ---- what is built in ---- */

static const struct {
    const char *name;
    double gb, bandwidth, bf16, fp8;
    int mig;
} types[] = {
    {"A100-PCIe-40GB", 40, 1.555, 312, 0, 7},    {"A100-PCIe-80GB", 80, 1.94, 312, 0, 7},
    {"A100-SXM4-40GB", 40, 1.555, 312, 0, 7},    {"A100-SXM4-80GB", 80, 2.00, 312, 0, 7},
    {"H100-PCIe-80GB", 80, 2.00, 756, 1513, 7},  {"H100-SXM5-80GB", 80, 3.35, 989, 1979, 7},
    {"H100-NVL-94GB", 94, 3.9, 835, 1671, 7},    {"H200-SXM-141GB", 141, 4.8, 989, 1979, 7},
    {"L40S-48GB", 48, 0.86, 362, 733, 0},        {"RTX-PRO-6000-96GB", 96, 1.6, 500, 1000, 4},
    {"B200-SXM-180GB", 180, 8.0, 2250, 4500, 7},
};

enum { TYPES = sizeof types / sizeof *types };

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

Test(catalog, eleven_gpu_types_have_their_exact_names_and_figures)
{
    load(NULL);
    cr_assert_eq(catalog.gpu_count, TYPES);
    for (int i = 0; i < TYPES; i++) {
        const struct gpu_type *gpu = catalog_gpu(&catalog, types[i].name);
        cr_assert(gpu, "%s", types[i].name);
        cr_expect(near(gpu->memory_bytes, types[i].gb * 1e9), "%s", gpu->name);
        cr_expect(near(gpu->bandwidth, types[i].bandwidth * 1e12), "%s", gpu->name);
        cr_expect(near(gpu->flops[PRECISION_BF16], types[i].bf16 * 1e12), "%s", gpu->name);
        cr_expect_eq(gpu->flops[PRECISION_FP16], gpu->flops[PRECISION_BF16], "%s", gpu->name);
        cr_expect(near(gpu->flops[PRECISION_FP8], types[i].fp8 * 1e12), "%s", gpu->name);
        cr_expect_gt(gpu->flops[PRECISION_FP32], 0, "%s", gpu->name);
        cr_expect_gt(gpu->power_watts, 0, "%s", gpu->name);
        cr_expect_eq(gpu->mig_slices, types[i].mig, "%s", gpu->name);
    }
    cr_expect_null(catalog_gpu(&catalog, "A100"));
    cr_expect_null(catalog_gpu(&catalog, "a100-sxm4-80gb"));
}

Test(catalog, every_figure_has_its_date_and_source)
{
    load(NULL);
    for (size_t i = 0; i < catalog.figure_count; i++)
        cr_expect(*catalog.figures[i].date && *catalog.figures[i].source);
    for (size_t i = 0; i < catalog.price_count; i++)
        cr_expect(*catalog.prices[i].date && *catalog.prices[i].source);
    for (size_t i = 0; i < catalog.speed_count; i++)
        cr_expect(*catalog.speeds[i].date && *catalog.speeds[i].source);
    for (size_t i = 0; i < catalog.failure_count; i++)
        cr_expect(*catalog.failures[i].date && *catalog.failures[i].source);
    for (size_t i = 0; i < catalog.storage_count; i++)
        cr_expect(*catalog.storage[i].date && *catalog.storage[i].source);
    cr_expect_geq(catalog.price_count, 55);
    cr_expect_geq(catalog.speed_count, 49);
    cr_expect_geq(catalog.failure_count, 46);
    cr_expect_geq(catalog.storage_count, 10);
}

Test(catalog, figures_that_no_source_confirmed_say_so)
{
    load(NULL);
    int unverified = 0;
    for (size_t i = 0; i < catalog.figure_count; i++) {
        const struct figure_row *row = &catalog.figures[i];
        if (!catalog_unverified(row->unverified, "value"))
            continue;
        unverified++;
        cr_expect_str_eq(row->source, "no retrieved source", "%s %s", row->gpu, row->figure);
    }
    cr_expect_eq(unverified, 14);
}

Test(catalog, a_figure_of_two_sources_keeps_both)
{
    load(NULL);
    bool found = false;
    for (size_t i = 0; i < catalog.figure_count; i++) {
        const struct figure_row *row = &catalog.figures[i];
        if (strcmp(row->gpu, "A100-SXM4-80GB") == 0 && strcmp(row->figure, "bandwidth") == 0)
            found = row->value == 2.00 && strstr(row->note, "2.039");
    }
    cr_expect(found);
}

Test(catalog, prices_of_an_unclear_variant_name_no_gpu_type)
{
    static const char *const unclear[] = {"A100-40", "A100-80", "H100", "H200", "GH200"};
    load(NULL);
    for (size_t i = 0; i < catalog.price_count; i++) {
        const struct price_row *row = &catalog.prices[i];
        bool expected = false;
        for (size_t u = 0; u < sizeof unclear / sizeof *unclear; u++)
            expected |= strcmp(row->listed_as, unclear[u]) == 0;
        cr_expect_eq(*row->gpu == '\0', expected, "%s %s", row->provider, row->listed_as);
        cr_expect(*row->gpu || *row->note, "%s %s", row->provider, row->listed_as);
    }
}

Test(catalog, a_price_keeps_its_decimal_beside_the_number)
{
    load(NULL);
    const struct price_row *row = &catalog.prices[0];
    cr_expect_str_eq(row->provider, "Lambda");
    cr_expect_str_eq(row->gpu, "H100-SXM5-80GB");
    cr_expect_eq(row->gpus, 8);
    cr_expect_str_eq(row->price, "3.99");
    cr_expect_eq(row->price_value, 3.99);
    cr_expect_str_eq(row->currency, "USD");
    cr_expect_str_eq(row->tier, "on_demand");
    cr_expect_str_eq(row->date, "2026-09-20");
}

/* ---- names ---- */

static const struct {
    const char *text;
    size_t count;
    const char *first;
} loose[] = {
    {"a100", 4, "A100-PCIe-40GB"},
    {"H100 SXM", 1, "H100-SXM5-80GB"},
    {"h100_sxm5", 1, "H100-SXM5-80GB"},
    {"A100-SXM-80GB", 1, "A100-SXM4-80GB"},
    {"l40s", 1, "L40S-48GB"},
    {"H100", 3, "H100-PCIe-80GB"},
    {"V100", 0, NULL},
    {"", 0, NULL},
    {"- _", 0, NULL},
};

Test(catalog, a_loose_name_finds_the_types_it_may_mean)
{
    load(NULL);
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
        const struct gpu_type *found[2] = {NULL, NULL};
        cr_expect_eq(catalog_gpu_like(&catalog, loose[i].text, found, 2), loose[i].count, "%s",
                     loose[i].text);
        if (loose[i].first)
            cr_expect_str_eq(found[0]->name, loose[i].first);
    }
}

static const struct {
    const char *name, *message;
} unknown[] = {
    {"H100-SXM", "The catalogue has no GPU type \"H100-SXM\". It may be H100-SXM5-80GB."},
    {"H100", "The catalogue has no GPU type \"H100\". It may be H100-PCIe-80GB, H100-SXM5-80GB or "
             "H100-NVL-94GB; name exactly one."},
    {"B200-SXM-18GB", "The catalogue has no GPU type \"B200-SXM-18GB\". Is it B200-SXM-180GB?"},
};

Test(catalog, an_unknown_type_is_answered_with_what_it_may_be)
{
    char text[512];
    load(NULL);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        cr_expect_str_eq(catalog_gpu_unknown(&catalog, unknown[i].name, text, sizeof text),
                         unknown[i].message);
    catalog_gpu_unknown(&catalog, "TPU", text, sizeof text);
    for (int i = 0; i < TYPES; i++)
        cr_expect(strstr(text, types[i].name), "%s is not in: %s", types[i].name, text);
}

Test(catalog, a_short_buffer_cuts_the_sentence_and_nothing_else)
{
    char text[16];
    load(NULL);
    for (size_t size = 1; size <= sizeof text; size++)
        cr_expect_eq(strlen(catalog_gpu_unknown(&catalog, "TPU", text, size)), size - 1);
}

Test(catalog, a_copy_of_a_type_outlives_the_catalogue)
{
    struct arena arena = {0};
    struct status status = STATUS_INIT;
    load(NULL);
    const struct gpu_type *copy =
        catalog_gpu_copy(catalog_gpu(&catalog, "L40S-48GB"), &arena, &status);
    catalog_free(&catalog);
    cr_assert(copy);
    cr_expect_str_eq(copy->name, "L40S-48GB");
    cr_expect(strstr(copy->source, "ml-engineering"));
    cr_expect(near(copy->memory_bytes, 48e9));
    arena_free(&arena);
}

Test(catalog, the_unverified_columns_are_whole_words)
{
    cr_expect(catalog_unverified("price granularity", "granularity"));
    cr_expect(catalog_unverified("price", "price"));
    cr_expect_not(catalog_unverified("price_text", "price"));
    cr_expect_not(catalog_unverified("list_price", "price"));
    cr_expect_not(catalog_unverified("", "price"));
}

/* ---- a user's directory ---- */

#define GPUS   "gpu,figure,value,unit,date,source\n"
#define PRICES "provider,gpu,gpus,price,currency,tier,date,source\n"
#define SPEEDS "class,model,gpus,gpu,rate,unit,date,source\n"

Test(catalog, a_users_figure_replaces_the_built_in_one_in_its_place)
{
    load(NULL);
    size_t figures = catalog.figure_count;
    write_file("gpus.csv", GPUS "A100-SXM4-80GB,bandwidth,2.039,TB/s,2026-12,own sheet\n");
    load(directory);
    cr_expect_eq(catalog.figure_count, figures);
    cr_expect_eq(catalog.gpu_count, TYPES);
    cr_expect_str_eq(catalog.gpus[3].name, "A100-SXM4-80GB");
    cr_expect(near(catalog.gpus[3].bandwidth, 2.039e12));
    cr_expect(near(catalog.gpus[3].memory_bytes, 80e9));
    cr_expect(strstr(catalog.gpus[3].source, "own sheet"));
}

Test(catalog, a_users_gpu_type_comes_last_and_may_be_priced_and_measured)
{
    write_file("gpus.csv",
               GPUS "V100-16GB,memory,16,GB,2026,own\nV100-16GB,bandwidth,0.9,TB/s,2026,"
                    "own\nV100-16GB,fp16,125,TFLOPS,2026,own\n");
    write_file("prices.csv", PRICES "here,V100-16GB,8,0.40,EUR,on_demand,2026-12,invoice\n");
    write_file("speeds.csv", SPEEDS "mine,m,8,V100-16GB,5,h/run,2026-12,own\n");
    load(directory);
    cr_assert_eq(catalog.gpu_count, TYPES + 1);
    cr_expect_str_eq(catalog.gpus[TYPES].name, "V100-16GB");
    cr_expect_eq(catalog.gpus[TYPES].flops[PRECISION_BF16], 0);
    cr_expect_str_eq(catalog.prices[catalog.price_count - 1].currency, "EUR");
    cr_expect_eq(catalog.speeds[catalog.speed_count - 1].precision, SPEED_PRECISION_NOT_STATED);
}

Test(catalog, a_users_price_replaces_every_date_of_the_same_offer)
{
    load(NULL);
    size_t before = catalog.price_count;
    write_file("prices.csv",
               PRICES "RunPod secure,H100-SXM5-80GB,1,3.10,USD,on_demand,2026-12,contract\n");
    load(directory);
    cr_expect_eq(catalog.price_count, before - 1);
    int found = 0;
    for (size_t i = 0; i < catalog.price_count; i++)
        if (strcmp(catalog.prices[i].provider, "RunPod secure") == 0 &&
            strcmp(catalog.prices[i].gpu, "H100-SXM5-80GB") == 0) {
            found++;
            cr_expect_str_eq(catalog.prices[i].price, "3.10");
        }
    cr_expect_eq(found, 1);
}

Test(catalog, an_empty_directory_changes_nothing_and_other_files_do_not_matter)
{
    load(NULL);
    size_t prices = catalog.price_count;
    write_file("notes.txt", "not a table");
    load(directory);
    cr_expect_eq(catalog.price_count, prices);
}

Test(catalog, the_directory_is_named_by_the_environment)
{
    unsetenv("FLEETWRIGHT_CATALOG");
    cr_expect_null(catalog_directory());
    setenv("FLEETWRIGHT_CATALOG", "", 1);
    cr_expect_null(catalog_directory());
    setenv("FLEETWRIGHT_CATALOG", "own", 1);
    cr_expect_str_eq(catalog_directory(), "own");
}

/* ---- wrong files ---- */

static const struct {
    const char *file, *text, *message;
} wrong[] = {
    {"price.csv", "", "price.csv is no table of the catalogue"},
    {"gpus.csv", "", "gpus.csv is empty"},
    {"gpus.csv", "\n\r\n", "gpus.csv is empty"},
    {"gpus.csv", "gpu,figur\n", "gpus.csv:1:5: The header names an unknown column \"figur\""},
    {"gpus.csv", "gpu,gpu\n", "gpus.csv:1:5: The header names a column twice"},
    {"gpus.csv", "gpu,figure\n", "gpus.csv:1:1: The header lacks the column \"value\""},
    {"gpus.csv", GPUS "A,memory,1\n", "gpus.csv:2:1: The row has 3 fields, the header has 6"},
    {"gpus.csv", GPUS "A,memory,-1,GB,2026,own\n", "gpus.csv:2:10: The value is \"-1\""},
    {"gpus.csv", GPUS "A,memory,1e3,GB,2026,own\n", "plain decimal number"},
    {"gpus.csv", GPUS "A,memory,1.,GB,2026,own\n", "plain decimal number"},
    {"gpus.csv", GPUS "A,memory,1,GB,,own\n", "gpus.csv:2:15: The column date is empty"},
    {"gpus.csv", GPUS "A,memory,1,GiB,2026,own\n", "gpus.csv:2:12: The unit is \"GiB\""},
    {"gpus.csv", GPUS "A,ram,1,GB,2026,own\n", "gpus.csv:2:3: \"ram\" is no figure of a GPU"},
    {"gpus.csv", GPUS "A,mig_slices,1.5,slices,2026,own\n", "must be whole and at most 64"},
    {"gpus.csv", GPUS "A,memory,1,GB,2026,own\n", "The GPU type A lacks the figure bandwidth"},
    {"gpus.csv", GPUS "A,memory,1,GB,2026,own\nA,bandwidth,1,TB/s,2026,own\n",
     "The GPU type A has no rate in any precision"},
    {"gpus.csv", GPUS "A,memory,1,GB,2026,own\n\nA,memory,2,GB,2026,own\n",
     "gpus.csv:4:1: The row gives the same figure as line 2"},
    {"gpus.csv", GPUS "\"A,memory,1,GB,2026,own\n", "gpus.csv:2:1: The quote that opens here"},
    {"gpus.csv", GPUS "\"A\"B,memory,1,GB,2026,own\n", "gpus.csv:2:4: There is text after"},
    {"gpus.csv", GPUS "A\"B,memory,1,GB,2026,own\n", "gpus.csv:2:2: There is a quote in the"},
    {"prices.csv", PRICES "p,H100,8,1,USD,spot,2026,own\n",
     "prices.csv:2:3: The catalogue has no GPU type \"H100\""},
    {"prices.csv", PRICES "p,,8,1,USD,spot,2026,own\n", "prices.csv:2:3: The row names no GPU"},
    {"prices.csv", PRICES "p,L40S-48GB,0,1,USD,spot,2026,own\n",
     "prices.csv:2:13: The gpus is \"0\""},
    {"prices.csv", PRICES "p,L40S-48GB,8,free,USD,spot,2026,own\n",
     "prices.csv:2:15: The price is \"free\""},
    {"speeds.csv", SPEEDS "c,m,8,L40S-48GB,0,h/run,2026,own\n", "speeds.csv:2:17: The rate is 0"},
    {"speeds.csv", SPEEDS "c,m,8,L40S-48GB,1,hours,2026,own\n",
     "speeds.csv:2:19: \"hours\" is no unit of speed"},
    {"speeds.csv", SPEEDS "c,m,8,L40,1,h/run,2026,own\n", "It may be L40S-48GB"},
    {"speeds.csv",
     "class,model,gpus,gpu,precision,rate,unit,date,source\nc,m,8,L40S-48GB,int8,1,h/run,2026,o\n",
     "one of fp32, tf32, bf16, fp16, fp8"},
    {"prices.csv",
     "provider,gpu,gpus,price,currency,tier,date,source,unverified\n"
     "p,L40S-48GB,8,1,USD,spot,2026,own,cost\n",
     "names of this table's columns"},
};

Test(catalog, wrong_files_are_refused_with_file_line_and_column)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_error(wrong[i].file, wrong[i].text, STATUS_INPUT, wrong[i].message);
}

Test(catalog, of_several_unknown_files_the_first_by_name_is_told)
{
    write_file("zzz.csv", "");
    expect_error("price.csv", "", STATUS_INPUT, "price.csv");
}

Test(catalog, a_directory_that_is_not_there_is_an_error)
{
    struct status status = STATUS_INIT;
    cr_expect_eq(catalog_load(&catalog, "no-such-directory", &status), STATUS_IO);
    cr_expect(strstr(status.message, "no-such-directory"));
}

Test(catalog, free_is_legal_after_a_failed_load_and_twice)
{
    struct status status = STATUS_INIT;
    cr_expect_neq(catalog_load(&catalog, "no-such-directory", &status), 0);
    catalog_free(&catalog);
    catalog_free(&catalog);
}

Test(catalog, every_allocation_that_fails_is_reported)
{
    write_file("prices.csv", PRICES "p,L40S-48GB,8,1,USD,spot,2026,own\n");
    load(directory);
    catalog_free(&catalog);
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        struct status status = STATUS_INIT;
        mem_fail_at(n);
        int code = catalog_load(&catalog, directory, &status);
        bool reached = mem_fail_count() >= n;
        mem_fail_at(0);
        catalog_free(&catalog);
        if (!reached)
            break;
        cr_assert_eq(code, STATUS_MEMORY, "allocation %zu", n);
        failures++;
    }
    cr_expect_gt(failures, 5);
}

/* ---- CSV ---- */

Test(csv, quotes_line_ends_and_a_byte_order_mark_are_understood)
{
    static const char text[] = "\xEF\xBB\xBF"
                               "a,b\r\n\"x, \"\"y\"\"\nz\",\"\"\r\n\n\xC3\xA9,last";
    struct csv_table table;
    struct arena arena = {0};
    struct status status = STATUS_INIT;
    cr_assert_eq(csv_read(&table, "t.csv", text, sizeof text - 1, &arena, &status), 0, "%s",
                 status.message);
    cr_assert_eq(table.columns, 2);
    cr_assert_eq(table.rows, 2);
    cr_expect_str_eq(table.header[0].text, "a");
    cr_expect_str_eq(table.header[1].text, "b");
    cr_expect_str_eq(table.fields[0].text, "x, \"y\"\nz");
    cr_expect_str_eq(table.fields[1].text, "");
    cr_expect_eq(table.fields[1].line, 3);
    cr_expect_str_eq(table.fields[2].text, "\xC3\xA9");
    cr_expect_str_eq(table.fields[3].text, "last");
    cr_expect_eq(table.fields[3].line, 5);
    cr_expect_eq(table.fields[3].column, 3, "columns count characters");
    arena_free(&arena);
}

Test(csv, a_nul_byte_is_refused)
{
    struct csv_table table;
    struct arena arena = {0};
    struct status status = STATUS_INIT;
    cr_expect_eq(csv_read(&table, "t.csv", "a\0b", 3, &arena, &status), STATUS_INPUT);
    cr_expect(strstr(status.message, "NUL"));
    arena_free(&arena);
}
