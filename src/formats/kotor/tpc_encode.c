/* TPC from pictures: the shape of the file from that of the picture and from the text, every level
 * from the first, then the reader's own look at what came out. */
#include "formats/kotor/tpc_parts.h"

#include <stdio.h>

static const struct {
    const char *name;
    enum rq_pixels pixels;
} kinds[] = {{"dxt1", RQ_PIXELS_DXT1},  {"dxt5", RQ_PIXELS_DXT5},
             {"grey", RQ_PIXELS_GREY8}, {"rgb", RQ_PIXELS_RGB8},
             {"rgba", RQ_PIXELS_RGBA8}, {"swizzled", RQ_PIXELS_BGRA8_SWIZZLED}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool any_alpha(const struct rq_image *image)
{
    for (size_t i = 0; i < (size_t)image->frames * image->faces; i++)
        if (rq_plane_has_alpha(image, &image->planes[i * image->mips]))
            return true;
    return false;
}

bool rq_texture_kind(const struct rq_doc *doc, const struct rq_image *image, unsigned allowed,
                     enum rq_pixels *pixels, struct rq_error *err)
{
    const char *wanted = doc->texture.encoding;
    char known[64] = "";
    size_t size = 0;
    for (size_t i = 0; i < KINDS; i++) {
        if (!(allowed & 1u << kinds[i].pixels))
            continue;
        if (wanted && rq_casecmp(kinds[i].name, wanted) == 0) {
            *pixels = kinds[i].pixels;
            return true;
        }
        size += (size_t)snprintf(known + size, sizeof known - size, " %s", kinds[i].name);
    }
    if (wanted)
        return rq_fail(err, RQ_USAGE, 0, doc->format->info.name, "has the encodings%s, not %s",
                       known, wanted);
    *pixels = image->pixels;
    /* Microsoft's DXT1 may be see-through; its rows are the other way round, so that its blocks are
     * not taken as they are. */
    bool ready = *pixels == RQ_PIXELS_DXT5 || (*pixels == RQ_PIXELS_DXT1 && image->bottom_up);
    if (!ready)
        *pixels = any_alpha(image) ? RQ_PIXELS_DXT5 : RQ_PIXELS_DXT1;
    return true;
}

static uint32_t power_below(uint32_t side)
{
    uint32_t power = 1;
    while (power <= side / 2)
        power *= 2;
    return power;
}

bool rq_texture_sides(const char *format, uint32_t width, uint32_t height, struct rq_error *err)
{
    if (!width || !height || width > RQ_TPC_LARGEST_SIDE || height > RQ_TPC_LARGEST_SIDE)
        return rq_fail(err, RQ_LIMIT, 0, format, "%u x %u pixels; 1 to %d a side", width, height,
                       RQ_TPC_LARGEST_SIDE);
    uint32_t w = power_below(width), h = power_below(height);
    if (w == width && h == height)
        return true;
    return rq_fail(err, RQ_USAGE, 0, format,
                   "%u x %u pixels: the game wants sides that are powers of two (%u or %u by %u or "
                   "%u); scale the picture first",
                   width, height, w, w * 2, h, h * 2);
}

uint32_t rq_texture_mips(uint32_t side)
{
    uint32_t mips = 1;
    while (side >> mips)
        mips++;
    return mips;
}

/* ---- what has not changed ---- */

static bool same_cell(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                      uint32_t columns, uint32_t rows)
{
    for (uint32_t y = 0; y < rows; y++)
        if (memcmp(a + y * a_stride, b + y * b_stride, (size_t)columns * 4) != 0)
            return false;
    return true;
}

bool rq_texture_keep(enum rq_pixels pixels, uint32_t width, uint32_t height, bool bottom_up,
                     const uint8_t *before, const uint8_t *rgba, size_t stride, uint8_t *to)
{
    bool blocks = pixels == RQ_PIXELS_DXT1 || pixels == RQ_PIXELS_DXT3 || pixels == RQ_PIXELS_DXT5;
    size_t unit = rq_pixels_size(pixels, 1, 1);
    uint32_t side = blocks ? 4 : 1;
    if (!blocks)
        return memcmp(before, to, rq_pixels_size(pixels, width, height)) == 0;
    const struct rq_image one = {.pixels = pixels};
    bool all = true;
    for (uint32_t y = 0; y < height; y += side)
        for (uint32_t x = 0; x < width; x += side, before += unit, to += unit) {
            uint32_t columns = width - x < side ? width - x : side;
            uint32_t rows = height - y < side ? height - y : side;
            uint8_t was[64], is[64];
            rq_plane_rgba(&one, &(struct rq_plane){side, side, {before, unit}}, was);
            for (uint32_t i = 0; i < rows; i++) {
                size_t from = bottom_up ? height - 1 - y - i : y + i;
                memcpy(is + (size_t)i * 16, rgba + from * stride + (size_t)x * 4,
                       (size_t)columns * 4);
            }
            bool same = same_cell(was, 16, is, 16, columns, rows);
            if (same)
                memcpy(to, before, unit);
            all = all && same;
        }
    return all;
}

/* ---- the file ---- */

/* A picture on its way in: all of it as one, and the cells that it is cut into. */
struct encoder {
    struct rq_chain chain; /* of one cell */
    uint32_t columns, rows, faces;
    const struct rq_image *image;
    const uint8_t *rgba;
    size_t stride;
    struct rq_arena scratch;
};

static void set_header(struct rq_tpc_header *h, const struct encoder *e)
{
    static const struct {
        uint8_t encoding;
        bool packed;
    } codes[] = {[RQ_PIXELS_GREY8] = {1, false}, [RQ_PIXELS_RGB8] = {2, false},
                 [RQ_PIXELS_DXT1] = {2, true},   [RQ_PIXELS_RGBA8] = {4, false},
                 [RQ_PIXELS_DXT5] = {4, true},   [RQ_PIXELS_BGRA8_SWIZZLED] = {12, false}};
    enum rq_pixels pixels = e->chain.pixels;
    uint32_t width = e->chain.width * e->columns, height = e->chain.height * e->rows;
    uint32_t longer = width > height ? width : height;
    h->data_size = codes[pixels].packed ? (uint32_t)rq_pixels_size(pixels, width, height) : 0;
    h->width = (uint16_t)width;
    h->height = (uint16_t)(height * e->faces);
    h->encoding = codes[pixels].encoding;
    /* Of a sheet the header counts those of the whole; each frame has its own number. */
    h->mip_count = (uint8_t)(e->chain.mips == 1 ? 1 : rq_texture_mips(longer));
}

/* Cells by the text of a sheet, else six faces of a column, else one. */
static bool find_cells(struct encoder *e, const struct rq_tpc *tpc, bool one_level,
                       struct rq_error *err)
{
    const struct rq_plane *whole = &e->image->planes[0];
    struct rq_tpc sheet = {.frames = 1};
    if (whole->width > RQ_TPC_LARGEST_SIDE || whole->height > RQ_TPC_LARGEST_SIDE)
        return rq_fail(err, RQ_LIMIT, 0, "tpc", "%u x %u pixels; no side may pass %d", whole->width,
                       whole->height, RQ_TPC_LARGEST_SIDE);
    sheet.header.width = (uint16_t)whole->width;
    sheet.header.height = (uint16_t)whole->height;
    rq_tpc_cycle(tpc->txi, &sheet);
    bool frames = sheet.frames > 1;
    e->columns = frames ? sheet.frames_x : 1;
    e->rows = frames ? sheet.frames_y : 1;
    e->faces = !frames && whole->height == (uint64_t)whole->width * 6 ? 6 : 1;
    e->chain.width = whole->width / e->columns;
    e->chain.height = whole->height / e->rows / e->faces;
    bool wide = e->chain.width > e->chain.height;
    uint32_t longer = wide ? e->chain.width : e->chain.height;
    uint32_t shorter = wide ? e->chain.height : e->chain.width;
    e->chain.mips = one_level ? 1 : rq_texture_mips(frames ? shorter : longer);
    e->chain.bottom_up = true;
    return true;
}

/* Levels that the source has in the very form that is wanted are taken as they are. */
static void keep_levels(const struct encoder *e, const struct rq_image *source, uint32_t cell,
                        uint8_t *to)
{
    const struct rq_chain *c = &e->chain;
    if (source->pixels != c->pixels || !source->bottom_up || source->faces != e->faces ||
        source->frames != e->columns * e->rows)
        return;
    for (uint32_t mip = 0; mip < c->mips && mip < source->mips; mip++) {
        const struct rq_plane *plane = &source->planes[(size_t)cell * source->mips + mip];
        uint32_t width = c->width >> mip ? c->width >> mip : 1;
        uint32_t height = c->height >> mip ? c->height >> mip : 1;
        if (plane->width != width || plane->height != height)
            return;
        memcpy(to, plane->bytes.data, rq_pixels_size(c->pixels, width, height));
        to += rq_pixels_size(c->pixels, width, height);
    }
}

static const uint8_t *cell_pixels(const struct encoder *e, uint32_t cell)
{
    size_t x = e->faces == 6 ? 0 : cell % e->columns, y = e->faces == 6 ? cell : cell / e->columns;
    return e->rgba + y * e->chain.height * e->stride + x * e->chain.width * 4;
}

/* before: the document as it was, or NULL. *same: no pixel has changed. */
static bool fill_body(struct encoder *e, const struct rq_image *source, const struct rq_tpc *before,
                      uint8_t *body, bool *same, struct rq_error *err)
{
    uint32_t cells = e->columns * e->rows * e->faces;
    size_t size = rq_chain_size(&e->chain);
    *same = before != NULL;
    for (uint32_t i = 0; i < cells; i++, body += size) {
        const uint8_t *rgba = cell_pixels(e, i);
        if (!rq_chain_encode(&e->chain, rgba, e->stride, &e->scratch, body, err))
            return false;
        keep_levels(e, source, i, body);
        const struct rq_chain *c = &e->chain;
        const struct rq_tpc_level *was = before ? &before->levels[(size_t)i * before->mips] : NULL;
        if (was)
            *same = rq_texture_keep(c->pixels, c->width, c->height, true, was->data.data, rgba,
                                    e->stride, body) &&
                    *same;
    }
    return true;
}

static bool same_shape(const struct encoder *e, const struct rq_tpc *tpc)
{
    return tpc->level_count && tpc->frames == e->columns * e->rows && tpc->faces == e->faces &&
           tpc->frames_x == e->columns && tpc->levels[0].width == e->chain.width &&
           tpc->levels[0].height == e->chain.height;
}

/* The levels of tpc, whose text and whatever is not about pixels are set, from a picture. */
static bool build(struct rq_doc *doc, struct rq_tpc *tpc, struct encoder *e,
                  const struct rq_image *source, struct rq_error *err)
{
    size_t chain = rq_chain_size(&e->chain), cells = (size_t)e->columns * e->rows * e->faces;
    if (!chain || chain > (SIZE_MAX - tpc->txi.size) / cells)
        return rq_fail(err, RQ_LIMIT, 0, "tpc", "too large");
    size_t size = chain * cells + tpc->txi.size;
    uint8_t *body = rq_arena_get(&doc->arena, size, 1);
    bool same = false;
    if (!body)
        return rq_fail(err, RQ_NO_MEMORY, 0, "tpc", "out of memory");
    if (!fill_body(e, source, same_shape(e, tpc) ? tpc : NULL, body, &same, err))
        return false;
    if (same)
        return true;
    if (tpc->txi.size)
        memcpy(body + chain * cells, tpc->txi.data, tpc->txi.size);
    struct rq_tpc made = {.header = tpc->header};
    struct rq_ctx ctx = {.err = err};
    struct rq_cur c = rq_cur_over((struct rq_bytes){body, size}, &ctx);
    set_header(&made.header, e);
    if (!rq_tpc_fill(doc, &made, &c))
        return false;
    if (made.faces != e->faces || made.frames != e->columns * e->rows)
        return rq_fail(err, RQ_UNSUPPORTED, 0, "tpc",
                       "the game would not take a picture of this shape with this text for the "
                       "%zu parts that it has",
                       cells);
    *tpc = made;
    return true;
}

/* The alpha word of the game's own textures: the mean of the first level's, 1 of those without. */
static float mean_alpha(const struct encoder *e)
{
    size_t count = e->stride / 4 * e->image->planes[0].height;
    enum rq_pixels pixels = e->chain.pixels;
    uint64_t sum = 0;
    if (!count || (pixels != RQ_PIXELS_DXT5 && pixels != RQ_PIXELS_RGBA8 &&
                   pixels != RQ_PIXELS_BGRA8_SWIZZLED))
        return 1;
    for (size_t i = 0; i < count; i++)
        sum += e->rgba[i * 4 + 3];
    return (float)((double)sum / (255.0 * (double)count));
}

/* A picture of the shape that the document has already may have any size. */
static bool encode(struct rq_doc *doc, const struct rq_image *image, enum rq_pixels pixels,
                   bool fresh, bool one_level, struct rq_error *err)
{
    struct rq_tpc *tpc = doc->root;
    struct encoder e = {.chain = {.pixels = pixels, .opaque = pixels == RQ_PIXELS_DXT1},
                        .scratch = {.alloc = doc->alloc}};
    struct rq_image sheet;
    bool fine = rq_image_sheet(image, 0, &e.scratch, &sheet, err);
    if (fine) {
        e.image = &sheet;
        e.rgba = sheet.planes[0].bytes.data;
        e.stride = (size_t)sheet.planes[0].width * 4;
    }
    if (fine && fresh)
        tpc->header.alpha = mean_alpha(&e);
    fine = fine && find_cells(&e, tpc, one_level, err) &&
           (same_shape(&e, tpc) || rq_texture_sides("tpc", e.chain.width, e.chain.height, err)) &&
           build(doc, tpc, &e, image, err);
    rq_arena_free(&e.scratch);
    return fine;
}

bool rq_tpc_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err)
{
    const unsigned allowed = 1u << RQ_PIXELS_DXT1 | 1u << RQ_PIXELS_DXT5 | 1u << RQ_PIXELS_GREY8 |
                             1u << RQ_PIXELS_RGB8 | 1u << RQ_PIXELS_RGBA8 |
                             1u << RQ_PIXELS_BGRA8_SWIZZLED;
    struct rq_tpc *tpc = doc->root;
    enum rq_pixels pixels;
    tpc->txi = doc->texture.txi;
    return rq_texture_kind(doc, image, allowed, &pixels, err) &&
           encode(doc, image, pixels, true, doc->texture.no_mips, err);
}

/* The encoding, the text, the alpha word and whether there are levels stay. */
bool rq_tpc_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err)
{
    const struct rq_tpc *tpc = doc->root;
    (void)name;
    return encode(doc, image, rq_tpc_pixels(&tpc->header), false, tpc->header.mip_count == 1, err);
}
