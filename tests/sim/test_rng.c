#include "sim/rng.h"

#include <criterion/criterion.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

/* Published with Random123: kat_vectors, philox4x64 with 10 rounds. */
static const struct {
    uint64_t counter[4], key[2], block[4];
} known[] = {
    {{0, 0, 0, 0},
     {0, 0},
     {0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}},
    {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
     {UINT64_MAX, UINT64_MAX},
     {0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}},
};

Test(rng, blocks_are_those_published_with_random123)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct rng rng;
        const uint64_t *counter = known[i].counter;
        rng_open(&rng, (struct rng_key){known[i].key[0], known[i].key[1]}, counter[3], counter[2],
                 counter[1]);
        rng.counter[0] = counter[0];
        for (int word = 0; word < 4; word++)
            cr_assert_eq(rng_word(&rng), known[i].block[word], "vector %zu, word %d", i, word);
    }
}

Test(rng, gsl_draws_the_same_words)
{
    struct rng a, b;
    rng_open(&a, (struct rng_key){1, 2}, 3, 4, 5);
    rng_open(&b, (struct rng_key){1, 2}, 3, 4, 5);
    for (int i = 0; i < 100; i++)
        cr_assert_eq(gsl_rng_get(&a.gsl), rng_word(&b));
    cr_assert_eq(gsl_rng_max(&a.gsl), UINT64_MAX);
    cr_assert_eq(gsl_rng_min(&a.gsl), 0);
    for (int i = 0; i < 100; i++)
        cr_assert_eq(gsl_rng_uniform(&a.gsl), (double)(rng_word(&b) >> 11) * 0x1p-53);
}

Test(rng, gsl_can_allocate_a_generator_of_this_type)
{
    gsl_rng *r = gsl_rng_alloc(&rng_philox);
    gsl_rng_set(r, 77);
    struct rng rng;
    rng_open(&rng, (struct rng_key){77, 0}, 0, 0, 0);
    for (int i = 0; i < 10; i++)
        cr_assert_eq(gsl_rng_get(r), rng_word(&rng));
    gsl_rng_free(r);
}

Test(rng, every_part_of_the_address_gives_another_stream)
{
    struct rng streams[6];
    rng_open(&streams[0], (struct rng_key){1, 1}, 1, 1, 1);
    rng_open(&streams[1], (struct rng_key){2, 1}, 1, 1, 1);
    rng_open(&streams[2], (struct rng_key){1, 2}, 1, 1, 1);
    rng_open(&streams[3], (struct rng_key){1, 1}, 2, 1, 1);
    rng_open(&streams[4], (struct rng_key){1, 1}, 1, 2, 1);
    rng_open(&streams[5], (struct rng_key){1, 1}, 1, 1, 2);
    uint64_t words[6];
    for (int i = 0; i < 6; i++) {
        words[i] = rng_word(&streams[i]);
        for (int k = 0; k < i; k++)
            cr_assert_neq(words[i], words[k], "streams %d and %d", i, k);
    }
}

Test(rng, a_stream_opened_again_begins_again)
{
    struct rng rng;
    uint64_t words[9];
    rng_open(&rng, (struct rng_key){9, 8}, 7, 6, 5);
    for (int i = 0; i < 9; i++)
        words[i] = rng_word(&rng);
    rng_open(&rng, (struct rng_key){9, 8}, 7, 6, 5);
    for (int i = 0; i < 9; i++)
        cr_assert_eq(rng_word(&rng), words[i]);
}

static double uniform_of(uint64_t word)
{
    struct rng rng;
    rng_open(&rng, (struct rng_key){0, 0}, 0, 0, 0);
    rng.block[0] = word;
    rng.used = 0;
    return rng_uniform(&rng);
}

Test(rng, a_uniform_is_never_an_end_of_its_interval)
{
    cr_assert_gt(uniform_of(0), 0.0);
    cr_assert_lt(uniform_of(UINT64_MAX), 1.0);
    cr_assert_eq(uniform_of(0), 1 - uniform_of(UINT64_MAX));
    cr_assert_float_eq(uniform_of(UINT64_C(1) << 63), 0.5, 1e-15);
}

Test(rng, uniforms_fill_their_interval_evenly)
{
    enum { DRAWS = 200000, CELLS = 100 };
    int cells[CELLS] = {0};
    struct rng rng;
    rng_open(&rng, (struct rng_key){2024, 0}, 0, 0, 0);
    for (int i = 0; i < DRAWS; i++)
        cells[(int)(rng_uniform(&rng) * CELLS)]++;
    double chi2 = 0, expected = (double)DRAWS / CELLS;
    for (int i = 0; i < CELLS; i++)
        chi2 += (cells[i] - expected) * (cells[i] - expected) / expected;
    double p = gsl_cdf_chisq_Q(chi2, CELLS - 1);
    cr_assert(p > 1e-4 && p < 1 - 1e-4, "p = %g", p);
}

Test(rng, first_words_of_neighbouring_streams_are_independent)
{
    enum { STREAMS = 100000, SIDE = 16 };
    static int cells[SIDE][SIDE];
    unsigned previous = 0;
    for (unsigned entity = 0; entity <= STREAMS; entity++) {
        struct rng rng;
        rng_open(&rng, (struct rng_key){5, 0}, 3, rng_group("pool"), entity);
        unsigned cell = (unsigned)(rng_uniform(&rng) * SIDE);
        if (entity > 0)
            cells[previous][cell]++;
        previous = cell;
    }
    double chi2 = 0, expected = (double)STREAMS / (SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        double difference = cells[i / SIDE][i % SIDE] - expected;
        chi2 += difference * difference / expected;
    }
    double p = gsl_cdf_chisq_Q(chi2, SIDE * SIDE - 1);
    cr_assert(p > 1e-4 && p < 1 - 1e-4, "p = %g", p);
}

Test(rng, groups_of_names_are_fixed_and_differ)
{
    static const char *const names[] = {"", "a", "b", "ab", "ba", "pool", "pool1", "pool2"};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < i; k++)
            cr_assert_neq(rng_group(names[i]), rng_group(names[k]));
    /* A change would change every result: FNV-1a of "a" is 0xaf63dc4c8601ec8c. */
    cr_assert_eq(rng_group("a"), UINT64_C(0x2c0bdbf481420f8));
}
