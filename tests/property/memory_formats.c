/* Memory that runs out while files of the demo's games are read, written, shown, compared and converted. What memory.c
 * does with small samples is done here with richer files, and with the rest of their game around them. See memory.h;
 * all files are those of the demo, below $RQ_DEMO_DIR. */
#include "core/file.h"
#include "formats/format.h"
#include "memory.h"

#include <reliquary/game.h>
#include <reliquary/media.h>

/* Each way on which memory is asked for is tried once, whatever the number. */
enum { POINTS = 3, MOST_BYTES = 100 << 10 };

struct file_of {
    const struct rq_tree_node *node;
    struct rq_options options;
    struct rq_convert_options how;
    struct rq_render_options picture;
    struct rq_out made; /* what a conversion made first */
    char name[200];
    char path[200], value[200]; /* of an edit */
};

static struct rq_doc *read_file(const struct file_of *f, struct rq_error *err)
{
    return rq_doc_read(f->node->bytes, &f->options, err);
}

/* ---- the file itself ---- */

static bool write_doc(struct work *w, struct rq_doc *doc)
{
    struct rq_out out = {0}, second = {0};
    bool fine = doc && rq_doc_write(doc, &out, &w->err);
    if (!fine && w->err.hint == RQ_HINT_DERIVE) {
        w->err = (struct rq_error){0};
        fine = rq_doc_derive(doc, &w->err) && rq_doc_write(doc, &out, &w->err);
    }
    fine = fine && rq_doc_write_companion(doc, &second, &w->err);
    work_made(w, rq_out_bytes(&out));
    work_made(w, rq_out_bytes(&second));
    rq_out_free(&out);
    rq_out_free(&second);
    return fine;
}

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
                rq_doc_dump(f->node->bytes, &f->options, &dump, &w->err);
    work_made(w, rq_out_bytes(&dump));
    rq_out_free(&dump);
    rq_doc_free(doc);
    return fine;
}

static bool verify(struct work *w)
{
    const struct file_of *f = w->what;
    return rq_doc_verify(f->node->bytes, &f->options, true, &w->err) == RQ_IDENTICAL;
}

static void hear_difference(void *ctx, const char *path, const char *a, const char *b)
{
    said(&((struct work *)ctx)->said, "%s: %s | %s", path, a ? a : "-", b ? b : "-");
}

/* With itself after an edit. */
static bool compare(struct work *w)
{
    const struct file_of *f = w->what;
    size_t count = 0;
    struct rq_doc *a = read_file(f, &w->err), *b = a ? read_file(f, &w->err) : NULL;
    bool fine = b && rq_doc_set(b, f->path, f->value, &w->err) &&
                rq_doc_diff(a, b, hear_difference, w, &count, &w->err) && write_doc(w, b);
    said(&w->said, "%zu", count);
    rq_doc_free(a);
    rq_doc_free(b);
    return fine;
}

/* ---- open files ---- */

static bool hear_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct work *w = ctx;
    (void)err;
    said(&w->said, "%s", name);
    work_made(w, bytes);
    return true;
}

static bool convert(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_convert(doc, &f->how, hear_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

static bool take_apart(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_parts(doc, &f->how, hear_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

static bool import(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_bytes made = rq_out_bytes(&f->made);
    struct rq_doc *doc = rq_file_kind_by_name(f->how.to)->is_text
                             ? rq_doc_from_text(made, &f->options, &w->err)
                             : rq_doc_import(made, f->options.format, &f->options, &w->err);
    bool fine = write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static bool put(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine =
        doc && rq_doc_put_file(doc, f->name, rq_out_bytes(&f->made), &w->err) && write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static bool draw(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_out png = {0};
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_render(doc, &f->how, &f->picture, &png, &w->err);
    work_made(w, rq_out_bytes(&png));
    rq_out_free(&png);
    rq_doc_free(doc);
    return fine;
}

static void tell_picture(struct work *w, const struct rq_media *media, size_t index)
{
    const struct rq_media_picture *picture = rq_media_picture(media, index);
    static uint8_t rgba[256 * 256 * 4];
    bool fits = picture->width <= 256 && picture->height <= 256;
    bool done = fits && rq_media_pixels(media, index, 0, 0, 0, rgba);
    said(&w->said, "%s %u x %u, %d", picture->name, picture->width, picture->height, done);
    if (done)
        work_made(w, (struct rq_bytes){rgba, (size_t)picture->width * picture->height * 4});
}

static void tell_sound(struct work *w, const struct rq_media *media, size_t index)
{
    const struct rq_media_sound *sound = rq_media_sound(media, index);
    int16_t samples[2 * 300] = {0};
    size_t got = rq_media_samples(media, index, 40, 300, samples);
    said(&w->said, "%s %s %zu", sound->name, sound->title ? sound->title : "-", got);
    work_made(w, (struct rq_bytes){(const uint8_t *)samples, sizeof samples});
}

static bool open_media(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    struct rq_media *media = doc ? rq_media_open(doc, &f->how, &w->err) : NULL;
    for (size_t i = 0; media && i < rq_media_picture_count(media); i++)
        tell_picture(w, media, i);
    for (size_t i = 0; media && i < rq_media_sound_count(media); i++)
        tell_sound(w, media, i);
    for (size_t i = 0; media && i < rq_media_mesh_count(media); i++) {
        const struct rq_media_mesh *mesh = rq_media_mesh(media, i);
        said(&w->said, "%s %s %u %u", mesh->name, mesh->texture ? mesh->texture : "-",
             mesh->vertex_count, mesh->index_count);
        work_made(w, (struct rq_bytes){(const uint8_t *)mesh->positions,
                                       mesh->vertex_count * 3 * sizeof(float)});
    }
    bool fine = media != NULL;
    rq_media_close(media);
    rq_doc_free(doc);
    return fine;
}

/* ---- every file ---- */

/* What is possible with enough memory is tried without it. */
static bool try_file(const struct file_of *f, const char *verb, work_fn *fn)
{
    struct work w;
    char name[400];
    snprintf(name, sizeof name, "%s of %s, %s", verb, f->node->path, f->how.to ? f->how.to : "-");
    check_note("%s", name);
    bool possible = work_try(fn, f, 0, false, &w);
    if (possible)
        memory_runs_out(name, fn, f, POINTS);
    return possible;
}

static bool keep_first(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct file_of *f = ctx;
    (void)err;
    if (!f->made.size) {
        rq_put_bytes(&f->made, bytes);
        snprintf(f->name, sizeof f->name, "%s", name);
    }
    return true;
}

static void try_kind(struct file_of *f, const char *kind, const char *dialect)
{
    struct rq_doc *doc = read_file(f, NULL);
    REQUIRE(doc != NULL);
    f->how.to = kind;
    f->how.dialect = dialect;
    rq_doc_convert(doc, &f->how, keep_first, f, NULL);
    rq_doc_free(doc);
    try_file(f, "conversion", convert);
    if (f->made.size) {
        try_file(f, "import", import);
        try_file(f, "put", put);
    }
    rq_out_free(&f->made);
}

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
    if (strcmp(f->node->format->info.name, "rgm") == 0)
        return; /* memory_tools.c draws the map */
    f->picture = (struct rq_render_options){.width = 24, .height = 16};
    try_file(f, "picture", draw);
    f->picture.frame = 2;
    try_file(f, "frame", draw);
}

/* The first number or text that can be set to something else. */
static bool choose_edit(void *ctx, const struct rq_value *value)
{
    struct file_of *f = ctx;
    struct rq_doc *doc = read_file(f, NULL);
    snprintf(f->value, sizeof f->value, "%s", value->u == 1 ? "0" : "1");
    bool possible = doc && rq_doc_set(doc, value->path, f->value, NULL);
    rq_doc_free(doc);
    if (possible)
        snprintf(f->path, sizeof f->path, "%s", value->path);
    return !possible;
}

static void try_node(const struct rq_tree_node *node, const struct rq_game *game)
{
    struct file_of f = {.node = node};
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
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
    rq_format_kinds(node->format, RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        try_kind(&f, kind, NULL);
        if (strcmp(kind, "xml") == 0 || strcmp(kind, "json") == 0)
            try_kind(&f, kind, "pykotor");
    }
    f.how.to = f.how.dialect = NULL;
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
