/* TEXBSI as JSON: images with their chunks in order; the header by its fields, a palette as
 * rows of colours, pixels as one base64 text for each frame, anything else as it is. */
#include "formats/redguard/colors.h"
#include "formats/redguard/texbsi_parts.h"

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

static const char *const row_names[] = {"", "shared", "unshared", "explicit"};
static const char *const end_names[] = {"inside", "outside", "none"};

static bool four_zeros(struct rq_bytes bytes)
{
    return bytes.size == 4 && rq_texbsi_zero(bytes.data, 4);
}

static void frames_json(struct rq_json *j, const struct rq_texbsi_image *image, struct rq_out *temp)
{
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    rq_json_key(j, "frames");
    rq_json_array(j);
    for (size_t f = 0; f < image->frames; f++) {
        rq_out_cut(temp, 0);
        for (size_t y = 0; y < height; y++)
            rq_put(temp, image->rows[f * height + y], width);
        rq_json_base64(j, rq_out_bytes(temp));
    }
    rq_json_end_array(j);
    if (temp->failed && !j->out->failed)
        j->out->failed = temp->failed;
}

static void pixels_json(struct rq_json *j, const struct rq_texbsi_image *image,
                        const struct rq_alloc *alloc)
{
    struct rq_out temp = {.alloc = alloc};
    if (image->has_table) {
        rq_json_key(j, "rows");
        rq_json_str(j, row_names[image->layout]);
    }
    if (image->layout == RQ_TEXBSI_EXPLICIT) {
        rq_u32s_json(j, "offsets", image->offsets, rq_texbsi_row_count(image));
        rq_strays_json(j, image->strays);
    }
    frames_json(j, image, &temp);
    rq_out_free(&temp);
    rq_json_bytes(j, "tail", image->data_tail);
}

static void chunk_json(struct rq_doc *doc, struct rq_json *j, const struct rq_texbsi_image *image,
                       const struct rq_texbsi_chunk *chunk)
{
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->tag, 4});
    if (chunk->kind == RQ_TEXBSI_BHDR) {
        if (image->header_size != HEADER_SIZE) {
            rq_json_key(j, "size");
            rq_json_u64(j, image->header_size);
        }
        rq_rec_json(j, &rq_texbsi_header_rec, &image->header, doc->page, NULL);
    } else if (chunk->kind == RQ_TEXBSI_PIXELS) {
        pixels_json(j, image, doc->alloc);
    } else if (image->cmap && image->cmap == chunk->payload.data) {
        rq_colors_json(j, "colors", image->cmap, 256, 3);
    }
    bool more = chunk->kind == RQ_TEXBSI_BHDR || image->cmap != chunk->payload.data;
    if (chunk->kind != RQ_TEXBSI_PIXELS && more)
        rq_json_bytes(j, "payload", chunk->payload);
    rq_json_end_object(j);
}

void rq_texbsi_members_json(struct rq_doc *doc, struct rq_json *j,
                            const struct rq_texbsi_image *image)
{
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t k = 0; k < image->chunk_count; k++)
        chunk_json(doc, j, image, &image->chunks[k]);
    rq_json_end_array(j);
    if (image->end != RQ_TEXBSI_END_INSIDE) {
        rq_json_key(j, "end");
        rq_json_str(j, end_names[image->end]);
    }
    if (image->end != RQ_TEXBSI_END_NONE && !four_zeros(image->tail)) {
        rq_json_key(j, "tail");
        rq_json_base64(j, image->tail);
    }
}

bool rq_texbsi_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_texbsi *bank = doc->root;
    (void)err;
    rq_json_key(j, "images");
    rq_json_array(j);
    for (size_t i = 0; i < bank->image_count; i++) {
        const struct rq_texbsi_image *image = &bank->images[i];
        rq_json_object(j);
        rq_json_key(j, "name");
        size_t size = NAME_SIZE;
        while (size && image->name[size - 1] == 0)
            size--;
        rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)image->name, size});
        rq_texbsi_members_json(doc, j, image);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    if (bank->no_sentinel) {
        rq_json_key(j, "sentinel");
        rq_json_bool(j, false);
    }
    rq_json_bytes(j, "trailing", bank->trailing);
    return true;
}

/* ---- and back ---- */

static int word_of(struct rq_jr *jr, const char *const *words, size_t count)
{
    struct rq_str s = rq_jr_string(jr);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] && rq_str_is(s, words[i]))
            return (int)i;
    rq_jr_bad(jr, "\"%.*s\" is not known here", (int)(s.size < 30 ? s.size : 30), s.text);
    return 0;
}

static void take_frames(struct rq_jr *jr, struct rq_texbsi_taken *taken)
{
    taken->frames = rq_jr_get(jr, rq_jr_length(jr), sizeof *taken->frames);
    taken->seen = true;
    rq_jr_array(jr);
    while (taken->frames && rq_jr_more(jr))
        taken->frames[taken->count++] = rq_jr_base64(jr);
}

/* A member of DATA that pixels have; true when it was one. */
static bool take_pixels(struct rq_jr *jr, struct rq_texbsi_image *image,
                        struct rq_texbsi_taken *taken, struct rq_str key)
{
    if (rq_str_is(key, "frames") && !taken->seen) {
        take_frames(jr, taken);
    } else if (rq_str_is(key, "rows")) {
        image->layout = (enum rq_texbsi_rows)word_of(jr, row_names, 4);
    } else if (rq_str_is(key, "offsets")) {
        image->offsets = rq_u32s_take(jr, &taken->offset_count);
    } else if (rq_str_is(key, "tail")) {
        image->data_tail = rq_jr_base64(jr);
    } else {
        if (!image->strays)
            image->strays = rq_jr_get(jr, 1, sizeof *image->strays);
        return image->strays && rq_strays_take(jr, image->strays, key);
    }
    return true;
}

static void take_header(struct rq_doc *doc, struct rq_jr *jr, struct rq_texbsi_image *image,
                        struct rq_texbsi_chunk *chunk, struct rq_str key)
{
    if (chunk->kind != RQ_TEXBSI_BHDR && image->has_header) {
        rq_jr_bad(jr, "an image has one BHDR with fields");
        return;
    }
    if (chunk->kind != RQ_TEXBSI_BHDR)
        image->header_size = HEADER_SIZE;
    chunk->kind = RQ_TEXBSI_BHDR;
    image->has_header = true;
    if (rq_str_is(key, "size"))
        image->header_size = (uint32_t)rq_jr_unsigned(jr, HEADER_SIZE);
    else if (!rq_rec_take(jr, &rq_texbsi_header_rec, &image->header, doc->page, key))
        rq_jr_unknown(jr, key);
}

static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_texbsi_image *image,
                       struct rq_texbsi_chunk *chunk, struct rq_texbsi_taken *taken)
{
    struct rq_str key;
    bool first = true;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (first != rq_str_is(key, "tag"))
            rq_jr_bad(jr, "a chunk starts with its \"tag\"");
        else if (first)
            rq_jr_fixed(jr, doc->page, chunk->tag, 4);
        else if (rq_str_is(key, "payload"))
            chunk->payload = rq_jr_base64(jr);
        else if (rq_tag_is(chunk->tag, "BHDR"))
            take_header(doc, jr, image, chunk, key);
        else if (rq_tag_is(chunk->tag, "CMAP") && rq_str_is(key, "colors"))
            chunk->payload = (struct rq_bytes){rq_colors_take(jr, 256, 3), CMAP_SIZE};
        else if (!rq_tag_is(chunk->tag, "DATA") || !take_pixels(jr, image, taken, key))
            rq_jr_unknown(jr, key);
        first = false;
    }
    if (rq_tag_is(chunk->tag, "CMAP") && !image->cmap && chunk->payload.size == CMAP_SIZE)
        image->cmap = chunk->payload.data;
    if (rq_tag_is(chunk->tag, "END ") && rq_jr_ok(jr))
        rq_jr_bad(jr, "END is not a chunk: it is written by itself");
}

static void take_chunks(struct rq_doc *doc, struct rq_jr *jr, struct rq_texbsi_image *image,
                        struct rq_texbsi_taken *taken)
{
    image->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *image->chunks);
    image->chunk_count = 0;
    rq_jr_array(jr);
    while (image->chunks && rq_jr_more(jr))
        take_chunk(doc, jr, image, &image->chunks[image->chunk_count++], taken);
}

/* Makes rows of the frames, now that the header is there. */
static void bind_pixels(struct rq_jr *jr, struct rq_texbsi_image *image,
                        const struct rq_texbsi_taken *taken)
{
    struct rq_texbsi_chunk *data = rq_texbsi_data(image);
    const struct rq_texbsi_header *h = &image->header;
    if (!taken->seen || !rq_jr_ok(jr) || !data)
        return;
    if (!image->has_header || h->width < 0 || h->height < 0) {
        rq_jr_bad(jr, "frames need a BHDR with a width and a height");
        return;
    }
    size_t width = (size_t)h->width, height = (size_t)h->height;
    data->kind = RQ_TEXBSI_PIXELS;
    data->payload = (struct rq_bytes){0};
    image->frames = (uint32_t)taken->count;
    image->has_table = rq_texbsi_tabled(h);
    if (taken->count != rq_texbsi_frames(h)) {
        rq_jr_bad(jr, "%zu frames, but frame_count is %d", taken->count, h->frame_count);
        return;
    }
    image->rows = rq_jr_get(jr, taken->count * height, sizeof *image->rows);
    for (size_t f = 0; image->rows && f < taken->count; f++) {
        if (taken->frames[f].size != width * height) {
            rq_jr_bad(jr, "frame %zu has %zu pixels, not %zu x %zu", f, taken->frames[f].size,
                      width, height);
            return;
        }
        for (size_t y = 0; y < height; y++)
            image->rows[f * height + y] = taken->frames[f].data + y * width;
    }
    if (image->layout == RQ_TEXBSI_EXPLICIT && taken->offset_count != taken->count * height)
        rq_jr_bad(jr, "%zu offsets for %zu rows", taken->offset_count, taken->count * height);
}

bool rq_texbsi_take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_texbsi_image *image,
                           struct rq_texbsi_taken *taken, struct rq_str key)
{
    if (rq_str_is(key, "chunks"))
        take_chunks(doc, jr, image, taken);
    else if (rq_str_is(key, "end"))
        image->end = (enum rq_texbsi_end)word_of(jr, end_names, 3);
    else if (rq_str_is(key, "tail"))
        image->tail = rq_jr_base64(jr);
    else
        return false;
    return true;
}

void rq_texbsi_bind(struct rq_jr *jr, struct rq_texbsi_image *image,
                    const struct rq_texbsi_taken *taken)
{
    bind_pixels(jr, image, taken);
    const char *wrong = rq_jr_ok(jr) ? rq_texbsi_misshape(image) : NULL;
    if (wrong)
        rq_jr_bad(jr, "%.9s: %s", image->name, wrong);
}

static void take_image(struct rq_doc *doc, struct rq_jr *jr, struct rq_texbsi_image *image)
{
    static const uint8_t zeros[4];
    struct rq_texbsi_taken taken = {0};
    struct rq_str key;
    image->tail = (struct rq_bytes){zeros, 4};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "name"))
            rq_jr_fixed(jr, doc->page, image->name, NAME_SIZE);
        else if (!rq_texbsi_take_member(doc, jr, image, &taken, key))
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && rq_texbsi_zero((const uint8_t *)image->name, NAME_SIZE))
        rq_jr_bad(jr, "an image needs a name: an empty one ends the bank");
    rq_texbsi_bind(jr, image, &taken);
}

bool rq_texbsi_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_texbsi *bank = doc->root = rq_jr_get(jr, 1, sizeof *bank);
    struct rq_str key;
    while (bank && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "images") && !bank->images) {
            bank->images = rq_jr_get(jr, rq_jr_length(jr), sizeof *bank->images);
            rq_jr_array(jr);
            while (bank->images && rq_jr_more(jr))
                take_image(doc, jr, &bank->images[bank->image_count++]);
        } else if (rq_str_is(key, "sentinel")) {
            bank->no_sentinel = !rq_jr_bool(jr);
        } else if (rq_str_is(key, "trailing")) {
            bank->trailing = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    return rq_jr_ok(jr);
}
