/* --set key.path=value. */
#include "scenarios/override.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/scenarios/plans.h"

static const char base[] =
    "fleetwright: 1\n"
    "pools:\n"
    "  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h, failures: {at: "
    "[{time: 1 h, node: 0}, "
    "{time: 2 h, node: 1}]}}\n"
    "  x.1: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
    "  x: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
    "jobs:\n"
    "  j: {run_time: 1 h, pools: [a]}\n";

static struct plan plan;

static void set(const char *path, const char *value)
{
    struct scenario_override one = {path, value};
    plans_parse_with("base.yaml", base, &one, 1, &plan);
}

static void teardown(void)
{
    plan_free(&plan);
}

TestSuite(override, .fini = teardown);

Test(override, a_value_is_replaced)
{
    set("pools.a.nodes", "7");
    cr_expect_eq(plan.pools[0].nodes, 7);
    cr_expect(strstr(plan.resolved, "nodes: 7"));
    cr_expect(strstr(plan.source, "nodes: 2"), "the source stays as given");
}

Test(override, a_missing_key_and_missing_mappings_are_made)
{
    set("jobs.j.checkpoint.interval", "30 min");
    cr_expect_eq(plan.classes[0].options[0].checkpoint.interval, 1800 * TICKS_PER_SECOND);
    plan_free(&plan);
    set("seed", "99");
    cr_expect_eq(plan.seed, 99);
}

Test(override, a_step_in_double_quotes_may_have_dots)
{
    set("pools.\"x.1\".nodes", "9");
    cr_expect_eq(plan.pools[1].nodes, 9);
    cr_expect_eq(plan.pools[2].nodes, 2);
    plan_free(&plan);
    set("\"jobs\".\"j\".\"gpus\"", "4");
    cr_expect_eq(plan.classes[0].gpus, 4);
}

Test(override, a_list_element_is_named_by_its_number)
{
    set("pools.a.failures.at.1.time", "30 min");
    cr_expect_eq(plan.pools[0].failures.given[0].at, 1800 * TICKS_PER_SECOND);
    cr_expect_eq(plan.pools[0].failures.given[0].node, 1);
}

Test(override, a_key_with_dots_is_found)
{
    set("pools.x.1.nodes", "9");
    cr_expect_eq(plan.pools[1].nodes, 9);
    cr_expect_eq(plan.pools[2].nodes, 2);
    plan_free(&plan);
    set("pools.x.nodes", "8");
    cr_expect_eq(plan.pools[1].nodes, 2);
    cr_expect_eq(plan.pools[2].nodes, 8);
}

Test(override, the_value_may_be_a_mapping_or_a_list)
{
    set("jobs.j.run_time", "{exponential: {mean: 2 h}}");
    cr_expect_str_eq(plan.classes[0].work->law->name, "exponential");
    plan_free(&plan);
    set("jobs.j.pools", "[x, a]");
    cr_expect_eq(plan.classes[0].option_count, 2);
    cr_expect_eq(plan.classes[0].options[0].pool, 2);
    plan_free(&plan);
    set("description", "");
    cr_expect_str_eq(plan.description, "");
}

Test(override, they_are_applied_in_order)
{
    const struct scenario_override several[] = {
        {"seed", "1"}, {"jobs.j", "{run_time: 5 h}"}, {"seed", "2"}, {"jobs.j.gpus", "4"}};
    plans_parse_with("base.yaml", base, several, 4, &plan);
    cr_expect_eq(plan.seed, 2);
    cr_expect_eq(plan.classes[0].gpus, 4);
    cr_expect_eq(plan.classes[0].work->mean, 18000);
}

Test(override, the_plan_is_that_of_the_edited_file)
{
    struct plan edited;
    set("pools.a.price", "2.50 USD/GPU/h");
    char text[sizeof base + 16];
    const char *at = strstr(base, "price: 1 USD");
    snprintf(text, sizeof text, "%.*sprice: 2.50 USD%s", (int)(at - base), base, at + 12);
    plans_parse("base.yaml", text, &edited);
    cr_expect_null(plans_differ(&plan, &edited), "%s", plans_differ(&plan, &edited));
    cr_expect_str_eq(plan.resolved, edited.resolved);
    plan_free(&edited);
}

Test(override, errors_name_the_option)
{
    static const struct {
        const char *path, *value, *message;
    } cases[] = {
        {"pools.a.nodes", "many",
         "--set pools.a.nodes=many: pools.a.nodes: `many` is not a number."},
        {"pools.a.node", "3",
         "--set pools.a.node=3: pools.a.node: There is no key `node` in a pool; did you "
         "mean `nodes`?"},
        {"pool.a.nodes", "3",
         "--set pool.a.nodes=3: pool: There is no key `pool` in the scenario; did you mean "
         "`pools`?"},
        {"pools.a.price.usd", "3",
         "--set pools.a.price.usd=3: `pools.a.price` is a value, it has no `usd` "
         "below it."},
        {"pools.a.failures.at.2.time", "1 h",
         "`pools.a.failures.at` is a list of 2: an element of it is named by "
         "its number from 0, not `2`."},
        {"pools.a.failures.at.first", "1 h",
         "an element of it is named by its number from 0, not `first`"},
        {"jobs.jj.run_time", "3 h",
         "--set jobs.jj.run_time=3 h: There is no class `jj` (did you mean `j`?). --set changes"},
        {"jobs.other", "{run_time: 3 h}",
         "There is no class `other`. --set changes those that are there (`j`); to add one"},
        {"pools.b.nodes", "3", "There is no pool `b` (did you mean"},
        {"pools.\"x.2\".nodes", "3", "There is no pool `x.2` (did you mean `x.1`?)"},
        {"pools.\"x.1.nodes", "3", "The double quote before `x.1.nodes` is not closed."},
        {"pools.\"x.1\"nodes", "3", "After the quoted step `\"x.1\"` must follow a dot"},
        {"pools.\"\".nodes", "3", "The path has an empty step"},
        {"jobs.j.run_time", "", "Nothing stands after `=`; expected is a duration, e.g. `30 min`."},
        {"jobs.j.deadline", "5 h",
         "expected is a mapping with the keys of `deadline`, e.g. {within: 5 h}."},
        {"", "3", "The path before `=` is empty"},
        {".seed", "3", "The path has an empty step"},
        {"pools..a", "3", "The path has an empty step"},
        {"seed.", "3", "The path has an empty step"},
        {"seed", "[1", "--set seed=[1: The value is no YAML that can be read: "},
        {"seed", "{a: &x 1}", "The value is no YAML that can be read: Anchors"},
        {"jobs.j.run_time", "{exponential: {mean: 5}}",
         "--set jobs.j.run_time={exponential: {mean: 5}}: jobs.j.run_time.exponential.mean: `5` "
         "has no unit"},
        {"jobs.j.run_time.exponential.mean", "1 h",
         "To replace it by a mapping, set it as a whole: --set "
         "'jobs.j.run_time={...}'"},
        {"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.A.B.C.D.E.F.G.H", "1",
         "The path has more than 32 steps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario_override one = {cases[i].path, cases[i].value};
        char *text = plans_refused_with("base.yaml", base, &one, 1);
        cr_expect(strstr(text, cases[i].message), "%s=%s:\n%s", cases[i].path, cases[i].value,
                  text);
        cr_expect_eq(strncmp(text, "--set ", 6), 0, "%s", text);
        mem_free(text);
    }
}

/* The value that was changed is named, although the other one is reported in a file. */
Test(override, a_clash_names_the_option_that_brought_it)
{
    static const struct {
        const char *text, *path, *value, *message;
    } cases[] = {
        {"fleetwright: 1\npools: {a: {gpu: A100-SXM4-80GB, market: on_demand, min_nodes: 2, price: "
         "1 "
         "USD/GPU/h}}\njobs: {j: {run_time: 1 h}}\n",
         "pools.a.max_nodes", "1", "min_nodes (2) is more than max_nodes (1)"},
        {"fleetwright: 1\npools: {a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 "
         "USD/GPU/h}}\njobs: {j: {run_time: 1 h, checkpoint: {interval: 1 h, durable_after: 1 "
         "min}}}\n",
         "jobs.j.checkpoint.write", "2 min", "durable_after (1 min) is less than write (2 min)"},
        {"fleetwright: 1\npools: {a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 "
         "USD/GPU/h}}\njobs: {j: {run_time: 1 h}}\n",
         "jobs.j.gpus", "64", "The class fits on none of its pools: a: the gang needs 64 GPUs"},
        {"fleetwright: 1\npools: {a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 "
         "USD/GPU/h}}\njobs: {j: {run_time: 1 h, gpus: 16}}\n",
         "pools.a.nodes", "1", "The class fits on none of its pools: a: the gang needs 16 GPUs"},
        {"fleetwright: 1\npools: {a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 "
         "USD/GPU/h}}\njobs: {j: {run_time: 1 h}}\n",
         "jobs.j.work", "3 epochs", "`work` and `run_time` exclude each other"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario_override one = {cases[i].path, cases[i].value};
        char *text = plans_refused_with("base.yaml", cases[i].text, &one, 1);
        cr_expect(strstr(text, cases[i].message), "%s", text);
        cr_expect_eq(strncmp(text, "--set ", 6), 0, "%s", text);
        mem_free(text);
    }
}
