/* Blocks from pixels. Expected values are worked out by hand from the description of S3TC: ends of
 * 5, 6 and 5 bits, colours between them at thirds or halves, eight or six alphas. */
#include "codec/dxt.h"
#include "model/image.h"
#include "support/check.h"

#include <stdlib.h>

static void fill(uint8_t rgba[64], uint32_t color)
{
    for (size_t i = 0; i < 16; i++)
        rq_set32(rgba + i * 4, color);
}

/* What comes out again, as the largest difference of a byte. */
static int worst(enum rq_pixels pixels, const uint8_t rgba[64])
{
    uint8_t block[16], back[64];
    int most = 0;
    rq_plane_encode(pixels, rgba, 4, 4, block);
    const struct rq_plane plane = {4, 4, {block, pixels == RQ_PIXELS_DXT1 ? 8 : 16}};
    rq_plane_rgba(&(struct rq_image){.pixels = pixels}, &plane, back);
    for (size_t i = 0; i < 64; i++)
        most = abs(back[i] - rgba[i]) > most ? abs(back[i] - rgba[i]) : most;
    return most;
}

/* One colour. White and black are ends themselves. 0x84 (132) is 16 of 31 and 33 (134) of 63: the
 * 6 bits have it between 32 (130) and 33 (134), (2 * 134 + 130) / 3 = 132. */
static void test_single(void)
{
    uint8_t rgba[64], block[16];
    fill(rgba, 0xFFFFFFFF);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\377\377\377\377\0\0\0\0", 8);
    fill(rgba, 0xFF000000);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\0\0\0\0\0\0\0\0", 8);
    /* No grey is off by more than one. */
    for (uint32_t v = 0; v < 256; v++) {
        check_note("grey %u", (unsigned)v);
        fill(rgba, 0xFF000000 | v * 0x010101);
        CHECK(worst(RQ_PIXELS_DXT1, rgba) <= 1);
        CHECK(worst(RQ_PIXELS_DXT5, rgba) <= 1);
    }
}

/* Two rows of red and two of blue: both are ends. Red is 0xF800, blue 0x001F; the higher end is
 * first, so red is index 0 and blue 1: 0x55 a row. */
static void test_two_colors(void)
{
    uint8_t rgba[64], block[16];
    for (size_t i = 0; i < 16; i++)
        rq_set32(rgba + i * 4, i < 8 ? 0xFF0000FF : 0xFFFF0000);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\0\370\37\0\0\0\125\125", 8);
    rq_dxt_encode(RQ_DXT5, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 16, "\377\377\0\0\0\0\0\0\0\370\37\0\0\0\125\125", 16);
}

/* Columns 255, 170, 85, 0: the ends and both thirds, so a row is 0, 2, 3, 1 from its lowest bits:
 * 0b01111000. Columns 0, 127, 255, 0 are the ends and the half: three colours, the lower end first:
 * 0, 2, 1, 0, which is 0b00011000. */
static void test_gradients(void)
{
    static const uint8_t thirds[] = {255, 170, 85, 0}, halves[] = {0, 127, 255, 0};
    uint8_t rgba[64], block[8];
    for (size_t i = 0; i < 16; i++)
        rq_set32(rgba + i * 4, 0xFF000000 | thirds[i % 4] * 0x010101u);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\377\377\0\0\170\170\170\170", 8);
    CHECK_INT(worst(RQ_PIXELS_DXT1, rgba), 0);
    for (size_t i = 0; i < 16; i++)
        rq_set32(rgba + i * 4, 0xFF000000 | halves[i % 4] * 0x010101u);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\0\0\377\377\30\30\30\30", 8);
    CHECK_INT(worst(RQ_PIXELS_DXT1, rgba), 0);
}

/* Alpha below 128 is see-through in DXT1: index 3 of three colours, and black. */
static void test_see_through(void)
{
    uint8_t rgba[64], block[8];
    fill(rgba, 0xFFFFFFFF);
    rq_set32(rgba, 0x00123456);
    rq_set32(rgba + 60, 0x7FFFFFFF);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_INT(rq_get32(block + 4) & 3, 3);
    CHECK_INT(rq_get32(block + 4) >> 30, 3);
    uint8_t back[64];
    rq_dxt1_decode(block, 4, 4, back, 16);
    CHECK_MEM(back, 8, "\0\0\0\0\377\377\377\377", 8);
    fill(rgba, 0x00FFFFFF);
    rq_dxt_encode(RQ_DXT1, rgba, 16, 4, 4, block);
    CHECK_MEM(block, 8, "\0\0\0\0\377\377\377\377", 8);
}

/* Eight alphas from 255 down to 3 in steps of 36: the ends and all between, indices 0 2 3 4 5 6 7 1
 * of three bits each, twice. */
static void test_alpha(void)
{
    uint8_t rgba[64], block[16];
    fill(rgba, 0);
    for (size_t i = 0; i < 16; i++)
        rgba[i * 4 + 3] = (uint8_t)(255 - 36 * (i % 8));
    rq_dxt_encode(RQ_DXT5, rgba, 16, 4, 4, block);
    uint32_t bits = 0 | 2 << 3 | 3 << 6 | 4 << 9 | 5 << 12 | 6 << 15 | 7 << 18 | 1 << 21;
    CHECK_INT(block[0], 255);
    CHECK_INT(block[1], 3);
    CHECK_INT(rq_get32(block + 2) & 0xFFFFFF, bits);
    CHECK_INT(worst(RQ_PIXELS_DXT5, rgba), 0);
    /* 0, 255 and six that lie close together: six alphas, and both extremes for themselves. */
    static const uint8_t six[] = {0, 255, 100, 101, 102, 103, 104, 105};
    for (size_t i = 0; i < 16; i++)
        rgba[i * 4 + 3] = six[i % 8];
    rq_dxt_encode(RQ_DXT5, rgba, 16, 4, 4, block);
    CHECK_INT(block[0], 100);
    CHECK_INT(block[1], 105);
    CHECK_INT(worst(RQ_PIXELS_DXT5, rgba), 0);
    /* 15 steps of 17 are all that DXT3 has. */
    for (size_t i = 0; i < 16; i++)
        rgba[i * 4 + 3] = (uint8_t)(i * 17);
    CHECK_INT(worst(RQ_PIXELS_DXT3, rgba), 0);
}

/* Parts of blocks repeat their last pixels: nothing is read beyond the picture. */
static void test_edges(void)
{
    for (uint32_t width = 1; width <= 9; width++)
        for (uint32_t height = 1; height <= 9; height++) {
            struct check_guard guard;
            uint8_t rgba[9 * 9 * 4], blocks[9 * 16];
            check_note("%u x %u", (unsigned)width, (unsigned)height);
            memset(rgba, 0x5A, sizeof rgba);
            REQUIRE(check_guard_make(rgba, (size_t)width * height * 4, &guard));
            rq_dxt_encode(RQ_DXT5, guard.data, (ptrdiff_t)width * 4, width, height, blocks);
            check_guard_free(&guard);
            for (size_t i = 16; i < rq_pixels_size(RQ_PIXELS_DXT5, width, height); i++)
                CHECK_INT(blocks[i], blocks[i % 16]);
        }
}

/* A picture of slopes and noise: not below what a range fit reaches there, with room to spare. */
static void test_quality(void)
{
    enum { SIDE = 64 };
    static uint8_t rgba[SIDE * SIDE * 4], back[SIDE * SIDE * 4], blocks[SIDE * SIDE];
    uint32_t seed = 1;
    double error = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        seed = seed * 1664525 + 1013904223;
        rgba[i * 4] = (uint8_t)(i % SIDE * 3 + (seed >> 28));
        rgba[i * 4 + 1] = (uint8_t)(i / SIDE * 3 + (seed >> 27));
        rgba[i * 4 + 2] = (uint8_t)(200 - i % SIDE + (seed >> 28));
        rgba[i * 4 + 3] = 255;
    }
    rq_dxt_encode(RQ_DXT1, rgba, SIDE * 4, SIDE, SIDE, blocks);
    rq_dxt1_decode(blocks, SIDE, SIDE, back, SIDE * 4);
    for (size_t i = 0; i < sizeof rgba; i++)
        error += (double)(rgba[i] - back[i]) * (rgba[i] - back[i]);
    /* A mean square of 20.5 is 35 dB. */
    CHECK(error / (SIDE * SIDE * 3) < 20.5);
}

/* Levels: the mean of 2 x 2, and of what is there where a side is 1. */
static void test_chain(void)
{
    static const uint8_t rgba[] = {0, 0, 0, 255, 4, 8, 12, 255, 8, 8, 8, 255, 0, 0, 0, 254,
                                   4, 4, 4, 255, 8, 8, 8,  255, 0, 0, 0, 255, 0, 0, 0, 255};
    const struct rq_chain chain = {
        .pixels = RQ_PIXELS_GREY8, .width = 4, .height = 2, .mips = 3, .bottom_up = true};
    struct rq_arena arena = {0};
    uint8_t levels[11];
    CHECK_INT(rq_chain_size(&chain), 8 + 2 + 1);
    CHECK(rq_chain_encode(&chain, rgba, 16, &arena, levels, NULL));
    /* 4 8 12 is (4 * 77 + 8 * 150 + 12 * 29) / 256 = 7. The lower row is first. Means are rounded:
     * 4, 5 and 6 of red, green and blue on the left (4.75 is 5), 2 on the right. */
    CHECK_MEM(levels, 11, "\4\10\0\0\0\7\10\0\4\2\3", 11);
    rq_arena_free(&arena);
    const struct rq_chain packed = {.pixels = RQ_PIXELS_DXT1, .width = 16, .height = 8, .mips = 5};
    CHECK_INT(rq_chain_size(&packed), 64 + 16 + 8 * 3);
}

/* Where a side is 1 the mean is that of two pixels. */
static void test_thin_chain(void)
{
    static const uint8_t rgba[] = {10, 10, 10, 255, 20, 20, 20, 255,
                                   30, 30, 30, 255, 40, 40, 40, 255};
    for (int tall = 0; tall < 2; tall++) {
        const struct rq_chain chain = {
            .pixels = RQ_PIXELS_GREY8, .width = tall ? 1 : 4, .height = tall ? 4 : 1, .mips = 3};
        struct rq_arena arena = {0};
        uint8_t levels[7];
        check_note("%u x %u", chain.width, chain.height);
        CHECK_INT(rq_chain_size(&chain), 4 + 2 + 1);
        CHECK(rq_chain_encode(&chain, rgba, tall ? 4 : 16, &arena, levels, NULL));
        CHECK_MEM(levels, 7, "\12\24\36\50\17\43\31", 7); /* 10 20 30 40, 15 35, 25 */
        rq_arena_free(&arena);
    }
}

/* Every kind of plain pixels and back. */
static void test_plain(void)
{
    static const enum rq_pixels kinds[] = {
        RQ_PIXELS_RGBA8, RQ_PIXELS_BGRA8, RQ_PIXELS_BGRA8_SWIZZLED, RQ_PIXELS_RGB8, RQ_PIXELS_BGR8};
    uint8_t rgba[8 * 4 * 4], stored[8 * 4 * 4], back[8 * 4 * 4];
    for (size_t k = 0; k < 5; k++) {
        for (size_t i = 0; i < sizeof rgba; i++)
            rgba[i] = (uint8_t)(k > 2 && i % 4 == 3 ? 255 : i * 5);
        const struct rq_plane plane = {8, 4, {stored, rq_pixels_size(kinds[k], 8, 4)}};
        rq_plane_encode(kinds[k], rgba, 8, 4, stored);
        rq_plane_rgba(&(struct rq_image){.pixels = kinds[k]}, &plane, back);
        check_note("kind %zu", k);
        CHECK_MEM(back, sizeof back, rgba, sizeof rgba);
    }
    /* Pixel (1, 0) of 2 x 2 is texel 1, (0, 1) texel 2; blue comes first. */
    uint8_t four[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    rq_plane_encode(RQ_PIXELS_BGRA8_SWIZZLED, four, 2, 2, stored);
    CHECK_MEM(stored, 16, "\3\2\1\4\7\6\5\10\13\12\11\14\17\16\15\20", 16);
}

TESTS(test_thin_chain, test_single, test_two_colors, test_gradients, test_see_through, test_alpha,
      test_edges, test_quality, test_chain, test_plain)
