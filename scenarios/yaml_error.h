/* What is wrong with a YAML text as text: bytes that are no UTF-8, and libyaml's errors in
 * sentences that say how to mend them. Private to scenarios/tree.c. */
#ifndef FLEETWRIGHT_SCENARIOS_YAML_ERROR_H
#define FLEETWRIGHT_SCENARIOS_YAML_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "scenarios/diagnostics.h"

/* Size, UTF-8 and control characters; false when an error was reported. */
bool yaml_text_check(const char *name, const char *text, size_t size,
                     struct diagnostics *diagnostics);

/* The parser's error, found in the text (without a byte order mark) that it read. */
void yaml_error_report(const yaml_parser_t *parser, const char *name, const char *text, size_t size,
                       struct diagnostics *diagnostics);

#endif
