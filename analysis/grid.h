/* Tables of text whose columns align: first column to the left, the others to the right. */
#ifndef FLEETWRIGHT_ANALYSIS_GRID_H
#define FLEETWRIGHT_ANALYSIS_GRID_H

#include <stddef.h>

#include "analysis/text.h"

enum { GRID_COLUMNS = 8, GRID_ROWS = 256 };
struct grid {
    struct text cells; /* one behind the other, each with its NUL */
    size_t at[GRID_ROWS * GRID_COLUMNS];
    size_t width[GRID_COLUMNS];
    int columns;
    int count;       /* of cells */
    size_t left_out; /* cells beyond the last row, told by grid_print */
};

void grid_begin(struct grid *grid, int columns); /* zeroed before the first time */
void grid_cell(struct grid *grid, const char *string);
void grid_print(const struct grid *grid, struct text *out); /* indented by two */
void grid_free(struct grid *grid);                          /* legal twice */

#endif
