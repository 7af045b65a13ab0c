/* Memory that runs out while scripts are compiled, taken apart and run, and while games are read. See memory.h; games are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "memory.h"

#include <reliquary/game.h>
#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>
#include <reliquary/soup.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* ---- scripts of KotOR ---- */

static const char source[] =
    "#include \"inc\"\n"
    "struct pair { int a; string s; };\n"
    "const int MANY = 3;\n"
    "int total = 2;\n"
    "vector v = [1.0, 2.0, 3.0];\n"
    "int Sum(int a, int b = 4);\n"
    "int Sum(int a, int b) { return a + b * MANY - (a > b ? 1 : 0); }\n"
    "void Say(string s) { if (s != \"\" && total > 0) PrintString(s + IntToString(total)); }\n"
    "void main()\n"
    "{\n"
    "    struct pair p;\n"
    "    int i;\n"
    "    p.a = Sum(1); p.s = \"x\" + \"y\";\n"
    "    for (i = 0; i < MANY; i++) { total += Sum(i, p.a); if (i == 2) break; }\n"
    "    while (i > 0) { i--; if (i == 1) continue; Say(p.s); }\n"
    "    do { i++; } while (i < 2);\n"
    "    switch (i) { case 1: Say(\"one\"); break; case 2: Say(\"two\"); default: total = 1; }\n"
    "    DelayCommand(1.5, Say(\"later\"));\n"
    "    v.x = IntToFloat(total);\n"
    "    SetGlobalNumber(\"N\", Inc(i));\n"
    "    if (GetIsObjectValid(GetObjectByTag(\"door\"))) Say(GetTag(GetObjectByTag(\"door\")));\n"
    "}\n";

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx;
    *text = text_of("int Inc(int n) { return n + 1; }\n");
    *path = "inc.nss";
    return strcmp(name, "inc") == 0;
}

static void hear_problem(void *ctx, const struct rq_script_problem *p)
{
    said(&((struct work *)ctx)->said, "%zu: %s", p->line, p->message);
}

static bool compile_to(struct rq_out *ncs, struct rq_error *err, struct work *w)
{
    const struct rq_nss_options options = {.game = 1,
                                           .include = find_include,
                                           .problem = w ? hear_problem : NULL,
                                           .ctx = w,
                                           .debug = true};
    struct rq_nss_compiler *c = rq_nss_open(&options, err);
    bool fine = c && rq_nss_compile_next(c, text_of(source), "x.nss", ncs, NULL, err);
    struct rq_out ndb = {0};
    if (fine && w && CHECK(rq_nss_debug(c)))
        rq_ndb_put(rq_nss_debug(c), &ndb);
    if (ndb.failed)
        fine = rq_fail_out(err, &ndb);
    if (w)
        work_made(w, rq_out_bytes(&ndb));
    rq_out_free(&ndb);
    rq_nss_close(c);
    return fine;
}

static bool compile(struct work *w)
{
    struct rq_out ncs = {0};
    bool fine = compile_to(&ncs, &w->err, w);
    work_made(w, rq_out_bytes(&ncs));
    rq_out_free(&ncs);
    return fine;
}

static struct rq_doc *read_script(const void *bytes, struct rq_error *err)
{
    const struct rq_out *file = bytes;
    return rq_doc_read(rq_out_bytes(file), &(struct rq_options){.name = "x.ncs"}, err);
}

static bool decompile(struct work *w)
{
    struct rq_out text = {0};
    struct rq_ncs_report report = {0};
    struct rq_doc *doc = read_script(w->what, &w->err);
    struct rq_ncs_decompiler *d = doc ? rq_ncs_decompiler_open(1, &w->err) : NULL;
    bool fine = d && rq_ncs_decompiler_include(d, "inc", find_include, NULL, &w->err) &&
                rq_ncs_decompile(d, rq_doc_root(doc, "ncs"), &text, &report, &w->err);
    said(&w->said, "%d %u %u", (int)report.verdict, report.offset, report.included);
    work_made(w, rq_out_bytes(&text));
    rq_out_free(&text);
    rq_ncs_decompiler_close(d);
    rq_doc_free(doc);
    return fine;
}

static bool assemble(struct work *w)
{
    const struct rq_ncs_text_options options = {.game = 1, .depth = true};
    struct rq_out text = {0}, file = {0};
    struct rq_doc *doc = read_script(w->what, &w->err);
    bool fine = doc && rq_ncs_list(rq_doc_root(doc, "ncs"), &options, &text, &w->err) &&
                rq_ncs_assemble(rq_out_bytes(&text), "x.txt", &options, NULL, NULL, &file, &w->err);
    work_made(w, rq_out_bytes(&text));
    work_made(w, rq_out_bytes(&file));
    rq_out_free(&text);
    rq_out_free(&file);
    rq_doc_free(doc);
    return fine;
}

/* A machine without memory stops with a fault. */
static bool run_script(struct work *w)
{
    struct rq_out world = {0};
    struct rq_doc *doc = read_script(w->what, &w->err);
    struct rq_ncs_vm *vm = doc ? rq_ncs_vm_open(rq_doc_root(doc, "ncs"), 1, &w->err) : NULL;
    bool fine = vm && rq_ncs_vm_take_world(
                          vm, text_of("{\"objects\":{\"door\":{\"tag\":\"door\"}}}"), &w->err);
    if (fine && rq_ncs_vm_run(vm) == RQ_NCS_VM_FAULT) {
        uint32_t offset;
        fine = rq_fail(&w->err, RQ_NO_MEMORY, 0, "vm", "%s", rq_ncs_vm_fault(vm, &offset));
    }
    fine = fine && rq_ncs_vm_put_world(vm, &world, &w->err);
    work_made(w, rq_out_bytes(&world));
    rq_out_free(&world);
    rq_ncs_vm_close(vm);
    rq_doc_free(doc);
    return fine;
}

static void test_nwscript(void)
{
    struct rq_out ncs = {0};
    REQUIRE(compile_to(&ncs, NULL, NULL));
    memory_runs_out("compile", compile, NULL, 250);
    memory_runs_out("decompile", decompile, &ncs, 120);
    memory_runs_out("list and assemble", assemble, &ncs, 400);
    memory_runs_out("run", run_script, &ncs, 400);
    rq_out_free(&ncs);
}

/* ---- scripts of Redguard ---- */

static char demo[600];

static const char *below(const char *name)
{
    return check_below(demo, name);
}

static bool hear_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct work *w = ctx;
    said(&w->said, "%s %s %s", name, file, reason ? reason : "-");
    work_made(w, text);
    return true;
}

static const char island[] = "redguard/maps/ISLAND.RGM";

static bool soup_texts(struct work *w)
{
    struct rq_doc_file file = {0};
    const enum rq_soup_style *style = w->what;
    const struct rq_soup_how how = {.style = *style, .file = "ISLAND.RGM"};
    bool fine = rq_doc_file_open(&file, below(island), NULL, &w->err) &&
                rq_soup_texts(file.doc, &how, hear_text, w, NULL, &w->err);
    rq_doc_file_close(&file);
    return fine;
}

/* The text of the first actor. */
static bool keep_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    (void)name, (void)file, (void)reason;
    rq_put_bytes(ctx, text);
    return false;
}

static bool soup_put(struct work *w)
{
    struct rq_doc_file file = {0};
    struct rq_out out = {0};
    const struct rq_out *text = w->what;
    const struct rq_soup_source sources[] = {{"a.soup", rq_out_bytes(text)}};
    const struct rq_soup_how how = {.style = RQ_SOUP_STRUCTURED};
    bool fine = rq_doc_file_open(&file, below(island), NULL, &w->err) &&
                rq_soup_put(file.doc, sources, 1, &how, hear_problem, w, &out, &w->err);
    work_made(w, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_file_close(&file);
    return fine;
}

static bool soup_run(struct work *w)
{
    struct rq_doc_file file = {0};
    struct rq_out world = {0};
    struct rq_soup_machine *m = NULL;
    if (rq_doc_file_open(&file, below(island), NULL, &w->err))
        m = rq_soup_open_actor(rq_doc_root(file.doc, "rgm"), 0, NULL, &w->err);
    bool fine = m != NULL;
    for (int i = 0; fine && i < 20; i++)
        rq_soup_tick(m);
    for (size_t i = 0; fine && i < rq_soup_threads(m); i++)
        if (strstr(rq_soup_thread(m, i).why, "memory"))
            fine = rq_fail(&w->err, RQ_NO_MEMORY, 0, "soup", "%s", rq_soup_thread(m, i).why);
    fine = fine && rq_soup_put_world(m, &world, &w->err) &&
           rq_soup_take_world(m, rq_out_bytes(&world), &w->err);
    work_made(w, rq_out_bytes(&world));
    rq_out_free(&world);
    rq_soup_close(m);
    rq_doc_file_close(&file);
    return fine;
}

static void test_soup(void)
{
    static const enum rq_soup_style styles[] = {RQ_SOUP_FLAT, RQ_SOUP_STRUCTURED, RQ_SOUP_RMM,
                                                RQ_SOUP_RGPRE};
    struct rq_out text = {0};
    struct rq_doc_file file = {0};
    const struct rq_soup_how how = {.style = RQ_SOUP_STRUCTURED};
    REQUIRE(rq_doc_file_open(&file, below(island), NULL, NULL));
    rq_soup_texts(file.doc, &how, keep_text, &text, NULL, NULL);
    rq_doc_file_close(&file);
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        memory_runs_out("texts", soup_texts, &styles[i], 50);
    memory_runs_out("put", soup_put, &text, 150);
    memory_runs_out("run", soup_run, NULL, 200);
    rq_out_free(&text);
}

/* ---- games ---- */

static bool list_game(struct work *w)
{
    struct rq_resource r = {0};
    struct rq_out text = {0};
    struct rq_game *game = rq_game_open(below(w->what), NULL, &w->err);
    while (game && rq_game_list(game, &(struct rq_game_filter){.hidden = true}, &r))
        said(&w->said, "%s %zu %d", r.name, r.rank, r.wins);
    bool fine = game != NULL;
    if (fine && strcmp(w->what, "kotor") == 0)
        fine = rq_game_talk(game, 5, true, RQ_CP_DEFAULT, &text, &w->err);
    work_made(w, rq_out_bytes(&text));
    rq_out_free(&text);
    rq_game_close(game);
    return fine;
}

static bool convert_map(struct work *w)
{
    struct rq_resource r = {0};
    struct rq_game *game = rq_game_open(below("redguard"), NULL, &w->err);
    struct rq_doc *doc = NULL;
    if (game && CHECK(rq_game_find(game, w->what, &r)))
        doc = rq_game_read(game, &r, NULL, &w->err);
    const struct rq_convert_options options = {
        .to = "json", .name = w->what, .env = game ? rq_game_env(game) : NULL};
    const struct rq_render_options picture = {.width = 16, .height = 12};
    struct rq_out png = {0};
    bool fine = doc && rq_doc_render(doc, &options, &picture, &png, &w->err);
    work_made(w, rq_out_bytes(&png));
    rq_out_free(&png);
    rq_doc_free(doc);
    rq_game_close(game);
    return fine;
}

static void test_games(void)
{
    memory_runs_out("game", list_game, "kotor", 200);
    memory_runs_out("game", list_game, "redguard", 200);
    memory_runs_out("map", convert_map, "ISLAND.RGM", 25);
}

static void test_of_demo(void)
{
    snprintf(demo, sizeof demo, "%s", getenv("RQ_DEMO_DIR") ? getenv("RQ_DEMO_DIR") : "");
    if (rq_path_kind(demo, NULL) != RQ_PATH_FOLDER) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    test_soup();
    test_games();
}

TESTS(test_nwscript, test_of_demo)
