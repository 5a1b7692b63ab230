/* A node's life: requested, granted, provisioned, ready, idle, failed, repaired, interrupted,
 * released. */
#include "models/world_nodes.h"

#include "models/world_books.h"
#include "sim/bug.h"

/* ---- draws ---- */

static void open_stream(const struct world *w, const struct node *n, enum purpose purpose,
                        int32_t turn, struct rng *rng)
{
    uint64_t entity = (uint64_t)n->number << 28 | (uint64_t)turn;
    rng_open(rng, w->key, purpose, w->cluster.pools[n->pool].group, entity);
}

static sim_time draw(const struct world *w, const struct node *n, enum purpose purpose,
                     int32_t turn, const struct distribution *d)
{
    struct rng rng;
    open_stream(w, n, purpose, turn, &rng);
    return ticks_from_seconds(distribution_sample(d, &rng));
}

static const struct pool_spec *spec_of(const struct world *w, const struct node *n)
{
    return w->cluster.pools[n->pool].spec;
}

/* ---- ageing: the clock to the next failure ---- */

static void stop_clock(struct world *w, struct node *n)
{
    if (n->life_since < 0)
        return;
    engine_cancel(&w->engine, n->failure);
    n->life_left -= w->engine.now - n->life_since;
    n->life_since = -1;
}

static void run_clock(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    const struct failure_spec *f = &spec_of(w, n)->failures;
    bool runs = f->life && (n->state == NODE_READY || n->state == NODE_DOOMED) &&
                (f->clock == FAILURE_CLOCK_CALENDAR || n->placements >= 0);
    if (!runs) {
        stop_clock(w, n);
        return;
    }
    if (n->life_since >= 0)
        return;
    if (n->life_left < 0)
        n->life_left = draw(w, n, PURPOSE_LIFE, n->lives++, f->life);
    n->life_since = w->engine.now;
    n->failure = world_schedule(w, n->life_left, EVENT_NODE_FAILURE, node, 0);
}

/* ---- the end of a lease ---- */

/* What the market bills for a lease that was held for `held` ticks. */
static sim_time billed_time(const struct pool_spec *spec, sim_time held)
{
    if (!spec->market->elastic)
        return held > spec->term ? held : spec->term;
    const struct billing_spec *b = &spec->billing;
    sim_time billed = held > b->minimum ? held : b->minimum;
    sim_time over = billed % b->granularity;
    return over ? billed + b->granularity - over : billed;
}

static void close_lease(struct world *w, int32_t node, enum lease_end end, sim_time released)
{
    struct node *n = world_node(w, node);
    struct ledger *ledger = &w->ledgers[n->pool];
    int32_t gpus = spec_of(w, n)->gpus_per_node;
    sim_time billed = 0;
    node_settle(&w->cluster, node, released);
    if (n->billed_from >= 0) {
        sim_time held = released - n->billed_from;
        billed = billed_time(ledger->spec, held);
        n->gpu[ACCOUNT_ROUNDING] = n->own_gpu[ACCOUNT_ROUNDING] = (billed - held) * gpus;
    }
    for (int a = 0; a < GPU_ACCOUNTS; a++)
        if (n->own_gpu[a])
            ledger_post_pool(ledger, a, n->own_gpu[a], w->status);
    money cost = 0;
    ledger_invoice_lease(ledger, billed, gpus, n->gpu, &cost, w->status);
    books_lease(w, node, end, released, billed, cost);
}

/* Ends the lease now and forgets the node. */
static void release(struct world *w, int32_t node, enum lease_end end)
{
    struct node *n = world_node(w, node);
    engine_cancel(&w->engine, n->step);
    engine_cancel(&w->engine, n->failure);
    engine_cancel(&w->engine, n->release);
    engine_cancel(&w->engine, n->notice);
    close_lease(w, node, end, w->engine.now);
    cluster_remove_node(&w->cluster, node);
    w->pass_needed = true;
}

/* Requests what a pool lacks of its minimum. */
static void keep_minimum(struct world *w, int32_t pool)
{
    const struct pool *p = &w->cluster.pools[pool];
    if (p->spec->market->elastic && p->live < p->spec->min_nodes)
        nodes_request(w, pool, p->spec->min_nodes - p->live);
}

/* ---- requested, granted, ready ---- */

static void await_grant(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    event_handle step = world_schedule(w, n->wait, EVENT_NODE_GRANTED, node, 0);
    world_node(w, node)->step = step;
}

void nodes_request(struct world *w, int32_t pool, int32_t count)
{
    struct pool *p = &w->cluster.pools[pool];
    struct rng rng;
    rng_open(&rng, w->key, PURPOSE_CAPACITY_WAIT, p->group, (uint64_t)p->requests++);
    sim_time wait = ticks_from_seconds(distribution_sample(p->spec->capacity_wait, &rng));
    for (int32_t i = 0; i < count && !world_failed(w); i++) {
        int32_t node = cluster_add_node(&w->cluster, pool, w->engine.now, w->status);
        if (node < 0)
            return;
        world_node(w, node)->wait = wait;
        if (p->in_stock)
            await_grant(w, node);
        else
            node_list_add(&p->stock_waiters, &w->cluster, node, w->status);
    }
}

static void watch_stock(struct world *w, int32_t pool, struct rng *rng)
{
    const struct pool *p = &w->cluster.pools[pool];
    const struct distribution *d = p->in_stock ? p->spec->in_stock : p->spec->out_of_stock;
    world_schedule(w, ticks_from_seconds(distribution_sample(d, rng)), EVENT_STOCK, pool, 0);
}

static void start_fixed(struct world *w, int32_t pool)
{
    for (int32_t i = 0; i < w->cluster.pools[pool].spec->nodes && !world_failed(w); i++) {
        int32_t node = cluster_add_node(&w->cluster, pool, 0, w->status);
        if (node < 0)
            return;
        struct node *n = world_node(w, node);
        n->granted = n->ready = n->billed_from = n->settled = 0;
        node_set_state(&w->cluster, node, NODE_READY, 0);
        run_clock(w, node);
    }
}

void nodes_start(struct world *w)
{
    for (int32_t pool = 0; pool < w->cluster.pool_count; pool++) {
        struct pool *p = &w->cluster.pools[pool];
        rng_open(&w->stock[pool], w->key, PURPOSE_STOCK, p->group, 0);
        if (p->spec->in_stock)
            watch_stock(w, pool, &w->stock[pool]);
        if (p->spec->market->elastic)
            keep_minimum(w, pool);
        else
            start_fixed(w, pool);
        const struct failure_spec *f = &p->spec->failures;
        for (int32_t i = 0; i < f->given_count; i++)
            world_schedule(w, f->given[i].at, EVENT_FAILURE_GIVEN, pool, i);
    }
}

void node_stock_turned(struct world *w, int32_t pool)
{
    struct pool *p = &w->cluster.pools[pool];
    p->in_stock = !p->in_stock;
    watch_stock(w, pool, &w->stock[pool]);
    if (!p->in_stock)
        return;
    for (size_t i = 0; i < p->stock_waiters.count; i++) {
        int32_t node = node_list_get(&p->stock_waiters, &w->cluster, i);
        if (node >= 0)
            await_grant(w, node);
    }
    p->stock_waiters.count = 0;
}

/* One try of provisioning: its time now, whether it worked when it is over. */
static void provision(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    sim_time time =
        draw(w, n, PURPOSE_PROVISIONING, n->provisionings++, spec_of(w, n)->provisioning);
    event_handle step = world_schedule(w, time, EVENT_NODE_READY, node, 0);
    world_node(w, node)->step = step;
}

void node_grant(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    node_set_state(&w->cluster, node, NODE_PROVISIONING, w->engine.now);
    n->granted = w->engine.now;
    if (spec_of(w, n)->billing.from_granted)
        n->billed_from = n->settled = w->engine.now;
    provision(w, node);
}

static bool provisioning_failed(const struct world *w, const struct node *n)
{
    double probability = spec_of(w, n)->provisioning_failure;
    if (probability <= 0)
        return false;
    struct rng rng;
    open_stream(w, n, PURPOSE_PROVISIONING_FAILURE, n->provisionings, &rng);
    return rng_uniform(&rng) < probability;
}

static void watch_interruption(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    const struct distribution *d = spec_of(w, n)->interruption;
    if (d)
        n->notice =
            world_schedule(w, draw(w, n, PURPOSE_INTERRUPTION, 0, d), EVENT_NOTICE, node, 0);
}

bool node_provisioned(struct world *w, int32_t node)
{
    if (!provisioning_failed(w, world_node(w, node)))
        return true;
    provision(w, node);
    return false;
}

void node_make_ready(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    node_set_state(&w->cluster, node, NODE_READY, w->engine.now);
    n->ready = w->engine.now;
    if (n->billed_from < 0)
        n->billed_from = n->settled = w->engine.now;
    watch_interruption(w, node);
    node_claims_changed(w, node);
    w->pass_needed = true;
}

/* ---- failure, detection, repair ---- */

void node_break(struct world *w, int32_t node, enum failure_cause cause, sim_time repair)
{
    struct node *n = world_node(w, node);
    engine_cancel(&w->engine, n->failure);
    engine_cancel(&w->engine, n->release);
    engine_cancel(&w->engine, n->notice);
    engine_cancel(&w->engine, n->step);
    n->life_left = n->life_since = -1;
    n->failed_at = w->engine.now;
    n->cause = (int8_t)cause;
    n->given_repair = repair;
    n->victims = 0;
    node_set_state(&w->cluster, node, NODE_FAILED, w->engine.now);
    sim_time detection = draw(w, n, PURPOSE_DETECTION, n->lives, spec_of(w, n)->failures.detection);
    n->step = world_schedule(w, detection, EVENT_DETECTED, node, 0);
}

/* Writes the failure down, ends the lease, and requests another node if the pool needs it. */
static void give_back(struct world *w, int32_t node, enum lease_end end)
{
    int32_t pool = world_node(w, node)->pool;
    books_failure(w, node, -1);
    release(w, node, end);
    keep_minimum(w, pool);
}

void node_repair_or_return(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    if (!spec_of(w, n)->market->repairs) {
        give_back(w, node, LEASE_FAILED);
        return;
    }
    node_set_state(&w->cluster, node, NODE_REPAIR, w->engine.now);
    sim_time repair = n->given_repair >= 0
                          ? n->given_repair
                          : draw(w, n, PURPOSE_REPAIR, n->lives, spec_of(w, n)->failures.repair);
    n->step = world_schedule(w, repair, EVENT_NODE_REPAIRED, node, 0);
    n->lives++;
}

void node_repaired(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    books_failure(w, node, w->engine.now);
    n->failed_at = n->detected_at = n->given_repair = -1;
    node_set_state(&w->cluster, node, NODE_READY, w->engine.now);
    node_claims_changed(w, node);
    w->pass_needed = true;
}

/* ---- interruption (spot) ---- */

void node_doom(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    n->victims = 0;
    engine_cancel(&w->engine, n->release);
    node_set_state(&w->cluster, node, NODE_DOOMED, w->engine.now);
    n->step = world_schedule(w, spec_of(w, n)->notice, EVENT_INTERRUPTION, node, 0);
    node_claims_changed(w, node);
}

void node_interrupt(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    n->failed_at = n->detected_at = w->engine.now;
    n->cause = FAILURE_INTERRUPTION;
    node_set_state(&w->cluster, node, NODE_FAILED, w->engine.now);
}

void node_taken(struct world *w, int32_t node)
{
    give_back(w, node, LEASE_INTERRUPTED);
}

/* ---- idleness ---- */

void node_claims_changed(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    run_clock(w, node);
    if (n->placements >= 0) {
        n->expired = false;
        engine_cancel(&w->engine, n->release);
        n->release = 0;
        return;
    }
    w->pass_needed = true;
    if (n->state == NODE_DOOMED) {
        node_interrupt(w, node);
        node_taken(w, node);
    } else if (n->state == NODE_READY && spec_of(w, n)->market->elastic) {
        n->idle_since = w->engine.now;
        node_list_add(&w->idle, &w->cluster, node, w->status);
    } else if (n->state == NODE_REQUESTED &&
               w->cluster.pools[n->pool].live > spec_of(w, n)->min_nodes) {
        release(w, node, LEASE_WITHDRAWN);
    }
}

void node_expired(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    n->expired = true;
    n->release = 0;
    node_list_add(&w->idle, &w->cluster, node, w->status);
}

static void release_or_watch(struct world *w, int32_t node)
{
    struct node *n = world_node(w, node);
    const struct pool *p = &w->cluster.pools[n->pool];
    if (!node_is_idle(&w->cluster, node) || p->live <= p->spec->min_nodes)
        return;
    if (n->expired || p->spec->idle_release == 0)
        release(w, node, LEASE_IDLE);
    else if (!n->release)
        n->release = world_schedule(w, p->spec->idle_release, EVENT_IDLE_RELEASE, node, 0);
}

void nodes_release_idle(struct world *w)
{
    for (size_t i = 0; i < w->idle.count && !world_failed(w); i++) {
        int32_t node = node_list_get(&w->idle, &w->cluster, i);
        if (node >= 0)
            release_or_watch(w, node);
    }
    w->idle.count = 0;
}

/* ---- the end of the run ---- */

/* An idle elastic node is paid until its idle release, even if that comes after the last job. */
static sim_time released_at(const struct world *w, const struct node *n)
{
    const struct pool *p = &w->cluster.pools[n->pool];
    sim_time now = w->engine.now;
    if (!p->spec->market->elastic || n->state != NODE_READY || p->live <= p->spec->min_nodes)
        return now;
    sim_time expiry = ticks_add(n->idle_since, p->spec->idle_release);
    if (expiry > w->plan->until)
        expiry = w->plan->until;
    return expiry > now ? expiry : now;
}

void nodes_close(struct world *w)
{
    for (int32_t node = 0; node < w->cluster.node_count && !world_failed(w); node++) {
        struct node *n = world_node(w, node);
        if (n->state == NODE_ABSENT)
            continue;
        bug_assert(n->placements < 0);
        if (n->failed_at >= 0)
            books_failure(w, node, -1);
        sim_time released = released_at(w, n);
        close_lease(w, node, released > w->engine.now ? LEASE_IDLE : LEASE_END_OF_RUN, released);
        cluster_remove_node(&w->cluster, node);
    }
}
