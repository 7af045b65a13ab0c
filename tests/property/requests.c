/* Random requests to the service of the studio, sensible and senseless: none crashes it, none writes outside of the game and of
 * the folder of state, and what is applied can be taken back. The folder around both is compared before and after. What is
 * answered is held to tests/contract/requests.txt (see answers.h). */
#include "answers.h"
#include "core/sum.h"
#include "support/demo_copy.h"
#include "support/random.h"

enum { REQUESTS = 4000 };

static uint32_t below(size_t most)
{
    static uint32_t seed = 20261117;
    return random_below(&seed, most);
}

static char root[512], game[600], state[600], outside[600];
static struct answers all;

static bool start(void)
{
    char *full;
    snprintf(root, sizeof root, "%s/requests", RQ_BUILD_DIR);
    rq_fs_remove(root);
    if (!rq_make_folder(root, NULL) || !(full = rq_path_full(root)))
        return false;
    snprintf(root, sizeof root, "%s", full);
    free(full);
    all.root = root;
    snprintf(game, sizeof game, "%s/inside/kotor", root);
    snprintf(state, sizeof state, "%s/inside/state", root);
    snprintf(outside, sizeof outside, "%s/outside.utc", root);
    return copy_demo("kotor", game) &&
           rq_file_save(outside, (struct rq_bytes){(const uint8_t *)"mine", 4}, RQ_SAVE_NEW, NULL);
}

/* Names and bytes of all files below root that are in neither folder, and of the game when asked. */
static uint64_t sum_of(bool with_game)
{
    struct rq_walk walk = {0};
    uint64_t sum = 0;
    CHECK(rq_walk_add(&walk, root, NULL));
    for (size_t i = 0; i < walk.count; i++) {
        const char *name = walk.items[i].relative;
        bool mine = strncmp(name, "inside/state/", 13) == 0;
        bool of_game = strncmp(name, "inside/kotor/", 13) == 0;
        struct rq_map map;
        if (mine || (of_game && !with_game) || !rq_map_open(&map, walk.items[i].path, NULL))
            continue;
        sum = rq_sum(sum, name, strlen(name));
        sum = rq_sum(sum, map.bytes.data, map.bytes.size);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return sum;
}

/* ---- what is asked ---- */

static const char *const resources[] = {"modules/demo01.mod/guard.utc",
                                        "modules/demo01.mod/keeper.dlg",
                                        "modules/demo01.mod/module.ifo",
                                        "override/demo_by_hand.2da",
                                        "override/demo_crest.tpc",
                                        "override/demo_guard.mdl",
                                        "override/demo_asks.ncs",
                                        "dialog.tlk",
                                        "chitin.key/guard.utc",
                                        "override/new.utc",
                                        "modules/demo01.mod/new.utc",
                                        "../outside.utc",
                                        "../../outside.utc",
                                        "/etc/passwd",
                                        "override/../../../outside.utc",
                                        "modules/demo01.mod/../x.utc",
                                        "C:/x.utc",
                                        "nul.utc",
                                        "",
                                        "%2e%2e/outside.utc"};

static const char *const paths[] = {"Tag",
                                    "FirstName/0",
                                    "FirstName/strref",
                                    "FeatList/-",
                                    "FeatList/0",
                                    "ClassList/0/Class",
                                    "0/label",
                                    "0/Label",
                                    "2",
                                    "EntryList/0/Text/0",
                                    "NoSuch",
                                    "../x",
                                    "",
                                    "Str",
                                    "////",
                                    "FeatList/4294967295"};

static const char *const values[] = {
    "",     "x",    "0",   "-1",   "255",     "99999999999999999999",
    "male", "none", "nan", "Orla", "\\u0000", "\\ud800",
    "feat", "[]",   "AAAA"};

static const char *const ops[] = {"set",     "insert", "remove",  "move",   "put",
                                  "replace", "json",   "compile", "delete", "format"};

#define PICK(list) (list)[below(sizeof(list) / sizeof(list)[0])]

static void write_op(struct rq_out *body)
{
    rq_putf(body, "{\"op\":\"%s\",\"path\":\"%s\"", PICK(ops), PICK(paths));
    if (below(2))
        rq_putf(body, ",\"value\":\"%s\"", PICK(values));
    if (below(4) == 0)
        rq_putf(body, ",\"kind\":\"%s\"", below(2) ? "struct" : "source");
    if (below(4) == 0)
        rq_putf(body, ",\"to\":%u", (unsigned)below(4));
    if (below(4) == 0)
        rq_putf(body, ",\"data\":\"QUJD\",\"name\":\"../x.png\"");
    if (below(6) == 0)
        rq_putf(body, ",\"text\":\"void main() {}\"");
    rq_put_str(body, "}");
}

/* Operations on one to three resources. */
static void write_wishes(struct rq_out *body)
{
    for (uint32_t i = 0, count = 1 + below(3); i < count; i++) {
        rq_putf(body, "%s{\"res\":\"%s\",\"ops\":[", i ? "," : "", PICK(resources));
        write_op(body);
        rq_put_str(body, "]}");
    }
}

static void write_query(struct rq_out *query, const struct rq_route *route)
{
    rq_putf(query, "game=%u&res=%s&from=%u&limit=%u", below(20) ? 1u : 7u, PICK(resources),
            (unsigned)below(40), (unsigned)below(300));
    rq_putf(query, "&path=%s&kind=%s&q=%s&name=%s", PICK(paths), below(2) ? "UTC" : "resource",
            below(2) ? "light" : "*", below(2) ? "keeper.dlg" : "../x.utc");
    if (strstr(route->takes, "slot"))
        rq_putf(query, "&slot=%u&other=%u", (unsigned)below(6), (unsigned)below(6));
    if (strstr(route->takes, "form"))
        rq_put_str(query, below(2) ? "&form=source" : "&form=listing");
    if (strstr(route->takes, "place"))
        rq_putf(query, "&place=%u", (unsigned)below(3) * 1000);
    if (strstr(route->takes, "record"))
        rq_put_str(query, below(2) ? "&record=000001" : "&record=../1");
    if (strstr(route->takes, "size"))
        rq_putf(query, "&size=%u&yaw=%u", (unsigned)below(70), (unsigned)below(400));
    if (strstr(route->takes, " x "))
        rq_putf(query, "&x=%u&y=-5&z=99999999999999", (unsigned)below(40000));
    if (strstr(route->takes, "table"))
        rq_put_str(query, "&table=demo_by_hand");
    rq_put8(query, 0);
}

static size_t answered, applied; /* so that the test is about more than refusals */

static void ask(void)
{
    size_t count = 0;
    while (rq_route_at(count))
        count++;
    const struct rq_route *route = rq_route_at(below(count));
    /* Opening places would read the whole machine, and a search ends when its time is over. */
    if (strcmp(route->path, "/api/places") == 0 || strcmp(route->path, "/api/open") == 0 ||
        strcmp(route->path, "/api/search") == 0)
        return;
    struct rq_out query = {0}, body = {0};
    write_query(&query, route);
    if (strcmp(route->path, "/api/apply") == 0) {
        rq_out_cut(&query, 0);
        rq_putf(&query, "game=1&sum=%s", *all.sum ? all.sum : "0");
        rq_put8(&query, 0);
    }
    bool slot = strncmp(route->path, "/api/slot", 9) == 0;
    if (route->method == RQ_POST && strcmp(route->path, "/api/new") != 0) {
        rq_put8(&body, '[');
        if (strcmp(route->path, "/api/edit-all") == 0)
            write_wishes(&body);
        else if (slot)
            rq_putf(&body, "{\"path\":\"%s\",\"value\":\"%s\"}", below(2) ? "gold" : "player/Str",
                    PICK(values));
        else
            write_op(&body);
        rq_put8(&body, below(30) ? ']' : '}');
    }
    ask_route(&all, below(50) ? route->method : RQ_GET, route->path, (const char *)query.data,
              rq_out_bytes(&body));
    answered += all.last.status == 200;
    applied += all.last.status == 200 && strcmp(route->path, "/api/apply") == 0;
    rq_out_free(&query);
    rq_out_free(&body);
}

static void test_requests(void)
{
    struct rq_error err = {0};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no demo");
    REQUIRE(start());
    uint64_t around = sum_of(false);
    for (size_t i = 0; i < REQUESTS; i++) {
        if (i % 500 == 0) { /* as after a crash: the journal is all that stays */
            rq_service_close(all.service);
            all.service = rq_service_open(&(struct rq_service_options){.state = state}, &err);
            REQUIRE(all.service && rq_service_open_game(all.service, game, &err) == 1);
        }
        ask();
    }
    rq_service_close(all.service);
    CHECK(sum_of(false) == around);
    if (!CHECK(answered > REQUESTS / 4) || !CHECK(applied > 3))
        fprintf(stderr, "  %zu answered, %zu applied\n", answered, applied);
    end_answers(&all, "requests");
}

TESTS(test_requests)
