/* Fonts as BMFont, TrueType and pictures of single glyphs. */
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

/* "QUAY/065.png": the code of the glyph, as put takes it. What has no pixels has no picture. */
bool rq_export_glyphs(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_font font;
    if (!e->doc->format->font->font(e->doc, &e->view, &font))
        return false;
    for (size_t i = 0; i < font.glyph_count; i++) {
        const struct rq_glyph *glyph = &font.glyphs[i];
        struct rq_plane plane;
        struct rq_image image;
        char name[260];
        snprintf(name, sizeof name, "%s/%03u.%s", e->stem, glyph->code, kind->extension);
        if (!glyph->width || !glyph->height || !rq_export_wants(e, name))
            continue;
        if (!rq_glyph_image(&font, glyph, &e->arena, &plane, &image, e->err) ||
            !rq_export_plane(e, &image, name, 0, 0))
            return false;
    }
    return true;
}
