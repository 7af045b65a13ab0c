/* CHT, COL and TSG: every finding with its place and words, every refusal, and facts. */
#include "model/image.h"
#include "redguard.h"
#include "told.h"

#include <reliquary/col.h>

/* "key: value", a line for each fact. */
static void has_facts(const char *format, const struct made *m, const char *expected)
{
    const struct rq_fact *facts;
    size_t count = 0, used = 0;
    char all[512] = "";
    struct rq_doc *doc = read_as(made_bytes(m), format);
    REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
    for (size_t i = 0; i < count && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s: %s\n", facts[i].key,
                                 facts[i].value);
    CHECK_STR(all, expected);
    rq_doc_free(doc);
}

static void refuses(const char *format, const struct made *m, enum rq_code code, size_t offset,
                    const char *text)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    CHECK(rq_doc_read(made_bytes(m), &options, &err) == NULL);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
    CHECK_STR(err.text, text);
}

/* ---- CHT ---- */

static void test_cht(void)
{
    static struct made m;
    m.size = 0;
    put_zeros(&m, 256);
    warned(made_bytes(&m), "cht", "");
    has_facts("cht", &m, "on: none\n");
    set32(&m, 12 * 4, 1);
    has_facts("cht", &m, "on: yeahbaby\n");
    warned(made_bytes(&m), "cht", "");
    set32(&m, 13 * 4, 9);
    set32(&m, 63 * 4, 0xFFFFFFFF);
    put_zeros(&m, 2);
    has_facts("cht", &m, "on: yeahbaby\n");
    warned(made_bytes(&m), "cht",
           "cht-unused-slot 52 unused: slot 13 is 9, but has no cheat\n"
           "cht-unused-slot 252 unused: slot 63 is 4294967295, but has no cheat\n"
           "cht-trailing-bytes 256 trailing: 2 bytes after the 64 slots\n");
    for (size_t i = 0; i < 13; i++)
        set32(&m, i * 4, 0x80000000);
    has_facts("cht", &m,
              "on: oracle nodemarker moonraker task animation magiccarpet savecheats drevil drno "
              "goldfinger neversaydie oddjob yeahbaby\n");
}

/* A cheat that is on tells, when there is no name: one number of a byte in one of 13 slots, and no others. */
static void test_cht_detection(void)
{
    const struct rq_format *cht = rq_format_by_name("cht");
    static struct made m;
    for (size_t i = 0; i < 64; i++)
        for (uint32_t value = 0; value <= 256; value += value ? 255 : 1) {
            m.size = 0;
            put_zeros(&m, 256);
            set32(&m, i * 4, value);
            check_note("%u in slot %zu", (unsigned)value, i);
            CHECK_INT(cht->detect(made_bytes(&m), ""), i < 13 && value == 1 ? 8 : 0);
            CHECK_INT(cht->detect(made_bytes(&m), "a.cht"), 8);
            CHECK_INT(cht->detect(made_bytes(&m), "cht"), 0);
        }
    m.size = 0;
    put_zeros(&m, 255);
    set32(&m, 0, 255);
    CHECK_INT(cht->detect(made_bytes(&m), ""), 0);
    put8(&m, 0);
    CHECK_INT(cht->detect(made_bytes(&m), ""), 8);
}

/* ---- COL ---- */

static void make_col(struct made *m)
{
    m->size = 0;
    put32(m, 776);
    put32(m, 0xB123);
    put_zeros(m, 768);
}

static void test_col(void)
{
    static struct made m;
    make_col(&m);
    warned(made_bytes(&m), "col", "");
    has_facts("col", &m, "colours: 256, 1 distinct\n");
    for (size_t i = 0; i < 256; i++)
        m.data[8 + i * 3 + i % 3] = (uint8_t)i;
    has_facts("col", &m, "colours: 256, 256 distinct\n");
    m.data[8 + 255 * 3] = 3; /* that of entry 3 */
    has_facts("col", &m, "colours: 256, 255 distinct\n");
    memcpy(m.data + 8 + 255 * 3, m.data + 8 + 254 * 3, 3);
    has_facts("col", &m, "colours: 256, 255 distinct\n");
    set32(&m, 0, 775);
    warned(made_bytes(&m), "col", "col-wrong-size 0 file_size: 775, but a palette has 776 bytes\n");
    for (size_t i = 0; i < 3; i++) {
        make_col(&m);
        m.data[8 + i] = 128;
        warned(made_bytes(&m), "col", "col-not-black 8 colors[0]: entry 0 is not black\n");
    }
    make_col(&m);
    m.data[11] = 1;
    warned(made_bytes(&m), "col", "");
    put8(&m, 0);
    refuses("col", &m, RQ_CORRUPT, 776, "1 bytes after the palette, none expected");
    make_col(&m);
    set32(&m, 4, 0xB124);
    refuses("col", &m, RQ_BAD_MAGIC, 4, "magic is 0x0000b124, 0x0000b123 expected");
}

/* 16 fields of 16 x 16 pixels in a row; a picture without a palette gives none. */
static void test_col_pictures(void)
{
    static struct made m;
    make_col(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "col");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    const struct rq_image *images;
    size_t count = 0, wrong = 0;
    REQUIRE(doc->format->pictures->images(doc, &view, &images, &count) && count == 1);
    const struct rq_plane *plane = rq_image_plane(images, 0, 0, 0);
    REQUIRE(plane->width == 256 && plane->height == 256);
    for (size_t i = 0; i < 65536; i++)
        wrong += plane->bytes.data[i] != i / 4096 * 16 + i % 256 / 16;
    CHECK_INT(wrong, 0);
    struct rq_image grey = *images;
    grey.pixels = RQ_PIXELS_GREY8;
    CHECK(!doc->format->pictures->from_image(doc, &grey, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_STR(err.where, "col");
    CHECK_STR(err.text, "a palette can only be taken from a PNG that has one (indexed colour)");
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* ---- TSG ---- */

static void put_svgm(struct made *m, const char *description, uint32_t world)
{
    put_text(m, "SVGM", 4);
    put32be(m, (uint32_t)(12 + strlen(description) + 1 + 4 + 2));
    put_text(m, "1.31", 4);
    put_zeros(m, 8);
    put_text(m, description, strlen(description) + 1);
    put32(m, world);
    put_text(m, "P", 2);
}

static void test_tsg(void)
{
    static struct made m;
    m.size = 0;
    put_svgm(&m, "Harbour", 12);
    warned(made_bytes(&m), "tsg", "tsg-no-end 34 end: END is not there\n");
    has_facts("tsg", &m,
              "saved: \"Harbour\", world 12, version 1.31\n"
              "chunks: 1, 0 bytes of unknown meaning\n");
    put_text(&m, "ABCD", 4);
    put32be(&m, 3);
    put_zeros(&m, 3);
    put_svgm(&m, "Second", 13);
    put_text(&m, "ABCD", 4);
    put32be(&m, 4);
    put_zeros(&m, 4);
    size_t end = m.size;
    put_text(&m, "END ", 4);
    warned(made_bytes(&m), "tsg", "");
    has_facts("tsg", &m,
              "saved: \"Harbour\", world 12, version 1.31\n"
              "chunks: 4, 7 bytes of unknown meaning\n");
    put_zeros(&m, 4);
    warned(made_bytes(&m), "tsg", "");
    for (size_t rest = 1; rest <= 5; rest++) {
        char text[96];
        m.size = end + 4;
        put_zeros(&m, rest);
        if (rest == 4)
            m.data[m.size - 1] = 1;
        snprintf(text, sizeof text, "tsg-trailing-bytes %zu tail: %zu bytes after END\n", end + 4,
                 rest);
        warned(made_bytes(&m), "tsg", text);
    }
    m.size = 0;
    put_text(&m, "ABCD", 4);
    put32be(&m, 0);
    put_svgm(&m, "", 0xFFFFFFFF);
    put_text(&m, "END ", 4);
    warned(made_bytes(&m), "tsg", "tsg-other-start 0 chunks: the first chunk is not SVGM\n");
    has_facts("tsg", &m,
              "saved: \"\", world 4294967295, version 1.31\n"
              "chunks: 2, 0 bytes of unknown meaning\n");
    m.size = 0;
    put_text(&m, "END ", 4);
    warned(made_bytes(&m), "tsg", "tsg-other-start 0 chunks: the first chunk is not SVGM\n");
    has_facts("tsg", &m, "chunks: 0, 0 bytes of unknown meaning\n");
}

TESTS(test_cht, test_cht_detection, test_col, test_col_pictures, test_tsg)
