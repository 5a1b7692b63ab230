/* Values with units: what each text gives, and what each refused text is told. */
#include "scenarios/units.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(units, durations_are_exact_ticks)
{
    static const struct {
        const char *text;
        sim_time ticks;
    } cases[] = {
        {"0 s", 0},
        {"0ms", 0},
        {"1 ms", 1000},
        {"0.001 ms", 1},
        {"1.5 ms", 1500},
        {"1 s", 1000000},
        {"1s", 1000000},
        {"1   s", 1000000},
        {"0.000001 s", 1},
        {"0.1 s", 100000},
        {"0.10 s", 100000},
        {"0.100000000000 s", 100000},
        {"1e3 s", 1000000000},
        {"1e-6 s", 1},
        {"1E-6 s", 1},
        {"12e+2 s", 1200000000},
        {"90 s", 90000000},
        {"1 min", 60000000},
        {"1.5 min", 90000000},
        {"0.1 min", 6000000},
        {"1 h", 3600000000},
        {"4.2 h", 15120000000},
        {"1 d", 86400000000},
        {"30 d", 2592000000000},
        {"0.5 d", 43200000000},
        {"1 w", 604800000000},
        {"2 w", 1209600000000},
        {"1h30min", 5400000000},
        {"1 h 30 min", 5400000000},
        {"1 h 30min 15 s", 5415000000},
        {"2 d 3 h", 183600000000},
        {"1 w 1 d 1 h 1 min 1 s 1 ms", 694861001000},
        {"1.5 h 30 min", 7200000000},
        {"0 h 0 s", 0},
        {"PT1H", 3600000000},
        {"PT1H30M", 5400000000},
        {"PT90S", 90000000},
        {"PT0.5S", 500000},
        {"PT0S", 0},
        {"P2D", 172800000000},
        {"P2DT12H", 216000000000},
        {"P1W", 604800000000},
        {"P1WT1S", 604801000000},
        {"PT36H", 129600000000},
        {"26000000 d", INT64_C(2246400000000000000)},
        {"0.3333333 min", 19999998},
        {"123456789.123456 s", 123456789123456},
        {"0.000000000000000001e18 s", 1000000},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        sim_time ticks = -1;
        cr_expect_eq(units_ticks(cases[i].text, &ticks, &status), 0, "%s: %s", cases[i].text,
                     status.message);
        cr_expect_eq(ticks, cases[i].ticks, "%s: %lld", cases[i].text, (long long)ticks);
    }
}

Test(units, refused_durations_say_what_is_allowed)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "There is no number."},
        {" 1 s", "is not a number"},
        {"s", "`s` is not a number."},
        {"1", "`1` has no unit: write ms, s, min, h, d or w after the number, e.g. `1 s`."},
        {"0", "`0` has no unit"},
        {"1.5", "`1.5` has no unit"},
        {"1 m", "write `min`, or days"},
        {"1 mo", "a month has no fixed length"},
        {"1 month", "a month has no fixed length"},
        {"1 y", "a year has no fixed length"},
        {"1 years", "a year has no fixed length"},
        {"1 us", "the finest unit is `ms`"},
        {"1 sec", "write `s`"},
        {"1 seconds", "write `s`"},
        {"1 minutes", "write `min`"},
        {"1 hr", "write `h`"},
        {"1 hours", "write `h`"},
        {"1 day", "write `d`"},
        {"1 weeks", "write `w`"},
        {"1 H", "write the unit as `h`"},
        {"1 MS", "write the unit as `ms`"},
        {"1 Min", "write the unit as `min`"},
        {"1 x", "after the number stands `x`"},
        {"1 h,", "`,` is not a number"},
        {"1 h 30", "has no unit"},
        {"1 h 1 h", "go from long to short, each once"},
        {"1 s 1 h", "go from long to short"},
        {"-1 s", "is negative"},
        {"-0 s", "is negative"},
        {"1 h -1 s", "is negative"},
        {"+1 s", "begins with a plus sign"},
        {".5 s", "write 0.5, not .5"},
        {"5. s", "needs a digit after the point"},
        {"1.2.3 s", "has two decimal points"},
        {"01 s", "begins with a zero that does not count"},
        {"00 s", "begins with a zero that does not count"},
        {"1_000 s", "has a separator between digits"},
        {"1'000 s", "has a separator between digits"},
        {"1,5 s", "has a comma"},
        {"1:30 h", "is written with a colon"},
        {"0x10 s", "is hexadecimal"},
        {"nan s", "write a finite number"},
        {"inf s", "write a finite number"},
        {"-inf s", "write a finite number"},
        {"Infinity", "write a finite number"},
        {"1e s", "after the number stands `e s`"},
        {"1e99 s", "is too large or too small"},
        {"1e40 s", "is too long"},
        {"1e-41 s", "is too large or too small"},
        {"1234567890123456789012345 s", "has more than 24 digits"},
        {"27000000 d", "is too long"},
        {"0.0000001 s", "is finer than a microsecond"},
        {"0.0001 ms", "is finer than a microsecond"},
        {"1 s 0.0000001 ms", "is finer than a microsecond"},
        {"P", "is not an ISO 8601 duration"},
        {"PT", "is not a number"},
        {"P1", "is not an ISO 8601 duration"},
        {"P1M", "have no fixed length"},
        {"P1Y", "have no fixed length"},
        {"PT1H1H", "is not an ISO 8601 duration"},
        {"PT1M1H", "is not an ISO 8601 duration"},
        {"P1H", "is not an ISO 8601 duration"},
        {"PT1D", "is not an ISO 8601 duration"},
        {"PT1h", "is not an ISO 8601 duration"},
        {"PT-1H", "is not an ISO 8601 duration"},
        {"P1DT", "is not a number"},
        {"\xC2\xB5s", "is not a number"},
        {"1 \xC2\xB5s", "is not a duration"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        sim_time ticks;
        cr_expect_eq(units_ticks(cases[i].text, &ticks, &status), STATUS_INPUT, "%s is accepted",
                     cases[i].text);
        cr_expect(strstr(status.message, cases[i].message), "%s: %s", cases[i].text,
                  status.message);
    }
}

Test(units, durations_in_seconds_are_the_nearest_double)
{
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {
        {"0.1 s", 0.1},       {"1 ms", 0.001},     {"4.2 h", 15120}, {"0.0000001 s", 1e-7},
        {"0.3 ms", 0.0003},   {"400 d", 34560000}, {"1e-9 s", 1e-9}, {"123456.789 s", 123456.789},
        {"1h 0.1 s", 3600.1}, {"0.7 min", 42},     {"0.7 ms", 7e-4}, {"2.2 h", 7920},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double seconds = -1;
        cr_expect_eq(units_seconds(cases[i].text, &seconds, &status), 0, "%s", status.message);
        cr_expect_eq(seconds, cases[i].seconds, "%s: %.17g", cases[i].text, seconds);
    }
}

Test(units, sizes_are_powers_of_1000_or_1024)
{
    static const struct {
        const char *text;
        double bytes;
    } cases[] = {
        {"0 B", 0},
        {"1 B", 1},
        {"1 kB", 1e3},
        {"1 MB", 1e6},
        {"80 GB", 80e9},
        {"80GB", 80e9},
        {"1.5 TB", 1.5e12},
        {"1 PB", 1e15},
        {"1 KiB", 1024},
        {"1 MiB", 1048576},
        {"1 GiB", 1073741824},
        {"0.5 TiB", 549755813888},
        {"1 PiB", 1125899906842624},
        {"1e3 GB", 1e12},
        {"0.1 kB", 100},
    };
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"80", "`80` has no unit: write e.g. `80 GB`."},
        {"80 Gb", "write the unit as `GB`"},
        {"80 gb", "write the unit as `GB`"},
        {"80 KB", "write the unit as `kB`"},
        {"80 gib", "write the unit as `GiB`"},
        {"80 G", "allowed are B, kB, MB"},
        {"80 GB/s", "allowed are B, kB, MB"},
        {"80 GB GB", "allowed are B, kB, MB"},
        {"-1 GB", "is negative"},
        {"GB", "is not a number"},
        {"1001 PB", "is too large"},
        {"1e30 B", "is too large"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double bytes = -1;
        cr_expect_eq(units_size(cases[i].text, &bytes, &status), 0, "%s", status.message);
        cr_expect_eq(bytes, cases[i].bytes, "%s: %.17g", cases[i].text, bytes);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        double bytes;
        cr_expect_eq(units_size(refused[i].text, &bytes, &status), STATUS_INPUT, "%s",
                     refused[i].text);
        cr_expect(strstr(status.message, refused[i].message), "%s: %s", refused[i].text,
                  status.message);
    }
}

/* ---- money ---- */

Test(units, amounts_of_money_are_exact_to_the_nano_unit)
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

Test(units, prices_are_per_gpu_tick)
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

Test(units, refused_prices_show_the_form)
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

Test(units, storage_is_priced_per_megabyte_tick)
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

Test(units, traffic_is_priced_per_byte_and_standing_costs_per_tick)
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

/* ---- numbers, rates of events, work ---- */

Test(units, shares_are_plain_or_percent)
{
    static const struct {
        const char *text;
        double share;
    } cases[] = {{"0", 0},     {"0.02", 0.02},   {"2 %", 0.02},  {"2%", 0.02},
                 {"100 %", 1}, {"0.1 %", 0.001}, {"1e-3", 0.001}};
    static const char *const refused[] = {"2 percent", "%", "2 % %", "2 %/h", "-1 %", "x", ""};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double share = -1;
        cr_expect_eq(units_fraction(cases[i].text, &share, &status), 0, "%s", status.message);
        cr_expect_eq(share, cases[i].share, "%s: %.17g", cases[i].text, share);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        double share;
        cr_expect_eq(units_fraction(refused[i], &share, &status), STATUS_INPUT, "%s", refused[i]);
    }
}

Test(units, whole_numbers_have_digits_only)
{
    static const struct {
        const char *text;
        int64_t number;
    } cases[] = {{"0", 0},
                 {"-1", -1},
                 {"42", 42},
                 {"9223372036854775807", INT64_MAX},
                 {"-9223372036854775808", INT64_MIN}};
    static const char *const refused[] = {"1.0",
                                          "1e3",
                                          "1.5",
                                          "0x1",
                                          "007",
                                          "1 000",
                                          "1_000",
                                          "",
                                          "+1",
                                          "-",
                                          "--1",
                                          "1-",
                                          "one",
                                          "9223372036854775808",
                                          "-9223372036854775809",
                                          "1 h",
                                          "nan"};
    uint64_t number;
    struct status status = STATUS_INIT;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status own = STATUS_INIT;
        int64_t found = 99;
        cr_expect_eq(units_integer(cases[i].text, &found, &own), 0, "%s", own.message);
        cr_expect_eq(found, cases[i].number, "%s", cases[i].text);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status own = STATUS_INIT;
        int64_t found;
        cr_expect_eq(units_integer(refused[i], &found, &own), STATUS_INPUT, "%s", refused[i]);
    }
    cr_expect_eq(units_unsigned("18446744073709551615", &number, &status), 0);
    cr_expect_eq(number, UINT64_MAX);
    cr_expect_eq(units_unsigned("18446744073709551616", &number, &status), STATUS_INPUT);
}

Test(units, rates_of_events_give_the_mean_gap)
{
    static const struct {
        const char *text;
        double gap;
    } cases[] = {{"3 /h", 1200},      {"3/h", 1200},      {"3 / h", 1200},
                 {"0.9 /s", 1 / 0.9}, {"5 /d", 17280},    {"1 /w", 604800},
                 {"2 /min", 30},      {"4 /ms", 0.00025}, {"0.5 /h", 7200}};
    static const char *const refused[] = {"3",        "3 h",    "3 per h",  "0 /h", "-1 /h", "/h",
                                          "3 /month", "3 /h/h", "3 jobs/h", "3 /",  ""};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double gap = -1;
        cr_expect_eq(units_event_rate(cases[i].text, &gap, &status), 0, "%s", status.message);
        cr_expect_eq(gap, cases[i].gap, "%s: %.17g", cases[i].text, gap);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        double gap;
        cr_expect_eq(units_event_rate(refused[i], &gap, &status), STATUS_INPUT, "%s", refused[i]);
    }
}

Test(units, work_is_a_number_and_a_word)
{
    static const struct {
        const char *text;
        double amount;
        const char *unit;
    } cases[] = {
        {"3 epochs", 3, "epochs"},     {"1 epoch", 1, "epoch"}, {"2.5e9 tokens", 2.5e9, "tokens"},
        {"10images", 10, "images"},    {"0 steps", 0, "steps"}, {"4 k-steps", 4, "k-steps"},
        {"5 sim_days", 5, "sim_days"}, {"1 e", 1, "e"},         {"7 x2", 7, "x2"}};
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"3", "has no unit"},
        {"3 h",
         "is a time, not an amount of work: a job whose run time is known takes `run_time: 3 "
         "h`"},
        {"3 min", "is a time"},
        {"3 big epochs", "write a number and one word"},
        {"3 /h", "write a number and one word"},
        {"epochs", "is not a number"},
        {"-3 epochs", "is negative"},
        {"3 2x", "write a number and one word"},
        {"3 "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "a",
         "write a number and one word"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        char unit[UNIT_WORD_MAX] = "";
        double amount = -1;
        cr_expect_eq(units_work(cases[i].text, &amount, unit, &status), 0, "%s", status.message);
        cr_expect_eq(amount, cases[i].amount, "%s", cases[i].text);
        cr_expect_str_eq(unit, cases[i].unit);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        char unit[UNIT_WORD_MAX];
        double amount;
        cr_expect_eq(units_work(refused[i].text, &amount, unit, &status), STATUS_INPUT, "%s",
                     refused[i].text);
        cr_expect(strstr(status.message, refused[i].message), "%s: %s", refused[i].text,
                  status.message);
    }
}

Test(units, speeds_come_in_three_forms)
{
    static const struct {
        const char *text;
        double seconds;
        bool per_gpu;
        const char *unit;
    } cases[] = {
        {"4.2 h/epoch", 15120, false, "epoch"},
        {"4.2h/epoch", 15120, false, "epoch"},
        {"4.2 h / epoch", 15120, false, "epoch"},
        {"4 h 12 min/epoch", 15120, false, "epoch"},
        {"5 ms/image", 0.005, false, "image"},
        {"2.1 s/image", 2.1, false, "image"},
        {"0.5 epoch/h", 7200, false, "epoch"},
        {"2 epochs/d", 43200, false, "epochs"},
        {"1000 images/s", 0.001, false, "images"},
        {"23148 tokens/s/GPU", 1 / 23148.0, true, "tokens"},
        {"23148 tokens / s / GPU", 1 / 23148.0, true, "tokens"},
        {"60 steps/min/GPU", 1, true, "steps"},
        {"2 sims/h", 1800, false, "sims"},
    };
    static const char *const refused[] = {
        "4.2",           "4.2 h",          "h/epoch",        "4.2 h/",           "4.2 h/epoch/GPU",
        "0 h/epoch",     "0 epochs/h",     "-1 h/epoch",     "4.2 epochs",       "4.2 epochs/epoch",
        "1 tokens/s/",   "1 tokens/s/gpu", "1 tokens/GPU/s", "1 tokens/s/GPU/s", "1 tokens//s",
        "1 /s",          "1 h/2 epochs",   "1 two words/s",  "1 months/epoch",   "",
        "1 h 1 h/epoch",
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        struct work_rate rate;
        cr_expect_eq(units_work_rate(cases[i].text, &rate, &status), 0, "%s", status.message);
        cr_expect_eq(rate.seconds_per_unit, cases[i].seconds, "%s: %.17g", cases[i].text,
                     rate.seconds_per_unit);
        cr_expect_eq(rate.per_gpu, cases[i].per_gpu, "%s", cases[i].text);
        cr_expect_str_eq(rate.unit, cases[i].unit);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        struct work_rate rate;
        cr_expect_eq(units_work_rate(refused[i], &rate, &status), STATUS_INPUT, "%s is accepted",
                     refused[i]);
        cr_expect(strlen(status.message) > 10);
    }
}

Test(units, decimals_become_the_nearest_double)
{
    static const char *const cases[] = {"0.1",
                                        "0.2",
                                        "0.3",
                                        "1e22",
                                        "1e23",
                                        "4.35",
                                        "123456789.987654321",
                                        "2.2250738585072014e-20",
                                        "0.000001",
                                        "1e-40",
                                        "-0.7"};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double number = 0;
        cr_expect_eq(units_number(cases[i], &number, &status), 0, "%s", status.message);
        cr_expect_eq(number, strtod(cases[i], NULL), "%s: %.17g", cases[i], number);
    }
}

Test(units, a_long_text_is_cut_in_messages_between_characters)
{
    char text[400];
    struct status status = STATUS_INIT;
    sim_time ticks;
    strcpy(text, "1 ");
    for (int i = 0; i < 100; i++)
        strcat(text, "\xC3\xA9");
    cr_assert_eq(units_ticks(text, &ticks, &status), STATUS_INPUT);
    const char *dots = strstr(status.message, "...");
    cr_assert(dots);
    cr_assert_eq((unsigned char)dots[-1], 0xA9, "cut inside a character");
}
