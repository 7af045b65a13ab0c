/* FNT: bytes by hand from docs/formats/fnt.md; with a corpus, every field and every pixel
 * against its ground truth. */
#include "redguard.h"

#include "convert/convert.h"

#include <reliquary/fnt.h>

/* Offsets: FNHD 0, its text 8, unknown_24 40, character_count 56; the palette 64 (colours from
 * 72); FBMP 840, glyphs from 848: 848 of 10 + 4, 862 of 10 + 1, 873 of 10 + 6. */
enum { COUNT_AT = 56, PALETTE_AT = 72, GLYPHS_AT = 848 };

static void put_header(struct made *m, unsigned rdat, int count)
{
    m->size = 0;
    put_text(m, "FNHD", 4);
    put32be(m, 56);
    put_text(m, "TEST font", 10);
    put_text(m, "v1", 22);
    put16(m, 3);
    put16(m, (int)rdat);
    put_zeros(m, 6);
    put16(m, 13);
    put16(m, 9);
    put16(m, 32);
    put16(m, count);
    put_zeros(m, 4);
    put16(m, 1);
}

/* Entry i is (i / 4, 63 - i / 4, i % 64). */
static void put_palette(struct made *m, const char *tag)
{
    put_text(m, tag, 4);
    put32be(m, 768);
    for (unsigned i = 0; i < 256; i++) {
        put8(m, i / 4);
        put8(m, 63 - i / 4);
        put8(m, i % 64);
    }
}

static void put_glyph(struct made *m, int enabled, int left, int top, int width, int height,
                      const char *pixels)
{
    put16(m, enabled);
    put16(m, left);
    put16(m, top);
    put16(m, width);
    put16(m, height);
    for (int i = 0; i < width * height; i++)
        put8(m, (uint8_t)pixels[i]);
}

/* Codes 32, 33 (not drawn) and 34. */
static void put_glyphs(struct made *m)
{
    put_text(m, "FBMP", 4);
    put32be(m, 14 + 11 + 16);
    put_glyph(m, 1, 0, 3, 2, 2, "\1\2\3\0");
    put_glyph(m, 0, 0, 0, 1, 1, "\5");
    put_glyph(m, 255, -1, 2, 3, 2, "\xC8\0\xC8\1\1\1");
}

static void make_fnt(struct made *m)
{
    put_header(m, 0, 3);
    put_palette(m, "BPAL");
    put_glyphs(m);
    put_text(m, "END ", 4);
}

static void put_rdat(struct made *m)
{
    put_text(m, "RDAT", 4);
    put32be(m, 173);
    put_text(m, "C:\\FONTS\\TEST.TTF", 136);
    for (uint32_t i = 1; i <= 9; i++)
        put32(m, i * 1000);
    put8(m, 7);
}

static void test_values(void)
{
    static struct made m;
    make_fnt(&m);
    CHECK_INT(m.size, GLYPHS_AT + 41 + 4);
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
    const struct rq_finding *findings;
    CHECK_STR(fnt->header.description, "TEST font");
    CHECK_STR(fnt->header.description + 10, "v1"); /* what follows the NUL is kept */
    CHECK_INT(fnt->header.unknown_24, 3);
    CHECK_INT(fnt->header.has_rdat, 0);
    CHECK_INT(fnt->header.max_width, 13);
    CHECK_INT(fnt->header.line_height, 9);
    CHECK_INT(fnt->header.character_start, 32);
    CHECK_INT(fnt->header.character_count, 3);
    CHECK_INT(fnt->header.has_palette, 1);
    CHECK(fnt->palette == m.data + PALETTE_AT);
    REQUIRE(fnt->glyph_count == 3);
    CHECK_INT(fnt->glyphs[1].header.enabled, 0);
    CHECK_INT(fnt->glyphs[2].header.enabled, 255);
    CHECK_INT(fnt->glyphs[2].header.offset_left, -1);
    CHECK_INT(fnt->glyphs[2].header.offset_top, 2);
    CHECK_INT(fnt->glyphs[2].header.width, 3);
    CHECK_INT(fnt->glyphs[2].header.height, 2);
    CHECK_MEM(fnt->glyphs[2].pixels, 6, "\xC8\0\xC8\1\1\1", 6);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

/* The three orders of chunks that the game's fonts have. */
static void test_round_trips(void)
{
    static struct made m;
    const struct rq_finding *findings;
    make_fnt(&m);
    check_round_trips(made_bytes(&m), "X.FNT", "fnt");
    check_round_trips(made_bytes(&m), NULL, "fnt");
    put_header(&m, 1, 3);
    put_palette(&m, "BPAL");
    put_glyphs(&m);
    put_rdat(&m);
    put_text(&m, "END ", 4);
    check_round_trips(made_bytes(&m), "X.FNT", "fnt");
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
    CHECK_STR(fnt->rdat.source_name, "C:\\FONTS\\TEST.TTF");
    CHECK_INT(fnt->rdat.unknown_90, 1000);
    CHECK_INT(fnt->rdat.unknown_b0, 9000);
    CHECK_INT(fnt->rdat.unknown_b4, 7);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
    put_header(&m, 0, 3);
    put_palette(&m, "FPAL");
    put_glyphs(&m);
    put_text(&m, "END ", 4);
    put_zeros(&m, 4); /* as in ARIALVS.FNT */
    check_round_trips(made_bytes(&m), "X.FNT", "fnt");
    doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static void check_found(const struct made *m, const char *id)
{
    const struct rq_finding *findings;
    bool seen = false;
    check_note("%s", id);
    check_round_trips(made_bytes(m), NULL, "fnt");
    struct rq_doc *doc = read_as(made_bytes(m), "fnt");
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        seen |= strcmp(findings[i].id, id) == 0;
    CHECK(seen);
    rq_doc_free(doc);
}

static void test_deviations(void)
{
    static struct made m;
    make_fnt(&m);
    put_text(&m, "xyz", 3);
    check_found(&m, "fnt-trailing-bytes");
    make_fnt(&m);
    m.size -= 4;
    check_found(&m, "fnt-no-end");
    make_fnt(&m);
    m.data[42] = 1;
    check_found(&m, "fnt-rdat-against-header"); /* RDAT said, none there */
    make_fnt(&m);
    m.data[COUNT_AT] = 2; /* one glyph too many */
    check_found(&m, "fnt-not-understood");
    put_header(&m, 0, 3);
    put_text(&m, "END ", 4);
    check_found(&m, "fnt-no-palette");
    check_found(&m, "fnt-no-glyphs");
    /* Chunks that nobody knows, one twice, a palette that is too short, a long RDAT. */
    make_fnt(&m);
    m.size -= 4;
    put_text(&m, "FBMP", 4);
    put32be(&m, 2);
    put16(&m, 99);
    put_text(&m, "WHAT", 4);
    put32be(&m, 0);
    put_text(&m, "FPAL", 4);
    put32be(&m, 3);
    put_text(&m, "abc", 3);
    put_text(&m, "END ", 4);
    check_found(&m, "fnt-not-understood");
}

static void test_font(void)
{
    static struct made m;
    make_fnt(&m);
    m.data[54] = 0x80; /* from code 128 on: C cedilla, u umlaut, e acute in cp437 */
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.name = "X", .arena = &arena, .err = &err};
    struct rq_font font;
    if (CHECK(doc->format->font->font(doc, &view, &font)) && CHECK_INT(font.glyph_count, 3)) {
        CHECK_STR(font.name, "X");
        CHECK_INT(font.line_height, 9);
        CHECK_INT(font.glyphs[0].codepoint, 0xC7);
        CHECK_INT(font.glyphs[1].codepoint, 0xFC);
        CHECK_INT(font.glyphs[2].codepoint, 0xE9);
        CHECK(font.glyphs[1].disabled && !font.glyphs[2].disabled);
        CHECK_INT(font.glyphs[2].left, -1);
        CHECK_INT(font.glyphs[2].top, 2);
        CHECK_INT(font.glyphs[2].advance, 4);
        /* 6 bits times 4: entry 200 is (50, 13, 8). */
        CHECK_INT(font.palette[600], 200);
        CHECK_INT(font.palette[601], 52);
        CHECK_INT(font.palette[602], 32);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static bool note_name(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)bytes, (void)err;
    strcat(strcat(ctx, name), " ");
    return true;
}

static void test_kinds(void)
{
    static struct made m;
    char names[200] = "";
    struct rq_error err = {0};
    make_fnt(&m);
    char kinds[RQ_KINDS_SIZE];
    CHECK_STR(rq_format_kinds(rq_format_by_name("fnt"), RQ_WAY_CONVERT, kinds),
              "bmfont ttf glyph png json");
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    CHECK(
        rq_doc_convert(doc, &(struct rq_convert_options){.name = "X.FNT"}, note_name, names, &err));
    CHECK_STR(names, "X.png X.fnt X.ttf ");
    rq_doc_free(doc);
}

/* ---- the picture back ---- */

/* Cells of 5 x 4, two in a row: 10 x 8 pixels. Glyph 2 is in the second row, at 1, 5. */
static void test_put_image(void)
{
    static struct made m;
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    const struct rq_image *images;
    size_t count = 0;
    make_fnt(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    REQUIRE(doc->format->pictures->images(doc, &view, &images, &count) && count == 1);
    const struct rq_plane *plane = images[0].planes;
    CHECK_INT(plane->width, 10);
    CHECK_INT(plane->height, 8);
    /* As it is, and through colours: nothing changes. */
    CHECK(doc->format->pictures->put_image(doc, "any", &images[0], &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    uint8_t rgba[10 * 8 * 4], painted[10 * 8];
    rq_plane_rgba(&images[0], plane, rgba);
    struct rq_plane colors = {10, 8, {rgba, sizeof rgba}};
    struct rq_image other = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &colors};
    CHECK(doc->format->pictures->put_image(doc, "any", &other, &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    /* Painted over: the first pixel of glyph 2 by index, its last as nearly entry 100. */
    memcpy(painted, plane->bytes.data, sizeof painted);
    painted[5 * 10 + 1] = 9;
    struct rq_plane own = {10, 8, {painted, sizeof painted}};
    struct rq_image indexed = images[0];
    indexed.planes = &own;
    CHECK(doc->format->pictures->put_image(doc, "any", &indexed, &err));
    m.data[GLYPHS_AT + 25 + 10] = 9;
    CHECK(writes_same(doc, made_bytes(&m), false));
    static const uint8_t near[4] = {25 * 4 + 1, 38 * 4, 36 * 4 - 1, 255};
    memcpy(rgba + (6 * 10 + 3) * 4, near, 4);
    memcpy(rgba + (5 * 10 + 1) * 4, "\0\0\0\0", 4); /* and its first is wiped out */
    CHECK(doc->format->pictures->put_image(doc, "any", &other, &err));
    m.data[GLYPHS_AT + 25 + 10] = 0;
    m.data[GLYPHS_AT + 25 + 15] = 100;
    CHECK(writes_same(doc, made_bytes(&m), true));
    CHECK_STR(err.text, "");
    colors.width = 9;
    CHECK(!doc->format->pictures->put_image(doc, "any", &other, &err));
    CHECK(strstr(err.text, "10 x 8") != NULL);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* ---- refusals ---- */

static void test_json_errors(void)
{
    static const char *const members[] = {
        "\"chunks\":[]",
        "\"chunks\":[{\"tag\":\"BPAL\",\"colors\":[]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"END \"}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"BPAL\",\"colors\":[[1,2,3]]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[{\"width\":1,\"height\":1}]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[{\"width\":1,\"height\":1,"
        "\"rows\":[\"0\"]}]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[{\"width\":1,\"height\":1,"
        "\"rows\":[\"0g\"]}]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[{\"width\":1,\"height\":1,"
        "\"rows\":[\"00\",\"00\"]}]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[{\"rows\":[],\"width\":1}]}]",
        "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"RDAT\",\"colors\":[]}]",
        "\"chunks\":[{\"line_height\":3}]",
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        not_built("fnt", members[i]);
}

static void test_damage(void)
{
    static struct made m;
    make_fnt(&m);
    check_truncations(made_bytes(&m), "fnt");
    check_flips(made_bytes(&m), "fnt", 3000);
    m.data[COUNT_AT] = m.data[COUNT_AT + 1] = 0xFF;
    unreadable(&m, "fnt", RQ_TRUNCATED, "character_count");
    make_fnt(&m);
    memset(m.data + GLYPHS_AT + 6, 0xFF, 4); /* 65535 x 65535 pixels */
    unreadable(&m, "fnt", RQ_TRUNCATED, "glyphs[0]");
    make_fnt(&m);
    rq_set32be(m.data + 4, 55);
    unreadable(&m, "fnt", RQ_TRUNCATED, "56");
    make_fnt(&m);
    m.data[0] = 'f';
    unreadable(&m, "fnt", RQ_BAD_MAGIC, "FNHD");
}

/* Glyphs without pixels have any size for nothing: JSON and pictures must not follow them. */
static void test_empty_glyphs(void)
{
    static struct made m;
    put_header(&m, 0, 1000);
    put_palette(&m, "BPAL");
    put_text(&m, "FBMP", 4);
    put32be(&m, 10 * 1000);
    for (int i = 0; i < 1000; i++)
        put_glyph(&m, 1, 0, 0, i & 1 ? 0 : 65535, i & 1 ? 65535 : 0, "");
    put_text(&m, "END ", 4);
    check_survives(made_bytes(&m), "fnt");
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    CHECK(json.size < m.size * 20);
    rq_out_free(&json);
    char names[200] = "";
    struct rq_error err = {0};
    CHECK(!rq_doc_convert(doc, &(struct rq_convert_options){.name = "X.FNT"}, note_name, names,
                          &err));
    CHECK_INT(err.code, RQ_LIMIT);
    rq_doc_free(doc);
}

/* What a caller took out of a document may not be written: which part is missing is said. */
static void test_unwritable(void)
{
    static struct made m;
    struct rq_error err = {0};
    struct rq_out out = {0};
    put_header(&m, 0, 1);
    put_palette(&m, "BPAL");
    put_text(&m, "FBMP", 4);
    put32be(&m, 10 + 2);
    put_glyph(&m, 1, 0, 0, 2, 1, "ab");
    put_text(&m, "END ", 4);
    struct rq_doc *doc = read_as(made_bytes(&m), "fnt");
    REQUIRE(doc != NULL);
    struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
    fnt->glyphs[0].pixels = NULL;
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "glyph 0 has no pixels");
    CHECK_INT(err.code, RQ_USAGE);
    err = (struct rq_error){0};
    fnt->palette = NULL;
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "a palette chunk without a palette");
    err = (struct rq_error){0};
    fnt->glyph_count = 65536;
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "65536 glyphs: 65535 at most");
    CHECK_INT(err.code, RQ_LIMIT);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_no_memory(void)
{
    static struct made m;
    make_fnt(&m);
    check_exhausted(made_bytes(&m), "fnt", "ttf", NULL, (struct rq_bytes){0});
    check_exhausted(made_bytes(&m), "fnt", "bmfont", NULL, (struct rq_bytes){0});
}

/* ---- ground truth ---- */

static uint32_t from_hex(char c)
{
    return (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void check_pixels(struct rq_str hex, const struct rq_fnt_glyph *glyph)
{
    size_t size = (size_t)glyph->header.width * glyph->header.height, wrong = 0;
    REQUIRE(hex.size == size * 2);
    for (size_t i = 0; i < size; i++)
        wrong += glyph->pixels[i] != from_hex(hex.text[i * 2]) * 16 + from_hex(hex.text[i * 2 + 1]);
    CHECK_INT(wrong, 0);
}

static void check_glyph(struct rq_jr *jr, const struct rq_fnt_glyph *glyph)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "enabled_raw"))
            CHECK_INT(glyph->header.enabled, rq_jr_u32(jr));
        else if (rq_str_is(key, "offset_left"))
            CHECK_INT(glyph->header.offset_left, rq_jr_signed(jr, -99999, 99999));
        else if (rq_str_is(key, "offset_top"))
            CHECK_INT(glyph->header.offset_top, rq_jr_signed(jr, -99999, 99999));
        else if (rq_str_is(key, "width"))
            CHECK_INT(glyph->header.width, rq_jr_u32(jr));
        else if (rq_str_is(key, "height"))
            CHECK_INT(glyph->header.height, rq_jr_u32(jr));
        else if (rq_str_is(key, "pixels_hex"))
            check_pixels(rq_jr_string(jr), glyph);
        else
            rq_jr_skip(jr);
    }
}

static void check_rdat(struct rq_jr *jr, const struct rq_fnt_rdat *rdat)
{
    const uint32_t values[] = {rdat->unknown_90, rdat->unknown_94, rdat->unknown_98,
                               rdat->unknown_9c, rdat->unknown_a0, rdat->unknown_a4,
                               rdat->unknown_a8, rdat->unknown_ac, rdat->unknown_b0};
    struct rq_str key;
    if (rq_jr_peek(jr) == RQ_J_NULL) {
        rq_jr_skip(jr);
        CHECK_INT(rdat->source_name[0], 0);
        return;
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "source_name")) {
            struct rq_str s = rq_jr_string(jr);
            CHECK_MEM(rdat->source_name, strlen(rdat->source_name), s.text, s.size);
        } else if (rq_str_is(key, "values")) {
            rq_jr_array(jr);
            for (size_t i = 0; rq_jr_more(jr); i++)
                CHECK_INT(values[i % 9], rq_jr_u32(jr));
        } else {
            rq_jr_skip(jr);
        }
    }
}

static void check_colors(struct rq_jr *jr, const uint8_t *palette)
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++)
            CHECK_INT(palette[n % 768], rq_jr_u32(jr));
    }
    CHECK_INT(n, 768);
}

/* A number of the header; true when the key is one. */
static bool check_number(struct rq_jr *jr, struct rq_str key, const struct rq_fnt_header *h)
{
    const struct {
        const char *key;
        uint16_t value;
    } known[] = {{"unknown_24", h->unknown_24},
                 {"has_rdat", h->has_rdat},
                 {"max_width", h->max_width},
                 {"line_height", h->line_height},
                 {"character_start", h->character_start},
                 {"character_count", h->character_count},
                 {"has_palette", h->has_palette}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (rq_str_is(key, known[i].key)) {
            CHECK_INT(known[i].value, rq_jr_u32(jr));
            return true;
        }
    return false;
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "fnt");
    check_round_trips(bytes, NULL, "fnt");
    struct rq_doc *doc = read_as(bytes, "fnt");
    REQUIRE(doc != NULL);
    const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
    const struct rq_finding *findings;
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t n = 0;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "palette_raw")) {
            check_colors(&jr, fnt->palette);
        } else if (rq_str_is(key, "rdat")) {
            check_rdat(&jr, &fnt->rdat);
        } else if (rq_str_is(key, "glyphs")) {
            rq_jr_array(&jr);
            for (; rq_jr_more(&jr); n++)
                check_glyph(&jr, &fnt->glyphs[n < fnt->glyph_count ? n : 0]);
        } else if (!check_number(&jr, key, &fnt->header)) {
            rq_jr_skip(&jr);
        }
    }
    CHECK_INT(n, fnt->glyph_count);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.FNT", check_file);
}

TESTS(test_values, test_round_trips, test_deviations, test_font, test_kinds, test_put_image,
      test_json_errors, test_damage, test_empty_glyphs, test_unwritable, test_no_memory,
      test_corpus)
