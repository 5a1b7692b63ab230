/* The preferred pool alone at first; after `fallback_after` of waiting the next pool may be used
 * too, and so on. The stages are the scheduler's; among the pools of the present stage the first
 * with room is taken. */
#include "models/policy_table.h"

extern const struct route route_fallback;
const struct route route_fallback = {
    .name = "fallback",
    .doc =
        "the first listed pool; each time the job has waited for fallback_after, the next one too",
    .staged = true,
    .choose = route_first_available,
};
