/* Assertions that stay on in every build: a broken invariant stops the program before it can print
 * a wrong number. Never used for a user's input or the machine's failures (see sim/status.h). */
#ifndef FLEETWRIGHT_SIM_BUG_H
#define FLEETWRIGHT_SIM_BUG_H

#define bug_assert(condition)                                                                      \
    (__builtin_expect(!!(condition), 1) ? (void)0 : bug_report(#condition, __FILE__, __LINE__))

/* Prints the condition and its place on stderr and aborts. */
void bug_report(const char *condition, const char *file, int line) __attribute__((noreturn, cold));

#endif
