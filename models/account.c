#include "models/account.h"

/* Columns of the trace and rows of reports are called by these names: renaming one breaks readers.
 */

const char *const time_account_names[TIME_ACCOUNTS] = {
    [TIME_QUEUE] = "queue",
    [TIME_CAPACITY] = "capacity",
    [TIME_PROVISIONING] = "provisioning",
    [TIME_STAGING] = "staging",
    [TIME_RESTORE] = "restore",
    [TIME_USEFUL] = "useful",
    [TIME_CHECKPOINT] = "checkpoint",
    [TIME_LOST] = "lost",
    [TIME_DETECT] = "detect",
    [TIME_HELD] = "held",
    [TIME_BACKOFF] = "backoff",
};

const char *const account_names[ACCOUNTS] = {
    [ACCOUNT_USEFUL] = "useful",
    [ACCOUNT_CHECKPOINT] = "checkpoint",
    [ACCOUNT_LOST] = "lost",
    [ACCOUNT_RESTORE] = "restore",
    [ACCOUNT_STAGING] = "staging",
    [ACCOUNT_DETECT] = "detect",
    [ACCOUNT_HELD] = "held",
    [ACCOUNT_PROVISIONING] = "provisioning",
    [ACCOUNT_IDLE] = "idle",
    [ACCOUNT_DOWN] = "down",
    [ACCOUNT_ROUNDING] = "rounding",
    [ACCOUNT_STORAGE] = "storage",
    [ACCOUNT_EGRESS] = "egress",
    [ACCOUNT_NETWORK] = "network",
    [ACCOUNT_ORCHESTRATION] = "orchestration",
    [ACCOUNT_API] = "api",
};
