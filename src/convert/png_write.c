/* PNG, written with one filter (none): on textures that came from palettes or DXT blocks it
 * gives smaller files than sub, up or adaptive filtering, and faster (docs/notes/png.md). */
#include "codec/deflate.h"
#include "convert/convert.h"

enum { GREY = 0, RGB = 2, PALETTE = 3, RGBA = 6 };
enum { STRIP_ROWS = 16, COLORS = 256, SLOTS = 1024 };

struct writer {
    struct rq_out *out;
    const struct rq_image *image;
    const struct rq_plane *plane;
    struct rq_packer *packer; /* or NULL */
    int level;
    uint8_t color_type;
    unsigned unit;  /* bytes of a pixel */
    size_t pitch;   /* bytes of a row, with the filter's */
    uint8_t *rows;  /* pitch * height */
    uint8_t *strip; /* RGBA of some rows, for true colour */
    uint32_t strip_rows;
    size_t color_count;
    uint8_t colors[COLORS][4];
};

/* ---- chunks ---- */

static size_t chunk_begin(struct rq_out *out, const char type[5])
{
    size_t at = rq_hole32(out);
    rq_put(out, type, 4);
    return at;
}

static void chunk_end(struct rq_out *out, size_t at)
{
    if (out->failed)
        return;
    size_t size = out->size - at - 8;
    if (size > INT32_MAX) {
        out->failed = RQ_LIMIT;
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        out->data[at + i] = (uint8_t)(size >> (24 - 8 * i));
    rq_put32be(out, rq_crc32(0, (struct rq_bytes){out->data + at + 4, size + 4}));
}

static void put_header(struct writer *w)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    rq_put(w->out, signature, sizeof signature);
    size_t at = chunk_begin(w->out, "IHDR");
    rq_put32be(w->out, w->plane->width);
    rq_put32be(w->out, w->plane->height);
    rq_put8(w->out, 8);
    rq_put8(w->out, w->color_type);
    rq_put_zeros(w->out, 3); /* deflate, the five filters, not interlaced */
    chunk_end(w->out, at);
}

/* Whose indices these are, and the sum of the palette that shows them: with another palette they
 * are somebody else's. */
static void put_origin(struct writer *w)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < w->color_count; i++)
        sum = rq_crc32(sum, (struct rq_bytes){w->colors[i], 3});
    size_t at = chunk_begin(w->out, "tEXt");
    rq_put(w->out, RQ_PNG_ORIGIN, sizeof RQ_PNG_ORIGIN);
    rq_putf(w->out, "%08x %s", (unsigned)sum, w->image->indices_of);
    chunk_end(w->out, at);
}

static void put_palette(struct writer *w)
{
    size_t at = chunk_begin(w->out, "PLTE");
    size_t clear = 0; /* how many entries tRNS needs */
    for (size_t i = 0; i < w->color_count; i++) {
        rq_put(w->out, w->colors[i], 3);
        if (w->colors[i][3] != 255)
            clear = i + 1;
    }
    chunk_end(w->out, at);
    if (clear) {
        at = chunk_begin(w->out, "tRNS");
        for (size_t i = 0; i < clear; i++)
            rq_put8(w->out, w->colors[i][3]);
        chunk_end(w->out, at);
    }
    if (w->image->pixels == RQ_PIXELS_INDEX8 && w->image->indices_of)
        put_origin(w);
}

static bool put_file(struct writer *w, struct rq_error *err)
{
    struct rq_bytes rows = {w->rows, w->pitch * w->plane->height};
    put_header(w);
    if (w->color_type == PALETTE)
        put_palette(w);
    size_t at = chunk_begin(w->out, "IDAT");
    if (w->level <= 1 && w->unit >= 3)
        rq_zlib_pack_pixels(w->out, rows, w->pitch, w->unit);
    else if (w->packer)
        rq_zlib_pack_with(w->packer, w->out, rows, w->level);
    else
        rq_zlib_pack(w->out, rows, w->level);
    chunk_end(w->out, at);
    chunk_end(w->out, chunk_begin(w->out, "IEND"));
    return w->out->failed ? rq_fail_out(err, w->out) : true;
}

/* ---- rows ---- */

/* Where the row that is stored as number y goes, after its filter byte. */
static uint8_t *row_at(const struct writer *w, uint32_t y)
{
    uint8_t *row = w->rows + w->pitch * (w->image->bottom_up ? w->plane->height - 1 - y : y);
    *row = 0;
    return row + 1;
}

static void copy_rows(struct writer *w)
{
    for (uint32_t y = 0; y < w->plane->height; y++)
        memcpy(row_at(w, y), w->plane->bytes.data + (size_t)y * w->plane->width, w->plane->width);
}

/* Decodes the rows from stored row y on into the strip; returns how many. */
static uint32_t load_strip(const struct writer *w, uint32_t y)
{
    struct rq_image flat = *w->image;
    struct rq_plane part = *w->plane;
    flat.bottom_up = false;
    part.height = part.height - y < w->strip_rows ? part.height - y : w->strip_rows;
    size_t skip = rq_pixels_size(flat.pixels, part.width, y);
    part.bytes = (struct rq_bytes){part.bytes.data + skip, part.bytes.size - skip};
    rq_plane_rgba(&flat, &part, w->strip);
    return part.height;
}

static void strip_rgb(const uint8_t *rgba, uint32_t width, uint8_t *to)
{
    /* Four bytes at a time are one load and one store; the last pixel must not write over. */
    for (uint32_t x = 1; x < width; x++, rgba += 4, to += 3)
        memcpy(to, rgba, 4);
    memcpy(to, rgba, 3);
}

static void true_color_rows(struct writer *w)
{
    uint32_t width = w->plane->width, count;
    for (uint32_t y = 0; y < w->plane->height; y += count) {
        count = load_strip(w, y);
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *from = w->strip + (size_t)i * width * 4;
            if (w->unit == 3)
                strip_rgb(from, width, row_at(w, y + i));
            else
                memcpy(row_at(w, y + i), from, (size_t)width * 4);
        }
    }
}

/* The colours met so far: open addressing, index + 1, 0 for free. */
struct color_set {
    uint16_t slots[SLOTS];
    uint32_t keys[COLORS];
};

/* The index of a colour, COLORS when there are too many. */
static size_t color_index(struct writer *w, struct color_set *set, const uint8_t *rgba)
{
    uint32_t key = rq_get32(rgba);
    for (uint32_t slot = key * 0x9e3779b1u >> 22;; slot = (slot + 1) % SLOTS) {
        size_t index = set->slots[slot];
        if (index && set->keys[index - 1] == key)
            return index - 1;
        if (index)
            continue;
        if (w->color_count == COLORS)
            return COLORS;
        set->slots[slot] = (uint16_t)(w->color_count + 1);
        set->keys[w->color_count] = key;
        memcpy(w->colors[w->color_count], rgba, 4);
        return w->color_count++;
    }
}

/* Indexed rows of a true-colour picture; false at the 257th colour. */
static bool indexed_rows(struct writer *w)
{
    struct color_set set = {{0}, {0}};
    uint32_t width = w->plane->width, count;
    for (uint32_t y = 0; y < w->plane->height; y += count) {
        count = load_strip(w, y);
        const uint8_t *from = w->strip;
        for (uint32_t i = 0; i < count; i++) {
            uint8_t *to = row_at(w, y + i);
            for (uint32_t x = 0; x < width; x++, from += 4) {
                /* Runs are common where there are few colours. */
                if (x && memcmp(from, from - 4, 4) == 0) {
                    to[x] = to[x - 1];
                    continue;
                }
                size_t index = color_index(w, &set, from);
                if (index == COLORS)
                    return false;
                to[x] = (uint8_t)index;
            }
        }
    }
    return true;
}

/* ---- kinds ---- */

static void set_kind(struct writer *w, uint8_t color_type, unsigned unit)
{
    w->color_type = color_type;
    w->unit = unit;
    w->pitch = (size_t)w->plane->width * unit + 1;
}

static void given_palette(struct writer *w)
{
    w->color_count = COLORS;
    for (size_t i = 0; i < COLORS; i++) {
        memcpy(w->colors[i], w->image->palette + i * 3, 3);
        w->colors[i][3] = w->image->transparent_zero && i == 0 ? 0 : 255;
    }
}

static void make_rows(struct writer *w)
{
    if (w->image->pixels == RQ_PIXELS_INDEX8 || w->image->pixels == RQ_PIXELS_GREY8) {
        copy_rows(w);
        return;
    }
    unsigned unit = w->unit;
    uint8_t color_type = w->color_type;
    set_kind(w, PALETTE, 1);
    if (indexed_rows(w))
        return;
    set_kind(w, color_type, unit);
    true_color_rows(w);
}

static bool write_plane(struct writer *w, struct rq_error *err)
{
    const struct rq_alloc *alloc = w->out->alloc;
    uint32_t width = w->plane->width, height = w->plane->height;
    bool true_color = false;
    if (w->image->pixels == RQ_PIXELS_INDEX8) {
        set_kind(w, PALETTE, 1);
        given_palette(w);
    } else if (w->image->pixels == RQ_PIXELS_GREY8) {
        set_kind(w, GREY, 1);
    } else {
        bool clear = rq_plane_has_alpha(w->image, w->plane);
        set_kind(w, clear ? RGBA : RGB, clear ? 4 : 3);
        true_color = true;
    }
    /* In Morton order the rows can't be had apart. */
    w->strip_rows = w->image->pixels == RQ_PIXELS_BGRA8_SWIZZLED ? height : STRIP_ROWS;
    if (height > SIZE_MAX / w->pitch || w->strip_rows > SIZE_MAX / 4 / width)
        return rq_fail(err, RQ_LIMIT, 0, "png", "%u x %u pixels are too many", width, height);
    w->rows = rq_mem(alloc, NULL, w->pitch * height);
    if (true_color)
        w->strip = rq_mem(alloc, NULL, (size_t)width * w->strip_rows * 4);
    bool done = false;
    if (w->rows && (w->strip || !true_color)) {
        make_rows(w);
        done = put_file(w, err);
    } else {
        rq_fail(err, RQ_NO_MEMORY, 0, "png", "out of memory");
    }
    if (w->rows)
        rq_mem(alloc, w->rows, 0);
    if (w->strip)
        rq_mem(alloc, w->strip, 0);
    return done;
}

bool rq_png_write(struct rq_out *out, const struct rq_image *image, uint32_t frame, uint32_t face,
                  uint32_t mip, int level, struct rq_error *err)
{
    return rq_png_write_with(NULL, out, image, frame, face, mip, level, err);
}

bool rq_png_write_with(struct rq_packer *packer, struct rq_out *out, const struct rq_image *image,
                       uint32_t frame, uint32_t face, uint32_t mip, int level, struct rq_error *err)
{
    if (frame >= image->frames || face >= image->faces || mip >= image->mips)
        return rq_fail(err, RQ_USAGE, 0, "png", "the picture has no frame %u, face %u, level %u",
                       frame, face, mip);
    const struct rq_plane *plane = rq_image_plane(image, frame, face, mip);
    size_t size = rq_pixels_size(image->pixels, plane->width, plane->height);
    if (plane->width > INT32_MAX || plane->height > INT32_MAX || size == 0)
        return rq_fail(err, RQ_USAGE, 0, "png", "%u x %u pixels can't be a PNG", plane->width,
                       plane->height);
    if (plane->bytes.size < size)
        return rq_fail(err, RQ_USAGE, 0, "png", "%zu bytes are too few for %u x %u pixels",
                       plane->bytes.size, plane->width, plane->height);
    if (image->pixels == RQ_PIXELS_INDEX8 && !image->palette)
        return rq_fail(err, RQ_USAGE, 0, "png", "indexed pixels without a palette");
    if (out->failed)
        return rq_fail_out(err, out);
    struct writer w = {
        .out = out, .image = image, .plane = plane, .packer = packer, .level = level};
    return write_plane(&w, err);
}
