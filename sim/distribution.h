/* Probability distributions chosen by name at run time.
 *
 * A law is a const table of functions (sim/law_*.c); to add one is to add one file and one line in
 * sim/distribution.c. Its parameters are described as data, so that a reader of scenarios can
 * accept them by name, with units and ranges, without knowing the law. A distribution is over a
 * quantity in its base unit (seconds for durations). */
#ifndef FLEETWRIGHT_SIM_DISTRIBUTION_H
#define FLEETWRIGHT_SIM_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/memory.h"
#include "sim/rng.h"
#include "sim/status.h"

enum { LAW_PARAMETERS_MAX = 6 };

enum law_parameter_kind {
    LAW_NUMBER, /* a plain number, e.g. a shape */
    LAW_VALUE   /* a value of the distributed quantity, with its unit */
};

/* What else a law takes beside its parameters. */
enum law_contents {
    LAW_SCALARS = 0, /* nothing */
    LAW_LIST,        /* values: a list of values, or a file of them (empirical) */
    LAW_WEIGHTED,    /* a list of {weight, of: distribution} (mixture) */
    LAW_INNER        /* of: one distribution (shifted, truncated) */
};

struct law_parameter {
    const char *name; /* NULL ends the list */
    enum law_parameter_kind kind;
    double low, high; /* accepted range, ends included unless open_low */
    bool open_low;    /* low itself is refused */
    const char *doc;
};

struct distribution {
    const struct law *law;
    double p[LAW_PARAMETERS_MAX]; /* as given, in the law's order; NAN = not given */
    double q[LAW_PARAMETERS_MAX]; /* what sampling uses, made by the law's prepare */
    double *values;               /* LAW_LIST: the values; preparing sorts them */
    struct distribution **parts;  /* LAW_WEIGHTED, LAW_INNER */
    double *weights;              /* LAW_WEIGHTED: >= 0, of any sum > 0 */
    size_t count;                 /* of values or parts */
    double mean;                  /* made by prepare; may be INFINITY */
};

struct law {
    const char *name;
    const char *doc; /* one line: formula and which parameters go together */
    enum law_contents contents;
    struct law_parameter parameters[LAW_PARAMETERS_MAX + 1];
    /* Checks that the given parameters go together, fills q and mean. STATUS_INPUT with a sentence
     * that names the parameters when they do not. */
    int (*prepare)(struct distribution *d, struct arena *arena, struct status *status);
    double (*sample)(const struct distribution *d, struct rng *rng);
    double (*cdf)(const struct distribution *d, double x); /* P(X <= x) */
    /* E[X; low <= X <= high], the part of the mean that lies there. */
    int (*partial_mean)(const struct distribution *d, double low, double high, double *result,
                        struct status *status);
};

extern const struct law *const laws[]; /* NULL-terminated, "constant" first */

const struct law *law_find(const char *name); /* NULL if none */

/* After law, p (and values / parts / weights / count) are filled in: checks ranges and prepares the
 * distribution and its parts for sampling; a second call is harmless. Anything it needs comes from
 * the arena, as should values and parts. STATUS_INPUT with a sentence that begins with the law's
 * name. */
int distribution_prepare(struct distribution *d, struct arena *arena, struct status *status);

double distribution_sample(const struct distribution *d, struct rng *rng);
double distribution_mean(const struct distribution *d);
double distribution_cdf(const struct distribution *d, double x);

/* Shorthands for code and tests: a prepared constant / exponential. */
struct distribution *distribution_constant(double value, struct arena *arena,
                                           struct status *status);
struct distribution *distribution_exponential(double mean, struct arena *arena,
                                              struct status *status);

/* True when every sample is the same value (then it is the mean). */
bool distribution_is_constant(const struct distribution *d);

#endif
