/* The control: nothing wrong, must pass. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(clean, frees_what_it_takes)
{
    char *text = calloc(100, 1);
    cr_assert(text != NULL);
    free(text);
}
