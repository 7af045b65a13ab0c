/* Runs: both spellings and the three rules, by hand; round trips; broken streams. */
#include "codec/runs.h"
#include "support/check.h"

static void check_pack(enum rq_runs_code code, enum rq_runs_rule rule, const char *text,
                       const char *packed, size_t size)
{
    struct rq_out out = {0};
    uint8_t back[600];
    size_t used = 0, length = strlen(text);
    rq_runs_pack(&out, code, (struct rq_bytes){(const uint8_t *)text, length}, rule);
    CHECK_MEM(out.data, out.size, packed, size);
    CHECK(rq_runs_unpack(code, rq_out_bytes(&out), back, length, &used));
    CHECK_MEM(back, length, text, length);
    CHECK_INT(used, out.size);
    rq_out_free(&out);
}

static void test_rules(void)
{
    check_pack(RQ_RUNS_GXA, RQ_RUNS_OF_3, "aabbbc",
               "\1aa\x82"
               "b\0c",
               7);
    check_pack(RQ_RUNS_GXA, RQ_RUNS_OF_2, "aabbbc",
               "\x81"
               "a\x82"
               "b\0c",
               6);
    /* IFF: 257 - n, two are FF, three are FE. A pair in the middle of plain bytes stays there. */
    check_pack(RQ_RUNS_BYTERUN, RQ_RUNS_PAIRS_FIRST, "aabccdeee",
               "\xFF"
               "a\3bccd\xFE"
               "e",
               9);
    check_pack(RQ_RUNS_BYTERUN, RQ_RUNS_OF_3, "aabbbc",
               "\1aa\xFE"
               "b\0c",
               7);
    check_pack(RQ_RUNS_BYTERUN, RQ_RUNS_OF_3, "", "", 0);
}

static void test_limits(void)
{
    char text[301];
    memset(text, 'x', 300);
    text[300] = 0;
    check_pack(RQ_RUNS_GXA, RQ_RUNS_OF_3, text, "\xFFx\xFFx\xABx", 6);
    check_pack(RQ_RUNS_BYTERUN, RQ_RUNS_OF_3, text, "\x81x\x81x\xD5x", 6);
    uint8_t to[8];
    size_t used = 0;
    /* 128 does nothing in IFF; a run that goes beyond is cut; a stream that ends is refused. */
    CHECK(rq_runs_unpack(RQ_RUNS_BYTERUN, (struct rq_bytes){(const uint8_t *)"\x80\x80\xFCz", 4},
                         to, 3, &used));
    CHECK_MEM(to, 3, "zzz", 3);
    CHECK(!rq_runs_unpack(RQ_RUNS_BYTERUN, (struct rq_bytes){(const uint8_t *)"\x80\x80", 2}, to, 3,
                          &used));
    CHECK(
        !rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){(const uint8_t *)"\7ab", 3}, to, 8, &used));
    CHECK(
        !rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){(const uint8_t *)"\x87", 1}, to, 8, &used));
}

TESTS(test_rules, test_limits)
