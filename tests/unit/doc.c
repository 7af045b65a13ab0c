/* Documents: the calls that are the same for every format, on a GFF of one field that is laid
 * down by hand. */
#include "core/bytes.h"
#include "formats/format.h"
#include "support/check.h"

#include <reliquary/blueprint.h>
#include <reliquary/gff.h>
#include <stdio.h>
#include <stdlib.h>

#define W(v)                                                                                       \
    (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF), (uint8_t)((v) >> 16 & 0xFF),                  \
        (uint8_t)((v) >> 24 & 0xFF)

/* clang-format off */
static const uint8_t tiny[] = {
    'U', 'T', 'C', ' ', 'V', '3', '.', '2', /* */
    W(56), W(1),                            /* one struct at 56 */
    W(68), W(1),                            /* one field at 68 */
    W(80), W(1),                            /* one label at 80 */
    W(96), W(8),                            /* 8 bytes of field data at 96 */
    W(104), W(0),                           /* no field indices */
    W(104), W(0),                           /* no list indices */
    W(0xFFFFFFFFu), W(0), W(1),             /* root: field 0, one field */
    W(10), W(0), W(0),                      /* a string, label 0, data at 0 */
    'T', 'a', 'g', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    W(4), 'c', 'a', 'r', 0xE9, /* "caré" in cp1252 */
};
/* clang-format on */

static const struct rq_bytes input = {tiny, sizeof tiny};

static const char tiny_json[] = "{\n"
                                "  \"format\": \"gff\",\n"
                                "  \"version\": 1,\n"
                                "  \"type\": \"UTC \",\n"
                                "  \"encoding\": \"cp1252\",\n"
                                "  \"layout\": \"depth-first\",\n"
                                "  \"root\": {\n"
                                "    \"id\": 4294967295,\n"
                                "    \"fields\": [\n"
                                "      [\"Tag\", \"string\", \"car\xC3\xA9\"]\n"
                                "    ]\n"
                                "  }\n"
                                "}\n";

static void test_there_and_back(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_read(input, NULL, &err);
    REQUIRE(doc != NULL);
    CHECK_STR(rq_format_describe(rq_doc_format(doc))->name, "gff");
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, tiny, sizeof tiny);
    /* What is written is appended. */
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 2 * sizeof tiny);
    CHECK_MEM(out.data + sizeof tiny, sizeof tiny, tiny, sizeof tiny);
    rq_out_free(&out);
    CHECK(rq_doc_to_json(doc, &out, &err));
    CHECK_MEM(out.data, out.size, tiny_json, sizeof tiny_json - 1);
    rq_out_free(&out);
    CHECK(rq_doc_root(doc, "gff") != NULL);
    CHECK(rq_doc_root(doc, "erf") == NULL);
    uint8_t *more = rq_doc_alloc(doc, 100);
    REQUIRE(more != NULL);
    CHECK_INT(more[99], 0);
    rq_doc_free(doc);
    rq_doc_free(NULL);
}

static struct rq_doc *from_text(const char *text, struct rq_error *err)
{
    *err = (struct rq_error){0};
    return rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, err);
}

static void test_from_json(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = from_text(tiny_json, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, tiny, sizeof tiny);
    rq_out_free(&out);
    rq_doc_free(doc);
    /* The two keys of the envelope may stand anywhere. */
    doc = from_text("{\"root\":{\"fields\":[]},\"version\":1,\"format\":\"gff\"}", &err);
    CHECK(doc != NULL);
    rq_doc_free(doc);
}

static void test_json_envelope_refused(void)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"", "an object expected"},
        {"[]", "an object expected"},
        {"{}", "no \"format\""},
        {"{\"format\":\"gff\"}", "\"version\" is 0"},
        {"{\"format\":\"gff\",\"version\":2}", "\"version\" is 2"},
        {"{\"format\":\"xyz\",\"version\":1}", "not known here"},
        {"{\"format\":\"a name that is far too long for any format to have it\",\"version\":1}",
         "not known here"},
        {"{\"format\":7,\"version\":1}", "a string expected"},
        {"{\"format\":\"gff\",\"version\":1}", "\"root\" is missing"},
        {"{\"format\":\"gff\",\"version\":1,\"root\":{}} x", "text after the end"},
        {"{\"format\":\"gff\",\"version\":1,\"root\":{},\"colour\":1}", "no field is named"},
        {"{\"format\":\"gff\",\"version\":1,\"root\":{}", "expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        check_note("%s", cases[i].text);
        CHECK(from_text(cases[i].text, &err) == NULL);
        CHECK_INT(err.code, RQ_CORRUPT);
        if (!CHECK(strstr(err.text, cases[i].why) != NULL))
            printf("    %s\n", err.text);
    }
}

/* Nobody has to ask why. */
static void test_without_an_error_object(void)
{
    struct rq_out out = {0};
    const struct rq_fact *facts;
    size_t count;
    struct rq_doc *doc = rq_doc_read(input, NULL, NULL);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_settle(doc, NULL));
    CHECK(rq_doc_write(doc, &out, NULL));
    CHECK(rq_doc_to_json(doc, &out, NULL));
    CHECK(rq_doc_facts(doc, &facts, &count, NULL));
    CHECK(rq_doc_dump(input, NULL, &out, NULL));
    CHECK(!rq_doc_put_entry(doc, "a.utc", input, NULL));
    CHECK_INT(rq_doc_verify(input, NULL, true, NULL), RQ_IDENTICAL);
    CHECK(rq_doc_diff(doc, doc, NULL, NULL, &count, NULL));
    CHECK_INT(count, 0);
    rq_doc_free(doc);
    CHECK(rq_doc_read((struct rq_bytes){tiny, 50}, NULL, NULL) == NULL);
    CHECK(rq_doc_from_json((struct rq_bytes){0}, NULL, NULL) == NULL);
    rq_out_free(&out);

    /* 4 bytes that no field owns: no named layout fits, so settling reads a second time. */
    uint8_t longer[sizeof tiny + 4] = {0};
    memcpy(longer, tiny, sizeof tiny);
    doc = rq_doc_read((struct rq_bytes){longer, sizeof longer}, NULL, NULL);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_settle(doc, NULL));
    rq_doc_free(doc);
}

/* The first failure wins: a call with an error that is set does nothing. */
static void test_error_is_sticky(void)
{
    struct rq_error err = {.code = RQ_IO};
    struct rq_out out = {0};
    CHECK(rq_doc_read(input, NULL, &err) == NULL);
    CHECK(rq_doc_from_json(input, NULL, &err) == NULL);
    struct rq_doc *doc = rq_doc_read(input, NULL, NULL);
    REQUIRE(doc != NULL);
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 0);
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_not_a_known_file(void)
{
    struct rq_error err = {0};
    static const uint8_t noise[] = "this is no file of any game, and it is long enough to be one";
    CHECK(rq_doc_read((struct rq_bytes){noise, sizeof noise}, NULL, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
    err = (struct rq_error){0};
    CHECK(rq_doc_read((struct rq_bytes){0}, NULL, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
    /* Forced to be one, it is refused for a better reason. */
    struct rq_options options = {.format = rq_format_by_name("gff")};
    err = (struct rq_error){0};
    CHECK(rq_doc_read((struct rq_bytes){noise, sizeof noise}, &options, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
    CHECK_INT(err.offset, 4);
}

static void test_verdicts(void)
{
    static const uint8_t noise[64] = {1};
    struct rq_error err = {0};
    CHECK_INT(rq_doc_verify(input, NULL, false, &err), RQ_IDENTICAL);
    CHECK_INT(rq_doc_verify(input, NULL, true, &err), RQ_IDENTICAL);
    CHECK_INT(err.code, RQ_OK);
    CHECK_INT(rq_doc_verify((struct rq_bytes){noise, sizeof noise}, NULL, false, &err), RQ_UNKNOWN);
    /* Cut anywhere behind its magic a file is damaged, not unknown. */
    for (size_t size = 8; size < sizeof tiny; size++) {
        err = (struct rq_error){0};
        check_note("%zu bytes", size);
        CHECK_INT(rq_doc_verify((struct rq_bytes){tiny, size}, NULL, false, &err), RQ_UNREADABLE);
        CHECK(err.code != RQ_OK);
    }
}

static void test_memory_limit(void)
{
    struct rq_error err = {0};
    struct rq_options options = {.memory_limit = 64};
    CHECK(rq_doc_read(input, &options, &err) == NULL);
    CHECK_INT(err.code, RQ_LIMIT);
    err = (struct rq_error){0};
    CHECK(rq_doc_from_json((struct rq_bytes){(const uint8_t *)tiny_json, sizeof tiny_json - 1},
                           &options, &err) == NULL);
    CHECK(err.code != RQ_OK);
}

/* A document's JSON is bulkier in memory than as text when its fields are small: 300,000
 * bytes in a row must still come back. */
static void test_large_json(void)
{
    enum { FIELDS = 300000 };
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    gff->root->fields = rq_doc_alloc(doc, FIELDS * sizeof *gff->root->fields);
    REQUIRE(gff->root->fields != NULL);
    gff->root->field_count = FIELDS;
    for (uint32_t i = 0; i < FIELDS; i++) {
        gff->root->fields[i].label = "x";
        gff->root->fields[i].v.word = i & 0xFF;
    }
    struct rq_out json = {0}, a = {0}, b = {0};
    CHECK(rq_doc_write(doc, &a, &err));
    CHECK(rq_doc_to_json(doc, &json, &err));
    struct rq_doc *again = rq_doc_from_json(rq_out_bytes(&json), NULL, &err);
    CHECK(again != NULL);
    CHECK_STR(err.text, "");
    CHECK(again && rq_doc_write(again, &b, &err));
    CHECK_MEM(b.data, b.size, a.data, a.size);
    rq_doc_free(again);
    rq_doc_free(doc);
    rq_out_free(&json);
    rq_out_free(&a);
    rq_out_free(&b);
}

static void test_new_documents(void)
{
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_new(format, NULL, &err);
        check_note("%s", rq_format_describe(format)->name);
        CHECK((doc != NULL) == (err.code == RQ_OK));
        if (!doc)
            CHECK_INT(err.code, RQ_UNSUPPORTED);
        CHECK_INT(err.offset, 0);
        rq_doc_free(doc);
    }
    CHECK(rq_format_at(rq_format_count()) == NULL);
}

static void test_not_a_container(void)
{
    struct rq_error err = {0};
    const struct rq_entry *entries;
    size_t count = 7;
    struct rq_doc *doc = rq_doc_read(input, NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(!rq_doc_entries(doc, &entries, &count, &err));
    CHECK_INT(count, 0);
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK(!rq_doc_remove_entry(doc, "a.utc", &err));
    rq_doc_free(doc);
}

static void keep_fact(void *ctx, const char *key, const char *text)
{
    snprintf(ctx, 64, "%s %s", key, text);
}

/* What the format tells of itself; and of its one field, what the tables make of it. */
static void test_facts(void)
{
    char told[64] = "";
    struct rq_error err = {0};
    const struct rq_fact *facts;
    size_t count = 0;
    struct rq_doc *doc = rq_doc_read(input, NULL, &err);
    REQUIRE(doc != NULL);
    for (int twice = 0; twice < 2; twice++) {
        REQUIRE(rq_doc_facts(doc, &facts, &count, &err));
        REQUIRE(count == 4);
        CHECK_STR(facts[0].key, "type");
        CHECK_STR(facts[0].value, "UTC");
        CHECK_STR(facts[3].value, "depth-first");
    }
    CHECK(rq_blueprint_facts(doc, NULL, keep_fact, told, &err));
    CHECK_STR(told, "tag car\xC3\xA9");
    rq_doc_free(doc);
}

/* ---- the dump ---- */

static void test_dump(void)
{
    static const char *const lines[] = {
        "00000000  55 54 43 20                type = \"UTC \"\n",
        "00000038  ff ff ff ff                root / id = 4294967295\n",
        "00000044  0a 00 00 00                root / Tag / type = 10\n",
        "00000050  54 61 67 00 00 00 00 00 .. label = \"Tag\"\n",
        "00000060  04 00 00 00                root / Tag / length = 4\n",
        "00000064  63 61 72 e9                root / Tag / text = \"car\xC3\xA9\"\n",
    };
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(rq_doc_dump(input, NULL, &out, &err));
    rq_put8(&out, 0);
    const char *text = (const char *)out.data;
    CHECK(strstr(text, "no field explains") == NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        check_note("%s", lines[i]);
        const char *found = strstr(text, lines[i]); /* in file order */
        if (!CHECK(found != NULL))
            break;
        text = found;
    }
    rq_out_free(&out);
}

/* A damaged file is dumped as far as it was understood, and never beyond its end. */
static void test_dump_damaged(void)
{
    for (size_t size = 8; size < sizeof tiny; size++) {
        struct check_guard guard;
        struct rq_error err = {0};
        struct rq_out out = {0};
        REQUIRE(check_guard_make(tiny, size, &guard));
        CHECK(!rq_doc_dump((struct rq_bytes){guard.data, guard.size}, NULL, &out, &err));
        CHECK(err.code != RQ_OK);
        CHECK(out.size > 0);
        rq_out_free(&out);
        check_guard_free(&guard);
    }
    /* Bytes that nothing refers to are said to be so. */
    uint8_t longer[sizeof tiny + 5] = {0};
    struct rq_error err = {0};
    struct rq_out out = {0};
    memcpy(longer, tiny, sizeof tiny);
    CHECK(rq_doc_dump((struct rq_bytes){longer, sizeof longer}, NULL, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data,
                 "00000068  00 00 00 00 00             (5 bytes that no field explains)") != NULL);
    rq_out_free(&out);
}

/* Nanoseconds are rounded to milliseconds, a half up. */
static void test_fact_time(void)
{
    static const struct {
        uint64_t time;
        const char *said;
    } times[] = {{0, "0.000 s"},
                 {499999, "0.000 s"},
                 {500000, "0.001 s"},
                 {61999499999u, "61.999 s"},
                 {61999500000u, "62.000 s"}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        const struct rq_fact *facts;
        size_t count = 0;
        struct rq_doc *doc = rq_doc_read(input, NULL, NULL);
        REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
        rq_fact_time(doc, times[i].time);
        REQUIRE(doc->fact_count == count + 1);
        CHECK_STR(doc->facts[count].value, times[i].said);
        rq_doc_free(doc);
    }
}

/* ---- a writer that does not give back what was read ---- */

static struct {
    size_t cut, more; /* bytes less at the end, zeros more */
    size_t changed;   /* this byte is another; SIZE_MAX: none */
} fault;

static bool write_wrong(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    (void)doc, (void)err;
    rq_put(out, tiny, sizeof tiny - fault.cut);
    rq_put_zeros(out, fault.more);
    if (fault.changed < out->size)
        out->data[fault.changed] ^= 1;
    return !out->failed;
}

/* No format writes other bytes than it read; one that did would be told. */
static void test_difference(void)
{
    static const struct {
        size_t cut, more, changed;
        enum rq_verdict verdict;
        const char *text;
        uint64_t offset;
    } cases[] = {
        {0, 0, SIZE_MAX, RQ_IDENTICAL, "", 0},
        {0, 0, 0, RQ_DIFFERENT, "written back 104 bytes for 104; the first difference is at 0x0",
         0},
        {0, 0, 103, RQ_DIFFERENT, "written back 104 bytes for 104; the first difference is at 0x67",
         103},
        {1, 0, SIZE_MAX, RQ_DIFFERENT,
         "written back 103 bytes for 104; the first difference is at 0x67", 103},
        {0, 2, SIZE_MAX, RQ_DIFFERENT,
         "written back 106 bytes for 104; the first difference is at 0x68", 104},
        {0, 2, 20, RQ_DIFFERENT, "written back 106 bytes for 104; the first difference is at 0x14",
         20},
        {104, 0, SIZE_MAX, RQ_DIFFERENT,
         "written back 0 bytes for 104; the first difference is at 0x0", 0},
    };
    struct rq_format wrong = *rq_format_by_name("gff");
    wrong.write = write_wrong;
    CHECK_INT(sizeof tiny, 104);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        fault.cut = cases[i].cut;
        fault.more = cases[i].more;
        fault.changed = cases[i].changed;
        check_note("case %zu", i);
        CHECK_INT(rq_doc_verify(input, &(struct rq_options){.format = &wrong}, false, &err),
                  cases[i].verdict);
        CHECK_STR(err.text, cases[i].text);
        CHECK_INT(err.offset, cases[i].offset);
        CHECK_INT(err.code, cases[i].verdict == RQ_IDENTICAL ? RQ_OK : RQ_CORRUPT);
        CHECK_STR(err.where, cases[i].text[0] ? "gff" : "");
    }
}

TESTS(test_difference, test_fact_time, test_there_and_back, test_from_json,
      test_json_envelope_refused, test_without_an_error_object, test_error_is_sticky,
      test_not_a_known_file, test_verdicts, test_memory_limit, test_large_json, test_new_documents,
      test_not_a_container, test_facts, test_dump, test_dump_damaged)
