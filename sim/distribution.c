/* The list of laws, and the checks that all of them share. */
#include "sim/distribution.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/bug.h"
#include "sim/law.h"

const struct law *const laws[] = {
    &law_constant,  &law_uniform, &law_exponential, &law_weibull,   &law_gamma, &law_lognormal,
    &law_empirical, &law_mixture, &law_shifted,     &law_truncated, NULL,
};

const struct law *law_find(const char *name)
{
    for (size_t i = 0; laws[i] != NULL; i++)
        if (strcmp(laws[i]->name, name) == 0)
            return laws[i];
    return NULL;
}

static int check_range(const struct law *law, const struct law_parameter *parameter, double value,
                       struct status *status)
{
    bool above = parameter->open_low ? value > parameter->low : value >= parameter->low;
    if (isfinite(value) && above && value <= parameter->high)
        return 0;
    char range[96] = "finite";
    if (isfinite(parameter->low) && isfinite(parameter->high))
        snprintf(range, sizeof range, "%s %g and at most %g",
                 parameter->open_low ? "greater than" : "at least", parameter->low,
                 parameter->high);
    else if (isfinite(parameter->low))
        snprintf(range, sizeof range, "finite and %s %g",
                 parameter->open_low ? "greater than" : "at least", parameter->low);
    return status_set(status, STATUS_INPUT, "%s: %s must be %s; it is %g.", law->name,
                      parameter->name, range, value);
}

static int check_values(const struct distribution *d, struct status *status)
{
    if (d->count == 0)
        return status_set(status, STATUS_INPUT, "%s needs at least one value; the list is empty.",
                          d->law->name);
    for (size_t i = 0; i < d->count; i++)
        if (!isfinite(d->values[i]))
            return status_set(status, STATUS_INPUT,
                              "%s: every value must be a finite number; value %zu is %g.",
                              d->law->name, i + 1, d->values[i]);
    return 0;
}

static int check_weights(const struct distribution *d, struct status *status)
{
    if (d->count == 0)
        return status_set(status, STATUS_INPUT, "%s needs at least one part; the list is empty.",
                          d->law->name);
    double sum = 0;
    for (size_t i = 0; i < d->count; i++) {
        if (!isfinite(d->weights[i]) || d->weights[i] < 0)
            return status_set(status, STATUS_INPUT,
                              "%s: every weight must be finite and at least 0; weight %zu is %g.",
                              d->law->name, i + 1, d->weights[i]);
        sum += d->weights[i];
    }
    if (!(sum > 0) || !isfinite(sum))
        return status_set(status, STATUS_INPUT,
                          "%s: the weights must have a finite sum greater than 0; their sum is %g.",
                          d->law->name, sum);
    return 0;
}

int distribution_prepare(struct distribution *d, struct arena *arena, struct status *status)
{
    const struct law *law = d->law;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < LAW_PARAMETERS_MAX && law->parameters[i].name != NULL; i++)
        if (!isnan(d->p[i]))
            rc = check_range(law, &law->parameters[i], d->p[i], status);
    if (rc == 0 && law->contents == LAW_LIST)
        rc = check_values(d, status);
    if (rc == 0 && law->contents == LAW_WEIGHTED)
        rc = check_weights(d, status);
    if (law->contents == LAW_INNER)
        bug_assert(d->count == 1);
    if (law->contents == LAW_WEIGHTED || law->contents == LAW_INNER)
        for (size_t i = 0; rc == 0 && i < d->count; i++)
            rc = distribution_prepare(d->parts[i], arena, status);
    return rc != 0 ? rc : law->prepare(d, arena, status);
}

double distribution_sample(const struct distribution *d, struct rng *rng)
{
    return d->law->sample(d, rng);
}

double distribution_mean(const struct distribution *d)
{
    return d->mean;
}

double distribution_cdf(const struct distribution *d, double x)
{
    return d->law->cdf(d, x);
}

static struct distribution *distribution_new(const struct law *law, double parameter,
                                             struct arena *arena, struct status *status)
{
    struct distribution *d = arena_alloc(arena, 1, sizeof *d, status);
    if (d == NULL)
        return NULL;
    d->law = law;
    d->p[0] = parameter;
    for (size_t i = 1; i < LAW_PARAMETERS_MAX; i++)
        d->p[i] = NAN;
    return distribution_prepare(d, arena, status) == 0 ? d : NULL;
}

struct distribution *distribution_constant(double value, struct arena *arena, struct status *status)
{
    return distribution_new(&law_constant, value, arena, status);
}

struct distribution *distribution_exponential(double mean, struct arena *arena,
                                              struct status *status)
{
    return distribution_new(&law_exponential, mean, arena, status);
}

bool distribution_is_constant(const struct distribution *d)
{
    return isfinite(d->mean) && law_probability(d, d->mean, d->mean) == 1;
}

double law_probability(const struct distribution *d, double low, double high)
{
    if (low > high)
        return 0;
    double below = low > -INFINITY ? d->law->cdf(d, nextafter(low, -INFINITY)) : 0;
    double upto = high < INFINITY ? d->law->cdf(d, high) : 1;
    return upto > below ? upto - below : 0;
}
