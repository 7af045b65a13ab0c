/* Memory that runs out while documents are converted, imported, drawn and edited. See memory.h. */
#include "memory.h"
#include "formats/format.h"
#include "samples.h"

#include <reliquary/media.h>

enum { POINTS = 40 };

struct case_of {
    const struct sample *sample;
    struct rq_options options;
    const char *kind, *dialect; /* of the conversion */
    struct rq_out made;         /* what it made first */
    char name[200];
    const char *path; /* of an edit */
    int edit;
};

static struct rq_doc *read_sample(const struct case_of *c, struct rq_error *err)
{
    return rq_doc_read((struct rq_bytes){c->sample->data, c->sample->size}, &c->options, err);
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

static void hear_lost(void *ctx, const struct rq_finding *lost)
{
    said(&((struct work *)ctx)->said, "%s: %s", lost->where, lost->text);
}

static bool convert(struct work *w)
{
    const struct case_of *c = w->what;
    const struct rq_convert_options options = {
        .to = c->kind,
        .name = c->sample->name,
        .dialect = c->dialect,
        /* Files that a scene lacks are told when they can be. */
        .lost = strcmp(c->kind, "glb") ? hear_lost : NULL,
        .lost_ctx = w,
        .all_levels = true};
    struct rq_doc *doc = read_sample(c, &w->err);
    bool fine = doc && rq_doc_convert(doc, &options, hear_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

static bool draw(struct work *w)
{
    const struct case_of *c = w->what;
    const struct rq_convert_options scene = {.name = c->sample->name};
    const struct rq_render_options options = {.width = 24, .height = 16};
    struct rq_out png = {0};
    struct rq_doc *doc = read_sample(c, &w->err);
    bool fine = doc && rq_doc_render(doc, &scene, &options, &png, &w->err);
    work_made(w, rq_out_bytes(&png));
    rq_out_free(&png);
    rq_doc_free(doc);
    return fine;
}

static bool open_media(struct work *w)
{
    const struct case_of *c = w->what;
    const struct rq_convert_options options = {.name = c->sample->name};
    struct rq_doc *doc = read_sample(c, &w->err);
    struct rq_media *media = doc ? rq_media_open(doc, &options, &w->err) : NULL;
    if (media)
        said(&w->said, "%zu %zu %zu", rq_media_picture_count(media), rq_media_sound_count(media),
             rq_media_mesh_count(media));
    bool fine = media != NULL;
    rq_media_close(media);
    rq_doc_free(doc);
    return fine;
}

/* ---- and back ---- */

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

static bool import(struct work *w)
{
    const struct case_of *c = w->what;
    struct rq_bytes made = rq_out_bytes(&c->made);
    struct rq_doc *doc = rq_file_kind_by_name(c->kind)->is_text
                             ? rq_doc_from_text(made, &c->options, &w->err)
                             : rq_doc_import(made, c->options.format, &c->options, &w->err);
    bool fine = write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static bool put(struct work *w)
{
    const struct case_of *c = w->what;
    struct rq_doc *doc = read_sample(c, &w->err);
    bool fine =
        doc && rq_doc_put_file(doc, c->name, rq_out_bytes(&c->made), &w->err) && write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

/* What is possible with enough memory is tried without it. */
static void try_case(const struct case_of *c, const char *verb, work_fn *fn)
{
    struct work w;
    char name[300];
    snprintf(name, sizeof name, "%s of %s%s%s", verb, c->sample->name, c->kind ? ", " : "",
             c->kind ? c->kind : "");
    if (work_try(fn, c, 0, false, &w))
        memory_runs_out(name, fn, c, POINTS);
}

static bool keep_first(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct case_of *c = ctx;
    (void)err;
    if (!c->made.size) {
        rq_put_bytes(&c->made, bytes);
        snprintf(c->name, sizeof c->name, "%s", name);
    }
    return true;
}

static void try_kind(struct case_of *c, const char *kind, const char *dialect)
{
    const struct rq_convert_options options = {
        .to = kind, .name = c->sample->name, .dialect = dialect};
    c->kind = kind;
    c->dialect = dialect;
    struct rq_doc *doc = read_sample(c, NULL);
    REQUIRE(doc != NULL);
    rq_doc_convert(doc, &options, keep_first, c, NULL);
    rq_doc_free(doc);
    try_case(c, "conversion", convert);
    if (c->made.size) {
        try_case(c, "import", import);
        try_case(c, "put", put);
    }
    rq_out_free(&c->made);
}

/* ---- edits ---- */

static bool edit(struct work *w)
{
    const struct case_of *c = w->what;
    struct rq_doc *doc = read_sample(c, &w->err);
    bool fine = doc != NULL;
    if (fine && c->edit == 0)
        fine = rq_doc_set(doc, c->path, "1", &w->err);
    else if (fine && c->edit == 1)
        fine = rq_doc_remove(doc, c->path, &w->err);
    else if (fine && c->edit == 2)
        fine = rq_doc_insert(doc, c->path, NULL, NULL, &w->err);
    else if (fine && c->edit == 3)
        fine = rq_doc_move(doc, c->path, 0, &w->err);
    fine = fine && write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static bool keep_path(void *ctx, const struct rq_value *value)
{
    rq_put(ctx, value->path, strlen(value->path) + 1);
    return true;
}

/* About a dozen values, from the first to the last. */
static void try_edits(struct case_of *c)
{
    struct rq_out paths = {0};
    struct rq_doc *doc = read_sample(c, NULL);
    c->kind = NULL;
    CHECK(rq_doc_visit(doc, keep_path, &paths, NULL));
    rq_doc_free(doc);
    size_t step = paths.size / 12 + 1, next = 0;
    for (size_t at = 0; at < paths.size; at += strlen((char *)paths.data + at) + 1) {
        if (at < next)
            continue;
        next = at + step;
        c->path = (char *)paths.data + at;
        for (c->edit = 0; c->edit < 4; c->edit++)
            try_case(c, "edit", edit);
        /* And the element that it is in. */
        char above[300];
        snprintf(above, sizeof above, "%s", c->path);
        char *slash = strrchr(above, '/');
        if (slash)
            *slash = 0;
        c->path = above;
        for (c->edit = 1; slash && c->edit < 4; c->edit++)
            try_case(c, "edit", edit);
    }
    rq_out_free(&paths);
}

static void visit_sample(void *ctx, const struct sample *sample)
{
    struct case_of c = {.sample = sample};
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    (void)ctx;
    c.options = (struct rq_options){.format = rq_format_by_name(sample->format),
                                    .companion = sample->companion,
                                    .name = sample->name};
    rq_format_kinds(c.options.format, RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        try_kind(&c, kind, NULL);
        if (strcmp(kind, "xml") == 0 || strcmp(kind, "json") == 0)
            try_kind(&c, kind, "pykotor");
    }
    c.kind = c.dialect = NULL;
    try_case(&c, "picture", draw);
    try_case(&c, "media", open_media);
    if (rq_format_has_set(c.options.format))
        try_edits(&c);
}

static void test_samples(void)
{
    each_sample(visit_sample, NULL);
}

TESTS(test_samples)
