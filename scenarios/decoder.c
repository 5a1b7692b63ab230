#include "scenarios/decoder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *decoder_array(struct decoder *d, size_t count, size_t size)
{
    return arena_alloc(d->plan, count, size, d->status);
}

void decoder_note(struct decoder *d, const char *format, ...)
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

void decoder_refuse(struct decoder *d, const struct node *node, struct status *status)
{
    if (status->code == STATUS_INPUT)
        node_error(d->diagnostics, node, "%s", status->message);
    else
        status_set(d->status, status->code, "%s", status->message);
    *status = STATUS_INIT;
}

const char *decoder_text(struct decoder *d, const struct node *node, const char *expected)
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

const char *decoder_scalar(struct decoder *d, const struct node *node, const char *expected)
{
    const char *text = decoder_text(d, node, expected);
    if (text && !*text && node->set) {
        node_error(d->diagnostics, node, "Nothing stands after `=`; expected is %s.", expected);
        return NULL;
    }
    if (!text || !strchr(text, '\n'))
        return text;
    node_error(d->diagnostics, node,
               "The value has a line break; expected is %s, in one line, without `|` or `>`.",
               expected);
    return NULL;
}

bool decoder_in_range(struct decoder *d, const struct node *node, const struct field *field,
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

const struct gpu_type *decoder_gpu(struct decoder *d, const struct node *node, const char *name,
                                   bool at_key)
{
    const struct gpu_type *gpu = catalog_gpu(d->catalog, name);
    char message[1024];
    if (gpu)
        return gpu;
    catalog_gpu_unknown(d->catalog, name, message, sizeof message);
    if (at_key)
        node_error_at_key(d->diagnostics, node, "%s", message);
    else
        node_error(d->diagnostics, node, "%s", message);
    return NULL;
}
