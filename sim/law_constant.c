/* Always the same value. */
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
    (void)rng;
    return d->mean;
}

static double cdf(const struct distribution *d, double x)
{
    return x >= d->mean ? 1 : 0;
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    (void)status;
    *result = low <= d->mean && d->mean <= high ? d->mean : 0;
    return 0;
}

const struct law law_constant = {
    .name = "constant",
    .doc = "Always value.",
    .parameters = {{"value", LAW_VALUE, -INFINITY, INFINITY, false, "the value"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
