/* LBM: FORM with the chunks BMHD, CMAP, BODY and others. ILBM rows are bit planes, PBM rows bytes;
 * how a packed BODY's rows become runs is its layout (enum rq_lbm_packing). */
#include "formats/extent.h"
#include "formats/redguard/lbm_parts.h"
#include "model/quantize.h"

enum { MOST_TIMES = 3, MOST_MORE = 3 << 20, FORM = 12 };

static unsigned lbm_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < FORM || memcmp(in.data, "FORM", 4) != 0)
        return 0;
    return memcmp(in.data + 8, "ILBM", 4) == 0 || memcmp(in.data + 8, "PBM ", 4) == 0 ? 64 : 0;
}

/* ---- rows ---- */

size_t rq_lbm_line(const struct rq_lbm *lbm)
{
    size_t width = lbm->header.width;
    return rq_tag_is(lbm->type, "PBM ") ? (width + 1) / 2 * 2 : (width + 15) / 16 * 2;
}

static size_t lines_of(const struct rq_lbm *lbm)
{
    bool bytes = rq_tag_is(lbm->type, "PBM ");
    size_t planes = bytes ? 1 : (size_t)lbm->header.planes + (lbm->header.masking == 1);
    return planes * lbm->header.height;
}

uint64_t rq_lbm_size(const struct rq_lbm *lbm)
{
    return (uint64_t)rq_lbm_line(lbm) * lines_of(lbm);
}

bool rq_lbm_unpack(const struct rq_lbm *lbm, struct rq_bytes packed, uint8_t *to)
{
    size_t used = 0;
    return rq_runs_unpack(RQ_RUNS_BYTERUN, packed, to, (size_t)rq_lbm_size(lbm), &used) &&
           used == packed.size;
}

/* Runs end with each line, as the standard asks. */
static void pack_rows(struct rq_out *out, const struct rq_lbm *lbm, enum rq_lbm_packing rule)
{
    size_t line = rq_lbm_line(lbm);
    for (size_t at = 0; at < lbm->rows.size; at += line)
        rq_runs_pack(out, RQ_RUNS_BYTERUN, (struct rq_bytes){lbm->rows.data + at, line},
                     (enum rq_runs_rule)((int)rule - RQ_LBM_RUNS_OF_3));
}

static bool lbm_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_lbm *lbm = doc->root;
    if (!lbm->header.compression || !lbm->rows.data || lbm->packing != RQ_LBM_UNSETTLED)
        return true;
    enum rq_lbm_packing found = lbm->packed.data ? RQ_LBM_EXPLICIT : RQ_LBM_PAIRS_FIRST;
    struct rq_out out = {.alloc = doc->alloc};
    for (int rule = RQ_LBM_RUNS_OF_3; rule < RQ_LBM_EXPLICIT && found == RQ_LBM_EXPLICIT; rule++) {
        rq_out_cut(&out, 0);
        pack_rows(&out, lbm, (enum rq_lbm_packing)rule);
        if (!out.failed && rq_same(rq_out_bytes(&out), lbm->packed))
            found = (enum rq_lbm_packing)rule;
    }
    bool fine = !out.failed;
    rq_out_free(&out);
    if (!fine)
        return rq_fail(err, RQ_NO_MEMORY, 0, "lbm", "out of memory");
    lbm->packing = found;
    if (found == RQ_LBM_EXPLICIT)
        rq_find(doc, "explicit-layout", 0, "BODY", "packed as no rule packs it");
    return true;
}

/* ---- reading ---- */

static size_t count_chunks(const struct rq_cur *c)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (size - at >= 8) {
        uint64_t bytes = rq_get32be(c->p + at + 4);
        count++;
        at += 8;
        bytes += bytes & 1;
        if (bytes > size - at)
            break;
        at += (size_t)bytes;
    }
    return count;
}

/* The words of BMHD, of the other byte order than all else here. */
void rq_lbm_swap(uint8_t bytes[RQ_LBM_BMHD_SIZE])
{
    static const uint8_t words[] = {0, 2, 4, 6, 12, 16, 18};
    for (size_t i = 0; i < sizeof words; i++) {
        uint8_t *p = bytes + words[i], first = p[0];
        p[0] = p[1];
        p[1] = first;
    }
}

static void read_header(struct rq_cur *c, struct rq_lbm *lbm, struct rq_lbm_chunk *chunk)
{
    uint8_t bytes[RQ_LBM_BMHD_SIZE];
    memcpy(bytes, chunk->payload.data, sizeof bytes);
    rq_lbm_swap(bytes);
    struct rq_ctx quiet = {.err = c->ctx->err};
    struct rq_cur over = rq_cur_over((struct rq_bytes){bytes, sizeof bytes}, &quiet);
    rq_rec_read(&over, &rq_lbm_header_rec, &lbm->header);
    lbm->has_header = true;
    chunk->kind = RQ_LBM_BMHD;
}

static bool read_body(struct rq_doc *doc, struct rq_cur *c, struct rq_lbm *lbm,
                      struct rq_lbm_chunk *chunk)
{
    struct rq_bytes body = chunk->payload;
    uint64_t size = rq_lbm_size(lbm);
    const char *why = NULL;
    uint8_t *rows = NULL;
    unsigned kind = lbm->header.compression;
    if (kind > 1)
        why = "an unknown compression";
    else if (size > (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE)
        why = "far more pixels than a file of this size has";
    else if (kind == 0 && size > body.size)
        why = "fewer bytes than rows";
    else if (kind == 1 && !(rows = rq_cur_get(doc, c, (size_t)size, 1)))
        return false;
    else if (kind == 1 && !rq_lbm_unpack(lbm, body, rows))
        why = "it does not unpack to its rows";
    if (why) {
        rq_find(doc, "not-understood", (uint64_t)(body.data - c->base), "BODY", "kept as it is: %s",
                why);
        return true;
    }
    chunk->kind = RQ_LBM_BODY;
    chunk->payload = (struct rq_bytes){0};
    lbm->rows = (struct rq_bytes){kind ? rows : body.data, (size_t)size};
    if (kind)
        lbm->packed = body;
    else
        chunk->payload = (struct rq_bytes){body.data + size, body.size - (size_t)size};
    return true;
}

static bool read_chunk(struct rq_doc *doc, struct rq_cur *c, struct rq_lbm *lbm,
                       struct rq_lbm_chunk *chunk)
{
    const uint8_t *tag = rq_take(c, 4, RQ_KIND_text, "tag");
    uint32_t size = rq_u32be(c, "size");
    if (!tag || !rq_count(c, size, 1, "payload"))
        return false;
    memcpy(chunk->tag, tag, 4);
    chunk->payload.data = rq_take(c, size, RQ_KIND_bytes, "payload");
    chunk->payload.size = size;
    chunk->unpadded = (size & 1) && !rq_left(c);
    if ((size & 1) && rq_left(c))
        chunk->pad = rq_u8(c, "pad");
    if (!rq_ok(c))
        return false;
    if (rq_tag_is(chunk->tag, "BMHD") && size == RQ_LBM_BMHD_SIZE && !lbm->has_header) {
        read_header(c, lbm, chunk);
    } else if (rq_tag_is(chunk->tag, "CMAP") && size % 3 == 0 && !lbm->colors.data) {
        chunk->kind = RQ_LBM_CMAP;
        lbm->colors = chunk->payload;
    } else if (rq_tag_is(chunk->tag, "BODY") && lbm->has_header && !lbm->rows.data) {
        return read_body(doc, c, lbm, chunk);
    }
    return true;
}

/* The bit of plane k of a pixel is bit k of it. */
static uint32_t pixel_at(const struct rq_lbm *lbm, const uint8_t *row, size_t x)
{
    size_t line = rq_lbm_line(lbm);
    uint32_t bits = 0;
    if (rq_tag_is(lbm->type, "PBM "))
        return row[x];
    for (size_t k = 0; k < lbm->header.planes; k++)
        bits |= ((uint32_t)row[k * line + x / 8] >> (7 - x % 8) & 1) << k;
    return bits;
}

static size_t row_step(const struct rq_lbm *lbm)
{
    size_t lines = (size_t)lbm->header.planes + (lbm->header.masking == 1);
    return rq_lbm_line(lbm) * (rq_tag_is(lbm->type, "PBM ") ? 1 : lines);
}

/* The first pixel of a colour that is not there. With CAMG, bits of a pixel may mean something else (modes of the
 * Amiga that have more colours than the palette). */
static void look_for_colors(struct rq_doc *doc, const struct rq_lbm *lbm)
{
    size_t planes = lbm->header.planes, colors = lbm->colors.size / 3;
    const uint8_t *row = lbm->rows.data;
    bool counts = row && lbm->colors.data && planes && planes <= 8 && colors < (size_t)1 << planes;
    for (size_t i = 0; counts && i < lbm->chunk_count; i++)
        counts = !rq_tag_is(lbm->chunks[i].tag, "CAMG");
    for (size_t y = 0; counts && y < lbm->header.height; y++, row += row_step(lbm))
        for (size_t x = 0; counts && x < lbm->header.width; x++) {
            uint32_t pixel = pixel_at(lbm, row, x);
            counts = pixel < colors;
            if (!counts)
                rq_find(doc, "missing-color", 0, "BODY",
                        "a pixel has the colour %u, and there are %zu", pixel, colors);
        }
}

static bool lbm_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_lbm *lbm = doc->root = rq_cur_get(doc, c, 1, sizeof *lbm);
    const uint8_t *form = rq_take(c, 4, RQ_KIND_text, "form");
    uint32_t size = rq_u32be(c, "size");
    const uint8_t *type = rq_take(c, 4, RQ_KIND_text, "type");
    if (!lbm || !form || !type)
        return false;
    if (lbm_detect(doc->source, "") == 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "not a FORM of ILBM or PBM");
    memcpy(lbm->type, type, 4);
    size_t left = rq_left(c);
    size_t inside = size >= 4 && size - 4 < left ? size - 4 : left;
    struct rq_cur in = rq_sub(c, FORM, inside, "chunks");
    size_t most = count_chunks(&in);
    if (!rq_ok(c) || !(lbm->chunks = rq_cur_get(doc, c, most, sizeof *lbm->chunks)))
        return false;
    while (lbm->chunk_count < most) {
        rq_enter(c, "chunks", (int64_t)lbm->chunk_count);
        if (!read_chunk(doc, &in, lbm, &lbm->chunks[lbm->chunk_count++]))
            return false;
        rq_leave(c);
    }
    if (!lbm->has_header)
        return rq_bad(c, RQ_CORRUPT, FORM, "no BMHD");
    c->p = in.p;
    lbm->size_off = (int64_t)size - (int64_t)(rq_tell(c) - 8);
    if (lbm->size_off)
        rq_find(doc, "wrong-size", 4, "FORM", "its size is %u, its chunks have %llu bytes", size,
                (unsigned long long)rq_tell(c) - 8);
    lbm->trailing.size = rq_left(c);
    lbm->trailing.data = rq_take(c, lbm->trailing.size, RQ_KIND_bytes, "trailing");
    look_for_colors(doc, lbm);
    return rq_ok(c);
}

/* ---- writing ---- */

const char *rq_lbm_misshape(const struct rq_lbm *lbm)
{
    bool body = false;
    for (size_t i = 0; i < lbm->chunk_count; i++) {
        body |= lbm->chunks[i].kind == RQ_LBM_BODY;
        if (lbm->chunks[i].unpadded && i + 1 < lbm->chunk_count)
            return "only the last chunk can be without its pad byte";
    }
    if (!lbm->has_header)
        return "no BMHD";
    if (body != (lbm->rows.data != NULL))
        return "rows and BODY need each other";
    if (lbm->rows.data && lbm->rows.size != rq_lbm_size(lbm))
        return "the rows are not as large as the header says";
    if (lbm->colors.size % 3)
        return "a colour has three bytes";
    return NULL;
}

static void write_body(struct rq_out *out, const struct rq_lbm *lbm)
{
    if (!lbm->header.compression)
        rq_put_bytes(out, lbm->rows);
    else if (lbm->packing == RQ_LBM_EXPLICIT)
        rq_put_bytes(out, lbm->packed);
    else
        pack_rows(out, lbm, lbm->packing);
}

static void write_header(struct rq_out *out, const struct rq_lbm *lbm)
{
    rq_rec_write(out, &rq_lbm_header_rec, &lbm->header);
    if (!out->failed)
        rq_lbm_swap(out->data + out->size - RQ_LBM_BMHD_SIZE);
}

static bool lbm_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_lbm *lbm = doc->root;
    const char *wrong = rq_lbm_misshape(lbm);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "lbm", "%s", wrong);
    if (!lbm_settle(doc, err))
        return false;
    size_t form = rq_chunk_open(out, "FORM");
    rq_put(out, lbm->type, 4);
    for (size_t i = 0; i < lbm->chunk_count; i++) {
        const struct rq_lbm_chunk *chunk = &lbm->chunks[i];
        size_t start = rq_chunk_open(out, chunk->tag);
        if (chunk->kind == RQ_LBM_BMHD)
            write_header(out, lbm);
        else if (chunk->kind == RQ_LBM_CMAP)
            rq_put_bytes(out, lbm->colors);
        else if (chunk->kind == RQ_LBM_BODY)
            write_body(out, lbm);
        if (chunk->kind == RQ_LBM_RAW || chunk->kind == RQ_LBM_BODY)
            rq_put_bytes(out, chunk->payload);
        rq_chunk_close(out, start);
        if ((out->size - start) % 2 && !chunk->unpadded)
            rq_put8(out, chunk->pad);
    }
    rq_chunk_close(out, form);
    if (!out->failed)
        rq_set32be(out->data + form - 4, (uint32_t)((int64_t)(out->size - form) + lbm->size_off));
    rq_put_bytes(out, lbm->trailing);
    return true;
}

/* ---- for a person, and as pictures ---- */

static bool lbm_facts(struct rq_doc *doc)
{
    const struct rq_lbm *lbm = doc->root;
    rq_fact_add(doc, "size", "%d x %d", lbm->header.width, lbm->header.height);
    rq_fact_add(doc, "pixels", "%d bits, %s", lbm->header.planes,
                rq_tag_is(lbm->type, "PBM ") ? "bytes" : "bit planes");
    rq_fact_add(doc, "palette", "%zu colours", lbm->colors.size / 3);
    if (!lbm->rows.data)
        rq_fact_add(doc, "not understood", "BODY");
    return true;
}

static bool lbm_opaque(const struct rq_doc *doc)
{
    const struct rq_lbm *lbm = doc->root;
    for (size_t i = 0; i < lbm->chunk_count; i++)
        if (rq_tag_is(lbm->chunks[i].tag, "BODY") && lbm->chunks[i].kind == RQ_LBM_RAW)
            return true;
    return false;
}

/* Up to 8 planes are the number of a colour; of 24 planes eight are for each of red, green and blue. */
static void fill(const struct rq_lbm *lbm, uint8_t *to)
{
    const uint8_t *row = lbm->rows.data;
    for (size_t y = 0; y < lbm->header.height; y++, row += row_step(lbm))
        for (size_t x = 0; x < lbm->header.width; x++) {
            uint32_t bits = pixel_at(lbm, row, x);
            for (size_t k = 0; k < lbm->header.planes; k += 8)
                *to++ = (uint8_t)(bits >> k);
        }
}

/* What the rows can be shown as; false when nobody knows. */
static bool shown_as(const struct rq_lbm *lbm, enum rq_pixels *pixels)
{
    unsigned planes = lbm->header.planes;
    *pixels = planes == 24 ? RQ_PIXELS_RGB8 : RQ_PIXELS_INDEX8;
    return lbm->rows.data && lbm->header.width && lbm->header.height && planes &&
           (planes <= 8 || (planes == 24 && !rq_tag_is(lbm->type, "PBM ")));
}

static const uint8_t *palette_of(const struct rq_lbm *lbm, uint8_t palette[768])
{
    size_t known = lbm->colors.size < 768 ? lbm->colors.size : 768;
    memset(palette, 0, 768);
    for (size_t i = 0; i < 768 && !lbm->colors.data; i++)
        palette[i] = (uint8_t)(i / 3);
    if (known)
        memcpy(palette, lbm->colors.data, known);
    return palette;
}

static bool lbm_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_lbm *lbm = doc->root;
    const struct rq_lbm_header *h = &lbm->header;
    enum rq_pixels kind;
    *count = 0;
    if (!shown_as(lbm, &kind))
        return true;
    size_t size = rq_pixels_size(kind, h->width, h->height);
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *pixels = rq_arena_get(view->arena, size, 1);
    uint8_t *palette = rq_arena_get(view->arena, 256, 3);
    if (!image || !plane || !pixels || !palette)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "lbm", "out of memory");
    fill(lbm, pixels);
    *plane = (struct rq_plane){h->width, h->height, {pixels, size}};
    *image = (struct rq_image){.pixels = kind,
                               .palette = palette_of(lbm, palette),
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    *images = image;
    *count = 1;
    return true;
}

/* Indices into rows that are zero or, where the size stays, the old ones. */
static void spread(const struct rq_lbm *lbm, const uint8_t *pixels, uint8_t *rows)
{
    const size_t line = rq_lbm_line(lbm), planes = lbm->header.planes, width = lbm->header.width;
    bool bytes = rq_tag_is(lbm->type, "PBM ");
    for (size_t y = 0; y < lbm->header.height; y++, rows += row_step(lbm))
        for (size_t x = 0; x < width; x++, pixels++) {
            if (bytes)
                rows[x] = *pixels;
            for (size_t k = 0; !bytes && k < planes; k++) {
                uint8_t *at = rows + k * line + x / 8, bit = (uint8_t)(0x80 >> x % 8);
                *at = (uint8_t)(*pixels >> k & 1 ? *at | bit : *at & ~bit);
            }
        }
}

static bool lbm_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_lbm *lbm = doc->root;
    struct rq_lbm_header *h = &lbm->header;
    const struct rq_plane *plane = &image->planes[0];
    uint8_t palette[768];
    const struct rq_quantize q = {.palettes = {palette_of(lbm, palette)}};
    if (h->planes != 8 || lbm->colors.size != 768 || !lbm->rows.data)
        return rq_fail(err, RQ_USAGE, 0, name, "only an LBM of 256 colours takes pictures");
    if (plane->width > INT16_MAX || plane->height > INT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, name, "no side may pass %d pixels", INT16_MAX);
    bool fits = plane->width == h->width && plane->height == h->height;
    uint8_t *pixels = rq_arena_get(&doc->arena, plane->height, plane->width);
    if (!pixels)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (!rq_quantize(&q, image, pixels, err))
        return false;
    h->width = (uint16_t)plane->width;
    h->height = (uint16_t)plane->height;
    size_t size = (size_t)rq_lbm_size(lbm);
    uint8_t *rows = rq_arena_get(&doc->arena, size, 1);
    if (!rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (fits)
        memcpy(rows, lbm->rows.data, size);
    spread(lbm, pixels, rows);
    struct rq_bytes now = {rows, size};
    if (lbm->packing == RQ_LBM_EXPLICIT && !rq_same(now, lbm->rows)) {
        lbm->packing = RQ_LBM_UNSETTLED;
        lbm->packed = (struct rq_bytes){0};
    }
    lbm->rows = now;
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = lbm_images,
    .put_image = lbm_put_image,
};

static const struct rq_format_record lbm_records[] = {
    {&rq_lbm_header_rec, "BMHD; on disk its words are big-endian"},
    {NULL, NULL},
};

static const struct rq_finding_kind lbm_findings[] = {
    {"not-understood", RQ_WARNING,
     "BODY does not unpack to its rows, or is of an unknown compression",
     "It is kept as it is, and can not be shown or edited."},
    {"wrong-size", RQ_WARNING, "the size of FORM is not that of its chunks",
     "Readers of IFF may stop early or look further. The difference is kept."},
    {"missing-color", RQ_WARNING, "pixels of colours that the palette does not have",
     "What such pixels show is left to the program that reads them. Add the colours, or change the "
     "pixels."},
    {"explicit-layout", RQ_INFO, "BODY is packed as no known rule packs it",
     "The stream is kept until the picture is changed."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint64_t lbm_extent(struct rq_bytes in, bool *exact)
{
    *exact = true;
    return in.size < FORM ? 0 : 8 + (uint64_t)rq_get32be(in.data + 4);
}

const struct rq_format rq_format_lbm = {
    .info = {"lbm", "Deluxe Paint picture", "redguard", "lbm"},
    .detect = lbm_detect,
    .extent = lbm_extent,
    .read = lbm_read,
    .write = lbm_write,
    .settle = lbm_settle,
    .records = lbm_records,
    .findings = lbm_findings,
    .no_rule = "not-understood explicit-layout",
    .shape = &rq_lbm_shape,
    .facts = lbm_facts,
    .opaque = lbm_opaque,
    .pictures = &pictures,
};
