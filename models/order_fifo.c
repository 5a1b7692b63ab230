/* First come, first served, by order of arrival: a job that is tried again keeps its place. */
#include "models/policy_table.h"

static int64_t key(const struct plan *plan, const struct job *job)
{
    (void)plan;
    return job->row.submit;
}

extern const struct order order_fifo;
const struct order order_fifo = {
    .name = "fifo",
    .doc = "by time of submission; a job that is tried again keeps its place",
    .key = key,
};
