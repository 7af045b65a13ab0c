/* References inside of models, and what follows from them. */
#include "formats/kotor/mdl/binary/refs.h"

#include <math.h>

const struct rq_mdl_ref_kind rq_mdl_refs[RQ_MDL_REFS] = {
    [RQ_MDL_REF_VERTEX] = {"faces", "no-vertex", "a vertex that the mesh does not have", false},
    [RQ_MDL_REF_NEIGHBOUR] = {"neighbours", "no-neighbour", "a neighbour that is not a face", true},
    [RQ_MDL_REF_FACE] = {"boxes", "no-face", "a face that the mesh does not have", true},
    [RQ_MDL_REF_INDEX] = {"indices", "other-indices", "not the vertices of the faces", true},
    [RQ_MDL_REF_CONSTRAINT] = {"constraints", "constraint-count",
                               "constraints and vertices differ in number", false},
    [RQ_MDL_REF_BONE] = {"bones", "no-bone", "a bone that no node is", false},
    [RQ_MDL_REF_SLOT] = {"bone_map", "same-bone", "the bone that another node is", false},
};

/* ---- what leads nowhere ---- */

static void add(struct rq_mdl_loose *loose, uint32_t i, bool odd)
{
    if (odd && loose->count++ == 0)
        loose->first = i;
}

static struct rq_mdl_loose loose_vertices(const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_loose loose = {0, 0};
    uint32_t most = mesh->header.vertex_count;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint16_t *v = mesh->faces[i].vertices;
        add(&loose, i, v[0] >= most || v[1] >= most || v[2] >= most);
    }
    return loose;
}

static struct rq_mdl_loose loose_neighbours(const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_loose loose = {0, 0};
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (size_t k = 0; k < 3; k++) {
            uint16_t other = mesh->faces[i].adjacent[k];
            add(&loose, i, other != RQ_MDL_NO_FACE && other >= mesh->face_count);
        }
    return loose;
}

static struct rq_mdl_loose loose_faces(const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_loose loose = {0, 0};
    for (uint32_t i = 0; i < mesh->box_count; i++) {
        int32_t face = mesh->boxes[i].face;
        add(&loose, i, face >= 0 && (uint32_t)face >= mesh->face_count);
    }
    return loose;
}

static struct rq_mdl_loose loose_indices(const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_loose loose = {0, 0};
    uint64_t wanted = (uint64_t)mesh->face_count * 3;
    if (!mesh->has_indices || mesh->saber || (!mesh->indices && mesh->index_count == wanted))
        return loose;
    for (uint32_t i = 0; mesh->indices && i < mesh->index_count; i++)
        add(&loose, i, i >= wanted || mesh->indices[i] != mesh->faces[i / 3].vertices[i % 3]);
    if (mesh->index_count < wanted)
        add(&loose, mesh->index_count, true);
    return loose;
}

static struct rq_mdl_loose loose_constraints(const struct rq_mdl_mesh *mesh)
{
    uint32_t vertices = mesh->header.vertex_count;
    uint32_t count = mesh->dangly ? mesh->dangly->constraint_count : vertices;
    return (struct rq_mdl_loose){count > vertices ? count - vertices : vertices - count,
                                 count < vertices ? count : vertices};
}

/* ---- bones ---- */

/* The game has room for 16; skins with 17 are in use. */
enum { MOST_SLOTS = 256 };

/* The number of a bone, MOST_SLOTS: none. */
static unsigned slot_of(float value)
{
    return value >= 0 && value < MOST_SLOTS ? (unsigned)value : MOST_SLOTS;
}

static struct rq_mdl_loose loose_slots(const struct rq_mdl_mesh *mesh, bool used[MOST_SLOTS + 1])
{
    struct rq_mdl_loose loose = {0, 0};
    memset(used, 0, MOST_SLOTS + 1);
    for (uint32_t i = 0; i < mesh->skin->bone_map_count; i++) {
        unsigned slot = slot_of(mesh->skin->bone_map[i]);
        add(&loose, i, slot < MOST_SLOTS && used[slot]);
        used[slot] = slot < MOST_SLOTS;
    }
    return loose;
}

static struct rq_mdl_loose loose_bones(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_loose loose = {0, 0};
    bool used[MOST_SLOTS + 1];
    float weights[4], bones[4];
    loose_slots(mesh, used);
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        if (!rq_mdl_vertex(m, mesh, RQ_MDL_WEIGHTS, i, weights, 4) ||
            !rq_mdl_vertex(m, mesh, RQ_MDL_BONES, i, bones, 4))
            break;
        for (size_t k = 0; k < 4; k++)
            add(&loose, i, weights[k] != 0 && !used[slot_of(bones[k])]);
    }
    return loose;
}

struct rq_mdl_loose rq_mdl_loose(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                                 enum rq_mdl_ref ref)
{
    bool used[MOST_SLOTS + 1];
    const struct rq_mdl_loose none = {0, 0};
    switch (ref) {
    case RQ_MDL_REF_VERTEX: return loose_vertices(mesh);
    case RQ_MDL_REF_NEIGHBOUR: return loose_neighbours(mesh);
    case RQ_MDL_REF_FACE: return loose_faces(mesh);
    case RQ_MDL_REF_INDEX: return loose_indices(mesh);
    case RQ_MDL_REF_CONSTRAINT: return loose_constraints(mesh);
    case RQ_MDL_REF_BONE: return mesh->skin ? loose_bones(m, mesh) : none;
    case RQ_MDL_REF_SLOT: return mesh->skin ? loose_slots(mesh, used) : none;
    default: return none;
    }
}

/* ---- edits ---- */

uint32_t rq_mdl_mesh_sum(const struct rq_mdl_mesh *mesh)
{
    uint32_t sum = mesh->header.vertex_count;
    for (uint32_t i = 0; mesh->vertices && i < mesh->header.vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            sum = rq_follow_sum(sum, rq_bits_of(mesh->vertices[i][k]));
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (size_t k = 0; k < 3; k++)
            sum = rq_follow_sum(sum, mesh->faces[i].vertices[k]);
    return sum;
}

/* ---- findings ---- */

/* MDLOps takes vertices for one whose first four digits are the same. */
static bool one_place(const float a[3], const float b[3])
{
    for (size_t k = 0; k < 3; k++)
        if (!(fabsf(a[k] - b[k]) <= 0.001F))
            return false;
    return true;
}

static bool has_place(const struct rq_mdl_mesh *mesh, const uint16_t corners[3], uint16_t vertex)
{
    for (size_t k = 0; k < 3; k++)
        if (corners[k] == vertex || one_place(mesh->vertices[corners[k]], mesh->vertices[vertex]))
            return true;
    return false;
}

/* A neighbour has both ends of the edge. Compilers get some wrong (21 of 273,575 in the corpus, at
 * most 2 in 100 of a mesh); in faces that were edited most are, so that some faces tell. */
static void check_neighbours(struct rq_doc *doc, const struct rq_mdl_mesh *mesh, const char *name)
{
    enum { MOST_FACES = 32 };
    uint32_t all = 0, wrong = 0, first = 0, step = mesh->face_count / MOST_FACES + 1;
    for (uint32_t i = 0; i < mesh->face_count; i += step) {
        const struct rq_mdl_face *face = &mesh->faces[i];
        for (size_t k = 0; k < 3; k++) {
            if (face->adjacent[k] == RQ_MDL_NO_FACE)
                continue;
            const uint16_t *other = mesh->faces[face->adjacent[k]].vertices;
            bool shared = has_place(mesh, other, face->vertices[k]) &&
                          has_place(mesh, other, face->vertices[(k + 1) % 3]);
            first = wrong || shared ? first : i;
            wrong += !shared;
            all++;
        }
    }
    if (wrong > all / 8)
        rq_find(doc, "wrong-neighbour", RQ_MDL_START + (uint64_t)mesh->header.faces[0], name,
                "faces[%u]: a neighbour that does not have the edge (%u of %u looked at)", first,
                wrong, all);
}

static void check_mesh(struct rq_doc *doc, const struct rq_mdl_node *node)
{
    const struct rq_mdl *m = doc->root;
    const struct rq_mdl_mesh *mesh = node->mesh;
    const char *name = m->names[node->header.name];
    const uint64_t places[RQ_MDL_REFS] = {
        [RQ_MDL_REF_VERTEX] = mesh->header.faces[0],
        [RQ_MDL_REF_NEIGHBOUR] = mesh->header.faces[0],
        [RQ_MDL_REF_FACE] = mesh->aabb.boxes,
        [RQ_MDL_REF_INDEX] = mesh->indices_place,
        [RQ_MDL_REF_CONSTRAINT] = mesh->dangly ? mesh->dangly->header.constraints[0] : 0,
        [RQ_MDL_REF_BONE] = node->place,
        [RQ_MDL_REF_SLOT] = mesh->skin ? mesh->skin->header.bone_map : 0};
    bool sound = mesh->vertices != NULL;
    for (enum rq_mdl_ref i = 0; i < RQ_MDL_REFS; i++) {
        const struct rq_mdl_ref_kind *kind = &rq_mdl_refs[i];
        struct rq_mdl_loose loose = rq_mdl_loose(m, mesh, i);
        if (loose.count)
            rq_find(doc, kind->finding, RQ_MDL_START + places[i], name, "%s[%u]: %s (%u of them)",
                    kind->list, loose.first, kind->text, loose.count);
        sound = sound && (!loose.count || i > RQ_MDL_REF_NEIGHBOUR);
    }
    if (sound)
        check_neighbours(doc, mesh, name);
}

uint32_t *rq_mdl_bearers(const struct rq_mdl *m, struct rq_arena *temp)
{
    uint32_t *nodes = rq_arena_get(temp, m->name_count, sizeof *nodes);
    uint8_t *counts = rq_arena_get(temp, m->name_count, sizeof *counts);
    if (!nodes || !counts)
        return NULL;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        uint32_t name = m->tree.nodes[i].header.name;
        counts[name] = counts[name] ? 2 : 1;
        nodes[name] = i;
    }
    for (uint32_t i = 0; i < m->name_count; i++)
        nodes[i] = counts[i] == 1 ? nodes[i] : RQ_MDL_NO_NODE;
    return nodes;
}

/* Names that animations have and no node of the geometry. With a supermodel, too: an animation moves
 * nodes of this model by their names, whoever else has such a node. */
static void check_animation(struct rq_doc *doc, const struct rq_mdl_animation *a, const bool *named)
{
    const struct rq_mdl *m = doc->root;
    uint32_t count = 0, first = 0;
    bool root = !a->header.root[0];
    char text[33] = "";
    memcpy(text, a->header.root, 32);
    for (uint32_t i = 0; i < a->tree.count; i++) {
        bool missing = !named[a->tree.nodes[i].header.name];
        first = count || !missing ? first : a->tree.nodes[i].header.name;
        count += missing;
    }
    for (uint32_t i = 0; i < m->name_count && !root; i++)
        root = named[i] && rq_casecmp(m->names[i], text) == 0;
    memcpy(text, a->geometry.name, 32);
    if (count)
        rq_find(doc, "no-node", RQ_MDL_START + (uint64_t)a->place, text,
                "moves %.32s, which the model does not have (%u of its nodes)", m->names[first],
                count);
    if (!root)
        rq_find(doc, "no-node", RQ_MDL_START + (uint64_t)a->place, text,
                "its root %.32s is not a node of the model", a->header.root);
}

/* One number, one node: supermodels and animations go by it. */
static void check_numbers(struct rq_doc *doc, struct rq_arena *temp)
{
    const struct rq_mdl *m = doc->root;
    bool *seen = rq_arena_get(temp, UINT16_MAX + 1, sizeof *seen);
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; seen && i < m->tree.count; i++) {
        bool *again = &seen[m->tree.nodes[i].header.number];
        first = count || !*again ? first : i;
        count += *again;
        *again = true;
    }
    if (count)
        rq_find(doc, "same-number", RQ_MDL_START + (uint64_t)m->tree.nodes[first].place,
                m->names[m->tree.nodes[first].header.name],
                "number %u is that of a node before (%u of them)",
                m->tree.nodes[first].header.number, count);
}

static void check_light(struct rq_doc *doc, const struct rq_mdl_node *node)
{
    const struct rq_mdl_light *l = node->light;
    if (l->size_count != l->position_count || l->size_count != l->color_shift_count ||
        l->size_count != l->texture_count)
        rq_find(doc, "uneven-flares", RQ_MDL_START + (uint64_t)node->place,
                ((const struct rq_mdl *)doc->root)->names[node->header.name],
                "%u sizes, %u positions, %u colour shifts, %u textures", l->size_count,
                l->position_count, l->color_shift_count, l->texture_count);
}

void rq_mdl_check_refs(struct rq_doc *doc)
{
    const struct rq_mdl *m = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    const struct rq_mdl_node *node;
    bool *named = rq_arena_get(&temp, m->name_count, sizeof *named);
    for (uint64_t at = 0; (node = rq_mdl_next_mesh(m, &at));)
        check_mesh(doc, node);
    for (uint32_t i = 0; named && i < m->tree.count; i++) {
        named[m->tree.nodes[i].header.name] = true;
        if (m->tree.nodes[i].light)
            check_light(doc, &m->tree.nodes[i]);
    }
    for (uint32_t i = 0; named && i < m->animation_count; i++)
        check_animation(doc, &m->animations[i], named);
    check_numbers(doc, &temp);
    rq_arena_free(&temp);
}

/* ---- what follows ---- */

/* An animation counts names; kotorblender's its own nodes. A file that was read has no layout yet:
 * either will do. */
static uint32_t animation_nodes(const struct rq_mdl *m, const struct rq_mdl_animation *a)
{
    bool own = m->layout == RQ_MDL_BLENDER ||
               (m->layout == RQ_MDL_UNSETTLED && a->geometry.node_count == a->tree.count);
    return own ? a->tree.count : m->name_count;
}

static void follow_animations(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_mdl *m = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    const uint32_t *bearers = m->animation_count ? rq_mdl_bearers(m, &temp) : NULL;
    if (m->animation_count && !bearers)
        rq_follow_no_memory(f);
    for (uint32_t a = 0; bearers && a < m->animation_count; a++) {
        struct rq_mdl_animation *to = &m->animations[a];
        rq_follow(f, &to->geometry.node_count, 4, animation_nodes(m, to),
                  "animations/%u/geometry/node_count", a);
        for (uint32_t i = 0; i < to->tree.count; i++) {
            struct rq_mdl_node_header *h = &to->tree.nodes[i].header;
            uint32_t node = bearers[h->name];
            if (node != RQ_MDL_NO_NODE)
                rq_follow(f, &h->number, 2, m->tree.nodes[node].header.number,
                          "animations/%u/nodes/%u/number", a, i);
        }
    }
    rq_arena_free(&temp);
}

static void follow_bones(struct rq_follow *f, const struct rq_mdl_skin *skin, uint16_t *nodes,
                         uint32_t node)
{
    enum { TABLE = 16 };
    bool taken[TABLE] = {false};
    for (uint32_t i = 0; i < skin->bone_map_count; i++) {
        unsigned slot = slot_of(skin->bone_map[i]);
        if (slot >= TABLE || taken[slot])
            continue;
        taken[slot] = true;
        rq_follow(f, &nodes[slot], 2, (uint16_t)i, "nodes/%u/mesh/skin/bone_nodes/%u", node, slot);
    }
}

void rq_mdl_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_mdl *m = doc->root;
    follow_animations(doc, f);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        struct rq_mdl_mesh *mesh = m->tree.nodes[i].mesh;
        if (!mesh)
            continue;
        struct rq_mdl_mesh_header *h = &mesh->header, flags = *h;
        if (!mesh->saber && rq_mdl_row_flags(&flags)) {
            rq_follow(f, &h->mdx_flags, 4, flags.mdx_flags, "nodes/%u/mesh/mdx_flags", i);
            rq_follow(f, &h->texture_count, 2, flags.texture_count, "nodes/%u/mesh/texture_count",
                      i);
        }
        if (mesh->skin)
            follow_bones(f, mesh->skin, mesh->skin->header.bone_nodes, i);
    }
}
