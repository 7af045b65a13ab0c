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

/* What max_width follows from. */
static inline uint16_t rq_fnt_widest(const struct rq_fnt *fnt)
{
    uint16_t widest = 0;
    for (size_t i = 0; i < fnt->glyph_count; i++)
        if (fnt->glyphs[i].header.width > widest)
            widest = fnt->glyphs[i].header.width;
    return widest;
}

/* A bit for each kind of chunk that there is. */
unsigned rq_fnt_kinds(const struct rq_fnt *fnt);

extern const struct rq_shape rq_fnt_shape;

bool rq_fnt_font(struct rq_doc *doc, const struct rq_view *view, struct rq_font *font);
bool rq_fnt_images(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count);
bool rq_fnt_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err);
bool rq_fnt_remove_image(struct rq_doc *doc, const char *name, struct rq_error *err);

#endif
