#include "sim/money.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "sim/rng.h"
#include "sim/ticks.h"

#define Q(high, low) ((quantity_t)(high) << 64 | (quantity_t)(uint64_t)(low))

static const struct {
    int64_t nano, per;
    quantity_t quantity;
    money cost;
} costs[] = {
    {1200000000, TICKS_PER_HOUR, 0, 0},
    {1200000000, TICKS_PER_HOUR, TICKS_PER_HOUR, 1200000000},
    {1200000000, TICKS_PER_HOUR, 8 * 24 * TICKS_PER_HOUR, INT64_C(230400000000)},
    {1, 2, 1, 0}, /* ties to even */
    {1, 2, 3, 2},
    {1, 2, 5, 2},
    {1, 2, 7, 4},
    {1, 3, 1, 0},
    {1, 3, 2, 1},
    {3, 4, 2, 2},
    {0, 7, Q(INT64_MAX, 5), 0},
    {1, INT64_MAX, INT64_MAX, 1},
    {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX},
    {INT64_MAX, 1, 1, INT64_MAX},
    {1, 1, INT64_MAX, INT64_MAX},
    {2, INT64_C(1) << 62, Q(1, 0), 8},                             /* 2 x 2^64 / 2^62 */
    {1, INT64_C(1) << 62, Q(0x7fffffff, 0), INT64_C(0x1fffffffc)}, /* quantity above 64 bits */
    {3, INT64_C(1) << 62, Q(1, INT64_C(1) << 61), 14},             /* 13.5: a tie, to even */
    {1, INT64_C(1) << 62, Q(1, INT64_C(1) << 61), 4},              /* 4.5 */
    {1, INT64_C(1) << 62, Q(1, 3 * (INT64_C(1) << 61)), 6},        /* 5.5 */
};

Test(money, a_cost_is_exact_and_rounded_once_to_even)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct status status = STATUS_INIT;
        money cost = -1;
        cr_assert_eq(money_cost((struct money_rate){costs[i].nano, costs[i].per}, costs[i].quantity,
                                &cost, &status),
                     0, "case %zu: %s", i, status.message);
        cr_assert_eq(cost, costs[i].cost, "case %zu gave %" PRId64, i, cost);
    }
}

static const struct {
    int64_t nano, per;
    quantity_t quantity;
} too_much[] = {
    {1, 1, (quantity_t)INT64_MAX + 1},
    {INT64_MAX, 1, 2},
    {INT64_MAX, 1, Q(INT64_MAX, UINT64_MAX)},
    {INT64_MAX, INT64_MAX, Q(INT64_MAX, UINT64_MAX)},
    {2, INT64_MAX, Q(INT64_MAX, UINT64_MAX)},
    {1, 2, Q(1, 0)},
    {2, 4, Q(0, UINT64_MAX)}, /* 2^63 - 1/2 */
};

Test(money, a_cost_out_of_range_is_an_error_and_writes_nothing)
{
    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        struct status status = STATUS_INIT;
        money cost = -1;
        cr_assert_eq(money_cost((struct money_rate){too_much[i].nano, too_much[i].per},
                                too_much[i].quantity, &cost, &status),
                     STATUS_OVERFLOW, "case %zu", i);
        cr_assert_eq(cost, -1);
        cr_assert_gt(strlen(status.message), 40);
    }
}

Test(money, a_cost_agrees_with_long_division_on_random_operands)
{
    struct rng rng;
    rng_open(&rng, (struct rng_key){11, 0}, 1, 0, 0);
    for (int i = 0; i < 200000; i++) {
        unsigned shift = (unsigned)(rng_word(&rng) % 62);
        int64_t nano = (int64_t)(rng_word(&rng) >> (2 + rng_word(&rng) % 62));
        int64_t per = (int64_t)(rng_word(&rng) >> (1 + shift)) + 1;
        quantity_t quantity = (quantity_t)(rng_word(&rng) >> (rng_word(&rng) % 64)) << (i % 2 * 10);
        struct status status = STATUS_INIT;
        money cost;
        if (money_cost((struct money_rate){nano, per}, quantity, &cost, &status) != 0)
            continue;
        /* |nano x quantity - cost x per| <= per / 2, and equal only for an even cost. The products
         * may wrap; their difference does not. */
        unsigned __int128 difference = (unsigned __int128)nano * (unsigned __int128)quantity -
                                       (unsigned __int128)cost * (unsigned __int128)per;
        __int128 twice = 2 * (__int128)difference;
        cr_assert(twice <= per && -twice <= per, "round %d", i);
        if (twice == per || -twice == per)
            cr_assert_eq(cost % 2, 0, "round %d", i);
    }
}

Test(money, a_negative_quantity_has_no_cost, .signal = SIGABRT)
{
    struct status status = STATUS_INIT;
    money cost;
    money_cost((struct money_rate){1, 1}, -1, &cost, &status);
}

Test(money, postings_of_a_meter_sum_to_the_cost_of_the_total)
{
    struct rng rng;
    rng_open(&rng, (struct rng_key){12, 0}, 1, 0, 0);
    for (int round = 0; round < 200; round++) {
        struct meter meter = {.rate = {(int64_t)(rng_word(&rng) % 5000000000),
                                       (int64_t)(rng_word(&rng) % TICKS_PER_HOUR) + 1}};
        quantity_t total = 0;
        money sum = 0;
        struct status status = STATUS_INIT;
        for (int i = 0; i < 500; i++) {
            quantity_t quantity = (quantity_t)(rng_word(&rng) >> (34 + rng_word(&rng) % 30));
            money amount = -1;
            cr_assert_eq(meter_post(&meter, quantity, &amount, &status), 0);
            cr_assert_geq(amount, 0);
            sum += amount;
            total += quantity;
        }
        money cost;
        cr_assert_eq(money_cost(meter.rate, total, &cost, &status), 0);
        cr_assert_eq(sum, cost);
        cr_assert_eq(meter.total, cost);
        cr_assert(meter.quantity == total);
    }
}

Test(money, a_posting_that_overflows_leaves_the_meter_as_it_was)
{
    struct meter meter = {.rate = {1, 1}};
    struct status status = STATUS_INIT;
    money amount;
    cr_assert_eq(meter_post(&meter, INT64_MAX, &amount, &status), 0);
    cr_assert_eq(meter_post(&meter, 1, &amount, &status), STATUS_OVERFLOW);
    cr_assert_eq(meter.total, INT64_MAX);
    cr_assert(meter.quantity == INT64_MAX);
    struct meter free_of_charge = {.rate = {0, 1}, .quantity = Q(INT64_MAX, UINT64_MAX)};
    status = STATUS_INIT;
    cr_assert_eq(meter_post(&free_of_charge, 1, &amount, &status), STATUS_OVERFLOW);
}

Test(money, adding_beyond_the_range_is_an_error_and_changes_nothing)
{
    struct status status = STATUS_INIT;
    money sum = INT64_MAX - 5;
    cr_assert_eq(money_add(&sum, 5, &status), 0);
    cr_assert_eq(sum, INT64_MAX);
    cr_assert_eq(money_add(&sum, 1, &status), STATUS_OVERFLOW);
    cr_assert_eq(sum, INT64_MAX);
    sum = INT64_MIN;
    status = STATUS_INIT;
    cr_assert_eq(money_add(&sum, -1, &status), STATUS_OVERFLOW);
}

Test(money, a_total_is_split_in_proportion)
{
    static const int64_t weights[] = {1, 0, 2, 1};
    money parts[4];
    money_split(100, weights, 4, parts);
    static const money expected[] = {25, 0, 50, 25};
    cr_assert_arr_eq(parts, expected, sizeof parts);
    money_split(-100, weights, 4, parts);
    static const money negated[] = {-25, 0, -50, -25};
    cr_assert_arr_eq(parts, negated, sizeof parts);
}

static const money totals[] = {0, 1, -1, 999999937, -999999937, INT64_MAX, INT64_MIN};

Test(money, parts_of_a_split_sum_to_the_total_and_share_its_sign)
{
    struct rng rng;
    rng_open(&rng, (struct rng_key){13, 0}, 1, 0, 0);
    for (int round = 0; round < 2000; round++) {
        money total = totals[round % 7];
        int64_t weights[40];
        money parts[40];
        size_t count = 1 + rng_word(&rng) % 40;
        unsigned shift = 1 + (unsigned)(rng_word(&rng) % 60); /* the sum may exceed 64 bits */
        for (size_t i = 0; i < count; i++)
            weights[i] = rng_word(&rng) % 4 == 0 ? 0 : (int64_t)(rng_word(&rng) >> shift);
        weights[count / 2] |= 1;
        money_split(total, weights, count, parts);
        __int128 sum = 0;
        for (size_t i = 0; i < count; i++) {
            sum += parts[i];
            cr_assert(total < 0 ? parts[i] <= 0 : parts[i] >= 0);
            cr_assert(weights[i] > 0 || parts[i] == 0);
        }
        cr_assert(sum == total, "round %d", round);
    }
}

Test(money, a_split_without_any_weight_is_a_bug, .signal = SIGABRT)
{
    static const int64_t weights[] = {0, 0};
    money parts[2];
    money_split(5, weights, 2, parts);
}

static const struct {
    money amount;
    int decimals, grouped;
    const char *text;
} formats[] = {
    {0, 2, 0, "0.00"},
    {0, 0, 1, "0"},
    {1234567890123, 9, 1, "1,234.567890123"},
    {1234567890123, 2, 0, "1234.57"},
    {-1234567890123, 2, 1, "-1,234.57"},
    {999999999, 0, 0, "1"},
    {999 * MONEY_NANO + 999999999, 2, 1, "1,000.00"},
    {125000000, 2, 0, "0.12"}, /* ties to even */
    {135000000, 2, 0, "0.14"},
    {500000000, 0, 0, "0"},
    {1500000000, 0, 0, "2"},
    {-4000000, 2, 0, "0.00"}, /* no minus before zero */
    {-5000001, 2, 0, "-0.01"},
    {5, 9, 0, "0.000000005"},
    {100000 * MONEY_NANO, 0, 1, "100,000"},
    {INT64_MAX, 9, 1, "9,223,372,036.854775807"},
    {INT64_MIN, 9, 1, "-9,223,372,036.854775808"},
};

Test(money, an_amount_is_written_as_a_decimal)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char text[32];
        cr_assert_str_eq(money_format(formats[i].amount, formats[i].decimals, formats[i].grouped,
                                      text, sizeof text),
                         formats[i].text);
    }
}

Test(money, an_amount_is_never_cut, .signal = SIGABRT)
{
    char text[5];
    money_format(12345 * MONEY_NANO, 0, 0, text, sizeof text);
}
