/* Must fail: reads one byte behind a block. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(overread, reads_behind_a_block)
{
    volatile char *text = calloc(100, 1);
    volatile size_t end = 100;
    cr_assert(text != NULL);
    volatile char byte = text[end];
    (void)byte;
    free((void *)text);
}
