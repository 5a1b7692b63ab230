#include "models/plan.h"

const char *const speed_source_names[] = {
    [SPEED_RUN_TIME] = "run_time",
    [SPEED_JOB_TABLE] = "the job's own table",
    [SPEED_CATALOG] = "the catalogue",
    [SPEED_ROOFLINE] = "a roofline estimate",
};

void plan_free(struct plan *plan)
{
    struct arena arena = plan->arena;
    arena_free(&arena);
    *plan = (struct plan){0};
}
