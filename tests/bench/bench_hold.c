/* The hold model: pop the first event, push one at its time plus a random delay, with a constant
 * number of events pending. Prints a line of JSON a size. Delays are exponential and drawn
 * beforehand, so that the generator is not measured. Jones, "An empirical comparison of
 * priority-queue and event-set implementations", CACM 29 (1986). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sim/pending.h"
#include "sim/rng.h"

enum { DELAYS = 1 << 16, RUNS = 9, EVENTS = 1000000 };

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int push(struct pending *p, sim_time time, struct status *status)
{
    struct event event = {.time = time, .kind = 1, .a = 2, .b = 3};
    event_handle handle;
    return pending_push(p, &event, 4, &handle, status);
}

/* Holds events times; delays are used in turn, starting anywhere. */
static int hold(struct pending *p, const sim_time *delays, size_t events, struct status *status)
{
    struct event event;
    for (size_t i = 0; i < events; i++) {
        if (!pending_pop(p, &event))
            return status_set(status, STATUS_IDENTITY, "The pending set lost events.");
        int rc = push(p, event.time + delays[i % DELAYS], status);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int measure(size_t size, const sim_time *delays, struct status *status)
{
    struct pending p;
    double ns[RUNS];
    int rc = pending_init(&p, status);
    for (size_t i = 0; rc == 0 && i < size; i++)
        rc = push(&p, delays[(i * 7) % DELAYS] + (sim_time)(i / DELAYS), status);
    if (rc == 0) /* to the steady state of the residual delays */
        rc = hold(&p, delays, 3 * size, status);
    for (int run = 0; rc == 0 && run < RUNS; run++) {
        double start = cpu_ns();
        rc = hold(&p, delays, EVENTS, status);
        ns[run] = (cpu_ns() - start) / EVENTS;
    }
    if (rc == 0) {
        qsort(ns, RUNS, sizeof *ns, by_value);
        printf("{\"bench\":\"hold\",\"pending\":%zu,\"ns_per_event\":%.1f,\"runs\":%d,\"min\":%.1f,"
               "\"median\":%.1f,\"max\":%.1f}\n",
               size, ns[RUNS / 2], RUNS, ns[0], ns[RUNS / 2], ns[RUNS - 1]);
        fflush(stdout);
    }
    pending_free(&p);
    return rc;
}

int main(void)
{
    static sim_time delays[DELAYS];
    static const size_t sizes[] = {1000, 100000, 1000000};
    struct status status = STATUS_INIT;
    struct rng rng;
    rng_open(&rng, (struct rng_key){1, 0}, 0, 0, 0);
    for (size_t i = 0; i < DELAYS; i++)
        delays[i] = (sim_time)(-log(rng_uniform(&rng)) * 1e9);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (measure(sizes[i], delays, &status) != 0) {
            fprintf(stderr, "bench_hold: %s\n", status.message);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
