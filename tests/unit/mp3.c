/* Frames of silence, laid down by hand: a header, and side information and data of zeros, which
 * is no coefficients at all. ISO 11172-3 and 13818-3: 1152 samples a frame in MPEG 1, 576 in 2;
 * bytes of a frame: 144 (MPEG 2: 72) * bit rate / sample rate. */
#include "codec/mp3.h"
#include "support/corpus.h"

#include <stdlib.h>

#ifdef RQ_HAVE_MPG123
#define NEEDS_MPG123 (void)0
#else
#define NEEDS_MPG123 SKIP("built without libmpg123")
#endif

enum { ROOM = 1 << 16 };

/* The header is four bytes as they stand in the file. */
static struct rq_bytes frames(uint8_t *to, uint32_t header, size_t size, size_t count)
{
    memset(to, 0, size * count);
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < 4; k++)
            to[i * size + k] = (uint8_t)(header >> (24 - 8 * k));
    return (struct rq_bytes){to, size * count};
}

static void check_silence(struct rq_bytes mp3, uint32_t rate, unsigned channels, size_t samples)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_pcm pcm;
    if (CHECK(rq_mp3_decode(mp3, &arena, &pcm, &err))) {
        CHECK_INT(pcm.rate, rate);
        CHECK_INT(pcm.channels, channels);
        CHECK_INT(pcm.samples.size, samples * channels * 2);
        size_t loud = 0;
        for (size_t i = 0; i < pcm.samples.size; i++)
            loud += pcm.samples.data[i] != 0;
        CHECK_INT(loud, 0);
    }
    CHECK_STR(err.text, "");
    rq_arena_free(&arena);
}

static void test_silence(void)
{
    NEEDS_MPG123;
    static uint8_t room[ROOM];
    /* The voice of the demo: MPEG 1, 32 kbit/s, 32000 Hz, mono: 144 bytes. */
    check_silence(frames(room, 0xFFFB18C4, 144, 60), 32000, 1, 60 * 1152);
    check_silence(frames(room, 0xFFFB18C4, 144, 1), 32000, 1, 1152);
    /* Stereo, 128 kbit/s, 44100 Hz: 417 bytes and a part that padding would fill. */
    check_silence(frames(room, 0xFFFB9000, 417, 10), 44100, 2, 10 * 1152);
    /* MPEG 2, 8 kbit/s, 24000 Hz, mono: 24 bytes. */
    check_silence(frames(room, 0xFFF314C4, 24, 10), 24000, 1, 10 * 576);
}

/* What real files have around their frames. */
static void test_around(void)
{
    NEEDS_MPG123;
    static uint8_t room[ROOM];
    /* An ID3 tag of 20 bytes in front, one of 128 behind. */
    memcpy(room, "ID3\x03\0\0\0\0\0\x14", 10);
    memset(room + 10, 'x', 20);
    frames(room + 30, 0xFFFB18C4, 144, 8);
    memset(room + 30 + 8 * 144, ' ', 128);
    memcpy(room + 30 + 8 * 144, "TAG", 3);
    check_silence((struct rq_bytes){room, 30 + 8 * 144 + 128}, 32000, 1, 8 * 1152);
    /* The last frame is cut off: it is left out. */
    struct rq_bytes mp3 = frames(room, 0xFFFB18C4, 144, 8);
    mp3.size -= 20;
    check_silence(mp3, 32000, 1, 7 * 1152);
}

static void check_refused(struct rq_bytes mp3, enum rq_code code)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_pcm pcm = {.rate = 1};
    CHECK(!rq_mp3_decode(mp3, &arena, &pcm, &err));
    CHECK_INT(err.code, code);
    CHECK_INT(pcm.rate, 0);
    CHECK_INT(pcm.samples.size, 0);
    rq_arena_free(&arena);
}

static void test_refused(void)
{
    NEEDS_MPG123;
    static uint8_t room[ROOM];
    static const char text[] = "This is no MP3, and never was.";
    check_refused((struct rq_bytes){0}, RQ_CORRUPT);
    check_refused((struct rq_bytes){(const uint8_t *)text, sizeof text}, RQ_CORRUPT);
    check_refused((struct rq_bytes){room, ROOM}, RQ_CORRUPT);
    memset(room, 0xFF, ROOM);
    check_refused((struct rq_bytes){room, ROOM}, RQ_CORRUPT);
    /* A header and nothing behind it. */
    check_refused(frames(room, 0xFFFB18C4, 4, 1), RQ_CORRUPT);
    /* Mono becomes stereo: one WAV can't say that. */
    frames(room, 0xFFFB18C4, 144, 8);
    frames(room + 8 * 144, 0xFFFB1804, 144, 8);
    check_refused((struct rq_bytes){room, 16 * 144}, RQ_UNSUPPORTED);
}

/* Frames that give the most for their bytes: MPEG 2, 8 kbit/s, 24000 Hz, stereo: 24 bytes for 576 samples of two
 * channels, 2304 bytes. 233,016 of them fit the limit of 512 MB, and one more does not. */
static void test_limit(void)
{
    NEEDS_MPG123;
    enum { SIZE = 24, MOST = (512 << 20) / 2304 };
    uint8_t *room = malloc(SIZE * (MOST + 1));
    REQUIRE(room != NULL);
    check_silence(frames(room, 0xFFF31404, SIZE, MOST), 24000, 2, MOST * 576);
    check_refused(frames(room, 0xFFF31404, SIZE, MOST + 1), RQ_LIMIT);
    free(room);
}

/* Bytes by chance among whole frames: it ends, and the limit holds. */
static void test_hostile(void)
{
    NEEDS_MPG123;
    static uint8_t room[ROOM];
    uint32_t seed = 1;
    for (unsigned round = 0; round < 300; round++) {
        struct rq_bytes mp3 = frames(room, round % 2 ? 0xFFFB18C4 : 0xFFF314C4, 24, 200);
        for (unsigned i = 0; i < round; i++) {
            seed = seed * 1664525 + 1013904223;
            room[(seed >> 8) % mp3.size] = (uint8_t)(seed >> 24);
        }
        struct rq_arena arena = {0};
        struct rq_pcm pcm;
        rq_mp3_decode(mp3, &arena, &pcm, NULL);
        CHECK(pcm.samples.size <= mp3.size * 200);
        rq_arena_free(&arena);
    }
}

/* Memory for the samples, while they come and when they are kept: 1152 of two bytes. */
static void test_memory(void)
{
    NEEDS_MPG123;
    static uint8_t room[ROOM];
    struct rq_bytes mp3 = frames(room, 0xFFFB18C4, 144, 1);
    for (int kept = 0; kept < 3; kept++) {
        struct check_failing failing = {.fail_at = kept == 1 ? 0 : 1 + (size_t)(kept == 2)};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc, .limit = kept == 1 ? 1152 : 0};
        struct rq_error err = {0};
        struct rq_pcm pcm;
        CHECK(!rq_mp3_decode(mp3, &arena, &pcm, &err));
        CHECK_INT(err.code, kept == 1 ? RQ_LIMIT : RQ_NO_MEMORY);
        CHECK_STR(err.text, kept ? "no memory for 2304 bytes of samples" : "out of memory");
        CHECK_INT(pcm.rate, 0);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
    }
}

static void test_absent(void)
{
#ifdef RQ_HAVE_MPG123
    SKIP("built with libmpg123");
#else
    static uint8_t room[ROOM];
    check_refused(frames(room, 0xFFFB18C4, 144, 2), RQ_UNSUPPORTED);
#endif
}

/* The voices of the corpus: a RIFF of 58 bytes, then frames. */
static void check_voice(const char *path)
{
    size_t size = 0;
    uint8_t *file = check_read(path, &size);
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_pcm pcm;
    check_note("%s", path);
    if (CHECK(file != NULL) && CHECK(size > 62)) {
        const uint8_t *head = file + 58;
        CHECK(head[0] == 0xFF && head[1] == 0xFB); /* MPEG 1, layer III */
        if (CHECK(rq_mp3_decode((struct rq_bytes){head, size - 58}, &arena, &pcm, &err))) {
            static const uint32_t rates[4] = {44100, 48000, 32000, 0};
            CHECK_INT(pcm.rate, rates[head[2] >> 2 & 3]);
            CHECK_INT(pcm.channels, head[3] >> 6 == 3 ? 1 : 2);
            CHECK(pcm.samples.size > 0);
        }
    }
    CHECK_STR(err.text, "");
    rq_arena_free(&arena);
    free(file);
}

static void test_corpus(void)
{
    NEEDS_MPG123;
    struct rq_walk walk = {0};
    NEEDS_CORPUS("kotor/wav");
    REQUIRE(corpus_walk("kotor/wav", &walk));
    for (size_t i = 0; i < walk.count; i++)
        check_voice(walk.items[i].path);
    rq_walk_free(&walk);
}

TESTS(test_silence, test_around, test_refused, test_limit, test_hostile, test_memory, test_absent,
      test_corpus)
