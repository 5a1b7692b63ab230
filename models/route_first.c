/* The first listed pool that can take the job now; pools that must first be grown come after. */
#include "models/policy_table.h"

int route_first_available(const struct candidate *candidates, int count)
{
    for (int i = 0; i < count; i++)
        if (candidates[i].startable)
            return i;
    for (int i = 0; i < count; i++)
        if (candidates[i].growable)
            return i;
    return ROUTE_WAIT_ALL;
}

extern const struct route route_first;
const struct route route_first = {
    .name = "first",
    .doc = "the first listed pool with room now, else the first that can grow, else wait for any",
    .choose = route_first_available,
};
