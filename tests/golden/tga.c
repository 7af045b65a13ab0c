/* TGA: bytes by hand from Truevision's description (docs/formats/tga.md), one file of each type. */
#include "textures.h"

#include <reliquary/tga.h>

static void put_header(struct made *m, unsigned type, unsigned depth, int width, int height,
                       unsigned descriptor)
{
    m->size = 0;
    put8(m, 0); /* no identification */
    put8(m, (type & 7) == 1);
    put8(m, type);
    put_zeros(m, 5);
    put16(m, 0);
    put16(m, 0);
    put16(m, width);
    put16(m, height);
    put8(m, depth);
    put8(m, descriptor);
}

/* A map of `count` colours from index `first` on. */
static void set_map(struct made *m, unsigned first, unsigned count, unsigned depth)
{
    rq_set16(m->data + 3, (uint16_t)first);
    rq_set16(m->data + 5, (uint16_t)count);
    m->data[7] = (uint8_t)depth;
}

static void proves(const struct made *m, int width, int height, const char *rgba)
{
    check_round_trips(made_bytes(m), "x.tga", "tga");
    check_shows(made_bytes(m), "tga", (uint32_t)width, (uint32_t)height, rgba);
    check_shown_back(made_bytes(m), "tga");
}

/* Type 2: blue, green, red, and the lowest row first. */
static void test_true_color(void)
{
    static struct made m;
    put_header(&m, 2, 24, 2, 2, 0);
    put_mem(&m, "\1\2\3\4\5\6\7\10\11\12\13\14", 12);
    proves(&m, 2, 2, "\11\10\7\377\14\13\12\377\3\2\1\377\6\5\4\377");
    check_no_memory(made_bytes(&m), "tga");
    put_header(&m, 2, 32, 1, 2, 0); /* alpha counts, although the descriptor says 0 bits */
    put_mem(&m, "\1\2\3\4\5\6\7\10", 8);
    proves(&m, 1, 2, "\7\6\5\10\3\2\1\4");
    put_header(&m, 2, 32, 1, 2, 0x28); /* from the top */
    put_mem(&m, "\1\2\3\4\5\6\7\10", 8);
    proves(&m, 1, 2, "\3\2\1\4\7\6\5\10");
    put_header(&m, 2, 24, 2, 1, 0x10); /* from the right */
    put_mem(&m, "\1\2\3\4\5\6", 6);
    proves(&m, 2, 1, "\6\5\4\377\3\2\1\377");
}

static void check_found(const struct made *m, const char *id)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(made_bytes(m), "tga");
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    CHECK_INT(count, id ? 1 : 0);
    if (id && count)
        CHECK_STR(findings[0].id, id);
    rq_doc_free(doc);
}

/* What the game does not look at (docs/formats/tga.md). */
static void test_game(void)
{
    static struct made m;
    put_header(&m, 2, 24, 1, 1, 0);
    put_mem(&m, "\1\2\3", 3);
    check_found(&m, NULL);
    put_header(&m, 2, 32, 1, 1, 8);
    put_mem(&m, "\1\2\3\4", 4);
    check_found(&m, NULL);
    put_header(&m, 3, 8, 1, 1, 0);
    put_mem(&m, "\1", 1);
    check_found(&m, NULL);
    put_header(&m, 2, 16, 1, 1, 0);
    put_mem(&m, "\1\2", 2);
    check_found(&m, "tga-unread-depth");
    put_header(&m, 10, 24, 2, 1, 0);
    put_mem(&m, "\201\1\2\3", 4);
    check_found(&m, "tga-packets");
    put_header(&m, 1, 8, 1, 1, 0);
    set_map(&m, 0, 1, 24);
    put_mem(&m, "\1\2\3\0", 4);
    check_found(&m, "tga-color-map");
    put_header(&m, 2, 24, 1, 1, 0);
    m.data[0] = 2;
    put_mem(&m, "hi\1\2\3", 5);
    check_found(&m, "tga-identification");
    put_header(&m, 2, 24, 1, 1, 0x20);
    put_mem(&m, "\1\2\3", 3);
    check_found(&m, "tga-turned");
    put_header(&m, 2, 24, 1, 1, 0x10);
    put_mem(&m, "\1\2\3", 3);
    check_found(&m, "tga-turned");
}

/* 16 bits are 1 of alpha and 5 each of red, green, blue: 31 widens to 255, 16 to 132, 1 to 8. */
static void test_high_color(void)
{
    static struct made m;
    put_header(&m, 2, 16, 2, 1, 1);
    put16(&m, 0x7C00 | 16 << 5 | 1);
    put16(&m, 0x8000 | 31);
    proves(&m, 2, 1, "\377\204\10\0\0\0\377\377");
    put_header(&m, 2, 15, 2, 1, 0); /* the highest bit has no say, and stays */
    put16(&m, 0x8000 | 31 << 10);
    put16(&m, 0);
    proves(&m, 2, 1, "\377\0\0\377\0\0\0\377");
}

static void test_grey(void)
{
    static struct made m;
    put_header(&m, 3, 8, 3, 1, 0);
    put_mem(&m, "\0\200\377", 3);
    proves(&m, 3, 1, "\0\0\0\377\200\200\200\377\377\377\377\377");
    put_header(&m, 3, 16, 1, 1, 8); /* grey and alpha */
    put_mem(&m, "\100\60", 2);
    proves(&m, 1, 1, "\100\100\100\60");
    put_header(&m, 2, 8, 1, 1, 0); /* true colour of 8 bits is grey to xoreos */
    put_mem(&m, "\100", 1);
    proves(&m, 1, 1, "\100\100\100\377");
}

/* Types 1 and 9: indices into a map, which may start at another index than 0. */
static void test_color_map(void)
{
    static struct made m;
    put_header(&m, 1, 8, 2, 1, 0);
    set_map(&m, 5, 2, 24);
    put_mem(&m, "\1\2\3\4\5\6", 6);
    put_mem(&m, "\6\5", 2);
    check_round_trips(made_bytes(&m), "x.tga", "tga");
    check_put_back(made_bytes(&m), "tga");
    check_shows(made_bytes(&m), "tga", 2, 1, "\6\5\4\377\3\2\1\377");
    put_header(&m, 9, 8, 3, 1, 8);
    set_map(&m, 0, 1, 32);
    put_mem(&m, "\1\2\3\4", 4);
    put_mem(&m, "\202\0", 2); /* index 0, three times */
    check_round_trips(made_bytes(&m), "x.tga", "tga");
    check_shows(made_bytes(&m), "tga", 3, 1, "\3\2\1\4\3\2\1\4\3\2\1\4");
    put_header(&m, 1, 16, 2, 1, 0); /* indices of 16 bits; 7 is no colour of the map */
    set_map(&m, 0, 1, 16);
    put16(&m, 31);
    put16(&m, 0);
    put16(&m, 7);
    check_round_trips(made_bytes(&m), "x.tga", "tga");
    check_shows(made_bytes(&m), "tga", 2, 1, "\0\0\377\377\0\0\0\0");
}

/* Indices just inside and just outside of a map of the colours 5 and 6. */
static void test_missing_color(void)
{
    static const struct {
        const char *indices, *text;
    } cases[] = {{"\5\6", NULL},
                 {"\6\4", "one has the colour 4, and the map has 2 from 5 on"},
                 {"\5\7", "one has the colour 7, and the map has 2 from 5 on"}};
    for (size_t i = 0; i < 6; i++) {
        static struct made m;
        const struct rq_finding *findings;
        const char *indices = cases[i % 3].indices, *text = cases[i % 3].text;
        bool wide = i >= 3; /* 16 bits each */
        put_header(&m, 1, wide ? 16 : 8, 2, 1, 0);
        set_map(&m, 5, 2, 24);
        put_mem(&m, "\1\2\3\4\5\6", 6);
        for (size_t k = 0; k < 2; k++)
            put_mem(&m, (const char[]){indices[k], 0}, wide ? 2 : 1);
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        size_t count = rq_doc_findings(doc, &findings), at = 0;
        while (at < count && strcmp(findings[at].id, "tga-missing-color") != 0)
            at++;
        check_note("%zu", i);
        CHECK_INT(at < count, text != NULL);
        if (text && at < count) {
            CHECK_STR(findings[at].text, text);
            CHECK_INT(findings[at].offset, 24);
        }
        rq_doc_free(doc);
    }
    check_note(" ");
}

/* Packets: 0x80 and one less than the number of pixels that are the same, or one less than the
 * number that follow. The first two are what a rule writes, the others are not. */
static void test_packets(void)
{
    static const struct {
        const char *text;
        size_t size;
        enum rq_tga_packing packing;
    } streams[] = {{"\202\1\0\2\201\3\1\4\5", 9, RQ_TGA_ROWS}, /* 1 1 1 2, 3 3 4 5 */
                   {"\202\1\201\2\2\3\4\5", 8, RQ_TGA_WHOLE},  /* 1 1 1 2, 2 3 4 5 */
                   {"\202\1\4\2\3\3\4\5", 8, RQ_TGA_EXPLICIT}, /* a pair among singles */
                   {"\201\1\0\1\3\2\3\4\5\0\6", 11, RQ_TGA_EXPLICIT}};
    static struct made m;
    for (size_t i = 0; i < 4; i++) {
        struct rq_error err = {0};
        put_header(&m, 11, 8, 4, 2, 0x20);
        put_mem(&m, streams[i].text, streams[i].size);
        check_note("stream %zu", i);
        check_round_trips(made_bytes(&m), "x.tga", "tga");
        check_shown_back(made_bytes(&m), "tga");
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        const struct rq_tga *tga = rq_doc_root(doc, "tga");
        CHECK(rq_doc_settle(doc, &err));
        CHECK_INT(tga->packing, streams[i].packing);
        CHECK_INT(tga->pixels.size, 8);
        rq_doc_free(doc);
    }
    /* Pixels of four bytes; another picture is packed by the rule again. */
    put_header(&m, 10, 32, 2, 2, 0);
    put_mem(&m, "\203\1\2\3\4", 5); /* goes over the end of a row */
    proves(&m, 2, 2, "\3\2\1\4\3\2\1\4\3\2\1\4\3\2\1\4");
    struct rq_doc *doc = read_as(made_bytes(&m), "tga");
    struct rq_error err = {0};
    REQUIRE(doc != NULL);
    CHECK(put_rgba(doc, 1, 2, (const uint8_t *)"\1\1\1\1\2\2\2\2", &err));
    struct rq_out out = written(doc);
    CHECK_MEM(out.data + 18, out.size - 18, "\1\2\2\2\2\1\1\1\1", 9);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* 128 is the most of a packet. */
static void test_long_runs(void)
{
    static struct made m;
    put_header(&m, 11, 8, 300, 1, 0);
    put_mem(&m, "\377\7\377\7\253\7", 6); /* 128 + 128 + 44 */
    check_round_trips(made_bytes(&m), "x.tga", "tga");
    check_shown_back(made_bytes(&m), "tga");
    put_header(&m, 11, 8, 130, 1, 0);
    put8(&m, 127);
    for (unsigned i = 0; i < 128; i++)
        put8(&m, i);
    put_mem(&m, "\1\1\2", 3);
    struct rq_doc *doc = read_as(made_bytes(&m), "tga");
    struct rq_error err = {0};
    REQUIRE(doc != NULL);
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(((const struct rq_tga *)rq_doc_root(doc, "tga"))->packing, RQ_TGA_ROWS);
    rq_doc_free(doc);
}

/* Identification, tail, extension, footer. */
static void test_around(void)
{
    static struct made m;
    put_header(&m, 3, 8, 1, 1, 0);
    m.data[0] = 3;
    put_mem(&m, "abc\11tail", 8);
    check_round_trips(made_bytes(&m), "x.tga", "tga");
    put_header(&m, 3, 8, 1, 1, 0);
    put_mem(&m, "\11more", 5);
    put16(&m, 495); /* at 23 */
    put_zeros(&m, 424);
    put_text(&m, "Paint", 41);
    put_zeros(&m, 28);
    put_mem(&m, "gap", 3);
    put32(&m, 23);
    put32(&m, 0);
    put_mem(&m, "TRUEVISION-XFILE.", 18);
    check_round_trips(made_bytes(&m), NULL, "tga");
    check_no_memory(made_bytes(&m), "tga");
    check_json_has(made_bytes(&m), "tga", "\"software\": \"Paint\"");
    struct rq_doc *doc = read_as(made_bytes(&m), "tga");
    struct rq_error err = {0};
    REQUIRE(doc != NULL);
    const struct rq_tga *tga = rq_doc_root(doc, "tga");
    CHECK_MEM(tga->tail.data, tga->tail.size, "more", 4);
    CHECK_MEM(tga->gap.data, tga->gap.size, "gap", 3);
    REQUIRE(tga->extension && tga->footer);
    /* A larger picture moves the extension, and the footer says where to. */
    CHECK(put_rgba(doc, 2, 1, (const uint8_t *)"\1\1\1\377\2\2\2\377", &err));
    struct rq_out out = written(doc);
    CHECK_INT(out.size, m.size + 1);
    CHECK_INT(rq_get32(out.data + out.size - 26), 24);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Offsets into what stands behind the pixels: a picture of another size would move it. The extension, at 23, has
 * correction_offset at 482, stamp_offset at 486 and lines_offset at 490; the footer developer_offset at 4. */
static void test_offsets(void)
{
    static const struct {
        size_t at;
        const char *name;
    } offsets[] = {{23 + 482, "correction_offset"},
                   {23 + 486, "stamp_offset"},
                   {23 + 490, "lines_offset"},
                   {23 + 495 + 3 + 4, "developer_offset"}};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        static struct made m;
        put_header(&m, 3, 8, 1, 1, 0);
        put_mem(&m, "\11more", 5);
        put16(&m, 495);
        put_zeros(&m, 493);
        put_mem(&m, "gap", 3);
        put32(&m, 23);
        put32(&m, 0);
        put_mem(&m, "TRUEVISION-XFILE.", 18);
        rq_set32(m.data + offsets[i].at, 19);
        check_note("%s", offsets[i].name);
        check_round_trips(made_bytes(&m), NULL, "tga");
        check_json_has(made_bytes(&m), "tga", "\"tail_offset\": 19");
        check_json_has(made_bytes(&m), "tga", "\"gap_offset\": 518");
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        struct rq_error err = {0};
        struct rq_out out = {0};
        REQUIRE(doc != NULL);
        CHECK(put_rgba(doc, 1, 1, (const uint8_t *)"\1\1\1\377", &err));
        CHECK(rq_doc_write(doc, &out, &err));
        CHECK_INT(out.size, m.size);
        rq_out_cut(&out, 0);
        CHECK(put_rgba(doc, 2, 1, (const uint8_t *)"\1\1\1\377\2\2\2\377", &err));
        CHECK(!rq_doc_write(doc, &out, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_STR(err.where, offsets[i].name);
        CHECK_STR(err.text, "leads to bytes that would move: tail was at 19, and would be at 20. "
                            "Set it to 0 to do without them");
        rq_out_free(&out);
        rq_doc_free(doc);
        /* A longer tail moves the gap. */
        doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        ((struct rq_tga *)rq_doc_root(doc, "tga"))->tail =
            (struct rq_bytes){(const uint8_t *)"more!", 5};
        err = (struct rq_error){0};
        CHECK(!rq_doc_write(doc, &out, &err));
        CHECK_STR(err.text, "leads to bytes that would move: gap was at 518, and would be at 519. "
                            "Set it to 0 to do without them");
        rq_out_free(&out);
        rq_doc_free(doc);
    }
    check_note(" ");
}

/* What the game writes: type 2, the lowest row first, descriptor 0, nothing behind the pixels. */
static void test_from_picture(void)
{
    struct rq_error err = {0};
    struct rq_out out = made_from("tga", 1, 2, (const uint8_t *)"\1\2\3\377\4\5\6\377",
                                  &(struct rq_texture_options){0}, &err);
    static const uint8_t rgb[] = {0, 0, 2, 0, 0,  0, 0, 0, 0, 0, 0, 0,
                                  1, 0, 2, 0, 24, 0, 6, 5, 4, 3, 2, 1};
    CHECK_MEM(out.data, out.size, rgb, sizeof rgb);
    rq_out_free(&out);
    out =
        made_from("tga", 1, 1, (const uint8_t *)"\1\2\3\4", &(struct rq_texture_options){0}, &err);
    CHECK_MEM(out.data + 16, out.size - 16, "\40\0\3\2\1\4", 6);
    rq_out_free(&out);
    /* Asked for: with or without alpha, whatever the picture has. */
    out = made_from("tga", 1, 1, (const uint8_t *)"\1\2\3\4",
                    &(struct rq_texture_options){.encoding = "rgb"}, &err);
    CHECK_MEM(out.data + 16, out.size - 16, "\30\0\3\2\1", 5);
    rq_out_free(&out);
    out = made_from("tga", 1, 1, (const uint8_t *)"\1\2\3\377",
                    &(struct rq_texture_options){.encoding = "RGBA"}, &err);
    CHECK_MEM(out.data + 16, out.size - 16, "\40\0\3\2\1\377", 6);
    rq_out_free(&out);
    CHECK_STR(err.text, "");
    out = made_from("tga", 1, 1, (const uint8_t *)"\1\2\3\4",
                    &(struct rq_texture_options){.encoding = "dxt1"}, &err);
    CHECK_INT(err.code, RQ_USAGE);
    rq_out_free(&out);
}

/* Sides have 16 bits. */
static void test_sides(void)
{
    static uint8_t rgba[65536 * 4];
    for (uint32_t more = 0; more < 4; more++) {
        struct rq_error err = {0};
        uint32_t side = 65535 + more % 2;
        struct rq_out out = made_from("tga", more < 2 ? side : 1, more < 2 ? 1 : side, rgba,
                                      &(struct rq_texture_options){.encoding = "rgb"}, &err);
        CHECK_INT(out.size, more % 2 ? 0 : 18 + 65535 * 3);
        CHECK_STR(err.text, more % 2 ? "no side may pass 65535 pixels" : "");
        rq_out_free(&out);
    }
}

static void test_detection(void)
{
    static struct made m;
    put_header(&m, 2, 24, 2, 1, 0);
    put_mem(&m, "\1\2\3\4\5\6", 6);
    CHECK(rq_format_detect(made_bytes(&m), NULL) == rq_format_by_name("tga"));
    m.size--; /* the pixels are not all there */
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
    m.size++;
    m.data[5] = 1; /* a map that is not there */
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
    m.data[5] = 0;
    m.data[17] = 0x40;
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
    m.data[17] = 0;
    m.data[2] = 4;
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
}

static void test_damage(void)
{
    static struct made m;
    put_header(&m, 10, 24, 3, 2, 0);
    put_mem(&m, "\202\1\2\3\1\4\5\6\7\10\11\0\1\1\1", 15);
    check_truncations(made_bytes(&m), "tga");
    check_flips(made_bytes(&m), "tga", 2000);
    put_header(&m, 2, 24, 65535, 65535, 0); /* 12 GB of pixels in nothing */
    unreadable(&m, "tga", RQ_TRUNCATED, "pixels");
    put_header(&m, 10, 24, 3, 1, 0); /* the last packet holds four */
    put_mem(&m, "\203\1\2\3", 4);
    unreadable(&m, "tga", RQ_CORRUPT, "beyond the last pixel");
    put_header(&m, 12, 24, 3, 1, 0);
    unreadable(&m, "tga", RQ_UNSUPPORTED, "image_type");
    /* 1448 x 1448 of one colour is over 8 MB out of 82 KB, here in pixels of four bytes: kept, but
     * not shown. 1448 * 1448 = 16380 * 128 + 64. */
    struct rq_out big = {0};
    put_header(&m, 10, 32, 1448, 1448, 0);
    rq_put(&big, m.data, m.size);
    for (unsigned i = 0; i < 16380; i++)
        rq_put(&big, "\377\1\2\3\4", 5);
    rq_put(&big, "\277\1\2\3\4", 5);
    struct rq_doc *doc = read_as(rq_out_bytes(&big), "tga");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    CHECK(writes_same(doc, rq_out_bytes(&big), true));
    rq_doc_free(doc);
    rq_out_free(&big);
    not_built("tga", "\"image_type\":2,\"depth\":24,\"width\":1,\"height\":1,\"pixels\":\"AA==\"");
    not_built("tga", "\"image_type\":2,\"depth\":24,\"width\":1,\"height\":1");
    not_built("tga", "\"image_type\":10,\"depth\":8,\"width\":1,\"height\":1,\"pixels\":\"AA==\","
                     "\"packing\":\"tight\"");
    not_built("tga", "\"image_type\":3,\"depth\":8,\"width\":1,\"height\":1,\"pixels\":\"AA==\","
                     "\"id\":\"AA==\"");
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    CHECK_INT(rq_doc_verify(bytes, NULL, false, &err), RQ_IDENTICAL);
    CHECK_INT(rq_doc_verify(bytes, NULL, true, &err), RQ_IDENTICAL);
    CHECK(rq_format_detect(bytes, NULL) == rq_format_by_name("tga"));
    check_shown_back(bytes, "tga");
    (void)name;
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/tga");
    printf("    %zu files\n", each_file("kotor/tga", check_file));
}

TESTS(test_true_color, test_game, test_high_color, test_grey, test_color_map, test_missing_color,
      test_packets, test_long_runs, test_around, test_offsets, test_from_picture, test_sides,
      test_detection, test_damage, test_corpus)
