/* The trace's tables described as data: every field of every row struct, with its unit and meaning.
 *
 * This is the only description of the format. Names and units here are read by users' own programs:
 * add columns freely, rename none. Arrays of accounts become one column an account. */
#include "models/trace.h"

#include "models/event_kind.h"
#include "models/gpu.h"

const char *const outcome_names[OUTCOMES] = {
    [OUTCOME_COMPLETED] = "completed",   [OUTCOME_FAILED] = "failed",
    [OUTCOME_CANCELLED] = "cancelled",   [OUTCOME_DEPENDENCY] = "dependency",
    [OUTCOME_UNFINISHED] = "unfinished",
};

const char *const attempt_end_names[ATTEMPT_ENDS] = {
    [ATTEMPT_COMPLETED] = "completed",
    [ATTEMPT_NODE_FAILURE] = "node_failure",
    [ATTEMPT_INTERRUPTED] = "interrupted",
    [ATTEMPT_CANCELLED] = "cancelled",
    [ATTEMPT_CUT] = "cut",
};

const char *const lease_end_names[LEASE_ENDS] = {
    [LEASE_END_OF_RUN] = "end_of_run",   [LEASE_IDLE] = "idle",           [LEASE_FAILED] = "failed",
    [LEASE_INTERRUPTED] = "interrupted", [LEASE_WITHDRAWN] = "withdrawn",
};

const char *const failure_cause_names[FAILURE_CAUSES] = {
    [FAILURE_NODE] = "node",
    [FAILURE_GIVEN] = "given",
    [FAILURE_INTERRUPTION] = "interruption",
};

const char *const name_kind_names[NAME_KINDS] = {
    [NAME_POOL] = "pool",     [NAME_CLASS] = "class", [NAME_TENANT] = "tenant", [NAME_GPU] = "gpu",
    [NAME_MARKET] = "market", [NAME_UNIT] = "unit",   [NAME_METRIC] = "metric",
};

const char *const event_kind_names[EVENT_KINDS] = {
    [EVENT_ATTEMPT_END] = "attempt_end",
    [EVENT_NODE_GRANTED] = "node_granted",
    [EVENT_NODE_READY] = "node_ready",
    [EVENT_NODE_REPAIRED] = "node_repaired",
    [EVENT_STOCK] = "stock",
    [EVENT_FAILURE_GIVEN] = "failure_given",
    [EVENT_NODE_FAILURE] = "node_failure",
    [EVENT_DETECTED] = "detected",
    [EVENT_NOTICE] = "notice",
    [EVENT_INTERRUPTION] = "interruption",
    [EVENT_RETRY] = "retry",
    [EVENT_ARRIVAL] = "arrival",
    [EVENT_FALLBACK] = "fallback",
    [EVENT_DEADLINE] = "deadline",
    [EVENT_IDLE_RELEASE] = "idle_release",
};

#define TYPE(row, field)                                                                           \
    _Generic(((struct row *)0)->field, int8_t                                                      \
             : COLUMN_I8, int32_t                                                                  \
             : COLUMN_I32, int64_t                                                                 \
             : COLUMN_I64, double                                                                  \
             : COLUMN_F64)

#define COLUMN(row, field, label, unit, doc)                                                       \
    {                                                                                              \
        label, TYPE(row, field), offsetof(struct row, field), unit, doc, false, NULL, 0            \
    }
/* -1 = missing */
#define OPTIONAL(row, field, label, unit, doc)                                                     \
    {                                                                                              \
        label, TYPE(row, field), offsetof(struct row, field), unit, doc, true, NULL, 0             \
    }
#define KIND(row, field, label, names, count, doc)                                                 \
    {                                                                                              \
        label, TYPE(row, field), offsetof(struct row, field), "", doc, false, names, count         \
    }

#define TIME(row, account, label, doc) COLUMN(row, time[account], "time_" label, "us", doc)
#define TIMES(row)                                                                                 \
    TIME(row, TIME_QUEUE, "queue", "waiting in the queue with no capacity claimed"),               \
        TIME(row, TIME_CAPACITY, "capacity", "waiting until the provider has granted every node"), \
        TIME(row, TIME_PROVISIONING, "provisioning", "all nodes granted, some not yet ready"),     \
        TIME(row, TIME_STAGING, "staging", "moving data in before work begins"),                   \
        TIME(row, TIME_RESTORE, "restore", "loading a checkpoint after a failed attempt"),         \
        TIME(row, TIME_USEFUL, "useful", "work that counted"),                                     \
        TIME(row, TIME_CHECKPOINT, "checkpoint", "blocked by writing checkpoints"),                \
        TIME(row, TIME_LOST, "lost", "work that was done and lost"),                               \
        TIME(row, TIME_DETECT, "detect", "from a failure to its detection"),                       \
        TIME(row, TIME_HELD, "held", "healthy nodes held until a replacement came"),               \
        TIME(row, TIME_BACKOFF, "backoff", "between attempts, by the retry rule")

#define GPU(row, account, label, doc) COLUMN(row, gpu[account], "gpu_" label, "gpu*us", doc)
#define GPU_TIMES(row)                                                                             \
    GPU(row, ACCOUNT_USEFUL, "useful", "GPU-time of work that counted"),                           \
        GPU(row, ACCOUNT_CHECKPOINT, "checkpoint", "GPU-time blocked by writing checkpoints"),     \
        GPU(row, ACCOUNT_LOST, "lost", "GPU-time of work that was done and lost"),                 \
        GPU(row, ACCOUNT_RESTORE, "restore", "GPU-time of loading checkpoints"),                   \
        GPU(row, ACCOUNT_STAGING, "staging", "GPU-time of moving data in"),                        \
        GPU(row, ACCOUNT_DETECT, "detect", "GPU-time from failures to their detection"),           \
        GPU(row, ACCOUNT_HELD, "held", "GPU-time claimed and ready, waiting for the gang"),        \
        GPU(row, ACCOUNT_PROVISIONING, "provisioning", "GPU-time granted, not yet ready"),         \
        GPU(row, ACCOUNT_IDLE, "idle", "GPU-time ready and claimed by nobody"),                    \
        GPU(row, ACCOUNT_DOWN, "down", "GPU-time broken or in repair, billed all the same"),       \
        GPU(row, ACCOUNT_ROUNDING, "rounding", "GPU-time billed beyond the lease")

#define COST(row, account, label, doc) COLUMN(row, cost[account], "cost_" label, "nano", doc)
#define COSTS(row)                                                                                 \
    COST(row, ACCOUNT_USEFUL, "useful", "cost of work that counted"),                              \
        COST(row, ACCOUNT_CHECKPOINT, "checkpoint", "cost of writing checkpoints"),                \
        COST(row, ACCOUNT_LOST, "lost", "cost of work that was done and lost"),                    \
        COST(row, ACCOUNT_RESTORE, "restore", "cost of loading checkpoints"),                      \
        COST(row, ACCOUNT_STAGING, "staging", "cost of GPUs while data moves in"),                 \
        COST(row, ACCOUNT_DETECT, "detect", "cost from failures to their detection"),              \
        COST(row, ACCOUNT_HELD, "held", "cost of GPUs waiting for the gang"),                      \
        COST(row, ACCOUNT_PROVISIONING, "provisioning", "cost of nodes not yet ready"),            \
        COST(row, ACCOUNT_IDLE, "idle", "cost of idle nodes; of a job always 0"),                  \
        COST(row, ACCOUNT_DOWN, "down", "cost of broken nodes; of a job always 0"),                \
        COST(row, ACCOUNT_ROUNDING, "rounding", "cost billed beyond leases; of a job always 0"),   \
        COST(row, ACCOUNT_STORAGE, "storage", "cost of stored data"),                              \
        COST(row, ACCOUNT_EGRESS, "egress", "cost of data sent out"),                              \
        COST(row, ACCOUNT_NETWORK, "network", "cost of data staged in"),                           \
        COST(row, ACCOUNT_ORCHESTRATION, "orchestration", "cost of running the scheduler"),        \
        COST(row, ACCOUNT_API, "api", "cost of managed model APIs")

static const struct trace_column job_columns[] = {
    COLUMN(job_row, rep, "rep", "", "replication, from 0"),
    COLUMN(job_row, id, "id", "", "job, unique inside its replication"),
    COLUMN(job_row, class_id, "class", "", "id in table classes"),
    COLUMN(job_row, gpus, "gpus", "1", "gang size"),
    COLUMN(job_row, number, "number", "", "of the job inside its class"),
    OPTIONAL(job_row, pool, "pool", "", "id in table pools: pool of the last attempt"),
    COLUMN(job_row, attempts, "attempts", "1", "attempts made"),
    KIND(job_row, outcome, "outcome", outcome_names, OUTCOMES, "how the job left"),
    OPTIONAL(job_row, deadline_met, "deadline_met", "1", "1 = met, 0 = missed"),
    COLUMN(job_row, arrival, "arrival", "us", "when the job came"),
    COLUMN(job_row, submit, "submit", "us", "when it became eligible to run"),
    OPTIONAL(job_row, first_start, "first_start", "us", "when its first attempt began to stage"),
    COLUMN(job_row, end, "end", "us", "when it left"),
    OPTIONAL(job_row, deadline, "deadline", "us", "when it had to be done"),
    COLUMN(job_row, work, "work", "work", "work to be done, in the class's unit"),
    COLUMN(job_row, done, "done", "work", "durable work at the end, in the class's unit"),
    COLUMN(job_row, ideal, "ideal", "us", "the work at full speed on its last pool, nothing else"),
    COLUMN(job_row, sticker, "sticker", "nano", "ideal x gpus x that pool's price"),
    TIMES(job_row),
    GPU_TIMES(job_row),
    COSTS(job_row),
    COLUMN(job_row, cost_total, "cost_total", "nano", "all cost attributed to the job"),
};

static const struct trace_column attempt_columns[] = {
    COLUMN(attempt_row, rep, "rep", "", "replication, from 0"),
    COLUMN(attempt_row, job, "job", "", "id in table jobs"),
    COLUMN(attempt_row, number, "number", "", "of the attempt inside its job"),
    COLUMN(attempt_row, pool, "pool", "", "id in table pools"),
    OPTIONAL(attempt_row, first_node, "first_node", "", "first node of the gang"),
    COLUMN(attempt_row, nodes, "nodes", "1", "nodes the gang is spread over"),
    COLUMN(attempt_row, gpus, "gpus", "1", "gang size"),
    KIND(attempt_row, ended_by, "ended_by", attempt_end_names, ATTEMPT_ENDS, "what ended it"),
    KIND(attempt_row, precision, "precision", precision_names, PRECISIONS, "computed with"),
    COLUMN(attempt_row, queued, "queued", "us", "when the job began to wait for this attempt"),
    OPTIONAL(attempt_row, claimed, "claimed", "us", "when it got, or requested, its nodes"),
    OPTIONAL(attempt_row, start, "start", "us", "when all nodes were ready and staging began"),
    COLUMN(attempt_row, end, "end", "us", "when its nodes were freed"),
    COLUMN(attempt_row, done_before, "done_before", "work", "durable work before"),
    COLUMN(attempt_row, done_after, "done_after", "work", "durable work after"),
    COLUMN(attempt_row, checkpoints, "checkpoints", "1", "checkpoints completed and durable"),
    TIMES(attempt_row),
};

static const struct trace_column placement_columns[] = {
    COLUMN(placement_row, rep, "rep", "", "replication, from 0"),
    COLUMN(placement_row, job, "job", "", "id in table jobs"),
    COLUMN(placement_row, attempt, "attempt", "", "number of the attempt inside its job"),
    COLUMN(placement_row, node, "node", "", "node, unique inside its replication"),
    COLUMN(placement_row, gpus, "gpus", "1", "GPUs of the node the attempt holds"),
};

static const struct trace_column lease_columns[] = {
    COLUMN(lease_row, rep, "rep", "", "replication, from 0"),
    COLUMN(lease_row, pool, "pool", "", "id in table pools"),
    COLUMN(lease_row, node, "node", "", "node, unique inside its replication"),
    COLUMN(lease_row, gpus, "gpus", "1", "GPUs of the node"),
    KIND(lease_row, ended_by, "ended_by", lease_end_names, LEASE_ENDS, "what ended it"),
    COLUMN(lease_row, requested, "requested", "us", "when the node was requested"),
    OPTIONAL(lease_row, granted, "granted", "us", "when the provider granted it"),
    OPTIONAL(lease_row, ready, "ready", "us", "when jobs could use it"),
    COLUMN(lease_row, released, "released", "us", "when it was given back"),
    COLUMN(lease_row, billed, "billed", "us", "time billed"),
    COLUMN(lease_row, cost, "cost", "nano", "what the provider charges for it"),
    COLUMN(lease_row, provisionings, "provisionings", "1", "tries to make it ready"),
    GPU_TIMES(lease_row),
};

static const struct trace_column failure_columns[] = {
    COLUMN(failure_row, rep, "rep", "", "replication, from 0"),
    COLUMN(failure_row, pool, "pool", "", "id in table pools"),
    COLUMN(failure_row, node, "node", "", "node that failed"),
    KIND(failure_row, cause, "cause", failure_cause_names, FAILURE_CAUSES, "why"),
    COLUMN(failure_row, jobs, "jobs", "1", "attempts it ended"),
    COLUMN(failure_row, time, "time", "us", "when"),
    OPTIONAL(failure_row, detected, "detected", "us", "when it was noticed"),
    OPTIONAL(failure_row, repaired, "repaired", "us", "when the node was ready again"),
};

static const struct trace_column ledger_columns[] = {
    COLUMN(ledger_row, rep, "rep", "", "replication, from 0"),
    OPTIONAL(ledger_row, job, "job", "", "id in table jobs"),
    OPTIONAL(ledger_row, pool, "pool", "", "id in table pools; of a job, its last pool"),
    KIND(ledger_row, account, "account", account_names, ACCOUNTS, "account posted to"),
    COLUMN(ledger_row, amount, "amount", "nano", "money"),
    COLUMN(ledger_row, quantity, "quantity", "natural",
           "what is paid for: GPU-seconds, byte-seconds, bytes or a count, by account"),
};

static const struct trace_column series_columns[] = {
    COLUMN(series_row, rep, "rep", "", "replication, from 0"),
    OPTIONAL(series_row, pool, "pool", "", "id in table pools; -1 = the queue"),
    COLUMN(series_row, time, "time", "us", "from this moment on"),
    COLUMN(series_row, queued_jobs, "queued_jobs", "1", "jobs waiting"),
    COLUMN(series_row, queued_gpus, "queued_gpus", "1", "GPUs that they ask for"),
    COLUMN(series_row, busy_gpus, "busy_gpus", "1", "GPUs of running attempts"),
    COLUMN(series_row, claimed_gpus, "claimed_gpus", "1", "GPUs waiting for the rest of a gang"),
    COLUMN(series_row, idle_gpus, "idle_gpus", "1", "GPUs ready and claimed by nobody"),
    COLUMN(series_row, pending_gpus, "pending_gpus", "1", "GPUs requested and not yet ready"),
    COLUMN(series_row, down_gpus, "down_gpus", "1", "GPUs broken or in repair"),
};

static const struct trace_column pool_columns[] = {
    COLUMN(pool_row, id, "id", "", "pool"),
    COLUMN(pool_row, name, "name", "", "id in table names"),
    COLUMN(pool_row, gpu, "gpu", "", "id in table names: GPU type"),
    COLUMN(pool_row, market, "market", "", "id in table names"),
    COLUMN(pool_row, gpus_per_node, "gpus_per_node", "1", "GPUs of a node"),
    COLUMN(pool_row, nodes, "nodes", "1", "fixed markets: how many nodes"),
    COLUMN(pool_row, max_nodes, "max_nodes", "1", "elastic markets: nodes at most"),
    COLUMN(pool_row, price_per_gpu_hour, "price_per_gpu_hour", "currency/gpu/h", "list price"),
    COLUMN(pool_row, granularity, "granularity", "us",
           "a lease is rounded up to multiples of this"),
    COLUMN(pool_row, minimum, "minimum", "us", "a lease is billed at least this long"),
};

static const struct trace_column class_columns[] = {
    COLUMN(class_row, id, "id", "", "class of jobs"),
    COLUMN(class_row, name, "name", "", "id in table names"),
    OPTIONAL(class_row, tenant, "tenant", "", "id in table names"),
    OPTIONAL(class_row, unit, "unit", "", "id in table names: unit of work"),
    COLUMN(class_row, gpus, "gpus", "1", "gang size"),
};

static const struct trace_column summary_columns[] = {
    OPTIONAL(summary_row, rep, "rep", "", "replication; -1 = the mean over all"),
    OPTIONAL(summary_row, scope_kind, "scope_kind", "",
             "-1 = the run, else a kind of table names: pool (0) or class (1)"),
    OPTIONAL(summary_row, scope, "scope", "", "id of the pool or class"),
    COLUMN(summary_row, metric, "metric", "", "id in table names"),
    COLUMN(summary_row, unit, "unit", "", "id in table names"),
    COLUMN(summary_row, value, "value", "unit", "in the row's unit; NaN = not defined here"),
};

static const struct trace_column run_columns[] = {
    COLUMN(run_row, rep, "rep", "", "replication, from 0"),
    COLUMN(run_row, end, "end", "us", "when the run ended"),
    COLUMN(run_row, makespan, "makespan", "us", "the last end of a job that was not cut; 0 = none"),
    COLUMN(run_row, bill, "bill", "nano", "what the providers and the orchestration charge"),
    COLUMN(run_row, events, "events", "1", "events of the engine"),
    COLUMN(run_row, fingerprint, "fingerprint", "",
           "63 bits of a hash of all events in their order"),
    COLUMN(run_row, live_jobs_peak, "live_jobs_peak", "1", "most jobs in the system at a time"),
};

static const struct trace_column event_columns[] = {
    COLUMN(event_row, rep, "rep", "", "replication, from 0"),
    KIND(event_row, kind, "kind", event_kind_names, EVENT_KINDS, "what happened"),
    OPTIONAL(event_row, a, "a", "", "first id of the event"),
    OPTIONAL(event_row, b, "b", "", "second id of the event"),
    COLUMN(event_row, time, "time", "us", "when"),
};

#define TABLE(label, what, row_struct, columns)                                                    \
    {                                                                                              \
        label, what, sizeof(struct row_struct), columns, (int)(sizeof columns / sizeof columns[0]) \
    }

const struct trace_table_info trace_tables[TRACE_TABLES] = {
    [TRACE_JOBS] = TABLE("jobs", "one job that left", job_row, job_columns),
    [TRACE_ATTEMPTS] = TABLE("attempts", "one try of a job", attempt_row, attempt_columns),
    [TRACE_PLACEMENTS] =
        TABLE("placements", "one node of an attempt", placement_row, placement_columns),
    [TRACE_LEASES] = TABLE("leases", "one node from request to release", lease_row, lease_columns),
    [TRACE_FAILURES] =
        TABLE("failures", "one failure or interruption of a node", failure_row, failure_columns),
    [TRACE_LEDGER] = TABLE("ledger", "one posting of money", ledger_row, ledger_columns),
    [TRACE_SERIES] =
        TABLE("series", "one change of a pool or of the queue", series_row, series_columns),
    [TRACE_POOLS] = TABLE("pools", "one pool of the scenario", pool_row, pool_columns),
    [TRACE_CLASSES] = TABLE("classes", "one class of jobs", class_row, class_columns),
    [TRACE_NAMES] = {"names", "one string that other tables refer to by id",
                     sizeof(struct trace_name), NULL, 0},
    [TRACE_SUMMARY] =
        TABLE("summary", "one metric of one replication", summary_row, summary_columns),
    [TRACE_RUNS] = TABLE("runs", "one replication", run_row, run_columns),
    [TRACE_EVENTS] = TABLE("events", "one event of the engine", event_row, event_columns),
};
