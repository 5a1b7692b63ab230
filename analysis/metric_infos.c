/* The table of metrics: names, kinds, where they apply and what they are made from. */
#include "analysis/results.h"

#define J 1u << TRACE_JOBS
#define A 1u << TRACE_ATTEMPTS
#define L 1u << TRACE_LEASES
#define F 1u << TRACE_FAILURES
#define G 1u << TRACE_LEDGER

#define JOBS  IN_RUN | IN_CLASS
#define FLEET IN_RUN | IN_POOL
#define ALL   IN_RUN | IN_POOL | IN_CLASS

#define TIME(account, label)                                                                       \
    [METRIC_TIME + account] = {"time_" label, METRIC_KIND_SECONDS, JOBS, J,                        \
                               "Total over jobs of time account " label},                          \
                   [METRIC_TIME_MEAN + account] = {"time_" label "_mean", METRIC_KIND_SECONDS,     \
                                                   JOBS, J, "Mean per job of time account " label}

#define GPU(account, label)                                                                        \
    [METRIC_GPU + account] = {"gpu_" label, METRIC_KIND_GPU_HOURS, ALL, 0,                         \
                              "GPU-time of account " label                                         \
                              ": of the leases; of a class, of its jobs"}

#define BILL(account, label)                                                                       \
    [METRIC_BILL_ACCOUNT + account] = {"bill_" label, METRIC_KIND_MONEY, ALL, 0,                   \
                                       "Money of account " label                                   \
                                       "; of a class, what is attributed to its jobs"}

const struct metric_info metric_infos[METRICS] = {
    [METRIC_JOBS] = {"jobs", METRIC_KIND_COUNT, JOBS, J, "Jobs that left"},
    [METRIC_JOBS_COMPLETED] = {"jobs_completed", METRIC_KIND_COUNT, JOBS, J, "Jobs that completed"},
    [METRIC_JOBS_FAILED] = {"jobs_failed", METRIC_KIND_COUNT, JOBS, J,
                            "Jobs that used up their attempts"},
    [METRIC_JOBS_CANCELLED] = {"jobs_cancelled", METRIC_KIND_COUNT, JOBS, J,
                               "Jobs cancelled past their deadline"},
    [METRIC_JOBS_DEPENDENCY] = {"jobs_dependency", METRIC_KIND_COUNT, JOBS, J,
                                "Jobs whose dependency did not complete"},
    [METRIC_JOBS_UNFINISHED] = {"jobs_unfinished", METRIC_KIND_COUNT, JOBS, J,
                                "Jobs cut by the end of the run"},
    [METRIC_MAKESPAN] = {"makespan", METRIC_KIND_SECONDS, JOBS, J,
                         "From the start of the run to the end of its last job"},
    [METRIC_COMPLETION_MEAN] = {"completion_mean", METRIC_KIND_SECONDS, JOBS, J,
                                "Mean of end - submission, of completed jobs"},
    [METRIC_COMPLETION_P50] = {"completion_p50", METRIC_KIND_SECONDS, IN_RUN, J,
                               "Median of the completion time"},
    [METRIC_COMPLETION_P95] = {"completion_p95", METRIC_KIND_SECONDS, IN_RUN, J,
                               "95 % quantile of the completion time"},
    [METRIC_COMPLETION_P99] = {"completion_p99", METRIC_KIND_SECONDS, IN_RUN, J,
                               "99 % quantile of the completion time"},
    [METRIC_COMPLETION_MAX] = {"completion_max", METRIC_KIND_SECONDS, JOBS, J,
                               "Longest completion time of a completed job"},
    [METRIC_WAIT_MEAN] = {"wait_mean", METRIC_KIND_SECONDS, JOBS, J,
                          "Mean per job of queue, capacity and provisioning together"},
    [METRIC_ATTEMPTS] = {"attempts", METRIC_KIND_COUNT, JOBS, J, "Attempts of all jobs"},
    [METRIC_ATTEMPTS_MEAN] = {"attempts_mean", METRIC_KIND_RATIO, JOBS, J, "Attempts / jobs"},
    [METRIC_ATTEMPTS_MAX] = {"attempts_max", METRIC_KIND_COUNT, JOBS, J,
                             "Attempts of the job that had most"},
    [METRIC_DEADLINE_JOBS] = {"deadline_jobs", METRIC_KIND_COUNT, JOBS, J, "Jobs with a deadline"},
    [METRIC_DEADLINE_HIT_RATE] = {"deadline_hit_rate", METRIC_KIND_RATIO, JOBS, J,
                                  "Jobs that met their deadline / deadline_jobs"},
    [METRIC_ETTR] =
        {"ettr", METRIC_KIND_RATIO, JOBS, J,
         "Effective training time ratio: useful time / (end - first start), both summed "
         "over jobs"},
    [METRIC_ETTR_WALL] =
        {"ettr_wall", METRIC_KIND_RATIO, JOBS, J,
         "Useful time / (end - submission), both summed over jobs: waits included"},
    TIME(TIME_QUEUE, "queue"),
    TIME(TIME_CAPACITY, "capacity"),
    TIME(TIME_PROVISIONING, "provisioning"),
    TIME(TIME_STAGING, "staging"),
    TIME(TIME_RESTORE, "restore"),
    TIME(TIME_USEFUL, "useful"),
    TIME(TIME_CHECKPOINT, "checkpoint"),
    TIME(TIME_LOST, "lost"),
    TIME(TIME_DETECT, "detect"),
    TIME(TIME_HELD, "held"),
    TIME(TIME_BACKOFF, "backoff"),
    [METRIC_ATTEMPTS_COMPLETED] = {"attempts_completed", METRIC_KIND_COUNT, IN_RUN, A,
                                   "Attempts that completed their job"},
    [METRIC_ATTEMPTS_FAILED] = {"attempts_failed", METRIC_KIND_COUNT, IN_RUN, A,
                                "Attempts ended by the failure of a node"},
    [METRIC_ATTEMPTS_INTERRUPTED] = {"attempts_interrupted", METRIC_KIND_COUNT, IN_RUN, A,
                                     "Attempts ended by an interruption"},
    [METRIC_SUCCESS_RATE] = {"success_rate", METRIC_KIND_RATIO, IN_RUN, A,
                             "Completed attempts / attempts, those cut by the end left out"},
    [METRIC_FAILURES] = {"failures", METRIC_KIND_COUNT, FLEET, F, "Failures of nodes"},
    [METRIC_INTERRUPTIONS] = {"interruptions", METRIC_KIND_COUNT, FLEET, F,
                              "Nodes taken back by their provider"},
    [METRIC_GPU_BILLED] = {"gpu_billed", METRIC_KIND_GPU_HOURS, FLEET, L,
                           "Billed time x GPUs, of the leases"},
    GPU(ACCOUNT_USEFUL, "useful"),
    GPU(ACCOUNT_CHECKPOINT, "checkpoint"),
    GPU(ACCOUNT_LOST, "lost"),
    GPU(ACCOUNT_RESTORE, "restore"),
    GPU(ACCOUNT_STAGING, "staging"),
    GPU(ACCOUNT_DETECT, "detect"),
    GPU(ACCOUNT_HELD, "held"),
    GPU(ACCOUNT_PROVISIONING, "provisioning"),
    GPU(ACCOUNT_IDLE, "idle"),
    GPU(ACCOUNT_DOWN, "down"),
    GPU(ACCOUNT_ROUNDING, "rounding"),
    [METRIC_UTILISATION] = {"utilisation", METRIC_KIND_RATIO, FLEET, L,
                            "GPU-time of running attempts (useful, checkpoint, lost, restore, "
                            "staging, detect) / billed"},
    [METRIC_GOODPUT] = {"goodput", METRIC_KIND_RATIO, FLEET, L, "Useful GPU-time / billed"},
    [METRIC_LEASES] = {"leases", METRIC_KIND_COUNT, FLEET, L, "Nodes granted by their provider"},
    [METRIC_BILL] = {"bill", METRIC_KIND_MONEY, ALL, 0,
                     "All that is charged; of a class, with its share of what belongs to no job"},
    BILL(ACCOUNT_USEFUL, "useful"),
    BILL(ACCOUNT_CHECKPOINT, "checkpoint"),
    BILL(ACCOUNT_LOST, "lost"),
    BILL(ACCOUNT_RESTORE, "restore"),
    BILL(ACCOUNT_STAGING, "staging"),
    BILL(ACCOUNT_DETECT, "detect"),
    BILL(ACCOUNT_HELD, "held"),
    BILL(ACCOUNT_PROVISIONING, "provisioning"),
    BILL(ACCOUNT_IDLE, "idle"),
    BILL(ACCOUNT_DOWN, "down"),
    BILL(ACCOUNT_ROUNDING, "rounding"),
    BILL(ACCOUNT_STORAGE, "storage"),
    BILL(ACCOUNT_EGRESS, "egress"),
    BILL(ACCOUNT_NETWORK, "network"),
    BILL(ACCOUNT_ORCHESTRATION, "orchestration"),
    BILL(ACCOUNT_API, "api"),
    [METRIC_COST_SHARED] = {"cost_shared", METRIC_KIND_MONEY, IN_CLASS, J | G,
                            "Share of what belongs to no job (idle, down, rounding, standing "
                            "orchestration), by GPU-time on the pool"},
    [METRIC_COST_PER_COMPLETED_JOB] = {"cost_per_completed_job", METRIC_KIND_MONEY_RATE, JOBS,
                                       J | G,
                                       "bill / jobs_completed; over replications, all bills / all "
                                       "completed jobs"},
    [METRIC_COST_PER_WORK] = {"cost_per_work", METRIC_KIND_WORK_RATE, IN_CLASS, J | G,
                              "bill / work of the completed jobs, in the class's unit; over "
                              "replications, all bills / all work"},
    [METRIC_STICKER] =
        {"sticker", METRIC_KIND_MONEY, JOBS, J,
         "Work of the completed jobs at full speed x GPUs x list price of their last pool"},
    [METRIC_BUYERS_FORMULA] = {"buyers_formula", METRIC_KIND_MONEY_RATE, IN_RUN, J | G,
                               "Sum over classes and their last pools of sticker x attempts / "
                               "completed jobs, + storage + network + egress + idle + "
                               "orchestration of the bill"},
    [METRIC_FORMULA_TO_BILL] = {"formula_to_bill", METRIC_KIND_RATIO, IN_RUN, J | G,
                                "buyers_formula / bill"},
};
