/* GXA as JSON: chunks in order; a palette as rows of its 6-bit colours, frames by their fields
 * and pixels. A packed stream stands there only where no rule makes it. */
#include "formats/redguard/colors.h"
#include "formats/redguard/gxa_parts.h"

RQ_RECORD_TABLE(rq_gxa_header, RQ_GXA_HEADER);
RQ_RECORD_TABLE(rq_gxa_frame_header, RQ_GXA_FRAME);

static const char *const packing_names[] = {"", "runs_of_3", "runs_of_2", "tree", "explicit"};
enum { PACKINGS = sizeof packing_names / sizeof packing_names[0] };

static void bytes_json(struct rq_json *j, const char *key, struct rq_bytes bytes)
{
    rq_json_key(j, key);
    rq_json_base64(j, bytes);
}

static void frame_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gxa_frame *frame)
{
    size_t area = rq_gxa_area(frame);
    rq_json_object(j);
    rq_rec_json(j, &rq_gxa_frame_header_rec, &frame->header, doc->page, NULL);
    if (frame->header.compression == RQ_GXA_LZHUF && frame->unpacked_size != area) {
        rq_json_key(j, "unpacked_size");
        rq_json_u64(j, frame->unpacked_size);
    }
    if (frame->packing) {
        rq_json_key(j, "packing");
        rq_json_str(j, packing_names[frame->packing]);
    }
    if (!frame->pixels || frame->packing == RQ_GXA_EXPLICIT)
        bytes_json(j, "packed", frame->packed);
    if (frame->pixels)
        bytes_json(j, "pixels", (struct rq_bytes){frame->pixels, area});
    rq_json_end_object(j);
}

static void chunk_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gxa_chunk *chunk)
{
    const struct rq_gxa *gxa = doc->root;
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->tag, 4});
    if (chunk->kind == RQ_GXA_BMHD)
        rq_rec_json(j, &rq_gxa_header_rec, &gxa->header, doc->page, NULL);
    if (chunk->kind == RQ_GXA_PALETTE)
        rq_colors_json(j, "colors", gxa->palette, 256, 3);
    if (chunk->kind == RQ_GXA_FRAMES && gxa->length_of_file) {
        rq_json_key(j, "quirk");
        rq_json_str(j, "length_of_file");
    }
    if (chunk->kind == RQ_GXA_FRAMES) {
        rq_json_key(j, "frames");
        rq_json_array(j);
        for (size_t i = 0; i < gxa->frame_count; i++)
            frame_json(doc, j, &gxa->frames[i]);
        rq_json_end_array(j);
    }
    if (chunk->kind != RQ_GXA_PALETTE)
        rq_json_bytes(j, "payload", chunk->payload);
    rq_json_end_object(j);
}

bool rq_gxa_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_gxa *gxa = doc->root;
    (void)err;
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t i = 0; i < gxa->chunk_count; i++)
        chunk_json(doc, j, &gxa->chunks[i]);
    rq_json_end_array(j);
    if (gxa->no_end) {
        rq_json_key(j, "end");
        rq_json_bool(j, false);
    }
    rq_json_bytes(j, "trailing", gxa->trailing);
    return true;
}

/* ---- and back ---- */

static enum rq_gxa_packing take_packing(struct rq_jr *jr)
{
    struct rq_str s = rq_jr_string(jr);
    for (int i = 1; i < PACKINGS; i++)
        if (rq_str_is(s, packing_names[i]))
            return (enum rq_gxa_packing)i;
    rq_jr_bad(jr, "\"%.*s\" is no packing", (int)(s.size < 30 ? s.size : 30), s.text);
    return RQ_GXA_UNSETTLED;
}

/* A packed stream holds as long as it unpacks to the pixels; else they were edited, and a rule
 * packs them. */
static void check_packed(struct rq_jr *jr, struct rq_gxa_frame *frame)
{
    size_t area = rq_gxa_area(frame);
    uint8_t *pixels = rq_jr_get(jr, area, 1);
    bool same = pixels && rq_gxa_unpack(frame, pixels) && memcmp(pixels, frame->pixels, area) == 0;
    if (same || !rq_jr_ok(jr))
        return;
    frame->packing = RQ_GXA_UNSETTLED;
    frame->packed = (struct rq_bytes){0};
}

static void bind_frame(struct rq_jr *jr, struct rq_gxa_frame *frame, struct rq_bytes pixels,
                       bool sized)
{
    size_t area = rq_gxa_area(frame);
    if (!rq_jr_ok(jr))
        return;
    frame->pixels = pixels.data;
    if (!sized)
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

static void take_frame(struct rq_doc *doc, struct rq_jr *jr, struct rq_gxa_frame *frame)
{
    struct rq_bytes pixels = {0};
    struct rq_str key;
    bool sized = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "pixels")) {
            pixels = rq_jr_base64(jr);
        } else if (rq_str_is(key, "packed")) {
            frame->packed = rq_jr_base64(jr);
        } else if (rq_str_is(key, "packing")) {
            frame->packing = take_packing(jr);
        } else if (rq_str_is(key, "unpacked_size")) {
            frame->unpacked_size = rq_jr_u32(jr);
            sized = true;
        } else if (!rq_rec_take(jr, &rq_gxa_frame_header_rec, &frame->header, doc->page, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    bind_frame(jr, frame, pixels, sized);
}

static void take_frames(struct rq_doc *doc, struct rq_jr *jr, struct rq_gxa *gxa)
{
    gxa->frames = rq_jr_get(jr, rq_jr_length(jr), sizeof *gxa->frames);
    rq_jr_array(jr);
    while (gxa->frames && rq_jr_more(jr))
        take_frame(doc, jr, &gxa->frames[gxa->frame_count++]);
}

/* A member that only one kind of chunk has; true when it was one. */
static bool take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_gxa_chunk *chunk,
                        struct rq_str key)
{
    struct rq_gxa *gxa = doc->root;
    if (rq_tag_is(chunk->tag, "BPAL") && rq_str_is(key, "colors") && !gxa->palette) {
        chunk->kind = RQ_GXA_PALETTE;
        gxa->palette = rq_colors_take(jr, 256, 3);
        chunk->payload = (struct rq_bytes){gxa->palette, GXA_PALETTE};
    } else if (rq_tag_is(chunk->tag, "BBMP") && rq_str_is(key, "frames") && !gxa->frames) {
        chunk->kind = RQ_GXA_FRAMES;
        take_frames(doc, jr, gxa);
    } else if (rq_tag_is(chunk->tag, "BBMP") && rq_str_is(key, "quirk")) {
        gxa->length_of_file = rq_str_is(rq_jr_string(jr), "length_of_file");
        if (!gxa->length_of_file && rq_jr_ok(jr))
            rq_jr_bad(jr, "the one quirk is \"length_of_file\"");
    } else if (rq_tag_is(chunk->tag, "BMHD") && (chunk->kind == RQ_GXA_BMHD || !gxa->has_header)) {
        chunk->kind = RQ_GXA_BMHD;
        gxa->has_header = true;
        return rq_rec_take(jr, &rq_gxa_header_rec, &gxa->header, doc->page, key);
    } else {
        return false;
    }
    return true;
}

static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_gxa_chunk *chunk)
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
        else if (!take_member(doc, jr, chunk, key))
            rq_jr_unknown(jr, key);
        first = false;
    }
    if (rq_tag_is(chunk->tag, "END ") && rq_jr_ok(jr))
        rq_jr_bad(jr, "END is not a chunk: it is written by itself");
}

bool rq_gxa_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_gxa *gxa = doc->root = rq_jr_get(jr, 1, sizeof *gxa);
    struct rq_str key;
    if (!gxa)
        return false;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "chunks") && !gxa->chunks) {
            gxa->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *gxa->chunks);
            rq_jr_array(jr);
            while (gxa->chunks && rq_jr_more(jr))
                take_chunk(doc, jr, &gxa->chunks[gxa->chunk_count++]);
        } else if (rq_str_is(key, "end")) {
            gxa->no_end = !rq_jr_bool(jr);
        } else if (rq_str_is(key, "trailing")) {
            gxa->trailing = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!rq_jr_ok(jr))
        return false;
    const char *wrong = gxa->has_header ? rq_gxa_misshape(gxa) : "no BMHD";
    return !wrong || rq_jr_bad(jr, "%s", wrong);
}
