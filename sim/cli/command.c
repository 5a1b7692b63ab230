#include "sim/cli/command.h"

#include <string.h>

#include "sim/cli/messages.h"

const struct command *command_find(const struct cli *cli, const char *name)
{
    for (const struct command *c = cli->commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

int command_unknown(struct cli *cli, const char *name)
{
    const char *names[COMMANDS_MAX];
    int count = 0;
    for (const struct command *c = cli->commands; c->name; c++)
        names[count++] = c->name;
    names[count] = NULL;
    const char *nearest = nearest_choice(name, names);
    struct status status = STATUS_INIT;
    if (nearest)
        status_set(&status, STATUS_INPUT, "There is no command '%s'. Did you mean '%s'?", name,
                   nearest);
    else
        status_set(&status, STATUS_INPUT, "There is no command '%s'.", name);
    return message_usage(cli, &status);
}
