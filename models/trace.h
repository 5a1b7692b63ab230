/* The trace: rows that the simulation writes, as plain structs, and their description as data.
 *
 * The table trace_tables[] is the only description of the format: the HDF5 writer and reader, the
 * docs and the tests walk it. Rows gather in buffers of TRACE_CHUNK rows and go to a sink when
 * full. Times are ticks, GPU-times GPU-ticks, money nano-units; ids are indices; -1 = missing where
 * it says so. */
#ifndef FLEETWRIGHT_MODELS_TRACE_H
#define FLEETWRIGHT_MODELS_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/account.h"
#include "sim/money.h"
#include "sim/status.h"
#include "sim/ticks.h"

enum { TRACE_CHUNK = 32768 };

enum trace_table {
    TRACE_JOBS,
    TRACE_ATTEMPTS,
    TRACE_PLACEMENTS,
    TRACE_LEASES,
    TRACE_FAILURES,
    TRACE_LEDGER,
    TRACE_SERIES,
    TRACE_RUNS,    /* one row a replication */
    TRACE_POOLS,   /* one row a pool, written once */
    TRACE_CLASSES, /* one row a class, written once */
    TRACE_NAMES,   /* strings: id, kind, name; not a row struct, see struct trace_name */
    TRACE_SUMMARY, /* made by analysis */
    TRACE_EVENTS,
    TRACE_TABLES
};

enum outcome {
    OUTCOME_COMPLETED,
    OUTCOME_FAILED,     /* max_attempts used up */
    OUTCOME_CANCELLED,  /* past its deadline, by its own rule */
    OUTCOME_DEPENDENCY, /* the job it waits for did not complete */
    OUTCOME_UNFINISHED, /* cut by the end of the run */
    OUTCOMES
};

enum attempt_end {
    ATTEMPT_COMPLETED,
    ATTEMPT_NODE_FAILURE,
    ATTEMPT_INTERRUPTED, /* spot */
    ATTEMPT_CANCELLED,
    ATTEMPT_CUT, /* by the end of the run */
    ATTEMPT_ENDS
};

enum lease_end {
    LEASE_END_OF_RUN,
    LEASE_IDLE,        /* given back after idle_release */
    LEASE_FAILED,      /* returned after a failure */
    LEASE_INTERRUPTED, /* taken back by the provider */
    LEASE_WITHDRAWN,   /* the request was given up before it was granted */
    LEASE_ENDS
};

enum failure_cause {
    FAILURE_NODE,         /* drawn from the node's life */
    FAILURE_GIVEN,        /* at a given time */
    FAILURE_INTERRUPTION, /* spot */
    FAILURE_CAUSES
};

enum name_kind {
    NAME_POOL,
    NAME_CLASS,
    NAME_TENANT,
    NAME_GPU,
    NAME_MARKET,
    NAME_UNIT,
    NAME_METRIC,
    NAME_KINDS
};

extern const char *const outcome_names[OUTCOMES];
extern const char *const attempt_end_names[ATTEMPT_ENDS];
extern const char *const lease_end_names[LEASE_ENDS];
extern const char *const failure_cause_names[FAILURE_CAUSES];
extern const char *const name_kind_names[NAME_KINDS];

struct job_row {
    int32_t rep, id, class_id, gpus;
    int32_t number; /* of the job inside its class */
    int32_t pool;   /* of the last attempt, -1 */
    int32_t attempts;
    int8_t outcome;
    int8_t deadline_met; /* 1 yes, 0 no, -1 no deadline */
    sim_time arrival;    /* when it came */
    sim_time submit; /* when it became eligible: arrival, or later when its dependency completed */
    sim_time first_start; /* -1 */
    sim_time end;
    sim_time deadline; /* absolute, -1 */
    double work;       /* in the class's unit */
    double done;       /* of that, durable at the end */
    sim_time ideal; /* the work at full speed on the last attempt's pool (option 0 if none), nothing
                       else */
    money sticker;  /* ideal x gpus x that pool's price */
    sim_time time[TIME_ACCOUNTS];
    int64_t gpu[GPU_ACCOUNTS]; /* GPU-ticks attributed to the job (idle, down, rounding: 0) */
    money cost[ACCOUNTS];      /* attributed to the job (idle, down, rounding: 0) */
    money cost_total;
};

struct attempt_row {
    int32_t rep, job, number, pool, first_node, nodes, gpus;
    int8_t ended_by;
    int8_t precision;
    sim_time queued;                /* when the job began to wait for this attempt */
    sim_time claimed;               /* when it got (or requested) its nodes */
    sim_time start;                 /* all nodes ready: staging begins */
    sim_time end;                   /* nodes freed */
    double done_before, done_after; /* durable progress, in the class's unit */
    int64_t checkpoints;            /* completed and durable */
    sim_time time[TIME_ACCOUNTS];   /* of this attempt from start to end */
};

struct placement_row {
    int32_t rep, job, attempt, node, gpus;
};

struct lease_row {
    int32_t rep, pool, node, gpus;
    int8_t ended_by;
    sim_time requested;
    sim_time granted; /* -1 = never */
    sim_time ready;   /* -1 = never */
    sim_time released;
    sim_time billed; /* ticks */
    money cost;
    int32_t provisionings;     /* tries */
    int64_t gpu[GPU_ACCOUNTS]; /* GPU-ticks; they sum to billed x gpus */
};

struct failure_row {
    int32_t rep, pool, node;
    int8_t cause;
    int32_t jobs; /* attempts it ended */
    sim_time time;
    sim_time detected;
    sim_time repaired; /* -1 = the node was returned, or the run ended first */
};

struct ledger_row {
    int32_t rep;
    int32_t job;  /* -1 = not a job's */
    int32_t pool; /* -1 = the scenario's */
    int8_t account;
    money amount;
    double quantity; /* in the account's natural unit: GPU-seconds, byte-seconds, bytes, count */
};

struct series_row {
    int32_t rep, pool; /* pool -1: the queue */
    sim_time time;
    int32_t queued_jobs;
    int64_t queued_gpus;
    int64_t busy_gpus, claimed_gpus, idle_gpus, pending_gpus, down_gpus;
};

/* One replication. The money is what the providers and the orchestration charge. */
struct run_row {
    int32_t rep;
    sim_time end;      /* of the run */
    sim_time makespan; /* the last end of a job that was not cut; 0 = none */
    money bill;
    int64_t events;
    int64_t fingerprint; /* 63 bits of a hash of all events */
    int64_t live_jobs_peak;
};

struct pool_row {
    int32_t id, name, gpu, market, gpus_per_node, nodes, max_nodes;
    double price_per_gpu_hour; /* in the currency */
    sim_time granularity, minimum;
};

struct class_row {
    int32_t id, name, tenant, unit, gpus;
};

struct summary_row {
    int32_t rep;        /* -1 = over all replications */
    int32_t scope_kind; /* -1 = the run, else NAME_POOL, NAME_CLASS */
    int32_t scope;      /* pool or class id, -1 */
    int32_t metric;     /* name id */
    int32_t unit;       /* name id */
    double value;
};

struct event_row {
    int32_t rep, a;
    int8_t kind; /* enum event_kind */
    int64_t b;
    sim_time time;
};

struct trace_name {
    int32_t id;
    int8_t kind;
    const char *name;
};

enum column_type { COLUMN_I8, COLUMN_I32, COLUMN_I64, COLUMN_F64 };

struct trace_column {
    const char *name;
    enum column_type type;
    size_t offset; /* in the row struct */
    const char
        *unit; /* "us", "gpu*us", "nano", "GB", "1" (a count or a plain number), "" (an id) */
    const char *description;
    bool missing;             /* -1 = missing */
    const char *const *names; /* COLUMN_I8 enums: their names, else NULL */
    int name_count;
};

struct trace_table_info {
    const char *name; /* HDF5 group */
    const char *row;  /* what a row is */
    size_t row_size;
    const struct trace_column *columns;
    int column_count;
};

extern const struct trace_table_info trace_tables[TRACE_TABLES]; /* TRACE_NAMES: columns NULL */

/* Where full buffers go. */
struct trace_sink {
    void *context;
    int (*rows)(void *context, enum trace_table table, const void *rows, size_t count,
                struct status *status);
};

struct trace {
    struct trace_sink sink;
    uint32_t wanted; /* bits of tables that somebody reads; others are not even filled */
    void *buffers[TRACE_TABLES]; /* TRACE_CHUNK rows each, allocated when first used */
    size_t counts[TRACE_TABLES];
    uint64_t total[TRACE_TABLES]; /* rows handed on and in the buffer */
};

void trace_init(struct trace *trace, struct trace_sink sink, uint32_t wanted);
void trace_free(struct trace *trace); /* drops what was not flushed */

static inline bool trace_wants(const struct trace *trace, enum trace_table table)
{
    return trace->wanted >> table & 1;
}

/* The next row of a wanted table, zeroed, to be filled before the next call; NULL on failure. */
void *trace_row(struct trace *trace, enum trace_table table, struct status *status);

/* Hands all buffered rows to the sink. */
int trace_flush(struct trace *trace, struct status *status);

#endif
