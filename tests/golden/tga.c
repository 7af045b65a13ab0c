/* PCX: bytes by hand from docs/formats/pcx.md (ZSoft's description). The corpus has none; files of
 * netpbm's ppmtopcx read to the same pixels as pcxtoppm gives (the page says which). */
#include "pictures.h"

#include <reliquary/pcx.h>

static void put_header(struct made *m, unsigned bits, unsigned planes, int width, int height,
                       int line)
{
    m->size = 0;
    put8(m, 10);
    put8(m, 5);
    put8(m, 1);
    put8(m, bits);
    put16(m, 0);
    put16(m, 0);
    put16(m, width - 1);
    put16(m, height - 1);
    put_zeros(m, 4);
    for (unsigned i = 0; i < 48; i++)
        put8(m, i);
    put8(m, 0);
    put8(m, planes);
    put16(m, line);
    put16(m, 1);
    put_zeros(m, 58);
}

/* 3 x 2 pixels of 256 colours, lines of 4 bytes: 5 5 5 0 and 1 0xC1 2 0. */
static void make_pcx(struct made *m)
{
    put_header(m, 8, 1, 3, 2, 4);
    put_mem(m, "\xC3\5\0\1\xC1\xC1\2\0", 8);
    put8(m, 12);
    for (unsigned i = 0; i < 768; i++)
        put8(m, i / 3 ^ 1);
}

static void test_values(void)
{
    static struct made m;
    make_pcx(&m);
    CHECK_INT(m.size, 128 + 8 + 769);
    check_round_trips(made_bytes(&m), "SKY.PCX", "pcx");
    check_round_trips(made_bytes(&m), NULL, "pcx");
    check_put_back(made_bytes(&m), "pcx");
    check_no_memory(made_bytes(&m), "pcx");
    struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    const struct rq_pcx *pcx = rq_doc_root(doc, "pcx");
    struct rq_arena arena = {0};
    const struct rq_image *images;
    struct rq_error err = {0};
    CHECK_INT(pcx->header.x_max, 2);
    CHECK_MEM(pcx->rows.data, pcx->rows.size, "\5\5\5\0\1\xC1\2\0", 8);
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(pcx->packing, RQ_PCX_LINES);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "\5\5\5\1\xC1\2", 6);
        CHECK_INT(images[0].palette[15], 4);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* Three planes of 8 bits are red, green, blue; four of one bit are an index of 16 colours. */
static void test_planes(void)
{
    static struct made m;
    struct rq_arena arena = {0};
    const struct rq_image *images;
    put_header(&m, 8, 3, 2, 1, 2);
    put_text(&m, "\1\2\3\4\5\6", 6);
    check_round_trips(made_bytes(&m), "A.PCX", "pcx");
    struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1))
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "\1\3\5\2\4\6", 6);
    rq_doc_free(doc);
    put_header(&m, 1, 4, 3, 1, 2);
    put_mem(&m, "\x40\0\x40\0\0\0\x20\0", 8); /* bits 010, 010, 000, 001: indices 0, 3, 8 */
    check_round_trips(made_bytes(&m), "A.PCX", "pcx");
    doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 3, "\0\3\10", 3);
        CHECK_INT(images[0].palette[9], 9);
    }
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

/* Runs over the ends of lines, runs that stop early, runs that go too far; bytes between. */
static void test_packings(void)
{
    static const struct {
        const char *text;
        size_t size;
        enum rq_pcx_packing packing;
    } streams[] = {{"\xC8\5", 2, RQ_PCX_WHOLE},
                   {"\xC4\5\xC4\5", 4, RQ_PCX_LINES},
                   {"\5\5\xC6\5", 4, RQ_PCX_EXPLICIT},
                   {"\xC0\5\xC9\5", 4, RQ_PCX_EXPLICIT}};
    static struct made m;
    for (size_t i = 0; i < 4; i++) {
        struct rq_error err = {0};
        put_header(&m, 8, 1, 4, 2, 4);
        put_text(&m, streams[i].text, streams[i].size);
        put_text(&m, "gap", i == 3 ? 3 : 0);
        put8(&m, 12);
        put_zeros(&m, 768);
        check_note("stream %zu", i);
        check_round_trips(made_bytes(&m), "A.PCX", "pcx");
        check_put_back(made_bytes(&m), "pcx");
        struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
        REQUIRE(doc != NULL);
        const struct rq_pcx *pcx = rq_doc_root(doc, "pcx");
        CHECK(rq_doc_settle(doc, &err));
        CHECK_INT(pcx->packing, streams[i].packing);
        rq_doc_free(doc);
    }
}

static void test_put(void)
{
    static struct made m;
    make_pcx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    const struct rq_pcx *pcx = rq_doc_root(doc, "pcx");
    struct rq_error err = {0};
    CHECK(put_indices(doc, "x", 1, 3, "\7\7\7", pcx->palette, &err));
    CHECK_INT(pcx->header.x_max, 0);
    CHECK_INT(pcx->header.bytes_per_line, 2);
    struct rq_out out = written(doc);
    CHECK_MEM(out.data + 128, 6, "\7\0\7\0\7\0", 6);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    make_pcx(&m);
    check_truncations(made_bytes(&m), "pcx");
    check_flips(made_bytes(&m), "pcx", 2000);
    /* 65536 x 65536 pixels in nothing. */
    put_header(&m, 8, 4, 65536, 65536, 65535);
    check_round_trips(made_bytes(&m), "A.PCX", "pcx");
    struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    rq_doc_free(doc);
    not_built("pcx", "\"manufacturer\":10");
    not_built("pcx", "\"x_max\":3,\"bytes_per_line\":4,\"planes\":1,\"rows\":\"AAAA\"");
    /* What "packed" unpacks to is not there to hold it against: its bytes must not be lost. */
    not_built("pcx", "\"encoding\":1,\"packing\":\"explicit\",\"packed\":\"wQHBAg==\"");
}

TESTS(test_values, test_planes, test_packings, test_put, test_damage)
