/* Search patterns against a matcher that tries everything, letter by letter. */
#include "core/match.h"
#include "core/text.h"
#include "support/check.h"
#include "support/random.h"

#include <stdio.h>

/* Letters of texts and patterns, each with what it is when case is ignored: UTF-8, and the byte that
 * it is in cp1252. "K" stands for itself alone. */
static const struct letter {
    const char *utf8;
    const char *cp1252;
    int folded;
} letters[] = {
    {"a", "a", 'a'}, {"A", "A", 'a'},           {"b", "b", 'b'},
    {"B", "B", 'b'}, {"\xC3\xA9", "\xE9", 'e'}, {"\xC3\x89", "\xC9", 'e'},
    {" ", " ", ' '}, {"[", "[", '['},           {"\xE2\x82\xAC", "\x80", '$'},
};
enum { LETTERS = sizeof letters / sizeof letters[0], ANY = '*', ONE = '?', MOST = 14 };

/* The pattern stands at the start of the text. */
static bool model_starts(const int *pattern, size_t size, const int *text, size_t length)
{
    if (size == 0)
        return true;
    if (*pattern == ANY)
        return model_starts(pattern + 1, size - 1, text, length) ||
               (length && model_starts(pattern, size, text + 1, length - 1));
    return length && (*pattern == ONE || *pattern == *text) &&
           model_starts(pattern + 1, size - 1, text + 1, length - 1);
}

static bool model_has(const int *pattern, size_t size, const int *text, size_t length)
{
    for (size_t at = 0; at <= length; at++)
        if (model_starts(pattern, size, text + at, length - at))
            return true;
    return false;
}

/* A text of some letters, as UTF-8, as cp1252, and as the model has it. */
struct sample {
    char utf8[MOST * 4], cp1252[MOST * 4];
    int folded[MOST];
    size_t count;
};

static void add(struct sample *s, const char *utf8, const char *cp1252, int folded)
{
    strcat(s->utf8, utf8);
    strcat(s->cp1252, cp1252);
    s->folded[s->count++] = folded;
}

static struct sample random_sample(uint32_t *state, size_t most, size_t kinds, bool pattern)
{
    struct sample s = {.count = 0};
    for (size_t left = random_below(state, most + 1); left; left--) {
        uint32_t odd = random_below(state, 6);
        const struct letter *l = &letters[random_below(state, kinds)];
        if (pattern && odd < 2)
            add(&s, odd ? "*" : "?", odd ? "*" : "?", odd ? ANY : ONE);
        else
            add(&s, l->utf8, l->cp1252, l->folded);
    }
    return s;
}

static struct rq_bytes bytes_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void test_random_patterns(void)
{
    uint32_t state = 5;
    size_t hits = 0;
    for (size_t i = 0; i < 6000; i++) {
        /* Few kinds of letters, so that they meet; only ASCII, some of which need no glob. */
        size_t kinds = i % 3 == 0 ? 4 : LETTERS;
        struct sample p = random_sample(&state, 5, kinds, i % 2);
        struct rq_match m;
        REQUIRE(rq_match_open(&m, p.utf8, NULL));
        for (size_t k = 0; k < 8; k++) {
            struct sample t = random_sample(&state, MOST, kinds, false);
            bool has = model_has(p.folded, p.count, t.folded, t.count);
            check_note("\"%s\" in \"%s\"", p.utf8, t.utf8);
            CHECK_INT(rq_match_text(&m, RQ_CP_DEFAULT, bytes_of(t.utf8)), has);
            CHECK_INT(rq_match_text(&m, RQ_CP1252, bytes_of(t.cp1252)), has);
            hits += has;
        }
        rq_match_close(&m);
    }
    CHECK(hits > 5000 && hits < 43000); /* both answers come often */
}

/* A plain pattern anywhere in a long text. */
static void test_long_texts(void)
{
    static uint8_t text[EDGE_MOST];
    struct rq_match plain, glob;
    REQUIRE(rq_match_open(&plain, "Needle", NULL) && rq_match_open(&glob, "n??Dle", NULL));
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        size_t size = edge_sizes[i];
        memset(text, 'n', size);
        check_note("%zu letters", size);
        CHECK(!rq_match_text(&plain, RQ_CP1252, (struct rq_bytes){text, size}));
        CHECK(!rq_match_text(&glob, RQ_CP1252, (struct rq_bytes){text, size}));
        for (size_t at = 0; at + 6 <= size; at += size / 3 + 1) {
            struct check_guard guard;
            memset(text, 'n', size);
            memcpy(text + at, "NEEDLE", 6);
            REQUIRE(check_guard_make(text, size, &guard));
            CHECK(rq_match_text(&plain, RQ_CP1252, (struct rq_bytes){guard.data, size}));
            CHECK(rq_match_text(&glob, RQ_CP1252, (struct rq_bytes){guard.data, size}));
            check_guard_free(&guard);
        }
    }
    rq_match_close(&plain);
    rq_match_close(&glob);
}

/* Letters with a mark: capital and small as the Unicode tables of case pair them, at both ends of each block. */
static void test_case(void)
{
    static const struct {
        const char *pattern, *text;
        bool fits;
    } cases[] = {
        {"\xC3\x80", "\xC3\xA0", true},  /* U+C0, U+E0 */
        {"\xC3\x9E", "\xC3\xBE", true},  /* U+DE, U+FE */
        {"\xC3\x97", "\xC3\xB7", false}, /* times and divided by */
        {"\xC3\x9F", "\xC3\xBF", false}, /* sharp s, y with dots */
        {"\xC5\xB8", "\xC3\xBF", true},  /* U+178, U+FF */
        {"\xC4\x80", "\xC4\x81", true},  /* U+100, U+101 */
        {"\xC4\xB0", "\xC4\xB1", false}, /* dotted I, dotless i */
        {"\xC4\xB6", "\xC4\xB7", true},  /* U+136, U+137 */
        {"\xC4\xB8", "\xC4\xB9", false}, /* kra has no capital */
        {"\xC4\xB9", "\xC4\xBA", true},  /* U+139, U+13A */
        {"\xC5\x87", "\xC5\x88", true},  /* U+147, U+148 */
        {"\xC5\x88", "\xC5\x89", false},
        {"\xC5\x89", "\xC5\x8A", false}, /* n with an apostrophe */
        {"\xC5\x8A", "\xC5\x8B", true},  /* U+14A, U+14B */
        {"\xC5\xB6", "\xC5\xB7", true},  /* U+176, U+177 */
        {"\xC5\xB7", "\xC5\xB8", false},
        {"\xC5\xB9", "\xC5\xBA", true},  /* U+179, U+17A */
        {"\xC5\xBD", "\xC5\xBE", true},  /* U+17D, U+17E */
        {"\xC5\xBE", "\xC5\xBF", false}, /* long s */
        {"\xD0\x80", "\xD1\x90", true},  /* U+400, U+450 */
        {"\xD0\x8F", "\xD1\x9F", true},  /* U+40F, U+45F */
        {"\xD0\x90", "\xD0\xB0", true},  /* U+410, U+430 */
        {"\xD0\xAF", "\xD1\x8F", true},  /* U+42F, U+44F */
        {"\xD0\xB0", "\xD1\x90", false},
        {"@", "`", false},
        {"Z", "z", true},
        {"[", "{", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int turned = 0; turned < 2; turned++) {
            struct rq_match m;
            char text[16];
            snprintf(text, sizeof text, "x%sx", turned ? cases[i].pattern : cases[i].text);
            check_note("%zu, %d", i, turned);
            REQUIRE(rq_match_open(&m, turned ? cases[i].text : cases[i].pattern, NULL));
            CHECK_INT(rq_match_text(&m, RQ_CP_DEFAULT,
                                    (struct rq_bytes){(const uint8_t *)text, strlen(text)}),
                      cases[i].fits);
            rq_match_close(&m);
        }
}

/* What follows a NUL is searched too, whatever the pattern. */
static void test_nul(void)
{
    static const char *const patterns[] = {"after", "aft?r", "b*after", "e\xC3\xA9"};
    static const char text[] = "before\0after e\xC3\xA9";
    for (size_t i = 0; i < 4; i++) {
        struct rq_match m;
        check_note("%s", patterns[i]);
        REQUIRE(rq_match_open(&m, patterns[i], NULL));
        CHECK(rq_match_text(&m, RQ_CP_DEFAULT,
                            (struct rq_bytes){(const uint8_t *)text, sizeof text - 1}));
        rq_match_close(&m);
    }
}

/* Without memory there is no answer but no, and the next text has one. */
static void test_no_memory(void)
{
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_match m;
        bool open = rq_match_open(&m, "n?edle", &alloc);
        CHECK(open || failing.failed);
        bool found = open && rq_match_text(&m, RQ_CP932, bytes_of("a needle"));
        CHECK(found == (failing.failed == 0));
        rq_match_close(&m);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_random_patterns, test_long_texts, test_case, test_nul, test_no_memory)
