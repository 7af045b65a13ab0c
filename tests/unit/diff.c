/* Structural differences, between documents that are given as JSON. */
#include "core/bytes.h"
#include "support/check.h"

#include <stdio.h>

static char said[4096];

static void say(void *ctx, const char *path, const char *a, const char *b)
{
    (void)ctx;
    size_t at = strlen(said);
    snprintf(said + at, sizeof said - at, "%s: %s | %s\n", path, a ? a : "-", b ? b : "-");
}

static char text_a[2048], text_b[2048]; /* documents borrow their text */

/* A GFF whose root has these fields. */
static struct rq_doc *gff(char text[2048], const char *fields)
{
    struct rq_error err = {0};
    int n = snprintf(text, 2048,
                     "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC\",\"root\":{\"id\":1,"
                     "\"fields\":[%s]}}",
                     fields);
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static void differ(const char *a, const char *b, size_t count, const char *expected)
{
    struct rq_error err = {0};
    struct rq_doc *x = gff(text_a, a), *y = gff(text_b, b);
    size_t found = 99;
    REQUIRE(x && y);
    said[0] = 0;
    CHECK(rq_doc_diff(x, y, say, NULL, &found, &err));
    CHECK_INT(found, count);
    CHECK_STR(said, expected);
    rq_doc_free(x);
    rq_doc_free(y);
}

static void test_same(void)
{
    differ("", "", 0, "");
    differ("[\"Tag\",\"string\",\"x\"]", "[\"Tag\",\"string\",\"x\"]", 0, "");
}

static void test_value(void)
{
    differ("[\"A\",\"int\",1],[\"B\",\"int\",2]", "[\"A\",\"int\",1],[\"B\",\"int\",3]", 1,
           "B: 2 | 3\n");
    /* Of another type: the type and the value. */
    differ("[\"A\",\"int\",1]", "[\"A\",\"float\",1]", 2, "A: \"int\" | \"float\"\nA: 1 | 1.0\n");
}

static void test_one_side_only(void)
{
    differ("[\"A\",\"int\",1]", "[\"A\",\"int\",1],[\"B\",\"int\",2]", 1, "B: - | 2\n");
    differ("[\"B\",\"int\",2],[\"A\",\"int\",1]", "[\"A\",\"int\",1]", 1, "B: 2 | -\n");
    differ("", "[\"A\",\"int\",1]", 1, "A: - | 1\n");
}

/* Labels that repeat are told apart by their place. */
static void test_duplicate_labels(void)
{
    differ("[\"S\",\"byte\",1],[\"S\",\"byte\",2],[\"S\",\"byte\",3]",
           "[\"S\",\"byte\",1],[\"S\",\"byte\",9]", 2, "S#2: 2 | 9\nS#3: 3 | -\n");
}

/* An element that was put in does not make all that follow differ. */
static void test_lists(void)
{
#define E(n) "{\"id\":" #n ",\"fields\":[]}"
    differ("[\"L\",\"list\",[" E(1) "," E(2) "," E(3) "]]",
           "[\"L\",\"list\",[" E(1) "," E(9) "," E(2) "," E(3) "]]", 1, "L/1: - | {\"id\":9}\n");
    differ("[\"L\",\"list\",[" E(1) "," E(2) "]]", "[\"L\",\"list\",[" E(1) "," E(5) "]]", 1,
           "L/1/id: 2 | 5\n");
#undef E
}

/* Elements that have something to be known by are compared with themselves, wherever they stand between
 * others; one that was renamed is still the same where both sides have as many. */
static void test_identities(void)
{
#define T(tag, n) "{\"id\":0,\"fields\":[[\"Tag\",\"string\",\"" tag "\"],[\"N\",\"int\"," #n "]]}"
    differ(
        "[\"L\",\"list\",[" T("a", 1) "," T("b", 2) "," T("c", 3) "]]",
        "[\"L\",\"list\",[" T("a", 9) "," T("new", 5) "," T("b", 8) "," T("c", 7) "]]", 4,
        "L/0/N: 1 | 9\nL/1/N: 2 | 8\nL/2/N: 3 | 7\nL/1: - | {\"id\":0,\"Tag\":\"new\",\"N\":5}\n");
    differ("[\"L\",\"list\",[" T("a", 1) "," T("b", 2) "," T("c", 3) "]]",
           "[\"L\",\"list\",[" T("a", 9) "," T("c", 7) "]]", 3,
           "L/0/N: 1 | 9\nL/1: {\"id\":0,\"Tag\":\"b\",\"N\":2} | -\nL/2/N: 3 | 7\n");
    differ("[\"L\",\"list\",[" T("a", 1) "," T("b", 2) "]]",
           "[\"L\",\"list\",[" T("a", 1) "," T("x", 2) "]]", 1, "L/1/Tag: \"b\" | \"x\"\n");
    /* Order counts: what moved is gone from one place and new at the other. */
    differ("[\"L\",\"list\",[" T("a", 1) "," T("b", 2) "]]",
           "[\"L\",\"list\",[" T("b", 2) "," T("a", 1) "]]", 2,
           "L/0: {\"id\":0,\"Tag\":\"a\",\"N\":1} | -\n"
           "L/1: - | {\"id\":0,\"Tag\":\"a\",\"N\":1}\n");
#undef T
}

/* A list against a number: each as a whole. A list against a list without elements: element by
 * element. */
static void test_other_shape(void)
{
    differ("[\"L\",\"list\",[{\"id\":3,\"fields\":[[\"A\",\"int\",1]]}]]", "[\"L\",\"int\",7]", 1,
           "L: [{\"id\":3,\"A\":1}] | 7\n");
    differ("[\"L\",\"list\",[{\"id\":3,\"fields\":[]}]]", "[\"L\",\"list\",[]]", 1,
           "L/0: {\"id\":3} | -\n");
    differ("[\"L\",\"locstring\",{\"strref\":-1,\"texts\":[[0,\"a\"]]}]",
           "[\"L\",\"locstring\",{\"strref\":-1,\"texts\":[[0,\"b\"],[2,\"c\"]]}]", 2,
           "L/0: \"a\" | \"b\"\nL/2: - | \"c\"\n");
}

/* A file inside of two archives is compared by its values; one that is no document by its bytes. */
static void test_archives(void)
{
    static const char entry[] =
        "{\"format\":\"erf\",\"version\":1,\"type\":\"MOD\",\"resources\":["
        "{\"name\":\"a.utc\",\"document\":{\"format\":\"gff\",\"version\":1,"
        "\"type\":\"UTC\",\"root\":{\"fields\":[[\"Tag\",\"string\",\"%s\"]]}}},"
        "{\"name\":\"b.txt\",\"data\":\"%s\"}%s]}";
    struct rq_error err = {0};
    size_t found = 0;
    snprintf(text_a, sizeof text_a, entry, "x", "AA==", "");
    snprintf(text_b, sizeof text_b, entry, "y", "AQ==", ",{\"name\":\"c.txt\",\"data\":\"\"}");
    struct rq_doc *x =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text_a, strlen(text_a)}, NULL, &err);
    struct rq_doc *y =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text_b, strlen(text_b)}, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(x && y);
    said[0] = 0;
    CHECK(rq_doc_diff(x, y, say, NULL, &found, &err));
    CHECK_STR(said, "resources/a.utc/Tag: \"x\" | \"y\"\n"
                    "resources/b.txt/data: \"AA==\" | \"AQ==\"\n"
                    "resources/c.txt: - | {\"name\":\"c.txt\",\"data\":\"\"}\n");
    CHECK_INT(found, 3);
    rq_doc_free(x);
    rq_doc_free(y);
}

/* A row of strings that is not named by its first is numbered. */
static void test_plain_arrays(void)
{
    static const uint8_t pixels[] = {0, 0, 0, 0, 0, 0, 0x80, 0x3F, 2, 0, 2, 0, 1, 2};
    uint8_t a[133] = {0}, b[133] = {0}; /* 2 x 2 grey, two levels: 4 bytes and 1 */
    struct rq_error err = {0};
    size_t found = 0;
    memcpy(a, pixels, sizeof pixels);
    memcpy(b, pixels, sizeof pixels);
    b[132] = 7;
    struct rq_options options = {.format = rq_format_by_name("tpc")};
    struct rq_doc *x = rq_doc_read((struct rq_bytes){a, sizeof a}, &options, &err);
    struct rq_doc *y = rq_doc_read((struct rq_bytes){b, sizeof b}, &options, &err);
    REQUIRE(x && y);
    said[0] = 0;
    CHECK(rq_doc_diff(x, y, say, NULL, &found, &err));
    CHECK_INT(found, 1);
    CHECK_STR(said, "levels/1: \"AA==\" | \"Bw==\"\n");
    rq_doc_free(x);
    rq_doc_free(y);
}

/* Documents of two formats have nothing in common but the envelope. */
static void test_two_formats(void)
{
    struct rq_error err = {0};
    size_t found = 0;
    struct rq_doc *x = gff(text_a, "");
    struct rq_doc *y = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    REQUIRE(x && y);
    said[0] = 0;
    CHECK(rq_doc_diff(x, y, say, NULL, &found, &err));
    CHECK(found > 1);
    CHECK(strstr(said, "format: \"gff\" | \"erf\"\n") == said);
    rq_doc_free(x);
    rq_doc_free(y);
}

/* As many levels as a GFF may have fit into a path. */
static void test_deep(void)
{
    char a[2048] = "", b[2048] = "";
    for (int i = 0; i < 40; i++) {
        strcat(a, "[\"sixteen_letters_\",\"struct\",{\"fields\":[");
        strcat(b, "[\"sixteen_letters_\",\"struct\",{\"fields\":[");
    }
    strcat(a, "[\"x\",\"int\",1]");
    strcat(b, "[\"x\",\"int\",2]");
    for (int i = 0; i < 40; i++) {
        strcat(a, "]}]");
        strcat(b, "]}]");
    }
    struct rq_error err = {0};
    size_t found = 0;
    struct rq_doc *x = gff(text_a, a), *y = gff(text_b, b);
    REQUIRE(x && y);
    said[0] = 0;
    CHECK(rq_doc_diff(x, y, say, NULL, &found, &err));
    CHECK_INT(found, 1);
    CHECK_INT(strlen(said), 40 * strlen("sixteen_letters_/") + strlen("x: 1 | 2\n"));
    CHECK(strncmp(said, "sixteen_letters_/sixteen_letters_/", 34) == 0);
    rq_doc_free(x);
    rq_doc_free(y);
}

TESTS(test_same, test_value, test_one_side_only, test_duplicate_labels, test_lists, test_identities,
      test_other_shape, test_archives, test_plain_arrays, test_two_formats, test_deep)
