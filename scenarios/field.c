/* Fields in words: types, ranges, circumstances. For messages and the reference. */
#include "scenarios/field.h"

#include <stdio.h>
#include <string.h>

#include "models/market.h"

const char *field_type_doc(enum field_type type)
{
    switch (type) {
    case FIELD_TEXT:
        return "text";
    case FIELD_NAME:
        return "a name";
    case FIELD_CURRENCY:
        return "three capital letters, e.g. `USD`";
    case FIELD_BOOL:
        return "`true` or `false`";
    case FIELD_INT32:
    case FIELD_INT64:
    case FIELD_UINT64:
        return "a whole number";
    case FIELD_NUMBER:
        return "a number";
    case FIELD_FRACTION:
        return "a share, e.g. `2 %` or `0.02`";
    case FIELD_TICKS:
    case FIELD_SECONDS:
        return "a duration, e.g. `30 min`";
    case FIELD_SIZE:
        return "a size, e.g. `80 GB`";
    case FIELD_OPERATIONS:
        return "a number of operations, e.g. `84 TFLOP`";
    case FIELD_MONEY:
        return "an amount of money, e.g. `1.20 USD`";
    case FIELD_PRICE:
        return "a price, e.g. `1.20 USD/GPU/h` or `9.60 USD/node/h`";
    case FIELD_STORAGE_RATE:
        return "a price of storage, e.g. `0.10 USD/GB/month`";
    case FIELD_TRAFFIC_RATE:
        return "a price of traffic, e.g. `0.09 USD/GB`";
    case FIELD_STANDING_RATE:
        return "money in a time, e.g. `2 USD/h`";
    case FIELD_EVENT_RATE:
        return "a rate, e.g. `3 /h`";
    case FIELD_CHOICE:
        return "a word";
    case FIELD_GPU:
        return "the exact name of a GPU type, e.g. `A100-SXM4-80GB`";
    case FIELD_DELAY:
        return "a duration or a distribution of durations";
    case FIELD_WORK:
        return "an amount of work, e.g. `3 epochs`, or a distribution of such";
    case FIELD_TIMES:
        return "a duration, a list of durations, or `{file: FILE}`";
    case FIELD_INTERVAL:
        return "a duration, `none` or the name of a formula";
    case FIELD_SPEEDS:
        return "a mapping from GPU types to speeds by precision";
    case FIELD_SPEEDUPS:
        return "a mapping from GPU types to numbers";
    case FIELD_POOLS:
        return "a list of pools, e.g. `[a, b]`";
    case FIELD_TABLES:
        return "`all` or a list of tables of the trace";
    case FIELD_SECTION:
        return "a mapping";
    case FIELD_LIST:
        return "a list of mappings";
    case FIELD_NAMED:
        return "a mapping from names to mappings";
    }
    return "a value";
}

static bool market_fits(const struct market *market, unsigned bit)
{
    switch (bit) {
    case WHEN_FIXED:
        return !market->elastic;
    case WHEN_ELASTIC:
        return market->elastic;
    case WHEN_INTERRUPTIBLE:
        return market->interruptible;
    case WHEN_REPAIRS:
        return market->repairs;
    default:
        return market->has_term;
    }
}

const char *when_doc(unsigned bit, char *text, size_t size)
{
    if (bit & WHEN_POOL) {
        size_t used = (size_t)snprintf(text, size, "pools of market ");
        bool any = false;
        for (size_t i = 0; markets[i] && used < size; i++) {
            if (!market_fits(markets[i], bit))
                continue;
            used += (size_t)snprintf(text + used, size - used, "%s%s", any ? ", " : "",
                                     markets[i]->name);
            any = true;
        }
        return text;
    }
    const char *words = bit == WHEN_AT         ? "arrivals with `at`"
                        : bit == WHEN_POISSON  ? "arrivals with `poisson`"
                        : bit == WHEN_EVERY    ? "arrivals with `every`"
                        : bit == WHEN_WORK     ? "jobs with `work`"
                        : bit == WHEN_RUN_TIME ? "jobs with `run_time`"
                                               : "the route `fallback`";
    snprintf(text, size, "%s", words);
    return text;
}

/* A bound of the range, with the unit the type has. */
static void bound(const struct field *field, double value, char *text, size_t size)
{
    if (field->type == FIELD_TICKS)
        snprintf(text, size, "%.15g s", value);
    else if (field->type == FIELD_FRACTION)
        snprintf(text, size, "%.15g %%", value * 100);
    else
        snprintf(text, size, "%.15g", value);
}

const char *field_range(const struct field *field, char *text, size_t size)
{
    char low[48], high[48];
    bool number = field->type == FIELD_INT32 || field->type == FIELD_INT64 ||
                  field->type == FIELD_NUMBER || field->type == FIELD_FRACTION ||
                  field->type == FIELD_TICKS || field->type == FIELD_SPEEDUPS;
    text[0] = '\0';
    if (field->type == FIELD_UINT64)
        snprintf(text, size, "0 to 18446744073709551615");
    if (!number)
        return text;
    bound(field, field->low, low, sizeof low);
    bound(field, field->high, high, sizeof high);
    if (field->high == 0)
        snprintf(text, size, "%s %s", field->open_low ? "more than" : "at least", low);
    else if (field->high == field->low)
        snprintf(text, size, "only %s", low);
    else if (field->open_low)
        snprintf(text, size, "more than %s, at most %s", low, high);
    else
        snprintf(text, size, "%s to %s%s", low, high, field->open_high ? ", the end excluded" : "");
    return text;
}
