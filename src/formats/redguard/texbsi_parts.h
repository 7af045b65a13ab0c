/* What the two files of TEXBSI share: texbsi.c (bytes, pictures) and texbsi_json.c. */
#ifndef RQ_FORMATS_REDGUARD_TEXBSI_PARTS_H
#define RQ_FORMATS_REDGUARD_TEXBSI_PARTS_H

#include "formats/format.h"

#include <reliquary/texbsi.h>

enum { NAME_SIZE = 9, ENVELOPE = 13, CMAP_SIZE = 768, HEADER_SIZE = 26, HEADER_LEAST = 16 };

static inline bool rq_texbsi_zero(const uint8_t *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

static inline bool rq_texbsi_tag(const char *tag, const char *name)
{
    return memcmp(tag, name, 4) == 0;
}

static inline uint32_t rq_texbsi_frames(const struct rq_texbsi_header *h)
{
    return h->frame_count > 1 ? (uint32_t)h->frame_count : 1;
}

/* The tag does not tell: sky images have IFHD and one plain frame. */
static inline bool rq_texbsi_tabled(const struct rq_texbsi_header *h)
{
    return h->frame_count > 1 || h->data_encoding == 4;
}

/* The chunk of the pixels, NULL when there is none. */
static inline struct rq_texbsi_chunk *rq_texbsi_data(const struct rq_texbsi_image *image)
{
    for (size_t i = 0; i < image->chunk_count; i++)
        if (rq_texbsi_tag(image->chunks[i].tag, "DATA"))
            return &image->chunks[i];
    return NULL;
}

static inline size_t rq_texbsi_row_count(const struct rq_texbsi_image *image)
{
    return image->rows ? (size_t)image->header.height * image->frames : 0;
}

/* Why an image can't be written as it stands, NULL when it can. */
const char *rq_texbsi_misshape(const struct rq_texbsi_image *image);

bool rq_texbsi_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
bool rq_texbsi_from_json(struct rq_doc *doc, struct rq_jr *jr);

#endif
