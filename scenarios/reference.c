/* The reference of the language, written from the table of fields: a scenario that can be run, in
 * which every key stands once at least, explained where it stands first. One pool for each market
 * and one class for each kind of arrival show what excludes each other. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/market.h"
#include "scenarios/choices.h"
#include "scenarios/scenario.h"
#include "scenarios/schema.h"
#include "sim/distribution.h"

/* ---- what the examples show ---- */

/* A value other than the field's own example; NULL = the key is left out there. */
static const struct {
    const char *path, *value;
} samples[] = {
    {"pools.reserved.gpu", "H100-SXM5-80GB"},
    {"pools.reserved.price", "2.40 USD/GPU/h"},
    {"pools.spot.gpu", "H100-SXM5-80GB"},
    {"pools.on_demand.price", "14.40 USD/node/h"},
    {"jobs.pretrain.arrival.at", "2 h"},
    {"jobs.pretrain.arrival.count", "1"},
    {"jobs.pretrain.speed.catalog", NULL},
    {"jobs.pretrain.after", NULL},
    {"jobs.pretrain.precision", "fp8"},
    {"jobs.finetune.after", NULL},
    {"jobs.finetune.memory", "75 GB"},
    {"jobs.finetune.work", "{lognormal: {median: 2e9 tokens, p95: 9e9 tokens}}"},
    {"jobs.finetune.speed.table", NULL},
    {"jobs.finetune.speed.roofline", NULL},
    {"jobs.finetune.checkpoint.interval", "daly"},
    {"jobs.finetune.tenant", "research"},
    {"jobs.evaluate.gpus", "2"},
    {"jobs.evaluate.checkpoint.interval", "none"},
    {"jobs.evaluate.memory", "30 GB"},
    {"scheduling.route", "fallback"},
};

/* Classes of the example, and what holds in them. */
static const struct {
    const char *name;
    unsigned conditions;
} classes[] = {
    {"pretrain", WHEN_WORK | WHEN_AT},
    {"finetune", WHEN_WORK | WHEN_POISSON},
    {"evaluate", WHEN_RUN_TIME | WHEN_EVERY},
};

enum { CLASSES = sizeof classes / sizeof *classes };

static unsigned market_conditions(const struct market *market)
{
    return (market->elastic ? WHEN_ELASTIC : WHEN_FIXED) |
           (market->interruptible ? WHEN_INTERRUPTIBLE : 0u) |
           (market->repairs ? WHEN_REPAIRS : 0u) | (market->has_term ? WHEN_TERM : 0u);
}

enum { EXPLAINED_MAX = 512 };

struct writer {
    struct textbuilder *b;
    unsigned conditions;                          /* that hold here */
    const struct field *explained[EXPLAINED_MAX]; /* so far: once is enough */
    size_t explained_count;
    char path[256];
};

static const char *all_names(bool pools, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "[");
    bool by_default;
    const char *name;
    for (size_t i = 0; used < size; i++) {
        bool listed = true;
        if (pools)
            name = markets[i] ? markets[i]->name : NULL;
        else if ((name = choices_table(i, &by_default)))
            listed = by_default;
        if (!name)
            break;
        if (listed)
            used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", name);
    }
    if (used < size)
        snprintf(text + used, size - used, "]");
    return text;
}

/* The value shown at the path; NULL = none. */
static const char *sample_value(const struct writer *w, const struct field *field, char *text,
                                size_t size)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (strcmp(samples[i].path, w->path) == 0)
            return samples[i].value;
    if (field->choices == &choices_market) {
        const char *dot =
            strchr(w->path, '.') + 1; /* pools.NAME.market: pools are named after it */
        snprintf(text, size, "%.*s", (int)strcspn(dot, "."), dot);
        return text;
    }
    if (field->fill == FILL_ALL_POOLS || field->fill == FILL_TABLES)
        return all_names(field->fill == FILL_ALL_POOLS, text, size);
    return field->example ? field->example : field->fallback;
}

/* ---- explanations ---- */

enum { WIDTH = 100 };

static void comment(struct textbuilder *b, size_t indent, const char *text)
{
    char prefix[40];
    snprintf(prefix, sizeof prefix, "%*s# ", (int)indent, "");
    textbuilder_wrap(b, prefix, text, WIDTH);
}

static void explain_choices(struct textbuilder *b, const struct field *field, size_t indent)
{
    char line[512];
    if (field->type == FIELD_INTERVAL) {
        const char *word;
        int rule;
        for (size_t i = 0; (word = choices_checkpoint_word(i, &rule)); i++) {
            snprintf(line, sizeof line, "- %s", word);
            comment(b, indent, line);
        }
    }
    for (size_t i = 0; field->choices && field->choices->name(i); i++) {
        const char *doc = field->choices->doc ? field->choices->doc(i) : NULL;
        snprintf(line, sizeof line, "- %s%s%s", field->choices->name(i), doc ? ": " : "",
                 doc ? doc : "");
        comment(b, indent, line);
    }
}

/* "Doc. Type: a duration, e.g. `30 min`. Range: at least 0 s. Default: 1 s." after the label. */
static void explain(struct writer *w, const struct field *field, const char *label, size_t indent)
{
    struct textbuilder text = {0};
    char range[128], when[256];
    bool section = field->type == FIELD_SECTION || field->type == FIELD_NAMED;
    int any = 0;
    for (size_t i = 0; i < w->explained_count; i++)
        if (w->explained[i] == field)
            return;
    if (w->explained_count < EXPLAINED_MAX)
        w->explained[w->explained_count++] = field;
    textbuilder_printf(&text, "%s%c%s.", label, toupper((unsigned char)field->doc[0]),
                       field->doc + 1);
    if (!section && field->type != FIELD_CHOICE)
        textbuilder_printf(&text, " Type: %s.", field_type_doc(field->type));
    if (*field_range(field, range, sizeof range))
        textbuilder_printf(&text, " Range: %s%s%s.", range, field->word ? ", or " : "",
                           field->word ? field->word : "");
    else if (field->word)
        textbuilder_printf(&text, " Or `%s`.", field->word);
    if (field->required)
        textbuilder_add(&text, " Required.");
    else if (field->fallback)
        textbuilder_printf(&text, " Default: %s.", field->fallback);
    else
        textbuilder_add(&text, " Optional.");
    for (unsigned bit = 0; bit < WHEN_BITS; bit++)
        if (field->when >> bit & 1)
            textbuilder_printf(&text, "%s%s", any++ ? " and " : " For ",
                               when_doc(1u << bit, when, sizeof when));
    if (any)
        textbuilder_char(&text, '.');
    comment(w->b, indent, textbuilder_text(&text));
    if (text.code)
        w->b->code = text.code;
    textbuilder_free(&text);
    explain_choices(w->b, field, indent);
}

/* ---- the walk ---- */

static void write_section(struct writer *w, const struct section *section, size_t indent);

static void write_example(struct writer *w, const char *name, const struct section *section,
                          unsigned conditions)
{
    size_t length = strlen(w->path);
    snprintf(w->path + length, sizeof w->path - length, ".%s", name);
    textbuilder_printf(w->b, "  %s:\n", name);
    w->conditions = conditions;
    write_section(w, section, 4);
    w->path[length] = '\0';
}

static void write_examples(struct writer *w, const struct field *field)
{
    textbuilder_printf(w->b, "%s:\n", field->key);
    if (field->section == &schema_pool)
        for (size_t i = 0; markets[i]; i++)
            write_example(w, markets[i]->name, field->section, market_conditions(markets[i]));
    else
        for (size_t i = 0; i < CLASSES; i++)
            write_example(w, classes[i].name, field->section, classes[i].conditions);
    w->conditions = WHEN_FALLBACK;
}

/* A list of sections: the explanations, then one item in one line. */
static void write_list(struct writer *w, const struct field *field, size_t indent)
{
    char line[512] = "";
    size_t used = 0;
    textbuilder_printf(w->b, "%*s%s:\n", (int)indent, "", field->key);
    for (const struct field *f = field->section->fields; f->key && used < sizeof line; f++) {
        char label[64];
        snprintf(label, sizeof label, "%s: ", f->key);
        explain(w, f, label, indent + 2);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s: %s", used ? ", " : "",
                                 f->key, f->example ? f->example : f->fallback);
    }
    textbuilder_printf(w->b, "%*s- {%s}\n", (int)indent + 2, "", line);
}

static void write_value(struct writer *w, const struct field *field, size_t indent)
{
    char text[512];
    const char *value = sample_value(w, field, text, sizeof text);
    bool open =
        field->type == FIELD_SECTION || field->type == FIELD_LIST || field->type == FIELD_NAMED;
    if (!value && !open)
        return;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (!samples[i].value && strcmp(samples[i].path, w->path) == 0)
            return;
    explain(w, field, "", indent);
    if (field->type == FIELD_NAMED) {
        write_examples(w, field);
    } else if (field->type == FIELD_LIST) {
        write_list(w, field, indent);
    } else if (field->type == FIELD_SECTION) {
        textbuilder_printf(w->b, "%*s%s:\n", (int)indent, "", field->key);
        write_section(w, field->section, indent + 2);
    } else {
        textbuilder_printf(w->b, "%*s%s: %s\n", (int)indent, "", field->key, value);
    }
}

static void write_section(struct writer *w, const struct section *section, size_t indent)
{
    size_t length = strlen(w->path);
    for (const struct field *f = section->fields; f->key; f++) {
        if (!field_applies(f, w->conditions))
            continue;
        snprintf(w->path + length, sizeof w->path - length, "%s%s", length ? "." : "", f->key);
        write_value(w, f, indent);
        w->path[length] = '\0';
        if (indent == 0)
            textbuilder_char(w->b, '\n');
    }
}

/* ---- the head ---- */

static const char introduction[] =
    "# Reference of the scenario language: every key, with its unit, range and default.\n"
    "#\n"
    "# This file is written by `fleetwright reference` and is itself a scenario that can be run.\n"
    "#\n"
    "# Names of pools and classes: a letter or digit, then letters, digits, `.`, `_`, `-`.\n"
    "# Durations: a number and a unit, ms s min h d w, also `1 h 30 min`, `PT1H30M`; never without "
    "a unit.\n"
    "# Sizes: B kB MB GB TB PB are powers of 1000, KiB MiB GiB TiB PiB powers of 1024.\n"
    "# Money: the number first, then the currency of the file: `1.20 USD`, at most 9 decimals.\n"
    "# Prices in a time are per s, min, h, d or month; a month is 730 h.\n"
    "# Shares and probabilities: `2 %` or `0.02`. Booleans: true, false.\n"
    "# Speeds: `4.2 h/epoch` and `0.5 epoch/h` of the whole gang, `23148 tokens/s/GPU` of one "
    "GPU.\n"
    "# A file of values (`{file: NAME}`, beside the scenario) has one value with its unit a line; "
    "`#` begins a\n"
    "# comment.\n"
    "#\n"
    "# Distributions: a plain value is a constant; else a mapping with one law, e.g. {exponential: "
    "{mean: 2 h}}.\n";

static void explain_law(struct textbuilder *b, const struct law *law)
{
    char line[512];
    snprintf(line, sizeof line, "%s: %s", law->name, law->doc);
    textbuilder_wrap(b, "#   ", line, WIDTH);
    for (const struct law_parameter *p = law->parameters; p->name; p++) {
        char range[64] = "";
        if (isfinite(p->low))
            snprintf(range, sizeof range, ", %s %g", p->open_low ? "more than" : "at least",
                     p->low);
        if (isfinite(p->high)) {
            size_t used = strlen(range);
            snprintf(range + used, sizeof range - used, ", at most %g", p->high);
        }
        snprintf(line, sizeof line, "%s (%s%s): %s", p->name,
                 p->kind == LAW_NUMBER ? "a number" : "a value with its unit", range, p->doc);
        textbuilder_wrap(b, "#       ", line, WIDTH);
    }
    if (law->contents == LAW_LIST)
        textbuilder_add(b, "#       values: [VALUE, ...], or file: NAME\n");
    else if (law->contents == LAW_WEIGHTED)
        textbuilder_add(b, "#       [{weight: NUMBER, of: DISTRIBUTION}, ...]\n");
    else if (law->contents == LAW_INNER)
        textbuilder_add(b, "#       of: DISTRIBUTION\n");
}

int scenario_reference(struct textbuilder *text, struct status *status)
{
    struct writer w = {.b = text, .conditions = WHEN_FALLBACK};
    textbuilder_add(text, introduction);
    for (size_t i = 0; laws[i]; i++)
        explain_law(text, laws[i]);
    textbuilder_add(text, "\n");
    write_section(&w, &schema_scenario, 0);
    while (text->length > 1 && text->text[text->length - 2] == '\n')
        text->text[--text->length] = '\0';
    return text->code ? status_set(status, STATUS_MEMORY, "Out of memory.") : 0;
}
