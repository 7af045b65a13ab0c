/* What the files of GXA share: gxa.c (bytes, pictures), gxa_pack.c (runs, layouts) and
 * gxa_json.c. */
#ifndef RQ_FORMATS_REDGUARD_GXA_PARTS_H
#define RQ_FORMATS_REDGUARD_GXA_PARTS_H

#include "formats/format.h"
#include "formats/redguard/chunk.h"

#include <reliquary/gxa.h>

enum { GXA_HEADER = 34, GXA_FRAME = 18, GXA_PALETTE = 768 };

static inline size_t rq_gxa_area(const struct rq_gxa_frame *frame)
{
    const struct rq_gxa_frame_header *h = &frame->header;
    return h->width > 0 && h->height > 0 ? (size_t)h->width * (size_t)h->height : 0;
}

static inline bool rq_gxa_is_packed(const struct rq_gxa_frame *frame)
{
    return frame->header.compression == RQ_GXA_RUNS || frame->header.compression == RQ_GXA_LZHUF;
}

/* Unpacks by the frame's compression; false when that gives too few pixels. */
bool rq_gxa_unpack(const struct rq_gxa_frame *frame, uint8_t *to);

/* Finds the rule by which the pixels become the bytes they were read from. False: no memory. */
bool rq_gxa_settle_frame(struct rq_doc *doc, struct rq_gxa_frame *frame);

/* Appends the packed pixels by the frame's rule. */
void rq_gxa_pack(struct rq_out *out, const struct rq_gxa_frame *frame);

/* Why a document can't be written as it stands, NULL when it can. */
const char *rq_gxa_misshape(const struct rq_gxa *gxa);

extern const struct rq_shape rq_gxa_shape;

#endif
