#include "sim/cli/help.h"

#include <stdio.h>
#include <string.h>

#include "sim/cli/terminal.h"

enum { HELP_WIDTH = 90, COMMAND_WIDTH = 14, OPTION_WIDTH = 28 };

/* Two columns; the text is wrapped inside the second. */
static void write_entry(FILE *out, int label_width, const char *label, const char *text)
{
    int column = fprintf(out, "  %s", label);
    if (column > label_width - 2) {
        putc('\n', out);
        column = 0;
    }
    column += fprintf(out, "%*s", label_width - column, "");
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column + (int)word > HELP_WIDTH && column > label_width) {
            fprintf(out, "\n%*s", label_width, "");
            column = label_width;
        }
        if (column > label_width)
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", (int)word, text);
        text += word;
        text += strspn(text, " ");
    }
    putc('\n', out);
}

static void write_options(FILE *out, const struct option_spec *options)
{
    for (; options->name; options++) {
        char label[64];
        char letter[8] = "    ";
        if (options->letter)
            snprintf(letter, sizeof letter, "-%c, ", options->letter);
        snprintf(label, sizeof label, "%s--%s%s%s", letter, options->name,
                 options->argument ? "=" : "", options->argument ? options->argument : "");
        write_entry(out, OPTION_WIDTH, label, options->help);
    }
}

static void write_heading(const struct terminal *t, const char *heading)
{
    fprintf(t->stream, "\n%s%s%s\n", terminal_style(t, STYLE_STRONG), heading,
            terminal_style(t, STYLE_PLAIN));
}

void help_program(const struct cli *cli)
{
    FILE *out = cli->out.stream;
    fputs("Fleetwright simulates fleets of GPUs and the jobs on them: time, failures, money.\n\n"
          "Usage: fleetwright COMMAND [OPTION]... [ARGUMENT]...\n",
          out);
    write_heading(&cli->out, "Commands");
    for (const struct command *c = cli->commands; c->name; c++)
        write_entry(out, COMMAND_WIDTH, c->name, c->summary);
    write_heading(&cli->out, "Options");
    write_options(out, program_options);
    write_options(out, common_options);
    write_heading(&cli->out, "Exit status");
    write_entry(out, COMMAND_WIDTH, "0", "done");
    write_entry(out, COMMAND_WIDTH, "1",
                "our fault or the machine's: a file that cannot be written, memory, a bug");
    write_entry(out, COMMAND_WIDTH, "2",
                "the input's fault: the scenario (missing or unreadable, wrong, or with numbers "
                "beyond what can be counted), the trace or the command line");
    write_entry(out, COMMAND_WIDTH, "75", "reserved for failures that may pass when tried again");
    write_entry(out, COMMAND_WIDTH, "128 + N", "ended by signal N");
    fputs(
        "\nA trace is written whole or not at all. (If only standard output fails, status 1, the\n"
        "trace is there.)\n"
        "'fleetwright help COMMAND' tells more about a command.\n",
        out);
}

void help_command(const struct cli *cli, const struct command *command)
{
    FILE *out = cli->out.stream;
    fprintf(out, "%s\n\nUsage: fleetwright %s", command->summary, command->name);
    if (command->options->name)
        fputs(" [OPTION]...", out);
    fprintf(out, "%s%s\n", *command->operands ? " " : "", command->operands);
    if (*command->details)
        fprintf(out, "\n%s", command->details);
    write_heading(&cli->out, "Options");
    write_options(out, command->options);
    write_options(out, common_options);
}
