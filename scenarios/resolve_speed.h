/* How fast a class runs on a pool: by its run time, its own table, the catalogue or an estimate, in
 * this order. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_RESOLVE_SPEED_H
#define FLEETWRIGHT_SCENARIOS_RESOLVE_SPEED_H

#include "scenarios/decoder.h"

/* Why a class cannot run on a pool: a part of a sentence. */
struct refusal {
    char text[1024];
};

/* Writes the reason; returns false. */
bool refusal_write(struct refusal *refusal, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets source, precision and seconds_per_unit of the option and notes what was assumed; false, with
 * the reason, when no speed is known. */
bool resolve_speed(struct decoder *d, const struct class_draft *class, const struct pool_spec *pool,
                   struct option *option, struct refusal *refusal);

#endif
