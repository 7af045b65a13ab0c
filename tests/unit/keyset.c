/* Sets that number their members, against a plain array that is searched from the start. */
#include "core/keyset.h"
#include "support/check.h"
#include "support/random.h"

#include <string.h>

static uint32_t model_put(uint32_t (*keys)[4], uint32_t *count, const uint32_t key[4])
{
    for (uint32_t i = 0; i < *count; i++)
        if (memcmp(keys[i], key, sizeof keys[i]) == 0)
            return i;
    memcpy(keys[*count], key, sizeof keys[0]);
    return (*count)++;
}

/* Starts with `room` and puts `puts` keys of `kinds` values each: few, so that keys come again. */
static void against_model(size_t room, uint32_t puts, uint32_t kinds)
{
    static uint32_t keys[EDGE_MOST][4];
    struct rq_arena arena = {0};
    struct rq_key_set set;
    uint32_t count = 0, state = puts * 31 + kinds, number = 0;
    REQUIRE(rq_key_set_open(&set, &arena, room));
    for (uint32_t i = 0; i < puts; i++) {
        uint32_t key[4] = {random_next(&state) % kinds, 7, random_next(&state) % 3, i % 2};
        check_note("room %zu, put %u of %u, %u kinds", room, i, puts, kinds);
        uint32_t expected = model_put(keys, &count, key);
        if (!CHECK(rq_key_set_put(&set, &arena, key, &number)) || !CHECK_INT(number, expected))
            break;
    }
    CHECK_INT(set.count, count);
    for (uint32_t i = 0; i < count; i++)
        CHECK(rq_key_set_find(&set, keys[i], &number) && number == i);
    CHECK(!rq_key_set_find(&set, (uint32_t[4]){9, 9, 9, 9}, &number));
    rq_arena_free(&arena);
}

/* The border cases of growing: at 62 to 66 keys in a set opened for 64 slots were once overwritten. */
static void test_grows_as_a_model(void)
{
    const size_t rooms[] = {0, 1, 7, 8, 16, 31, 64, 100};
    for (size_t r = 0; r < sizeof rooms / sizeof rooms[0]; r++) {
        for (uint32_t puts = 0; puts < 140; puts++)
            against_model(rooms[r], puts, 1000000);
        against_model(rooms[r], 3000, 100);
    }
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        against_model(0, edge_sizes[i], 1000000);
        against_model(edge_sizes[i], edge_sizes[i], 1000000); /* just enough */
    }
}

static void test_fixed_room(void)
{
    struct rq_arena arena = {0};
    struct rq_key_set set;
    for (size_t r = 0; r < 200 + EDGE_COUNT; r++) {
        uint32_t room = r < 200 ? (uint32_t)r : edge_sizes[r - 200];
        REQUIRE(rq_key_set_open(&set, &arena, room));
        CHECK(!rq_key_set_find(&set, (uint32_t[4]){0, 0, 0, 0}, &(uint32_t){0}));
        for (uint32_t i = 0; i < room; i++)
            CHECK_INT(rq_key_set_add(&set, (const uint32_t[4]){i}), i);
        for (uint32_t i = 0; i < room; i++)
            CHECK_INT(rq_key_set_add(&set, (const uint32_t[4]){i}), i);
        rq_arena_free(&arena);
    }
    CHECK(!rq_key_set_open(&set, &arena, SIZE_MAX));
    rq_arena_free(&arena);
}

/* A put that finds no memory leaves the set as it was; the next one goes on. */
static void test_without_memory(void)
{
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_key_set set;
        uint32_t number = 0, refused = 0;
        if (!rq_key_set_open(&set, &arena, 0))
            REQUIRE(rq_key_set_open(&set, &arena, 0));
        for (uint32_t i = 0; i < 1025; i++) {
            uint32_t key[4] = {i, i / 2, 0, 0};
            bool put = rq_key_set_put(&set, &arena, key, &number);
            refused += !put;
            CHECK(put || (set.count == i && !rq_key_set_find(&set, key, &number)));
            if (!CHECK(put || rq_key_set_put(&set, &arena, key, &number)) || !CHECK_INT(number, i))
                break;
        }
        CHECK(refused <= failing.failed);
        CHECK_INT(set.count, 1025);
        for (uint32_t i = 0; i < set.count; i++)
            CHECK(rq_key_set_find(&set, (uint32_t[4]){i, i / 2, 0, 0}, &number) && number == i);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_grows_as_a_model, test_fixed_room, test_without_memory)
