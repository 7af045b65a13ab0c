/* The ground: values by hand from the specification's tables (chapters "WLD World Geometry" and
 * "Water Wave Animation" of the Redguard documents); with a corpus, against its ground truth. */

#include "golden/redguard.h"

#include <math.h>
#include <reliquary/engine.h>

static struct rq_terrain ground;

static void check_close(double actual, double expected, int line)
{
    if (!CHECK(fabs(actual - expected) < 1e-5 * (1 + fabs(expected))))
        printf("    line %d: %.9g, %.9g expected\n", line, actual, expected);
}

#define CHECK_NEAR(actual, expected) check_close((double)(actual), (double)(expected), __LINE__)

/* Rows "0:", "50:", "70:", "90:", "100:" and "120:" of the height table. */
static void test_heights(void)
{
    static const struct {
        unsigned index, height;
    } spots[] = {{0, 0},      {1, 40},     {3, 40},     {4, 80},    {52, 840},  {57, 960},
                 {69, 1240},  {70, 1280},  {94, 2120},  {95, 2200}, {99, 2400}, {100, 2440},
                 {119, 4280}, {120, 4440}, {126, 6680}, {127, 7760}};
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++)
        CHECK_INT(rq_terrain_heights[spots[i].index], spots[i].height);
    for (size_t i = 1; i < 128; i++) {
        CHECK(rq_terrain_heights[i] >= rq_terrain_heights[i - 1]);
        CHECK_INT(rq_terrain_heights[i] % 40, 0);
    }
    /* height[i] = -ABS(source[i]), or water_level - ABS(source[i]); bit 7 is stripped. */
    CHECK_NEAR(rq_terrain_engine_y(52, 0), -840);
    CHECK_NEAR(rq_terrain_engine_y(0x80 | 52, 0), -840);
    CHECK_NEAR(rq_terrain_engine_y(52, 1000), 160);
    CHECK(!signbit(rq_terrain_engine_y(0, 0)));
}

/* Sections 0 and 1 on top, 2 and 3 below; heights in map 1, textures in map 3. */
static void test_stitch(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("wld"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_wld *wld = rq_doc_root(doc, "wld");
    for (size_t s = 0; s < 4; s++) {
        wld->sections[s].maps[0][0] = (uint8_t)(0x80 | (s + 1));
        wld->sections[s].maps[2][128 * 127 + 5] = (uint8_t)(s << 6 | (60 + s));
    }
    rq_terrain_stitch(wld, &ground);
    CHECK_INT(ground.height[0], 1);
    CHECK_INT(ground.height[128], 2);
    CHECK_INT(ground.height[256 * 128], 3);
    CHECK_INT(ground.height[256 * 128 + 128], 4);
    CHECK_INT(ground.texture[256 * 127 + 5], 60);
    CHECK_INT(ground.texture[256 * 255 + 133], 63);
    CHECK_INT(ground.turn[256 * 127 + 133], 1);
    CHECK_INT(ground.turn[256 * 255 + 133], 3);
    rq_doc_free(doc);
}

static void test_vertices(void)
{
    float p[3];
    memset(&ground, 0, sizeof ground);
    ground.height[256 * 3 + 10] = 52;
    rq_terrain_engine_vertex(&ground, 10, 3, p);
    CHECK_NEAR(p[0], 2560);
    CHECK_NEAR(p[1], -840);
    CHECK_NEAR(p[2], 768);
    /* (-col * 12.8, table / 20, -row * 12.8) */
    rq_terrain_vertex(&ground, 10, 3, p);
    CHECK_NEAR(p[0], -128);
    CHECK_NEAR(p[1], 42);
    CHECK_NEAR(p[2], -38.4);
    rq_terrain_vertex(&ground, 0, 0, p);
    CHECK(!signbit(p[0]) && !signbit(p[2]));
}

/* All four corners in {0, 5, 30, 31}. */
static void test_water(void)
{
    memset(&ground, 0, sizeof ground);
    CHECK_INT(rq_terrain_water_cells(&ground), 255 * 255);
    static const uint8_t wet[] = {0, 5, 30, 31}, dry[] = {1, 4, 6, 29, 32, 63};
    for (size_t i = 0; i < sizeof wet; i++) {
        ground.texture[256 * 7 + 7] = wet[i];
        CHECK(rq_terrain_is_water(&ground, 7, 7));
    }
    for (size_t i = 0; i < sizeof dry; i++) {
        ground.texture[256 * 7 + 7] = dry[i];
        CHECK(!rq_terrain_is_water(&ground, 7, 7) && !rq_terrain_is_water(&ground, 6, 6));
        CHECK(!rq_terrain_is_water(&ground, 7, 6) && !rq_terrain_is_water(&ground, 6, 7));
        CHECK(rq_terrain_is_water(&ground, 8, 7));
    }
    CHECK_INT(rq_terrain_water_cells(&ground), 255 * 255 - 4);
}

/* On a slope of 40 units a column the normal leans by 40 / 256 towards the lower side. */
static void test_normals(void)
{
    static float normals[256 * 256][3];
    static const uint8_t steps[] = {0, 1, 4, 7, 10, 13};
    double length = sqrt(1 + 0.15625 * 0.15625);
    memset(&ground, 0, sizeof ground);
    rq_terrain_normals(&ground, normals);
    for (size_t i = 0; i < (size_t)256 * 256; i += 255) {
        CHECK_NEAR(normals[i][0], 0);
        CHECK_NEAR(normals[i][1], 1);
        CHECK_NEAR(normals[i][2], 0);
    }
    for (size_t i = 0; i < (size_t)256 * 256; i++)
        ground.height[i] = steps[i % 256 < 6 ? i % 256 : 5];
    rq_terrain_normals(&ground, normals);
    for (size_t row = 0; row < 256; row += 85) {
        /* Columns run towards -x, so uphill is -x and the normal leans to +x. */
        CHECK_NEAR(normals[row * 256 + 3][0], 0.15625 / length);
        CHECK_NEAR(normals[row * 256 + 3][1], 1 / length);
        CHECK_NEAR(normals[row * 256 + 3][2], 0);
        CHECK_NEAR(normals[row * 256 + 9][1], 1);
    }
    for (size_t i = 0; i < (size_t)256 * 256; i++)
        ground.height[i] = steps[i / 256 < 6 ? i / 256 : 5];
    rq_terrain_normals(&ground, normals);
    CHECK_NEAR(normals[3 * 256 + 77][0], 0);
    CHECK_NEAR(normals[3 * 256 + 77][2], 0.15625 / length);
}

/* Top left, top right, bottom right, bottom left for each turn. */
static void test_uv(void)
{
    static const uint8_t expected[4][4][2] = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                              {{1, 0}, {1, 1}, {0, 1}, {0, 0}},
                                              {{1, 1}, {0, 1}, {0, 0}, {1, 0}},
                                              {{0, 1}, {0, 0}, {1, 0}, {1, 1}}};
    for (unsigned turn = 0; turn < 4; turn++) {
        float uv[4][2];
        rq_terrain_uv(turn, uv);
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 2; k++)
                CHECK_NEAR(uv[i][k], expected[turn][i][k]);
    }
}

static void test_height_at(void)
{
    float y = -1;
    memset(&ground, 0, sizeof ground);
    ground.height[1] = 52; /* top right of the first cell: 42 in the scene */
    CHECK(rq_terrain_height_at(&ground, -12.8f, 0, &y));
    CHECK_NEAR(y, 42);
    CHECK(rq_terrain_height_at(&ground, -6.4f, 0, &y));
    CHECK_NEAR(y, 21);
    CHECK(rq_terrain_height_at(&ground, -9.6f, -3.2f, &y));
    CHECK_NEAR(y, 21);
    /* The other triangle of the cell has no corner there. */
    CHECK(rq_terrain_height_at(&ground, -3.2f, -9.6f, &y));
    CHECK_NEAR(y, 0);
    CHECK(rq_terrain_height_at(&ground, -3264, -3264, &y));
    CHECK(!rq_terrain_height_at(&ground, 0.1f, -5, &y));
    CHECK(!rq_terrain_height_at(&ground, -5, -3264.5f, &y));
    CHECK(!rq_terrain_height_at(&ground, NAN, -5, &y));
}

/* phase = (distance * frequency + frame * speed) & 0x7ff */
static void test_waves(void)
{
    struct rq_wave wave = {10, 4, 2, 0};
    CHECK_INT(rq_wave_phase(&wave, 3, -4, 100), 25 * 2 + 400);
    CHECK_INT(rq_wave_phase(&wave, 0, 0, 512), 0);
    CHECK_INT(rq_wave_phase(&wave, 16, 16, 0), 1024);
    CHECK_INT(rq_wave_phase(&(struct rq_wave){1, -1, 0, 0}, 0, 0, 1), 2047);
    /* A quarter of the period: the whole amplitude; 52 is 840 below. */
    CHECK_NEAR(rq_wave_engine_y(&wave, 0, 0, 128, 52, 0), -830);
    CHECK_NEAR(rq_wave_engine_y(&wave, 0, 0, 384, 52, 5), -855);
    CHECK_NEAR(rq_wave_engine_y(&wave, 0, 0, 0, 52, 0), -840);
}

/* ---- the corpus ---- */

static double number(struct rq_jr *jr)
{
    return rq_jr_more(jr) ? rq_jr_f64(jr) : 0;
}

/* [[x, y, [wx, wy, wz]]] */
static void check_points(struct rq_jr *jr)
{
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        float p[3];
        rq_jr_array(jr);
        unsigned column = (unsigned)number(jr), row = (unsigned)number(jr);
        rq_terrain_engine_vertex(&ground, column & 255, row & 255, p);
        CHECK(rq_jr_more(jr));
        rq_jr_array(jr);
        for (size_t k = 0; k < 3; k++)
            CHECK_NEAR(p[k], number(jr));
        CHECK(!rq_jr_more(jr) && !rq_jr_more(jr));
    }
}

/* [{x, y, n: [x, y, z]}] */
static void check_normals(struct rq_jr *jr)
{
    static float normals[256 * 256][3];
    struct rq_str key;
    rq_terrain_normals(&ground, normals);
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        double place[2] = {0, 0}, n[3] = {0, 0, 0};
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (!rq_str_is(key, "n")) {
                place[rq_str_is(key, "y")] = rq_jr_f64(jr);
                continue;
            }
            rq_jr_array(jr);
            for (size_t k = 0; rq_jr_more(jr); k++)
                n[k % 3] = rq_jr_f64(jr);
        }
        const float *normal = normals[((size_t)place[1] & 255) * 256 + ((size_t)place[0] & 255)];
        for (size_t k = 0; k < 3; k++)
            CHECK_NEAR(normal[k], n[k]);
    }
}

static void check_waves(struct rq_jr *jr)
{
    static const char *const names[] = {"x_offset",    "z_offset", "frame",
                                        "amplitude",   "speed",    "freq",
                                        "height_byte", "phase",    "y_with_zero_bias"};
    struct rq_str key;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        double v[10] = {0};
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            size_t i = 0;
            while (i < 9 && !rq_str_is(key, names[i]))
                i++;
            v[i] = rq_jr_f64(jr);
        }
        struct rq_wave wave = {(int32_t)v[3], (int32_t)v[4], (int32_t)v[5], 0};
        int32_t x = (int32_t)v[0], z = (int32_t)v[1];
        CHECK_INT(rq_wave_phase(&wave, x, z, (uint32_t)v[2]), (unsigned)v[7]);
        CHECK_NEAR(rq_wave_engine_y(&wave, x, z, (uint32_t)v[2], (unsigned)v[6], 0), v[8]);
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    struct rq_doc *doc = read_as(bytes, "wld");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t checked = 0;
    (void)name;
    REQUIRE(doc != NULL);
    rq_terrain_stitch(rq_doc_root(doc, "wld"), &ground);
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        checked++;
        if (rq_str_is(key, "world_points")) {
            check_points(&jr);
        } else if (rq_str_is(key, "normals")) {
            check_normals(&jr);
        } else if (rq_str_is(key, "waves")) {
            check_waves(&jr);
        } else if (rq_str_is(key, "water_cells")) {
            CHECK_INT(rq_terrain_water_cells(&ground), rq_jr_u32(&jr));
        } else {
            rq_jr_skip(&jr);
            checked--;
        }
    }
    CHECK_INT(checked, 4);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.WLD", check_file), 4);
}

TESTS(test_heights, test_stitch, test_vertices, test_water, test_normals, test_uv, test_height_at,
      test_waves, test_corpus)
