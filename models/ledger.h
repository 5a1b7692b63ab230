/* The ledger of one pool and of the run: what the provider charges, what is attributed, and the
 * check that both are the same to the last tick and nano-unit.
 *
 * Two sides are kept apart and never derived from one another. The books: every posting of GPU-time
 * or of a service to a job or to the pool. The invoice: what each lease, stored byte and sent byte
 * is charged. Both run on meters of the same rate (sim/money.h), so that equal quantities cost
 * equal money to the nano-unit. */
#ifndef FLEETWRIGHT_MODELS_LEDGER_H
#define FLEETWRIGHT_MODELS_LEDGER_H

#include "models/account.h"
#include "models/plan.h"
#include "sim/money.h"

/* What a provider charges for, beside GPU-time. */
enum service { SERVICE_STORAGE, SERVICE_EGRESS, SERVICE_NETWORK, SERVICES };

struct ledger {
    const struct pool_spec *spec;
    struct meter gpu_books, gpu_invoice;
    struct meter service_books[SERVICES], service_invoice[SERVICES];
    int64_t job_gpu[GPU_ACCOUNTS];   /* GPU-ticks posted to jobs */
    int64_t pool_gpu[GPU_ACCOUNTS];  /* GPU-ticks posted to the pool itself */
    int64_t lease_gpu[GPU_ACCOUNTS]; /* GPU-ticks as the leases saw them */
    int64_t billed;                  /* GPU-ticks on the invoice */
    money pool_cost[ACCOUNTS];       /* posted to the pool itself */
};

void ledger_init(struct ledger *l, const struct pool_spec *spec);

/* Posts GPU-ticks to a job: *cost grows by what they cost. */
int ledger_post_job(struct ledger *l, enum account account, int64_t gpu_ticks, money *cost,
                    struct status *status);

/* Posts GPU-ticks to the pool: idle, down, rounding, or provisioning of GPUs that nobody claimed.
 */
int ledger_post_pool(struct ledger *l, enum account account, int64_t gpu_ticks,
                     struct status *status);

/* Posts a service's quantity (megabyte-ticks or bytes, as the plan's rate says) to a job. */
int ledger_post_service(struct ledger *l, enum service service, quantity_t quantity, money *cost,
                        struct status *status);

/* Invoices a lease: `billed` ticks of gpus GPUs; gpu[] is how the lease saw its own GPU-time, which
 * must sum to billed x gpus. *cost is the lease's price. */
int ledger_invoice_lease(struct ledger *l, sim_time billed, int32_t gpus, const int64_t *gpu,
                         money *cost, struct status *status);

enum account service_account(enum service service);

/* The provider's bill: GPU-time and services. */
int ledger_bill(const struct ledger *l, money *bill, struct status *status);

/* Checks the GPU-time identity, account by account, and that both sides of every meter stand at the
 * same quantity and money. STATUS_IDENTITY names what differs and by how much. */
int ledger_check(const struct ledger *l, struct status *status);

#endif
