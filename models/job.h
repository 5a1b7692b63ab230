/* A live job: its row of the trace as it grows, and what the simulation needs beside it. Slots are
 * reused, so memory follows the jobs alive. */
#ifndef FLEETWRIGHT_MODELS_JOB_H
#define FLEETWRIGHT_MODELS_JOB_H

#include <stdint.h>

#include "models/plan.h"
#include "models/timeline.h"
#include "models/trace.h"
#include "sim/pending.h"

enum job_state {
    JOB_ABSENT,
    JOB_PARKED, /* waits for the job it depends on; not submitted yet */
    JOB_QUEUED,
    JOB_CLAIMED, /* holds its gang's claim; some node is not ready yet */
    JOB_RUNNING,
    JOB_DEAD, /* its attempt was killed and nobody has noticed yet */
    JOB_BACKOFF
};

struct job {
    struct job_row row; /* accounts grow here */
    int8_t state;
    bool holding;   /* JOB_CLAIMED after a failure, with the rest of its old gang */
    bool repairing; /* on the list of jobs whose gang has a hole */
    bool leaving; /* a last checkpoint inside a notice is being written; the attempt ends with it */
    uint32_t stamp; /* of its present entry in the queue; others are stale */
    int32_t next; /* in the list it is on: free slots, jobs parked behind the same parent, claims to
                     repair */
    int32_t lane; /* while queued */
    int32_t option;                    /* of the claim or attempt */
    int32_t first_option, last_option; /* what the route may choose from now (fallback) */
    int32_t placements;                /* list */
    int32_t ungranted;                 /* placements on nodes requested but not granted */
    int32_t unready;                   /* placements on nodes not ready */
    int32_t lost;                      /* placements that lost their node */
    int64_t order_key;
    sim_time notice_offset; /* leaving: when the last checkpoint began, from the attempt's start */
    sim_time since;         /* time is accounted up to here */
    sim_time queued_at, claimed_at, started_at, died_at;
    sim_time total, done; /* work in ticks at option 0's speed */
    double
        expected_end; /* of the running attempt, s; what the pool's busy_until_sum holds for it */
    struct timeline timeline;
    event_handle end, deadline, fallback, retry;
};

struct jobs {
    struct job *items;
    size_t capacity;
    int32_t used;
    int32_t unused; /* head of the free list */
    int64_t live, peak;
};

void jobs_init(struct jobs *jobs);
void jobs_free(struct jobs *jobs);
int32_t jobs_add(struct jobs *jobs,
                 struct status *status); /* a zeroed slot, links -1; -1 on failure */
void jobs_remove(struct jobs *jobs, int32_t job);

#endif
