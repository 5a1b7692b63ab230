#include "sim/cli/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char *format_ticks(sim_time ticks, int units, char *text, size_t size)
{
    static const struct {
        const char *name;
        sim_time ticks;
    } table[] = {{"d", 24 * TICKS_PER_HOUR}, {"h", TICKS_PER_HOUR}, {"min", 60 * TICKS_PER_SECOND}};
    enum { UNITS = sizeof table / sizeof *table };
    if (ticks >= SIM_TIME_MAX) {
        snprintf(text, size, "never");
        return text;
    }
    int first = 0;
    while (first < UNITS && ticks < table[first].ticks)
        first++;
    if (first + units <= UNITS) { /* seconds are not shown: round to the last unit that is */
        sim_time last = table[first + units - 1].ticks;
        ticks = (ticks + last / 2) / last * last;
        /* 59 min 30 s may have become an hour. */
        first = 0;
        while (first < UNITS && ticks < table[first].ticks)
            first++;
    } else if (first < UNITS) { /* beside hours or minutes, finer seconds say nothing */
        sim_time last = first < UNITS - 1 ? TICKS_PER_SECOND : TICKS_PER_SECOND / 1000;
        ticks = (ticks + last / 2) / last * last;
    }
    size_t used = 0;
    text[0] = 0;
    for (int i = first; i < UNITS && i < first + units; i++) {
        if (ticks >= table[i].ticks && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%lld %s", used ? " " : "",
                                     (long long)(ticks / table[i].ticks), table[i].name);
        ticks %= table[i].ticks;
    }
    if ((ticks > 0 || used == 0) && used < size) {
        char digits[32];
        snprintf(digits, sizeof digits, "%.6f", ticks_to_seconds(ticks));
        size_t length = strlen(digits);
        while (digits[length - 1] == '0')
            digits[--length] = 0;
        if (digits[length - 1] == '.')
            digits[--length] = 0;
        snprintf(text + used, size - used, "%s%s s", used ? " " : "", digits);
    }
    return text;
}

char *format_seconds(double seconds, int units, char *text, size_t size)
{
    if (seconds * TICKS_PER_SECOND < (double)SIM_TIME_MAX)
        return format_ticks(ticks_from_seconds(seconds), units, text, size);
    snprintf(text, size, "%.3g d", seconds / 86400);
    return text;
}

char *format_count(int64_t count, char *text, size_t size)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)count);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        text[used++] = digits[i];
        if ((length - 1 - i) % 3 == 0 && i < length - 1 && digits[i] != '-')
            text[used++] = ',';
    }
    text[used] = 0;
    return text;
}

char *format_bytes(double bytes, char *text, size_t size)
{
    static const char *const names[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t i = 0;
    while (bytes >= 1000 && i + 1 < sizeof names / sizeof *names) {
        bytes /= 1000;
        i++;
    }
    snprintf(text, size, "%.4g %s", bytes, names[i]);
    return text;
}

/* As many as the amount has, but cents at least. */
static int exact_decimals(money amount)
{
    int decimals = 9;
    for (money unit = 10; decimals > 2 && amount % unit == 0; unit *= 10)
        decimals--;
    return decimals;
}

char *format_money(money amount, const char *currency, char *text, size_t size)
{
    char digits[48];
    int decimals = exact_decimals(amount);
    money_format(amount, decimals, 1, digits, sizeof digits);
    snprintf(text, size, "%s %s", digits, currency);
    return text;
}

static void format_value(double value, const char *unit, char *text, size_t size)
{
    if (!strcmp(unit, "s"))
        format_ticks(ticks_from_seconds(value), 4, text, size);
    else
        snprintf(text, size, "%.12g %s", value, unit);
}

char *format_distribution(const struct distribution *d, const char *unit, char *text, size_t size)
{
    char value[64];
    if (!d || distribution_is_constant(d)) {
        format_value(d ? distribution_mean(d) : 0, unit, text, size);
        return text;
    }
    size_t used = (size_t)snprintf(text, size, "%s (", d->law->name);
    const char *comma = "";
    for (int i = 0; d->law->parameters[i].name && used < size; i++) {
        if (isnan(d->p[i]))
            continue;
        if (d->law->parameters[i].kind == LAW_VALUE)
            format_value(d->p[i], unit, value, sizeof value);
        else
            snprintf(value, sizeof value, "%g", d->p[i]);
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", comma,
                                 d->law->parameters[i].name, value);
        comma = ", ";
    }
    if (d->count > 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, "%s%zu %s", comma, d->count,
                                 d->law->contents == LAW_LIST ? "values" : "parts");
    bool mean_is_given = used < size && strstr(text, "mean ");
    if (used < size && !mean_is_given && isfinite(distribution_mean(d))) {
        format_value(distribution_mean(d), unit, value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "; mean %s", value);
    }
    if (used < size)
        snprintf(text + used, size - used, ")");
    return text;
}

char *format_rate(struct money_rate rate, quantity_t quantity, const char *currency,
                  const char *per, char *text, size_t size)
{
    char digits[48];
    money cost = 0;
    struct status status = STATUS_INIT;
    if (money_cost(rate, quantity, &cost, &status) != 0) {
        snprintf(text, size, "more than can be counted");
        return text;
    }
    money_format(cost, exact_decimals(cost), 1, digits, sizeof digits);
    snprintf(text, size, "%s %s/%s", digits, currency, per);
    return text;
}
