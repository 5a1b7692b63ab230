/* See unit.h. */
#include "analysis/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_word(const char *word)
{
    return strlen(word) >= 3 && strspn(word, "abcdefghijklmnopqrstuvwxyz") == strlen(word);
}

static bool ends_with(const char *word, const char *end)
{
    size_t length = strlen(word), tail = strlen(end);
    return length > tail && strcmp(word + length - tail, end) == 0;
}

static bool ends_with_any(const char *word, const char *const *ends, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (ends_with(word, ends[i]))
            return true;
    return false;
}

/* Copies the word without its last letters and with others. */
static char *change(const char *word, size_t without, const char *with, char *text)
{
    snprintf(text, UNIT_TEXT_SIZE, "%.*s%s", (int)(strlen(word) - without), word, with);
    return text;
}

char *unit_singular(const char *word, char *text)
{
    static const char *const not_plural[] = {"ss", "us", "is"};
    static const char *const with_es[] = {"tches", "nches", "rches", "shes", "xes", "sses"};
    if (!is_word(word) || !ends_with(word, "s") || ends_with_any(word, not_plural, 3))
        return change(word, 0, "", text);
    if (ends_with(word, "ies"))
        return change(word, 3, "y", text);
    return change(word, ends_with_any(word, with_es, 6) ? 2 : 1, "", text);
}

char *unit_plural(const char *word, char *text)
{
    /* Not every "ch": epochs. */
    static const char *const with_es[] = {"tch", "nch", "rch", "sh", "x", "ss"};
    static const char *const with_s[] = {"ay", "ey", "oy", "uy"};
    if (!is_word(word) || (ends_with(word, "s") && !ends_with(word, "ss")))
        return change(word, 0, "", text);
    if (ends_with(word, "y") && !ends_with_any(word, with_s, 4))
        return change(word, 1, "ies", text);
    return change(word, 0, ends_with_any(word, with_es, 6) ? "es" : "s", text);
}
