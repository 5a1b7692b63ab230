/* The published checkpoint intervals:
 *   J. W. Young, A first order approximation to the optimum checkpoint interval, CACM 17(9), 1974
 *   J. T. Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, FGCS
 * 22, 2006 */
#include "models/checkpoint.h"

#include <gsl/gsl_sf_lambert.h>
#include <math.h>

#include "sim/bug.h"

const char *const checkpoint_rule_names[CHECKPOINT_RULES] = {
    [CHECKPOINT_NONE] = "none",   [CHECKPOINT_FIXED] = "fixed",
    [CHECKPOINT_YOUNG] = "young", [CHECKPOINT_DALY_FIRST] = "daly_first",
    [CHECKPOINT_DALY] = "daly",   [CHECKPOINT_OPTIMAL] = "optimal",
};

/* 1 + W0(-exp(-1 - x)) for x >= 0.
 *
 * As x falls, the argument of W0 nears its branch point -1/e, where both the rounding of the
 * argument and the addition of 1 cancel: at x = 1e-12 four digits would be left. w = 1 + W0(...)
 * solves -ln(1 - w) - w = x, whose solution in s = sqrt(2 x) is the series below (N. M. Temme's for
 * the incomplete gamma function); Daly's higher-order estimate is its first three terms. Up to the
 * bound the neglected terms are below 1e-14 of w, and W0 above it has 12 digits. */
static double one_plus_lambert(double x)
{
    static const double series_bound = 0.001;
    if (x > series_bound)
        return 1 + gsl_sf_lambert_W0(-exp(-1 - x));
    static const double coefficients[] = {
        1, -1.0 / 3, 1.0 / 36, 1.0 / 270, 1.0 / 4320, -1.0 / 17010, -139.0 / 5443200,
    };
    double s = sqrt(2 * x);
    double sum = 0;
    for (int i = (int)(sizeof coefficients / sizeof *coefficients) - 1; i >= 0; i--)
        sum = sum * s + coefficients[i];
    return sum * s;
}

double checkpoint_interval(enum checkpoint_rule rule, double cost, double mtbf)
{
    bug_assert(cost >= 0 && mtbf > 0);
    double young = sqrt(2 * cost * mtbf);
    switch (rule) {
    case CHECKPOINT_YOUNG:
        return young;
    case CHECKPOINT_DALY_FIRST:
        return young - cost;
    case CHECKPOINT_DALY: {
        if (cost >= 2 * mtbf)
            return mtbf;
        double ratio = cost / (2 * mtbf);
        return young * (1 + sqrt(ratio) / 3 + ratio / 9) - cost;
    }
    case CHECKPOINT_OPTIMAL:
        return mtbf * one_plus_lambert(cost / mtbf);
    case CHECKPOINT_NONE:
    case CHECKPOINT_FIXED:
    case CHECKPOINT_RULES:
        break;
    }
    bug_assert(!"a checkpoint rule that has a formula");
}
