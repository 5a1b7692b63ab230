/* fleetwright check: what a scenario means, for the eye of the one who wrote it. */
#include <stdio.h>

#include "sim/cli/cmd.h"
#include "sim/cli/input.h"
#include "sim/cli/plan_text.h"

const struct option_spec check_options[] = {
    {"resolved", 0, OPTION_RESOLVED, NULL, false, NULL,
     "print the scenario as YAML with every default filled in, runnable as it stands"},
    {"set", 'S', OPTION_SET, "KEY.PATH=VALUE", true, NULL,
     "replace or add a value of the scenario; may be given more than once"},
    {0},
};

const char check_details[] =
    "Prints all errors of the scenario, each with its line and column; or, when there are none,\n"
    "what was understood: pools, job classes, the pools each may run on, speeds and where they\n"
    "come from, the checkpoint intervals chosen, and notes on what was assumed.\n"
    "SCENARIO may be '-' for standard input.\n"
    "\n"
    "In KEY.PATH a key with dots may be put in double quotes: jobs.\"llama-3.1\".gpus=16.\n";

int cmd_check(struct cli *cli, const struct arguments *arguments)
{
    struct plan plan = {0};
    int code = input_load(cli, arguments, "nothing was checked further", &plan);
    if (code == EXIT_STATUS_DONE) {
        if (arguments->values[OPTION_RESOLVED])
            fputs(plan.resolved, cli->out.stream);
        else
            plan_print(&cli->out, &plan);
    }
    plan_free(&plan);
    return code;
}
