/* TEXBSI as JSON: images with their chunks in order; the header by its fields, a palette as
 * rows of colours, pixels as one base64 text for each frame, anything else as it is. */
#include "formats/redguard/colors.h"
#include "formats/redguard/texbsi_parts.h"

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

static const char *const row_names[] = {"", "shared", "unshared", "explicit"};
static const char *const end_names[] = {"inside", "outside", "none"};

/* ---- the pixels: a text for each frame ---- */

static bool put_frames(struct rq_shaper *s, const void *chunk)
{
    const struct rq_texbsi_image *image = &((const struct rq_texbsi_form *)s->outer)->image;
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    struct rq_out frame = {.alloc = ((const struct rq_doc *)s->doc)->alloc};
    (void)chunk;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t f = 0; f < image->frames; f++) {
        rq_out_cut(&frame, 0);
        for (size_t y = 0; y < height; y++)
            rq_put(&frame, image->rows[f * height + y], width);
        rq_json_base64(s->j, rq_out_bytes(&frame));
    }
    rq_json_end_array(s->j);
    if (frame.failed && !s->j->out->failed)
        s->j->out->failed = frame.failed;
    rq_out_free(&frame);
    return true;
}

static const struct rq_member frames_members[] = {
    {RQ_LIST("frames", rq_texbsi_form, frames, frame_count, rq_bytes_shape)}};
static const struct rq_shape frames_shape = {
    RQ_SHAPE("frames", rq_texbsi_form, RQ_AS_ITEM, frames_members)};

static void take_frames(struct rq_shaper *s, void *chunk)
{
    struct rq_texbsi_form *f = s->outer;
    (void)chunk;
    if (f->frames)
        rq_jr_bad(s->jr, "an image has its frames once");
    rq_shape_take_value(s, &frames_shape, f);
}

/* ---- chunks ---- */

static const struct rq_texbsi_image *image_of(const struct rq_shaper *s)
{
    return &((const struct rq_texbsi_form *)s->outer)->image;
}

static bool has_short_header(const struct rq_shaper *s, const void *chunk)
{
    (void)chunk;
    return image_of(s)->header_size != HEADER_SIZE;
}

static bool has_table(const struct rq_shaper *s, const void *chunk)
{
    (void)chunk;
    return image_of(s)->has_table;
}

static bool is_explicit(const struct rq_shaper *s, const void *chunk)
{
    (void)chunk;
    return image_of(s)->layout == RQ_TEXBSI_EXPLICIT;
}

static bool has_payload(const struct rq_shaper *s, const void *object)
{
    const struct rq_texbsi_chunk *chunk = object;
    (void)s;
    return chunk->payload.size && chunk->kind != RQ_TEXBSI_PIXELS &&
           chunk->kind != RQ_TEXBSI_COLORS;
}

static void finish_chunk(struct rq_shaper *s, void *object)
{
    struct rq_texbsi_chunk *chunk = object;
    struct rq_texbsi_image *image = &((struct rq_texbsi_form *)s->outer)->image;
    if (chunk->kind == RQ_TEXBSI_BHDR && !image->header_size)
        image->header_size = HEADER_SIZE;
    image->has_header |= chunk->kind == RQ_TEXBSI_BHDR;
    if (chunk->kind == RQ_TEXBSI_COLORS) {
        chunk->payload = (struct rq_bytes){image->cmap, CMAP_SIZE};
    } else if (rq_tag_is(chunk->tag, "CMAP") && !image->cmap && chunk->payload.size == CMAP_SIZE) {
        chunk->kind = RQ_TEXBSI_COLORS;
        image->cmap = chunk->payload.data;
    }
    rq_chunk_finish(s, chunk);
}

#define HEADER .outer = true, RQ_CHUNK(rq_texbsi_chunk, RQ_TEXBSI_BHDR, "BHDR")
#define PIXELS .outer = true, RQ_CHUNK(rq_texbsi_chunk, RQ_TEXBSI_PIXELS, "DATA")
static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", rq_texbsi_chunk, tag), .first = true},
    {RQ_VALUE("size", rq_texbsi_form, image.header_size, u32), HEADER, .when = has_short_header},
    {RQ_RECORD(rq_texbsi_form, image.header, rq_texbsi_header_rec), HEADER},
    {RQ_BLOCK("colors", rq_texbsi_form, image.cmap, rq_color_shape, 256), .outer = true,
     RQ_CHUNK(rq_texbsi_chunk, RQ_TEXBSI_COLORS, "CMAP")},
    {RQ_CHOICE("rows", rq_texbsi_form, image.layout, row_names), PIXELS, .when = has_table},
    {RQ_VALUES("offsets", rq_texbsi_form, image.offsets, offset_count, u32), PIXELS,
     .when = is_explicit},
    {RQ_INLINE(rq_texbsi_form, strays, rq_strays_shape), PIXELS, .when = is_explicit},
    {RQ_HOOK("frames", put_frames, take_frames), PIXELS},
    {RQ_MEMBER("tail", rq_texbsi_form, image.data_tail, BYTES), PIXELS},
    {RQ_MEMBER("payload", rq_texbsi_chunk, payload, BYTES), .when = has_payload},
};
#undef HEADER
#undef PIXELS
static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_texbsi_chunk, RQ_IN_LINES, chunk_members), .finish = finish_chunk};

/* ---- an image ---- */

static bool has_other_tail(const struct rq_shaper *s, const void *form)
{
    const struct rq_texbsi_image *image = &((const struct rq_texbsi_form *)form)->image;
    (void)s;
    return image->end != RQ_TEXBSI_END_NONE &&
           !rq_same(image->tail, (struct rq_bytes){rq_four_zeros, 4});
}

static void start_image(struct rq_shaper *s, void *form)
{
    (void)s;
    ((struct rq_texbsi_form *)form)->image.tail = (struct rq_bytes){rq_four_zeros, 4};
}

static const struct rq_member body_members[] = {
    {RQ_LIST("chunks", rq_texbsi_form, image.chunks, image.chunk_count, chunk_shape)},
    {RQ_CHOICE("end", rq_texbsi_form, image.end, end_names), .optional = true},
    {RQ_MEMBER("tail", rq_texbsi_form, image.tail, BYTES), .when = has_other_tail},
};
const struct rq_shape rq_texbsi_body_shape = {
    RQ_SHAPE("image", rq_texbsi_form, RQ_IN_LINES, body_members), .start = start_image};

bool rq_texbsi_fill(struct rq_shaper *s, const void *object, void *form)
{
    struct rq_texbsi_form *f = form;
    (void)s;
    f->image = *(const struct rq_texbsi_image *)object;
    f->offset_count = rq_texbsi_row_count(&f->image);
    if (f->image.strays)
        f->strays = *f->image.strays;
    return true;
}

/* Makes rows of the frames, now that the header is there. */
static void bind_pixels(struct rq_jr *jr, struct rq_texbsi_form *f)
{
    struct rq_texbsi_image *image = &f->image;
    struct rq_texbsi_chunk *data = rq_texbsi_data(image);
    const struct rq_texbsi_header *h = &image->header;
    if (!data || data->kind != RQ_TEXBSI_PIXELS || !f->frames) {
        rq_jr_bad(jr, "pixels need \"frames\", in the first DATA");
        return;
    }
    if (!image->has_header || h->width < 0 || h->height < 0) {
        rq_jr_bad(jr, "frames need a BHDR with a width and a height");
        return;
    }
    size_t width = (size_t)h->width, height = (size_t)h->height;
    data->payload = (struct rq_bytes){0};
    image->frames = (uint32_t)f->frame_count;
    image->has_table = rq_texbsi_tabled(h);
    if (f->frame_count != rq_texbsi_frames(h)) {
        rq_jr_bad(jr, "%zu frames, but frame_count is %d", f->frame_count, h->frame_count);
        return;
    }
    image->rows = rq_jr_get(jr, f->frame_count * height, sizeof *image->rows);
    for (size_t i = 0; image->rows && i < f->frame_count; i++) {
        if (f->frames[i].size != width * height) {
            rq_jr_bad(jr, "frame %zu has %zu pixels, not %zu x %zu", i, f->frames[i].size, width,
                      height);
            return;
        }
        for (size_t y = 0; y < height; y++)
            image->rows[i * height + y] = f->frames[i].data + y * width;
    }
    if (image->layout != RQ_TEXBSI_EXPLICIT)
        return;
    if (f->offset_count != f->frame_count * height)
        rq_jr_bad(jr, "%zu offsets for %zu rows", f->offset_count, f->frame_count * height);
    if ((image->strays = rq_jr_get(jr, 1, sizeof *image->strays)))
        *image->strays = f->strays;
}

void rq_texbsi_put_back(struct rq_shaper *s, void *form, void *object)
{
    struct rq_texbsi_form *f = form;
    struct rq_texbsi_image *image = &f->image;
    bool pixels = false;
    for (size_t i = 0; i < image->chunk_count; i++)
        pixels |= image->chunks[i].kind == RQ_TEXBSI_PIXELS;
    rq_chunk_once(s, image->chunks, image->chunk_count, sizeof *image->chunks);
    if (rq_jr_ok(s->jr) && pixels)
        bind_pixels(s->jr, f);
    const char *wrong = rq_jr_ok(s->jr) ? rq_texbsi_misshape(image) : NULL;
    if (wrong)
        rq_jr_bad(s->jr, "%.9s: %s", image->name, wrong);
    *(struct rq_texbsi_image *)object = *image;
}

/* ---- the bank ---- */

static void finish_image(struct rq_shaper *s, void *form)
{
    const struct rq_texbsi_image *image = &((const struct rq_texbsi_form *)form)->image;
    if (rq_texbsi_zero((const uint8_t *)image->name, NAME_SIZE))
        rq_jr_bad(s->jr, "an image needs a name: an empty one ends the bank");
}

static const struct rq_member image_members[] = {
    {RQ_FIXED("name", rq_texbsi_form, image.name)},
    {.kind = RQ_AS_INLINE, .shape = &rq_texbsi_body_shape},
};
static const struct rq_shape image_shape = {
    RQ_SHAPE("image", rq_texbsi_image, RQ_IN_LINES, image_members), .start = start_image,
    .finish = finish_image, RQ_FORM(rq_texbsi_form, rq_texbsi_fill, rq_texbsi_put_back)};

static const struct rq_member members[] = {
    {RQ_LIST("images", rq_texbsi, images, image_count, image_shape)},
    {RQ_MEMBER("sentinel", rq_texbsi, no_sentinel, NOT), .optional = true},
    {RQ_MEMBER("trailing", rq_texbsi, trailing, BYTES)},
};
const struct rq_shape rq_texbsi_shape = {RQ_SHAPE("texbsi", rq_texbsi, RQ_IN_LINES, members)};
