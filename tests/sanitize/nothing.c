/* Must fail: no test at all, for which Criterion exits 0. */
#include <criterion/criterion.h>

TestSuite(nothing);
