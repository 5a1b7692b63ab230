/* The cluster: nodes, what is free on them, and who claims it. State only; when things happen is
 * world's matter.
 *
 * A node's GPUs are either free or claimed. A claim is a placement: so many GPUs of one node for
 * one job; a job's placements form a list. Nodes that can take a claim (ready, or on their way) lie
 * in buckets by the number of free GPUs, so that finding room costs no more than the GPUs of a
 * node. All links are indices, -1 ends a list.
 *
 * GPU-time: every node accounts its own time without a gap from the moment it is billed. What is
 * free is settled here (idle, provisioning, down); what is claimed is settled by whoever knows what
 * the job does with it. */
#ifndef FLEETWRIGHT_MODELS_CLUSTER_H
#define FLEETWRIGHT_MODELS_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "models/account.h"
#include "models/plan.h"
#include "sim/pending.h"

enum node_state {
    NODE_ABSENT,       /* the slot is unused */
    NODE_REQUESTED,    /* asked for; the provider has not granted it yet */
    NODE_PROVISIONING, /* granted, not yet ready */
    NODE_READY,
    NODE_DOOMED, /* ready, but the provider takes it back soon: takes no new claims */
    NODE_FAILED, /* broken, not yet detected */
    NODE_REPAIR, /* broken, detected, being repaired */
    NODE_STATES
};

struct node {
    int32_t pool;
    int32_t number; /* of the lease in its pool, from 0; names the node in the trace and keys its
                       draws */
    int8_t state;
    int8_t ended_by;    /* enum lease_end: why it is about to go */
    int8_t cause;       /* enum failure_cause, while down */
    bool expired;       /* idle for long enough: goes if still idle after the pass */
    int32_t free;       /* GPUs */
    int32_t placements; /* first in its list */
    int32_t prev, next; /* in its bucket */
    int32_t lives;      /* lives drawn so far */
    int32_t provisionings;
    int32_t victims;                    /* attempts that the present failure ended */
    sim_time requested, granted, ready; /* -1 = not yet */
    sim_time wait;                      /* availability wait once stock is there */
    sim_time settled;     /* free GPU-time is accounted up to here; -1 = not billed yet */
    sim_time billed_from; /* -1 = not billed yet */
    sim_time failed_at, detected_at;
    sim_time given_repair; /* -1 = to be drawn */
    sim_time life_left;    /* of the present life, while the clock stands; -1 = not drawn */
    sim_time life_since;   /* since when the clock runs; -1 = it stands */
    sim_time idle_since;
    event_handle step; /* to its next state: granted, ready, detected, repaired, taken back */
    event_handle failure, release, notice;
    int64_t gpu[GPU_ACCOUNTS];     /* GPU-ticks of this lease */
    int64_t own_gpu[GPU_ACCOUNTS]; /* of these, what no job is charged for */
};

struct placement {
    int32_t job;
    int32_t node; /* -1 = lost its node, waits for another */
    int32_t gpus;
    int32_t next_of_job;
    int32_t prev_of_node, next_of_node;
    sim_time since; /* waiting time on this placement is accounted up to here */
};

/* A growing list of nodes; pool and number tell a node from a later one in the same slot. */
struct node_ref {
    int32_t node, pool, number;
};
struct node_list {
    struct node_ref *items;
    size_t count, capacity;
};

/* Nodes by number of free GPUs: heads[f], f = 0 .. gpus_per_node. */
struct buckets {
    int32_t *heads;
    int32_t *sizes;
};

struct pool {
    const struct pool_spec *spec;
    uint64_t group;        /* rng_group of the name */
    struct buckets ready;  /* nodes that can take work now */
    struct buckets coming; /* requested or provisioning */
    int32_t live;          /* nodes that exist: requested ones included */
    int32_t next_number;
    int32_t requests;               /* drawn so far */
    struct node_list stock_waiters; /* requested while out of stock, first come first */
    bool in_stock;
    int64_t free_ready; /* GPUs free on ready nodes */
    int64_t free_coming;
    int64_t state_nodes[NODE_STATES];
    int64_t busy;          /* GPUs of running attempts */
    int64_t claimed;       /* GPUs claimed by jobs that do not run yet */
    double busy_until_sum; /* sum over running attempts of gpus x expected end (s) */
};

struct cluster {
    struct pool *pools;
    int32_t pool_count;
    struct node *nodes;
    size_t node_capacity;
    int32_t node_count, node_unused; /* slots used so far; head of the free list (linked by next) */
    struct placement *placements;
    size_t placement_capacity;
    int32_t placement_count, placement_unused;
};

int cluster_init(struct cluster *c, const struct plan *plan, struct status *status);
void cluster_free(struct cluster *c);

/* A new node slot in state NODE_REQUESTED, all GPUs free, in no bucket; -1 on failure. */
int32_t cluster_add_node(struct cluster *c, int32_t pool, sim_time now, struct status *status);
/* Gives the slot back; the node must have no placements and be in no bucket. */
void cluster_remove_node(struct cluster *c, int32_t node);

int node_list_add(struct node_list *list, const struct cluster *c, int32_t node,
                  struct status *status);
/* The i-th node, or -1 when it is gone. */
int32_t node_list_get(const struct node_list *list, const struct cluster *c, size_t i);

/* Accounts the node's free GPU-time up to now. Called before its state or what is free changes. */
void node_settle(struct cluster *c, int32_t node, sim_time now);
/* Settles, changes the state and moves the node into the bucket (if any) that the new state means.
 */
void node_set_state(struct cluster *c, int32_t node, enum node_state state, sim_time now);
bool node_is_idle(const struct cluster *c, int32_t node); /* ready and nothing claimed */

/* Room for a gang under `pack`: whole nodes first, the rest inside one node; a gang smaller than a
 * node lies inside one. */
bool cluster_fits_ready(const struct cluster *c, int32_t pool, int32_t gpus);
/* The number of further nodes that must be requested to hold the gang on ready, coming and new
 * nodes together; -1 when the pool's max_nodes does not allow it (or the market is not elastic). */
int32_t cluster_nodes_missing(const struct cluster *c, int32_t pool, int32_t gpus);

/* Claims the gang's GPUs for a job, on ready nodes first, then on coming ones; there must be room.
 * *list is the job's placement list (-1 = empty) and grows. */
int cluster_claim(struct cluster *c, int32_t pool, int32_t gpus, int32_t job, sim_time now,
                  int32_t *list, struct status *status);
/* Finds a node for one lost placement (placement.node == -1) on ready, then coming nodes; false
 * when none has room. */
bool cluster_replace(struct cluster *c, int32_t pool, int32_t placement, sim_time now);

/* Detaches a placement from its node (its GPUs are free again), leaving node == -1. */
void placement_detach(struct cluster *c, int32_t placement, sim_time now);
/* Gives a detached placement's slot back. */
void placement_free(struct cluster *c, int32_t placement);

void cluster_verify(const struct cluster *c); /* bug_assert on all invariants; for tests */

#endif
