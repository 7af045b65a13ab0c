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

static void test_detect(void)
{
    static const struct {
        uint32_t header, offset, sure;
    } cases[] = {{11, 1000, 0}, {12, 26, 64}, {12, 25, 0},    {13, 1000, 0}, {39, 1000, 0},
                 {40, 54, 64},  {40, 53, 0},  {256, 270, 64}, {256, 269, 0}, {257, 1000, 0}};
    const struct rq_format *bmp = rq_format_by_name("bmp");
    static struct made m;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make_bmp(&m, 2);
        set32(&m, 10, cases[i].offset);
        set32(&m, 14, cases[i].header);
        check_note("a header of %u, pixels at %u", cases[i].header, cases[i].offset);
        CHECK_INT(bmp->detect(made_bytes(&m), ""), cases[i].sure);
    }
    make_bmp(&m, 2);
    set32(&m, 2, 5); /* not the size of the file */
    CHECK_INT(bmp->detect(made_bytes(&m), ""), 40);
    CHECK_INT(bmp->detect((struct rq_bytes){m.data, 26}, ""), 40);
    CHECK_INT(bmp->detect((struct rq_bytes){m.data, 25}, ""), 0);
}

/* Plain rows have a width, and up to 32 bits a pixel; a palette comes with up to 8 bits. */
static void test_plain(void)
{
    static const struct {
        unsigned width, bits, colors, opaque;
    } cases[] = {{1, 8, 256, 0}, {1, 9, 0, 0},   {1, 32, 0, 0}, {1, 33, 0, 1},
                 {1, 0, 1, 1},   {0, 8, 256, 1}, {2, 4, 16, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint32_t words[] = {40, cases[i].width, 1, 1 | cases[i].bits << 16, 0, 0, 0, 0, 0, 0};
        static struct made m;
        m.size = 0;
        put_text(&m, "BM", 2);
        put32(&m, 54 + 1024 + 8);
        put32(&m, 0);
        put32(&m, 54 + 1024);
        for (size_t k = 0; k < 10; k++)
            put32(&m, words[k]);
        put_zeros(&m, 1024 + 8);
        check_note("%zu", i);
        check_round_trips(made_bytes(&m), NULL, "bmp");
        struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
        REQUIRE(doc != NULL);
        const struct rq_bmp *bmp = rq_doc_root(doc, "bmp");
        CHECK_INT(bmp->color_count, cases[i].colors);
        CHECK_INT(doc->format->opaque(doc), cases[i].opaque);
        CHECK_INT(found(doc, "bmp-not-understood"), cases[i].opaque);
        rq_doc_free(doc);
    }
}

/* The header of OS/2 has words for the sides. */
static void test_short_header(void)
{
    static const struct {
        int width, height;
        bool fits;
    } cases[] = {{0, 0, true},      {65535, 65535, true}, {65536, 1, false},
                 {1, 65536, false}, {-1, 1, false},       {1, -1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        struct rq_error err = {0};
        snprintf(
            text, sizeof text,
            "{\"format\":\"bmp\",\"version\":1,\"magic\":\"BM\",\"header_size\":12,\"data_offset\":26,"
            "\"width\":%d,\"height\":%d,\"bits_per_pixel\":8,\"stored\":\"AAAA\"}",
            cases[i].width, cases[i].height);
        check_note("%d x %d", cases[i].width, cases[i].height);
        struct rq_out out = built_from(text, &err);
        CHECK(cases[i].fits ? !err.text[0]
                            : strstr(err.text, "more than a header of 12 bytes can say") != NULL);
        if (CHECK_INT(out.size, cases[i].fits ? 29 : 0) && cases[i].fits) {
            CHECK_INT(rq_get16(out.data + 18), cases[i].width);
            CHECK_INT(rq_get16(out.data + 20), cases[i].height);
        }
        rq_out_free(&out);
    }
}

/* A side of a picture that is put in: up to 65535. */
static void test_put_limit(void)
{
    static struct made m;
    static const uint8_t pixels[65536], palette[768];
    for (uint32_t side = 65535; side < 65537; side++)
        for (int wide = 0; wide < 2; wide++) {
            make_bmp(&m, 2);
            struct rq_doc *doc = read_as(made_bytes(&m), "bmp");
            REQUIRE(doc != NULL);
            const struct rq_bmp *bmp = rq_doc_root(doc, "bmp");
            struct rq_error err = {0};
            bool fits = side == 65535;
            CHECK_INT(
                put_indices(doc, "x", wide ? side : 1, wide ? 1 : side, pixels, palette, &err),
                fits);
            CHECK_STR(err.text, fits ? "" : "no side may pass 65535 pixels");
            CHECK_INT(bmp->info.width, fits ? (wide ? 65535 : 1) : 3);
            CHECK_INT(bmp->info.height, fits ? (wide ? 1 : 65535) : 2);
            rq_doc_free(doc);
        }
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

TESTS(test_values, test_deviations, test_true_colour, test_missing_color, test_put, test_detect,
      test_plain, test_short_header, test_put_limit, test_damage)
