/* MDL with its MDX: models. What was measured on 175 models (docs/formats/mdl.md): every byte
 * belongs to one block, and blocks stand in one of two orders. */
#include "formats/extent.h"
#include "formats/kotor/mdl/binary/refs.h"
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

static uint64_t mdx_size(struct rq_bytes mdl)
{
    enum { SIZE_AT = 8 };
    return mdl.size < SIZE_AT + 4 ? 0 : rq_get32(mdl.data + SIZE_AT);
}

static const struct rq_facet_pair pair = {
    .extension = "mdx",
    .has = mdl_has_mdx,
    .write = rq_mdl_write_mdx,
    .second_size = mdx_size,
};

static const struct rq_facet_forms forms = {
    .names = "ascii",
    .write_as = rq_mdl_write_as,
    .from_text = rq_mdl_fill_ascii,
};

static const struct rq_format_record mdl_records[] = {
    {&rq_mdl_wrapper_rec, "start of the file"},
    {&rq_mdl_geometry_rec, "start of the model and of each animation"},
    {&rq_mdl_model_rec, "behind the geometry of the model"},
    {&rq_mdl_animation_header_rec, "behind the geometry of an animation"},
    {&rq_mdl_event_rec, "one for each event of an animation"},
    {&rq_mdl_node_header_rec, "start of each node"},
    {&rq_mdl_key_rec, "one for each controller of a node"},
    {&rq_mdl_light_header_rec, "behind the header of a light"},
    {&rq_mdl_emitter_rec, "behind the header of an emitter"},
    {&rq_mdl_reference_rec, "behind the header of a reference"},
    {&rq_mdl_mesh_header_rec, "behind the header of a mesh"},
    {&rq_mdl_dirt_rec, "behind it, in the second game"},
    {&rq_mdl_mesh_end_rec, "behind these; without its last word on Xbox"},
    {&rq_mdl_face_rec, "one for each face of a mesh"},
    {&rq_mdl_skin_header_rec, "behind the mesh of a skin"},
    {&rq_mdl_animmesh_rec, "behind the mesh of an animmesh"},
    {&rq_mdl_dangly_header_rec, "behind the mesh of a danglymesh"},
    {&rq_mdl_aabb_rec, "behind the mesh of an aabb"},
    {&rq_mdl_saber_header_rec, "behind the mesh of a lightsaber"},
    {NULL, NULL}};

static const struct rq_finding_kind mdl_findings[] = {
    {"explicit-layout", RQ_INFO, "blocks stand in no order of a known compiler",
     "The game goes by the offsets. The places are kept until the model is changed."},
    {"wrong-size", RQ_WARNING, "the size of the model in its first words is not the real one",
     "What the game does with it is not known. Writing the model in a named layout sets it right."},
    {"wrong-mdx-size", RQ_WARNING, "the size of the MDX in the MDL is not the real one",
     "The MDX belongs to another version of the model, or was cut off."},
    {"missing-rows", RQ_WARNING, "vertices of a mesh that the MDX does not have",
     "The mesh can't be shown. The MDX belongs to another version of the model, or was cut off."},
    {"unknown-game", RQ_WARNING, "the first word tells no known game and platform",
     "It is an address in the program, by which the files of the games are told apart. The model "
     "is read as one of the first game."},
    {"no-animation-root", RQ_WARNING, "animation_root is not a node of the model",
     "What the game moves then is not known."},
    {"unknown-type", RQ_WARNING, "a node of a type that no model of the game has",
     "The game makes parts of known types only."},
    {"node-count", RQ_WARNING, "node_count is not the number of nodes",
     "What the game does with it is not known. build --derive sets it right."},
    {"no-values", RQ_WARNING, "a controller whose values are not in the node's data",
     "The game would read what stands behind them."},
    {"no-vertex", RQ_WARNING, "a face of vertices that are not there",
     "The game would read what stands behind them. Take the face out."},
    {"no-neighbour", RQ_WARNING, "a neighbour that is not a face of the mesh",
     "The game would read what stands behind the faces. build --derive finds the neighbours again."},
    {"wrong-neighbour", RQ_WARNING, "neighbours that do not have the edge which they share",
     "The faces were changed without them. Shadows go by neighbours. build --derive finds them "
     "again."},
    {"other-indices", RQ_WARNING, "the list of indices is not that of the faces",
     "The game shows the list and walks on the faces. build --derive makes the list of the faces."},
    {"constraint-count", RQ_WARNING, "a danglymesh has more or fewer constraints than vertices",
     "There has to be one for each vertex: the game would read what stands behind them."},
    {"no-bone", RQ_WARNING, "a vertex hangs on a bone that no node is",
     "The vertex does not follow. Give it another bone, or make a node this one."},
    {"same-bone", RQ_WARNING, "two nodes of a skin are the same bone",
     "Vertices follow one of them."},
    {"no-node", RQ_WARNING, "an animation moves a node that the model does not have",
     "Animations find nodes by name, in this model only, also when it has a supermodel. That part of "
     "the animation does nothing. Take it out, or give it the name of a node."},
    {"same-number", RQ_WARNING, "two nodes have one number",
     "Supermodels and animations find nodes by number: one of the two is not found. Give it a number "
     "of its own."},
    {"uneven-flares", RQ_WARNING, "the lists of a light's flares differ in length",
     "There has to be a size, a position, a colour shift and a texture for each flare."},
    {"underived", RQ_WARNING, "faces or vertices were edited, and what follows from them was not",
     "Planes, neighbours, boxes and radii are of the faces before. build --derive works them out."},
    {"stale-value", RQ_INFO, "a value is not the one that follows from the rest",
     "The number of an animation's node is that of the node it moves, an animation counts names, "
     "bone_nodes of a skin are its bones, flags say what the rows of the MDX hold. JSON names such "
     "values under kept."},
    {"no-smoothing", RQ_WARNING, "smoothing groups are announced, but the file ends before them",
     "The game does not read them. MDLedit does."},
    {"no-face", RQ_WARNING, "a box of the walkmesh tree with a face that is not there",
     "The game would read what stands behind the faces. build --derive makes the tree again."},
    {"no-number", RQ_WARNING, "a vertex that is not a number",
     "What the game shows is not known. Set it right."},
    {"detonate", RQ_WARNING, "the controller detonate on an emitter that is not an Explosion",
     "Only an Explosion is set off by it. A Fountain or a Single has room for the value, and does "
     "nothing with it."},
    {"lightning-detonate", RQ_ERROR, "the controller detonate on a Lightning emitter",
     "A Lightning is another class in the game: the value is written where something else stands, "
     "and the game may crash. Take the controller out."},
    {"emitter-update", RQ_WARNING, "an emitter whose update is none of the game's words",
     "The game compares with Fountain, Explosion and Single, capitals and all. Any other text makes "
     "a Lightning emitter."},
    {"too-many-bones", RQ_WARNING, "a skin with more than 17 bones",
     "The game has room for 16; skins with 17 are in use. Divide the mesh."},
    {"missing-texture", RQ_WARNING, "textures that were not found while a scene was made",
     "The scene has no pictures for them. Give the folder or the game that has them."},
    {"texture-name", RQ_WARNING, "a name of a texture that the game can't have",
     "A resource has a name of at most 16 letters, digits and _. The finding says which name the "
     "model asks for: the texture has to be saved under it."},
    {"left-out", RQ_WARNING, "parts of a scene or of a text that no model has",
     "They are not in the model that was made."},
    {"askew-node", RQ_WARNING, "a node that is turned in a node of uneven size",
     "Models have no such thing, so it looks another way. Apply sizes in the program that made the "
     "scene."},
    {"no-supermodel", RQ_WARNING, "the supermodel was not found while a model was made from text",
     "Nodes have numbers of their own, and the animations of the supermodel will not move them. "
     "Make the model where the game's files can be found."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_extent_row extents[] = {{12, 0, 4, 1}};
RQ_EXTENT(mdl_extent, extents)

const struct rq_format rq_format_mdl = {
    .info = {"mdl", "Model", "kotor", "mdl"},
    .detect = mdl_detect,
    .extent = mdl_extent,
    .read = rq_mdl_read,
    .write = rq_mdl_write,
    .settle = rq_mdl_settle,
    .records = mdl_records,
    .findings = mdl_findings,
    .no_rule =
        "explicit-layout underived missing-texture texture-name left-out askew-node no-supermodel",
    .to_json = rq_mdl_to_json,
    .from_json = rq_mdl_from_json,
    .follows = rq_mdl_follows,
    .derive = mdl_derive,
    .facts = rq_mdl_facts,
    .fresh = mdl_fresh,
    .scene = &scene,
    .pair = &pair,
    .forms = &forms,
};
