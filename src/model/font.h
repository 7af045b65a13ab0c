/* A neutral bitmap font: what becomes TTF and BMFont. */
#ifndef RQ_MODEL_FONT_H
#define RQ_MODEL_FONT_H

#include "model/image.h"

struct rq_glyph {
    uint32_t code;      /* of the file's own set: the name of the glyph */
    uint32_t codepoint; /* Unicode */
    int32_t left, top;  /* where the pixels stand in the cell */
    uint32_t width, height;
    uint32_t advance;      /* pixels to the next glyph */
    bool disabled;         /* in the file, but never drawn */
    const uint8_t *pixels; /* width * height palette indices; 0: no ink */
};

struct rq_font {
    const char *name;
    uint32_t line_height;
    const uint8_t *palette; /* 256 RGB triplets, or NULL */
    size_t glyph_count;
    const struct rq_glyph *glyphs; /* in the order of the file */
};

/* All glyphs on one picture of palette indices, in cells of one size: as many columns as
 * make it about square, one free pixel around each glyph. */
struct rq_atlas {
    uint32_t cell_width, cell_height, columns, rows;
};

/* Where the pixels of a glyph start. */
static inline uint32_t rq_atlas_x(const struct rq_atlas *atlas, size_t glyph)
{
    return (uint32_t)(glyph % atlas->columns) * atlas->cell_width + 1;
}

static inline uint32_t rq_atlas_y(const struct rq_atlas *atlas, size_t glyph)
{
    return (uint32_t)(glyph / atlas->columns) * atlas->cell_height + 1;
}

/* False when the picture would be beyond any that programs read. */
bool rq_atlas_of(const struct rq_font *font, struct rq_atlas *atlas, struct rq_error *err);

/* The picture, from the arena. A font without a palette gets greys. */
bool rq_atlas_image(const struct rq_font *font, const struct rq_atlas *atlas,
                    struct rq_arena *arena, struct rq_image *image, struct rq_error *err);

/* One glyph by itself, on the plane; its pixels are those of the font. */
bool rq_glyph_image(const struct rq_font *font, const struct rq_glyph *glyph,
                    struct rq_arena *arena, struct rq_plane *plane, struct rq_image *image,
                    struct rq_error *err);

#endif
