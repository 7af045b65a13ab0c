/* Memory that runs out while small samples of all formats are converted, imported, drawn and edited. See memory.h. */
#include "memory_docs.h"
#include "samples.h"

static bool edit(struct work *w, bool done, struct rq_doc *doc)
{
    bool fine = done && write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static bool set_value(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    return edit(w, doc && rq_doc_set(doc, f->path, "1", &w->err), doc);
}

static bool remove_value(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    return edit(w, doc && rq_doc_remove(doc, f->path, &w->err), doc);
}

static bool insert_value(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    return edit(w, doc && rq_doc_insert(doc, f->path, NULL, NULL, &w->err), doc);
}

static bool move_value(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    return edit(w, doc && rq_doc_move(doc, f->path, 0, &w->err), doc);
}

static bool keep_path(void *ctx, const struct rq_value *value)
{
    rq_put(ctx, value->path, strlen(value->path) + 1);
    return true;
}

static void try_edits(struct file_of *f, const char *path)
{
    snprintf(f->path, sizeof f->path, "%s", path);
    try_file(f, "set", set_value);
    try_file(f, "remove", remove_value);
    try_file(f, "insert", insert_value);
    try_file(f, "move", move_value);
    char *slash = strrchr(f->path, '/');
    if (slash) { /* and the element that it is in */
        *slash = 0;
        try_file(f, "remove", remove_value);
        try_file(f, "insert", insert_value);
        try_file(f, "move", move_value);
    }
}

/* About a dozen values, from the first to the last. */
static void edit_values(struct file_of *f)
{
    struct rq_out paths = {0};
    struct rq_doc *doc = read_file(f, NULL);
    CHECK(rq_doc_visit(doc, keep_path, &paths, NULL));
    rq_doc_free(doc);
    size_t step = paths.size / 12 + 1, next = 0;
    for (size_t at = 0; at < paths.size; at += strlen((char *)paths.data + at) + 1)
        if (at >= next) {
            next = at + step;
            try_edits(f, (char *)paths.data + at);
        }
    rq_out_free(&paths);
}

static void visit_sample(void *ctx, const struct sample *sample)
{
    (void)ctx;
    struct file_of f = {.called = sample->name, .points = 40};
    f.bytes = (struct rq_bytes){sample->data, sample->size};
    f.options = (struct rq_options){.format = rq_format_by_name(sample->format),
                                    .companion = sample->companion,
                                    .name = sample->name};
    f.how = (struct rq_convert_options){.name = sample->name, .all_levels = true};
    f.picture = (struct rq_render_options){.width = 24, .height = 16};
    try_kinds(&f);
    try_file(&f, "picture", draw);
    try_file(&f, "media", open_media);
    if (rq_format_has_set(f.options.format))
        edit_values(&f);
}

static void test_samples(void)
{
    each_sample(visit_sample, NULL);
}

TESTS(test_samples)
