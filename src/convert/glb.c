/* Binary glTF 2.0. The JSON is written in one go; accessors are made as meshes, skins and
 * animations ask for them, and listed at the end. */
#include "convert/convert.h"
#include "convert/glb_data.h"

enum { NEAREST = 9728, LINEAR = 9729, NEAREST_MIPMAP_LINEAR = 9986, LINEAR_MIPMAP_LINEAR = 9987 };

struct glb {
    const struct rq_scene *scene;
    struct rq_error *err;
    struct rq_arena arena;
    struct rq_out text;
    struct rq_json json;
    struct rq_glb_data data;
    size_t *image_views; /* of the texture with the same number */
    size_t *image_of;    /* texture -> image */
    size_t image_count;
};

#define BAD(g, ...) rq_fail((g)->err, RQ_USAGE, 0, "glb", __VA_ARGS__)

/* ---- small parts of JSON ---- */

static void put_uint(struct glb *g, const char *key, uint64_t v)
{
    rq_json_key(&g->json, key);
    rq_json_u64(&g->json, v);
}

static void put_name(struct glb *g, const char *name)
{
    if (!name)
        return;
    rq_json_key(&g->json, "name");
    rq_json_str(&g->json, name);
}

static void put_floats(struct glb *g, const char *key, const float *v, size_t count)
{
    rq_json_key(&g->json, key);
    rq_json_array(&g->json);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(&g->json, v[i]);
    rq_json_end_array(&g->json);
}

static void put_extras(struct glb *g, struct rq_bytes extras)
{
    if (!extras.size)
        return;
    rq_json_key(&g->json, "extras");
    rq_json_raw(&g->json, extras);
}

static bool in_list(int index, uint32_t count)
{
    return index >= -1 && (index < 0 || (uint32_t)index < count);
}

/* ---- binary data ---- */

static bool all_well(const struct glb *g)
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

static void put_transform(struct glb *g, const struct rq_node *n)
{
    static const float none[3] = {0, 0, 0}, unit[3] = {1, 1, 1}, still[4] = {0, 0, 0, 1};
    if (differ(n->translation, none, 3))
        put_floats(g, "translation", n->translation, 3);
    if (differ(n->rotation, still, 4))
        put_floats(g, "rotation", n->rotation, 4);
    if (differ(n->scale, unit, 3))
        put_floats(g, "scale", n->scale, 3);
}

static bool check_node(struct glb *g, uint32_t i)
{
    const struct rq_node *n = &g->scene->nodes[i];
    if (!in_list(n->parent, i))
        return BAD(g, "node %u: its parent %d is not an earlier node", i, n->parent);
    if (!in_list(n->mesh, g->scene->mesh_count) || !in_list(n->skin, g->scene->skin_count) ||
        !in_list(n->light, g->scene->light_count))
        return BAD(g, "node %u: no such mesh, skin or light", i);
    if (!rq_glb_finite(n->translation, 3) || !rq_glb_finite(n->rotation, 4) ||
        !rq_glb_finite(n->scale, 3))
        return BAD(g, "node %u: its place is not finite", i);
    return true;
}

static void put_node(struct glb *g, const struct rq_node *n, const uint32_t *children,
                     uint32_t child_count)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    put_name(g, n->name);
    if (child_count) {
        rq_json_key(j, "children");
        rq_json_array(j);
        for (uint32_t i = 0; i < child_count; i++)
            rq_json_u64(j, children[i]);
        rq_json_end_array(j);
    }
    put_transform(g, n);
    if (n->mesh >= 0)
        put_uint(g, "mesh", (uint64_t)n->mesh);
    if (n->skin >= 0)
        put_uint(g, "skin", (uint64_t)n->skin);
    if (n->light >= 0) {
        rq_json_key(j, "extensions");
        rq_json_object(j);
        rq_json_key(j, "KHR_lights_punctual");
        rq_json_object(j);
        put_uint(g, "light", (uint64_t)n->light);
        rq_json_end_object(j);
        rq_json_end_object(j);
    }
    put_extras(g, n->extras);
    rq_json_end_object(j);
}

/* The children of all nodes in one list, those of node i from first[i] to first[i + 1]; the
 * roots are those of node `count`. */
static bool sort_children(struct glb *g, uint32_t **list, uint32_t **first)
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

static bool put_scene_and_nodes(struct glb *g)
{
    const struct rq_scene *s = g->scene;
    struct rq_json *j = &g->json;
    uint32_t *children = NULL, *first = NULL;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (!check_node(g, i))
            return false;
    if (!sort_children(g, &children, &first) || !first)
        return false;
    put_uint(g, "scene", 0);
    rq_json_key(j, "scenes");
    rq_json_array(j);
    rq_json_object(j);
    put_name(g, s->name);
    if (s->node_count) {
        rq_json_key(j, "nodes");
        rq_json_array(j);
        for (uint32_t i = first[s->node_count]; i < first[s->node_count + 1]; i++)
            rq_json_u64(j, children[i]);
        rq_json_end_array(j);
    }
    put_extras(g, s->extras);
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

/* ---- meshes ---- */

static bool check_primitive(struct glb *g, uint32_t mesh, const struct rq_primitive *p)
{
    if (!p->attributes[RQ_POSITION] || p->vertex_count == 0)
        return BAD(g, "mesh %u: no positions", mesh);
    if (!in_list(p->material, g->scene->material_count))
        return BAD(g, "mesh %u: no material %d", mesh, p->material);
    if (p->indices ? p->index_count == 0 || p->index_count % 3 : p->vertex_count % 3)
        return BAD(g, "mesh %u: not whole triangles", mesh);
    bool textured = p->material >= 0 && g->scene->materials[p->material].texture >= 0;
    if (textured && !p->attributes[RQ_TEXCOORD_0])
        return BAD(g, "mesh %u: a texture without coordinates", mesh);
    if (!p->attributes[RQ_JOINTS_0] != !p->attributes[RQ_WEIGHTS_0])
        return BAD(g, "mesh %u: joints and weights need each other", mesh);
    if (g->scene->meshes[mesh].morph_count && !p->morphs)
        return BAD(g, "mesh %u: no morph targets", mesh);
    return true;
}

/* All targets of a primitive have the same attributes: one that lacks what another has gets
 * zeros, which cost nothing (an accessor without a view). */
static void put_targets(struct glb *g, const struct rq_primitive *p, uint32_t count)
{
    struct rq_json *j = &g->json;
    bool positions = false, normals = false;
    for (uint32_t i = 0; i < count; i++) {
        positions |= p->morphs[i].positions != NULL;
        normals |= p->morphs[i].normals && p->attributes[RQ_NORMAL];
    }
    rq_json_key(j, "targets");
    rq_json_array(j);
    for (uint32_t i = 0; i < count && all_well(g); i++) {
        const struct rq_morph *m = &p->morphs[i];
        rq_json_object(j);
        if (positions || !normals)
            put_uint(
                g, "POSITION",
                rq_glb_accessor(&g->data, RQ_GLB_POSITION, m->positions, NULL, p->vertex_count, 0));
        if (normals)
            put_uint(g, "NORMAL",
                     rq_glb_accessor(&g->data, RQ_GLB_VEC3, m->normals, NULL, p->vertex_count, 0));
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_primitive(struct glb *g, const struct rq_primitive *p, uint32_t morph_count)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    rq_json_key(j, "attributes");
    rq_json_object(j);
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++) {
        if (!p->attributes[i])
            continue;
        const float *with = i == RQ_JOINTS_0 ? p->attributes[RQ_WEIGHTS_0] : NULL;
        put_uint(g, rq_glb_attributes[i].name,
                 rq_glb_accessor(&g->data, rq_glb_attributes[i].kind, p->attributes[i], with,
                                 p->vertex_count, 0));
    }
    rq_json_end_object(j);
    /* 65535 as an index of 16 bits would mean "start anew". */
    if (p->indices)
        put_uint(g, "indices",
                 rq_glb_accessor(&g->data,
                                 p->vertex_count <= 65535 ? RQ_GLB_INDEX16 : RQ_GLB_INDEX32,
                                 p->indices, NULL, p->index_count, p->vertex_count));
    if (p->material >= 0)
        put_uint(g, "material", (uint64_t)p->material);
    if (morph_count)
        put_targets(g, p, morph_count);
    rq_json_end_object(j);
}

static struct rq_bytes trimmed(struct rq_bytes text)
{
    while (text.size && strchr(" \t\r\n", text.data[0]))
        text = (struct rq_bytes){text.data + 1, text.size - 1};
    while (text.size && strchr(" \t\r\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

/* The names of morph targets have their customary place in the extras, as targetNames;
 * members of the mesh's own extras follow, and a value that is no object becomes "value". */
static void put_mesh_extras(struct glb *g, const struct rq_mesh *mesh)
{
    struct rq_json *j = &g->json;
    const struct rq_morph *morphs = mesh->morph_count ? mesh->primitives[0].morphs : NULL;
    bool named = false;
    for (uint32_t i = 0; morphs && i < mesh->morph_count; i++)
        named |= morphs[i].name != NULL;
    if (!named) {
        put_extras(g, mesh->extras);
        return;
    }
    rq_json_key(j, "extras");
    rq_json_object(j);
    rq_json_key(j, "targetNames");
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->morph_count; i++)
        rq_json_str(j, morphs[i].name ? morphs[i].name : "");
    rq_json_end_array(j);
    struct rq_bytes own = trimmed(mesh->extras);
    if (own.size >= 2 && own.data[0] == '{') {
        own = trimmed((struct rq_bytes){own.data + 1, own.size - 2});
        if (own.size) {
            rq_put8(&g->text, ',');
            rq_put_bytes(&g->text, own);
        }
    } else if (own.size) {
        rq_json_key(j, "value");
        rq_json_raw(j, own);
    }
    rq_json_end_object(j);
}

static bool put_meshes(struct glb *g)
{
    struct rq_json *j = &g->json;
    if (!g->scene->mesh_count)
        return true;
    rq_json_key(j, "meshes");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->mesh_count && all_well(g); i++) {
        const struct rq_mesh *mesh = &g->scene->meshes[i];
        if (!mesh->primitive_count)
            return BAD(g, "mesh %u: no primitives", i);
        rq_json_object(j);
        put_name(g, mesh->name);
        rq_json_key(j, "primitives");
        rq_json_array(j);
        for (uint32_t k = 0; k < mesh->primitive_count; k++) {
            if (!check_primitive(g, i, &mesh->primitives[k]))
                return false;
            put_primitive(g, &mesh->primitives[k], mesh->morph_count);
        }
        rq_json_end_array(j);
        put_mesh_extras(g, mesh);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    return all_well(g);
}

/* ---- materials and textures ---- */

static float clamped(float v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* Colours must lie between 0 and 1. */
static void put_color(struct glb *g, const char *key, const float *color, unsigned count,
                      float usual)
{
    float v[4];
    bool differs = false;
    for (unsigned i = 0; i < count; i++) {
        v[i] = clamped(color[i]);
        differs |= v[i] < usual || v[i] > usual;
    }
    if (differs)
        put_floats(g, key, v, count);
}

/* "outer": {"inner": {}} */
static void put_empty(struct glb *g, const char *outer, const char *inner)
{
    rq_json_key(&g->json, outer);
    rq_json_object(&g->json);
    rq_json_key(&g->json, inner);
    rq_json_object(&g->json);
    rq_json_end_object(&g->json);
    rq_json_end_object(&g->json);
}

static bool put_material(struct glb *g, uint32_t index)
{
    const struct rq_material *m = &g->scene->materials[index];
    struct rq_json *j = &g->json;
    if (!in_list(m->texture, g->scene->texture_count) ||
        !in_list(m->lightmap, g->scene->texture_count))
        return BAD(g, "material %u: no texture %d or %d", index, m->texture, m->lightmap);
    if (!rq_glb_finite(m->color, 4) || !rq_glb_finite(m->emissive, 3))
        return BAD(g, "material %u: its colour is not finite", index);
    rq_json_object(j);
    put_name(g, m->name);
    rq_json_key(j, "pbrMetallicRoughness");
    rq_json_object(j);
    put_color(g, "baseColorFactor", m->color, 4, 1);
    if (m->texture >= 0) {
        rq_json_key(j, "baseColorTexture");
        rq_json_object(j);
        put_uint(g, "index", (uint64_t)m->texture);
        rq_json_end_object(j);
    }
    put_uint(g, "metallicFactor", 0);
    put_uint(g, "roughnessFactor", 1);
    rq_json_end_object(j);
    /* The only texture of a plain material that darkens by another set of coordinates. */
    if (m->lightmap >= 0) {
        rq_json_key(j, "occlusionTexture");
        rq_json_object(j);
        put_uint(g, "index", (uint64_t)m->lightmap);
        put_uint(g, "texCoord", 1);
        rq_json_end_object(j);
    }
    put_color(g, "emissiveFactor", m->emissive, 3, 0);
    if (m->alpha != RQ_ALPHA_OPAQUE) {
        rq_json_key(j, "alphaMode");
        rq_json_str(j, m->alpha == RQ_ALPHA_MASK ? "MASK" : "BLEND");
    }
    if (m->alpha == RQ_ALPHA_MASK) {
        rq_json_key(j, "alphaCutoff");
        rq_json_f32(j, 0.5f);
    }
    if (m->double_sided) {
        rq_json_key(j, "doubleSided");
        rq_json_bool(j, true);
    }
    if (m->unlit)
        put_empty(g, "extensions", "KHR_materials_unlit");
    put_extras(g, m->extras);
    rq_json_end_object(j);
    return true;
}

static bool put_materials(struct glb *g)
{
    if (!g->scene->material_count)
        return true;
    rq_json_key(&g->json, "materials");
    rq_json_array(&g->json);
    for (uint32_t i = 0; i < g->scene->material_count; i++)
        if (!put_material(g, i))
            return false;
    rq_json_end_array(&g->json);
    return true;
}

static bool same_pixels(const struct rq_image *a, const struct rq_image *b)
{
    const struct rq_plane *p = a->planes, *q = b->planes;
    return p->bytes.data == q->bytes.data && p->width == q->width && p->height == q->height &&
           a->pixels == b->pixels && a->palette == b->palette && a->bottom_up == b->bottom_up &&
           a->transparent_zero == b->transparent_zero;
}

/* The first texture with the pixels of this one: itself when there is none before it. firsts has those,
 * their numbers + 1, by the place of their pixels in memory. */
static uint32_t first_twin(const struct rq_scene *scene, uint32_t i, uint32_t *firsts, size_t mask)
{
    const struct rq_image *image = &scene->textures[i].image;
    uint64_t place =
        ((uintptr_t)image->planes->bytes.data ^ (uintptr_t)image->palette) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(place >> 32) & mask;
    while (firsts[at] && !same_pixels(image, &scene->textures[firsts[at] - 1].image))
        at = (at + 1) & mask;
    if (!firsts[at])
        firsts[at] = i + 1;
    return firsts[at] - 1;
}

/* Two textures of the same pixels (one smooth, one not) share one PNG. */
static bool embed_images(struct glb *g)
{
    size_t room = 16;
    while (room < (size_t)g->scene->texture_count * 2)
        room *= 2;
    uint32_t *firsts = rq_arena_get(&g->arena, room, sizeof *firsts);
    if (!firsts)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    for (uint32_t i = 0; i < g->scene->texture_count; i++) {
        const struct rq_image *image = &g->scene->textures[i].image;
        if (!image->planes || !image->mips || !image->faces || !image->frames)
            return BAD(g, "texture %u: no pixels", i);
        uint32_t twin = first_twin(g->scene, i, firsts, room - 1);
        if (twin < i) {
            g->image_of[i] = g->image_of[twin];
            continue;
        }
        struct rq_out *to = &g->data.parts[RQ_GLB_IMAGES];
        rq_glb_align(&g->data, RQ_GLB_IMAGES);
        size_t offset = to->size;
        if (!rq_png_write(to, image, 0, 0, 0, 1, g->err))
            return false;
        g->image_of[i] = g->image_count;
        g->image_views[g->image_count++] = rq_glb_image_view(&g->data, offset);
    }
    return true;
}

static void put_images(struct glb *g)
{
    struct rq_json *j = &g->json;
    size_t next = 0;
    rq_json_key(j, "images");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->texture_count; i++) {
        if (g->image_of[i] != next)
            continue;
        rq_json_object(j);
        put_name(g, g->scene->textures[i].name);
        put_uint(g, "bufferView", g->image_views[next++]);
        rq_json_key(j, "mimeType");
        rq_json_str(j, "image/png");
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_samplers(struct glb *g, bool smooth, bool nearest)
{
    struct rq_json *j = &g->json;
    rq_json_key(j, "samplers");
    rq_json_array(j);
    for (unsigned i = 0; i < 2; i++) {
        if (!(i ? nearest : smooth))
            continue;
        rq_json_object(j);
        put_uint(g, "magFilter", i ? NEAREST : LINEAR);
        put_uint(g, "minFilter", i ? NEAREST_MIPMAP_LINEAR : LINEAR_MIPMAP_LINEAR);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static bool put_textures(struct glb *g)
{
    struct rq_json *j = &g->json;
    bool smooth = false, nearest = false;
    if (!g->scene->texture_count)
        return true;
    if (!embed_images(g))
        return false;
    put_images(g);
    for (uint32_t i = 0; i < g->scene->texture_count; i++)
        *(g->scene->textures[i].nearest ? &nearest : &smooth) = true;
    put_samplers(g, smooth, nearest);
    rq_json_key(j, "textures");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->texture_count; i++) {
        const struct rq_texture *t = &g->scene->textures[i];
        rq_json_object(j);
        put_name(g, t->name);
        put_uint(g, "sampler", t->nearest && smooth);
        put_uint(g, "source", g->image_of[i]);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    return true;
}

/* ---- animations, skins, lights ---- */

static const struct {
    const char *name;
    enum rq_glb_kind kind;
} paths[] = {
    [RQ_PATH_TRANSLATION] = {"translation", RQ_GLB_OUT3},
    [RQ_PATH_ROTATION] = {"rotation", RQ_GLB_OUT4},
    [RQ_PATH_SCALE] = {"scale", RQ_GLB_OUT3},
    [RQ_PATH_WEIGHTS] = {"weights", RQ_GLB_OUT1},
};

/* How many elements a channel has for each key; 0 when it makes no sense. */
static uint32_t channel_width(struct glb *g, const struct rq_channel *c)
{
    if (c->node < 0 || (uint32_t)c->node >= g->scene->node_count) {
        BAD(g, "an animation of node %d", c->node);
        return 0;
    }
    if (c->path != RQ_PATH_WEIGHTS)
        return 1;
    int mesh = g->scene->nodes[c->node].mesh;
    uint32_t count = mesh < 0 ? 0 : g->scene->meshes[mesh].morph_count;
    if (!count)
        BAD(g, "weights of node %d, which has no morph targets", c->node);
    return count;
}

static void put_channels(struct glb *g, const struct rq_animation *a)
{
    struct rq_json *j = &g->json;
    uint32_t sampler = 0;
    rq_json_key(j, "channels");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->channel_count; i++) {
        if (!a->channels[i].key_count)
            continue;
        rq_json_object(j);
        put_uint(g, "sampler", sampler++);
        rq_json_key(j, "target");
        rq_json_object(j);
        put_uint(g, "node", (uint64_t)a->channels[i].node);
        rq_json_key(j, "path");
        rq_json_str(j, paths[a->channels[i].path].name);
        rq_json_end_object(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static bool put_animation(struct glb *g, const struct rq_animation *a)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    put_name(g, a->name);
    rq_json_key(j, "samplers");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const struct rq_channel *c = &a->channels[i];
        if (!c->key_count)
            continue;
        uint32_t width = channel_width(g, c);
        if (!width)
            return false;
        rq_json_object(j);
        put_uint(g, "input",
                 rq_glb_accessor(&g->data, RQ_GLB_TIME, c->times, NULL, c->key_count, 0));
        put_uint(g, "output",
                 rq_glb_accessor(&g->data, paths[c->path].kind, c->values, NULL,
                                 (size_t)c->key_count * width, 0));
        if (c->step) {
            rq_json_key(j, "interpolation");
            rq_json_str(j, "STEP");
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    put_channels(g, a);
    rq_json_end_object(j);
    return all_well(g);
}

/* glTF has no animation without channels and no channel without keys: those are left out. */
static bool has_keys(const struct rq_animation *a)
{
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (a->channels[i].key_count)
            return true;
    return false;
}

static bool put_animations(struct glb *g)
{
    bool any = false;
    for (uint32_t i = 0; i < g->scene->animation_count; i++) {
        if (!has_keys(&g->scene->animations[i]))
            continue;
        if (!any) {
            rq_json_key(&g->json, "animations");
            rq_json_array(&g->json);
        }
        any = true;
        if (!put_animation(g, &g->scene->animations[i]))
            return false;
    }
    if (any)
        rq_json_end_array(&g->json);
    return true;
}

static bool put_skins(struct glb *g)
{
    struct rq_json *j = &g->json;
    if (!g->scene->skin_count)
        return true;
    rq_json_key(j, "skins");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const struct rq_skin *s = &g->scene->skins[i];
        if (!s->joint_count)
            return BAD(g, "skin %u: no joints", i);
        rq_json_object(j);
        put_name(g, s->name);
        if (s->inverse_binds)
            put_uint(g, "inverseBindMatrices",
                     rq_glb_accessor(&g->data, RQ_GLB_MATRIX, s->inverse_binds, NULL,
                                     s->joint_count, 0));
        rq_json_key(j, "joints");
        rq_json_array(j);
        for (uint32_t k = 0; k < s->joint_count; k++) {
            if (s->joints[k] < 0 || (uint32_t)s->joints[k] >= g->scene->node_count)
                return BAD(g, "skin %u: no node %d", i, s->joints[k]);
            rq_json_u64(j, (uint64_t)s->joints[k]);
        }
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    return all_well(g);
}

static bool put_light(struct glb *g, uint32_t index)
{
    static const char *const types[] = {"point", "directional", "spot"};
    const struct rq_light *l = &g->scene->lights[index];
    struct rq_json *j = &g->json;
    if (!rq_glb_finite(l->color, 3) || !rq_glb_finite(&l->intensity, 1) ||
        !rq_glb_finite(&l->range, 1))
        return BAD(g, "light %u is not finite", index);
    rq_json_object(j);
    put_name(g, l->name);
    rq_json_key(j, "type");
    rq_json_str(j, types[l->type]);
    put_color(g, "color", l->color, 3, 1);
    rq_json_key(j, "intensity");
    rq_json_f32(j, l->intensity > 0 ? l->intensity : 0);
    if (l->range > 0 && l->type != RQ_LIGHT_DIRECTIONAL) {
        rq_json_key(j, "range");
        rq_json_f32(j, l->range);
    }
    if (l->type == RQ_LIGHT_SPOT) {
        rq_json_key(j, "spot");
        rq_json_object(j);
        rq_json_end_object(j);
    }
    rq_json_end_object(j);
    return true;
}

static void put_extensions_used(struct glb *g)
{
    bool unlit = false;
    for (uint32_t i = 0; i < g->scene->material_count; i++)
        unlit |= g->scene->materials[i].unlit;
    if (!unlit && !g->scene->light_count)
        return;
    rq_json_key(&g->json, "extensionsUsed");
    rq_json_array(&g->json);
    if (g->scene->light_count)
        rq_json_str(&g->json, "KHR_lights_punctual");
    if (unlit)
        rq_json_str(&g->json, "KHR_materials_unlit");
    rq_json_end_array(&g->json);
}

static bool put_lights(struct glb *g)
{
    struct rq_json *j = &g->json;
    put_extensions_used(g);
    if (!g->scene->light_count)
        return true;
    rq_json_key(j, "extensions");
    rq_json_object(j);
    rq_json_key(j, "KHR_lights_punctual");
    rq_json_object(j);
    rq_json_key(j, "lights");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->light_count; i++)
        if (!put_light(g, i))
            return false;
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_end_object(j);
    return true;
}

/* ---- all together ---- */

/* Room for as many accessors as there can be, so that nothing has to grow. */
static bool make_room(struct glb *g)
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
    g->image_views = rq_arena_get(&g->arena, s->texture_count, sizeof *g->image_views);
    if (!rq_glb_data_open(&g->data, &g->arena, count, s->texture_count) || !g->image_of ||
        !g->image_views)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    return true;
}

static bool put_text(struct glb *g)
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
    if (!put_lights(g) || !put_scene_and_nodes(g) || !put_meshes(g) || !put_materials(g) ||
        !put_textures(g) || !put_animations(g) || !put_skins(g))
        return false;
    for (int i = 0; i < RQ_GLB_PARTS; i++)
        rq_glb_align(&g->data, (enum rq_glb_part)i);
    rq_glb_data_json(&g->data, j);
    rq_json_end_object(j);
    while (g->text.size & 3 && !g->text.failed)
        rq_put8(&g->text, ' ');
    return all_well(g);
}

static void put_container(const struct glb *g, struct rq_out *out)
{
    uint64_t size = rq_glb_size(&g->data), bin = size ? 8 + size : 0;
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

bool rq_glb_write(struct rq_out *out, const struct rq_scene *scene, struct rq_error *err)
{
    struct rq_error own = {0};
    struct glb g = {.scene = scene, .err = err ? err : &own};
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
