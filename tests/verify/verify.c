#define _GNU_SOURCE /* vasprintf */
#include "tests/verify/verify.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS_MAX = 64 };

/* ---- running ---- */

bool verify_quick(void)
{
    const char *quick = getenv("FLEETWRIGHT_VERIFY_QUICK");
    return quick && strcmp(quick, "1") == 0;
}

int verify_count(int n, int least)
{
    if (!verify_quick())
        return n;
    return n / 20 > least ? n / 20 : least;
}

static void run_program(char **arguments)
{
    pid_t child;
    int wait_status = 0;
    posix_spawn_file_actions_t actions;
    /* The result that a run prints is not looked at; its errors are the test's. */
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int code = posix_spawn(&child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    cr_assert_eq(code, 0, "%s: %s", arguments[0], strerror(code));
    cr_assert_eq(waitpid(child, &wait_status, 0), child);
    cr_assert(WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0, "fleetwright run %s failed",
              arguments[2]);
}

void verify_run_file(struct verify_run *run, const char *path, const char *settings)
{
    char output[64], *text = strdup(settings), *arguments[ARGUMENTS_MAX];
    int count = 0;
    struct status status = STATUS_INIT;
    *run = (struct verify_run){.scenario = path};
    snprintf(output, sizeof output, "verify-%ld.h5", (long)getpid());
    const char *fixed[] = {FLEETWRIGHT_PROGRAM, "run", path, "--quiet", "--output", output};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        arguments[count++] = (char *)fixed[i];
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        cr_assert_lt(count, ARGUMENTS_MAX - 2);
        arguments[count++] = (char *)"--set";
        arguments[count++] = line;
    }
    arguments[count] = NULL;
    run_program(arguments);
    cr_assert_eq(reader_open(&run->reader, output, &status), 0, "%s", status.message);
    unlink(output);
    free(text);
}

void verify_run(struct verify_run *run, const char *scenario, const char *settings, ...)
{
    char path[4096], *text = NULL;
    va_list list;
    va_start(list, settings);
    cr_assert_geq(vasprintf(&text, settings, list), 0);
    va_end(list);
    snprintf(path, sizeof path, "%s/tests/verify/%s", FLEETWRIGHT_SOURCE_DIR, scenario);
    verify_run_file(run, path, text);
    free(text);
}

static void need_results(struct verify_run *run)
{
    struct status status = STATUS_INIT;
    if (run->has_results)
        return;
    cr_assert_eq(results_read(&run->results, run->reader, &status), 0, "%s", status.message);
    run->has_results = true;
}

int verify_replications(struct verify_run *run)
{
    need_results(run);
    return run->results.replication_count;
}

const double *verify_metric(struct verify_run *run, enum metric_id id, const char *class)
{
    const struct metric *metric = NULL;
    need_results(run);
    if (!class)
        metric = results_find(&run->results, id, SCOPE_RUN, -1);
    for (int32_t i = 0; class && i < run->results.class_count; i++)
        if (strcmp(run->results.classes[i].name, class) == 0)
            metric = results_find(&run->results, id, SCOPE_CLASS, run->results.classes[i].id);
    cr_assert(metric, "%s: no metric %s", run->scenario, metric_infos[id].name);
    return metric->values;
}

void verify_rows(struct verify_run *run, enum trace_table table, struct trace_sink sink)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(reader_rows(run->reader, table, sink, &status), 0, "%s", status.message);
}

void verify_close(struct verify_run *run)
{
    if (run->has_results)
        results_free(&run->results);
    reader_close(&run->reader);
    run->has_results = false;
}

/* ---- values of replications ---- */

void verify_add(struct verify_values *values, double value)
{
    if (values->n == values->capacity) {
        values->capacity = values->capacity ? 2 * values->capacity : 64;
        values->v = realloc(values->v, (size_t)values->capacity * sizeof *values->v);
        cr_assert(values->v);
    }
    values->v[values->n++] = value;
}

void verify_free(struct verify_values *values)
{
    free(values->v);
    *values = (struct verify_values){0};
}

/* ---- checking ---- */

double verify_student(int degrees_of_freedom)
{
    return gsl_cdf_tdist_Pinv(0.9995, degrees_of_freedom);
}

/* One line for people; one row of Markdown for the table of docs/verification.md. */
static void report(const struct verify_case *c, const char *found)
{
    const char *path = getenv("FLEETWRIGHT_VERIFY_REPORT");
    printf("%s %s: exact %.12g, simulated %s\n", c->id, c->params, c->exact, found);
    fflush(stdout);
    if (!path)
        return;
    FILE *file = fopen(path, "a");
    cr_assert(file, "%s: %s", path, strerror(errno));
    fprintf(file, "| %s | %s | %.12g | %s | `%s` |%s%s\n", c->id, c->params, c->exact, found,
            c->scenario, c->remark ? " " : "", c->remark ? c->remark : "");
    fclose(file);
}

void verify_check_interval(const struct verify_case *c, double mean, double half_width)
{
    char found[96];
    double size = fabs(c->exact), allowed = c->width > 0 ? c->width : 0.01;
    snprintf(found, sizeof found, "%.9g ± %.3g (%.2f %%)", mean, half_width,
             100 * half_width / size);
    report(c, found);
    cr_expect(fabs(mean - c->exact) <= half_width,
              "%s %s (%s): the exact value %.15g is not in the 99.9 %% interval of the simulation, "
              "%.15g +- %.3g",
              c->id, c->params, c->scenario, c->exact, mean, half_width);
    cr_expect(verify_quick() || 2 * half_width < allowed * size,
              "%s %s (%s): the interval %.15g +- %.3g is wider than %g %% of %.15g", c->id,
              c->params, c->scenario, mean, half_width, 100 * allowed, c->exact);
}

void verify_check(const struct verify_case *c, const double *values, int n)
{
    double mean = gsl_stats_mean(values, 1, (size_t)n);
    double sd = gsl_stats_sd_m(values, 1, (size_t)n, mean);
    cr_assert_geq(n, 2);
    verify_check_interval(c, mean, verify_student(n - 1) * sd / sqrt(n));
}

void verify_check_exact(const struct verify_case *c, double value, double tolerance)
{
    double allowed = tolerance > 0 ? tolerance : 1e-9 * fabs(c->exact);
    char found[32];
    snprintf(found, sizeof found, "%.12g", value);
    report(c, found);
    cr_expect(fabs(value - c->exact) <= allowed, "%s %s (%s): %.15g instead of %.15g", c->id,
              c->params, c->scenario, value, c->exact);
}

/* ---- the oracle ---- */

const struct oracle_row *oracle(const char *id, int n)
{
    for (size_t i = 0; i < oracle_row_count; i++)
        if (strcmp(oracle_rows[i].id, id) == 0 && n-- == 0)
            return &oracle_rows[i];
    cr_assert(0, "the oracle has no such row of %s", id);
    return NULL;
}

struct verify_case oracle_case(const char *id, int n, const char *scenario)
{
    const struct oracle_row *row = oracle(id, n);
    return (struct verify_case){
        .id = row->id, .params = row->params, .exact = row->value, .scenario = scenario};
}
