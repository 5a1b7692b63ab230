/* Weibull: a failure rate that falls (shape < 1) or rises (shape > 1) with age. */
#include <math.h>

#include "sim/law.h"

enum { SHAPE, MEAN, SCALE };          /* in p */
enum { Q_SCALE, Q_SHAPE, Q_INVERSE }; /* in q */

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(SHAPE) | LAW_BIT(MEAN),
                                    LAW_BIT(SHAPE) | LAW_BIT(SCALE)};
    int chosen = law_choose(d, sets, 2, status);
    if (chosen < 0)
        return chosen;
    double inverse = 1 / d->p[SHAPE];
    double standard = tgamma(1 + inverse); /* the mean at scale 1 */
    d->q[Q_SHAPE] = d->p[SHAPE];
    d->q[Q_INVERSE] = inverse;
    if (chosen == 0) {
        d->mean = d->p[MEAN];
        d->q[Q_SCALE] = d->mean / standard;
    } else {
        d->q[Q_SCALE] = d->p[SCALE];
        d->mean = d->q[Q_SCALE] * standard;
    }
    if (!(d->q[Q_SCALE] > 0)) /* the mean is that of values too rare to be ever drawn */
        return status_set(
            status, STATUS_INPUT,
            "weibull: no distribution that can be computed with has shape %g and mean "
            "%g; choose a larger shape or give the scale.",
            d->p[SHAPE], d->p[MEAN]);
    return law_check_prepared(d, 3, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return d->q[Q_SCALE] * pow(-log(rng_uniform(rng)), d->q[Q_INVERSE]);
}

static double cdf(const struct distribution *d, double x)
{
    return x > 0 ? -expm1(-pow(x / d->q[Q_SCALE], d->q[Q_SHAPE])) : 0;
}

const struct law law_weibull = {
    .name = "weibull",
    .doc = "P(X > x) = exp(-(x / scale)^shape); shape with either mean or scale.",
    .parameters = {{"shape", LAW_NUMBER, 0, INFINITY, true, "1 is exponential"},
                   {"mean", LAW_VALUE, 0, INFINITY, true, "the mean"},
                   {"scale", LAW_VALUE, 0, INFINITY, true, "the 63.2 % quantile"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = law_integrate_partial_mean,
};
