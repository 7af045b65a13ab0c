/* TEXBSI: bytes by hand from docs/formats/texbsi.md; with a corpus, sizes, fields, palettes and
 * SHA-256 of all pixels against its ground truth. */
#include "pictures.h"
#include "sha256.h"

#include <reliquary/texbsi.h>

/* ---- builder: the layout tables of the page, byte by byte ---- */

static size_t begin_image(struct made *m, const char *name)
{
    put_text(m, name, 9);
    put32(m, 0);
    return m->size;
}

static void put_chunk(struct made *m, const char *tag, uint32_t size)
{
    put_text(m, tag, 4);
    put32be(m, size);
}

static void put_header(struct made *m, int width, int height, int frames, int encoding)
{
    put_chunk(m, "BHDR", 26);
    put16(m, 3);
    put16(m, -7);
    put16(m, width);
    put16(m, height);
    put8(m, 0);
    put8(m, 9);
    put_zeros(m, 4);
    put16(m, frames);
    put16(m, 500);
    put_zeros(m, 4);
    put16(m, 256);
    put16(m, encoding);
}

/* Up to and with "END " and its four zeros. */
static void end_image(struct made *m, size_t start)
{
    put_text(m, "END ", 4);
    put_zeros(m, 4);
    set32(m, start - 4, (uint32_t)(m->size - start));
}

static void put_ifhd(struct made *m)
{
    put_chunk(m, "IFHD", 44);
    put8(m, 1);
    put_zeros(m, 43);
}

static void put_rows(struct made *m, const uint32_t *offsets, size_t count, const char *rows)
{
    put_chunk(m, "DATA", (uint32_t)(count * 4 + strlen(rows)));
    for (size_t i = 0; i < count; i++)
        put32(m, offsets[i]);
    put_text(m, rows, strlen(rows));
}

/* Rows ab cd | ab ef | cd ab of an image of 2 x 2 pixels and 3 frames: with the table of 24
 * bytes ab is at 24, cd at 26, ef at 28. */
static const uint32_t shared_rows[] = {24, 26, 24, 28, 26, 24};

static void put_static(struct made *m)
{
    size_t start = begin_image(m, "D02001");
    put_chunk(m, "BSIF", 0);
    put_header(m, 3, 2, 1, 0);
    put_chunk(m, "DATA", 6);
    put_text(m, "\1\2\3\4\5", 6);
    end_image(m, start);
}

static void put_animated(struct made *m, const char *name, const uint32_t *offsets,
                         const char *rows)
{
    size_t start = begin_image(m, name);
    put_ifhd(m);
    put_header(m, 2, 2, 3, 4);
    put_chunk(m, "CMAP", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(m, i / 3 * 2 + i % 3);
    put_rows(m, offsets, 6, rows);
    end_image(m, start);
}

static void make_bank(struct made *m)
{
    m->size = 0;
    put_static(m);
    put_animated(m, "D02005", shared_rows, "abcdef");
    put_zeros(m, 9);
}

/* ---- what tells a bank ---- */

/* A name, and the tags of the first two chunks. */
static void test_detect(void)
{
    static const char *const tags[] = {"BSIF", "IFHD", "BHDR", "CMAP", "DATA", "END ", "BHDS"};
    const struct rq_format *texbsi = rq_format_by_name("texbsi");
    for (size_t i = 0; i < 7; i++)
        for (size_t k = 0; k < 7; k++) {
            static struct made m;
            m.size = 0;
            begin_image(&m, "D02001");
            put_chunk(&m, tags[i], 3);
            put_zeros(&m, 3);
            put_chunk(&m, tags[k], 0);
            check_note("%s %s", tags[i], tags[k]);
            CHECK_INT(texbsi->detect(made_bytes(&m), ""), i == 6 ? 0 : k == 6 ? 32 : 64);
            CHECK_INT(texbsi->detect((struct rq_bytes){m.data, 28}, ""), i == 6   ? 0
                                                                         : k == 6 ? 32
                                                                                  : 64);
            CHECK_INT(texbsi->detect((struct rq_bytes){m.data, 27}, ""), i == 6 ? 0 : 32);
            CHECK_INT(texbsi->detect((struct rq_bytes){m.data, 21}, ""), i == 6 ? 0 : 32);
            CHECK_INT(texbsi->detect((struct rq_bytes){m.data, 20}, ""), 0);
            m.data[0] = 0;
            CHECK_INT(texbsi->detect(made_bytes(&m), ""), 0);
        }
}

/* Nine zeros are an empty bank when the name says so. */
static void test_detect_empty(void)
{
    static const struct {
        const char *name;
        unsigned sure;
    } cases[] = {{"TEXBSI.302", 8}, {"texbsi.302", 8},  {"a/TEXBSI.302", 8},
                 {"TEXBSI.3", 8},   {"TEXBSI.", 8},     {"TEXBSI", 0},
                 {"TEXBSJ.302", 0}, {"TEXBSI.302a", 0}, {"", 0}};
    const struct rq_format *texbsi = rq_format_by_name("texbsi");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].name);
        CHECK_INT(texbsi->detect((struct rq_bytes){(const uint8_t *)"\0\0\0\0\0\0\0\0\0\1", 9},
                                 cases[i].name),
                  cases[i].sure);
    }
    CHECK_INT(
        texbsi->detect((struct rq_bytes){(const uint8_t *)"\0\0\0\0\0\0\0\0\0", 10}, "TEXBSI.302"),
        0);
    CHECK_INT(
        texbsi->detect((struct rq_bytes){(const uint8_t *)"\0\0\0\0\0\0\0\0\1", 9}, "TEXBSI.302"),
        0);
}

/* Banks are named by a letter for the hundreds and two digits. */
static void test_bank_fact(void)
{
    static const struct {
        const char *name, *bank;
    } cases[] = {{"A00001", "000 (A00)"}, {"F99001", "599 (F99)"}, {"D02001", "302 (D02)"},
                 {"@00001", NULL},        {"G00001", NULL},        {"D/9001", NULL},
                 {"D:0001", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        m.size = 0;
        end_image(&m, begin_image(&m, cases[i].name));
        put_zeros(&m, 9);
        struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
        const struct rq_fact *facts;
        struct rq_error err = {0};
        size_t count = 0;
        const char *bank = NULL;
        REQUIRE(doc != NULL);
        CHECK(rq_doc_facts(doc, &facts, &count, &err));
        for (size_t k = 0; k < count; k++)
            if (strcmp(facts[k].key, "bank") == 0)
                bank = facts[k].value;
        CHECK_STR(bank, cases[i].bank);
        rq_doc_free(doc);
    }
}

/* Four zeros behind an END outside of the size are its own, unless that would leave too few for the nine of the
 * bank's end. */
static void test_end_zeros(void)
{
    static const struct {
        size_t zeros, tail;
        bool stops; /* nothing ends the bank */
    } cases[] = {{0, 0, true},   {4, 4, true},   {9, 0, false},
                 {12, 0, false}, {13, 4, false}, {20, 4, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        m.size = 0;
        begin_image(&m, "D02001");
        put_text(&m, "END ", 4);
        put_zeros(&m, cases[i].zeros);
        check_note("%zu zeros", cases[i].zeros);
        struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
        REQUIRE(doc != NULL);
        const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
        if (CHECK_INT(bank->image_count, 1)) {
            CHECK_INT(bank->images[0].end, RQ_TEXBSI_END_OUTSIDE);
            CHECK_INT(bank->images[0].tail.size, cases[i].tail);
        }
        CHECK_INT(bank->no_sentinel, cases[i].stops);
        CHECK_INT(bank->trailing.size, cases[i].stops ? 0 : cases[i].zeros - cases[i].tail - 9);
        CHECK(writes_same(doc, made_bytes(&m), false));
        CHECK(writes_same(doc, made_bytes(&m), true));
        rq_doc_free(doc);
    }
}

/* ---- tests ---- */

static void test_static(void)
{
    static struct made m;
    make_bank(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    const struct rq_finding *findings;
    CHECK_INT(bank->image_count, 2);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    const struct rq_texbsi_image *image = &bank->images[0];
    CHECK_MEM(image->name, 9, "D02001\0\0\0", 9);
    CHECK_INT(image->chunk_count, 3);
    CHECK_INT(image->header.x_offset, 3);
    CHECK_INT(image->header.y_offset, -7);
    CHECK_INT(image->header.width, 3);
    CHECK_INT(image->header.height, 2);
    CHECK_INT(image->header.export_flags, 9);
    CHECK_INT(image->header.anim_delay, 500);
    CHECK_INT(image->header.tex_scale, 256);
    CHECK_INT(image->frames, 1);
    CHECK(!image->has_table && !image->cmap);
    CHECK_MEM(image->rows[0], 3, "\1\2\3", 3);
    CHECK_MEM(image->rows[1], 3, "\4\5\0", 3);
    rq_doc_free(doc);
}

static void test_animated(void)
{
    static struct made m;
    make_bank(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    const struct rq_texbsi_image *image = &bank->images[1];
    static const char *const rows[] = {"ab", "cd", "ab", "ef", "cd", "ab"};
    CHECK_INT(image->frames, 3);
    CHECK(image->has_table);
    for (size_t i = 0; i < 6; i++)
        CHECK_MEM(image->rows[i], 2, rows[i], 2);
    CHECK(image->cmap && image->cmap[3] == 2 && image->cmap[4] == 3);
    CHECK_INT(image->layout, RQ_TEXBSI_UNSETTLED);
    struct rq_error err = {0};
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(image->layout, RQ_TEXBSI_SHARED);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_bank(&m);
    check_round_trips(made_bytes(&m), "TEXBSI.302", "texbsi");
    check_round_trips(made_bytes(&m), NULL, "texbsi");
    m.size = 0;
    put_zeros(&m, 9);
    check_round_trips(made_bytes(&m), "x/TEXBSI.302", "texbsi");
    CHECK(rq_format_detect(made_bytes(&m), "nine.zeros") == NULL);
    put_zeros(&m, 4);
    check_survives(made_bytes(&m), "texbsi");
}

static void check_layout(const uint32_t *offsets, const char *rows, enum rq_texbsi_rows layout,
                         const char *json)
{
    static struct made m;
    m.size = 0;
    put_animated(&m, "D02005", offsets, rows);
    put_zeros(&m, 9);
    check_round_trips(made_bytes(&m), "TEXBSI.302", "texbsi");
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    struct rq_out text = json_of(doc);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    CHECK_INT(bank->images[0].layout, layout);
    CHECK(strstr((const char *)text.data, json) != NULL);
    CHECK_INT(found(doc, "texbsi-explicit-layout"), layout == RQ_TEXBSI_EXPLICIT);
    rq_out_free(&text);
    rq_doc_free(doc);
}

static void test_layouts(void)
{
    static const uint32_t unshared[] = {24, 26, 28, 30, 32, 34};
    static const uint32_t backwards[] = {28, 26, 28, 24, 26, 28};
    static const uint32_t apart[] = {27, 30, 27, 24, 30, 27};
    static const uint32_t over[] = {24, 26, 25, 28, 26, 24};
    check_layout(shared_rows, "abcdef", RQ_TEXBSI_SHARED, "\"rows\": \"shared\"");
    check_layout(unshared, "abcdabefcdab", RQ_TEXBSI_UNSHARED, "\"rows\": \"unshared\"");
    check_layout(unshared, "abcdefghijkl", RQ_TEXBSI_SHARED, "\"rows\": \"shared\"");
    check_layout(backwards, "efcdab", RQ_TEXBSI_EXPLICIT, "\"offsets\": [28, 26, 28, 24, 26, 28]");
    check_layout(apart, "ef-ab-cd-", RQ_TEXBSI_EXPLICIT, "\"strays\"");
    check_layout(over, "abcdef", RQ_TEXBSI_EXPLICIT, "\"rows\": \"explicit\"");
    check_layout(shared_rows, "abcdef+tail", RQ_TEXBSI_SHARED, "\"tail\"");
}

/* Decided by frame_count and data_encoding, not by the tag. */
/* Memory that runs out while the layout is looked for must not choose one: with the bank of
 * make_bank, whose rows are shared, the answer is "shared" or an error, and then the next
 * attempt has it. */
static void test_layout_without_memory(void)
{
    static struct made m;
    make_bank(&m);
    for (size_t n = 1;; n++) {
        struct check_failing failing = {0};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.format = rq_format_by_name("texbsi"), .alloc = &alloc};
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err);
        REQUIRE(doc != NULL);
        failing.fail_at = failing.calls + n;
        bool settled = rq_doc_settle(doc, &err);
        bool refused_one = failing.failed != 0;
        CHECK(settled || err.code == RQ_NO_MEMORY);
        struct rq_error again = {0};
        CHECK(rq_doc_settle(doc, &again));
        const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
        for (size_t i = 0; i < bank->image_count; i++)
            if (bank->images[i].has_table)
                CHECK_INT(bank->images[i].layout, RQ_TEXBSI_SHARED);
        rq_doc_free(doc);
        CHECK_INT(failing.live_blocks, 0);
        if (!refused_one)
            break;
    }
}

static void test_tags(void)
{
    static struct made m;
    static const uint32_t two[] = {8, 8};
    m.size = 0;
    size_t start = begin_image(&m, "A01000");
    put_ifhd(&m);
    put_header(&m, 3, 2, 1, 0);
    put_chunk(&m, "DATA", 6);
    put_text(&m, "abcdef", 6);
    end_image(&m, start);
    start = begin_image(&m, "A01001");
    put_chunk(&m, "BSIF", 0);
    put_header(&m, 3, 2, 1, 4);
    put_rows(&m, two, 2, "xyz");
    end_image(&m, start);
    put_zeros(&m, 9);
    check_round_trips(made_bytes(&m), NULL, "texbsi");
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    CHECK(!bank->images[0].has_table && bank->images[0].rows);
    CHECK(bank->images[1].has_table && bank->images[1].frames == 1);
    CHECK_MEM(bank->images[1].rows[1], 3, "xyz", 3);
    rq_doc_free(doc);
}

/* What real readers tolerate: a BHDR of 16 bytes, END outside of the size, chunks that nobody
 * knows, bytes after END, no sentinel, bytes after it. */
static void test_deviations(void)
{
    static struct made m;
    m.size = 0;
    size_t start = begin_image(&m, "A01000");
    put_chunk(&m, "BSIF", 0);
    put_chunk(&m, "WHAT", 3);
    put_text(&m, "huh", 3);
    put_chunk(&m, "BHDR", 16);
    put_zeros(&m, 4);
    put16(&m, 1);
    put16(&m, 1);
    put_zeros(&m, 6);
    put16(&m, 1);
    put_chunk(&m, "DATA", 2);
    put_text(&m, "pq", 2);
    put_chunk(&m, "CMAP", 1);
    put8(&m, 7);
    set32(&m, start - 4, (uint32_t)(m.size - start));
    put_text(&m, "END ", 4);
    put_zeros(&m, 4);
    put_static(&m);
    set32(&m, m.size - 8 - 6 - 8 - 26 - 8 - 8 - 4, 6 + 8 + 26 + 8 + 8 + 8 + 2);
    put16(&m, 0x5A5A);
    put_zeros(&m, 9);
    put_text(&m, "more", 4);
    check_round_trips(made_bytes(&m), "TEXBSI.001", "texbsi");
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    CHECK_INT(bank->image_count, 2);
    CHECK_INT(bank->images[0].end, RQ_TEXBSI_END_OUTSIDE);
    CHECK_INT(bank->images[0].header_size, 16);
    CHECK_INT(bank->images[0].data_tail.size, 1);
    CHECK_INT(bank->images[1].tail.size, 6);
    CHECK_INT(found(doc, "texbsi-trailing-bytes"), 1);
    CHECK_INT(found(doc, "texbsi-other-bank"), 1);
    rq_doc_free(doc);
    m.size -= 13;
    check_round_trips(made_bytes(&m), "TEXBSI.001", "texbsi");
}

/* DATA that is not understood is kept, said, and makes the document opaque. */
static void test_not_understood(void)
{
    static const int headers[][4] = {{3, 2, 1, 2},  {3, 3, 1, 0}, {-3, 2, 1, 0},
                                     {-3, 0, 1, 0}, {3, 2, 9, 0}, {30000, 30000, 16, 4}};
    static struct made m;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        m.size = 0;
        size_t start = begin_image(&m, "A01000");
        put_chunk(&m, "BSIF", 0);
        put_header(&m, headers[i][0], headers[i][1], headers[i][2], headers[i][3]);
        put_chunk(&m, "DATA", 6);
        put_text(&m, "abcdef", 6);
        end_image(&m, start);
        put_zeros(&m, 9);
        check_note("header %zu", i);
        check_round_trips(made_bytes(&m), NULL, "texbsi");
        struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
        REQUIRE(doc != NULL);
        CHECK_INT(found(doc, "texbsi-not-understood"), 1);
        CHECK(doc->format->opaque(doc));
        rq_doc_free(doc);
    }
}

static void test_pictures(void)
{
    static struct made m;
    static uint8_t palette[768];
    make_bank(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    const struct rq_image *images = NULL;
    size_t count = 0;
    if (CHECK(doc->format->pictures->images(doc, &view, &images, &count)) && CHECK_INT(count, 2)) {
        CHECK_STR(images[0].name, "D02001");
        CHECK(images[0].transparent_zero && !images[0].delays_ms);
        CHECK_INT(images[0].palette[9 * 3], 9);
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "\1\2\3\4\5\0", 6);
        CHECK_INT(images[1].frames, 3);
        CHECK_INT(images[1].palette[9 * 3], 18);
        CHECK_MEM(images[1].planes[2].bytes.data, 4, "cdab", 4);
        /* 500 ms are 9 ticks of 18.2 Hz, 495 ms. */
        CHECK_INT(images[1].delays_ms[1], 495);
    }
    view.palette = palette;
    if (CHECK(doc->format->pictures->images(doc, &view, &images, &count)))
        CHECK(images[0].palette == palette && images[1].palette == palette);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* One pixel changed in JSON: "abcd" (YWJjZA==) of frame 0 becomes "abef", and sharing follows. */
static void test_edit(void)
{
    static struct made m, edited;
    static const uint32_t offsets[] = {24, 26, 24, 26, 28, 24};
    make_bank(&m);
    edited.size = 0;
    put_static(&edited);
    put_animated(&edited, "D02005", offsets, "abefcd");
    put_zeros(&edited, 9);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    struct rq_out text = json_of(doc);
    char *at = strstr((char *)text.data, "\"YWJjZA==\"");
    REQUIRE(at != NULL);
    memcpy(at, "\"YWJlZg==\"", 10);
    struct rq_error err = {0};
    struct rq_out out = built_from((const char *)text.data, &err);
    CHECK_MEM(out.data, out.size, edited.data, edited.size);
    rq_out_free(&out);
    rq_out_free(&text);
    rq_doc_free(doc);
}

static void test_json_errors(void)
{
    static const char *const bad[] = {
        "[{\"name\":\"\",\"chunks\":[]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"payload\":\"\"}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"END \"}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"DATA\",\"frames\":[\"AAAA\"]}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"BHDR\",\"width\":2,\"height\":2,"
        "\"frame_count\":1},{\"tag\":\"DATA\",\"frames\":[\"AAAA\"]}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"BHDR\",\"width\":1,\"height\":3,"
        "\"frame_count\":2},{\"tag\":\"DATA\",\"frames\":[\"AAAA\"]}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"BHDR\",\"width\":1,\"height\":3,"
        "\"frame_count\":1,\"data_encoding\":4},{\"tag\":\"DATA\",\"rows\":\"explicit\","
        "\"offsets\":[12,13,14],\"size\":4000000000,\"strays\":[],\"frames\":[\"AAAA\"]}]}]",
        "[{\"name\":\"A\",\"chunks\":[{\"tag\":\"BHDR\",\"width\":1,\"height\":3,"
        "\"frame_count\":1,\"data_encoding\":4},{\"tag\":\"DATA\",\"rows\":\"explicit\","
        "\"offsets\":[12],\"size\":15,\"strays\":[],\"frames\":[\"AAAA\"]}]}]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char members[900];
        snprintf(members, sizeof members, "\"images\":%s", bad[i]);
        not_built("texbsi", members);
    }
}

/* What a program sets in a document is looked at again when it is written. */
static void test_refused_write(void)
{
    static struct made m;
    make_bank(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    struct rq_error err = {0};
    struct rq_out out = {0};
    bank->images[1].frames = 2;
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK(strstr(err.text, "the number of frames is not the header's frame_count"));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    make_bank(&m);
    check_truncations(made_bytes(&m), "texbsi");
    check_flips(made_bytes(&m), "texbsi", 2000);
    /* Sizes that can't be: of the image, of a chunk. */
    set32(&m, 9, 0xFFFFFFFF);
    check_survives(made_bytes(&m), "texbsi");
    make_bank(&m);
    set32(&m, 13 + 8 + 4, 0xFFFFFFFF);
    check_survives(made_bytes(&m), "texbsi");
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("texbsi")};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
}

static void test_no_memory(void)
{
    static struct made m;
    make_bank(&m);
    check_no_memory(made_bytes(&m), "texbsi");
}

/* ---- corpus ---- */

static void check_hash(struct rq_jr *jr, const struct rq_image *image, uint32_t frame, bool rgba)
{
    char text[65] = "", expected[65] = "";
    const struct rq_plane *plane = rq_image_plane(image, frame, 0, 0);
    uint8_t *pixels = malloc(plane->bytes.size * 4);
    if (rgba && pixels)
        rq_plane_rgba(image, plane, pixels);
    if (pixels)
        sha256(rgba ? pixels : plane->bytes.data, plane->bytes.size * (rgba ? 4 : 1), text);
    free(pixels);
    struct rq_str s = rq_jr_string(jr);
    memcpy(expected, s.text, s.size < 64 ? s.size : 64);
    CHECK_STR(text, expected);
}

static void check_frame(struct rq_jr *jr, const struct rq_image *image, uint32_t frame,
                        const uint8_t *palette, const uint8_t *cmap)
{
    struct rq_str key;
    struct rq_image as = *image;
    uint8_t grey[768];
    for (size_t i = 0; i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        bool rgba = !rq_str_is(key, "sha256_indices");
        as.palette = rq_str_is(key, "sha256_rgba_col")    ? palette
                     : rq_str_is(key, "sha256_rgba_cmap") ? cmap
                                                          : grey;
        if (rq_jr_peek(jr) == RQ_J_STRING && as.palette)
            check_hash(jr, &as, frame, rgba);
        else
            rq_jr_skip(jr);
    }
}

static void check_cmap(struct rq_jr *jr, const uint8_t *cmap)
{
    size_t n = 0;
    if (rq_jr_peek(jr) == RQ_J_NULL) {
        CHECK(cmap == NULL);
        rq_jr_skip(jr);
        return;
    }
    REQUIRE(cmap != NULL);
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++)
            CHECK_INT(cmap[n % 768], rq_jr_u32(jr));
    }
    CHECK_INT(n, 768);
}

static uint32_t shared_entries(const struct rq_texbsi_image *image)
{
    uint32_t shared = 0;
    size_t rows = (size_t)image->header.height * image->frames;
    for (size_t i = 0; image->has_table && i < rows; i++)
        for (size_t k = 0; k < i; k++)
            if (image->rows[i] == image->rows[k]) {
                shared++;
                break;
            }
    return shared;
}

static void check_image(struct rq_jr *jr, const struct rq_texbsi_image *image,
                        const struct rq_image *picture, const uint8_t *palette)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        const struct rq_texbsi_header *h = &image->header;
        const struct {
            const char *name;
            int value;
        } fields[] = {{"width", h->width},
                      {"height", h->height},
                      {"x_offset", h->x_offset},
                      {"y_offset", h->y_offset},
                      {"frame_count", h->frame_count},
                      {"has_cmap", h->has_cmap},
                      {"export_flags", h->export_flags},
                      {"anim_delay", h->anim_delay},
                      {"tex_scale", h->tex_scale},
                      {"data_encoding", h->data_encoding},
                      {"shared_row_entries", (int)shared_entries(image)}};
        bool taken = false;
        for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !taken; i++)
            if (rq_str_is(key, fields[i].name)) {
                CHECK_INT(fields[i].value, rq_jr_signed(jr, -40000, 70000));
                taken = true;
            }
        if (taken)
            continue;
        if (rq_str_is(key, "name")) {
            CHECK(rq_str_is(rq_jr_string(jr), picture->name));
        } else if (rq_str_is(key, "cmap")) {
            check_cmap(jr, image->cmap);
        } else if (rq_str_is(key, "frames")) {
            uint32_t frame = 0;
            rq_jr_array(jr);
            for (; rq_jr_more(jr) && frame < picture->frames; frame++)
                check_frame(jr, picture, frame, palette, image->cmap);
            CHECK_INT(frame, picture->frames);
        } else {
            rq_jr_skip(jr);
        }
    }
}

/* The palette that the truth was made with; NULL when it is not there. */
static uint8_t *load_palette(struct rq_str name)
{
    char path[128];
    size_t size = 0;
    snprintf(path, sizeof path, "redguard/%.*s", (int)name.size, name.text);
    const char *found = check_corpus(path);
    uint8_t *col = found ? check_read(found, &size) : NULL;
    CHECK(col != NULL && size == 776);
    return col;
}

static void check_truth(struct rq_doc *doc, struct rq_bytes truth)
{
    uint8_t *col = NULL;
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    struct rq_error err = {0}, view_err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &view_err};
    const struct rq_image *images = NULL;
    size_t count = 0, n = 0;
    struct rq_jr jr;
    struct rq_str key;
    CHECK(doc->format->pictures->images(doc, &view, &images, &count));
    CHECK_INT(count, bank->image_count);
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "palette") && !col)
            col = load_palette(rq_jr_string(&jr));
        else if (!rq_str_is(key, "images"))
            rq_jr_skip(&jr);
        else
            rq_jr_array(&jr);
        for (; rq_str_is(key, "images") && rq_jr_more(&jr) && n < count; n++)
            check_image(&jr, &bank->images[n], &images[n], col ? col + 8 : NULL);
    }
    free(col);
    CHECK_INT(n, count);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "texbsi");
    check_round_trips(bytes, NULL, "texbsi");
    if (bytes.size < 20000)
        check_put_back(bytes, "texbsi");
    struct rq_doc *doc = read_as(bytes, "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    check_truth(doc, truth);
    struct rq_error err = {0};
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

/* Every frame as it is exported, put back: the same bank. */
static void test_put_back(void)
{
    static struct made m;
    make_bank(&m);
    check_put_back(made_bytes(&m), "texbsi");
}

/* A still image may change its size; a frame of an animated one may not, and sharing follows. */
static void test_put(void)
{
    static struct made m;
    static const uint8_t palette[768];
    make_bank(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "texbsi");
    REQUIRE(doc != NULL);
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    struct rq_error err = {0};
    CHECK(put_indices(doc, "D02001", 1, 3, "xyz", palette, &err));
    CHECK_INT(bank->images[0].header.width, 1);
    CHECK_INT(bank->images[0].header.height, 3);
    CHECK(put_indices(doc, "D02005_01", 2, 2, "abab", bank->images[1].cmap, &err));
    struct rq_out out = written(doc);
    struct rq_doc *again = read_as(rq_out_bytes(&out), "texbsi");
    if (CHECK(again != NULL)) {
        const struct rq_texbsi *back = rq_doc_root(again, "texbsi");
        CHECK_MEM(back->images[0].rows[2], 1, "z", 1);
        CHECK_MEM(back->images[1].rows[2], 2, "ab", 2);
        CHECK(back->images[1].rows[2] == back->images[1].rows[3]);
    }
    rq_doc_free(again);
    rq_out_free(&out);
    static const char *const wrong[] = {"D02005",    "D02005_03", "D02005_", "D02005_1x",
                                        "D02001_00", "D0200",     "",        "D99999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        err = (struct rq_error){0};
        check_note("%s", wrong[i]);
        CHECK(!put_indices(doc, wrong[i], 2, 2, "abab", palette, &err));
        CHECK_INT(err.code, RQ_USAGE);
    }
    err = (struct rq_error){0};
    CHECK(!put_indices(doc, "D02005_00", 1, 2, "ab", palette, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("TEXBSI.*", check_file);
}

static size_t damaged;

static void damage_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    (void)name;
    (void)truth;
    if (bytes.size > 20000)
        return;
    damaged++;
    check_flips(bytes, "texbsi", 200);
    if (bytes.size < 4000)
        check_truncations(bytes, "texbsi");
}

static void test_corpus_damage(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("TEXBSI.*", damage_file);
    CHECK(damaged > 0);
}

TESTS(test_detect, test_detect_empty, test_bank_fact, test_end_zeros, test_static, test_animated,
      test_round_trips, test_layouts, test_layout_without_memory, test_tags, test_deviations,
      test_not_understood, test_pictures, test_edit, test_json_errors, test_refused_write,
      test_damage, test_no_memory, test_put_back, test_put, test_corpus, test_corpus_damage)
