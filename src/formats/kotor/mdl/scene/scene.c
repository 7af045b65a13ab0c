/* A model as a scene: its tree of nodes, meshes, skins and lights. Numbers below the root are
 * those of the game, but the second texture coordinate, which counts from the top in glTF. */
#include "formats/kotor/mdl/scene/kit.h"

#include <math.h>

enum {
    POSITION = 8,
    ORIENTATION = 20,
    SCALE = 36,
    LIGHT_COLOR = 76,
    LIGHT_RADIUS = 88,
    LIGHT_MULTIPLIER = 140
};

const uint32_t *rq_mdl_row(const struct rq_mdl_node *node, const struct rq_mdl_key *key,
                           uint32_t row)
{
    uint64_t width = rq_mdl_key_width(key), at = key->value_at + row * width;
    return width && row < key->rows && at + width <= node->data_count ? node->data + at : NULL;
}

bool rq_mdl_constant(const struct rq_mdl_node *node, uint32_t code, float *values, unsigned count)
{
    for (uint32_t i = 0; i < node->key_count; i++) {
        const struct rq_mdl_key *key = &node->keys[i];
        const uint32_t *row = key->code == code ? rq_mdl_row(node, key, 0) : NULL;
        if (!row || (key->columns & 0x0F) != count)
            continue;
        for (unsigned k = 0; k < count; k++)
            values[k] = rq_mdl_finite(rq_f32_of(row[k]));
        return true;
    }
    return false;
}

/* ---- vertices ---- */

struct mesh_build {
    struct rq_mdl_kit *kit;
    const struct rq_mdl *m;
    const struct rq_mdl_mesh *mesh;
    uint32_t count; /* vertices */
    struct rq_primitive *p;
};

static float *floats(struct mesh_build *b, unsigned width)
{
    return rq_arena_get(b->kit->arena, b->count, width * sizeof(float));
}

/* Sabers have their shape in arrays of their own. */
static const float *saber_values(const struct rq_mdl_mesh *mesh, enum rq_mdl_slot slot)
{
    const struct rq_mdl_saber *s = mesh->saber;
    switch (slot) {
    case RQ_MDL_POSITION: return s->vertices ? s->vertices[0] : NULL;
    case RQ_MDL_NORMAL: return s->normals ? s->normals[0] : NULL;
    case RQ_MDL_UV_1: return s->uvs ? s->uvs[0] : NULL;
    default: return NULL;
    }
}

/* The values of a slot for all vertices; NULL in *made: there are none. False without memory. */
static bool take_slot(struct mesh_build *b, enum rq_mdl_slot slot, unsigned width, float **made)
{
    const struct rq_mdl_mesh *mesh = b->mesh;
    const float *fixed = mesh->saber                                 ? saber_values(mesh, slot)
                         : slot == RQ_MDL_POSITION && mesh->vertices ? mesh->vertices[0]
                                                                     : NULL;
    float probe[4];
    *made = NULL;
    if (!fixed && (mesh->saber || !rq_mdl_vertex(b->m, mesh, slot, 0, probe, width)))
        return true;
    float *values = *made = floats(b, width);
    if (!values)
        return false;
    if (fixed)
        memcpy(values, fixed, (size_t)b->count * width * sizeof *values);
    for (uint32_t i = 0; i < b->count && !fixed; i++)
        rq_mdl_vertex(b->m, mesh, slot, i, values + (size_t)i * width, width);
    for (size_t i = 0; i < (size_t)b->count * width; i++)
        values[i] = rq_mdl_finite(values[i]);
    return true;
}

static bool take_normals(struct mesh_build *b)
{
    static const float up[3] = {0, 0, 1};
    float *normals;
    if (!take_slot(b, RQ_MDL_NORMAL, 3, &normals))
        return false;
    for (uint32_t i = 0; normals && i < b->count; i++)
        rq_mdl_unit(normals + (size_t)i * 3, 3, up);
    b->p->attributes[RQ_NORMAL] = normals;
    return true;
}

static bool take_uvs(struct mesh_build *b)
{
    for (unsigned set = 0; set < 4; set++) {
        float *uvs;
        if (!take_slot(b, (enum rq_mdl_slot)(RQ_MDL_UV_1 + set), 2, &uvs))
            return false;
        /* glTF numbers its sets without holes. */
        if (!uvs)
            break;
        for (uint32_t i = 0; i < b->count; i++)
            uvs[i * 2 + 1] = 1 - uvs[i * 2 + 1];
        b->p->attributes[RQ_TEXCOORD_0 + set] = uvs;
    }
    return true;
}

static bool take_colors(struct mesh_build *b)
{
    float *colors;
    if (!take_slot(b, RQ_MDL_COLOR, 4, &colors))
        return false;
    for (uint32_t i = 0; colors && i < b->count; i++)
        colors[i * 4 + 3] = 1; /* the game does not look at it */
    b->p->attributes[RQ_COLOR_0] = colors;
    return true;
}

/* Faces of vertices that are there. */
static bool take_faces(struct mesh_build *b)
{
    const struct rq_mdl_mesh *mesh = b->mesh;
    uint32_t *indices = rq_arena_get(b->kit->arena, mesh->face_count, 3 * sizeof *indices), n = 0;
    if (!indices)
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint16_t *v = mesh->faces[i].vertices;
        if (v[0] >= b->count || v[1] >= b->count || v[2] >= b->count)
            continue;
        for (size_t k = 0; k < 3; k++)
            indices[n++] = v[k];
    }
    b->p->indices = indices;
    b->p->index_count = n;
    return true;
}

/* ---- skins ---- */

/* Numbers of bones, as vertices have them, to joints of the skin. */
struct bones {
    int *joints;      /* nodes of the scene */
    uint32_t *places; /* where the lists of the skin have them */
    uint32_t *number; /* bone -> joint + 1 */
    uint32_t count, most;
};

static bool find_bones(struct mesh_build *b, uint32_t first_node, struct bones *bones)
{
    const struct rq_mdl_skin *skin = b->mesh->skin;
    uint32_t nodes = b->m->tree.count;
    *bones = (struct bones){.joints = rq_arena_get(b->kit->arena, nodes, sizeof *bones->joints),
                            .places = rq_arena_get(b->kit->arena, nodes, sizeof *bones->places),
                            .number = rq_arena_get(b->kit->arena, nodes, sizeof *bones->number),
                            .most = nodes};
    if (!bones->joints || !bones->places || !bones->number)
        return false;
    for (uint32_t i = 0; i < nodes; i++) {
        float slot = i < skin->bone_map_count ? skin->bone_map[i] : -1;
        if (!(slot >= 0 && slot < (float)nodes) || bones->number[(uint32_t)slot])
            continue;
        bones->places[bones->count] = i;
        bones->joints[bones->count] = (int)(first_node + i);
        bones->number[(uint32_t)slot] = ++bones->count;
    }
    return true;
}

/* From the mesh's space to that of the bone: rotation and translation as they are stored. */
static void bind_matrix(const struct rq_mdl_skin *skin, uint32_t place, float m[16])
{
    static const float still[4] = {1, 0, 0, 0};
    float q[4] = {1, 0, 0, 0}, t[3] = {0, 0, 0};
    for (size_t k = 0; k < 4 && place < skin->q_bone_count; k++)
        q[k] = rq_mdl_finite(skin->q_bones[place][k]);
    for (size_t k = 0; k < 3 && place < skin->t_bone_count; k++)
        t[k] = rq_mdl_finite(skin->t_bones[place][k]);
    rq_mdl_unit(q, 4, still);
    const float w = q[0], x = q[1], y = q[2], z = q[3];
    const float columns[16] = {1 - 2 * (y * y + z * z),
                               2 * (x * y + w * z),
                               2 * (x * z - w * y),
                               0,
                               2 * (x * y - w * z),
                               1 - 2 * (x * x + z * z),
                               2 * (y * z + w * x),
                               0,
                               2 * (x * z + w * y),
                               2 * (y * z - w * x),
                               1 - 2 * (x * x + y * y),
                               0,
                               t[0],
                               t[1],
                               t[2],
                               1};
    memcpy(m, columns, sizeof columns);
}

/* Weights of one vertex: not negative, one for each joint, together one. */
static void settle_weights(const struct bones *bones, const float *numbers, const float *weights,
                           float *joints, float *shares)
{
    float sum = 0;
    for (size_t k = 0; k < 4; k++) {
        bool known = weights[k] > 0 && numbers[k] >= 0 && numbers[k] < (float)bones->most &&
                     bones->number[(uint32_t)numbers[k]];
        if (!known)
            continue;
        float joint = (float)(bones->number[(uint32_t)numbers[k]] - 1);
        size_t at = 0;
        while (at < 4 && shares[at] > 0 && joints[at] != joint)
            at++;
        joints[at] = joint;
        shares[at] += weights[k];
        sum += weights[k];
    }
    for (size_t k = 0; k < 4; k++)
        shares[k] = sum > 0 ? shares[k] / sum : k == 0;
}

static bool take_weights(struct mesh_build *b, const struct bones *bones)
{
    float *joints = floats(b, 4), *shares = floats(b, 4);
    if (!joints || !shares)
        return false;
    for (uint32_t i = 0; i < b->count; i++) {
        float numbers[4] = {-1, -1, -1, -1}, weights[4] = {0};
        rq_mdl_vertex(b->m, b->mesh, RQ_MDL_BONES, i, numbers, 4);
        rq_mdl_vertex(b->m, b->mesh, RQ_MDL_WEIGHTS, i, weights, 4);
        settle_weights(bones, numbers, weights, joints + (size_t)i * 4, shares + (size_t)i * 4);
    }
    b->p->attributes[RQ_JOINTS_0] = joints;
    b->p->attributes[RQ_WEIGHTS_0] = shares;
    return true;
}

/* The number of the new skin; -1: it would have no joints. False without memory. */
static bool add_skin(struct mesh_build *b, uint32_t first_node, const char *name, int *number)
{
    struct rq_mdl_kit *kit = b->kit;
    struct bones bones;
    *number = -1;
    if (!find_bones(b, first_node, &bones))
        return false;
    if (!bones.count)
        return true;
    struct rq_skin *skins =
        rq_arena_more(kit->arena, &kit->skins, kit->skin_count, &kit->skin_room, sizeof *skins);
    float *binds = rq_arena_get(kit->arena, bones.count, 16 * sizeof *binds);
    if (!skins || !binds || !take_weights(b, &bones))
        return false;
    for (uint32_t i = 0; i < bones.count; i++)
        bind_matrix(b->mesh->skin, bones.places[i], binds + (size_t)i * 16);
    skins[kit->skin_count] = (struct rq_skin){name, bones.count, bones.joints, binds};
    *number = (int)kit->skin_count++;
    return true;
}

/* ---- meshes ---- */

static bool fill_primitive(struct mesh_build *b)
{
    float *positions;
    b->p->vertex_count = b->count;
    if (!take_slot(b, RQ_MDL_POSITION, 3, &positions))
        return false;
    b->p->attributes[RQ_POSITION] = positions;
    return !positions || (take_normals(b) && take_uvs(b) && take_colors(b) && take_faces(b));
}

static int add_mesh(struct rq_mdl_kit *kit, const char *name, struct rq_primitive *p)
{
    struct rq_mesh *meshes =
        rq_arena_more(kit->arena, &kit->meshes, kit->mesh_count, &kit->mesh_room, sizeof *meshes);
    if (!meshes)
        return -1;
    meshes[kit->mesh_count] = (struct rq_mesh){.name = name, .primitive_count = 1, .primitives = p};
    return (int)kit->mesh_count++;
}

/* A skinned mesh takes its place from its bones alone: it hangs from a node of its own, that
 * says whose it is. */
static bool place_skinned(struct rq_mdl_kit *kit, uint32_t node, int mesh, int skin)
{
    const char *name = kit->nodes[node].name;
    int own = rq_mdl_kit_node(kit, name, -1);
    if (own < 0)
        return rq_mdl_kit_no_memory(kit);
    kit->nodes[own].mesh = mesh;
    kit->nodes[own].skin = skin;
    kit->nodes[own].extras = rq_mdl_skin_extras(kit->arena, name);
    return kit->nodes[own].extras.size || rq_mdl_kit_no_memory(kit);
}

static bool add_shape(struct rq_mdl_kit *kit, const struct rq_mdl *m, uint32_t index,
                      uint32_t first_node)
{
    const struct rq_mdl_node *node = &m->tree.nodes[index];
    const struct rq_mdl_mesh *mesh = node->mesh;
    const char *name = kit->nodes[first_node + index].name;
    struct rq_primitive *p = rq_arena_get(kit->arena, 1, sizeof *p);
    struct mesh_build b = {.kit = kit,
                           .m = m,
                           .mesh = mesh,
                           .p = p,
                           .count =
                               mesh->saber ? RQ_MDL_SABER_VERTICES : mesh->header.vertex_count};
    if (!p)
        return rq_mdl_kit_no_memory(kit);
    if (!b.count || !mesh->face_count)
        return true;
    if (!fill_primitive(&b))
        return rq_mdl_kit_no_memory(kit);
    if (!p->index_count)
        return true;
    int skin = -1;
    if (mesh->skin && mesh->rows.size && !add_skin(&b, first_node, name, &skin))
        return rq_mdl_kit_no_memory(kit);
    p->material = rq_mdl_kit_material(kit, node, p->attributes[RQ_TEXCOORD_0] != NULL,
                                      p->attributes[RQ_TEXCOORD_1] != NULL);
    int number = p->material < 0 ? -1 : add_mesh(kit, name, p);
    if (number < 0)
        return rq_mdl_kit_no_memory(kit);
    if (skin >= 0)
        return place_skinned(kit, first_node + index, number, skin);
    kit->nodes[first_node + index].mesh = number;
    return true;
}

/* ---- nodes ---- */

static bool add_light(struct rq_mdl_kit *kit, const struct rq_mdl_node *from, struct rq_node *node)
{
    float color[3] = {1, 1, 1}, radius = 0, multiplier = 1;
    struct rq_light *lights =
        rq_arena_more(kit->arena, &kit->lights, kit->light_count, &kit->light_room, sizeof *lights);
    if (!lights)
        return rq_mdl_kit_no_memory(kit);
    rq_mdl_constant(from, LIGHT_COLOR, color, 3);
    rq_mdl_constant(from, LIGHT_RADIUS, &radius, 1);
    rq_mdl_constant(from, LIGHT_MULTIPLIER, &multiplier, 1);
    for (size_t i = 0; i < 3; i++)
        color[i] = color[i] < 0 ? 0 : color[i] > 1 ? 1 : color[i];
    node->light = (int)kit->light_count;
    lights[kit->light_count++] = (struct rq_light){.name = node->name,
                                                   .type = RQ_LIGHT_POINT,
                                                   .color = {color[0], color[1], color[2]},
                                                   .intensity = multiplier < 0 ? 0 : multiplier,
                                                   .range = radius < 0 ? 0 : radius};
    return true;
}

static void place_node(const struct rq_mdl_node *from, struct rq_node *to)
{
    static const float still[4] = {0, 0, 0, 1};
    const float *q = from->header.orientation;
    float scale = 1;
    for (size_t k = 0; k < 3; k++)
        to->translation[k] = rq_mdl_finite(from->header.position[k]);
    for (size_t k = 0; k < 4; k++)
        to->rotation[k] = rq_mdl_finite(q[(k + 1) % 4]);
    rq_mdl_unit(to->rotation, 4, still);
    rq_mdl_constant(from, SCALE, &scale, 1);
    for (size_t k = 0; k < 3; k++)
        to->scale[k] = scale;
}

static bool add_node(struct rq_mdl_kit *kit, const struct rq_mdl *m, uint32_t index,
                     uint32_t first_node, int parent)
{
    const struct rq_mdl_node *from = &m->tree.nodes[index];
    const char *name = from->header.name < m->name_count ? m->names[from->header.name] : "";
    char *text = rq_arena_text(kit->arena, name, strlen(name));
    int number = text ? rq_mdl_kit_node(kit, text,
                                        from->parent < 0 ? parent : (int)first_node + from->parent)
                      : -1;
    if (number < 0)
        return rq_mdl_kit_no_memory(kit);
    rq_text_clean(text);
    struct rq_node *node = &kit->nodes[number];
    place_node(from, node);
    node->extras = rq_mdl_node_extras(kit->arena, m, from);
    if (!node->extras.size)
        return rq_mdl_kit_no_memory(kit);
    return !from->light || add_light(kit, from, node);
}

bool rq_mdl_kit_add(struct rq_mdl_kit *kit, const struct rq_mdl *m, int parent, bool animated)
{
    uint32_t first_node = kit->node_count, first = kit->animation_count, own = 0;
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (!add_node(kit, m, i, first_node, parent))
            return false;
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh && !add_shape(kit, m, i, first_node))
            return false;
    if (animated && !rq_mdl_kit_animate(kit, m, first_node, &own))
        return false;
    const struct rq_animation *inherited = kit->animations ? kit->animations + first + own : NULL;
    kit->nodes[parent].extras =
        rq_mdl_model_extras(kit->arena, m, inherited, kit->animation_count - first - own);
    return kit->nodes[parent].extras.size || rq_mdl_kit_no_memory(kit);
}

/* Textures that the model asks for and that nobody has. */
static bool tell_missing(struct rq_doc *doc, const struct rq_mdl_kit *kit)
{
    const char *all = "";
    for (uint32_t i = 0; all && i < kit->known_count; i++)
        if (kit->known[i].number < 0 && strlen(all) < 200)
            all = rq_arena_printf(kit->arena, "%s %s", all, kit->known[i].name);
    if (all && all[0])
        rq_find(doc, "missing-texture", 0, "textures",
                "not found, so left out:%s; --game or --textures names where they are", all);
    return all || rq_mdl_kit_no_memory(kit);
}

bool rq_mdl_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_mdl *m = doc->root;
    struct rq_mdl_kit kit;
    if (!rq_mdl_kit_open(&kit, view, view->name ? view->name : "model") ||
        !rq_mdl_kit_add(&kit, m, 0, true) || !tell_missing(doc, &kit))
        return false;
    rq_mdl_kit_close(&kit, scene);
    scene->faces_back = true;
    return true;
}
