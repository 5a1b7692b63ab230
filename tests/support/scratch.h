/* A folder of its own for every test that writes files: Criterion runs the tests of a program side
 * by side. Use as TestSuite(name, .init = scratch_enter). */
#ifndef FLEETWRIGHT_TESTS_SUPPORT_SCRATCH_H
#define FLEETWRIGHT_TESTS_SUPPORT_SCRATCH_H

/* Makes a new folder below the present one and enters it. */
void scratch_enter(void);

#endif
