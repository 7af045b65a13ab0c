/* A mesh of a model from JSON. */
#include "formats/kotor/mdl/json/json_read.h"

#include <stdio.h>

/* ---- faces, boxes ---- */

static void take_face(struct rq_jr *jr, struct rq_mdl_face *f)
{
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < 3)
            f->vertices[n] = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        else if (n == 3)
            f->material = rq_jr_u32(jr);
        else if (n < 7)
            f->adjacent[n - 4] = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        else if (n < 10)
            f->normal[n - 7] = rq_jr_f32(jr);
        else if (n == 10)
            f->distance = rq_jr_f32(jr);
        else
            rq_jr_skip(jr);
    }
    if (rq_jr_ok(jr) && n != 11)
        rq_jr_bad(jr, "a face is 3 vertices, material, 3 neighbours, normal and distance");
}

static void take_faces(struct rq_jr *jr, struct rq_mdl_mesh *mesh)
{
    size_t length = rq_jr_length(jr);
    if (length > UINT32_MAX / 3)
        rq_jr_bad(jr, "too many faces");
    mesh->faces = rq_jr_get(jr, length, sizeof *mesh->faces);
    mesh->face_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && mesh->faces)
        take_face(jr, &mesh->faces[mesh->face_count++]);
}

static void take_box(struct rq_jr *jr, struct rq_mdl_box *box)
{
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < 6)
            *(n < 3 ? &box->min[n] : &box->max[n - 3]) = rq_jr_f32(jr);
        else if (n == 6)
            box->first = (int32_t)rq_jr_signed(jr, -1, INT32_MAX);
        else if (n == 7)
            box->second = (int32_t)rq_jr_signed(jr, -1, INT32_MAX);
        else if (n == 8)
            box->face = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        else if (n == 9)
            box->plane = rq_jr_u32(jr);
        else if (n == 10)
            box->place = rq_jr_u32(jr);
        else
            rq_jr_skip(jr);
    }
    if (rq_jr_ok(jr) && n != 10 && n != 11)
        rq_jr_bad(jr, "a box is 6 numbers, two boxes inside, face and plane");
}

/* One tree in pre-order: what has to come next is always known. */
static bool is_tree(struct rq_jr *jr, const struct rq_mdl_mesh *mesh)
{
    int32_t *stack = rq_jr_get(jr, (size_t)mesh->box_count + 1, sizeof *stack);
    size_t depth = 0;
    if (!stack)
        return false;
    stack[depth++] = 0;
    for (uint32_t i = 0; i < mesh->box_count; i++) {
        const struct rq_mdl_box *box = &mesh->boxes[i];
        if (depth == 0 || stack[--depth] != (int32_t)i)
            return false;
        bool first = box->first >= 0, second = box->second >= 0;
        if (depth + first + second > mesh->box_count - i - 1)
            return false;
        if (second)
            stack[depth++] = box->second;
        if (first)
            stack[depth++] = box->first;
    }
    return depth == 0;
}

static void take_boxes(struct rq_jr *jr, struct rq_mdl_mesh *mesh)
{
    size_t length = rq_jr_length(jr);
    if (length > INT32_MAX)
        rq_jr_bad(jr, "too many boxes");
    mesh->boxes = rq_jr_get(jr, length, sizeof *mesh->boxes);
    mesh->box_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && mesh->boxes)
        take_box(jr, &mesh->boxes[mesh->box_count++]);
    if (rq_jr_ok(jr) && mesh->box_count && !is_tree(jr, mesh))
        rq_jr_bad(jr, "\"boxes\" are not one tree, each box before those inside");
}

/* ---- kinds of meshes ---- */

static void take_constraints(struct rq_jr *jr, struct rq_mdl_dangly *dangly)
{
    size_t length = rq_jr_length(jr);
    dangly->constraint_count = 0;
    dangly->constraints = length > UINT32_MAX ? NULL : rq_jr_get(jr, length, sizeof(double));
    rq_jr_array(jr);
    while (rq_jr_more(jr) && dangly->constraints)
        dangly->constraints[dangly->constraint_count++] =
            dangly->wide ? rq_jr_f64(jr) : rq_mdl_widen(rq_jr_f32(jr));
}

static void take_dangly(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_dangly *dangly = mesh->dangly;
    struct rq_mdl_piece piece = {rq_mdl_rec.dangly_header, &dangly->header};
    struct rq_str key;
    /* Absent, they are the vertices. */
    uint32_t count = mesh->header.vertex_count;
    dangly->positions = mesh->vertices;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &piece, 1, NULL, NULL);
        else if (rq_str_is(key, "wide"))
            dangly->wide = rq_jr_bool(jr);
        else if (rq_str_is(key, "constraints"))
            take_constraints(jr, dangly);
        else if (rq_str_is(key, "positions"))
            dangly->positions = (float(*)[3])rq_mdl_take_floats(jr, 3, &count);
        else if (!rq_rec_take(jr, piece.rec, piece.record, t->doc->page, key))
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && count && count != mesh->header.vertex_count)
        rq_jr_bad(jr, "%u \"positions\" for %u vertices", count, mesh->header.vertex_count);
    if (count == 0)
        dangly->positions = NULL;
}

/* ---- rows of the MDX ---- */

static void take_slot(struct rq_mdl_taker *t, const struct rq_mdl_mesh *mesh, enum rq_mdl_slot slot,
                      uint8_t *to)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_values values = rq_mdl_slot_values(t->m, slot);
    uint64_t most = values.size == 4 ? UINT32_MAX : values.size == 2 ? UINT16_MAX : UINT8_MAX;
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_mdl_next_in_row(jr, mesh->header.vertex_count, &n)) {
        size_t k = 0;
        uint8_t *row = to + (n - 1) * mesh->header.mdx_stride;
        rq_jr_array(jr);
        while (rq_mdl_next_in_row(jr, values.count, &k)) {
            uint8_t bytes[4];
            rq_set32(bytes, values.floats ? rq_bits_of(rq_jr_f32(jr))
                                          : (uint32_t)rq_jr_unsigned(jr, most));
            memcpy(row + (k - 1) * values.size, bytes, values.size);
        }
    }
}

struct rest {
    uint8_t *row;
    struct rq_bytes from;
};

static void fill_rest(void *ctx, uint32_t at, uint32_t size)
{
    struct rest *rest = ctx;
    memcpy(rest->row + at, rest->from.data, size);
    rest->from.data += size;
}

static void take_rest(struct rq_mdl_taker *t, const struct rq_mdl_mesh *mesh,
                      const struct rq_mdl_row *plan, uint8_t *rows)
{
    uint32_t count = mesh->header.vertex_count;
    uint64_t size = count * plan->rest;
    struct rest rest = {rows, rq_jr_base64(t->jr)};
    if (rq_jr_ok(t->jr) && rest.from.size != size) {
        rq_jr_bad(t->jr, "\"rest\" must hold %llu bytes", (unsigned long long)size);
        return;
    }
    for (uint32_t i = 0; rq_jr_ok(t->jr) && i < count; i++, rest.row += mesh->header.mdx_stride)
        rq_mdl_row_rest(t->m, mesh, plan, fill_rest, &rest);
}

/* Positions that the JSON does not have are those of the MDL. */
static void fill_positions(const struct rq_mdl_mesh *mesh, uint8_t *to)
{
    for (uint32_t i = 0; mesh->vertices && i < mesh->header.vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            rq_set32(to + (size_t)i * mesh->header.mdx_stride + k * 4,
                     rq_bits_of(mesh->vertices[i][k]));
}

static struct rq_bytes take_sized(struct rq_jr *jr, uint64_t size)
{
    struct rq_bytes bytes = rq_jr_base64(jr);
    if (rq_jr_ok(jr) && bytes.size != size)
        rq_jr_bad(jr, "must hold %llu bytes", (unsigned long long)size);
    return bytes;
}

static void take_mdx(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_row plan;
    struct rq_str key;
    bool planned = rq_mdl_row_plan(t->m, mesh, &plan), taken[RQ_MDL_SLOTS] = {true}, whole = false;
    size_t stride = mesh->header.mdx_stride;
    uint8_t *rows = rq_jr_get(jr, mesh->header.vertex_count, stride);
    if (!rows)
        return;
    mesh->rows = (struct rq_bytes){rows, (size_t)rq_mdl_rows_size(mesh)};
    if (planned && plan.used[RQ_MDL_POSITION])
        fill_positions(mesh, rows + plan.at[RQ_MDL_POSITION]);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        unsigned slot = 0;
        while (slot < RQ_MDL_SLOTS && !rq_str_is(key, rq_mdl_slots[slot]))
            slot++;
        if (slot < RQ_MDL_SLOTS && planned && plan.used[slot]) {
            take_slot(t, mesh, slot, rows + plan.at[slot]);
            taken[slot] = true;
        } else if (rq_str_is(key, "rest") && planned) {
            take_rest(t, mesh, &plan, rows);
        } else if (rq_str_is(key, "rows")) {
            mesh->rows = take_sized(jr, rq_mdl_rows_size(mesh));
            whole = true;
        } else if (rq_str_is(key, "end_row")) {
            mesh->end_row = take_sized(jr, stride);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    for (unsigned i = 0; i < RQ_MDL_SLOTS && planned && !whole && rq_jr_ok(jr); i++)
        if (plan.used[i] && !taken[i])
            rq_jr_bad(jr, "the rows have a place for \"%s\", but there are none", rq_mdl_slots[i]);
}

/* ---- the mesh ---- */

/* Vertices, faces and lists of indices; false when the key is none of these. */
static bool take_lists(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh, struct rq_str key)
{
    struct rq_jr *jr = t->jr;
    uint32_t count;
    if (rq_str_is(key, "vertices")) {
        mesh->vertices = (float(*)[3])rq_mdl_take_floats(jr, 3, &count);
        if (rq_jr_ok(jr) && count > UINT16_MAX)
            rq_jr_bad(jr, "%u vertices, a mesh may have %d", count, UINT16_MAX);
        mesh->header.vertex_count = (uint16_t)count;
        t->vertex_count = count;
    } else if (rq_str_is(key, "faces")) {
        take_faces(jr, mesh);
    } else if (rq_str_is(key, "smoothing")) {
        mesh->smoothing = rq_mdl_take_numbers(jr, 4, &t->group_count);
    } else if (rq_str_is(key, "inverted")) {
        mesh->inverted = rq_jr_u32(jr);
        mesh->has_indices = true;
    } else if (rq_str_is(key, "indices")) {
        mesh->indices = rq_mdl_take_numbers(jr, 2, &mesh->index_count);
    } else if (rq_str_is(key, "boxes")) {
        take_boxes(jr, mesh);
    } else {
        return false;
    }
    return true;
}

/* Members that wait until the mesh is complete; p NULL: absent. */
struct later {
    struct rq_jr mdx, dangly;
    struct rq_mdl_pending *pending; /* these wait for all nodes */
};

/* A kind that the node's type has; false when the key is none of these. */
static bool take_kind(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh, struct rq_str key,
                      struct later *later)
{
    struct rq_jr *jr = t->jr;
    bool dangly = rq_str_is(key, "dangly") && mesh->dangly;
    if (rq_str_is(key, "skin") && mesh->skin) {
        later->pending->skin = *jr;
        rq_mdl_take_skin_header(t, mesh->skin);
    } else if (rq_str_is(key, "animmesh") && mesh->animmesh) {
        rq_mdl_take_shape(t, &rq_mdl_animmesh_shape, mesh->animmesh);
    } else if (rq_str_is(key, "saber") && mesh->saber) {
        rq_mdl_take_shape(t, &rq_mdl_saber_shape, mesh->saber);
    } else if (dangly || rq_str_is(key, "mdx")) {
        *(dangly ? &later->dangly : &later->mdx) = *jr;
        rq_jr_skip(jr);
    } else {
        return false;
    }
    return true;
}

static void take_loose(struct rq_jr *jr, uint32_t loose[RQ_MDL_REFS])
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        unsigned i = 0;
        while (i < RQ_MDL_REFS && !rq_str_is(key, rq_mdl_refs[i].list))
            i++;
        if (i < RQ_MDL_REFS)
            loose[i] = rq_jr_u32(jr);
        else
            rq_jr_unknown(jr, key);
    }
}

/* How the mesh was when the JSON was written; false when the key is none of these. */
static bool take_state(struct rq_jr *jr, struct rq_mdl_pending *pending, struct rq_str key)
{
    if (rq_str_is(key, "loose")) {
        take_loose(jr, pending->loose);
    } else if (rq_str_is(key, "derived_from")) {
        pending->sum = rq_jr_hex32(jr);
        pending->summed = true;
    } else {
        return false;
    }
    return true;
}

static void take_later(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh, const struct rq_jr *from,
                       void (*take)(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh))
{
    struct rq_jr now = *t->jr;
    if (!from->p || !rq_jr_ok(t->jr))
        return;
    *t->jr = *from;
    take(t, mesh);
    *t->jr = now;
}

static bool take_field(struct rq_mdl_taker *t, struct rq_mdl_mesh *mesh, struct rq_str key)
{
    enum rq_codepage page = t->doc->page;
    return rq_rec_take(t->jr, rq_mdl_rec.mesh_header, &mesh->header, page, key) ||
           (rq_mdl_is_k2(t->m) && rq_rec_take(t->jr, rq_mdl_rec.dirt, &mesh->dirt, page, key)) ||
           rq_rec_take(t->jr, rq_mdl_rec.mesh_end, &mesh->end, page, key);
}

void rq_mdl_take_mesh(struct rq_mdl_taker *t, struct rq_mdl_node *node, uint32_t index)
{
    struct rq_jr *jr = t->jr;
    struct later later = {.pending = rq_jr_get(jr, 1, sizeof *later.pending)};
    struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_mdl_piece pieces[] = {{rq_mdl_rec.mesh_header, &mesh->header},
                                    {rq_mdl_rec.mesh_end, &mesh->end},
                                    {rq_mdl_rec.aabb, &mesh->aabb}};
    struct rq_str key;
    if (!later.pending)
        return;
    *later.pending = (struct rq_mdl_pending){.node = index, .at = *jr};
    *t->last_pending = later.pending;
    t->last_pending = &later.pending->next;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, pieces, 3, "indices_place", &mesh->indices_place);
        else if (!take_lists(t, mesh, key) && !take_kind(t, mesh, key, &later) &&
                 !take_state(jr, later.pending, key) && !take_field(t, mesh, key))
            rq_jr_unknown(jr, key);
    }
    if (mesh->has_indices && !mesh->indices)
        mesh->index_count = mesh->face_count * 3;
    if (rq_jr_ok(jr) && mesh->vertices && mesh->header.vertex_count != t->vertex_count)
        rq_jr_bad(jr, "\"vertex_count\" is not that of the \"vertices\"");
    if (rq_jr_ok(jr) && mesh->smoothing && mesh->face_count != t->group_count)
        rq_jr_bad(jr, "%u groups for %u faces", t->group_count, mesh->face_count);
    take_later(t, mesh, &later.dangly, take_dangly);
    take_later(t, mesh, &later.mdx, take_mdx);
}

/* ---- references ---- */

/* What leads nowhere now, and did not when the JSON was written, was left behind by an edit. */
static void settle_refs(struct rq_mdl_taker *t, const struct rq_mdl_node *node,
                        const struct rq_mdl_pending *p)
{
    char where[96];
    const char *name = t->m->names[node->header.name];
    snprintf(where, sizeof where, "%snodes[%u] %s", t->animated ? "animation, " : "", p->node,
             name);
    for (enum rq_mdl_ref i = 0; i < RQ_MDL_REFS && rq_jr_ok(t->jr); i++) {
        const struct rq_mdl_ref_kind *kind = &rq_mdl_refs[i];
        struct rq_mdl_loose loose = rq_mdl_loose(t->m, node->mesh, i);
        if (loose.count <= p->loose[i])
            continue;
        if (kind->derived)
            rq_owe(t->doc, where, "%s[%u]: %s (%u of them)", kind->list, loose.first, kind->text,
                   loose.count);
        else
            rq_jr_bad(t->jr, "%s, %s[%u]: %s (%u of them)", where, kind->list, loose.first,
                      kind->text, loose.count);
    }
    if (rq_jr_ok(t->jr) && p->summed && p->sum != rq_mdl_mesh_sum(node->mesh))
        rq_find(t->doc, "underived", 0, where,
                "faces or vertices were edited: planes, neighbours and boxes have to be derived "
                "again");
}

void rq_mdl_settle_meshes(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree)
{
    struct rq_jr now = *t->jr;
    struct rq_cur crumbs = {.ctx = t->jr->ctx};
    for (const struct rq_mdl_pending *p = t->pending; p && rq_jr_ok(t->jr); p = p->next) {
        rq_enter(&crumbs, "nodes", p->node);
        if (p->skin.p) {
            *t->jr = p->skin;
            rq_mdl_take_skin(t, tree, p->node);
        }
        *t->jr = p->at;
        if (rq_jr_ok(t->jr))
            settle_refs(t, &tree->nodes[p->node], p);
        rq_leave(&crumbs);
    }
    *t->jr = now;
}
