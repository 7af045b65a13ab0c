#include "convert/convert.h"

/* In quotes; a quote itself can't be said. */
static void put_quoted(struct rq_out *out, const char *text)
{
    rq_put8(out, '"');
    for (; *text; text++)
        rq_put8(out, (uint8_t)(*text == '"' || (uint8_t)*text < 0x20 ? '_' : *text));
    rq_put8(out, '"');
}

bool rq_bmfont_write(struct rq_out *out, const struct rq_font *font, const struct rq_atlas *atlas,
                     const char *page, struct rq_error *err)
{
    rq_putf(out, "info face=");
    put_quoted(out, font->name ? font->name : "font");
    rq_putf(out,
            " size=%u bold=0 italic=0 charset=\"\" unicode=1 stretchH=100 smooth=0 aa=1 "
            "padding=0,0,0,0 spacing=1,1 outline=0\n",
            font->line_height);
    rq_putf(out, "common lineHeight=%u base=%u scaleW=%u scaleH=%u pages=1 packed=0\n",
            font->line_height, font->line_height, atlas->cell_width * atlas->columns,
            atlas->cell_height * atlas->rows);
    rq_putf(out, "page id=0 file=");
    put_quoted(out, page);
    rq_putf(out, "\nchars count=%zu\n", font->glyph_count);
    for (size_t i = 0; i < font->glyph_count; i++) {
        const struct rq_glyph *g = &font->glyphs[i];
        rq_putf(out,
                "char id=%u x=%u y=%u width=%u height=%u xoffset=%d yoffset=%d xadvance=%u page=0 "
                "chnl=15\n",
                g->codepoint, rq_atlas_x(atlas, i), rq_atlas_y(atlas, i), g->width, g->height,
                g->left, g->top, g->advance);
    }
    return !out->failed || rq_fail_out(err, out);
}
