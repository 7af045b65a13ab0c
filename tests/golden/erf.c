/* ERF V1.0. The archives are laid down by hand: header 160 bytes, key 24, resource 8. */
#include "core/bytes.h"
#include "core/file.h"
#include "support/corpus.h"
#include "support/document.h"

#include <reliquary/erf.h>
#include <stdio.h>
#include <stdlib.h>

#define W(v)                                                                                       \
    (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF), (uint8_t)((v) >> 16 & 0xFF),                  \
        (uint8_t)((v) >> 24 & 0xFF)
#define ZERO4   0, 0, 0, 0
#define ZERO20  ZERO4, ZERO4, ZERO4, ZERO4, ZERO4
#define ZERO116 ZERO20, ZERO20, ZERO20, ZERO20, ZERO20, ZERO4, ZERO4, ZERO4, ZERO4

/* Two resources and two descriptions, in the order that all writers use. */
/* clang-format off */
static const uint8_t module[] = {
    'M', 'O', 'D', ' ', 'V', '1', '.', '0', /* 0 */
    W(2), W(25),                            /* 8: 2 descriptions of 25 bytes */
    W(2),                                   /* 16: 2 resources */
    W(160), W(185), W(233),                 /* 20: where descriptions, keys and list stand */
    W(118), W(41),                          /* 32: built in 2018, day 42 */
    W(0xFFFFFFFF),                          /* 40: no StrRef */
    ZERO116,                                /* 44: reserved */
    W(0), W(5), 'h', 'e', 'l', 'l', 'o',    /* 160: English, male */
    W(10), W(4), 'p', 'i', 0xEA, 'k',       /* 173: id 10, 4 bytes */
    /* 185: keys: name, position in the list, type, unused */
    'a', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, W(0), 0x0A, 0x00, 0, 0, /* a.txt: 10 */
    's', 'i', 'x', 't', 'e', 'e', 'n', '_', 'l', 'e', 't', 't', 'e', 'r', 's', '_', /* no NUL */
    W(1), 0xDA, 0x07, 0, 0, /* .ncs: 2010 */
    /* 233: offset and size of each resource */
    W(249), W(3), W(252), W(2),
    'a', 'b', 'c', /* 249 */
    'N', 'C',      /* 252 */
};
/* clang-format on */

enum { SIZE = 254 };

static struct rq_bytes whole(const uint8_t *bytes, size_t size)
{
    return (struct rq_bytes){bytes, size};
}

/* Comes back directly and through JSON, in this layout; leaves the JSON. */
static bool survives(struct rq_bytes file, enum rq_erf_layout layout, struct rq_out *json)
{
    struct rq_doc *doc = read_and_check(file);
    if (!doc)
        return false;
    bool fine = CHECK_INT(((struct rq_erf *)rq_doc_root(doc, "erf"))->layout, layout);
    if (json)
        *json = json_of(doc);
    rq_doc_free(doc);
    return fine;
}

static bool has_finding(struct rq_bytes file, const char *id)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = rq_doc_read(file, NULL, NULL);
    bool found = false;
    for (size_t i = 0, n = doc ? rq_doc_findings(doc, &findings) : 0; i < n; i++)
        found = found || strcmp(findings[i].id, id) == 0;
    rq_doc_free(doc);
    return found;
}

static void test_module(void)
{
    static const char expected[] = "{\n"
                                   "  \"format\": \"erf\",\n"
                                   "  \"version\": 1,\n"
                                   "  \"type\": \"MOD \",\n"
                                   "  \"build_year\": 118,\n"
                                   "  \"build_day\": 41,\n"
                                   "  \"description_strref\": 4294967295,\n"
                                   "  \"zero_description_offset\": false,\n"
                                   "  \"descriptions\": [\n"
                                   "    [0, \"hello\"],\n"
                                   "    [10, \"pi\xC4\x99k\"]\n"
                                   "  ],\n"
                                   "  \"resources\": [\n"
                                   "    {\n"
                                   "      \"name\": \"a.txt\",\n"
                                   "      \"data\": \"YWJj\"\n"
                                   "    },\n"
                                   "    {\n"
                                   "      \"name\": \"sixteen_letters_.ncs\",\n"
                                   "      \"data\": \"TkM=\"\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}\n";
    struct rq_out json = {0};
    CHECK_INT(sizeof module, SIZE);
    CHECK(survives(whole(module, SIZE), RQ_ERF_TIGHT, &json));
    /* Descriptions are taken in the page of the document, whatever their language. */
    CHECK_STR((const char *)json.data, expected);
    rq_out_free(&json);
}

static void test_entries(void)
{
    const struct rq_entry *entries;
    size_t count = 0;
    struct rq_doc *doc = rq_doc_read(whole(module, SIZE), NULL, NULL);
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, NULL) && count == 2);
    CHECK_STR(entries[0].name, "a.txt");
    CHECK_MEM(entries[0].bytes.data, entries[0].bytes.size, "abc", 3);
    CHECK_STR(entries[1].name, "sixteen_letters_.ncs");
    CHECK_MEM(entries[1].bytes.data, entries[1].bytes.size, "NC", 2);
    rq_doc_free(doc);
}

static void test_other_tags(void)
{
    static const char *const tags[] = {"ERF ", "HAK ", "SAV "};
    uint8_t bytes[SIZE];
    for (size_t i = 0; i < 3; i++) {
        memcpy(bytes, module, SIZE);
        memcpy(bytes, tags[i], 4);
        CHECK(survives(whole(bytes, SIZE), RQ_ERF_TIGHT, NULL));
        /* The engine opens a .sav only with the type MOD. */
        CHECK_INT(has_finding(whole(bytes, SIZE), "erf-sav-type"), i == 2);
    }
    CHECK(!has_finding(whole(module, SIZE), "erf-sav-type"));
    struct rq_options options = {.format = rq_format_by_name("erf")};
    struct rq_error err = {0};
    memcpy(bytes, "ABC\0", 4);
    CHECK(rq_doc_read(whole(bytes, SIZE), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
}

/* ---- an archive without descriptions, to be bent ---- */

enum { PLAIN = 160 + 2 * 32 + 5 };

/* a.txt "abc" and b.txt "de"; keys at 160, list at 208, data at 224. */
static void plain(uint8_t bytes[PLAIN])
{
    static const uint8_t rest[] = {
        'a', 0, 0, 0,    0,   0, 0, 0, 0,      0,    0,      0,    0,   0,   0,   0,   W(0),
        10,  0, 0, 0,    'b', 0, 0, 0, 0,      0,    0,      0,    0,   0,   0,   0,   0,
        0,   0, 0, W(1), 10,  0, 0, 0, W(224), W(3), W(227), W(2), 'a', 'b', 'c', 'd', 'e'};
    memset(bytes, 0, PLAIN);
    memcpy(bytes, "ERF V1.0", 8);
    rq_set32(bytes + 16, 2);
    rq_set32(bytes + 20, 160);
    rq_set32(bytes + 24, 160);
    rq_set32(bytes + 28, 208);
    rq_set32(bytes + 40, UINT32_MAX);
    memcpy(bytes + 160, rest, sizeof rest);
}

static void test_header_variants(void)
{
    uint8_t bytes[PLAIN];
    struct rq_out json = {0};
    plain(bytes);
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, NULL));
    rq_set32(bytes + 20, 0); /* two files of the corpus: no descriptions, offset 0 */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, &json));
    CHECK(strstr((const char *)json.data, "\"zero_description_offset\": true") != NULL);
    rq_out_free(&json);
    rq_set32(bytes + 20, 99); /* any other number is kept as it is */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    plain(bytes);
    rq_set32(bytes + 24, 0); /* the keys' offset is 0: they follow the header */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    plain(bytes);
    rq_set32(bytes + 12, 77); /* bytes of descriptions, but none is there */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    plain(bytes);
    bytes[44] = 1; /* a reserved byte */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, NULL));
    plain(bytes);
    bytes[182] = 5; /* the unused word of a key */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, &json));
    CHECK(strstr((const char *)json.data, "\"unused\": 5") != NULL);
    rq_out_free(&json);
}

static void test_names(void)
{
    uint8_t bytes[PLAIN];
    struct rq_out json = {0};
    plain(bytes);
    bytes[160 + 5] = 'z'; /* behind the NUL */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, &json));
    CHECK(strstr((const char *)json.data, "\"resref_rest\": \"AAAAegAAAAAAAAAAAAA=\"") != NULL);
    rq_out_free(&json);
    plain(bytes);
    memcpy(bytes + 160, "A.b\xE9\x01", 5); /* case, a point, an accent, a control character */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, NULL));
    CHECK(has_finding(whole(bytes, PLAIN), "erf-unsafe-name"));
    plain(bytes);
    bytes[160] = 0; /* no name at all */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, NULL));
    CHECK(has_finding(whole(bytes, PLAIN), "erf-unsafe-name"));
    plain(bytes);
    bytes[180] = 0xFF, bytes[181] = 0xFF; /* a type that nobody knows: its number */
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, &json));
    CHECK(strstr((const char *)json.data, "\"name\": \"a.65535\"") != NULL);
    rq_out_free(&json);
}

static void test_findings(void)
{
    uint8_t bytes[PLAIN];
    plain(bytes);
    CHECK(!has_finding(whole(bytes, PLAIN), "erf-duplicate-name"));
    bytes[184] = 'A'; /* b.txt becomes A.txt: the game does not tell it from a.txt */
    CHECK(has_finding(whole(bytes, PLAIN), "erf-duplicate-name"));
    bytes[160 + 20] = 11; /* of another type it is another name */
    CHECK(!has_finding(whole(bytes, PLAIN), "erf-duplicate-name"));
    plain(bytes);
    memcpy(bytes + 160, "../../x", 7);
    CHECK(has_finding(whole(bytes, PLAIN), "erf-unsafe-name"));
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_TIGHT, NULL));
    struct rq_doc *doc = rq_doc_read(whole(bytes, PLAIN), NULL, NULL);
    const struct rq_entry *entries;
    size_t count;
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, NULL));
    CHECK_STR(entries[0].name, "../../x.txt");
    CHECK(!rq_name_is_safe(entries[0].name));
    rq_doc_free(doc);
}

/* ---- places ---- */

static void test_explicit(void)
{
    uint8_t bytes[PLAIN + 8];
    struct rq_out json = {0};
    /* A gap between the two resources, and bytes at the end. */
    plain(bytes);
    memcpy(bytes + 227,
           "\xEE\xEE"
           "de\xDD\xDD\xDD\xDD\xDD\xDD",
           10);
    rq_set32(bytes + 216, 229);
    CHECK(survives(whole(bytes, PLAIN + 8), RQ_ERF_EXPLICIT, &json));
    CHECK(strstr((const char *)json.data, "[227, \"7u4=\"]") != NULL);
    CHECK(strstr((const char *)json.data, "[231, \"3d3d3d3d\"]") != NULL);
    rq_out_free(&json);
    CHECK(!has_finding(whole(bytes, PLAIN + 8), "erf-explicit-layout")); /* not on every read */
    /* The list in another order than the keys. */
    plain(bytes);
    rq_set32(bytes + 176, 1);
    rq_set32(bytes + 200, 0);
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    CHECK(has_finding(whole(bytes, PLAIN), "erf-wrong-index"));
    /* The second resource is the end of the first. */
    plain(bytes);
    rq_set32(bytes + 216, 225);
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    /* No entry: nothing stands at any offset. */
    plain(bytes);
    rq_set32(bytes + 16, 0);
    rq_set32(bytes + 24, 0xFFFFFFF0);
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, NULL));
    CHECK(has_finding(whole(bytes, PLAIN), "erf-empty"));
}

/* The engine has 14 bits for the number of a resource. Keys at 160, the list behind them; no data. */
static void test_many(void)
{
    for (uint32_t count = 16384; count <= 16385; count++) {
        struct rq_out file = {0};
        uint8_t head[PLAIN];
        plain(head);
        rq_set32(head + 16, count);
        rq_set32(head + 28, 160 + count * 24);
        rq_put(&file, head, 160);
        for (uint32_t i = 0; i < count; i++) {
            rq_put32(&file, 0x61616161 + (i & 15) + (i >> 4 & 15) * 256 + (i >> 8 & 15) * 65536 +
                                (i >> 12) * (1 << 24)); /* aaaa */
            rq_put_zeros(&file, 12);
            rq_put32(&file, i);
            rq_put32(&file, 10);
        }
        rq_put_zeros(&file, (size_t)count * 8);
        CHECK_INT(has_finding(rq_out_bytes(&file), "erf-too-many"), count > 16384);
        CHECK(!has_finding(rq_out_bytes(&file), "erf-wrong-index"));
        rq_out_free(&file);
    }
}

/* The places of an edited archive no longer hold: it becomes a tight one. */
static void test_explicit_edited(void)
{
    uint8_t bytes[PLAIN + 2], expected[PLAIN + 1];
    struct rq_error err = {0};
    struct rq_out out = {0};
    plain(bytes);
    memcpy(bytes + 227,
           "\xEE\xEE"
           "de",
           4);
    rq_set32(bytes + 216, 229);
    struct rq_doc *doc = rq_doc_read(whole(bytes, sizeof bytes), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "A.TXT", whole((const uint8_t *)"wxyz", 4), &err));
    CHECK(rq_doc_write(doc, &out, &err));
    plain(expected);
    memcpy(expected + 224, "wxyzde", 6);
    rq_set32(expected + 212, 4);
    rq_set32(expected + 216, 228);
    CHECK_MEM(out.data, out.size, expected, sizeof expected);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* ---- put and remove ---- */

static void test_put(void)
{
    uint8_t bytes[PLAIN];
    struct rq_error err = {0};
    struct rq_out out = {0};
    plain(bytes);
    struct rq_doc *doc = rq_doc_read(whole(bytes, PLAIN), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "New_One.utc", whole((const uint8_t *)"GFF!", 4), &err));
    CHECK(rq_doc_write(doc, &out, &err));
    /* Three keys at 160, list at 232, data at 256. */
    REQUIRE(out.size == 160 + 3 * 32 + 9);
    CHECK_INT(rq_get32(out.data + 16), 3);
    CHECK_INT(rq_get32(out.data + 28), 232);
    CHECK_MEM(out.data + 208, 16, "new_one\0\0\0\0\0\0\0\0\0", 16); /* lower case, as the game's */
    CHECK_INT(rq_get32(out.data + 224), 2);
    CHECK_INT(rq_get16(out.data + 228), 2027);
    CHECK_INT(rq_get32(out.data + 248), 261);
    CHECK_INT(rq_get32(out.data + 252), 4);
    CHECK_MEM(out.data + 256, 9, "abcdeGFF!", 9);
    rq_out_cut(&out, 0);
    /* Many more, so that the room has to grow. */
    for (int i = 0; i < 100; i++) {
        char name[20];
        snprintf(name, sizeof name, "n%d.txt", i);
        CHECK(rq_doc_put_entry(doc, name, whole((const uint8_t *)"x", 1), &err));
    }
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 160 + 103 * 32 + 109);
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_put_refused(void)
{
    static const char *const bad[] = {"noextension", "seventeen_letters.txt", ".txt", "a.nonsense",
                                      "a.",          "\xE4\xB8\xAD.txt"};
    uint8_t bytes[PLAIN];
    plain(bytes);
    struct rq_doc *doc = rq_doc_read(whole(bytes, PLAIN), NULL, NULL);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rq_error err = {0};
        check_note("%s", bad[i]);
        CHECK(!rq_doc_put_entry(doc, bad[i], whole(bytes, 1), &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
    }
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, NULL));
    CHECK_MEM(out.data, out.size, bytes, PLAIN); /* nothing has changed */
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_remove(void)
{
    uint8_t bytes[PLAIN];
    struct rq_error err = {0};
    struct rq_out out = {0};
    plain(bytes);
    struct rq_doc *doc = rq_doc_read(whole(bytes, PLAIN), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_remove_entry(doc, "A.txt", &err));
    CHECK(rq_doc_write(doc, &out, &err));
    REQUIRE(out.size == 160 + 32 + 2);
    CHECK_INT(rq_get32(out.data + 16), 1);
    CHECK_INT(rq_get32(out.data + 28), 184);
    CHECK_INT(out.data[160], 'b');
    CHECK_INT(rq_get32(out.data + 176), 0); /* it is number 0 now */
    CHECK_INT(rq_get32(out.data + 184), 192);
    CHECK_MEM(out.data + 192, 2, "de", 2);
    CHECK(!rq_doc_remove_entry(doc, "a.txt", &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){0};
    CHECK(rq_doc_remove_entry(doc, "b.txt", &err));
    rq_out_cut(&out, 0);
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 160);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* An archive from nothing. */
static void test_new(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    uint8_t expected[160] = "ERF V1.0";
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    REQUIRE(doc != NULL);
    rq_set32(expected + 20, 160);
    rq_set32(expected + 24, 160);
    rq_set32(expected + 28, 160);
    rq_set32(expected + 40, UINT32_MAX);
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, expected, 160);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* ---- what must be refused ---- */

static void test_truncated(void)
{
    for (size_t size = 8; size < SIZE; size++) {
        struct check_guard guard;
        struct rq_error err = {0};
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(module, size, &guard));
        CHECK(rq_doc_read(whole(guard.data, size), NULL, &err) == NULL);
        CHECK_INT(err.code, RQ_TRUNCATED);
        struct rq_out out = {0};
        CHECK(!rq_doc_dump(whole(guard.data, size), NULL, &out, NULL)); /* as far as it goes */
        rq_out_free(&out);
        check_guard_free(&guard);
    }
}

static void test_refused(void)
{
    uint8_t bytes[PLAIN];
    plain(bytes);
    rq_set32(bytes + 200, 2);
    refused(whole(bytes, PLAIN), RQ_CORRUPT, "index 2 of 2");
    plain(bytes);
    rq_set32(bytes + 16, 0x20000000); /* times 24 is 0 in 32 bits */
    refused(whole(bytes, PLAIN), RQ_TRUNCATED, "keys");
    plain(bytes);
    rq_set32(bytes + 28, 0xFFFFFFF8);
    refused(whole(bytes, PLAIN), RQ_TRUNCATED, "resource list");
    plain(bytes);
    rq_set32(bytes + 212, 6);
    refused(whole(bytes, PLAIN), RQ_TRUNCATED, "data");
    plain(bytes);
    rq_set32(bytes + 8, 1); /* a description that is not there */
    refused(whole(bytes, PLAIN), RQ_TRUNCATED, "language_count");
    plain(bytes);
    memcpy(bytes + 4, "V1.1", 4);
    struct rq_options options = {.format = rq_format_by_name("erf")};
    struct rq_error err = {0};
    CHECK(rq_doc_read(whole(bytes, PLAIN), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 4);
}

/* 3,000 names for the same 90 KB would be 270 MB. */
static void test_shared_data_has_an_end(void)
{
    enum { COUNT = 3000, ALL = 160 + COUNT * 32 };
    uint8_t *bytes = calloc(ALL, 1);
    REQUIRE(bytes != NULL);
    memcpy(bytes, "MOD V1.0", 8);
    rq_set32(bytes + 16, COUNT);
    rq_set32(bytes + 24, 160);
    rq_set32(bytes + 28, 160 + COUNT * 24);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint8_t *key = bytes + 160 + i * 24;
        snprintf((char *)key, 16, "n%u", (unsigned)i);
        rq_set32(key + 16, i);
        rq_set32(bytes + 160 + COUNT * 24 + i * 8 + 4, ALL);
    }
    refused(whole(bytes, ALL), RQ_LIMIT, "share their data");
    free(bytes);
}

/* ---- a document inside ---- */

static void test_nested_document(void)
{
    static const uint8_t gff[] = {'U',   'T',   'C',   ' ',   'V',   '3',   '.',
                                  '2',   W(56), W(1),  W(68), W(1),  W(80), W(1),
                                  W(96), W(0),  W(96), W(0),  W(96), W(0),  W(0xFFFFFFFF),
                                  W(0),  W(1),  W(0),  W(0),  W(7),  'N',   0,
                                  0,     0,     0,     0,     0,     0,     0,
                                  0,     0,     0,     0,     0,     0,     0};
    uint8_t bytes[PLAIN - 3 + sizeof gff];
    struct rq_out json = {0}, out = {0};
    struct rq_error err = {0};
    plain(bytes);
    rq_set32(bytes + 176 + 4, 2027); /* a.utc */
    memcpy(bytes + 224, gff, sizeof gff);
    memcpy(bytes + 224 + sizeof gff, "de", 2);
    rq_set32(bytes + 212, sizeof gff);
    rq_set32(bytes + 216, 224 + sizeof gff);
    REQUIRE(survives(whole(bytes, sizeof bytes), RQ_ERF_TIGHT, &json));
    char *row = strstr((char *)json.data, "[\"N\", \"byte\", 7]");
    REQUIRE(row != NULL);
    CHECK(strstr((char *)json.data, "\"document\": {\n        \"format\": \"gff\",") != NULL);
    /* One number in it, and one byte of the archive. */
    row[14] = '9';
    struct rq_doc *doc = rq_doc_from_json((struct rq_bytes){json.data, json.size - 1}, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &out, &err));
    bytes[224 + 76] = 9;
    CHECK_MEM(out.data, out.size, bytes, sizeof bytes);
    rq_doc_free(doc);
    rq_out_free(&json);
    rq_out_free(&out);
}

/* An archive in an archive in an archive: as documents, or as bytes when it goes too deep. */
static void test_nested_archives(void)
{
    struct rq_out file = {0};
    uint8_t bytes[PLAIN];
    plain(bytes);
    rq_put(&file, bytes, PLAIN);
    for (int level = 0; level < 12; level++) {
        struct rq_error err = {0};
        struct rq_out outer = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
        REQUIRE(doc != NULL);
        CHECK(rq_doc_put_entry(doc, "in.mod", rq_out_bytes(&file), &err));
        CHECK(rq_doc_write(doc, &outer, &err));
        rq_doc_free(doc);
        rq_out_free(&file);
        file = outer;
        check_note("level %d", level);
        CHECK_INT(rq_doc_verify(rq_out_bytes(&file), NULL, true, &err), RQ_IDENTICAL);
    }
    rq_out_free(&file);
}

/* An archive that has itself in it, twice over: 2^8 documents if all were shown. */
static void test_archive_in_itself(void)
{
    uint8_t bytes[PLAIN];
    struct rq_out json = {0};
    plain(bytes);
    for (size_t i = 0; i < 2; i++) {
        rq_set32(bytes + 180 + i * 24, 2011); /* .mod */
        rq_set32(bytes + 208 + i * 8, 0);
        rq_set32(bytes + 212 + i * 8, PLAIN);
    }
    CHECK(survives(whole(bytes, PLAIN), RQ_ERF_EXPLICIT, &json));
    size_t documents = 0;
    for (const char *at = (const char *)json.data; (at = strstr(at, "\"document\"")); at++)
        documents++;
    CHECK(documents > 0 && documents <= 8);
    rq_out_free(&json);
}

static void test_json_refused(void)
{
    static const struct {
        const char *members, *why;
    } cases[] = {
        {"\"type\":\"ABC\"", "ERF, MOD, HAK or SAV"},
        {"\"colour\":1", "no field is named"},
        {"\"resources\":[{\"name\":\"seventeen_letters.txt\"}]", "a name is"},
        {"\"resources\":[{\"name\":\"a.nonsense\"}]", "a name is"},
        {"\"resources\":[{\"name\":\"a\"}]", "a name is"},
        {"\"resources\":[{\"nam\":\"a.txt\"}]", "no field is named"},
        {"\"resources\":[{\"name\":\"a.txt\",\"data\":\"*\"}]", "not base64"},
        {"\"resources\":[{\"name\":\"a.txt\",\"document\":{}}]", "no \"format\""},
        {"\"resources\":[7]", "an object expected"},
        {"\"descriptions\":[[0]]", "a description is"},
        {"\"descriptions\":[[0,\"a\",1]]", "a description is"},
        {"\"places\":{\"x\":1}", "no field is named"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        json_refused("erf", cases[i].members, cases[i].why);
}

/* ---- real modules ---- */

static void test_corpus(void)
{
    struct rq_walk walk = {0};
    NEEDS_CORPUS("kotor/mod");
    REQUIRE(corpus_walk("kotor/mod", &walk));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        struct rq_error err = {0};
        check_note("%s", walk.items[i].relative);
        REQUIRE(rq_map_open(&map, walk.items[i].path, &err));
        CHECK_INT(rq_doc_verify(map.bytes, NULL, false, &err), RQ_IDENTICAL);
        CHECK_INT(rq_doc_verify(map.bytes, NULL, true, &err), RQ_IDENTICAL);
        CHECK_STR(err.text, "");
        struct rq_doc *doc = rq_doc_read(map.bytes, NULL, &err);
        REQUIRE(doc && rq_doc_settle(doc, &err));
        CHECK_INT(((struct rq_erf *)rq_doc_root(doc, "erf"))->layout, RQ_ERF_TIGHT);
        const struct rq_finding *findings;
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        rq_doc_free(doc);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
}

TESTS(test_module, test_entries, test_other_tags, test_header_variants, test_names, test_findings,
      test_explicit, test_many, test_explicit_edited, test_put, test_put_refused, test_remove,
      test_new, test_truncated, test_refused, test_shared_data_has_an_end, test_nested_document,
      test_nested_archives, test_archive_in_itself, test_json_refused, test_corpus)
