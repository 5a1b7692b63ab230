#include "models/world_events.h"

#include "models/world_attempt.h"
#include "models/world_jobs.h"
#include "models/world_nodes.h"

/* ---- a node comes ---- */

void on_granted(struct world *w, int32_t node)
{
    for (int32_t i = world_node(w, node)->placements; i >= 0;
         i = w->cluster.placements[i].next_of_node)
        claim_node_granted(w, i);
    node_grant(w, node);
}

void on_provisioned(struct world *w, int32_t node)
{
    if (!node_provisioned(w, node))
        return;
    int32_t first = world_node(w, node)->placements;
    for (int32_t i = first; i >= 0; i = w->cluster.placements[i].next_of_node)
        claim_node_ready(w, i);
    node_make_ready(w, node);
    for (int32_t i = first; i >= 0; i = w->cluster.placements[i].next_of_node)
        attempt_start_if_ready(w, w->cluster.placements[i].job);
}

/* ---- a node goes ---- */

void on_failure(struct world *w, int32_t node, enum failure_cause cause, sim_time repair)
{
    const struct node *n = world_node(w, node);
    if (n->state != NODE_READY && n->state != NODE_DOOMED)
        return; /* it is down already */
    for (int32_t i = n->placements; i >= 0; i = w->cluster.placements[i].next_of_node)
        if (world_job(w, w->cluster.placements[i].job)->state == JOB_RUNNING)
            attempt_kill(w, w->cluster.placements[i].job);
    node_break(w, node, cause, repair);
}

void on_failure_given(struct world *w, int32_t pool, int64_t index)
{
    const struct given_failure *given = &w->cluster.pools[pool].spec->failures.given[index];
    for (int32_t i = 0; i < w->cluster.node_count; i++) {
        const struct node *n = world_node(w, i);
        if (n->pool == pool && n->number == given->node && n->state != NODE_ABSENT)
            on_failure(w, i, FAILURE_GIVEN, given->repair);
    }
}

/* Every job on the node loses it: a running or dead attempt ends, a claim gets a hole. */
static void evict(struct world *w, int32_t node, enum attempt_end cause)
{
    int32_t placement;
    while ((placement = world_node(w, node)->placements) >= 0 && !world_failed(w)) {
        int32_t job = w->cluster.placements[placement].job;
        enum job_state state = world_job(w, job)->state;
        if (state == JOB_CLAIMED)
            claim_lose_placement(w, job, placement);
        else
            job_attempt_over(w, job, state == JOB_DEAD ? ATTEMPT_NODE_FAILURE : cause);
    }
}

void on_detected(struct world *w, int32_t node)
{
    world_node(w, node)->detected_at = w->engine.now;
    evict(w, node, ATTEMPT_NODE_FAILURE);
    if (!world_failed(w))
        node_repair_or_return(w, node);
}

void on_notice(struct world *w, int32_t node)
{
    const struct node *n = world_node(w, node);
    int32_t first = n->placements;
    sim_time notice = w->cluster.pools[n->pool].spec->notice;
    node_doom(w, node);
    if (notice == 0)
        return; /* nobody is told */
    for (int32_t i = first; i >= 0; i = w->cluster.placements[i].next_of_node)
        if (world_job(w, w->cluster.placements[i].job)->state == JOB_RUNNING)
            attempt_notice(w, w->cluster.placements[i].job, w->engine.now + notice);
}

void on_interruption(struct world *w, int32_t node)
{
    node_interrupt(w, node);
    evict(w, node, ATTEMPT_INTERRUPTED);
    if (!world_failed(w))
        node_taken(w, node);
}
