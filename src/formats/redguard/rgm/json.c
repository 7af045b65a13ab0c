/* RGM as JSON: sections in file order, each with its tag and its records. What follows from
 * other values (counts, lengths of nodes) is left out. */
#include "formats/redguard/rgm/parts.h"

/* ---- records of fixed size ---- */

#define RECORD_SHAPE(T)                                                                            \
    static const struct rq_member T##_members[] = {{RQ_FIELDS(T##_rec)}};                          \
    static const struct rq_shape T##_shape = {RQ_SHAPE("record", T, RQ_IN_ROW, T##_members)}
RECORD_SHAPE(rq_rgm_actor);
RECORD_SHAPE(rq_rgm_sphere);
RECORD_SHAPE(rq_rgm_location);
RECORD_SHAPE(rq_rgm_extra);
RECORD_SHAPE(rq_rgm_collision);
RECORD_SHAPE(rq_rgm_object);
RECORD_SHAPE(rq_rgm_rope);
RECORD_SHAPE(rq_rgm_static);
RECORD_SHAPE(rq_rgm_light);
RECORD_SHAPE(rq_rgm_flat);
RECORD_SHAPE(rq_rgm_marker);
RECORD_SHAPE(rq_rgm_box);
#undef RECORD_SHAPE

/* Few of the 256 attributes are set: pairs of number and value. */
static bool put_attributes(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_attributes *a = object;
    struct rq_json *j = s->j;
    rq_json_array_row(j);
    for (unsigned i = 0; i < 256; i++) {
        if (!a->values[i])
            continue;
        rq_json_array_row(j);
        rq_json_u64(j, i);
        rq_json_u64(j, a->values[i]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    return true;
}

static void take_attributes(struct rq_shaper *s, void *object)
{
    struct rq_rgm_attributes *a = object;
    struct rq_jr *jr = s->jr;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint8_t pair[2] = {0, 0};
        size_t n = 0;
        rq_jr_array(jr);
        while (rq_jr_more(jr)) {
            uint8_t v = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
            if (n < 2)
                pair[n] = v;
            n++;
        }
        if (n != 2 && rq_jr_ok(jr))
            rq_jr_bad(jr, "an attribute is [number, value]");
        a->values[pair[0]] = pair[1];
    }
}

static const struct rq_member attributes_members[] = {
    {RQ_HOOK("attributes", put_attributes, take_attributes)}};
static const struct rq_shape attributes_shape = {
    RQ_SHAPE("attributes", rq_rgm_attributes, RQ_AS_ITEM, attributes_members)};

/* ---- texts, models ---- */

static const struct rq_member text_members[] = {{RQ_MEMBER("text", rq_rgm_text, bytes, ZTEXT)}};
static const struct rq_shape text_shape = {RQ_SHAPE("text", rq_rgm_text, RQ_AS_ITEM, text_members)};

static const struct rq_member model_members[] = {
    {RQ_VALUE("face_count", rq_rgm_model, face_count, u32)},
    {RQ_VALUE("frame_count", rq_rgm_model, frame_count, u8)},
    {RQ_VALUE("type", rq_rgm_model, type, u8)},
    {RQ_MEMBER("path", rq_rgm_model, path, ZTEXT)},
};
static const struct rq_shape model_shape = {
    RQ_SHAPE("model", rq_rgm_model, RQ_IN_ROW, model_members)};

/* ---- groups of animations ---- */

static bool put_command(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_command *command = object;
    struct rq_json *j = s->j;
    const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
    rq_json_array_row(j);
    rq_json_str(j, info->name);
    for (unsigned i = 0; i < info->count; i++)
        rq_json_i64(j, command->params[i]);
    if (command->rest)
        rq_json_u64(j, command->rest);
    rq_json_end_array(j);
    return true;
}

static void take_command(struct rq_shaper *s, void *object)
{
    struct rq_rgm_command *command = object;
    struct rq_jr *jr = s->jr;
    unsigned n = 0;
    const struct rq_rgm_command_info *info = NULL;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        if (n == 0) {
            struct rq_str name = rq_jr_string(jr);
            for (unsigned i = 0; i < 16 && !info; i++) {
                command->opcode = (uint8_t)i;
                if (rq_str_is(name, rq_rgm_command_info(i)->name))
                    info = rq_rgm_command_info(i);
            }
            if (!info && rq_jr_ok(jr))
                rq_jr_bad(jr, "no command of animations is named so");
        } else if (info && n <= info->count) {
            int64_t size = (int64_t)1 << info->bits[n - 1];
            bool sign = info->is_signed[n - 1];
            command->params[n - 1] =
                (int32_t)rq_jr_signed(jr, sign ? -size / 2 : 0, (sign ? size / 2 : size) - 1);
        } else if (info && n == info->count + 1) {
            unsigned used = 4;
            for (unsigned i = 0; i < info->count; i++)
                used += info->bits[i];
            command->rest = (uint8_t)rq_jr_unsigned(jr, (1u << (24 - used)) - 1);
        } else {
            rq_jr_bad(jr, "a command with too many values");
            return;
        }
        n++;
    }
    if (rq_jr_ok(jr) && (!info || n <= info->count))
        rq_jr_bad(jr, "a command needs a name and all its values");
}

static const struct rq_member command_members[] = {{RQ_HOOK("command", put_command, take_command)}};
static const struct rq_shape command_shape = {
    RQ_SHAPE("command", rq_rgm_command, RQ_AS_ITEM, command_members)};

static bool is_decoded(const struct rq_shaper *s, const void *group)
{
    (void)s;
    return ((const struct rq_rgm_group *)group)->raw.size == 0;
}

static const struct rq_member group_members[] = {
    {RQ_MEMBER("raw", rq_rgm_group, raw, BYTES)},
    {RQ_VALUE("group", rq_rgm_group, group, u16), .only = is_decoded},
    {RQ_VALUE("speed", rq_rgm_group, speed, u16), .only = is_decoded},
    {RQ_VALUE("type", rq_rgm_group, type, u16), .only = is_decoded},
    {RQ_LIST("commands", rq_rgm_group, commands, count, command_shape), .row = true,
     .only = is_decoded},
};
static const struct rq_shape group_row_shape = {
    RQ_SHAPE("group", rq_rgm_group, RQ_IN_ROW, group_members)};

static const char end_of_groups[] = "end";

static bool put_group(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_group *g = object;
    if (!g->end)
        return rq_shape_put_value(s, &group_row_shape, g);
    rq_json_str(s->j, end_of_groups);
    return true;
}

static void take_group(struct rq_shaper *s, void *object)
{
    struct rq_rgm_group *g = object;
    if (rq_jr_peek(s->jr) == RQ_J_STRING) {
        g->end = rq_str_is(rq_jr_string(s->jr), end_of_groups);
        if (!g->end)
            rq_jr_bad(s->jr, "only \"end\" stands between groups");
    } else if (rq_shape_take_value(s, &group_row_shape, g) && g->raw.size > UINT16_MAX) {
        rq_jr_bad(s->jr, "a raw group has at most 65535 bytes");
    }
}

static const struct rq_member group_item[] = {{RQ_HOOK("group", put_group, take_group)}};
static const struct rq_shape group_shape = {
    RQ_SHAPE("group", rq_rgm_group, RQ_AS_ITEM, group_item)};

/* ---- maps of nodes ---- */

static const struct rq_member route_members[] = {
    {RQ_VALUE("target", rq_rgm_route, target, u16)},
    {RQ_VALUE("cost", rq_rgm_route, cost, u16)},
};
static const struct rq_shape route_shape = {
    RQ_SHAPE("route", rq_rgm_route, RQ_AS_TUPLE, route_members)};

static const struct rq_member node_members[] = {
    {RQ_RECORD(rq_rgm_node, record, rq_rgm_node_record_rec)},
    {RQ_LIST("routes", rq_rgm_node, routes, record.route_count, route_shape), .row = true},
};
static const struct rq_shape node_shape = {RQ_SHAPE("node", rq_rgm_node, RQ_IN_ROW, node_members)};

static const struct rq_member walk_members[] = {
    {RQ_RECORD(rq_rgm_walk, record, rq_rgm_walk_record_rec)},
    {RQ_LIST("nodes", rq_rgm_walk, nodes, record.node_count, node_shape)},
};
static const struct rq_shape walk_shape = {RQ_SHAPE("map", rq_rgm_walk, RQ_IN_LINES, walk_members)};

/* ---- scripts ---- */

static bool put_code(struct rq_shaper *s, const void *part)
{
    rq_json_key(s->j, s->member->name);
    rq_soup_json(s->j, ((const struct rq_rgm_code *)part)->script);
    return true;
}

static void take_code(struct rq_shaper *s, void *part)
{
    ((struct rq_rgm_code *)part)->script = rq_soup_take(s->jr);
}

static bool has_actor(const struct rq_shaper *s, const void *part)
{
    (void)s;
    return ((const struct rq_rgm_code *)part)->actor >= 0;
}

static bool has_script(const struct rq_shaper *s, const void *part)
{
    (void)s;
    return ((const struct rq_rgm_code *)part)->script != NULL;
}

static bool has_no_script(const struct rq_shaper *s, const void *part)
{
    return !has_script(s, part);
}

static void start_part(struct rq_shaper *s, void *part)
{
    (void)s;
    ((struct rq_rgm_code *)part)->actor = -1;
}

static void finish_part(struct rq_shaper *s, void *part)
{
    if (((const struct rq_rgm_code *)part)->actor < -1)
        rq_jr_bad(s->jr, "\"actor\" is the number of an actor");
}

static const struct rq_member part_members[] = {
    {RQ_VALUE("actor", rq_rgm_code, actor, i32), .when = has_actor},
    {RQ_HOOK("code", put_code, take_code), .when = has_script},
    {RQ_MEMBER("raw", rq_rgm_code, raw, BYTES), .when = has_no_script},
};
static const struct rq_shape part_shape = {RQ_SHAPE("part", rq_rgm_code, RQ_IN_LINES, part_members),
                                           .start = start_part, .finish = finish_part};

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

#define OF(is)            RQ_CHUNK(rq_rgm_section, RQ_RGM_##is, #is)
#define LIST(name, s)     RQ_LIST(name, rq_rgm_section, records, count, s)
#define RECORDS(is, s)    LIST("records", s), OF(is)
#define TEXTS(is)         LIST("texts", text_shape), OF(is)
#define WORDS(is, number) RQ_VALUES("words", rq_rgm_section, records, count, number), OF(is)
static const struct rq_member section_members[] = {
    {RQ_FIXED("tag", rq_rgm_section, tag), .first = true},
    {RQ_MEMBER("raw", rq_rgm_section, bytes, BYTES), .when = is_raw},
    {RQ_VALUE("prefix", rq_rgm_section, prefix, x32), OF(RAHD), .when = has_other_prefix},
    {RQ_MEMBER("swapped", rq_rgm_section, swapped, BOOL), .optional = true, .only = may_be_swapped},
    {RQ_MEMBER("head", rq_rgm_section, bytes, BYTES), OF(RAHK)},
    {RECORDS(RAHD, rq_rgm_actor_shape)},
    {RECORDS(RAFS, rq_rgm_sphere_shape)},
    {TEXTS(RAST)},
    {WORDS(RASB, u32)},
    {WORDS(RAVA, i32)},
    {LIST("parts", part_shape), OF(RASC)},
    {WORDS(RAHK, u32)},
    {RECORDS(RALC, rq_rgm_location_shape)},
    {RECORDS(RAEX, rq_rgm_extra_shape)},
    {RECORDS(RAAT, attributes_shape)},
    {LIST("models", model_shape), OF(RAAN)},
    {LIST("groups", group_shape), OF(RAGR)},
    {TEXTS(RANM)},
    {RECORDS(RAVC, rq_rgm_collision_shape)},
    {RECORDS(MPOB, rq_rgm_object_shape)},
    {RECORDS(MPRP, rq_rgm_rope_shape)},
    {RECORDS(MPSO, rq_rgm_static_shape)},
    {RECORDS(MPSL, rq_rgm_light_shape)},
    {RECORDS(MPSF, rq_rgm_flat_shape)},
    {RECORDS(MPMK, rq_rgm_marker_shape)},
    {RECORDS(MPSZ, rq_rgm_box_shape)},
    {LIST("maps", walk_shape), OF(WDNM)},
};
#undef OF
#undef LIST
#undef RECORDS
#undef TEXTS
#undef WORDS
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
    struct rq_shaper s = {.doc = doc, .page = doc->page, .j = j, .err = err};
    return rgm_tile_code(doc->root, doc->alloc, err) && rq_shape_put(&s, &shape, doc->root);
}

/* Places inside of sections follow from writing them. */
static bool derive_offsets(struct rq_doc *doc, struct rq_rgm *map, struct rq_error *err)
{
    struct rq_out out = {.alloc = doc->alloc};
    for (size_t i = 0; i < map->section_count; i++) {
        rq_out_cut(&out, 0);
        rgm_put_section(&out, &map->sections[i]);
    }
    enum rq_code failed = out.failed;
    rq_out_free(&out);
    return failed ? rq_fail(err, failed, 0, "rgm", "a section can't be written")
                  : rgm_tile_code(map, doc->alloc, err);
}

bool rgm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_rgm *map = doc->root = rq_jr_get(jr, 1, sizeof *map);
    struct rq_shaper s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err};
    return map && rq_shape_take(&s, &shape, map) && derive_offsets(doc, map, jr->ctx->err);
}
