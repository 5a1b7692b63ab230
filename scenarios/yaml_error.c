#include "scenarios/yaml_error.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/tree.h"

static bool continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* Bytes of the UTF-8 character at p, 0 when it is none (RFC 3629: no overlong forms, no
 * surrogates). */
static size_t utf8_length(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF)
        return left >= 2 && continuation(p[1]) ? 2 : 0;
    if ((p[0] & 0xF0) == 0xE0) {
        if (left < 3 || !continuation(p[1]) || !continuation(p[2]))
            return 0;
        if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F))
            return 0;
        return 3;
    }
    if (p[0] >= 0xF0 && p[0] <= 0xF4) {
        if (left < 4 || !continuation(p[1]) || !continuation(p[2]) || !continuation(p[3]))
            return 0;
        if ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
            return 0;
        return 4;
    }
    return 0;
}

/* Characters YAML 1.1 does not allow, as libyaml's reader sees them. */
static bool printable(const unsigned char *p, size_t length)
{
    if (length == 1)
        return p[0] == '\t' || p[0] == '\n' || p[0] == '\r' || (p[0] >= 0x20 && p[0] != 0x7F);
    if (length == 2)
        return p[0] != 0xC2 || p[1] >= 0xA0 || p[1] == 0x85;
    if (length == 3)
        return !(p[0] == 0xEF && (p[1] == 0xBB && p[2] == 0xBF)) &&
               !(p[0] == 0xEF && p[1] == 0xBF && p[2] >= 0xBE);
    return true;
}

bool yaml_text_check(const char *name, const char *text, size_t size,
                     struct diagnostics *diagnostics)
{
    const unsigned char *p = (const unsigned char *)text;
    struct place place = {name, 1, 1, NULL};
    if (size > TREE_BYTES_MAX) {
        place.line = place.column = 0;
        diagnostics_add(
            diagnostics, false, &place, "",
            "The file has %zu bytes, more than the 16 MiB that are read. Put long lists "
            "into files of their own (`values: {file: ...}`, `at: {file: ...}`).",
            size);
        return false;
    }
    for (size_t i = 0; i < size;) {
        size_t length = utf8_length(p + i, size - i);
        if (length == 0) {
            diagnostics_add(diagnostics, false, &place, "",
                            "The byte 0x%02X is not valid UTF-8. Save the file with the encoding "
                            "UTF-8.",
                            p[i]);
            return false;
        }
        if (!printable(p + i, length)) {
            diagnostics_add(diagnostics, false, &place, "",
                            "A control character (byte 0x%02X) stands here; remove it.", p[i]);
            return false;
        }
        if (p[i] == '\n') {
            place.line++;
            place.column = 1;
        } else {
            place.column++;
        }
        i += length;
    }
    return true;
}

/* libyaml's words and ours. The first that is part of the problem counts. */
static const struct {
    const char *problem;
    const char *sentence;
} sentences[] = {
    {"found character that cannot start any token",
     "This character cannot begin a value. A tab is to be replaced by spaces; text that begins "
     "with "
     "`@`, `%` or a backtick needs quotes."},
    {"mapping values are not allowed in this context",
     "A `: ` is not possible here: either the line is indented differently from those above it, or "
     "a "
     "text with `: ` in it needs quotes."},
    {"block sequence entries are not allowed in this context",
     "A list entry (`- `) is not possible here: put the list on the lines below its key, or write "
     "it as "
     "[a, b]."},
    {"did not find expected key", "The indentation does not fit the lines above, or a quote or "
                                  "bracket above was closed too early: "
                                  "keys of one mapping begin in the same column."},
    {"did not find expected '-' indicator", "The indentation does not fit the list above: its "
                                            "entries begin with `- ` in the same column."},
    {"did not find expected ',' or ']'",
     "A list that was opened with `[` is not closed, or a comma is missing before this place."},
    {"did not find expected ',' or '}'",
     "A mapping that was opened with `{` is not closed, or a comma is missing before this place."},
    {"could not find expected ':'",
     "This line is no `key: value`: the `: ` is missing, or a line above ends too early."},
    {"found unexpected end of stream", "A quote that was opened is never closed."},
    {"found unexpected document indicator", "A quote that was opened is not closed before `---`."},
    {"found unknown escape character", "Inside double quotes a backslash begins an escape, and "
                                       "this is none: write \\\\ for a backslash, "
                                       "or use single quotes."},
    {"found unexpected ':'", "A `:` inside {...} or [...] needs a space after it, or quotes."},
    {"found undefined tag handle",
     "Tags (`!name`) are not part of this language; text that begins with `!` needs quotes."},
    {"did not find expected <document start>",
     "Something follows the end of the document: a scenario is one mapping."},
    {"found duplicate %YAML directive", "There are two %YAML lines; none is needed."},
    {"found incompatible YAML document",
     "The %YAML line asks for a version that cannot be read; leave it out."},
    {"invalid Unicode character",
     "The escape in quotes names no character that may stand in a text."},
};

/* Whether the line is indented with a tab. */
static bool tab_at(const char *text, size_t size, const struct place *place)
{
    int line = 1;
    size_t i = 0;
    for (; i < size && line < place->line; i++)
        line += text[i] == '\n';
    while (i < size && text[i] == ' ')
        i++;
    return i < size && text[i] == '\t';
}

void yaml_error_report(const yaml_parser_t *parser, const char *name, const char *text, size_t size,
                       struct diagnostics *diagnostics)
{
    const char *problem = parser->problem ? parser->problem : "unknown problem";
    struct place place = {name, (int)parser->problem_mark.line + 1,
                          (int)parser->problem_mark.column + 1, NULL};
    const char *sentence = NULL;
    if (tab_at(text, size, &place))
        sentence = "A tab stands here; YAML indents with spaces. Replace it by spaces.";
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences && !sentence; i++)
        if (strstr(problem, sentences[i].problem))
            sentence = sentences[i].sentence;
    char since[64] = "";
    if (parser->context && parser->context_mark.line < parser->problem_mark.line)
        snprintf(since, sizeof since, " (It began on line %d.)",
                 (int)parser->context_mark.line + 1);
    if (sentence)
        diagnostics_add(diagnostics, false, &place, "", "%s%s", sentence, since);
    else
        diagnostics_add(diagnostics, false, &place, "", "This is no valid YAML: %s.%s", problem,
                        since);
}
