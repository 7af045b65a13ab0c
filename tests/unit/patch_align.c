/* Three versions of a list of letters, as merging takes them: a capital is the letter changed, with the same name. Expected
 * rows are worked out by hand from docs/merge.md: what one side took out or put in counts, what both did is asked for. */
#include "patch/align.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

struct lists {
    const char *text[3];
    const char *asked; /* what is expected to be asked for: the row, and whether b took it out */
    bool b_counts;
    unsigned questions;
};

static int name_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool same(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    const struct lists *l = ctx;
    return l->text[a_side][a] == l->text[b_side][b];
}

static bool named(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    const struct lists *l = ctx;
    return name_of(l->text[a_side][a]) == name_of(l->text[b_side][b]);
}

/* "abc": the letters of the three versions, "-" where there is none; "!" when it is gone. */
static void print_row(const struct lists *l, const struct row *row, char text[8])
{
    for (int side = 0; side < 3; side++)
        text[side] = row->at[side] == NO_ROW ? '-' : l->text[side][row->at[side]];
    snprintf(text + 3, 5, "%s", row->gone ? "!" : "");
}

static bool ask(void *ctx, const struct row *row, bool theirs_is_gone)
{
    struct lists *l = ctx;
    char text[8], said[16];
    print_row(l, row, text);
    snprintf(said, sizeof said, "%s %d", text, theirs_is_gone);
    CHECK_STR(said, l->asked ? l->asked : "nothing");
    l->questions++;
    return l->b_counts;
}

static void check_lists(struct lists l, bool pair_new, const char *expected)
{
    struct rq_arena arena = {0};
    struct rows rows = {0};
    struct alignment a = {.arena = &arena,
                          .ctx = &l,
                          .same = same,
                          .named = named,
                          .conflict = ask,
                          .conflict_ctx = &l,
                          .pair_new = pair_new};
    char found[400] = "";
    for (int i = 0; i < 3; i++)
        a.sizes[i] = (uint32_t)strlen(l.text[i]);
    check_note("%s, %s, %s", l.text[0], l.text[1], l.text[2]);
    CHECK(align_rows(&a, &rows));
    for (uint32_t i = 0; i < rows.count; i++) {
        char text[8];
        print_row(&l, &rows.items[i], text);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "", text);
    }
    CHECK_STR(found, expected);
    CHECK_INT(l.questions, l.asked ? 1 : 0);
    rq_arena_free(&arena);
}

static void merges(const char *base, const char *a, const char *b, const char *expected)
{
    check_lists((struct lists){.text = {base, a, b}}, false, expected);
}

static void test_one_side(void)
{
    merges("", "", "", "");
    merges("abc", "abc", "abc", "aaa bbb ccc");
    merges("ab", "axb", "ab", "aaa -x- bbb");
    merges("ab", "ab", "axb", "aaa --x bbb");
    merges("ab", "ab", "xaby", "--x aaa bbb --y");
    merges("ab", "xaby", "ab", "-x- aaa bbb -y-");
    merges("abc", "ac", "abc", "aaa ccc");
    merges("abc", "abc", "ac", "aaa -b-! ccc");
    merges("abc", "ac", "ac", "aaa ccc");
    merges("abc", "", "abc", "");
    merges("abc", "abc", "", "-a-! -b-! -c-!");
    merges("abc", "aBc", "abc", "aaa bBb ccc");
    merges("abc", "abc", "aBc", "aaa bbB ccc");
    merges("abc", "aBc", "aBc", "aaa bBB ccc");
    merges("", "xy", "", "-x- -y-");
    merges("", "", "xy", "--x --y");
}

static void test_both_sides(void)
{
    merges("ab", "axb", "axb", "aaa -xx bbb");
    merges("ab", "axb", "ayb", "aaa -x- --y bbb");
    merges("ab", "axyb", "ayzb", "aaa -x- -yy --z bbb");
    merges("ab", "axxb", "axb", "aaa -xx -x- bbb");
    merges("ab", "axb", "axxb", "aaa -xx --x bbb");
    merges("a", "ax", "axy", "aaa -xx --y");
    merges("", "xy", "yx", "-xx -yy");
    merges("ab", "xab", "abx", "-x- aaa bbb --x"); /* not at one place */
    merges("ab", "axb", "aXb", "aaa -x- --X bbb");
    check_lists((struct lists){.text = {"ab", "axb", "aXb"}}, true, "aaa -xX bbb");
    check_lists((struct lists){.text = {"ab", "axb", "ayb"}}, true, "aaa -x- --y bbb");
}

/* What one changed and the other took out. */
static void test_questions(void)
{
    check_lists((struct lists){{"abc", "aBc", "ac"}, "bB- 1", true, 0}, false, "aaa -B-! ccc");
    check_lists((struct lists){{"abc", "aBc", "ac"}, "bB- 1", false, 0}, false, "aaa -B- ccc");
    check_lists((struct lists){{"abc", "ac", "aBc"}, "b-B 0", true, 0}, false, "aaa --B ccc");
    check_lists((struct lists){{"abc", "ac", "aBc"}, "b-B 0", false, 0}, false, "aaa ccc");
}

/* Between what is the same: by name, else as many by their order, else not at all. */
static void test_gaps(void)
{
    merges("abc", "axc", "abc", "aaa bxb ccc");
    merges("abdc", "axyc", "abdc", "aaa bxb dyd ccc");
    merges("abc", "axyc", "abc", "aaa -x- -y- ccc");
    merges("apqc", "aQPc", "apqc", "aaa -Q- pPp ccc");
    merges("apqc", "aPQc", "apqc", "aaa pPp qQq ccc");
    merges("apc", "axPyc", "apc", "aaa -x- pPp -y- ccc");
    merges("apqmrc", "axymRc", "apqmrc", "aaa pxp qyq mmm rRr ccc");
}

/* The most that can stay stays, and of two as good ways the one that keeps what comes later in base. */
static void test_moved(void)
{
    merges("abcd", "bcda", "abcd", "bbb ccc ddd -a-");
    merges("abcd", "dabc", "abcd", "-d- aaa bbb ccc");
    merges("ab", "ba", "ab", "bbb -a-");
    merges("abcd", "abcd", "bcda", "-a-! bbb ccc ddd --a");
    merges("aab", "ab", "aab", "aaa bbb");
}

/* ---- long lists ---- */

struct numbers {
    uint32_t sizes[3];
    bool leads[3]; /* a number of its own stands in front, else behind */
};

static uint32_t number_at(const struct numbers *n, int side, uint32_t i)
{
    bool own = n->leads[side] ? i == 0 : i + 1 == n->sizes[side];
    return own ? UINT32_MAX - n->leads[side] : i - n->leads[side];
}

static bool same_number(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    return number_at(ctx, a_side, a) == number_at(ctx, b_side, b);
}

static bool never(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    (void)ctx, (void)a_side, (void)a, (void)b_side, (void)b;
    return false;
}

/* Base has x 0 1 2 ..., ours 0 1 2 ... y: the first rows that come out. */
static void check_long(uint32_t base, uint32_t ours, const uint32_t expected[3])
{
    const struct numbers n = {.sizes = {base, ours, base}, .leads = {true, false, true}};
    struct rq_arena arena = {0};
    struct rows rows = {0};
    const struct alignment a = {.arena = &arena,
                                .sizes = {base, ours, base},
                                .ctx = &n,
                                .same = same_number,
                                .named = never};
    check_note("%u and %u", base, ours);
    CHECK(align_rows(&a, &rows));
    CHECK_INT(rows.count, ours);
    if (rows.count)
        CHECK_MEM(rows.items[0].at, 12, expected, 12);
    rq_arena_free(&arena);
}

/* 2048 * 2048 pairs are compared, more are not: then only both ends and the order count. */
static void test_long(void)
{
    check_long(2048, 2048, (const uint32_t[3]){1, 0, 1});
    check_long(2049, 2048, (const uint32_t[3]){NO_ROW, 0, NO_ROW});
    check_long(2049, 2049, (const uint32_t[3]){0, 0, 0});
}

TESTS(test_one_side, test_both_sides, test_questions, test_gaps, test_moved, test_long)
