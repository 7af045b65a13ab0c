/* What a node, a mesh and a model hold beside what glTF shows, as JSON by the names of the
 * records: enough to make the model again. */
#include "formats/kotor/mdl/scene/kit.h"

enum { POSITION = 8, ORIENTATION = 20, SCALE = 36 };

/* Where fields point, and what follows from the geometry. */
static const char derived[] =
    "function_1 function_2 root node_count runtime_1 runtime_2 references type pad child_models "
    "animations supermodel_reference box_min box_max radius animation_root unused_ac mdx_size "
    "mdx_offset names events unused_84 name owner parent position orientation children keys data "
    "unused_04 sizes positions color_shifts textures faces average unused_98 unused_a4 "
    "index_counts index_offsets inverted_counters unknown_d4 unknown_e0 mdx_stride mdx_flags "
    "mdx_at vertex_count texture_count area unused_140 vertices weights mdx_weights_at "
    "mdx_bones_at bone_map bone_map_count q_bones t_bones array_8 bone_nodes constraints boxes "
    "uvs normals inverted_1 inverted_2 runtime smoothing pad_1 pad_2";

/* The fields without the memory that is left behind the NUL of texts. */
static void put_record(struct rq_json *j, const struct rq_rec *rec, const void *record)
{
    uint8_t copy[512];
    size_t size = 0;
    for (size_t i = 0; i < rec->field_count; i++) {
        size_t end = rec->fields[i].offset + rec->fields[i].size * rec->fields[i].count;
        size = end > size ? end : size;
    }
    if (size > sizeof copy)
        return;
    memcpy(copy, record, size);
    for (size_t i = 0; i < rec->field_count; i++) {
        const struct rq_rec_field *f = &rec->fields[i];
        uint8_t *text = copy + f->offset, *nul = memchr(text, 0, f->count);
        if (f->kind == RQ_KIND_text && nul)
            memset(nul, 0, (size_t)(text + f->count - nul));
    }
    struct rq_rec_field fields[RQ_MDL_MOST_FIELDS];
    struct rq_rec own = rq_mdl_without(rec, derived, fields);
    rq_rec_json(j, &own, copy, RQ_CP1252);
}

/* A text of the game's: a field of fixed size, or one that ends with its NUL. */
static void put_text(struct rq_json *j, const char *key, const char *text, size_t most)
{
    if (key)
        rq_json_key(j, key);
    rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)text, strnlen(text, most)});
}

static void put_rows(struct rq_json *j, const char *key, const float *values, size_t rows,
                     size_t width)
{
    if (!rows || !values)
        return;
    rq_json_key(j, key);
    rq_json_array(j);
    for (size_t i = 0; i < rows * width; i++)
        rq_json_f32(j, values[i]);
    rq_json_end_array(j);
}

/* [[code, columns, [times], [values]], ...]: all but what moves the node, which the scene has. */
static void put_controllers(struct rq_json *j, const struct rq_mdl_node *node, bool still)
{
    uint64_t used = 0;
    bool any = false;
    for (uint32_t i = 0; i < node->key_count; i++) {
        const struct rq_mdl_key *key = &node->keys[i];
        uint64_t width = rq_mdl_key_width(key), rows = key->rows;
        used += rows * (1 + width);
        bool shown =
            key->code == POSITION || key->code == ORIENTATION || (key->code == SCALE && !still);
        if (shown || used > node->data_count || key->time_at + rows > node->data_count ||
            key->value_at + rows * width > node->data_count)
            continue;
        if (!any) {
            rq_json_key(j, "controllers");
            rq_json_array(j);
        }
        any = true;
        rq_json_array(j);
        rq_json_u64(j, key->code);
        rq_json_u64(j, key->columns);
        for (size_t part = 0; part < 2; part++) {
            /* By index: a key without rows may be in a node without data, which has no array. */
            uint64_t at = part ? key->value_at : key->time_at;
            uint64_t end = at + (part ? rows * width : rows);
            rq_json_array(j);
            for (; at < end; at++)
                rq_json_f32(j, rq_f32_of(node->data[at]));
            rq_json_end_array(j);
        }
        rq_json_end_array(j);
    }
    if (any)
        rq_json_end_array(j);
}

static void put_flares(struct rq_json *j, const struct rq_mdl_light *light)
{
    put_rows(j, "flare_sizes", light->sizes, light->size_count, 1);
    put_rows(j, "flare_positions", light->positions, light->position_count, 1);
    put_rows(j, "flare_color_shifts", light->color_shifts ? light->color_shifts[0] : NULL,
             light->color_shift_count, 3);
    if (!light->texture_count)
        return;
    rq_json_key(j, "flare_textures");
    rq_json_array(j);
    for (uint32_t i = 0; i < light->texture_count; i++)
        rq_json_text(
            j, RQ_CP1252,
            (struct rq_bytes){(const uint8_t *)light->textures[i], strlen(light->textures[i])});
    rq_json_end_array(j);
}

static void put_mesh(struct rq_json *j, const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    rq_json_key(j, "mesh");
    rq_json_object(j);
    put_record(j, rq_mdl_rec.mesh_header, &mesh->header);
    if (rq_mdl_is_k2(m))
        put_record(j, rq_mdl_rec.dirt, &mesh->dirt);
    if (mesh->header.mdx_at[RQ_MDL_TANGENT_1] >= 0) {
        rq_json_key(j, "tangents");
        rq_json_bool(j, true);
    }
    bool plain = true;
    for (uint32_t i = 0; i < mesh->face_count && plain; i++)
        plain = mesh->faces[i].material == 0;
    if (!plain) {
        rq_json_key(j, "materials");
        rq_json_array(j);
        for (uint32_t i = 0; i < mesh->face_count; i++)
            rq_json_u64(j, mesh->faces[i].material);
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
    if (!mesh->dangly)
        return;
    rq_json_key(j, "dangly");
    rq_json_object(j);
    put_record(j, rq_mdl_rec.dangly_header, &mesh->dangly->header);
    rq_json_key(j, "constraints");
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->dangly->constraint_count; i++)
        rq_json_f32(j, rq_mdl_narrow(mesh->dangly->constraints[i]));
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static struct rq_bytes kept(struct rq_arena *arena, struct rq_out *out)
{
    struct rq_bytes text = {0};
    char *copy = out->failed ? NULL : rq_arena_text(arena, (const char *)out->data, out->size);
    if (copy)
        text = (struct rq_bytes){(const uint8_t *)copy, out->size};
    rq_out_free(out);
    return text;
}

static void open_mdl(struct rq_json *j)
{
    rq_json_object(j);
    rq_json_key(j, "mdl");
    rq_json_object(j);
}

static void put_part(struct rq_json *j, const char *key, const struct rq_rec *rec,
                     const void *record)
{
    rq_json_key(j, key);
    rq_json_object(j);
    put_record(j, rec, record);
    rq_json_end_object(j);
}

struct rq_bytes rq_mdl_node_extras(struct rq_arena *arena, const struct rq_mdl *m,
                                   const struct rq_mdl_node *node)
{
    struct rq_out out = {.alloc = arena->alloc};
    struct rq_json j = {.out = &out, .compact = true};
    open_mdl(&j);
    rq_json_key(&j, "type");
    rq_json_u64(&j, node->header.type);
    rq_json_key(&j, "number");
    rq_json_u64(&j, node->header.number);
    if (node->light) {
        rq_json_key(&j, "light");
        rq_json_object(&j);
        put_record(&j, rq_mdl_rec.light_header, &node->light->header);
        put_flares(&j, node->light);
        rq_json_end_object(&j);
    }
    if (node->emitter)
        put_part(&j, "emitter", rq_mdl_rec.emitter, node->emitter);
    if (node->reference)
        put_part(&j, "reference", rq_mdl_rec.reference, node->reference);
    if (node->mesh)
        put_mesh(&j, m, node->mesh);
    put_controllers(&j, node, true);
    rq_json_end_object(&j);
    rq_json_end_object(&j);
    return kept(arena, &out);
}

/* The node that a skin is that of, by the name that it has in the scene. */
struct rq_bytes rq_mdl_skin_extras(struct rq_arena *arena, const char *name)
{
    struct rq_out out = {.alloc = arena->alloc};
    struct rq_json j = {.out = &out, .compact = true};
    open_mdl(&j);
    rq_json_key(&j, "skin_of");
    rq_json_str(&j, name);
    rq_json_end_object(&j);
    rq_json_end_object(&j);
    return kept(arena, &out);
}

static void put_animation(struct rq_json *j, const struct rq_mdl *m,
                          const struct rq_mdl_animation *a)
{
    rq_json_object(j);
    put_text(j, "name", a->geometry.name, sizeof a->geometry.name);
    put_record(j, rq_mdl_rec.animation_header, &a->header);
    put_text(j, "animation_root", a->header.root, sizeof a->header.root);
    rq_json_key(j, "events");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->event_count; i++) {
        rq_json_array(j);
        rq_json_f32(j, a->events[i].time);
        put_text(j, NULL, a->events[i].name, sizeof a->events[i].name);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    /* Nodes that change in more than their place. */
    rq_json_key(j, "nodes");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->tree.count; i++) {
        const struct rq_mdl_node *node = &a->tree.nodes[i];
        bool more = false;
        for (uint32_t k = 0; k < node->key_count; k++)
            more |= node->keys[k].code != POSITION && node->keys[k].code != ORIENTATION &&
                    node->keys[k].code != SCALE;
        if (!more || node->header.name >= m->name_count)
            continue;
        rq_json_object(j);
        put_text(j, "name", m->names[node->header.name], RQ_MDL_NAME_SIZE);
        put_controllers(j, node, false);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

struct rq_bytes rq_mdl_model_extras(struct rq_arena *arena, const struct rq_mdl *m,
                                    const struct rq_animation *inherited, uint32_t count)
{
    static const char *const versions[] = {"k1", "k2", "k1-xbox", "k2-xbox"};
    struct rq_out out = {.alloc = arena->alloc};
    struct rq_json j = {.out = &out, .compact = true};
    open_mdl(&j);
    rq_json_key(&j, "version");
    rq_json_str(&j, versions[m->version]);
    put_text(&j, "name", m->geometry.name, sizeof m->geometry.name);
    put_record(&j, rq_mdl_rec.model, &m->model);
    if (m->animation_root < m->tree.count) {
        uint32_t name = m->tree.nodes[m->animation_root].header.name;
        put_text(&j, "head", name < m->name_count ? m->names[name] : "", RQ_MDL_NAME_SIZE);
    }
    rq_json_key(&j, "animations");
    rq_json_array(&j);
    for (uint32_t i = 0; i < m->animation_count; i++)
        put_animation(&j, m, &m->animations[i]);
    rq_json_end_array(&j);
    if (count) {
        rq_json_key(&j, "inherited");
        rq_json_array(&j);
        for (uint32_t i = 0; i < count; i++)
            rq_json_str(&j, inherited[i].name);
        rq_json_end_array(&j);
    }
    rq_json_end_object(&j);
    rq_json_end_object(&j);
    return kept(arena, &out);
}
