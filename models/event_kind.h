/* What can happen, and in which order at one instant. */
#ifndef FLEETWRIGHT_MODELS_EVENT_KIND_H
#define FLEETWRIGHT_MODELS_EVENT_KIND_H

/* Kinds of events; also their rank: at one instant those above are handled first. What ends comes
 * before what breaks, and both before what begins, so that a job that completes at the very tick of
 * a failure has completed and freed capacity is seen by who arrives. */
enum event_kind {
    EVENT_ATTEMPT_END,  /* job */
    EVENT_NODE_GRANTED, /* node */
    EVENT_NODE_READY,
    EVENT_NODE_REPAIRED,
    EVENT_STOCK,         /* pool: the stock turns */
    EVENT_FAILURE_GIVEN, /* pool, index of the given failure */
    EVENT_NODE_FAILURE,  /* node */
    EVENT_DETECTED,      /* node */
    EVENT_NOTICE,        /* node */
    EVENT_INTERRUPTION,  /* node */
    EVENT_RETRY,         /* job */
    EVENT_ARRIVAL,       /* class */
    EVENT_FALLBACK,      /* job */
    EVENT_DEADLINE,      /* job */
    EVENT_IDLE_RELEASE,  /* node */
    EVENT_KINDS
};

extern const char *const event_kind_names[EVENT_KINDS];

#endif
