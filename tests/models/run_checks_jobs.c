/* Jobs and their attempts. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "tests/models/run_checks.h"

static const enum time_account attempt_accounts[] = {TIME_STAGING, TIME_RESTORE,    TIME_USEFUL,
                                                     TIME_LOST,    TIME_CHECKPOINT, TIME_DETECT};
enum { ATTEMPT_ACCOUNTS = sizeof attempt_accounts / sizeof *attempt_accounts };

/* ---- one attempt ---- */

static bool check_attempt_row(const struct run *run, const struct attempt_row *a, char *report)
{
    CHECK(a->queued <= a->claimed && a->claimed <= a->start && a->start <= a->end,
          "job %d attempt %d", a->job, a->number);
    sim_time sum = 0;
    for (int t = 0; t < TIME_ACCOUNTS; t++) {
        CHECK(a->time[t] >= 0, "job %d attempt %d, %s", a->job, a->number, time_account_names[t]);
        sum += a->time[t];
    }
    CHECK(sum == a->end - a->start, "job %d attempt %d", a->job, a->number);
    CHECK(a->done_before <= a->done_after, "job %d attempt %d", a->job, a->number);
    CHECK(a->number > 1 || a->time[TIME_RESTORE] == 0, "job %d restores at first", a->job);
    if (a->ended_by == ATTEMPT_COMPLETED || a->ended_by == ATTEMPT_CUT)
        CHECK(a->time[TIME_LOST] == 0 || a->time[TIME_DETECT] > 0 || a->ended_by == ATTEMPT_CUT,
              "job %d loses work in attempt %d", a->job, a->number);
    if (a->ended_by == ATTEMPT_COMPLETED)
        CHECK(a->time[TIME_LOST] == 0 && a->time[TIME_DETECT] == 0, "job %d attempt %d", a->job,
              a->number);

    int32_t gpus = 0, nodes = 0, parts = 0, per_node = run->plan.pools[a->pool].gpus_per_node;
    for (size_t i = 0; i < run->placement_count; i++) {
        const struct placement_row *p = &run->placements[i];
        if (p->job != a->job || p->attempt != a->number)
            continue;
        gpus += p->gpus;
        nodes++;
        parts += p->gpus < per_node;
    }
    CHECK(gpus == a->gpus && nodes == a->nodes && parts == (a->gpus % per_node != 0),
          "job %d attempt %d: %d GPUs on %d nodes, %d of them shared", a->job, a->number, gpus,
          nodes, parts);
    return true;
}

/* ---- the attempts of a job ---- */

static sim_time backoffs(const struct retry_spec *retry, int32_t count)
{
    sim_time sum = 0;
    double wait = ticks_to_seconds(retry->backoff);
    for (int32_t i = 0; i < count; i++, wait *= retry->factor) {
        sim_time ticks = ticks_from_seconds(wait);
        sum += ticks < retry->limit ? ticks : retry->limit;
    }
    return sum;
}

static bool check_chain(const struct run *run, const struct job_row *job, char *report)
{
    sim_time times[TIME_ACCOUNTS] = {0};
    const struct attempt_row *last = NULL;
    for (int32_t n = 1; n <= job->attempts; n++) {
        const struct attempt_row *a = check_attempt(run, job->id, n);
        CHECK(a != NULL, "job %d attempt %d", job->id, n);
        CHECK(a->gpus == job->gpus, "job %d", job->id);
        CHECK(a->queued >= (last ? last->end : job->submit), "job %d attempt %d overlaps", job->id,
              n);
        CHECK(a->done_before == (last ? last->done_after : 0), "job %d attempt %d", job->id, n);
        CHECK(!last || check_is_broken(last), "job %d is tried again after attempt %d", job->id,
              n - 1);
        for (int t = 0; t < TIME_ACCOUNTS; t++)
            times[t] += a->time[t];
        last = a;
    }
    CHECK(check_attempt(run, job->id, job->attempts + 1) == NULL, "job %d", job->id);
    for (int i = 0; i < ATTEMPT_ACCOUNTS; i++)
        CHECK(times[attempt_accounts[i]] == job->time[attempt_accounts[i]], "job %d, %s", job->id,
              time_account_names[attempt_accounts[i]]);
    CHECK(job->done == (last ? last->done_after : 0), "job %d", job->id);
    CHECK(job->pool == (last ? last->pool : -1), "job %d", job->id);
    const struct attempt_row *first = check_attempt(run, job->id, 1);
    CHECK(job->first_start == (first ? first->start : -1), "job %d", job->id);
    if (job->outcome == OUTCOME_COMPLETED)
        CHECK(last && last->ended_by == ATTEMPT_COMPLETED && last->end == job->end, "job %d",
              job->id);
    if (job->outcome == OUTCOME_FAILED)
        CHECK(last && check_is_broken(last) && last->end == job->end, "job %d", job->id);
    return true;
}

/* ---- a job ---- */

static const struct option *option_of(const struct job_class *class, int32_t pool)
{
    for (int32_t i = 0; i < class->option_count; i++)
        if (class->options[i].pool == pool)
            return &class->options[i];
    return NULL;
}

/* The useful time of its attempts, brought to the speed of option 0, is the whole work. */
static bool check_work(const struct run *run, const struct job_row *job, char *report)
{
    const struct job_class *class = &run->plan.classes[job->class_id];
    double total = job->work * class->options[0].seconds_per_unit * (double)TICKS_PER_SECOND;
    double useful = 0,
           slack = 1 + 1e-9 * total; /* an attempt is rounded to ticks of its own pool */
    for (int32_t n = 1; n <= job->attempts; n++) {
        const struct attempt_row *a = check_attempt(run, job->id, n);
        const struct option *option = option_of(class, a->pool);
        CHECK(option != NULL, "job %d runs on pool %d", job->id, a->pool);
        if (option->stretch != 1)
            slack += 1 + 1 / option->stretch;
        useful += (double)a->time[TIME_USEFUL] / option->stretch;
    }
    CHECK(job->done == job->work, "job %d", job->id);
    CHECK(fabs(useful - total) <= slack, "job %d did %.1f of %.1f ticks", job->id, useful, total);
    return true;
}

static bool check_outcome(const struct run *run, const struct job_row *job, char *report)
{
    const struct job_class *class = &run->plan.classes[job->class_id];
    const struct retry_spec *retry = &class->retry;
    CHECK(job->attempts <= retry->max_attempts, "job %d", job->id);
    if (job->outcome == OUTCOME_FAILED)
        CHECK(job->attempts == retry->max_attempts, "job %d", job->id);
    bool ran_out = job->outcome == OUTCOME_COMPLETED || job->outcome == OUTCOME_FAILED;
    if (ran_out) {
        sim_time waited = class->hold_gang ? 0 : backoffs(retry, job->attempts - 1);
        CHECK(llabs(job->time[TIME_BACKOFF] - waited) <= job->attempts,
              "job %d waited %" PRId64 ", not %" PRId64, job->id, job->time[TIME_BACKOFF], waited);
    }
    if (!class->hold_gang)
        CHECK(job->time[TIME_HELD] == 0, "job %d", job->id);
    if (job->outcome == OUTCOME_DEPENDENCY || class->deadline == SIM_TIME_MAX)
        return true;
    if (job->outcome == OUTCOME_CANCELLED)
        CHECK(class->deadline_cancels && job->end == job->deadline && job->deadline_met == 0,
              "job %d", job->id);
    if (job->deadline >= 0) {
        CHECK(job->deadline == job->submit + class->deadline, "job %d", job->id);
        CHECK(!class->deadline_cancels || job->end <= job->deadline, "job %d", job->id);
        CHECK(job->deadline_met == (job->outcome == OUTCOME_COMPLETED && job->end <= job->deadline),
              "job %d", job->id);
    }
    return true;
}

static const struct job_row *parent_of(const struct run *run, const struct job_row *job)
{
    int32_t after = run->plan.classes[job->class_id].after;
    int32_t number = run->plan.classes[after].arrival.count == 1 ? 0 : job->number;
    for (size_t i = 0; i < run->job_count; i++)
        if (run->jobs[i].class_id == after && run->jobs[i].number == number)
            return &run->jobs[i];
    return NULL;
}

static bool check_dependency(const struct run *run, const struct job_row *job, char *report)
{
    if (run->plan.classes[job->class_id].after < 0) {
        CHECK(job->submit == job->arrival && job->outcome != OUTCOME_DEPENDENCY, "job %d", job->id);
        return true;
    }
    const struct job_row *parent = parent_of(run, job);
    bool completed = parent && parent->outcome == OUTCOME_COMPLETED;
    bool open = !parent || parent->outcome == OUTCOME_UNFINISHED;
    if (completed) {
        sim_time eligible = parent->end > job->arrival ? parent->end : job->arrival;
        CHECK(job->submit == eligible && job->outcome != OUTCOME_DEPENDENCY, "job %d", job->id);
    } else {
        CHECK(job->outcome == (open ? OUTCOME_UNFINISHED : OUTCOME_DEPENDENCY), "job %d", job->id);
        CHECK(job->attempts == 0 && job->submit == job->end, "job %d", job->id);
    }
    return true;
}

static bool check_job_row(const struct run *run, const struct job_row *job, char *report)
{
    sim_time sum = 0;
    for (int t = 0; t < TIME_ACCOUNTS; t++) {
        CHECK(job->time[t] >= 0, "job %d, %s", job->id, time_account_names[t]);
        sum += job->time[t];
    }
    CHECK(sum == job->end - job->submit, "job %d", job->id);
    CHECK(job->arrival <= job->submit && job->end <= run->result.end, "job %d", job->id);
    for (int i = 0; i < ATTEMPT_ACCOUNTS; i++) {
        static const enum account same[ATTEMPT_ACCOUNTS] = {ACCOUNT_STAGING,    ACCOUNT_RESTORE,
                                                            ACCOUNT_USEFUL,     ACCOUNT_LOST,
                                                            ACCOUNT_CHECKPOINT, ACCOUNT_DETECT};
        CHECK(job->gpu[same[i]] == job->time[attempt_accounts[i]] * job->gpus, "job %d, %s",
              job->id, account_names[same[i]]);
    }
    if (job->outcome == OUTCOME_COMPLETED && !check_work(run, job, report))
        return false;
    return check_chain(run, job, report) && check_outcome(run, job, report) &&
           check_dependency(run, job, report);
}

/* Of two jobs of one class, the one that was submitted first claims first. Falling back may put one
 * of them on other pools, and only the first attempts are compared. */
static bool check_order(const struct run *run, char *report)
{
    if (run->plan.fallback_after > 0 && route_needs_fallback_after(run->plan.route))
        return true;
    for (size_t i = 0; i < run->job_count; i++)
        for (size_t k = 0; k < run->job_count; k++) {
            const struct job_row *a = &run->jobs[i], *b = &run->jobs[k];
            const struct attempt_row *first = check_attempt(run, a->id, 1);
            const struct attempt_row *second = check_attempt(run, b->id, 1);
            if (a->class_id != b->class_id || !first || !second)
                continue;
            if (a->submit < b->submit || (a->submit == b->submit && a->id < b->id))
                CHECK(first->claimed <= second->claimed, "job %d is overtaken by job %d", a->id,
                      b->id);
        }
    return true;
}

bool run_check_jobs(const struct run *run, char *report)
{
    for (size_t i = 0; i < run->attempt_count; i++)
        if (!check_attempt_row(run, &run->attempts[i], report))
            return false;
    for (size_t i = 0; i < run->job_count; i++)
        if (!check_job_row(run, &run->jobs[i], report))
            return false;
    return check_order(run, report);
}
