/* What the golden tests of Redguard's formats share: a builder of bytes, the round trips,
 * damage, and walking the corpus with its ground truth. */
#ifndef TESTS_GOLDEN_REDGUARD_H
#define TESTS_GOLDEN_REDGUARD_H

#include "core/file.h"
#include "core/json.h"
#include "formats/format.h"
#include "support/corpus.h"
#include "support/document.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- bytes laid down by hand ---- */

struct made {
    uint8_t data[1 << 16];
    size_t size;
};

static inline void put8(struct made *m, unsigned v)
{
    m->data[m->size++] = (uint8_t)v;
}

static inline void put16(struct made *m, int v)
{
    put8(m, (unsigned)v & 0xFF);
    put8(m, (unsigned)v >> 8 & 0xFF);
}

static inline void put32(struct made *m, uint32_t v)
{
    put16(m, (int)(v & 0xFFFF));
    put16(m, (int)(v >> 16));
}

static inline void put32be(struct made *m, uint32_t v)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        put8(m, v >> shift & 0xFF);
}

static inline void put_text(struct made *m, const char *text, size_t size)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < size; i++)
        put8(m, i < n ? (uint8_t)text[i] : 0);
}

static inline void put_zeros(struct made *m, size_t size)
{
    put_text(m, "", size);
}

static inline void set32(struct made *m, size_t at, uint32_t v)
{
    rq_set32(m->data + at, v);
}

static inline struct rq_bytes made_bytes(const struct made *m)
{
    return (struct rq_bytes){m->data, m->size};
}

/* ---- round trips ---- */

static inline struct rq_doc *read_as(struct rq_bytes bytes, const char *format)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
    if (!doc)
        check_note("%s: %s: %s", format, err.where, err.text);
    return doc;
}

/* Reading must fail, for this reason. */
static inline void unreadable(const struct made *m, const char *format, enum rq_code code,
                              const char *why)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read(made_bytes(m), &options, &err);
    check_error(doc, &err, code, why);
    rq_doc_free(doc);
}

static inline void check_round_trips(struct rq_bytes bytes, const char *name, const char *format)
{
    const struct rq_format *found = rq_format_detect(bytes, name);
    CHECK_STR(found ? rq_format_describe(found)->name : NULL, format);
    struct rq_doc *doc = read_as(bytes, format);
    if (CHECK(doc != NULL)) {
        CHECK(writes_same(doc, bytes, false));
        CHECK(writes_same(doc, bytes, true));
    }
    rq_doc_free(doc);
}

/* The file that JSON text makes; size 0 and the reason when it makes none. */
static inline struct rq_out built_from(const char *json, struct rq_error *err)
{
    struct rq_out out = {0};
    struct rq_bytes text = {(const uint8_t *)json, strlen(json)};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, err);
    if (doc)
        rq_doc_write(doc, &out, err);
    rq_doc_free(doc);
    return out;
}

/* An object of the format with these members must not become a file. */
static inline void not_built(const char *format, const char *members)
{
    char text[1024];
    struct rq_error err = {0};
    check_note("%s", members);
    snprintf(text, sizeof text, "{\"format\":\"%s\",\"version\":1,%s}", format, members);
    struct rq_out out = built_from(text, &err);
    CHECK(err.code == RQ_CORRUPT || err.code == RQ_USAGE);
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
}

/* ---- damage ---- */

/* Whatever the bytes are: an error, or a document that comes back identical. */
static inline void check_survives(struct rq_bytes bytes, const char *format)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
    if (!doc) {
        CHECK(err.code != RQ_OK && err.text[0]);
        return;
    }
    const struct rq_fact *facts;
    size_t count;
    struct rq_arena arena = {.limit = 64 << 20};
    struct rq_error view_err = {0};
    struct rq_view view = {.arena = &arena, .err = &view_err};
    const struct rq_image *images;
    struct rq_scene scene;
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    CHECK(writes_same(doc, bytes, false));
    CHECK(writes_same(doc, bytes, true));
    if (doc->format->pictures)
        doc->format->pictures->images(doc, &view, &images, &count);
    if (doc->format->scene)
        doc->format->scene->scene(doc, &view, &scene);
    if (doc->format->sounds)
        doc->format->sounds->clips(doc, &view, &(const struct rq_clip *){NULL}, &count);
    if (doc->format->font)
        doc->format->font->font(doc, &view, &(struct rq_font){0});
    if (doc->format->table)
        doc->format->table->table(doc, &view, &(struct rq_table){0});
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static inline bool to_nowhere(void *ctx, const char *name, struct rq_bytes bytes,
                              struct rq_error *err)
{
    (void)ctx, (void)name, (void)bytes, (void)err;
    return true;
}

/* Converts to the kind, and puts a file back when there is one, with each allocation failing
 * in turn: success, or an error, and nothing lost. */
static inline void check_exhausted(struct rq_bytes bytes, const char *format, const char *to,
                                   const char *name, struct rq_bytes file)
{
    for (size_t n = 1; n < 5000; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name(format), .alloc = &alloc};
        struct rq_convert_options how = {.to = to, .name = "X.X", .text_names = true};
        struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
        bool fine = doc && rq_doc_convert(doc, &how, to_nowhere, NULL, &err) &&
                    (!name || rq_doc_put_file(doc, name, file, &err));
        rq_doc_free(doc);
        CHECK_INT(fine, err.code == RQ_OK);
        if (!CHECK(fine || err.code == RQ_NO_MEMORY))
            printf("    %s: %s\n", err.where, err.text);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            return;
    }
}

static inline void check_truncations(struct rq_bytes bytes, const char *format)
{
    size_t step = bytes.size > 4096 ? 37 : 1;
    for (size_t n = 0; n < bytes.size; n += step) {
        struct check_guard guard;
        check_note("the first %zu of %zu bytes", n, bytes.size);
        if (!check_guard_make(bytes.data, n, &guard))
            return;
        check_survives((struct rq_bytes){guard.data, guard.size}, format);
        check_guard_free(&guard);
    }
}

static inline void check_flips(struct rq_bytes bytes, const char *format, unsigned rounds)
{
    uint8_t *copy = malloc(bytes.size ? bytes.size : 1);
    uint32_t random = 12345;
    for (unsigned i = 0; copy && i < rounds && bytes.size; i++) {
        random = random * 1664525u + 1013904223u;
        size_t at = (random >> 8) % bytes.size;
        random = random * 1664525u + 1013904223u;
        uint8_t mask = (uint8_t)(1u << (random >> 29));
        if (i & 1)
            mask = (uint8_t)(random >> 16 | 1);
        memcpy(copy, bytes.data, bytes.size);
        copy[at] ^= mask;
        check_note("byte %zu ^ 0x%02x", at, mask);
        check_survives((struct rq_bytes){copy, bytes.size}, format);
    }
    free(copy);
    check_note(" ");
}

/* ---- the corpus ---- */

/* fn for every file of the corpus' installation whose name fits the pattern; truth is the text
 * of its ground truth. Returns how many. */
static inline size_t each_corpus(const char *pattern,
                                 void (*fn)(const char *name, struct rq_bytes bytes,
                                            struct rq_bytes truth))
{
    size_t seen = 0;
    struct rq_walk walk = {0};
    if (!corpus_walk("redguard", &walk))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        const char *relative = walk.items[i].relative, *name = rq_path_base(relative);
        char path[256];
        if (!rq_glob(pattern, name) || strncmp(relative, "expected", 8) == 0)
            continue;
        snprintf(path, sizeof path, "redguard/expected/%.*s%s%s.json", (int)strcspn(relative, "/"),
                 relative, strchr(relative, '/') ? "__" : "", strchr(relative, '/') ? name : "");
        const char *truth_path = check_corpus(path);
        size_t size = 0, truth_size = 0;
        uint8_t *data = check_read(walk.items[i].path, &size);
        uint8_t *truth = truth_path ? check_read(truth_path, &truth_size) : NULL;
        check_note("%s", name);
        if (CHECK(data != NULL) && CHECK(truth != NULL))
            fn(name, (struct rq_bytes){data, size}, (struct rq_bytes){truth, truth_size});
        free(data);
        free(truth);
        seen++;
    }
    rq_walk_free(&walk);
    check_note("%s", pattern);
    CHECK(seen > 0);
    check_note(" ");
    return seen;
}

#endif
