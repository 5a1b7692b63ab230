/* Money and money rates: amount, currency, then what it is for, divided by `/`. All exact: an
 * amount that is no whole number of nano-units is refused, a rate is kept as a fraction. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/units.h"
#include "scenarios/units_text.h"

struct rate_unit {
    const char *name;
    int64_t amount; /* in the base unit: ticks or bytes */
};

static const struct rate_unit per_time[] = {
    {"s", TICKS_PER_SECOND},    {"min", 60 * TICKS_PER_SECOND},         {"h", TICKS_PER_HOUR},
    {"d", 24 * TICKS_PER_HOUR}, {"month", MONTH_HOURS *TICKS_PER_HOUR}, {NULL, 0},
};

static const struct rate_unit per_size[] = {
    {"kB", 1000},
    {"MB", 1000000},
    {"GB", 1000000000},
    {"TB", 1000000000000},
    {"KiB", INT64_C(1) << 10},
    {"MiB", INT64_C(1) << 20},
    {"GiB", INT64_C(1) << 30},
    {"TiB", INT64_C(1) << 40},
    {NULL, 0},
};

static int refuse_currency(const char *text, const char *rest, const char *currency,
                           const char *form, struct status *status)
{
    if (isupper((unsigned char)rest[0]) && isupper((unsigned char)rest[1]) &&
        isupper((unsigned char)rest[2]) && !isalnum((unsigned char)rest[3]))
        return status_set(status, STATUS_INPUT,
                          "`%s` is in %.3s, but the scenario's currency is %s: convert the amount, "
                          "or set `currency: %.3s`.",
                          units_show(text).text, rest, currency, rest);
    return status_set(status, STATUS_INPUT, "`%s` is not in the form `%s`: %s `%s`.",
                      units_show(text).text, form,
                      *rest ? "after the number stands" : "after the number is missing",
                      *rest ? units_show(rest).text : currency);
}

/* The amount in nano-units and what follows the currency. form: an example for messages. */
static int amount(const char *text, const char *currency, const char *form, money *nano,
                  const char **rest, struct status *status)
{
    struct decimal value;
    if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '.')
        return status_set(status, STATUS_INPUT,
                          "`%s` is not in the form `%s`: it must begin with the number.",
                          units_show(text).text, form);
    size_t n = decimal_scan(text, &value, status);
    if (n == 0)
        return status->code;
    if (text[0] == '-')
        return status_set(status, STATUS_INPUT, "`%s` is negative; it must be 0 or more.",
                          units_show(text).text);
    *rest = units_skip(text + n);
    size_t letters = strlen(currency);
    if (strncmp(*rest, currency, letters) != 0 || isalnum((unsigned char)(*rest)[letters]))
        return refuse_currency(text, *rest, currency, form, status);
    *rest = units_skip(*rest + letters);
    if (decimal_to_int64(value, MONEY_NANO, 1, nano))
        return 0;
    if (decimal_to_double(value) > 9.2e9)
        return status_set(status, STATUS_INPUT,
                          "`%s` is too large: an amount is at most 9,200,000,000.",
                          units_show(text).text);
    return status_set(status, STATUS_INPUT,
                      "`%s` has more than 9 decimals; amounts are exact to 0.000000001.",
                      units_show(text).text);
}

/* Takes "/WORD" off *rest; false when something else stands there. */
static bool take(const char **rest, char word[UNIT_WORD_MAX])
{
    const char *p = *rest;
    size_t n = 0;
    if (*p != '/')
        return false;
    p = units_skip(p + 1);
    while (isalpha((unsigned char)p[n]))
        n++;
    if (n == 0 || n >= UNIT_WORD_MAX)
        return false;
    memcpy(word, p, n);
    word[n] = '\0';
    *rest = units_skip(p + n);
    return true;
}

static int64_t find(const struct rate_unit *units, const char *word)
{
    for (; units->name; units++)
        if (strcmp(units->name, word) == 0)
            return units->amount;
    return 0;
}

static int refuse_rate(const char *text, const char *form, const char *allowed,
                       struct status *status)
{
    return status_set(status, STATUS_INPUT, "`%s` is not in the form `%s`: %s.",
                      units_show(text).text, form, allowed);
}

static const char times_allowed[] = "the time is one of s, min, h, d, month (730 h)";

int units_money(const char *text, const char *currency, money *result, struct status *status)
{
    char form[32];
    const char *rest;
    snprintf(form, sizeof form, "1.20 %s", currency);
    if (amount(text, currency, form, result, &rest, status))
        return status->code;
    return *rest ? refuse_rate(text, form, "it is an amount, not a rate", status) : 0;
}

int units_price(const char *text, const char *currency, int32_t gpus_per_node,
                struct money_rate *rate, struct status *status)
{
    char form[32], what[UNIT_WORD_MAX], time[UNIT_WORD_MAX];
    const char *rest;
    snprintf(form, sizeof form, "1.20 %s/GPU/h", currency);
    if (amount(text, currency, form, &rate->nano, &rest, status))
        return status->code;
    if (!take(&rest, what))
        return refuse_rate(text, form, "a price is per GPU or per node, and per time", status);
    bool gpu = strcmp(what, "GPU") == 0;
    if (!gpu && strcmp(what, "node") != 0)
        return refuse_rate(text, form, "after the currency comes /GPU or /node, then the time",
                           status);
    if (!take(&rest, time) || *rest || !(rate->per = find(per_time, time)))
        return refuse_rate(text, form, times_allowed, status);
    if (!gpu && __builtin_mul_overflow(rate->per, (int64_t)gpus_per_node, &rate->per))
        return refuse_rate(text, form, "this many GPUs per node are not possible", status);
    return 0;
}

static __int128 common_divisor(__int128 a, __int128 b)
{
    while (b) {
        __int128 r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int units_storage_rate(const char *text, const char *currency, struct money_rate *rate,
                       struct status *status)
{
    enum { MEGABYTE = 1000000 };
    char form[32], size[UNIT_WORD_MAX], time[UNIT_WORD_MAX];
    const char *rest;
    int64_t bytes, ticks;
    snprintf(form, sizeof form, "0.10 %s/GB/month", currency);
    if (amount(text, currency, form, &rate->nano, &rest, status))
        return status->code;
    if (!take(&rest, size) || !(bytes = find(per_size, size)))
        return refuse_rate(text, form, "after the currency comes a size such as /GB, then the time",
                           status);
    if (!take(&rest, time) || *rest || !(ticks = find(per_time, time)))
        return refuse_rate(text, form, times_allowed, status);
    /* nano / (bytes x ticks) for a byte-tick is nano x 10^6 / (bytes x ticks) for a megabyte-tick.
     */
    __int128 above = (__int128)rate->nano * MEGABYTE, below = (__int128)bytes * ticks;
    __int128 common = common_divisor(above, below);
    above /= common;
    below /= common;
    if (above > INT64_MAX || below > INT64_MAX)
        return refuse_rate(text, form, "this amount cannot be kept exactly, use fewer decimals",
                           status);
    *rate = (struct money_rate){(int64_t)above, (int64_t)below};
    return 0;
}

int units_traffic_rate(const char *text, const char *currency, struct money_rate *rate,
                       struct status *status)
{
    char form[32], size[UNIT_WORD_MAX];
    const char *rest;
    snprintf(form, sizeof form, "0.09 %s/GB", currency);
    if (amount(text, currency, form, &rate->nano, &rest, status))
        return status->code;
    if (!take(&rest, size) || *rest || !(rate->per = find(per_size, size)))
        return refuse_rate(text, form,
                           "after the currency comes a size such as /GB and nothing else", status);
    return 0;
}

int units_standing_rate(const char *text, const char *currency, struct money_rate *rate,
                        struct status *status)
{
    char form[32], time[UNIT_WORD_MAX];
    const char *rest;
    snprintf(form, sizeof form, "2 %s/h", currency);
    if (amount(text, currency, form, &rate->nano, &rest, status))
        return status->code;
    if (!take(&rest, time) || *rest || !(rate->per = find(per_time, time)))
        return refuse_rate(text, form, times_allowed, status);
    return 0;
}
