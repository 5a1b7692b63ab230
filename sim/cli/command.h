/* A subcommand as data, and what every one of them gets.
 *
 * The table of subcommands is commands.c; each is one cmd_*.c. What the tables say drives the
 * parsing, the help and the completions, so that they cannot differ. */
#ifndef FLEETWRIGHT_SIM_CLI_COMMAND_H
#define FLEETWRIGHT_SIM_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/cli/options.h"
#include "sim/cli/terminal.h"
#include "sim/status.h"

/* Exit statuses; part of the interface (docs/cli.md). A signal gives 128 + its number. */
enum exit_status {
    EXIT_STATUS_DONE = 0,
    EXIT_STATUS_FAULT = 1, /* ours or the machine's */
    EXIT_STATUS_INPUT = 2, /* the user's input, the command line included */
    EXIT_STATUS_AGAIN =
        75 /* may pass if tried again (EX_TEMPFAIL); not used yet, scripts may rely on it */
};

struct cli;

struct command {
    const char *name;
    int (*run)(struct cli *cli, const struct arguments *arguments); /* returns an exit status */
    const char *operands; /* as the usage line writes them: "SCENARIO" */
    int operands_min, operands_max;
    const char *const *operand_choices; /* NULL-terminated; NULL = a file name */
    const struct option_spec *options;  /* ended by a NULL name */
    const char *summary;                /* one line */
    const char *details;                /* the paragraphs of --help; may be "" */
};

enum { COMMANDS_MAX = 32 }; /* rows of a table of commands, its end included */

struct cli {
    const struct command *commands; /* ended by a NULL name */
    const struct command *command;  /* the one that runs; NULL before it is known */
    struct terminal out, err;
};

const struct command *command_find(const struct cli *cli, const char *name); /* NULL if none */

/* Says that there is no such subcommand, and which is nearest. Returns EXIT_STATUS_INPUT. */
int command_unknown(struct cli *cli, const char *name);

#endif
