#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "analysis/display.h"

struct duration {
    double seconds;
    const char *text;
};

static const struct duration durations[] = {
    {0, "0 s"},         {0.0425, "42.5 ms"}, {1, "1.0 s"},          {59.94, "59.9 s"},
    {59.96, "1.0 min"}, {2472, "41.2 min"},  {3599, "1 h"},         {3661, "1 h 1 min"},
    {86399, "1 d"},     {273600, "3 d 4 h"}, {86400000, "1,000 d"},
};

Test(display, durations_have_at_most_two_units_and_never_sixty_of_one)
{
    char text[DISPLAY_SIZE];
    for (size_t i = 0; i < sizeof durations / sizeof durations[0]; ++i)
        cr_expect_str_eq(display_duration(durations[i].seconds, text), durations[i].text);
    cr_expect_str_eq(display_duration(NAN, text), "-");
}

Test(display, money_has_thousands_and_as_many_decimals_as_it_needs)
{
    char text[DISPLAY_SIZE];
    cr_expect_str_eq(display_money(1234.5649, "USD", text), "1,234.56 USD");
    cr_expect_str_eq(display_money(-1234567, "EUR", text), "-1,234,567.00 EUR");
    cr_expect_str_eq(display_money(0, "USD", text), "0.00 USD");
    cr_expect_str_eq(display_money(0.0123, "USD", text), "0.012 USD");
    cr_expect_str_eq(display_money(0.000000001, "USD", text), "0.000000001 USD");
    cr_expect_str_eq(display_money(NAN, "USD", text), "-");
}

Test(display, shares_of_nothing_are_not_defined)
{
    char text[DISPLAY_SIZE];
    cr_expect_str_eq(display_share(1, 8, text), "12.5 %");
    cr_expect_str_eq(display_share(480, 1, text), "48,000.0 %");
    cr_expect_str_eq(display_share(0, 0, text), "-");
}

Test(display, numbers_round_before_the_point_too_and_have_no_minus_zero)
{
    char text[DISPLAY_SIZE];
    cr_expect_str_eq(display_number(16811993226.44, -6, text), "16,812,000,000");
    cr_expect_str_eq(display_number(-0.004, 2, text), "0.00");
    cr_expect_str_eq(display_number(-0.006, 2, text), "-0.01");
    cr_expect_str_eq(display_number(2e15, 2, text), "2e+15");
}

struct interval {
    int id;
    double mean, half_width;
    const char *unit, *text;
};

#define NONE NAN

static const struct interval intervals[] = {
    {METRIC_BILL, 4368.5439, NONE, "USD", "4,368.54 USD"},
    {METRIC_BILL, 4368.5439, 0, "USD", "4,368.54 USD"},
    {METRIC_BILL, 4368.5439, 38.628, "USD", "4,368.54 +- 38.63 USD"},
    {METRIC_BILL, 4368.5439, 231.8, "USD", "4,369 +- 232 USD"},
    {METRIC_BILL, 810779.73, 56812.44, "USD", "810,780 +- 56,810 USD"},
    {METRIC_BILL, 42113433.6, 5e-9, "USD", "42,113,433.60 +- 0.00 USD"},
    {METRIC_BILL, 0.00123, 0.000456, "USD", "0.0012 +- 0.0005 USD"},
    {METRIC_COST_PER_WORK, 78.22, 59.85, "USD/epoch", "78.22 +- 59.85 USD/epoch"},
    {METRIC_COST_PER_WORK, 0.00074, NONE, "USD/image", "0.74 USD/1k images"},
    {METRIC_COST_PER_WORK, 2.5e-7, 2e-8, "USD/token", "0.25 +- 0.02 USD/1M tokens"},
    {METRIC_COST_PER_WORK, 0.0042, 0.00027, "USD/s", "15.12 +- 0.97 USD/h"},
    {METRIC_COST_PER_WORK, 0, NONE, "USD/token", "0.00 USD/token"},
    {METRIC_JOBS, 6, 0, "1", "6"},
    {METRIC_JOBS, 3010, 46.5, "1", "3,010.0 +- 46.5"},
    {METRIC_JOBS, 123456.7, 1234.5, "1", "123,457 +- 1,234"},
    {METRIC_ATTEMPTS_MEAN, 399.2, 24.793, "1", "399.20 +- 24.79"},
    {METRIC_GPU_BILLED, 386085.6, 27053.5, "GPU-h", "386,090 +- 27,050 GPU-h"},
    {METRIC_MAKESPAN, 0, NONE, "s", "0 s"},
    {METRIC_MAKESPAN, 0.0302, 0.0342, "s", "30.2 +- 34.2 ms"},
    {METRIC_MAKESPAN, 13.7, 0.653, "s", "13.7 +- 0.7 s"},
    {METRIC_MAKESPAN, 318, 222, "s", "5.3 +- 3.7 min"},
    {METRIC_MAKESPAN, 1500, 6360, "s", "25 min +- 1 h 46 min"},
    {METRIC_MAKESPAN, 66960, 36.4, "s", "18 h 36 min +- 1 min"},
    {METRIC_MAKESPAN, 968400, 81900, "s", "11 d 5 h +- 23 h"},
    {METRIC_MAKESPAN, 86400 * 2000.4, 86400 * 31.5, "s", "2,000 +- 32 d"},
};

Test(display, half_widths_end_at_the_same_place_as_their_values)
{
    char text[DISPLAY_SIZE];
    for (size_t i = 0; i < sizeof intervals / sizeof intervals[0]; ++i) {
        const struct interval *t = &intervals[i];
        struct metric metric = {.id = (enum metric_id)t->id,
                                .unit = t->unit,
                                .defined = 5,
                                .mean = t->mean,
                                .half_width = t->half_width};
        cr_expect_str_eq(display_metric(&metric, "USD", text), t->text, "%s, not %s", text,
                         t->text);
    }
}

Test(display, ratios_can_be_per_cent)
{
    char text[DISPLAY_SIZE];
    struct metric metric = {
        .id = METRIC_ETTR, .unit = "1", .defined = 2, .mean = 0.677, .half_width = 0.0391};
    cr_expect_str_eq(display_metric_share(&metric, text), "67.7 +- 3.9 %");
    metric.half_width = 0;
    cr_expect_str_eq(display_metric_share(&metric, text), "67.7 %");
    metric.defined = 0;
    cr_expect_str_eq(display_metric_share(&metric, text), "-");
    cr_expect_str_eq(display_metric(NULL, "USD", text), "-");
}
