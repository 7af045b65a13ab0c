/* The bones of skins: their numbers in the rows, and the skin's place as seen from each node. */
#include "formats/kotor/mdl_ascii_parts.h"

#define NONE UINT32_MAX

/* Where a node stands in the model. */
struct world {
    double q[4], t[3]; /* w x y z */
};

struct bones {
    struct world *worlds;    /* by node of the tree */
    uint32_t *node_of;       /* node of the tree by index of its name, NONE */
    uint32_t *number;        /* of the bone, by index of the node's name; NONE */
};

static void multiply(const double a[4], const double b[4], double to[4])
{
    double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    to[0] = w, to[1] = x, to[2] = y, to[3] = z;
}

static void invert(const double q[4], double to[4])
{
    to[0] = q[0];
    for (size_t i = 1; i < 4; i++)
        to[i] = -q[i];
}

static void rotate(const double q[4], const double v[3], double to[3])
{
    double p[4] = {0, v[0], v[1], v[2]}, back[4];
    invert(q, back);
    multiply(q, p, p);
    multiply(p, back, p);
    memcpy(to, p + 1, 3 * sizeof *to);
}

static void place_nodes(const struct rq_mdl_tree *tree, struct world *worlds)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct rq_mdl_node *node = &tree->nodes[i];
        struct world own, *to = &worlds[i];
        for (size_t k = 0; k < 4; k++)
            own.q[k] = (double)node->header.orientation[k];
        for (size_t k = 0; k < 3; k++)
            own.t[k] = (double)node->header.position[k];
        *to = own;
        if (node->parent < 0)
            continue;
        const struct world *above = &worlds[node->parent];
        multiply(above->q, own.q, to->q);
        rotate(above->q, own.t, to->t);
        for (size_t k = 0; k < 3; k++)
            to->t[k] += above->t[k];
    }
}

/* The skin as seen from every node that has a name. */
static bool make_places(struct rq_ascii_reader *r, const struct bones *b, uint32_t skin_name,
                        struct rq_mdl_skin *skin)
{
    uint32_t count = r->m->name_count;
    const struct world *mesh = &b->worlds[b->node_of[skin_name]];
    skin->bone_map_count = skin->q_bone_count = skin->t_bone_count = skin->array_8_count = count;
    skin->bone_map = rq_ascii_keep(r, count, sizeof *skin->bone_map);
    skin->q_bones = rq_ascii_keep(r, count, sizeof *skin->q_bones);
    skin->t_bones = rq_ascii_keep(r, count, sizeof *skin->t_bones);
    skin->array_8 = rq_ascii_keep(r, count, sizeof *skin->array_8);
    for (uint32_t i = 0; rq_ascii_ok(r) && i < count; i++) {
        skin->bone_map[i] = b->number[i] == NONE ? -1.0F : (float)b->number[i];
        skin->q_bones[i][0] = 1;
        if (b->node_of[i] == NONE)
            continue;
        const struct world *node = &b->worlds[b->node_of[i]];
        double back[4], q[4], way[3];
        invert(node->q, back);
        multiply(back, mesh->q, q);
        for (size_t k = 0; k < 3; k++)
            way[k] = mesh->t[k] - node->t[k];
        rotate(back, way, way);
        for (size_t k = 0; k < 4; k++)
            skin->q_bones[i][k] = (float)q[k];
        for (size_t k = 0; k < 3; k++)
            skin->t_bones[i][k] = (float)way[k];
    }
    return rq_ascii_ok(r);
}

/* Bones are numbered as the vertices first name them: so did BioWare's compiler and MDLedit. */
static void number_bones(struct rq_ascii_reader *r, const struct bones *b,
                         const struct rq_ascii_mesh *mesh, struct rq_mdl_mesh *to)
{
    struct rq_mdl_skin_header *h = &to->skin->header;
    uint8_t *rows = (uint8_t *)(uintptr_t)to->rows.data;
    uint32_t count = 0;
    memset(b->number, 0xFF, r->m->name_count * sizeof *b->number);
    for (uint32_t i = 0; i < mesh->weight_count; i++) {
        uint8_t *row = rows + (size_t)i * to->header.mdx_stride;
        for (size_t k = 0; k < 4; k++) {
            uint32_t rank = mesh->weights[i].name[k];
            uint32_t name = rank == NONE ? NONE : r->name_of[r->like[rank]];
            if (name != NONE && b->number[name] == NONE) {
                if (count < 16)
                    h->bone_nodes[count] = (uint16_t)name;
                b->number[name] = count++;
            }
            rq_set32(row + h->mdx_weights_at + k * 4,
                     rq_bits_of(name == NONE ? 0 : mesh->weights[i].weight[k]));
            rq_set32(row + h->mdx_bones_at + k * 4,
                     rq_bits_of(name == NONE ? -1.0F : (float)b->number[name]));
        }
    }
}

bool rq_ascii_make_skins(struct rq_ascii_reader *r)
{
    const struct rq_mdl *m = r->m;
    struct bones b = {.worlds = rq_ascii_temp(r, m->tree.count, sizeof *b.worlds),
                      .node_of = rq_ascii_temp(r, m->name_count, sizeof *b.node_of),
                      .number = rq_ascii_temp(r, m->name_count, sizeof *b.number)};
    if (!rq_ascii_ok(r))
        return false;
    place_nodes(&m->tree, b.worlds);
    memset(b.node_of, 0xFF, m->name_count * sizeof *b.node_of);
    for (uint32_t i = 0; i < m->tree.count; i++)
        b.node_of[m->tree.nodes[i].header.name] = i;
    for (uint32_t i = 0; i < r->geometry_count; i++) {
        const struct rq_ascii_node *node = &r->geometry[i];
        if (!node->node.mesh || !node->node.mesh->skin)
            continue;
        number_bones(r, &b, node->mesh, node->node.mesh);
        if (!make_places(r, &b, node->name, node->node.mesh->skin))
            return false;
    }
    return true;
}
