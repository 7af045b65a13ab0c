/* LBM: bytes by hand from docs/formats/lbm.md (the IFF standard of Electronic Arts). The corpus has
 * none; files of netpbm's ppmtoilbm read to the same pixels as ilbmtoppm gives. */
#include "pictures.h"

#include <reliquary/lbm.h>

static void put_tag(struct made *m, const char *tag, uint32_t size)
{
    put_text(m, tag, 4);
    put32be(m, size);
}

static void put_header(struct made *m, const char *type, unsigned width, unsigned height,
                       unsigned planes, unsigned compression)
{
    m->size = 0;
    put_tag(m, "FORM", 0);
    put_text(m, type, 4);
    put_tag(m, "BMHD", 20);
    put32be(m, width << 16 | height);
    put32be(m, 0xFFFF0002); /* x -1, y 2 */
    put8(m, planes);
    put8(m, 0);
    put8(m, compression);
    put_zeros(m, 3);
    put8(m, 5);
    put8(m, 6);
    put32be(m, 320u << 16 | 200);
}

static void close_form(struct made *m)
{
    rq_set32be(m->data + 4, (uint32_t)m->size - 8);
}

/* PBM of 3 x 2, rows of 4 bytes in runs; a chunk of odd size with its pad. */
static void make_pbm(struct made *m)
{
    put_header(m, "PBM ", 3, 2, 8, 1);
    put_tag(m, "CMAP", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(m, 255 - i / 3);
    put_tag(m, "TINY", 3);
    put_text(m, "abc", 4);
    put_tag(m, "BODY", 7);
    put_text(m, "\xFD\7\3\1\2\3", 7); /* four times 7; 1 2 3 0 */
    put8(m, 0);
    close_form(m);
}

static void test_values(void)
{
    static struct made m;
    make_pbm(&m);
    check_round_trips(made_bytes(&m), "gui.lbm", "lbm");
    check_round_trips(made_bytes(&m), NULL, "lbm");
    check_put_back(made_bytes(&m), "lbm");
    check_no_memory(made_bytes(&m), "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
    const struct rq_finding *findings;
    struct rq_arena arena = {0};
    const struct rq_image *images;
    struct rq_error err = {0};
    CHECK_INT(lbm->header.width, 3);
    CHECK_INT(lbm->header.x, -1);
    CHECK_INT(lbm->header.y, 2);
    CHECK_INT(lbm->header.page_width, 320);
    CHECK_INT(lbm->chunk_count, 4);
    CHECK_MEM(lbm->rows.data, lbm->rows.size, "\7\7\7\7\1\2\3\0", 8);
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(lbm->packing, RQ_LBM_RUNS_OF_3);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "\7\7\7\1\2\3", 6);
        CHECK_INT(images[0].palette[21], 248);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* Bit planes: 3 x 1 pixels of 3 planes, 5 0 3, lines of two bytes; plain. */
static void test_planes(void)
{
    static struct made m;
    put_header(&m, "ILBM", 3, 1, 3, 0);
    put_tag(&m, "BODY", 8);
    static const uint8_t lines[] = {0xA0, 0, 0x20, 0, 0x80, 0, 'x', 'y'};
    for (size_t i = 0; i < 8; i++)
        put8(&m, lines[i]);
    close_form(&m);
    check_round_trips(made_bytes(&m), NULL, "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1))
        CHECK_MEM(images[0].planes[0].bytes.data, 3, "\5\0\3", 3);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_put(void)
{
    static struct made m;
    static const uint8_t pixels[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};
    put_header(&m, "ILBM", 9, 1, 8, 1);
    put_tag(&m, "CMAP", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(&m, i / 3);
    put_tag(&m, "BODY", 16); /* eight lines of zeros, each a run of two */
    for (unsigned i = 0; i < 8; i++) {
        put8(&m, 255);
        put8(&m, 0);
    }
    close_form(&m);
    check_put_back(made_bytes(&m), "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
    struct rq_error err = {0};
    CHECK(put_indices(doc, "gui", 9, 1, pixels, lbm->colors.data, &err));
    CHECK_MEM(lbm->rows.data, 4, "\x80\x80\x40\x80", 4); /* plane 0: pixels 0 and 8 */
    struct rq_out out = written(doc);
    struct rq_doc *again = read_as(rq_out_bytes(&out), "lbm");
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK(again != NULL) && CHECK_INT(pictures_of(again, &arena, &images), 1))
        CHECK_MEM(images[0].planes[0].bytes.data, 9, pixels, 9);
    rq_arena_free(&arena);
    rq_doc_free(again);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* FORM sizes that lie, a pad that is not there or not zero, bytes behind. */
static void test_deviations(void)
{
    static struct made m;
    for (int i = 0; i < 5; i++) {
        make_pbm(&m);
        if (i == 0)
            set32(&m, 4, 0xFFFFFFFF);
        else if (i == 1)
            m.size--;
        else if (i == 2)
            m.data[m.size - 1] = 7;
        else if (i == 3)
            put_text(&m, "more", 4);
        else
            m.data[m.size - 8] = 0xFF; /* two pixels too few: kept packed */
        check_note("deviation %d", i);
        check_round_trips(made_bytes(&m), NULL, "lbm");
    }
}

/* A row as two parts, which no rule packs so: it is kept until the picture is another. */
static void test_explicit(void)
{
    static struct made m;
    static const uint8_t pixels[] = {7, 7, 7, 9, 9, 9};
    put_header(&m, "PBM ", 3, 2, 8, 1);
    put_tag(&m, "CMAP", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(&m, i / 3);
    put_tag(&m, "BODY", 8);
    put_text(&m, "\xFF\7\xFF\7\xFF\2\xFF\2", 8); /* twice 7 and twice 7, then 2 */
    close_form(&m);
    check_round_trips(made_bytes(&m), NULL, "lbm");
    check_put_back(made_bytes(&m), "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
    struct rq_error err = {0};
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(lbm->packing, RQ_LBM_EXPLICIT);
    CHECK_INT(found(doc, "lbm-explicit-layout"), 1);
    CHECK_MEM(lbm->rows.data, lbm->rows.size, "\7\7\7\7\2\2\2\2", 8);
    CHECK(put_indices(doc, "gui", 3, 2, pixels, lbm->colors.data, &err));
    struct rq_out out = written(doc);
    /* Four bytes a row: 7 7 7 and the old pad of 7 are one run, 9 9 9 2 a run and a literal. */
    REQUIRE(out.size > 6);
    CHECK_MEM(out.data + out.size - 6, 6, "\xFD\7\xFE\x09\0\2", 6);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Palettes whose bytes are no colours, or that come second, are kept as they are. */
static void test_palettes(void)
{
    static struct made m;
    put_header(&m, "PBM ", 2, 1, 8, 0);
    put_tag(&m, "CMAP", 4);
    put_text(&m, "abcd", 4);
    put_tag(&m, "CMAP", 6);
    put_text(&m, "\1\2\3\4\5\6", 6);
    put_tag(&m, "CMAP", 6);
    put_text(&m, "\7\7\7\7\7\7", 6);
    put_tag(&m, "BODY", 2);
    put_text(&m, "\0\1", 2);
    close_form(&m);
    check_round_trips(made_bytes(&m), NULL, "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
    CHECK_MEM(lbm->colors.data, lbm->colors.size, "\1\2\3\4\5\6", 6);
    CHECK_INT(lbm->chunks[1].kind, RQ_LBM_RAW);
    CHECK_INT(lbm->chunks[2].kind, RQ_LBM_CMAP);
    CHECK_INT(lbm->chunks[3].kind, RQ_LBM_RAW);
    rq_doc_free(doc);
}

/* Two pixels of a palette of three colours, 2 and `last`: in bytes, or in three planes with lines of two bytes. */
static void test_missing_color(void)
{
    static const struct {
        const char *type, *before; /* a chunk before BODY */
        unsigned last, found;
    } cases[] = {{"PBM ", "", 1, 0},     {"PBM ", "", 3, 1},     {"ILBM", "", 1, 0},
                 {"ILBM", "", 3, 1},     {"ILBM", "CAMG", 3, 0}, {"ILBM", "none", 3, 0},
                 {"ILBM", "CRNG", 3, 1}, {"PBM ", "", 2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        unsigned last = cases[i].last;
        put_header(&m, cases[i].type, 2, 1, 3, 0);
        if (strcmp(cases[i].before, "none") != 0) {
            put_tag(&m, "CMAP", 9);
            put_text(&m, "abcdefghi", 10);
        }
        if (cases[i].before[0] == 'C') {
            put_tag(&m, cases[i].before, 4);
            put_text(&m, "\0\0\0\0", 4);
        }
        if (cases[i].type[0] == 'P') {
            put_tag(&m, "BODY", 2);
            put8(&m, 2);
            put8(&m, last);
        } else {
            put_tag(&m, "BODY", 6);
            for (unsigned k = 0; k < 3; k++) {
                put8(&m, (2u >> k & 1) << 7 | (last >> k & 1) << 6);
                put8(&m, 0);
            }
        }
        close_form(&m);
        check_note("%zu", i);
        check_round_trips(made_bytes(&m), NULL, "lbm");
        struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
        REQUIRE(doc != NULL);
        CHECK_INT(found(doc, "lbm-missing-color"), cases[i].found);
        rq_doc_free(doc);
    }
    check_note(" ");
}

/* 24 planes are red, green and blue of eight bits each, the lowest first; 9 planes, and 24 of PBM, are
 * shown as nothing. */
static void test_deep(void)
{
    static const struct {
        const char *type;
        unsigned planes, pictures;
    } kinds[] = {{"ILBM", 24, 1}, {"ILBM", 9, 0}, {"ILBM", 8, 1}, {"PBM ", 24, 0}, {"PBM ", 8, 1}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        static struct made m;
        struct rq_arena arena = {0};
        const struct rq_image *images;
        put_header(&m, kinds[i].type, 2, 1, kinds[i].planes, 0);
        put_tag(&m, "BODY", 48);
        for (unsigned k = 0; k < 24; k++) { /* red 1 and 0, green 2 and 128, blue 255 and 0 */
            put8(&m, (k == 0 || k == 9 || k >= 16 ? 0x80u : 0u) | (k == 15 ? 0x40u : 0u));
            put8(&m, 0);
        }
        close_form(&m);
        struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
        REQUIRE(doc != NULL);
        check_note("%s of %u planes", kinds[i].type, kinds[i].planes);
        if (CHECK_INT(pictures_of(doc, &arena, &images), kinds[i].pictures) && i == 0) {
            CHECK_INT(images[0].pixels, RQ_PIXELS_RGB8);
            CHECK_MEM(images[0].planes[0].bytes.data, 6, "\1\2\xFF\0\x80\0", 6);
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* Rows of three times the file and 3 MiB are tried, and a row more is not: 192 * 16385 is 3 * 64 + 3 MiB. */
static void test_most(void)
{
    for (unsigned rows = 16385; rows < 16387; rows++) {
        static struct made m;
        const struct rq_finding *findings;
        put_header(&m, "PBM ", 192, rows, 8, 1);
        put_tag(&m, "BODY", 16);
        put_zeros(&m, 16);
        close_form(&m);
        CHECK_INT(m.size, 64);
        struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), 1)) {
            CHECK_STR(findings[0].id, "lbm-not-understood");
            CHECK_STR(findings[0].text,
                      rows == 16385
                          ? "kept as it is: it does not unpack to its rows"
                          : "kept as it is: far more pixels than a file of this size has");
        }
        rq_doc_free(doc);
    }
}

/* A size of FORM that has no room for its type is that of nothing: all chunks are read. */
static void test_form_size(void)
{
    for (unsigned size = 0; size < 6; size++) {
        static struct made m;
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name("lbm")};
        make_pbm(&m);
        rq_set32be(m.data + 4, size);
        check_note("size %u", size);
        struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err);
        CHECK_INT(doc != NULL, size < 4);
        CHECK_STR(err.text, size < 4 ? "" : "no BMHD");
        if (doc) {
            CHECK_INT(found(doc, "lbm-wrong-size"), 1);
            CHECK(writes_same(doc, made_bytes(&m), true));
        }
        rq_doc_free(doc);
    }
}

/* The byte behind a chunk of odd size, as JSON says it; -1 is none. */
static void test_pad(void)
{
    static const struct {
        int pad;
        bool fine;
    } cases[] = {{-2, false}, {-1, true}, {0, true}, {1, true}, {255, true}, {256, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        struct rq_error err = {0};
        snprintf(
            text, sizeof text,
            "{\"format\":\"lbm\",\"version\":1,\"type\":\"PBM \",\"chunks\":[{\"tag\":\"BMHD\",\"width\":1},"
            "{\"tag\":\"TINY\",\"payload\":\"AQID\",\"pad\":%d}]}",
            cases[i].pad);
        check_note("%d", cases[i].pad);
        struct rq_out out = built_from(text, &err);
        size_t size = 12 + 28 + 8 + 3;
        if (CHECK_INT(out.size, !cases[i].fine     ? 0
                                : cases[i].pad < 0 ? size
                                                   : size + 1) &&
            out.size > size)
            CHECK_INT(out.data[size], cases[i].pad);
        rq_out_free(&out);
    }
}

/* A side of a picture that is put in: up to 32767. */
static void test_put_limit(void)
{
    static struct made m;
    static const uint8_t pixels[32768], palette[768];
    for (uint32_t side = 32767; side < 32769; side++)
        for (int wide = 0; wide < 2; wide++) {
            make_pbm(&m);
            struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
            REQUIRE(doc != NULL);
            const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
            struct rq_error err = {0};
            bool fits = side == 32767;
            CHECK_INT(
                put_indices(doc, "x", wide ? side : 1, wide ? 1 : side, pixels, palette, &err),
                fits);
            CHECK_STR(err.text, fits ? "" : "no side may pass 32767 pixels");
            CHECK_INT(lbm->header.width, fits ? (wide ? 32767 : 1) : 3);
            CHECK_INT(lbm->header.height, fits ? (wide ? 1 : 32767) : 2);
            rq_doc_free(doc);
        }
}

/* Nine planes are no numbers of colours: none can be missing. */
static void test_nine_planes(void)
{
    for (unsigned planes = 8; planes < 10; planes++) {
        static struct made m;
        put_header(&m, "ILBM", 1, 1, planes, 0);
        put_tag(&m, "CMAP", 3);
        put_text(&m, "abc", 4);
        put_tag(&m, "BODY", planes * 2);
        for (unsigned k = 0; k < planes; k++)
            put_text(&m, "\x80", 2);
        close_form(&m);
        struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
        REQUIRE(doc != NULL);
        CHECK_INT(found(doc, "lbm-missing-color"), planes == 8);
        rq_doc_free(doc);
    }
}

static void test_damage(void)
{
    static struct made m;
    make_pbm(&m);
    check_truncations(made_bytes(&m), "lbm");
    check_flips(made_bytes(&m), "lbm", 2000);
    put_header(&m, "ILBM", 65535, 65535, 255, 1);
    put_tag(&m, "BODY", 2);
    put_text(&m, "\x81", 2);
    close_form(&m);
    check_round_trips(made_bytes(&m), NULL, "lbm");
    struct rq_doc *doc = read_as(made_bytes(&m), "lbm");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    rq_doc_free(doc);
    not_built("lbm", "\"type\":\"PBM \",\"chunks\":[]");
    not_built("lbm", "\"type\":\"PBM \",\"chunks\":[{\"tag\":\"BMHD\",\"width\":3,\"height\":1},"
                     "{\"tag\":\"BODY\",\"rows\":\"AAAA\"}]");
}

TESTS(test_values, test_planes, test_put, test_explicit, test_palettes, test_missing_color,
      test_deep, test_deviations, test_most, test_form_size, test_pad, test_put_limit,
      test_nine_planes, test_damage)
