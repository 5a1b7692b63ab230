/* The path of a queue, from the rows of its jobs: arrivals, waits, services in hours, by number;
 * and the controls (control.h) that follow from it. */
#ifndef FLEETWRIGHT_TESTS_VERIFY_PATH_H
#define FLEETWRIGHT_TESTS_VERIFY_PATH_H

#include "tests/verify/control.h"
#include "tests/verify/verify.h"

struct path {
    int n;
    double *arrival, *wait, *service; /* wait and service NaN for jobs that did not start */
};

/* Calls f for each replication of the run; all jobs are of one class. */
void path_each(struct verify_run *run, void (*f)(const struct path *path, void *context),
               void *context);

/* The queue is looked at from `from` to `to` (hours): after a warm-up, in which it forgets that it
 * began empty, and before the end, so that all waits are known. */
struct window {
    double from, to;
};

/* A single server with any law of service, or `servers` of them with a constant service D, where
 * W(k+c) = max(0, W(k) + D - gaps of c arrivals), c queues in one. */
struct lindley {
    double rate;         /* Poisson arrivals */
    int servers;         /* 1 unless the service is constant */
    double mean, square; /* of the service: E[S], E[S^2] */
};

/* Mean wait in the window; and controls, all of mean 0: the realised gaps and services against
 * their law (mean, square, product), their products with the wait that they cannot depend on, and
 * the square of the wait at the end minus at the start. */
double path_lindley(const struct path *path, struct window window, const struct lindley *queue,
                    struct controls *controls);

/* First come, first served on c servers, Poisson arrivals and exponential services of mean 1 h.
 * What the window shows: mean wait, mean number that waits, P(W > 0), P(W > 1 h). */
struct multi {
    double rate;
    int servers;
};

struct multi_values {
    double wait, queue, waits, waits_hour;
};

/* The controls assume the laws of what comes in and nothing about the queue. S - 1 (of the job that
 * arrives) and the time to the next arrival do not depend on the state X at an arrival, so their
 * products with functions of X have a known mean; and arrivals see time averages (PASTA, Wolff
 * 1982): sum of g(X) over arrivals - lambda x integral of g(X) dt has mean 0. A job in service ends
 * at rate 1 /h whatever the state: the same with departures and the integral of g(N) x jobs in
 * service (N only: V knows what is left). X is the wait W, the work left in the system V, the
 * number N in it. */
void path_multi(const struct path *path, struct window window, const struct multi *queue,
                struct multi_values *values, struct controls *controls);

#endif
