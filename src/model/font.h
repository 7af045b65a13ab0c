/* A neutral bitmap font: what becomes TTF and BMFont. */
#ifndef RQ_MODEL_FONT_H
#define RQ_MODEL_FONT_H

#include "core/bytes.h"

struct rq_glyph {
    uint32_t codepoint; /* Unicode */
    int32_t left, top;  /* where the pixels stand in the cell */
    uint32_t width, height;
    uint32_t advance;      /* pixels to the next glyph */
    const uint8_t *pixels; /* width * height palette indices; 0: no ink */
};

struct rq_font {
    const char *name;
    uint32_t line_height;
    const uint8_t *palette; /* 256 RGB triplets, or NULL */
    size_t glyph_count;
    const struct rq_glyph *glyphs; /* in the order of the file */
};

#endif
