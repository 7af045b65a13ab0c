/* Fonts as BMFont and TrueType. */
#include "convert/convert.h"
#include "core/file.h"
#include "game/converters/converter.h"

#include <stdio.h>

bool rq_export_bmfont(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_font font;
    struct rq_atlas atlas;
    struct rq_image image;
    char name[260];
    if (!e->doc->format->font->font(e->doc, &e->view, &font) ||
        !rq_atlas_of(&font, &atlas, e->err) ||
        !rq_atlas_image(&font, &atlas, &e->arena, &image, e->err))
        return false;
    snprintf(name, sizeof name, "%s.png", e->stem);
    if (!rq_export_plane(e, &image, name, 0, 0) ||
        !rq_bmfont_write(&e->out, &font, &atlas, rq_path_base(name), e->err))
        return false;
    return rq_export_give_one(e, kind);
}

bool rq_export_ttf(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_font font;
    return e->doc->format->font->font(e->doc, &e->view, &font) &&
           rq_ttf_write(&e->out, &font, e->err) && rq_export_give_one(e, kind);
}
