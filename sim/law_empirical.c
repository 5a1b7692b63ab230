/* One of a list of observed values, each as likely as the others. */
#include <math.h>
#include <stdlib.h>

#include "sim/law.h"

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    (void)arena;
    /* Sorted for the cdf, and so that a sample does not depend on the order in a file. */
    qsort(d->values, d->count, sizeof *d->values, compare);
    long double sum = 0;
    for (size_t i = 0; i < d->count; i++)
        sum += d->values[i];
    double first = d->values[0], last = d->values[d->count - 1];
    d->mean = first == last ? first : (double)(sum / (long double)d->count);
    return law_check_prepared(d, 0, status);
}

static double sample(const struct distribution *d, struct rng *rng)
{
    unsigned __int128 product = (unsigned __int128)rng_word(rng) * d->count;
    return d->values[(size_t)(product >> 64)]; /* uneven by at most count / 2^64 */
}

/* How many values are <= x. */
static size_t rank_of(const struct distribution *d, double x)
{
    size_t low = 0, high = d->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->values[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double cdf(const struct distribution *d, double x)
{
    return (double)rank_of(d, x) / (double)d->count;
}

static int partial_mean(const struct distribution *d, double low, double high, double *result,
                        struct status *status)
{
    (void)status;
    long double sum = 0;
    for (size_t i = 0; i < d->count; i++)
        if (low <= d->values[i] && d->values[i] <= high)
            sum += d->values[i];
    *result = (double)(sum / (long double)d->count);
    return 0;
}

const struct law law_empirical = {
    .name = "empirical",
    .doc = "One of values, each equally likely.",
    .contents = LAW_LIST,
    .prepare = prepare,
    .sample = sample,
    .cdf = cdf,
    .partial_mean = partial_mean,
};
