/* fleetwright help [COMMAND]. */
#include "sim/cli/cmd.h"
#include "sim/cli/help.h"

int cmd_help(struct cli *cli, const struct arguments *arguments)
{
    if (arguments->operand_count == 0) {
        help_program(cli);
        return EXIT_STATUS_DONE;
    }
    const struct command *command = command_find(cli, arguments->operands[0]);
    if (!command)
        return command_unknown(cli, arguments->operands[0]);
    help_command(cli, command);
    return EXIT_STATUS_DONE;
}
