/* What the room of games refuses, with all of the error: code, place and both texts. None of them stands at a place in a file:
 * the offset is 0. */
#include "formats/format.h"
#include "support/install.h"
#include "support/refused.h"

#include <reliquary/gff.h>
#include <reliquary/media.h>

static const char *below(const char *name)
{
    return check_below(root, name);
}

/* ---- opening ---- */

static void test_open(void)
{
    start("errors");
    REQUIRE(put_text("plain/a.txt", "x") && put_text("redguard/ENGLISH.RTX", "x"));
    const char *plain = below("plain");
    REFUSED(rq_game_open(below("gone"), NULL, &err), RQ_USAGE, below("gone"),
            "there is no such file or folder");
    REFUSED(rq_game_open(plain, &(struct rq_game_options){.family = "x"}, &err), RQ_USAGE, "x",
            "is not a family of games; known are kotor, redguard and plain");
    REFUSED(rq_game_open(plain, &(struct rq_game_options){.family = "plain", .module = "m"}, &err),
            RQ_USAGE, plain, "is not an installation of KotOR, and has no m.mod or m.rim");
    static const struct rq_game_options wrong[] = {{.family = "redguard", .module = "m"},
                                                   {.family = "redguard", .layered = true},
                                                   {.family = "redguard", .version = 2},
                                                   {.family = "plain", .layered = true},
                                                   {.family = "plain", .version = 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        REFUSED(rq_game_open(plain, &wrong[i], &err), RQ_USAGE, plain,
                "is not an installation of KotOR: it has no modules or versions");
    REFUSED(rq_game_open(plain, &(struct rq_game_options){.family = "kotor"}, &err), RQ_USAGE,
            plain,
            "is not an installation of KotOR: chitin.key, override, modules, lips and streams are "
            "all missing");
    /* The name of a family in any case; each alone is no error. */
    REQUIRE(put_text("plain/override/a.txt", "x"));
    static const char *const names[] = {"KOTOR", "Redguard", "plain"};
    for (size_t i = 0; i < 3; i++) {
        struct rq_error err = {0};
        const struct rq_game_options options = {.family = names[i]};
        struct rq_game *game = rq_game_open(plain, &options, &err);
        CHECK_STR(err.text, "");
        CHECK(game && rq_casecmp(rq_game_describe(game)->family, names[i]) == 0);
        rq_game_close(game);
    }
    clear();
}

/* ---- texts ---- */

/* TLK V3.0: a header of 20 bytes, entries of 40 with flags, a sound and the place of the text. */
static void put_talk(const char *name, const char *text, size_t size)
{
    uint8_t file[160] = "TLK V3.0";
    rq_set32(file + 12, 2);
    rq_set32(file + 16, 100);
    rq_set32(file + 20, 1);
    rq_set32(file + 52, (uint32_t)strlen(text));
    rq_set32(file + 56, 0);
    memcpy(file + 100, text, strlen(text));
    REQUIRE(put_bytes(name, (struct rq_bytes){file, size}));
}

static bool talk(uint32_t strref, bool female, struct rq_out *text, struct rq_error *err)
{
    struct rq_error ignored = {0};
    const struct rq_game_options options = {.family = "kotor"};
    struct rq_game *game = rq_game_open(root, &options, &ignored);
    bool fine = game && rq_game_talk(game, strref, female, RQ_CP_DEFAULT, text, err);
    rq_game_close(game);
    return fine;
}

static void check_talk(uint32_t strref, bool female, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out text = {0};
    CHECK(talk(strref, female, &text, &err));
    CHECK_STR(err.text, "");
    rq_put8(&text, 0);
    CHECK_STR((const char *)text.data, expected);
    rq_out_free(&text);
}

static void test_talk(void)
{
    struct rq_out text = {0};
    start("talk_errors");
    REQUIRE(put_text("override/a.txt", "x"));
    REFUSED(talk(0, false, &text, &err), RQ_USAGE, "dialog.tlk", "is not in this game");
    put_talk("dialog.tlk", "male", 104);
    check_talk(0, false, "male");
    check_talk(0, true, "male");
    check_talk(1, false, "");
    put_talk("dialogf.tlk", "she", 103);
    check_talk(0, true, "she");
    check_talk(0, false, "male");
    check_talk(1, true, "");
    REFUSED(talk(2, false, &text, &err), RQ_USAGE, "dialog.tlk", "has no string 2");
    REFUSED(talk(2, true, &text, &err), RQ_USAGE, "dialog.tlk", "has no string 2");
    put_talk("dialog.tlk", "male", 19);
    REFUSED(talk(0, false, &text, &err), RQ_CORRUPT, "",
            "is not a talk table, or is cut off in its header");
    put_talk("dialog.tlk", "male", 20);
    REFUSED(talk(1, false, &text, &err), RQ_TRUNCATED, "",
            "cut off, string 1 is not in its 20 bytes");
    REFUSED(talk(2, false, &text, &err), RQ_USAGE, "dialog.tlk", "has no string 2");
    REQUIRE(put_text("dialog.tlk", "TLK V3.1: more than twenty bytes"));
    REFUSED(talk(0, false, &text, &err), RQ_CORRUPT, "",
            "is not a talk table, or is cut off in its header");
    CHECK_INT(text.size, 0);
    rq_out_free(&text);
    clear();
}

/* ---- archives ---- */

static void test_archives(void)
{
    struct rq_out bif = {0}, erf = {0};
    start("archive_errors");
    make_bif(&bif, "content");
    make_erf(&erf, "content");
    REQUIRE(put_bytes("data/two.bif", rq_out_bytes(&bif)) &&
            put_bytes("a.erf", rq_out_bytes(&erf)));
    REQUIRE(put_place(&(const struct place){"keys/chitin.key", make_key}));
    const char *key = below("keys/chitin.key");
    REFUSED(rq_archive_open(below("a.erf"), key, NULL, &err), RQ_USAGE, below("a.erf"),
            "names from a key are for BIF and BZF archives");
    REFUSED(rq_archive_open(below("data/two.bif"), key, NULL, &err), RQ_USAGE, key,
            "does not list two.bif");
    REQUIRE(put_bytes("a.erf", (struct rq_bytes){erf.data, erf.size - 1}));
    REFUSED(rq_salvage_open(below("a.erf"), key, NULL, &err), RQ_USAGE, below("a.erf"),
            "names from a key are for BIF and BZF archives");
    REQUIRE(put_bytes("a.erf", rq_out_bytes(&erf)));
    REFUSED(rq_inside_open(below("a.erf/y.txt"), NULL, &err), RQ_USAGE, "y.txt",
            "there is no such entry; there is x.txt");
    /* The key stands for the archive when nothing is named. */
    struct rq_error err = {0};
    struct rq_archive *archive = rq_archive_open(below("data/two.bif"), NULL, NULL, &err);
    CHECK(archive && !rq_archive_key(archive));
    rq_archive_close(archive);
    rq_out_free(&bif);
    rq_out_free(&erf);
    clear();
}

/* The names that are there are listed as long as they fit 100 letters: four of 20 and one of 10, with what stands between,
 * leave no room for one of 11. Those like the one that was asked for go before all others. */
static void test_listed(void)
{
    static const char *const names[] = {"bbbbbbbbbbbbbbbb.txt",
                                        "cccccccccccccccc.txt",
                                        "dddddddddddddddd.txt",
                                        "eeeeeeeeeeeeeeee.txt",
                                        "aaaaaaa.txt",
                                        "aaaaaa.txt",
                                        "warden.utc"};
    struct rq_error none = {0};
    struct rq_out out = {0};
    start("listed_errors");
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, &none);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        CHECK(rq_doc_put_entry(doc, names[i], (struct rq_bytes){(const uint8_t *)"x", 1}, &none));
    CHECK(rq_doc_write(doc, &out, &none));
    CHECK_STR(none.text, "");
    rq_doc_free(doc);
    REQUIRE(put_bytes("a.erf", rq_out_bytes(&out)));
    REFUSED(rq_inside_open(below("a.erf/zzzzzzzz.txt"), NULL, &err), RQ_USAGE, "zzzzzzzz.txt",
            "there is no such entry; there is bbbbbbbbbbbbbbbb.txt, cccccccccccccccc.txt, "
            "dddddddddddddddd.txt, eeeeeeeeeeeeeeee.txt, aaaaaa.txt");
    REFUSED(rq_inside_open(below("a.erf/warten.txt"), NULL, &err), RQ_USAGE, "warten.txt",
            "there is no such entry; there is warden.utc");
    rq_out_free(&out);
    clear();
}

static void test_locations(void)
{
    struct rq_error ignored = {0};
    struct rq_bytes bytes;
    start("location_errors");
    REQUIRE(put_text("a.txt", "x"));
    struct rq_game *game = rq_game_open(root, NULL, &ignored);
    REQUIRE(game != NULL);
    struct rq_resource r = {.name = "b.txt", .at = 2};
    REFUSED(rq_game_bytes(game, &r, &bytes, &err), RQ_USAGE, "b.txt",
            "is not a location of this game");
    REFUSED(rq_game_read(game, &r, NULL, &err), RQ_USAGE, "b.txt",
            "is not a location of this game");
    rq_game_close(game);
    clear();
}

/* ---- figures ---- */

/* Files of a game: name, text, name, text, NULL. */
static bool get_text(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const char *const **files = ctx;
    for (const char *const *at = *files; *at; at += 2)
        if (rq_casecmp(at[0], name) == 0) {
            *bytes = (struct rq_bytes){(const uint8_t *)at[1], strlen(at[1])};
            return true;
        }
    return false;
}

static bool take_nothing(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)ctx, (void)name, (void)bytes, (void)err;
    return true;
}

static bool show(const char *type, const char *label, int64_t row, const char *const *files,
                 const char *to, struct rq_error *err)
{
    const struct rq_env env = {.get = get_text, .ctx = &files};
    const struct rq_convert_options options = {
        .to = to, .name = "some.utc", .env = &env, .whole = true};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (!CHECK(gff))
        return true;
    memcpy(gff->type, type, 4);
    if (row >= -5)
        CHECK(rq_gff_add_int(doc, gff->root, label, row, NULL));
    bool fine = rq_doc_convert(doc, &options, take_nothing, NULL, err);
    rq_doc_free(doc);
    return fine;
}

enum { ABSENT = -100 };

static void test_figures(void)
{
    static const char *const nothing[] = {NULL};
    static const char *const tables[] = {
        "appearance.2da",
        "2DA V2.0\n\n modeltype race modela\n0 F **** ****\n1 F c_one ****\n",
        "placeables.2da",
        "2DA V2.0\n\n modelname\n0 ****\n1 plc_one\n",
        "genericdoors.2da",
        "2DA V2.0\n\n modelname\n0 ****\n1 door_one\n",
        NULL};
    static const struct {
        const char *type, *label;
        int64_t row;
        bool tables;
        const char *where, *text;
        enum rq_hint hint;
    } cases[] = {
        {"UTI ", "BaseItem", 0, true, "gff", "is no creature (UTC), placeable (UTP) or door (UTD)",
         RQ_HINT_NONE},
        {"UTC ", "Appearance_Type", 0, false, "appearance.2da",
         "is not there, and says which model belongs to a row", RQ_HINT_GAME},
        {"UTC ", "Appearance_Type", 2, true, "appearance.2da",
         "has 2 rows, and no row 2, which Appearance_Type asks for", RQ_HINT_NONE},
        {"UTC ", "Appearance_Type", -1, true, "appearance.2da",
         "has 2 rows, and no row -1, which Appearance_Type asks for", RQ_HINT_NONE},
        {"UTC ", "Appearance_Type", ABSENT, true, "appearance.2da",
         "has 2 rows, and no row -1, which Appearance_Type asks for", RQ_HINT_NONE},
        {"UTC ", "Appearance_Type", 0, true, "appearance.2da", "row 0 names no model",
         RQ_HINT_NONE},
        {"UTC ", "Appearance_Type", 1, true, "appearance.2da", "the body c_one.mdl is not there",
         RQ_HINT_GAME},
        {"UTP ", "Appearance", 0, false, "placeables.2da",
         "is not there, and says which model belongs to a row", RQ_HINT_GAME},
        {"UTP ", "Appearance", 0, true, "table", "row 0 names no model", RQ_HINT_NONE},
        {"UTP ", "Appearance", 1, true, "plc_one", "the model plc_one.mdl is not there",
         RQ_HINT_GAME},
        {"UTD ", "GenericType", 2, true, "genericdoors.2da",
         "has 2 rows, and no row 2, which GenericType asks for", RQ_HINT_NONE},
        {"UTD ", "GenericType", 1, true, "door_one", "the model door_one.mdl is not there",
         RQ_HINT_GAME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = fresh_error();
        check_note("%s %d", cases[i].type, (int)cases[i].row);
        CHECK(!show(cases[i].type, cases[i].label, cases[i].row, cases[i].tables ? tables : nothing,
                    NULL, &err));
        check_whole(&err, RQ_USAGE, cases[i].where, cases[i].text);
        CHECK_INT(err.hint, cases[i].hint);
    }
    REFUSED(show("UTC ", "Appearance_Type", 1, tables, "png", &err), RQ_USAGE, "some",
            "a whole figure can become glb, not png");
}

/* ---- open files ---- */

static struct rq_doc *new_doc(const char *format)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name(format), NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static bool convert(struct rq_doc *doc, const char *name, const char *to, struct rq_error *err)
{
    const struct rq_convert_options options = {.to = to, .name = name};
    return rq_doc_convert(doc, &options, take_nothing, NULL, err);
}

static void test_files(void)
{
    static const char gltf[] = "{\"asset\":{\"version\":\"2.0\"}}";
    static const char nul[] = "ab\0c";
    const struct rq_bytes scene = {(const uint8_t *)gltf, sizeof gltf - 1};
    struct rq_doc *wav = new_doc("wav"), *ini = new_doc("ini"), *rtx = new_doc("rtx");
    REQUIRE(wav && ini && rtx);
    REFUSED(convert(wav, "in/voice.wav", "mp3", &err), RQ_UNSUPPORTED, "voice",
            "the sound is not MP3; it can become wav");
    REFUSED(convert(ini, "in/MENU.INI", "menu", &err), RQ_USAGE, "MENU",
            "has no pages of a menu: [page0] ...");
    REFUSED(convert(ini, "in/MENU.INI", "srt", &err), RQ_USAGE, "MENU",
            "has no movie with subtitles");
    REFUSED(rq_doc_put_file(rtx, "abcd.txt", (struct rq_bytes){(const uint8_t *)nul, 4}, &err),
            RQ_USAGE, "abcd", "is not a text: it has a NUL");
    REFUSED(rq_doc_import(scene, rq_format_by_name("mdl"), NULL, &err), RQ_UNSUPPORTED, "mdl",
            "a .gltf keeps its numbers in other files: export a .glb");
    struct rq_out png = {0};
    REFUSED(rq_png_from_rgba((const uint8_t *)gltf, 0, 2, &png, &err), RQ_USAGE, "png",
            "0 x 2 is no size of a picture");
    rq_out_free(&png);
    rq_doc_free(wav);
    rq_doc_free(ini);
    rq_doc_free(rtx);
}

TESTS(test_open, test_talk, test_archives, test_listed, test_locations, test_figures, test_files)
