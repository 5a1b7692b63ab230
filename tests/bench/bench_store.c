/* Writing the table jobs: rows a second by compression, and of the collector alone. Rows look like
 * those of a run with failures: ascending times, three busy accounts, sums of money. Prints a line
 * of JSON a case. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <malloc.h>

#include "analysis/metrics.h"
#include "analysis/store.h"
#include "sim/memory.h"

enum { CHUNKS = 32 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void fill(struct job_row *rows, int32_t first)
{
    uint64_t state = UINT64_C(88172645463325252) + (uint64_t)first;
    for (int32_t i = 0; i < TRACE_CHUNK; ++i) {
        sim_time at = (sim_time)(first + i) * 60000000 + (sim_time)(draw(&state) % 60000000);
        sim_time wait = (sim_time)(draw(&state) % 600000000);
        sim_time work = (sim_time)(draw(&state) % 36000000000);
        int64_t gpus = INT64_C(1) << draw(&state) % 4;
        rows[i] = (struct job_row){.id = first + i,
                                   .class_id = (int32_t)(draw(&state) % 3),
                                   .gpus = (int32_t)gpus,
                                   .number = first + i,
                                   .attempts = 1,
                                   .deadline_met = -1,
                                   .arrival = at,
                                   .submit = at,
                                   .first_start = at + wait,
                                   .end = at + wait + work,
                                   .deadline = -1,
                                   .work = (double)work / 1e6,
                                   .done = (double)work / 1e6,
                                   .ideal = work,
                                   .sticker = work * gpus / 2,
                                   .cost_total = work * gpus / 2};
        rows[i].time[TIME_QUEUE] = wait;
        rows[i].time[TIME_USEFUL] = work - work / 50;
        rows[i].time[TIME_CHECKPOINT] = work / 50;
        rows[i].gpu[ACCOUNT_USEFUL] = (work - work / 50) * gpus;
        rows[i].gpu[ACCOUNT_CHECKPOINT] = work / 50 * gpus;
        rows[i].cost[ACCOUNT_USEFUL] = work * gpus / 2 - work / 50 * gpus / 2;
        rows[i].cost[ACCOUNT_CHECKPOINT] = work / 50 * gpus / 2;
    }
}

static int feed(struct trace_sink sink, const struct job_row *rows, struct status *status)
{
    int code = 0;
    for (int chunk = 0; chunk < CHUNKS && code == 0; ++chunk)
        code = sink.rows(sink.context, TRACE_JOBS, rows + (chunk % 4) * TRACE_CHUNK, TRACE_CHUNK,
                         status);
    return code;
}

static int measure_store(int compression, const struct job_row *rows, struct status *status)
{
    const char *path = "bench_store.h5";
    struct plan plan = {.currency = "USD",
                        .trace = {.tables = 1u << TRACE_JOBS, .compression = compression}};
    struct store *store = NULL;
    struct stat about = {0};
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    int code = store_open(&store, path, &plan, "bench", status);
    if (code == 0)
        code = feed(store_sink(store), rows, status);
    double fed = seconds(CLOCK_MONOTONIC) - wall;
    if (code == 0)
        code = store_close(&store, true, status);
    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    stat(path, &about);
    unlink(path);
    printf("{\"name\": \"store_jobs\", \"compression\": %d, \"rows_per_s\": %.0f, "
           "\"rows_per_cpu_s\": %.0f, \"rows_per_s_before_sync\": %.0f, \"bytes_per_row\": %.1f}\n",
           compression, CHUNKS * TRACE_CHUNK / wall, CHUNKS * TRACE_CHUNK / cpu,
           CHUNKS * TRACE_CHUNK / fed, (double)about.st_size / (CHUNKS * TRACE_CHUNK));
    return code;
}

static int measure_metrics(const struct job_row *rows, struct status *status)
{
    struct metrics *metrics = NULL;
    int code = metrics_open(&metrics, METRICS_TABLES, "USD", status);
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (code == 0)
        code = feed(metrics_sink(metrics), rows, status);
    double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    metrics_close(&metrics);
    printf("{\"name\": \"metrics_jobs\", \"rows_per_s\": %.0f}\n", CHUNKS * TRACE_CHUNK / took);
    return code;
}

int main(void)
{
    static const int compressions[] = {0, 1, 6};
    struct status status = STATUS_INIT;
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    struct job_row *rows = mem_alloc(4 * TRACE_CHUNK, sizeof *rows, &status);
    for (int chunk = 0; rows != NULL && chunk < 4; ++chunk)
        fill(rows + chunk * TRACE_CHUNK, chunk * TRACE_CHUNK);
    int code = rows == NULL ? STATUS_MEMORY : measure_metrics(rows, &status);
    for (int i = 0; i < 3 && code == 0; ++i)
        code = measure_store(compressions[i], rows, &status);
    mem_free(rows);
    if (code != 0)
        fprintf(stderr, "bench_store: %s\n", status.message);
    return code == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
