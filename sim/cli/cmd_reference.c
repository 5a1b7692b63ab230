/* fleetwright reference: the scenario language, as the reader's own table of keys has it. */
#include <stdio.h>

#include "scenarios/scenario.h"
#include "scenarios/textbuilder.h"
#include "sim/cli/cmd.h"
#include "sim/cli/messages.h"

const struct option_spec reference_options[] = {
    {"json-schema", 0, OPTION_JSON_SCHEMA, NULL, false, NULL,
     "print a JSON Schema (draft-07) of scenarios, for editors"},
    {0},
};

const char reference_details[] =
    "Prints a scenario that can be run and that has every key, with meaning, unit, range and\n"
    "default in comments.\n";

int cmd_reference(struct cli *cli, const struct arguments *arguments)
{
    struct status status = STATUS_INIT;
    struct textbuilder text = {0};
    int code = EXIT_STATUS_DONE;
    if ((arguments->values[OPTION_JSON_SCHEMA] ? scenario_json_schema
                                               : scenario_reference)(&text, &status) != 0)
        code = message_status(cli, &status);
    else
        fputs(textbuilder_text(&text), cli->out.stream);
    textbuilder_free(&text);
    return code;
}
