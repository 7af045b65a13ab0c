/* Memory that runs out while files of the demo's games are read, written, shown, compared and converted. What memory.c
 * does with small samples is done here with richer files, and with the rest of their game around them. See memory.h;
 * all files are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "formats/format.h"
#include "memory_docs.h"

#include <reliquary/game.h>

enum { MOST_BYTES = 100 << 10 };

/* ---- the file itself ---- */

static bool tell_facts(struct work *w, struct rq_doc *doc)
{
    const struct rq_finding *findings;
    const struct rq_fact *facts = NULL;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        said(&w->said, "%s %s: %s", findings[i].id, findings[i].where, findings[i].text);
    bool fine = rq_doc_facts(doc, &facts, &count, &w->err);
    for (size_t i = 0; fine && i < count; i++)
        said(&w->said, "%s: %s", facts[i].key, facts[i].value);
    return fine;
}

static bool write_again(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_out json = {0};
    struct rq_doc *doc = read_file(f, &w->err), *second = NULL;
    bool fine = doc && tell_facts(w, doc) && rq_doc_settle(doc, &w->err) && write_doc(w, doc) &&
                rq_doc_to_json(doc, &json, &w->err);
    if (fine)
        second = rq_doc_from_json(rq_out_bytes(&json), &f->options, &w->err);
    fine = second && write_doc(w, second);
    work_made(w, rq_out_bytes(&json));
    rq_doc_free(second);
    rq_doc_free(doc);
    rq_out_free(&json);
    return fine;
}

static bool hear_value(void *ctx, const struct rq_value *value)
{
    struct work *w = ctx;
    said(&w->said, "%s %d %s %llu", value->path, (int)value->type, value->kind ? value->kind : "-",
         (unsigned long long)value->u);
    work_made(w, value->bytes);
    return true;
}

static bool show(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_out dump = {0};
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_visit(doc, hear_value, w, &w->err) &&
                rq_doc_dump(f->bytes, &f->options, &dump, &w->err);
    work_made(w, rq_out_bytes(&dump));
    rq_out_free(&dump);
    rq_doc_free(doc);
    return fine;
}

static bool verify(struct work *w)
{
    const struct file_of *f = w->what;
    return rq_doc_verify(f->bytes, &f->options, true, &w->err) == RQ_IDENTICAL;
}

static void hear_difference(void *ctx, const char *path, const char *a, const char *b)
{
    said(&((struct work *)ctx)->said, "%s: %s | %s", path, a ? a : "-", b ? b : "-");
}

static const char new_value[] = "1";

/* With itself after an edit. */
static bool compare(struct work *w)
{
    const struct file_of *f = w->what;
    size_t count = 0;
    struct rq_doc *a = read_file(f, &w->err), *b = a ? read_file(f, &w->err) : NULL;
    bool fine = b && rq_doc_set(b, f->path, new_value, &w->err) &&
                rq_doc_diff(a, b, hear_difference, w, &count, &w->err) && write_doc(w, b);
    said(&w->said, "%zu", count);
    rq_doc_free(a);
    rq_doc_free(b);
    return fine;
}

/* ---- open files ---- */

static bool take_apart(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_parts(doc, &f->how, hear_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

/* ---- every file ---- */

/* Scenes in all the ways in which they are made. */
static void try_scene(struct file_of *f)
{
    static const char *const lightmaps[] = {"baked", "none"};
    const struct rq_convert_options plain = f->how;
    f->how.to = "glb";
    for (size_t i = 0; i < sizeof lightmaps / sizeof lightmaps[0]; i++) {
        f->how.lightmaps = lightmaps[i];
        try_file(f, "lights", convert);
    }
    f->how = plain;
    f->how.to = "glb";
    f->how.whole = f->how.best = true;
    try_file(f, "whole", convert);
    f->how = plain;
    if (strcmp(f->options.format->info.name, "rgm") == 0)
        return; /* memory_content.c draws the map */
    f->picture = (struct rq_render_options){.width = 24, .height = 16};
    try_file(f, "picture", draw);
    f->picture.frame = 2;
    try_file(f, "frame", draw);
}

/* The first number or text that can be set to another. */
static bool choose_edit(void *ctx, const struct rq_value *value)
{
    struct file_of *f = ctx;
    struct rq_doc *doc = read_file(f, NULL);
    bool possible = value->u != 1 && doc && rq_doc_set(doc, value->path, new_value, NULL);
    rq_doc_free(doc);
    if (possible)
        snprintf(f->path, sizeof f->path, "%s", value->path);
    return !possible;
}

static void try_node(const struct rq_tree_node *node, const struct rq_game *game)
{
    struct file_of f = {.called = node->path, .bytes = node->bytes, .points = 3};
    f.options = (struct rq_options){.format = node->format,
                                    .companion = node->companion,
                                    .name = node->name,
                                    .env = rq_game_env(game)};
    f.how = (struct rq_convert_options){
        .name = node->name, .env = rq_game_env(game), .all_levels = true};
    if (!try_file(&f, "write", write_again))
        return;
    try_file(&f, "show", show);
    try_file(&f, "verify", verify);
    struct rq_doc *doc = read_file(&f, NULL);
    if (rq_format_has_set(node->format) && CHECK(rq_doc_visit(doc, choose_edit, &f, NULL)))
        try_file(&f, "compare", compare);
    rq_doc_free(doc);
    try_kinds(&f);
    try_file(&f, "parts", take_apart);
    try_file(&f, "media", open_media);
    try_scene(&f);
}

static void try_game(const char *name)
{
    const char *demo = getenv("RQ_DEMO_DIR"), *path = demo ? check_below(demo, name) : NULL;
    struct rq_tree tree = {0};
    if (!demo) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    struct rq_game *game = rq_game_open(path, NULL, NULL);
    REQUIRE(game && rq_tree_open(&tree, &path, 1, NULL, NULL));
    for (size_t i = 0; i < tree.count; i++)
        if (tree.nodes[i].format && tree.nodes[i].bytes.size <= MOST_BYTES)
            try_node(&tree.nodes[i], game);
    rq_tree_close(&tree);
    rq_game_close(game);
}

static void test_kotor(void)
{
    try_game("kotor");
}

static void test_redguard(void)
{
    try_game("redguard");
}

TESTS(test_kotor, test_redguard)
