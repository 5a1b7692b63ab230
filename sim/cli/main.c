/* Fleetwright, the program: its commands in the order in which the data flows.
 *
 *     scenario.yaml --check--> plan --run--> trace (HDF5) --summary--> numbers
 *
 * The table of them is in commands.c. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>

#include "sim/cli/commands.h"
#include "sim/cli/help.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/messages.h"
#include "sim/cli/version_text.h"

/* A file opened later must never get the number of a standard stream that the caller has closed:
 * what is printed would land in it. The streams are filled so that using them still fails. */
static void fill_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

static void prepare_process(void)
{
    fill_standard_streams();
    setlocale(LC_ALL, "C"); /* numbers are read and written alike everywhere */
    gsl_set_error_handler_off();
    /* glibc would give the trace's buffers back to the system after every chunk and fetch them
     * again. */
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    interrupt_install();
}

static void set_color(struct cli *cli, const struct arguments *arguments)
{
    const char *value = arguments->values[OPTION_COLOR];
    for (int when = 0; value && color_when_names[when]; when++) {
        if (!strcmp(value, color_when_names[when])) {
            terminal_init(&cli->out, stdout, (enum color_when)when);
            terminal_init(&cli->err, stderr, (enum color_when)when);
        }
    }
}

static int check_operands(const struct command *c, const struct arguments *a, struct status *status)
{
    if (a->operand_count < c->operands_min)
        return status_set(status, STATUS_INPUT, "Command '%s' needs an argument: %s.", c->name,
                          c->operands);
    if (a->operand_count > c->operands_max && c->operands_max == 0)
        return status_set(status, STATUS_INPUT, "Command '%s' takes no argument: '%s'.", c->name,
                          a->operands[0]);
    if (a->operand_count > c->operands_max)
        return status_set(status, STATUS_INPUT,
                          "Command '%s' takes one argument, '%s' is too much.", c->name,
                          a->operands[c->operands_max]);
    return 0;
}

static int run_command(struct cli *cli, int argc, char **argv)
{
    struct status status = STATUS_INIT;
    struct arguments arguments;
    int code = EXIT_STATUS_DONE;
    int failed = options_parse(&arguments, argc, argv, cli->command->options, OPTIONS_ALL, &status);
    set_color(cli, &arguments);
    if (failed)
        code = message_usage(cli, &status);
    else if (arguments.values[OPTION_HELP])
        help_command(cli, cli->command);
    else if (check_operands(cli->command, &arguments, &status) != 0)
        code = message_usage(cli, &status);
    else
        code = cli->command->run(cli, &arguments);
    options_free(&arguments);
    return code;
}

static int run_program(struct cli *cli, int argc, char **argv)
{
    struct status status = STATUS_INIT;
    struct arguments arguments;
    int code = EXIT_STATUS_DONE;
    int failed =
        options_parse(&arguments, argc, argv, program_options, OPTIONS_UP_TO_AN_OPERAND, &status);
    set_color(cli, &arguments);
    if (failed) {
        code = message_usage(cli, &status);
    } else if (arguments.values[OPTION_HELP]) {
        help_program(cli);
    } else if (arguments.values[OPTION_VERSION]) {
        version_print(cli->out.stream);
    } else if (arguments.operand_count == 0) {
        status_set(&status, STATUS_INPUT, "No command is given.");
        code = message_usage(cli, &status);
    } else {
        cli->command = command_find(cli, arguments.operands[0]);
        int next = arguments.next;
        code = cli->command ? run_command(cli, argc - next, argv + next)
                            : command_unknown(cli, arguments.operands[0]);
    }
    options_free(&arguments);
    return code;
}

/* True when nobody reads from the other end any more. */
static bool reader_has_gone(int fd)
{
    struct pollfd descriptor = {.fd = fd};
    return poll(&descriptor, 1, 0) == 1 && (descriptor.revents & POLLERR);
}

/* What was printed must have arrived, or the exit status says so. A reader that has seen enough
 * (`| head`) is no failure. */
static int close_output(const struct cli *cli, int code)
{
    bool failed_before = ferror(stdout) != 0; /* then its reason is lost, unless it comes again */
    bool fails_now = fflush(stdout) != 0;
    int reason = fails_now ? errno : 0;
    if (!failed_before && !fails_now)
        return code;
    if (reason == EPIPE || (!reason && reader_has_gone(STDOUT_FILENO)))
        return code;
    message_error(cli, "Standard output could not be written%s%s.", reason ? ": " : "",
                  reason ? strerror(reason) : "");
    return code == EXIT_STATUS_DONE ? EXIT_STATUS_FAULT : code;
}

int main(int argc, char **argv)
{
    static char
        buffer[1 << 18]; /* holds the output of most commands, so that a failure has a reason */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    prepare_process();
    struct cli cli = {.commands = commands};
    terminal_init(&cli.out, stdout, COLOR_AUTO);
    terminal_init(&cli.err, stderr, COLOR_AUTO);
    int code = run_program(&cli, argc, argv);
    return close_output(&cli, code);
}
