/* TPC. Headers and pixels are laid down by hand; the sizes of levels are those of the format:
 * 8 or 16 bytes a block of 4 x 4, else 1, 3 or 4 bytes a pixel, no side below 1. */
#include "core/bytes.h"
#include "core/file.h"
#include "formats/format.h"
#include "support/corpus.h"
#include "support/document.h"

#include <reliquary/tpc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 8192 };

struct file {
    uint8_t bytes[ROOM];
    size_t size;
};

/* Header, `pixels` bytes that count up, and a text. */
static struct file texture(uint32_t data_size, uint16_t width, uint16_t height, uint8_t encoding,
                           uint8_t mips, size_t pixels, const char *txi)
{
    struct file f = {.size = 128 + pixels + strlen(txi)};
    rq_set32(f.bytes, data_size);
    rq_set32(f.bytes + 4, 0x3F800000); /* 1.0 */
    rq_set16(f.bytes + 8, width);
    rq_set16(f.bytes + 10, height);
    f.bytes[12] = encoding;
    f.bytes[13] = mips;
    for (size_t i = 0; i < pixels; i++)
        f.bytes[128 + i] = (uint8_t)(0x80 | (i & 0x7F)); /* never text */
    memcpy(f.bytes + 128 + pixels, txi, strlen(txi));
    return f;
}

static struct rq_doc *read_tpc(const struct file *f, struct rq_error *err)
{
    struct rq_options options = {.format = rq_format_by_name("tpc")};
    *err = (struct rq_error){0};
    return rq_doc_read((struct rq_bytes){f->bytes, f->size}, &options, err);
}

struct shape {
    uint32_t faces, frames, mips;
    size_t last_level; /* bytes */
};

/* Read, of that shape, and the same bytes again, directly and through JSON. */
static void is(const struct file *f, struct shape shape, const char *txi)
{
    struct rq_error err;
    struct rq_out out = {0}, json = {0};
    struct rq_doc *doc = read_tpc(f, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
    CHECK_INT(tpc->faces, shape.faces);
    CHECK_INT(tpc->frames, shape.frames);
    CHECK_INT(tpc->mips, shape.mips);
    CHECK_INT(tpc->level_count, (size_t)shape.faces * shape.frames * shape.mips);
    CHECK_INT(tpc->levels[tpc->level_count - 1].data.size, shape.last_level);
    CHECK_MEM(tpc->txi.data, tpc->txi.size, txi, strlen(txi));
    CHECK(writes_same(doc, (struct rq_bytes){f->bytes, f->size}, false));
    CHECK(rq_doc_to_json(doc, &json, &err));
    struct rq_doc *again = rq_doc_from_json(rq_out_bytes(&json), NULL, &err);
    CHECK_STR(err.text, "");
    CHECK(again && rq_doc_write(again, &out, &err));
    CHECK_MEM(out.data, out.size, f->bytes, f->size);
    if (again) {
        const struct rq_tpc *back = rq_doc_root(again, "tpc");
        CHECK_INT(back->faces, shape.faces);
        CHECK_INT(back->frames, shape.frames);
        CHECK_INT(back->mips, shape.mips);
        CHECK_INT(back->levels[0].width, tpc->levels[0].width);
        CHECK_INT(back->levels[0].height, tpc->levels[0].height);
    }
    rq_doc_free(again);
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&json);
}

static void test_encodings(void)
{
    struct file f = texture(0, 2, 3, 1, 1, 6, ""); /* grey */
    is(&f, (struct shape){1, 1, 1, 6}, "");
    f = texture(0, 2, 3, 2, 1, 18, ""); /* RGB */
    is(&f, (struct shape){1, 1, 1, 18}, "");
    f = texture(0, 2, 3, 4, 1, 24, ""); /* RGBA */
    is(&f, (struct shape){1, 1, 1, 24}, "");
    f = texture(0, 4, 2, 12, 1, 32, ""); /* BGRA in Morton order */
    is(&f, (struct shape){1, 1, 1, 32}, "");
    f = texture(32, 8, 8, 2, 1, 32, ""); /* DXT1: 4 blocks of 8 */
    is(&f, (struct shape){1, 1, 1, 32}, "");
    f = texture(64, 8, 8, 4, 1, 64, ""); /* DXT5: 4 blocks of 16 */
    is(&f, (struct shape){1, 1, 1, 64}, "");
    f = texture(16, 5, 1, 2, 1, 16, ""); /* parts of blocks count as whole ones */
    is(&f, (struct shape){1, 1, 1, 16}, "");
}

static void test_header(void)
{
    struct file f = texture(16, 4, 4, 4, 1, 16, "");
    struct rq_error err;
    struct rq_out json = {0};
    rq_set32(f.bytes + 4, 0x3F008081); /* 0.50196... = 128 / 255 */
    f.bytes[127] = 9;                  /* reserved bytes are kept */
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    const struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
    CHECK_INT(tpc->header.data_size, 16);
    CHECK_INT(rq_bits_of(tpc->header.alpha), 0x3F008081);
    CHECK_INT(tpc->header.width, 4);
    CHECK_INT(tpc->header.encoding, 4);
    CHECK_INT(tpc->header.reserved[113], 9);
    CHECK(rq_doc_to_json(doc, &json, &err));
    rq_put8(&json, 0);
    CHECK(strstr((const char *)json.data, "\"alpha\": 0.5019608,") != NULL);
    CHECK(strstr((const char *)json.data,
                 "\"levels\": [\n    \"gIGCg4SFhoeIiYqLjI2Ojw==\"\n  ],") != NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
    is(&f, (struct shape){1, 1, 1, 16}, "");
    /* A NaN in the alpha word, as bits. */
    rq_set32(f.bytes + 4, 0x7FC01234);
    is(&f, (struct shape){1, 1, 1, 16}, "");
}

static void test_mips(void)
{
    /* DXT1 16 x 16: 128, 32, 8, 8, 8 */
    struct file f = texture(128, 16, 16, 2, 5, 128 + 32 + 8 + 8 + 8, "");
    is(&f, (struct shape){1, 1, 5, 8}, "");
    /* Grey 4 x 2: 8, 2, 1: no side below 1 */
    f = texture(0, 4, 2, 1, 3, 8 + 2 + 1, "");
    is(&f, (struct shape){1, 1, 3, 1}, "");
}

static void test_text(void)
{
    static const char *const texts[] = {"mipmap 0\r\n", "decal 1\r\n\r\n\r\n", "blending additive",
                                        "a\nb\n", "x"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct file f = texture(16, 4, 4, 4, 1, 16, texts[i]);
        is(&f, (struct shape){1, 1, 1, 16}, texts[i]);
    }
    /* Bytes that are no text stand in the JSON as characters of their code page. */
    struct file f = texture(16, 4, 4, 4, 1, 16, "\x81\xFF\x01");
    is(&f, (struct shape){1, 1, 1, 16}, "\x81\xFF\x01");
    /* NUL padded */
    f = texture(16, 4, 4, 4, 1, 16, "mipmap 0");
    f.size += 3;
    struct rq_error err;
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    CHECK_INT(((const struct rq_tpc *)rq_doc_root(doc, "tpc"))->txi.size, 11);
    rq_doc_free(doc);
    struct rq_options options = {.format = rq_format_by_name("tpc")};
    CHECK_INT(rq_doc_verify((struct rq_bytes){f.bytes, f.size}, &options, true, &err),
              RQ_IDENTICAL);
}

/* Six faces below each other, each with its own levels; the stated size is that of one. */
static void test_cube_map(void)
{
    /* DXT1 8 x 48: 6 x (32 + 8 + 8 + 8) */
    struct file f = texture(32, 8, 48, 2, 4, 6 * 56, "cube 1\r\n");
    is(&f, (struct shape){6, 1, 4, 8}, "cube 1\r\n");
    /* The corpus' only one: 32 x 192, DXT5, 6 levels: 1024 256 64 16 16 16 */
    f = texture(1024, 32, 192, 4, 1, 6 * 1024, "");
    is(&f, (struct shape){6, 1, 1, 1024}, "");
    /* The stated size is that of the whole: a tall picture. */
    f = texture(192, 8, 48, 2, 1, 192, "");
    is(&f, (struct shape){1, 1, 1, 192}, "");
    /* Not compressed: 2 x 12 grey, 6 x (4 + 1) */
    f = texture(0, 2, 12, 1, 2, 30, "");
    is(&f, (struct shape){6, 1, 2, 1}, "");
}

/* 8 x 48 grey with 6 levels: a cube map would take 6 x (64 + 16 + 4 + 1 + 1 + 1) = 522 bytes,
 * a tall picture takes 384 + 96 + 24 + 6 + 3 + 1 = 514. With 514 there it is the picture,
 * also in the eyes of JSON, though six levels could be one of each face. */
static void test_cube_or_not(void)
{
    struct file f = texture(0, 8, 48, 1, 6, 514, "");
    is(&f, (struct shape){1, 1, 6, 1}, "");
    f = texture(0, 8, 48, 1, 6, 522, "");
    is(&f, (struct shape){6, 1, 6, 1}, "");
}

/* proceduretype cycle: frames in a grid, each with a chain of its own, down to one pixel of the
 * shorter side. */
static void test_animation(void)
{
    static const char txi[] = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n";
    /* Grey 8 x 8 in 2 x 2 frames of 4 x 4: 4 x (16 + 4 + 1) */
    struct file f = texture(0, 8, 8, 1, 4, 4 * 21, txi);
    is(&f, (struct shape){1, 4, 3, 1}, txi);
    struct rq_error err;
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    const struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
    CHECK_INT(tpc->frames_x, 2);
    CHECK_INT(tpc->fps, 15);
    CHECK_INT(tpc->levels[0].width, 4);
    CHECK_INT(tpc->levels[3].data.data - tpc->levels[0].data.data, 21); /* frame 1 */
    rq_doc_free(doc);
    /* The last pixels look like lines of text. */
    f = texture(0, 8, 8, 1, 4, 4 * 21, txi);
    memcpy(f.bytes + 128 + 84 - 6, "ab\ncd\r", 6);
    is(&f, (struct shape){1, 4, 3, 1}, txi);
    f.bytes[128 + 83] = 'x';
    is(&f, (struct shape){1, 4, 3, 1}, txi);
    /* One level: one for each frame. */
    f = texture(0, 8, 8, 1, 1, 64, txi);
    is(&f, (struct shape){1, 4, 1, 16}, txi);
    /* DXT1, 16 x 8 in 2 x 1: the stated size is the whole sheet. */
    static const char row[] = "PROCEDURETYPE Cycle\nnumx 2\nnumy 1\n fps\t10";
    f = texture(64, 16, 8, 2, 1, 64, row);
    is(&f, (struct shape){1, 2, 1, 32}, row);
}

/* Text that does not make a sheet. */
static void test_no_animation(void)
{
    static const char *const texts[] = {
        "numx 2\r\nnumy 2\r\nfps 15\r\n",                               /* no cycle */
        "proceduretype water\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n",        /* another one */
        "proceduretype cycle\r\nnumx 0\r\nnumy 2\r\nfps 15\r\n",        /* no columns */
        "proceduretype cycle\r\nnumx 2\r\nnumy 0\r\nfps 15\r\n",        /* no rows */
        "proceduretype cycle\r\nnumx 2\r\nnumy 3\r\nfps 5\r\n",         /* 8 is no multiple of 3 */
        "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 0\r\n",         /* stands still */
        "proceduretype cycle\r\nnumx 3\r\nnumy 2\r\nfps 5\r\n",         /* 8 is no multiple of 3 */
        "proceduretype cycle\r\nnumx 99999\r\nnumy 99999\r\nfps 5\r\n", /* absurd */
        "proceduretype cycle\r\nnumx 1\r\nnumy 1\r\nfps 5\r\n",         /* one frame */
        "proceduretypecycle\r\nnumx 2\r\nnumy 2\r\nfps 5\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct file f = texture(0, 8, 8, 1, 1, 64, texts[i]);
        check_note("%s", texts[i]);
        is(&f, (struct shape){1, 1, 1, 64}, texts[i]);
    }
}

/* Fewer levels than the header says: the game does not mind, and we say so. */
static void test_missing_levels(void)
{
    struct file f = texture(128, 16, 16, 2, 5, 128 + 32 + 8, "");
    is(&f, (struct shape){1, 1, 3, 8}, "");
    struct rq_error err;
    const struct rq_finding *findings;
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "tpc-missing-level");
    CHECK_INT(findings[0].offset, 128 + 168);
    rq_doc_free(doc);
    /* Part of a level is no level: it stays as what follows the pixels. */
    f = texture(128, 16, 16, 2, 5, 128 + 32 + 8 + 3, "");
    is(&f, (struct shape){1, 1, 3, 8}, "\xA8\xA9\xAA");
    /* Without the first level there is no picture. */
    f = texture(128, 16, 16, 2, 5, 127, "");
    CHECK(read_tpc(&f, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
    CHECK_STR(err.where, "tpc / levels[0] / pixels");
    /* Nor a cube map with half a face. */
    f = texture(32, 8, 48, 2, 1, 6 * 32 - 1, "");
    CHECK(read_tpc(&f, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
}

/* The game shifts both sides without stopping at 1: 8 x 1 has one level of 8 pixels, and the
 * three that the header says besides have none. Told apart by the text that follows. */
static void test_levels_without_pixels(void)
{
    struct file f = texture(0, 8, 1, 1, 4, 8, "decal 1\r\n");
    is(&f, (struct shape){1, 1, 1, 8}, "decal 1\r\n");
    /* Clamped: 8 + 4 + 2 + 1 pixels, then the text. */
    f = texture(0, 8, 1, 1, 4, 15, "decal 1\r\n");
    is(&f, (struct shape){1, 1, 4, 1}, "decal 1\r\n");
}

static void test_odd_size(void)
{
    struct rq_error err;
    const struct rq_finding *findings;
    struct file f = texture(17, 4, 4, 4, 1, 16, ""); /* 16 is right */
    is(&f, (struct shape){1, 1, 1, 16}, "");
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "tpc-wrong-data-size");
    rq_doc_free(doc);
}

static void refused_at(struct file f, enum rq_code code, uint64_t offset)
{
    struct rq_error err;
    struct rq_doc *doc = read_tpc(&f, &err);
    CHECK(doc == NULL);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    refused_at(texture(0, 4, 4, 0, 1, 64, ""), RQ_UNSUPPORTED, 12);
    refused_at(texture(0, 4, 4, 3, 1, 64, ""), RQ_UNSUPPORTED, 12);
    refused_at(texture(0, 4, 4, 255, 1, 64, ""), RQ_UNSUPPORTED, 12);
    refused_at(texture(16, 4, 4, 1, 1, 64, ""), RQ_UNSUPPORTED, 12); /* grey is never compressed */
    refused_at(texture(16, 4, 4, 12, 1, 64, ""), RQ_UNSUPPORTED, 12);
    refused_at(texture(0, 0, 4, 1, 1, 64, ""), RQ_CORRUPT, 8);
    refused_at(texture(0, 4, 0, 1, 1, 64, ""), RQ_CORRUPT, 8);
    refused_at(texture(0, 0x8001, 4, 1, 1, 64, ""), RQ_CORRUPT, 8);
    refused_at(texture(0, 4, 0xFFFF, 1, 1, 64, ""), RQ_CORRUPT, 8);
    refused_at(texture(0, 4, 4, 1, 0, 64, ""), RQ_CORRUPT, 13);
    refused_at(texture(0, 4, 4, 1, 17, 64, ""), RQ_CORRUPT, 13);
    refused_at(texture(0, 0x8000, 0x8000, 4, 1, 64, ""), RQ_TRUNCATED, 128); /* 4 GiB of pixels */
    refused_at(texture(0xFFFFFFFF, 0x8000, 0x8000, 4, 16, 64, ""), RQ_TRUNCATED, 128);
}

static void test_truncated(void)
{
    static const char txi[] = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n";
    struct file f = texture(0, 8, 8, 1, 4, 4 * 21, txi);
    for (size_t size = 0; size < 128 + 64; size++) {
        struct check_guard guard;
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name("tpc")};
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(f.bytes, size, &guard));
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){guard.data, size}, &options, &err);
        CHECK(doc == NULL && err.code == RQ_TRUNCATED);
        rq_doc_free(doc);
        check_guard_free(&guard);
    }
}

/* JSON whose levels are not those of its header. */
static void test_json_refused(void)
{
    static const struct {
        const char *members, *why;
    } cases[] = {
        {"\"levels\":[]", "missing or impossible"},
        {"\"width\":2,\"height\":2,\"encoding\":1,\"mip_count\":1,\"levels\":[]", "levels"},
        {"\"width\":2,\"height\":2,\"encoding\":1,\"mip_count\":1,\"levels\":[\"AAAA\"]",
         "level 0 has 3 bytes, 2 x 2 pixels take 4"},
        {"\"width\":2,\"height\":2,\"encoding\":1,\"mip_count\":1,\"levels\":[\"AAAAAA==\",\"AA==\"]",
         "2 levels, 1 expected"},
        {"\"width\":2,\"height\":2,\"encoding\":3,\"mip_count\":1,\"levels\":[\"AAAAAA==\"]",
         "impossible"},
        {"\"width\":2,\"height\":2,\"encoding\":1,\"mip_count\":17,\"levels\":[\"AAAAAA==\"]",
         "impossible"},
        {"\"width\":65535,\"height\":65535,\"encoding\":4,\"mip_count\":1,\"levels\":[\"AA==\"]",
         "impossible"},
        {"\"width\":70000", "out of range"},
        {"\"depth\":3", "no field is named"},
        /* One level is missing, and the text is so long that it would be taken for it. */
        {"\"width\":2,\"height\":2,\"encoding\":1,\"mip_count\":2,\"levels\":[\"AAAAAA==\"],"
         "\"txi\":\"\xC3\xBF\xC3\xBF\"",
         "1 levels, 2 expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        json_refused("tpc", cases[i].members, cases[i].why);
}

/* Real textures, and what is known of them (docs/formats/tpc.md). */
static void test_corpus(void)
{
    struct rq_walk walk = {0};
    size_t cubes = 0, with_text = 0;
    NEEDS_CORPUS("kotor/tpc");
    REQUIRE(corpus_walk("kotor/tpc", &walk));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        struct rq_error err = {0};
        check_note("%s", walk.items[i].relative);
        REQUIRE(rq_map_open(&map, walk.items[i].path, &err));
        CHECK_INT(rq_doc_verify(map.bytes, NULL, false, &err), RQ_IDENTICAL); /* detected, too */
        CHECK_INT(rq_doc_verify(map.bytes, NULL, true, &err), RQ_IDENTICAL);
        CHECK_STR(err.text, "");
        struct rq_doc *doc = rq_doc_read(map.bytes, NULL, &err);
        REQUIRE(doc != NULL);
        const struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
        const struct rq_finding *findings;
        REQUIRE(tpc != NULL);
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        uint32_t side = tpc->levels[0].width, levels = 0;
        for (; side; side /= 2)
            levels++;
        CHECK_INT(tpc->mips, levels); /* down to one pixel in all of them */
        cubes += tpc->faces == 6;
        with_text += tpc->txi.size > 0;
        rq_doc_free(doc);
        rq_map_close(&map);
    }
    printf("    %zu files: %zu cube maps, %zu with text\n", walk.count, cubes, with_text);
    CHECK_INT(cubes, 1);
    rq_walk_free(&walk);
}

static unsigned bid(struct file f)
{
    return rq_format_by_name("tpc")->detect((struct rq_bytes){f.bytes, f.size}, NULL);
}

/* There is no magic. A stated size that is the picture's (8 x 8 of DXT1 take 32 bytes), or that of one face of six, tells
 * more than one that only fits into the file. */
static void test_bids(void)
{
    unsigned exact = bid(texture(32, 8, 8, 2, 1, 32, ""));
    CHECK_INT(bid(texture(32, 8, 48, 2, 4, 6 * 56, "")), exact);
    CHECK_INT(bid(texture(0, 8, 8, 2, 1, 256, "")), exact); /* not compressed: no size */
    CHECK(bid(texture(31, 8, 8, 2, 1, 32, "")) < exact);
    CHECK(bid(texture(33, 8, 8, 2, 1, 64, "")) < exact);
    CHECK_INT(bid(texture(33, 8, 8, 2, 1, 32, "")), 0);
    /* The limits of sides and levels (docs/formats/tpc.md); a size that only fits is not looked at closer. */
    CHECK(bid(texture(0, 0x8000, 1, 1, 1, 64, "")) > 0);
    CHECK(bid(texture(0, 1, 0x8000, 1, 16, 64, "")) > 0);
    CHECK_INT(bid(texture(0, 0x8001, 1, 1, 1, 64, "")), 0);
    CHECK_INT(bid(texture(0, 1, 0x8001, 1, 1, 64, "")), 0);
    CHECK_INT(bid(texture(0, 1, 1, 1, 17, 64, "")), 0);
    CHECK_INT(bid(texture(0, 1, 1, 1, 0, 64, "")), 0);
}

/* The fact "txi" of a texture with this text. */
static void check_txi_fact(const char *txi, const char *expected)
{
    struct file f = texture(16, 4, 4, 4, 1, 16, txi);
    struct rq_error err;
    const struct rq_fact *facts;
    size_t count = 0, at = 0;
    struct rq_doc *doc = read_tpc(&f, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    while (at < count && strcmp(facts[at].key, "txi") != 0)
        at++;
    CHECK_STR(at < count ? facts[at].value : NULL, expected);
    rq_doc_free(doc);
}

/* Its lines in one, with "; " between them; what goes beyond 396 bytes is left out. */
static void test_facts(void)
{
    check_txi_fact("", NULL);
    check_txi_fact("mipmap 0\r\ndecal 1\r\n", "19 bytes: mipmap 0; decal 1");
    check_txi_fact("a\n b\n\n!c\n", "9 bytes: a; b; !c");
    char text[401], expected[440];
    for (size_t size = 395; size <= 400; size++) {
        memset(text, 'x', size);
        text[size] = 0;
        snprintf(expected, sizeof expected, "%zu bytes: %.396s", size, text);
        check_txi_fact(text, expected);
    }
}

/* 64 x 64 frames are the most: a sheet of 4096 pixels in one row, and of 4097. */
static void test_many_frames(void)
{
    static const char most[] = "proceduretype cycle\nnumx 4096\nnumy 1\nfps 1\n";
    static const char more[] = "proceduretype cycle\nnumx 4097\nnumy 1\nfps 1\n";
    struct file f = texture(0, 4096, 1, 1, 1, 4096, most);
    is(&f, (struct shape){1, 4096, 1, 1}, most);
    f = texture(0, 4097, 1, 1, 1, 4097, more);
    is(&f, (struct shape){1, 1, 1, 4097}, more);
    static const char square[] = "proceduretype cycle\nnumx 64\nnumy 64\nfps 1\n";
    f = texture(0, 64, 64, 1, 1, 4096, square);
    is(&f, (struct shape){1, 4096, 1, 1}, square);
    static const char two[] =
        "proceduretype cycle\nnumx 2\nnumy 1\nfps 1\n"; /* and two the fewest */
    f = texture(0, 2, 1, 1, 1, 2, two);
    is(&f, (struct shape){1, 2, 1, 1}, two);
}

TESTS(test_facts, test_many_frames, test_bids, test_encodings, test_header, test_mips, test_text,
      test_cube_map, test_cube_or_not, test_animation, test_no_animation, test_missing_levels,
      test_levels_without_pixels, test_odd_size, test_refused, test_truncated, test_json_refused,
      test_corpus)
