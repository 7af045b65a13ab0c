/* Elements of two versions are one when they hold the same (the longest common sequence), else between such ones by their
 * name, else when as many stand between on both sides by their order. */
#include "patch/align.h"

#include <string.h>

enum {
    MOST_CELLS = 1 << 22
}; /* of the table of common sequences; beyond it only both ends are compared */

struct match {
    const struct alignment *a;
    int side;
    uint32_t *to;   /* by element of base: that of the side */
    uint32_t *from; /* and back */
};

static bool same(const struct match *m, uint32_t base, uint32_t other)
{
    return m->a->same(m->a->ctx, 0, base, m->side, other);
}

static void pair(struct match *m, uint32_t base, uint32_t other)
{
    m->to[base] = other;
    m->from[other] = base;
}

/* The longest common sequence of base[b0, b1) and other[o0, o1). False without memory. */
static bool match_middle(struct match *m, uint32_t b0, uint32_t b1, uint32_t o0, uint32_t o1)
{
    uint32_t rows = b1 - b0, columns = o1 - o0;
    if (!rows || !columns || (uint64_t)rows * columns > MOST_CELLS)
        return true;
    struct rq_arena scratch = {0};
    uint32_t width = columns + 1;
    uint32_t *best = rq_arena_get(&scratch, (size_t)(rows + 1) * width, sizeof *best);
    uint8_t *equal = rq_arena_get(&scratch, (size_t)rows * columns, 1);
    if (!best || !equal) {
        rq_arena_free(&scratch);
        return false;
    }
    for (uint32_t i = rows; i-- > 0;)
        for (uint32_t k = columns; k-- > 0;) {
            uint32_t skip_i = best[(i + 1) * width + k], skip_k = best[i * width + k + 1];
            equal[i * columns + k] = same(m, b0 + i, o0 + k);
            best[i * width + k] = equal[i * columns + k] ? best[(i + 1) * width + k + 1] + 1
                                  : skip_i > skip_k      ? skip_i
                                                         : skip_k;
        }
    for (uint32_t i = 0, k = 0; i < rows && k < columns;) {
        if (equal[i * columns + k])
            pair(m, b0 + i++, o0 + k++);
        else if (best[(i + 1) * width + k] >= best[i * width + k + 1])
            i++;
        else
            k++;
    }
    rq_arena_free(&scratch);
    return true;
}

/* What stands between two pairs: by name in order, else one by one. */
static void match_gap(struct match *m, uint32_t b0, uint32_t b1, uint32_t o0, uint32_t o1)
{
    uint32_t next = o0;
    bool any = false;
    for (uint32_t i = b0; i < b1; i++)
        for (uint32_t k = next; k < o1; k++)
            if (m->a->named(m->a->ctx, 0, i, m->side, k)) {
                pair(m, i, k);
                next = k + 1;
                any = true;
                break;
            }
    for (uint32_t i = 0; !any && b1 - b0 == o1 - o0 && i < b1 - b0; i++)
        pair(m, b0 + i, o0 + i);
}

static bool match_side(struct match *m, const struct alignment *a, int side)
{
    uint32_t size = a->sizes[0], other = a->sizes[side], head = 0, tail = 0;
    *m = (struct match){.a = a, .side = side};
    m->to = rq_arena_get(a->arena, size, sizeof *m->to);
    m->from = rq_arena_get(a->arena, other, sizeof *m->from);
    if (!m->to || !m->from)
        return false;
    memset(m->to, 0xFF, size * sizeof *m->to);
    memset(m->from, 0xFF, other * sizeof *m->from);
    for (; head < size && head < other && same(m, head, head); head++)
        pair(m, head, head);
    for (; tail < size - head && tail < other - head && same(m, size - 1 - tail, other - 1 - tail);
         tail++)
        pair(m, size - 1 - tail, other - 1 - tail);
    if (!match_middle(m, head, size - tail, head, other - tail))
        return false;
    for (uint32_t i = head, k = head; i < size - tail || k < other - tail;) {
        uint32_t b = i, o = k;
        while (b < size - tail && m->to[b] == NO_ROW)
            b++;
        while (o < other - tail && m->from[o] == NO_ROW)
            o++;
        match_gap(m, i, b, k, o);
        i = b + 1;
        k = o + 1;
    }
    return true;
}

static bool add_row(const struct alignment *a, struct rows *rows, struct row row)
{
    struct row *items =
        rq_arena_more(a->arena, &rows->items, rows->count, &rows->room, sizeof *items);
    if (!items)
        return false;
    items[rows->count++] = row;
    return true;
}

/* What both sides put in at one place: that of a, then that of b which a has not. */
static bool add_new(const struct alignment *a, const struct match m[2], uint32_t next[2],
                    struct rows *rows)
{
    uint32_t first = rows->count;
    for (; next[0] < a->sizes[1] && m[0].from[next[0]] == NO_ROW; next[0]++)
        if (!add_row(a, rows, (struct row){.at = {NO_ROW, next[0], NO_ROW}}))
            return false;
    for (; next[1] < a->sizes[2] && m[1].from[next[1]] == NO_ROW; next[1]++) {
        bool there = false;
        for (uint32_t i = first; i < rows->count && !there; i++) {
            struct row *row = &rows->items[i];
            there = row->at[1] != NO_ROW && row->at[2] == NO_ROW &&
                    (a->same(a->ctx, 1, row->at[1], 2, next[1]) ||
                     (a->pair_new && a->named(a->ctx, 1, row->at[1], 2, next[1])));
            if (there)
                row->at[2] = next[1];
        }
        if (!there && !add_row(a, rows, (struct row){.at = {NO_ROW, NO_ROW, next[1]}}))
            return false;
    }
    return true;
}

/* An element of base: on which sides it stays. */
static bool add_old(const struct alignment *a, const struct match m[2], uint32_t base,
                    struct rows *rows)
{
    struct row row = {.at = {base, m[0].to[base], m[1].to[base]}};
    bool ours = row.at[1] != NO_ROW, theirs = row.at[2] != NO_ROW;
    if (!ours && !theirs)
        return true;
    if (ours && theirs)
        return add_row(a, rows, row);
    bool unchanged = ours ? same(&m[0], base, row.at[1]) : same(&m[1], base, row.at[2]);
    bool b_counts = !unchanged && a->conflict(a->conflict_ctx, &row, ours);
    row.gone = unchanged || ours == b_counts;
    if (row.gone && !ours)
        return true;
    row.at[0] = NO_ROW;
    return add_row(a, rows, row);
}

bool align_rows(const struct alignment *a, struct rows *rows)
{
    struct match m[2];
    uint32_t next[2] = {0};
    if (!match_side(&m[0], a, 1) || !match_side(&m[1], a, 2))
        return false;
    for (uint32_t i = 0; i < a->sizes[0]; i++) {
        if (!add_new(a, m, next, rows) || !add_old(a, m, i, rows))
            return false;
        for (int side = 0; side < 2; side++)
            if (m[side].to[i] != NO_ROW)
                next[side] = m[side].to[i] + 1;
    }
    return add_new(a, m, next, rows);
}
