/* The JSON Schema (draft-07) of the language, from the table of fields: editors check and complete
 * scenarios with it. It says what one key accepts; what keys mean together is only checked by the
 * reader. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/gpu.h"
#include "scenarios/choices.h"
#include "scenarios/json_writer.h"
#include "scenarios/scenario.h"
#include "scenarios/schema.h"
#include "sim/distribution.h"

static void reference(struct json *j, const char *definition)
{
    char text[96];
    snprintf(text, sizeof text, "#/definitions/%s", definition);
    json_text(j, "$ref", text);
}

/* ---- definitions ---- */

static const struct {
    const char *name, *json;
} definitions[] = {
    {"duration",
     "{\"type\": \"string\", \"pattern\": "
     "\"^(P[0-9.WDTHMS]+|([0-9]+(\\\\.[0-9]+)?(e[-+]?[0-9]+)? *(ms|s|min|h|d|w) *)+)$\"}"},
    {"size", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *(B|[kMGTP]B|[KMGTP]iB)$\"}"},
    {"operations", "{\"type\": \"string\", \"pattern\": \"^[0-9][0-9.e+-]* *[kMGTPEZY]?FLOP$\"}"},
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
        json_key(j, p->name);
        json_open(j, '{');
        json_text(j, "description", p->doc);
        if (p->kind == LAW_VALUE)
            reference(j, value);
        else
            json_raw(j, "type", "\"number\"");
        json_close(j, '}');
    }
    if (law->contents == LAW_LIST) {
        json_key(j, "values");
        textbuilder_printf(j->b,
                           "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
                           "\"#/definitions/%s\"}}",
                           value);
        json_raw(j, "file", "{\"type\": \"string\"}");
    } else if (law->contents == LAW_INNER) {
        json_key(j, "of");
        textbuilder_printf(j->b, "{\"$ref\": \"#/definitions/%s\"}", distribution);
    }
}

static void write_law(struct json *j, const struct law *law, const char *value,
                      const char *distribution)
{
    json_key(j, law->name);
    json_open(j, '{');
    json_text(j, "description", law->doc);
    if (law->contents == LAW_WEIGHTED) {
        json_text(j, "type", "array");
        json_key(j, "items");
        textbuilder_printf(
            j->b,
            "{\"type\": \"object\", \"additionalProperties\": false, \"required\": "
            "[\"weight\", \"of\"], \"properties\": {\"weight\": {\"type\": \"number\", "
            "\"minimum\": 0}, \"of\": {\"$ref\": \"#/definitions/%s\"}}}",
            distribution);
    } else {
        json_text(j, "type", "object");
        json_raw(j, "additionalProperties", "false");
        json_key(j, "properties");
        json_open(j, '{');
        write_parameters(j, law, value, distribution);
        json_close(j, '}');
    }
    json_close(j, '}');
}

/* A value or a law over such values. */
static void write_distribution(struct json *j, const char *name, const char *value)
{
    json_key(j, name);
    json_open(j, '{');
    json_key(j, "anyOf");
    json_open(j, '[');
    json_next(j);
    textbuilder_printf(j->b, "{\"$ref\": \"#/definitions/%s\"}", value);
    json_next(j);
    json_open(j, '{');
    json_text(j, "type", "object");
    json_raw(j, "minProperties", "1");
    json_raw(j, "maxProperties", "1");
    json_raw(j, "additionalProperties", "false");
    json_key(j, "properties");
    json_open(j, '{');
    for (size_t i = 0; laws[i]; i++)
        write_law(j, laws[i], value, name);
    json_close(j, '}');
    json_close(j, '}');
    json_close(j, ']');
    json_close(j, '}');
}

static void write_definitions(struct json *j)
{
    json_key(j, "definitions");
    json_open(j, '{');
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        json_raw(j, definitions[i].name, definitions[i].json);
    write_distribution(j, "delay", "duration");
    write_distribution(j, "work_distribution", "work");
    json_close(j, '}');
}

/* ---- fields ---- */

static void write_object(struct json *j, const struct section *section);

static void write_range(struct json *j, const struct field *field)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", field->low);
    json_raw(j, field->open_low ? "exclusiveMinimum" : "minimum", text);
    if (field->high == 0)
        return;
    snprintf(text, sizeof text, "%.15g", field->high);
    json_raw(j, field->open_high ? "exclusiveMaximum" : "maximum", text);
}

static void write_words(struct json *j, const struct field *field)
{
    const char *word;
    int rule;
    bool by_default;
    json_key(j, "enum");
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
        json_quote(j, word);
    }
    textbuilder_char(j->b, ']');
}

static const char *definition_of(enum field_type type)
{
    switch (type) {
    case FIELD_TICKS:
    case FIELD_SECONDS:
        return "duration";
    case FIELD_OPERATIONS:
        return "operations";
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
    json_text(j, "type", "object");
    json_key(j, "additionalProperties");
    json_open(j, '{');
    json_text(j, "type", "object");
    json_raw(j, "additionalProperties", "false");
    json_key(j, "properties");
    json_open(j, '{');
    for (int i = 0; i < PRECISIONS; i++)
        json_raw(j, precision_names[i], "{\"$ref\": \"#/definitions/speed\"}");
    json_close(j, '}');
    json_close(j, '}');
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
        json_text(j, "type", "boolean");
        break;
    case FIELD_INT32:
    case FIELD_INT64:
        json_text(j, "type", "integer");
        write_range(j, field);
        break;
    case FIELD_UINT64:
        json_text(j, "type", "integer");
        json_raw(j, "minimum", "0");
        break;
    case FIELD_NUMBER:
        json_text(j, "type", "number");
        write_range(j, field);
        break;
    case FIELD_CURRENCY:
        json_text(j, "type", "string");
        json_text(j, "pattern", "^[A-Z]{3}$");
        break;
    case FIELD_CHOICE:
        write_words(j, field);
        break;
    case FIELD_INTERVAL:
        json_key(j, "anyOf");
        json_open(j, '[');
        json_next(j);
        json_open(j, '{');
        write_words(j, field);
        json_close(j, '}');
        json_next(j);
        textbuilder_add(j->b, "{\"$ref\": \"#/definitions/duration\"}");
        json_close(j, ']');
        break;
    case FIELD_TIMES:
        json_raw(j, "anyOf",
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
        json_text(j, "type", "object");
        json_raw(j, "additionalProperties", "{\"type\": \"number\", \"exclusiveMinimum\": 0}");
        break;
    case FIELD_POOLS:
        json_text(j, "type", "array");
        json_raw(j, "items", "{\"$ref\": \"#/definitions/name\"}");
        break;
    case FIELD_TABLES:
        json_key(j, "anyOf");
        textbuilder_add(j->b, "[{\"const\": \"all\"}, ");
        json_open(j, '{');
        json_text(j, "type", "array");
        json_key(j, "items");
        json_open(j, '{');
        write_words(j, field);
        json_close(j, '}');
        json_close(j, '}');
        textbuilder_char(j->b, ']');
        break;
    case FIELD_SECTION:
        write_object(j, field->section);
        break;
    case FIELD_LIST:
        json_text(j, "type", "array");
        json_key(j, "items");
        json_open(j, '{');
        write_object(j, field->section);
        json_close(j, '}');
        break;
    case FIELD_NAMED:
        json_text(j, "type", "object");
        json_raw(j, "minProperties", "1");
        json_raw(j, "propertyNames", "{\"$ref\": \"#/definitions/name\"}");
        json_key(j, "additionalProperties");
        json_open(j, '{');
        write_object(j, field->section);
        json_close(j, '}');
        break;
    default:
        json_text(j, "type", "string");
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
    json_text(j, "description", textbuilder_text(&text));
    if (text.code)
        j->b->code = text.code;
    textbuilder_free(&text);
}

static void write_field(struct json *j, const struct field *field)
{
    json_key(j, field->key);
    json_open(j, '{');
    write_description(j, field);
    if (!field->word) {
        /* Beside $ref draft-07 ignores everything, a description too; allOf keeps both. */
        bool defined = definition_of(field->type) != NULL;
        if (defined) {
            json_key(j, "allOf");
            json_open(j, '[');
            json_next(j);
            json_open(j, '{');
        }
        write_type(j, field);
        if (defined) {
            json_close(j, '}');
            json_close(j, ']');
        }
    } else {
        json_key(j, "anyOf");
        json_open(j, '[');
        json_next(j);
        textbuilder_add(j->b, "{\"const\": ");
        json_quote(j, field->word);
        textbuilder_char(j->b, '}');
        json_next(j);
        json_open(j, '{');
        write_type(j, field);
        json_close(j, '}');
        json_close(j, ']');
    }
    json_close(j, '}');
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
    json_key(j, field->key);
    json_open(j, '{');
    json_key(j, "anyOf");
    json_open(j, '[');
    for (const struct field *f = field; f->key; f++) {
        if (strcmp(f->key, field->key) != 0)
            continue;
        json_next(j);
        json_open(j, '{');
        write_description(j, f);
        if (f->word) {
            json_key(j, "anyOf");
            json_open(j, '[');
            json_next(j);
            textbuilder_printf(j->b, "{\"const\": \"%s\"}", f->word);
            json_next(j);
            json_open(j, '{');
        }
        write_type(j, f);
        if (f->word) {
            json_close(j, '}');
            json_close(j, ']');
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
    (void)section;
}

static void write_required(struct json *j, const struct section *section)
{
    bool some = false;
    for (const struct field *f = section->fields; f->key; f++) {
        if (!f->required || f->when)
            continue;
        if (!some) {
            json_key(j, "required");
            textbuilder_char(j->b, '[');
        } else {
            textbuilder_add(j->b, ", ");
        }
        json_quote(j, f->key);
        some = true;
    }
    if (some)
        textbuilder_char(j->b, ']');
}

static void write_object(struct json *j, const struct section *section)
{
    json_text(j, "type", "object");
    json_raw(j, "additionalProperties", "false");
    write_required(j, section);
    json_key(j, "properties");
    json_open(j, '{');
    for (const struct field *f = section->fields; f->key; f++) {
        bool first;
        if (!repeated(section, f, &first))
            write_field(j, f);
        else if (first)
            write_repeated(j, section, f);
    }
    json_close(j, '}');
}

int scenario_json_schema(struct textbuilder *text, struct status *status)
{
    struct json j = {.b = text};
    json_open(&j, '{');
    json_text(&j, "$schema", "http://json-schema.org/draft-07/schema#");
    json_text(&j, "title", "Fleetwright scenario");
    write_object(&j, &schema_scenario);
    write_definitions(&j);
    json_close(&j, '}');
    textbuilder_char(text, '\n');
    return text->code ? status_set(status, STATUS_MEMORY, "Out of memory.") : 0;
}
