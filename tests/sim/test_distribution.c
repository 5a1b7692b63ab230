#include "sim/distribution.h"

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/memory.h"

#define X NAN /* not given */

static struct arena arena;
static struct status status;

static void set_up(void)
{
    gsl_set_error_handler_off();
    status = STATUS_INIT;
}

static void tear_down(void)
{
    arena_free(&arena);
}

TestSuite(distribution, .init = set_up, .fini = tear_down);

static struct distribution *bare(const char *law, double p0, double p1, double p2, double p3)
{
    struct distribution *d = arena_alloc(&arena, 1, sizeof *d, &status);
    d->law = law_find(law);
    cr_assert_not_null(d->law, "no law %s", law);
    const double p[] = {p0, p1, p2, p3, X, X};
    memcpy(d->p, p, sizeof p);
    return d;
}

static struct distribution *around(const char *law, double p0, double p1,
                                   struct distribution *inner)
{
    struct distribution *d = bare(law, p0, p1, X, X);
    d->count = 1;
    d->parts = arena_alloc(&arena, 1, sizeof *d->parts, &status);
    d->parts[0] = inner;
    return d;
}

static struct distribution *mixture(double w0, struct distribution *d0, double w1,
                                    struct distribution *d1)
{
    struct distribution *d = bare("mixture", X, X, X, X);
    d->count = 2;
    d->parts = arena_alloc(&arena, 2, sizeof *d->parts, &status);
    d->weights = arena_alloc(&arena, 2, sizeof *d->weights, &status);
    d->parts[0] = d0;
    d->parts[1] = d1;
    d->weights[0] = w0;
    d->weights[1] = w1;
    return d;
}

/* Weights that do not sum to 1, and one of 0. */
static struct distribution *mixture_of_four(void)
{
    struct distribution *d = bare("mixture", X, X, X, X);
    static const double weights[] = {0.5, 0, 1.5, 0.4};
    d->count = 4;
    d->parts = arena_alloc(&arena, 4, sizeof *d->parts, &status);
    d->weights = arena_alloc(&arena, 4, sizeof *weights, &status);
    memcpy(d->weights, weights, sizeof weights);
    d->parts[0] = bare("constant", 100, X, X, X);
    d->parts[1] = bare("constant", 200, X, X, X);
    d->parts[2] = bare("uniform", 0, 1, X, X);
    d->parts[3] = bare("exponential", 7, X, X, X);
    return d;
}

static struct distribution *empirical(const double *values, size_t count)
{
    struct distribution *d = bare("empirical", X, X, X, X);
    d->count = count;
    d->values = arena_alloc(&arena, count, sizeof *values, &status);
    if (count > 0)
        memcpy(d->values, values, count * sizeof *values);
    return d;
}

static struct distribution *prepared(struct distribution *d)
{
    cr_assert_eq(distribution_prepare(d, &arena, &status), 0, "%s", status.message);
    return d;
}

/* Scalar laws: parameters, and what theory says of mean, standard deviation and one value of the
 * cdf. */
static const struct {
    const char *law;
    double p[4];
    double mean, deviation, x, cdf;
} scalars[] = {
    {"uniform", {2, 6, X, X}, 4, 1.1547005383792515, 3, 0.25},
    {"uniform", {-5, 5, X, X}, 0, 2.886751345948129, 0, 0.5},
    {"exponential", {3, X, X, X}, 3, 3, 3, 0.6321205588285577},
    {"exponential", {1e-6, X, X, X}, 1e-6, 1e-6, 1e-6, 0.6321205588285577},
    {"weibull", {1, 4, X, X}, 4, 4, 4, 0.6321205588285577},
    {"weibull", {2, X, 4, X}, 3.5449077018110318, 1.853005501438749, 4, 0.6321205588285577},
    {"weibull", {0.7, 100, X, X}, 100, 146.2423, 79.0031, 0.6321205588285577},
    {"gamma", {6, 3, X, X}, 6, 3.4641016151377544, 6, 0.5768099188731564},
    {"gamma", {6, X, 2, X}, 6, 12, 6, 0.7436779}, /* shape 1/4 */
    {"gamma", {2, 100, X, X}, 2, 0.2, 2, 0.5133},
    {"lognormal", {10, 0.5, X, X}, 10, 5, 8.94427190999916, 0.5},
    {"lognormal", {10, 2, X, X}, 10, 20, 4.47213595499958, 0.5},
    {"lognormal", {X, X, 100, 300}, 124.98845, 93.717, 300, 0.95},
};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static struct distribution *scalar(size_t i)
{
    const double *p = scalars[i].p;
    return prepared(bare(scalars[i].law, p[0], p[1], p[2], p[3]));
}

Test(distribution, means_and_cdfs_are_those_of_theory)
{
    for (size_t i = 0; i < SCALARS; i++) {
        struct distribution *d = scalar(i);
        cr_assert_float_eq(distribution_mean(d), scalars[i].mean, 1e-6 * scalars[i].mean + 1e-12,
                           "case %zu: %s has mean %.10g", i, d->law->name, distribution_mean(d));
        cr_assert_float_eq(distribution_cdf(d, scalars[i].x), scalars[i].cdf, 1e-4,
                           "case %zu: %s has cdf %.10g", i, d->law->name,
                           distribution_cdf(d, scalars[i].x));
        cr_assert_eq(distribution_cdf(d, -1e9), 0);
        cr_assert_float_eq(distribution_cdf(d, 1e9), 1, 1e-12);
        cr_assert_not(distribution_is_constant(d));
    }
}

enum { DRAWS = 100000 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The Kolmogorov-Smirnov distance times the root of DRAWS: above 2.0 with probability 0.0007 for a
 * continuous law, less often for others. Below 0.3 draws would be too even (0.00001). */
static double kolmogorov(const struct distribution *d, double *draws)
{
    qsort(draws, DRAWS, sizeof *draws, by_value);
    double distance = 0;
    for (size_t i = 0; i < DRAWS;) {
        size_t end = i + 1;
        while (end < DRAWS && draws[end] == draws[i]) /* steps of the cdf are compared as steps */
            end++;
        double below = distribution_cdf(d, nextafter(draws[i], -INFINITY));
        double upto = distribution_cdf(d, draws[i]);
        distance = fmax(distance, fabs(upto - (double)end / DRAWS));
        distance = fmax(distance, fabs(below - (double)i / DRAWS));
        i = end;
    }
    return distance * sqrt(DRAWS);
}

static void check_draws(const struct distribution *d, uint64_t seed)
{
    static double draws[DRAWS];
    struct rng rng;
    rng_open(&rng, (struct rng_key){seed, 0}, 0, 0, 0);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        draws[i] = distribution_sample(d, &rng);
        cr_assert(isfinite(draws[i]));
        sum += draws[i];
    }
    for (size_t i = 0; i < DRAWS; i++)
        squares += (draws[i] - sum / DRAWS) * (draws[i] - sum / DRAWS);
    double error = sqrt(squares / DRAWS / DRAWS);
    cr_assert_float_eq(sum / DRAWS, distribution_mean(d), 4 * error + 1e-12,
                       "%s: draws have mean %g, not %g, error %g", d->law->name, sum / DRAWS,
                       distribution_mean(d), error);
    double distance = kolmogorov(d, draws);
    cr_assert(distance < 2.0, "%s, seed %zu: distance %g", d->law->name, (size_t)seed, distance);
}

Test(distribution, draws_of_scalar_laws_follow_their_cdf_and_mean)
{
    for (size_t i = 0; i < SCALARS; i++)
        check_draws(scalar(i), 100 + i);
}

Test(distribution, draws_have_the_deviation_of_theory)
{
    for (size_t i = 0; i < SCALARS; i++) {
        struct distribution *d = scalar(i);
        struct rng rng;
        double squares = 0;
        rng_open(&rng, (struct rng_key){200 + i, 0}, 0, 0, 0);
        for (size_t k = 0; k < DRAWS; k++) {
            double difference = distribution_sample(d, &rng) - scalars[i].mean;
            squares += difference * difference;
        }
        double ratio = sqrt(squares / DRAWS) / scalars[i].deviation;
        cr_assert_float_eq(ratio, 1, 0.06, "case %zu: %s, ratio %g", i, d->law->name, ratio);
    }
}

Test(distribution, draws_of_composed_laws_follow_their_cdf_and_mean)
{
    static const double observed[] = {5, 1, 1, 9, 2.5};
    struct distribution *all[] = {
        empirical(observed, 5),
        mixture_of_four(),
        mixture(3, bare("exponential", 2, X, X, X), 1, bare("lognormal", 50, 0.5, X, X)),
        mixture(0.5, bare("constant", 3, X, X, X), 0.5, bare("uniform", 0, 6, X, X)),
        around("shifted", 10, X, bare("exponential", 4, X, X, X)),
        around("shifted", -10, X, bare("gamma", 4, 2, X, X)),
        around("truncated", X, 5, bare("exponential", 4, X, X, X)),
        around("truncated", 5, X, bare("exponential", 4, X, X, X)),
        around("truncated", 3, 6, bare("lognormal", 4, 1.5, X, X)),
        around("truncated", 1, 2, bare("weibull", 0.5, 30, X, X)),
        around("truncated", X, 1e9, bare("gamma", 4, X, 1.5, X)),
        around("truncated", 2, 7, empirical(observed, 5)),
        around("truncated", 1, 3, bare("uniform", 0, 10, X, X)),
        around("truncated", 12, 20, around("shifted", 10, X, bare("exponential", 4, X, X, X))),
        around("truncated", 2, 60,
               mixture(3, bare("exponential", 2, X, X, X), 1, bare("lognormal", 50, 0.5, X, X))),
        around("truncated", X, 2, around("truncated", 1, 4, bare("exponential", 4, X, X, X))),
        mixture(1, around("truncated", X, 5, bare("exponential", 4, X, X, X)), 2,
                around("shifted", 1, X, empirical(observed, 5))),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_draws(prepared(all[i]), 300 + i);
}

Test(distribution, means_of_truncated_laws_are_exact)
{
    /* exponential below c: m - c / (e^(c/m) - 1); above c: m + c */
    struct distribution *d = prepared(around("truncated", X, 5, bare("exponential", 4, X, X, X)));
    cr_assert_float_eq(d->mean, 4 - 5 / expm1(1.25), 1e-9);
    d = prepared(around("truncated", 5, X, bare("exponential", 4, X, X, X)));
    cr_assert_float_eq(d->mean, 9, 1e-9);
    d = prepared(around("truncated", 0, 1e12, bare("exponential", 4, X, X, X)));
    cr_assert_float_eq(d->mean, 4, 1e-9);
    d = prepared(around("truncated", 1, 3, bare("uniform", 0, 10, X, X)));
    cr_assert_float_eq(d->mean, 2, 1e-12);
    /* lognormal above c: m Phi(s - z) / Phi(-z), z = (ln c - mu) / s; here c is the median */
    d = prepared(around("truncated", 100, X, bare("lognormal", X, X, 100, 300)));
    double s = log(3) / 1.6448536269514722;
    cr_assert_float_eq(d->mean, 100 * exp(s * s / 2) * erfc(-s / sqrt(2)), 1e-6);
    /* a narrow law in a wide interval; GSL's cdf of so large a shape is good to six digits */
    d = prepared(around("truncated", X, 1e6, bare("gamma", 7, X, 0.001, X)));
    cr_assert_float_eq(d->mean, 7, 1e-5);
    static const double observed[] = {5, 1, 1, 9, 2.5};
    d = prepared(around("truncated", 1, 5, empirical(observed, 5)));
    cr_assert_float_eq(d->mean, 9.5 / 4, 1e-12);
}

Test(distribution, a_constant_is_recognised_however_it_is_composed)
{
    static const double same[] = {0.1, 0.1, 0.1}, two[] = {0.1, 0.3, 0.3};
    struct distribution *constants[] = {
        bare("constant", 0.1, X, X, X),
        bare("uniform", 0.1, 0.1, X, X),
        empirical(same, 3),
        mixture(0.3, bare("constant", 0.1, X, X, X), 0.6, empirical(same, 3)),
        mixture(0, bare("exponential", 5, X, X, X), 0.7, bare("constant", 0.1, X, X, X)),
        around("shifted", 0, X, bare("constant", 0.1, X, X, X)),
        around("truncated", X, 0.2, empirical(two, 3)),
    };
    struct rng rng;
    rng_open(&rng, (struct rng_key){1, 0}, 0, 0, 0);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        struct distribution *d = prepared(constants[i]);
        cr_assert(distribution_is_constant(d), "case %zu, mean %.17g", i, d->mean);
        cr_assert_eq(d->mean, 0.1, "case %zu", i);
        for (int k = 0; k < 10; k++)
            cr_assert_eq(distribution_sample(d, &rng), 0.1);
    }
    cr_assert_not(distribution_is_constant(prepared(empirical(two, 3))));
}

Test(distribution, preparing_twice_changes_nothing)
{
    struct distribution *d = mixture(3, around("truncated", X, 5, bare("exponential", 4, X, X, X)),
                                     1.1, bare("weibull", 0.7, 9, X, X));
    double mean = prepared(d)->mean;
    cr_assert_eq(prepared(d)->mean, mean);
}

Test(distribution, a_mean_may_be_infinite)
{
    struct distribution *d = prepared(bare("weibull", 0.005, X, 1, X));
    cr_assert_eq(distribution_mean(d), INFINITY);
    d = prepared(mixture(1, bare("constant", 1, X, X, X), 1, bare("weibull", 0.005, X, 1, X)));
    cr_assert_eq(distribution_mean(d), INFINITY);
    cr_assert_not(distribution_is_constant(d));
    d = prepared(around("truncated", X, 1, bare("weibull", 0.005, X, 1, X)));
    cr_assert(d->mean > 0 && d->mean < 1, "%g", d->mean);
}

static const struct {
    const char *law;
    double p[4];
    const char *message; /* its beginning */
} refused[] = {
    {"constant", {X, X, X, X}, "constant takes value; given is none."},
    {"constant", {INFINITY, X, X, X}, "constant: value must be finite; it is inf."},
    {"uniform", {3, X, X, X}, "uniform takes low and high; given is low."},
    {"uniform", {3, 2, X, X}, "uniform: high must be at least low; low is 3 and high is 2."},
    {"uniform", {-1e308, 1e308, X, X}, "uniform: the parameters together are too extreme"},
    {"exponential", {0, X, X, X}, "exponential: mean must be finite and greater than 0; it is 0."},
    {"exponential",
     {-2, X, X, X},
     "exponential: mean must be finite and greater than 0; it is -2."},
    {"weibull",
     {2, X, X, X},
     "weibull takes either shape and mean, or shape and scale; given is shape."},
    {"weibull",
     {2, 3, 4, X},
     "weibull takes either shape and mean, or shape and scale; given are shape, mean and scale."},
    {"weibull", {0.001, 5, X, X}, "weibull: no distribution that can be computed with has shape"},
    {"gamma",
     {2, 3, 4, X},
     "gamma takes either mean and shape, or mean and cv; given are mean, shape and cv."},
    {"gamma", {2, X, 1e-200, X}, "gamma: the parameters together are too extreme"},
    {"gamma", {2, X, 1e200, X}, "gamma: the parameters together are too extreme"},
    {"lognormal",
     {2, X, X, 4},
     "lognormal takes either mean and cv, or median and p95; given are mean and p95."},
    {"lognormal", {X, X, 4, 4}, "lognormal: p95 must be greater than median"},
    {"lognormal", {1, 1e-200, X, X}, "lognormal: the parameters together are too extreme"},
};

Test(distribution, unusable_parameters_are_refused_with_a_sentence)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const double *p = refused[i].p;
        struct distribution *d = bare(refused[i].law, p[0], p[1], p[2], p[3]);
        status = STATUS_INIT;
        cr_assert_eq(distribution_prepare(d, &arena, &status), STATUS_INPUT, "case %zu", i);
        cr_assert_eq(strncmp(status.message, refused[i].message, strlen(refused[i].message)), 0,
                     "case %zu: %s", i, status.message);
    }
}

static void refuse(struct distribution *d, const char *message)
{
    status = STATUS_INIT;
    cr_assert_eq(distribution_prepare(d, &arena, &status), STATUS_INPUT);
    cr_assert_eq(strncmp(status.message, message, strlen(message)), 0, "%s", status.message);
}

Test(distribution, unusable_contents_are_refused_with_a_sentence)
{
    static const double bad[] = {1, 2, NAN};
    struct distribution *one = bare("constant", 1, X, X, X);
    refuse(empirical(NULL, 0), "empirical needs at least one value");
    refuse(empirical(bad, 3), "empirical: every value must be a finite number; value 3 is nan.");
    refuse(mixture(0, one, 0, one), "mixture: the weights must have a finite sum greater than 0");
    refuse(mixture(1, one, -1, one),
           "mixture: every weight must be finite and at least 0; weight 2");
    refuse(mixture(1, one, 1, bare("exponential", -1, X, X, X)), "exponential: mean must be");
    refuse(around("shifted", X, X, one), "shifted takes by; given is none.");
    refuse(around("truncated", X, X, one),
           "truncated takes either low and high, or low, or high; given is none.");
    refuse(around("truncated", 2, 1, one), "truncated: high must be at least low");
    refuse(around("truncated", 2, 3, one), "truncated: only 0 of the inner constant lies between");
    refuse(around("truncated", 100, X, bare("exponential", 4, X, X, X)),
           "truncated: only 1.39e-11");
}

Test(distribution, laws_are_found_by_name_and_described)
{
    cr_assert_str_eq(laws[0]->name, "constant");
    cr_assert_null(law_find("normal"));
    for (size_t i = 0; laws[i] != NULL; i++) {
        cr_assert_eq(law_find(laws[i]->name), laws[i]);
        cr_assert_not_null(laws[i]->doc);
        for (int k = 0; laws[i]->parameters[k].name != NULL; k++)
            cr_assert_not_null(laws[i]->parameters[k].doc);
        cr_assert_null(laws[i]->parameters[LAW_PARAMETERS_MAX].name);
    }
}

Test(distribution, shorthands_are_prepared_and_report_failures)
{
    cr_assert(distribution_is_constant(distribution_constant(4, &arena, &status)));
    cr_assert_eq(distribution_mean(distribution_exponential(4, &arena, &status)), 4);
    cr_assert_null(distribution_exponential(-4, &arena, &status));
    cr_assert_eq(status.code, STATUS_INPUT);
    status = STATUS_INIT;
    mem_fail_at(1);
    cr_assert_null(distribution_constant(4, &arena, &status));
    cr_assert_eq(status.code, STATUS_MEMORY);
}

Test(distribution, an_exponential_draw_is_never_zero)
{
    struct distribution *d = distribution_exponential(1, &arena, &status);
    struct rng rng;
    rng_open(&rng, (struct rng_key){1, 0}, 0, 0, 0);
    rng.block[0] = UINT64_MAX;
    rng.block[1] = 0;
    rng.used = 0;
    cr_assert_gt(distribution_sample(d, &rng), 0);
    double longest = distribution_sample(d, &rng);
    cr_assert(longest > 36 && longest < 37, "%g", longest);
}
