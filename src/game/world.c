#include "formats/redguard/rob_parts.h"
#include "game/world_parts.h"

#include <reliquary/engine.h>
#include <stdio.h>

/* Enough for every map of the game many times over; a hostile one names more ropes. */
enum { MOST_NODES = 1 << 17 };

/* ---- nodes ---- */

int world_add_node(struct world *w, const char *name, int parent)
{
    if (w->node_count >= MOST_NODES) {
        rq_fail(w->view->err, RQ_LIMIT, 0, "world", "more than %d things to place", MOST_NODES);
        return -1;
    }
    struct rq_node *grown =
        rq_arena_more(w->arena, &w->nodes, w->node_count, &w->node_room, sizeof *grown);
    char *kept = rq_arena_text(w->arena, name, strlen(name));
    if (!grown || !kept)
        return -1;
    rq_text_clean(kept);
    grown[w->node_count] = rq_node_of(kept, parent);
    return (int)w->node_count++;
}

/* A thing of a section: a node with its number and id, or -1. */
static int add_placed(struct world *w, const char *name, const char *section, size_t index,
                      uint32_t id)
{
    int node = world_add_node(w, name, -1);
    char *extras = rq_arena_printf(w->arena, "{\"section\":\"%s\",\"index\":%zu,\"id\":%u}",
                                   section, index, id);
    if (node >= 0 && extras)
        w->nodes[node].extras = (struct rq_bytes){(const uint8_t *)extras, strlen(extras)};
    return extras ? node : -1;
}

/* Takes back the last node, when it shows nothing and such nodes are not wanted. */
static void drop_marker(struct world *w, int node)
{
    if (w->parts->no_markers && (uint32_t)node + 1 == w->node_count && w->nodes[node].mesh < 0 &&
        w->nodes[node].light < 0)
        w->node_count--;
}

/* ---- what they show ---- */

static bool make_model(struct world *w, const char *name, size_t size, unsigned skin,
                       struct world_model *model)
{
    struct rq_models_found found = rq_models_find(&w->finder, name, size);
    *model = (struct world_model){.mesh = -1};
    if (!found.doc) {
        char plain[RQ_MODEL_NAME];
        rq_model_name(name, size, plain);
        rq_view_misses(w->view, plain, "model");
        return true;
    }
    char *kept = rq_arena_text(w->arena, name, size);
    struct rq_kit_look look = {.name = kept, .bank = skin};
    if (found.segment)
        look = rq_rob_look(found.segment, kept, skin);
    if (kept) {
        rq_text_clean(kept);
        model->mesh = rq_kit_mesh(&w->kit, found.model, &look);
        model->frame_count = found.model->frame_count;
    }
    rq_doc_free(found.doc);
    return kept && w->view->err->code == RQ_OK;
}

bool world_find_model(struct world *w, const char *name, size_t size, unsigned skin,
                      struct world_model *model)
{
    char plain[RQ_MODEL_NAME] = {0};
    uint32_t number;
    rq_model_name(name, size, plain);
    /* Twelve letters are all that a record has room for. */
    plain[12] = 0;
    const uint8_t *letters = (const uint8_t *)plain;
    const uint32_t key[4] = {rq_get32(letters), rq_get32(letters + 4), rq_get32(letters + 8), skin};
    uint32_t before = w->names.count;
    if (!rq_key_set_put(&w->names, w->arena, key, &number))
        return false;
    if (number == before) {
        struct world_model *grown =
            rq_arena_more(w->arena, &w->models, before, &w->model_room, sizeof *grown);
        if (!grown)
            return false;
        if (!make_model(w, plain, strlen(plain), skin, &grown[number]))
            return false;
    }
    *model = w->models[number];
    return true;
}

/* A square of one unit, upright, that grows to the left and up from its anchor. */
static int flat_mesh(struct world *w, unsigned texture)
{
    static const float places[12] = {0, 0, 0, -1, 0, 0, -1, 1, 0, 0, 1, 0};
    static const float normals[12] = {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1};
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    uint32_t number, before = w->names.count;
    /* No name of a model starts with the byte 1. */
    if (!rq_key_set_put(&w->names, w->arena, (uint32_t[4]){1, texture, 0, 0}, &number))
        return -1;
    if (number < before)
        return w->models[number].mesh;
    struct world_model *grown =
        rq_arena_more(w->arena, &w->models, before, &w->model_room, sizeof *grown);
    struct rq_primitive *p = rq_arena_get(w->arena, 1, sizeof *p);
    char *name = rq_arena_printf(w->arena, "flat %u/%u", texture >> 7, texture & 0x7F);
    int material = rq_kit_textured(&w->kit, texture >> 7, texture & 0x7F, &(struct rq_kit_look){0});
    if (!grown || !p || !name || material < 0)
        return -1;
    w->kit.materials[material].double_sided = true;
    *p = (struct rq_primitive){
        .material = material,
        .vertex_count = 4,
        .attributes = {[RQ_POSITION] = places, [RQ_NORMAL] = normals, [RQ_TEXCOORD_0] = uvs},
        .index_count = 6,
        .indices = indices};
    grown[number].mesh =
        rq_kit_add(&w->kit, (struct rq_mesh){.name = name, .primitive_count = 1, .primitives = p});
    return grown[number].mesh;
}

struct rq_light *world_add_light(struct world *w, int node)
{
    struct rq_light *grown =
        rq_arena_more(w->arena, &w->lights, w->light_count, &w->light_room, sizeof *grown);
    if (!grown)
        return NULL;
    grown[w->light_count] = (struct rq_light){
        .name = w->nodes[node].name, .type = RQ_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1};
    w->nodes[node].light = (int)w->light_count++;
    return &grown[w->light_count - 1];
}

static bool add_light(struct world *w, int node, const int16_t rgb[3], int radius)
{
    struct rq_light *light = world_add_light(w, node);
    if (!light)
        return false;
    light->range = radius > 0 ? (float)radius / 20 : 0;
    for (size_t k = 0; k < 3; k++)
        light->color[k] = (float)(rgb[k] < 0 ? 0 : rgb[k] > 255 ? 255 : rgb[k]) / 255;
    return true;
}

/* ---- sections ---- */

static bool show_object(struct world *w, int node, const struct rq_rgm_object *o)
{
    enum { FLAT = 3, LIT_OBJECT = 4, LIGHT = 6 };
    char name[RQ_MODEL_NAME];
    struct world_model model;
    long actor = rq_rgm_actor_find(w->map, o->script, sizeof o->script);
    unsigned skin = actor < 0 ? 0 : rq_actor_skin(w->map, (size_t)actor);
    bool shown = false;
    if ((o->type == LIGHT || o->type == LIT_OBJECT) && !add_light(w, node, o->rgb, o->radius))
        return false;
    if (o->type == FLAT) {
        w->nodes[node].mesh = flat_mesh(w, o->texture);
        return w->nodes[node].mesh >= 0;
    }
    rq_object_model(w->map, o, name);
    if (actor >= 0 && !world_add_actor(w, node, (size_t)actor, name, skin, &shown))
        return false;
    if (shown)
        return true;
    if (!world_find_model(w, name, strlen(name), skin, &model))
        return false;
    w->nodes[node].mesh = model.mesh;
    return true;
}

static bool add_objects(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_object *o = &s->objects[i];
        char name[64];
        snprintf(name, sizeof name, "B_%03zu_%.9s", i, o->script[0] ? o->script : o->model);
        int node = add_placed(w, name, "MPOB", i, o->id);
        if (node < 0)
            return false;
        rq_point_fixed(o->pos, w->nodes[node].translation);
        rq_turn_angles(o->angle, w->nodes[node].rotation);
        if (!show_object(w, node, o))
            return false;
        drop_marker(w, node);
    }
    return true;
}

static bool add_model_node(struct world *w, int node, const char *model_name, size_t size)
{
    struct world_model model;
    if (!world_find_model(w, model_name, size, 0, &model))
        return false;
    w->nodes[node].mesh = model.mesh;
    return true;
}

static bool add_statics(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_static *o = &s->statics[i];
        char name[64];
        snprintf(name, sizeof name, "S%03zu_%.12s", i, o->model);
        int node = add_placed(w, name, "MPSO", i, o->id);
        if (node < 0 || !add_model_node(w, node, o->model, sizeof o->model))
            return false;
        rq_point_whole(o->pos, w->nodes[node].translation);
        rq_turn_matrix(o->matrix, w->nodes[node].rotation, w->nodes[node].scale);
        drop_marker(w, node);
    }
    return true;
}

static bool add_rope(struct world *w, size_t index, const struct rq_rgm_rope *rope)
{
    float top[3];
    unsigned links = rope->length > 0 ? (unsigned)rope->length : 0;
    unsigned all = links + (rope->static_model[0] != 0);
    rq_point_fixed(rope->pos, top);
    for (unsigned k = 0; k < all; k++) {
        const char *model = k < links ? rope->rope_model : rope->static_model;
        char name[64];
        snprintf(name, sizeof name, "R%03zu_%03u_%.9s", index, k, model);
        int node = add_placed(w, name, "MPRP", index, rope->id);
        if (node < 0 || !add_model_node(w, node, model, sizeof rope->rope_model))
            return false;
        rq_rope_link(top, k, w->nodes[node].translation);
        drop_marker(w, node);
    }
    return true;
}

static bool add_ropes(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!add_rope(w, i, &s->ropes[i]))
            return false;
    return true;
}

static bool add_flats(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_flat *o = &s->flats[i];
        char name[64];
        snprintf(name, sizeof name, "F%03zu_%03u_%03u", i, o->texture >> 7, o->texture & 0x7F);
        int node = add_placed(w, name, "MPSF", i, o->id);
        int mesh = node < 0 ? -1 : flat_mesh(w, o->texture);
        if (mesh < 0)
            return false;
        w->nodes[node].mesh = mesh;
        rq_point_whole(o->pos, w->nodes[node].translation);
    }
    return true;
}

static bool add_lights(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_light *o = &s->lights[i];
        char name[64];
        snprintf(name, sizeof name, "L%03zu", i);
        int node = add_placed(w, name, "MPSL", i, o->id);
        if (node < 0 || !add_light(w, node, o->rgb, o->radius))
            return false;
        rq_point_whole(o->pos, w->nodes[node].translation);
    }
    return true;
}

static bool add_markers(struct world *w, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count && !w->parts->no_markers; i++) {
        char name[64];
        snprintf(name, sizeof name, "M%03zu", i);
        int node = add_placed(w, name, "MPMK", i, s->markers[i].flag);
        if (node < 0)
            return false;
        rq_point_whole(s->markers[i].pos, w->nodes[node].translation);
    }
    return true;
}

static bool add_sections(struct world *w)
{
    static const struct {
        enum rq_rgm_kind kind;
        bool (*add)(struct world *w, const struct rq_rgm_section *s);
    } sections[] = {{RQ_RGM_MPOB, add_objects}, {RQ_RGM_MPSO, add_statics},
                    {RQ_RGM_MPRP, add_ropes},   {RQ_RGM_MPSF, add_flats},
                    {RQ_RGM_MPSL, add_lights},  {RQ_RGM_MPMK, add_markers}};
    for (size_t i = 0; w->map && i < sizeof sections / sizeof sections[0]; i++) {
        const struct rq_rgm_section *s = rq_rgm_section(w->map, sections[i].kind);
        if (s && !sections[i].add(w, s))
            return false;
    }
    return true;
}

/* ---- the scene ---- */

bool rq_world_shows(const struct rq_format *format)
{
    return rq_word_in("rgm wld", format->info.name, strlen(format->info.name));
}

bool rq_world_scene(const struct rq_world_parts *parts, const struct rq_view *view,
                    struct rq_scene *scene)
{
    struct world w = {.parts = parts, .map = parts->map, .view = view, .arena = view->arena};
    struct rq_doc *names =
        parts->items ? rq_redguard_read(view->env, "SOUP386.DEF", "def", NULL) : NULL;
    w.finder = (struct rq_models){.env = view->env, .arena = view->arena, .map = parts->name};
    w.def = names ? rq_doc_root(names, "def") : NULL;
    bool fine = rq_kit_open(&w.kit, view) && rq_key_set_open(&w.names, w.arena, 64) &&
                world_add_terrain(&w) && add_sections(&w) && world_add_sky(&w) && world_animate(&w);
    rq_models_close(&w.finder);
    rq_doc_free(names);
    if (!fine)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "world", "out of memory");
    *scene = (struct rq_scene){.name = parts->name,
                               .node_count = w.node_count,
                               .nodes = w.nodes,
                               .light_count = w.light_count,
                               .lights = w.lights,
                               .animation_count = w.animation_count,
                               .animations = w.animations,
                               .extras = parts->extras};
    rq_kit_close(&w.kit, scene);
    return true;
}
