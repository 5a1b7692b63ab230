#include "scenarios/decode.h"

#include <stdio.h>
#include <string.h>

#include "scenarios/decode_keys.h"
#include "scenarios/decode_law.h"
#include "scenarios/decode_list.h"
#include "scenarios/decode_scalar.h"
#include "scenarios/defaults.h"

/* ---- collections ---- */

static void decode_items(struct decoder *d, struct node *node, const struct section *section,
                         struct item_array *at)
{
    if (node->kind != NODE_LIST) {
        node_error(d->diagnostics, node, "Here stands %s; expected is a list: [{...}, {...}].",
                   node_kind_name(node));
        return;
    }
    char *items = decoder_array(d, node->count, section->size);
    if (!items)
        return;
    *at = (struct item_array){items, node->count};
    for (struct node *child = node->first; child; child = child->next, items += section->size)
        decode_section(d, child, section, items);
}

static bool check_name(struct decoder *d, const struct node *node, const char *what)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t length = strlen(node->key);
    if (length <= 100 && strspn(node->key, letters) == length && !strchr("._-", node->key[0]))
        return true;
    node_error_at_key(
        d->diagnostics, node,
        "`%.100s` cannot be the name of %s: a name begins with a letter or digit and has "
        "letters, digits, `.`, `_` and `-`, at most 100.",
        node->key, what);
    return false;
}

static void decode_named(struct decoder *d, struct node *node, const struct section *section,
                         struct item_array *at)
{
    if (node->kind != NODE_MAPPING || node->count == 0) {
        if (node->kind == NODE_MAPPING)
            node_error_at_key(d->diagnostics, node, "There must be at least one: `NAME: {...}`.");
        else if (node->kind == NODE_SCALAR && !*node->text)
            node_error_at_key(d->diagnostics, node,
                              "There is nothing below this key; expected are names with what they "
                              "have: `NAME: {...}`.");
        else
            node_error(d->diagnostics, node,
                       "Here stands %s; expected is a mapping from names to what they have: `NAME: "
                       "{...}`.",
                       node_kind_name(node));
        return;
    }
    char *items = decoder_array(d, node->count, section->size);
    if (!items)
        return;
    at->items = items;
    for (struct node *child = node->first; child; child = child->next) {
        if (child->bad) {
            d->skipped++;
            continue;
        }
        check_name(d, child, section->what);
        decode_section(d, child, section, items + at->count++ * section->size);
    }
}

/* ---- the walk ---- */

/* A word such as `none` in place of the value. */
static bool decode_word(const struct node *node, const struct field *field, void *at)
{
    if (!field->word || node->kind != NODE_SCALAR || strcmp(node->text, field->word) != 0)
        return false;
    if (field->type == FIELD_INT32)
        *(int32_t *)at = (int32_t)field->word_value;
    else if (field->type == FIELD_INT64 || field->type == FIELD_TICKS)
        *(int64_t *)at = field->word_value;
    return true; /* of other types nothing is written: they stay zero */
}

static void decode_value(struct decoder *d, struct node *node, const struct field *field,
                         void *base)
{
    void *at = (char *)base + field->offset;
    struct work_draft *work = at;
    if (decode_word(node, field, at))
        return;
    switch (field->type) {
    case FIELD_SECTION:
        decode_section(d, node, field->section, at);
        break;
    case FIELD_LIST:
        decode_items(d, node, field->section, at);
        break;
    case FIELD_NAMED:
        decode_named(d, node, field->section, at);
        break;
    case FIELD_DELAY:
        *(const struct distribution **)at = decode_law(d, node, LAW_QUANTITY_SECONDS, NULL);
        break;
    case FIELD_WORK:
        work->amount = decode_law(d, node, LAW_QUANTITY_WORK, &work->unit);
        break;
    case FIELD_TIMES:
    case FIELD_SPEEDS:
    case FIELD_SPEEDUPS:
    case FIELD_POOLS:
    case FIELD_TABLES:
        decode_list(d, node, field, at);
        break;
    default:
        decode_scalar(d, node, field, base);
        break;
    }
}

static void decode_field(struct decoder *d, struct node *mapping, const struct field *field,
                         void *out)
{
    struct node *node = node_get(mapping, field->key);
    if (!node)
        node = defaults_fill(d, mapping, field);
    if (!node) {
        bool unsure = field->when && (d->conditions & WHEN_UNSURE);
        if (field->required && !unsure && d->status->code == 0)
            node_error_at_key(d->diagnostics, mapping,
                              "The key `%s` is missing: %s. Write e.g. `%s: "
                              "%s`.",
                              field->key, field->doc, field->key,
                              field->example ? field->example : "{...}");
        return;
    }
    if (node->bad)
        d->skipped++;
    else
        decode_value(d, node, field, out);
}

/* `deadline: 5 h`: where one key is required, the value was meant for it. */
static const char *meant_mapping(const struct node *node, const struct section *section, char *text,
                                 size_t size)
{
    const struct field *only = NULL;
    int required = 0;
    for (const struct field *f = section->fields; f->key; f++) {
        required += f->required;
        only = f->required ? f : only;
    }
    text[0] = '\0';
    if (required == 1 && node->kind == NODE_SCALAR && strlen(node->text) < size / 4)
        snprintf(text, size, ", e.g. {%s: %s}", only->key, node->text);
    return text;
}

bool decode_section(struct decoder *d, struct node *mapping, const struct section *section,
                    void *out)
{
    size_t errors = d->diagnostics->errors, skipped = d->skipped;
    unsigned outer = d->conditions;
    char example[160];
    if (section->begin)
        section->begin(d, mapping, out);
    if (mapping->bad) {
        d->skipped++;
        return false;
    }
    if (mapping->kind != NODE_MAPPING) {
        if (mapping->kind == NODE_SCALAR && !*mapping->text)
            node_error_at_key(d->diagnostics, mapping,
                              "There is nothing below this key; expected are the keys of %s.",
                              section->what);
        else
            node_error(d->diagnostics, mapping,
                       "Here stands %s; expected is a mapping with the keys of %s%s.",
                       node_kind_name(mapping), section->what,
                       meant_mapping(mapping, section, example, sizeof example));
        return false;
    }
    if (section->conditions)
        d->conditions |= section->conditions(mapping);
    decode_keys(d, mapping, section);
    for (const struct field *f = section->fields; f->key && d->status->code == 0; f++)
        if (field_applies(f, d->conditions))
            decode_field(d, mapping, f, out);
    bool ok = d->diagnostics->errors == errors && d->skipped == skipped && d->status->code == 0;
    if (section->end)
        section->end(d, mapping, out, ok);
    d->conditions = outer;
    return d->diagnostics->errors == errors && d->skipped == skipped && d->status->code == 0;
}
