/* The arena: limits, alignment, counts that overflow; what was given stays as it is. */
#include "core/arena.h"
#include "support/check.h"
#include "support/random.h"

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

    /* over_limit tells of the last failure, whatever the one before was. */
    a.limit = 10000;
    CHECK(rq_arena_get(&a, 10000, 1) == NULL && a.over_limit);
    failing.fail_at = failing.calls + 1;
    CHECK(rq_arena_get(&a, 4000, 1) == NULL && !a.over_limit);
    rq_arena_free(&a);
}

/* Neither what is given nor what is freed is a refusal, nor is what an allocator of somebody else does. */
static void test_refusals(void)
{
    struct check_failing failing = {.fail_at = 2}, other = {.fail_at = 1};
    const struct rq_alloc usual = {check_failing_realloc, &failing};
    const struct rq_alloc own = {check_failing_realloc, &other};
    struct rq_arena a = {.limit = 0}, b = {.alloc = &own};
    struct rq_error err = {0};
    size_t before = rq_memory_refusals();
    rq_usual_memory.alloc = &usual;
    CHECK(rq_arena_get(&a, 4000, 1) != NULL);
    CHECK(rq_arena_get(&b, 4000, 1) == NULL);
    CHECK(rq_memory_lasted(before, &err) && err.code == RQ_OK);
    CHECK(rq_arena_get(&a, 4000, 1) == NULL);
    CHECK(!rq_memory_lasted(before, &err) && err.code == RQ_NO_MEMORY);
    CHECK_STR(err.text, "out of memory");
    CHECK(rq_arena_get(&a, 4000, 1) != NULL);
    rq_arena_free(&a);
    rq_arena_free(&b);
    rq_usual_memory.alloc = NULL;
    CHECK_INT(rq_memory_refusals(), before + 1);
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

/* ---- random requests ---- */

/* What was given, and the byte that all of it was filled with. */
struct given {
    uint8_t *data;
    size_t size;
    uint8_t fill;
};

enum { GIVEN = 400 };

/* One request: plain, or a text of one of the two kinds. */
static uint8_t *request(struct rq_arena *a, size_t size, uint32_t kind)
{
    static char letters[EDGE_MOST + 1];
    memset(letters, 'x', size);
    letters[size] = 0;
    char *text = kind == 1   ? rq_arena_text(a, letters, size)
                 : kind == 2 ? rq_arena_printf(a, "%s", letters)
                             : NULL;
    if (text)
        CHECK_STR(text, letters);
    if (kind)
        return (uint8_t *)text;
    uint8_t *p = size % 3 ? rq_arena_get(a, 1, size) : rq_arena_get(a, size / 3, 3);
    for (size_t i = 0; p && i < size; i++)
        if (!CHECK_INT(p[i], 0))
            break;
    return p;
}

/* Nothing that was given changes by what is given later. NULL comes with the refusal of the
 * allocator or of the limit, and with nothing else. */
static size_t random_requests(uint32_t seed, size_t limit, size_t fail_at)
{
    static struct given all[GIVEN];
    struct check_failing failing = {.fail_at = fail_at};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc, .limit = limit};
    size_t count = 0;
    check_note("seed %u, limit %zu, refusal %zu", seed, limit, fail_at);
    for (size_t i = 0; i < GIVEN; i++) {
        size_t failed = failing.failed, size = edge_sizes[random_below(&seed, EDGE_COUNT)];
        uint32_t kind = random_below(&seed, 3);
        uint8_t *p = request(&a, size, kind);
        bool refused = failing.failed > failed;
        if (!p) {
            CHECK(refused != a.over_limit);
            CHECK(refused || (limit && a.used - a.borders + size + 64 > limit));
            continue;
        }
        CHECK(!refused);
        CHECK_INT((uintptr_t)p % _Alignof(max_align_t), 0);
        all[count] = (struct given){p, size + (kind != 0), (uint8_t)i};
        memset(p, all[count].fill, all[count].size);
        count++;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < all[i].size; k++)
            if (!CHECK_INT(all[i].data[k], all[i].fill))
                break;
    CHECK(!limit || failing.peak_bytes <= limit + a.borders);
    CHECK_INT(failing.live_bytes, a.used);
    size_t calls = failing.calls;
    rq_arena_free(&a);
    CHECK_INT(failing.live_blocks, 0);
    return calls;
}

static void test_random_requests(void)
{
    static const size_t limits[] = {0, 1, 4096, 4097, 100000, 1 << 20};
    for (uint32_t seed = 1; seed <= 8; seed++)
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
            random_requests(seed, limits[i], 0);
    size_t calls = random_requests(9, 0, 0);
    for (size_t n = 1; n <= calls; n++)
        random_requests(9, 0, n);
}

/* ---- arrays that grow ---- */

enum { ARRAYS = 5 };

struct array {
    uint8_t *elements;
    uint32_t count, room;
    size_t size;
};

/* Byte k of element i of an array. */
static uint8_t element_byte(size_t array, size_t i, size_t k)
{
    return (uint8_t)(array * 89 + i * 7 + (i >> 8) + k);
}

static bool append(struct rq_arena *a, struct array *arrays, size_t which)
{
    struct array *to = &arrays[which];
    uint8_t *elements = rq_arena_more(a, &to->elements, to->count, &to->room, to->size);
    if (!elements)
        return false;
    CHECK(to->elements == elements && to->room > to->count);
    for (size_t k = 0; k < to->size; k++)
        elements[to->count * to->size + k] = element_byte(which, to->count, k);
    to->count++;
    return true;
}

/* Several arrays that grow in turn, of elements of several sizes. A refusal leaves the array as it
 * was. */
static size_t grow_arrays(size_t length, size_t fail_at)
{
    struct array arrays[ARRAYS] = {
        {.size = 1}, {.size = 2}, {.size = 3}, {.size = 8}, {.size = 24}};
    struct check_failing failing = {.fail_at = fail_at};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena a = {.alloc = &alloc};
    uint32_t state = (uint32_t)length;
    size_t sum = 0;
    check_note("%zu elements, refusal %zu", length, fail_at);
    for (size_t i = 0; i < length; i++) {
        size_t which = random_below(&state, ARRAYS);
        struct array before = arrays[which];
        if (!append(&a, arrays, which)) {
            CHECK_INT(failing.failed, 1);
            CHECK(before.elements == arrays[which].elements && before.room == arrays[which].room);
            CHECK(append(&a, arrays, which));
        }
    }
    for (size_t n = 0; n < ARRAYS; n++) {
        sum += arrays[n].count;
        for (size_t i = 0; i < arrays[n].count * arrays[n].size; i++)
            if (!CHECK_INT(arrays[n].elements[i],
                           element_byte(n, i / arrays[n].size, i % arrays[n].size)))
                break;
    }
    CHECK_INT(sum, length);
    size_t calls = failing.calls;
    rq_arena_free(&a);
    CHECK_INT(failing.live_blocks, 0);
    return calls;
}

static void test_more(void)
{
    size_t calls = 0;
    for (size_t i = 0; i < EDGE_COUNT; i++)
        calls = grow_arrays(edge_sizes[i], 0);
    for (size_t n = 1; n <= calls; n++)
        grow_arrays(EDGE_MOST, n);
    /* Room that can't double is no room. */
    struct rq_arena a = {0};
    uint32_t room = UINT32_C(1) << 31;
    void *none = NULL;
    CHECK(rq_arena_more(&a, &none, room, &room, 1) == NULL && !none);
    CHECK_INT(room, UINT32_C(1) << 31);
    rq_arena_free(&a);
}

TESTS(test_zeroed_and_aligned, test_borders, test_count_zero, test_huge, test_limit, test_no_memory,
      test_refusals, test_text, test_long_text, test_random_requests, test_more)
