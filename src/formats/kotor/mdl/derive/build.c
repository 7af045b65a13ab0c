/* Rows, bones and keys of new models. */
#include "formats/kotor/mdl/derive/build.h"

#include "formats/kotor/mdl_ascii/parts.h"

#define NONE UINT32_MAX

enum { POSITION = 8, ORIENTATION = 20 };

void rq_mdl_put_floats(uint8_t *to, const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rq_set32(to + i * 4, rq_bits_of(v[i]));
}

void rq_mdl_put_color(uint8_t *to, const float rgb[3])
{
    for (size_t i = 0; i < 3; i++) {
        float v = rgb[i] * 255.0F + 0.5F;
        to[i] = (uint8_t)(v > 255 ? 255 : v > 0 ? v : 0);
    }
    to[3] = 255;
}

void rq_mdl_lay_row(const struct rq_mdl *m, struct rq_mdl_mesh *mesh,
                    const bool has[RQ_MDL_TANGENT_1 + 1])
{
    struct rq_mdl_mesh_header *h = &mesh->header;
    int32_t at = 0;
    for (unsigned slot = 0; slot <= RQ_MDL_TANGENT_4; slot++) {
        bool here = slot <= RQ_MDL_TANGENT_1 && has[slot];
        h->mdx_at[slot] = here ? at : -1;
        at += here ? (int32_t)rq_mdl_slot_size(m, (enum rq_mdl_slot)slot) : 0;
    }
    if (mesh->skin) {
        mesh->skin->header.mdx_weights_at = at;
        mesh->skin->header.mdx_bones_at = at + 16;
        at += 32;
    }
    h->mdx_stride = (uint32_t)at;
}

/* ---- keys ---- */

static uint32_t width_of(const struct rq_mdl_new_key *key, bool packed)
{
    return packed ? 1 : key->columns;
}

static void put_values(const struct rq_mdl_new_key *key, bool packed, uint32_t *to)
{
    for (uint32_t i = 0; i < key->rows; i++) {
        if (packed) {
            float q[4];
            memcpy(q, key->values + (size_t)i * 4, sizeof q);
            to[i] = rq_pack_nearly(q);
        } else if (key->columns) {
            memcpy(to + (size_t)i * key->columns, key->values + (size_t)i * key->columns,
                   key->columns * sizeof *to);
        }
    }
}

static void set_key(struct rq_mdl_key *to, const struct rq_mdl_new_key *key, bool packed,
                    bool animated, uint32_t *at)
{
    uint32_t columns = packed ? 2 : key->bezier ? key->columns / 3 | 16 : key->columns;
    *to = (struct rq_mdl_key){.code = key->code, .link = 0xFFFF, .columns = (uint8_t)columns};
    if (animated && (key->code == POSITION || key->code == ORIENTATION))
        to->link = key->code == POSITION ? 16 : 28;
    to->rows = (uint16_t)key->rows;
    to->time_at = (uint16_t)*at;
    to->value_at = (uint16_t)(*at + key->rows);
    *at += key->rows + key->rows * width_of(key, packed);
}

bool rq_mdl_pack_keys(struct rq_doc *doc, struct rq_mdl_node *node,
                      const struct rq_mdl_new_key *keys, bool animated, bool compress,
                      struct rq_error *err)
{
    uint32_t count = 0;
    uint64_t size = 0;
    for (const struct rq_mdl_new_key *key = keys; key; key = key->next) {
        count++;
        size += (uint64_t)key->rows * (1 + key->columns);
    }
    if (size > UINT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "mdl",
                       "the node has more values for its controllers than a model can hold");
    node->keys = rq_arena_get(&doc->arena, count, sizeof *node->keys);
    node->data = rq_arena_get(&doc->arena, (size_t)size, sizeof *node->data);
    if (!node->keys || !node->data)
        return rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
    for (const struct rq_mdl_new_key *key = keys; key; key = key->next) {
        bool packed = animated && compress && key->code == ORIENTATION && key->columns == 4;
        uint32_t at = node->data_count;
        for (uint32_t i = 0; i < key->rows; i++)
            node->data[at + i] = rq_bits_of(key->times[i]);
        put_values(key, packed, node->data + at + key->rows);
        set_key(&node->keys[node->key_count++], key, packed, animated, &node->data_count);
    }
    return true;
}

/* ---- skins ---- */

/* Where a node stands in the model. */
struct world {
    double q[4], t[3]; /* w x y z */
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

/* One node as seen from another. */
static void seen_from(const struct world *node, const struct world *mesh, float q_bone[4],
                      float t_bone[3])
{
    double back[4], q[4], way[3];
    invert(node->q, back);
    multiply(back, mesh->q, q);
    for (size_t k = 0; k < 3; k++)
        way[k] = mesh->t[k] - node->t[k];
    rotate(back, way, way);
    for (size_t k = 0; k < 4; k++)
        q_bone[k] = (float)q[k];
    for (size_t k = 0; k < 3; k++)
        t_bone[k] = (float)way[k];
}

bool rq_mdl_skin_places(struct rq_doc *doc, uint32_t node, const uint32_t *numbers)
{
    const struct rq_mdl *m = doc->root;
    struct rq_mdl_skin *skin = m->tree.nodes[node].mesh->skin;
    struct rq_arena temp = {.alloc = doc->alloc};
    struct world *worlds = rq_arena_get(&temp, m->tree.count, sizeof *worlds);
    uint32_t count = m->tree.count;
    skin->bone_map_count = skin->q_bone_count = skin->t_bone_count = skin->array_8_count = count;
    skin->bone_map = rq_arena_get(&doc->arena, count, sizeof *skin->bone_map);
    skin->q_bones = rq_arena_get(&doc->arena, count, sizeof *skin->q_bones);
    skin->t_bones = rq_arena_get(&doc->arena, count, sizeof *skin->t_bones);
    skin->array_8 = rq_arena_get(&doc->arena, count, sizeof *skin->array_8);
    bool fine = worlds && skin->bone_map && skin->q_bones && skin->t_bones && skin->array_8;
    if (fine)
        place_nodes(&m->tree, worlds);
    for (uint32_t i = 0; fine && i < count; i++) {
        uint32_t number = numbers[m->tree.nodes[i].header.name];
        skin->bone_map[i] = number == NONE ? -1.0F : (float)number;
        seen_from(&worlds[i], &worlds[node], skin->q_bones[i], skin->t_bones[i]);
    }
    rq_arena_free(&temp);
    return fine;
}

bool rq_mdl_skin_fill(const struct rq_mdl_tree *tree, uint32_t node, struct rq_mdl_skin *skin,
                      const bool *given, const struct rq_alloc *alloc)
{
    struct rq_arena temp = {.alloc = alloc};
    uint32_t missing = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        missing += !given[i];
    struct world *worlds = missing ? rq_arena_get(&temp, tree->count, sizeof *worlds) : NULL;
    if (worlds)
        place_nodes(tree, worlds);
    for (uint32_t i = 0; worlds && i < tree->count; i++)
        if (!given[i])
            seen_from(&worlds[i], &worlds[node], skin->q_bones[i], skin->t_bones[i]);
    rq_arena_free(&temp);
    return !missing || worlds;
}
