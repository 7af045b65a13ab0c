/* What the reader of JSON says, and where: texts written by hand, places counted in them. */
#include "core/json.h"
#include "support/check.h"

#include <stdio.h>

struct reading {
    struct rq_arena arena;
    struct rq_error err;
    struct rq_ctx ctx;
    struct rq_jr jr;
};

static void open_text(struct reading *r, const char *text)
{
    *r = (struct reading){0};
    r->ctx.err = &r->err;
    rq_jr_open(&r->jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, &r->arena, &r->ctx);
}

/* Reads the text as: a string, an unsigned or a signed number (-5 to 5), a float, a double, true or false,
 * base64, four letters, an object (of anything), or anything. */
static void take(struct rq_jr *jr, char as)
{
    struct rq_str key;
    char four[4];
    switch (as) {
    case 's': rq_jr_string(jr); break;
    case 'u': rq_jr_u32(jr); break;
    case 'i': rq_jr_signed(jr, -5, 5); break;
    case 'f': rq_jr_f32(jr); break;
    case 'd': rq_jr_f64(jr); break;
    case 'b': rq_jr_bool(jr); break;
    case '6': rq_jr_base64(jr); break;
    case '4': rq_jr_fixed(jr, RQ_CP1252, four, sizeof four); break;
    case 'l': rq_jr_length(jr); break;
    case 'k':
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            rq_jr_skip(jr);
        break;
    case '?':
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            rq_jr_unknown(jr, key);
        break;
    default: rq_jr_skip(jr); break;
    }
}

struct message {
    char as;
    const char *text, *says;
    uint64_t offset;
};

static void check_messages(const struct message *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct reading r;
        char expected[200];
        check_note("%c of %s", m[i].as, m[i].text);
        open_text(&r, m[i].text);
        take(&r.jr, m[i].as);
        rq_jr_close(&r.jr);
        CHECK_INT(r.err.code, m[i].says ? RQ_CORRUPT : RQ_OK);
        snprintf(expected, sizeof expected, "JSON line 1: %s", m[i].says ? m[i].says : "");
        CHECK_STR(r.err.text, m[i].says ? expected : "");
        CHECK_INT(r.err.offset, m[i].offset);
        rq_arena_free(&r.arena);
    }
}
#define CHECK_MESSAGES(list) check_messages(list, sizeof(list) / sizeof(list)[0])

#define NO_END "a string that does not end, or has a raw control character"

static void test_values(void)
{
    static const struct message list[] = {
        {'v', "", "a value expected", 0},
        {'v', "\xEF\xBB\xBF", "a value expected", 3},
        {'v',
         "\xEF\xBB\xBF"
         "1",
         NULL, 0},
        {'v', "\xEF\xBB", "a value expected", 0},
        {'v', " nul", "'null' expected", 1},
        {'v', "tru", "'true' expected", 0},
        {'v', "[fals]", "'false' expected", 1},
        {'v', "1 x", "text after the end of the value", 2},
        {'v', "[1 2]", "',' or ']' expected", 3},
        {'v', "[1}", "',' or ']' expected", 2},
        {'v', "[1,", "the text ends inside an array", 3},
        {'k', "{\"a\":1,", "the text ends inside an object", 7},
        {'v', "{\"a\":1 \"b\":2}", "',' or '}' expected", 7},
        {'v', "{a:1}", NO_END, 1},
        {'v', "{\"a\" 1}", "':' expected after the key", 6},
        {'v', "[NaN, Infinity, -Infinity]", NULL, 0},
        {'v', "NaN", NULL, 0},
        {'v', "Nan", "a value expected", 0},
        {'v', "-Infinit", "a digit expected", 1},
        {'k', "[]", "an object expected", 0},
        {'k', "{a:1}", "a string expected", 1},
        {'k', "{\"a\" 1}", "':' expected after the key", 5},
        {'k', "{\"a\"", "':' expected after the key", 4},
        {'l', " {}", "an array expected", 1},
        {'b', "1", "true or false expected", 0},
        {'b', " truE", "'true' expected", 1},
        {'b', "False", "true or false expected", 0},
        {'b', "falsy", "'false' expected", 0},
        {'6', "\"Z\"", "not base64", 3},
        {'4', "\"abcde\"", "5 bytes of text, the field holds 4", 7},
        {'4', "\"abcd\"", NULL, 0},
    };
    CHECK_MESSAGES(list);
}

static void test_strings(void)
{
    static const struct message list[] = {
        {'s', "7", "a string expected", 0},
        {'s', " \"ab", NO_END, 1},
        {'s', "\"\x1F\"", NO_END, 0},
        {'s', "\"\x20\"", NULL, 0},
        {'s', "\"\\", NO_END, 0},
        {'s', "\"\\x41\"", "unknown escape", 3},
        {'s', "\"a\\u12\"", "\\u needs four hexadecimal digits", 4},
        {'s', "\"\\u00A\"", "\\u needs four hexadecimal digits", 7},
        {'s', "\"\\u0/00\"", "\\u needs four hexadecimal digits", 5},
        {'s', "\"\\u000:\"", "\\u needs four hexadecimal digits", 7},
        {'s', "\"\\u@000\"", "\\u needs four hexadecimal digits", 4},
        {'s', "\"\\u000G\"", "\\u needs four hexadecimal digits", 7},
        {'s', "\"\\u000`\"", "\\u needs four hexadecimal digits", 7},
        {'s', "\"\\u000g\"", "\\u needs four hexadecimal digits", 7},
        {'s', "\"\\uD83Dx\"", "lone surrogate", 7},
        {'s', "\"\\uDC00\\uDC00\"", "lone surrogate", 7},
        {'s', "\"\\uDFFF\"", "lone surrogate", 7},
        {'s', "\"\\uD83Dxude00\"", "lone surrogate", 7},
        {'s', "\"\\uD83D\\nabcd\"", "lone surrogate", 7},
        {'s', "\"\\uD83D\\u12\"", "lone surrogate", 7},
        {'s', "\"\\uD83D\\u123\"", "\\u needs four hexadecimal digits", 13},
        {'s', "\"\\uD83D\\u0041\"", "broken surrogate pair", 13},
        {'s', "\"\\uD83D\\uDBFF\"", "broken surrogate pair", 13},
        {'s', "\"\\uD83D\\uE000\"", "broken surrogate pair", 13},
    };
    CHECK_MESSAGES(list);
}

static void test_numbers(void)
{
    static const struct message list[] = {
        {'u', "x", "a number expected", 0},
        {'u', "-", "a digit expected", 1},
        {'u', "1.0", "a whole number expected", 3},
        {'u', "1e0", "a whole number expected", 3},
        {'u', "\"12x\"", "a whole number expected", 5},
        {'u', "\"1.0\"", "a whole number expected", 5},
        {'u', "\"12\"", NULL, 0},
        {'u', "-1", "-1 is out of range, 0 to 4294967295", 2},
        {'u', "4294967295", NULL, 0},
        {'u', "4294967296", "4294967296 is out of range, 0 to 4294967295", 10},
        {'u', "123456789012345678901234567890",
         "123456789012345678901234567890 is out of range, 0 to 4294967295", 30},
        {'u', "1234567890123456789012345678901",
         "123456789012345678901234567890 is out of range, 0 to 4294967295", 31},
        {'i', "6", "6 is out of range, -5 to 5", 1},
        {'i', "-6", "-6 is out of range, -5 to 5", 2},
        {'i', "-5", NULL, 0},
        {'i', "5", NULL, 0},
        {'i', "-12345678901234567890123456789",
         "-12345678901234567890123456789 is out of range, -5 to 5", 30},
        {'i', "-123456789012345678901234567890",
         "-12345678901234567890123456789 is out of range, -5 to 5", 31},
        {'f', "1.", "a digit expected after the point", 2},
        {'f', "1.e5", "a digit expected after the point", 2},
        {'f', "1e+", "a digit expected in the exponent", 3},
        {'f', "1e", "a digit expected in the exponent", 2},
        {'f', "3.5e38", "a number that is too large; \"inf\" is infinity", 6},
        {'f', "-3.5e38", "a number that is too large; \"inf\" is infinity", 7},
        {'d', "3.5e38", NULL, 0},
        {'d', "-1e309", "a number that is too large; \"inf\" is infinity", 6},
        {'f', "\"nan\"", "a number, \"inf\", \"-inf\" or \"nan:bits\" expected", 5},
        {'f', "\"+inf\"", "a number, \"inf\", \"-inf\" or \"nan:bits\" expected", 6},
        {'f', "\"nan:7fc0000g\"", "\"nan:\" needs 8 hexadecimal digits", 14},
        {'d', "\"nan:7fc00000\"", "a number, \"inf\", \"-inf\" or \"nan:bits\" expected", 14},
        {'d', "\"nan:7ff800000000000/\"", "\"nan:\" needs 16 hexadecimal digits", 22},
    };
    CHECK_MESSAGES(list);
}

/* 60 letters of a key that nobody knows are shown. */
static void test_unknown_keys(void)
{
#define TEN   "abcdefghij"
#define SIXTY TEN TEN TEN TEN TEN TEN
    static const struct message list[] = {
        {'?', "{\"\":1}", "no field is named \"\" here", 4},
        {'?', "{\"" SIXTY "\":1}", "no field is named \"" SIXTY "\" here", 64},
        {'?', "{\"" SIXTY "k\":1}", "no field is named \"" SIXTY "\" here", 65},
    };
    CHECK_MESSAGES(list);
#undef SIXTY
#undef TEN
}

static void string_is(const char *text, const char *expected)
{
    struct reading r;
    check_note("%s", text);
    open_text(&r, text);
    struct rq_str s = rq_jr_string(&r.jr);
    CHECK_STR(r.err.text, "");
    CHECK_MEM(s.text, s.size, expected, strlen(expected));
    CHECK(rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
}

/* The ends of the ranges of Unicode, as UTF-8 has them. */
static void test_characters(void)
{
    string_is("\"\\ud800\\udc00\"", "\xF0\x90\x80\x80"); /* U+10000 */
    string_is("\"\\uDBFF\\uDFFF\"", "\xF4\x8F\xBF\xBF"); /* U+10FFFF */
    string_is("\"\\ud7ff\"", "\xED\x9F\xBF");
    string_is("\"\\uE000\"", "\xEE\x80\x80");
    string_is("\"\\u9aA0\"", "\xE9\xAA\xA0");
    string_is("\"\\u0fF9x\"", "\xE0\xBF\xB9x");
    string_is("\"x\\ud800\\udc00\\u0041\"", "x\xF0\x90\x80\x80"
                                            "A");
    string_is("\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"", "/\b\f\n\r\t\"\\");
}

/* Containers as deep as may be, and one level more: the bracket that is one too many is shown. */
static void test_depth(void)
{
    char text[RQ_JSON_DEPTH + 2], expected[80];
    for (int object = 0; object < 2; object++) {
        struct reading r;
        memset(text, '[', sizeof text);
        text[RQ_JSON_DEPTH + 1] = 0;
        text[RQ_JSON_DEPTH] = object ? '{' : '[';
        open_text(&r, text);
        rq_jr_skip(&r.jr);
        snprintf(expected, sizeof expected, "JSON line 1: nested deeper than %d levels",
                 RQ_JSON_DEPTH);
        CHECK_STR(r.err.text, expected);
        CHECK_INT(r.err.offset, RQ_JSON_DEPTH);
        rq_arena_free(&r.arena);
    }
    /* The length of the outermost one, of arrays as deep as may be. */
    char two[2 * RQ_JSON_DEPTH + 3];
    struct reading r;
    memset(two, '[', RQ_JSON_DEPTH);
    memset(two + RQ_JSON_DEPTH, ']', RQ_JSON_DEPTH - 1);
    memcpy(two + 2 * RQ_JSON_DEPTH - 1, ",1]", 4);
    open_text(&r, two);
    CHECK_INT(rq_jr_length(&r.jr), 2);
    rq_jr_skip(&r.jr);
    CHECK(rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
}

/* Extras of a scene: anything but an object is no error. */
static void test_open_object(void)
{
    static const struct {
        const char *text;
        bool object;
    } cases[] = {{"", false}, {"[]", false}, {"1", false}, {" ", false}, {" {}", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading r;
        struct rq_str key;
        const char *text = cases[i].text;
        open_text(&r, "");
        check_note("\"%s\"", text);
        CHECK_INT(rq_jr_open_object(&r.jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)},
                                    &r.arena, &r.ctx),
                  cases[i].object);
        CHECK_INT(r.err.code, RQ_OK);
        CHECK(!cases[i].object || !rq_jr_key(&r.jr, &key));
        CHECK(!cases[i].object || rq_jr_close(&r.jr));
        rq_arena_free(&r.arena);
    }
}

/* The text of a value that is none has no bytes. */
static void test_raw(void)
{
    struct reading r;
    open_text(&r, " [1, NaN] ");
    struct rq_bytes raw = rq_jr_raw(&r.jr);
    CHECK_MEM(raw.data, raw.size, "[1, NaN]", 8);
    CHECK(rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
    open_text(&r, "[1, x]");
    CHECK_INT(rq_jr_raw(&r.jr).size, 0);
    CHECK_INT(r.err.offset, 4);
    rq_arena_free(&r.arena);
}

/* More digits than 64 bits hold, before the point and behind it, are those of the same number. */
static void test_many_digits(void)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"123456789012345678901234567890", 1.2345678901234568e29},
                 {"-123456789012345678901234567890.5", -1.2345678901234568e29},
                 {"0.00000000012345678901234567890123456789", 1.2345678901234568e-10},
                 {"1844674407370955161599", 1.8446744073709552e21},
                 {"1.00000000000000000000000000000000", 1},
                 {"100000000000000000000000000000000e-32", 1},
                 {"12345678901234567890123.25e-3", 1.2345678901234567e19}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading r;
        check_note("%s", cases[i].text);
        open_text(&r, cases[i].text);
        CHECK(rq_jr_f64(&r.jr) == cases[i].value);
        CHECK(rq_jr_close(&r.jr));
        rq_arena_free(&r.arena);
    }
}

TESTS(test_values, test_strings, test_numbers, test_unknown_keys, test_characters, test_depth,
      test_open_object, test_raw, test_many_digits)
