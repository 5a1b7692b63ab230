/* M/M/1 through the whole job machinery: queue, policy, claim, attempt, three ledgers, one GPU at
 * 90 % load. Cases: no sink at all; the metrics of `fleetwright run --no-trace`; the whole trace at
 * compression none and 1. Prints a line of JSON a case; the peak of memory is that of the process
 * so far, which shows that it does not grow with the customers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>
#include <malloc.h>

#include "analysis/describe.h"
#include "analysis/metrics.h"
#include "analysis/store.h"
#include "analysis/tee.h"
#include "models/world.h"
#include "scenarios/scenario.h"

enum { RUNS = 3 };

static const char scenario[] =
    "fleetwright: 1\n"
    "pools:\n"
    "  p: {gpu: A100-SXM4-80GB, gpus_per_node: 1, market: owned, nodes: 1,\n"
    "      price: 1 USD/GPU/h}\n"
    "jobs:\n"
    "  j: {arrival: {poisson: {rate: 0.9 /h}, count: 1000},\n"
    "      run_time: {exponential: {mean: 1 h}}}\n";

static const struct {
    const char *name;
    const char *customers;
    bool metrics, store;
    const char *compression;
} cases[] = {
    {"no trace", "10000000", false, false, "0"},
    {"metrics only", "10000000", true, false, "0"},
    {"trace, uncompressed", "1000000", true, true, "0"},
    {"trace, deflate 1", "1000000", true, true, "1"},
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int load(int index, struct plan *plan, struct status *status)
{
    const struct scenario_override overrides[] = {
        {"jobs.j.arrival.count", cases[index].customers},
        {"trace.compression", cases[index].compression},
    };
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics);
    int rc = scenario_parse("mm1.yaml", scenario, strlen(scenario), overrides, 2, plan,
                            &diagnostics, status);
    diagnostics_free(&diagnostics);
    return rc;
}

/* One run; the file is written to path, then removed. */
static int run(int index, const struct plan *plan, const char *path, struct run_result *result,
               struct status *status)
{
    struct tee tee = {0};
    struct store *store = NULL;
    struct metrics *metrics = NULL;
    struct trace trace;
    uint32_t wanted = 0;
    if (cases[index].metrics) {
        if (metrics_open(&metrics, METRICS_TABLES, plan->currency, status))
            return status->code;
        tee.sinks[tee.count++] = metrics_sink(metrics);
        wanted |= METRICS_TABLES;
    }
    if (cases[index].store && store_open(&store, path, plan, "bench", status) == 0) {
        tee.sinks[tee.count++] = store_sink(store);
        wanted |= plan->trace.tables;
    }
    trace_init(&trace, tee_sink(&tee), wanted);
    if (status->code == 0 && describe_plan(plan, tee_sink(&tee), status) == 0)
        world_run(plan, 0, &trace, NULL, result, status);
    trace_free(&trace);
    store_close(&store, status->code == 0, status);
    metrics_close(&metrics);
    unlink(path);
    return status->code;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int measure(int index, const char *path, struct status *status)
{
    struct plan plan;
    struct run_result result = {0};
    struct rusage usage;
    double cpu[RUNS], wall[RUNS];
    double customers = strtod(cases[index].customers, NULL);
    int rc = load(index, &plan, status);
    for (int i = 0; rc == 0 && i < RUNS; i++) {
        double cpu_start = seconds(CLOCK_PROCESS_CPUTIME_ID), wall_start = seconds(CLOCK_MONOTONIC);
        rc = run(index, &plan, path, &result, status);
        cpu[i] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start) / customers * 1e9;
        wall[i] = (seconds(CLOCK_MONOTONIC) - wall_start) / customers * 1e9;
    }
    if (rc == 0) {
        qsort(cpu, RUNS, sizeof *cpu, by_value);
        qsort(wall, RUNS, sizeof *wall, by_value);
        getrusage(RUSAGE_SELF, &usage);
        printf("{\"bench\":\"mm1\",\"case\":\"%s\",\"customers\":%.0f,\"runs\":%d,"
               "\"cpu_ns_per_job\":%.1f,\"wall_ns_per_job\":%.1f,\"events_per_s\":%.0f,"
               "\"live_jobs_peak\":%lld,\"peak_memory_kB\":%ld}\n",
               cases[index].name, customers, RUNS, cpu[RUNS / 2], wall[RUNS / 2],
               (double)result.events / customers / wall[RUNS / 2] * 1e9,
               (long long)result.live_jobs_peak, usage.ru_maxrss);
        fflush(stdout);
    }
    plan_free(&plan);
    return rc;
}

int main(void)
{
    struct status status = STATUS_INIT;
    char path[64];
    snprintf(path, sizeof path, "bench_mm1.%ld.h5", (long)getpid());
    gsl_set_error_handler_off();
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
        if (measure(i, path, &status) != 0) {
            fprintf(stderr, "bench_mm1: %s\n", status.message);
            return EXIT_FAILURE;
        }
    return EXIT_SUCCESS;
}
