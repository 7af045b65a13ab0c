/* RGM of the corpus: identical when written back, directly and through JSON, and every value,
 * animation command and instruction against the ground truth that their maker left in
 * expected/. Where its README names another reading of the same bytes (ShowFrame, MPSL), the
 * numbers are put together from the parts it gives. */
#include "rgm_truth.h"

/* ---- actors ---- */

static void check_groups(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t count, n = 0;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(map, actor, &count);
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < count)
            check_group(jr, &groups[n]);
        else
            rq_jr_skip(jr);
    }
    CHECK_INT(count, n);
}

static void check_model(struct rq_jr *jr, const struct rq_rgm_model *m)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "path"))
            check_bytes(jr, m->path);
        else if (rq_str_is(key, "frame_count"))
            CHECK_INT(m->frame_count, number(jr));
        else if (rq_str_is(key, "model_type"))
            CHECK_INT(m->type, number(jr));
        else
            rq_jr_skip(jr);
    }
}

static void check_models(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t count, n = 0;
    const struct rq_rgm_model *models = rq_rgm_actor_raan(map, actor, &count);
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < count)
            check_model(jr, &models[n]);
        else
            rq_jr_skip(jr);
    }
    CHECK_INT(count, n);
}

static void check_strings(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++)
        check_bytes(jr, rq_rgm_actor_string(map, actor, n));
    CHECK_INT(rq_rgm_actor_strings(map, actor), n);
}

static void check_locations(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t count, n = 0;
    const struct rq_rgm_location *locations = rq_rgm_actor_locations(map, actor, &count);
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < count)
            check_i32s(jr, locations[n].offset, 3, 1);
        else
            rq_jr_skip(jr);
    }
    CHECK_INT(count, n);
}

static void check_hooks(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t count, n = 0;
    const uint32_t *hooks = rq_rgm_actor_hooks(map, actor, &count);
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        int64_t v = number(jr);
        if (n < count)
            CHECK_INT(hooks[n], v);
    }
    CHECK_INT(count, n);
}

/* [{index, name, value}]: the attributes that are set. */
static void check_attributes(struct rq_jr *jr, const struct rq_rgm_attributes *a)
{
    struct rq_str key;
    size_t n = 0, set = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        size_t index = 0;
        int64_t value = 0;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "index"))
                index = (size_t)number(jr);
            else if (rq_str_is(key, "value"))
                value = number(jr);
            else
                rq_jr_skip(jr);
        }
        CHECK_INT(index < 256 ? a->values[index] : -1, value);
    }
    for (size_t i = 0; i < 256; i++)
        set += a->values[i] != 0;
    CHECK_INT(set, n);
}

static void check_extra(struct rq_jr *jr, const struct rq_rgm_extra *e)
{
    const int64_t values[] = {e->grip[0],    e->grip[1],     e->scabbard[0], e->scabbard[1],
                              e->anim_frame, e->texture_id,  e->v_vertex,    e->v_size,
                              e->taunt_id,   e->unknown_12,  e->unknown_14,  e->unknown_16,
                              e->range_min,  e->range_ideal, e->range_max};
    struct rq_str key;
    size_t n = 0;
    rq_jr_object(jr);
    for (; rq_jr_key(jr, &key); n++) {
        int64_t v = number(jr);
        if (n < 15)
            CHECK_INT(values[n], v);
    }
    CHECK_INT(n, 15);
}

static void check_collisions(struct rq_jr *jr, const struct rq_rgm *map, size_t actor)
{
    size_t count, n = 0;
    struct rq_str key;
    const struct rq_rgm_collision *c = rq_rgm_actor_collisions(map, actor, &count);
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        const struct rq_rgm_collision none = {{0, 0, 0}, 0, 0}, *at = n < count ? &c[n] : &none;
        const int64_t values[] = {at->offset[0], at->offset[1], at->offset[2], at->vertex,
                                  at->radius};
        size_t k = 0;
        rq_jr_object(jr);
        for (; rq_jr_key(jr, &key) && k < 5; k++)
            CHECK_INT(values[k], number(jr));
    }
    CHECK_INT(count, n);
}

static bool check_actor_list(struct rq_jr *jr, const struct rq_rgm *map, size_t i,
                             struct rq_str key)
{
    size_t count;
    if (rq_str_is(key, "listing"))
        check_listing(jr, rq_rgm_actor_script(map, i));
    else if (rq_str_is(key, "groups"))
        check_groups(jr, map, i);
    else if (rq_str_is(key, "raan"))
        check_models(jr, map, i);
    else if (rq_str_is(key, "strings"))
        check_strings(jr, map, i);
    else if (rq_str_is(key, "namespace"))
        check_bytes(jr, rq_rgm_actor_name(map, i));
    else if (rq_str_is(key, "ralc"))
        check_locations(jr, map, i);
    else if (rq_str_is(key, "hooks_raw"))
        check_hooks(jr, map, i);
    else if (rq_str_is(key, "attributes"))
        check_attributes(jr, rq_rgm_actor_attributes(map, i));
    else if (rq_str_is(key, "raex"))
        check_extra(jr, rq_rgm_actor_raex(map, i));
    else if (rq_str_is(key, "ravc"))
        check_collisions(jr, map, i);
    else if (rq_str_is(key, "variables")) {
        const int32_t *v = rq_rgm_actor_variables(map, i, &count);
        check_i32s(jr, v, count, 1);
    } else
        return false;
    return true;
}

static void check_actor(struct rq_jr *jr, const struct rq_rgm *map, size_t i)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, i);
    const struct {
        const char *key;
        int64_t value;
    } numbers[] = {
        {"instances", a->instances},
        {"ranm_offset", a->ranm_offset},
        {"raat_offset", a->raat_offset},
        {"raan_count", a->raan_count},
        {"raan_data_size", a->raan_length},
        {"raan_offset", a->raan_offset},
        {"ragr_offset", a->ragr_offset},
        {"script_length", a->rasc_length},
        {"script_data_offset", a->rasc_offset},
        {"script_pc", a->script_pc},
        {"texture_override", a->texture_id},
        {"rafs_index", a->rafs_index},
        {"num_strings", a->rasb_count},
        {"string_offsets_index", a->rasb_offset},
        {"rahk_offset", a->rahk_offset},
        {"ralc_offset", a->ralc_offset},
        {"raex_offset", a->raex_offset},
        {"num_variables", a->rava_count},
        {"variable_offset", a->rava_offset},
        {"anim_frame_data", a->frame_count},
        {"raex_stat", a->unknown_97},
        {"ravc_offset", a->ravc_offset},
        {"ravc_count", a->ravc_count},
    };
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        bool known = false;
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0] && !known; k++) {
            known = rq_str_is(key, numbers[k].key);
            if (known)
                CHECK_INT(numbers[k].value, number(jr));
        }
        if (rq_str_is(key, "name"))
            check_text(jr, a->name, sizeof a->name);
        else if (rq_str_is(key, "size_ids"))
            check_i32s(jr, (const int32_t[]){a->mpsz_normal, a->mpsz_combat, a->mpsz_dead}, 3, 1);
        else if (!known && !check_actor_list(jr, map, i, key))
            rq_jr_skip(jr);
    }
}

/* ---- what is placed ---- */

static void check_object_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                                struct rq_str key)
{
    const struct rq_rgm_object *o = &s->objects[i];
    if (rq_str_is(key, "id"))
        CHECK_INT(o->id, number(jr));
    else if (rq_str_is(key, "script"))
        check_text(jr, o->script, sizeof o->script);
    else if (rq_str_is(key, "model"))
        check_text(jr, o->model, sizeof o->model);
    else if (rq_str_is(key, "angles_raw"))
        check_i32s(jr, (const int32_t *)o->angle, 3, 1);
    else if (rq_str_is(key, "texture_id"))
        CHECK_INT(o->texture >> 7, number(jr));
    else if (rq_str_is(key, "image_id"))
        CHECK_INT(o->texture & 0x7F, number(jr));
    else if (rq_str_is(key, "intensity"))
        CHECK_INT(o->intensity, number(jr));
    else if (rq_str_is(key, "radius"))
        CHECK_INT(o->radius, number(jr));
    else if (rq_str_is(key, "world_id"))
        CHECK_INT(o->world_id, number(jr));
    else if (rq_str_is(key, "type"))
        CHECK_INT(o->type, number(jr));
    else if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, (const int32_t[]){o->pos[0] & ~0xFF, o->pos[1] & ~0xFF, o->pos[2] & ~0xFF},
                   3, 256);
    else
        rq_jr_skip(jr);
}

static void check_static_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                                struct rq_str key)
{
    const struct rq_rgm_static *o = &s->statics[i];
    if (rq_str_is(key, "id"))
        CHECK_INT(o->id, number(jr));
    else if (rq_str_is(key, "model"))
        check_text(jr, o->model, sizeof o->model);
    else if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, o->pos, 3, 1);
    else if (rq_str_is(key, "matrix_raw"))
        check_i32s(jr, o->matrix, 9, 1);
    else
        rq_jr_skip(jr);
}

static void check_rope_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                              struct rq_str key)
{
    const struct rq_rgm_rope *o = &s->ropes[i];
    if (rq_str_is(key, "id"))
        CHECK_INT(o->id, number(jr));
    else if (rq_str_is(key, "rope_model"))
        check_text(jr, o->rope_model, sizeof o->rope_model);
    else if (rq_str_is(key, "static_model"))
        check_text(jr, o->static_model, sizeof o->static_model);
    else if (rq_str_is(key, "length"))
        CHECK_INT(o->length, number(jr));
    else if (rq_str_is(key, "swing"))
        CHECK_INT(o->swing, number(jr));
    else if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, (const int32_t[]){o->pos[0] & ~0xFF, o->pos[1] & ~0xFF, o->pos[2] & ~0xFF},
                   3, 256);
    else
        rq_jr_skip(jr);
}

/* Its maker reads the id as a colour and a kind, the colour as a direction. */
static void check_light_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                               struct rq_str key)
{
    const struct rq_rgm_light *o = &s->lights[i];
    if (rq_str_is(key, "color"))
        check_i32s(jr, (const int32_t[]){o->id & 0xFF, o->id >> 8 & 0xFF, o->id >> 16 & 0xFF}, 3,
                   1);
    else if (rq_str_is(key, "light_type"))
        CHECK_INT(o->id >> 24, number(jr));
    else if (rq_str_is(key, "light_param"))
        CHECK_INT(o->world_id, number(jr));
    else if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, o->pos, 3, 1);
    else if (rq_str_is(key, "param0"))
        CHECK_INT(o->radius, number(jr));
    else if (rq_str_is(key, "param1"))
        CHECK_INT(o->intensity, number(jr));
    else if (rq_str_is(key, "direction"))
        check_i32s(jr, (const int32_t[]){o->rgb[0], o->rgb[1], o->rgb[2]}, 3, 1);
    else
        rq_jr_skip(jr);
}

static void check_flat_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                              struct rq_str key)
{
    const struct rq_rgm_flat *o = &s->flats[i];
    if (rq_str_is(key, "id"))
        CHECK_INT(o->id, number(jr));
    else if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, o->pos, 3, 1);
    else if (rq_str_is(key, "texture_id"))
        CHECK_INT(o->texture >> 7, number(jr));
    else if (rq_str_is(key, "image_id"))
        CHECK_INT(o->texture & 0x7F, number(jr));
    else
        rq_jr_skip(jr);
}

static void check_marker_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                                struct rq_str key)
{
    if (rq_str_is(key, "pos_raw"))
        check_i32s(jr, s->markers[i].pos, 3, 1);
    else
        rq_jr_skip(jr);
}

static void check_box_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                             struct rq_str key)
{
    const struct rq_rgm_box *o = &s->boxes[i];
    if (rq_str_is(key, "size"))
        check_i32s(jr, o->total, 3, 1);
    else if (rq_str_is(key, "pos"))
        check_i32s(jr, o->center, 3, 1);
    else if (rq_str_is(key, "plus"))
        check_i32s(jr, o->positive, 3, 1);
    else if (rq_str_is(key, "minus"))
        check_i32s(jr, o->negative, 3, 1);
    else
        rq_jr_skip(jr);
}

static void check_node(struct rq_jr *jr, const struct rq_rgm_node *node)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        size_t n = 0;
        if (rq_str_is(key, "pos")) {
            check_i32s(jr, (const int32_t[]){node->record.x, node->record.y, node->record.z}, 3, 1);
            continue;
        }
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            rq_jr_object(jr);
            while (rq_jr_key(jr, &key)) {
                const struct rq_rgm_route *r =
                    n < node->record.route_count ? &node->routes[n] : NULL;
                CHECK_INT(!r ? -1 : rq_str_is(key, "target") ? r->target : r->cost, number(jr));
            }
        }
        CHECK_INT(node->record.route_count, n);
    }
}

static void check_walk_record(struct rq_jr *jr, const struct rq_rgm_section *s, size_t i,
                              struct rq_str key)
{
    const struct rq_rgm_walk *w = &s->walks[i];
    size_t n = 0;
    if (rq_str_is(key, "pos_raw")) {
        check_i32s(jr, w->record.pos, 3, 1);
    } else if (rq_str_is(key, "radius")) {
        CHECK_INT(w->record.radius, number(jr));
    } else if (rq_str_is(key, "nodes")) {
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            if (n < w->record.node_count)
                check_node(jr, &w->nodes[n]);
            else
                rq_jr_skip(jr);
        }
        CHECK_INT(w->record.node_count, n);
    } else {
        rq_jr_skip(jr);
    }
}

static void check_records(struct rq_jr *jr, const struct rq_rgm_section *s,
                          void (*check)(struct rq_jr *, const struct rq_rgm_section *, size_t,
                                        struct rq_str))
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (s && n < s->count)
                check(jr, s, n, key);
            else
                rq_jr_skip(jr);
        }
    }
    CHECK_INT(s ? s->count : 0, n);
}

static bool check_placed(struct rq_jr *jr, const struct rq_rgm *map, struct rq_str key)
{
    static const struct {
        const char *key;
        enum rq_rgm_kind kind;
        void (*check)(struct rq_jr *, const struct rq_rgm_section *, size_t, struct rq_str);
    } lists[] = {
        {"mpob", RQ_RGM_MPOB, check_object_record}, {"mpso", RQ_RGM_MPSO, check_static_record},
        {"mprp", RQ_RGM_MPRP, check_rope_record},   {"mpsl", RQ_RGM_MPSL, check_light_record},
        {"mpsf", RQ_RGM_MPSF, check_flat_record},   {"mpmk", RQ_RGM_MPMK, check_marker_record},
        {"mpsz", RQ_RGM_MPSZ, check_box_record},    {"wdnm", RQ_RGM_WDNM, check_walk_record},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (!rq_str_is(key, lists[i].key))
            continue;
        check_records(jr, rq_rgm_section(map, lists[i].kind), lists[i].check);
        return true;
    }
    return false;
}

/* ---- files ---- */

static void check_sections(struct rq_jr *jr, const struct rq_rgm *map)
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        const struct rq_rgm_section *s = n < map->section_count ? &map->sections[n] : NULL;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (s && rq_str_is(key, "tag"))
                check_text(jr, s->tag, 4);
            else if (s && rq_str_is(key, "offset"))
                CHECK_INT(s->offset - 8, number(jr));
            else
                rq_jr_skip(jr);
        }
    }
    CHECK_INT(map->section_count + 1, n);
}

static void check_map(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    struct rq_ctx ctx;
    struct rq_str key;
    const struct rq_finding *findings;
    check_round_trips(bytes, name, "rgm");
    struct rq_doc *doc = read_as(bytes, "rgm");
    REQUIRE(doc);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    struct rq_jr jr = open_truth(truth, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        size_t n = 0;
        if (rq_str_is(key, "sections")) {
            check_sections(&jr, map);
        } else if (rq_str_is(key, "end_bytes")) {
            CHECK_INT(4 + map->tail.size, number(&jr));
        } else if (rq_str_is(key, "actors")) {
            rq_jr_array(&jr);
            for (; rq_jr_more(&jr); n++)
                check_actor(&jr, map, n);
            CHECK_INT(rq_rgm_actor_count(map), n);
        } else if (!check_placed(&jr, map, key)) {
            rq_jr_skip(&jr);
        }
    }
    CHECK_STR(truth_err.text, "");
    struct rq_out text = {0};
    for (size_t i = 0; i < rq_rgm_actor_count(map); i++)
        rq_soup_listing(&text, map, i, RQ_CP_DEFAULT);
    CHECK(text.size > 0 && !text.failed);
    rq_out_free(&text);
    rq_arena_free(&truth_arena);
    rq_doc_free(doc);
}

static void test_maps(void)
{
    instrs_seen = 0;
    NEEDS_CORPUS("redguard");
    each_corpus("*.RGM", check_map);
    CHECK(instrs_seen > 0);
}

static size_t from_hex(struct rq_str hex, uint8_t *to, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i + 1 < hex.size && n < most; i += 2) {
        char pair[3] = {hex.text[i], hex.text[i + 1], 0};
        to[n++] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return n;
}

/* {code or bytes, listing, ...} */
static void check_case(struct rq_jr *jr)
{
    static uint8_t code[1 << 16];
    struct rq_arena arena = {0};
    struct rq_soup_script *script = NULL;
    struct rq_str key;
    size_t stop;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "code") || rq_str_is(key, "bytes")) {
            struct rq_bytes bytes = {code, from_hex(rq_jr_string(jr), code, sizeof code)};
            script = rq_soup_decode(bytes, &arena, &stop);
            struct rq_out out = {0};
            if (CHECK(script != NULL))
                rq_soup_encode(script, &out);
            CHECK_MEM(out.data, out.size, bytes.data, bytes.size);
            rq_out_free(&out);
        } else if (rq_str_is(key, "listing")) {
            check_listing(jr, script);
        } else {
            rq_jr_skip(jr);
        }
    }
    rq_arena_free(&arena);
}

static void check_cases(const char *path)
{
    struct rq_ctx ctx;
    struct rq_str key;
    size_t size = 0, n = 0;
    const char *file = check_corpus(path);
    uint8_t *data = file ? check_read(file, &size) : NULL;
    check_note("%s", path);
    REQUIRE(data != NULL);
    struct rq_jr jr = open_truth((struct rq_bytes){data, size}, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "tests") && !rq_str_is(key, "fixed") && !rq_str_is(key, "threads") &&
            !rq_str_is(key, "cases")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); n++)
            check_case(&jr);
    }
    CHECK(n > 0);
    CHECK_STR(truth_err.text, "");
    rq_arena_free(&truth_arena);
    free(data);
}

static void test_code(void)
{
    NEEDS_CORPUS("redguard");
    check_cases("redguard/expected/vm.json");
    check_cases("redguard/expected/quirks.json");
}

static void check_sample(struct rq_jr *jr)
{
    struct rq_rgm_command command = {0};
    struct rq_str key;
    uint8_t b[4] = {0};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "bytes")) {
            CHECK_INT(from_hex(rq_jr_string(jr), b, 3), 3);
            command = rq_rgm_command_of(rq_get32(b));
            CHECK_INT(rq_rgm_command_bits(&command), rq_get32(b));
        } else {
            check_command(jr, &command);
        }
    }
}

static void test_commands(void)
{
    struct rq_ctx ctx;
    struct rq_str key;
    size_t size = 0, n = 0;
    NEEDS_CORPUS("redguard/expected/samples.json");
    uint8_t *data = check_read(check_corpus("redguard/expected/samples.json"), &size);
    REQUIRE(data != NULL);
    struct rq_jr jr = open_truth((struct rq_bytes){data, size}, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "anim_command")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); n++)
            check_sample(&jr);
    }
    CHECK(n > 0);
    CHECK_STR(truth_err.text, "");
    rq_arena_free(&truth_arena);
    free(data);
}

TESTS(test_maps, test_code, test_commands)
