/* Control variates: quantities of the same replication whose mean is known to be 0, such as
 * "realised mean run time minus its law's mean". The part of a value's scatter that they explain is
 * taken out by linear regression over replications (Lavenberg and Welch, Management Science 27,
 * 1981), which makes the interval of a queue in heavy traffic ten to fifty times narrower. The
 * interval is the regression's: Student's t with n - controls - 1 degrees of freedom.
 *
 * A control that does not have mean 0 would betray a wrong simulator and at the same time hide it
 * from the value. So control_check also demands that 0 lies in the 99.99 % interval of every
 * control, and the exact value in the plain interval of the values, without controls. */
#ifndef FLEETWRIGHT_TESTS_VERIFY_CONTROL_H
#define FLEETWRIGHT_TESTS_VERIFY_CONTROL_H

#include "tests/verify/verify.h"

enum { CONTROLS_MAX = 48 };

struct controls {
    struct verify_values of[CONTROLS_MAX]; /* values by replication */
    int count;
};

void controls_add(struct controls *controls, int control, double value);
void controls_free(struct controls *controls);

/* Checks a case as verify_check does, with the controls, and the controls themselves. */
void control_check(const struct verify_case *c, const struct verify_values *values,
                   const struct controls *controls);

#endif
