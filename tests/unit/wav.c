#include "convert/convert.h"
#include "support/check.h"

#include <stdlib.h>

/* clang-format off: bytes as they stand in the file */

/* 3 frames of 8 bits, mono, 11025 Hz, looping from frame 1 to the end. 1e9 / 11025 = 90703. */
static const uint8_t looping[] = {
    'R', 'I', 'F', 'F', 108, 0,   0, 0,    'W',  'A', 'V', 'E',  'f',  'm',  't',  ' ', 16,
    0,   0,   0,   1,   0,   1,   0, 0x11, 0x2b, 0,   0,   0x11, 0x2b, 0,    0,    1,   0,
    8,   0,   'd', 'a', 't', 'a', 3, 0,    0,    0,   10,  20,   30,   0,    's',  'm', 'p',
    'l', 60,  0,   0,   0,   0,   0, 0,    0,    0,   0,   0,    0,    0x4f, 0x62, 1,   0,
    60,  0,   0,   0,   0,   0,   0, 0,    0,    0,   0,   0,    0,    0,    0,    0,   1,
    0,   0,   0,   0,   0,   0,   0, 0,    0,    0,   0,   0,    0,    0,    0,    1,   0,
    0,   0,   2,   0,   0,   0,   0, 0,    0,    0,   0,   0,    0,    0,
};

/* One frame of 16 bits, stereo, 22050 Hz; after the format an odd chunk that nobody knows,
 * with its pad byte, and bytes after the RIFF that are none of it. */
static const uint8_t stereo[] = {
    'R', 'I', 'F', 'F', 50,  0, 0,   0,   'W', 'A',  'V',  'E', 'f', 'm',  't',
    ' ', 16,  0,   0,   0,   1, 0,   2,   0,   0x22, 0x56, 0,   0,   0x88, 0x58,
    1,   0,   4,   0,   16,  0, 'n', 'o', 't', 'e',  1,    0,   0,   0,    0xee,
    0,   'd', 'a', 't', 'a', 4, 0,   0,   0,   1,    2,    3,   4,   0xaa, 0xbb,
};

/* clang-format on */

static void test_write(void)
{
    static const uint8_t samples[] = {10, 20, 30};
    struct rq_clip clip = {.rate = 11025,
                           .channels = 1,
                           .bits = 8,
                           .samples = {samples, 3},
                           .loops = true,
                           .loop_begin = 1,
                           .loop_end = 3};
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_wav_write(&out, &clip, &err));
    CHECK_MEM(out.data, out.size, looping, sizeof looping);
    rq_out_free(&out);
    clip.loops = false;
    rq_put8(&out, 0x77); /* appends */
    CHECK(rq_wav_write(&out, &clip, &err));
    CHECK_INT(out.size, 1 + 12 + 24 + 12);
    CHECK_INT(rq_get32(out.data + 5), 40);
    CHECK_MEM(out.data + 9, 40, looping + 8, 40);
    rq_out_free(&out);
}

static void test_read(void)
{
    struct rq_clip clip;
    struct rq_error err = {0};
    REQUIRE(rq_wav_read((struct rq_bytes){looping, sizeof looping}, &clip, &err));
    CHECK_INT(clip.rate, 11025);
    CHECK_INT(clip.channels, 1);
    CHECK_INT(clip.bits, 8);
    CHECK_MEM(clip.samples.data, clip.samples.size, "\x0a\x14\x1e", 3);
    CHECK(clip.loops);
    CHECK_INT(clip.loop_begin, 1);
    CHECK_INT(clip.loop_end, 3);
    REQUIRE(rq_wav_read((struct rq_bytes){stereo, sizeof stereo}, &clip, &err));
    CHECK_INT(clip.rate, 22050);
    CHECK_INT(clip.channels, 2);
    CHECK_INT(clip.bits, 16);
    CHECK(!clip.loops);
    CHECK_MEM(clip.samples.data, clip.samples.size, "\1\2\3\4", 4);
    CHECK(clip.samples.data == stereo + 54);
}

/* A loop that ends behind the samples is none. The extensible form (0xFFFE) has 22 bytes more, in which PCM stands as
 * the start of a GUID behind the first 8. */
static void test_odd_forms(void)
{
    uint8_t bytes[sizeof looping], extended[sizeof stereo + 24];
    struct rq_clip clip;
    struct rq_error err = {0};
    memcpy(bytes, looping, sizeof bytes);
    bytes[100 + 4] = 3; /* the last sample of the loop: there are 0 to 2 */
    REQUIRE(rq_wav_read((struct rq_bytes){bytes, sizeof bytes}, &clip, &err));
    CHECK(!clip.loops);
    CHECK_INT(clip.loop_begin, 0);
    CHECK_INT(clip.loop_end, 0);
    memcpy(extended, stereo, 36);
    memset(extended + 36, 0, 24);
    memcpy(extended + 60, stereo + 36, sizeof stereo - 36);
    extended[4] += 24;
    extended[16] = 40;
    extended[20] = 0xFE, extended[21] = 0xFF;
    extended[44] = 1;
    REQUIRE(rq_wav_read((struct rq_bytes){extended, sizeof extended}, &clip, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(clip.samples.data, clip.samples.size, "\1\2\3\4", 4);
    extended[44] = 3; /* real numbers */
    CHECK(!rq_wav_read((struct rq_bytes){extended, sizeof extended}, &clip, &err));
    CHECK_STR(err.text, "format 3 with 16 bits; only PCM of 8 or 16 is read");
}

static enum rq_code read_changed(size_t at, uint8_t value, uint64_t *offset)
{
    uint8_t bytes[sizeof stereo];
    struct rq_clip clip;
    struct rq_error err = {0};
    memcpy(bytes, stereo, sizeof bytes);
    bytes[at] = value;
    rq_wav_read((struct rq_bytes){bytes, sizeof bytes}, &clip, &err);
    *offset = err.offset;
    return err.code;
}

static void test_refused(void)
{
    uint64_t offset;
    CHECK_INT(read_changed(0, 'X', &offset), RQ_BAD_MAGIC);
    CHECK_INT(read_changed(4, 60, &offset), RQ_TRUNCATED);
    CHECK_INT(offset, 4);
    CHECK_INT(read_changed(20, 0x11, &offset), RQ_UNSUPPORTED); /* IMA ADPCM */
    CHECK_INT(offset, 20);
    CHECK_INT(read_changed(34, 24, &offset), RQ_UNSUPPORTED);
    CHECK_INT(read_changed(22, 0, &offset), RQ_CORRUPT);
    uint8_t twice[24 + sizeof stereo];
    struct rq_clip clip;
    struct rq_error err = {0};
    memcpy(twice, stereo, 36);
    memcpy(twice + 36, stereo + 12, sizeof stereo - 12);
    twice[4] += 24;
    CHECK(!rq_wav_read((struct rq_bytes){twice, sizeof twice}, &clip, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    CHECK_INT(err.offset, 36);
    CHECK_STR(err.text, "a second format chunk");
    CHECK_INT(read_changed(36, 'N', &offset), RQ_OK);
    CHECK_INT(read_changed(46, 'D', &offset), RQ_CORRUPT); /* no data */
    CHECK_INT(read_changed(50, 3, &offset), RQ_CORRUPT);   /* not whole frames */
    CHECK_INT(offset, 54);
    CHECK_INT(read_changed(50, 5, &offset), RQ_TRUNCATED);
    CHECK_INT(offset, 54);
}

static void test_write_refused(void)
{
    static const uint8_t samples[4];
    static const struct rq_clip bad[] = {
        {.rate = 11025, .channels = 1, .bits = 24, .samples = {samples, 3}},
        {.rate = 11025, .channels = 0, .bits = 8, .samples = {samples, 3}},
        {.rate = 0, .channels = 1, .bits = 8, .samples = {samples, 3}},
        {.rate = 11025, .channels = 1, .bits = 16, .samples = {samples, 3}},
        {.rate = UINT32_MAX, .channels = 1, .bits = 16, .samples = {samples, 4}},
        {.rate = 11025,
         .channels = 1,
         .bits = 8,
         .samples = {samples, 3},
         .loops = true,
         .loop_begin = 1,
         .loop_end = 4},
        {.rate = 11025, .channels = 1, .bits = 8, .samples = {samples, 3}, .loops = true},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        check_note("clip %zu", i);
        CHECK(!rq_wav_write(&out, &bad[i], &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(out.size, 0);
        rq_out_free(&out);
    }
}

/* A frame has at most 65535 bytes, and a second at most 2^32 - 1. */
static void test_header_limits(void)
{
    static const struct {
        uint16_t channels, bits;
        uint32_t rate;
        const char *why;
    } rows[] = {{65535, 8, 65537, ""}, /* 65535 * 65537 = 2^32 - 1 */
                {65535, 8, 65538, "65535 channels at 65538 Hz don't fit the header"},
                {32767, 16, 1, ""},
                {32768, 16, 1, "32768 channels at 1 Hz don't fit the header"},
                {1, 8, UINT32_MAX, ""},
                {1, 16, UINT32_MAX / 2, ""},
                {1, 16, UINT32_MAX / 2 + 1, "1 channels at 2147483648 Hz don't fit the header"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_clip clip = {.rate = rows[i].rate,
                               .channels = rows[i].channels,
                               .bits = rows[i].bits},
                       back;
        struct rq_out out = {0};
        struct rq_error err = {0};
        check_note("clip %zu", i);
        CHECK_INT(rq_wav_write(&out, &clip, &err), !rows[i].why[0]);
        CHECK_STR(err.text, rows[i].why);
        if (!rows[i].why[0] && CHECK(rq_wav_read(rq_out_bytes(&out), &back, &err))) {
            CHECK_INT(rq_get32(out.data + 28),
                      rows[i].rate * (rows[i].channels * rows[i].bits / 8u));
            CHECK_INT(back.rate, rows[i].rate);
            CHECK_INT(back.channels, rows[i].channels);
            CHECK_INT(back.bits, rows[i].bits);
        }
        rq_out_free(&out);
    }
}

/* The first and the last sample of a loop, which belong to it; there are three. */
static void test_loops(void)
{
    static const struct {
        uint32_t first, last;
        bool loops;
    } rows[] = {{0, 2, true},  {0, 0, true},  {2, 2, true},  {1, 0, false},
                {2, 1, false}, {0, 3, false}, {3, 3, false}, {0, UINT32_MAX, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t bytes[sizeof looping];
        struct rq_clip clip;
        struct rq_error err = {0};
        memcpy(bytes, looping, sizeof bytes);
        rq_set32(bytes + 100, rows[i].first);
        rq_set32(bytes + 104, rows[i].last);
        check_note("%u to %u", rows[i].first, rows[i].last);
        REQUIRE(rq_wav_read((struct rq_bytes){bytes, sizeof bytes}, &clip, &err));
        CHECK_INT(clip.loops, rows[i].loops);
        CHECK_INT(clip.loop_begin, rows[i].loops ? rows[i].first : 0);
        CHECK_INT(clip.loop_end, rows[i].loops ? rows[i].last + 1 : 0);
    }
}

static void survive(const uint8_t *bytes, size_t size, bool whole)
{
    struct check_guard guard;
    struct rq_clip clip;
    struct rq_error err = {0};
    REQUIRE(check_guard_make(bytes, size, &guard));
    bool done = rq_wav_read((struct rq_bytes){guard.data, guard.size}, &clip, &err);
    CHECK_INT(done, err.code == RQ_OK);
    CHECK(!done || whole);
    uint32_t sum = 0;
    for (size_t i = 0; done && i < clip.samples.size; i++)
        sum += clip.samples.data[i];
    CHECK(sum < 4096);
    check_guard_free(&guard);
}

static void test_damaged(void)
{
    for (size_t size = 0; size < sizeof looping; size++) {
        check_note("cut to %zu", size);
        survive(looping, size, false);
    }
    uint8_t bytes[sizeof looping];
    for (size_t at = 0; at < sizeof looping; at++)
        for (unsigned flip = 1; flip < 256; flip++) {
            memcpy(bytes, looping, sizeof bytes);
            bytes[at] ^= (uint8_t)flip;
            check_note("byte %zu ^ %02x", at, flip);
            survive(bytes, sizeof bytes, true);
        }
}

static void test_no_memory(void)
{
    static const uint8_t samples[300];
    struct rq_clip clip = {.rate = 11025, .channels = 1, .bits = 8, .samples = {samples, 300}};
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_out out = {.alloc = &alloc};
        struct rq_error err = {0};
        bool done = rq_wav_write(&out, &clip, &err);
        rq_out_free(&out);
        CHECK_INT(failing.live_blocks, 0);
        CHECK_INT(done, failing.calls < n);
        CHECK_INT(err.code, done ? RQ_OK : RQ_NO_MEMORY);
        if (done)
            break;
    }
}

TESTS(test_write, test_read, test_odd_forms, test_refused, test_write_refused, test_header_limits,
      test_loops, test_damaged, test_no_memory)
