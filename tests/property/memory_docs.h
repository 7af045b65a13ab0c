/* What documents are put through while memory runs out: they are converted, imported, drawn and written. memory.c does so
 * with small samples, memory_formats.c with files of a game. */
#ifndef TESTS_PROPERTY_MEMORY_DOCS_H
#define TESTS_PROPERTY_MEMORY_DOCS_H

#include "memory.h"

#include <reliquary/media.h>

struct file_of {
    const char *called;
    size_t points; /* see memory_runs_out */
    struct rq_bytes bytes;
    struct rq_options options;
    struct rq_convert_options how;
    struct rq_render_options picture;
    struct rq_out made; /* what a conversion made first */
    char name[200];
    char path[300]; /* of a value that is edited */
};

static inline struct rq_doc *read_file(const struct file_of *f, struct rq_error *err)
{
    return rq_doc_read(f->bytes, &f->options, err);
}

static inline bool write_doc(struct work *w, struct rq_doc *doc)
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

static inline bool hear_file(void *ctx, const char *name, struct rq_bytes bytes,
                             struct rq_error *err)
{
    struct work *w = ctx;
    (void)err;
    said(&w->said, "%s", name);
    work_made(w, bytes);
    return true;
}

static inline void hear_lost(void *ctx, const struct rq_finding *lost)
{
    said(&((struct work *)ctx)->said, "%s: %s", lost->where, lost->text);
}

static inline bool convert(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_convert_options how = f->how;
    /* Files that a scene lacks are told when they can be. */
    how.lost = strcmp(how.to, "glb") ? hear_lost : NULL;
    how.lost_ctx = w;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine = doc && rq_doc_convert(doc, &how, hear_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

static inline bool import(struct work *w)
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

static inline bool put(struct work *w)
{
    const struct file_of *f = w->what;
    struct rq_doc *doc = read_file(f, &w->err);
    bool fine =
        doc && rq_doc_put_file(doc, f->name, rq_out_bytes(&f->made), &w->err) && write_doc(w, doc);
    rq_doc_free(doc);
    return fine;
}

static inline bool draw(struct work *w)
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

static inline void tell_picture(struct work *w, const struct rq_media *media, size_t index)
{
    const struct rq_media_picture *picture = rq_media_picture(media, index);
    static uint8_t rgba[256 * 256 * 4];
    bool fits = picture->width <= 256 && picture->height <= 256;
    bool done = fits && rq_media_pixels(media, index, 0, 0, 0, rgba);
    said(&w->said, "%s %u x %u, %d", picture->name, picture->width, picture->height, done);
    if (done)
        work_made(w, (struct rq_bytes){rgba, (size_t)picture->width * picture->height * 4});
}

static inline void tell_sound(struct work *w, const struct rq_media *media, size_t index)
{
    const struct rq_media_sound *sound = rq_media_sound(media, index);
    int16_t samples[2 * 300] = {0};
    size_t got = rq_media_samples(media, index, 40, 300, samples);
    said(&w->said, "%s %s %zu", sound->name, sound->title ? sound->title : "-", got);
    work_made(w, (struct rq_bytes){(const uint8_t *)samples, sizeof samples});
}

static inline bool open_media(struct work *w)
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

/* What is possible with enough memory is tried without it. */
static inline bool try_file(const struct file_of *f, const char *verb, work_fn *fn)
{
    struct work w;
    char name[400];
    snprintf(name, sizeof name, "%s of %s, %s", verb, f->called, f->how.to ? f->how.to : "-");
    check_note("%s", name);
    bool possible = work_try(fn, f, 0, false, &w);
    if (possible)
        memory_runs_out(name, fn, f, f->points);
    return possible;
}

static inline bool keep_first(void *ctx, const char *name, struct rq_bytes bytes,
                              struct rq_error *err)
{
    struct file_of *f = ctx;
    (void)err;
    if (!f->made.size) {
        rq_put_bytes(&f->made, bytes);
        snprintf(f->name, sizeof f->name, "%s", name);
    }
    return true;
}

static inline void try_kind(struct file_of *f, const char *kind, const char *dialect)
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

static inline void try_kinds(struct file_of *f)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    rq_format_kinds(f->options.format, RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        try_kind(f, kind, NULL);
        if (strcmp(kind, "xml") == 0 || strcmp(kind, "json") == 0)
            try_kind(f, kind, "pykotor");
    }
    f->how.to = f->how.dialect = NULL;
}

#endif
