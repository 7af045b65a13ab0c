/* Three versions of a text, line by line. */
#include "core/line.h"
#include "core/text.h"
#include "patch/align.h"
#include "patch/merge.h"

struct text {
    struct rq_bytes *lines; /* with their ends */
    uint32_t count, room;
};

struct texts {
    struct merging *m;
    struct text sides[SIDES];
    bool ini;
};

static bool split(struct merging *m, struct text *t, struct rq_bytes bytes)
{
    while (bytes.size) {
        const uint8_t *start = bytes.data;
        size_t left = bytes.size;
        enum rq_line_end end;
        rq_line_next(&bytes, &end);
        struct rq_bytes *lines =
            rq_arena_more(&m->arena, &t->lines, t->count, &t->room, sizeof *lines);
        if (!lines)
            return false;
        lines[t->count++] = (struct rq_bytes){start, left - bytes.size};
    }
    return true;
}

static bool same_line(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    const struct texts *t = ctx;
    return rq_same(t->sides[a_side].lines[a], t->sides[b_side].lines[b]);
}

/* "key" of "key = value"; empty: the line has none. */
static struct rq_bytes key_of(struct rq_bytes line)
{
    const uint8_t *equals = line.size ? memchr(line.data, '=', line.size) : NULL;
    struct rq_bytes key = {line.data, equals ? (size_t)(equals - line.data) : 0};
    rq_line_cut_blanks(&key);
    key.size = rq_line_trimmed(key);
    return key;
}

static bool same_key(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    const struct texts *t = ctx;
    struct rq_bytes x = key_of(t->sides[a_side].lines[a]), y = key_of(t->sides[b_side].lines[b]);
    bool same = t->ini && x.size && x.size == y.size && x.data[0] != ';';
    for (size_t i = 0; same && i < x.size; i++)
        same = rq_lower((char)x.data[i]) == rq_lower((char)y.data[i]);
    return same;
}

static const char *said(const struct texts *t, int side, uint32_t line)
{
    if (line == NO_ROW)
        return NULL;
    struct rq_bytes bytes = t->sides[side].lines[line];
    while (bytes.size && strchr("\r\n", bytes.data[bytes.size - 1]))
        bytes.size--;
    return merge_printf(t->m, "%.*s", (int)bytes.size, (const char *)bytes.data);
}

static bool line_conflict(void *ctx, const struct row *row, bool theirs_is_gone)
{
    const struct texts *t = ctx;
    (void)theirs_is_gone;
    return merge_conflict(t->m, merge_printf(t->m, "line %u", row->at[BASE] + 1),
                          said(t, BASE, row->at[BASE]), said(t, OURS, row->at[OURS]),
                          said(t, THEIRS, row->at[THEIRS]));
}

/* Which side's line a row has. */
static int side_of(const struct texts *t, const struct row *row)
{
    bool has[SIDES];
    for (int i = 0; i < SIDES; i++)
        has[i] = row->at[i] != NO_ROW;
    if (!has[OURS] || !has[THEIRS])
        return has[OURS] ? OURS : THEIRS;
    if (same_line(t, OURS, row->at[OURS], THEIRS, row->at[THEIRS]) ||
        (has[BASE] && same_line(t, BASE, row->at[BASE], THEIRS, row->at[THEIRS])))
        return OURS;
    if (has[BASE] && same_line(t, BASE, row->at[BASE], OURS, row->at[OURS]))
        return THEIRS;
    const char *path = merge_printf(t->m, "line %u", row->at[OURS] + 1);
    return merge_conflict(t->m, path, said(t, BASE, row->at[BASE]), said(t, OURS, row->at[OURS]),
                          said(t, THEIRS, row->at[THEIRS]))
               ? THEIRS
               : OURS;
}

/* Of texts that are no INI: where both put other lines in at one place, nobody knows in which order they go. */
static void settle_new(const struct texts *t, struct rows *rows, uint32_t first, uint32_t end)
{
    uint32_t at[SIDES] = {NO_ROW, NO_ROW, NO_ROW};
    for (uint32_t i = end; i-- > first;) {
        const struct row *row = &rows->items[i];
        if (!row->gone && (row->at[OURS] == NO_ROW) != (row->at[THEIRS] == NO_ROW))
            at[row->at[OURS] == NO_ROW ? THEIRS : OURS] = i;
    }
    if (at[OURS] == NO_ROW || at[THEIRS] == NO_ROW)
        return;
    uint32_t ours = rows->items[at[OURS]].at[OURS], theirs = rows->items[at[THEIRS]].at[THEIRS];
    int lost = merge_conflict(t->m, merge_printf(t->m, "line %u", ours + 1), NULL,
                              said(t, OURS, ours), said(t, THEIRS, theirs))
                   ? OURS
                   : THEIRS;
    for (uint32_t i = first; i < end; i++)
        rows->items[i].gone |=
            rows->items[i].at[lost] != NO_ROW && rows->items[i].at[OURS + THEIRS - lost] == NO_ROW;
}

static void settle_all_new(const struct texts *t, struct rows *rows)
{
    for (uint32_t first = 0, end; first < rows->count; first = end + 1) {
        end = first;
        while (end < rows->count && rows->items[end].at[BASE] == NO_ROW)
            end++;
        settle_new(t, rows, first, end);
    }
}

bool merge_lines(struct merging *m, const struct rq_bytes texts[SIDES], bool ini,
                 struct rq_out *out)
{
    struct texts t = {.m = m, .ini = ini};
    struct rows rows = {0};
    for (int i = 0; i < SIDES; i++)
        if (!split(m, &t.sides[i], texts[i]))
            return false;
    struct alignment a = {
        .arena = &m->arena,
        .sizes = {t.sides[BASE].count, t.sides[OURS].count, t.sides[THEIRS].count},
        .ctx = &t,
        .same = same_line,
        .named = same_key,
        .conflict = line_conflict,
        .conflict_ctx = &t,
        .pair_new = ini};
    if (!align_rows(&a, &rows))
        return false;
    if (!ini)
        settle_all_new(&t, &rows);
    for (uint32_t i = 0; i < rows.count; i++) {
        const struct row *row = &rows.items[i];
        if (row->gone)
            continue;
        int side = side_of(&t, row);
        rq_put_bytes(out, t.sides[side].lines[row->at[side]]);
    }
    return !out->failed;
}
