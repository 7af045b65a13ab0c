/* BMP: two headers, a palette, rows padded to four bytes. One layout; where the pixels stand is
 * the file's own field. */
#include "formats/format.h"
#include "formats/redguard/colors.h"
#include "model/quantize.h"

#include <reliquary/bmp.h>

enum { FILE_HEADER = 14, INFO = 40, CORE = 12 };

RQ_RECORD_TABLE(rq_bmp_file, RQ_BMP_FILE);
RQ_RECORD_TABLE(rq_bmp_info, RQ_BMP_INFO);

static unsigned bmp_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < FILE_HEADER + CORE || memcmp(in.data, "BM", 2) != 0)
        return 0;
    uint32_t offset = rq_get32(in.data + 10), header = rq_get32(in.data + 14);
    if ((header != CORE && (header < INFO || header > 256)) || offset < FILE_HEADER + header)
        return 0;
    return rq_get32(in.data + 2) == in.size ? 64 : 40;
}

static size_t color_size(const struct rq_bmp *bmp)
{
    return bmp->info.header_size == CORE ? 3 : 4;
}

static uint64_t height_of(const struct rq_bmp_info *h)
{
    return h->height < 0 ? (uint64_t)(-(int64_t)h->height) : (uint64_t)h->height;
}

/* Bytes of a row without and with padding. */
static uint64_t row_size(const struct rq_bmp_info *h)
{
    return h->width < 0 ? 0 : ((uint64_t)h->width * h->bits_per_pixel + 7) / 8;
}

static uint64_t row_step(const struct rq_bmp_info *h)
{
    return (row_size(h) + 3) / 4 * 4;
}

/* ---- reading ---- */

static bool read_info(struct rq_cur *c, struct rq_bmp *bmp)
{
    struct rq_bmp_info *h = &bmp->info;
    uint32_t size = rq_left(c) >= 4 ? rq_get32(c->p) : 0;
    if (size == CORE) {
        h->header_size = rq_u32(c, "header_size");
        h->width = rq_u16(c, "width");
        h->height = rq_u16(c, "height");
        h->planes = rq_u16(c, "planes");
        h->bits_per_pixel = rq_u16(c, "bits_per_pixel");
        return rq_ok(c);
    }
    if (!rq_rec_read(c, &rq_bmp_info_rec, h))
        return false;
    if (size < INFO)
        return rq_bad(c, RQ_UNSUPPORTED, FILE_HEADER, "a header of %u bytes", size);
    if (!rq_count(c, size - INFO, 1, "more_header"))
        return false;
    bmp->more_header = rq_take_bytes(c, size - INFO, "more_header");
    return rq_ok(c);
}

static bool read_palette(struct rq_cur *c, struct rq_bmp *bmp)
{
    const struct rq_bmp_info *h = &bmp->info;
    uint64_t at = rq_tell(c), offset = bmp->file.data_offset;
    if (offset < at || offset - at > rq_left(c))
        return rq_bad(c, RQ_CORRUPT, 10, "the pixels are at %llu, outside of the file",
                      (unsigned long long)offset);
    size_t room = (size_t)(offset - at) / color_size(bmp);
    uint64_t wanted =
        h->colors_used || h->bits_per_pixel > 8 ? h->colors_used : UINT64_C(1) << h->bits_per_pixel;
    bmp->color_count = wanted < room ? (size_t)wanted : room;
    bmp->colors = rq_take(c, bmp->color_count * color_size(bmp), RQ_KIND_bytes, "colors");
    bmp->gap = rq_take_bytes(c, (size_t)(offset - rq_tell(c)), "gap");
    return rq_ok(c);
}

static bool any_padding(const struct rq_bmp_info *h, const uint8_t *rows)
{
    size_t row = (size_t)row_size(h), step = (size_t)row_step(h);
    for (uint64_t y = 0; y < height_of(h); y++, rows += step)
        for (size_t i = row; i < step; i++)
            if (rows[i])
                return true;
    return false;
}

/* Parts the rows from their padding. */
static bool split_rows(struct rq_doc *doc, struct rq_cur *c, struct rq_bmp *bmp,
                       const uint8_t *rows)
{
    const struct rq_bmp_info *h = &bmp->info;
    size_t row = (size_t)row_size(h), step = (size_t)row_step(h), count = (size_t)height_of(h);
    bmp->pixels = (struct rq_bytes){rows, row * count};
    if (row == step)
        return true;
    uint8_t *pixels = rq_cur_get(doc, c, count, row);
    uint8_t *padding = any_padding(h, rows) ? rq_cur_get(doc, c, count, step - row) : NULL;
    if (!pixels || !rq_ok(c))
        return false;
    for (size_t y = 0; y < count; y++) {
        memcpy(pixels + y * row, rows + y * step, row);
        if (padding)
            memcpy(padding + y * (step - row), rows + y * step + row, step - row);
    }
    bmp->pixels.data = pixels;
    bmp->padding = (struct rq_bytes){padding, padding ? count * (step - row) : 0};
    return true;
}

/* A pixel of up to 8 bits: the number of its colour. */
static unsigned index_at(const uint8_t *row, size_t x, unsigned bits)
{
    unsigned shift = 8 - bits - (unsigned)(x * bits % 8);
    return (unsigned)row[x * bits / 8] >> shift & ((1u << bits) - 1);
}

/* The first pixel of a colour that is not there. */
static void look_for_colors(struct rq_doc *doc, const struct rq_bmp *bmp)
{
    const struct rq_bmp_info *h = &bmp->info;
    unsigned bits = h->bits_per_pixel;
    if (bits > 8 || bmp->color_count >= 1u << bits || (bits != 1 && bits != 4 && bits != 8))
        return;
    size_t row = (size_t)row_size(h);
    for (size_t at = 0; at < bmp->pixels.size; at += row)
        for (size_t x = 0; x < (size_t)h->width; x++) {
            unsigned index = index_at(bmp->pixels.data + at, x, bits);
            if (index < bmp->color_count)
                continue;
            rq_find(doc, "missing-color", bmp->file.data_offset, "pixels",
                    "one has the colour %u, and there are %zu", index, bmp->color_count);
            return;
        }
}

static bool bmp_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_bmp *bmp = doc->root = rq_cur_get(doc, c, 1, sizeof *bmp);
    if (!bmp || !rq_rec_read(c, &rq_bmp_file_rec, &bmp->file))
        return false;
    const struct rq_bmp_info *h = &bmp->info;
    if (memcmp(bmp->file.magic, "BM", 2) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with BM");
    if (!read_info(c, bmp) || !read_palette(c, bmp))
        return false;
    uint64_t step = row_step(h), rows = height_of(h), left = rq_left(c);
    bool plain = h->compression == 0 && h->width > 0 && h->bits_per_pixel <= 32 && step > 0;
    if (plain && rows <= left / step) {
        const uint8_t *at = rq_take(c, (size_t)(rows * step), RQ_KIND_bytes, "rows");
        if (!at || !split_rows(doc, c, bmp, at))
            return false;
        look_for_colors(doc, bmp);
        bmp->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    } else {
        rq_find(doc, "not-understood", rq_tell(c), "pixels", "kept as they are: %s",
                plain ? "fewer bytes than rows" : "not plain rows");
        bmp->stored = rq_take_bytes(c, rq_left(c), "stored");
    }
    if (bmp->file.file_size != doc->source.size)
        rq_find(doc, "wrong-size", 2, "file_size", "%u, but there are %zu bytes",
                bmp->file.file_size, doc->source.size);
    return rq_ok(c);
}

/* ---- writing ---- */

static const char *misshape(const struct rq_bmp *bmp)
{
    const struct rq_bmp_info *h = &bmp->info;
    uint64_t header = h->header_size, colors = (uint64_t)bmp->color_count * color_size(bmp);
    if (header != CORE && header != INFO + bmp->more_header.size)
        return "header_size is not that of the header";
    if (header == CORE && (bmp->more_header.size || h->width < 0 || h->width > UINT16_MAX ||
                           h->height < 0 || h->height > UINT16_MAX))
        return "more than a header of 12 bytes can say";
    if (bmp->file.data_offset != FILE_HEADER + header + colors + bmp->gap.size)
        return "data_offset is not where the pixels come";
    if (!bmp->pixels.data)
        return bmp->stored.data ? NULL : "no pixels";
    /* Sides of 31 bits each and 32 bits a pixel: the product of two such sizes may overflow. */
    uint64_t row = row_size(h);
    if (row && height_of(h) > SIZE_MAX / row)
        return "more pixels than memory";
    if (bmp->pixels.size != row * height_of(h))
        return "the number of pixels is not width times height";
    return NULL;
}

static void write_info(struct rq_out *out, const struct rq_bmp *bmp)
{
    const struct rq_bmp_info *h = &bmp->info;
    if (h->header_size != CORE) {
        rq_rec_write(out, &rq_bmp_info_rec, h);
        rq_put_bytes(out, bmp->more_header);
        return;
    }
    rq_put32(out, h->header_size);
    rq_put16(out, (uint16_t)h->width);
    rq_put16(out, (uint16_t)h->height);
    rq_put16(out, h->planes);
    rq_put16(out, h->bits_per_pixel);
}

static bool bmp_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_bmp *bmp = doc->root;
    const char *wrong = misshape(bmp);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "bmp", "%s", wrong);
    rq_rec_write(out, &rq_bmp_file_rec, &bmp->file);
    write_info(out, bmp);
    rq_put(out, bmp->colors, bmp->color_count * color_size(bmp));
    rq_put_bytes(out, bmp->gap);
    size_t row = (size_t)row_size(&bmp->info), step = (size_t)row_step(&bmp->info);
    for (size_t at = 0, y = 0; at < bmp->pixels.size; at += row, y++) {
        rq_put(out, bmp->pixels.data + at, row);
        if (bmp->padding.size)
            rq_put(out, bmp->padding.data + y * (step - row), step - row);
        else
            rq_put_zeros(out, step - row);
    }
    rq_put_bytes(out, bmp->stored);
    rq_put_bytes(out, bmp->trailing);
    return true;
}

/* ---- JSON ---- */

static bool put_colors(struct rq_shaper *s, const void *object)
{
    const struct rq_bmp *bmp = object;
    struct rq_palette palette = {bmp->colors, bmp->color_count};
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(
        s, color_size(bmp) == 3 ? &rq_palette_bgr_shape : &rq_palette_bgrx_shape, &palette);
}

/* Room for four bytes a colour, whatever becomes of the header. */
static void take_colors(struct rq_shaper *s, void *object)
{
    struct rq_bmp *bmp = object;
    struct rq_palette palette = {0};
    bool three = color_size(bmp) == 3;
    if (!bmp->info.header_size)
        rq_jr_bad(s->jr, "\"header_size\" comes before \"colors\"");
    rq_shape_take_value(s, three ? &rq_palette_bgr_shape : &rq_palette_bgrx_shape, &palette);
    uint8_t *colors = rq_jr_ok(s->jr) ? rq_jr_get(s->jr, palette.count, 4) : NULL;
    if (colors && palette.count)
        memcpy(colors, palette.colors, palette.count * (three ? 3 : 4));
    bmp->colors = colors;
    bmp->color_count = colors ? palette.count : 0;
}

static bool has_pixels(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_bmp *)object)->pixels.data != NULL;
}

static bool is_stored(const struct rq_shaper *s, const void *object)
{
    return !has_pixels(s, object);
}

static void finish(struct rq_shaper *s, void *object)
{
    const struct rq_bmp *bmp = object;
    const char *wrong = misshape(bmp);
    uint64_t pad = row_step(&bmp->info) - row_size(&bmp->info);
    if (!wrong && bmp->padding.size && bmp->padding.size != pad * height_of(&bmp->info))
        wrong = "not as much padding as the rows have";
    if (wrong)
        rq_jr_bad(s->jr, "%s", wrong);
}

static const struct rq_member members[] = {
    {RQ_RECORD(rq_bmp, file, rq_bmp_file_rec)},
    {RQ_RECORD(rq_bmp, info, rq_bmp_info_rec)},
    {RQ_MEMBER("more_header", rq_bmp, more_header, BYTES)},
    {RQ_HOOK("colors", put_colors, take_colors)},
    {RQ_MEMBER("gap", rq_bmp, gap, BYTES)},
    {RQ_MEMBER("padding", rq_bmp, padding, BYTES)},
    {RQ_MEMBER("pixels", rq_bmp, pixels, BYTES), .when = has_pixels},
    {RQ_MEMBER("stored", rq_bmp, stored, BYTES), .when = is_stored},
    {RQ_MEMBER("trailing", rq_bmp, trailing, BYTES)},
};
static const struct rq_shape bmp_shape = {RQ_SHAPE("bmp", rq_bmp, RQ_IN_LINES, members),
                                          .finish = finish};

/* ---- for a person, and as pictures ---- */

static bool bmp_facts(struct rq_doc *doc)
{
    const struct rq_bmp *bmp = doc->root;
    rq_fact_add(doc, "size", "%d x %llu", bmp->info.width,
                (unsigned long long)height_of(&bmp->info));
    rq_fact_add(doc, "bits", "%d", bmp->info.bits_per_pixel);
    if (bmp->color_count)
        rq_fact_add(doc, "palette", "%zu colours", bmp->color_count);
    if (!bmp->pixels.data)
        rq_fact_add(doc, "not understood", "the pixels");
    return true;
}

static bool bmp_opaque(const struct rq_doc *doc)
{
    const struct rq_bmp *bmp = doc->root;
    return !bmp->pixels.data;
}

static const uint8_t *palette_of(const struct rq_bmp *bmp, uint8_t palette[768])
{
    size_t unit = color_size(bmp);
    memset(palette, 0, 768);
    for (size_t i = 0; i < bmp->color_count && i < 256; i++)
        for (size_t k = 0; k < 3; k++)
            palette[i * 3 + k] = bmp->colors[i * unit + 2 - k];
    return palette;
}

/* 16 bits have five for each colour; the fourth byte of 32 is not looked at, as Windows does. */
static void fill(const struct rq_bmp *bmp, uint8_t *to)
{
    const struct rq_bmp_info *h = &bmp->info;
    unsigned bits = h->bits_per_pixel;
    size_t row = (size_t)row_size(h);
    const uint8_t *from = bmp->pixels.data;
    for (uint64_t y = 0; y < height_of(h); y++, from += row)
        for (size_t x = 0; x < (size_t)h->width; x++) {
            if (bits <= 8) {
                *to++ = (uint8_t)index_at(from, x, bits);
                continue;
            }
            const uint8_t *p = from + x * (bits / 8);
            for (unsigned k = 0; k < 3; k++) {
                unsigned five = bits == 16 ? (unsigned)rq_get16(p) >> (10 - 5 * k) & 31 : 0;
                *to++ = bits == 16 ? (uint8_t)(five << 3 | five >> 2) : p[2 - k];
            }
        }
}

static bool bmp_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_bmp *bmp = doc->root;
    const struct rq_bmp_info *h = &bmp->info;
    unsigned bits = h->bits_per_pixel;
    *count = 0;
    if (!bmp->pixels.size ||
        (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32))
        return true;
    enum rq_pixels kind = bits <= 8 ? RQ_PIXELS_INDEX8 : RQ_PIXELS_RGB8;
    size_t size = rq_pixels_size(kind, (uint32_t)h->width, (uint32_t)height_of(h));
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *pixels = size ? rq_arena_get(view->arena, size, 1) : NULL;
    uint8_t *palette = rq_arena_get(view->arena, 256, 3);
    if (!image || !plane || !pixels || !palette)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "bmp", "out of memory");
    fill(bmp, pixels);
    *plane = (struct rq_plane){(uint32_t)h->width, (uint32_t)height_of(h), {pixels, size}};
    *image = (struct rq_image){.pixels = kind,
                               .bottom_up = h->height > 0,
                               .palette = palette_of(bmp, palette),
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    *images = image;
    *count = 1;
    return true;
}

/* What headers state of the rest. image_size may be 0 for rows that are not packed, and colors_used for
 * all colours that a pixel can name. */
static void bmp_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_bmp *bmp = doc->root;
    struct rq_bmp_info *h = &bmp->info;
    if (!bmp->pixels.data)
        return;
    uint64_t rows = row_step(h) * height_of(h);
    rq_follow(f, &bmp->file.file_size, 4, bmp->file.data_offset + rows + bmp->trailing.size,
              "file_size");
    if (h->image_size)
        rq_follow(f, &h->image_size, 4, rows, "image_size");
    if (h->colors_used)
        rq_follow(f, &h->colors_used, 4, bmp->color_count, "colors_used");
}

/* The sizes that headers state follow a picture of another size. */
static void resize(struct rq_bmp *bmp, uint32_t width, uint32_t height)
{
    struct rq_bmp_info *h = &bmp->info;
    uint64_t before = row_step(h) * height_of(h);
    h->width = (int32_t)width;
    h->height = h->height < 0 ? -(int32_t)height : (int32_t)height;
    uint64_t after = row_step(h) * height_of(h);
    bmp->file.file_size = (uint32_t)(bmp->file.file_size - before + after);
    if (h->image_size)
        h->image_size = (uint32_t)after;
    bmp->padding = (struct rq_bytes){0};
}

static bool bmp_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_bmp *bmp = doc->root;
    struct rq_bmp_info *h = &bmp->info;
    const struct rq_plane *plane = &image->planes[0];
    size_t width = plane->width, height = plane->height;
    uint8_t palette[768];
    const struct rq_quantize q = {.palettes = {palette_of(bmp, palette)}};
    if (h->bits_per_pixel != 8 || !bmp->pixels.data || bmp->color_count != 256)
        return rq_fail(err, RQ_USAGE, 0, name, "only a BMP of 256 colours takes pictures");
    if (width > UINT16_MAX || height > UINT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, name, "no side may pass %d pixels", UINT16_MAX);
    uint8_t *pixels = rq_arena_get(&doc->arena, height, width);
    uint8_t *rows = rq_arena_get(&doc->arena, height, width);
    if (!pixels || !rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (!rq_quantize(&q, image, pixels, err))
        return false;
    for (size_t y = 0; y < height; y++)
        memcpy(rows + (h->height > 0 ? height - 1 - y : y) * width, pixels + y * width, width);
    if ((uint64_t)h->width != width || height_of(h) != height)
        resize(bmp, plane->width, plane->height);
    bmp->pixels = (struct rq_bytes){rows, width * height};
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = bmp_images,
    .put_image = bmp_put_image,
};

static const struct rq_format_record bmp_records[] = {
    {&rq_bmp_file_rec, "header"},
    {&rq_bmp_info_rec,
     "second header; the form of OS/2 has only its first five fields, four of them as u16"},
    {NULL, NULL},
};

static const struct rq_finding_kind bmp_findings[] = {
    {"not-understood", RQ_WARNING, "compressed pixels, or fewer bytes than rows",
     "No file of the game is known to have such. They are kept as they are, and can not be "
     "shown or edited."},
    {"wrong-size", RQ_WARNING, "file_size is not the size of the file",
     "Most readers do not look at it. It is kept."},
    {"missing-color", RQ_WARNING, "pixels of colours that the palette does not have",
     "What such pixels show is left to the program that reads them. Add the colours, or change the "
     "pixels."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_bmp = {
    .info = {"bmp", "Windows bitmap", "redguard", "bmp"},
    .detect = bmp_detect,
    .read = bmp_read,
    .write = bmp_write,
    .records = bmp_records,
    .findings = bmp_findings,
    .no_rule = "not-understood",
    .shape = &bmp_shape,
    .follows = bmp_follows,
    .facts = bmp_facts,
    .opaque = bmp_opaque,
    .pictures = &pictures,
};
