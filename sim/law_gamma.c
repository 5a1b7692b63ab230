/* Gamma; of whole shape k, the Erlang distribution of k exponential stages. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#include "sim/law.h"

enum { MEAN, SHAPE, CV };  /* in p */
enum { Q_SHAPE, Q_SCALE }; /* in q */

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    static const unsigned sets[] = {LAW_BIT(MEAN) | LAW_BIT(SHAPE), LAW_BIT(MEAN) | LAW_BIT(CV)};
    int chosen = law_choose(d, sets, 2, status);
    if (chosen < 0)
        return chosen;
    d->mean = d->p[MEAN];
    d->q[Q_SHAPE] = chosen == 0 ? d->p[SHAPE] : 1 / (d->p[CV] * d->p[CV]);
    d->q[Q_SCALE] = d->mean / d->q[Q_SHAPE];
    if (!(d->q[Q_SHAPE] > 0) || !(d->q[Q_SCALE] > 0))
        d->q[Q_SCALE] = NAN;
    return law_check_prepared(d, 2, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    return gsl_ran_gamma(&rng->gsl, d->q[Q_SHAPE], d->q[Q_SCALE]);
}

static double cdf(const struct distribution *d, double x)
{
    return x > 0 ? gsl_cdf_gamma_P(x, d->q[Q_SHAPE], d->q[Q_SCALE]) : 0;
}

const struct law law_gamma = {
    .name = "gamma",
    .doc =
        "Density proportional to x^(shape-1) exp(-shape x / mean); mean with either shape or cv, "
        "shape = 1 / cv^2.",
    .parameters = {{"mean", LAW_VALUE, 0, INFINITY, true, "the mean"},
                   {"shape", LAW_NUMBER, 0, INFINITY, true, "1 is exponential"},
                   {"cv", LAW_NUMBER, 0, INFINITY, true, "standard deviation / mean"}},
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = law_integrate_partial_mean,
};
