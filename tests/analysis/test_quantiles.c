#include <criterion/criterion.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/quantiles.h"

static void add(struct quantiles *set, int64_t value)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(quantiles_add(set, value, &status), 0);
}

Test(quantiles, of_nothing_are_undefined)
{
    struct quantiles set = {0};
    cr_assert(isnan(quantiles_at(&set, 0.5)));
    quantiles_free(&set);
    quantiles_free(&set);
}

Test(quantiles, of_a_few_values_interpolate_between_order_statistics)
{
    struct quantiles set = {0};
    add(&set, 40);
    add(&set, 10);
    add(&set, 20);
    add(&set, 30);
    cr_expect_float_eq(quantiles_at(&set, 0), 10, 0);
    cr_expect_float_eq(quantiles_at(&set, 0.5), 25, 1e-12);
    cr_expect_float_eq(quantiles_at(&set, 0.95), 38.5, 1e-12);
    cr_expect_float_eq(quantiles_at(&set, 1), 40, 0);
    quantiles_free(&set);
}

Test(quantiles, are_exact_up_to_the_limit_as_gsl_computes_them)
{
    struct quantiles set = {0};
    double *values = malloc(QUANTILES_EXACT * sizeof *values);
    uint32_t seed = 1;
    for (int i = 0; i < QUANTILES_EXACT; ++i) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = seed >> 4;
        add(&set, seed >> 4);
    }
    gsl_sort(values, 1, QUANTILES_EXACT);
    for (double p = 0; p <= 1; p += 0.01)
        cr_assert_float_eq(quantiles_at(&set, p),
                           gsl_stats_quantile_from_sorted_data(values, 1, QUANTILES_EXACT, p),
                           1e-3);
    cr_assert_null(set.bins);
    quantiles_free(&set);
    free(values);
}

Test(quantiles, beyond_the_limit_are_off_by_a_thousandth_at_most)
{
    enum { COUNT = 200000 };
    struct quantiles set = {0};
    for (int64_t i = 0; i < COUNT; ++i) /* i^3 has no two equal values and 16 decades */
        add(&set, i * i * i);
    cr_assert_not_null(set.bins);
    cr_assert_null(set.values);
    for (double p = 0; p <= 1; p += 0.001) {
        double i = floor(p * (COUNT - 1)), exact = i * i * i, found = quantiles_at(&set, p);
        cr_assert_float_eq(found, exact, QUANTILES_ERROR * exact * (1 + 1e-9) + 1e-9,
                           "p = %g: %g, %g", p, found, exact);
    }
    cr_expect_float_eq(quantiles_at(&set, 1), pow(COUNT - 1, 3), QUANTILES_ERROR * pow(COUNT, 3));
    quantiles_free(&set);
}

Test(quantiles, take_the_largest_value_there_is)
{
    struct quantiles set = {0};
    for (int i = 0; i <= QUANTILES_EXACT; ++i)
        add(&set, i % 2 == 0 ? INT64_MAX : 0);
    cr_expect_float_eq(quantiles_at(&set, 1), (double)INT64_MAX, QUANTILES_ERROR * INT64_MAX);
    cr_expect_eq(quantiles_at(&set, 0.1), 0);
    quantiles_free(&set);
}
