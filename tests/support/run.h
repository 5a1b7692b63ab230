/* Runs a scenario given as YAML and keeps every row, for tests of what happens in the world. */
#ifndef FLEETWRIGHT_TESTS_SUPPORT_RUN_H
#define FLEETWRIGHT_TESTS_SUPPORT_RUN_H

#include <stddef.h>

#include "models/plan.h"
#include "models/trace.h"
#include "models/world.h"

#define MINUTE (60 * TICKS_PER_SECOND)
#define HOUR   TICKS_PER_HOUR
#define USD    MONEY_NANO

struct run {
    struct plan plan;
    struct run_result result;
    struct status status; /* of world_run */
    struct job_row *jobs; /* in the order in which they left */
    struct attempt_row *attempts;
    struct placement_row *placements;
    struct lease_row *leases;
    struct failure_row *failures;
    struct ledger_row *ledger;
    struct series_row *series;
    struct event_row *events;
    size_t job_count, attempt_count, placement_count, lease_count, failure_count, ledger_count,
        series_count, event_count;
};

/* Reads the plan alone: the scenario's text after the line `fleetwright: 1`, which is put in front.
 * The test fails with the reader's messages when it is refused. */
void run_read(struct run *run, const char *yaml);

/* The same, but a refusal is returned, and message then holds the reader's messages. */
int run_try_read(struct run *run, const char *yaml, char *message, size_t size);

/* Runs a replication of run->plan; what world_run returned is in run->status. */
void run_replication(struct run *run, int32_t replication);

/* The same through a trace that was begun with run_trace_init and is used again and again: for
 * thousands of small runs, where its large buffers would take most of the time. */
void run_replication_through(struct run *run, int32_t replication, struct trace *trace);
void run_trace_init(struct trace *trace);

/* Both, replication 0; the test fails when the run does. */
void run_yaml(struct run *run, const char *yaml);

void run_free_rows(struct run *run);
void run_free(struct run *run); /* legal twice */

/* The job of a class by its number; the test fails when there is none. */
const struct job_row *run_job(const struct run *run, const char *class, int32_t number);
/* An attempt (1 = the first) of that job. */
const struct attempt_row *run_attempt(const struct run *run, const char *class, int32_t number,
                                      int32_t attempt);
/* A lease by pool and number; the test fails when there is none. */
const struct lease_row *run_lease(const struct run *run, const char *pool, int32_t node);
size_t run_leases(const struct run *run, const char *pool); /* how many */

/* Compare all accounts with a list such as `[TIME_QUEUE] = 5 * MINUTE, [TIME_USEFUL] = HOUR`; what
 * is not listed must be 0. GPU accounts are in GPU-ticks. */
#define EXPECT_TIMES(found, ...)                                                                   \
    run_expect_accounts(__FILE__, __LINE__, #found, (found), time_account_names, TIME_ACCOUNTS,    \
                        (const int64_t[TIME_ACCOUNTS]){__VA_ARGS__})
#define EXPECT_GPU(found, ...)                                                                     \
    run_expect_accounts(__FILE__, __LINE__, #found, (found), account_names, GPU_ACCOUNTS,          \
                        (const int64_t[GPU_ACCOUNTS]){__VA_ARGS__})
#define EXPECT_COSTS(found, ...)                                                                   \
    run_expect_accounts(__FILE__, __LINE__, #found, (found), account_names, ACCOUNTS,              \
                        (const int64_t[ACCOUNTS]){__VA_ARGS__})

void run_expect_accounts(const char *file, int line, const char *what, const int64_t *found,
                         const char *const *names, int count, const int64_t *expected);

#endif
