/* FNT as a font and as a picture of all its glyphs; that picture and those of single glyphs back. */
#include "formats/redguard/fnt_parts.h"

/* Codes from here on are no characters of any page: a plane for private use. */
enum { NO_CHARACTER = 0xF0000 };

/* Letters are bytes. */
enum { MOST_CODES = 256 };

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
        glyphs[i] = (struct rq_glyph){.code = (uint32_t)(fnt->header.character_start + i),
                                      .codepoint =
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

/* Fills in the colours of p for a picture that goes into the font; arena keeps what it needs. */
static bool open_painting(struct painting *p, const struct rq_font *font, struct rq_arena *arena,
                          const char *name, struct rq_error *err)
{
    const struct rq_plane *plane = &p->image->planes[0];
    if (!font->palette)
        return rq_fail(err, RQ_USAGE, 0, name, "this font has no palette");
    p->palette = font->palette;
    p->first = p->image->transparent_zero || p->image->pixels == RQ_PIXELS_RGBA8;
    if (p->image->pixels == RQ_PIXELS_INDEX8) {
        map_indices(p);
        return true;
    }
    uint8_t *rgba = rq_arena_get(arena, (size_t)plane->width * plane->height, 4);
    if (!rgba)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    rq_plane_rgba(p->image, plane, rgba);
    p->rgba = rgba;
    return true;
}

static bool put_atlas(struct rq_doc *doc, struct painting *p, const struct rq_font *font,
                      struct rq_arena *arena, const char *name, struct rq_error *err)
{
    const struct rq_plane *plane = &p->image->planes[0];
    struct rq_atlas atlas;
    if (!rq_atlas_of(font, &atlas, err))
        return false;
    if (plane->width != atlas.cell_width * atlas.columns ||
        plane->height != atlas.cell_height * atlas.rows)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "%u x %u pixels; the picture of this font has %u x %u", plane->width,
                       plane->height, atlas.cell_width * atlas.columns,
                       atlas.cell_height * atlas.rows);
    return open_painting(p, font, arena, name, err) &&
           (repaint(doc, p, &atlas) || rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory"));
}

/* ---- single glyphs: the name is the code, three digits ---- */

/* A new glyph stands on the line that H stands on. */
static int16_t top_of_new(const struct rq_fnt *fnt, uint32_t height)
{
    size_t h = (size_t)'H' - fnt->header.character_start;
    if (fnt->header.character_start > 'H' || h >= fnt->glyph_count)
        return 0;
    int64_t base = fnt->glyphs[h].header.offset_top + (int64_t)fnt->glyphs[h].header.height;
    return (int16_t)(base > height ? base - height : 0);
}

static bool add_glyph(struct rq_doc *doc, const char *name, uint32_t height, struct rq_error *err)
{
    struct rq_fnt *fnt = doc->root;
    struct rq_fnt_glyph *glyphs =
        rq_doc_one_more(doc, fnt->glyphs, fnt->glyph_count, sizeof *glyphs);
    if (!glyphs)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    fnt->glyphs = glyphs;
    glyphs[fnt->glyph_count] =
        (struct rq_fnt_glyph){.header = {.enabled = 1, .offset_top = top_of_new(fnt, height)}};
    fnt->glyph_count++;
    return true;
}

static bool check_glyph(const struct rq_fnt *fnt, size_t code, const struct rq_plane *plane,
                        const char *name, struct rq_error *err)
{
    size_t next = fnt->header.character_start + fnt->glyph_count;
    if (!(rq_fnt_kinds(fnt) & 1u << RQ_FNT_FBMP))
        return rq_fail(err, RQ_USAGE, 0, name, "there is no FBMP that could hold it");
    if (code == next && code >= MOST_CODES)
        return rq_fail(err, RQ_USAGE, 0, name, "no letter has a code above %d", MOST_CODES - 1);
    if (code < fnt->header.character_start || code > next)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "no such glyph: there are %03u to %03zu, and a new one is %03zu",
                       fnt->header.character_start, next - 1, next);
    if (plane->width > UINT16_MAX || plane->height > UINT16_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "no side may pass %d pixels", UINT16_MAX);
    return true;
}

static bool put_glyph(struct rq_doc *doc, struct painting *p, const struct rq_font *font,
                      struct rq_arena *arena, const char *name, struct rq_error *err)
{
    struct rq_fnt *fnt = doc->root;
    const struct rq_plane *plane = &p->image->planes[0];
    size_t code = 0, area = (size_t)plane->width * plane->height;
    bool follows = fnt->header.max_width == rq_fnt_widest(fnt); /* does so afterwards, too */
    rq_name_number(name, &code);
    if (!check_glyph(fnt, code, plane, name, err) || !open_painting(p, font, arena, name, err))
        return false;
    rq_doc_allow(doc, area);
    uint8_t *pixels = rq_arena_get(&doc->arena, area, 1);
    if (!pixels)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    size_t index = code - fnt->header.character_start;
    if (index == fnt->glyph_count && !add_glyph(doc, name, plane->height, err))
        return false;
    struct rq_fnt_glyph *glyph = &fnt->glyphs[index];
    bool fits = glyph->header.width == plane->width && glyph->header.height == plane->height;
    for (size_t i = 0; i < area; i++)
        pixels[i] = pixel_of(p, i, fits ? glyph->pixels[i] : 0);
    glyph->header.width = (uint16_t)plane->width;
    glyph->header.height = (uint16_t)plane->height;
    glyph->pixels = pixels;
    if (follows)
        fnt->header.max_width = rq_fnt_widest(fnt);
    return true;
}

static bool is_code(const char *name)
{
    return strlen(name) == 3 && strspn(name, "0123456789") == 3;
}

bool rq_fnt_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err)
{
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_view view = {.arena = &arena, .err = err};
    struct rq_font font = {0};
    struct painting p = {.image = image};
    bool fine = rq_fnt_font(doc, &view, &font) &&
                (is_code(name) ? put_glyph(doc, &p, &font, &arena, name, err)
                               : put_atlas(doc, &p, &font, &arena, name, err));
    rq_arena_free(&arena);
    return fine;
}

/* Any other would make those behind it other letters. */
bool rq_fnt_remove_image(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_fnt *fnt = doc->root;
    size_t code = 0, last = fnt->header.character_start + fnt->glyph_count - 1;
    bool follows = fnt->header.max_width == rq_fnt_widest(fnt);
    if (!is_code(name) || !rq_name_number(name, &code) || !fnt->glyph_count ||
        code < fnt->header.character_start || code > last)
        return rq_fail(err, RQ_USAGE, 0, name, "no such glyph: the name is its code, three digits");
    if (code != last)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "only the last glyph, %03zu, can go: its place is the code of a letter",
                       last);
    fnt->glyph_count--;
    if (follows)
        fnt->header.max_width = rq_fnt_widest(fnt);
    return true;
}
