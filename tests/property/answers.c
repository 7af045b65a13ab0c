/* Requests to the service of the studio that make sense, and those that just do not: every route for every resource of the
 * demo's games, edits of every format, journals as a crash may leave them, saved games and mods. What is
 * answered is held to tests/contract/answers.txt, a line for each route (see said.h). requests.c asks at random. */
#include "answers.h"
#include "answers_requests.h"
#include "core/sum.h"
#include "support/check.h"
#include "support/demo_copy.h"

#include <reliquary/save.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

static struct answers all;
static char root[512], state[600];

/* A path below the folder of the test. */
static const char *below(const char *name)
{
    return check_below(root, name);
}

/* A request as a line: "G info game=1&res=x" or "P edit game=1&res=x [{'op':'set'}]". ' stands for ", and @ for the sum of
 * the last plan. Routes stay: their names are those of the table. */
static void request(const char *line)
{
    char path[64], query[600] = "", body[1400] = "";
    size_t used = 0;
    enum rq_method method = *line == 'G' ? RQ_GET : RQ_POST;
    const char *known = NULL;
    line += 2;
    snprintf(path, sizeof path, "/api/%.*s", (int)strcspn(line, " "), line);
    line += strcspn(line, " ");
    line += *line == ' ';
    for (; *line && *line != ' ' && used < sizeof query - 20; line++) {
        used += *line == '@' ? (size_t)snprintf(query + used, 17, "%s", all.sum) : 1;
        if (*line != '@')
            query[used - 1] = *line;
    }
    query[used] = 0;
    line += *line == ' ';
    for (used = 0; *line && used < sizeof body - 1; line++)
        body[used++] = *line == '\'' ? '"' : *line;
    const struct rq_route *route;
    for (size_t i = 0; (route = rq_route_at(i)); i++)
        known = strcmp(route->path, path) == 0 ? route->path : known;
    ask_route(&all, method, known ? known : "/api/none", query,
              (struct rq_bytes){(const uint8_t *)body, used});
}

static void tell(const char *format, ...) RQ_PRINTF(1, 2);

static void tell(const char *format, ...)
{
    char line[1600];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    request(line);
}

#define EACH(lines)                                                                                \
    for (size_t each = 0; each < sizeof(lines) / sizeof(lines)[0]; each++)                         \
    request((lines)[each])

static bool open_service(const char *game)
{
    struct rq_error err = {0};
    all.service = rq_service_open(&(struct rq_service_options){.state = state}, &err);
    return CHECK(all.service) && CHECK_INT(rq_service_open_game(all.service, below(game), &err), 1);
}

static void close_service(void)
{
    rq_service_close(all.service);
    all.service = NULL;
}

/* ---- every resource ---- */

static const struct {
    const char *route, *more;
} reads[] = {
    {"G info", ""},
    {"G form", ""},
    {"G json", ""},
    {"G bytes", ""},
    {"G notes", ""},
    {"G made", ""},
    {"G file", ""},
    {"G lint", ""},
    {"G verify", ""},
    {"G script", "&form=source"},
    {"G script", "&form=listing"},
    {"G play", ""},
    {"G pvo", ""},
    {"G name", ""},
    {"G seen", "&x=0&y=0&z=0"},
    {"P run", ""},
    {"G form", "&from=1&limit=1"},
    {"G bytes", "&from=4&limit=7"},
    {"G notes", "&from=2&limit=3"},
    {"G form", "&under=0"},
};

/* "game=1&res=KEY", fit for a query. */
static void name_query(char *query, size_t size, const struct rq_resource *r)
{
    snprintf(query, size, "game=1&res=%s%s%s", r->source->path, *r->source->path ? "/" : "",
             r->name);
    for (char *p = query; *p; p++)
        *p = *p == ' ' ? '+' : *p;
}

static void read_game(const char *folder)
{
    struct rq_error err = {0};
    struct rq_resource r = {0};
    struct rq_game *game = rq_game_open(below(folder), NULL, &err);
    REQUIRE(game != NULL);
    for (size_t i = 1; rq_game_at(game, i, &r); i++) {
        char query[700];
        name_query(query, sizeof query, &r);
        for (size_t k = 0; k < sizeof reads / sizeof reads[0]; k++)
            tell("%s %s%s", reads[k].route, query, reads[k].more);
    }
    rq_game_close(game);
}

/* A search stops when a tenth of a second is over: all of its pieces are one. */
static void search(const char *query)
{
    static const char *const path = "the hits of /api/search";
    struct rq_response response;
    size_t from = 1, at = route_of(&all, path);
    struct said *s = &all.routes[at].said;
    said(s, "%s", query);
    while (from) {
        char text[300];
        snprintf(text, sizeof text, "game=1&from=%zu&%s", from, query);
        struct rq_request wanted = {RQ_GET, "/api/search", text, {0}};
        rq_service_answer(all.service, &wanted, &response);
        rq_put8(&response.body, 0);
        const char *body = (const char *)response.body.data, *hits = strstr(body, "\"hits\":[");
        const char *end = hits ? strrchr(hits, ']') : NULL;
        const char *next = end ? strstr(end, "\"next\":") : NULL;
        all.routes[at].fine += hits != NULL;
        all.routes[at].refused += hits == NULL;
        if (hits && end - hits > 8 && from > 1)
            said(s, "%s", ",");
        s->hash = hits ? mix(s->hash, hits + 8, (size_t)(end - hits) - 8)
                       : mix(s->hash, body, strlen(body));
        if (s->show)
            fprintf(s->show, "%s\n", body);
        from = next ? strtoul(next + 7, NULL, 10) : 0;
        rq_response_free(&response);
    }
}

/* ---- edits ---- */

static const char *const edited[] = {"modules/demo01.mod/guard.utc",
                                     "modules/demo01.mod/keeper.dlg",
                                     "modules/demo01.mod/demo01.git",
                                     "override/types01.gff",
                                     "override/demo_by_hand.2da",
                                     "override/demo_crest.tpc",
                                     "override/demo_guard.mdl",
                                     "override/demo_hello.ncs",
                                     "override/demo_keeper.ssf",
                                     "override/demo_voice.lip",
                                     "override/demo_wall.txi",
                                     "override/demo01.lyt",
                                     "override/demo01.vis",
                                     "override/humanm.ltr",
                                     "dialog.tlk",
                                     "streamsounds/demo_effect.wav",
                                     "override/demo01_hall.wok"};

struct paths {
    char texts[24][200];
    size_t count, seen;
};

/* The first paths, and then each that is far enough behind. */
static bool take_path(void *ctx, const struct rq_value *v)
{
    struct paths *p = ctx;
    if ((p->seen++ < 14 || p->seen % 37 == 0) && p->count < 24)
        snprintf(p->texts[p->count++], sizeof p->texts[0], "%s", v->path);
    return p->count < 24;
}

static const char *const set_values[] = {"", "1", "-1", "x", "4294967296", "1.5"};

/* What is refused leaves nothing; what is done is taken back, so that the journal stays short. */
static void edit_path(const char *key, const char *path, size_t number)
{
    const size_t values = sizeof set_values / sizeof set_values[0];
    for (size_t i = 0; i < values; i++)
        tell("P edit game=1&res=%s [{'op':'set','path':'%s','value':'%s'}%s]", key, path,
             set_values[(number + i) % values], i < 2 - number % 2 ? "" : ",{'op':'no'}");
    tell("P edit game=1&res=%s [{'op':'insert','path':'%s','value':'1'},{'op':'no'}]", key, path);
    tell("P edit game=1&res=%s [{'op':'insert','path':'%s/-','kind':'struct'},{'op':'no'}]", key,
         path);
    tell("P edit game=1&res=%s [{'op':'move','path':'%s','to':%zu},{'op':'no'}]", key, path,
         number % 3);
    if (number % 4 == 0)
        tell("P edit game=1&res=%s [{'op':'remove','path':'%s'}]", key, path);
    tell("G json game=1&res=%s", key);
    if (number % 8 == 0) {
        tell("G changes game=1");
        tell("P discard game=1&res=%s", key);
    }
}

static void edit_resources(void)
{
    struct rq_error err = {0};
    struct rq_game *game = rq_game_open(below("kotor"), NULL, &err);
    REQUIRE(game != NULL);
    for (size_t i = 0; i < sizeof edited / sizeof edited[0]; i++) {
        struct paths paths = {0};
        struct rq_resource r = {0};
        REQUIRE(rq_game_find(game, rq_path_base(edited[i]), &r));
        struct rq_doc *doc = rq_game_read(game, &r, NULL, &err);
        REQUIRE(doc != NULL);
        rq_doc_visit(doc, take_path, &paths, &err);
        rq_doc_free(doc);
        for (size_t k = 0; k < paths.count; k++)
            edit_path(edited[i], paths.texts[k], k);
        tell("P undo game=1&res=%s", edited[i]);
        tell("P redo game=1&res=%s", edited[i]);
        tell("G info game=1&res=%s", edited[i]);
        tell("G lint game=1&res=%s", edited[i]);
        tell("P discard game=1&res=%s", edited[i]);
    }
    rq_game_close(game);
}

/* ---- journals ---- */

static uint64_t sum_of_guard(void)
{
    struct rq_error err = {0};
    struct rq_resource r = {0};
    struct rq_bytes bytes = {0};
    uint64_t sum = 0;
    struct rq_game *game = rq_game_open(below("kotor"), NULL, &err);
    while (game && rq_game_find(game, "guard.utc", &r))
        if (strcmp(r.source->path, "modules/demo01.mod") == 0 &&
            CHECK(rq_game_bytes(game, &r, &bytes, &err)))
            sum = rq_sum(1, bytes.data, bytes.size);
    rq_game_close(game);
    return sum;
}

static void write_journal(const char *journal, uint64_t sum)
{
    char *full = rq_path_full(below("kotor"));
    char path[800];
    struct rq_out text = {0};
    REQUIRE(full != NULL);
    snprintf(path, sizeof path, "%s/journal/%016llx.jsonl", state,
             (unsigned long long)rq_sum(0, full, strlen(full)));
    free(full);
    for (const char *p = journal; *p; p++)
        if (strncmp(p, "SUM", 3) == 0) {
            rq_putf(&text, "%016llx", (unsigned long long)sum);
            p += 2;
        } else if (*p != '\n' || p[1] != ',') { /* lines of the macros are also elements of `all` */
            rq_put8(&text, (uint8_t)*p);
        }
    CHECK(check_write(path, text.data, text.size));
    rq_out_free(&text);
}

static void try_journals(void)
{
    uint64_t sum = sum_of_guard();
    for (size_t i = 0; i < sizeof journals / sizeof journals[0]; i++) {
        write_journal(journals[i], sum);
        if (!open_service("kotor"))
            return;
        EACH(after_journal);
        close_service();
        if (i % 9 == 0 && open_service("kotor")) { /* what was written is read again */
            tell("G edits game=1");
            close_service();
        }
    }
    write_journal("", 0);
}

/* ---- saved games ---- */

static void try_slots(void)
{
    const struct rq_save_path *path;
    const struct rq_save_repair *repair;
    tell("G slots game=1");
    tell("G slots game=2");
    for (unsigned slot = 0; slot < 6; slot++) {
        tell("G slot game=1&slot=%u", slot);
        tell("G slot game=1&slot=%u&all=1", slot);
        tell("G screen game=1&slot=%u", slot);
        for (unsigned other = 0; other < 6; other++)
            tell("G slot-diff game=1&slot=%u&other=%u", slot, other);
        for (size_t i = 0; i < sizeof slot_edits / sizeof slot_edits[0]; i++)
            tell("P slot-changes game=1&slot=%u %s", slot, slot_edits[i]);
        for (size_t i = 0; (path = rq_save_path_at(i)); i++)
            if (!strstr(path->value, " file")) /* of the machine */
                tell("P slot-changes game=1&slot=%u [{'path':'%s','value':'1'}]", slot, path->path);
        for (size_t i = 0; (repair = rq_save_repair_at(i)); i++)
            for (int k = 0; k < 2; k++)
                tell("P slot-changes game=1&slot=%u [{'repair':'%s'%s}]", slot, repair->name,
                     k ? ",'argument':'1'" : "");
    }
    tell("P slot-restore game=1&slot=2");
    tell("P slot-apply game=1&slot=2 [{'path':'gold','value':'x'}]");
    tell("P slot-apply game=1&slot=2 [{'path':'gold','value':'12'}]");
    tell("G slot game=1&slot=2");
    tell("P slot-restore game=1&slot=2");
    tell("G slot game=1&slot=2");
    tell("P slot-restore game=1&slot=9");
    tell("P slot-apply game=1&slot=9 []");
}

/* ---- places and mods ---- */

#if !defined(_WIN32) /* which drives there are, the machine says */

/* Numbers of the folders of mods are those of the names, in their order. */
static void try_mods(size_t first)
{
    static const char *const after[] = {"G mods game=1",
                                        "P mod-undo game=1&record=000001",
                                        "P mod-undo game=1&record=000009",
                                        "P mod-undo game=1&record=x",
                                        "G records game=1",
                                        "P mod-undo game=1&record=000003",
                                        "P mod-undo game=1&record=000002",
                                        "P mod-undo game=1&record=000001",
                                        "G mods game=1"};
    for (int round = 0; round < 2; round++)
        for (size_t i = first; i < first + 6; i++) {
            tell("G mod game=1&place=%zu", i);
            tell("P mod-install game=1&place=%zu&sum=0", i);
            if (round == 0)
                tell("P edit " GUARD " [{'op':'set','path':'Tag','value':'x'}]");
            tell("G mod game=1&place=%zu%s", i, i == first + 4 ? "&choice=two" : "");
            tell("P mod-install game=1&place=%zu&sum=@%s", i, i == first + 4 ? "&choice=two" : "");
            tell("P discard " GUARD);
            tell("G mod game=1&place=%zu&again=1", i);
        }
    EACH(after);
}

static bool write_text(const char *path, const char *text)
{
    char folder[1200];
    snprintf(folder, sizeof folder, "%.*s", (int)(rq_path_base(path) - path) - 1, path);
    return rq_make_folder(folder, NULL) && check_write(path, text, strlen(text));
}

static void try_places(void)
{
    char home[600];
    for (size_t i = 0; i < sizeof mod_files / sizeof mod_files[0]; i++)
        CHECK(write_text(below(mod_files[i].name), mod_files[i].text));
    snprintf(home, sizeof home, "%s", below("home"));
    REQUIRE(setenv("HOME", home, 1) == 0 && chdir(below("here")) == 0);
    snprintf(state, sizeof state, "%s", below("state of places")); /* nothing was opened before */
    if (!open_service("kotor"))
        return;
    EACH(place_requests);
    tell("G places place=5"); /* the folder above the game */
    const char *mods = strstr((const char *)all.last.body.data, ",\"name\":\"mods\"");
    while (mods && *mods != ':')
        mods--;
    REQUIRE(mods != NULL);
    tell("G places place=%lu", strtoul(mods + 1, NULL, 10));
    const char *a = strstr((const char *)all.last.body.data, ",\"name\":\"a\"");
    while (a && *a != ':')
        a--;
    REQUIRE(a != NULL);
    try_mods(strtoul(a + 1, NULL, 10));
}

#endif

static void write_json(const char *path, const char *text)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &err);
    CHECK_STR(err.text, "");
    if (CHECK(doc && rq_doc_write(doc, &out, &err)))
        CHECK(check_write(below(path), out.data, out.size));
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* An octree without nodes, and one whose nodes refer to each other; a table with more names than one answer tells; and
 * what is imported under names of all kinds. */
static void try_sizes(void)
{
    struct rq_out text = {0};
    write_json("redguard/maps/EMPTY.PVO",
               "{\"format\":\"pvo\",\"version\":1,\"depth\":1,\"reserved\":0,\"cell_size\":64,"
               "\"center\":[0,0,0],\"sections\":[\"OCTH\",\"OCTR\",\"PLST\",\"MLST\"],\"nodes\":[],"
               "\"leaves\":[],\"ids\":[]}");
    write_json("redguard/maps/ROUND.PVO",
               "{\"format\":\"pvo\",\"version\":1,\"depth\":3,\"reserved\":0,\"cell_size\":64,"
               "\"center\":[10,-20,30],\"sections\":[\"OCTH\",\"OCTR\",\"PLST\",\"MLST\"],"
               "\"nodes\":[[129,null,1,2],[3,0,0,2],[64,1,\"0x7\"]],\"leaves\":[[2,0],[1,1]],"
               "\"ids\":[[4,1,0,2,3]]}");
    REQUIRE(open_service("redguard"));
    EACH(octree_requests);
    close_service();
    rq_put_str(&text, "2DA V2.0\n\n label modela\n");
    for (unsigned i = 0; i < 1003; i++)
        rq_putf(&text, "%u row%u %s\n", i, i, i == 7 ? "other" : "same");
    CHECK(check_write(below("kotor/override/appearance.2da"), text.data, text.size));
    rq_out_free(&text);
    /* Files whose content tells nothing: the name has to. */
    CHECK(check_write(below("kotor/override/odd.xyz"), "?", 1));
    CHECK(check_write(below("kotor/override/odd.MDL"), "?", 1));
    CHECK(check_write(below("kotor/override/odd.TXI"), "?", 1));
    REQUIRE(open_service("kotor"));
    EACH(size_requests);
    close_service();
}

/* More games than there is room for, more than are remembered. */
static void open_many(void)
{
    for (int round = 0; round < 2; round++) {
        if (!open_service("kotor"))
            return;
        for (int i = 0; i < 17; i++)
            tell("P drop name=m%d.txi mipmap %d", i + round, i);
        tell("G games");
#if !defined(_WIN32)
        tell("G places");
#endif
        close_service();
    }
}

/* The folder of the test is one below, so that the one above it is not the machine's. */
static void name_root(void)
{
    static char around[600];
    char *full;
    snprintf(around, sizeof around, "%s/answers", RQ_BUILD_DIR);
    rq_fs_remove(around);
    REQUIRE(rq_make_folder(around, NULL) && (full = rq_path_full(around)) != NULL);
    snprintf(around, sizeof around, "%s", full);
    free(full);
    snprintf(root, sizeof root, "%.490s/in", around);
    snprintf(state, sizeof state, "%s/state", root);
    all.root = around;
}

static void test_answers(void)
{
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no demo");
    name_root();
    REQUIRE(copy_demo("redguard", below("redguard")) && open_service("redguard"));
    read_game("redguard");
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++)
        search(searches[i]);
    EACH(redguard_requests);
    close_service();
    REQUIRE(copy_demo("kotor", below("kotor")) && open_service("kotor"));
    read_game("kotor");
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++)
        search(searches[i]);
    EACH(kotor_requests);
    try_slots();
    edit_resources();
    EACH(edit_requests);
    close_service();
    REQUIRE(open_service("kotor"));
    EACH(apply_requests);
    close_service();
    try_journals();
#if !defined(_WIN32)
    try_places();
    close_service();
#endif
    try_sizes();
    open_many();
    end_answers(&all, "answers");
}

TESTS(test_answers)
