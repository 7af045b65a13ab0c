/* Findings of a map: references between its sections, and values that no game file has. One
 * finding for each kind of trouble, at the first place, with how many there are. */
#include "formats/redguard/rgm/parts.h"

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

/* Parts that are given by offset and length, and the section that they are parts of. */
struct reach {
    enum rq_rgm_kind kind;
    const char *what;
    uint64_t size; /* of the section's payload */
};

static uint64_t payload_size(const struct rq_rgm *map, enum rq_rgm_kind kind)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, kind);
    const struct rgm_kind *info = rgm_kind_of(kind);
    if (!s || !s->count)
        return s && kind == RQ_RGM_RAHK ? s->bytes.size : 0;
    size_t last = s->count - 1;
    switch (kind) {
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: return (uint64_t)s->texts[last].offset + s->texts[last].bytes.size + 1;
    case RQ_RGM_RAAN: return (uint64_t)s->models[last].offset + 7 + s->models[last].path.size;
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK: return (uint64_t)s->count * 4;
    default: return info->rec ? (uint64_t)s->count * info->rec->size : 0;
    }
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
        struct trouble t = {0, 0};
        uint64_t size = payload_size(map, parts[p].kind);
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
    struct trouble groups = {0, 0}, boxes = {0, 0}, counts = {0, 0}, untiled = {0, 0};
    const struct rq_rgm_section *mpsz = rq_rgm_section(map, RQ_RGM_MPSZ);
    uint32_t code_end = actors->count ? actors->actors[0].rasc_offset : 0;
    int64_t most = mpsz ? (int64_t)mpsz->count : 0;
    for (size_t i = 0; i < actors->count; i++) {
        const struct rq_rgm_actor *a = &actors->actors[i];
        size_t n;
        note(&groups, a->raan_count && !rq_rgm_actor_groups(map, i, &n), i);
        note(&boxes, a->mpsz_normal >= most || a->mpsz_combat >= most || a->mpsz_dead >= most, i);
        note(&counts,
             (a->rasb_length && a->rasb_length / 4 != a->rasb_count) ||
                 (uint64_t)a->ralc_count * 12 != a->ralc_length,
             i);
        note(&untiled, a->rasc_offset != code_end, i);
        code_end = a->rasc_offset + a->rasc_length;
    }
    tell(doc, actors, 165, &groups, "no-groups", "models, but no groups of animations");
    if (mpsz)
        tell(doc, actors, 165, &boxes, "lost-box", "a box that MPSZ does not have");
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
    uint64_t size = payload_size(map, RQ_RGM_RAST);
    struct trouble t = {0, 0};
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
    struct trouble turned = {0, 0}, routes = {0, 0};
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

void rgm_check(struct rq_doc *doc, const struct rq_rgm *map)
{
    const struct rq_rgm_section *actors = rq_rgm_section(map, RQ_RGM_RAHD);
    if (actors) {
        check_reaches(doc, map, actors);
        check_actors(doc, map, actors);
    }
    check_strings(doc, map);
    check_placed(doc, map);
}
