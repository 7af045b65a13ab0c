/* Binary glTF 2.0. The JSON is written in one go; accessors are made as meshes, skins and
 * animations ask for them, and listed at the end. */
#include "convert/convert.h"
#include "convert/glb_write.h"

/* ---- small parts of JSON ---- */

void rq_glb_put_uint(struct rq_glb *g, const char *key, uint64_t v)
{
    rq_json_key(&g->json, key);
    rq_json_u64(&g->json, v);
}

void rq_glb_put_name(struct rq_glb *g, const char *name)
{
    if (!name)
        return;
    rq_json_key(&g->json, "name");
    rq_json_str(&g->json, name);
}

void rq_glb_put_floats(struct rq_glb *g, const char *key, const float *v, size_t count)
{
    rq_json_key(&g->json, key);
    rq_json_array(&g->json);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(&g->json, v[i]);
    rq_json_end_array(&g->json);
}

void rq_glb_put_extras(struct rq_glb *g, struct rq_bytes extras)
{
    if (!extras.size)
        return;
    rq_json_key(&g->json, "extras");
    rq_json_raw(&g->json, extras);
}

bool rq_glb_in_list(int index, uint32_t count)
{
    return index >= -1 && (index < 0 || (uint32_t)index < count);
}

/* ---- binary data ---- */

bool rq_glb_well(const struct rq_glb *g)
{
    return g->err->code == RQ_OK && !g->text.failed && !rq_glb_failed(&g->data);
}

/* ---- nodes ---- */

static bool differ(const float *a, const float *b, size_t count)
{
    bool differs = false;
    for (size_t i = 0; i < count; i++)
        differs |= rq_bits_of(a[i]) != rq_bits_of(b[i]);
    return differs;
}

static void put_transform(struct rq_glb *g, const struct rq_node *n)
{
    static const float none[3] = {0, 0, 0}, unit[3] = {1, 1, 1}, still[4] = {0, 0, 0, 1};
    if (differ(n->translation, none, 3))
        rq_glb_put_floats(g, "translation", n->translation, 3);
    if (differ(n->rotation, still, 4))
        rq_glb_put_floats(g, "rotation", n->rotation, 4);
    if (differ(n->scale, unit, 3))
        rq_glb_put_floats(g, "scale", n->scale, 3);
}

static bool check_node(struct rq_glb *g, uint32_t i)
{
    const struct rq_node *n = &g->scene->nodes[i];
    if (!rq_glb_in_list(n->parent, i))
        return RQ_GLB_BAD(g, "node %u: its parent %d is not an earlier node", i, n->parent);
    if (!rq_glb_in_list(n->mesh, g->scene->mesh_count) ||
        !rq_glb_in_list(n->skin, g->scene->skin_count) ||
        !rq_glb_in_list(n->light, g->scene->light_count))
        return RQ_GLB_BAD(g, "node %u: no such mesh, skin or light", i);
    if (!rq_glb_finite(n->translation, 3) || !rq_glb_finite(n->rotation, 4) ||
        !rq_glb_finite(n->scale, 3))
        return RQ_GLB_BAD(g, "node %u: its place is not finite", i);
    return true;
}

static void put_node(struct rq_glb *g, const struct rq_node *n, const uint32_t *children,
                     uint32_t child_count)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    rq_glb_put_name(g, n->name);
    if (child_count) {
        rq_json_key(j, "children");
        rq_json_array(j);
        for (uint32_t i = 0; i < child_count; i++)
            rq_json_u64(j, children[i]);
        rq_json_end_array(j);
    }
    put_transform(g, n);
    if (n->mesh >= 0)
        rq_glb_put_uint(g, "mesh", (uint64_t)n->mesh);
    if (n->skin >= 0)
        rq_glb_put_uint(g, "skin", (uint64_t)n->skin);
    if (n->light >= 0) {
        rq_json_key(j, "extensions");
        rq_json_object(j);
        rq_json_key(j, "KHR_lights_punctual");
        rq_json_object(j);
        rq_glb_put_uint(g, "light", (uint64_t)n->light);
        rq_json_end_object(j);
        rq_json_end_object(j);
    }
    rq_glb_put_extras(g, n->extras);
    rq_json_end_object(j);
}

/* The children of all nodes in one list, those of node i from first[i] to first[i + 1]; the
 * roots are those of node `count`. */
static bool sort_children(struct rq_glb *g, uint32_t **list, uint32_t **first)
{
    uint32_t count = g->scene->node_count;
    uint32_t *at = rq_arena_get(&g->arena, (size_t)count + 2, sizeof *at);
    uint32_t *all = rq_arena_get(&g->arena, (size_t)count + 1, sizeof *all);
    uint32_t *next = rq_arena_get(&g->arena, (size_t)count + 1, sizeof *next);
    if (!at || !all || !next)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        int parent = g->scene->nodes[i].parent;
        at[(parent < 0 ? count : (uint32_t)parent) + 1]++;
    }
    for (uint32_t i = 0; i <= count; i++)
        at[i + 1] += at[i];
    memcpy(next, at, ((size_t)count + 1) * sizeof *next);
    for (uint32_t i = 0; i < count; i++) {
        int parent = g->scene->nodes[i].parent;
        all[next[parent < 0 ? count : (uint32_t)parent]++] = i;
    }
    *list = all;
    *first = at;
    return true;
}

static bool put_scene_and_nodes(struct rq_glb *g)
{
    const struct rq_scene *s = g->scene;
    struct rq_json *j = &g->json;
    uint32_t *children = NULL, *first = NULL;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (!check_node(g, i))
            return false;
    if (!sort_children(g, &children, &first) || !first)
        return false;
    rq_glb_put_uint(g, "scene", 0);
    rq_json_key(j, "scenes");
    rq_json_array(j);
    rq_json_object(j);
    rq_glb_put_name(g, s->name);
    if (s->node_count) {
        rq_json_key(j, "nodes");
        rq_json_array(j);
        for (uint32_t i = first[s->node_count]; i < first[s->node_count + 1]; i++)
            rq_json_u64(j, children[i]);
        rq_json_end_array(j);
    }
    rq_glb_put_extras(g, s->extras);
    rq_json_end_object(j);
    rq_json_end_array(j);
    if (!s->node_count)
        return true;
    rq_json_key(j, "nodes");
    rq_json_array(j);
    for (uint32_t i = 0; i < s->node_count; i++)
        put_node(g, &s->nodes[i], children + first[i], first[i + 1] - first[i]);
    rq_json_end_array(j);
    return true;
}

/* ---- all together ---- */

/* Room for as many accessors as there can be, so that nothing has to grow. */
static bool make_room(struct rq_glb *g)
{
    const struct rq_scene *s = g->scene;
    size_t count = 0;
    for (uint32_t i = 0; i < s->mesh_count; i++)
        count += s->meshes[i].primitive_count *
                 ((size_t)RQ_ATTRIBUTES + 1 + (size_t)s->meshes[i].morph_count * 2);
    for (uint32_t i = 0; i < s->animation_count; i++)
        count += (size_t)s->animations[i].channel_count * 2;
    count += s->skin_count;
    g->image_of = rq_arena_get(&g->arena, s->texture_count, sizeof *g->image_of);
    g->images = rq_arena_get(&g->arena, s->texture_count, sizeof *g->images);
    if (!rq_glb_data_open(&g->data, &g->arena, count, s->texture_count) || !g->image_of ||
        !g->images)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    return true;
}

static bool put_text(struct rq_glb *g)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    rq_json_key(j, "asset");
    rq_json_object(j);
    rq_json_key(j, "version");
    rq_json_str(j, "2.0");
    rq_json_key(j, "generator");
    rq_json_str(j, "Reliquary");
    rq_json_end_object(j);
    if (!rq_glb_put_lights(g) || !put_scene_and_nodes(g) || !rq_glb_put_meshes(g) ||
        !rq_glb_put_materials(g) || !rq_glb_put_textures(g) || !rq_glb_put_animations(g) ||
        !rq_glb_put_skins(g))
        return false;
    for (int i = 0; i < RQ_GLB_PARTS; i++)
        rq_glb_align(&g->data, (enum rq_glb_part)i);
    rq_glb_data_json(&g->data, j);
    rq_json_end_object(j);
    while (g->text.size & 3 && !g->text.failed)
        rq_put8(&g->text, ' ');
    return rq_glb_well(g);
}

static void put_container(const struct rq_glb *g, struct rq_out *out)
{
    uint64_t size = rq_glb_size(&g->data), bin = size ? 8 + size : 0;
    rq_reserve(out, (size_t)(20 + g->text.size + bin));
    rq_put32(out, RQ_GLB_MAGIC);
    rq_put32(out, 2);
    rq_put_size(out, 12 + 8 + (uint64_t)g->text.size + bin);
    rq_put_size(out, g->text.size);
    rq_put32(out, RQ_GLB_JSON);
    rq_put_bytes(out, rq_out_bytes(&g->text));
    if (!bin)
        return;
    rq_put_size(out, size);
    rq_put32(out, RQ_GLB_BIN);
    for (size_t i = 0; i < RQ_GLB_PARTS; i++)
        rq_put_bytes(out, rq_out_bytes(&g->data.parts[i]));
}

bool rq_glb_write(struct rq_out *out, const struct rq_scene *scene, struct rq_pictures *pictures,
                  struct rq_error *err)
{
    struct rq_error own = {0};
    struct rq_glb g = {.scene = scene, .err = err ? err : &own, .pictures = pictures};
    g.data.err = g.err;
    g.arena.alloc = g.text.alloc = out->alloc;
    for (size_t i = 0; i < RQ_GLB_PARTS; i++)
        g.data.parts[i].alloc = out->alloc;
    g.json = (struct rq_json){.out = &g.text, .compact = true};
    if (make_room(&g) && put_text(&g))
        put_container(&g, out);
    if (g.text.failed)
        rq_fail_out(g.err, &g.text);
    else if (rq_glb_failed(&g.data))
        rq_fail_out(g.err, rq_glb_failed(&g.data));
    else if (out->failed)
        rq_fail_out(g.err, out);
    rq_out_free(&g.text);
    for (size_t i = 0; i < RQ_GLB_PARTS; i++)
        rq_out_free(&g.data.parts[i]);
    rq_arena_free(&g.arena);
    return g.err->code == RQ_OK;
}
