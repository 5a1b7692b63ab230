#include "scenarios/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/suggest.h"

int names_init(struct names *names, size_t count, struct arena *arena, struct status *status)
{
    names->entries = arena_alloc(arena, count, sizeof *names->entries, status);
    names->count = names->entries ? count : 0;
    return names->entries ? 0 : STATUS_MEMORY;
}

void names_set(struct names *names, size_t i, const char *name)
{
    names->entries[i] = (struct name_entry){name, (int32_t)i};
}

static int by_name(const void *a, const void *b)
{
    const struct name_entry *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->id < y->id ? -1 : x->id > y->id;
}

void names_sort(struct names *names)
{
    if (names->count > 0)
        qsort(names->entries, names->count, sizeof *names->entries, by_name);
}

int32_t names_find(const struct names *names, const char *name)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names->entries[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->count || strcmp(names->entries[low].name, name) != 0)
        return -1;
    return names->entries[low].id;
}

const char *names_nearest(const struct names *names, const char *name)
{
    struct suggestion s;
    suggest_init(&s, name);
    for (size_t i = 0; i < names->count; i++)
        suggest_offer(&s, names->entries[i].name);
    return s.best;
}

char *names_list(const struct names *names, char *text, size_t size)
{
    enum { MOST = 10 };
    size_t used = 0, shown = 0;
    text[0] = '\0';
    for (; shown < names->count && shown < MOST && used + 128 < size; shown++)
        used += (size_t)snprintf(text + used, size - used, "%s`%.100s`", shown ? ", " : "",
                                 names->entries[shown].name);
    if (shown < names->count)
        snprintf(text + used, size - used, " and %zu more", names->count - shown);
    return text;
}
