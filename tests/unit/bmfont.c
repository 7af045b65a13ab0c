#include "convert/convert.h"
#include "support/check.h"

#include <stdio.h>

static const uint8_t ink[] = {1, 0, 2, 3, 0, 4};

/* Three glyphs of up to 3 x 2: two columns, cells of 5 x 4, pixels one in from the corner. */
static const struct rq_glyph glyphs[] = {
    {.codepoint = 'A', .left = 1, .top = 2, .width = 3, .height = 2, .advance = 4, .pixels = ink},
    {.codepoint = 0xE9,
     .left = -1,
     .top = -3,
     .width = 1,
     .height = 2,
     .advance = 2,
     .pixels = ink},
    {.codepoint = 0x20, .width = 0, .height = 9, .advance = 1, .disabled = true},
};

static void test_text(void)
{
    struct rq_font font = {"Say \"x\"", 12, NULL, 2, glyphs};
    struct rq_atlas atlas;
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(rq_atlas_of(&font, &atlas, &err));
    CHECK_INT(atlas.columns, 2);
    CHECK_INT(atlas.rows, 1);
    CHECK_INT(atlas.cell_width, 5);
    CHECK_INT(atlas.cell_height, 4);
    CHECK(rq_bmfont_write(&out, &font, &atlas, "x.png", &err));
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data,
              "info face=\"Say _x_\" size=12 bold=0 italic=0 charset=\"\" unicode=1 stretchH=100 "
              "smooth=0 aa=1 padding=0,0,0,0 spacing=1,1 outline=0\n"
              "common lineHeight=12 base=12 scaleW=10 scaleH=4 pages=1 packed=0\n"
              "page id=0 file=\"x.png\"\n"
              "chars count=2\n"
              "char id=65 x=1 y=1 width=3 height=2 xoffset=1 yoffset=2 xadvance=4 page=0 chnl=15\n"
              "char id=233 x=6 y=1 width=1 height=2 xoffset=-1 yoffset=-3 xadvance=2 page=0 "
              "chnl=15\n");
    rq_out_free(&out);
}

static void test_picture(void)
{
    struct rq_font font = {"x", 12, NULL, 3, glyphs};
    struct rq_atlas atlas;
    struct rq_image image;
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    REQUIRE(rq_atlas_of(&font, &atlas, &err)); /* a height of 9 without pixels counts */
    CHECK_INT(atlas.cell_height, 11);
    CHECK_INT(atlas.rows, 2);
    REQUIRE(rq_atlas_image(&font, &atlas, &arena, &image, &err));
    const struct rq_plane *plane = rq_image_plane(&image, 0, 0, 0);
    CHECK_INT(plane->width, 10);
    CHECK_INT(plane->height, 22);
    CHECK_MEM(plane->bytes.data, 10, "\0\0\0\0\0\0\0\0\0\0", 10);
    CHECK_MEM(plane->bytes.data + 10, 10, "\0\1\0\2\0\0\1\0\0\0", 10);
    CHECK_MEM(plane->bytes.data + 20, 10, "\0\3\0\4\0\0\0\0\0\0", 10);
    CHECK(image.transparent_zero);
    CHECK_INT(image.palette[200 * 3], 200); /* greys */
    rq_arena_free(&arena);
}

static void test_limits(void)
{
    struct rq_glyph huge[2] = {{.width = 1, .height = 65535}, {.width = 65535, .height = 1}};
    struct rq_font font = {"x", 12, NULL, 2, huge};
    struct rq_atlas atlas;
    struct rq_error err = {0};
    CHECK(!rq_atlas_of(&font, &atlas, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    err = (struct rq_error){0};
    font.glyph_count = 0;
    CHECK(!rq_atlas_of(&font, &atlas, &err));
    CHECK_INT(err.code, RQ_USAGE);
}

/* A picture has at most 16384 pixels a side, and 16 million in all; a cell has a border of 1. */
static void test_atlas_limits(void)
{
    static const struct {
        uint32_t width, height;
        size_t count;
        bool fits;
    } rows[] = {{16382, 1022, 1, true}, {16383, 1, 1, false},    {1, 16383, 1, false},
                {1022, 16382, 1, true}, {16382, 1023, 1, false}, {1023, 16382, 1, false},
                {4094, 254, 16, true},  {4095, 1, 16, false},    {1, 4095, 16, false},
                {4094, 255, 16, false}, {254, 4094, 16, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_glyph all[16];
        for (size_t k = 0; k < rows[i].count; k++)
            all[k] = (struct rq_glyph){.width = rows[i].width, .height = rows[i].height};
        struct rq_font font = {"x", 12, NULL, rows[i].count, all};
        struct rq_atlas atlas = {0};
        struct rq_error err = {0};
        char why[80];
        snprintf(why, sizeof why, "%zu glyphs of up to %u x %u: no such picture", rows[i].count,
                 rows[i].width, rows[i].height);
        check_note("row %zu", i);
        CHECK_INT(rq_atlas_of(&font, &atlas, &err), rows[i].fits);
        CHECK_STR(err.text, rows[i].fits ? "" : why);
        CHECK_INT(atlas.cell_width, rows[i].fits ? rows[i].width + 2 : 0);
    }
}

TESTS(test_text, test_picture, test_limits, test_atlas_limits)
