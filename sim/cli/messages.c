#include "sim/cli/messages.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum { MESSAGE_SIZE = 4096 };

__attribute__((format(printf, 4, 0))) static void message(const struct cli *cli, enum style style,
                                                          const char *label, const char *format,
                                                          va_list list)
{
    char text[MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, list);
    const struct terminal *t = &cli->err;
    fprintf(t->stream, "%s%s:%s ", terminal_style(t, style), label, terminal_style(t, STYLE_PLAIN));
    terminal_text(t, text);
    putc('\n', t->stream);
}

void message_error(const struct cli *cli, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    message(cli, STYLE_ERROR, "error", format, list);
    va_end(list);
}

void message_warning(const struct cli *cli, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    message(cli, STYLE_WARNING, "warning", format, list);
    va_end(list);
}

void message_note(const struct cli *cli, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    message(cli, STYLE_NOTE, "note", format, list);
    va_end(list);
}

int message_status(const struct cli *cli, const struct status *status)
{
    message_error(cli, "%s", status->message);
    /* Time and money leave their range by the numbers of the scenario. */
    bool input = status->code == STATUS_INPUT || status->code == STATUS_OVERFLOW;
    return input ? EXIT_STATUS_INPUT : EXIT_STATUS_FAULT;
}

int message_usage(const struct cli *cli, const struct status *status)
{
    message_error(cli, "%s", status->message);
    if (status->code != STATUS_INPUT)
        return EXIT_STATUS_FAULT;
    fprintf(cli->err.stream, "Try 'fleetwright %s%s--help'.\n",
            cli->command ? cli->command->name : "", cli->command ? " " : "");
    return EXIT_STATUS_INPUT;
}
