/* See text.h. */
#include "analysis/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/memory.h"

static int reserve(struct text *text, size_t more)
{
    void *grown = text->bytes;
    if (text->failed == 0)
        text->failed = mem_grow(&grown, &text->capacity, text->length + more + 1, 1, NULL);
    text->bytes = grown;
    return text->failed;
}

void text_bytes(struct text *text, const char *bytes, size_t count)
{
    if (reserve(text, count) != 0)
        return;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && reserve(text, (size_t)length) == 0) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

int text_check(const struct text *text, struct status *status)
{
    if (text->failed == 0)
        return 0;
    return status_set(status, STATUS_MEMORY,
                      "Out of memory: a text of more than %zu bytes could not be made.",
                      text->length);
}

void text_free(struct text *text)
{
    mem_free(text->bytes);
    *text = (struct text){0};
}
