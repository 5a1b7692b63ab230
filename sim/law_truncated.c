/* A distribution under the condition that its value lies in [low, high].
 *
 * Sampled by rejection, which is right for every law, with steps in its cdf or without, and is
 * cheap as long as enough of the distribution lies inside: less than ACCEPTANCE_MIN is refused. */
#include <math.h>

#include "sim/bug.h"
#include "sim/law.h"

enum { LOW, HIGH }; /* in p */
enum {
    Q_LOW,
    Q_HIGH,
    BELOW,
    INSIDE
}; /* in q: ends; P(X < low), P(low <= X <= high) of the inner */

#define ACCEPTANCE_MIN 0.01
enum { TRIES_MAX = 100000 }; /* at the least acceptance exceeded with probability exp(-1005) */

/* The mean is computed with rounding; where only one value is left, it is made to be that value. */
static double snap(const struct distribution *inner, double inside, double mean)
{
    const double candidates[] = {mean, nextafter(mean, -INFINITY), nextafter(mean, INFINITY)};
    for (int i = 0; i < 3; i++)
        if (law_probability(inner, candidates[i], candidates[i]) >= inside)
            return candidates[i];
    return mean;
}

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(LOW) | LAW_BIT(HIGH), LAW_BIT(LOW), LAW_BIT(HIGH)};
    int chosen = law_choose(d, sets, 3, status);
    if (chosen < 0)
        return chosen;
    const struct distribution *inner = d->parts[0];
    double low = isnan(d->p[LOW]) ? -INFINITY : d->p[LOW];
    double high = isnan(d->p[HIGH]) ? INFINITY : d->p[HIGH];
    if (high < low)
        return status_set(status, STATUS_INPUT,
                          "truncated: high must be at least low; low is %g and high is %g.", low,
                          high);
    double inside = law_probability(inner, low, high);
    if (!(inside >= ACCEPTANCE_MIN))
        return status_set(
            status, STATUS_INPUT,
            "truncated: only %.3g of the inner %s lies between %g and %g (its mean is "
            "%g); at least %g is needed. Widen the limits, or choose a distribution "
            "that lies between them.",
            inside, inner->law->name, low, high, distribution_mean(inner), ACCEPTANCE_MIN);
    d->q[Q_LOW] = low;
    d->q[Q_HIGH] = high;
    d->q[BELOW] = low > -INFINITY ? distribution_cdf(inner, nextafter(low, -INFINITY)) : 0;
    d->q[INSIDE] = inside;
    double part;
    int rc = inner->law->partial_mean(inner, low, high, &part, status);
    if (rc != 0)
        return rc;
    d->mean = snap(inner, inside, fmin(fmax(part / inside, low), high));
    return law_check_prepared(d, 0, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        double x = distribution_sample(d->parts[0], rng);
        if (d->q[Q_LOW] <= x && x <= d->q[Q_HIGH])
            return x;
    }
    bug_report("a truncated sample is accepted", __FILE__, __LINE__);
}

static double cdf(const struct distribution *d, double x)
{
    if (x < d->q[Q_LOW])
        return 0;
    if (x >= d->q[Q_HIGH])
        return 1;
    double p = (distribution_cdf(d->parts[0], x) - d->q[BELOW]) / d->q[INSIDE];
    return p < 0 ? 0 : p > 1 ? 1 : p;
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    const struct distribution *inner = d->parts[0];
    low = fmax(low, d->q[Q_LOW]);
    high = fmin(high, d->q[Q_HIGH]);
    *result = 0;
    if (low > high)
        return 0;
    int rc = inner->law->partial_mean(inner, low, high, result, status);
    *result /= d->q[INSIDE];
    return rc;
}

const struct law law_truncated = {
    .name = "truncated",
    .doc =
        "The distribution `of` under the condition low <= X <= high; one or both of low and high.",
    .contents = LAW_INNER,
    .parameters = {{"low", LAW_VALUE, -INFINITY, INFINITY, false, "the least value kept"},
                   {"high", LAW_VALUE, -INFINITY, INFINITY, false, "the greatest value kept"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
