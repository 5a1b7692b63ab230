/* The queue of waiting jobs, in lanes.
 *
 * Jobs that may go to the same pools share a lane; each lane is a heap by (key, job number in order
 * of arrival), so a scheduling pass looks at the first job of each lane and never walks the queue.
 * What a job that cannot start blocks are its pools, so the rest of its lane need not be looked at.
 * Leaving from the middle is lazy: an entry whose stamp is not the job's is stale and dropped when
 * it comes up, or with all others when most of the lane is stale. */
#ifndef FLEETWRIGHT_MODELS_QUEUE_H
#define FLEETWRIGHT_MODELS_QUEUE_H

#include <stdint.h>

#include "models/job.h"
#include "sim/status.h"

struct queue_entry {
    int64_t key;
    int32_t id;  /* the job's number in order of arrival: breaks ties */
    int32_t job; /* slot */
    uint32_t stamp;
};

struct lane {
    int32_t class_id; /* any class of this lane, with these options, tells the pools */
    int32_t first_option, last_option;
    struct queue_entry *entries;
    size_t count, capacity; /* stale entries included */
    size_t stale;
    bool closed; /* for the rest of this pass */
};

struct queue {
    const struct plan *plan;
    struct lane *lanes;
    size_t lane_count, lane_capacity;
    /* The lane of each class by its last option, for jobs that may use all options up to it; -1 =
     * not known yet. A class's part begins at lane_base[class]. Other lanes are looked for. */
    int32_t *lane_of;
    size_t *lane_base;
    int32_t options_max;
    int64_t jobs, gpus; /* waiting */
};

int queue_init(struct queue *q, const struct plan *plan, struct status *status);
void queue_free(struct queue *q);

/* Adds a job by its order_key, first_option and last_option. */
int queue_push(struct queue *q, struct jobs *jobs, int32_t job, struct status *status);
/* Takes a job out, wherever it is. */
void queue_remove(struct queue *q, struct jobs *jobs, int32_t job);
/* The slot of the lane's first job; -1 = empty. */
int32_t lane_first(struct lane *lane, const struct jobs *jobs);
/* True when a's first job comes before b's; both must have one. */
bool lane_before(const struct lane *a, const struct lane *b);

#endif
