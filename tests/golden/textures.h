/* What the golden tests of KotOR's textures share. */
#ifndef TESTS_GOLDEN_TEXTURES_H
#define TESTS_GOLDEN_TEXTURES_H

#include "kotor.h"
#include "pictures.h"

/* The first level of the only picture, as RGBA from the top. arena is the caller's to free. */
static inline const struct rq_plane *shown(struct rq_doc *doc, struct rq_arena *arena)
{
    const struct rq_image *images;
    struct rq_image *sheet = rq_arena_get(arena, 1, sizeof *sheet);
    struct rq_error err = {0};
    if (!sheet || !CHECK_INT(pictures_of(doc, arena, &images), 1) ||
        !CHECK(rq_image_sheet(&images[0], 0, arena, sheet, &err)))
        return NULL;
    return sheet->planes;
}

static inline bool put_rgba(struct rq_doc *doc, uint32_t width, uint32_t height,
                            const uint8_t *rgba, struct rq_error *err)
{
    const struct rq_plane plane = {width, height, {rgba, (size_t)width * height * 4}};
    const struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    return rq_doc_settle(doc, err) && doc->format->pictures->put_image(doc, "x", &image, err);
}

/* A picture put back as it was shown leaves the file as it was. */
static inline void check_shown_back(struct rq_bytes bytes, const char *format)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(bytes, format);
    REQUIRE(doc != NULL);
    const struct rq_plane *plane = shown(doc, &arena);
    REQUIRE(plane != NULL);
    CHECK(put_rgba(doc, plane->width, plane->height, plane->bytes.data, &err));
    CHECK_STR(err.text, "");
    CHECK(writes_same(doc, bytes, false));
    CHECK(writes_same(doc, bytes, true));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* The file is this picture. */
static inline void check_shows(struct rq_bytes bytes, const char *format, uint32_t width,
                               uint32_t height, const void *rgba)
{
    struct rq_arena arena = {0};
    struct rq_doc *doc = read_as(bytes, format);
    REQUIRE(doc != NULL);
    const struct rq_plane *plane = shown(doc, &arena);
    REQUIRE(plane != NULL);
    CHECK_INT(plane->width, width);
    CHECK_INT(plane->height, height);
    CHECK_MEM(plane->bytes.data, plane->bytes.size, rgba, (size_t)width * height * 4);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* A document of the format from a picture; the file, to be freed. */
static inline struct rq_out made_from(const char *format, uint32_t width, uint32_t height,
                                      const uint8_t *rgba, const struct rq_texture_options *texture,
                                      struct rq_error *err)
{
    const struct rq_plane plane = {width, height, {rgba, (size_t)width * height * 4}};
    const struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    const struct rq_options options = {.texture = *texture};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name(format), &options, err);
    if (doc && doc->format->pictures->from_image(doc, &image, err))
        rq_doc_write(doc, &out, err);
    rq_doc_free(doc);
    return out;
}

#endif
