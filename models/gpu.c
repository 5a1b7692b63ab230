#include "models/gpu.h"

const char *const precision_names[PRECISIONS] = {
    [PRECISION_FP32] = "fp32", [PRECISION_TF32] = "tf32", [PRECISION_BF16] = "bf16",
    [PRECISION_FP16] = "fp16", [PRECISION_FP8] = "fp8",
};

bool gpu_supports(const struct gpu_type *gpu, enum precision precision)
{
    return gpu->flops[precision] > 0;
}

enum precision gpu_precision(const struct gpu_type *gpu, enum precision wanted)
{
    if (wanted == PRECISION_FP8 && !gpu_supports(gpu, wanted))
        return PRECISION_FP16;
    return wanted;
}
