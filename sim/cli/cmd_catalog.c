/* fleetwright catalog: the built-in figures (and the user's own on top), every one with its source.
 */
#include <stdio.h>
#include <string.h>

#include "scenarios/catalog.h"
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
    "Without an argument: the GPU types a scenario can name, one line each. 'gpus': every\n"
    "figure of them; 'prices' per GPU-hour; measured 'speeds'; 'failures'; 'storage' and\n"
    "network. --json and --csv print all columns, the text only the narrow ones and the\n"
    "source. The column 'unverified' names the columns that no retrieved source confirmed.\n"
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

static const struct listing_column gpus_columns[] = {
    {"gpu", false, true},        {"figure", false, true}, {"value", true, true},
    {"unit", false, true},       {"date", false, true},   {"source", false, true},
    {"unverified", false, true}, {"note", false, false},
};

static int list_gpus(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                     struct status *status)
{
    for (size_t i = 0; i < c->figure_count && !status->code; i++) {
        const struct figure_row *r = &c->figures[i];
        if (!passes(f, r->gpu))
            continue;
        listing_text(l, r->gpu, status);
        listing_text(l, r->figure, status);
        listing_number(l, r->value, status);
        listing_text(l, r->unit, status);
        listing_text(l, r->date, status);
        listing_text(l, r->source, status);
        listing_text(l, r->unverified, status);
        listing_text(l, r->note, status);
    }
    return status->code;
}

static const struct listing_column prices_columns[] = {
    {"provider", false, true}, {"gpu", false, true},         {"listed_as", false, true},
    {"gpus", true, true},      {"price", true, true},        {"currency", false, true},
    {"tier", false, true},     {"granularity", false, true}, {"date", false, true},
    {"source", false, true},   {"unverified", false, true},  {"note", false, false},
};

static int list_prices(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                       struct status *status)
{
    for (size_t i = 0; i < c->price_count && !status->code; i++) {
        const struct price_row *r = &c->prices[i];
        if (!passes(f, r->gpu))
            continue;
        listing_text(l, r->provider, status);
        listing_text(l, r->gpu, status);
        listing_text(l, r->listed_as, status);
        listing_integer(l, r->gpus, status);
        listing_text(l, r->price, status);
        listing_text(l, r->currency, status);
        listing_text(l, r->tier, status);
        listing_text(l, r->granularity, status);
        listing_text(l, r->date, status);
        listing_text(l, r->source, status);
        listing_text(l, r->unverified, status);
        listing_text(l, r->note, status);
    }
    return status->code;
}

static const struct listing_column speeds_columns[] = {
    {"class", false, true},  {"model", false, true},      {"seq_len", true, true},
    {"gpus", true, true},    {"gpu", false, true},        {"precision", false, true},
    {"rate", true, true},    {"unit", false, true},       {"date", false, true},
    {"source", false, true}, {"unverified", false, true}, {"note", false, false},
};

static int list_speeds(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                       struct status *status)
{
    for (size_t i = 0; i < c->speed_count && !status->code; i++) {
        const struct speed_row *r = &c->speeds[i];
        if (!passes(f, r->gpu))
            continue;
        bool stated = r->precision != SPEED_PRECISION_NOT_STATED;
        listing_text(l, r->class_name, status);
        listing_text(l, r->model, status);
        r->seq_len ? listing_integer(l, r->seq_len, status) : listing_text(l, "", status);
        listing_integer(l, r->gpus, status);
        listing_text(l, r->gpu, status);
        listing_text(l, stated ? precision_names[r->precision] : "", status);
        listing_number(l, r->rate, status);
        listing_text(l, r->unit, status);
        listing_text(l, r->date, status);
        listing_text(l, r->source, status);
        listing_text(l, r->unverified, status);
        listing_text(l, r->note, status);
    }
    return status->code;
}

static const struct listing_column failures_columns[] = {
    {"what", false, true},       {"value", false, true}, {"unit", false, true},
    {"population", false, true}, {"date", false, true},  {"source", false, true},
    {"unverified", false, true}, {"note", false, false},
};

static int list_failures(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                         struct status *status)
{
    (void)f;
    for (size_t i = 0; i < c->failure_count && !status->code; i++) {
        const struct failure_report *r = &c->failures[i];
        const char *cells[] = {r->what, r->value,  r->unit,       r->population,
                               r->date, r->source, r->unverified, r->note};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            listing_text(l, cells[k], status);
    }
    return status->code;
}

static const struct listing_column storage_columns[] = {
    {"provider", false, true},   {"item", false, true},  {"price", false, true},
    {"unit", false, true},       {"date", false, true},  {"source", false, true},
    {"unverified", false, true}, {"note", false, false},
};

static int list_storage(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                        struct status *status)
{
    (void)f;
    for (size_t i = 0; i < c->storage_count && !status->code; i++) {
        const struct storage_row *r = &c->storage[i];
        const char *cells[] = {r->provider, r->item,   r->price,      r->unit,
                               r->date,     r->source, r->unverified, r->note};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            listing_text(l, cells[k], status);
    }
    return status->code;
}

/* In the order of catalog_topics, then the overview. by_gpu: --gpu has a meaning. */
static const struct topic {
    const struct listing_column *columns;
    int column_count;
    bool by_gpu;
    int (*list)(struct listing *l, const struct catalog *c, const struct gpu_filter *f,
                struct status *status);
} topics[] = {
#define COLUMNS(columns) columns, (int)(sizeof(columns) / sizeof *(columns))
    {COLUMNS(gpus_columns), true, list_gpus},
    {COLUMNS(prices_columns), true, list_prices},
    {COLUMNS(speeds_columns), true, list_speeds},
    {COLUMNS(failures_columns), false, list_failures},
    {COLUMNS(storage_columns), false, list_storage},
    {COLUMNS(overview_columns), true, list_overview},
#undef COLUMNS
};

static const struct topic *find_topic(const struct arguments *a, struct status *status)
{
    size_t i = 0;
    if (a->operand_count == 0) {
        while (catalog_topics[i])
            i++;
        return &topics[i];
    }
    for (; catalog_topics[i]; i++)
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

int cmd_catalog(struct cli *cli, const struct arguments *arguments)
{
    struct status status = STATUS_INIT;
    struct catalog catalog = {0};
    struct listing listing = {0};
    struct gpu_filter filter;
    enum listing_format format;
    int code = EXIT_STATUS_DONE;
    const struct topic *topic = read_arguments(arguments, &format, &status);
    if (!topic)
        return message_usage(cli, &status);
    listing_init(&listing, topic->columns, topic->column_count);
    if (catalog_load(&catalog, catalog_directory(), &status) != 0 ||
        filter_init(&filter, &catalog, arguments->values[OPTION_GPU], &status) != 0 ||
        topic->list(&listing, &catalog, &filter, &status) != 0)
        code = message_status(cli, &status);
    else
        listing_write(&listing, format, &cli->out);
    if (code == EXIT_STATUS_DONE && listing.count == 0)
        message_note(cli, "The catalogue has no such rows of these GPUs.");
    listing_free(&listing);
    catalog_free(&catalog);
    return code;
}
