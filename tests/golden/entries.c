/* New images, frames, effects, lines and glyphs: the whole file that comes of it, laid down by hand from
 * the layout tables of docs/formats, and the old file again when they are removed. With a corpus, the
 * same with every file of it. */
#include "pictures.h"
#include "sound.h"

#include "convert/convert.h"

#include <reliquary/fnt.h>
#include <reliquary/gxa.h>
#include <reliquary/texbsi.h>

static void put_chunk(struct made *m, const char *tag, uint32_t size)
{
    put_text(m, tag, 4);
    put32be(m, size);
}

/* What is refused, and that nothing has changed. */
static void check_refused(bool done, const struct rq_error *err, const char *why)
{
    CHECK(!done);
    CHECK_INT(err->code, RQ_USAGE);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->text, why);
}

static void check_put_refused(struct rq_doc *doc, const char *name, uint32_t width, uint32_t height,
                              const char *why)
{
    static const uint8_t pixels[1 << 17], palette[768];
    struct rq_error err = {0};
    check_note("%s", name);
    bool done = put_indices(doc, name, width, height, pixels, palette, &err);
    check_refused(done, &err, why);
}

static void check_remove_refused(struct rq_doc *doc, const char *file, const char *why)
{
    struct rq_error err = {0};
    check_note("%s", file);
    bool done = rq_doc_remove_file(doc, file, &err);
    check_refused(done, &err, why);
}

/* ---- TEXBSI ---- */

/* A still image: envelope of 13 bytes, BSIF, BHDR of 26 bytes, DATA, END and four zeros. */
static void put_image(struct made *m, const char *name, int width, int height, const char *pixels)
{
    size_t size = (size_t)(width * height);
    put_text(m, name, 9);
    put32(m, (uint32_t)(8 + 8 + 26 + 8 + size + 8));
    put_chunk(m, "BSIF", 0);
    put_chunk(m, "BHDR", 26);
    put_zeros(m, 4); /* x_offset, y_offset */
    put16(m, width);
    put16(m, height);
    put_zeros(m, 6); /* has_cmap, export_flags, reserved */
    put16(m, 1);     /* frame_count */
    put_zeros(m, 6); /* anim_delay, reserved */
    put16(m, 256);   /* tex_scale: 1 */
    put16(m, 0);     /* data_encoding */
    put_chunk(m, "DATA", (uint32_t)size);
    put_text(m, pixels, size);
    put_text(m, "END ", 4);
    put_zeros(m, 4);
}

static void test_image(void)
{
    static struct made old, with;
    static const uint8_t palette[768];
    struct rq_error err = {0};
    put_image(&old, "D02001", 2, 1, "ab");
    put_zeros(&old, 9);
    put_image(&with, "D02001", 2, 1, "ab");
    put_image(&with, "D02064", 1, 3, "xyz");
    put_zeros(&with, 9);
    struct rq_doc *doc = read_as(made_bytes(&old), "texbsi");
    REQUIRE(doc != NULL);
    CHECK(put_indices(doc, "D02064", 1, 3, "xyz", palette, &err));
    CHECK(writes_same(doc, made_bytes(&with), false));
    CHECK(writes_same(doc, made_bytes(&with), true));
    static const char no_name[] =
        "no such image here, and no name for a new one: that is D02 and three digits";
    check_put_refused(doc, "D03001", 1, 1, no_name);
    check_put_refused(doc, "d02001", 1, 1, no_name);
    check_put_refused(doc, "D0206", 1, 1, no_name);
    check_put_refused(doc, "D020640", 1, 1, no_name);
    check_put_refused(doc, "D0206x", 1, 1, no_name);
    check_put_refused(doc, "D02065_00", 1, 1,
                      "no such image here; one frame of an animated image is NAME_00, NAME_01 ...");
    check_put_refused(doc, "D02065", 40000, 1, "no side may pass 32767 pixels");
    check_remove_refused(doc, "D02065.png", "no such image here");
    check_remove_refused(doc, "D02064.wav", "no part of texbsi is named like that");
    CHECK(writes_same(doc, made_bytes(&with), false));
    CHECK(rq_doc_remove_file(doc, "D02064.png", &err));
    CHECK(writes_same(doc, made_bytes(&old), true));
    rq_doc_free(doc);
}

/* The first image of an empty bank: letters A to F, two digits of the bank, three of the image. */
static void test_first_image(void)
{
    static struct made old, with;
    static const uint8_t palette[768];
    struct rq_error err = {0};
    put_zeros(&old, 9);
    put_image(&with, "F99000", 1, 1, "x");
    put_zeros(&with, 9);
    struct rq_doc *doc = read_as(made_bytes(&old), "texbsi");
    REQUIRE(doc != NULL);
    check_put_refused(
        doc, "G00000", 1, 1,
        "no such image here, and no name for a new one: that is A to F and five digits");
    CHECK(put_indices(doc, "F99000", 1, 1, "x", palette, &err));
    CHECK(writes_same(doc, made_bytes(&with), true));
    rq_doc_free(doc);
}

/* ---- GXA ---- */

static void put_frames(struct made *m, const char *const *frames, int count)
{
    size_t length = 0;
    put_chunk(m, "BMHD", 34);
    put_text(m, "GXlib image conversion", 32);
    put16(m, count);
    put_chunk(m, "BPAL", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(m, i / 3 % 64);
    for (int i = 0; i < count; i++)
        length += 18 + strlen(frames[i]);
    put_chunk(m, "BBMP", (uint32_t)length);
    for (int i = 0; i < count; i++) {
        const int words[] = {1, (int)strlen(frames[i]), 1, 0, 0, 0, 0, 0, 0};
        for (size_t k = 0; k < 9; k++)
            put16(m, words[k]);
        put_text(m, frames[i], strlen(frames[i]));
    }
    put_text(m, "END ", 4);
}

static void test_frame(void)
{
    static struct made old, with;
    static const char *const frames[] = {"\1\2\3", "\5\6"};
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    const struct rq_image *images;
    put_frames(&old, frames, 1);
    put_frames(&with, frames, 2);
    struct rq_doc *doc = read_as(made_bytes(&old), "gxa");
    REQUIRE(doc != NULL);
    pictures_of(doc, &arena, &images);
    check_put_refused(doc, "002", 1, 1,
                      "no picture of that number: there are 1, and a new one is 001");
    CHECK(put_indices(doc, "001", 2, 1, "\5\6", images[0].palette, &err));
    CHECK(writes_same(doc, made_bytes(&with), false));
    CHECK(writes_same(doc, made_bytes(&with), true));
    check_put_refused(doc, "003", 1, 1,
                      "no picture of that number: there are 2, and a new one is 002");
    check_put_refused(doc, "ICON_002", 1, 1,
                      "no picture of that number: there are 2, and a new one is 002");
    check_remove_refused(doc, "002.png", "no picture of that number: there are 2");
    check_remove_refused(
        doc, "000.png", "only the last picture, 001, can go: the others are known by their number");
    CHECK(writes_same(doc, made_bytes(&with), false));
    CHECK(rq_doc_remove_file(doc, "001.png", &err));
    CHECK(writes_same(doc, made_bytes(&old), true));
    /* A file of one picture takes any name for it but that of a new one. */
    CHECK(put_indices(doc, "SKY_61", 3, 1, "\1\2\3", images[0].palette, &err));
    CHECK(put_indices(doc, "000", 3, 1, "\1\2\3", images[0].palette, &err));
    CHECK(writes_same(doc, made_bytes(&old), false));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* ---- SFX ---- */

static void put_effects(struct made *m, int loop, uint32_t count)
{
    put_chunk(m, "FXHD", 36);
    put_text(m, "SoupFX", 32);
    put32(m, count);
    put_chunk(m, "FXDT", 27 + 3 + (count - 1) * (27 + 4));
    put_sound(m, 0, 11025, 64, -1, 3);
    for (uint32_t i = 1; i < count; i++)
        put_sound(m, 3, 22050, 64, loop, 4);
    put_text(m, "END ", 4);
}

static void test_effect(void)
{
    static struct made old, once, looping;
    static const uint8_t samples[] = {1, 2, 3, 4};
    struct rq_clip clip = {.rate = 22050, .channels = 2, .bits = 16, .samples = {samples, 4}};
    struct rq_error err = {0}, why = {0};
    put_effects(&old, 0, 1);
    put_effects(&once, 0, 2);
    put_effects(&looping, -1, 2);
    struct rq_doc *doc = read_as(made_bytes(&old), "sfx");
    REQUIRE(doc != NULL);
    check_refused(doc->format->sounds->put_clip(doc, "002", &clip, &why), &why,
                  "no such effect: the name is a number below 1, and a new one is 001");
    CHECK(doc->format->sounds->put_clip(doc, "001", &clip, &err));
    CHECK(writes_same(doc, made_bytes(&once), false));
    CHECK(writes_same(doc, made_bytes(&once), true));
    check_remove_refused(doc, "000.wav",
                         "only the last effect, 001, can go: the others are known by their number");
    check_remove_refused(doc, "002.wav", "no such effect: there are 2");
    CHECK(rq_doc_remove_file(doc, "001.wav", &err));
    CHECK(writes_same(doc, made_bytes(&old), true));
    clip.loops = true;
    clip.loop_end = 1;
    CHECK(doc->format->sounds->put_clip(doc, "001", &clip, &err));
    CHECK(writes_same(doc, made_bytes(&looping), false));
    clip.channels = 3;
    why = (struct rq_error){0};
    check_refused(doc->format->sounds->put_clip(doc, "002", &clip, &why), &why,
                  "3 channels; a sound here has one or two");
    CHECK(writes_same(doc, made_bytes(&looping), false));
    rq_doc_free(doc);
}

/* ---- RTX ---- */

/* An entry: tag, size, kind 0, subtype, length of the text, 0, the text, with a voice its 27 bytes and
 * two samples. */
static uint32_t put_line(struct made *m, const char *tag, const char *text, bool voice)
{
    uint32_t size = (uint32_t)(6 + strlen(text) + (voice ? 27 + 2 : 0));
    put_text(m, tag, 4);
    put32be(m, size);
    put8(m, 0);
    put8(m, voice);
    put16(m, (int)strlen(text));
    put16(m, 0);
    put_text(m, text, strlen(text));
    if (voice)
        put_sound(m, 0, 11025, 100, 0, 2);
    return size;
}

static void put_row(struct made *m, const char *tag, uint32_t offset, uint32_t size)
{
    put_text(m, tag, 4);
    put32(m, offset);
    put32(m, size);
}

enum index_order { ROWS_DOWN, ROWS_UP, ROWS_MIXED };

/* Two lines, or with a third, new one; the index in one of the orders. ROWS_MIXED has the row of the
 * second line twice, so that no rule gives it. */
static void make_rtx(struct made *m, enum index_order order, const char *text, bool voice)
{
    m->size = 0;
    uint32_t sizes[3] = {put_line(m, "aaaa", "one", false), put_line(m, "aaab", "two", true)};
    uint32_t at[3] = {8, 8 + sizes[0] + 8, 8 + sizes[0] + 8 + sizes[1] + 8};
    unsigned count = text ? 3 : 2;
    if (text)
        sizes[2] = put_line(m, "?new", text, voice);
    static const char tags[3][5] = {"aaaa", "aaab", "?new"};
    put_text(m, "END ", 4);
    uint32_t index = (uint32_t)m->size;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = order == ROWS_DOWN ? count - 1 - i : i;
        put_row(m, tags[k], at[k], sizes[k]);
        if (order == ROWS_MIXED && k == 1)
            put_row(m, tags[k], at[k], sizes[k]);
    }
    put_text(m, "RNAV", 4);
    put32(m, index);
    put32(m, count + (order == ROWS_MIXED));
}

static bool put_words(struct rq_doc *doc, const char *name, const char *text, struct rq_error *err)
{
    return rq_doc_put_file(doc, name, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, err);
}

static void test_line(void)
{
    static struct made old, with, voiced;
    static const uint8_t samples[] = {1, 2};
    const struct rq_clip clip = {.rate = 11025, .channels = 1, .bits = 8, .samples = {samples, 2}};
    for (enum index_order order = ROWS_DOWN; order <= ROWS_MIXED; order++) {
        struct rq_error err = {0};
        make_rtx(&old, order, NULL, false);
        make_rtx(&with, order, "h\x82", false); /* é is 0x82 in code page 437 */
        make_rtx(&voiced, order, "h\x82", true);
        struct rq_doc *doc = read_as(made_bytes(&old), "rtx");
        REQUIRE(doc != NULL);
        CHECK(put_words(doc, "%3fnew.txt", "h\xC3\xA9\n", &err));
        CHECK(writes_same(doc, made_bytes(&with), false));
        CHECK(doc->format->sounds->put_clip(doc, "?new", &clip, &err));
        CHECK(writes_same(doc, made_bytes(&voiced), false));
        CHECK(writes_same(doc, made_bytes(&voiced), true));
        CHECK(rq_doc_remove_file(doc, "%3fnew.wav", &err));
        CHECK(writes_same(doc, made_bytes(&with), false));
        CHECK(rq_doc_remove_file(doc, "%3fnew.txt", &err));
        CHECK(writes_same(doc, made_bytes(&old), false));
        CHECK_STR(err.text, "");
        rq_doc_free(doc);
    }
}

/* The line that goes may be any: rows by number follow. */
static void test_line_between(void)
{
    static struct made old;
    struct rq_error err = {0};
    make_rtx(&old, ROWS_MIXED, "x", false);
    struct rq_doc *doc = read_as(made_bytes(&old), "rtx");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_remove_file(doc, "aaaa.txt", &err));
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    struct rq_doc *again = read_as(rq_out_bytes(&out), "rtx");
    if (CHECK(again != NULL)) {
        CHECK_INT(found(again, "rtx-lost-row"), 0);
        CHECK_INT(found(again, "rtx-row-against-entry"), 0);
        CHECK_INT(found(again, "rtx-entry-not-named"), 0);
        CHECK_INT(found(again, "rtx-entry-named-twice"), 1);
    }
    rq_doc_free(again);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void check_words_refused(struct rq_doc *doc, const char *name, const char *text,
                                const char *why)
{
    struct rq_error err = {0};
    check_note("%s", name);
    bool done = put_words(doc, name, text, &err);
    check_refused(done, &err, why);
}

static void test_line_refusals(void)
{
    static struct made old;
    static char long_text[65537];
    const struct rq_clip clip = {.rate = 11025, .channels = 1, .bits = 8};
    struct rq_error err = {0};
    make_rtx(&old, ROWS_DOWN, NULL, false);
    struct rq_doc *doc = read_as(made_bytes(&old), "rtx");
    REQUIRE(doc != NULL);
    static const char no_tag[] = "no such entry, and no tag for a new one: that is four letters, "
                                 "digits or signs, and no blank";
    check_words_refused(doc, "abcde.txt", "x", no_tag);
    check_words_refused(doc, "abc.txt", "x", no_tag);
    check_words_refused(doc, "END .txt", "x", no_tag);
    check_words_refused(doc, "a cd.txt", "x", no_tag);
    check_words_refused(doc, "ab\xC3\xA9.txt", "x", no_tag);
    check_words_refused(doc, "aaaa~2.txt", "x", no_tag);
    check_words_refused(doc, "abcd.txt", "\xD0\xA9",
                        "U+0429 at byte 0 of the text is not in cp437");
    memset(long_text, 'x', sizeof long_text - 1);
    check_words_refused(doc, "abcd.txt", long_text, "a text of 65536 bytes: 65535 at most");
    check_refused(doc->format->sounds->put_clip(doc, "abcd", &clip, &err), &err,
                  "no such entry: a new line gets its text first, abcd.txt");
    err = (struct rq_error){0};
    check_refused(
        rq_doc_put_file(doc, "abcd.txt", (struct rq_bytes){(const uint8_t *)"a\0b", 3}, &err), &err,
        "is not a text: it has a NUL");
    check_remove_refused(doc, "aaaa.wav", "has no voice");
    check_remove_refused(doc, "abcd.wav", "no such entry");
    check_remove_refused(doc, "abcd.txt", "no such entry");
    CHECK(writes_same(doc, made_bytes(&old), false));
    rq_doc_free(doc);
}

/* A line end at the end of the file is not of the text, one inside is; what is the same changes nothing. */
static void test_line_ends(void)
{
    static struct made old, with;
    struct rq_error err = {0};
    make_rtx(&old, ROWS_DOWN, NULL, false);
    struct rq_doc *doc = read_as(made_bytes(&old), "rtx");
    REQUIRE(doc != NULL);
    CHECK(put_words(doc, "aaaa.txt", "one", &err));
    CHECK(put_words(doc, "aaaa.txt", "one\r\n", &err));
    CHECK(put_words(doc, "aaaa.txt", "\xEF\xBB\xBFone\n", &err));
    CHECK(writes_same(doc, made_bytes(&old), false));
    make_rtx(&with, ROWS_DOWN, "a\r\nb\r", false);
    CHECK(put_words(doc, "?new.txt", "a\r\nb\r\r\n", &err));
    CHECK(writes_same(doc, made_bytes(&with), false));
    rq_doc_free(doc);
}

/* ---- FNT ---- */

static void put_glyph(struct made *m, int top, int width, int height, const char *pixels)
{
    const int words[] = {1, 0, top, width, height};
    for (size_t i = 0; i < 5; i++)
        put16(m, words[i]);
    put_text(m, pixels, (size_t)(width * height));
}

/* H ends in row 5: a glyph of three rows begins in row 2. */
static void make_fnt(struct made *m, int start, int widest, bool more)
{
    m->size = 0;
    put_chunk(m, "FNHD", 56);
    put_text(m, "TEST", 32);
    put_zeros(m, 10);
    put16(m, widest);
    put16(m, 9);
    put16(m, start);
    put16(m, more ? 2 : 1);
    put_zeros(m, 4);
    put16(m, 1);
    put_chunk(m, "BPAL", 768);
    for (unsigned i = 0; i < 768; i++)
        put8(m, i / 3 / 4);
    put_chunk(m, "FBMP", more ? 14 + 13 : 14);
    put_glyph(m, 3, 2, 2, "\1\2\3\4");
    if (more)
        put_glyph(m, start == 'H' ? 2 : 0, 1, 3, "\5\6\7");
    put_text(m, "END ", 4);
}

/* Entry i as a picture shows it: 6 bits times four. */
static void make_palette(uint8_t palette[768])
{
    for (unsigned i = 0; i < 768; i++)
        palette[i] = (uint8_t)(i / 3 / 4 * 4);
}

static void test_glyph(void)
{
    static struct made old, with;
    static uint8_t palette[768];
    static const int starts[] = {'H', 32};
    make_palette(palette);
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        make_fnt(&old, starts[i], 2, false);
        make_fnt(&with, starts[i], 2, true);
        struct rq_doc *doc = read_as(made_bytes(&old), "fnt");
        REQUIRE(doc != NULL);
        CHECK(put_indices(doc, i ? "033" : "073", 1, 3, "\5\6\7", palette, &err));
        CHECK(writes_same(doc, made_bytes(&with), false));
        CHECK(writes_same(doc, made_bytes(&with), true));
        CHECK(rq_doc_remove_file(doc, i ? "033.png" : "073.png", &err));
        CHECK(writes_same(doc, made_bytes(&old), true));
        rq_doc_free(doc);
    }
}

/* max_width stays the widest glyph's when it was that, and stays what it is when it was not. */
static void test_glyph_width(void)
{
    static struct made old;
    static uint8_t palette[768];
    make_palette(palette);
    for (int widest = 2; widest <= 13; widest += 11) {
        struct rq_error err = {0};
        make_fnt(&old, 'H', widest, false);
        struct rq_doc *doc = read_as(made_bytes(&old), "fnt");
        REQUIRE(doc != NULL);
        const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
        CHECK(put_indices(doc, "073", 5, 1, "\1\1\1\1\1", palette, &err));
        CHECK_INT(fnt->header.max_width, widest == 2 ? 5 : 13);
        CHECK(rq_doc_remove_file(doc, "073.png", &err));
        CHECK(writes_same(doc, made_bytes(&old), false));
        /* One that is there gets another size, and its place stays. */
        CHECK(put_indices(doc, "072", 1, 1, "\2", palette, &err));
        CHECK_INT(fnt->header.max_width, widest == 2 ? 1 : 13);
        CHECK_INT(fnt->glyphs[0].header.offset_top, 3);
        rq_doc_free(doc);
    }
}

static void test_glyph_refusals(void)
{
    static struct made old;
    make_fnt(&old, 'H', 2, false);
    struct rq_doc *doc = read_as(made_bytes(&old), "fnt");
    REQUIRE(doc != NULL);
    check_put_refused(doc, "074", 1, 1,
                      "no such glyph: there are 072 to 072, and a new one is 073");
    check_put_refused(doc, "071", 1, 1,
                      "no such glyph: there are 072 to 072, and a new one is 073");
    check_put_refused(doc, "073", 70000, 1, "no side may pass 65535 pixels");
    check_put_refused(doc, "73", 1, 1, "1 x 1 pixels; the picture of this font has 4 x 4");
    check_remove_refused(doc, "073.png", "no such glyph: the name is its code, three digits");
    CHECK(writes_same(doc, made_bytes(&old), false));
    rq_doc_free(doc);
    make_fnt(&old, 255, 2, false);
    doc = read_as(made_bytes(&old), "fnt");
    REQUIRE(doc != NULL);
    check_put_refused(doc, "256", 1, 1, "no letter has a code above 255");
    rq_doc_free(doc);
    make_fnt(&old, 'H', 2, true);
    doc = read_as(made_bytes(&old), "fnt");
    REQUIRE(doc != NULL);
    check_remove_refused(doc, "072.png",
                         "only the last glyph, 073, can go: its place is the code of a letter");
    rq_doc_free(doc);
}

/* ---- every file of the corpus ---- */

/* A new part for a document, and the name of it. */
static void add_part(struct rq_doc *doc, char name[16], struct rq_out *file)
{
    const char *format = doc->format->info.name;
    struct rq_error err = {0};
    static const uint8_t pixels[6] = {1, 2, 3, 4, 5, 6}, palette[768];
    const struct rq_plane plane = {3, 2, {pixels, 6}};
    const struct rq_image image = {.pixels = RQ_PIXELS_INDEX8,
                                   .palette = palette,
                                   .mips = 1,
                                   .faces = 1,
                                   .frames = 1,
                                   .planes = &plane};
    const struct rq_clip clip = {.rate = 11025, .channels = 1, .bits = 8, .samples = {pixels, 6}};
    if (strcmp(format, "rtx") == 0)
        rq_putf(file, "A new line.\n");
    else if (strcmp(format, "sfx") == 0)
        CHECK(rq_wav_write(file, &clip, &err));
    else
        CHECK(rq_png_write(file, &image, 0, 0, 0, 1, &err));
    const struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
    const struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
    const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
    const struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
    if (bank)
        snprintf(name, 16, "%.3s999.png", bank->image_count ? bank->images[0].name : "A00");
    else if (gxa || sfx)
        snprintf(name, 16, "%03zu.%s", gxa ? gxa->frame_count : sfx->effect_count,
                 gxa ? "png" : "wav");
    else if (fnt)
        snprintf(name, 16, "%03zu.png", fnt->header.character_start + fnt->glyph_count);
    else
        snprintf(name, 16, "~new.txt");
}

struct old_parts {
    char name[300];
    size_t count;
    uint32_t sum; /* of names and bytes */
};

/* A sum of every part but the new one. */
static bool sum_part(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct old_parts *parts = ctx;
    char text[65];
    (void)err;
    if (strcmp(rq_path_base(name), parts->name) == 0)
        return true;
    sha256(bytes.data, bytes.size, text);
    parts->count++;
    parts->sum = rq_follow_sum(parts->sum, rq_get32((const uint8_t *)text));
    return true;
}

static struct old_parts sum_of(struct rq_doc *doc, const char *without)
{
    struct old_parts parts = {0};
    struct rq_error err = {0};
    snprintf(parts.name, sizeof parts.name, "%s", without);
    const struct rq_convert_options options = {.name = "X"};
    CHECK(rq_doc_parts(doc, &options, sum_part, &parts, &err));
    CHECK_STR(err.text, "");
    return parts;
}

static size_t tried;

static void check_corpus_file(const char *path, struct rq_bytes bytes)
{
    const struct rq_format *known = rq_format_detect(bytes, path);
    const char *format = known ? rq_format_describe(known)->name : "-";
    struct rq_error err = {0};
    struct rq_out file = {0}, out = {0};
    char name[16];
    if (!rq_word_in("texbsi gxa sfx rtx fnt", format, strlen(format)))
        return;
    tried++;
    struct rq_doc *doc = read_as(bytes, format);
    REQUIRE(doc != NULL);
    add_part(doc, name, &file);
    struct old_parts before = sum_of(doc, name);
    CHECK(rq_doc_put_file(doc, name, rq_out_bytes(&file), &err));
    CHECK_STR(err.text, "");
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK(out.size > bytes.size);
    struct rq_doc *again = read_as(rq_out_bytes(&out), format);
    if (CHECK(again != NULL)) {
        struct old_parts after = sum_of(again, name);
        CHECK_INT(after.count, before.count);
        CHECK_INT(after.sum, before.sum);
        CHECK(rq_doc_remove_file(again, name, &err));
        CHECK_STR(err.text, "");
        CHECK(writes_same(again, bytes, false));
    }
    rq_doc_free(again);
    rq_doc_free(doc);
    rq_out_free(&file);
    rq_out_free(&out);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_file("redguard", check_corpus_file);
    CHECK(tried > 0);
}

TESTS(test_image, test_first_image, test_frame, test_effect, test_line, test_line_between,
      test_line_refusals, test_line_ends, test_glyph, test_glyph_width, test_glyph_refusals,
      test_corpus)
