/* A neutral picture: what textures, palettes and sprites become on their way to PNG and
 * GIF, and what a PNG becomes on its way back. Pixel memory belongs to whoever made the
 * image (a document, an arena); an image only points at it.
 */
#ifndef RQ_MODEL_IMAGE_H
#define RQ_MODEL_IMAGE_H

#include "core/arena.h"
#include "core/bytes.h"

enum rq_pixels {
    RQ_PIXELS_INDEX8, /* with palette */
    RQ_PIXELS_GREY8,
    RQ_PIXELS_RGB8,
    RQ_PIXELS_RGBA8,
    RQ_PIXELS_BGRA8_SWIZZLED, /* Xbox: Morton order */
    RQ_PIXELS_DXT1,
    RQ_PIXELS_DXT5,
    RQ_PIXELS_DXT3,
    RQ_PIXELS_BGR8,
    RQ_PIXELS_BGRA8,
};

/* One rectangle of pixels: a mip level of a face of a frame. */
struct rq_plane {
    uint32_t width, height;
    struct rq_bytes bytes; /* rows without padding, or blocks */
};

struct rq_image {
    const char *name; /* "D02005"; NULL: none */
    enum rq_pixels pixels;
    bool bottom_up;         /* the first row stored is the lowest */
    bool transparent_zero;  /* palette index 0 is see-through */
    const uint8_t *palette; /* 256 RGB triplets, for INDEX8 */
    const char *indices_of; /* the picture whose indices these are, when it is shown with a palette
                               that is not its own; NULL: its palette is its own, or not known */
    uint32_t mips, faces, frames;
    uint32_t columns;              /* frames in a row when they are shown as one sheet; 0: 1 */
    const uint32_t *delays_ms;     /* for each frame; NULL: a still picture */
    const struct rq_plane *planes; /* [(frame * faces + face) * mips + mip] */
};

static inline const struct rq_plane *rq_image_plane(const struct rq_image *image, uint32_t frame,
                                                    uint32_t face, uint32_t mip)
{
    return &image->planes[((size_t)frame * image->faces + face) * image->mips + mip];
}

/* Bytes that a plane of this size takes; 0 on overflow. */
size_t rq_pixels_size(enum rq_pixels pixels, uint32_t width, uint32_t height);

/* True when any pixel of the plane may be see-through. */
bool rq_plane_has_alpha(const struct rq_image *image, const struct rq_plane *plane);

/* Decodes a plane to RGBA, top row first, into width * height * 4 bytes. */
void rq_plane_rgba(const struct rq_image *image, const struct rq_plane *plane, uint8_t *rgba);

/* Rows of RGBA into pixels of any kind but INDEX8, rq_pixels_size bytes of them. Grey is the
 * weighted sum of ITU-R BT.601, which leaves what is grey already as it is. */
void rq_plane_encode(enum rq_pixels pixels, const uint8_t *rgba, uint32_t width, uint32_t height,
                     uint8_t *to);

/* One picture out of all faces and frames of a level, as a texture artist has it: faces below
 * each other, frames in rows. RGBA, top row first. */
bool rq_image_sheet(const struct rq_image *image, uint32_t mip, struct rq_arena *arena,
                    struct rq_image *sheet, struct rq_error *err);

/* Levels of a picture, each half as wide and high as the one before and no side below 1. */
struct rq_chain {
    enum rq_pixels pixels;
    uint32_t width, height, mips;
    bool bottom_up;
    bool opaque; /* alpha counts as 255, for DXT1 where nothing is see-through */
};

/* Bytes of all levels; 0 on overflow. */
size_t rq_chain_size(const struct rq_chain *chain);

/* Levels from the first one, RGBA with the top row first, stride bytes apart; each is the mean of
 * 2 x 2 pixels of the one before, alpha apart from colour. Laid down one after the other in
 * rq_chain_size bytes. scratch takes the levels while they are made. */
bool rq_chain_encode(const struct rq_chain *chain, const uint8_t *rgba, size_t stride,
                     struct rq_arena *scratch, uint8_t *to, struct rq_error *err);

#endif
