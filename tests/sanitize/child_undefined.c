/* Must fail: a child process has undefined behaviour and nobody looks at its exit status. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int most = INT_MAX;

Test(child_undefined, is_found_though_the_status_is_ignored)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        volatile int sum = most + 1;
        (void)sum;
        exit(0);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
}
