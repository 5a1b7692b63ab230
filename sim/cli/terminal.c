#include "sim/cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const color_when_names[] = {"auto", "always", "never", NULL};

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

void terminal_init(struct terminal *t, FILE *stream, enum color_when when)
{
    const char *term = getenv("TERM");
    t->stream = stream;
    t->is_terminal = isatty(fileno(stream)) == 1;
    if (when == COLOR_AUTO)
        t->color = t->is_terminal && !is_set("NO_COLOR") && !(term && !strcmp(term, "dumb"));
    else
        t->color = when == COLOR_ALWAYS;
}

const char *terminal_style(const struct terminal *t, enum style style)
{
    static const char *const escapes[] = {
        [STYLE_PLAIN] = "\033[0m",   [STYLE_ERROR] = "\033[1;31m", [STYLE_WARNING] = "\033[1;33m",
        [STYLE_NOTE] = "\033[1;36m", [STYLE_STRONG] = "\033[1m",   [STYLE_FAINT] = "\033[2m",
    };
    return t->color ? escapes[style] : "";
}

int terminal_width(const struct terminal *t)
{
    struct winsize size;
    if (t->is_terminal && ioctl(fileno(t->stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

/* Bytes of the colour sequence at s (ESC [ digits and ; m), 0 if there is none. */
static size_t style_length(const unsigned char *s)
{
    if (s[0] != 0x1b || s[1] != '[')
        return 0;
    size_t length = 2 + strspn((const char *)s + 2, "0123456789;");
    return s[length] == 'm' ? length + 1 : 0;
}

void terminal_text(const struct terminal *t, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        size_t style = t->color ? style_length(c) : 0;
        if (style > 0) {
            fwrite(c, 1, style, t->stream);
            c += style - 1;
        } else if (*c == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f) {
            /* U+0080 .. U+009F are control characters too. */
            fprintf(t->stream, "\\x%02x", c[1]);
            c++;
        } else if ((*c < 0x20 && *c != '\n') || *c == 0x7f) {
            fprintf(t->stream, "\\x%02x", *c);
        } else {
            putc(*c, t->stream);
        }
    }
}
