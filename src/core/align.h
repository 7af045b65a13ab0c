/* Which elements of two lists belong together, by what stands for each: the hash of its content, or
 * of the part that names it.
 *
 *     size_t *to = rq_arena_get(&arena, a_count, sizeof *to);
 *     rq_align(&arena, a, a_count, b, b_count, to);       to[i]: the place in b, or RQ_ALIGN_NONE
 *
 * Pairs never cross: an element that moved has no pair. Equal hashes are taken for equal elements;
 * who must know compares the pair.
 */
#ifndef RQ_CORE_ALIGN_H
#define RQ_CORE_ALIGN_H

#include "core/arena.h"

#define RQ_ALIGN_NONE SIZE_MAX

/* Pairs what both lists begin and end with, then what is there once in each of them, and what stands
 * beside such a pair. A hash of 0 stands for nothing, and has no pair. In time of n log n. False
 * without memory. */
bool rq_align(struct rq_arena *arena, const uint64_t *a, size_t a_count, const uint64_t *b,
              size_t b_count, size_t *to);

#endif
