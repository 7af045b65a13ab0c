/* Where the texts of a talk table stand. All eight tables measured have them in the order of
 * the strings, without gaps; programs differ in the offset of an empty text. */
#include "formats/kotor/tlk_parts.h"

const char *const rq_tlk_layouts[RQ_TLK_LAYOUTS] = {"",       "in_order",    "in_order_zero",
                                                    "shared", "shared_zero", "explicit"};

/* More than that many texts in a row of the table are taken as unequal: a file made for it
 * would take for ever otherwise. */
enum { MOST_TRIES = 64 };

struct placing {
    const struct rq_tlk *tlk;
    bool shared, zero;
    uint32_t *offsets;
    uint32_t *table; /* numbers of texts and 1, by hash; when shared */
    size_t table_size;
    uint64_t size; /* of all texts */
};

/* The number of an equal text that stands already; its own when there is none. */
static size_t first_like(struct placing *p, size_t number)
{
    struct rq_bytes text = p->tlk->strings[number].text;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ text.data[i]) * 16777619u;
    size_t slot = hash & (p->table_size - 1);
    for (size_t tries = 0; tries < MOST_TRIES; tries++, slot = (slot + 1) & (p->table_size - 1)) {
        if (!p->table[slot]) {
            p->table[slot] = (uint32_t)number + 1;
            return number;
        }
        if (rq_same(p->tlk->strings[p->table[slot] - 1].text, text))
            return p->table[slot] - 1;
    }
    return number;
}

/* Offsets in the arena; false without memory. */
static bool place_texts(struct placing *p, const struct rq_tlk *tlk, enum rq_tlk_layout layout,
                        struct rq_arena *arena)
{
    size_t n = tlk->string_count;
    *p = (struct placing){.tlk = tlk, .table_size = 16};
    p->shared = layout == RQ_TLK_SHARED || layout == RQ_TLK_SHARED_ZERO;
    p->zero = layout == RQ_TLK_IN_ORDER_ZERO || layout == RQ_TLK_SHARED_ZERO;
    p->offsets = rq_arena_get(arena, n, sizeof *p->offsets);
    while (p->table_size < n * 2)
        p->table_size *= 2;
    if (p->shared)
        p->table = rq_arena_get(arena, p->table_size, sizeof *p->table);
    if (!p->offsets || (p->shared && !p->table))
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t size = tlk->strings[i].text.size, first = i;
        if (p->shared && size)
            first = first_like(p, i);
        if (first != i) {
            p->offsets[i] = p->offsets[first];
            continue;
        }
        p->offsets[i] = size || !p->zero ? (uint32_t)p->size : 0;
        p->size += size;
    }
    return true;
}

static uint64_t table_end(const struct rq_tlk *tlk)
{
    return TLK_HEADER + (uint64_t)tlk->string_count * rq_tlk_entry_size(tlk->version);
}

static void put_header(struct rq_out *out, const struct rq_tlk *tlk, uint64_t text_base)
{
    rq_put(out, "TLK ", 4);
    rq_put(out, tlk->version, 4);
    rq_put32(out, tlk->language);
    rq_put_size(out, tlk->string_count);
    rq_put_size(out, text_base);
}

static void put_entry(struct rq_out *out, const struct rq_tlk *tlk, const struct rq_tlk_string *s,
                      uint32_t offset)
{
    struct rq_tlk_entry entry = s->entry;
    entry.text_offset = offset;
    entry.text_size = (uint32_t)s->text.size;
    rq_tlk_entry_write(out, tlk, &entry);
}

static bool put_named(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    struct placing p;
    bool fine = place_texts(&p, tlk, tlk->layout, &temp) ||
                rq_fail(err, RQ_NO_MEMORY, 0, "tlk", "out of memory");
    if (fine && (p.size > UINT32_MAX || table_end(tlk) + p.size > UINT32_MAX))
        fine = rq_fail(err, RQ_LIMIT, 0, "tlk", "more than 4 GiB");
    if (fine) {
        uint64_t at = 0;
        rq_reserve(out, (size_t)(table_end(tlk) + p.size));
        put_header(out, tlk, table_end(tlk));
        for (size_t i = 0; i < tlk->string_count; i++)
            put_entry(out, tlk, &tlk->strings[i], p.offsets[i]);
        for (size_t i = 0; i < tlk->string_count; i++) {
            struct rq_bytes text = tlk->strings[i].text;
            if (text.size && p.offsets[i] == at) {
                rq_put_bytes(out, text);
                at += text.size;
            }
        }
    }
    rq_arena_free(&temp);
    return fine;
}

/* ---- explicit ---- */

/* Puts every block at its place, or marks it as known. */
struct blocks {
    struct rq_place *place;
    struct rq_cover *cover;
};

static void block(struct blocks *b, uint64_t offset, const void *data, size_t size)
{
    if (b->place)
        rq_place_put(b->place, offset, data, size);
    else
        rq_cover_add(b->cover, offset, size);
}

static bool visit_blocks(struct rq_doc *doc, struct blocks *b)
{
    const struct rq_tlk *tlk = doc->root;
    const struct rq_tlk_places *p = tlk->places;
    struct rq_out head = {.alloc = doc->alloc};
    put_header(&head, tlk, p->text_base);
    for (size_t i = 0; i < tlk->string_count; i++) {
        const struct rq_tlk_string *s = &tlk->strings[i];
        if (s->outside)
            rq_tlk_entry_write(&head, tlk, &s->entry);
        else
            put_entry(&head, tlk, s, p->offsets[i]);
    }
    bool fine = !head.failed;
    if (fine)
        block(b, 0, head.data, head.size);
    for (size_t i = 0; fine && i < tlk->string_count; i++)
        block(b, (uint64_t)p->text_base + p->offsets[i], tlk->strings[i].text.data,
              tlk->strings[i].text.size);
    rq_out_free(&head);
    return fine;
}

/* False without an error when the table no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    struct rq_place place;
    struct rq_arena arena = {.alloc = doc->alloc, .limit = doc->arena.limit};
    struct blocks b = {.place = &place};
    if (!tlk->places || tlk->places->count != tlk->string_count)
        return false;
    bool fine = rq_place_open(&place, &arena, tlk->places->strays.size) && visit_blocks(doc, &b);
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, "tlk", "out of memory");
    if (fine) {
        rq_place_strays(&place, &tlk->places->strays);
        fine = rq_place_whole(&place);
    }
    if (fine)
        rq_put(out, place.data, place.size);
    rq_arena_free(&arena);
    return fine;
}

static bool settle_explicit(struct rq_doc *doc)
{
    struct rq_tlk *tlk = doc->root;
    struct rq_tlk_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_cover cover = {.arena = &doc->arena};
    struct blocks b = {.cover = &cover};
    if (!p || !(p->offsets = rq_arena_get(&doc->arena, tlk->string_count, sizeof *p->offsets)))
        return false;
    p->text_base = rq_get32(doc->source.data + 16);
    p->count = tlk->string_count;
    for (size_t i = 0; i < p->count; i++)
        p->offsets[i] = tlk->strings[i].entry.text_offset;
    tlk->places = p;
    if (!visit_blocks(doc, &b) || !rq_cover_strays(&cover, doc->source, &p->strays))
        return false;
    tlk->layout = RQ_TLK_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "tlk", "texts stand in no known order");
    return true;
}

/* ---- which ---- */

/* All that a named layout derives is where the texts are and that nothing else follows. */
static bool fits(const struct rq_doc *doc, const struct placing *p)
{
    const struct rq_tlk *tlk = doc->root;
    if (rq_get32(doc->source.data + 16) != table_end(tlk) ||
        table_end(tlk) + p->size != doc->source.size)
        return false;
    for (size_t i = 0; i < tlk->string_count; i++)
        if (tlk->strings[i].outside || tlk->strings[i].entry.text_offset != p->offsets[i])
            return false;
    return true;
}

bool rq_tlk_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_tlk *tlk = doc->root;
    bool fine = true;
    for (int i = RQ_TLK_IN_ORDER; fine && !tlk->layout && i < RQ_TLK_EXPLICIT; i++) {
        struct rq_arena temp = {.alloc = doc->alloc};
        struct placing p;
        fine = place_texts(&p, tlk, (enum rq_tlk_layout)i, &temp);
        if (fine && fits(doc, &p))
            tlk->layout = (enum rq_tlk_layout)i;
        rq_arena_free(&temp);
    }
    if (fine && !tlk->layout)
        fine = settle_explicit(doc);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "tlk", "no memory for the layout of this file");
}

/* A length that an entry of this version can't hold would be lost. */
static bool has_room(const struct rq_tlk *tlk, struct rq_error *err)
{
    for (size_t i = 0; i < tlk->string_count; i++)
        if (rq_tlk_entry_size(tlk->version) != TLK_ENTRY &&
            rq_bits_of(tlk->strings[i].entry.sound_length))
            return rq_fail(err, RQ_USAGE, 0, "tlk",
                           "string %zu has a sound_length, which only V3.0 holds", i);
    return true;
}

bool rq_tlk_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_tlk *tlk = doc->root;
    size_t from = out->size;
    if (!has_room(tlk, err) || !rq_tlk_settle(doc, err))
        return false;
    if (tlk->layout == RQ_TLK_EXPLICIT) {
        if (put_explicit(doc, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        rq_out_cut(out, from);
        tlk->layout = RQ_TLK_IN_ORDER;
    }
    return put_named(doc, out, err);
}
