#include "models/queue.h"

#include "sim/bug.h"
#include "sim/memory.h"

int queue_init(struct queue *q, const struct plan *plan, struct status *status)
{
    *q = (struct queue){.plan = plan};
    size_t slots = 0;
    q->lane_base = mem_alloc((size_t)plan->class_count, sizeof *q->lane_base, status);
    if (!q->lane_base)
        return status->code;
    for (int32_t i = 0; i < plan->class_count; i++) {
        q->lane_base[i] = slots;
        slots += (size_t)plan->classes[i].option_count;
        if (plan->classes[i].option_count > q->options_max)
            q->options_max = plan->classes[i].option_count;
    }
    q->lane_of = mem_alloc(slots, sizeof *q->lane_of, status);
    if (!q->lane_of)
        return status->code;
    for (size_t i = 0; i < slots; i++)
        q->lane_of[i] = -1;
    return 0;
}

void queue_free(struct queue *q)
{
    for (size_t i = 0; i < q->lane_count; i++)
        mem_free(q->lanes[i].entries);
    mem_free(q->lanes);
    mem_free(q->lane_of);
    mem_free(q->lane_base);
    *q = (struct queue){0};
}

static bool same_pools(const struct plan *plan, const struct lane *lane,
                       const struct job_class *class, int32_t first, int32_t last)
{
    const struct job_class *other = &plan->classes[lane->class_id];
    if (lane->last_option - lane->first_option != last - first)
        return false;
    for (int32_t i = 0; i <= last - first; i++)
        if (other->options[lane->first_option + i].pool != class->options[first + i].pool)
            return false;
    return true;
}

static int32_t find_lane(struct queue *q, int32_t class_id, int32_t first, int32_t last,
                         struct status *status)
{
    const struct job_class *class = &q->plan->classes[class_id];
    int32_t *known = first == 0 ? &q->lane_of[q->lane_base[class_id] + (size_t)last] : NULL;
    if (known && *known >= 0)
        return *known;
    int32_t lane = -1;
    for (size_t i = 0; i < q->lane_count && lane < 0; i++)
        if (same_pools(q->plan, &q->lanes[i], class, first, last))
            lane = (int32_t)i;
    if (lane < 0) {
        if (mem_grow((void **)&q->lanes, &q->lane_capacity, q->lane_count + 1, sizeof *q->lanes,
                     status))
            return -1;
        lane = (int32_t)q->lane_count++;
        q->lanes[lane] =
            (struct lane){.class_id = class_id, .first_option = first, .last_option = last};
    }
    if (known)
        *known = lane;
    return lane;
}

/* ---- the heap of a lane ---- */

static bool before(const struct queue_entry *a, const struct queue_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->id < b->id;
}

static int heap_push(struct lane *lane, struct queue_entry entry, struct status *status)
{
    if (mem_grow((void **)&lane->entries, &lane->capacity, lane->count + 1, sizeof entry, status))
        return status->code;
    size_t i = lane->count++;
    while (i > 0 && before(&entry, &lane->entries[(i - 1) / 2])) {
        lane->entries[i] = lane->entries[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    lane->entries[i] = entry;
    return 0;
}

/* Puts an entry where it belongs, in the hole at i or below it. */
static void sift_down(struct lane *lane, size_t i, struct queue_entry entry)
{
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= lane->count)
            break;
        if (child + 1 < lane->count && before(&lane->entries[child + 1], &lane->entries[child]))
            child++;
        if (!before(&lane->entries[child], &entry))
            break;
        lane->entries[i] = lane->entries[child];
        i = child;
    }
    lane->entries[i] = entry;
}

static void heap_pop(struct lane *lane)
{
    struct queue_entry last = lane->entries[--lane->count];
    if (lane->count)
        sift_down(lane, 0, last);
}

static bool is_stale(const struct queue_entry *entry, const struct jobs *jobs)
{
    return jobs->items[entry->job].stamp != entry->stamp;
}

/* Else jobs that leave behind one that waits for long would pile up. */
static void drop_stale(struct lane *lane, const struct jobs *jobs)
{
    size_t kept = 0;
    for (size_t i = 0; i < lane->count; i++)
        if (!is_stale(&lane->entries[i], jobs))
            lane->entries[kept++] = lane->entries[i];
    lane->count = kept;
    lane->stale = 0;
    for (size_t i = kept / 2; i-- > 0;)
        sift_down(lane, i, lane->entries[i]);
}

/* ---- jobs ---- */

int queue_push(struct queue *q, struct jobs *jobs, int32_t job, struct status *status)
{
    struct job *j = &jobs->items[job];
    int32_t lane = find_lane(q, j->row.class_id, j->first_option, j->last_option, status);
    if (lane < 0)
        return status->code;
    j->lane = lane;
    q->jobs++;
    q->gpus += j->row.gpus;
    return heap_push(
        &q->lanes[lane],
        (struct queue_entry){.key = j->order_key, .id = j->row.id, .job = job, .stamp = ++j->stamp},
        status);
}

void queue_remove(struct queue *q, struct jobs *jobs, int32_t job)
{
    struct job *j = &jobs->items[job];
    struct lane *lane = &q->lanes[j->lane];
    j->stamp++;
    j->lane = -1;
    q->jobs--;
    q->gpus -= j->row.gpus;
    lane->stale++;
    lane_first(lane, jobs); /* the usual case: it was the first */
    if (lane->stale > lane->count / 2)
        drop_stale(lane, jobs);
}

int32_t lane_first(struct lane *lane, const struct jobs *jobs)
{
    while (lane->count) {
        if (!is_stale(&lane->entries[0], jobs))
            return lane->entries[0].job;
        heap_pop(lane);
        lane->stale--;
    }
    return -1;
}

bool lane_before(const struct lane *a, const struct lane *b)
{
    return before(&a->entries[0], &b->entries[0]);
}
