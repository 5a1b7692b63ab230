#include "scenarios/textbuilder.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void textbuilder_free(struct textbuilder *b)
{
    mem_free(b->text);
    *b = (struct textbuilder){0};
}

static int reserve(struct textbuilder *b, size_t more)
{
    struct status status = STATUS_INIT;
    if (b->code)
        return b->code;
    if (more > SIZE_MAX / 2 - b->length - 1)
        return b->code = STATUS_MEMORY;
    void *text = b->text;
    if (b->length + more + 1 > b->capacity)
        b->code = mem_grow(&text, &b->capacity, b->length + more + 1, 1, &status);
    b->text = text;
    return b->code;
}

void textbuilder_add_bytes(struct textbuilder *b, const char *text, size_t length)
{
    if (reserve(b, length))
        return;
    memcpy(b->text + b->length, text, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void textbuilder_add(struct textbuilder *b, const char *text)
{
    textbuilder_add_bytes(b, text, strlen(text));
}

void textbuilder_char(struct textbuilder *b, char c)
{
    textbuilder_add_bytes(b, &c, 1);
}

void textbuilder_repeat(struct textbuilder *b, char c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        textbuilder_char(b, c);
}

void textbuilder_printf(struct textbuilder *b, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || reserve(b, (size_t)length))
        return;
    va_start(list, format);
    vsnprintf(b->text + b->length, (size_t)length + 1, format, list);
    va_end(list);
    b->length += (size_t)length;
}

void textbuilder_wrap(struct textbuilder *b, const char *prefix, const char *text, size_t width)
{
    size_t column = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + word > width) {
            textbuilder_char(b, '\n');
            column = 0;
        }
        if (column == 0) {
            textbuilder_add(b, prefix);
            column = strlen(prefix);
        } else {
            textbuilder_char(b, ' ');
            column++;
        }
        textbuilder_add_bytes(b, text, word);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    if (column > 0)
        textbuilder_char(b, '\n');
}

const char *textbuilder_text(const struct textbuilder *b)
{
    return b->text ? b->text : "";
}

char *textbuilder_copy(const struct textbuilder *b, struct arena *arena, struct status *status)
{
    if (b->code) {
        status_set(status, STATUS_MEMORY, "Out of memory.");
        return NULL;
    }
    return arena_strndup(arena, textbuilder_text(b), b->length, status);
}
