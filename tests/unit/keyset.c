/* Sets that number their members, against a plain array that is searched from the start. */
#include "core/keyset.h"
#include "support/check.h"

#include <string.h>

/* Few different values, so that keys come again: a small generator (Numerical Recipes' constants). */
static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t model_put(uint32_t (*keys)[4], uint32_t *count, const uint32_t key[4])
{
    for (uint32_t i = 0; i < *count; i++)
        if (memcmp(keys[i], key, sizeof keys[i]) == 0)
            return i;
    memcpy(keys[*count], key, sizeof keys[0]);
    return (*count)++;
}

/* Starts with `room` and puts `puts` keys of `kinds` values each. */
static void against_model(size_t room, uint32_t puts, uint32_t kinds)
{
    static uint32_t keys[3000][4];
    struct rq_arena arena = {0};
    struct rq_key_set set;
    uint32_t count = 0, state = puts * 31 + kinds, number = 0;
    REQUIRE(rq_key_set_open(&set, &arena, room));
    for (uint32_t i = 0; i < puts; i++) {
        uint32_t key[4] = {next_number(&state) % kinds, 7, next_number(&state) % 3, i % 2};
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
        against_model(rooms[r], 3000, 1000000);
    }
}

static void test_fixed_room(void)
{
    struct rq_arena arena = {0};
    struct rq_key_set set;
    for (uint32_t room = 1; room < 200; room++) {
        REQUIRE(rq_key_set_open(&set, &arena, room));
        for (uint32_t i = 0; i < room; i++)
            CHECK_INT(rq_key_set_add(&set, i, 0, 0, 0), i);
        for (uint32_t i = 0; i < room; i++)
            CHECK_INT(rq_key_set_add(&set, i, 0, 0, 0), i);
        rq_arena_free(&arena);
    }
    CHECK(!rq_key_set_open(&set, &arena, SIZE_MAX));
    rq_arena_free(&arena);
}

TESTS(test_grows_as_a_model, test_fixed_room)
