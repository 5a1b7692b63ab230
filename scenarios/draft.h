/* The scenario as decoded value by value, before names are resolved: what the table of fields
 * writes into. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_DRAFT_H
#define FLEETWRIGHT_SCENARIOS_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/plan.h"
#include "scenarios/speed.h"
#include "scenarios/tree.h"
#include "scenarios/units.h"

/* Lists and mappings of items are a pointer and a count side by side, in this order. */
struct item_array {
    void *items;
    size_t count;
};

struct work_draft {
    const struct distribution *amount; /* NULL = not given */
    const char *unit;
};

struct speed_entry {
    const char *gpu;
    enum precision precision;
    struct work_rate rate;
    const struct node *node;
};

struct speedup_entry {
    const char *gpu;
    double factor;
};

struct catalog_draft {
    bool given;
    const char *class_name; /* NULL = any */
    const char *model;
    int64_t seq_len;
};

struct roofline_draft {
    bool given;
    struct roofline_work work; /* one unit of it */
    double utilisation;
};

struct speed_draft {
    struct item_array table; /* struct speed_entry */
    struct catalog_draft catalog;
    struct roofline_draft roofline;
    double efficiency;
};

struct arrival_draft {
    struct item_array times; /* sim_time */
    double poisson_gap;      /* seconds */
    const struct distribution *every;
    sim_time start, until;
    int64_t count;
};

struct interval_draft {
    enum checkpoint_rule rule;
    sim_time interval;
};

struct checkpoint_draft {
    struct interval_draft interval;
    sim_time write, durable_after;
    bool at_end, on_notice;
};

struct pool_draft {
    struct pool_spec spec;
    struct item_array given; /* struct given_failure */
    const struct node *node;
    bool valid;            /* no error in it so far */
    bool used;             /* some class may run there */
    const void *listed_by; /* the class whose list had it last */
};

struct class_draft {
    struct job_class spec;
    const struct node *node;
    bool valid;
    struct arrival_draft arrival;
    struct work_draft work;
    const struct distribution *run_time;
    struct item_array speedup; /* struct speedup_entry */
    struct speed_draft speed;
    int32_t precision;
    const struct node *pools; /* a list of scalars */
    const char *after;
    struct checkpoint_draft checkpoint;
};

struct scenario_draft {
    int32_t version;
    struct plan plan;          /* the simple fields only */
    struct item_array pools;   /* struct pool_draft */
    struct item_array classes; /* struct class_draft */
};

#endif
