/* Exponential: the time to an event that comes at a constant rate. */
#include <math.h>

#include "sim/law.h"

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(0)};
    int chosen = law_choose(d, sets, 1, status);
    if (chosen < 0)
        return chosen;
    d->mean = d->p[0];
    return 0;
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return -d->mean * log(rng_uniform(rng)); /* by inversion: one word a draw; never 0 */
}

static double cdf(const struct distribution *d, double x)
{
    return x > 0 ? -expm1(-x / d->mean) : 0;
}

const struct law law_exponential = {
    .name = "exponential",
    .doc = "P(X > x) = exp(-x / mean).",
    .parameters = {{"mean", LAW_VALUE, 0, INFINITY, true, "the mean"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = law_integrate_partial_mean,
};
