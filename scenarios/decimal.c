#include "scenarios/decimal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The first word of the text, for messages. */
static const char *shown(const char *text, char *buffer, size_t size)
{
    size_t length = strcspn(text, " \t\n");
    snprintf(buffer, size, "%.*s", (int)(length < 40 ? length : 40), text);
    return buffer;
}

static bool word_is(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)text[i]) != word[i])
            return false;
    return !isalnum((unsigned char)text[n]);
}

/* Says why no number begins here; always fails. */
static size_t refuse_start(const char *text, struct status *status)
{
    char word[48];
    const char *bare = text + (*text == '-' || *text == '+' || *text == '.');
    shown(text, word, sizeof word);
    if (!*text)
        status_set(status, STATUS_INPUT, "There is no number.");
    else if (word_is(bare, "nan") || word_is(bare, "inf") || word_is(bare, "infinity"))
        status_set(status, STATUS_INPUT, "`%s` is not accepted: write a finite number.", word);
    else if (text[0] == '+')
        status_set(status, STATUS_INPUT, "`%s` begins with a plus sign: leave it out.", word);
    else if (bare[0] == '.' || (text[0] == '.' && digit(text[1])))
        status_set(status, STATUS_INPUT, "`%s` needs a digit before the point: write 0.5, not .5.",
                   word);
    else
        status_set(status, STATUS_INPUT, "`%s` is not a number.", word);
    return 0;
}

/* Says why the number may not be followed by what follows; true when it may. */
static bool follows_well(const char *text, const char *end, struct status *status)
{
    char word[48];
    shown(text, word, sizeof word);
    const char *problem = NULL;
    if (*end == '_' || (*end == '\'' && digit(end[1])))
        problem = "has a separator between digits: write the digits without it";
    else if (*end == ',' && digit(end[1]))
        problem = "has a comma: write a point before decimals, and nothing between thousands";
    else if (*end == ':' && digit(end[1]))
        problem = "is written with a colon: write for example `1 h 30 min` for 1:30";
    else if (*end == '.' && !digit(end[1]))
        problem = "needs a digit after the point";
    else if (*end == '.')
        problem = "has two decimal points";
    else if ((*end == 'x' || *end == 'X') && text[0] == '0' && end == text + 1)
        problem = "is hexadecimal: write a decimal number";
    if (problem)
        status_set(status, STATUS_INPUT, "`%s` %s.", word, problem);
    return !problem;
}

/* An exponent at p ("e6", "E-3"); returns bytes, 0 when there is none. */
static size_t scan_exponent(const char *p, int *exponent)
{
    size_t n = 1;
    bool negative = false;
    if (*p != 'e' && *p != 'E')
        return 0;
    if (p[n] == '-' || p[n] == '+')
        negative = p[n++] == '-';
    if (!digit(p[n]))
        return 0;
    int value = 0;
    for (; digit(p[n]); n++)
        if (value < 10000)
            value = value * 10 + (p[n] - '0');
    *exponent = negative ? -value : value;
    return n;
}

size_t decimal_scan(const char *text, struct decimal *value, struct status *status)
{
    char word[48];
    const char *p = text;
    bool negative = *p == '-';
    int digits = 0, exponent = 0, written = 0;
    *value = (struct decimal){0};
    p += negative;
    if (!digit(*p))
        return refuse_start(text, status);
    if (p[0] == '0' && digit(p[1])) {
        status_set(status, STATUS_INPUT, "`%s` begins with a zero that does not count: remove it.",
                   shown(text, word, sizeof word));
        return 0;
    }
    for (bool point = false; digit(*p) || (!point && *p == '.' && digit(p[1])); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        digits += digits > 0 || *p != '0';
        if (digits > DECIMAL_DIGITS_MAX) {
            status_set(status, STATUS_INPUT, "`%s` has more than %d digits.",
                       shown(text, word, sizeof word), DECIMAL_DIGITS_MAX);
            return 0;
        }
        value->mantissa = value->mantissa * 10 + (*p - '0');
        exponent -= point;
    }
    if (!follows_well(text + negative, p, status))
        return 0;
    p += scan_exponent(p, &written);
    exponent += written;
    if (exponent > DECIMAL_EXPONENT_MAX || exponent < -DECIMAL_EXPONENT_MAX) {
        status_set(status, STATUS_INPUT,
                   "`%s` is too large or too small: an exponent is from -%d to %d.",
                   shown(text, word, sizeof word), DECIMAL_EXPONENT_MAX, DECIMAL_EXPONENT_MAX);
        return 0;
    }
    value->exponent = value->mantissa == 0 ? 0 : exponent;
    if (negative)
        value->mantissa = -value->mantissa;
    return (size_t)(p - text);
}

double decimal_to_double(struct decimal value)
{
    /* strtod rounds correctly; without a point the text does not depend on the locale. */
    char text[64], digits[48];
    unsigned __int128 m =
        value.mantissa < 0 ? -(unsigned __int128)value.mantissa : (unsigned __int128)value.mantissa;
    int n = 0;
    do
        digits[n++] = (char)('0' + (int)(m % 10));
    while ((m /= 10) > 0);
    int used = 0;
    if (value.mantissa < 0)
        text[used++] = '-';
    while (n > 0)
        text[used++] = digits[--n];
    snprintf(text + used, sizeof text - (size_t)used, "e%d", value.exponent);
    return strtod(text, NULL);
}

bool decimal_to_int64(struct decimal value, int64_t numerator, int64_t denominator, int64_t *result)
{
    __int128 m = value.mantissa;
    int exponent = value.exponent;
    if (__builtin_mul_overflow(m, (__int128)numerator, &m))
        return false;
    for (; exponent < 0 && m % 10 == 0 && m != 0; exponent++)
        m /= 10;
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(m, (__int128)10, &m))
            return false;
    if (m == 0) {
        *result = 0;
        return true;
    }
    /* 10^-exponent may share factors with m only through the denominator's side: fold it in. */
    __int128 d = denominator;
    for (; exponent < 0; exponent++)
        if (__builtin_mul_overflow(d, (__int128)10, &d))
            return false;
    if (m % d != 0 || m / d > INT64_MAX || m / d < INT64_MIN)
        return false;
    *result = (int64_t)(m / d);
    return true;
}

bool decimal_add_scaled(struct decimal *sum, struct decimal value, int64_t factor)
{
    if (__builtin_mul_overflow(value.mantissa, (__int128)factor, &value.mantissa))
        return false;
    if (sum->mantissa == 0) {
        *sum = value;
        return true;
    }
    struct decimal *high = sum->exponent > value.exponent ? sum : &value;
    int low = sum->exponent > value.exponent ? value.exponent : sum->exponent;
    for (; high->exponent > low; high->exponent--)
        if (__builtin_mul_overflow(high->mantissa, (__int128)10, &high->mantissa))
            return false;
    return !__builtin_add_overflow(sum->mantissa, value.mantissa, &sum->mantissa);
}

bool decimal_is_zero(struct decimal value)
{
    return value.mantissa == 0;
}
