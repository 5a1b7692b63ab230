/* See tee.h. */
#include "analysis/tee.h"

static int hand_on(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    const struct tee *tee = context;
    for (int i = 0; i < tee->count; ++i) {
        int code = tee->sinks[i].rows(tee->sinks[i].context, table, rows, count, status);
        if (code != 0)
            return code;
    }
    return 0;
}

struct trace_sink tee_sink(struct tee *tee)
{
    return (struct trace_sink){tee, hand_on};
}
