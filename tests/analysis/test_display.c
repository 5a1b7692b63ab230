#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/display.h"

struct duration {
    double seconds;
    const char *text;
};

static const struct duration durations[] = {
    {0, "0 s"},         {0.0425, "42.5 ms"}, {1, "1.0 s"},          {59.94, "59.9 s"},
    {59.96, "1.0 min"}, {2472, "41.2 min"},  {3599, "1 h"},         {3661, "1 h 1 min"},
    {86399, "1 d"},     {273600, "3 d 4 h"}, {86400000, "1,000 d"},
};

Test(display, durations_have_at_most_two_units_and_never_sixty_of_one)
{
    char text[DISPLAY_SIZE];
    for (size_t i = 0; i < sizeof durations / sizeof durations[0]; ++i)
        cr_expect_str_eq(display_duration(durations[i].seconds, text), durations[i].text);
    cr_expect_str_eq(display_duration(NAN, text), "-");
}

Test(display, money_has_thousands_and_as_many_decimals_as_it_needs)
{
    char text[DISPLAY_SIZE];
    cr_expect_str_eq(display_money(1234.5649, "USD", text), "1,234.56 USD");
    cr_expect_str_eq(display_money(-1234567, "EUR", text), "-1,234,567.00 EUR");
    cr_expect_str_eq(display_money(0, "USD", text), "0.00 USD");
    cr_expect_str_eq(display_money(0.0123, "USD", text), "0.012 USD");
    cr_expect_str_eq(display_money(0.000000001, "USD", text), "0.000000001 USD");
    cr_expect_str_eq(display_money(NAN, "USD", text), "-");
}

Test(display, shares_of_nothing_are_not_defined)
{
    char text[DISPLAY_SIZE];
    cr_expect_str_eq(display_share(1, 8, text), "12.5 %");
    cr_expect_str_eq(display_share(0, 0, text), "-");
}

Test(display, tables_align_by_characters)
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

Test(display, rows_beyond_the_last_are_counted)
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
