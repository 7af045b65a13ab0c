/* RTX, SFX and FNT that change: lines, voices, effects and glyphs put in and taken out, what each of them leaves alone,
 * and the words of each refusal. Limits are those of the fields in docs/formats. */
#include "convert/convert.h"
#include "model/image.h"
#include "redguard.h"

#include <reliquary/fnt.h>
#include <reliquary/rtx.h>
#include <reliquary/sfx.h>

static struct rq_doc *from_json(const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

/* What was refused, with these words; nothing else may be told. */
static void because(bool fine, const struct rq_error *err, enum rq_code code, const char *where,
                    const char *why)
{
    CHECK(!fine);
    CHECK_STR(err->text, why);
    CHECK_STR(err->where, where);
    CHECK(err->code == code && err->offset == 0);
}

#define FRESH ((struct rq_error){.offset = 5})

/* ---- RTX ---- */

/* Three of one tag, one that is not understood, a text and a voice. */
static const char lines[] =
    "{\"format\":\"rtx\",\"version\":1,\"entries\":[{\"tag\":\"abcd\",\"text\":\"one\"},"
    "{\"tag\":\"zzzz\",\"payload\":\"AA==\"},{\"tag\":\"abcd\",\"text\":\"two\"},"
    "{\"tag\":\"ab_d\",\"text\":\"four\"},{\"tag\":\"abcd\",\"text\":\"three\",\"voice\":"
    "{\"sample_rate\":2000,\"samples\":\"AQID\"}}]%s}";

static struct rq_doc *make_lines(const char *index)
{
    static char text[1000]; /* the document points into it */
    snprintf(text, sizeof text, lines, index);
    return from_json(text);
}

static struct rq_rtx *rtx_of(struct rq_doc *doc)
{
    return doc ? rq_doc_root(doc, "rtx") : NULL;
}

/* "tag text" of each entry, with "+" behind those with a voice. */
static void has_lines(struct rq_doc *doc, const char *expected)
{
    const struct rq_rtx *rtx = rtx_of(doc);
    struct rq_out told = {0};
    for (size_t i = 0; rtx && i < rtx->entry_count; i++)
        rq_putf(&told, "%s%.4s %.*s%s", i ? ", " : "", rtx->entries[i].tag,
                (int)rtx->entries[i].text.size, (const char *)rtx->entries[i].text.data,
                rtx->entries[i].has_sound ? "+" : "");
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, expected);
    rq_out_free(&told);
}

static void test_lines(void)
{
    struct rq_doc *doc = make_lines("");
    REQUIRE(doc != NULL);
    const struct rq_facet_texts *texts = doc->format->texts;
    struct rq_error err = {0};
    CHECK(texts->put_text(doc, "abcd~2", "2", &err));
    CHECK(texts->put_text(doc, "abcd~3_three", "3", &err)); /* with words of the text behind it */
    CHECK(texts->put_text(doc, "ab_d", "4", &err));
    CHECK(texts->put_text(doc, "new1", "5", &err));
    CHECK(texts->put_text(doc, "END.", "6", &err));
    CHECK_STR(err.text, "");
    has_lines(doc, "abcd one, zzzz , abcd 2, ab_d 4, abcd 3+, new1 5, END. 6");
    static const char no_tag[] =
        "no such entry, and no tag for a new one: that is four letters, digits or signs, and no "
        "blank";
    static const char *const bad[] = {"abcd~4", "abc", "abcde", "ab d", "END ", "", "abcd~0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = FRESH;
        because(texts->put_text(doc, bad[i], "x", &err), &err, RQ_USAGE, bad[i], no_tag);
        err = FRESH;
        because(texts->remove_text(doc, bad[i], &err), &err, RQ_USAGE, bad[i], "no such entry");
    }
    err = FRESH;
    because(texts->put_text(doc, "zzzz", "x", &err), &err, RQ_USAGE, "zzzz", "is not understood");
    err = FRESH;
    because(texts->remove_text(doc, "zzzz", &err), &err, RQ_USAGE, "zzzz", "is not understood");
    err = FRESH;
    CHECK(!texts->put_text(doc,
                           "ab\x7F"
                           "d",
                           "x", &err));
    CHECK_STR(err.text, no_tag);
    err = (struct rq_error){0};
    /* The first of a tag goes: the others have other names then. */
    CHECK(texts->remove_text(doc, "abcd", &err));
    CHECK(texts->remove_text(doc, "END.", &err));
    CHECK(texts->put_text(doc, "abcd~2", "last", &err));
    has_lines(doc, "zzzz , abcd 2, ab_d 4, abcd last+, new1 5");
    rq_doc_free(doc);
}

/* A text has 65535 bytes at most. */
static void test_long_lines(void)
{
    static char text[65540];
    for (size_t size = 65535; size <= 65536; size++)
        for (unsigned fresh = 0; fresh < 2; fresh++) {
            const char *name = fresh ? "new1" : "abcd";
            struct rq_error err = FRESH;
            struct rq_doc *doc = make_lines("");
            REQUIRE(doc != NULL);
            memset(text, 'a', size);
            text[size] = 0;
            bool fine = doc->format->texts->put_text(doc, name, text, &err);
            if (size == 65535)
                CHECK(fine && rtx_of(doc)->entries[fresh ? 5 : 0].text.size == 65535);
            else
                because(fine, &err, RQ_USAGE, name, "a text of 65536 bytes: 65535 at most");
            CHECK_INT(rtx_of(doc)->entry_count, 5 + (fine && fresh));
            rq_doc_free(doc);
        }
}

static void test_voices(void)
{
    static const uint8_t samples[4] = {1, 2, 3, 4};
    struct rq_clip clip = {.rate = 8000, .channels = 1, .bits = 16, .samples = {samples, 4}};
    struct rq_doc *doc = make_lines("");
    REQUIRE(doc != NULL);
    const struct rq_facet_sounds *sounds = doc->format->sounds;
    struct rq_error err = {0};
    struct rq_rtx *rtx = rtx_of(doc);
    CHECK(sounds->put_clip(doc, "abcd~2", &clip, &err));
    CHECK(rtx->entries[2].has_sound && rtx->entries[2].sound.header.level_0c == 100);
    CHECK(rtx->entries[2].sound.header.loop_end == UINT32_MAX);
    CHECK(rtx->entries[2].sound.header.type_id == 1 && rtx->entries[2].sound.samples.size == 4);
    rtx->entries[4].odd_length = true;
    rtx->entries[4].sound.header.level_0c = 7;
    CHECK(sounds->put_clip(doc, "abcd~3", &clip, &err)); /* the other numbers of the voice stay */
    CHECK(!rtx->entries[4].odd_length && rtx->entries[4].sound.header.level_0c == 7);
    err = FRESH;
    because(sounds->put_clip(doc, "new1", &clip, &err), &err, RQ_USAGE, "new1",
            "no such entry: a new line gets its text first, new1.txt");
    err = FRESH;
    because(sounds->put_clip(doc, "abcd~4", &clip, &err), &err, RQ_USAGE, "abcd~4",
            "no such entry");
    err = FRESH;
    because(sounds->put_clip(doc, "zzzz", &clip, &err), &err, RQ_USAGE, "zzzz",
            "is not understood");
    clip.channels = 3;
    err = FRESH;
    because(sounds->put_clip(doc, "abcd", &clip, &err), &err, RQ_USAGE, "abcd",
            "3 channels; a sound here has one or two");
    CHECK(!rtx->entries[0].has_sound);
    err = FRESH;
    because(sounds->remove_clip(doc, "abcd", &err), &err, RQ_USAGE, "abcd", "has no voice");
    err = FRESH;
    because(sounds->remove_clip(doc, "none", &err), &err, RQ_USAGE, "none", "no such entry");
    err = FRESH;
    because(sounds->remove_clip(doc, "zzzz", &err), &err, RQ_USAGE, "zzzz", "is not understood");
    CHECK(sounds->remove_clip(doc, "abcd~3", &err) && !rtx->entries[4].sound.samples.size);
    has_lines(doc, "abcd one, zzzz , abcd two+, ab_d four, abcd three");
    rq_doc_free(doc);
}

/* Rows of an index in an order of its own: those behind an entry that goes count one less, its own go. */
static void test_index(void)
{
    struct rq_doc *doc = make_lines(
        ",\"index\":[3,1,3,{\"tag\":\"lost\",\"payload_offset\":1,\"payload_size\":2},4,0,2]");
    REQUIRE(doc != NULL);
    struct rq_rtx *rtx = rtx_of(doc);
    struct rq_error err = {0};
    REQUIRE(rtx->order == RQ_RTX_EXPLICIT && rtx->ref_count == 7);
    CHECK(doc->format->texts->put_text(doc, "new1", "x", &err));
    CHECK(rtx->ref_count == 8 && rtx->refs[7].entry == 5);
    CHECK(doc->format->texts->remove_text(doc, "ab_d", &err));
    static const uint32_t expected[] = {1, RQ_RTX_STRANGER, 3, 0, 2, 4};
    REQUIRE(rtx->ref_count == 6);
    for (size_t i = 0; i < 6; i++)
        CHECK_INT(rtx->refs[i].entry, expected[i]);
    CHECK_INT(rtx->entry_count, 5);
    /* As many entries as there are, not one more. */
    rtx->refs[5].entry = 5;
    struct rq_out out = {0};
    err = FRESH;
    because(rq_doc_write(doc, &out, &err), &err, RQ_USAGE, "rtx", "the index names entry 5 of 5");
    rtx->refs[5].entry = 4;
    out.size = 0;
    err = (struct rq_error){0};
    CHECK(rq_doc_write(doc, &out, &err));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Thousandths of a second are rounded: 3 of 2000 Hz are 1.5, 2. */
static void test_table(void)
{
    struct rq_doc *doc = make_lines("");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_table table = {0};
    struct rq_out csv = {0};
    rtx_of(doc)->entries[4].sound.header.sample_rate = 2000;
    CHECK(doc->format->table->table(doc, &view, &table) && rq_csv_write(&csv, &table, &err));
    rq_put8(&csv, 0);
    CHECK_STR((const char *)csv.data, "tag,type,seconds,text\r\nabcd,text,,one\r\nabcd~2,text,,two"
                                      "\r\nab_d,text,,four\r\nabcd~3,voice,0.002,three\r\n");
    rq_out_free(&csv);
    static const char *const columns[] = {"text", "x", "tag"};
    const char *cells[] = {"a", "", "abcd~2", "b", "", "abcd~3", "c", "", "zzzz"};
    struct rq_table change = {
        .column_count = 3, .row_count = 3, .columns = columns, .cells = cells};
    err = FRESH;
    because(doc->format->table->put_table(doc, &change, &err), &err, RQ_USAGE, "row 4, zzzz",
            "there is no entry of this tag");
    cells[8] = "abcd~2";
    err = FRESH;
    because(doc->format->table->put_table(doc, &change, &err), &err, RQ_USAGE, "row 4, abcd~2",
            "this tag stands in the table twice");
    has_lines(doc, "abcd one, zzzz , abcd two, ab_d four, abcd three+");
    cells[8] = "ab_d";
    CHECK(doc->format->table->put_table(doc, &change, &err));
    has_lines(doc, "abcd one, zzzz , abcd a, ab_d c, abcd b+");
    for (size_t i = 0; i < 3; i += 2) {
        static const char *const less[2][3] = {{"words", "x", "tag"}, {"text", "x", "name"}};
        change.columns = less[i / 2];
        err = FRESH;
        because(doc->format->table->put_table(doc, &change, &err), &err, RQ_USAGE, "rtx",
                "the table needs the columns tag and text");
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* ---- SFX ---- */

static void test_effects(void)
{
    static const uint8_t samples[4] = {1, 2, 3, 4};
    struct rq_clip clip = {.rate = 8000, .channels = 2, .bits = 8, .samples = {samples, 4}};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("sfx"), NULL, NULL);
    REQUIRE(doc != NULL);
    const struct rq_facet_sounds *sounds = doc->format->sounds;
    struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
    sfx->odd_count = true;
    CHECK(sounds->put_clip(doc, "000", &clip, &err) && !sfx->odd_count);
    clip.loops = true;
    CHECK(sounds->put_clip(doc, "1", &clip, &err));
    REQUIRE(sfx->effect_count == 2);
    CHECK(sfx->effects[0].header.loop_flag == 0 && sfx->effects[1].header.loop_flag == -1);
    CHECK(sfx->effects[1].header.level_0c == 64 && sfx->effects[1].header.loop_end == UINT32_MAX);
    err = FRESH;
    because(sounds->put_clip(doc, "003", &clip, &err), &err, RQ_USAGE, "003",
            "no such effect: the name is a number below 2, and a new one is 002");
    err = FRESH;
    because(sounds->put_clip(doc, "x", &clip, &err), &err, RQ_USAGE, "x",
            "no such effect: the name is a number below 2, and a new one is 002");
    static const char *const none[] = {"002", "x", "-1"};
    for (size_t i = 0; i < 3; i++) {
        err = FRESH;
        because(sounds->remove_clip(doc, none[i], &err), &err, RQ_USAGE, none[i],
                "no such effect: there are 2");
    }
    err = FRESH;
    because(sounds->remove_clip(doc, "000", &err), &err, RQ_USAGE, "000",
            "only the last effect, 001, can go: the others are known by their number");
    sfx->odd_count = true;
    CHECK(sounds->remove_clip(doc, "001", &err) && sfx->effect_count == 1 && !sfx->odd_count);
    const struct rq_fact *facts;
    size_t count = 0;
    REQUIRE(rq_doc_facts(doc, &facts, &count, NULL) && count > 0);
    CHECK_STR(facts[0].value, "1: 0 of 16 bits, 1 stereo, 0 that loop");
    rq_doc_free(doc);
}

/* ---- FNT ---- */

/* Codes from `start` on, of 1 x 1 each but for the second, and a palette where entry i is i / 4 grey. */
static struct rq_doc *make_font(unsigned start, unsigned count, unsigned widest)
{
    struct rq_out json = {0};
    rq_putf(&json,
            "{\"format\":\"fnt\",\"version\":1,\"chunks\":[{\"tag\":\"FNHD\","
            "\"line_height\":9,\"character_start\":%u},{\"tag\":\"FPAL\",\"colors\":[",
            start);
    for (unsigned i = 0; i < 256; i++)
        rq_putf(&json, "%s[%u,%u,%u]", i ? "," : "", i / 4, i / 4, i / 4);
    rq_put_str(&json, "]},{\"tag\":\"FBMP\",\"glyphs\":[");
    for (unsigned i = 0; i < count; i++)
        rq_putf(&json,
                "%s{\"enabled\":1,\"offset_top\":5,\"width\":1,\"height\":2,"
                "\"rows\":[\"09\",\"0a\"]}",
                i ? "," : "");
    rq_put_str(&json, "]}]}");
    rq_put8(&json, 0);
    struct rq_doc *doc = from_json((const char *)json.data);
    if (doc) /* in JSON it follows */
        ((struct rq_fnt *)rq_doc_root(doc, "fnt"))->header.max_width = (uint16_t)widest;
    rq_out_free(&json);
    return doc;
}

static bool put_glyph(struct rq_doc *doc, const char *name, uint32_t width, uint32_t height,
                      const uint8_t *rgba, struct rq_error *err)
{
    struct rq_plane plane = {width, height, {rgba, (size_t)width * height * 4}};
    struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    *err = FRESH;
    return doc->format->pictures->put_image(doc, name, &image, err);
}

/* Grey 36 is that of entries 36 to 39: the one that was there stays, else the first. Less than half of it seen is
 * nothing, and what is seen is never entry 0. */
static void test_glyph_colors(void)
{
    static const uint8_t rgba[][4] = {{36, 36, 36, 255}, {36, 36, 36, 128},    {36, 36, 36, 127},
                                      {0, 0, 0, 255},    {255, 255, 255, 255}, {38, 38, 38, 255},
                                      {39, 39, 39, 255}};
    static const uint8_t first[] = {36, 36, 0, 1, 252, 36, 40};
    static const uint8_t before[] = {39, 39, 0, 1, 252, 39, 40};
    for (size_t i = 0; i < sizeof rgba / sizeof rgba[0]; i++) {
        struct rq_error err;
        uint8_t two[8];
        struct rq_doc *doc = make_font(65, 1, 1);
        REQUIRE(doc != NULL);
        const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
        uint8_t was[2] = {39, 39};
        fnt->glyphs[0].pixels = was;
        memcpy(two, rgba[i], 4);
        memcpy(two + 4, rgba[i], 4);
        check_note("colour %zu", i);
        CHECK(put_glyph(doc, "065", 1, 2, two, &err));
        CHECK(fnt->glyphs[0].pixels[0] == before[i] && fnt->glyphs[0].pixels[1] == before[i]);
        fnt->glyphs[0].pixels = was;
        CHECK(put_glyph(doc, "065", 2, 1, two, &err)); /* of another size: nothing was there */
        CHECK(fnt->glyphs[0].pixels[0] == first[i] && fnt->glyphs[0].pixels[1] == first[i]);
        CHECK(fnt->glyphs[0].header.width == 2 && fnt->header.max_width == 2);
        rq_doc_free(doc);
    }
}

/* A new glyph stands where H stands; letters are bytes. The widest is kept only where it followed. */
static void test_glyphs(void)
{
    static const uint8_t rgba[400];
    static const struct {
        unsigned start, count;
        uint32_t height;
        int top; /* H goes from 5 to 7 */
    } cases[] = {{'H', 1, 3, 4}, {'H', 1, 6, 1}, {'H', 1, 7, 0}, {'H', 1, 8, 0},
                 {'I', 1, 3, 0}, {'A', 8, 3, 4}, {'A', 7, 3, 0}};
    struct rq_error err;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[8];
        struct rq_doc *doc = make_font(cases[i].start, cases[i].count, i % 2 ? 1 : 9);
        REQUIRE(doc != NULL);
        const struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
        snprintf(name, sizeof name, "%03u", cases[i].start + cases[i].count);
        check_note("case %zu", i);
        CHECK(put_glyph(doc, name, 4, cases[i].height, rgba, &err));
        REQUIRE(fnt->glyph_count == cases[i].count + 1);
        CHECK_INT(fnt->glyphs[cases[i].count].header.offset_top, cases[i].top);
        CHECK_INT(fnt->glyphs[cases[i].count].header.enabled, 1);
        CHECK_INT(fnt->header.max_width, i % 2 ? 4 : 9);
        char first[8];
        snprintf(first, sizeof first, "%03u", cases[i].start);
        err = FRESH;
        char why[100];
        snprintf(why, sizeof why,
                 "only the last glyph, %s, can go: its place is the code of a letter", name);
        because(doc->format->pictures->remove_image(doc, first, &err), &err, RQ_USAGE, first, why);
        err = FRESH;
        CHECK(doc->format->pictures->remove_image(doc, name, &err));
        CHECK_INT(fnt->header.max_width, i % 2 ? 1 : 9);
        because(doc->format->pictures->remove_image(doc, name, &err), &err, RQ_USAGE, name,
                "no such glyph: the name is its code, three digits");
        rq_doc_free(doc);
    }
    struct rq_doc *doc = make_font(250, 5, 1);
    REQUIRE(doc != NULL);
    CHECK(put_glyph(doc, "255", 1, 1, rgba, &err));
    because(put_glyph(doc, "256", 1, 1, rgba, &err), &err, RQ_USAGE, "256",
            "no letter has a code above 255");
    because(put_glyph(doc, "257", 1, 1, rgba, &err), &err, RQ_USAGE, "257",
            "no such glyph: there are 250 to 255, and a new one is 256");
    because(put_glyph(doc, "249", 1, 1, rgba, &err), &err, RQ_USAGE, "249",
            "no such glyph: there are 250 to 255, and a new one is 256");
    /* Anything that is no code of three digits is the picture of all glyphs. */
    CHECK(!put_glyph(doc, "25", 1, 1, rgba, &err));
    CHECK(strstr(err.text, "1 x 1 pixels; the picture of this font has "));
    CHECK(!put_glyph(doc, "2555", 1, 1, rgba, &err));
    CHECK(strstr(err.text, "1 x 1 pixels; the picture of this font has "));
    rq_doc_free(doc);
}

TESTS(test_lines, test_long_lines, test_voices, test_index, test_table, test_effects,
      test_glyph_colors, test_glyphs)
