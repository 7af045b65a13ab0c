#include "core/align.h"

#include <stdlib.h>

struct seen {
    uint64_t hash;
    bool right; /* of the second list */
    size_t at;
};

/* The second list, and what was found so far. */
struct aligning {
    const uint64_t *a, *b;
    size_t from, a_end, b_end; /* what is left after equal beginnings and ends */
    size_t *to;
};

static int by_hash(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    if (x->right != y->right)
        return x->right ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static bool equal(const struct aligning *l, size_t i, size_t k)
{
    return l->a[i] && l->a[i] == l->b[k];
}

static void trim(struct aligning *l)
{
    while (l->from < l->a_end && l->from < l->b_end && equal(l, l->from, l->from)) {
        l->to[l->from] = l->from;
        l->from++;
    }
    while (l->a_end > l->from && l->b_end > l->from && equal(l, l->a_end - 1, l->b_end - 1)) {
        l->a_end--;
        l->b_end--;
        l->to[l->a_end] = l->b_end;
    }
}

/* to[i] for all that is there once in each list, in any order. */
static void pair_unique(const struct aligning *l, struct seen *seen)
{
    size_t count = 0;
    for (size_t i = l->from; i < l->a_end; i++)
        seen[count++] = (struct seen){l->a[i], false, i};
    for (size_t i = l->from; i < l->b_end; i++)
        seen[count++] = (struct seen){l->b[i], true, i};
    if (count)
        qsort(seen, count, sizeof *seen, by_hash);
    for (size_t i = 0, next; i < count; i = next) {
        next = i + 1;
        while (next < count && seen[next].hash == seen[i].hash)
            next++;
        if (next == i + 2 && seen[i].hash && !seen[i].right && seen[i + 1].right)
            l->to[seen[i].at] = seen[i + 1].at;
    }
}

/* Keeps the most pairs that do not cross: the longest rising row. ends[n] is the element with which a
 * row of n + 1 ends lowest, before[i] the one before i in its row. */
static void drop_crossing(const struct aligning *l, size_t *ends, size_t *before)
{
    size_t length = 0;
    for (size_t i = l->from; i < l->a_end; i++) {
        if (l->to[i] == RQ_ALIGN_NONE)
            continue;
        size_t low = 0, high = length;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (l->to[ends[middle]] < l->to[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i - l->from] = low ? ends[low - 1] : RQ_ALIGN_NONE;
        ends[low] = i;
        length = low == length ? length + 1 : length;
    }
    size_t kept = length ? ends[length - 1] : RQ_ALIGN_NONE;
    for (size_t i = l->a_end; i > l->from; i--) {
        if (i - 1 == kept)
            kept = before[i - 1 - l->from];
        else
            l->to[i - 1] = RQ_ALIGN_NONE;
    }
}

/* What stands beside a pair, and is equal, is one too. */
static void extend(const struct aligning *l)
{
    size_t next = l->from;  /* the first of the second list that has no pair yet */
    size_t ahead = l->from; /* the next of the first list that has one */
    for (size_t i = l->from; i < l->a_end; i++) {
        bool follows = i > l->from && l->to[i - 1] != RQ_ALIGN_NONE;
        while (ahead < l->a_end && (ahead <= i || l->to[ahead] == RQ_ALIGN_NONE))
            ahead++;
        size_t most = ahead < l->a_end ? l->to[ahead] : l->b_end;
        if (l->to[i] == RQ_ALIGN_NONE && follows && next < most && equal(l, i, next))
            l->to[i] = next;
        if (l->to[i] != RQ_ALIGN_NONE)
            next = l->to[i] + 1;
    }
    size_t last = l->b_end; /* the lowest of the second list that has a pair already */
    size_t back = l->a_end; /* behind the pair before, in the first list */
    for (size_t i = l->a_end; i > l->from; i--) {
        size_t at = i - 1;
        bool leads = i < l->a_end && l->to[i] != RQ_ALIGN_NONE;
        while (back > l->from && (back > at || l->to[back - 1] == RQ_ALIGN_NONE))
            back--;
        size_t least = back > l->from ? l->to[back - 1] + 1 : l->from;
        if (l->to[at] == RQ_ALIGN_NONE && leads && last > least && equal(l, at, last - 1))
            l->to[at] = last - 1;
        if (l->to[at] != RQ_ALIGN_NONE)
            last = l->to[at];
    }
}

bool rq_align(struct rq_arena *arena, const uint64_t *a, size_t a_count, const uint64_t *b,
              size_t b_count, size_t *to)
{
    struct aligning l = {a, b, 0, a_count, b_count, to};
    for (size_t i = 0; i < a_count; i++)
        to[i] = RQ_ALIGN_NONE;
    trim(&l);
    size_t left = l.a_end - l.from, right = l.b_end - l.from;
    if (!left || !right)
        return true;
    struct seen *seen = rq_arena_get(arena, left + right, sizeof *seen);
    size_t *ends = rq_arena_get(arena, left, sizeof *ends);
    size_t *before = rq_arena_get(arena, left, sizeof *before);
    if (!seen || !ends || !before)
        return false;
    pair_unique(&l, seen);
    drop_crossing(&l, ends, before);
    extend(&l);
    return true;
}
