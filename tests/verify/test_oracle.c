/* The table of closed forms is that of the shared oracle, where it is there. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/verify/verify.h"

/* The parameters without the quotes and braces of JSON: only letters, digits and the signs of
 * numbers. */
static void plain(const char *from, char *to, size_t size)
{
    size_t n = 0;
    for (; *from && n + 1 < size; from++)
        if (!strchr("\"{}:= ,", *from))
            to[n++] = *from;
    to[n] = '\0';
}

/* id,"params",value,note: commas inside the quoted field only. */
static void compare(char *line, const struct oracle_row *row)
{
    char found[512], ours[512];
    char *params = strchr(line, ','), *value;
    cr_assert(params && params[1] == '"', "%s", line);
    *params++ = '\0';
    value = strstr(params, "}\",");
    cr_assert(value, "%s", line);
    value[1] = '\0';
    value += 3;
    plain(params, found, sizeof found);
    plain(row->params, ours, sizeof ours);
    cr_expect_str_eq(line, row->id);
    cr_expect_str_eq(found, ours, "%s: %s and %s", row->id, found, ours);
    cr_expect(fabs(strtod(value, NULL) - row->value) <= 1e-14 * fabs(row->value),
              "%s %s: %s and %.15g", row->id, row->params, value, row->value);
}

Test(oracle, rows_are_those_of_the_shared_table)
{
    char line[1024];
    size_t n = 0;
    FILE *file = fopen(FLEETWRIGHT_SHARED_DIR "/oracle/closed_forms.csv", "r");
    if (!file)
        cr_skip("the shared oracle is not here");
    cr_assert(fgets(line, sizeof line, file));
    for (; fgets(line, sizeof line, file); n++) {
        cr_assert_lt(n, oracle_row_count, "the shared table has more rows");
        compare(line, &oracle_rows[n]);
    }
    cr_expect_eq(n, oracle_row_count);
    fclose(file);
}

Test(oracle, rows_are_found_by_id_and_number)
{
    cr_expect_eq(oracle("Q.MMc_Wq", 0)->value, 9);
    cr_expect_eq(oracle("X.Wstar_min", 1), oracle("X.Wstar_min", 0) + 1);
}
