/* Light, sky, fog, water and the sounds of surfaces. Expected values: worked out by hand from the
 * formulas of docs/sky.md; tables of fog: those that others measured and, with a corpus, its ground
 * truth. */
#include "golden/redguard.h"

#include <math.h>
#include <reliquary/engine.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-4;
}

/* y is down in the file: a sun at -y stands high. -3, -4, 0 has length 5. */
static void test_light(void)
{
    struct rq_world w = {.sun = {-3, -4, 0, 51},
                         .sun_rgb = {255, 0, 300, 2},
                         .ambient_rgb = {51, -5, 255},
                         .fog_rgb = {102, 0, 0}};
    struct rq_light_of_world light;
    rq_world_light(&w, &light);
    CHECK(near(light.to_sun[0], 0.6) && near(light.to_sun[1], 0.8) && near(light.to_sun[2], 0));
    CHECK(near(light.color[0], 1) && near(light.color[1], 0) && near(light.color[2], 1));
    CHECK(near(light.intensity, 0.2) && near(light.ambient[0], 0.2) && near(light.ambient[1], 0));
    CHECK(near(light.fog[0], 0.4));
    /* An intensity is one of 1 to 254, else the whole light. */
    static const struct {
        int32_t given;
        double intensity;
    } rows[] = {{-1, 1}, {0, 1}, {1, 1 / 255.0}, {254, 254 / 255.0}, {255, 1}, {256, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        w.sun[3] = rows[i].given;
        w.ambient_rgb[0] = 256;
        rq_world_light(&w, &light);
        CHECK(near(light.intensity, rows[i].intensity) && near(light.ambient[0], 1));
    }
    /* Without a vector the disc's angles count: an eighth of a turn stands at 45 degrees. */
    w = (struct rq_world){.sun_angle = 256};
    rq_world_light(&w, &light);
    CHECK(near(light.to_sun[0], sqrt(0.5)) && near(light.to_sun[1], sqrt(0.5)));
    CHECK(near(light.color[1], 1) && near(light.intensity, 1));
}

/* 16000 * sin(45 degrees) is 11313.7, cut to 11313, a twentieth of it in the scene. A picture of 256
 * with texture scale 256 and sun scale 4000 has half sides of 5120 units. */
static void test_disc(void)
{
    struct rq_world w = {.sun_angle = 256, .sun_skew = 512, .sun_scale = 4000};
    float center[3];
    CHECK(!rq_world_sun_disc(&w, center));
    w.sun_image[0] = 'S';
    CHECK(rq_world_sun_disc(&w, center));
    CHECK(near(center[0], 565.65) && near(center[1], 565.65) && near(center[2], -800));
    CHECK(near(rq_world_sun_half(&w, 256, 256), 256));
    w.sun_scale = 0;
    CHECK(near(rq_world_sun_half(&w, 256, 128), 409.6));
}

/* Texels: scale * x / 65000 + 0.009 * camera. 16 of speed is a texel each tick of 18.2065 Hz. */
static void test_plane(void)
{
    struct rq_world w = {.sky_speed = 16};
    float texel[2];
    CHECK(near(rq_sky_height(&w), 175));
    rq_sky_texel(&w, (const float[3]){1000, 0, 2000}, 65000, -32500, (const float[2]){5, 7}, texel);
    CHECK(near(texel[0], 2000 + 9 + 5) && near(texel[1], 1000 - 18 + 7));
    CHECK(near(rq_sky_speed(&w), 18.20651));
    w.sky_level = -4000;
    w.sky_scale = 650;
    CHECK(near(rq_sky_height(&w), 200));
    rq_sky_texel(&w, (const float[3]){0, 0, 0}, 100, 0, (const float[2]){0, 0}, texel);
    CHECK(near(texel[0], 1));
}

/* Depths of the table and the sky's fog, as they were measured. */
static void test_fog(void)
{
    static const struct {
        double depth, sky;
    } rows[] = {{256, 0},    {512, 32},    {1024, 64},    {2048, 96},
                {4096, 128}, {32768, 224}, {52428.8, 255}};
    double table[RQ_FOG_STEPS];
    rq_fog_sky(table);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(near(rq_fog_at(table, rows[i].depth), rows[i].sky));
    CHECK(near(rq_fog_depth(32), 256) && near(rq_fog_depth(63), 52428.8) &&
          near(rq_fog_depth(0), 1));
    /* Half way between entries 36 and 37 in reciprocal depth: 1/512 and 7/4096. */
    CHECK(near(rq_fog_at(table, 1 / ((1 / 512.0 + 7 / 4096.0) / 2)), 36));
    CHECK(near(rq_fog_at(table, -1), 0) && near(rq_fog_at(table, NAN), 0));
    CHECK(near(rq_fog_at(table, INFINITY), 255));
}

/* The measured selection: its own texture is not 5, the three before it may have 5. */
static void test_waves(void)
{
    static struct rq_terrain t;
    struct rq_wave wave = {24, 28, 5, RQ_WAVE_START};
    int32_t offset[2];
    memset(&t, 0, sizeof t);
    CHECK(rq_wave_moves(&t, 1, 1) && !rq_wave_moves(&t, 0, 1) && !rq_wave_moves(&t, 1, 0));
    CHECK(rq_wave_moves(&t, 255, 255) && !rq_wave_moves(&t, 256, 1) && !rq_wave_moves(&t, 1, 256));
    t.texture[257] = 5;
    CHECK(!rq_wave_moves(&t, 1, 1) && rq_wave_moves(&t, 2, 2));
    t.texture[257] = 6;
    CHECK(!rq_wave_moves(&t, 2, 2));
    rq_wave_offset(128, 127, offset);
    CHECK(offset[0] == 0 && offset[1] == 0);
    rq_wave_offset(0, 0, offset);
    CHECK(offset[0] == -128 && offset[1] == 127);
    /* Amplitude 24 over height 0: 12, -12, -36, -12 at phases 0, 512, 1024, 1536. */
    static const struct {
        uint32_t frame;
        double y;
    } rows[] = {{0, 12}, {512, -12}, {1024, -36}, {1536, -12}};
    wave.speed = 1;
    for (size_t i = 0; i < 4; i++)
        CHECK(near(rq_wave_engine_y(&wave, 0, 0, rows[i].frame, 0, 12), rows[i].y));
}

static int32_t sound_on(const struct rq_ini *ini, enum rq_surface surface, unsigned sound)
{
    int32_t effects[RQ_SURFACE_SOUNDS];
    rq_surface_sounds(ini, surface, effects);
    return effects[sound];
}

static void test_surfaces(void)
{
    static const char text[] =
        "[surfaces]\r\n302, 0, WATER\r\n302, 5, DeepWater\r\n114, all, wood\r\n"
        "115, 1, mud\r\n115, 2, unknown\r\n115, 3, gloop\r\n"
        "[water]\r\n4 = 69\r\n[scapewater]\r\n4 = 70\r\n4 = 71\r\nx = 1\r\n"
        "[wood]\r\n4 = 89\r\n300 = 2\r\n[unknown]\r\n4 = 1\r\n"
        "[tile]\r\n0 = 0\r\n1 = 2147483647\r\n2 = 2147483648\r\n3 = -1\r\n-1 = 9\r\n5 = 0\r\n";
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(rq_surface_of(ini, 302, 0, false), RQ_SURFACE_WATER);
    CHECK_INT(rq_surface_of(ini, 302, 0, true), RQ_SURFACE_SCAPEWATER);
    CHECK_INT(rq_surface_of(ini, 302, 5, true), RQ_SURFACE_SCAPEDEEPWATER);
    CHECK_INT(rq_surface_of(ini, 302, 9, true), RQ_SURFACE_SCAPE);
    CHECK_INT(rq_surface_of(ini, 302, 9, false), RQ_SURFACE_UNKNOWN);
    CHECK_INT(rq_surface_of(ini, 114, 7, true), RQ_SURFACE_WOOD);
    CHECK_INT(rq_surface_of(ini, 115, 1, false), RQ_SURFACE_UNKNOWN);
    CHECK_INT(rq_surface_of(ini, 115, 2, false), RQ_SURFACE_UNKNOWN);
    CHECK_INT(rq_surface_of(ini, 115, 3, true), RQ_SURFACE_GLOOP);
    CHECK_INT(sound_on(ini, RQ_SURFACE_WATER, 4), 69);
    CHECK_INT(sound_on(ini, RQ_SURFACE_SCAPEWATER, 4), 71);
    CHECK_INT(sound_on(ini, RQ_SURFACE_WOOD, 4), 89);
    CHECK_INT(sound_on(ini, RQ_SURFACE_WOOD, 44), 44);
    CHECK_INT(sound_on(ini, RQ_SURFACE_ROCK, 4), 4);
    CHECK_INT(sound_on(ini, RQ_SURFACE_UNKNOWN, 4), 4);
    CHECK_INT(sound_on(ini, RQ_SURFACES, 4), 4);
    CHECK_INT(sound_on(ini, RQ_SURFACE_TILE, 0), 0);
    CHECK_INT(sound_on(ini, RQ_SURFACE_TILE, 1), INT32_MAX);
    CHECK_INT(sound_on(ini, RQ_SURFACE_TILE, 2), 2);
    CHECK_INT(sound_on(ini, RQ_SURFACE_TILE, 3), 3);
    CHECK_INT(sound_on(ini, RQ_SURFACE_TILE, 5), 0);
    CHECK_STR(rq_surface_name(RQ_SURFACE_GLOOP), "gloop");
    CHECK(rq_surface_name(RQ_SURFACES) == NULL);
    rq_doc_free(doc);
}

/* ---- the corpus ---- */

static struct rq_doc *corpus_ini(const char *relative)
{
    size_t size;
    static uint8_t *kept;
    free(kept);
    kept = check_read(check_corpus(relative), &size);
    return kept ? read_as((struct rq_bytes){kept, size}, "ini") : NULL;
}

/* expected/surface.ini.json lists 57 = 44 in [water], 6 = 18 in [scapedeepwater], 0 = 92 in [sand];
 * set 302 has image 0 as DEEPWATER, 6 as sand, 205 all wood. */
static void test_corpus(void)
{
    NEEDS_CORPUS("redguard/surface.ini");
    struct rq_doc *doc = corpus_ini("redguard/surface.ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(sound_on(ini, RQ_SURFACE_WATER, 57), 44);
    CHECK_INT(sound_on(ini, rq_surface_of(ini, 302, 0, true), 6), 18);
    CHECK_INT(sound_on(ini, rq_surface_of(ini, 302, 6, true), 0), 92);
    CHECK_INT(sound_on(ini, rq_surface_of(ini, 205, 3, false), 187), 59);
    rq_doc_free(doc);
    doc = corpus_ini("redguard/WORLD.INI");
    REQUIRE(doc != NULL);
    int numbers[4];
    /* The specification's catalogue: 1 by day, 27 by night, 28 at sunset; the ground also has 30. */
    CHECK_INT(rq_world_variants(rq_doc_root(doc, "ini"), "island.rgm", numbers, 4), 3);
    CHECK(numbers[0] == 1 && numbers[1] == 27 && numbers[2] == 28);
    CHECK_INT(rq_world_variants(rq_doc_root(doc, "ini"), "ISLAND.WLD", numbers, 4), 4);
    CHECK_INT(numbers[3], 30);
    CHECK_INT(rq_world_variants(rq_doc_root(doc, "ini"), "nothing.rgm", NULL, 0), 0);
    rq_doc_free(doc);
}

TESTS(test_light, test_disc, test_plane, test_fog, test_waves, test_surfaces, test_corpus)
