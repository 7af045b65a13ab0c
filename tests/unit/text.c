/* Code pages, UTF-8, names. Characters come from the tables of the Unicode consortium and of
 * WHATWG; what matters most is that every byte comes back. */
#include "core/text.h"
#include "support/check.h"

static bool comes_back(enum rq_codepage page, const void *data, size_t size)
{
    struct rq_out utf8 = {0}, back = {0};
    size_t bad = 0;
    rq_text_decode(&utf8, page, (struct rq_bytes){data, size});
    bool fine = rq_text_encode(&back, page, rq_out_bytes(&utf8), &bad) && back.size == size &&
                (size == 0 || memcmp(back.data, data, size) == 0);
    for (size_t i = 0; i < utf8.size;) {
        uint32_t code;
        size_t used = rq_utf8_get(utf8.data + i, utf8.size - i, &code);
        fine = fine && used;
        i += used ? used : utf8.size;
    }
    rq_out_free(&utf8);
    rq_out_free(&back);
    return fine;
}

static void decodes(enum rq_codepage page, const char *bytes, const char *utf8)
{
    struct rq_out out = {0};
    check_note("%s of %s", utf8, rq_codepage_name(page));
    rq_text_decode(&out, page, (struct rq_bytes){(const uint8_t *)bytes, strlen(bytes)});
    CHECK_MEM(out.data, out.size, utf8, strlen(utf8));
    rq_out_free(&out);
}

/* Each byte is a character of its own, and all 256 differ. */
static void test_single_byte_pages(void)
{
    uint8_t all[256];
    for (size_t i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    for (int page = RQ_CP1252; page <= RQ_CP1251; page++) {
        check_note("%s", rq_codepage_name((enum rq_codepage)page));
        CHECK(comes_back((enum rq_codepage)page, all, 256));
        uint32_t codes[256];
        for (size_t i = 0; i < 256; i++) {
            struct rq_out out = {0};
            rq_text_decode(&out, (enum rq_codepage)page, (struct rq_bytes){all + i, 1});
            CHECK_INT(rq_utf8_get(out.data, out.size, &codes[i]), out.size);
            rq_out_free(&out);
            for (size_t k = 0; k < i; k++)
                CHECK(codes[k] != codes[i]);
            if (i < 0x80)
                CHECK_INT(codes[i], i);
        }
    }
}

static void test_known_characters(void)
{
    decodes(RQ_CP1252, "\x80\x92\xE9\xFF",
            "\xE2\x82\xAC\xE2\x80\x99\xC3\xA9\xC3\xBF"); /* € ’ é ÿ */
    decodes(RQ_CP1252, "\x81\x8D\x8F\x90\x9D",
            "\xC2\x81\xC2\x8D\xC2\x8F\xC2\x90\xC2\x9D"); /* the five holes */
    decodes(RQ_CP437, "\x80\xB0\xE1\xFE", "\xC3\x87\xE2\x96\x91\xC3\x9F\xE2\x96\xA0"); /* Ç ░ ß ■ */
    decodes(RQ_CP1250, "\xB9\xB3\x9C\xBF", "\xC4\x85\xC5\x82\xC5\x9B\xC5\xBC"); /* ą ł ś ż */
    decodes(RQ_CP1251, "\xCF\xF0\xE8\xB8", "\xD0\x9F\xD1\x80\xD0\xB8\xD1\x91"); /* П р и ё */
    decodes(RQ_CP_DEFAULT, "\x80", "\xE2\x82\xAC"); /* without a format: cp1252 */
}

static bool have_multi(void)
{
    struct rq_out out = {0};
    rq_text_decode(&out, RQ_CP932, (struct rq_bytes){(const uint8_t *)"\x93\xFA", 2});
    bool have = out.size == 3; /* one character, not two escapes of three bytes each */
    rq_out_free(&out);
    return have;
}

static void test_multi_byte_characters(void)
{
    if (!have_multi())
        SKIP("built without the tables of the Asian code pages");
    decodes(RQ_CP932, "\x93\xFA\x96\x7B", "\xE6\x97\xA5\xE6\x9C\xAC"); /* 日本 */
    decodes(RQ_CP932, "\xB1", "\xEF\xBD\xB1");                         /* half width ｱ */
    decodes(RQ_CP936, "\xD6\xD0\xCE\xC4", "\xE4\xB8\xAD\xE6\x96\x87"); /* 中文 */
    decodes(RQ_CP949, "\xC7\xD1\xB1\xDB", "\xED\x95\x9C\xEA\xB8\x80"); /* 한글 */
    decodes(RQ_CP950, "\xA4\xA4\xA4\xE5", "\xE4\xB8\xAD\xE6\x96\x87"); /* 中文 */
    decodes(RQ_CP932, "a\x93\xFA!", "a\xE6\x97\xA5!");
}

/* Every pair of bytes, and every single one, is a text of each page: what is no character
 * has an escape. Without the system's tables everything has. */
static void test_multi_byte_all_pairs(void)
{
    static const enum rq_codepage pages[] = {RQ_CP932, RQ_CP936, RQ_CP949, RQ_CP950};
    uint8_t pairs[256 * 2];
    for (size_t p = 0; p < 4; p++) {
        for (unsigned lead = 0; lead < 256; lead++) {
            for (unsigned trail = 0; trail < 256; trail++) {
                pairs[trail * 2] = (uint8_t)lead;
                pairs[trail * 2 + 1] = (uint8_t)trail;
            }
            check_note("%s, lead byte %02x", rq_codepage_name(pages[p]), lead);
            CHECK(comes_back(pages[p], pairs, sizeof pairs));
            /* The last one alone: a lead byte at the end of the text. */
            CHECK(comes_back(pages[p], &pairs[1], sizeof pairs - 1));
            CHECK(comes_back(pages[p], pairs, 1));
        }
    }
}

static void test_escape_of_broken_bytes(void)
{
    /* FF is no character of cp932 (nor of any Asian page of Windows): U+F7FF, EF 9F BF. */
    decodes(RQ_CP932, "\xFF", "\xEF\x9F\xBF");
    struct rq_out out = {0};
    size_t bad = 99;
    /* The escape of a byte below 80 is nobody's. */
    CHECK(!rq_text_encode(&out, RQ_CP932, (struct rq_bytes){(const uint8_t *)"ab\xEF\x9C\x81", 5},
                          &bad));
    CHECK_INT(bad, 2);
    rq_out_free(&out);
}

static void test_encode_refuses(void)
{
    struct rq_out out = {0};
    size_t bad = 0;
    static const char text[] = "ab\xE4\xB8\xAD";
    CHECK(!rq_text_encode(&out, RQ_CP1252, (struct rq_bytes){(const uint8_t *)text, 5}, &bad));
    CHECK_INT(bad, 2);
    CHECK(!rq_text_encode(&out, RQ_CP437, (struct rq_bytes){(const uint8_t *)"\xC2\x81", 2}, &bad));
    CHECK_INT(bad, 0);
    rq_out_free(&out);
}

static void test_utf8(void)
{
    static const struct {
        const char *bytes;
        size_t size, used;
        uint32_t code;
    } cases[] = {
        {"A", 1, 1, 0x41},
        {"\0", 1, 1, 0},
        {"\xC2\x80", 2, 2, 0x80},
        {"\xDF\xBF", 2, 2, 0x7FF},
        {"\xE0\xA0\x80", 3, 3, 0x800},
        {"\xEF\xBF\xBF", 3, 3, 0xFFFF},
        {"\xF0\x90\x80\x80", 4, 4, 0x10000},
        {"\xF4\x8F\xBF\xBF", 4, 4, 0x10FFFF},
        {"", 0, 0, 0},
        {"\x80", 1, 0, 0},
        {"\xC0\x80", 2, 0, 0},         /* overlong NUL */
        {"\xC1\xBF", 2, 0, 0},         /* overlong 7F */
        {"\xE0\x9F\xBF", 3, 0, 0},     /* overlong 7FF */
        {"\xF0\x8F\xBF\xBF", 4, 0, 0}, /* overlong FFFF */
        {"\xED\xA0\x80", 3, 0, 0},     /* surrogates */
        {"\xED\xBF\xBF", 3, 0, 0},
        {"\xF4\x90\x80\x80", 4, 0, 0}, /* above 10FFFF */
        {"\xF5\x80\x80\x80", 4, 0, 0},
        {"\xFF", 1, 0, 0},
        {"\xC3", 1, 0, 0}, /* cut */
        {"\xE2\x82", 2, 0, 0},
        {"\xF0\x9F\x98", 3, 0, 0},
        {"\xC3\x41", 2, 0, 0}, /* no continuation */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct check_guard guard;
        uint32_t code = 0;
        uint8_t again[4];
        check_note("case %zu", i);
        REQUIRE(check_guard_make(cases[i].bytes, cases[i].size, &guard));
        CHECK_INT(rq_utf8_get(guard.data, guard.size, &code), cases[i].used);
        if (cases[i].used) {
            CHECK_INT(code, cases[i].code);
            CHECK_MEM(again, rq_utf8_put(again, code), cases[i].bytes, cases[i].size);
        }
        check_guard_free(&guard);
    }
}

static void test_page_names(void)
{
    for (int page = RQ_CP1252; page <= RQ_CP950; page++)
        CHECK_INT(rq_codepage_by_name(rq_codepage_name((enum rq_codepage)page)), page);
    CHECK_INT(rq_codepage_by_name("CP1252"), RQ_CP1252);
    CHECK_INT(rq_codepage_by_name("utf-8"), RQ_CP_DEFAULT);
    CHECK_INT(rq_codepage_by_name(""), RQ_CP_DEFAULT);
    CHECK_STR(rq_codepage_name((enum rq_codepage)77), "default");
}

static void test_globs(void)
{
    static const struct {
        const char *pattern, *text;
        bool match;
    } cases[] = {
        {"*", "", true},
        {"", "", true},
        {"", "a", false},
        {"?", "", false},
        {"*.utc", "n_x.utc", true},
        {"*.UTC", "N_x.uTc", true},
        {"*.utc", "n_x.utcx", false},
        {"a*b*c", "aXXbYYc", true},
        {"a*b*c", "aXXbYY", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"***", "abc", true},
        {"*a*a*a*", "aa", false},
        {"[a]", "a", false},
        {"*ab", "aab", true},
        {"dan*.are", "danm13.are", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s on %s", cases[i].pattern, cases[i].text);
        CHECK_INT(rq_glob(cases[i].pattern, cases[i].text), cases[i].match);
    }
    /* Many stars must not take exponential time. */
    char text[2001];
    memset(text, 'a', 2000);
    text[2000] = 0;
    CHECK(!rq_glob("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

static void test_names(void)
{
    CHECK_INT(rq_casecmp("DanM13", "dANm13"), 0);
    CHECK(rq_casecmp("a", "b") < 0);
    CHECK(rq_casecmp("ab", "a") > 0);
    CHECK(rq_casecmp("\xC9", "\xE9") != 0); /* only ASCII has a case */
    CHECK(rq_word_in("utc uti dlg", "uti", 3));
    CHECK(!rq_word_in("utc uti dlg", "ut", 2));
    CHECK(!rq_word_in("utc uti dlg", "tc u", 4));
    CHECK(!rq_word_in("", "a", 1));
    CHECK(rq_word_in("a  b", "b", 1));
}

static void test_clean(void)
{
    char text[] = "a\x1b[0m\tb\x7f\xC3\xA9\xFFz\xC2\x9B.\xE2\x82";
    rq_text_clean(text);
    CHECK_STR(text, "a?[0m?b?\xC3\xA9?z??.??");
}

/* What comes before the first character: a mark of UTF-8, whole and at the start, and blanks. */
static void test_first(void)
{
    static const struct {
        const char *text;
        size_t size;
        uint8_t first;
    } cases[] = {{"\xEF\xBB\xBF \t\r\n{x", 9, '{'},
                 {"\xEF\xBB\xBF<", 4, '<'},
                 {"a", 1, 'a'},
                 {" \xEF\xBB\xBF{", 5, 0xEF},
                 {"\xEF\xBB", 2, 0xEF},
                 {"", 0, 0},
                 {"\xEF\xBB\xBF", 3, 0},
                 {" \r\n\t", 4, 0},
                 {"\v", 1, '\v'}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("case %zu", i);
        CHECK_INT(rq_text_first((struct rq_bytes){(const uint8_t *)cases[i].text, cases[i].size}),
                  cases[i].first);
    }
}

static size_t far(const char *a, const char *b)
{
    return rq_distance(a, strlen(a), b, strlen(b));
}

/* Letters to be added, taken away or changed; what is farther than near is RQ_NEAR + 1 or more. */
static void test_distance(void)
{
    static const struct {
        const char *a, *b;
        size_t far;
    } cases[] = {{"", "", 0},       {"", "a", 1},        {"a", "", 1},
                 {"a", "b", 1},     {"Tag", "tAG", 0},   {"Tag", "Tg", 1},
                 {"Tg", "Tag", 1},  {"Tag", "Tags", 1},  {"abc", "acb", 2},
                 {"abc", "xbc", 1}, {"abc", "bc", 1},    {"ab", "abcd", 2},
                 {"abcd", "cd", 2}, {"abcd", "badc", 3}, {"kitten", "sitting", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s, %s", cases[i].a, cases[i].b);
        size_t is = far(cases[i].a, cases[i].b);
        CHECK(is == cases[i].far || (is > RQ_NEAR && cases[i].far > RQ_NEAR));
    }
    /* Sizes that differ by RQ_NEAR are looked at, those that differ by more are not. */
    CHECK_INT(far("abc", "abcxx"), RQ_NEAR);
    CHECK_INT(far("abcxx", "abc"), RQ_NEAR);
    CHECK_INT(far("abc", "abcxxx"), RQ_NEAR + 1);
    CHECK_INT(far("abcxxx", "abc"), RQ_NEAR + 1);
    char a[64], b[64];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    b[0] = 'b';
    CHECK_INT(rq_distance(a, 60, b, 60), 1);
    CHECK_INT(rq_distance(a, 62, b, 60), 3);
    CHECK_INT(rq_distance(a, 60, a, 61), RQ_NEAR + 1); /* 60 letters are the most of the second */
    CHECK_INT(rq_distance(a, 61, a, 60), 1);
}

/* What a terminal would take for a command goes; both ends of each range. */
static void test_clean_ends(void)
{
    char text[] = "\x1F\x20~\x7F|\xC2\x80\xC2\x9F\xC2\xA0\xE2\x82\xAC";
    rq_text_clean(text);
    CHECK_STR(text, "?\x20~?|????\xC2\xA0\xE2\x82\xAC");
    CHECK(rq_casecmp("\xE9", "a") > 0); /* bytes count as such, whatever char is */
    CHECK(rq_casecmp("Z", "[") > 0);
    CHECK(rq_casecmp("a", "A") == 0);
    CHECK(rq_casecmp("a", "ab") < 0);
    CHECK_INT(rq_lower('@'), '@');
    CHECK_INT(rq_lower('Z'), 'z');
    CHECK_INT(rq_lower('['), '[');
    CHECK(rq_glob("a?c", "a\xC3\xA9"
                         "c"));
    CHECK(rq_glob("a?c", "a\xE2\x82\xAC"
                         "c"));
    CHECK(!rq_glob("a??c", "a\xC3\xA9"
                           "c"));
    CHECK(rq_glob("*b?", "abab\xC3\xA9"));
}

TESTS(test_distance, test_clean_ends, test_first, test_single_byte_pages, test_known_characters,
      test_multi_byte_characters, test_multi_byte_all_pairs, test_escape_of_broken_bytes,
      test_encode_refuses, test_utf8, test_page_names, test_globs, test_names, test_clean)
