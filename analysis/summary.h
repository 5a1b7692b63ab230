/* Results as text: for people, as JSON, as CSV. Nothing is printed here. */
#ifndef FLEETWRIGHT_ANALYSIS_SUMMARY_H
#define FLEETWRIGHT_ANALYSIS_SUMMARY_H

#include <stdbool.h>

#include "analysis/results.h"
#include "analysis/text.h"

struct summary_options {
    const char *title; /* the scenario's name; NULL = none */
    bool colour;       /* headings in bold, by ANSI escapes */
};

/* Sections Answer, Time, Money, Fleet, Jobs, Reliability; about 80 columns, units on every number,
 * +- the 95 % confidence interval where there are several replications. */
int summary_human(const struct results *results, const struct summary_options *options,
                  struct text *out, struct status *status);

/* One object {"format": "fleetwright-summary", "version": 1, ...}, keys in a fixed order, one value
 * a line. Numbers have 17 digits, so that they read back to the same double; sums of money are
 * written with all 9 decimals, so that a decimal parser reads them exactly. An undefined value is
 * null; max_nodes of a pool without a limit too. */
int summary_json(const struct results *results, const struct summary_options *options,
                 struct text *out, struct status *status);

/* One line a value: rep,scope,name,metric,value,unit. rep is a number, or mean, half_width, min,
 * max over replications; undefined values have no line. Fields are quoted as RFC 4180 says. */
int summary_csv(const struct results *results, struct text *out, struct status *status);

#endif
