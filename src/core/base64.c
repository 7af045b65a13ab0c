#include "core/base64.h"

void rq_base64_put(struct rq_out *out, struct rq_bytes bytes)
{
    static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *p =
        bytes.size > SIZE_MAX / 2 || !bytes.size ? NULL : rq_grow(out, (bytes.size + 2) / 3 * 4);
    if (bytes.size > SIZE_MAX / 2 && !out->failed)
        out->failed = RQ_LIMIT;
    if (!p)
        return;
    size_t i = 0;
    for (; i + 3 <= bytes.size; i += 3, p += 4) {
        uint32_t v =
            (uint32_t)bytes.data[i] << 16 | (uint32_t)bytes.data[i + 1] << 8 | bytes.data[i + 2];
        p[0] = (uint8_t)set[v >> 18];
        p[1] = (uint8_t)set[v >> 12 & 63];
        p[2] = (uint8_t)set[v >> 6 & 63];
        p[3] = (uint8_t)set[v & 63];
    }
    if (i == bytes.size)
        return;
    bool two = i + 1 < bytes.size;
    uint32_t v = (uint32_t)bytes.data[i] << 16 | (two ? (uint32_t)bytes.data[i + 1] << 8 : 0);
    p[0] = (uint8_t)set[v >> 18];
    p[1] = (uint8_t)set[v >> 12 & 63];
    p[2] = two ? (uint8_t)set[v >> 6 & 63] : '=';
    p[3] = '=';
}

/* Bits of a letter, or some above the sixth when it is none. */
static inline uint32_t value_of(uint8_t c)
{
    /* One more than the value, by letter; 0: none. */
    static const uint8_t values[256] = {
        0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
        0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  63,
        0,  0,  0,  64, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 0,  0,  0,  0,  0,  0,  0,  1,
        2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24, 25, 26, 0,  0,  0,  0,  0,  0,  27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
        40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 0,  0,  0,  0,  0,
    };
    return (uint32_t)values[c] - 1;
}

enum rq_base64 rq_base64_take(struct rq_arena *arena, const char *text, size_t size,
                              struct rq_bytes *bytes)
{
    *bytes = (struct rq_bytes){(const uint8_t *)"", 0};
    for (int i = 0; i < 2 && size && text[size - 1] == '='; i++)
        size--;
    if (size % 4 == 1)
        return RQ_BASE64_BAD;
    uint8_t *data = rq_arena_get(arena, size / 4 * 3 + 3, 1);
    if (!data)
        return RQ_BASE64_NO_MEMORY;
    const uint8_t *p = (const uint8_t *)text, *end = p + size;
    uint8_t *to = data;
    for (; end - p >= 4; p += 4, to += 3) {
        uint32_t a = value_of(p[0]), b = value_of(p[1]), c = value_of(p[2]), d = value_of(p[3]);
        if ((a | b | c | d) > 63)
            return RQ_BASE64_BAD;
        to[0] = (uint8_t)(a << 2 | b >> 4);
        to[1] = (uint8_t)(b << 4 | c >> 2);
        to[2] = (uint8_t)(c << 6 | d);
    }
    if (p < end) {
        uint32_t a = value_of(p[0]), b = value_of(p[1]), c = end - p > 2 ? value_of(p[2]) : 0;
        if ((a | b | c) > 63)
            return RQ_BASE64_BAD;
        *to++ = (uint8_t)(a << 2 | b >> 4);
        if (end - p > 2)
            *to++ = (uint8_t)(b << 4 | c >> 2);
    }
    *bytes = (struct rq_bytes){data, (size_t)(to - data)};
    return RQ_BASE64_FINE;
}
