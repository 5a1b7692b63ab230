/* Must fail: the test passes and leaks. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static char *volatile kept;

Test(leak, loses_memory)
{
    kept = malloc(100);
    cr_assert(kept != NULL);
    memset(kept, 'x', 100);
    kept = NULL;
}
