/* Memory that runs out while blueprints are made, read and changed, worlds of Redguard are edited and checked, graphs are drawn,
 * and scripts of both games are read and written in all their forms. See memory.h; files are those of the demo,
 * below $RQ_DEMO_DIR. memory_tools.c has what scripts mostly are put through. */
#include "convert/convert.h"
#include "core/file.h"
#include "memory.h"

#include <reliquary/blueprint.h>
#include <reliquary/blueprints.h>
#include <reliquary/engine.h>
#include <reliquary/ini.h>
#include <reliquary/ncs.h>
#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>
#include <reliquary/pvo.h>
#include <reliquary/soup.h>

/* Each way on which memory is asked for is tried once, whatever the number. */
enum { POINTS = 20 };

static const char *demo;

static const char *below(const char *name)
{
    return check_below(demo, name);
}

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static bool write_doc(struct work *w, struct rq_doc *doc)
{
    struct rq_out out = {0};
    bool fine = doc && rq_doc_write(doc, &out, &w->err);
    work_made(w, rq_out_bytes(&out));
    rq_out_free(&out);
    return fine;
}

/* ---- blueprints ---- */

static void hear_fact(void *ctx, const char *key, const char *text)
{
    said(&((struct work *)ctx)->said, "%s: %s", key, text);
}

/* All that is made of a kind of file without one. */
static bool make_kind(struct work *w)
{
    struct rq_out schema = {0}, words = {0};
    const struct rq_blueprint_options options = {.name = "fresh", .k2 = true};
    const struct rq_schema *root = rq_schema_root(w->what);
    struct rq_doc *doc = rq_blueprint_new(w->what, &options, &w->err);
    bool fine = doc && write_doc(w, doc) && rq_blueprint_facts(doc, NULL, hear_fact, w, &w->err) &&
                rq_blueprint_json_schema(w->what, &schema, &w->err);
    for (const struct rq_field *f = root->fields; fine && f->label; f++)
        fine = rq_field_explain(f, hear_fact, w, &w->err) &&
               ((rq_field_ref_text(f, &words) && rq_field_range_text(f, &words)) ||
                rq_fail_out(&w->err, &words));
    work_made(w, rq_out_bytes(&schema));
    work_made(w, rq_out_bytes(&words));
    rq_out_free(&schema);
    rq_out_free(&words);
    rq_doc_free(doc);
    return fine;
}

static bool change_creature(struct work *w)
{
    struct rq_utc utc;
    struct rq_utc_ClassList classes[2];
    static struct rq_typed_text texts[] = {{0, "Guard"}, {4, "Wache"}};
    const struct rq_blueprint_options options = {.name = "fresh"};
    struct rq_doc *doc = rq_blueprint_new("utc", &options, &w->err);
    bool fine = doc && rq_utc_get(doc, &utc, &w->err) && CHECK(utc.ClassList_count == 1);
    if (fine) {
        memset(classes, 0, sizeof classes);
        classes[0] = utc.ClassList[0];
        classes[1].has.Class = classes[1].has.ClassLevel = true;
        classes[1].ClassLevel = 3;
        utc.ClassList = classes;
        utc.ClassList_count = 2;
        utc.Str += 2;
        utc.Tag = "guard";
        utc.has.Tag = true;
        utc.FirstName = (struct rq_typed_locstring){UINT32_MAX, 2, texts};
        utc.has.FirstName = true;
        utc.has.Comment = false;
    }
    fine = fine && rq_utc_put(doc, &utc, &w->err) && rq_utc_get(doc, &utc, &w->err) &&
           write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

/* Entries of a dialogue change places, and there is one more; links follow. */
static bool change_dialogue(struct work *w)
{
    struct rq_dlg dlg;
    struct rq_dlg_EntryList entries[8];
    struct rq_resource r = {0};
    struct rq_game *game = rq_game_open(below("kotor"), NULL, &w->err);
    struct rq_doc *doc = NULL;
    if (game && CHECK(rq_game_list(game, &(struct rq_game_filter){.type = "dlg"}, &r)))
        doc = rq_game_read(game, &r, NULL, &w->err);
    bool fine = doc && rq_dlg_get(doc, &dlg, &w->err);
    if (fine && CHECK(dlg.EntryList_count > 1 && dlg.EntryList_count < 8)) {
        memcpy(entries, dlg.EntryList, dlg.EntryList_count * sizeof entries[0]);
        entries[0] = dlg.EntryList[1];
        entries[1] = dlg.EntryList[0];
        memset(&entries[dlg.EntryList_count], 0, sizeof entries[0]);
        entries[dlg.EntryList_count].Speaker = "nobody";
        entries[dlg.EntryList_count].has.Speaker = true;
        dlg.EntryList = entries;
        dlg.EntryList_count++;
    }
    fine = fine && rq_dlg_put(doc, &dlg, &w->err) && write_doc(w, doc) &&
           rq_blueprint_facts(doc, game, hear_fact, w, &w->err);
    rq_doc_free(doc);
    rq_game_close(game);
    return fine;
}

/* Values as a person writes them, and facts with the game. */
static bool set_words(struct work *w)
{
    struct rq_out value = {0};
    const struct rq_blueprint_options options = {.name = "fresh"};
    struct rq_game *game = rq_game_open(below("kotor"), NULL, &w->err);
    struct rq_doc *doc = game ? rq_blueprint_new("utc", &options, &w->err) : NULL;
    const struct rq_field *gender = rq_field_at("UTC", "Gender", NULL);
    bool fine = doc && rq_blueprint_set(doc, game, "Gender", "female", &w->err) &&
                rq_blueprint_set(doc, game, "Plot", "yes", &w->err) &&
                rq_blueprint_set(doc, game, "Tag", "other", &w->err) &&
                rq_field_value(gender, game, "Gender", "female", &value, &w->err) &&
                rq_blueprint_facts(doc, game, hear_fact, w, &w->err) && write_doc(w, doc);
    work_made(w, rq_out_bytes(&value));
    rq_out_free(&value);
    rq_doc_free(doc);
    rq_game_close(game);
    return fine;
}

static void test_blueprints(void)
{
    static const char *const kinds[] = {"utc", "dlg", "are", "ifo", "git", "jrl", "gui", "utm"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        memory_runs_out(kinds[i], make_kind, kinds[i], POINTS);
    memory_runs_out("creature", change_creature, NULL, POINTS);
    memory_runs_out("dialogue", change_dialogue, NULL, POINTS);
    memory_runs_out("words", set_words, NULL, POINTS);
}

/* ---- worlds ---- */

/* The first record of the map is gone, and two objects more can be seen. */
static bool edit_octree(struct work *w)
{
    struct rq_doc_file pvo = {0}, before = {0}, after = {0};
    struct rq_octree_stats stats = {0};
    int32_t to[1000];
    struct rq_octree_move move = {.to = to};
    bool fine = rq_doc_file_open(&pvo, below("redguard/maps/ISLAND.PVO"), NULL, &w->err) &&
                rq_doc_file_open(&before, below("redguard/maps/ISLAND.RGM"), NULL, &w->err) &&
                rq_doc_file_open(&after, below("redguard/maps/ISLAND.RGM"), NULL, &w->err);
    struct rq_rgm *map = fine ? rq_doc_root(after.doc, "rgm") : NULL;
    for (size_t i = 0; map && i < map->section_count; i++)
        if (map->sections[i].kind == RQ_RGM_MPSO && CHECK(map->sections[i].count - 1 < 999)) {
            map->sections[i].statics++;
            map->sections[i].count--;
        }
    fine =
        fine && rq_octree_patch(pvo.doc, 0, 3, &w->err) && rq_octree_patch(pvo.doc, 1, 4, &w->err);
    if (fine && !(rq_octree_match(rq_doc_root(before.doc, "rgm"), map, NULL, &move) &&
                  rq_octree_stats(rq_doc_root(pvo.doc, "pvo"), NULL, &stats)))
        fine = rq_fail(&w->err, RQ_NO_MEMORY, 0, "octree", "out of memory");
    fine = fine && rq_octree_renumber(pvo.doc, &move, &w->err) && write_doc(w, pvo.doc);
    said(&w->said, "%u %u %u", move.gone, move.fresh, stats.reached);
    rq_doc_file_close(&pvo);
    rq_doc_file_close(&before);
    rq_doc_file_close(&after);
    return fine;
}

static void hear_setting(void *ctx, const struct rq_ini_finding *f)
{
    said(&((struct work *)ctx)->said, "%zu %s: %s", f->line, f->id, f->text);
}

static const char wrong_settings[] = "[game]\r\nscreen_widht=9\r\n[3dfx]\r\nfog_color=1,2\r\n"
                                     "[3dfx]\r\nfog_color=1,2\r\nother\r\n";

static bool check_settings(struct work *w)
{
    const struct rq_options options = {.format = rq_format_by_name("ini")};
    struct rq_doc_file file = {0};
    struct rq_doc *wrong = rq_doc_read(text_of(wrong_settings), &options, &w->err);
    const char *name = w->what;
    bool fine = wrong && rq_doc_file_open(&file, below(name), NULL, &w->err) &&
                rq_ini_check(file.doc, name, hear_setting, w, &w->err) &&
                rq_ini_check(wrong, name, hear_setting, w, &w->err);
    rq_doc_free(wrong);
    rq_doc_file_close(&file);
    return fine;
}

static bool draw_graph(struct work *w)
{
    static const char *const kinds[] = {"actor", "flag"};
    struct rq_graph_node nodes[] = {
        {"a", "", 0, 0, 0}, {"b <&>", "more", 1, 0, 0}, {"c", "", 0, 0, 0}, {"d", "", 1, 0, 0}};
    struct rq_graph_edge edges[] = {
        {0, 1, "sets", 0}, {1, 2, "", 1}, {2, 0, "", 0}, {0, 3, "", 1}, {3, 2, "", 0}};
    struct rq_graph graph = {"g", kinds, 2, nodes, 4, edges, 5};
    struct rq_out svg = {0}, dot = {0};
    bool fine = rq_svg_write(&svg, &graph, &w->err) && rq_dot_write(&dot, &graph, &w->err);
    work_made(w, rq_out_bytes(&svg));
    work_made(w, rq_out_bytes(&dot));
    rq_out_free(&svg);
    rq_out_free(&dot);
    return fine;
}

static void test_worlds(void)
{
    static const char *const files[] = {"redguard/WORLD.INI",  "redguard/ITEM.INI",
                                        "redguard/MENU.INI",   "redguard/SYSTEM.INI",
                                        "redguard/KEYS.INI",   "redguard/surface.ini",
                                        "redguard/COMBAT.INI", "redguard/fxart/FOG.INI"};
    memory_runs_out("octree", edit_octree, NULL, POINTS);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        memory_runs_out(files[i], check_settings, files[i], POINTS);
    memory_runs_out("graph", draw_graph, NULL, POINTS);
}

/* ---- scripts of KotOR ---- */

static const char engine[] = "#define ENGINE_NUM_STRUCTURES 1\n#define ENGINE_STRUCTURE_0 effect\n"
                             "int TRUE = 1;\nint FALSE = 0;\n"
                             "int Random(int nMax);\nvoid PrintString(string s, int n = 1);\n"
                             "void AssignCommand(object o, action a);\neffect Heal(int n);\n";

static const char source[] = "#include \"outer\"\n"
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

static const char fine_source[] =
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

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    bool outer = strcmp(name, "outer") == 0;
    (void)ctx;
    *text = text_of(
        outer ? "#include \"leaf\"\nint Twice(int n) { return Once(n) * 2; }\n"
              : "const int MORE = 4;\nint Once(int n) { if (n > MORE) return n - 1; return n; }\n");
    *path = outer ? "outer.nss" : "leaf.nss";
    return outer || strcmp(name, "leaf") == 0;
}

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

static bool compile_with_symbols(struct work *w)
{
    const struct rq_nss_options options = {.game = 2,
                                           .nwscript = text_of(engine),
                                           .include = find_include,
                                           .problem = hear_problem,
                                           .ctx = w,
                                           .debug = true,
                                           .all = true};
    struct rq_out ncs = {0}, text = {0}, again = {0};
    struct rq_nss_compiler *c = rq_nss_open(&options, &w->err);
    struct rq_ndb *ndb = NULL;
    const char *path;
    bool fine = c && rq_nss_compile_next(c, text_of(fine_source), "x.nss", &ncs, NULL, &w->err);
    for (size_t i = 0; fine && rq_nss_include_at(c, i, &path); i++)
        said(&w->said, "%s", path);
    if (fine && CHECK(rq_nss_debug(c)))
        rq_ndb_put(rq_nss_debug(c), &text);
    fine = fine && (!text.failed || rq_fail_out(&w->err, &text));
    if (fine && (ndb = rq_ndb_open(rq_out_bytes(&text), &w->err)))
        rq_ndb_put(ndb, &again);
    fine = ndb && (!again.failed || rq_fail_out(&w->err, &again));
    work_made(w, rq_out_bytes(&ncs));
    work_made(w, rq_out_bytes(&text));
    work_made(w, rq_out_bytes(&again));
    rq_ndb_close(ndb);
    rq_nss_close(c);
    rq_out_free(&ncs);
    rq_out_free(&text);
    rq_out_free(&again);
    return fine;
}

static void hear_step(void *ctx, uint32_t offset, const char *text)
{
    said(&((struct work *)ctx)->said, "%u %s", offset, text);
}

static void hear_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    said(&((struct work *)ctx)->said, "%s = %s %s", call->call, call->value, call->note);
}

/* A script that was made of the source above with the engine's own routines. */
static struct rq_out script;

static const char vm_world[] =
    "{\"globals\": {\"numbers\": {\"N\": 3}, \"booleans\": {\"B\": true}, \"strings\": {\"S\": \"x\"}},"
    " \"objects\": {\"door1\": {\"tag\": \"door\", \"numbers\": {\"2\": 5}, \"booleans\": {\"30\": true}}},"
    " \"answers\": {\"GetIsPC\": true, \"Random\": [{\"args\": [6], \"value\": 4}, {\"value\": 0}]},"
    " \"scripts\": {\"none\": \"TkNTIFYxLjBCAAAADyAA\"}}";

static bool run_script(struct work *w)
{
    struct rq_out world = {0};
    const struct rq_ncs_vm_watch watch = {.ctx = w, .step = hear_step, .call = hear_call};
    struct rq_doc *doc =
        rq_doc_read(rq_out_bytes(&script), &(struct rq_options){.name = "x.ncs"}, &w->err);
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

static const char run_source[] =
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

static bool decompile_script(struct work *w)
{
    struct rq_out text = {0};
    struct rq_ncs_report report = {0};
    struct rq_doc *doc =
        rq_doc_read(rq_out_bytes(&script), &(struct rq_options){.name = "x.ncs"}, &w->err);
    struct rq_ncs_decompiler *d = doc ? rq_ncs_decompiler_open(1, &w->err) : NULL;
    bool fine = d && rq_ncs_decompiler_include(d, "leaf", find_include, NULL, &w->err) &&
                rq_ncs_decompiler_include(d, "outer", find_include, NULL, &w->err) &&
                rq_ncs_decompile(d, rq_doc_root(doc, "ncs"), &text, &report, &w->err);
    said(&w->said, "%d %u %u", (int)report.verdict, report.offset, report.included);
    work_made(w, rq_out_bytes(&text));
    rq_out_free(&text);
    rq_ncs_decompiler_close(d);
    rq_doc_free(doc);
    return fine;
}

static const struct rq_ncs_text_options listing_options = {.game = 1, .depth = true};

static bool find_listing_errors(struct work *w)
{
    struct rq_out file = {0};
    CHECK(!rq_ncs_assemble(text_of(w->what), "x.txt", &listing_options, hear_problem, w, &file,
                           &w->err));
    rq_out_free(&file);
    return w->err.code != RQ_NO_MEMORY;
}

static void test_nwscript(void)
{
    const struct rq_nss_options options = {.game = 1, .include = find_include};
    memory_runs_out("errors", find_errors, source, POINTS);
    memory_runs_out("errors", find_errors, "#include \"none\"\nvoid main() { x = \"; }", POINTS);
    memory_runs_out("symbols", compile_with_symbols, NULL, POINTS);
    REQUIRE(rq_nss_compile(text_of(run_source), "x.nss", &options, &script, NULL, NULL));
    memory_runs_out("run", run_script, NULL, POINTS);
    memory_runs_out("decompile", decompile_script, NULL, POINTS);
    rq_out_free(&script);
    static const char with_include[] = "#include \"outer\"\nint StartingConditional() { return "
                                       "Twice(2) == Once(3) && Random(4) > 1; }\n";
    REQUIRE(rq_nss_compile(text_of(with_include), "x.nss", &options, &script, NULL, NULL));
    memory_runs_out("decompile", decompile_script, NULL, POINTS);
    memory_runs_out("run", run_script, NULL, POINTS);
    rq_out_free(&script);
    memory_runs_out("listing", find_listing_errors, "  JMP nowhere\n  WHAT 3\na:\na:\n  CONSTI x\n",
                    POINTS);
}

/* ---- scripts of Redguard ---- */

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

static void test_of_demo(void)
{
    demo = getenv("RQ_DEMO_DIR");
    if (!demo) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    test_blueprints();
    test_worlds();
    test_soup();
}

TESTS(test_nwscript, test_of_demo)
