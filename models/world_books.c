/* What the simulation writes down: postings to the ledgers, rows of the trace, and at the end the
 * identities. */
#include "models/world_books.h"

#include <inttypes.h>
#include <string.h>

#include "sim/bug.h"

static enum time_account waiting_account(const struct job *j)
{
    if (j->state == JOB_QUEUED)
        return TIME_QUEUE;
    if (j->state == JOB_BACKOFF)
        return TIME_BACKOFF;
    bug_assert(j->state == JOB_CLAIMED);
    if (j->holding)
        return TIME_HELD;
    return j->ungranted || j->lost ? TIME_CAPACITY : TIME_PROVISIONING;
}

void books_wait(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    if (j->since == w->engine.now)
        return;
    j->row.time[waiting_account(j)] += w->engine.now - j->since;
    j->since = w->engine.now;
}

/* ---- postings ---- */

void books_charge(struct world *w, int32_t job, int32_t pool, enum account account,
                  int64_t gpu_ticks)
{
    struct job_row *row = &world_job(w, job)->row;
    row->gpu[account] += gpu_ticks;
    ledger_post_job(&w->ledgers[pool], account, gpu_ticks, &row->cost[account], w->status);
}

/* A service bought for a job: posted to the job and put on the provider's invoice. */
void books_service(struct world *w, int32_t job, int32_t pool, enum service service,
                   quantity_t quantity)
{
    if (quantity == 0)
        return;
    struct ledger *l = &w->ledgers[pool];
    money invoiced;
    ledger_post_service(l, service, quantity,
                        &world_job(w, job)->row.cost[service_account(service)], w->status);
    meter_post(&l->service_invoice[service], quantity, &invoiced, w->status);
}

static void post_ledger_row(struct world *w, int32_t job, int32_t pool, enum account account,
                            money amount, double quantity)
{
    if (!trace_wants(w->trace, TRACE_LEDGER) || (amount == 0 && quantity == 0))
        return;
    struct ledger_row *row = trace_row(w->trace, TRACE_LEDGER, w->status);
    if (!row)
        return;
    *row = (struct ledger_row){.rep = w->replication,
                               .job = job,
                               .pool = pool,
                               .account = (int8_t)account,
                               .amount = amount,
                               .quantity = quantity};
}

/* ---- rows ---- */

static void write_placements(struct world *w, const struct job *j)
{
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job) {
        const struct placement *p = &w->cluster.placements[i];
        struct placement_row *row = trace_row(w->trace, TRACE_PLACEMENTS, w->status);
        if (!row)
            return;
        *row = (struct placement_row){.rep = w->replication,
                                      .job = j->row.id,
                                      .attempt = j->row.attempts,
                                      .node = world_node(w, p->node)->number,
                                      .gpus = p->gpus};
    }
}

static int32_t count_nodes(const struct world *w, const struct job *j)
{
    int32_t count = 0;
    for (int32_t i = j->placements; i >= 0; i = w->cluster.placements[i].next_of_job)
        count++;
    return count;
}

static double in_units(const struct world *w, const struct job *j, sim_time done)
{
    if (done == j->total)
        return j->row.work;
    return ticks_to_seconds(done) / world_class(w, j)->options[0].seconds_per_unit;
}

void books_attempt(struct world *w, int32_t job, enum attempt_end cause, const sim_time *time,
                   const struct timeline_point *point, sim_time done_before)
{
    const struct job *j = world_job(w, job);
    if (trace_wants(w->trace, TRACE_PLACEMENTS))
        write_placements(w, j);
    if (!trace_wants(w->trace, TRACE_ATTEMPTS))
        return;
    struct attempt_row *row = trace_row(w->trace, TRACE_ATTEMPTS, w->status);
    if (!row)
        return;
    *row = (struct attempt_row){
        .rep = w->replication,
        .job = j->row.id,
        .number = j->row.attempts,
        .pool = j->row.pool,
        .first_node = world_node(w, w->cluster.placements[j->placements].node)->number,
        .nodes = count_nodes(w, j),
        .gpus = j->row.gpus,
        .ended_by = (int8_t)cause,
        .precision = (int8_t)world_option(w, j)->precision,
        .queued = j->queued_at,
        .claimed = j->claimed_at,
        .start = j->started_at,
        .end = w->engine.now,
        .done_before = in_units(w, j, done_before),
        .done_after = in_units(w, j, j->done),
        .checkpoints = point->checkpoints,
    };
    memcpy(row->time, time, sizeof row->time);
}

/* What the job would have taken and cost with nothing but its work at full speed. */
static void fill_sticker(struct world *w, struct job *j)
{
    const struct option *option =
        j->row.pool >= 0 ? world_option(w, j) : &world_class(w, j)->options[0];
    double ticks = (double)j->total * option->stretch;
    j->row.ideal = option->stretch == 1 ? j->total : ticks_from_seconds(ticks / TICKS_PER_SECOND);
    money_cost(w->plan->pools[option->pool].price, (quantity_t)j->row.ideal * j->row.gpus,
               &j->row.sticker, w->status);
}

static void charge_services(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    const struct job_class *class = world_class(w, j);
    int32_t pool = j->row.pool >= 0 ? j->row.pool : class->options[0].pool;
    quantity_t megabytes = ((quantity_t) class->storage_bytes + 999999) / 1000000;
    books_service(w, job, pool, SERVICE_STORAGE, megabytes * (j->row.end - j->row.submit));
    if (j->row.outcome == OUTCOME_COMPLETED)
        books_service(w, job, pool, SERVICE_EGRESS, (quantity_t) class->egress_bytes);
    const struct orchestration_spec *o = &w->plan->orchestration;
    money fee;
    if (__builtin_mul_overflow(o->per_attempt, (money)j->row.attempts, &fee)) {
        status_set(w->status, STATUS_OVERFLOW,
                   "the orchestration fee of job %" PRId32 " is too large", j->row.id);
        return;
    }
    money_add(&fee, o->per_job, w->status);
    money_add(&j->row.cost[ACCOUNT_ORCHESTRATION], fee, w->status);
    w->attempts += j->row.attempts;
}

void books_job(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    j->row.done = in_units(w, j, j->done);
    fill_sticker(w, j);
    charge_services(w, job);
    for (int a = 0; a < ACCOUNTS; a++) {
        money amount = j->row.cost[a];
        bool gpu = a < GPU_ACCOUNTS && j->row.gpu[a];
        if (amount == 0 && !gpu)
            continue;
        money_add(&j->row.cost_total, amount, w->status);
        post_ledger_row(w, j->row.id, j->row.pool, a, amount,
                        gpu ? ticks_to_seconds(j->row.gpu[a]) : 0);
    }
    money_add(&w->attributed, j->row.cost_total, w->status);
    if (!trace_wants(w->trace, TRACE_JOBS))
        return;
    struct job_row *row = trace_row(w->trace, TRACE_JOBS, w->status);
    if (row)
        *row = j->row;
}

void books_lease(struct world *w, int32_t node, enum lease_end end, sim_time released,
                 sim_time billed, money cost)
{
    if (!trace_wants(w->trace, TRACE_LEASES))
        return;
    const struct node *n = world_node(w, node);
    struct lease_row *row = trace_row(w->trace, TRACE_LEASES, w->status);
    if (!row)
        return;
    *row = (struct lease_row){.rep = w->replication,
                              .pool = n->pool,
                              .node = n->number,
                              .gpus = w->plan->pools[n->pool].gpus_per_node,
                              .ended_by = (int8_t)end,
                              .requested = n->requested,
                              .granted = n->granted,
                              .ready = n->ready,
                              .released = released,
                              .billed = billed,
                              .cost = cost,
                              .provisionings = n->provisionings};
    memcpy(row->gpu, n->gpu, sizeof row->gpu);
}

void books_failure(struct world *w, int32_t node, sim_time repaired)
{
    if (!trace_wants(w->trace, TRACE_FAILURES))
        return;
    const struct node *n = world_node(w, node);
    struct failure_row *row = trace_row(w->trace, TRACE_FAILURES, w->status);
    if (!row)
        return;
    *row = (struct failure_row){.rep = w->replication,
                                .pool = n->pool,
                                .node = n->number,
                                .cause = n->cause,
                                .jobs = n->victims,
                                .time = n->failed_at,
                                .detected = n->detected_at,
                                .repaired = repaired};
}

/* ---- series ---- */

static struct series_row pool_state(const struct world *w, int32_t pool)
{
    const struct pool *p = &w->cluster.pools[pool];
    int64_t k = p->spec->gpus_per_node;
    return (struct series_row){
        .rep = w->replication,
        .pool = pool,
        .time = w->engine.now,
        .busy_gpus = p->busy,
        .claimed_gpus = p->claimed,
        .idle_gpus = p->free_ready,
        .pending_gpus = k * (p->state_nodes[NODE_REQUESTED] + p->state_nodes[NODE_PROVISIONING]),
        .down_gpus = k * (p->state_nodes[NODE_FAILED] + p->state_nodes[NODE_REPAIR]),
    };
}

/* Field by field: what lies between the fields of a struct has no value. */
static bool same_state(const struct series_row *a, const struct series_row *b)
{
    return a->rep == b->rep && a->pool == b->pool && a->queued_jobs == b->queued_jobs &&
           a->queued_gpus == b->queued_gpus && a->busy_gpus == b->busy_gpus &&
           a->claimed_gpus == b->claimed_gpus && a->idle_gpus == b->idle_gpus &&
           a->pending_gpus == b->pending_gpus && a->down_gpus == b->down_gpus;
}

static void write_if_changed(struct world *w, struct series_row *last, const struct series_row *now)
{
    if (same_state(last, now))
        return;
    *last = *now;
    struct series_row *row = trace_row(w->trace, TRACE_SERIES, w->status);
    if (row)
        *row = *now;
}

void books_series(struct world *w)
{
    if (!trace_wants(w->trace, TRACE_SERIES) || w->engine.now < w->series_next)
        return;
    w->series_next = w->engine.now + w->plan->trace.series_every;
    for (int32_t i = 0; i < w->cluster.pool_count; i++) {
        struct series_row now = pool_state(w, i);
        write_if_changed(w, &w->series_last[i], &now);
    }
    struct series_row queue = {.rep = w->replication,
                               .pool = -1,
                               .time = w->engine.now,
                               .queued_jobs = (int32_t)w->queue.jobs,
                               .queued_gpus = w->queue.gpus};
    write_if_changed(w, &w->series_last[w->cluster.pool_count], &queue);
}

/* ---- the end of the run ---- */

/* The orchestration's own bill: so much a job, an attempt, and for the time of the run. */
static void charge_orchestration(struct world *w)
{
    const struct orchestration_spec *o = &w->plan->orchestration;
    money standing = 0;
    money_cost(o->standing, w->engine.now, &standing, w->status);
    post_ledger_row(w, -1, -1, ACCOUNT_ORCHESTRATION, standing, 0);
    money_add(&w->attributed, standing, w->status);
    __int128 bill =
        (__int128)o->per_job * w->left + (__int128)o->per_attempt * w->attempts + standing;
    if (bill > INT64_MAX)
        status_set(w->status, STATUS_OVERFLOW, "the orchestration's bill is too large to count");
    else
        w->orchestration = (money)bill;
}

static void close_pool(struct world *w, int32_t pool)
{
    struct ledger *l = &w->ledgers[pool];
    money bill = 0;
    if (ledger_check(l, w->status) || ledger_bill(l, &bill, w->status))
        return;
    money_add(&w->result->bill, bill, w->status);
    for (int a = 0; a < ACCOUNTS; a++) {
        double seconds = a < GPU_ACCOUNTS ? ticks_to_seconds(l->pool_gpu[a]) : 0;
        post_ledger_row(w, -1, pool, a, l->pool_cost[a], seconds);
        money_add(&w->attributed, l->pool_cost[a], w->status);
    }
}

void books_close(struct world *w)
{
    for (int32_t i = 0; i < w->cluster.pool_count && !world_failed(w); i++)
        close_pool(w, i);
    charge_orchestration(w);
    money_add(&w->result->bill, w->orchestration, w->status);
    if (world_failed(w) || w->result->bill == w->attributed)
        return;
    status_set(w->status, STATUS_IDENTITY,
               "money identity broken: the bill is %" PRId64 " nano-units, but %" PRId64
               " are attributed",
               w->result->bill, w->attributed);
}

void books_run(struct world *w)
{
    if (!trace_wants(w->trace, TRACE_RUNS))
        return;
    struct run_row *row = trace_row(w->trace, TRACE_RUNS, w->status);
    if (row)
        *row = (struct run_row){.rep = w->replication,
                                .end = w->result->end,
                                .makespan = w->result->makespan,
                                .bill = w->result->bill,
                                .events = (int64_t)w->result->events,
                                .fingerprint = (int64_t)(w->result->fingerprint >> 1),
                                .live_jobs_peak = w->result->live_jobs_peak};
}
