/* What the golden tests of picture formats share: findings, one view, and pictures put back. */
#ifndef TESTS_GOLDEN_PICTURES_H
#define TESTS_GOLDEN_PICTURES_H

#include "redguard.h"

static inline void put_mem(struct made *m, const void *data, size_t size)
{
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static inline size_t found(struct rq_doc *doc, const char *id)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings), n = 0;
    for (size_t i = 0; i < count; i++)
        n += strcmp(findings[i].id, id) == 0;
    return n;
}

/* The pictures of a document; arena is the caller's to free. */
static inline size_t pictures_of(struct rq_doc *doc, struct rq_arena *arena,
                                 const struct rq_image **images)
{
    struct rq_error err = {0};
    struct rq_view view = {.arena = arena, .err = &err};
    size_t count = 0;
    *images = NULL;
    CHECK(doc->format->pictures->images(doc, &view, images, &count));
    return count;
}

/* A name as export gives it, without the extension. */
static inline void exported_name(const struct rq_image *image, uint32_t frame, char name[64])
{
    snprintf(name, 48, "%s", image->name ? image->name : "PICTURE");
    if (image->frames > 1)
        snprintf(name + strlen(name), 16, "_%02u", frame);
}

/* Every frame of every picture put back as it was shown: the same file. */
static inline void check_put_back(struct rq_bytes bytes, const char *format)
{
    struct rq_doc *doc = read_as(bytes, format);
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    const struct rq_image *images;
    size_t count = pictures_of(doc, &arena, &images);
    CHECK(rq_doc_settle(doc, &err));
    for (size_t i = 0; i < count; i++)
        for (uint32_t f = 0; f < images[i].frames; f++) {
            char name[64];
            struct rq_image one = images[i];
            uint8_t *flipped = NULL;
            struct rq_plane plane = *rq_image_plane(&images[i], f, 0, 0);
            /* What PNG gives back has its first row on top. */
            if (one.bottom_up && (flipped = malloc(plane.bytes.size)) != NULL) {
                for (size_t y = 0; y < plane.height; y++)
                    memcpy(flipped + y * plane.width,
                           plane.bytes.data + (plane.height - 1 - y) * plane.width, plane.width);
                plane.bytes.data = flipped;
                one.bottom_up = false;
            }
            one.planes = &plane;
            one.frames = 1;
            exported_name(&images[i], f, name);
            check_note("%s", name);
            CHECK(doc->format->pictures->put_image(doc, name, &one, &err));
            CHECK_STR(err.text, "");
            CHECK(writes_same(doc, bytes, false));
            CHECK(writes_same(doc, bytes, true));
            free(flipped);
        }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* Puts indices with the palette of the picture that is there already. */
static inline bool put_indices(struct rq_doc *doc, const char *name, uint32_t width,
                               uint32_t height, const void *indices, const uint8_t *palette,
                               struct rq_error *err)
{
    struct rq_plane plane = {width, height, {indices, (size_t)width * height}};
    struct rq_image image = {.pixels = RQ_PIXELS_INDEX8,
                             .palette = palette,
                             .transparent_zero = true,
                             .mips = 1,
                             .faces = 1,
                             .frames = 1,
                             .planes = &plane};
    return rq_doc_settle(doc, err) && doc->format->pictures->put_image(doc, name, &image, err);
}

/* The document's file, to be freed by the caller. */
static inline struct rq_out written(struct rq_doc *doc)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    return out;
}

/* Running out of memory at every point: an error, never a wrong file or a leak. */
static inline void check_no_memory(struct rq_bytes bytes, const char *format)
{
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.alloc = &alloc, .format = rq_format_by_name(format)};
        struct rq_error err = {0};
        struct rq_out out = {.alloc = &alloc}, json = {.alloc = &alloc};
        struct rq_doc *doc = rq_doc_read(bytes, &options, &err), *other = NULL;
        if (doc && rq_doc_write(doc, &out, &err))
            CHECK_MEM(out.data, out.size, bytes.data, bytes.size);
        if (doc && rq_doc_to_json(doc, &json, &err))
            other = rq_doc_from_json(rq_out_bytes(&json), &options, &err);
        rq_out_cut(&out, 0);
        if (other && rq_doc_write(other, &out, &err))
            CHECK_MEM(out.data, out.size, bytes.data, bytes.size);
        rq_doc_free(doc);
        rq_doc_free(other);
        rq_out_free(&out);
        rq_out_free(&json);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

#endif
