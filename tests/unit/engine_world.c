/* Entries of WORLD.INI. Keys and their meaning: the specification's chapter on that file. */
#include "support/check.h"

#include <reliquary/engine.h>
#include <stdio.h>

static const char text[] = "[world]\r\n"
                           "start_world=0\r\n"
                           "world_map[0]=MAPS\\start.rgm\r\n"
                           "world_world[0]=MAPS\\hideout.WLD\r\n"
                           "world_palette[0]=3DART\\sunset.COL\r\n"
                           "world_sun[0]=-23170, -46341, 11585, 200\r\n"
                           "world_wave[0]=20, 12, 3 ; waves\r\n"
                           "; world_map[1]=MAPS\\commented.rgm\r\n"
                           "WORLD_MAP[6] = maps/necrisle.rgm\r\n"
                           "world_skyfx[6]=skynec.bsi\r\n"
                           "world_skyscale[6]=4000\r\n"
                           "orld_sunangle[6]=256\r\n"
                           "world_compass[6]=99999999999\r\n"
                           "world_world[99]=MAPS\\hideout.WLD\r\n";

static struct rq_doc *open(void)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("ini")};
    return rq_doc_read((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, &options, &err);
}

static void test_entry(void)
{
    struct rq_doc *doc = open();
    struct rq_world w;
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    REQUIRE(rq_world_read(ini, 0, &w));
    CHECK_STR(w.map, "start.rgm");
    CHECK_STR(w.terrain, "hideout.WLD");
    CHECK_STR(w.palette, "sunset.COL");
    CHECK_INT(w.sun[0], -23170);
    CHECK_INT(w.sun[3], 200);
    CHECK_INT(w.wave[2], 3);
    /* What the file does not say: the facts about the sky give the game's defaults. */
    CHECK_INT(w.sky_scale, 2000);
    CHECK_INT(w.sky_level, -3500);
    REQUIRE(rq_world_read(ini, 6, &w));
    CHECK_STR(w.map, "necrisle.rgm");
    CHECK_STR(w.terrain, "");
    CHECK_STR(w.sky_fx, "skynec.bsi");
    CHECK_INT(w.sky_scale, 4000);
    CHECK_INT(w.sun_angle, 0); /* the key is misspelt, as in the shipped file */
    CHECK_INT(w.compass, INT32_MAX);
    CHECK(!rq_world_read(ini, 1, &w));
    CHECK(!rq_world_read(ini, 99, &w));
    rq_doc_free(doc);
}

static void test_search(void)
{
    struct rq_doc *doc = open();
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(rq_world_of_file(ini, "HIDEOUT.wld"), 0);
    CHECK_INT(rq_world_of_file(ini, "NECRISLE.RGM"), 6);
    CHECK_INT(rq_world_of_file(ini, "commented.rgm"), -1);
    CHECK_INT(rq_world_of_file(ini, ""), -1);
    rq_doc_free(doc);
}

/* Entry 99 has that ground, but no map: it is no world. */
static void test_variants(void)
{
    struct rq_doc *doc = open();
    int numbers[2] = {-1, -1};
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(rq_world_variants(ini, "HIDEOUT.wld", numbers, 2), 1);
    CHECK(numbers[0] == 0 && numbers[1] == -1);
    CHECK_INT(rq_world_variants(ini, "necrisle.rgm", numbers, 0), 1);
    CHECK_INT(rq_world_variants(ini, "commented.rgm", numbers, 2), 0);
    CHECK_INT(rq_world_variants(ini, "", numbers, 2), 0);
    struct rq_world w;
    REQUIRE(rq_world_read(ini, 0, &w));
    struct rq_wave wave = rq_world_wave(&w);
    CHECK(wave.amplitude == 20 && wave.speed == 12 && wave.frequency == 3);
    CHECK_INT(wave.start, RQ_WAVE_START);
    rq_doc_free(doc);
}

/* Numbers of entries have up to four digits, values those of 32 bits. */
static void test_numbers(void)
{
    static const char limits[] =
        "[world]\r\nworld_map[9999]=a.rgm\r\nworld_map[10000]=b.rgm\r\nworld_map[1x]=c.rgm\r\n"
        "world_map[7/]=c.rgm\r\nworld_map[7:]=c.rgm\r\nworld_map[]=c.rgm\r\n"
        "world_compass[9999]=2147483646\r\nworld_redbook[9999]=2147483648\r\n"
        "world_sunrgb[9999]=-2147483647, 90, x\r\n";
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("ini")};
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)limits, sizeof limits - 1}, &options, &err);
    struct rq_world w;
    int numbers[4];
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(rq_world_next(ini, -1), 9999);
    CHECK_INT(rq_world_next(ini, 9998), 9999);
    CHECK_INT(rq_world_next(ini, 9999), -1);
    CHECK_INT(rq_world_of_file(ini, "b.rgm"), -1);
    CHECK_INT(rq_world_of_file(ini, "c.rgm"), -1);
    CHECK_INT(rq_world_variants(ini, "a.rgm", numbers, 4), 1);
    CHECK_INT(numbers[0], 9999);
    REQUIRE(rq_world_read(ini, 9999, &w));
    CHECK_INT(w.compass, 2147483646);
    CHECK_INT(w.music, INT32_MAX);
    CHECK(w.sun_rgb[0] == -INT32_MAX && w.sun_rgb[1] == 90 && w.sun_rgb[2] == 0);
    rq_doc_free(doc);
}

TESTS(test_entry, test_search, test_variants, test_numbers)
