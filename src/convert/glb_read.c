/* A scene from binary glTF 2.0: the container, the numbers of its accessors, and then the scene,
 * its nodes in an order in which parents come first. */
#include "convert/glb_read.h"

#include "convert/convert.h"
#include "convert/glb_data.h"

static bool no_memory(struct rq_gltf *g)
{
    return rq_fail(g->err, g->arena->over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "glb",
                   "no memory for what it says that it holds");
}

static void *get(struct rq_gltf *g, size_t count, size_t size)
{
    void *p = rq_arena_get(g->arena, count, size);
    if (!p)
        no_memory(g);
    return p;
}

/* ---- accessors ---- */

enum { I8 = 5120, U8, I16, U16, U32 = 5125, F32 };

static size_t component_size(uint32_t component)
{
    switch (component) {
    case I8:
    case U8: return 1;
    case I16:
    case U16: return 2;
    case U32:
    case F32: return 4;
    default: return 0;
    }
}

/* The first byte of row 0 and the way from row to row; false after a failure. Data NULL: zeros. */
static bool rows_of(struct rq_gltf *g, int64_t index, const uint8_t **data, size_t *stride)
{
    if (!rq_gltf_has(index, g->accessor_count))
        return RQ_GLTF_BAD(g, "no accessor %lld", (long long)index);
    const struct rq_gltf_accessor *a = &g->accessors[index];
    size_t row = component_size(a->component) * a->width;
    if (!row)
        return RQ_GLTF_BAD(g, "accessor %lld: numbers of no known kind", (long long)index);
    *data = NULL;
    *stride = row;
    /* Zeros without a view could be any number of them. */
    if (a->view < 0)
        return a->count <= g->bin.size ||
               RQ_GLTF_BAD(g, "accessor %lld is too long", (long long)index);
    if (!rq_gltf_has(a->view, g->view_count))
        return RQ_GLTF_BAD(g, "accessor %lld: no view %lld", (long long)index, (long long)a->view);
    const struct rq_gltf_view *v = &g->views[a->view];
    *stride = v->stride ? (size_t)v->stride : row;
    uint64_t used = a->count ? (a->count - 1) * *stride + row : 0;
    if (v->buffer || v->offset > g->bin.size || v->size > g->bin.size - v->offset ||
        *stride < row || a->offset > v->size || used > v->size - a->offset)
        return RQ_GLTF_BAD(g, "accessor %lld reaches beyond its view or the file",
                           (long long)index);
    *data = g->bin.data + v->offset + a->offset;
    return true;
}

static float float_at(const uint8_t *p, uint32_t component, bool normalized)
{
    float v, most;
    switch (component) {
    case I8: v = (int8_t)*p, most = 127; break;
    case U8: v = *p, most = 255; break;
    case I16: v = (int16_t)rq_get16(p), most = 32767; break;
    case U16: v = rq_get16(p), most = 65535; break;
    case U32: return (float)rq_get32(p);
    default: return rq_f32_of(rq_get32(p));
    }
    if (!normalized)
        return v;
    return v < -most ? -1 : v / most;
}

/* Bytes of a view from an offset on; NULL when they are not all there. */
static const uint8_t *bytes_of(const struct rq_gltf *g, int64_t view, uint64_t offset,
                               uint64_t size)
{
    if (!rq_gltf_has(view, g->view_count))
        return NULL;
    const struct rq_gltf_view *v = &g->views[view];
    if (v->buffer || v->offset > g->bin.size || v->size > g->bin.size - v->offset ||
        offset > v->size || size > v->size - offset)
        return NULL;
    return g->bin.data + v->offset + offset;
}

static uint32_t whole_at(const uint8_t *p, size_t size)
{
    return size == 1 ? *p : size == 2 ? rq_get16(p) : rq_get32(p);
}

/* Rows that a sparse accessor has other values for: programs write morph targets so, of which most
 * vertices stay where they are. */
static bool put_sparse(struct rq_gltf *g, int64_t index, float *values)
{
    const struct rq_gltf_accessor *a = &g->accessors[index];
    const struct rq_gltf_sparse *s = &a->sparse;
    size_t step = component_size(a->component), size = component_size(s->index_component);
    bool known = size && s->index_component != F32 && s->count <= a->count;
    const uint8_t *numbers =
        known ? bytes_of(g, s->index_view, s->index_offset, s->count * size) : NULL;
    const uint8_t *rows =
        known ? bytes_of(g, s->value_view, s->value_offset, s->count * step * a->width) : NULL;
    for (size_t i = 0; i < s->count; i++) {
        uint32_t row = numbers && rows ? whole_at(numbers + i * size, size) : UINT32_MAX;
        if (row >= a->count)
            return RQ_GLTF_BAD(g, "accessor %lld: its sparse rows are not there", (long long)index);
        for (size_t k = 0; k < a->width; k++)
            values[(size_t)row * a->width + k] =
                float_at(rows + (i * a->width + k) * step, a->component, a->normalized);
    }
    return true;
}

float *rq_gltf_floats(struct rq_gltf *g, int64_t index, uint32_t width, size_t *count)
{
    const uint8_t *data = NULL;
    size_t stride = 0;
    if (!rows_of(g, index, &data, &stride))
        return NULL;
    struct rq_gltf_accessor *a = &g->accessors[index];
    *count = (size_t)a->count;
    if (a->width != width) {
        RQ_GLTF_BAD(g, "accessor %lld has %u numbers a row, %u are expected", (long long)index,
                    a->width, width);
        return NULL;
    }
    if (a->floats)
        return a->floats;
    float *values = get(g, (size_t)a->count, width * sizeof *values);
    size_t step = component_size(a->component);
    for (size_t i = 0; values && data && i < a->count; i++)
        for (size_t k = 0; k < width; k++)
            values[i * width + k] =
                float_at(data + i * stride + k * step, a->component, a->normalized);
    if (values && !put_sparse(g, index, values))
        return NULL;
    if (values && !rq_glb_finite(values, (size_t)a->count * width)) {
        RQ_GLTF_BAD(g, "accessor %lld: a number is not finite", (long long)index);
        return NULL;
    }
    return a->floats = values;
}

uint32_t *rq_gltf_whole(struct rq_gltf *g, int64_t index, size_t *count)
{
    const uint8_t *data = NULL;
    size_t stride = 0;
    if (!rows_of(g, index, &data, &stride))
        return NULL;
    struct rq_gltf_accessor *a = &g->accessors[index];
    *count = (size_t)a->count;
    if (a->width != 1 || a->component == F32) {
        RQ_GLTF_BAD(g, "accessor %lld: no list of indices", (long long)index);
        return NULL;
    }
    if (a->sparse.count) {
        rq_fail(g->err, RQ_UNSUPPORTED, 0, "glb", "accessor %lld: sparse indices",
                (long long)index);
        return NULL;
    }
    if (a->whole)
        return a->whole;
    uint32_t *values = get(g, (size_t)a->count, sizeof *values);
    size_t size = component_size(a->component);
    for (size_t i = 0; values && data && i < a->count; i++) {
        values[i] = whole_at(data + i * stride, size);
    }
    return a->whole = values;
}

/* ---- meshes ---- */

enum { TRIANGLES = 4, STRIP, FAN };

/* Strips and fans as single triangles, and lists of all vertices where there are no indices. */
static bool make_indices(struct rq_gltf *g, const struct rq_gltf_primitive *from,
                         struct rq_primitive *to)
{
    size_t count = to->vertex_count;
    const uint32_t *list = NULL;
    if (from->indices >= 0 && !(list = rq_gltf_whole(g, from->indices, &count)))
        return false;
    for (size_t i = 0; list && i < count; i++)
        if (list[i] >= to->vertex_count)
            return RQ_GLTF_BAD(g, "index %u of a mesh of %u vertices", list[i], to->vertex_count);
    size_t triangles = from->mode == TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    uint32_t *made = get(g, triangles, 3 * sizeof *made);
    if (!made)
        return false;
    for (size_t i = 0; i < triangles; i++) {
        size_t a = from->mode == TRIANGLES ? i * 3 : from->mode == FAN ? 0 : i;
        size_t b = from->mode == TRIANGLES ? i * 3 + 1 : i + 1, c = b + 1;
        /* Every other triangle of a strip runs the other way round. */
        bool turned = from->mode == STRIP && i % 2;
        size_t corner[3] = {a, turned ? c : b, turned ? b : c};
        for (size_t k = 0; k < 3; k++)
            made[i * 3 + k] = list ? list[corner[k]] : (uint32_t)corner[k];
    }
    to->indices = made;
    to->index_count = (uint32_t)(triangles * 3);
    return triangles <= UINT32_MAX / 3 || no_memory(g);
}

static const uint32_t widths[RQ_ATTRIBUTES] = {3, 3, 4, 2, 2, 2, 2, 4, 4, 4};

/* Colours may have three parts; everything else has one width. */
static const float *attribute(struct rq_gltf *g, int64_t index, unsigned which, size_t *count)
{
    uint32_t width = widths[which];
    if (which != RQ_COLOR_0 || !rq_gltf_has(index, g->accessor_count) ||
        g->accessors[index].width != 3)
        return rq_gltf_floats(g, index, width, count);
    const float *rgb = rq_gltf_floats(g, index, 3, count);
    float *rgba = rgb ? get(g, *count, 4 * sizeof *rgba) : NULL;
    for (size_t i = 0; rgba && i < *count; i++) {
        memcpy(rgba + i * 4, rgb + i * 3, 3 * sizeof *rgb);
        rgba[i * 4 + 3] = 1;
    }
    return rgba;
}

/* Rows that are in order[], alone; *rows may be NULL. */
static bool take_rows(struct rq_gltf *g, const float **rows, uint32_t width, const uint32_t *order,
                      uint32_t count)
{
    if (!*rows)
        return true;
    float *taken = get(g, count, width * sizeof *taken);
    for (uint32_t k = 0; taken && k < count; k++)
        memcpy(taken + (size_t)k * width, *rows + (size_t)order[k] * width, width * sizeof *taken);
    *rows = taken;
    return taken != NULL;
}

/* The vertices of a primitive that are in order[], alone. */
static bool take_vertices(struct rq_gltf *g, struct rq_primitive *to, uint32_t morphs,
                          const uint32_t *order, uint32_t count)
{
    struct rq_morph *targets = (struct rq_morph *)(uintptr_t)to->morphs;
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++)
        if (!take_rows(g, &to->attributes[i], widths[i], order, count))
            return false;
    for (uint32_t i = 0; i < morphs; i++)
        if (!take_rows(g, &targets[i].positions, 3, order, count) ||
            !take_rows(g, &targets[i].normals, 3, order, count))
            return false;
    to->vertex_count = count;
    return true;
}

/* Where primitives share a vertex buffer, each gets the part of it that it uses, in the order of its indices. */
static bool part_vertices(struct rq_gltf *g, struct rq_gltf_accessor *positions, uint32_t morphs,
                          struct rq_primitive *to)
{
    uint32_t *list = (uint32_t *)(uintptr_t)to->indices, used = 0;
    size_t most = to->index_count < to->vertex_count ? to->index_count : to->vertex_count;
    uint32_t *order = get(g, most, sizeof *order);
    if (!positions->numbers)
        positions->numbers = get(g, to->vertex_count, sizeof *positions->numbers);
    uint32_t *numbers = positions->numbers;
    if (!order || !numbers)
        return false;
    for (uint32_t i = 0; i < to->index_count; i++)
        if (!numbers[list[i]]) {
            order[used] = list[i];
            numbers[list[i]] = ++used;
        }
    bool some = used < to->vertex_count;
    for (uint32_t i = 0; some && i < to->index_count; i++)
        list[i] = numbers[list[i]] - 1;
    for (uint32_t i = 0; i < used; i++)
        numbers[order[i]] = 0;
    return !some || take_vertices(g, to, morphs, order, used);
}

/* Which positions several primitives share. */
static void find_shared(struct rq_gltf *g)
{
    uint8_t *seen = get(g, g->accessor_count, 1);
    for (size_t i = 0; seen && i < g->mesh_count; i++)
        for (size_t k = 0; k < g->meshes[i].count; k++) {
            int64_t at = g->meshes[i].primitives[k].attributes[RQ_POSITION];
            if (!rq_gltf_has(at, g->accessor_count))
                continue;
            g->accessors[at].shared = seen[at];
            seen[at] = true;
        }
}

static const float *morph_rows(struct rq_gltf *g, int64_t index, uint32_t vertices)
{
    size_t count = 0;
    const float *rows = rq_gltf_floats(g, index, 3, &count);
    if (rows && count != vertices) {
        RQ_GLTF_BAD(g, "a morph target has %zu rows, POSITION %u", count, vertices);
        return NULL;
    }
    return rows;
}

static bool make_morphs(struct rq_gltf *g, const struct rq_gltf_primitive *from,
                        struct rq_primitive *to)
{
    struct rq_morph *morphs = get(g, from->target_count, sizeof *morphs);
    for (size_t i = 0; morphs && i < from->target_count; i++) {
        const struct rq_gltf_target *target = &from->targets[i];
        if (target->positions >= 0 &&
            !(morphs[i].positions = morph_rows(g, target->positions, to->vertex_count)))
            return false;
        if (target->normals >= 0 &&
            !(morphs[i].normals = morph_rows(g, target->normals, to->vertex_count)))
            return false;
    }
    to->morphs = morphs;
    return morphs != NULL;
}

static bool make_primitive(struct rq_gltf *g, const struct rq_gltf_primitive *from,
                           struct rq_primitive *to)
{
    size_t count = 0, vertices = 0;
    bool moves = g->takes_morphs && from->target_count;
    to->material = rq_gltf_has(from->material, g->material_count) ? (int)from->material : -1;
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++) {
        if (from->attributes[i] < 0)
            continue;
        to->attributes[i] = attribute(g, from->attributes[i], i, &count);
        if (!to->attributes[i])
            return false;
        if (i == RQ_POSITION)
            vertices = count;
        if (count != vertices || count > UINT32_MAX)
            return RQ_GLTF_BAD(g, "%s has %zu rows, POSITION %zu", rq_glb_attributes[i].name, count,
                               vertices);
    }
    to->vertex_count = (uint32_t)vertices;
    struct rq_gltf_accessor *positions = &g->accessors[from->attributes[RQ_POSITION]];
    return (!moves || make_morphs(g, from, to)) && make_indices(g, from, to) &&
           (!positions->shared || from->indices < 0 ||
            part_vertices(g, positions, moves ? (uint32_t)from->target_count : 0, to));
}

/* Points and lines are no meshes here. */
static bool is_solid(const struct rq_gltf_primitive *p)
{
    return p->mode >= TRIANGLES && p->mode <= FAN && p->attributes[RQ_POSITION] >= 0;
}

static bool make_meshes(struct rq_gltf *g, struct rq_scene *scene)
{
    struct rq_mesh *meshes = get(g, g->mesh_count, sizeof *meshes);
    find_shared(g);
    for (size_t i = 0; meshes && i < g->mesh_count; i++) {
        const struct rq_gltf_mesh *from = &g->meshes[i];
        struct rq_primitive *primitives = get(g, from->count, sizeof *primitives);
        uint32_t count = 0;
        size_t morphs = 0;
        for (size_t k = 0; primitives && k < from->count; k++) {
            if (!is_solid(&from->primitives[k])) {
                g->unsolid = true;
                continue;
            }
            if (count && from->primitives[k].target_count != morphs && g->takes_morphs)
                return RQ_GLTF_BAD(g, "mesh %zu: its primitives have %zu and %zu morph targets", i,
                                   morphs, from->primitives[k].target_count);
            morphs = from->primitives[k].target_count;
            if (!make_primitive(g, &from->primitives[k], &primitives[count++]))
                return false;
        }
        meshes[i] = (struct rq_mesh){.name = from->name,
                                     .primitive_count = count,
                                     .primitives = primitives,
                                     .morph_count = g->takes_morphs ? (uint32_t)morphs : 0,
                                     .extras = from->extras};
    }
    scene->meshes = meshes;
    scene->mesh_count = (uint32_t)g->mesh_count;
    return !g->err->code;
}

/* ---- nodes ---- */

static bool check_children(struct rq_gltf *g)
{
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t k = 0; k < g->nodes[i].child_count; k++) {
            uint32_t child = g->nodes[i].children[k];
            if (child >= g->node_count || g->nodes[child].has_parent)
                return RQ_GLTF_BAD(g, "node %zu: child %u is not there or has two parents", i,
                                   child);
            g->nodes[child].has_parent = true;
        }
    }
    return true;
}

/* Places a root and what is below it, parents first, with a stack of its own. places[i]: the
 * new number of node i. A node has one parent, so a tree ends; what goes in circles has no
 * root and is never reached. */
static bool place_tree(struct rq_gltf *g, uint32_t root, struct rq_node *nodes, uint32_t *count,
                       int *places, uint32_t *stack)
{
    size_t depth = 0;
    stack[depth++] = root;
    while (depth) {
        uint32_t i = stack[--depth];
        struct rq_gltf_node *from = &g->nodes[i];
        if (from->placed)
            return RQ_GLTF_BAD(g, "node %u is in the scene twice", i);
        from->placed = true;
        places[i] = (int)*count;
        struct rq_node *to = &nodes[(*count)++];
        *to = from->node;
        for (size_t k = from->child_count; k-- > 0;) {
            g->nodes[from->children[k]].node.parent = places[i];
            stack[depth++] = from->children[k];
        }
        if (!rq_gltf_has(to->mesh, g->mesh_count))
            to->mesh = -1;
        if (!rq_gltf_has(to->skin, g->skin_count))
            to->skin = -1;
        if (!rq_gltf_has(to->light, g->light_count))
            to->light = -1;
    }
    return true;
}

static bool make_nodes(struct rq_gltf *g, struct rq_scene *scene, int **places)
{
    struct rq_node *nodes = get(g, g->node_count, sizeof *nodes);
    uint32_t *stack = get(g, g->node_count + 1, sizeof *stack), count = 0;
    *places = get(g, g->node_count, sizeof **places);
    if (!nodes || !stack || !*places || !check_children(g))
        return false;
    for (size_t i = 0; i < g->node_count; i++)
        (*places)[i] = -1;
    const struct rq_gltf_scene none = {0}, *shown = rq_gltf_has(g->scene, g->scene_count)
                                                        ? &g->scenes[g->scene]
                                                        : &none;
    for (size_t i = 0; i < shown->count; i++) {
        uint32_t root = shown->nodes[i];
        if (!rq_gltf_has(root, g->node_count) || g->nodes[root].has_parent)
            return RQ_GLTF_BAD(g, "the scene names node %u, which is not a root", root);
        if (!place_tree(g, root, nodes, &count, *places, stack))
            return false;
    }
    for (uint32_t i = 0; i < g->node_count && !shown->count; i++)
        if (!g->nodes[i].has_parent && !place_tree(g, i, nodes, &count, *places, stack))
            return false;
    scene->nodes = nodes;
    scene->node_count = count;
    scene->extras = shown->extras;
    return true;
}

/* A skin of joints that the scene has; -1 in the list for one that it has not. */
static bool make_skins(struct rq_gltf *g, struct rq_scene *scene, const int *places)
{
    struct rq_skin *skins = get(g, g->skin_count, sizeof *skins);
    for (size_t i = 0; skins && i < g->skin_count; i++) {
        const struct rq_gltf_skin *from = &g->skins[i];
        int *joints = get(g, from->count, sizeof *joints);
        size_t count = 0;
        const float *binds =
            from->inverse_binds >= 0 ? rq_gltf_floats(g, from->inverse_binds, 16, &count) : NULL;
        if (!joints || (from->inverse_binds >= 0 && !binds))
            return false;
        if (binds && count < from->count)
            return RQ_GLTF_BAD(g, "skin %zu: fewer matrices than joints", i);
        for (size_t k = 0; k < from->count; k++)
            joints[k] = from->joints[k] < g->node_count ? places[from->joints[k]] : -1;
        skins[i] = (struct rq_skin){from->name, (uint32_t)from->count, joints, binds};
    }
    scene->skins = skins;
    scene->skin_count = (uint32_t)g->skin_count;
    return !g->err->code;
}

/* ---- animations ---- */

/* Of in-tangent, value, out-tangent only the value. */
static const float *middle_of(struct rq_gltf *g, const float *values, size_t keys, uint32_t width)
{
    float *made = get(g, keys, width * sizeof *made);
    for (size_t i = 0; made && i < keys; i++)
        memcpy(made + i * width, values + (i * 3 + 1) * width, width * sizeof *made);
    return made;
}

static bool make_channel(struct rq_gltf *g, const struct rq_gltf_animation *a,
                         const struct rq_gltf_channel *from, const int *places,
                         struct rq_channel *to)
{
    const struct rq_gltf_sampler *s = &a->samplers[from->sampler];
    uint32_t width = from->path == RQ_PATH_ROTATION ? 4 : 3;
    size_t keys = 0, rows = 0;
    const float *times = rq_gltf_floats(g, s->input, 1, &keys);
    const float *values = times ? rq_gltf_floats(g, s->output, width, &rows) : NULL;
    if (!values)
        return false;
    if (rows < (s->cubic ? keys * 3 : keys))
        return RQ_GLTF_BAD(g, "an animation has %zu times and %zu values", keys, rows);
    if (s->cubic && !(values = middle_of(g, values, keys, width)))
        return false;
    *to = (struct rq_channel){.node = places[from->node],
                              .path = (enum rq_path)from->path,
                              .step = s->step,
                              .key_count = (uint32_t)keys,
                              .times = times,
                              .values = values};
    return true;
}

static bool make_animations(struct rq_gltf *g, struct rq_scene *scene, const int *places)
{
    struct rq_animation *animations = get(g, g->animation_count, sizeof *animations);
    for (size_t i = 0; animations && i < g->animation_count; i++) {
        const struct rq_gltf_animation *from = &g->animations[i];
        struct rq_channel *channels = get(g, from->channel_count, sizeof *channels);
        uint32_t count = 0;
        for (size_t k = 0; channels && k < from->channel_count; k++) {
            const struct rq_gltf_channel *c = &from->channels[k];
            bool known = rq_gltf_has(c->sampler, from->sampler_count) &&
                         rq_gltf_has(c->node, g->node_count) && places[c->node] >= 0 &&
                         c->path >= 0 && c->path != RQ_PATH_WEIGHTS;
            if (known && !make_channel(g, from, c, places, &channels[count++]))
                return false;
        }
        animations[i] = (struct rq_animation){from->name, count, channels};
    }
    scene->animations = animations;
    scene->animation_count = (uint32_t)g->animation_count;
    return !g->err->code;
}

/* ---- the rest ---- */

/* Width and height of a PNG, or of a JPEG by its frame header (SOF); zeros when it is neither. */
static void picture_size(struct rq_bytes file, struct rq_texture *texture)
{
    const uint8_t *p = file.data;
    if (file.size >= 24 && memcmp(p, "\x89PNG\r\n\x1a\n", 8) == 0) {
        texture->width = rq_get32be(p + 16);
        texture->height = rq_get32be(p + 20);
    }
    if (file.size < 4 || p[0] != 0xFF || p[1] != 0xD8)
        return;
    for (size_t at = 2; at + 9 <= file.size && p[at] == 0xFF;
         at += 2 + ((size_t)p[at + 2] << 8 | p[at + 3])) {
        uint8_t marker = p[at + 1];
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            texture->height = (uint32_t)p[at + 5] << 8 | p[at + 6];
            texture->width = (uint32_t)p[at + 7] << 8 | p[at + 8];
            return;
        }
    }
}

static bool make_looks(struct rq_gltf *g, struct rq_scene *scene)
{
    struct rq_texture *textures = get(g, g->texture_count, sizeof *textures);
    for (size_t i = 0; textures && i < g->texture_count; i++) {
        const struct rq_gltf_texture *from = &g->textures[i];
        const struct rq_gltf_image *image =
            rq_gltf_has(from->image, g->image_count) ? &g->images[from->image] : NULL;
        textures[i].name = from->name || !image ? from->name : image->name;
        const uint8_t *bytes = image ? bytes_of(g, image->view, 0, 0) : NULL;
        if (bytes)
            picture_size((struct rq_bytes){bytes, (size_t)g->views[image->view].size},
                         &textures[i]);
    }
    for (size_t i = 0; i < g->material_count; i++) {
        struct rq_material *m = &g->materials[i];
        m->texture = rq_gltf_has(m->texture, g->texture_count) ? m->texture : -1;
        m->lightmap = rq_gltf_has(m->lightmap, g->texture_count) ? m->lightmap : -1;
    }
    scene->textures = textures;
    scene->texture_count = (uint32_t)g->texture_count;
    scene->materials = g->materials;
    scene->material_count = (uint32_t)g->material_count;
    scene->lights = g->lights;
    scene->light_count = (uint32_t)g->light_count;
    return textures != NULL;
}

/* What the file has and the scene has not. */
static bool tell_lost(struct rq_gltf *g, struct rq_scene *scene)
{
    const bool has[] = {g->unsolid, g->morphs && !g->takes_morphs, g->more_joints, g->cameras};
    static const char *const names[] = {"points and lines", "morph targets",
                                        "more than four bones at a vertex", "cameras"};
    for (size_t i = 0; i < 4; i++) {
        if (!has[i])
            continue;
        scene->lost = rq_arena_printf(g->arena, "%s%s%s", scene->lost ? scene->lost : "",
                                      scene->lost ? ", " : "", names[i]);
        if (!scene->lost)
            return no_memory(g);
    }
    return true;
}

/* The JSON chunk, and the binary one where it follows. */
static bool open_container(struct rq_gltf *g, struct rq_bytes glb, struct rq_bytes *text)
{
    if (glb.size < 20 || rq_get32(glb.data) != RQ_GLB_MAGIC)
        return rq_fail(g->err, RQ_BAD_MAGIC, 0, "glb", "not a binary glTF file");
    if (rq_get32(glb.data + 4) != 2)
        return rq_fail(g->err, RQ_UNSUPPORTED, 4, "glb", "version %u; 2 is known",
                       rq_get32(glb.data + 4));
    uint32_t size = rq_get32(glb.data + 12);
    if (rq_get32(glb.data + 16) != RQ_GLB_JSON || size > glb.size - 20)
        return rq_fail(g->err, RQ_TRUNCATED, 12, "glb", "the JSON chunk is not there in full");
    *text = (struct rq_bytes){glb.data + 20, size};
    struct rq_bytes rest = {glb.data + 20 + size, glb.size - 20 - size};
    g->bin = (struct rq_bytes){glb.data, 0}; /* not NULL: offsets of 0 are added to it */
    if (rest.size < 8 || rq_get32(rest.data + 4) != RQ_GLB_BIN)
        return true;
    uint32_t bin = rq_get32(rest.data);
    if (bin > rest.size - 8)
        return rq_fail(g->err, RQ_TRUNCATED, 20 + (uint64_t)size, "glb",
                       "the binary chunk has %zu of %u bytes", rest.size - 8, bin);
    g->bin = (struct rq_bytes){rest.data + 8, bin};
    return true;
}

bool rq_glb_read(struct rq_bytes glb, bool morphs, struct rq_arena *arena, struct rq_scene *scene,
                 struct rq_error *err)
{
    struct rq_gltf g = {.arena = arena, .err = err, .takes_morphs = morphs};
    struct rq_ctx ctx = {.err = err};
    struct rq_bytes text = {0};
    int *places = NULL;
    *scene = (struct rq_scene){0};
    if (!open_container(&g, glb, &text))
        return false;
    rq_jr_open(&g.jr, text, arena, &ctx);
    if (!rq_gltf_parse(&g) || !make_looks(&g, scene) || !make_meshes(&g, scene) ||
        !make_nodes(&g, scene, &places) || !make_skins(&g, scene, places) ||
        !make_animations(&g, scene, places))
        return false;
    return tell_lost(&g, scene);
}
