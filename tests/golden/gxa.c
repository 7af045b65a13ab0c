/* GXA: bytes by hand from docs/formats/gxa.md; with a corpus, against its ground truth. */
#include "pictures.h"
#include "sha256.h"

#include <reliquary/gxa.h>

static void put_tag(struct made *m, const char *tag, uint32_t size)
{
    put_text(m, tag, 4);
    put32be(m, size);
}

static void put_frame(struct made *m, int width, int height, int compression)
{
    const int words[] = {1, width, height, 0, 0, compression, 0, 0, 0};
    for (size_t i = 0; i < 9; i++)
        put16(m, words[i]);
}

/* Palette entry i is (i % 64, 0, 63). Returns where the length of BBMP stands. */
static size_t open_gxa(struct made *m, int frames)
{
    m->size = 0;
    put_tag(m, "BMHD", 34);
    put_text(m, "GXlib image conversion", 22);
    put_zeros(m, 10);
    put16(m, frames);
    put_tag(m, "BPAL", 768);
    for (unsigned i = 0; i < 256; i++) {
        put8(m, i % 64);
        put8(m, 0);
        put8(m, 63);
    }
    put_tag(m, "BBMP", 0);
    return m->size - 4;
}

static void close_gxa(struct made *m, size_t length)
{
    rq_set32be(m->data + length, (uint32_t)(m->size - length - 4));
    put_text(m, "END ", 4);
}

/* A plain frame of 3 x 2, one in runs of 4 x 2, one of one blank in LZHUF (tests/unit/lzhuf.c
 * has its two bytes worked out). */
static size_t make_gxa(struct made *m)
{
    size_t length = open_gxa(m, 3);
    put_frame(m, 3, 2, 0);
    put_text(m, "\1\2\3\4\5\6", 6);
    put_frame(m, 4, 2, 1);
    put32(m, 6);
    put_text(m, "\x84", 1); /* five times 9, then 1, 1, 2 */
    put8(m, 9);
    put_text(m, "\2\1\1\2", 4);
    put_frame(m, 1, 1, 2);
    put32(m, 2);
    put32(m, 1);
    put8(m, 0xD6);
    put8(m, 0);
    close_gxa(m, length);
    return length;
}

static void test_values(void)
{
    static struct made m;
    make_gxa(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    const struct rq_finding *findings;
    struct rq_error err = {0};
    CHECK_MEM(gxa->header.title, 22, "GXlib image conversion", 22);
    CHECK_INT(gxa->frame_count, 3);
    CHECK_INT(gxa->palette[3 * 65], 1);
    CHECK_INT(gxa->frames[0].header.width, 3);
    CHECK_MEM(gxa->frames[0].pixels, 6, "\1\2\3\4\5\6", 6);
    CHECK_MEM(gxa->frames[1].pixels, 8, "\11\11\11\11\11\1\1\2", 8);
    CHECK_MEM(gxa->frames[2].pixels, 1, " ", 1);
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(gxa->frames[1].packing, RQ_GXA_RUNS_OF_3);
    CHECK_INT(gxa->frames[2].packing, RQ_GXA_TREE);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
    check_round_trips(made_bytes(&m), "A.GXA", "gxa");
    check_round_trips(made_bytes(&m), NULL, "gxa");
    check_no_memory(made_bytes(&m), "gxa");
}

/* 6-bit colours are shown times four: 63 is 252. */
static void test_pictures(void)
{
    static struct made m;
    make_gxa(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 3)) {
        CHECK_STR(images[1].name, "001");
        CHECK(images[1].transparent_zero);
        CHECK_INT(images[1].palette[3 * 65], 4);
        CHECK_INT(images[1].palette[2], 252);
        CHECK_INT(images[1].planes[0].width, 4);
        CHECK_INT(images[1].planes[0].height, 2);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
    check_put_back(made_bytes(&m), "gxa");
}

/* BBMP's length is that of the file less 4: kept by name, and true again after a change. */
static void test_quirk(void)
{
    static struct made m;
    size_t length = make_gxa(&m);
    rq_set32be(m.data + length, (uint32_t)m.size - 4);
    check_round_trips(made_bytes(&m), "A.GXA", "gxa");
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    struct rq_error err = {0};
    uint8_t palette[768] = {0};
    CHECK(gxa->length_of_file);
    CHECK_INT(found(doc, "gxa-length-of-file"), 1);
    CHECK(put_indices(doc, "000", 2, 2, "\1\2\3\4", palette, &err));
    struct rq_out out = written(doc);
    CHECK_INT(out.size, m.size - 2);
    CHECK_INT(rq_get32be(out.data + length), out.size - 4);
    rq_out_free(&out);
    rq_doc_free(doc);
    /* Any other length beyond the file is a file cut short. */
    rq_set32be(m.data + length, (uint32_t)m.size - 3);
    struct rq_options options = {.format = rq_format_by_name("gxa")};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
}

/* Streams that no rule makes: kept beside the pixels, and dropped when those change. */
static void test_explicit(void)
{
    static struct made m;
    size_t length = open_gxa(&m, 1);
    put_frame(&m, 4, 1, 1);
    put32(&m, 6);
    put_text(&m, "\1\7\7\1\7\7", 6); /* two pairs where a run would do */
    close_gxa(&m, length);
    check_round_trips(made_bytes(&m), "A.GXA", "gxa");
    check_put_back(made_bytes(&m), "gxa");
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    struct rq_out text = json_of(doc);
    CHECK_INT(found(doc, "gxa-explicit-layout"), 1);
    CHECK(strstr((char *)text.data, "\"explicit\"") && strstr((char *)text.data, "\"packed\""));
    /* BwcHBw== is 7777; BwcHCA== is 7778: now runs of 3 pack it as 82 07 00 08. */
    char *at = strstr((char *)text.data, "\"BwcHBw==\"");
    REQUIRE(at != NULL);
    memcpy(at, "\"BwcHCA==\"", 10);
    struct rq_error err = {0};
    struct rq_out out = built_from((const char *)text.data, &err);
    CHECK_STR(err.text, "");
    CHECK_INT(out.size, m.size - 2);
    if (out.size == m.size - 2)
        CHECK_MEM(out.data + length + 22, 8, "\4\0\0\0\x82\7\0\10", 8);
    rq_out_free(&out);
    rq_out_free(&text);
    rq_doc_free(doc);
}

/* Four bytes that claim 32767 x 32767 pixels, a stream that ends early, and other lies. */
static void test_lies(void)
{
    static struct made m;
    for (int i = 0; i < 4; i++) {
        size_t length = open_gxa(&m, 1);
        put_frame(&m, i == 0 ? 32767 : i == 1 ? 9 : -3, i == 0 ? 32767 : 1, i == 3 ? 2 : 1);
        put32(&m, 4);
        if (i == 3)
            put32(&m, 77);
        put_text(&m, "\xFF\1\xFF", 3);
        put8(&m, 2);
        if (i == 1)
            m.data[m.size - 4] = m.data[m.size - 2] = 0x81;
        close_gxa(&m, length);
        check_note("lie %d", i);
        check_round_trips(made_bytes(&m), "A.GXA", "gxa");
        struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
        REQUIRE(doc != NULL);
        CHECK(doc->format->opaque(doc));
        CHECK(found(doc, "gxa-not-understood") > 0);
        rq_doc_free(doc);
    }
}

/* One frame that is not understood is enough, also behind one that is. */
static void test_second_lie(void)
{
    static struct made m;
    size_t length = open_gxa(&m, 2);
    put_frame(&m, 1, 1, 0);
    put8(&m, 7);
    put_frame(&m, 9, 1, 1);
    put32(&m, 4);
    put_text(&m, "\x81\1\x81", 3);
    put8(&m, 2);
    close_gxa(&m, length);
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    CHECK(gxa->frames[0].pixels && !gxa->frames[1].pixels);
    CHECK(doc->format->opaque(doc));
    rq_doc_free(doc);
}

static void test_refusals(void)
{
    static struct made m;
    struct rq_options options = {.format = rq_format_by_name("gxa")};
    size_t length = open_gxa(&m, 1);
    put_frame(&m, 1, 1, 3);
    put8(&m, 0);
    close_gxa(&m, length);
    struct rq_error err = {0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, length + 4 + 10);
    length = open_gxa(&m, 1);
    put_frame(&m, -1, 1, 0);
    close_gxa(&m, length);
    err = (struct rq_error){0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_CORRUPT);
    open_gxa(&m, 32767);
    err = (struct rq_error){0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
    not_built("gxa", "\"chunks\":[]");
    not_built("gxa", "\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":1},{\"tag\":\"BBMP\","
                     "\"frames\":[]}]");
    not_built("gxa", "\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":1},{\"tag\":\"BBMP\","
                     "\"frames\":[{\"width\":2,\"height\":2,\"pixels\":\"AAAA\"}]}]");
    not_built("gxa", "\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":1},{\"tag\":\"BBMP\","
                     "\"frames\":[{\"width\":1,\"height\":3,\"compression\":1,"
                     "\"packing\":\"tree\",\"pixels\":\"AAAA\"}]}]");
}

/* What nobody expects is kept: chunks, bytes after frames and after the end, no end, no size. */
static void test_deviations(void)
{
    static struct made m;
    size_t length = open_gxa(&m, 2);
    put_frame(&m, 0, 0, 0);
    put_frame(&m, 0, 5, 1);
    put32(&m, 0);
    put_text(&m, "xy", 2);
    rq_set32be(m.data + length, (uint32_t)(m.size - length - 4));
    put_tag(&m, "WHAT", 3);
    put_text(&m, "abc", 3);
    check_round_trips(made_bytes(&m), NULL, "gxa");
    put_text(&m, "END ", 4);
    put_text(&m, "tail", 4);
    check_round_trips(made_bytes(&m), NULL, "gxa");
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    CHECK_INT(found(doc, "gxa-trailing-bytes"), 1);
    CHECK_INT(pictures_of(doc, &arena, &images), 0);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_put(void)
{
    static struct made m;
    make_gxa(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
    REQUIRE(doc != NULL);
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    struct rq_arena arena = {0};
    const struct rq_image *images;
    struct rq_error err = {0};
    pictures_of(doc, &arena, &images);
    uint8_t palette[768];
    memcpy(palette, images[0].palette, 768);
    CHECK(put_indices(doc, "001", 5, 1, "\3\3\3\3\0", palette, &err));
    CHECK_INT(gxa->frames[1].header.width, 5);
    CHECK_INT(gxa->frames[1].packing, RQ_GXA_RUNS_OF_3);
    CHECK(put_indices(doc, "ICON_002", 3, 1, "abc", palette, &err));
    struct rq_out out = written(doc);
    struct rq_doc *again = read_as(rq_out_bytes(&out), "gxa");
    if (CHECK(again != NULL)) {
        const struct rq_gxa *back = rq_doc_root(again, "gxa");
        CHECK_MEM(back->frames[1].pixels, 5, "\3\3\3\3\0", 5);
        CHECK_MEM(back->frames[2].pixels, 3, "abc", 3);
        CHECK_INT(back->frames[2].unpacked_size, 3);
    }
    rq_doc_free(again);
    rq_out_free(&out);
    /* Another palette: entry 3 of it is the document's (4, 0, 252), which is 1. */
    memset(palette, 0, sizeof palette);
    palette[9] = 4;
    palette[11] = 252;
    CHECK(put_indices(doc, "000", 2, 1, "\3\0", palette, &err));
    CHECK_MEM(gxa->frames[0].pixels, 2, "\1\0", 2);
    CHECK(!put_indices(doc, "004", 2, 1, "\3\0", palette, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* All packed frames may have three times as many pixels as the file has bytes, and 3 MiB: 231 * 13629 is 3 * 857 and
 * 3 MiB. What the first frame has taken the second does not get. */
static void test_budget(void)
{
    static const char fewer[] = "kept as it is: fewer pixels than the header says";
    static const char far_more[] = "kept as it is: far more pixels than a file of this size has";
    for (int height = 13629; height < 13631; height++) {
        static struct made m;
        const struct rq_finding *findings;
        size_t length = open_gxa(&m, 1);
        put_frame(&m, 231, height, 1);
        put32(&m, 5);
        put_zeros(&m, 5);
        close_gxa(&m, length);
        CHECK_INT(m.size, 857);
        struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), 1)) {
            CHECK_STR(findings[0].id, "gxa-not-understood");
            CHECK_STR(findings[0].text, height == 13629 ? fewer : far_more);
        }
        rq_doc_free(doc);
    }
}

/* A picture is named by its number, which any words may stand before; a side has up to 32767 pixels. */
static void test_put_names(void)
{
    static const struct {
        const char *name;
        int frame;
    } cases[] = {{"000", 0}, {"009", 9}, {"9", 9},     {"ICON_9", 9}, {"x009", 9},
                 {"x:8", 8}, {"x/7", 7}, {"x011", -1}, {"x", -1}};
    static const uint8_t palette[768];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        size_t length = open_gxa(&m, 10);
        for (int k = 0; k < 10; k++) {
            put_frame(&m, 1, 1, 0);
            put8(&m, 5);
        }
        close_gxa(&m, length);
        struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
        REQUIRE(doc != NULL);
        const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
        check_note("%s", cases[i].name);
        CHECK_INT(put_indices(doc, cases[i].name, 2, 1, "\0\0", palette, &err),
                  cases[i].frame >= 0);
        for (int k = 0; k < 10; k++)
            CHECK_INT(gxa->frames[k].header.width, k == cases[i].frame ? 2 : 1);
        if (cases[i].frame < 0)
            CHECK_STR(err.text, "no picture of that number: there are 10, and a new one is 010");
        rq_doc_free(doc);
    }
    for (uint32_t side = 32767; side < 32769; side++)
        for (int wide = 0; wide < 2; wide++) {
            static struct made m;
            static const uint8_t pixels[32768];
            struct rq_error err = {0};
            make_gxa(&m);
            struct rq_doc *doc = read_as(made_bytes(&m), "gxa");
            REQUIRE(doc != NULL);
            CHECK_INT(
                put_indices(doc, "000", wide ? side : 1, wide ? 1 : side, pixels, palette, &err),
                side == 32767);
            CHECK_STR(err.text, side == 32767 ? "" : "no side may pass 32767 pixels");
            rq_doc_free(doc);
        }
}

static void test_damage(void)
{
    static struct made m;
    make_gxa(&m);
    check_truncations(made_bytes(&m), "gxa");
    check_flips(made_bytes(&m), "gxa", 3000);
}

/* ---- corpus ---- */

static void check_hash(struct rq_jr *jr, const void *data, size_t size)
{
    char text[65], expected[65] = "";
    struct rq_str s = rq_jr_string(jr);
    memcpy(expected, s.text, s.size < 64 ? s.size : 64);
    sha256(data, size, text);
    CHECK_STR(text, expected);
}

static void check_frame(struct rq_jr *jr, const struct rq_gxa_frame *frame,
                        const struct rq_image *image)
{
    const struct rq_plane *plane = &image->planes[0];
    struct rq_str key;
    uint8_t *rgba = malloc(plane->bytes.size * 4);
    REQUIRE(rgba != NULL);
    rq_plane_rgba(image, plane, rgba);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "width"))
            CHECK_INT(rq_jr_u32(jr), frame->header.width);
        else if (rq_str_is(key, "height"))
            CHECK_INT(rq_jr_u32(jr), frame->header.height);
        else if (rq_str_is(key, "sha256_indices"))
            check_hash(jr, frame->pixels, plane->bytes.size);
        else if (rq_str_is(key, "sha256_rgba"))
            check_hash(jr, rgba, plane->bytes.size * 4);
        else
            rq_jr_skip(jr);
    }
    free(rgba);
}

static void check_truth(struct rq_jr *jr, const struct rq_gxa *gxa, const struct rq_image *images)
{
    struct rq_str key;
    size_t n = 0, frame = 0;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "num_images")) {
            CHECK_INT(rq_jr_u32(jr), gxa->frame_count);
        } else if (rq_str_is(key, "bbmp_length_quirk")) {
            CHECK_INT(rq_jr_bool(jr), gxa->length_of_file);
        } else if (rq_str_is(key, "palette_raw")) {
            rq_jr_array(jr);
            while (rq_jr_more(jr)) {
                rq_jr_array(jr);
                for (; rq_jr_more(jr); n++)
                    CHECK_INT(gxa->palette[n % 768], rq_jr_u32(jr));
            }
        } else if (rq_str_is(key, "frames")) {
            rq_jr_array(jr);
            for (; rq_jr_more(jr) && frame < gxa->frame_count; frame++)
                check_frame(jr, &gxa->frames[frame], &images[frame]);
        } else {
            rq_jr_skip(jr);
        }
    }
    CHECK_INT(n, 768);
    CHECK_INT(frame, gxa->frame_count);
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "gxa");
    check_put_back(bytes, "gxa");
    struct rq_doc *doc = read_as(bytes, "gxa");
    REQUIRE(doc != NULL);
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    const struct rq_image *images;
    rq_jr_open(&jr, truth, &arena, &ctx);
    if (CHECK_INT(pictures_of(doc, &arena, &images), gxa->frame_count))
        check_truth(&jr, gxa, images);
    CHECK(rq_jr_ok(&jr));
    if (bytes.size < 6000)
        check_flips(bytes, "gxa", 100);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.GXA", check_file);
}

TESTS(test_budget, test_put_names, test_values, test_pictures, test_quirk, test_explicit, test_lies,
      test_second_lie, test_refusals, test_deviations, test_put, test_damage, test_corpus)
