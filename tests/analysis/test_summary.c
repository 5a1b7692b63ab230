#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "analysis/summary.h"
#include "tests/analysis/samples.h"
#include "tests/analysis/scenario.h"

static void make(struct results *results)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = NULL;
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", &status), 0);
    scenario_give(metrics_sink(metrics));
    cr_assert_eq(results_make(results, metrics, &status), 0, "%s", status.message);
    metrics_close(&metrics);
}

static const struct summary_options plain = {.title = "two \"pools\"\n"};

static void expect_says(const struct text *text, const char *words)
{
    cr_expect(strstr(text->bytes, words) != NULL, "'%s' is not in:\n%s", words, text->bytes);
}

Test(summary, for_people_answers_first_and_puts_units_on_every_number)
{
    struct status status = STATUS_INIT;
    struct results results;
    struct text text = {0};
    make(&results);
    cr_assert_eq(summary_human(&results, &plain, &text, &status), 0);
    expect_says(&text, "2 replications: means, +- half the width of the 95 % confidence interval");
    expect_says(&text, "1.5 +- 6.4 of 2 jobs completed in 25 min +- 1 h 46 min.");
    expect_says(&text, "The bill is 5.75 +- 38.75 USD: 3.83 +- 9.60 USD for each");
    expect_says(&text, "0.5 failed (all attempts used up).");
    expect_says(&text, "h100 / a100        train     2.50     2.00  dearer");
    expect_says(&text, "GPU-h");
    cr_expect_null(strstr(text.bytes, "\033"), "colour must be asked for");
    cr_expect_null(strstr(text.bytes, "nan"));
    for (const char *section = "Answer\0Time\0Money\0Fleet\0Jobs\0Reliability\0"; *section != '\0';
         section += strlen(section) + 1) {
        char heading[32];
        snprintf(heading, sizeof heading, "\n%s\n", section);
        expect_says(&text, heading);
    }
    text_free(&text);
    cr_assert_eq(summary_human(&results, &(struct summary_options){.colour = true}, &text, &status),
                 0);
    expect_says(&text, "\033[1mMoney\033[0m");
    text_free(&text);
    results_free(&results);
}

static size_t count_of(const char *bytes, const char *words)
{
    size_t count = 0;
    for (const char *p = strstr(bytes, words); p != NULL; p = strstr(p + 1, words))
        ++count;
    return count;
}

Test(summary, in_json_has_exact_money_and_null_for_what_is_not_defined)
{
    struct status status = STATUS_INIT;
    struct results results;
    struct text text = {0};
    make(&results);
    cr_assert_eq(summary_json(&results, &plain, &text, &status), 0);
    expect_says(&text, "\"format\": \"fleetwright-summary\",\n  \"version\": 1,\n");
    expect_says(&text, "\"scenario\": \"two \\\"pools\\\"\\u000a\"");
    expect_says(&text, "\"values\": [8.800000000, 2.700000000]");
    expect_says(&text, "\"utilisation\": {\"unit\": \"1\", \"mean\": 0.83333333333333337, "
                       "\"half_width\": null");
    expect_says(&text, "\"name\": \"caf\xC3\xA9\"");
    cr_expect_eq(count_of(text.bytes, "{"), count_of(text.bytes, "}"));
    cr_expect_eq(count_of(text.bytes, "["), count_of(text.bytes, "]"));
    text_free(&text);
    results_free(&results);
}

Test(summary, in_csv_is_one_long_table)
{
    struct status status = STATUS_INIT;
    struct results results;
    struct text text = {0};
    make(&results);
    cr_assert_eq(summary_csv(&results, &text, &status), 0);
    cr_expect_eq(strncmp(text.bytes, "rep,scope,name,metric,value,unit\n", 33), 0);
    expect_says(&text,
                "\n0,run,,makespan,1000,s\n1,run,,makespan,2000,s\nmean,run,,makespan,1500,s\n");
    expect_says(&text, "\n0,pool,h100,bill,5.500000000,USD\n");
    expect_says(&text, "\n0,class,train,cost_per_work,");
    cr_expect_null(strstr(text.bytes, "nan"));
    cr_expect_null(strstr(text.bytes, "1,pool,h100,utilisation"), "undefined values have no line");
    text_free(&text);
    results_free(&results);
}

Test(summary, of_nothing_says_so)
{
    struct status status = STATUS_INIT;
    struct metrics *metrics = NULL;
    struct results results;
    struct text text = {0};
    cr_assert_eq(metrics_open(&metrics, METRICS_TABLES, "USD", &status), 0);
    sample_describe(metrics_sink(metrics));
    cr_assert_eq(results_make(&results, metrics, &status), 0);
    cr_assert_eq(summary_human(&results, &plain, &text, &status), 0);
    expect_says(&text, "holds no rows");
    text_free(&text);
    cr_assert_eq(summary_json(&results, &plain, &text, &status), 0);
    expect_says(&text, "\"replications\": []");
    text_free(&text);
    results_free(&results);
    metrics_close(&metrics);
}
