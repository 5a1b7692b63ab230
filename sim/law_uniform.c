/* Uniform between two values. */
#include <math.h>

#include "sim/law.h"

enum { LOW, HIGH };    /* in p */
enum { START, WIDTH }; /* in q */

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(LOW) | LAW_BIT(HIGH)};
    int chosen = law_choose(d, sets, 1, status);
    if (chosen < 0)
        return chosen;
    if (d->p[HIGH] < d->p[LOW])
        return status_set(status, STATUS_INPUT,
                          "uniform: high must be at least low; low is %g and high is %g.",
                          d->p[LOW], d->p[HIGH]);
    d->q[START] = d->p[LOW];
    d->q[WIDTH] = d->p[HIGH] - d->p[LOW];
    d->mean = d->q[WIDTH] > 0 ? d->p[LOW] + d->q[WIDTH] / 2 : d->p[LOW];
    return law_check_prepared(d, 2, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return d->q[START] + d->q[WIDTH] * rng_uniform(rng);
}

static double cdf(const struct distribution *d, double x)
{
    if (x < d->q[START])
        return 0;
    if (x >= d->p[HIGH])
        return 1;
    return (x - d->q[START]) / d->q[WIDTH];
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    (void)status;
    double left = fmax(low, d->p[LOW]), right = fmin(high, d->p[HIGH]);
    *result = 0;
    if (left <= right && d->q[WIDTH] > 0)
        *result = (left + (right - left) / 2) * ((right - left) / d->q[WIDTH]);
    else if (left <= right)
        *result = d->mean;
    return 0;
}

const struct law law_uniform = {
    .name = "uniform",
    .doc = "Every value between low and high is equally likely.",
    .parameters = {{"low", LAW_VALUE, -INFINITY, INFINITY, false, "the least value"},
                   {"high", LAW_VALUE, -INFINITY, INFINITY, false, "the greatest value"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
