/* Lognormal: the logarithm is normal. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#include "sim/law.h"

enum { MEAN, CV, MEDIAN, P95 }; /* in p */
enum { MU, SIGMA };             /* in q */

#define NORMAL_P95 1.6448536269514722 /* the 95 % quantile of the standard normal */

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(MEAN) | LAW_BIT(CV), LAW_BIT(MEDIAN) | LAW_BIT(P95)};
    int chosen = law_choose(d, sets, 2, status);
    if (chosen < 0)
        return chosen;
    if (chosen == 0) {
        double variance = log1p(d->p[CV] * d->p[CV]);
        d->mean = d->p[MEAN];
        d->q[SIGMA] = sqrt(variance);
        d->q[MU] = log(d->mean) - variance / 2;
    } else {
        if (d->p[P95] <= d->p[MEDIAN])
            return status_set(status, STATUS_INPUT,
                              "lognormal: p95 must be greater than median; median is %g and p95 is "
                              "%g. Use constant for a value that does not vary.",
                              d->p[MEDIAN], d->p[P95]);
        d->q[MU] = log(d->p[MEDIAN]);
        d->q[SIGMA] = (log(d->p[P95]) - d->q[MU]) / NORMAL_P95;
        d->mean = exp(d->q[MU] + d->q[SIGMA] * d->q[SIGMA] / 2);
    }
    if (!(d->q[SIGMA] > 0))
        d->q[SIGMA] = NAN;
    return law_check_prepared(d, 2, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return exp(d->q[MU] + gsl_ran_gaussian_ziggurat(&rng->gsl, d->q[SIGMA]));
}

static double cdf(const struct distribution *d, double x)
{
    return x > 0 ? gsl_cdf_ugaussian_P((log(x) - d->q[MU]) / d->q[SIGMA]) : 0;
}

const struct law law_lognormal = {
    .name = "lognormal",
    .doc = "log X is normal; either mean and cv, or median and p95.",
    .parameters = {{"mean", LAW_VALUE, 0, INFINITY, true, "the mean"},
                   {"cv", LAW_NUMBER, 0, INFINITY, true, "standard deviation / mean"},
                   {"median", LAW_VALUE, 0, INFINITY, true, "the 50 % quantile"},
                   {"p95", LAW_VALUE, 0, INFINITY, true, "the 95 % quantile"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = law_integrate_partial_mean,
};
