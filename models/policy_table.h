/* What a scheduling policy is: the const tables behind models/policy.h. For policies and the
 * scheduler. */
#ifndef FLEETWRIGHT_MODELS_POLICY_TABLE_H
#define FLEETWRIGHT_MODELS_POLICY_TABLE_H

#include "models/job.h"
#include "models/plan.h"
#include "models/policy.h"

/* Who is next: waiting jobs are considered by ascending key, ties by order of arrival. */
struct order {
    const char *name;
    const char *doc;
    int64_t (*key)(const struct plan *plan,
                   const struct job *job); /* when the job joins the queue */
};

/* One pool a job might go to, as seen at this moment. */
struct candidate {
    const struct option *option;
    bool startable; /* its gang fits on ready nodes now */
    bool growable;  /* it fits when nodes on their way and new ones are counted */
    double wait;    /* expected seconds until the gang could start there; 0 when startable */
    double run;     /* expected seconds from start to completion, restarts included */
    double cost;    /* expected cost there, set-up included */
};

enum { ROUTE_WAIT_ALL = -1 };

/* Where to. choose returns the index of a candidate: the job goes there if it is startable or
 * growable, else it waits for that pool alone; ROUTE_WAIT_ALL waits for any of them. */
struct route {
    const char *name;
    const char *doc;
    bool estimates; /* reads wait, run and cost; else they are not filled in */
    bool staged;    /* considers the pools one after the other, the next after `fallback_after` */
    int (*choose)(const struct candidate *candidates, int count);
};

/* The first candidate that is startable, else the first growable one, else ROUTE_WAIT_ALL. */
int route_first_available(const struct candidate *candidates, int count);

#endif
