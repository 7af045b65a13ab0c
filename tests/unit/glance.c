/* What an index shows of files. The WAVs and the GIF are laid down by hand after the RIFF and GIF89a specifications;
 * the PNG comes from the writer that tests/unit/png.c holds to the specification. */
#include "game/glance.h"
#include "convert/convert.h"
#include "support/check.h"

#include <string.h>

/* PCM of one channel at 1000 Hz: so many bytes of samples stand behind these 44. */
static struct rq_bytes wav_of(uint8_t *file, uint8_t bits, const uint8_t *samples, uint8_t size)
{
    const uint8_t head[44] = {'R',
                              'I',
                              'F',
                              'F',
                              (uint8_t)(36 + size),
                              0,
                              0,
                              0,
                              'W',
                              'A',
                              'V',
                              'E',
                              'f',
                              'm',
                              't',
                              ' ',
                              16,
                              0,
                              0,
                              0,
                              1,
                              0,
                              1,
                              0,
                              0xE8,
                              3,
                              0,
                              0,
                              bits == 16 ? 0xD0 : 0xE8,
                              bits == 16 ? 7 : 3,
                              0,
                              0,
                              (uint8_t)(bits / 8),
                              0,
                              bits,
                              0,
                              'd',
                              'a',
                              't',
                              'a',
                              size,
                              0,
                              0,
                              0};
    memcpy(file, head, 44);
    memmove(file + 44, samples, size);
    return (struct rq_bytes){file, 44u + size};
}

/* 128 frames, two for each part: the louder counts, whatever its sign. */
static void test_peaks_of_eight_bits(void)
{
    uint8_t file[200], samples[128];
    struct rq_glance_sound sound;
    memset(samples, 128, sizeof samples);
    samples[0] = 0;   /* -128: full scale */
    samples[3] = 192; /* 64 of 128: half */
    CHECK(rq_glance_sound(wav_of(file, 8, samples, 128), &sound));
    CHECK_INT(sound.ms, 128);
    CHECK_INT(sound.peaks[0], 255);
    CHECK_INT(sound.peaks[1], 127);
    CHECK_INT(sound.peaks[2], 0);
    CHECK_INT(sound.peaks[63], 0);
}

/* Two frames: each fills half of the parts. */
static void test_peaks_of_few_frames(void)
{
    uint8_t file[60];
    const uint8_t samples[4] = {0xFF, 0x7F, 0, 0xC0}; /* 32767 and -16384 */
    struct rq_glance_sound sound;
    CHECK(rq_glance_sound(wav_of(file, 16, samples, 4), &sound));
    CHECK_INT(sound.ms, 2);
    CHECK_INT(sound.peaks[0], 255);
    CHECK_INT(sound.peaks[31], 255);
    CHECK_INT(sound.peaks[32], 127);
    CHECK_INT(sound.peaks[63], 127);
}

static void test_no_sound(void)
{
    uint8_t file[60];
    struct rq_glance_sound sound;
    CHECK(!rq_glance_sound(wav_of(file, 8, (const uint8_t *)"", 0), &sound));
    CHECK(!rq_glance_sound((struct rq_bytes){(const uint8_t *)"RIFF", 4}, &sound));
    CHECK(!rq_glance_sound((struct rq_bytes){(const uint8_t *)"no sound", 8}, &sound));
    CHECK(!rq_glance_sound((struct rq_bytes){NULL, 0}, &sound));
}

static void test_size_of_pictures(void)
{
    static const uint8_t gif[] = {'G', 'I', 'F', '8', '9', 'a', 0x40, 1, 0xC8, 0};
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                  'I',  'H', 'D', 'R', 0,  1,  0,  2,  0, 0, 3, 4};
    uint32_t width = 0, height = 0;
    CHECK(rq_glance_size((struct rq_bytes){gif, sizeof gif}, &width, &height));
    CHECK(width == 320 && height == 200);
    CHECK(rq_glance_size((struct rq_bytes){png, sizeof png}, &width, &height));
    CHECK(width == 0x10002 && height == 0x304);
    CHECK(!rq_glance_size((struct rq_bytes){png, sizeof png - 1}, &width, &height));
    CHECK(!rq_glance_size((struct rq_bytes){gif, sizeof gif - 1}, &width, &height));
}

/* 6 x 2, the left half red and the right half blue. Halved once it is 3 x 1; the pixel in the middle is the mean. */
static void test_small_picture(void)
{
    uint8_t pixels[6 * 2 * 4];
    for (size_t i = 0; i < 12; i++)
        memcpy(pixels + i * 4, i % 6 < 3 ? "\xFF\0\0\xFF" : "\0\0\xFF\xFF", 4);
    struct rq_plane plane = {6, 2, {pixels, sizeof pixels}};
    struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    struct rq_out png = {0}, small = {0};
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_image made = {0};
    uint8_t rgba[3 * 4];
    CHECK(rq_png_write(&png, &image, 0, 0, 0, 1, &err));
    if (!rq_png_read(rq_out_bytes(&png), &arena, &made, &err) && err.code == RQ_UNSUPPORTED)
        SKIP("built without libpng");
    CHECK(rq_glance_picture(rq_out_bytes(&png), 5, &small));
    CHECK(rq_png_read(rq_out_bytes(&small), &arena, &made, &err));
    CHECK(made.planes[0].width == 3 && made.planes[0].height == 1);
    rq_plane_rgba(&made, &made.planes[0], rgba);
    CHECK(memcmp(rgba, "\xFF\0\0\xFF", 4) == 0 && memcmp(rgba + 8, "\0\0\xFF\xFF", 4) == 0);
    CHECK(rgba[4] > 120 && rgba[4] < 136 && rgba[6] > 120 && rgba[6] < 136);
    CHECK(!rq_glance_picture((struct rq_bytes){pixels, sizeof pixels}, 5, &small));
    CHECK(!rq_glance_picture(rq_out_bytes(&png), 0, &small));
    rq_out_free(&png);
    rq_out_free(&small);
    rq_arena_free(&arena);
}

/* Halved until both sides fit, and never below one pixel. */
static void test_sides(void)
{
    static const struct {
        uint32_t width, height, side, small_width, small_height;
    } cases[] = {{8, 8, 8, 8, 8},  {8, 8, 7, 4, 4},  {9, 8, 8, 4, 4},
                 {8, 9, 8, 4, 4},  {16, 1, 4, 4, 1}, {1, 16, 4, 1, 4},
                 {16, 2, 1, 1, 1}, {2, 3, 1, 1, 1},  {1, 1, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint8_t pixels[16 * 16 * 4];
        struct rq_plane plane = {cases[i].width,
                                 cases[i].height,
                                 {pixels, (size_t)cases[i].width * cases[i].height * 4}};
        struct rq_image image = {
            .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
        struct rq_out png = {0}, small = {0};
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_image made = {0};
        CHECK(rq_png_write(&png, &image, 0, 0, 0, 1, &err));
        if (!rq_png_read(rq_out_bytes(&png), &arena, &made, &err) && err.code == RQ_UNSUPPORTED)
            SKIP("built without libpng");
        check_note("%u x %u to %u", cases[i].width, cases[i].height, cases[i].side);
        CHECK(rq_glance_picture(rq_out_bytes(&png), cases[i].side, &small));
        if (CHECK(rq_png_read(rq_out_bytes(&small), &arena, &made, &err))) {
            CHECK_INT(made.planes[0].width, cases[i].small_width);
            CHECK_INT(made.planes[0].height, cases[i].small_height);
        }
        rq_out_free(&png);
        rq_out_free(&small);
        rq_arena_free(&arena);
    }
}

TESTS(test_sides, test_peaks_of_eight_bits, test_peaks_of_few_frames, test_no_sound,
      test_size_of_pictures, test_small_picture)
