#include "scenarios/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/textbuilder.h"

void diagnostics_init(struct diagnostics *d)
{
    *d = (struct diagnostics){0};
}

void diagnostics_free(struct diagnostics *d)
{
    mem_free(d->items);
    arena_free(&d->arena);
    *d = (struct diagnostics){0};
}

static void keep(struct diagnostics *d, bool warning, const struct place *place, const char *path,
                 const char *message)
{
    struct status status = STATUS_INIT;
    void *items = d->items;
    d->code = mem_grow(&items, &d->capacity, d->count + 1, sizeof *d->items, &status);
    d->items = items;
    if (d->code)
        return;
    struct diagnostic *item = &d->items[d->count];
    *item = (struct diagnostic){.warning = warning, .place = *place, .order = d->count};
    item->place.file = arena_strdup(&d->arena, place->file ? place->file : "", &status);
    if (place->set)
        item->place.set = arena_strdup(&d->arena, place->set, &status);
    item->path = arena_strdup(&d->arena, path, &status);
    item->message = arena_strdup(&d->arena, message, &status);
    d->code = status.code;
    if (!d->code)
        d->count++;
}

void diagnostics_add(struct diagnostics *d, bool warning, const struct place *place,
                     const char *path, const char *format, ...)
{
    char message[2048];
    if (warning)
        d->warnings++;
    else
        d->errors++;
    if (d->code || d->count >= DIAGNOSTICS_MAX)
        return;
    va_list list;
    va_start(list, format);
    int length = vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (length >= (int)sizeof message) {
        static const char mark[] = " [...]"; /* a cut must be seen to be one */
        strcpy(message + sizeof message - sizeof mark, mark);
    }
    keep(d, warning, place, path, message);
}

static int compare(const void *a, const void *b)
{
    const struct diagnostic *x = a, *y = b;
    if (!x->place.set != !y->place.set)
        return x->place.set ? -1 : 1;
    if (!x->place.set) {
        int files = strcmp(x->place.file, y->place.file);
        if (files)
            return files;
        if (x->place.line != y->place.line)
            return x->place.line < y->place.line ? -1 : 1;
        if (x->place.column != y->place.column)
            return x->place.column < y->place.column ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

void diagnostics_sort(struct diagnostics *d)
{
    if (d->count > 0)
        qsort(d->items, d->count, sizeof *d->items, compare);
}

static void render_one(struct textbuilder *b, const struct diagnostic *item)
{
    if (item->place.set)
        textbuilder_printf(b, "--set %s: ", item->place.set);
    else if (item->place.line > 0)
        textbuilder_printf(b, "%s:%d:%d: ", item->place.file, item->place.line, item->place.column);
    else
        textbuilder_printf(b, "%s: ", item->place.file);
    if (item->warning)
        textbuilder_add(b, "warning: ");
    if (item->path[0])
        textbuilder_printf(b, "%s: ", item->path);
    textbuilder_add(b, item->message);
    textbuilder_char(b, '\n');
}

int diagnostics_render(const struct diagnostics *d, size_t limit, char **text,
                       struct status *status)
{
    struct textbuilder b = {0};
    size_t shown = limit > 0 && limit < d->count ? limit : d->count;
    size_t found = d->errors + d->warnings;
    for (size_t i = 0; i < shown; i++)
        render_one(&b, &d->items[i]);
    if (found > shown)
        textbuilder_printf(&b, "... and %zu more\n", found - shown);
    textbuilder_add(&b, "");
    if (b.code || d->code) {
        textbuilder_free(&b);
        *text = NULL;
        return status_set(status, STATUS_MEMORY, "Out of memory while listing errors.");
    }
    *text = b.text;
    return 0;
}
