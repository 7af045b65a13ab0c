/* Streams of zlib, unpacked. The first is laid down by hand: a stored block of "abc" and its adler32, 0x024D0127. */
#include "codec/deflate.h"
#include "support/check.h"

static const uint8_t stored[] = {0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF,
                                 'a',  'b',  'c',  0x02, 0x4D, 0x01, 0x27};

static void test_stored(void)
{
    struct rq_out out = {0};
    rq_put_str(&out, "x");
    CHECK(rq_zlib_unpack(&out, (struct rq_bytes){stored, sizeof stored}, 3));
    CHECK_MEM(out.data, out.size, "xabc", 4);
    rq_out_free(&out);
}

/* Nothing is appended by a stream that is cut off, wrong, or too long. */
static void test_refused(void)
{
    struct rq_out out = {0};
    uint8_t wrong[sizeof stored];
    memcpy(wrong, stored, sizeof wrong);
    wrong[8] ^= 1; /* the sum does not fit */
    for (size_t size = 0; size < sizeof stored; size++)
        CHECK(!rq_zlib_unpack(&out, (struct rq_bytes){stored, size}, 100));
    CHECK(!rq_zlib_unpack(&out, (struct rq_bytes){wrong, sizeof wrong}, 100));
    CHECK(!rq_zlib_unpack(&out, (struct rq_bytes){stored, sizeof stored}, 2));
    CHECK_INT(out.size, 0);
    CHECK(!out.failed);
    rq_out_free(&out);
}

/* Much more than the stream's size; exactly as much as is allowed, and one byte more. */
static void test_large(void)
{
    static uint8_t bytes[300000];
    struct rq_out packed = {0}, out = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i / 5000);
    CHECK(rq_zlib_pack(&packed, (struct rq_bytes){bytes, sizeof bytes}, 6));
    CHECK(rq_zlib_unpack(&out, rq_out_bytes(&packed), sizeof bytes));
    CHECK_MEM(out.data, out.size, bytes, sizeof bytes);
    CHECK(!rq_zlib_unpack(&out, rq_out_bytes(&packed), sizeof bytes - 1));
    CHECK_INT(out.size, sizeof bytes);
    rq_out_free(&packed);
    rq_out_free(&out);
}

/* Levels below 1 are 1, those above 12 are 12. */
static void test_levels(void)
{
    static const int same[][2] = {{0, 1}, {-1, 1}, {-9, 1}, {13, 12}, {14, 12}, {100, 12}};
    static uint8_t bytes[20000];
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        random = random * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(random >> 24 & 15 & (i / 100));
    }
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        struct rq_out odd = {0}, usual = {0};
        check_note("level %d", same[i][0]);
        CHECK(rq_zlib_pack(&odd, (struct rq_bytes){bytes, sizeof bytes}, same[i][0]));
        CHECK(rq_zlib_pack(&usual, (struct rq_bytes){bytes, sizeof bytes}, same[i][1]));
        CHECK_MEM(odd.data, odd.size, usual.data, usual.size);
        CHECK(odd.size < sizeof bytes / 2);
        rq_out_free(&odd);
        rq_out_free(&usual);
    }
}

TESTS(test_levels, test_stored, test_refused, test_large)
