/* Limits of Redguard's formats that only files of a certain length, number or order come to: how far detection looks,
 * how many names are compared, what a sound's numbers mean, how large a picture may be. */
#include "formats/redguard/audio.h"
#include "formats/salvage.h"
#include "model/font.h"
#include "model/image.h"
#include "redguard.h"

#include <reliquary/anm.h>
#include <reliquary/bmp.h>
#include <reliquary/def.h>
#include <reliquary/rtx.h>
#include <reliquary/sfx.h>
#include <reliquary/texbsi.h>

/* ---- detection ---- */

/* A section has to begin in the first thousand lines. */
static void test_def_lines(void)
{
    const struct rq_format *def = rq_format_by_name("def");
    for (size_t lines = 999; lines <= 1000; lines++) {
        struct rq_out text = {0};
        for (size_t i = 0; i < lines; i++)
            rq_put_str(&text, ";\n");
        rq_put_str(&text, "[flags]\n");
        CHECK_INT(def->detect(rq_out_bytes(&text), "a.def"), lines == 999 ? 16 : 0);
        CHECK_INT(def->detect(rq_out_bytes(&text), "a.dex"), 0);
        CHECK_INT(def->detect(rq_out_bytes(&text), ".def"), 0);
        text.data[0] = 0x1F;
        CHECK_INT(def->detect(rq_out_bytes(&text), "a.def"), 0);
        text.data[0] = 0x1A;
        CHECK_INT(def->detect(rq_out_bytes(&text), "a.def"), lines == 999 ? 16 : 0);
        rq_out_free(&text);
    }
}

/* A header of 12 bytes, or of 40 to 256; the pixels come behind it. */
static void test_bmp_headers(void)
{
    static const struct {
        uint32_t header, offset;
        bool is;
    } cases[] = {{12, 26, true},    {12, 25, false},  {11, 99, false}, {13, 99, false},
                 {39, 99, false},   {40, 54, true},   {40, 53, false}, {256, 270, true},
                 {256, 269, false}, {257, 999, false}};
    const struct rq_format *bmp = rq_format_by_name("bmp");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        m.size = 0;
        put_text(&m, "BM", 2);
        put32(&m, 26);
        put32(&m, 0);
        put32(&m, cases[i].offset);
        put32(&m, cases[i].header);
        put_zeros(&m, 8);
        check_note("%u at %u", cases[i].header, cases[i].offset);
        CHECK_INT(bmp->detect(made_bytes(&m), ""), cases[i].is ? 64 : 0);
        m.data[2] = 27;
        CHECK_INT(bmp->detect(made_bytes(&m), ""), cases[i].is ? 40 : 0);
        CHECK_INT(bmp->detect((struct rq_bytes){m.data, 25}, ""), 0);
        m.data[1] = 'N';
        CHECK_INT(bmp->detect(made_bytes(&m), ""), 0);
    }
}

/* A name decides; without one, 13 slots of at most 255 of which one is on, and nothing in the others. */
static void test_cht(void)
{
    static const struct {
        size_t slot;
        uint32_t value;
        bool is;
    } cases[] = {{0, 0, false},   {0, 1, true},     {0, 255, true}, {0, 256, false},
                 {12, 255, true}, {12, 256, false}, {13, 1, false}, {63, 1, false}};
    const struct rq_format *cht = rq_format_by_name("cht");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t data[257] = {0};
        rq_set32(data + cases[i].slot * 4, cases[i].value);
        check_note("slot %zu: %u", cases[i].slot, cases[i].value);
        CHECK_INT(cht->detect((struct rq_bytes){data, 256}, ""), cases[i].is ? 8 : 0);
        CHECK_INT(cht->detect((struct rq_bytes){data, 256}, "a.CHT"), 8);
        CHECK_INT(cht->detect((struct rq_bytes){data, 256}, "a.chs"), 0);
        CHECK_INT(cht->detect((struct rq_bytes){data, 255}, "a.cht"), 0);
        CHECK_INT(cht->detect((struct rq_bytes){data, 257}, "a.cht"), 0);
    }
}

/* ---- names of a bank ---- */

/* The names of the first thousand images are compared with those before them, all nine bytes. */
static void test_bank_names(void)
{
    enum { IMAGES = 1001 };
    static struct rq_texbsi_image images[IMAGES];
    static const uint8_t zeros[4];
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("texbsi"), NULL, NULL);
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(doc != NULL);
    struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    for (unsigned i = 0; i < IMAGES; i++) {
        char name[16];
        snprintf(name, sizeof name, "D02%06u", i);
        memset(&images[i], 0, sizeof images[i]);
        memcpy(images[i].name, name, 9);
        images[i].tail = (struct rq_bytes){zeros, 4};
    }
    memcpy(images[500].name, "D03000500", 9);
    memcpy(images[998].name, images[7].name, 8);
    images[998].name[8] = 'x'; /* only the last byte differs */
    memcpy(images[999].name, images[998].name, 9);
    memcpy(images[1000].name, images[0].name, 9);
    bank->images = images;
    bank->image_count = IMAGES;
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = read_as(rq_out_bytes(&out), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    REQUIRE(rq_doc_findings(doc, &findings) == 2);
    CHECK_STR(findings[0].id, "texbsi-other-bank");
    CHECK_STR(findings[0].where, "D03000500");
    CHECK_STR(findings[0].text, "is not of the bank of the first image");
    CHECK_STR(findings[1].id, "texbsi-duplicate-name");
    CHECK_STR(findings[1].where, "D0200000x");
    CHECK_STR(findings[1].text, "stands in the bank twice");
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* The number of a bank is told where its first name has one: a letter from A to F and two digits. */
static void test_bank_numbers(void)
{
    static const struct {
        const char *name, *bank;
    } cases[] = {{"A00000", "000 (A00)"}, {"F99000", "599 (F99)"}, {"D02001", "302 (D02)"},
                 {"G00000", NULL},        {"@00000", NULL},        {"a00000", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("texbsi"), NULL, NULL);
        struct rq_texbsi_image image = {.name = ""};
        const struct rq_fact *facts;
        size_t count = 0;
        REQUIRE(doc != NULL);
        struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
        memcpy(image.name, cases[i].name, 6);
        bank->images = &image;
        bank->image_count = 1;
        check_note("%s", cases[i].name);
        REQUIRE(rq_doc_facts(doc, &facts, &count, NULL));
        const char *told = NULL;
        for (size_t k = 0; k < count; k++)
            if (strcmp(facts[k].key, "bank") == 0)
                told = facts[k].value;
        CHECK_STR(told, cases[i].bank);
        rq_doc_free(doc);
    }
}

/* ---- sounds ---- */

/* Type 0 and 1 are mono of 8 and 16 bits, 2 and 3 stereo; what a loop says is kept to the samples, and parts of a frame
 * are none. */
static void test_sounds(void)
{
    static const uint8_t samples[32];
    static const struct {
        uint32_t type, depth, rate, size;
        int32_t flag;
        uint32_t offset, end;
        struct rq_clip clip;
    } cases[] = {
#define CLIP(ch, b, r, l, from, to)                                                                \
    {.channels = ch, .bits = b, .rate = r, .loops = l, .loop_begin = from, .loop_end = to}
        {0, 1, 8000, 9, 0, 0, 0, CLIP(1, 8, 8000, false, 0, 0)},
        {1, 0, 8000, 8, 0, 2, 4, CLIP(1, 16, 8000, false, 0, 0)},
        {1, 0, 8000, 9, -1, 2, 4, CLIP(1, 16, 8000, true, 1, 4)},
        {2, 0, 8000, 8, 1, 2, 5, CLIP(2, 8, 8000, true, 1, 4)},
        {3, 1, 8000, 12, 1, 8, UINT32_MAX, CLIP(2, 16, 8000, true, 2, 3)},
        {3, 1, 8000, 12, 1, 12, UINT32_MAX, CLIP(2, 16, 8000, false, 0, 0)},
        {4, 0, 8000, 8, 1, 0, 8, CLIP(1, 8, 8000, true, 0, 8)},
        {4, 7, 8000, 8, 1, 0, 8, CLIP(1, 16, 8000, true, 0, 4)},
        {0, 0, 0, 8, 1, 3, 3, CLIP(1, 8, 22050, false, 0, 0)},
        {0, 0, 1, 8, 1, 3, 4, CLIP(1, 8, 1, true, 3, 4)},
        {0, 0, 1 << 24, 8, 0, 0, 0, CLIP(1, 8, 1 << 24, false, 0, 0)},
        {0, 0, (1 << 24) + 1, 8, 0, 0, 0, CLIP(1, 8, 22050, false, 0, 0)},
#undef CLIP
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rq_sound sound = {.header = {.type_id = cases[i].type,
                                                  .bit_depth = cases[i].depth,
                                                  .sample_rate = cases[i].rate,
                                                  .loop_flag = (int8_t)cases[i].flag,
                                                  .loop_offset = cases[i].offset,
                                                  .loop_end = cases[i].end},
                                       .samples = {samples, cases[i].size}};
        struct rq_clip clip = rq_sound_clip(&sound), expected = cases[i].clip;
        uint32_t frame = (uint32_t)expected.channels * expected.bits / 8;
        check_note("case %zu", i);
        CHECK_INT(clip.channels, expected.channels);
        CHECK_INT(clip.bits, expected.bits);
        CHECK_INT(clip.rate, expected.rate);
        CHECK_INT(clip.loops, expected.loops);
        CHECK_INT(clip.loop_begin, expected.loop_begin);
        CHECK_INT(clip.loop_end, expected.loop_end);
        CHECK_INT(clip.samples.size, cases[i].size / frame * frame);
    }
}

/* What follows in a document from JSON: loops end with the samples at the latest, and their depth is that of
 * the type. */
static void test_sounds_follow(void)
{
    static const struct {
        unsigned type, depth, end, offset, new_depth, new_end, new_offset;
    } cases[] = {{0, 1, 4, 4, 0, 4, 4}, {0, 0, 5, 5, 0, 4, 0},
                 {1, 0, 3, 4, 1, 2, 4}, {3, 0, 1, 2, 1, 1, 2},
                 {3, 1, 2, 9, 1, 1, 0}, {2, 7, UINT32_MAX, 0, 0, UINT32_MAX, 0},
                 {4, 7, 9, 0, 7, 2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        struct rq_error err = {0};
        int n = snprintf(text, sizeof text,
                         "{\"format\":\"sfx\",\"version\":1,\"effects\":[{\"type_id\":%u,"
                         "\"bit_depth\":%u,\"sample_rate\":8000,\"loop_offset\":%u,\"loop_end\":%u,"
                         "\"samples\":\"AQIDBA==\"}]}",
                         cases[i].type, cases[i].depth, cases[i].offset, cases[i].end);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, &err);
        check_note("case %zu", i);
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        const struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
        CHECK_INT(sfx->effects[0].header.bit_depth, cases[i].new_depth);
        CHECK_INT(sfx->effects[0].header.loop_end, cases[i].new_end);
        CHECK_INT(sfx->effects[0].header.loop_offset, cases[i].new_offset);
        rq_doc_free(doc);
    }
}

/* ---- pictures ---- */

/* A table of up to 65535 rows of 256 is a picture. */
static void test_table_rows(void)
{
    for (size_t rows = 65535; rows <= 65536; rows++) {
        uint8_t *data = calloc(rows, 256);
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_view view = {.arena = &arena, .err = &err};
        const struct rq_image *images;
        size_t count = 9;
        REQUIRE(data != NULL);
        struct rq_doc *doc = read_as((struct rq_bytes){data, rows * 256}, "texture");
        REQUIRE(doc && doc->format->pictures->images(doc, &view, &images, &count));
        CHECK_INT(count, rows == 65535);
        rq_arena_free(&arena);
        rq_doc_free(doc);
        free(data);
    }
}

/* Cells are as wide and high as the largest glyph and two more, in as many columns as rows or one more; no side
 * passes 16384 pixels, and all of it 2^24. */
static void test_atlas(void)
{
    static struct rq_glyph glyphs[300];
    static const struct {
        size_t count;
        uint32_t width, height, columns, rows;
        bool fits;
    } cases[] = {
        {1, 5, 6, 1, 1, true},         {2, 5, 6, 2, 1, true},       {4, 5, 6, 2, 2, true},
        {5, 5, 6, 3, 2, true},         {6, 5, 6, 3, 2, true},       {7, 5, 6, 3, 3, true},
        {256, 5, 6, 16, 16, true},     {257, 5, 6, 17, 16, true},   {1, 16382, 1022, 1, 1, true},
        {1, 16383, 1, 1, 1, false},    {1, 1, 16383, 1, 1, false},  {1, 1, 16382, 1, 1, true},
        {1, 16382, 1023, 1, 1, false}, {2, 8190, 1022, 2, 1, true}, {2, 8191, 1, 2, 1, false},
        {3, 1, 8190, 2, 2, true},      {3, 1, 8191, 2, 2, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rq_font font = {.glyph_count = cases[i].count, .glyphs = glyphs};
        struct rq_atlas atlas = {0};
        struct rq_error err = {.offset = 5};
        memset(glyphs, 0, sizeof glyphs);
        glyphs[0].width = cases[i].width;
        glyphs[cases[i].count - 1].height = cases[i].height;
        check_note("case %zu", i);
        CHECK_INT(rq_atlas_of(&font, &atlas, &err), cases[i].fits);
        if (cases[i].fits) {
            CHECK_INT(atlas.cell_width, cases[i].width + 2);
            CHECK_INT(atlas.cell_height, cases[i].height + 2);
            CHECK(atlas.columns == cases[i].columns && atlas.rows == cases[i].rows);
            continue;
        }
        char why[100];
        snprintf(why, sizeof why, "%zu glyphs of up to %u x %u: no such picture", cases[i].count,
                 cases[i].width, cases[i].height);
        CHECK_STR(err.text, why);
        CHECK(err.code == RQ_LIMIT && err.offset == 0);
    }
    struct rq_atlas atlas;
    struct rq_error err = {.offset = 5};
    CHECK(!rq_atlas_of(&(struct rq_font){.glyph_count = 0}, &atlas, &err));
    CHECK_STR(err.text, "a font without glyphs");
    CHECK(err.code == RQ_USAGE && err.offset == 0);
}

/* ---- damaged files ---- */

/* As many sections of a map are had as a map can have, 1024, whole ones and one that is cut. */
static void test_salvaged_sections(void)
{
    for (size_t count = 1023; count <= 1025; count++)
        for (unsigned cut = 0; cut < 2; cut++) {
            const struct rq_options options = {.format = rq_format_by_name("rgm")};
            struct rq_out file = {0};
            struct rq_error err = {0};
            struct rq_salvage s;
            for (size_t i = 0; i < count; i++)
                rq_put(&file, "XYZW\0\0\0\1a", 9);
            rq_put(&file, "END \0\0\0", 8);
            struct rq_bytes in = {file.data, count * 9 - 1};
            check_note("%zu sections, %u", count, cut);
            CHECK(rq_salvage_read(&s, cut ? in : rq_out_bytes(&file), &options, &err));
            CHECK_INT(s.count, count < 1024 ? count : 1024);
            CHECK_INT(s.open_end, cut || count == 1025);
            for (size_t i = 0; i < s.count; i++) {
                CHECK_STR(s.entries[i].name, "XYZW");
                CHECK_INT(s.entries[i].loss, cut && i + 1 == count ? RQ_LOSS_END : RQ_LOSS_NONE);
                CHECK_INT(s.entries[i].offset, i * 9);
            }
            size_t whole = s.count - (cut && count <= 1024);
            CHECK_INT(s.mended.size, cut || count == 1025 ? whole * 9 + 8 : s.mended.size);
            rq_salvage_free(&s);
            rq_out_free(&file);
        }
}

TESTS(test_def_lines, test_bmp_headers, test_cht, test_bank_names, test_bank_numbers, test_sounds,
      test_sounds_follow, test_table_rows, test_atlas, test_salvaged_sections)
