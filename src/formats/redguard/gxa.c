/* GXA: BMHD, BPAL, BBMP, END. BBMP holds frames one after the other, each plain, in runs or in
 * LZHUF; how a packed frame's pixels become bytes is its layout (enum rq_gxa_packing). */
#include "formats/extent.h"
#include "formats/redguard/gxa_parts.h"
#include "model/quantize.h"

#include <stdio.h>

/* A few bytes can claim a large picture. All packed frames together may come to this many times
 * the file's size and this much more; what goes beyond stays packed. */
enum { MOST_TIMES = 3, MOST_MORE = 3 << 20 };

RQ_RECORD_TABLE(rq_gxa_header, RQ_GXA_HEADER);
RQ_RECORD_TABLE(rq_gxa_frame_header, RQ_GXA_FRAME);

static unsigned gxa_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || memcmp(in.data, "BMHD", 4) != 0)
        return 0;
    return rq_get32be(in.data + 4) == GXA_HEADER ? 64 : 32;
}

/* ---- reading ---- */

/* Pixels of a packed frame; without them the frame stays packed. */
static bool unpack_frame(struct rq_doc *doc, struct rq_cur *c, struct rq_gxa_frame *frame,
                         uint64_t *budget)
{
    const struct rq_gxa_frame_header *h = &frame->header;
    size_t area = rq_gxa_area(frame);
    uint64_t offset = (uint64_t)(frame->packed.data - c->base);
    const char *why = h->width < 0 || h->height < 0 ? "a negative size"
                      : area > *budget              ? "far more pixels than a file of this size has"
                                                    : NULL;
    uint8_t *pixels = NULL;
    if (!why) {
        if (!(pixels = rq_cur_get(doc, c, area, 1)))
            return false;
        if (!rq_gxa_unpack(frame, pixels))
            why = "fewer pixels than the header says";
        *budget -= area;
    }
    if (why)
        rq_find(doc, "not-understood", offset, "packed", "kept as it is: %s", why);
    else
        frame->pixels = pixels;
    return true;
}

static bool read_frame(struct rq_doc *doc, struct rq_cur *c, struct rq_gxa_frame *frame,
                       uint64_t *budget)
{
    const struct rq_gxa_frame_header *h = &frame->header;
    uint64_t at = rq_tell(c);
    if (!rq_rec_read(c, &rq_gxa_frame_header_rec, &frame->header))
        return false;
    if (rq_gxa_is_packed(frame)) {
        uint32_t size = rq_u32(c, "packed_size");
        if (h->compression == RQ_GXA_LZHUF)
            frame->unpacked_size = rq_u32(c, "unpacked_size");
        frame->packed = rq_take_bytes(c, size, "packed");
        if (!rq_ok(c) || !unpack_frame(doc, c, frame, budget))
            return false;
        if (h->compression == RQ_GXA_LZHUF && frame->unpacked_size != rq_gxa_area(frame))
            rq_find(doc, "wrong-unpacked-size", at + 22, "unpacked_size", "%u for %d x %d pixels",
                    frame->unpacked_size, h->width, h->height);
        return true;
    }
    if (h->compression != RQ_GXA_PLAIN)
        return rq_bad(c, RQ_UNSUPPORTED, at + 10, "compression %d; 0, 1 and 2 are known",
                      h->compression);
    if (h->width < 0 || h->height < 0)
        return rq_bad(c, RQ_CORRUPT, at + 2, "a picture of %d x %d", h->width, h->height);
    frame->pixels = rq_take(c, rq_gxa_area(frame), RQ_KIND_bytes, "pixels");
    return frame->pixels != NULL;
}

static bool read_frames(struct rq_doc *doc, struct rq_cur *c, struct rq_gxa *gxa)
{
    size_t count = gxa->header.frame_count > 0 ? (size_t)gxa->header.frame_count : 0;
    uint64_t budget = (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE;
    if (!rq_count(c, count, GXA_FRAME, "frames"))
        return false;
    gxa->frames = rq_cur_get(doc, c, count, sizeof *gxa->frames);
    while (gxa->frames && gxa->frame_count < count) {
        rq_enter(c, "frames", (int64_t)gxa->frame_count);
        if (!read_frame(doc, c, &gxa->frames[gxa->frame_count++], &budget))
            return false;
        rq_leave(c);
    }
    return gxa->frames != NULL;
}

/* BBMP: the frames say where it ends. Some files give the file's size less 4 as its length. */
static bool read_bbmp(struct rq_doc *doc, struct rq_cur *c, struct rq_gxa *gxa,
                      struct rq_gxa_chunk *chunk, uint32_t size)
{
    uint64_t at = (uint64_t)(c->p - c->begin);
    gxa->length_of_file = size > rq_left(c) && size == doc->source.size - 4;
    if (gxa->length_of_file)
        rq_find(doc, "length-of-file", rq_tell(c) - 4, "BBMP",
                "the length is that of the file less 4");
    size_t room = gxa->length_of_file ? rq_left(c) : size;
    if (!rq_count(c, room, 1, "payload"))
        return false;
    struct rq_cur in = rq_sub(c, at, room, "payload");
    chunk->kind = RQ_GXA_FRAMES;
    if (!rq_ok(c) || !read_frames(doc, &in, gxa))
        return false;
    if (!gxa->length_of_file)
        chunk->payload = rq_take_bytes(&in, rq_left(&in), "after_frames");
    if (chunk->payload.size)
        rq_find(doc, "bytes-after-frames", rq_tell(&in), "BBMP", "%zu bytes after the last frame",
                chunk->payload.size);
    c->p = in.p;
    return rq_ok(c);
}

static bool read_chunk(struct rq_doc *doc, struct rq_cur *c, struct rq_gxa *gxa,
                       struct rq_gxa_chunk *chunk)
{
    const uint8_t *tag = rq_take(c, 4, RQ_KIND_text, "tag");
    uint32_t size = rq_u32be(c, "size");
    if (!tag)
        return false;
    memcpy(chunk->tag, tag, 4);
    if (rq_tag_is(chunk->tag, "BBMP") && gxa->has_header && !gxa->frames)
        return read_bbmp(doc, c, gxa, chunk, size);
    if (!rq_count(c, size, 1, "payload"))
        return false;
    if (rq_tag_is(chunk->tag, "BMHD") && size >= GXA_HEADER && !gxa->has_header) {
        chunk->kind = RQ_GXA_BMHD;
        gxa->has_header = true;
        rq_rec_read(c, &rq_gxa_header_rec, &gxa->header);
        size -= GXA_HEADER;
    }
    chunk->payload = rq_take_bytes(c, size, "payload");
    if (rq_tag_is(chunk->tag, "BPAL") && size == GXA_PALETTE && !gxa->palette && rq_ok(c)) {
        chunk->kind = RQ_GXA_PALETTE;
        gxa->palette = chunk->payload.data;
        for (size_t i = 0; i < GXA_PALETTE; i++)
            if (gxa->palette[i] > 63) {
                rq_find(doc, "bright-color", rq_tell(c) - GXA_PALETTE + i, "BPAL",
                        "%d is more than 6 bits", gxa->palette[i]);
                break;
            }
    }
    return rq_ok(c);
}

static bool gxa_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_gxa *gxa = doc->root = rq_cur_get(doc, c, 1, sizeof *gxa);
    size_t most = rq_chunk_count(c);
    if (!gxa || !(gxa->chunks = rq_cur_get(doc, c, most, sizeof *gxa->chunks)))
        return false;
    while (gxa->chunk_count < most && !rq_chunk_at(c, "END ")) {
        rq_enter(c, "chunks", (int64_t)gxa->chunk_count);
        if (!read_chunk(doc, c, gxa, &gxa->chunks[gxa->chunk_count++]))
            return false;
        rq_leave(c);
    }
    if (!gxa->has_header)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "no BMHD of %d bytes", GXA_HEADER);
    gxa->no_end = !rq_chunk_at(c, "END ");
    if (gxa->no_end)
        rq_find(doc, "no-end", rq_tell(c), "END", "is missing");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    uint64_t at = rq_tell(c);
    gxa->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    if (gxa->trailing.size)
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes after the end",
                gxa->trailing.size);
    return true;
}

/* ---- writing ---- */

static bool gxa_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_gxa *gxa = doc->root;
    for (size_t i = 0; i < gxa->frame_count; i++) {
        struct rq_gxa_frame *frame = &gxa->frames[i];
        bool open = frame->packing == RQ_GXA_UNSETTLED;
        if (!rq_gxa_settle_frame(doc, frame))
            return rq_fail(err, RQ_NO_MEMORY, 0, "gxa", "out of memory");
        if (open && frame->packing == RQ_GXA_EXPLICIT)
            rq_find(doc, "explicit-layout", 0, "packed", "frame %zu", i);
    }
    return true;
}

const char *rq_gxa_misshape(const struct rq_gxa *gxa)
{
    size_t stated = gxa->header.frame_count > 0 ? (size_t)gxa->header.frame_count : 0;
    bool somewhere = false;
    for (size_t i = 0; i < gxa->chunk_count; i++)
        somewhere |= gxa->chunks[i].kind == RQ_GXA_FRAMES;
    if (somewhere && gxa->frame_count != stated)
        return "the number of frames is not the header's frame_count";
    if (!somewhere && gxa->frame_count)
        return "frames without a BBMP chunk";
    for (size_t i = 0; i < gxa->frame_count; i++) {
        const struct rq_gxa_frame *f = &gxa->frames[i];
        bool lzhuf = f->header.compression == RQ_GXA_LZHUF;
        if (f->header.compression < 0 || f->header.compression > RQ_GXA_LZHUF)
            return "compression is 0, 1 or 2";
        if (!f->pixels && (!rq_gxa_is_packed(f) || f->packing != RQ_GXA_UNSETTLED))
            return "a frame without pixels";
        if (f->pixels && (f->header.width < 0 || f->header.height < 0))
            return "a picture of negative size";
        if ((f->packing == RQ_GXA_TREE && !lzhuf) ||
            ((f->packing == RQ_GXA_RUNS_OF_2 || f->packing == RQ_GXA_RUNS_OF_3) && lzhuf))
            return "the packing is of another compression";
    }
    return NULL;
}

static void write_frame(struct rq_out *out, const struct rq_gxa_frame *frame)
{
    rq_rec_write(out, &rq_gxa_frame_header_rec, &frame->header);
    if (!rq_gxa_is_packed(frame)) {
        rq_put(out, frame->pixels, rq_gxa_area(frame));
        return;
    }
    size_t hole = rq_hole32(out);
    if (frame->header.compression == RQ_GXA_LZHUF)
        rq_put32(out, frame->unpacked_size);
    size_t start = out->size;
    rq_gxa_pack(out, frame);
    rq_patch32(out, hole, out->size - start);
}

static bool gxa_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_gxa *gxa = doc->root;
    size_t file = out->size, frames = 0;
    const char *wrong = rq_gxa_misshape(gxa);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "gxa", "%s", wrong);
    if (!gxa_settle(doc, err))
        return false;
    for (size_t i = 0; i < gxa->chunk_count; i++) {
        const struct rq_gxa_chunk *chunk = &gxa->chunks[i];
        size_t start = rq_chunk_open(out, chunk->tag);
        if (chunk->kind == RQ_GXA_BMHD)
            rq_rec_write(out, &rq_gxa_header_rec, &gxa->header);
        for (size_t k = 0; chunk->kind == RQ_GXA_FRAMES && k < gxa->frame_count; k++)
            write_frame(out, &gxa->frames[k]);
        if (chunk->kind == RQ_GXA_FRAMES)
            frames = start;
        rq_put_bytes(out, chunk->payload);
        rq_chunk_close(out, start);
    }
    if (!gxa->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, gxa->trailing);
    if (gxa->length_of_file && frames && !out->failed)
        rq_set32be(out->data + frames - 4, (uint32_t)(out->size - file - 4));
    return true;
}

/* ---- for a person, and as pictures ---- */

static bool gxa_facts(struct rq_doc *doc)
{
    static const char *const names[] = {"plain", "in runs", "LZHUF"};
    const struct rq_gxa *gxa = doc->root;
    size_t counts[3] = {0}, kept = 0;
    int16_t width = 0, height = 0;
    for (size_t i = 0; i < gxa->frame_count; i++) {
        const struct rq_gxa_frame_header *h = &gxa->frames[i].header;
        counts[h->compression]++;
        kept += gxa->frames[i].pixels == NULL;
        width = h->width > width ? h->width : width;
        height = h->height > height ? h->height : height;
    }
    rq_fact_add(doc, "pictures", "%zu", gxa->frame_count);
    rq_fact_add(doc, "largest", "%d x %d", width, height);
    for (size_t i = 0; i < 3; i++)
        if (counts[i])
            rq_fact_add(doc, names[i], "%zu", counts[i]);
    if (kept)
        rq_fact_add(doc, "not unpacked", "%zu", kept);
    return true;
}

static bool gxa_opaque(const struct rq_doc *doc)
{
    const struct rq_gxa *gxa = doc->root;
    for (size_t i = 0; i < gxa->frame_count; i++)
        if (!gxa->frames[i].pixels)
            return true;
    return false;
}

/* 6 bits to 8 as the engine's readers do it: times four, so that the lightest is 252. */
static void shown_palette(const struct rq_gxa *gxa, uint8_t palette[GXA_PALETTE])
{
    for (size_t i = 0; i < GXA_PALETTE; i++)
        palette[i] = (uint8_t)(!gxa->palette          ? i / 3
                               : gxa->palette[i] > 63 ? 255
                                                      : gxa->palette[i] * 4);
}

static bool gxa_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_gxa *gxa = doc->root;
    struct rq_image *all = rq_arena_get(view->arena, gxa->frame_count, sizeof *all);
    struct rq_plane *planes = rq_arena_get(view->arena, gxa->frame_count, sizeof *planes);
    uint8_t *palette = rq_arena_get(view->arena, GXA_PALETTE, 1);
    *images = all;
    *count = 0;
    if (!all || !planes || !palette)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "gxa", "out of memory");
    shown_palette(gxa, palette);
    for (size_t i = 0; i < gxa->frame_count; i++) {
        const struct rq_gxa_frame *frame = &gxa->frames[i];
        size_t area = rq_gxa_area(frame);
        if (!frame->pixels || !area)
            continue;
        char *name = gxa->frame_count > 1 ? rq_arena_printf(view->arena, "%03zu", i) : NULL;
        if (gxa->frame_count > 1 && !name)
            return rq_fail(view->err, RQ_NO_MEMORY, 0, "gxa", "out of memory");
        planes[*count] = (struct rq_plane){
            (uint32_t)frame->header.width, (uint32_t)frame->header.height, {frame->pixels, area}};
        all[*count] = (struct rq_image){.name = name,
                                        .pixels = RQ_PIXELS_INDEX8,
                                        .transparent_zero = true,
                                        .palette = palette,
                                        .mips = 1,
                                        .faces = 1,
                                        .frames = 1,
                                        .planes = &planes[*count]};
        ++*count;
    }
    return true;
}

/* ---- a picture back ---- */

/* The frame of a name: a number, which may be that of a new one, or a name that ends with the number of
 * a frame. A file of one frame takes any other name for that. */
static bool find_frame(const struct rq_gxa *gxa, const char *name, size_t *index)
{
    size_t end = strlen(name), digits = 0;
    if (rq_name_number(name, index))
        return *index <= gxa->frame_count;
    while (digits < end && digits < 9 && name[end - 1 - digits] >= '0' &&
           name[end - 1 - digits] <= '9')
        digits++;
    bool numbered = rq_name_number(name + end - digits, index);
    if (gxa->frame_count == 1)
        *index = 0;
    return gxa->frame_count == 1 || (numbered && *index < gxa->frame_count);
}

static bool has_frames_chunk(const struct rq_gxa *gxa)
{
    for (size_t i = 0; i < gxa->chunk_count; i++)
        if (gxa->chunks[i].kind == RQ_GXA_FRAMES)
            return true;
    return false;
}

/* A plain one behind the last. The first word is 1 in files of the game, so a public tool tells; what the
 * others mean is not known. */
static bool add_frame(struct rq_doc *doc, const char *name, const struct rq_plane *plane,
                      const uint8_t *pixels, struct rq_error *err)
{
    struct rq_gxa *gxa = doc->root;
    if (!has_frames_chunk(gxa))
        return rq_fail(err, RQ_USAGE, 0, name, "there is no BBMP that could hold it");
    if (gxa->frame_count >= INT16_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "a file has at most %d pictures", INT16_MAX);
    struct rq_gxa_frame *frames =
        rq_doc_one_more(doc, gxa->frames, gxa->frame_count, sizeof *frames);
    if (!frames)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    gxa->frames = frames;
    frames[gxa->frame_count++] = (struct rq_gxa_frame){.header = {.unknown_0 = 1,
                                                                  .width = (int16_t)plane->width,
                                                                  .height = (int16_t)plane->height,
                                                                  .compression = RQ_GXA_PLAIN},
                                                       .pixels = pixels};
    gxa->header.frame_count = (int16_t)gxa->frame_count;
    return true;
}

static bool gxa_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_gxa *gxa = doc->root;
    const struct rq_plane *plane = &image->planes[0];
    size_t index = 0, area = (size_t)plane->width * plane->height;
    uint8_t palette[GXA_PALETTE];
    if (!find_frame(gxa, name, &index))
        return rq_fail(err, RQ_USAGE, 0, name,
                       "no picture of that number: there are %zu, and a new one is %03zu",
                       gxa->frame_count, gxa->frame_count);
    if (plane->width > INT16_MAX || plane->height > INT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, name, "no side may pass %d pixels", INT16_MAX);
    rq_doc_allow(doc, area);
    uint8_t *pixels = rq_arena_get(&doc->arena, area, 1);
    if (!pixels)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    shown_palette(gxa, palette);
    if (!rq_quantize(&(struct rq_quantize){.palettes = {palette}}, image, pixels, err))
        return false;
    if (index == gxa->frame_count)
        return add_frame(doc, name, plane, pixels, err);
    struct rq_gxa_frame *frame = &gxa->frames[index];
    bool same = frame->pixels && frame->header.width == (int16_t)plane->width &&
                frame->header.height == (int16_t)plane->height &&
                memcmp(frame->pixels, pixels, area) == 0;
    if (same)
        return true;
    frame->header.width = (int16_t)plane->width;
    frame->header.height = (int16_t)plane->height;
    frame->unpacked_size = (uint32_t)area;
    frame->pixels = pixels;
    if (frame->packing == RQ_GXA_EXPLICIT || frame->packing == RQ_GXA_UNSETTLED) {
        frame->packing = RQ_GXA_UNSETTLED;
        frame->packed = (struct rq_bytes){0};
    }
    return true;
}

/* Any other would give those behind it another number. */
static bool gxa_remove_image(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_gxa *gxa = doc->root;
    size_t number = 0;
    if (!rq_name_number(name, &number) || number >= gxa->frame_count)
        return rq_fail(err, RQ_USAGE, 0, name, "no picture of that number: there are %zu",
                       gxa->frame_count);
    if (number + 1 != gxa->frame_count)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "only the last picture, %03zu, can go: the others are known by their number",
                       gxa->frame_count - 1);
    gxa->frame_count--;
    gxa->header.frame_count = (int16_t)gxa->frame_count;
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = gxa_images,
    .put_image = gxa_put_image,
    .remove_image = gxa_remove_image,
};

static const struct rq_format_record gxa_records[] = {
    {&rq_gxa_header_rec, "BMHD"},
    {&rq_gxa_frame_header_rec, "before the pixels of each frame, in BBMP"},
    {NULL, NULL},
};

static const struct rq_finding_kind gxa_findings[] = {
    {"not-understood", RQ_WARNING, "a packed frame that does not unpack to its pixels",
     "The frame stays packed: it is written as it is, and can not be shown or edited."},
    {"wrong-unpacked-size", RQ_WARNING,
     "unpacked_size of a frame is not its width times its height",
     "The picture has width times height pixels. The number is kept."},
    {"length-of-file", RQ_WARNING, "BBMP gives the size of the file less 4 as its own",
     "Files of the game have it. The frames say where BBMP ends; the size follows that of "
     "a changed file."},
    {"bytes-after-frames", RQ_WARNING, "BBMP goes on behind its last frame",
     "The game is not known to read the bytes. They are kept."},
    {"bright-color", RQ_WARNING, "a value of the palette is above 63",
     "Palettes of GXA have 6 bits. What the game shows for more is not known; pictures "
     "have 255."},
    {"explicit-layout", RQ_INFO, "a frame is packed as no known rule packs it",
     "The stream is kept until the picture is changed."},
    {"no-end", RQ_WARNING, "END is missing",
     "Every file of the game ends with it. The file is written without it again."},
    {"trailing-bytes", RQ_WARNING, "bytes after END",
     "The game is not known to read them. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_gxa = {
    .info = {"gxa", "Screens and icons", "redguard", "gxa"},
    .detect = gxa_detect,
    .extent = rq_extent_chunks,
    .read = gxa_read,
    .write = gxa_write,
    .settle = gxa_settle,
    .records = gxa_records,
    .findings = gxa_findings,
    .no_rule = "not-understood explicit-layout",
    .shape = &rq_gxa_shape,
    .facts = gxa_facts,
    .opaque = gxa_opaque,
    .pictures = &pictures,
};
