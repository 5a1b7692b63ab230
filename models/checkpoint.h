/* Checkpoints: how often (the published interval formulas), and what they cost (plain data). */
#ifndef FLEETWRIGHT_MODELS_CHECKPOINT_H
#define FLEETWRIGHT_MODELS_CHECKPOINT_H

#include <stdbool.h>

#include "sim/ticks.h"

/* A checkpoint rule in ticks of productive time on one pool. Every `interval` of productive time a
 * checkpoint of the state at its start begins: it blocks the job for `block` and is durable `lag`
 * after its start. */
struct checkpoint {
    sim_time interval; /* 0 = no checkpoints */
    sim_time block;    /* >= 0 */
    sim_time lag;      /* >= block */
    bool at_end;       /* one more when the work is done */
};

/* How the interval is chosen. */
enum checkpoint_rule {
    CHECKPOINT_NONE,
    CHECKPOINT_FIXED,
    CHECKPOINT_YOUNG,      /* sqrt(2 C M)                                        Young 1974 */
    CHECKPOINT_DALY_FIRST, /* sqrt(2 C M) - C, the dump time deducted            Daly 2006, first
                              order */
    CHECKPOINT_DALY,       /* Daly 2006, higher order; M when C >= 2 M */
    CHECKPOINT_OPTIMAL,    /* M (1 + W0(-exp(-1 - C/M))), exact for exponential failures */
    CHECKPOINT_RULES
};

extern const char *const checkpoint_rule_names[CHECKPOINT_RULES]; /* "none" "fixed" "young" ... */

/* The interval (productive time between checkpoints) for cost C and gang MTBF M, both in the same
 * unit, which is also the result's. C >= 0, M > 0. C = 0 gives 0 for the formulas: the caller
 * refuses that. Only for the four formula rules. */
double checkpoint_interval(enum checkpoint_rule rule, double cost, double mtbf);

#endif
