/* ANM: bytes by hand from docs/formats/anm.md (Electronic Arts' ANIMFILE.TXT for the container). The
 * corpus has none. */
#include "pictures.h"

#include <reliquary/anm.h>

/* One page of three records: a frame of 4 x 2, a change, and the way back. */
static void put_records(struct made *m)
{
    static const uint8_t first[] = {'B', 0, 0, 0, 0, 6, 5, 2, 1, 2, 0x80, 0, 0};
    static const uint8_t second[] = {'B', 1, 1, 0, 9, 9, 0x83, 1, 7, 0x80, 2, 0, 0x80, 2, 0xC0, 8};
    put16(m, 0);
    put16(m, 3);
    put16(m, sizeof first + sizeof second);
    put16(m, 0);
    put16(m, sizeof first);
    put16(m, sizeof second);
    put16(m, 0);
    for (size_t i = 0; i < sizeof first; i++)
        put8(m, first[i]);
    for (size_t i = 0; i < sizeof second; i++)
        put8(m, second[i]);
}

static void make_anm(struct made *m)
{
    m->size = 0;
    put_text(m, "LPF ", 4);
    put16(m, 256);
    put16(m, 1);
    put32(m, 3);
    put16(m, 256);
    put16(m, 1280);
    put_text(m, "ANIM", 4);
    put16(m, 4);
    put16(m, 2);
    put16(m, 0);          /* variant, rate_base */
    put32(m, 0x01000101); /* has_last_delta, last_delta_valid, pixel_type, compression */
    put16(m, 0x0100);     /* other_records, bitmap_type */
    put_zeros(m, 32);
    put32(m, 3);
    put16(m, 10);
    put_zeros(m, 58 + 128);
    for (unsigned i = 0; i < 256; i++)
        put32(m, i | (255 - i) << 8 | i / 2 << 16);
    put16(m, 0);
    put16(m, 3);
    put16(m, 29);
    put_zeros(m, 255 * 6);
    CHECK_INT(m->size, 2816);
    put_records(m);
}

static void test_values(void)
{
    static struct made m;
    make_anm(&m);
    check_round_trips(made_bytes(&m), "gui.anm", "anm");
    check_round_trips(made_bytes(&m), NULL, "anm");
    check_no_memory(made_bytes(&m), "anm");
    struct rq_doc *doc = read_as(made_bytes(&m), "anm");
    REQUIRE(doc != NULL);
    const struct rq_anm *anm = rq_doc_root(doc, "anm");
    const struct rq_finding *findings;
    struct rq_arena arena = {0};
    const struct rq_image *images;
    CHECK_INT(anm->header.width, 4);
    CHECK_INT(anm->header.has_last_delta, 1);
    CHECK_INT(anm->header.compression, 1);
    CHECK_INT(anm->header.frames_per_second, 10);
    CHECK_INT(anm->pages[0].count, 3);
    CHECK_INT(anm->pages[0].records[1].size, 16);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    /* Run of 6, dump of 2; then skip 3, dump 7, skip 2 by a word, run of 2 by a word. The extra
     * byte of the second record is padded to two. */
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1) && CHECK_INT(images[0].frames, 2)) {
        CHECK_MEM(images[0].planes[0].bytes.data, 8, "\5\5\5\5\5\5\1\2", 8);
        CHECK_MEM(images[0].planes[1].bytes.data, 8, "\5\5\5\7\5\5\10\10", 8);
        CHECK_MEM(images[0].palette + 300, 3, "\x32\x9B\x64", 3);
        CHECK_INT(images[0].delays_ms[0], 100);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* A second page behind a full first one; slack; bytes behind the last page. */
static void test_pages(void)
{
    static struct made made, *m = &made;
    make_anm(m);
    uint8_t *file = calloc(1, 2816 + 65536 + 400);
    REQUIRE(file != NULL);
    memcpy(file, m->data, m->size);
    file[2816 + 60000] = 1;
    rq_set16(file + 6, 2);
    rq_set16(file + 1280 + 6, 3);
    memcpy(file + 2816 + 65536, m->data + 2816, m->size - 2816);
    for (size_t tail = 0; tail < 200; tail += 90) {
        struct rq_bytes bytes = {file, 2816 + 65536 + m->size - 2816 + tail};
        check_round_trips(bytes, NULL, "anm");
    }
    rq_set16(file + 6, 1);
    check_round_trips((struct rq_bytes){file, 2816 + 65536 + 200}, NULL, "anm");
    struct rq_doc *doc = read_as((struct rq_bytes){file, 2816 + 65536 + 200}, "anm");
    if (CHECK(doc != NULL))
        CHECK_INT(found(doc, "anm-trailing-bytes"), 1);
    rq_doc_free(doc);
    free(file);
}

/* The frames of a file of records that make 4 x 2 pixels of each 0: n bytes behind `B` and three zeros. */
static void check_steps(const char *steps, size_t size, const char *pixels)
{
    static struct made m;
    make_anm(&m);
    m.size = 2816;
    rq_set16(m.data + 26, 0); /* no last delta: the one frame is shown */
    set32(&m, 64, 1);
    put16(&m, 0);
    put16(&m, 1);
    put16(&m, (int)size + 4);
    put16(&m, 0);
    put16(&m, (int)size + 4);
    put_mem(&m, "B\0\0\0", 4);
    put_mem(&m, steps, size);
    struct rq_doc *doc = read_as(made_bytes(&m), "anm");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_INT(images[0].frames, 1);
        CHECK(images[0].delays_ms == NULL); /* nothing moves */
        CHECK_MEM(images[0].planes[0].bytes.data, 8, pixels, 8);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* The table of steps in docs/formats/anm.md, at the limits of each: a word of 0x8000 is a dump of none, 0xC000 a run
 * of none, which has its pixel all the same. */
static void test_steps(void)
{
    static const struct {
        const char *steps;
        size_t size;
        const char *pixels;
    } cases[] = {
        {"\x80\0\x80\1\7", 5, "\7\0\0\0\0\0\0\0"},
        {"\x80\0\xC0\x09\1\7", 6, "\7\0\0\0\0\0\0\0"},
        {"\x80\1\0\1\7", 5, "\0\7\0\0\0\0\0\0"},
        {"\x80\2\x80\5\6\1\7", 7, "\5\6\7\0\0\0\0\0"},
        {"\x80\2\xC0\5\1\7", 6, "\5\5\7\0\0\0\0\0"},
        {"\x80\xFF\x7F\1\7", 5, "\0\0\0\0\0\0\0\0"},
        {"\x81\1\7", 3, "\0\7\0\0\0\0\0\0"},
        {"\1\7\x80\0\0\1\6", 7, "\7\0\0\0\0\0\0\0"},
        {"\0\2\5\1\7", 5, "\5\5\7\0\0\0\0\0"},
        {"\0\0\5\1\7", 5, "\7\0\0\0\0\0\0\0"},
        {"\0\x09\5", 3, "\5\5\5\5\5\5\5\5"},
        {"\2\5\6", 3, "\5\6\0\0\0\0\0\0"},
        {"\2\5", 2, "\0\0\0\0\0\0\0\0"},
        {"\0\2", 2, "\0\0\0\0\0\0\0\0"},
        {"\x80\2", 2, "\0\0\0\0\0\0\0\0"},
        {"\0", 1, "\0\0\0\0\0\0\0\0"},
        {"", 0, "\0\0\0\0\0\0\0\0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("case %zu", i);
        check_steps(cases[i].steps, cases[i].size, cases[i].pixels);
    }
    check_note(" ");
}

/* With a last record that leads back, one frame less is shown: of one frame none. */
static void test_frame_counts(void)
{
    static const struct {
        unsigned frames, last, shown;
    } cases[] = {{0, 1, 0}, {1, 1, 0}, {2, 1, 1}, {3, 1, 2}, {4, 1, 2},
                 {0, 0, 0}, {1, 0, 1}, {3, 0, 3}, {9, 0, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        make_anm(&m);
        set32(&m, 64, cases[i].frames);
        m.data[26] = (uint8_t)cases[i].last;
        struct rq_doc *doc = read_as(made_bytes(&m), "anm");
        REQUIRE(doc != NULL);
        struct rq_arena arena = {0};
        const struct rq_image *images;
        char text[40];
        const struct rq_fact *facts;
        struct rq_error err = {0};
        size_t count;
        check_note("%u frames, last %u", cases[i].frames, cases[i].last);
        if (CHECK_INT(pictures_of(doc, &arena, &images), cases[i].shown ? 1 : 0) && images)
            CHECK_INT(images[0].frames, cases[i].shown);
        snprintf(text, sizeof text, "%u, 10 a second", cases[i].shown);
        CHECK(rq_doc_facts(doc, &facts, &count, &err) && count == 3);
        CHECK_STR(facts[1].value, text);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* All frames may come to 32 times the file and 16 MiB: 4096 * 4128 is 32 * 4096 and 16 MiB. */
static void test_most(void)
{
    for (unsigned height = 4128; height < 4130; height++) {
        static struct made m;
        make_anm(&m);
        put_zeros(&m, 4096 - m.size);
        rq_set16(m.data + 20, 4096);
        rq_set16(m.data + 22, (uint16_t)height);
        struct rq_doc *doc = read_as(made_bytes(&m), "anm");
        REQUIRE(doc != NULL);
        struct rq_arena arena = {0};
        const struct rq_image *images;
        if (CHECK_INT(pictures_of(doc, &arena, &images), height == 4128) && images)
            CHECK_INT(images[0].frames, 1);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* The table has 256 pages; and none beyond the end of the file. */
static void test_page_limit(void)
{
    static struct made m;
    make_anm(&m);
    size_t room = 2816 + (size_t)256 * 65536;
    uint8_t *file = calloc(1, room + 1);
    REQUIRE(file != NULL);
    memcpy(file, m.data, 2816);
    for (unsigned pages = 255; pages < 258; pages++)
        for (size_t more = 0; more < 2; more++) {
            struct rq_error err = {0};
            struct rq_options options = {.format = rq_format_by_name("anm")};
            rq_set16(file + 6, (uint16_t)pages);
            struct rq_doc *doc = rq_doc_read((struct rq_bytes){file, room + more}, &options, &err);
            check_note("%u pages, %zu bytes more", pages, more);
            CHECK_INT(doc != NULL, pages < 257);
            if (doc)
                CHECK_INT(((const struct rq_anm *)rq_doc_root(doc, "anm"))->page_count, pages);
            else
                CHECK_STR(err.text, more ? "257 pages, but there is room for 257"
                                         : "257 pages, but there is room for 256");
            rq_doc_free(doc);
        }
    free(file);
}

/* A page of so many empty records, without their number; 14 bits have room for it. */
static void test_record_limit(void)
{
    for (unsigned records = 16383; records < 16385; records++) {
        struct rq_out text = {0};
        struct rq_error err = {0};
        rq_putf(
            &text,
            "{\"format\":\"anm\",\"version\":1,\"magic\":\"LPF \",\"content\":\"ANIM\",\"colors\":[");
        for (int i = 0; i < 256; i++)
            rq_putf(&text, "%s[0,0,0,0]", i ? "," : "");
        rq_putf(&text, "],\"pages\":[{\"record_count\":32768,\"records\":[\"\"");
        for (unsigned i = 1; i < records; i++)
            rq_putf(&text, ",\"\"");
        rq_putf(&text, "]}]}");
        rq_put8(&text, 0);
        struct rq_out out = built_from((const char *)text.data, &err);
        bool fits = records == 16383;
        if (CHECK_INT(out.size, fits ? 2816 + 8 + 16383 * 2 : 0) && fits)
            CHECK_INT(rq_get16(out.data + 2818), 0x8000 | 16383); /* flags stay */
        CHECK(fits ? !err.text[0]
                   : strstr(err.text, "record_count is not the number of records of a page") !=
                         NULL);
        rq_out_free(&out);
        rq_out_free(&text);
    }
}

static void test_damage(void)
{
    static struct made m;
    struct rq_options options = {.format = rq_format_by_name("anm")};
    struct rq_error err = {0};
    make_anm(&m);
    for (size_t n = 0; n <= m.size; n += n < 2790 ? 93 : 1)
        check_survives((struct rq_bytes){m.data, n}, "anm");
    check_flips(made_bytes(&m), "anm", 1500);
    check_flips((struct rq_bytes){m.data, 120}, "anm", 500);
    /* Frames, records and pages without end. */
    make_anm(&m);
    set32(&m, 8, 0xFFFFFFFF);
    set32(&m, 64, 0xFFFFFFFF);
    rq_set16(m.data + 20, 65535);
    rq_set16(m.data + 22, 65535);
    check_survives(made_bytes(&m), "anm");
    rq_set16(m.data + 2818, 0xFFFF);
    check_survives(made_bytes(&m), "anm");
    struct rq_doc *doc = read_as(made_bytes(&m), "anm");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    rq_doc_free(doc);
    rq_set16(m.data + 6, 65535);
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_CORRUPT);
    not_built("anm", "\"magic\":\"LPF \",\"content\":\"ANIM\",\"pages\":[]");
}

TESTS(test_values, test_pages, test_steps, test_frame_counts, test_most, test_page_limit,
      test_record_limit, test_damage)
