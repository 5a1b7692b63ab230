#include "scenarios/units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words
 * ------------------------------------------------------------------------------------------ */

/* A unit is factor x 10^exponent of the base unit. */
struct unit {
    const char *name;
    int64_t factor;
    int exponent;
};

static const struct unit time_units[] = {
    {"ms", 1, -3},   {"s", 1, 0},      {"min", 60, 0}, {"h", 3600, 0},
    {"d", 86400, 0}, {"w", 604800, 0}, {NULL, 0, 0},
};

static const struct unit size_units[] = {
    {"B", 1, 0},
    {"kB", 1, 3},
    {"MB", 1, 6},
    {"GB", 1, 9},
    {"TB", 1, 12},
    {"PB", 1, 15},
    {"KiB", INT64_C(1) << 10, 0},
    {"MiB", INT64_C(1) << 20, 0},
    {"GiB", INT64_C(1) << 30, 0},
    {"TiB", INT64_C(1) << 40, 0},
    {"PiB", INT64_C(1) << 50, 0},
    {NULL, 0, 0},
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

static const struct unit *find_unit(const struct unit *units, const char *word)
{
    for (; units->name; units++)
        if (strcmp(units->name, word) == 0)
            return units;
    return NULL;
}

bool units_is_time(const char *word)
{
    return find_unit(time_units, word) != NULL;
}

static const char *skip(const char *p)
{
    return p + strspn(p, " ");
}

/* Text cut to a length that fits in a message. */
struct shown {
    char text[88];
};

static struct shown show(const char *text)
{
    struct shown s;
    size_t length = strlen(text), cut = 80;
    if (length <= cut) {
        snprintf(s.text, sizeof s.text, "%s", text);
        return s;
    }
    while (cut > 0 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--; /* not inside a character */
    snprintf(s.text, sizeof s.text, "%.*s...", (int)cut, text);
    return s;
}

/* Letters at p, at most UNIT_WORD_MAX - 1; 0 when there is none or it is longer. */
static size_t scan_letters(const char *p, char word[UNIT_WORD_MAX])
{
    size_t n = 0;
    while (isalpha((unsigned char)p[n]))
        n++;
    if (n >= UNIT_WORD_MAX)
        n = 0;
    memcpy(word, p, n);
    word[n] = '\0';
    return n;
}

/* A word that names a unit of work: a letter, then letters, digits, `_`, `-`. */
static size_t scan_work_word(const char *p, char word[UNIT_WORD_MAX])
{
    size_t n = 0;
    if (isalpha((unsigned char)p[0]))
        while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '-')
            n++;
    if (n >= UNIT_WORD_MAX)
        n = 0;
    memcpy(word, p, n);
    word[n] = '\0';
    return n;
}

static int refuse_negative(const char *text, struct decimal value, struct status *status)
{
    if (value.mantissa >= 0 && text[0] != '-')
        return 0;
    return status_set(status, STATUS_INPUT, "`%s` is negative; it must be 0 or more.",
                      show(text).text);
}

/* ---- durations
 * -------------------------------------------------------------------------------------- */

static int refuse_time_unit(const char *text, const char *rest, const char *word,
                            struct status *status)
{
    if (!*rest)
        return status_set(status, STATUS_INPUT,
                          "`%s` has no unit: write ms, s, min, h, d or w after the number, e.g. "
                          "`%s s`.",
                          show(text).text, show(text).text);
    for (size_t i = 0; *word && i < sizeof time_words / sizeof *time_words; i++)
        if (strcmp(word, time_words[i].word) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: %s.", show(text).text,
                              time_words[i].advice);
    for (size_t i = 0; *word && i < sizeof time_units / sizeof *time_units - 1; i++)
        if (strcasecmp(word, time_units[i].name) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: write the unit as `%s`.",
                              show(text).text, time_units[i].name);
    return status_set(status, STATUS_INPUT,
                      "`%s` is not a duration: after the number stands `%s`, allowed are the units "
                      "ms, s, min, h, d, w, e.g. `90 s` or `1 h 30 min`.",
                      show(text).text, show(rest).text);
}

static int too_long(const char *text, struct status *status)
{
    return status_set(status, STATUS_INPUT, "`%s` is too long: a duration is at most 26,000,000 d.",
                      show(text).text);
}

/* Adds number x unit to the sum. */
static bool add_unit(struct decimal *sum, struct decimal value, const struct unit *unit)
{
    value.exponent += value.mantissa ? unit->exponent : 0;
    return decimal_add_scaled(sum, value, unit->factor);
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
                              show(text).text);
        int i = next;
        while (i < PARTS && (parts[i].letter != p[n] || parts[i].time != time))
            i++;
        if (i == PARTS || value.mantissa < 0)
            break;
        if (!add_unit(seconds, value, find_unit(time_units, parts[i].unit)))
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
        show(text).text);
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
        size_t n = decimal_scan(p, &value, status);
        if (n == 0 || refuse_negative(p, value, status))
            return status->code;
        p = skip(p + n);
        n = scan_letters(p, word);
        const struct unit *unit = n ? find_unit(time_units, word) : NULL;
        if (!unit)
            return refuse_time_unit(text, p, word, status);
        if (last && unit >= last)
            return status_set(
                status, STATUS_INPUT,
                "`%s`: the units of a duration go from long to short, each once, e.g. "
                "`1 h 30 min`.",
                show(text).text);
        last = unit;
        if (!add_unit(seconds, value, unit))
            return too_long(text, status);
        p = skip(p + n);
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
                          show(text).text);
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

/* ---- sizes and plain numbers
 * ------------------------------------------------------------------------ */

/* A number, then exactly one word; *unit NULL when the word is not in the table. */
static int number_and_unit(const char *text, const struct unit *units, struct decimal *value,
                           const struct unit **unit, const char **rest, struct status *status)
{
    char word[UNIT_WORD_MAX];
    size_t n = decimal_scan(text, value, status);
    if (n == 0 || refuse_negative(text, *value, status))
        return STATUS_INPUT;
    *rest = skip(text + n);
    n = scan_letters(*rest, word);
    *unit = n && (*rest)[n] == '\0' ? find_unit(units, word) : NULL;
    return 0;
}

int units_size(const char *text, double *bytes, struct status *status)
{
    struct decimal value, sum = {0};
    const struct unit *unit;
    const char *rest;
    if (number_and_unit(text, size_units, &value, &unit, &rest, status))
        return status->code;
    if (!unit && !*rest)
        return status_set(status, STATUS_INPUT, "`%s` has no unit: write e.g. `%s GB`.",
                          show(text).text, show(text).text);
    for (const struct unit *u = size_units; !unit && u->name; u++)
        if (strcasecmp(u->name, rest) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: write the unit as `%s`.",
                              show(text).text, u->name);
    if (!unit)
        return status_set(
            status, STATUS_INPUT,
            "`%s` is not a size: after the number stands `%s`, allowed are B, kB, MB, GB, "
            "TB, PB (powers of 1000) and KiB, MiB, GiB, TiB, PiB (powers of 1024).",
            show(text).text, show(rest).text);
    if (!add_unit(&sum, value, unit) || decimal_to_double(sum) > 1e18)
        return status_set(status, STATUS_INPUT, "`%s` is too large: a size is at most 1000 PB.",
                          show(text).text);
    *bytes = decimal_to_double(sum);
    return 0;
}

/* A number and nothing else. */
static int only_number(const char *text, struct decimal *value, struct status *status)
{
    size_t n = decimal_scan(text, value, status);
    if (n == 0)
        return status->code;
    if (text[n])
        return status_set(status, STATUS_INPUT,
                          "`%s` is not a plain number: `%s` after it is not allowed here.",
                          show(text).text, show(skip(text + n)).text);
    return 0;
}

int units_fraction(const char *text, double *fraction, struct status *status)
{
    struct decimal value;
    size_t n = decimal_scan(text, &value, status);
    if (n == 0 || refuse_negative(text, value, status))
        return status->code;
    const char *rest = skip(text + n);
    if (strcmp(rest, "%") == 0)
        value.exponent -= value.mantissa ? 2 : 0;
    else if (*rest)
        return status_set(status, STATUS_INPUT, "`%s` is not a share: write e.g. `2 %%` or `0.02`.",
                          show(text).text);
    *fraction = decimal_to_double(value);
    return 0;
}

int units_number(const char *text, double *number, struct status *status)
{
    struct decimal value;
    if (only_number(text, &value, status))
        return status->code;
    *number = decimal_to_double(value);
    return 0;
}

/* Digits only: an integer with a point or an exponent is more likely a mistake. */
static int only_integer(const char *text, struct decimal *value, struct status *status)
{
    if (only_number(text, value, status))
        return status->code;
    if (text[strspn(text, "-0123456789")])
        return status_set(
            status, STATUS_INPUT,
            "`%s` is not a whole number: write digits only, without point or exponent.",
            show(text).text);
    return 0;
}

int units_integer(const char *text, int64_t *number, struct status *status)
{
    struct decimal value;
    if (only_integer(text, &value, status))
        return status->code;
    if (!decimal_to_int64(value, 1, 1, number))
        return status_set(status, STATUS_INPUT, "`%s` does not fit into 64 bits.", show(text).text);
    return 0;
}

int units_unsigned(const char *text, uint64_t *number, struct status *status)
{
    struct decimal value;
    if (only_integer(text, &value, status))
        return status->code;
    if (value.mantissa < 0 || value.mantissa > UINT64_MAX)
        return status_set(status, STATUS_INPUT,
                          "`%s` is out of range; allowed is 0 to 18446744073709551615.",
                          show(text).text);
    *number = (uint64_t)value.mantissa;
    return 0;
}

int units_event_rate(const char *text, double *mean_gap, struct status *status)
{
    struct decimal value;
    size_t n = decimal_scan(text, &value, status);
    if (n == 0 || refuse_negative(text, value, status))
        return status->code;
    const char *rest = skip(text + n);
    const struct unit *unit = *rest == '/' ? find_unit(time_units, skip(rest + 1)) : NULL;
    if (!unit)
        return status_set(status, STATUS_INPUT,
                          "`%s` is not a rate: write a number, `/` and one of ms, s, min, h, d, w, "
                          "e.g. `3 /h`.",
                          show(text).text);
    if (decimal_is_zero(value))
        return status_set(status, STATUS_INPUT, "`%s`: a rate must be greater than 0.",
                          show(text).text);
    *mean_gap = decimal_to_double((struct decimal){unit->factor, unit->exponent}) /
                decimal_to_double(value);
    return 0;
}

/* ---- work
 * ------------------------------------------------------------------------------------------- */

int units_work(const char *text, double *amount, char unit[UNIT_WORD_MAX], struct status *status)
{
    struct decimal value;
    size_t n = decimal_scan(text, &value, status);
    if (n == 0 || refuse_negative(text, value, status))
        return status->code;
    const char *rest = skip(text + n);
    n = scan_work_word(rest, unit);
    if (!*rest)
        return status_set(status, STATUS_INPUT,
                          "`%s` has no unit: write what is counted after the number, e.g. `%s "
                          "epochs`.",
                          show(text).text, show(text).text);
    if (n == 0 || rest[n])
        return status_set(status, STATUS_INPUT,
                          "`%s` is not an amount of work: write a number and one word, e.g. `3 "
                          "epochs`.",
                          show(text).text);
    if (units_is_time(unit))
        return status_set(
            status, STATUS_INPUT,
            "`%s` is a time, not an amount of work: a job whose run time is known takes "
            "`run_time: %s`.",
            show(text).text, show(text).text);
    *amount = decimal_to_double(value);
    return 0;
}

static int refuse_work_rate(const char *text, struct status *status)
{
    return status_set(
        status, STATUS_INPUT,
        "`%s` is not a speed: write the gang's time for a unit of work (`4.2 h/epoch`), the "
        "gang's work in a time (`0.5 epoch/h`), or work in a time per GPU (`23148 "
        "tokens/s/GPU`).",
        show(text).text);
}

/* The gang's time for a unit: DURATION/WORD; the slash is at `slash`. */
static int time_per_unit(const char *text, const char *slash, struct work_rate *rate,
                         struct status *status)
{
    char duration[128];
    size_t length = (size_t)(slash - text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length >= sizeof duration)
        return refuse_work_rate(text, status);
    memcpy(duration, text, length);
    duration[length] = '\0';
    const char *word = skip(slash + 1);
    size_t n = scan_work_word(word, rate->unit);
    if (n == 0 || word[n])
        return refuse_work_rate(text, status);
    return units_seconds(duration, &rate->seconds_per_unit, status);
}

/* Work in a time: NUMBER WORD/TIME or NUMBER WORD/TIME/GPU; word and slash are what follows the
 * number. */
static int unit_per_time(const char *text, struct decimal value, const char *word,
                         const char *slash, struct work_rate *rate, struct status *status)
{
    char time[UNIT_WORD_MAX];
    size_t n = scan_work_word(word, rate->unit);
    if (n == 0 || skip(word + n) != slash)
        return refuse_work_rate(text, status);
    const char *p = skip(slash + 1);
    n = scan_letters(p, time);
    const struct unit *unit = n ? find_unit(time_units, time) : NULL;
    p = skip(p + n);
    if (unit && *p == '/') {
        rate->per_gpu = strcmp(skip(p + 1), "GPU") == 0;
        if (!rate->per_gpu)
            unit = NULL;
    } else if (*p) {
        unit = NULL;
    }
    if (!unit)
        return refuse_work_rate(text, status);
    if (!decimal_is_zero(value))
        rate->seconds_per_unit = decimal_to_double((struct decimal){unit->factor, unit->exponent}) /
                                 decimal_to_double(value);
    return 0;
}

int units_work_rate(const char *text, struct work_rate *rate, struct status *status)
{
    struct decimal value;
    char word[UNIT_WORD_MAX];
    const char *slash = strchr(text, '/');
    *rate = (struct work_rate){0};
    size_t n = decimal_scan(text, &value, status);
    if (n == 0 || refuse_negative(text, value, status))
        return status->code;
    const char *rest = skip(text + n);
    if (!slash)
        return refuse_work_rate(text, status);
    scan_letters(rest, word);
    if (units_is_time(word) ? time_per_unit(text, slash, rate, status)
                            : unit_per_time(text, value, rest, slash, rate, status))
        return status->code;
    if (!(rate->seconds_per_unit > 0))
        return status_set(status, STATUS_INPUT, "`%s`: a speed must be greater than 0.",
                          show(text).text);
    return 0;
}
