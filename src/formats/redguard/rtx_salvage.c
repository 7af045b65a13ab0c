/* A damaged RTX. Its entries follow each other up to END. Where that does not lead through, each row of
 * the index leads to an entry, whose own tag and size have to be the same; without an index, as when the
 * end of the file is missing, the entries are had that follow each other. An entry is its whole chunk. */
#include "formats/redguard/chunk.h"
#include "formats/redguard/rtx_parts.h"
#include "formats/salvage.h"

#include <stdlib.h>

enum { FOOTER = 12, CHUNK_HEAD = 8, NAME_TEXT = 24 };

static void name_of(const struct rq_salvage *s, const uint8_t *tag, char name[NAME_TEXT])
{
    uint8_t utf8[NAME_TEXT];
    struct rq_out out = {.data = utf8, .capacity = sizeof utf8};
    rq_text_decode(&out, s->page, (struct rq_bytes){tag, 4});
    memcpy(name, utf8, out.size);
    name[out.size] = 0;
    rq_text_clean(name);
}

/* Whether a payload can be that of an entry: a kind that is known, with room for its text. */
static bool is_entry(const uint8_t *p, uint64_t size)
{
    return size >= RTX_HEAD && p[1] <= 1 &&
           size - RTX_HEAD >= rq_get16(p + 2) + (p[1] ? (uint64_t)SOUND_HEADER : 0);
}

/* Whether a chunk can begin there; the end of the file may be anywhere. */
static bool is_tag(const struct rq_salvage *s, uint64_t at)
{
    for (uint64_t i = at; i < at + 4 && i < s->in.size; i++)
        if (s->in.data[i] < ' ' || s->in.data[i] > '~')
            return false;
    return true;
}

/* ---- by the index ---- */

static int by_offset(const void *a, const void *b)
{
    uint32_t x = rq_get32(*(const uint8_t *const *)a + 4);
    uint32_t y = rq_get32(*(const uint8_t *const *)b + 4);
    return x < y ? -1 : x > y;
}

static bool add_row(struct rq_salvage *s, size_t number, const uint8_t *row, uint64_t index)
{
    uint64_t at = rq_get32(row + 4), size = rq_get32(row + 8);
    char name[NAME_TEXT];
    name_of(s, row, name);
    bool told = at >= CHUNK_HEAD && at <= index && memcmp(s->in.data + at - 8, row, 4) == 0 &&
                rq_get32be(s->in.data + at - 4) == size && size <= index - at;
    struct rq_salvaged *e =
        rq_salvage_add(s, number, name, at >= CHUNK_HEAD ? at - CHUNK_HEAD : 0, size + CHUNK_HEAD);
    if (e && !told) {
        e->loss = e->loss ? e->loss : RQ_LOSS_HEADER;
        e->bytes = (struct rq_bytes){0};
    }
    return e != NULL;
}

static bool walk_index(struct rq_salvage *s, uint64_t index, size_t count)
{
    const uint8_t **rows = rq_arena_get(&s->arena, count, sizeof(void *));
    if (!rows || !rq_salvage_room(s, count))
        return false;
    for (size_t i = 0; i < count; i++)
        rows[i] = s->in.data + index + i * RTX_ROW;
    if (count)
        qsort(rows, count, sizeof(void *), by_offset);
    for (size_t i = 0; i < count; i++)
        if (!add_row(s, i, rows[i], index))
            return false;
    return true;
}

/* ---- one after the other ---- */

/* Whether the chunks lead from the first to END: then no entry is missing, whatever became of the index. */
static bool reaches_end(const struct rq_salvage *s)
{
    uint64_t at = 0;
    while (at < s->in.size && s->in.size - at >= CHUNK_HEAD && is_tag(s, at)) {
        if (memcmp(s->in.data + at, "END ", 4) == 0)
            return true;
        at += CHUNK_HEAD + (uint64_t)rq_get32be(s->in.data + at + 4);
    }
    return at < s->in.size && s->in.size - at >= 4 && memcmp(s->in.data + at, "END ", 4) == 0;
}

static bool walk_chunks(struct rq_salvage *s, bool ends)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = &ignored};
    struct rq_cur c = rq_cur_over(s->in, &ctx);
    size_t most = rq_chunk_count(&c);
    uint64_t at = 0;
    s->open_end = !ends;
    if (!rq_salvage_room(s, most))
        return false;
    for (size_t i = 0; i < most; i++) {
        const uint8_t *p = s->in.data + at;
        uint64_t size = rq_get32be(p + 4);
        char name[NAME_TEXT];
        name_of(s, p, name);
        struct rq_salvaged *e = rq_salvage_add(s, i, name, at, CHUNK_HEAD + size);
        if (!e)
            return false;
        at += CHUNK_HEAD + size;
        /* One that is not understood is kept, when another follows it. */
        if (!e->loss && !is_entry(p + CHUNK_HEAD, size) && !is_tag(s, at)) {
            e->loss = RQ_LOSS_HEADER;
            e->bytes = (struct rq_bytes){0};
            break;
        }
    }
    return true;
}

static bool rtx_walk(struct rq_salvage *s)
{
    const uint8_t *footer = s->in.size >= FOOTER ? s->in.data + s->in.size - FOOTER : NULL;
    bool ends = reaches_end(s);
    if (ends || !footer || memcmp(footer, "RNAV", 4) != 0)
        return walk_chunks(s, ends);
    uint64_t index = rq_get32(footer + 4), count = rq_get32(footer + 8);
    if (index + count * RTX_ROW != s->in.size - FOOTER)
        return walk_chunks(s, false);
    return walk_index(s, index, (size_t)count);
}

/* As the game's own files: the rows of the index run from the last entry to the first. */
static void rtx_mend(const struct rq_salvage *s, struct rq_out *out)
{
    rq_salvage_put(s, out);
    rq_put(out, "END ", 4);
    uint64_t index = out->size, at = index - 4, count = 0;
    for (size_t i = s->count; i--;) {
        const struct rq_salvaged *e = &s->entries[i];
        if (e->loss)
            continue;
        at -= e->bytes.size;
        rq_put(out, e->bytes.data, 4);
        rq_put_size(out, at + CHUNK_HEAD);
        rq_put_size(out, e->bytes.size - CHUNK_HEAD);
        count++;
    }
    rq_put(out, "RNAV", 4);
    rq_put_size(out, index);
    rq_put_size(out, count);
}

const struct rq_facet_salvage rq_rtx_salvage = {.walk = rtx_walk, .mend = rtx_mend};
