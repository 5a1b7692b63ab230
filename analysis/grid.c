/* See grid.h. */
#include "analysis/grid.h"

#include <string.h>

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
