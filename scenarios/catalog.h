/* The catalogue: GPU types, prices, measured speeds, failure and storage figures, each with its
 * date and source.
 *
 * The tables are scenarios/catalog/ (docs/catalog.md), compiled into the program. A user's
 * directory with files of the same names replaces rows by their key and adds new ones. The
 * catalogue is read-only once loaded.
 *
 * Every row says in `unverified` which of its columns no retrieved source confirmed (names
 * separated by spaces, "" = none): whoever shows a figure shows that too. No text is ever NULL; ""
 * = not stated. */
#ifndef FLEETWRIGHT_SCENARIOS_CATALOG_H
#define FLEETWRIGHT_SCENARIOS_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/gpu.h"
#include "sim/memory.h"
#include "sim/status.h"

/* gpus.csv: one figure of one GPU type. Key: gpu, figure. struct gpu_type is made of these. */
struct figure_row {
    const char *gpu;    /* exact SKU */
    const char *figure; /* "memory", "bandwidth", "bf16" ...: docs/catalog.md */
    double value;
    const char *unit; /* the one unit this figure has */
    const char *date, *source, *unverified, *note;
};

/* prices.csv. Key: provider, gpu (where that is empty, listed_as), gpus, tier; one key may have
 * rows of several dates. */
struct price_row {
    const char *provider;
    const char
        *gpu; /* exact SKU; "" where the source does not say which variant, or none of ours */
    const char *listed_as; /* the GPU's name in the source */
    int64_t gpus;          /* in one offer (an instance); the price is per GPU all the same */
    const char *price;     /* per GPU-hour, the decimal as written: the exact value */
    double price_value;    /* the same, for arithmetic that may round */
    const char *currency;
    const char *tier; /* "on_demand", "spot", "block", "marketplace" */
    const char *granularity;
    const char *date, *source, *unverified, *note;
};

enum { SPEED_PRECISION_NOT_STATED = -1 };

/* speeds.csv: one measured rate. Key: class, model, seq_len, gpus, gpu, precision. */
struct speed_row {
    const char *class_name; /* of workload, "finetune_transformer" */
    const char *model;
    int64_t seq_len;  /* tokens; 0 = not stated */
    int64_t gpus;     /* the gang it was measured on */
    const char *gpu;  /* exact SKU */
    int precision;    /* enum precision, or SPEED_PRECISION_NOT_STATED */
    double rate;      /* > 0 */
    const char *unit; /* "tokens/s/GPU", "h/epoch" ...: scenarios/speed.h reads it */
    const char *date, *source, *unverified, *note;
};

/* failures.csv: what is known of failures, detection, repair and waits. Reference for whoever
 * writes a scenario; nothing is computed from it. Key: what, population. */
struct failure_report {
    const char *what, *value, *unit, *population;
    const char *date, *source, *unverified, *note;
};

/* storage_network.csv: storage, traffic and billing terms. Reference, as above. Key: provider,
 * item. */
struct storage_row {
    const char *provider, *item, *price, *unit;
    const char *date, *source, *unverified, *note;
};

struct catalog {
    const struct gpu_type *gpus; /* in the order of gpus.csv, a user's own at the end */
    size_t gpu_count;
    const struct figure_row *figures;
    size_t figure_count;
    const struct price_row *prices;
    size_t price_count;
    const struct speed_row *speeds;
    size_t speed_count;
    const struct failure_report *failures;
    size_t failure_count;
    const struct storage_row *storage;
    size_t storage_count;
    struct arena arena; /* owns all of the above */
};

enum catalog_table {
    CATALOG_GPUS, /* struct figure_row */
    CATALOG_PRICES,
    CATALOG_SPEEDS,
    CATALOG_FAILURES,
    CATALOG_STORAGE,
    CATALOG_TABLES
};

/* A table's rows and what describes them, for whoever shows them all alike. */
struct catalog_rows {
    const void *rows; /* of the catalogue */
    size_t count, row_size;
    const struct column *columns; /* scenarios/catalog_table.h */
    size_t column_count;
};
struct catalog_rows catalog_rows(const struct catalog *catalog, enum catalog_table table);

/* Where a user's own figures are: the environment variable FLEETWRIGHT_CATALOG, or NULL. */
const char *catalog_directory(void);

/* Loads the compiled-in tables and, on top, the *.csv of the directory (NULL = none). Errors name
 * file, line and column. catalog_free is legal after a failed load, and twice. */
int catalog_load(struct catalog *catalog, const char *directory, struct status *status);
void catalog_free(struct catalog *catalog);

/* The GPU type of exactly this name, NULL if there is none. It lives as long as the catalogue: a
 * plan keeps catalog_gpu_copy instead. */
const struct gpu_type *catalog_gpu(const struct catalog *catalog, const char *name);

/* A copy of the type and of its texts in the arena; NULL on failure (memory). */
const struct gpu_type *catalog_gpu_copy(const struct gpu_type *gpu, struct arena *arena,
                                        struct status *status);

/* The SKUs a loose name may mean, in catalogue order: case, '-', '_' and blanks do not count
 * ("a100", "H100 SXM", "l40s"), a name that holds all of the text's words fits. Writes at most size
 * pointers and returns how many there are. A text that fits nothing gives 0. */
size_t catalog_gpu_like(const struct catalog *catalog, const char *text,
                        const struct gpu_type **found, size_t size);

/* Writes the sentence for a GPU name that is not in the catalogue: what it may have meant, or all
 * names. Returns text. */
char *catalog_gpu_unknown(const struct catalog *catalog, const char *name, char *text, size_t size);

/* Whether the row's `unverified` names the column. */
bool catalog_unverified(const char *unverified, const char *column);

#endif
