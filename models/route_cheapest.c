/* The least expected cost among the pools that can take the job now or by growing. */
#include "models/policy_table.h"

static int choose(const struct candidate *candidates, int count)
{
    int best = ROUTE_WAIT_ALL;
    for (int i = 0; i < count; i++) {
        if (!candidates[i].startable && !candidates[i].growable)
            continue;
        if (best < 0 || candidates[i].cost < candidates[best].cost)
            best = i;
    }
    return best;
}

extern const struct route route_cheapest;
const struct route route_cheapest = {
    .name = "cheapest",
    .doc = "least expected cost among the pools with room or that can grow; else wait for any",
    .estimates = true,
    .choose = choose,
};
