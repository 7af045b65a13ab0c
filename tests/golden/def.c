/* DEF: bytes by hand from docs/formats/def.md; with a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/def.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void check_part(struct rq_bytes part, const char *expected)
{
    CHECK_MEM(part.data, part.size, expected, strlen(expected));
}

/* Every kind of line: both spellings of the word, tabs, capitals, the three types, comments with
 * and without a blank, an alias outside and inside of a block, two blocks. */
static const char file[] = "; made by hand\r\n"
                           "\r\n"
                           "[functions]\r\n"
                           "task sMove parms 4\r\n"
                           "FUNCTION\tACTIVATE\tPARMS 1\r\n"
                           "  multitask FxPhase params 07 ; seven\r\n"
                           "\r\n"
                           "[REFS]\r\n"
                           "pos.vx\r\n"
                           "state;what it does\n"
                           "[equates]\r\n"
                           "axis_x = 0\r\n"
                           "auto\r\n"
                           "active\r\n"
                           "userflag=7\r\n"
                           "strength\r\n"
                           "endauto\r\n"
                           "AUTO\r\n"
                           "anim_panic\r\n"
                           "endauto ; groups\r\n"
                           "[flags]\r\n"
                           "NUMBER TimeOfDay 1;note 0\r\n"
                           "BOOL Gremlin 0\r\n"
                           "FLIPFLOP\tCV_River\t-3\t; down";

static void test_values(void)
{
    struct rq_doc *doc = read_as(text_of(file), "def");
    REQUIRE(doc != NULL);
    const struct rq_def *def = rq_doc_root(doc, "def");
    const struct rq_finding *findings;
    CHECK_INT(def->line_count, 24);
    CHECK_INT(def->functions.count, 3);
    CHECK_INT(def->refs.count, 2);
    CHECK_INT(def->attributes.count, 2);
    CHECK_INT(def->groups.count, 1);
    REQUIRE(def->flags.count == 3);
    check_part(rq_def_function(def, 0)->name, "NullFunction");
    check_part(rq_def_function(def, 1)->name, "sMove");
    CHECK_INT(rq_def_function(def, 1)->number, 4);
    check_part(rq_def_function(def, 2)->type, "FUNCTION");
    check_part(rq_def_function(def, 2)->word, "PARMS");
    CHECK_INT(rq_def_function(def, 3)->number, 7);
    check_part(rq_def_function(def, 3)->value, "07");
    check_part(rq_def_comment(rq_def_function(def, 3)), "seven");
    CHECK(rq_def_function(def, 4) == NULL);
    check_part(rq_def_ref(def, 1)->name, "state");
    check_part(rq_def_attribute(def, 1)->name, "strength");
    check_part(rq_def_group(def, 0)->name, "anim_panic");
    CHECK(rq_def_group(def, 1) == NULL);
    check_part(rq_def_comment(rq_def_flag(def, 0)), "note 0");
    CHECK_INT(rq_def_flag(def, 2)->number, -3);
    check_part(rq_def_flag(def, 2)->type, "FLIPFLOP");
    check_part(rq_def_comment(rq_def_flag(def, 1)), "");
    CHECK(rq_def_flag(def, 3) == NULL && rq_def_flag(def, UINT32_MAX) == NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static const char *const files[] = {
        file,
        "[flags]\nBOOL a 0\n",                        /* LF */
        "[flags]\rBOOL  a\t0 \r",                     /* CR, other gaps */
        "[functions] ; here\r\n\ttask a params 1\t;", /* an empty comment */
        "[refs]\r\na b\r\nauto\r\nx\r\n[flags]\r\n",  /* auto in refs, not closed */
        "stray\r\n[other]\r\nx = 1\r\n[refs]\r\n\x1A",
        "[flags]\r\n=\r\n=1\r\na=\r\nBOOL x y\r\nBOOL x +1\r\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        check_note("file %zu", i);
        check_round_trips(text_of(files[i]), "SOUP386.DEF", "def");
    }
    /* A linker's .DEF is not one. */
    CHECK(rq_format_detect(text_of("LIBRARY x\r\nEXPORTS\r\n"), "x.def") == NULL);
    CHECK(rq_format_detect(text_of(file), "x.txt") == NULL);
}

static void check_finding(const char *text, const char *words)
{
    struct rq_doc *doc = read_as(text_of(text), "def");
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    check_note("%s", text);
    if (CHECK_INT(count, 1))
        CHECK(strstr(findings[0].text, words) != NULL);
    rq_doc_free(doc);
}

static void test_findings(void)
{
    check_finding("[functions]\ntask a\n", "does not fit");
    check_finding("[functions]\ntask a parms x\n", "does not fit");
    check_finding("[functions]\ntask a parms 1 2\n", "does not fit");
    check_finding("[functions]\njob a parms 1\n", "multitask");
    check_finding("[functions]\ntask a with 1\n", "parms");
    check_finding("[flags]\nBIT a 1\n", "FLIPFLOP");
    check_finding("[flags]\nBOOL a 99999999999\n", "does not fit");
    check_finding("[equates]\nx\n", "does not fit");
    check_finding("[equates]\nauto\nx\n[flags]\n[refs]\nauto\n", "endauto");
    check_finding("[equates]\nauto\nendauto\nauto\nendauto\nauto\nx\nendauto\n", "does not fit");
    check_finding("x\n[flags]\n", "does not fit");
    /* A hundred are enough. */
    static struct made m;
    m.size = 0;
    for (size_t i = 0; i < 1000; i++)
        put_text(&m, "x\n", 2);
    struct rq_doc *doc = read_as(made_bytes(&m), "def");
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 100);
    rq_doc_free(doc);
}

static void test_json(void)
{
    struct rq_doc *doc = read_as(text_of(file), "def");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "{\"kind\": \"function\", \"type\": \"task\", \"name\": \"sMove\", "
                       "\"params\": 4}") != NULL);
    CHECK(strstr(text, "\"params\": \"07\"") != NULL);
    CHECK(strstr(text, "\"name\": \"TimeOfDay\", \"value\": 1, \"comment\": \"note 0\"}") != NULL);
    CHECK(strstr(text, "{\"kind\": \"attribute\", \"name\": \"active\"}") != NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
    json_refused("def", "\"lines\":[],\"lines\":[]", "twice");
    json_refused("def", "\"word\":\"parms\"", "needs");
    json_refused("def", "\"lines\":[{\"name\":\"x\"}]", "starts with its");
    json_refused("def", "\"lines\":[{\"kind\":\"verb\"}]", "kind of this name");
    json_refused("def", "\"lines\":[{\"kind\":\"ref\",\"bogus\":1}]", "bogus");
    json_refused("def", "\"lines\":[{\"kind\":\"flag\",\"value\":4000000000}]", "");
    /* What would not be read again is not written: a name in the wrong section, a word that is
     * missing, a number that is none, a row that is two. */
    not_built("def", "\"lines\":[{\"kind\":\"ref\",\"name\":\"x\"}]");
    not_built("def", "\"lines\":[{\"kind\":\"section\",\"name\":\"flags\"},"
                     "{\"kind\":\"flag\",\"type\":\"BOOL\",\"value\":1}]");
    not_built("def", "\"lines\":[{\"kind\":\"section\",\"name\":\"flags\"},"
                     "{\"kind\":\"flag\",\"type\":\"BOOL\",\"name\":\"a\",\"value\":\"x\"}]");
    not_built("def", "\"lines\":[{\"kind\":\"section\",\"name\":\"refs\"},"
                     "{\"kind\":\"ref\",\"name\":\"a\\nb\"}]");
    not_built("def", "\"lines\":[{\"kind\":\"section\",\"name\":\"refs\"},"
                     "{\"kind\":\"ref\",\"name\":\"auto\"}]");
    not_built("def", "\"lines\":[\"x\"]");
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"def\",\"version\":1,\"end\":\"lf\",\"lines\":["
                   "{\"kind\":\"section\",\"name\":\"functions\"},"
                   "{\"kind\":\"function\",\"type\":\"task\",\"name\":\"a\",\"params\":2}]}",
                   &err);
    CHECK_MEM(out.data, out.size, "[functions]\ntask a parms 2\n", 27);
    rq_out_free(&out);
}

static void test_damage(void)
{
    check_truncations(text_of(file), "def");
    check_flips(text_of(file), "def", 2000);
}

/* ---- the corpus ---- */

static void check_text(struct rq_bytes bytes, struct rq_str text)
{
    CHECK_MEM(bytes.data, bytes.size, text.text, text.size);
}

/* [{"index", "type", "name", "params" or "value", "comment"}] or ["name"]; types are told in one
 * case, as the program that made them has them. */
static size_t check_rows(struct rq_jr *jr, const struct rq_def *def,
                         const struct rq_def_line *(*get)(const struct rq_def *def, uint32_t id))
{
    uint32_t id = 0;
    struct rq_str key;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); id++) {
        const struct rq_def_line *line = get(def, id);
        check_note("row %u", (unsigned)id);
        if (!CHECK(line != NULL)) {
            rq_jr_skip(jr);
            continue;
        }
        if (rq_jr_peek(jr) == RQ_J_STRING) {
            check_text(line->name, rq_jr_string(jr));
            continue;
        }
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "name"))
                check_text(line->name, rq_jr_string(jr));
            else if (rq_str_is(key, "index"))
                CHECK_INT(rq_jr_u32(jr), id);
            else if (rq_str_is(key, "params") || rq_str_is(key, "value"))
                CHECK_INT(line->number, rq_jr_signed(jr, INT32_MIN, INT32_MAX));
            else if (rq_str_is(key, "comment") && rq_jr_peek(jr) == RQ_J_STRING)
                check_text(rq_def_comment(line), rq_jr_string(jr));
            else if (rq_str_is(key, "type")) {
                struct rq_str type = rq_jr_string(jr);
                CHECK_INT(type.size, line->type.size);
                for (size_t i = 0; i < type.size && i < line->type.size; i++)
                    CHECK_INT(rq_lower(type.text[i]), rq_lower((char)line->type.data[i]));
            } else {
                CHECK_INT(rq_def_comment(line).size, 0);
                rq_jr_skip(jr);
            }
        }
    }
    CHECK(get(def, id) == NULL);
    return id;
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "def");
    struct rq_doc *doc = read_as(bytes, "def");
    REQUIRE(doc != NULL);
    const struct rq_def *def = rq_doc_root(doc, "def");
    const struct rq_finding *findings;
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "functions"))
            CHECK_INT(check_rows(&jr, def, rq_def_function), 368);
        else if (rq_str_is(key, "refs"))
            CHECK_INT(check_rows(&jr, def, rq_def_ref), 40);
        else if (rq_str_is(key, "attributes"))
            CHECK_INT(check_rows(&jr, def, rq_def_attribute), 127);
        else if (rq_str_is(key, "flags"))
            CHECK_INT(check_rows(&jr, def, rq_def_flag), 369);
        else
            rq_jr_skip(&jr);
    }
    CHECK(rq_jr_ok(&jr));
    /* Only the one with "parms" has a second block: three groups, not in the ground truth. */
    CHECK_INT(def->groups.count, strstr(name, "PARMS") ? 3 : 0);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.DEF", check_file), 2);
}

TESTS(test_values, test_round_trips, test_findings, test_json, test_damage, test_corpus)
