/* Neutral assets against slower ways to the same: places of nodes, pixels in other orders, sheets of pictures, trees and
 * neighbours of faces; and their limits. */
#include "codec/dxt.h"
#include "model/adjacency.h"
#include "model/affine.h"
#include "model/facetree.h"
#include "model/image.h"
#include "model/quantize.h"
#include "support/check.h"
#include "support/random.h"

#include <math.h>

/* ---- places ---- */

static double number(uint32_t *state)
{
    return (random_below(state, 2001) - 1000.0) / 250;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-4 * (1 + fabs(b));
}

/* Scaled, turned by a quaternion of any length, moved; one place in another is one after the other. */
static void test_places(void)
{
    uint32_t state = 3;
    for (unsigned round = 0; round < 300; round++) {
        struct rq_affine places[2];
        double at[3], to[2][3];
        for (size_t k = 0; k < 3; k++)
            at[k] = number(&state);
        for (size_t i = 0; i < 2; i++) {
            struct rq_node n = rq_node_of("a", -1);
            double q[4], size = 0, v[3];
            for (size_t k = 0; k < 4; k++) {
                q[k] = number(&state);
                n.rotation[k] = (float)q[k];
                size += q[k] * q[k];
            }
            for (size_t k = 0; k < 4; k++)
                q[k] /= sqrt(size);
            for (size_t k = 0; k < 3; k++) {
                n.scale[k] = (float)number(&state);
                n.translation[k] = (float)number(&state);
                v[k] = at[k] * (double)n.scale[k];
            }
            /* v + 2 w (q x v) + 2 q x (q x v) */
            double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2],
                           q[0] * v[1] - q[1] * v[0]};
            double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2],
                           q[0] * c[1] - q[1] * c[0]};
            places[i] = rq_affine_of(&n);
            rq_affine_move(&places[i], at, to[i]);
            for (size_t k = 0; k < 3; k++)
                CHECK(near(to[i][k], v[k] + 2 * q[3] * c[k] + 2 * d[k] + (double)n.translation[k]));
            CHECK_INT(rq_affine_mirrors(&places[i]), n.scale[0] * n.scale[1] * n.scale[2] < 0);
        }
        struct rq_affine both = rq_affine_below(&places[0], &places[1]);
        double there[3], expected[3];
        rq_affine_move(&both, at, there);
        rq_affine_move(&places[0], to[1], expected);
        for (size_t k = 0; k < 3; k++)
            CHECK(near(there[k], expected[k]));
    }
    struct rq_node none = rq_node_of("a", -1);
    none.rotation[3] = 0; /* no turn at all */
    struct rq_affine place = rq_affine_of(&none);
    double to[3];
    rq_affine_move(&place, (const double[3]){1, 2, 3}, to);
    CHECK(to[0] == 1 && to[1] == 2 && to[2] == 3);
}

/* ---- pixels ---- */

/* DXT3: four bits of alpha for each pixel, row after row, then the colours, which are always four. */
static void slow_dxt3(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++, rgba += 4) {
            const uint8_t *b = blocks + (y / 4 * ((width + 3) / 4) + x / 4) * 16;
            unsigned at = y % 4 * 4 + x % 4, ends[2] = {rq_get16(b + 8), rq_get16(b + 10)};
            unsigned index = b[12 + at / 4] >> at % 4 * 2 & 3;
            static const unsigned shifts[] = {11, 5, 0}, bits[] = {5, 6, 5};
            for (size_t k = 0; k < 3; k++) {
                unsigned v[2];
                for (size_t i = 0; i < 2; i++) {
                    unsigned part = ends[i] >> shifts[k] & ((1u << bits[k]) - 1);
                    v[i] = part << (8 - bits[k]) | part >> (2 * bits[k] - 8);
                }
                rgba[k] = (uint8_t)(index < 2    ? v[index]
                                    : index == 2 ? (2 * v[0] + v[1]) / 3
                                                 : (v[0] + 2 * v[1]) / 3);
            }
            rgba[3] = (uint8_t)((b[at / 2] >> at % 2 * 4 & 15) * 17);
        }
}

static void test_dxt3(void)
{
    uint32_t state = 5;
    for (uint32_t height = 1; height <= 9; height++)
        for (uint32_t width = 1; width <= 9; width++)
            for (unsigned round = 0; round < 20; round++) {
                uint8_t blocks[9 * 16], fast[9 * 9 * 4], slow[9 * 9 * 4];
                size_t size = rq_pixels_size(RQ_PIXELS_DXT3, width, height);
                bool clear = false;
                for (size_t i = 0; i < size; i++)
                    blocks[i] =
                        (uint8_t)(round % 4 && i % 16 < 8 ? 0xFF : random_next(&state) >> 8);
                if (round % 4 == 1) /* one pixel, which may lie outside of the picture */
                    blocks[random_below(&state, (uint32_t)(size / 16)) * 16 +
                           random_below(&state, 8)] = random_next(&state) >> 9 & 1 ? 0xEF : 0xFE;
                struct rq_plane plane = {width, height, {blocks, size}};
                struct rq_image image = {.pixels = RQ_PIXELS_DXT3, .planes = &plane};
                rq_plane_rgba(&image, &plane, fast);
                slow_dxt3(blocks, width, height, slow);
                check_note("%u x %u", width, height);
                CHECK_MEM(fast, (size_t)width * height * 4, slow, (size_t)width * height * 4);
                for (size_t i = 0; i < (size_t)width * height; i++)
                    clear |= slow[i * 4 + 3] != 255;
                CHECK_INT(rq_plane_has_alpha(&image, &plane), clear);
            }
}

/* Where a pixel stands: bits of x and y in turn, x first, and what is left of the longer side on top. */
static size_t morton(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    size_t at = 0;
    unsigned bit = 0;
    for (uint32_t step = 1; step < width || step < height; step *= 2) {
        if (step < width)
            at |= (size_t)((x & step) != 0) << bit++;
        if (step < height)
            at |= (size_t)((y & step) != 0) << bit++;
    }
    return at;
}

static void test_swizzled(void)
{
    static const uint32_t sides[][2] = {{1, 1},  {2, 1},  {1, 2},  {16, 1}, {1, 16},
                                        {16, 4}, {4, 16}, {32, 8}, {8, 32}, {16, 16}};
    static uint8_t rgba[1024], stored[1024], back[1024];
    for (size_t i = 0; i < sizeof rgba; i++)
        rgba[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        uint32_t width = sides[i][0], height = sides[i][1];
        size_t size = (size_t)width * height * 4;
        check_note("%u x %u", width, height);
        rq_plane_encode(RQ_PIXELS_BGRA8_SWIZZLED, rgba, width, height, stored);
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                const uint8_t *from = rgba + ((size_t)y * width + x) * 4;
                const uint8_t expected[4] = {from[2], from[1], from[0], from[3]};
                CHECK_MEM(stored + morton(x, y, width, height) * 4, 4, expected, 4);
            }
        for (unsigned up = 0; up < 2; up++) {
            struct rq_plane plane = {width, height, {stored, size}};
            struct rq_image image = {.pixels = RQ_PIXELS_BGRA8_SWIZZLED, .bottom_up = up};
            rq_plane_rgba(&image, &plane, back);
            for (uint32_t y = 0; y < height; y++)
                CHECK_MEM(back + (size_t)(up ? height - 1 - y : y) * width * 4, (size_t)width * 4,
                          rgba + (size_t)y * width * 4, (size_t)width * 4);
        }
    }
}

/* 77, 150 and 29 of 256 make the grey of a colour. */
static void test_greys(void)
{
    static const uint8_t rgba[] = {255, 0, 0, 1, 0, 255, 0, 1, 0, 0, 255, 1, 255, 255, 255, 1};
    uint8_t grey[4], three[12];
    rq_plane_encode(RQ_PIXELS_GREY8, rgba, 4, 1, grey);
    CHECK_MEM(grey, 4, "\x4C\x95\x1C\xFF", 4); /* 76, 149, 28, 255 */
    rq_plane_encode(RQ_PIXELS_RGB8, rgba, 2, 2, three);
    CHECK_MEM(three, 12, "\xFF\0\0\0\xFF\0\0\0\xFF\xFF\xFF\xFF", 12);
    rq_plane_encode(RQ_PIXELS_BGR8, rgba, 2, 2, three);
    CHECK_MEM(three, 12, "\0\0\xFF\0\xFF\0\xFF\0\0\xFF\xFF\xFF", 12);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_BGR8, 3, 5), 45);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_DXT3, 4, 5), 32);
    CHECK(rq_pixels_size(RQ_PIXELS_RGBA8, UINT32_MAX, 1u << 30) == 0xFFFFFFFF00000000u);
    CHECK_INT(rq_pixels_size(RQ_PIXELS_RGBA8, UINT32_MAX, (1u << 30) + 1), 0);
}

/* Frames go across and then down, the faces of each below it; what no frame fills is clear. */
static void test_sheet(void)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint8_t expected[4][4] = {
        {1, 2, 5, 6}, {3, 4, 7, 8}, {9, 10, 0, 0}, {11, 12, 0, 0}};
    struct rq_plane planes[6];
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_image sheet;
    for (size_t i = 0; i < 6; i++)
        planes[i] = (struct rq_plane){2, 1, {bytes + i * 2, 2}};
    const struct rq_image image = {.pixels = RQ_PIXELS_GREY8,
                                   .mips = 1,
                                   .faces = 2,
                                   .frames = 3,
                                   .columns = 2,
                                   .planes = planes};
    REQUIRE(rq_image_sheet(&image, 0, &arena, &sheet, &err));
    CHECK(sheet.planes->width == 4 && sheet.planes->height == 4);
    CHECK(sheet.pixels == RQ_PIXELS_RGBA8 && sheet.frames == 1 && sheet.faces == 1 &&
          sheet.mips == 1);
    for (size_t i = 0; i < 16; i++) {
        const uint8_t *p = sheet.planes->bytes.data + i * 4;
        uint8_t grey = expected[i / 4][i % 4];
        CHECK(p[0] == grey && p[1] == grey && p[2] == grey && p[3] == (grey ? 255 : 0));
    }
    rq_arena_free(&arena);
}

/* Without columns all frames stand below each other; a chain may be made opaque. */
static void test_chain(void)
{
    static const uint8_t rgba[] = {9, 8, 7, 0, 5, 4, 3, 2, 0, 0, 0, 0,
                                   0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    const struct rq_chain chain = {
        .pixels = RQ_PIXELS_RGBA8, .width = 3, .height = 2, .mips = 2, .opaque = true};
    struct rq_arena arena = {0};
    uint8_t levels[28];
    CHECK_INT(rq_chain_size(&chain), 28);
    CHECK(rq_chain_encode(&chain, rgba, 12, &arena, levels, NULL));
    for (size_t i = 0; i < 24; i++)
        CHECK_INT(levels[i], i % 4 == 3 ? 255 : rgba[i]);
    /* 9 5 0 0, 8 4 0 0, 7 3 0 0 have the means 3.5, 3 and 2.5; the third column is lost. */
    CHECK_MEM(levels + 24, 4, "\4\3\3\xFF", 4);
    const struct rq_chain none = {.pixels = RQ_PIXELS_RGBA8, .width = 0, .height = 2, .mips = 1};
    CHECK_INT(rq_chain_size(&none), 0);
    rq_arena_free(&arena);
}

/* ---- palettes ---- */

static void test_palettes(void)
{
    static uint8_t first[768], second[768], grey[768], own[768];
    static const uint8_t indices[] = {3, 0, 7};
    struct rq_plane plane = {3, 1, {indices, 3}};
    struct rq_image image = {.pixels = RQ_PIXELS_INDEX8, .palette = own, .planes = &plane};
    uint8_t to[3];
    for (size_t i = 0; i < 768; i++) {
        first[i] = (uint8_t)(255 - i / 3);
        second[i] = (uint8_t)(i / 3 ^ 1);
        grey[i] = (uint8_t)(i / 3);
    }
    memcpy(own, grey, 768);
    /* Grey 3 is entry 252 of the first palette and 2 of the second; 0 is never see-through here. */
    struct rq_quantize q = {.palettes = {first, NULL}};
    CHECK(rq_quantize(&q, &image, to, NULL));
    CHECK_MEM(to, 3, "\xFC\xFF\xF8", 3);
    q = (struct rq_quantize){.palettes = {NULL, second}};
    CHECK(rq_quantize(&q, &image, to, NULL));
    CHECK_MEM(to, 3, "\2\1\6", 3);
    q = (struct rq_quantize){.palettes = {first, second}};
    CHECK(rq_quantize(&q, &image, to, NULL)); /* the first decides */
    CHECK_MEM(to, 3, "\xFC\xFF\xF8", 3);
    q.grey = true; /* the picture's own indices are greys */
    CHECK(rq_quantize(&q, &image, to, NULL));
    CHECK_MEM(to, 3, indices, 3);
    q.grey = false;
    memcpy(own, second, 768);
    CHECK(rq_quantize(&q, &image, to, NULL)); /* those of the second */
    CHECK_MEM(to, 3, indices, 3);
    memcpy(own, grey, 768);
    image.indices_of = "a";
    CHECK(rq_quantize(&q, &image, to, NULL)); /* of a name, but what they go into has none */
    CHECK_MEM(to, 3, "\xFC\xFF\xF8", 3);
    q.name = "b";
    CHECK(rq_quantize(&q, &image, to, NULL));
    CHECK_MEM(to, 3, "\xFC\xFF\xF8", 3);
    q.name = "a";
    CHECK(rq_quantize(&q, &image, to, NULL));
    CHECK_MEM(to, 3, indices, 3);
    struct rq_error err = {.offset = 5};
    q = (struct rq_quantize){.grey = true};
    image.pixels = RQ_PIXELS_GREY8;
    CHECK(!rq_quantize(&q, &image, to, &err));
    CHECK_STR(err.text, "a picture in true colour needs a palette to go into: a COL file");
    CHECK(err.code == RQ_USAGE && err.offset == 0 && err.hint == RQ_HINT_PALETTE);
}

/* ---- faces ---- */

enum { FACES = 90, VERTICES = 40 };

static float positions[VERTICES * 3];
static uint32_t corners[FACES * 3];

static struct rq_faces random_faces(uint32_t *state, size_t count, uint32_t vertices)
{
    for (size_t i = 0; i < (size_t)vertices * 3; i++)
        positions[i] = (float)random_below(state, 4);
    for (size_t i = 0; i < count * 3; i++)
        corners[i] = random_below(state, vertices);
    return (struct rq_faces){
        .count = count, .wide = corners, .vertex_count = vertices, .positions = positions};
}

static bool same_place(uint32_t a, uint32_t b)
{
    return memcmp(positions + a * 3, positions + b * 3, 12) == 0;
}

/* Whether two edges have the same ends; of vertices, or of places. */
static bool same_edge(size_t a, size_t b, bool places)
{
    uint32_t e[2][2];
    const size_t edges[2] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        e[i][0] = corners[edges[i]];
        e[i][1] = corners[edges[i] / 3 * 3 + (edges[i] + 1) % 3];
    }
#define SAME(x, y) (places ? same_place(x, y) : (x) == (y))
    if (SAME(e[0][0], e[0][1]))
        return false;
    return (SAME(e[0][0], e[1][0]) && SAME(e[0][1], e[1][1])) ||
           (SAME(e[0][0], e[1][1]) && SAME(e[0][1], e[1][0]));
#undef SAME
}

static void test_neighbours(void)
{
    uint32_t state = 11;
    for (unsigned round = 0; round < 60; round++) {
        size_t count = 1 + random_below(&state, FACES);
        struct rq_faces faces = random_faces(&state, count, 5 + random_below(&state, VERTICES - 5));
        static uint32_t others[FACES * 3], near_by[FACES * 3];
        struct rq_arena temp = {0};
        REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
        REQUIRE(rq_adjacency_by_position(&faces, &temp, near_by));
        const uint32_t *places = rq_adjacency_places(&faces, &temp);
        REQUIRE(places != NULL);
        for (uint32_t i = 0; i < faces.vertex_count; i++)
            for (uint32_t k = 0; k < i; k++)
                CHECK_INT(places[i] == places[k], same_place(i, k));
        for (size_t i = 0; i < count * 3; i++) {
            size_t smallest = RQ_NO_NEIGHBOUR, twins = 0;
            for (size_t k = 0; k < count * 3; k++) {
                if (k / 3 != i / 3 && same_edge(i, k, true) && k / 3 < smallest)
                    smallest = k / 3;
                twins += k / 3 != i / 3 && same_edge(i, k, false);
            }
            check_note("round %u, edge %zu", round, i);
            CHECK_INT(near_by[i], smallest);
            if (others[i] == RQ_NO_NEIGHBOUR)
                continue;
            CHECK(twins > 0 && others[i] / 3 != i / 3 && same_edge(i, others[i], false));
            CHECK_INT(others[others[i]], i);
        }
        rq_arena_free(&temp);
    }
}

/* Three faces on an edge: the first two are neighbours, and four are two pairs. */
static void test_many_neighbours(void)
{
    for (size_t count = 1; count <= 5; count++) {
        uint32_t list[15], others[15];
        float at[7 * 3] = {0};
        struct rq_arena temp = {0};
        for (uint32_t i = 0; i < count; i++) {
            list[i * 3] = i % 2;
            list[i * 3 + 1] = !(i % 2);
            list[i * 3 + 2] = i + 2;
        }
        const struct rq_faces faces = {
            .count = count, .wide = list, .vertex_count = 7, .positions = at};
        REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
        for (size_t i = 0; i < count; i++) {
            size_t partner = i % 2 ? i - 1 : i + 1;
            CHECK_INT(others[i * 3], partner < count ? partner * 3 : RQ_NO_NEIGHBOUR);
            CHECK(others[i * 3 + 1] == RQ_NO_NEIGHBOUR && others[i * 3 + 2] == RQ_NO_NEIGHBOUR);
        }
        rq_arena_free(&temp);
    }
}

/* Each inner node sorts its faces by their middles along the longest side of its box, the first of equals, and the first
 * half of them, rounded down, is its first child. */
static void check_tree(const struct rq_faces *f, const struct rq_facetree_node *nodes,
                       int32_t number, const uint32_t *list, size_t count)
{
    const struct rq_facetree_node *n = &nodes[number];
    float low[3], high[3];
    unsigned longest = 0;
    for (size_t k = 0; k < 3; k++) {
        low[k] = high[k] = f->positions[(size_t)f->wide[list[0] * 3] * 3 + k];
        for (size_t i = 0; i < count * 3; i++) {
            float v = f->positions[(size_t)f->wide[list[i / 3] * 3 + i % 3] * 3 + k];
            low[k] = v < low[k] ? v : low[k];
            high[k] = v > high[k] ? v : high[k];
        }
        CHECK(n->min[k] == low[k] && n->max[k] == high[k]);
        longest = high[k] - low[k] > high[longest] - low[longest] ? (unsigned)k : longest;
    }
    if (count == 1) {
        CHECK(n->face == (int32_t)list[0] && n->plane == 0 && n->left == -1 && n->right == -1);
        return;
    }
    CHECK(n->face == -1 && n->plane == 1u << longest);
    uint32_t sorted[FACES];
    for (size_t i = 0; i < count; i++) {
        double sums[2];
        size_t at = i;
        for (; at > 0; at--) {
            for (size_t k = 0; k < 2; k++) {
                uint32_t face = k ? list[i] : sorted[at - 1];
                sums[k] = 0;
                for (size_t c = 0; c < 3; c++)
                    sums[k] += (double)f->positions[(size_t)f->wide[face * 3 + c] * 3 + longest];
            }
            if (sums[0] < sums[1] || (sums[0] == sums[1] && sorted[at - 1] < list[i]))
                break;
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = list[i];
    }
    CHECK_INT(n->left, number + 1);
    CHECK_INT(n->right, number + (int32_t)(count / 2) * 2);
    check_tree(f, nodes, n->left, sorted, count / 2);
    check_tree(f, nodes, n->right, sorted + count / 2, count - count / 2);
}

static void test_trees(void)
{
    uint32_t state = 17;
    for (unsigned round = 0; round < 40; round++) {
        size_t count = 1 + random_below(&state, FACES);
        struct rq_faces faces = random_faces(&state, count, VERTICES);
        struct rq_facetree_node nodes[2 * FACES];
        uint32_t list[FACES];
        struct rq_arena temp = {0};
        for (uint32_t i = 0; i < count; i++)
            list[i] = i;
        check_note("round %u", round);
        REQUIRE(rq_facetree_build(&faces, &temp, nodes));
        check_tree(&faces, nodes, 0, list, count);
        rq_arena_free(&temp);
    }
}

/* The plane of a triangle: upright on its first two sides, as far from 0; without an area it is that of x. */
static void test_planes(void)
{
    float normal[3], distance;
    rq_face_plane((const float[3]){2, 3, 5}, (const float[3]){4, 3, 5}, (const float[3]){4, 9, 5},
                  normal, &distance);
    CHECK(normal[0] == 0 && normal[1] == 0 && normal[2] == 1 && distance == -5);
    rq_face_plane((const float[3]){2, 3, 5}, (const float[3]){2, 4, 5}, (const float[3]){2, 4, 9},
                  normal, &distance);
    CHECK(normal[0] == 1 && normal[1] == 0 && normal[2] == 0 && distance == -2);
    rq_face_plane((const float[3]){2, 3, 5}, (const float[3]){2, 3, 6}, (const float[3]){9, 3, 6},
                  normal, &distance);
    CHECK(normal[0] == 0 && normal[1] == 1 && normal[2] == 0 && distance == -3);
    rq_face_plane((const float[3]){2, 3, 5}, (const float[3]){3, 4, 6}, (const float[3]){4, 5, 7},
                  normal, &distance);
    CHECK(normal[0] == 1 && normal[1] == 0 && normal[2] == 0 && distance == -2);
    const float slanted[3] = {2, -3, 4};
    CHECK(rq_face_distance(slanted, (const float[3]){5, 7, 11}) == -(10 - 21 + 44));
}

TESTS(test_places, test_dxt3, test_swizzled, test_greys, test_sheet, test_chain, test_palettes,
      test_neighbours, test_many_neighbours, test_trees, test_planes)
