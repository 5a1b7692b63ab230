/* Ratios of the measured speeds of two GPU types. */
#include <string.h>

#include "scenarios/speed.h"

static bool comparable(const struct speed_row *a, const struct speed_row *b)
{
    return strcmp(a->class_name, b->class_name) == 0 && strcmp(a->model, b->model) == 0 &&
           strcmp(a->unit, b->unit) == 0 && a->seq_len == b->seq_len && a->gpus == b->gpus;
}

int speed_compare(const struct catalog *catalog, const char *base_gpu, const char *other_gpu,
                  struct arena *arena, const struct speed_pair **pairs, size_t *count,
                  struct status *status)
{
    void *found = NULL;
    size_t capacity = 0;
    int code = 0;
    *pairs = NULL;
    *count = 0;
    for (size_t i = 0; i < catalog->speed_count * catalog->speed_count; i++) {
        const struct speed_row *base = &catalog->speeds[i / catalog->speed_count];
        const struct speed_row *other = &catalog->speeds[i % catalog->speed_count];
        if (strcmp(base->gpu, base_gpu) != 0 || strcmp(other->gpu, other_gpu) != 0 ||
            !comparable(base, other))
            continue;
        struct speed_unit unit;
        code = speed_unit_parse(base->unit, &unit, status);
        if (!code)
            code = mem_grow(&found, &capacity, *count + 1, sizeof **pairs, status);
        if (code)
            goto out;
        ((struct speed_pair *)found)[(*count)++] = (struct speed_pair){
            .base = base,
            .other = other,
            .ratio = speed_seconds_per_unit(base->rate, &unit, base->gpus, base->gpus, 1) /
                     speed_seconds_per_unit(other->rate, &unit, other->gpus, other->gpus, 1),
        };
    }
    struct speed_pair *kept = arena_alloc(arena, *count, sizeof *kept, status);
    if (!kept) {
        code = STATUS_MEMORY;
        goto out;
    }
    if (*count > 0)
        memcpy(kept, found, *count * sizeof *kept);
    *pairs = kept;
out:
    mem_free(found);
    if (code)
        *count = 0;
    return code;
}
