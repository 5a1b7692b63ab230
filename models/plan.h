/* The plan: one validated, read-only scenario, every default filled in and every name resolved.
 *
 * scenarios/ makes it, the simulation reads it, nobody changes it. All of its memory belongs to its
 * arena. Durations are ticks or distributions over seconds; money is nano-units; sizes are bytes;
 * ids are indices into the arrays here. */
#ifndef FLEETWRIGHT_MODELS_PLAN_H
#define FLEETWRIGHT_MODELS_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "models/checkpoint.h"
#include "models/gpu.h"
#include "models/market.h"
#include "models/policy.h"
#include "sim/distribution.h"
#include "sim/memory.h"
#include "sim/money.h"
#include "sim/ticks.h"

/* ---- pools ---- */

struct given_failure {
    sim_time at;
    int32_t node;    /* index in the pool, 0 .. nodes - 1 */
    sim_time repair; /* down for so long after detection; -1 = draw from the pool's repair time */
};

enum failure_clock {
    FAILURE_CLOCK_CALENDAR, /* a node ages whenever it is up */
    FAILURE_CLOCK_BUSY      /* a node ages only while a job holds some of it */
};

struct failure_spec {
    const struct distribution
        *life; /* time to failure since ready or repaired; NULL = never fails */
    enum failure_clock clock;
    const struct distribution *detection; /* from failure to its detection */
    const struct distribution *repair; /* owned and reserved nodes: from detection to ready again */
    const struct given_failure *given; /* failures at given times, beside or instead of `life` */
    int given_count;
};

struct billing_spec {
    sim_time granularity; /* a lease is rounded up to whole multiples; >= 1 tick */
    sim_time minimum;     /* and is at least this long */
    bool from_granted;    /* billed from granted, else from ready */
};

struct pool_spec {
    const char *name;
    const struct market *market;
    const struct gpu_type *gpu;
    int32_t gpus_per_node;
    int32_t nodes;     /* fixed markets: how many */
    int32_t min_nodes; /* elastic markets: always kept, from the start of the run */
    int32_t
        max_nodes; /* elastic markets: never more than this at a time (requested ones included) */
    sim_time term; /* reserved: billed at least this long; 0 = to the end of the run */

    struct money_rate price; /* over GPU-ticks */
    struct billing_spec billing;
    struct money_rate storage; /* over megabyte-ticks (10^6 bytes; byte-ticks would not fit) */
    struct money_rate egress;  /* over bytes */
    struct money_rate network; /* over bytes staged in */

    const struct distribution *capacity_wait; /* per request, from stock being there to granted */
    const struct distribution
        *in_stock; /* alternating stock process; both NULL = always in stock */
    const struct distribution *out_of_stock;
    bool starts_in_stock;
    const struct distribution *provisioning; /* per node, granted to ready */
    double provisioning_failure; /* probability that a provisioning must be done again */
    sim_time idle_release;       /* an idle elastic node is given back after this */

    struct failure_spec failures;
    const struct distribution *interruption; /* spot: from ready to the notice; NULL = never */
    sim_time notice;                         /* spot: from the notice to the end of the node */
};

/* ---- jobs ---- */

enum arrival_kind { ARRIVAL_TIMES, ARRIVAL_RENEWAL };

struct arrival_spec {
    enum arrival_kind kind;
    const sim_time *times;                   /* ARRIVAL_TIMES: ascending */
    const struct distribution *interarrival; /* ARRIVAL_RENEWAL */
    sim_time start;                          /* the first gap counts from here */
    sim_time until;                          /* no arrivals after this; SIM_TIME_MAX = no limit */
    int64_t count;                           /* number of arrivals at most; INT64_MAX = no limit */
};

enum speed_source { SPEED_RUN_TIME, SPEED_JOB_TABLE, SPEED_CATALOG, SPEED_ROOFLINE };

extern const char *const speed_source_names[];

/* A pool on which the jobs of a class may run. */
struct option {
    int32_t pool;
    enum precision precision; /* computed with */
    enum speed_source source; /* where the rate comes from */
    double seconds_per_unit;  /* of work, for the whole gang; > 0 */
    double stretch;           /* ticks here per tick on option 0; exactly 1 for option 0 */
    double hazard;            /* failures + interruptions per second for the whole gang; 0 = none */
    struct checkpoint checkpoint; /* ticks here */
};

struct retry_spec {
    int32_t max_attempts; /* >= 1 */
    sim_time backoff;     /* before the second attempt */
    double factor;        /* each further one is so many times longer; >= 1 */
    sim_time limit;       /* but not above this */
};

struct job_class {
    const char *name;
    const char *tenant;
    struct arrival_spec arrival;
    int32_t after;    /* class whose job of the same number (or only job) must have completed; -1 */
    int32_t gpus;     /* gang size */
    const char *unit; /* of work: "epochs", "images", "s" ... */
    const struct distribution *work; /* in that unit */
    const struct distribution *staging;
    const struct distribution *restore; /* before work goes on, in every attempt but the first */
    double memory_bytes;                /* per GPU; 0 = not stated */
    struct option *options;             /* in the listed order, at least one */
    int32_t option_count;
    bool checkpoint_on_notice; /* write a last checkpoint inside a notice if it fits */
    bool hold_gang; /* on a node failure keep the healthy nodes until a replacement comes */
    struct retry_spec retry;
    int32_t priority;
    sim_time deadline;     /* after submission; SIM_TIME_MAX = none */
    bool deadline_cancels; /* a job past its deadline is cancelled, else only counted */
    double data_bytes;     /* staged in on every attempt (network account) */
    double storage_bytes;  /* kept from submission to the end of the job */
    double egress_bytes;   /* sent out when the job completes */
};

/* ---- the whole ---- */

struct orchestration_spec {
    money per_job; /* for each job that left */
    money per_attempt;
    struct money_rate standing; /* over ticks of the run, whatever runs */
};

struct trace_spec {
    uint32_t tables;       /* bit of each enum trace_table to be written to the file */
    sim_time series_every; /* rows of `series` at most this often; 0 = at every change */
    int compression;       /* deflate level 1 .. 9, 0 = none (then checksummed) */
};

struct plan {
    const char *name;
    const char *description;
    const char *currency; /* "USD" */
    uint64_t seed;
    int32_t replications;
    sim_time until; /* the run is cut here; SIM_TIME_MAX = runs until the last job has left */

    const struct pool_spec *pools;
    int32_t pool_count;
    const struct job_class *classes;
    int32_t class_count;

    const struct order *order;
    const struct route *route;
    sim_time fallback_after; /* route fallback: moves on to the next pool after so long */

    struct orchestration_spec orchestration;
    struct trace_spec trace;

    const char *const
        *notes; /* sentences a user should read: precision fallbacks, pools refused, estimates */
    int32_t note_count;
    const char *source;   /* the YAML as given */
    const char *resolved; /* YAML with every default filled in, runnable as it stands */

    struct arena arena;
};

void plan_free(struct plan *plan); /* legal twice and on a zeroed plan */

#endif
