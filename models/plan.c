#include "models/plan.h"

void plan_free(struct plan *plan)
{
    struct arena arena = plan->arena;
    arena_free(&arena);
    *plan = (struct plan){0};
}
