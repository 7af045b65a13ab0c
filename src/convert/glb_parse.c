/* The JSON of a glTF file, taken apart by tables: which member of an object goes where. Members
 * that are not listed are passed over: files of other programs have many. */
#include "convert/glb_data.h"
#include "convert/glb_read.h"
#include "model/matrix.h"

typedef void take_fn(struct rq_gltf *g, void *to);

/* How a value is read, and what it is read into. */
enum kind {
    TEXT,   /* const char * */
    INDEX,  /* int64_t */
    NUMBER, /* int, an index too */
    WORD,   /* uint32_t */
    SIZE,   /* uint64_t */
    FLAG,   /* bool */
    FLOATS, /* size of them, in an array when there are more than one */
    RAW,    /* struct rq_bytes: the JSON text */
    LIST,   /* a pointer to elements of size bytes, each taken; their number at count_at */
    PART,   /* taken by a function, into the same element */
};

struct member {
    const char *name;
    enum kind kind;
    size_t at, size, count_at;
    take_fn *take;
};

/* The members of one kind of object. */
struct shape {
    const struct member *members;
    size_t count;
};

#define AT(type, field) offsetof(struct type, field)
#define LIST_OF(name, type, field, number, take)                                                   \
    {                                                                                              \
        name, LIST, AT(type, field), sizeof *((struct type *)0)->field, AT(type, number), take     \
    }
#define SHAPE(table)                                                                               \
    {                                                                                              \
        table, sizeof(table) / sizeof(table)[0]                                                    \
    }

static int64_t take_index(struct rq_gltf *g)
{
    return (int64_t)rq_jr_unsigned(&g->jr, INT32_MAX);
}

static const char *take_text(struct rq_gltf *g)
{
    struct rq_str s = rq_jr_string(&g->jr);
    const char *text = rq_arena_text(g->arena, s.text, s.size);
    if (!text)
        rq_jr_bad(&g->jr, "no memory for a name");
    return text;
}

static void take_floats(struct rq_gltf *g, float *to, size_t count)
{
    size_t n = 0;
    if (count == 1) {
        to[n++] = rq_jr_f32(&g->jr);
    } else {
        rq_jr_array(&g->jr);
        while (rq_jr_more(&g->jr)) {
            float v = rq_jr_f32(&g->jr);
            if (n < count)
                to[n] = v;
            n++;
        }
    }
    if (rq_jr_ok(&g->jr) && (n != count || !rq_glb_finite(to, count)))
        rq_jr_bad(&g->jr, "%zu finite numbers are expected", count);
}

static void *take_list(struct rq_gltf *g, size_t size, take_fn *take, size_t *number)
{
    size_t count = rq_jr_length(&g->jr), n = 0;
    uint8_t *all = rq_arena_get(g->arena, count, size);
    if (!all)
        rq_jr_bad(&g->jr, "no memory for %zu elements", count);
    rq_jr_array(&g->jr);
    while (all && rq_jr_more(&g->jr) && n < count)
        take(g, all + n++ * size);
    *number = n;
    return all;
}

static void take_member(struct rq_gltf *g, const struct member *m, uint8_t *element)
{
    void *to = element + m->at;
    switch (m->kind) {
    case TEXT: *(const char **)to = take_text(g); break;
    case INDEX: *(int64_t *)to = take_index(g); break;
    case NUMBER: *(int *)to = (int)take_index(g); break;
    case WORD: *(uint32_t *)to = rq_jr_u32(&g->jr); break;
    case SIZE: *(uint64_t *)to = rq_jr_u32(&g->jr); break;
    case FLAG: *(bool *)to = rq_jr_bool(&g->jr); break;
    case FLOATS: take_floats(g, to, m->size); break;
    case RAW: *(struct rq_bytes *)to = rq_jr_raw(&g->jr); break;
    case LIST:
        *(void **)to = take_list(g, m->size, m->take, (size_t *)(void *)(element + m->count_at));
        break;
    default: m->take(g, element);
    }
}

static void take_object(struct rq_gltf *g, struct shape shape, void *element)
{
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        size_t i = 0;
        while (i < shape.count && !rq_str_is(key, shape.members[i].name))
            i++;
        if (i < shape.count)
            take_member(g, &shape.members[i], element);
        else
            rq_jr_skip(&g->jr);
    }
}

static void take_u32(struct rq_gltf *g, void *to)
{
    *(uint32_t *)to = (uint32_t)take_index(g);
}

/* ---- data ---- */

static void take_uri(struct rq_gltf *g, void *unused)
{
    (void)unused;
    g->outside = true;
    rq_jr_skip(&g->jr);
}

static void take_buffer(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {{"uri", PART, 0, 0, 0, take_uri}};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_view(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "buffer", .kind = WORD, .at = AT(rq_gltf_view, buffer)},
        {.name = "byteOffset", .kind = SIZE, .at = AT(rq_gltf_view, offset)},
        {.name = "byteLength", .kind = SIZE, .at = AT(rq_gltf_view, size)},
        {.name = "byteStride", .kind = SIZE, .at = AT(rq_gltf_view, stride)},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

/* MAT2 and MAT3 have no width: nothing here asks for them. */
static void take_type(struct rq_gltf *g, void *to)
{
    static const struct {
        const char *name;
        uint32_t width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    struct rq_str type = rq_jr_string(&g->jr);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (rq_str_is(type, types[i].name))
            ((struct rq_gltf_accessor *)to)->width = types[i].width;
}

static void take_sparse_indices(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "bufferView", .kind = INDEX, .at = AT(rq_gltf_sparse, index_view)},
        {.name = "byteOffset", .kind = SIZE, .at = AT(rq_gltf_sparse, index_offset)},
        {.name = "componentType", .kind = WORD, .at = AT(rq_gltf_sparse, index_component)},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_sparse_values(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "bufferView", .kind = INDEX, .at = AT(rq_gltf_sparse, value_view)},
        {.name = "byteOffset", .kind = SIZE, .at = AT(rq_gltf_sparse, value_offset)},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_sparse(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "count", .kind = SIZE, .at = AT(rq_gltf_sparse, count)},
        {.name = "indices", .kind = PART, .take = take_sparse_indices},
        {.name = "values", .kind = PART, .take = take_sparse_values},
    };
    struct rq_gltf_sparse *sparse = &((struct rq_gltf_accessor *)to)->sparse;
    *sparse = (struct rq_gltf_sparse){.index_view = -1, .value_view = -1};
    take_object(g, (struct shape)SHAPE(members), sparse);
}

static void take_accessor(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "bufferView", .kind = INDEX, .at = AT(rq_gltf_accessor, view)},
        {.name = "byteOffset", .kind = SIZE, .at = AT(rq_gltf_accessor, offset)},
        {.name = "count", .kind = SIZE, .at = AT(rq_gltf_accessor, count)},
        {.name = "componentType", .kind = WORD, .at = AT(rq_gltf_accessor, component)},
        {.name = "normalized", .kind = FLAG, .at = AT(rq_gltf_accessor, normalized)},
        {.name = "type", .kind = PART, .take = take_type},
        {.name = "sparse", .kind = PART, .take = take_sparse},
    };
    ((struct rq_gltf_accessor *)to)->view = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

/* ---- meshes and looks ---- */

static void take_attributes(struct rq_gltf *g, void *to)
{
    struct rq_gltf_primitive *p = to;
    struct rq_str key;
    rq_jr_object(&g->jr);
    while (rq_jr_key(&g->jr, &key)) {
        unsigned i = 0;
        while (i < RQ_ATTRIBUTES && !rq_str_is(key, rq_glb_attributes[i].name))
            i++;
        g->more_joints |= rq_str_is(key, "JOINTS_1");
        int64_t index = take_index(g);
        if (i < RQ_ATTRIBUTES)
            p->attributes[i] = index;
    }
}

static void take_morph(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "POSITION", .kind = INDEX, .at = AT(rq_gltf_target, positions)},
        {.name = "NORMAL", .kind = INDEX, .at = AT(rq_gltf_target, normals)},
    };
    *(struct rq_gltf_target *)to = (struct rq_gltf_target){-1, -1};
    g->morphs = true;
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_camera(struct rq_gltf *g, void *unused)
{
    (void)unused;
    g->cameras = true;
    rq_jr_skip(&g->jr);
}

static void take_primitive(struct rq_gltf *g, void *to)
{
    enum { TRIANGLES = 4 };
    static const struct member members[] = {
        {.name = "attributes", .kind = PART, .take = take_attributes},
        {.name = "indices", .kind = INDEX, .at = AT(rq_gltf_primitive, indices)},
        {.name = "material", .kind = INDEX, .at = AT(rq_gltf_primitive, material)},
        {.name = "mode", .kind = WORD, .at = AT(rq_gltf_primitive, mode)},
        LIST_OF("targets", rq_gltf_primitive, targets, target_count, take_morph),
    };
    struct rq_gltf_primitive *p = to;
    *p = (struct rq_gltf_primitive){.indices = -1, .material = -1, .mode = TRIANGLES};
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++)
        p->attributes[i] = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_mesh(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_mesh, name)},
        LIST_OF("primitives", rq_gltf_mesh, primitives, count, take_primitive),
        {.name = "extras", .kind = RAW, .at = AT(rq_gltf_mesh, extras)},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

/* {"index": n, "texCoord": n}, the texture of a material. */
struct texture_use {
    int index, set;
};

static struct texture_use take_texture_use(struct rq_gltf *g)
{
    static const struct member members[] = {
        {.name = "index", .kind = NUMBER, .at = AT(texture_use, index)},
        {.name = "texCoord", .kind = NUMBER, .at = AT(texture_use, set)}};
    struct texture_use use = {-1, 0};
    take_object(g, (struct shape)SHAPE(members), &use);
    return use;
}

static void take_base(struct rq_gltf *g, void *to)
{
    ((struct rq_material *)to)->texture = take_texture_use(g).index;
}

/* One that lies as the colour does is no lightmap: programs pack roughness and metal with it. */
static void take_lightmap(struct rq_gltf *g, void *to)
{
    struct texture_use use = take_texture_use(g);
    ((struct rq_material *)to)->lightmap = use.set == 1 ? use.index : -1;
}

static void take_surface(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "baseColorFactor", .kind = FLOATS, .at = AT(rq_material, color), .size = 4},
        {.name = "baseColorTexture", .kind = PART, .take = take_base},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_alpha(struct rq_gltf *g, void *to)
{
    struct rq_str mode = rq_jr_string(&g->jr);
    ((struct rq_material *)to)->alpha = rq_str_is(mode, "MASK")    ? RQ_ALPHA_MASK
                                        : rq_str_is(mode, "BLEND") ? RQ_ALPHA_BLEND
                                                                   : RQ_ALPHA_OPAQUE;
}

static void take_material(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_material, name)},
        {.name = "pbrMetallicRoughness", .kind = PART, .take = take_surface},
        {.name = "occlusionTexture", .kind = PART, .take = take_lightmap},
        {.name = "emissiveFactor", .kind = FLOATS, .at = AT(rq_material, emissive), .size = 3},
        {.name = "alphaMode", .kind = PART, .take = take_alpha},
        {.name = "doubleSided", .kind = FLAG, .at = AT(rq_material, double_sided)},
        {.name = "extras", .kind = RAW, .at = AT(rq_material, extras)},
    };
    *(struct rq_material *)to =
        (struct rq_material){.color = {1, 1, 1, 1}, .texture = -1, .lightmap = -1};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_texture(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_texture, name)},
        {.name = "source", .kind = INDEX, .at = AT(rq_gltf_texture, image)},
    };
    ((struct rq_gltf_texture *)to)->image = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

/* A texture of a model is known by its name. A file's is its name in the folder, and one that is all
 * there has none. */
static void take_image_uri(struct rq_gltf *g, void *to)
{
    struct rq_gltf_image *image = to;
    const char *uri = take_text(g);
    if (!image->name && uri && strncmp(uri, "data:", 5) != 0)
        image->name = uri;
}

static void take_image(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_image, name)},
        {.name = "bufferView", .kind = INDEX, .at = AT(rq_gltf_image, view)},
        {.name = "uri", .kind = PART, .take = take_image_uri},
    };
    ((struct rq_gltf_image *)to)->view = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

/* ---- nodes ---- */

static void take_node_light(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "light", .kind = NUMBER, .at = AT(rq_gltf_node, node.light)}};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_node_extensions(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "KHR_lights_punctual", .kind = PART, .take = take_node_light}};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_matrix(struct rq_gltf *g, void *to)
{
    struct rq_node *n = &((struct rq_gltf_node *)to)->node;
    float m[16] = {0};
    take_floats(g, m, 16);
    rq_matrix_parts(m, n->translation, n->rotation, n->scale);
}

static void take_node(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_node, node.name)},
        LIST_OF("children", rq_gltf_node, children, child_count, take_u32),
        {.name = "translation",
         .kind = FLOATS,
         .at = AT(rq_gltf_node, node.translation),
         .size = 3},
        {.name = "rotation", .kind = FLOATS, .at = AT(rq_gltf_node, node.rotation), .size = 4},
        {.name = "scale", .kind = FLOATS, .at = AT(rq_gltf_node, node.scale), .size = 3},
        {.name = "matrix", .kind = PART, .take = take_matrix},
        {.name = "mesh", .kind = NUMBER, .at = AT(rq_gltf_node, node.mesh)},
        {.name = "skin", .kind = NUMBER, .at = AT(rq_gltf_node, node.skin)},
        {.name = "extras", .kind = RAW, .at = AT(rq_gltf_node, node.extras)},
        {.name = "extensions", .kind = PART, .take = take_node_extensions},
        {.name = "camera", .kind = PART, .take = take_camera},
    };
    ((struct rq_gltf_node *)to)->node = rq_node_of(NULL, -1);
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_skin(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_skin, name)},
        LIST_OF("joints", rq_gltf_skin, joints, count, take_u32),
        {.name = "inverseBindMatrices", .kind = INDEX, .at = AT(rq_gltf_skin, inverse_binds)},
    };
    ((struct rq_gltf_skin *)to)->inverse_binds = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

/* ---- animations ---- */

static void take_interpolation(struct rq_gltf *g, void *to)
{
    struct rq_gltf_sampler *s = to;
    struct rq_str how = rq_jr_string(&g->jr);
    s->step = rq_str_is(how, "STEP");
    s->cubic = rq_str_is(how, "CUBICSPLINE");
}

static void take_sampler(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "input", .kind = INDEX, .at = AT(rq_gltf_sampler, input)},
        {.name = "output", .kind = INDEX, .at = AT(rq_gltf_sampler, output)},
        {.name = "interpolation", .kind = PART, .take = take_interpolation},
    };
    struct rq_gltf_sampler *s = to;
    s->input = s->output = -1;
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_path(struct rq_gltf *g, void *to)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    struct rq_str path = rq_jr_string(&g->jr);
    for (int i = 0; i < 4; i++)
        if (rq_str_is(path, paths[i]))
            ((struct rq_gltf_channel *)to)->path = i;
}

static void take_target(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "node", .kind = INDEX, .at = AT(rq_gltf_channel, node)},
        {.name = "path", .kind = PART, .take = take_path},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_channel(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "sampler", .kind = INDEX, .at = AT(rq_gltf_channel, sampler)},
        {.name = "target", .kind = PART, .take = take_target},
    };
    *(struct rq_gltf_channel *)to = (struct rq_gltf_channel){-1, -1, -1};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_animation(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_gltf_animation, name)},
        LIST_OF("samplers", rq_gltf_animation, samplers, sampler_count, take_sampler),
        LIST_OF("channels", rq_gltf_animation, channels, channel_count, take_channel),
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

/* ---- the file ---- */

static void take_light_type(struct rq_gltf *g, void *to)
{
    struct rq_str type = rq_jr_string(&g->jr);
    ((struct rq_light *)to)->type = rq_str_is(type, "directional") ? RQ_LIGHT_DIRECTIONAL
                                    : rq_str_is(type, "spot")      ? RQ_LIGHT_SPOT
                                                                   : RQ_LIGHT_POINT;
}

static void take_light(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "name", .kind = TEXT, .at = AT(rq_light, name)},
        {.name = "color", .kind = FLOATS, .at = AT(rq_light, color), .size = 3},
        {.name = "intensity", .kind = FLOATS, .at = AT(rq_light, intensity), .size = 1},
        {.name = "range", .kind = FLOATS, .at = AT(rq_light, range), .size = 1},
        {.name = "type", .kind = PART, .take = take_light_type},
    };
    *(struct rq_light *)to = (struct rq_light){.color = {1, 1, 1}, .intensity = 1};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_lights(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        LIST_OF("lights", rq_gltf, lights, light_count, take_light)};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_extensions(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        {.name = "KHR_lights_punctual", .kind = PART, .take = take_lights}};
    take_object(g, (struct shape)SHAPE(members), to);
}

static void take_scene(struct rq_gltf *g, void *to)
{
    static const struct member members[] = {
        LIST_OF("nodes", rq_gltf_scene, nodes, count, take_u32),
        {.name = "extras", .kind = RAW, .at = AT(rq_gltf_scene, extras)},
    };
    take_object(g, (struct shape)SHAPE(members), to);
}

/* Extensions without which a file can't be understood, and that are not understood here. */
static void take_required(struct rq_gltf *g, void *unused)
{
    (void)unused;
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
    static const struct member members[] = {
        LIST_OF("buffers", rq_gltf, buffers, buffer_count, take_buffer),
        LIST_OF("bufferViews", rq_gltf, views, view_count, take_view),
        LIST_OF("accessors", rq_gltf, accessors, accessor_count, take_accessor),
        LIST_OF("meshes", rq_gltf, meshes, mesh_count, take_mesh),
        LIST_OF("materials", rq_gltf, materials, material_count, take_material),
        LIST_OF("textures", rq_gltf, textures, texture_count, take_texture),
        LIST_OF("images", rq_gltf, images, image_count, take_image),
        LIST_OF("nodes", rq_gltf, nodes, node_count, take_node),
        LIST_OF("skins", rq_gltf, skins, skin_count, take_skin),
        LIST_OF("animations", rq_gltf, animations, animation_count, take_animation),
        LIST_OF("scenes", rq_gltf, scenes, scene_count, take_scene),
        {.name = "scene", .kind = INDEX, .at = AT(rq_gltf, scene)},
        {.name = "extensions", .kind = PART, .take = take_extensions},
        {.name = "extensionsRequired", .kind = PART, .take = take_required},
    };
    take_object(g, (struct shape)SHAPE(members), g);
    if (!rq_jr_ok(&g->jr))
        return false;
    return !g->outside || RQ_GLTF_BAD(g, "its data is in another file; export as one GLB");
}
