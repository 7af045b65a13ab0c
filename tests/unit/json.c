/* JSON both ways. Texts are written out by hand; number texts are held against strtod's bits. */
#include "core/json.h"
#include "support/check.h"
#include "support/random.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct reading {
    struct rq_arena arena;
    struct rq_error err;
    struct rq_ctx ctx;
    struct rq_jr jr;
};

static void open_bytes(struct reading *r, const void *text, size_t size)
{
    *r = (struct reading){0};
    r->ctx.err = &r->err;
    rq_jr_open(&r->jr, (struct rq_bytes){text, size}, &r->arena, &r->ctx);
}

static void open_text(struct reading *r, const char *text)
{
    open_bytes(r, text, strlen(text));
}

/* ---- writing ---- */

static void test_writer_lines(void)
{
    static const char expected[] = "{\n"
                                   "  \"a\": 1,\n"
                                   "  \"a\": -2,\n"
                                   "  \"row\": [1, [], {}],\n"
                                   "  \"empty\": {},\n"
                                   "  \"list\": [\n"
                                   "    true,\n"
                                   "    false\n"
                                   "  ],\n"
                                   "  \"bits\": \"0x0000b123\"\n"
                                   "}\n";
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_object(&j);
    rq_json_key(&j, "a");
    rq_json_u64(&j, 1);
    rq_json_key(&j, "a"); /* order and duplicate keys are kept */
    rq_json_i64(&j, -2);
    rq_json_key(&j, "row");
    rq_json_array_row(&j);
    rq_json_u64(&j, 1);
    rq_json_array(&j);
    rq_json_end_array(&j);
    rq_json_object(&j);
    rq_json_end_object(&j);
    rq_json_end_array(&j);
    rq_json_key(&j, "empty");
    rq_json_object(&j);
    rq_json_end_object(&j);
    rq_json_key(&j, "list");
    rq_json_array(&j);
    rq_json_bool(&j, true);
    rq_json_bool(&j, false);
    rq_json_end_array(&j);
    rq_json_key(&j, "bits");
    rq_json_hex32(&j, 0xB123);
    rq_json_end_object(&j);
    CHECK_MEM(out.data, out.size, expected, sizeof expected - 1);
    rq_out_free(&out);
}

static void test_writer_compact(void)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    rq_json_object(&j);
    rq_json_key(&j, "k");
    rq_json_array(&j);
    rq_json_u64(&j, UINT64_MAX);
    rq_json_i64(&j, INT64_MIN);
    rq_json_raw(&j, (struct rq_bytes){(const uint8_t *)"[7]", 3});
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    rq_json_end_object(&j); /* one too many is harmless */
    static const char expected[] = "{\"k\":[18446744073709551615,-9223372036854775808,[7]]}";
    CHECK_MEM(out.data, out.size, expected, sizeof expected - 1);
    rq_out_free(&out);
}

static void test_writer_strings(void)
{
    static const uint8_t text[] = "\"\\/\b\f\n\r\t\x01\x1f\x7f\xC3\xA9";
    static const char expected[] = "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\xC3\xA9\"";
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_utf8(&j, (struct rq_bytes){text, sizeof text - 1});
    CHECK_MEM(out.data, out.size, expected, sizeof expected - 1);
    rq_out_cut(&out, 0);
    rq_json_utf8(&j, (struct rq_bytes){(const uint8_t *)"\0", 1}); /* a NUL is text too */
    CHECK_MEM(out.data, out.size, "\"\\u0000\"", 8);
    /* A path with bytes of Latin-1, after real UTF-8: U+F7E9, U+F7FF, as in a code page. */
    rq_out_cut(&out, 0);
    rq_json_str(&j, "\xC3\xA9/\xE9\n\xFF");
    static const char odd[] = "\"\xC3\xA9/\xEF\x9F\xA9\\n\xEF\x9F\xBF\"";
    CHECK_MEM(out.data, out.size, odd, sizeof odd - 1);
    rq_out_free(&out);
}

/* Examples of RFC 4648, section 10. */
/* Every byte at every place of short strings: what RFC 8259 wants escaped is, 0x7F is by our own rule,
 * and bytes of a code page become UTF-8. */
static void test_writer_every_byte(void)
{
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t size = 1; size <= 18; size++)
        for (size_t at = 0; at < size; at++)
            for (unsigned c = 0; c < 256; c++) {
                uint8_t text[18];
                char odd[16], expected[64];
                struct rq_out out = {0};
                struct rq_json j = {.out = &out};
                memset(text, 'x', sizeof text);
                text[at] = (uint8_t)c;
                const char *letter = c ? strchr(letters, (int)c) : NULL;
                if (letter && (letter - letters) % 2 == 0)
                    snprintf(odd, sizeof odd, "\\%c", letter[1]);
                else if (c < 0x20 || c == 0x7F)
                    snprintf(odd, sizeof odd, "\\u%04x", c);
                else if (c < 0x80)
                    snprintf(odd, sizeof odd, "%c", (int)c);
                else /* ISO 8859-1 is the first part of Unicode; of cp1252 from 0xA0 on */
                    snprintf(odd, sizeof odd, "%c%c", (int)(0xC0 | c >> 6), (int)(0x80 | (c & 63)));
                if (c >= 0x80 && c < 0xA0)
                    continue;
                int n =
                    snprintf(expected, sizeof expected, "\"%.*s%s%.*s\"", (int)at,
                             "xxxxxxxxxxxxxxxxxx", odd, (int)(size - at - 1), "xxxxxxxxxxxxxxxxxx");
                rq_json_text(&j, RQ_CP1252, (struct rq_bytes){text, size});
                CHECK_MEM(out.data, out.size, expected, (size_t)n);
                rq_out_free(&out);
            }
}

/* Whole numbers where their digits become one more, and the ends of the types. */
static void test_writer_whole(void)
{
    uint64_t power = 1;
    for (unsigned digits = 1; digits <= 20; digits++, power *= digits <= 20 ? 10 : 1) {
        const uint64_t values[] = {power - 1, power, power + 1, UINT64_MAX,
                                   (uint64_t)INT64_MAX + 1};
        for (size_t i = 0; i < 5; i++) {
            char expected[64];
            struct rq_out out = {0};
            struct rq_json j = {.out = &out};
            rq_json_array_row(&j);
            rq_json_u64(&j, values[i]);
            rq_json_i64(&j, (int64_t)values[i]);
            int n = snprintf(expected, sizeof expected, "[%llu, %lld",
                             (unsigned long long)values[i], (long long)values[i]);
            CHECK_MEM(out.data, out.size, expected, (size_t)n);
            rq_out_free(&out);
        }
    }
}

static void test_base64(void)
{
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct rq_out out = {0};
        struct rq_json j = {.out = &out};
        char quoted[32];
        int n = snprintf(quoted, sizeof quoted, "\"%s\"", pairs[i][1]);
        rq_json_base64(&j, (struct rq_bytes){(const uint8_t *)pairs[i][0], strlen(pairs[i][0])});
        CHECK_MEM(out.data, out.size, quoted, (size_t)n);
        struct reading r;
        open_text(&r, quoted);
        struct rq_bytes back = rq_jr_base64(&r.jr);
        CHECK_INT(r.err.code, RQ_OK);
        CHECK_MEM(back.data, back.size, pairs[i][0], strlen(pairs[i][0]));
        rq_arena_free(&r.arena);
        rq_out_free(&out);
    }
    static const char *const bad[] = {"\"Zm9\\nv\"", "\"Z\"", "\"Zm9vY\"",
                                      "\"Zg=a\"",    "7",     "\"Zm-v\""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct reading r;
        check_note("%s", bad[i]);
        open_text(&r, bad[i]);
        rq_jr_base64(&r.jr);
        CHECK_INT(r.err.code, RQ_CORRUPT);
        rq_arena_free(&r.arena);
    }
}

static void test_writer_depth(void)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    for (int i = 0; i < RQ_JSON_DEPTH; i++)
        rq_json_array(&j);
    CHECK_INT(out.failed, RQ_OK);
    rq_json_array(&j);
    CHECK_INT(out.failed, RQ_LIMIT);
    rq_out_free(&out);
}

/* ---- floats ---- */

static uint64_t random_bits(void)
{
    static uint64_t x = 88172645463325252u; /* xorshift64: the same numbers in every run */
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

/* The value, as text, back: the same bits; and another reader agrees. */
static bool f32_survives(uint32_t bits)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_f32(&j, rq_f32_of(bits));
    rq_put8(&out, 0);
    struct reading r;
    open_text(&r, (const char *)out.data);
    uint32_t back = rq_bits_of(rq_jr_f32(&r.jr));
    bool fine = back == bits && rq_jr_close(&r.jr);
    if (out.data[0] != '"')
        fine = fine && rq_bits_of(strtof((const char *)out.data, NULL)) == bits;
    if (!fine)
        printf("    %08x gives %s and %08x\n", (unsigned)bits, (const char *)out.data,
               (unsigned)back);
    rq_arena_free(&r.arena);
    rq_out_free(&out);
    return fine;
}

static bool f64_survives(uint64_t bits)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    double v, w;
    memcpy(&v, &bits, sizeof v);
    rq_json_f64(&j, v);
    rq_put8(&out, 0);
    struct reading r;
    open_text(&r, (const char *)out.data);
    v = rq_jr_f64(&r.jr);
    bool fine = memcmp(&v, &bits, sizeof v) == 0 && rq_jr_close(&r.jr);
    if (out.data[0] != '"') {
        w = strtod((const char *)out.data, NULL);
        fine = fine && memcmp(&w, &bits, sizeof w) == 0;
    }
    if (!fine)
        printf("    %016llx gives %s\n", (unsigned long long)bits, (const char *)out.data);
    rq_arena_free(&r.arena);
    rq_out_free(&out);
    return fine;
}

static void test_f32_sweep(void)
{
    static const uint32_t special[] = {
        0,
        0x80000000, /* -0.0: 2,125 of them in the game's files */
        1,
        0x007FFFFF,
        0x00800000,
        0x7F7FFFFF,
        0xFF7FFFFF,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0xFFC00000,
        0x7F800001,
        0xFFFFFFFF,
        0x7FABCDEF,
        0x3DCCCCCD,
        0x3F800000,
        0x4B800000,
        0x4B800001,
        0x501502F9 /* 1e10 */,
        0x3727C5AC /* 1e-5 */,
    };
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        CHECK(f32_survives(special[i]));
    for (uint32_t exponent = 0; exponent < 256; exponent++) {
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t mantissa = k < 2 ? k : k == 2 ? 0x7FFFFF : (uint32_t)random_bits() & 0x7FFFFF;
            if (!CHECK(f32_survives(exponent << 23 | mantissa)) ||
                !CHECK(f32_survives(0x80000000u | exponent << 23 | mantissa)))
                return;
        }
    }
    for (int i = 0; i < 20000; i++)
        if (!CHECK(f32_survives((uint32_t)random_bits())))
            return;
}

static void test_f64_sweep(void)
{
    static const uint64_t special[] = {0,
                                       UINT64_C(1) << 63,
                                       1,
                                       UINT64_C(0x000FFFFFFFFFFFFF),
                                       UINT64_C(0x7FEFFFFFFFFFFFFF),
                                       UINT64_C(0x7FF0000000000000),
                                       UINT64_C(0xFFF0000000000000),
                                       UINT64_C(0x7FF8000000000000),
                                       UINT64_C(0x7FF0000000000001),
                                       UINT64_MAX,
                                       UINT64_C(0x3FB999999999999A)};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        CHECK(f64_survives(special[i]));
    for (uint64_t exponent = 0; exponent < 2048; exponent++)
        if (!CHECK(f64_survives(exponent << 52 | (random_bits() >> 12))))
            return;
    for (int i = 0; i < 5000; i++)
        if (!CHECK(f64_survives(random_bits())))
            return;
}

/* Significant digits of a number's text, without the zeros before and after. */
static size_t digits_in(const char *text, size_t size)
{
    char digits[48];
    size_t count = 0, start = 0;
    for (size_t i = 0; i < size && text[i] != 'e'; i++)
        if (text[i] >= '0' && text[i] <= '9')
            digits[count++] = text[i];
    while (count && digits[count - 1] == '0')
        count--;
    while (start < count && digits[start] == '0')
        start++;
    return count - start;
}

/* The fewest digits with which strtof finds the float again. */
static size_t fewest(float v)
{
    for (int digits = 1; digits < 9; digits++) {
        char text[32];
        snprintf(text, sizeof text, "%.*e", digits - 1, (double)v);
        if (strtof(text, NULL) == v)
            return digits_in(text, strlen(text));
    }
    return 9;
}

/* A number that no float or double holds is no infinity, which has a spelling of its own. */
static void test_too_large(void)
{
    static const char *const texts[] = {"1e39", "-1e39", "1e309"};
    for (size_t i = 0; i < 3; i++) {
        struct reading r;
        open_text(&r, texts[i]);
        if (i < 2)
            rq_jr_f32(&r.jr);
        else
            rq_jr_f64(&r.jr);
        CHECK(!rq_jr_ok(&r.jr));
        rq_arena_free(&r.arena);
    }
}

/* The bits of a number that is none: as many digits as they have, and only digits. */
static void test_nan_bits(void)
{
    static const char *const texts[] = {"\"nan:7fc0000g\"", "\"nan:7fc0000\"", "\"nan:7fc000000\"",
                                        "\"nun:7fc00000\"", "\"infinity\""};
    struct reading r;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        open_text(&r, texts[i]);
        rq_jr_f32(&r.jr);
        CHECK(!rq_jr_ok(&r.jr));
        rq_arena_free(&r.arena);
    }
    open_text(&r, "\"nan:7fC0aB01\"");
    CHECK_INT(rq_bits_of(rq_jr_f32(&r.jr)), 0x7FC0AB01);
    CHECK(rq_jr_ok(&r.jr));
    rq_arena_free(&r.arena);
}

static void test_f32_shortest(void)
{
    static const struct {
        float v;
        const char *text;
    } known[] = {{1.0f, "1.0"},
                 {-0.0f, "-0.0"},
                 {0.1f, "0.1"},
                 {0.3f, "0.3"},
                 {-2.5f, "-2.5"},
                 {16777216.0f, "16777216.0"},
                 {3.1415927f, "3.1415927"},
                 {2e-5f, "0.00002"},
                 {1e-30f, "1e-30"}};
    char text[32];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t n = rq_f32_text(known[i].v, text);
        CHECK_MEM(text, n, known[i].text, strlen(known[i].text));
    }
    for (int i = 0; i < 20000; i++) {
        float v = rq_f32_of((uint32_t)random_bits());
        if (v != v || fabs((double)v) > FLT_MAX)
            continue;
        size_t n = rq_f32_text(v, text);
        /* Whole numbers from 2^24 on are written out, as people expect. */
        if (fabs((double)v) >= 16777216.0 && fabs((double)v) < 1e9)
            continue;
        check_note("%.*s", (int)n, text);
        if (!CHECK_INT(digits_in(text, n), fewest(v)))
            return;
    }
}

/* No locale may change what is written or read. */
static void test_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",          "fr_FR.UTF-8",
                                        "de_DE",       "German_Germany.1252", "German"};
    const char *set = NULL;
    for (size_t i = 0; !set && i < sizeof names / sizeof names[0]; i++)
        set = setlocale(LC_ALL, names[i]);
    if (!set || localeconv()->decimal_point[0] != ',') {
        setlocale(LC_ALL, "C");
        SKIP("no locale with a decimal comma");
    }
    char text[32], wide[40];
    size_t n = rq_f32_text(1.5e-30f, text), m = rq_f64_text(0.1, wide);
    struct reading r;
    open_text(&r, "[1.5e-30, 123456789012345.678]");
    rq_jr_array(&r.jr);
    rq_jr_more(&r.jr);
    float f = rq_jr_f32(&r.jr);
    rq_jr_more(&r.jr);
    double d = rq_jr_f64(&r.jr);
    setlocale(LC_ALL, "C");
    CHECK_MEM(text, n, "1.5e-30", 7);
    CHECK_MEM(wide, m, "1e-01", 5);
    CHECK(f == 1.5e-30f);
    CHECK(d == 123456789012345.678);
    CHECK_INT(r.err.code, RQ_OK);
    rq_arena_free(&r.arena);
}

/* ---- reading ---- */

static void test_reader(void)
{
    static const char text[] =
        "\xEF\xBB\xBF \t\r\n{ \"b\" : 1 , \"a\":[true,false,null],\"b\":\"x\" } \n";
    struct reading r;
    struct rq_str key;
    open_text(&r, text);
    CHECK_INT(rq_jr_peek(&r.jr), RQ_J_OBJECT);
    rq_jr_object(&r.jr);
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "b"));
    CHECK_INT(rq_jr_u32(&r.jr), 1);
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "a"));
    CHECK_INT(rq_jr_length(&r.jr), 3);
    rq_jr_array(&r.jr);
    REQUIRE(rq_jr_more(&r.jr));
    CHECK(rq_jr_bool(&r.jr));
    REQUIRE(rq_jr_more(&r.jr));
    CHECK(!rq_jr_bool(&r.jr));
    REQUIRE(rq_jr_more(&r.jr));
    CHECK_INT(rq_jr_peek(&r.jr), RQ_J_NULL);
    rq_jr_skip(&r.jr);
    CHECK(!rq_jr_more(&r.jr));
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "b")); /* a second time: kept */
    CHECK(rq_str_is(rq_jr_string(&r.jr), "x"));
    CHECK(!rq_jr_key(&r.jr, &key));
    CHECK(rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
}

static void test_integers(void)
{
    static const struct {
        const char *text;
        bool fine;
        uint64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"\"18446744073709551615\"", true, UINT64_MAX},         /* as other programs want it */
        {"9007199254740993", true, UINT64_C(9007199254740993)}, /* 2^53 + 1: no double */
        {"18446744073709551616", false, 0},
        {"99999999999999999999999", false, 0},
        {"-1", false, 0},
        {"1.0", false, 0},
        {"1e3", false, 0},
        {"\"\"", false, 0},
        {"\"12x\"", false, 0},
        {"-", false, 0},
        {"true", false, 0},
        {"+1", false, 0},
        {"", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading r;
        check_note("%s", cases[i].text);
        open_text(&r, cases[i].text);
        CHECK_INT(rq_jr_unsigned(&r.jr, UINT64_MAX), cases[i].value);
        CHECK_INT(r.err.code == RQ_OK, cases[i].fine);
        rq_arena_free(&r.arena);
    }
    static const struct {
        const char *text;
        int64_t least, most;
        bool fine;
    } ranges[] = {
        {"-9223372036854775808", INT64_MIN, INT64_MAX, true},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, false},
        {"9223372036854775808", INT64_MIN, INT64_MAX, false},
        {"-128", INT8_MIN, INT8_MAX, true},
        {"-129", INT8_MIN, INT8_MAX, false},
        {"127", INT8_MIN, INT8_MAX, true},
        {"128", INT8_MIN, INT8_MAX, false},
        {"0", 0, 5, true},
        {"-0", 0, 5, true},
        {"-1", 0, 5, false},
        {"5", 0, 5, true},
        {"6", 0, 5, false},
        {"99999999999999999999999", INT64_MIN, INT64_MAX, false},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        struct reading r;
        check_note("%s", ranges[i].text);
        open_text(&r, ranges[i].text);
        int64_t v = rq_jr_signed(&r.jr, ranges[i].least, ranges[i].most);
        CHECK_INT(r.err.code == RQ_OK, ranges[i].fine);
        if (ranges[i].fine)
            CHECK_INT(v, strtoll(ranges[i].text, NULL, 10));
        rq_arena_free(&r.arena);
    }
}

static void test_hex(void)
{
    struct reading r;
    open_text(&r, "[\"0xB123\", 17, \"0xffffffff\", \"0x\"]");
    rq_jr_array(&r.jr);
    rq_jr_more(&r.jr);
    CHECK_INT(rq_jr_hex32(&r.jr), 0xB123);
    rq_jr_more(&r.jr);
    CHECK_INT(rq_jr_hex32(&r.jr), 17);
    rq_jr_more(&r.jr);
    CHECK_INT(rq_jr_hex32(&r.jr), UINT32_MAX);
    rq_jr_more(&r.jr);
    CHECK_INT(rq_jr_hex32(&r.jr), 0);
    CHECK_INT(r.err.code, RQ_CORRUPT);
    rq_arena_free(&r.arena);
}

/* Nine digits, other letters, a capital X: none is a number of 32 bits. */
static void test_not_hex(void)
{
    static const char *const bad[] = {"\"0x123456789\"", "\"0xg\"", "\"0x1g\"",  "\"0X12\"",
                                      "\"1x12\"",        "\"12\"",  "\"0x12 \"", "\"\""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct reading r;
        check_note("%s", bad[i]);
        open_text(&r, bad[i]);
        CHECK_INT(rq_jr_hex32(&r.jr), 0);
        CHECK_INT(r.err.code, RQ_CORRUPT);
        CHECK(strstr(r.err.text, "a number like \"0x0000b123\" expected") != NULL);
        rq_arena_free(&r.arena);
    }
    struct reading r;
    open_text(&r, "\"0x12345678\"");
    CHECK_INT(rq_jr_hex32(&r.jr), 0x12345678);
    CHECK_INT(r.err.code, RQ_OK);
    rq_arena_free(&r.arena);
}

/* Exponents of either sign, and so large that all of it is 0 or too much. */
static void test_exponents(void)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"25e-1", 2.5},
                 {"25e+1", 250},
                 {"25E1", 250},
                 {"1e-400000000", 0},
                 {"-1e-99999999999", -0.0},
                 {"0e99999999999", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading r;
        check_note("%s", cases[i].text);
        open_text(&r, cases[i].text);
        CHECK(rq_jr_f64(&r.jr) == cases[i].value);
        CHECK_INT(r.err.code, RQ_OK);
        rq_arena_free(&r.arena);
    }
    static const char *const bad[] = {"1e", "1e+", "1e-", "1e-x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct reading r;
        check_note("%s", bad[i]);
        open_text(&r, bad[i]);
        rq_jr_f64(&r.jr);
        CHECK_INT(r.err.code, RQ_CORRUPT);
        rq_arena_free(&r.arena);
    }
}

static void test_escapes(void)
{
    static const char text[] =
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00\\u0000z\"";
    static const char expected[] = "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\0z";
    struct reading r;
    open_text(&r, text);
    struct rq_str s = rq_jr_string(&r.jr);
    CHECK_INT(r.err.code, RQ_OK);
    CHECK_MEM(s.text, s.size, expected, sizeof expected - 1);
    rq_arena_free(&r.arena);
    static const char *const bad[] = {
        "\"\\ud83d\"",        "\"\\ude00\"", "\"\\ud83dx\"", "\"\\ud83d\\u0041\"", "\"\\u12\"",
        "\"\\u12g4\"",        "\"\\x41\"",   "\"abc",        "\"a\nb\"",           "\"\\",
        "\"\\ud83d\\ud83d\"", "'a'",         "\"\\u\"",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_note("%s", bad[i]);
        open_text(&r, bad[i]);
        rq_jr_string(&r.jr);
        CHECK_INT(r.err.code, RQ_CORRUPT);
        rq_arena_free(&r.arena);
    }
}

static void test_depth(void)
{
    char text[2 * RQ_JSON_DEPTH + 3];
    for (int levels = RQ_JSON_DEPTH; levels <= RQ_JSON_DEPTH + 1; levels++) {
        struct reading r;
        memset(text, '[', (size_t)levels);
        memset(text + levels, ']', (size_t)levels);
        open_bytes(&r, text, 2 * (size_t)levels);
        rq_jr_skip(&r.jr);
        bool fine = rq_jr_close(&r.jr);
        CHECK_INT(fine, levels == RQ_JSON_DEPTH);
        rq_arena_free(&r.arena);
    }
}

static void test_line_numbers(void)
{
    struct reading r;
    struct rq_str key;
    open_text(&r, "{\n \"a\": 1,\n\n \"b\": x\n}\n");
    rq_jr_object(&r.jr);
    while (rq_jr_key(&r.jr, &key))
        rq_jr_u32(&r.jr);
    CHECK_STR(r.err.text, "JSON line 4: a number expected");
    CHECK_INT(r.err.offset, 18);
    rq_arena_free(&r.arena);
    open_text(&r, "{\"colour\": 1}");
    rq_jr_object(&r.jr);
    while (rq_jr_key(&r.jr, &key))
        rq_jr_unknown(&r.jr, key);
    CHECK_STR(r.err.text, "JSON line 1: no field is named \"colour\" here");
    rq_arena_free(&r.arena);
}

static const char sample[] =
    "{\"a\": [1, -2.5e3, true, null, {\"x\": \"\\u00e9\\\\\"}], \"b\": {}, \"c\": [], \"d\": \"t\"}";

/* A text that is cut anywhere is refused; the page behind it is not touched. */
static void test_truncated(void)
{
    for (size_t size = 0; size < sizeof sample - 1; size++) {
        struct check_guard guard;
        struct reading r;
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(sample, size, &guard));
        open_bytes(&r, guard.data, guard.size);
        rq_jr_skip(&r.jr);
        CHECK(!rq_jr_close(&r.jr));
        rq_arena_free(&r.arena);
        check_guard_free(&guard);
    }
}

static void test_skip_and_raw(void)
{
    struct reading r;
    struct rq_str key;
    open_text(&r, sample);
    rq_jr_object(&r.jr);
    REQUIRE(rq_jr_key(&r.jr, &key));
    struct rq_bytes raw = rq_jr_raw(&r.jr);
    CHECK_MEM(raw.data, raw.size, "[1, -2.5e3, true, null, {\"x\": \"\\u00e9\\\\\"}]", 42);
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "b"));
    rq_jr_skip(&r.jr);
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "c"));
    CHECK_INT(rq_jr_length(&r.jr), 0);
    rq_jr_skip(&r.jr);
    REQUIRE(rq_jr_key(&r.jr, &key) && rq_str_is(key, "d"));
    rq_jr_skip(&r.jr);
    CHECK(!rq_jr_key(&r.jr, &key));
    CHECK(rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
}

static void test_not_json(void)
{
    static const char *const bad[] = {
        "",           "[1,]", "[,1]", "[1 2]",     "{\"a\"}", "{\"a\":}",  "{a:1}",
        "{\"a\":1,}", "[1]]", "nul",  "tru",       "[1}",     "{]",        "1.",
        ".5",         "1e",   "--1",  "[\"a\":1]", "\"a\"b",  "{\"a\" 1}", "\x01"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct reading r;
        check_note("%s", bad[i]);
        open_text(&r, bad[i]);
        rq_jr_skip(&r.jr);
        CHECK(!rq_jr_close(&r.jr));
        CHECK_INT(r.err.code, RQ_CORRUPT);
        rq_arena_free(&r.arena);
    }
    struct reading r;
    open_bytes(&r, NULL, 0);
    rq_jr_skip(&r.jr);
    CHECK(!rq_jr_close(&r.jr));
    rq_arena_free(&r.arena);
}

static void test_text_in_a_page(void)
{
    /* Euro sign: 80 in cp1252. A character of no cp1252: refused with its place. */
    struct reading r;
    open_text(&r, "[\"a\xE2\x82\xAC\", \"abc\", \"x\xE4\xB8\x80\"]");
    char field[4] = "????";
    rq_jr_array(&r.jr);
    rq_jr_more(&r.jr);
    struct rq_bytes text = rq_jr_text(&r.jr, RQ_CP1252);
    CHECK_MEM(text.data, text.size, "a\x80", 2);
    rq_jr_more(&r.jr);
    rq_jr_fixed(&r.jr, RQ_CP1252, field, 4);
    CHECK_MEM(field, 4, "abc\0", 4);
    rq_jr_more(&r.jr);
    rq_jr_text(&r.jr, RQ_CP1252);
    CHECK_STR(r.err.text, "JSON line 1: character 1 of this text is not in cp1252");
    rq_arena_free(&r.arena);
    open_text(&r, "\"abcde\"");
    rq_jr_fixed(&r.jr, RQ_CP1252, field, 4);
    CHECK_INT(r.err.code, RQ_CORRUPT);
    rq_arena_free(&r.arena);
    open_text(&r, "\"\xC3(\""); /* broken UTF-8 */
    rq_jr_text(&r.jr, RQ_CP1252);
    CHECK_INT(r.err.code, RQ_CORRUPT);
    rq_arena_free(&r.arena);
}

/* Arrays in arrays and objects, most of a few bytes, some of many. */
static void put_nested(struct rq_out *out, uint32_t *state, unsigned levels)
{
    uint32_t kind = random_below(state, 6), count = random_below(state, 12);
    if (levels == 0 || kind == 0) {
        static const char *const scalars[] = {"-1.5e3", "\"a]\\\"[,\"", "true",
                                              "[]",     " [ ] ",        "{}"};
        const char *text = scalars[random_below(state, 6)];
        rq_put(out, text, strlen(text));
        return;
    }
    rq_put(out, kind == 1 ? "{" : "[ ", kind == 1 ? 1 : 2);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            rq_put(out, ",", 1);
        if (kind == 1)
            rq_put(out, "\"k[\": ", 6);
        put_nested(out, state, levels - 1);
    }
    rq_put(out, kind == 1 ? "}" : "]", 1);
}

/* Counts elements by reading them, from the inside to the outside, and asks before and behind. */
static void check_lengths(struct rq_jr *jr)
{
    struct rq_str key;
    struct rq_jr before = *jr;
    enum rq_jtype type = rq_jr_peek(jr);
    if (type == RQ_J_OBJECT) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            check_lengths(jr);
    } else if (type == RQ_J_ARRAY) {
        size_t length = rq_jr_length(jr), count = 0;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); count++)
            check_lengths(jr);
        CHECK_INT(length, count);
        before.lengths = jr->lengths;
        CHECK_INT(rq_jr_length(&before), count);
    } else {
        rq_jr_skip(jr);
    }
}

static void test_lengths_of_nested_arrays(void)
{
    for (uint32_t seed = 1; seed <= 40; seed++) {
        struct rq_out out = {0};
        struct reading r;
        uint32_t state = seed;
        rq_put(&out, "[", 1);
        put_nested(&out, &state, 7);
        rq_put(&out, ",", 1);
        put_nested(&out, &state, 4);
        rq_put(&out, "]", 1);
        check_note("seed %u, %zu bytes", seed, out.size);
        open_bytes(&r, out.data, out.size);
        if (seed % 2) { /* no length of the whole: each array begins a look of its own */
            rq_jr_array(&r.jr);
            while (rq_jr_more(&r.jr))
                check_lengths(&r.jr);
        } else {
            check_lengths(&r.jr);
        }
        CHECK(rq_jr_close(&r.jr));
        rq_arena_free(&r.arena);
        rq_out_free(&out);
    }
}

TESTS(test_writer_lines, test_writer_compact, test_writer_strings, test_writer_every_byte,
      test_writer_whole, test_base64, test_writer_depth, test_f32_sweep, test_f64_sweep,
      test_too_large, test_nan_bits, test_f32_shortest, test_locale, test_reader, test_integers,
      test_hex, test_not_hex, test_exponents, test_escapes, test_depth, test_line_numbers,
      test_truncated, test_skip_and_raw, test_not_json, test_text_in_a_page,
      test_lengths_of_nested_arrays)
