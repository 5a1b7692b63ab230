#include "sim/ticks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>

static const struct {
    double seconds;
    sim_time ticks;
} rounded[] = {
    {0, 0},
    {1, 1000000},
    {3600.25, 3600250000},
    {0.4e-6, 0},
    {0.5e-6, 0}, /* ties to even */
    {1.5e-6, 2},
    {2.5e-6, 2},
    {0.6e-6, 1},
    {-1, 0},
    {-INFINITY, 0},
    {NAN, 0},
    {INFINITY, SIM_TIME_MAX},
    {1e300, SIM_TIME_MAX},
    {1e13, SIM_TIME_MAX},
    {1e12, 1000000000000000000},
};

Test(ticks, seconds_are_rounded_by_one_rule)
{
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++)
        cr_assert_eq(ticks_from_seconds(rounded[i].seconds), rounded[i].ticks, "%g s became %lld",
                     rounded[i].seconds, (long long)ticks_from_seconds(rounded[i].seconds));
}

Test(ticks, ticks_survive_the_way_over_seconds)
{
    for (sim_time t = 1; t < INT64_C(1) << 50; t = t * 3 + 1)
        cr_assert_eq(ticks_from_seconds(ticks_to_seconds(t)), t);
}

Test(ticks, a_sum_is_held_at_never)
{
    cr_assert_eq(ticks_add(3, 4), 7);
    cr_assert_eq(ticks_add(SIM_TIME_MAX, 0), SIM_TIME_MAX);
    cr_assert_eq(ticks_add(SIM_TIME_MAX - 1, 1), SIM_TIME_MAX);
    cr_assert_eq(ticks_add(SIM_TIME_MAX, SIM_TIME_MAX), SIM_TIME_MAX);
}

Test(ticks, a_missing_time_cannot_be_added_to, .signal = SIGABRT)
{
    ticks_add(-1, 5);
}
