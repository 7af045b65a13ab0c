/* Triangles on a picture of 8 x 8 pixels. The centre of a pixel is at x = (2 i + 1) / 8 - 1 and y = 1 - (2 j + 1) / 8 when w is
 * 1: what is covered, cut away and blended was worked out by hand from that, from the rule for edges in raster.h, and from
 * 1 / w and value / w being linear in the picture. */
#include "convert/raster.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { SIZE = 8 };

static uint8_t rgba[SIZE * SIZE * 4];
static float depth[SIZE * SIZE];
static struct rq_canvas canvas;

static void clear(void)
{
    memset(rgba, 0, sizeof rgba);
    memset(depth, 0, sizeof depth);
    canvas = (struct rq_canvas){
        .width = SIZE, .height = SIZE, .rgba = rgba, .depth = depth, .nearest = 0.1F};
}

static struct rq_corner corner(float x, float y, float w, float red, float alpha)
{
    struct rq_corner c = {.x = x, .y = y, .w = w};
    c.values[RQ_RASTER_RED] = red;
    c.values[RQ_RASTER_RED + 3] = alpha;
    return c;
}

static void draw(struct rq_corner a, struct rq_corner b, struct rq_corner c, enum rq_alpha alpha)
{
    const struct rq_surface surface = {.alpha = alpha};
    rq_raster_triangle(&canvas, &surface, (const struct rq_corner[3]){a, b, c});
}

/* A triangle of one colour at w = 1. */
static void draw_flat(const float at[6])
{
    draw(corner(at[0], at[1], 1, 1, 1), corner(at[2], at[3], 1, 1, 1),
         corner(at[4], at[5], 1, 1, 1), RQ_ALPHA_OPAQUE);
}

static size_t covered_in(size_t row)
{
    size_t count = 0;
    for (size_t i = 0; i < SIZE; i++)
        count += depth[row * SIZE + i] > 0;
    return count;
}

static size_t covered(void)
{
    size_t count = 0;
    for (size_t j = 0; j < SIZE; j++)
        count += covered_in(j);
    return count;
}

/* The halves of the picture: the diagonal from the left top to the right bottom goes through centres, which belong to the
 * upper half, whose left edge it is. */
static void test_edges(void)
{
    static const float lower[] = {-1, -1, 1, -1, -1, 1}, upper[] = {1, 1, 1, -1, -1, 1};
    clear();
    draw_flat(lower);
    for (size_t j = 0; j < SIZE; j++)
        CHECK_INT(covered_in(j), j);
    CHECK(depth[7 * SIZE] == 1 && rgba[7 * SIZE * 4] == 255 && rgba[7 * SIZE * 4 + 3] == 255);
    clear();
    draw_flat(upper);
    for (size_t j = 0; j < SIZE; j++)
        CHECK_INT(covered_in(j), SIZE - j);
    /* The other way round it is the same. */
    static const float turned[] = {1, 1, -1, 1, 1, -1};
    clear();
    draw_flat(turned);
    CHECK_INT(covered(), 36);
}

/* A triangle that is much larger than the picture is cut, and covers all of it; one that is beyond a side costs nothing. */
static void test_far_corners(void)
{
    static const float large[][6] = {
        {-1, -1, 400, -1, -1, 400}, {1, -1, -400, -1, 1, 400}, {-1, 1, 400, 1, -1, -400},
        {1, 1, -400, 1, 1, -400},   {-90, -1, 90, -1, 0, 300},
    };
    static const float beyond[][6] = {{1.1F, 0, 3, 0, 2, 1},
                                      {-1.1F, 0, -3, 0, -2, 1},
                                      {0, 1.1F, 1, 3, 0, 2},
                                      {0, -1.1F, 1, -3, 0, -2}};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        check_note("large %zu", i);
        clear();
        draw_flat(large[i]);
        CHECK_INT(covered(), 64);
    }
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        check_note("beyond %zu", i);
        clear();
        draw_flat(beyond[i]);
        CHECK_INT(covered(), 0);
        CHECK_INT(canvas.visits, 0);
    }
    static const float huge[] = {-1e30F, -1, 1e30F, -1, 0, INFINITY};
    clear();
    draw_flat(huge); /* what overflows is left out */
    CHECK_INT(covered(), 0);
}

/* The third corner is behind the eye: it is cut at w = 0.1. From y / w = -1 upwards 1 / w is 2 + y / w, and a value that is 0
 * below and 1 at that corner, with w = 1 - 2 p, is p = (1 - w) / 2. */
static void test_behind(void)
{
    clear();
    draw(corner(-1, -1, 1, 0, 1), corner(1, -1, 1, 0, 1), corner(0, 3, -1, 1, 1), RQ_ALPHA_OPAQUE);
    CHECK_INT(covered(), 64);
    for (size_t j = 0; j < SIZE; j++) {
        float y = 1 - (float)(2 * j + 1) / 8, w = 1 / (2 + y);
        check_note("row %zu", j);
        CHECK(fabsf(depth[j * SIZE + 3] - (2 + y)) < 0.02F);
        CHECK(fabsf((float)rgba[(j * SIZE + 3) * 4] - 255 * (1 - w) / 2) < 2);
    }
    clear();
    draw(corner(-1, -1, -1, 0, 1), corner(1, -1, -1, 0, 1), corner(0, 3, 0.05F, 1, 1),
         RQ_ALPHA_OPAQUE); /* all of it before 0.1 */
    CHECK_INT(covered(), 0);
}

/* What is nearer hides the rest, in either order; what is blended lies over it and hides nothing behind it. */
static void test_depth(void)
{
    const struct rq_corner near[3] = {corner(-2, -2, 2, 1, 1), corner(6, -2, 2, 1, 1),
                                      corner(-2, 6, 2, 1, 1)};
    const struct rq_corner far[3] = {corner(-4, -4, 4, 0, 1), corner(12, -4, 4, 0, 1),
                                     corner(-4, 12, 4, 0, 1)};
    for (int order = 0; order < 2; order++) {
        clear();
        for (int k = 0; k < 2; k++) {
            const struct rq_corner *c = k == order ? near : far;
            draw(c[0], c[1], c[2], RQ_ALPHA_OPAQUE);
        }
        CHECK_INT(covered(), 64);
        CHECK(depth[20] == 0.5F && rgba[20 * 4] == 255);
    }
    clear();
    draw(far[0], far[1], far[2], RQ_ALPHA_OPAQUE);
    draw(corner(-1, -1, 1, 1, 0.5F), corner(3, -1, 1, 1, 0.5F), corner(-1, 3, 1, 1, 0.5F),
         RQ_ALPHA_BLEND);
    CHECK(depth[20] == 0.25F && rgba[20 * 4] >= 127 && rgba[20 * 4] <= 128);
    CHECK_INT(rgba[20 * 4 + 3], 255);
}

/* A tint of the colour 255, rounded: 0.6 of it is 153. With a mask half of it is just drawn. What is blended adds to
 * what is there: 0.2 of 153 and 0.8 of 255; alpha likewise, 51 and 0.8 of 255. */
static void test_tints(void)
{
    static const struct {
        float red, alpha;
        enum rq_alpha how;
        size_t drawn;
        int red_after, alpha_after;
    } tints[] = {
        {0.6F, 1, RQ_ALPHA_OPAQUE, 64, 153, 255},  {0.6F, 0.1F, RQ_ALPHA_OPAQUE, 64, 153, 255},
        {2, 1, RQ_ALPHA_OPAQUE, 64, 255, 255},     {-1, 1, RQ_ALPHA_OPAQUE, 64, 0, 255},
        {0.6F, 0.5F, RQ_ALPHA_MASK, 64, 153, 255}, {0.6F, 0.499F, RQ_ALPHA_MASK, 0, 0, 0},
        {0.6F, 0.2F, RQ_ALPHA_BLEND, 0, 235, 255}};
    for (size_t i = 0; i < sizeof tints / sizeof tints[0]; i++) {
        struct rq_corner at[3] = {corner(-1, -1, 1, tints[i].red, tints[i].alpha),
                                  corner(3, -1, 1, tints[i].red, tints[i].alpha),
                                  corner(-1, 3, 1, tints[i].red, tints[i].alpha)};
        clear();
        if (tints[i].how == RQ_ALPHA_BLEND)
            memset(rgba, 255, sizeof rgba);
        draw(at[0], at[1], at[2], tints[i].how);
        check_note("tint %zu", i);
        CHECK_INT(covered(), tints[i].drawn);
        CHECK_INT(rgba[20 * 4], tints[i].red_after);
        CHECK_INT(rgba[20 * 4 + 3], tints[i].alpha_after);
    }
}

/* Pictures of up to 16384 pixels a side are drawn, larger ones are none; levels go down to one pixel. */
static void test_texture_sides(void)
{
    static const uint8_t grey[16385];
    static const struct {
        uint32_t width, height, levels;
    } rows[] = {{16384, 1, 15}, {1, 16384, 15}, {16385, 1, 0}, {1, 16385, 0}, {1, 1, 1},
                {2, 1, 2},      {1, 3, 2},      {4, 3, 3},     {0, 1, 0},     {1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rq_plane plane = {rows[i].width, rows[i].height, {grey, sizeof grey}};
        struct rq_texture from = {
            .image = {
                .pixels = RQ_PIXELS_GREY8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane}};
        struct rq_raster_texture to;
        struct rq_arena arena = {0};
        check_note("row %zu", i);
        CHECK(rq_raster_texture(&to, &from, &arena));
        CHECK_INT(to.count, rows[i].levels);
        if (to.count) {
            CHECK_INT(to.levels[0].width, rows[i].width);
            CHECK(to.levels[to.count - 1].width == 1 && to.levels[to.count - 1].height == 1);
        }
        rq_arena_free(&arena);
    }
}

TESTS(test_texture_sides, test_edges, test_far_corners, test_behind, test_depth, test_tints)
