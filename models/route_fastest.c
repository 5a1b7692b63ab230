/* The earliest expected completion, waits included; it may be worth waiting for a faster pool that
 * is full. */
#include <math.h>

#include "models/policy_table.h"

static int choose(const struct candidate *candidates, int count)
{
    int best = ROUTE_WAIT_ALL;
    double best_end = INFINITY;
    for (int i = 0; i < count; i++) {
        double end = candidates[i].wait + candidates[i].run;
        if (end < best_end) {
            best_end = end;
            best = i;
        }
    }
    return best < 0 ? route_first_available(candidates, count) : best;
}

extern const struct route route_fastest;
const struct route route_fastest = {
    .name = "fastest",
    .doc = "earliest expected completion, waits included; may wait for a full pool that is faster",
    .estimates = true,
    .choose = choose,
};
