#include "formats/salvage.h"
#include "formats/archive.h"
#include "formats/family.h"

#include <stdlib.h>

/* Entries, names and lists of places are at most this many times the file; then what is unpacked. */
enum { MEMORY_TIMES = 40, MEMORY_MORE = 64 << 20 };

/* Between the data of two entries: files of the game have up to 127 bytes and 16 more. */
enum { MOST_GAP = 144, MOST_TRUST = 6 };

bool rq_salvage_room(struct rq_salvage *s, size_t more)
{
    size_t room = s->count + more;
    if (room <= s->room)
        return true;
    struct rq_salvaged *entries = rq_arena_get(&s->arena, room, sizeof *entries);
    if (!entries)
        return false;
    if (s->count)
        memcpy(entries, s->entries, s->count * sizeof *entries);
    s->entries = entries;
    s->room = room;
    return true;
}

struct rq_salvaged *rq_salvage_add(struct rq_salvage *s, size_t number, const char *name,
                                   uint64_t offset, uint64_t size)
{
    if (s->count == s->room)
        return NULL;
    struct rq_salvaged *e = &s->entries[s->count++];
    *e = (struct rq_salvaged){.number = number, .count = 1, .offset = offset, .size = size};
    e->name = name ? rq_arena_text(&s->arena, name, strlen(name)) : NULL;
    uint64_t there = offset < s->in.size ? s->in.size - offset : 0;
    if (size > there || offset > s->in.size)
        e->loss = RQ_LOSS_END;
    else
        there = size;
    if (there)
        e->bytes = (struct rq_bytes){s->in.data + offset, (size_t)there};
    return e;
}

void rq_salvage_lose(struct rq_salvage *s, size_t number, uint64_t count, enum rq_loss loss)
{
    if (count && s->count < s->room)
        s->entries[s->count++] =
            (struct rq_salvaged){.number = number, .count = count, .loss = loss};
}

bool rq_salvage_header(struct rq_salvage *s, size_t size, uint64_t promised)
{
    if (s->in.size >= size)
        return true;
    s->open_end = promised == 0;
    rq_salvage_lose(s, 0, promised, RQ_LOSS_HEADER);
    return false;
}

size_t rq_salvage_rows(const struct rq_salvage *s, uint64_t at, uint64_t count, size_t size)
{
    uint64_t there = at < s->in.size ? (s->in.size - at) / size : 0;
    return (size_t)(count < there ? count : there);
}

void rq_salvage_put(const struct rq_salvage *s, struct rq_out *out)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->entries[i].loss)
            rq_put_bytes(out, s->entries[i].bytes);
}

/* ---- entries that overlap ---- */

static void lose(struct rq_salvaged *e, enum rq_loss loss)
{
    e->loss = loss;
    e->bytes = (struct rq_bytes){0};
}

static uint64_t end_of(const struct rq_salvaged *e)
{
    return e->offset + e->size;
}

static int by_place(const void *a, const void *b)
{
    const struct rq_salvaged *x = *(struct rq_salvaged *const *)a;
    const struct rq_salvaged *y = *(struct rq_salvaged *const *)b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The first of the sorted numbers that is not below `least`; UINT64_MAX: none. */
static uint64_t not_below(const uint64_t *sorted, size_t count, uint64_t least)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count ? sorted[low] : UINT64_MAX;
}

/* Entries that hold something, in the order of their places, and where all of them begin and end. */
struct places {
    struct rq_salvaged **entries;
    uint64_t *starts, *ends;
    uint8_t *trust;
    size_t count, all;
};

static bool open_places(struct rq_salvage *s, struct places *p)
{
    p->entries = rq_arena_get(&s->arena, s->count, sizeof(void *));
    p->starts = rq_arena_get(&s->arena, s->count + 1, sizeof *p->starts);
    p->ends = rq_arena_get(&s->arena, s->count + 1, sizeof *p->ends);
    p->trust = rq_arena_get(&s->arena, s->count, 1);
    if (!p->entries || !p->starts || !p->ends || !p->trust)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        struct rq_salvaged *e = &s->entries[i];
        if (!e->size || e->count != 1)
            continue;
        if (!e->loss && e->offset < s->tables_end) {
            lose(e, RQ_LOSS_OVERLAP);
            continue;
        }
        p->starts[p->all] = e->offset;
        p->ends[p->all++] = end_of(e);
        if (!e->loss)
            p->entries[p->count++] = e;
    }
    p->starts[p->all] = s->in.size;
    p->ends[p->all++] = s->data_start;
    qsort(p->starts, p->all, sizeof *p->starts, by_number);
    qsort(p->ends, p->all, sizeof *p->ends, by_number);
    if (p->count)
        qsort(p->entries, p->count, sizeof(void *), by_place);
    return true;
}

/* How well two places fit: one ends where the other starts, or with no more between them than files
 * have. */
static unsigned fit(uint64_t end, uint64_t start)
{
    return end > start || start - end > MOST_GAP ? 0 : end == start ? 2 : 1;
}

/* How far an entry is to be trusted: by the end of another (or of the tables) before it, and by the start
 * of another (or the end of the file) behind it. The second counts more: with a damaged size the start
 * still fits, but the end fits only when both are right. */
static uint8_t trust_of(const struct places *p, const struct rq_salvaged *e)
{
    uint64_t end = end_of(e), least = e->offset > MOST_GAP ? e->offset - MOST_GAP : 0;
    uint64_t before = not_below(p->ends, p->all, e->offset);
    if (before != e->offset)
        before = not_below(p->ends, p->all, least);
    return (uint8_t)(fit(before, e->offset) + 2 * fit(end, not_below(p->starts, p->all, end)));
}

/* Of entries trusted as much as `level` those that overlap another that is trusted no less. Entries with
 * the same place share it. */
static void drop_level(const struct places *p, unsigned level)
{
    uint64_t reach = 0;
    const struct rq_salvaged *last = NULL;
    for (size_t pass = 0; pass < 2; pass++, reach = pass ? UINT64_MAX : 0, last = NULL)
        for (size_t k = 0; k < p->count; k++) {
            size_t i = pass ? p->count - 1 - k : k;
            struct rq_salvaged *e = p->entries[i];
            if (p->trust[i] < level || (e->loss && p->trust[i] > level))
                continue;
            bool twin = last && last->offset == e->offset && last->size == e->size;
            bool hit = pass ? end_of(e) > reach : e->offset < reach;
            if (p->trust[i] == level && hit && !(twin && !last->loss))
                e->loss = RQ_LOSS_OVERLAP;
            if (!twin && pass)
                reach = e->offset < reach ? e->offset : reach;
            else if (!twin)
                reach = end_of(e) > reach ? end_of(e) : reach;
            last = e;
        }
}

static bool judge_places(struct rq_salvage *s)
{
    struct places p = {0};
    if (!open_places(s, &p))
        return false;
    for (size_t i = 0; i < p.count; i++)
        p.trust[i] = trust_of(&p, p.entries[i]);
    for (unsigned level = MOST_TRUST + 1; level--;)
        drop_level(&p, level);
    for (size_t i = 0; i < p.count; i++)
        if (p.entries[i]->loss)
            lose(p.entries[i], RQ_LOSS_OVERLAP);
    return true;
}

/* ---- a file ---- */

/* By what it holds, else by what its name promises: an RTX that was cut is told by its end alone. */
static const struct rq_format *format_of(struct rq_bytes in, const struct rq_options *options)
{
    const struct rq_format *format =
        options->format ? options->format : rq_format_detect(in, options->name);
    for (size_t i = 0; !format && options->name && i < rq_format_count(); i++)
        if (rq_format_at(i)->salvage && rq_format_has_extension(rq_format_at(i), options->name))
            format = rq_format_at(i);
    return format;
}

/* Takes added CR out again, where that is proven. */
static bool undo_transfer(struct rq_salvage *s, const struct rq_options *options)
{
    struct rq_error ignored = {0};
    struct rq_options with = *options;
    with.format = s->format;
    struct rq_doc *doc = s->format ? rq_doc_read_plain(s->in, &with, NULL, &ignored) : NULL;
    s->transfer = rq_transfer_look(s->format, s->in, options, doc == NULL);
    rq_doc_free(doc);
    if (!s->transfer.proven)
        return true;
    if (!rq_transfer_undo(s->in, s->transfer.kind, &s->undone))
        return false;
    s->in = rq_out_bytes(&s->undone);
    s->format = options->format ? options->format : rq_format_detect(s->in, options->name);
    return true;
}

static bool walk(struct rq_salvage *s)
{
    const struct rq_facet_salvage *facet = s->format->salvage;
    if (!facet->walk(s) || (facet->scattered && !judge_places(s)))
        return false;
    for (size_t i = 0; i < s->count; i++) {
        struct rq_salvaged *e = &s->entries[i];
        if (e->loss)
            continue;
        s->total += e->bytes.size;
        /* Many entries that share one place would be more than any disk has. */
        if (facet->scattered && s->total > (uint64_t)s->in.size * 4 + (1 << 20))
            lose(e, RQ_LOSS_OVERLAP);
    }
    return true;
}

static bool reads(const struct rq_salvage *s)
{
    struct rq_error ignored = {0};
    struct rq_options options = {.format = s->format, .alloc = s->alloc, .codepage = s->page};
    struct rq_doc *doc = rq_doc_read_plain(s->in, &options, NULL, &ignored);
    rq_doc_free(doc);
    return doc != NULL;
}

/* The file as it is when nothing is lost and it reads, else one of what is whole. */
static bool mend(struct rq_salvage *s, bool whole)
{
    const struct rq_facet_salvage *facet = s->format->salvage;
    if (facet && !facet->mend)
        return true;
    bool any = false;
    for (size_t i = 0; i < s->count; i++)
        any |= !s->entries[i].loss;
    if (!facet || (whole && reads(s)))
        rq_put_bytes(&s->mended, s->in);
    else if (any)
        facet->mend(s, &s->mended);
    return !s->mended.failed;
}

bool rq_salvage_read(struct rq_salvage *s, struct rq_bytes in, const struct rq_options *options,
                     struct rq_error *err)
{
    size_t most = (SIZE_MAX - MEMORY_MORE) / MEMORY_TIMES;
    *s = (struct rq_salvage){.in = in,
                             .alloc = options->alloc,
                             .arena = {.alloc = options->alloc},
                             .undone = {.alloc = options->alloc},
                             .mended = {.alloc = options->alloc}};
    s->arena.limit = (in.size < most ? in.size : most) * MEMORY_TIMES + MEMORY_MORE;
    s->format = format_of(in, options);
    if (!undo_transfer(s, options))
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    if (!s->format)
        return rq_fail(err, RQ_BAD_MAGIC, 0, "",
                       "not a file of any known format; --format names one");
    s->page = options->codepage ? options->codepage : rq_family_of(s->format)->page;
    if (!s->format->salvage && !s->transfer.proven)
        return rq_fail(err, RQ_UNSUPPORTED, 0, s->format->info.name,
                       "files of this format have no entries that could be salvaged");
    bool whole = !s->format->salvage;
    if (s->format->salvage) {
        if (!walk(s))
            return rq_fail(err, RQ_NO_MEMORY, 0, s->format->info.name, "out of memory");
        whole = !s->open_end;
        for (size_t i = 0; i < s->count; i++)
            whole = whole && !s->entries[i].loss;
    }
    return mend(s, whole) || rq_fail(err, RQ_NO_MEMORY, 0, s->format->info.name, "out of memory");
}

void rq_salvage_free(struct rq_salvage *s)
{
    rq_arena_free(&s->arena);
    rq_out_free(&s->undone);
    rq_out_free(&s->mended);
}
