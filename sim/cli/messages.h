/* Messages on stderr: "error: ..." with the right colour, a sentence or a list of them. */
#ifndef FLEETWRIGHT_SIM_CLI_MESSAGES_H
#define FLEETWRIGHT_SIM_CLI_MESSAGES_H

#include "sim/cli/command.h"
#include "sim/status.h"

/* One line "error: text", "warning: text" or "note: text"; text without a newline at its end. */
void message_error(const struct cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void message_warning(const struct cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void message_note(const struct cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The failure as a message; returns the exit status that belongs to its code. */
int message_status(const struct cli *cli, const struct status *status);

/* A mistake on the command line: the failure, and where its help is. Returns EXIT_STATUS_INPUT. */
int message_usage(const struct cli *cli, const struct status *status);

#endif
