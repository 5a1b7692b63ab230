/* The timeline's arithmetic against a player that lives through an attempt tick by tick and keeps a
 * list of its checkpoints. */
#include <criterion/criterion.h>
#include <inttypes.h>

#include "models/timeline.h"
#include "tests/support/draw.h"

/* ---- the player ---- */

enum { WRITTEN_MAX = 4096 };

struct player {
    const struct timeline *t;
    sim_time now;
    sim_time staging, restore, done, blocked;
    sim_time since; /* work since the last checkpoint began */
    sim_time blocked_until;
    bool ended; /* the checkpoint at the end has begun */
    int count;  /* checkpoints begun */
    sim_time state[WRITTEN_MAX], durable_at[WRITTEN_MAX];
};

static bool is_working(const struct player *p)
{
    return p->staging == p->t->staging && p->restore == p->t->restore;
}

/* What happens without time passing: a checkpoint begins. */
static void begin_checkpoint_if_due(struct player *p)
{
    const struct checkpoint *c = &p->t->checkpoint;
    if (!is_working(p) || c->interval == 0 || p->t->work == 0 || p->now < p->blocked_until)
        return;
    bool finished = p->done == p->t->work;
    bool due = finished ? c->at_end && !p->ended : p->since == c->interval;
    if (!due)
        return;
    cr_assert_lt(p->count, WRITTEN_MAX);
    p->ended = finished;
    p->since = 0;
    p->blocked_until = p->now + c->block;
    p->state[p->count] = p->done;
    p->durable_at[p->count] = p->now + c->lag;
    p->count++;
}

static bool is_complete(const struct player *p)
{
    return is_working(p) && p->done == p->t->work && p->now >= p->blocked_until;
}

static void pass_a_tick(struct player *p)
{
    if (p->staging < p->t->staging)
        p->staging++;
    else if (p->restore < p->t->restore)
        p->restore++;
    else if (p->now < p->blocked_until)
        p->blocked++;
    else
        p->done++, p->since++;
    p->now++;
    begin_checkpoint_if_due(p);
}

static struct timeline_point look(const struct player *p)
{
    struct timeline_point point = {.done = p->done,
                                   .staging = p->staging,
                                   .restore = p->restore,
                                   .checkpoint = p->blocked,
                                   .safe_at = p->now + p->t->checkpoint.lag};
    for (int i = 0; i < p->count; i++) {
        if (p->durable_at[i] <= p->now) {
            point.durable = p->state[i];
            point.checkpoints++;
        } else if (p->state[i] == p->done) {
            point.safe_at = p->durable_at[i];
        }
    }
    if (is_complete(p))
        point.durable = point.done;
    return point;
}

/* ---- cases ---- */

static struct timeline draw_timeline(struct draw *d)
{
    struct timeline t = {
        .staging = draw_chance(d, 50) ? 0 : draw_int(d, 0, 12),
        .restore = draw_chance(d, 50) ? 0 : draw_int(d, 0, 12),
        .work = draw_chance(d, 5) ? 0 : draw_int(d, 0, 90),
    };
    struct checkpoint *c = &t.checkpoint;
    c->interval = draw_chance(d, 10) ? 0 : draw_int(d, 1, draw_chance(d, 50) ? 6 : 100);
    c->block = draw_chance(d, 30) ? 0 : draw_int(d, 0, 9);
    c->lag = c->block;
    if (draw_chance(d, 60))
        c->lag += draw_int(d, 0, draw_chance(d, 30) ? 200 : 12);
    c->at_end = draw_chance(d, 40);
    return t;
}

static void expect_same(const struct timeline *t, sim_time offset,
                        const struct timeline_point *found, const struct timeline_point *played)
{
    const struct checkpoint *c = &t->checkpoint;
    /* Where everything is durable nobody asks when it will be. */
    bool safe = played->done == played->durable || found->safe_at == played->safe_at;
    bool same = found->done == played->done && found->durable == played->durable &&
                found->checkpoints == played->checkpoints && found->staging == played->staging &&
                found->restore == played->restore && found->checkpoint == played->checkpoint;
    cr_assert(same && safe,
              "staging %" PRId64 " restore %" PRId64 " work %" PRId64 " interval %" PRId64
              " block %" PRId64 " lag %" PRId64 " at_end %d, offset %" PRId64
              ": found (played) done %" PRId64 " (%" PRId64 ") durable %" PRId64 " (%" PRId64
              ") checkpoints %" PRId64 " (%" PRId64 ") blocked %" PRId64 " (%" PRId64
              ") safe_at %" PRId64 " (%" PRId64 ")",
              t->staging, t->restore, t->work, c->interval, c->block, c->lag, c->at_end, offset,
              found->done, played->done, found->durable, played->durable, found->checkpoints,
              played->checkpoints, found->checkpoint, played->checkpoint, found->safe_at,
              played->safe_at);
}

static void expect_as_played(const struct timeline *t)
{
    static struct player player;
    player = (struct player){.t = t};
    begin_checkpoint_if_due(&player);
    for (;;) {
        struct timeline_point found, played = look(&player);
        bool complete = is_complete(&player);
        if (!complete)
            cr_assert_gt(timeline_length(t), player.now, "work %" PRId64 ": over too early",
                         t->work);
        else
            cr_assert_eq(timeline_length(t), player.now);
        timeline_at(t, player.now, &found);
        expect_same(t, player.now, &found, &played);
        if (complete)
            return;
        pass_a_tick(&player);
    }
}

Test(timeline, is_what_a_player_of_single_checkpoints_sees_at_every_offset)
{
    struct draw draw = {1};
    for (int i = 0; i < 20000; i++) {
        struct timeline t = draw_timeline(&draw);
        expect_as_played(&t);
    }
}

Test(timeline, of_all_small_checkpoint_rules_is_as_played)
{
    for (sim_time work = 0; work <= 7; work++)
        for (sim_time interval = 0; interval <= 8; interval++)
            for (sim_time block = 0; block <= 3; block++)
                for (sim_time more = 0; more <= 20; more += 2)
                    for (int at_end = 0; at_end <= 1; at_end++) {
                        struct timeline t = {
                            .staging = work % 2,
                            .restore = block % 2,
                            .work = work,
                            .checkpoint = {interval, block, block + more, at_end},
                        };
                        expect_as_played(&t);
                    }
}

/* The same timeline in a unit of time that is a million times finer. */
Test(timeline, does_not_depend_on_the_unit_of_time)
{
    struct draw draw = {2};
    const sim_time k = 1000003;
    for (int i = 0; i < 2000; i++) {
        struct timeline t = draw_timeline(&draw), fine = t;
        fine.staging *= k;
        fine.restore *= k;
        fine.work *= k;
        fine.checkpoint.interval *= k;
        fine.checkpoint.block *= k;
        fine.checkpoint.lag *= k;
        cr_assert_eq(timeline_length(&fine), timeline_length(&t) * k);
        for (sim_time offset = 0; offset <= timeline_length(&t); offset++) {
            struct timeline_point coarse, found;
            timeline_at(&t, offset, &coarse);
            timeline_at(&fine, offset * k, &found);
            coarse.done *= k;
            coarse.durable *= k;
            coarse.safe_at *= k;
            coarse.staging *= k;
            coarse.restore *= k;
            coarse.checkpoint *= k;
            expect_same(&fine, offset * k, &found, &coarse);
        }
    }
}

/* 10 h of work, a checkpoint every 4 h that blocks for 1 h and is durable after 3 h:
 * 0-4 work, 4-5 blocked, 5-9 work, 9-10 blocked, 10-12 work. Durable: 4 h from 7, 8 h from 12. */
Test(timeline, of_two_asynchronous_checkpoints_is_worked_out_by_hand)
{
    const sim_time h = TICKS_PER_HOUR;
    struct timeline t = {.work = 10 * h, .checkpoint = {4 * h, h, 3 * h, false}};
    struct timeline_point p;
    cr_assert_eq(timeline_length(&t), 12 * h);
    timeline_at(&t, 7 * h - 1, &p);
    cr_expect_eq(p.done, 6 * h - 1);
    cr_expect_eq(p.durable, 0);
    timeline_at(&t, 7 * h, &p);
    cr_expect_eq(p.done, 6 * h);
    cr_expect_eq(p.durable, 4 * h);
    cr_expect_eq(p.checkpoints, 1);
    timeline_at(&t, 9 * h + h / 2, &p);
    cr_expect_eq(p.done, 8 * h);
    cr_expect_eq(p.checkpoint, h + h / 2);
    cr_expect_eq(p.safe_at, 12 * h);
    timeline_at(&t, 12 * h, &p);
    cr_expect_eq(p.durable, 10 * h);
}

Test(timeline, longer_than_time_can_count_is_held_at_never)
{
    struct timeline t = {.work = SIM_TIME_MAX / 4,
                         .checkpoint = {1, TICKS_PER_HOUR, TICKS_PER_HOUR, false}};
    cr_assert_eq(timeline_length(&t), SIM_TIME_MAX);
    struct timeline_point p;
    timeline_at(&t, 2 * TICKS_PER_HOUR + 2, &p);
    cr_expect_eq(p.done, 2);
    cr_expect_eq(p.durable, 2);
}

/* Checkpoints begin at 10 and 22, each blocks for 2 and is durable 30 after. Work stops at 25 with
 * 21 done, and a last checkpoint is written until 55; those begun before become durable meanwhile,
 * at 40 and 52. */
Test(timeline, earlier_checkpoints_become_durable_while_the_last_one_is_written)
{
    static const struct {
        sim_time offset, durable;
        int64_t checkpoints;
    } at[] = {{25, 0, 0},  {39, 0, 0},  {40, 10, 1}, {51, 10, 1},
              {52, 20, 2}, {54, 20, 2}, {55, 21, 3}};
    struct timeline t = {.work = 100, .checkpoint = {.interval = 10, .block = 2, .lag = 30}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct timeline_point p;
        timeline_stopped(&t, 25, at[i].offset, &p);
        cr_expect_eq(p.done, 21);
        cr_expect_eq(p.checkpoint, at[i].offset - 21);
        cr_expect_eq(p.durable, at[i].durable, "at %zu", i);
        cr_expect_eq(p.checkpoints, at[i].checkpoints, "at %zu", i);
        cr_expect_eq(p.safe_at, 55);
    }
}
