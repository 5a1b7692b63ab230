/* Must fail: signed overflow and nothing else. */
#include <criterion/criterion.h>
#include <limits.h>

static volatile int most = INT_MAX;

Test(undefined, overflows_a_signed_integer)
{
    volatile int sum = most + 1;
    cr_assert(sum != 0);
}
