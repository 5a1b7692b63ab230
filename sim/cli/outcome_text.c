#include "sim/cli/outcome_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "analysis/display.h"
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

/* A mean, and how far it may be off, as the summary writes them. */
static void metric_line(const struct terminal *t, const char *label, const struct metric *m,
                        const char *currency, const char *undefined)
{
    char text[DISPLAY_SIZE];
    bool defined = m && m->defined;
    if (defined || undefined)
        line(t, label, defined ? display_metric(m, currency, text) : undefined);
}

static void jobs_line(const struct terminal *t, const struct results *results)
{
    static const char *const names[OUTCOMES] = {"completed", "failed", "cancelled",
                                                "left out: what they waited for did not complete",
                                                "unfinished"};
    char text[512], count[DISPLAY_SIZE];
    size_t used = 0;
    for (int i = 0; i < OUTCOMES; i++) {
        const struct metric *m = run_metric(results, METRIC_JOBS_COMPLETED + i);
        if (!m || (i > 0 && m->mean == 0) || used >= sizeof text)
            continue;
        bool equal = !(m->half_width > 0) && m->mean == round(m->mean);
        display_number(m->mean, equal ? 0 : 1, count);
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
    metric_line(t, "Makespan", run_metric(results, METRIC_MAKESPAN), plan->currency, NULL);
    metric_line(t, "Bill", run_metric(results, METRIC_BILL), plan->currency, NULL);
    metric_line(t, "Per completed job", run_metric(results, METRIC_COST_PER_COMPLETED_JOB),
                plan->currency, "none: no job completed");
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
