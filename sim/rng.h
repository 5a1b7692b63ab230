/* Random numbers: keyed, counter-based streams (Philox4x64-10 of Random123) that GSL can draw from.
 *
 * The 128-bit key is (seed, replication); the 256-bit counter is (block, entity, group, purpose).
 * So every purpose of every entity has its own stream of 2^66 words; a stream costs nothing to
 * open, and no draw of one entity moves a draw of another. That gives common random numbers across
 * scenarios. Philox4x64: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC'11. */
#ifndef FLEETWRIGHT_SIM_RNG_H
#define FLEETWRIGHT_SIM_RNG_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

struct rng_key {
    uint64_t seed;
    uint64_t replication;
};

struct rng {
    gsl_rng gsl; /* pass &rng->gsl to gsl_ran_*; its state points into this struct: never copy a
                    struct rng */
    uint64_t key[2];
    uint64_t counter[4];
    uint64_t block[4];
    unsigned used; /* words of block already handed out */
};

extern const gsl_rng_type rng_philox;

/* Opens the stream at its start. group is a stable name of the entity's kind (rng_group of a pool's
 * or a class's name), entity a number inside it. */
void rng_open(struct rng *rng, struct rng_key key, uint64_t purpose, uint64_t group,
              uint64_t entity);

uint64_t rng_word(struct rng *rng);  /* 64 uniform bits */
double rng_uniform(struct rng *rng); /* in the open interval (0, 1), 52 bits */

/* A 64-bit hash of a name (FNV-1a, then mixed), the same on every machine. */
uint64_t rng_group(const char *name);

#endif
