/* Money and its rates: what each text gives, and what each refused text is told. */
#include "scenarios/units.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(units_money, amounts_of_money_are_exact_to_the_nano_unit)
{
    static const struct {
        const char *text;
        money nano;
    } cases[] = {
        {"0 USD", 0},
        {"1 USD", 1000000000},
        {"1.20 USD", 1200000000},
        {"1.20USD", 1200000000},
        {"0.000000001 USD", 1},
        {"0.100000000000 USD", 100000000},
        {"1e-9 USD", 1},
        {"9200000000 USD", INT64_C(9200000000000000000)},
        {"1e9 USD", INT64_C(1000000000000000000)},
    };
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"1.20", "after the number is missing `USD`"},
        {"1.20 EUR", "is in EUR, but the scenario's currency is USD: convert the amount, or set "
                     "`currency: EUR`"},
        {"1.20 usd", "after the number stands `usd`"},
        {"1.20 USDT", "after the number stands `USDT`"},
        {"$1.20", "it must begin with the number"},
        {"USD 1.20", "it must begin with the number"},
        {"-1 USD", "is negative"},
        {"-0 USD", "is negative"},
        {"1 USD/h", "it is an amount, not a rate"},
        {"0.0000000001 USD", "has more than 9 decimals"},
        {"1.2345678901 USD", "has more than 9 decimals"},
        {"9300000000 USD", "is too large"},
        {"1e30 USD", "is too large"},
        {"1,20 USD", "has a comma"},
        {"", "it must begin with the number"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        money nano = -1;
        cr_expect_eq(units_money(cases[i].text, "USD", &nano, &status), 0, "%s", status.message);
        cr_expect_eq(nano, cases[i].nano, "%s: %lld", cases[i].text, (long long)nano);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        money nano;
        cr_expect_eq(units_money(refused[i].text, "USD", &nano, &status), STATUS_INPUT, "%s",
                     refused[i].text);
        cr_expect(strstr(status.message, refused[i].message), "%s: %s", refused[i].text,
                  status.message);
    }
}

/* What a quantity costs must be the same, however the fraction is written. */
static void expect_cost(const char *text, struct money_rate rate, quantity_t quantity, money cost)
{
    struct status status = STATUS_INIT;
    money found = -1;
    cr_expect(rate.per > 0 && rate.nano >= 0, "%s", text);
    cr_expect_eq(money_cost(rate, quantity, &found, &status), 0, "%s: %s", text, status.message);
    cr_expect_eq(found, cost, "%s: %lld", text, (long long)found);
}

Test(units_money, prices_are_per_gpu_tick)
{
    const quantity_t hour = TICKS_PER_HOUR;
    static const struct {
        const char *text;
        money hourly; /* of one GPU, 8 in a node */
    } cases[] = {
        {"1.20 USD/GPU/h", 1200000000},    {"1.20 USD / GPU / h", 1200000000},
        {"9.60 USD/node/h", 1200000000},   {"0.02 USD/GPU/min", 1200000000},
        {"0.001 USD/GPU/s", 3600000000},   {"24 USD/GPU/d", 1000000000},
        {"730 USD/GPU/month", 1000000000}, {"5840 USD/node/month", 1000000000},
        {"1 USD/node/h", 125000000},       {"0 USD/GPU/h", 0},
    };
    struct money_rate rate;
    struct status status = STATUS_INIT;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status own = STATUS_INIT;
        cr_assert_eq(units_price(cases[i].text, "USD", 8, &rate, &own), 0, "%s", own.message);
        expect_cost(cases[i].text, rate, hour, cases[i].hourly);
    }
    cr_assert_eq(units_price("1.20 USD/GPU/h", "USD", 8, &rate, &status), 0);
    cr_expect_eq(rate.nano, 1200000000);
    cr_expect_eq(rate.per, TICKS_PER_HOUR);
    cr_assert_eq(units_price("10 USD/node/h", "USD", 3, &rate, &status), 0);
    expect_cost("a node of 3 GPUs costs exactly its price", rate, 3 * hour, 10000000000);
}

Test(units_money, refused_prices_show_the_form)
{
    static const char *const cases[] = {
        "1.20",           "1.20 USD",        "1.20 USD/h",       "1.20 USD/GPU",  "1.20 USD/GPU/y",
        "1.20 USD/gpu/h", "1.20 USD/h/GPU",  "1.20 USD/GPU/h/h", "1.20 USD/GPUh", "1.20 USD/GPU-h",
        "1.20 USD//h",    "1.20 USD/GPU/2h", "1.20 USD/GPU/h x",
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        struct money_rate rate;
        cr_expect_eq(units_price(cases[i], "USD", 8, &rate, &status), STATUS_INPUT, "%s", cases[i]);
        cr_expect(strstr(status.message, "is not in the form `1.20 USD/GPU/h`"), "%s: %s", cases[i],
                  status.message);
    }
}

Test(units_money, storage_is_priced_per_megabyte_tick)
{
    static const struct {
        const char *text;
        money month_of_gigabyte;
    } cases[] = {
        {"0.10 USD/GB/month", 100000000},
        {"0.10 USD / GB / month", 100000000},
        {"100 USD/TB/month", 100000000},
        {"0.0001 USD/MB/month", 100000000},
        {"0.001 USD/GB/h", 730000000},
        {"0.000000001 USD/GB/month", 1},
        {"0 USD/GB/month", 0},
    };
    const quantity_t month = (quantity_t)MONTH_HOURS * TICKS_PER_HOUR * 1000; /* 1000 MB */
    struct money_rate rate;
    struct status status = STATUS_INIT;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status own = STATUS_INIT;
        cr_assert_eq(units_storage_rate(cases[i].text, "USD", &rate, &own), 0, "%s", own.message);
        expect_cost(cases[i].text, rate, month, cases[i].month_of_gigabyte);
    }
    cr_assert_eq(units_storage_rate("1 USD/GiB/month", "USD", &rate, &status), 0);
    /* 1000 MB are 1e9 / 2^30 of a GiB. */
    expect_cost("a GiB is more than a GB", rate, month, 931322575);
    cr_expect_eq(units_storage_rate("0.1 USD/GB", "USD", &rate, &status), STATUS_INPUT);
}

Test(units_money, traffic_is_priced_per_byte_and_standing_costs_per_tick)
{
    struct money_rate rate;
    struct status status = STATUS_INIT;
    cr_assert_eq(units_traffic_rate("0.09 USD/GB", "USD", &rate, &status), 0);
    expect_cost("0.09 USD/GB", rate, 1000000000, 90000000);
    cr_assert_eq(units_traffic_rate("90 USD/TB", "USD", &rate, &status), 0);
    expect_cost("90 USD/TB", rate, 1000000000, 90000000);
    cr_assert_eq(units_traffic_rate("0.09 USD/GiB", "USD", &rate, &status), 0);
    expect_cost("0.09 USD/GiB", rate, 1073741824, 90000000);
    cr_assert_eq(units_standing_rate("2 USD/h", "USD", &rate, &status), 0);
    expect_cost("2 USD/h", rate, TICKS_PER_HOUR, 2000000000);
    cr_assert_eq(units_standing_rate("73 USD/month", "USD", &rate, &status), 0);
    expect_cost("73 USD/month", rate, TICKS_PER_HOUR, 100000000);
    cr_expect_eq(units_traffic_rate("0.09 USD/GB/month", "USD", &rate, &status), STATUS_INPUT);
    status = STATUS_INIT;
    cr_expect_eq(units_standing_rate("2 USD", "USD", &rate, &status), STATUS_INPUT);
}
