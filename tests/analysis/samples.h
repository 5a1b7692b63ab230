/* Rows made by hand or by a seeded generator, and small trace files, for the tests of analysis. */
#ifndef FLEETWRIGHT_TESTS_ANALYSIS_SAMPLES_H
#define FLEETWRIGHT_TESTS_ANALYSIS_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/store.h"
#include "models/trace.h"

enum { SAMPLE_POOLS = 2, SAMPLE_CLASSES = 2 };

/* Names, two pools (1 and 2.5 USD per GPU-hour) and two classes (units "epochs" and "s"). */
void sample_describe(struct trace_sink sink);

/* Row i of a table, every column different and in range; the row struct's padding is zero. */
void sample_row(enum trace_table table, size_t i, void *row);

/* count rows of a table as one array, from malloc. */
void *sample_rows(enum trace_table table, size_t count);

/* A plan that asks for all tables. */
struct plan sample_plan(int compression);

/* Writes a trace of count rows in every table but those that describe; or in those of a mask. */
void sample_write(const char *path, int compression, size_t count);
void sample_write_tables(const char *path, int compression, size_t count, uint32_t tables);

/* A whole file, from malloc. */
unsigned char *sample_bytes(const char *path, size_t *size);

#endif
