/* Pictures into indices of a palette: what a PNG goes through on its way into a format whose
 * pixels are indices.
 *
 *     struct rq_quantize q = {.palettes = {given, own}, .grey = true};
 *     if (!rq_quantize(&q, image, indices, err)) return false;
 */
#ifndef RQ_MODEL_QUANTIZE_H
#define RQ_MODEL_QUANTIZE_H

#include "model/image.h"

struct rq_quantize {
    /* In order of trust; 256 RGB triplets each, or NULL. The first decides what colours
     * become; an indexed picture whose colours agree with any of them keeps its indices. */
    const uint8_t *palettes[2];
    const char *name; /* of the picture that they go into; NULL: it has none. A picture that has its
                         indices (indices_of) keeps them, whatever shows it */
    bool grey; /* index i may also stand for grey i: how a picture without palette is shown */
};

/* The nearest of the entries 1 to 255, by the sum of squared differences of red, green and
 * blue; the first of equals. Index 0 is never given: it stands for see-through. */
uint8_t rq_palette_nearest(const uint8_t *palette, const uint8_t rgb[3]);

/* The first plane of a picture as width * height indices, top row first.
 *  - An indexed picture keeps its indices when the colours that it uses are those of a palette
 *    at the same places, or when there is no palette at all.
 *  - Otherwise every pixel goes to the nearest entry: see-through (alpha below 128) to index
 *    0, any other never to index 0.
 * False when colours have to be matched and there is no palette. */
bool rq_quantize(const struct rq_quantize *q, const struct rq_image *image, uint8_t *indices,
                 struct rq_error *err);

#endif
