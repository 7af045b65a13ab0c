/* Memory that runs out while scripts are compiled, taken apart and run, and while games are read. See memory.h; games are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "memory.h"

#include <reliquary/game.h>
#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

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
    memory_runs_out("compile", compile, NULL, 60);
    memory_runs_out("decompile", decompile, &ncs, 60);
    memory_runs_out("list and assemble", assemble, &ncs, 60);
    memory_runs_out("run", run_script, &ncs, 60);
    rq_out_free(&ncs);
}

/* ---- games ---- */

static char demo[600];

static const char *below(const char *name)
{
    return check_below(demo, name);
}

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
    snprintf(demo, sizeof demo, "%s", getenv("RQ_DEMO_DIR") ? getenv("RQ_DEMO_DIR") : "");
    if (rq_path_kind(demo, NULL) != RQ_PATH_FOLDER) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    memory_runs_out("game", list_game, "kotor", 40);
    memory_runs_out("game", list_game, "redguard", 40);
    memory_runs_out("map", convert_map, "ISLAND.RGM", 10);
}

TESTS(test_nwscript, test_games)
