/* Expected times, for policies that must choose before they know. */
#ifndef FLEETWRIGHT_MODELS_ESTIMATE_H
#define FLEETWRIGHT_MODELS_ESTIMATE_H

#include "models/checkpoint.h"

/* Expected seconds to finish `work` seconds of work at failure rate `hazard` (per second), restarts
 * costing `restart` seconds each, with the checkpoint rule (NULL or interval 0: none).
 *
 * With checkpoints Daly's T_w = M e^(R/M) (e^((tau+C)/M) - 1) W/tau (Daly 2006, eq. 20), without M
 * e^(R/M) (e^(W/M) - 1); hazard 0 gives the plain sum. May be INFINITY. */
double estimate_run(double work, double hazard, double restart,
                    const struct checkpoint *checkpoint);

/* Expected seconds until `need` of the `busy` GPUs of a pool are free, when their remaining times
 * have the mean `remaining` seconds and are taken as uniform on (0, 2 remaining): the fluid
 * estimate 2 remaining need / busy. */
double estimate_drain(double need, double busy, double remaining);

#endif
