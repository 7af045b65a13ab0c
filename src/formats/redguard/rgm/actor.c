/* What belongs to an actor: RAHD holds offsets and counts that nobody has checked. */
#include "formats/redguard/rgm/parts.h"

enum { MOST_GROUPS = 1024 };

const struct rq_rgm_section *rq_rgm_section(const struct rq_rgm *map, enum rq_rgm_kind kind)
{
    for (size_t i = 0; i < map->section_count; i++)
        if (map->sections[i].kind == kind)
            return &map->sections[i];
    return NULL;
}

size_t rq_rgm_actor_count(const struct rq_rgm *map)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAHD);
    return s ? s->count : 0;
}

const struct rq_rgm_actor *rq_rgm_actor(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAHD);
    return s && actor < s->count ? &s->actors[actor] : NULL;
}

static size_t until_nul(const char *text, size_t size)
{
    const char *nul = size ? memchr(text, 0, size) : NULL;
    return nul ? (size_t)(nul - text) : size;
}

long rq_rgm_actor_find(const struct rq_rgm *map, const char *name, size_t size)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAHD);
    size_t n = until_nul(name, size);
    for (size_t i = 0; s && n && i < s->count; i++) {
        const char *other = s->actors[i].name;
        bool same = until_nul(other, sizeof s->actors[i].name) == n;
        for (size_t k = 0; same && k < n; k++)
            same = rq_lower(name[k]) == rq_lower(other[k]);
        if (same)
            return (long)i;
    }
    return -1;
}

/* Records [offset / size, + count) of a section of fixed records; those that exist. */
static const void *part_of(const struct rq_rgm_section *s, uint32_t offset, uint64_t want,
                           size_t size, size_t stride, size_t *count)
{
    size_t first = offset / size;
    *count = 0;
    if (!s || offset % size || first >= s->count)
        return NULL;
    *count = want < s->count - first ? (size_t)want : s->count - first;
    return (const uint8_t *)s->records + first * stride;
}

/* Where the records of changing size at an offset begin: binary search by their own offsets. */
#define FIND_AT(s, member, at, index)                                                              \
    do {                                                                                           \
        size_t low_ = 0, high_ = (s)->count;                                                       \
        while (low_ < high_) {                                                                     \
            size_t mid_ = low_ + (high_ - low_) / 2;                                               \
            if ((s)->member[mid_].offset < (at))                                                   \
                low_ = mid_ + 1;                                                                   \
            else                                                                                   \
                high_ = mid_;                                                                      \
        }                                                                                          \
        (index) = low_;                                                                            \
    } while (0)

/* The string at an offset, which may be inside of a longer one. */
static struct rq_bytes text_at(const struct rq_rgm_section *s, uint32_t offset)
{
    size_t i;
    if (!s || !s->count)
        return (struct rq_bytes){NULL, 0};
    FIND_AT(s, texts, offset, i);
    if (i == s->count || s->texts[i].offset > offset)
        i--;
    const struct rq_rgm_text *text = &s->texts[i];
    if (text->offset > offset || offset - text->offset > text->bytes.size)
        return (struct rq_bytes){NULL, 0};
    uint32_t skip = offset - text->offset;
    return (struct rq_bytes){text->bytes.data + skip, text->bytes.size - skip};
}

static const uint32_t *string_words(const struct rq_rgm *map, size_t actor, size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    *count = 0;
    return a ? part_of(rq_rgm_section(map, RQ_RGM_RASB), a->rasb_offset, a->rasb_count, 4,
                       sizeof(uint32_t), count)
             : NULL;
}

size_t rq_rgm_actor_strings(const struct rq_rgm *map, size_t actor)
{
    size_t count;
    string_words(map, actor, &count);
    return count;
}

struct rq_bytes rq_rgm_actor_string(const struct rq_rgm *map, size_t actor, size_t index)
{
    size_t count;
    const uint32_t *words = string_words(map, actor, &count);
    if (index >= count)
        return (struct rq_bytes){NULL, 0};
    return text_at(rq_rgm_section(map, RQ_RGM_RAST), words[index]);
}

struct rq_bytes rq_rgm_actor_name(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    if (!a || !a->ranm_length)
        return (struct rq_bytes){NULL, 0};
    return text_at(rq_rgm_section(map, RQ_RGM_RANM), a->ranm_offset);
}

const struct rq_rgm_model *rq_rgm_actor_raan(const struct rq_rgm *map, size_t actor, size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAAN);
    size_t i;
    *count = 0;
    if (!a || !s || !a->raan_count)
        return NULL;
    FIND_AT(s, models, a->raan_offset, i);
    if (i == s->count || s->models[i].offset != a->raan_offset)
        return NULL;
    *count = a->raan_count < s->count - i ? a->raan_count : s->count - i;
    return &s->models[i];
}

const struct rq_rgm_group *rq_rgm_actor_groups(const struct rq_rgm *map, size_t actor,
                                               size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RAGR);
    size_t i;
    *count = 0;
    if (!a || !s)
        return NULL;
    FIND_AT(s, groups, a->ragr_offset, i);
    if (i == s->count || s->groups[i].offset != a->ragr_offset)
        return NULL;
    /* There are 178 slots; a list that never ends is not walked again for every actor. */
    while (i + *count < s->count && *count < MOST_GROUPS && !s->groups[i + *count].end)
        ++*count;
    return *count ? &s->groups[i] : NULL;
}

const int32_t *rq_rgm_actor_variables(const struct rq_rgm *map, size_t actor, size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    *count = 0;
    return a ? part_of(rq_rgm_section(map, RQ_RGM_RAVA), a->rava_offset, a->rava_count, 4,
                       sizeof(int32_t), count)
             : NULL;
}

const struct rq_rgm_code *rq_rgm_actor_code(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_RASC);
    size_t i;
    if (!a || !s || !a->rasc_length)
        return NULL;
    FIND_AT(s, code, a->rasc_offset, i);
    if (i == s->count || s->code[i].offset != a->rasc_offset || s->code[i].actor < 0)
        return NULL;
    /* One of the same place but another size is another script. */
    const struct rq_rgm_actor *owner = rq_rgm_actor(map, (size_t)s->code[i].actor);
    return owner && owner->rasc_length == a->rasc_length ? &s->code[i] : NULL;
}

const struct rq_soup_script *rq_rgm_actor_script(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_code *code = rq_rgm_actor_code(map, actor);
    return code ? code->script : NULL;
}

const struct rq_rgm_extra *rq_rgm_actor_raex(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    size_t count;
    return a ? part_of(rq_rgm_section(map, RQ_RGM_RAEX), a->raex_offset, 1, 30,
                       sizeof(struct rq_rgm_extra), &count)
             : NULL;
}

const struct rq_rgm_attributes *rq_rgm_actor_attributes(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    size_t count;
    return a ? part_of(rq_rgm_section(map, RQ_RGM_RAAT), a->raat_offset, 1, 256,
                       sizeof(struct rq_rgm_attributes), &count)
             : NULL;
}

const struct rq_rgm_location *rq_rgm_actor_locations(const struct rq_rgm *map, size_t actor,
                                                     size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    *count = 0;
    /* The game takes the record that the offset is in. */
    return a && a->ralc_count ? part_of(rq_rgm_section(map, RQ_RGM_RALC), a->ralc_offset / 12 * 12,
                                        a->ralc_count, 12, sizeof(struct rq_rgm_location), count)
                              : NULL;
}

const uint32_t *rq_rgm_actor_hooks(const struct rq_rgm *map, size_t actor, size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    *count = 0;
    return a && a->rahk_length ? part_of(rq_rgm_section(map, RQ_RGM_RAHK), a->rahk_offset,
                                         a->rahk_length / 4, 4, sizeof(uint32_t), count)
                               : NULL;
}

const struct rq_rgm_collision *rq_rgm_actor_collisions(const struct rq_rgm *map, size_t actor,
                                                       size_t *count)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    *count = 0;
    if (!a || a->ravc_offset < 0 || a->ravc_count <= 0)
        return NULL;
    return part_of(rq_rgm_section(map, RQ_RGM_RAVC), (uint32_t)a->ravc_offset,
                   (uint64_t)a->ravc_count, 9, sizeof(struct rq_rgm_collision), count);
}

struct rq_bytes rq_rgm_model_stem(struct rq_bytes path)
{
    size_t from = 0, to = path.size;
    for (size_t i = 0; i < path.size; i++)
        if (path.data[i] == '\\' || path.data[i] == '/')
            from = i + 1;
    for (size_t i = path.size; i > from; i--) {
        if (path.data[i - 1] == '.') {
            to = i - 1;
            break;
        }
    }
    return (struct rq_bytes){path.data + from, to - from};
}
