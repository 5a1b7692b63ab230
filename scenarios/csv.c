#include "scenarios/csv.h"

#include <stdbool.h>
#include <string.h>

struct reader {
    const char *file;
    const char *text;
    size_t size;
    size_t at;
    int line, column;
    struct csv_field *fields; /* growing, of all records; moved to the arena at the end */
    size_t count, capacity;
    struct arena *arena;
};

static bool at_end(const struct reader *reader)
{
    return reader->at == reader->size;
}

static bool at_line_end(const struct reader *reader)
{
    const char *here = reader->text + reader->at;
    size_t left = reader->size - reader->at;
    return left == 0 || *here == '\n' || (left >= 2 && here[0] == '\r' && here[1] == '\n');
}

static void step(struct reader *reader)
{
    char c = reader->text[reader->at++];
    if (c == '\n') {
        reader->line++;
        reader->column = 1;
    } else if ((c & 0xC0) != 0x80) {
        reader->column++;
    }
}

static void skip_line_end(struct reader *reader)
{
    if (!at_end(reader) && reader->text[reader->at] == '\r')
        step(reader);
    if (!at_end(reader))
        step(reader);
}

static int fail(const struct reader *reader, int line, int column, const char *what,
                struct status *status)
{
    return status_set(status, STATUS_INPUT, "%s:%d:%d: %s", reader->file, line, column, what);
}

/* The part between the quotes; the reader is on the opening one. */
static int read_quoted(struct reader *reader, struct csv_field *field, struct status *status)
{
    step(reader);
    size_t start = reader->at;
    while (!at_end(reader)) {
        if (reader->text[reader->at] == '"') {
            if (reader->at + 1 == reader->size || reader->text[reader->at + 1] != '"')
                break;
            step(reader);
        }
        step(reader);
    }
    if (at_end(reader))
        return fail(reader, field->line, field->column,
                    "The quote that opens here is never closed. Close it with \", and write a "
                    "quote inside the field as \"\".",
                    status);
    char *text = arena_strndup(reader->arena, reader->text + start, reader->at - start, status);
    if (!text)
        return STATUS_MEMORY;
    char *out = text;
    for (const char *in = text; *in; in++) {
        *out++ = *in;
        if (*in == '"')
            in++;
    }
    *out = '\0';
    field->text = text;
    step(reader);
    if (!at_line_end(reader) && reader->text[reader->at] != ',')
        return fail(reader, reader->line, reader->column,
                    "There is text after the quote that closes the field; a comma or the end of "
                    "the line must follow. Write a quote inside the field as \"\".",
                    status);
    return 0;
}

static int read_plain(struct reader *reader, struct csv_field *field, struct status *status)
{
    size_t start = reader->at;
    while (!at_line_end(reader) && reader->text[reader->at] != ',') {
        if (reader->text[reader->at] == '"')
            return fail(reader, reader->line, reader->column,
                        "There is a quote in the middle of a field. Put the whole field in quotes "
                        "and write the quote inside it as \"\".",
                        status);
        step(reader);
    }
    field->text = arena_strndup(reader->arena, reader->text + start, reader->at - start, status);
    return field->text ? 0 : STATUS_MEMORY;
}

static int read_field(struct reader *reader, struct status *status)
{
    void *grown = reader->fields;
    int code =
        mem_grow(&grown, &reader->capacity, reader->count + 1, sizeof *reader->fields, status);
    reader->fields = grown;
    if (code)
        return code;
    struct csv_field *field = &reader->fields[reader->count];
    field->line = reader->line;
    field->column = reader->column;
    bool quoted = !at_end(reader) && reader->text[reader->at] == '"';
    code = quoted ? read_quoted(reader, field, status) : read_plain(reader, field, status);
    if (code)
        return code;
    reader->count++;
    return 0;
}

/* Reads one record; *length is its number of fields. */
static int read_record(struct reader *reader, size_t *length, struct status *status)
{
    size_t first = reader->count;
    for (;;) {
        int code = read_field(reader, status);
        if (code)
            return code;
        if (at_line_end(reader))
            break;
        step(reader); /* the comma */
    }
    skip_line_end(reader);
    *length = reader->count - first;
    return 0;
}

static void skip_empty_lines(struct reader *reader)
{
    while (!at_end(reader) && at_line_end(reader))
        skip_line_end(reader);
}

static int check_text(struct reader *reader, struct status *status)
{
    if (reader->size >= 3 && memcmp(reader->text, "\xEF\xBB\xBF", 3) == 0)
        reader->at = 3;
    if (reader->size == 0 || !memchr(reader->text, '\0', reader->size))
        return 0;
    return status_set(status, STATUS_INPUT,
                      "%s holds a NUL byte, so it is no text file. Save it as CSV in UTF-8.",
                      reader->file);
}

static int read_all(struct reader *reader, struct csv_table *table, struct status *status)
{
    int code = check_text(reader, status);
    if (code)
        return code;
    skip_empty_lines(reader);
    if (at_end(reader))
        return status_set(status, STATUS_INPUT,
                          "%s is empty. Its first line must name the columns.", reader->file);
    code = read_record(reader, &table->columns, status);
    if (code)
        return code;
    for (skip_empty_lines(reader); !at_end(reader); skip_empty_lines(reader)) {
        size_t length, first = reader->count;
        code = read_record(reader, &length, status);
        if (code)
            return code;
        if (length != table->columns)
            return status_set(status, STATUS_INPUT,
                              "%s:%d:%d: The row has %zu fields, the header has %zu. A field with "
                              "a comma in it must be in quotes.",
                              reader->file, reader->fields[first].line,
                              reader->fields[first].column, length, table->columns);
        table->rows++;
    }
    return 0;
}

int csv_read(struct csv_table *table, const char *file, const char *text, size_t size,
             struct arena *arena, struct status *status)
{
    *table = (struct csv_table){0};
    struct reader reader = {
        .file = file, .text = text, .size = size, .line = 1, .column = 1, .arena = arena};
    int code = read_all(&reader, table, status);
    if (code)
        goto out;
    table->header = arena_alloc(arena, reader.count, sizeof *table->header, status);
    if (!table->header) {
        code = STATUS_MEMORY;
        goto out;
    }
    memcpy(table->header, reader.fields, reader.count * sizeof *reader.fields);
    table->fields = table->header + table->columns;
out:
    mem_free(reader.fields);
    return code;
}
