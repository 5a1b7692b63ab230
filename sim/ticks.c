/* Time: conversion and saturating addition. */
#include "sim/ticks.h"

#include <math.h>

#include "sim/bug.h"

sim_time ticks_from_seconds(double seconds)
{
    double ticks = seconds * (double)TICKS_PER_SECOND;
    if (!(ticks > 0)) /* NaN too */
        return 0;
    if (ticks >= (double)SIM_TIME_MAX)
        return SIM_TIME_MAX;
    return (sim_time)nearbyint(ticks); /* the default rounding mode: ties to even */
}

double ticks_to_seconds(sim_time ticks)
{
    return (double)ticks / (double)TICKS_PER_SECOND;
}

sim_time ticks_add(sim_time a, sim_time b)
{
    bug_assert(a >= 0 && a <= SIM_TIME_MAX && b >= 0 && b <= SIM_TIME_MAX);
    sim_time sum = a + b; /* at most half of INT64_MAX */
    return sum < SIM_TIME_MAX ? sum : SIM_TIME_MAX;
}
