/* TEXTURE: bytes by hand from docs/formats/texture.md (Daggerfall's layout as UESP describes it).
 * The corpus has none. */
#include "pictures.h"

#include <reliquary/texture.h>

/* Two records: a plain picture of 3 x 2, rows 256 bytes apart, and a packed one. */
static void make_bank(struct made *m)
{
    m->size = 0;
    put16(m, 2);
    put_text(m, "Walls", 24);
    for (uint32_t i = 0; i < 2; i++) {
        put16(m, 0);
        put32(m, i ? 66 + 28 + 259 : 66);
        put16(m, 0);
        put32(m, 5);
        put_zeros(m, 8);
    }
    for (int i = 0; i < 2; i++) {
        const int words[] = {-1, 4, 3, 2, i ? 0x1108 : 0};
        for (size_t k = 0; k < 5; k++)
            put16(m, words[k]);
        put32(m, 287);
        put32(m, 28);
        put16(m, 0);
        put16(m, 1);
        put_zeros(m, 6);
        if (i == 0) {
            put_text(m, "abc", 256);
            put_text(m, "def", 3);
        }
    }
    put_text(m, "packed rows", 11);
}

static void test_bank(void)
{
    static struct made m;
    make_bank(&m);
    check_round_trips(made_bytes(&m), "3dart/TEXTURE.000", "texture");
    CHECK(rq_format_detect(made_bytes(&m), "WALLS.DAT") == NULL);
    CHECK(rq_format_detect(made_bytes(&m), "TEXTURE.00A") == NULL);
    check_no_memory(made_bytes(&m), "texture");
    struct rq_doc *doc = read_as(made_bytes(&m), "texture");
    REQUIRE(doc != NULL);
    const struct rq_texture_file *file = rq_doc_root(doc, "texture");
    struct rq_arena arena = {0};
    const struct rq_image *images;
    CHECK_INT(file->kind, RQ_TEXTURE_BANK);
    CHECK_STR(file->header.name, "Walls");
    CHECK_INT(file->records[0].image.x_offset, -1);
    CHECK_INT(file->records[0].entry.unknown_8, 5);
    CHECK_MEM(file->records[0].pixels + 256, 3, "def", 3);
    CHECK(file->records[1].pixels == NULL);
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_STR(images[0].name, "000");
        CHECK_MEM(images[0].planes[0].bytes.data, 6, "abcdef", 6);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* Many records that share one picture take at most three times the file and 3 MiB together: with one of
 * 256 KiB that is 15, and 1,182 bytes are left. */
static void test_shared_picture(void)
{
    enum { RECORDS = 17, PIXELS = 256 * 1024, IMAGE_AT = 26 + 20 * RECORDS };
    static uint8_t data[IMAGE_AT + 28 + PIXELS];
    data[0] = RECORDS;
    memcpy(data + 2, "Many", 4);
    for (size_t i = 0; i < RECORDS; i++)
        rq_set32(data + 26 + i * 20 + 2, IMAGE_AT);
    rq_set16(data + IMAGE_AT + 4, 256); /* width, height, where the pixels are, one frame */
    rq_set16(data + IMAGE_AT + 6, 1024);
    rq_set32(data + IMAGE_AT + 14, 28);
    rq_set16(data + IMAGE_AT + 20, 1);
    struct rq_doc *doc = read_as((struct rq_bytes){data, sizeof data}, "texture");
    REQUIRE(doc != NULL);
    const struct rq_texture_file *file = rq_doc_root(doc, "texture");
    REQUIRE(file->record_count == RECORDS);
    for (size_t i = 0; i < RECORDS; i++) {
        check_note("record %zu", i);
        CHECK_INT(file->records[i].pixels != NULL, i < 15);
    }
    rq_doc_free(doc);
}

/* What a bank is held to, at the limits: its name, the zeros and the place of an entry. */
static void test_bank_rules(void)
{
    static const struct {
        size_t at;
        uint32_t value;
        bool bank;
    } cases[] = {{0, 0x61570000, false}, {0, 0x61570001, true}, {4, 0x73206C6C, true},
                 {4, 0x731F6C6C, false}, {4, 0x737E6C6C, true}, {4, 0x737F6C6C, false},
                 {28, 66, true},         {28, 65, false},       {28, 353, true},
                 {28, 364, true},        {28, 365, false},      {28, 393, false},
                 {38, 1, false},         {42, 1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        make_bank(&m);
        CHECK_INT(m.size, 392);
        set32(&m, cases[i].at, cases[i].value);
        struct rq_doc *doc = read_as(made_bytes(&m), "texture");
        REQUIRE(doc != NULL);
        const struct rq_texture_file *file = rq_doc_root(doc, "texture");
        check_note("%x at %zu", cases[i].value, cases[i].at);
        CHECK_INT(file->kind == RQ_TEXTURE_BANK, cases[i].bank);
        rq_doc_free(doc);
    }
}

/* 32767 pictures, which share one place; and one more. */
static void test_record_limit(void)
{
    for (uint32_t count = 32767; count < 32769; count++) {
        uint32_t end = 26 + count * 20;
        uint8_t *data = calloc(1, end + 28);
        REQUIRE(data != NULL);
        rq_set16(data, (uint16_t)count);
        data[2] = 'M';
        for (uint32_t i = 0; i < count; i++)
            rq_set32(data + 26 + (size_t)i * 20 + 2, end);
        struct rq_doc *doc = read_as((struct rq_bytes){data, end + 28}, "texture");
        if (CHECK(doc != NULL)) {
            const struct rq_texture_file *file = rq_doc_root(doc, "texture");
            CHECK_INT(file->kind == RQ_TEXTURE_BANK, count == 32767);
        }
        rq_doc_free(doc);
        free(data);
    }
}

/* Pixels of sides of at least one, a row of up to 256, and all of them in the file. */
static void test_plain(void)
{
    static const struct {
        int width, height, frames, compression;
        bool shown;
    } cases[] = {{0, 1, 1, 0, false},   {1, 1, 1, 0, true},  {256, 1, 1, 0, true},
                 {257, 1, 1, 0, false}, {1, 0, 1, 0, false}, {1, 2, 1, 0, true},
                 {256, 2, 1, 0, true},  {1, 3, 1, 0, false}, {1, 1, 0, 0, false},
                 {1, 1, 2, 0, false},   {1, 1, 1, 1, false}, {-1, 1, 1, 0, false},
                 {1, -1, 1, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        m.size = 0;
        put16(&m, 1);
        put_text(&m, "One", 24);
        put16(&m, 0);
        put32(&m, 46);
        put_zeros(&m, 14);
        put32(&m, 0);
        put16(&m, cases[i].width);
        put16(&m, cases[i].height);
        put16(&m, cases[i].compression);
        put32(&m, 0);
        put32(&m, 28);
        put16(&m, 0);
        put16(&m, cases[i].frames);
        put_zeros(&m, 6 + 512);
        check_note("%d x %d", cases[i].width, cases[i].height);
        check_round_trips(made_bytes(&m), "TEXTURE.000", "texture");
        struct rq_doc *doc = read_as(made_bytes(&m), "texture");
        REQUIRE(doc != NULL);
        const struct rq_texture_file *file = rq_doc_root(doc, "texture");
        CHECK_INT(file->kind, RQ_TEXTURE_BANK);
        CHECK_INT(file->records && file->records[0].pixels, cases[i].shown);
        rq_doc_free(doc);
    }
}

/* Rows of 256, and bytes that are nothing known. */
static void test_tables(void)
{
    static struct made m;
    m.size = 0;
    for (unsigned i = 0; i < 64 * 256; i++)
        put8(&m, i * 3 + i / 256);
    check_round_trips(made_bytes(&m), "SHADE.000", "texture");
    check_round_trips(made_bytes(&m), "a/b/haze.011", "texture");
    struct rq_doc *doc = read_as(made_bytes(&m), "texture");
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    const struct rq_image *images;
    if (CHECK_INT(pictures_of(doc, &arena, &images), 1)) {
        CHECK_INT(images[0].planes[0].width, 256);
        CHECK_INT(images[0].planes[0].height, 64);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
    m.size = 300;
    check_round_trips(made_bytes(&m), "HAZE.001", "texture");
    doc = read_as(made_bytes(&m), "texture");
    REQUIRE(doc != NULL);
    CHECK(doc->format->opaque(doc));
    CHECK_INT(found(doc, "texture-not-understood"), 1);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    make_bank(&m);
    check_truncations(made_bytes(&m), "texture");
    check_flips(made_bytes(&m), "texture", 3000);
    /* A thousand entries for one picture of 200 rows. */
    m.size = 0;
    put16(&m, 1000);
    put_text(&m, "Again", 24);
    for (int i = 0; i < 1000; i++) {
        put16(&m, 0);
        put32(&m, 20026);
        put_zeros(&m, 14);
    }
    static const int words[] = {0, 0, 256, 100, 0, 0, 0, 28, 0, 0, 1, 0, 0, 0};
    for (size_t i = 0; i < 14; i++)
        put16(&m, words[i]);
    put_zeros(&m, 256 * 100);
    check_survives(made_bytes(&m), "texture");
    not_built("texture", "\"name\":\"x\"");
    not_built("texture", "\"rows\":[\"AAAA\"]");
    not_built("texture", "\"record_count\":1,\"records\":[],\"size\":26,\"strays\":[]");
    not_built("texture", "\"record_count\":1,\"records\":[{}]"); /* no strays */
    not_built("texture", "\"record_count\":0,\"records\":[],\"size\":4000000000,\"strays\":[]");
}

TESTS(test_bank, test_bank_rules, test_record_limit, test_plain, test_shared_picture, test_tables,
      test_damage)
