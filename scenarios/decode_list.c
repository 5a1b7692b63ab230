#include "scenarios/decode_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/choices.h"
#include "scenarios/include_file.h"
#include "scenarios/suggest.h"

/* ---- arrivals ---- */

static int ascending(const void *a, const void *b)
{
    sim_time x = *(const sim_time *)a, y = *(const sim_time *)b;
    return x < y ? -1 : x > y;
}

static void decode_time_list(struct decoder *d, const struct node *list, struct item_array *times)
{
    struct status status = STATUS_INIT;
    sim_time *at = decoder_array(d, list->count, sizeof *at);
    if (!at)
        return;
    *times = (struct item_array){at, list->count};
    for (const struct node *child = list->first; child; child = child->next, at++) {
        if (child->bad)
            d->skipped++;
        else if (decoder_scalar(d, child, "a duration, e.g. `2 h`") &&
                 units_ticks(child->text, at, &status))
            decoder_refuse(d, child, &status);
    }
    qsort(times->items, times->count, sizeof *at, ascending);
}

static void decode_times(struct decoder *d, struct node *node, struct item_array *times)
{
    struct status status = STATUS_INIT;
    if (node->kind == NODE_MAPPING) {
        struct node *file = node_get(node, "file");
        if (!file || node->count != 1) {
            node_error(d->diagnostics, node, "A mapping here has exactly one key: {file: FILE}.");
            return;
        }
        /* The mapping becomes the list of what the file holds: the resolved scenario needs no file.
         */
        struct node *list = node_new(NODE_LIST, NULL, node, d->tree, d->status);
        if (!list || !include_file(d, file, list))
            return;
        node->kind = NODE_LIST;
        node->first = list->first;
        node->last = list->last;
        node->count = list->count;
        for (struct node *child = node->first; child; child = child->next)
            child->parent = node;
    }
    if (node->kind == NODE_LIST) {
        if (node->count == 0)
            node_error(d->diagnostics, node,
                       "The list is empty; expected is at least one instant.");
        else
            decode_time_list(d, node, times);
        return;
    }
    sim_time *at = decoder_array(d, 1, sizeof *at);
    if (!at || !decoder_scalar(d, node, field_type_doc(FIELD_TIMES)))
        return;
    *times = (struct item_array){at, 1};
    if (units_ticks(node->text, at, &status))
        decoder_refuse(d, node, &status);
}

/* ---- speeds ---- */

static bool find_precision(struct decoder *d, const struct node *node, enum precision *precision)
{
    char names[128];
    for (int i = 0; i < PRECISIONS; i++)
        if (strcmp(precision_names[i], node->key) == 0) {
            *precision = (enum precision)i;
            return true;
        }
    node_error_at_key(d->diagnostics, node, "`%.100s` is not a precision; allowed are %s.",
                      node->key, choices_list(&choices_precision, names, sizeof names));
    return false;
}

static void decode_speed(struct decoder *d, const struct node *node, const char *gpu,
                         struct item_array *table)
{
    struct status status = STATUS_INIT;
    struct speed_entry *entry = (struct speed_entry *)table->items + table->count;
    if (node->bad) {
        d->skipped++;
        return;
    }
    if (!find_precision(d, node, &entry->precision) ||
        !decoder_scalar(d, node, "a speed, e.g. `4.2 h/epoch`"))
        return;
    entry->gpu = gpu;
    entry->node = node;
    if (units_work_rate(node->text, &entry->rate, &status))
        decoder_refuse(d, node, &status);
    else
        table->count++;
}

static bool expect_mapping(struct decoder *d, const struct node *node, const char *example)
{
    if (node->kind == NODE_MAPPING)
        return true;
    node_error(d->diagnostics, node, "Here stands %s; expected is a mapping, e.g. %s.",
               node_kind_name(node), example);
    return false;
}

static void decode_speeds(struct decoder *d, struct node *node, struct item_array *table)
{
    static const char example[] = "{A100-SXM4-80GB: {bf16: 4.2 h/epoch}}";
    size_t count = 0;
    if (!expect_mapping(d, node, example))
        return;
    for (const struct node *gpu = node->first; gpu; gpu = gpu->next)
        count += gpu->count;
    table->items = decoder_array(d, count, sizeof(struct speed_entry));
    if (!table->items)
        return;
    for (const struct node *gpu = node->first; gpu; gpu = gpu->next) {
        if (gpu->bad) {
            d->skipped++;
            continue;
        }
        const struct gpu_type *type = decoder_gpu(d, gpu, gpu->key, true);
        if (!expect_mapping(d, gpu, "{bf16: 4.2 h/epoch}"))
            continue;
        if (gpu->count == 0)
            node_error(d->diagnostics, gpu, "No speed is given for this GPU type.");
        for (const struct node *speed = gpu->first; speed; speed = speed->next)
            decode_speed(d, speed, type ? type->name : "", table);
    }
    if (node->count == 0)
        node_error(d->diagnostics, node, "The table is empty; expected is e.g. %s.", example);
}

static void decode_speedups(struct decoder *d, struct node *node, const struct field *field,
                            struct item_array *entries)
{
    if (!expect_mapping(d, node, "{H100-SXM5-80GB: 2.3}"))
        return;
    struct speedup_entry *entry = decoder_array(d, node->count, sizeof *entry);
    if (!entry)
        return;
    entries->items = entry;
    for (const struct node *child = node->first; child; child = child->next) {
        struct status status = STATUS_INIT;
        if (child->bad) {
            d->skipped++;
            continue;
        }
        const struct gpu_type *gpu = decoder_gpu(d, child, child->key, true);
        if (!gpu || !decoder_scalar(d, child, "a number, e.g. `2.3`"))
            continue;
        *entry = (struct speedup_entry){.gpu = gpu->name};
        if (units_number(child->text, &entry->factor, &status))
            decoder_refuse(d, child, &status);
        else if (decoder_in_range(d, child, field, entry->factor))
            entry = (struct speedup_entry *)entries->items + ++entries->count;
    }
}

/* ---- lists of words ---- */

static bool expect_list(struct decoder *d, const struct node *node, const char *expected)
{
    if (node->kind != NODE_LIST) {
        node_error(d->diagnostics, node, "Here stands %s; expected is %s.", node_kind_name(node),
                   expected);
        return false;
    }
    if (node->count == 0)
        node_error(d->diagnostics, node, "The list is empty; expected is %s.", expected);
    return node->count > 0;
}

static void decode_pool_list(struct decoder *d, struct node *node, const struct node **list)
{
    if (node->filled && node->count == 0) {
        d->skipped++; /* there is no pool at all: reported already */
        return;
    }
    if (!expect_list(d, node, field_type_doc(FIELD_POOLS)))
        return;
    for (const struct node *child = node->first; child; child = child->next) {
        if (child->bad)
            d->skipped++;
        else
            decoder_scalar(d, child, "the name of a pool");
    }
    *list = node;
}

static void decode_table(struct decoder *d, const struct node *node, uint32_t *tables)
{
    char names[512] = "";
    size_t used = 0;
    const char *name, *text = node->bad ? NULL : decoder_scalar(d, node, "the name of a table");
    bool by_default;
    struct suggestion s;
    if (!text)
        return;
    suggest_init(&s, text);
    for (size_t i = 0; (name = choices_table(i, &by_default)); i++) {
        if (strcmp(name, text) == 0) {
            *tables |= UINT32_C(1) << i;
            return;
        }
        suggest_offer(&s, name);
        if (used < sizeof names)
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", name);
    }
    node_error(d->diagnostics, node, "`%.100s` is not a table of the trace; %s%s%s", text,
               s.best ? "did you mean `" : "allowed are ", s.best ? s.best : names,
               s.best ? "`?" : ".");
}

static void decode_tables(struct decoder *d, struct node *node, uint32_t *tables)
{
    bool by_default;
    *tables = 0;
    if (node->kind == NODE_SCALAR && strcmp(node->text, "all") == 0) {
        for (size_t i = 0; choices_table(i, &by_default); i++)
            *tables |= UINT32_C(1) << i;
        return;
    }
    if (node->kind == NODE_LIST && node->count == 0)
        return; /* no table at all is a fair wish */
    if (expect_list(d, node, field_type_doc(FIELD_TABLES)))
        for (const struct node *child = node->first; child; child = child->next)
            decode_table(d, child, tables);
}

void decode_list(struct decoder *d, struct node *node, const struct field *field, void *at)
{
    switch (field->type) {
    case FIELD_TIMES:
        decode_times(d, node, at);
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
    default:
        decode_tables(d, node, at);
        break;
    }
}
