/* One attempt of a job: claiming nodes, waiting for them, running, ending; and what becomes of the
 * nodes. */
#include "models/world_attempt.h"

#include "models/estimate.h"
#include "models/policy_table.h"
#include "models/world_books.h"
#include "models/world_nodes.h"
#include "sim/bug.h"

/* ---- expectations ---- */

double attempt_expected_seconds(const struct world *w, const struct job *job,
                                const struct option *option)
{
    const struct job_class *class = world_class(w, job);
    double work = ticks_to_seconds(job->total - job->done) * option->stretch;
    double staging = distribution_mean(class->staging), restore = distribution_mean(class->restore);
    double first = staging + (job->row.attempts ? restore : 0);
    return first + estimate_run(work, option->hazard, staging + restore, &option->checkpoint);
}

/* ---- the claim ---- */

/* Accounts a claimed placement's waiting GPU-time up to now: on the job and on the lease. */
static void placement_settle(struct world *w, int32_t placement)
{
    struct placement *p = &w->cluster.placements[placement];
    sim_time waited = w->engine.now - p->since;
    p->since = w->engine.now;
    if (p->node < 0 || waited == 0)
        return;
    struct node *n = world_node(w, p->node);
    if (n->billed_from < 0)
        return; /* requested; or provisioning that is not billed */
    enum account account = n->state == NODE_PROVISIONING ? ACCOUNT_PROVISIONING : ACCOUNT_HELD;
    n->gpu[account] += waited * p->gpus;
    books_charge(w, p->job, n->pool, account, waited * p->gpus);
}

static void count_placement(struct world *w, struct job *j, int32_t node, int32_t by)
{
    enum node_state state = world_node(w, node)->state;
    if (state == NODE_REQUESTED)
        j->ungranted += by;
    if (state == NODE_REQUESTED || state == NODE_PROVISIONING)
        j->unready += by;
}

void claim_make(struct world *w, int32_t job, int32_t option)
{
    struct job *j = world_job(w, job);
    int32_t pool = world_class(w, j)->options[option].pool;
    books_wait(w, job);
    queue_remove(&w->queue, &w->jobs, job);
    if (!cluster_fits_ready(&w->cluster, pool, j->row.gpus)) {
        int32_t missing = cluster_nodes_missing(&w->cluster, pool, j->row.gpus);
        if (missing > 0) /* 0: there is room on nodes that others wait for */
            nodes_request(w, pool, missing);
    }
    if (world_failed(w))
        return;
    j->option = option;
    j->claimed_at = w->engine.now;
    j->state = JOB_CLAIMED;
    j->holding = false;
    w->cluster.pools[pool].claimed += j->row.gpus;
    if (cluster_claim(&w->cluster, pool, j->row.gpus, job, w->engine.now, &j->placements,
                      w->status))
        return;
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job) {
        count_placement(w, j, w->cluster.placements[i].node, 1);
        node_claims_changed(w, w->cluster.placements[i].node);
    }
}

void claim_node_granted(struct world *w, int32_t placement)
{
    int32_t job = w->cluster.placements[placement].job;
    books_wait(w, job);
    placement_settle(w, placement);
    world_job(w, job)->ungranted--;
}

void claim_node_ready(struct world *w, int32_t placement)
{
    int32_t job = w->cluster.placements[placement].job;
    books_wait(w, job);
    placement_settle(w, placement);
    world_job(w, job)->unready--;
}

static void list_for_repair(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    if (j->repairing)
        return;
    j->repairing = true;
    j->next = -1;
    if (w->holding_head < 0)
        w->holding_head = job;
    else
        world_job(w, w->holding_tail)->next = job;
    w->holding_tail = job;
}

static void unlist_from_repair(struct world *w, int32_t job)
{
    if (!world_job(w, job)->repairing)
        return;
    int32_t last = -1;
    for (int32_t id = w->holding_head; id != job; id = world_job(w, id)->next)
        last = id;
    int32_t next = world_job(w, job)->next;
    if (last < 0)
        w->holding_head = next;
    else
        world_job(w, last)->next = next;
    if (w->holding_tail == job)
        w->holding_tail = last;
    world_job(w, job)->next = -1;
    world_job(w, job)->repairing = false;
}

void claim_lose_placement(struct world *w, int32_t job, int32_t placement)
{
    struct job *j = world_job(w, job);
    int32_t node = w->cluster.placements[placement].node;
    books_wait(w, job);
    placement_settle(w, placement);
    count_placement(w, j, node, -1);
    placement_detach(&w->cluster, placement, w->engine.now);
    j->lost++;
    list_for_repair(w, job);
    w->pass_needed = true;
}

bool claim_repair(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    int32_t pool = world_option(w, j)->pool;
    books_wait(w, job);
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job) {
        if (w->cluster.placements[i].node >= 0)
            continue;
        if (!cluster_replace(&w->cluster, pool, i, w->engine.now)) {
            if (cluster_nodes_missing(&w->cluster, pool, w->cluster.placements[i].gpus) != 1)
                return false;
            nodes_request(w, pool, 1);
            if (world_failed(w))
                return false;
            bool placed = cluster_replace(&w->cluster, pool, i, w->engine.now);
            bug_assert(placed);
        }
        int32_t node = w->cluster.placements[i].node;
        j->lost--;
        count_placement(w, j, node, 1);
        node_claims_changed(w, node);
    }
    unlist_from_repair(w, job);
    return true;
}

/* Takes all placements off their nodes. */
static void free_placements(struct world *w, struct job *j)
{
    while (j->placements >= 0) {
        int32_t id = j->placements, node = w->cluster.placements[id].node;
        j->placements = w->cluster.placements[id].next_of_job;
        if (node >= 0)
            placement_detach(&w->cluster, id, w->engine.now);
        placement_free(&w->cluster, id);
        if (node >= 0)
            node_claims_changed(w, node);
    }
    j->ungranted = j->unready = j->lost = 0;
    w->pass_needed = true;
}

void claim_withdraw(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    books_wait(w, job);
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job)
        placement_settle(w, i);
    w->cluster.pools[world_option(w, j)->pool].claimed -= j->row.gpus;
    unlist_from_repair(w, job);
    free_placements(w, j);
    j->holding = false;
}

/* ---- running ---- */

static sim_time draw_duration(struct world *w, const struct job *j, enum purpose purpose,
                              const struct distribution *d)
{
    struct rng rng;
    uint64_t entity = (uint64_t)j->row.number << 24 | (uint64_t)j->row.attempts;
    rng_open(&rng, w->key, purpose, w->classes[j->row.class_id].group, entity);
    return ticks_from_seconds(distribution_sample(d, &rng));
}

static void lay_out_timeline(struct world *w, struct job *j)
{
    const struct job_class *class = world_class(w, j);
    const struct option *option = world_option(w, j);
    sim_time left = j->total - j->done;
    j->timeline = (struct timeline){
        .staging = draw_duration(w, j, PURPOSE_STAGING, class->staging),
        .restore = j->row.attempts ? draw_duration(w, j, PURPOSE_RESTORE, class->restore) : 0,
        .work = option->stretch == 1 ? left
                                     : ticks_from_seconds(ticks_to_seconds(left) * option->stretch),
        .checkpoint = option->checkpoint,
    };
}

/* A node may have failed while its gang waited for others, and nobody has noticed yet. */
static bool stands_on_broken_node(const struct world *w, const struct job *j)
{
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job)
        if (w->cluster.nodes[w->cluster.placements[i].node].state == NODE_FAILED)
            return true;
    return false;
}

void attempt_start_if_ready(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    if (j->state != JOB_CLAIMED || j->unready || j->lost)
        return;
    books_wait(w, job);
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job)
        placement_settle(w, i);
    engine_cancel(&w->engine, j->fallback);
    j->fallback = 0;
    unlist_from_repair(w, job);
    lay_out_timeline(w, j);
    struct pool *pool = &w->cluster.pools[world_option(w, j)->pool];
    if (w->plan->route->estimates)
        j->expected_end =
            ticks_to_seconds(w->engine.now) + attempt_expected_seconds(w, j, world_option(w, j));
    pool->claimed -= j->row.gpus;
    pool->busy += j->row.gpus;
    pool->busy_until_sum += j->expected_end * j->row.gpus;
    j->state = JOB_RUNNING;
    j->holding = j->leaving = false;
    j->died_at = -1;
    j->started_at = w->engine.now;
    if (j->row.attempts++ == 0)
        j->row.first_start = w->engine.now;
    j->row.pool = world_option(w, j)->pool;
    books_service(w, job, j->row.pool, SERVICE_NETWORK, (quantity_t)world_class(w, j)->data_bytes);
    j->end = world_schedule(w, timeline_length(&j->timeline), EVENT_ATTEMPT_END, job, 0);
    if (stands_on_broken_node(w, j))
        attempt_kill(w, job);
}

void attempt_kill(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    engine_cancel(&w->engine, j->end);
    j->died_at = w->engine.now;
    j->state = JOB_DEAD;
}

void attempt_notice(struct world *w, int32_t job, sim_time taken_at)
{
    struct job *j = world_job(w, job);
    sim_time offset = w->engine.now - j->started_at;
    if (!world_class(w, j)->checkpoint_on_notice || j->leaving)
        return;
    if (j->started_at + timeline_length(&j->timeline) <= taken_at)
        return; /* completes in time */
    struct timeline_point point;
    timeline_at(&j->timeline, offset, &point);
    if (point.done <= point.durable || j->started_at + point.safe_at > taken_at)
        return;
    j->leaving = true;
    j->notice_offset = offset;
    engine_cancel(&w->engine, j->end);
    j->end = world_schedule(w, point.safe_at - offset, EVENT_ATTEMPT_END, job, 0);
}

/* What the attempt had achieved when it ended or died. */
static void final_point(const struct world *w, const struct job *j, enum attempt_end cause,
                        struct timeline_point *point)
{
    sim_time ran = (j->died_at >= 0 ? j->died_at : w->engine.now) - j->started_at;
    if (j->leaving)
        timeline_stopped(&j->timeline, j->notice_offset, ran, point);
    else
        timeline_at(&j->timeline, ran, point);
    if (cause == ATTEMPT_CUT && j->died_at < 0)
        point->durable = point->done; /* not lost: the run just stops looking */
}

static sim_time progress_gained(const struct world *w, const struct job *j, sim_time durable)
{
    const struct option *option = world_option(w, j);
    sim_time left = j->total - j->done;
    if (durable >= j->timeline.work)
        return left;
    sim_time gained =
        option->stretch == 1 ? durable : (sim_time)((double)durable / option->stretch);
    return gained < left ? gained : left;
}

/* Spreads the attempt's time over the job's and the leases' accounts. */
static void account_attempt(struct world *w, int32_t job, const sim_time *time)
{
    static const struct {
        enum time_account time;
        enum account account;
    } same[] = {
        {TIME_STAGING, ACCOUNT_STAGING}, {TIME_RESTORE, ACCOUNT_RESTORE},
        {TIME_USEFUL, ACCOUNT_USEFUL},   {TIME_CHECKPOINT, ACCOUNT_CHECKPOINT},
        {TIME_LOST, ACCOUNT_LOST},       {TIME_DETECT, ACCOUNT_DETECT},
    };
    struct job *j = world_job(w, job);
    for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
        sim_time spent = time[same[s].time];
        if (spent == 0)
            continue;
        j->row.time[same[s].time] += spent;
        books_charge(w, job, world_option(w, j)->pool, same[s].account, spent * j->row.gpus);
        for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job) {
            const struct placement *p = &w->cluster.placements[i];
            world_node(w, p->node)->gpu[same[s].account] += spent * p->gpus;
        }
    }
    j->since = w->engine.now;
}

static bool node_is_lost(const struct node *n)
{
    return n->detected_at >= 0 || n->state == NODE_DOOMED;
}

/* Keeps the healthy nodes of the gang for the next attempt; the lost ones leave holes. */
static void hold_gang(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    j->state = JOB_CLAIMED;
    j->holding = true;
    j->queued_at = j->claimed_at = w->engine.now;
    w->cluster.pools[world_option(w, j)->pool].claimed += j->row.gpus;
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job) {
        struct placement *p = &w->cluster.placements[i];
        p->since = w->engine.now;
        if (!node_is_lost(world_node(w, p->node)))
            continue;
        int32_t node = p->node;
        claim_lose_placement(w, job, i);
        node_claims_changed(w, node);
    }
}

bool attempt_close(struct world *w, int32_t job, enum attempt_end cause)
{
    struct job *j = world_job(w, job);
    struct pool *pool = &w->cluster.pools[world_option(w, j)->pool];
    struct timeline_point point;
    final_point(w, j, cause, &point);
    sim_time time[TIME_ACCOUNTS] = {
        [TIME_STAGING] = point.staging,
        [TIME_RESTORE] = point.restore,
        [TIME_USEFUL] = point.durable,
        [TIME_CHECKPOINT] = point.checkpoint,
        [TIME_LOST] = point.done - point.durable,
        [TIME_DETECT] = j->died_at >= 0 ? w->engine.now - j->died_at : 0,
    };
    account_attempt(w, job, time);
    sim_time done_before = j->done;
    j->done += progress_gained(w, j, point.durable);
    books_attempt(w, job, cause, time, &point, done_before);
    if (cause != ATTEMPT_COMPLETED)
        engine_cancel(&w->engine, j->end);
    pool->busy -= j->row.gpus;
    pool->busy_until_sum = pool->busy ? pool->busy_until_sum - j->expected_end * j->row.gpus : 0;
    bool broken = cause == ATTEMPT_NODE_FAILURE || cause == ATTEMPT_INTERRUPTED;
    for (int32_t i = j->placements; i >= 0 && broken; i = w->cluster.placements[i].next_of_job) {
        struct node *n = world_node(w, w->cluster.placements[i].node);
        if (node_is_lost(n))
            n->victims++;
    }
    bool again = broken && j->row.attempts < world_class(w, j)->retry.max_attempts;
    if (again && world_class(w, j)->hold_gang) {
        hold_gang(w, job);
        return true;
    }
    free_placements(w, j);
    return false;
}
