/* What random numbers are drawn for. A purpose, the entity's group (its pool's or class's name) and
 * its number inside the group key a stream of their own (sim/rng.h), so that no draw of one moves a
 * draw of another. The numbers are part of what makes runs reproducible: add at the end, never
 * reuse. */
#ifndef FLEETWRIGHT_MODELS_PURPOSE_H
#define FLEETWRIGHT_MODELS_PURPOSE_H

enum purpose {
    PURPOSE_ARRIVAL = 1,              /* class; interarrival times, one sequence */
    PURPOSE_WORK = 2,                 /* class, job */
    PURPOSE_STAGING = 3,              /* class, job x attempt */
    PURPOSE_RESTORE = 4,              /* class, job x attempt */
    PURPOSE_CAPACITY_WAIT = 5,        /* pool, request */
    PURPOSE_STOCK = 6,                /* pool; in and out of stock, one sequence */
    PURPOSE_PROVISIONING = 7,         /* pool, node x try */
    PURPOSE_LIFE = 8,                 /* pool, node x life */
    PURPOSE_DETECTION = 9,            /* pool, node x life */
    PURPOSE_REPAIR = 10,              /* pool, node x life */
    PURPOSE_INTERRUPTION = 11,        /* pool, node */
    PURPOSE_PROVISIONING_FAILURE = 12 /* pool, node x try */
};

#endif
