#include "models/ledger.h"

#include <inttypes.h>

#include "sim/bug.h"

static const enum account service_accounts[SERVICES] = {
    [SERVICE_STORAGE] = ACCOUNT_STORAGE,
    [SERVICE_EGRESS] = ACCOUNT_EGRESS,
    [SERVICE_NETWORK] = ACCOUNT_NETWORK,
};

enum account service_account(enum service service)
{
    return service_accounts[service];
}

void ledger_init(struct ledger *l, const struct pool_spec *spec)
{
    const struct money_rate services[SERVICES] = {spec->storage, spec->egress, spec->network};
    *l = (struct ledger){
        .spec = spec, .gpu_books.rate = spec->price, .gpu_invoice.rate = spec->price};
    for (int s = 0; s < SERVICES; s++)
        l->service_books[s].rate = l->service_invoice[s].rate = services[s];
}

static int add_ticks(int64_t *sum, int64_t ticks, const struct ledger *l, struct status *status)
{
    if (!__builtin_add_overflow(*sum, ticks, sum))
        return 0;
    return status_set(status, STATUS_OVERFLOW,
                      "the GPU-time of pool \"%s\" exceeds 9.2e18 GPU-microseconds; split the run",
                      l->spec->name);
}

int ledger_post_job(struct ledger *l, enum account account, int64_t gpu_ticks, money *cost,
                    struct status *status)
{
    money amount;
    bug_assert(gpu_ticks >= 0);
    if (meter_post(&l->gpu_books, gpu_ticks, &amount, status))
        return status->code;
    if (add_ticks(&l->job_gpu[account], gpu_ticks, l, status))
        return status->code;
    return money_add(cost, amount, status);
}

int ledger_post_pool(struct ledger *l, enum account account, int64_t gpu_ticks,
                     struct status *status)
{
    money amount;
    bug_assert(gpu_ticks >= 0);
    if (meter_post(&l->gpu_books, gpu_ticks, &amount, status))
        return status->code;
    if (add_ticks(&l->pool_gpu[account], gpu_ticks, l, status))
        return status->code;
    return money_add(&l->pool_cost[account], amount, status);
}

int ledger_post_service(struct ledger *l, enum service service, quantity_t quantity, money *cost,
                        struct status *status)
{
    money amount;
    if (meter_post(&l->service_books[service], quantity, &amount, status))
        return status->code;
    return money_add(cost, amount, status);
}

int ledger_invoice_lease(struct ledger *l, sim_time billed, int32_t gpus, const int64_t *gpu,
                         money *cost, struct status *status)
{
    int64_t total;
    if (__builtin_mul_overflow(billed, (int64_t)gpus, &total))
        return status_set(status, STATUS_OVERFLOW, "a lease of pool \"%s\" is too long to bill",
                          l->spec->name);
    int64_t seen = 0;
    for (int a = 0; a < GPU_ACCOUNTS; a++) {
        seen += gpu[a];
        if (add_ticks(&l->lease_gpu[a], gpu[a], l, status))
            return status->code;
    }
    if (seen != total)
        return status_set(status, STATUS_IDENTITY,
                          "GPU-time identity broken in pool \"%s\": a lease is billed %" PRId64
                          " GPU-microseconds but its accounts sum to %" PRId64,
                          l->spec->name, total, seen);
    if (add_ticks(&l->billed, total, l, status))
        return status->code;
    return meter_post(&l->gpu_invoice, total, cost, status);
}

int ledger_bill(const struct ledger *l, money *bill, struct status *status)
{
    *bill = l->gpu_invoice.total;
    for (int s = 0; s < SERVICES; s++)
        if (money_add(bill, l->service_invoice[s].total, status))
            return status->code;
    return 0;
}

static int check_meters(const struct ledger *l, const struct meter *books,
                        const struct meter *invoice, const char *what, struct status *status)
{
    if (books->quantity == invoice->quantity && books->total == invoice->total)
        return 0;
    return status_set(status, STATUS_IDENTITY,
                      "money identity broken in pool \"%s\": %s is invoiced at %" PRId64
                      " nano-units, but %" PRId64 " are attributed",
                      l->spec->name, what, invoice->total, books->total);
}

static int check_billed(const struct ledger *l, struct status *status)
{
    quantity_t sum = 0;
    for (int a = 0; a < GPU_ACCOUNTS; a++)
        sum += l->lease_gpu[a];
    if (sum == l->billed && l->gpu_invoice.quantity == l->billed)
        return 0;
    return status_set(status, STATUS_IDENTITY,
                      "GPU-time identity broken in pool \"%s\": %" PRId64
                      " GPU-microseconds are billed and %.0f invoiced, but the accounts of the "
                      "leases sum to %.0f",
                      l->spec->name, l->billed, (double)l->gpu_invoice.quantity, (double)sum);
}

int ledger_check(const struct ledger *l, struct status *status)
{
    if (check_billed(l, status))
        return status->code;
    for (int a = 0; a < GPU_ACCOUNTS; a++)
        if (l->job_gpu[a] + l->pool_gpu[a] != l->lease_gpu[a])
            return status_set(status, STATUS_IDENTITY,
                              "GPU-time identity broken in pool \"%s\": account %s is %" PRId64
                              " GPU-microseconds on the leases, but %" PRId64 " are attributed",
                              l->spec->name, account_names[a], l->lease_gpu[a],
                              l->job_gpu[a] + l->pool_gpu[a]);
    if (check_meters(l, &l->gpu_books, &l->gpu_invoice, "GPU-time", status))
        return status->code;
    for (int s = 0; s < SERVICES; s++)
        if (check_meters(l, &l->service_books[s], &l->service_invoice[s],
                         account_names[service_accounts[s]], status))
            return status->code;
    return 0;
}
