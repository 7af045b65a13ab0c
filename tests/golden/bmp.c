/* BMP: bytes by hand from docs/formats/bmp.md (Microsoft's description of the headers). The corpus
 * has none; files of netpbm's ppmtobmp read to the same pixels as bmptopnm gives. */
#include "pictures.h"

#include <reliquary/bmp.h>

/* 3 x 2 pixels of 256 colours: rows of 3 bytes and one of padding, the lower first. */
static void make_bmp(struct made *m, int height)
{
    const uint32_t words[] = {40, 3, (uint32_t)height, 1 | 8 << 16, 0, 8, 2835, 2835, 0, 0};
    m->size = 0;
    put_text(m, "BM", 2);
    put32(m, 14 + 40 + 1024 + 8);
    put32(m, 0);
    put32(m, 14 + 40 + 1024);
    for (size_t i = 0; i < 10; i++)
        put32(m, words[i]);
    for (unsigned i = 0; i < 256; i++)
        put32(m, i | (255 - i) << 8 | i / 2 << 16);
    put_mem(m, "\4\5\6\0\1\2\3\0", 8);
}

static void test_values(void)
{
    static struct made m;
    for (int i = 0; i < 2; i++) {
        make_bmp(&m, i ? -2 : 2);
        check_round_trips(made_bytes(&m), "pointers.bmp", "bmp");
        check_round_trips(made_bytes(&m), NULL, "bmp");
        check_put_back(made_bytes(&m), "bmp");
        struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
        REQUIRE(doc != NULL);
        const struct rq_bmp *bmp = rq_doc_root(doc, "bmp");
        const struct rq_finding *findings;
        struct rq_arena arena = {0};
        const struct rq_image *images;
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        CHECK_INT(bmp->color_count, 256);
        CHECK_MEM(bmp->pixels.data, bmp->pixels.size, "\4\5\6\1\2\3", 6);
        CHECK_INT(bmp->padding.size, 0);
        if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
            CHECK_INT(images[0].bottom_up, i == 0);
            CHECK_MEM(images[0].palette + 300, 3, "\x32\x9B\x64", 3);
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
    check_no_memory(made_bytes(&m), "bmp");
}

/* Padding that is not zero, a gap, a longer header, OS/2's short one, bytes at the end. */
static void test_deviations(void)
{
    static struct made m;
    make_bmp(&m, 2);
    m.data[m.size - 1] = 9;
    put_text(&m, "tail", 4);
    check_round_trips(made_bytes(&m), NULL, "bmp");
    struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
    REQUIRE(doc != NULL);
    CHECK_INT(found(doc, "bmp-wrong-size"), 1);
    rq_doc_free(doc);
    m.size = 0;
    put_text(&m, "BM", 2);
    put32(&m, 14 + 12 + 6 + 3 + 4);
    put32(&m, 0);
    put32(&m, 14 + 12 + 6 + 3);
    put32(&m, 12);
    put16(&m, 9);
    put16(&m, 1);
    put16(&m, 1);
    put16(&m, 1);
    put_text(&m, "\1\2\3\4\5\6gap", 9); /* two colours of three bytes, and a gap */
    put_text(&m, "\xA0\x80", 4);
    check_round_trips(made_bytes(&m), NULL, "bmp");
    doc = read_as(made_bytes(&m), "bmp");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 9, "\1\0\1\0\0\0\0\0\1", 9);
        CHECK_MEM(images[0].palette, 6, "\3\2\1\6\5\4", 6);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_true_colour(void)
{
    static const char *const expected[] = {"\x08\xFF\x10", "\3\2\1", "\3\2\1"};
    static const uint8_t pixel[][4] = {{0xE2, 0x07}, {1, 2, 3}, {1, 2, 3, 4}};
    static struct made m;
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t words[] = {40, 1, 1, 1 | (16 + i * 8) << 16, 0, 0, 0, 0, 0, 0};
        struct rq_arena arena = {0};
        const struct rq_image *images;
        m.size = 0;
        put_text(&m, "BM", 2);
        put32(&m, 58);
        put32(&m, 0);
        put32(&m, 54);
        for (size_t k = 0; k < 10; k++)
            put32(&m, words[k]);
        for (size_t k = 0; k < 4; k++)
            put8(&m, pixel[i][k]);
        check_note("%u bits", 16 + i * 8);
        check_round_trips(made_bytes(&m), NULL, "bmp");
        struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
        REQUIRE(doc != NULL);
        if (CHECK_INT(pictures_of(doc, &arena, &images), 1))
            CHECK_MEM(images[0].planes[0].bytes.data, 3, expected[i], 3);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* A row of three pixels, the rest of it is none of them; a palette of `colors`. */
static void test_missing_color(void)
{
    static const struct {
        unsigned bits, colors;
        const char *row, *text;
    } cases[] = {
        {8, 3, "\0\2\1", NULL},   {8, 3, "\0\1\3", "one has the colour 3, and there are 3"},
        {4, 3, "\x01\x2F", NULL}, {4, 3, "\x13\x0F", "one has the colour 3, and there are 3"},
        {1, 1, "\x1F", NULL},     {1, 1, "\x20", "one has the colour 1, and there are 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        const uint32_t words[] = {40, 3, 1, 1 | cases[i].bits << 16, 0,
                                  4,  0, 0, cases[i].colors,         0};
        const struct rq_finding *findings;
        m.size = 0;
        put_text(&m, "BM", 2);
        put32(&m, 14 + 40 + cases[i].colors * 4 + 4);
        put32(&m, 0);
        put32(&m, 14 + 40 + cases[i].colors * 4);
        for (size_t k = 0; k < 10; k++)
            put32(&m, words[k]);
        put_zeros(&m, cases[i].colors * 4);
        size_t used = (3 * cases[i].bits + 7) / 8;
        put_mem(&m, cases[i].row, used);
        put_zeros(&m, 4 - used);
        check_note("%zu", i);
        check_round_trips(made_bytes(&m), NULL, "bmp");
        struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), cases[i].text ? 1 : 0) && cases[i].text) {
            CHECK_STR(findings[0].id, "bmp-missing-color");
            CHECK_STR(findings[0].text, cases[i].text);
        }
        rq_doc_free(doc);
    }
    check_note(" ");
}

static void test_put(void)
{
    static struct made m;
    make_bmp(&m, 2);
    struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    struct rq_error err = {0};
    pictures_of(doc, &arena, &images);
    CHECK(put_indices(doc, "x", 1, 2, "\7\10", images[0].palette, &err));
    struct rq_out out = written(doc);
    CHECK_INT(out.size, m.size);
    CHECK_INT(rq_get32(out.data + 2), m.size);
    CHECK_MEM(out.data + out.size - 8, 8, "\10\0\0\0\7\0\0\0", 8);
    rq_out_free(&out);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    struct rq_options options = {.format = rq_format_by_name("bmp")};
    make_bmp(&m, 2);
    check_truncations(made_bytes(&m), "bmp");
    check_flips(made_bytes(&m), "bmp", 2000);
    /* Sides and offsets that can't be. */
    static const uint32_t feared[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t i = 0; i < 5; i++)
        for (size_t at = 10; at < 54; at += 4) {
            make_bmp(&m, 2);
            set32(&m, at, feared[i]);
            check_note("%u at %zu", feared[i], at);
            check_survives(made_bytes(&m), "bmp");
        }
    make_bmp(&m, 2);
    set32(&m, 10, 20);
    struct rq_error err = {0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_CORRUPT);
    not_built("bmp", "\"magic\":\"BM\",\"header_size\":40,\"data_offset\":54");
    not_built("bmp", "\"magic\":\"BM\",\"header_size\":40,\"data_offset\":54,\"width\":2,"
                     "\"height\":2,\"bits_per_pixel\":8,\"pixels\":\"AAAA\"");
}

TESTS(test_values, test_deviations, test_true_colour, test_missing_color, test_put, test_damage)
