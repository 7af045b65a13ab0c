/* Block decoders against hand-worked blocks and against a slow decoder that is written
 * straight from the description of S3TC; the other kinds of pixels against laid-out values. */
#include "codec/dxt.h"
#include "model/image.h"
#include "support/check.h"
#include "support/random.h"

#include <stdlib.h>

static struct rq_image image_of(enum rq_pixels pixels, const struct rq_plane *plane)
{
    return (struct rq_image){.pixels = pixels, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
}

/* ---- sizes ---- */

static void test_sizes(void)
{
    CHECK_INT(rq_pixels_size(RQ_PIXELS_INDEX8, 3, 5), 15);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_GREY8, 3, 5), 15);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_RGB8, 3, 5), 45);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_RGBA8, 3, 5), 60);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_BGRA8_SWIZZLED, 4, 2), 32);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_DXT1, 1, 1), 8);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_DXT1, 5, 4), 16);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_DXT5, 5, 9), 2 * 3 * 16);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_RGBA8, 0, 9), 0);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_RGBA8, UINT32_MAX, UINT32_MAX), 0);
}

/* ---- blocks worked out by hand ---- */

static void test_dxt1_four_colors(void)
{
    /* c0 = f800: red 31 -> 255. c1 = 001f: blue 31 -> 255. c0 > c1: four colours.
     * 2: (2 * 255 + 0) / 3 = 170 red, (0 + 255) / 3 = 85 blue. 3: the other way round.
     * Rows of indices 0 1 2 3 (bits 11 10 01 00 = e4), 3 2 1 0 (1b), 0 0 0 0, 2 2 2 2 (aa). */
    static const uint8_t block[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0x1b, 0x00, 0xaa};
    static const uint8_t colors[4][4] = {
        {255, 0, 0, 255}, {0, 0, 255, 255}, {170, 0, 85, 255}, {85, 0, 170, 255}};
    static const uint8_t indices[16] = {0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 0, 0, 2, 2, 2, 2};
    uint8_t rgba[64];
    rq_dxt1_decode(block, 4, 4, rgba, 16);
    for (size_t i = 0; i < 16; i++)
        CHECK_MEM(rgba + i * 4, 4, colors[indices[i]], 4);
}

static void test_dxt1_three_colors(void)
{
    /* c0 = 0841: red 1 -> 8, green 2 -> 8, blue 1 -> 8.
     * c1 = ffff: all 255. c0 <= c1, so 2 is (8 + 255) / 2 = 131, and 3 is see-through black. */
    static const uint8_t block[8] = {0x41, 0x08, 0xff, 0xff, 0xe4, 0xe4, 0xe4, 0xe4};
    static const uint8_t row[16] = {8,   8,   8,   255, 255, 255, 255, 255,
                                    131, 131, 131, 255, 0,   0,   0,   0};
    uint8_t rgba[64];
    rq_dxt1_decode(block, 4, 4, rgba, 16);
    for (size_t y = 0; y < 4; y++)
        CHECK_MEM(rgba + y * 16, 16, row, 16);
}

static void test_dxt5_by_hand(void)
{
    /* a0 = 200 > a1 = 60: (6 * 200 + 60) / 7 = 180, 160, 140, 120, 100, (200 + 360) / 7 = 80.
     * Alpha indices of the first row 0 1 2 3, of the second 4 5 6 7, then zeros:
     * bits 0 001 010 011 ... lowest first: 0 | 1 << 3 | 2 << 6 | 3 << 9 = 688, and
     * 4 | 5 << 3 | 6 << 6 | 7 << 9 = fac, together fac688 in three bytes.
     * Colours: both ffff; DXT5 has no three-colour mode, so index 3 is white as well. */
    static const uint8_t block[16] = {200,  60,   0x88, 0xc6, 0xfa, 0,    0,    0,
                                      0xff, 0xff, 0xff, 0xff, 0xe4, 0xe4, 0xe4, 0xe4};
    static const uint8_t alphas[16] = {200, 60, 180, 160, 140, 120, 100, 80};
    uint8_t rgba[64];
    rq_dxt5_decode(block, 4, 4, rgba, 16);
    for (size_t i = 0; i < 16; i++) {
        CHECK_INT(rgba[i * 4 + 2], 255);
        CHECK_INT(rgba[i * 4 + 3], i < 8 ? alphas[i] : 200);
    }
    /* a0 = 60 <= a1 = 200: (4 * 60 + 200) / 5 = 88, 116, 144, 172, then 0 and 255. */
    static const uint8_t other[16] = {60,   200,  0x88, 0xc6, 0xfa, 0,    0,    0,
                                      0xff, 0xff, 0xff, 0xff, 0xe4, 0xe4, 0xe4, 0xe4};
    static const uint8_t six[8] = {60, 200, 88, 116, 144, 172, 0, 255};
    rq_dxt5_decode(other, 4, 4, rgba, 16);
    for (size_t i = 0; i < 8; i++)
        CHECK_INT(rgba[i * 4 + 3], six[i]);
}

/* ---- a slow decoder ---- */

static unsigned widen(unsigned v, unsigned bits)
{
    return bits == 5 ? v << 3 | v >> 2 : v << 2 | v >> 4;
}

static void slow_color(const uint8_t *block, bool dxt1, unsigned x, unsigned y, uint8_t *rgba)
{
    unsigned c[2] = {rq_get16(block), rq_get16(block + 2)};
    unsigned index = block[4 + y] >> (2 * x) & 3;
    unsigned v[2][3];
    for (unsigned i = 0; i < 2; i++) {
        v[i][0] = widen(c[i] >> 11, 5);
        v[i][1] = widen(c[i] >> 5 & 63, 6);
        v[i][2] = widen(c[i] & 31, 5);
    }
    rgba[3] = 255;
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = v[0][i], b = v[1][i], mixed;
        if (index < 2)
            mixed = index ? b : a;
        else if (!dxt1 || c[0] > c[1])
            mixed = index == 2 ? (2 * a + b) / 3 : (a + 2 * b) / 3;
        else
            mixed = index == 2 ? (a + b) / 2 : 0;
        rgba[i] = (uint8_t)mixed;
    }
    if (dxt1 && c[0] <= c[1] && index == 3)
        rgba[3] = 0;
}

static uint8_t slow_alpha(const uint8_t *block, unsigned x, unsigned y)
{
    unsigned a0 = block[0], a1 = block[1], at = (y * 4 + x) * 3, index = 0;
    for (unsigned i = 0; i < 3; i++)
        index |= ((unsigned)block[2 + (at + i) / 8] >> (at + i) % 8 & 1) << i;
    if (index < 2)
        return (uint8_t)(index ? a1 : a0);
    if (a0 > a1)
        return (uint8_t)(((8 - index) * a0 + (index - 1) * a1) / 7);
    if (index >= 6)
        return index == 6 ? 0 : 255;
    return (uint8_t)(((6 - index) * a0 + (index - 1) * a1) / 5);
}

static void slow_decode(const uint8_t *blocks, bool dxt1, uint32_t width, uint32_t height,
                        bool flip, uint8_t *rgba)
{
    size_t across = (width + 3) / 4, size = dxt1 ? 8 : 16;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *block = blocks + (y / 4 * across + x / 4) * size;
            uint8_t *to = rgba + ((flip ? height - 1 - y : y) * width + x) * 4;
            slow_color(block + (dxt1 ? 0 : 8), dxt1, x % 4, y % 4, to);
            if (!dxt1)
                to[3] = slow_alpha(block, x % 4, y % 4);
        }
}

static bool slow_has_alpha(const uint8_t *rgba, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rgba[i * 4 + 3] != 255)
            return true;
    return false;
}

/* One picture of random blocks, both ways up; nothing may be read beyond the blocks. */
static void compare_once(bool dxt1, uint32_t width, uint32_t height, uint32_t *state)
{
    enum rq_pixels pixels = dxt1 ? RQ_PIXELS_DXT1 : RQ_PIXELS_DXT5;
    size_t size = rq_pixels_size(pixels, width, height);
    uint8_t blocks[9 * 16], fast[9 * 9 * 4 + 16], slow[9 * 9 * 4];
    struct check_guard guard;
    for (size_t i = 0; i < size; i++)
        blocks[i] = (uint8_t)random_next(state);
    /* Often opaque, so that has_alpha depends on single pixels. */
    for (size_t i = 0; i < size && !dxt1; i += 16)
        if (random_next(state) % 4) {
            blocks[i] = blocks[i + 1] = 255;
            memset(blocks + i + 2, 0, 6);
            blocks[i + 7] = (uint8_t)(random_next(state) & 0xc0);
        }
    for (size_t i = 0; i < size && dxt1; i += 8)
        if (random_next(state) % 4)
            blocks[i + 1] |= 0x80, blocks[i + 3] &= 0x7f;
    REQUIRE(check_guard_make(blocks, size, &guard));
    struct rq_plane plane = {width, height, {guard.data, guard.size}};
    struct rq_image image = image_of(pixels, &plane);
    for (unsigned flip = 0; flip < 2; flip++) {
        check_note("dxt%d %u x %u, flip %u", dxt1 ? 1 : 5, width, height, flip);
        image.bottom_up = flip;
        memset(fast, 0xa5, sizeof fast);
        rq_plane_rgba(&image, &plane, fast);
        slow_decode(blocks, dxt1, width, height, flip, slow);
        CHECK_MEM(fast, (size_t)width * height * 4, slow, (size_t)width * height * 4);
        for (size_t i = 0; i < 16; i++)
            CHECK_INT(fast[(size_t)width * height * 4 + i], 0xa5);
    }
    CHECK_INT(rq_plane_has_alpha(&image, &plane), slow_has_alpha(slow, (size_t)width * height));
    check_guard_free(&guard);
}

static void test_dxt_all_small_sizes(void)
{
    uint32_t state = 1;
    for (uint32_t height = 1; height <= 9; height++)
        for (uint32_t width = 1; width <= 9; width++)
            for (unsigned round = 0; round < 12; round++)
                compare_once(round & 1, width, height, &state);
}

/* Every pair of end points, one channel at a time: the divisions are exact everywhere. */
static void test_dxt_all_mixtures(void)
{
    uint8_t rgba[64], want[4];
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            uint8_t block[16] = {(uint8_t)a, (uint8_t)b, 0x88, 0xc6, 0xfa};
            rq_dxt5_decode(block, 4, 4, rgba, 16);
            for (unsigned i = 0; i < 8; i++)
                if (rgba[i * 4 + 3] != slow_alpha(block, i % 4, i / 4)) {
                    CHECK_INT(rgba[i * 4 + 3], slow_alpha(block, i % 4, i / 4));
                    return;
                }
        }
    for (unsigned a = 0; a < 64; a++)
        for (unsigned b = 0; b < 64; b++) {
            uint8_t block[8] = {0, 0, 0, 0, 0xe4, 0xe4, 0xe4, 0xe4};
            rq_set16(block, (uint16_t)(a << 5 | (a & 31) << 11 | (b & 31)));
            rq_set16(block + 2, (uint16_t)(b << 5 | (b & 31) << 11 | (a & 31)));
            rq_dxt1_decode(block, 4, 4, rgba, 16);
            for (unsigned i = 0; i < 4; i++) {
                slow_color(block, true, i, 0, want);
                CHECK_MEM(rgba + i * 4, 4, want, 4);
            }
        }
}

/* ---- the other kinds ---- */

static void test_indexed(void)
{
    uint8_t palette[768] = {1, 2, 3, 4, 5, 6};
    memcpy(palette + 255 * 3, "\x07\x08\x09", 3);
    static const uint8_t pixels[] = {0, 1, 255, 1};
    struct rq_plane plane = {2, 2, {pixels, 4}};
    struct rq_image image = image_of(RQ_PIXELS_INDEX8, &plane);
    uint8_t rgba[16];
    image.palette = palette;
    rq_plane_rgba(&image, &plane, rgba);
    static const uint8_t plain[] = {1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 4, 5, 6, 255};
    CHECK_MEM(rgba, 16, plain, 16);
    CHECK(!rq_plane_has_alpha(&image, &plane));
    image.transparent_zero = image.bottom_up = true;
    rq_plane_rgba(&image, &plane, rgba);
    static const uint8_t clear[] = {7, 8, 9, 255, 4, 5, 6, 255, 1, 2, 3, 0, 4, 5, 6, 255};
    CHECK_MEM(rgba, 16, clear, 16);
    CHECK(rq_plane_has_alpha(&image, &plane));
    static const uint8_t none[] = {1, 1, 255, 1};
    struct rq_plane solid = {2, 2, {none, 4}};
    CHECK(!rq_plane_has_alpha(&image, &solid));
}

static void test_plain_pixels(void)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t rgba[32];
    struct rq_plane grey = {1, 2, {bytes, 2}}, rgb = {1, 2, {bytes, 6}}, quad = {1, 2, {bytes, 8}};
    struct rq_image image = image_of(RQ_PIXELS_GREY8, &grey);
    rq_plane_rgba(&image, &grey, rgba);
    CHECK_MEM(rgba, 8, "\1\1\1\xff\2\2\2\xff", 8);
    image = image_of(RQ_PIXELS_RGB8, &rgb);
    image.bottom_up = true;
    rq_plane_rgba(&image, &rgb, rgba);
    CHECK_MEM(rgba, 8, "\4\5\6\xff\1\2\3\xff", 8);
    CHECK(!rq_plane_has_alpha(&image, &rgb));
    image = image_of(RQ_PIXELS_RGBA8, &quad);
    rq_plane_rgba(&image, &quad, rgba);
    CHECK_MEM(rgba, 8, bytes, 8);
    CHECK(rq_plane_has_alpha(&image, &quad));
}

static void test_rgba_alpha_scan(void)
{
    enum { SIDE = 61 };
    uint8_t *bytes = malloc(SIDE * SIDE * 4);
    REQUIRE(bytes);
    memset(bytes, 255, SIDE * SIDE * 4);
    struct rq_plane plane = {SIDE, SIDE, {bytes, SIDE * SIDE * 4}};
    struct rq_image image = image_of(RQ_PIXELS_RGBA8, &plane);
    bytes[0] = bytes[SIDE * SIDE * 4 - 2] = 0; /* colours don't count */
    CHECK(!rq_plane_has_alpha(&image, &plane));
    bytes[SIDE * SIDE * 4 - 1] = 254;
    CHECK(rq_plane_has_alpha(&image, &plane));
    bytes[SIDE * SIDE * 4 - 1] = 255;
    bytes[3] = 0;
    CHECK(rq_plane_has_alpha(&image, &plane));
    free(bytes);
}

/* Texels are numbered in blue; where each lands follows from interleaving, x lowest. */
static void check_swizzle(uint32_t width, uint32_t height, const uint8_t *want)
{
    uint8_t bytes[64], rgba[64];
    for (uint32_t i = 0; i < width * height; i++)
        memcpy(bytes + i * 4, (uint8_t[4]){(uint8_t)i, 0x10, 0x20, 0xff}, 4);
    struct rq_plane plane = {width, height, {bytes, (size_t)width * height * 4}};
    struct rq_image image = image_of(RQ_PIXELS_BGRA8_SWIZZLED, &plane);
    rq_plane_rgba(&image, &plane, rgba);
    for (uint32_t i = 0; i < width * height; i++) {
        uint8_t pixel[4] = {0x20, 0x10, want[i], 0xff};
        CHECK_MEM(rgba + i * 4, 4, pixel, 4);
    }
}

static void test_swizzled(void)
{
    /* 4 x 4: bits x0 y0 x1 y1. (1,0) is 1, (0,1) is 2, (2,0) is 4, (0,2) is 8. */
    static const uint8_t square[] = {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15};
    /* 8 x 2: bits x0 y0 x1 x2. 2 x 8: bits x0 y0 y1 y2. */
    static const uint8_t wide[] = {0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15};
    static const uint8_t tall[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    /* 3 x 2 is no power of two: rows. */
    static const uint8_t odd[] = {0, 1, 2, 3, 4, 5};
    check_swizzle(4, 4, square);
    check_swizzle(8, 2, wide);
    check_swizzle(2, 8, tall);
    check_swizzle(3, 2, odd);
    check_swizzle(1, 4, odd);
    check_swizzle(1, 1, odd);
}

/* All frames and faces side by side, at most 65536 pixels a side. */
static void test_sheets(void)
{
    static const uint8_t grey[65537];
    static const struct {
        uint32_t width, height, columns, frames;
        bool fits;
    } rows[] = {{65536, 1, 1, 1, true},  {65537, 1, 1, 1, false}, {1, 65536, 1, 1, true},
                {1, 65537, 1, 1, false}, {32768, 1, 2, 2, true},  {32769, 1, 2, 2, false},
                {1, 32768, 1, 2, true},  {1, 32769, 1, 2, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rq_plane plane = {rows[i].width, rows[i].height, {grey, sizeof grey}},
                              planes[] = {plane, plane};
        struct rq_image image = image_of(RQ_PIXELS_GREY8, planes), sheet = {0};
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        image.frames = rows[i].frames;
        image.columns = rows[i].columns;
        check_note("row %zu", i);
        CHECK_INT(rq_image_sheet(&image, 0, &arena, &sheet, &err), rows[i].fits);
        CHECK_STR(err.text, rows[i].fits ? "" : "no memory for a sheet of this size");
        if (rows[i].fits)
            CHECK_INT(sheet.planes->width * sheet.planes->height, 65536);
        rq_arena_free(&arena);
    }
    for (int which = 0; which < 3; which++) {
        const struct rq_plane plane = {1, 1, {grey, 1}};
        struct rq_image image = image_of(RQ_PIXELS_GREY8, &plane), sheet;
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        image.frames = which != 0;
        image.faces = which != 1;
        CHECK(!rq_image_sheet(&image, which == 2, &arena, &sheet, &err));
        CHECK_STR(err.text, "there are no pixels in it");
        CHECK_INT(err.code, RQ_USAGE);
        rq_arena_free(&arena);
    }
}

TESTS(test_sheets, test_sizes, test_dxt1_four_colors, test_dxt1_three_colors, test_dxt5_by_hand,
      test_dxt_all_small_sizes, test_dxt_all_mixtures, test_indexed, test_plain_pixels,
      test_rgba_alpha_scan, test_swizzled)
