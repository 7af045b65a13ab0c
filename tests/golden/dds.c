/* DDS: bytes by hand, BioWare's 20 bytes from the facts of the engine and Microsoft's 128 from its
 * documentation (docs/formats/dds.md). */
#include "textures.h"

#include <reliquary/dds.h>

/* White over black: ends 0xFFFF and 0x0000, rows of indices 0 and 1 (two rows each). */
#define HALVES "\377\377\0\0\0\0\125\125"
/* The same colours behind alpha 255, all of it the first end. */
#define OPAQUE_ALPHA "\377\377\0\0\0\0\0\0"

static void put_prefix(struct made *m, uint32_t width, uint32_t height, unsigned code,
                       uint32_t size)
{
    m->size = 0;
    put32(m, width);
    put32(m, height);
    put8(m, code);
    put_mem(m, "\1\2\3", 3); /* nobody looks at them */
    put32(m, size);
    put32(m, 0x3F800000);
}

struct shape {
    uint32_t width, height, mips, flags, bits, red, green, blue, alpha, caps_2;
    const char *four_cc;
};

static void put_standard(struct made *m, const struct shape *s)
{
    m->size = 0;
    put_mem(m, "DDS ", 4);
    put32(m, 124);
    put32(m, 0x1007);
    put32(m, s->height);
    put32(m, s->width);
    put32(m, 0);
    put32(m, 0);
    put32(m, s->mips);
    put_zeros(m, 44);
    put32(m, 32);
    put32(m, s->flags);
    put_mem(m, s->four_cc ? s->four_cc : "\0\0\0", 4);
    put32(m, s->bits);
    put32(m, s->red);
    put32(m, s->green);
    put32(m, s->blue);
    put32(m, s->alpha);
    put32(m, 0x1000);
    put32(m, s->caps_2);
    put_zeros(m, 12);
}

/* The 20 bytes that follow it when four_cc is DX10: format, dimension (3: 2D), flags, array size,
 * flags. */
static void put_dx10(struct made *m, uint32_t side, uint32_t format, uint32_t flags)
{
    put_standard(m, &(struct shape){.width = side, .height = side, .flags = 4, .four_cc = "DX10"});
    put32(m, format);
    put32(m, 3);
    put32(m, flags);
    put32(m, 1);
    put32(m, 1); /* straight alpha */
}

/* Four rows of one grey each. */
static void rows_of(uint8_t rgba[64], uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const uint8_t rows[4] = {a, b, c, d};
    for (size_t i = 0; i < 16; i++) {
        memset(rgba + i * 4, rows[i / 4], 3);
        rgba[i * 4 + 3] = 255;
    }
}

/* BioWare's pixels start with the lowest row, as those of a TPC. */
static void test_bioware(void)
{
    static struct made m;
    uint8_t rgba[64];
    put_prefix(&m, 4, 4, 3, 8);
    put_mem(&m, HALVES, 8); /* level 0 */
    put_mem(&m, HALVES, 8); /* 2 x 2 */
    put_mem(&m, HALVES, 8); /* 1 x 1 */
    put_mem(&m, "end", 3);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_no_memory(made_bytes(&m), "dds");
    rows_of(rgba, 0, 0, 255, 255);
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    check_shown_back(made_bytes(&m), "dds");
    struct rq_doc *doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    const struct rq_dds *dds = rq_doc_root(doc, "dds");
    CHECK_INT(dds->mips, 3);
    CHECK_MEM(dds->tail.data, dds->tail.size, "end", 3);
    CHECK_MEM(dds->prefix.unused, 3, "\1\2\3", 3);
    rq_doc_free(doc);
    put_prefix(&m, 4, 4, 4, 16);
    put_mem(&m, OPAQUE_ALPHA HALVES, 16);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    /* Levels stop where a side would be 0: 8 x 2, 4 x 1, and no more. */
    put_prefix(&m, 8, 2, 3, 16);
    for (unsigned i = 0; i < 5; i++)
        put_mem(&m, HALVES, 8);
    doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    dds = rq_doc_root(doc, "dds");
    CHECK_INT(dds->mips, 2);
    CHECK_INT(dds->tail.size, 16);
    rq_doc_free(doc);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
}

/* Microsoft's start with the uppermost. */
static void test_standard(void)
{
    static struct made m;
    uint8_t rgba[64];
    rows_of(rgba, 255, 255, 0, 0);
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DXT1"});
    put_mem(&m, HALVES, 8);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    check_shown_back(made_bytes(&m), "dds");
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DXT5"});
    put_mem(&m, OPAQUE_ALPHA HALVES, 16);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    /* DXT3: four bits of alpha a pixel; 0, 1 (17), 15 (255) and 8 (136) in the first row. */
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DXT3"});
    put_mem(&m, "\20\217\377\377\377\377\377\377" HALVES, 16);
    rgba[3] = 0;
    rgba[7] = 17;
    rgba[11] = 255;
    rgba[15] = 136;
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    check_shown_back(made_bytes(&m), "dds");
}

/* Its DXT1 has one bit of alpha, which stays when a picture is put in; in the game's own it would be
 * lost, so that DXT5 is made of it. */
static void test_one_bit(void)
{
    static struct made m;
    uint8_t rgba[64];
    rows_of(rgba, 255, 255, 0, 0);
    memset(rgba + 60, 0, 4);
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DXT1"});
    put_mem(&m, "\0\0\377\377\125\125\0\300", 8); /* three colours; the last pixel is index 3 */
    check_shows(made_bytes(&m), "dds", 4, 4, rgba);
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    memset(rgba, 0, 4);
    CHECK(put_rgba(doc, 4, 4, rgba, &err));
    struct rq_out out = written(doc);
    check_shows(rq_out_bytes(&out), "dds", 4, 4, rgba);
    const struct rq_plane *plane;
    const struct rq_image *images;
    struct rq_arena arena = {0};
    CHECK_INT(pictures_of(doc, &arena, &images), 1);
    plane = images->planes;
    CHECK(rq_plane_has_alpha(images, plane));
    struct rq_doc *tpc = rq_doc_new(rq_format_by_name("tpc"), NULL, &err);
    REQUIRE(tpc != NULL);
    CHECK(tpc->format->pictures->from_image(tpc, images, &err));
    struct rq_out made = written(tpc);
    check_shows(rq_out_bytes(&made), "tpc", 4, 4, rgba);
    rq_out_free(&made);
    rq_doc_free(tpc);
    rq_arena_free(&arena);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Pixels that are not packed: masks say which bits are what. */
static void test_masks(void)
{
    static struct made m;
    struct shape bgra = {.width = 1,
                         .height = 2,
                         .flags = 0x41,
                         .bits = 32,
                         .red = 0xFF0000,
                         .green = 0xFF00,
                         .blue = 0xFF,
                         .alpha = 0xFF000000};
    put_standard(&m, &bgra);
    put_mem(&m, "\1\2\3\4\5\6\7\10", 8);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 1, 2, "\3\2\1\4\7\6\5\10");
    check_shown_back(made_bytes(&m), "dds");
    struct shape rgba = bgra;
    rgba.red = 0xFF;
    rgba.blue = 0xFF0000;
    put_standard(&m, &rgba);
    put_mem(&m, "\1\2\3\4\5\6\7\10", 8);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 1, 2, "\1\2\3\4\5\6\7\10");
    check_shown_back(made_bytes(&m), "dds");
    struct shape spare = bgra;
    spare.flags = 0x40;
    spare.alpha = 0;
    put_standard(&m, &spare);
    put_mem(&m, "\1\2\3\4\5\6\7\10", 8);
    check_shows(made_bytes(&m), "dds", 1, 2, "\3\2\1\377\7\6\5\377");
    check_shown_back(made_bytes(&m), "dds");
    put_standard(&m, &(struct shape){.width = 2,
                                     .height = 1,
                                     .flags = 0x40,
                                     .bits = 16,
                                     .red = 0xF800,
                                     .green = 0x7E0,
                                     .blue = 0x1F});
    put16(&m, 0xF800 | 32 << 5); /* 32 of 63 is 129.5: 130 */
    put16(&m, 0x1F);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 2, 1, "\377\202\0\377\0\0\377\377");
    put_standard(
        &m, &(struct shape){.width = 2, .height = 1, .flags = 0x20000, .bits = 8, .red = 0xFF});
    put_mem(&m, "\1\377", 2);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shows(made_bytes(&m), "dds", 2, 1, "\1\1\1\377\377\377\377\377");
}

/* What a flag does not name is not there; masks that no neutral picture has are worked out. Flags of
 * Microsoft's documentation: 0x1 alpha, 0x40 RGB, 0x20000 luminance. */
static void test_mask_kinds(void)
{
    static const struct {
        const char *note;
        uint32_t flags, bits, red, green, blue, alpha;
        const char *pixel, *shown;
    } kinds[] = {
        {"alpha without its flag", 0x40, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000, "\1\2\3\4",
         "\3\2\1\377"},
        {"seven bits of alpha", 0x41, 32, 0xFF0000, 0xFF00, 0xFF, 0x7F000000, "\1\2\3\300",
         "\3\2\1\201"}, /* 64 of 127 is 128.5: 129 */
        {"RGB and a spare byte", 0x40, 32, 0xFF, 0xFF00, 0xFF0000, 0, "\1\2\3\4", "\1\2\3\377"},
        {"BGR", 0x40, 24, 0xFF0000, 0xFF00, 0xFF, 0, "\1\2\3", "\3\2\1\377"},
        {"RGB", 0x40, 24, 0xFF, 0xFF00, 0xFF0000, 0, "\1\2\3", "\1\2\3\377"},
        {"grey with alpha", 0x20001, 16, 0xFF, 0, 0, 0xFF00, "\1\2", "\1\1\1\2"},
        {"grey with alpha in a byte", 0x20001, 8, 0xF, 0, 0, 0xF0, "\22", "\42\42\42\21"},
        {"grey whose alpha has no flag", 0x20000, 8, 0xFF, 0, 0, 0xF0, "\22", "\22\22\22\377"},
        {"three colours in a byte", 0x40, 8, 0xE0, 0x1C, 3, 0, "\341", "\377\0\125\377"},
    };
    static struct made m;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        check_note("%s", kinds[i].note);
        put_standard(&m, &(struct shape){.width = 1,
                                         .height = 1,
                                         .flags = kinds[i].flags,
                                         .bits = kinds[i].bits,
                                         .red = kinds[i].red,
                                         .green = kinds[i].green,
                                         .blue = kinds[i].blue,
                                         .alpha = kinds[i].alpha});
        put_mem(&m, kinds[i].pixel, kinds[i].bits / 8);
        check_round_trips(made_bytes(&m), "x.dds", "dds");
        check_shows(made_bytes(&m), "dds", 1, 1, kinds[i].shown);
    }
}

/* DXGI formats as Microsoft numbers them; each also in sRGB. */
static void test_dx10(void)
{
    static const struct {
        uint32_t formats[2];
        const char *pixels, *shown; /* of 1 x 1, when not packed */
    } kinds[] = {{{71, 72}, HALVES, NULL},
                 {{74, 75}, "\377\377\377\377\377\377\377\377" HALVES, NULL},
                 {{77, 78}, OPAQUE_ALPHA HALVES, NULL},
                 {{28, 29}, "\1\2\3\4", "\1\2\3\4"},
                 {{87, 91}, "\1\2\3\4", "\3\2\1\4"},
                 {{88, 93}, "\1\2\3\4", "\3\2\1\377"}};
    static struct made m;
    uint8_t rgba[64];
    rows_of(rgba, 255, 255, 0, 0);
    for (size_t i = 0; i < 12; i++) {
        uint32_t format = kinds[i / 2].formats[i % 2];
        bool plain = kinds[i / 2].shown;
        check_note("format %u", format);
        put_dx10(&m, plain ? 1 : 4, format, 0);
        put_mem(&m, kinds[i / 2].pixels, plain ? 4 : i < 2 ? 8 : 16);
        check_round_trips(made_bytes(&m), "x.dds", "dds");
        check_shows(made_bytes(&m), "dds", plain ? 1 : 4, plain ? 1 : 4,
                    plain ? (const void *)kinds[i / 2].shown : rgba);
        check_shown_back(made_bytes(&m), "dds");
    }
    /* Another picture is put in: the header stays, and so does the byte that means nothing. */
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    CHECK(put_rgba(doc, 1, 1, (const uint8_t *)"\7\10\11\377", &err));
    struct rq_out out = written(doc);
    REQUIRE(out.size == 152);
    CHECK_MEM(out.data, 148, m.data, 148);
    CHECK_MEM(out.data + 148, 4, "\11\10\7\4", 4);
    rq_out_free(&out);
    rq_doc_free(doc);
    /* A cube map by its flag: six faces, whatever caps_2 says. */
    put_dx10(&m, 4, 71, 4);
    for (unsigned i = 0; i < 6; i++)
        put_mem(&m, HALVES, 8);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shown_back(made_bytes(&m), "dds");
    doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    const struct rq_dds *dds = rq_doc_root(doc, "dds");
    CHECK_INT(dds->faces, 6);
    CHECK_INT(dds->dx10.dxgi_format, 71);
    CHECK_INT(dds->dx10.misc_flags_2, 1);
    CHECK_INT(dds->tail.size, 0);
    rq_doc_free(doc);
    check_truncations(made_bytes(&m), "dds");
    check_flips(made_bytes(&m), "dds", 2000);
}

/* What is not known is kept, and named. */
static void check_unknown(const struct made *m, const char *said)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(made_bytes(m), "dds");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "dds-unknown-pixels");
    CHECK(strstr(findings[0].text, said) != NULL);
    CHECK(writes_same(doc, made_bytes(m), false));
    CHECK(writes_same(doc, made_bytes(m), true));
    rq_doc_free(doc);
}

static void test_dx10_unknown(void)
{
    static struct made m;
    put_dx10(&m, 4, 98, 0); /* BC7 */
    put_mem(&m, OPAQUE_ALPHA HALVES, 16);
    check_unknown(&m, "format 98, dimension 3, array of 1: kept as it is");
    check_unknown(&m, "BC1, BC3 or plain RGBA");
    put_dx10(&m, 4, 71, 0);
    rq_set32(m.data + 128 + 12, 2);
    put_mem(&m, HALVES HALVES, 16);
    check_unknown(&m, "array of 2");
    put_dx10(&m, 4, 71, 0);
    rq_set32(m.data + 128 + 4, 4);
    put_mem(&m, HALVES, 8);
    check_unknown(&m, "dimension 4");
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DX10"});
    put_mem(&m, "anything", 8);
    unreadable(&m, "dds", RQ_TRUNCATED, "");
    not_built("dds", "\"form\":\"standard\",\"dx10\":{\"dxgi_format\":71},\"levels\":[]");
}

static void test_cube_map(void)
{
    static struct made m;
    put_standard(
        &m,
        &(struct shape){
            .width = 4, .height = 4, .mips = 2, .flags = 4, .four_cc = "DXT1", .caps_2 = 0xFE00});
    for (unsigned i = 0; i < 12; i++)
        put_mem(&m, HALVES, 8);
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_shown_back(made_bytes(&m), "dds");
    struct rq_doc *doc = read_as(made_bytes(&m), "dds");
    REQUIRE(doc != NULL);
    const struct rq_dds *dds = rq_doc_root(doc, "dds");
    CHECK_INT(dds->faces, 6);
    CHECK_INT(dds->level_count, 12);
    CHECK_INT(dds->levels[1].width, 2);
    rq_doc_free(doc);
}

/* The game's own form, with all levels: 8 x 8 in DXT1 has 32 + 8 + 8 + 8 bytes. */
static void test_from_picture(void)
{
    struct rq_error err = {0};
    uint8_t rgba[8 * 8 * 4];
    memset(rgba, 255, sizeof rgba);
    struct rq_out out = made_from("dds", 8, 8, rgba, &(struct rq_texture_options){0}, &err);
    CHECK_STR(err.text, "");
    REQUIRE(out.size == 20 + 56);
    CHECK_INT(rq_get32(out.data), 8);
    CHECK_INT(out.data[8], 3);
    CHECK_INT(rq_get32(out.data + 12), 32);
    CHECK_MEM(out.data + 20, 8, "\377\377\377\377\0\0\0\0", 8);
    rq_out_free(&out);
    rgba[3] = 0; /* something is see-through */
    out = made_from("dds", 8, 8, rgba, &(struct rq_texture_options){.no_mips = true}, &err);
    REQUIRE(out.size == 20 + 64);
    CHECK_INT(out.data[8], 4);
    rq_out_free(&out);
    out = made_from("dds", 4, 12, rgba, &(struct rq_texture_options){0}, &err);
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK(strstr(err.text, "powers of two") != NULL);
    rq_out_free(&out);
}

static void test_damage(void)
{
    static struct made m;
    put_prefix(&m, 4, 4, 3, 8);
    put_mem(&m, HALVES HALVES, 16);
    check_truncations(made_bytes(&m), "dds");
    check_flips(made_bytes(&m), "dds", 2000);
    put_standard(
        &m, &(struct shape){.width = 8, .height = 8, .mips = 4, .flags = 4, .four_cc = "DXT1"});
    put_mem(&m, HALVES HALVES HALVES HALVES HALVES, 40); /* two levels of four */
    check_round_trips(made_bytes(&m), "x.dds", "dds");
    check_findings(made_bytes(&m), "dds", "dds-missing-level");
    check_truncations(made_bytes(&m), "dds");
    check_flips(made_bytes(&m), "dds", 2000);
    put_prefix(&m, 4, 4, 5, 8);
    put_mem(&m, HALVES, 8);
    unreadable(&m, "dds", RQ_UNSUPPORTED, "code 5");
    put_prefix(&m, 0, 4, 3, 8);
    unreadable(&m, "dds", RQ_CORRUPT, "0 x 4 pixels");
    put_prefix(&m, 0x8000, 0x8000, 4, 0x40000000);
    unreadable(&m, "dds", RQ_TRUNCATED, "pixels");
    /* Pixels that nobody knows are kept. */
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "ATI2"});
    put_mem(&m, "anything", 8);
    check_unknown(&m, "unknown pixel format");
    static const struct shape odd[] = {
        {.width = 1, .height = 1, .flags = 0x40, .bits = 12, .red = 0xF00},
        {.width = 1, .height = 1, .flags = 1, .bits = 8, .alpha = 0xFF}, /* neither RGB nor grey */
        {.width = 0, .height = 4, .flags = 4, .four_cc = "DXT1"},
        {.width = 4, .height = 4, .mips = 17, .flags = 4, .four_cc = "DXT1"},
        {.width = 4, .height = 4, .flags = 4, .four_cc = "DXT1", .caps_2 = 0x200000}, /* volume */
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        check_note("odd %zu", i);
        put_standard(&m, &odd[i]);
        put_mem(&m, "anything", 8);
        check_unknown(&m, "unknown pixel format");
    }
    not_built("dds", "\"form\":\"bioware\",\"width\":4,\"height\":4,\"code\":3,\"levels\":[]");
    not_built("dds", "\"form\":\"bioware\",\"width\":4,\"height\":4,\"code\":3,"
                     "\"levels\":[\"AAAA\"]");
    not_built("dds", "\"form\":\"odd\"");
    not_built("dds", "\"form\":\"standard\",\"levels\":[]");
}

static unsigned bid(struct rq_bytes in)
{
    return rq_format_by_name("dds")->detect(in, NULL);
}

/* Of BioWare's form code, sides and a size that is theirs tell, when the first level is all there; of
 * Microsoft's the magic and the size of the header, 124. */
static void test_bids(void)
{
    enum { WIDE = 0x8000, WIDE_BYTES = WIDE / 4 * 8 }; /* the widest there is, in DXT1 */
    static const uint32_t wrong[][4] = {{0, 4, 3, 8}, {4, 0, 3, 8}, {4, 4, 5, 8}, {4, 4, 2, 8},
                                        {4, 4, 3, 7}, {4, 4, 3, 9}, {4, 4, 4, 8}};
    static struct made m;
    static uint8_t wide[20 + WIDE_BYTES + 8];
    put_prefix(&m, 4, 4, 3, 8);
    put_mem(&m, HALVES HALVES, 16);
    unsigned whole = bid(made_bytes(&m));
    CHECK(whole > 0);
    for (size_t size = 0; size <= m.size; size++) {
        check_note("%zu bytes", size);
        CHECK_INT(bid((struct rq_bytes){m.data, size}), size < 28 ? 0 : whole);
    }
    check_note(" ");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        put_prefix(&m, wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3]);
        put_mem(&m, HALVES HALVES, 16);
        check_note("wrong %zu", i);
        CHECK_INT(bid(made_bytes(&m)), 0);
    }
    for (uint32_t side = WIDE; side <= WIDE + 1; side++) {
        put_prefix(&m, side, 4, 3, (side + 3) / 4 * 8);
        memcpy(wide, m.data, 20);
        CHECK_INT(bid((struct rq_bytes){wide, sizeof wide}), side == WIDE ? whole : 0);
        put_prefix(&m, 4, side, 3, (side + 3) / 4 * 8);
        memcpy(wide, m.data, 20);
        CHECK_INT(bid((struct rq_bytes){wide, sizeof wide}), side == WIDE ? whole : 0);
    }
    put_standard(&m, &(struct shape){.width = 4, .height = 4, .flags = 4, .four_cc = "DXT1"});
    CHECK(bid(made_bytes(&m)) > whole);
    CHECK_INT(bid((struct rq_bytes){m.data, 8}), bid(made_bytes(&m)));
    CHECK_INT(bid((struct rq_bytes){m.data, 7}), 0);
    rq_set32(m.data + 4, 125);
    CHECK_INT(bid(made_bytes(&m)), 0);
}

TESTS(test_bids, test_bioware, test_standard, test_one_bit, test_masks, test_mask_kinds, test_dx10,
      test_dx10_unknown, test_cube_map, test_from_picture, test_damage)
