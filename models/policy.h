/* Scheduling policies by name: the order in which waiting jobs are considered, and the route to a
 * pool. To add one is to add one file (models/order_*.c, models/route_*.c) and one line in
 * models/policy.c. */
#ifndef FLEETWRIGHT_MODELS_POLICY_H
#define FLEETWRIGHT_MODELS_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/ticks.h"

struct order;
struct route;

extern const struct order *const orders[]; /* NULL-terminated: fifo */
extern const struct route *const routes[]; /* NULL-terminated: first, cheapest, fastest, fallback */

const struct order *order_find(const char *name); /* NULL if none */
const struct route *route_find(const char *name);
const char *order_name(const struct order *order);
const char *route_name(const struct route *route);
const char *order_doc(const struct order *order);
const char *route_doc(const struct route *route);
/* True when the route considers pools one after the other and needs plan.fallback_after. */
bool route_needs_fallback_after(const struct route *route);

#endif
