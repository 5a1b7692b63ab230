#include "sim/cli/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/bug.h"

void listing_init(struct listing *l, const struct listing_column *columns, int column_count)
{
    bug_assert(column_count > 0 && column_count <= LISTING_COLUMNS_MAX);
    *l = (struct listing){.columns = columns, .column_count = column_count};
}

void listing_free(struct listing *l)
{
    mem_free(l->cells);
    arena_free(&l->arena);
    *l = (struct listing){0};
}

int listing_text(struct listing *l, const char *text, struct status *status)
{
    void *cells = l->cells;
    if (mem_grow(&cells, &l->capacity, l->count + 1, sizeof *l->cells, status) != 0)
        return status->code;
    l->cells = cells;
    const char *copy = arena_strdup(&l->arena, text ? text : "", status);
    if (!copy)
        return status->code;
    l->cells[l->count++] = copy;
    return 0;
}

int listing_number(struct listing *l, double number, struct status *status)
{
    char text[32];
    for (int digits = 15; digits <= 17; digits++) { /* %.15g writes no trailing zeros */
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    return listing_text(l, text, status);
}

int listing_integer(struct listing *l, long long number, struct status *status)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", number);
    return listing_text(l, text, status);
}

/* Characters, not bytes: continuation bytes of UTF-8 take no room. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static const char *cell(const struct listing *l, size_t row, int column)
{
    return l->cells[row * (size_t)l->column_count + (size_t)column];
}

static size_t row_count(const struct listing *l)
{
    return l->count / (size_t)l->column_count;
}

/* The last column of a line that has something in it: no line ends in blanks. */
static int last_in_line(const struct listing *l, size_t line)
{
    int last = 0;
    for (int c = 0; c < l->column_count; c++)
        if (l->columns[c].in_text && (line == 0 || *cell(l, line - 1, c)))
            last = c;
    return last;
}

static void write_line(const struct listing *l, size_t line, const int *width,
                       const struct terminal *t)
{
    int last = last_in_line(l, line);
    fputs(line == 0 ? terminal_style(t, STYLE_STRONG) : "", t->stream);
    for (int c = 0; c <= last; c++) {
        if (!l->columns[c].in_text)
            continue;
        const char *text = line == 0 ? l->columns[c].name : cell(l, line - 1, c);
        int blanks = width[c] - text_width(text);
        fprintf(t->stream, "%*s", l->columns[c].number ? blanks : 0, "");
        terminal_text(t, text);
        if (c < last)
            fprintf(t->stream, "%*s", 2 + (l->columns[c].number ? 0 : blanks), "");
    }
    fprintf(t->stream, "%s\n", line == 0 ? terminal_style(t, STYLE_PLAIN) : "");
}

static void write_as_text(const struct listing *l, const struct terminal *t)
{
    int width[LISTING_COLUMNS_MAX];
    for (int c = 0; c < l->column_count; c++) {
        width[c] = text_width(l->columns[c].name);
        for (size_t r = 0; r < row_count(l); r++)
            if (text_width(cell(l, r, c)) > width[c])
                width[c] = text_width(cell(l, r, c));
    }
    for (size_t line = 0; line <= row_count(l); line++)
        write_line(l, line, width, t);
}

static void write_csv_cell(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void write_as_csv(const struct listing *l, FILE *out)
{
    for (int c = 0; c < l->column_count; c++)
        fprintf(out, "%s%s", c ? "," : "", l->columns[c].name);
    putc('\n', out);
    for (size_t r = 0; r < row_count(l); r++) {
        for (int c = 0; c < l->column_count; c++) {
            if (c)
                putc(',', out);
            write_csv_cell(out, cell(l, r, c));
        }
        putc('\n', out);
    }
}

/* Bytes of the UTF-8 character at s, 0 if there is none. Overlong forms and surrogates are none. */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    int length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

void json_string(FILE *stream, const char *text)
{
    putc('"', stream);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int length = utf8_length(s);
        if (length == 0) {
            fputs("\\ufffd", stream);
            s++;
        } else if (*s == '"' || *s == '\\') {
            fprintf(stream, "\\%c", *s++);
        } else if (*s < 0x20 || *s == 0x7f) {
            fprintf(stream, "\\u%04x", *s++);
        } else {
            fwrite(s, 1, (size_t)length, stream);
            s += length;
        }
    }
    putc('"', stream);
}

static void write_as_json(const struct listing *l, FILE *out)
{
    putc('[', out);
    for (size_t r = 0; r < row_count(l); r++) {
        fputs(r ? ",\n {" : "\n {", out);
        for (int c = 0; c < l->column_count; c++) {
            fprintf(out, "%s\"%s\": ", c ? ", " : "", l->columns[c].name);
            if (!l->columns[c].number)
                json_string(out, cell(l, r, c));
            else
                fputs(*cell(l, r, c) ? cell(l, r, c) : "null", out);
        }
        putc('}', out);
    }
    fputs(row_count(l) ? "\n]\n" : "]\n", out);
}

void listing_write(const struct listing *l, enum listing_format format, const struct terminal *t)
{
    switch (format) {
    case LISTING_TEXT:
        write_as_text(l, t);
        break;
    case LISTING_CSV:
        write_as_csv(l, t->stream);
        break;
    case LISTING_JSON:
        write_as_json(l, t->stream);
        break;
    }
}
