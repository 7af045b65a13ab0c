/* Pictures into palettes: which indices stay, which are matched, and to what. */
#include "model/quantize.h"
#include "support/check.h"

/* Entry i is grey i, but 200 is red, 201 the same red, and 0 is grey 0. */
static void make_palette(uint8_t palette[768])
{
    for (size_t i = 0; i < 768; i++)
        palette[i] = (uint8_t)(i / 3);
    for (size_t i = 200; i < 202; i++) {
        palette[i * 3] = 250;
        palette[i * 3 + 1] = palette[i * 3 + 2] = 0;
    }
}

static struct rq_image picture(struct rq_plane *plane, enum rq_pixels pixels, uint32_t width,
                               const void *data, size_t size)
{
    *plane = (struct rq_plane){width, 1, {data, size}};
    return (struct rq_image){.pixels = pixels, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
}

static void test_nearest(void)
{
    uint8_t palette[768];
    make_palette(palette);
    CHECK_INT(rq_palette_nearest(palette, (uint8_t[]){77, 77, 77}), 77);
    CHECK_INT(rq_palette_nearest(palette, (uint8_t[]){255, 3, 3}), 200); /* the first of equals */
    CHECK_INT(rq_palette_nearest(palette, (uint8_t[]){0, 0, 0}), 1);     /* never 0 */
    CHECK_INT(rq_palette_nearest(palette, (uint8_t[]){77, 78, 77}), 77);
}

static void test_true_colour(void)
{
    uint8_t palette[768], to[4];
    struct rq_plane plane;
    struct rq_error err = {0};
    make_palette(palette);
    const struct rq_quantize q = {.palettes = {palette}};
    static const uint8_t rgba[] = {0, 0, 0, 0, 0, 0, 0, 255, 250, 0, 0, 128, 250, 0, 0, 127};
    struct rq_image image = picture(&plane, RQ_PIXELS_RGBA8, 4, rgba, sizeof rgba);
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 4, "\0\1\xC8\0", 4);
    static const uint8_t rgb[] = {250, 1, 0, 9, 9, 9};
    image = picture(&plane, RQ_PIXELS_RGB8, 2, rgb, sizeof rgb);
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 2, "\xC8\11", 2);
    image = picture(&plane, RQ_PIXELS_GREY8, 2, "\0\xFF", 2);
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 2, "\1\xFF", 2);
    CHECK(!rq_quantize(&(struct rq_quantize){.grey = false}, &image, to, &err));
    CHECK_INT(err.code, RQ_USAGE);
}

static void test_indexed(void)
{
    uint8_t palette[768], other[768], to[4];
    struct rq_plane plane;
    struct rq_error err = {0};
    static const uint8_t indices[] = {0, 201, 5, 201};
    make_palette(palette);
    memcpy(other, palette, sizeof other);
    struct rq_quantize q = {.palettes = {palette}};
    struct rq_image image = picture(&plane, RQ_PIXELS_INDEX8, 4, indices, 4);
    image.palette = other;
    CHECK(rq_quantize(&q, &image, to, &err)); /* the same palette: also 0 and the second red */
    CHECK_MEM(to, 4, indices, 4);
    other[99 * 3] = 1; /* a colour that no pixel has */
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 4, indices, 4);
    other[5 * 3] = other[5 * 3 + 1] = other[5 * 3 + 2] = 60;
    CHECK(rq_quantize(&q, &image, to, &err)); /* 0 is not see-through here: it goes to 1 */
    CHECK_MEM(to, 4, "\1\xC9\x3C\xC9", 4);
    image.transparent_zero = true;
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 4, "\0\xC9\x3C\xC9", 4);
    q.palettes[1] = other; /* the second palette agrees */
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 4, indices, 4);
    q = (struct rq_quantize){.grey = false}; /* nothing to go by: as they are */
    CHECK(rq_quantize(&q, &image, to, &err));
    CHECK_MEM(to, 4, indices, 4);
}

/* The cache gives what the search gives, for more colours than it has places. */
static void test_cache(void)
{
    enum { COUNT = 20000 };
    static uint8_t rgb[COUNT * 3], to[COUNT];
    uint8_t palette[768];
    struct rq_plane plane;
    struct rq_error err = {0};
    uint32_t random = 5;
    for (size_t i = 0; i < sizeof palette; i++) {
        random = random * 1664525u + 1013904223u;
        palette[i] = (uint8_t)(random >> 24);
    }
    for (size_t i = 0; i < sizeof rgb; i++) {
        random = random * 1664525u + 1013904223u;
        rgb[i] = (uint8_t)(random >> (i % 2 ? 24 : 26));
    }
    struct rq_image image = picture(&plane, RQ_PIXELS_RGB8, COUNT, rgb, sizeof rgb);
    CHECK(rq_quantize(&(struct rq_quantize){.palettes = {palette}}, &image, to, &err));
    for (size_t i = 0; i < COUNT; i++)
        if (!CHECK_INT(to[i], rq_palette_nearest(palette, rgb + i * 3)))
            return;
}

TESTS(test_nearest, test_true_colour, test_indexed, test_cache)
