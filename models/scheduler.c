/* The scheduling pass: after all events of an instant, who starts where.
 *
 * Jobs that hold a broken gang come first; one that finds no node closes its pool. Then, in the
 * plan's order over the heads of all lanes, each job is routed: it claims its pool, or it waits and
 * by that closes the pools it waits for to everybody behind it (strict order, no backfilling). A
 * pass costs the number of jobs it starts and of lanes, whatever the length of the queue. */
#include "models/scheduler.h"

#include <math.h>

#include "models/estimate.h"
#include "models/policy_table.h"
#include "models/world_attempt.h"
#include "models/world_jobs.h"

static double setup_wait(const struct pool_spec *spec)
{
    return distribution_mean(spec->capacity_wait) + distribution_mean(spec->provisioning);
}

/* Seconds until a pool without room could take the gang: the fluid estimate over what runs there.
 */
static double drain_wait(const struct world *w, const struct pool *pool, int32_t gpus)
{
    if (pool->busy <= 0)
        return INFINITY;
    double remaining = pool->busy_until_sum / (double)pool->busy - ticks_to_seconds(w->engine.now);
    double need = (double)gpus - (double)pool->free_ready;
    return estimate_drain(need < 1 ? 1 : need, (double)pool->busy, remaining);
}

static void estimate(const struct world *w, const struct job *job, struct candidate *c)
{
    const struct pool *pool = &w->cluster.pools[c->option->pool];
    const struct pool_spec *spec = pool->spec;
    double setup = spec->market->elastic ? setup_wait(spec) : 0;
    c->wait = c->startable ? 0 : c->growable ? setup : drain_wait(w, pool, job->row.gpus);
    c->run = attempt_expected_seconds(w, job, c->option);
    double billed = c->run;
    if (!c->startable && c->growable && spec->billing.from_granted)
        billed += distribution_mean(spec->provisioning);
    double gpu_ticks = billed * (double)TICKS_PER_SECOND * job->row.gpus;
    c->cost = gpu_ticks * (double)spec->price.nano / (double)spec->price.per;
}

/* Fills in the candidates of a job from its present options; returns their number, and -1 when all
 * pools are closed. */
static int gather(struct world *w, const struct job *job)
{
    const struct job_class *class = world_class(w, job);
    int count = 0;
    bool any_open = false;
    for (int32_t i = job->first_option; i <= job->last_option; i++) {
        const struct option *option = &class->options[i];
        struct candidate c = {.option = option};
        if (!w->closed[option->pool]) {
            any_open = true;
            c.startable = cluster_fits_ready(&w->cluster, option->pool, job->row.gpus);
            c.growable = !c.startable &&
                         cluster_nodes_missing(&w->cluster, option->pool, job->row.gpus) >= 0;
        }
        if (w->plan->route->estimates)
            estimate(w, job, &c);
        w->candidates[count++] = c;
    }
    return any_open ? count : -1;
}

/* A claim is complete: the job runs at once, or waits for its nodes. */
static void begin_if_ready(struct world *w, int32_t id)
{
    if (world_failed(w))
        return;
    job_watch_fallback(w, id);
    attempt_start_if_ready(w, id);
}

/* Routes the first job of a lane: it claims a pool, or waits and closes the pools it waits for. */
static void route_first_job(struct world *w, struct lane *lane, int32_t id)
{
    const struct candidate *candidates = w->candidates;
    const struct job *job = world_job(w, id);
    int count = gather(w, job);
    int chosen = count < 0 ? ROUTE_WAIT_ALL : w->plan->route->choose(candidates, count);
    if (chosen >= 0 && (candidates[chosen].startable || candidates[chosen].growable)) {
        claim_make(w, id, job->first_option + chosen);
        begin_if_ready(w, id);
        return;
    }
    for (int i = 0; i < count; i++)
        if (chosen == ROUTE_WAIT_ALL || chosen == i)
            w->closed[candidates[i].option->pool] = true;
    lane->closed = true;
}

static struct lane *next_lane(struct world *w)
{
    struct lane *best = NULL;
    for (size_t i = 0; i < w->queue.lane_count; i++) {
        struct lane *lane = &w->queue.lanes[i];
        if (lane->closed || lane_first(lane, &w->jobs) < 0)
            continue;
        if (!best || lane_before(lane, best))
            best = lane;
    }
    return best;
}

static void repair_holding(struct world *w)
{
    int32_t next;
    for (int32_t id = w->holding_head; id >= 0 && !world_failed(w); id = next) {
        next = world_job(w, id)->next;
        if (claim_repair(w, id))
            begin_if_ready(w, id);
        else /* nobody else may take what it waits for */
            w->closed[world_option(w, world_job(w, id))->pool] = true;
    }
}

void scheduler_pass(struct world *w)
{
    for (size_t i = 0; i < w->queue.lane_count; i++)
        w->queue.lanes[i].closed = false;
    for (int32_t i = 0; i < w->cluster.pool_count; i++)
        w->closed[i] = false;
    repair_holding(w);
    struct lane *lane;
    while (!world_failed(w) && (lane = next_lane(w)) != NULL)
        route_first_job(w, lane, lane_first(lane, &w->jobs));
}
