/* Pictures put into files that have one or several: under which names, what of the file follows, and what stays. Pictures
 * are greys of their own number, so that their indices are kept; sizes of rows are those of docs/formats. */
#include "model/image.h"
#include "redguard.h"

#include <reliquary/bmp.h>
#include <reliquary/gxa.h>
#include <reliquary/lbm.h>
#include <reliquary/pcx.h>

static struct rq_doc *from_json(struct rq_out *json)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(json), NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static void put_greys(struct rq_out *json, const char *row)
{
    for (unsigned i = 0; i < 256; i++) {
        rq_put_str(json, i ? "," : "");
        rq_putf(json, row, i, i, i);
    }
}

/* Pixels 1, 2, 3 and so on. */
static bool put(struct rq_doc *doc, const char *name, uint32_t width, uint32_t height,
                struct rq_error *err)
{
    static uint8_t pixels[64], grey[768];
    struct rq_plane plane = {width, height, {pixels, (size_t)width * height}};
    struct rq_image image = {.pixels = RQ_PIXELS_INDEX8,
                             .palette = grey,
                             .mips = 1,
                             .faces = 1,
                             .frames = 1,
                             .planes = &plane};
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i + 1);
    for (size_t i = 0; i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    *err = (struct rq_error){.offset = 5};
    return doc->format->pictures->put_image(doc, name, &image, err);
}

static void because(bool fine, const struct rq_error *err, const char *where, const char *why)
{
    check_note("%s", where);
    CHECK(!fine);
    CHECK_STR(err->text, why);
    CHECK_STR(err->where, where);
    CHECK(err->code == RQ_USAGE && err->offset == 0);
}

/* ---- GXA ---- */

static struct rq_doc *make_gxa(unsigned frames)
{
    struct rq_out json = {0};
    rq_putf(&json,
            "{\"format\":\"gxa\",\"version\":1,\"chunks\":[{\"tag\":\"BMHD\",\"frame_count\":%u},"
            "{\"tag\":\"BBMP\",\"frames\":[",
            frames);
    for (unsigned i = 0; i < frames; i++)
        rq_putf(&json, "%s{\"width\":1,\"height\":1,\"compression\":%u,\"pixels\":\"AA==\"}",
                i ? "," : "", i == 1);
    rq_put_str(&json, "]}]}");
    struct rq_doc *doc = from_json(&json);
    rq_out_free(&json);
    return doc;
}

/* A number is that of a picture or of a new one; a name that ends with a number is that of a picture; with one picture
 * every other name is it. */
static void test_gxa_names(void)
{
    static const struct {
        unsigned frames;
        const char *name;
        int index; /* -1: none */
    } cases[] = {
        {3, "000", 0},         {3, "2", 2},          {3, "3", 3},          {3, "4", -1},
        {3, "a1", 1},          {3, "a_002", 2},      {3, "a3", -1},        {3, "x", -1},
        {3, "", -1},           {3, "1x", -1},        {3, "a000000001", 1}, {3, "a0000000001", 1},
        {3, "a1000000001", 1}, {3, "0000000001", 1}, {1, "0", 0},          {1, "1", 1},
        {1, "2", -1},          {1, "x", 0},          {1, "a7", 0},         {1, "", 0},
        {0, "0", 0},           {0, "1", -1},         {0, "x", -1},         {0, "a0", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        struct rq_doc *doc = make_gxa(cases[i].frames);
        REQUIRE(doc != NULL);
        const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
        bool fine = put(doc, cases[i].name, 2, 3, &err);
        check_note("%u frames, %s", cases[i].frames, cases[i].name);
        CHECK_INT(fine, cases[i].index >= 0);
        if (!fine) {
            char why[100];
            snprintf(why, sizeof why,
                     "no picture of that number: there are %u, and a new one is %03u",
                     cases[i].frames, cases[i].frames);
            because(fine, &err, cases[i].name, why);
        } else {
            CHECK_INT(gxa->frame_count, cases[i].frames + (cases[i].index == (int)cases[i].frames));
            CHECK_INT(gxa->header.frame_count, gxa->frame_count);
            for (size_t k = 0; k < gxa->frame_count; k++)
                CHECK_INT(gxa->frames[k].header.width, (int)k == cases[i].index ? 2 : 1);
            const struct rq_gxa_frame *f = &gxa->frames[cases[i].index];
            CHECK(f->header.height == 3 && f->pixels[0] == 1 && f->pixels[5] == 6);
            CHECK_INT(f->header.unknown_0, cases[i].index == (int)cases[i].frames);
        }
        rq_doc_free(doc);
    }
}

static void test_gxa_frames(void)
{
    struct rq_error err;
    struct rq_doc *doc = make_gxa(3);
    REQUIRE(doc != NULL);
    struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    static const char *const none[] = {"003", "x", "-1", "a1"};
    for (size_t i = 0; i < 4; i++) {
        err = (struct rq_error){.offset = 5};
        because(doc->format->pictures->remove_image(doc, none[i], &err), &err, none[i],
                "no picture of that number: there are 3");
    }
    err = (struct rq_error){.offset = 5};
    because(doc->format->pictures->remove_image(doc, "001", &err), &err, "001",
            "only the last picture, 002, can go: the others are known by their number");
    CHECK(doc->format->pictures->remove_image(doc, "2", &err));
    CHECK(gxa->frame_count == 2 && gxa->header.frame_count == 2);
    /* How it is packed stays by its rule; what no rule packs goes with the old pixels. */
    gxa->frames[1].packing = RQ_GXA_RUNS_OF_2;
    CHECK(put(doc, "1", 4, 2, &err) && gxa->frames[1].packing == RQ_GXA_RUNS_OF_2);
    CHECK_INT(gxa->frames[1].unpacked_size, 8);
    gxa->frames[1].packing = RQ_GXA_EXPLICIT;
    gxa->frames[1].packed = (struct rq_bytes){gxa->frames[1].pixels, 4};
    gxa->frames[1].unpacked_size = 77;
    CHECK(put(doc, "1", 4, 2, &err)); /* the same picture: nothing changes */
    CHECK(gxa->frames[1].packing == RQ_GXA_EXPLICIT && gxa->frames[1].packed.size == 4);
    CHECK_INT(gxa->frames[1].unpacked_size, 77);
    CHECK(put(doc, "1", 2, 4, &err)); /* the same pixels, in other rows */
    CHECK(gxa->frames[1].packing == RQ_GXA_UNSETTLED && !gxa->frames[1].packed.size);
    CHECK(gxa->frames[1].unpacked_size == 8 && gxa->frames[1].header.width == 2);
    rq_doc_free(doc);
}

/* ---- BMP ---- */

static struct rq_doc *make_bmp(int height, unsigned image_size, unsigned bits, unsigned colors)
{
    struct rq_out json = {0};
    rq_putf(
        &json,
        "{\"format\":\"bmp\",\"version\":1,\"magic\":\"BM\",\"file_size\":1082,\"header_size\":40,"
        "\"data_offset\":%u,\"width\":1,\"height\":%d,\"planes\":1,\"bits_per_pixel\":%u,"
        "\"image_size\":%u,\"colors\":[",
        54 + 4 * colors, height, bits, image_size);
    for (unsigned i = 0; i < colors; i++)
        rq_putf(&json, "%s[%u,%u,%u,0]", i ? "," : "", i, i, i);
    rq_put_str(&json, "],\"pixels\":\"CQ==\",\"padding\":\"AQID\"}");
    struct rq_doc *doc = from_json(&json);
    rq_out_free(&json);
    return doc;
}

/* Rows stand from the last to the first, or with a negative height as they are; each is padded to four bytes. */
static void test_bmp(void)
{
    for (int up = 0; up < 2; up++)
        for (unsigned size = 0; size <= 4; size += 4) {
            struct rq_error err;
            struct rq_out out = {0};
            struct rq_doc *doc = make_bmp(up ? 1 : -1, size, 8, 256);
            REQUIRE(doc != NULL);
            const struct rq_bmp *bmp = rq_doc_root(doc, "bmp");
            check_note("up %d, image_size %u", up, size);
            CHECK(put(doc, "x", 1, 1, &err)); /* of the same size: its padding stays */
            CHECK(bmp->padding.size == 3 && bmp->pixels.data[0] == 1);
            CHECK_INT(bmp->info.height, up ? 1 : -1);
            uint32_t before = bmp->file.file_size;
            CHECK(put(doc, "x", 5, 2, &err));
            CHECK(bmp->info.width == 5 && bmp->info.height == (up ? 2 : -2) && !bmp->padding.size);
            CHECK_INT(bmp->file.file_size, before + 16 - 4);
            CHECK_INT(bmp->info.image_size, size ? 16 : 0);
            REQUIRE(rq_doc_write(doc, &out, &err) && out.size == 1078 + 16);
            CHECK_MEM(out.data + 1078, 16,
                      up ? "\6\7\10\11\12\0\0\0\1\2\3\4\5\0\0\0"
                         : "\1\2\3\4\5\0\0\0\6\7\10\11\12\0\0\0",
                      16);
            rq_out_free(&out);
            rq_doc_free(doc);
        }
    struct rq_error err;
    struct rq_doc *doc = make_bmp(1, 0, 8, 255);
    REQUIRE(doc != NULL);
    because(put(doc, "x", 1, 1, &err), &err, "x", "only a BMP of 256 colours takes pictures");
    rq_doc_free(doc);
    doc = make_bmp(1, 0, 4, 256);
    REQUIRE(doc != NULL);
    because(put(doc, "x", 1, 1, &err), &err, "x", "only a BMP of 256 colours takes pictures");
    rq_doc_free(doc);
}

/* ---- LBM ---- */

/* Of 2 x 1, in bytes or in planes of two bytes, with a plane for a mask or not. */
static struct rq_doc *make_lbm(bool bytes, unsigned planes, unsigned masking, size_t row)
{
    struct rq_out json = {0};
    rq_putf(
        &json,
        "{\"format\":\"lbm\",\"version\":1,\"type\":\"%s\",\"chunks\":[{\"tag\":\"BMHD\",\"width\":2,"
        "\"height\":1,\"planes\":%u,\"masking\":%u,\"compression\":0},{\"tag\":\"CMAP\",\"colors\":[",
        bytes ? "PBM " : "ILBM", planes, masking);
    put_greys(&json, "[%u,%u,%u]");
    rq_put_str(&json, "]},{\"tag\":\"BODY\",\"rows\":\"");
    /* Ones: whole groups of three bytes, then what is left. */
    for (size_t i = 0; i < (row - 1) / 3; i++)
        rq_put_str(&json, "////");
    rq_put_str(&json, row % 3 == 0 ? "////" : row % 3 == 1 ? "/w==" : "//8=");
    rq_put_str(&json, "\"}]}");
    struct rq_doc *doc = from_json(&json);
    rq_out_free(&json);
    return doc;
}

/* The bit of plane k of a pixel is bit k of its number, the highest bit of a byte the leftmost; a mask stays while the
 * size does. */
static void test_lbm(void)
{
    for (unsigned masking = 0; masking <= 2; masking++)
        for (unsigned wide = 0; wide < 2; wide++) {
            struct rq_error err;
            size_t lines = masking == 1 ? 9 : 8, line = wide ? 4 : 2;
            struct rq_doc *doc = make_lbm(false, 8, masking, lines * 2);
            REQUIRE(doc != NULL);
            const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
            uint32_t width = wide ? 17 : 2, height = wide ? 3 : 1;
            CHECK(put(doc, "x", width, height, &err));
            check_note("masking %u, %u x %u", masking, width, height);
            REQUIRE(lbm->rows.size == lines * line * height);
            CHECK(lbm->header.width == width && lbm->header.height == height);
            for (size_t y = 0; y < height; y++)
                for (size_t k = 0; k < lines; k++)
                    for (size_t x = 0; x < line * 8; x++) {
                        unsigned bit =
                            lbm->rows.data[(y * lines + k) * line + x / 8] >> (7 - x % 8) & 1;
                        unsigned pixel = (unsigned)(y * width + x + 1);
                        /* What is no pixel is what it was, ones, or zeros in a picture of another size. */
                        CHECK_INT(bit, k < 8 && x < width ? pixel >> k & 1 : !wide);
                    }
            rq_doc_free(doc);
        }
    struct rq_error err;
    struct rq_doc *doc = make_lbm(true, 8, 0, 2);
    REQUIRE(doc != NULL);
    const struct rq_lbm *lbm = rq_doc_root(doc, "lbm");
    CHECK(put(doc, "x", 3, 2, &err));
    CHECK_MEM(lbm->rows.data, lbm->rows.size, "\1\2\3\0\4\5\6\0", 8);
    ((struct rq_lbm *)rq_doc_root(doc, "lbm"))->colors.size = 765;
    because(put(doc, "x", 3, 2, &err), &err, "x", "only an LBM of 256 colours takes pictures");
    rq_doc_free(doc);
    doc = make_lbm(true, 7, 0, 2);
    REQUIRE(doc != NULL);
    because(put(doc, "x", 3, 2, &err), &err, "x", "only an LBM of 256 colours takes pictures");
    rq_doc_free(doc);
}

/* ---- PCX ---- */

/* Lines have an even number of bytes; what is behind the pixels stays while the size does, and the place of the picture
 * always. */
static void test_pcx(void)
{
    for (unsigned line = 1; line <= 4; line++) {
        struct rq_error err;
        struct rq_out json = {0};
        static const char *const rows[] = {"", "CQ==", "CQk=", "CQkJ", "CQkJCQ=="};
        rq_putf(
            &json,
            "{\"format\":\"pcx\",\"version\":1,\"manufacturer\":10,\"encoding\":1,\"bits_per_pixel\":8,"
            "\"x_min\":5,\"y_min\":7,\"x_max\":6,\"y_max\":7,\"planes\":1,\"bytes_per_line\":%u,"
            "\"rows\":\"%s\",\"palette\":[",
            line, rows[line]);
        put_greys(&json, "[%u,%u,%u]");
        rq_put_str(&json, "]}");
        struct rq_doc *doc = from_json(&json);
        REQUIRE(doc != NULL);
        struct rq_pcx *pcx = rq_doc_root(doc, "pcx");
        check_note("%u bytes a line", line);
        CHECK(put(doc, "x", 2, 1, &err));
        /* A line that is too short for the picture becomes one of its own. */
        CHECK_INT(pcx->header.bytes_per_line, line < 2 ? 2 : line);
        CHECK_MEM(pcx->rows.data, pcx->rows.size, "\1\2\11\11", line < 2 ? 2 : line);
        CHECK(pcx->header.x_min == 5 && pcx->header.x_max == 6 && pcx->header.y_max == 7);
        CHECK(put(doc, "x", 3, 2, &err));
        CHECK(pcx->header.x_max == 7 && pcx->header.y_max == 8 && pcx->header.bytes_per_line == 4);
        CHECK_MEM(pcx->rows.data, pcx->rows.size, "\1\2\3\0\4\5\6\0", 8);
        pcx->palette = NULL;
        because(put(doc, "x", 3, 2, &err), &err, "x", "only a PCX of 256 colours takes pictures");
        rq_doc_free(doc);
        rq_out_free(&json);
    }
}

TESTS(test_gxa_names, test_gxa_frames, test_bmp, test_lbm, test_pcx)
