/* LZHUF: codes worked out by hand from the description of the tree, round trips, broken streams. */
#include "codec/lzhuf.h"
#include "support/check.h"

#include <stdlib.h>

static void check_pack(const char *text, size_t size, const void *packed, size_t packed_size)
{
    struct rq_out out = {0};
    struct rq_bytes bytes = {(const uint8_t *)text, size};
    uint8_t back[64];
    rq_lzhuf_pack(&out, bytes);
    CHECK_MEM(out.data, out.size, packed, packed_size);
    CHECK(rq_lzhuf_packs_to(bytes, (struct rq_bytes){packed, packed_size}));
    CHECK(rq_lzhuf_unpack(rq_out_bytes(&out), back, size));
    CHECK_MEM(back, size, text, size);
    rq_out_free(&out);
}

/* The tree starts with 314 leaves of count 1, joined two by two from the left: leaf 32 hangs below
 * the nodes 330, 479, 553, 590, 609, 618, 623, 625, 626, and the odd ones of these and itself are
 * ones: 110101100. Leaf 257 (a match of 4) is 10001101. */
static void test_first_codes(void)
{
    check_pack(" ", 1, "\xD6\x00", 2);
    /* All 60 places before the start hold the same blanks, and the last one put into the search
     * tree, 60 bytes back, is the one that stays: distance 59 is 000 111011. */
    check_pack("    ", 4, "\x8D\x1D\x80", 3);
    check_pack("", 0, "", 0);
    /* Leaf 0 is node 0, whose number also stands for no parent; it is counted all the same. First
     * it is 110001100; then, with count 2, it changes places with the last leaf of count 1, node
     * 313, and is 11000101. */
    check_pack("\0\0", 2, "\xC6\x62\x80", 3);
}

/* Sizes that halve the counts (32,768 symbols), and data that matches, runs or does neither. */
static void test_round_trips(void)
{
    enum { SIZE = 150000 };
    uint8_t *data = malloc(SIZE), *back = malloc(SIZE);
    REQUIRE(data && back);
    for (unsigned kind = 0; kind < 5; kind++) {
        uint32_t random = 7 + kind;
        for (size_t i = 0; i < SIZE; i++) {
            random = random * 1664525u + 1013904223u;
            data[i] = kind == 0   ? (uint8_t)(random >> 24)
                      : kind == 1 ? (uint8_t)(i / 1000)
                      : kind == 2 ? (uint8_t)(random >> 30)
                      : kind == 3 ? (uint8_t)(i * i >> 7)
                                  : (uint8_t)(i % 5000 < 4100 ? i % 251 : random >> 28);
        }
        for (size_t size = 1; size <= SIZE; size = size * 7 + 1) {
            struct rq_out out = {0};
            check_note("kind %u, %zu bytes", kind, size);
            rq_lzhuf_pack(&out, (struct rq_bytes){data, size});
            CHECK(!out.failed && rq_lzhuf_unpack(rq_out_bytes(&out), back, size));
            CHECK_MEM(back, size, data, size);
            CHECK(rq_lzhuf_packs_to((struct rq_bytes){data, size}, rq_out_bytes(&out)));
            /* One byte less of the stream is one too few; one more is another stream. */
            CHECK(!rq_lzhuf_unpack((struct rq_bytes){out.data, out.size - 1}, back, size));
            rq_put8(&out, 0);
            CHECK(!rq_lzhuf_packs_to((struct rq_bytes){data, size}, rq_out_bytes(&out)));
            rq_out_free(&out);
        }
    }
    free(data);
    free(back);
}

static void test_garbage(void)
{
    uint8_t data[300], back[5000];
    uint32_t random = 99;
    for (unsigned round = 0; round < 2000; round++) {
        for (size_t i = 0; i < sizeof data; i++) {
            random = random * 1664525u + 1013904223u;
            data[i] = (uint8_t)(random >> 24);
        }
        struct check_guard guard;
        REQUIRE(check_guard_make(data, round % sizeof data, &guard));
        struct rq_bytes packed = {guard.data, guard.size};
        if (rq_lzhuf_unpack(packed, back, sizeof back))
            rq_lzhuf_packs_to((struct rq_bytes){back, sizeof back}, packed);
        check_guard_free(&guard);
    }
}

TESTS(test_first_codes, test_round_trips, test_garbage)
