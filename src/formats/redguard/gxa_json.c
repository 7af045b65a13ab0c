/* GXA as JSON: chunks in order; a palette as rows of its 6-bit colours, frames by their fields
 * and pixels. A packed stream stands there only where no rule makes it. */
#include "formats/redguard/colors.h"
#include "formats/redguard/gxa_parts.h"

RQ_RECORD_TABLE(rq_gxa_header, RQ_GXA_HEADER);
RQ_RECORD_TABLE(rq_gxa_frame_header, RQ_GXA_FRAME);

/* ---- a frame ---- */

static const char *const packing_names[] = {"", "runs_of_3", "runs_of_2", "tree", "explicit"};

struct form {
    struct rq_gxa_frame frame;
    bool sized; /* unpacked_size is not what follows from the size of the picture */
    struct rq_bytes pixels;
};

static bool is_kept(const struct rq_shaper *s, const void *form)
{
    const struct form *f = form;
    (void)s;
    return !f->pixels.data || f->frame.packing == RQ_GXA_EXPLICIT;
}

static bool has_pixels(const struct rq_shaper *s, const void *form)
{
    (void)s;
    return ((const struct form *)form)->pixels.data != NULL;
}

static const struct rq_member frame_members[] = {
    {RQ_RECORD(form, frame.header, rq_gxa_frame_header_rec)},
    {RQ_VALUE("unpacked_size", form, frame.unpacked_size, u32), RQ_IF(form, sized)},
    {RQ_CHOICE("packing", form, frame.packing, packing_names), .optional = true},
    {RQ_MEMBER("packed", form, frame.packed, BYTES), .when = is_kept},
    {RQ_MEMBER("pixels", form, pixels, BYTES), .when = has_pixels},
};

static bool fill_frame(struct rq_shaper *s, const void *object, void *form)
{
    const struct rq_gxa_frame *frame = object;
    size_t area = rq_gxa_area(frame);
    (void)s;
    *(struct form *)form =
        (struct form){*frame,
                      frame->header.compression == RQ_GXA_LZHUF && frame->unpacked_size != area,
                      {frame->pixels, area}};
    return true;
}

/* A packed stream holds as long as it unpacks to the pixels; else they were edited, and a rule
 * packs them. */
static void check_packed(struct rq_jr *jr, struct rq_gxa_frame *frame)
{
    size_t area = rq_gxa_area(frame);
    uint8_t *pixels = rq_jr_get(jr, area, 1);
    bool same = pixels && frame->pixels && rq_gxa_unpack(frame, pixels) &&
                memcmp(pixels, frame->pixels, area) == 0;
    if (same || !rq_jr_ok(jr))
        return;
    frame->packing = RQ_GXA_UNSETTLED;
    frame->packed = (struct rq_bytes){0};
}

static void put_frame_back(struct rq_shaper *s, void *form, void *object)
{
    struct form *f = form;
    struct rq_gxa_frame *frame = object;
    struct rq_bytes pixels = f->pixels;
    struct rq_jr *jr = s->jr;
    *frame = f->frame;
    frame->pixels = pixels.data;
    size_t area = rq_gxa_area(frame);
    if (!f->sized)
        frame->unpacked_size = (uint32_t)area;
    if (frame->pixels && pixels.size != area)
        rq_jr_bad(jr, "%zu pixels, not %d x %d", pixels.size, frame->header.width,
                  frame->header.height);
    else if (!frame->pixels && !frame->packed.data)
        rq_jr_bad(jr, "a frame needs \"pixels\"");
    else if (frame->packing == RQ_GXA_EXPLICIT && (!frame->pixels || !frame->packed.data))
        rq_jr_bad(jr, "explicit packing needs \"packed\" and \"pixels\"");
    else if (frame->packing == RQ_GXA_EXPLICIT && rq_gxa_is_packed(frame))
        check_packed(jr, frame);
    else if (frame->packing == RQ_GXA_EXPLICIT)
        rq_jr_bad(jr, "a plain frame has no packing");
}

static const struct rq_shape frame_shape = {
    RQ_SHAPE("frame", rq_gxa_frame, RQ_IN_LINES, frame_members),
    RQ_FORM(form, fill_frame, put_frame_back)};

/* ---- chunks ---- */

static const char *const quirk_names[] = {"", "length_of_file"};

static bool has_payload(const struct rq_shaper *s, const void *object)
{
    const struct rq_gxa_chunk *chunk = object;
    (void)s;
    return chunk->payload.size && chunk->kind != RQ_GXA_PALETTE;
}

static void finish_chunk(struct rq_shaper *s, void *object)
{
    struct rq_gxa_chunk *chunk = object;
    struct rq_gxa *gxa = s->outer;
    gxa->has_header |= chunk->kind == RQ_GXA_BMHD;
    if (chunk->kind == RQ_GXA_PALETTE)
        chunk->payload = (struct rq_bytes){gxa->palette, GXA_PALETTE};
    rq_chunk_finish(s, chunk);
}

#define FRAMES .outer = true, RQ_CHUNK(rq_gxa_chunk, RQ_GXA_FRAMES, "BBMP")
static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", rq_gxa_chunk, tag), .first = true},
    {RQ_RECORD(rq_gxa, header, rq_gxa_header_rec), .outer = true,
     RQ_CHUNK(rq_gxa_chunk, RQ_GXA_BMHD, "BMHD")},
    {RQ_BLOCK("colors", rq_gxa, palette, rq_color_shape, 256), .outer = true,
     RQ_CHUNK(rq_gxa_chunk, RQ_GXA_PALETTE, "BPAL")},
    {RQ_CHOICE("quirk", rq_gxa, length_of_file, quirk_names), .optional = true, FRAMES},
    {RQ_LIST("frames", rq_gxa, frames, frame_count, frame_shape), FRAMES},
    {RQ_MEMBER("payload", rq_gxa_chunk, payload, BYTES), .when = has_payload},
};
#undef FRAMES
static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_gxa_chunk, RQ_IN_LINES, chunk_members), .finish = finish_chunk};

static void finish(struct rq_shaper *s, void *object)
{
    const struct rq_gxa *gxa = object;
    const char *wrong = gxa->has_header ? rq_gxa_misshape(gxa) : "no BMHD";
    rq_chunk_once(s, gxa->chunks, gxa->chunk_count, sizeof *gxa->chunks);
    if (wrong)
        rq_jr_bad(s->jr, "%s", wrong);
}

static const struct rq_member members[] = {
    {RQ_LIST("chunks", rq_gxa, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("end", rq_gxa, no_end, NOT), .optional = true},
    {RQ_MEMBER("trailing", rq_gxa, trailing, BYTES)},
};
const struct rq_shape rq_gxa_shape = {RQ_SHAPE("gxa", rq_gxa, RQ_IN_LINES, members),
                                      .finish = finish};
