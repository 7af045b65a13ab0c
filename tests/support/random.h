/* Numbers that look random and are the same in every run, and the sizes at which containers break:
 * few, and around each power of two. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* 24 bits; the constants are those of Numerical Recipes. *state is the seed. */
static inline uint32_t random_next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* 0 to below - 1; 0 when there is nothing below. */
static inline uint32_t random_below(uint32_t *state, size_t below)
{
    return below ? random_next(state) % (uint32_t)below : 0;
}

static inline uint64_t random_64(uint32_t *state)
{
    uint64_t high = random_next(state), middle = random_next(state);
    return high << 48 ^ middle << 24 ^ random_next(state);
}

static inline void random_fill(uint32_t *state, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(random_next(state) >> 8);
}

enum { EDGE_MOST = 4097 };
static const uint16_t edge_sizes[] = {
    0,   1,    2,    3,    4,    5,    7,    8,    9,    15,   16,   17,   31,        32,  33,
    61,  62,   63,   64,   65,   66,   67,   127,  128,  129,  255,  256,  257,       511, 512,
    513, 1000, 1022, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 4095, 4096, EDGE_MOST,
};
enum { EDGE_COUNT = sizeof edge_sizes / sizeof edge_sizes[0] };

#endif
