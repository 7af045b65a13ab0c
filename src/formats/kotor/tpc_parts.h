/* What the files of the textures share: tpc.c, tpc_encode.c, dds.c. */
#ifndef RQ_FORMATS_KOTOR_TPC_PARTS_H
#define RQ_FORMATS_KOTOR_TPC_PARTS_H

#include "formats/format.h"

#include <reliquary/tpc.h>

enum { RQ_TPC_LARGEST_SIDE = 0x8000, RQ_TPC_MOST_MIPS = 16 };

enum rq_pixels rq_tpc_pixels(const struct rq_tpc_header *h);

/* Sets frames, frames_x, frames_y and fps when the text is that of a sheet and the header's size
 * can be divided so. */
void rq_tpc_cycle(struct rq_bytes text, struct rq_tpc *tpc);

/* Shape, levels and text out of what follows the header, which is set. */
bool rq_tpc_fill(struct rq_doc *doc, struct rq_tpc *tpc, struct rq_cur *c);

bool rq_tpc_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err);
bool rq_tpc_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err);

/* The kind of pixels that doc's options ask for, of those whose bits are set in `allowed`. When
 * they leave it open: that of a picture whose blocks the game's are, else DXT1 where nothing is
 * see-through and DXT5 where something is. */
bool rq_texture_kind(const struct rq_doc *doc, const struct rq_image *image, unsigned allowed,
                     enum rq_pixels *pixels, struct rq_error *err);

/* False, with what the game wants, when a side is no power of two. */
bool rq_texture_sides(const char *format, uint32_t width, uint32_t height, struct rq_error *err);

/* Levels down to one pixel of a side. */
uint32_t rq_texture_mips(uint32_t side);

/* Where pixels of a plane are what they were, so are its bytes: those that are packed are taken
 * over block by block. before: as stored, of the same size and kind. True when all were. */
bool rq_texture_keep(enum rq_pixels pixels, uint32_t width, uint32_t height, bool bottom_up,
                     const uint8_t *before, const uint8_t *rgba, size_t stride, uint8_t *to);

#endif
