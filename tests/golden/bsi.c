/* BSI: bytes by hand from docs/formats/bsi.md. The corpus has none; the code is TEXBSI's, which is
 * held against the corpus in texbsi.c. */
#include "pictures.h"

#include <reliquary/bsi.h>

/* IFHD with one plain frame, as the game's skies are: 3 x 2 pixels. Returns where BHDR starts. */
static size_t make_bsi(struct made *m)
{
    static const int words[] = {0, 0, 3, 2, 0, 0, 0, 1, 0, 0, 0, 256, 0};
    m->size = 0;
    put_text(m, "IFHD", 4);
    put32be(m, 44);
    put8(m, 1);
    put_zeros(m, 43);
    put_text(m, "BHDR", 4);
    put32be(m, 26);
    size_t header = m->size;
    for (size_t i = 0; i < 13; i++)
        put16(m, words[i]);
    put_text(m, "DATA", 4);
    put32be(m, 6);
    put_text(m, "\1\2\3\4\5", 6);
    put_text(m, "END ", 4);
    return header;
}

static void test_values(void)
{
    static struct made m;
    make_bsi(&m);
    for (int zeros = 0; zeros < 2; zeros++) {
        check_round_trips(made_bytes(&m), "SKY.BSI", "bsi");
        check_round_trips(made_bytes(&m), NULL, "bsi");
        put_zeros(&m, 4);
    }
    struct rq_doc *doc = read_as(made_bytes(&m), "bsi");
    REQUIRE(doc != NULL);
    const struct rq_bsi *bsi = rq_doc_root(doc, "bsi");
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0); /* zeros after END are no news */
    CHECK_INT(bsi->image.chunk_count, 3);
    CHECK_INT(bsi->image.header.width, 3);
    CHECK_INT(bsi->image.header.tex_scale, 256);
    CHECK_MEM(bsi->image.rows[1], 3, "\4\5\0", 3);
    rq_doc_free(doc);
}

/* The head of a chunk of a bank's image begins it, whatever follows. */
static void test_detected(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool known;
    } cases[] = {
        {"BSIF\0\0\0\0", 8, true},       {"BSIF\0\0\0\0", 7, false},
        {"BSIF\0\0\0\0BHDR", 12, true},  {"BSIF\0\0\0\0NONE", 12, true},
        {"END \0\0\0\0BHDR", 12, false}, {"NONE\0\0\0\0BHDR", 12, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_bytes bytes = {(const uint8_t *)cases[i].bytes, cases[i].size};
        check_note("case %zu", i);
        CHECK((rq_format_detect(bytes, NULL) == rq_format_by_name("bsi")) == cases[i].known);
    }
}

static void test_pictures(void)
{
    static struct made m;
    make_bsi(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "bsi");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK(!images[0].name && !images[0].transparent_zero);
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "\1\2\3\4\5\0", 6);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
    check_put_back(made_bytes(&m), "bsi");
}

/* Without CMAP an indexed picture keeps its indices, whatever its colours; true colour needs the
 * palette that the options carry. The size may change. */
static void test_put(void)
{
    static struct made m, col;
    uint8_t colors[768] = {9, 9, 9};
    make_bsi(&m);
    col.size = 0;
    put32(&col, 776);
    put32(&col, 0xB123);
    for (unsigned i = 0; i < 768; i++)
        put8(&col, i / 3);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("bsi")};
    struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err);
    REQUIRE(doc != NULL);
    const struct rq_bsi *bsi = rq_doc_root(doc, "bsi");
    CHECK(put_indices(doc, "SKY", 2, 1, "\7\0", colors, &err));
    CHECK_MEM(bsi->image.rows[0], 2, "\7\0", 2);
    CHECK_INT(bsi->image.header.height, 1);
    static const uint8_t rgb[] = {50, 50, 51, 0, 0, 0};
    struct rq_plane plane = {2, 1, {rgb, 6}};
    struct rq_image image = {
        .pixels = RQ_PIXELS_RGB8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    CHECK(!doc->format->pictures->put_image(doc, "SKY", &image, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_doc_free(doc);
    err = (struct rq_error){0};
    options.palette = made_bytes(&col);
    doc = rq_doc_read(made_bytes(&m), &options, &err);
    REQUIRE(doc != NULL);
    bsi = rq_doc_root(doc, "bsi");
    CHECK(doc->format->pictures->put_image(doc, "SKY", &image, &err));
    CHECK_MEM(bsi->image.rows[0], 2, "\x32\1", 2);
    struct rq_out out = written(doc);
    CHECK_INT(out.size, m.size - 4);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    size_t header = make_bsi(&m);
    check_truncations(made_bytes(&m), "bsi");
    check_flips(made_bytes(&m), "bsi", 2000);
    check_no_memory(made_bytes(&m), "bsi");
    /* More pixels than there are bytes: kept as they are. */
    m.data[header + 6] = 0x7F;
    check_round_trips(made_bytes(&m), NULL, "bsi");
    struct rq_doc *doc = read_as(made_bytes(&m), "bsi");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    rq_doc_free(doc);
    not_built("bsi", "\"chunks\":[{\"tag\":\"BSIF\"}]");
    not_built("bsi", "\"chunks\":[{\"tag\":\"BHDR\",\"width\":1}],\"end\":\"outside\"");
}

TESTS(test_values, test_detected, test_pictures, test_put, test_damage)
