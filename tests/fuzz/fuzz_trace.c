/* Fuzzes the reader of traces: any bytes give a trace or a message. Start it from files that
 * 'fleetwright run' has written. */
#include <stddef.h>
#include <stdint.h>

#include "analysis/reader.h"
#include "analysis/results.h"
#include "analysis/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* HDF5 itself leaks when it gives up on damaged headers. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5\n";
}

static int swallow(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    (void)context, (void)table, (void)rows, (void)count, (void)status;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct status status = STATUS_INIT;
    struct reader *reader = NULL;
    struct results results = {0};
    struct text text = {0};
    int code = reader_open_image(&reader, bytes, size, "input", &status);
    if (code == 0)
        code = reader_all(reader, (1u << TRACE_TABLES) - 1, (struct trace_sink){NULL, swallow},
                          &status);
    if (code == 0)
        code = results_read(&results, reader, &status);
    if (code == 0)
        summary_human(&results, &(struct summary_options){0}, &text, &status);
    if (code == 0)
        summary_json(&results, &(struct summary_options){0}, &text, &status);
    text_free(&text);
    results_free(&results);
    reader_close(&reader);
    return 0;
}
