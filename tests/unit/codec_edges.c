/* Codecs at the ends of what one code can say: runs of the longest length, plain bytes before a pair, IMA ADPCM against
 * a decoder of one sample at a time, sizes of dictionaries and of blocks. */
#include "codec/adpcm.h"
#include "codec/lzma.h"
#include "codec/runs.h"
#include "support/check.h"
#include "support/random.h"

/* ---- runs ---- */

/* Bytes that differ from their neighbours, then `equal` bytes of 0xEE. */
static size_t lay(uint8_t *to, size_t plain, size_t equal)
{
    for (size_t i = 0; i < plain; i++)
        to[i] = (uint8_t)(i % 200);
    memset(to + plain, 0xEE, equal);
    return plain + equal;
}

/* What the two spellings make of up to 128 bytes at a time: n - 1 and the bytes; for n equal ones 0x80 | n - 1, or
 * 257 - n, and the byte. */
static void test_lengths(void)
{
    static const size_t plain[] = {0, 1, 127, 128, 129, 255, 256, 257};
    static const size_t equal[] = {0, 1, 2, 3, 4, 127, 128, 129, 130, 131, 256, 257};
    for (int code = 0; code < 2; code++)
        for (int rule = 0; rule < RQ_RUNS_RULES; rule++)
            for (size_t i = 0; i < sizeof plain / sizeof plain[0] * 12; i++) {
                static uint8_t bytes[600], back[600];
                struct rq_out out = {0}, expected = {0};
                size_t p = plain[i / 12], n = equal[i % 12], size = lay(bytes, p, n), used = 0;
                /* A pair is a run where the rule says so, or where no plain byte waits for its code. */
                size_t least =
                    rule == RQ_RUNS_OF_2 || (rule == RQ_RUNS_PAIRS_FIRST && p % 128 == 0) ? 2 : 3;
                size_t left = n >= least ? n : 0, loose = p + (n - left);
                for (size_t at = 0; at < loose; at += 128) {
                    size_t some = loose - at < 128 ? loose - at : 128;
                    rq_put8(&expected, (uint8_t)(some - 1));
                    rq_put(&expected, bytes + at, some);
                }
                while (left) {
                    size_t some = left < 128 ? left : 128;
                    size_t need =
                        rule == RQ_RUNS_OF_3 ? 3 : 2; /* behind a run no plain byte waits */
                    if (some < need) {
                        rq_put8(&expected, (uint8_t)(some - 1));
                        rq_put(&expected, bytes + p, some);
                    } else {
                        rq_put8(&expected,
                                (uint8_t)(code == RQ_RUNS_GXA ? 0x7F + some : 257 - some));
                        rq_put8(&expected, 0xEE);
                    }
                    left -= some;
                }
                check_note("code %d, rule %d: %zu and %zu", code, rule, p, n);
                rq_runs_pack(&out, (enum rq_runs_code)code, (struct rq_bytes){bytes, size},
                             (enum rq_runs_rule)rule);
                CHECK_MEM(out.data, out.size, expected.data, expected.size);
                CHECK(
                    rq_runs_unpack((enum rq_runs_code)code, rq_out_bytes(&out), back, size, &used));
                CHECK_MEM(back, size, bytes, size);
                CHECK_INT(used, out.size);
                /* A byte less is too few, and what is behind is left alone. */
                if (size)
                    CHECK(!rq_runs_unpack((enum rq_runs_code)code,
                                          (struct rq_bytes){out.data, out.size - 1}, back, size,
                                          &used));
                rq_put8(&out, 0);
                CHECK(
                    rq_runs_unpack((enum rq_runs_code)code, rq_out_bytes(&out), back, size, &used));
                CHECK_INT(used, out.size - 1);
                rq_out_free(&out);
                rq_out_free(&expected);
            }
}

/* A code may say more than there is room for: the rest is dropped. 0x80 is a run of one in GXA, and nothing in IFF. */
static void test_beyond(void)
{
    static const uint8_t run[] = {0x83, 7}, plain[] = {3, 1, 2, 3, 4}, one[] = {0x80, 9, 0x80, 8};
    uint8_t to[5];
    size_t used = 0;
    for (size_t size = 1; size <= 4; size++) {
        memset(to, 0xAA, sizeof to);
        CHECK(rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){run, 2}, to, size, &used));
        CHECK(used == 2 && to[size - 1] == 7 && to[size] == 0xAA);
        memset(to, 0xAA, sizeof to);
        CHECK(rq_runs_unpack(RQ_RUNS_BYTERUN, (struct rq_bytes){plain, 5}, to, size, &used));
        CHECK(used == 5 && to[size - 1] == size && to[size] == 0xAA);
    }
    CHECK(!rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){run, 2}, to, 5, &used));
    CHECK(!rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){plain, 4}, to, 1, &used));
    CHECK(rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){one, 4}, to, 2, &used));
    CHECK(to[0] == 9 && to[1] == 8 && used == 4);
    CHECK(!rq_runs_unpack(RQ_RUNS_BYTERUN, (struct rq_bytes){one, 2}, to, 1,
                          &used)); /* ten bytes are promised */
    CHECK(rq_runs_unpack(RQ_RUNS_BYTERUN, (struct rq_bytes){(const uint8_t *)"\x80\x80\x81z", 4},
                         to, 5, &used));
    CHECK(used == 4 && to[4] == 'z');
    CHECK(rq_runs_unpack(RQ_RUNS_GXA, (struct rq_bytes){NULL, 0}, to, 0, &used) && used == 0);
}

/* ---- ADPCM ---- */

/* The table of IMA: each step is a tenth more than the one before; rounded as the standard has it. */
static const int steps[89] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,   21,    23,
    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,   73,    80,
    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,   230,  253,   279,
    307,   337,   371,   408,   449,   494,   544,   598,   658,   724,   796,  876,   963,
    1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749, 3024,  3327,
    3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845,  8630,  9493, 10442, 11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};

/* Sample `frame` of a channel, from the start of its block. */
static int slow_sample(const uint8_t *block, unsigned channels, unsigned channel, size_t frame)
{
    static const int moves[16] = {-1, -1, -1, -1, 2, 4, 6, 8, -1, -1, -1, -1, 2, 4, 6, 8};
    const uint8_t *head = block + channel * 4;
    int value = (int16_t)(head[0] | head[1] << 8), at = head[2] > 88 ? 88 : head[2];
    for (size_t i = 0; i < frame; i++) {
        size_t byte = channels * 4 + i / 8 * channels * 4 + channel * 4 + i % 8 / 2;
        int code = block[byte] >> (i % 2 * 4) & 15, step = steps[at];
        int change = step / 8 + (code & 1 ? step / 4 : 0) + (code & 2 ? step / 2 : 0) +
                     (code & 4 ? step : 0);
        value += code & 8 ? -change : change;
        value = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
        at += moves[code];
        at = at < 0 ? 0 : at > 88 ? 88 : at;
    }
    return value;
}

static void test_adpcm(void)
{
    uint32_t state = 9;
    for (unsigned round = 0; round < 400; round++) {
        static uint8_t data[400], samples[4000];
        uint16_t channels = (uint16_t)(1 + round % 3);
        uint16_t block = (uint16_t)(4 * channels * (1 + random_below(&state, 5)) + round % 4);
        size_t size = random_below(&state, 4u * block), odd = 0, frames = 0;
        random_fill(&state, data, sizeof data);
        for (size_t at = 0; at < size; at += block) {
            for (unsigned c = 0; c < channels; c++)
                data[at + c * 4 + 2] =
                    (uint8_t)(random_below(&state, 4) ? random_below(&state, 90) : 88);
            size_t here = size - at < block ? size - at : block;
            if (here < 4u * channels)
                continue;
            bool beyond = false;
            for (unsigned c = 0; c < channels; c++)
                beyond |= data[at + c * 4 + 2] > 88;
            odd += beyond;
            frames += 1 + (here - 4u * channels) / (4u * channels) * 8;
        }
        check_note("round %u: %u channels, blocks of %u, %zu bytes", round, channels, block, size);
        CHECK_INT(rq_adpcm_frames(size, block, channels), frames);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){data, size}, block, channels), odd);
        memset(samples, 0xA5, sizeof samples);
        rq_adpcm_decode((struct rq_bytes){data, size}, block, channels, samples);
        size_t n = 0;
        for (size_t at = 0; at < size; at += block) {
            size_t here = size - at < block ? size - at : block;
            size_t some =
                here < 4u * channels ? 0 : 1 + (here - 4u * channels) / (4u * channels) * 8;
            for (size_t i = 0; i < some; i++)
                for (unsigned c = 0; c < channels; c++, n++)
                    CHECK_INT((int16_t)rq_get16(samples + n * 2),
                              slow_sample(data + at, channels, c, i));
        }
        CHECK(n == frames * channels && samples[n * 2] == 0xA5);
    }
}

/* A block has room for the head of each channel at least; else nothing is in it. */
static void test_adpcm_blocks(void)
{
    static const struct {
        uint16_t block, channels;
        size_t size, frames;
    } cases[] = {{0, 1, 100, 0}, {3, 1, 100, 0}, {4, 1, 100, 25}, {4, 0, 100, 0},
                 {7, 2, 100, 0}, {8, 2, 16, 2},  {8, 1, 7, 1},    {8, 1, 8, 9},
                 {8, 1, 11, 9},  {8, 1, 12, 10}, {8, 1, 3, 0},    {8, 1, 4, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint8_t data[100], samples[100];
        memset(data, 0xFF, sizeof data); /* a step of 255 in each head */
        memset(samples, 0xA5, sizeof samples);
        check_note("case %zu", i);
        CHECK_INT(rq_adpcm_frames(cases[i].size, cases[i].block, cases[i].channels),
                  cases[i].frames);
        rq_adpcm_decode((struct rq_bytes){data, cases[i].size}, cases[i].block, cases[i].channels,
                        samples);
        CHECK((samples[0] == 0xA5) == (cases[i].frames == 0));
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){data, cases[i].size}, cases[i].block,
                               cases[i].channels) > 0,
                  cases[i].frames > 0);
    }
}

/* ---- LZMA ---- */

/* The next power of two, from 4 KiB to 1 MiB. */
static void test_dictionaries(void)
{
    static const size_t sizes[][2] = {{0, 4096},          {4096, 4096},
                                      {4097, 8192},       {8192, 8192},
                                      {8193, 16384},      {524288, 524288},
                                      {524289, 1048576},  {1048576, 1048576},
                                      {1048577, 1048576}, {(size_t)1 << 33, 1048576}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        CHECK_INT(rq_lzma_dictionary(sizes[i][0]), sizes[i][1]);
}

TESTS(test_lengths, test_beyond, test_adpcm, test_adpcm_blocks, test_dictionaries)
