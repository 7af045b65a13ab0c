/* Explicit layouts: what is covered, what is stray, what is in conflict. */
#include "core/layout.h"
#include "support/check.h"

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
      test_place_outside, test_place_limit, test_json, test_json_refused)
