/* Markets: how nodes of a pool come, go and are paid. A market is a const table; to add one is to
 * add one row in models/market.c (and a hook where it does something no other does). */
#ifndef FLEETWRIGHT_MODELS_MARKET_H
#define FLEETWRIGHT_MODELS_MARKET_H

#include <stdbool.h>

struct market {
    const char *name;
    const char *doc;
    bool elastic; /* nodes are requested, granted, released; else a fixed number is always there */
    bool interruptible; /* the provider may take a node back after a notice */
    bool
        repairs; /* a failed node is repaired in place; else it is returned and another requested */
    bool has_term; /* accepts `term`: billed at least that long */
};

extern const struct market *const markets[]; /* NULL-terminated: owned, reserved, on_demand, spot */

const struct market *market_find(const char *name); /* NULL if none */

#endif
