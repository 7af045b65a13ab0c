/* FNT: chunks (header, palette, glyphs, perhaps RDAT), END. One layout. */
#include "formats/extent.h"
#include "formats/redguard/chunk.h"
#include "formats/redguard/fnt_parts.h"

RQ_RECORD_TABLE(rq_fnt_header, RQ_FNT_HEADER);
RQ_RECORD_TABLE(rq_fnt_glyph_header, RQ_FNT_GLYPH);
RQ_RECORD_TABLE(rq_fnt_rdat, RQ_FNT_RDAT);

/* The game's own loop stops there. */
enum { MOST_GLYPHS = 256 };

static unsigned fnt_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || memcmp(in.data, "FNHD", 4) != 0)
        return 0;
    return rq_get32be(in.data + 4) == FNHD_SIZE ? 64 : 32;
}

unsigned rq_fnt_kinds(const struct rq_fnt *fnt)
{
    unsigned kinds = 0;
    for (size_t i = 0; i < fnt->chunk_count; i++)
        kinds |= 1u << fnt->chunks[i].kind;
    return kinds;
}

/* The kind of a chunk with this tag, when it is the first of its kind and long enough; seen has a
 * bit for each kind that there was. */
static enum rq_fnt_kind kind_of(unsigned seen, const char *tag, size_t size)
{
    static const struct {
        char tag[5];
        enum rq_fnt_kind kind;
        size_t least;
    } known[] = {{"FNHD", RQ_FNT_FNHD, FNHD_SIZE},
                 {"BPAL", RQ_FNT_COLORS, PALETTE_SIZE},
                 {"FPAL", RQ_FNT_COLORS, PALETTE_SIZE},
                 {"FBMP", RQ_FNT_FBMP, 0},
                 {"RDAT", RQ_FNT_RDATA, RDAT_SIZE}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (rq_tag_is(tag, known[i].tag) && size >= known[i].least && !(seen & 1u << known[i].kind))
            return known[i].kind;
    return RQ_FNT_RAW;
}

/* ---- reading ---- */

static bool read_glyphs(struct rq_doc *doc, struct rq_cur *c, struct rq_fnt *fnt)
{
    size_t count = fnt->header.character_count;
    if (!rq_count(c, count, GLYPH_SIZE, "character_count"))
        return false;
    fnt->glyphs = rq_cur_get(doc, c, count, sizeof *fnt->glyphs);
    while (fnt->glyphs && fnt->glyph_count < count) {
        struct rq_fnt_glyph *glyph = &fnt->glyphs[fnt->glyph_count];
        rq_enter(c, "glyphs", (int64_t)fnt->glyph_count++);
        rq_rec_read(c, &rq_fnt_glyph_header_rec, &glyph->header);
        glyph->pixels = rq_take(c, rq_fnt_pixels(glyph), RQ_KIND_bytes, "pixels");
        rq_leave(c);
        if (!rq_ok(c))
            return false;
    }
    return rq_ok(c);
}

static bool read_chunk(struct rq_doc *doc, struct rq_cur *c, struct rq_fnt *fnt, unsigned *seen)
{
    struct rq_fnt_chunk *chunk = &fnt->chunks[fnt->chunk_count];
    struct rq_cur in;
    uint64_t at = rq_tell(c);
    if (!rq_chunk_next(c, chunk->tag, &in))
        return false;
    enum rq_fnt_kind kind = kind_of(*seen, chunk->tag, rq_left(&in));
    chunk->kind = kind;
    *seen |= 1u << kind;
    fnt->chunk_count++;
    if (kind == RQ_FNT_FNHD)
        rq_rec_read(&in, &rq_fnt_header_rec, &fnt->header);
    else if (kind == RQ_FNT_COLORS)
        fnt->palette = rq_take(&in, PALETTE_SIZE, RQ_KIND_bytes, "colors");
    else if (kind == RQ_FNT_FBMP)
        read_glyphs(doc, &in, fnt);
    else if (kind == RQ_FNT_RDATA)
        rq_rec_read(&in, &rq_fnt_rdat_rec, &fnt->rdat);
    if (!rq_ok(c))
        return false;
    chunk->payload = rq_take_bytes(&in, rq_left(&in), "payload");
    if (chunk->payload.size || kind == RQ_FNT_RAW)
        rq_find(doc, "not-understood", at, "chunks", "%zu bytes of %.4s are not understood",
                chunk->payload.size, chunk->tag);
    return rq_ok(c);
}

static void look_at_header(struct rq_doc *doc, const struct rq_fnt *fnt, unsigned seen)
{
    const struct rq_fnt_header *h = &fnt->header;
    if (h->character_count > MOST_GLYPHS)
        rq_find(doc, "too-many-glyphs", 0x38, "character_count", "%u; the game takes %d",
                h->character_count, MOST_GLYPHS);
    if ((h->has_rdat != 0) != ((seen & 1u << RQ_FNT_RDATA) != 0))
        rq_find(doc, "rdat-against-header", 0x2A, "has_rdat", "%u, but RDAT is %s", h->has_rdat,
                h->has_rdat ? "missing" : "there");
    if (!fnt->palette)
        rq_find(doc, "no-palette", 0x3E, "has_palette", "there is no palette");
    if (!(seen & 1u << RQ_FNT_FBMP))
        rq_find(doc, "no-glyphs", 0x38, "character_count", "there is no FBMP");
}

static bool fnt_read(struct rq_doc *doc, struct rq_cur *c)
{
    static const uint8_t zeros[4];
    struct rq_fnt *fnt = doc->root = rq_cur_get(doc, c, 1, sizeof *fnt);
    size_t most = rq_chunk_count(c);
    unsigned seen = 0;
    if (!fnt || !(fnt->chunks = rq_cur_get(doc, c, most, sizeof *fnt->chunks)))
        return false;
    if (!rq_chunk_at(c, "FNHD"))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with FNHD");
    while (fnt->chunk_count < most) {
        rq_enter(c, "chunks", (int64_t)fnt->chunk_count);
        if (!read_chunk(doc, c, fnt, &seen))
            return false;
        rq_leave(c);
        if (fnt->chunks[0].kind != RQ_FNT_FNHD)
            break;
    }
    if (most == 0 || fnt->chunks[0].kind != RQ_FNT_FNHD)
        return rq_bad(c, RQ_TRUNCATED, 4, "a header of less than %d bytes", FNHD_SIZE);
    uint64_t at = rq_tell(c);
    fnt->no_end = !rq_chunk_at(c, "END ");
    if (fnt->no_end)
        rq_find(doc, "no-end", at, "END", "is missing");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    fnt->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    /* Four zeros are a quirk of ARIALVS.FNT, and harmless. */
    if (fnt->trailing.size && !rq_same(fnt->trailing, (struct rq_bytes){zeros, 4}))
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes", fnt->trailing.size);
    look_at_header(doc, fnt, seen);
    return rq_ok(c);
}

/* ---- writing ---- */

static void write_chunk(const struct rq_fnt *fnt, const struct rq_fnt_chunk *chunk, unsigned kinds,
                        struct rq_out *out)
{
    size_t start = rq_chunk_open(out, chunk->tag);
    struct rq_fnt_header header = fnt->header;
    if (kinds & 1u << RQ_FNT_FBMP)
        header.character_count = (uint16_t)fnt->glyph_count;
    if (chunk->kind == RQ_FNT_FNHD)
        rq_rec_write(out, &rq_fnt_header_rec, &header);
    else if (chunk->kind == RQ_FNT_COLORS)
        rq_put(out, fnt->palette, PALETTE_SIZE);
    else if (chunk->kind == RQ_FNT_RDATA)
        rq_rec_write(out, &rq_fnt_rdat_rec, &fnt->rdat);
    for (size_t i = 0; chunk->kind == RQ_FNT_FBMP && i < fnt->glyph_count; i++) {
        rq_rec_write(out, &rq_fnt_glyph_header_rec, &fnt->glyphs[i].header);
        rq_put(out, fnt->glyphs[i].pixels, rq_fnt_pixels(&fnt->glyphs[i]));
    }
    rq_put_bytes(out, chunk->payload);
    rq_chunk_close(out, start);
}

static bool fnt_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_fnt *fnt = doc->root;
    unsigned kinds = rq_fnt_kinds(fnt);
    if (fnt->glyph_count > UINT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "fnt", "%zu glyphs: 65535 at most", fnt->glyph_count);
    if (kinds & 1u << RQ_FNT_COLORS && !fnt->palette)
        return rq_fail(err, RQ_USAGE, 0, "fnt", "a palette chunk without a palette");
    for (size_t i = 0; i < fnt->glyph_count; i++)
        if (!fnt->glyphs[i].pixels && rq_fnt_pixels(&fnt->glyphs[i]))
            return rq_fail(err, RQ_USAGE, 0, "fnt", "glyph %zu has no pixels", i);
    for (size_t i = 0; i < fnt->chunk_count; i++)
        write_chunk(fnt, &fnt->chunks[i], kinds, out);
    if (!fnt->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, fnt->trailing);
    return true;
}

/* ---- for a person ---- */

static bool fnt_facts(struct rq_doc *doc)
{
    const struct rq_fnt *fnt = doc->root;
    size_t drawn = 0;
    unsigned width = 0, height = 0;
    for (size_t i = 0; i < fnt->glyph_count; i++) {
        const struct rq_fnt_glyph_header *h = &fnt->glyphs[i].header;
        drawn += h->enabled != 0;
        width = h->width > width ? h->width : width;
        height = h->height > height ? h->height : height;
    }
    rq_fact_add(doc, "glyphs", "%zu from code %u on, %zu drawn", fnt->glyph_count,
                fnt->header.character_start, drawn);
    rq_fact_add(doc, "line height", "%u", fnt->header.line_height);
    rq_fact_add(doc, "largest glyph", "%u x %u", width, height);
    return true;
}

static bool fnt_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_fnt));
    return doc->root != NULL;
}

static const struct rq_facet_pictures pictures = {
    .images = rq_fnt_images,
    .put_image = rq_fnt_put_image,
    .remove_image = rq_fnt_remove_image,
};

static const struct rq_facet_font font = {
    .font = rq_fnt_font,
};

static const struct rq_format_record fnt_records[] = {
    {&rq_fnt_header_rec, "FNHD"},
    {&rq_fnt_glyph_header_rec, "before the pixels of each glyph, in FBMP"},
    {&rq_fnt_rdat_rec, "RDAT"},
    {NULL, NULL},
};

static const struct rq_finding_kind fnt_findings[] = {
    {"not-understood", RQ_WARNING,
     "a chunk of an unknown tag, a second one of its kind, or bytes behind the known ones",
     "The game looks for FNHD, BPAL or FPAL, and FBMP. The bytes are kept."},
    {"too-many-glyphs", RQ_WARNING, "more than 256 glyphs",
     "The game stops after 256. The others are kept and never drawn."},
    {"rdat-against-header", RQ_WARNING, "has_rdat says something else than the file",
     "The game looks at neither has_rdat nor RDAT, which belong to the tool that made the "
     "font."},
    {"no-palette", RQ_WARNING, "there is no palette",
     "The game looks for BPAL or FPAL when has_palette is 1. What it draws without one is "
     "not known."},
    {"no-glyphs", RQ_WARNING, "there is no FBMP", "There is nothing to draw."},
    {"no-end", RQ_WARNING, "END is missing",
     "Every font of the game ends with it. The file is written without it again."},
    {"trailing-bytes", RQ_WARNING, "bytes after END",
     "Four zero bytes are known from ARIALVS.FNT and no finding. Others are kept; the game "
     "is not known to read them."},
    {NULL, RQ_WARNING, NULL, NULL},
};

/* No finding: fonts of the game have widths of other glyphs there, and it reads none of these. */
static void fnt_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_fnt *fnt = doc->root;
    unsigned kinds = rq_fnt_kinds(fnt);
    if (!(kinds & 1u << RQ_FNT_FNHD))
        return;
    rq_follow(f, &fnt->header.max_width, 2, rq_fnt_widest(fnt), "max_width");
    rq_follow(f, &fnt->header.has_rdat, 2, kinds >> RQ_FNT_RDATA & 1, "has_rdat");
    rq_follow(f, &fnt->header.has_palette, 2, kinds >> RQ_FNT_COLORS & 1, "has_palette");
}

const struct rq_format rq_format_fnt = {
    .info = {"fnt", "Bitmap font", "redguard", "fnt"},
    .detect = fnt_detect,
    .extent = rq_extent_chunks,
    .read = fnt_read,
    .write = fnt_write,
    .records = fnt_records,
    .findings = fnt_findings,
    .shape = &rq_fnt_shape,
    .follows = fnt_follows,
    .facts = fnt_facts,
    .fresh = fnt_fresh,
    .pictures = &pictures,
    .font = &font,
};
