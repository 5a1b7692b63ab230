#include "scenarios/emit.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "scenarios/schema.h"

enum { LINE_WIDTH = 100 };

/* ---- scalars ---- */

static bool reserved(const char *text)
{
    static const char *const words[] = {"true", "false", "yes", "no",   "on",
                                        "off",  "y",     "n",   "null", NULL};
    for (size_t i = 0; words[i]; i++)
        if (strcasecmp(words[i], text) == 0)
            return true;
    return false;
}

static bool plain(const char *text, bool word)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  " ._/%+-";
    size_t length = strlen(text);
    if (length == 0 || strspn(text, letters) != length || text[length - 1] == ' ')
        return false;
    if (word)
        return isalpha((unsigned char)text[0]) && !reserved(text);
    return isalnum((unsigned char)text[0]);
}

/* The code point at p and its length; p is valid UTF-8. */
static unsigned code_point(const unsigned char *p, size_t *length)
{
    *length = p[0] < 0x80 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    unsigned code = *length == 1 ? p[0] : p[0] & (0x7Fu >> *length);
    for (size_t i = 1; i < *length; i++)
        code = code << 6 | (p[i] & 0x3Fu);
    return code;
}

static bool needs_escape(unsigned code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
}

void emit_scalar(struct textbuilder *b, const char *text, bool word)
{
    if (plain(text, word)) {
        textbuilder_add(b, text);
        return;
    }
    textbuilder_char(b, '"');
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t length;
        unsigned code = code_point(p, &length);
        if (code == '"' || code == '\\')
            textbuilder_printf(b, "\\%c", (char)code);
        else if (code == '\n')
            textbuilder_add(b, "\\n");
        else if (needs_escape(code))
            textbuilder_printf(b, "\\u%04X", code);
        else
            textbuilder_add_bytes(b, (const char *)p, length);
        p += length;
    }
    textbuilder_char(b, '"');
}

/* ---- values in one line ---- */

struct flow {
    struct textbuilder *b;
    size_t line_start; /* in the text */
    size_t indent;     /* of further lines */
    bool word;         /* scalars are texts */
};

/* After a comma: a blank, or a new line when this one is long. */
static void flow_break(struct flow *f)
{
    if (f->b->length - f->line_start < LINE_WIDTH) {
        textbuilder_char(f->b, ' ');
        return;
    }
    textbuilder_char(f->b, '\n');
    f->line_start = f->b->length;
    textbuilder_repeat(f->b, ' ', f->indent);
}

static void emit_flow(struct flow *f, const struct node *node)
{
    if (node->kind == NODE_SCALAR) {
        emit_scalar(f->b, node->text, f->word);
        return;
    }
    textbuilder_char(f->b, node->kind == NODE_LIST ? '[' : '{');
    for (const struct node *child = node->first; child; child = child->next) {
        if (child->key) {
            emit_scalar(f->b, child->key, true);
            textbuilder_add(f->b, ": ");
        }
        emit_flow(f, child);
        if (child->next) {
            textbuilder_char(f->b, ',');
            flow_break(f);
        }
    }
    textbuilder_char(f->b, node->kind == NODE_LIST ? ']' : '}');
}

/* ---- sections ---- */

static void emit_section(struct textbuilder *b, const struct node *mapping,
                         const struct section *section, size_t indent);

static void emit_key(struct textbuilder *b, size_t indent, const char *key, size_t *line_start)
{
    *line_start = b->length;
    textbuilder_repeat(b, ' ', indent);
    emit_scalar(b, key, true);
    textbuilder_char(b, ':');
}

static void emit_field(struct textbuilder *b, const struct node *node, const struct field *field,
                       size_t indent)
{
    struct flow flow = {.b = b, .indent = indent + 4};
    emit_key(b, indent, field->key, &flow.line_start);
    flow.word =
        field->type == FIELD_TEXT || field->type == FIELD_NAME || field->type == FIELD_POOLS;
    if (node->kind == NODE_MAPPING && node->count > 0 && field->type == FIELD_SECTION) {
        textbuilder_char(b, '\n');
        emit_section(b, node, field->section, indent + 2);
    } else if (node->kind == NODE_MAPPING && field->type == FIELD_NAMED) {
        textbuilder_char(b, '\n');
        for (const struct node *child = node->first; child; child = child->next) {
            emit_key(b, indent + 2, child->key, &flow.line_start);
            textbuilder_char(b, '\n');
            emit_section(b, child, field->section, indent + 4);
        }
    } else {
        textbuilder_char(b, ' ');
        emit_flow(&flow, node);
        textbuilder_char(b, '\n');
    }
}

static void emit_section(struct textbuilder *b, const struct node *mapping,
                         const struct section *section, size_t indent)
{
    for (const struct field *f = section->fields; f->key; f++) {
        const struct node *node = node_get(mapping, f->key);
        bool before = false; /* two fields may share a key, for different circumstances */
        for (const struct field *g = section->fields; g < f; g++)
            before = before || strcmp(g->key, f->key) == 0;
        if (node && !before)
            emit_field(b, node, f, indent);
    }
}

void emit_scenario(struct textbuilder *b, const struct node *root)
{
    emit_section(b, root, &schema_scenario, 0);
}
