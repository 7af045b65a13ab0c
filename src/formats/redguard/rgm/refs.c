/* Names, places and parts: which elements of a map belong to which actor, told by identity. */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- names ---- */

static int compare_texts(struct rq_bytes a, struct rq_bytes b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    int order = n ? memcmp(a.data, b.data, n) : 0;
    return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

static int compare_names(const void *a, const void *b)
{
    const struct rgm_name *x = a, *y = b;
    int order = compare_texts(x->text, y->text);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

void rgm_names_sort(struct rgm_names *names)
{
    if (names->count)
        qsort(names->names, names->count, sizeof *names->names, compare_names);
}

/* How many names come before a text; with it: and the text itself. */
static size_t names_before(const struct rgm_names *names, struct rq_bytes text, bool with)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = compare_texts(names->names[mid].text, text);
        if (order < 0 || (with && order == 0))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const struct rgm_name *rgm_names_find(const struct rgm_names *names, struct rq_bytes text,
                                      size_t *count)
{
    size_t first = names_before(names, text, false);
    *count = names_before(names, text, true) - first;
    return *count ? &names->names[first] : NULL;
}

/* A text with a "#" of its own, or without letters, gets a number too: no label is another's. */
static bool is_label(struct rq_bytes text)
{
    return text.size && !memchr(text.data, '#', text.size);
}

static struct rq_bytes numbered(struct rq_bytes text, size_t number, struct rq_arena *arena)
{
    char digits[24];
    size_t n = (size_t)snprintf(digits, sizeof digits, "#%zu", number);
    uint8_t *label = rq_arena_get(arena, text.size + n, 1);
    if (label && text.size)
        memcpy(label, text.data, text.size);
    if (label)
        memcpy(label + text.size, digits, n);
    return (struct rq_bytes){label, text.size + n};
}

struct rq_bytes *rgm_labels_of(const struct rq_bytes *texts, size_t count, struct rq_arena *arena)
{
    struct rgm_names sorted = {rq_arena_get(arena, count, sizeof *sorted.names), count};
    struct rq_bytes *labels = rq_arena_get(arena, count, sizeof *labels);
    if (!sorted.names || !labels)
        return NULL;
    for (size_t i = 0; i < count; i++)
        sorted.names[i] = (struct rgm_name){texts[i], i};
    rgm_names_sort(&sorted);
    for (size_t i = 0, n; i < count; i += n) {
        struct rq_bytes text = sorted.names[i].text;
        for (n = 1; i + n < count && compare_texts(sorted.names[i + n].text, text) == 0; n++)
            ;
        for (size_t k = 0; k < n; k++) {
            struct rq_bytes *label = &labels[sorted.names[i + k].index];
            *label = n == 1 && is_label(text) ? text : numbered(text, k + 1, arena);
            if (!label->data)
                return NULL;
        }
    }
    return labels;
}

/* ---- a reference ---- */

void rgm_put_number(struct rq_json *j, int64_t at, uint64_t of)
{
    rq_json_object_row(j);
    rq_json_key(j, "at");
    rq_json_i64(j, at);
    rq_json_key(j, "of");
    rq_json_u64(j, of);
    rq_json_end_object(j);
}

void rgm_put_nth(struct rq_json *j, enum rq_codepage page, struct rq_bytes label, uint32_t nth)
{
    if (nth > 1)
        rq_json_array_row(j);
    rq_json_text(j, page, label);
    if (nth > 1) {
        rq_json_u64(j, nth);
        rq_json_end_array(j);
    }
}

static void take_number(struct rq_jr *jr, struct rgm_ref *ref)
{
    struct rq_str key;
    bool at = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "at")) {
            ref->at = rq_jr_signed(jr, INT32_MIN, UINT32_MAX);
            at = true;
        } else if (rq_str_is(key, "of")) {
            ref->of = rq_jr_unsigned(jr, UINT64_MAX);
            ref->sized = true;
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && (!at || !ref->sized))
        rq_jr_bad(jr, "a reference by number has \"at\" and \"of\"");
}

void rgm_take_ref(struct rq_jr *jr, enum rq_codepage page, struct rgm_ref *ref)
{
    bool open = true;
    *ref = (struct rgm_ref){.at = 0};
    switch (rq_jr_peek(jr)) {
    case RQ_J_STRING: ref->label = rq_jr_text(jr, page); break;
    case RQ_J_OBJECT: take_number(jr, ref); break;
    case RQ_J_ARRAY:
        rq_jr_array(jr);
        if (rq_jr_next(jr, &open))
            ref->label = rq_jr_text(jr, page);
        if (rq_jr_next(jr, &open))
            ref->nth = rq_jr_u32(jr);
        if (rq_jr_next(jr, &open) || (rq_jr_ok(jr) && !ref->nth))
            rq_jr_bad(jr, "a reference to one of several is [label, number]");
        break;
    default: ref->at = rq_jr_signed(jr, INT32_MIN, UINT32_MAX);
    }
}

bool rgm_resolve(const struct rgm_ref *ref, const struct rgm_names *names, uint64_t of,
                 int64_t *index, struct rq_error *err, const char *where)
{
    size_t count;
    *index = ref->at;
    if (!ref->label.data)
        return !ref->sized || ref->of == of ||
               rq_fail(err, RQ_CORRUPT, 0, where,
                       "the number %lld counts in something of size %llu, which is %llu now",
                       (long long)ref->at, (unsigned long long)ref->of, (unsigned long long)of);
    int shown = (int)(ref->label.size < 60 ? ref->label.size : 60);
    const struct rgm_name *found = rgm_names_find(names, ref->label, &count);
    if (!found || (ref->nth && ref->nth > count))
        return rq_fail(err, RQ_CORRUPT, 0, where, "\"%.*s\" does not exist", shown,
                       (const char *)ref->label.data);
    if (count > 1 && !ref->nth)
        return rq_fail(err, RQ_CORRUPT, 0, where, "\"%.*s\" is there %zu times", shown,
                       (const char *)ref->label.data, count);
    *index = (int64_t)found[ref->nth ? ref->nth - 1 : 0].index;
    return true;
}

/* ---- places ---- */

const struct rq_rgm_section *rgm_first(const struct rq_rgm *map, enum rq_rgm_kind kind)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, kind);
    for (size_t i = 0; !s && i < map->section_count; i++)
        if (rq_tag_is(map->sections[i].tag, rgm_kind_of(kind)->tag))
            s = &map->sections[i];
    return s;
}

static size_t fixed_size(const struct rq_rgm_section *s)
{
    const struct rgm_kind *kind = rgm_kind_of(s->kind);
    switch (s->kind) {
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK: return 4;
    default: return kind && kind->rec ? kind->rec->size : 0;
    }
}

/* Of a section whose elements have sizes of their own. */
static uint64_t begin_of(const struct rq_rgm_section *s, size_t i)
{
    switch (s->kind) {
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: return s->texts[i].offset;
    case RQ_RGM_RAAN: return s->models[i].offset;
    case RQ_RGM_RAGR: return s->groups[i].offset;
    case RQ_RGM_RASC: return s->code[i].offset;
    default: return 0;
    }
}

static uint64_t size_at(const struct rq_rgm_section *s, size_t i)
{
    switch (s->kind) {
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: return (uint64_t)s->texts[i].bytes.size + 1;
    case RQ_RGM_RAAN: return (uint64_t)s->models[i].path.size + 7;
    case RQ_RGM_RAGR:
        return s->groups[i].end        ? 2
               : s->groups[i].raw.size ? s->groups[i].raw.size + 2
                                       : s->groups[i].count * 3 + 10;
    case RQ_RGM_RASC: return s->code[i].script ? s->code[i].script->size : s->code[i].raw.size;
    default: return 0;
    }
}

uint64_t rgm_place_of(const struct rq_rgm_section *s, size_t index)
{
    if (fixed_size(s))
        return (uint64_t)index * fixed_size(s);
    if (index < s->count)
        return begin_of(s, index);
    return s->count ? begin_of(s, s->count - 1) + size_at(s, s->count - 1) : 0;
}

size_t rgm_element_at(const struct rq_rgm_section *s, uint64_t place)
{
    size_t low = 0, high = s->count, size = fixed_size(s);
    if (size)
        return place % size == 0 && place / size <= s->count ? (size_t)(place / size) : SIZE_MAX;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (begin_of(s, mid) < place)
            low = mid + 1;
        else
            high = mid;
    }
    return rgm_place_of(s, low) == place ? low : SIZE_MAX;
}

uint64_t rgm_size_of(const struct rq_rgm *map, enum rq_rgm_kind kind)
{
    const struct rq_rgm_section *s = rgm_first(map, kind);
    return !s ? 0 : s->kind == RQ_RGM_RAW ? s->bytes.size : rgm_place_of(s, s->count);
}

/* ---- what belongs to actors ---- */

#define FIELD(name) offsetof(struct rq_rgm_actor, name)
const struct rgm_owned rgm_owned[RGM_OWNED] = {
    {RQ_RGM_RASB, RGM_BY_COUNT, FIELD(rasb_offset), 0, FIELD(rasb_count), 0},
    {RQ_RGM_RAVA, RGM_VARIABLES, FIELD(rava_offset), FIELD(rava_length), FIELD(rava_count), 0},
    {RQ_RGM_RASC, RGM_SCRIPT, FIELD(rasc_offset), FIELD(rasc_length), 0, 0},
    {RQ_RGM_RAHK, RGM_BY_LENGTH, FIELD(rahk_offset), FIELD(rahk_length), 0, 0},
    {RQ_RGM_RALC, RGM_BY_COUNT, FIELD(ralc_offset), FIELD(ralc_length), FIELD(ralc_count), 0},
    {RQ_RGM_RAEX, RGM_BY_LENGTH, FIELD(raex_offset), FIELD(raex_length), 0, 0},
    {RQ_RGM_RAAT, RGM_ONE, FIELD(raat_offset), 0, 0, 0},
    {RQ_RGM_RAAN, RGM_BY_COUNT, FIELD(raan_offset), FIELD(raan_length), FIELD(raan_count), 0},
    {RQ_RGM_RAGR, RGM_GROUPS, FIELD(ragr_offset), 0, 0, 0},
    {RQ_RGM_RANM, RGM_BY_LENGTH, FIELD(ranm_offset), FIELD(ranm_length), 0, 0},
    {RQ_RGM_RAVC, RGM_BY_COUNT, FIELD(ravc_offset), 0, FIELD(ravc_count), UINT32_MAX},
};
#undef FIELD

int rgm_owned_row(enum rq_rgm_kind kind)
{
    for (int i = 0; i < RGM_OWNED; i++)
        if (rgm_owned[i].kind == kind)
            return i;
    return -1;
}

size_t rgm_owned_field(const struct rgm_owned *row, size_t k)
{
    return k == 0 ? row->offset : k == 1 ? row->length : row->count;
}

const char *rgm_field_name(size_t at)
{
    for (size_t i = 0; i < rq_rgm_actor_rec.field_count; i++)
        if (rq_rgm_actor_rec.fields[i].offset == at)
            return rq_rgm_actor_rec.fields[i].name;
    return "";
}

uint32_t rgm_field(const struct rq_rgm_actor *actor, size_t at)
{
    uint32_t value = 0;
    if (at)
        memcpy(&value, (const uint8_t *)actor + at, sizeof value);
    return value;
}

void rgm_set_field(struct rq_rgm_actor *actor, size_t at, uint32_t value)
{
    if (at)
        memcpy((uint8_t *)actor + at, &value, sizeof value);
}

void rgm_derive(const struct rgm_owned *row, const struct rq_rgm_section *s,
                const struct rgm_slice *part, struct rq_rgm_actor *actor)
{
    uint64_t from = s ? rgm_place_of(s, part->first) : 0;
    uint64_t to = s ? rgm_place_of(s, part->first + part->count) : 0;
    bool variables = row->measure == RGM_VARIABLES;
    rgm_set_field(actor, row->offset, (uint32_t)from);
    rgm_set_field(actor, row->length, (uint32_t)(variables ? part->width * 4 : to - from));
    rgm_set_field(actor, row->count, (uint32_t)(variables ? part->width : part->count));
}

static bool same_fields(const struct rgm_owned *row, const struct rq_rgm_actor *a,
                        const struct rq_rgm_actor *b)
{
    for (size_t k = 0; k < RGM_OWNED_FIELDS; k++)
        if (rgm_field(a, rgm_owned_field(row, k)) != rgm_field(b, rgm_owned_field(row, k)))
            return false;
    return true;
}

/* ---- planning ---- */

/* What an actor's numbers say, as elements. */
struct run {
    size_t first, count, width;
    uint32_t actor;
};

static int compare_runs(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    if (x->width != y->width)
        return x->width < y->width ? -1 : 1;
    return x->actor < y->actor ? -1 : x->actor > y->actor;
}

static bool has_nothing(const struct rgm_owned *row, const struct rq_rgm_section *s,
                        const struct rq_rgm_actor *a)
{
    bool always = row->measure == RGM_ONE || row->measure == RGM_GROUPS;
    return rgm_field(a, row->offset) == row->none && rgm_field(a, row->length) == 0 &&
           rgm_field(a, row->count) == 0 && !(always && s && s->count);
}

/* How many elements from `first` on; SIZE_MAX: that can't be said. ends: of each group, the one
 * that ends the list it is in. */
static size_t run_count(const struct rgm_owned *row, const struct rq_rgm_section *s,
                        const struct rq_rgm_actor *a, size_t first, const uint32_t *ends)
{
    uint32_t count = rgm_field(a, row->count), length = rgm_field(a, row->length);
    size_t end;
    switch (row->measure) {
    case RGM_BY_COUNT: return count;
    case RGM_ONE: return 1;
    case RGM_GROUPS:
        return ends && first < s->count && ends[first] ? ends[first] - first : SIZE_MAX;
    case RGM_VARIABLES: return count * (a->instances > 1 ? (size_t)a->instances : 1);
    case RGM_SCRIPT:
        if (length && (first == s->count || s->code[first].actor < 0))
            return SIZE_MAX;
        /* fall through */
    case RGM_BY_LENGTH:
        end = rgm_element_at(s, (uint64_t)rgm_field(a, row->offset) + length);
        return end == SIZE_MAX || end < first ? SIZE_MAX : end - first;
    }
    return SIZE_MAX;
}

/* True when the actor's numbers are those that follow from a part of its own. */
static bool run_of(const struct rgm_owned *row, const struct rq_rgm_section *s,
                   const struct rq_rgm_actor *a, const uint32_t *ends, struct run *run)
{
    struct rq_rgm_actor as_derived = *a;
    size_t first = rgm_element_at(s, rgm_field(a, row->offset));
    if (first == SIZE_MAX)
        return false;
    size_t count = run_count(row, s, a, first, ends);
    if (count > s->count - first || (row->measure == RGM_SCRIPT && count > 1))
        return false;
    run->first = first;
    run->count = count;
    run->width = row->measure == RGM_VARIABLES ? rgm_field(a, row->count) : 0;
    struct rgm_slice part = {.first = first, .count = count, .width = run->width};
    rgm_derive(row, s, &part, &as_derived);
    return same_fields(row, a, &as_derived);
}

static const uint32_t *find_ends(struct rgm_json *m, const struct rq_rgm_section *s)
{
    uint32_t *ends = rq_arena_get(m->arena, s->count, sizeof *ends), end = 0;
    for (size_t i = s->count; ends && i--;) {
        if (s->groups[i].end)
            end = (uint32_t)i + 1;
        ends[i] = end;
    }
    return ends;
}

static void set_slice(const struct rgm_owned *row, const struct rq_rgm_section *s,
                      struct rgm_slice *slice, size_t first, size_t count)
{
    slice->s = *s;
    slice->s.bytes = (struct rq_bytes){NULL, 0};
    slice->s.count = count - (row->measure == RGM_GROUPS && slice->owner_count ? 1 : 0);
    slice->s.records = (uint8_t *)s->records + first * rgm_kind_of(s->kind)->stride;
    slice->first = first;
    slice->count = count;
}

/* Parts in the order of the section: runs that overlap none before, and what is between them. */
static bool make_slices(struct rgm_json *m, int row, const struct rq_rgm_section *s,
                        struct run *runs, size_t count)
{
    struct rgm_slices *to = &m->parts[row];
    bool single = rgm_owned[row].measure == RGM_SCRIPT; /* nobody's parts are shown one by one */
    uint32_t *owners = rq_arena_get(m->arena, count, sizeof *owners);
    to->slices =
        rq_arena_get(m->arena, count * 2 + 1 + (single ? s->count : 0), sizeof *to->slices);
    if (!owners || !to->slices)
        return false;
    if (count)
        qsort(runs, count, sizeof *runs, compare_runs);
    size_t at = 0;
    for (size_t i = 0, n; i <= count; i += n) {
        const struct run *run = i < count ? &runs[i] : NULL;
        size_t next = run ? run->first : s->count;
        for (n = 1; run && i + n < count && runs[i + n].first == run->first &&
                    runs[i + n].count == run->count && runs[i + n].width == run->width;)
            n++;
        if (run && run->first < at) {
            m->known[run->actor].fixed |= 1u << row;
            n = 1;
            continue;
        }
        while (next > at) {
            size_t some = single ? 1 : next - at;
            set_slice(&rgm_owned[row], s, &to->slices[to->count++], at, some);
            at += some;
        }
        if (!run)
            break;
        struct rgm_slice *slice = &to->slices[to->count++];
        slice->owners = owners;
        slice->owner_count = n;
        slice->width = run->width;
        set_slice(&rgm_owned[row], s, slice, run->first, run->count);
        for (size_t k = 0; k < n; k++) {
            owners[k] = run[k].actor;
            m->known[run[k].actor].part[row] = slice;
        }
        owners += n;
        at = run->first + run->count;
    }
    return true;
}

static bool plan_row(struct rgm_json *m, int row)
{
    const struct rgm_owned *owned = &rgm_owned[row];
    const struct rq_rgm_section *s = rq_rgm_section(m->map, owned->kind);
    size_t actors = m->actors ? m->actors->count : 0, count = 0;
    struct run *runs = rq_arena_get(m->arena, actors, sizeof *runs);
    const uint32_t *ends = s && owned->measure == RGM_GROUPS ? find_ends(m, s) : NULL;
    if (!runs || (s && owned->measure == RGM_GROUPS && !ends))
        return false;
    for (size_t i = 0; i < actors; i++) {
        const struct rq_rgm_actor *a = &m->actors->actors[i];
        runs[count].actor = (uint32_t)i;
        if (has_nothing(owned, s, a))
            continue;
        if (s && run_of(owned, s, a, ends, &runs[count]))
            count++;
        else
            m->known[i].fixed |= 1u << row;
    }
    return !s || make_slices(m, row, s, runs, count);
}

static struct rq_bytes name_of(const struct rq_rgm_actor *a)
{
    const void *nul = memchr(a->name, 0, sizeof a->name);
    size_t size = nul ? (size_t)((const char *)nul - a->name) : sizeof a->name;
    return (struct rq_bytes){(const uint8_t *)a->name, size};
}

static bool plan_labels(struct rgm_json *m)
{
    size_t count = m->actors ? m->actors->count : 0;
    struct rq_bytes *names = rq_arena_get(m->arena, count, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = name_of(&m->actors->actors[i]);
    struct rq_bytes *labels = names ? rgm_labels_of(names, count, m->arena) : NULL;
    for (size_t i = 0; labels && i < count; i++) {
        m->known[i].label = labels[i];
        m->known[i].labelled = labels[i].size != names[i].size;
    }
    return labels != NULL;
}

static bool plan_texts(struct rgm_json *m)
{
    const struct rq_rgm_section *s = rq_rgm_section(m->map, RQ_RGM_RAST);
    size_t count = s ? s->count : 0;
    struct rq_bytes *texts = rq_arena_get(m->arena, count, sizeof *texts);
    for (size_t i = 0; texts && i < count; i++)
        texts[i] = s->texts[i].bytes;
    return texts && (m->texts = rgm_labels_of(texts, count, m->arena));
}

/* Which boxes and spheres actors refer to. */
static bool plan_used(struct rgm_json *m)
{
    const struct rq_rgm_section *boxes = rq_rgm_section(m->map, RQ_RGM_MPSZ);
    const struct rq_rgm_section *spheres = rq_rgm_section(m->map, RQ_RGM_RAFS);
    size_t box_count = boxes ? boxes->count : 0, sphere_count = spheres ? spheres->count : 0;
    m->boxes = rq_arena_get(m->arena, box_count, 1);
    m->spheres = rq_arena_get(m->arena, sphere_count, 1);
    for (size_t i = 0; m->boxes && m->spheres && m->actors && i < m->actors->count; i++) {
        const struct rq_rgm_actor *a = &m->actors->actors[i];
        const int32_t of[] = {a->mpsz_normal, a->mpsz_combat, a->mpsz_dead};
        for (size_t k = 0; k < 3; k++)
            if (of[k] >= 0 && (size_t)of[k] < box_count)
                m->boxes[of[k]] = 1;
        if (a->rafs_index < sphere_count)
            m->spheres[a->rafs_index] = 1;
    }
    return m->boxes && m->spheres;
}

/* All models have labels where there are animations: most of them are shown. */
static bool plan_frames(struct rgm_json *m)
{
    const struct rq_rgm_section *s = rq_rgm_section(m->map, RQ_RGM_RAAN);
    size_t count = s ? s->count : 0;
    m->frames = rq_arena_get(m->arena, count + 1, sizeof *m->frames);
    m->slots = rq_arena_get(m->arena, UINT16_MAX + 1, sizeof *m->slots);
    m->steps = rq_arena_get(m->arena, UINT16_MAX + 1, 1);
    for (size_t i = 0; m->frames && i < count; i++)
        m->frames[i + 1] = m->frames[i] + s->models[i].frame_count;
    return m->frames && m->slots && m->steps;
}

bool rgm_plan_parts(struct rgm_json *m)
{
    m->actors = rq_rgm_section(m->map, RQ_RGM_RAHD);
    m->known = rq_arena_get(m->arena, m->actors ? m->actors->count : 0, sizeof *m->known);
    bool fine = m->known != NULL;
    for (int row = 0; row < RGM_OWNED && fine; row++)
        fine = plan_row(m, row);
    return fine;
}

bool rgm_plan(struct rgm_json *m)
{
    return rgm_plan_parts(m) && plan_labels(m) && plan_texts(m) && plan_used(m) && plan_frames(m) &&
           rgm_names_of_scripts(m);
}

struct rgm_slice *rgm_shared(const struct rgm_json *m, const struct rgm_slice *part,
                             enum rq_rgm_kind kind)
{
    int row = rgm_owned_row(kind);
    struct rgm_slice *shared = NULL;
    for (size_t i = 0; i < part->owner_count; i++) {
        struct rgm_slice *own = m->known[part->owners[i]].part[row];
        if (!own || (i && own != shared))
            return NULL;
        shared = own;
    }
    return shared;
}

/* ---- what both ways need ---- */

enum { NAME = sizeof(((struct rq_rgm_actor *)0)->name) };

static struct rq_bytes lowered(const char *name, size_t size, uint8_t to[NAME])
{
    size_t n = 0;
    for (; n < size && n < NAME && name[n]; n++)
        to[n] = (uint8_t)rq_lower(name[n]);
    return (struct rq_bytes){to, n};
}

bool rgm_names_of_scripts(struct rgm_json *m)
{
    size_t count = m->actors ? m->actors->count : 0;
    m->scripts.names = rq_arena_get(m->arena, count, sizeof *m->scripts.names);
    uint8_t(*letters)[NAME] = rq_arena_get(m->arena, count, sizeof *letters);
    if (!m->scripts.names || !letters)
        return false;
    m->scripts.count = count;
    for (size_t i = 0; i < count; i++)
        m->scripts.names[i] =
            (struct rgm_name){lowered(m->actors->actors[i].name, NAME, letters[i]), i};
    rgm_names_sort(&m->scripts);
    return true;
}

bool rgm_is_script(const struct rgm_json *m, const char *name, size_t size)
{
    uint8_t letters[NAME];
    struct rq_bytes low = lowered(name, size, letters);
    size_t count;
    return !low.size || rgm_names_find(&m->scripts, low, &count);
}

uint32_t rgm_start_of(const struct rgm_slice *code)
{
    const struct rq_soup_script *script = code && code->s.count ? code->s.code->script : NULL;
    bool starts = script && script->start > 0 && (size_t)script->start < script->count;
    return starts ? script->instrs[script->start].offset : 0;
}

int rgm_leads(const struct rq_rgm_command *command, int *slot)
{
    enum { PREVIOUS = 2, FUTURE = 3, CHANGE = 10, LOOP = 14, TRANSITION = 15 };
    *slot = -1;
    switch (command->opcode) {
    case PREVIOUS:
    case FUTURE:
    case LOOP: return 0;
    case CHANGE: *slot = 0; return 1;
    case TRANSITION: *slot = 2; return 1;
    default: return -1;
    }
}

void rgm_set_slots(struct rgm_json *m, const struct rgm_slice *part, bool set)
{
    for (size_t i = 0; i < part->s.count; i++) {
        const struct rq_rgm_group *g = &part->s.groups[i];
        if (g->end || g->raw.size)
            continue;
        if (!set)
            m->slots[g->group] = 0;
        else if (!m->slots[g->group])
            m->slots[g->group] = (uint32_t)i + 1;
    }
}

void rgm_variable_name(uint32_t number, char text[RGM_VARIABLE_NAME])
{
    snprintf(text, RGM_VARIABLE_NAME, "var%u", (unsigned)number);
}
