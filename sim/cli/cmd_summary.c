/* fleetwright summary: the metrics of a trace, as text, JSON or CSV. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "analysis/reader.h"
#include "analysis/results.h"
#include "analysis/summary.h"
#include "sim/cli/cmd.h"
#include "sim/cli/messages.h"

const struct option_spec summary_options[] = {
    {"json", 0, OPTION_JSON, NULL, false, NULL, "print one JSON object"},
    {"csv", 0, OPTION_CSV, NULL, false, NULL, "print CSV: rep,scope,name,metric,value,unit"},
    {0},
};

const char summary_details[] =
    "Reads a file that 'fleetwright run' has written and prints what came out: completion\n"
    "times, where the time and the money went, utilisation, cost per completed job. Over\n"
    "several replications: the mean and its 95 % confidence interval.\n";

static int write_results(const struct cli *cli, const struct arguments *a,
                         const struct results *results, const struct reader_info *info,
                         struct status *status)
{
    struct summary_options options = {.title = info->name, .colour = cli->out.color};
    struct text text = {0};
    if (a->values[OPTION_JSON])
        summary_json(results, &options, &text, status);
    else if (a->values[OPTION_CSV])
        summary_csv(results, &text, status);
    else
        summary_human(results, &options, &text, status);
    if (!status->code && text.length > 0) {
        if (a->values[OPTION_JSON] || a->values[OPTION_CSV])
            fwrite(text.bytes, 1, text.length, cli->out.stream);
        else
            terminal_text(&cli->out, text.bytes);
    }
    text_free(&text);
    return status->code;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int refuse(const struct cli *cli, const char *file, const struct status *status)
{
    int code = message_status(cli, status);
    if (status->code == STATUS_INPUT && (ends_with(file, ".yaml") || ends_with(file, ".yml")))
        message_note(cli, "'fleetwright run %s -o FILE' makes a trace from a scenario.", file);
    return code;
}

int cmd_summary(struct cli *cli, const struct arguments *arguments)
{
    struct status status = STATUS_INIT;
    struct reader *reader = NULL;
    struct results results = {0};
    int code = EXIT_STATUS_DONE;
    if (arguments->values[OPTION_JSON] && arguments->values[OPTION_CSV]) {
        status_set(&status, STATUS_INPUT, "Options '--json' and '--csv' exclude each other.");
        return message_usage(cli, &status);
    }
    if (reader_open(&reader, arguments->operands[0], &status) != 0 ||
        results_read(&results, reader, &status) != 0 ||
        write_results(cli, arguments, &results, reader_info(reader), &status) != 0)
        code = refuse(cli, arguments->operands[0], &status);
    results_free(&results);
    reader_close(&reader);
    return code;
}
