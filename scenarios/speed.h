/* How fast a job runs on a GPU type: from the catalogue's measured rates, or by a roofline
 * estimate. Pure functions; a job's own table needs speed_unit_parse and speed_seconds_per_unit
 * only.
 *
 * A rate is one of three kinds, told by its unit:
 *
 *     "tokens/s/GPU"            per GPU: the gang is as fast as its GPUs together, times the
 *                               efficiency
 *     "images/s"                of the gang that was measured
 *     "h/epoch", "min to train" the time of the gang that was measured, for one unit of work
 *
 * A rate of a gang holds for the measured size as it stands. For another size it is scaled per GPU
 * (half the GPUs, twice the time) times the efficiency: an assumption, so the answer's note says
 * it. */
#ifndef FLEETWRIGHT_SCENARIOS_SPEED_H
#define FLEETWRIGHT_SCENARIOS_SPEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/gpu.h"
#include "scenarios/catalog.h"
#include "sim/memory.h"
#include "sim/status.h"

/* ---- units ---- */

enum speed_kind {
    SPEED_PER_GPU,   /* work per time and GPU */
    SPEED_GANG_RATE, /* work per time */
    SPEED_GANG_TIME  /* time per unit of work */
};

struct speed_unit {
    enum speed_kind kind;
    double seconds; /* of the time unit */
    char work[64];  /* the unit of work as written, "tokens" */
};

/* Reads WORK/TIME/GPU, WORK/TIME or TIME/WORK, where TIME is ms, s, min, h or d; "min to train" is
 * min/run. */
int speed_unit_parse(const char *text, struct speed_unit *unit, struct status *status);

/* Whether two units of work are the same: a trailing s does not count (epoch, epochs). */
bool speed_same_work(const char *a, const char *b);

/* Seconds per unit of work for a gang of `gpus`, from a rate (> 0) of the unit that was measured on
 * `measured` GPUs. 0 < efficiency <= 1. */
double speed_seconds_per_unit(double rate, const struct speed_unit *unit, int64_t measured,
                              int64_t gpus, double efficiency);

/* ---- the catalogue's measured rates ---- */

struct speed_query {
    const char *class_name; /* NULL = any, if only one class has the model */
    const char *model;
    int64_t seq_len; /* 0 = not given */
    const struct gpu_type *gpu;
    enum precision wanted;
    int64_t gpus;      /* gang size, >= 1 */
    double efficiency; /* 0 < efficiency <= 1 */
    const char *work;  /* the job's unit of work, "epochs" */
};

struct speed_answer {
    double seconds_per_unit;     /* for the whole gang */
    enum precision precision;    /* computed with */
    const struct speed_row *row; /* in the catalogue: rate, date, source, unverified */
    char note[1024];             /* sentences on what was assumed, "" = the row fits as it stands */
};

/* Finds the row and answers, or STATUS_INPUT with a sentence that says why there is no speed.
 *
 * precision: the GPU's own (gpu_precision), then a row of exactly that (bf16 and fp16 are equal),
 * then for fp8 a row in bf16 or fp16, then a row that does not state its precision. Never a row of
 * a lower precision than wanted. seq_len: must be given when the catalogue has the model at
 * several. A row without one fits any. gang: the row measured on that size, else the nearest by
 * ratio (of two equally near the smaller). Of rows that are equal in all of this, the first in the
 * catalogue. */
int speed_from_catalog(const struct catalog *catalog, const struct speed_query *query,
                       struct speed_answer *answer, struct status *status);

/* ---- comparison of two GPU types ---- */

struct speed_pair {
    const struct speed_row *base, *other; /* same class, model, seq_len, gang size and unit */
    double ratio;                         /* how many times faster `other` is */
};

/* All pairs of rows of the two GPU types, in catalogue order of `base` then `other`, in the arena.
 */
int speed_compare(const struct catalog *catalog, const char *base_gpu, const char *other_gpu,
                  struct arena *arena, const struct speed_pair **pairs, size_t *count,
                  struct status *status);

/* ---- roofline ---- */

enum speed_bound { BOUND_COMPUTE, BOUND_MEMORY, BOUND_COMMUNICATION, BOUND_INPUT, SPEED_BOUNDS };

extern const char *const speed_bound_names[SPEED_BOUNDS]; /* "compute" ... */

/* What one unit of work asks of the machine. All >= 0, at least one > 0. */
struct roofline_work {
    double flops;         /* floating-point operations, of the whole gang */
    double memory_bytes;  /* to and from device memory, of the whole gang */
    double comm_bytes;    /* that each GPU sends to others */
    double input_seconds; /* for the input pipeline to make the unit, whatever the GPUs */
};

struct roofline_machine {
    const struct gpu_type *gpu;
    enum precision precision; /* one the GPU supports */
    int64_t gpus;
    double link_bandwidth; /* bytes/s a GPU can send; 0 = half of its NVLink figure (which is both
                              ways) */
    double compute_efficiency; /* share of the peak rate that is reached, 0 < ... <= 1 */
};

struct roofline {
    double seconds[SPEED_BOUNDS]; /* per unit, by what takes them */
    double seconds_per_unit; /* their maximum: perfect overlap, so a lower bound of the run time */
    enum speed_bound bound;  /* the one that binds; of equal ones the first in the enum */
};

/* Williams, Waterman, Patterson 2009, with two more ceilings. STATUS_INPUT when the GPU lacks the
 * precision or a gang must communicate over a link nobody knows. */
int speed_roofline(const struct roofline_work *work, const struct roofline_machine *machine,
                   struct roofline *roofline, struct status *status);

#endif
