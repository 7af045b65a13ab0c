/* A damaged BIF or BZF: a table of the variable resources, then one of the fixed. A stream of a BZF ends
 * where the next begins. */
#include "codec/lzma.h"
#include "formats/kotor/bif_parts.h"
#include "formats/salvage.h"

enum { HEADER_SIZE = 20, VARIABLE_SIZE = 16, FIXED_SIZE = 20 };

/* What all streams may unpack to: see bzf.c; a file that was cut has fewer bytes for the same. */
enum { UNPACK_TIMES = 10, UNPACK_MORE = 32 << 20 };

static uint64_t take_row(struct rq_bif_resource *r, const uint8_t *row, bool fixed)
{
    *r = (struct rq_bif_resource){.id = rq_get32(row), .offset = rq_get32(row + 4)};
    r->type = rq_get32(row + (fixed ? 16 : 12));
    return fixed ? (uint64_t)rq_get32(row + 8) * rq_get32(row + 12) : rq_get32(row + 8);
}

/* The rows that are there; the names of entries come from the KEY, by their numbers. */
static bool add_rows(struct rq_salvage *s, struct rq_bif *bif, const uint8_t *rows, size_t count,
                     bool fixed)
{
    char name[RQ_BIF_NAME];
    for (size_t i = 0; i < count; i++) {
        size_t number = bif->resource_count;
        struct rq_bif_resource *r = &bif->resources[bif->resource_count++];
        uint64_t size = take_row(r, rows + i * (fixed ? FIXED_SIZE : VARIABLE_SIZE), fixed);
        bif->fixed_count += fixed;
        rq_bif_name(bif, number, name);
        if (!rq_salvage_add(s, number, name, r->offset, size))
            return false;
    }
    return true;
}

static bool bif_walk(struct rq_salvage *s)
{
    const uint8_t *h = s->in.data;
    struct rq_bif *bif = s->root = rq_arena_get(&s->arena, 1, sizeof *bif);
    if (!bif || !rq_salvage_room(s, 2))
        return false;
    if (!rq_salvage_header(s, HEADER_SIZE, 0))
        return true;
    uint64_t variables = rq_get32(h + 8), fixed = rq_get32(h + 12), at = rq_get32(h + 16);
    uint64_t fixed_at = at + variables * VARIABLE_SIZE;
    size_t rows = rq_salvage_rows(s, at, variables, VARIABLE_SIZE);
    size_t more = rq_salvage_rows(s, fixed_at, fixed, FIXED_SIZE);
    s->tables_end = HEADER_SIZE;
    s->data_start = fixed_at + fixed * FIXED_SIZE;
    bif->resources = rq_arena_get(&s->arena, rows + more, sizeof *bif->resources);
    if (!bif->resources || !rq_salvage_room(s, rows + more + 2))
        return false;
    bool fine = add_rows(s, bif, h + (rows ? at : 0), rows, false);
    rq_salvage_lose(s, rows, variables - rows, RQ_LOSS_HEADER);
    fine = fine && add_rows(s, bif, h + (more ? fixed_at : 0), more, true);
    rq_salvage_lose(s, (size_t)variables + more, fixed - more, RQ_LOSS_HEADER);
    bif->number = rows ? bif->resources[0].id >> RQ_BIF_NUMBER_BITS : 0;
    return fine;
}

/* ---- BZF ---- */

/* size of the entry is that of the resource; its stream runs up to `end`. */
static void unpack(struct rq_salvage *s, struct rq_salvaged *e, uint64_t end, uint64_t *room)
{
    e->loss = e->offset > s->in.size ? RQ_LOSS_END : RQ_LOSS_PACKED;
    e->bytes = (struct rq_bytes){0};
    if (e->loss == RQ_LOSS_END || e->size > *room)
        return;
    struct rq_bytes stream = {s->in.data + e->offset, (size_t)(end - e->offset)};
    uint8_t *to = rq_mem(s->alloc, NULL, (size_t)e->size + 1);
    if (to && rq_lzma_unpack(stream, to, (size_t)e->size, s->alloc) == RQ_OK) {
        uint8_t *kept = rq_arena_get(&s->arena, (size_t)e->size, 1);
        if (kept) {
            memcpy(kept, to, (size_t)e->size);
            e->bytes = (struct rq_bytes){kept, (size_t)e->size};
            e->loss = RQ_LOSS_NONE;
            *room -= e->size;
        }
    } else if (end == s->in.size) {
        e->loss = RQ_LOSS_END; /* the last stream that is there: it was cut */
    }
    rq_mem(s->alloc, to, 0);
}

static bool bzf_walk(struct rq_salvage *s)
{
    uint64_t room = (uint64_t)s->in.size * UNPACK_TIMES + UNPACK_MORE;
    if (!bif_walk(s))
        return false;
    uint32_t *offsets = rq_arena_get(&s->arena, s->count, sizeof *offsets);
    if (!offsets)
        return false;
    for (size_t i = 0; i < s->count; i++)
        offsets[i] = (uint32_t)s->entries[i].offset;
    rq_bzf_sort(offsets, s->count);
    for (size_t i = 0; i < s->count; i++) {
        struct rq_salvaged *e = &s->entries[i];
        if (e->count == 1 && e->loss != RQ_LOSS_HEADER)
            unpack(s, e, rq_bzf_next(offsets, s->count, (uint32_t)e->offset, s->in.size), &room);
    }
    return true;
}

const struct rq_facet_salvage rq_bif_salvage = {.walk = bif_walk, .scattered = true};
const struct rq_facet_salvage rq_bzf_salvage = {.walk = bzf_walk};
