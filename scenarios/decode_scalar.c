#include "scenarios/decode_scalar.h"

#include <stdio.h>
#include <string.h>

#include "scenarios/choices.h"
#include "scenarios/suggest.h"

/* ---- words and texts ---- */

static void decode_choice(struct decoder *d, const struct node *node, const struct field *field,
                          void *at)
{
    const char *text = decoder_scalar(d, node, "one of the words listed in the reference");
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
    if (!field->choices->name(1))
        node_error(d->diagnostics, node, "`%.100s` is not possible; the only choice is `%s`.", text,
                   names);
    else if (s.best)
        node_error(d->diagnostics, node, "`%.100s` is not one of %s; did you mean `%s`?", text,
                   names, s.best);
    else
        node_error(d->diagnostics, node, "`%.100s` is not one of %s.", text, names);
}

static void decode_bool(struct decoder *d, const struct node *node, bool *at)
{
    static const char *const yes[] = {"yes", "y", "on", "1", "True", "TRUE", "Yes", "On", NULL};
    static const char *const no[] = {"no", "n", "off", "0", "False", "FALSE", "No", "Off", NULL};
    const char *text = decoder_scalar(d, node, field_type_doc(FIELD_BOOL));
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
    const char *text = decoder_scalar(d, node, field_type_doc(FIELD_CURRENCY));
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
    const char *text = decoder_text(d, node, field_type_doc(field->type));
    if (!text)
        return;
    bool may_be_empty = field->fallback && strcmp(field->fallback, "\"\"") == 0;
    if (!*text && !may_be_empty) {
        node_error(d->diagnostics, node, "The text is empty.");
        return;
    }
    *at = arena_strdup(d->plan, text, d->status);
}

static void decode_gpu(struct decoder *d, const struct node *node, const struct gpu_type **gpu)
{
    const char *text = decoder_scalar(d, node, field_type_doc(FIELD_GPU));
    const struct gpu_type *found = text ? decoder_gpu(d, node, text, false) : NULL;
    if (found)
        *gpu = catalog_gpu_copy(found, d->plan, d->status);
}

static void decode_interval(struct decoder *d, struct node *node, struct interval_draft *interval)
{
    struct status status = STATUS_INIT;
    const char *word, *text = decoder_scalar(d, node, field_type_doc(FIELD_INTERVAL));
    char words[128] = "";
    size_t used = 0;
    int rule;
    struct suggestion s;
    if (!text)
        return;
    suggest_init(&s, text);
    for (size_t i = 0; (word = choices_checkpoint_word(i, &rule)); i++) {
        if (strcmp(word, text) == 0) {
            interval->rule = (enum checkpoint_rule)rule;
            return;
        }
        suggest_offer(&s, word);
        if (used < sizeof words)
            used += (size_t)snprintf(words + used, sizeof words - used, ", %s", word);
    }
    interval->rule = CHECKPOINT_FIXED;
    if (text[0] != 'P' && !strchr("0123456789.-+", text[0]))
        node_error(d->diagnostics, node,
                   "`%.100s` is not an interval; allowed are a duration such as `1 h`%s.%s%s%s",
                   text, words, s.best ? " Did you mean `" : "", s.best ? s.best : "",
                   s.best ? "`?" : "");
    else if (units_ticks(text, &interval->interval, &status))
        decoder_refuse(d, node, &status);
    else if (interval->interval == 0)
        node_error(d->diagnostics, node,
                   "The interval must be longer than 0; for no checkpoints write `none`.");
}

/* ---- numbers ---- */

static void decode_integer(struct decoder *d, const struct node *node, const struct field *field,
                           void *at, struct status *status)
{
    int64_t value;
    if (units_integer(node->text, &value, status) ||
        !decoder_in_range(d, node, field, (double)value))
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
        decoder_in_range(d, node, field, *at);
}

static void decode_ticks(struct decoder *d, const struct node *node, const struct field *field,
                         sim_time *at, struct status *status)
{
    if (!units_ticks(node->text, at, status))
        decoder_in_range(d, node, field, ticks_to_seconds(*at));
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
    if (!decoder_scalar(d, node, field_type_doc(field->type)))
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
    case FIELD_SECONDS:
        units_seconds(node->text, at, &status);
        break;
    case FIELD_OPERATIONS:
        units_operations(node->text, at, &status);
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
        decoder_refuse(d, node, &status);
}

void decode_scalar(struct decoder *d, struct node *node, const struct field *field, void *base)
{
    void *at = (char *)base + field->offset;
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
    case FIELD_INTERVAL:
        decode_interval(d, node, at);
        break;
    default:
        decode_number(d, node, field, base, at);
        break;
    }
}
