#include "sim/cli/commands.h"

#include "sim/cli/cmd.h"

/* In the order in which the data flows. */
const struct command commands[] = {
    {"check", cmd_check, "SCENARIO", 1, 1, NULL, check_options,
     "Read a scenario and say what it means, without running it.", check_details},
    {"run", cmd_run, "SCENARIO", 1, 1, NULL, run_options,
     "Simulate a scenario and write its trace to a file.", run_details},
    {"summary", cmd_summary, "TRACE", 1, 1, NULL, summary_options,
     "Print the metrics of a trace: times, utilisation, costs.", summary_details},
    {"catalog", cmd_catalog, "[gpus|prices|speeds|failures|storage]", 0, 1, catalog_topics,
     catalog_options, "Print the built-in catalogue, every figure with its source.",
     catalog_details},
    {"reference", cmd_reference, "", 0, 0, NULL, reference_options,
     "Print a scenario that has and explains every key.", reference_details},
    {"completion", cmd_completion, "bash", 1, 1, completion_shells, no_options,
     "Print the completions of this program for a shell.", completion_details},
    {"help", cmd_help, "[COMMAND]", 0, 1, NULL, no_options,
     "Print what the program or a command does.", ""},
    {0},
};

_Static_assert(sizeof commands / sizeof *commands <= COMMANDS_MAX, "raise COMMANDS_MAX");
