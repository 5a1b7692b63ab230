/* Exact rates, rounded once. */
#include "sim/money.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sim/bug.h"

typedef unsigned __int128 wide;

int money_add(money *sum, money amount, struct status *status)
{
    money result;
    if (__builtin_add_overflow(*sum, amount, &result))
        return status_set(status, STATUS_OVERFLOW,
                          "An amount of money exceeds the range of about 9.2 billion units of the "
                          "currency: %" PRId64 " + %" PRId64 " nano-units. Use a larger unit, such "
                          "as thousands, or a shorter horizon.",
                          *sum, amount);
    *sum = result;
    return 0;
}

/* quotient rounded up or not: nearest, ties to even. remainder < divisor. */
static bool rounds_up(uint64_t remainder, uint64_t divisor, bool odd)
{
    uint64_t rest = divisor - remainder;
    return remainder > rest || (remainder == rest && odd);
}

/* False when the cost does not fit. */
static inline bool cost_of(struct money_rate rate, quantity_t quantity, money *cost)
{
    bug_assert(quantity >= 0 && rate.nano >= 0 && rate.per > 0);
    uint64_t nano = (uint64_t)rate.nano, per = (uint64_t)rate.per;
    wide whole = 0; /* part of the cost that needs no division */
    wide rest = (wide)quantity;
    if (rest > UINT64_MAX) { /* else nano x quantity fits 128 bits as it is */
        wide lots = rest / per;
        rest -= lots * per;
        if (lots > INT64_MAX && nano > 0)
            return false; /* at least one nano-unit a lot */
        whole = lots * nano;
    }
    wide product = rest * nano;
    wide quotient = product / per; /* one division of the machine if it fits 64 bits */
    uint64_t remainder = (uint64_t)(product - quotient * per);
    wide sum = whole + quotient;
    sum += rounds_up(remainder, per, sum & 1);
    *cost = (money)sum;
    return sum <= INT64_MAX;
}

static int cost_overflow(struct money_rate rate, quantity_t quantity, struct status *status)
{
    return status_set(status, STATUS_OVERFLOW,
                      "A cost exceeds the range of money, about 9.2 billion units of the currency: "
                      "%.6g x %" PRId64 " / %" PRId64 " nano-units. Give prices in a larger unit, "
                      "such as thousands, or simulate a shorter horizon.",
                      (double)quantity, rate.nano, rate.per);
}

int money_cost(struct money_rate rate, quantity_t quantity, money *cost, struct status *status)
{
    money result;
    if (!cost_of(rate, quantity, &result))
        return cost_overflow(rate, quantity, status);
    *cost = result;
    return 0;
}

int meter_post(struct meter *meter, quantity_t quantity, money *amount, struct status *status)
{
    bug_assert(quantity >= 0);
    quantity_t sum;
    if (__builtin_add_overflow(meter->quantity, quantity, &sum))
        return status_set(status, STATUS_OVERFLOW,
                          "A metered quantity exceeds 127 bits: %.6g + %.6g. Simulate a shorter "
                          "horizon.",
                          (double)meter->quantity, (double)quantity);
    money total;
    if (!cost_of(meter->rate, sum, &total))
        return cost_overflow(meter->rate, sum, status);
    *amount = total - meter->total; /* both >= 0: cannot overflow */
    meter->quantity = sum;
    meter->total = total;
    return 0;
}

void money_split(money total, const int64_t *weights, size_t count, money *parts)
{
    wide sum = 0;
    for (size_t i = 0; i < count; i++) {
        bug_assert(weights[i] >= 0);
        sum += (uint64_t)weights[i];
    }
    bug_assert(sum > 0);
    /* Weights that sum to more than 64 bits are used to their leading 64: the last cumulative
     * weight is still the whole, so the parts still sum to the total. */
    int shift = 0;
    while (sum >> shift > UINT64_MAX)
        shift++;
    uint64_t whole = (uint64_t)(sum >> shift);
    uint64_t size = total < 0 ? 0 - (uint64_t)total : (uint64_t)total;
    wide cumulative = 0;
    uint64_t given = 0;
    for (size_t i = 0; i < count; i++) {
        cumulative += (uint64_t)weights[i];
        wide product = (cumulative >> shift) * size;
        wide upto = product / whole;
        upto += rounds_up((uint64_t)(product - upto * whole), whole, upto & 1);
        uint64_t part = (uint64_t)upto - given;
        given = (uint64_t)upto;
        parts[i] = (money)(total < 0 ? 0 - part : part);
    }
}

char *money_format(money amount, int decimals, int grouped, char *text, size_t size)
{
    bug_assert(decimals >= 0 && decimals <= 9);
    uint64_t unit = 1; /* nano-units of the last digit shown */
    for (int i = decimals; i < 9; i++)
        unit *= 10;
    uint64_t magnitude = amount < 0 ? 0 - (uint64_t)amount : (uint64_t)amount;
    uint64_t digits = magnitude / unit;
    digits += rounds_up(magnitude % unit, unit, digits & 1);
    bool negative = amount < 0 && digits > 0; /* no minus before zero */

    char reversed[48];
    size_t length = 0;
    for (int place = 0; place <= decimals || digits > 0; place++) {
        int whole_place = place - decimals;
        if (whole_place == 0 && decimals > 0)
            reversed[length++] = '.';
        if (grouped && whole_place > 0 && whole_place % 3 == 0)
            reversed[length++] = ',';
        reversed[length++] = (char)('0' + digits % 10);
        digits /= 10;
    }
    if (negative)
        reversed[length++] = '-';
    bug_assert(length < size); /* a cut amount is a wrong amount */
    for (size_t i = 0; i < length; i++)
        text[i] = reversed[length - 1 - i];
    text[length] = '\0';
    return text;
}
