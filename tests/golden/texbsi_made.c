/* Banks of images that change: pictures put in and taken out under every kind of name, what is told of those that can't,
 * and how long frames stay. Names are those of docs/formats/texbsi.md: a letter and five digits. */
#include "model/image.h"
#include "redguard.h"

#include <reliquary/texbsi.h>

#define BHDR(w, h, frames, delay, encoding)                                                        \
    "{\"tag\":\"BHDR\",\"width\":" #w ",\"height\":" #h ",\"frame_count\":" #frames                \
    ",\"anim_delay\":" #delay ",\"data_encoding\":" #encoding "}"

/* D02001 of 1 x 1, D02002 of two frames, D02003 whose DATA is not understood. */
static const char bank_json[] =
    "{\"format\":\"texbsi\",\"version\":1,\"images\":["
    "{\"name\":\"D02001\",\"chunks\":[" BHDR(
        1, 1, 1, 0,
        0) ",{\"tag\":\"DATA\",\"frames\":[\"AQ==\"]}]},"
           "{\"name\":\"D02002\",\"chunks\":[" BHDR(
               1, 1, 2, 500,
               4) ",{\"tag\":\"DATA\",\"rows\":\"shared\",\"frames\":[\"Ag==\",\"Aw==\"]}]},"
                  "{\"name\":\"D02003\",\"chunks\":[" BHDR(
                      1, 1, 1, 0, 7) ",{\"tag\":\"DATA\",\"payload\":\"BA==\"}]}]}";

static struct rq_doc *from_json(const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static struct rq_texbsi *bank_of(struct rq_doc *doc)
{
    return doc ? rq_doc_root(doc, "texbsi") : NULL;
}

/* Grey of 9, which is index 9 without a palette. */
static bool put(struct rq_doc *doc, const char *name, uint32_t width, uint32_t height,
                struct rq_error *err)
{
    static uint8_t pixels[40000];
    struct rq_plane plane = {width, height, {pixels, (size_t)width * height}};
    static uint8_t grey[768];
    struct rq_image image = {.pixels = RQ_PIXELS_INDEX8,
                             .palette = grey,
                             .mips = 1,
                             .faces = 1,
                             .frames = 1,
                             .planes = &plane};
    memset(pixels, 9, sizeof pixels);
    for (size_t i = 0; i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    *err = (struct rq_error){.offset = 5};
    return doc->format->pictures->put_image(doc, name, &image, err);
}

static void because(bool fine, const struct rq_error *err, enum rq_code code, const char *where,
                    const char *why)
{
    check_note("%s", where);
    CHECK(!fine);
    CHECK_STR(err->text, why);
    CHECK_STR(err->where, where);
    CHECK(err->code == code && err->offset == 0);
}

static const char no_frame[] =
    "no such image here; one frame of an animated image is NAME_00, NAME_01 ...";
static const char no_name[] =
    "no such image here, and no name for a new one: that is D02 and three digits";
static const char no_first[] =
    "no such image here, and no name for a new one: that is A to F and five digits";

static void test_put_refused(void)
{
    static const struct {
        const char *name, *why;
    } cases[] = {{"D02002_02", no_frame},
                 {"D02002_", no_frame},
                 {"D02002_x", no_frame},
                 {"D02001_00", no_frame},
                 {"_", no_frame},
                 {"D02004_00", no_frame},
                 {"D03004", no_name},
                 {"C02004", no_name},
                 {"D0200", no_name},
                 {"D020040", no_name},
                 {"D0200x", no_name},
                 {"", no_name},
                 {"D02002", "is animated here: its frames are D02002_00 to D02002_01"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        struct rq_doc *doc = from_json(bank_json);
        REQUIRE(doc != NULL);
        because(put(doc, cases[i].name, 1, 1, &err), &err, RQ_USAGE, cases[i].name, cases[i].why);
        CHECK_INT(bank_of(doc)->image_count, 3);
        rq_doc_free(doc);
    }
    struct rq_error err;
    struct rq_doc *doc = from_json(bank_json);
    REQUIRE(doc != NULL);
    because(put(doc, "D02003", 1, 1, &err), &err, RQ_USAGE, "texbsi",
            "the picture has no pixels that could be replaced");
    because(put(doc, "D02002_01", 2, 1, &err), &err, RQ_USAGE, "texbsi",
            "2 x 1 pixels; the frames have 1 x 1");
    because(put(doc, "D02002_01", 1, 2, &err), &err, RQ_USAGE, "texbsi",
            "1 x 2 pixels; the frames have 1 x 1");
    because(put(doc, "D02001", 32768, 1, &err), &err, RQ_LIMIT, "texbsi",
            "no side may pass 32767 pixels");
    because(put(doc, "D02004", 1, 32768, &err), &err, RQ_USAGE, "D02004",
            "no side may pass 32767 pixels");
    because(put(doc, "D02004", 32768, 1, &err), &err, RQ_USAGE, "D02004",
            "no side may pass 32767 pixels");
    rq_doc_free(doc);
    static const char *const firsts[] = {"G00000",  "@00000", "a00000", "A0000",
                                         "A000000", "A0000x", ""};
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        doc = rq_doc_new(rq_format_by_name("texbsi"), NULL, NULL);
        REQUIRE(doc != NULL);
        because(put(doc, firsts[i], 1, 1, &err), &err, RQ_USAGE, firsts[i], no_first);
        rq_doc_free(doc);
    }
}

/* BSIF, BHDR of 26 bytes, DATA, END with four zeros: what a still image of the game is. */
static void test_put(void)
{
    static const char *const firsts[] = {"A00000", "F99999"};
    struct rq_error err;
    for (size_t i = 0; i < 2; i++) {
        static const uint8_t file[] = {
            64,  0,   0,   0,   'B', 'S', 'I', 'F', 0,   0,   0, 0, 'B', 'H', 'D', 'R', 0, 0, 0, 26,
            0,   0,   0,   0,   2,   0,   3,   0,   0,   0,   0, 0, 0,   0,   1,   0,   0, 0, 0, 0,
            0,   0,   0,   1,   0,   0,   'D', 'A', 'T', 'A', 0, 0, 0,   6,   9,   9,   9, 9, 9, 9,
            'E', 'N', 'D', ' ', 0,   0,   0,   0,   0,   0,   0, 0, 0,   0,   0,   0,   0};
        struct rq_out out = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("texbsi"), NULL, NULL);
        REQUIRE(doc && put(doc, firsts[i], 2, 3, &err) && rq_doc_write(doc, &out, &err));
        REQUIRE(out.size > 9);
        CHECK_MEM(out.data, 6, firsts[i], 6);
        CHECK_MEM(out.data + 6, 3, "\0\0\0", 3);
        CHECK_MEM(out.data + 9, out.size - 9, file, sizeof file);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
    struct rq_doc *doc = from_json(bank_json);
    REQUIRE(doc != NULL);
    CHECK(put(doc, "D02001", 1, 1, &err) && put(doc, "D02002_1", 1, 1, &err) &&
          put(doc, "D02999", 1, 1, &err));
    CHECK(put(doc, "D02001", 3, 2, &err) && bank_of(doc)->images[0].header.width == 3);
    const struct rq_texbsi_image *images = bank_of(doc)->images;
    CHECK(bank_of(doc)->image_count == 4 && images[0].rows[1][2] == 9);
    CHECK(images[1].rows[0][0] == 2 && images[1].rows[1][0] == 9 && images[3].rows[0][0] == 9);
    rq_doc_free(doc);
}

static void test_remove(void)
{
    struct rq_error err = {.offset = 5};
    struct rq_doc *doc = from_json(bank_json);
    REQUIRE(doc != NULL);
    const struct rq_facet_pictures *pictures = doc->format->pictures;
    because(pictures->remove_image(doc, "D02002_01", &err), &err, RQ_USAGE, "D02002_01",
            "is one frame of an animated image: D02002.png removes all of it");
    static const char *const none[] = {"D02002_02", "D02004", "", "d02001", "D0200"};
    for (size_t i = 0; i < 5; i++) {
        err = (struct rq_error){.offset = 5};
        because(pictures->remove_image(doc, none[i], &err), &err, RQ_USAGE, none[i],
                "no such image here");
    }
    err = (struct rq_error){0};
    CHECK(pictures->remove_image(doc, "D02002", &err) && bank_of(doc)->image_count == 2);
    CHECK_STR(bank_of(doc)->images[0].name, "D02001");
    CHECK_STR(bank_of(doc)->images[1].name, "D02003");
    CHECK(pictures->remove_image(doc, "D02003", &err) &&
          pictures->remove_image(doc, "D02001", &err));
    CHECK_INT(bank_of(doc)->image_count, 0);
    rq_doc_free(doc);
}

/* A frame stays for whole ticks of 1 / 18.2 of a second, one at least: 54.9, 109.9, 164.8 ms. */
static void test_delays(void)
{
    static const struct {
        int delay;
        uint32_t ms;
    } cases[] = {{-500, 55}, {0, 55},    {1, 55},    {54, 55},    {82, 55},      {83, 110},
                 {137, 110}, {138, 165}, {500, 495}, {1000, 989}, {32767, 32747}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_view view = {.arena = &arena, .err = &err};
        const struct rq_image *images;
        size_t count = 0;
        struct rq_doc *doc = from_json(bank_json);
        REQUIRE(doc != NULL);
        bank_of(doc)->images[1].header.anim_delay = (int16_t)cases[i].delay;
        REQUIRE(doc->format->pictures->images(doc, &view, &images, &count) && count == 2);
        check_note("%d", cases[i].delay);
        CHECK(images[0].frames == 1 && images[0].delays_ms == NULL);
        REQUIRE(images[1].frames == 2 && images[1].delays_ms);
        /* (ticks * 10000 + 91) / 182, ticks = (delay * 182 + 5000) / 10000 */
        CHECK_INT(images[1].delays_ms[0], cases[i].ms);
        CHECK_INT(images[1].delays_ms[1], cases[i].ms);
        CHECK(images[1].planes[0].bytes.data[0] == 2 && images[1].planes[1].bytes.data[0] == 3);
        CHECK(images[0].palette[30] == 10 && images[0].transparent_zero && !images[0].indices_of);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

TESTS(test_put_refused, test_put, test_remove, test_delays)
