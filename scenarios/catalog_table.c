#include "scenarios/catalog_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/gpu.h"
#include "scenarios/catalog.h"
#include "scenarios/csv.h"
#include "sim/bug.h"

enum { WHY = 640 };

/* ---- fields ---- */

/* Whether the text is digits with at most one point among or after them: no sign, exponent or
 * blank. */
static bool is_decimal(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0)
        return false;
    text += digits;
    if (*text == '\0')
        return true;
    return *text == '.' && text[1] && text[1 + strspn(text + 1, "0123456789")] == '\0';
}

static bool read_count(const char *text, int64_t *value)
{
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    errno = 0;
    *value = strtoll(text, NULL, 10);
    return errno == 0 && *value >= 1;
}

static bool read_precision(const char *text, int *value)
{
    for (int p = 0; p < PRECISIONS; p++)
        if (strcmp(text, precision_names[p]) == 0) {
            *value = p;
            return true;
        }
    return false;
}

/* Writes the member. Returns NULL, or what is allowed. */
static const char *set_member(const struct column *column, const char *text, char *row)
{
    void *member = row + column->offset;
    switch (column->kind) {
    case COLUMN_TEXT:
    case COLUMN_NAMES:
        *(const char **)member = text;
        return NULL;
    case COLUMN_NUMBER:
        if (!is_decimal(text))
            return "a plain decimal number such as 2.79";
        *(double *)member = strtod(text, NULL);
        return *(double *)member <= 1e300 ? NULL : "a number below 1e300";
    case COLUMN_DECIMAL:
        *(const char **)member = text;
        return is_decimal(text) ? NULL : "a plain decimal number such as 2.79";
    case COLUMN_LENGTH:
        if (!*text)
            return NULL;
        return read_count(text, member) ? NULL : "empty or a whole number from 1";
    case COLUMN_COUNT:
        return read_count(text, member) ? NULL : "a whole number from 1";
    case COLUMN_PRECISION:
        *(int *)member = SPEED_PRECISION_NOT_STATED;
        if (!*text || read_precision(text, member))
            return NULL;
        return "empty or one of fp32, tf32, bf16, fp16, fp8";
    }
    return NULL;
}

/* ---- header ---- */

/* Where each column of the spec is in the file; -1 = absent. */
struct layout {
    const struct table_spec *spec;
    const char *shown;
    int place[16];
};

static void list_columns(const struct table_spec *spec, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t c = 0; c < spec->column_count && used < size; c++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", c ? ", " : "",
                                 spec->columns[c].name);
}

static const struct column *find_column(const struct table_spec *spec, const char *name)
{
    for (size_t c = 0; c < spec->column_count; c++)
        if (strcmp(spec->columns[c].name, name) == 0)
            return &spec->columns[c];
    return NULL;
}

static int header_error(const struct layout *layout, const struct csv_field *field,
                        const char *what, const char *name, struct status *status)
{
    char columns[WHY];
    list_columns(layout->spec, columns, sizeof columns);
    return status_set(status, STATUS_INPUT, "%s:%d:%d: The header %s \"%s\". The columns are %s.",
                      layout->shown, field->line, field->column, what, name, columns);
}

static int read_header(struct layout *layout, const struct csv_table *csv, struct status *status)
{
    const struct table_spec *spec = layout->spec;
    bug_assert(spec->column_count <= sizeof layout->place / sizeof *layout->place);
    for (size_t c = 0; c < spec->column_count; c++)
        layout->place[c] = -1;
    for (size_t f = 0; f < csv->columns; f++) {
        const struct csv_field *field = &csv->header[f];
        const struct column *column = find_column(spec, field->text);
        if (!column)
            return header_error(layout, field, "names an unknown column", field->text, status);
        int *place = &layout->place[column - spec->columns];
        if (*place >= 0)
            return header_error(layout, field, "names a column twice:", field->text, status);
        *place = (int)f;
    }
    for (size_t c = 0; c < spec->column_count; c++)
        if (layout->place[c] < 0 && spec->columns[c].required)
            return header_error(layout, &csv->header[0], "lacks the column", spec->columns[c].name,
                                status);
    return 0;
}

/* ---- rows ---- */

/* Whether every word of the text is the name of a column. */
static bool names_columns(const struct table_spec *spec, const char *text)
{
    char word[64];
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), text);
        if (length > 0 && !find_column(spec, word))
            return false;
    }
    return true;
}

static int read_row(const struct layout *layout, const struct csv_field *fields, char *row,
                    struct status *status)
{
    for (size_t c = 0; c < layout->spec->column_count; c++) {
        const struct column *column = &layout->spec->columns[c];
        if (layout->place[c] < 0) {
            set_member(column, "", row);
            continue;
        }
        const struct csv_field *field = &fields[layout->place[c]];
        if (column->required && !*field->text)
            return status_set(status, STATUS_INPUT,
                              "%s:%d:%d: The column %s is empty. Every row must have it.",
                              layout->shown, field->line, field->column, column->name);
        const char *allowed = set_member(column, field->text, row);
        if (column->kind == COLUMN_NAMES && !names_columns(layout->spec, field->text))
            allowed = "empty or names of this table's columns, separated by spaces";
        if (allowed)
            return status_set(status, STATUS_INPUT, "%s:%d:%d: The %s is \"%s\"; it must be %s.",
                              layout->shown, field->line, field->column, column->name, field->text,
                              allowed);
    }
    return 0;
}

static int check_row(const struct layout *layout, const struct csv_field *fields, const char *row,
                     const void *context, struct status *status)
{
    if (!layout->spec->check)
        return 0;
    char why[WHY];
    const char *name = layout->spec->check(row, context, why, sizeof why);
    if (!name)
        return 0;
    int place = layout->place[find_column(layout->spec, name) - layout->spec->columns];
    const struct csv_field *field = &fields[place < 0 ? 0 : place];
    return status_set(status, STATUS_INPUT, "%s:%d:%d: %s", layout->shown, field->line,
                      field->column, why);
}

static bool same_member(const struct column *column, const char *a, const char *b)
{
    const void *x = a + column->offset, *y = b + column->offset;
    switch (column->kind) {
    case COLUMN_TEXT:
    case COLUMN_NAMES:
    case COLUMN_DECIMAL:
        return strcmp(*(const char *const *)x, *(const char *const *)y) == 0;
    case COLUMN_NUMBER:
        return *(const double *)x == *(const double *)y;
    case COLUMN_COUNT:
    case COLUMN_LENGTH:
        return *(const int64_t *)x == *(const int64_t *)y;
    case COLUMN_PRECISION:
        return *(const int *)x == *(const int *)y;
    }
    return false;
}

static bool same_key(const struct table_spec *spec, const char *a, const char *b)
{
    for (size_t c = 0; c < spec->column_count; c++) {
        const struct column *column = &spec->columns[c];
        if (column->key == KEY_NO)
            continue;
        if (column->key == KEY_IF_PREVIOUS_EMPTY &&
            **(const char *const *)(a + spec->columns[c - 1].offset))
            continue;
        if (!same_member(column, a, b))
            return false;
    }
    return true;
}

static const char *row_at(const struct table_spec *spec, const struct table_rows *rows, size_t i)
{
    return rows->rows + i * spec->row_size;
}

static int check_unique(const struct layout *layout, const struct table_rows *rows,
                        const struct csv_table *csv, struct status *status)
{
    const struct table_spec *spec = layout->spec;
    for (size_t i = 0; i < rows->count; i++)
        for (size_t j = 0; j < i; j++)
            if (same_key(spec, row_at(spec, rows, i), row_at(spec, rows, j))) {
                const struct csv_field *field = &csv->fields[i * csv->columns];
                return status_set(status, STATUS_INPUT,
                                  "%s:%d:%d: The row gives the same figure as line %d. Keep one of "
                                  "the two and put the other's value into the note.",
                                  layout->shown, field->line, field->column,
                                  csv->fields[j * csv->columns].line);
            }
    return 0;
}

int table_read(const struct table_spec *spec, const char *shown, const char *text, size_t size,
               const void *context, struct arena *arena, struct table_rows *rows,
               struct status *status)
{
    struct layout layout = {.spec = spec, .shown = shown};
    struct csv_table csv;
    *rows = (struct table_rows){0};
    int code = csv_read(&csv, shown, text, size, arena, status);
    if (!code)
        code = read_header(&layout, &csv, status);
    if (code)
        return code;
    rows->rows = arena_alloc(arena, csv.rows, spec->row_size, status);
    if (!rows->rows)
        return STATUS_MEMORY;
    for (size_t r = 0; r < csv.rows && !code; r++) {
        const struct csv_field *fields = &csv.fields[r * csv.columns];
        char *row = rows->rows + r * spec->row_size;
        code = read_row(&layout, fields, row, status);
        if (!code)
            code = check_row(&layout, fields, row, context, status);
    }
    if (code)
        return code;
    rows->count = csv.rows;
    return spec->unique ? check_unique(&layout, rows, &csv, status) : 0;
}

/* ---- a user's table over the built-in one ---- */

static bool has_key(const struct table_spec *spec, const struct table_rows *rows, size_t count,
                    const char *row)
{
    for (size_t i = 0; i < count; i++)
        if (same_key(spec, row_at(spec, rows, i), row))
            return true;
    return false;
}

static void append(const struct table_spec *spec, struct table_rows *result, const char *row)
{
    memcpy(result->rows + result->count++ * spec->row_size, row, spec->row_size);
}

int table_overlay(const struct table_spec *spec, const struct table_rows *below,
                  const struct table_rows *above, struct arena *arena, struct table_rows *result,
                  struct status *status)
{
    *result = (struct table_rows){0};
    result->rows = arena_alloc(arena, below->count + above->count, spec->row_size, status);
    if (!result->rows)
        return STATUS_MEMORY;
    for (size_t i = 0; i < below->count; i++) {
        const char *row = row_at(spec, below, i);
        if (!has_key(spec, above, above->count, row)) {
            append(spec, result, row);
            continue;
        }
        if (has_key(spec, below, i, row))
            continue; /* its place is already taken by the rows of `above` */
        for (size_t j = 0; j < above->count; j++)
            if (same_key(spec, row_at(spec, above, j), row))
                append(spec, result, row_at(spec, above, j));
    }
    for (size_t j = 0; j < above->count; j++)
        if (!has_key(spec, below, below->count, row_at(spec, above, j)))
            append(spec, result, row_at(spec, above, j));
    return 0;
}
