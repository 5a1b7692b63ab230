/* The simulated world: everything that changes during a run.
 *
 * Private to models/world*.c and models/scheduler.c, each of which stands on those after it:
 *
 *     world.c           the loop: events to handlers, one scheduling pass an instant
 *     world_events.c    what happens to nodes, with its consequences for the jobs on them
 *     scheduler.c       the pass: which waiting job goes where
 *     world_jobs.c      a job's life: arrival, queue, retries, deadlines, leaving
 *     world_attempt.c   one try of a job: claim, start, end
 *     world_nodes.c     a node's life: requested, ready, idle, broken, released
 *     world_books.c     what is written down: postings, rows, identities
 */
#ifndef FLEETWRIGHT_MODELS_WORLD_STATE_H
#define FLEETWRIGHT_MODELS_WORLD_STATE_H

#include "models/cluster.h"
#include "models/event_kind.h"
#include "models/job.h"
#include "models/ledger.h"
#include "models/purpose.h"
#include "models/queue.h"
#include "models/world.h"
#include "sim/engine.h"
#include "sim/rng.h"

/* Where a class stands: its arrivals, and for classes that others wait for, how their jobs ended.
 */
struct class_state {
    uint64_t group;
    struct rng arrivals;
    int64_t arrived;
    sim_time next_at;
    bool exhausted;
    bool awaited;  /* some class comes after this one */
    int8_t *fates; /* by number, for awaited classes: enum fate */
    size_t fate_capacity;
    int32_t *parked; /* by number: list of jobs that wait for it, -1 */
    size_t parked_capacity;
};

enum fate { FATE_OPEN, FATE_COMPLETED, FATE_NOT_COMPLETED };

struct world {
    const struct plan *plan;
    struct rng_key key;
    int32_t replication;
    struct engine engine;
    struct cluster cluster;
    struct jobs jobs;
    struct queue queue;
    struct ledger *ledgers; /* by pool */
    struct rng *stock;      /* by pool: its stock process */
    struct class_state *classes;
    struct trace *trace;
    struct status *status;
    bool pass_needed; /* the queue or the capacity changed at this instant */
    /* Jobs that hold a gang with a hole in it, first come first served. */
    int32_t holding_head, holding_tail;
    struct candidate *candidates; /* the scheduler's scratch, one for each option of a class */
    bool *closed;                 /* by pool: nobody further may use it in this pass */
    struct node_list idle;        /* nodes that became idle or expired at this instant */
    int64_t arrived, left;
    int32_t open_classes;  /* whose arrivals are not exhausted */
    int64_t expected_jobs; /* in all, -1 = not known */
    sim_time last_end;     /* of a job */
    sim_time series_next;
    struct series_row *series_last; /* by pool, and the queue at the end */
    struct run_result *result;
    money attributed;    /* sum of all job costs and pool postings written down */
    money orchestration; /* charged */
    int64_t attempts;    /* for the orchestration's invoice */
};

static inline struct job *world_job(struct world *w, int32_t job)
{
    return &w->jobs.items[job];
}
static inline struct node *world_node(struct world *w, int32_t node)
{
    return &w->cluster.nodes[node];
}
static inline const struct job_class *world_class(const struct world *w, const struct job *j)
{
    return &w->plan->classes[j->row.class_id];
}
static inline const struct option *world_option(const struct world *w, const struct job *j)
{
    return &world_class(w, j)->options[j->option];
}
static inline bool world_failed(const struct world *w)
{
    return w->status->code != 0;
}

/* Schedules an event; a failure is kept in w->status and ends the run. */
static inline event_handle world_schedule(struct world *w, sim_time delay, enum event_kind kind,
                                          int32_t id, int64_t index)
{
    event_handle handle = 0;
    engine_schedule(&w->engine, delay, kind, kind, id, index, &handle, w->status);
    return handle;
}

#endif
