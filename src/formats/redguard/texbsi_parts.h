/* What the files of TEXBSI share with each other and with BSI, which is one image of it: texbsi.c
 * (the bank), texbsi_image.c (bytes of an image), texbsi_view.c (pictures), texbsi_json.c. */
#ifndef RQ_FORMATS_REDGUARD_TEXBSI_PARTS_H
#define RQ_FORMATS_REDGUARD_TEXBSI_PARTS_H

#include "formats/format.h"
#include "formats/redguard/chunk.h"

#include <reliquary/texbsi.h>

enum { NAME_SIZE = 9, ENVELOPE = 13, CMAP_SIZE = 768, HEADER_SIZE = 26, HEADER_LEAST = 16 };

static inline bool rq_texbsi_zero(const uint8_t *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
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
        if (rq_tag_is(image->chunks[i].tag, "DATA"))
            return &image->chunks[i];
    return NULL;
}

static inline size_t rq_texbsi_row_count(const struct rq_texbsi_image *image)
{
    return image->rows ? (size_t)image->header.height * image->frames : 0;
}

/* ---- texbsi.c, texbsi_image.c ---- */

bool rq_texbsi_known_tag(const uint8_t *p);

/* Pixels that all images of a file of this size may have. */
uint64_t rq_texbsi_budget(size_t size);

/* The chunks of one image up to END; then what its header says of its pixels. */
bool rq_texbsi_read_chunks(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image);
bool rq_texbsi_read_pixels(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image,
                           uint64_t *budget);

/* Works out how rows are shared. */
bool rq_texbsi_settle(struct rq_doc *doc, struct rq_texbsi_image *image, struct rq_error *err);

/* Everything but END. */
bool rq_texbsi_write_chunks(struct rq_doc *doc, struct rq_texbsi_image *image, struct rq_out *out,
                            struct rq_error *err);

/* Whether its header says that it has a palette follows from the chunks; `number` is of the image. */
void rq_texbsi_follows(struct rq_follow *f, struct rq_texbsi_image *image, size_t number);

/* Why an image can't be written as it stands, NULL when it can. */
const char *rq_texbsi_misshape(const struct rq_texbsi_image *image);

/* ---- texbsi_view.c ---- */

/* grey: a palette for images without one, made when it is first needed. */
bool rq_texbsi_view(struct rq_doc *doc, const struct rq_view *view,
                    const struct rq_texbsi_image *from, struct rq_image *image, uint8_t **grey);
bool rq_texbsi_images(struct rq_doc *doc, const struct rq_view *view,
                      const struct rq_image **images, size_t *count);

/* Which frame a name means whose first stem letters are the image's; false: none of it. */
bool rq_texbsi_frame_of(const char *name, size_t stem, const struct rq_texbsi_image *image,
                        size_t *frame);
bool rq_texbsi_replace(struct rq_doc *doc, struct rq_texbsi_image *image, size_t frame,
                       const struct rq_image *with, struct rq_error *err);
bool rq_texbsi_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                         struct rq_error *err);
bool rq_texbsi_remove_image(struct rq_doc *doc, const char *name, struct rq_error *err);

/* ---- texbsi_json.c ---- */

/* An image with what of it JSON has in another way. */
struct rq_texbsi_form {
    struct rq_texbsi_image image;
    struct rq_bytes *frames; /* the rows of each frame, one behind the other */
    size_t frame_count, offset_count;
    struct rq_strays strays;
};

/* The members of an image but for its name; between image and form. */
extern const struct rq_shape rq_texbsi_body_shape;
bool rq_texbsi_fill(struct rq_shaper *s, const void *object, void *form);
void rq_texbsi_put_back(struct rq_shaper *s, void *form, void *object);

extern const struct rq_shape rq_texbsi_shape;
extern const struct rq_facet_salvage rq_texbsi_salvage;

/* Rows of the table of findings for an image. */
#define RQ_TEXBSI_FINDINGS                                                                           \
    {"not-understood", RQ_WARNING,                                                                   \
     "pixels that do not fit their header, or of an unknown encoding",                               \
     "No file of the game has such. DATA is kept as it is and can not be shown or edited."},         \
        {"bytes-after-pixels", RQ_WARNING, "DATA goes on behind the last pixel",                     \
         "The game is not known to read the bytes. They are kept."},                                 \
        {"explicit-layout", RQ_INFO, "rows stand where no named layout puts them",                   \
         "The game finds each row by its offset and reads any order. The places are kept until the " \
         "picture is changed."},                                                                     \
        {"no-end", RQ_WARNING, "END is missing after the chunks of an image",                        \
         "Every image of the game has it. It is written without it again."},                         \
    {                                                                                                \
        "trailing-bytes", RQ_WARNING, "bytes after the end",                                         \
            "The game is not known to read them. They are kept when the file is written."            \
    }

#endif
