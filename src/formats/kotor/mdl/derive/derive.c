/* What follows from nodes, faces and vertices of a model, as its compiler worked it out. How often
 * that gives the bits of real files, tests/golden/mdl_derive.c prints. */
#include "formats/kotor/mdl/derive/derive.h"

#include "formats/kotor/mdl/derive/measure.h"
#include "model/facetree.h"

#include <math.h>

/* ---- meshes ---- */

/* The triangles of a mesh, for engine. */
static bool faces_of(const struct rq_mdl_mesh *mesh, struct rq_arena *temp, struct rq_faces *faces)
{
    uint16_t *corners = rq_arena_get(temp, mesh->face_count, 3 * sizeof *corners);
    if (!corners)
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        memcpy(corners + (size_t)i * 3, mesh->faces[i].vertices, 3 * sizeof *corners);
    *faces = (struct rq_faces){.positions = (const float *)mesh->vertices,
                               .vertex_count = mesh->header.vertex_count,
                               .narrow = corners,
                               .count = mesh->face_count};
    return true;
}

/* ---- trees of boxes ---- */

uint32_t rq_mdl_box_plane(const struct rq_mdl_box *boxes, uint32_t box)
{
    if (boxes[box].first < 0 || boxes[box].second < 0)
        return 0;
    const struct rq_mdl_box *a = &boxes[boxes[box].first], *b = &boxes[boxes[box].second];
    double most = 0;
    uint32_t plane = 1;
    for (size_t k = 0; k < 3; k++) {
        double d =
            ((double)b->min[k] + (double)b->max[k]) - ((double)a->min[k] + (double)a->max[k]);
        if (fabs(d) > most) {
            most = fabs(d);
            plane = (d < 0 ? 8u : 1u) << k;
        }
    }
    return plane;
}

/* How much further up a box reaches than its faces: BioWare's all do, MDLedit's when there are
 * others in them. */
static float further_up(const struct rq_facetree_node *node, enum rq_mdl_compiler compiler)
{
    bool does = compiler == RQ_MDL_BIOWARE || (compiler == RQ_MDL_MDLEDIT && node->face < 0);
    return does ? 0.0001F : 0;
}

/* kotorblender halves its boxes elsewhere, at the mean of their faces; a tree of ours serves as
 * well. */
static bool derive_boxes(struct rq_arena *arena, struct rq_mdl_mesh *mesh,
                         const struct rq_faces *faces, enum rq_mdl_compiler compiler,
                         struct rq_arena *temp)
{
    bool by_axis = compiler == RQ_MDL_MDLEDIT || compiler == RQ_MDL_KOTORBLENDER;
    size_t count = rq_facetree_size(mesh->face_count);
    struct rq_facetree_node *nodes = rq_arena_get(temp, count, sizeof *nodes);
    if (mesh->box_count != count || !mesh->boxes)
        mesh->boxes = rq_arena_get(arena, count, sizeof *mesh->boxes);
    if (!nodes || !mesh->boxes || !rq_facetree_build(faces, temp, nodes))
        return false;
    mesh->box_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        struct rq_mdl_box *box = &mesh->boxes[i];
        *box = (struct rq_mdl_box){
            .first = nodes[i].left, .second = nodes[i].right, .face = nodes[i].face};
        memcpy(box->min, nodes[i].min, sizeof box->min);
        for (size_t k = 0; k < 3; k++)
            box->max[k] = nodes[i].max[k] + further_up(&nodes[i], compiler);
    }
    for (size_t i = 0; i < count; i++)
        mesh->boxes[i].plane =
            by_axis ? nodes[i].plane : rq_mdl_box_plane(mesh->boxes, (uint32_t)i);
    return true;
}

/* ---- the rows of the MDX ---- */

static bool derive_end_row(struct rq_arena *arena, const struct rq_mdl *m, struct rq_mdl_mesh *mesh)
{
    uint32_t stride = mesh->header.mdx_stride;
    if (mesh->end_row.size == stride || !mesh->rows.size || stride < 12)
        return true;
    uint8_t *row = rq_arena_get(arena, 1, stride);
    if (!row)
        return false;
    rq_mdl_end_row(m, mesh, row);
    mesh->end_row = (struct rq_bytes){row, stride};
    return true;
}

/* ---- functions and counters ---- */

/* K1 and K2 on a PC; those of Xbox are known for the model only. */
static const struct functions {
    uint32_t model[2], animation[2], mesh[2], skin[2], dangly[2];
} functions[] = {
    [RQ_MDL_K1] = {{4273776, 4216096},
                   {4273392, 4451552},
                   {4216656, 4216672},
                   {4216592, 4216608},
                   {4216640, 4216624}},
    [RQ_MDL_K2] = {{4285200, 4216320},
                   {4284816, 4522928},
                   {4216880, 4216896},
                   {4216816, 4216832},
                   {4216864, 4216848}},
};

static void derive_functions(const struct rq_mdl *m, struct rq_mdl_mesh *mesh)
{
    if (rq_mdl_is_xbox(m))
        return;
    const struct functions *f = &functions[m->version];
    const uint32_t *pair = mesh->skin ? f->skin : mesh->dangly ? f->dangly : f->mesh;
    mesh->header.function_1 = pair[0];
    mesh->header.function_2 = pair[1];
}

uint32_t rq_mdl_inverted(uint32_t number)
{
    uint32_t hundreds = number / 100, rest = number % 100;
    uint64_t power = (uint64_t)1 << (hundreds < 40 ? hundreds : 40);
    return (uint32_t)(power * 100 - number + (rest ? hundreds * 100 : 0) - (hundreds ? 0 : 1));
}

/* In the order of the tree, and a saber takes two. Those of BioWare's files follow no rule: what a
 * mesh has it keeps. */
static void derive_inverted(struct rq_mdl_mesh *mesh, uint32_t *number)
{
    uint32_t first = rq_mdl_inverted(++*number);
    if (!mesh->saber) {
        mesh->inverted = mesh->has_indices ? mesh->inverted : first;
        mesh->has_indices = true;
        return;
    }
    uint32_t second = rq_mdl_inverted(++*number);
    struct rq_mdl_saber_header *h = &mesh->saber->header;
    if (h->inverted_1 || h->inverted_2)
        return;
    h->inverted_1 = first;
    h->inverted_2 = second;
}

static bool derive_mesh(struct rq_doc *doc, struct rq_mdl_node *node, enum rq_mdl_compiler compiler,
                        struct rq_error *err)
{
    struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_arena temp = {.alloc = doc->alloc};
    struct rq_faces faces;
    bool fine = faces_of(mesh, &temp, &faces);
    if (fine && (mesh->face_count > UINT16_MAX || !rq_faces_valid(&faces) ||
                 (!mesh->vertices && mesh->header.vertex_count))) {
        rq_arena_free(&temp);
        return rq_fail(err, RQ_CORRUPT, 0, "faces", "a face has a vertex that is not there");
    }
    if (fine && mesh->vertices)
        fine = rq_mdl_measure(mesh, &faces, compiler, &temp);
    if (fine && node->header.type & RQ_MDL_IS_AABB)
        fine = derive_boxes(&doc->arena, mesh, &faces, compiler, &temp);
    if (!mesh->saber)
        rq_mdl_row_flags(&mesh->header);
    fine = fine && derive_end_row(&doc->arena, doc->root, mesh);
    derive_functions(doc->root, mesh);
    mesh->indices = NULL;
    mesh->index_count = mesh->saber ? 0 : mesh->face_count * 3;
    if (mesh->dangly)
        mesh->dangly->positions = mesh->vertices;
    rq_arena_free(&temp);
    return fine || rq_fail(err, doc->arena.over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "mesh",
                           "no memory for the values derived from the faces");
}

/* ---- the model ---- */

bool rq_mdl_has_supermodel(const struct rq_mdl *m)
{
    return m->model.supermodel[0] && rq_casecmp(m->model.supermodel, "NULL") != 0;
}

/* Without a supermodel a node's number is that of its name; with one the numbers join them, and
 * stay, as kotorblender's always do. An animation's node has that of the node it moves. */
static bool derive_numbers(struct rq_doc *doc, struct rq_mdl *m, enum rq_mdl_compiler compiler)
{
    bool stay = rq_mdl_has_supermodel(m) || compiler == RQ_MDL_KOTORBLENDER;
    uint16_t *numbers = rq_arena_get(&doc->arena, m->name_count, sizeof *numbers);
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < m->name_count; i++)
        numbers[i] = (uint16_t)i;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        struct rq_mdl_node_header *h = &m->tree.nodes[i].header;
        if (!stay)
            h->number = h->name;
        if (h->name < m->name_count)
            numbers[h->name] = h->number;
    }
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            struct rq_mdl_node_header *h = &m->animations[a].tree.nodes[i].header;
            if (h->name < m->name_count)
                h->number = numbers[h->name];
        }
    return true;
}

static void derive_geometry(struct rq_mdl *m, struct rq_mdl_geometry *g, bool animation)
{
    g->type = animation ? 5 : 2;
    if (rq_mdl_is_xbox(m))
        return;
    const struct functions *f = &functions[m->version];
    g->function_1 = animation ? f->animation[0] : f->model[0];
    g->function_2 = animation ? f->animation[1] : f->model[1];
}

/* The box of a model is the same in all known files; its radius tells whether it emits, but not
 * kotorblender's. */
static void derive_model(struct rq_mdl *m, enum rq_mdl_compiler compiler)
{
    static const float least[3] = {-5, -5, -1}, most[3] = {5, 5, 10};
    bool emits = false, blender = compiler == RQ_MDL_KOTORBLENDER;
    for (uint32_t i = 0; i < m->tree.count; i++)
        emits |= m->tree.nodes[i].emitter != NULL;
    memcpy(m->model.box_min, least, sizeof least);
    memcpy(m->model.box_max, most, sizeof most);
    m->model.radius = emits && !blender ? 40 : 7;
    derive_geometry(m, &m->geometry, false);
    /* With a supermodel its nodes count too, and they are not at hand; kotorblender leaves them out. */
    if (!rq_mdl_has_supermodel(m) || blender || m->geometry.node_count <= m->tree.count)
        m->geometry.node_count = m->tree.count;
    for (uint32_t i = 0; i < m->animation_count; i++) {
        derive_geometry(m, &m->animations[i].geometry, true);
        m->animations[i].geometry.node_count =
            blender ? m->animations[i].tree.count : m->name_count;
    }
}

bool rq_mdl_derive(struct rq_doc *doc, enum rq_mdl_compiler compiler, struct rq_error *err)
{
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    uint32_t number = 0;
    if (!m || !m->tree.count)
        return rq_fail(err, RQ_USAGE, 0, "mdl", "not a model with a node");
    if (compiler == RQ_MDL_UNKNOWN)
        compiler = RQ_MDL_BIOWARE;
    rq_mdl_subtrees(&m->tree);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        struct rq_mdl_node *node = &m->tree.nodes[i];
        if (!node->mesh)
            continue;
        if (!derive_mesh(doc, node, compiler, err))
            return false;
        derive_inverted(node->mesh, &number);
    }
    derive_model(m, compiler);
    return derive_numbers(doc, m, compiler) ||
           rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
}
