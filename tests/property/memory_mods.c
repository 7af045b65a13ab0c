/* Memory that runs out while mods are made, merged and planned, saved games are read and changed, and a game is checked. See
 * memory.h; all files are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "core/fs.h"
#include "memory.h"
#include "support/demo_copy.h"

#include <reliquary/game.h>
#include <reliquary/lint.h>
#include <reliquary/merge.h>
#include <reliquary/patch.h>
#include <reliquary/refs.h>
#include <reliquary/save.h>

static const char root[] = RQ_BUILD_DIR "/memory-mods";

static const char *below(const char *name)
{
    return check_below(root, name);
}

/* ---- versions of games ---- */

struct edit {
    const char *file, *path, *value;
    bool bytes; /* path is a text in the file, value one of the same size */
};

static bool replace_text(const char *path, const char *from, const char *to)
{
    size_t size;
    uint8_t *data = check_read(path, &size);
    bool found = false;
    for (size_t i = 0; data && !found && i + strlen(from) <= size; i++)
        if (memcmp(data + i, from, strlen(from)) == 0) {
            memcpy(data + i, to, strlen(to));
            found = true;
        }
    found = found && check_write(path, data, size);
    free(data);
    return found;
}

static void make_version(const char *game, const char *name, const struct edit *edits)
{
    REQUIRE(copy_demo(game, below(name)));
    for (; edits->file; edits++) {
        char path[1000];
        struct rq_error err = {0};
        snprintf(path, sizeof path, "%s/%s", below(name), edits->file);
        check_note("%s: %s", path, edits->path);
        const struct rq_lint_change change = {edits->path, edits->value};
        if (edits->bytes)
            CHECK(replace_text(path, edits->path, edits->value));
        else if (!CHECK(rq_lint_apply(path, &change, 1, true, &err)))
            fprintf(stderr, "%s: %s: %s\n", path, err.where, err.text);
    }
}

static const struct edit kotor_edits[] = {
    {"override/shelf01.uti", "Tag", "shelf_x", false},
    {"override/demo_items.2da", "0/name", "changed", false},
    {"override/demo_keeper.ssf", "select_1", "7", false},
    {"dialog.tlk", "1", "Another text", false},
    {NULL, NULL, NULL, false},
};

static const struct edit kotor_others[] = {
    {"override/shelf01.uti", "Tag", "shelf_y", false},
    {"override/demo_items.2da", "1/name", "changed", false},
    {"override/demo_keeper.ssf", "select_2", "8", false},
    {"dialog.tlk", "2", "Another text", false},
    {NULL, NULL, NULL, false},
};

static const struct edit redguard_edits[] = {
    {"ENGLISH.RTX", "Welcome to the quay", "Welcome to my house", true},
    {NULL, NULL, NULL, false},
};

static void hear_message(void *ctx, const struct rq_patch_message *m)
{
    said(&((struct work *)ctx)->said, "%d %s:%u: %s", m->level, m->file, m->line, m->text);
}

static bool create(struct work *w)
{
    struct rq_patch_made made = {0};
    const struct rq_patch_create_options options = {NULL, true, hear_message, w};
    bool fine = rq_patch_create(below("kotor"), below("kotor_a"), NULL, &options, &made, &w->err);
    said(&w->said, "%zu %zu %zu %zu", made.changes, made.whole, made.missed, made.files);
    return fine;
}

static bool create_redguard(struct work *w)
{
    struct rq_patch_made made = {0};
    const struct rq_patch_create_options options = {NULL, true, hear_message, w};
    bool fine = rq_patch_create_redguard(below("redguard"), below("redguard_a"), NULL, &options,
                                         &made, &w->err);
    said(&w->said, "%zu %zu %zu %zu", made.changes, made.whole, made.missed, made.files);
    return fine;
}

static void hear_conflict(void *ctx, const struct rq_merge_conflict *c)
{
    said(&((struct work *)ctx)->said, "%s: %s | %s | %s", c->path, c->base ? c->base : "-",
         c->a ? c->a : "-", c->b ? c->b : "-");
}

static bool merge(struct work *w)
{
    struct rq_merged merged;
    const struct rq_merge_options options = {RQ_MERGE_OURS, true, hear_conflict, w};
    bool fine = rq_merge(below("kotor"), below("kotor_a"), below("kotor_b"), NULL, &options,
                         &merged, &w->err);
    said(&w->said, "%zu %zu %zu", merged.files, merged.merged, merged.conflicts);
    return fine;
}

/* ---- plans ---- */

static void hear_write(void *ctx, const struct rq_patch_write *write)
{
    said(&((struct work *)ctx)->said, "%s %s %s", write->resource, write->part, write->value);
}

static bool plan(struct work *w)
{
    const char *const *paths = w->what;
    const struct rq_patch_options options = {
        .again = true, .message = hear_message, .write = hear_write, .ctx = w};
    struct rq_patch *patch = rq_patch_open(paths[0], paths[1], &options, &w->err);
    bool made, removed;
    const char *path;
    for (size_t i = 0; patch && (path = rq_patch_file(patch, i, &made, &removed)); i++)
        said(&w->said, "%s %d %d", path, made, removed);
    bool fine = patch != NULL;
    rq_patch_close(patch);
    return fine;
}

static bool check_mod(struct work *w)
{
    const struct rq_patch_options options = {
        .message = hear_message, .write = hear_write, .ctx = w};
    return rq_patch_lint(w->what, &options, &w->err);
}

/* ---- saved games ---- */

static void hear_difference(void *ctx, const char *path, const char *a, const char *b)
{
    said(&((struct work *)ctx)->said, "%s: %s | %s", path, a ? a : "-", b ? b : "-");
}

static bool change_slot(struct work *w)
{
    static const char *const changes[][2] = {
        {"gold", "77"}, {"name", "Other"}, {"player/name", "Nobody"}};
    struct rq_out json = {0};
    size_t count = 0;
    struct rq_kotor_save *save = rq_save_open(w->what, NULL, &w->err);
    bool fine = save && rq_save_report(save, &(struct rq_save_report){.all = true}, &json, &w->err);
    for (size_t i = 0; fine && i < 3; i++)
        fine = rq_save_set(save, NULL, changes[i][0], changes[i][1], &w->err);
    fine = fine && rq_save_changes(save, hear_difference, w, &count, &w->err);
    work_made(w, rq_out_bytes(&json));
    rq_out_free(&json);
    rq_save_close(save);
    return fine;
}

static bool compare_slots(struct work *w)
{
    const char *const *paths = w->what;
    size_t count = 0;
    struct rq_kotor_save *a = rq_save_open(paths[0], NULL, &w->err);
    struct rq_kotor_save *b = a ? rq_save_open(paths[1], NULL, &w->err) : NULL;
    bool fine = b && rq_save_diff(a, b, hear_difference, w, &count, &w->err);
    rq_save_close(a);
    rq_save_close(b);
    return fine;
}

/* New global variables for a slot whose own can't be read. */
static bool repair_slot(struct work *w)
{
    const char *const *paths = w->what;
    size_t count = 0;
    struct rq_game *game = rq_game_open(paths[0], NULL, &w->err);
    struct rq_kotor_save *save = game ? rq_save_open(paths[1], NULL, &w->err) : NULL;
    bool fine = save && rq_save_repair(save, game, "globals", NULL, &w->err) &&
                rq_save_changes(save, hear_difference, w, &count, &w->err);
    rq_save_close(save);
    rq_game_close(game);
    return fine;
}

/* ---- a whole game ---- */

static void hear_finding(void *ctx, const struct rq_lint_finding *f)
{
    said(&((struct work *)ctx)->said, "%s %s %s: %s", f->rule->id, f->file, f->path, f->text);
}

static bool check_game(struct work *w)
{
    const char *path = w->what;
    struct rq_lint_totals totals = {0};
    bool fine = rq_lint(&path, 1, &(struct rq_lint_options){.all = true, .threads = 1},
                        hear_finding, w, &totals, &w->err);
    said(&w->said, "%zu %zu %zu %zu", totals.files, totals.errors, totals.warnings, totals.notes);
    return fine;
}

static bool find_uses(struct work *w)
{
    struct rq_use use;
    struct rq_game *game = rq_game_open(w->what, NULL, &w->err);
    struct rq_refs *refs =
        game ? rq_refs_open(game, &(struct rq_refs_options){.threads = 1}, &w->err) : NULL;
    for (size_t i = 0; refs && rq_refs_at(refs, i, &use); i++)
        said(&w->said, "%d %s %d %s", (int)use.thing, use.name, (int)use.kind, use.path);
    bool fine = refs != NULL;
    rq_refs_close(refs);
    rq_game_close(game);
    return fine;
}

static void test_mods(void)
{
    struct rq_patch_made made;
    rq_fs_remove(root);
    REQUIRE(copy_demo("kotor", below("kotor")) && copy_demo("redguard", below("redguard")));
    make_version("kotor", "kotor_a", kotor_edits);
    make_version("kotor", "kotor_b", kotor_others);
    make_version("redguard", "redguard_a", redguard_edits);
    memory_runs_out("create", create, NULL, 150);
    memory_runs_out("create for Redguard", create_redguard, NULL, 60);
    memory_runs_out("merge", merge, NULL, 150);
    REQUIRE(rq_patch_create(below("kotor"), below("kotor_a"), below("mod"), NULL, &made, NULL));
    REQUIRE(rq_patch_create_redguard(below("redguard"), below("redguard_a"), below("redguard_mod"),
                                     NULL, &made, NULL));
    const char *const plans[][2] = {{below("mod"), below("kotor")},
                                    {below("redguard_mod"), below("redguard")}};
    memory_runs_out("plan", plan, plans[0], 150);
    memory_runs_out("plan for Redguard", plan, plans[1], 60);
    memory_runs_out("check of a mod", check_mod, plans[0][0], 150);
}

static void test_slots(void)
{
    const char *const slots[] = {below("kotor/saves/000002 - Game1"),
                                 below("kotor/saves/000001 - AUTOSAVE")};
    memory_runs_out("slot", change_slot, slots[0], 150);
    memory_runs_out("two slots", compare_slots, slots, 150);
    static const char table[] = "2DA V2.0\n\n name type\n0 ST_N Number\n1 ST_B Boolean\n";
    const char *const damaged[] = {below("kotor"), below("damaged")};
    REQUIRE(copy_folder(slots[0], damaged[1], 4));
    REQUIRE(check_write(below("damaged/GLOBALVARS.res"), "none", 4) &&
            check_write(below("kotor/override/globalcat.2da"), table, strlen(table)));
    memory_runs_out("repair", repair_slot, damaged, 100);
}

static void test_checks(void)
{
    memory_runs_out("lint", check_game, below("kotor"), 30);
    memory_runs_out("refs", find_uses, below("kotor"), 30);
    memory_runs_out("refs", find_uses, below("redguard"), 30);
}

static void test_of_demo(void)
{
    if (!getenv("RQ_DEMO_DIR")) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    test_mods();
    test_slots();
    test_checks();
}

TESTS(test_of_demo)
