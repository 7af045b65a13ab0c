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
    CHECK_INT(err.offset, 0);
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
    for (unsigned bits = 0; bits < 16; bits++) { /* of alpha */
        put_header(&m, 2, 24, 2, 1, bits);
        put_mem(&m, "\1\2\3\4\5\6", 6);
        check_note("%u bits", bits);
        CHECK_INT(rq_format_detect(made_bytes(&m), NULL) != NULL, bits <= 8);
    }
    check_note(" ");
    put_header(&m, 11, 8, 3, 1, 0); /* three pixels in a packet */
    put_mem(&m, "\202\1", 2);
    CHECK(rq_format_detect(made_bytes(&m), NULL) == rq_format_by_name("tga"));
    m.data[18] = 0x83; /* and four: one too many */
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
    unreadable(&m, "tga", RQ_CORRUPT, "the last packet goes beyond the last pixel");
    m.data[18] = 0x81; /* and two */
    CHECK(rq_format_detect(made_bytes(&m), "x.tga") == NULL);
    unreadable(&m, "tga", RQ_TRUNCATED, "the packets end after 2 pixels of 3");
}

static unsigned bid(struct rq_bytes bytes)
{
    return rq_format_by_name("tga")->detect(bytes, NULL);
}

/* Bytes behind the pixels tell against a TGA, unless they end with a footer; nothing else around them does. */
static void test_bids(void)
{
    static struct made m;
    put_header(&m, 2, 24, 1, 1, 0);
    put_mem(&m, "\1\2\3", 3);
    unsigned exact = bid(made_bytes(&m));
    CHECK(exact > 0);
    CHECK_INT(bid((struct rq_bytes){m.data, 17}), 0);
    put8(&m, 0);
    unsigned more = bid(made_bytes(&m));
    CHECK(more > 0 && more < exact);
    put_zeros(&m, 7);
    put_mem(&m, "TRUEVISION-XFILE.", 18);
    CHECK(bid(made_bytes(&m)) > exact);
    m.data[m.size - 1] = 1; /* a zero there, and nothing else */
    CHECK_INT(bid(made_bytes(&m)), more);
    put_header(&m, 2, 24, 1, 1, 0);
    m.data[0] = 3;
    put_mem(&m, "abc\1\2\3", 6);
    CHECK_INT(bid(made_bytes(&m)), exact);
    m.size--;
    CHECK_INT(bid(made_bytes(&m)), 0);
    put_header(&m, 1, 8, 1, 1, 0);
    set_map(&m, 0, 2, 24);
    put_mem(&m, "\1\2\3\4\5\6\0", 7);
    CHECK_INT(bid(made_bytes(&m)), exact);
    m.size--;
    CHECK_INT(bid(made_bytes(&m)), 0);
    put_header(&m, 10, 24, 2, 1, 0);
    put_mem(&m, "\201\1\2\3", 4);
    CHECK_INT(bid(made_bytes(&m)), exact);
    for (int side = 0; side < 2; side++) { /* no pixels in no bytes */
        put_header(&m, 2, 24, side, !side, 0);
        CHECK_INT(bid(made_bytes(&m)), 0);
    }
}

/* Which depths a type of pixels may have, and that a map is there when its type needs one (docs/formats/tga.md). */
static void test_misfits(void)
{
    for (unsigned type = 0; type < 16; type++)
        for (unsigned depth = 7; depth <= 33; depth++)
            for (unsigned map = 0; map < 3; map++) {
                static struct made m;
                unsigned kind = type & 7; /* 1: indices, 2: colours, 3: grey */
                bool known = kind >= 1 && kind <= 3;
                bool deep = depth == 8 || depth == 16 ||
                            (kind == 2 && (depth == 15 || depth == 24 || depth == 32));
                put_header(&m, type, depth, 1, 1, 0);
                m.data[1] = (uint8_t)map;
                m.data[7] = map ? 24 : 0;
                put_zeros(&m, 5);
                CHECK_INT(bid(made_bytes(&m)) != 0, known && deep && map < 2 && (kind != 1 || map));
                check_note("type %u, %u bits, map %u", type, depth, map);
                if (!known)
                    unreadable(&m, "tga", RQ_UNSUPPORTED,
                               "image_type is not one of 1, 2, 3, 9, 10, 11");
                else if (!deep)
                    unreadable(&m, "tga", RQ_UNSUPPORTED, "depth is not one that this type has");
                else if (map > 1 || (kind == 1 && map != 1))
                    unreadable(&m, "tga", RQ_UNSUPPORTED, "map_type is not that of the image_type");
                else
                    check_round_trips(made_bytes(&m), "x.tga", "tga");
            }
}

/* Colours of a map: 15, 16, 24 or 32 bits. */
static void test_map_depths(void)
{
    static struct made m;
    for (unsigned depth = 7; depth <= 33; depth++) {
        bool known = depth == 15 || depth == 16 || depth == 24 || depth == 32;
        put_header(&m, 1, 8, 1, 1, 0);
        set_map(&m, 0, 1, depth);
        put_mem(&m, "\0\0\0\0\0", (depth + 7) / 8 + 1);
        check_note("%u bits", depth);
        if (known)
            check_round_trips(made_bytes(&m), "x.tga", "tga");
        else
            unreadable(&m, "tga", RQ_UNSUPPORTED, "map_depth is not one of 15, 16, 24, 32");
    }
}

/* Another picture for a file: type and depth stay. Grey 7, 30 % seen through (alpha 77) and red, seen
 * half: 128 of 255 is seen, 127 is not, where alpha has one bit; 255 has 31 of five bits. */
static void test_put_depths(void)
{
    static const struct {
        unsigned type, depth, descriptor;
        const char *was, *rgba, *pixels;
        size_t size;
    } rows[] = {
        {3, 16, 8, "\1\2\3\4", "\7\7\7\115\10\10\10\377", "\7\115\10\377", 4},
        {3, 8, 0, "\1\2", "\7\7\7\377\10\10\10\377", "\7\10", 2},
        {2, 16, 1, "\1\2\3\4", "\377\0\0\200\0\0\377\177", "\0\374\37\0", 4},
        {2, 15, 0, "\1\2\3\4", "\377\0\0\377\0\377\0\377", "\0\174\340\3", 4},
        {2, 24, 0, "\0\0\0\0\0\0", "\1\2\3\377\4\5\6\377", "\3\2\1\6\5\4", 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        put_header(&m, rows[i].type, rows[i].depth, 2, 1, rows[i].descriptor);
        put_mem(&m, rows[i].was, rows[i].size);
        check_note("row %zu", i);
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        CHECK(put_rgba(doc, 2, 1, (const uint8_t *)rows[i].rgba, &err));
        struct rq_out out = written(doc);
        CHECK_MEM(out.data, 18, m.data, 18);
        CHECK_MEM(out.data + 18, out.size - 18, rows[i].pixels, rows[i].size);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

/* Indices are kept into a map without alpha: 24 bits, or 15 and 16 when the descriptor has no bits of it. */
static void test_put_mapped(void)
{
    static const struct {
        unsigned depth, descriptor;
        bool taken;
    } rows[] = {{15, 0, true}, {16, 0, true},  {24, 0, true},
                {24, 8, true}, {16, 1, false}, {32, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        put_header(&m, 1, 8, 2, 1, rows[i].descriptor);
        set_map(&m, 0, 2, rows[i].depth);
        for (unsigned color = 0; color < 2; color++) /* black, white */
            for (unsigned k = 0; k < (rows[i].depth + 7) / 8; k++)
                put8(&m, color ? 255 : 0);
        put_mem(&m, "\0\0", 2);
        check_note("row %zu", i);
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        CHECK_INT(put_rgba(doc, 2, 1, (const uint8_t *)"\377\377\377\377\377\377\377\377", &err),
                  rows[i].taken);
        CHECK_STR(err.text, rows[i].taken ? "" : "a colour map with alpha takes no pictures");
        CHECK_INT(err.code, rows[i].taken ? RQ_OK : RQ_USAGE);
        struct rq_out out = written(doc);
        CHECK_MEM(out.data + out.size - 2, 2, rows[i].taken ? "\1\1" : "\0\0", 2);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

/* Packets that no rule makes are kept until they no longer are the pixels. */
static void test_other_pixels(void)
{
    static struct made m;
    struct rq_error err = {0};
    put_header(&m, 11, 8, 4, 1, 0x20);
    put_mem(&m, "\2\3\3\4\0\5", 6); /* 3 3 4, 5; a rule writes 81 3 1 4 5 */
    struct rq_doc *doc = read_as(made_bytes(&m), "tga");
    REQUIRE(doc != NULL);
    const uint8_t same[] = {3, 3, 3, 255, 3, 3, 3, 255, 4, 4, 4, 255, 5, 5, 5, 255};
    const uint8_t other[] = {3, 3, 3, 255, 3, 3, 3, 255, 4, 4, 4, 255, 6, 6, 6, 255};
    CHECK(put_rgba(doc, 4, 1, same, &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    CHECK(put_rgba(doc, 4, 1, other, &err));
    struct rq_out out = written(doc);
    CHECK_MEM(out.data + 18, out.size - 18, "\201\3\1\4\6", 5);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Sides of 65535 are the longest also for a picture that is put in. */
static void test_put_sides(void)
{
    static uint8_t rgba[65536 * 4];
    static struct made m;
    put_header(&m, 2, 24, 1, 1, 0);
    put_mem(&m, "\1\2\3", 3);
    for (uint32_t more = 0; more < 4; more++) {
        struct rq_error err = {0};
        uint32_t side = 65535 + more % 2;
        struct rq_doc *doc = read_as(made_bytes(&m), "tga");
        REQUIRE(doc != NULL);
        CHECK_INT(put_rgba(doc, more < 2 ? side : 1, more < 2 ? 1 : side, rgba, &err),
                  more % 2 == 0);
        CHECK_STR(err.text, more % 2 ? "too large for a TGA" : "");
        struct rq_out out = written(doc);
        CHECK_INT(out.size, more % 2 ? 21 : 18 + 65535 * 3);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
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
      test_detection, test_bids, test_misfits, test_map_depths, test_put_depths, test_put_mapped,
      test_other_pixels, test_put_sides, test_damage, test_corpus)
