/* One of several distributions, chosen by weight. */
#include <math.h>

#include "sim/law.h"

enum { TOTAL }; /* in q: the sum of the weights */

static double weighted(const struct distribution *d, size_t i, double value)
{
    return d->weights[i] > 0 ? d->weights[i] * value : 0; /* 0 even if the value is infinite */
}

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    double total = 0, sum = 0, first = NAN;
    bool same = true;
    for (size_t i = 0; i < d->count; i++) {
        double mean = distribution_mean(d->parts[i]);
        total += d->weights[i];
        sum += weighted(d, i, mean);
        if (d->weights[i] > 0) {
            if (isnan(first))
                first = mean;
            same = same && mean == first;
        }
    }
    d->q[TOTAL] = total;
    d->mean = same ? first : sum / total; /* exact where nothing has to be computed */
    return law_check_prepared(d, 1, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    double rest = d->q[TOTAL] * rng_uniform(rng);
    size_t chosen = 0;
    for (size_t i = 0; i < d->count; i++) {
        if (d->weights[i] == 0)
            continue;
        chosen = i; /* the last one with weight, should rounding leave a rest */
        if (rest < d->weights[i])
            break;
        rest -= d->weights[i];
    }
    return distribution_sample(d->parts[chosen], rng);
}

static double cdf(const struct distribution *d, double x)
{
    double sum = 0;
    for (size_t i = 0; i < d->count; i++)
        sum += weighted(d, i, distribution_cdf(d->parts[i], x));
    return sum / d->q[TOTAL];
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    double sum = 0;
    for (size_t i = 0; i < d->count; i++) {
        double part;
        int rc = d->parts[i]->law->partial_mean(d->parts[i], low, high, &part, status);
        if (rc != 0)
            return rc;
        sum += weighted(d, i, part);
    }
    *result = sum / d->q[TOTAL];
    return 0;
}

const struct law law_mixture = {
    .name = "mixture",
    .doc = "One of the listed distributions, each with probability weight / sum of weights.",
    .contents = LAW_WEIGHTED,
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
