/* What each cmd_*.c gives the table of subcommands: how it runs, its options, its help.
 *
 * To add a command is to add its file, its declarations here and its row in commands.c. */
#ifndef FLEETWRIGHT_SIM_CLI_CMD_H
#define FLEETWRIGHT_SIM_CLI_CMD_H

#include "sim/cli/command.h"

int cmd_check(struct cli *cli, const struct arguments *arguments);
int cmd_run(struct cli *cli, const struct arguments *arguments);
int cmd_summary(struct cli *cli, const struct arguments *arguments);
int cmd_catalog(struct cli *cli, const struct arguments *arguments);
int cmd_reference(struct cli *cli, const struct arguments *arguments);
int cmd_completion(struct cli *cli, const struct arguments *arguments);
int cmd_help(struct cli *cli, const struct arguments *arguments);

extern const struct option_spec check_options[], run_options[], summary_options[],
    catalog_options[], reference_options[];

extern const char check_details[], run_details[], summary_details[], catalog_details[],
    completion_details[], reference_details[];
extern const char *const catalog_topics[], *const completion_shells[];

#endif
