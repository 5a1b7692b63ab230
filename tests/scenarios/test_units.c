/* Sizes, numbers, rates, work: what each text gives, and what each refused text is told. */
#include "scenarios/units.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

/* ---- numbers, rates of events, work ---- */

Test(units, operations_are_powers_of_1000)
{
    static const struct {
        const char *text;
        double operations;
    } cases[] = {
        {"0 FLOP", 0},       {"84 TFLOP", 84e12}, {"84TFLOP", 84e12},   {"1.5 kFLOP", 1500},
        {"3e24 FLOP", 3e24}, {"3 YFLOP", 3e24},   {"2.5 PFLOP", 25e14}, {"1000000 YFLOP", 1e30},
    };
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"84", "`84` has no unit: write e.g. `84 TFLOP`."},
        {"84 tflop", "write the unit as `TFLOP`"},
        {"84 TFLOPS", "after the number stands `TFLOPS`"},
        {"84 TFLOP/s", "allowed are FLOP, kFLOP"},
        {"84 TB", "is not a number of operations"},
        {"-1 FLOP", "is negative"},
        {"1000001 YFLOP", "is too large"},
        {"1e40 YFLOP", "is too large"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct status status = STATUS_INIT;
        double operations = -1;
        cr_expect_eq(units_operations(cases[i].text, &operations, &status), 0, "%s",
                     status.message);
        cr_expect_eq(operations, cases[i].operations, "%s: %.17g", cases[i].text, operations);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct status status = STATUS_INIT;
        double operations;
        cr_expect_eq(units_operations(refused[i].text, &operations, &status), STATUS_INPUT, "%s",
                     refused[i].text);
        cr_expect(strstr(status.message, refused[i].message), "%s: %s", refused[i].text,
                  status.message);
    }
}

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
