/* Explicit layouts: what is covered, what is stray, what is in conflict. */
#include "core/layout.h"
#include "support/check.h"
#include "support/random.h"

static const uint8_t ten[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const struct rq_bytes whole = {ten, sizeof ten};

static void test_strays(void)
{
    struct rq_arena arena = {0};
    struct rq_cover cover = {.arena = &arena};
    struct rq_strays strays;
    rq_cover_add(&cover, 6, 2); /* any order */
    rq_cover_add(&cover, 1, 2);
    rq_cover_add(&cover, 2, 3); /* overlaps the one before */
    rq_cover_add(&cover, 7, 1); /* inside */
    rq_cover_add(&cover, 9, 0); /* nothing */
    REQUIRE(rq_cover_strays(&cover, whole, &strays));
    /* 1-4 and 6-7 are covered: 0, 5, 8 and 9 are not. */
    CHECK_INT(strays.size, 10);
    REQUIRE(strays.count == 3);
    CHECK_INT(strays.items[0].offset, 0);
    CHECK_MEM(strays.items[0].bytes.data, strays.items[0].bytes.size, "\0", 1);
    CHECK_INT(strays.items[1].offset, 5);
    CHECK_MEM(strays.items[1].bytes.data, strays.items[1].bytes.size, "\5", 1);
    CHECK_INT(strays.items[2].offset, 8);
    CHECK_MEM(strays.items[2].bytes.data, strays.items[2].bytes.size, "\10\11", 2);
    rq_arena_free(&arena);
}

static void test_strays_of_all_and_none(void)
{
    struct rq_arena arena = {0};
    struct rq_cover none = {.arena = &arena}, all = {.arena = &arena};
    struct rq_strays strays;
    REQUIRE(rq_cover_strays(&none, whole, &strays));
    REQUIRE(strays.count == 1);
    CHECK_INT(strays.items[0].bytes.size, 10);
    for (uint64_t i = 10; i-- > 0;)
        rq_cover_add(&all, i, 1);
    rq_cover_add(&all, 100, 5); /* beyond the end */
    REQUIRE(rq_cover_strays(&all, whole, &strays));
    CHECK_INT(strays.count, 0);
    REQUIRE(rq_cover_strays(&none, (struct rq_bytes){0}, &strays));
    CHECK_INT(strays.count, 0);
    rq_arena_free(&arena);
}

static void test_cover_without_memory(void)
{
    struct check_failing failing = {.fail_at = 2};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_arena arena = {.alloc = &alloc};
    struct rq_cover cover = {.arena = &arena};
    struct rq_strays strays;
    for (uint64_t i = 0; i < 2000; i++)
        rq_cover_add(&cover, i * 2, 1);
    CHECK(cover.failed);
    CHECK(!rq_cover_strays(&cover, whole, &strays));
    rq_arena_free(&arena);
}

static void test_place(void)
{
    struct rq_arena arena = {0};
    struct rq_place place;
    REQUIRE(rq_place_open(&place, &arena, 8));
    rq_place_put32(&place, 4, 0x04030201);
    CHECK(!rq_place_whole(&place)); /* half is missing */
    rq_place_put(&place, 0, "abcd", 4);
    rq_place_put(&place, 2, "cd\1", 3); /* the same bytes again are no conflict */
    CHECK(rq_place_whole(&place));
    CHECK_MEM(place.data, place.size, "abcd\1\2\3\4", 8);
    rq_place_put(&place, 3, "x", 1);
    CHECK(place.conflict);
    CHECK(!rq_place_whole(&place));
    rq_arena_free(&arena);
}

static void test_place_outside(void)
{
    static const struct {
        uint64_t offset;
        size_t size;
    } bad[] = {{8, 1}, {5, 4}, {UINT64_MAX, 1}, {UINT64_MAX - 1, 4}, {0, 9}};
    struct rq_arena arena = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rq_place place;
        REQUIRE(rq_place_open(&place, &arena, 8));
        rq_place_put(&place, bad[i].offset, ten, bad[i].size);
        CHECK(place.conflict);
    }
    struct rq_place empty;
    REQUIRE(rq_place_open(&empty, &arena, 0));
    CHECK(rq_place_whole(&empty));
    rq_place_put(&empty, UINT64_MAX, NULL, 0); /* nothing, anywhere */
    CHECK(rq_place_whole(&empty));
    rq_arena_free(&arena);
}

static void test_place_limit(void)
{
    struct rq_arena arena = {.limit = 1000};
    struct rq_place place;
    CHECK(!rq_place_open(&place, &arena, UINT64_C(1) << 31));
    rq_place_put(&place, 0, "a", 1); /* nothing to write to: no crash */
    CHECK(!rq_place_whole(&place));
    rq_arena_free(&arena);
}

/* ---- against a byte for each byte ---- */

enum { MOST_BLOCKS = 300 };

struct block {
    uint64_t offset, size;
};

/* A block of a file of so many bytes; now and then one that passes its end, or all ends. */
static struct block random_block(uint32_t *state, size_t size)
{
    uint32_t odd = random_below(state, 40);
    struct block b = {random_below(state, size + 1), random_below(state, size / 8 + 2)};
    if (odd == 0)
        b.size = UINT64_MAX - random_below(state, 3);
    else if (odd == 1)
        b.offset = UINT64_MAX - random_below(state, 8);
    else if (odd > 4 && b.offset + b.size > size)
        b.size = size - b.offset;
    return b;
}

static void mark(uint8_t *covered, size_t size, struct block b)
{
    for (uint64_t i = b.offset; i < size && i - b.offset < b.size; i++)
        covered[i] = 1;
}

/* Strays are the runs of bytes that no block has, each whole, in order. */
static void check_strays(const struct rq_strays *strays, const uint8_t *data,
                         const uint8_t *covered, size_t size)
{
    size_t n = 0;
    CHECK_INT(strays->size, size);
    for (size_t at = 0, end; at < size; at = end) {
        for (end = at; end < size && covered[end] == covered[at]; end++)
            ;
        if (covered[at])
            continue;
        if (!CHECK(n < strays->count) || !CHECK_INT(strays->items[n].offset, at))
            return;
        CHECK_INT(strays->items[n].bytes.size, end - at);
        CHECK(strays->items[n].bytes.data == data + at);
        n++;
    }
    CHECK_INT(strays->count, n);
}

/* The blocks, up to the end of the file, and the strays give the file again. */
static void check_placed(struct rq_arena *arena, const struct block *blocks, size_t count,
                         const struct rq_strays *strays, const uint8_t *data, size_t size)
{
    struct rq_place place;
    if (!CHECK(rq_place_open(&place, arena, size)))
        return;
    for (size_t i = 0; i < count; i++) {
        uint64_t at = blocks[i].offset, left = at < size ? size - at : 0;
        if (left)
            rq_place_put(&place, at, data + at,
                         (size_t)(blocks[i].size < left ? blocks[i].size : left));
    }
    rq_place_strays(&place, strays);
    CHECK(rq_place_whole(&place));
    CHECK_MEM(place.data, place.size, data, size);
    if (size == 0)
        return;
    uint8_t other = (uint8_t)(data[size / 2] + 1);
    rq_place_put(&place, size / 2, &other, 1);
    CHECK(!rq_place_whole(&place));
}

static void cover_of(size_t size, size_t count, uint32_t seed)
{
    static uint8_t data[EDGE_MOST], covered[EDGE_MOST];
    static struct block blocks[MOST_BLOCKS];
    struct rq_arena arena = {0};
    struct rq_cover cover = {.arena = &arena};
    struct rq_strays strays;
    uint32_t state = seed;
    check_note("%zu bytes, %zu blocks, seed %u", size, count, seed);
    random_fill(&state, data, size);
    memset(covered, 0, size);
    for (size_t i = 0; i < count; i++) {
        blocks[i] = random_block(&state, size);
        rq_cover_add(&cover, blocks[i].offset, blocks[i].size);
        mark(covered, size, blocks[i]);
    }
    if (CHECK(rq_cover_strays(&cover, (struct rq_bytes){data, size}, &strays))) {
        check_strays(&strays, data, covered, size);
        check_placed(&arena, blocks, count, &strays, data, size);
    }
    rq_arena_free(&arena);
}

static void test_random_blocks(void)
{
    static const size_t counts[] = {0, 1, 2, 5, 63, 64, 65, 128, 129, MOST_BLOCKS};
    for (size_t i = 0; i < EDGE_COUNT; i++)
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
            cover_of(edge_sizes[i], counts[k], (uint32_t)(i * 100 + k));
}

/* Each refusal of memory is told, by the cover, its strays or the place. */
static void test_each_refusal(void)
{
    static const uint8_t data[2000];
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_cover cover = {.arena = &arena};
        struct rq_strays strays;
        struct rq_place place;
        for (uint64_t i = 0; i < 1000; i++)
            rq_cover_add(&cover, i * 2, 1);
        bool fine = rq_cover_strays(&cover, (struct rq_bytes){data, sizeof data}, &strays) &&
                    rq_place_open(&place, &arena, 5000);
        CHECK(fine == (failing.failed == 0));
        CHECK(!fine || strays.count == 1000);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

static void test_json(void)
{
    struct rq_arena arena = {0};
    struct rq_cover cover = {.arena = &arena};
    struct rq_strays strays, back = {0};
    rq_cover_add(&cover, 0, 8);
    REQUIRE(rq_cover_strays(&cover, whole, &strays));
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    CHECK(rq_shape_put_value(&(struct rq_shaper){.j = &j}, &rq_strays_shape, &strays));
    /* CAk= is base64 of 08 09 */
    CHECK_MEM(out.data, out.size, "{\"size\":10,\"strays\":[[8,\"CAk=\"]]}", 33);

    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    rq_jr_open(&jr, rq_out_bytes(&out), &arena, &ctx);
    CHECK(rq_shape_take_value(&(struct rq_shaper){.jr = &jr}, &rq_strays_shape, &back));
    CHECK_INT(back.size, 10);
    REQUIRE(back.count == 1);
    CHECK_INT(back.items[0].offset, 8);
    CHECK_MEM(back.items[0].bytes.data, back.items[0].bytes.size, "\10\11", 2);
    rq_out_free(&out);
    rq_arena_free(&arena);
}

static void test_json_refused(void)
{
    static const char *const bad[] = {
        "{\"strays\":[[]]}",          "{\"strays\":[[8]]}",       "{\"strays\":[[8,\"CAk=\",1]]}",
        "{\"strays\":[[],\"AAAA\"]}", "{\"strays\":[[-1,\"\"]]}", "{\"strays\":{}}",
        "{\"size\":4294967296}",      "{\"strays\":[[0,\"*\"]]}", "{\"strays\":[8]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_note("%s", bad[i]);
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_ctx ctx = {.err = &err};
        struct rq_strays strays = {0};
        struct rq_jr jr;
        rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)bad[i], strlen(bad[i])}, &arena, &ctx);
        CHECK(!rq_shape_take_value(&(struct rq_shaper){.jr = &jr}, &rq_strays_shape, &strays));
        CHECK_INT(err.code, RQ_CORRUPT);
        rq_arena_free(&arena);
    }
}

TESTS(test_strays, test_strays_of_all_and_none, test_cover_without_memory, test_place,
      test_place_outside, test_place_limit, test_random_blocks, test_each_refusal, test_json,
      test_json_refused)
