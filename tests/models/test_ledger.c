#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "models/ledger.h"
#include "tests/support/draw.h"

/* 1.20 a GPU-hour; storage, egress and network at rates that never divide evenly. */
static const struct pool_spec spec = {
    .name = "a100",
    .price = {1200000000, TICKS_PER_HOUR},
    .storage = {7, 1000003},
    .egress = {90, 11},
    .network = {10, 13},
};

/* Some leases, their GPU-time attributed to jobs and the pool, and some services. */
static void fill(struct ledger *l, struct draw *draw, money *jobs, struct status *status)
{
    ledger_init(l, &spec);
    for (int lease = 0; lease < 20; lease++) {
        int64_t gpu[GPU_ACCOUNTS] = {0}, total = 0;
        int32_t gpus = 8;
        for (int a = 0; a < GPU_ACCOUNTS; a++) {
            gpu[a] = draw_int(draw, 0, 1000000000) * gpus;
            total += gpu[a];
            int64_t part = draw_int(draw, 0, gpu[a]);
            if (a == ACCOUNT_IDLE || a == ACCOUNT_DOWN || a == ACCOUNT_ROUNDING)
                part = 0;
            cr_assert_eq(ledger_post_job(l, a, part, jobs, status), 0);
            cr_assert_eq(ledger_post_pool(l, a, gpu[a] - part, status), 0);
        }
        money cost;
        cr_assert_eq(ledger_invoice_lease(l, total / gpus, gpus, gpu, &cost, status), 0);
        for (int s = 0; s < SERVICES; s++) {
            money invoiced;
            int64_t quantity = draw_int(draw, 0, 1000000000);
            cr_assert_eq(ledger_post_service(l, s, quantity, jobs, status), 0);
            cr_assert_eq(meter_post(&l->service_invoice[s], quantity, &invoiced, status), 0);
        }
    }
}

Test(ledger, postings_sum_to_the_bill_to_the_nano_unit)
{
    struct draw draw = {1};
    for (int i = 0; i < 200; i++) {
        struct status status = STATUS_INIT;
        struct ledger l;
        money attributed = 0, bill;
        fill(&l, &draw, &attributed, &status);
        for (int a = 0; a < ACCOUNTS; a++)
            attributed += l.pool_cost[a];
        cr_assert_eq(ledger_check(&l, &status), 0, "%s", status.message);
        cr_assert_eq(ledger_bill(&l, &bill, &status), 0);
        cr_assert_eq(bill, attributed);
    }
}

/* 2 h of 8 GPUs at 1.20 are 19.20; of these 10 GPU-hours useful on a job = 12.00, 6 idle = 7.20. */
Test(ledger, of_one_lease_is_worked_out_by_hand)
{
    struct status status = STATUS_INIT;
    struct ledger l;
    ledger_init(&l, &spec);
    int64_t gpu[GPU_ACCOUNTS] = {
        [ACCOUNT_USEFUL] = 10 * TICKS_PER_HOUR, [ACCOUNT_IDLE] = 6 * TICKS_PER_HOUR};
    money job = 0, lease = 0, bill = 0;
    cr_assert_eq(ledger_post_job(&l, ACCOUNT_USEFUL, gpu[ACCOUNT_USEFUL], &job, &status), 0);
    cr_assert_eq(ledger_post_pool(&l, ACCOUNT_IDLE, gpu[ACCOUNT_IDLE], &status), 0);
    cr_assert_eq(ledger_invoice_lease(&l, 2 * TICKS_PER_HOUR, 8, gpu, &lease, &status), 0);
    cr_assert_eq(ledger_check(&l, &status), 0, "%s", status.message);
    cr_assert_eq(ledger_bill(&l, &bill, &status), 0);
    cr_expect_eq(job, 12 * MONEY_NANO);
    cr_expect_eq(l.pool_cost[ACCOUNT_IDLE], 72 * MONEY_NANO / 10);
    cr_expect_eq(lease, 192 * MONEY_NANO / 10);
    cr_expect_eq(bill, lease);
}

Test(ledger, a_lease_whose_accounts_do_not_sum_to_its_time_is_refused)
{
    struct status status = STATUS_INIT;
    struct ledger l;
    ledger_init(&l, &spec);
    int64_t gpu[GPU_ACCOUNTS] = {[ACCOUNT_USEFUL] = 15};
    money cost;
    cr_assert_eq(ledger_invoice_lease(&l, 2, 8, gpu, &cost, &status), STATUS_IDENTITY);
    cr_expect_not_null(strstr(status.message, "a100"));
    cr_expect_not_null(strstr(status.message, "16"));
    cr_expect_not_null(strstr(status.message, "15"));
}

/* ---- corruptions: one place, one unit ---- */

struct damage {
    const char *what;
    size_t offset;
    int count, stride;
    bool wide; /* a quantity_t */
};

#define IN_METERS(array, field, count, wide)                                                       \
    {                                                                                              \
#array "." #field, offsetof(struct ledger, array) + offsetof(struct meter, field), count,  \
            sizeof(struct meter), wide                                                             \
    }

static const struct damage damages[] = {
    {"job_gpu", offsetof(struct ledger, job_gpu), GPU_ACCOUNTS, sizeof(int64_t), false},
    {"pool_gpu", offsetof(struct ledger, pool_gpu), GPU_ACCOUNTS, sizeof(int64_t), false},
    {"lease_gpu", offsetof(struct ledger, lease_gpu), GPU_ACCOUNTS, sizeof(int64_t), false},
    {"billed", offsetof(struct ledger, billed), 1, 0, false},
    IN_METERS(gpu_books, quantity, 1, true),
    IN_METERS(gpu_books, total, 1, false),
    IN_METERS(gpu_invoice, quantity, 1, true),
    IN_METERS(gpu_invoice, total, 1, false),
    IN_METERS(service_books, quantity, SERVICES, true),
    IN_METERS(service_books, total, SERVICES, false),
    IN_METERS(service_invoice, quantity, SERVICES, true),
    IN_METERS(service_invoice, total, SERVICES, false),
};

Test(ledger, each_kind_of_corruption_is_caught)
{
    struct draw draw = {2};
    for (size_t d = 0; d < sizeof damages / sizeof *damages; d++)
        for (int i = 0; i < damages[d].count; i++)
            for (int step = -1; step <= 1; step += 2) {
                struct status status = STATUS_INIT;
                struct ledger l;
                money jobs = 0;
                fill(&l, &draw, &jobs, &status);
                char *at = (char *)&l + damages[d].offset + i * damages[d].stride;
                if (damages[d].wide)
                    *(quantity_t *)at += step;
                else
                    *(int64_t *)at += step;
                cr_assert_eq(ledger_check(&l, &status), STATUS_IDENTITY, "%s[%d] %+d passed",
                             damages[d].what, i, step);
                cr_assert_not_null(strstr(status.message, "a100"), "%s", status.message);
            }
}

Test(ledger, gpu_time_beyond_the_range_is_an_error)
{
    struct status status = STATUS_INIT;
    struct pool_spec free_of_charge = {.name = "free", .price = {0, TICKS_PER_HOUR}};
    struct ledger l;
    money cost = 0;
    ledger_init(&l, &free_of_charge);
    cr_assert_eq(ledger_post_job(&l, ACCOUNT_USEFUL, INT64_MAX, &cost, &status), 0);
    cr_expect_eq(ledger_post_job(&l, ACCOUNT_USEFUL, 1, &cost, &status), STATUS_OVERFLOW);
    status = STATUS_INIT;
    int64_t gpu[GPU_ACCOUNTS] = {0};
    cr_expect_eq(ledger_invoice_lease(&l, SIM_TIME_MAX, 8, gpu, &cost, &status), STATUS_OVERFLOW);
}
