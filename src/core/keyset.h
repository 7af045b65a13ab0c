/* Sets that number their members in the order in which they came, for what is shared: materials
 * by what they are made of, vertices by what they hold. */
#ifndef RQ_CORE_KEYSET_H
#define RQ_CORE_KEYSET_H

#include "core/arena.h"

/* A set of small keys, numbered in the order in which they came. */
struct rq_key_set {
    uint32_t (*keys)[4];
    uint32_t *slots; /* number + 1, 0: free; at least twice as many as room */
    uint32_t count, room, mask;
};

/* An empty set with room for `most` different keys; false without memory. */
bool rq_key_set_open(struct rq_key_set *set, struct rq_arena *arena, size_t most);
/* The number of a key, added if it is new. For sets that were opened with enough room: a new key
 * in a full set is the caller's error. */
uint32_t rq_key_set_add(struct rq_key_set *set, const uint32_t key[4]);
/* The number of a key that was added; false: it was not. */
bool rq_key_set_find(const struct rq_key_set *set, const uint32_t key[4], uint32_t *number);
/* The same for any number of keys: a larger set takes its place when it is full. False without
 * memory. */
bool rq_key_set_put(struct rq_key_set *set, struct rq_arena *arena, const uint32_t key[4],
                    uint32_t *number);

#endif
