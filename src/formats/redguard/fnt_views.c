/* FNT as a font and as a picture of all its glyphs, and that picture back. */
#include "formats/redguard/fnt_parts.h"

/* Codes from here on are no characters of any page: a plane for private use. */
enum { NO_CHARACTER = 0xF0000 };

static uint32_t codepoint_of(const struct rq_doc *doc, size_t code, struct rq_out *temp)
{
    uint8_t byte = (uint8_t)code;
    uint32_t codepoint = 0;
    if (code > 255)
        return NO_CHARACTER + (uint32_t)code;
    rq_out_cut(temp, 0);
    rq_text_decode(temp, doc->page, (struct rq_bytes){&byte, 1});
    if (temp->failed || rq_utf8_get(temp->data, temp->size, &codepoint) == 0)
        return NO_CHARACTER + (uint32_t)code;
    return codepoint;
}

/* 6 bits a channel; both public readers multiply by 4, and stop at 255. */
static const uint8_t *wide_palette(const struct rq_fnt *fnt, struct rq_arena *arena)
{
    uint8_t *wide = rq_arena_get(arena, PALETTE_SIZE, 1);
    for (size_t i = 0; wide && i < PALETTE_SIZE; i++)
        wide[i] = fnt->palette[i] < 64 ? (uint8_t)(fnt->palette[i] * 4) : 255;
    return wide;
}

bool rq_fnt_font(struct rq_doc *doc, const struct rq_view *view, struct rq_font *font)
{
    const struct rq_fnt *fnt = doc->root;
    struct rq_glyph *glyphs = rq_arena_get(view->arena, fnt->glyph_count, sizeof *glyphs);
    struct rq_out temp = {.alloc = doc->alloc};
    *font = (struct rq_font){.name = view->name,
                             .line_height = fnt->header.line_height,
                             .palette = fnt->palette ? wide_palette(fnt, view->arena) : NULL,
                             .glyph_count = fnt->glyph_count,
                             .glyphs = glyphs};
    bool fine = glyphs && (font->palette || !fnt->palette);
    for (size_t i = 0; fine && i < fnt->glyph_count; i++) {
        const struct rq_fnt_glyph_header *h = &fnt->glyphs[i].header;
        glyphs[i] = (struct rq_glyph){.codepoint =
                                          codepoint_of(doc, fnt->header.character_start + i, &temp),
                                      .left = h->offset_left,
                                      .top = h->offset_top,
                                      .width = h->width,
                                      .height = h->height,
                                      .advance = h->width + 1u,
                                      .disabled = h->enabled == 0,
                                      .pixels = fnt->glyphs[i].pixels};
    }
    fine = fine && !temp.failed;
    rq_out_free(&temp);
    return fine || rq_fail(view->err, RQ_NO_MEMORY, 0, "fnt", "out of memory");
}

bool rq_fnt_images(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count)
{
    struct rq_font font;
    struct rq_atlas atlas;
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    *images = image;
    *count = 1;
    if (!image)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "fnt", "out of memory");
    return rq_fnt_font(doc, view, &font) && rq_atlas_of(&font, &atlas, view->err) &&
           rq_atlas_image(&font, &atlas, view->arena, image, view->err);
}

/* ---- and back ---- */

static int distance(const uint8_t *a, const uint8_t *b)
{
    int sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

/* The index from `first` on that is nearest to a colour; the one that stood there before wins
 * a tie, so that what was not painted over stays as it is. */
static uint8_t nearest(const uint8_t *palette, const uint8_t *rgba, size_t first, size_t before)
{
    if (rgba[3] < 128)
        return 0;
    size_t best = before < first ? first : before;
    int least = distance(palette + best * 3, rgba);
    for (size_t i = first; i < 256 && least; i++) {
        int d = distance(palette + i * 3, rgba);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return (uint8_t)best;
}

struct painting {
    const struct rq_image *image;
    const uint8_t *rgba; /* of a picture without indices */
    const uint8_t *palette;
    size_t first;     /* 1: the picture says itself what is see-through */
    uint8_t map[256]; /* index of the picture to index of the font */
};

static uint8_t pixel_of(const struct painting *p, size_t at, uint8_t before)
{
    if (p->rgba)
        return nearest(p->palette, p->rgba + at * 4, p->first, before);
    uint8_t index = p->image->planes[0].bytes.data[at];
    return p->map[index];
}

/* With indices: those whose colour is the font's own stay, others go to the nearest. */
static void map_indices(struct painting *p)
{
    for (size_t i = 0; i < 256; i++) {
        uint8_t rgba[4] = {0, 0, 0, p->image->transparent_zero && i == 0 ? 0 : 255};
        memcpy(rgba, p->image->palette + i * 3, 3);
        bool same = memcmp(rgba, p->palette + i * 3, 3) == 0;
        p->map[i] = same ? (uint8_t)i : nearest(p->palette, rgba, p->first, 0);
    }
}

static bool repaint(struct rq_doc *doc, const struct painting *p, const struct rq_atlas *atlas)
{
    struct rq_fnt *fnt = doc->root;
    size_t width = p->image->planes[0].width, total = 0;
    for (size_t i = 0; i < fnt->glyph_count; i++)
        total += rq_fnt_pixels(&fnt->glyphs[i]);
    uint8_t *pixels = rq_arena_get(&doc->arena, total, 1);
    for (size_t i = 0; pixels && i < fnt->glyph_count; i++) {
        struct rq_fnt_glyph *glyph = &fnt->glyphs[i];
        size_t at = rq_atlas_y(atlas, i) * width + rq_atlas_x(atlas, i);
        size_t w = glyph->header.width, n = rq_fnt_pixels(glyph);
        for (size_t k = 0; k < n; k++)
            pixels[k] = pixel_of(p, at + k / w * width + k % w, glyph->pixels[k]);
        glyph->pixels = pixels;
        pixels += n;
    }
    return pixels != NULL;
}

bool rq_fnt_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err)
{
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_view view = {.arena = &arena, .err = err};
    struct rq_font font = {0};
    struct rq_atlas atlas;
    struct painting p = {.image = image};
    p.first = image->transparent_zero || image->pixels == RQ_PIXELS_RGBA8;
    uint8_t *rgba = NULL;
    const struct rq_plane *plane = &image->planes[0];
    bool fine = rq_fnt_font(doc, &view, &font) && rq_atlas_of(&font, &atlas, err);
    if (fine && (plane->width != atlas.cell_width * atlas.columns ||
                 plane->height != atlas.cell_height * atlas.rows))
        fine =
            rq_fail(err, RQ_USAGE, 0, name, "%u x %u pixels; the picture of this font has %u x %u",
                    plane->width, plane->height, atlas.cell_width * atlas.columns,
                    atlas.cell_height * atlas.rows);
    if (fine && !font.palette) {
        rq_fail(err, RQ_USAGE, 0, name, "this font has no palette");
        fine = false;
    }
    p.palette = font.palette;
    if (fine && image->pixels == RQ_PIXELS_INDEX8) {
        map_indices(&p);
    } else if (fine) {
        p.rgba = rgba = rq_arena_get(&arena, (size_t)plane->width * plane->height, 4);
        fine = rgba || rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
        if (fine)
            rq_plane_rgba(image, plane, rgba);
    }
    fine =
        fine && (repaint(doc, &p, &atlas) || rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory"));
    rq_arena_free(&arena);
    return fine;
}
