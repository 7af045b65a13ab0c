/* What the files of FNT share: fnt.c (bytes), fnt_json.c, fnt_views.c (font and picture). */
#ifndef RQ_FORMATS_REDGUARD_FNT_PARTS_H
#define RQ_FORMATS_REDGUARD_FNT_PARTS_H

#include "formats/format.h"

#include <reliquary/fnt.h>

enum { FNHD_SIZE = 56, PALETTE_SIZE = 768, GLYPH_SIZE = 10, RDAT_SIZE = 173 };

static inline size_t rq_fnt_pixels(const struct rq_fnt_glyph *glyph)
{
    return (size_t)glyph->header.width * glyph->header.height;
}

/* The kind of a chunk with this tag, when it is the first of its kind and long enough; seen
 * has a bit for each kind that there was. */
enum rq_fnt_kind rq_fnt_kind(unsigned seen, const char *tag, size_t size);
unsigned rq_fnt_kinds(const struct rq_fnt *fnt);

bool rq_fnt_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
bool rq_fnt_from_json(struct rq_doc *doc, struct rq_jr *jr);

bool rq_fnt_font(struct rq_doc *doc, const struct rq_view *view, struct rq_font *font);
bool rq_fnt_images(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count);
bool rq_fnt_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err);

#endif
