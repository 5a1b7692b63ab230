/* The reference and the JSON Schema: what is committed is what the table of fields gives, and both
 * know every key. */
#include "scenarios/scenario.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/schema.h"
#include "sim/distribution.h"
#include "tests/scenarios/plans.h"

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    cr_assert(file && text, "%s", path);
    cr_assert_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

static void expect_same(const char *path, int (*write)(struct textbuilder *, struct status *),
                        const char *command)
{
    struct textbuilder text = {0};
    struct status status = STATUS_INIT;
    char *committed = read_file(path);
    cr_assert_eq(write(&text, &status), 0, "%s", status.message);
    cr_expect(strcmp(committed, text.text) == 0, "%s is not up to date: write it with `%s`", path,
              command);
    textbuilder_free(&text);
    free(committed);
}

Test(reference, the_committed_file_is_what_the_table_gives)
{
    expect_same(FLEETWRIGHT_SOURCE_DIR "/scenarios/reference.yaml", scenario_reference,
                "fleetwright reference");
}

Test(reference, the_committed_schema_is_what_the_table_gives)
{
    expect_same(FLEETWRIGHT_SOURCE_DIR "/scenarios/schema.json", scenario_json_schema,
                "fleetwright reference --json-schema");
}

Test(reference, it_is_a_scenario_without_errors_or_warnings)
{
    struct plan plan;
    struct diagnostics d;
    struct status status = STATUS_INIT;
    diagnostics_init(&d);
    cr_assert_eq(scenario_load(FLEETWRIGHT_SOURCE_DIR "/scenarios/reference.yaml", NULL, 0, &plan,
                               &d, &status),
                 0, "%s: %s", status.message, d.count ? d.items[0].message : "");
    cr_expect_eq(d.count, 0);
    for (int32_t i = 0; i < plan.class_count; i++)
        cr_expect_eq(plan.classes[i].option_count, plan.pool_count, "%s runs on %d of the pools",
                     plan.classes[i].name, plan.classes[i].option_count);
    plan_free(&plan);
    diagnostics_free(&d);
}

/* ---- every key ---- */

/* Whether the key stands in one of the mappings. */
static bool present(struct node **mappings, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (node_get(mappings[i], key))
            return true;
    return false;
}

/* All mappings that are instances of the field's section below the given mappings. */
static size_t instances(struct node **mappings, size_t count, const struct field *field,
                        struct node **found, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        struct node *node = node_get(mappings[i], field->key);
        if (!node)
            continue;
        if (field->type == FIELD_SECTION && n < size)
            found[n++] = node;
        else
            for (struct node *child = node->first; child && n < size; child = child->next)
                found[n++] = child;
    }
    return n;
}

static size_t check_section(const struct section *section, struct node **mappings, size_t count)
{
    size_t keys = 0;
    for (const struct field *f = section->fields; f->key; f++, keys++) {
        struct node *found[32];
        cr_expect(present(mappings, count, f->key), "%s of %s is not in the reference", f->key,
                  section->what);
        cr_expect(f->doc && *f->doc, "%s of %s has no description", f->key, section->what);
        cr_expect(!f->required || !f->fallback, "%s is required and has a default", f->key);
        if (f->section)
            keys +=
                check_section(f->section, found,
                              instances(mappings, count, f, found, sizeof found / sizeof *found));
    }
    return keys;
}

Test(reference, every_key_of_the_table_stands_in_it)
{
    struct arena arena = {0};
    struct diagnostics d;
    struct status status = STATUS_INIT;
    struct node *root;
    char *text = read_file(FLEETWRIGHT_SOURCE_DIR "/scenarios/reference.yaml");
    diagnostics_init(&d);
    cr_assert_eq(tree_parse("reference.yaml", text, strlen(text), &arena, &d, &root, &status), 0);
    cr_expect_gt(check_section(&schema_scenario, &root, 1), 100);
    diagnostics_free(&d);
    arena_free(&arena);
    free(text);
}

Test(reference, every_law_market_and_parameter_stands_in_it)
{
    char *text = read_file(FLEETWRIGHT_SOURCE_DIR "/scenarios/reference.yaml");
    char *schema = read_file(FLEETWRIGHT_SOURCE_DIR "/scenarios/schema.json");
    char part[128];
    for (size_t i = 0; laws[i]; i++) {
        const char *at = strstr(text, "#   ");
        snprintf(part, sizeof part, "#   %s: ", laws[i]->name);
        cr_expect(at && strstr(at, part), "law %s", laws[i]->name);
        snprintf(part, sizeof part, "\"%s\": {", laws[i]->name);
        cr_expect(strstr(schema, part), "law %s in the schema", laws[i]->name);
        for (const struct law_parameter *p = laws[i]->parameters; p->name; p++) {
            snprintf(part, sizeof part, "#       %s (", p->name);
            cr_expect(strstr(text, part), "parameter %s of %s", p->name, laws[i]->name);
        }
    }
    for (size_t i = 0; markets[i]; i++) {
        snprintf(part, sizeof part, "\n    market: %s\n", markets[i]->name);
        cr_expect(strstr(text, part), "market %s", markets[i]->name);
    }
    free(schema);
    free(text);
}

/* ---- JSON ---- */

/* A reader that accepts exactly JSON (RFC 8259) without \u escapes; returns what follows, NULL if
 * it is none. */
static const char *json_value(const char *p);

static const char *json_space(const char *p)
{
    return p + strspn(p, " \n");
}

static const char *json_string(const char *p)
{
    if (*p++ != '"')
        return NULL;
    while (*p && *p != '"') {
        if ((unsigned char)*p < 0x20 || (*p == '\\' && !strchr("\"\\/bfnrt", p[1])))
            return NULL;
        p += *p == '\\' ? 2 : 1;
    }
    return *p == '"' ? p + 1 : NULL;
}

static const char *json_list(const char *p, char end, bool keys)
{
    p = json_space(p + 1);
    if (*p == end)
        return p + 1;
    for (;;) {
        if (keys) {
            p = json_string(p);
            if (!p || *(p = json_space(p)) != ':')
                return NULL;
            p = json_space(p + 1);
        }
        p = json_value(p);
        if (!p)
            return NULL;
        p = json_space(p);
        if (*p == end)
            return p + 1;
        if (*p != ',')
            return NULL;
        p = json_space(p + 1);
    }
}

static const char *json_value(const char *p)
{
    if (*p == '{')
        return json_list(p, '}', true);
    if (*p == '[')
        return json_list(p, ']', false);
    if (*p == '"')
        return json_string(p);
    if (strncmp(p, "true", 4) == 0)
        return p + 4;
    if (strncmp(p, "false", 5) == 0)
        return p + 5;
    size_t number = strspn(p, "-+.0123456789e");
    return number ? p + number : NULL;
}

Test(reference, the_schema_is_json_and_its_references_are_defined)
{
    char *text = read_file(FLEETWRIGHT_SOURCE_DIR "/scenarios/schema.json");
    const char *end = json_value(text);
    cr_assert(end, "not JSON");
    cr_expect_str_eq(end, "\n");
    static const char reference[] = "\"#/definitions/";
    for (const char *p = strstr(text, reference); p; p = strstr(p + 1, reference)) {
        char definition[80];
        const char *name = p + strlen(reference);
        snprintf(definition, sizeof definition, "\n    \"%.*s\": {", (int)strcspn(name, "\""),
                 name);
        cr_expect(strstr(text, definition), "%s is not defined", definition);
    }
    free(text);
}
