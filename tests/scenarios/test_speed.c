/* Speeds from the built-in catalogue, units of speed and the roofline. */
#include "scenarios/speed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static struct catalog catalog;

static void setup(void)
{
    struct status status = STATUS_INIT;
    cr_assert_eq(catalog_load(&catalog, NULL, &status), 0, "%s", status.message);
}

static void teardown(void)
{
    catalog_free(&catalog);
}

TestSuite(speed, .init = setup, .fini = teardown);

static const char *const A100 = "A100-SXM4-80GB", *const H100 = "H100-SXM5-80GB";

static struct speed_query ask(const char *class_name, const char *model, const char *gpu,
                              enum precision wanted, int64_t gpus, const char *work)
{
    return (struct speed_query){.class_name = class_name,
                                .model = model,
                                .gpu = catalog_gpu(&catalog, gpu),
                                .wanted = wanted,
                                .gpus = gpus,
                                .efficiency = 1,
                                .work = work};
}

static struct speed_answer answer_to(struct speed_query query)
{
    struct speed_answer answer;
    struct status status = STATUS_INIT;
    cr_assert_eq(speed_from_catalog(&catalog, &query, &answer, &status), 0, "%s", status.message);
    return answer;
}

static void expect_refused(struct speed_query query, const char *why)
{
    struct speed_answer answer;
    struct status status = STATUS_INIT;
    cr_expect_eq(speed_from_catalog(&catalog, &query, &answer, &status), STATUS_INPUT);
    cr_expect(strstr(status.message, why), "\"%s\" is not in: %s", why, status.message);
}

static void expect_near(double got, double want)
{
    cr_expect(fabs(got - want) <= 1e-12 * fabs(want), "%.15g instead of %.15g", got, want);
}

/* ---- units ---- */

static const struct {
    const char *text;
    enum speed_kind kind;
    double seconds;
    const char *work;
} good_units[] = {
    {"tokens/s/GPU", SPEED_PER_GPU, 1, "tokens"},   {"epoch/h", SPEED_GANG_RATE, 3600, "epoch"},
    {"h/epoch", SPEED_GANG_TIME, 3600, "epoch"},    {"min to train", SPEED_GANG_TIME, 60, "run"},
    {"images/ms", SPEED_GANG_RATE, 1e-3, "images"}, {"d/run", SPEED_GANG_TIME, 86400, "run"},
};

Test(speed, units_are_read_by_kind_time_and_work)
{
    for (size_t i = 0; i < sizeof good_units / sizeof *good_units; i++) {
        struct speed_unit unit;
        struct status status = STATUS_INIT;
        cr_assert_eq(speed_unit_parse(good_units[i].text, &unit, &status), 0, "%s", status.message);
        cr_expect_eq(unit.kind, good_units[i].kind, "%s", good_units[i].text);
        cr_expect_eq(unit.seconds, good_units[i].seconds, "%s", good_units[i].text);
        cr_expect_str_eq(unit.work, good_units[i].work);
    }
}

static const char *const bad_units[] = {
    "",      "tokens",         "/s",          "h/",
    "h/h",   "tokens/s/gpu",   "h/epoch/GPU", "tokens/fortnight",
    "s/min", "tokens/s/GPU/x", "min to learn"};

Test(speed, units_of_no_meaning_are_refused_with_what_is_allowed)
{
    for (size_t i = 0; i < sizeof bad_units / sizeof *bad_units; i++) {
        struct speed_unit unit;
        struct status status = STATUS_INIT;
        cr_expect_eq(speed_unit_parse(bad_units[i], &unit, &status), STATUS_INPUT, "%s",
                     bad_units[i]);
        cr_expect(strstr(status.message, "tokens/s/GPU"));
    }
}

Test(speed, singular_and_plural_of_work_are_the_same)
{
    cr_expect(speed_same_work("epoch", "epochs"));
    cr_expect(speed_same_work("tokens", "token"));
    cr_expect_not(speed_same_work("epoch", "step"));
    cr_expect_not(speed_same_work("token", "tokenss"));
}

Test(speed, a_rate_per_gpu_scales_with_the_gang_and_its_efficiency)
{
    struct speed_unit unit = {.kind = SPEED_PER_GPU, .seconds = 1, .work = "tokens"};
    expect_near(speed_seconds_per_unit(100, &unit, 8, 8, 1), 1 / 800.0);
    expect_near(speed_seconds_per_unit(100, &unit, 8, 16, 0.5), 1 / 800.0);
}

Test(speed, a_gang_rate_holds_for_its_size_and_is_scaled_to_others)
{
    struct speed_unit time = {.kind = SPEED_GANG_TIME, .seconds = 3600, .work = "epoch"};
    struct speed_unit rate = {.kind = SPEED_GANG_RATE, .seconds = 60, .work = "image"};
    expect_near(speed_seconds_per_unit(4.2, &time, 8, 8, 0.5), 4.2 * 3600);
    expect_near(speed_seconds_per_unit(4.2, &time, 8, 4, 1), 8.4 * 3600);
    expect_near(speed_seconds_per_unit(4.2, &time, 8, 16, 0.8), 4.2 * 3600 / 1.6);
    expect_near(speed_seconds_per_unit(30, &rate, 8, 8, 1), 2);
    expect_near(speed_seconds_per_unit(30, &rate, 8, 16, 1), 1);
}

/* ---- the catalogue ---- */

static const struct {
    const char *class_name, *model;
    int64_t seq_len;
    const char *gpu;
    enum precision wanted;
    int64_t gpus;
    const char *work;
    double seconds;
    enum precision used;
} known[] = {
    {"finetune_transformer", "Llama-2-7B", 0, "A100-SXM4-80GB", PRECISION_BF16, 8, "epochs",
     4.2 * 3600, PRECISION_BF16},
    {"finetune_transformer", "Llama-2-7B", 0, "H100-SXM5-80GB", PRECISION_FP8, 8, "epochs",
     1.8 * 3600, PRECISION_FP8},
    {"pretrain_transformer", "GPT-13B", 0, "H100-SXM5-80GB", PRECISION_FP8, 8, "run", 86.4 * 3600,
     PRECISION_FP8},
    {"train_transformer", "GPT-7B", 2048, "A100-SXM4-80GB", PRECISION_BF16, 8, "tokens",
     1 / (8 * 4641.0), PRECISION_BF16},
    {"train_transformer", "GPT-7B", 2048, "H100-SXM5-80GB", PRECISION_FP16, 8, "tokens",
     1 / (8 * 10643.0), PRECISION_BF16},
    {"train_transformer", "GPT-1B", 512, "H100-SXM5-80GB", PRECISION_FP8, 8, "tokens",
     1 / (8 * 70315.0), PRECISION_FP8},
    {"train_transformer", "GPT-70B", 0, "H100-SXM5-80GB", PRECISION_BF16, 64, "tokens",
     1 / (64 * 1039.0), PRECISION_BF16},
    {"infer_diffusion", "SDXL", 0, "A100-SXM4-80GB", PRECISION_BF16, 1, "images", 2.1,
     PRECISION_FP16},
    {NULL, "SDXL offline", 0, "L40S-48GB", PRECISION_FP16, 8, "images", 1 / 5.02, PRECISION_FP16},
    {NULL, "BERT", 0, "H100-SXM5-80GB", PRECISION_BF16, 8, "run", 5.26 * 60, PRECISION_BF16},
};

Test(speed, measured_rates_come_back_as_seconds_per_unit)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct speed_query query = ask(known[i].class_name, known[i].model, known[i].gpu,
                                       known[i].wanted, known[i].gpus, known[i].work);
        query.seq_len = known[i].seq_len;
        struct speed_answer answer = answer_to(query);
        expect_near(answer.seconds_per_unit, known[i].seconds);
        cr_expect_eq(answer.precision, known[i].used, "%s on %s", known[i].model, known[i].gpu);
        cr_expect(*answer.row->source && *answer.row->date);
    }
}

Test(speed, a_row_that_fits_as_it_stands_has_no_note)
{
    cr_expect_str_eq(answer_to(ask(NULL, "Llama-2-7B", H100, PRECISION_FP8, 8, "epochs")).note, "");
}

Test(speed, fp8_on_an_a100_falls_back_with_a_note)
{
    struct speed_answer answer =
        answer_to(ask(NULL, "Llama-2-7B", A100, PRECISION_FP8, 8, "epoch"));
    cr_expect_eq(answer.precision, PRECISION_BF16);
    expect_near(answer.seconds_per_unit, 4.2 * 3600);
    cr_expect_str_eq(answer.note, "A100-SXM4-80GB has no fp8: bf16 is used instead.");
}

Test(speed, fp8_without_a_measured_rate_falls_back_with_a_note)
{
    struct speed_query query = ask(NULL, "GPT-7B", H100, PRECISION_FP8, 8, "tokens");
    query.seq_len = 2048;
    struct speed_answer answer = answer_to(query);
    cr_expect_eq(answer.precision, PRECISION_BF16);
    cr_expect(strstr(answer.note, "no speed of GPT-7B on H100-SXM5-80GB in fp8"), "%s",
              answer.note);
}

Test(speed, a_higher_precision_is_never_answered_from_a_lower_one)
{
    expect_refused(ask(NULL, "Llama-2-7B", H100, PRECISION_BF16, 8, "epochs"), "in fp8 only");
    expect_refused(ask(NULL, "GPT-30B", H100, PRECISION_FP32, 8, "tokens"), "in bf16 only");
}

Test(speed, a_precision_that_the_source_does_not_state_is_noted)
{
    struct speed_answer answer = answer_to(ask(NULL, "BERT", A100, PRECISION_FP8, 8, "run"));
    cr_expect_eq(answer.precision, PRECISION_FP16);
    cr_expect(strstr(answer.note, "does not state a precision"), "%s", answer.note);
}

Test(speed, another_gang_size_is_scaled_with_a_note)
{
    struct speed_query query = ask(NULL, "Llama-2-7B", A100, PRECISION_BF16, 16, "epochs");
    query.efficiency = 0.9;
    struct speed_answer answer = answer_to(query);
    expect_near(answer.seconds_per_unit, 4.2 * 3600 / 2 / 0.9);
    cr_expect(strstr(answer.note, "measured on 8 GPUs and is scaled linearly to 16"), "%s",
              answer.note);
}

static const struct {
    int64_t gang, row;
} nearest[] = {{8, 8}, {16, 8}, {32, 64}, {64, 64}, {512, 1024}, {4096, 1024}, {4, 8}};

Test(speed, the_nearest_gang_size_by_ratio_is_scaled)
{
    for (size_t i = 0; i < sizeof nearest / sizeof *nearest; i++)
        cr_expect_eq(
            answer_to(ask(NULL, "Llama-2-70B LoRA", H100, PRECISION_BF16, nearest[i].gang, "run"))
                .row->gpus,
            nearest[i].row, "gang of %lld", (long long)nearest[i].gang);
}

Test(speed, a_model_at_several_sequence_lengths_needs_one)
{
    expect_refused(ask(NULL, "GPT-7B", A100, PRECISION_BF16, 8, "tokens"), "2048 and 65536");
    struct speed_query query = ask(NULL, "GPT-7B", A100, PRECISION_BF16, 8, "tokens");
    query.seq_len = 4096;
    expect_refused(query, "not at the sequence length 4096");
}

Test(speed, a_row_without_sequence_length_fits_any_with_a_note)
{
    struct speed_query query = ask(NULL, "Llama-2-7B", A100, PRECISION_BF16, 8, "epochs");
    query.seq_len = 2048;
    cr_expect(strstr(answer_to(query).note, "does not state a sequence length"));
}

Test(speed, a_model_of_several_classes_needs_the_class)
{
    expect_refused(ask(NULL, "GPT-13B", A100, PRECISION_BF16, 8, "tokens"), "Give the class");
}

Test(speed, what_the_catalogue_lacks_is_refused_with_what_it_has)
{
    expect_refused(ask(NULL, "Llama-9", A100, PRECISION_BF16, 8, "tokens"), "Llama-2-7B");
    expect_refused(ask("finetuning", "Llama-2-7B", A100, PRECISION_BF16, 8, "tokens"),
                   "finetune_transformer");
    expect_refused(ask("infer_diffusion", "BERT", A100, PRECISION_BF16, 8, "run"),
                   "SDXL; SDXL offline");
    expect_refused(ask(NULL, "Llama-2-7B", "L40S-48GB", PRECISION_BF16, 8, "epochs"),
                   "A100-SXM4-80GB and H100-SXM5-80GB");
    expect_refused(ask(NULL, "Llama-2-7B", A100, PRECISION_BF16, 8, "tokens"),
                   "must be in epoch, not in tokens");
}

/* ---- comparison ---- */

Test(speed, a_comparison_pairs_rows_of_the_same_work)
{
    struct arena arena = {0};
    struct status status = STATUS_INIT;
    const struct speed_pair *pairs;
    size_t count;
    cr_assert_eq(speed_compare(&catalog, A100, H100, &arena, &pairs, &count, &status), 0);
    cr_assert_gt(count, 20);
    bool finetune = false, training = false;
    for (size_t i = 0; i < count; i++) {
        const struct speed_row *base = pairs[i].base, *other = pairs[i].other;
        cr_expect_str_eq(base->model, other->model);
        cr_expect_eq(base->seq_len, other->seq_len);
        cr_expect_eq(base->gpus, other->gpus);
        cr_expect_str_eq(base->gpu, A100);
        cr_expect_str_eq(other->gpu, H100);
        if (strcmp(base->model, "Llama-2-7B") == 0) {
            expect_near(pairs[i].ratio, 4.2 / 1.8);
            finetune = true;
        }
        if (strcmp(base->model, "GPT-7B") == 0 && base->seq_len == 2048) {
            expect_near(pairs[i].ratio, 10643.0 / 4641.0);
            training = true;
        }
    }
    cr_expect(finetune && training);
    arena_free(&arena);
}

/* ---- roofline ---- */

static struct roofline estimate(struct roofline_work work, const char *gpu, int64_t gpus)
{
    struct roofline_machine machine = {.gpu = catalog_gpu(&catalog, gpu),
                                       .precision = PRECISION_BF16,
                                       .gpus = gpus,
                                       .compute_efficiency = 1};
    struct roofline roofline;
    struct status status = STATUS_INIT;
    cr_assert_eq(speed_roofline(&work, &machine, &roofline, &status), 0, "%s", status.message);
    return roofline;
}

Test(speed, each_ceiling_of_the_roofline_can_bind)
{
    struct roofline r = estimate((struct roofline_work){.flops = 312e12 * 8}, A100, 8);
    expect_near(r.seconds_per_unit, 1);
    cr_expect_eq(r.bound, BOUND_COMPUTE);
    r = estimate((struct roofline_work){.flops = 1e12, .memory_bytes = 2e12 * 3}, A100, 1);
    expect_near(r.seconds_per_unit, 3);
    cr_expect_eq(r.bound, BOUND_MEMORY);
    r = estimate((struct roofline_work){.flops = 1e12, .comm_bytes = 300e9 * 2}, A100, 8);
    expect_near(r.seconds_per_unit, 2);
    cr_expect_eq(r.bound, BOUND_COMMUNICATION);
    r = estimate((struct roofline_work){.flops = 1e12, .input_seconds = 5}, A100, 8);
    expect_near(r.seconds_per_unit, 5);
    cr_expect_eq(r.bound, BOUND_INPUT);
}

Test(speed, a_job_bound_by_input_gains_nothing_from_an_h100)
{
    struct roofline_work work = {.flops = 1e15, .memory_bytes = 1e12, .input_seconds = 10};
    struct roofline a = estimate(work, A100, 1), h = estimate(work, H100, 1);
    cr_expect_eq(a.seconds_per_unit, h.seconds_per_unit);
    cr_expect_eq(h.bound, BOUND_INPUT);
    cr_expect_gt(a.seconds[BOUND_COMPUTE], h.seconds[BOUND_COMPUTE]);
}

Test(speed, a_single_gpu_does_not_communicate)
{
    struct roofline r =
        estimate((struct roofline_work){.flops = 1e12, .comm_bytes = 1e15}, A100, 1);
    cr_expect_eq(r.seconds[BOUND_COMMUNICATION], 0);
}

Test(speed, a_roofline_that_lacks_a_rate_or_a_link_is_refused)
{
    struct roofline roofline;
    struct status status = STATUS_INIT;
    struct roofline_work work = {.flops = 1e12, .comm_bytes = 1e9};
    struct roofline_machine machine = {.gpu = catalog_gpu(&catalog, A100),
                                       .precision = PRECISION_FP8,
                                       .gpus = 1,
                                       .compute_efficiency = 1};
    cr_expect_eq(speed_roofline(&work, &machine, &roofline, &status), STATUS_INPUT);
    cr_expect(strstr(status.message, "does not compute in fp8"));
    status = STATUS_INIT;
    machine = (struct roofline_machine){.gpu = catalog_gpu(&catalog, "L40S-48GB"),
                                        .precision = PRECISION_FP8,
                                        .gpus = 8,
                                        .compute_efficiency = 1};
    cr_expect_eq(speed_roofline(&work, &machine, &roofline, &status), STATUS_INPUT);
    cr_expect(strstr(status.message, "has no NVLink"));
    status = STATUS_INIT;
    machine.link_bandwidth = 32e9;
    cr_expect_eq(speed_roofline(&work, &machine, &roofline, &status), 0);
    cr_expect_eq(roofline.bound, BOUND_COMMUNICATION);
}
