#include "models/world.h"

#include "models/policy_table.h"
#include "models/scheduler.h"
#include "models/world_books.h"
#include "models/world_events.h"
#include "models/world_jobs.h"
#include "models/world_nodes.h"
#include "sim/memory.h"

enum { PROGRESS_EVENTS = 16384 }; /* between two reports; a power of two */

/* ---- events to handlers ---- */

static void handle(struct world *w, const struct event *event)
{
    int32_t id = event->a;
    switch ((enum event_kind)event->kind) {
    case EVENT_ATTEMPT_END:
        job_attempt_ended(w, id);
        break;
    case EVENT_NODE_GRANTED:
        on_granted(w, id);
        break;
    case EVENT_NODE_READY:
        on_provisioned(w, id);
        break;
    case EVENT_NODE_REPAIRED:
        node_repaired(w, id);
        break;
    case EVENT_STOCK:
        node_stock_turned(w, id);
        break;
    case EVENT_FAILURE_GIVEN:
        on_failure_given(w, id, event->b);
        break;
    case EVENT_NODE_FAILURE:
        on_failure(w, id, FAILURE_NODE, -1);
        break;
    case EVENT_DETECTED:
        on_detected(w, id);
        break;
    case EVENT_NOTICE:
        on_notice(w, id);
        break;
    case EVENT_INTERRUPTION:
        on_interruption(w, id);
        break;
    case EVENT_RETRY:
        job_retry(w, id);
        break;
    case EVENT_ARRIVAL:
        job_arrive(w, id);
        break;
    case EVENT_FALLBACK:
        job_fallback(w, id);
        break;
    case EVENT_DEADLINE:
        job_deadline(w, id);
        break;
    case EVENT_IDLE_RELEASE:
        node_expired(w, id);
        break;
    case EVENT_KINDS:
        break;
    }
}

static void record(struct world *w, const struct event *event)
{
    if (!trace_wants(w->trace, TRACE_EVENTS))
        return;
    struct event_row *row = trace_row(w->trace, TRACE_EVENTS, w->status);
    if (!row)
        return;
    *row = (struct event_row){.rep = w->replication,
                              .kind = event->kind,
                              .a = event->a,
                              .b = event->b,
                              .time = event->time};
}

static void report(const struct world *w, const struct progress *progress)
{
    if (!progress || !progress->report || w->engine.events % PROGRESS_EVENTS)
        return;
    double fraction = -1;
    if (w->expected_jobs > 0)
        fraction = (double)w->left / (double)w->expected_jobs;
    else if (w->plan->until < SIM_TIME_MAX)
        fraction = (double)w->engine.now / (double)w->plan->until;
    progress->report(progress->context, w->replication, fraction, w->engine.now, w->left);
}

/* All events of an instant are handled: one look at the queue, then what is still idle may go. */
static void finish_instant(struct world *w)
{
    if (w->pass_needed) {
        w->pass_needed = false;
        scheduler_pass(w);
    }
    if (w->idle.count)
        nodes_release_idle(w);
    books_series(w);
}

/* Without a given end the run is over when nobody is left and nobody comes. */
static bool is_over(const struct world *w)
{
    return w->plan->until == SIM_TIME_MAX && w->jobs.live == 0 && w->open_classes == 0;
}

static void loop(struct world *w, const struct progress *progress)
{
    struct event event;
    while (!world_failed(w) && !is_over(w) &&
           engine_next(&w->engine, w->plan->until, &event, w->status)) {
        if (event.time >= SIM_TIME_MAX) {
            status_set(
                w->status, STATUS_OVERFLOW,
                "The simulated time would pass 73,000 years, the most that is counted: look for "
                "a run time, a wait, a back-off or a deadline as long as that.");
            return;
        }
        record(w, &event);
        handle(w, &event);
        if (engine_instant_over(&w->engine))
            finish_instant(w);
        report(w, progress);
    }
}

/* ---- beginning and end ---- */

/* How many jobs will come in all; -1 when that is not known before. */
static int64_t count_jobs(const struct plan *plan)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < plan->class_count; i++) {
        const struct arrival_spec *a = &plan->classes[i].arrival;
        if (a->count == INT64_MAX || a->until < SIM_TIME_MAX || plan->until < SIM_TIME_MAX)
            return -1;
        sum += a->count;
    }
    return sum;
}

static int world_init(struct world *w, const struct plan *plan, int32_t replication,
                      struct trace *trace, struct run_result *result, struct status *status)
{
    *w = (struct world){.plan = plan,
                        .key = {plan->seed, (uint64_t)replication},
                        .replication = replication,
                        .trace = trace,
                        .status = status,
                        .holding_head = -1,
                        .holding_tail = -1,
                        .expected_jobs = count_jobs(plan),
                        .result = result};
    size_t pools = (size_t)plan->pool_count;
    jobs_init(&w->jobs);
    if (engine_init(&w->engine, status) || cluster_init(&w->cluster, plan, status) ||
        queue_init(&w->queue, plan, status))
        return status->code;
    engine_name_kinds(&w->engine, event_kind_names, EVENT_KINDS);
    w->ledgers = mem_alloc(pools, sizeof *w->ledgers, status);
    w->stock = mem_alloc(pools, sizeof *w->stock, status);
    w->closed = mem_alloc(pools, sizeof *w->closed, status);
    w->series_last = mem_alloc(pools + 1, sizeof *w->series_last, status);
    w->classes = mem_alloc((size_t)plan->class_count, sizeof *w->classes, status);
    w->candidates = mem_alloc((size_t)w->queue.options_max, sizeof *w->candidates, status);
    if (status->code)
        return status->code;
    for (size_t i = 0; i < pools; i++)
        ledger_init(&w->ledgers[i], &plan->pools[i]);
    return 0;
}

static void world_free(struct world *w)
{
    for (int32_t i = 0; w->classes && i < w->plan->class_count; i++) {
        mem_free(w->classes[i].fates);
        mem_free(w->classes[i].parked);
    }
    mem_free(w->classes);
    mem_free(w->candidates);
    mem_free(w->series_last);
    mem_free(w->closed);
    mem_free(w->stock);
    mem_free(w->ledgers);
    mem_free(w->idle.items);
    queue_free(&w->queue);
    jobs_free(&w->jobs);
    cluster_free(&w->cluster);
    engine_free(&w->engine);
}

/* Cuts whatever is still here and closes the books. */
static void finish(struct world *w)
{
    if (w->plan->until < SIM_TIME_MAX)
        w->engine.now = w->plan->until;
    for (int32_t i = 0; i < w->jobs.used && !world_failed(w); i++)
        if (world_job(w, i)->state != JOB_ABSENT)
            job_cut(w, i);
    if (!world_failed(w))
        nodes_close(w);
    books_series(w);
    if (!world_failed(w))
        books_close(w);
    w->result->end = w->engine.now;
    w->result->makespan = w->last_end;
    w->result->events = w->engine.events;
    w->result->fingerprint = w->engine.fingerprint;
    w->result->live_jobs_peak = w->jobs.peak;
    if (!world_failed(w))
        books_run(w);
    if (!world_failed(w))
        trace_flush(w->trace, w->status);
}

int world_run(const struct plan *plan, int32_t replication, struct trace *trace,
              const struct progress *progress, struct run_result *result, struct status *status)
{
    struct world w;
    *result = (struct run_result){0};
    if (!world_init(&w, plan, replication, trace, result, status)) {
        nodes_start(&w);
        jobs_start_arrivals(&w);
        if (engine_instant_over(&w.engine)) /* else the events of time 0 come first */
            finish_instant(&w);
        loop(&w, progress);
        if (!world_failed(&w))
            finish(&w);
    }
    world_free(&w);
    return status->code;
}
