/* What the files of the TGA format share. */
#ifndef RQ_FORMATS_KOTOR_TGA_PARTS_H
#define RQ_FORMATS_KOTOR_TGA_PARTS_H

#include "formats/format.h"

#include <reliquary/tga.h>

enum { RQ_TGA_MAPPED = 1, RQ_TGA_TRUE = 2, RQ_TGA_GREY = 3, RQ_TGA_PACKED = 8 };

/* Bytes of a pixel or of a colour of the map. */
static inline size_t rq_tga_unit(uint8_t bits)
{
    return ((size_t)bits + 7) / 8;
}

static inline uint64_t rq_tga_size(const struct rq_tga_header *h)
{
    return (uint64_t)h->width * h->height * rq_tga_unit(h->depth);
}

/* Pixels out of packets; false when a packet goes beyond either end. used: bytes of packets. */
bool rq_tga_unpack(struct rq_bytes packed, size_t unit, uint8_t *to, uint64_t size, size_t *used);

/* Packets by the rule, of rows of `row` bytes. */
void rq_tga_pack(struct rq_out *out, struct rq_bytes pixels, size_t unit, size_t row);

bool rq_tga_images(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count);
bool rq_tga_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err);
bool rq_tga_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err);

#endif
