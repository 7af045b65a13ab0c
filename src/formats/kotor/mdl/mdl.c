/* MDL with its MDX: models. What was measured on 175 models (docs/formats/mdl.md): every byte
 * belongs to one block, and blocks stand in one of two orders. */
#include "formats/kotor/mdl/json/json.h"

RQ_RECORD_TABLE(rq_mdl_wrapper, RQ_MDL_WRAPPER);
RQ_RECORD_TABLE(rq_mdl_geometry, RQ_MDL_GEOMETRY);
RQ_RECORD_TABLE(rq_mdl_model, RQ_MDL_MODEL);
RQ_RECORD_TABLE(rq_mdl_animation_header, RQ_MDL_ANIMATION);
RQ_RECORD_TABLE(rq_mdl_event, RQ_MDL_EVENT);
RQ_RECORD_TABLE(rq_mdl_node_header, RQ_MDL_NODE);
RQ_RECORD_TABLE(rq_mdl_key, RQ_MDL_KEY);
RQ_RECORD_TABLE(rq_mdl_light_header, RQ_MDL_LIGHT);
RQ_RECORD_TABLE(rq_mdl_emitter, RQ_MDL_EMITTER);
RQ_RECORD_TABLE(rq_mdl_reference, RQ_MDL_REFERENCE);
RQ_RECORD_TABLE(rq_mdl_mesh_header, RQ_MDL_MESH);
RQ_RECORD_TABLE(rq_mdl_dirt, RQ_MDL_DIRT);
RQ_RECORD_TABLE(rq_mdl_mesh_end, RQ_MDL_MESH_END);
RQ_RECORD_TABLE(rq_mdl_face, RQ_MDL_FACE);
RQ_RECORD_TABLE(rq_mdl_skin_header, RQ_MDL_SKIN);
RQ_RECORD_TABLE(rq_mdl_animmesh, RQ_MDL_ANIMMESH);
RQ_RECORD_TABLE(rq_mdl_dangly_header, RQ_MDL_DANGLY);
RQ_RECORD_TABLE(rq_mdl_aabb, RQ_MDL_AABB);
RQ_RECORD_TABLE(rq_mdl_saber_header, RQ_MDL_SABER);

static const struct rq_rec mesh_end_xbox = {
    "rq_mdl_mesh_end", 14, sizeof rq_mdl_mesh_end_fields / sizeof rq_mdl_mesh_end_fields[0] - 1,
    rq_mdl_mesh_end_fields};

const struct rq_mdl_recs rq_mdl_rec = {
#define REC_ROW(name) .name = &rq_mdl_##name##_rec,
    RQ_MDL_RECORDS(REC_ROW)
#undef REC_ROW
        .mesh_end_xbox = &mesh_end_xbox,
};

struct rq_rec rq_mdl_without(const struct rq_rec *rec, const char *names,
                             struct rq_rec_field fields[RQ_MDL_MOST_FIELDS])
{
    struct rq_rec some = {.name = rec->name, .fields = fields};
    for (size_t i = 0; i < rec->field_count && some.field_count < RQ_MDL_MOST_FIELDS; i++) {
        const struct rq_rec_field *f = &rec->fields[i];
        if (rq_word_in(names, f->name, strlen(f->name)))
            continue;
        fields[some.field_count++] = *f;
        some.size += f->size * f->count;
    }
    return some;
}

/* ---- nodes ---- */

static bool has(const struct rq_mdl_node *node, unsigned part)
{
    return (node->header.type & part) != 0;
}

bool rq_mdl_node_make(struct rq_arena *arena, struct rq_mdl_node *node)
{
    bool mesh = has(node, RQ_MDL_IS_MESH), fine = true;
#define MAKE(when, member)                                                                         \
    if (fine && (when))                                                                            \
    fine = (node->member = rq_arena_get(arena, 1, sizeof *node->member)) != NULL
    MAKE(has(node, RQ_MDL_IS_LIGHT), light);
    MAKE(has(node, RQ_MDL_IS_EMITTER), emitter);
    MAKE(has(node, RQ_MDL_IS_REFERENCE), reference);
    MAKE(mesh, mesh);
    MAKE(mesh && has(node, RQ_MDL_IS_SKIN), mesh->skin);
    MAKE(mesh && has(node, RQ_MDL_IS_ANIMMESH), mesh->animmesh);
    MAKE(mesh && has(node, RQ_MDL_IS_DANGLY), mesh->dangly);
    MAKE(mesh && has(node, RQ_MDL_IS_SABER), mesh->saber);
#undef MAKE
    return fine;
}

size_t rq_mdl_node_pieces(const struct rq_mdl *m, struct rq_mdl_node *node,
                          struct rq_mdl_piece pieces[RQ_MDL_MOST_PIECES])
{
    size_t n = 0;
    struct rq_mdl_mesh *mesh = node->mesh;
#define PIECE(table, from) pieces[n++] = (struct rq_mdl_piece){rq_mdl_rec.table, from}
    PIECE(node_header, &node->header);
    if (node->light)
        PIECE(light_header, &node->light->header);
    if (node->emitter)
        PIECE(emitter, node->emitter);
    if (node->reference)
        PIECE(reference, node->reference);
    if (!mesh)
        return n;
    PIECE(mesh_header, &mesh->header);
    if (rq_mdl_is_k2(m))
        PIECE(dirt, &mesh->dirt);
    if (rq_mdl_is_xbox(m))
        PIECE(mesh_end_xbox, &mesh->end);
    else
        PIECE(mesh_end, &mesh->end);
    if (mesh->skin)
        PIECE(skin_header, &mesh->skin->header);
    if (mesh->animmesh)
        PIECE(animmesh, mesh->animmesh);
    if (mesh->dangly)
        PIECE(dangly_header, &mesh->dangly->header);
    if (has(node, RQ_MDL_IS_AABB))
        PIECE(aabb, &mesh->aabb);
    if (mesh->saber)
        PIECE(saber_header, &mesh->saber->header);
#undef PIECE
    return n;
}

void rq_mdl_subtrees(struct rq_mdl_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++)
        tree->nodes[i].subtree = 1;
    for (uint32_t i = tree->count; i-- > 1;)
        tree->nodes[tree->nodes[i].parent].subtree += tree->nodes[i].subtree;
}

/* The upper half of *at is the tree: 0 the geometry, else an animation + 1. */
struct rq_mdl_node *rq_mdl_next_mesh(const struct rq_mdl *m, uint64_t *at)
{
    uint64_t tree = *at >> 32, i = *at & UINT32_MAX;
    for (; tree <= m->animation_count; tree++, i = 0) {
        const struct rq_mdl_tree *t = tree ? &m->animations[tree - 1].tree : &m->tree;
        for (; i < t->count; i++) {
            if (!t->nodes[i].mesh)
                continue;
            *at = (tree << 32 | i) + 1;
            return &t->nodes[i];
        }
    }
    return NULL;
}

/* ---- what it is ---- */

bool rq_mdl_version_of(uint32_t function, enum rq_mdl_version *version)
{
    /* Of the geometry header, by enum rq_mdl_version. */
    static const uint32_t known[] = {4273776, 4285200, 4254992, 4285872};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i] != function)
            continue;
        *version = (enum rq_mdl_version)i;
        return true;
    }
    return false;
}

static unsigned mdl_detect(struct rq_bytes in, const char *name)
{
    enum { TYPE_AT = RQ_MDL_START + 0x4C };
    enum rq_mdl_version version;
    (void)name;
    if (in.size < RQ_MDL_START + RQ_MDL_HEADER_SIZE || rq_get32(in.data) != 0)
        return 0;
    bool known = rq_mdl_version_of(rq_get32(in.data + RQ_MDL_START), &version);
    bool sized = rq_get32(in.data + 4) == in.size - RQ_MDL_START;
    /* One that was cut is a model still, and is told so. */
    if (known)
        return sized ? 64 : 56;
    return sized && in.data[TYPE_AT] == 2 ? 64 : 0;
}

/* One node, by which the rest is found. */
static bool mdl_fresh(struct rq_doc *doc)
{
    struct rq_mdl *m = doc->root = rq_arena_get(&doc->arena, 1, sizeof *m);
    const char **names = rq_arena_get(&doc->arena, 1, sizeof *names);
    struct rq_mdl_node *root = rq_arena_get(&doc->arena, 1, sizeof *root);
    if (!m || !names || !root)
        return false;
    names[0] = "root";
    *root = (struct rq_mdl_node){.parent = -1, .subtree = 1};
    root->header.type = RQ_MDL_HEADER;
    root->header.orientation[0] = 1;
    m->names = names;
    m->tree = (struct rq_mdl_tree){root, 1};
    m->name_count = m->geometry.node_count = 1;
    m->geometry.function_1 = 4273776;
    m->geometry.function_2 = 4216096;
    m->geometry.type = 2;
    memcpy(m->geometry.name, "root", 4);
    memcpy(m->model.supermodel, "NULL", 4);
    m->model.fog = 1;
    m->model.animation_scale = 1;
    m->model.radius = 7;
    memcpy(m->model.box_min, (const float[3]){-5, -5, -1}, sizeof m->model.box_min);
    memcpy(m->model.box_max, (const float[3]){5, 5, 10}, sizeof m->model.box_max);
    m->has_mdx = true;
    return true;
}

static bool mdl_has_mdx(const struct rq_doc *doc)
{
    return ((const struct rq_mdl *)doc->root)->has_mdx;
}

static bool mdl_derive(struct rq_doc *doc, struct rq_error *err)
{
    return rq_mdl_derive(doc, rq_mdl_compiler(doc), err);
}

static const struct rq_facet_scene scene = {
    .scene = rq_mdl_scene,
    .from_scene = rq_mdl_from_scene,
};

static const struct rq_facet_pair pair = {
    .extension = "mdx",
    .has = mdl_has_mdx,
    .write = rq_mdl_write_mdx,
};

static const struct rq_facet_forms forms = {
    .names = "ascii",
    .write_as = rq_mdl_write_as,
    .from_text = rq_mdl_fill_ascii,
};

const struct rq_format rq_format_mdl = {
    .info = {"mdl", "Model", "kotor", "mdl"},
    .detect = mdl_detect,
    .read = rq_mdl_read,
    .write = rq_mdl_write,
    .settle = rq_mdl_settle,
    .to_json = rq_mdl_to_json,
    .from_json = rq_mdl_from_json,
    .derive = mdl_derive,
    .facts = rq_mdl_facts,
    .fresh = mdl_fresh,
    .scene = &scene,
    .pair = &pair,
    .forms = &forms,
};
