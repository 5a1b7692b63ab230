#include "scenarios/decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/choices.h"

void *decode_array(struct decoder *d, size_t count, size_t size)
{
    return arena_alloc(d->plan, count, size, d->status);
}

void decode_note(struct decoder *d, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    void *notes = d->notes;
    if (mem_grow(&notes, &d->note_capacity, d->note_count + 1, sizeof *d->notes, d->status))
        return;
    d->notes = notes;
    const char *copy = arena_strdup(d->plan, text, d->status);
    if (copy)
        d->notes[d->note_count++] = copy;
}

void decode_refuse(struct decoder *d, const struct node *node, struct status *status)
{
    if (status->code == STATUS_INPUT)
        node_error(d->diagnostics, node, "%s", status->message);
    else
        status_set(d->status, status->code, "%s", status->message);
    *status = STATUS_INIT;
}

const char *decode_scalar(struct decoder *d, const struct node *node, const char *expected)
{
    if (node->kind != NODE_SCALAR) {
        node_error(d->diagnostics, node, "Here stands %s; expected is %s.", node_kind_name(node),
                   expected);
        return NULL;
    }
    if (!*node->text && !node->quoted) {
        node_error_at_key(
            d->diagnostics, node,
            "There is no value; expected is %s. To get the default, leave the key out.", expected);
        return NULL;
    }
    return node->text;
}

bool decode_in_range(struct decoder *d, const struct node *node, const struct field *field,
                     double value)
{
    char range[128];
    bool low = field->open_low ? value > field->low : value >= field->low;
    bool high = field->high == 0 || (field->open_high ? value < field->high : value <= field->high);
    if (low && high)
        return true;
    node_error(d->diagnostics, node, "`%s` is out of range; allowed is %s.", node->text,
               field_range(field, range, sizeof range));
    return false;
}

/* ---- values ---- */

static void decode_choice(struct decoder *d, const struct node *node, const struct field *field,
                          void *at)
{
    const char *text = decode_scalar(d, node, "one of the words listed in the reference");
    char names[512];
    struct suggestion s;
    if (!text)
        return;
    suggest_init(&s, text);
    for (size_t i = 0; field->choices->name(i); i++) {
        if (strcmp(field->choices->name(i), text) == 0) {
            field->choices->store(at, i);
            return;
        }
        suggest_offer(&s, field->choices->name(i));
    }
    choices_list(field->choices, names, sizeof names);
    if (s.best)
        node_error(d->diagnostics, node, "`%.100s` is not one of %s; did you mean `%s`?", text,
                   names, s.best);
    else
        node_error(d->diagnostics, node, "`%.100s` is not one of %s.", text, names);
}

static void decode_bool(struct decoder *d, const struct node *node, bool *at)
{
    static const char *const yes[] = {"yes", "y", "on", "1", "True", "TRUE", "Yes", "On", NULL};
    static const char *const no[] = {"no", "n", "off", "0", "False", "FALSE", "No", "Off", NULL};
    const char *text = decode_scalar(d, node, field_type_doc(FIELD_BOOL));
    const char *meant = NULL;
    if (!text)
        return;
    *at = strcmp(text, "true") == 0;
    if (*at || strcmp(text, "false") == 0)
        return;
    for (size_t i = 0; yes[i]; i++)
        if (strcmp(text, yes[i]) == 0)
            meant = "true";
    for (size_t i = 0; no[i]; i++)
        if (strcmp(text, no[i]) == 0)
            meant = "false";
    if (meant)
        node_error(d->diagnostics, node, "`%s` is not accepted: write `%s`.", text, meant);
    else
        node_error(d->diagnostics, node, "`%.100s` is neither `true` nor `false`.", text);
}

static void decode_currency(struct decoder *d, const struct node *node, const char **at)
{
    const char *text = decode_scalar(d, node, field_type_doc(FIELD_CURRENCY));
    d->currency = NULL;
    if (!text)
        return;
    if (strlen(text) == 3 && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3) {
        *at = arena_strdup(d->plan, text, d->status);
        d->currency = *at;
        return;
    }
    node_error(d->diagnostics, node,
               "`%.100s` is not a currency: write its three capital letters, e.g. `USD`.", text);
}

static void decode_text(struct decoder *d, const struct node *node, const struct field *field,
                        const char **at)
{
    const char *text = decode_scalar(d, node, field_type_doc(field->type));
    if (!text)
        return;
    bool may_be_empty = field->fallback && strcmp(field->fallback, "\"\"") == 0;
    if (!*text && !may_be_empty) {
        node_error(d->diagnostics, node, "The text is empty.");
        return;
    }
    *at = arena_strdup(d->plan, text, d->status);
}

/* A word such as `none` in place of a number or duration. */
static bool decode_word(const struct node *node, const struct field *field, void *at)
{
    if (!field->word || node->kind != NODE_SCALAR || strcmp(node->text, field->word) != 0)
        return false;
    if (field->type == FIELD_INT32)
        *(int32_t *)at = (int32_t)field->word_value;
    else if (field->type == FIELD_INT64 || field->type == FIELD_TICKS)
        *(int64_t *)at = field->word_value;
    return true; /* of other types: nothing is written, they stay zero */
}

static void decode_integer(struct decoder *d, const struct node *node, const struct field *field,
                           void *at, struct status *status)
{
    int64_t value;
    if (units_integer(node->text, &value, status) ||
        !decode_in_range(d, node, field, (double)value))
        return;
    if (field->type == FIELD_INT32)
        *(int32_t *)at = (int32_t)value;
    else
        *(int64_t *)at = value;
}

static void decode_real(struct decoder *d, const struct node *node, const struct field *field,
                        double *at, struct status *status)
{
    int failed = field->type == FIELD_FRACTION ? units_fraction(node->text, at, status)
                                               : units_number(node->text, at, status);
    if (!failed)
        decode_in_range(d, node, field, *at);
}

static void decode_ticks(struct decoder *d, const struct node *node, const struct field *field,
                         sim_time *at, struct status *status)
{
    if (!units_ticks(node->text, at, status))
        decode_in_range(d, node, field, ticks_to_seconds(*at));
}

static void decode_amount(struct decoder *d, const struct node *node, const struct field *field,
                          void *base, void *at, struct status *status)
{
    if (!d->currency) {
        d->skipped++;
        return;
    }
    const char *text = node->text;
    int32_t gpus;
    switch (field->type) {
    case FIELD_MONEY:
        units_money(text, d->currency, at, status);
        break;
    case FIELD_PRICE:
        gpus = ((struct pool_draft *)base)->spec.gpus_per_node;
        units_price(text, d->currency, gpus > 0 ? gpus : 1, at, status);
        break;
    case FIELD_STORAGE_RATE:
        units_storage_rate(text, d->currency, at, status);
        break;
    case FIELD_TRAFFIC_RATE:
        units_traffic_rate(text, d->currency, at, status);
        break;
    default:
        units_standing_rate(text, d->currency, at, status);
        break;
    }
}

/* Values that are one scalar with a number. */
static void decode_number(struct decoder *d, const struct node *node, const struct field *field,
                          void *base, void *at)
{
    struct status status = STATUS_INIT;
    if (!decode_scalar(d, node, field_type_doc(field->type)))
        return;
    switch (field->type) {
    case FIELD_INT32:
    case FIELD_INT64:
        decode_integer(d, node, field, at, &status);
        break;
    case FIELD_UINT64:
        units_unsigned(node->text, at, &status);
        break;
    case FIELD_NUMBER:
    case FIELD_FRACTION:
        decode_real(d, node, field, at, &status);
        break;
    case FIELD_TICKS:
        decode_ticks(d, node, field, at, &status);
        break;
    case FIELD_SIZE:
        units_size(node->text, at, &status);
        break;
    case FIELD_EVENT_RATE:
        units_event_rate(node->text, at, &status);
        break;
    default:
        decode_amount(d, node, field, base, at, &status);
        break;
    }
    if (status.code)
        decode_refuse(d, node, &status);
}

/* ---- collections ---- */

static void decode_list(struct decoder *d, struct node *node, const struct section *section,
                        struct item_array *at)
{
    if (node->kind != NODE_LIST) {
        node_error(d->diagnostics, node, "Here stands %s; expected is a list: [{...}, {...}].",
                   node_kind_name(node));
        return;
    }
    char *items = decode_array(d, node->count, section->size);
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
    char *items = decode_array(d, node->count, section->size);
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

static void decode_subsection(struct decoder *d, struct node *node, const struct field *field,
                              void *at)
{
    if (field->word && node->kind == NODE_SCALAR && strcmp(node->text, field->word) == 0)
        return;
    decode_section(d, node, field->section, at);
}

/* ---- the walk ---- */

static void decode_value(struct decoder *d, struct node *node, const struct field *field,
                         void *base)
{
    void *at = (char *)base + field->offset;
    struct work_draft *work = at;
    if (field->type != FIELD_SECTION && decode_word(node, field, at))
        return;
    switch (field->type) {
    case FIELD_TEXT:
    case FIELD_NAME:
        decode_text(d, node, field, at);
        break;
    case FIELD_CURRENCY:
        decode_currency(d, node, at);
        break;
    case FIELD_BOOL:
        decode_bool(d, node, at);
        break;
    case FIELD_CHOICE:
        decode_choice(d, node, field, at);
        break;
    case FIELD_GPU:
        decode_gpu(d, node, at);
        break;
    case FIELD_DELAY:
        *(const struct distribution **)at = decode_law(d, node, LAW_QUANTITY_SECONDS, NULL);
        break;
    case FIELD_WORK:
        work->amount = decode_law(d, node, LAW_QUANTITY_WORK, &work->unit);
        break;
    case FIELD_TIMES:
        decode_times(d, node, at);
        break;
    case FIELD_INTERVAL:
        decode_interval(d, node, at);
        break;
    case FIELD_SPEEDS:
        decode_speeds(d, node, at);
        break;
    case FIELD_SPEEDUPS:
        decode_speedups(d, node, field, at);
        break;
    case FIELD_POOLS:
        decode_pool_list(d, node, at);
        break;
    case FIELD_TABLES:
        decode_tables(d, node, at);
        break;
    case FIELD_SECTION:
        decode_subsection(d, node, field, at);
        break;
    case FIELD_LIST:
        decode_list(d, node, field->section, at);
        break;
    case FIELD_NAMED:
        decode_named(d, node, field->section, at);
        break;
    default:
        decode_number(d, node, field, base, at);
        break;
    }
}

static void decode_field(struct decoder *d, struct node *mapping, const struct field *field,
                         void *out)
{
    struct node *node = node_get(mapping, field->key);
    if (!node)
        node = decode_default(d, mapping, field);
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

bool decode_section(struct decoder *d, struct node *mapping, const struct section *section,
                    void *out)
{
    size_t errors = d->diagnostics->errors, skipped = d->skipped;
    unsigned outer = d->conditions;
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
                       "Here stands %s; expected is a mapping with the keys of %s.",
                       node_kind_name(mapping), section->what);
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
