#include "sim/status.h"

#include <criterion/criterion.h>
#include <string.h>

Test(status, a_failure_is_recorded_with_its_sentence)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(status_set(&status, STATUS_INPUT, "Node %d has no GPU.", 7), STATUS_INPUT);
    cr_assert_eq(status.code, STATUS_INPUT);
    cr_assert_str_eq(status.message, "Node 7 has no GPU.");
}

Test(status, the_first_failure_wins)
{
    struct status status = STATUS_INIT;
    status_set(&status, STATUS_IO, "first");
    cr_assert_eq(status_set(&status, STATUS_MEMORY, "second"), STATUS_IO);
    cr_assert_eq(status.code, STATUS_IO);
    cr_assert_str_eq(status.message, "first");
}

Test(status, no_status_to_write_to_still_returns_the_code)
{
    cr_assert_eq(status_set(NULL, STATUS_OVERFLOW, "x"), STATUS_OVERFLOW);
}

Test(status, a_sentence_that_is_too_long_is_marked_as_cut)
{
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct status status = STATUS_INIT;
    status_set(&status, STATUS_INPUT, "%s", text);
    size_t length = strlen(status.message);
    cr_assert_eq(length, sizeof status.message - 1);
    cr_assert_str_eq(status.message + length - 6, " [...]");
}

Test(status, a_sentence_that_just_fits_is_not_cut)
{
    char text[sizeof((struct status *)0)->message];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct status status = STATUS_INIT;
    status_set(&status, STATUS_INPUT, "%s", text);
    cr_assert_str_eq(status.message, text);
}
