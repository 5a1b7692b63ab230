#include "tests/support/scratch.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

void scratch_enter(void)
{
    char folder[] = "test-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}
