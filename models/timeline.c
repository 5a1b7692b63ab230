#include "models/timeline.h"

#include "sim/bug.h"

/* Checkpoints that begin before the work is done (and at its end, if asked). */
static int64_t checkpoint_count(const struct timeline *t)
{
    const struct checkpoint *c = &t->checkpoint;
    if (c->interval <= 0 || t->work <= 0)
        return 0;
    return (t->work - 1) / c->interval + (c->at_end ? 1 : 0);
}

/* The one at the end may come before a whole interval has passed since the last. */
static sim_time work_before(const struct timeline *t, int64_t checkpoint)
{
    sim_time work = checkpoint * t->checkpoint.interval;
    return work < t->work ? work : t->work;
}

sim_time timeline_length(const struct timeline *t)
{
    __int128 length = (__int128)checkpoint_count(t) * t->checkpoint.block;
    length += (__int128)t->staging + t->restore + t->work;
    return length < SIM_TIME_MAX ? (sim_time)length : SIM_TIME_MAX;
}

/* How many of the first `begun` checkpoints are durable at `x` ticks of the working phase. */
static int64_t durable_count(const struct timeline *t, int64_t begun, sim_time x)
{
    if (begun == 0)
        return 0;
    const struct checkpoint *c = &t->checkpoint;
    int64_t all = checkpoint_count(t);
    /* Number j >= 1 begins at j interval + (j - 1) block, but for the one at the end. */
    int64_t n = begun == all && c->at_end ? begun - 1 : begun;
    if (n < begun && t->work + (begun - 1) * c->block + c->lag <= x)
        return begun;
    sim_time latest = x + c->block - c->lag;
    int64_t by_time = latest < 0 ? 0 : latest / (c->interval + c->block);
    return by_time < n ? by_time : n;
}

static void working(const struct timeline *t, sim_time x, struct timeline_point *p)
{
    const struct checkpoint *c = &t->checkpoint;
    int64_t all = checkpoint_count(t);
    if (all == 0) {
        p->done = x;
        p->safe_at = x + c->lag;
        return;
    }
    sim_time cycle = c->interval + c->block;
    int64_t passed = x / cycle; /* whole cycles of work and block */
    if (passed > all)
        passed = all;
    sim_time rest = x - passed * cycle;
    int64_t begun = passed;
    if (passed < all) {
        sim_time stretch = work_before(t, passed + 1) - work_before(t, passed);
        if (rest >=
            stretch) { /* blocked by checkpoint passed + 1 (or just past a shorter last stretch) */
            begun = passed + 1;
            p->done = work_before(t, begun);
            p->checkpoint = x - p->done;
            p->safe_at = p->done + passed * c->block + c->lag;
            if (p->safe_at < x)
                p->safe_at = x;
        }
    }
    if (begun == passed) {
        p->done = x - passed * c->block;
        if (p->done > t->work)
            p->done = t->work;
        p->checkpoint = x - p->done;
        p->safe_at = x + c->lag;
        if (rest == 0 && passed > 0) /* no work yet since the last one began */
            p->safe_at -= c->block;
    }
    p->begun = begun;
    p->checkpoints = durable_count(t, begun, x);
    p->durable = work_before(t, p->checkpoints);
}

void timeline_at(const struct timeline *t, sim_time offset, struct timeline_point *p)
{
    *p = (struct timeline_point){0};
    bug_assert(offset >= 0 && offset <= timeline_length(t));
    p->staging = offset < t->staging ? offset : t->staging;
    sim_time after_staging = offset - p->staging;
    p->restore = after_staging < t->restore ? after_staging : t->restore;
    sim_time x = after_staging - p->restore;
    working(t, x, p);
    p->safe_at += t->staging + t->restore;
    if (offset == timeline_length(t))
        p->durable = p->done;
    bug_assert(p->staging + p->restore + p->done + p->checkpoint == offset);
}

void timeline_stopped(const struct timeline *t, sim_time stop, sim_time offset,
                      struct timeline_point *p)
{
    timeline_at(t, stop, p);
    p->checkpoint += offset - stop;
    p->checkpoints = durable_count(t, p->begun, offset - t->staging - t->restore);
    p->durable = work_before(t, p->checkpoints);
    if (offset >= p->safe_at) {
        p->checkpoints += p->durable < p->done; /* the last one */
        p->durable = p->done;
    }
}
