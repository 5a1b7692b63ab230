/* Verification: the built program runs scenarios, and what it finds must agree with exact values.
 *
 * The rule: the exact value lies inside the 99.9 % confidence interval of the simulation, by
 * Student's t over independent replications, and that interval is narrower than 1 % of the value
 * (docs/verification.md). Deterministic formulas agree to 1e-9. Every case prints a line; when
 * FLEETWRIGHT_VERIFY_REPORT names a file, it is also added there, for the table of the docs.
 * FLEETWRIGHT_VERIFY_QUICK=1 makes the runs shorter; then only the interval must hold, not its
 * width. */
#ifndef FLEETWRIGHT_TESTS_VERIFY_VERIFY_H
#define FLEETWRIGHT_TESTS_VERIFY_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/reader.h"
#include "analysis/results.h"

/* ---- running ---- */

struct verify_run {
    struct reader *reader;
    struct results results;
    bool has_results;
    const char *scenario;
};

/* Runs `fleetwright run tests/verify/SCENARIO` and opens the trace, whose file is removed from its
 * folder. settings: lines "key.path=value", each one becomes --set. The test fails when the program
 * does. */
void verify_run(struct verify_run *run, const char *scenario, const char *settings, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a scenario anywhere, by its path. */
void verify_run_file(struct verify_run *run, const char *path, const char *settings);

/* The values of a metric, one a replication; of a class, or of the run when class is NULL. */
const double *verify_metric(struct verify_run *run, enum metric_id id, const char *class);
int verify_replications(struct verify_run *run);

void verify_rows(struct verify_run *run, enum trace_table table, struct trace_sink sink);

void verify_close(struct verify_run *run);

/* Shorter runs when FLEETWRIGHT_VERIFY_QUICK is set: n / 20, at least `least`. */
bool verify_quick(void);
int verify_count(int n, int least);

/* ---- values of replications ---- */

struct verify_values {
    double *v;
    int n, capacity;
};

void verify_add(struct verify_values *values, double value);
void verify_free(struct verify_values *values);

/* ---- checking ---- */

struct verify_case {
    const char *id;     /* of the formula */
    const char *params; /* as people read them */
    double exact;
    const char *scenario;
    double width;       /* of the interval / value at most; 0 = 1 % */
    const char *remark; /* for the report; NULL = none */
};

/* The mean of the values against the exact value. */
void verify_check(const struct verify_case *c, const double *values, int n);

/* A mean and the half-width of its 99.9 % interval that were computed otherwise. */
void verify_check_interval(const struct verify_case *c, double mean, double half_width);

/* A deterministic value, to 1e-9 (relative), or to within `tolerance` when it is more than 0. */
void verify_check_exact(const struct verify_case *c, double value, double tolerance);

/* The quantile of Student's t for a two-sided interval of 99.9 %. */
double verify_student(int degrees_of_freedom);

/* ---- the oracle ---- */

/* A row of the table of closed forms (tests/verify/oracle.c): the n-th row (0 = the first) of an
 * id. */
struct oracle_row {
    const char *id, *params;
    double value;
};
extern const struct oracle_row oracle_rows[];
extern const size_t oracle_row_count;
const struct oracle_row *oracle(const char *id, int n);

/* A case made of a row. */
struct verify_case oracle_case(const char *id, int n, const char *scenario);

#endif
