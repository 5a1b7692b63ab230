#include "tests/scenarios/plans.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

void plans_parse_with(const char *name, const char *text, const struct scenario_override *overrides,
                      size_t count, struct plan *plan)
{
    struct diagnostics d;
    struct status status = STATUS_INIT, ignored = STATUS_INIT;
    char *rendered = NULL;
    diagnostics_init(&d);
    int code = scenario_parse(name, text, strlen(text), overrides, count, plan, &d, &status);
    diagnostics_render(&d, 0, &rendered, &ignored);
    cr_assert_eq(code, 0, "%s\n%s", status.message, rendered);
    mem_free(rendered);
    diagnostics_free(&d);
}

void plans_parse(const char *name, const char *text, struct plan *plan)
{
    plans_parse_with(name, text, NULL, 0, plan);
}

void plans_expect_note(const struct plan *plan, const char *part, bool there)
{
    bool found = false;
    for (int32_t i = 0; i < plan->note_count; i++)
        found = found || strstr(plan->notes[i], part);
    cr_expect_eq(found, there, "%s", part);
}

char *plans_refused_with(const char *name, const char *text,
                         const struct scenario_override *overrides, size_t count)
{
    struct plan plan;
    struct diagnostics d;
    struct status status = STATUS_INIT, ignored = STATUS_INIT;
    char *rendered = NULL;
    diagnostics_init(&d);
    cr_assert_eq(scenario_parse(name, text, strlen(text), overrides, count, &plan, &d, &status),
                 STATUS_INPUT, "not refused: %s", text);
    diagnostics_render(&d, 0, &rendered, &ignored);
    diagnostics_free(&d);
    return rendered;
}

char *plans_refused(const char *name, const char *text)
{
    return plans_refused_with(name, text, NULL, 0);
}

/* ---- comparison ---- */

static bool same_double(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_law(const struct distribution *a, const struct distribution *b)
{
    if (!a || !b)
        return a == b;
    if (a->law != b->law || a->count != b->count || !same_double(a->mean, b->mean))
        return false;
    for (size_t i = 0; i < LAW_PARAMETERS_MAX; i++)
        if (!same_double(a->p[i], b->p[i]))
            return false;
    for (size_t i = 0; i < a->count; i++)
        if ((a->values && a->values[i] != b->values[i]) ||
            (a->weights && a->weights[i] != b->weights[i]) ||
            (a->parts && !same_law(a->parts[i], b->parts[i])))
            return false;
    return true;
}

static bool same_rate(struct money_rate a, struct money_rate b)
{
    return a.nano == b.nano && a.per == b.per;
}

#define SAME(field)                                                                                \
    if (a->field != b->field)                                                                      \
    return #field
#define SAME_TEXT(field)                                                                           \
    if (!same_text(a->field, b->field))                                                            \
    return #field
#define SAME_LAW(field)                                                                            \
    if (!same_law(a->field, b->field))                                                             \
    return #field
#define SAME_RATE(field)                                                                           \
    if (!same_rate(a->field, b->field))                                                            \
    return #field

static const char *failures_differ(const struct failure_spec *a, const struct failure_spec *b)
{
    SAME_LAW(life);
    SAME_LAW(detection);
    SAME_LAW(repair);
    SAME(clock);
    SAME(given_count);
    for (int i = 0; i < a->given_count; i++) {
        SAME(given[i].at);
        SAME(given[i].node);
        SAME(given[i].repair);
    }
    return NULL;
}

static const char *pools_differ(const struct pool_spec *a, const struct pool_spec *b)
{
    SAME_TEXT(name);
    SAME(market);
    SAME_TEXT(gpu->name);
    SAME(gpu->memory_bytes);
    SAME(gpus_per_node);
    SAME(nodes);
    SAME(min_nodes);
    SAME(max_nodes);
    SAME(term);
    SAME_RATE(price);
    SAME(billing.granularity);
    SAME(billing.minimum);
    SAME(billing.from_granted);
    SAME_RATE(storage);
    SAME_RATE(egress);
    SAME_RATE(network);
    SAME_LAW(capacity_wait);
    SAME_LAW(in_stock);
    SAME_LAW(out_of_stock);
    SAME(starts_in_stock);
    SAME_LAW(provisioning);
    SAME(provisioning_failure);
    SAME(idle_release);
    SAME_LAW(interruption);
    SAME(notice);
    return failures_differ(&a->failures, &b->failures);
}

static const char *options_differ(const struct option *a, const struct option *b)
{
    SAME(pool);
    SAME(precision);
    SAME(source);
    SAME(seconds_per_unit);
    SAME(stretch);
    SAME(hazard);
    SAME(checkpoint.interval);
    SAME(checkpoint.block);
    SAME(checkpoint.lag);
    SAME(checkpoint.at_end);
    return NULL;
}

static const char *arrivals_differ(const struct arrival_spec *a, const struct arrival_spec *b)
{
    SAME(kind);
    SAME(count);
    SAME(start);
    SAME(until);
    SAME_LAW(interarrival);
    for (int64_t i = 0; a->kind == ARRIVAL_TIMES && i < a->count; i++)
        SAME(times[i]);
    return NULL;
}

static const char *classes_differ(const struct job_class *a, const struct job_class *b)
{
    SAME_TEXT(name);
    SAME_TEXT(tenant);
    SAME(after);
    SAME(gpus);
    SAME_TEXT(unit);
    SAME_LAW(work);
    SAME_LAW(staging);
    SAME_LAW(restore);
    SAME(memory_bytes);
    SAME(option_count);
    SAME(checkpoint_on_notice);
    SAME(hold_gang);
    SAME(retry.max_attempts);
    SAME(retry.backoff);
    SAME(retry.factor);
    SAME(retry.limit);
    SAME(priority);
    SAME(deadline);
    SAME(deadline_cancels);
    SAME(data_bytes);
    SAME(storage_bytes);
    SAME(egress_bytes);
    for (int32_t i = 0; i < a->option_count; i++) {
        const char *difference = options_differ(&a->options[i], &b->options[i]);
        if (difference)
            return difference;
    }
    return arrivals_differ(&a->arrival, &b->arrival);
}

const char *plans_differ(const struct plan *a, const struct plan *b)
{
    const char *difference = NULL;
    SAME_TEXT(description);
    SAME_TEXT(currency);
    SAME(seed);
    SAME(replications);
    SAME(until);
    SAME(pool_count);
    SAME(class_count);
    SAME(order);
    SAME(route);
    SAME(fallback_after);
    SAME(orchestration.per_job);
    SAME(orchestration.per_attempt);
    SAME_RATE(orchestration.standing);
    SAME(trace.tables);
    SAME(trace.series_every);
    SAME(trace.compression);
    SAME(note_count);
    for (int32_t i = 0; i < a->note_count; i++)
        SAME_TEXT(notes[i]);
    for (int32_t i = 0; !difference && i < a->pool_count; i++)
        difference = pools_differ(&a->pools[i], &b->pools[i]);
    for (int32_t i = 0; !difference && i < a->class_count; i++)
        difference = classes_differ(&a->classes[i], &b->classes[i]);
    return difference;
}
