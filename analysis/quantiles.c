/* See quantiles.h. */
#include "analysis/quantiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/bug.h"
#include "sim/memory.h"

/* Bin 0 holds values below 1; bin k > 0 those in [r^(k-1), r^k) with r = (1 + e) / (1 - e). Its
 * value is the harmonic mean of its ends, (1 + e) low = (1 - e) high, which is off by e of the true
 * one at either end. */
static double bin_width(void)
{
    return log((1 + QUANTILES_ERROR) / (1 - QUANTILES_ERROR));
}

static size_t bin_of(int64_t value)
{
    return value < 1 ? 0 : 1 + (size_t)(log((double)value) / bin_width());
}

static size_t bin_count(void)
{
    return bin_of(INT64_MAX) + 2;
}

static double bin_value(size_t bin)
{
    if (bin == 0)
        return 0;
    double low = exp((double)(bin - 1) * bin_width()), high = exp((double)bin * bin_width());
    return 2 * low * high / (low + high);
}

static int to_bins(struct quantiles *set, struct status *status)
{
    set->bins = mem_alloc(bin_count(), sizeof *set->bins, status);
    if (set->bins == NULL)
        return STATUS_MEMORY;
    for (size_t i = 0; i < set->count; ++i)
        ++set->bins[bin_of(set->values[i])];
    mem_free(set->values);
    set->values = NULL;
    set->capacity = 0;
    return 0;
}

int quantiles_add(struct quantiles *set, int64_t value, struct status *status)
{
    bug_assert(value >= 0);
    if (set->bins == NULL && set->count == QUANTILES_EXACT && to_bins(set, status) != 0)
        return STATUS_MEMORY;
    if (set->bins != NULL) {
        ++set->bins[bin_of(value)];
    } else {
        void *grown = set->values;
        int code = mem_grow(&grown, &set->capacity, set->count + 1, sizeof *set->values, status);
        if (code != 0)
            return code;
        set->values = grown;
        set->values[set->count] = value;
    }
    set->min = set->count == 0 || value < set->min ? value : set->min;
    set->max = set->count == 0 || value > set->max ? value : set->max;
    ++set->count;
    return 0;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double exact(struct quantiles *set, double p)
{
    qsort(set->values, set->count, sizeof *set->values, ascending);
    double at = p * (double)(set->count - 1);
    size_t low = (size_t)at;
    double a = (double)set->values[low];
    double b = (double)set->values[low + 1 < set->count ? low + 1 : low];
    return a + (at - (double)low) * (b - a);
}

double quantiles_at(struct quantiles *set, double p)
{
    bug_assert(p >= 0 && p <= 1);
    if (set->count == 0)
        return NAN;
    if (set->bins == NULL)
        return exact(set, p);
    uint64_t before = (uint64_t)(p * (double)(set->count - 1)), seen = 0;
    size_t bin = 0;
    while (seen + set->bins[bin] <= before)
        seen += set->bins[bin++];
    double value = bin_value(bin);
    return value < (double)set->min   ? (double)set->min
           : value > (double)set->max ? (double)set->max
                                      : value;
}

void quantiles_free(struct quantiles *set)
{
    mem_free(set->values);
    mem_free(set->bins);
    memset(set, 0, sizeof *set);
}
