/* TGA: 18 bytes of header, an identification, a colour map, pixels plain or in packets, and what
 * other programs put behind them. How pixels become packets is the layout. */
#include "formats/extent.h"
#include "formats/kotor/tga_parts.h"

RQ_RECORD_TABLE(rq_tga_header, RQ_TGA_HEADER);
RQ_RECORD_TABLE(rq_tga_extension, RQ_TGA_EXTENSION);
RQ_RECORD_TABLE(rq_tga_footer, RQ_TGA_FOOTER);

enum { HEADER = 18, EXTENSION = 495, FOOTER = 26, RUN = 0x80, MOST_PIXELS = 128 };

/* Two bytes can stand for 128 pixels; beyond this the packets stay as they are. */
enum { MOST_TIMES = 4, MOST_MORE = 4 << 20 };

static const char signature[] = "TRUEVISION-XFILE.";

/* ---- what may be ---- */

static bool known_depth(uint8_t bits)
{
    return bits == 8 || bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

/* What is wrong with a header; NULL: nothing. */
static const char *misfit(const struct rq_tga_header *h)
{
    unsigned type = h->image_type & ~(unsigned)RQ_TGA_PACKED;
    if (type < RQ_TGA_MAPPED || type > RQ_TGA_GREY)
        return "image_type is not one of 1, 2, 3, 9, 10, 11";
    if (!known_depth(h->depth) || (type != RQ_TGA_TRUE && h->depth > 16) ||
        (type != RQ_TGA_TRUE && h->depth == 15))
        return "depth is not one that this type has";
    if (h->map_type > 1 || (type == RQ_TGA_MAPPED && h->map_type != 1))
        return "map_type is not that of the image_type";
    if (h->map_type == 1 && (!known_depth(h->map_depth) || h->map_depth == 8))
        return "map_depth is not one of 15, 16, 24, 32";
    return NULL;
}

static uint64_t map_size(const struct rq_tga_header *h)
{
    return h->map_type ? (uint64_t)h->map_length * rq_tga_unit(h->map_depth) : 0;
}

static void header_of(const uint8_t *p, struct rq_tga_header *h)
{
    *h = (struct rq_tga_header){.id_length = p[0],
                                .map_type = p[1],
                                .image_type = p[2],
                                .map_first = rq_get16(p + 3),
                                .map_length = rq_get16(p + 5),
                                .map_depth = p[7],
                                .x_origin = rq_get16(p + 8),
                                .y_origin = rq_get16(p + 10),
                                .width = rq_get16(p + 12),
                                .height = rq_get16(p + 14),
                                .depth = p[16],
                                .descriptor = p[17]};
}

/* Pixels that the packets hold, counted up to `most`; and the bytes that this takes. */
static uint64_t count_pixels(struct rq_bytes packed, size_t unit, uint64_t most, size_t *used)
{
    uint64_t pixels = 0;
    size_t at = 0;
    while (pixels < most && at < packed.size) {
        size_t n = (packed.data[at] & (RUN - 1u)) + 1;
        at += 1 + (packed.data[at] & RUN ? unit : n * unit);
        pixels += n;
    }
    *used = at;
    return pixels;
}

/* There is no magic, but there is much to verify: fields that have few values, a map that is
 * there or not, and pixels that fill the file or go on to a tail. */
static unsigned tga_detect(struct rq_bytes in, const char *name)
{
    struct rq_tga_header h;
    (void)name;
    if (in.size < HEADER)
        return 0;
    header_of(in.data, &h);
    bool signed_one = in.size >= HEADER + FOOTER && memcmp(in.data + in.size - sizeof signature,
                                                           signature, sizeof signature) == 0;
    if (misfit(&h) || !h.width || !h.height || h.descriptor & 0xC0 || (h.descriptor & 15) > 8)
        return 0;
    if (!h.map_type && (h.map_first || h.map_length || h.map_depth) && !signed_one)
        return 0;
    uint64_t start = HEADER + (uint64_t)h.id_length + map_size(&h);
    uint64_t wanted = (uint64_t)h.width * h.height;
    if (start > in.size)
        return 0;
    struct rq_bytes rest = {in.data + start, in.size - (size_t)start};
    uint64_t end = rq_tga_size(&h);
    if (h.image_type & RQ_TGA_PACKED) {
        size_t used;
        if (count_pixels(rest, rq_tga_unit(h.depth), wanted, &used) != wanted)
            return 0;
        end = used;
    }
    if (end > rest.size)
        return 0;
    return signed_one ? 72 : end == rest.size ? 44 : 28;
}

/* ---- packets ---- */

bool rq_tga_unpack(struct rq_bytes packed, size_t unit, uint8_t *to, uint64_t size, size_t *used)
{
    const uint8_t *from = packed.data, *end = packed.data + packed.size;
    for (uint64_t done = 0; done < size;) {
        if (from == end)
            return false;
        size_t n = (*from & (RUN - 1u)) + 1;
        bool run = *from++ & RUN;
        size_t stored = run ? unit : n * unit;
        if (stored > (size_t)(end - from) || n * unit > size - done)
            return false;
        memcpy(to, from, stored);
        /* What is there already is copied, twice as much each time. */
        for (size_t have = unit, more; run && have < n * unit; have += more) {
            more = have < n * unit - have ? have : n * unit - have;
            memcpy(to + have, to, more);
        }
        from += stored;
        to += n * unit;
        done += n * unit;
    }
    *used = (size_t)(from - packed.data);
    return true;
}

/* Pixels from `at` on that are the same as the first; no more than a packet holds. */
static size_t run_at(const uint8_t *p, size_t count, size_t unit)
{
    size_t n = 1;
    while (n < count && n < MOST_PIXELS && memcmp(p, p + n * unit, unit) == 0)
        n++;
    return n;
}

void rq_tga_pack(struct rq_out *out, struct rq_bytes pixels, size_t unit, size_t row)
{
    for (size_t start = 0; start < pixels.size; start += row) {
        const uint8_t *p = pixels.data + start;
        size_t count = row / unit;
        for (size_t at = 0, n; at < count; at += n) {
            n = run_at(p + at * unit, count - at, unit);
            bool run = n > 1;
            /* Single pixels stop before the next pair. */
            while (!run && n < MOST_PIXELS && at + n < count &&
                   run_at(p + (at + n) * unit, count - at - n, unit) == 1)
                n++;
            rq_put8(out, (uint8_t)((n - 1) | (run ? RUN : 0)));
            rq_put(out, p + at * unit, run ? unit : n * unit);
        }
    }
}

static size_t row_of(const struct rq_tga *tga, enum rq_tga_packing rule)
{
    return rule == RQ_TGA_ROWS ? tga->header.width * rq_tga_unit(tga->header.depth)
                               : tga->pixels.size;
}

static bool is_packed(const struct rq_tga *tga)
{
    return tga->header.image_type & RQ_TGA_PACKED;
}

static bool tga_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_tga *tga = doc->root;
    if (!is_packed(tga) || !tga->pixels.data || tga->packing != RQ_TGA_UNSETTLED)
        return true;
    struct rq_out out = {.alloc = doc->alloc};
    enum rq_tga_packing found = tga->packed.data ? RQ_TGA_EXPLICIT : RQ_TGA_ROWS;
    for (int rule = RQ_TGA_ROWS; rule < RQ_TGA_EXPLICIT && found == RQ_TGA_EXPLICIT; rule++) {
        rq_out_cut(&out, 0);
        rq_tga_pack(&out, tga->pixels, rq_tga_unit(tga->header.depth),
                    row_of(tga, (enum rq_tga_packing)rule));
        if (!out.failed && rq_same(rq_out_bytes(&out), tga->packed))
            found = (enum rq_tga_packing)rule;
    }
    bool fine = !out.failed;
    rq_out_free(&out);
    if (!fine)
        return rq_fail(err, RQ_NO_MEMORY, 0, "tga", "out of memory");
    tga->packing = found;
    if (found == RQ_TGA_EXPLICIT)
        rq_find(doc, "explicit-layout", HEADER, "packed", "packed as no rule packs them");
    return true;
}

/* ---- reading and writing ---- */

static bool read_pixels(struct rq_doc *doc, struct rq_cur *c, struct rq_tga *tga)
{
    const struct rq_tga_header *h = &tga->header;
    size_t unit = rq_tga_unit(h->depth), used;
    uint64_t size = rq_tga_size(h), wanted = (uint64_t)h->width * h->height;
    if (!is_packed(tga)) {
        if (!rq_count(c, size, 1, "pixels"))
            return false;
        tga->pixels = rq_take_bytes(c, (size_t)size, "pixels");
        return rq_ok(c);
    }
    struct rq_bytes all = {c->p, rq_left(c)};
    uint64_t pixels = count_pixels(all, unit, wanted, &used);
    if (used > all.size || pixels < wanted)
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c) + all.size,
                      "the packets end after %llu pixels of %llu", (unsigned long long)pixels,
                      (unsigned long long)wanted);
    if (pixels > wanted)
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "the last packet goes beyond the last pixel");
    if (size > (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE) {
        rq_find(doc, "too-many-pixels", rq_tell(c), "packed",
                "kept as they are: far more pixels than a file of this size has");
        tga->packed = rq_take_bytes(c, used, "packed");
        return rq_ok(c);
    }
    uint8_t *to = rq_cur_get(doc, c, (size_t)size, 1);
    if (!to || !rq_tga_unpack(all, unit, to, size, &used))
        return false;
    tga->pixels = (struct rq_bytes){to, (size_t)size};
    tga->packed = rq_take_bytes(c, used, "packed");
    return rq_ok(c);
}

/* What stands behind the pixels: the extension where the footer says, when it is whole. */
static bool read_tail(struct rq_doc *doc, struct rq_cur *c, struct rq_tga *tga)
{
    size_t left = rq_left(c);
    bool footer =
        left >= FOOTER && memcmp(c->end - sizeof signature, signature, sizeof signature) == 0;
    uint32_t offset = footer ? rq_get32(c->end - FOOTER) : 0;
    bool extension = footer && offset >= rq_tell(c) && offset - rq_tell(c) <= left - FOOTER &&
                     left - FOOTER - (size_t)(offset - rq_tell(c)) >= EXTENSION &&
                     rq_get16(c->base + offset) == EXTENSION;
    size_t tail = extension ? (size_t)(offset - rq_tell(c)) : footer ? left - FOOTER : left;
    tga->tail_offset = (uint32_t)rq_tell(c);
    tga->tail = rq_take_bytes(c, tail, "tail");
    if (extension) {
        tga->extension = rq_cur_get(doc, c, 1, sizeof *tga->extension);
        rq_enter(c, "extension", -1);
        if (!tga->extension || !rq_rec_read(c, &rq_tga_extension_rec, tga->extension))
            return false;
        rq_leave(c);
        tga->gap_offset = (uint32_t)rq_tell(c);
        tga->gap = rq_take_bytes(c, rq_left(c) - FOOTER, "gap");
    }
    if (footer) {
        tga->footer = rq_cur_get(doc, c, 1, sizeof *tga->footer);
        if (!tga->footer || !rq_rec_read(c, &rq_tga_footer_rec, tga->footer))
            return false;
    }
    return rq_ok(c);
}

/* What the game does not look at, or can't load. It wants 8, 24 or 32 bits and takes what stands behind
 * the header for plain pixels, lowest row first. */
static void look(struct rq_doc *doc, const struct rq_tga_header *h)
{
    enum { FROM_RIGHT = 16, FROM_TOP = 32 };
    if (h->depth != 8 && h->depth != 24 && h->depth != 32)
        rq_find(doc, "unread-depth", 16, "depth", "%u bits; the game loads 8, 24 and 32", h->depth);
    if (h->image_type & RQ_TGA_PACKED)
        rq_find(doc, "packets", 2, "image_type", "the game takes the packets for pixels");
    if (h->map_type)
        rq_find(doc, "color-map", 1, "map_type", "the game takes the map for pixels");
    if (h->id_length)
        rq_find(doc, "identification", 0, "id_length", "the game takes these %u bytes for pixels",
                h->id_length);
    if (h->descriptor & (FROM_RIGHT | FROM_TOP))
        rq_find(doc, "turned", 17, "descriptor", "the game shows the picture %s",
                h->descriptor & FROM_TOP ? "upside down" : "mirrored");
}

/* The first pixel of a colour that is not there. */
static void look_for_colors(struct rq_doc *doc, const struct rq_tga *tga)
{
    const struct rq_tga_header *h = &tga->header;
    size_t unit = rq_tga_unit(h->depth);
    unsigned end = (unsigned)h->map_first + h->map_length;
    if ((h->image_type & ~(unsigned)RQ_TGA_PACKED) != RQ_TGA_MAPPED)
        return;
    for (size_t at = 0; at < tga->pixels.size; at += unit) {
        unsigned index = unit == 2 ? rq_get16(tga->pixels.data + at) : tga->pixels.data[at];
        if (index >= h->map_first && index < end)
            continue;
        rq_find(doc, "missing-color", HEADER + h->id_length + map_size(h), "pixels",
                "one has the colour %u, and the map has %u from %u on", index, h->map_length,
                h->map_first);
        return;
    }
}

static bool tga_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_tga *tga = doc->root = rq_cur_get(doc, c, 1, sizeof *tga);
    if (!tga || !rq_rec_read(c, &rq_tga_header_rec, &tga->header))
        return false;
    const char *wrong = misfit(&tga->header);
    if (wrong)
        return rq_bad(c, RQ_UNSUPPORTED, 0, "%s", wrong);
    tga->id = rq_take_bytes(c, tga->header.id_length, "id");
    if (!rq_count(c, map_size(&tga->header), 1, "map"))
        return false;
    tga->map = rq_take_bytes(c, (size_t)map_size(&tga->header), "map");
    look(doc, &tga->header);
    if (!read_pixels(doc, c, tga))
        return false;
    look_for_colors(doc, tga);
    return read_tail(doc, c, tga);
}

static const char *misshape(const struct rq_tga *tga)
{
    const struct rq_tga_header *h = &tga->header;
    const char *wrong = misfit(h);
    if (wrong)
        return wrong;
    if (tga->id.size != h->id_length)
        return "id_length is not that of the identification";
    if (tga->map.size != map_size(h))
        return "the map has not the colours that the header says";
    if (!tga->pixels.data)
        return is_packed(tga) && tga->packed.data ? NULL : "no pixels";
    if (tga->pixels.size != rq_tga_size(h))
        return "the number of pixels is not width times height";
    return tga->extension && !tga->footer ? "an extension without footer" : NULL;
}

/* The name of an offset that leads to bytes behind the pixels; NULL: none. These bytes have offsets of their own,
 * which nobody here understands. */
static const char *leads_behind(const struct rq_tga *tga)
{
    const struct rq_tga_extension *e = tga->extension;
    if (tga->footer && tga->footer->developer_offset)
        return "developer_offset";
    if (e && e->correction_offset)
        return "correction_offset";
    if (e && e->stamp_offset)
        return "stamp_offset";
    return e && e->lines_offset ? "lines_offset" : NULL;
}

/* Such bytes stay where they were read, or the file is refused. */
static bool stays(const struct rq_tga *tga, const char *part, uint32_t was, uint64_t now,
                  struct rq_error *err)
{
    const char *offset = leads_behind(tga);
    if (!offset || !was || was == (uint32_t)now)
        return true;
    return rq_fail(
        err, RQ_USAGE, now, offset,
        "leads to bytes that would move: %s was at %u, and would be at %llu. Set it to 0 "
        "to do without them",
        part, was, (unsigned long long)now);
}

static bool tga_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_tga *tga = doc->root;
    const char *wrong = misshape(tga);
    size_t start = out->size, extension;
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "tga", "%s", wrong);
    if (!tga_settle(doc, err))
        return false;
    rq_rec_write(out, &rq_tga_header_rec, &tga->header);
    rq_put_bytes(out, tga->id);
    rq_put_bytes(out, tga->map);
    if (!is_packed(tga))
        rq_put_bytes(out, tga->pixels);
    else if (tga->pixels.data && tga->packing != RQ_TGA_EXPLICIT)
        rq_tga_pack(out, tga->pixels, rq_tga_unit(tga->header.depth), row_of(tga, tga->packing));
    else
        rq_put_bytes(out, tga->packed);
    if (!stays(tga, "tail", tga->tail_offset, out->size - start, err))
        return false;
    rq_put_bytes(out, tga->tail);
    extension = out->size - start;
    if (tga->extension)
        rq_rec_write(out, &rq_tga_extension_rec, tga->extension);
    if (!stays(tga, "gap", tga->gap_offset, out->size - start, err))
        return false;
    rq_put_bytes(out, tga->gap);
    if (tga->footer)
        rq_rec_write(out, &rq_tga_footer_rec, tga->footer);
    /* An extension was found by that offset: it stays there when the pixels change. */
    if (tga->extension)
        rq_patch32(out, out->size - FOOTER, extension);
    return true;
}

/* ---- JSON ---- */

static const char *const packing_names[] = {"", "rows", "whole", "explicit"};

/* Packets hold as long as they unpack to the pixels. */
static bool bind(struct rq_jr *jr, struct rq_tga *tga)
{
    const char *wrong = misshape(tga);
    if (wrong)
        return rq_jr_bad(jr, "%s", wrong);
    if (tga->pixels.data && tga->packing == RQ_TGA_EXPLICIT) {
        size_t used = 0, size = tga->pixels.size;
        uint8_t *to = rq_jr_get(jr, size, 1);
        if (!to)
            return false;
        if (!rq_tga_unpack(tga->packed, rq_tga_unit(tga->header.depth), to, size, &used) ||
            used != tga->packed.size || !rq_same(tga->pixels, (struct rq_bytes){to, size})) {
            tga->packing = RQ_TGA_UNSETTLED;
            tga->packed = (struct rq_bytes){0};
        }
    }
    return true;
}

static void finish_tga(struct rq_shaper *s, void *object)
{
    (void)bind(s->jr, object); /* an error stays in s->jr */
}

static bool has_packed(const struct rq_shaper *s, const void *object)
{
    const struct rq_tga *tga = object;
    (void)s;
    return is_packed(tga) && (!tga->pixels.data || tga->packing == RQ_TGA_EXPLICIT);
}

/* None of a picture without pixels is something else than no pixels. */
static bool has_pixels(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_tga *)object)->pixels.data != NULL;
}

static bool has_offsets(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return leads_behind(object) != NULL;
}

static const struct rq_member extension_members[] = {{RQ_FIELDS(rq_tga_extension_rec)}};
static const struct rq_shape extension_shape = {
    RQ_SHAPE("extension", rq_tga_extension, RQ_IN_LINES, extension_members)};

static const struct rq_member footer_members[] = {{RQ_FIELDS(rq_tga_footer_rec)}};
static const struct rq_shape footer_shape = {
    RQ_SHAPE("footer", rq_tga_footer, RQ_IN_LINES, footer_members)};

static const struct rq_member tga_members[] = {
    {RQ_RECORD(rq_tga, header, rq_tga_header_rec)},
    {RQ_MEMBER("id", rq_tga, id, BYTES)},
    {RQ_MEMBER("map", rq_tga, map, BYTES)},
    {RQ_CHOICE("packing", rq_tga, packing, packing_names), .optional = true},
    {RQ_MEMBER("packed", rq_tga, packed, BYTES), .when = has_packed},
    {RQ_MEMBER("pixels", rq_tga, pixels, BYTES), .when = has_pixels},
    {RQ_MEMBER("tail", rq_tga, tail, BYTES)},
    {RQ_BRANCH("extension", rq_tga, extension, extension_shape)},
    {RQ_MEMBER("gap", rq_tga, gap, BYTES)},
    {RQ_BRANCH("footer", rq_tga, footer, footer_shape)},
    {RQ_VALUE("tail_offset", rq_tga, tail_offset, u32), .when = has_offsets},
    {RQ_VALUE("gap_offset", rq_tga, gap_offset, u32), .when = has_offsets},
};
static const struct rq_shape tga_shape = {RQ_SHAPE("tga", rq_tga, RQ_IN_LINES, tga_members),
                                          .finish = finish_tga};

/* ---- for a person ---- */

static bool tga_facts(struct rq_doc *doc)
{
    static const char *const types[] = {"", "colour map", "true colour", "grey"};
    const struct rq_tga *tga = doc->root;
    const struct rq_tga_header *h = &tga->header;
    rq_fact_add(doc, "size", "%u x %u", h->width, h->height);
    rq_fact_add(doc, "pixels", "%s, %u bits%s", types[h->image_type & 3], h->depth,
                is_packed(tga) ? ", in packets" : "");
    rq_fact_add(doc, "first row", "%s", h->descriptor & 32 ? "upper" : "lower");
    if (h->map_type)
        rq_fact_add(doc, "map", "%u colours of %u bits", h->map_length, h->map_depth);
    if (tga->extension && tga->extension->software[0])
        rq_fact_add(doc, "software", "%.40s", tga->extension->software);
    if (tga->tail.size)
        rq_fact_add(doc, "tail", "%zu bytes", tga->tail.size);
    if (!tga->pixels.data)
        rq_fact_add(doc, "not understood", "the pixels");
    return true;
}

static bool tga_opaque(const struct rq_doc *doc)
{
    const struct rq_tga *tga = doc->root;
    return !tga->pixels.data;
}

static bool tga_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_tga))) != NULL;
}

static const struct rq_facet_pictures pictures = {
    .textures = true,
    .images = rq_tga_images,
    .from_image = rq_tga_from_image,
    .put_image = rq_tga_put_image,
};

static const struct rq_format_record tga_records[] = {
    {&rq_tga_header_rec, "header"},
    {&rq_tga_extension_rec, "after the pixels, where the footer says"},
    {&rq_tga_footer_rec, "the end of the file, when it has the signature"},
    {NULL, NULL}};

static const struct rq_finding_kind tga_findings[] = {
    {"unread-depth", RQ_ERROR, "pixels of another depth than 8, 24 and 32 bits",
     "The game fails to load the picture. Save it with 24 or 32 bits."},
    {"packets", RQ_WARNING, "pixels in packets (RLE)",
     "The game does not look at image_type and shows the packets as if they were pixels. Save the "
     "picture without compression."},
    {"color-map", RQ_WARNING, "pixels are numbers of a colour map",
     "The game does not look at map_type: it shows the map and the numbers as if they were pixels. "
     "Save the picture as true colour."},
    {"identification", RQ_WARNING, "an identification before the pixels",
     "The game does not look at id_length: all pixels are shifted by these bytes."},
    {"turned", RQ_WARNING, "the first pixel is not the lower left one",
     "The game does not look at the descriptor and shows the lowest row first: the picture is upside "
     "down, or mirrored. Save it from the bottom up."},
    {"missing-color", RQ_WARNING, "pixels of colours that the map does not have",
     "What such pixels show is left to the program that reads them. Add the colours, or change the "
     "pixels."},
    {"explicit-layout", RQ_INFO, "packets that no known rule makes",
     "Every reader unpacks them. They are kept until the pixels are changed."},
    {"too-many-pixels", RQ_WARNING, "far more pixels than a file of this size has",
     "Such a file is made to take up memory. Its packets are kept as they are, and there is no "
     "picture of it."},
    {NULL, RQ_WARNING, NULL, NULL},
};

/* Packed pixels do not tell. A footer may follow. */
static uint64_t tga_extent(struct rq_bytes in, bool *exact)
{
    struct rq_tga_header h;
    *exact = false;
    if (in.size < HEADER)
        return 0;
    header_of(in.data, &h);
    if (misfit(&h) || h.image_type & RQ_TGA_PACKED)
        return 0;
    return HEADER + (uint64_t)h.id_length + map_size(&h) + rq_tga_size(&h);
}

const struct rq_format rq_format_tga = {
    .info = {"tga", "Truevision picture", "kotor", "tga"},
    .detect = tga_detect,
    .extent = tga_extent,
    .read = tga_read,
    .write = tga_write,
    .settle = tga_settle,
    .records = tga_records,
    .findings = tga_findings,
    .no_rule = "explicit-layout",
    .shape = &tga_shape,
    .facts = tga_facts,
    .fresh = tga_fresh,
    .opaque = tga_opaque,
    .pictures = &pictures,
};
