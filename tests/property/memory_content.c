/* Memory that runs out while blueprints are made, read and changed, worlds of Redguard are edited and checked, graphs are
 * drawn, and games are read. See memory.h; files are those of the demo, below $RQ_DEMO_DIR. */
#include "convert/convert.h"
#include "core/file.h"
#include "memory.h"

#include <reliquary/blueprint.h>
#include <reliquary/blueprints.h>
#include <reliquary/engine.h>
#include <reliquary/ini.h>
#include <reliquary/pvo.h>

/* Each way on which memory is asked for is tried once, whatever the number. */
enum { POINTS = 20 };

static const char *demo;

static const char *below(const char *name)
{
    return check_below(demo, name);
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

static bool draw_map(struct work *w)
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
    memory_runs_out("game", list_game, "kotor", 40);
    memory_runs_out("game", list_game, "redguard", 40);
    memory_runs_out("map", draw_map, "ISLAND.RGM", 10);
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
    test_games();
}

TESTS(test_of_demo)
