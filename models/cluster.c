#include "models/cluster.h"

#include "sim/bug.h"
#include "sim/memory.h"

/* ---- buckets ---- */

static struct buckets *buckets_of(struct cluster *c, const struct node *n)
{
    struct pool *p = &c->pools[n->pool];
    switch (n->state) {
    case NODE_READY:
        return &p->ready;
    case NODE_REQUESTED:
    case NODE_PROVISIONING:
        return &p->coming;
    default:
        return NULL;
    }
}

static int64_t *free_sum(struct cluster *c, const struct node *n)
{
    struct pool *p = &c->pools[n->pool];
    return n->state == NODE_READY ? &p->free_ready : &p->free_coming;
}

/* Last in, first out: the most recently used node is used again, so that others can grow idle and
 * go. */
static void bucket_insert(struct cluster *c, int32_t node)
{
    struct node *n = &c->nodes[node];
    struct buckets *b = buckets_of(c, n);
    if (!b)
        return;
    n->prev = -1;
    n->next = b->heads[n->free];
    if (n->next >= 0)
        c->nodes[n->next].prev = node;
    b->heads[n->free] = node;
    b->sizes[n->free]++;
    *free_sum(c, n) += n->free;
}

static void bucket_remove(struct cluster *c, int32_t node)
{
    struct node *n = &c->nodes[node];
    struct buckets *b = buckets_of(c, n);
    if (!b)
        return;
    if (n->prev >= 0)
        c->nodes[n->prev].next = n->next;
    else
        b->heads[n->free] = n->next;
    if (n->next >= 0)
        c->nodes[n->next].prev = n->prev;
    b->sizes[n->free]--;
    *free_sum(c, n) -= n->free;
}

static int buckets_init(struct buckets *b, int32_t gpus, struct status *status)
{
    b->heads = mem_alloc((size_t)gpus + 1, sizeof *b->heads, status);
    b->sizes = mem_alloc((size_t)gpus + 1, sizeof *b->sizes, status);
    if (!b->heads || !b->sizes)
        return status->code;
    for (int32_t f = 0; f <= gpus; f++)
        b->heads[f] = -1;
    return 0;
}

/* ---- life ---- */

int cluster_init(struct cluster *c, const struct plan *plan, struct status *status)
{
    *c = (struct cluster){.node_unused = -1, .placement_unused = -1};
    c->pools = mem_alloc((size_t)plan->pool_count, sizeof *c->pools, status);
    if (!c->pools)
        return status->code;
    c->pool_count = plan->pool_count;
    for (int32_t i = 0; i < c->pool_count; i++) {
        struct pool *p = &c->pools[i];
        p->spec = &plan->pools[i];
        p->group = rng_group(p->spec->name);
        p->in_stock = p->spec->in_stock ? p->spec->starts_in_stock : true;
        if (buckets_init(&p->ready, p->spec->gpus_per_node, status) ||
            buckets_init(&p->coming, p->spec->gpus_per_node, status))
            return status->code;
    }
    return 0;
}

void cluster_free(struct cluster *c)
{
    for (int32_t i = 0; c->pools && i < c->pool_count; i++) {
        mem_free(c->pools[i].ready.heads);
        mem_free(c->pools[i].ready.sizes);
        mem_free(c->pools[i].coming.heads);
        mem_free(c->pools[i].coming.sizes);
        mem_free(c->pools[i].stock_waiters.items);
    }
    mem_free(c->pools);
    mem_free(c->nodes);
    mem_free(c->placements);
    *c = (struct cluster){0};
}

/* ---- nodes ---- */

int32_t cluster_add_node(struct cluster *c, int32_t pool, sim_time now, struct status *status)
{
    int32_t node = c->node_unused;
    if (node >= 0) {
        c->node_unused = c->nodes[node].next;
    } else {
        if (mem_grow((void **)&c->nodes, &c->node_capacity, (size_t)c->node_count + 1,
                     sizeof *c->nodes, status))
            return -1;
        node = c->node_count++;
    }
    struct pool *p = &c->pools[pool];
    c->nodes[node] = (struct node){
        .pool = pool,
        .number = p->next_number++,
        .state = NODE_REQUESTED,
        .free = p->spec->gpus_per_node,
        .placements = -1,
        .requested = now,
        .granted = -1,
        .ready = -1,
        .settled = -1,
        .billed_from = -1,
        .failed_at = -1,
        .detected_at = -1,
        .given_repair = -1,
        .life_left = -1,
        .life_since = -1,
        .idle_since = -1,
    };
    p->live++;
    p->state_nodes[NODE_REQUESTED]++;
    bucket_insert(c, node);
    return node;
}

void cluster_remove_node(struct cluster *c, int32_t node)
{
    struct node *n = &c->nodes[node];
    bug_assert(n->placements < 0 && n->state != NODE_ABSENT);
    bucket_remove(c, node);
    c->pools[n->pool].live--;
    c->pools[n->pool].state_nodes[n->state]--;
    n->state = NODE_ABSENT;
    n->next = c->node_unused;
    c->node_unused = node;
}

int node_list_add(struct node_list *list, const struct cluster *c, int32_t node,
                  struct status *status)
{
    if (mem_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items,
                 status))
        return status->code;
    list->items[list->count++] =
        (struct node_ref){node, c->nodes[node].pool, c->nodes[node].number};
    return 0;
}

int32_t node_list_get(const struct node_list *list, const struct cluster *c, size_t i)
{
    struct node_ref ref = list->items[i];
    const struct node *n = &c->nodes[ref.node];
    bool same = n->state != NODE_ABSENT && n->pool == ref.pool && n->number == ref.number;
    return same ? ref.node : -1;
}

static enum account free_account(enum node_state state)
{
    switch (state) {
    case NODE_REQUESTED:
    case NODE_PROVISIONING:
        return ACCOUNT_PROVISIONING;
    case NODE_FAILED:
    case NODE_REPAIR:
        return ACCOUNT_DOWN;
    default:
        return ACCOUNT_IDLE;
    }
}

void node_settle(struct cluster *c, int32_t node, sim_time now)
{
    struct node *n = &c->nodes[node];
    if (n->settled < 0 || n->settled == now)
        return;
    int64_t gpu_ticks = (now - n->settled) * n->free;
    enum account account = free_account(n->state);
    n->gpu[account] += gpu_ticks;
    n->own_gpu[account] += gpu_ticks;
    n->settled = now;
}

void node_set_state(struct cluster *c, int32_t node, enum node_state state, sim_time now)
{
    struct node *n = &c->nodes[node];
    node_settle(c, node, now);
    bucket_remove(c, node);
    c->pools[n->pool].state_nodes[n->state]--;
    c->pools[n->pool].state_nodes[state]++;
    n->state = (int8_t)state;
    bucket_insert(c, node);
}

bool node_is_idle(const struct cluster *c, int32_t node)
{
    return c->nodes[node].state == NODE_READY && c->nodes[node].placements < 0;
}

/* ---- room ---- */

/* Takes whole nodes and one remainder out of counts by free GPUs; what is left over stays in
 * *whole, *rest. */
static void fill(const struct buckets *b, int32_t per_node, int32_t *whole, int32_t *rest)
{
    int32_t full = b->sizes[per_node];
    int32_t used = full < *whole ? full : *whole;
    *whole -= used;
    if (!*rest)
        return;
    for (int32_t f = *rest; f <= per_node; f++)
        if (b->sizes[f] > (f == per_node ? used : 0)) {
            *rest = 0;
            return;
        }
}

bool cluster_fits_ready(const struct cluster *c, int32_t pool, int32_t gpus)
{
    const struct pool *p = &c->pools[pool];
    if (p->free_ready < gpus)
        return false;
    int32_t whole = gpus / p->spec->gpus_per_node, rest = gpus % p->spec->gpus_per_node;
    fill(&p->ready, p->spec->gpus_per_node, &whole, &rest);
    return whole == 0 && rest == 0;
}

int32_t cluster_nodes_missing(const struct cluster *c, int32_t pool, int32_t gpus)
{
    const struct pool *p = &c->pools[pool];
    if (!p->spec->market->elastic)
        return -1;
    int32_t whole = gpus / p->spec->gpus_per_node, rest = gpus % p->spec->gpus_per_node;
    fill(&p->ready, p->spec->gpus_per_node, &whole, &rest);
    fill(&p->coming, p->spec->gpus_per_node, &whole, &rest);
    int32_t missing = whole + (rest ? 1 : 0);
    return missing <= p->spec->max_nodes - p->live ? missing : -1;
}

/* The best fit for `gpus` (<= a node) in the buckets: the fewest free GPUs that suffice; -1 = none.
 */
static int32_t best_fit(const struct buckets *b, int32_t per_node, int32_t gpus)
{
    for (int32_t f = gpus; f <= per_node; f++)
        if (b->heads[f] >= 0)
            return b->heads[f];
    return -1;
}

static int32_t find_node(const struct cluster *c, int32_t pool, int32_t gpus)
{
    const struct pool *p = &c->pools[pool];
    int32_t node = best_fit(&p->ready, p->spec->gpus_per_node, gpus);
    return node >= 0 ? node : best_fit(&p->coming, p->spec->gpus_per_node, gpus);
}

/* ---- placements ---- */

static int32_t placement_new(struct cluster *c, struct status *status)
{
    int32_t id = c->placement_unused;
    if (id >= 0) {
        c->placement_unused = c->placements[id].next_of_job;
        return id;
    }
    if (mem_grow((void **)&c->placements, &c->placement_capacity, (size_t)c->placement_count + 1,
                 sizeof *c->placements, status))
        return -1;
    return c->placement_count++;
}

static void attach(struct cluster *c, int32_t placement, int32_t node, sim_time now)
{
    struct placement *p = &c->placements[placement];
    struct node *n = &c->nodes[node];
    node_settle(c, node, now);
    bucket_remove(c, node);
    n->free -= p->gpus;
    bucket_insert(c, node);
    p->node = node;
    p->since = now;
    p->prev_of_node = -1;
    p->next_of_node = n->placements;
    if (n->placements >= 0)
        c->placements[n->placements].prev_of_node = placement;
    n->placements = placement;
}

int cluster_claim(struct cluster *c, int32_t pool, int32_t gpus, int32_t job, sim_time now,
                  int32_t *list, struct status *status)
{
    int32_t per_node = c->pools[pool].spec->gpus_per_node;
    while (gpus > 0) {
        int32_t part = gpus < per_node ? gpus : per_node;
        int32_t node = find_node(c, pool, part);
        bug_assert(node >= 0);
        int32_t id = placement_new(c, status);
        if (id < 0)
            return status->code;
        c->placements[id] = (struct placement){.job = job, .gpus = part, .next_of_job = *list};
        *list = id;
        attach(c, id, node, now);
        gpus -= part;
    }
    return 0;
}

bool cluster_replace(struct cluster *c, int32_t pool, int32_t placement, sim_time now)
{
    int32_t node = find_node(c, pool, c->placements[placement].gpus);
    if (node < 0)
        return false;
    attach(c, placement, node, now);
    return true;
}

void placement_detach(struct cluster *c, int32_t placement, sim_time now)
{
    struct placement *p = &c->placements[placement];
    struct node *n = &c->nodes[p->node];
    node_settle(c, p->node, now);
    bucket_remove(c, p->node);
    n->free += p->gpus;
    bucket_insert(c, p->node);
    if (p->prev_of_node >= 0)
        c->placements[p->prev_of_node].next_of_node = p->next_of_node;
    else
        n->placements = p->next_of_node;
    if (p->next_of_node >= 0)
        c->placements[p->next_of_node].prev_of_node = p->prev_of_node;
    p->node = -1;
}

void placement_free(struct cluster *c, int32_t placement)
{
    c->placements[placement].next_of_job = c->placement_unused;
    c->placement_unused = placement;
}

/* ---- verify ---- */

static void verify_node(const struct cluster *c, int32_t node)
{
    const struct node *n = &c->nodes[node];
    int32_t claimed = 0, last = -1;
    for (int32_t i = n->placements; i >= 0; i = c->placements[i].next_of_node) {
        bug_assert(c->placements[i].node == node && c->placements[i].prev_of_node == last);
        claimed += c->placements[i].gpus;
        last = i;
    }
    bug_assert(n->free >= 0 && n->free + claimed == c->pools[n->pool].spec->gpus_per_node);
}

static int64_t verify_buckets(const struct cluster *c, const struct buckets *b, int32_t per_node)
{
    int64_t sum = 0;
    for (int32_t f = 0; f <= per_node; f++) {
        int32_t size = 0;
        for (int32_t i = b->heads[f]; i >= 0; i = c->nodes[i].next, size++)
            bug_assert(c->nodes[i].free == f);
        bug_assert(size == b->sizes[f]);
        sum += (int64_t)size * f;
    }
    return sum;
}

void cluster_verify(const struct cluster *c)
{
    for (int32_t i = 0; i < c->node_count; i++)
        if (c->nodes[i].state != NODE_ABSENT)
            verify_node(c, i);
    for (int32_t i = 0; i < c->pool_count; i++) {
        const struct pool *p = &c->pools[i];
        bug_assert(verify_buckets(c, &p->ready, p->spec->gpus_per_node) == p->free_ready);
        bug_assert(verify_buckets(c, &p->coming, p->spec->gpus_per_node) == p->free_coming);
    }
}
