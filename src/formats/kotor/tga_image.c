/* TGA as a picture, and pictures as TGA. */
#include "formats/kotor/tga_parts.h"
#include "model/quantize.h"

enum { FROM_RIGHT = 16, FROM_TOP = 32 };

static unsigned base_type(const struct rq_tga_header *h)
{
    return h->image_type & ~(unsigned)RQ_TGA_PACKED;
}

/* True colour of 8 bits is grey, as xoreos has it. */
static bool is_grey(const struct rq_tga_header *h)
{
    return base_type(h) == RQ_TGA_GREY || (base_type(h) == RQ_TGA_TRUE && h->depth == 8);
}

/* Five bits widen by repeating the high ones. The highest bit is alpha where the header says that
 * there is some. */
static void color_16(unsigned v, bool alpha, uint8_t rgba[4])
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned five = v >> (10 - 5 * k) & 31;
        rgba[k] = (uint8_t)(five << 3 | five >> 2);
    }
    rgba[3] = alpha && !(v & 0x8000) ? 0 : 255;
}

static void color_at(const uint8_t *p, uint8_t bits, bool alpha, uint8_t rgba[4])
{
    if (bits <= 16) {
        color_16(rq_get16(p), alpha, rgba);
        return;
    }
    rgba[0] = p[2];
    rgba[1] = p[1];
    rgba[2] = p[0];
    rgba[3] = bits == 32 ? p[3] : 255;
}

/* One pixel of any type but grey and true colour of 24 and 32 bits, which are shown as they are. */
static void pixel_at(const struct rq_tga *tga, const uint8_t *p, uint8_t rgba[4])
{
    const struct rq_tga_header *h = &tga->header;
    bool alpha = (h->descriptor & 15) != 0;
    if (is_grey(h)) {
        rgba[0] = rgba[1] = rgba[2] = p[0];
        rgba[3] = h->depth == 16 ? p[1] : 255;
    } else if (base_type(h) == RQ_TGA_MAPPED) {
        unsigned index = h->depth == 16 ? rq_get16(p) : p[0];
        unsigned entry = index - h->map_first;
        memset(rgba, 0, 4);
        if (index >= h->map_first && entry < h->map_length)
            color_at(tga->map.data + entry * rq_tga_unit(h->map_depth), h->map_depth, alpha, rgba);
    } else {
        color_at(p, h->depth, alpha, rgba);
    }
}

/* Indices of one byte into colours without alpha stay what they are. */
static bool keeps_indices(const struct rq_tga_header *h)
{
    return base_type(h) == RQ_TGA_MAPPED && h->depth == 8 &&
           (h->map_depth == 24 || (h->map_depth <= 16 && !(h->descriptor & 15)));
}

static enum rq_pixels shown_as(const struct rq_tga_header *h)
{
    if (keeps_indices(h))
        return RQ_PIXELS_INDEX8;
    if (is_grey(h) && h->depth == 8)
        return RQ_PIXELS_GREY8;
    if (base_type(h) == RQ_TGA_TRUE && h->depth == 24)
        return RQ_PIXELS_BGR8;
    if (base_type(h) == RQ_TGA_TRUE && h->depth == 32)
        return RQ_PIXELS_BGRA8;
    return RQ_PIXELS_RGBA8;
}

static void palette_of(const struct rq_tga *tga, uint8_t palette[768])
{
    memset(palette, 0, 768);
    for (unsigned i = 0; i < 256; i++) {
        const uint8_t index[4] = {(uint8_t)i};
        uint8_t rgba[4];
        pixel_at(tga, index, rgba);
        memcpy(palette + (size_t)i * 3, rgba, 3);
    }
}

/* The rows, each from its left end. Those that are so already are not copied. */
static const uint8_t *rows_of(const struct rq_tga *tga, enum rq_pixels pixels,
                              struct rq_arena *arena)
{
    const struct rq_tga_header *h = &tga->header;
    bool mirrored = h->descriptor & FROM_RIGHT, same = pixels != RQ_PIXELS_RGBA8;
    size_t unit = rq_tga_unit(h->depth), to_unit = same ? unit : 4, width = h->width;
    if (same && !mirrored)
        return tga->pixels.data;
    uint8_t *rows = rq_arena_get(arena, (size_t)h->height * width, to_unit);
    for (size_t i = 0; rows && i < (size_t)h->height * width; i++) {
        size_t x = mirrored ? width - 1 - i % width : i % width;
        const uint8_t *from = tga->pixels.data + (i - i % width + x) * unit;
        if (same)
            memcpy(rows + i * to_unit, from, unit);
        else
            pixel_at(tga, from, rows + i * to_unit);
    }
    return rows;
}

bool rq_tga_images(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count)
{
    const struct rq_tga *tga = doc->root;
    const struct rq_tga_header *h = &tga->header;
    *count = 0;
    if (!tga->pixels.size)
        return true;
    enum rq_pixels pixels = shown_as(h);
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *palette = rq_arena_get(view->arena, 256, 3);
    const uint8_t *rows = rows_of(tga, pixels, view->arena);
    if (!image || !plane || !palette || !rows)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "tga", "out of memory");
    if (pixels == RQ_PIXELS_INDEX8)
        palette_of(tga, palette);
    *plane =
        (struct rq_plane){h->width, h->height, {rows, rq_pixels_size(pixels, h->width, h->height)}};
    *image = (struct rq_image){.pixels = pixels,
                               .bottom_up = !(h->descriptor & FROM_TOP),
                               .palette = pixels == RQ_PIXELS_INDEX8 ? palette : NULL,
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    *images = image;
    *count = 1;
    return true;
}

/* ---- and back ---- */

/* What the game writes itself: true colour, the lowest row first, no descriptor. */
bool rq_tga_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err)
{
    struct rq_tga *tga = doc->root;
    struct rq_arena scratch = {.alloc = doc->alloc};
    struct rq_image sheet;
    bool fine = rq_image_sheet(image, 0, &scratch, &sheet, err);
    const struct rq_plane *plane = fine ? &sheet.planes[0] : NULL;
    if (fine && (plane->width > UINT16_MAX || plane->height > UINT16_MAX))
        fine = rq_fail(err, RQ_LIMIT, 0, "tga", "no side may pass %d pixels", UINT16_MAX);
    bool alpha = fine && rq_plane_has_alpha(&sheet, plane);
    const char *wanted = doc->texture.encoding;
    if (fine && wanted && rq_casecmp(wanted, "rgb") != 0 && rq_casecmp(wanted, "rgba") != 0)
        fine = rq_fail(err, RQ_USAGE, 0, "tga", "has the encodings rgb rgba, not %s", wanted);
    alpha = wanted ? rq_casecmp(wanted, "rgba") == 0 : alpha;
    struct rq_chain chain = {.pixels = alpha ? RQ_PIXELS_BGRA8 : RQ_PIXELS_BGR8,
                             .width = fine ? plane->width : 1,
                             .height = fine ? plane->height : 1,
                             .mips = 1,
                             .bottom_up = true};
    size_t size = rq_chain_size(&chain);
    uint8_t *pixels = rq_arena_get(&doc->arena, size, 1);
    if (fine && !pixels)
        fine = rq_fail(err, RQ_NO_MEMORY, 0, "tga", "out of memory");
    fine = fine && rq_chain_encode(&chain, plane->bytes.data, (size_t)plane->width * 4, &scratch,
                                   pixels, err);
    rq_arena_free(&scratch);
    tga->pixels = (struct rq_bytes){pixels, size};
    tga->header = (struct rq_tga_header){.image_type = RQ_TGA_TRUE,
                                         .width = (uint16_t)chain.width,
                                         .height = (uint16_t)chain.height,
                                         .depth = alpha ? 32 : 24};
    return fine;
}

static void put_pixel(const struct rq_tga_header *h, const uint8_t rgba[4], uint8_t *to)
{
    if (is_grey(h)) {
        rq_plane_encode(RQ_PIXELS_GREY8, rgba, 1, 1, to);
        if (h->depth == 16)
            to[1] = rgba[3];
    } else if (h->depth <= 16) {
        unsigned v = (unsigned)(rgba[0] >> 3) << 10 | (unsigned)(rgba[1] >> 3) << 5 |
                     (unsigned)(rgba[2] >> 3) | (rgba[3] >= 128 && h->depth == 16 ? 0x8000 : 0);
        rq_set16(to, (uint16_t)v);
    } else {
        rq_plane_encode(h->depth == 32 ? RQ_PIXELS_BGRA8 : RQ_PIXELS_BGR8, rgba, 1, 1, to);
    }
}

/* Pixels in the order of the file. A pixel that looks as it did keeps its bytes. */
static void put_pixels(const struct rq_tga *tga, const struct rq_tga_header *h, const uint8_t *rgba,
                       const uint8_t *indices, uint8_t *to)
{
    bool same = h->width == tga->header.width && h->height == tga->header.height;
    size_t unit = rq_tga_unit(h->depth);
    for (size_t i = 0; i < (size_t)h->width * h->height; i++, to += unit) {
        size_t x = i % h->width, y = i / h->width;
        x = h->descriptor & FROM_RIGHT ? h->width - 1 - x : x;
        y = h->descriptor & FROM_TOP ? y : h->height - 1 - y;
        size_t from = y * h->width + x;
        uint8_t was[4];
        if (indices) {
            *to = indices[from];
            continue;
        }
        if (same)
            pixel_at(tga, tga->pixels.data + i * unit, was);
        if (same && memcmp(was, rgba + from * 4, 4) == 0)
            memcpy(to, tga->pixels.data + i * unit, unit);
        else
            put_pixel(h, rgba + from * 4, to);
    }
}

/* Type, depth and the order of pixels stay. */
bool rq_tga_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err)
{
    struct rq_tga *tga = doc->root;
    struct rq_tga_header h = tga->header;
    struct rq_arena scratch = {.alloc = doc->alloc};
    struct rq_image sheet;
    uint8_t palette[768], *indices = NULL;
    const struct rq_quantize q = {.palettes = {palette}};
    bool mapped = base_type(&h) == RQ_TGA_MAPPED;
    if (mapped && !keeps_indices(&h))
        return rq_fail(err, RQ_USAGE, 0, name, "a colour map with alpha takes no pictures");
    if (!tga->pixels.data || image->planes[0].width > UINT16_MAX ||
        image->planes[0].height > UINT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, name, "too large for a TGA");
    h.width = (uint16_t)image->planes[0].width;
    h.height = (uint16_t)image->planes[0].height;
    size_t size = (size_t)rq_tga_size(&h);
    uint8_t *pixels = rq_arena_get(&doc->arena, size, 1);
    if (mapped)
        indices = rq_arena_get(&scratch, h.height, h.width);
    bool fine = pixels && (indices || !mapped);
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (mapped)
        palette_of(tga, palette);
    fine = fine && (mapped ? rq_quantize(&q, image, indices, err)
                           : rq_image_sheet(image, 0, &scratch, &sheet, err));
    if (fine) {
        put_pixels(tga, &h, mapped ? NULL : sheet.planes[0].bytes.data, indices, pixels);
        bool same = rq_same((struct rq_bytes){pixels, size}, tga->pixels);
        tga->pixels = (struct rq_bytes){pixels, size};
        tga->header = h;
        if (!same && tga->packing == RQ_TGA_EXPLICIT) {
            tga->packing = RQ_TGA_UNSETTLED;
            tga->packed = (struct rq_bytes){0};
        }
    }
    rq_arena_free(&scratch);
    return fine;
}
