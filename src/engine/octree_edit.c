/* Changes of a PVO that follow what is changed in its map. */
#include "core/arena.h"
#include "core/error.h"
#include "core/keyset.h"

#include <reliquary/engine.h>
#include <string.h>

/* ---- patches ---- */

static bool has_patch(const struct rq_pvo *pvo, uint32_t node, uint16_t object)
{
    for (size_t i = 0; i < pvo->patch_count; i++)
        if (pvo->patches[i].node.linked && pvo->patches[i].node.value == node &&
            pvo->patches[i].object == object)
            return true;
    return false;
}

/* PTCH stands behind MLST. */
static bool add_section(struct rq_doc *doc, struct rq_pvo *pvo)
{
    size_t at = pvo->section_count;
    struct rq_pvo_section *more = rq_doc_alloc(doc, (at + 1) * sizeof *more);
    if (!more)
        return false;
    if (at)
        memcpy(more, pvo->sections, at * sizeof *more);
    more[at] = (struct rq_pvo_section){.kind = RQ_PVO_PTCH};
    pvo->sections = more;
    pvo->section_count++;
    return true;
}

bool rq_octree_patch(struct rq_doc *doc, uint32_t node, uint16_t object, struct rq_error *err)
{
    struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    struct rq_error ignored = {0};
    bool section = false;
    err = err ? err : &ignored;
    if (!pvo)
        return rq_fail(err, RQ_USAGE, 0, "", "only a PVO can be patched");
    if (node >= pvo->node_count)
        return rq_fail(err, RQ_USAGE, 0, "PTCH", "no node %u: there are %u", node, pvo->node_count);
    if (has_patch(pvo, node, object))
        return true;
    for (size_t i = 0; i < pvo->section_count; i++)
        section = section || pvo->sections[i].kind == RQ_PVO_PTCH;
    struct rq_pvo_patch *more = rq_doc_alloc(doc, ((size_t)pvo->patch_count + 1) * sizeof *more);
    if (!more || (!section && !add_section(doc, pvo)))
        return rq_fail(err, RQ_NO_MEMORY, 0, "PTCH", "out of memory");
    if (pvo->patch_count)
        memcpy(more, pvo->patches, pvo->patch_count * sizeof *more);
    more[pvo->patch_count++] = (struct rq_pvo_patch){{node, true}, object};
    pvo->patches = more;
    return true;
}

/* ---- numbers of objects ---- */

/* The same key for records of the same model at the same place. */
static bool key_of(struct rq_key_set *set, struct rq_arena *arena, const struct rq_rgm_static *s,
                   uint32_t *number)
{
    uint32_t words[3], name, place;
    const uint32_t *p = (const uint32_t *)(const void *)s->pos;
    char model[12] = {0};
    for (size_t i = 0; i < sizeof model && s->model[i]; i++)
        model[i] =
            (char)(s->model[i] >= 'a' && s->model[i] <= 'z' ? s->model[i] - 32 : s->model[i]);
    memcpy(words, model, sizeof words);
    /* Keys have four words: names and places are numbered first. */
    return rq_key_set_put(set, arena, (uint32_t[4]){words[0], words[1], words[2], 1}, &name) &&
           rq_key_set_put(set, arena, (uint32_t[4]){p[0], p[1], p[2], 2}, &place) &&
           rq_key_set_put(set, arena, (uint32_t[4]){name, place, 0, 3}, number);
}

/* Records of one key, in order: the next one that has no partner. */
struct queue {
    uint32_t *first; /* by key; number + 1 */
    uint32_t *next;  /* by record */
};

static bool queue_up(struct rq_key_set *set, struct rq_arena *arena, const struct rq_rgm_section *s,
                     uint32_t keys, struct queue *q)
{
    size_t count = s ? s->count : 0;
    q->first = rq_arena_get(arena, keys, sizeof *q->first);
    q->next = rq_arena_get(arena, count, sizeof *q->next);
    for (size_t i = count; q->first && q->next && i-- > 0;) {
        uint32_t key;
        if (!key_of(set, arena, &s->statics[i], &key))
            return false;
        q->next[i] = q->first[key];
        q->first[key] = (uint32_t)i + 1;
    }
    return q->first && q->next;
}

bool rq_octree_match(const struct rq_rgm *before, const struct rq_rgm *after,
                     const struct rq_alloc *alloc, struct rq_octree_move *move)
{
    const struct rq_rgm_section *old = rq_rgm_section(before, RQ_RGM_MPSO);
    const struct rq_rgm_section *now = rq_rgm_section(after, RQ_RGM_MPSO);
    size_t old_count = old ? old->count : 0, now_count = now ? now->count : 0;
    struct rq_arena temp = {.alloc = alloc};
    struct rq_key_set set;
    struct queue q;
    uint32_t key;
    bool fine = rq_key_set_open(&set, &temp, 64);
    /* All keys first: their number is how many queues there are. */
    for (size_t i = 0; fine && i < old_count; i++)
        fine = key_of(&set, &temp, &old->statics[i], &key);
    for (size_t i = 0; fine && i < now_count; i++)
        fine = key_of(&set, &temp, &now->statics[i], &key);
    fine = fine && queue_up(&set, &temp, now, set.count, &q);
    move->count = (uint32_t)old_count;
    move->after = move->fresh = (uint32_t)now_count;
    move->gone = 0;
    for (size_t i = 0; fine && i < old_count; i++) {
        fine = key_of(&set, &temp, &old->statics[i], &key);
        uint32_t partner = fine ? q.first[key] : 0;
        move->to[i] = partner ? (int32_t)(partner - 1) : RQ_OCTREE_GONE;
        move->gone += !partner;
        move->fresh -= partner != 0;
        if (partner)
            q.first[key] = q.next[partner - 1];
    }
    rq_arena_free(&temp);
    return fine;
}

/* The new number of an object, or RQ_OCTREE_GONE. */
static int64_t moved(const struct rq_octree_move *move, uint16_t id)
{
    if (id < move->count)
        return move->to[id];
    return (int64_t)id - move->count + move->after;
}

static bool all_fit(const struct rq_pvo *pvo, const struct rq_octree_move *move)
{
    for (size_t i = 0; i < pvo->id_count; i++)
        if (moved(move, pvo->ids[i]) >= RQ_OCTREE_IDS)
            return false;
    for (size_t i = 0; i < pvo->patch_count; i++)
        if (moved(move, pvo->patches[i].object) >= RQ_OCTREE_IDS)
            return false;
    return true;
}

/* kept[i]: numbers that stay, of those before number i of MLST. */
static void move_lists(struct rq_pvo *pvo, const struct rq_octree_move *move, uint32_t *kept)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < pvo->id_count; i++) {
        int64_t to = moved(move, pvo->ids[i]);
        kept[i] = n;
        if (to >= 0)
            pvo->ids[n++] = (uint16_t)to;
    }
    kept[pvo->id_count] = n;
    for (uint32_t i = 0; i < pvo->entry_count; i++) {
        struct rq_pvo_entry *e = &pvo->entries[i];
        uint64_t end = (uint64_t)e->start + e->count;
        /* One that leads beyond the list keeps doing so. */
        if (end > pvo->id_count)
            continue;
        e->count = (uint16_t)(kept[end] - kept[e->start]);
        e->start = kept[e->start];
    }
    pvo->id_count = n;
}

bool rq_octree_renumber(struct rq_doc *doc, const struct rq_octree_move *move, struct rq_error *err)
{
    struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    struct rq_error ignored = {0};
    uint32_t n = 0;
    err = err ? err : &ignored;
    if (!pvo)
        return rq_fail(err, RQ_USAGE, 0, "", "only a PVO can be renumbered");
    if (!all_fit(pvo, move))
        return rq_fail(err, RQ_LIMIT, 0, "MLST", "an object would get a number above %d",
                       RQ_OCTREE_IDS - 1);
    uint32_t *kept = rq_doc_alloc(doc, ((size_t)pvo->id_count + 1) * sizeof *kept);
    if (!kept)
        return rq_fail(err, RQ_NO_MEMORY, 0, "MLST", "out of memory");
    move_lists(pvo, move, kept);
    for (uint32_t i = 0; i < pvo->patch_count; i++) {
        int64_t to = moved(move, pvo->patches[i].object);
        pvo->patches[n] = pvo->patches[i];
        pvo->patches[n].object = (uint16_t)to;
        n += to >= 0;
    }
    pvo->patch_count = n;
    return true;
}
