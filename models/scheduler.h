/* The scheduling pass. */
#ifndef FLEETWRIGHT_MODELS_SCHEDULER_H
#define FLEETWRIGHT_MODELS_SCHEDULER_H

#include "models/world_state.h"

/* After all events of an instant: who starts where. */
void scheduler_pass(struct world *w);

#endif
