/* The arena: limits, alignment, counts that overflow. */
#include "core/arena.h"
#include "support/check.h"

#include <stddef.h>
#include <string.h>

static void test_zeroed_and_aligned(void)
{
    struct rq_arena a = {0};
    for (size_t size = 1; size < 5000; size = size * 3 / 2 + 1) {
        uint8_t *p = rq_arena_get(&a, 1, size);
        REQUIRE(p != NULL);
        CHECK_INT((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            if (!CHECK_INT(p[i], 0))
                break;
        memset(p, 0xAA, size); /* the next one must not stand here */
    }
    rq_arena_free(&a);
    CHECK(a.blocks == NULL && a.used == 0);
    rq_arena_free(&a); /* and once more */
}

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>

/* The byte behind an allocation belongs to nobody, also when the next one has been given; the
 * limit is not spent on borders. */
static void test_borders(void)
{
    struct rq_arena a = {.limit = 100000};
    for (size_t size = 0; size < 200; size++) {
        uint8_t *p = rq_arena_get(&a, 1, size);
        REQUIRE(p && rq_arena_get(&a, 1, 1));
        CHECK(size == 0 || !__asan_address_is_poisoned(p + size - 1));
        CHECK(__asan_address_is_poisoned(p + size));
        CHECK(__asan_address_is_poisoned(p + size + 15));
    }
    rq_arena_free(&a);
    size_t given = 0;
    while (rq_arena_get(&a, 1, 16))
        given += 16;
    CHECK(given > 50000 && given <= 100000); /* half is what borders would leave */
    rq_arena_free(&a);
}
#else
static void test_borders(void)
{
    SKIP("not built with the address sanitizer");
}
#endif

static void test_count_zero(void)
{
    struct rq_arena a = {0};
    CHECK(rq_arena_get(&a, 0, 8) != NULL);
    CHECK(rq_arena_get(&a, 8, 0) != NULL);
    CHECK(rq_arena_get(&a, SIZE_MAX, 0) != NULL);
    rq_arena_free(&a);
}

/* count * size that overflows, or is merely absurd, asks the allocator for nothing. */
static void test_huge(void)
{
    struct check_failing failing = {0};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc, .limit = 1 << 20};
    CHECK(rq_arena_get(&a, SIZE_MAX, 2) == NULL);
    CHECK(rq_arena_get(&a, SIZE_MAX / 2 + 1, 2) == NULL);
    CHECK(rq_arena_get(&a, SIZE_MAX, 1) == NULL);
    CHECK(rq_arena_get(&a, SIZE_MAX - 8, 1) == NULL);
    CHECK(rq_arena_get(&a, SIZE_MAX - 40, 1) == NULL);
    CHECK(rq_arena_get(&a, 1 << 20, 1) == NULL); /* the block's own head does not fit */
    CHECK(a.over_limit);
    CHECK(rq_arena_text(&a, "", SIZE_MAX) == NULL);
    CHECK_INT(failing.calls, 0);
    rq_arena_free(&a);
}

/* The limit holds whatever the sizes, and what fits is still given afterwards. */
static void test_limit(void)
{
    struct check_failing failing = {0};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc, .limit = 100000};
    size_t got = 0;
    while (rq_arena_get(&a, 1, 1000))
        got++;
    CHECK(a.over_limit);
    CHECK(failing.peak_bytes <= 100000 + a.borders);
    CHECK(a.used <= 100000 + a.borders);
    CHECK(got >= 90); /* 1008 bytes each, little is lost to block heads */
    CHECK(rq_arena_get(&a, 1, 16) != NULL || a.used + 48 > 100000);
    rq_arena_free(&a);
    CHECK_INT(failing.live_blocks, 0);
}

static void test_no_memory(void)
{
    struct check_failing failing = {.fail_at = 2};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc};
    CHECK(rq_arena_get(&a, 4000, 1) != NULL);
    CHECK(rq_arena_get(&a, 4000, 1) == NULL);
    CHECK(!a.over_limit);
    CHECK(rq_arena_get(&a, 4000, 1) != NULL);
    rq_arena_free(&a);
    CHECK_INT(failing.live_blocks, 0);
}

static void test_text(void)
{
    struct rq_arena a = {0};
    CHECK_STR(rq_arena_text(&a, "abcdef", 3), "abc");
    CHECK_STR(rq_arena_text(&a, NULL, 0), "");
    CHECK_STR(rq_arena_printf(&a, "%d-%s", 7, "x"), "7-x");
    rq_arena_free(&a);
}

/* As long as it takes: paths and lists of names have no end. */
static void test_long_text(void)
{
    static char letters[5000];
    static const size_t sizes[] = {510, 511, 512, 513, 4999};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct rq_arena a = {0};
        for (size_t k = 0; k < sizes[i]; k++)
            letters[k] = (char)('a' + k % 26);
        letters[sizes[i]] = 0;
        check_note("%zu letters", sizes[i]);
        CHECK_STR(rq_arena_printf(&a, "%s", letters), letters);
        char *text = rq_arena_printf(&a, "%d%s", 7, letters);
        if (CHECK(text && text[0] == '7'))
            CHECK_STR(text + 1, letters);
        rq_arena_free(&a);
    }
    struct check_failing failing = {.fail_at = 1};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc};
    CHECK(rq_arena_printf(&a, "%s", letters) == NULL);
    rq_arena_free(&a);
}

TESTS(test_zeroed_and_aligned, test_borders, test_count_zero, test_huge, test_limit, test_no_memory,
      test_text, test_long_text)
