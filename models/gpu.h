/* GPU types and numeric precisions, as the catalogue gives them. */
#ifndef FLEETWRIGHT_MODELS_GPU_H
#define FLEETWRIGHT_MODELS_GPU_H

#include <stdbool.h>

enum precision {
    PRECISION_FP32,
    PRECISION_TF32,
    PRECISION_BF16,
    PRECISION_FP16,
    PRECISION_FP8,
    PRECISIONS
};

extern const char *const precision_names[PRECISIONS]; /* "fp32" ... "fp8" */

struct gpu_type {
    const char *name;         /* exact SKU, e.g. "H100-SXM5-80GB" */
    double memory_bytes;      /* device memory */
    double bandwidth;         /* bytes/s of device memory */
    double flops[PRECISIONS]; /* dense FLOP/s by precision; 0 = the GPU does not have it */
    double nvlink_bandwidth;  /* bytes/s, both directions together; 0 = none */
    double power_watts;       /* board power */
    int mig_slices;           /* 0 = no MIG */
    const char *source;       /* of the figures above */
};

/* True when the GPU computes natively at that precision. */
bool gpu_supports(const struct gpu_type *gpu, enum precision precision);

/* The precision a job that asks for `wanted` gets on this GPU: itself where supported; FP8 falls
 * back to FP16 (BF16 counts as FP16's equal: same rate on every GPU here). */
enum precision gpu_precision(const struct gpu_type *gpu, enum precision wanted);

#endif
