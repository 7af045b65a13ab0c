#include "core/keyset.h"

#include <string.h>

bool rq_key_set_open(struct rq_key_set *set, struct rq_arena *arena, size_t most)
{
    size_t size = 16;
    if (most > UINT32_MAX / 4)
        return false;
    while (size < most * 2)
        size *= 2;
    *set = (struct rq_key_set){.room = (uint32_t)most, .mask = (uint32_t)(size - 1)};
    set->keys = rq_arena_get(arena, most, sizeof *set->keys);
    set->slots = rq_arena_get(arena, size, sizeof *set->slots);
    return set->keys && set->slots;
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t slot_of(const struct rq_key_set *set, const uint32_t key[4])
{
    uint32_t hash = 0;
    for (size_t i = 0; i < 4; i++) {
        hash = (hash ^ key[i]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    uint32_t at = hash & set->mask;
    while (set->slots[at] && memcmp(set->keys[set->slots[at] - 1], key, 4 * sizeof *key) != 0)
        at = (at + 1) & set->mask;
    return at;
}

bool rq_key_set_find(const struct rq_key_set *set, const uint32_t key[4], uint32_t *number)
{
    uint32_t found = set->slots[slot_of(set, key)];
    *number = found - 1;
    return found != 0;
}

uint32_t rq_key_set_add(struct rq_key_set *set, const uint32_t key[4])
{
    uint32_t at = slot_of(set, key);
    if (!set->slots[at]) {
        memcpy(set->keys[set->count], key, sizeof set->keys[0]);
        set->slots[at] = ++set->count;
    }
    return set->slots[at] - 1;
}

bool rq_key_set_put(struct rq_key_set *set, struct rq_arena *arena, const uint32_t key[4],
                    uint32_t *number)
{
    if (set->count == set->room) {
        struct rq_key_set larger;
        if (!rq_key_set_open(&larger, arena, set->room ? (size_t)set->room * 2 : 16))
            return false;
        for (uint32_t i = 0; i < set->count; i++)
            rq_key_set_add(&larger, set->keys[i]);
        *set = larger;
    }
    *number = rq_key_set_add(set, key);
    return true;
}
