/* The service of the studio: requests and what they answer, edits and their journal, what is written and undone. The
 * game is the demo's, copied, because it is changed: names and values are those of the makers in demo/. */
#include "service/service.h"
#include "core/file.h"
#include "core/fs.h"
#include "core/sum.h"
#include "service/cache.h"
#include "support/check.h"
#include "support/demo_copy.h"

#include <stdio.h>
#include <stdlib.h>
#if defined(__linux__)
#include <unistd.h>
#endif

#define GUARD   "modules/demo01.mod/guard.utc"
#define LETTERS "override/humanm.ltr"

static char root[512], game[600], state[600];
static struct rq_service *service;
static struct rq_response response;

/* ---- a game of its own ---- */

/* Names of the folders of a test, which is made afresh. */
static void name_folders(const char *name, const char *family)
{
    snprintf(root, sizeof root, "%s/service-%s", RQ_BUILD_DIR, name);
    snprintf(game, sizeof game, "%s/%s", root, family);
    snprintf(state, sizeof state, "%s/state", root);
    rq_fs_remove(root);
}

static bool start(const char *name)
{
    name_folders(name, "kotor");
    return copy_demo("kotor", game);
}

static bool open_service(void)
{
    struct rq_error err = {0};
    service = rq_service_open(&(struct rq_service_options){.state = state}, &err);
    return CHECK(service) && CHECK_INT(rq_service_open_game(service, game, &err), 1);
}

static void close_service(void)
{
    rq_response_free(&response);
    response = (struct rq_response){0};
    rq_service_close(service);
    service = NULL;
}

/* A sum over names and bytes of all files of the game, but for what was kept for undo. */
static uint64_t sum_of_game(void)
{
    struct rq_walk walk = {0};
    uint64_t sum = 0;
    CHECK(rq_walk_add(&walk, game, NULL));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        const char *name = walk.items[i].relative;
        if (strncmp(name, ".reliquary", 10) == 0 ||
            !CHECK(rq_map_open(&map, walk.items[i].path, NULL)))
            continue;
        sum = rq_sum(sum, name, strlen(name));
        sum = rq_sum(sum, map.bytes.data, map.bytes.size);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return sum;
}

/* ---- asking ---- */

/* The body as text; "" when there is none. */
static const char *ask_with(enum rq_method method, const char *path, const char *query,
                            const char *body)
{
    struct rq_request request = {method, path, query, {(const uint8_t *)body, strlen(body)}};
    rq_response_free(&response);
    rq_service_answer(service, &request, &response);
    rq_put8(&response.body, 0);
    return response.body.failed ? "" : (const char *)response.body.data;
}

static const char *ask(const char *path, const char *query)
{
    return ask_with(RQ_GET, path, query, "");
}

static const char *tell(const char *path, const char *query, const char *body)
{
    return ask_with(RQ_POST, path, query, body);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static bool has(const char *text, const char *part)
{
    if (strstr(text, part))
        return true;
    fprintf(stderr, "  no %s in %.600s\n", part, text);
    return false;
}

/* The sum that apply asks for. */
static const char *plan_sum(void)
{
    static char query[64];
    const char *at = strstr(ask("/api/changes", "game=1"), "\"sum\":\"");
    snprintf(query, sizeof query, "game=1&sum=%.16s", at ? at + 7 : "");
    return query;
}

/* ---- tests ---- */

static const struct {
    const char *path, *query, *body;
    enum rq_method method;
    int status;
} refusals[] = {
    {"/api/nothing", "", "", RQ_GET, 404},
    {"/api/apply", "game=1&sum=0", "", RQ_GET, 405},
    {"/api/tree", "game=1", "", RQ_POST, 405},
    {"/api/tree", "", "", RQ_GET, 400},
    {"/api/tree", "game=2", "", RQ_GET, 404},
    {"/api/tree", "game=-1", "", RQ_GET, 404},
    {"/api/tree", "game=99999999999999999999", "", RQ_GET, 404},
    {"/api/info", "game=1&res=%", "", RQ_GET, 400},
    {"/api/info", "game=1&res=%4", "", RQ_GET, 400},
    {"/api/info", "game=1&res=%00", "", RQ_GET, 400},
    {"/api/info", "game=1&res=%ff", "", RQ_GET, 400},
    {"/api/info", "game=1&res=a%0ab", "", RQ_GET, 400},
    {"/api/info", "game=1&res=../../etc/passwd", "", RQ_GET, 404},
    {"/api/info", "game=1&res=/etc/passwd", "", RQ_GET, 404},
    {"/api/info", "a&b&c&d&e&f&g&h&i&j&k&l&m&n", "", RQ_GET, 400},
    {"/api/edit", "game=1&res=" GUARD, "", RQ_POST, 422},
    {"/api/edit", "game=1&res=" GUARD, "[{\"op\":\"explode\"}]", RQ_POST, 400},
    {"/api/edit", "game=1&res=" GUARD, "[{\"op\":\"set\",\"path\":\"Str\",\"value\":\"300\"}]",
     RQ_POST, 400},
    {"/api/edit", "game=1&res=no.utc", "[]", RQ_POST, 404},
    {"/api/new", "game=1&res=../x.utc", "", RQ_POST, 400},
    {"/api/new", "game=1&res=override/con.utc", "", RQ_POST, 400},
    {"/api/undo", "game=1&res=" GUARD, "", RQ_POST, 400},
    {"/api/apply", "game=1&sum=0", "", RQ_POST, 409},
    {"/api/restore", "game=1&record=../x", "", RQ_POST, 404},
    {"/api/open", "place=77", "", RQ_POST, 404},
    {"/api/drop", "name=../x.utc", "abc", RQ_POST, 400},
    {"/api/demo", "", "", RQ_POST, 404},
    {"/api/slot", "game=1&slot=99", "", RQ_GET, 404},
    {"/api/edit-all", "game=1", "", RQ_POST, 422},
    {"/api/edit-all", "game=1", "[{\"res\":\"" GUARD "\"}]", RQ_POST, 400},
    {"/api/import", "game=1&res=no.mdl", "x", RQ_POST, 404},
    {"/api/render", "game=1&res=" GUARD, "", RQ_GET, 400},
    {"/api/run", "game=1&res=no.ncs", "", RQ_POST, 404},
    {"/api/play", "game=1&res=" GUARD, "", RQ_GET, 400},
    {"/api/pvo", "game=1&res=" GUARD, "", RQ_GET, 400},
    {"/api/seen", "game=1&res=" GUARD "&x=0&y=0", "", RQ_GET, 400},
    {"/api/name", "game=1&res=" GUARD, "", RQ_GET, 400},
    {"/api/mod", "game=1&place=77", "", RQ_GET, 404},
    {"/api/mod-install", "game=1&place=77&sum=0", "", RQ_POST, 404},
    {"/api/mod-undo", "game=1&record=000009", "", RQ_POST, 400},
};

static void test_refusals(void)
{
    if (!start("refusals"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    REQUIRE(open_service());
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const char *text =
            ask_with(refusals[i].method, refusals[i].path, refusals[i].query, refusals[i].body);
        if (!CHECK_INT(response.status, refusals[i].status) || !CHECK(has(text, "\"error\"")))
            fprintf(stderr, "  %s?%s\n", refusals[i].path, refusals[i].query);
    }
    close_service();
    CHECK(sum_of_game() == before);
    CHECK_INT(rq_path_kind(state, NULL), RQ_PATH_FOLDER);
}

static void test_reading(void)
{
    if (!start("reading"))
        SKIP("no demo");
    REQUIRE(open_service());
    CHECK(has(ask("/api/games", ""), "\"family\":\"kotor\""));
    CHECK(has(ask("/api/tree", "game=1"), "\"guard.utc\""));
    const char *info = ask("/api/info", "game=1&res=" GUARD);
    CHECK(has(info, "\"blueprint\":\"UTC\"") && has(info, "[\"gender\",\"female\"]"));
    const char *form = ask("/api/form", "game=1&res=" GUARD "&from=8&limit=1");
    CHECK(
        has(form, "{\"path\":\"Gender\",\"type\":\"unsigned\",\"kind\":\"byte\",\"value\":\"1\""));
    CHECK(has(form, "\"means\":\"female\"") && has(form, "\"next\":9"));
    CHECK(has(ask("/api/form", "game=1&res=" GUARD "&under=FirstName"), "FirstName/0"));
    CHECK(has(ask("/api/field", "kind=UTC&path=Gender"), "[\"1\",\"female\"]"));
    CHECK(has(ask("/api/json", "game=1&res=" GUARD), "\"format\": \"gff\""));
    ask("/api/bytes", "game=1&res=" GUARD "&from=0&limit=8");
    CHECK_MEM(response.body.data, response.body.size, "UTC V3.2\0", 9);
    /* The first field of a GFF is its type, 4 bytes (kotor.txt). */
    CHECK(has(ask("/api/notes", "game=1&res=" GUARD "&limit=2"),
              "[0,4,\"\",\"type\",\"\\\"UTC \\\"\"]"));
    CHECK(has(ask("/api/made", "game=1&res=override/demo_crest.tpc"), "[\"demo_crest.png\","));
    ask("/api/file", "game=1&res=override/demo_crest.tpc&name=demo_crest.png");
    CHECK_STR(response.type, "image/png");
    CHECK_MEM(response.body.data, 4, "\x89PNG", 4);
    CHECK(has(ask("/api/verify", "game=1&res=" GUARD),
              "{\"plain\":\"identical\",\"json\":\"identical\"}"));
    CHECK(has(ask("/api/talk", "game=1&strref=2"), "Lighthouse of the demo"));
    CHECK(has(ask("/api/search", "game=1&q=lighthouse"), "\"means\":\"Lighthouse of the demo\""));
    CHECK(has(ask("/api/uses", "game=1&name=keeper.dlg"), "\"path\":\"Conversation\""));
    CHECK(has(ask("/api/lint", "game=1&res=" GUARD), "gff-resource-missing"));
    CHECK(has(ask("/api/explain", "rule=gff-resource-missing"), "\"why\""));
    CHECK(has(ask("/api/slots", "game=1"), "\"name\":\"Before the ferry\""));
    close_service();
}

static void test_edits(void)
{
    if (!start("edits"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    REQUIRE(open_service());
    const char *said = tell("/api/edit", "game=1&res=" GUARD,
                            "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"sentry\"},"
                            "{\"op\":\"set\",\"path\":\"Gender\",\"value\":\"male\"}]");
    CHECK(has(said, "\"undo\":2,\"redo\":0"));
    /* One that fails takes those before it along. */
    tell(
        "/api/edit", "game=1&res=" GUARD,
        "[{\"op\":\"set\",\"path\":\"Str\",\"value\":\"18\"},{\"op\":\"remove\",\"path\":\"No\"}]");
    CHECK_INT(response.status, 400);
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":2,\"redo\":0"));
    CHECK(has(tell("/api/undo", "game=1&res=" GUARD, ""), "\"undo\":1,\"redo\":1"));
    CHECK(has(tell("/api/redo", "game=1&res=" GUARD, ""), "\"undo\":2,\"redo\":0"));
    CHECK(has(ask("/api/form", "game=1&res=" GUARD "&limit=9"), "\"value\":\"sentry\""));
    CHECK(sum_of_game() == before);
    /* The program ends; another finds the edits, also behind a line that a crash has cut. */
    close_service();
    char journal[700];
    struct rq_walk walk = {0};
    snprintf(journal, sizeof journal, "%s/journal", state);
    REQUIRE(rq_walk_add(&walk, journal, NULL) && walk.count == 1);
    FILE *f = fopen(walk.items[0].path, "ab");
    REQUIRE(f);
    fputs("{\"do\":\"" GUARD "\",\"base\":\"00", f);
    fclose(f);
    rq_walk_free(&walk);
    REQUIRE(open_service());
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":2,\"redo\":0"));
    said = ask("/api/changes", "game=1");
    CHECK(has(said, "{\"path\":\"Tag\",\"old\":\"\\\"guard\\\"\",\"new\":\"\\\"sentry\\\"\"}"));
    CHECK(has(said, "{\"path\":\"Gender\",\"old\":\"1\",\"new\":\"0\"}") &&
          has(said, "\"count\":2"));
    CHECK(has(tell("/api/apply", plan_sum(), ""), "\"files\":1"));
    CHECK(has(ask("/api/edits", "game=1"), "\"edits\":[]"));
    CHECK(has(ask("/api/form", "game=1&res=" GUARD "&limit=9"), "\"value\":\"sentry\""));
    CHECK(sum_of_game() != before);
    CHECK(has(ask("/api/records", "game=1"), "\"record\":\"000001\""));
    CHECK(has(tell("/api/restore", "game=1&record=000001", ""), "\"files\":1"));
    CHECK(sum_of_game() == before);
    close_service();
}

/* An edit after many that were undone takes their place. */
static void test_many_undone(void)
{
    enum { EDITS = 40 };
    static const char edit[] = "[{\"op\":\"set\",\"path\":\"Str\",\"value\":\"17\"}]";
    if (!start("undone"))
        SKIP("no demo");
    REQUIRE(open_service());
    for (int i = 0; i < EDITS; i++)
        tell("/api/edit", "game=1&res=" GUARD, edit);
    for (int i = 0; i < EDITS; i++)
        tell("/api/undo", "game=1&res=" GUARD, "");
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":0,\"redo\":40"));
    CHECK(has(tell("/api/edit", "game=1&res=" GUARD, edit), "\"undo\":1,\"redo\":0"));
    CHECK(has(tell("/api/edit", "game=1&res=" GUARD, edit), "\"undo\":2,\"redo\":0"));
    close_service();
}

/* An edit that the journal does not take is refused, and is not made. */
static void test_full_disk(void)
{
#if defined(__linux__)
    static const char edit[] = "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"sentry\"}]";
    char journal[700];
    struct rq_walk walk = {0};
    if (!start("full"))
        SKIP("no demo");
    REQUIRE(open_service());
    CHECK(has(tell("/api/edit", "game=1&res=" GUARD, edit), "\"undo\":1"));
    snprintf(journal, sizeof journal, "%s/journal", state);
    REQUIRE(rq_walk_add(&walk, journal, NULL) && walk.count == 1);
    REQUIRE(unlink(walk.items[0].path) == 0 && symlink("/dev/full", walk.items[0].path) == 0);
    CHECK(
        has(tell("/api/edit", "game=1&res=" GUARD, edit), "the journal of edits can't be written"));
    CHECK_INT(response.status, 500);
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":1,\"redo\":0"));
    rq_walk_free(&walk);
    close_service();
#else
    SKIP("no disk that is full");
#endif
}

static void test_new(void)
{
    if (!start("new"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    REQUIRE(open_service());
    CHECK(has(tell("/api/new", "game=1&res=override/fresh.utc", ""), "\"undo\":1"));
    CHECK(has(ask("/api/info", "game=1&res=override/fresh.utc"), "\"blueprint\":\"UTC\""));
    tell("/api/new", "game=1&res=override/fresh.utc", "");
    CHECK_INT(response.status, 409);
    CHECK(has(tell("/api/new", "game=1&res=modules/demo01.mod/twin.utc&from=" GUARD, ""),
              "\"undo\":1"));
    CHECK(has(ask("/api/form", "game=1&res=modules/demo01.mod/twin.utc&limit=2"), "\"guard\""));
    CHECK(
        has(tell("/api/edit", "game=1&res=modules/demo01.mod/keeper.utc", "[{\"op\":\"delete\"}]"),
            "\"deleted\":true"));
    ask("/api/info", "game=1&res=nowhere/x.utc");
    CHECK_INT(response.status, 404);
    const char *said = ask("/api/changes", "game=1");
    CHECK(has(said, "\"path\":\"override/fresh.utc\",\"archive\":false"));
    CHECK(has(said, "\"change\":\"removed\"") && has(said, "\"change\":\"new\""));
    CHECK(has(tell("/api/apply", plan_sum(), ""), "\"files\":2"));
    CHECK(has(ask("/api/info", "game=1&res=modules/demo01.mod/twin.utc"), "\"edited\":false"));
    ask("/api/info", "game=1&res=modules/demo01.mod/keeper.utc");
    CHECK_INT(response.status, 404);
    CHECK(has(tell("/api/restore", "game=1&record=000001", ""), "\"files\":2"));
    CHECK(sum_of_game() == before);
    /* A resource of a BIF becomes a file in Override: the BIF stays as it is. */
    tell("/api/edit", "game=1&res=chitin.key/guard.utc",
         "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"x\"}]");
    CHECK(has(ask("/api/changes", "game=1"), "\"path\":\"override/guard.utc\""));
    close_service();
}

/* A file that another program has changed is neither written nor are the edits lost. */
static void test_conflict(void)
{
    char file[700];
    struct rq_error err = {0};
    if (!start("conflict"))
        SKIP("no demo");
    snprintf(file, sizeof file, "%s/override/demo_by_hand.2da", game);
    REQUIRE(open_service());
    tell("/api/edit", "game=1&res=override/demo_by_hand.2da",
         "[{\"op\":\"set\",\"path\":\"0/label\",\"value\":\"Pier\"}]");
    CHECK_INT(response.status, 200);
    close_service();
    REQUIRE(rq_file_save(file, (struct rq_bytes){(const uint8_t *)"2DA V2.0\n", 9}, RQ_SAVE_REPLACE,
                         &err));
    uint64_t before = sum_of_game();
    REQUIRE(open_service());
    CHECK(has(ask("/api/info", "game=1&res=override/demo_by_hand.2da"), "another program"));
    CHECK_INT(response.status, 409);
    ask("/api/changes", "game=1");
    CHECK_INT(response.status, 409);
    tell("/api/apply", "game=1&sum=0", "");
    CHECK_INT(response.status, 409);
    CHECK(sum_of_game() == before);
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":1"));
    CHECK(has(tell("/api/discard", "game=1&res=override/demo_by_hand.2da", ""), "\"undo\":0"));
    close_service();
}

static void test_saves(void)
{
    static const char change[] = "[{\"path\":\"gold\",\"value\":\"5000\"}]";
    char slot[64] = "game=1&slot=1";
    if (!start("saves"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    REQUIRE(open_service());
    CHECK(has(ask("/api/slot", slot), "\"credits\": 318"));
    CHECK(
        has(tell("/api/slot-changes", slot, change), "PT_GOLD\",\"old\":\"318\",\"new\":\"5000\""));
    CHECK(sum_of_game() == before);
    tell("/api/slot-changes", slot, "[{\"path\":\"gold\",\"value\":\"lots\"}]");
    CHECK_INT(response.status, 400);
    /* Paths whose value is a file of the machine. */
    static const char *const files[] = {"screen", "player"};
    for (size_t i = 0; i < 2; i++) {
        char wish[200];
        snprintf(wish, sizeof wish, "[{\"path\":\"%s\",\"value\":\"/etc/hostname\"}]", files[i]);
        CHECK(
            has(tell("/api/slot-changes", slot, wish), "takes a file, which can't be named here"));
        CHECK_INT(response.status, 400);
    }
    CHECK(has(tell("/api/slot-apply", slot, change), "\"5000\""));
    CHECK(has(ask("/api/slot", slot), "\"credits\": 5000"));
    tell("/api/slot-restore", slot, "");
    CHECK_INT(response.status, 200);
    CHECK(has(ask("/api/slot", slot), "\"credits\": 318"));
    close_service();
}

/* ---- places and games ---- */

static int demos_made;

static bool make_demo(const char *folder, struct rq_error *err)
{
    char below[700];
    demos_made++;
    snprintf(below, sizeof below, "%s/kotor", folder);
    return rq_make_folder(below, err);
}

/* The place of this name and kind in the last answer; 0: there is none. */
static unsigned place_of(const char *name, const char *kind)
{
    char wanted[200];
    const char *text = (const char *)response.body.data;
    snprintf(wanted, sizeof wanted, "\"name\":\"%s\",\"path\":", name);
    for (const char *at = text; (at = strstr(at, "{\"place\":")); at++) {
        const char *end = strchr(at, '}'), *found = strstr(at, wanted);
        char tail[40];
        snprintf(tail, sizeof tail, "\"kind\":\"%s\"}", kind);
        const char *is = strstr(at, tail);
        if (found && found < end && is && is < end)
            return (unsigned)strtoul(at + 9, NULL, 10);
    }
    return 0;
}

static const char *place_query(unsigned number)
{
    static char query[40];
    snprintf(query, sizeof query, "place=%u", number);
    return query;
}

/* From the top down to a folder: what was opened before comes first, hidden names and files of no format do not come. */
static void test_places(void)
{
    char text[700];
    struct rq_error err = {0};
    if (!start("places"))
        SKIP("no demo");
    snprintf(text, sizeof text, "%s/.hidden", game);
    REQUIRE(rq_make_folder(text, NULL));
    snprintf(text, sizeof text, "%s/notes.zzz", game);
    REQUIRE(rq_file_save(text, (struct rq_bytes){(const uint8_t *)"x", 1}, RQ_SAVE_NEW, NULL));
    REQUIRE(open_service());
    CHECK(has(ask("/api/places", ""),
              "{\"path\":\"\",\"places\":[{\"place\":1,\"name\":\"kotor\",\"path\":"));
    CHECK_INT(place_of("kotor", "recent"), 1);
#if !defined(_WIN32) /* which drives there are, the machine says */
    CHECK_INT(place_of("/", "drive"), 2);
#endif
    char *here = rq_path_full(".");
    CHECK(here && has((const char *)response.body.data, here));
    free(here);
    unsigned home = place_of("Here", "here");
    CHECK(home >= 3);
    /* A place keeps its number. */
    ask("/api/places", "");
    CHECK_INT(place_of("Here", "here"), home);
    ask("/api/places", place_query(1));
    CHECK(place_of("..", "parent") > home);
    CHECK(place_of("override", "folder") && place_of("dialog.tlk", "file"));
    CHECK_INT(place_of("notes.zzz", "file") + place_of(".hidden", "folder"), 0);
    unsigned override = place_of("override", "folder"), parent = place_of("..", "parent");
    ask("/api/places", place_query(override));
    CHECK(place_of("types01.gff", "file") && place_of("..", "parent") == 1);
    ask("/api/places", place_query(parent));
    CHECK_INT(place_of("kotor", "folder"), 1);
#if !defined(_WIN32)
    ask("/api/places", "place=2");
    CHECK_INT(place_of("..", "parent"), 0);
#endif
    ask("/api/places", "place=999");
    CHECK_INT(response.status, 404);
    /* Opened again it has the number that it had; another is the second, and the latest of those before. */
    CHECK(has(tell("/api/open", "place=1", ""), "{\"game\":1,\"name\":\"kotor\""));
    snprintf(text, sizeof text, "{\"game\":2,\"name\":\"override\"");
    CHECK(has(tell("/api/open", place_query(override), ""), text));
    ask("/api/places", "");
    CHECK_INT(place_of("override", "recent"), override);
    CHECK(has((const char *)response.body.data, "\"places\":[{\"place\":"));
    const char *body = (const char *)response.body.data;
    CHECK(strstr(body, "\"override\"") < strstr(body, "\"kotor\""));
    CHECK_INT(rq_service_open_game(service, "no/such/path", &err), 0);
    CHECK_STR(err.text, "there is nothing at this path");
    close_service();
}

/* A file that the page sends, and the demo, which is made once. */
static void test_given(void)
{
    struct rq_error err = {0};
    if (!start("given"))
        SKIP("no demo");
    REQUIRE(open_service());
    tell("/api/demo", "", "");
    CHECK_INT(response.status, 404);
    CHECK(has(tell("/api/drop", "name=a.txi", "mipmap 0\n"), "{\"game\":2,\"name\":\"a.txi\""));
    CHECK(has(ask("/api/tree", "game=2"), "\"a.txi\""));
    close_service();
    demos_made = 0;
    service =
        rq_service_open(&(struct rq_service_options){.state = state, .make_demo = make_demo}, &err);
    REQUIRE(service);
    for (int i = 0; i < 2; i++) {
        tell("/api/demo", "", "");
        CHECK_INT(response.status, 200);
        CHECK(place_of("kotor", "demo") && place_of("redguard", "demo"));
        CHECK_INT(demos_made, 1);
    }
    close_service();
}

/* ---- scripts ---- */

#define HELLO "override/demo_hello.ncs"
#define EDIT_HELLO(kind, text)                                                                     \
    tell("/api/edit", "game=1&res=" HELLO,                                                         \
         "[{\"op\":\"compile\",\"kind\":\"" kind "\",\"text\":\"" text "\"}]")

static void test_scripts(void)
{
    if (!start("scripts"))
        SKIP("no demo");
    REQUIRE(open_service());
    CHECK(has(ask("/api/script", "game=1&res=" HELLO "&form=listing"),
              "CONSTS     \\\"The lamp is lit.\\\""));
    CHECK(has(ask("/api/script", "game=1&res=" HELLO "&form=source"),
              "PrintString(\\\"The lamp is lit.\\\");"));
    ask("/api/script", "game=1&res=" GUARD "&form=source");
    CHECK_INT(response.status, 400);
    /* Compiled into the file, in both forms. */
    EDIT_HELLO("source", "void main() { PrintString(\\\"dark\\\"); }");
    CHECK_INT(response.status, 200);
    CHECK(
        has(ask("/api/script", "game=1&res=" HELLO "&form=source"), "PrintString(\\\"dark\\\");"));
    EDIT_HELLO("listing", "RETN\\n");
    CHECK_INT(response.status, 200);
    CHECK(has(ask("/api/script", "game=1&res=" HELLO "&form=listing"), "1 instruction"));
    /* What can't be, with its place. */
    CHECK(has(EDIT_HELLO("source", "void main() {\\n int = 1; }"), "line 2, column 6"));
    CHECK_INT(response.status, 400);
    CHECK(has(EDIT_HELLO("source", "#include \\\"nothing\\\"\\nvoid main() { }"), "line 1"));
    CHECK(has(EDIT_HELLO("source", "int n() { return 1; }"), "demo_hello.ncs"));
    CHECK(has(EDIT_HELLO("source", "// \xd0\x96\\nvoid main() { }"), "cp1252"));
    CHECK(has(EDIT_HELLO("listing", "NOPE\\n"), "line 1"));
    CHECK(has(tell("/api/edit", "game=1&res=" GUARD,
                   "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":\"\"}]"),
              "is neither a compiled script (NCS) nor a map (RGM)"));
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":2,\"redo\":0"));
    close_service();
}

/* The three actors of the demo's island; one gets another script. */
static void test_soup(void)
{
    char path[700];
    struct rq_error err = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    if (!start("soup"))
        SKIP("no demo");
    snprintf(path, sizeof path, "%s/redguard", demo);
    service = rq_service_open(&(struct rq_service_options){.state = state}, &err);
    REQUIRE(service);
    REQUIRE(rq_service_open_game(service, path, &err) == 1);
    CHECK(has(ask("/api/script", "game=1&res=maps/ISLAND.RGM&form=source"), "loop {\\n"));
    CHECK(has((const char *)response.body.data,
              "{\"name\":\"PATROL\",\"text\":\"; ISLAND.RGM\\nactor"));
    CHECK(has(ask("/api/script", "game=1&res=maps/ISLAND.RGM&form=listing"), "goto "));
    static const char mill[] =
        "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":\"actor \\\"MILL\\\"\\nvar var0 = 4\\n"
        "code {\\n    var0 = var0 + 77\\n    return\\n}\\n\"}]";
    tell("/api/edit", "game=1&res=maps/ISLAND.RGM", mill);
    CHECK_INT(response.status, 200);
    CHECK(has(ask("/api/script", "game=1&res=maps/ISLAND.RGM&form=source"), "+ 77\\n"));
    CHECK(has(tell("/api/edit", "game=1&res=maps/ISLAND.RGM",
                   "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":\"actor \\\"MILL\\\"\\ncode "
                   "{\\n frob(\\n}\\n\"}]"),
              "line 3, column 2: no function is named frob"));
    close_service();
}

/* Several files at once: all or none, undone together, also by a program that was started since. */
static void test_groups(void)
{
    static const char two[] =
        "[{\"res\":\"" GUARD "\",\"ops\":[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"a\"},"
        "{\"op\":\"set\",\"path\":\"Str\",\"value\":\"12\"}]},"
        "{\"res\":\"modules/demo01.mod/keeper.utc\",\"ops\":"
        "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"a\"}]}]";
    static const char bad[] =
        "[{\"res\":\"" GUARD "\",\"ops\":[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"b\"}]},"
        "{\"res\":\"modules/demo01.mod/keeper.utc\",\"ops\":"
        "[{\"op\":\"set\",\"path\":\"Str\",\"value\":\"300\"}]}]";
    if (!start("groups"))
        SKIP("no demo");
    REQUIRE(open_service());
    CHECK(has(tell("/api/edit-all", "game=1", two), "\"undo\":2,\"redo\":0"));
    tell("/api/edit-all", "game=1", bad);
    CHECK_INT(response.status, 400);
    tell("/api/edit-all", "game=1", "[]");
    CHECK_INT(response.status, 400);
    tell("/api/edit-all", "game=1", "[{\"res\":\"no.utc\",\"ops\":[]}]");
    CHECK_INT(response.status, 404);
    /* The last edit of the one file is of its own: the group can't be undone before it. */
    tell("/api/edit", "game=1&res=" GUARD, "[{\"op\":\"set\",\"path\":\"Str\",\"value\":\"9\"}]");
    CHECK(has(tell("/api/undo", "game=1&res=modules/demo01.mod/keeper.utc", ""), "edited since"));
    CHECK_INT(response.status, 400);
    CHECK(has(tell("/api/undo", "game=1&res=" GUARD, ""), "\"undo\":2,\"redo\":1"));
    close_service();
    REQUIRE(open_service());
    CHECK(has(tell("/api/undo", "game=1&res=modules/demo01.mod/keeper.utc", ""),
              "\"others\":1,\"undo\":0,\"redo\":1"));
    CHECK(has(ask("/api/form", "game=1&res=" GUARD "&limit=9"), "\"value\":\"guard\""));
    CHECK(has(tell("/api/redo", "game=1&res=" GUARD, ""), "\"others\":1,\"undo\":2"));
    CHECK(has(ask("/api/form", "game=1&res=modules/demo01.mod/keeper.utc&limit=9"), "\"a\""));
    close_service();
}

/* A GLB in place of a model: both files of the pair are replaced, and are read as a pair before they are written. */
static void test_import(void)
{
    if (!start("import"))
        SKIP("no demo");
    REQUIRE(open_service());
    ask("/api/file", "game=1&res=override/demo_saber.mdl&to=glb");
    REQUIRE(response.status == 200 && response.body.size > 100);
    struct rq_out glb = {0};
    rq_put(&glb, response.body.data, response.body.size - 1);
    struct rq_request request = {RQ_POST, "/api/import", "game=1&res=override/demo_guard.mdl",
                                 rq_out_bytes(&glb)};
    rq_response_free(&response);
    rq_service_answer(service, &request, &response);
    rq_put8(&response.body, 0);
    const char *said = (const char *)response.body.data;
    CHECK(has(said, "\"res\":\"override/demo_guard.mdl\"") &&
          has(said, "\"res\":\"override/demo_guard.mdx\""));
    rq_out_free(&glb);
    ask("/api/file", "game=1&res=override/demo_guard.mdl&to=glb");
    CHECK_INT(response.status, 200);
    CHECK(has(ask("/api/changes", "game=1"), "\"path\":\"override/demo_guard.mdx\""));
    CHECK(has(tell("/api/undo", "game=1&res=override/demo_guard.mdl", ""), "\"others\":1"));
    tell("/api/import", "game=1&res=override/demo_guard.mdl", "no model");
    CHECK_INT(response.status, 422);
    close_service();
}

/* What was converted is kept until an edit: the next answer has it. */
static void test_made(void)
{
    static const char crest[] = "game=1&res=override/demo_crest.tpc&name=demo_crest.png";
    if (!start("made"))
        SKIP("no demo");
    REQUIRE(open_service());
    ask("/api/file", crest);
    uint64_t first = rq_sum(0, response.body.data, response.body.size);
    size_t size = response.body.size;
    ask("/api/file", crest);
    CHECK(rq_sum(0, response.body.data, response.body.size) == first);
    ask("/api/file", "game=1&res=override/demo_crest.tpc&name=no.png");
    CHECK_INT(response.status, 404);
    /* 128 by 128 has 8 levels. */
    const char *names = ask("/api/made", "game=1&res=override/demo_crest.tpc&levels=1");
    size_t count = 0;
    for (const char *at = names; (at = strstr(at, ".png\"")); at++)
        count++;
    CHECK_INT(count, 8);
    ask("/api/file", "game=1&res=override/demo_by_hand.2da&to=csv");
    tell("/api/edit", "game=1&res=override/demo_by_hand.2da",
         "[{\"op\":\"set\",\"path\":\"0/label\",\"value\":\"Pier\"}]");
    CHECK(has(ask("/api/file", "game=1&res=override/demo_by_hand.2da&to=csv"), "Pier"));
    tell("/api/undo", "game=1&res=override/demo_by_hand.2da", "");
    CHECK(has(ask("/api/file", "game=1&res=override/demo_by_hand.2da&to=csv"), "Harbour"));
    ask("/api/render", "game=1&res=override/demo_guard.mdl&size=64");
    /* PNG: width and height stand at 16 and 20, high byte first. */
    CHECK_STR(response.type, "image/png");
    CHECK_MEM(response.body.data + 16, 8, "\0\0\0\x40\0\0\0\x40", 8);
    ask("/api/render", "game=1&res=override/demo_guard.mdl&size=5000");
    CHECK_INT(response.status, 400);
    CHECK(size > 100);
    close_service();
}

static void test_machines(void)
{
    if (!start("machines"))
        SKIP("no demo");
    REQUIRE(open_service());
    const char *said = tell("/api/run", "game=1&res=override/demo_asks.ncs", "");
    CHECK_INT(response.status, 200);
    CHECK(has(said, "\"trace\":[\"0x000d") && has(said, "\"faults\":0,") &&
          has(said, "\"world\":{"));
    tell("/api/run", "game=1&res=override/demo_asks.ncs", "{\"nothing\":1}");
    CHECK(response.status >= 400);
    tell("/api/run", "game=1&res=" GUARD, "");
    CHECK_INT(response.status, 400);
    /* The same seed gives the same names; the answer has the one to go on with. */
    char names[4000];
    snprintf(names, sizeof names, "%s", ask("/api/name", "game=1&res=" LETTERS "&seed=7&count=3"));
    CHECK(has(names, "{\"names\":[\"") && !strstr(names, "\"seed\":7}"));
    CHECK_STR(ask("/api/name", "game=1&res=" LETTERS "&seed=7&count=3"), names);
    close_service();
    name_folders("machines-redguard", "redguard");
    REQUIRE(copy_demo("redguard", game) && open_service());
    CHECK(has(tell("/api/run", "game=1&res=maps/ISLAND.RGM&actor=PATROL&ticks=50", ""),
              "\"trace\":[\"t0 #"));
    tell("/api/run", "game=1&res=maps/ISLAND.RGM&actor=NOBODY", "");
    CHECK_INT(response.status, 404);
    tell("/api/run", "game=1&res=maps/ISLAND.RGM&actor=PATROL%231&ticks=5", "");
    CHECK_INT(response.status, 200);
    tell("/api/run", "game=1&res=maps/ISLAND.RGM&actor=PATROL%232", ""); /* there is one alone */
    CHECK_INT(response.status, 404);
    CHECK(has(ask("/api/play", "game=1&res=maps/ISLAND.RGM"), "{\"actor\":\"PATROL\""));
    CHECK(has(ask("/api/play", "game=1&res=maps/ISLAND.RGM&actor=PATROL"), "\"group\":"));
    CHECK(has(ask("/api/play", "game=1&res=maps/ISLAND.RGM&actor=PATROL&group=0"), "\"steps\":["));
    const char *cells = ask("/api/pvo", "game=1&res=maps/ISLAND.PVO");
    CHECK(has(cells, "\"cells\":[[0,0,"));
    CHECK(has(ask("/api/seen", "game=1&res=maps/ISLAND.PVO&x=0&y=0&z=0"), "\"depth\":"));
    close_service();
}

/* The rows of an answer: those of notes are [offset, ...], those of forms {"path": ...}. */
static size_t count_rows(const char *text)
{
    size_t count = 0;
    bool quoted = false;
    for (const char *at = text; *at; at++) {
        if (quoted && *at == '\\')
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted)
            count += (*at == '[' && at[1] >= '0' && at[1] <= '9') || strncmp(at, "{\"path\":", 8) == 0;
    }
    return count;
}

/* Pieces of a list: how many rows an answer has, and where the next begins; 0: it is the last. */
static size_t rows_of(const char *path, size_t from, size_t limit, size_t *next)
{
    char query[200];
    snprintf(query, sizeof query, "game=1&res=" GUARD "&from=%zu&limit=%zu", from, limit);
    const char *text = ask(path, query), *at = strstr(text, "\"next\":");
    CHECK_INT(response.status, 200);
    *next = at ? strtoul(at + 7, NULL, 10) : 0;
    return count_rows(text);
}

static void check_pieces(const char *path)
{
    size_t next, all = rows_of(path, 0, 100000, &next);
    CHECK(all > 20 && !next);
    CHECK(rows_of(path, 0, all, &next) == all && next == 0);
    CHECK(rows_of(path, 0, all - 1, &next) == all - 1 && next == all - 1);
    CHECK(rows_of(path, 0, all + 1, &next) == all && next == 0);
    CHECK(rows_of(path, all - 1, 1, &next) == 1 && next == 0);
    CHECK(rows_of(path, all - 2, 1, &next) == 1 && next == all - 1);
    CHECK(rows_of(path, all, 1, &next) == 0 && next == 0);
    CHECK(rows_of(path, all + 2, 1, &next) == 0 && next == 0);
    CHECK(rows_of(path, 0, 1, &next) == 1 && next == 1);
    CHECK_INT(rows_of(path, 0, 0, &next), 0);
}

/* The length of what /api/bytes gives of the file of 1421 bytes. */
static size_t bytes_of(const char *piece)
{
    char query[200];
    snprintf(query, sizeof query, "game=1&res=" GUARD "%s", piece);
    ask("/api/bytes", query);
    CHECK_INT(response.status, 200);
    return response.body.size - 1; /* ask puts a zero byte behind it */
}

static void test_pieces(void)
{
    if (!start("pieces"))
        SKIP("no demo");
    REQUIRE(open_service());
    check_pieces("/api/form");
    check_pieces("/api/notes");
    size_t all = bytes_of("");
    CHECK_INT(all, 1421);
    CHECK_INT(bytes_of("&from=1420"), 1);
    CHECK_INT(bytes_of("&from=1421"), 0);
    CHECK_INT(bytes_of("&from=1422"), 0);
    CHECK_INT(bytes_of("&limit=1420"), 1420);
    CHECK_INT(bytes_of("&limit=1421"), 1421);
    CHECK_INT(bytes_of("&limit=1422"), 1421);
    CHECK_INT(bytes_of("&from=1419&limit=2"), 2);
    CHECK_INT(bytes_of("&from=1419&limit=3"), 2);
    /* A number has at most 18 digits; what has more is none, and is as if it was not there. */
    CHECK_INT(bytes_of("&limit=000000000000000001"), 1);
    CHECK_INT(bytes_of("&limit=0000000000000000001"), 1421);
    CHECK_INT(bytes_of("&limit=1x"), 1421);
    CHECK_INT(count_of(ask("/api/name", "game=1&res=" LETTERS "&count=0"), "\""), 4);
    CHECK(has((const char *)response.body.data, "{\"names\":[],\"seed\":1}"));
    CHECK_INT(count_of(ask("/api/name", "game=1&res=" LETTERS "&count=1"), "\""), 6);
    CHECK_INT(count_of(ask("/api/name", "game=1&res=" LETTERS), "\""), 4 + 2 * 20);
    CHECK_INT(count_of(ask("/api/name", "game=1&res=" LETTERS "&count=1000"), "\""), 2004);
    CHECK_INT(count_of(ask("/api/name", "game=1&res=" LETTERS "&count=1001"), "\""), 2004);
    CHECK_STR(ask("/api/talk", "game=1&strref=4294967295,4294967294,4294967298,x"), "{}");
    close_service();
}

/* What a query may say: digits of both cases, up to the neighbours of each in ASCII; no control characters. */
static void test_queries(void)
{
    static const char *const broken[] = {"%4/", "%4:", "%4@", "%4G", "%4%60", "%4g", "%/4",
                                         "%g4", "%1f", "%7f", "%4",  "%",     "%80", "%C3"};
    char query[60];
    if (!start("queries"))
        SKIP("no demo");
    REQUIRE(open_service());
    CHECK(has(tell("/api/drop", "name=%4A%4a%6F%6f%39%30+%7E%20%C3%A9.txi", "mipmap 0\n"),
              "\"name\":\"JJoo90 ~ \xC3\xA9.txi\""));
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        snprintf(query, sizeof query, "name=%s.txi", broken[i]);
        tell("/api/drop", query, "mipmap 0\n");
        if (!CHECK_INT(response.status, 400) ||
            !CHECK(has((const char *)response.body.data, "is not percent-encoded UTF-8")))
            fprintf(stderr, "  %s\n", broken[i]);
    }
    /* 12 parameters, and not 13. The first of a name counts. */
    CHECK(has(ask("/api/field", "kind=UTC&path=Gender&path=Str&d&e&f&g&h&i&j&k&l"),
              "[\"1\",\"female\"]"));
    CHECK_INT(response.status, 200);
    CHECK(has(ask("/api/field", "kind=UTC&path=Gender&c&d&e&f&g&h&i&j&k&l&m"),
              "has more than 12 parameters"));
    CHECK_INT(response.status, 400);
    /* Numbers of places and slots begin with 1 and end with the last. */
    ask("/api/places", "");
    CHECK_INT(ask("/api/places", "place=1") ? response.status : 0, 200);
    CHECK_INT(ask("/api/places", "place=0") ? response.status : 0, 404);
    CHECK_INT(ask("/api/slot", "game=1&slot=0") ? response.status : 0, 404);
    size_t slots = count_of(ask("/api/slots", "game=1"), "\"slot\":");
    CHECK_INT(slots, 4);
    for (size_t i = 1; i <= slots + 1; i++) {
        snprintf(query, sizeof query, "game=1&slot=%zu", i);
        CHECK_INT(ask("/api/slot", query) ? response.status : 0, i <= slots ? 200 : 404);
    }
    close_service();
}

/* The latest 20 places are kept, the last first, each once. */
static void test_recent(void)
{
    char file[700], text[800] = "";
    if (!start("recent"))
        SKIP("no demo");
    char *full = rq_path_full(game); /* with the drive, where there are some */
    REQUIRE(full && open_service());
    close_service();
    snprintf(file, sizeof file, "%s/recent.txt", state);
    for (unsigned lines = 18; lines < 22; lines++) {
        struct rq_map map;
        for (unsigned i = 0, at = 0; i < lines; i++)
            at += (unsigned)snprintf(text + at, sizeof text - at, "/no/such/%02u\n", i);
        REQUIRE(rq_file_save(file, (struct rq_bytes){(const uint8_t *)text, strlen(text)},
                             RQ_SAVE_REPLACE, NULL));
        REQUIRE(open_service());
        close_service();
        REQUIRE(rq_map_open(&map, file, NULL));
        unsigned kept = 0;
        for (size_t i = 0; i < map.bytes.size; i++)
            kept += map.bytes.data[i] == '\n';
        CHECK_INT(kept, lines < 19 ? lines + 1 : 20);
        CHECK(map.bytes.size > strlen(full) + 14 &&
              memcmp(map.bytes.data, full, strlen(full)) == 0 &&
              memcmp(map.bytes.data + strlen(full), "\n/no/such/00\n", 13) == 0);
        rq_map_close(&map);
    }
    free(full);
}

/* What changes shows of texts: those of fewer than 2000 letters with their quotes. */
static void test_long_changes(void)
{
    static char body[2200];
    if (!start("long-changes"))
        SKIP("no demo");
    REQUIRE(open_service());
    for (int size = 1996; size < 2000; size++) {
        snprintf(body, sizeof body, "[{\"op\":\"set\",\"path\":\"Comment\",\"value\":\"%0*d\"}]",
                 size, 0);
        tell("/api/edit", "game=1&res=" GUARD, body);
        CHECK_INT(response.status, 200);
        const char *said = ask("/api/changes", "game=1");
        CHECK(has(said, "\"path\":\"Comment\""));
        CHECK_INT(count_of(said, "\"new\":"), size + 2 < 2000);
        tell("/api/undo", "game=1&res=" GUARD, "");
    }
    close_service();
}

/* A picture has 1 to 1024 pixels a side; 160 without a word. */
static void test_pictures(void)
{
    static const struct {
        const char *size;
        uint32_t pixels;
    } rows[] = {{"", 160}, {"&size=1", 1}, {"&size=1024", 1024}};
    char query[100];
    if (!start("pictures"))
        SKIP("no demo");
    REQUIRE(open_service());
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(query, sizeof query, "game=1&res=override/demo_table.mdl%s", rows[i].size);
        ask("/api/render", query);
        CHECK_INT(response.status, 200);
        REQUIRE(response.body.size > 24);
        CHECK_INT(rq_get32be(response.body.data + 16), rows[i].pixels);
        CHECK_INT(rq_get32be(response.body.data + 20), rows[i].pixels);
    }
    for (int i = 0; i < 2; i++) {
        CHECK(has(ask("/api/render", i ? "game=1&res=override/demo_table.mdl&size=1025"
                                       : "game=1&res=override/demo_table.mdl&size=0"),
                  "is from 1 to 1024"));
        CHECK_INT(response.status, 400);
    }
    close_service();
}

/* ---- the cache ---- */

/* One file of `size` zeros under a key. */
static bool keep_zeros(struct made_cache *cache, const char *key, size_t size)
{
    struct made made = {0};
    uint8_t *zeros = calloc(size ? size : 1, 1);
    bool fine = zeros && made_add(&made, "x.png", (struct rq_bytes){zeros, size});
    if (fine)
        made_keep(cache, key, &made);
    free(zeros);
    return fine;
}

/* It holds so many conversions and bytes, and what was used last. */
static void test_cache(void)
{
    static struct made_cache cache;
    char key[16];
    for (size_t i = 0; i <= MADE_ENTRIES; i++) {
        snprintf(key, sizeof key, "%zu", i);
        CHECK(keep_zeros(&cache, key, 10));
        CHECK(made_find(&cache, "0")); /* used each time */
    }
    CHECK(!made_find(&cache, "1") && made_find(&cache, "2") && made_find(&cache, key));
    /* The same twice is one. */
    CHECK(keep_zeros(&cache, key, 10) && made_find(&cache, key)->count == 1);
    CHECK(keep_zeros(&cache, "a", MADE_BYTES / 2) && keep_zeros(&cache, "b", MADE_BYTES / 2));
    CHECK(made_find(&cache, "a") && made_find(&cache, "b") && !made_find(&cache, key));
    CHECK(keep_zeros(&cache, "c", MADE_BYTES / 2) && !made_find(&cache, "a"));
    CHECK(made_find(&cache, "b") && made_find(&cache, "c"));
    CHECK(keep_zeros(&cache, "e", MADE_BYTES) && made_find(&cache, "e") && !made_find(&cache, "c"));
    CHECK(!keep_zeros(&cache, "d", MADE_BYTES + 1) && !made_find(&cache, "d"));
    made_close(&cache);
}

/* ---- mods ---- */

/* The number of the place of a name in the last answer. */
static unsigned place_named(const char *name)
{
    char end[80];
    const char *text = (const char *)response.body.data;
    snprintf(end, sizeof end, "\"name\":\"%s\"", name);
    const char *at = strstr(text, end);
    while (at && at > text && strncmp(at, "\"place\":", 8) != 0)
        at--;
    return at ? (unsigned)strtoul(at + 8, NULL, 10) : 0;
}

static bool save_text(const char *folder, const char *name, const char *text)
{
    char path[800];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return rq_make_folder(folder, NULL) &&
           rq_file_save(path, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, RQ_SAVE_NEW,
                        NULL);
}

/* A mod as TSLPatcher has it: one file for Override. */
static void test_mods(void)
{
    char data[700], query[120], other[120];
    if (!start("mods"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    snprintf(data, sizeof data, "%s/mod/tslpatchdata", root);
    REQUIRE(save_text(data, "note.txt", "a note"));
    REQUIRE(
        save_text(data, "changes.ini",
                  "[Settings]\nWindowCaption=A note\n\n[InstallList]\ninstall_folder0=Override\n\n"
                  "[install_folder0]\nFile0=note.txt\n"));
    snprintf(data, sizeof data, "%s/other/tslpatchdata", root);
    REQUIRE(save_text(data, "note.txt", "another note"));
    REQUIRE(save_text(data, "changes.ini",
                      "[InstallList]\nf0=Override\n\n[f0]\nReplace0=note.txt\n\n[GFFList]\n"
                      "File0=guard.utc\n\n[guard.utc]\n!Destination=modules\\demo01.mod\nTag=y\n"));
    REQUIRE(open_service());
    ask("/api/places", "");
    snprintf(query, sizeof query, "place=%u", place_named("kotor"));
    ask("/api/places", query);
    snprintf(query, sizeof query, "place=%u", place_named(".."));
    ask("/api/places", query);
    snprintf(query, sizeof query, "game=1&place=%u", place_named("mod"));
    snprintf(other, sizeof other, "game=1&place=%u", place_named("other"));
    const char *plan = ask("/api/mod", query);
    CHECK(has(plan, "\"title\":\"A note\"") &&
          has(plan, "{\"path\":\"override/note.txt\",\"change\":\"new\",\"earlier\":[]}"));
    CHECK(sum_of_game() == before);
    char install[180];
    const char *sum = strstr(plan, "\"sum\":\"");
    snprintf(install, sizeof install, "%s&sum=%.16s", query, sum ? sum + 7 : "");
    /* Edits that are not applied may be of the same files. */
    tell("/api/edit", "game=1&res=" GUARD, "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"x\"}]");
    tell("/api/mod-install", install, "");
    CHECK_INT(response.status, 409);
    /* And the plan shows which. */
    CHECK(count_of(ask("/api/mod", query), "\"conflict\":true") == 0);
    plan = ask("/api/mod", other);
    CHECK(has(plan, "{\"res\":\"" GUARD "\",\"part\":\"Tag\"") &&
          count_of(plan, "\"conflict\":true") == 1);
    tell("/api/discard", "game=1&res=" GUARD, "");
    CHECK(count_of(ask("/api/mod", other), "\"conflict\":true") == 0);
    strcat(query, "&sum=0");
    tell("/api/mod-install", query, "");
    CHECK_INT(response.status, 409);
    CHECK(sum_of_game() == before);
    tell("/api/mod-install", install, "");
    CHECK_INT(response.status, 200);
    CHECK(sum_of_game() != before);
    CHECK(has(ask("/api/mods", "game=1"), "\"title\":\"A note\""));
    tell("/api/mod-install", install, "");
    CHECK_INT(response.status, 409);
    /* What another change has written before is told. */
    CHECK(has(ask("/api/mod", other), "\"earlier\":[\""));
    tell("/api/mod-undo", "game=1&record=../x", "");
    CHECK(response.status >= 400);
    CHECK(has(tell("/api/mod-undo", "game=1&record=000001", ""), "\"title\":\"A note\""));
    CHECK(sum_of_game() == before);
    tell("/api/mod", "game=1&place=4000", "");
    CHECK_INT(response.status, 405);
    ask("/api/mod", "game=1&place=4000");
    CHECK_INT(response.status, 404);
    close_service();
}

/* A mod that may not be installed, and one that changes nothing, are refused with the reason. */
static void test_stopped_mods(void)
{
    char data[700], query[120];
    static const struct {
        const char *ini, *message;
        int status;
    } mods[] = {
        {"[Settings]\nRequired=none.txt\n[InstallList]\nf0=Override\n[f0]\nFile0=note.txt\n",
         "its messages say why nothing may be written", 409},
        {"[Settings]\nWindowCaption=x\n", "changes nothing", 400}};
    if (!start("stopped"))
        SKIP("no demo");
    uint64_t before = sum_of_game();
    for (size_t i = 0; i < 2; i++) {
        snprintf(data, sizeof data, "%s/mod%zu/tslpatchdata", root, i);
        REQUIRE(save_text(data, "note.txt", "a note") &&
                save_text(data, "changes.ini", mods[i].ini));
    }
    REQUIRE(open_service());
    for (size_t i = 0; i < 2; i++) {
        char name[8], install[180];
        snprintf(name, sizeof name, "mod%zu", i);
        ask("/api/places", "");
        snprintf(query, sizeof query, "place=%u", place_named("kotor"));
        ask("/api/places", query);
        snprintf(query, sizeof query, "place=%u", place_named(".."));
        ask("/api/places", query);
        snprintf(query, sizeof query, "game=1&place=%u", place_named(name));
        const char *sum = strstr(ask("/api/mod", query), "\"sum\":\"");
        snprintf(install, sizeof install, "%s&sum=%.16s", query, sum ? sum + 7 : "");
        CHECK(has(tell("/api/mod-install", install, ""), mods[i].message));
        CHECK_INT(response.status, mods[i].status);
    }
    CHECK(sum_of_game() == before);
    close_service();
}

/* Words of a journal that say nothing, or something of a file without edits, are passed over. */
static void test_odd_journal(void)
{
    static const char *const words[] = {
        "{\"undo\":\"" GUARD "\"}\n",  "{\"redo\":\"" GUARD "\"}\n", "{\"undo\":\"no.utc\"}\n",
        "{\"discard\":\"no.utc\"}\n",  "{\"fly\":\"" GUARD "\"}\n",  "{\"do\":\"\"}\n",
        "{\"applying\":\"no.utc\"}\n", "{\"redo\":\"" GUARD "\"}\n"};
    char journal[700];
    struct rq_walk walk = {0};
    if (!start("odd-journal"))
        SKIP("no demo");
    REQUIRE(open_service());
    tell("/api/edit", "game=1&res=" GUARD,
         "[{\"op\":\"set\",\"path\":\"Tag\",\"value\":\"sentry\"}]");
    close_service();
    snprintf(journal, sizeof journal, "%s/journal", state);
    REQUIRE(rq_walk_add(&walk, journal, NULL) && walk.count == 1);
    FILE *f = fopen(walk.items[0].path, "ab");
    rq_walk_free(&walk);
    REQUIRE(f);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        fputs(words[i], f);
    fclose(f);
    REQUIRE(open_service());
    CHECK(has(ask("/api/edits", "game=1"), "\"undo\":1,\"redo\":0"));
    CHECK(has(ask("/api/form", "game=1&res=" GUARD "&limit=9"), "\"value\":\"sentry\""));
    close_service();
}

/* Includes and nwscript.nss come from the game. */
static void test_includes(void)
{
    char folder[700];
    if (!start("includes"))
        SKIP("no demo");
    snprintf(folder, sizeof folder, "%s/override", game);
    REQUIRE(save_text(folder, "t_far.nss", "int far() { return 3; }\n"));
    REQUIRE(open_service());
    tell("/api/edit", "game=1&res=override/demo_asks.ncs",
         "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":"
         "\"#include \\\"t_far\\\"\\nvoid main() { int n = far(); }\\n\"}]");
    CHECK_INT(response.status, 200);
    CHECK(has(tell("/api/edit", "game=1&res=override/demo_asks.ncs",
                   "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":"
                   "\"#include \\\"t_near\\\"\\nvoid main() { }\\n\"}]"),
              "line 1"));
    CHECK_INT(response.status, 400);
    close_service();
    /* A game's own nwscript.nss counts: it has one routine, and no other. */
    REQUIRE(save_text(folder, "nwscript.nss", "// 0\nint Answer();\n"));
    REQUIRE(open_service());
    tell("/api/edit", "game=1&res=override/demo_asks.ncs",
         "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":"
         "\"void main() { int n = Answer(); }\\n\"}]");
    CHECK_INT(response.status, 200);
    CHECK(has(tell("/api/edit", "game=1&res=override/demo_asks.ncs",
                   "[{\"op\":\"compile\",\"kind\":\"source\",\"text\":"
                   "\"void main() { int n = Random(3); }\\n\"}]"),
              "Random"));
    CHECK_INT(response.status, 400);
    close_service();
}

TESTS(test_refusals, test_reading, test_edits, test_many_undone, test_full_disk, test_new,
      test_conflict, test_saves, test_places, test_given, test_scripts, test_soup, test_groups,
      test_import, test_made, test_machines, test_mods, test_stopped_mods, test_odd_journal,
      test_includes, test_cache, test_pieces, test_queries, test_recent, test_long_changes,
      test_pictures)
