#include "models/estimate.h"

#include <math.h>

double estimate_run(double work, double hazard, double restart, const struct checkpoint *checkpoint)
{
    bool writes = checkpoint && checkpoint->interval > 0;
    double interval = writes ? ticks_to_seconds(checkpoint->interval) : work;
    double block = writes ? ticks_to_seconds(checkpoint->block) : 0;
    if (interval > work) {
        interval = work;
        block = 0;
    }
    if (work <= 0)
        return 0;
    double segments = work / interval;
    if (hazard <= 0)
        return work + (segments - 1) * block;
    return exp(hazard * restart) * expm1(hazard * (interval + block)) / hazard * segments;
}

double estimate_drain(double need, double busy, double remaining)
{
    if (need <= 0)
        return 0;
    if (busy < need)
        return INFINITY;
    return 2 * (remaining > 0 ? remaining : 0) * need / busy;
}
