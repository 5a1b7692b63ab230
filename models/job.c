#include "models/job.h"

#include "sim/memory.h"

void jobs_init(struct jobs *jobs)
{
    *jobs = (struct jobs){.unused = -1};
}

void jobs_free(struct jobs *jobs)
{
    mem_free(jobs->items);
    jobs_init(jobs);
}

int32_t jobs_add(struct jobs *jobs, struct status *status)
{
    int32_t id = jobs->unused;
    if (id >= 0) {
        jobs->unused = jobs->items[id].next;
    } else {
        if (mem_grow((void **)&jobs->items, &jobs->capacity, (size_t)jobs->used + 1,
                     sizeof *jobs->items, status))
            return -1;
        id = jobs->used++;
    }
    uint32_t stamp = jobs->items[id].stamp;
    jobs->items[id] =
        (struct job){.stamp = stamp, .next = -1, .placements = -1, .lane = -1, .died_at = -1};
    if (++jobs->live > jobs->peak)
        jobs->peak = jobs->live;
    return id;
}

void jobs_remove(struct jobs *jobs, int32_t job)
{
    struct job *j = &jobs->items[job];
    j->state = JOB_ABSENT;
    j->stamp++; /* entries of the queue that name this slot are stale now */
    j->next = jobs->unused;
    jobs->unused = job;
    jobs->live--;
}
