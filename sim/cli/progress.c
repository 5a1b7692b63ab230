#include "sim/cli/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/cli/interrupt.h"

enum { BAR_WIDTH = 24, LINE_SIZE = 160 };

static const double DRAW_EVERY = 0.2; /* seconds */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(struct progress_line *p, const struct terminal *terminal, int32_t replications,
                    bool quiet)
{
    const char *term = getenv("TERM");
    bool dumb = !term || !*term || !strcmp(term, "dumb");
    *p = (struct progress_line){
        .terminal = terminal->is_terminal && !quiet && !dumb ? terminal : NULL,
        .replications = replications,
        .began = now(),
        .drawn = -1,
    };
}

double progress_seconds(const struct progress_line *p)
{
    return now() - p->began;
}

/* "1:02:03" or "2:03". */
static void write_clock(double seconds, char *text, size_t size)
{
    long s = seconds < 359999 ? lround(seconds) : 359999;
    if (s >= 3600)
        snprintf(text, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%ld:%02ld", s / 60, s % 60);
}

/* "812", "45.2 k", "1.20 M". */
static void write_rate(double rate, char *text, size_t size)
{
    if (rate < 1000)
        snprintf(text, size, "%.0f", rate);
    else if (rate < 1e6)
        snprintf(text, size, "%.1f k", rate / 1e3);
    else
        snprintf(text, size, "%.2f M", rate / 1e6);
}

static void write_line(const struct progress_line *p, int32_t replication, double fraction,
                       double seconds, sim_time simulated, char *line, size_t size)
{
    char bar[BAR_WIDTH + 1], left[32], rate[32], which[48] = "";
    write_rate(seconds > 0 ? (double)p->jobs / seconds : 0, rate, sizeof rate);
    if (p->replications > 1)
        snprintf(which, sizeof which, "replication %d of %d, ", replication + 1, p->replications);
    if (fraction < 0) {
        snprintf(line, size, "%ssimulated %.1f h, %s jobs/s", which,
                 (double)simulated / (double)TICKS_PER_HOUR, rate);
        return;
    }
    double whole = (replication + fmin(fraction, 1)) / p->replications;
    int full = (int)(whole * BAR_WIDTH);
    memset(bar, '-', BAR_WIDTH);
    memset(bar, '#', (size_t)full);
    bar[BAR_WIDTH] = 0;
    if (whole > 0)
        write_clock(seconds * (1 - whole) / whole, left, sizeof left);
    else
        strcpy(left, "?");
    snprintf(line, size, "[%s] %3.0f %%, %s%s jobs/s, %s left", bar, floor(100 * whole), which,
             rate, left);
}

static void draw(void *context, int32_t replication, double fraction, sim_time simulated,
                 int64_t jobs_left)
{
    struct progress_line *p = context;
    double time = now();
    p->jobs = p->jobs_before + jobs_left;
    if (!p->terminal || time - (p->drawn < 0 ? p->began : p->drawn) < DRAW_EVERY)
        return;
    char line[LINE_SIZE];
    write_line(p, replication, fraction, time - p->began, simulated, line, sizeof line);
    p->drawn = time;
    interrupt_line_drawn(true);
    /* A line that wraps could not be erased, so it is cut one column short of the width. */
    fprintf(p->terminal->stream, "\r\033[K%.*s", terminal_width(p->terminal) - 1, line);
    fflush(p->terminal->stream);
}

struct progress progress_reporter(struct progress_line *p)
{
    return (struct progress){.report = draw, .context = p};
}

void progress_replication_over(struct progress_line *p, int32_t replication, int64_t jobs)
{
    p->jobs_before += jobs;
    p->jobs = p->jobs_before;
    draw(p, replication, 1, 0, 0);
}

void progress_end(struct progress_line *p)
{
    if (!p->terminal || p->drawn < 0)
        return;
    fputs("\r\033[K", p->terminal->stream);
    fflush(p->terminal->stream);
    interrupt_line_drawn(false);
    p->drawn = -1;
}
