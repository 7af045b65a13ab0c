/* A map that was taken from JSON: parts become sections, names become offsets and numbers. What
 * names nothing, or rests on what has changed, is refused with its place. */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>
#include <stdlib.h>

enum { WHERE = 96 };

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
}

/* The letters of a section, which may be any. */
static const char *tag_of(const struct rq_rgm_section *s)
{
    const struct rgm_kind *kind = rgm_kind_of_tag(s->tag);
    return kind ? kind->tag : "section";
}

static void place(char where[WHERE], const struct rq_rgm_section *s, const char *list, size_t i,
                  const char *field)
{
    snprintf(where, WHERE, "%s / %s[%zu]%s%s", tag_of(s), list, i, *field ? " / " : "", field);
}

/* ---- labels ---- */

static int compare_marks(const void *a, const void *b)
{
    const struct rgm_mark *x = a, *y = b;
    if (x->list != y->list)
        return (uintptr_t)x->list < (uintptr_t)y->list ? -1 : 1;
    size_t n = x->label.size < y->label.size ? x->label.size : y->label.size;
    int order = n ? memcmp(x->label.data, y->label.data, n) : 0;
    if (order)
        return order;
    if (x->label.size != y->label.size)
        return x->label.size < y->label.size ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool sort_marks(struct rgm_json *m)
{
    m->mark_names = rq_arena_get(m->arena, m->mark_count, sizeof *m->mark_names);
    if (!m->mark_names)
        return false;
    if (m->mark_count)
        qsort(m->marks, m->mark_count, sizeof *m->marks, compare_marks);
    for (size_t i = 0; i < m->mark_count; i++)
        m->mark_names[i] = (struct rgm_name){m->marks[i].label, m->marks[i].index};
    return true;
}

static size_t marks_before(const struct rgm_json *m, const void *list, bool with)
{
    size_t low = 0, high = m->mark_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        uintptr_t at = (uintptr_t)m->marks[mid].list;
        if (at < (uintptr_t)list || (with && at == (uintptr_t)list))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* The labels of the elements of a list. */
static struct rgm_names names_in(const struct rgm_json *m, const void *list)
{
    size_t first = marks_before(m, list, false);
    return (struct rgm_names){m->mark_names + first, marks_before(m, list, true) - first};
}

/* ---- actors and their parts ---- */

static bool name_actors(struct rgm_json *m, struct rgm_names *names)
{
    m->actors = rq_rgm_section(m->map, RQ_RGM_RAHD);
    m->known = m->taken; /* the first RAHD was taken first */
    names->count = m->actors ? m->actors->count : 0;
    names->names = rq_arena_get(m->arena, names->count, sizeof *names->names);
    for (size_t i = 0; names->names && i < names->count; i++) {
        const struct rq_rgm_actor *a = &m->actors->actors[i];
        const void *nul = memchr(a->name, 0, sizeof a->name);
        size_t size = nul ? (size_t)((const char *)nul - a->name) : sizeof a->name;
        struct rq_bytes name = {(const uint8_t *)a->name, size};
        names->names[i] = (struct rgm_name){m->known[i].labelled ? m->known[i].label : name, i};
    }
    if (names->names)
        rgm_names_sort(names);
    return names->names != NULL;
}

static bool own(struct rgm_json *m, const struct rgm_names *actors, const struct rgm_list *list,
                size_t number, struct rq_error *err)
{
    struct rgm_slice *part = &list->slices[number];
    int row = rgm_owned_row(list->section->kind);
    char where[WHERE];
    place(where, list->section, "parts", number, "actor");
    if (part->owner_count && list->section != rq_rgm_section(m->map, list->section->kind))
        return rq_fail(err, RQ_CORRUPT, 0, where,
                       "only the first section of a name has parts of actors");
    for (size_t i = 0; i < part->owner_count; i++) {
        const struct rgm_ref ref = {.label = part->labels[i]};
        int64_t actor;
        if (!rgm_resolve(&ref, actors, 0, &actor, err, where))
            return false;
        struct rgm_actor_refs *known = &m->known[actor];
        if (known->part[row] || known->fixed >> row & 1)
            return rq_fail(err, RQ_CORRUPT, 0, where, "\"%.*s\" has another part of %s",
                           (int)ref.label.size, (const char *)ref.label.data,
                           tag_of(list->section));
        known->part[row] = part;
        part->owners[i] = (uint32_t)actor;
    }
    return true;
}

static bool own_all(struct rgm_json *m, struct rq_error *err)
{
    struct rgm_names actors = {NULL, 0};
    if (!name_actors(m, &actors))
        return no_memory(err);
    for (size_t i = 0; i < m->list_count; i++)
        for (size_t k = 0; k < m->lists[i].count; k++)
            if (!own(m, &actors, &m->lists[i], k, err))
                return false;
    return true;
}

/* ---- sections from parts ---- */

/* Every instance has its own variables. One that is new starts as the first: the values at both ends
 * of an instance are the game's own, so zeros would not do. */
static bool grow_instances(struct rgm_json *m, struct rgm_slice *part, const char *where,
                           struct rq_error *err)
{
    size_t rows = part->row_count;
    for (size_t i = 0; i < part->owner_count && part->width; i++) {
        int32_t said = m->actors->actors[part->owners[i]].instances;
        size_t wanted = said > 1 ? (size_t)said : 1;
        if (wanted < part->row_count || (i && wanted != rows))
            return rq_fail(err, RQ_CORRUPT, 0, where,
                           "variables of %zu instances, but \"%.9s\" has %d in RAHD", rows,
                           m->actors->actors[part->owners[i]].name, said);
        rows = wanted;
    }
    if (rows == part->row_count || !part->width)
        return true;
    int32_t *values = rows > SIZE_MAX / part->width
                          ? NULL
                          : rq_arena_get(m->arena, rows * part->width, sizeof *values);
    if (!values)
        return no_memory(err);
    memcpy(values, part->s.variables, part->s.count * sizeof *values);
    for (size_t i = part->row_count; i < rows; i++)
        memcpy(values + i * part->width, part->s.variables, part->width * sizeof *values);
    part->s.variables = values;
    part->s.count = rows * part->width;
    return true;
}

static bool name_variables(struct rgm_json *m, struct rgm_slice *part, const char *where,
                           struct rq_error *err)
{
    struct rgm_names *names = &part->names;
    if (names->names && names->count != part->width)
        return rq_fail(err, RQ_CORRUPT, 0, where, "%zu variables, but instances have %zu",
                       names->count, part->width);
    if (!names->names) {
        char(*texts)[RGM_VARIABLE_NAME] = rq_arena_get(m->arena, part->width, sizeof *texts);
        names->names = rq_arena_get(m->arena, part->width, sizeof *names->names);
        if (!texts || !names->names)
            return no_memory(err);
        for (; names->count < part->width; names->count++) {
            char *text = texts[names->count];
            rgm_variable_name((uint32_t)names->count, text);
            names->names[names->count] =
                (struct rgm_name){{(const uint8_t *)text, strlen(text)}, names->count};
        }
    }
    rgm_names_sort(names);
    return true;
}

static bool finish_variables(struct rgm_json *m, struct rgm_slice *part, const char *where,
                             struct rq_error *err)
{
    if (!part->owner_count)
        return !part->row_count ||
               rq_fail(err, RQ_CORRUPT, 0, where, "instances are those of an actor");
    if (part->s.count && !part->row_count)
        return rq_fail(err, RQ_CORRUPT, 0, where, "variables of an actor stand in \"instances\"");
    return grow_instances(m, part, where, err) && name_variables(m, part, where, err);
}

/* How many elements a part has in its section; SIZE_MAX after an error. */
static size_t elements_of(struct rgm_json *m, const struct rgm_list *list, size_t number,
                          struct rq_error *err)
{
    struct rgm_slice *part = &list->slices[number];
    bool owned = part->owner_count != 0;
    char where[WHERE];
    place(where, list->section, "parts", number, "");
    switch (list->section->kind) {
    case RQ_RGM_RAVA:
        if (!finish_variables(m, part, where, err))
            return SIZE_MAX;
        return part->s.count;
    case RQ_RGM_RASC: {
        const struct rq_rgm_code *code = part->s.count ? part->s.code : NULL;
        if (code && code->script && code->raw.size)
            rq_fail(err, RQ_CORRUPT, 0, where, "a script is \"code\" or \"raw\"");
        else
            return code && ((code->script && code->script->count) || code->raw.size);
        return SIZE_MAX;
    }
    case RQ_RGM_RAAT:
        if (!owned || part->s.count == 1)
            return part->s.count;
        rq_fail(err, RQ_CORRUPT, 0, where, "an actor has one record, not %zu", part->s.count);
        return SIZE_MAX;
    case RQ_RGM_RAGR:
        for (size_t i = 0; owned && i < part->s.count; i++) {
            if (!part->s.groups[i].end)
                continue;
            rq_fail(err, RQ_CORRUPT, 0, where,
                    "the groups of an actor end by themselves, without \"end\"");
            return SIZE_MAX;
        }
        return part->s.count + owned;
    default: return part->s.count;
    }
}

static bool join(struct rgm_json *m, struct rgm_list *list, struct rq_error *err)
{
    struct rq_rgm_section *s = list->section;
    size_t stride = rgm_kind_of(s->kind)->stride, count = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct rgm_slice *part = &list->slices[i];
        part->first = count;
        part->count = elements_of(m, list, i, err);
        if (part->count == SIZE_MAX)
            return false;
        count += part->count;
    }
    uint8_t *records = rq_arena_get(m->arena, count, stride);
    if (!records)
        return no_memory(err);
    s->records = records;
    s->count = count;
    for (size_t i = 0; i < list->count; i++) {
        const struct rgm_slice *part = &list->slices[i];
        bool ended = s->kind == RQ_RGM_RAGR && part->owner_count;
        size_t some = part->count - ended;
        if (some)
            memcpy(records + part->first * stride, part->s.records, some * stride);
        if (ended)
            s->groups[part->first + some] = (struct rq_rgm_group){.end = true};
        if (s->kind == RQ_RGM_RASC && part->count)
            s->code[part->first].actor = part->owner_count ? (int32_t)part->owners[0] : -1;
    }
    return true;
}

static bool derive_offsets(struct rgm_json *m, struct rq_error *err)
{
    struct rq_out out = {.alloc = m->arena->alloc};
    for (size_t i = 0; i < m->map->section_count; i++) {
        rq_out_cut(&out, 0);
        rgm_put_section(&out, &m->map->sections[i]);
    }
    enum rq_code failed = out.failed;
    rq_out_free(&out);
    return !failed || rq_fail(err, failed, 0, "rgm", "a section can't be written");
}

/* ---- RAHD ---- */

static bool derive_row(struct rgm_json *m, size_t number, size_t i, struct rq_error *err)
{
    const struct rgm_owned *row = &rgm_owned[i];
    const struct rq_rgm_section *s = rq_rgm_section(m->map, row->kind);
    struct rq_rgm_actor *a = &m->actors->actors[number];
    const struct rgm_actor_refs *known = &m->known[number];
    char where[WHERE];
    place(where, m->actors, "records", number, rgm_field_name(row->offset));
    if (known->part[i]) {
        rgm_derive(row, s, known->part[i], a);
        return true;
    }
    if (known->fixed >> i & 1) {
        uint64_t size = rgm_size_of(m->map, row->kind);
        if (row->measure == RGM_VARIABLES && a->instances != known->instances)
            return rq_fail(
                err, RQ_CORRUPT, 0, where,
                "variables that are no part of RAVA can't follow from %d to %d instances",
                known->instances, a->instances);
        return size == known->sizes[i] ||
               rq_fail(err, RQ_CORRUPT, 0, where,
                       "%u is a place in %u bytes of %s, which has %llu now",
                       (unsigned)rgm_field(a, row->offset), (unsigned)known->sizes[i],
                       rgm_kind_of(row->kind)->tag, (unsigned long long)size);
    }
    bool always = row->measure == RGM_ONE || row->measure == RGM_GROUPS;
    return !always || !s || !s->count ||
           rq_fail(err, RQ_CORRUPT, 0, where, "the actor has no part of %s",
                   rgm_kind_of(row->kind)->tag);
}

static bool refer(const struct rgm_json *m, const struct rgm_ref *ref, enum rq_rgm_kind kind,
                  int64_t *number, struct rq_error *err, const char *where)
{
    const struct rq_rgm_section *s = rq_rgm_section(m->map, kind);
    struct rgm_names names = names_in(m, s);
    bool bare = !ref->label.data && !ref->sized && ref->at >= 0;
    if (bare && s && s->count)
        return rq_fail(err, RQ_CORRUPT, 0, where, "a record of %s is named by its label",
                       tag_of(s));
    return rgm_resolve(ref, &names, s ? s->count : 0, number, err, where);
}

static bool derive_actor(struct rgm_json *m, size_t number, struct rq_error *err)
{
    static const char *const boxes[] = {"mpsz_normal", "mpsz_combat", "mpsz_dead"};
    struct rq_rgm_actor *a = &m->actors->actors[number];
    const struct rgm_actor_refs *known = &m->known[number];
    int32_t *const to[] = {&a->mpsz_normal, &a->mpsz_combat, &a->mpsz_dead};
    static const struct rgm_names none = {NULL, 0};
    char where[WHERE];
    int64_t v;
    for (size_t i = 0; i < RGM_OWNED; i++)
        if (!derive_row(m, number, i, err))
            return false;
    for (size_t k = 0; k < 3; k++) {
        place(where, m->actors, "records", number, boxes[k]);
        if (!refer(m, &known->boxes[k], RQ_RGM_MPSZ, &v, err, where))
            return false;
        *to[k] = (int32_t)v;
    }
    place(where, m->actors, "records", number, "rafs_index");
    if (!refer(m, &known->sphere, RQ_RGM_RAFS, &v, err, where))
        return false;
    a->rafs_index = (uint32_t)v;
    place(where, m->actors, "records", number, "script_pc");
    a->script_pc = rgm_start_of(known->part[rgm_owned_row(RQ_RGM_RASC)]);
    if (!known->start.sized)
        return true;
    a->script_pc = (uint32_t)known->start.at;
    return rgm_resolve(&known->start, &none, a->rasc_length, &v, err, where);
}

/* Those of another RAHD have numbers only. */
static bool derive_others(struct rgm_json *m, struct rq_error *err)
{
    size_t at = 0;
    for (size_t i = 0; i < m->map->section_count; i++) {
        struct rq_rgm_section *s = &m->map->sections[i];
        if (s->kind != RQ_RGM_RAHD)
            continue;
        for (size_t k = 0; k < s->count && s != m->actors; k++) {
            const struct rgm_actor_refs *taken = &m->taken[at + k];
            bool labels = taken->sphere.label.data || taken->start.label.data;
            for (size_t b = 0; b < 3; b++)
                labels |= taken->boxes[b].label.data != NULL;
            if (labels)
                return rq_fail(err, RQ_CORRUPT, 0, "RAHD", "only the first RAHD has labels");
            s->actors[k].mpsz_normal = (int32_t)taken->boxes[0].at;
            s->actors[k].mpsz_combat = (int32_t)taken->boxes[1].at;
            s->actors[k].mpsz_dead = (int32_t)taken->boxes[2].at;
            s->actors[k].rafs_index = (uint32_t)taken->sphere.at;
            s->actors[k].script_pc = (uint32_t)taken->start.at;
        }
        at += s->count;
    }
    return true;
}

/* ---- strings ---- */

static bool name_texts(struct rgm_json *m, struct rgm_names *names)
{
    names->count = m->rast ? m->rast->count : 0;
    names->names = rq_arena_get(m->arena, names->count, sizeof *names->names);
    for (size_t i = 0; names->names && i < names->count; i++)
        names->names[i] = (struct rgm_name){m->text_labels[i], i};
    if (names->names)
        rgm_names_sort(names);
    return names->names != NULL;
}

static bool set_strings(struct rgm_json *m, const struct rgm_list *list,
                        const struct rgm_names *texts, struct rq_error *err)
{
    uint64_t size = rgm_size_of(m->map, RQ_RGM_RAST);
    for (size_t i = 0; i < list->count; i++) {
        struct rgm_slice *part = &list->slices[i];
        part->names.names = rq_arena_get(m->arena, part->s.count, sizeof *part->names.names);
        if (!part->names.names)
            return no_memory(err);
        for (size_t k = 0; k < part->s.count; k++) {
            char where[WHERE], field[32];
            int64_t v;
            snprintf(field, sizeof field, "strings[%zu]", k);
            place(where, list->section, "parts", i, field);
            if (!rgm_resolve(&part->refs[k], texts, size, &v, err, where))
                return false;
            if (part->refs[k].label.data) {
                part->names.names[part->names.count++] = (struct rgm_name){part->refs[k].label, k};
                v = m->rast->texts[v].offset;
            }
            list->section->words[part->first + k] = (uint32_t)v;
        }
        rgm_names_sort(&part->names);
    }
    return true;
}

/* ---- scripts ---- */

/* Strings and variables are those of the actor; of several actors they have to be the same. */
struct scope {
    const struct rgm_slice *strings, *variables;
    uint32_t string_count, variable_count;
};

static bool set_name(const struct scope *scope, const struct rgm_slice *part,
                     struct rgm_script_ref *ref, struct rq_error *err, const char *where)
{
    static const struct rgm_names none = {NULL, 0};
    const struct rgm_slice *own = ref->is_string ? scope->strings : scope->variables;
    bool wide = ref->is_string && !ref->of_object;
    struct rgm_ref one = ref->ref;
    int64_t number;
    if (ref->is_string && one.label.data && !one.nth)
        one.nth = 1; /* equal strings are equal: the first will do */
    if (!part->owner_count)
        return rq_fail(err, RQ_CORRUPT, 0, where, "nobody's code has no names");
    if (!rgm_resolve(&one, own ? &own->names : &none,
                     ref->is_string ? scope->string_count : scope->variable_count, &number, err,
                     where))
        return false;
    if (number < (wide ? INT32_MIN : 0) || number > (wide ? INT32_MAX : UINT8_MAX))
        return rq_fail(err, RQ_CORRUPT, 0, where, "a number of %lld does not fit",
                       (long long)number);
    if (ref->of_object)
        ref->value->index = (uint8_t)number;
    else if (ref->is_string)
        ref->value->number = (int32_t)number;
    else
        ref->value->id = (uint16_t)number;
    return true;
}

static bool set_script(struct rgm_json *m, const struct rgm_slice *part, struct rq_error *err,
                       const char *where)
{
    struct rgm_script *taken = part->script;
    const struct rq_rgm_actor *a = part->owner_count ? &m->actors->actors[part->owners[0]] : NULL;
    if (!taken || !part->s.count)
        return true;
    const struct scope scope = {rgm_shared(m, part, RQ_RGM_RASB), rgm_shared(m, part, RQ_RGM_RAVA),
                                a ? a->rasb_count : 0, a ? a->rava_count : 0};
    for (struct rgm_script_ref *ref = taken->refs; ref; ref = ref->next)
        if (!set_name(&scope, part, ref, err, where))
            return false;
    if (taken->sized && part->s.code->script && part->s.code->script->size != taken->of)
        return rq_fail(err, RQ_CORRUPT, 0, where,
                       "a target that is a number rests on %llu bytes of code, which are %u now",
                       (unsigned long long)taken->of, (unsigned)part->s.code->script->size);
    if (taken->rests && a && (a->rasb_count != taken->size[0] || a->rava_count != taken->size[1]))
        return rq_fail(err, RQ_CORRUPT, 0, where,
                       "raw code rests on %u strings and %u variables, which are %u and %u now",
                       (unsigned)taken->size[0], (unsigned)taken->size[1], (unsigned)a->rasb_count,
                       (unsigned)a->rava_count);
    return true;
}

/* The place that a label of the owners' script stands for. */
static bool hook_place(const struct rgm_slice *code, const struct rgm_ref *ref, uint32_t *word,
                       struct rq_error *err, const char *where)
{
    const struct rq_soup_script *script = code && code->s.count ? code->s.code->script : NULL;
    struct rgm_ref label = {.label = ref->label};
    int64_t to;
    if (!script)
        return rq_fail(err, RQ_CORRUPT, 0, where, "no script of the actor has labels");
    if (!rgm_resolve(&label, &code->script->labels, 0, &to, err, where))
        return false;
    uint32_t at = script->instrs[to].offset;
    if (at > UINT16_MAX)
        return rq_fail(err, RQ_CORRUPT, 0, where, "a hook can't be at %u", (unsigned)at);
    *word = at | (uint32_t)ref->of << 16;
    return true;
}

static bool set_hooks(struct rgm_json *m, const struct rgm_list *list, struct rq_error *err)
{
    static const struct rgm_names none = {NULL, 0};
    for (size_t i = 0; i < list->count; i++) {
        const struct rgm_slice *part = &list->slices[i], *code = rgm_shared(m, part, RQ_RGM_RASC);
        uint32_t size = part->owner_count ? m->actors->actors[part->owners[0]].rasc_length : 0;
        for (size_t k = 0; k < part->s.count; k++) {
            uint32_t *word = &list->section->words[part->first + k];
            char where[WHERE], field[32];
            int64_t v;
            snprintf(field, sizeof field, "hooks[%zu]", k);
            place(where, list->section, "parts", i, field);
            if (part->refs[k].label.data) {
                if (!hook_place(code, &part->refs[k], word, err, where))
                    return false;
                continue;
            }
            if (!rgm_resolve(&part->refs[k], &none, size, &v, err, where))
                return false;
            *word = (uint32_t)v;
        }
    }
    return true;
}

/* ---- animations ---- */

/* Frames of the models before each of a part, and of all. */
static const uint64_t *frames_of(struct rgm_json *m, struct rgm_slice *part)
{
    if (part->frames)
        return part->frames;
    part->frames = rq_arena_get(m->arena, part->s.count + 1, sizeof *part->frames);
    for (size_t i = 0; part->frames && i < part->s.count; i++)
        part->frames[i + 1] = part->frames[i] + part->s.models[i].frame_count;
    return part->frames;
}

static bool set_frame(struct rgm_json *m, const struct rgm_command_ref *ref, struct rq_error *err,
                      const char *where)
{
    enum { MOST = 1 << 20 };
    struct rgm_slice *models = m->shown;
    static const struct rgm_names none = {NULL, 0};
    struct rgm_names names = models ? names_in(m, models) : none;
    const uint64_t *frames = models ? frames_of(m, models) : NULL;
    int64_t number;
    if (models && !frames)
        return no_memory(err);
    if (!rgm_resolve(&ref->ref, &names, frames ? frames[models->s.count] : 0, &number, err, where))
        return false;
    if (ref->ref.label.data && models) {
        if (ref->frame >= models->s.models[number].frame_count)
            return rq_fail(err, RQ_CORRUPT, 0, where, "the model \"%.*s\" has no frame %u",
                           (int)ref->ref.label.size, (const char *)ref->ref.label.data,
                           (unsigned)ref->frame);
        number = (int64_t)frames[number] + ref->frame;
    }
    if (number >= MOST)
        return rq_fail(err, RQ_CORRUPT, 0, where, "frame %lld does not fit 20 bits",
                       (long long)number);
    ref->command->params[0] = (int32_t)number;
    return true;
}

static bool set_step(struct rgm_json *m, const struct rgm_command_ref *ref, struct rq_error *err,
                     const char *where)
{
    static const struct rgm_names none = {NULL, 0};
    int slot, param = rgm_leads(ref->command, &slot);
    const struct rq_rgm_group *group = ref->group;
    if (slot >= 0) {
        int32_t wanted = ref->command->params[slot];
        uint32_t number = wanted >= 0 ? m->slots[wanted] : 0;
        const struct rq_rgm_group *groups = ref->slice->s.groups;
        group = number && groups ? groups + (number - 1) : NULL;
    }
    struct rgm_names names = group ? names_in(m, group) : none;
    int64_t step;
    if (!rgm_resolve(&ref->ref, &names, group ? group->count : 0, &step, err, where))
        return false;
    unsigned bits = rq_rgm_command_info(ref->command->opcode)->bits[param > 0];
    if (step >= (int64_t)1 << (bits - 1))
        return rq_fail(err, RQ_CORRUPT, 0, where, "command %lld does not fit %u bits",
                       (long long)step, bits);
    ref->command->params[param] = (int32_t)step;
    return true;
}

/* References stand in the order of the parts. */
static bool set_commands(struct rgm_json *m, struct rq_error *err)
{
    const struct rgm_slice *at = NULL;
    m->slots = rq_arena_get(m->arena, UINT16_MAX + 1, sizeof *m->slots);
    if (!m->slots)
        return no_memory(err);
    bool fine = true;
    for (size_t i = 0; i < m->command_count && fine; i++) {
        const struct rgm_command_ref *ref = &m->commands[i];
        char where[WHERE];
        if (!at || ref->slice != at) {
            if (at)
                rgm_set_slots(m, at, false);
            rgm_set_slots(m, at = ref->slice, true);
            m->shown = rgm_shared(m, at, RQ_RGM_RAAN);
        }
        snprintf(where, sizeof where, "RAGR / group %u / commands[%zu]", ref->group->group,
                 (size_t)(ref->command - ref->group->commands));
        fine = ref->command->opcode ? set_step(m, ref, err, where) : set_frame(m, ref, err, where);
    }
    return fine;
}

/* ---- what is placed ---- */

static bool set_routes(struct rgm_json *m, struct rq_error *err)
{
    for (size_t i = 0; i < m->route_count; i++) {
        const struct rgm_route_ref *ref = &m->routes[i];
        struct rgm_names names = names_in(m, ref->walk);
        uint32_t count = ref->walk->record.node_count;
        int64_t node;
        if (!rgm_resolve(&ref->ref, &names, count, &node, err, "WDNM / routes"))
            return false;
        if (node < 0 || node > UINT16_MAX)
            return rq_fail(err, RQ_CORRUPT, 0, "WDNM / routes", "no node %lld", (long long)node);
        ref->route->target = (uint16_t)node;
    }
    return true;
}

static bool check_objects(struct rgm_json *m, struct rq_error *err)
{
    size_t stray = 0;
    if (!rgm_names_of_scripts(m))
        return no_memory(err);
    for (size_t i = 0; i < m->map->section_count; i++) {
        const struct rq_rgm_section *s = &m->map->sections[i];
        for (size_t k = 0; s->kind == RQ_RGM_MPOB && k < s->count; k++) {
            const struct rq_rgm_object *o = &s->objects[k];
            bool is_stray = stray < m->stray_count && m->strays[stray].section == s &&
                            m->strays[stray].index == k;
            char where[WHERE];
            stray += is_stray;
            if (is_stray || rgm_is_script(m, o->script, sizeof o->script))
                continue;
            place(where, s, "records", k, "script");
            return rq_fail(err, RQ_CORRUPT, 0, where, "no actor is named \"%.9s\"", o->script);
        }
    }
    return true;
}

/* The order of MPSZ and MPMK is told by their values: what is written has to be read so again. */
static bool check_orders(struct rgm_json *m, struct rq_error *err)
{
    struct rq_out out = {.alloc = m->arena->alloc};
    bool fine = true;
    for (size_t i = 0; i < m->map->section_count && fine; i++) {
        struct rq_rgm_section *s = &m->map->sections[i];
        if (s->kind != RQ_RGM_MPSZ && s->kind != RQ_RGM_MPMK)
            continue;
        rq_out_cut(&out, 0);
        rgm_put_section(&out, s);
        if (!out.failed && rgm_reads_swapped(rq_out_bytes(&out), s) != s->swapped)
            fine = rq_fail(err, RQ_CORRUPT, 0, tag_of(s),
                           "with these values the section would be read in the other order "
                           "(\"swapped\")");
    }
    rq_out_free(&out);
    return fine;
}

bool rgm_build(struct rgm_json *m, struct rq_error *err)
{
    struct rgm_names texts = {NULL, 0};
    bool fine = (sort_marks(m) && name_texts(m, &texts)) || no_memory(err);
    fine = fine && own_all(m, err);
    for (size_t i = 0; i < m->list_count && fine; i++)
        fine = join(m, &m->lists[i], err);
    fine = fine && derive_offsets(m, err);
    for (size_t i = 0; m->actors && i < m->actors->count && fine; i++)
        fine = derive_actor(m, i, err);
    fine = fine && derive_others(m, err);
    for (size_t i = 0; i < m->list_count && fine; i++)
        if (m->lists[i].section->kind == RQ_RGM_RASB)
            fine = set_strings(m, &m->lists[i], &texts, err);
    for (size_t i = 0; i < m->list_count && fine; i++) {
        const struct rgm_list *list = &m->lists[i];
        if (list->section->kind == RQ_RGM_RAHK)
            fine = set_hooks(m, list, err);
        for (size_t k = 0; list->section->kind == RQ_RGM_RASC && k < list->count && fine; k++) {
            char where[WHERE];
            place(where, list->section, "parts", k, "");
            fine = set_script(m, &list->slices[k], err, where);
        }
    }
    return fine && set_commands(m, err) && set_routes(m, err) && check_objects(m, err) &&
           check_orders(m, err) && rgm_tile_code(m->map, m->arena->alloc, err);
}
