/* The JSON of a glTF file, taken apart. Members that are not known are passed over: files of
 * other programs have many. */
#include "convert/glb_data.h"
#include "convert/glb_read.h"
#include "model/matrix.h"

/* An array of things, each read by one function into a zeroed element. */
typedef void take_fn(struct rq_gltf *g, void *element);

static size_t take_array(struct rq_gltf *g, void **items, size_t size, take_fn *take)
{
    size_t count = rq_jr_length(&g->jr), n = 0;
    uint8_t *all = rq_arena_get(g->arena, count, size);
    if (!all) {
        rq_jr_bad(&g->jr, "no memory for %zu elements", count);
        return 0;
    }
    *items = all;
    rq_jr_array(&g->jr);
    while (rq_jr_more(&g->jr) && n < count)
        take(g, all + n++ * size);
    return n;
}

#define TAKE_ARRAY(g, list, number, take)                                                          \
    do {                                                                                           \
        void *items_ = NULL;                                                                       \
        (number) = take_array(g, &items_, sizeof *(list), take);                                   \
        (list) = items_;                                                                           \
    } while (0)

static const char *take_text(struct rq_gltf *g)
{
    struct rq_str s = rq_jr_string(&g->jr);
    const char *text = rq_arena_text(g->arena, s.text, s.size);
    if (!text)
        rq_jr_bad(&g->jr, "no memory for a name");
    return text;
}

static int64_t take_index(struct rq_gltf *g)
{
    return (int64_t)rq_jr_unsigned(&g->jr, INT32_MAX);
}

static void take_u32(struct rq_gltf *g, void *to)
{
    *(uint32_t *)to = (uint32_t)take_index(g);
}

static void take_floats(struct rq_gltf *g, float *to, size_t count)
{
    size_t n = 0;
    rq_jr_array(&g->jr);
    while (rq_jr_more(&g->jr)) {
        float v = rq_jr_f32(&g->jr);
        if (n < count)
            to[n] = v;
        n++;
    }
    if (rq_jr_ok(&g->jr) && (n != count || !rq_glb_finite(to, count)))
        rq_jr_bad(&g->jr, "%zu finite numbers are expected", count);
}

/* ---- data ---- */

static void take_buffer(struct rq_gltf *g, void *unused)
{
    struct rq_str key;
    (void)unused;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        g->outside |= rq_str_is(key, "uri");
        rq_jr_skip(&g->jr);
    }
}

static void take_view(struct rq_gltf *g, void *to)
{
    struct rq_gltf_view *v = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "buffer"))
            v->buffer = (uint32_t)take_index(g);
        else if (rq_str_is(key, "byteOffset"))
            v->offset = rq_jr_u32(&g->jr);
        else if (rq_str_is(key, "byteLength"))
            v->size = rq_jr_u32(&g->jr);
        else if (rq_str_is(key, "byteStride"))
            v->stride = rq_jr_u32(&g->jr);
        else
            rq_jr_skip(&g->jr);
    }
}

static uint32_t take_width(struct rq_gltf *g)
{
    static const struct {
        const char *name;
        uint32_t width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    struct rq_str type = rq_jr_string(&g->jr);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (rq_str_is(type, types[i].name))
            return types[i].width;
    return 0; /* MAT2 and MAT3: nothing here asks for them */
}

static void take_accessor(struct rq_gltf *g, void *to)
{
    struct rq_gltf_accessor *a = to;
    struct rq_str key;
    a->view = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "bufferView"))
            a->view = take_index(g);
        else if (rq_str_is(key, "byteOffset"))
            a->offset = rq_jr_u32(&g->jr);
        else if (rq_str_is(key, "count"))
            a->count = rq_jr_u32(&g->jr);
        else if (rq_str_is(key, "componentType"))
            a->component = rq_jr_u32(&g->jr);
        else if (rq_str_is(key, "type"))
            a->width = take_width(g);
        else if (rq_str_is(key, "normalized"))
            a->normalized = rq_jr_bool(&g->jr);
        else {
            a->sparse |= rq_str_is(key, "sparse");
            rq_jr_skip(&g->jr);
        }
    }
}

/* ---- meshes and looks ---- */

static void take_attributes(struct rq_gltf *g, struct rq_gltf_primitive *p)
{
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        unsigned i = 0;
        while (i < RQ_ATTRIBUTES && !rq_str_is(key, rq_glb_attributes[i].name))
            i++;
        int64_t index = take_index(g);
        if (i < RQ_ATTRIBUTES)
            p->attributes[i] = index;
    }
}

static void take_primitive(struct rq_gltf *g, void *to)
{
    enum { TRIANGLES = 4 };
    struct rq_gltf_primitive *p = to;
    struct rq_str key;
    *p = (struct rq_gltf_primitive){.indices = -1, .material = -1, .mode = TRIANGLES};
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++)
        p->attributes[i] = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "attributes"))
            take_attributes(g, p);
        else if (rq_str_is(key, "indices"))
            p->indices = take_index(g);
        else if (rq_str_is(key, "material"))
            p->material = take_index(g);
        else if (rq_str_is(key, "mode"))
            p->mode = (uint32_t)take_index(g);
        else
            rq_jr_skip(&g->jr);
    }
}

static void take_mesh(struct rq_gltf *g, void *to)
{
    struct rq_gltf_mesh *m = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name"))
            m->name = take_text(g);
        else if (rq_str_is(key, "primitives"))
            TAKE_ARRAY(g, m->primitives, m->count, take_primitive);
        else if (rq_str_is(key, "extras"))
            m->extras = rq_jr_raw(&g->jr);
        else
            rq_jr_skip(&g->jr);
    }
}

static int take_texture_index(struct rq_gltf *g)
{
    struct rq_str key;
    int64_t index = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key))
        if (rq_str_is(key, "index"))
            index = take_index(g);
        else
            rq_jr_skip(&g->jr);
    return (int)index;
}

static void take_surface(struct rq_gltf *g, struct rq_material *m)
{
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "baseColorFactor"))
            take_floats(g, m->color, 4);
        else if (rq_str_is(key, "baseColorTexture"))
            m->texture = take_texture_index(g);
        else
            rq_jr_skip(&g->jr);
    }
}

static void take_material(struct rq_gltf *g, void *to)
{
    struct rq_material *m = to;
    struct rq_str key;
    *m = (struct rq_material){.color = {1, 1, 1, 1}, .texture = -1, .lightmap = -1};
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name")) {
            m->name = take_text(g);
        } else if (rq_str_is(key, "pbrMetallicRoughness")) {
            take_surface(g, m);
        } else if (rq_str_is(key, "occlusionTexture")) {
            m->lightmap = take_texture_index(g);
        } else if (rq_str_is(key, "emissiveFactor")) {
            take_floats(g, m->emissive, 3);
        } else if (rq_str_is(key, "alphaMode")) {
            struct rq_str mode = rq_jr_string(&g->jr);
            m->alpha = rq_str_is(mode, "MASK")    ? RQ_ALPHA_MASK
                       : rq_str_is(mode, "BLEND") ? RQ_ALPHA_BLEND
                                                  : RQ_ALPHA_OPAQUE;
        } else if (rq_str_is(key, "doubleSided")) {
            m->double_sided = rq_jr_bool(&g->jr);
        } else if (rq_str_is(key, "extras")) {
            m->extras = rq_jr_raw(&g->jr);
        } else {
            rq_jr_skip(&g->jr);
        }
    }
}

static void take_texture(struct rq_gltf *g, void *to)
{
    struct rq_gltf_texture *t = to;
    struct rq_str key;
    t->image = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name"))
            t->name = take_text(g);
        else if (rq_str_is(key, "source"))
            t->image = take_index(g);
        else
            rq_jr_skip(&g->jr);
    }
}

/* Only its name: a texture of a model is known by that. A file's is its name in the folder. */
static void take_image(struct rq_gltf *g, void *to)
{
    const char **name = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key))
        if (rq_str_is(key, "name") || (rq_str_is(key, "uri") && !*name))
            *name = take_text(g);
        else
            rq_jr_skip(&g->jr);
}

/* ---- nodes ---- */

static void take_light_index(struct rq_gltf *g, struct rq_node *n)
{
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key))
        if (rq_str_is(key, "KHR_lights_punctual")) {
            rq_jr_object(&g->jr);
            while (rq_jr_key(&g->jr, &key))
                if (rq_str_is(key, "light"))
                    n->light = (int)take_index(g);
                else
                    rq_jr_skip(&g->jr);
        } else {
            rq_jr_skip(&g->jr);
        }
}

static void take_matrix(struct rq_gltf *g, struct rq_node *n)
{
    float m[16] = {0};
    take_floats(g, m, 16);
    rq_matrix_parts(m, n->translation, n->rotation, n->scale);
}

static void take_node(struct rq_gltf *g, void *to)
{
    struct rq_gltf_node *n = to;
    struct rq_str key;
    n->node = (struct rq_node){.parent = -1,
                               .rotation = {0, 0, 0, 1},
                               .scale = {1, 1, 1},
                               .mesh = -1,
                               .skin = -1,
                               .light = -1};
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name"))
            n->node.name = take_text(g);
        else if (rq_str_is(key, "children"))
            TAKE_ARRAY(g, n->children, n->child_count, take_u32);
        else if (rq_str_is(key, "translation"))
            take_floats(g, n->node.translation, 3);
        else if (rq_str_is(key, "rotation"))
            take_floats(g, n->node.rotation, 4);
        else if (rq_str_is(key, "scale"))
            take_floats(g, n->node.scale, 3);
        else if (rq_str_is(key, "matrix"))
            take_matrix(g, &n->node);
        else if (rq_str_is(key, "mesh"))
            n->node.mesh = (int)take_index(g);
        else if (rq_str_is(key, "skin"))
            n->node.skin = (int)take_index(g);
        else if (rq_str_is(key, "extras"))
            n->node.extras = rq_jr_raw(&g->jr);
        else if (rq_str_is(key, "extensions"))
            take_light_index(g, &n->node);
        else
            rq_jr_skip(&g->jr);
    }
}

static void take_skin(struct rq_gltf *g, void *to)
{
    struct rq_gltf_skin *s = to;
    struct rq_str key;
    s->inverse_binds = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name"))
            s->name = take_text(g);
        else if (rq_str_is(key, "joints"))
            TAKE_ARRAY(g, s->joints, s->count, take_u32);
        else if (rq_str_is(key, "inverseBindMatrices"))
            s->inverse_binds = take_index(g);
        else
            rq_jr_skip(&g->jr);
    }
}

/* ---- animations ---- */

static void take_sampler(struct rq_gltf *g, void *to)
{
    struct rq_gltf_sampler *s = to;
    struct rq_str key;
    s->input = s->output = -1;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "input")) {
            s->input = take_index(g);
        } else if (rq_str_is(key, "output")) {
            s->output = take_index(g);
        } else if (rq_str_is(key, "interpolation")) {
            struct rq_str how = rq_jr_string(&g->jr);
            s->step = rq_str_is(how, "STEP");
            s->cubic = rq_str_is(how, "CUBICSPLINE");
        } else {
            rq_jr_skip(&g->jr);
        }
    }
}

static void take_target(struct rq_gltf *g, struct rq_gltf_channel *c)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "node")) {
            c->node = take_index(g);
        } else if (rq_str_is(key, "path")) {
            struct rq_str path = rq_jr_string(&g->jr);
            for (int i = 0; i < 4; i++)
                c->path = rq_str_is(path, paths[i]) ? i : c->path;
        } else {
            rq_jr_skip(&g->jr);
        }
    }
}

static void take_channel(struct rq_gltf *g, void *to)
{
    struct rq_gltf_channel *c = to;
    struct rq_str key;
    *c = (struct rq_gltf_channel){-1, -1, -1};
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "sampler"))
            c->sampler = take_index(g);
        else if (rq_str_is(key, "target"))
            take_target(g, c);
        else
            rq_jr_skip(&g->jr);
    }
}

static void take_animation(struct rq_gltf *g, void *to)
{
    struct rq_gltf_animation *a = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name"))
            a->name = take_text(g);
        else if (rq_str_is(key, "samplers"))
            TAKE_ARRAY(g, a->samplers, a->sampler_count, take_sampler);
        else if (rq_str_is(key, "channels"))
            TAKE_ARRAY(g, a->channels, a->channel_count, take_channel);
        else
            rq_jr_skip(&g->jr);
    }
}

/* ---- the file ---- */

static void take_light(struct rq_gltf *g, void *to)
{
    struct rq_light *l = to;
    struct rq_str key;
    *l = (struct rq_light){.color = {1, 1, 1}, .intensity = 1};
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "name")) {
            l->name = take_text(g);
        } else if (rq_str_is(key, "color")) {
            take_floats(g, l->color, 3);
        } else if (rq_str_is(key, "intensity")) {
            l->intensity = rq_jr_f32(&g->jr);
        } else if (rq_str_is(key, "range")) {
            l->range = rq_jr_f32(&g->jr);
        } else if (rq_str_is(key, "type")) {
            struct rq_str type = rq_jr_string(&g->jr);
            l->type = rq_str_is(type, "directional") ? RQ_LIGHT_DIRECTIONAL
                      : rq_str_is(type, "spot")      ? RQ_LIGHT_SPOT
                                                     : RQ_LIGHT_POINT;
        } else {
            rq_jr_skip(&g->jr);
        }
    }
}

static void take_extensions(struct rq_gltf *g)
{
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key))
        if (rq_str_is(key, "KHR_lights_punctual")) {
            rq_jr_object(&g->jr);
            while (rq_jr_key(&g->jr, &key))
                if (rq_str_is(key, "lights"))
                    TAKE_ARRAY(g, g->lights, g->light_count, take_light);
                else
                    rq_jr_skip(&g->jr);
        } else {
            rq_jr_skip(&g->jr);
        }
}

struct root_list {
    uint32_t *nodes;
    size_t count;
    struct rq_bytes extras;
};

static void take_scene(struct rq_gltf *g, void *to)
{
    struct root_list *s = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key))
        if (rq_str_is(key, "nodes"))
            TAKE_ARRAY(g, s->nodes, s->count, take_u32);
        else if (rq_str_is(key, "extras"))
            s->extras = rq_jr_raw(&g->jr);
        else
            rq_jr_skip(&g->jr);
}

/* Extensions without which a file can't be understood, and that are not understood here. */
static void take_required(struct rq_gltf *g)
{
    rq_jr_array(&g->jr);
    while (rq_jr_more(&g->jr)) {
        struct rq_str name = rq_jr_string(&g->jr);
        if (rq_str_is(name, "KHR_draco_mesh_compression") ||
            rq_str_is(name, "EXT_meshopt_compression") || rq_str_is(name, "KHR_mesh_quantization"))
            rq_jr_bad(&g->jr, "%.*s is not supported; export without compression", (int)name.size,
                      name.text);
    }
}

bool rq_gltf_parse(struct rq_gltf *g)
{
    struct root_list *scenes = NULL;
    size_t scene_count = 0;
    uint64_t scene = 0;
    struct rq_str key;
    void *buffers;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        if (rq_str_is(key, "buffers"))
            take_array(g, &buffers, 1, take_buffer);
        else if (rq_str_is(key, "bufferViews"))
            TAKE_ARRAY(g, g->views, g->view_count, take_view);
        else if (rq_str_is(key, "accessors"))
            TAKE_ARRAY(g, g->accessors, g->accessor_count, take_accessor);
        else if (rq_str_is(key, "meshes"))
            TAKE_ARRAY(g, g->meshes, g->mesh_count, take_mesh);
        else if (rq_str_is(key, "materials"))
            TAKE_ARRAY(g, g->materials, g->material_count, take_material);
        else if (rq_str_is(key, "textures"))
            TAKE_ARRAY(g, g->textures, g->texture_count, take_texture);
        else if (rq_str_is(key, "images"))
            TAKE_ARRAY(g, g->images, g->image_count, take_image);
        else if (rq_str_is(key, "nodes"))
            TAKE_ARRAY(g, g->nodes, g->node_count, take_node);
        else if (rq_str_is(key, "skins"))
            TAKE_ARRAY(g, g->skins, g->skin_count, take_skin);
        else if (rq_str_is(key, "animations"))
            TAKE_ARRAY(g, g->animations, g->animation_count, take_animation);
        else if (rq_str_is(key, "scenes"))
            TAKE_ARRAY(g, scenes, scene_count, take_scene);
        else if (rq_str_is(key, "scene"))
            scene = (uint64_t)take_index(g);
        else if (rq_str_is(key, "extensions"))
            take_extensions(g);
        else if (rq_str_is(key, "extensionsRequired"))
            take_required(g);
        else
            rq_jr_skip(&g->jr);
    }
    if (!rq_jr_ok(&g->jr))
        return false;
    if (g->outside)
        return RQ_GLTF_BAD(g, "its data is in another file; export as one GLB");
    if (scene < scene_count) {
        g->roots = scenes[scene].nodes;
        g->root_count = scenes[scene].count;
        g->extras = scenes[scene].extras;
    }
    return true;
}
