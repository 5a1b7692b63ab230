/* The cluster against a model that knows nothing but the nodes' states and free GPUs and looks for
 * room by walking over all of them. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "models/cluster.h"
#include "sim/memory.h"
#include "tests/support/draw.h"

enum { POOLS = 3, GANGS_MAX = 64 };

static struct pool_spec specs[POOLS];

static struct plan make_plan(void)
{
    specs[0] = (struct pool_spec){.name = "fixed",
                                  .market = market_find("owned"),
                                  .gpus_per_node = 4,
                                  .nodes = 6,
                                  .max_nodes = 6};
    specs[1] = (struct pool_spec){
        .name = "elastic", .market = market_find("on_demand"), .gpus_per_node = 8, .max_nodes = 9};
    specs[2] = (struct pool_spec){.name = "single",
                                  .market = market_find("spot"),
                                  .gpus_per_node = 1,
                                  .max_nodes = INT32_MAX};
    return (struct plan){.pools = specs, .pool_count = POOLS};
}

/* ---- the naive model ---- */

static bool is_ready(const struct node *n)
{
    return n->state == NODE_READY;
}

static bool is_coming(const struct node *n)
{
    return n->state == NODE_REQUESTED || n->state == NODE_PROVISIONING;
}

/* Nodes that the gang lacks when it may use nodes that are ready, and perhaps those on their way:
 * whole nodes first, ready ones before others; the rest on any further node with room. */
static int32_t lacking(const struct cluster *c, int32_t pool, int32_t gpus, bool coming)
{
    int32_t per_node = specs[pool].gpus_per_node;
    int32_t whole = gpus / per_node, rest = gpus % per_node;
    bool *used = calloc((size_t)c->node_count + 1, sizeof *used);
    for (int turn = 0; turn < (coming ? 2 : 1); turn++)
        for (int32_t i = 0; i < c->node_count && whole > 0; i++) {
            const struct node *n = &c->nodes[i];
            bool usable = turn == 0 ? is_ready(n) : is_coming(n);
            if (n->pool == pool && usable && n->free == per_node) {
                used[i] = true;
                whole--;
            }
        }
    for (int32_t i = 0; i < c->node_count && rest > 0; i++) {
        const struct node *n = &c->nodes[i];
        if (n->pool == pool && !used[i] && (is_ready(n) || (coming && is_coming(n))) &&
            n->free >= rest)
            rest = 0;
    }
    free(used);
    return whole + (rest ? 1 : 0);
}

static void expect_room_as_found_naively(const struct cluster *c)
{
    for (int32_t pool = 0; pool < POOLS; pool++) {
        int32_t live = 0;
        for (int32_t i = 0; i < c->node_count; i++)
            live += c->nodes[i].state != NODE_ABSENT && c->nodes[i].pool == pool;
        cr_assert_eq(live, c->pools[pool].live);
        for (int32_t gpus = 1; gpus <= 3 * specs[pool].gpus_per_node; gpus++) {
            bool fits = lacking(c, pool, gpus, false) == 0;
            cr_assert_eq(cluster_fits_ready(c, pool, gpus), fits, "pool %d, %d GPUs", pool, gpus);
            int32_t missing = lacking(c, pool, gpus, true);
            if (!specs[pool].market->elastic || missing > specs[pool].max_nodes - live)
                missing = -1;
            cr_assert_eq(cluster_nodes_missing(c, pool, gpus), missing, "pool %d, %d GPUs", pool,
                         gpus);
        }
    }
}

/* ---- random steps ---- */

struct gang {
    int32_t pool, gpus, list; /* gpus 0 = unused */
};

struct play {
    struct draw draw;
    struct cluster cluster;
    struct gang gangs[GANGS_MAX];
    sim_time now;
    struct status status;
};

static int32_t pick_node(struct play *p)
{
    struct cluster *c = &p->cluster;
    if (c->node_count == 0)
        return -1;
    int32_t node = (int32_t)draw_int(&p->draw, 0, c->node_count - 1);
    return c->nodes[node].state == NODE_ABSENT ? -1 : node;
}

static void add_node(struct play *p)
{
    int32_t pool = (int32_t)draw_int(&p->draw, 0, POOLS - 1);
    if (p->cluster.pools[pool].live >= specs[pool].max_nodes || p->cluster.pools[pool].live > 12)
        return;
    int32_t node = cluster_add_node(&p->cluster, pool, p->now, &p->status);
    cr_assert_geq(node, 0);
    if (draw_chance(&p->draw, 50))
        p->cluster.nodes[node].settled = p->now; /* billed */
}

static void change_state(struct play *p)
{
    int32_t node = pick_node(p);
    if (node >= 0)
        node_set_state(&p->cluster, node,
                       (enum node_state)draw_int(&p->draw, NODE_REQUESTED, NODE_REPAIR), p->now);
}

static void claim(struct play *p)
{
    struct gang *gang = &p->gangs[draw_int(&p->draw, 0, GANGS_MAX - 1)];
    int32_t pool = (int32_t)draw_int(&p->draw, 0, POOLS - 1);
    int32_t gpus = (int32_t)draw_int(&p->draw, 1, 3 * specs[pool].gpus_per_node);
    if (gang->gpus || lacking(&p->cluster, pool, gpus, true) > 0)
        return;
    *gang = (struct gang){pool, gpus, -1};
    bool fits = cluster_fits_ready(&p->cluster, pool, gpus);
    cr_assert_eq(cluster_claim(&p->cluster, pool, gpus, (int32_t)(gang - p->gangs), p->now,
                               &gang->list, &p->status),
                 0);
    int32_t sum = 0, partial = 0;
    for (int32_t i = gang->list; i >= 0; i = p->cluster.placements[i].next_of_job) {
        const struct placement *placement = &p->cluster.placements[i];
        sum += placement->gpus;
        partial += placement->gpus < specs[pool].gpus_per_node;
        cr_assert_eq(p->cluster.nodes[placement->node].pool, pool);
        if (fits)
            cr_assert(is_ready(&p->cluster.nodes[placement->node]), "ready nodes come first");
    }
    cr_assert_eq(sum, gpus);
    cr_assert_eq(partial, gpus % specs[pool].gpus_per_node != 0, "packed: at most one part node");
}

/* A placement loses its node and finds another one if there is room. */
static void replace(struct play *p)
{
    struct gang *gang = &p->gangs[draw_int(&p->draw, 0, GANGS_MAX - 1)];
    if (!gang->gpus)
        return;
    int32_t placement = gang->list;
    if (p->cluster.placements[placement].node >= 0)
        placement_detach(&p->cluster, placement, p->now);
    int32_t gpus = p->cluster.placements[placement].gpus;
    bool room = lacking(&p->cluster, gang->pool, gpus, true) == 0;
    cr_assert_eq(cluster_replace(&p->cluster, gang->pool, placement, p->now), room);
    cr_assert_eq(p->cluster.placements[placement].node >= 0, room);
}

static void leave(struct play *p)
{
    struct gang *gang = &p->gangs[draw_int(&p->draw, 0, GANGS_MAX - 1)];
    if (!gang->gpus)
        return;
    while (gang->list >= 0) {
        int32_t id = gang->list;
        gang->list = p->cluster.placements[id].next_of_job;
        if (p->cluster.placements[id].node >= 0)
            placement_detach(&p->cluster, id, p->now);
        placement_free(&p->cluster, id);
    }
    gang->gpus = 0;
}

static void remove_node(struct play *p)
{
    int32_t node = pick_node(p);
    if (node >= 0 && p->cluster.nodes[node].placements < 0)
        cluster_remove_node(&p->cluster, node);
}

Test(cluster, random_histories_keep_all_invariants_and_room_is_found_as_naively)
{
    static void (*const steps[])(struct play *) = {add_node, change_state, change_state, claim,
                                                   claim,    claim,        replace,      leave,
                                                   leave,    remove_node};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct play p = {.draw = {seed}};
        struct plan plan = make_plan();
        cr_assert_eq(cluster_init(&p.cluster, &plan, &p.status), 0);
        for (int i = 0; i < 1500; i++) {
            p.now += draw_int(&p.draw, 0, 10);
            steps[draw_int(&p.draw, 0, sizeof steps / sizeof *steps - 1)](&p);
            cluster_verify(&p.cluster);
            expect_room_as_found_naively(&p.cluster);
        }
        cr_assert_eq(p.status.code, 0);
        cluster_free(&p.cluster);
        cluster_free(&p.cluster);
    }
}

/* ---- single behaviours ---- */

Test(cluster, small_gangs_take_the_fullest_node_that_suffices)
{
    struct status status = STATUS_INIT;
    struct plan plan = make_plan();
    struct cluster c;
    cr_assert_eq(cluster_init(&c, &plan, &status), 0);
    for (int32_t i = 0; i < 3; i++)
        node_set_state(&c, cluster_add_node(&c, 1, 0, &status), NODE_READY, 0);
    int32_t a = -1, b = -1, d = -1, e = -1;
    cr_assert_eq(cluster_claim(&c, 1, 3, 0, 0, &a, &status), 0); /* leaves 5 */
    cr_assert_eq(cluster_claim(&c, 1, 6, 1, 0, &b, &status), 0); /* another node, leaves 2 */
    cr_assert_eq(cluster_claim(&c, 1, 2, 2, 0, &d, &status), 0); /* exactly beside b */
    cr_assert_eq(cluster_claim(&c, 1, 4, 3, 0, &e, &status), 0); /* beside a */
    cr_expect_eq(c.placements[d].node, c.placements[b].node);
    cr_expect_eq(c.placements[e].node, c.placements[a].node);
    cr_expect(cluster_fits_ready(&c, 1, 8), "the third node is still whole");
    cr_expect_not(cluster_fits_ready(&c, 1, 10));
    cr_expect_eq(cluster_nodes_missing(&c, 1, 10), 1);
    cluster_free(&c);
}

/* 4 GPUs, 2 of them claimed from 10 to 30: free are 4 for 10, 2 for 20 and 4 for 5 ticks; then
 * broken for 7 with all 4 free, which no job pays. */
Test(cluster, free_gpu_time_goes_to_the_account_of_the_state)
{
    struct status status = STATUS_INIT;
    struct plan plan = make_plan();
    struct cluster c;
    cr_assert_eq(cluster_init(&c, &plan, &status), 0);
    int32_t node = cluster_add_node(&c, 0, 0, &status), list = -1;
    node_settle(&c, node, 90);
    cr_expect_eq(c.nodes[node].own_gpu[ACCOUNT_PROVISIONING], 0, "not billed yet");
    c.nodes[node].settled = 100;
    node_set_state(&c, node, NODE_READY, 100);
    cr_assert_eq(cluster_claim(&c, 0, 2, 0, 110, &list, &status), 0);
    placement_detach(&c, list, 130);
    node_set_state(&c, node, NODE_FAILED, 135);
    node_set_state(&c, node, NODE_REPAIR, 139);
    node_set_state(&c, node, NODE_READY, 142);
    cr_expect_eq(c.nodes[node].own_gpu[ACCOUNT_IDLE], 4 * 10 + 2 * 20 + 4 * 5);
    cr_expect_eq(c.nodes[node].own_gpu[ACCOUNT_DOWN], 4 * 7);
    cr_expect_eq(c.nodes[node].gpu[ACCOUNT_IDLE], c.nodes[node].own_gpu[ACCOUNT_IDLE]);
    cluster_free(&c);
}

Test(cluster, a_list_forgets_a_node_whose_slot_went_to_another_pool)
{
    struct status status = STATUS_INIT;
    struct plan plan = make_plan();
    struct cluster c;
    struct node_list list = {0};
    cr_assert_eq(cluster_init(&c, &plan, &status), 0);
    int32_t node = cluster_add_node(&c, 1, 0, &status);
    cr_assert_eq(node_list_add(&list, &c, node, &status), 0);
    cr_expect_eq(node_list_get(&list, &c, 0), node);
    cluster_remove_node(&c, node);
    cr_expect_eq(node_list_get(&list, &c, 0), -1);
    cr_assert_eq(cluster_add_node(&c, 2, 0, &status), node, "the slot is used again");
    cr_expect_eq(node_list_get(&list, &c, 0), -1, "number 0 of another pool is another node");
    cluster_remove_node(&c, node);
    cr_assert_eq(cluster_add_node(&c, 1, 0, &status), node);
    cr_expect_eq(node_list_get(&list, &c, 0), -1, "number 1 of the same pool is another node");
    mem_free(list.items);
    cluster_free(&c);
}

Test(cluster, every_failed_allocation_of_init_is_reported_and_leaks_nothing)
{
    struct plan plan = make_plan();
    size_t n = 0;
    for (bool failed = true; failed;) {
        struct status status = STATUS_INIT;
        struct cluster c;
        mem_fail_at(++n);
        failed = cluster_init(&c, &plan, &status) != 0;
        mem_fail_at(0);
        cr_assert_eq(status.code, failed ? STATUS_MEMORY : 0);
        cluster_free(&c);
    }
    cr_expect_gt(n, POOLS);
}
