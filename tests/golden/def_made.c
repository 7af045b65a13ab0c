/* DEF, line by line: the kind of each line where it stands, the limits of numbers, every finding with its place and
 * words, what is usual in JSON, and what is refused when a document is written. */
#include "redguard.h"

#include <reliquary/def.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* ---- kinds ---- */

/* One letter for each kind, in their order. */
static void test_kinds(void)
{
    static const char letters[] = "tsfraebgl!o";
    static const struct {
        const char *text, *kinds;
    } cases[] = {
        {"a\na=b\ntask a parms 1\nBOOL a 1\nauto\n\n;\n", "ooooott"},
        {"[functions]\ntask a parms 1\nBOOL a 1\nauto\na=b\na\n", "sfoolo"},
        {"[FLAGS]\nBOOL a 1\ntask a parms 1\nauto\na = b\nendauto\n", "s!oolo"},
        {"[Refs]\na\nAUTO\na\nEndAuto\nb\nauto\na\nendauto\nauto\na\nendauto\nendauto\n",
         "sraberageaoer"},
        {"[equates]\na\nauto\na\nauto\nendauto\nb\nauto\nendauto\na=1\n", "soabbeoael"},
        {"[refs]\nauto\na\n[equates]\nauto\nb\n[refs]\na\n", "sabsagsr"},
        {"[flags]\nBOOL a 1\n[flag]\nBOOL a 1\n[flags]x\nBOOL a 1\n[flags\nBOOL b 2\n", "s!sos!o!"},
        {"[refs]\n[]\na\n[refs]\na;b\n; a\n ;\n\t\nb;\n", "ssosrtttr"},
        {"[refs]\n =1\n=\na=\n = = \n", "srrlr"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_doc *doc = read_as(text_of(cases[i].text), "def");
        REQUIRE(doc != NULL);
        const struct rq_def *def = rq_doc_root(doc, "def");
        char kinds[64] = "";
        for (size_t k = 0; k < def->line_count && k + 1 < sizeof kinds; k++)
            kinds[k] = letters[def->lines[k].kind];
        check_note("case %zu", i);
        CHECK_STR(kinds, cases[i].kinds);
        CHECK(writes_same(doc, text_of(cases[i].text), false));
        CHECK(writes_same(doc, text_of(cases[i].text), true));
        rq_doc_free(doc);
    }
}

/* A value is a number of 32 bits with a sign, in digits. */
static void test_numbers(void)
{
    static const struct {
        const char *digits;
        bool number;
        int32_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"0012", true, 12},
        {"2147483647", true, INT32_MAX},
        {"-2147483648", true, INT32_MIN},
        {"2147483648", false, 0},
        {"-2147483649", false, 0},
        {"99999999999999999999", false, 0},
        {"-", false, 0},
        {"", false, 0},
        {"1x", false, 0},
        {"1.0", false, 0},
        {"0x1", false, 0},
        {"1 1", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "[functions]\ntask a parms %s\n[flags]\nBOOL b %s;c\n",
                 cases[i].digits, cases[i].digits);
        struct rq_doc *doc = read_as(text_of(text), "def");
        REQUIRE(doc != NULL);
        const struct rq_def *def = rq_doc_root(doc, "def");
        const struct rq_def_line *f = rq_def_function(def, 1), *g = rq_def_flag(def, 0);
        check_note("\"%s\"", cases[i].digits);
        CHECK_INT(f != NULL, cases[i].number);
        CHECK_INT(g != NULL, cases[i].number);
        if (f && g) {
            CHECK_INT(f->number, cases[i].value);
            CHECK_INT(g->number, cases[i].value);
        }
        CHECK(writes_same(doc, text_of(text), true));
        rq_doc_free(doc);
    }
}

static void test_comments(void)
{
    static const struct {
        const char *line, *comment;
    } cases[] = {
        {"a", ""},          {"a;", ""},        {"a ; \t ", ""},
        {"a;b", "b"},       {"a ;; b", "; b"}, {"a\t;\tb c \t", "b c"},
        {"a=1;[x]", "[x]"}, {"[refs];b", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "[refs]\n%s\n", cases[i].line);
        struct rq_doc *doc = read_as(text_of(text), "def");
        REQUIRE(doc != NULL);
        const struct rq_def *def = rq_doc_root(doc, "def");
        struct rq_bytes comment = rq_def_comment(&def->lines[1]);
        check_note("%s", cases[i].line);
        CHECK_MEM(comment.data, comment.size, cases[i].comment, strlen(cases[i].comment));
        rq_doc_free(doc);
    }
}

/* ---- findings ---- */

/* "id offset where text", a line for each. */
static void told(const char *text, const char *expected)
{
    struct rq_doc *doc = read_as(text_of(text), "def");
    REQUIRE(doc != NULL);
    const struct rq_finding *found;
    char all[1024] = "";
    size_t used = 0, count = rq_doc_findings(doc, &found);
    for (size_t i = 0; i < count && used < sizeof all; i++) {
        CHECK_INT(found[i].severity, RQ_WARNING);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s %d %s: %s\n", found[i].id,
                                 (int)found[i].offset, found[i].where, found[i].text);
    }
    check_note("%s", text);
    CHECK_STR(all, expected);
    rq_doc_free(doc);
}

static void test_findings(void)
{
    told("[functions]\r\nTASK a parms 1\nfunction b PARAMS 2\nmultitask c Params 3\n", "");
    told("[functions]\r\ntas a parms 1\n\ntasks b parm 2\n",
         "def-unknown-type 13 type: neither task, function nor multitask\n"
         "def-unknown-type 28 type: neither task, function nor multitask\n"
         "def-unknown-word 28 word: neither parms nor params\n");
    told("[flags]\nbool a 1\nnumber b 2\nflipflop c 3\n", "");
    told("[flags]\nbools a 1\ntask b 2\n",
         "def-unknown-type 8 type: neither BOOL, NUMBER nor FLIPFLOP\n"
         "def-unknown-type 18 type: neither BOOL, NUMBER nor FLIPFLOP\n");
    told("x\n[flags]\n;\nx y\n",
         "def-unknown-line 0 lines: a line that does not fit its section\n"
         "def-unknown-line 12 lines: a line that does not fit its section\n");
    told("[refs]\nauto\na\nendauto\n", "");
    told("[refs]\nauto\na\n", "def-auto-without-end 14 lines: auto without endauto\n");
    told("[refs]\nauto", "def-auto-without-end 11 lines: auto without endauto\n");
    told("[refs]\nauto\n[refs]\na\n", "");
    told("[refs]\nauto\nendauto\nauto\n", "def-auto-without-end 25 lines: auto without endauto\n");
}

static void test_facts(void)
{
    static const char *const expected[][2] = {
        {"functions", "6: 1 tasks, 2 functions, 3 multitasks"},
        {"references", "2"},
        {"attributes", "3"},
        {"animation groups", "1"},
        {"flags", "7: 1 BOOL, 2 NUMBER, 4 FLIPFLOP"},
    };
    const struct rq_fact *facts;
    size_t count = 0;
    struct rq_doc *doc = read_as(
        text_of("[functions]\nTASK a parms 1\nfunction b parms 1\nFunction c parms 1\n"
                "multitask d parms 1\nmultitask e parms 1\nmultitask f parms 1\n[refs]\na\nb\n"
                "auto\na\nb\nc\nendauto\nauto\nd\nendauto\n[flags]\nbool a 0\nNUMBER b 0\n"
                "number c 0\nFLIPFLOP d 0\nflipflop e 0\nFlipFlop f 0\nflipflop g 0\n"),
        "def");
    REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
    REQUIRE(count == 5);
    for (size_t i = 0; i < count; i++) {
        CHECK_STR(facts[i].key, expected[i][0]);
        CHECK_STR(facts[i].value, expected[i][1]);
    }
    rq_doc_free(doc);
}

/* ---- JSON ---- */

/* "params" is the usual word when more than half have it; then the others are told. */
static void test_usual_word(void)
{
    static const struct {
        const char *words[3], *usual;
    } cases[] = {
        {{"parms", "parms", "parms"}, "parms"},    {{"params", "parms", "parms"}, "parms"},
        {{"params", "params", "parms"}, "params"}, {{"params", "params", "params"}, "params"},
        {{"params", "parms", NULL}, "parms"},      {{"params", NULL, NULL}, "params"},
        {{"PARAMS", NULL, NULL}, "parms"},         {{NULL, NULL, NULL}, "parms"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256] = "[functions]\n", row[32];
        size_t others = 0, seen = 0;
        for (size_t k = 0; k < 3 && cases[i].words[k]; k++) {
            snprintf(row, sizeof row, "task a %s 1\n", cases[i].words[k]);
            strcat(text, row);
            others += strcmp(cases[i].words[k], cases[i].usual) != 0;
        }
        struct rq_doc *doc = read_as(text_of(text), "def");
        REQUIRE(doc != NULL);
        struct rq_out json = json_of(doc);
        rq_put8(&json, 0);
        const char *at = strstr((const char *)json.data, "\"word\": \"");
        check_note("case %zu", i);
        REQUIRE(at != NULL);
        CHECK(strncmp(at + 9, cases[i].usual, strlen(cases[i].usual)) == 0 &&
              at[9 + strlen(cases[i].usual)] == '"');
        while ((at = strstr(at + 1, "\"word\": \"")) != NULL)
            seen++;
        CHECK_INT(seen, others);
        rq_out_free(&json);
        rq_doc_free(doc);
    }
}

/* The lines of a section as JSON have them, and what they become. */
static void test_built(void)
{
    static const struct {
        const char *section, *rows, *text;
    } cases[] = {
        {"flags", "{\"kind\":\"flag\",\"type\":\"BOOL\",\"name\":\"a\",\"value\":-2147483648}",
         "BOOL a -2147483648\r\n"},
        {"flags",
         "{\"kind\":\"flag\",\"type\":\"BOOL\",\"name\":\"a\",\"value\":\"07\",\"comment\":\"\"}",
         "BOOL a 07;\r\n"},
        {"functions",
         "{\"kind\":\"function\",\"type\":\"t\",\"name\":\"a\",\"params\":0,\"word\":\"w\","
         "\"indent\":\" \",\"after_type\":\"\\t\",\"after_name\":\"  \",\"after_word\":\" \\t\","
         "\"tail\":\" ;x\",\"end\":\"lf\"},\"; y\",\"\"",
         " t\ta  w \t0 ;x\n; y\r\n\r\n"},
        {"equates",
         "{\"kind\":\"auto\"},{\"kind\":\"attribute\",\"name\":\"a\"},"
         "{\"kind\":\"alias\",\"name\":\"b\",\"value\":\"c\"},{\"kind\":\"endauto\"}",
         "auto\r\na\r\nb = c\r\nendauto\r\n"},
        {"refs",
         "{\"kind\":\"auto\",\"name\":\"AUTO\"},{\"kind\":\"endauto\",\"name\":\"EndAuto\"}",
         "AUTO\r\nEndAuto\r\n"},
        {"refs",
         "{\"kind\":\"alias\",\"name\":\"b\",\"value\":\"\",\"after_name\":\"=\"},"
         "{\"kind\":\"section\",\"name\":\"x\",\"tail\":\"] y\"},"
         "{\"kind\":\"other\",\"text\":\"o\"}",
         "b=\r\n[x] y\r\no\r\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[1024], text[256];
        struct rq_error err = {0};
        snprintf(json, sizeof json,
                 "{\"format\":\"def\",\"version\":1,\"lines\":[{\"kind\":\"section\","
                 "\"name\":\"%s\"},%s]}",
                 cases[i].section, cases[i].rows);
        snprintf(text, sizeof text, "[%s]\r\n%s", cases[i].section, cases[i].text);
        struct rq_out out = built_from(json, &err);
        check_note("case %zu: %s", i, err.text);
        CHECK_MEM(out.data, out.size, text, strlen(text));
        rq_out_free(&out);
    }
}

/* Every part of a line that would end up in another part. */
static void test_refused(void)
{
    static const char *const rows[] = {
        "{\"kind\":\"flag\",\"type\":\"B B\",\"name\":\"a\",\"value\":1}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a a\",\"value\":1}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":\"1;\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":\"2147483648\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"indent\":\"x\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"after_type\":\"\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"after_name\":\"\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"tail\":\"x\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"comment\":\"\\n\"}",
        "{\"kind\":\"flag\",\"type\":\"B\",\"name\":\"a\",\"value\":1,\"word\":\"w\"}",
        "{\"kind\":\"function\",\"type\":\"B\",\"name\":\"a\",\"params\":1}",
        "{\"kind\":\"ref\",\"name\":\"a\"}",
        "{\"kind\":\"auto\"}",
        "{\"kind\":\"other\",\"text\":\"BOOL a 1\"}",
        "{\"kind\":\"other\",\"text\":\"\"}",
        "{\"kind\":\"alias\",\"name\":\"\",\"value\":\"1\"}",
        "{\"kind\":\"section\",\"name\":\"a]\"}",
        "\"[x]\"",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[512];
        struct rq_error err = {0};
        snprintf(json, sizeof json,
                 "{\"format\":\"def\",\"version\":1,\"lines\":[\"\",{\"kind\":\"section\","
                 "\"name\":\"flags\"},%s]}",
                 rows[i]);
        struct rq_out out = built_from(json, &err);
        check_note("%s", rows[i]);
        CHECK_INT(out.size, 0);
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_STR(err.text, "line 3 would not be read again as it stands here");
        rq_out_free(&out);
    }
}

TESTS(test_kinds, test_numbers, test_comments, test_findings, test_facts, test_usual_word,
      test_built, test_refused)
