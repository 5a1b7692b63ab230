#include "sim/cli/outcome_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "sim/cli/format.h"

enum { LINE_SIZE = 4608 }; /* a path fits */

static const struct metric *run_metric(const struct results *results, int id)
{
    return results_find(results, (enum metric_id)id, SCOPE_RUN, -1);
}

static void line(const struct terminal *t, const char *label, const char *value)
{
    fprintf(t->stream, "%s%-18s%s", terminal_style(t, STYLE_STRONG), label,
            terminal_style(t, STYLE_PLAIN));
    terminal_text(t, value);
    putc('\n', t->stream);
}

static void write_duration(double seconds, char *text, size_t size)
{
    format_ticks(ticks_from_seconds(seconds), 3, text, size);
}

/* A mean, and how far it may be off. */
static void duration_line(const struct terminal *t, const char *label, const struct metric *m)
{
    char value[64], half[64], text[160];
    if (!m || !m->defined)
        return;
    write_duration(m->mean, value, sizeof value);
    if (isnan(m->half_width)) {
        line(t, label, value);
        return;
    }
    write_duration(m->half_width, half, sizeof half);
    snprintf(text, sizeof text, "%s +- %s", value, half);
    line(t, label, text);
}

/* A mean of money; the exact sum where there is one replication. */
static void write_money(double value, const money *exact, int decimals, char *text, size_t size)
{
    double nano = value * (double)MONEY_NANO;
    if (!exact && fabs(nano) >= 9e18) { /* beyond the type of exact money */
        snprintf(text, size, "%.*f", decimals, value);
        return;
    }
    money_format(exact ? *exact : llround(nano), decimals, 1, text, size);
}

static void money_line(const struct terminal *t, const char *label, const struct metric *m,
                       const char *currency)
{
    char value[352], half[352], text[768];
    if (!m || !m->defined) {
        line(t, label, "none: no job completed");
        return;
    }
    bool several = !isnan(m->half_width);
    int decimals = m->mean == 0 || fabs(m->mean) >= 1 ? 2 : fabs(m->mean) >= 1e-3 ? 4 : 9;
    write_money(m->mean, several ? NULL : m->nano, decimals, value, sizeof value);
    write_money(several ? m->half_width : 0, NULL, decimals, half, sizeof half);
    snprintf(text, sizeof text, "%s%s%s %s", value, several ? " +- " : "", several ? half : "",
             currency);
    line(t, label, text);
}

static void jobs_line(const struct terminal *t, const struct results *results)
{
    static const char *const names[OUTCOMES] = {"completed", "failed", "cancelled",
                                                "left out: what they waited for did not complete",
                                                "unfinished"};
    char text[256], count[32];
    size_t used = 0;
    for (int i = 0; i < OUTCOMES; i++) {
        const struct metric *m = run_metric(results, METRIC_JOBS_COMPLETED + i);
        if (!m || (i > 0 && m->mean == 0) || used >= sizeof text)
            continue;
        if (results->replication_count > 1)
            snprintf(count, sizeof count, "%.1f", m->mean);
        else
            format_count(llround(m->mean), count, sizeof count);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s", used ? ", " : "",
                                 count, names[i]);
    }
    line(t, "Jobs", text);
}

void outcome_print(const struct terminal *t, const struct plan *plan, const struct results *results,
                   const char *file, long long bytes)
{
    char text[LINE_SIZE], size[32];
    snprintf(text, sizeof text, "%s (seed %llu)", plan->name, (unsigned long long)plan->seed);
    line(t, "Scenario", text);
    if (plan->replications > 1) {
        snprintf(text, sizeof text, "%d; below: means, +- the 95 %% confidence interval",
                 plan->replications);
        line(t, "Replications", text);
    }
    jobs_line(t, results);
    duration_line(t, "Makespan", run_metric(results, METRIC_MAKESPAN));
    money_line(t, "Bill", run_metric(results, METRIC_BILL), plan->currency);
    money_line(t, "Per completed job", run_metric(results, METRIC_COST_PER_COMPLETED_JOB),
               plan->currency);
    if (file) {
        snprintf(text, sizeof text, "%s (%s)", file,
                 format_bytes((double)bytes, size, sizeof size));
        line(t, "Trace", text);
    }
}

void outcome_speed(uint64_t events, int64_t jobs, double seconds, char *text, size_t size)
{
    char event_count[32], job_count[32], rate[32];
    format_count((int64_t)events, event_count, sizeof event_count);
    format_count(jobs, job_count, sizeof job_count);
    format_count(seconds > 0 ? llround((double)jobs / seconds) : 0, rate, sizeof rate);
    snprintf(text, size, "%s jobs, %s events in %.1f s (%s jobs/s)", job_count, event_count,
             seconds, rate);
}
