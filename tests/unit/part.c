/* Parts of paths, after the grammar of docs/paths.md. */
#include "core/part.h"
#include "core/visit.h"
#include "support/check.h"

static struct rq_part part_of(const char *text)
{
    return (struct rq_part){text, strlen(text)};
}

static void test_cut(void)
{
    const char *path = "a//bc";
    CHECK(rq_part_is(rq_part_cut(&path), "a"));
    REQUIRE(path != NULL);
    CHECK_STR(path, "/bc");
    CHECK(rq_part_is(rq_part_cut(&path), ""));
    CHECK_STR(path, "bc");
    struct rq_part last = rq_part_cut(&path);
    CHECK(rq_part_is(last, "bc"));
    CHECK(!rq_part_is(last, "b"));
    CHECK(!rq_part_is(last, "bcd"));
    CHECK(!rq_part_is(last, "bd"));
    CHECK(path == NULL);
}

static bool names(const char *part, enum rq_codepage page, const char *name)
{
    struct rq_bytes bytes = {(const uint8_t *)name, strlen(name)};
    return rq_part_names(part_of(part), page, bytes);
}

/* The bytes of cp1252 and cp932 are those of the tables of the Unicode consortium: 80 is the euro sign, 7F
 * a control character, 82 A0 the hiragana a. */
static void test_names_of_pages(void)
{
    CHECK(names("\xE2\x82\xAC", RQ_CP1252, "\x80"));
    CHECK(names("\xC3\xA9", RQ_CP1252, "\xE9"));
    CHECK(names("caf\xC3\xA9", RQ_CP1252, "CAF\xE9"));
    CHECK(names("CAF\xC3\xA9", RQ_CP_DEFAULT, "caf\xE9"));
    CHECK(!names("\xC3\x89", RQ_CP1252, "\xE9")); /* only ASCII has a case */
    CHECK(!names("\x80", RQ_CP1252, "\x80"));
    CHECK(!names("\xE2\x82", RQ_CP1252, "\x80"));
    CHECK(!names("\xE2\x82\xAC!", RQ_CP1252, "\x80"));
    CHECK(!names("", RQ_CP1252, "\x80"));
    CHECK(names("\x7F", RQ_CP1252, "\x7F"));
    CHECK(names("", RQ_CP1252, ""));
    CHECK(!names("a", RQ_CP1252, ""));
    CHECK(!names("a", RQ_CP1252, "ab"));
    CHECK(!names("ab", RQ_CP1252, "a"));
    CHECK(!names("ab", RQ_CP1252, "ac"));
    CHECK(!names("bb", RQ_CP1252, "ab"));
    /* Half as many letters as bytes: the fewest that there may be. */
    CHECK(names("\xC2\x81\xC2\x81", RQ_CP1252, "\x81\x81"));
    struct rq_out hiragana = {0};
    rq_text_decode(&hiragana, RQ_CP932, (struct rq_bytes){(const uint8_t *)"\x82\xA0", 2});
    rq_put8(&hiragana, 0);
    CHECK(names((const char *)hiragana.data, RQ_CP932, "\x82\xA0"));
    rq_out_free(&hiragana);
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool is;
        uint32_t value;
    } cases[] = {{"0", true, 0},
                 {"9", true, 9},
                 {"10", true, 10},
                 {"007", true, 7},
                 {"4294967295", true, UINT32_MAX},
                 {"4294967296", false, 0},
                 {"42949672950", false, 0},
                 {"18446744073709551617", false, 0},
                 {"", false, 0},
                 {"1/", false, 0},
                 {":", false, 0},
                 {"-1", false, 0},
                 {"+1", false, 0},
                 {"1 ", false, 0},
                 {"1a", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t value = 77;
        bool is = rq_part_number(part_of(cases[i].text), &value);
        check_note("\"%s\"", cases[i].text);
        CHECK_INT(is, cases[i].is);
        CHECK(!is || value == cases[i].value);
    }
}

static void test_repeats(void)
{
    static const struct {
        const char *text, *stem; /* NULL: no repeat */
        uint32_t nth;
    } cases[] = {{"Label#2", "Label", 2}, {"a#b#13", "a#b", 13}, {"a##1", "a#", 1},
                 {"#1", "", 1},           {"a#0", NULL, 0},      {"a#", NULL, 0},
                 {"#", NULL, 0},          {"a", NULL, 0},        {"", NULL, 0},
                 {"a2", NULL, 0},         {"a#2x", NULL, 0},     {"a#4294967295", "a", UINT32_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_part stem = {"", 0};
        uint32_t nth = 0;
        bool is = rq_part_repeat(part_of(cases[i].text), &stem, &nth);
        check_note("\"%s\"", cases[i].text);
        CHECK_INT(is, cases[i].stem != NULL);
        if (is && cases[i].stem) {
            CHECK_MEM(stem.text, stem.size, cases[i].stem, strlen(cases[i].stem));
            CHECK_INT(nth, cases[i].nth);
        }
    }
}

static bool keep(void *text, const struct rq_value *value)
{
    rq_putf(text, "%s %s\n", value->path, rq_value_name(value));
    return true;
}

/* What a visitor shows is what finds the value: names in UTF-8, "#2" behind the second. */
static void test_visited_names(void)
{
    struct rq_out text = {0};
    struct rq_visit v = {.fn = keep, .ctx = &text};
    struct rq_bytes euro = {(const uint8_t *)"\x80", 1}, plain = {(const uint8_t *)"x\x7F", 2};
    rq_visit_page_name(&v, RQ_CP1252, euro, 1);
    rq_visit_unsigned(&v, 1);
    rq_visit_page_name(&v, RQ_CP1252, euro, 2);
    rq_visit_unsigned(&v, 1);
    rq_visit_enter(&v);
    rq_visit_page_name(&v, RQ_CP1252, plain, 1);
    rq_visit_unsigned(&v, 1);
    rq_visit_page_name(&v, RQ_CP1252, plain, 3);
    rq_visit_unsigned(&v, 1);
    rq_visit_index(&v, 10);
    rq_visit_unsigned(&v, 1);
    rq_visit_leave(&v);
    rq_visit_index(&v, 0);
    rq_visit_unsigned(&v, 1);
    rq_put8(&text, 0);
    CHECK_STR((char *)text.data, "\xE2\x82\xAC \xE2\x82\xAC\n"
                                 "\xE2\x82\xAC#2 \xE2\x82\xAC#2\n"
                                 "\xE2\x82\xAC#2/x\x7F x\x7F\n"
                                 "\xE2\x82\xAC#2/x\x7F#3 x\x7F#3\n"
                                 "\xE2\x82\xAC#2/10 10\n"
                                 "0 0\n");
    CHECK(!v.stopped);
    rq_visit_free(&v);
    rq_out_free(&text);
}

static void text_is(struct rq_value value, const char *expected)
{
    struct rq_out text = {0};
    CHECK(rq_value_text(&value, &text));
    rq_put8(&text, 0);
    CHECK_STR((char *)text.data, expected);
    rq_out_free(&text);
}

/* Numbers that are none have words, in both sizes. */
static void test_value_texts(void)
{
    double zero = 0.0;
    text_is((struct rq_value){.type = RQ_VALUE_BOOL, .u = 1}, "true");
    text_is((struct rq_value){.type = RQ_VALUE_BOOL, .u = 0}, "false");
    text_is((struct rq_value){.type = RQ_VALUE_UNSIGNED, .u = UINT64_MAX}, "18446744073709551615");
    text_is((struct rq_value){.type = RQ_VALUE_SIGNED, .i = INT64_MIN}, "-9223372036854775808");
    for (int i = 0; i < 2; i++) {
        enum rq_value_type type = i ? RQ_VALUE_FLOAT : RQ_VALUE_SINGLE;
        text_is((struct rq_value){.type = type, .f = 1 / zero}, "inf");
        text_is((struct rq_value){.type = type, .f = -1 / zero}, "-inf");
        text_is((struct rq_value){.type = type, .f = zero / zero}, "nan");
        text_is((struct rq_value){.type = type, .f = -2.5}, i ? "-2.5e+00" : "-2.5");
    }
    struct rq_bytes euro = {(const uint8_t *)"\x80", 1};
    text_is((struct rq_value){.type = RQ_VALUE_TEXT, .bytes = euro, .page = RQ_CP1252},
            "\xE2\x82\xAC");
    text_is((struct rq_value){.type = RQ_VALUE_TEXT, .bytes = euro}, "\x80");
}

TESTS(test_cut, test_names_of_pages, test_numbers, test_repeats, test_visited_names,
      test_value_texts)
