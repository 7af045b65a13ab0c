/* Documents of Redguard at the edges of what their formats can hold: pictures and sounds of the largest size
 * and one more, documents that lack the part that something should go into, and JSON that says what can't be.
 * The limits are those of the fields in docs/formats; what is too large for a test is a size without bytes,
 * which has to be refused before anybody looks at them. */
#include "convert/convert.h"
#include "formats/format.h"
#include "formats/redguard/audio.h"
#include "model/image.h"
#include "support/document.h"

#include <reliquary/bsi.h>
#include <reliquary/gxa.h>
#include <reliquary/lbm.h>
#include <reliquary/model3d.h>
#include <reliquary/pcx.h>
#include <reliquary/rob.h>
#include <reliquary/rtx.h>

static struct rq_doc *from_json(const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &err);
    if (!CHECK(doc != NULL))
        printf("    %s: %s\n    %.200s\n", err.where, err.text, text);
    return doc;
}

/* Writing is refused, with this reason. */
static void write_refused(struct rq_doc *doc, enum rq_code code, const char *why)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(err.code, code);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s: %s\n", err.where, err.text);
    CHECK_INT(err.offset, 0);
    rq_out_free(&out);
}

static void check_json(struct rq_doc *doc, const char *has, const char *lacks)
{
    struct rq_out json = json_of(doc);
    if (!CHECK(strstr((const char *)json.data, has) != NULL) ||
        !CHECK(!lacks || !strstr((const char *)json.data, lacks)))
        printf("%s\n", (const char *)json.data);
    rq_out_free(&json);
}

/* ---- JSON ---- */

#define BHDR(w, h, frames, encoding)                                                               \
    "{\"tag\":\"BHDR\",\"width\":" #w ",\"height\":" #h ",\"frame_count\":" #frames                \
    ",\"data_encoding\":" #encoding "}"
#define GXA(frame)                                                                                 \
    "\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":1},{\"tag\":\"BBMP\",\"frames\":[" frame "]}]"
#define GLYPH(glyph) "\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[" glyph "]}]"
#define MODEL(frames)                                                                              \
    "\"header\":{\"version\":\"v4.0\"},\"faces\":[],\"vertices\":[[0,0,0]],\"frames\":[" frames "]"

static const struct {
    const char *format, *members, *why;
} refusals[] = {
    {"gxa", GXA("{\"width\":1,\"height\":1}"), "a frame needs \"pixels\""},
    {"gxa", GXA("{\"width\":2,\"height\":1,\"pixels\":\"AA==\"}"), "1 pixels, not 2 x 1"},
    {"gxa",
     GXA("{\"width\":1,\"height\":1,\"compression\":1,\"packing\":\"explicit\",\"packed\":\"AA==\"}"),
     "explicit packing needs \"packed\" and \"pixels\""},
    {"gxa",
     GXA("{\"width\":1,\"height\":1,\"compression\":1,\"packing\":\"explicit\",\"pixels\":\"AA==\"}"),
     "explicit packing needs \"packed\" and \"pixels\""},
    {"gxa",
     GXA("{\"width\":1,\"height\":1,\"packing\":\"explicit\",\"packed\":\"AA==\",\"pixels\":\"AA==\"}"),
     "a plain frame has no packing"},
    {"rtx", "\"entries\":[{\"tag\":\"abcd\",\"text\":\"x\",\"payload\":\"AA==\"}]",
     "an entry with \"payload\" has only its \"tag\" beside"},
    {"rtx", "\"entries\":[{\"tag\":\"abcd\",\"voice\":{},\"payload\":\"AA==\"}]",
     "an entry with \"payload\" has only its \"tag\" beside"},
    {"rtx", "\"entries\":[{\"tag\":\"END \",\"text\":\"x\"}]", "\"END \" can't be a tag"},
    {"pvo", "\"sections\":[\"OCTH\",{\"tag\":\"END \",\"data\":\"\"}]", "END is not a section"},
    {"pvo", "\"sections\":[\"OCTH\"],\"end\":false,\"tail\":\"AAAAAAE=\"",
     "a \"tail\" follows END, and there is none"},
    {"pvo", "\"sections\":[\"OCTH\",\"OCTH\"]", "OCTH is there twice"},
    {"pvo", "\"sections\":[]", "the first section is OCTH"},
    {"pvo", "\"sections\":[\"OCTR\",\"OCTH\"]", "the first section is OCTH"},
    {"fnt", GLYPH("{\"rows\":[],\"width\":2}"), "\"rows\" come last in a glyph"},
    {"fnt", GLYPH("{\"rows\":[],\"height\":2}"), "\"rows\" come last in a glyph"},
    {"fnt", GLYPH("{\"width\":1,\"height\":2}"), "a glyph of 1 x 2 needs \"rows\""},
    {"bsi", "\"chunks\":[" BHDR(1, 1, 1, 0) ",{\"tag\":\"DATA\",\"tail\":\"AA==\"}]",
     "pixels need \"frames\", in the first DATA"},
    {"bsi",
     "\"chunks\":[" BHDR(
         1, 1, 1,
         0) ",{\"tag\":\"DATA\",\"payload\":\"AA==\"},{\"tag\":\"DATA\",\"frames\":[\"AA==\"]}]",
     "pixels need \"frames\", in the first DATA"},
    {"bsi", "\"chunks\":[{\"tag\":\"BHDR\",\"size\":15}]", "a BHDR has 16 to 26 bytes of fields"},
    {"bsi", "\"chunks\":[{\"tag\":\"BHDR\",\"size\":27}]", "a BHDR has 16 to 26 bytes of fields"},
    {"bsi",
     "\"chunks\":[" BHDR(1, 1, 1,
                         4) ",{\"tag\":\"DATA\",\"rows\":\"explicit\",\"frames\":[\"AA==\"]}]",
     "0 offsets for 1 rows"},
    {"model3d", MODEL("{\"type\":0},{\"type\":2,\"normals\":[[512,0,0,0]]}"),
     "a normal has parts from -512 to 511, and spare bits from 0 to 3"},
    {"model3d", MODEL("{\"type\":0},{\"type\":2,\"normals\":[[0,0,-513,0]]}"),
     "a normal has parts from -512 to 511"},
    {"model3d", MODEL("{\"type\":0},{\"type\":2,\"normals\":[[0,0,0,4]]}"),
     "a normal has parts from -512 to 511"},
};

static void test_json_refused(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        json_refused(refusals[i].format, refusals[i].members, refusals[i].why);
}

/* A list that is one longer than the field for its number, or the table, has room for. */
static void test_json_long_lists(void)
{
    static const struct {
        const char *head, *item, *tail, *why;
        size_t most;
    } lists[] = {
        {"{\"format\":\"fnt\",\"version\":1,\"chunks\":[{\"tag\":\"FNHD\"},{\"tag\":\"FBMP\",\"glyphs\":[",
         "{}", "]}]}", "65536 glyphs: 65535 at most", 65535},
        {"{\"format\":\"anm\",\"version\":1,\"table\":[", "{}", "],\"pages\":[]}",
         "more than 256 pages", 256},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (size_t more = 0; more < 2; more++) {
            struct rq_out text = {0};
            struct rq_error err = {0};
            rq_put_str(&text, lists[i].head);
            for (size_t k = 0; k < lists[i].most + more; k++)
                rq_putf(&text, "%s%s", k ? "," : "", lists[i].item);
            rq_put_str(&text, lists[i].tail);
            struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&text), NULL, &err);
            check_note("%s and %zu", lists[i].why, more);
            if (more)
                check_error(doc, &err, RQ_CORRUPT, lists[i].why);
            else
                CHECK(!strstr(err.text, lists[i].why)); /* an ANM needs other things, too */
            rq_doc_free(doc);
            rq_out_free(&text);
        }
}

/* string_len has 16 bits. */
static void test_json_long_text(void)
{
    for (size_t size = 65535; size <= 65536; size++) {
        struct rq_out text = {0};
        struct rq_error err = {0};
        rq_put_str(&text,
                   "{\"format\":\"rtx\",\"version\":1,\"entries\":[{\"tag\":\"abcd\",\"text\":\"");
        for (size_t i = 0; i < size; i++)
            rq_put8(&text, 'a');
        rq_put_str(&text, "\"}]}");
        struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&text), NULL, &err);
        CHECK_STR(err.text,
                  size == 65535 ? "" : "JSON line 1: a text of 65536 bytes: 65535 at most");
        if (doc) {
            struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
            rtx->entries[0].text.size = 65536;
            write_refused(doc, RQ_LIMIT, "the text of abcd has more than 65535 bytes");
        }
        rq_doc_free(doc);
        rq_out_free(&text);
    }
}

/* Bytes of a CMAP are colours when they are as many. */
static void test_payload_of_colors(void)
{
    for (size_t size = 765; size <= 768; size += 3) {
        struct rq_out text = {0};
        rq_put_str(&text, "{\"format\":\"bsi\",\"version\":1,\"chunks\":[" BHDR(
                              1, 1, 1, 0) ",{\"tag\":\"CMAP\",\"payload\":\"");
        for (size_t i = 0; i < size / 3; i++)
            rq_put_str(&text, "AQID");
        rq_put_str(&text, "\"},{\"tag\":\"DATA\",\"frames\":[\"BA==\"]}]}");
        rq_put8(&text, 0);
        struct rq_doc *doc = from_json((const char *)text.data);
        REQUIRE(doc != NULL);
        check_json(doc, size == 768 ? "[1, 2, 3]" : "\"payload\"",
                   size == 768 ? "payload" : "[1, 2, 3]");
        const struct rq_fact *facts;
        size_t count = 0;
        REQUIRE(rq_doc_facts(doc, &facts, &count, NULL));
        CHECK_INT(count, size == 768 ? 2 : 1);
        CHECK_STR(facts[count - 1].value, size == 768 ? "its own" : "1 x 1");
        rq_doc_free(doc);
        rq_out_free(&text);
    }
}

/* A packed stream that is not that of the rows beside it: the rows hold. */
static void test_packed_against_rows(void)
{
    static const char pcx[] =
        "{\"format\":\"pcx\",\"version\":1,\"manufacturer\":10,\"encoding\":1,\"bits_per_pixel\":8,"
        "\"x_max\":1,\"planes\":1,\"bytes_per_line\":2,\"packing\":\"explicit\",\"packed\":\"%s\","
        "\"rows\":\"AQI=\"}"; /* 1, 2: a stream of one byte for each */
    static const char lbm[] =
        "{\"format\":\"lbm\",\"version\":1,\"type\":\"PBM \",\"chunks\":[{\"tag\":\"BMHD\",\"width\":2,"
        "\"height\":1,\"planes\":8,\"compression\":1},{\"tag\":\"BODY\",\"packing\":\"explicit\","
        "\"packed\":\"%s\",\"rows\":\"AQI=\"}]}"; /* 1, 1, 2: two bytes as they are */
    static const struct {
        const char *text, *packed;
        bool holds;
    } cases[] = {{pcx, "AQI=", true},    {pcx, "AQM=", false}, {pcx, "AQIC", false},
                 {pcx, "AQ==", false},   {lbm, "AQEC", true},  {lbm, "AQED", false},
                 {lbm, "AAEAAg==", true}}; /* 0, 1, 0, 2: each alone */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, cases[i].text, cases[i].packed);
        check_note("%s", text);
        struct rq_doc *doc = from_json(text);
        REQUIRE(doc != NULL);
        bool is_pcx = cases[i].text == pcx;
        const struct rq_pcx *p = is_pcx ? rq_doc_root(doc, "pcx") : NULL;
        const struct rq_lbm *l = is_pcx ? NULL : rq_doc_root(doc, "lbm");
        CHECK_INT(p ? p->packing == RQ_PCX_EXPLICIT : l->packing == RQ_LBM_EXPLICIT,
                  cases[i].holds);
        CHECK_INT((p ? p->packed : l->packed).size > 0, cases[i].holds);
        rq_doc_free(doc);
    }
}

/* ---- pictures that are put ---- */

static bool put_picture(struct rq_doc *doc, const char *name, uint32_t width, uint32_t height,
                        const uint8_t *pixels, struct rq_error *err)
{
    static uint8_t zeros[65536], grey[768];
    struct rq_plane plane = {width, height, {pixels ? pixels : zeros, (size_t)width * height}};
    struct rq_image image = {.pixels = RQ_PIXELS_INDEX8,
                             .palette = grey,
                             .mips = 1,
                             .faces = 1,
                             .frames = 1,
                             .planes = &plane};
    for (size_t i = 0; i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    *err = (struct rq_error){0};
    return doc->format->pictures->put_image(doc, name, &image, err);
}

#define BANK                                                                                       \
    "{\"format\":\"texbsi\",\"version\":1,\"images\":[{\"name\":\"D02001\",\"chunks\":[" BHDR(     \
        1, 1, 1, 0) ",{\"tag\":\"DATA\",\"frames\":[\"BA==\"]}]}]}"
#define FONT                                                                                       \
    "{\"format\":\"fnt\",\"version\":1,\"chunks\":[{\"tag\":\"FNHD\",\"character_start\":65}"
#define PLAIN_GXA                                                                                  \
    "{\"format\":\"gxa\",\"version\":1,\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":0}"
static const char side_16[] = "no side may pass 32767 pixels";

static const struct {
    const char *text, *name;
    uint32_t width, height;
    const char *why; /* "": it is taken */
} puts_[] = {
    {BANK, "D02001", 32767, 1, ""},
    {BANK, "D02001", 1, 32767, ""},
    {BANK, "D02001", 32768, 1, side_16},
    {BANK, "D02001", 1, 32768, side_16},
    {BANK, "D02002", 32767, 1, ""},
    {BANK, "D02002", 32768, 1, side_16},
    {BANK, "D02002", 1, 32768, side_16},
    {BANK, "D0200", 1, 1, "that is D02 and three digits"},
    {BANK, "D03001", 1, 1, "that is D02 and three digits"},
    {PLAIN_GXA "]}", "000", 1, 1, "there is no BBMP that could hold it"},
    {PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}", "000", 1, 1, ""},
    {PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}", "000", 32767, 1, ""},
    {PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}", "000", 32768, 1, side_16},
    {PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}", "000", 1, 32768, side_16},
    {PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}", "001", 1, 1,
     "no picture of that number: there are 0, and a new one is 000"},
    {FONT "]}", "065", 1, 1, "there is no FBMP that could hold it"},
    {FONT ",{\"tag\":\"FBMP\",\"glyphs\":[]}]}", "065", 65535, 1, "this font has no palette"},
    {FONT ",{\"tag\":\"FBMP\",\"glyphs\":[]}]}", "065", 65536, 1, "no side may pass 65535 pixels"},
    {FONT ",{\"tag\":\"FBMP\",\"glyphs\":[]}]}", "065", 1, 65536, "no side may pass 65535 pixels"},
    {FONT ",{\"tag\":\"FBMP\",\"glyphs\":[]}]}", "064", 1, 1, "no such glyph"},
    {FONT ",{\"tag\":\"FBMP\",\"glyphs\":[]}]}", "066", 1, 1, "no such glyph"},
};

static void test_put_pictures(void)
{
    struct rq_error err;
    for (size_t i = 0; i < sizeof puts_ / sizeof puts_[0]; i++) {
        struct rq_doc *doc = from_json(puts_[i].text);
        REQUIRE(doc != NULL);
        check_note("%s, %u x %u", puts_[i].name, puts_[i].width, puts_[i].height);
        bool fine = put_picture(doc, puts_[i].name, puts_[i].width, puts_[i].height, NULL, &err);
        CHECK_INT(fine, !puts_[i].why[0]);
        CHECK_INT(err.offset, 0);
        CHECK_INT(err.code == RQ_OK, fine);
        if (!CHECK(puts_[i].why[0] ? strstr(err.text, puts_[i].why) != NULL : !err.text[0]))
            printf("    %s: %s\n", err.where, err.text);
        rq_doc_free(doc);
    }
    struct rq_doc *doc = from_json(PLAIN_GXA ",{\"tag\":\"BBMP\",\"frames\":[]}]}");
    struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    gxa->frame_count = 32767; /* the count is signed, of 16 bits */
    CHECK(!put_picture(doc, "32767", 1, 1, NULL, &err));
    CHECK_STR(err.text, "a file has at most 32767 pictures");
    gxa->frame_count = 0;
    rq_doc_free(doc);
}

/* 256 colours, all of them grey of their own number. */
static struct rq_doc *grey_document(const char *head, const char *color, const char *tail)
{
    struct rq_out text = {0};
    rq_put_str(&text, head);
    for (unsigned i = 0; i < 256; i++) {
        rq_put_str(&text, i ? "," : "");
        rq_putf(&text, color, i, i, i);
    }
    rq_put_str(&text, tail);
    rq_put8(&text, 0);
    struct rq_doc *doc = from_json((const char *)text.data);
    rq_out_free(&text);
    return doc;
}

/* A BMP and an LBM of 256 colours, and a PCX whose left edge is at 10. */
static struct rq_doc *picture_file(unsigned kind)
{
    if (kind == 0)
        return grey_document(
            "{\"format\":\"bmp\",\"version\":1,\"magic\":\"BM\",\"header_size\":40,"
            "\"data_offset\":1078,\"width\":1,\"height\":1,\"planes\":1,"
            "\"bits_per_pixel\":8,\"colors\":[",
            "[%u,%u,%u,0]", "],\"pixels\":\"AA==\",\"padding\":\"AAAA\"}");
    if (kind == 1)
        return grey_document(
            "{\"format\":\"lbm\",\"version\":1,\"type\":\"PBM \",\"chunks\":[{\"tag\":\"BMHD\",\"width\":2,"
            "\"height\":1,\"planes\":8,\"compression\":1},{\"tag\":\"CMAP\",\"colors\":[",
            "[%u,%u,%u]",
            "]},{\"tag\":\"BODY\",\"packing\":\"explicit\",\"packed\":\"AAEAAg==\",\"rows\":\"AQI=\"}]}");
    return grey_document("{\"format\":\"pcx\",\"version\":1,\"manufacturer\":10,\"encoding\":1,"
                         "\"bits_per_pixel\":8,\"x_min\":10,\"x_max\":11,\"planes\":1,"
                         "\"bytes_per_line\":2,\"packing\":\"explicit\",\"packed\":\"wQHBAg==\","
                         "\"rows\":\"AQI=\",\"palette\":[",
                         "[%u,%u,%u]", "]}");
}

static void test_put_picture_files(void)
{
    static const struct {
        unsigned kind;
        uint32_t width, height;
        const char *why;
    } cases[] = {{0, 65535, 1, ""},
                 {0, 65536, 1, "no side may pass 65535 pixels"},
                 {0, 1, 65536, "no side may pass 65535 pixels"},
                 {1, 32767, 1, ""},
                 {1, 32768, 1, side_16},
                 {1, 1, 32768, side_16},
                 {2, 65524, 1, ""}, /* 10 + 65524 - 1 = 65533 */
                 {2, 65525, 1, "too large for a PCX"},
                 {2, 1, 65534, ""},
                 {2, 1, 65535, "too large for a PCX"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        struct rq_doc *doc = picture_file(cases[i].kind);
        REQUIRE(doc != NULL);
        check_note("%s, %u x %u", doc->format->info.name, cases[i].width, cases[i].height);
        put_picture(doc, "a", cases[i].width, cases[i].height, NULL, &err);
        CHECK_STR(err.text, cases[i].why);
        CHECK_INT(err.code, cases[i].why[0] ? RQ_LIMIT : RQ_OK);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.where, cases[i].why[0] ? "a" : "");
        rq_doc_free(doc);
    }
}

/* A stream that no rule packs stays while the pixels do, and goes with them. */
static void test_put_into_explicit(void)
{
    static const uint8_t same[] = {1, 2}, other[] = {1, 3};
    struct rq_error err;
    for (unsigned kind = 1; kind < 3; kind++)
        for (unsigned turn = 0; turn < 2; turn++) {
            struct rq_doc *doc = picture_file(kind);
            REQUIRE(doc != NULL);
            check_note("%s %u", doc->format->info.name, turn);
            CHECK(put_picture(doc, "a", 2, 1, turn ? other : same, &err));
            check_json(doc, turn ? "\"packing\"" : "\"explicit\"", turn ? "explicit" : NULL);
            check_json(doc, turn ? "\"AQM=\"" : "\"AQI=\"", NULL);
            rq_doc_free(doc);
        }
    static const char rows[] = "{\"format\":\"bsi\",\"version\":1,\"chunks\":[" BHDR(
        1, 2, 1, 4) ",{\"tag\":\"DATA\",\"rows\":\"explicit\",\"offsets\":[9,8],\"size\":10,"
                    "\"strays\":[],\"frames\":[\"AQI=\"]}]}";
    for (unsigned turn = 0; turn < 2; turn++) {
        struct rq_doc *doc = from_json(rows);
        REQUIRE(doc != NULL);
        CHECK(put_picture(doc, "a", 1, 2, turn ? other : same, &err));
        check_json(doc, turn ? "\"shared\"" : "\"explicit\"", turn ? "offsets" : NULL);
        rq_doc_free(doc);
    }
}

/* Two frames of 1 x 1: which one, its number tells; any size but theirs is refused. */
static void test_put_frames(void)
{
    static const char text[] = "{\"format\":\"bsi\",\"version\":1,\"chunks\":[" BHDR(
        1, 1, 2, 4) ",{\"tag\":\"DATA\",\"rows\":\"shared\",\"frames\":[\"AQ==\",\"Ag==\"]}]}";
    static const char no_frame[] = "one frame of an animated picture is NAME_00 ...";
    static const struct {
        const char *name;
        uint32_t width;
        const char *why;
    } cases[] = {{"sky_00", 1, ""},           {"sky_01", 1, ""},
                 {"a_sky_1", 1, ""},          {"sky_02", 1, no_frame},
                 {"sky", 1, no_frame},        {"sky_", 1, no_frame},
                 {"sky_0x", 1, no_frame},     {"sky_00000", 1, ""},
                 {"sky_000000", 1, no_frame}, {"sky_01", 2, "2 x 1 pixels; the frames have 1 x 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const uint8_t pixel[] = {9, 9};
        struct rq_error err;
        struct rq_doc *doc = from_json(text);
        REQUIRE(doc != NULL);
        check_note("%s", cases[i].name);
        put_picture(doc, cases[i].name, cases[i].width, 1, pixel, &err);
        CHECK_STR(err.text, cases[i].why);
        const struct rq_bsi *bsi = rq_doc_root(doc, "bsi");
        size_t frame = strchr(cases[i].name, '1') != NULL;
        CHECK_INT(bsi->image.rows[frame][0], cases[i].why[0] ? 1 + (int)frame : 9);
        CHECK_INT(bsi->image.rows[!frame][0], 2 - (int)frame);
        const struct rq_fact *facts;
        size_t count = 0;
        REQUIRE(rq_doc_facts(doc, &facts, &count, NULL));
        CHECK_INT(count, 2);
        CHECK_STR(facts[1].key, "frames");
        CHECK_STR(facts[1].value, "2");
        rq_doc_free(doc);
    }
}

/* ---- pictures that are imported ---- */

#define ONE_PIXEL "{\"width\":1,\"height\":1,\"pixels\":\"AA==\"}"

/* A palette is that of one picture with indices. */
static void test_import_palette(void)
{
    static uint8_t many[257][4]; /* more colours than a palette has, or the PNG has one */
    struct rq_plane plane = {257, 1, {many[0], sizeof many}};
    for (size_t i = 0; i < 257; i++)
        rq_set32(many[i], (uint32_t)i | 0xFF000000u);
    struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    struct rq_error err = {0};
    struct rq_out png = {0};
    REQUIRE(rq_png_write(&png, &image, 0, 0, 0, 1, &err));
    CHECK(!rq_doc_import(rq_out_bytes(&png), rq_format_by_name("col"), NULL, &err));
    CHECK_STR(err.text, "a palette can only be taken from a PNG that has one (indexed colour)");
    rq_out_free(&png);
    for (unsigned frames = 0; frames < 3; frames++) {
        static const char *const pictures[] = {"", ONE_PIXEL, ONE_PIXEL "," ONE_PIXEL};
        static const char *const why[] = {"0 pictures, one expected", "",
                                          "2 pictures, one expected"};
        char text[400];
        struct rq_out out = {0};
        snprintf(
            text, sizeof text,
            "{\"format\":\"gxa\",\"version\":1,\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":%u},"
            "{\"tag\":\"BBMP\",\"frames\":[%s]}]}",
            frames, pictures[frames]);
        struct rq_doc *gxa = from_json(text);
        REQUIRE(gxa && rq_doc_write(gxa, &out, NULL));
        err = (struct rq_error){0};
        struct rq_doc *col =
            rq_doc_import(rq_out_bytes(&out), rq_format_by_name("col"), NULL, &err);
        CHECK_INT(col != NULL, frames == 1);
        CHECK_STR(err.text, why[frames]);
        rq_doc_free(col);
        rq_doc_free(gxa);
        rq_out_free(&out);
    }
}

/* ---- sounds ---- */

static void test_sound_limits(void)
{
    static const struct {
        struct rq_clip clip;
        const char *why;
    } cases[] = {
        {{.channels = 1, .bits = 8, .rate = 1}, ""},
        {{.channels = 2, .bits = 16, .rate = 1 << 24}, ""},
        {{.channels = 0, .bits = 8, .rate = 1}, "0 channels; a sound here has one or two"},
        {{.channels = 3, .bits = 8, .rate = 1}, "3 channels; a sound here has one or two"},
        {{.channels = 1, .bits = 24, .rate = 1}, "24 bits; a sound here has 8 or 16"},
        {{.channels = 1, .bits = 8, .rate = 0}, "0 samples a second can't be"},
        {{.channels = 1, .bits = 8, .rate = (1 << 24) + 1}, "16777217 samples a second can't be"},
        {{.channels = 1, .bits = 8, .rate = 1, .samples = {NULL, UINT32_MAX}}, ""},
        {{.channels = 1, .bits = 8, .rate = 1, .samples = {NULL, (size_t)UINT32_MAX + 1}},
         "a sound has at most 4 GiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_sound sound = {0};
        struct rq_error err = {0};
        bool fine = rq_sound_put(&sound, &cases[i].clip, "x", &err);
        check_note("%zu", i);
        CHECK_INT(fine, !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK_STR(err.where, fine ? "" : "x");
        CHECK_INT(err.offset, 0);
        if (fine) {
            CHECK_INT(sound.header.bit_depth, cases[i].clip.bits == 16);
            CHECK_INT(sound.header.type_id, cases[i].clip.channels == 2 ? 3 : 0);
            CHECK_INT(sound.header.sample_rate, cases[i].clip.rate);
        }
    }
    for (uint64_t length = UINT32_MAX; length <= (uint64_t)UINT32_MAX + 1; length++) {
        struct rq_out out = {0};
        rq_sound_write(&out, &(struct rq_sound){0}, length);
        CHECK_INT(out.failed, length > UINT32_MAX ? RQ_LIMIT : RQ_OK);
        rq_out_free(&out);
    }
}

static void test_rtx_edges(void)
{
    struct rq_error err = {0};
    struct rq_clip clip = {.channels = 1, .bits = 8, .rate = 11025};
    struct rq_doc *doc = from_json(
        "{\"format\":\"rtx\",\"version\":1,\"entries\":[{\"tag\":\"abcd\",\"payload\":\"AA==\"},"
        "{\"tag\":\"efgh\",\"text\":\"x\"}],\"index\":[0,1]}");
    REQUIRE(doc != NULL);
    CHECK(!doc->format->sounds->put_clip(doc, "abcd", &clip, &err));
    CHECK_STR(err.text, "is not understood");
    struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
    struct rq_bytes tail = rtx->entries[1].tail;
    rtx->entries[1].tail = (struct rq_bytes){NULL, (size_t)UINT32_MAX};
    write_refused(doc, RQ_LIMIT, "more than 4 GiB");
    rtx->entries[1].tail = tail;
    struct rq_rtx_ref refs[] = {{.entry = 2}};
    rtx->order = RQ_RTX_EXPLICIT;
    rtx->refs = refs;
    rtx->ref_count = 1;
    write_refused(doc, RQ_USAGE, "the index names entry 2 of 2");
    rq_doc_free(doc);
}

/* The footer of an RTX is enough; one that is a byte short is none. It has the place and number of the index. */
static void test_rtx_footer(void)
{
    static const uint8_t footer[] = {'R', 'N', 'A', 'V', 0, 0, 0, 0, 0, 0, 0, 0};
    CHECK(rq_format_detect((struct rq_bytes){footer, 12}, NULL) == rq_format_by_name("rtx"));
    CHECK(rq_format_detect((struct rq_bytes){footer, 11}, NULL) == NULL);
    CHECK(rq_format_detect((struct rq_bytes){footer + 1, 11}, NULL) == NULL);
}

/* What follows from the rest is worked out in every image of a bank: none has a palette here. */
static void test_bank_follows(void)
{
    static const char text[] =
        "{\"format\":\"texbsi\",\"version\":1,\"images\":["
        "{\"name\":\"D02001\",\"chunks\":[{\"tag\":\"BHDR\",\"has_cmap\":1}]},"
        "{\"name\":\"D02002\",\"chunks\":[{\"tag\":\"BHDR\",\"has_cmap\":0}]},"
        "{\"name\":\"D02003\",\"chunks\":[{\"tag\":\"BHDR\",\"has_cmap\":1}]}]}";
    struct rq_doc *doc = from_json(text);
    REQUIRE(doc != NULL);
    check_json(doc, "\"has_cmap\": 0", "\"has_cmap\": 1");
    rq_doc_free(doc);
}

/* ---- models ---- */

static void test_models(void)
{
    struct rq_doc *doc =
        from_json("{\"format\":\"rob\",\"version\":1,\"segments\":[{\"name\":\"A\"}]}");
    REQUIRE(doc != NULL);
    struct rq_rob *rob = rq_doc_root(doc, "rob");
    rob->segments[0].data = (struct rq_bytes){NULL, (size_t)UINT32_MAX};
    write_refused(doc, RQ_LIMIT, "does not fit the field");
    rq_doc_free(doc);
    doc = from_json("{\"format\":\"model3d\",\"version\":1," MODEL("{\"type\":0}") "}");
    REQUIRE(doc != NULL);
    struct rq_model3d *m = rq_doc_root(doc, "model3d");
    memcpy(m->header.version, "v3.0", 4);
    write_refused(doc, RQ_USAGE, "version must be v2.6, v2.7, v4.0 or v5.0");
    rq_doc_free(doc);
}

TESTS(test_json_refused, test_json_long_lists, test_json_long_text, test_payload_of_colors,
      test_packed_against_rows, test_put_pictures, test_put_picture_files, test_put_into_explicit,
      test_put_frames, test_import_palette, test_sound_limits, test_rtx_edges, test_rtx_footer,
      test_bank_follows, test_models)
