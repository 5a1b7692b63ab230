/* Options as data, and their parsing. */
#ifndef FLEETWRIGHT_SIM_CLI_OPTIONS_H
#define FLEETWRIGHT_SIM_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/status.h"

enum option_id {
    OPTION_COLOR,
    OPTION_COMPRESS,
    OPTION_CSV,
    OPTION_GPU,
    OPTION_HELP,
    OPTION_JSON,
    OPTION_JSON_SCHEMA,
    OPTION_NO_TRACE,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_REPLICATIONS,
    OPTION_RESOLVED,
    OPTION_SEED,
    OPTION_SET,
    OPTION_VERSION,
    OPTION_IDS
};

struct option_spec {
    const char *name; /* long, without the dashes; NULL ends a table */
    char letter;      /* short; 0 = none */
    enum option_id id;
    const char *argument;       /* its name in the help; NULL = the option takes none */
    bool repeats;               /* may be given more than once; else the second is refused */
    const char *const *choices; /* NULL-terminated: what the argument may be; NULL = anything */
    const char *help;
};

extern const struct option_spec common_options[];  /* of every subcommand */
extern const struct option_spec no_options[];      /* of commands that have only the common ones */
extern const struct option_spec program_options[]; /* those before the subcommand */

struct arguments {
    const char
        *values[OPTION_IDS]; /* NULL = not given; "" for an option without argument; the last one */
    const char **sets;       /* every OPTION_SET, in order */
    int set_count;
    char **operands;
    int operand_count;
    int next; /* index in argv after the last one taken */
};

enum options_mode {
    OPTIONS_ALL,             /* options and operands in any order */
    OPTIONS_UP_TO_AN_OPERAND /* stops at the first operand */
};

/* Parses argv[1 ..] by the table and the common options; a first "--" ends the options.
 * STATUS_INPUT with a sentence that says what is wrong and what is nearest. argv may be reordered;
 * arguments point into it. */
int options_parse(struct arguments *a, int argc, char **argv, const struct option_spec *options,
                  enum options_mode mode, struct status *status);
void options_free(struct arguments *a);

/* The NULL-terminated choice nearest to a mistyped word, or NULL when none is near. */
const char *nearest_choice(const char *word, const char *const *choices);

#endif
