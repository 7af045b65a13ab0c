/* The ends of what a game answers: archives in archives as deep as may be and one deeper, archives without entries,
 * numbers of resources, items and maps that are just there and just not. */
#include "game/search.h"
#include "support/install.h"

#include <reliquary/rtx.h>
#include <reliquary/soup.h>

/* ---- archives in archives ---- */

enum { ERF_TYPE = 9997, TXT_TYPE = 10, NEST_LIMIT = 8 };

/* a.erf/x.erf/x.erf/.../x.txt, with so many entries on the way. */
static void name_nested(char *path, size_t size, size_t entries)
{
    char *file = rq_path_join(root, "a.erf");
    snprintf(path, size, "%s", file);
    for (size_t i = 0; i < entries; i++)
        strcat(path, i + 1 < entries ? "/x.erf" : "/x.txt");
    free(file);
}

static void test_nested(void)
{
    start("nested");
    for (size_t entries = 1; entries <= NEST_LIMIT + 1; entries++) {
        struct rq_out bytes = {0};
        struct rq_error err = {0};
        char path[1200];
        rq_put_str(&bytes, "innermost");
        for (size_t i = 0; i < entries; i++) {
            struct rq_out around = {0};
            make_erf_of(&around, "x", i ? ERF_TYPE : TXT_TYPE, rq_out_bytes(&bytes));
            rq_out_free(&bytes);
            bytes = around;
        }
        REQUIRE(put_bytes("a.erf", rq_out_bytes(&bytes)));
        name_nested(path, sizeof path, entries);
        check_note("%zu", entries);
        struct rq_inside *inside = rq_inside_open(path, NULL, &err);
        CHECK_INT(inside != NULL, 0); /* a text is no document */
        CHECK_INT(err.code, entries > NEST_LIMIT ? RQ_LIMIT : RQ_BAD_MAGIC);
        if (entries > NEST_LIMIT)
            CHECK_STR(err.text, "archives in archives, deeper than 8");
        rq_inside_close(inside);
        rq_out_free(&bytes);
    }
    clear();
}

/* One that is not there: the message has those that are. */
static void test_no_entry(void)
{
    struct rq_out bytes = {0};
    start("no_entry");
    for (int some = 0; some < 2; some++) {
        struct rq_error err = {0};
        rq_out_cut(&bytes, 0);
        make_erf(&bytes, "content");
        if (!some)
            rq_set32(bytes.data + 16, 0); /* number of entries */
        REQUIRE(put_bytes("a.erf", rq_out_bytes(&bytes)));
        char *path = rq_path_join(root, "a.erf/y.txt");
        CHECK(!rq_inside_open(path, NULL, &err));
        CHECK_STR(err.text, some ? "there is no such entry; there is x.txt"
                                 : "there is no such entry; there is nothing");
        free(path);
    }
    rq_out_free(&bytes);
    clear();
}

/* A game of Redguard finds files by their whole names, of one letter as well. */
static void test_short_name(void)
{
    struct rq_error err = {0};
    struct rq_resource r = {0};
    struct rq_bytes bytes = {0};
    start("short_name");
    REQUIRE(put_text("x", "one letter"));
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game != NULL);
    CHECK(rq_game_find(game, "X", &r) && rq_game_bytes(game, &r, &bytes, &err));
    CHECK_MEM(bytes.data, bytes.size, "one letter", 10);
    CHECK(!rq_game_find(game, "", &(struct rq_resource){0}));
    rq_game_close(game);
    clear();
}

/* ---- numbers ---- */

static void test_locations(void)
{
    struct rq_error err = {0};
    struct rq_resource r = {0};
    struct rq_bytes bytes = {(const uint8_t *)"x", 1};
    start("locations");
    REQUIRE(put_text("a.txt", "first") && put_text("b.txt", "second"));
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game != NULL);
    REQUIRE(rq_game_at(game, 2, &r));
    CHECK(rq_game_bytes(game, &r, &bytes, &err));
    CHECK_MEM(bytes.data, bytes.size, "second", 6);
    CHECK(!rq_game_at(game, 3, &(struct rq_resource){0}));
    CHECK(!rq_game_at(game, 0, &(struct rq_resource){0}));
    for (size_t at = 0; at <= 3; at += 3) {
        r.at = at;
        err = (struct rq_error){0};
        CHECK(!rq_game_bytes(game, &r, &bytes, &err));
        CHECK_STR(err.text, "is not a location of this game");
        CHECK(bytes.data == NULL && bytes.size == 0);
    }
    rq_game_close(game);
    clear();
}

/* Names of items are lines of ENGLISH.RTX, the first of a key; maps are those of WORLD.INI. */
static void test_notes(void)
{
    static const char rtx[] = "{\"format\":\"rtx\",\"version\":1,\"entries\":["
                              "{\"tag\":\"?cut\",\"text\":\"A cutlass\"},"
                              "{\"tag\":\"?key\",\"text\":\"A key\"},"
                              "{\"tag\":\"?key\",\"text\":\"Another key\"}]}";
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_soup_game known;
    start("notes");
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)rtx, strlen(rtx)}, NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &out, &err) && put_bytes("ENGLISH.RTX", rq_out_bytes(&out)));
    rq_doc_free(doc);
    put_text("WORLD.INI", "[world]\nworld_map[0]=MAPS\\TOWN.RGM\nworld_map[255]=MAPS\\LAST.RGM\n");
    put_text("ITEM.INI", "[items]\nname[0] = ?key\nname[1] = ?non\nname[2] = long?key\n"
                         "name[255] = ?cut\nname[256] = ?cut\n");
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game && rq_soup_game_open(&known, game, &err));
    static const struct {
        int32_t number;
        const char *item, *map;
    } cases[] = {{-1, "", ""}, {0, "A key", "TOWN.RGM"},       {1, "", ""},
                 {2, "", ""},  {255, "A cutlass", "LAST.RGM"}, {256, "", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out item = {0}, map = {0};
        check_note("%d", (int)cases[i].number);
        known.notes.item(known.notes.ctx, cases[i].number, &item);
        known.notes.map(known.notes.ctx, cases[i].number, &map);
        rq_put8(&item, 0);
        rq_put8(&map, 0);
        CHECK_STR((const char *)item.data, cases[i].item);
        CHECK_STR((const char *)map.data, cases[i].map);
        rq_out_free(&item);
        rq_out_free(&map);
    }
    rq_out_cut(&out, 0);
    known.notes.line(known.notes.ctx, "?kex", &out);
    known.notes.line(known.notes.ctx, "?kez", &out);
    CHECK_INT(out.size, 0);
    rq_soup_game_close(&known);
    rq_game_close(game);
    rq_out_free(&out);
    clear();
}

/* The head of a text of RGMMap: the numbers that WORLD.INI gives the map, with a folder or without. */
static void test_rmm_head(void)
{
    static const struct {
        const char *map, *head;
    } cases[] = {{"TOWN.RGM", "Maps\\TOWN.RGM\nIDs: 0, 2, 9\n\n"},
                 {"last.rgm", "Maps\\last.rgm\nID: 7\n\n"},
                 {"OWN.RGM", "Maps\\OWN.RGM\nID: \n\n"}};
    struct rq_error err = {0};
    start("rmm_head");
    put_text("WORLD.INI", "[world]\nworld_map[0]=MAPS\\TOWN.RGM\nworld_map[2]=town.rgm\n"
                          "world_map[7]=MAPS\\LAST.RGM\nworld_map[9]=A\\B\\Town.rgm\n");
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = {0};
        rq_soup_rmm_head(game, cases[i].map, &out);
        rq_put8(&out, 0);
        CHECK_STR((const char *)out.data, cases[i].head);
        rq_out_free(&out);
    }
    struct rq_out out = {0};
    rq_soup_rmm_head(NULL, "TOWN.RGM", &out);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, "Maps\\TOWN.RGM\nID: \n\n");
    rq_out_free(&out);
    rq_game_close(game);
    clear();
}

/* ---- searching ---- */

static void test_reads(void)
{
    static const struct {
        const char *name;
        bool reads;
    } cases[] = {{"a.utc", true},      {"A.MDL", false},    {"a.mdlx", true}, {"TEXBSI.302", false},
                 {"a.30", true},       {"a.3020", true},    {"a.30x", true},  {"a.3d", false},
                 {"a.key", false},     {"a.ke", true},      {"a", true},      {"a.abcdefg", true},
                 {"a.abcdefgh", true}, {"a.mdlmdlmd", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].name);
        CHECK_INT(rq_search_reads(cases[i].name), cases[i].reads);
    }
}

static void note_hit(void *ctx, const struct rq_search_hit *hit)
{
    rq_put_bytes(ctx, hit->path);
    rq_put_str(ctx, ":");
    rq_put_bytes(ctx, hit->value);
    rq_put_str(ctx, "|");
}

/* Lines are shown without the blanks around them; the last need not have an end. */
static void test_lines(void)
{
    struct rq_error err = {0};
    struct rq_search search;
    struct rq_resource r = {0};
    struct rq_out hits = {0};
    start("lines");
    REQUIRE(put_text("a.nss", "\t \tlamp one\t \r\n\r\n   \nlamp two  \nno\n lamp"));
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game && rq_game_find(game, "a.nss", &r));
    REQUIRE(rq_search_open(&search, game, "lamp", RQ_CP_DEFAULT, NULL, &err));
    CHECK(rq_search_resource(&search, &r, note_hit, &hits, &err));
    rq_put8(&hits, 0);
    CHECK_STR((const char *)hits.data, "1:lamp one\t|4:lamp two|6:lamp|");
    rq_search_close(&search);
    rq_out_free(&hits);
    rq_game_close(game);
    clear();
}

TESTS(test_short_name, test_nested, test_no_entry, test_locations, test_notes, test_rmm_head,
      test_reads, test_lines)
