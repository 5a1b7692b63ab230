/* Random cases for tests: a tiny generator of their own, so that no test of the random streams
 * depends on the streams it tests. Same seed, same cases, on every machine. */
#ifndef FLEETWRIGHT_TESTS_SUPPORT_DRAW_H
#define FLEETWRIGHT_TESTS_SUPPORT_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct draw {
    uint64_t state;
};

/* SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
static inline uint64_t draw_word(struct draw *d)
{
    uint64_t z = d->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* An integer in [low, high], both included. */
static inline int64_t draw_int(struct draw *d, int64_t low, int64_t high)
{
    return low + (int64_t)(draw_word(d) % (uint64_t)(high - low + 1));
}

/* True in percent of 100 cases. */
static inline bool draw_chance(struct draw *d, int percent)
{
    return draw_int(d, 0, 99) < percent;
}

#endif
