/* A model as JSON. What the layout sets is left out, and so is what is known from elsewhere:
 * positions of the MDX that are those of the MDL, lists of indices that are those of the faces,
 * rows that end as all do. */
#include "formats/kotor/mdl/json/json_write.h"

#include "formats/kotor/mdl/binary/refs.h"

/* ---- records ---- */

static void data_json(const struct rq_mdl_writer *w, const struct rq_rec *rec, const void *record)
{
    rq_rec_json(w->j, rec, record, w->page);
}

/* "words": {...}, to be ended; false when the layout does without. */
static bool open_words(const struct rq_mdl_writer *w, const struct rq_rec *rec, const void *record)
{
    if (!w->words)
        return false;
    rq_json_key(w->j, "words");
    rq_json_object(w->j);
    rq_rec_words_json(w->j, rec, record, w->page);
    return true;
}

static void words_json(const struct rq_mdl_writer *w, const struct rq_rec *rec, const void *record)
{
    if (open_words(w, rec, record))
        rq_json_end_object(w->j);
}

static void u64_json(struct rq_json *j, const char *key, uint64_t value)
{
    rq_json_key(j, key);
    rq_json_u64(j, value);
}

/* ---- lists ---- */

void rq_mdl_put_rows(struct rq_json *j, const char *key, const void *words, size_t count,
                     size_t each, bool whole)
{
    const uint8_t *from = words;
    rq_json_key(j, key);
    if (each == 1)
        rq_json_array_row(j);
    else
        rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        if (each != 1)
            rq_json_array_row(j);
        for (size_t k = 0; k < each; k++, from += 4) {
            uint32_t word;
            memcpy(&word, from, 4);
            if (whole)
                rq_json_u64(j, word);
            else
                rq_json_f32(j, rq_f32_of(word));
        }
        if (each != 1)
            rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

static void floats_json(struct rq_json *j, const char *key, const void *values, size_t count,
                        size_t each)
{
    rq_mdl_put_rows(j, key, values, count, each, false);
}

void rq_mdl_put_texts(struct rq_json *j, enum rq_codepage page, const char **texts, uint32_t count)
{
    rq_json_array(j);
    for (uint32_t i = 0; i < count; i++)
        rq_json_text(j, page, (struct rq_bytes){(const uint8_t *)texts[i], strlen(texts[i])});
    rq_json_end_array(j);
}

static void put_shape(const struct rq_mdl_writer *w, const struct rq_shape *shape,
                      const void *object)
{
    struct rq_shaper s = {.doc = w->doc, .page = w->page, .j = w->j};
    rq_shape_put_value(&s, shape, object);
}

/* A part that the object has when it is not NULL. */
static void part_json(const struct rq_mdl_writer *w, const char *key, const struct rq_shape *shape,
                      const void *part)
{
    if (!part)
        return;
    rq_json_key(w->j, key);
    put_shape(w, shape, part);
}

static void name_json(const struct rq_mdl_writer *w, uint32_t name)
{
    char text[RQ_MDL_LABEL_SIZE];
    struct rq_bytes label = rq_mdl_names_label(&w->names, name, w->m->names[name], text);
    if (label.data)
        rq_json_text(w->j, w->page, label);
    else
        rq_json_u64(w->j, name);
}

bool rq_mdl_labelled(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree, uint32_t node)
{
    char text[RQ_MDL_LABEL_SIZE];
    uint32_t name = tree->nodes[node].header.name;
    return rq_mdl_names_bearer(&w->names, name) == node &&
           rq_mdl_names_label(&w->names, name, w->m->names[name], text).data;
}

void rq_mdl_put_node_ref(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                         uint32_t node)
{
    if (rq_mdl_labelled(w, tree, node))
        name_json(w, tree->nodes[node].header.name);
    else
        rq_json_u64(w->j, node);
}

/* ---- controllers ---- */

/* Times and values of all keys stand one after another, and nothing else is there. */
static bool packed(const struct rq_mdl_node *node)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < node->key_count; i++) {
        const struct rq_mdl_key *key = &node->keys[i];
        if (key->time_at != at || key->value_at != at + key->rows)
            return false;
        at += key->rows + (uint64_t)key->rows * rq_mdl_key_width(key);
    }
    return at == node->data_count;
}

static void key_json(const struct rq_mdl_writer *w, const struct rq_mdl_node *node,
                     const struct rq_mdl_key *key)
{
    struct rq_json *j = w->j;
    const char *name = rq_mdl_controller_name(rq_mdl_names_type(&w->names, node), key->code);
    unsigned width = rq_mdl_key_width(key);
    const uint32_t *times = key->rows ? node->data + key->time_at : NULL;
    rq_json_object(j);
    rq_json_key(j, "controller");
    if (name)
        rq_json_str(j, name);
    else
        rq_json_u64(j, key->code);
    u64_json(j, "columns", key->columns);
    if (key->link != rq_mdl_link(w->animated, key->code))
        u64_json(j, "link", key->link);
    if (key->pad[0] || key->pad[1] || key->pad[2])
        rq_json_bytes(j, "pad", (struct rq_bytes){key->pad, sizeof key->pad});
    rq_mdl_put_rows(j, "times", times, key->rows, 1, false);
    if (width)
        rq_mdl_put_rows(j, "rows", times ? times + key->rows : NULL, key->rows, width,
                        rq_mdl_key_packed(key));
    rq_json_end_object(j);
}

static void controllers_json(const struct rq_mdl_writer *w, const struct rq_mdl_node *node)
{
    struct rq_json *j = w->j;
    bool in_order = packed(node);
    if (node->key_count) {
        rq_json_key(j, in_order ? "controllers" : "keys");
        rq_json_array(j);
        for (uint32_t i = 0; i < node->key_count; i++) {
            if (in_order) {
                key_json(w, node, &node->keys[i]);
                continue;
            }
            put_shape(w, &rq_mdl_key_shape, &node->keys[i]);
        }
        rq_json_end_array(j);
    }
    if (!in_order)
        rq_mdl_put_rows(j, "data", node->data, node->data_count, 1, false);
}

/* ---- meshes ---- */

static void faces_json(struct rq_json *j, const struct rq_mdl_mesh *mesh)
{
    rq_json_key(j, "faces");
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const struct rq_mdl_face *f = &mesh->faces[i];
        rq_json_array_row(j);
        for (size_t k = 0; k < 3; k++)
            rq_json_u64(j, f->vertices[k]);
        rq_json_u64(j, f->material);
        for (size_t k = 0; k < 3; k++)
            rq_json_u64(j, f->adjacent[k]);
        for (size_t k = 0; k < 3; k++)
            rq_json_f32(j, f->normal[k]);
        rq_json_f32(j, f->distance);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

static void indices_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh)
{
    if (mesh->smoothing)
        rq_mdl_put_rows(w->j, "smoothing", mesh->smoothing, mesh->face_count, 1, true);
    if (!mesh->has_indices)
        return;
    u64_json(w->j, "inverted", mesh->inverted);
    if (!mesh->indices && mesh->index_count == (uint64_t)mesh->face_count * 3)
        return;
    rq_json_key(w->j, "indices");
    rq_json_array_row(w->j);
    for (uint32_t i = 0; mesh->indices && i < mesh->index_count; i++)
        rq_json_u64(w->j, mesh->indices[i]);
    rq_json_end_array(w->j);
}

static void boxes_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh)
{
    struct rq_json *j = w->j;
    rq_json_key(j, "boxes");
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->box_count; i++) {
        const struct rq_mdl_box *box = &mesh->boxes[i];
        rq_json_array_row(j);
        for (size_t k = 0; k < 6; k++)
            rq_json_f32(j, k < 3 ? box->min[k] : box->max[k - 3]);
        rq_json_i64(j, box->first);
        rq_json_i64(j, box->second);
        rq_json_i64(j, box->face);
        rq_json_u64(j, box->plane);
        if (w->words)
            rq_json_u64(j, box->place);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

/* Bit by bit, as NaNs and zeros go. */
static bool same_vectors(const float (*a)[3], const float (*b)[3], uint32_t count)
{
    return a == b || (a && b && memcmp(a, b, count * sizeof *a) == 0);
}

static void dangly_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh)
{
    struct rq_json *j = w->j;
    const struct rq_mdl_dangly *dangly = mesh->dangly;
    uint32_t count = mesh->header.vertex_count;
    rq_json_key(j, "dangly");
    rq_json_object(j);
    data_json(w, rq_mdl_rec.dangly_header, &dangly->header);
    words_json(w, rq_mdl_rec.dangly_header, &dangly->header);
    if (dangly->wide) {
        rq_json_key(j, "wide");
        rq_json_bool(j, true);
    }
    rq_json_key(j, "constraints");
    rq_json_array_row(j);
    for (uint32_t i = 0; i < dangly->constraint_count; i++)
        if (dangly->wide)
            rq_json_f64(j, dangly->constraints[i]);
        else
            rq_json_f32(j, rq_mdl_narrow(dangly->constraints[i]));
    rq_json_end_array(j);
    if (!same_vectors((const float(*)[3])dangly->positions, (const float(*)[3])mesh->vertices,
                      count))
        floats_json(j, "positions", dangly->positions, dangly->positions ? count : 0, 3);
    rq_json_end_object(j);
}

/* ---- rows of the MDX ---- */

/* The positions of the rows are those of the MDL. */
static bool same_positions(const struct rq_mdl_mesh *mesh, uint32_t at)
{
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        const uint8_t *row = mesh->rows.data + (size_t)i * mesh->header.mdx_stride + at;
        for (size_t k = 0; k < 3; k++)
            if (!mesh->vertices || rq_get32(row + k * 4) != rq_bits_of(mesh->vertices[i][k]))
                return false;
    }
    return true;
}

static void slot_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh,
                      enum rq_mdl_slot slot, uint32_t at)
{
    struct rq_mdl_values values = rq_mdl_slot_values(w->m, slot);
    struct rq_json *j = w->j;
    rq_json_key(j, rq_mdl_slots[slot]);
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        const uint8_t *p = mesh->rows.data + (size_t)i * mesh->header.mdx_stride + at;
        rq_json_array_row(j);
        for (unsigned k = 0; k < values.count; k++, p += values.size) {
            if (values.floats)
                rq_json_f32(j, rq_f32_of(rq_get32(p)));
            else
                rq_json_u64(j, values.size == 4   ? rq_get32(p)
                               : values.size == 2 ? rq_get16(p)
                                                  : *p);
        }
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

struct rest {
    const uint8_t *row;
    struct rq_out *out;
};

static void add_rest(void *ctx, uint32_t at, uint32_t size)
{
    const struct rest *rest = ctx;
    rq_put(rest->out, rest->row + at, size);
}

static void rest_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh,
                      const struct rq_mdl_row *row)
{
    struct rq_out out = {.alloc = w->j->out->alloc};
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        struct rest rest = {mesh->rows.data + (size_t)i * mesh->header.mdx_stride, &out};
        rq_mdl_row_rest(w->m, mesh, row, add_rest, &rest);
    }
    rq_json_bytes(w->j, "rest", rq_out_bytes(&out));
    if (out.failed && !w->j->out->failed)
        w->j->out->failed = out.failed;
    rq_out_free(&out);
}

static void mdx_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_row row;
    if (mesh->rows.size == 0)
        return;
    rq_json_key(w->j, "mdx");
    rq_json_object(w->j);
    if (!rq_mdl_row_plan(w->m, mesh, &row)) {
        rq_json_bytes(w->j, "rows", mesh->rows);
    } else {
        for (unsigned i = 0; i < RQ_MDL_SLOTS; i++)
            if (row.used[i] && (i != RQ_MDL_POSITION || !same_positions(mesh, row.at[i])))
                slot_json(w, mesh, i, row.at[i]);
        if (row.rest)
            rest_json(w, mesh, &row);
    }
    if (mesh->end_row.size &&
        (w->m->mdx_layout == RQ_MDX_EXPLICIT || !rq_mdl_ends_by_rule(w->m, mesh)))
        rq_json_bytes(w->j, "end_row", mesh->end_row);
    rq_json_end_object(w->j);
}

/* What leads nowhere, so that only what an edit adds to it is refused; and of which faces and
 * vertices the derived values are. */
static void refs_json(const struct rq_mdl_writer *w, const struct rq_mdl_mesh *mesh)
{
    bool open = false;
    for (enum rq_mdl_ref i = 0; i < RQ_MDL_REFS; i++) {
        struct rq_mdl_loose loose = rq_mdl_loose(w->m, mesh, i);
        if (!loose.count)
            continue;
        if (!open) {
            rq_json_key(w->j, "loose");
            rq_json_object_row(w->j);
        }
        open = true;
        u64_json(w->j, rq_mdl_refs[i].list, loose.count);
    }
    if (open)
        rq_json_end_object(w->j);
    rq_json_key(w->j, "derived_from");
    rq_json_hex32(w->j, rq_mdl_mesh_sum(mesh));
}

static void mesh_json(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                      const struct rq_mdl_node *node)
{
    const struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_json *j = w->j;
    rq_json_key(j, "mesh");
    rq_json_object(j);
    struct rq_rec_field fields[RQ_MDL_MOST_FIELDS];
    struct rq_rec counted = rq_mdl_without(rq_mdl_rec.mesh_header, "vertex_count", fields);
    data_json(w, mesh->vertices ? &counted : rq_mdl_rec.mesh_header, &mesh->header);
    if (rq_mdl_is_k2(w->m))
        data_json(w, rq_mdl_rec.dirt, &mesh->dirt);
    data_json(w, rq_mdl_rec.mesh_end, &mesh->end);
    if (open_words(w, rq_mdl_rec.mesh_header, &mesh->header)) {
        rq_rec_words_json(j, rq_mdl_rec.mesh_end, &mesh->end, w->page);
        rq_rec_words_json(j, rq_mdl_rec.aabb, &mesh->aabb, w->page);
        u64_json(j, "indices_place", mesh->indices_place);
        rq_json_end_object(j);
    }
    if (mesh->vertices)
        floats_json(j, "vertices", mesh->vertices, mesh->header.vertex_count, 3);
    faces_json(j, mesh);
    indices_json(w, mesh);
    mdx_json(w, mesh);
    if (mesh->skin)
        rq_mdl_put_skin(w, tree, mesh->skin);
    part_json(w, "animmesh", &rq_mdl_animmesh_shape, mesh->animmesh);
    if (mesh->dangly)
        dangly_json(w, mesh);
    if (mesh->box_count)
        boxes_json(w, mesh);
    part_json(w, "saber", &rq_mdl_saber_shape, mesh->saber);
    refs_json(w, mesh);
    rq_json_end_object(j);
}

/* ---- nodes ---- */

/* Of nodes with one number the first has it, and others say that they share it. */
static bool shares_number(const struct rq_mdl_writer *w, const struct rq_mdl_node *node)
{
    bool *seen = &w->numbers[node->header.number], again = *seen;
    *seen = true;
    return again;
}

static void node_json(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree, uint32_t index)
{
    const struct rq_mdl_node *node = &tree->nodes[index];
    const char *type = rq_mdl_type_name(node->header.type);
    struct rq_json *j = w->j;
    rq_json_object(j);
    rq_json_key(j, "name");
    name_json(w, node->header.name);
    if (node->parent >= 0) {
        rq_json_key(j, "parent");
        rq_mdl_put_node_ref(w, tree, (uint32_t)node->parent);
    }
    rq_json_key(j, "type");
    if (type)
        rq_json_str(j, type);
    else
        rq_json_u64(j, node->header.type);
    data_json(w, rq_mdl_rec.node_header, &node->header);
    if (w->numbers && shares_number(w, node)) {
        rq_json_key(j, "shared_number");
        rq_json_bool(j, true);
    }
    if (open_words(w, rq_mdl_rec.node_header, &node->header)) {
        u64_json(j, "place", node->place);
        rq_json_end_object(j);
    }
    part_json(w, "light", &rq_mdl_light_shape, node->light);
    part_json(w, "emitter", &rq_mdl_emitter_shape, node->emitter);
    part_json(w, "reference", &rq_mdl_reference_shape, node->reference);
    if (node->mesh)
        mesh_json(w, tree, node);
    controllers_json(w, node);
    rq_json_end_object(j);
}

static void tree_json(struct rq_mdl_writer *w, const struct rq_mdl_tree *tree)
{
    w->names.tree++;
    for (uint32_t i = 0; i < tree->count; i++)
        rq_mdl_names_bear(&w->names, &tree->nodes[i], i);
    rq_json_key(w->j, "nodes");
    rq_json_array(w->j);
    for (uint32_t i = 0; i < tree->count; i++)
        node_json(w, tree, i);
    rq_json_end_array(w->j);
}

/* ---- the whole ---- */

static void animation_json(struct rq_mdl_writer *w, const struct rq_mdl_animation *a)
{
    struct rq_json *j = w->j;
    rq_json_object(j);
    rq_json_key(j, "geometry");
    rq_json_object(j);
    data_json(w, rq_mdl_rec.geometry, &a->geometry);
    words_json(w, rq_mdl_rec.geometry, &a->geometry);
    rq_json_end_object(j);
    data_json(w, rq_mdl_rec.animation_header, &a->header);
    if (open_words(w, rq_mdl_rec.animation_header, &a->header)) {
        u64_json(j, "place", a->place);
        rq_json_end_object(j);
    }
    rq_json_key(j, "events");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->event_count; i++)
        put_shape(w, &rq_mdl_event_shape, &a->events[i]);
    rq_json_end_array(j);
    tree_json(w, &a->tree);
    rq_json_end_object(j);
}

/* node_count has the nodes of the supermodel in it, which are not here: those beyond our own. */
static void geometry_json(const struct rq_mdl_writer *w)
{
    const struct rq_mdl_geometry *g = &w->m->geometry;
    struct rq_rec_field fields[RQ_MDL_MOST_FIELDS];
    struct rq_rec uncounted = rq_mdl_without(rq_mdl_rec.geometry, "node_count", fields);
    data_json(w, &uncounted, g);
    if (g->node_count != w->m->tree.count) {
        rq_json_key(w->j, "other_nodes");
        rq_json_i64(w->j, (int64_t)g->node_count - w->m->tree.count);
    }
    words_json(w, rq_mdl_rec.geometry, g);
}

static void head_json(const struct rq_mdl_writer *w)
{
    const struct rq_mdl *m = w->m;
    struct rq_json *j = w->j;
    rq_json_key(j, "layout");
    rq_json_str(j, rq_mdl_layouts[m->layout]);
    rq_json_key(j, "mdx_layout");
    rq_json_str(j, rq_mdl_mdx_layouts[m->mdx_layout]);
    rq_json_key(j, "mdx");
    rq_json_bool(j, m->has_mdx);
    if (w->words) {
        rq_json_key(j, "wrapper");
        rq_json_object_row(j);
        rq_rec_json(j, rq_mdl_rec.wrapper, &m->wrapper, w->page);
        rq_json_end_object(j);
        rq_mdl_put_rows(j, "name_places", m->name_places, m->name_count, 1, true);
    }
    part_json(w, "strays", &rq_strays_shape, m->strays);
    part_json(w, "mdx_strays", &rq_strays_shape, m->mdx_strays);
    rq_json_bytes(j, "gaps", m->gaps);
    rq_json_key(j, "geometry");
    rq_json_object(j);
    geometry_json(w);
    rq_json_end_object(j);
    rq_json_key(j, "model");
    rq_json_object(j);
    data_json(w, rq_mdl_rec.model, &m->model);
    words_json(w, rq_mdl_rec.model, &m->model);
    rq_json_end_object(j);
    rq_json_key(j, "names");
    rq_mdl_put_texts(j, w->page, m->names, m->name_count);
}

bool rq_mdl_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    struct rq_mdl *m = doc->root;
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_mdl_writer w = {
        .doc = doc, .j = j, .m = m, .page = doc->page, .words = rq_mdl_has_words(m)};
    w.numbers = rq_arena_get(&arena, UINT16_MAX + 1, sizeof *w.numbers);
    bool fine = w.numbers && rq_mdl_names_open(&w.names, m, &arena);
    if (fine) {
        head_json(&w);
        tree_json(&w, &m->tree);
        w.numbers = NULL;
        if (m->animation_root < m->tree.count) {
            rq_json_key(j, "animation_root");
            rq_mdl_put_node_ref(&w, &m->tree, m->animation_root);
        }
        w.animated = true;
        rq_json_key(j, "animations");
        rq_json_array(j);
        for (uint32_t i = 0; i < m->animation_count; i++)
            animation_json(&w, &m->animations[i]);
        rq_json_end_array(j);
    }
    rq_arena_free(&arena);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
}
