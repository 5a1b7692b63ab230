/* A node's life. What happens to the jobs on it is the caller's matter: nothing here looks at a
 * job. */
#ifndef FLEETWRIGHT_MODELS_WORLD_NODES_H
#define FLEETWRIGHT_MODELS_WORLD_NODES_H

#include "models/world_state.h"

/* At time 0: fixed pools get their nodes, elastic ones request their minimum. */
void nodes_start(struct world *w);

/* Requests `count` nodes: one availability wait for all. */
void nodes_request(struct world *w, int32_t pool, int32_t count);
void node_stock_turned(struct world *w, int32_t pool);

/* Requested -> provisioning; and a try of provisioning is over: false when it failed and begins
 * anew, else the node can be made ready. */
void node_grant(struct world *w, int32_t node);
bool node_provisioned(struct world *w, int32_t node);
void node_make_ready(struct world *w, int32_t node);

/* A ready or doomed node breaks; repair = ticks it will be down after detection, -1 = to be drawn.
 * Once detected and rid of its jobs it is repaired, or its lease ends. */
void node_break(struct world *w, int32_t node, enum failure_cause cause, sim_time repair);
void node_repair_or_return(struct world *w, int32_t node);
void node_repaired(struct world *w, int32_t node);

/* Spot: the notice comes (an idle node goes at once and is no more); the end comes: it is lost; rid
 * of its jobs its lease ends. */
void node_doom(struct world *w, int32_t node);
void node_interrupt(struct world *w, int32_t node);
void node_taken(struct world *w, int32_t node);

/* After placements came or went: its clock, its idleness; a doomed node that nobody uses goes. */
void node_claims_changed(struct world *w, int32_t node);
void node_expired(struct world *w, int32_t node); /* its idle_release is over */

/* After the pass: what is still idle begins to expire, or goes. */
void nodes_release_idle(struct world *w);

/* At the end of the run: closes every lease that is still open. */
void nodes_close(struct world *w);

#endif
