/* The simulated world: everything that changes during a run, and the functions that change it.
 *
 * Private to models/world*.c and models/scheduler.c. world.c owns the loop and hands each event to
 * its handler; world_jobs.c is a job's life, world_attempt.c one try of it, world_nodes.c a node's
 * life, world_books.c what is written down. Handlers change the state of this instant; when all
 * events of an instant are done the scheduler looks at the queue once. */
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
    int32_t holding_head,
        holding_tail; /* jobs that hold a gang with a hole in it, first come first served */
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
event_handle world_schedule(struct world *w, sim_time delay, enum event_kind kind, int32_t id,
                            int64_t index);

/* ---- a job's life (world_jobs.c)
 * -------------------------------------------------------------------- */

void jobs_start_arrivals(struct world *w);
void job_arrive(struct world *w, int32_t class_id);
void job_enqueue(struct world *w, int32_t job); /* from now it waits for capacity */
void job_fallback(struct world *w, int32_t job);
/* Starts the time after which a waiting job considers its next pool, if there is one and it does
 * not run yet. */
void job_watch_fallback(struct world *w, int32_t job);
void job_retry(struct world *w, int32_t job); /* its back-off is over */
void job_deadline(struct world *w, int32_t job);
void job_retry_or_fail(struct world *w, int32_t job); /* after an attempt that did not complete */
void job_cut(struct world *w, int32_t job);           /* the run ends while it is still here */
void job_leave(struct world *w, int32_t job, enum outcome outcome);
void job_settle_wait(struct world *w, int32_t job); /* accounts the waiting time up to now */

/* ---- one attempt (world_attempt.c)
 * ------------------------------------------------------------------ */

/* Expected seconds from start to completion on an option, failures and restarts included. */
double attempt_expected_seconds(const struct world *w, const struct job *job,
                                const struct option *option);
/* Claims capacity for a queued job on one of its options, requesting nodes where needed; starts it
 * when all is ready. */
void attempt_claim(struct world *w, int32_t job, int32_t option);
void attempt_start_if_ready(struct world *w, int32_t job);
void attempt_ended(struct world *w,
                   int32_t job); /* its end event: completed, or left inside a notice */
void attempt_kill(struct world *w,
                  int32_t job); /* a node failed under it; nobody has noticed yet */
void attempt_close(struct world *w, int32_t job,
                   enum attempt_end cause); /* ends now; frees or holds the nodes */
void attempt_notice(struct world *w, int32_t job,
                    sim_time taken_at); /* perhaps a last checkpoint */
/* The claim loses its placement on a node that went away; it waits for another. */
void claim_lose_placement(struct world *w, int32_t job, int32_t placement);
bool claim_repair(struct world *w,
                  int32_t job); /* places what was lost; false when there is no room yet */
void claim_withdraw(struct world *w, int32_t job); /* gives everything claimed back */
/* The node of a placement is about to be granted, or to be ready. */
void claim_node_granted(struct world *w, int32_t placement);
void claim_node_ready(struct world *w, int32_t placement);

/* ---- a node's life (world_nodes.c)
 * ------------------------------------------------------------------ */

void nodes_start(struct world *w);
/* Requests `count` nodes: one availability wait for all. */
void nodes_request(struct world *w, int32_t pool, int32_t count);
void node_granted(struct world *w, int32_t node);
void node_provisioned(struct world *w, int32_t node);
void node_repaired(struct world *w, int32_t node);
void node_failed(struct world *w, int32_t node, enum failure_cause cause, sim_time repair);
void node_failure_given(struct world *w, int32_t pool, int64_t index);
void node_detected(struct world *w, int32_t node);
void node_noticed(struct world *w, int32_t node);
void node_interrupted(struct world *w, int32_t node);
void node_expired(struct world *w, int32_t node);
void stock_turned(struct world *w, int32_t pool);
void node_claims_changed(struct world *w,
                         int32_t node); /* after placements came or went: clocks, idleness */
void nodes_release_idle(
    struct world *w); /* after the pass: what is still idle starts to expire, or goes */
void nodes_close(struct world *w); /* at the end of the run: every lease that is still open */

/* ---- what is written down (world_books.c)
 * ----------------------------------------------------------- */

void books_charge(struct world *w, int32_t job, int32_t pool, enum account account,
                  int64_t gpu_ticks);
/* Buys a service (megabyte-ticks or bytes) from the pool's provider for a job. */
void books_service(struct world *w, int32_t job, int32_t pool, enum service service,
                   quantity_t quantity);
void books_attempt(struct world *w, int32_t job, enum attempt_end cause, const sim_time *time,
                   const struct timeline_point *point, sim_time done_before);
void books_job(struct world *w,
               int32_t job); /* its row is complete but for the costs of services */
void books_lease(struct world *w, int32_t node, enum lease_end end, sim_time released,
                 sim_time billed, money cost);
void books_failure(struct world *w, int32_t node, sim_time repaired);
void books_series(struct world *w);
/* Pool-level postings, the bill, and the identities. */
void books_close(struct world *w);

/* ---- the pass (scheduler.c)
 * ------------------------------------------------------------------------- */

void scheduler_pass(struct world *w);

#endif
