/* fleetwright catalog: the built-in figures (and the user's own on top), every one with its source.
 */
#include <stdio.h>
#include <string.h>

#include "scenarios/catalog.h"
#include "scenarios/catalog_table.h"
#include "sim/cli/cmd.h"
#include "sim/cli/listing.h"
#include "sim/cli/messages.h"

const char *const catalog_topics[] = {"gpus", "prices", "speeds", "failures", "storage", NULL};

const struct option_spec catalog_options[] = {
    {"gpu", 'g', OPTION_GPU, "NAME", false, NULL,
     "only rows of these GPUs: a full name, or words of it such as 'h100 sxm'"},
    {"json", 0, OPTION_JSON, NULL, false, NULL, "print an array of JSON objects"},
    {"csv", 0, OPTION_CSV, NULL, false, NULL, "print CSV with a header line"},
    {0},
};

const char catalog_details[] =
    "Without an argument: the GPU types a scenario can name, one line each, without dates and\n"
    "sources; those are in the tables: 'gpus', every figure of the types; 'prices' per\n"
    "GPU-hour; measured 'speeds'; 'failures'; 'storage' and network. --json and --csv print\n"
    "all columns, the text only the narrow ones and the source. The column 'unverified' names\n"
    "the columns that no retrieved source confirmed.\n"
    "\n"
    "FLEETWRIGHT_CATALOG may name a directory with CSV files of your own, whose rows replace\n"
    "those with the same key and add new ones.\n";

/* The SKUs --gpu stands for; count 0 = all GPUs. */
struct gpu_filter {
    const struct gpu_type *gpus[32];
    size_t count;
};

static bool passes(const struct gpu_filter *f, const char *gpu)
{
    for (size_t i = 0; i < f->count; i++)
        if (!strcmp(f->gpus[i]->name, gpu))
            return true;
    return f->count == 0;
}

static int filter_init(struct gpu_filter *f, const struct catalog *catalog, const char *name,
                       struct status *status)
{
    enum { MOST = sizeof f->gpus / sizeof *f->gpus };
    char sentence[768];
    *f = (struct gpu_filter){0};
    if (!name)
        return 0;
    const struct gpu_type *exact = catalog_gpu(catalog, name);
    if (exact) {
        f->gpus[f->count++] = exact;
        return 0;
    }
    f->count = catalog_gpu_like(catalog, name, f->gpus, MOST);
    if (f->count > MOST)
        return status_set(status, STATUS_INPUT,
                          "'%s' fits %zu GPU types, more than the %d that can be shown.", name,
                          f->count, (int)MOST);
    if (f->count == 0)
        return status_set(status, STATUS_INPUT, "%s",
                          catalog_gpu_unknown(catalog, name, sentence, sizeof sentence));
    return 0;
}

/* ---- GPU types, one line each ---- */

static const struct listing_column overview_columns[] = {
    {"gpu", false, true},        {"memory_GB", true, true},   {"bandwidth_GB_s", true, true},
    {"fp32_TFLOPS", true, true}, {"tf32_TFLOPS", true, true}, {"bf16_TFLOPS", true, true},
    {"fp16_TFLOPS", true, true}, {"fp8_TFLOPS", true, true},  {"nvlink_GB_s", true, true},
    {"power_W", true, true},     {"mig", true, true},         {"unverified", false, true},
    {"source", false, false},
};

/* A figure the GPU does not have is blank. */
static int figure(struct listing *l, double value, double unit, struct status *status)
{
    return value > 0 ? listing_number(l, value / unit, status) : listing_text(l, "", status);
}

/* The names of the GPU's figures that no source confirmed. */
static int unverified_figures(struct listing *l, const struct catalog *c, const char *gpu,
                              struct status *status)
{
    char names[256];
    size_t used = 0;
    names[0] = 0;
    for (size_t i = 0; i < c->figure_count; i++) {
        const struct figure_row *r = &c->figures[i];
        if (!strcmp(r->gpu, gpu) && catalog_unverified(r->unverified, "value") &&
            used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "",
                                     r->figure);
    }
    return listing_text(l, names, status);
}

static int list_overview(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                         struct status *status)
{
    for (size_t i = 0; i < c->gpu_count && !status->code; i++) {
        const struct gpu_type *g = &c->gpus[i];
        if (!passes(f, g->name))
            continue;
        listing_text(l, g->name, status);
        figure(l, g->memory_bytes, 1e9, status);
        figure(l, g->bandwidth, 1e9, status);
        for (int p = 0; p < PRECISIONS; p++)
            figure(l, g->flops[p], 1e12, status);
        figure(l, g->nvlink_bandwidth, 1e9, status);
        figure(l, g->power_watts, 1, status);
        figure(l, g->mig_slices, 1, status);
        unverified_figures(l, c, g->name, status);
        listing_text(l, g->source, status);
    }
    return status->code;
}

/* ---- the tables as they are ---- */

static int list_cell(struct listing *l, const struct column *column, const void *row,
                     struct status *status)
{
    const void *at = (const char *)row + column->offset;
    int64_t length;
    int precision;
    switch (column->kind) {
    case COLUMN_NUMBER:
        return listing_number(l, *(const double *)at, status);
    case COLUMN_COUNT:
        return listing_integer(l, *(const int64_t *)at, status);
    case COLUMN_LENGTH:
        length = *(const int64_t *)at;
        return length ? listing_integer(l, length, status) : listing_text(l, "", status);
    case COLUMN_PRECISION:
        precision = *(const int *)at;
        return listing_text(
            l, precision == SPEED_PRECISION_NOT_STATED ? "" : precision_names[precision], status);
    case COLUMN_TEXT:
    case COLUMN_NAMES:
    case COLUMN_DECIMAL:
        break;
    }
    return listing_text(l, *(const char *const *)at, status);
}

static const char *gpu_of(const struct catalog_rows *table, const void *row)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, "gpu"))
            return *(const char *const *)((const char *)row + table->columns[i].offset);
    return "";
}

static int list_table(struct listing *l, const struct catalog_rows *table,
                      const struct gpu_filter *f, struct status *status)
{
    for (size_t i = 0; i < table->count && !status->code; i++) {
        const void *row = (const char *)table->rows + i * table->row_size;
        if (!passes(f, gpu_of(table, row)))
            continue;
        for (size_t k = 0; k < table->column_count; k++)
            list_cell(l, &table->columns[k], row, status);
    }
    return status->code;
}

/* Notes are too wide for a text. */
static int describe_columns(const struct catalog_rows *table, struct listing_column *columns)
{
    for (size_t i = 0; i < table->column_count; i++) {
        enum column_kind kind = table->columns[i].kind;
        columns[i] = (struct listing_column){
            .name = table->columns[i].name,
            .number = kind == COLUMN_NUMBER || kind == COLUMN_DECIMAL || kind == COLUMN_COUNT ||
                      kind == COLUMN_LENGTH,
            .in_text = strcmp(table->columns[i].name, "note") != 0,
        };
    }
    return (int)table->column_count;
}

/* ---- the command ---- */

/* In the order of catalog_topics. by_gpu: --gpu has a meaning. */
static const struct topic {
    enum catalog_table table;
    bool by_gpu;
} topics[] = {
    {CATALOG_GPUS, true},      {CATALOG_PRICES, true},   {CATALOG_SPEEDS, true},
    {CATALOG_FAILURES, false}, {CATALOG_STORAGE, false},
};

static const struct topic overview = {CATALOG_TABLES, true};

static const struct topic *find_topic(const struct arguments *a, struct status *status)
{
    if (a->operand_count == 0)
        return &overview;
    for (size_t i = 0; catalog_topics[i]; i++)
        if (!strcmp(catalog_topics[i], a->operands[0]))
            return &topics[i];
    const char *nearest = nearest_choice(a->operands[0], catalog_topics);
    status_set(
        status, STATUS_INPUT,
        "The catalogue has no '%s'%s%s%s. It has gpus, prices, speeds, failures and storage.",
        a->operands[0], nearest ? " (did you mean '" : "", nearest ? nearest : "",
        nearest ? "'?)" : "");
    return NULL;
}

static const struct topic *read_arguments(const struct arguments *a, enum listing_format *format,
                                          struct status *status)
{
    const struct topic *topic = find_topic(a, status);
    if (!topic)
        return NULL;
    if (a->values[OPTION_JSON] && a->values[OPTION_CSV]) {
        status_set(status, STATUS_INPUT, "Options '--json' and '--csv' exclude each other.");
        return NULL;
    }
    if (a->values[OPTION_GPU] && !topic->by_gpu) {
        status_set(status, STATUS_INPUT,
                   "Option '--gpu' has no meaning for '%s', which is not by GPU.", a->operands[0]);
        return NULL;
    }
    *format = a->values[OPTION_JSON]  ? LISTING_JSON
              : a->values[OPTION_CSV] ? LISTING_CSV
                                      : LISTING_TEXT;
    return topic;
}

/* What the topic shows, in the listing. columns: their room. */
static int fill(struct listing *l, const struct topic *topic, const struct catalog *catalog,
                const char *gpu, struct listing_column *columns, struct status *status)
{
    struct gpu_filter filter;
    if (filter_init(&filter, catalog, gpu, status) != 0)
        return status->code;
    if (topic == &overview) {
        listing_init(l, overview_columns, sizeof overview_columns / sizeof *overview_columns);
        return list_overview(l, catalog, &filter, status);
    }
    struct catalog_rows table = catalog_rows(catalog, topic->table);
    listing_init(l, columns, describe_columns(&table, columns));
    return list_table(l, &table, &filter, status);
}

int cmd_catalog(struct cli *cli, const struct arguments *arguments)
{
    struct status status = STATUS_INIT;
    struct catalog catalog = {0};
    struct listing listing = {0};
    struct listing_column columns[LISTING_COLUMNS_MAX];
    enum listing_format format;
    int code = EXIT_STATUS_DONE;
    const struct topic *topic = read_arguments(arguments, &format, &status);
    if (!topic)
        return message_usage(cli, &status);
    if (catalog_load(&catalog, catalog_directory(), &status) != 0 ||
        fill(&listing, topic, &catalog, arguments->values[OPTION_GPU], columns, &status) != 0)
        code = message_status(cli, &status);
    else
        listing_write(&listing, format, &cli->out);
    if (code == EXIT_STATUS_DONE && topic == &overview && format == LISTING_TEXT &&
        listing.count > 0)
        fputs("\nDates and sources: fleetwright catalog gpus. Also: prices, speeds, failures, "
              "storage.\n",
              cli->out.stream);
    if (code == EXIT_STATUS_DONE && listing.count == 0)
        message_note(cli, "The catalogue has no such rows of these GPUs.");
    listing_free(&listing);
    catalog_free(&catalog);
    return code;
}
