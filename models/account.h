/* The accounts into which every second, every GPU-second and every nano-unit of money goes.
 *
 * Three identities hold exactly in every run (docs/models.md, "Accounts"):
 *   time   for every job:  end - submit        = sum of its 11 time accounts
 *   GPU    for every pool: billed GPU-time     = sum of the 11 GPU-time accounts
 *   money  for the run:    the providers' bill = sum of all postings to jobs and pools */
#ifndef FLEETWRIGHT_MODELS_ACCOUNT_H
#define FLEETWRIGHT_MODELS_ACCOUNT_H

enum time_account {
    TIME_QUEUE,        /* waiting in the queue, no capacity claimed */
    TIME_CAPACITY,     /* capacity claimed; some node not yet granted by the provider */
    TIME_PROVISIONING, /* all nodes granted; some node not yet ready */
    TIME_STAGING,
    TIME_RESTORE,
    TIME_USEFUL,     /* work that counted */
    TIME_CHECKPOINT, /* blocked by writing checkpoints */
    TIME_LOST,       /* work that was done and lost */
    TIME_DETECT,     /* from a failure to its detection */
    TIME_HELD,       /* healthy nodes of a failed gang held until a replacement is there */
    TIME_BACKOFF,    /* between attempts, by the retry rule */
    TIME_ACCOUNTS
};

/* Accounts of GPU-time and of money; those from ACCOUNT_STORAGE on are of money only. */
enum account {
    ACCOUNT_USEFUL,
    ACCOUNT_CHECKPOINT,
    ACCOUNT_LOST,
    ACCOUNT_RESTORE,
    ACCOUNT_STAGING,
    ACCOUNT_DETECT,
    ACCOUNT_HELD,         /* claimed by a job and ready, but waiting for the rest of its gang */
    ACCOUNT_PROVISIONING, /* granted, billed, not yet ready */
    ACCOUNT_IDLE,         /* ready and claimed by nobody */
    ACCOUNT_DOWN, /* broken: detection while idle, and repair, of nodes that are billed all the same
                   */
    ACCOUNT_ROUNDING, /* billed beyond the lease: granularity, minimum, unused commitment */
    GPU_ACCOUNTS,
    ACCOUNT_STORAGE = GPU_ACCOUNTS,
    ACCOUNT_EGRESS,
    ACCOUNT_NETWORK,
    ACCOUNT_ORCHESTRATION,
    ACCOUNT_API,
    ACCOUNTS
};

extern const char *const time_account_names[TIME_ACCOUNTS]; /* "queue" ... */
extern const char *const account_names[ACCOUNTS];           /* "useful" ... */

#endif
