#include "tests/models/random_case.h"

#include <string.h>

#include "tests/support/draw.h"

static const char *const market_names[] = {"owned", "reserved", "on_demand", "spot"};
static const char *const route_names[] = {"first", "cheapest", "fastest", "fallback"};

static bool is_elastic(const struct pool_case *p)
{
    return p->market >= 2;
}

/* ---- drawing ---- */

/* A value in [low, high] in percent of all cases, else 0. */
static int maybe(struct draw *d, int percent, int low, int high)
{
    int value = (int)draw_int(d, low, high);
    return draw_chance(d, percent) ? value : 0;
}

static void draw_elastic(struct draw *d, struct pool_case *p)
{
    p->max_nodes = maybe(d, 80, 2, 6);
    p->min_nodes = maybe(d, 30, 1, 2);
    p->granularity = maybe(d, 50, 1, 60);
    p->minimum = maybe(d, 30, 1, 90);
    p->from_ready = draw_chance(d, 40);
    p->wait = maybe(d, 60, 1, 30);
    if (draw_chance(d, 35)) {
        p->in_stock = (int)draw_int(d, 20, 300);
        p->out_of_stock = (int)draw_int(d, 5, 100);
        p->starts_out = draw_chance(d, 50);
    }
    p->provisioning = maybe(d, 70, 1, 20);
    p->provisioning_failure = maybe(d, 30, 1, 60);
    p->idle_release = maybe(d, 60, 1, 60);
    if (p->market == 3 && draw_chance(d, 80)) {
        p->interruption = (int)draw_int(d, 60, 600);
        p->notice = maybe(d, 70, 1, 5);
    }
}

static void draw_pool(struct draw *d, struct pool_case *p)
{
    *p = (struct pool_case){.market = (int)draw_int(d, 0, 3)};
    p->h100 = draw_chance(d, 40);
    p->gpus_per_node = 1 << draw_int(d, 0, 3);
    p->price = (int)draw_int(d, 0, 400);
    p->nodes = (int)draw_int(d, 2, 4);
    p->term = maybe(d, 50, 1, 3000);
    if (is_elastic(p))
        draw_elastic(d, p);
    p->life = maybe(d, 60, 60, 1200);
    p->weibull = draw_chance(d, 40);
    p->busy = draw_chance(d, 30);
    p->detection = maybe(d, 60, 1, 30);
    p->repair = maybe(d, 60, 1, 60);
    if (!is_elastic(p))
        p->failure_count = draw_chance(d, 40) ? (int)draw_int(d, 1, CASE_FAILURES) : 0;
    for (int i = 0; i < CASE_FAILURES; i++) {
        p->failure_at[i] = (int)draw_int(d, 0, 300);
        p->failure_node[i] = (int)draw_int(d, 0, p->nodes - 1);
        p->failure_repair[i] = draw_chance(d, 50) ? -1 : maybe(d, 70, 1, 60);
    }
    p->services = draw_chance(d, 40);
}

/* The largest gang that the pool can hold. */
static int room(const struct pool_case *p)
{
    int nodes = !is_elastic(p) ? p->nodes : p->max_nodes ? p->max_nodes : 4;
    return nodes * p->gpus_per_node;
}

static void draw_pools_of_class(struct draw *d, const struct random_case *c, struct class_case *j)
{
    for (int i = 0; i < c->pool_count; i++)
        j->pools[j->pool_count++] = i;
    for (int i = j->pool_count - 1; i > 0; i--) {
        int other = (int)draw_int(d, 0, i), kept = j->pools[i];
        j->pools[i] = j->pools[other];
        j->pools[other] = kept;
    }
    j->pool_count = (int)draw_int(d, 1, j->pool_count);
    int most = 32;
    for (int i = 0; i < j->pool_count; i++)
        if (room(&c->pools[j->pools[i]]) < most)
            most = room(&c->pools[j->pools[i]]);
    j->gpus = (int)draw_int(d, 1, draw_chance(d, 50) && most > 4 ? 4 : most);
}

static void draw_class(struct draw *d, const struct random_case *c, int id, struct class_case *j)
{
    *j = (struct class_case){.after = -1};
    draw_pools_of_class(d, c, j);
    j->run_time = (int)draw_int(d, 1, 120);
    j->constant_run_time = draw_chance(d, 50);
    j->count = (int)draw_int(d, 1, 8);
    j->gap = maybe(d, 70, 1, 60);
    j->start = maybe(d, 50, 1, 100);
    j->speedup = maybe(d, 50, 5, 40);
    if (id > 0 && draw_chance(d, 25)) {
        j->after = (int)draw_int(d, 0, id - 1);
        j->count = c->classes[j->after].count == 1 ? j->count : c->classes[j->after].count;
    }
    j->staging = maybe(d, 40, 1, 10);
    j->restore = maybe(d, 40, 1, 10);
    j->write = maybe(d, 70, 1, 5);
    j->interval = maybe(d, 70, 1, 40);
    if (j->interval && j->write && draw_chance(d, 20))
        j->interval = -1;
    j->lag = maybe(d, 30, 1, 60);
    j->at_end = draw_chance(d, 30);
    j->on_notice = draw_chance(d, 50);
    j->max_attempts = draw_chance(d, 30) ? (int)draw_int(d, 1, 3) : 30;
    j->backoff = maybe(d, 40, 1, 30);
    j->factor = draw_chance(d, 50);
    j->limit = maybe(d, 40, 10, 60);
    j->hold = draw_chance(d, 40);
    j->deadline = maybe(d, 40, 1, 400);
    j->cancel = draw_chance(d, 60);
    j->services = draw_chance(d, 40);
}

void random_case_draw(struct random_case *c, uint64_t seed)
{
    struct draw d = {seed};
    memset(c, 0, sizeof *c);
    c->seed = draw_word(&d) >> 1;
    c->pool_count = (int)draw_int(&d, 1, CASE_POOLS);
    for (int i = 0; i < c->pool_count; i++)
        draw_pool(&d, &c->pools[i]);
    c->class_count = (int)draw_int(&d, 1, CASE_CLASSES);
    for (int i = 0; i < c->class_count; i++)
        draw_class(&d, c, i, &c->classes[i]);
    c->until = maybe(&d, 40, 0, 1000);
    c->route = (int)draw_int(&d, 0, 3);
    c->fallback_after = (int)draw_int(&d, 1, 60);
    c->series_every = maybe(&d, 30, 1, 100);
    c->orchestration = draw_chance(&d, 40);
}

/* ---- writing ---- */

static void write_elastic(const struct pool_case *p, FILE *f)
{
    if (p->max_nodes)
        fprintf(f, "    max_nodes: %d\n", p->max_nodes);
    fprintf(f, "    min_nodes: %d\n", p->min_nodes);
    fprintf(f, "    billing: {granularity: %d %s, minimum: %d min, from: %s}\n",
            p->granularity ? p->granularity : 1, p->granularity ? "min" : "s", p->minimum,
            p->from_ready ? "ready" : "granted");
    fprintf(f, "    capacity:\n      wait: {exponential: {mean: %d min}}\n", p->wait + 1);
    if (p->in_stock)
        fprintf(f,
                "      in_stock: {exponential: {mean: %d min}}\n"
                "      out_of_stock: {exponential: {mean: %d min}}\n"
                "      starts_in_stock: %s\n",
                p->in_stock, p->out_of_stock, p->starts_out ? "false" : "true");
    if (p->provisioning)
        fprintf(f,
                "    provisioning: {time: {uniform: {low: 0 s, high: %d min}}, failure: %d %%}\n",
                p->provisioning, p->provisioning_failure);
    fprintf(f, "    idle_release: %d min\n", p->idle_release);
    if (p->interruption)
        fprintf(f, "    interruption: {after: {exponential: {mean: %d min}}, notice: %d min}\n",
                p->interruption, p->notice);
}

static void write_failures(const struct pool_case *p, FILE *f)
{
    fprintf(f, "    failures:\n      clock: %s\n", p->busy ? "busy" : "calendar");
    if (p->life)
        fprintf(f, "      life: {%s mean: %d min}}\n",
                p->weibull ? "weibull: {shape: 0.7," : "exponential: {", p->life);
    fprintf(f, "      detection: %d min\n", p->detection);
    if (is_elastic(p))
        return;
    fprintf(f, "      repair: {uniform: {low: 0 s, high: %d min}}\n", p->repair + 1);
    if (p->failure_count)
        fprintf(f, "      at:\n");
    for (int i = 0; i < p->failure_count; i++) {
        fprintf(f, "        - {time: %d min, node: %d", p->failure_at[i], p->failure_node[i]);
        if (p->failure_repair[i] >= 0)
            fprintf(f, ", repair: %d min", p->failure_repair[i]);
        fprintf(f, "}\n");
    }
}

static void write_pool(const struct pool_case *p, int id, FILE *f)
{
    fprintf(f,
            "  p%d:\n    gpu: %s\n    gpus_per_node: %d\n    market: %s\n"
            "    price: %d.%02d USD/GPU/h\n",
            id, p->h100 ? "H100-SXM5-80GB" : "A100-SXM4-80GB", p->gpus_per_node,
            market_names[p->market], p->price / 100, p->price % 100);
    if (!is_elastic(p))
        fprintf(f, "    nodes: %d\n", p->nodes);
    if (p->market == 1 && p->term)
        fprintf(f, "    term: %d min\n", p->term);
    if (p->services)
        fprintf(f, "    storage: 0.10 USD/GB/month\n    egress: 0.09 USD/GB\n"
                   "    network: 0.01 USD/GB\n");
    if (is_elastic(p))
        write_elastic(p, f);
    if (p->life || p->failure_count)
        write_failures(p, f);
}

static void write_checkpoint(const struct class_case *j, FILE *f)
{
    fprintf(f, "    checkpoint: {write: %d min, on_notice: %s", j->write,
            j->on_notice ? "true" : "false");
    if (j->interval < 0)
        fprintf(f, ", interval: optimal");
    else if (j->interval)
        fprintf(f, ", interval: %d min", j->interval);
    if (j->interval)
        fprintf(f, ", at_end: %s", j->at_end ? "true" : "false");
    if (j->lag)
        fprintf(f, ", durable_after: %d min", j->write + j->lag);
    fprintf(f, "}\n");
}

static void write_class(const struct class_case *j, int id, FILE *f)
{
    fprintf(f, "  c%d:\n    gpus: %d\n", id, j->gpus);
    fprintf(f,
            j->constant_run_time ? "    run_time: %d min\n"
                                 : "    run_time: {exponential: {mean: %d min}}\n",
            j->run_time);
    if (j->gap)
        fprintf(f,
                "    arrival: {every: {exponential: {mean: %d min}}, start: %d min, count: %d}\n",
                j->gap, j->start, j->count);
    else
        fprintf(f, "    arrival: {at: %d min, count: %d}\n", j->start, j->count);
    fprintf(f, "    pools: [");
    for (int i = 0; i < j->pool_count; i++)
        fprintf(f, "%sp%d", i ? ", " : "", j->pools[i]);
    fprintf(f, "]\n");
    if (j->speedup)
        fprintf(f, "    speedup: {H100-SXM5-80GB: %d.%d}\n", j->speedup / 10, j->speedup % 10);
    if (j->after >= 0)
        fprintf(f, "    after: c%d\n", j->after);
    if (j->staging)
        fprintf(f, "    staging: {exponential: {mean: %d min}}\n", j->staging);
    if (j->restore)
        fprintf(f, "    restore: {exponential: {mean: %d min}}\n", j->restore);
    write_checkpoint(j, f);
    fprintf(f, "    retry: {max_attempts: %d, backoff: %d min, factor: %s", j->max_attempts,
            j->backoff, j->factor ? "1.5" : "1");
    if (j->limit)
        fprintf(f, ", limit: %d min", j->limit);
    fprintf(f, "}\n    on_node_failure: %s\n", j->hold ? "hold" : "release");
    if (j->deadline)
        fprintf(f, "    deadline: {within: %d min, then: %s}\n", j->deadline,
                j->cancel ? "cancel" : "count");
    if (j->services)
        fprintf(f, "    data: 7 GB\n    storage: 11 GB\n    egress: 13 GB\n");
}

void random_case_write(const struct random_case *c, FILE *f)
{
    fprintf(f, "name: random\nseed: %llu\n", (unsigned long long)c->seed);
    if (c->until)
        fprintf(f, "until: %d min\n", c->until);
    fprintf(f, "scheduling: {route: %s", route_names[c->route]);
    if (c->route == 3)
        fprintf(f, ", fallback_after: %d min", c->fallback_after);
    fprintf(f, "}\ntrace: {series_every: %d min}\n", c->series_every);
    if (c->orchestration)
        fprintf(f, "orchestration: {per_job: 0.3 USD, per_attempt: 0.07 USD, "
                   "standing: 0.11 USD/h}\n");
    fprintf(f, "pools:\n");
    for (int i = 0; i < c->pool_count; i++)
        write_pool(&c->pools[i], i, f);
    fprintf(f, "jobs:\n");
    for (int i = 0; i < c->class_count; i++)
        write_class(&c->classes[i], i, f);
}

/* ---- simplifying ---- */

static bool drop_class(struct random_case *c, int id)
{
    if (id >= c->class_count || c->class_count == 1)
        return false;
    memmove(&c->classes[id], &c->classes[id + 1],
            (size_t)(c->class_count - id - 1) * sizeof c->classes[0]);
    c->class_count--;
    for (int i = 0; i < c->class_count; i++) {
        if (c->classes[i].after == id)
            c->classes[i].after = -1;
        else if (c->classes[i].after > id)
            c->classes[i].after--;
    }
    return true;
}

static bool drop_pool(struct random_case *c, int id)
{
    if (id >= c->pool_count || c->pool_count == 1)
        return false;
    memmove(&c->pools[id], &c->pools[id + 1],
            (size_t)(c->pool_count - id - 1) * sizeof c->pools[0]);
    c->pool_count--;
    for (int i = 0; i < c->class_count; i++) {
        struct class_case *j = &c->classes[i];
        int kept = 0;
        for (int k = 0; k < j->pool_count; k++)
            if (j->pools[k] != id)
                j->pools[kept++] = j->pools[k] - (j->pools[k] > id);
        j->pool_count = kept;
        if (kept == 0)
            j->pools[j->pool_count++] = 0;
    }
    return true;
}

static void simplify_pool(struct pool_case *p, int step)
{
    switch (step) {
    case 0:
        p->h100 = false;
        break;
    case 1:
        p->services = false;
        break;
    case 2:
        p->granularity = p->minimum = p->term = 0;
        p->from_ready = false;
        break;
    case 3:
        p->wait = 0;
        break;
    case 4:
        p->in_stock = 0;
        break;
    case 5:
        p->provisioning_failure = 0;
        break;
    case 6:
        p->provisioning = 0;
        break;
    case 7:
        p->idle_release = 0;
        break;
    case 8:
        p->life = 0;
        break;
    case 9:
        p->weibull = p->busy = false;
        break;
    case 10:
        p->detection = p->repair = 0;
        break;
    case 11:
        p->failure_count -= p->failure_count > 0;
        break;
    case 12:
        p->interruption = 0;
        break;
    case 13:
        p->notice = 0;
        break;
    case 14:
        p->min_nodes = 0;
        break;
    case 15:
        p->max_nodes = 0;
        break;
    case 16:
        p->price = 100;
        break;
    default:
        break;
    }
}

static void simplify_class(struct class_case *j, int step)
{
    switch (step) {
    case 0:
        j->count = (j->count + 1) / 2;
        break;
    case 1:
        j->count -= j->count > 1;
        break;
    case 2:
        j->gap = 0;
        break;
    case 3:
        j->start = 0;
        break;
    case 4:
        j->speedup = 0;
        break;
    case 5:
        j->after = -1;
        break;
    case 6:
        j->staging = 0;
        break;
    case 7:
        j->restore = 0;
        break;
    case 8:
        j->interval = 0;
        break;
    case 9:
        j->lag = 0;
        break;
    case 10:
        j->write = 0;
        break;
    case 11:
        j->at_end = false;
        break;
    case 12:
        j->on_notice = false;
        break;
    case 13:
        j->backoff = j->limit = 0;
        break;
    case 14:
        j->hold = false;
        break;
    case 15:
        j->deadline = 0;
        break;
    case 16:
        j->services = false;
        break;
    case 17:
        j->constant_run_time = true;
        break;
    case 18:
        j->pool_count -= j->pool_count > 1;
        break;
    case 19:
        j->gpus = (j->gpus + 1) / 2;
        break;
    default:
        break;
    }
}

enum { STEPS = 20 };

bool random_case_simplify(const struct random_case *c, int i, struct random_case *simpler)
{
    *simpler = *c;
    if (i < CASE_CLASSES) {
        drop_class(simpler, i);
        return true;
    }
    i -= CASE_CLASSES;
    if (i < CASE_POOLS) {
        drop_pool(simpler, i);
        return true;
    }
    i -= CASE_POOLS;
    if (i < 4) {
        if (i == 0)
            simpler->until = 0;
        if (i == 1)
            simpler->route = 0;
        if (i == 2)
            simpler->orchestration = false;
        if (i == 3)
            simpler->series_every = 0;
        return true;
    }
    i -= 4;
    if (i < CASE_POOLS * STEPS) {
        simplify_pool(&simpler->pools[i / STEPS], i % STEPS);
        return true;
    }
    i -= CASE_POOLS * STEPS;
    if (i >= CASE_CLASSES * STEPS)
        return false;
    simplify_class(&simpler->classes[i / STEPS], i % STEPS);
    return true;
}
