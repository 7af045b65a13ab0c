/* Pictures, sounds and meshes of documents, decoded: pixels, samples and vertices in memory, without
 * a detour over PNG, WAV and GLB.
 *
 *     struct rq_error err = {0};
 *     struct rq_media *media = rq_media_open(doc, NULL, &err);
 *     const struct rq_media_picture *picture = media ? rq_media_picture(media, 0) : NULL;
 *     if (picture) {
 *         uint8_t *rgba = malloc((size_t)picture->width * picture->height * 4);
 *         if (rgba && rq_media_pixels(media, 0, 0, 0, 0, rgba))
 *             show(rgba, picture->width, picture->height);
 *         free(rgba);
 *     }
 *     rq_media_close(media);
 *
 * Rules of this header:
 *  - What a media gives (names, pictures, sounds, meshes) is the media's, and lives until it is
 *    closed. It must be closed before its document and before the game that options->env is of.
 *  - One media is used by one thread at a time.
 *  - The document must not change while its media is open.
 */
#ifndef RELIQUARY_MEDIA_H
#define RELIQUARY_MEDIA_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rq_media;

/* Opens what a document shows. options may be NULL; name, palette, env and what belongs to maps and
 * figures count, as in rq_doc_convert. A document that shows nothing has nothing in it. NULL with err
 * when something can't be decoded. */
RQ_API struct rq_media *rq_media_open(struct rq_doc *doc, const struct rq_convert_options *options,
                                      struct rq_error *err);

/* media may be NULL. */
RQ_API void rq_media_close(struct rq_media *media);

/* ---- pictures ---- */

struct rq_media_picture {
    const char *name;       /* in its file, "D02005"; "": it has none */
    uint32_t width, height; /* of the first level; 0: it has no pixels */
    uint32_t frames, faces, levels;
    const uint32_t *delays_ms; /* for each frame; NULL: a still picture */
};

RQ_API size_t rq_media_picture_count(const struct rq_media *media);

/* NULL: there is none of that number; so with the others below. */
RQ_API const struct rq_media_picture *rq_media_picture(const struct rq_media *media, size_t index);

/* The size of a level of a picture; false when there is no such frame, face or level. */
RQ_API bool rq_media_level(const struct rq_media *media, size_t index, uint32_t frame,
                           uint32_t face, uint32_t level, uint32_t *width, uint32_t *height);

/* Decodes one level into width * height * 4 bytes: red, green, blue, alpha, the top row first.
 * False when there is no such frame, face or level. */
RQ_API bool rq_media_pixels(const struct rq_media *media, size_t index, uint32_t frame,
                            uint32_t face, uint32_t level, uint8_t *rgba);

/* A PNG of such pixels. */
RQ_API bool rq_png_from_rgba(const uint8_t *rgba, uint32_t width, uint32_t height,
                             struct rq_out *png, struct rq_error *err);

/* ---- sounds ---- */

struct rq_media_sound {
    const char *name;  /* in its file; "": it has none */
    const char *title; /* what is said; NULL: nobody speaks */
    uint32_t rate;     /* sample frames a second */
    uint32_t channels; /* samples of a frame, one beside the other */
    uint64_t frames;   /* how long it is */
    bool loops;        /* from loop_begin to loop_end, in frames */
    uint32_t loop_begin, loop_end;
};

RQ_API size_t rq_media_sound_count(const struct rq_media *media);
RQ_API const struct rq_media_sound *rq_media_sound(const struct rq_media *media, size_t index);

/* Reads up to `frames` sample frames from frame `first` on, as signed 16-bit samples: blocks of any
 * size, in any order. Returns how many there were; 0 behind the end. */
RQ_API size_t rq_media_samples(const struct rq_media *media, size_t index, uint64_t first,
                               size_t frames, int16_t *samples);

/* ---- meshes ---- */

/* One piece of one material at one node: right-handed, Y up, metres, triangles against the clock. The
 * vertices are where they stand in the scene at rest, with joints and nodes followed. */
struct rq_media_mesh {
    const char *name;    /* of the node */
    const char *texture; /* of the material; NULL: none */
    const char *lightmap;
    float color[4]; /* of the material */
    bool double_sided;
    uint32_t vertex_count;
    const float *positions;    /* 3 each */
    const float *normals;      /* 3 each; NULL: none, so with all that follow */
    const float *texcoords[2]; /* 2 each; of the texture and of the lightmap */
    const float *colors;       /* 4 each */
    uint32_t index_count;      /* 3 a triangle */
    const uint32_t *indices;
};

RQ_API size_t rq_media_mesh_count(const struct rq_media *media);
RQ_API const struct rq_media_mesh *rq_media_mesh(const struct rq_media *media, size_t index);

#ifdef __cplusplus
}
#endif

#endif
