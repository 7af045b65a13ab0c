/* TLK V3.0: bytes by hand from docs/formats/tlk.md (header 20 bytes, entry 40). */
#include "tables.h"

#include <reliquary/tlk.h>

static void put_header(struct made *m, uint32_t language, uint32_t count, uint32_t text_base)
{
    m->size = 0;
    put_text(m, "TLK V3.0", 8);
    put32(m, language);
    put32(m, count);
    put32(m, text_base);
}

static void put_entry(struct made *m, uint32_t flags, const char *sound, uint32_t offset,
                      uint32_t size)
{
    put32(m, flags);
    put_text(m, sound, 16);
    put32(m, 0);
    put32(m, 0);
    put32(m, offset);
    put32(m, size);
    put32(m, 0);
}

/* Four strings: "caf\xE9" with a sound of 2.5 s, nothing, an empty text, "end". Texts at 180. */
static void make_tlk(struct made *m)
{
    put_header(m, 0, 4, 180);
    put_entry(m, 7, "sixteen_letters_", 0, 4);
    put_entry(m, 0, "", 4, 0);
    put_entry(m, 1, "", 4, 0);
    put_entry(m, 1, "", 4, 3);
    put_text(m,
             "caf\xE9"
             "end",
             7);
    set32(m, 20 + 20, 1);          /* volume */
    set32(m, 20 + 24, 2);          /* pitch */
    set32(m, 20 + 36, 0x40200000); /* 2.5 */
}

static enum rq_tlk_layout layout_of(const struct made *m)
{
    struct rq_doc *doc = read_as(made_bytes(m), "tlk");
    enum rq_tlk_layout layout = RQ_TLK_UNSETTLED;
    if (doc && CHECK(rq_doc_settle(doc, NULL)))
        layout = ((struct rq_tlk *)rq_doc_root(doc, "tlk"))->layout;
    rq_doc_free(doc);
    check_round_trips(made_bytes(m), NULL, "tlk");
    return layout;
}

static void test_values(void)
{
    static struct made m;
    make_tlk(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc != NULL);
    const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    const struct rq_finding *findings;
    REQUIRE(tlk->string_count == 4);
    const struct rq_tlk_string *s = tlk->strings;
    CHECK_INT(s[0].entry.flags, 7);
    CHECK_MEM(s[0].entry.sound, 16, "sixteen_letters_", 16);
    CHECK_INT(s[0].entry.volume_variance, 1);
    CHECK_INT(s[0].entry.pitch_variance, 2);
    CHECK(s[0].entry.sound_length == 2.5f);
    CHECK(s[0].text.data == m.data + 180); /* nothing is copied */
    CHECK_MEM(s[0].text.data, s[0].text.size, "caf\xE9", 4);
    CHECK_INT(s[1].text.size, 0);
    CHECK_MEM(s[3].text.data, s[3].text.size, "end", 3);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    struct rq_out json = json_of(doc);
    CHECK(strstr((char *)json.data,
                 "{\"strref\": 0, \"flags\": 7, \"sound\": \"sixteen_letters_\", "
                 "\"volume_variance\": 1, \"pitch_variance\": 2, "
                 "\"sound_length\": 2.5, \"text\": \"caf\xC3\xA9\"}"));
    CHECK(strstr((char *)json.data, "{\"strref\": 1, \"flags\": 0, \"text\": \"\"}"));
    rq_out_free(&json);
    rq_doc_free(doc);
}

static void test_layouts(void)
{
    static struct made m;
    make_tlk(&m);
    CHECK_INT(layout_of(&m), RQ_TLK_IN_ORDER);
    set32(&m, 60 + 28, 0);
    set32(&m, 100 + 28, 0);
    CHECK_INT(layout_of(&m), RQ_TLK_IN_ORDER_ZERO);
    set32(&m, 60 + 28, 4); /* one of each */
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
    for (uint32_t zero = 0; zero < 2; zero++) {
        put_header(&m, 0, 4, 180); /* the first text again, and an empty one between */
        put_entry(&m, 1, "", 0, 2);
        put_entry(&m, 1, "", zero ? 0 : 2, 0);
        put_entry(&m, 1, "", 0, 2);
        put_entry(&m, 1, "", 2, 1);
        put_text(&m, "abc", 3);
        CHECK_INT(layout_of(&m), zero ? RQ_TLK_SHARED_ZERO : RQ_TLK_SHARED);
    }
    set32(&m, 140 + 28, 1); /* texts that overlap: "ab", "b" */
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
    make_tlk(&m);
    put8(&m, 0x55); /* a byte after the end */
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
    put_header(&m, 0, 1, 64); /* four bytes before the texts */
    put_entry(&m, 1, "", 0, 2);
    put_text(&m, "gap!hi", 6);
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
    put_header(&m, 0, 1, 0); /* the text is the header */
    put_entry(&m, 1, "", 0, 8);
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
    put_header(&m, 0, 0, 20);
    CHECK_INT(layout_of(&m), RQ_TLK_IN_ORDER);
    put_header(&m, 0, 0, 0xFFFFFFFF);
    CHECK_INT(layout_of(&m), RQ_TLK_EXPLICIT);
}

/* The same strings in another version: entries of 36 bytes, without a length (docs/formats/tlk.md:
 * V3.0 has 40 bytes, any other version 36). Texts at 20 + 2 * 36. */
static void make_other_version(struct made *m)
{
    put_header(m, 0, 2, 92);
    memcpy(m->data + 4, "V2.1", 4);
    put_entry(m, 7, "boo", 0, 4);
    m->size -= 4;
    put_entry(m, 1, "", 4, 3);
    m->size -= 4;
    put_text(m,
             "caf\xE9"
             "end",
             7);
}

static void test_other_version(void)
{
    static struct made m;
    struct rq_tlk_found found;
    struct rq_error err = {0};
    struct rq_out out = {0};
    make_other_version(&m);
    CHECK_INT(layout_of(&m), RQ_TLK_IN_ORDER);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-other-version"), 1);
    CHECK(rq_tlk_get(made_bytes(&m), 1, &found));
    CHECK_MEM(found.text.data, found.text.size, "end", 3);
    CHECK(found.entry.sound_length == 0);
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc != NULL);
    struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    CHECK_MEM(tlk->strings[1].text.data, tlk->strings[1].text.size, "end", 3);
    tlk->strings[0].entry.sound_length = 1; /* there is no place for it */
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK(strstr(err.text, "sound_length") != NULL);
    rq_out_free(&out);
    rq_doc_free(doc);
    check_truncations(made_bytes(&m), "tlk");
    memcpy(m.data + 4, "V4.0", 4); /* of another game, with other entries */
    CHECK(rq_format_detect(made_bytes(&m), "x.tlk") != rq_format_by_name("tlk"));
    struct rq_options options = {.format = rq_format_by_name("tlk")};
    err = (struct rq_error){0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 4);
}

/* As the first game's own table has them: flags 0x8000 and zeros where there is no string, an empty
 * text at 0; and the game looks at the low 24 bits of a number (docs/formats/tlk.md). */
static void test_holes(void)
{
    static struct made m;
    struct rq_tlk_found found;
    put_header(&m, 0, 3, 140);
    put_entry(&m, 7, "", 0, 2);
    put_entry(&m, 0x8000, "", 0, 0);
    put_entry(&m, 6, "boo", 0, 0);
    put_text(&m, "hi", 2);
    CHECK_INT(layout_of(&m), RQ_TLK_IN_ORDER_ZERO);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-unknown-flags"), 0);
    CHECK(rq_tlk_get(made_bytes(&m), 0x01000000, &found));
    CHECK_MEM(found.text.data, found.text.size, "hi", 2);
    set32(&m, 60, 0x8001);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-unknown-flags"), 1);
}

static void test_pages(void)
{
    static const struct {
        uint32_t language;
        enum rq_codepage page;
        const char *bytes, *text;
    } cases[] = {
        {0, RQ_CP_DEFAULT, "\xE9\x80", "\xC3\xA9\xE2\x82\xAC"}, /* cp1252: e acute, euro */
        {5, RQ_CP_DEFAULT, "\xB9\x9C", "\xC4\x85\xC5\x9B"},     /* cp1250: a ogonek, s acute */
        {0, RQ_CP1251, "\xCF\xB8", "\xD0\x9F\xD1\x91"},         /* cp1251, by option */
        {131, RQ_CP_DEFAULT, "\x93\xFA\x96\x7B", "\xE6\x97\xA5\xE6\x9C\xAC"}, /* cp932 */
        {130, RQ_CP_DEFAULT, "\xD6\xD0\xCE\xC4", "\xE4\xB8\xAD\xE6\x96\x87"}, /* cp936 */
        {128, RQ_CP_DEFAULT, "\xC7\xD1\xB1\xDB", "\xED\x95\x9C\xEA\xB8\x80"}, /* cp949 */
        {129, RQ_CP_DEFAULT, "\xA4\xA4\xA4\xE5", "\xE4\xB8\xAD\xE6\x96\x87"}, /* cp950 */
        {77, RQ_CP_DEFAULT, "\xE9", "\xC3\xA9"}, /* nobody's language */
        {0x80000005, RQ_CP_DEFAULT, "\xE9", "\xC3\xA9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        struct rq_options options = {.codepage = cases[i].page};
        uint32_t size = (uint32_t)strlen(cases[i].bytes);
        char json_text[64];
        check_note("language %u", cases[i].language);
        put_header(&m, cases[i].language, 1, 60);
        put_entry(&m, 1, "", 0, size);
        put_text(&m, cases[i].bytes, size);
        struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err);
        REQUIRE(doc != NULL);
        struct rq_out json = json_of(doc), out = {0};
        snprintf(json_text, sizeof json_text, "\"text\": \"%s\"}", cases[i].text);
        CHECK(strstr((char *)json.data, json_text));
        struct rq_doc *again =
            rq_doc_from_json((struct rq_bytes){json.data, json.size - 1}, &options, &err);
        if (CHECK(again && rq_doc_write(again, &out, &err)))
            CHECK_MEM(out.data, out.size, m.data, m.size);
        struct rq_out csv = converted(doc, "csv");
        CHECK(strstr((char *)csv.data, cases[i].text));
        rq_out_free(&csv);
        rq_out_free(&json);
        rq_out_free(&out);
        rq_doc_free(again);
        rq_doc_free(doc);
    }
}

static void test_get(void)
{
    static struct made m;
    struct rq_tlk_found found;
    make_tlk(&m);
    struct rq_bytes file = made_bytes(&m);
    CHECK(rq_tlk_get(file, 0, &found));
    CHECK_MEM(found.text.data, found.text.size, "caf\xE9", 4);
    CHECK_MEM(found.entry.sound, 16, "sixteen_letters_", 16);
    CHECK(found.entry.sound_length == 2.5f);
    CHECK_INT(found.entry.pitch_variance, 2);
    CHECK(rq_tlk_get(file, 1, &found) && found.text.size == 0);
    CHECK(rq_tlk_get(file, 3, &found));
    CHECK_MEM(found.text.data, found.text.size, "end", 3);
    CHECK(!rq_tlk_get(file, 4, &found));
    CHECK(!rq_tlk_get(file, UINT32_MAX, &found));
    set32(&m, 140, 6); /* a text without its flag is none */
    CHECK(rq_tlk_get(file, 3, &found) && found.text.size == 0);
    set32(&m, 140, 7);
    set32(&m, 140 + 32, 4); /* one byte too many */
    CHECK(!rq_tlk_get(file, 3, &found));
    set32(&m, 140 + 28, UINT32_MAX);
    set32(&m, 140 + 32, UINT32_MAX);
    CHECK(!rq_tlk_get(file, 3, &found));
    set32(&m, 12, UINT32_MAX); /* a count that no file has */
    CHECK(!rq_tlk_get(file, UINT32_MAX - 1, &found));
    for (size_t n = 0; n < m.size; n++) {
        struct check_guard guard;
        REQUIRE(check_guard_make(m.data, n, &guard));
        CHECK_INT(rq_tlk_get((struct rq_bytes){guard.data, n}, 0, &found), n >= 184);
        check_guard_free(&guard);
    }
}

static void test_table(void)
{
    static struct made m;
    struct rq_error err;
    make_tlk(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc != NULL);
    struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    struct rq_out csv = converted(doc, "csv");
    CHECK_STR((char *)csv.data, "strref,flags,sound,sound_length,text\r\n"
                                "0,7,sixteen_letters_,2.5,caf\xC3\xA9\r\n"
                                "1,0,,,\r\n2,1,,,\r\n3,1,,,end\r\n");
    CHECK(put_csv(doc, (char *)csv.data, &err)); /* nothing changes */
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_out_free(&csv);
    CHECK(put_csv(doc, "text,strref\r\n\"a,\n\"\"b\"\"\",1\r\n", &err));
    CHECK_MEM(tlk->strings[1].text.data, tlk->strings[1].text.size, "a,\n\"b\"", 6);
    CHECK_INT(tlk->strings[1].entry.flags, 1);
    CHECK(tlk->strings[3].text.data == m.data + 184);
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, m.size + 6);
    CHECK_INT(rq_get32(out.data + 140 + 28), 10); /* the text behind has moved */
    rq_out_free(&out);
    static const struct {
        const char *csv, *why;
    } refusals[] = {{"strref,words\n1,a\n", "columns strref and text"},
                    {"strref,text\n4,a\n", "there are 4 strings"},
                    {"strref,text\nx,a\n", "not the number"},
                    {"strref,text\n-1,a\n", "not the number"},
                    {"strref,text\n99999999999,a\n", "not the number"},
                    {"strref,text\n0,new\n0,b\n", "twice"},
                    {"strref,text\n0,\xE4\xB8\xAD\n", "U+4E2D"}};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        CHECK(!put_csv(doc, refusals[i].csv, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        CHECK(strstr(err.text, refusals[i].why));
        CHECK_MEM(tlk->strings[0].text.data, tlk->strings[0].text.size, "caf\xE9", 4);
    }
    rq_doc_free(doc);
    check_exhausted(made_bytes(&m), "tlk", "csv", "x.csv",
                    (struct rq_bytes){(const uint8_t *)"strref,text\n1,a\n", 16});
}

static struct rq_doc *from_csv(const char *csv, struct rq_error *err)
{
    *err = (struct rq_error){0};
    return rq_doc_from_text((struct rq_bytes){(const uint8_t *)csv, strlen(csv)},
                            &(struct rq_options){.name = "x.tlk"}, err);
}

/* A table of its own makes the file again; flags that it does not give follow from the rest. */
static void test_from_csv(void)
{
    static struct made m;
    struct rq_error err;
    struct rq_out out = {0};
    make_tlk(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc != NULL);
    struct rq_out csv = converted(doc, "csv");
    rq_doc_free(doc);
    doc = from_csv((char *)csv.data, &err);
    CHECK(doc && rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = read_as(rq_out_bytes(&out), "tlk");
    REQUIRE(doc != NULL);
    struct rq_out again = converted(doc, "csv");
    CHECK_STR((char *)again.data, (char *)csv.data);
    rq_out_free(&again);
    rq_out_free(&csv);
    rq_doc_free(doc);
    rq_out_free(&out);
    doc = from_csv("text,strref,sound,sound_length\nhi,2,,\n,1,boo,0x7fc00001\n", &err);
    REQUIRE(doc != NULL);
    const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    CHECK_INT(tlk->string_count, 3);
    CHECK_INT(tlk->strings[0].entry.flags, 0);
    CHECK_INT(tlk->strings[1].entry.flags, RQ_TLK_SOUND | RQ_TLK_LENGTH);
    CHECK_INT(rq_bits_of(tlk->strings[1].entry.sound_length), 0x7FC00001);
    CHECK_INT(tlk->strings[2].entry.flags, RQ_TLK_TEXT);
    rq_doc_free(doc);
    static const struct {
        const char *csv, *why;
    } refusals[] = {{"strref,words\n1,a\n", "columns strref and text"},
                    {"strref,text\nx,a\n", "number of a string"},
                    {"strref,text\n4294967295,a\n", "number of a string"},
                    {"strref,text\n4294967294,a\n", "1 strings of 4294967295"},
                    {"strref,text\n1,a\n1,b\n", "twice"},
                    {"strref,text,flags\n1,a,-1\n", "flags: a number expected"},
                    {"strref,text,sound\n1,a,12345678901234567\n", "room for 16"},
                    {"strref,text,sound_length\n1,a,long\n", "seconds expected"}};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        CHECK(!from_csv(refusals[i].csv, &err));
        CHECK(strstr(err.text, refusals[i].why));
    }
}

/* An explicit table that is changed becomes one in order. */
static void test_edit_explicit(void)
{
    static struct made m;
    struct rq_error err;
    struct rq_out out = {0};
    put_header(&m, 0, 1, 64);
    put_entry(&m, 1, "", 0, 2);
    put_text(&m, "gap!hi", 6);
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc && put_csv(doc, "strref,text\n0,hello\n", &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 65);
    CHECK_INT(rq_get32(out.data + 16), 60);
    CHECK_MEM(out.data + 60, out.size - 60, "hello", 5);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    static struct made m;
    make_tlk(&m);
    set32(&m, 12, 0xFFFFFFFF);
    refused(made_bytes(&m), RQ_TRUNCATED, "string_count");
    make_tlk(&m);
    set32(&m, 140 + 32, 4);
    refused(made_bytes(&m), RQ_TRUNCATED, "strings[3]");
    set32(&m, 140 + 28, 0xFFFFFFF0);
    refused(made_bytes(&m), RQ_CORRUPT, "behind the end");
    set32(&m, 140, 0); /* without its flag nobody looks there */
    check_round_trips(made_bytes(&m), NULL, "tlk");
    memcpy(m.data + 4, "V4.0", 4);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("tlk")};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 4);
    put_header(&m, 0, 1000, 40020); /* a thousand times the same 20,000 bytes */
    for (int i = 0; i < 1000; i++)
        put_entry(&m, 1, "", 0, 20000);
    put_zeros(&m, 20000);
    refused(made_bytes(&m), RQ_LIMIT, "exceed the file");
    not_built("tlk", "\"strings\":[{\"strref\":1,\"text\":\"a\"}]");
    not_built("tlk", "\"strings\":[{\"text\":\"\xE4\xB8\xAD\"}]");
    not_built("tlk", "\"layout\":\"heap\"");
    not_built("tlk", "\"strings\":[{\"text\":\"a\",\"text_size\":3}]");
}

static void test_findings(void)
{
    static struct made m;
    make_tlk(&m);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-unknown-language"), 0);
    set32(&m, 8, 6);
    set32(&m, 20, 15);
    set32(&m, 20 + 36, 0x7FC00000);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-unknown-language"), 1);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-unknown-flags"), 1);
    CHECK_INT(count_found(made_bytes(&m), "tlk", "tlk-no-length"), 1);
    check_round_trips(made_bytes(&m), NULL, "tlk");
    struct rq_doc *doc = read_as(made_bytes(&m), "tlk");
    REQUIRE(doc != NULL);
    struct rq_out csv = converted(doc, "csv");
    CHECK(strstr((char *)csv.data, "0x7fc00000"));
    rq_out_free(&csv);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    make_tlk(&m);
    check_truncations(made_bytes(&m), "tlk");
    check_flips(made_bytes(&m), "tlk", 2000);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "tlk");
    struct rq_doc *doc = read_as(bytes, "tlk");
    REQUIRE(doc != NULL);
    const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    CHECK_INT(tlk->string_count, 41);
    CHECK(rq_doc_settle(doc, NULL));
    CHECK_INT(tlk->layout, RQ_TLK_IN_ORDER);
    for (uint32_t i = 0; i < tlk->string_count; i++) {
        struct rq_tlk_found found;
        CHECK(rq_tlk_get(bytes, i, &found));
        CHECK(found.text.data == tlk->strings[i].text.data);
        CHECK_INT(found.text.size, tlk->strings[i].text.size);
    }
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/tlk");
    CHECK_INT(each_file("kotor/tlk", check_file), 2);
}

TESTS(test_values, test_layouts, test_other_version, test_holes, test_pages, test_get, test_table,
      test_from_csv, test_edit_explicit, test_refused, test_findings, test_damage, test_corpus)
