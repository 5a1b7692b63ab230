/* Outcome of a call that can fail for a reason outside the program.
 *
 * Functions return 0 or one of the negative codes below and write a complete, user-readable
 * sentence into the caller's struct status (always the last argument). The first failure wins: a
 * later status_set on a status that already holds one keeps the first. Bugs are not errors: see
 * sim/bug.h. */
#ifndef FLEETWRIGHT_SIM_STATUS_H
#define FLEETWRIGHT_SIM_STATUS_H

enum status_code {
    STATUS_OK = 0,
    STATUS_INPUT = -1,    /* the user's mistake: exit status 2 */
    STATUS_MEMORY = -2,   /* out of memory */
    STATUS_IO = -3,       /* a file could not be read or written */
    STATUS_OVERFLOW = -4, /* a quantity left the range of its type */
    STATUS_RUNAWAY = -5,  /* the simulation does not advance */
    STATUS_IDENTITY = -6  /* an accounting identity does not hold: our fault */
};

struct status {
    int code;           /* enum status_code */
    char message[1024]; /* one or more sentences, no trailing newline; "" while code is 0 */
};

#define STATUS_INIT ((struct status){0})

/* Records the failure (unless one is recorded already) and returns the recorded code. status may be
 * NULL. */
int status_set(struct status *status, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
