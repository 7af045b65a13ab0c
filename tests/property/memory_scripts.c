/* Memory that runs out while scripts of both games are compiled, taken apart, run, and read and written in all their
 * forms. See memory.h; maps are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "memory.h"

#include <reliquary/game.h>
#include <reliquary/ncs.h>
#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>
#include <reliquary/soup.h>

/* Each way on which memory is asked for is tried once, whatever the number. */
enum { POINTS = 20 };

/* ---- scripts of KotOR ---- */

static const char engine[] = "#define ENGINE_NUM_STRUCTURES 1\n#define ENGINE_STRUCTURE_0 effect\n"
                             "int TRUE = 1;\nint FALSE = 0;\n"
                             "int Random(int nMax);\nvoid PrintString(string s, int n = 1);\n"
                             "void AssignCommand(object o, action a);\neffect Heal(int n);\n";

static const char everything[] =
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

static const char own_engine[] =
    "#include \"outer\"\n"
    "struct inner { float f; vector v; };\n"
    "effect e = Heal(2);\n"
    "int StartingConditional()\n"
    "{\n"
    "    struct inner a, b;\n"
    "    int unused;\n"
    "    a.v = [1.0, -2.5, 0.0];\n"
    "    b = a;\n"
    "    AssignCommand(OBJECT_SELF, PrintString(\"later\"));\n"
    "    if (a == b || Twice(3) > 5) PrintString(\"same\" + \" text\");\n"
    "    return a.f > 0.5 && b.v.x != 1.0 && Twice(2) == ~Twice(1) ^ 0x7F;\n"
    "}\n";

static const char asks_the_game[] =
    "void Later(object o) { SetLocalNumber(o, 1, GetLocalNumber(o, 1) + 1); }\n"
    "void main()\n"
    "{\n"
    "    object o = GetObjectByTag(\"door\");\n"
    "    vector v = GetPosition(o);\n"
    "    SetGlobalNumber(\"N\", GetGlobalNumber(\"N\") + Random(4));\n"
    "    SetGlobalBoolean(\"B\", FALSE);\n"
    "    SetGlobalString(\"S\", GetStringLowerCase(GetTag(o)) + FloatToString(v.x));\n"
    "    SetLocalBoolean(o, 3, TRUE);\n"
    "    DelayCommand(0.5, Later(o));\n"
    "    AssignCommand(o, Later(o));\n"
    "    ExecuteScript(\"none\", o);\n"
    "    effect e = EffectHeal(3);\n"
    "    ApplyEffectToObject(DURATION_TYPE_INSTANT, e, o);\n"
    "    location l = Location(v, 0.0);\n"
    "    talent t = TalentSkill(1);\n"
    "}\n";

static const char with_include[] = "#include \"outer\"\nint StartingConditional() { return "
                                   "Twice(2) == Once(3) && Random(4) > 1; }\n";

static const char *const includes[][2] = {
    {"inc", "int Inc(int n) { return n + 1; }\n"},
    {"leaf", "const int MORE = 4;\nint Once(int n) { if (n > MORE) return n - 1; return n; }\n"},
    {"outer", "#include \"leaf\"\nint Twice(int n) { return Once(n) * 2; }\n"},
};

enum { INCLUDES = sizeof includes / sizeof includes[0] };

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx;
    for (size_t i = 0; i < INCLUDES; i++)
        if (strcmp(name, includes[i][0]) == 0) {
            *text = text_of(includes[i][1]);
            *path = includes[i][0];
            return true;
        }
    return false;
}

static const char wrong_source[] =
    "#include \"outer\"\n"
    "struct inner { float f; vector v; };\n"
    "struct whole { struct inner i; int n; string s[1]; };\n"
    "int StartingConditional()\n"
    "{\n"
    "    struct inner a, b;\n"
    "    int unused;\n"
    "    a.v = [1.0, -2.5, 0.0];\n"
    "    b = a;\n"
    "    if (a == b || Twice(3) > 5) PrintString(\"same\" + \" text\");\n"
    "    return a.f > 0.5 && b.v.x != 1.0 ? Twice(2) : ~Twice(1) ^ 0x7F;\n"
    "}\n";

static void hear_problem(void *ctx, const struct rq_script_problem *p)
{
    said(&((struct work *)ctx)->said, "%s:%zu:%zu: %s (%s)", p->file, p->line, p->column,
         p->message, p->hint);
}

/* A source with errors is refused with enough memory, too: the problems are what is made of it. */
static bool find_errors(struct work *w)
{
    const struct rq_nss_options options = {
        .game = 2, .include = find_include, .problem = hear_problem, .ctx = w, .debug = true};
    struct rq_out ncs = {0};
    bool compiled = rq_nss_compile(text_of(w->what), "x.nss", &options, &ncs, NULL, &w->err);
    CHECK(!compiled);
    rq_out_free(&ncs);
    return w->err.code != RQ_NO_MEMORY;
}

struct script {
    const char *source, *engine; /* without an engine of its own it is the game's */
    struct rq_out ncs;
};

static bool compile_to(const struct script *s, struct rq_out *ncs, struct rq_out *symbols,
                       struct work *w)
{
    const struct rq_nss_options options = {.game = s->engine ? 2 : 1,
                                           .nwscript = s->engine ? text_of(s->engine)
                                                                 : (struct rq_bytes){0},
                                           .include = find_include,
                                           .problem = hear_problem,
                                           .ctx = w,
                                           .debug = true,
                                           .all = s->engine != NULL};
    const char *path;
    struct rq_nss_compiler *c = rq_nss_open(&options, &w->err);
    bool fine = c && rq_nss_compile_next(c, text_of(s->source), "x.nss", ncs, NULL, &w->err);
    for (size_t i = 0; fine && rq_nss_include_at(c, i, &path); i++)
        said(&w->said, "%s", path);
    if (fine && CHECK(rq_nss_debug(c)))
        rq_ndb_put(rq_nss_debug(c), symbols);
    rq_nss_close(c);
    return fine && (!symbols->failed || rq_fail_out(&w->err, symbols));
}

static bool compile(struct work *w)
{
    struct rq_out ncs = {0}, text = {0}, again = {0};
    bool fine = compile_to(w->what, &ncs, &text, w);
    struct rq_ndb *ndb = fine ? rq_ndb_open(rq_out_bytes(&text), &w->err) : NULL;
    if (ndb)
        rq_ndb_put(ndb, &again);
    fine = ndb && (!again.failed || rq_fail_out(&w->err, &again));
    work_made(w, rq_out_bytes(&ncs));
    work_made(w, rq_out_bytes(&text));
    work_made(w, rq_out_bytes(&again));
    rq_ndb_close(ndb);
    rq_out_free(&ncs);
    rq_out_free(&text);
    rq_out_free(&again);
    return fine;
}

static struct rq_doc *read_script(const void *script, struct rq_error *err)
{
    const struct script *s = script;
    return rq_doc_read(rq_out_bytes(&s->ncs), &(struct rq_options){.name = "x.ncs"}, err);
}

static const struct rq_ncs_text_options listing_options = {.game = 1, .depth = true};

static bool decompile(struct work *w)
{
    struct rq_out text = {0};
    struct rq_ncs_report report = {0};
    struct rq_doc *doc = read_script(w->what, &w->err);
    struct rq_ncs_decompiler *d = doc ? rq_ncs_decompiler_open(1, &w->err) : NULL;
    bool fine = d != NULL;
    for (size_t i = 0; fine && i < INCLUDES; i++)
        fine = rq_ncs_decompiler_include(d, includes[i][0], find_include, NULL, &w->err);
    fine = fine && rq_ncs_decompile(d, rq_doc_root(doc, "ncs"), &text, &report, &w->err);
    said(&w->said, "%d %u %u", (int)report.verdict, report.offset, report.included);
    work_made(w, rq_out_bytes(&text));
    rq_out_free(&text);
    rq_ncs_decompiler_close(d);
    rq_doc_free(doc);
    return fine;
}

static bool assemble(struct work *w)
{
    struct rq_out text = {0}, file = {0};
    struct rq_doc *doc = read_script(w->what, &w->err);
    bool fine =
        doc && rq_ncs_list(rq_doc_root(doc, "ncs"), &listing_options, &text, &w->err) &&
        rq_ncs_assemble(rq_out_bytes(&text), "x.txt", &listing_options, NULL, NULL, &file, &w->err);
    work_made(w, rq_out_bytes(&text));
    work_made(w, rq_out_bytes(&file));
    rq_out_free(&text);
    rq_out_free(&file);
    rq_doc_free(doc);
    return fine;
}

static bool find_listing_errors(struct work *w)
{
    struct rq_out file = {0};
    CHECK(!rq_ncs_assemble(text_of(w->what), "x.txt", &listing_options, hear_problem, w, &file,
                           &w->err));
    rq_out_free(&file);
    return w->err.code != RQ_NO_MEMORY;
}

static void hear_step(void *ctx, uint32_t offset, const char *text)
{
    said(&((struct work *)ctx)->said, "%u %s", offset, text);
}

static void hear_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    said(&((struct work *)ctx)->said, "%s = %s %s", call->call, call->value, call->note);
}

static const char vm_world[] =
    "{\"globals\": {\"numbers\": {\"N\": 3}, \"booleans\": {\"B\": true}, \"strings\": {\"S\": \"x\"}},"
    " \"objects\": {\"door1\": {\"tag\": \"door\", \"numbers\": {\"2\": 5}, \"booleans\": {\"30\": true}}},"
    " \"answers\": {\"GetIsPC\": true, \"Random\": [{\"args\": [6], \"value\": 4}, {\"value\": 0}]},"
    " \"scripts\": {\"none\": \"TkNTIFYxLjBCAAAADyAA\"}}";

/* A machine without memory stops with a fault. */
static bool run_script(struct work *w)
{
    struct rq_out world = {0};
    const struct rq_ncs_vm_watch watch = {.ctx = w, .step = hear_step, .call = hear_call};
    struct rq_doc *doc = read_script(w->what, &w->err);
    struct rq_ncs_vm *vm = doc ? rq_ncs_vm_open(rq_doc_root(doc, "ncs"), 1, &w->err) : NULL;
    bool fine = vm && rq_ncs_vm_take_world(vm, text_of(vm_world), &w->err);
    if (fine)
        rq_ncs_vm_set_watch(vm, &watch);
    if (fine && rq_ncs_vm_run(vm) == RQ_NCS_VM_FAULT) {
        uint32_t offset;
        fine = rq_fail(&w->err, RQ_NO_MEMORY, 0, "vm", "%s", rq_ncs_vm_fault(vm, &offset));
    }
    fine = fine && rq_ncs_vm_put_world(vm, &world, &w->err) &&
           rq_ncs_vm_take_world(vm, rq_out_bytes(&world), &w->err);
    work_made(w, rq_out_bytes(&world));
    rq_out_free(&world);
    rq_ncs_vm_close(vm);
    rq_doc_free(doc);
    return fine;
}

static void test_nwscript(void)
{
    struct script scripts[] = {
        {.source = everything}, {.source = asks_the_game}, {.source = with_include}};
    const struct script other_engine = {.source = own_engine, .engine = engine};
    memory_runs_out("symbols", compile, &other_engine, POINTS);
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct rq_out symbols = {0};
        struct work w = {0};
        REQUIRE(compile_to(&scripts[i], &scripts[i].ncs, &symbols, &w));
        memory_runs_out("compile", compile, &scripts[i], 60);
        memory_runs_out("decompile", decompile, &scripts[i], 60);
        memory_runs_out("list and assemble", assemble, &scripts[i], 60);
        memory_runs_out("run", run_script, &scripts[i], 60);
        rq_out_free(&scripts[i].ncs);
        rq_out_free(&symbols);
    }
    memory_runs_out("errors", find_errors, wrong_source, POINTS);
    memory_runs_out("errors", find_errors, "#include \"none\"\nvoid main() { x = \"; }", POINTS);
    memory_runs_out("listing", find_listing_errors, "  JMP nowhere\n  WHAT 3\na:\na:\n  CONSTI x\n",
                    POINTS);
}

/* ---- scripts of Redguard ---- */

static const char *demo;

static const char *below(const char *name)
{
    return check_below(demo, name);
}

enum { MOST_ACTORS = 8 };

/* The texts of the map's actors in one style. */
static struct {
    enum rq_soup_style style;
    struct rq_out texts[MOST_ACTORS];
    char names[MOST_ACTORS][40];
    size_t count;
} actors;

static const char island[] = "redguard/maps/ISLAND.RGM";

static size_t offset_of(struct rq_bytes text, const char *word)
{
    size_t at = 0;
    while (at + strlen(word) < text.size && memcmp(text.data + at, word, strlen(word)) != 0)
        at++;
    return at;
}

static bool keep_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    (void)ctx, (void)name;
    if (reason || actors.count == MOST_ACTORS)
        return true;
    snprintf(actors.names[actors.count], sizeof actors.names[0], "%s.soup", file);
    struct rq_out *kept = &actors.texts[actors.count++];
    if (actors.style > RQ_SOUP_STRUCTURED) {
        rq_put_bytes(kept, text);
        return true;
    }
    /* In our own styles with a string and a statement more, so that all behind them moves. */
    size_t strings = offset_of(text, "var var0"), code = offset_of(text, "code {") + 7;
    rq_put(kept, text.data, strings);
    rq_put_str(kept, "string \"MORE\"\n");
    rq_put(kept, text.data + strings, code - strings);
    rq_put_str(kept, "    var1 = var2 + 3\n");
    rq_put(kept, text.data + code, text.size - code);
    return true;
}

static bool hear_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct work *w = ctx;
    said(&w->said, "%s %s %s", name, file, reason ? reason : "-");
    work_made(w, text);
    return true;
}

/* With the names and notes of the game. */
static bool soup_texts(struct work *w)
{
    struct rq_doc_file file = {0};
    struct rq_soup_game known = {0};
    struct rq_game *game = rq_game_open(below("redguard"), NULL, &w->err);
    bool fine = game && rq_soup_game_open(&known, game, &w->err) &&
                rq_doc_file_open(&file, below(island), NULL, &w->err);
    const struct rq_soup_how how = {
        .names = known.names, .notes = &known.notes, .style = actors.style, .file = "ISLAND.RGM"};
    fine = fine && rq_soup_texts(file.doc, &how, hear_text, w, NULL, &w->err);
    rq_doc_file_close(&file);
    rq_soup_game_close(&known);
    rq_game_close(game);
    return fine;
}

/* All actors at once. */
static bool soup_put(struct work *w)
{
    struct rq_doc_file file = {0};
    struct rq_out out = {0};
    struct rq_soup_source sources[MOST_ACTORS];
    const struct rq_soup_how how = {.style = actors.style};
    for (size_t i = 0; i < actors.count; i++)
        sources[i] = (struct rq_soup_source){actors.names[i], rq_out_bytes(&actors.texts[i])};
    bool fine = rq_doc_file_open(&file, below(island), NULL, &w->err) &&
                rq_soup_put(file.doc, sources, actors.count, &how, hear_problem, w, &out, &w->err);
    work_made(w, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_file_close(&file);
    return fine;
}

/* Texts with errors are refused with enough memory, too. */
static bool soup_errors(struct work *w)
{
    struct rq_doc_file file = {0};
    struct rq_out out = {0};
    const struct rq_soup_source wrong = {"a.soup", text_of(w->what)};
    const struct rq_soup_how how = {.style = actors.style};
    bool opened = rq_doc_file_open(&file, below(island), NULL, &w->err);
    if (opened)
        CHECK(!rq_soup_put(file.doc, &wrong, 1, &how, hear_problem, w, &out, &w->err));
    rq_out_free(&out);
    rq_doc_file_close(&file);
    return w->err.code != RQ_NO_MEMORY;
}

static const char soup_world[] =
    "{\"locals\": [1], \"flags\": {\"TimeOfDay\": 1, \"52\": 1}, \"line\": \"ti32\","
    " \"menu\": [{\"line\": \"aaaa\", \"grey\": 0, \"number\": 1}], \"inventory\": {\"4\": 2},"
    " \"camera\": {\"object\": \"door\", \"offset\": [0, -100, 200]},"
    " \"objects\": {\"Player\": {\"pos\": [13, 24, 42], \"angle\": [0, 1024, 0]},"
    " \"door\": {\"hidden\": false, \"attributes\": {\"34\": 2}, \"refs\": {\"5\": 1},"
    " \"locations\": [[0, 0, 0], [256, 0, 0]]}}, \"answers\": {\"PlayerArmed\": 1,"
    " \"RTX\": {\"ticks\": 30}, \"Rnd\": [{\"args\": [6], \"value\": [5, 4, 0]}, {\"value\": 1}]},"
    " \"tasks\": [{\"function\": \"Wait\", \"object\": \"Me\", \"kind\": \"wait\", \"ticks\": 3,"
    " \"to\": [0, 0, 0], \"thread\": 0}]}";

static void hear_soup_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    said(&((struct work *)ctx)->said, "%u %u %s", thread, pc, text);
}

static bool soup_run(struct work *w)
{
    const size_t *actor = w->what;
    struct rq_doc_file file = {0}, def = {0};
    struct rq_out world = {0};
    struct rq_soup_machine *m = NULL;
    const struct rq_soup_watch watch = {.ctx = w, .step = hear_soup_step};
    if (rq_doc_file_open(&file, below(island), NULL, &w->err) &&
        rq_doc_file_open(&def, below("redguard/soup386/SOUP386.DEF"), NULL, &w->err)) {
        const struct rq_soup_options options = {.def = rq_doc_root(def.doc, "def")};
        m = rq_soup_open_actor(rq_doc_root(file.doc, "rgm"), *actor, &options, &w->err);
    }
    bool fine = m && rq_soup_take_world(m, text_of(soup_world), &w->err);
    if (fine)
        rq_soup_set_watch(m, &watch);
    for (int i = 0; fine && i < 60; i++)
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
    rq_doc_file_close(&def);
    return fine;
}

static void test_soup(void)
{
    demo = getenv("RQ_DEMO_DIR");
    if (!demo) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    static const enum rq_soup_style styles[] = {RQ_SOUP_FLAT, RQ_SOUP_STRUCTURED, RQ_SOUP_RMM,
                                                RQ_SOUP_RGPRE};
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        struct rq_doc_file file = {0};
        actors.style = styles[i];
        actors.count = 0;
        const struct rq_soup_how how = {.style = styles[i]};
        REQUIRE(rq_doc_file_open(&file, below(island), NULL, NULL));
        CHECK(rq_soup_texts(file.doc, &how, keep_text, NULL, NULL, NULL));
        rq_doc_file_close(&file);
        memory_runs_out("texts", soup_texts, NULL, POINTS);
        if (styles[i] != RQ_SOUP_RGPRE) {
            memory_runs_out("put", soup_put, NULL, POINTS);
            memory_runs_out("errors", soup_errors, "actor KEEPER\nwhat is this(\n", POINTS);
        }
        for (size_t k = 0; k < actors.count; k++)
            rq_out_free(&actors.texts[k]);
    }
    for (size_t actor = 0; actor < 3; actor++)
        memory_runs_out("run", soup_run, &actor, POINTS);
}

TESTS(test_nwscript, test_soup)
