/* The pools on which a class can run: its speed, hazard and checkpoints on each. */
#include "scenarios/scenario.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/scenarios/plans.h"

#define HEAD  "fleetwright: 1\n"
#define OWNED "{gpu: A100-SXM4-80GB, market: owned, nodes: 4, price: 1.20 USD/GPU/h}\n"
#define POOLS "pools:\n  a: " OWNED
#define H100  "gpu: H100-SXM5-80GB"

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

TestSuite(resolve_options, .fini = teardown);

#define TWO_POOLS                                                                                  \
    "pools:\n  a: " OWNED "  h: {" H100                                                            \
    ", market: spot, price: 2 USD/GPU/h, interruption: {after: 2 d}}\n"

Test(resolve_options, the_jobs_table_gives_the_speed_of_each_pool)
{
    load(HEAD TWO_POOLS "jobs:\n  j: {gpus: 8, work: 3 epochs, precision: fp8, speed: {table: "
                        "{A100-SXM4-80GB: {bf16: "
                        "4.2 h/epoch}, H100-SXM5-80GB: {bf16: 2.2 h/epoch, fp8: 1.8 h/epoch}}}}\n");
    const struct option *o = plan.classes[0].options;
    cr_assert_eq(plan.classes[0].option_count, 2);
    cr_expect_str_eq(plan.classes[0].unit, "epochs");
    cr_expect_eq(o[0].seconds_per_unit, 15120);
    cr_expect_eq(o[0].stretch, 1);
    cr_expect_eq(o[0].precision, PRECISION_BF16);
    cr_expect_eq(o[0].source, SPEED_JOB_TABLE);
    cr_expect_eq(o[1].seconds_per_unit, 6480);
    cr_expect_eq(o[1].stretch, 6480.0 / 15120.0);
    cr_expect_eq(o[1].precision, PRECISION_FP8);
    plans_expect_note(
        &plan, "Class j on pool a: A100-SXM4-80GB does not have fp8, computed in bf16.", true);
}

Test(resolve_options, a_speed_per_gpu_is_multiplied_by_gang_and_efficiency)
{
    load(HEAD POOLS
         "jobs:\n  j: {gpus: 16, work: 1e9 tokens, speed: {table: {A100-SXM4-80GB: {bf16: 1000 "
         "tokens/s/GPU}}, efficiency: 80 %}}\n");
    cr_expect_float_eq(plan.classes[0].options[0].seconds_per_unit, 1 / (1000.0 * 16 * 0.8), 1e-18);
}

Test(resolve_options, without_fp8_speeds_an_fp8_gpu_computes_in_half_precision_and_a_note_says_so)
{
    load(HEAD "pools:\n  h: {" H100 ", market: owned, nodes: 1, price: 2 USD/GPU/h}\n"
              "jobs:\n  j: {work: 3 epochs, precision: fp8, speed: {table: {H100-SXM5-80GB: {fp16: "
              "2 h/epoch}}}}\n");
    cr_expect_eq(plan.classes[0].options[0].precision, PRECISION_FP16);
    plans_expect_note(&plan, "there is no speed in fp8 for H100-SXM5-80GB, computed in fp16", true);
}

Test(resolve_options, the_catalogue_fills_in_for_gpus_that_the_table_does_not_have)
{
    load(HEAD TWO_POOLS
         "jobs:\n  j: {gpus: 8, work: 1e9 tokens, speed: {table: {A100-SXM4-80GB: {bf16: 1000 "
         "tokens/s/GPU}}, catalog: {model: GPT-7B, seq_len: 2048}}}\n");
    const struct option *o = plan.classes[0].options;
    cr_assert_eq(plan.classes[0].option_count, 2);
    cr_expect_eq(o[0].source, SPEED_JOB_TABLE);
    cr_expect_eq(o[1].source, SPEED_CATALOG);
    cr_expect_float_eq(o[1].seconds_per_unit, 1 / (10643.0 * 8), 1e-15);
}

#define ROOFLINE                                                                                   \
    "roofline: {compute: 84 PFLOP, memory: 20 TB, network: 30 GB, input: 0.2 s, utilisation: 40 "  \
    "%}"

Test(resolve_options, an_estimate_is_the_longest_of_its_times_and_a_note_names_it)
{
    static const struct {
        const char *changed; /* in place of the whole roofline; NULL = as above */
        double seconds;      /* on 8 A100-SXM4-80GB: 312 TFLOPS, 2 TB/s, 600 GB/s NVLink */
        const char *note;
    } cases[] = {
        {NULL, 84e15 / (8 * 312e12 * 0.4), "bound by compute at 40 % of the peak."},
        {"roofline: {compute: 84 PFLOP}", 84e15 / (8 * 312e12),
         "bound by compute at 100 % of the peak."},
        {"roofline: {memory: 20 TB, network: 30 GB, input: 0.2 s}", 20e12 / (8 * 2e12),
         "bound by memory."},
        {"roofline: {memory: 20 GB, network: 90 GB, input: 0.2 s}", 90e9 / 300e9,
         "bound by network."},
        {"roofline: {memory: 20 GB, network: 30 GB, input: 0.2 s}", 0.2, "bound by input."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024], note[256];
        snprintf(text, sizeof text,
                 HEAD POOLS "jobs:\n  j: {gpus: 8, work: 3 steps, speed: {%s}}\n",
                 cases[i].changed ? cases[i].changed : ROOFLINE);
        load(text);
        const struct option *o = plan.classes[0].options;
        cr_expect_eq(o->source, SPEED_ROOFLINE);
        cr_expect_float_eq(o->seconds_per_unit, cases[i].seconds, 1e-12 * cases[i].seconds,
                           "case %zu: %.17g", i, o->seconds_per_unit);
        snprintf(note, sizeof note, "Class j on pool a: the speed is an estimate, %s",
                 cases[i].note);
        plans_expect_note(&plan, note, true);
        plans_expect_note(&plan, "links between nodes", false);
        plan_free(&plan);
    }
}

Test(resolve_options, an_estimate_comes_after_the_table_and_the_catalogue)
{
    load(HEAD TWO_POOLS "  l: {gpu: L40S-48GB, market: owned, nodes: 2, price: 1 USD/GPU/h}\n"
                        "jobs:\n  j: {gpus: 8, work: 1e9 tokens, speed: {table: {A100-SXM4-80GB: "
                        "{bf16: 1000 tokens/s/GPU}}, catalog: {model: GPT-7B, seq_len: 2048}, "
                        "roofline: {compute: 42 GFLOP}}}\n");
    const struct option *o = plan.classes[0].options;
    cr_assert_eq(plan.classes[0].option_count, 3);
    cr_expect_eq(o[0].source, SPEED_JOB_TABLE);
    cr_expect_eq(o[1].source, SPEED_CATALOG);
    cr_expect_eq(o[2].source, SPEED_ROOFLINE);
    plans_expect_note(
        &plan,
        "Class j on pool l: the speed is an estimate, bound by compute at 100 % of the "
        "peak. The catalogue has no speed of GPT-7B on L40S-48GB",
        true);
}

Test(resolve_options, an_estimate_over_several_nodes_says_what_it_takes_their_links_for)
{
    load(HEAD POOLS "jobs:\n  j: {gpus: 16, work: 3 steps, speed: {" ROOFLINE "}}\n");
    plans_expect_note(&plan, "The links between nodes are taken to be as fast as NVLink.", true);
}

Test(resolve_options, run_time_is_divided_by_the_speedup_of_the_pools_gpu)
{
    load(HEAD TWO_POOLS
         "jobs:\n  j: {run_time: 1 h, speedup: {H100-SXM5-80GB: 2.5}, pools: [h, a]}\n");
    const struct option *o = plan.classes[0].options;
    cr_expect_eq(o[0].pool, 1);
    cr_expect_eq(o[0].seconds_per_unit, 1 / 2.5);
    cr_expect_eq(o[0].stretch, 1);
    cr_expect_eq(o[1].seconds_per_unit, 1);
    cr_expect_eq(o[1].stretch, 2.5);
    cr_expect_eq(o[0].source, SPEED_RUN_TIME);
}

Test(resolve_options, pools_a_job_cannot_run_on_are_noted_with_the_reason)
{
    load(HEAD
         "pools:\n  a: " OWNED
         "  small: {gpu: A100-SXM4-40GB, market: owned, nodes: 4, price: 1 USD/GPU/h}\n"
         "  one: {gpu: A100-SXM4-80GB, market: on_demand, max_nodes: 1, price: 1 USD/GPU/h}\n"
         "  other: {gpu: L40S-48GB, market: owned, nodes: 4, price: 1 USD/GPU/h}\n"
         "  spare: {gpu: L40S-48GB, market: owned, nodes: 1, price: 1 USD/GPU/h}\n"
         "jobs:\n  j: {gpus: 16, memory: 45 GB, work: 3 epochs, pools: [small, one, other, a], "
         "speed: {table: {A100-SXM4-80GB: {bf16: 1 h/epoch}}}}\n");
    cr_assert_eq(plan.classes[0].option_count, 1);
    cr_expect_eq(plan.classes[0].options[0].pool, 0);
    plans_expect_note(
        &plan,
        "Class j does not run on pool small: the job needs 45 GB of memory on each GPU, "
        "A100-SXM4-40GB has ",
        true);
    plans_expect_note(
        &plan, "Class j does not run on pool one: the gang needs 16 GPUs, the pool has at most 8",
        true);
    plans_expect_note(
        &plan, "Class j does not run on pool other: no speed in bf16 is known for L40S-48GB", true);
    plans_expect_note(&plan, "No class of jobs can run on pool spare.", true);
    plans_expect_note(&plan, "No class of jobs can run on pool a.", false);
}

Test(resolve_options, the_hazard_is_that_of_all_nodes_of_the_gang)
{
    load(HEAD "pools:\n  s: {" H100
              ", market: spot, price: 2 USD/GPU/h, failures: {life: 100 d}, interruption: "
              "{after: {exponential: {mean: 4 d}}}}\njobs:\n  j: {run_time: 1 h, gpus: 17}\n  k: "
              "{run_time: 1 h}\n");
    double one = 1 / (100 * 86400.0) + 1 / (4 * 86400.0);
    cr_expect_float_eq(plan.classes[0].options[0].hazard, 3 * one, 1e-18);
    cr_expect_float_eq(plan.classes[1].options[0].hazard, one, 1e-18);
}

Test(resolve_options, an_interval_by_formula_is_that_of_the_gangs_hazard_on_each_pool)
{
    load(HEAD
         "pools:\n  f: {gpu: A100-SXM4-80GB, market: owned, nodes: 4, price: 1 USD/GPU/h, "
         "failures: {life: "
         "{exponential: {mean: 10 d}}}}\n  n: " OWNED
         "jobs:\n  j: {run_time: 1 h, gpus: 16, checkpoint: {interval: young, write: 5 min}}\n");
    const struct option *o = plan.classes[0].options;
    sim_time young = ticks_from_seconds(sqrt(2 * 300.0 * 5 * 86400));
    cr_expect_lt(llabs(o[0].checkpoint.interval - young), 2);
    cr_expect_eq(o[1].checkpoint.interval, 0);
    plans_expect_note(
        &plan, "Class j on pool n: no checkpoints, since the formula young needs failures", true);
}
