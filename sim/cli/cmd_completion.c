/* fleetwright completion bash: made from the tables, so that it knows what the program knows. */
#include <stdio.h>
#include <string.h>

#include "sim/cli/cmd.h"
#include "sim/cli/messages.h"

const char *const completion_shells[] = {"bash", NULL};

const char completion_details[] =
    "For this shell:      source <(fleetwright completion bash)\n"
    "For every new one:   fleetwright completion bash > \\\n"
    "                         ~/.local/share/bash-completion/completions/fleetwright\n";

static void write_names(FILE *out, const struct option_spec *options)
{
    for (; options->name; options++)
        fprintf(out, " --%s%s", options->name, options->argument ? "=" : "");
}

static void write_command(FILE *out, const struct command *c, const struct command *commands)
{
    fprintf(out, "    %s)\n        options='", c->name);
    write_names(out, c->options);
    write_names(out, common_options);
    fputs("'\n        words='", out);
    for (int i = 0; c->operand_choices && c->operand_choices[i]; i++)
        fprintf(out, " %s", c->operand_choices[i]);
    if (!strcmp(c->name, "help"))
        for (; commands->name; commands++)
            fprintf(out, " %s", commands->name);
    fputs("'\n        ;;\n", out);
}

int cmd_completion(struct cli *cli, const struct arguments *arguments)
{
    FILE *out = cli->out.stream;
    if (strcmp(arguments->operands[0], completion_shells[0]) != 0) {
        struct status status = STATUS_INIT;
        status_set(&status, STATUS_INPUT, "Completions are made for bash only, not for '%s'.",
                   arguments->operands[0]);
        return message_usage(cli, &status);
    }
    fputs("# bash completion for fleetwright, made by `fleetwright completion bash`\n"
          "_fleetwright()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} options= words=\n"
          "    COMPREPLY=()\n"
          "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
          "        words='",
          out);
    for (const struct command *c = cli->commands; c->name; c++)
        fprintf(out, "%s ", c->name);
    write_names(out, program_options);
    write_names(out, common_options);
    fputs("'\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (const struct command *c = cli->commands; c->name; c++)
        write_command(out, c, cli->commands);
    fputs("    esac\n"
          "    if [[ $current == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
          "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
          "    elif [[ $words ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "    else\n"
          "        compopt -o filenames\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "    fi\n"
          "}\n"
          "complete -F _fleetwright fleetwright\n",
          out);
    return EXIT_STATUS_DONE;
}
