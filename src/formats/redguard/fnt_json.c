/* FNT as JSON: chunks in order; a palette as rows of colours, a glyph as one text of
 * hexadecimal digits for each row of pixels. */
#include "formats/redguard/chunk.h"
#include "formats/redguard/colors.h"
#include "formats/redguard/fnt_parts.h"

RQ_RECORD_TABLE(rq_fnt_header, RQ_FNT_HEADER);
RQ_RECORD_TABLE(rq_fnt_glyph_header, RQ_FNT_GLYPH);
RQ_RECORD_TABLE(rq_fnt_rdat, RQ_FNT_RDAT);

static const char digits[] = "0123456789abcdef";

/* ---- a glyph ---- */

/* With the size that it had when its rows came. */
struct form {
    struct rq_fnt_glyph glyph;
    bool has_rows;
    uint16_t width, height;
};

static bool put_rows(struct rq_shaper *s, const void *object)
{
    const struct form *f = object;
    const struct rq_doc *doc = s->doc;
    struct rq_out row = {.alloc = doc->alloc};
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t y = 0; y < f->height; y++) {
        rq_out_cut(&row, 0);
        for (size_t x = 0; x < f->width; x++) {
            uint8_t v = f->glyph.pixels[y * f->width + x];
            rq_put8(&row, (uint8_t)digits[v >> 4]);
            rq_put8(&row, (uint8_t)digits[v & 15]);
        }
        rq_json_utf8(s->j, rq_out_bytes(&row));
    }
    rq_json_end_array(s->j);
    if (row.failed && !s->j->out->failed)
        s->j->out->failed = row.failed;
    rq_out_free(&row);
    return true;
}

/* Two digits a pixel; false for anything else. */
static bool take_row(struct rq_str row, size_t width, uint8_t *to)
{
    if (row.size != width * 2)
        return false;
    for (size_t i = 0; i < row.size; i++) {
        const char *digit = row.text[i] ? strchr(digits, rq_lower(row.text[i])) : NULL;
        if (!digit)
            return false;
        to[i / 2] = (uint8_t)(to[i / 2] << 4 | (digit - digits));
    }
    return true;
}

static void take_rows(struct rq_shaper *s, void *object)
{
    struct form *f = object;
    struct rq_jr *jr = s->jr;
    size_t width = f->glyph.header.width, count = rq_jr_length(jr), y = 0;
    if (count != f->glyph.header.height) {
        rq_jr_bad(jr, "%zu rows, but the height is %u", count, f->glyph.header.height);
        return;
    }
    uint8_t *pixels = NULL;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_str row = rq_jr_string(jr);
        /* The first row shows that the width is no invention. */
        if (rq_jr_ok(jr) && row.size == width * 2 && !pixels)
            pixels = rq_jr_get(jr, rq_fnt_pixels(&f->glyph), 1);
        if (rq_jr_ok(jr) && (!pixels || !take_row(row, width, pixels + y * width)))
            rq_jr_bad(jr, "a row has two hexadecimal digits for each of %zu pixels", width);
        y++;
    }
    f->glyph.pixels = pixels;
    f->width = f->glyph.header.width;
    f->height = f->glyph.header.height;
}

/* The character that a glyph is follows from its place; JSON says it, so that no glyph becomes another
 * letter unseen. */
static uint32_t code_of(const struct rq_shaper *s)
{
    return ((const struct rq_fnt *)s->outer)->header.character_start + (uint32_t)s->index;
}

static bool put_code(struct rq_shaper *s, const void *object)
{
    (void)object;
    rq_json_key(s->j, s->member->name);
    rq_json_u64(s->j, code_of(s));
    return true;
}

static void take_code(struct rq_shaper *s, void *object)
{
    uint64_t code = rq_jr_unsigned(s->jr, UINT32_MAX);
    (void)object;
    if (rq_jr_ok(s->jr) && code != code_of(s))
        rq_jr_bad(s->jr, "the glyph of character %llu stands where that of %u has to be",
                  (unsigned long long)code, code_of(s));
}

static const struct rq_member glyph_members[] = {
    {RQ_HOOK("code", put_code, take_code)},
    {RQ_RECORD(form, glyph.header, rq_fnt_glyph_header_rec)},
    {RQ_HOOK("rows", put_rows, take_rows), RQ_IF(form, has_rows)},
};

/* A glyph without pixels has no rows: its height alone could make very many. */
static bool fill_glyph(struct rq_shaper *s, const void *object, void *form)
{
    const struct rq_fnt_glyph *glyph = object;
    (void)s;
    *(struct form *)form =
        (struct form){*glyph, rq_fnt_pixels(glyph) > 0, glyph->header.width, glyph->header.height};
    return true;
}

static void put_glyph_back(struct rq_shaper *s, void *form, void *object)
{
    const struct form *f = form;
    const struct rq_fnt_glyph_header *h = &f->glyph.header;
    if (f->has_rows && (f->width != h->width || f->height != h->height))
        rq_jr_bad(s->jr, "\"rows\" come last in a glyph");
    if (!f->has_rows && rq_fnt_pixels(&f->glyph))
        rq_jr_bad(s->jr, "a glyph of %u x %u needs \"rows\"", h->width, h->height);
    *(struct rq_fnt_glyph *)object = f->glyph;
}

static const struct rq_shape glyph_shape = {
    RQ_SHAPE("glyph", rq_fnt_glyph, RQ_IN_LINES, glyph_members),
    RQ_FORM(form, fill_glyph, put_glyph_back)};

/* ---- chunks ---- */

/* Without glyphs nothing else says how many there were to be. */
static bool has_no_glyphs(const struct rq_shaper *s, const void *chunk)
{
    (void)chunk;
    return !(rq_fnt_kinds(s->outer) & 1u << RQ_FNT_FBMP);
}

static bool is_palette(const struct rq_shaper *s, const void *chunk)
{
    (void)s;
    return rq_tag_is(chunk, "BPAL") || rq_tag_is(chunk, "FPAL");
}

static bool has_payload(const struct rq_shaper *s, const void *object)
{
    const struct rq_fnt_chunk *chunk = object;
    (void)s;
    return chunk->payload.size || chunk->kind == RQ_FNT_RAW;
}

/* A chunk that has only a payload is a raw one, but for the first. */
static void finish_chunk(struct rq_shaper *s, void *object)
{
    struct rq_fnt_chunk *chunk = object;
    if (s->index == 0 && rq_tag_is(chunk->tag, "FNHD"))
        chunk->kind = RQ_FNT_FNHD;
    rq_chunk_finish(s, chunk);
}

#define HEADER .outer = true, RQ_CHUNK(rq_fnt_chunk, RQ_FNT_FNHD, "FNHD")
static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", rq_fnt_chunk, tag), .first = true},
    {RQ_RECORD(rq_fnt, header, rq_fnt_header_rec), HEADER},
    {RQ_VALUE("character_count", rq_fnt, header.character_count, u16), HEADER,
     .when = has_no_glyphs},
    {RQ_BLOCK("colors", rq_fnt, palette, rq_color_shape, 256), .outer = true,
     RQ_TAG(rq_fnt_chunk, kind, RQ_FNT_COLORS), .only = is_palette},
    {RQ_LIST("glyphs", rq_fnt, glyphs, glyph_count, glyph_shape), .outer = true,
     RQ_CHUNK(rq_fnt_chunk, RQ_FNT_FBMP, "FBMP")},
    {RQ_RECORD(rq_fnt, rdat, rq_fnt_rdat_rec), .outer = true,
     RQ_CHUNK(rq_fnt_chunk, RQ_FNT_RDATA, "RDAT")},
    {RQ_MEMBER("payload", rq_fnt_chunk, payload, BYTES), .when = has_payload},
};
#undef HEADER
static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_fnt_chunk, RQ_IN_LINES, chunk_members), .finish = finish_chunk};

static void finish(struct rq_shaper *s, void *object)
{
    const struct rq_fnt *fnt = object;
    rq_chunk_once(s, fnt->chunks, fnt->chunk_count, sizeof *fnt->chunks);
    if (!fnt->chunk_count || fnt->chunks[0].kind != RQ_FNT_FNHD)
        rq_jr_bad(s->jr, "the first chunk must be FNHD");
    if (fnt->glyph_count > UINT16_MAX)
        rq_jr_bad(s->jr, "%zu glyphs: 65535 at most", fnt->glyph_count);
}

static const struct rq_member members[] = {
    {RQ_LIST("chunks", rq_fnt, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("end", rq_fnt, no_end, NOT), .optional = true},
    {RQ_MEMBER("trailing", rq_fnt, trailing, BYTES)},
};
const struct rq_shape rq_fnt_shape = {RQ_SHAPE("fnt", rq_fnt, RQ_IN_LINES, members),
                                      .finish = finish};
