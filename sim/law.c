/* What the files of laws share: choosing between alternative parameters, and integration. */
#include "sim/law.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdio.h>

enum { TEXT = 200 };

static void append(char *text, size_t *length, const char *more)
{
    int written = snprintf(text + *length, TEXT - *length, "%s", more);
    if (written > 0)
        *length = *length + (size_t)written < TEXT ? *length + (size_t)written : TEXT - 1;
}

/* "a", "a and b", "a, b and c"; "none" */
static void list_set(const struct law *law, unsigned set, char *text, size_t *length)
{
    if (set == 0)
        append(text, length, "none");
    const char *separator = "";
    for (size_t i = 0; set >> i != 0; i++) {
        if ((set >> i & 1) == 0)
            continue;
        append(text, length, separator);
        append(text, length, law->parameters[i].name);
        unsigned rest = set >> i >> 1;
        separator = (rest & (rest - 1)) == 0 ? " and " : ", ";
    }
}

int law_choose(const struct distribution *d, const unsigned *sets, size_t count,
               struct status *status)
{
    const struct law *law = d->law;
    unsigned given = 0;
    for (unsigned i = 0; i < LAW_PARAMETERS_MAX && law->parameters[i].name != NULL; i++)
        if (!isnan(d->p[i]))
            given |= LAW_BIT(i);
    for (size_t i = 0; i < count; i++)
        if (sets[i] == given)
            return (int)i;

    char accepted[TEXT] = "", found[TEXT] = "";
    size_t accepted_length = 0, found_length = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            append(accepted, &accepted_length, ", or ");
        list_set(law, sets[i], accepted, &accepted_length);
    }
    list_set(law, given, found, &found_length);
    bool one = (given & (given - 1)) == 0; /* or none */
    return status_set(status, STATUS_INPUT, "%s takes %s%s; given %s %s.", law->name,
                      count > 1 ? "either " : "", accepted, one ? "is" : "are", found);
}

int law_check_prepared(const struct distribution *d, size_t count, struct status *status)
{
    bool usable = !isnan(d->mean);
    for (size_t i = 0; i < count; i++)
        usable = usable && isfinite(d->q[i]);
    if (usable)
        return 0;
    return status_set(status, STATUS_INPUT,
                      "%s: the parameters together are too extreme to compute with; choose values "
                      "closer to each other.",
                      d->law->name);
}

struct complement {
    const struct distribution *d;
    double upto; /* the cdf at the upper end of the whole interval */
};

static double complement_at(double x, void *context)
{
    const struct complement *c = context;
    return c->upto - c->d->law->cdf(c->d, x);
}

/* E[X; low <= X <= high] = low (F(high) - F(low)) + integral of F(high) - F(x), for 0 <= low <=
 * high finite. Octave by octave, since a law may spread over many orders of magnitude. */
static int integrate(const struct distribution *d, double low, double high, double *result)
{
    enum { INTERVALS = 200 };
    gsl_integration_workspace *workspace = gsl_integration_workspace_alloc(INTERVALS);
    if (workspace == NULL)
        return GSL_ENOMEM;
    struct complement c = {d, d->law->cdf(d, high)};
    gsl_function f = {complement_at, &c};
    double sum = low * complement_at(low, &c);
    double left = low, right = low > 0 ? low * 2 : high * 0x1p-80;
    double uncertain = 0;
    while (left < high) {
        if (!(right < high))
            right = high;
        double part = 0, error = 0;
        /* Absolute: relative to what is there if all mass were at the left end, and so never less
         * than the rounding noise of the cdf. */
        double tolerance = 1e-13 * (right - left);
        /* Its return value is not looked at: where the cdf is noisy (a gamma of large shape) the
         * goal is out of reach, and the error estimate tells whether that matters. */
        gsl_integration_qag(&f, left, right, tolerance, 1e-10, INTERVALS, GSL_INTEG_GAUSS31,
                            workspace, &part, &error);
        uncertain += error;
        sum += part;
        left = right;
        right *= 2;
    }
    gsl_integration_workspace_free(workspace);
    *result = sum;
    return uncertain <= 1e-5 * sum ? 0 : GSL_EFAILED; /* NaN fails too */
}

int law_integrate_partial_mean(const struct distribution *d, double low, double high,
                               double *result, struct status *status)
{
    *result = 0;
    if (low < 0)
        low = 0;
    if (!(low <= high))
        return 0;
    if (high == INFINITY && !isfinite(d->mean)) {
        *result = d->mean;
        return 0;
    }
    int rc = 0;
    if (high < INFINITY) {
        rc = integrate(d, low, high, result);
    } else { /* the rest of the mean: no infinite interval is integrated over */
        double below = 0;
        if (low > 0)
            rc = integrate(d, 0, low, &below);
        *result = d->mean - below;
    }
    if (rc == 0)
        return 0;
    return status_set(
        status, rc == GSL_ENOMEM ? STATUS_MEMORY : STATUS_INPUT,
        "%s: its mean between %g and %g could not be computed (%s). Choose less extreme "
        "parameters.",
        d->law->name, low, high, gsl_strerror(rc));
}
