/* A distribution moved by a constant, such as a minimum duration before a random rest. */
#include <math.h>

#include "sim/law.h"

enum { BY }; /* in p */

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(BY)};
    int chosen = law_choose(d, sets, 1, status);
    if (chosen < 0)
        return chosen;
    d->mean = distribution_mean(d->parts[0]) + d->p[BY];
    return law_check_prepared(d, 0, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return distribution_sample(d->parts[0], rng) + d->p[BY];
}

static double cdf(const struct distribution *d, double x)
{
    return distribution_cdf(d->parts[0], x - d->p[BY]);
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    const struct distribution *inner = d->parts[0];
    double by = d->p[BY], part;
    int rc = inner->law->partial_mean(inner, low - by, high - by, &part, status);
    if (rc == 0)
        *result = part + by * law_probability(inner, low - by, high - by);
    return rc;
}

const struct law law_shifted = {
    .name = "shifted",
    .doc = "The distribution `of`, plus by.",
    .contents = LAW_INNER,
    .parameters = {{"by", LAW_VALUE, -INFINITY, INFINITY, false, "what is added"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
