/* One image of TEXBSI or BSI: its chunks, its pixels, and where the rows of an animated one
 * stand. */
#include "formats/redguard/texbsi_parts.h"

#include <stdlib.h>

/* Rows point into the input and cost little; pictures and JSON repeat shared ones. A whole
 * file may come to this many times its size and this much more: 16 is the most frames that
 * an image of the game has, so real files stay below it. */
enum { MOST_TIMES = 16, MOST_MORE = 8 << 20 };

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

uint64_t rq_texbsi_budget(size_t size)
{
    return (uint64_t)size * MOST_TIMES + MOST_MORE;
}

/* ---- reading ---- */

static void read_header(struct rq_cur *c, struct rq_texbsi_image *image,
                        struct rq_texbsi_chunk *chunk, uint32_t size)
{
    image->has_header = true;
    image->header_size = size < HEADER_SIZE ? size : HEADER_SIZE;
    chunk->kind = RQ_TEXBSI_BHDR;
    if (size >= HEADER_SIZE) {
        rq_rec_read(c, &rq_texbsi_header_rec, &image->header);
        chunk->payload = rq_take_bytes(c, size - HEADER_SIZE, "after_header");
        return;
    }
    uint8_t full[HEADER_SIZE] = {0};
    const uint8_t *p = rq_take(c, size, RQ_KIND_bytes, "short_header");
    if (!p)
        return;
    memcpy(full, p, size);
    struct rq_ctx quiet = {.err = c->ctx->err};
    struct rq_cur over = rq_cur_over((struct rq_bytes){full, sizeof full}, &quiet);
    rq_rec_read(&over, &rq_texbsi_header_rec, &image->header);
    chunk->payload = (struct rq_bytes){p + size, 0};
}

static void read_chunk(struct rq_cur *c, struct rq_texbsi_image *image,
                       struct rq_texbsi_chunk *chunk)
{
    const uint8_t *tag = rq_take(c, 4, RQ_KIND_text, "tag");
    uint32_t size = rq_u32be(c, "payload_size");
    if (!tag || !rq_count(c, size, 1, "payload"))
        return;
    memcpy(chunk->tag, tag, 4);
    if (rq_tag_is(chunk->tag, "BHDR") && !image->has_header && size >= HEADER_LEAST) {
        read_header(c, image, chunk, size);
        return;
    }
    chunk->payload = rq_take_bytes(c, size, "payload");
    if (rq_tag_is(chunk->tag, "CMAP") && !image->cmap && size == CMAP_SIZE) {
        chunk->kind = RQ_TEXBSI_COLORS;
        image->cmap = chunk->payload.data;
    }
}

bool rq_texbsi_read_chunks(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image)
{
    size_t count = rq_chunk_count(c);
    image->chunks = rq_cur_get(doc, c, count, sizeof *image->chunks);
    while (image->chunks && image->chunk_count < count && rq_ok(c)) {
        rq_enter(c, "chunks", (int64_t)image->chunk_count);
        read_chunk(c, image, &image->chunks[image->chunk_count++]);
        rq_leave(c);
    }
    return rq_ok(c);
}

/* Why DATA can't hold what the header says; NULL when it can. */
static const char *misfit(const struct rq_texbsi_image *image, struct rq_bytes data,
                          uint64_t budget)
{
    const struct rq_texbsi_header *h = &image->header;
    if (h->width < 0 || h->height < 0)
        return "a negative size";
    if (h->width == 0 && h->height > 0)
        return "rows without pixels";
    if (!rq_texbsi_tabled(h) && h->data_encoding != 0)
        return "an encoding that no known file uses";
    uint64_t width = (uint64_t)h->width, rows = (uint64_t)h->height * rq_texbsi_frames(h);
    if (rows * width > budget)
        return "far more pixels than a file of this size has";
    if (!rq_texbsi_tabled(h))
        return rows * width > data.size ? "fewer bytes than pixels" : NULL;
    if (rows > data.size / 4)
        return "fewer bytes than its table of rows";
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t at = rq_get32(data.data + i * 4);
        if (at < rows * 4 || at > data.size || width > data.size - at)
            return "a row outside of it";
    }
    return NULL;
}

bool rq_texbsi_read_pixels(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image,
                           uint64_t *budget)
{
    struct rq_texbsi_chunk *chunk = rq_texbsi_data(image);
    const struct rq_texbsi_header *h = &image->header;
    if (!chunk || !image->has_header)
        return true;
    struct rq_bytes data = chunk->payload;
    uint64_t offset = (uint64_t)(data.data - c->base);
    const char *why = misfit(image, data, *budget);
    if (why) {
        rq_find(doc, "not-understood", offset, "DATA", "kept as it is: %s", why);
        return true;
    }
    size_t width = (size_t)h->width, count = (size_t)h->height * rq_texbsi_frames(h);
    image->rows = rq_cur_get(doc, c, count, sizeof *image->rows);
    if (!image->rows)
        return false;
    image->frames = rq_texbsi_frames(h);
    image->has_table = rq_texbsi_tabled(h);
    chunk->kind = RQ_TEXBSI_PIXELS;
    *budget -= (uint64_t)count * width;
    for (size_t i = 0; i < count; i++)
        image->rows[i] = data.data + (image->has_table ? rq_get32(data.data + i * 4) : i * width);
    if (!image->has_table)
        image->data_tail = (struct rq_bytes){data.data + count * width, data.size - count * width};
    else if (count)
        rq_note_at(c, data.data, count * 4, RQ_KIND_u32, count, "row_offsets");
    if (image->data_tail.size)
        rq_find(doc, "bytes-after-pixels", offset, "DATA", "%zu bytes after the last pixel",
                image->data_tail.size);
    return true;
}

/* ---- layouts of rows ---- */

struct row_order {
    const uint8_t *row;
    uint32_t width, index;
};

static int by_row(const void *a, const void *b)
{
    const struct row_order *x = a, *y = b;
    int order = x->row == y->row ? 0 : memcmp(x->row, y->row, x->width);
    return order ? order : x->index < y->index ? -1 : 1;
}

/* For each row the first one that is equal to it; NULL without memory. */
static uint32_t *first_rows(const struct rq_texbsi_image *image, struct rq_arena *temp)
{
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    uint32_t *first = rq_arena_get(temp, count, sizeof *first);
    struct row_order *order = rq_arena_get(temp, count, sizeof *order);
    if (!first || !order)
        return NULL;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct row_order){image->rows[i], (uint32_t)width, (uint32_t)i};
    if (count)
        qsort(order, count, sizeof *order, by_row);
    for (size_t i = 0; i < count; i++) {
        bool again = i && memcmp(order[i].row, order[i - 1].row, width) == 0;
        first[order[i].index] = again ? first[order[i - 1].index] : order[i].index;
    }
    return first;
}

/* Offsets of the rows by a named rule, from temp; the size of DATA comes beside. NULL
 * without memory, or when they need more than 32 bits. */
static uint32_t *derive_offsets(const struct rq_texbsi_image *image, enum rq_texbsi_rows rule,
                                struct rq_arena *temp, uint64_t *size)
{
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    uint32_t *offsets = rq_arena_get(temp, count, sizeof *offsets);
    *size = 0;
    const uint32_t *first = rule == RQ_TEXBSI_SHARED ? first_rows(image, temp) : NULL;
    if (!offsets || (rule == RQ_TEXBSI_SHARED && !first))
        return NULL;
    uint64_t at = (uint64_t)count * 4;
    for (size_t i = 0; i < count; i++) {
        bool again = first && first[i] != i;
        offsets[i] = again ? offsets[first[i]] : (uint32_t)at;
        at += again ? 0 : width;
    }
    *size = at;
    return at > UINT32_MAX ? NULL : offsets;
}

/* no_memory: nothing is known about the rule then. */
static bool rule_fits(const struct rq_texbsi_image *image, struct rq_bytes data,
                      enum rq_texbsi_rows rule, struct rq_arena *temp, uint64_t *size,
                      bool *no_memory)
{
    const uint32_t *offsets = derive_offsets(image, rule, temp, size);
    size_t count = rq_texbsi_row_count(image);
    *no_memory = !offsets && *size <= UINT32_MAX;
    if (!offsets || *size > data.size)
        return false;
    for (size_t i = 0; i < count; i++)
        if (offsets[i] != rq_get32(data.data + i * 4))
            return false;
    return true;
}

static bool keep_offsets(struct rq_doc *doc, struct rq_texbsi_image *image, struct rq_bytes data)
{
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    struct rq_cover cover = {.arena = &doc->arena};
    image->strays = rq_arena_get(&doc->arena, 1, sizeof *image->strays);
    image->offsets = rq_arena_get(&doc->arena, count, sizeof *image->offsets);
    if (!image->strays || !image->offsets)
        return false;
    rq_cover_add(&cover, 0, (uint64_t)count * 4);
    for (size_t i = 0; i < count; i++) {
        image->offsets[i] = rq_get32(data.data + i * 4);
        rq_cover_add(&cover, image->offsets[i], width);
    }
    if (!rq_cover_strays(&cover, data, image->strays))
        return false;
    image->layout = RQ_TEXBSI_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "DATA", "rows of %.9s", image->name);
    return true;
}

static bool settle_rows(struct rq_doc *doc, struct rq_texbsi_image *image)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    struct rq_bytes data = rq_texbsi_data(image)->payload;
    uint64_t size = 0;
    bool no_memory = false, fine = true;
    if (!data.data || rule_fits(image, data, RQ_TEXBSI_SHARED, &temp, &size, &no_memory))
        image->layout = RQ_TEXBSI_SHARED;
    else if (!no_memory && rule_fits(image, data, RQ_TEXBSI_UNSHARED, &temp, &size, &no_memory))
        image->layout = RQ_TEXBSI_UNSHARED;
    else
        fine = !no_memory && keep_offsets(doc, image, data);
    if (fine && data.data && image->layout != RQ_TEXBSI_EXPLICIT)
        image->data_tail = (struct rq_bytes){data.data + size, data.size - (size_t)size};
    rq_arena_free(&temp);
    return fine;
}

bool rq_texbsi_settle(struct rq_doc *doc, struct rq_texbsi_image *image, struct rq_error *err)
{
    if (!image->has_table || !image->rows || image->layout != RQ_TEXBSI_UNSETTLED)
        return true;
    if (!rq_texbsi_data(image))
        return rq_fail(err, RQ_USAGE, 0, "texbsi", "an image with rows has no DATA chunk");
    return settle_rows(doc, image) || rq_fail(err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
}

/* ---- writing ---- */

static void put_size_be(struct rq_out *out, uint64_t size)
{
    if (size > UINT32_MAX && !out->failed)
        out->failed = RQ_LIMIT;
    rq_put32be(out, (uint32_t)size);
}

static bool write_explicit(const struct rq_texbsi_image *image, struct rq_arena *temp,
                           struct rq_out *out, struct rq_error *err)
{
    struct rq_place place;
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    uint64_t most = (uint64_t)count * (4 + width);
    for (size_t i = 0; i < image->strays->count; i++)
        most += image->strays->items[i].bytes.size;
    if (image->strays->size > most)
        return rq_fail(err, RQ_USAGE, 0, "texbsi", "the rows and strays of %.9s leave holes",
                       image->name);
    if (!rq_place_open(&place, temp, image->strays->size))
        return rq_fail(err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
    for (size_t i = 0; i < count; i++) {
        rq_place_put32(&place, i * 4, image->offsets[i]);
        rq_place_put(&place, image->offsets[i], image->rows[i], width);
    }
    rq_place_strays(&place, image->strays);
    if (!rq_place_whole(&place))
        return rq_fail(err, RQ_USAGE, 0, "texbsi",
                       "rows of %.9s no longer fit their explicit offsets: use \"shared\"",
                       image->name);
    put_size_be(out, place.size);
    rq_put(out, place.data, place.size);
    return true;
}

static bool write_table(struct rq_texbsi_image *image, struct rq_arena *temp, struct rq_out *out,
                        struct rq_error *err)
{
    uint64_t size = 0;
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    if (image->layout == RQ_TEXBSI_EXPLICIT)
        return write_explicit(image, temp, out, err);
    const uint32_t *offsets = derive_offsets(image, image->layout, temp, &size);
    if (!offsets)
        return rq_fail(err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
    put_size_be(out, size + image->data_tail.size);
    size_t start = out->size;
    for (size_t i = 0; i < count; i++)
        rq_put32(out, offsets[i]);
    for (size_t i = 0; i < count; i++)
        if (out->size - start == offsets[i])
            rq_put(out, image->rows[i], width);
    rq_put_bytes(out, image->data_tail);
    return true;
}

static bool write_pixels(struct rq_texbsi_image *image, struct rq_alloc const *alloc,
                         struct rq_out *out, struct rq_error *err)
{
    size_t count = rq_texbsi_row_count(image), width = (size_t)image->header.width;
    if (image->has_table) {
        struct rq_arena temp = {.alloc = alloc};
        bool fine = write_table(image, &temp, out, err);
        rq_arena_free(&temp);
        return fine;
    }
    put_size_be(out, (uint64_t)count * width + image->data_tail.size);
    for (size_t i = 0; i < count; i++)
        rq_put(out, image->rows[i], width);
    rq_put_bytes(out, image->data_tail);
    return true;
}

static bool write_chunk(struct rq_doc *doc, struct rq_texbsi_image *image,
                        const struct rq_texbsi_chunk *chunk, struct rq_out *out,
                        struct rq_error *err)
{
    rq_put(out, chunk->tag, 4);
    if (chunk->kind == RQ_TEXBSI_PIXELS)
        return write_pixels(image, doc->alloc, out, err);
    size_t own = chunk->kind == RQ_TEXBSI_BHDR ? image->header_size : 0;
    put_size_be(out, (uint64_t)own + chunk->payload.size);
    size_t start = out->size;
    if (own) {
        rq_rec_write(out, &rq_texbsi_header_rec, &image->header);
        if (!out->failed)
            rq_out_cut(out, start + own);
    }
    rq_put_bytes(out, chunk->payload);
    return true;
}

const char *rq_texbsi_misshape(const struct rq_texbsi_image *image)
{
    const struct rq_texbsi_chunk *data = rq_texbsi_data(image);
    if (image->header_size > HEADER_SIZE ||
        (image->has_header && image->header_size < HEADER_LEAST))
        return "a BHDR has 16 to 26 bytes of fields";
    if (!data || data->kind != RQ_TEXBSI_PIXELS)
        return NULL;
    if (!image->rows || !image->has_header || image->header.width < 0 || image->header.height < 0)
        return "pixels need a BHDR with a width and a height";
    if (image->frames != rq_texbsi_frames(&image->header))
        return "the number of frames is not the header's frame_count";
    if (image->has_table != rq_texbsi_tabled(&image->header))
        return "data_encoding must be 4 for a table of rows, and 0 for one plain frame";
    if (image->layout == RQ_TEXBSI_EXPLICIT && (!image->offsets || !image->strays))
        return "explicit rows need their offsets";
    return NULL;
}

bool rq_texbsi_write_chunks(struct rq_doc *doc, struct rq_texbsi_image *image, struct rq_out *out,
                            struct rq_error *err)
{
    const char *wrong = rq_texbsi_misshape(image);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, doc->format->info.name, "%.9s: %s", image->name, wrong);
    for (size_t i = 0; i < image->chunk_count; i++)
        if (!write_chunk(doc, image, &image->chunks[i], out, err))
            return false;
    return true;
}

void rq_texbsi_follows(struct rq_follow *f, struct rq_texbsi_image *image, size_t number)
{
    if (image->has_header)
        rq_follow(f, &image->header.has_cmap, 1, image->cmap != NULL, "images/%zu/has_cmap",
                  number);
}
