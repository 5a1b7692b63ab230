/* One sink that hands rows on to several. */
#ifndef FLEETWRIGHT_ANALYSIS_TEE_H
#define FLEETWRIGHT_ANALYSIS_TEE_H

#include "models/trace.h"

enum { TEE_MAX = 4 };

struct tee {
    struct trace_sink sinks[TEE_MAX];
    int count;
};

/* A sink that gives every chunk to each of tee->sinks in order and stops at the first failure. The
 * tee must outlive the sink. */
struct trace_sink tee_sink(struct tee *tee);

#endif
