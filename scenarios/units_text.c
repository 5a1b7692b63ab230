#include "scenarios/units_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const struct unit *units_find(const struct unit *units, const char *word)
{
    for (; units->name; units++)
        if (strcmp(units->name, word) == 0)
            return units;
    return NULL;
}

const char *units_skip(const char *p)
{
    return p + strspn(p, " ");
}

struct units_shown units_show(const char *text)
{
    struct units_shown s;
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
size_t units_letters(const char *p, char word[UNIT_WORD_MAX])
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

int units_amount(const char *text, struct decimal *value, const char **rest, struct status *status)
{
    size_t n = decimal_scan(text, value, status);
    if (n == 0)
        return status->code;
    if (value->mantissa < 0 || text[0] == '-')
        return status_set(status, STATUS_INPUT, "`%s` is negative; it must be 0 or more.",
                          units_show(text).text);
    *rest = units_skip(text + n);
    return 0;
}

/* Adds number x unit to the sum. */
bool units_add(struct decimal *sum, struct decimal value, const struct unit *unit)
{
    value.exponent += value.mantissa ? unit->exponent : 0;
    return decimal_add_scaled(sum, value, unit->factor);
}
