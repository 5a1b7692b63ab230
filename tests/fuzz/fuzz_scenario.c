/* Any bytes as a scenario: reading never crashes, leaks or reads out of bounds, and says why it
 * refuses; what it accepts can be written out and read again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int parse(const char *text, size_t size, struct plan *plan)
{
    struct diagnostics d;
    struct status status = STATUS_INIT;
    char *rendered = NULL;
    diagnostics_init(&d);
    int code = scenario_parse("fuzz/scenario.yaml", text, size, NULL, 0, plan, &d, &status);
    if (code == STATUS_INPUT && d.errors == 0)
        abort(); /* refused without a reason */
    if (code != 0 && code != STATUS_INPUT)
        abort();
    if (diagnostics_render(&d, 0, &rendered, &status) == 0)
        mem_free(rendered);
    diagnostics_free(&d);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct plan first, second;
    char *text = malloc(size + 1); /* of its own, so that reading beyond it is seen */
    if (!text)
        return 0;
    memcpy(text, data, size);
    if (parse(text, size, &first) == 0) {
        if (parse(first.resolved, strlen(first.resolved), &second) != 0)
            abort(); /* the resolved scenario is refused */
        if (strcmp(first.resolved, second.resolved) != 0)
            abort();
        plan_free(&second);
    }
    plan_free(&first);
    free(text);
    return 0;
}
