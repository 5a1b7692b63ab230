/* A random small scenario: drawn from a seed, written as YAML, made smaller while it still fails.
 * Durations are minutes; 0 or an empty value means that the feature is off. */
#ifndef FLEETWRIGHT_TESTS_MODELS_RANDOM_CASE_H
#define FLEETWRIGHT_TESTS_MODELS_RANDOM_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CASE_POOLS = 3, CASE_CLASSES = 4, CASE_FAILURES = 3 };

struct pool_case {
    int market; /* owned, reserved, on_demand, spot */
    bool h100;
    int gpus_per_node, nodes, min_nodes, max_nodes; /* max_nodes 0 = unlimited */
    int term, price;                                /* price in cents */
    int granularity, minimum;
    bool from_ready;
    int wait, in_stock, out_of_stock;
    bool starts_out;
    int provisioning, provisioning_failure; /* percent */
    int idle_release;
    int life;
    bool weibull, busy;
    int detection, repair;
    int failure_count, failure_at[CASE_FAILURES], failure_node[CASE_FAILURES],
        failure_repair[CASE_FAILURES]; /* -1 = drawn */
    int interruption, notice;
    bool services; /* storage, egress and network cost something */
};

struct class_case {
    int gpus, run_time;
    bool constant_run_time;
    int count, gap, start; /* gap 0 = all at start */
    int speedup;           /* of the H100, in tenths; 0 = none */
    int pools[CASE_POOLS], pool_count;
    int after; /* class, -1 */
    int staging, restore;
    int interval, write, lag; /* interval -1 = optimal */
    bool at_end, on_notice;
    int max_attempts, backoff, limit;
    bool factor, hold;
    int deadline;
    bool cancel;
    bool services;
};

struct random_case {
    uint64_t seed;
    int pool_count, class_count;
    struct pool_case pools[CASE_POOLS];
    struct class_case classes[CASE_CLASSES];
    int until, route, fallback_after, series_every;
    bool orchestration;
};

void random_case_draw(struct random_case *c, uint64_t seed);
void random_case_write(const struct random_case *c, FILE *file);

/* The i-th simpler neighbour of a case in *simpler; false after the last. A neighbour may be equal
 * to the case. */
bool random_case_simplify(const struct random_case *c, int i, struct random_case *simpler);

#endif
