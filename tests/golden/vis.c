/* VIS: bytes by hand from docs/formats/vis.md. */
#include "kotor.h"

#include <reliquary/vis.h>

static const char plain[] =
    "m01_a 2\r\n  m01_b\r\n  m01_c\r\nm01_b 1\r\n  m01_a\r\nm01_c 1\r\n  M01_A\r\n";

/* What hand-edited files have: a version, a number that lies, a word too many, a line without
 * indent, tabs, blank lines, blanks behind, both kinds of ends, none at the end. */
static const char edited[] =
    "room V3.28\r\n\r\na 2\r\n  b 5\r\n\tc  \n  b\r\nc\r\n \r\nb\t01 x\r\n  a\r\n\r\n"
    "c 0";

static void test_values(void)
{
    struct rq_doc *doc = read_as(bytes_of(plain), "vis");
    REQUIRE(doc != NULL);
    const struct rq_vis *vis = rq_doc_root(doc, "vis");
    const struct rq_text_line *l = vis->text.lines;
    REQUIRE(vis->text.line_count == 7);
    CHECK_INT(l[0].kind, RQ_TEXT_HEAD);
    CHECK(l[0].counted);
    check_bytes(l[0].name, "m01_a");
    CHECK_INT(rq_text_items(&vis->text, 0), 2);
    CHECK_INT(l[1].kind, RQ_TEXT_ITEM);
    check_bytes(l[1].indent, "  ");
    check_bytes(l[2].name, "m01_c");
    CHECK_INT(l[3].kind, RQ_TEXT_HEAD);
    rq_doc_free(doc);
    check_findings(bytes_of(plain), "vis", "");
}

static void test_edited(void)
{
    struct rq_doc *doc = read_as(bytes_of(edited), "vis");
    REQUIRE(doc != NULL);
    const struct rq_vis *vis = rq_doc_root(doc, "vis");
    const struct rq_text_line *l = vis->text.lines;
    REQUIRE(vis->text.line_count == 12);
    CHECK_INT(l[0].kind, RQ_TEXT_WORDS);
    CHECK_INT(l[1].kind, RQ_TEXT_BLANK);
    CHECK_INT(l[3].kind, RQ_TEXT_ITEM);
    check_bytes(l[3].value, "5");
    CHECK_INT(l[4].end, RQ_LINE_LF);
    check_bytes(l[4].tail, "  ");
    CHECK_INT(l[6].kind, RQ_TEXT_ITEM); /* no indent, but no number either */
    CHECK(!l[2].counted);
    CHECK_INT(rq_text_items(&vis->text, 2), 4);
    check_bytes(l[8].value, "01");
    check_bytes(l[8].tail, " x");
    CHECK_INT(l[11].end, RQ_LINE_NO_END);
    rq_doc_free(doc);
    check_findings(bytes_of(edited), "vis",
                   "vis-wrong-count vis-more-words vis-one-way vis-one-way");
    check_json_has(bytes_of(edited), "vis",
                   "{\"words\": \"c\", \"indent\": \"\\t\", \"tail\": \"  \", \"end\": \"lf\"}");
    check_json_has(bytes_of(edited), "vis", "\"room\": \"a\", \"count\": \"2\"");
}

static void test_findings(void)
{
    check_findings(bytes_of("a 3\r\n  b\r\nA 1\r\n  a\r\n"), "vis",
                   "vis-wrong-count vis-duplicate-name vis-no-own-line");
    check_findings(LITERAL("a 1\n  a\0\n"), "vis", "vis-zero-byte vis-no-own-line");
}

/* The engine makes every link mutual. Of these a and b see each other, c does not list a, nor b c. A
 * room may see itself; names have no case; a room without a line of its own is found as that alone. */
static void test_one_way(void)
{
    check_findings(bytes_of("a 2\r\n  a\r\n  B\r\nb 1\r\n  A\r\n"), "vis", "");
    check_findings(bytes_of("a 2\r\n  b\r\n  c\r\nb 1\r\n  a\r\nc 1\r\n  b\r\n"), "vis",
                   "vis-one-way vis-one-way");
    check_findings(bytes_of("a 1\r\n  c\r\n"), "vis", "vis-no-own-line");
    /* Two lines of one room count together. */
    check_findings(bytes_of("a 1\r\n  b\r\nb 1\r\n  b\r\nb 1\r\n  a\r\n"), "vis",
                   "vis-duplicate-name");
}

static void test_round_trips(void)
{
    check_round_trips(bytes_of(plain), "M01.VIS", "vis");
    check_round_trips(bytes_of(plain), NULL, "vis");
    check_round_trips(bytes_of(edited), "m01.vis", "vis");
    check_survives(LITERAL("a 1\0\n\0\r b\0c\n"), "vis");
    check_survives(bytes_of(""), "vis");
    check_survives(bytes_of("\r\r\n\n \r"), "vis");
    check_survives(bytes_of("a 4294967296\n b\na 99999999999999999999\n b\na -1\n b\n"), "vis");
    CHECK(rq_format_detect(bytes_of("int a;\n"), "x.nss") == NULL);
}

/* A room more: the number follows. */
static void test_built(void)
{
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"vis\",\"version\":1,\"lines\":"
                                   "[{\"room\":\"a\",\"sees\":[\"b\",\"c\",\"d\"]},\"\"]}",
                                   &err);
    CHECK_MEM(out.data, out.size, "a 3\r\n  b\r\n  c\r\n  d\r\n\r\n", 22);
    rq_out_free(&out);
    not_built("vis", "\"lines\":[{\"room\":\"a\",\"sees\":[\"b c\"]}]");
    not_built("vis", "\"lines\":[{\"room\":\"a b\",\"sees\":[]}]");
    not_built("vis", "\"lines\":[{\"room\":\"a\",\"sees\":[\"b\\r\\nc\"]}]");
    not_built("vis", "\"lines\":[{\"words\":\"a\",\"end\":\"none\"},\"b\"]");
    not_built("vis", "\"lines\":[{\"words\":\"a\",\"end\":\"middle\"}]");
    not_built("vis", "\"end\":\"lf\"");
}

static void test_damage(void)
{
    check_truncations(bytes_of(edited), "vis");
    check_flips(bytes_of(edited), "vis", 2000);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "vis");
    /* m40ad.vis says 2 for a room that sees 3, and m40ad_777 is not seen from m40ad_25a; in
     * m13aa.vis 02i does not list 01a, nor 12a 04a: counted by a script of its own. */
    check_findings(bytes, "vis",
                   strstr(name, "m40ad") ? "vis-wrong-count vis-one-way"
                                         : "vis-one-way vis-one-way");
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/vis");
    each_file("kotor/vis", check_file);
}

/* Known without its name: a room sees 1 to 4096 others, each on a line of its own. */
static void test_detection(void)
{
    static const size_t counts[] = {0, 1, 2, 4095, 4096, 4097};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct rq_out out = {0};
        rq_putf(&out, "a %zu\r\n", counts[i]);
        for (size_t k = 0; k < counts[i]; k++)
            rq_put_str(&out, "  b\r\n");
        const struct rq_format *format = rq_format_detect(rq_out_bytes(&out), NULL);
        check_note("%zu", counts[i]);
        CHECK_STR(format ? rq_format_describe(format)->name : "none",
                  counts[i] < 1 || counts[i] > 4096 ? "none" : "vis");
        rq_out_free(&out);
    }
}

TESTS(test_detection, test_values, test_edited, test_findings, test_one_way, test_round_trips,
      test_built, test_damage, test_corpus)
