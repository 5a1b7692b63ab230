/* Loading plans in tests, and comparing two of them deeply. */
#ifndef FLEETWRIGHT_TESTS_SCENARIOS_PLANS_H
#define FLEETWRIGHT_TESTS_SCENARIOS_PLANS_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/scenario.h"

/* Parses; the test fails with what was reported when there is an error. */
void plans_parse(const char *name, const char *text, struct plan *plan);

/* Parses a text that must be refused and returns the rendered errors, for mem_free. */
char *plans_refused(const char *name, const char *text);

/* The same with overrides. */
void plans_parse_with(const char *name, const char *text, const struct scenario_override *overrides,
                      size_t count, struct plan *plan);
char *plans_refused_with(const char *name, const char *text,
                         const struct scenario_override *overrides, size_t count);

/* Whether one of the plan's notes has the part. */
void plans_expect_note(const struct plan *plan, const char *part, bool there);

/* The first field in which they differ, NULL if in none. name, source and resolved text are not
 * compared. */
const char *plans_differ(const struct plan *a, const struct plan *b);

#endif
