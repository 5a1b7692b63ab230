/* What a scenario's keys become in the plan. */
#include "scenarios/scenario.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/trace.h"
#include "sim/memory.h"
#include "tests/scenarios/plans.h"

#define HEAD   "fleetwright: 1\n"
#define OWNED  "{gpu: A100-SXM4-80GB, market: owned, nodes: 4, price: 1.20 USD/GPU/h}\n"
#define POOLS  "pools:\n  a: " OWNED
#define JOBS   "jobs:\n  j: {run_time: 1 h}\n"
#define H100   "gpu: H100-SXM5-80GB"
#define SECOND TICKS_PER_SECOND

static struct plan plan;

static void load(const char *text)
{
    plan_free(&plan);
    plans_parse("dir/s.yaml", text, &plan);
}

static void teardown(void)
{
    plan_free(&plan);
}

TestSuite(scenario, .fini = teardown);

/* ---- defaults ---- */

Test(scenario, what_is_not_written_has_its_default)
{
    load(HEAD POOLS JOBS);
    cr_expect_str_eq(plan.name, "s");
    cr_expect_str_eq(plan.description, "");
    cr_expect_str_eq(plan.currency, "USD");
    cr_expect_eq(plan.seed, 1);
    cr_expect_eq(plan.replications, 1);
    cr_expect_eq(plan.until, SIM_TIME_MAX);
    cr_expect_str_eq(order_name(plan.order), "fifo");
    cr_expect_str_eq(route_name(plan.route), "first");
    cr_expect_eq(plan.orchestration.per_job, 0);
    cr_expect_eq(plan.orchestration.standing.nano, 0);
    cr_expect_gt(plan.orchestration.standing.per, 0);
    cr_expect_eq(plan.trace.compression, 1);
    cr_expect_eq(plan.note_count, 0);
    const struct job_class *j = &plan.classes[0];
    cr_expect_str_eq(j->tenant, "default");
    cr_expect_eq(j->arrival.kind, ARRIVAL_TIMES);
    cr_expect_eq(j->arrival.count, 1);
    cr_expect_eq(j->arrival.times[0], 0);
    cr_expect_eq(j->after, -1);
    cr_expect_eq(j->gpus, 1);
    cr_expect_eq(j->retry.max_attempts, 1000);
    cr_expect_eq(j->retry.factor, 1);
    cr_expect_eq(j->retry.limit, SIM_TIME_MAX);
    cr_expect_eq(j->deadline, SIM_TIME_MAX);
    cr_expect_not(j->hold_gang);
    cr_expect_eq(j->options[0].precision, PRECISION_BF16);
    cr_expect_eq(j->options[0].checkpoint.interval, 0);
}

Test(scenario, an_elastic_pool_has_its_defaults)
{
    load(HEAD "pools:\n  a: {" H100 ", market: spot, price: 2 USD/GPU/h}\n" JOBS);
    const struct pool_spec *a = &plan.pools[0];
    cr_expect_eq(a->gpus_per_node, 8);
    cr_expect_eq(a->nodes, 0);
    cr_expect_eq(a->min_nodes, 0);
    cr_expect_eq(a->max_nodes, INT32_MAX);
    cr_expect_eq(a->billing.granularity, SECOND);
    cr_expect_eq(a->billing.minimum, 0);
    cr_expect(a->billing.from_granted);
    cr_expect_eq(a->idle_release, 0);
    cr_expect(a->starts_in_stock);
    cr_expect_null(a->in_stock);
    cr_expect_null(a->interruption);
    cr_expect_null(a->failures.life);
    cr_expect_eq(distribution_mean(a->capacity_wait), 0);
    cr_expect_eq(distribution_mean(a->provisioning), 0);
    cr_expect_eq(distribution_mean(a->failures.detection), 0);
}

/* ---- pools ---- */

Test(scenario, a_pool_keeps_what_is_written)
{
    load(HEAD
         "currency: EUR\npools:\n"
         "  s: {" H100
         ", market: spot, gpus_per_node: 4, min_nodes: 1, max_nodes: 9, price: 8 EUR/node/h,\n"
         "    billing: {granularity: 1 h, minimum: 10 min, from: ready}, storage: 0.10 "
         "EUR/GB/month,\n"
         "    capacity: {wait: 2 min, in_stock: {exponential: {mean: 3 d}}, out_of_stock: 1 h,\n"
         "      starts_in_stock: false}, provisioning: {time: 5 min, failure: 2 %}, idle_release: "
         "10 min,\n"
         "    failures: {life: 100 d, clock: busy, detection: 3 min}, egress: 0.09 EUR/GB,\n"
         "    interruption: {after: 2 d, notice: 30 s}}\n"
         "  r: {" H100 ", market: reserved, nodes: 2, term: 30 d, price: 1 EUR/GPU/h,\n"
         "    failures: {repair: 4 h, at: [{time: 2 h, node: 1}, {time: 1 h, node: 0, repair: 5 "
         "min}]}}\n" JOBS);
    const struct pool_spec *s = &plan.pools[0], *r = &plan.pools[1];
    cr_expect_eq(s->gpus_per_node, 4);
    cr_expect_eq(s->min_nodes, 1);
    cr_expect_eq(s->max_nodes, 9);
    cr_expect_eq(s->price.nano, 8000000000);
    cr_expect_eq(s->price.per, 4 * TICKS_PER_HOUR);
    cr_expect_eq(s->billing.granularity, TICKS_PER_HOUR);
    cr_expect_eq(s->billing.minimum, 600 * SECOND);
    cr_expect_not(s->billing.from_granted);
    cr_expect_not(s->starts_in_stock);
    cr_expect_eq(distribution_mean(s->in_stock), 259200);
    cr_expect_eq(distribution_mean(s->out_of_stock), 3600);
    cr_expect_eq(s->provisioning_failure, 0.02);
    cr_expect_eq(s->idle_release, 600 * SECOND);
    cr_expect_eq(s->failures.clock, FAILURE_CLOCK_BUSY);
    cr_expect_eq(distribution_mean(s->failures.detection), 180);
    cr_expect_eq(distribution_mean(s->interruption), 172800);
    cr_expect_eq(s->notice, 30 * SECOND);
    cr_expect_eq(r->nodes, 2);
    cr_expect_eq(r->term, 720 * TICKS_PER_HOUR);
    cr_expect_eq(r->failures.given_count, 2);
    cr_expect_eq(r->failures.given[0].at, TICKS_PER_HOUR, "given failures are sorted by time");
    cr_expect_eq(r->failures.given[0].repair, 300 * SECOND);
    cr_expect_eq(r->failures.given[1].repair, -1);
    cr_expect_eq(distribution_mean(r->failures.repair), 14400);
}

Test(scenario, a_term_of_none_lasts_to_the_end_of_the_run)
{
    load(HEAD "pools:\n  r: {" H100 ", market: reserved, nodes: 2, price: 1 USD/GPU/h}\n" JOBS);
    cr_expect_eq(plan.pools[0].term, 0);
}

/* ---- jobs ---- */

Test(scenario, arrivals_come_in_three_kinds)
{
    load(HEAD POOLS
         "jobs:\n"
         "  a: {run_time: 1 h, arrival: {at: [3 h, 1 h]}}\n"
         "  b: {run_time: 1 h, arrival: {at: 2 h, count: 3}}\n"
         "  c: {run_time: 1 h, arrival: {poisson: {rate: 3 /h}, start: 1 d, until: 2 d}}\n"
         "  d: {run_time: 1 h, arrival: {every: 5 min, count: 12}}\n");
    const struct arrival_spec *a = &plan.classes[0].arrival, *b = &plan.classes[1].arrival,
                              *c = &plan.classes[2].arrival, *d = &plan.classes[3].arrival;
    cr_expect_eq(a->count, 2);
    cr_expect_eq(a->times[0], TICKS_PER_HOUR);
    cr_expect_eq(a->times[1], 3 * TICKS_PER_HOUR);
    cr_expect_eq(b->count, 3);
    cr_expect_eq(b->times[2], 2 * TICKS_PER_HOUR);
    cr_expect_eq(c->kind, ARRIVAL_RENEWAL);
    cr_expect_str_eq(c->interarrival->law->name, "exponential");
    cr_expect_eq(distribution_mean(c->interarrival), 1200);
    cr_expect_eq(c->start, 24 * TICKS_PER_HOUR);
    cr_expect_eq(c->until, 48 * TICKS_PER_HOUR);
    cr_expect_eq(c->count, INT64_MAX);
    cr_expect_eq(d->count, 12);
    cr_expect_eq(d->until, SIM_TIME_MAX);
    cr_expect(distribution_is_constant(d->interarrival));
}

Test(scenario, the_scenarios_end_bounds_arrivals)
{
    load(HEAD "until: 1 d\n" POOLS
              "jobs:\n  j: {run_time: 1 h, arrival: {poisson: {rate: 1 /h}}}\n");
    cr_expect_eq(plan.until, 24 * TICKS_PER_HOUR);
    cr_expect_eq(plan.classes[0].arrival.count, INT64_MAX);
}

Test(scenario, a_job_keeps_what_is_written)
{
    load(HEAD POOLS
         "jobs:\n  p: {run_time: 1 h}\n"
         "  j: {tenant: x, run_time: 4.2 h, gpus: 16, memory: 60 GB, staging: 3 min, restore: 2 "
         "min, after: p,\n"
         "    checkpoint: {interval: 1 h, write: 5 min, durable_after: 8 min, at_end: true, "
         "on_notice: true},\n"
         "    retry: {max_attempts: 3, backoff: 1 min, factor: 2, limit: 1 h}, on_node_failure: "
         "hold, priority: -7,\n"
         "    deadline: {within: 24 h, then: cancel}, data: 1 TB, storage: 2 GiB, egress: 3 MB}\n");
    const struct job_class *j = &plan.classes[1];
    cr_expect_str_eq(j->tenant, "x");
    cr_expect_str_eq(j->unit, "s");
    cr_expect_eq(distribution_mean(j->work), 15120);
    cr_expect_eq(j->gpus, 16);
    cr_expect_eq(j->memory_bytes, 60e9);
    cr_expect_eq(distribution_mean(j->staging), 180);
    cr_expect_eq(distribution_mean(j->restore), 120);
    cr_expect_eq(j->after, 0);
    cr_expect_eq(j->options[0].checkpoint.interval, TICKS_PER_HOUR);
    cr_expect_eq(j->options[0].checkpoint.block, 300 * SECOND);
    cr_expect_eq(j->options[0].checkpoint.lag, 480 * SECOND);
    cr_expect(j->options[0].checkpoint.at_end);
    cr_expect(j->checkpoint_on_notice);
    cr_expect_eq(j->retry.max_attempts, 3);
    cr_expect_eq(j->retry.backoff, 60 * SECOND);
    cr_expect_eq(j->retry.factor, 2);
    cr_expect_eq(j->retry.limit, TICKS_PER_HOUR);
    cr_expect(j->hold_gang);
    cr_expect_eq(j->priority, -7);
    cr_expect_eq(j->deadline, 24 * TICKS_PER_HOUR);
    cr_expect(j->deadline_cancels);
    cr_expect_eq(j->data_bytes, 1e12);
    cr_expect_eq(j->storage_bytes, 2147483648.0);
    cr_expect_eq(j->egress_bytes, 3e6);
}

Test(scenario, dependencies_may_be_written_in_any_order_and_share_one_parent)
{
    load(HEAD POOLS "jobs:\n  c: {run_time: 1 h, after: p, arrival: {every: 1 h, count: 7}}\n  p: "
                    "{run_time: 1 h}\n"
                    "  d: {run_time: 1 h, after: c, arrival: {at: 0 s, count: 7}}\n");
    cr_expect_eq(plan.classes[0].after, 1);
    cr_expect_eq(plan.classes[1].after, -1);
    cr_expect_eq(plan.classes[2].after, 0);
}

/* ---- the rest ---- */

Test(scenario, scheduling_orchestration_and_trace_are_read)
{
    load(HEAD POOLS JOBS
         "scheduling: {route: fallback, fallback_after: 30 min}\n"
         "orchestration: {per_job: 0.01 USD, per_attempt: 0.000000001 USD, standing: 2 USD/h}\n"
         "trace: {tables: [jobs, events], series_every: 10 min, compression: 0}\n");
    cr_expect_str_eq(route_name(plan.route), "fallback");
    cr_expect_eq(plan.fallback_after, 1800 * SECOND);
    cr_expect_eq(plan.orchestration.per_job, 10000000);
    cr_expect_eq(plan.orchestration.per_attempt, 1);
    cr_expect_eq(plan.orchestration.standing.nano, 2000000000);
    cr_expect_eq(plan.orchestration.standing.per, TICKS_PER_HOUR);
    cr_expect_eq(plan.trace.tables, 1u << TRACE_JOBS | 1u << TRACE_EVENTS);
    cr_expect_eq(plan.trace.series_every, 600 * SECOND);
    cr_expect_eq(plan.trace.compression, 0);
}

Test(scenario, every_law_is_read_with_its_parameters)
{
    static const struct {
        const char *text, *law;
        double mean;
    } cases[] = {
        {"2 h", "constant", 7200},
        {"{constant: {value: 2 h}}", "constant", 7200},
        {"{uniform: {low: 1 h, high: 3 h}}", "uniform", 7200},
        {"{exponential: {mean: 2 h}}", "exponential", 7200},
        {"{weibull: {shape: 1, scale: 2 h}}", "weibull", 7200},
        {"{weibull: {shape: 0.7, mean: 2 h}}", "weibull", 7200},
        {"{gamma: {shape: 3, mean: 2 h}}", "gamma", 7200},
        {"{gamma: {cv: 0.5, mean: 2 h}}", "gamma", 7200},
        {"{lognormal: {mean: 2 h, cv: 1}}", "lognormal", 7200},
        {"{empirical: {values: [1 h, 3 h]}}", "empirical", 7200},
        {"{mixture: [{weight: 1, of: 1 h}, {weight: 3, of: {constant: {value: 5 h}}}]}", "mixture",
         14400},
        {"{shifted: {by: 1 h, of: {exponential: {mean: 1 h}}}}", "shifted", 7200},
        {"{truncated: {low: 1 h, high: 3 h, of: {uniform: {low: 0 h, high: 4 h}}}}", "truncated",
         7200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, HEAD POOLS "jobs:\n  j: {run_time: %s}\n", cases[i].text);
        load(text);
        cr_expect_str_eq(plan.classes[0].work->law->name, cases[i].law);
        cr_expect_float_eq(distribution_mean(plan.classes[0].work), cases[i].mean, 1e-6, "%s: %g",
                           cases[i].text, distribution_mean(plan.classes[0].work));
    }
}

Test(scenario, what_has_no_effect_is_a_warning_and_the_plan_is_made)
{
    static const char text[] = HEAD "until: 1 d\npools:\n  a: {gpu: A100-SXM4-80GB, market: owned, "
                                    "nodes: 4, price: 1 USD/GPU/h, failures: {at: "
                                    "[{time: 2 d, node: 0}]}}\njobs:\n  j: {run_time: 1 h, retry: "
                                    "{factor: 2}, arrival: {at: [1 h, 2 d]}}\n  k: {work: 3 steps, "
                                    "speed: {roofline: {input: 2 s}, efficiency: 90 %}}\n";
    static const char *const expected[] = {"The run ends before this failure",
                                           "`factor` has no effect without `backoff`",
                                           "1 of 2 instants lie after the end of the run",
                                           "`efficiency` has no effect on an estimate"};
    struct diagnostics d;
    struct status status = STATUS_INIT;
    diagnostics_init(&d);
    cr_assert_eq(scenario_parse("s.yaml", text, sizeof text - 1, NULL, 0, &plan, &d, &status), 0,
                 "%s", status.message);
    cr_expect_eq(d.errors, 0);
    cr_assert_eq(d.warnings, 4);
    for (size_t i = 0; i < 4; i++) {
        cr_expect(d.items[i].warning);
        cr_expect(strstr(d.items[i].message, expected[i]), "%s", d.items[i].message);
        cr_expect_gt(d.items[i].place.line, 0);
    }
    diagnostics_free(&d);
}

Test(scenario, a_key_that_nothing_looks_at_is_a_warning)
{
    static const char text[] =
        HEAD "pools:\n"
             "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 4, price: 1 USD/GPU/h,\n"
             "      failures: {clock: busy,\n"
             "      detection: 5 min,\n"
             "      repair: 1 h}}\n"
             "  b: {gpu: A100-SXM4-80GB, market: owned, nodes: 4, price: 1 USD/GPU/h,\n"
             "      failures: {at: [{time: 1 h, node: 0}], detection: 5 min, clock: busy}}\n"
             "  c: {gpu: A100-SXM4-80GB, market: spot, price: 1 USD/GPU/h,\n"
             "      interruption: {after: 10 h, notice: 2 min}}\n"
             "jobs:\n"
             "  j: {run_time: 1 h, pools: [a], checkpoint: {on_notice: true},\n"
             "      priority: 3}\n"
             "  k: {run_time: 1 h, pools: [a, c], checkpoint: {on_notice: true}, priority: 0}\n";
    static const char *const expected[] = {
        "`clock` has no effect without `life`.",
        "`detection` has no effect without `life` or `at`: nothing fails.",
        "`repair` has no effect without `life` or `at`: nothing fails.",
        "`clock` has no effect without `life`.",
        "`on_notice` has no effect: no pool of the class has `interruption`.",
        "`priority` has no effect: the order `fifo` does not look at it.",
    };
    struct diagnostics d;
    struct status status = STATUS_INIT;
    diagnostics_init(&d);
    cr_assert_eq(scenario_parse("s.yaml", text, sizeof text - 1, NULL, 0, &plan, &d, &status), 0,
                 "%s", status.message);
    cr_expect_eq(d.warnings, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < d.count && i < sizeof expected / sizeof *expected; i++)
        cr_expect_str_eq(d.items[i].message, expected[i]);
    diagnostics_free(&d);
}

Test(scenario, a_plan_can_be_freed_twice_and_is_zeroed_after_failure)
{
    struct plan failed;
    struct diagnostics d;
    struct status status = STATUS_INIT;
    load(HEAD POOLS JOBS);
    plan_free(&plan);
    plan_free(&plan);
    diagnostics_init(&d);
    memset(&failed, 0xFF, sizeof failed);
    cr_assert_eq(scenario_parse("x", "a: 1", 4, NULL, 0, &failed, &d, &status), STATUS_INPUT);
    cr_expect(strstr(status.message, "x has 4 errors."), "%s", status.message);
    static const struct plan zero;
    cr_expect_eq(memcmp(&failed, &zero, sizeof zero), 0);
    diagnostics_free(&d);
}

#define TWO_POOLS                                                                                  \
    "pools:\n  a: " OWNED "  h: {" H100                                                            \
    ", market: spot, price: 2 USD/GPU/h, interruption: {after: 2 d}}\n"

Test(scenario, every_failing_allocation_is_reported_and_nothing_leaks)
{
    static const char text[] = HEAD TWO_POOLS
        "jobs:\n  p: {run_time: {mixture: [{weight: 1, of: {exponential: {mean: 1 h}}}]}, arrival: "
        "{at: "
        "[1 h, 2 h]}}\n  j: {gpus: 8, work: 3 epochs, precision: fp8, checkpoint: {interval: daly, "
        "write: 1 min}, speed: {table: {A100-SXM4-80GB: {bf16: 4.2 h/epoch}, H100-SXM5-80GB: "
        "{bf16: "
        "2.2 h/epoch}}}, arrival: {every: 1 h, count: 2}, after: p}\n";
    const struct scenario_override one = {"seed", "3"};
    for (size_t n = 1;; n++) {
        struct diagnostics d;
        struct status status = STATUS_INIT;
        diagnostics_init(&d);
        mem_fail_at(n);
        int code = scenario_parse("s.yaml", text, sizeof text - 1, &one, 1, &plan, &d, &status);
        bool failed = mem_fail_count() >= n;
        mem_fail_at(0);
        diagnostics_free(&d);
        if (!failed) {
            cr_assert_eq(code, 0, "%s", status.message);
            cr_assert_gt(n, 20);
            return;
        }
        cr_assert_eq(code, STATUS_MEMORY, "allocation %zu: code %d, %s", n, code, status.message);
        cr_assert_null(plan.arena.blocks);
    }
}
