/* Slots of KotOR: the demo's, and those of the corpus. Expected values are from docs/saves.md and from bytes of real
 * files, looked at by hand. */
#include "core/file.h"
#include "core/fs.h"
#include "save/kotor.h"
#include "support/check.h"
#include "support/kills.h"

#include <stdio.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/stat.h>
#endif

static char root[600];

/* ---- folders ---- */

static void start(const char *name)
{
    snprintf(root, sizeof root, "%s/save-%s", RQ_BUILD_DIR, name);
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
}

static const char *below(const char *name)
{
    return check_below(root, name);
}

static void put(const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s", below(name));
    *strrchr(path, '/') = 0;
    REQUIRE(rq_make_folder(path, NULL));
    rq_remove_file(below(name));
    REQUIRE(rq_file_save(below(name), bytes, RQ_SAVE_NEW, NULL));
}

/* A sum over names and bytes of all files below a folder. */
static uint64_t sum_of(const char *folder)
{
    struct rq_walk walk = {0};
    uint64_t sum = 14695981039346656037U;
    if (rq_path_kind(folder, NULL) != RQ_PATH_FOLDER || !rq_walk_add(&walk, folder, NULL))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        for (const char *p = walk.items[i].relative; *p; p++)
            sum = (sum ^ (uint8_t)*p) * 1099511628211U;
        if (rq_map_open(&map, walk.items[i].path, NULL))
            for (size_t k = 0; k < map.bytes.size; k++)
                sum = (sum ^ map.bytes.data[k]) * 1099511628211U;
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return sum;
}

/* ---- a small slot, made here ---- */

static struct rq_doc *new_gff(const char *type, struct rq_gff_struct **top)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, type, 4);
    *top = gff->root;
    return doc;
}

static void put_doc(const char *name, struct rq_doc *doc)
{
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, NULL));
    put(name, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

#define SLOT "saves/000002 - Game1"

/* savenfo.res, PARTYTABLE.res and a file that nobody knows. */
static void put_small_slot(void)
{
    struct rq_gff_struct *s;
    struct rq_doc *doc = new_gff("NFO ", &s);
    rq_gff_add_string(doc, s, "AREANAME", "Deck", NULL);
    rq_gff_add_dword(doc, s, "TIMEPLAYED", 60, NULL);
    rq_gff_add_byte(doc, s, "CHEATUSED", 0, NULL);
    put_doc(SLOT "/savenfo.res", doc);
    doc = new_gff("PT  ", &s);
    rq_gff_add_dword(doc, s, "PT_GOLD", 7, NULL);
    rq_gff_add_dword(doc, s, "PT_PLAYEDSECONDS", 60, NULL);
    rq_gff_add_byte(doc, s, "Unknown", 3, NULL);
    put_doc(SLOT "/PARTYTABLE.res", doc);
    put(SLOT "/note.txt", (struct rq_bytes){(const uint8_t *)"kept", 4});
}

/* ---- the order of variables ---- */

static void test_hash(void)
{
    /* crc32 worked out bit by bit, apart from the library: the first names of each list of a real save. */
    static const struct {
        const char *name;
        unsigned slot;
    } known[] = {
        {"Tar_GortonAl", 0},         {"Dan_Blaster", 4},       {"UNK_GUARD_DOWN", 5},
        {"G_Party_Init_Trig", 0},    {"KOR_KNOW_EXCAV", 6},    {"MIN_TIME_MIN", 12},
        {"TAR_DUELCUT_START2", 321}, {"K_LAST_LOCATION", 567}, {"TAR_DUELCUT_START1", 1316},
        {"K_STUNT_MODULE", 840},     {"K_LAST_MODULE", 1005}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        check_note("%s", known[i].name);
        CHECK_INT(save_global_slot(known[i].name, strlen(known[i].name)), known[i].slot);
    }
}

/* ST_X8, ST_X2221 and ST_X3877 have one place in the table: the first row keeps it, the next go behind it. */
static void test_fresh_globals(void)
{
    static const char table[] =
        "2DA V2.0\n\nname type\n0 ST_X2221 Number\n1 ST_KEY Boolean\n2 ST_X8 Number\n"
        "3 ST_X3877 Number\n4 ST_BELL Boolean\n5 ST_LAST_MODULE String\n";
    static const char *const numbers[] = {"ST_X2221", "ST_X8", "ST_X3877"};
    struct rq_options options = {.name = "globalcat.2da"};
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)table, strlen(table)}, &options, NULL);
    REQUIRE(doc);
    struct rq_doc *fresh = save_fresh_globals(doc, NULL);
    REQUIRE(fresh);
    struct rq_gff *gff = rq_doc_root(fresh, "gff");
    struct rq_out text = {0};
    for (uint32_t i = 0; i < 3; i++) {
        char path[40];
        text.size = 0;
        snprintf(path, sizeof path, "CatNumber/%u/Name", i);
        CHECK(rq_gff_get_string(fresh, gff->root, path, &text, NULL));
        CHECK_STR((char *)text.data, numbers[i]);
    }
    text.size = 0;
    CHECK(rq_gff_get_string(fresh, gff->root, "CatBoolean/0/Name", &text, NULL));
    CHECK_STR((char *)text.data, "ST_BELL"); /* 545, before ST_KEY at 1386 */
    struct rq_bytes bytes;
    CHECK(rq_gff_get_void(fresh, gff->root, "ValBoolean", &bytes, NULL));
    CHECK_INT(bytes.size, 1);
    CHECK(rq_gff_get_void(fresh, gff->root, "ValNumber", &bytes, NULL));
    CHECK_INT(bytes.size, 3);
    CHECK(rq_gff_get_void(fresh, gff->root, "ValLocation", &bytes, NULL));
    CHECK_INT(bytes.size, 2400);
    rq_out_free(&text);
    rq_doc_free(fresh);
    rq_doc_free(doc);
}

/* Names of kinds count as a whole, in any case; the engine's table has 1775 places. */
static void test_catalogue(void)
{
    struct rq_options options = {.name = "globalcat.2da"};
    struct rq_bytes bytes;
    for (unsigned rows = 1775; rows <= 1776; rows++) {
        struct rq_out text = {0};
        struct rq_error err = {0};
        rq_put_str(&text, "2DA V2.0\n\nname type\n");
        for (unsigned i = 0; i < rows; i++)
            rq_putf(&text, "%u n%u NUMBER\n", i, i);
        rq_putf(&text, "%u a Num\n%u b Numbers\n%u c ****\n", rows, rows + 1, rows + 2);
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&text), &options, NULL);
        REQUIRE(doc);
        struct rq_doc *fresh = save_fresh_globals(doc, &err);
        CHECK((fresh != NULL) == (rows == 1775));
        if (fresh) {
            struct rq_gff *gff = rq_doc_root(fresh, "gff");
            CHECK(rq_gff_get_void(fresh, gff->root, "ValNumber", &bytes, NULL));
            CHECK_INT(bytes.size, 1775);
        } else {
            CHECK_INT(err.code, RQ_LIMIT);
            CHECK_STR(err.text, "more than 1775 variables");
        }
        rq_doc_free(fresh);
        rq_doc_free(doc);
        rq_out_free(&text);
    }
}

/* Six floats of four bytes for each place (docs/saves.md): the last one may end with the list. */
static void test_last_location(void)
{
    static const uint8_t places[48] = {[24] = 0, 0, 0x80, 0x3F, [44] = 0, 0, 0, 0x40}; /* 1 and 2 */
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    REQUIRE(doc);
    struct rq_gff_struct *top = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
    struct rq_out text = {0};
    CHECK(rq_gff_add_void(doc, top, "ValLocation", (struct rq_bytes){places, 48}, NULL));
    CHECK(save_global_at(doc, top, SAVE_LOCATION, 1, &text));
    CHECK_STR((char *)text.data, "1,0,0,0,0,2");
    text.size = 0;
    CHECK(!save_global_at(doc, top, SAVE_LOCATION, 2, &text));
    rq_out_free(&text);
    rq_doc_free(doc);
}

/* What makes a folder a slot: savenfo.res, SAVEGAME.sav, or a SAV of Redguard by its first bytes (docs/saves.md). */
static void test_slots(void)
{
    static const struct {
        const char *file, *data, *folder, *family;
    } files[] = {{"a/savenfo.res", "GFF", "a", "kotor"},
                 {"b/SaveGame.sav", "MOD V1.0", "b", "kotor"},
                 {"c/SAVEGAME.001.SAV", "SVGM", "c", "redguard"},
                 {"d/savegame.sav", "SVGM", "d", "redguard"},
                 {"e/other.sav", "MOD V1.0", NULL, NULL},
                 {"f/SVGM.txt", "SVGM", NULL, NULL},
                 {"g/x.sav", "SVG", NULL, NULL}};
    size_t count = 0;
    start("which-slots");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        put(files[i].file,
            (struct rq_bytes){(const uint8_t *)files[i].data, strlen(files[i].data)});
    struct rq_slots *slots = rq_slots_open(root, NULL);
    REQUIRE(slots);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i].folder) {
            CHECK_STR(rq_slots_path(slots, count), below(files[i].folder));
            CHECK_STR(rq_slots_family(slots, count++), files[i].family);
        }
    CHECK_INT(rq_slots_count(slots), count);
    CHECK(!rq_slots_path(slots, count) && !rq_slots_family(slots, count));
    rq_slots_close(slots);
}

/* All names of a real save fill certain runs of places, whatever the order they came in: in each list the names
 * stand in the order of these runs. */
static void test_real_order(void)
{
    NEEDS_CORPUS("kotor/saves/k1");
    struct rq_kotor_save *save =
        rq_save_open(check_corpus("kotor/saves/k1/000000 - QUICKSAVE"), NULL, NULL);
    REQUIRE(save);
    static bool taken[SAVE_GLOBAL_SLOTS];
    struct rq_doc *doc;
    const struct rq_gff_struct *top = save_gff(save, "GLOBALVARS.res", &doc, NULL);
    uint32_t count, all = 0, checked = 0;
    memset(taken, 0, sizeof taken);
    for (int kind = 0; kind < SAVE_GLOBALS; kind++) {
        const struct rq_gff_struct *names =
            save_elements(top, save_global_rows[kind].names, &count);
        for (uint32_t i = 0; i < count; i++, all++) {
            const char *name = save_text(save, doc, &names[i], "Name", NULL);
            unsigned slot = save_global_slot(name, strlen(name));
            while (taken[slot])
                slot = (slot + 1) % SAVE_GLOBAL_SLOTS;
            taken[slot] = true;
        }
    }
    CHECK_INT(all, 809 + 369 + 5 + 2);
    for (int kind = 0; kind < SAVE_GLOBALS; kind++) {
        const struct rq_gff_struct *names =
            save_elements(top, save_global_rows[kind].names, &count);
        unsigned before = 0;
        for (uint32_t i = 0; i < count; i++) {
            const char *name = save_text(save, doc, &names[i], "Name", NULL);
            unsigned slot = save_global_slot(name, strlen(name)), run = slot;
            while (run > 0 && taken[run - 1]) /* the start of its run */
                run--;
            if (run == 0 && i) /* a run that goes on from the end of the table */
                continue;
            CHECK(run >= before);
            before = run;
            checked++;
        }
    }
    CHECK(checked > 1000);
    rq_save_close(save);
}

/* ---- global variables of a real save ---- */

static void check_value(struct rq_kotor_save *save, const char *path, const char *value)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    check_note("%s", path);
    CHECK(rq_save_get(save, path, &out, &err));
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, value);
    rq_out_free(&out);
    check_note(" ");
}

/* The test looks at the bytes itself, and counts bits from the left. */
static void test_real_globals(void)
{
    NEEDS_CORPUS("kotor/saves/k1");
    struct rq_kotor_save *save =
        rq_save_open(check_corpus("kotor/saves/k1/000000 - QUICKSAVE"), NULL, NULL);
    REQUIRE(save);
    struct rq_doc *doc;
    struct rq_gff_struct *top = save_gff(save, "GLOBALVARS.res", &doc, NULL);
    struct rq_bytes bits, numbers, places;
    REQUIRE(rq_gff_get_void(doc, top, "ValBoolean", &bits, NULL));
    REQUIRE(rq_gff_get_void(doc, top, "ValNumber", &numbers, NULL));
    REQUIRE(rq_gff_get_void(doc, top, "ValLocation", &places, NULL));
    CHECK_INT(bits.size, 102); /* 809 / 8 + 1 */
    CHECK_INT(numbers.size, 369);
    CHECK_INT(places.size, 2400);
    uint32_t count;
    const struct rq_gff_struct *names = save_elements(top, "CatBoolean", &count);
    unsigned ones = 0;
    for (uint32_t i = 0; i < count; i++) {
        char path[80];
        bool on = bits.data[i / 8] & (128U >> (i % 8));
        ones += on;
        snprintf(path, sizeof path, "globals/%s", save_text(save, doc, &names[i], "Name", NULL));
        check_value(save, path, on ? "1" : "0");
    }
    CHECK(ones > 50 && ones < count);
    check_value(save, "globals/K_LAST_LOCATION", "0,0,0,1,0,0"); /* facing 0 is (1,0,0) */
    /* The byte 0xFF of the list is -1. */
    const struct rq_gff_struct *number_names = save_elements(top, "CatNumber", &count);
    bool negative = false;
    for (uint32_t i = 0; i < count; i++)
        if (numbers.data[i] == 0xFF) {
            char path[80];
            snprintf(path, sizeof path, "globals/%s",
                     save_text(save, doc, &number_names[i], "Name", NULL));
            check_value(save, path, "-1");
            negative = true;
        }
    CHECK(negative);
    rq_save_close(save);
}

/* ---- nothing is lost ---- */

/* Every document of a slot is written as it was. */
static void check_identical(const char *folder)
{
    struct rq_kotor_save *save = rq_save_open(folder, NULL, NULL);
    struct rq_save_file file;
    REQUIRE(save);
    for (size_t i = 0; rq_save_file_at(save, i, &file); i++) {
        struct rq_out out = {0};
        check_note("%s/%s", folder, file.path);
        if (!file.readable)
            continue;
        CHECK(rq_save_touch(save, file.path, NULL));
        CHECK(rq_doc_write(rq_save_doc(save, file.path, NULL), &out, NULL));
        CHECK_MEM(out.data, out.size, file.bytes.data, file.bytes.size);
        rq_out_free(&out);
    }
    check_note(" ");
    size_t count;
    CHECK(rq_save_changes(save, NULL, NULL, &count, NULL));
    CHECK_INT(count, 0);
    rq_save_close(save);
}

static void test_identical(void)
{
    NEEDS_CORPUS("kotor/saves");
    check_identical(check_corpus("kotor/saves/k1/000000 - QUICKSAVE"));
    check_identical(check_corpus("kotor/saves/k2/000002 - Game1"));
}

static void test_demo_identical(void)
{
    static const char *const slots[] = {"saves/000001 - DEMO", "saves/000001 - AUTOSAVE",
                                        "saves/000002 - Game1", "saves-k2/000003 - Game2"};
    const char *demo = getenv("RQ_DEMO_DIR");
    char path[800];
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        snprintf(path, sizeof path, "%s/kotor/%s", demo ? demo : RQ_BUILD_DIR "/demo", slots[i]);
        if (rq_path_kind(path, NULL) == RQ_PATH_FOLDER)
            check_identical(path);
        else
            SKIP_PART("slots of the demo: no demo");
    }
}

static void test_wrapped(void)
{
    /* _ASPRCOMP_ and a stored zlib stream, by hand: 78 01, one stored block, adler32. */
    start("wrapped");
    put_small_slot();
    struct rq_map map;
    struct rq_out out = {0};
    uint32_t a = 1, b = 0;
    REQUIRE(rq_map_open(&map, below(SLOT "/PARTYTABLE.res"), NULL));
    rq_put_str(&out, "_ASPRCOMP_");
    rq_put8(&out, 0x78);
    rq_put8(&out, 0x01);
    rq_put8(&out, 0x01);
    rq_put16(&out, (uint16_t)map.bytes.size);
    rq_put16(&out, (uint16_t)~map.bytes.size);
    rq_put_bytes(&out, map.bytes);
    for (size_t i = 0; i < map.bytes.size; i++) {
        a = (a + map.bytes.data[i]) % 65521;
        b = (b + a) % 65521;
    }
    rq_put32be(&out, b << 16 | a);
    rq_map_close(&map);
    put(SLOT "/PARTYTABLE.res", rq_out_bytes(&out));
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK_INT(rq_save_describe(save)->platform, RQ_SAVE_ASPYR);
    CHECK_INT(rq_save_describe(save)->gold, 7);
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    CHECK(rq_save_commit(save, "test", NULL));
    rq_save_close(save);
    REQUIRE(rq_map_open(&map, below(SLOT "/PARTYTABLE.res"), NULL));
    CHECK_MEM(map.bytes.data, 10, "_ASPRCOMP_", 10);
    rq_map_close(&map);
    save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    check_value(save, "gold", "12");
    check_value(save, "PARTYTABLE.res/Unknown", "3");
    rq_save_close(save);
    /* A stream that is cut off is told, and the rest is shown. */
    rq_out_cut(&out, out.size - 8);
    put(SLOT "/PARTYTABLE.res", rq_out_bytes(&out));
    save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    struct rq_error err = {0};
    CHECK(!rq_save_set(save, NULL, "gold", "1", &err));
    CHECK(strstr(err.text, "_ASPRCOMP_") != NULL);
    CHECK_STR(rq_save_describe(save)->area, "Deck");
    rq_save_close(save);
    rq_out_free(&out);
}

/* ---- refusals ---- */

static void test_concurrent(void)
{
    struct rq_error err = {0};
    start("concurrent");
    put_small_slot();
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    put(SLOT "/note.txt", (struct rq_bytes){(const uint8_t *)"other", 5});
    uint64_t before = sum_of(below("saves"));
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK(err.text[0]);
    CHECK_INT(sum_of(below("saves")), before);
    rq_save_close(save);
    /* A file that the game writes in place: what was mapped would be gone. */
    save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "name", "other", NULL));
    REQUIRE(check_write(below(SLOT "/PARTYTABLE.res"), "", 0));
    before = sum_of(below("saves"));
    err = (struct rq_error){0};
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK(strstr(err.text, "was changed by another program") != NULL);
    CHECK_INT(sum_of(below("saves")), before);
    rq_save_close(save);
    put_small_slot();
    /* A file that came. */
    save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    put(SLOT "/new.txt", (struct rq_bytes){(const uint8_t *)"x", 1});
    before = sum_of(below("saves"));
    err = (struct rq_error){0};
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK(strstr(err.text, "has come since") != NULL);
    CHECK_INT(sum_of(below("saves")), before);
    rq_save_close(save);
}

static void test_links(void)
{
#if defined(__linux__)
    struct rq_error err = {0};
    start("links");
    put_small_slot();
    CHECK(symlink("note.txt", below(SLOT "/link.txt")) == 0);
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK(strstr(err.text, "is a link") != NULL);
    rq_save_close(save);
    CHECK(symlink("000002 - Game1", below("saves/000003 - Game2")) == 0);
    rq_remove_file(below(SLOT "/link.txt"));
    save = rq_save_open(below("saves/000003 - Game2"), NULL, NULL);
    REQUIRE(save);
    err = (struct rq_error){0};
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK(strstr(err.text, "is a link") != NULL);
    rq_save_close(save);
#endif
}

/* Folders in a slot stay when it is written; what is neither file nor folder stops it. */
static void test_folders(void)
{
    struct rq_error err = {0};
    char to[RQ_SAVE_FOLDER];
    start("folders");
    put_small_slot();
    put(SLOT "/more/deep/note.txt", (struct rq_bytes){(const uint8_t *)"deep", 4});
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "gold", "12", NULL));
    CHECK(rq_save_commit(save, "test", &err));
    CHECK_STR(err.text, "");
    rq_save_close(save);
    CHECK_INT(rq_path_kind(below(SLOT "/more/deep/note.txt"), NULL), RQ_PATH_FILE);
    CHECK(rq_save_copy(below(SLOT), NULL, to, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(rq_path_kind(check_below(to, "more/deep/note.txt"), NULL), RQ_PATH_FILE);
    CHECK_INT(sum_of(to), sum_of(below(SLOT)));
#if defined(__linux__)
    REQUIRE(mkfifo(below(SLOT "/more/pipe"), 0600) == 0);
    uint64_t before = sum_of(below(SLOT));
    save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(rq_save_set(save, NULL, "gold", "13", NULL));
    CHECK(!rq_save_commit(save, "test", &err));
    CHECK_STR(err.text, "is neither a file nor a folder");
    rq_save_close(save);
    CHECK_INT(sum_of(below(SLOT)), before);
#endif
}

static void test_xbox(void)
{
    struct rq_error err = {0};
    start("xbox");
    put_small_slot();
    put(SLOT "/SAVE_PARTY.sig", (struct rq_bytes){(const uint8_t *)"12345678901234567890", 20});
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK_INT(rq_save_describe(save)->platform, RQ_SAVE_XBOX);
    check_value(save, "gold", "7");
    CHECK(!rq_save_set(save, NULL, "gold", "12", &err));
    CHECK(strstr(err.text, "Xbox") != NULL);
    rq_save_close(save);
}

/* Everything that can fail, without an err. */
static void test_no_error(void)
{
    struct rq_out out = {0};
    size_t count;
    start("no-error");
    put_small_slot();
    put(SLOT "/SAVEGAME.sav", (struct rq_bytes){(const uint8_t *)"MOD V1.0 cut", 12});
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, NULL);
    REQUIRE(save);
    CHECK(!rq_save_doc(save, "SAVEGAME.sav", NULL) && !rq_save_doc(save, "nothing", NULL));
    CHECK(!rq_save_touch(save, "nothing", NULL));
    static const char *const paths[] = {"player/Str",     "party/Bastila/Str", "globals/X",
                                        "journal/x",      "inventory/add",     "galaxy/3",
                                        "pazaak/deck",    "pazaak/cards/99",   "reputation/1/2",
                                        "screen",         "nothing/at/all",    "party/Nobody/Str",
                                        "party/0/member", "SAVEGAME.sav/x",    "PARTYTABLE.res/No"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        check_note("%s", paths[i]);
        if (strcmp(paths[i], "party/0/member") != 0 && strcmp(paths[i], "inventory/add") != 0)
            CHECK(!rq_save_get(save, paths[i], &out, NULL));
        if (strcmp(paths[i], "journal/x") != 0)
            CHECK(!rq_save_set(save, NULL, paths[i], "no", NULL) ||
                  strcmp(paths[i], "party/0/member") == 0);
    }
    static const char *const repairs[] = {"events", "forget",  "logs", "mark",
                                          "sync",   "globals", "none"};
    for (size_t i = 0; i < sizeof repairs / sizeof repairs[0]; i++)
        CHECK(!rq_save_repair(save, NULL, repairs[i], "x", NULL) ||
              strcmp(repairs[i], "sync") == 0);
    CHECK(rq_save_report(save, NULL, &out, NULL));
    CHECK(rq_save_diff(save, save, NULL, NULL, &count, NULL));
    CHECK(rq_save_changes(save, NULL, NULL, &count, NULL));
    rq_out_free(&out);
    rq_save_close(save);
    char to[RQ_SAVE_FOLDER];
    CHECK(!rq_save_restore(below(SLOT), NULL, NULL) &&
          !rq_save_copy(below("none"), NULL, to, NULL));
}

/* ---- characters, things, repairs: on the demo's slot, of which nothing is written ---- */

#define NPC "SAVEGAME.sav/AVAILNPC0.utc"

static struct rq_kotor_save *open_demo_slot(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char path[800];
    snprintf(path, sizeof path, "%s/kotor/saves/000002 - Game1",
             demo ? demo : RQ_BUILD_DIR "/demo");
    return rq_path_kind(path, NULL) == RQ_PATH_FOLDER ? rq_save_open(path, NULL, NULL) : NULL;
}

static void refuses(struct rq_kotor_save *save, const struct rq_game *game, const char *path,
                    const char *value, const char *message)
{
    struct rq_error err = {0};
    check_note("%s", path);
    CHECK(!rq_save_set(save, game, path, value, &err));
    CHECK_STR(err.text, message);
    check_note(" ");
}

static void test_character(void)
{
    struct rq_kotor_save *save = open_demo_slot();
    if (!save)
        SKIP("no demo");
    struct rq_doc *doc = rq_save_doc(save, NPC, NULL);
    REQUIRE(doc);
    struct rq_gff_struct *s = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
    /* A name that is a number of the talk table becomes a text, in English. */
    CHECK(rq_gff_remove(doc, s, "FirstName", NULL));
    CHECK(rq_gff_add_locstring(doc, s, "FirstName", 5, NULL));
    CHECK(rq_save_set(save, NULL, "party/0/name", "Ann", NULL));
    check_value(save, NPC "/FirstName/0", "Ann");
    check_value(save, NPC "/FirstName/strref", "-1");
    /* And in the language that is there. */
    CHECK(rq_gff_remove(doc, s, "FirstName", NULL));
    CHECK(rq_gff_add_locstring(doc, s, "FirstName", UINT32_MAX, NULL));
    CHECK(rq_gff_add_string(doc, s, "FirstName/4", "Anna", NULL));
    CHECK(rq_save_set(save, NULL, "party/0/name", "Eve", NULL));
    check_value(save, NPC "/FirstName/4", "Eve");
    CHECK(!rq_gff_has(s, "FirstName/0"));
    /* The list is made for the first feat. */
    if (rq_gff_has(s, "FeatList"))
        CHECK(rq_gff_remove(doc, s, "FeatList", NULL));
    check_value(save, "party/0/feats", "");
    refuses(save, NULL, "party/0/feats/remove", "3", "the character does not have it");
    CHECK(rq_save_set(save, NULL, "party/0/feats/add", "3", NULL));
    CHECK(rq_save_set(save, NULL, "party/0/feats/add", "0", NULL));
    check_value(save, "party/0/feats", "3,0");
    refuses(save, NULL, "party/0/feats/add", "0", "the character has it already");
    CHECK(!rq_save_set(save, NULL, "party/0/feats/add", "-1", NULL));
    CHECK(!rq_save_set(save, NULL, "party/0/feats/add", "65536", NULL));
    CHECK(rq_save_set(save, NULL, "party/0/feats/remove", "3", NULL));
    check_value(save, "party/0/feats", "0");
    refuses(save, NULL, "party/0/feats/put", "3", "feats/add or feats/remove");
    rq_save_close(save);
}

/* Powers are those of the last class that has any. */
static void test_powers(void)
{
    struct rq_kotor_save *save = open_demo_slot();
    if (!save)
        SKIP("no demo");
    struct rq_doc *doc = rq_save_doc(save, NPC, NULL);
    REQUIRE(doc);
    struct rq_gff_struct *s = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
    if (rq_gff_has(s, "ClassList"))
        CHECK(rq_gff_remove(doc, s, "ClassList", NULL));
    check_value(save, "party/0/powers", "");
    refuses(save, NULL, "party/0/powers/add", "4", "no class of the character has powers");
    CHECK(rq_gff_add_list(doc, s, "ClassList", NULL));
    for (int i = 0; i < 3; i++)
        CHECK(rq_gff_add_struct(doc, s, "ClassList/-", 2, NULL, NULL));
    check_value(save, "party/0/powers", "");
    CHECK(rq_gff_add_list(doc, s, "ClassList/0/KnownList0", NULL));
    CHECK(rq_gff_add_list(doc, s, "ClassList/1/KnownList0", NULL));
    CHECK(rq_save_set(save, NULL, "party/0/powers/add", "4", NULL));
    check_value(save, "party/0/powers", "4");
    check_value(save, NPC "/ClassList/1/KnownList0/0/Spell", "4");
    rq_save_close(save);
}

/* JSON of something else is no character. */
static void test_character_json(void)
{
    struct rq_kotor_save *save = open_demo_slot();
    if (!save)
        SKIP("no demo");
    struct rq_options options = {.name = "x.2da"};
    struct rq_out json = {0};
    static const char table[] = "2DA V2.0\n\n a\n0 b\n";
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)table, strlen(table)}, &options, NULL);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    start("json");
    put("x/table.json", rq_out_bytes(&json));
    refuses(save, NULL, "party/0", below("x/table.json"), "is no JSON of a character");
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_save_close(save);
}

/* A text of a global variable that the file lacks; what nobody set of a reputation is 100. */
static void test_lacking(void)
{
    struct rq_kotor_save *save = open_demo_slot();
    if (!save)
        SKIP("no demo");
    struct rq_doc *doc = rq_save_doc(save, "GLOBALVARS.res", NULL);
    REQUIRE(doc);
    struct rq_gff_struct *s = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
    CHECK(rq_save_set(save, NULL, "globals/string/ST_NEW", "word", NULL));
    check_value(save, "globals/ST_NEW", "word");
    CHECK(rq_gff_remove(doc, s, "ValString", NULL));
    refuses(save, NULL, "globals/ST_NEW", "x", "ValString has only 0 texts");
    refuses(save, NULL, "globals/number/A_NAME_OF_22_LETTERS__", "1", "a name has 1 to 21 letters");
    CHECK(rq_save_set(save, NULL, "globals/number/A_NAME_OF_21_LETTERS_", "127", NULL));
    check_value(save, "globals/A_NAME_OF_21_LETTERS_", "127");
    refuses(save, NULL, "globals/A_NAME_OF_21_LETTERS_", "128", "128: a number is -128 to 127");
    CHECK(rq_save_set(save, NULL, "globals/A_NAME_OF_21_LETTERS_", "-128", NULL));
    refuses(save, NULL, "globals/A_NAME_OF_21_LETTERS_", "-129", "-129: a number is -128 to 127");
    check_value(save, "globals/A_NAME_OF_21_LETTERS_", "-128");
    struct rq_doc *factions = rq_save_doc(save, "SAVEGAME.sav/REPUTE.fac", NULL);
    REQUIRE(factions);
    s = ((struct rq_gff *)rq_doc_root(factions, "gff"))->root;
    CHECK(rq_gff_remove(factions, s, "RepList", NULL));
    CHECK(rq_gff_add_list(factions, s, "RepList", NULL));
    char last[40], beyond[40];
    uint32_t count;
    save_elements(s, "FactionList", &count);
    REQUIRE(count > 1);
    snprintf(last, sizeof last, "reputation/%u/0", count - 1);
    snprintf(beyond, sizeof beyond, "reputation/0/%u", count);
    check_value(save, last, "100");
    CHECK(rq_save_set(save, NULL, last, "30", NULL));
    check_value(save, last, "30");
    snprintf(last, sizeof last, "reputation/0/%u", count - 1);
    check_value(save, last, "100"); /* the other way round it is another */
    refuses(save, NULL, beyond, "30", "reputation/OF/TO takes numbers or names of FactionList");
    CHECK(rq_gff_remove(factions, s, "RepList", NULL));
    check_value(save, last, "100");
    rq_save_close(save);
}

static void test_repairs(void)
{
    struct rq_kotor_save *save = open_demo_slot();
    struct rq_error err = {0};
    if (!save)
        SKIP("no demo");
    rq_save_repair(save, NULL, "sync", "", NULL);
    CHECK(!rq_save_repair(save, NULL, "sync", "", &err));
    CHECK_STR(err.text, "everything that stands twice is equal");
    CHECK(rq_save_set(save, NULL, "PARTYTABLE.res/PT_PLAYEDSECONDS", "77", NULL));
    CHECK(rq_save_repair(save, NULL, "sync", "", NULL));
    check_value(save, "savenfo.res/TIMEPLAYED", "77");
    rq_save_repair(save, NULL, "logs", "", NULL);
    err = (struct rq_error){0};
    CHECK(!rq_save_repair(save, NULL, "logs", "", &err));
    CHECK_STR(err.text, "the logs are empty");
    rq_save_close(save);
}

/* Items of a game: what is no item is refused, charges are full, stacks have the size of baseitems.2da. */
static void test_items(void)
{
    static const char table[] = "2DA V2.0\n\nlabel stacking\n0 rope 5\n1 other ****\n";
    struct rq_gff_struct *s;
    struct rq_game_options options = {.family = "kotor"};
    struct rq_kotor_save *save = open_demo_slot();
    if (!save)
        SKIP("no demo");
    start("items");
    put("game/swkotor.exe", (struct rq_bytes){(const uint8_t *)"", 0});
    put("game/Override/baseitems.2da", (struct rq_bytes){(const uint8_t *)table, strlen(table)});
    struct rq_doc *doc = new_gff("UTC ", &s);
    put_doc("game/Override/wrong.uti", doc);
    doc = new_gff("UTI ", &s);
    rq_gff_add_string(doc, s, "Tag", "coil", NULL);
    rq_gff_add_int(doc, s, "BaseItem", 0, NULL);
    rq_gff_add_byte(doc, s, "Charges", 9, NULL);
    put_doc("game/Override/coil.uti", doc);
    struct rq_game *game = rq_game_open(below("game"), &options, NULL);
    REQUIRE(game);
    uint32_t count;
    struct rq_doc *bag;
    save_elements(save_gff(save, "SAVEGAME.sav/INVENTORY.res", &bag, NULL), "ItemList", &count);
    refuses(save, game, "inventory/add", "wrong", "the game's file is no item");
    refuses(save, game, "inventory/add", "coil,0", "coil,0: TAG or TAG,COUNT");
    refuses(save, game, "inventory/add", "coil,65536", "coil,65536: TAG or TAG,COUNT");
    CHECK(rq_save_set(save, game, "inventory/add", "coil,5", NULL));
    char path[60];
    snprintf(path, sizeof path, "inventory/%u/MaxCharges", count);
    check_value(save, path, "9");
    snprintf(path, sizeof path, "inventory/%u/StackSize", count);
    check_value(save, path, "5");
    refuses(save, game, "inventory/add", "coil,6", "6: a stack of these has 5 at most");
    refuses(save, game, "inventory/remove", "nothing", "the inventory has no item nothing");
    rq_game_close(game);
    rq_save_close(save);
}

/* A folder without a SAV is no slot of Redguard. */
static void test_no_redguard(void)
{
    struct rq_error err = {0};
    start("no-redguard");
    put("slot/note.txt", (struct rq_bytes){(const uint8_t *)"x", 1});
    CHECK(!rq_redguard_save_open(below("slot"), &err));
    CHECK_STR(err.text, "has no .SAV: this is no slot of Redguard");
}

/* ---- kills ---- */

static bool change_slot(void)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(below(SLOT), NULL, &err);
    bool fine = save && rq_save_set(save, NULL, "gold", "5000", &err) &&
                rq_save_set(save, NULL, "time", "99", &err) && rq_save_commit(save, "killed", &err);
    rq_save_close(save);
    return fine;
}

static void note_record(void *ctx, const struct rq_save_record *record)
{
    (void)record;
    ++*(unsigned *)ctx;
}

static void test_kills(void)
{
    NEEDS_KILLS();
    start("kills");
    put_small_slot();
    uint64_t old = sum_of(below(SLOT));
    CHECK(change_slot());
    uint64_t new = sum_of(below(SLOT));
    CHECK(old != new);
    unsigned n = 0, olds = 0, news = 0;
    for (bool killed = true; killed && n < 2000; n++) {
        check_note("writing call %u", n);
        start("kills");
        put_small_slot();
        killed = run_killed(change_slot, n);
        uint64_t now = sum_of(below(SLOT));
        CHECK(now == old || now == new); /* whole, before anybody looks */
        unsigned records = 0;
        CHECK(rq_save_records(below(SLOT), note_record, &records, NULL)); /* the next run */
        now = sum_of(below(SLOT));
        CHECK(now == old || now == new);
        CHECK_INT(records, now == new);
        olds += now == old;
        news += now == new;
        CHECK(!rq_fs_id(below("saves.reliquary/work")) &&
              !rq_fs_id(below("saves.reliquary/commit")) &&
              !rq_fs_id(below("saves.reliquary/lock")));
        struct rq_out names = {0};
        CHECK(rq_fs_names(below("saves"), &names)); /* nothing else in the folder of saves */
        CHECK_INT(names.size, strlen("000002 - Game1") + 1);
        rq_out_free(&names);
    }
    check_note(" ");
    printf("    %u points: %u old, %u new\n", n - 1, olds, news);
    CHECK(n > 50 && olds > 10 && news > 3);
}

TESTS(test_hash, test_fresh_globals, test_catalogue, test_last_location, test_slots,
      test_real_order, test_real_globals, test_identical, test_demo_identical, test_wrapped,
      test_concurrent, test_links, test_folders, test_xbox, test_no_error, test_character,
      test_powers, test_character_json, test_lacking, test_repairs, test_items, test_no_redguard,
      test_kills)
