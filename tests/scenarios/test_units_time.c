/* Durations: what each text gives, and what each refused text is told. */
#include "scenarios/units.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(units_time, durations_are_exact_ticks)
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

Test(units_time, refused_durations_say_what_is_allowed)
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

Test(units_time, durations_in_seconds_are_the_nearest_double)
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
