/* SHA-256 (FIPS 180-4): the ground truth of the corpus holds hashes of pixels. */
#ifndef TESTS_GOLDEN_SHA256_H
#define TESTS_GOLDEN_SHA256_H

#include "core/bytes.h"

#include <stdio.h>

static inline uint32_t turn(uint32_t v, unsigned by)
{
    return v >> by | v << (32 - by);
}

static inline void sha_block(uint32_t h[8], const uint8_t *p)
{
    static uint32_t k[64];
    uint32_t w[64], s[8];
    if (!k[0])
        for (uint32_t n = 2, i = 0; i < 64; n++) {
            bool prime = true;
            for (uint32_t d = 2; d * d <= n && prime; d++)
                prime = n % d != 0;
            if (!prime)
                continue;
            /* The fraction of the cube root, by bisection in 128ths of the last bit. */
            long double low = 1, high = 8;
            for (int t = 0; t < 60; t++) {
                long double mid = (low + high) / 2;
                if (mid * mid * mid > (long double)n)
                    high = mid;
                else
                    low = mid;
            }
            k[i++] = (uint32_t)((low - (long double)(int)low) * 4294967296.0L);
        }
    for (size_t i = 0; i < 64; i++) {
        if (i < 16) {
            w[i] = rq_get32be(p + i * 4);
            continue;
        }
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof s);
    for (size_t i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; i++)
        h[i] += s[i];
}

static inline void sha256(const uint8_t *data, size_t size, char text[65])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t last[128] = {0};
    size_t whole = size / 64 * 64, rest = size - whole, end = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < whole; i += 64)
        sha_block(h, data + i);
    memcpy(last, data + whole, rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[end - 1 - i] = (uint8_t)((uint64_t)size * 8 >> (i * 8));
    for (size_t i = 0; i < end; i += 64)
        sha_block(h, last + i);
    for (size_t i = 0; i < 8; i++)
        snprintf(text + i * 8, 9, "%08x", h[i]);
}

#endif
