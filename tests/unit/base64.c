/* Base64 against RFC 4648, section 4, done here bit by bit. */
#include "core/base64.h"
#include "support/check.h"
#include "support/random.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum { TEXT_MOST = (EDGE_MOST + 2) / 3 * 4 };

static size_t model_encode(const uint8_t *bytes, size_t size, char *text)
{
    size_t n = 0;
    for (size_t bit = 0; bit < size * 8; bit += 6) {
        unsigned v = 0;
        for (size_t k = bit; k < bit + 6; k++)
            v = v << 1 | (k < size * 8 ? bytes[k / 8] >> (7 - k % 8) & 1 : 0);
        text[n++] = alphabet[v];
    }
    while (n % 4)
        text[n++] = '=';
    return n;
}

static void take_is(const char *text, size_t size, enum rq_base64 is, const uint8_t *bytes,
                    size_t count)
{
    struct rq_arena arena = {0};
    struct rq_bytes taken;
    struct check_guard guard;
    if (!check_guard_make(text, size, &guard))
        return;
    CHECK_INT(rq_base64_take(&arena, (const char *)guard.data, size, &taken), is);
    CHECK_MEM(taken.data, taken.size, bytes, is == RQ_BASE64_FINE ? count : 0);
    check_guard_free(&guard);
    rq_arena_free(&arena);
}

/* Both ways at every size; the padding may go; one letter that is none spoils it. */
static void test_random_bytes(void)
{
    static uint8_t bytes[EDGE_MOST];
    static char text[TEXT_MOST];
    uint32_t state = 64;
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        size_t size = edge_sizes[i];
        struct rq_out out = {0};
        check_note("%zu bytes", size);
        random_fill(&state, bytes, size);
        size_t n = model_encode(bytes, size, text);
        rq_base64_put(&out, (struct rq_bytes){bytes, size});
        CHECK_MEM(out.data, out.size, text, n);
        take_is(text, n, RQ_BASE64_FINE, bytes, size);
        while (n && text[n - 1] == '=')
            take_is(text, --n, RQ_BASE64_FINE, bytes, size);
        for (size_t k = 0; n && k < 8; k++) {
            size_t at = random_below(&state, n);
            char was = text[at];
            text[at] = "-_ \n=\x80*."[k];
            /* "=" at the end is padding, and a whole group may lack one letter. */
            if (text[at] != '=' || at + 1 < n)
                take_is(text, n, RQ_BASE64_BAD, NULL, 0);
            text[at] = was;
        }
        rq_out_free(&out);
    }
}

/* Every letter of the alphabet, and no other, at every place of a group. */
static void test_letters(void)
{
    for (unsigned c = 0; c < 256; c++)
        for (size_t at = 0; at < 4; at++) {
            char text[5] = "AAAA";
            bool letter = c && strchr(alphabet, (int)c);
            uint32_t v =
                letter ? (uint32_t)(strchr(alphabet, (int)c) - alphabet) << (18 - 6 * at) : 0;
            const uint8_t bytes[] = {(uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
            text[at] = (char)c;
            check_note("byte %u at %zu", c, at);
            if (c != '=' || at < 3)
                take_is(text, 4, letter ? RQ_BASE64_FINE : RQ_BASE64_BAD, bytes, 3);
        }
}

/* More than there can be: nothing is read of it. */
static void test_too_long(void)
{
    struct rq_out out = {0};
    rq_base64_put(&out, (struct rq_bytes){(const uint8_t *)"", SIZE_MAX / 2 + 1});
    CHECK_INT(out.failed, RQ_LIMIT);
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
}

static void test_no_memory(void)
{
    struct check_failing failing = {.fail_at = 1, .persistent = true};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena arena = {.alloc = &alloc};
    struct rq_out out = {.alloc = &alloc};
    struct rq_bytes taken;
    CHECK_INT(rq_base64_take(&arena, "AAAA", 4, &taken), RQ_BASE64_NO_MEMORY);
    CHECK_INT(taken.size, 0);
    rq_base64_put(&out, (struct rq_bytes){(const uint8_t *)"abc", 3});
    CHECK_INT(out.failed, RQ_NO_MEMORY);
    CHECK_INT(failing.live_blocks, 0);
    rq_out_free(&out);
}

TESTS(test_random_bytes, test_letters, test_too_long, test_no_memory)
