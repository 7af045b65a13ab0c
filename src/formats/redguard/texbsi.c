/* TEXBSI: images one after the other, each an envelope of 13 bytes and tagged chunks, closed
 * by nine zero bytes. An animated image has a table of rows; rows that are equal may share
 * their bytes, and how they do is the image's layout (enum rq_texbsi_rows). */
#include "formats/redguard/texbsi_parts.h"

#include <stdlib.h>

/* Rows point into the input and cost little; pictures and JSON repeat shared ones. A whole
 * file may come to this many times its size and this much more: 16 is the most frames that
 * an image of the game has, so real files stay below it. */
enum { MOST_TIMES = 16, MOST_MORE = 8 << 20 };

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

static bool known_tag(const uint8_t *p)
{
    static const char tags[] = "BSIFIFHDBHDRCMAPDATAEND ";
    for (size_t i = 0; i + 4 < sizeof tags; i += 4)
        if (memcmp(p, tags + i, 4) == 0)
            return true;
    return false;
}

/* "###" files have no magic: the name of the first image, then the tags of its first two
 * chunks, where its size of the first says. An empty bank is nine zero bytes, which only
 * its name can tell from any other nine zero bytes. */
static unsigned texbsi_detect(struct rq_bytes in, const char *name)
{
    static const char stem[] = "TEXBSI.";
    if (in.size == NAME_SIZE && rq_texbsi_zero(in.data, in.size)) {
        size_t n = strlen(name), from = n > 10 ? n - 10 : 0;
        for (size_t i = 0; stem[i]; i++)
            if (from + i >= n || rq_lower(name[from + i]) != rq_lower(stem[i]))
                return 0;
        return 8;
    }
    if (in.size < ENVELOPE + 8 || in.data[0] == 0 || !known_tag(in.data + ENVELOPE))
        return 0;
    unsigned bits = 32;
    uint64_t next = (uint64_t)ENVELOPE + 8 + rq_get32be(in.data + ENVELOPE + 4);
    if (next + 4 <= in.size && known_tag(in.data + next))
        bits += 32;
    return bits;
}

/* ---- reading ---- */

/* How many images there seem to be; what is wrong with them is the reader's to say. */
static size_t count_images(const struct rq_cur *c)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (size - at >= ENVELOPE && !rq_texbsi_zero(c->p + at, NAME_SIZE)) {
        uint32_t bytes = rq_get32(c->p + at + NAME_SIZE);
        count++;
        at += ENVELOPE;
        if (bytes > size - at)
            break;
        at += bytes;
        /* The rare END outside of the size. */
        if (size - at >= 4 && memcmp(c->p + at, "END ", 4) == 0) {
            at += 4;
            if (size - at >= 4 && rq_texbsi_zero(c->p + at, 4))
                at += 4;
        }
    }
    return count;
}

static size_t count_chunks(const struct rq_cur *c)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (size - at >= 8 && memcmp(c->p + at, "END ", 4) != 0) {
        uint32_t bytes = rq_get32be(c->p + at + 4);
        count++;
        at += 8;
        if (bytes > size - at)
            break;
        at += bytes;
    }
    return count;
}

static struct rq_bytes take_bytes(struct rq_cur *c, size_t size, const char *name)
{
    const uint8_t *p = rq_take(c, size, RQ_KIND_bytes, name);
    return (struct rq_bytes){p, p ? size : 0};
}

static void read_header(struct rq_cur *c, struct rq_texbsi_image *image,
                        struct rq_texbsi_chunk *chunk, uint32_t size)
{
    image->has_header = true;
    image->header_size = size < HEADER_SIZE ? size : HEADER_SIZE;
    chunk->kind = RQ_TEXBSI_BHDR;
    if (size >= HEADER_SIZE) {
        rq_rec_read(c, &rq_texbsi_header_rec, &image->header);
        chunk->payload = take_bytes(c, size - HEADER_SIZE, "after_header");
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
    if (rq_texbsi_tag(chunk->tag, "BHDR") && !image->has_header && size >= HEADER_LEAST) {
        read_header(c, image, chunk, size);
        return;
    }
    chunk->payload = take_bytes(c, size, "payload");
    if (rq_texbsi_tag(chunk->tag, "CMAP") && !image->cmap && size == CMAP_SIZE)
        image->cmap = chunk->payload.data;
}

/* END where RGPRE's reader also looks for it: behind the bytes that the size counts. Four
 * zeros belong to it unless that would leave too few for the sentinel. */
static void read_end_outside(struct rq_cur *c, struct rq_texbsi_image *image)
{
    image->end = RQ_TEXBSI_END_NONE;
    if (rq_left(c) < 4 || memcmp(c->p, "END ", 4) != 0)
        return;
    rq_take(c, 4, RQ_KIND_text, "end");
    image->end = RQ_TEXBSI_END_OUTSIDE;
    size_t zeros = 0;
    while (zeros < rq_left(c) && zeros < ENVELOPE && c->p[zeros] == 0)
        zeros++;
    bool spare = zeros >= ENVELOPE || (zeros >= 4 && zeros < NAME_SIZE);
    image->tail = take_bytes(c, spare ? 4 : 0, "end_zeros");
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

static bool read_pixels(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image,
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
        rq_find(doc, RQ_FIND_odd_size, offset, "DATA", "kept as it is: %s", why);
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
        rq_find(doc, RQ_FIND_odd_size, offset, "DATA", "%zu bytes after the last pixel",
                image->data_tail.size);
    return true;
}

static bool read_image(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image,
                       uint64_t *budget)
{
    const uint8_t *name = rq_take(c, NAME_SIZE, RQ_KIND_text, "image_name");
    uint32_t size = rq_u32(c, "subrecord_bytes");
    struct rq_cur in = rq_sub(c, (uint64_t)(c->p - c->begin), size, "subrecords");
    if (!rq_ok(c) || !name)
        return false;
    c->p += size;
    memcpy(image->name, name, NAME_SIZE);
    size_t count = count_chunks(&in);
    image->chunks = rq_cur_get(doc, c, count, sizeof *image->chunks);
    if (!image->chunks)
        return false;
    while (image->chunk_count < count && rq_ok(c)) {
        rq_enter(c, "chunks", (int64_t)image->chunk_count);
        read_chunk(&in, image, &image->chunks[image->chunk_count++]);
        rq_leave(c);
    }
    if (!rq_ok(c))
        return false;
    if (rq_left(&in) >= 4 && memcmp(in.p, "END ", 4) == 0) {
        rq_take(&in, 4, RQ_KIND_text, "end");
        image->tail = take_bytes(&in, rq_left(&in), "end_zeros");
    } else if (rq_left(&in)) {
        return rq_bad(c, RQ_CORRUPT, rq_tell(&in), "%zu bytes that are neither a chunk nor END",
                      rq_left(&in));
    } else {
        read_end_outside(c, image);
    }
    return rq_ok(c) && read_pixels(doc, c, image, budget);
}

static void look_at_names(struct rq_doc *doc, const struct rq_texbsi *bank)
{
    for (size_t i = 0; i < bank->image_count; i++) {
        const char *name = bank->images[i].name;
        char text[NAME_SIZE + 1] = {0};
        memcpy(text, name, NAME_SIZE);
        if (memcmp(name, bank->images[0].name, 3) != 0)
            rq_find(doc, RQ_FIND_name_mismatch, 0, text, "is not of the bank of the first image");
        /* Banks have up to a few hundred images; a hostile one is not worth n squared. */
        for (size_t k = 0; k < i && i < 1000; k++) {
            if (memcmp(name, bank->images[k].name, NAME_SIZE) == 0) {
                rq_find(doc, RQ_FIND_duplicate_name, 0, text, "stands in the bank twice");
                break;
            }
        }
        if (bank->images[i].end == RQ_TEXBSI_END_NONE)
            rq_find(doc, RQ_FIND_odd_value, 0, text, "has no END");
    }
}

static bool texbsi_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_texbsi *bank = doc->root = rq_cur_get(doc, c, 1, sizeof *bank);
    size_t most = count_images(c);
    uint64_t budget = (uint64_t)rq_left(c) * MOST_TIMES + MOST_MORE;
    if (!bank || !(bank->images = rq_cur_get(doc, c, most, sizeof *bank->images)))
        return false;
    while (bank->image_count < most && rq_left(c) >= ENVELOPE && !rq_texbsi_zero(c->p, NAME_SIZE)) {
        rq_enter(c, "images", (int64_t)bank->image_count);
        if (!read_image(doc, c, &bank->images[bank->image_count++], &budget))
            return false;
        rq_leave(c);
    }
    if (rq_left(c) >= NAME_SIZE && rq_texbsi_zero(c->p, NAME_SIZE))
        rq_take(c, NAME_SIZE, RQ_KIND_bytes, "sentinel");
    else if (rq_left(c))
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "neither an image nor the end of the bank");
    else
        bank->no_sentinel = true;
    if (bank->no_sentinel)
        rq_find(doc, RQ_FIND_odd_value, rq_tell(c), "sentinel", "the bank just stops");
    uint64_t at = rq_tell(c);
    bank->trailing = take_bytes(c, rq_left(c), "trailing");
    if (bank->trailing.size)
        rq_find(doc, RQ_FIND_trailing_bytes, at, "trailing", "%zu bytes after the bank",
                bank->trailing.size);
    look_at_names(doc, bank);
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
    rq_find(doc, RQ_FIND_explicit_layout, 0, "DATA", "rows of %.9s", image->name);
    return true;
}

static bool settle_image(struct rq_doc *doc, struct rq_texbsi_image *image)
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

static bool texbsi_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    for (size_t i = 0; i < bank->image_count; i++) {
        struct rq_texbsi_image *image = &bank->images[i];
        if (!image->has_table || !image->rows || image->layout != RQ_TEXBSI_UNSETTLED)
            continue;
        if (!rq_texbsi_data(image))
            return rq_fail(err, RQ_USAGE, 0, "texbsi", "an image with rows has no DATA chunk");
        if (!settle_image(doc, image))
            return rq_fail(err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
    }
    return true;
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

static bool texbsi_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    if (!texbsi_settle(doc, err))
        return false;
    for (size_t i = 0; i < bank->image_count; i++) {
        struct rq_texbsi_image *image = &bank->images[i];
        const char *wrong = rq_texbsi_misshape(image);
        if (wrong)
            return rq_fail(err, RQ_USAGE, 0, "texbsi", "%.9s: %s", image->name, wrong);
        rq_put(out, image->name, NAME_SIZE);
        size_t hole = rq_hole32(out), start = out->size;
        for (size_t k = 0; k < image->chunk_count; k++)
            if (!write_chunk(doc, image, &image->chunks[k], out, err))
                return false;
        if (image->end == RQ_TEXBSI_END_OUTSIDE)
            rq_patch32(out, hole, out->size - start);
        if (image->end != RQ_TEXBSI_END_NONE) {
            rq_put(out, "END ", 4);
            rq_put_bytes(out, image->tail);
        }
        if (image->end != RQ_TEXBSI_END_OUTSIDE)
            rq_patch32(out, hole, out->size - start);
    }
    if (!bank->no_sentinel)
        rq_put_zeros(out, NAME_SIZE);
    rq_put_bytes(out, bank->trailing);
    return true;
}

/* ---- for a person, and as pictures ---- */

static bool texbsi_facts(struct rq_doc *doc)
{
    const struct rq_texbsi *bank = doc->root;
    size_t animated = 0, palettes = 0, kept = 0;
    int16_t width = 0, height = 0;
    for (size_t i = 0; i < bank->image_count; i++) {
        const struct rq_texbsi_image *image = &bank->images[i];
        animated += image->frames > 1;
        palettes += image->cmap != NULL;
        kept += image->rows == NULL;
        if (image->header.width > width)
            width = image->header.width;
        if (image->header.height > height)
            height = image->header.height;
    }
    rq_fact_add(doc, "images", "%zu, %zu of them animated", bank->image_count, animated);
    rq_fact_add(doc, "largest", "%d x %d", width, height);
    if (bank->image_count) {
        const char *name = bank->images[0].name;
        int digits = (name[1] - '0') * 10 + name[2] - '0';
        if (name[0] >= 'A' && name[0] <= 'F' && digits >= 0 && digits < 100)
            rq_fact_add(doc, "bank", "%03d (%.3s)", (name[0] - 'A') * 100 + digits, name);
    }
    if (palettes)
        rq_fact_add(doc, "palettes", "%zu", palettes);
    if (kept)
        rq_fact_add(doc, "not understood", "%zu images", kept);
    return true;
}

static bool texbsi_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_texbsi));
    return doc->root != NULL;
}

static bool texbsi_opaque(const struct rq_doc *doc)
{
    const struct rq_texbsi *bank = doc->root;
    for (size_t i = 0; i < bank->image_count; i++) {
        const struct rq_texbsi_chunk *data = rq_texbsi_data(&bank->images[i]);
        if (data && data->kind != RQ_TEXBSI_PIXELS)
            return true;
    }
    return false;
}

static const char *name_text(const struct rq_doc *doc, const struct rq_texbsi_image *image,
                             struct rq_arena *arena)
{
    struct rq_out utf8 = {.alloc = doc->alloc};
    size_t size = 0;
    while (size < NAME_SIZE && image->name[size])
        size++;
    rq_text_decode(&utf8, doc->page, (struct rq_bytes){(const uint8_t *)image->name, size});
    char *text = utf8.failed ? NULL : rq_arena_text(arena, (const char *)utf8.data, utf8.size);
    rq_out_free(&utf8);
    return text;
}

/* One frame as one block: in place where the rows follow each other, else copied. */
static bool frame_plane(const struct rq_texbsi_image *image, size_t frame, struct rq_arena *arena,
                        struct rq_plane *plane)
{
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    const uint8_t **rows = image->rows + frame * height;
    bool whole = true;
    for (size_t y = 1; y < height && whole; y++)
        whole = rows[y] == rows[y - 1] + width;
    const uint8_t *pixels = rows[0];
    if (!whole) {
        uint8_t *copy = rq_arena_get(arena, height, width);
        if (!copy)
            return false;
        for (size_t y = 0; y < height; y++)
            memcpy(copy + y * width, rows[y], width);
        pixels = copy;
    }
    *plane = (struct rq_plane){(uint32_t)width, (uint32_t)height, {pixels, height * width}};
    return true;
}

/* The game rounds to ticks of its 18.2 Hz clock and shows a frame for one at least. */
static uint32_t delay_of(const struct rq_texbsi_header *h)
{
    int delay = h->anim_delay > 0 ? h->anim_delay : 0;
    int ticks = (delay * 182 + 5000) / 10000;
    return (uint32_t)(((ticks > 1 ? ticks : 1) * 10000 + 91) / 182);
}

static const uint8_t *palette_of(const struct rq_texbsi_image *image, const struct rq_view *view,
                                 uint8_t **grey)
{
    if (view->palette)
        return view->palette;
    if (image->cmap)
        return image->cmap;
    if (!*grey && (*grey = rq_arena_get(view->arena, 256, 3)) != NULL)
        for (size_t i = 0; i < CMAP_SIZE; i++)
            (*grey)[i] = (uint8_t)(i / 3);
    return *grey;
}

static bool one_image(struct rq_doc *doc, const struct rq_view *view,
                      const struct rq_texbsi_image *from, struct rq_image *image, uint8_t **grey)
{
    struct rq_plane *planes = rq_arena_get(view->arena, from->frames, sizeof *planes);
    uint32_t *delays = rq_arena_get(view->arena, from->frames, sizeof *delays);
    *image = (struct rq_image){.name = name_text(doc, from, view->arena),
                               .pixels = RQ_PIXELS_INDEX8,
                               .transparent_zero = true,
                               .palette = palette_of(from, view, grey),
                               .mips = 1,
                               .faces = 1,
                               .frames = from->frames,
                               .delays_ms = from->frames > 1 ? delays : NULL,
                               .planes = planes};
    if (!planes || !delays || !image->name || !image->palette)
        return false;
    for (size_t f = 0; f < from->frames; f++) {
        delays[f] = delay_of(&from->header);
        if (!frame_plane(from, f, view->arena, &planes[f]))
            return false;
    }
    return true;
}

static bool texbsi_images(struct rq_doc *doc, const struct rq_view *view,
                          const struct rq_image **images, size_t *count)
{
    const struct rq_texbsi *bank = doc->root;
    struct rq_image *all = rq_arena_get(view->arena, bank->image_count, sizeof *all);
    uint8_t *grey = NULL;
    *images = all;
    *count = 0;
    for (size_t i = 0; all && i < bank->image_count; i++) {
        const struct rq_texbsi_image *from = &bank->images[i];
        if (rq_texbsi_misshape(from) || !from->rows || !from->header.width || !from->header.height)
            continue;
        if (!one_image(doc, view, from, &all[*count], &grey))
            all = NULL;
        ++*count;
    }
    return all || rq_fail(view->err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
}

const struct rq_format rq_format_texbsi = {
    .info = {"texbsi", "Texture bank", "redguard", "###", RQ_CAN_IMAGE | RQ_CAN_GIF},
    .detect = texbsi_detect,
    .read = texbsi_read,
    .write = texbsi_write,
    .settle = texbsi_settle,
    .to_json = rq_texbsi_to_json,
    .from_json = rq_texbsi_from_json,
    .facts = texbsi_facts,
    .fresh = texbsi_fresh,
    .images = texbsi_images,
    .opaque = texbsi_opaque,
};
