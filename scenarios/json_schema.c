/* The JSON Schema (draft-07) of the language, from the table of fields: editors check and complete
 * scenarios with it. It says what one key accepts; what keys mean together is only checked by the
 * reader. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/gpu.h"
#include "scenarios/choices.h"
#include "scenarios/scenario.h"
#include "scenarios/schema.h"
#include "sim/distribution.h"

/* ---- writing JSON
 * ----------------------------------------------------------------------------------- */

struct json {
    struct textbuilder *b;
    size_t depth;
    bool some; /* the open object or array has an entry already */
};

static void next(struct json *j)
{
    if (j->some)
        textbuilder_char(j->b, ',');
    if (j->depth > 0) {
        textbuilder_char(j->b, '\n');
        textbuilder_repeat(j->b, ' ', 2 * j->depth);
    }
    j->some = true;
}

static void quote(struct json *j, const char *text)
{
    textbuilder_char(j->b, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            textbuilder_char(j->b, '\\');
        textbuilder_char(j->b, *text);
    }
    textbuilder_char(j->b, '"');
}

static void key(struct json *j, const char *name)
{
    next(j);
    quote(j, name);
    textbuilder_add(j->b, ": ");
}

static void open(struct json *j, char bracket)
{
    textbuilder_char(j->b, bracket);
    j->depth++;
    j->some = false;
}

static void close(struct json *j, char bracket)
{
    j->depth--;
    if (j->some) {
        textbuilder_char(j->b, '\n');
        textbuilder_repeat(j->b, ' ', 2 * j->depth);
    }
    textbuilder_char(j->b, bracket);
    j->some = true;
}

static void text_entry(struct json *j, const char *name, const char *text)
{
    key(j, name);
    quote(j, text);
}

/* An entry that is JSON already. */
static void raw_entry(struct json *j, const char *name, const char *text)
{
    key(j, name);
    textbuilder_add(j->b, text);
}

static void reference(struct json *j, const char *definition)
{
    char text[96];
    snprintf(text, sizeof text, "#/definitions/%s", definition);
    text_entry(j, "$ref", text);
}

/* ---- definitions
 * ------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *json;
} definitions[] = {
    {"duration",
     "{\"type\": \"string\", \"pattern\": "
     "\"^(P[0-9.WDTHMS]+|([0-9]+(\\\\.[0-9]+)?(e[-+]?[0-9]+)? *(ms|s|min|h|d|w) *)+)$\"}"},
    {"size", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *(B|[kMGTP]B|[KMGTP]iB)$\"}"},
    {"work", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Za-z][A-Za-z0-9_-]*$\"}"},
    {"money", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Z]{3}$\"}"},
    {"price", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Z]{3} */ *(GPU|node) */ "
              "*(s|min|h|d|month)$\"}"},
    {"storage_rate", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Z]{3} */ "
                     "*([kMGT]B|[KMGT]iB) */ *(s|min|h|d|month)$\"}"},
    {"traffic_rate", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Z]{3} */ "
                     "*([kMGT]B|[KMGT]iB)$\"}"},
    {"standing_rate", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[A-Z]{3} */ "
                      "*(s|min|h|d|month)$\"}"},
    {"event_rate",
     "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* */ *(ms|s|min|h|d|w)$\"}"},
    {"share",
     "{\"anyOf\": [{\"type\": \"number\", \"minimum\": 0}, {\"type\": \"string\", \"pattern\": "
     "\"^[0-9][0-9.e+-]* *%$\"}]}"},
    {"speed", "{\"type\": \"string\", \"pattern\": \"^[0-9][^/]*/[^/]+(/ *GPU)?$\"}"},
    {"name", "{\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9][A-Za-z0-9._-]*$\"}"},
};

static void write_parameters(struct json *j, const struct law *law, const char *value,
                             const char *distribution)
{
    for (const struct law_parameter *p = law->parameters; p->name; p++) {
        key(j, p->name);
        open(j, '{');
        text_entry(j, "description", p->doc);
        if (p->kind == LAW_VALUE)
            reference(j, value);
        else
            raw_entry(j, "type", "\"number\"");
        close(j, '}');
    }
    if (law->contents == LAW_LIST) {
        key(j, "values");
        textbuilder_printf(j->b,
                           "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
                           "\"#/definitions/%s\"}}",
                           value);
        raw_entry(j, "file", "{\"type\": \"string\"}");
    } else if (law->contents == LAW_INNER) {
        key(j, "of");
        textbuilder_printf(j->b, "{\"$ref\": \"#/definitions/%s\"}", distribution);
    }
}

static void write_law(struct json *j, const struct law *law, const char *value,
                      const char *distribution)
{
    key(j, law->name);
    open(j, '{');
    text_entry(j, "description", law->doc);
    if (law->contents == LAW_WEIGHTED) {
        text_entry(j, "type", "array");
        key(j, "items");
        textbuilder_printf(
            j->b,
            "{\"type\": \"object\", \"additionalProperties\": false, \"required\": "
            "[\"weight\", \"of\"], \"properties\": {\"weight\": {\"type\": \"number\", "
            "\"minimum\": 0}, \"of\": {\"$ref\": \"#/definitions/%s\"}}}",
            distribution);
    } else {
        text_entry(j, "type", "object");
        raw_entry(j, "additionalProperties", "false");
        key(j, "properties");
        open(j, '{');
        write_parameters(j, law, value, distribution);
        close(j, '}');
    }
    close(j, '}');
}

/* A value or a law over such values. */
static void write_distribution(struct json *j, const char *name, const char *value)
{
    key(j, name);
    open(j, '{');
    key(j, "anyOf");
    open(j, '[');
    next(j);
    textbuilder_printf(j->b, "{\"$ref\": \"#/definitions/%s\"}", value);
    next(j);
    open(j, '{');
    text_entry(j, "type", "object");
    raw_entry(j, "minProperties", "1");
    raw_entry(j, "maxProperties", "1");
    raw_entry(j, "additionalProperties", "false");
    key(j, "properties");
    open(j, '{');
    for (size_t i = 0; laws[i]; i++)
        write_law(j, laws[i], value, name);
    close(j, '}');
    close(j, '}');
    close(j, ']');
    close(j, '}');
}

static void write_definitions(struct json *j)
{
    key(j, "definitions");
    open(j, '{');
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        raw_entry(j, definitions[i].name, definitions[i].json);
    write_distribution(j, "delay", "duration");
    write_distribution(j, "work_distribution", "work");
    close(j, '}');
}

/* ---- fields
 * ----------------------------------------------------------------------------------------- */

static void write_object(struct json *j, const struct section *section);

static void write_range(struct json *j, const struct field *field)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", field->low);
    raw_entry(j, field->open_low ? "exclusiveMinimum" : "minimum", text);
    if (field->high == 0)
        return;
    snprintf(text, sizeof text, "%.15g", field->high);
    raw_entry(j, field->open_high ? "exclusiveMaximum" : "maximum", text);
}

static void write_words(struct json *j, const struct field *field)
{
    const char *word;
    int rule;
    bool by_default;
    key(j, "enum");
    textbuilder_char(j->b, '[');
    for (size_t i = 0;; i++) {
        if (field->type == FIELD_INTERVAL)
            word = choices_checkpoint_word(i, &rule);
        else if (field->type == FIELD_TABLES)
            word = choices_table(i, &by_default);
        else
            word = field->choices->name(i);
        if (!word)
            break;
        if (i)
            textbuilder_add(j->b, ", ");
        quote(j, word);
    }
    textbuilder_char(j->b, ']');
}

static const char *definition_of(enum field_type type)
{
    switch (type) {
    case FIELD_TICKS:
        return "duration";
    case FIELD_SIZE:
        return "size";
    case FIELD_MONEY:
        return "money";
    case FIELD_PRICE:
        return "price";
    case FIELD_STORAGE_RATE:
        return "storage_rate";
    case FIELD_TRAFFIC_RATE:
        return "traffic_rate";
    case FIELD_STANDING_RATE:
        return "standing_rate";
    case FIELD_EVENT_RATE:
        return "event_rate";
    case FIELD_FRACTION:
        return "share";
    case FIELD_DELAY:
        return "delay";
    case FIELD_WORK:
        return "work_distribution";
    case FIELD_NAME:
        return "name";
    default:
        return NULL;
    }
}

static void write_speeds(struct json *j)
{
    text_entry(j, "type", "object");
    key(j, "additionalProperties");
    open(j, '{');
    text_entry(j, "type", "object");
    raw_entry(j, "additionalProperties", "false");
    key(j, "properties");
    open(j, '{');
    for (int i = 0; i < PRECISIONS; i++)
        raw_entry(j, precision_names[i], "{\"$ref\": \"#/definitions/speed\"}");
    close(j, '}');
    close(j, '}');
}

/* What the field accepts beside its word. */
static void write_type(struct json *j, const struct field *field)
{
    const char *definition = definition_of(field->type);
    if (definition) {
        reference(j, definition);
        return;
    }
    switch (field->type) {
    case FIELD_BOOL:
        text_entry(j, "type", "boolean");
        break;
    case FIELD_INT32:
    case FIELD_INT64:
        text_entry(j, "type", "integer");
        write_range(j, field);
        break;
    case FIELD_UINT64:
        text_entry(j, "type", "integer");
        raw_entry(j, "minimum", "0");
        break;
    case FIELD_NUMBER:
        text_entry(j, "type", "number");
        write_range(j, field);
        break;
    case FIELD_CURRENCY:
        text_entry(j, "type", "string");
        text_entry(j, "pattern", "^[A-Z]{3}$");
        break;
    case FIELD_CHOICE:
        write_words(j, field);
        break;
    case FIELD_INTERVAL:
        key(j, "anyOf");
        open(j, '[');
        next(j);
        open(j, '{');
        write_words(j, field);
        close(j, '}');
        next(j);
        textbuilder_add(j->b, "{\"$ref\": \"#/definitions/duration\"}");
        close(j, ']');
        break;
    case FIELD_TIMES:
        raw_entry(j, "anyOf",
                  "[{\"$ref\": \"#/definitions/duration\"}, {\"type\": \"array\", \"minItems\": 1, "
                  "\"items\": "
                  "{\"$ref\": \"#/definitions/duration\"}}, {\"type\": \"object\", \"required\": "
                  "[\"file\"], "
                  "\"additionalProperties\": false, \"properties\": {\"file\": {\"type\": "
                  "\"string\"}}}]");
        break;
    case FIELD_SPEEDS:
        write_speeds(j);
        break;
    case FIELD_SPEEDUPS:
        text_entry(j, "type", "object");
        raw_entry(j, "additionalProperties", "{\"type\": \"number\", \"exclusiveMinimum\": 0}");
        break;
    case FIELD_POOLS:
        text_entry(j, "type", "array");
        raw_entry(j, "items", "{\"$ref\": \"#/definitions/name\"}");
        break;
    case FIELD_TABLES:
        key(j, "anyOf");
        textbuilder_add(j->b, "[{\"const\": \"all\"}, ");
        open(j, '{');
        text_entry(j, "type", "array");
        key(j, "items");
        open(j, '{');
        write_words(j, field);
        close(j, '}');
        close(j, '}');
        textbuilder_char(j->b, ']');
        break;
    case FIELD_SECTION:
        write_object(j, field->section);
        break;
    case FIELD_LIST:
        text_entry(j, "type", "array");
        key(j, "items");
        open(j, '{');
        write_object(j, field->section);
        close(j, '}');
        break;
    case FIELD_NAMED:
        text_entry(j, "type", "object");
        raw_entry(j, "minProperties", "1");
        raw_entry(j, "propertyNames", "{\"$ref\": \"#/definitions/name\"}");
        key(j, "additionalProperties");
        open(j, '{');
        write_object(j, field->section);
        close(j, '}');
        break;
    default:
        text_entry(j, "type", "string");
        break;
    }
}

static void write_description(struct json *j, const struct field *field)
{
    struct textbuilder text = {0};
    char when[256];
    textbuilder_printf(&text, "%s.", field->doc);
    if (field->fallback)
        textbuilder_printf(&text, " Default: %s.", field->fallback);
    for (unsigned bit = 0; bit < WHEN_BITS; bit++)
        if (field->when >> bit & 1)
            textbuilder_printf(&text, " For %s.", when_doc(1u << bit, when, sizeof when));
    text_entry(j, "description", textbuilder_text(&text));
    if (text.code)
        j->b->code = text.code;
    textbuilder_free(&text);
}

static void write_field(struct json *j, const struct field *field)
{
    key(j, field->key);
    open(j, '{');
    write_description(j, field);
    if (!field->word) {
        /* Beside $ref draft-07 ignores everything, a description too; allOf keeps both. */
        bool defined = definition_of(field->type) != NULL;
        if (defined) {
            key(j, "allOf");
            open(j, '[');
            next(j);
            open(j, '{');
        }
        write_type(j, field);
        if (defined) {
            close(j, '}');
            close(j, ']');
        }
    } else {
        key(j, "anyOf");
        open(j, '[');
        next(j);
        textbuilder_add(j->b, "{\"const\": ");
        quote(j, field->word);
        textbuilder_char(j->b, '}');
        next(j);
        open(j, '{');
        write_type(j, field);
        close(j, '}');
        close(j, ']');
    }
    close(j, '}');
}

/* A key that stands in the table more than once, for different circumstances: any of them. */
static bool repeated(const struct section *section, const struct field *field, bool *first)
{
    size_t count = 0;
    *first = true;
    for (const struct field *f = section->fields; f->key; f++)
        if (strcmp(f->key, field->key) == 0) {
            count++;
            *first = *first && f >= field;
        }
    return count > 1;
}

static void write_repeated(struct json *j, const struct section *section, const struct field *field)
{
    key(j, field->key);
    open(j, '{');
    key(j, "anyOf");
    open(j, '[');
    for (const struct field *f = field; f->key; f++) {
        if (strcmp(f->key, field->key) != 0)
            continue;
        next(j);
        open(j, '{');
        write_description(j, f);
        if (f->word) {
            key(j, "anyOf");
            open(j, '[');
            next(j);
            textbuilder_printf(j->b, "{\"const\": \"%s\"}", f->word);
            next(j);
            open(j, '{');
        }
        write_type(j, f);
        if (f->word) {
            close(j, '}');
            close(j, ']');
        }
        close(j, '}');
    }
    close(j, ']');
    close(j, '}');
    (void)section;
}

static void write_required(struct json *j, const struct section *section)
{
    bool some = false;
    for (const struct field *f = section->fields; f->key; f++) {
        if (!f->required || f->when)
            continue;
        if (!some) {
            key(j, "required");
            textbuilder_char(j->b, '[');
        } else {
            textbuilder_add(j->b, ", ");
        }
        quote(j, f->key);
        some = true;
    }
    if (some)
        textbuilder_char(j->b, ']');
}

static void write_object(struct json *j, const struct section *section)
{
    text_entry(j, "type", "object");
    raw_entry(j, "additionalProperties", "false");
    write_required(j, section);
    key(j, "properties");
    open(j, '{');
    for (const struct field *f = section->fields; f->key; f++) {
        bool first;
        if (!repeated(section, f, &first))
            write_field(j, f);
        else if (first)
            write_repeated(j, section, f);
    }
    close(j, '}');
}

int scenario_json_schema(struct textbuilder *text, struct status *status)
{
    struct json j = {.b = text};
    open(&j, '{');
    text_entry(&j, "$schema", "http://json-schema.org/draft-07/schema#");
    text_entry(&j, "title", "Fleetwright scenario");
    write_object(&j, &schema_scenario);
    write_definitions(&j);
    close(&j, '}');
    textbuilder_char(text, '\n');
    return text->code ? status_set(status, STATUS_MEMORY, "Out of memory.") : 0;
}
