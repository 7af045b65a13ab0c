/* TXI: bytes by hand from docs/formats/txi.md. */
#include "kotor.h"

#include <reliquary/txi.h>

static const char plain[] = "mipmap 0\r\nMipMap TRUE\r\n\r\ndecal\r\nbumpmaptexture  wall_b \r\n"
                            "upperleftcoords 2\r\n0.000000 1.000000 0\r\n 0.5 1.0 0\r\n"
                            "channelscale 1.0 0.5 0.5\r\nnumchars 2";

static void test_values(void)
{
    struct rq_doc *doc = read_as(bytes_of(plain), "txi");
    REQUIRE(doc != NULL);
    const struct rq_txi *txi = rq_doc_root(doc, "txi");
    const struct rq_text_line *line = rq_txi_find(txi, "BUMPMAPTEXTURE");
    REQUIRE(txi->text.line_count == 10);
    if (CHECK(line != NULL))
        check_bytes(line->value, "wall_b");
    CHECK_INT(txi->text.lines[5].kind, RQ_TEXT_HEAD);
    CHECK_INT(rq_text_items(&txi->text, 5), 2);
    CHECK_INT(txi->text.lines[8].kind, RQ_TEXT_WORDS);
    CHECK(rq_txi_find(txi, "clamp") == NULL);
    rq_doc_free(doc);
    check_findings(bytes_of(plain), "txi", "txi-wrong-value"); /* decal without a value */
    check_json_has(bytes_of(plain), "txi", "[\"mipmap\", 0]");
    check_json_has(bytes_of(plain), "txi", "[0.000000, 1.000000, 0]");
}

/* Parse_bool: true, false, 1, 0 in any case; everything else leaves the value. */
static void test_bools(void)
{
    static const struct {
        const char *text;
        bool before, after;
    } cases[] = {
        {"decal 1", false, true},
        {"decal 0", true, false},
        {"DECAL True", false, true},
        {"decal false", true, false},
        {"decal", true, true},
        {"decal yes", false, false},
        {"decal1", false, false},
        {"decal 2", false, false},
        {"decal 1\ndecal 0", true, false},
        {"decal 1\ndecal", false, true},
        {"\tdecal\t1", false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_doc *doc = read_as(bytes_of(cases[i].text), "txi");
        bool value = cases[i].before;
        check_note("%s", cases[i].text);
        REQUIRE(doc != NULL);
        rq_txi_bool(rq_doc_root(doc, "txi"), "decal", &value);
        CHECK_INT(value, cases[i].after);
        rq_doc_free(doc);
    }
}

static void test_commands(void)
{
    const struct rq_txi_command *commands;
    size_t count = rq_txi_commands(&commands);
    CHECK_INT(count, 65); /* the list of kotor-facts, section 10 */
    for (size_t i = 1; i < count; i++)
        CHECK(rq_casecmp(commands[i - 1].name, commands[i].name) < 0);
    CHECK(rq_txi_command(bytes_of("SpacingR"))->type == RQ_TXI_REAL);
    CHECK(rq_txi_command(bytes_of("decal1")) == NULL);
}

static void test_findings(void)
{
    check_findings(bytes_of("decal1\nspin 3\nblending Additive\nblending odd\nfps x\nnumx 4\n"
                            "mipmap maybe\n"),
                   "txi",
                   "txi-missing-blank txi-unknown-command txi-wrong-value txi-wrong-value "
                   "txi-wrong-value");
    check_findings(bytes_of("lowerrightcoords 3\n0 0 0\n1 1 0\nfps 2.5\n"), "txi",
                   "txi-wrong-count");
}

/* A person is shown the first 24 commands, and told how many there are. */
static void test_facts(void)
{
    for (unsigned count = 23; count <= 26; count++) {
        struct rq_out text = {0};
        const struct rq_fact *facts;
        struct rq_error err = {0};
        size_t fact_count = 0;
        char number[8];
        for (unsigned i = 0; i < count; i++)
            rq_put_str(&text, "decal 1\r\nnothing\r\n");
        struct rq_doc *doc = read_as(rq_out_bytes(&text), "txi");
        REQUIRE(doc && rq_doc_facts(doc, &facts, &fact_count, &err));
        snprintf(number, sizeof number, "%u", count);
        CHECK_INT(fact_count, 1 + (count < 24 ? count : 24));
        CHECK_STR(facts[0].key, "commands");
        CHECK_STR(facts[0].value, number);
        CHECK_STR(facts[fact_count - 1].key, "decal");
        CHECK(strncmp(facts[fact_count - 1].value, "1 (", 3) == 0);
        rq_doc_free(doc);
        rq_out_free(&text);
    }
}

static void test_round_trips(void)
{
    check_round_trips(bytes_of(plain), "X.TXI", "txi");
    check_round_trips(bytes_of(plain), NULL, "txi");
    check_round_trips(bytes_of("unheard of\n"), "x.txi", "txi");
    check_round_trips(LITERAL("decal 1\r\n\0\0"), "x.txi", "txi");
    CHECK(rq_format_detect(bytes_of("unheard of\n"), "x.txt") == NULL);
    check_survives(LITERAL("fps\0 1\n\0\ndecal"), "txi");
    check_survives(bytes_of("upperleftcoords 4294967295\n1\n\n2 \nupperleftcoords\nclamp"), "txi");
    check_truncations(bytes_of(plain), "txi");
    check_flips(bytes_of(plain), "txi", 2000);
}

static void test_built(void)
{
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"txi\",\"version\":1,\"end\":\"lf\",\"lines\":"
                                   "[[\"fps\",15],{\"command\":\"upperleftcoords\",\"rows\":"
                                   "[[0,0.50,0],[1,1,0]]}]}",
                                   &err);
    const char *expected = "fps 15\nupperleftcoords 2\n0 0.50 0\n1 1 0\n";
    CHECK_MEM(out.data, out.size, expected, strlen(expected));
    rq_out_free(&out);
    not_built("txi", "\"lines\":[{\"command\":\"fps\",\"rows\":[]}]");
    not_built("txi", "\"lines\":[{\"command\":\"upperleftcoords\",\"rows\":[\"fps\"]}]");
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "txi");
    check_findings(bytes, "txi", "");
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/txi");
    each_file("kotor/txi", check_file);
}

TESTS(test_facts, test_values, test_bools, test_commands, test_findings, test_round_trips,
      test_built, test_corpus)
