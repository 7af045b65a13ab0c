/* The bones of skins: their numbers in the rows. */
#include "formats/kotor/mdl_ascii/parts.h"

#define NONE UINT32_MAX

/* Bones are numbered as the vertices first name them: so did BioWare's compiler and MDLedit. */
static void number_bones(struct rq_ascii_reader *r, uint32_t *number, const uint32_t *node_of,
                         const struct rq_ascii_mesh *mesh, struct rq_mdl_mesh *to)
{
    struct rq_mdl_skin_header *h = &to->skin->header;
    uint8_t *rows = (uint8_t *)(uintptr_t)to->rows.data;
    uint32_t count = 0;
    memset(number, 0xFF, r->m->name_count * sizeof *number);
    for (uint32_t i = 0; i < mesh->weight_count; i++) {
        uint8_t *row = rows + (size_t)i * to->header.mdx_stride;
        for (size_t k = 0; k < 4; k++) {
            uint32_t rank = mesh->weights[i].name[k];
            uint32_t name = rank == NONE ? NONE : r->name_of[r->like[rank]];
            if (name != NONE && number[name] == NONE) {
                if (count < 16)
                    h->bone_nodes[count] = (uint16_t)node_of[name];
                number[name] = count++;
            }
            rq_set32(row + h->mdx_weights_at + k * 4,
                     rq_bits_of(name == NONE ? 0 : mesh->weights[i].weight[k]));
            rq_set32(row + h->mdx_bones_at + k * 4,
                     rq_bits_of(name == NONE ? -1.0F : (float)number[name]));
        }
    }
}

bool rq_ascii_make_skins(struct rq_ascii_reader *r)
{
    const struct rq_mdl *m = r->m;
    uint32_t *node_of = rq_ascii_temp(r, m->name_count, sizeof *node_of);
    uint32_t *number = rq_ascii_temp(r, m->name_count, sizeof *number);
    for (uint32_t i = 0; rq_ascii_ok(r) && i < m->tree.count; i++)
        node_of[m->tree.nodes[i].header.name] = i;
    for (uint32_t i = 0; rq_ascii_ok(r) && i < r->geometry_count; i++) {
        const struct rq_ascii_node *node = &r->geometry[i];
        if (!node->node.mesh || !node->node.mesh->skin)
            continue;
        number_bones(r, number, node_of, node->mesh, node->node.mesh);
        if (!rq_mdl_skin_places(r->doc, node_of[node->name], number))
            return rq_fail(r->err, RQ_NO_MEMORY, 0, "mdl_ascii", "out of memory");
    }
    return rq_ascii_ok(r);
}
