/* Finding things of the file by name: pools and classes. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_NAMES_H
#define FLEETWRIGHT_SCENARIOS_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "sim/memory.h"
#include "sim/status.h"

struct names {
    struct name_entry {
        const char *name;
        int32_t id;
    } * entries; /* sorted by name */
    size_t count;
};

/* An index of `count` names in the arena: set all, then sort once, then find. The texts must
 * outlive it. Of equal names the one with the lowest id counts. */
int names_init(struct names *names, size_t count, struct arena *arena, struct status *status);
void names_set(struct names *names, size_t i, const char *name); /* id i, before names_sort */
void names_sort(struct names *names);

int32_t names_find(const struct names *names, const char *name); /* -1 if there is none */

/* The nearest name, NULL if none is near. */
const char *names_nearest(const struct names *names, const char *name);

/* Writes "`a`, `b` and 3 more": in order of their names, at most ten. Returns text. */
char *names_list(const struct names *names, char *text, size_t size);

#endif
