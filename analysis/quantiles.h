/* Quantiles of a stream of values >= 0 in bounded memory.
 *
 * Up to QUANTILES_EXACT values are kept and the quantiles are exact. From there on values are
 * counted in bins of equal width in the logarithm; a quantile is then the middle of its bin, off by
 * at most QUANTILES_ERROR of the value (0.1 %). Values below 1 share one bin: with values in
 * microseconds that is 0. */
#ifndef FLEETWRIGHT_ANALYSIS_QUANTILES_H
#define FLEETWRIGHT_ANALYSIS_QUANTILES_H

#include <stddef.h>
#include <stdint.h>

#include "sim/status.h"

enum { QUANTILES_EXACT = 65536 };
#define QUANTILES_ERROR 0.001

struct quantiles {
    int64_t *values; /* while exact */
    uint64_t *bins;  /* afterwards */
    size_t capacity;
    uint64_t count;
    int64_t min, max;
};

/* A zeroed struct is an empty set. value >= 0. STATUS_MEMORY on failure. */
int quantiles_add(struct quantiles *set, int64_t value, struct status *status);

/* The p-quantile, p in [0, 1], by linear interpolation between order statistics (type 7 of Hyndman
 * and Fan, 1996; what R, NumPy and GSL compute) while exact. NaN when empty. Sorts the values that
 * are kept. */
double quantiles_at(struct quantiles *set, double p);

void quantiles_free(struct quantiles *set);

#endif
