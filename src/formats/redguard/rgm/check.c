/* Findings of a map: references between its sections, and values that no game file has. One
 * finding for each kind of trouble, at the first place, with how many there are. */
#include "formats/follow.h"
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>

struct trouble {
    size_t count, first;
};

static void note(struct trouble *t, bool wrong, size_t index)
{
    if (!wrong)
        return;
    if (!t->count++)
        t->first = index;
}

static void tell(struct rq_doc *doc, const struct rq_rgm_section *s, size_t record,
                 const struct trouble *t, const char *id, const char *what)
{
    char where[64], tag[5] = {s->tag[0], s->tag[1], s->tag[2], s->tag[3], 0};
    if (!t->count)
        return;
    snprintf(where, sizeof where, "%s / records[%zu]", tag, t->first);
    if (t->count == 1)
        rq_find(doc, id, s->offset + t->first * record, where, "%s", what);
    else
        rq_find(doc, id, s->offset + t->first * record, where, "%s (and %zu more)", what,
                t->count - 1);
}

static void check_reaches(struct rq_doc *doc, const struct rq_rgm *map,
                          const struct rq_rgm_section *actors)
{
    static const struct {
        enum rq_rgm_kind kind;
        unsigned times; /* length counts records of this many bytes */
        size_t offset, length;
        const char *what;
    } parts[] = {
#define PART(kind, offset, length, times)                                                          \
    {RQ_RGM_##kind, times, offsetof(struct rq_rgm_actor, offset),                                  \
     offsetof(struct rq_rgm_actor, length), "a part of " #kind " that is not there"}
        PART(RANM, ranm_offset, ranm_length, 1), PART(RAAN, raan_offset, raan_length, 1),
        PART(RASB, rasb_offset, rasb_count, 4),  PART(RAHK, rahk_offset, rahk_length, 1),
        PART(RALC, ralc_offset, ralc_length, 1), PART(RAEX, raex_offset, raex_length, 1),
        PART(RAVA, rava_offset, rava_count, 4),
#undef PART
    };
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
        struct trouble t = {0};
        uint64_t size = rgm_size_of(map, parts[p].kind);
        for (size_t i = 0; i < actors->count; i++) {
            uint32_t offset, length;
            const uint8_t *a = (const uint8_t *)&actors->actors[i];
            memcpy(&offset, a + parts[p].offset, 4);
            memcpy(&length, a + parts[p].length, 4);
            uint64_t bytes = (uint64_t)length * parts[p].times;
            note(&t, bytes && (offset > size || bytes > size - offset), i);
        }
        tell(doc, actors, 165, &t, "lost-part", parts[p].what);
    }
}

static void check_actors(struct rq_doc *doc, const struct rq_rgm *map,
                         const struct rq_rgm_section *actors)
{
    struct trouble groups = {0}, boxes = {0}, counts = {0}, untiled = {0};
    struct trouble spheres = {0};
    const struct rq_rgm_section *rafs = rq_rgm_section(map, RQ_RGM_RAFS);
    const struct rq_rgm_section *mpsz = rq_rgm_section(map, RQ_RGM_MPSZ);
    uint32_t code_end = actors->count ? actors->actors[0].rasc_offset : 0;
    int64_t most = mpsz ? (int64_t)mpsz->count : 0;
    for (size_t i = 0; i < actors->count; i++) {
        const struct rq_rgm_actor *a = &actors->actors[i];
        size_t n;
        note(&groups, a->raan_count && !rq_rgm_actor_groups(map, i, &n), i);
        note(&boxes, a->mpsz_normal >= most || a->mpsz_combat >= most || a->mpsz_dead >= most, i);
        note(&spheres, rafs && a->rafs_index >= rafs->count, i);
        note(&counts, (uint64_t)a->ralc_count * 12 != a->ralc_length, i);
        note(&untiled, a->rasc_offset != code_end, i);
        code_end = a->rasc_offset + a->rasc_length;
    }
    tell(doc, actors, 165, &groups, "no-groups", "models, but no groups of animations");
    if (mpsz)
        tell(doc, actors, 165, &boxes, "lost-box", "a box that MPSZ does not have");
    tell(doc, actors, 165, &spheres, "lost-sphere", "a sphere that RAFS does not have");
    tell(doc, actors, 165, &counts, "count-against-length", "a count and a length that differ");
    tell(doc, actors, 165, &untiled, "script-out-of-order",
         "a script that does not follow the one before");
    if (actors->prefix != RGM_PREFIX)
        rq_find(doc, "other-prefix", actors->offset + 4, "RAHD / prefix",
                "0x%08x, 0x%08x in all known files", actors->prefix, (unsigned)RGM_PREFIX);
}

static void check_strings(struct rq_doc *doc, const struct rq_rgm *map)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RASB);
    uint64_t size = rgm_size_of(map, RQ_RGM_RAST);
    struct trouble t = {0};
    for (size_t i = 0; s && i < s->count; i++)
        note(&t, s->words[i] >= size, i);
    if (s)
        tell(doc, s, 4, &t, "lost-string", "a string outside of RAST");
}

/* Rows of unit length and at right angles, to a thousandth: files have 28 bits of fraction. */
static bool is_rotation(const int32_t m[9])
{
    for (size_t a = 0; a < 3; a++) {
        for (size_t b = a; b < 3; b++) {
            double dot = 0;
            for (size_t k = 0; k < 3; k++)
                dot += (double)m[a * 3 + k] * m[b * 3 + k];
            dot = dot / 268435456.0 / 268435456.0 - (a == b);
            if (dot < -0.001 || dot > 0.001)
                return false;
        }
    }
    return true;
}

static void check_placed(struct rq_doc *doc, const struct rq_rgm *map)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_MPSO);
    struct trouble turned = {0}, routes = {0};
    for (size_t i = 0; s && i < s->count; i++)
        note(&turned, !is_rotation(s->statics[i].matrix), i);
    if (s)
        tell(doc, s, 66, &turned, "no-rotation", "a matrix that is not a rotation");
    s = rq_rgm_section(map, RQ_RGM_WDNM);
    for (size_t i = 0; s && i < s->count; i++) {
        const struct rq_rgm_walk *w = &s->walks[i];
        for (size_t k = 0; k < w->record.node_count; k++)
            for (size_t r = 0; r < w->nodes[k].record.route_count; r++)
                note(&routes, w->nodes[k].routes[r].target >= w->record.node_count, i);
    }
    if (s)
        tell(doc, s, 0, &routes, "lost-node", "a route to a node that is not there");
}

/* Strings and variables that a script names by number. */
struct numbers {
    uint32_t strings, variables;
    bool lost;
};

static void look_at(struct numbers *n, const struct rq_soup_value *v)
{
    bool has_object = rq_soup_op(v->op)->layout == RQ_SOUP_OBJECT ||
                      rq_soup_op(v->op)->layout == RQ_SOUP_STEP ||
                      rq_soup_op(v->op)->layout == RQ_SOUP_DOT;
    n->lost |= v->op == RQ_SOUP_OP_STRING && (uint32_t)v->number >= n->strings;
    n->lost |= v->op == RQ_SOUP_OP_LOCALVAR && v->id >= n->variables;
    n->lost |= has_object && v->object == RQ_SOUP_NAMED && v->index >= n->strings;
    n->lost |= has_object && v->object == RQ_SOUP_HELD && v->index >= n->variables;
    for (uint32_t i = 0; i < v->count; i++)
        look_at(n, &v->args[i]);
}

static bool loses_numbers(const struct rq_rgm_actor *a, const struct rq_soup_script *script)
{
    struct numbers n = {a->rasb_count, a->rava_count, false};
    for (size_t i = 0; i < script->count; i++)
        look_at(&n, &script->instrs[i].main);
    return n.lost;
}

static void check_parts(struct rq_doc *doc, const struct rgm_json *m)
{
    struct trouble hooks = {0}, names = {0};
    const struct rgm_slices *parts = &m->parts[rgm_owned_row(RQ_RGM_RAHK)];
    for (size_t i = 0; i < parts->count; i++) {
        const struct rgm_slice *part = &parts->slices[i], *code = rgm_shared(m, part, RQ_RGM_RASC);
        const struct rq_soup_script *script = code && code->s.count ? code->s.code->script : NULL;
        for (size_t k = 0; script && k < part->s.count; k++)
            note(&hooks, rq_soup_at(script, part->s.words[k] & 0xFFFF) < 0, part->owners[0]);
    }
    parts = &m->parts[rgm_owned_row(RQ_RGM_RASC)];
    for (size_t i = 0; i < parts->count; i++) {
        const struct rgm_slice *part = &parts->slices[i];
        if (part->owner_count && part->s.count && part->s.code->script)
            note(&names, loses_numbers(&m->actors->actors[part->owners[0]], part->s.code->script),
                 part->owners[0]);
    }
    tell(doc, m->actors, 165, &hooks, "lost-hook", "a hook where no statement begins");
    tell(doc, m->actors, 165, &names, "lost-number",
         "a script with a string or variable that the actor does not have");
    for (size_t row = 0; row < RGM_OWNED; row++) {
        struct trouble odd = {0};
        char what[48];
        for (size_t i = 0; i < m->actors->count; i++)
            note(&odd, m->known[i].fixed >> row & 1, i);
        snprintf(what, sizeof what, "no part of its own in %s",
                 rgm_kind_of(rgm_owned[row].kind)->tag);
        tell(doc, m->actors, 165, &odd, "odd-part", what);
    }
}

void rgm_check(struct rq_doc *doc, struct rq_rgm *map)
{
    const struct rq_rgm_section *actors = rq_rgm_section(map, RQ_RGM_RAHD);
    if (actors) {
        check_reaches(doc, map, actors);
        check_actors(doc, map, actors);
        struct rq_arena room = {.alloc = doc->alloc};
        struct rgm_json m = {.arena = &room, .map = map};
        if (rgm_plan_parts(&m))
            check_parts(doc, &m);
        rq_arena_free(&room);
    }
    check_strings(doc, map);
    check_placed(doc, map);
}

/* ---- what follows ---- */

static uint32_t frames_of(const struct rq_rgm *map, size_t actor, const uint32_t *before)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAAN);
    size_t count;
    const struct rq_rgm_model *models = rq_rgm_actor_raan(map, actor, &count);
    size_t first = models ? (size_t)(models - s->models) : 0;
    return before[first + count] - before[first];
}

static uint32_t highest_group(const struct rq_rgm *map, size_t actor, uint32_t at_least)
{
    size_t count;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(map, actor, &count);
    for (size_t i = 0; i < count; i++)
        if (!groups[i].raw.size && groups[i].group > at_least)
            at_least = groups[i].group;
    return at_least;
}

/* 0 is as good as the length of RASB and as the copy of rava_offset: known maps have both. */
static void follow_actors(struct rq_follow *f, const struct rq_rgm *map, const uint32_t *before)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAHD);
    for (size_t i = 0; s && i < s->count; i++) {
        struct rq_rgm_actor *a = &s->actors[i];
        rq_follow(f, &a->ragr_max_group, 4, highest_group(map, i, a->ragr_max_group),
                  "RAHD/%zu/ragr_max_group", i);
        rq_follow(f, &a->rasb_length, 4, a->rasb_length ? a->rasb_count * 4 : 0,
                  "RAHD/%zu/rasb_length", i);
        rq_follow(f, &a->unknown_81, 4, a->unknown_81 ? a->rava_offset : 0, "RAHD/%zu/unknown_81",
                  i);
        rq_follow(f, &a->frame_count, 4, frames_of(map, i, before), "RAHD/%zu/frame_count", i);
    }
}

void rgm_follows(struct rq_doc *doc, struct rq_follow *f)
{
    const struct rq_rgm *map = doc->root;
    const struct rq_rgm_section *models = rq_rgm_section(map, RQ_RGM_RAAN);
    size_t count = models ? models->count : 0;
    uint32_t *before = rq_mem(doc->alloc, NULL, (count + 1) * sizeof *before);
    if (!before) {
        rq_follow_no_memory(f);
        return;
    }
    before[0] = 0;
    for (size_t i = 0; i < count; i++)
        before[i + 1] = before[i] + models->models[i].frame_count;
    follow_actors(f, map, before);
    rq_mem(doc->alloc, before, 0);
    for (size_t i = 0; i < map->section_count; i++)
        for (size_t k = 0; map->sections[i].kind == RQ_RGM_WDNM && k < map->sections[i].count;
             k++) {
            struct rq_rgm_walk_record *w = &map->sections[i].walks[k].record;
            rq_follow(f, &w->node_count_dup, 4, w->node_count,
                      "sections/%zu/maps/%zu/node_count_dup", i, k);
        }
}
