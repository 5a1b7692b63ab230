/* Durations. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "scenarios/units.h"
#include "scenarios/units_text.h"

const struct unit units_of_time[] = {
    {"ms", 1, -3},   {"s", 1, 0},      {"min", 60, 0}, {"h", 3600, 0},
    {"d", 86400, 0}, {"w", 604800, 0}, {NULL, 0, 0},
};

/* Words people write, and what to write instead. */
static const struct {
    const char *word, *advice;
} time_words[] = {
    {"m", "`m` could mean minutes or months: write `min`, or days"},
    {"mo", "a month has no fixed length: write days, e.g. `30 d`"},
    {"month", "a month has no fixed length: write days, e.g. `30 d`"},
    {"months", "a month has no fixed length: write days, e.g. `30 d`"},
    {"y", "a year has no fixed length: write days, e.g. `365 d`"},
    {"year", "a year has no fixed length: write days, e.g. `365 d`"},
    {"years", "a year has no fixed length: write days, e.g. `365 d`"},
    {"us", "the finest unit is `ms`: write e.g. `0.001 ms`"},
    {"sec", "write `s`"},
    {"secs", "write `s`"},
    {"second", "write `s`"},
    {"seconds", "write `s`"},
    {"mins", "write `min`"},
    {"minute", "write `min`"},
    {"minutes", "write `min`"},
    {"hr", "write `h`"},
    {"hrs", "write `h`"},
    {"hour", "write `h`"},
    {"hours", "write `h`"},
    {"day", "write `d`"},
    {"days", "write `d`"},
    {"week", "write `w`"},
    {"weeks", "write `w`"},
};

bool units_is_time(const char *word)
{
    return units_find(units_of_time, word) != NULL;
}

static int refuse_time_unit(const char *text, const char *rest, const char *word,
                            struct status *status)
{
    if (!*rest)
        return status_set(status, STATUS_INPUT,
                          "`%s` has no unit: write ms, s, min, h, d or w after the number, e.g. "
                          "`%s s`.",
                          units_show(text).text, units_show(text).text);
    for (size_t i = 0; *word && i < sizeof time_words / sizeof *time_words; i++)
        if (strcmp(word, time_words[i].word) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: %s.", units_show(text).text,
                              time_words[i].advice);
    for (size_t i = 0; *word && units_of_time[i].name; i++)
        if (strcasecmp(word, units_of_time[i].name) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: write the unit as `%s`.",
                              units_show(text).text, units_of_time[i].name);
    return status_set(status, STATUS_INPUT,
                      "`%s` is not a duration: after the number stands `%s`, allowed are the units "
                      "ms, s, min, h, d, w, e.g. `90 s` or `1 h 30 min`.",
                      units_show(text).text, units_show(rest).text);
}

static int too_long(const char *text, struct status *status)
{
    return status_set(status, STATUS_INPUT, "`%s` is too long: a duration is at most 26,000,000 d.",
                      units_show(text).text);
}

/* PT1H30M, P2D, P1W, P1DT12H: the units in falling order, months and years refused. */
static int iso_duration(const char *text, struct decimal *seconds, struct status *status)
{
    static const struct {
        char letter;
        bool time;
        const char *unit;
    } parts[] = {{'W', false, "w"},
                 {'D', false, "d"},
                 {'H', true, "h"},
                 {'M', true, "min"},
                 {'S', true, "s"}};
    enum { PARTS = sizeof parts / sizeof *parts };
    const char *p = text + 1;
    bool time = false, any = false;
    int next = 0;
    for (; *p; any = true) {
        struct decimal value;
        if (*p == 'T' && !time && p[1]) {
            time = true;
            p++;
        }
        size_t n = decimal_scan(p, &value, status);
        if (n == 0)
            return status->code;
        if (!time && (p[n] == 'Y' || p[n] == 'M'))
            return status_set(status, STATUS_INPUT,
                              "`%s` has years or months, which have no fixed length: write days, "
                              "e.g. `P30D`.",
                              units_show(text).text);
        int i = next;
        while (i < PARTS && (parts[i].letter != p[n] || parts[i].time != time))
            i++;
        if (i == PARTS || value.mantissa < 0)
            break;
        if (!units_add(seconds, value, units_find(units_of_time, parts[i].unit)))
            return too_long(text, status);
        next = i + 1;
        p += n + 1;
    }
    if (!*p && any)
        return 0;
    return status_set(
        status, STATUS_INPUT,
        "`%s` is not an ISO 8601 duration such as `PT1H30M` or `P2DT12H`; `1 h 30 min` is "
        "accepted too.",
        units_show(text).text);
}

int units_duration(const char *text, struct decimal *seconds, struct status *status)
{
    const struct unit *last = NULL;
    *seconds = (struct decimal){0};
    if (text[0] == 'P')
        return iso_duration(text, seconds, status);
    const char *p = text;
    do {
        struct decimal value;
        char word[UNIT_WORD_MAX];
        if (units_amount(p, &value, &p, status))
            return status->code;
        size_t n = units_letters(p, word);
        const struct unit *unit = n ? units_find(units_of_time, word) : NULL;
        if (!unit)
            return refuse_time_unit(text, p, word, status);
        if (last && unit >= last)
            return status_set(
                status, STATUS_INPUT,
                "`%s`: the units of a duration go from long to short, each once, e.g. "
                "`1 h 30 min`.",
                units_show(text).text);
        last = unit;
        if (!units_add(seconds, value, unit))
            return too_long(text, status);
        p = units_skip(p + n);
    } while (*p);
    return 0;
}

int units_ticks(const char *text, sim_time *ticks, struct status *status)
{
    struct decimal seconds;
    int64_t exact;
    if (units_duration(text, &seconds, status))
        return status->code;
    if (decimal_to_double(seconds) * 1e6 > (double)SIM_TIME_MAX)
        return too_long(text, status);
    if (!decimal_to_int64(seconds, TICKS_PER_SECOND, 1, &exact))
        return status_set(status, STATUS_INPUT,
                          "`%s` is finer than a microsecond, the simulation's resolution: use at "
                          "most 6 decimals of a second.",
                          units_show(text).text);
    *ticks = exact;
    return 0;
}

int units_seconds(const char *text, double *seconds, struct status *status)
{
    struct decimal exact;
    if (units_duration(text, &exact, status))
        return status->code;
    *seconds = decimal_to_double(exact);
    return *seconds * 1e6 > (double)SIM_TIME_MAX ? too_long(text, status) : 0;
}
