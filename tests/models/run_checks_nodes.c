/* Nodes: leases, failures, and who holds what when. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/models/run_checks.h"

/* ---- sums over time ---- */

struct change {
    sim_time time;
    int32_t by;
};

/* By time; at one instant decreases come first, or last. */
static int compare_down_first(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->by > y->by) - (x->by < y->by);
}

static int compare_up_first(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return x->time != y->time ? compare_down_first(a, b) : (x->by < y->by) - (x->by > y->by);
}

static void add(struct change *changes, size_t *count, sim_time from, sim_time to, int32_t by)
{
    changes[(*count)++] = (struct change){from, by};
    changes[(*count)++] = (struct change){to, -by};
}

static int64_t peak(struct change *changes, size_t count)
{
    int64_t sum = 0, most = 0;
    qsort(changes, count, sizeof *changes, compare_down_first);
    for (size_t i = 0; i < count; i++) {
        sum += changes[i].by;
        most = sum > most ? sum : most;
    }
    return most;
}

/* The least from 0 until `end`. */
static int64_t trough(struct change *changes, size_t count, sim_time end)
{
    int64_t sum = 0, least = INT64_MAX;
    qsort(changes, count, sizeof *changes, compare_up_first);
    for (size_t i = 0; i < count && changes[i].time < end; i++) {
        sum += changes[i].by;
        bool lasts = i + 1 == count || changes[i + 1].time > changes[i].time;
        if (lasts && sum < least)
            least = sum;
    }
    return least == INT64_MAX ? 0 : least;
}

/* ---- leases ---- */

static bool check_lease_row(const struct run *run, const struct lease_row *l, char *report)
{
    const struct pool_spec *spec = &run->plan.pools[l->pool];
    int64_t sum = 0;
    for (int a = 0; a < GPU_ACCOUNTS; a++) {
        CHECK(l->gpu[a] >= 0, "pool %d node %d, %s", l->pool, l->node, account_names[a]);
        sum += l->gpu[a];
    }
    CHECK(sum == l->billed * l->gpus, "pool %d node %d", l->pool, l->node);
    CHECK(l->gpus == spec->gpus_per_node, "pool %d node %d", l->pool, l->node);
    CHECK(l->granted < 0 || l->granted >= l->requested, "pool %d node %d", l->pool, l->node);
    CHECK(l->ready < 0 || (l->granted >= 0 && l->ready >= l->granted && l->released >= l->ready),
          "pool %d node %d", l->pool, l->node);
    sim_time from = spec->market->elastic && !spec->billing.from_granted ? l->ready : l->granted;
    sim_time held = from < 0 ? 0 : l->released - from;
    if (from < 0)
        CHECK(l->billed == 0, "pool %d node %d", l->pool, l->node);
    CHECK(l->billed - held == l->gpu[ACCOUNT_ROUNDING] / l->gpus, "pool %d node %d", l->pool,
          l->node);
    if (spec->market->elastic && from >= 0) {
        const struct billing_spec *b = &spec->billing;
        sim_time least = held > b->minimum ? held : b->minimum;
        CHECK(l->billed % b->granularity == 0, "pool %d node %d", l->pool, l->node);
        CHECK(l->billed >= least && l->billed < least + b->granularity, "pool %d node %d", l->pool,
              l->node);
    }
    if (!spec->market->elastic)
        CHECK(l->requested == 0 && l->released == run->result.end &&
                  l->billed == (held > spec->term ? held : spec->term),
              "pool %d node %d", l->pool, l->node);
    if (l->ended_by == LEASE_WITHDRAWN)
        CHECK(l->granted < 0, "pool %d node %d", l->pool, l->node);
    return true;
}

static bool check_counts(const struct run *run, struct change *changes, char *report)
{
    for (int32_t pool = 0; pool < run->plan.pool_count; pool++) {
        const struct pool_spec *spec = &run->plan.pools[pool];
        size_t count = 0;
        for (size_t i = 0; i < run->lease_count; i++)
            if (run->leases[i].pool == pool && run->leases[i].released > run->leases[i].requested)
                add(changes, &count, run->leases[i].requested, run->leases[i].released, 1);
        int64_t most = peak(changes, count);
        if (!spec->market->elastic) {
            CHECK(run->result.end == 0 || most == spec->nodes, "pool %d has %" PRId64 " nodes",
                  pool, most);
            continue;
        }
        CHECK(most <= spec->max_nodes, "pool %d has %" PRId64 " nodes", pool, most);
        int64_t least = trough(changes, count, run->result.end);
        CHECK(run->result.end == 0 || least >= spec->min_nodes,
              "pool %d has only %" PRId64 " nodes", pool, least);
    }
    return true;
}

/* ---- who is where ---- */

/* The attempt of each placement. */
static bool find_attempts(const struct run *run, const struct attempt_row **attempts, char *report)
{
    for (size_t i = 0; i < run->placement_count; i++) {
        const struct placement_row *p = &run->placements[i];
        attempts[i] = check_attempt(run, p->job, p->attempt);
        CHECK(attempts[i] != NULL, "job %d attempt %d", p->job, p->attempt);
    }
    return true;
}

/* Attempts lie inside the leases of their nodes, and no GPU has two at a time. */
static bool check_placements(const struct run *run, const struct attempt_row **attempts,
                             struct change *changes, char *report)
{
    for (size_t i = 0; i < run->placement_count; i++) {
        const struct placement_row *p = &run->placements[i];
        const struct attempt_row *a = attempts[i];
        const struct lease_row *l = check_lease(run, a->pool, p->node);
        CHECK(l != NULL, "job %d is on node %d of pool %d", p->job, p->node, a->pool);
        CHECK(l->ready >= 0 && l->ready <= a->start && a->end <= l->released,
              "job %d attempt %d on node %d of pool %d", p->job, p->attempt, p->node, a->pool);
        size_t count = 0;
        for (size_t k = 0; k < run->placement_count; k++) {
            const struct placement_row *q = &run->placements[k];
            const struct attempt_row *b = attempts[k];
            if (b->pool == a->pool && q->node == p->node && b->end > b->start)
                add(changes, &count, b->start, b->end, q->gpus);
        }
        CHECK(peak(changes, count) <= l->gpus, "node %d of pool %d", p->node, a->pool);
    }
    return true;
}

/* ---- failures ---- */

/* Nothing completes on a broken node, nothing outlives the detection, nothing begins in repair. */
static bool check_failure(const struct run *run, const struct attempt_row **attempts,
                          const struct failure_row *f, char *report)
{
    const struct lease_row *lease = check_lease(run, f->pool, f->node);
    CHECK(lease != NULL, "node %d of pool %d", f->node, f->pool);
    sim_time detected = f->detected >= 0 ? f->detected : run->result.end;
    sim_time up = f->repaired >= 0 ? f->repaired : lease->released;
    CHECK(f->time <= detected && detected <= up && lease->ready <= f->time,
          "node %d of pool %d at %" PRId64, f->node, f->pool, f->time);
    for (size_t i = 0; i < run->placement_count; i++) {
        const struct placement_row *p = &run->placements[i];
        const struct attempt_row *a = attempts[i];
        if (a->pool != f->pool || p->node != f->node || a->end <= f->time || a->start >= up)
            continue;
        CHECK(a->start <= detected && a->end <= detected && a->ended_by != ATTEMPT_COMPLETED,
              "job %d attempt %d runs on node %d of pool %d, which is down from %" PRId64, p->job,
              p->attempt, p->node, f->pool, f->time);
        if (f->cause != FAILURE_INTERRUPTION)
            CHECK(a->time[TIME_DETECT] >= a->end - (f->time > a->start ? f->time : a->start),
                  "job %d attempt %d works on broken node %d of pool %d", p->job, p->attempt,
                  p->node, f->pool);
    }
    return true;
}

static bool check_victims(const struct run *run, const struct attempt_row **attempts, char *report)
{
    int64_t victims = 0, broken = 0;
    for (size_t i = 0; i < run->failure_count; i++) {
        if (!check_failure(run, attempts, &run->failures[i], report))
            return false;
        victims += run->failures[i].jobs;
    }
    for (size_t i = 0; i < run->attempt_count; i++)
        broken += check_is_broken(&run->attempts[i]);
    CHECK(broken <= victims, "%" PRId64 " attempts broke, failures count %" PRId64, broken,
          victims);
    CHECK(broken > 0 || victims == 0, "%" PRId64 " attempts ended by failures", victims);
    return true;
}

bool run_check_nodes(const struct run *run, char *report)
{
    struct change *changes =
        calloc(2 * (run->lease_count + run->placement_count + 1), sizeof *changes);
    const struct attempt_row **attempts = calloc(run->placement_count + 1, sizeof *attempts);
    bool good = find_attempts(run, attempts, report);
    for (size_t i = 0; i < run->lease_count && good; i++)
        good = check_lease_row(run, &run->leases[i], report);
    good = good && check_counts(run, changes, report) &&
           check_placements(run, attempts, changes, report) && check_victims(run, attempts, report);
    free(attempts);
    free(changes);
    return good;
}
