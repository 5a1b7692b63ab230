/* What happens to nodes, with its consequences for the jobs on them: one handler an event. */
#ifndef FLEETWRIGHT_MODELS_WORLD_EVENTS_H
#define FLEETWRIGHT_MODELS_WORLD_EVENTS_H

#include "models/world_state.h"

void on_granted(struct world *w, int32_t node);
void on_provisioned(struct world *w, int32_t node);
void on_failure(struct world *w, int32_t node, enum failure_cause cause, sim_time repair);
void on_failure_given(struct world *w, int32_t pool, int64_t index);
void on_detected(struct world *w, int32_t node);
void on_notice(struct world *w, int32_t node);
void on_interruption(struct world *w, int32_t node);

#endif
