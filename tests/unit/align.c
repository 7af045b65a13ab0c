/* Pairs of two lists. The expected pairs are found by eye. */
#include "core/align.h"
#include "support/check.h"
#include "support/random.h"

#include <string.h>

/* Lists as letters, '.' for an element that stands for nothing; pairs as digits, '-' for none. */
static void aligned(const char *a, const char *b, const char *expected)
{
    uint64_t x[40] = {0}, y[40] = {0};
    size_t to[40], a_count = strlen(a), b_count = strlen(b);
    char found[41] = "";
    struct rq_arena arena = {0};
    for (size_t i = 0; i < a_count; i++)
        x[i] = a[i] == '.' ? 0 : (uint64_t)a[i];
    for (size_t i = 0; i < b_count; i++)
        y[i] = b[i] == '.' ? 0 : (uint64_t)b[i];
    CHECK(rq_align(&arena, x, a_count, y, b_count, to));
    for (size_t i = 0; i < a_count; i++)
        found[i] = to[i] == RQ_ALIGN_NONE ? '-' : (char)('0' + to[i]);
    CHECK_STR(found, expected);
    rq_arena_free(&arena);
}

static void test_by_hand(void)
{
    aligned("", "", "");
    aligned("abc", "", "---");
    aligned("", "abc", "");
    aligned("abc", "abc", "012");
    aligned("abc", "abxc", "013");      /* put in */
    aligned("abxc", "abc", "01-2");     /* taken out */
    aligned("abc", "axc", "0-2");       /* changed */
    aligned("xabcy", "zabcw", "-123-"); /* only the middle is equal */
    aligned("ab", "ba", "-0");          /* moved: one of them stays */
    aligned("abcd", "dabc", "123-");    /* the most that can stay */
    aligned("..", "..", "--");          /* nothing stands for nothing */
    aligned("a.b", "a.b", "0-2");
    aligned("xaamz", "yaamw", "-123-"); /* what repeats is found beside what does not */
    aligned("xmaaz", "ymaaw", "-123-");
    aligned("aaa", "aa", "01-");
    aligned("xaay", "zaaw", "----"); /* nothing is there once */
    aligned("1m2", "m2m", "-01");    /* an m that is there twice follows its neighbour */
}

/* Whatever comes, pairs are equal and do not cross. */
static void test_any(void)
{
    uint32_t random = 7;
    for (int round = 0; round < 2000; round++) {
        uint64_t a[60] = {0}, b[60] = {0};
        size_t to[60], last = 0;
        size_t a_count = random_below(&random, 60), b_count = random_below(&random, 60);
        unsigned letters = 1 + random_below(&random, 40);
        struct rq_arena arena = {0};
        for (size_t i = 0; i < a_count; i++)
            a[i] = random_below(&random, letters);
        for (size_t i = 0; i < b_count; i++)
            b[i] = random_below(&random, letters);
        REQUIRE(rq_align(&arena, a, a_count, b, b_count, to));
        for (size_t i = 0; i < a_count; i++) {
            if (to[i] == RQ_ALIGN_NONE)
                continue;
            CHECK(to[i] < b_count && a[i] && a[i] == b[to[i]] && to[i] + 1 > last);
            last = to[i] + 1;
        }
        rq_arena_free(&arena);
    }
}

TESTS(test_by_hand, test_any)
