#include "scenarios/decode_keys.h"

#include <stdio.h>
#include <string.h>

#include "scenarios/suggest.h"

static const struct field *find_field(const struct section *section, const char *key,
                                      unsigned conditions, bool *elsewhere)
{
    *elsewhere = false;
    for (const struct field *f = section->fields; f->key; f++) {
        if (strcmp(f->key, key) != 0)
            continue;
        if (field_applies(f, conditions))
            return f;
        *elsewhere = true;
    }
    return NULL;
}

/* What has its place under these circumstances. */
static const char *instead_of(const char *key)
{
    if (strcmp(key, "nodes") == 0)
        return "Here `min_nodes` and `max_nodes` say how many nodes there are.";
    if (strcmp(key, "min_nodes") == 0 || strcmp(key, "max_nodes") == 0)
        return "Here `nodes` says how many nodes there are.";
    return "Remove it.";
}

static void refuse_inapplicable(struct decoder *d, const struct node *child,
                                const struct section *section)
{
    char text[1024] = "", one[256];
    size_t used = 0;
    unsigned said = 0;
    for (const struct field *f = section->fields; f->key; f++)
        if (strcmp(f->key, child->key) == 0)
            said |= f->when;
    for (unsigned bit = 0; bit < WHEN_BITS && used < sizeof text; bit++)
        if (said >> bit & 1)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " and " : "",
                                     when_doc(1u << bit, one, sizeof one));
    node_error_at_key(d->diagnostics, child, "`%s` does not apply here: it is for %s. %s",
                      child->key, text, instead_of(child->key));
}

/* `gpus:8` is a key, since YAML wants a blank after the colon. */
static bool lacks_blank(const struct decoder *d, const char *key, const struct section *section)
{
    size_t length = strcspn(key, ":");
    for (const struct field *f = section->fields; key[length] && f->key; f++)
        if (strlen(f->key) == length && strncmp(f->key, key, length) == 0 &&
            field_applies(f, d->conditions))
            return true;
    return false;
}

static void refuse_unknown(struct decoder *d, const struct node *child,
                           const struct section *section)
{
    struct suggestion s;
    char keys[1024] = "";
    size_t used = 0;
    const char *before = "";
    if (lacks_blank(d, child->key, section)) {
        node_error_at_key(d->diagnostics, child,
                          "A blank is missing after the colon in `%.100s`: write `%.*s: %.100s`.",
                          child->key, (int)strcspn(child->key, ":"), child->key,
                          strchr(child->key, ':') + 1);
        return;
    }
    suggest_init(&s, child->key);
    for (const struct field *f = section->fields; f->key; f++) {
        if (!field_applies(f, d->conditions) || strcmp(before, f->key) == 0)
            continue;
        suggest_offer(&s, f->key);
        if (used < sizeof keys)
            used +=
                (size_t)snprintf(keys + used, sizeof keys - used, "%s%s", used ? ", " : "", f->key);
        before = f->key;
    }
    if (s.best)
        node_error_at_key(d->diagnostics, child,
                          "There is no key `%.100s` in %s; did you mean `%s`?", child->key,
                          section->what, s.best);
    else
        node_error_at_key(d->diagnostics, child, "There is no key `%.100s` in %s; its keys are %s.",
                          child->key, section->what, keys);
}

void decode_keys(struct decoder *d, const struct node *mapping, const struct section *section)
{
    for (const struct node *child = mapping->first; child; child = child->next) {
        bool elsewhere;
        if (child->bad || find_field(section, child->key, d->conditions, &elsewhere))
            continue;
        if (elsewhere)
            refuse_inapplicable(d, child, section);
        else
            refuse_unknown(d, child, section);
    }
}
