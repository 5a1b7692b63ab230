/* Buffers of trace rows: filled one row at a time, handed on in chunks. */
#include "models/trace.h"

#include <string.h>

#include "sim/bug.h"
#include "sim/memory.h"

void trace_init(struct trace *trace, struct trace_sink sink, uint32_t wanted)
{
    memset(trace, 0, sizeof *trace);
    trace->sink = sink;
    trace->wanted = wanted;
}

void trace_free(struct trace *trace)
{
    for (int table = 0; table < TRACE_TABLES; ++table)
        mem_free(trace->buffers[table]);
    memset(trace, 0, sizeof *trace);
}

static int hand_on(struct trace *trace, enum trace_table table, struct status *status)
{
    size_t count = trace->counts[table];
    if (count == 0)
        return 0;
    trace->counts[table] = 0;
    return trace->sink.rows(trace->sink.context, table, trace->buffers[table], count, status);
}

/* A full buffer is handed on when the next row is asked for: only then is its last row complete. */
void *trace_row(struct trace *trace, enum trace_table table, struct status *status)
{
    size_t size = trace_tables[table].row_size;
    bug_assert(trace_wants(trace, table));
    if (trace->buffers[table] == NULL) {
        trace->buffers[table] = mem_alloc(TRACE_CHUNK, size, status);
        if (trace->buffers[table] == NULL)
            return NULL;
    } else if (trace->counts[table] == TRACE_CHUNK) {
        if (hand_on(trace, table, status) != 0)
            return NULL;
    }
    void *row = (char *)trace->buffers[table] + trace->counts[table] * size;
    memset(row, 0, size);
    ++trace->counts[table];
    ++trace->total[table];
    return row;
}

int trace_flush(struct trace *trace, struct status *status)
{
    for (int table = 0; table < TRACE_TABLES; ++table) {
        int code = hand_on(trace, (enum trace_table)table, status);
        if (code != 0)
            return code;
    }
    return 0;
}
