/* What a stream may be sent: colour, width, and text that cannot play tricks on a terminal. */
#ifndef FLEETWRIGHT_SIM_CLI_TERMINAL_H
#define FLEETWRIGHT_SIM_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

extern const char *const color_when_names[]; /* "auto", "always", "never", NULL */

enum style { STYLE_PLAIN, STYLE_ERROR, STYLE_WARNING, STYLE_NOTE, STYLE_STRONG, STYLE_FAINT };

struct terminal {
    FILE *stream;
    bool is_terminal;
    bool color;
};

/* auto means colour on a terminal, unless NO_COLOR is set to something or TERM is "dumb". */
void terminal_init(struct terminal *t, FILE *stream, enum color_when when);

/* The escape sequence that begins a style; "" without colour. */
const char *terminal_style(const struct terminal *t, enum style style);

/* Columns of the terminal; 80 where that is not known. */
int terminal_width(const struct terminal *t);

/* Writes text with its control characters as \xNN, all but the newline and, where there is colour,
 * colours: names and messages quote what a user's file holds, which may be anything. */
void terminal_text(const struct terminal *t, const char *text);

#endif
