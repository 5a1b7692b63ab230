/* Must fail: a child process leaks and nobody looks at its exit status. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *volatile kept;

Test(child_leak, is_found_though_the_status_is_ignored)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        kept = malloc(100);
        if (kept != NULL)
            memset(kept, 'x', 100);
        kept = NULL;
        exit(0);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
}
