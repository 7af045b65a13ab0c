/* FNT as JSON: chunks in order; a palette as rows of colours, a glyph as one text of
 * hexadecimal digits for each row of pixels. */
#include "formats/redguard/chunk.h"
#include "formats/redguard/colors.h"
#include "formats/redguard/fnt_parts.h"

RQ_RECORD_TABLE(rq_fnt_header, RQ_FNT_HEADER);
RQ_RECORD_TABLE(rq_fnt_glyph_header, RQ_FNT_GLYPH);
RQ_RECORD_TABLE(rq_fnt_rdat, RQ_FNT_RDAT);

static const char digits[] = "0123456789abcdef";

/* A glyph without pixels has no rows: its height alone could make very many. */
static void glyph_json(struct rq_doc *doc, struct rq_json *j, const struct rq_fnt_glyph *glyph,
                       struct rq_out *temp)
{
    size_t width = glyph->header.width;
    rq_json_object(j);
    rq_rec_json(j, &rq_fnt_glyph_header_rec, &glyph->header, doc->page, NULL);
    if (rq_fnt_pixels(glyph)) {
        rq_json_key(j, "rows");
        rq_json_array(j);
        for (size_t y = 0; y < glyph->header.height; y++) {
            rq_out_cut(temp, 0);
            for (size_t x = 0; x < width; x++) {
                uint8_t v = glyph->pixels[y * width + x];
                rq_put8(temp, (uint8_t)digits[v >> 4]);
                rq_put8(temp, (uint8_t)digits[v & 15]);
            }
            rq_json_utf8(j, rq_out_bytes(temp));
        }
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

static void glyphs_json(struct rq_doc *doc, struct rq_json *j, const struct rq_fnt *fnt)
{
    struct rq_out temp = {.alloc = doc->alloc};
    rq_json_key(j, "glyphs");
    rq_json_array(j);
    for (size_t i = 0; i < fnt->glyph_count; i++)
        glyph_json(doc, j, &fnt->glyphs[i], &temp);
    rq_json_end_array(j);
    if (temp.failed && !j->out->failed)
        j->out->failed = temp.failed;
    rq_out_free(&temp);
}

static void chunk_json(struct rq_doc *doc, struct rq_json *j, const struct rq_fnt *fnt,
                       const struct rq_fnt_chunk *chunk, bool glyphs)
{
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->tag, 4});
    if (chunk->kind == RQ_FNT_FNHD)
        /* Without glyphs nothing else says how many there were to be. */
        rq_rec_json(j, &rq_fnt_header_rec, &fnt->header, doc->page,
                    glyphs ? "character_count" : NULL);
    else if (chunk->kind == RQ_FNT_COLORS)
        rq_colors_json(j, "colors", fnt->palette, 256, 3);
    else if (chunk->kind == RQ_FNT_FBMP)
        glyphs_json(doc, j, fnt);
    else if (chunk->kind == RQ_FNT_RDATA)
        rq_rec_json(j, &rq_fnt_rdat_rec, &fnt->rdat, doc->page, NULL);
    if (chunk->payload.size || chunk->kind == RQ_FNT_RAW) {
        rq_json_key(j, "payload");
        rq_json_base64(j, chunk->payload);
    }
    rq_json_end_object(j);
}

bool rq_fnt_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_fnt *fnt = doc->root;
    bool glyphs = rq_fnt_kinds(fnt) & 1u << RQ_FNT_FBMP;
    (void)err;
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t i = 0; i < fnt->chunk_count; i++)
        chunk_json(doc, j, fnt, &fnt->chunks[i], glyphs);
    rq_json_end_array(j);
    if (fnt->no_end) {
        rq_json_key(j, "end");
        rq_json_bool(j, false);
    }
    rq_json_bytes(j, "trailing", fnt->trailing);
    return true;
}

/* ---- and back ---- */

/* Two digits a pixel, appended; false for anything else. */
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

static void take_rows(struct rq_jr *jr, struct rq_fnt_glyph *glyph)
{
    size_t width = glyph->header.width, count = rq_jr_length(jr), y = 0;
    if (count != glyph->header.height) {
        rq_jr_bad(jr, "%zu rows, but the height is %u", count, glyph->header.height);
        return;
    }
    uint8_t *pixels = NULL;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_str row = rq_jr_string(jr);
        /* The first row shows that the width is no invention. */
        if (rq_jr_ok(jr) && row.size == width * 2 && !pixels)
            pixels = rq_jr_get(jr, rq_fnt_pixels(glyph), 1);
        if (rq_jr_ok(jr) && (!pixels || !take_row(row, width, pixels + y * width)))
            rq_jr_bad(jr, "a row has two hexadecimal digits for each of %zu pixels", width);
        y++;
    }
    glyph->pixels = pixels;
}

static void take_glyph(struct rq_doc *doc, struct rq_jr *jr, struct rq_fnt_glyph *glyph)
{
    struct rq_str key;
    bool rows = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "rows") && !rows) {
            take_rows(jr, glyph);
            rows = true;
        } else if (rows) {
            rq_jr_bad(jr, "\"rows\" come last in a glyph");
        } else if (!rq_rec_take(jr, &rq_fnt_glyph_header_rec, &glyph->header, doc->page, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && !rows && rq_fnt_pixels(glyph))
        rq_jr_bad(jr, "a glyph of %u x %u needs \"rows\"", glyph->header.width,
                  glyph->header.height);
}

static void take_glyphs(struct rq_doc *doc, struct rq_jr *jr, struct rq_fnt *fnt)
{
    size_t count = rq_jr_length(jr);
    if (count > UINT16_MAX)
        rq_jr_bad(jr, "%zu glyphs: 65535 at most", count);
    fnt->glyphs = rq_jr_get(jr, count, sizeof *fnt->glyphs);
    rq_jr_array(jr);
    while (fnt->glyphs && rq_jr_more(jr))
        take_glyph(doc, jr, &fnt->glyphs[fnt->glyph_count++]);
    fnt->header.character_count = (uint16_t)fnt->glyph_count;
}

/* A member that the chunk's kind has; true when it was one. */
static bool take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_fnt *fnt,
                        enum rq_fnt_kind kind, struct rq_str key)
{
    if (kind == RQ_FNT_FNHD)
        return rq_rec_take(jr, &rq_fnt_header_rec, &fnt->header, doc->page, key);
    if (kind == RQ_FNT_RDATA)
        return rq_rec_take(jr, &rq_fnt_rdat_rec, &fnt->rdat, doc->page, key);
    if (kind == RQ_FNT_COLORS && rq_str_is(key, "colors") && !fnt->palette)
        fnt->palette = rq_colors_take(jr, 256, 3);
    else if (kind == RQ_FNT_FBMP && rq_str_is(key, "glyphs") && !fnt->glyphs)
        take_glyphs(doc, jr, fnt);
    else
        return false;
    return true;
}

/* A chunk that has only a payload is a raw one, whatever its tag. */
static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_fnt *fnt,
                       struct rq_fnt_chunk *chunk, unsigned *seen)
{
    struct rq_str key;
    bool first = true, known = false;
    enum rq_fnt_kind kind = RQ_FNT_RAW;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (first != rq_str_is(key, "tag")) {
            rq_jr_bad(jr, "a chunk starts with its \"tag\"");
        } else if (first) {
            rq_jr_fixed(jr, doc->page, chunk->tag, 4);
            kind = rq_fnt_kind(*seen, chunk->tag, SIZE_MAX);
        } else if (rq_str_is(key, "payload")) {
            chunk->payload = rq_jr_base64(jr);
        } else {
            known = true;
            if (!take_member(doc, jr, fnt, kind, key))
                rq_jr_unknown(jr, key);
        }
        first = false;
    }
    chunk->kind = known || kind == RQ_FNT_FNHD ? kind : RQ_FNT_RAW;
    *seen |= 1u << chunk->kind;
    if (rq_tag_is(chunk->tag, "END ") && rq_jr_ok(jr))
        rq_jr_bad(jr, "END is not a chunk: it is written by itself");
}

bool rq_fnt_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_fnt *fnt = doc->root = rq_jr_get(jr, 1, sizeof *fnt);
    struct rq_str key;
    unsigned seen = 0;
    if (!fnt)
        return false;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "chunks") && !fnt->chunks) {
            fnt->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *fnt->chunks);
            rq_jr_array(jr);
            while (fnt->chunks && rq_jr_more(jr))
                take_chunk(doc, jr, fnt, &fnt->chunks[fnt->chunk_count++], &seen);
        } else if (rq_str_is(key, "end")) {
            fnt->no_end = !rq_jr_bool(jr);
        } else if (rq_str_is(key, "trailing")) {
            fnt->trailing = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    const struct rq_fnt_chunk *first = fnt->chunk_count ? fnt->chunks : NULL;
    if (rq_jr_ok(jr) && (!first || first->kind != RQ_FNT_FNHD))
        rq_jr_bad(jr, "the first chunk must be FNHD");
    return rq_jr_ok(jr);
}
