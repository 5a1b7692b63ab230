/* Loads the tables in this order: gpus first, since the others name GPU types. */
#include "scenarios/catalog.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/catalog_table.h"
#include "scenarios/embedded.h"
#include "scenarios/speed.h"
#include "sim/bug.h"

/* ---- figures of a GPU type ---- */

struct figure_spec {
    const char *name;
    const char *unit;
    double factor; /* to the unit of struct gpu_type */
    size_t offset; /* of a double there; mig_slices, an int, is told by its unit */
    bool required;
};

#define FLOPS(p) (offsetof(struct gpu_type, flops) + (p) * sizeof(double))

static const struct figure_spec figure_specs[] = {
    {"memory", "GB", 1e9, offsetof(struct gpu_type, memory_bytes), true},
    {"bandwidth", "TB/s", 1e12, offsetof(struct gpu_type, bandwidth), true},
    {"fp32", "TFLOPS", 1e12, FLOPS(PRECISION_FP32), false},
    {"tf32", "TFLOPS", 1e12, FLOPS(PRECISION_TF32), false},
    {"bf16", "TFLOPS", 1e12, FLOPS(PRECISION_BF16), false},
    {"fp16", "TFLOPS", 1e12, FLOPS(PRECISION_FP16), false},
    {"fp8", "TFLOPS", 1e12, FLOPS(PRECISION_FP8), false},
    {"nvlink", "GB/s", 1e9, offsetof(struct gpu_type, nvlink_bandwidth), false},
    {"power", "W", 1, offsetof(struct gpu_type, power_watts), false},
    {"mig_slices", "slices", 1, offsetof(struct gpu_type, mig_slices), false},
};

enum { FIGURES = sizeof figure_specs / sizeof *figure_specs };

static const struct figure_spec *find_figure(const char *name)
{
    for (int i = 0; i < FIGURES; i++)
        if (strcmp(figure_specs[i].name, name) == 0)
            return &figure_specs[i];
    return NULL;
}

/* ---- checks of rows ---- */

static const char *check_figure(const void *row, const void *context, char *why, size_t size)
{
    (void)context;
    const struct figure_row *r = row;
    const struct figure_spec *spec = find_figure(r->figure);
    if (!spec) {
        int used = snprintf(why, size, "\"%s\" is no figure of a GPU. The figures are ", r->figure);
        for (int i = 0; i < FIGURES && used > 0 && (size_t)used < size; i++)
            used += snprintf(why + used, size - (size_t)used, "%s%s", figure_specs[i].name,
                             i + 1 < FIGURES ? ", " : ".");
        return "figure";
    }
    if (strcmp(r->unit, spec->unit) != 0) {
        snprintf(why, size, "The unit is \"%s\"; the figure %s is in %s.", r->unit, spec->name,
                 spec->unit);
        return "unit";
    }
    if (strcmp(r->unit, "slices") == 0 &&
        r->value != (double)(int)(r->value < 64 ? r->value : 64)) {
        snprintf(why, size, "The number of MIG slices is %g; it must be whole and at most 64.",
                 r->value);
        return "value";
    }
    return NULL;
}

static const char *check_price(const void *row, const void *context, char *why, size_t size)
{
    const struct price_row *r = row;
    if (!*r->gpu && !*r->listed_as) {
        snprintf(why, size,
                 "The row names no GPU. Give the exact GPU type in the column gpu or, where the "
                 "source does not say which, its name there in the column listed_as.");
        return "gpu";
    }
    if (*r->gpu && !catalog_gpu(context, r->gpu)) {
        catalog_gpu_unknown(context, r->gpu, why, size);
        return "gpu";
    }
    return NULL;
}

static const char *check_speed(const void *row, const void *context, char *why, size_t size)
{
    const struct speed_row *r = row;
    if (!catalog_gpu(context, r->gpu)) {
        catalog_gpu_unknown(context, r->gpu, why, size);
        return "gpu";
    }
    if (!(r->rate > 0)) {
        snprintf(why, size, "The rate is 0; it must be above 0.");
        return "rate";
    }
    struct speed_unit unit;
    struct status status = STATUS_INIT;
    if (speed_unit_parse(r->unit, &unit, &status)) {
        snprintf(why, size, "%s", status.message);
        return "unit";
    }
    return NULL;
}

/* ---- columns ---- */

#define TEXT(struct_name, column, member, required, key)                                           \
    {                                                                                              \
        column, COLUMN_TEXT, offsetof(struct struct_name, member), required, key                   \
    }

/* Every table ends with these. */
#define PROVENANCE(struct_name)                                                                    \
    TEXT(struct_name, "date", date, true, KEY_NO),                                                 \
        TEXT(struct_name, "source", source, true, KEY_NO),                                         \
        {"unverified", COLUMN_NAMES, offsetof(struct struct_name, unverified), false, KEY_NO},     \
        TEXT(struct_name, "note", note, false, KEY_NO)

static const struct column figure_columns[] = {
    TEXT(figure_row, "gpu", gpu, true, KEY_YES),
    TEXT(figure_row, "figure", figure, true, KEY_YES),
    {"value", COLUMN_NUMBER, offsetof(struct figure_row, value), true, KEY_NO},
    TEXT(figure_row, "unit", unit, true, KEY_NO),
    PROVENANCE(figure_row),
};

static const struct column price_columns[] = {
    TEXT(price_row, "provider", provider, true, KEY_YES),
    TEXT(price_row, "gpu", gpu, false, KEY_YES),
    TEXT(price_row, "listed_as", listed_as, false, KEY_IF_PREVIOUS_EMPTY),
    {"gpus", COLUMN_COUNT, offsetof(struct price_row, gpus), true, KEY_YES},
    {"price", COLUMN_DECIMAL, offsetof(struct price_row, price), true, KEY_NO},
    TEXT(price_row, "currency", currency, true, KEY_NO),
    TEXT(price_row, "tier", tier, true, KEY_YES),
    TEXT(price_row, "granularity", granularity, false, KEY_NO),
    PROVENANCE(price_row),
};

static const struct column speed_columns[] = {
    TEXT(speed_row, "class", class_name, true, KEY_YES),
    TEXT(speed_row, "model", model, true, KEY_YES),
    {"seq_len", COLUMN_LENGTH, offsetof(struct speed_row, seq_len), false, KEY_YES},
    {"gpus", COLUMN_COUNT, offsetof(struct speed_row, gpus), true, KEY_YES},
    TEXT(speed_row, "gpu", gpu, true, KEY_YES),
    {"precision", COLUMN_PRECISION, offsetof(struct speed_row, precision), false, KEY_YES},
    {"rate", COLUMN_NUMBER, offsetof(struct speed_row, rate), true, KEY_NO},
    TEXT(speed_row, "unit", unit, true, KEY_NO),
    PROVENANCE(speed_row),
};

static const struct column failure_columns[] = {
    TEXT(failure_report, "what", what, true, KEY_YES),
    TEXT(failure_report, "value", value, true, KEY_NO),
    TEXT(failure_report, "unit", unit, false, KEY_NO),
    TEXT(failure_report, "population", population, true, KEY_YES),
    PROVENANCE(failure_report),
};

static const struct column storage_columns[] = {
    TEXT(storage_row, "provider", provider, true, KEY_YES),
    TEXT(storage_row, "item", item, true, KEY_YES),
    TEXT(storage_row, "price", price, true, KEY_NO),
    TEXT(storage_row, "unit", unit, true, KEY_NO),
    PROVENANCE(storage_row),
};

#define COLUMNS(array) .columns = array, .column_count = sizeof array / sizeof *array

static const struct table_spec table_specs[CATALOG_TABLES] = {
    [CATALOG_GPUS] = {"gpus.csv", COLUMNS(figure_columns), .row_size = sizeof(struct figure_row),
                      .unique = true, .check = check_figure},
    [CATALOG_PRICES] = {"prices.csv", COLUMNS(price_columns), .row_size = sizeof(struct price_row),
                        .check = check_price},
    [CATALOG_SPEEDS] = {"speeds.csv", COLUMNS(speed_columns), .row_size = sizeof(struct speed_row),
                        .check = check_speed},
    [CATALOG_FAILURES] = {"failures.csv", COLUMNS(failure_columns),
                          .row_size = sizeof(struct failure_report)},
    [CATALOG_STORAGE] = {"storage_network.csv", COLUMNS(storage_columns),
                         .row_size = sizeof(struct storage_row)},
};

/* ---- files ---- */

const char *catalog_directory(void)
{
    const char *directory = getenv("FLEETWRIGHT_CATALOG");
    return directory && *directory ? directory : NULL;
}

static bool is_table_file(const char *name)
{
    for (int t = 0; t < CATALOG_TABLES; t++)
        if (strcmp(table_specs[t].file, name) == 0)
            return true;
    return false;
}

/* A CSV file whose name is none of the tables' would be passed over in silence: a mistyped name is
 * an error. Of several the first by name, whatever order the directory has. */
static int check_directory(const char *directory, struct status *status)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return status_set(status, STATUS_IO,
                          "The catalogue directory %s cannot be read: %s. It is named by "
                          "FLEETWRIGHT_CATALOG or an option; give a directory that exists.",
                          directory, strerror(errno));
    char wrong[256] = "";
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".csv") != 0 || is_table_file(entry->d_name))
            continue;
        if (!*wrong || strcmp(entry->d_name, wrong) < 0)
            snprintf(wrong, sizeof wrong, "%s", entry->d_name);
    }
    closedir(stream);
    if (!*wrong)
        return 0;
    return status_set(status, STATUS_INPUT,
                      "%s/%s is no table of the catalogue. The tables are gpus.csv, prices.csv, "
                      "speeds.csv, failures.csv and storage_network.csv.",
                      directory, wrong);
}

/* Reads the whole file into the arena; *text stays NULL if there is no such file. */
static int read_file(const char *path, char **text, size_t *size, struct arena *arena,
                     struct status *status)
{
    int code = 0;
    char *buffer = NULL;
    size_t capacity = 0, used = 0;
    *text = NULL;
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT)
        return 0;
    if (!file)
        return status_set(status, STATUS_IO, "%s cannot be opened: %s.", path, strerror(errno));
    for (size_t got = 1; got > 0; used += got) {
        void *grown = buffer;
        code = mem_grow(&grown, &capacity, used + 65536, 1, status);
        buffer = grown;
        if (code)
            goto out;
        got = fread(buffer + used, 1, capacity - used, file);
    }
    if (ferror(file)) {
        code = status_set(status, STATUS_IO, "%s cannot be read: %s.", path, strerror(errno));
        goto out;
    }
    *text = arena_alloc(arena, used + 1, 1, status);
    if (!*text) {
        code = STATUS_MEMORY;
        goto out;
    }
    memcpy(*text, buffer, used);
    *size = used;
out:
    mem_free(buffer);
    fclose(file);
    return code;
}

static const struct embedded_file *find_embedded(const char *name)
{
    for (size_t i = 0; i < embedded_file_count; i++)
        if (strcmp(embedded_files[i].name, name) == 0)
            return &embedded_files[i];
    return NULL;
}

static char *join_path(const char *directory, const char *name, struct arena *arena,
                       struct status *status)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = arena_alloc(arena, size, 1, status);
    if (path)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

/* The built-in table and the user's over it. */
static int load_table(struct catalog *catalog, enum catalog_table table, const char *directory,
                      struct table_rows *rows, struct status *status)
{
    const struct table_spec *spec = &table_specs[table];
    const struct embedded_file *embedded = find_embedded(spec->file);
    bug_assert(embedded);
    int code = table_read(spec, spec->file, embedded->text, embedded->size, catalog,
                          &catalog->arena, rows, status);
    if (code || !directory)
        return code;
    char *path = join_path(directory, spec->file, &catalog->arena, status);
    if (!path)
        return STATUS_MEMORY;
    char *text;
    size_t size;
    code = read_file(path, &text, &size, &catalog->arena, status);
    if (code || !text)
        return code;
    struct table_rows own, below = *rows;
    code = table_read(spec, path, text, size, catalog, &catalog->arena, &own, status);
    if (code)
        return code;
    return table_overlay(spec, &below, &own, &catalog->arena, rows, status);
}

/* ---- GPU types from figures ---- */

static void set_figure(struct gpu_type *gpu, const struct figure_row *row)
{
    const struct figure_spec *spec = find_figure(row->figure);
    if (spec->offset == offsetof(struct gpu_type, mig_slices))
        gpu->mig_slices = (int)row->value;
    else
        *(double *)((char *)gpu + spec->offset) = row->value * spec->factor;
}

/* The distinct sources of the type's figures, joined by "; ". */
static char *join_sources(const struct catalog *catalog, const char *gpu, struct arena *arena,
                          struct status *status)
{
    const struct figure_row *rows = catalog->figures;
    size_t size = 1;
    for (size_t i = 0; i < catalog->figure_count; i++)
        if (strcmp(rows[i].gpu, gpu) == 0)
            size += strlen(rows[i].source) + 2;
    char *text = arena_alloc(arena, size, 1, status);
    if (!text)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < catalog->figure_count; i++) {
        bool seen = strcmp(rows[i].gpu, gpu) != 0;
        for (size_t j = 0; j < i && !seen; j++)
            seen = strcmp(rows[j].gpu, gpu) == 0 && strcmp(rows[j].source, rows[i].source) == 0;
        if (!seen)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "",
                                     rows[i].source);
    }
    return text;
}

static int check_gpu(const struct gpu_type *gpu, struct status *status)
{
    for (int i = 0; i < FIGURES; i++) {
        const struct figure_spec *spec = &figure_specs[i];
        if (spec->required && !(*(const double *)((const char *)gpu + spec->offset) > 0))
            return status_set(status, STATUS_INPUT,
                              "gpus.csv: The GPU type %s lacks the figure %s. Every type needs a "
                              "row with it (in %s, above 0).",
                              gpu->name, spec->name, spec->unit);
    }
    for (int p = 0; p < PRECISIONS; p++)
        if (gpu_supports(gpu, (enum precision)p))
            return 0;
    return status_set(status, STATUS_INPUT,
                      "gpus.csv: The GPU type %s has no rate in any precision. It needs at least "
                      "one of the figures fp32, tf32, bf16, fp16, fp8.",
                      gpu->name);
}

static int build_gpus(struct catalog *catalog, struct status *status)
{
    struct gpu_type *gpus =
        arena_alloc(&catalog->arena, catalog->figure_count, sizeof *gpus, status);
    if (!gpus)
        return STATUS_MEMORY;
    catalog->gpus = gpus;
    for (size_t i = 0; i < catalog->figure_count; i++) {
        const struct figure_row *row = &catalog->figures[i];
        struct gpu_type *gpu = (struct gpu_type *)catalog_gpu(catalog, row->gpu);
        if (!gpu) {
            gpu = &gpus[catalog->gpu_count++];
            gpu->name = row->gpu;
            gpu->source = join_sources(catalog, row->gpu, &catalog->arena, status);
            if (!gpu->source)
                return STATUS_MEMORY;
        }
        set_figure(gpu, row);
    }
    for (size_t i = 0; i < catalog->gpu_count; i++) {
        int code = check_gpu(&gpus[i], status);
        if (code)
            return code;
    }
    return 0;
}

/* ---- the whole ---- */

static int load(struct catalog *catalog, const char *directory, struct status *status)
{
    struct table_rows rows;
    int code = directory ? check_directory(directory, status) : 0;
    if (!code)
        code = load_table(catalog, CATALOG_GPUS, directory, &rows, status);
    if (code)
        return code;
    catalog->figures = (const struct figure_row *)rows.rows;
    catalog->figure_count = rows.count;
    if ((code = build_gpus(catalog, status)) != 0)
        return code;
    if ((code = load_table(catalog, CATALOG_PRICES, directory, &rows, status)) != 0)
        return code;
    struct price_row *prices = (struct price_row *)rows.rows;
    for (size_t i = 0; i < rows.count; i++)
        prices[i].price_value = strtod(prices[i].price, NULL);
    catalog->prices = prices;
    catalog->price_count = rows.count;
    if ((code = load_table(catalog, CATALOG_SPEEDS, directory, &rows, status)) != 0)
        return code;
    catalog->speeds = (const struct speed_row *)rows.rows;
    catalog->speed_count = rows.count;
    if ((code = load_table(catalog, CATALOG_FAILURES, directory, &rows, status)) != 0)
        return code;
    catalog->failures = (const struct failure_report *)rows.rows;
    catalog->failure_count = rows.count;
    if ((code = load_table(catalog, CATALOG_STORAGE, directory, &rows, status)) != 0)
        return code;
    catalog->storage = (const struct storage_row *)rows.rows;
    catalog->storage_count = rows.count;
    return 0;
}

int catalog_load(struct catalog *catalog, const char *directory, struct status *status)
{
    *catalog = (struct catalog){0};
    int code = load(catalog, directory, status);
    if (code)
        catalog_free(catalog);
    return code;
}

void catalog_free(struct catalog *catalog)
{
    arena_free(&catalog->arena);
    *catalog = (struct catalog){0};
}

struct catalog_rows catalog_rows(const struct catalog *c, enum catalog_table table)
{
    const struct table_spec *spec = &table_specs[table];
    struct catalog_rows r = {NULL, 0, spec->row_size, spec->columns, spec->column_count};
    switch (table) {
    case CATALOG_GPUS:
        r.rows = c->figures, r.count = c->figure_count;
        break;
    case CATALOG_PRICES:
        r.rows = c->prices, r.count = c->price_count;
        break;
    case CATALOG_SPEEDS:
        r.rows = c->speeds, r.count = c->speed_count;
        break;
    case CATALOG_FAILURES:
        r.rows = c->failures, r.count = c->failure_count;
        break;
    case CATALOG_STORAGE:
        r.rows = c->storage, r.count = c->storage_count;
        break;
    case CATALOG_TABLES:
        break;
    }
    return r;
}
