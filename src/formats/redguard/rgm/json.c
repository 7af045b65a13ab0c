/* RGM as JSON: sections in file order, each with its tag and its records, or with the parts of it
 * that belong to actors. What follows from other values (counts, offsets, lengths) is left out. */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>

/* ---- records of fixed size ---- */

#define RECORD_SHAPE(T)                                                                            \
    static const struct rq_member T##_members[] = {{RQ_FIELDS(T##_rec)}};                          \
    static const struct rq_shape T##_shape = {RQ_SHAPE("record", T, RQ_IN_ROW, T##_members)}
RECORD_SHAPE(rq_rgm_rope);
RECORD_SHAPE(rq_rgm_static);
RECORD_SHAPE(rq_rgm_light);
RECORD_SHAPE(rq_rgm_flat);
RECORD_SHAPE(rq_rgm_marker);
#undef RECORD_SHAPE

/* ---- labels ---- */

static bool no_memory(struct rq_shaper *s)
{
    return s->jr ? rq_jr_bad(s->jr, "out of memory")
                 : rq_fail(s->err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
}

/* Boxes and spheres: numbered in their section. */
static bool put_mark(struct rq_shaper *s, const void *object)
{
    const struct rgm_json *m = rgm_json_in(s);
    const struct rq_rgm_section *list = s->outer;
    const uint8_t *used = list->kind == RQ_RGM_MPSZ ? m->boxes : m->spheres;
    char text[32];
    (void)object;
    if (list != rq_rgm_section(m->map, list->kind) || !used[s->index] || s->j->visit)
        return true;
    snprintf(text, sizeof text, "#%zu", s->index);
    rq_json_key(s->j, "label");
    rq_json_str(s->j, text);
    return true;
}

void rgm_take_mark(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rgm_mark *marks =
        rq_arena_more(m->arena, &m->marks, m->mark_count, &m->mark_room, sizeof *marks);
    (void)object;
    if (!marks) {
        no_memory(s);
        return;
    }
    marks[m->mark_count++] = (struct rgm_mark){s->outer, rq_jr_text(s->jr, s->page), s->index};
}

#define MARK RQ_HOOK("label", put_mark, rgm_take_mark)
static const struct rq_member box_members[] = {{MARK}, {RQ_FIELDS(rq_rgm_box_rec)}};
static const struct rq_shape box_shape = {RQ_SHAPE("record", rq_rgm_box, RQ_IN_ROW, box_members)};
static const struct rq_member sphere_members[] = {{MARK}, {RQ_FIELDS(rq_rgm_sphere_rec)}};
static const struct rq_shape sphere_shape = {
    RQ_SHAPE("record", rq_rgm_sphere, RQ_IN_ROW, sphere_members)};

/* ---- objects: their scripts are names of actors ---- */

static bool put_stray(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_object *o = object;
    if (s->j->visit || rgm_is_script(rgm_json_in(s), o->script, sizeof o->script))
        return true;
    rq_json_key(s->j, "no_actor");
    rq_json_bool(s->j, true);
    return true;
}

static void take_stray(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    (void)object;
    if (!rq_jr_bool(s->jr))
        return;
    struct rgm_stray *strays =
        rq_arena_more(m->arena, &m->strays, m->stray_count, &m->stray_room, sizeof *strays);
    if (!strays) {
        no_memory(s);
        return;
    }
    strays[m->stray_count++] = (struct rgm_stray){s->outer, s->index};
}

static const struct rq_member object_members[] = {
    {RQ_FIELDS(rq_rgm_object_rec)},
    {RQ_HOOK("no_actor", put_stray, take_stray)},
};
static const struct rq_shape object_shape = {
    RQ_SHAPE("record", rq_rgm_object, RQ_IN_ROW, object_members)};

/* ---- actors ---- */

/* What is known of the actor at hand; NULL: it stands in another RAHD than the first. */
static const struct rgm_actor_refs *known_of(const struct rq_shaper *s)
{
    const struct rgm_json *m = rgm_json_in(s);
    return s->outer == m->actors ? &m->known[s->index] : NULL;
}

static void start_actor(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rq_rgm_actor *a = object;
    a->mpsz_normal = a->mpsz_combat = a->mpsz_dead = -1;
    for (size_t i = 0; i < RGM_OWNED; i++)
        rgm_set_field(a, rgm_owned[i].offset, rgm_owned[i].none);
    struct rgm_actor_refs *taken =
        rq_arena_more(m->arena, &m->taken, m->taken_count, &m->taken_room, sizeof *taken);
    if (!taken) {
        no_memory(s);
        return;
    }
    taken[m->taken_count++] = (struct rgm_actor_refs){.fixed = 0};
    for (size_t k = 0; k < 3; k++)
        taken[m->taken_count - 1].boxes[k].at = -1;
}

static struct rgm_actor_refs *taken_actor(struct rq_shaper *s)
{
    struct rgm_json *m = rgm_json_of(s);
    return &m->taken[m->taken_count - 1];
}

static bool put_actor_label(struct rq_shaper *s, const void *object)
{
    const struct rgm_actor_refs *known = known_of(s);
    (void)object;
    if (!known || !known->labelled || s->j->visit)
        return true;
    rq_json_key(s->j, "label");
    rq_json_text(s->j, s->page, known->label);
    return true;
}

static void take_actor_label(struct rq_shaper *s, void *object)
{
    (void)object;
    if (rq_jr_ok(s->jr)) {
        taken_actor(s)->label = rq_jr_text(s->jr, s->page);
        taken_actor(s)->labelled = true;
    }
}

/* Where the script starts is said there, by "start"; a place that is no statement stays a number. */
static bool put_start(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_actor *a = object;
    const struct rgm_actor_refs *known = known_of(s);
    uint32_t follows = rgm_start_of(known ? known->part[rgm_owned_row(RQ_RGM_RASC)] : NULL);
    if (a->script_pc == follows && !s->j->visit)
        return true;
    rq_json_key(s->j, "script_pc");
    rgm_put_number(s->j, a->script_pc, a->rasc_length);
    return true;
}

static void take_start(struct rq_shaper *s, void *object)
{
    (void)object;
    if (!rq_jr_ok(s->jr))
        return;
    rgm_take_ref(s->jr, s->page, &taken_actor(s)->start);
    if (rq_jr_ok(s->jr) && !taken_actor(s)->start.sized)
        rq_jr_bad(s->jr, "\"script_pc\" is a place in the script and the size of the script");
}

static void put_numbered(struct rq_shaper *s, const char *key, int64_t number, uint64_t count)
{
    char text[32];
    rq_json_key(s->j, key);
    snprintf(text, sizeof text, "#%lld", (long long)number);
    if (known_of(s) && number >= 0 && (uint64_t)number < count)
        rq_json_str(s->j, text);
    else
        rgm_put_number(s->j, number, count);
}

static const struct rq_rec_field *field_of(const char *name)
{
    const struct rq_rec_field *field = rq_rgm_actor_rec.fields;
    while (strcmp(field->name, name) != 0)
        field++;
    return field;
}

static size_t typed_count(const struct rq_rgm *map, enum rq_rgm_kind kind)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, kind);
    return s ? s->count : 0;
}

static bool put_box(struct rq_shaper *s, const void *object)
{
    size_t at = field_of(s->member->name)->offset;
    int32_t number = (int32_t)rgm_field(object, at);
    if (number != -1)
        put_numbered(s, s->member->name, number, typed_count(rgm_json_in(s)->map, RQ_RGM_MPSZ));
    return true;
}

static void take_box(struct rq_shaper *s, void *object)
{
    (void)object;
    const char c = s->member->name[5]; /* normal, combat, dead */
    if (rq_jr_ok(s->jr))
        rgm_take_ref(s->jr, s->page, &taken_actor(s)->boxes[c == 'n' ? 0 : c == 'c' ? 1 : 2]);
}

static bool put_sphere(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_actor *a = object;
    size_t count = typed_count(rgm_json_in(s)->map, RQ_RGM_RAFS);
    if (a->rafs_index || count)
        put_numbered(s, s->member->name, a->rafs_index, count);
    return true;
}

static void take_sphere(struct rq_shaper *s, void *object)
{
    (void)object;
    if (rq_jr_ok(s->jr))
        rgm_take_ref(s->jr, s->page, &taken_actor(s)->sphere);
}

/* Numbers in place of parts: {"section": "RAAN", "size": 99, "raan_offset": 5, ...}. */
static bool put_places(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_actor *a = object;
    const struct rgm_actor_refs *known = known_of(s);
    bool some = false;
    for (size_t i = 0; i < RGM_OWNED; i++) {
        const struct rgm_owned *row = &rgm_owned[i];
        bool nothing = rgm_field(a, row->offset) == row->none && !rgm_field(a, row->length) &&
                       !rgm_field(a, row->count);
        if (known ? !(known->fixed >> i & 1) : nothing)
            continue;
        if (!some) {
            rq_json_key(s->j, "places");
            rq_json_array_row(s->j);
        }
        some = true;
        rq_json_object_row(s->j);
        rq_json_key(s->j, "section");
        rq_json_str(s->j, rgm_kind_of(row->kind)->tag);
        rq_json_key(s->j, "size");
        rq_json_u64(s->j, rgm_size_of(rgm_json_in(s)->map, row->kind));
        if (row->measure == RGM_VARIABLES) {
            rq_json_key(s->j, "instances");
            rq_json_i64(s->j, a->instances);
        }
        for (size_t k = 0; k < RGM_OWNED_FIELDS; k++) {
            size_t at = rgm_owned_field(row, k);
            if (!at)
                continue;
            rq_json_key(s->j, rgm_field_name(at));
            rq_json_u64(s->j, rgm_field(a, at));
        }
        rq_json_end_object(s->j);
    }
    if (some)
        rq_json_end_array(s->j);
    return true;
}

static int row_by_tag(struct rq_str tag)
{
    for (int i = 0; i < RGM_OWNED; i++)
        if (rq_str_is(tag, rgm_kind_of(rgm_owned[i].kind)->tag))
            return i;
    return -1;
}

static bool take_place(struct rq_jr *jr, int row, struct rq_str key, struct rq_rgm_actor *a)
{
    for (size_t k = 0; row >= 0 && k < RGM_OWNED_FIELDS; k++) {
        size_t at = rgm_owned_field(&rgm_owned[row], k);
        if (!at || !rq_str_is(key, rgm_field_name(at)))
            continue;
        rgm_set_field(a, at, rq_jr_u32(jr));
        return true;
    }
    return false;
}

static void take_places(struct rq_shaper *s, void *object)
{
    struct rq_jr *jr = s->jr;
    struct rq_str key;
    if (!rq_jr_ok(jr))
        return;
    struct rgm_actor_refs *actor = taken_actor(s);
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        int row = -1;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (row < 0 && rq_str_is(key, "section"))
                row = row_by_tag(rq_jr_string(jr));
            else if (row >= 0 && rq_str_is(key, "size"))
                actor->sizes[row] = rq_jr_u32(jr);
            else if (row >= 0 && rgm_owned[row].measure == RGM_VARIABLES &&
                     rq_str_is(key, "instances"))
                actor->instances = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
            else if (!take_place(jr, row, key, object))
                rq_jr_unknown(jr, key);
        }
        if (row < 0)
            rq_jr_bad(jr, "a place begins with the \"section\" that it is in");
        else
            actor->fixed |= 1u << row;
    }
}

static const struct rq_member actor_members[] = {
    {RQ_HOOK("label", put_actor_label, take_actor_label)},
    {RQ_FIELDS(rq_rgm_actor_rec)},
    {RQ_HOOK("script_pc", put_start, take_start)},
    {RQ_HOOK("mpsz_normal", put_box, take_box)},
    {RQ_HOOK("mpsz_combat", put_box, take_box)},
    {RQ_HOOK("mpsz_dead", put_box, take_box)},
    {RQ_HOOK("rafs_index", put_sphere, take_sphere)},
    {RQ_HOOK("places", put_places, take_places)},
};
static const struct rq_shape actor_shape = {
    RQ_SHAPE("record", rq_rgm_actor, RQ_IN_ROW, actor_members), .start = start_actor};

/* ---- strings ---- */

/* Strings of RAST: {"label": "door", "text": "door"}. The text may change; what refers to it names
 * the label. */
static bool put_texts(struct rq_shaper *s, const void *object)
{
    const struct rgm_json *m = rgm_json_in(s);
    const struct rq_rgm_section *section = object;
    bool labels = section == rq_rgm_section(m->map, RQ_RGM_RAST) && !s->j->visit;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t i = 0; i < section->count; i++) {
        rq_json_object_row(s->j);
        if (labels) {
            rq_json_key(s->j, "label");
            rq_json_text(s->j, s->page, m->texts[i]);
        }
        rq_json_key(s->j, "text");
        rq_json_text(s->j, s->page, section->texts[i].bytes);
        rq_json_end_object(s->j);
    }
    rq_json_end_array(s->j);
    return true;
}

/* A text without a label of its own is its label. */
static void take_labelled(struct rq_shaper *s, struct rq_bytes *text, struct rq_bytes *label)
{
    struct rq_jr *jr = s->jr;
    struct rq_str key;
    bool has_label = false;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        *text = rq_jr_text(jr, s->page);
    } else {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "text"))
                *text = rq_jr_text(jr, s->page);
            else if ((has_label = rq_str_is(key, "label")))
                *label = rq_jr_text(jr, s->page);
            else
                rq_jr_unknown(jr, key);
        }
    }
    if (!has_label && !label->data)
        *label = *text;
    if (text->size && memchr(text->data, 0, text->size))
        rq_jr_bad(jr, "a text ends with NUL in the file and can't hold one");
}

static void take_texts(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rq_rgm_section *section = object;
    size_t count = rq_jr_length(s->jr);
    section->count = 0;
    section->texts = rq_jr_get(s->jr, count, sizeof *section->texts);
    struct rq_bytes *labels = rq_jr_get(s->jr, count, sizeof *labels);
    rq_jr_array(s->jr);
    for (; section->texts && labels && rq_jr_more(s->jr) && section->count < count;
         section->count++)
        take_labelled(s, &section->texts[section->count].bytes, &labels[section->count]);
    if (!m->rast) {
        m->rast = section;
        m->text_labels = labels;
    }
}

/* ---- maps of nodes ---- */

/* Before the members of a map: which of its nodes routes lead to. */
static bool put_walk(struct rq_shaper *s, const void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    const struct rq_rgm_walk *w = object;
    m->walk = w;
    m->nodes = rq_arena_get(m->arena, w->record.node_count, 1);
    if (!m->nodes)
        return no_memory(s);
    for (size_t k = 0; k < w->record.node_count; k++)
        for (size_t r = 0; r < w->nodes[k].record.route_count; r++)
            if (w->nodes[k].routes[r].target < w->record.node_count)
                m->nodes[w->nodes[k].routes[r].target] = 1;
    return true;
}

static void start_walk(struct rq_shaper *s, void *object)
{
    rgm_json_of(s)->walk = object;
}

static bool put_node_label(struct rq_shaper *s, const void *object)
{
    char text[32];
    (void)object;
    if (!rgm_json_in(s)->nodes[s->index] || s->j->visit)
        return true;
    snprintf(text, sizeof text, "#%zu", s->index);
    rq_json_key(s->j, "label");
    rq_json_str(s->j, text);
    return true;
}

static bool put_target(struct rq_shaper *s, const void *object)
{
    uint16_t target = ((const struct rq_rgm_route *)object)->target;
    uint32_t count = rgm_json_in(s)->walk->record.node_count;
    char text[32];
    snprintf(text, sizeof text, "#%u", target);
    if (target < count)
        rq_json_str(s->j, text);
    else
        rgm_put_number(s->j, target, count);
    return true;
}

static void take_target(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rgm_route_ref *refs =
        rq_arena_more(m->arena, &m->routes, m->route_count, &m->route_room, sizeof *refs);
    if (!refs) {
        no_memory(s);
        return;
    }
    refs[m->route_count] = (struct rgm_route_ref){object, m->walk, {.nth = 0}};
    rgm_take_ref(s->jr, s->page, &refs[m->route_count++].ref);
}

static const struct rq_member route_members[] = {
    {RQ_HOOK("target", put_target, take_target)},
    {RQ_VALUE("cost", rq_rgm_route, cost, u16)},
};
static const struct rq_shape route_shape = {
    RQ_SHAPE("route", rq_rgm_route, RQ_AS_TUPLE, route_members)};

static const struct rq_member node_members[] = {
    {RQ_HOOK("label", put_node_label, rgm_take_mark)},
    {RQ_RECORD(rq_rgm_node, record, rq_rgm_node_record_rec)},
    {RQ_LIST("routes", rq_rgm_node, routes, record.route_count, route_shape), .row = true},
};
static const struct rq_shape node_shape = {RQ_SHAPE("node", rq_rgm_node, RQ_IN_ROW, node_members)};

static const struct rq_member walk_members[] = {
    {.kind = RQ_AS_HOOK, .put = put_walk},
    {RQ_RECORD(rq_rgm_walk, record, rq_rgm_walk_record_rec)},
    {RQ_LIST("nodes", rq_rgm_walk, nodes, record.node_count, node_shape)},
};
static const struct rq_shape walk_shape = {RQ_SHAPE("map", rq_rgm_walk, RQ_IN_LINES, walk_members),
                                           .start = start_walk};

/* ---- sections ---- */

static bool is_raw(const struct rq_shaper *s, const void *section)
{
    (void)s;
    return ((const struct rq_rgm_section *)section)->kind == RQ_RGM_RAW;
}

static bool has_other_prefix(const struct rq_shaper *s, const void *section)
{
    (void)s;
    return ((const struct rq_rgm_section *)section)->prefix != RGM_PREFIX;
}

static bool may_be_swapped(const struct rq_shaper *s, const void *section)
{
    (void)s;
    return rq_tag_is(section, "MPSZ") || rq_tag_is(section, "MPMK");
}

static void start_section(struct rq_shaper *s, void *section)
{
    (void)s;
    ((struct rq_rgm_section *)section)->prefix = RGM_PREFIX;
}

#define OF(is)         RQ_CHUNK(rq_rgm_section, RQ_RGM_##is, #is)
#define LIST(name, s)  RQ_LIST(name, rq_rgm_section, records, count, s)
#define RECORDS(is, s) LIST("records", s), OF(is)
#define PARTS(is)      RQ_HOOK("parts", rgm_put_parts, rgm_take_parts), OF(is)
static const struct rq_member section_members[] = {
    {RQ_FIXED("tag", rq_rgm_section, tag), .first = true},
    {RQ_MEMBER("raw", rq_rgm_section, bytes, BYTES), .when = is_raw},
    {RQ_VALUE("prefix", rq_rgm_section, prefix, x32), OF(RAHD), .when = has_other_prefix},
    {RQ_MEMBER("swapped", rq_rgm_section, swapped, BOOL), .optional = true, .only = may_be_swapped},
    {RQ_MEMBER("head", rq_rgm_section, bytes, BYTES), OF(RAHK)},
    {RECORDS(RAHD, actor_shape)},
    {RECORDS(RAFS, sphere_shape)},
    {RQ_HOOK("texts", put_texts, take_texts), OF(RAST)},
    {PARTS(RASB)},
    {PARTS(RAVA)},
    {PARTS(RASC)},
    {PARTS(RAHK)},
    {PARTS(RALC)},
    {PARTS(RAEX)},
    {PARTS(RAAT)},
    {PARTS(RAAN)},
    {PARTS(RAGR)},
    {PARTS(RANM)},
    {PARTS(RAVC)},
    {RECORDS(MPOB, object_shape)},
    {RECORDS(MPRP, rq_rgm_rope_shape)},
    {RECORDS(MPSO, rq_rgm_static_shape)},
    {RECORDS(MPSL, rq_rgm_light_shape)},
    {RECORDS(MPSF, rq_rgm_flat_shape)},
    {RECORDS(MPMK, rq_rgm_marker_shape)},
    {RECORDS(MPSZ, box_shape)},
    {LIST("maps", walk_shape), OF(WDNM)},
};
#undef OF
#undef LIST
#undef RECORDS
#undef PARTS
static const struct rq_shape section_shape = {
    RQ_SHAPE("section", rq_rgm_section, RQ_IN_LINES, section_members), .start = start_section,
    .finish = rq_chunk_finish};

static const struct rq_member members[] = {
    {RQ_LIST("sections", rq_rgm, sections, section_count, section_shape), .required = true},
    {RQ_MEMBER("no_end", rq_rgm, no_end, BOOL), .optional = true},
    {RQ_MEMBER("tail", rq_rgm, tail, BYTES)},
};
static const struct rq_shape shape = {RQ_SHAPE("rgm", rq_rgm, RQ_IN_LINES, members)};

/* Labels are places of the written script. */
bool rgm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    struct rq_arena room = {.alloc = doc->alloc};
    struct rgm_json m = {
        .s = {.doc = doc, .page = doc->page, .j = j, .err = err}, .arena = &room, .map = doc->root};
    bool fine = rgm_tile_code(doc->root, doc->alloc, err);
    if (fine && !rgm_plan(&m))
        fine = no_memory(&m.s);
    fine = fine && rq_shape_put(&m.s, &shape, doc->root);
    rq_arena_free(&room);
    return fine;
}

bool rgm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_rgm *map = doc->root = rq_jr_get(jr, 1, sizeof *map);
    struct rgm_json m = {.s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err},
                         .arena = jr->arena,
                         .map = map};
    return map && rq_shape_take(&m.s, &shape, map) && rgm_build(&m, jr->ctx->err);
}
