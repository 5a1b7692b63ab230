/* A job's life outside its attempts: arrival, dependencies, the queue, retries, deadlines, leaving.
 */
#include "models/world_jobs.h"

#include <inttypes.h>
#include <math.h>

#include "models/policy_table.h"
#include "models/world_attempt.h"
#include "models/world_books.h"

/* ---- waiting ---- */

/* Whether there is a pool that it may not use yet, or could give its request up for. */
static bool can_fall_back(const struct world *w, const struct job *j)
{
    int32_t options = world_class(w, j)->option_count;
    if (j->state == JOB_QUEUED)
        return j->last_option + 1 < options;
    return j->state == JOB_CLAIMED && !j->holding && j->ungranted && j->option + 1 < options;
}

void job_watch_fallback(struct world *w, int32_t job)
{
    const struct job *j = world_job(w, job);
    if (!w->plan->route->staged || j->fallback || !can_fall_back(w, j))
        return;
    event_handle handle = world_schedule(w, w->plan->fallback_after, EVENT_FALLBACK, job, 0);
    world_job(w, job)->fallback = handle;
}

static void push(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    j->state = JOB_QUEUED;
    j->order_key = w->plan->order->key(w->plan, j);
    queue_push(&w->queue, &w->jobs, job, w->status);
    w->pass_needed = true;
}

static void enqueue(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    j->queued_at = j->since = w->engine.now;
    j->first_option = 0;
    j->last_option = w->plan->route->staged ? 0 : world_class(w, j)->option_count - 1;
    push(w, job);
    job_watch_fallback(w, job);
}

/* Among the options after `option`: the first that could take the job at once; -1 = none. */
static int32_t next_available(const struct world *w, const struct job *j, int32_t option)
{
    const struct job_class *class = world_class(w, j);
    for (int32_t i = option + 1; i < class->option_count; i++) {
        int32_t pool = class->options[i].pool;
        if (cluster_fits_ready(&w->cluster, pool, j->row.gpus) ||
            cluster_nodes_missing(&w->cluster, pool, j->row.gpus) >= 0)
            return i;
    }
    return -1;
}

void job_fallback(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    j->fallback = 0;
    if (!can_fall_back(w, j))
        return;
    if (j->state == JOB_QUEUED) {
        queue_remove(&w->queue, &w->jobs, job);
        j->last_option++;
        push(w, job);
    } else {
        int32_t option = next_available(w, j, j->option);
        if (option >= 0) { /* gives the request up for a pool that has room now */
            claim_withdraw(w, job);
            j->first_option = j->last_option = option;
            push(w, job);
        }
    }
    job_watch_fallback(w, job);
}

static void leave(struct world *w, int32_t job, enum outcome outcome);

/* ---- arrival ---- */

static void submit(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    const struct job_class *class = world_class(w, j);
    j->row.submit = j->since = w->engine.now;
    if (class->deadline < SIM_TIME_MAX) {
        j->row.deadline = ticks_add(w->engine.now, class->deadline);
        if (class->deadline_cancels)
            j->deadline = world_schedule(w, class->deadline, EVENT_DEADLINE, job, 0);
    }
    enqueue(w, job);
}

/* The number of the job of the parent class that this one waits for. */
static int64_t parent_number(const struct world *w, const struct job *j)
{
    const struct arrival_spec *arrival = &w->plan->classes[world_class(w, j)->after].arrival;
    return arrival->count == 1 ? 0 : j->row.number;
}

static enum fate fate_of(const struct class_state *parent, int64_t number)
{
    if ((size_t)number < parent->fate_capacity && parent->fates[number] != FATE_OPEN)
        return parent->fates[number];
    return parent->exhausted && number >= parent->arrived ? FATE_NOT_COMPLETED : FATE_OPEN;
}

static void park(struct world *w, struct class_state *parent, int32_t job, int64_t number)
{
    size_t known = parent->parked_capacity;
    if (mem_grow((void **)&parent->parked, &parent->parked_capacity, (size_t)number + 1,
                 sizeof *parent->parked, w->status))
        return;
    for (size_t i = known; i < parent->parked_capacity; i++)
        parent->parked[i] = -1;
    struct job *j = world_job(w, job);
    j->state = JOB_PARKED;
    j->next = parent->parked[number];
    parent->parked[number] = job;
}

static void leave_unsubmitted(struct world *w, int32_t job, enum outcome outcome)
{
    struct job *j = world_job(w, job);
    j->row.submit = j->since = w->engine.now;
    leave(w, job, outcome);
}

static void begin(struct world *w, int32_t job, enum fate parent)
{
    if (parent == FATE_COMPLETED)
        submit(w, job);
    else
        leave_unsubmitted(w, job, OUTCOME_DEPENDENCY);
}

static void release_parked(struct world *w, struct class_state *parent, int64_t number,
                           enum fate fate)
{
    if ((size_t)number >= parent->parked_capacity)
        return;
    int32_t job = parent->parked[number];
    parent->parked[number] = -1;
    while (job >= 0) {
        int32_t next = world_job(w, job)->next;
        world_job(w, job)->next = -1;
        begin(w, job, fate);
        job = next;
    }
}

static void exhaust(struct world *w, struct class_state *state)
{
    state->exhausted = true;
    w->open_classes--;
    for (size_t i = (size_t)state->arrived; i < state->parked_capacity; i++)
        release_parked(w, state, (int64_t)i, FATE_NOT_COMPLETED);
}

static void schedule_arrival(struct world *w, int32_t class_id)
{
    const struct arrival_spec *a = &w->plan->classes[class_id].arrival;
    struct class_state *state = &w->classes[class_id];
    if (state->arrived >= a->count) {
        exhaust(w, state);
        return;
    }
    if (a->kind == ARRIVAL_TIMES)
        state->next_at = a->times[state->arrived];
    else
        state->next_at =
            ticks_add(state->next_at,
                      ticks_from_seconds(distribution_sample(a->interarrival, &state->arrivals)));
    if (state->next_at > a->until)
        exhaust(w, state);
    else if (state->next_at <= w->plan->until) /* else the run is cut while its children wait */
        world_schedule(w, state->next_at - w->engine.now, EVENT_ARRIVAL, class_id, 0);
}

void jobs_start_arrivals(struct world *w)
{
    w->open_classes = w->plan->class_count;
    for (int32_t i = 0; i < w->plan->class_count; i++) {
        const struct job_class *class = &w->plan->classes[i];
        struct class_state *state = &w->classes[i];
        state->group = rng_group(class->name);
        state->next_at = class->arrival.start;
        rng_open(&state->arrivals, w->key, PURPOSE_ARRIVAL, state->group, 0);
        if (class->after >= 0)
            w->classes[class->after].awaited = true;
    }
    for (int32_t i = 0; i < w->plan->class_count; i++)
        schedule_arrival(w, i);
}

static double draw_work(struct world *w, const struct job *j)
{
    struct rng rng;
    rng_open(&rng, w->key, PURPOSE_WORK, w->classes[j->row.class_id].group,
             (uint64_t)j->row.number);
    double work = distribution_sample(world_class(w, j)->work, &rng);
    return work > 0 ? work : 0;
}

void job_arrive(struct world *w, int32_t class_id)
{
    const struct job_class *class = &w->plan->classes[class_id];
    struct class_state *state = &w->classes[class_id];
    int32_t job = jobs_add(&w->jobs, w->status);
    if (job < 0)
        return;
    struct job *j = world_job(w, job);
    j->row = (struct job_row){
        .rep = w->replication,
        .id = (int32_t)w->arrived++,
        .class_id = class_id,
        .gpus = class->gpus,
        .number = (int32_t)state->arrived++,
        .pool = -1,
        .arrival = w->engine.now,
        .first_start = -1,
        .deadline = -1,
        .deadline_met = -1,
    };
    j->row.work = draw_work(w, j);
    j->total = ticks_from_seconds(j->row.work * class->options[0].seconds_per_unit);
    if (class->after < 0) {
        submit(w, job);
    } else {
        struct class_state *parent = &w->classes[class->after];
        int64_t number = parent_number(w, j);
        enum fate fate = fate_of(parent, number);
        if (fate == FATE_OPEN)
            park(w, parent, job, number);
        else
            begin(w, job, fate);
    }
    if (!world_failed(w))
        schedule_arrival(w, class_id);
}

/* ---- after an attempt ---- */

static sim_time backoff(const struct retry_spec *retry, int32_t attempts)
{
    double wait = ticks_to_seconds(retry->backoff) * pow(retry->factor, attempts - 1);
    sim_time ticks = ticks_from_seconds(wait);
    return ticks < retry->limit ? ticks : retry->limit;
}

static void retry_or_fail(struct world *w, int32_t job)
{
    struct job *j = world_job(w, job);
    const struct retry_spec *retry = &world_class(w, j)->retry;
    if (j->row.attempts >= retry->max_attempts) {
        leave(w, job, OUTCOME_FAILED);
        return;
    }
    sim_time wait = backoff(retry, j->row.attempts);
    if (wait == 0) {
        enqueue(w, job);
        return;
    }
    j->state = JOB_BACKOFF;
    j->retry = world_schedule(w, wait, EVENT_RETRY, job, 0);
}

void job_retry(struct world *w, int32_t job)
{
    books_wait(w, job);
    enqueue(w, job);
}

/* ---- leaving ---- */

/* Frees whatever the job has or waits for, in any state. */
static void abandon(struct world *w, int32_t job, enum attempt_end cause)
{
    struct job *j = world_job(w, job);
    switch (j->state) {
    case JOB_RUNNING:
    case JOB_DEAD:
        attempt_close(w, job, cause);
        break;
    case JOB_CLAIMED:
        claim_withdraw(w, job);
        break;
    case JOB_QUEUED:
        books_wait(w, job);
        queue_remove(&w->queue, &w->jobs, job);
        break;
    case JOB_BACKOFF:
        books_wait(w, job);
        break;
    default:
        break;
    }
}

void job_deadline(struct world *w, int32_t job)
{
    abandon(w, job, ATTEMPT_CANCELLED);
    leave(w, job, OUTCOME_CANCELLED);
}

void job_cut(struct world *w, int32_t job)
{
    if (world_job(w, job)->state == JOB_PARKED) {
        leave_unsubmitted(w, job, OUTCOME_UNFINISHED);
        return;
    }
    abandon(w, job, ATTEMPT_CUT);
    leave(w, job, OUTCOME_UNFINISHED);
}

static void check_time_identity(struct world *w, const struct job_row *row)
{
    sim_time sum = 0;
    for (int a = 0; a < TIME_ACCOUNTS; a++)
        sum += row->time[a];
    if (sum == row->end - row->submit)
        return;
    status_set(w->status, STATUS_IDENTITY,
               "time identity broken: job %" PRId32 " took %" PRId64
               " us from submission to its end, but its accounts sum to %" PRId64 " us",
               row->id, row->end - row->submit, sum);
}

static void tell_children(struct world *w, const struct job_row *row)
{
    struct class_state *state = &w->classes[row->class_id];
    if (!state->awaited)
        return;
    if (mem_grow((void **)&state->fates, &state->fate_capacity, (size_t)row->number + 1,
                 sizeof *state->fates, w->status))
        return;
    enum fate fate = row->outcome == OUTCOME_COMPLETED ? FATE_COMPLETED : FATE_NOT_COMPLETED;
    state->fates[row->number] = (int8_t)fate;
    if (row->outcome != OUTCOME_UNFINISHED)
        release_parked(w, state, row->number, fate);
}

static void leave(struct world *w, int32_t job, enum outcome outcome)
{
    struct job *j = world_job(w, job);
    engine_cancel(&w->engine, j->deadline);
    engine_cancel(&w->engine, j->fallback);
    engine_cancel(&w->engine, j->retry);
    j->row.end = w->engine.now;
    j->row.outcome = (int8_t)outcome;
    if (j->row.deadline >= 0)
        j->row.deadline_met = outcome == OUTCOME_COMPLETED && j->row.end <= j->row.deadline;
    check_time_identity(w, &j->row);
    books_job(w, job);
    w->left++;
    if (outcome != OUTCOME_UNFINISHED)
        w->last_end = w->engine.now;
    w->result->jobs[outcome]++;
    struct job_row row = j->row;
    jobs_remove(&w->jobs, job);
    tell_children(w, &row);
}

void job_attempt_over(struct world *w, int32_t job, enum attempt_end cause)
{
    if (attempt_close(w, job, cause))
        return; /* it holds its gang and waits for the missing node */
    if (cause == ATTEMPT_COMPLETED)
        leave(w, job, OUTCOME_COMPLETED);
    else
        retry_or_fail(w, job);
}

void job_attempt_ended(struct world *w, int32_t job)
{
    bool left = world_job(w, job)->leaving;
    job_attempt_over(w, job, left ? ATTEMPT_INTERRUPTED : ATTEMPT_COMPLETED);
}
