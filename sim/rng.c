/* Philox4x64-10 as a generator of GSL. */
#include "sim/rng.h"

#include <Random123/philox.h>

enum { WORDS = 4 }; /* of a block */

static void refill(struct rng *rng)
{
    philox4x64_ctr_t counter = {
        {rng->counter[0], rng->counter[1], rng->counter[2], rng->counter[3]}};
    philox4x64_key_t key = {{rng->key[0], rng->key[1]}};
    philox4x64_ctr_t block = philox4x64_R(10, counter, key);
    for (int i = 0; i < WORDS; i++)
        rng->block[i] = block.v[i];
    rng->counter[0]++; /* 2^64 blocks: cannot be used up */
    rng->used = 0;
}

uint64_t rng_word(struct rng *rng)
{
    if (rng->used == WORDS)
        refill(rng);
    return rng->block[rng->used++];
}

/* Midpoints of 2^52 equal cells: symmetric about 1/2, and neither end can be rounded to. */
double rng_uniform(struct rng *rng)
{
    return ((double)(rng_word(rng) >> 12) + 0.5) * 0x1p-52;
}

static void philox_set(void *state, unsigned long seed)
{
    struct rng *rng = state;
    rng->key[0] = seed;
    rng->key[1] = 0;
    for (int i = 0; i < WORDS; i++)
        rng->counter[i] = 0;
    rng->used = WORDS;
}

static unsigned long philox_get(void *state)
{
    return rng_word(state);
}

static double philox_get_double(void *state) /* in [0, 1), as GSL wants it */
{
    return (double)(rng_word(state) >> 11) * 0x1p-53;
}

_Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "GSL's words must have 64 bits");

const gsl_rng_type rng_philox = {
    .name = "philox4x64",
    .max = UINT64_MAX,
    .min = 0,
    .size = sizeof(struct rng),
    .set = philox_set,
    .get = philox_get,
    .get_double = philox_get_double,
};

void rng_open(struct rng *rng, struct rng_key key, uint64_t purpose, uint64_t group,
              uint64_t entity)
{
    *rng = (struct rng){
        .gsl = {.type = &rng_philox, .state = rng},
        .key = {key.seed, key.replication},
        .counter = {0, entity, group, purpose},
        .used = WORDS,
    };
}

uint64_t rng_group(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (const unsigned char *c = (const unsigned char *)name; *c != '\0'; c++)
        hash = (hash ^ *c) * UINT64_C(0x100000001b3);
    hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9); /* SplitMix64's finaliser */
    hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
    return hash ^ (hash >> 31);
}
