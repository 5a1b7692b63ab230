/* See display.h. */
#include "analysis/display.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

/* Puts commas into the digits before the point. */
static char *group(const char *plain, char *text)
{
    size_t digits = 0, out = 0;
    const char *p = plain;
    if (*p == '-')
        text[out++] = *p++;
    while (p[digits] >= '0' && p[digits] <= '9')
        ++digits;
    for (; digits > 0 && out + 2 < DISPLAY_SIZE; --digits) {
        text[out++] = *p++;
        if (digits % 3 == 1 && digits > 1)
            text[out++] = ',';
    }
    snprintf(text + out, DISPLAY_SIZE - out, "%s", p);
    return text;
}

char *display_number(double value, int decimals, char *text)
{
    char plain[DISPLAY_SIZE];
    if (isnan(value))
        return strcpy(text, "-");
    if (fabs(value) >= 1e15) {
        snprintf(text, DISPLAY_SIZE, "%.4g", value);
        return text;
    }
    snprintf(plain, sizeof plain, "%.*f", decimals, value);
    return group(plain, text);
}

/* Two units at most, rounded to the smaller one before they are split: never "59 min 60 s". */
static void two_units(double seconds, double small, int ratio, const char *large_name,
                      const char *small_name, char *text)
{
    double all = round(seconds / small);
    double large = floor(all / ratio), rest = all - large * ratio;
    if (rest > 0)
        snprintf(text, DISPLAY_SIZE, "%.0f %s %.0f %s", large, large_name, rest, small_name);
    else
        snprintf(text, DISPLAY_SIZE, "%.0f %s", large, large_name);
}

char *display_duration(double seconds, char *text)
{
    char number[DISPLAY_SIZE];
    if (isnan(seconds))
        return strcpy(text, "-");
    if (seconds == 0)
        return strcpy(text, "0 s");
    if (seconds < 0.9995)
        snprintf(text, DISPLAY_SIZE, "%.3g ms", seconds * 1e3);
    else if (seconds < 59.95)
        snprintf(text, DISPLAY_SIZE, "%.1f s", seconds);
    else if (seconds < 3597)
        snprintf(text, DISPLAY_SIZE, "%.1f min", seconds / 60);
    else if (seconds < 86370)
        two_units(seconds, 60, 60, "h", "min", text);
    else if (seconds < 1000 * 86400.0)
        two_units(seconds, 3600, 24, "d", "h", text);
    else
        snprintf(text, DISPLAY_SIZE, "%.100s d", display_number(seconds / 86400, 0, number));
    return text;
}

/* Small amounts get as many decimals as show two digits of them, nine at most. */
static int money_decimals(double amount)
{
    int decimals = 2;
    for (double at = 0.1; amount != 0 && fabs(amount) < at && decimals < 9; at /= 10)
        ++decimals;
    return decimals;
}

char *display_money(double amount, const char *currency, char *text)
{
    char number[DISPLAY_SIZE];
    if (isnan(amount))
        return strcpy(text, "-");
    snprintf(text, DISPLAY_SIZE, "%.60s %.60s",
             display_number(amount, money_decimals(amount), number), currency);
    return text;
}

char *display_share(double part, double whole, char *text)
{
    if (!(whole > 0) || isnan(part))
        return strcpy(text, "-");
    snprintf(text, DISPLAY_SIZE, "%.1f %%", 100 * part / whole);
    return text;
}

static char *display_value(const struct metric *metric, double value, const char *currency,
                           char *text)
{
    char number[DISPLAY_SIZE];
    switch (metric_infos[metric->id].kind) {
    case METRIC_KIND_SECONDS:
        return display_duration(value, text);
    case METRIC_KIND_GPU_HOURS:
        snprintf(text, DISPLAY_SIZE, "%.60s GPU-h", display_number(value, 1, number));
        return text;
    case METRIC_KIND_RATIO:
        return display_number(value, 3, text);
    case METRIC_KIND_MONEY:
    case METRIC_KIND_MONEY_RATE:
        return display_money(value, currency, text);
    case METRIC_KIND_WORK_RATE:
        return display_money(value, metric->unit, text);
    default:
        return display_number(value, value == round(value) ? 0 : 1, text);
    }
}

char *display_metric(const struct metric *metric, const char *currency, char *text)
{
    char value[DISPLAY_SIZE], half[DISPLAY_SIZE];
    if (metric == NULL || metric->defined == 0)
        return strcpy(text, "-");
    display_value(metric, metric->mean, currency, value);
    if (!(metric->half_width > 0)) /* one value, or equal ones */
        return strcpy(text, value);
    snprintf(text, DISPLAY_SIZE, "%.60s +- %.60s", value,
             display_value(metric, metric->half_width, currency, half));
    return text;
}

/* ---- tables ---- */

/* Code points, which is what a terminal mostly shows as one column. */
static size_t width_of(const char *string)
{
    size_t width = 0;
    for (; *string != '\0'; ++string)
        width += ((unsigned char)*string & 0xC0) != 0x80;
    return width;
}

void grid_begin(struct grid *grid, int columns)
{
    grid->cells.length = 0;
    memset(grid->width, 0, sizeof grid->width);
    grid->columns = columns;
    grid->count = 0;
    grid->left_out = 0;
}

void grid_cell(struct grid *grid, const char *string)
{
    if (grid->count >= GRID_ROWS * grid->columns) {
        ++grid->left_out;
        return;
    }
    size_t width = width_of(string);
    int column = grid->count % grid->columns;
    if (width > grid->width[column])
        grid->width[column] = width;
    grid->at[grid->count++] = grid->cells.length;
    text_bytes(&grid->cells, string, strlen(string) + 1);
}

static void print_cell(const struct grid *grid, int i, struct text *out)
{
    const char *string = grid->cells.bytes + grid->at[i];
    int column = i % grid->columns, pad = (int)(grid->width[column] - width_of(string));
    if (column > 0)
        text_add(out, "  %*s%s", pad, "", string);
    else
        text_add(out, "  %s%*s", string, grid->columns > 1 ? pad : 0, "");
    if (column == grid->columns - 1)
        text_add(out, "\n");
}

void grid_print(const struct grid *grid, struct text *out)
{
    if (grid->cells.failed != 0)
        out->failed = grid->cells.failed;
    for (int i = 0; i < grid->count && out->failed == 0; ++i)
        print_cell(grid, i, out);
    if (grid->left_out > 0)
        text_add(out, "  ... and %zu more rows: see --json or --csv\n",
                 grid->left_out / (size_t)grid->columns);
}

void grid_free(struct grid *grid)
{
    text_free(&grid->cells);
}
