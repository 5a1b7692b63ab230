/* The roofline estimate:
 *
 *     S. Williams, A. Waterman, D. Patterson, Roofline: an insightful visual performance model for
 *     multicore architectures, CACM 52(4), 2009
 *
 * here with ceilings for communication and the input pipeline too. */
#include "scenarios/speed.h"
#include "sim/bug.h"

const char *const speed_bound_names[SPEED_BOUNDS] = {
    [BOUND_COMPUTE] = "compute",
    [BOUND_MEMORY] = "memory",
    [BOUND_COMMUNICATION] = "network",
    [BOUND_INPUT] = "input",
};

int speed_roofline(const struct roofline_work *work, const struct roofline_machine *machine,
                   struct roofline *roofline, struct status *status)
{
    const struct gpu_type *gpu = machine->gpu;
    double gpus = (double)machine->gpus;
    double link = machine->link_bandwidth > 0 ? machine->link_bandwidth : gpu->nvlink_bandwidth / 2;
    bool talks = machine->gpus > 1 && work->comm_bytes > 0;
    bug_assert(machine->gpus >= 1);
    bug_assert(machine->compute_efficiency > 0 && machine->compute_efficiency <= 1);
    *roofline = (struct roofline){0};
    if (work->flops > 0 && !gpu_supports(gpu, machine->precision))
        return status_set(status, STATUS_INPUT,
                          "%s does not compute in %s, so there is no estimate of its speed.",
                          gpu->name, precision_names[machine->precision]);
    if (talks && !(link > 0))
        return status_set(status, STATUS_INPUT,
                          "%s has no NVLink, so it is not known how fast %lld of them exchange "
                          "data: leave out `network`, or give a measured speed.",
                          gpu->name, (long long)machine->gpus);
    if (work->flops > 0)
        roofline->seconds[BOUND_COMPUTE] =
            work->flops / (gpus * gpu->flops[machine->precision] * machine->compute_efficiency);
    roofline->seconds[BOUND_MEMORY] = work->memory_bytes / (gpus * gpu->bandwidth);
    if (talks)
        roofline->seconds[BOUND_COMMUNICATION] = work->comm_bytes / link;
    roofline->seconds[BOUND_INPUT] = work->input_seconds;
    for (int b = 0; b < SPEED_BOUNDS; b++)
        if (roofline->seconds[b] > roofline->seconds_per_unit) {
            roofline->seconds_per_unit = roofline->seconds[b];
            roofline->bound = (enum speed_bound)b;
        }
    return 0;
}
