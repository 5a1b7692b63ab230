#include "scenarios/resolve_speed.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/speed.h"

bool refusal_write(struct refusal *refusal, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(refusal->text, sizeof refusal->text, format, list);
    va_end(list);
    return false;
}

static bool half_precision(enum precision p)
{
    return p == PRECISION_BF16 || p == PRECISION_FP16;
}

static const struct speed_entry *table_entry(const struct speed_draft *speed, const char *gpu,
                                             enum precision precision)
{
    const struct speed_entry *entries = speed->table.items;
    for (size_t i = 0; i < speed->table.count; i++)
        if (entries[i].precision == precision && strcmp(entries[i].gpu, gpu) == 0)
            return &entries[i];
    return NULL;
}

/* The job's own speed on the GPU: at the GPU's precision, at its equal (bf16, fp16), or for fp8 at
 * one of these: a software stack without fp8 computes in them. */
static const struct speed_entry *own_speed(const struct class_draft *class,
                                           const struct gpu_type *gpu)
{
    enum precision precision = gpu_precision(gpu, (enum precision) class->precision);
    const struct speed_entry *entry = table_entry(&class->speed, gpu->name, precision);
    if (!entry && (half_precision(precision) || precision == PRECISION_FP8))
        entry = table_entry(&class->speed, gpu->name, PRECISION_BF16);
    if (!entry && (half_precision(precision) || precision == PRECISION_FP8))
        entry = table_entry(&class->speed, gpu->name, PRECISION_FP16);
    return entry;
}

static bool speed_by_table(const struct class_draft *class, const struct speed_entry *entry,
                           struct option *option)
{
    option->source = SPEED_JOB_TABLE;
    option->precision = entry->precision;
    option->seconds_per_unit = entry->rate.seconds_per_unit;
    if (entry->rate.per_gpu)
        option->seconds_per_unit /= (double)class->spec.gpus * class->speed.efficiency;
    return true;
}

/* The sentence of the status as a part of a sentence. */
static bool refuse_with(struct decoder *d, struct refusal *refusal, const struct status *status)
{
    if (status->code != STATUS_INPUT)
        status_set(d->status, status->code, "%s", status->message);
    int length = (int)strlen(status->message);
    if (length > 0 && status->message[length - 1] == '.')
        length--;
    return refusal_write(refusal, "%.*s", length, status->message);
}

static bool speed_by_catalog(struct decoder *d, const struct class_draft *class,
                             const struct pool_spec *pool, struct option *option,
                             struct refusal *refusal)
{
    struct speed_answer answer;
    struct status status = STATUS_INIT;
    struct speed_query query = {
        .class_name = class->speed.catalog.class_name,
        .model = class->speed.catalog.model,
        .seq_len = class->speed.catalog.seq_len,
        .gpu = pool->gpu,
        .wanted = (enum precision) class->precision,
        .gpus = class->spec.gpus,
        .efficiency = class->speed.efficiency,
        .work = class->work.unit,
    };
    if (speed_from_catalog(d->catalog, &query, &answer, &status))
        return refuse_with(d, refusal, &status);
    option->source = SPEED_CATALOG;
    option->precision = answer.precision;
    option->seconds_per_unit = answer.seconds_per_unit;
    if (answer.note[0])
        decoder_note(d, "Class %s on pool %s: %s", class->spec.name, pool->name, answer.note);
    return true;
}

/* without: why the catalogue, if it was asked, has no speed. */
static void note_roofline(struct decoder *d, const struct class_draft *class,
                          const struct pool_spec *pool, const struct roofline *roofline,
                          const struct refusal *without)
{
    const struct roofline_draft *from = &class->speed.roofline;
    char utilisation[64] = "";
    bool links = from->work.comm_bytes > 0 && class->spec.gpus > pool->gpus_per_node;
    if (roofline->bound == BOUND_COMPUTE)
        snprintf(utilisation, sizeof utilisation, " at %.6g %% of the peak",
                 from->utilisation * 100);
    decoder_note(d, "Class %s on pool %s: the speed is an estimate, bound by %s%s.%s%s%s%s",
                 class->spec.name, pool->name, speed_bound_names[roofline->bound], utilisation,
                 links ? " The links between nodes are taken to be as fast as NVLink." : "",
                 *without->text ? " " : "", without->text, *without->text ? "." : "");
}

static bool speed_by_roofline(struct decoder *d, const struct class_draft *class,
                              const struct pool_spec *pool, struct option *option,
                              struct refusal *refusal)
{
    const struct roofline_draft *from = &class->speed.roofline;
    struct roofline roofline;
    struct status status = STATUS_INIT;
    struct roofline_machine machine = {
        .gpu = pool->gpu,
        .precision = gpu_precision(pool->gpu, (enum precision) class->precision),
        .gpus = class->spec.gpus,
        .compute_efficiency = from->utilisation,
    };
    if (speed_roofline(&from->work, &machine, &roofline, &status))
        return refuse_with(d, refusal, &status);
    option->source = SPEED_ROOFLINE;
    option->precision = machine.precision;
    option->seconds_per_unit = roofline.seconds_per_unit;
    note_roofline(d, class, pool, &roofline, refusal);
    return true;
}

static bool speed_by_run_time(const struct class_draft *class, const struct gpu_type *gpu,
                              struct option *option)
{
    const struct speedup_entry *entries = class->speedup.items;
    option->source = SPEED_RUN_TIME;
    option->precision = gpu_precision(gpu, (enum precision) class->precision);
    option->seconds_per_unit = 1;
    for (size_t i = 0; i < class->speedup.count; i++)
        if (strcmp(entries[i].gpu, gpu->name) == 0)
            option->seconds_per_unit = 1 / entries[i].factor;
    return true;
}

static bool find_speed(struct decoder *d, const struct class_draft *class,
                       const struct pool_spec *pool, struct option *option, struct refusal *refusal)
{
    if (class->run_time)
        return speed_by_run_time(class, pool->gpu, option);
    refusal->text[0] = '\0';
    const struct speed_entry *entry = own_speed(class, pool->gpu);
    if (entry)
        return speed_by_table(class, entry, option);
    enum precision precision = gpu_precision(pool->gpu, (enum precision) class->precision);
    if (class->speed.catalog.given && speed_by_catalog(d, class, pool, option, refusal))
        return true;
    if (class->speed.roofline.given)
        return speed_by_roofline(d, class, pool, option, refusal);
    return class->speed.catalog.given
               ? false
               : refusal_write(refusal, "no speed in %s is known for %s: add it to speed.table",
                               precision_names[precision], pool->gpu->name);
}

static void note_precision(struct decoder *d, const struct class_draft *class,
                           const struct pool_spec *pool, const struct option *option)
{
    enum precision wanted = (enum precision) class->precision;
    if (option->precision == wanted ||
        (half_precision(option->precision) && half_precision(wanted)))
        return;
    if (gpu_supports(pool->gpu, wanted))
        decoder_note(d, "Class %s on pool %s: there is no speed in %s for %s, computed in %s.",
                     class->spec.name, pool->name, precision_names[wanted], pool->gpu->name,
                     precision_names[option->precision]);
    else
        decoder_note(d, "Class %s on pool %s: %s does not have %s, computed in %s.",
                     class->spec.name, pool->name, pool->gpu->name, precision_names[wanted],
                     precision_names[option->precision]);
}

bool resolve_speed(struct decoder *d, const struct class_draft *class, const struct pool_spec *pool,
                   struct option *option, struct refusal *refusal)
{
    if (!find_speed(d, class, pool, option, refusal))
        return false;
    if (!(option->seconds_per_unit > 0) || !isfinite(option->seconds_per_unit))
        return refusal_write(refusal, "the speed is out of range (%g s for a unit)",
                             option->seconds_per_unit);
    if (option->source != SPEED_CATALOG)
        note_precision(d, class, pool, option);
    return true;
}
