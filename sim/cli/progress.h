/* The progress line of a long run, on a terminal only: drawn at most five times a second over
 * itself, erased at the end. Elsewhere, and with --quiet, nothing is written at all. */
#ifndef FLEETWRIGHT_SIM_CLI_PROGRESS_H
#define FLEETWRIGHT_SIM_CLI_PROGRESS_H

#include <stdint.h>

#include "models/world.h"
#include "sim/cli/terminal.h"

struct progress_line {
    const struct terminal *terminal; /* NULL: draws nothing */
    int32_t replications;
    int64_t jobs_before; /* that left in the replications before the present one */
    int64_t jobs;        /* that left so far */
    double began;        /* seconds of the monotonic clock */
    double drawn;
};

/* Starts the clock. Nothing is drawn when quiet is set, or the terminal is none or a dumb one. */
void progress_begin(struct progress_line *p, const struct terminal *terminal, int32_t replications,
                    bool quiet);

/* What world_run takes. It points to p. */
struct progress progress_reporter(struct progress_line *p);

/* Counts the jobs of a replication that is over, and draws: a short one may not have reported at
 * all. */
void progress_replication_over(struct progress_line *p, int32_t replication, int64_t jobs);

/* Erases the line. Legal when nothing was drawn, and twice. */
void progress_end(struct progress_line *p);

/* Seconds since progress_begin. */
double progress_seconds(const struct progress_line *p);

#endif
