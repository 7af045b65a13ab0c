/* S3TC blocks of 4 x 4 pixels: DXT1 (8 bytes, colour with one bit of alpha), DXT3 and DXT5
 * (16 bytes, colour and alpha).
 *
 *     rq_dxt_encode(RQ_DXT1, rgba, 4 * width, width, height, blocks);
 *     rq_dxt1_decode(blocks, width, height, rgba, 4 * width);
 */
#ifndef RQ_CODEC_DXT_H
#define RQ_CODEC_DXT_H

#include "core/bytes.h"

enum rq_dxt { RQ_DXT1, RQ_DXT3, RQ_DXT5 };

/* Decoders: width x height pixels of RGBA, top to bottom as stored. blocks holds a block for each
 * 4 x 4 pixels, also where they lie over an edge. stride: bytes from one row to the next, negative
 * to flip. */
void rq_dxt1_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride);
void rq_dxt3_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride);
void rq_dxt5_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride);

/* The way back. A block that lies over an edge repeats the last pixels. A pixel whose alpha is
 * below 128 is see-through in DXT1. */
void rq_dxt_encode(enum rq_dxt kind, const uint8_t *rgba, ptrdiff_t stride, uint32_t width,
                   uint32_t height, uint8_t *blocks);

/* True when any pixel inside of width x height may be see-through. */
bool rq_dxt_has_alpha(enum rq_dxt kind, const uint8_t *block, uint32_t width, uint32_t height);

#endif
