/* PCX: a header of 128 bytes, rows in runs, and for 256 colours a palette behind 0x0C at the end
 * of the file. How rows become runs is the layout (enum rq_pcx_packing). */
#include "formats/format.h"
#include "formats/redguard/colors.h"
#include "model/quantize.h"

#include <reliquary/pcx.h>

enum { HEADER = 128, PALETTE = 768, MARK = 0x0C, RUN = 0xC0, MOST_RUN = 63 };

/* Two bytes can stand for 63; beyond this the rows stay packed. */
enum { MOST_TIMES = 3, MOST_MORE = 3 << 20 };

RQ_RECORD_TABLE(rq_pcx_header, RQ_PCX_HEADER);

static unsigned pcx_detect(struct rq_bytes in, const char *name)
{
    const size_t n = strlen(name);
    if (in.size < HEADER || in.data[0] != 10 || in.data[1] > 5 || in.data[2] > 1)
        return 0;
    unsigned bits = in.data[3], planes = in.data[65];
    if ((bits != 1 && bits != 2 && bits != 4 && bits != 8) || planes < 1 || planes > 4)
        return 0;
    /* 8 bits of magic and the sense of seven fields; a name that says PCX is as good. */
    bool named = n > 4 && rq_casecmp(name + n - 4, ".pcx") == 0;
    return named || (rq_get16(in.data + 66) & 1) == 0 ? 24 : 0;
}

static size_t width_of(const struct rq_pcx_header *h)
{
    return h->x_max >= h->x_min ? (size_t)(h->x_max - h->x_min) + 1 : 0;
}

static size_t height_of(const struct rq_pcx_header *h)
{
    return h->y_max >= h->y_min ? (size_t)(h->y_max - h->y_min) + 1 : 0;
}

static uint64_t rows_size(const struct rq_pcx_header *h)
{
    return (uint64_t)h->bytes_per_line * h->planes * height_of(h);
}

/* ---- runs ---- */

static bool unpack(struct rq_bytes packed, uint8_t *to, size_t size, size_t *used)
{
    size_t at = 0, done = 0;
    while (done < size) {
        size_t n = 1;
        if (at >= packed.size)
            return false;
        uint8_t byte = packed.data[at++];
        if (byte >= RUN) {
            n = byte & MOST_RUN;
            if (at >= packed.size)
                return false;
            byte = packed.data[at++];
        }
        n = n < size - done ? n : size - done;
        memset(to + done, byte, n);
        done += n;
    }
    *used = at;
    return true;
}

static void pack_part(struct rq_out *out, const uint8_t *p, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t n = 1;
        while (n < MOST_RUN && at + n < size && p[at + n] == p[at])
            n++;
        if (n > 1 || p[at] >= RUN)
            rq_put8(out, (uint8_t)(RUN | n));
        rq_put8(out, p[at]);
        at += n;
    }
}

static void pack_rows(struct rq_out *out, const struct rq_pcx *pcx, enum rq_pcx_packing rule)
{
    size_t part = pcx->rows.size, line = pcx->header.bytes_per_line;
    if (rule == RQ_PCX_LINES)
        part = line;
    else if (rule == RQ_PCX_ROWS)
        part = line * pcx->header.planes;
    for (size_t at = 0; at < pcx->rows.size; at += part)
        pack_part(out, pcx->rows.data + at, part);
}

static bool pcx_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_pcx *pcx = doc->root;
    if (!pcx->header.encoding || !pcx->rows.data || pcx->packing != RQ_PCX_UNSETTLED)
        return true;
    pcx->packing = pcx->packed.data ? RQ_PCX_EXPLICIT : RQ_PCX_LINES;
    struct rq_out out = {.alloc = doc->alloc};
    for (int rule = RQ_PCX_LINES; rule < RQ_PCX_EXPLICIT && pcx->packing == RQ_PCX_EXPLICIT;
         rule++) {
        rq_out_cut(&out, 0);
        pack_rows(&out, pcx, (enum rq_pcx_packing)rule);
        if (!out.failed && rq_same(rq_out_bytes(&out), pcx->packed))
            pcx->packing = (enum rq_pcx_packing)rule;
    }
    bool fine = !out.failed;
    rq_out_free(&out);
    if (!fine) {
        pcx->packing = RQ_PCX_UNSETTLED;
        return rq_fail(err, RQ_NO_MEMORY, 0, "pcx", "out of memory");
    }
    if (pcx->packing == RQ_PCX_EXPLICIT)
        rq_find(doc, "explicit-layout", HEADER, "rows", "packed as no rule packs them");
    return true;
}

/* ---- reading and writing ---- */

/* The rows, out of the bytes up to the palette; those that can't be had stay packed. */
static bool read_rows(struct rq_doc *doc, struct rq_cur *c, struct rq_pcx *pcx, size_t room)
{
    const struct rq_pcx_header *h = &pcx->header;
    uint64_t size = rows_size(h);
    struct rq_bytes all = {c->p, room};
    const char *why = NULL;
    size_t used = 0;
    uint8_t *rows = NULL;
    if (h->encoding > 1)
        why = "an unknown encoding";
    else if (size > (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE)
        why = "far more pixels than a file of this size has";
    else if (h->encoding == 1 && !(rows = rq_cur_get(doc, c, (size_t)size, 1)))
        return false;
    else if (h->encoding == 1 ? !unpack(all, rows, (size_t)size, &used) : size > room)
        why = "fewer bytes than rows";
    if (why) {
        rq_find(doc, "not-understood", HEADER, "rows", "kept as they are: %s", why);
        pcx->packed = rq_take_bytes(c, room, "packed");
        return true;
    }
    if (h->encoding == 0) {
        pcx->rows = rq_take_bytes(c, (size_t)size, "rows");
    } else {
        pcx->rows = (struct rq_bytes){rows, (size_t)size};
        pcx->packed = rq_take_bytes(c, used, "packed");
    }
    pcx->gap = rq_take_bytes(c, room - (h->encoding ? used : (size_t)size), "gap");
    if (pcx->gap.size)
        rq_find(doc, "gap", rq_tell(c) - pcx->gap.size, "gap", "%zu bytes after the last row",
                pcx->gap.size);
    if (width_of(h) * h->bits_per_pixel > (size_t)h->bytes_per_line * 8)
        rq_find(doc, "short-lines", 66, "bytes_per_line", "%u bytes for %zu pixels of %u bits",
                h->bytes_per_line, width_of(h), h->bits_per_pixel);
    return rq_ok(c);
}

static bool pcx_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_pcx *pcx = doc->root = rq_cur_get(doc, c, 1, sizeof *pcx);
    if (!pcx || !rq_rec_read(c, &rq_pcx_header_rec, &pcx->header))
        return false;
    const struct rq_pcx_header *h = &pcx->header;
    if (h->manufacturer != 10)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "starts with %d, 10 expected", h->manufacturer);
    size_t room = rq_left(c);
    bool palette = h->bits_per_pixel == 8 && h->planes == 1 && room > PALETTE &&
                   c->p[room - PALETTE - 1] == MARK;
    if (!read_rows(doc, c, pcx, palette ? room - PALETTE - 1 : room))
        return false;
    if (palette) {
        rq_u8(c, "palette_mark");
        pcx->palette = rq_take(c, PALETTE, RQ_KIND_bytes, "palette");
    }
    return rq_ok(c);
}

static bool pcx_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_pcx *pcx = doc->root;
    const struct rq_pcx_header *h = &pcx->header;
    if (pcx->rows.data && pcx->rows.size != rows_size(h))
        return rq_fail(err, RQ_USAGE, 0, "pcx", "%zu bytes of rows, the header says %llu",
                       pcx->rows.size, (unsigned long long)rows_size(h));
    if (!pcx_settle(doc, err))
        return false;
    rq_rec_write(out, &rq_pcx_header_rec, h);
    if (pcx->rows.data && !h->encoding)
        rq_put_bytes(out, pcx->rows);
    else if (pcx->rows.data && pcx->packing != RQ_PCX_EXPLICIT)
        pack_rows(out, pcx, pcx->packing);
    else
        rq_put_bytes(out, pcx->packed);
    rq_put_bytes(out, pcx->gap);
    if (pcx->palette) {
        rq_put8(out, MARK);
        rq_put(out, pcx->palette, PALETTE);
    }
    return true;
}

/* ---- JSON ---- */

static const char *const packing_names[] = {"", "lines", "rows", "whole", "explicit"};

/* A packed stream holds as long as it unpacks to the rows. */
static void finish(struct rq_shaper *s, void *object)
{
    struct rq_pcx *pcx = object;
    struct rq_jr *jr = s->jr;
    bool held = pcx->packing == RQ_PCX_EXPLICIT; /* against the rows */
    if (!pcx->rows.data && (held || !pcx->packed.data)) {
        rq_jr_bad(jr, "\"rows\" is missing");
        return;
    }
    if (pcx->rows.data && pcx->rows.size != rows_size(&pcx->header)) {
        rq_jr_bad(jr, "%zu bytes of rows, the header says %llu", pcx->rows.size,
                  (unsigned long long)rows_size(&pcx->header));
        return;
    }
    if (!held)
        return;
    size_t used = 0;
    uint8_t *rows = rq_jr_get(jr, pcx->rows.size, 1);
    if (rows && (!unpack(pcx->packed, rows, pcx->rows.size, &used) || used != pcx->packed.size ||
                 !rq_same(pcx->rows, (struct rq_bytes){rows, pcx->rows.size}))) {
        pcx->packing = RQ_PCX_UNSETTLED;
        pcx->packed = (struct rq_bytes){0};
    }
}

static bool is_kept(const struct rq_shaper *s, const void *object)
{
    const struct rq_pcx *pcx = object;
    (void)s;
    return !pcx->rows.data || pcx->packing == RQ_PCX_EXPLICIT;
}

static bool has_rows(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_pcx *)object)->rows.data != NULL;
}

static const struct rq_member members[] = {
    {RQ_RECORD(rq_pcx, header, rq_pcx_header_rec)},
    {RQ_CHOICE("packing", rq_pcx, packing, packing_names), .optional = true},
    {RQ_MEMBER("packed", rq_pcx, packed, BYTES), .when = is_kept},
    {RQ_MEMBER("rows", rq_pcx, rows, BYTES), .when = has_rows},
    {RQ_MEMBER("gap", rq_pcx, gap, BYTES)},
    {RQ_BLOCK("palette", rq_pcx, palette, rq_color_shape, 256)},
};
static const struct rq_shape pcx_shape = {RQ_SHAPE("pcx", rq_pcx, RQ_IN_LINES, members),
                                          .finish = finish};

/* ---- for a person, and as pictures ---- */

static bool pcx_facts(struct rq_doc *doc)
{
    const struct rq_pcx *pcx = doc->root;
    const struct rq_pcx_header *h = &pcx->header;
    rq_fact_add(doc, "size", "%zu x %zu", width_of(h), height_of(h));
    rq_fact_add(doc, "planes", "%d of %d bits", h->planes, h->bits_per_pixel);
    if (pcx->palette)
        rq_fact_add(doc, "palette", "256 colours");
    if (!pcx->rows.data)
        rq_fact_add(doc, "not understood", "the rows");
    return true;
}

static bool pcx_opaque(const struct rq_doc *doc)
{
    const struct rq_pcx *pcx = doc->root;
    return !pcx->rows.data;
}

/* One pixel as an index: its bits of every plane, the first plane lowest. */
static uint8_t index_at(const struct rq_pcx_header *h, const uint8_t *row, size_t x)
{
    unsigned bits = h->bits_per_pixel, index = 0;
    for (unsigned plane = 0; plane < h->planes; plane++) {
        const uint8_t *line = row + (size_t)plane * h->bytes_per_line;
        unsigned shift = 8 - bits - (unsigned)(x * bits % 8);
        index |= ((unsigned)line[x * bits / 8] >> shift & ((1u << bits) - 1)) << (plane * bits);
    }
    return (uint8_t)index;
}

/* What the rows can be shown as; false when nobody knows. */
static bool shown_as(const struct rq_pcx *pcx, enum rq_pixels *pixels)
{
    const struct rq_pcx_header *h = &pcx->header;
    *pixels = h->bits_per_pixel == 8 && h->planes == 3 ? RQ_PIXELS_RGB8 : RQ_PIXELS_INDEX8;
    unsigned bits = (unsigned)h->bits_per_pixel * h->planes;
    return pcx->rows.data && width_of(h) && height_of(h) && h->planes &&
           (h->bits_per_pixel == 1 || h->bits_per_pixel == 2 || h->bits_per_pixel == 4 ||
            h->bits_per_pixel == 8) &&
           (bits <= 8 || *pixels == RQ_PIXELS_RGB8) &&
           width_of(h) * h->bits_per_pixel <= (size_t)h->bytes_per_line * 8;
}

static const uint8_t *palette_of(const struct rq_pcx *pcx, struct rq_arena *arena)
{
    uint8_t *palette = pcx->palette ? NULL : rq_arena_get(arena, 256, 3);
    bool grey = pcx->header.bits_per_pixel == 8;
    for (size_t i = 0; palette && grey && i < PALETTE; i++)
        palette[i] = (uint8_t)(i / 3);
    if (palette && !grey)
        memcpy(palette, pcx->header.colors_16, sizeof pcx->header.colors_16);
    return pcx->palette ? pcx->palette : palette;
}

static void fill(const struct rq_pcx *pcx, enum rq_pixels kind, uint8_t *to)
{
    const struct rq_pcx_header *h = &pcx->header;
    size_t line = h->bytes_per_line;
    const uint8_t *row = pcx->rows.data;
    for (size_t y = 0; y < height_of(h); y++, row += line * h->planes)
        for (size_t x = 0; x < width_of(h); x++) {
            if (kind == RQ_PIXELS_RGB8)
                for (size_t k = 0; k < 3; k++)
                    *to++ = row[k * line + x];
            else
                *to++ = index_at(h, row, x);
        }
}

static bool pcx_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_pcx *pcx = doc->root;
    enum rq_pixels kind;
    *count = 0;
    if (!shown_as(pcx, &kind))
        return true;
    uint32_t width = (uint32_t)width_of(&pcx->header), height = (uint32_t)height_of(&pcx->header);
    size_t size = rq_pixels_size(kind, width, height);
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *pixels = rq_arena_get(view->arena, size, 1);
    const uint8_t *palette = palette_of(pcx, view->arena);
    if (!image || !plane || !pixels || !palette)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "pcx", "out of memory");
    fill(pcx, kind, pixels);
    *plane = (struct rq_plane){width, height, {pixels, size}};
    *image = (struct rq_image){
        .pixels = kind, .palette = palette, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
    *images = image;
    *count = 1;
    return true;
}

/* Rows of pixels with the padding that a line of even length needs; the old padding where the
 * size stays. */
static bool pcx_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_pcx *pcx = doc->root;
    struct rq_pcx_header *h = &pcx->header;
    const struct rq_plane *plane = &image->planes[0];
    const struct rq_quantize q = {.palettes = {pcx->palette}};
    size_t width = plane->width, height = plane->height;
    if (h->bits_per_pixel != 8 || h->planes != 1 || !pcx->palette || !pcx->rows.data)
        return rq_fail(err, RQ_USAGE, 0, name, "only a PCX of 256 colours takes pictures");
    if (width > UINT16_MAX - 1u - h->x_min || height > UINT16_MAX - 1u - h->y_min)
        return rq_fail(err, RQ_LIMIT, 0, name, "too large for a PCX");
    bool fits = width == width_of(h) && height == height_of(h) && width <= h->bytes_per_line;
    size_t line = fits ? h->bytes_per_line : (width + 1) & ~(size_t)1;
    uint8_t *pixels = rq_arena_get(&doc->arena, height, width);
    uint8_t *rows = rq_arena_get(&doc->arena, height, line);
    if (!pixels || !rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (!rq_quantize(&q, image, pixels, err))
        return false;
    if (fits)
        memcpy(rows, pcx->rows.data, pcx->rows.size);
    for (size_t y = 0; y < height; y++)
        memcpy(rows + y * line, pixels + y * width, width);
    if (fits && memcmp(rows, pcx->rows.data, pcx->rows.size) == 0)
        return true;
    pcx->rows = (struct rq_bytes){rows, height * line};
    h->x_max = (uint16_t)(h->x_min + width - 1);
    h->y_max = (uint16_t)(h->y_min + height - 1);
    h->bytes_per_line = (uint16_t)line;
    if (pcx->packing == RQ_PCX_EXPLICIT) {
        pcx->packing = RQ_PCX_UNSETTLED;
        pcx->packed = (struct rq_bytes){0};
    }
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = pcx_images,
    .put_image = pcx_put_image,
};

static const struct rq_format_record pcx_records[] = {
    {&rq_pcx_header_rec, "header"},
    {NULL, NULL},
};

static const struct rq_finding_kind pcx_findings[] = {
    {"not-understood", RQ_WARNING,
     "rows that do not unpack to the size of the picture, or of an unknown encoding",
     "They stay packed: they are written as they are, and can not be shown or edited."},
    {"gap", RQ_WARNING, "bytes between the last row and the palette, or the end",
     "Readers of PCX look for the palette at the end of the file. The bytes are kept."},
    {"short-lines", RQ_WARNING, "bytes_per_line holds fewer pixels than the picture is wide",
     "The picture can not be shown. Make x_max smaller, or the lines longer."},
    {"explicit-layout", RQ_INFO, "the rows are packed as no known rule packs them",
     "The stream is kept until the picture is changed."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_pcx = {
    .info = {"pcx", "ZSoft picture", "redguard", "pcx"},
    .detect = pcx_detect,
    .read = pcx_read,
    .write = pcx_write,
    .settle = pcx_settle,
    .records = pcx_records,
    .findings = pcx_findings,
    .no_rule = "not-understood explicit-layout",
    .shape = &pcx_shape,
    .facts = pcx_facts,
    .opaque = pcx_opaque,
    .pictures = &pictures,
};
