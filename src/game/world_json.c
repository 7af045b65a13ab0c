/* What a scene has no place for: the actors of a map with all that they have, markers, paths. */
#include "core/json.h"
#include "game/redguard.h"
#include "game/world.h"

#include <reliquary/engine.h>

RQ_RECORD_TABLE(rq_rgm_extra, RQ_RGM_EXTRA);
RQ_RECORD_TABLE(rq_rgm_collision, RQ_RGM_COLLISION);
RQ_RECORD_TABLE(rq_rgm_box, RQ_RGM_BOX);

/* Actors may share their parts; a hostile map has thousands share all of it. */
enum { MOST_BYTES = 256 << 20 };

struct writer {
    const struct rq_rgm *map;
    enum rq_codepage page;
    struct rq_json j;
    struct rq_arena temp;
};

static void put_number(struct rq_json *j, const char *key, int64_t v)
{
    rq_json_key(j, key);
    rq_json_i64(j, v);
}

static void put_numbers(struct rq_json *j, const char *key, const int32_t *v, size_t count)
{
    rq_json_key(j, key);
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_i64(j, v[i]);
    rq_json_end_array(j);
}

static void put_fixed(struct writer *w, const char *key, const char *text, size_t size)
{
    rq_json_key(&w->j, key);
    rq_json_text(&w->j, w->page, (struct rq_bytes){(const uint8_t *)text, strnlen(text, size)});
}

static void put_command(struct rq_json *j, const struct rq_rgm_command *c)
{
    const struct rq_rgm_command_info *info = rq_rgm_command_info(c->opcode);
    rq_json_object_row(j);
    put_number(j, "opcode", c->opcode);
    rq_json_key(j, "name");
    rq_json_str(j, info->name);
    for (unsigned k = 0; k < info->count; k++)
        put_number(j, info->params[k], c->params[k]);
    rq_json_end_object(j);
}

static bool put_group(struct writer *w, const struct rq_rgm_group *group,
                      const struct rq_rgm_model *models, size_t model_count)
{
    struct rq_json *j = &w->j;
    struct rq_play play;
    struct rq_step *steps = rq_arena_get(&w->temp, group->count, sizeof *steps);
    if (!steps)
        return false;
    rq_play_group(group, models, model_count, 0, steps, group->count, &play);
    rq_json_object(j);
    put_number(j, "group", group->group);
    put_number(j, "speed", group->speed);
    put_number(j, "type", group->type);
    rq_json_key(j, "seconds");
    rq_json_f64(j, (double)play.ticks / RQ_TICKS_A_SECOND);
    rq_json_key(j, "loops");
    rq_json_bool(j, play.loops);
    rq_json_key(j, "commands");
    rq_json_array(j);
    for (size_t i = 0; i < group->count; i++)
        put_command(j, &group->commands[i]);
    rq_json_end_array(j);
    rq_json_end_object(j);
    return true;
}

static bool put_animation(struct writer *w, size_t actor)
{
    struct rq_json *j = &w->j;
    size_t model_count = 0, group_count = 0;
    const struct rq_rgm_model *models = rq_rgm_actor_raan(w->map, actor, &model_count);
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(w->map, actor, &group_count);
    rq_json_key(j, "models");
    rq_json_array(j);
    for (size_t i = 0; i < model_count; i++) {
        rq_json_object_row(j);
        rq_json_key(j, "path");
        rq_json_text(j, w->page, models[i].path);
        put_number(j, "frames", models[i].frame_count);
        put_number(j, "faces", models[i].face_count);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "groups");
    rq_json_array(j);
    for (size_t i = 0; i < group_count; i++)
        if (!put_group(w, &groups[i], models, model_count))
            return false;
    rq_json_end_array(j);
    return true;
}

static void put_attributes(struct writer *w, size_t actor)
{
    const struct rq_rgm_attributes *a = rq_rgm_actor_attributes(w->map, actor);
    rq_json_key(&w->j, "attributes");
    rq_json_array_row(&w->j);
    for (size_t i = 0; a && i < 256; i++) {
        if (!a->values[i])
            continue;
        rq_json_array_row(&w->j);
        rq_json_u64(&w->j, i);
        rq_json_u64(&w->j, a->values[i]);
        rq_json_end_array(&w->j);
    }
    rq_json_end_array(&w->j);
}

static void put_volumes(struct writer *w, size_t actor)
{
    struct rq_json *j = &w->j;
    const struct rq_rgm_section *boxes = rq_rgm_section(w->map, RQ_RGM_MPSZ);
    const struct rq_rgm_actor *head = rq_rgm_actor(w->map, actor);
    const int32_t numbers[3] = {head->mpsz_normal, head->mpsz_combat, head->mpsz_dead};
    static const char *const names[3] = {"normal", "combat", "dead"};
    rq_json_key(j, "boxes");
    rq_json_object(j);
    for (size_t k = 0; k < 3; k++) {
        if (!boxes || numbers[k] < 0 || (size_t)numbers[k] >= boxes->count)
            continue;
        rq_json_key(j, names[k]);
        rq_json_object_row(j);
        rq_rec_json(j, &rq_rgm_box_rec, &boxes->boxes[numbers[k]], w->page);
        rq_json_end_object(j);
    }
    rq_json_end_object(j);
    size_t count = 0;
    const struct rq_rgm_collision *spheres = rq_rgm_actor_collisions(w->map, actor, &count);
    rq_json_key(j, "spheres");
    rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        rq_json_object_row(j);
        rq_rec_json(j, &rq_rgm_collision_rec, &spheres[i], w->page);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_places(struct writer *w, size_t actor)
{
    struct rq_json *j = &w->j;
    size_t count = 0;
    const struct rq_rgm_location *places = rq_rgm_actor_locations(w->map, actor, &count);
    rq_json_key(j, "locations");
    rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        rq_json_array_row(j);
        for (size_t k = 0; k < 3; k++)
            rq_json_i64(j, places[i].offset[k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    const uint32_t *hooks = rq_rgm_actor_hooks(w->map, actor, &count);
    rq_json_key(j, "hooks");
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_hex32(j, hooks[i]);
    rq_json_end_array(j);
    const int32_t *variables = rq_rgm_actor_variables(w->map, actor, &count);
    put_numbers(j, "variables", variables, count);
}

/* The listing, line by line: readable where JSON is read. */
static bool put_script(struct writer *w, size_t actor)
{
    struct rq_out text = {.alloc = w->j.out->alloc};
    rq_soup_listing(&text, w->map, actor, w->page);
    rq_json_key(&w->j, "script");
    rq_json_array(&w->j);
    for (size_t at = 0; at < text.size && !text.failed;) {
        const uint8_t *end = memchr(text.data + at, '\n', text.size - at);
        size_t size = end ? (size_t)(end - (text.data + at)) : text.size - at;
        rq_json_utf8(&w->j, (struct rq_bytes){text.data + at, size});
        at += size + 1;
    }
    rq_json_end_array(&w->j);
    bool fine = !text.failed;
    rq_out_free(&text);
    return fine;
}

static bool put_actor(struct writer *w, size_t actor)
{
    struct rq_json *j = &w->j;
    const struct rq_rgm_actor *head = rq_rgm_actor(w->map, actor);
    const struct rq_rgm_extra *extra = rq_rgm_actor_raex(w->map, actor);
    rq_json_object(j);
    put_number(j, "index", (int64_t)actor);
    put_fixed(w, "name", head->name, sizeof head->name);
    rq_json_key(j, "namespace");
    rq_json_text(j, w->page, rq_rgm_actor_name(w->map, actor));
    put_number(j, "instances", head->instances);
    put_number(j, "texture", rq_actor_skin(w->map, actor));
    if (extra) {
        rq_json_key(j, "extra");
        rq_json_object_row(j);
        rq_rec_json(j, &rq_rgm_extra_rec, extra, w->page);
        rq_json_end_object(j);
    }
    put_attributes(w, actor);
    put_volumes(w, actor);
    put_places(w, actor);
    bool fine = put_animation(w, actor) && put_script(w, actor);
    rq_json_end_object(j);
    return fine;
}

static void put_markers(struct writer *w)
{
    const struct rq_rgm_section *s = rq_rgm_section(w->map, RQ_RGM_MPMK);
    rq_json_key(&w->j, "markers");
    rq_json_array(&w->j);
    for (size_t i = 0; s && i < s->count; i++) {
        rq_json_object_row(&w->j);
        put_numbers(&w->j, "pos", s->markers[i].pos, 3);
        put_number(&w->j, "flag", s->markers[i].flag);
        rq_json_end_object(&w->j);
    }
    rq_json_end_array(&w->j);
}

static void put_node(struct rq_json *j, const struct rq_rgm_node *node)
{
    const int32_t pos[3] = {node->record.x, node->record.y, node->record.z};
    rq_json_object_row(j);
    put_numbers(j, "pos", pos, 3);
    rq_json_key(j, "routes");
    rq_json_array_row(j);
    for (size_t i = 0; i < node->record.route_count; i++) {
        rq_json_array_row(j);
        rq_json_u64(j, node->routes[i].target);
        rq_json_u64(j, node->routes[i].cost);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void put_walks(struct writer *w)
{
    const struct rq_rgm_section *s = rq_rgm_section(w->map, RQ_RGM_WDNM);
    rq_json_key(&w->j, "walk_maps");
    rq_json_array(&w->j);
    for (size_t i = 0; s && i < s->count; i++) {
        const struct rq_rgm_walk *walk = &s->walks[i];
        rq_json_object(&w->j);
        put_numbers(&w->j, "pos", walk->record.pos, 3);
        put_number(&w->j, "radius", walk->record.radius);
        rq_json_key(&w->j, "nodes");
        rq_json_array(&w->j);
        for (size_t k = 0; k < walk->record.node_count; k++)
            put_node(&w->j, &walk->nodes[k]);
        rq_json_end_array(&w->j);
        rq_json_end_object(&w->j);
    }
    rq_json_end_array(&w->j);
}

bool rq_world_json(const struct rq_world_parts *parts, const struct rq_env *env, struct rq_out *out,
                   struct rq_error *err)
{
    const struct rq_rgm *map = parts->map;
    struct writer w = {
        .map = map, .page = parts->page, .j = {.out = out}, .temp = {.alloc = out->alloc}};
    bool fine = true;
    rq_json_object(&w.j);
    if (parts->entry) {
        rq_json_key(&w.j, "world");
        rq_json_object(&w.j);
        rq_world_entry_json(&w.j, parts->entry, env);
        rq_json_end_object(&w.j);
    }
    rq_world_surfaces_json(&w.j, parts->wld, env);
    rq_json_key(&w.j, "actors");
    rq_json_array(&w.j);
    size_t start = out->size;
    for (size_t i = 0; i < rq_rgm_actor_count(map) && fine && !out->failed; i++) {
        fine = put_actor(&w, i);
        if (out->size - start > MOST_BYTES)
            out->failed = RQ_LIMIT;
    }
    rq_json_end_array(&w.j);
    put_markers(&w);
    put_walks(&w);
    rq_json_end_object(&w.j);
    rq_put8(out, '\n');
    rq_arena_free(&w.temp);
    if (!fine)
        return rq_fail(err, RQ_NO_MEMORY, 0, "world", "out of memory");
    return !out->failed || rq_fail_out(err, out);
}
