#include "tests/analysis/scenario.h"

#include <criterion/criterion.h>

#include "tests/analysis/samples.h"

#define S   TICKS_PER_SECOND
#define USD MONEY_NANO

static const struct job_row jobs[] = {
    {.rep = 0,
     .id = 0,
     .class_id = 0,
     .gpus = 8,
     .pool = 0,
     .attempts = 1,
     .outcome = OUTCOME_COMPLETED,
     .deadline_met = 1,
     .first_start = 100 * S,
     .end = 1000 * S,
     .deadline = 1500 * S,
     .work = 10,
     .done = 10,
     .ideal = 800 * S,
     .sticker = 1800000000,
     .time = {[TIME_QUEUE] = 60 * S,
              [TIME_CAPACITY] = 20 * S,
              [TIME_PROVISIONING] = 20 * S,
              [TIME_USEFUL] = 800 * S,
              [TIME_CHECKPOINT] = 100 * S},
     .gpu = {[ACCOUNT_USEFUL] = 6400 * S, [ACCOUNT_CHECKPOINT] = 800 * S},
     .cost = {[ACCOUNT_USEFUL] = 2 * USD, [ACCOUNT_CHECKPOINT] = USD / 4},
     .cost_total = 2 * USD + USD / 4},
    {.rep = 0,
     .id = 1,
     .class_id = 0,
     .gpus = 8,
     .pool = 1,
     .attempts = 2,
     .outcome = OUTCOME_COMPLETED,
     .deadline_met = 0,
     .end = 500 * S,
     .deadline = 450 * S,
     .work = 10,
     .done = 10,
     .ideal = 400 * S,
     .sticker = 2200000000,
     .time = {[TIME_USEFUL] = 400 * S, [TIME_LOST] = 100 * S},
     .gpu = {[ACCOUNT_USEFUL] = 3200 * S, [ACCOUNT_LOST] = 800 * S},
     .cost = {[ACCOUNT_USEFUL] = 3 * USD, [ACCOUNT_LOST] = USD, [ACCOUNT_STORAGE] = USD / 2},
     .cost_total = 4 * USD + USD / 2},
    {.rep = 0,
     .id = 2,
     .class_id = 1,
     .gpus = 1,
     .pool = 0,
     .attempts = 3,
     .outcome = OUTCOME_FAILED,
     .deadline_met = -1,
     .submit = 100 * S,
     .first_start = 200 * S,
     .end = 400 * S,
     .deadline = -1,
     .work = 5,
     .ideal = 300 * S,
     .sticker = 9 * USD, /* of a job that did not complete: nobody's estimate */
     .time = {[TIME_QUEUE] = 100 * S, [TIME_LOST] = 200 * S},
     .gpu = {[ACCOUNT_LOST] = 200 * S},
     .cost = {[ACCOUNT_LOST] = USD / 2},
     .cost_total = USD / 2},
    {.rep = 1,
     .id = 0,
     .class_id = 0,
     .gpus = 8,
     .pool = 0,
     .attempts = 1,
     .outcome = OUTCOME_COMPLETED,
     .deadline_met = 0,
     .first_start = 1100 * S,
     .end = 2000 * S,
     .deadline = 1500 * S,
     .work = 10,
     .done = 10,
     .ideal = 800 * S,
     .sticker = 1800000000,
     .time = {[TIME_QUEUE] = 1100 * S, [TIME_USEFUL] = 800 * S, [TIME_CHECKPOINT] = 100 * S},
     .gpu = {[ACCOUNT_USEFUL] = 6400 * S, [ACCOUNT_CHECKPOINT] = 800 * S},
     .cost = {[ACCOUNT_USEFUL] = 2 * USD, [ACCOUNT_CHECKPOINT] = USD / 4},
     .cost_total = 2 * USD + USD / 4},
};

static const struct attempt_row attempts[] = {
    {.rep = 0, .job = 0, .ended_by = ATTEMPT_COMPLETED},
    {.rep = 0, .job = 1, .ended_by = ATTEMPT_NODE_FAILURE},
    {.rep = 0, .job = 1, .ended_by = ATTEMPT_COMPLETED},
    {.rep = 0, .job = 2, .ended_by = ATTEMPT_NODE_FAILURE},
    {.rep = 0, .job = 2, .ended_by = ATTEMPT_INTERRUPTED},
    {.rep = 0, .job = 2, .ended_by = ATTEMPT_CUT},
    {.rep = 1, .job = 0, .ended_by = ATTEMPT_COMPLETED},
};

static const struct lease_row leases[] = {
    {.rep = 0,
     .pool = 0,
     .gpus = 8,
     .billed = 1200 * S,
     .cost = 3200000000,
     .gpu = {[ACCOUNT_USEFUL] = 6400 * S,
             [ACCOUNT_CHECKPOINT] = 800 * S,
             [ACCOUNT_LOST] = 200 * S,
             [ACCOUNT_PROVISIONING] = 160 * S,
             [ACCOUNT_IDLE] = 2000 * S,
             [ACCOUNT_ROUNDING] = 40 * S}},
    {.rep = 0,
     .pool = 1,
     .gpus = 8,
     .billed = 600 * S,
     .cost = 5 * USD,
     .gpu = {[ACCOUNT_USEFUL] = 3200 * S, [ACCOUNT_LOST] = 800 * S, [ACCOUNT_IDLE] = 800 * S}},
    {.rep = 0, .pool = 1, .gpus = 8, .granted = -1, .ended_by = LEASE_WITHDRAWN},
    {.rep = 1,
     .pool = 0,
     .gpus = 8,
     .billed = 1200 * S,
     .cost = 2700000000,
     .gpu =
         {[ACCOUNT_USEFUL] = 6400 * S, [ACCOUNT_CHECKPOINT] = 800 * S, [ACCOUNT_IDLE] = 2400 * S}},
};

static const struct failure_row failures[] = {
    {.rep = 0, .pool = 1, .cause = FAILURE_NODE},
    {.rep = 0, .pool = 0, .cause = FAILURE_GIVEN},
    {.rep = 0, .pool = 0, .cause = FAILURE_INTERRUPTION},
};

static const struct ledger_row postings[] = {
    {0, 0, 0, ACCOUNT_USEFUL, 2 * USD, 6400},  {0, 0, 0, ACCOUNT_CHECKPOINT, USD / 4, 800},
    {0, 1, 1, ACCOUNT_USEFUL, 3 * USD, 3200},  {0, 1, 1, ACCOUNT_LOST, USD, 800},
    {0, 1, 1, ACCOUNT_STORAGE, USD / 2, 1e9},  {0, 2, 0, ACCOUNT_LOST, USD / 2, 200},
    {0, -1, 0, ACCOUNT_IDLE, 400000000, 2000}, {0, -1, 0, ACCOUNT_ROUNDING, 50000000, 40},
    {0, -1, 1, ACCOUNT_IDLE, USD, 800},        {0, -1, -1, ACCOUNT_ORCHESTRATION, 100000000, 1},
    {1, 0, 0, ACCOUNT_USEFUL, 2 * USD, 6400},  {1, 0, 0, ACCOUNT_CHECKPOINT, USD / 4, 800},
    {1, -1, 0, ACCOUNT_IDLE, 450000000, 2400},
};

#define GIVE(table, rows) give(sink, table, rows, sizeof rows / sizeof rows[0])

static void give(struct trace_sink sink, enum trace_table table, const void *rows, size_t count)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(sink.rows(sink.context, table, rows, count, &status), 0, "%s", status.message);
}

void scenario_give(struct trace_sink sink)
{
    GIVE(TRACE_JOBS, jobs); /* before the tables that describe, as a run may */
    sample_describe(sink);
    GIVE(TRACE_ATTEMPTS, attempts);
    GIVE(TRACE_LEASES, leases);
    GIVE(TRACE_FAILURES, failures);
    GIVE(TRACE_LEDGER, postings);
}
