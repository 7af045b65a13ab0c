/* Reading a node of an MDL: its records and all that they point to. */
#include "formats/kotor/mdl/parts.h"

/* count groups of `each` numbers of size bytes at an offset, in new memory; NULL for none. */
static void *numbers(struct rq_mdl_reader *r, uint32_t offset, uint64_t count, size_t each,
                     size_t size, enum rq_kind kind, const char *name)
{
    if (count == 0)
        return NULL;
    struct rq_cur c = rq_sub(&r->body, offset, count * each * size, name);
    void *to = rq_ok(&c) ? rq_cur_get(r->doc, &r->body, (size_t)count * each, size) : NULL;
    if (to)
        rq_take_array(&c, (size_t)count * each, size, kind, to, name);
    return to;
}

static void *floats(struct rq_mdl_reader *r, uint32_t offset, uint64_t count, size_t each,
                    const char *name)
{
    return numbers(r, offset, count, each, 4, RQ_KIND_f32, name);
}

static void find(struct rq_mdl_reader *r, const struct rq_mdl_node *node, const char *id,
                 uint32_t offset, const char *what)
{
    rq_find(r->doc, id, RQ_MDL_START + (uint64_t)offset, r->m->names[node->header.name], "%s",
            what);
}

/* Tools write both for "no such block". */
static bool nowhere(uint32_t offset)
{
    return offset == 0 || offset == UINT32_MAX;
}

/* ---- controllers ---- */

static void read_controllers(struct rq_mdl_reader *r, struct rq_mdl_node *node)
{
    const struct rq_mdl_node_header *h = &node->header;
    node->key_count = h->keys[1];
    node->data_count = h->data[1];
    if (node->key_count) {
        struct rq_cur c =
            rq_sub(&r->body, h->keys[0], (uint64_t)node->key_count * rq_mdl_rec.key->size, "keys");
        if (rq_ok(&c))
            node->keys = rq_cur_get(r->doc, &r->body, node->key_count, sizeof *node->keys);
        if (!node->keys)
            return;
        rq_recs_read(&c, rq_mdl_rec.key, sizeof *node->keys, node->key_count, node->keys);
    }
    /* Most are floats, and no reader here may tell: packed quaternions are among them. */
    node->data = numbers(r, h->data[0], node->data_count, 1, 4, RQ_KIND_f32, "data");
    for (uint32_t i = 0; i < node->key_count; i++) {
        const struct rq_mdl_key *key = &node->keys[i];
        if (key->time_at + (uint64_t)key->rows > node->data_count ||
            key->value_at + (uint64_t)key->rows * rq_mdl_key_width(key) > node->data_count) {
            find(r, node, "no-values", h->keys[0], "a controller's values are not in the data");
            return;
        }
    }
}

/* ---- meshes ---- */

static void read_faces(struct rq_mdl_reader *r, const struct rq_mdl_node *node)
{
    struct rq_mdl_mesh *mesh = node->mesh;
    const uint32_t *list = mesh->header.faces;
    uint64_t size = (uint64_t)list[1] * rq_mdl_rec.face->size;
    if (list[1] == 0)
        return;
    struct rq_cur c = rq_sub(&r->body, list[0], size, "faces");
    if (rq_ok(&c))
        mesh->faces = rq_cur_get(r->doc, &r->body, list[1], sizeof *mesh->faces);
    if (!mesh->faces)
        return;
    rq_recs_read(&c, rq_mdl_rec.face, sizeof *mesh->faces, list[1], mesh->faces);
    mesh->face_count = list[1];
    if (r->m->model.smoothing != 1)
        return;
    uint64_t after = list[0] + size, whole = (uint64_t)(r->body.end - r->body.begin);
    if (after + (uint64_t)list[1] * 4 <= whole)
        mesh->smoothing =
            numbers(r, (uint32_t)after, list[1], 1, 4, RQ_KIND_u32, "smoothing groups");
    else
        find(r, node, "no-smoothing", list[0], "no smoothing groups behind the faces");
}

/* The list says what the faces say. */
static bool same_indices(const struct rq_mdl_mesh *mesh, const uint8_t *list)
{
    if (mesh->index_count != (uint64_t)mesh->face_count * 3)
        return false;
    for (uint32_t i = 0; mesh->faces && i < mesh->face_count; i++, list += 6) {
        const uint16_t *v = mesh->faces[i].vertices;
        if (rq_get16(list) != v[0] || rq_get16(list + 2) != v[1] || rq_get16(list + 4) != v[2])
            return false;
    }
    return true;
}

static uint32_t word_at(struct rq_mdl_reader *r, uint32_t offset, const char *name)
{
    struct rq_cur c = rq_sub(&r->body, offset, 4, name);
    return rq_u32(&c, name);
}

static void read_indices(struct rq_mdl_reader *r, struct rq_mdl_mesh *mesh)
{
    const struct rq_mdl_mesh_header *h = &mesh->header;
    mesh->has_indices = h->index_counts[1] && h->index_offsets[1] && h->inverted_counters[1];
    if (!mesh->has_indices)
        return;
    mesh->index_count = word_at(r, h->index_counts[0], "index count");
    mesh->indices_place = word_at(r, h->index_offsets[0], "index offset");
    mesh->inverted = word_at(r, h->inverted_counters[0], "inverted counter");
    if (mesh->index_count == 0)
        return;
    struct rq_cur c =
        rq_sub(&r->body, mesh->indices_place, (uint64_t)mesh->index_count * 2, "indices");
    if (!rq_ok(&c))
        return;
    /* Compared in place first: one that is the same takes no memory. */
    if (same_indices(mesh, c.p))
        rq_note_at(&c, c.p, (size_t)mesh->index_count * 2, RQ_KIND_u16, mesh->index_count,
                   "indices");
    else
        mesh->indices =
            numbers(r, mesh->indices_place, mesh->index_count, 1, 2, RQ_KIND_u16, "indices");
}

static void read_skin(struct rq_mdl_reader *r, struct rq_mdl_skin *skin)
{
    const struct rq_mdl_skin_header *h = &skin->header;
    bool xbox = rq_mdl_is_xbox(r->m);
    skin->bone_map_count = h->bone_map_count;
    skin->q_bone_count = h->q_bones[1];
    skin->t_bone_count = h->t_bones[1];
    skin->array_8_count = h->array_8[1];
    if (xbox && skin->bone_map_count) {
        uint16_t *halves =
            numbers(r, h->bone_map, h->bone_map_count, 1, 2, RQ_KIND_u16, "bone map");
        skin->bone_map = rq_cur_get(r->doc, &r->body, h->bone_map_count, sizeof(float));
        for (uint32_t i = 0; halves && skin->bone_map && i < h->bone_map_count; i++)
            skin->bone_map[i] = halves[i] == UINT16_MAX ? -1.0F : (float)halves[i];
    } else {
        skin->bone_map = floats(r, h->bone_map, h->bone_map_count, 1, "bone map");
    }
    skin->q_bones = floats(r, h->q_bones[0], h->q_bones[1], 4, "q_bones");
    skin->t_bones = floats(r, h->t_bones[0], h->t_bones[1], 3, "t_bones");
    skin->array_8 = numbers(r, h->array_8[0], h->array_8[1], 1, 4, RQ_KIND_u32, "array_8");
}

static void read_dangly(struct rq_mdl_reader *r, const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_dangly *dangly = mesh->dangly;
    const struct rq_mdl_dangly_header *h = &dangly->header;
    uint64_t count = h->constraints[1];
    uint32_t vertices = mesh->header.vertex_count;
    dangly->wide = count && h->positions - (uint64_t)h->constraints[0] == count * 8;
    size_t size = dangly->wide ? 8 : 4;
    if (count) {
        struct rq_cur c = rq_sub(&r->body, h->constraints[0], count * size, "constraints");
        if (rq_ok(&c))
            dangly->constraints = rq_cur_get(r->doc, &r->body, (size_t)count, sizeof(double));
        if (!dangly->constraints)
            return;
        dangly->constraint_count = (uint32_t)count;
        rq_note_at(&c, c.p, (size_t)count * size, size == 4 ? RQ_KIND_f32 : RQ_KIND_bytes,
                   size == 4 ? (size_t)count : (size_t)count * 8, "constraints");
        for (size_t i = 0; i < count; i++) {
            uint64_t bits = dangly->wide ? rq_get64(c.p + i * 8) : 0;
            if (dangly->wide)
                memcpy(&dangly->constraints[i], &bits, 8);
            else
                dangly->constraints[i] = rq_mdl_widen(rq_f32_of(rq_get32(c.p + i * 4)));
        }
    }
    if (!nowhere(h->positions))
        dangly->positions = floats(r, h->positions, vertices, 3, "dangly positions");
}

static void read_saber(struct rq_mdl_reader *r, struct rq_mdl_saber *saber)
{
    const struct rq_mdl_saber_header *h = &saber->header;
    saber->vertices = floats(r, h->vertices, RQ_MDL_SABER_VERTICES, 3, "saber vertices");
    saber->uvs = floats(r, h->uvs, RQ_MDL_SABER_VERTICES, 2, "saber uvs");
    saber->normals = floats(r, h->normals, RQ_MDL_SABER_VERTICES, 3, "saber normals");
}

/* ---- boxes ---- */

enum { FIRST_BOX_AT = 24, SECOND_BOX_AT = 28 };

static bool push_boxes(struct rq_mdl_reader *r, uint32_t offset, int32_t self)
{
    struct rq_cur c = rq_sub(&r->body, offset, RQ_MDL_BOX_SIZE, "box");
    if (!rq_ok(&c))
        return false;
    uint32_t first = rq_get32(c.p + FIRST_BOX_AT), second = rq_get32(c.p + SECOND_BOX_AT);
    return (second == 0 || rq_mdl_push(r, second, self)) &&
           (first == 0 || rq_mdl_push(r, first, self));
}

static void read_box(struct rq_mdl_reader *r, struct rq_mdl_box *box, uint32_t offset)
{
    struct rq_cur c = rq_sub(&r->body, offset, RQ_MDL_BOX_SIZE, "box");
    rq_take_array(&c, 3, 4, RQ_KIND_f32, box->min, "min");
    rq_take_array(&c, 3, 4, RQ_KIND_f32, box->max, "max");
    rq_u32(&c, "first");
    rq_u32(&c, "second");
    box->place = offset;
    box->first = box->second = -1;
    box->face = (int32_t)rq_u32(&c, "face");
    box->plane = rq_u32(&c, "plane");
}

static void read_boxes(struct rq_mdl_reader *r, struct rq_mdl_mesh *mesh)
{
    if (!rq_mdl_walk(r, mesh->aabb.boxes, push_boxes))
        return;
    uint32_t count = (uint32_t)(r->places.size / sizeof(struct rq_mdl_place));
    mesh->boxes = rq_cur_get(r->doc, &r->body, count, sizeof *mesh->boxes);
    if (!mesh->boxes)
        return;
    mesh->box_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct rq_mdl_place place = rq_mdl_place_at(r, i);
        struct rq_mdl_box *parent = place.parent < 0 ? NULL : &mesh->boxes[place.parent];
        read_box(r, &mesh->boxes[i], place.offset);
        if (!parent)
            continue;
        uint32_t first = rq_get32(r->body.begin + parent->place + FIRST_BOX_AT);
        *(first == place.offset ? &parent->first : &parent->second) = (int32_t)i;
    }
}

static void read_mesh(struct rq_mdl_reader *r, struct rq_mdl_node *node)
{
    struct rq_mdl_mesh *mesh = node->mesh;
    read_faces(r, node);
    if (!rq_mdl_is_xbox(r->m) && !nowhere(mesh->end.vertices))
        mesh->vertices = floats(r, mesh->end.vertices, mesh->header.vertex_count, 3, "vertices");
    read_indices(r, mesh);
    if (mesh->skin)
        read_skin(r, mesh->skin);
    if (mesh->dangly)
        read_dangly(r, mesh);
    if (mesh->saber)
        read_saber(r, mesh->saber);
    if (mesh->aabb.boxes)
        read_boxes(r, mesh);
}

static void read_light(struct rq_mdl_reader *r, struct rq_mdl_node *node)
{
    struct rq_mdl_light *light = node->light;
    const struct rq_mdl_light_header *h = &light->header;
    light->size_count = h->sizes[1];
    light->position_count = h->positions[1];
    light->color_shift_count = h->color_shifts[1];
    light->texture_count = h->textures[1];
    light->sizes = floats(r, h->sizes[0], h->sizes[1], 1, "flare sizes");
    light->positions = floats(r, h->positions[0], h->positions[1], 1, "flare positions");
    light->color_shifts = floats(r, h->color_shifts[0], h->color_shifts[1], 3, "colour shifts");
    if (light->texture_count)
        rq_mdl_read_texts(r, h->textures, "flare textures", &light->textures,
                          &light->texture_places);
}

void rq_mdl_read_node(struct rq_mdl_reader *r, struct rq_mdl_node *node)
{
    struct rq_mdl_piece pieces[RQ_MDL_MOST_PIECES];
    struct rq_cur c = r->body;
    rq_seek(&c, node->place, "node");
    rq_rec_read(&c, rq_mdl_rec.node_header, &node->header);
    if (!rq_ok(&c))
        return;
    uint64_t offset = rq_tell(&c) - rq_mdl_rec.node_header->size;
    if (node->header.name >= r->m->name_count) {
        rq_bad(&c, RQ_CORRUPT, offset + 4, "name %u of %u", node->header.name, r->m->name_count);
        return;
    }
    if (!rq_mdl_node_make(&r->doc->arena, node)) {
        rq_bad_memory(&c, &r->doc->arena);
        return;
    }
    size_t count = rq_mdl_node_pieces(r->m, node, pieces);
    for (size_t i = 1; i < count; i++)
        rq_rec_read(&c, pieces[i].rec, pieces[i].record);
    if (!rq_mdl_known_type(node->header.type))
        rq_find(r->doc, "unknown-type", offset, r->m->names[node->header.name],
                "a node of type 0x%x", node->header.type);
    if (rq_ok(&c) && node->light)
        read_light(r, node);
    if (rq_ok(&c) && node->mesh)
        read_mesh(r, node);
    if (rq_ok(&c))
        read_controllers(r, node);
}
