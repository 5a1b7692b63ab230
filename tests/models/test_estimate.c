#include <criterion/criterion.h>
#include <math.h>

#include "models/estimate.h"
#include "tests/support/draw.h"

static struct checkpoint every(double interval, double block)
{
    sim_time ticks = ticks_from_seconds(block);
    return (struct checkpoint){ticks_from_seconds(interval), ticks, ticks, false};
}

static void expect_near(double found, double expected, double tolerance)
{
    cr_assert(fabs(found - expected) <= tolerance * fabs(expected), "found %.12g, expected %.12g",
              found, expected);
}

Test(estimate, of_a_run_without_failures_is_work_and_the_blocks_between)
{
    struct checkpoint rule = every(100, 5);
    expect_near(estimate_run(1000, 0, 50, &rule), 1000 + 9 * 5, 1e-12);
    expect_near(estimate_run(1000, 0, 50, NULL), 1000, 1e-12);
}

Test(estimate, of_no_work_is_nothing)
{
    struct checkpoint rule = every(100, 5);
    cr_expect_eq(estimate_run(0, 0, 10, &rule), 0);
    cr_expect_eq(estimate_run(0, 0.5, 10, NULL), 0);
}

/* 24 h of work at an MTBF of 48 h without checkpoints: 48 (e^0.5 - 1) = 31.1386 h. */
Test(estimate, of_unprotected_work_is_the_exact_expectation)
{
    double h = 3600;
    expect_near(estimate_run(24 * h, 1 / (48 * h), 0, NULL) / h, 31.138621, 1e-7);
}

/* M e^(R/M) (e^((tau + C)/M) - 1) W/tau with M = 10 h, R = 0.5 h, tau = 2 h, C = 0.1 h, W = 20 h:
 * 10 x 1.0512710964 x 0.2336780600 x 10 = 24.5658904... */
Test(estimate, of_checkpointed_work_is_dalys)
{
    double h = 3600;
    struct checkpoint rule = every(2 * h, 0.1 * h);
    double expected = 10 * exp(0.05) * (exp(0.21) - 1) * 10;
    expect_near(estimate_run(20 * h, 1 / (10 * h), 0.5 * h, &rule) / h, expected, 1e-9);
}

Test(estimate, of_work_shorter_than_the_interval_writes_no_checkpoint)
{
    struct checkpoint rule = every(100, 60);
    expect_near(estimate_run(40, 0.01, 7, &rule), estimate_run(40, 0.01, 7, NULL), 1e-12);
    expect_near(estimate_run(40, 0, 7, &rule), 40, 1e-12);
}

Test(estimate, of_a_hopeless_run_is_infinite_and_never_nan)
{
    cr_expect(isinf(estimate_run(1e9, 1, 0, NULL)));
    cr_expect(isinf(estimate_run(1e9, 1, 1e9, NULL)));
    struct checkpoint rule = every(1e6, 1);
    cr_expect(isinf(estimate_run(1e9, 1, 5, &rule)));
}

/* An attempt lives for an exponential time and starts over from its last checkpoint after a
 * restart, in which it may fail again. */
static double play(struct draw *d, double work, double hazard, double restart, double interval,
                   double block)
{
    double spent = 0;
    for (double done = 0; done < work;) {
        double need = interval + block;
        double life = -log(((double)(draw_word(d) >> 11) + 0.5) / 9007199254740992.0) / hazard;
        if (life >= need) {
            spent += need;
            done += interval;
            continue;
        }
        spent += life;
        for (;;) { /* the restart itself may fail */
            life = -log(((double)(draw_word(d) >> 11) + 0.5) / 9007199254740992.0) / hazard;
            spent += life < restart ? life : restart;
            if (life >= restart)
                break;
        }
    }
    return spent;
}

Test(estimate, of_a_run_is_the_mean_of_played_runs)
{
    enum { RUNS = 40000 };
    struct draw draw = {3};
    struct checkpoint rule = every(50, 4);
    double sum = 0, squares = 0;
    for (int i = 0; i < RUNS; i++) {
        double spent = play(&draw, 500, 0.01, 10, 50, 4);
        sum += spent;
        squares += spent * spent;
    }
    double mean = sum / RUNS, error = sqrt((squares / RUNS - mean * mean) / RUNS);
    double expected = estimate_run(500, 0.01, 10, &rule);
    cr_assert_lt(fabs(mean - expected), 4 * error, "mean %.4f +- %.4f, estimated %.4f", mean, error,
                 expected);
}

Test(estimate, of_draining_is_the_fluid_one)
{
    cr_expect_eq(estimate_drain(0, 8, 100), 0);
    cr_expect_eq(estimate_drain(8, 8, 100), 200);
    cr_expect_eq(estimate_drain(2, 8, 100), 50);
    cr_expect_eq(estimate_drain(2, 8, -5), 0, "jobs that run late are expected at once");
    cr_expect(isinf(estimate_drain(9, 8, 100)));
    cr_expect(isinf(estimate_drain(1, 0, 100)));
}
