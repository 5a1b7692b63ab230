/* Golden runs: the rows of every ready scenario, as one digest a table, against
 * tests/golden/digests.txt.
 *
 * A change of a digest is a change of what the program says for a given seed. If it is meant, write
 * the new file with FLEETWRIGHT_GOLDEN_WRITE=1 and say in the commit why the numbers moved. */
#define _GNU_SOURCE /* open_memstream */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "models/world.h"
#include "scenarios/scenario.h"

static const char *const scenarios[] = {
    "scenarios/buyers-test/sticker.yaml",
    "scenarios/buyers-test/hidden-costs.yaml",
    "scenarios/mixed-fleet/mixed-fleet.yaml",
    "scenarios/long-run-16384/long-run-16384.yaml",
    "scenarios/reference.yaml",
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios, LINE = 256 };

static const char file[] = FLEETWRIGHT_SOURCE_DIR "/tests/golden/digests.txt";

struct digest {
    uint64_t hash[TRACE_TABLES]; /* FNV-1a over the columns of every row, in their order */
    uint64_t rows[TRACE_TABLES];
    uint64_t events;
};

static uint64_t hash_bytes(uint64_t hash, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static size_t size_of(enum column_type type)
{
    return type == COLUMN_I8 ? 1 : type == COLUMN_I32 ? 4 : 8;
}

/* Column by column, so that padding between the fields does not count. */
static int take(void *context, enum trace_table table, const void *rows, size_t count,
                struct status *status)
{
    struct digest *d = context;
    const struct trace_table_info *info = &trace_tables[table];
    (void)status;
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < info->column_count; c++)
            d->hash[table] = hash_bytes(d->hash[table],
                                        (const unsigned char *)rows + i * info->row_size +
                                            info->columns[c].offset,
                                        size_of(info->columns[c].type));
    d->rows[table] += count;
    return 0;
}

static void run(const char *scenario, struct digest *digest)
{
    static const struct scenario_override one = {"replications", "1"};
    char path[1024];
    struct plan plan;
    struct trace trace;
    struct run_result result;
    struct diagnostics diagnostics;
    struct status status = STATUS_INIT;
    gsl_set_error_handler_off();
    *digest = (struct digest){0};
    snprintf(path, sizeof path, "%s/%s", FLEETWRIGHT_SOURCE_DIR, scenario);
    diagnostics_init(&diagnostics);
    cr_assert_eq(scenario_load(path, &one, 1, &plan, &diagnostics, &status), 0, "%s: %s", scenario,
                 status.message);
    trace_init(&trace, (struct trace_sink){digest, take}, UINT32_MAX);
    cr_assert_eq(world_run(&plan, 0, &trace, NULL, &result, &status), 0, "%s: %s", scenario,
                 status.message);
    digest->events = result.fingerprint;
    trace_free(&trace);
    plan_free(&plan);
    diagnostics_free(&diagnostics);
}

static void write_lines(FILE *out, const char *scenario, const struct digest *d)
{
    for (int t = 0; t < TRACE_TABLES; t++)
        if (d->rows[t])
            fprintf(out, "%s %s %" PRIu64 " %016" PRIx64 "\n", scenario, trace_tables[t].name,
                    d->rows[t], d->hash[t]);
    fprintf(out, "%s fingerprint - %016" PRIx64 "\n", scenario, d->events);
}

static char *text_of_all(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < SCENARIOS; i++) {
        struct digest digest;
        run(scenarios[i], &digest);
        write_lines(out, scenarios[i], &digest);
    }
    fclose(out);
    return text;
}

/* Names the first line that differs, which says the scenario and the table. */
static void compare_lines(const char *want, const char *got)
{
    while (*want || *got) {
        int w = (int)strcspn(want, "\n"), g = (int)strcspn(got, "\n");
        cr_assert(
            w == g && strncmp(want, got, (size_t)w) == 0,
            "tests/golden/digests.txt has\n  %.*s\nthe run gives\n  %.*s\nIf the change is meant: "
            "FLEETWRIGHT_GOLDEN_WRITE=1 in the environment of this test writes the file anew.",
            w, want, g, got);
        want += w + (want[w] == '\n');
        got += g + (got[g] == '\n');
    }
}

Test(golden, ready_scenarios_give_the_rows_they_gave_before)
{
    char *got = text_of_all();
    if (getenv("FLEETWRIGHT_GOLDEN_WRITE")) {
        FILE *out = fopen(file, "w");
        cr_assert_not_null(out);
        fputs(got, out);
        fclose(out);
    }
    static char want[SCENARIOS * (TRACE_TABLES + 1) * LINE];
    FILE *in = fopen(file, "r");
    cr_assert_not_null(in, "%s is not there", file);
    want[fread(want, 1, sizeof want - 1, in)] = '\0';
    fclose(in);
    compare_lines(want, got);
    free(got);
}

Test(golden, a_second_run_gives_the_same_rows)
{
    for (int i = 0; i < SCENARIOS; i++) {
        struct digest first, second;
        run(scenarios[i], &first);
        run(scenarios[i], &second);
        cr_assert_arr_eq(&first, &second, sizeof first, "%s", scenarios[i]);
    }
}
