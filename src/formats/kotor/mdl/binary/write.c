/* Writing an MDL. One visit goes over every block of a model in the order of a layout, and is made
 * for several ends: to compare the words that point with where the blocks would come, to set
 * those words, to write the blocks, and, for files in no known order, to mark and to place them
 * where the words say. */
#include "formats/kotor/mdl/parts.h"

enum pass { COMPARE, ASSIGN, EMIT, COVER, PLACE };

/* What the pointer of an empty array holds. */
enum empty { ZERO, CURSOR };

struct plan {
    enum pass pass;
    bool blender; /* kotorblender's order */
    bool differs; /* COMPARE: a word is another */
    uint64_t at;
    struct rq_mdl *m;
    struct rq_out *out; /* EMIT: the file; PLACE: one block */
    struct rq_cover *cover;
    struct rq_place *place;
};

typedef void put_fn(const struct plan *p, struct rq_out *out, const void *data, size_t count);

/* A word that follows from the layout. */
static void set(struct plan *p, uint32_t *word, uint64_t value)
{
    if (p->pass == COMPARE)
        p->differs |= *word != value;
    else if (p->pass == ASSIGN)
        *word = (uint32_t)value;
}

/* A block that *at points to. */
static void block(struct plan *p, uint32_t *at, uint64_t size, put_fn *put, const void *data,
                  size_t count)
{
    set(p, at, p->at);
    p->at += size;
    if (p->pass == COVER)
        rq_cover_add(p->cover, RQ_MDL_START + (uint64_t)*at, size);
    if (p->pass == PLACE)
        rq_out_cut(p->out, 0);
    if (p->pass == EMIT || p->pass == PLACE)
        put(p, p->out, data, count);
    if (p->pass == PLACE && !p->out->failed)
        rq_place_put(p->place, RQ_MDL_START + (uint64_t)*at, p->out->data, p->out->size);
}

/* The same for pointer, used and allocated. */
static void array(struct plan *p, uint32_t words[3], uint32_t count, size_t each, enum empty empty,
                  put_fn *put, const void *data)
{
    if (count)
        block(p, &words[0], (uint64_t)count * each, put, data, count);
    else
        set(p, &words[0], empty == CURSOR ? p->at : 0);
    set(p, &words[1], count);
    set(p, &words[2], count);
}

/* ---- what blocks hold ---- */

static void put_words(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_put_array(out, data, count, 4);
}

static void put_vectors(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_put_array(out, data, count * 3, 4);
}

static void put_pairs(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_put_array(out, data, count * 2, 4);
}

static void put_quaternions(const struct plan *p, struct rq_out *out, const void *data,
                            size_t count)
{
    (void)p;
    rq_put_array(out, data, count * 4, 4);
}

static void put_text(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_put(out, data, count);
}

static void put_header(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)data;
    (void)count;
    rq_rec_write(out, rq_mdl_rec.geometry, &p->m->geometry);
    rq_rec_write(out, rq_mdl_rec.model, &p->m->model);
}

static void put_animation(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const struct rq_mdl_animation *a = data;
    (void)p;
    (void)count;
    rq_rec_write(out, rq_mdl_rec.geometry, &a->geometry);
    rq_rec_write(out, rq_mdl_rec.animation_header, &a->header);
}

static void put_animations(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const struct rq_mdl_animation *a = data;
    (void)p;
    for (size_t i = 0; i < count; i++)
        rq_put32(out, a[i].place);
}

static void put_events(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_recs_write(out, rq_mdl_rec.event, sizeof(struct rq_mdl_event), count, data);
}

static void put_keys(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_recs_write(out, rq_mdl_rec.key, sizeof(struct rq_mdl_key), count, data);
}

static void put_faces(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    (void)p;
    rq_recs_write(out, rq_mdl_rec.face, sizeof(struct rq_mdl_face), count, data);
}

static void put_node(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    /* Only read here; the pieces point into the node for those who fill it. */
    struct rq_mdl_node node = *(const struct rq_mdl_node *)data;
    struct rq_mdl_piece pieces[RQ_MDL_MOST_PIECES];
    (void)count;
    size_t n = rq_mdl_node_pieces(p->m, &node, pieces);
    for (size_t i = 0; i < n; i++)
        rq_rec_write(out, pieces[i].rec, pieces[i].record);
}

static void put_children(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const struct rq_mdl_node *child = (const struct rq_mdl_node *)data + 1;
    (void)p;
    for (size_t i = 0; i < count; i++, child += child->subtree)
        rq_put32(out, child->place);
}

static void put_indices(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const struct rq_mdl_mesh *mesh = data;
    (void)p;
    if (mesh->indices) {
        rq_put_array(out, mesh->indices, count, 2);
        return;
    }
    uint8_t *to = rq_grow(out, count * 2);
    for (size_t i = 0; to && i < count; i++, to += 2)
        rq_set16(to, mesh->faces[i / 3].vertices[i % 3]);
}

static void put_bone_map(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const float *map = data;
    if (!rq_mdl_is_xbox(p->m)) {
        rq_put_array(out, map, count, 4);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint16_t bone = UINT16_MAX;
        if (map[i] >= 0 && map[i] < UINT16_MAX)
            bone = (uint16_t)map[i];
        rq_put16(out, bone);
    }
}

static void put_constraints(const struct plan *p, struct rq_out *out, const void *data,
                            size_t count)
{
    const struct rq_mdl_dangly *dangly = data;
    (void)p;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &dangly->constraints[i], 8);
        if (!dangly->wide)
            bits = rq_bits_of(rq_mdl_narrow(dangly->constraints[i]));
        rq_put32(out, (uint32_t)bits);
        if (dangly->wide)
            rq_put32(out, (uint32_t)(bits >> 32));
    }
}

/* data is the mesh, count the box. */
static void put_box(const struct plan *p, struct rq_out *out, const void *data, size_t count)
{
    const struct rq_mdl_mesh *mesh = data;
    const struct rq_mdl_box *box = &mesh->boxes[count];
    (void)p;
    rq_put_array(out, box->min, 3, 4);
    rq_put_array(out, box->max, 3, 4);
    rq_put32(out, box->first < 0 ? 0 : mesh->boxes[box->first].place);
    rq_put32(out, box->second < 0 ? 0 : mesh->boxes[box->second].place);
    rq_put32(out, (uint32_t)box->face);
    rq_put32(out, box->plane);
}

/* ---- the visit ---- */

static void visit_texts(struct plan *p, uint32_t words[3], uint32_t count, enum empty empty,
                        const char **texts, uint32_t *places)
{
    array(p, words, count, 4, empty, put_words, places);
    for (uint32_t i = 0; i < count; i++) {
        size_t size = strlen(texts[i]) + 1;
        block(p, &places[i], size, put_text, texts[i], size);
    }
}

static void visit_light(struct plan *p, struct rq_mdl_light *light)
{
    struct rq_mdl_light_header *h = &light->header;
    if (!p->blender)
        visit_texts(p, h->textures, light->texture_count, ZERO, light->textures,
                    light->texture_places);
    array(p, h->sizes, light->size_count, 4, ZERO, put_words, light->sizes);
    array(p, h->positions, light->position_count, 4, ZERO, put_words, light->positions);
    array(p, h->color_shifts, light->color_shift_count, 12, ZERO, put_vectors, light->color_shifts);
    if (p->blender)
        visit_texts(p, h->textures, light->texture_count, ZERO, light->textures,
                    light->texture_places);
}

static void visit_skin(struct plan *p, struct rq_mdl_skin *skin)
{
    struct rq_mdl_skin_header *h = &skin->header;
    size_t each = rq_mdl_is_xbox(p->m) ? 2 : 4;
    if (skin->bone_map_count)
        block(p, &h->bone_map, (uint64_t)skin->bone_map_count * each, put_bone_map, skin->bone_map,
              skin->bone_map_count);
    else
        set(p, &h->bone_map, 0);
    set(p, &h->bone_map_count, skin->bone_map_count);
    array(p, h->q_bones, skin->q_bone_count, 16, ZERO, put_quaternions, skin->q_bones);
    array(p, h->t_bones, skin->t_bone_count, 12, ZERO, put_vectors, skin->t_bones);
    array(p, h->array_8, skin->array_8_count, 4, ZERO, put_words, skin->array_8);
}

static void visit_dangly(struct plan *p, const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_dangly *dangly = mesh->dangly;
    uint32_t vertices = mesh->header.vertex_count;
    array(p, dangly->header.constraints, dangly->constraint_count, dangly->wide ? 8 : 4, ZERO,
          put_constraints, dangly);
    if (dangly->positions)
        block(p, &dangly->header.positions, (uint64_t)vertices * 12, put_vectors, dangly->positions,
              vertices);
    else
        set(p, &dangly->header.positions, 0);
}

static void visit_saber(struct plan *p, struct rq_mdl_saber *saber)
{
    struct rq_mdl_saber_header *h = &saber->header;
    uint32_t n = RQ_MDL_SABER_VERTICES;
    block(p, &h->vertices, (uint64_t)n * 12, put_vectors, saber->vertices, n);
    if (p->blender)
        block(p, &h->uvs, (uint64_t)n * 8, put_pairs, saber->uvs, n);
    block(p, &h->normals, (uint64_t)n * 12, put_vectors, saber->normals, n);
    if (!p->blender)
        block(p, &h->uvs, (uint64_t)n * 8, put_pairs, saber->uvs, n);
}

/* What only one kind of mesh has. */
static void visit_kind(struct plan *p, const struct rq_mdl_node *node)
{
    struct rq_mdl_mesh *mesh = node->mesh;
    if (mesh->skin)
        visit_skin(p, mesh->skin);
    if (mesh->dangly)
        visit_dangly(p, mesh);
    for (uint32_t i = 0; i < mesh->box_count; i++)
        block(p, &mesh->boxes[i].place, RQ_MDL_BOX_SIZE, put_box, mesh, i);
    if (node->header.type & RQ_MDL_IS_AABB)
        set(p, &mesh->aabb.boxes, mesh->box_count ? mesh->boxes[0].place : 0);
    if (mesh->saber)
        visit_saber(p, mesh->saber);
}

static void visit_vertices(struct plan *p, struct rq_mdl_mesh *mesh, enum empty empty)
{
    uint32_t count = mesh->header.vertex_count;
    if (rq_mdl_is_xbox(p->m))
        return;
    if (mesh->vertices)
        block(p, &mesh->end.vertices, (uint64_t)count * 12, put_vectors, mesh->vertices, count);
    else
        set(p, &mesh->end.vertices, empty == CURSOR ? p->at : 0);
}

static void visit_mesh(struct plan *p, struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_mesh_header *h = &mesh->header;
    uint32_t one = mesh->has_indices ? 1 : 0;
    /* MDLedit's source: a mesh of nothing holds 0 in all but the index counts. */
    enum empty empty = one || mesh->face_count || h->vertex_count ? CURSOR : ZERO;
    array(p, h->faces, mesh->face_count, rq_mdl_rec.face->size, empty, put_faces, mesh->faces);
    if (mesh->smoothing) {
        uint32_t behind = h->faces[0] + mesh->face_count * (uint32_t)rq_mdl_rec.face->size;
        block(p, &behind, (uint64_t)mesh->face_count * 4, put_words, mesh->smoothing,
              mesh->face_count);
    }
    if (p->blender)
        array(p, h->index_offsets, one, 4, empty, put_words, &mesh->indices_place);
    else
        array(p, h->index_counts, one, 4, CURSOR, put_words, &mesh->index_count);
    visit_vertices(p, mesh, empty);
    if (p->blender)
        array(p, h->index_counts, one, 4, CURSOR, put_words, &mesh->index_count);
    else
        array(p, h->index_offsets, one, 4, empty, put_words, &mesh->indices_place);
    array(p, h->inverted_counters, one, 4, empty, put_words, &mesh->inverted);
    if (one)
        block(p, &mesh->indices_place, (uint64_t)mesh->index_count * 2, put_indices, mesh,
              mesh->index_count);
}

static void visit_controllers(struct plan *p, struct rq_mdl_node *node)
{
    enum empty empty = p->blender ? CURSOR : ZERO;
    array(p, node->header.keys, node->key_count, rq_mdl_rec.key->size, empty, put_keys, node->keys);
    array(p, node->header.data, node->data_count, 4, empty, put_words, node->data);
}

static uint64_t node_size(const struct rq_mdl *m, struct rq_mdl_node *node)
{
    struct rq_mdl_piece pieces[RQ_MDL_MOST_PIECES];
    size_t count = rq_mdl_node_pieces(m, node, pieces);
    uint64_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += pieces[i].rec->size;
    return size;
}

static uint32_t child_count(const struct rq_mdl_node *node)
{
    uint32_t count = 0;
    for (uint32_t at = 1; at < node->subtree; at += node[at].subtree)
        count++;
    return count;
}

static void visit_node(struct plan *p, struct rq_mdl_tree *tree, uint32_t index, uint32_t owner)
{
    struct rq_mdl_node *node = &tree->nodes[index];
    block(p, &node->place, node_size(p->m, node), put_node, node, 1);
    set(p, &node->header.owner, owner);
    set(p, &node->header.parent, node->parent < 0 ? 0 : tree->nodes[node->parent].place);
    if (node->light)
        visit_light(p, node->light);
    if (node->mesh && !p->blender)
        visit_kind(p, node);
    if (node->mesh)
        visit_mesh(p, node->mesh);
    if (node->mesh && p->blender)
        visit_kind(p, node);
    array(p, node->header.children, child_count(node), 4, CURSOR, put_children, node);
    if (p->blender)
        visit_controllers(p, node);
}

static void visit_tree(struct plan *p, struct rq_mdl_tree *tree, uint32_t *root, uint32_t owner)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        visit_node(p, tree, i, owner);
        /* Where a subtree ends, so may that of its parent. */
        int32_t up = p->blender ? -1 : (int32_t)i;
        for (; up >= 0 && (uint32_t)up + tree->nodes[up].subtree == i + 1;
             up = tree->nodes[up].parent)
            visit_controllers(p, &tree->nodes[up]);
    }
    if (tree->count)
        set(p, root, tree->nodes[0].place);
}

static void visit(struct plan *p)
{
    struct rq_mdl *m = p->m;
    uint32_t start = 0;
    block(p, &start, RQ_MDL_HEADER_SIZE, put_header, NULL, 0);
    visit_texts(p, m->model.names, m->name_count, CURSOR, m->names, m->name_places);
    array(p, m->model.animations, m->animation_count, 4, CURSOR, put_animations, m->animations);
    for (uint32_t i = 0; i < m->animation_count; i++) {
        struct rq_mdl_animation *a = &m->animations[i];
        block(p, &a->place, RQ_MDL_ANIMATION_SIZE, put_animation, a, 1);
        array(p, a->header.events, a->event_count, rq_mdl_rec.event->size,
              p->blender ? CURSOR : ZERO, put_events, a->events);
        visit_tree(p, &a->tree, &a->geometry.root, a->place);
    }
    visit_tree(p, &m->tree, &m->geometry.root, 0);
    set(p, &m->model.animation_root,
        m->animation_root < m->tree.count ? m->tree.nodes[m->animation_root].place : 0);
    set(p, &m->wrapper.size, p->at);
}

/* ---- layouts ---- */

static bool fits(struct rq_doc *doc, bool blender)
{
    struct plan p = {.pass = COMPARE, .blender = blender, .m = doc->root};
    visit(&p);
    return !p.differs && RQ_MDL_START + p.at == doc->source.size;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_mdl *m)
{
    struct rq_cover cover = {.arena = &doc->arena};
    struct plan p = {.pass = COVER, .m = m, .cover = &cover};
    m->strays = rq_arena_get(&doc->arena, 1, sizeof *m->strays);
    rq_cover_add(&cover, 0, RQ_MDL_START);
    visit(&p);
    if (!m->strays || !rq_cover_strays(&cover, doc->source, m->strays))
        return false;
    m->layout = RQ_MDL_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "mdl", "blocks stand in no known order");
    return true;
}

bool rq_mdl_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_mdl *m = doc->root;
    bool fine = true;
    if (!m->layout && (doc->source.size == 0 || fits(doc, false)))
        m->layout = RQ_MDL_CANONICAL;
    else if (!m->layout && fits(doc, true))
        m->layout = RQ_MDL_BLENDER;
    else if (!m->layout)
        fine = settle_explicit(doc, m);
    if (fine && rq_mdl_settle_mdx(doc))
        return true;
    return rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "no memory for the layout of this file");
}

static bool make_texture_places(struct rq_doc *doc, const struct rq_mdl_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        struct rq_mdl_light *light = tree->nodes[i].light;
        if (!light || light->texture_places || light->texture_count == 0)
            continue;
        light->texture_places = rq_arena_get(&doc->arena, light->texture_count, 4);
        if (!light->texture_places)
            return false;
    }
    return true;
}

/* New documents have no places yet. */
static bool make_places(struct rq_doc *doc, struct rq_mdl *m)
{
    if (!m->name_places)
        m->name_places = rq_arena_get(&doc->arena, m->name_count, sizeof *m->name_places);
    bool fine = m->name_places && make_texture_places(doc, &m->tree);
    for (uint32_t i = 0; fine && i < m->animation_count; i++)
        fine = make_texture_places(doc, &m->animations[i].tree);
    return fine;
}

static bool put_named(struct rq_doc *doc, struct rq_mdl *m, struct rq_out *out,
                      struct rq_error *err)
{
    struct plan p = {.pass = ASSIGN, .blender = m->layout == RQ_MDL_BLENDER, .m = m, .out = out};
    if (!make_places(doc, m))
        return rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
    visit(&p);
    if (p.at > UINT32_MAX - RQ_MDL_START)
        return rq_fail(err, RQ_LIMIT, 0, "mdl", "would be larger than 4 GB");
    p.pass = EMIT;
    p.at = 0;
    rq_reserve(out, RQ_MDL_START + m->wrapper.size);
    rq_rec_write(out, rq_mdl_rec.wrapper, &m->wrapper);
    visit(&p);
    return !out->failed;
}

/* False without an error when the model no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_mdl *m, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_out one = {.alloc = doc->alloc};
    struct plan p = {.pass = PLACE, .m = m, .out = &one, .place = &place};
    if (!m->strays || !m->name_places)
        return false;
    bool fine = rq_place_open(&place, &arena, m->strays->size);
    if (fine) {
        rq_rec_write(&one, rq_mdl_rec.wrapper, &m->wrapper);
        rq_place_put(&place, 0, one.data, one.size);
        visit(&p);
        rq_place_strays(&place, m->strays);
        fine = !one.failed;
    }
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
    else if ((fine = rq_place_whole(&place)))
        rq_put(out, place.data, place.size);
    rq_out_free(&one);
    rq_arena_free(&arena);
    return fine;
}

bool rq_mdl_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_mdl *m = doc->root;
    if (!rq_mdl_settle(doc, err) || !rq_mdl_assign_mdx(doc, err))
        return false;
    if (m->layout == RQ_MDL_EXPLICIT) {
        if (put_explicit(doc, m, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        m->layout = RQ_MDL_CANONICAL;
    }
    return put_named(doc, m, out, err);
}
