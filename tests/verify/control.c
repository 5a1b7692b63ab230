#include "tests/verify/control.h"

#include <criterion/criterion.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns that are nearly a combination of those before them are left out. */
static const double INDEPENDENT = 1e-9;

/* One side of a 99.99 % interval: there are hundreds of controls, and each of them is tested. */
static const double CONTROL_LEVEL = 0.99995;

void controls_add(struct controls *controls, int control, double value)
{
    cr_assert_lt(control, CONTROLS_MAX);
    if (control >= controls->count)
        controls->count = control + 1;
    verify_add(&controls->of[control], value);
}

void controls_free(struct controls *controls)
{
    for (int i = 0; i < CONTROLS_MAX; i++)
        verify_free(&controls->of[i]);
    controls->count = 0;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* a -= factor b */
static void subtract(double *a, double factor, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] -= factor * b[i];
}

static void expect_in_plain_interval(const struct verify_case *c, const char *what, int number,
                                     const struct verify_values *values, double exact)
{
    size_t n = (size_t)values->n;
    double mean = gsl_stats_mean(values->v, 1, n);
    double half = gsl_cdf_tdist_Pinv(CONTROL_LEVEL, values->n - 1) *
                  gsl_stats_sd_m(values->v, 1, n, mean) / sqrt((double)n);
    cr_expect(fabs(mean - exact) <= half + 1e-12 * fabs(exact),
              "%s %s (%s): %s %d: %.9g is not in %.9g +- %.3g", c->id, c->params, c->scenario, what,
              number, exact, mean, half);
}

/* Gram-Schmidt on the centred columns: column and its mean together, so that `intercept` ends as
 * the value where all controls are 0, and `leverage` as that point's variance over the residual's.
 */
void control_check(const struct verify_case *c, const struct verify_values *values,
                   const struct controls *controls)
{
    int n = values->n, kept = 0;
    double *basis[CONTROLS_MAX], mean[CONTROLS_MAX];
    double *rest = malloc((size_t)n * sizeof *rest);
    double intercept = gsl_stats_mean(values->v, 1, (size_t)n), leverage = 1.0 / n;
    for (int i = 0; i < n; i++)
        rest[i] = values->v[i] - intercept;
    expect_in_plain_interval(c, "without controls", 0, values, c->exact);
    for (int k = 0; k < controls->count; k++) {
        const struct verify_values *control = &controls->of[k];
        cr_assert_eq(control->n, n);
        expect_in_plain_interval(c, "mean of control", k, control, 0);
        double *v = malloc((size_t)n * sizeof *v), m = gsl_stats_mean(control->v, 1, (size_t)n);
        for (int i = 0; i < n; i++)
            v[i] = control->v[i] - m;
        double before = dot(v, v, n);
        for (int j = 0; j < kept; j++) {
            double factor = dot(v, basis[j], n) / dot(basis[j], basis[j], n);
            subtract(v, factor, basis[j], n);
            m -= factor * mean[j];
        }
        double size = dot(v, v, n);
        if (size <= INDEPENDENT * before) {
            free(v);
            continue;
        }
        double slope = dot(rest, v, n) / size;
        subtract(rest, slope, v, n);
        intercept -= slope * m;
        leverage += m * m / size;
        basis[kept] = v;
        mean[kept++] = m;
    }
    int freedom = n - kept - 1;
    cr_assert_gt(freedom, 0);
    double variance = dot(rest, rest, n) / freedom;
    verify_check_interval(c, intercept, verify_student(freedom) * sqrt(variance * leverage));
    for (int j = 0; j < kept; j++)
        free(basis[j]);
    free(rest);
}
