/* The resolved YAML: reading it gives the plan again, and it says every default. */
#include "scenarios/emit.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/trace.h"
#include "tests/scenarios/plans.h"

#define HEAD  "fleetwright: 1\n"
#define POOLS "pools:\n  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
#define JOBS  "jobs:\n  j: {run_time: 1 h}\n"

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    cr_assert(file && text, "%s", path);
    cr_assert_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

/* Loading the resolved text gives an equal plan and the same resolved text. */
static void expect_round_trip(const char *text)
{
    struct plan first, second;
    plans_parse("first.yaml", text, &first);
    plans_parse("second.yaml", first.resolved, &second);
    const char *difference = plans_differ(&first, &second);
    cr_assert_null(difference, "%s differs after:\n%s", difference, first.resolved);
    cr_assert_str_eq(first.name, second.name);
    cr_assert_str_eq(first.resolved, second.resolved);
    cr_assert_str_eq(first.source, text);
    plan_free(&first);
    plan_free(&second);
}

static const char *const texts[] = {
    HEAD POOLS JOBS,
    HEAD "name: 'yes'\ndescription: \"colon: and # hash, \\\"quotes\\\", \\\\, "
         "\\n\\t\\u2028\\uFEFF\\u0085 \u00e9 "
         "\U0001F600\"\n" POOLS JOBS,
    HEAD "currency: EUR\npools:\n  true: {gpu: L40S-48GB, market: owned, nodes: 2, price: 8 "
         "EUR/node/d}\n"
         "  1.5: {gpu: L40S-48GB, market: owned, nodes: 2, price: 8 EUR/node/month}\n" JOBS,
    HEAD "pools:\n  s: {gpu: H200-SXM-141GB, market: spot, price: 2 USD/GPU/h, max_nodes: 5, "
         "min_nodes: 1, "
         "interruption: {after: {weibull: {shape: 2, scale: 3 d}}, notice: 30 s}, capacity: "
         "{in_stock: 3 d, "
         "out_of_stock: {mixture: [{weight: 1, of: 1 h}, {weight: 3, of: {shifted: {by: 1 h, of: "
         "{exponential: "
         "{mean: 10 h}}}}}]}, starts_in_stock: false}}\n" JOBS,
    HEAD POOLS "jobs:\n  j: {run_time: {empirical: {values: [1 h, 2 h 30 min, P1DT2H, 0.25 ms]}}, "
               "arrival: {at: "
               "[5 h, 1 h, 3 h]}}\n",
    HEAD POOLS
    "jobs:\n  j: {work: {truncated: {low: 1 step, high: 9 steps, of: {gamma: {mean: 4 steps, cv: "
    "0.5}}}}, speed: {table: {A100-SXM4-80GB: {fp16: 12.5 steps/s/GPU}}, efficiency: 87.5 %}, "
    "gpus: 4,"
    " precision: fp8}\n",
    HEAD POOLS "jobs:\n  a: {run_time: 1 h, arrival: {at: 2 d, count: 3}}\n  b: {run_time: 1 h, "
               "arrival: {every: 1 "
               "h, count: 3}, after: a, deadline: {within: 3 d, then: cancel}}\n",
    HEAD POOLS JOBS
    "trace: {tables: [], compression: 0}\nscheduling: {route: fallback, fallback_after: 1 min}\n",
    HEAD POOLS JOBS "trace: {tables: all}\nseed: 18446744073709551615\n",
};

Test(emit, the_resolved_scenario_gives_the_same_plan_and_the_same_text)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_round_trip(texts[i]);
}

Test(emit, the_reference_survives_the_round_trip)
{
    char *text = read_file(FLEETWRIGHT_SOURCE_DIR "/scenarios/reference.yaml");
    expect_round_trip(text);
    free(text);
}

Test(emit, values_of_other_files_are_inlined)
{
    char folder[] = "emit-XXXXXX";
    char name[64], values[64], times[64];
    struct plan first, second;
    cr_assert(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/s.yaml", folder);
    snprintf(values, sizeof values, "%s/values.txt", folder);
    snprintf(times, sizeof times, "%s/times.txt", folder);
    FILE *file = fopen(values, "wb");
    fputs("# measured\r\n1 h\r\n\n  2 h 30 min  # long\n90 min", file);
    fclose(file);
    file = fopen(times, "wb");
    for (int i = 500; i > 0; i--)
        fprintf(file, "%d s\n", i);
    fclose(file);
    plans_parse(name,
                HEAD POOLS
                "jobs:\n  j: {run_time: {empirical: {file: values.txt}}, arrival: {at: {file: "
                "times.txt}}}\n",
                &first);
    unlink(values);
    unlink(times);
    rmdir(folder);
    plans_parse("elsewhere.yaml", first.resolved, &second);
    cr_assert_null(plans_differ(&first, &second), "%s", plans_differ(&first, &second));
    cr_assert_eq(second.classes[0].arrival.count, 500);
    cr_assert_eq(second.classes[0].arrival.times[0], TICKS_PER_SECOND);
    cr_assert_eq(second.classes[0].work->count, 3);
    cr_assert_eq(second.classes[0].work->values[2], 9000); /* sorted */
    plan_free(&first);
    plan_free(&second);
}

Test(emit, every_default_is_written_out)
{
    static const char *const lines[] = {
        "\nname: x\n",
        "\nseed: 1\n",
        "\nuntil: none\n",
        "\n    gpus_per_node: 8\n",
        "\n    max_nodes: unlimited\n",
        "\n      granularity: 1 s\n",
        "\n    storage: 0 EUR/GB/month\n",
        "\n    interruption: none\n",
        "\n      at: 0 s\n",
        "\n    pools: [a]\n",
        "\n      durable_after: 7 s\n",
        "\n    deadline: none\n",
    };
    struct plan plan;
    plans_parse(
        "dir/x.y.yaml",
        HEAD "currency: EUR\npools:\n  a: {gpu: A100-SXM4-80GB, market: spot, price: 1 EUR/GPU/h}\n"
             "jobs:\n  j: {run_time: 1 h, checkpoint: {write: 7 s}}\nname: x\n",
        &plan);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_expect(strstr(plan.resolved, lines[i]), "%s is not in\n%s", lines[i], plan.resolved);
    const char *tables = strstr(plan.resolved, "\n  tables: [jobs, ");
    cr_assert(tables, "%s", plan.resolved);
    for (int t = 0; t < TRACE_TABLES; t++) {
        const char *at = strstr(tables, trace_tables[t].name);
        bool listed = at && at < strchr(tables, ']');
        cr_expect_eq(listed, t != TRACE_EVENTS, "%s in %s", trace_tables[t].name, tables);
    }
    plan_free(&plan);
    plans_parse("dir/x.y.yaml", HEAD POOLS JOBS, &plan);
    cr_assert_str_eq(plan.name, "x.y");
    plan_free(&plan);
}

Test(emit, scalars_are_quoted_where_they_must_be)
{
    static const struct {
        const char *text, *plain, *word;
    } cases[] = {
        {"abc", "abc", "abc"},
        {"1.20 USD/GPU/h", "1.20 USD/GPU/h", "\"1.20 USD/GPU/h\""},
        {"yes", "yes", "\"yes\""},
        {"Null", "Null", "\"Null\""},
        {"", "\"\"", "\"\""},
        {"a: b", "\"a: b\"", "\"a: b\""},
        {"a ", "\"a \"", "\"a \""},
        {" a", "\" a\"", "\" a\""},
        {"-3", "\"-3\"", "\"-3\""},
        {"a,b", "\"a,b\"", "\"a,b\""},
        {"say \"x\\y\"", "\"say \\\"x\\\\y\\\"\"", "\"say \\\"x\\\\y\\\"\""},
        {"a\nb\x01\x7f", "\"a\\nb\\u0001\\u007F\"", "\"a\\nb\\u0001\\u007F\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct textbuilder plain = {0}, word = {0};
        emit_scalar(&plain, cases[i].text, false);
        emit_scalar(&word, cases[i].text, true);
        cr_expect_str_eq(plain.text, cases[i].plain);
        cr_expect_str_eq(word.text, cases[i].word);
        textbuilder_free(&plain);
        textbuilder_free(&word);
    }
}
