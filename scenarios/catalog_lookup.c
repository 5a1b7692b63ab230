/* Finding and copying GPU types of a loaded catalogue. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/catalog.h"
#include "scenarios/suggest.h"

enum { COMPACT = 128 };

const struct gpu_type *catalog_gpu(const struct catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->gpu_count; i++)
        if (strcmp(catalog->gpus[i].name, name) == 0)
            return &catalog->gpus[i];
    return NULL;
}

const struct gpu_type *catalog_gpu_copy(const struct gpu_type *gpu, struct arena *arena,
                                        struct status *status)
{
    struct gpu_type *copy = arena_alloc(arena, 1, sizeof *copy, status);
    if (!copy)
        return NULL;
    *copy = *gpu;
    copy->name = arena_strdup(arena, gpu->name, status);
    copy->source = arena_strdup(arena, gpu->source, status);
    return copy->name && copy->source ? copy : NULL;
}

static bool separates(char c)
{
    return c == '-' || c == '_' || c == ' ' || c == '/';
}

/* Lower case without separators, cut to the size. */
static void compact(const char *text, size_t length, char out[COMPACT])
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < COMPACT; i++)
        if (!separates(text[i]))
            out[used++] = (char)tolower((unsigned char)text[i]);
    out[used] = '\0';
}

/* Whether the name holds every word of the text; a text without words fits nothing. */
static bool holds_words(const char *name, const char *text)
{
    char whole[COMPACT], word[COMPACT];
    compact(name, strlen(name), whole);
    bool any = false;
    while (*text) {
        size_t length = 0;
        while (text[length] && !separates(text[length]))
            length++;
        if (length > 0) {
            compact(text, length, word);
            if (!strstr(whole, word))
                return false;
            any = true;
        }
        text += length + (text[length] != '\0');
    }
    return any;
}

size_t catalog_gpu_like(const struct catalog *catalog, const char *text,
                        const struct gpu_type **found, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < catalog->gpu_count; i++)
        if (holds_words(catalog->gpus[i].name, text)) {
            if (count < size)
                found[count] = &catalog->gpus[i];
            count++;
        }
    return count;
}

/* "a", "a or b", "a, b or c" */
static void append_names(const struct gpu_type *const *gpus, size_t count, const char *last,
                         char *text, size_t size)
{
    size_t used = strlen(text);
    for (size_t i = 0; i < count && used < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? last : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, gpus[i]->name);
    }
}

char *catalog_gpu_unknown(const struct catalog *catalog, const char *name, char *text, size_t size)
{
    enum { MANY = 64 };
    const struct gpu_type *found[MANY];
    struct suggestion nearest;
    size_t count = catalog_gpu_like(catalog, name, found, MANY);
    snprintf(text, size, "The catalogue has no GPU type \"%.80s\". ", name);
    size_t used = strlen(text);
    if (count == 0) {
        suggest_init(&nearest, name);
        for (size_t i = 0; i < catalog->gpu_count; i++)
            suggest_offer(&nearest, catalog->gpus[i].name);
        if (nearest.best) {
            snprintf(text + used, size - used, "Is it %s?", nearest.best);
            return text;
        }
    }
    bool any = count > 0;
    if (!any)
        for (; count < catalog->gpu_count && count < MANY; count++)
            found[count] = &catalog->gpus[count];
    if (count > MANY)
        count = MANY;
    snprintf(text + used, size - used, any ? "It may be " : "The types are ");
    append_names(found, count, any ? " or " : " and ", text, size);
    used = strlen(text);
    snprintf(text + used, size - used, any && count > 1 ? "; name exactly one." : ".");
    return text;
}

bool catalog_unverified(const char *unverified, const char *column)
{
    size_t length = strlen(column);
    for (const char *at = unverified; (at = strstr(at, column)) != NULL; at += length) {
        bool starts = at == unverified || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}
