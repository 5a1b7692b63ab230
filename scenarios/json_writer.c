#include "scenarios/json_writer.h"

void json_next(struct json *j)
{
    if (j->some)
        textbuilder_char(j->b, ',');
    if (j->depth > 0) {
        textbuilder_char(j->b, '\n');
        textbuilder_repeat(j->b, ' ', 2 * j->depth);
    }
    j->some = true;
}

void json_quote(struct json *j, const char *text)
{
    textbuilder_char(j->b, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            textbuilder_char(j->b, '\\');
        textbuilder_char(j->b, *text);
    }
    textbuilder_char(j->b, '"');
}

void json_key(struct json *j, const char *name)
{
    json_next(j);
    json_quote(j, name);
    textbuilder_add(j->b, ": ");
}

void json_open(struct json *j, char bracket)
{
    textbuilder_char(j->b, bracket);
    j->depth++;
    j->some = false;
}

void json_close(struct json *j, char bracket)
{
    j->depth--;
    if (j->some) {
        textbuilder_char(j->b, '\n');
        textbuilder_repeat(j->b, ' ', 2 * j->depth);
    }
    textbuilder_char(j->b, bracket);
    j->some = true;
}

void json_text(struct json *j, const char *name, const char *text)
{
    json_key(j, name);
    json_quote(j, text);
}

/* An entry that is JSON already. */
void json_raw(struct json *j, const char *name, const char *text)
{
    json_key(j, name);
    textbuilder_add(j->b, text);
}
