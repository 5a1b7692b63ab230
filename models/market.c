/* The table of markets: one row each, in the order in which they are listed to users. */
#include "models/market.h"

#include <string.h>

static const struct market owned = {
    .name = "owned",
    .doc =
        "a fixed number of own nodes, paid around the clock at the amortised rate; repaired when "
        "they fail",
    .repairs = true,
};

static const struct market reserved = {
    .name = "reserved",
    .doc = "a fixed number of committed nodes, paid around the clock and for at least the term; "
           "repaired when they fail",
    .repairs = true,
    .has_term = true,
};

static const struct market on_demand = {
    .name = "on_demand",
    .doc = "nodes rented when jobs need them and given back when idle; a failed node is returned "
           "and another one requested",
    .elastic = true,
};

static const struct market spot = {
    .name = "spot",
    .doc = "like on_demand, but the provider may take a node back after a notice",
    .elastic = true,
    .interruptible = true,
};

const struct market *const markets[] = {&owned, &reserved, &on_demand, &spot, NULL};

const struct market *market_find(const char *name)
{
    for (const struct market *const *market = markets; *market; market++)
        if (strcmp((*market)->name, name) == 0)
            return *market;
    return NULL;
}
