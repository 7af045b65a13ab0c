/* A sum of bytes that tells whether they are the same as before; no protection against anybody who wants to
 * deceive. */
#ifndef RQ_CORE_SUM_H
#define RQ_CORE_SUM_H

#include "core/bytes.h"

/* Goes on from the sum of what stood before (0: nothing). Eight bytes at a time: files are large. */
static inline uint64_t rq_sum(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *p = data;
    uint64_t h = sum ^ size;
    for (; size >= 8; p += 8, size -= 8) {
        h = (h ^ rq_get64(p)) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    for (; size; p++, size--)
        h = (h ^ *p) * UINT64_C(0x100000001B3);
    return h ^ h >> 32;
}

#endif
