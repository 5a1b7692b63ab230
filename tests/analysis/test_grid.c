#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/grid.h"

Test(grid, tables_align_by_characters)
{
    struct grid *grid = calloc(1, sizeof *grid);
    struct text out = {0};
    grid_begin(grid, 2);
    grid_cell(grid, "caf\xC3\xA9");
    grid_cell(grid, "1");
    grid_cell(grid, "a");
    grid_cell(grid, "1,000");
    grid_print(grid, &out);
    cr_expect_str_eq(out.bytes, "  caf\xC3\xA9      1\n  a     1,000\n");
    text_free(&out);
    grid_free(grid);
    free(grid);
}

Test(grid, rows_beyond_the_last_are_counted)
{
    struct grid *grid = calloc(1, sizeof *grid);
    struct text out = {0};
    grid_begin(grid, 1);
    for (int i = 0; i < GRID_ROWS + 3; ++i)
        grid_cell(grid, "x");
    grid_print(grid, &out);
    cr_expect_not_null(strstr(out.bytes, "... and 3 more rows"));
    text_free(&out);
    grid_free(grid);
    free(grid);
}
