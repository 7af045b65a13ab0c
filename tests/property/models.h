/* Models that are written as text by hand: words of the text are edited, and the model that is made of it goes
 * through scenes of all kinds and all that record.h does. */
#ifndef TESTS_PROPERTY_MODELS_H
#define TESTS_PROPERTY_MODELS_H

#include "model_texts.h"
#include "record.h"

/* ---- one model ---- */

static inline void put_model(struct rq_out *out, const struct model_text *text)
{
    if (text->file) { /* a walkmesh is no more than its nodes */
        rq_put_str(out, text->body);
        return;
    }
    rq_put_str(out, text->head ? text->head : model_head);
    rq_put_str(out, text->body);
    if (text->is_saber)
        put_saber(out);
    rq_put_str(out, text->animations ? text->animations : "endmodelgeom a\ndonemodel a\n");
}

static inline void words_of(struct record *r, struct rq_bytes text)
{
    struct rq_error err = {0};
    begin(r, "words");
    struct rq_doc *doc = take_text(r, text, &err);
    CHECK(doc != NULL);
    CHECK_STR(err.text, "");
    tell_written(r, doc, &err);
    rq_doc_free(doc);
    edit_words(r, text, take_text);
    end(r, "words");
}

/* The scene with each way to show lightmaps, with and without textures. */
static inline void scenes_of(struct record *r, struct rq_doc *doc, const struct rq_env *env)
{
    static const char *const ways[] = {NULL, "occlusion", "baked", "none", "other"};
    begin(r, "scenes");
    for (size_t i = 0; i < 2 * sizeof ways / sizeof ways[0]; i++) {
        struct rq_error err = {0};
        const struct rq_convert_options options = {.to = "glb",
                                                   .name = r->options.name,
                                                   .lightmaps = ways[i / 2],
                                                   .full_names = i & 1,
                                                   .lost = tell_lost,
                                                   .lost_ctx = r,
                                                   .env = i & 1 ? env : NULL};
        said(&r->said, "-- scene %zu", i);
        if (!rq_doc_convert(doc, &options, tell_file, r, &err))
            tell_error(r, &err);
        tell_findings(r, doc);
        rq_out_free(&r->first);
    }
    end(r, "scenes");
}

/* Numbers in the data of the scene, one at a time. */
static inline void data_of(struct record *r, struct rq_doc *doc)
{
    static const uint32_t values[] = {0,          0x3F800000, 0x7FC00000, 0xFFFFFFFF,
                                      0x7149F2CA, 0x00010000, 0xBF000000};
    enum { COUNT = sizeof values / sizeof values[0] };
    const struct rq_convert_options options = {.to = "glb", .name = r->options.name};
    begin(r, "data");
    REQUIRE(rq_doc_convert(doc, &options, tell_file, r, NULL));
    size_t start = 20 + word_at(&r->first, 12) + 8, number = 0;
    size_t places = r->first.size > start ? (r->first.size - start) / 4 * COUNT : 0;
    size_t times = affordable(r, r->first.size), step = places / times | 1;
    for (size_t at = start; at + 4 <= r->first.size; at += 4)
        for (size_t i = 0; i < COUNT; i++) {
            struct rq_error err = {0};
            uint32_t was = word_at(&r->first, at);
            if (number++ % step)
                continue;
            rq_patch32(&r->first, at, values[i]);
            said(&r->said, "-- data at %zu is %08x", at - start, (unsigned)values[i]);
            struct rq_doc *back = take_import(r, rq_out_bytes(&r->first), &err);
            tell_written(r, back, &err);
            rq_doc_free(back);
            rq_patch32(&r->first, at, was);
        }
    rq_out_free(&r->first);
    end(r, "data");
}

/* ---- scenes of anybody ---- */

static inline void put_replaced(struct rq_out *out, struct rq_bytes text, const char *old,
                                const char *new)
{
    size_t size = strlen(old);
    for (size_t at = 0; at < text.size; at++) {
        if (at + size > text.size || memcmp(text.data + at, old, size) != 0) {
            rq_put8(out, text.data[at]);
            continue;
        }
        rq_put_str(out, new);
        at += size - 1;
    }
}

/* The scene without what tells that it is ours, with sizes, turns and jumps that ours do not have. */
static const char *const foreign[][2] = {
    {"\"extras\"", "\"other\""},
    {"\"input\":", "\"interpolation\":\"STEP\",\"input\":"},
    {"\"input\":", "\"interpolation\":\"CUBICSPLINE\",\"input\":"},
    {"\"name\":\"a\"", "\"scale\":[2,2,2],\"name\":\"a\""},
    {"\"translation\":", "\"scale\":[1,2,0.5],\"translation\":"},
    {"\"rotation\":[", "\"rotation\":[0.5,0.5,-0.5,0.5],\"r\":["},
    {"\"plain\"", "\"wok_Deep_Water.001\""},
    {"\"translation\":[", "\"matrix\":[2,0,0,0,0,0,2,0,0,-2,0,0,1,2,3,1],\"t\":["},
    {"\"mesh\":0", "\"scale\":[-1,1,1],\"mesh\":0"},
    {"\"name\":\"", "\"name\":\"a_very_long_name_of_a_node_"},
    {"\"name\":", "\"n\":"},
    {"\"rotation\"", "\"scale\""},
};

static inline void foreign_of(struct record *r, struct rq_doc *doc)
{
    const struct rq_convert_options options = {.to = "glb", .name = r->options.name};
    const struct rq_format *own = r->format;
    const size_t share = r->share;
    begin(r, "foreign");
    REQUIRE(rq_doc_convert(doc, &options, tell_file, r, NULL));
    rq_put(&r->glb, r->first.data, r->first.size);
    const struct rq_bytes json = {r->glb.data + 20, word_at(&r->glb, 12)};
    r->share *= 8;
    for (size_t i = 0; i < 2 * sizeof foreign / sizeof foreign[0]; i++) {
        struct rq_error err = {0};
        struct rq_out plain = {0}, edited = {0};
        put_replaced(&plain, json, foreign[0][0], foreign[0][1]);
        put_replaced(&edited, rq_out_bytes(&plain), foreign[i / 2][0], foreign[i / 2][1]);
        said(&r->said, "---- foreign %zu", i);
        r->format = rq_format_by_name(i % 2 ? "bwm" : "mdl");
        struct rq_doc *back = take_glb(r, rq_out_bytes(&edited), &err);
        tell_written(r, back, &err);
        rq_doc_free(back);
        rq_put8(&edited, 0);
        if (r->format == own)
            edit_json(r, (const char *)edited.data, take_glb);
        rq_out_free(&plain);
        rq_out_free(&edited);
    }
    r->share = share;
    r->format = own;
    rq_out_free(&r->first);
    rq_out_free(&r->glb);
    rq_out_free(&r->edited);
    end(r, "foreign");
}

static inline void visit_model(struct record *r, const struct model_text *text,
                               const struct rq_env *env)
{
    struct rq_out all = {0}, file = {0}, second = {0};
    struct sample sample = {.name = text->name, .format = text->file ? "bwm" : "mdl"};
    struct rq_error err = {0};
    put_model(&all, text);
    check_note("%s", text->name);
    r->sample = &sample;
    r->format = rq_format_by_name(sample.format);
    r->options = (struct rq_options){
        .name = text->file ? text->file : "a.mdl", .format = r->format, .env = env};
    words_of(r, rq_out_bytes(&all));
    struct rq_doc *doc = rq_doc_from_text(rq_out_bytes(&all), &r->options, &err);
    REQUIRE(doc && rq_doc_write(doc, &file, &err) && rq_doc_write_companion(doc, &second, &err));
    scenes_of(r, doc, env);
    data_of(r, doc);
    foreign_of(r, doc);
    rq_doc_free(doc);
    sample.data = file.data;
    sample.size = file.size;
    sample.companion = rq_out_bytes(&second);
    visit_sample(r, &sample);
    rq_out_free(&all);
    rq_out_free(&file);
    rq_out_free(&second);
}

#endif
