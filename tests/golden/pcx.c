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

/* Eight bits without a palette are greys. A single byte of 0xC0 is a run of one, 0xBF is not. */
static void test_greys(void)
{
    static struct made m;
    put_header(&m, 8, 1, 3, 1, 4);
    put_mem(&m, "\xBF\xC1\xC0\xC2\1", 5);
    check_round_trips(made_bytes(&m), "A.PCX", "pcx");
    struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
    REQUIRE(doc != NULL);
    const struct rq_pcx *pcx = rq_doc_root(doc, "pcx");
    struct rq_arena arena = {0};
    const struct rq_image *images;
    struct rq_error err = {0};
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(pcx->packing, RQ_PCX_LINES);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 3, "\xBF\xC0\1", 3);
        for (size_t i = 0; i < 768; i++)
            CHECK_INT(images[0].palette[i], i / 3);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* What is known to be shown: the bits of all planes give one of 256 colours, or three planes of 8. */
static void test_shown(void)
{
    static const struct {
        unsigned bits, planes, line, shown, width;
    } cases[] = {{2, 1, 2, 1, 3}, {2, 4, 2, 1, 3},  {4, 1, 2, 1, 3}, {4, 2, 2, 1, 3},
                 {4, 3, 2, 0, 3}, {1, 9, 2, 0, 3},  {3, 1, 2, 0, 3}, {5, 1, 2, 0, 3},
                 {8, 2, 4, 0, 3}, {16, 1, 8, 0, 3}, {8, 3, 4, 1, 3}, {4, 1, 1, 0, 3},
                 {8, 1, 3, 1, 3}, {8, 1, 2, 0, 3},  {1, 1, 1, 1, 8}, {1, 1, 1, 0, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        struct rq_arena arena = {0};
        const struct rq_image *images;
        unsigned width = cases[i].width;
        put_header(&m, cases[i].bits, cases[i].planes, (int)width, 1, (int)cases[i].line);
        m.data[2] = 0; /* plain */
        put_zeros(&m, (size_t)cases[i].planes * cases[i].line);
        check_note("case %zu", i);
        struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
        REQUIRE(doc != NULL);
        bool fits = width * cases[i].bits <= cases[i].line * 8;
        CHECK_INT(found(doc, "pcx-short-lines"), fits ? 0 : 1);
        CHECK_INT(pictures_of(doc, &arena, &images), cases[i].shown);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* Sides: the last column less the first and one; none when the last comes first. */
static void test_sides(void)
{
    static const char *const sizes[] = {"0 x 1", "1 x 1", "2 x 1"};
    for (unsigned i = 0; i < 3; i++) {
        static struct made m;
        const struct rq_fact *facts;
        struct rq_error err = {0};
        size_t count;
        put_header(&m, 8, 1, 1, 1, 2);
        rq_set16(m.data + 4, 7);
        rq_set16(m.data + 8, (uint16_t)(6 + i));
        rq_set16(m.data + 6, 9);
        rq_set16(m.data + 10, 9);
        put_mem(&m, "\1\2", 2);
        struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
        REQUIRE(doc != NULL);
        CHECK(rq_doc_facts(doc, &facts, &count, &err));
        CHECK_STR(facts[0].value, sizes[i]);
        rq_doc_free(doc);
    }
}

/* Rows of three times the file and 3 MiB are tried, and one row more is not: 32772 rows of 96 bytes are
 * 3 * 128 + 3 MiB. */
static void test_most(void)
{
    for (int rows = 32772; rows < 32774; rows++) {
        static struct made m;
        const struct rq_finding *findings;
        put_header(&m, 8, 1, 96, rows, 96);
        struct rq_doc *doc = read_as(made_bytes(&m), "pcx");
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), 1)) {
            CHECK_STR(findings[0].id, "pcx-not-understood");
            CHECK_STR(findings[0].text,
                      rows == 32772
                          ? "kept as they are: fewer bytes than rows"
                          : "kept as they are: far more pixels than a file of this size has");
        }
        rq_doc_free(doc);
    }
}

/* The fields of the first bytes that detection looks at: at their limits, and beyond. */
static void test_detect(void)
{
    static const struct {
        uint8_t at, value, sure;
    } cases[] = {{0, 10, 24}, {0, 9, 0},  {0, 11, 0}, {1, 5, 24}, {1, 6, 0},   {2, 1, 24},
                 {2, 2, 0},   {3, 1, 24}, {3, 2, 24}, {3, 3, 0},  {3, 4, 24},  {3, 5, 0},
                 {3, 8, 24},  {3, 9, 0},  {3, 0, 0},  {65, 0, 0}, {65, 1, 24}, {65, 4, 24},
                 {65, 5, 0},  {66, 5, 0}, {66, 6, 24}};
    const struct rq_format *pcx = rq_format_by_name("pcx");
    static struct made m;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_header(&m, 8, 1, 3, 2, 4);
        m.data[cases[i].at] = cases[i].value;
        check_note("%u at %u", cases[i].value, cases[i].at);
        CHECK_INT(pcx->detect(made_bytes(&m), ""), cases[i].sure);
    }
    put_header(&m, 8, 1, 3, 2, 5); /* lines of an odd number of bytes: the name has to tell */
    CHECK_INT(pcx->detect(made_bytes(&m), "a.PCX"), 24);
    CHECK_INT(pcx->detect(made_bytes(&m), ".pcx"), 0);
    CHECK_INT(pcx->detect(made_bytes(&m), "a.PCY"), 0);
    CHECK_INT(pcx->detect((struct rq_bytes){m.data, 127}, "a.PCX"), 0);
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

TESTS(test_values, test_planes, test_packings, test_put, test_greys, test_shown, test_sides,
      test_most, test_detect, test_damage)
