#include <criterion/criterion.h>

#include "models/job.h"
#include "sim/memory.h"

Test(job, slots_are_reused_and_counted)
{
    struct status status = STATUS_INIT;
    struct jobs jobs;
    jobs_init(&jobs);
    for (int32_t i = 0; i < 100; i++)
        cr_assert_eq(jobs_add(&jobs, &status), i);
    jobs_remove(&jobs, 40);
    jobs_remove(&jobs, 7);
    cr_expect_eq(jobs.live, 98);
    cr_expect_eq(jobs_add(&jobs, &status), 7);
    cr_expect_eq(jobs_add(&jobs, &status), 40);
    cr_expect_eq(jobs_add(&jobs, &status), 100);
    cr_expect_eq(jobs.live, 101);
    cr_expect_eq(jobs.peak, 101);
    jobs_free(&jobs);
    jobs_free(&jobs);
}

/* Else an entry of the queue that is left from the old job would name the new one. */
Test(job, a_reused_slot_keeps_no_state_but_its_stamp_moves_on)
{
    struct status status = STATUS_INIT;
    struct jobs jobs;
    jobs_init(&jobs);
    int32_t id = jobs_add(&jobs, &status);
    jobs.items[id].stamp = 17;
    jobs.items[id].row.attempts = 5;
    jobs.items[id].state = JOB_QUEUED;
    jobs_remove(&jobs, id);
    cr_expect_eq(jobs.items[id].state, JOB_ABSENT);
    cr_assert_eq(jobs_add(&jobs, &status), id);
    cr_expect_gt(jobs.items[id].stamp, 17);
    cr_expect_eq(jobs.items[id].row.attempts, 0);
    cr_expect_eq(jobs.items[id].placements, -1);
    cr_expect_eq(jobs.items[id].lane, -1);
    cr_expect_eq(jobs.items[id].died_at, -1);
    jobs_free(&jobs);
}

Test(job, a_failed_allocation_leaves_the_others)
{
    struct status status = STATUS_INIT;
    struct jobs jobs;
    jobs_init(&jobs);
    mem_fail_at(2); /* the second growth */
    int32_t id, last = -1;
    while ((id = jobs_add(&jobs, &status)) >= 0)
        last = id;
    mem_fail_at(0);
    cr_expect_eq(status.code, STATUS_MEMORY);
    cr_expect_geq(last, 0);
    cr_expect_eq(jobs.live, last + 1);
    jobs_free(&jobs);
}
