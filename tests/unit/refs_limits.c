/* What a worker writes down of one value, by the vocabulary of docs/blueprints.md, at the ends of what it takes: names of up
 * to 255 bytes, paths of up to 1000, numbers of up to 23 digits, bits 0 to 31. */
#include "refs/refs.h"
#include "support/install.h"

#include <reliquary/ssf.h>
#include <stdio.h>

/* A record of a batch: thing, kind and act, sizes of name, types and path (two bytes); then these. */
static void print_batch(struct rq_out *text, const struct rq_out *batch)
{
    for (size_t at = 0; at + 6 <= batch->size;) {
        const uint8_t *r = batch->data + at;
        unsigned path = rq_get16(r + 4);
        const char *name = (const char *)r + 6;
        rq_putf(text, "%.*s: %s%s%s %.*s (%.*s) %s\n", (int)path, name + r[2] + r[3],
                rq_act_word((enum rq_act)(r[1] >> USE_KIND_BITS)), r[1] >> USE_KIND_BITS ? " " : "",
                rq_thing_word((enum rq_thing)r[0]), (int)r[2], name, (int)r[3], name + r[2],
                rq_use_word((enum rq_use_kind)(r[1] & ((1 << USE_KIND_BITS) - 1))));
        at += 6 + (size_t)r[2] + r[3] + path;
    }
    rq_put8(text, 0);
}

static void check_batch(struct rq_out *batch, const char *expected)
{
    struct rq_out text = {0};
    print_batch(&text, batch);
    CHECK_STR((const char *)text.data, expected);
    rq_out_free(&text);
    rq_out_free(batch);
}

static void collect(const char *ref, struct rq_ref_value v, enum rq_use_kind kind,
                    const char *expected)
{
    struct rq_out batch = {0};
    struct rq_collect c = {.batch = &batch, .page = RQ_CP1252};
    check_note("%s %.*s %lld", ref, (int)v.text.size, (const char *)v.text.data,
               (long long)v.number);
    rq_collect_at(&c, "P");
    rq_collect_ref(&c, ref, &v, kind);
    rq_out_free(&c.path);
    check_batch(&batch, expected);
}

static struct rq_ref_value text_of(const char *text)
{
    return (struct rq_ref_value){.text = {(const uint8_t *)text, strlen(text)}};
}

static struct rq_ref_value number_of(int64_t number)
{
    return (struct rq_ref_value){.has_number = true, .number = number};
}

static void named(const char *ref, const char *name, const char *expected)
{
    collect(ref, text_of(name), RQ_USE_PLAIN, expected);
}

static void numbered(const char *ref, int64_t number, const char *expected)
{
    collect(ref, number_of(number), RQ_USE_PLAIN, expected);
}

static void test_names(void)
{
    const struct rq_ref_value nul = {.text = {(const uint8_t *)"ab\0cd", 5}};
    const struct rq_ref_value first = {.text = {(const uint8_t *)"\0cd", 3}};
    named("res:tpc|tga", "A_Name", "P: resource a_name (tpc|tga) use\n");
    named("res:tpc", "two words  ", "P: resource two words (tpc) use\n");
    named("res:tpc", "", "");
    named("res:tpc", "   ", "");
    named("res:", "x", "P: resource x () use\n");
    named("res:tpc", "\xC9", "P: resource \xC3\x89 (tpc) use\n"); /* ASCII alone has one case */
    collect("res:tpc", nul, RQ_USE_PLAIN, "P: resource ab (tpc) use\n");
    collect("res:tpc", first, RQ_USE_PLAIN, "");
    named("res:wav+lip", "v", "P: resource v (wav) optional\nP: resource v (lip) optional\n");
    collect("res:wav+lip", text_of("v"), RQ_USE_IGNORED,
            "P: resource v (wav) ignored\nP: resource v (lip) ignored\n");
    named("stem:mdl", "w", "P: resource w (mdl) stem\n");
    named("tag:creature|placeable", "T", "P: tag t (creature|placeable) use\n");
    collect("tag:creature", text_of("t"), RQ_USE_IGNORED, "P: tag t (creature) ignored\n");
    collect("def:tag:creature", text_of("t"), RQ_USE_IGNORED, "P: tag t (creature) definition\n");
    named("quest", "q", "P: quest q () use\n");
    named("def:quest", "q", "P: quest q () definition\n");
    named("global", "g", "P: global g () use\n");
    named("def:global", "g", "P: global g () definition\n");
    named("animation", "a", "P: animation a () use\n");
    named("quests", "q", "");
    named("enum:gender", "1", "");
    named("", "1", "");
}

static void test_long_names(void)
{
    char name[300], expected[400];
    memset(name, 'n', sizeof name);
    snprintf(expected, sizeof expected, "P: resource %.255s (tpc) use\n", name);
    name[256] = 0;
    named("res:tpc", name, "");
    name[255] = 0;
    named("res:tpc", name, expected);
    /* A letter of another page takes two bytes. */
    name[0] = '\xE9';
    named("res:tpc", name, "");
    name[254] = 0;
    snprintf(expected, sizeof expected, "P: resource \xC3\xA9%s (tpc) use\n", name + 1);
    named("res:tpc", name, expected);
}

static void test_long_paths(void)
{
    static char path[1003], expected[1100];
    for (size_t size = 999; size <= 1002; size++) {
        struct rq_out batch = {0};
        struct rq_collect c = {.batch = &batch, .page = RQ_CP1252, .act = RQ_ACT_SETS};
        memset(path, 'p', size);
        CHECK_INT(rq_collect_enter(&c, path, size), 0);
        rq_collect_number(&c, RQ_THING_FLAG, RQ_USE_PLAIN, -5);
        CHECK_INT(rq_collect_enter(&c, "x", 1), size);
        CHECK_INT(c.path.size, size + 2);
        rq_collect_back(&c, size);
        CHECK_INT(c.path.size, size);
        rq_out_free(&c.path);
        snprintf(expected, sizeof expected, "%.*s: sets flag -5 () use\n",
                 (int)(size < 1000 ? size : 1000), path);
        check_note("%zu", size);
        check_batch(&batch, expected);
    }
}

static void test_numbers(void)
{
    numbered("strref", 0, "P: strref 0 () use\n");
    numbered("strref", 5, "P: strref 5 () use\n");
    numbered("strref", -1, "");
    numbered("strref", UINT32_MAX, "");
    numbered("strref", UINT32_MAX - 1, "P: strref 4294967294 () use\n");
    numbered("strref", -2, "P: strref 4294967294 () use\n");
    named("strref", "12", "P: strref 12 () use\n");
    named("strref", "12x", "");
    named("strref", "x", "");
    named("strref", "", "");
    named("strref", "00000000000000000000012", "P: strref 12 () use\n");
    named("strref", "000000000000000000000012", ""); /* 24 digits */
    numbered("2da:appearance", 7, "P: 2da appearance:7 () use\n");
    numbered("2da:appearance", -1, "P: 2da appearance:-1 () use\n");
    numbered("2da:appearance.label", 7, "P: 2da appearance:7 () use\n");
    named("2da:appearance", "7", "P: 2da appearance:7 () use\n");
    numbered("flags:2da:upgrade", 0x80000001,
             "P: 2da upgrade:0 () use\nP: 2da upgrade:31 () use\n");
    numbered("flags:2da:upgrade", 6, "P: 2da upgrade:1 () use\nP: 2da upgrade:2 () use\n");
    numbered("flags:2da:upgrade", INT64_C(1) << 32, "");
    numbered("flags:names", 1, "");
    numbered("res:tpc", 1, "");
}

/* "table:row" of 79 letters; one more is left out. */
static void test_long_tables(void)
{
    char ref[100] = "2da:", expected[200];
    for (size_t size = 76; size <= 78; size++) {
        memset(ref + 4, 't', size);
        ref[4 + size] = 0;
        snprintf(expected, sizeof expected, "P: 2da %s:1 () use\n", ref + 4);
        numbered(ref, 1, size < 78 ? expected : "");
    }
}

static void named_path(const char *path, const char *expected)
{
    struct rq_out batch = {0};
    struct rq_collect c = {.batch = &batch, .page = RQ_CP437};
    check_note("%s", path);
    rq_collect_path(&c, RQ_USE_OPTIONAL, (struct rq_bytes){(const uint8_t *)path, strlen(path)});
    check_batch(&batch, expected);
}

static void test_paths(void)
{
    char path[256];
    named_path("3DART\\Crate.3D", ": resource crate (3d|3dc) optional\n");
    named_path("3dart/crate.3dc", ": resource crate (3d|3dc) optional\n");
    named_path("crate.3dx", ": resource crate (3dx) optional\n");
    named_path("a\\b\\crate", ": resource crate () optional\n");
    named_path("crate.longerr", ": resource crate (longerr) optional\n");
    named_path("crate.longest1", ": resource crate (longest) optional\n");
    named_path("", "");
    memset(path, 'd', sizeof path);
    memcpy(path + 190, "\\crate.3d", 10);
    named_path(path, ": resource crate (3d|3dc) optional\n"); /* 199 letters */
    memmove(path + 191, path + 190, 10);
    path[190] = 'd';
    named_path(path, "");
}

static void stem_is(const char *name, const char *expected)
{
    char stem[RQ_RESOURCE_NAME];
    rq_name_stem(name, stem);
    check_note("%s", name);
    CHECK_STR(stem, expected);
}

static void test_stems(void)
{
    stem_is("w_blstrpstl_001", "w_blstrpstl");
    stem_is("p_bastbb01", "p_bastbb");
    stem_is("p_bast", "p_bast");
    stem_is("p_", "p_");
    stem_is("p__9", "p_");
    stem_is("p_09", "p");
    stem_is("p_90", "p");
    stem_is("_1", "");
    stem_is("12", "");
    stem_is("a1b", "a1b");
    stem_is("a/", "a/");
    stem_is("a:", "a:");
    stem_is("", "");
}

static void test_types(void)
{
    CHECK(rq_type_in("tpc|tga", "TGA", 3));
    CHECK(rq_type_in("tpc tga", "tpc", 3));
    CHECK(!rq_type_in("tpc|tga", "tp", 2));
    CHECK(!rq_type_in("tpc|tga", "tpcx", 4));
    CHECK(!rq_type_in("tpc|tga", "tgb", 3));
    CHECK(!rq_type_in("", "tga", 3));
    CHECK(rq_type_fits("dlg", "dlg"));
    CHECK(!rq_type_fits("dlg", "utc"));
    static const char *const textures[] = {"tpc", "tga", "dds", "4pc"};
    for (size_t i = 0; i < 16; i++)
        CHECK(rq_type_fits(textures[i / 4], textures[i % 4]));
    CHECK(rq_type_fits("wav", "mp3") && rq_type_fits("mp3", "wav"));
    CHECK(!rq_type_fits("wav", "tpc") && !rq_type_fits("tpc", "mp3"));
    CHECK(rq_type_fits("mdl|dds", "tga"));
}

/* SSF V1.1: a header of 12 bytes, then numbers; the game reads those that have a name. */
static void test_sounds(void)
{
    uint8_t file[12 + 40 * 4] = "SSF V1.1";
    struct rq_out batch = {0};
    struct rq_collect c = {
        .batch = &batch, .page = RQ_CP1252, .name = "a.ssf", .bytes = {file, sizeof file}};
    struct rq_error err = {0};
    char expected[200];
    rq_set32(file + 8, 12);
    memset(file + 12, 0xFF, sizeof file - 12);
    rq_set32(file + 12, 0);
    rq_set32(file + 12 + 4, UINT32_MAX - 1);
    rq_set32(file + 12 + 27 * 4, 9);
    rq_set32(file + 12 + 28 * 4, 7);
    CHECK(rq_collect_file(&c, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(c.path.size, 0);
    rq_out_free(&c.path);
    snprintf(expected, sizeof expected,
             "%s: strref 0 () use\n%s: strref 4294967294 () use\n%s: strref 9 () use\n",
             rq_ssf_name(0), rq_ssf_name(1), rq_ssf_name(27));
    check_batch(&batch, expected);
}

/* ---- files ---- */

static void check_reader(const struct rq_game *game, const char *name, struct rq_bytes bytes,
                         const char *expected)
{
    struct rq_out batch = {0};
    struct rq_error err = {0};
    struct rq_collect c = {
        .game = game, .batch = &batch, .page = RQ_CP1252, .name = name, .bytes = bytes};
    check_note("%s", name);
    CHECK(rq_collect_file(&c, &err));
    CHECK_STR(err.text, "");
    rq_out_free(&c.path);
    check_batch(&batch, expected);
}

static void check_text(const char *name, const char *text, const char *expected)
{
    check_reader(NULL, name, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, expected);
}

/* Lists of numbers end at what is none; those below 0 are left out. */
static void test_settings(void)
{
    check_text("COMBAT.INI", "[misc]\nsword_clank_1 = 5, 6\t7 -1,0\nsword_clank_2 = 58x9\n",
               "misc/sword_clank_1: sound 5 () use\nmisc/sword_clank_1: sound 6 () use\n"
               "misc/sword_clank_1: sound 7 () use\nmisc/sword_clank_1: sound 0 () use\n"
               "misc/sword_clank_2: sound 58 () use\n");
    check_text("COMBAT.INI", "[misc]\nsword_clank_1 = x5\nsword_clank_2 =\n", "");
    check_text("ITEM.INI",
               "[items]\nname[3] = ?key\nname[4] =\ndescription[3] = &051\n"
               "description[4] = tx01\nstart_item_list = 2,-1,4\n",
               "items/name[3]: item 3 () definition\nitems/name[3]: line ?key () use\n"
               "items/name[4]: item 4 () definition\nitems/description[4]: line tx01 () use\n"
               "items/start_item_list: item 2 () use\nitems/start_item_list: item 4 () use\n");
    check_text("WORLD.INI", "[world]\nworld_map[7] = MAPS\\TOWN.RGM\n",
               "world/world_map[7]: resource town (rgm) use\n"
               "world/world_map[7]: map 7 () definition\n");
}

/* A list of 599 letters is read, a longer one is not. */
static void test_long_settings(void)
{
    for (size_t size = 599; size <= 600; size++) {
        struct rq_out text = {0}, expected = {0};
        rq_put_str(&text, "[misc]\nsword_clank_1=");
        rq_put_str(&text, size == 600 ? "55" : "5");
        for (size_t i = 0; i < 299; i++)
            rq_put_str(&text, ",5");
        rq_put_str(&text, "\n");
        for (size_t i = 0; size == 599 && i < 300; i++)
            rq_put_str(&expected, "misc/sword_clank_1: sound 5 () use\n");
        rq_put8(&text, 0);
        rq_put8(&expected, 0);
        check_text("COMBAT.INI", (const char *)text.data, (const char *)expected.data);
        rq_out_free(&text);
        rq_out_free(&expected);
    }
}

/* Rooms by their models, also those that see each other; "****" is none. */
static void test_rooms(void)
{
    check_text("a.lyt",
               "beginlayout\n   roomcount 2\n      Room_A 0 0 0\n      **** 0 0 0\n"
               "   trackcount 1\n      track_b 0 0 0\n   obstaclecount 1\n      rock_c 0 0 0\n"
               "   doorhookcount 1\n      Room_A door_01 0 0 0 0 0 0 0 1\ndonelayout\n",
               "line 3: resource room_a (mdl) use\nline 6: resource track_b (mdl) use\n"
               "line 8: resource rock_c (mdl) use\n");
    check_text("a.vis", "Room_A 1\n  Room_B\n\nroom_b 0\n",
               "line 1: resource room_a (mdl) optional\nline 2: resource room_b (mdl) optional\n"
               "line 4: resource room_b (mdl) optional\n");
    check_text("a.txi", "bumpmaptexture Bump\nenvmaptexture env\nbumpyshinytexture shiny\n",
               "envmaptexture: resource env (tpc|tga) use\n"
               "bumpmaptexture: resource bump (tpc|tga) use\n"
               "bumpyshinytexture: resource shiny (tpc|tga) use\n");
}

/* CONSTS: 04 05, the size with its high byte first, the text. */
static void put_string(struct rq_out *out, const char *text)
{
    const uint8_t head[] = {4, 5, 0, (uint8_t)strlen(text)};
    rq_put(out, head, sizeof head);
    rq_put_str(out, text);
}

/* Strings of up to 64 bytes without control characters may be names. */
static void test_strings(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    char name[66], expected[200];
    snprintf(root, sizeof root, "%s", check_temp("strings"));
    put_text("override/a.txt", "x");
    const struct rq_game_options options = {.family = "kotor"};
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game != NULL);
    memset(name, 'n', sizeof name);
    name[65] = 0;
    rq_put(&out, "NCS V1.0\x42\0\0\0", 12);
    rq_put8(&out, 0);
    put_string(&out, name);
    name[64] = 0;
    put_string(&out, name);
    put_string(&out, "");
    put_string(&out, "a\x1F");
    put_string(&out, " b");
    rq_put(&out, "\x20\0", 2);
    rq_set32be(out.data + 9, (uint32_t)out.size);
    snprintf(expected, sizeof expected, "0x52: text %s () possible\n0xa0: text  b () possible\n",
             name);
    check_reader(game, "a.ncs", rq_out_bytes(&out), expected);
    rq_out_free(&out);
    rq_game_close(game);
}

/* ---- what is there ---- */

struct opened {
    struct rq_game *game;
    struct rq_refs *refs;
};

static bool open_all(struct opened *o, const char *family)
{
    struct rq_error err = {0};
    const struct rq_game_options options = {.family = family};
    const struct rq_refs_options one = {.threads = 1};
    o->game = rq_game_open(root, &options, &err);
    o->refs = o->game ? rq_refs_open(o->game, &one, &err) : NULL;
    CHECK_STR(err.text, "");
    return o->refs != NULL;
}

static void close_all(struct opened *o)
{
    rq_refs_close(o->refs);
    rq_game_close(o->game);
    clear();
}

/* "a.txi b.lyt " of what nothing uses. */
static void check_unused(const struct opened *o, const char *type, const char *expected)
{
    struct rq_unused unused;
    struct rq_out out = {0};
    for (size_t next = 0; rq_refs_unused(o->refs, RQ_THING_RESOURCE, type, &next, &unused);)
        rq_putf(&out, "%s ", unused.name);
    rq_put8(&out, 0);
    check_note("%s", type ? type : "all");
    CHECK_STR((const char *)out.data, expected);
    rq_out_free(&out);
}

static void exists_as(const struct opened *o, enum rq_thing thing, const char *name,
                      const char *types, enum rq_exists expected)
{
    check_note("%s %s", name, types ? types : "");
    CHECK_INT(rq_refs_exists(o->refs, thing, name, types), expected);
}

/* The names of models of Redguard are looked for by their first eight letters. */
static void test_dos_names(void)
{
    struct opened o;
    start("dos_names");
    put_text("3DART/LONGNAME.3D", "x");
    put_text("MAPS/LONGNAME.RGM", "x");
    put_text("3DART/SHORT.3DC", "x");
    REQUIRE(open_all(&o, "redguard"));
    exists_as(&o, RQ_THING_RESOURCE, "longname", "3d|3dc", RQ_EXISTS);
    exists_as(&o, RQ_THING_RESOURCE, "longnameand", "3d|3dc", RQ_EXISTS);
    exists_as(&o, RQ_THING_RESOURCE, "longnamex", "3dc", RQ_ABSENT);
    exists_as(&o, RQ_THING_RESOURCE, "longnamex", "rgm", RQ_ABSENT);
    exists_as(&o, RQ_THING_RESOURCE, "longnam", "3d|3dc", RQ_ABSENT);
    exists_as(&o, RQ_THING_RESOURCE, "short", "3d|3dc", RQ_EXISTS);
    exists_as(&o, RQ_THING_RESOURCE, "shortx", "3d|3dc", RQ_ABSENT);
    exists_as(&o, RQ_THING_RESOURCE, "short", NULL, RQ_NOT_KNOWN);
    exists_as(&o, RQ_THING_STRREF, "0", NULL, RQ_NOT_KNOWN);
    close_all(&o);
}

/* Companions belong to another file of their name, the walkmesh of a door to one of a letter less. */
static void test_companions(void)
{
    static const uint8_t talk[100] = "TLK V3.0\0\0\0\0\2\0\0\0\x64";
    static const char *const files[] = {
        "lone.mdx",  "door0.dwk", "door1.dwk", "door12.dwk", "d.dwk",     "room.wok", "room2.wok",
        "door.mdl",  "room.mdl",  "skin.txi",  "skin.dds",   "no.txi",    "no.dds",   "voice.lip",
        "voice.wav", "area.are",  "area.git",  "area.pth",   "other.git", "area.vis", "x.vis"};
    struct opened o;
    start("companions");
    put_bytes("dialog.tlk", (struct rq_bytes){talk, sizeof talk});
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "override/%s", files[i]);
        put_text(path, "");
    }
    put_text("override/loud.mp3", "");
    REQUIRE(open_all(&o, "kotor"));
    check_unused(&o, "dwk", "d.dwk door12.dwk ");
    check_unused(&o, "wok", "room2.wok ");
    check_unused(&o, "mdx", "lone.mdx ");
    check_unused(&o, "lip", "");
    check_unused(&o, "git", "other.git ");
    check_unused(&o, "pth", "");
    check_unused(&o, "vis", "x.vis ");
    check_unused(&o, "MDL", "door.mdl room.mdl ");
    exists_as(&o, RQ_THING_RESOURCE, "skin", "tpc", RQ_EXISTS); /* textures stand for each other */
    exists_as(&o, RQ_THING_RESOURCE, "loud", "wav", RQ_EXISTS);
    exists_as(&o, RQ_THING_RESOURCE, "loud", "mdl|wav", RQ_EXISTS);
    exists_as(&o, RQ_THING_RESOURCE, "voice", "mdl", RQ_ABSENT);
    /* A number of a text counts with its low 24 bits. */
    exists_as(&o, RQ_THING_STRREF, "1", NULL, RQ_EXISTS);
    exists_as(&o, RQ_THING_STRREF, "2", NULL, RQ_ABSENT);
    exists_as(&o, RQ_THING_STRREF, "16777217", NULL, RQ_EXISTS);
    exists_as(&o, RQ_THING_STRREF, "16777218", NULL, RQ_ABSENT);
    exists_as(&o, RQ_THING_TAG, "OWNER", NULL, RQ_EXISTS);
    exists_as(&o, RQ_THING_TAG, "npc2", NULL, RQ_EXISTS);
    exists_as(&o, RQ_THING_TAG, "npc3", NULL, RQ_NOT_KNOWN);
    exists_as(&o, RQ_THING_QUEST, "player", NULL, RQ_NOT_KNOWN);
    exists_as(&o, RQ_THING_TEXT, "x", NULL, RQ_NOT_KNOWN);
    close_all(&o);
}

TESTS(test_names, test_long_names, test_long_paths, test_numbers, test_long_tables, test_paths,
      test_stems, test_types, test_sounds, test_settings, test_long_settings, test_rooms,
      test_strings, test_dos_names, test_companions)
