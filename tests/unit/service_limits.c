/* Lists of the service that are cut: the last that is given, and one more. The files are texts of so many rows, in a
 * folder of their own; the mods are installed on a copy of the demo. */
#include "core/file.h"
#include "core/fs.h"
#include "core/sum.h"
#include "service/service.h"
#include "support/check.h"
#include "support/demo_copy.h"

static char root[512], game[600], state[600];
static struct rq_service *service;
static struct rq_response response;

/* ---- a game of its own ---- */

static void name_folders(const char *name)
{
    snprintf(root, sizeof root, "%s/service-%s", RQ_BUILD_DIR, name);
    snprintf(game, sizeof game, "%s/game", root);
    snprintf(state, sizeof state, "%s/state", root);
    rq_fs_remove(root);
}

/* Writes a file below the folder of the test, and frees its text. */
static bool put_text(const char *name, struct rq_out *text)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", root, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    bool fine = rq_make_folder(path, NULL);
    *slash = '/';
    fine = fine && !text->failed && check_write(path, text->data, text->size);
    rq_out_free(text);
    return CHECK(fine);
}

/* A table of one column with so many rows of one word. */
static bool put_table(const char *name, size_t rows, const char *word)
{
    struct rq_out text = {0};
    rq_put_str(&text, "2DA V2.0\n\n a\n");
    for (size_t i = 0; i < rows; i++)
        rq_putf(&text, "%zu %s\n", i, word);
    return put_text(name, &text);
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

/* ---- asking ---- */

/* The body as text; "" when there is none. */
static const char *ask_with(enum rq_method method, const char *path, const char *query,
                            struct rq_bytes body)
{
    struct rq_request request = {method, path, query, body};
    rq_response_free(&response);
    rq_service_answer(service, &request, &response);
    rq_put8(&response.body, 0);
    CHECK_INT(response.status, 200);
    return response.body.failed ? "" : (const char *)response.body.data;
}

static const char *ask(const char *path, const char *query)
{
    return ask_with(RQ_GET, path, query, (struct rq_bytes){0});
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0, size = strlen(part);
    for (const char *at = text; (at = strstr(at, part)); at += size)
        count++;
    return count;
}

/* The number of the last "key": in a text; 0: there is none. */
static size_t number_of(const char *text, const char *key)
{
    size_t number = 0;
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"%s\":", key);
    for (const char *at = text; (at = strstr(at, wanted));) {
        at += strlen(wanted);
        number = strtoul(at, NULL, 10);
    }
    return number;
}

/* ---- tests ---- */

/* A form has 2,000 rows, and says where the next begins; a 2DA has a value for each cell and each label. */
static void test_forms(void)
{
    name_folders("limits-forms");
    REQUIRE(put_table("game/a.2da", 3, "x"));
    REQUIRE(open_service());
    size_t few = count_of(ask("/api/form", "game=1&res=a.2da"), "{\"path\":"), rows;
    close_service();
    REQUIRE(few >= 3 && few % 3 == 0); /* so many for each row */
    for (rows = 2000 / (few / 3) - 1; rows <= 2000 / (few / 3) + 1; rows++) {
        size_t all = rows * (few / 3);
        REQUIRE(put_table("game/a.2da", rows, "x"));
        REQUIRE(open_service());
        const char *text = ask("/api/form", "game=1&res=a.2da");
        CHECK_INT(count_of(text, "{\"path\":"), all < 2000 ? all : 2000);
        CHECK_INT(number_of(text, "next"), all > 2000 ? 2000 : 0);
        text = ask("/api/form", "game=1&res=a.2da&from=2000");
        CHECK_INT(count_of(text, "{\"path\":"), all > 2000 ? all - 2000 : 0);
        CHECK_INT(number_of(text, "next"), 0);
        close_service();
    }
}

/* So are the bytes of a file: 5,000 rows, each with its place. */
static void test_notes(void)
{
    name_folders("limits-notes");
    REQUIRE(put_table("game/a.2da", 6000, "x"));
    REQUIRE(open_service());
    size_t all = 0, next = 0;
    char query[80];
    do {
        snprintf(query, sizeof query, "game=1&res=a.2da&from=%zu", next);
        const char *text = ask("/api/notes", query);
        size_t rows = count_of(text, "\"]");
        all += rows;
        CHECK_INT(number_of(text, "next"), rows == 5000 ? next + 5000 : 0);
        next = number_of(text, "next");
    } while (next);
    CHECK(all > 6000);
    close_service();
}

/* Of the differences of an edit 500 are told, and how many there are. */
static void test_differences(void)
{
    name_folders("limits-differences");
    REQUIRE(put_table("game/a.2da", 600, "x"));
    REQUIRE(open_service());
    for (size_t count = 499; count <= 501; count++) {
        struct rq_out body = {0};
        for (size_t i = 0; i < count; i++)
            rq_putf(&body, "%s{\"op\":\"set\",\"path\":\"%zu/a\",\"value\":\"y\"}", i ? "," : "[",
                    i);
        rq_put8(&body, ']');
        ask_with(RQ_POST, "/api/edit", "game=1&res=a.2da", rq_out_bytes(&body));
        rq_out_free(&body);
        const char *text = ask("/api/changes", "game=1");
        CHECK_INT(count_of(text, "\"old\":\"\\\"x\\\"\",\"new\":\"\\\"y\\\"\""),
                  count < 500 ? count : 500);
        CHECK_INT(number_of(text, "count"), count);
        ask_with(RQ_POST, "/api/discard", "game=1&res=a.2da", (struct rq_bytes){0});
    }
    close_service();
}

/* All hits of one word, piece by piece; *mixed: a piece with 200 or more of them goes on to the next file. */
static size_t search_all(const char *word, bool *mixed)
{
    size_t all = 0, next = 1;
    *mixed = false;
    for (int piece = 0; next && piece < 100; piece++) {
        char query[80];
        snprintf(query, sizeof query, "game=1&q=%s&from=%zu", word, next);
        const char *text = ask("/api/search", query);
        size_t hits = count_of(text, "\"path\":"), first = count_of(text, "\"res\":\"a.2da\"");
        all += hits;
        *mixed = *mixed || (first >= 200 && hits > first);
        next = number_of(text, "next");
    }
    return all;
}

/* Of one file 1,000 hits are told. A piece that has 200 ends with the file. */
static void test_hits(void)
{
    static const size_t counts[] = {199, 200, 201, 999, 1000, 1001};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        bool mixed;
        name_folders("limits-hits");
        REQUIRE(put_table("game/a.2da", counts[i], "lantern"));
        REQUIRE(put_table("game/b.2da", 1, "lantern"));
        REQUIRE(open_service());
        CHECK_INT(search_all("lantern", &mixed), (counts[i] < 1000 ? counts[i] : 1000) + 1);
        CHECK(!mixed);
        close_service();
    }
}

/* A layout names the models of its rooms, of which the game has none: 1,000 of them, and where the next begins. */
static void test_missing(void)
{
    for (size_t rooms = 999; rooms <= 1001; rooms++) {
        struct rq_out text = {0};
        name_folders("limits-missing");
        rq_putf(&text, "filedependancy a\r\nbeginlayout\r\n   roomcount %zu\r\n", rooms);
        for (size_t i = 0; i < rooms; i++)
            rq_putf(&text, "      room%05zu 0.0 0.0 0.0\r\n", i);
        rq_put_str(&text, "   trackcount 0\r\n   obstaclecount 0\r\n   doorhookcount 0\r\n");
        rq_put_str(&text, "donelayout\r\n");
        REQUIRE(put_text("game/override/a.lyt", &text));
        rq_put_str(&text, "x");
        REQUIRE(put_text("game/swkotor.exe", &text));
        REQUIRE(open_service());
        const char *said = ask("/api/missing", "game=1");
        size_t told = count_of(said, "\"res\":\"override/a.lyt\""), next = number_of(said, "next");
        CHECK_INT(told, rooms < 1000 ? rooms : 1000);
        CHECK(rooms < 1000 ? next == 0 : next > 0);
        size_t more = 0;
        if (next) {
            char query[60];
            snprintf(query, sizeof query, "game=1&from=%zu", next);
            more = count_of(ask("/api/missing", query), "\"res\":\"override/a.lyt\"");
            CHECK_INT(number_of((const char *)response.body.data, "next"), 0);
        }
        CHECK_INT(told + more, rooms);
        close_service();
    }
}

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

/* The plan of the mod in a folder beside the game. */
static const char *plan_of(const char *name)
{
    static const char *const way[] = {"game", ".."};
    char query[60];
    ask("/api/places", "");
    for (size_t i = 0; i < 2; i++) {
        snprintf(query, sizeof query, "place=%u", place_named(way[i]));
        ask("/api/places", query);
    }
    snprintf(query, sizeof query, "game=1&place=%u", place_named(name));
    return ask("/api/mod", query);
}

/* A mod of so many files for Override, which it has or has not. */
static bool put_mod(const char *name, size_t files, bool there)
{
    char path[80];
    struct rq_out text = {0}, x = {0};
    rq_put_str(&text, "[InstallList]\nf=override\n[f]\n");
    for (size_t i = 0; i < files; i++)
        rq_putf(&text, "Replace%zu=%s%zu.txt\n", i, there ? "x" : "none", there ? 0 : i);
    snprintf(path, sizeof path, "%s/changes.ini", name);
    bool fine = put_text(path, &text);
    rq_put_str(&x, "x");
    snprintf(path, sizeof path, "%s/x0.txt", name);
    return put_text(path, &x) && fine;
}

/* A plan tells of 2,000 messages, and counts them all. */
static void test_messages(void)
{
    char name[20];
    name_folders("limits-messages");
    if (!copy_demo("kotor", game))
        SKIP("no demo");
    for (size_t n = 0; n < 4; n++) {
        snprintf(name, sizeof name, "mod%zu", n);
        REQUIRE(put_mod(name, n ? 1998 + n : 3, false));
    }
    REQUIRE(open_service());
    size_t own = count_of(plan_of("mod0"), "{\"severity\":") - 3; /* besides those of the files */
    for (size_t n = 1; n < 4; n++) {
        snprintf(name, sizeof name, "mod%zu", n);
        const char *text = plan_of(name);
        size_t all = own + 1998 + n;
        CHECK_INT(number_of(text, "errors"), 1998 + n);
        CHECK_INT(count_of(text, "{\"severity\":"), all < 2000 ? all : 2000);
    }
    close_service();
}

/* It tells of 5,000 writes; what it would write decides whether it is the same plan. */
static void test_writes(void)
{
    char name[20], sums[3][20] = {"", "", ""};
    name_folders("limits-writes");
    if (!copy_demo("kotor", game))
        SKIP("no demo");
    for (size_t n = 0; n < 3; n++) {
        snprintf(name, sizeof name, "mod%zu", n);
        REQUIRE(put_mod(name, 4999 + n, true));
    }
    REQUIRE(open_service());
    for (size_t n = 0; n < 3; n++) {
        snprintf(name, sizeof name, "mod%zu", n);
        const char *text = plan_of(name), *at = strstr(text, "\"sum\":\"");
        CHECK_INT(count_of(text, "{\"res\":\"override/x0.txt\",\"part\":\"\""),
                  4999 + n < 5000 ? 4999 + n : 5000);
        REQUIRE(at);
        snprintf(sums[n], sizeof sums[n], "%.16s", at + 7);
    }
    CHECK(strcmp(sums[0], sums[1]) != 0 && strcmp(sums[1], sums[2]) != 0);
    close_service();
}

/* A file has up to 100,000 operations, in one request or in several; those of before count after a start. */
static void test_operations(void)
{
    enum { MOST = 100000 };
    static const char query[] = "game=1&res=a.2da";
    name_folders("limits-operations");
    REQUIRE(put_table("game/a.2da", 1, "x"));
    REQUIRE(open_service());
    struct rq_out body = {0};
    for (size_t i = 0; i <= MOST; i++)
        rq_put_str(&body, i ? ",{\"op\":\"delete\"}" : "[{\"op\":\"delete\"}");
    rq_put8(&body, ']');
    struct rq_request request = {RQ_POST, "/api/edit", query, rq_out_bytes(&body)};
    rq_service_answer(service, &request, &response);
    CHECK_INT(response.status, 422);
    rq_put8(&response.body, 0);
    CHECK(strstr((const char *)response.body.data,
                 "has more than 100000 operations; apply them first"));
    body.size -= strlen(",{\"op\":\"delete\"}]");
    rq_put8(&body, ']');
    const char *text = ask_with(RQ_POST, "/api/edit", query, rq_out_bytes(&body));
    CHECK(strstr(text, "\"undo\":100000,\"redo\":0,\"deleted\":true"));
    rq_out_free(&body);
    close_service();
    REQUIRE(open_service());
    static const char one[] = "[{\"op\":\"delete\"}]";
    request.body = (struct rq_bytes){(const uint8_t *)one, strlen(one)};
    rq_service_answer(service, &request, &response);
    CHECK_INT(response.status, 422);
    text = ask_with(RQ_POST, "/api/undo", query, (struct rq_bytes){0});
    CHECK(strstr(text, "\"undo\":99999,\"redo\":1,"));
    text = ask_with(RQ_POST, "/api/edit", query, request.body);
    CHECK(strstr(text, "\"undo\":100000,\"redo\":0,"));
    close_service();
}

/* A sum over the picture that a request gives. */
static uint64_t picture(const char *more)
{
    char query[200];
    snprintf(query, sizeof query, "game=1&res=override/demo_guard.mdl&size=32%s", more);
    ask("/api/render", query);
    CHECK_STR(response.type, "image/png");
    return rq_sum(0, response.body.data, response.body.size);
}

/* Seen from 30 degrees round and 20 up, of its first moment, as render does without a word. */
static void test_views(void)
{
    static const char *const same[][2] = {
        {"", "&yaw=30&pitch=20"}, {"", "&yaw=30"},
        {"", "&pitch=20"},        {"", "&yaw=390&pitch=380"},
        {"&yaw=0", "&yaw=360"},   {"&pitch=0", "&pitch=720"},
        {"", "&frame=0"},         {"&animation=walk", "&animation=walk&frame=0"}};
    static const char *const other[][2] = {{"", "&yaw=31"},
                                           {"", "&yaw=29"},
                                           {"", "&pitch=21"},
                                           {"", "&pitch=19"},
                                           {"&yaw=0", "&yaw=359"},
                                           {"&yaw=1", "&yaw=359"},
                                           {"&animation=walk", "&animation=walk&frame=3"}};
    name_folders("limits-views");
    if (!copy_demo("kotor", game))
        SKIP("no demo");
    REQUIRE(open_service());
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        check_note("%s and %s", same[i][0], same[i][1]);
        CHECK(picture(same[i][0]) == picture(same[i][1]));
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        check_note("%s and %s", other[i][0], other[i][1]);
        CHECK(picture(other[i][0]) != picture(other[i][1]));
    }
    close_service();
}

/* What a resource becomes has the type that a browser shows it with, and no other; a name chooses among several. */
static void test_types(void)
{
    static const struct {
        const char *res, *to, *type, *start;
    } rows[] = {{"override/demo_crest.tpc", "png", "image/png", "\x89PNG"},
                {"override/demo_guard.mdl", "glb", "model/gltf-binary", "glTF"},
                {"streamsounds/demo_melody.wav", "wav", "audio/wav", "RIFF"},
                {"streamwaves/demo_voice.wav", "mp3", "audio/mpeg", "\xFF"},
                {"modules/demo01.mod/guard.utc", "json", "application/json", "{"},
                {"override/demo_by_hand.2da", "csv", "application/octet-stream", ""}};
    name_folders("limits-types");
    if (!copy_demo("kotor", game))
        SKIP("no demo");
    REQUIRE(open_service());
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char query[200];
        check_note("%s", rows[i].res);
        snprintf(query, sizeof query, "game=1&res=%s&to=%s", rows[i].res, rows[i].to);
        ask("/api/file", query);
        CHECK_STR(response.type, rows[i].type);
        CHECK(response.body.size > strlen(rows[i].start) &&
              memcmp(response.body.data, rows[i].start, strlen(rows[i].start)) == 0);
        /* The cache gives the same. */
        uint64_t sum = rq_sum(0, response.body.data, response.body.size);
        ask("/api/file", query);
        CHECK_STR(response.type, rows[i].type);
        CHECK(rq_sum(0, response.body.data, response.body.size) == sum);
    }
    close_service();
}

TESTS(test_forms, test_notes, test_differences, test_hits, test_missing, test_messages, test_writes,
      test_operations, test_views, test_types)
