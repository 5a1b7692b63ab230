/* Sizes, numbers, rates of events, work and its speed. */
#include "scenarios/units.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "scenarios/units_text.h"

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

static const struct unit operation_units[] = {
    {"FLOP", 1, 0},   {"kFLOP", 1, 3},  {"MFLOP", 1, 6},  {"GFLOP", 1, 9},  {"TFLOP", 1, 12},
    {"PFLOP", 1, 15}, {"EFLOP", 1, 18}, {"ZFLOP", 1, 21}, {"YFLOP", 1, 24}, {NULL, 0, 0},
};

/* A number with one unit of a table. */
struct quantity {
    const struct unit *units;
    const char *name, *example, *allowed, *most;
    double limit;
};

static const struct quantity sizes = {
    size_units,
    "size",
    "GB",
    "B, kB, MB, GB, TB, PB (powers of 1000) and KiB, MiB, GiB, TiB, PiB (powers of 1024)",
    "1000 PB",
    1e18,
};

static const struct quantity operations_of_work = {
    operation_units,
    "number of operations",
    "TFLOP",
    "FLOP, kFLOP, MFLOP, GFLOP, TFLOP, PFLOP, EFLOP, ZFLOP, YFLOP (powers of 1000)",
    "1000000 YFLOP",
    1e30,
};

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

/* ---- sizes and plain numbers ---- */

/* A number, then exactly one word; *unit NULL when the word is not in the table. */
static int number_and_unit(const char *text, const struct unit *units, struct decimal *value,
                           const struct unit **unit, const char **rest, struct status *status)
{
    char word[UNIT_WORD_MAX];
    if (units_amount(text, value, rest, status))
        return STATUS_INPUT;
    size_t n = units_letters(*rest, word);
    *unit = n && (*rest)[n] == '\0' ? units_find(units, word) : NULL;
    return 0;
}

static int read_quantity(const char *text, const struct quantity *q, double *result,
                         struct status *status)
{
    struct decimal value, sum = {0};
    const struct unit *unit;
    const char *rest;
    if (number_and_unit(text, q->units, &value, &unit, &rest, status))
        return status->code;
    if (!unit && !*rest)
        return status_set(status, STATUS_INPUT, "`%s` has no unit: write e.g. `%s %s`.",
                          units_show(text).text, units_show(text).text, q->example);
    for (const struct unit *u = q->units; !unit && u->name; u++)
        if (strcasecmp(u->name, rest) == 0)
            return status_set(status, STATUS_INPUT, "`%s`: write the unit as `%s`.",
                              units_show(text).text, u->name);
    if (!unit)
        return status_set(status, STATUS_INPUT,
                          "`%s` is not a %s: after the number stands `%s`, allowed are %s.",
                          units_show(text).text, q->name, units_show(rest).text, q->allowed);
    if (!units_add(&sum, value, unit) || decimal_to_double(sum) > q->limit)
        return status_set(status, STATUS_INPUT, "`%s` is too large: a %s is at most %s.",
                          units_show(text).text, q->name, q->most);
    *result = decimal_to_double(sum);
    return 0;
}

int units_size(const char *text, double *bytes, struct status *status)
{
    return read_quantity(text, &sizes, bytes, status);
}

int units_operations(const char *text, double *operations, struct status *status)
{
    return read_quantity(text, &operations_of_work, operations, status);
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
                          units_show(text).text, units_show(units_skip(text + n)).text);
    return 0;
}

int units_fraction(const char *text, double *fraction, struct status *status)
{
    struct decimal value;
    const char *rest;
    if (units_amount(text, &value, &rest, status))
        return status->code;
    if (strcmp(rest, "%") == 0)
        value.exponent -= value.mantissa ? 2 : 0;
    else if (*rest)
        return status_set(status, STATUS_INPUT, "`%s` is not a share: write e.g. `2 %%` or `0.02`.",
                          units_show(text).text);
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
            units_show(text).text);
    return 0;
}

int units_integer(const char *text, int64_t *number, struct status *status)
{
    struct decimal value;
    if (only_integer(text, &value, status))
        return status->code;
    if (!decimal_to_int64(value, 1, 1, number))
        return status_set(status, STATUS_INPUT, "`%s` does not fit into 64 bits.",
                          units_show(text).text);
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
                          units_show(text).text);
    *number = (uint64_t)value.mantissa;
    return 0;
}

int units_event_rate(const char *text, double *mean_gap, struct status *status)
{
    struct decimal value;
    const char *rest;
    if (text[0] == '-')
        return status_set(status, STATUS_INPUT, "`%s` is negative; a rate must be more than 0.",
                          units_show(text).text);
    if (units_amount(text, &value, &rest, status))
        return status->code;
    const struct unit *unit = *rest == '/' ? units_find(units_of_time, units_skip(rest + 1)) : NULL;
    if (!unit)
        return status_set(status, STATUS_INPUT,
                          "`%s` is not a rate: write a number, `/` and one of ms, s, min, h, d, w, "
                          "e.g. `3 /h`.",
                          units_show(text).text);
    if (decimal_is_zero(value))
        return status_set(status, STATUS_INPUT, "`%s`: a rate must be greater than 0.",
                          units_show(text).text);
    *mean_gap = decimal_to_double((struct decimal){unit->factor, unit->exponent}) /
                decimal_to_double(value);
    return 0;
}

/* ---- work ---- */

int units_work(const char *text, double *amount, char unit[UNIT_WORD_MAX], struct status *status)
{
    struct decimal value;
    const char *rest;
    if (units_amount(text, &value, &rest, status))
        return status->code;
    size_t n = scan_work_word(rest, unit);
    if (!*rest)
        return status_set(status, STATUS_INPUT,
                          "`%s` has no unit: write what is counted after the number, e.g. `%s "
                          "epochs`.",
                          units_show(text).text, units_show(text).text);
    if (n == 0 || rest[n])
        return status_set(status, STATUS_INPUT,
                          "`%s` is not an amount of work: write a number and one word, e.g. `3 "
                          "epochs`.",
                          units_show(text).text);
    if (units_is_time(unit))
        return status_set(
            status, STATUS_INPUT,
            "`%s` is a time, not an amount of work: a job whose run time is known takes "
            "`run_time: %s`.",
            units_show(text).text, units_show(text).text);
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
        units_show(text).text);
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
    const char *word = units_skip(slash + 1);
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
    if (n == 0 || units_skip(word + n) != slash)
        return refuse_work_rate(text, status);
    const char *p = units_skip(slash + 1);
    n = units_letters(p, time);
    const struct unit *unit = n ? units_find(units_of_time, time) : NULL;
    p = units_skip(p + n);
    if (unit && *p == '/') {
        rate->per_gpu = strcmp(units_skip(p + 1), "GPU") == 0;
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
    const char *rest;
    if (units_amount(text, &value, &rest, status))
        return status->code;
    if (!slash)
        return refuse_work_rate(text, status);
    units_letters(rest, word);
    if (units_is_time(word) ? time_per_unit(text, slash, rate, status)
                            : unit_per_time(text, value, rest, slash, rate, status))
        return status->code;
    if (!(rate->seconds_per_unit > 0))
        return status_set(status, STATUS_INPUT, "`%s`: a speed must be greater than 0.",
                          units_show(text).text);
    return 0;
}
