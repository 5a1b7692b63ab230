/* What must hold of the rows of any run, checked from the rows and the plan alone. */
#ifndef FLEETWRIGHT_TESTS_MODELS_RUN_CHECKS_H
#define FLEETWRIGHT_TESTS_MODELS_RUN_CHECKS_H

#include <stdbool.h>

#include "tests/support/run.h"

enum { REPORT_SIZE = 1024 };

/* False with a sentence in report (REPORT_SIZE bytes) at the first thing that does not hold. */
bool run_check(const struct run *run, char *report);

/* Parts of it, by file. */
bool run_check_jobs(const struct run *run, char *report);   /* run_checks_jobs.c */
bool run_check_nodes(const struct run *run, char *report);  /* run_checks_nodes.c */
bool run_check_totals(const struct run *run, char *report); /* run_checks.c */

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            int used_ = snprintf(report, REPORT_SIZE, "not (%s): ", #condition);                   \
            snprintf(report + used_, (size_t)(REPORT_SIZE - used_), __VA_ARGS__);                  \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

/* NULL when there is none. */
const struct job_row *check_job(const struct run *run, int32_t id);
const struct attempt_row *check_attempt(const struct run *run, int32_t job, int32_t number);
const struct lease_row *check_lease(const struct run *run, int32_t pool, int32_t node);

static inline bool check_is_broken(const struct attempt_row *a)
{
    return a->ended_by == ATTEMPT_NODE_FAILURE || a->ended_by == ATTEMPT_INTERRUPTED;
}

#endif
