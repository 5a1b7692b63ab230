/* What the files of laws share; for sim/law_*.c and sim/distribution.c only. */
#ifndef FLEETWRIGHT_SIM_LAW_H
#define FLEETWRIGHT_SIM_LAW_H

#include "sim/distribution.h"

extern const struct law law_constant;
extern const struct law law_uniform;
extern const struct law law_exponential;
extern const struct law law_weibull;
extern const struct law law_gamma;
extern const struct law law_lognormal;
extern const struct law law_empirical;
extern const struct law law_mixture;
extern const struct law law_shifted;
extern const struct law law_truncated;

/* A set of parameters, by their places in the law's list. */
#define LAW_BIT(index) (1u << (index))

/* Which of the accepted sets of parameters (bits of their places) is the given one: its index, or
 * STATUS_INPUT with a sentence that lists the accepted and the given. */
int law_choose(const struct distribution *d, const unsigned *sets, size_t count,
               struct status *status);

/* STATUS_INPUT unless every number that prepare made is finite: the parameters are too extreme.
 * mean may be infinite. */
int law_check_prepared(const struct distribution *d, size_t count, struct status *status);

/* partial_mean of a law with a continuous cdf on [0, infinity), by integrating the cdf. */
int law_integrate_partial_mean(const struct distribution *d, double low, double high,
                               double *result, struct status *status);

/* P(low <= X <= high) for any law, steps of the cdf at either end included. */
double law_probability(const struct distribution *d, double low, double high);

#endif
