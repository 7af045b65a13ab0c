/* What is said of a path that leads nowhere: what could be meant, or what there is; and what `diff` and `verify` say of
 * where two files differ. The rules are those of docs/paths.md. */
#include "kotor.h"

#include <reliquary/gff.h>

/* A GFF of bytes with these labels, with blanks between them. */
static struct rq_doc *labels(const char *names)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    while (doc && *names) {
        char label[20];
        size_t size = strcspn(names, " ");
        snprintf(label, sizeof label, "%.*s", (int)size, names);
        CHECK(
            rq_gff_add_byte(doc, ((struct rq_gff *)rq_doc_root(doc, "gff"))->root, label, 1, &err));
        names += size + (names[size] == ' ');
    }
    CHECK_STR(err.text, "");
    return doc;
}

static void missing(const char *names, const char *path, const char *behind)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    char expected[300];
    struct rq_doc *doc = labels(names);
    REQUIRE(doc != NULL);
    check_note("%s of %s", path, names);
    CHECK(!rq_doc_get(doc, path, &out, &err));
    snprintf(expected, sizeof expected, "expected a value, found nothing%s", behind);
    CHECK_STR(err.text, expected);
    CHECK_STR(err.where, path);
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* One letter of three or more, two of five or more; letters that differ in case alone always. */
static void test_meant(void)
{
    missing("Tag", "tag", "; did you mean Tag?");
    missing("A", "a", "; did you mean A?");
    missing("ab", "ac", "; there is ab");
    missing("abc", "abd", "; did you mean abc?");
    missing("abcd", "abxy", "; there is abcd");
    missing("abcde", "abcxy", "; did you mean abcde?");
    missing("abcdefgh", "abcdexyz", "; there is abcdefgh");
    /* The nearest, and the first of those that are as near. */
    missing("abcdex abcdey abcdfz", "abcdez", "; did you mean abcdex?");
    missing("abcxyf abcdef abcdex", "abcdeF", "; did you mean abcdef?");
    missing("", "abc", "");
    /* Numbers are not told. */
    missing("1 23 x", "y", "; there is x");
}

/* As many names as there is room for, none twice in a row. */
static void test_there_is(void)
{
#define SIX                                                                                        \
    "aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb cccccccccccccccc dddddddddddddddd eeeeeeeeeeeeeeee "        \
    "ffffffffffffffff"
#define SIX_SAID                                                                                   \
    "; there is aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb, cccccccccccccccc, dddddddddddddddd, "          \
    "eeeeeeeeeeeeeeee, ffffffffffffffff"
    missing("a b c", "zork", "; there is a, b, c");
    missing(SIX, "zork", SIX_SAID);
    missing(SIX " ggggggggggg", "zork", SIX_SAID ", ggggggggggg");
    missing(SIX " gggggggggggg", "zork", SIX_SAID " ...");
    missing(SIX " gggggggggggg h", "zork", SIX_SAID " ...");
}

/* A name of one letter above ASCII: 80 in cp1252 is the euro sign, three bytes in a path. */
static void test_page_names(void)
{
    static const char json[] =
        "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[\"\xE2\x82\xAC\",\"b\"],"
        "\"rows\":[{\"label\":\"\xE2\x82\xAC\",\"cells\":[\"x\",\"\xC3\xA9\"]}]}";
    static const char *const paths[][2] = {{"0/\xE2\x82\xAC", "x"},
                                           {"\xE2\x82\xAC/\xE2\x82\xAC", "x"},
                                           {"\xE2\x82\xAC/b", "\xC3\xA9"}};
    struct rq_error err = {0};
    struct rq_out file = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, sizeof json - 1}, NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &file, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < 3; i++) {
        struct rq_out text = {0};
        check_note("%s", paths[i][0]);
        CHECK(rq_doc_get(doc, paths[i][0], &text, &err));
        CHECK_MEM(text.data, text.size, paths[i][1], strlen(paths[i][1]));
        rq_out_free(&text);
    }
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
    rq_out_free(&file);
}

TESTS(test_meant, test_there_is, test_page_names)
