/* The lists of a mesh as text. Vertices stand in the order of the MDX, and each face names the
 * same number for its vertex and for its UVs: so the order survives. */
#include "formats/kotor/mdl_ascii/parts.h"

static void put_row(struct rq_out *out, const float *v, size_t count)
{
    rq_put_str(out, "   ");
    rq_ascii_put_f32s(out, v, count);
    rq_put8(out, '\n');
}

static void put_numbers(struct rq_out *out, const uint16_t *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rq_put8(out, ' ');
        rq_ascii_put_u32(out, v[i]);
    }
}

/* ---- lists of vertices ---- */

/* Only when every vertex has it. */
static void put_slot(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh,
                     enum rq_mdl_slot slot, const char *word, unsigned count)
{
    float v[4];
    if (!mesh->header.vertex_count || !rq_mdl_vertex(w->m, mesh, slot, 0, v, count))
        return;
    rq_ascii_put_head(w->out, word, mesh->header.vertex_count);
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        rq_mdl_vertex(w->m, mesh, slot, i, v, count);
        put_row(w->out, v, count);
    }
}

static bool has_slot(const struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh,
                     enum rq_mdl_slot slot)
{
    float v[2];
    return rq_mdl_vertex(w->m, mesh, slot, 0, v, 2);
}

/* Positions are in both files; the MDX may be missing. */
static void put_verts(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh)
{
    if (!mesh->vertices) {
        put_slot(w, mesh, RQ_MDL_POSITION, "  verts", 3);
        return;
    }
    rq_ascii_put_head(w->out, "  verts", mesh->header.vertex_count);
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++)
        put_row(w->out, mesh->vertices[i], 3);
}

static void put_corners(struct rq_out *out, const char *word, const struct rq_mdl_mesh *mesh)
{
    rq_ascii_put_head(out, word, mesh->face_count);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        rq_put_str(out, "   ");
        put_numbers(out, mesh->faces[i].vertices, 3);
        rq_put8(out, '\n');
    }
}

/* Every UV set after the first has a list of its own for the corners. */
static void put_more_uvs(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh)
{
    static const char *const indices[] = {"  texindices1", "  texindices2", "  texindices3"};
    static const char *const uvs[] = {"  tverts1", "  tverts2", "  tverts3"};
    for (unsigned set = 0; set < 3; set++) {
        enum rq_mdl_slot slot = (enum rq_mdl_slot)(RQ_MDL_UV_2 + set);
        if (!has_slot(w, mesh, slot))
            continue;
        put_corners(w->out, indices[set], mesh);
        put_slot(w, mesh, slot, uvs[set], 2);
    }
}

static void put_colors(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh)
{
    if (!has_slot(w, mesh, RQ_MDL_COLOR))
        return;
    put_slot(w, mesh, RQ_MDL_COLOR, "  colors", 3);
    put_corners(w->out, "  colorindices", mesh);
}

/* ---- faces ---- */

/* Smoothing groups are in no file of the game: they follow from the normals. */
static bool groups_of(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh, uint32_t **groups)
{
    uint32_t count = mesh->header.vertex_count;
    float(*normals)[3] = rq_arena_get(&w->temp, count, sizeof *normals);
    *groups = rq_arena_get(&w->temp, mesh->face_count, sizeof **groups);
    if (!*groups || !normals)
        return false;
    if (mesh->smoothing) {
        memcpy(*groups, mesh->smoothing, mesh->face_count * sizeof **groups);
        return true;
    }
    bool known = mesh->vertices != NULL;
    for (uint32_t i = 0; i < count && known; i++)
        known = rq_mdl_vertex(w->m, mesh, RQ_MDL_NORMAL, i, normals[i], 3);
    for (uint32_t i = 0; i < mesh->face_count && known; i++)
        for (size_t k = 0; k < 3; k++)
            known = known && mesh->faces[i].vertices[k] < count;
    for (uint32_t i = 0; i < mesh->face_count && !known; i++)
        (*groups)[i] = 1;
    return !known || rq_smooth_groups(mesh, (const float(*)[3])normals, &w->temp, *groups);
}

static bool put_faces(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh)
{
    static const uint16_t none[3];
    struct rq_out *out = w->out;
    uint32_t *groups;
    bool uvs = has_slot(w, mesh, RQ_MDL_UV_1);
    if (!groups_of(w, mesh, &groups))
        return false;
    rq_ascii_put_head(out, "  faces", mesh->face_count);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const struct rq_mdl_face *face = &mesh->faces[i];
        rq_put_str(out, "   ");
        put_numbers(out, face->vertices, 3);
        rq_put8(out, ' ');
        rq_ascii_put_u32(out, groups[i]);
        put_numbers(out, uvs ? face->vertices : none, 3);
        rq_put8(out, ' ');
        rq_ascii_put_u32(out, face->material);
        rq_put8(out, '\n');
    }
    return true;
}

/* ---- parts ---- */

/* For each number of a bone the name of its node, or NULL. */
static const char **bone_names(struct rq_ascii_writer *w, const struct rq_mdl_skin *skin,
                               uint32_t *count)
{
    *count = skin->bone_map_count;
    const char **names = rq_arena_get(&w->temp, *count, sizeof *names);
    for (uint32_t i = 0; names && i < *count && i < w->m->tree.count; i++) {
        float bone = skin->bone_map[i];
        if (bone >= 0 && bone < (float)*count)
            names[(uint32_t)bone] = w->m->names[w->m->tree.nodes[i].header.name];
    }
    return names;
}

static bool put_weights(struct rq_ascii_writer *w, const struct rq_mdl_mesh *mesh)
{
    struct rq_out *out = w->out;
    uint32_t count;
    const char **names = bone_names(w, mesh->skin, &count);
    float weights[4], bones[4];
    if (!names)
        return false;
    if (!mesh->header.vertex_count || !rq_mdl_vertex(w->m, mesh, RQ_MDL_WEIGHTS, 0, weights, 4) ||
        !rq_mdl_vertex(w->m, mesh, RQ_MDL_BONES, 0, bones, 4))
        return true;
    rq_ascii_put_head(out, "  weights", mesh->header.vertex_count);
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        rq_mdl_vertex(w->m, mesh, RQ_MDL_WEIGHTS, i, weights, 4);
        rq_mdl_vertex(w->m, mesh, RQ_MDL_BONES, i, bones, 4);
        rq_put_str(out, "   ");
        for (size_t k = 0; k < 4; k++) {
            if (!(bones[k] >= 0 && bones[k] < (float)count) || !names[(uint32_t)bones[k]])
                continue;
            rq_put8(out, ' ');
            rq_ascii_put_text(out, names[(uint32_t)bones[k]], SIZE_MAX);
            rq_ascii_put_f32s(out, &weights[k], 1);
        }
        rq_put8(out, '\n');
    }
    return true;
}

static void put_constraints(struct rq_out *out, const struct rq_mdl_dangly *dangly)
{
    rq_ascii_put_head(out, "  constraints", dangly->constraint_count);
    for (uint32_t i = 0; i < dangly->constraint_count; i++) {
        float v = rq_mdl_narrow(dangly->constraints[i]);
        put_row(out, &v, 1);
    }
}

static void put_boxes(struct rq_out *out, const struct rq_mdl_mesh *mesh)
{
    if (!mesh->box_count)
        return;
    rq_put_str(out, "  aabb\n");
    for (uint32_t i = 0; i < mesh->box_count; i++) {
        const struct rq_mdl_box *box = &mesh->boxes[i];
        rq_put_str(out, "   ");
        rq_ascii_put_f32s(out, box->min, 3);
        rq_ascii_put_f32s(out, box->max, 3);
        if (box->face < 0) {
            rq_put_str(out, " -1\n");
            continue;
        }
        rq_put8(out, ' ');
        rq_ascii_put_u32(out, (uint32_t)box->face);
        rq_put8(out, '\n');
    }
}

/* The faces that the game draws for the shape; MDLOps and MDLedit write the same. */
static void put_saber(struct rq_out *out, const struct rq_mdl_saber *saber)
{
    static const uint8_t faces[12][3] = {{5, 4, 0}, {0, 1, 5}, {13, 8, 12},  {8, 13, 9},
                                         {6, 5, 1}, {1, 2, 6}, {10, 9, 13},  {13, 14, 10},
                                         {3, 6, 2}, {6, 3, 7}, {15, 11, 14}, {10, 14, 11}};
    rq_ascii_put_head(out, "  verts", RQ_SABER_SHAPE);
    for (uint32_t i = 0; i < RQ_SABER_SHAPE; i++)
        put_row(out, saber->vertices[rq_saber_vertex(i)], 3);
    rq_ascii_put_head(out, "  normals", RQ_SABER_SHAPE);
    for (uint32_t i = 0; i < RQ_SABER_SHAPE; i++)
        put_row(out, saber->normals[rq_saber_vertex(i)], 3);
    rq_ascii_put_head(out, "  faces", 12);
    for (size_t i = 0; i < 12; i++) {
        const uint16_t v[3] = {faces[i][0], faces[i][1], faces[i][2]};
        rq_put_str(out, "   ");
        put_numbers(out, v, 3);
        rq_put_str(out, " 1");
        put_numbers(out, v, 3);
        rq_put_str(out, " 0\n");
    }
    rq_ascii_put_head(out, "  tverts", RQ_SABER_SHAPE);
    for (uint32_t i = 0; i < RQ_SABER_SHAPE; i++)
        put_row(out, saber->uvs[rq_saber_vertex(i)], 2);
}

static void put_derived(struct rq_out *out, const struct rq_mdl_mesh *mesh)
{
    const struct rq_mdl_mesh_header *h = &mesh->header;
    rq_put_str(out, "  bmin");
    rq_ascii_put_f32s(out, h->box_min, 3);
    rq_put_str(out, "\n  bmax");
    rq_ascii_put_f32s(out, h->box_max, 3);
    rq_put_str(out, "\n  radius");
    rq_ascii_put_f32s(out, &h->radius, 1);
    rq_put_str(out, "\n  average");
    rq_ascii_put_f32s(out, h->average, 3);
    rq_put8(out, '\n');
}

bool rq_ascii_write_mesh(struct rq_ascii_writer *w, struct rq_mdl_node *node)
{
    const struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_out *out = w->out;
    put_derived(out, mesh);
    rq_put_str(out, mesh->header.mdx_at[RQ_MDL_TANGENT_1] >= 0 ? "  tangentspace 1\n"
                                                               : "  tangentspace 0\n");
    rq_put_str(out, "  inv_count ");
    rq_ascii_put_u32(out, mesh->saber ? mesh->saber->header.inverted_1 : mesh->inverted);
    if (mesh->saber) {
        rq_put8(out, ' ');
        rq_ascii_put_u32(out, mesh->saber->header.inverted_2);
    }
    rq_put8(out, '\n');
    if (mesh->saber && mesh->saber->vertices && mesh->saber->uvs && mesh->saber->normals) {
        put_saber(out, mesh->saber);
        return true;
    }
    put_verts(w, mesh);
    put_slot(w, mesh, RQ_MDL_NORMAL, "  normals", 3);
    if (!put_faces(w, mesh))
        return false;
    put_slot(w, mesh, RQ_MDL_UV_1, "  tverts", 2);
    put_more_uvs(w, mesh);
    put_colors(w, mesh);
    if (mesh->skin && !put_weights(w, mesh))
        return false;
    if (mesh->dangly)
        put_constraints(out, mesh->dangly);
    put_boxes(out, mesh);
    return true;
}
