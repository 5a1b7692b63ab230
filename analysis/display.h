/* Numbers as people read them, and tables that align. ASCII only, whatever the locale. */
#ifndef FLEETWRIGHT_ANALYSIS_DISPLAY_H
#define FLEETWRIGHT_ANALYSIS_DISPLAY_H

#include <stddef.h>

#include "analysis/results.h"
#include "analysis/text.h"

enum { DISPLAY_SIZE = 128 };

/* Each writes into text (DISPLAY_SIZE bytes) and returns it; "-" for NaN. */
char *display_duration(double seconds, char *text);                   /* "41.2 min", "3 d 4 h" */
char *display_money(double amount, const char *currency, char *text); /* "1,234.56 USD" */
char *display_number(double value, int decimals, char *text);         /* "12,345.6" */
char *display_share(double part, double whole, char *text);           /* "12.3 %" */

/* A metric's mean over replications with its unit, and "+- half-width" where there is one; "-" if
 * metric is NULL or undefined. Of one replication and a sum of money: the exact one, rounded. */
char *display_metric(const struct metric *metric, const char *currency, char *text);

/* A table of strings: first column to the left, the others to the right. */
enum { GRID_COLUMNS = 8, GRID_ROWS = 256 };
struct grid {
    struct text cells; /* one behind the other, each with its NUL */
    size_t at[GRID_ROWS * GRID_COLUMNS];
    size_t width[GRID_COLUMNS];
    int columns;
    int count;       /* of cells */
    size_t left_out; /* cells beyond the last row, told by grid_print */
};

void grid_begin(struct grid *grid, int columns);
void grid_cell(struct grid *grid, const char *string);
void grid_print(const struct grid *grid,
                struct text *out); /* indented by two; then empty again: grid_begin */
void grid_free(struct grid *grid);

#endif
