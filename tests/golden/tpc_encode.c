/* TPC from pictures. Sizes are those of the format (see tpc.c); colours that come back are those of
 * the picture, because it has one for each block or is not packed. */
#include "formats/kotor/tpc_parts.h"
#include "textures.h"

#include <reliquary/tpc.h>

enum { MOST = 64 * 64 * 4 };

/* Cells of 8 x 8, each of one colour: the number of the cell in red, all of blue. */
static void paint_cells(uint8_t *rgba, uint32_t width, uint32_t height, uint8_t alpha)
{
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t cell = i / width / 8 * (width / 8) + i % width / 8;
        const uint8_t c[4] = {(uint8_t)(cell & 1 ? 255 : 0), (uint8_t)(cell & 2 ? 255 : 0), 255,
                              alpha};
        memcpy(rgba + (size_t)i * 4, c, 4);
    }
}

struct expected {
    uint32_t faces, frames, mips, data_size;
    uint8_t encoding, mip_count;
    size_t size;
    uint32_t alpha; /* bits of the alpha word; 0 for those of 1 */
};

/* The picture becomes such a file, is shown as it was, and the file is one that reads well. */
static void becomes(uint32_t width, uint32_t height, const uint8_t *rgba,
                    const struct rq_texture_options *how, struct expected e)
{
    struct rq_error err = {0};
    struct rq_out out = made_from("tpc", width, height, rgba, how, &err);
    CHECK_STR(err.text, "");
    REQUIRE(out.size > 128);
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "tpc");
    REQUIRE(doc != NULL);
    const struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(tpc->faces, e.faces);
    CHECK_INT(tpc->frames, e.frames);
    CHECK_INT(tpc->mips, e.mips);
    CHECK_INT(tpc->header.data_size, e.data_size);
    CHECK_INT(tpc->header.encoding, e.encoding);
    CHECK_INT(tpc->header.mip_count, e.mip_count);
    CHECK_INT(rq_bits_of(tpc->header.alpha), e.alpha ? e.alpha : 0x3F800000);
    CHECK_INT(out.size, 128 + e.size + how->txi.size);
    CHECK(rq_same(tpc->txi, how->txi));
    check_round_trips(rq_out_bytes(&out), "x.tpc", "tpc");
    check_shows(rq_out_bytes(&out), "tpc", width, height, rgba);
    check_shown_back(rq_out_bytes(&out), "tpc");
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_encodings(void)
{
    static uint8_t rgba[MOST];
    paint_cells(rgba, 16, 16, 255);
    /* DXT1 16 x 16: 128, 32, 8, 8, 8 */
    becomes(16, 16, rgba, &(struct rq_texture_options){0},
            (struct expected){1, 1, 5, 128, 2, 5, 184, 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.no_mips = true},
            (struct expected){1, 1, 1, 128, 2, 1, 128, 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.encoding = "rgb"},
            (struct expected){1, 1, 5, 0, 2, 5, 3 * (256 + 64 + 16 + 4 + 1), 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.encoding = "RGBA"},
            (struct expected){1, 1, 5, 0, 4, 5, 4 * 341, 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.encoding = "swizzled"},
            (struct expected){1, 1, 5, 0, 12, 5, 4 * 341, 0});
    paint_cells(rgba, 16, 16, 85);
    becomes(16, 16, rgba, &(struct rq_texture_options){0},
            (struct expected){1, 1, 5, 256, 4, 5, 368, 0x3EAAAAAB}); /* 85 / 255, a third */
    memset(rgba, 77, sizeof rgba);
    for (size_t i = 3; i < sizeof rgba; i += 4)
        rgba[i] = 255;
    becomes(16, 8, rgba, &(struct rq_texture_options){.encoding = "grey"},
            (struct expected){1, 1, 5, 0, 1, 5, 128 + 32 + 8 + 2 + 1, 0});
}

/* The game's DXT1 has no alpha: what is see-through keeps its colour, as with RGB. */
static void test_soft_alpha(void)
{
    static uint8_t rgba[MOST];
    static const char *const formats[] = {"tpc", "dds"};
    struct rq_error err = {0};
    paint_cells(rgba, 16, 16, 255);
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 256; k++) /* alpha of 255 down to 0 */
            rgba[k * 4 + 3] = (uint8_t)(255 - k);
        struct rq_out out =
            made_from(formats[i], 16, 16, rgba,
                      &(struct rq_texture_options){.encoding = "dxt1", .no_mips = true}, &err);
        CHECK_STR(err.text, "");
        paint_cells(rgba, 16, 16, 255);
        check_shows(rq_out_bytes(&out), formats[i], 16, 16, rgba);
        struct rq_doc *doc = read_as(rq_out_bytes(&out), formats[i]);
        REQUIRE(doc != NULL);
        rgba[3] = 100; /* put back, see-through: the block stays */
        CHECK(put_rgba(doc, 16, 16, rgba, &err));
        CHECK(writes_same(doc, rq_out_bytes(&out), false));
        rq_doc_free(doc);
        rq_out_free(&out);
    }
}

/* Six faces below each other; frames by the text; the text itself. */
static void test_parts(void)
{
    static uint8_t rgba[MOST];
    static const char cycle[] = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n";
    paint_cells(rgba, 8, 48, 255);
    becomes(8, 48, rgba, &(struct rq_texture_options){.txi = bytes_of("cube 1\r\n")},
            (struct expected){6, 1, 4, 32, 2, 4, 6 * (32 + 8 + 8 + 8), 0});
    becomes(8, 48, rgba, &(struct rq_texture_options){.encoding = "rgb", .no_mips = true},
            (struct expected){6, 1, 1, 0, 2, 1, 6 * 192, 0});
    paint_cells(rgba, 16, 16, 255);
    becomes(16, 16, rgba, &(struct rq_texture_options){.txi = bytes_of(cycle)},
            (struct expected){1, 4, 4, 128, 2, 5, 4 * 56, 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.txi = bytes_of(cycle), .encoding = "rgba"},
            (struct expected){1, 4, 4, 0, 4, 5, 4 * 4 * (64 + 16 + 4 + 1), 0});
    becomes(16, 16, rgba, &(struct rq_texture_options){.txi = bytes_of("decal 1")},
            (struct expected){1, 1, 5, 128, 2, 5, 184, 0});
}

/* No side may pass 32768 pixels. */
static void test_largest_sides(void)
{
    static uint8_t rgba[32769 * 4];
    for (uint32_t more = 0; more < 4; more++) {
        struct rq_error err = {0};
        const struct rq_texture_options how = {.encoding = "rgb", .no_mips = true};
        uint32_t side = 32768 + more % 2, width = more < 2 ? side : 1, height = more < 2 ? 1 : side;
        struct rq_out out = made_from("tpc", width, height, rgba, &how, &err);
        CHECK_STR(err.text, more == 1   ? "32769 x 1 pixels; no side may pass 32768"
                            : more == 3 ? "1 x 32769 pixels; no side may pass 32768"
                                        : "");
        CHECK_INT(out.size, more % 2 ? 0 : 128 + 32768 * 3);
        rq_out_free(&out);
    }
}

/* The alpha word is the mean of the picture's alpha only where the pixels keep it: 128 / 255 is 0x3F008081. */
static void test_mean_alpha(void)
{
    static const struct {
        const char *encoding;
        uint32_t alpha;
    } cases[] = {{"rgba", 0x3F008081},
                 {"dxt5", 0x3F008081},
                 {"rgb", 0x3F800000},
                 {"grey", 0x3F800000},
                 {"dxt1", 0x3F800000}};
    static uint8_t rgba[16 * 16 * 4];
    paint_cells(rgba, 16, 16, 128);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        const struct rq_texture_options how = {.encoding = cases[i].encoding};
        struct rq_out out = made_from("tpc", 16, 16, rgba, &how, &err);
        check_note("%s", cases[i].encoding);
        CHECK_STR(err.text, "");
        if (CHECK(out.size > 128))
            CHECK_INT(rq_get32(out.data + 4), cases[i].alpha);
        rq_out_free(&out);
    }
}

static void test_refused(void)
{
    static const struct {
        uint32_t width, height;
        const char *encoding, *why;
    } cases[] = {{12, 16, NULL, "(8 or 16 by 16 or 32)"},
                 {16, 20, "rgb", "powers of two"},
                 {16, 16, "dxt3", "dxt1 dxt5 grey rgb rgba swizzled, not dxt3"}};
    static uint8_t rgba[MOST];
    for (size_t i = 0; i < 3; i++) {
        struct rq_error err = {0};
        struct rq_out out =
            made_from("tpc", cases[i].width, cases[i].height, rgba,
                      &(struct rq_texture_options){.encoding = cases[i].encoding}, &err);
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        CHECK(strstr(err.text, cases[i].why) != NULL);
        CHECK_INT(out.size, 0);
        rq_out_free(&out);
    }
}

/* One block changes: the others stay what they were, whatever made them. */
static void test_put(void)
{
    static uint8_t rgba[MOST];
    struct rq_error err = {0};
    paint_cells(rgba, 16, 16, 255);
    struct rq_out out = made_from("tpc", 16, 16, rgba,
                                  &(struct rq_texture_options){.txi = bytes_of("decal 1")}, &err);
    REQUIRE(out.size == 128 + 184 + 7);
    /* Block 5 white from equal ends: no encoder's choice, and the same as index 0. */
    memcpy(out.data + 128 + 40, "\377\377\377\377\125\125\125\125", 8);
    out.data[7] = 0x40; /* the alpha word is 2 */
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "tpc");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_plane *plane = shown(doc, &arena);
    REQUIRE(plane != NULL);
    uint8_t *changed = malloc(plane->bytes.size);
    REQUIRE(changed != NULL);
    memcpy(changed, plane->bytes.data, plane->bytes.size);
    changed[0] = 9; /* the upper left pixel: block 12, as the lowest row is first */
    CHECK(put_rgba(doc, 16, 16, changed, &err));
    struct rq_out now = written(doc);
    REQUIRE(now.size == out.size);
    CHECK_MEM(now.data, 128 + 96, out.data, 128 + 96);
    CHECK(memcmp(now.data + 128 + 96, out.data + 128 + 96, 8) != 0);
    CHECK_MEM(now.data + 128 + 104, 24, out.data + 128 + 104, 24);
    rq_out_free(&now);
    /* Another size: the text and the encoding stay, the levels follow. */
    memset(changed, 255, plane->bytes.size);
    CHECK(put_rgba(doc, 8, 8, changed, &err));
    now = written(doc);
    CHECK_INT(now.size, 128 + 56 + 7);
    CHECK_INT(now.data[13], 4);
    rq_out_free(&now);
    CHECK(!put_rgba(doc, 6, 8, changed, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    free(changed);
    rq_arena_free(&arena);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    (void)name;
    check_shown_back(bytes, "tpc");
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/tpc");
    printf("    %zu files\n", each_file("kotor/tpc", check_file));
}

/* Memory runs out at every point. */
static void test_no_memory(void)
{
    static uint8_t rgba[MOST];
    const struct rq_plane plane = {8, 8, {rgba, 256}};
    const struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    static const char *const formats[] = {"tpc", "tga", "dds"};
    for (size_t i = 0; i < 3; i++)
        for (size_t n = 1;; n++) {
            struct check_failing failing = {.fail_at = n};
            struct rq_alloc alloc = {check_failing_realloc, &failing};
            const struct rq_options options = {.alloc = &alloc};
            struct rq_error err = {0};
            struct rq_doc *doc = rq_doc_new(rq_format_by_name(formats[i]), &options, &err);
            bool made = doc && doc->format->pictures->from_image(doc, &image, &err) &&
                        doc->format->pictures->put_image(doc, "x", &image, &err);
            CHECK(made == (err.code == RQ_OK));
            rq_doc_free(doc);
            CHECK_INT(failing.live_blocks, 0);
            if (failing.calls < n)
                break;
        }
}

/* Each side by itself: none, the largest, one more, and no power of two. */
static void test_sides(void)
{
    static const struct {
        uint32_t width, height;
        enum rq_code code;
    } cases[] = {
        {0, 4, RQ_LIMIT},
        {4, 0, RQ_LIMIT},
        {RQ_TPC_LARGEST_SIDE, 1, RQ_OK},
        {1, RQ_TPC_LARGEST_SIDE, RQ_OK},
        {RQ_TPC_LARGEST_SIDE * 2, 4, RQ_LIMIT},
        {4, RQ_TPC_LARGEST_SIDE * 2, RQ_LIMIT},
        {3, 4, RQ_USAGE},
        {4, 3, RQ_USAGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        check_note("%u x %u", cases[i].width, cases[i].height);
        CHECK_INT(rq_texture_sides("tpc", cases[i].width, cases[i].height, &err),
                  cases[i].code == RQ_OK);
        CHECK_INT(err.code, cases[i].code);
    }
}

TESTS(test_sides, test_largest_sides, test_mean_alpha, test_encodings, test_soft_alpha, test_parts,
      test_refused, test_put, test_no_memory, test_corpus)
