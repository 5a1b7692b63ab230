/* See display.h. */
#include "analysis/display.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "analysis/unit.h"

/* ---- numbers ---- */

/* Puts commas into the digits before the point. */
static char *group(const char *plain, char *text)
{
    size_t digits = 0, out = 0;
    const char *p = plain;
    if (*p == '-')
        text[out++] = *p++;
    while (p[digits] >= '0' && p[digits] <= '9')
        ++digits;
    for (; digits > 0 && out + 2 < DISPLAY_SIZE; --digits) {
        text[out++] = *p++;
        if (digits % 3 == 1 && digits > 1)
            text[out++] = ',';
    }
    snprintf(text + out, DISPLAY_SIZE - out, "%s", p);
    return text;
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (; exponent > 0; --exponent)
        power *= 10;
    return power;
}

char *display_number(double value, int decimals, char *text)
{
    char plain[DISPLAY_SIZE];
    if (isnan(value))
        return strcpy(text, "-");
    if (fabs(value) >= 1e15) {
        snprintf(text, DISPLAY_SIZE, "%.4g", value);
        return text;
    }
    if (decimals < 0)
        value = round(value / power_of_ten(-decimals)) * power_of_ten(-decimals);
    snprintf(plain, sizeof plain, "%.*f", decimals < 0 ? 0 : decimals, value);
    bool zero = plain[0] == '-' && strpbrk(plain, "123456789") == NULL;
    return group(zero ? plain + 1 : plain, text);
}

/* "12.3 +- 0.4 s"; half: NaN or 0 = none. The caller has chosen decimals for both. */
static char *join(double value, double half, int decimals, const char *unit, char *text)
{
    char number[DISPLAY_SIZE], width[DISPLAY_SIZE];
    const char *space = unit[0] == '\0' ? "" : " ";
    display_number(value, decimals, number);
    if (half > 0)
        snprintf(text, DISPLAY_SIZE, "%.40s +- %.40s%s%.40s", number,
                 display_number(half, decimals, width), space, unit);
    else
        snprintf(text, DISPLAY_SIZE, "%.60s%s%.60s", number, space, unit);
    return text;
}

/* The decimals of a value, or fewer: as many as show four digits of its half-width. */
static int decimals_with(int decimals, double half)
{
    enum { DIGITS = 4 };
    int most = half > 0 ? DIGITS - 1 - (int)floor(log10(half)) : decimals;
    return most < decimals ? most : decimals;
}

/* ---- durations ---- */

/* How a duration is written, from fine to coarse. */
enum form { FORM_MS, FORM_S, FORM_MIN, FORM_H_MIN, FORM_D_H, FORM_D };

static enum form form_of(double seconds)
{
    return seconds < 0.9995           ? FORM_MS
           : seconds < 59.95          ? FORM_S
           : seconds < 3597           ? FORM_MIN
           : seconds < 86370          ? FORM_H_MIN
           : seconds < 1000 * 86400.0 ? FORM_D_H
                                      : FORM_D;
}

/* Two units at most, rounded to the smaller one before they are split: never "59 min 60 s". */
static char *two_units(double seconds, enum form form, char *text)
{
    double small = form == FORM_D_H ? 3600 : 60, ratio = form == FORM_D_H ? 24 : 60;
    const char *large_name = form == FORM_D_H ? "d" : "h";
    const char *small_name = form == FORM_D_H ? "h" : "min";
    double all = round(seconds / small);
    double large = floor(all / ratio), rest = all - large * ratio;
    if (large == 0)
        snprintf(text, DISPLAY_SIZE, "%.0f %s", rest, small_name);
    else if (rest > 0)
        snprintf(text, DISPLAY_SIZE, "%.0f %s %.0f %s", large, large_name, rest, small_name);
    else
        snprintf(text, DISPLAY_SIZE, "%.0f %s", large, large_name);
    return text;
}

/* Three digits of milliseconds. */
static int decimals_of_ms(double ms)
{
    int decimals = 2;
    for (double at = 10; ms >= at && decimals > 0; at *= 10)
        --decimals;
    return decimals;
}

/* Both in the form of the longer one, so to the same place. */
static char *duration_with(double seconds, double half, char *text)
{
    double longer = half > seconds ? half : seconds;
    enum form form = form_of(longer);
    char value[DISPLAY_SIZE], width[DISPLAY_SIZE];
    switch (form) {
    case FORM_MS:
        return join(seconds * 1e3, half * 1e3, decimals_of_ms(longer * 1e3), "ms", text);
    case FORM_S:
        return join(seconds, half, 1, "s", text);
    case FORM_MIN:
        return join(seconds / 60, half / 60, 1, "min", text);
    case FORM_D:
        return join(seconds / 86400, half / 86400, decimals_with(0, half / 86400), "d", text);
    default:
        break;
    }
    two_units(seconds, form, value);
    if (half > 0)
        snprintf(text, DISPLAY_SIZE, "%.60s +- %.60s", value, two_units(half, form, width));
    else
        strcpy(text, value);
    return text;
}

char *display_duration(double seconds, char *text)
{
    if (isnan(seconds))
        return strcpy(text, "-");
    return seconds == 0 ? strcpy(text, "0 s") : duration_with(seconds, NAN, text);
}

/* ---- money and shares ---- */

/* Small amounts get as many decimals as show two digits of them, nine at most. */
static int money_decimals(double amount)
{
    int decimals = 2;
    for (double at = 0.1; amount != 0 && fabs(amount) < at && decimals < 9; at /= 10)
        ++decimals;
    return decimals;
}

char *display_money(double amount, const char *currency, char *text)
{
    if (isnan(amount))
        return strcpy(text, "-");
    return join(amount, NAN, money_decimals(amount), currency, text);
}

char *display_share(double part, double whole, char *text)
{
    if (!(whole > 0) || isnan(part))
        return strcpy(text, "-");
    return join(100 * part / whole, NAN, 1, "%", text);
}

/* ---- metrics ---- */

/* Money is written with two decimals or more, or with none. */
static char *money_with(double amount, double half, const char *unit, char *text)
{
    int decimals = decimals_with(money_decimals(amount), half);
    return join(amount, half, decimals == 1 ? 0 : decimals, unit, text);
}

/* Money for a unit of work: of seconds an hour, of small units a thousand or a million of them. */
static char *rate_with(double amount, double half, const char *unit, char *text)
{
    char many[DISPLAY_SIZE];
    double count = 1;
    const char *slash = strrchr(unit, '/'), *work = slash == NULL ? unit : slash + 1;
    int length = (int)(work - unit);
    snprintf(many, sizeof many, "%.60s", unit);
    if (length > 50) {
        /* no room for another unit */
    } else if (strcmp(work, "s") == 0) {
        count = 3600;
        snprintf(many, sizeof many, "%.*sh", length, unit);
    } else if (amount > 0 && amount < 0.01) {
        char words[UNIT_TEXT_SIZE];
        count = amount < 1e-5 ? 1e6 : 1e3;
        snprintf(many, sizeof many, "%.*s%s %s", length, unit, count > 1e3 ? "1M" : "1k",
                 unit_plural(work, words));
    }
    return money_with(count * amount, count * half, many, text);
}

char *display_metric(const struct metric *metric, const char *currency, char *text)
{
    if (metric == NULL || metric->defined == 0)
        return strcpy(text, "-");
    double mean = metric->mean, half = metric->half_width;
    switch (metric_infos[metric->id].kind) {
    case METRIC_KIND_SECONDS:
        return mean == 0 && !(half > 0) ? strcpy(text, "0 s") : duration_with(mean, half, text);
    case METRIC_KIND_GPU_HOURS:
        return join(mean, half, decimals_with(1, half), "GPU-h", text);
    case METRIC_KIND_RATIO:
        return join(mean, half, decimals_with(3, half), "", text);
    case METRIC_KIND_MONEY:
    case METRIC_KIND_MONEY_RATE:
        return money_with(mean, half, currency, text);
    case METRIC_KIND_WORK_RATE:
        return rate_with(mean, half, metric->unit, text);
    default:
        return join(mean, half, mean == round(mean) && !(half > 0) ? 0 : decimals_with(1, half), "",
                    text);
    }
}

char *display_metric_share(const struct metric *metric, char *text)
{
    if (metric == NULL || metric->defined == 0)
        return strcpy(text, "-");
    double half = 100 * metric->half_width;
    return join(100 * metric->mean, half, decimals_with(1, half), "%", text);
}
