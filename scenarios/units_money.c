/* Money and money rates: amount, currency, then what it is for, divided by `/`. All exact: an
 * amount that is no whole number of nano-units is refused, a rate is kept as a fraction. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/units.h"
#include "scenarios/units_text.h"

/* In ticks. */
static const struct unit per_time[] = {
    {"s", TICKS_PER_SECOND, 0},
    {"min", 60 * TICKS_PER_SECOND, 0},
    {"h", TICKS_PER_HOUR, 0},
    {"d", 24 * TICKS_PER_HOUR, 0},
    {"month", MONTH_HOURS *TICKS_PER_HOUR, 0},
    {NULL, 0, 0},
};

/* In bytes. */
static const struct unit per_size[] = {
    {"kB", 1000, 0},
    {"MB", 1000000, 0},
    {"GB", 1000000000, 0},
    {"TB", 1000000000000, 0},
    {"KiB", INT64_C(1) << 10, 0},
    {"MiB", INT64_C(1) << 20, 0},
    {"GiB", INT64_C(1) << 30, 0},
    {"TiB", INT64_C(1) << 40, 0},
    {NULL, 0, 0},
};

/* A text that begins with an amount of money, as far as it is read. */
struct reading {
    const char *text, *rest;
    char form[32]; /* an example for messages */
    struct status *status;
};

static int refuse(const struct reading *r, const char *allowed)
{
    return status_set(r->status, STATUS_INPUT, "`%s` is not in the form `%s`: %s.",
                      units_show(r->text).text, r->form, allowed);
}

static int refuse_currency(const struct reading *r, const char *currency)
{
    const char *rest = r->rest;
    if (isupper((unsigned char)rest[0]) && isupper((unsigned char)rest[1]) &&
        isupper((unsigned char)rest[2]) && !isalnum((unsigned char)rest[3]))
        return status_set(r->status, STATUS_INPUT,
                          "`%s` is in %.3s, but the scenario's currency is %s: convert the amount, "
                          "or set `currency: %.3s`.",
                          units_show(r->text).text, rest, currency, rest);
    return status_set(r->status, STATUS_INPUT, "`%s` is not in the form `%s`: %s `%s`.",
                      units_show(r->text).text, r->form,
                      *rest ? "after the number stands" : "after the number is missing",
                      *rest ? units_show(rest).text : currency);
}

/* Reads the amount, in nano-units, and the currency. The form of the whole is number, currency and
 * tail. */
static int amount(struct reading *r, const char *text, const char *number, const char *currency,
                  const char *tail, money *nano, struct status *status)
{
    struct decimal value;
    *r = (struct reading){.text = text, .rest = text, .status = status};
    snprintf(r->form, sizeof r->form, "%s %s%s", number, currency, tail);
    if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '.')
        return refuse(r, "it must begin with the number");
    if (units_amount(text, &value, &r->rest, status))
        return status->code;
    size_t letters = strlen(currency);
    if (strncmp(r->rest, currency, letters) != 0 || isalnum((unsigned char)r->rest[letters]))
        return refuse_currency(r, currency);
    r->rest = units_skip(r->rest + letters);
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

/* Takes "/WORD" off the rest; false when something else stands there. */
static bool take(struct reading *r, char word[UNIT_WORD_MAX])
{
    if (r->rest[0] != '/')
        return false;
    const char *p = units_skip(r->rest + 1);
    size_t n = units_letters(p, word);
    if (n > 0)
        r->rest = units_skip(p + n);
    return n > 0;
}

/* Takes "/UNIT" off the rest; 0 when something else stands there, else its size. */
static int64_t take_unit(struct reading *r, const struct unit *units)
{
    char word[UNIT_WORD_MAX];
    const struct unit *unit = take(r, word) ? units_find(units, word) : NULL;
    return unit ? unit->factor : 0;
}

/* What is left of an amount per one unit. */
static int per_unit(struct reading *r, const struct unit *units, const char *allowed,
                    struct money_rate *rate)
{
    rate->per = take_unit(r, units);
    return rate->per && !*r->rest ? 0 : refuse(r, allowed);
}

static const char times_allowed[] = "the time is one of s, min, h, d, month (730 h)";

int units_money(const char *text, const char *currency, money *result, struct status *status)
{
    struct reading r;
    if (amount(&r, text, "1.20", currency, "", result, status))
        return status->code;
    return *r.rest ? refuse(&r, "it is an amount, not a rate") : 0;
}

int units_price(const char *text, const char *currency, int32_t gpus_per_node,
                struct money_rate *rate, struct status *status)
{
    char what[UNIT_WORD_MAX];
    struct reading r;
    if (amount(&r, text, "1.20", currency, "/GPU/h", &rate->nano, status))
        return status->code;
    if (!take(&r, what))
        return refuse(&r, "a price is per GPU or per node, and per time");
    bool gpu = strcmp(what, "GPU") == 0;
    if (!gpu && strcmp(what, "node") != 0)
        return refuse(&r, "after the currency comes /GPU or /node, then the time");
    if (per_unit(&r, per_time, times_allowed, rate))
        return status->code;
    if (!gpu && __builtin_mul_overflow(rate->per, (int64_t)gpus_per_node, &rate->per))
        return refuse(&r, "this many GPUs per node are not possible");
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
    struct reading r;
    if (amount(&r, text, "0.10", currency, "/GB/month", &rate->nano, status))
        return status->code;
    int64_t bytes = take_unit(&r, per_size);
    if (!bytes)
        return refuse(&r, "after the currency comes a size such as /GB, then the time");
    int64_t ticks = take_unit(&r, per_time);
    if (!ticks || *r.rest)
        return refuse(&r, times_allowed);
    /* nano / (bytes x ticks) for a byte-tick is nano x 10^6 / (bytes x ticks) for a megabyte-tick.
     */
    __int128 above = (__int128)rate->nano * MEGABYTE, below = (__int128)bytes * ticks;
    __int128 common = common_divisor(above, below);
    above /= common;
    below /= common;
    if (above > INT64_MAX || below > INT64_MAX)
        return refuse(&r, "this amount cannot be kept exactly, use fewer decimals");
    *rate = (struct money_rate){(int64_t)above, (int64_t)below};
    return 0;
}

int units_traffic_rate(const char *text, const char *currency, struct money_rate *rate,
                       struct status *status)
{
    struct reading r;
    if (amount(&r, text, "0.09", currency, "/GB", &rate->nano, status))
        return status->code;
    return per_unit(&r, per_size, "after the currency comes a size such as /GB and nothing else",
                    rate);
}

int units_standing_rate(const char *text, const char *currency, struct money_rate *rate,
                        struct status *status)
{
    struct reading r;
    if (amount(&r, text, "2", currency, "/h", &rate->nano, status))
        return status->code;
    return per_unit(&r, per_time, times_allowed, rate);
}
