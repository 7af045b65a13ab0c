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

static int value_of(uint8_t c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
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
    size_t count = 0;
    uint32_t bits = 0, have = 0;
    for (size_t i = 0; i < size; i++) {
        int v = value_of((uint8_t)text[i]);
        if (v < 0)
            return RQ_BASE64_BAD;
        bits = bits << 6 | (uint32_t)v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            data[count++] = (uint8_t)(bits >> have);
        }
    }
    *bytes = (struct rq_bytes){data, count};
    return RQ_BASE64_FINE;
}
