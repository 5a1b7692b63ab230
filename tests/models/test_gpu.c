/* Precisions of GPUs, and the small name tables beside them: markets and accounts. */
#include "models/gpu.h"

#include <criterion/criterion.h>
#include <string.h>

#include "models/account.h"
#include "models/market.h"

static const struct gpu_type without_fp8 = {
    .name = "A",
    .flops = {[PRECISION_FP32] = 19.5e12, [PRECISION_FP16] = 312e12, [PRECISION_BF16] = 312e12}};
static const struct gpu_type with_fp8 = {
    .name = "H", .flops = {[PRECISION_FP16] = 989e12, [PRECISION_FP8] = 1979e12}};

Test(gpu, precisions_have_the_names_of_the_scenario_language)
{
    static const char *const names[PRECISIONS] = {"fp32", "tf32", "bf16", "fp16", "fp8"};
    for (int p = 0; p < PRECISIONS; p++)
        cr_expect_str_eq(precision_names[p], names[p]);
}

Test(gpu, a_precision_is_supported_where_it_has_a_rate)
{
    cr_expect(gpu_supports(&with_fp8, PRECISION_FP8));
    cr_expect_not(gpu_supports(&without_fp8, PRECISION_FP8));
    cr_expect(gpu_supports(&without_fp8, PRECISION_BF16));
    cr_expect_not(gpu_supports(&without_fp8, PRECISION_TF32));
}

Test(gpu, fp8_falls_back_to_fp16_only_where_the_gpu_lacks_it)
{
    cr_expect_eq(gpu_precision(&with_fp8, PRECISION_FP8), PRECISION_FP8);
    cr_expect_eq(gpu_precision(&without_fp8, PRECISION_FP8), PRECISION_FP16);
}

Test(gpu, no_other_precision_falls_back)
{
    for (int p = 0; p < PRECISIONS; p++)
        if (p != PRECISION_FP8)
            cr_expect_eq(gpu_precision(&with_fp8, (enum precision)p), (enum precision)p);
}

/* ---- markets ---- */

static const struct {
    const char *name;
    bool elastic, interruptible, repairs, has_term;
} market_rows[] = {
    {"owned", false, false, true, false},
    {"reserved", false, false, true, true},
    {"on_demand", true, false, false, false},
    {"spot", true, true, false, false},
};

enum { MARKETS = sizeof market_rows / sizeof *market_rows };

Test(market, table_has_the_four_markets_in_their_order)
{
    for (int m = 0; m < MARKETS; m++) {
        const struct market *market = markets[m];
        cr_assert(market);
        cr_expect_str_eq(market->name, market_rows[m].name);
        cr_expect_eq(market->elastic, market_rows[m].elastic, "%s", market->name);
        cr_expect_eq(market->interruptible, market_rows[m].interruptible, "%s", market->name);
        cr_expect_eq(market->repairs, market_rows[m].repairs, "%s", market->name);
        cr_expect_eq(market->has_term, market_rows[m].has_term, "%s", market->name);
        cr_expect_gt(strlen(market->doc), 20);
    }
    cr_expect_null(markets[MARKETS]);
}

Test(market, is_found_by_its_exact_name)
{
    for (int m = 0; m < MARKETS; m++)
        cr_expect_eq(market_find(market_rows[m].name), markets[m]);
    cr_expect_null(market_find("Spot"));
    cr_expect_null(market_find(""));
}

/* ---- accounts ---- */

static void expect_distinct(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        cr_assert(names[i], "name %d is missing", i);
        for (int j = 0; j < i; j++)
            cr_expect_str_neq(names[i], names[j]);
    }
}

Test(account, every_account_has_a_name_of_its_own)
{
    cr_expect_eq(TIME_ACCOUNTS, 11);
    cr_expect_eq(GPU_ACCOUNTS, 11);
    expect_distinct(time_account_names, TIME_ACCOUNTS);
    expect_distinct(account_names, ACCOUNTS);
}

Test(account, accounts_of_time_and_money_that_mean_the_same_are_called_the_same)
{
    cr_expect_str_eq(time_account_names[TIME_USEFUL], account_names[ACCOUNT_USEFUL]);
    cr_expect_str_eq(time_account_names[TIME_CHECKPOINT], account_names[ACCOUNT_CHECKPOINT]);
    cr_expect_str_eq(time_account_names[TIME_LOST], account_names[ACCOUNT_LOST]);
    cr_expect_str_eq(time_account_names[TIME_RESTORE], account_names[ACCOUNT_RESTORE]);
    cr_expect_str_eq(time_account_names[TIME_STAGING], account_names[ACCOUNT_STAGING]);
    cr_expect_str_eq(time_account_names[TIME_DETECT], account_names[ACCOUNT_DETECT]);
    cr_expect_str_eq(time_account_names[TIME_HELD], account_names[ACCOUNT_HELD]);
    cr_expect_str_eq(time_account_names[TIME_PROVISIONING], account_names[ACCOUNT_PROVISIONING]);
}
