/* WLD: every finding with its place and words, every refusal, facts, and pictures put into one map. */
#include "model/image.h"
#include "redguard.h"
#include "told.h"

#include <reliquary/wld.h>

enum { WLD_SIZE = 263432, FOOTER = WLD_SIZE - 16, SECTION = 65558, CELLS = 65536 };

static uint8_t file[WLD_SIZE + 16];
static const struct rq_bytes whole = {file, WLD_SIZE};

static size_t section(size_t i)
{
    return 1184 + i * SECTION;
}

/* Flat ground. */
static void make_wld(void)
{
    static const uint32_t words[] = {16, 2, 2, 0, 0xA0, 1, 22, FOOTER};
    memset(file, 0, sizeof file);
    for (size_t i = 0; i < 8; i++)
        rq_set32(file + i * 4, words[i]);
    for (size_t i = 0; i < 4; i++) {
        rq_set32(file + 0x90 + i * 4, (uint32_t)section(i));
        rq_set16(file + section(i) + 6, 302);
        rq_set16(file + section(i) + 8, 256);
    }
    memcpy(file + FOOTER, "TULO", 4);
}

/* ---- findings ---- */

static void test_findings(void)
{
    make_wld();
    warned(whole, "wld", "");
    rq_set32(file + 28, 5);
    rq_set32(file + 0x90, 6);
    rq_set32(file + 0x9C, 7);
    warned(whole, "wld",
           "wld-wrong-offset 28 footer_offset: 5, but the footer stands at 263416\n"
           "wld-wrong-offset 144 section_offsets: section 0 at 6, but it stands at 1184\n"
           "wld-wrong-offset 156 section_offsets: section 3 at 7, but it stands at 197858\n");
    make_wld();
    rq_set16(file + section(0) + 6, 301);
    rq_set16(file + section(2) + 6, 303);
    rq_set16(file + section(1) + 8, 255);
    rq_set16(file + section(3) + 8, 257);
    warned(whole, "wld",
           "wld-other-bank 1190 texbsi_file: 301 in section 0; the game takes 302 all the same\n"
           "wld-wrong-map-size 66750 map_size: 255 in section 1, 256 expected\n"
           "wld-other-bank 132306 texbsi_file: 303 in section 2; the game takes 302 all the same\n"
           "wld-wrong-map-size 197866 map_size: 257 in section 3, 256 expected\n");
    make_wld();
    file[section(0) + 22] = file[section(0) + 22 + 16383] = 1; /* heights, textures */
    file[section(0) + 22 + 32768] = file[section(0) + 22 + 49151] = 1;
    warned(whole, "wld", "");
    file[section(1) + 22 + 16384] = file[section(1) + 22 + 32767] = 255;
    file[section(1) + 22 + 49152] = 1;
    file[section(3) + 22 + 65535] = 128;
    warned(whole, "wld",
           "wld-used-map 83148 maps: map 2 of section 1 has 2 bytes that the game passes over\n"
           "wld-used-map 115916 maps: map 4 of section 1 has 1 bytes that the game passes over\n"
           "wld-used-map 247032 maps: map 4 of section 3 has 1 bytes that the game passes over\n");
    make_wld();
    file[FOOTER + 3] = 'o';
    warned((struct rq_bytes){file, WLD_SIZE + 3}, "wld",
           "wld-bad-footer 263416 footer: does not start with TULO\n"
           "wld-trailing-bytes 263432 trailing: 3 bytes after the footer\n");
}

static void test_refusals(void)
{
    static const struct {
        size_t at;
        uint32_t value;
        enum rq_code code;
        unsigned offset;
        const char *text;
    } cases[] = {
        {20, 2, RQ_BAD_MAGIC, 20, "2 and 22 where the game demands 1 and 22"},
        {24, 21, RQ_BAD_MAGIC, 20, "1 and 21 where the game demands 1 and 22"},
        {4, 3, RQ_UNSUPPORTED, 4, "3 x 2 sections; every known file has 2 x 2"},
        {8, 1, RQ_UNSUPPORTED, 4, "2 x 1 sections; every known file has 2 x 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name("wld")};
        make_wld();
        rq_set32(file + cases[i].at, cases[i].value);
        CHECK(rq_doc_read(whole, &options, &err) == NULL);
        CHECK_INT(err.code, cases[i].code);
        CHECK_INT(err.offset, cases[i].offset);
        CHECK_STR(err.text, cases[i].text);
    }
}

/* ---- facts ---- */

static void has_facts(const char *heights, const char *textures)
{
    const struct rq_fact *facts;
    size_t count = 0;
    struct rq_doc *doc = read_as(whole, "wld");
    REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
    REQUIRE(count == 3);
    CHECK_STR(facts[0].key, "grid");
    CHECK_STR(facts[0].value, "256 x 256");
    CHECK_STR(facts[1].key, "heights");
    CHECK_STR(facts[1].value, heights);
    CHECK_STR(facts[2].key, "textures");
    CHECK_STR(facts[2].value, textures);
    rq_doc_free(doc);
}

static void test_facts(void)
{
    make_wld();
    has_facts("index 0 to 0, 0 with the editor's flag", "1 of bank 302");
    for (size_t i = 0; i < 4; i++)
        memset(file + section(i) + 22, 127, 16384);
    has_facts("index 127 to 127, 0 with the editor's flag", "1 of bank 302");
    file[section(3) + 22 + 16383] = 128 | 3; /* the last cell, and the first */
    file[section(0) + 22] = 128 | 126;
    file[section(3) + 22 + 32768 + 16383] = 63;
    file[section(1) + 22 + 32768] = 0xC0 | 63;
    file[section(2) + 22 + 32768] = 0xC0;
    file[section(2) + 22 + 32768 + 1] = 0x40 | 1;
    rq_set16(file + section(0) + 6, 7);
    rq_set16(file + section(1) + 6, 8);
    has_facts("index 3 to 127, 2 with the editor's flag", "3 of bank 7");
}

/* ---- pictures ---- */

/* A grey of any value becomes the nearest below that the map can have; all other bits stay. */
static void test_greys(void)
{
    static const struct {
        const char *name;
        size_t map;
        unsigned shift, most, spread;
    } maps[] = {
        {"HEIGHT", 0, 0, 127, 2},  {"flag", 0, 7, 1, 255},  {"texture", 2, 0, 63, 4},
        {"rotation", 2, 6, 3, 85}, {"map_2", 1, 0, 255, 1}, {"map_4", 3, 0, 255, 1},
    };
    static uint8_t grey[CELLS];
    for (size_t i = 0; i < CELLS; i++)
        grey[i] = (uint8_t)(i + i / 256);
    struct rq_plane plane = {256, 256, {grey, CELLS}};
    struct rq_image image = {
        .pixels = RQ_PIXELS_GREY8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    for (size_t m = 0; m < sizeof maps / sizeof maps[0]; m++) {
        struct rq_error err = {0};
        make_wld();
        for (size_t i = 0; i < 4; i++)
            memset(file + section(i) + 22, 0x5A, SECTION - 22);
        struct rq_doc *doc = read_as(whole, "wld");
        REQUIRE(doc && doc->format->pictures->put_image(doc, maps[m].name, &image, &err));
        for (size_t i = 0; i < CELLS; i++) {
            size_t x = i % 256, y = i / 256;
            unsigned value = grey[i] / maps[m].spread;
            value = value < maps[m].most ? value : maps[m].most;
            uint8_t *byte = file + section(y / 128 * 2 + x / 128) + 22 + maps[m].map * 16384 +
                            y % 128 * 128 + x % 128;
            *byte = (uint8_t)((*byte & ~(maps[m].most << maps[m].shift)) | value << maps[m].shift);
        }
        check_note("%s", maps[m].name);
        CHECK(writes_same(doc, whole, false));
        rq_doc_free(doc);
    }
}

TESTS(test_findings, test_refusals, test_facts, test_greys)
