/* The end of a program that found itself wrong. */
#include "sim/bug.h"

#include <stdio.h>
#include <stdlib.h>

void bug_report(const char *condition, const char *file, int line)
{
    fprintf(stderr,
            "%s:%d: internal error: \"%s\" does not hold. This is a bug in the program, not in its "
            "input; no result of this run can be trusted.\n",
            file, line, condition);
    fflush(stderr);
    abort();
}
