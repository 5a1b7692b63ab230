/* Signals: an interrupted or aborted program leaves no unfinished file and says how it ended. */
#ifndef FLEETWRIGHT_SIM_CLI_INTERRUPT_H
#define FLEETWRIGHT_SIM_CLI_INTERRUPT_H

#include <stdbool.h>

/* SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2: removes the watched file
 * and exits with 128 + signal. SIGABRT, which is a bug of ours (sim/bug.h): likewise, with
 * status 1. SIGPIPE and SIGXFSZ are ignored: the write fails instead. */
void interrupt_install(void);

/* The file to remove; NULL when there is none (any more). A path that is too long for the system is
 * not watched: it could not be opened either. */
void interrupt_watch(const char *path);

/* Between the two, signals wait: a file is made or renamed, and what to remove is not yet known. */
void interrupt_hold(void);
void interrupt_release(void);

/* Whether a progress line is on the terminal, to be erased first. */
void interrupt_line_drawn(bool drawn);

#endif
