/* Models of Redguard by the names that records have: whole, cut off at eight letters as DOS did it,
 * with folder and extension; as files before segments of a ROB. The model and the ROB are the
 * property tests' samples. */
#include "core/file.h"
#include "formats/format.h"
#include "game/menu.h"
#include "game/redguard.h"
#include "property/samples.h"
#include "support/check.h"

#include <reliquary/rgm.h>
#include <stdio.h>
#include <string.h>

static void test_names(void)
{
    static const struct {
        const char *name, *plain;
    } cases[] = {
        {"stone", "STONE"},
        {"stone.3", "STONE"},
        {"fxart\\Stone.3DC", "STONE"},
        {"../a/b.c/stone.3d", ""}, /* ends at the first full stop */
        {"a/stone   ", "STONE"},
        {"", ""},
        {".3D", ""},
        {"a\\", ""},
        {"S_1 2", "S_1 2"},
        {"`az{@AZ[", "`AZ{@AZ["},
    };
    char plain[RQ_MODEL_NAME];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rq_model_name(cases[i].name, strlen(cases[i].name), plain);
        check_note("%s", cases[i].name);
        CHECK_STR(plain, cases[i].plain);
    }
    /* A field without an end, and names that are longer than any. */
    rq_model_name("stonewall", 5, plain);
    CHECK_STR(plain, "STONE");
    for (size_t size = 62; size < 200; size++) {
        char name[200];
        memset(name, 'x', sizeof name);
        rq_model_name(name, size, plain);
        CHECK_INT(strlen(plain), size < RQ_MODEL_NAME ? size : RQ_MODEL_NAME - 1);
    }
}

/* ---- an environment ---- */

struct store {
    const char *const *names; /* NULL behind the last */
    uint8_t model[1024], rob[2048];
    size_t model_size, rob_size;
};

static bool store_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct store *s = ctx;
    for (size_t i = 0; s->names[i]; i++)
        if (rq_casecmp(s->names[i], name) == 0) {
            bool rob = rq_casecmp(rq_path_extension(name), "rob") == 0;
            *bytes = (struct rq_bytes){rob ? s->rob : s->model, rob ? s->rob_size : s->model_size};
            return true;
        }
    return false;
}

static const char *store_name(void *ctx, size_t index)
{
    struct store *s = ctx;
    return s->names[index];
}

/* Where the model of that name is from; "" when there is none. */
static void check_source(const char *const *files, const char *name, const char *expected)
{
    static struct store s;
    s.names = files;
    s.model_size = sample_model3d(s.model);
    s.rob_size = sample_rob(s.rob);
    struct rq_env env = {.get = store_get, .name = store_name, .ctx = &s};
    struct rq_arena arena = {0};
    struct rq_models models = {.env = &env, .arena = &arena, .map = "OWN"};
    struct rq_models_found found = rq_models_find(&models, name, strlen(name));
    check_note("%s", name);
    CHECK_STR(found.doc ? found.source : "", expected);
    CHECK_INT(found.model != NULL, found.doc != NULL);
    rq_doc_free(found.doc);
    rq_models_close(&models);
    rq_arena_free(&arena);
}

static void test_files(void)
{
    static const char *const files[] = {"STONE.3D",     "STONE.3DC",  "LONGNAME.3D",
                                        "LONGNAME2.3D", "LONGNAM.3D", NULL};
    check_source(files, "stone", "STONE.3DC"); /* what moves comes first */
    check_source(files, "LONGNAME", "LONGNAME.3D");
    check_source(files, "LONGNAME1", "LONGNAME.3D"); /* as DOS cuts it off */
    check_source(files, "LONGNAME2", "LONGNAME2.3D");
    check_source(files, "LONGNAME23", "LONGNAME.3D");
    check_source(files, "fxart\\LONGNAMEANDMUCHMORE.3DC", "LONGNAME.3D");
    check_source(files, "LONGNA", "");
    check_source(files, "LONGNAM", "LONGNAM.3D");
    check_source(files, "SHORT", "");
    check_source(files, "", "");
    char name[300];
    memset(name, 'A', sizeof name - 1);
    name[sizeof name - 1] = 0;
    check_source(files, name, "");
    memcpy(name, "LONGNAME", 8);
    check_source(files, name, "LONGNAME.3D");
}

/* The sample has CRATE as data, and FLAGA001 as the name of a file. */
static void test_robs(void)
{
    static const char *const other[] = {"OTHER.ROB", "STONE.3D", NULL};
    static const char *const own[] = {"A.ROB", "OWN.ROB", "B.ROB", NULL};
    static const char *const file[] = {"CRATE.3D", "OWN.ROB", NULL};
    check_source(other, "crate", "OTHER.ROB");
    check_source(other, "CRATES", "");
    check_source(other, "CRAT", "");
    check_source(other, "FLAGA001", "");
    check_source(own, "CRATE", "OWN.ROB");
    check_source(file, "CRATE", "CRATE.3D");
}

/* A segment of eight letters fits whatever a longer name goes on with. */
static void test_long_segment(void)
{
    static const char *const files[] = {"OWN.ROB", NULL};
    static struct store s;
    s.names = files;
    s.rob_size = sample_rob(s.rob);
    memcpy(s.rob + 24, "LONGNAME", 8);
    struct rq_env env = {.get = store_get, .name = store_name, .ctx = &s};
    static const struct {
        const char *name;
        bool there;
    } cases[] = {{"LONGNAME", true}, {"LONGNAMEX", true}, {"LONGNAM", false}, {"LONGNAMX", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_models models = {.env = &env, .arena = &arena};
        struct rq_models_found found =
            rq_models_find(&models, cases[i].name, strlen(cases[i].name));
        check_note("%s", cases[i].name);
        CHECK_INT(found.doc != NULL, cases[i].there);
        if (found.doc)
            CHECK_MEM(found.segment->name, 8, "LONGNAME", 8);
        rq_doc_free(found.doc);
        rq_models_close(&models);
        rq_arena_free(&arena);
    }
}

/* ---- skins ---- */

/* The bank of RAHD when it is more than 0, else that of RAEX below 1000. */
static void test_skins(void)
{
    static const struct {
        int16_t head;
        uint16_t extra;
        unsigned skin;
    } cases[] = {{0, 0, 0},     {1, 0, 1},    {2, 7, 2},        {-1, 7, 7},
                 {0, 999, 999}, {0, 1000, 0}, {32767, 1, 32767}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_rgm_actor actor = {.texture_id = cases[i].head};
        struct rq_rgm_extra extra = {.texture_id = cases[i].extra};
        struct rq_rgm_section sections[] = {{.kind = RQ_RGM_RAHD, .count = 1, .records = &actor},
                                            {.kind = RQ_RGM_RAEX, .count = 1, .records = &extra}};
        struct rq_rgm map = {.section_count = 2, .sections = sections};
        check_note("%d and %u", cases[i].head, cases[i].extra);
        CHECK_INT(rq_actor_skin(&map, 0), cases[i].skin);
        CHECK_INT(rq_actor_skin(&map, 1), 0);
        map.section_count = 1;
        CHECK_INT(rq_actor_skin(&map, 0), cases[i].head > 0 ? cases[i].head : 0);
    }
}

/* ---- pages of the menu ---- */

/* A bank with one picture of the name and width, 2 high; of docs/formats/texbsi.md. */
struct bank {
    char file[16], image[9];
    unsigned width;
};

static bool get_bank(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static uint8_t file[20000];
    const struct bank *bank = ctx;
    size_t pixels = (size_t)bank->width * 2;
    if (rq_casecmp(bank->file, name) != 0)
        return false;
    memset(file, 0, sizeof file);
    memcpy(file, bank->image, 9);
    rq_set32(file + 9, (uint32_t)(34 + 8 + pixels + 8));
    memcpy(file + 13, "BHDR\0\0\0\x1A", 8);
    rq_set16(file + 21 + 4, (uint16_t)bank->width);
    rq_set16(file + 21 + 6, 2);
    rq_set16(file + 21 + 14, 1);
    rq_set16(file + 21 + 22, 256);
    memcpy(file + 47, "DATA", 4);
    rq_set32be(file + 51, (uint32_t)pixels);
    memset(file + 55, 1, pixels);
    memcpy(file + 55 + pixels, "END ", 4);
    *bytes = (struct rq_bytes){file, 55 + pixels + 8 + 9};
    return true;
}

/* Banks and pictures have the numbers 0 to 999, and a picture is shown up to 4096 pixels wide; without one the page
 * has 320 x 240. */
static void test_menu_texture(void)
{
    static const struct {
        int set, index;
        struct bank bank;
        bool shown;
    } cases[] = {{0, 0, {"TEXBSI.000", "A00000", 4}, true},
                 {999, 999, {"TEXBSI.999", "J99999", 4}, true},
                 {302, 5, {"TEXBSI.302", "D02005", 4096}, true},
                 {302, 5, {"TEXBSI.302", "D02005", 4097}, false},
                 {302, 5, {"TEXBSI.302", "D02006", 4}, false},
                 {302, -1, {"TEXBSI.302", "D02-01", 4}, false},
                 {302, 1000, {"TEXBSI.302", "D021000", 4}, false},
                 {1000, 1, {"TEXBSI.1000", "K00001", 4}, false},
                 {-1, 1, {"TEXBSI.-01", "A-1001", 4}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const uint8_t palette[768] = {[3] = 10, [4] = 20, [5] = 30};
        char text[100];
        struct rq_error err = {0};
        struct rq_arena arena = {0};
        struct bank bank = cases[i].bank;
        struct rq_env env = {.get = get_bank, .ctx = &bank};
        struct rq_view view = {.arena = &arena, .env = &env, .err = &err, .palette = palette};
        struct rq_options options = {.format = rq_format_by_name("ini")};
        struct rq_image image = {0};
        int size = snprintf(text, sizeof text, "[page7]\ntexture_set[0]=%d\ntexture_index[0]=%d\n",
                            cases[i].set, cases[i].index);
        struct rq_doc *doc =
            rq_doc_read((struct rq_bytes){(const uint8_t *)text, (size_t)size}, &options, &err);
        REQUIRE(doc != NULL);
        check_note("bank %d, picture %d, %u wide", cases[i].set, cases[i].index, bank.width);
        CHECK(rq_menu_has_page(doc->root, 7) && !rq_menu_has_page(doc->root, 6));
        CHECK(rq_menu_page(doc->root, 7, RQ_CP1252, &view, &image));
        if (image.planes) {
            CHECK_INT(image.planes[0].width, cases[i].shown ? bank.width : 320);
            CHECK_INT(image.planes[0].height, cases[i].shown ? 2 : 240);
            CHECK_MEM(image.planes[0].bytes.data, 4,
                      cases[i].shown ? "\x0A\x14\x1E\xFF" : "\0\0\0\0", 4);
        }
        rq_doc_free(doc);
        rq_arena_free(&arena);
    }
}

/* ---- subtitles ---- */

struct movie {
    int32_t rate;
    size_t size;
};

static bool get_movie(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static uint8_t file[20];
    const struct movie *movie = ctx;
    memcpy(file, "SMK2", 4);
    rq_set32(file + 16, (uint32_t)movie->rate);
    *bytes = (struct rq_bytes){file, movie->size};
    return strcmp(name, "A.SMK") == 0;
}

/* 91 frames: a rate is milliseconds, or when negative hundredths of those; with one that is none, 15 frames a second
 * are taken. */
static void test_rates(void)
{
    static const struct {
        struct movie movie;
        const char *end;
    } cases[] = {{{1, 20}, "00:00:00,091"},       {{9999, 20}, "00:15:09,909"},
                 {{10000, 20}, "00:00:06,067"},   {{0, 20}, "00:00:06,067"},
                 {{-1, 20}, "00:00:00,001"},      {{-100, 20}, "00:00:00,091"},
                 {{-999999, 20}, "00:15:09,999"}, {{-1000000, 20}, "00:00:06,067"},
                 {{100, 19}, "00:00:06,067"},     {{100, 20}, "00:00:09,100"}};
    static const char text[] = "[page3]\nmovie_name[0]=A.SMK\nmovie0_text[0]=1,2,3,0,90,x\n";
    struct rq_options options = {.format = rq_format_by_name("ini")};
    struct rq_error err = {0};
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, &options, &err);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct movie movie = cases[i].movie;
        struct rq_env env = {.get = get_movie, .ctx = &movie};
        struct rq_out out = {0};
        char name[64], expected[100];
        check_note("%d", movie.rate);
        CHECK(rq_menu_subtitles(doc->root, 0, RQ_CP1252, &env, &out, name));
        CHECK_STR(name, "A");
        rq_put8(&out, 0);
        snprintf(expected, sizeof expected,
                 "1\n00:00:00,000 --> %s\n<font color=\"#010203\">x</font>\n\n", cases[i].end);
        CHECK_STR((const char *)out.data, expected);
        rq_out_free(&out);
    }
    rq_doc_free(doc);
}

/* Each number is one from 0 to 1000000. */
static void test_subtitle_limits(void)
{
    static const char *const values[] = {
        "0,0,0,0,1000000,x", "0,0,0,1000000,0,x", "1000000,0,0,0,0,x",
        "0,0,0,0,1000001,x", "0,0,0,1000001,0,x", "1000001,0,0,0,0,x",
        "-1,0,0,0,0,x",      "0,0,0,0,0",         "x,0,0,0,0,x"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[120], name[64];
        struct rq_options options = {.format = rq_format_by_name("ini")};
        struct rq_error err = {0};
        struct rq_out out = {0};
        snprintf(text, sizeof text, "[page3]\nmovie_name[0]=A.SMK\nmovie0_text[0]=%s\n", values[i]);
        struct rq_doc *doc =
            rq_doc_read((struct rq_bytes){(const uint8_t *)text, strlen(text)}, &options, &err);
        REQUIRE(doc != NULL);
        check_note("%s", values[i]);
        CHECK_INT(rq_menu_subtitles(doc->root, 0, RQ_CP1252, NULL, &out, name), i < 3);
        CHECK_INT(out.size > 0, i < 3);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}
static bool note_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)err;
    rq_putf(ctx, "%s\n", name);
    rq_put_bytes(ctx, bytes);
    return true;
}

/* A movie whose name is no name of a file is called by its number. 15 frames are a second. */
static void test_subtitles(void)
{
    static const char text[] = "[page3]\nmovie_name[0]=ARRIVAL.SMK\nmovie_name[1]=CON.SMK\n"
                               "movie_name[2]=QUIET.SMK\nmovie_name[3]=.SMK\n"
                               "movie0_text[0]=255,0,0,0,14,Land, at last\n"
                               "movie1_text[0]=1,2,3,15,29,a\nmovie1_text[1]=1,2,3,15,b\n"
                               "movie2_text[0]=1,2,3,-1,29,never\n"
                               "movie3_text[1]=0,0,0,15,1000000,b\n";
    struct rq_options options = {.format = rq_format_by_name("ini")};
    struct rq_error err = {0};
    struct rq_out made = {0};
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, &options, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_convert(doc, &(struct rq_convert_options){.to = "srt", .name = "MENU.INI"},
                         note_file, &made, &err));
    CHECK_STR(err.text, "");
    rq_put8(&made, 0);
    CHECK_STR((const char *)made.data, "MENU/ARRIVAL.srt\n1\n00:00:00,000 --> 00:00:01,000\n"
                                       "<font color=\"#ff0000\">Land, at last</font>\n\n"
                                       "MENU/movie1.srt\n1\n00:00:01,000 --> 00:00:02,000\n"
                                       "<font color=\"#010203\">a</font>\n\n"
                                       "MENU/movie3.srt\n1\n00:00:01,000 --> 18:31:07,067\n"
                                       "<font color=\"#000000\">b</font>\n\n");
    rq_out_free(&made);
    rq_doc_free(doc);
}

TESTS(test_skins, test_menu_texture, test_rates, test_subtitle_limits, test_names, test_files,
      test_robs, test_long_segment, test_subtitles)
