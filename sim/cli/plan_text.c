#include "sim/cli/plan_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "models/trace.h"
#include "sim/cli/format.h"

enum { LABEL = 16 };

static const quantity_t TICKS_PER_MONTH = 730 * (quantity_t)TICKS_PER_HOUR;
static const quantity_t GIGABYTE = 1000000000, MEGABYTE = 1000000;

static void heading(const struct terminal *t, const char *text)
{
    fprintf(t->stream, "\n%s%s%s\n", terminal_style(t, STYLE_STRONG), text,
            terminal_style(t, STYLE_PLAIN));
}

static void entry(const struct terminal *t, const char *name)
{
    fputs("  ", t->stream);
    terminal_text(t, name);
    putc('\n', t->stream);
}

static void field(const struct terminal *t, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void field(const struct terminal *t, const char *label, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(t->stream, "    %-*s", LABEL, label);
    terminal_text(t, text);
    putc('\n', t->stream);
}

/* A duration that is drawn, where it is more than nothing. */
static void drawn(const struct terminal *t, const char *label, const struct distribution *d)
{
    char text[FORMAT_SIZE];
    if (d && !(distribution_is_constant(d) && distribution_mean(d) == 0))
        field(t, label, "%s", format_distribution(d, "s", text, sizeof text));
}

static void rate(const struct terminal *t, const char *label, struct money_rate r,
                 quantity_t quantity, const char *currency, const char *per)
{
    char text[FORMAT_SIZE];
    if (r.nano > 0)
        field(t, label, "%s", format_rate(r, quantity, currency, per, text, sizeof text));
}

static void print_size(const struct terminal *t, const struct pool_spec *p)
{
    char text[FORMAT_SIZE], each[32], count[32];
    snprintf(each, sizeof each, "%d GPU%s each", p->gpus_per_node,
             p->gpus_per_node == 1 ? "" : "s");
    if (!p->market->elastic)
        field(t, "nodes", "%d with %s, %s GPUs in all", p->nodes, each,
              format_count((int64_t)p->nodes * p->gpus_per_node, count, sizeof count));
    else if (p->max_nodes == INT32_MAX)
        field(t, "nodes", "%d or more with %s, no limit", p->min_nodes, each);
    else
        field(t, "nodes", "%d to %d with %s, at most %s GPUs", p->min_nodes, p->max_nodes, each,
              format_count((int64_t)p->max_nodes * p->gpus_per_node, count, sizeof count));
    if (p->market->has_term && p->term > 0)
        field(t, "term", "%s", format_ticks(p->term, 4, text, sizeof text));
}

static void print_elastic(const struct terminal *t, const struct pool_spec *p)
{
    char granularity[64], minimum[64], text[FORMAT_SIZE], other[FORMAT_SIZE];
    field(t, "billed", "from %s, in steps of %s, at least %s",
          p->billing.from_granted ? "granted" : "ready",
          format_ticks(p->billing.granularity, 4, granularity, sizeof granularity),
          format_ticks(p->billing.minimum, 4, minimum, sizeof minimum));
    drawn(t, "capacity wait", p->capacity_wait);
    if (p->in_stock)
        field(t, "stock", "there for %s, out for %s; %s at the start",
              format_distribution(p->in_stock, "s", text, sizeof text),
              format_distribution(p->out_of_stock, "s", other, sizeof other),
              p->starts_in_stock ? "there" : "out");
    drawn(t, "provisioning", p->provisioning);
    if (p->provisioning_failure > 0)
        field(t, "", "done again with probability %g", p->provisioning_failure);
    field(t, "idle release", "after %s", format_ticks(p->idle_release, 4, text, sizeof text));
}

static void print_failures(const struct terminal *t, const struct pool_spec *p)
{
    const struct failure_spec *f = &p->failures;
    char text[FORMAT_SIZE], notice[64];
    if (f->life)
        field(t, "failures", "life of a node %s, on the %s clock",
              format_distribution(f->life, "s", text, sizeof text),
              f->clock == FAILURE_CLOCK_BUSY ? "busy" : "calendar");
    if (f->given_count > 0)
        field(t, f->life ? "" : "failures", "%d at given times", f->given_count);
    if (f->life || f->given_count > 0) {
        drawn(t, "detection", f->detection);
        if (p->market->repairs)
            drawn(t, "repair", f->repair);
    } else {
        field(t, "failures", "none");
    }
    if (p->interruption)
        field(t, "interruption", "after %s, notice %s",
              format_distribution(p->interruption, "s", text, sizeof text),
              format_ticks(p->notice, 4, notice, sizeof notice));
}

static void print_pool(const struct terminal *t, const struct plan *plan, const struct pool_spec *p)
{
    char memory[32], text[FORMAT_SIZE];
    entry(t, p->name);
    field(t, "GPU", "%s, %s", p->gpu->name,
          format_bytes(p->gpu->memory_bytes, memory, sizeof memory));
    field(t, "market", "%s", p->market->name);
    print_size(t, p);
    field(t, "price", "%s", /* also where it is 0: that is a statement */
          format_rate(p->price, TICKS_PER_HOUR, plan->currency, "GPU/h", text, sizeof text));
    rate(t, "storage", p->storage, GIGABYTE / MEGABYTE * TICKS_PER_MONTH, plan->currency,
         "GB/month");
    rate(t, "egress", p->egress, GIGABYTE, plan->currency, "GB");
    rate(t, "network", p->network, GIGABYTE, plan->currency, "GB");
    if (p->market->elastic)
        print_elastic(t, p);
    print_failures(t, p);
}

static void print_arrival(const struct terminal *t, const struct arrival_spec *a)
{
    char text[FORMAT_SIZE], first[64], last[64], count[32];
    format_count(a->count, count, sizeof count);
    if (a->kind == ARRIVAL_TIMES) {
        format_ticks(a->times[0], 4, first, sizeof first);
        format_ticks(a->times[a->count - 1], 4, last, sizeof last);
        if (a->times[0] == a->times[a->count - 1])
            field(t, "arrival", "%s at %s", count, first);
        else
            field(t, "arrival", "%s from %s to %s", count, first, last);
        return;
    }
    format_distribution(a->interarrival, "s", text, sizeof text);
    field(t, "arrival", "gaps of %s; the first gap begins at %s", text,
          format_ticks(a->start, 4, first, sizeof first));
    if (a->count != INT64_MAX)
        field(t, "", "at most %s", count);
    if (a->until < SIM_TIME_MAX)
        field(t, "", "none after %s", format_ticks(a->until, 4, last, sizeof last));
}

static void print_checkpoint(const struct terminal *t, const struct checkpoint *c)
{
    char interval[64], block[64], lag[64];
    if (c->interval > 0)
        field(t, "", "  checkpoint every %s of work, blocks %s, durable after %s%s",
              format_ticks(c->interval, 4, interval, sizeof interval),
              format_ticks(c->block, 4, block, sizeof block),
              format_ticks(c->lag, 4, lag, sizeof lag), c->at_end ? "; one more at the end" : "");
    else if (c->at_end)
        field(t, "", "  checkpoint at the end only, blocks %s",
              format_ticks(c->block, 4, block, sizeof block));
    else
        field(t, "", "  no checkpoints");
}

/* epochs, epoch: the language ignores the s, so does this. */
static const char *singular(const char *unit, char *text, size_t size)
{
    size_t length = strlen(unit);
    snprintf(text, size, "%.*s", (int)(length > 1 && unit[length - 1] == 's' ? length - 1 : length),
             unit);
    return text;
}

static void print_option(const struct terminal *t, const struct plan *plan,
                         const struct job_class *c, const struct option *o)
{
    char speed[160], duration[64], unit[64];
    const char *label = o == c->options ? "runs on" : "", *pool = plan->pools[o->pool].name;
    if (o->source == SPEED_RUN_TIME && o->seconds_per_unit == 1)
        field(t, label, "%s: as fast as run_time says", pool);
    else if (o->source == SPEED_RUN_TIME)
        field(t, label, "%s: %.4g times as fast as run_time says", pool, 1 / o->seconds_per_unit);
    else {
        if (o->seconds_per_unit >= 1)
            snprintf(speed, sizeof speed, "%s per %s",
                     format_seconds(o->seconds_per_unit, 3, duration, sizeof duration),
                     singular(c->unit, unit, sizeof unit));
        else
            snprintf(speed, sizeof speed, "%.6g %s/s", 1 / o->seconds_per_unit, c->unit);
        field(t, label, "%s: %s, in %s, from %s", pool, speed, precision_names[o->precision],
              speed_source_names[o->source]);
    }
    if (o->hazard > 0)
        field(t, "", "  the gang fails every %s on average",
              format_seconds(1 / o->hazard, 3, duration, sizeof duration));
    print_checkpoint(t, &o->checkpoint);
}

static void print_retry(const struct terminal *t, const struct job_class *c)
{
    char backoff[64];
    if (c->retry.backoff > 0)
        field(t, "retry", "at most %d attempts, %s between them, each time x %g",
              c->retry.max_attempts, format_ticks(c->retry.backoff, 4, backoff, sizeof backoff),
              c->retry.factor);
    else
        field(t, "retry", "at most %d attempts", c->retry.max_attempts);
    if (c->hold_gang)
        field(t, "node failure", "the healthy nodes are held until a replacement is there");
}

static void print_sizes(const struct terminal *t, const struct job_class *c)
{
    static const struct {
        const char *label;
        size_t offset;
    } sizes[] = {{"memory per GPU", offsetof(struct job_class, memory_bytes)},
                 {"data staged in", offsetof(struct job_class, data_bytes)},
                 {"storage", offsetof(struct job_class, storage_bytes)},
                 {"egress", offsetof(struct job_class, egress_bytes)}};
    char text[32];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double bytes = *(const double *)((const char *)c + sizes[i].offset);
        if (bytes > 0)
            field(t, sizes[i].label, "%s", format_bytes(bytes, text, sizeof text));
    }
}

static void print_class(const struct terminal *t, const struct plan *plan,
                        const struct job_class *c)
{
    char text[FORMAT_SIZE];
    entry(t, c->name);
    field(t, "tenant", "%s", c->tenant);
    print_arrival(t, &c->arrival);
    if (c->after >= 0)
        field(t, "after", "%s", plan->classes[c->after].name);
    field(t, "GPUs", "%d", c->gpus);
    field(t, "work", "%s", format_distribution(c->work, c->unit, text, sizeof text));
    print_sizes(t, c);
    drawn(t, "staging", c->staging);
    drawn(t, "restore", c->restore);
    for (int i = 0; i < c->option_count; i++)
        print_option(t, plan, c, &c->options[i]);
    if (c->checkpoint_on_notice)
        field(t, "on notice", "a last checkpoint if it fits");
    print_retry(t, c);
    if (c->priority != 0)
        field(t, "priority", "%d", c->priority);
    if (c->deadline < SIM_TIME_MAX)
        field(t, "deadline", "%s after submission, then %s",
              format_ticks(c->deadline, 4, text, sizeof text),
              c->deadline_cancels ? "cancelled" : "counted");
}

static void print_trace(const struct terminal *t, const struct trace_spec *trace)
{
    char tables[256], every[64];
    size_t used = 0;
    tables[0] = 0;
    for (int i = 0; i < TRACE_TABLES && used < sizeof tables; i++)
        if (trace->tables >> i & 1)
            used += (size_t)snprintf(tables + used, sizeof tables - used, "%s%s", used ? ", " : "",
                                     trace_tables[i].name);
    field(t, "tables", "%s", used ? tables : "none but the summary");
    if (trace->series_every > 0)
        field(t, "series", "every %s", format_ticks(trace->series_every, 4, every, sizeof every));
    if (trace->compression > 0)
        field(t, "compression", "deflate, level %d", trace->compression);
    else
        field(t, "compression", "none");
}

static void print_run(const struct terminal *t, const struct plan *plan)
{
    char text[FORMAT_SIZE];
    fprintf(t->stream, "%s", terminal_style(t, STYLE_STRONG));
    terminal_text(t, plan->name);
    fprintf(t->stream, "%s\n", terminal_style(t, STYLE_PLAIN));
    if (plan->description && *plan->description)
        field(t, "description", "%s", plan->description);
    field(t, "seed", "%" PRIu64, plan->seed);
    field(t, "replications", "%d", plan->replications);
    field(t, "ends", "%s",
          plan->until < SIM_TIME_MAX ? format_ticks(plan->until, 4, text, sizeof text)
                                     : "when the last job has left");
    field(t, "order", "%s: %s", order_name(plan->order), order_doc(plan->order));
    field(t, "route", "%s: %s", route_name(plan->route), route_doc(plan->route));
    if (plan->fallback_after > 0 && plan->fallback_after < SIM_TIME_MAX)
        field(t, "fallback", "after %s", format_ticks(plan->fallback_after, 4, text, sizeof text));
    const struct orchestration_spec *o = &plan->orchestration;
    if (o->per_job > 0)
        field(t, "orchestration", "%s a job",
              format_money(o->per_job, plan->currency, text, sizeof text));
    if (o->per_attempt > 0)
        field(t, "orchestration", "%s an attempt",
              format_money(o->per_attempt, plan->currency, text, sizeof text));
    rate(t, "orchestration", o->standing, TICKS_PER_HOUR, plan->currency, "h");
}

void plan_print(const struct terminal *t, const struct plan *plan)
{
    print_run(t, plan);
    heading(t, "Pools");
    for (int i = 0; i < plan->pool_count; i++)
        print_pool(t, plan, &plan->pools[i]);
    heading(t, "Jobs");
    for (int i = 0; i < plan->class_count; i++)
        print_class(t, plan, &plan->classes[i]);
    heading(t, "Trace");
    print_trace(t, &plan->trace);
    if (plan->note_count > 0)
        heading(t, "Notes");
    for (int i = 0; i < plan->note_count; i++) {
        fputs("  - ", t->stream);
        terminal_text(t, plan->notes[i]);
        putc('\n', t->stream);
    }
}
