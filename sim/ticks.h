/* Time: integer microseconds ("ticks") since the scenario's start. */
#ifndef FLEETWRIGHT_SIM_TICKS_H
#define FLEETWRIGHT_SIM_TICKS_H

#include <stdint.h>

typedef int64_t sim_time; /* ticks; -1 where a time may be missing */

#define TICKS_PER_SECOND INT64_C(1000000)
#define TICKS_PER_HOUR   (INT64_C(3600) * TICKS_PER_SECOND)
#define SIM_TIME_MAX     (INT64_MAX / 4) /* some 73,000 years: "never" */

/* The one rounding rule from sampled seconds to ticks: nearest, ties to even; negative and NaN
 * become 0; above SIM_TIME_MAX becomes SIM_TIME_MAX. */
sim_time ticks_from_seconds(double seconds);

double ticks_to_seconds(sim_time ticks);

/* a + b, held at SIM_TIME_MAX. Both must be in [0, SIM_TIME_MAX]. */
sim_time ticks_add(sim_time a, sim_time b);

#endif
