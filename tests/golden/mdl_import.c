/* Models from scenes: one of anybody's, worked out by hand, and every corpus model there and
 * back through a GLB. */
#include "convert/convert.h"
#include "mdl_tally.h"
#include "support/document.h"
#include "support/model.h"

#include <math.h>

/* ---- anybody's scene ---- */

static const float corners[9] = {0, 0, 0, 2, 0, 0, 0, 3, 0}, uvs[6] = {0, 0.25f, 1, 1, 0.5f, 0};
static const uint32_t triangle[3] = {0, 1, 2};
static const float joints[12] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
static const float weights[12] = {0.75f, 0.25f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

static struct rq_primitive shape(int material)
{
    struct rq_primitive p = {
        .material = material, .vertex_count = 3, .index_count = 3, .indices = triangle};
    p.attributes[RQ_POSITION] = corners;
    p.attributes[RQ_TEXCOORD_0] = uvs;
    return p;
}

static struct rq_node node(const char *name, int parent, float x, float y, float z)
{
    return (struct rq_node){name, parent, {x, y, z}, {0, 0, 0, 1}, {1, 1, 1}, -1, -1, -1, {0}};
}

static struct rq_doc *model_of(const struct rq_scene *scene, const char *name, struct rq_error *err)
{
    const struct rq_format *format = rq_format_by_name("mdl");
    struct rq_doc *doc = rq_doc_new(format, NULL, err);
    if (doc && format->scene->from_scene(doc, scene, name, err))
        return doc;
    rq_doc_free(doc);
    return NULL;
}

static bool near(const float *v, float a, float b, float c)
{
    return fabsf(v[0] - a) < 1e-6f && fabsf(v[1] - b) < 1e-6f && fabsf(v[2] - c) < 1e-6f;
}

/* A mesh of two materials under a node with a blank in its name, and a node of the same name. y
 * is up: 1 2 3 is 1 -3 2 where z is, and a quarter turn about x comes with it. */
static void test_anybodys(void)
{
    struct rq_texture textures[] = {{.name = "./art/Wall.01.png"}};
    static const float colors[12] = {1, 0.5f, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0};
    struct rq_material materials[] = {
        {.color = {1, 1, 1, 1}, .texture = 0, .lightmap = -1},
        {.color = {0.5f, 0.25f, 1, 0.5f}, .texture = -1, .lightmap = -1, .alpha = RQ_ALPHA_BLEND}};
    struct rq_primitive parts[] = {shape(0), shape(1)};
    parts[0].attributes[RQ_COLOR_0] = colors;
    struct rq_mesh mesh = {.name = "m", .primitive_count = 2, .primitives = parts};
    struct rq_node nodes[] = {node("my wall", -1, 1, 2, 3), node("my wall", 0, 0, 5, 0)};
    nodes[0].mesh = 0;
    struct rq_scene scene = {.node_count = 2,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .material_count = 2,
                             .materials = materials,
                             .texture_count = 1,
                             .textures = textures};
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(&scene, "hut.mdl", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 4);
    const struct rq_mdl_node *n = m->tree.nodes;
    static const char *const names[] = {"hut", "my_wall", "my_wall_1", "my_wall_2"};
    for (size_t i = 0; i < 4; i++)
        CHECK_STR(m->names[n[i].header.name], names[i]);
    CHECK(near(n[1].header.position, 1, -3, 2));
    CHECK(fabsf(n[1].header.orientation[0] - 0.70710678f) < 1e-6f &&
          near(n[1].header.orientation + 1, 0.70710678f, 0, 0));
    /* Below that node nothing is turned again. */
    CHECK(near(n[3].header.position, 0, 5, 0) && n[3].parent == 1 && n[2].parent == 1);
    REQUIRE(n[1].mesh && n[2].mesh && !n[3].mesh);
    CHECK_STR(n[1].mesh->header.texture_1, "Wall.01");
    CHECK_STR(n[2].mesh->header.texture_1, "NULL");
    CHECK(near(n[2].mesh->header.diffuse, 0.5f, 0.25f, 1) && n[2].mesh->header.transparency_hint);
    /* Area 2 * 3 / 2; the normal by the right hand; v from the other end. */
    CHECK(fabsf(n[1].mesh->end.area - 3) < 1e-6f);
    CHECK(near(n[1].mesh->faces[0].normal, 0, 0, 1));
    float uv[2], normal[3];
    CHECK(rq_mdl_vertex(m, n[1].mesh, RQ_MDL_UV_1, 0, uv, 2) && uv[1] == 0.75f);
    CHECK(rq_mdl_vertex(m, n[1].mesh, RQ_MDL_NORMAL, 2, normal, 3) && near(normal, 0, 0, 1));
    float color[3];
    CHECK(rq_mdl_vertex(m, n[1].mesh, RQ_MDL_COLOR, 0, color, 3));
    CHECK(near(color, 1, 128 / 255.0f, 0) && n[2].mesh->header.mdx_at[RQ_MDL_COLOR] < 0);
    /* Position, orientation, alpha, scale, self-illumination, as BioWare's meshes have them. */
    static const uint32_t codes[] = {8, 20, 132, 36, 100};
    REQUIRE(n[2].key_count == 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_INT(n[2].keys[i].code, codes[i]);
    CHECK(rq_f32_of(n[2].data[n[2].keys[2].value_at]) == 0.5f);
    rq_doc_free(doc);
}

/* A skin of two joints: root at 0 1 0, tip 2 above it; the bind matrices undo that. The tip moves
 * from its rest at 0 2 0 to 0 2.5 1 in a second. */
static void test_skin_and_motion(void)
{
    struct rq_primitive p = shape(-1);
    p.attributes[RQ_JOINTS_0] = joints;
    p.attributes[RQ_WEIGHTS_0] = weights;
    struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    static const int bones[2] = {0, 1};
    static const float binds[32] = {[0] = 1,  [5] = 1,  [10] = 1, [13] = -1, [15] = 1,
                                    [16] = 1, [21] = 1, [26] = 1, [29] = -3, [31] = 1};
    struct rq_skin skin = {NULL, 2, bones, binds};
    struct rq_node nodes[] = {node("root", -1, 0, 1, 0), node("tip", 0, 0, 2, 0),
                              node("body", -1, 9, 9, 9)};
    nodes[2].mesh = nodes[2].skin = 0;
    static const float times[2] = {0, 1}, places[6] = {0, 2, 0, 0, 2.5f, 1};
    struct rq_channel channel = {1, RQ_PATH_TRANSLATION, false, 2, times, places};
    const struct rq_animation animations[] = {
        {"wave", 1, &channel}, {"bow", 1, &channel}, {"nod", 1, &channel}};
    struct rq_scene scene = {.node_count = 3,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .skin_count = 1,
                             .skins = &skin,
                             .animation_count = 3,
                             .animations = animations};
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(&scene, "man.mdl", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 4 && m->tree.nodes[3].mesh && m->tree.nodes[3].mesh->skin);
    const struct rq_mdl_mesh *body = m->tree.nodes[3].mesh;
    /* What a skin's own node says of its place counts for nothing in glTF. */
    CHECK(near(m->tree.nodes[3].header.position, 0, 0, 0));
    CHECK(body->skin->bone_map[1] == 0 && body->skin->bone_map[2] == 1);
    CHECK(body->skin->bone_map[0] == -1 && body->skin->header.bone_nodes[1] == 2);
    CHECK(near(body->skin->t_bones[1], 0, -1, 0) && near(body->skin->t_bones[2], 0, -3, 0));
    float numbers[4], shares[4];
    CHECK(rq_mdl_vertex(m, body, RQ_MDL_BONES, 0, numbers, 4));
    CHECK(rq_mdl_vertex(m, body, RQ_MDL_WEIGHTS, 0, shares, 4));
    CHECK(numbers[0] == 0 && numbers[1] == 1 && numbers[2] == -1);
    CHECK(shares[0] == 0.75f && shares[1] == 0.25f && shares[2] == 0);
    REQUIRE(m->animation_count == 3 && m->animations[0].tree.count == 4);
    CHECK_STR(m->animations[1].geometry.name, "bow");
    CHECK_STR(m->animations[2].geometry.name, "nod");
    const struct rq_mdl_node *tip = &m->animations[0].tree.nodes[2];
    CHECK(m->animations[0].header.length == 1);
    REQUIRE(tip->key_count == 1 && tip->keys[0].rows == 2 && tip->keys[0].link == 16);
    const uint32_t *row = tip->data + tip->keys[0].value_at + 3;
    const float moved[3] = {rq_f32_of(row[0]), rq_f32_of(row[1]), rq_f32_of(row[2])};
    CHECK(near(moved, 0, 0.5f, 1));
    rq_doc_free(doc);
}

/* A node of uneven and mirrored size, a quarter turn about z in it, and a mesh in that: what was
 * along x is along y there. All of it goes into places and vertices. */
static void test_sizes(void)
{
    struct rq_primitive p = shape(-1);
    struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    struct rq_node nodes[] = {node("big", -1, 1, 1, 1), node("turned", 0, 5, 5, 5),
                              node("askew", 0, 0, 0, 0), node("grows", -1, 0, 0, 0)};
    const float half = 0.70710678f, eighth = 0.38268343f, rest = 0.92387953f;
    nodes[0].scale[0] = -2;
    nodes[0].scale[1] = 3;
    memcpy(nodes[1].rotation, (const float[4]){0, 0, half, half}, sizeof nodes[1].rotation);
    memcpy(nodes[2].rotation, (const float[4]){0, 0, eighth, rest}, sizeof nodes[2].rotation);
    nodes[1].mesh = 0;
    nodes[3].scale[0] = nodes[3].scale[1] = nodes[3].scale[2] = 2;
    static const float times[1] = {0}, sizes[3] = {4, 4, 4};
    struct rq_channel channel = {3, RQ_PATH_SCALE, false, 1, times, sizes};
    struct rq_animation animation = {"grow", 1, &channel};
    struct rq_scene scene = {.node_count = 4,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .animation_count = 1,
                             .animations = &animation};
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(&scene, "sizes.mdl", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 5);
    const struct rq_mdl_node *turned = &m->tree.nodes[2], *grows = &m->tree.nodes[4];
    CHECK(near(turned->header.position, -10, 15, 5));
    /* 2 0 0 becomes 6 0 0, 0 3 0 becomes 0 -6 0; the face is turned round and looks up still. */
    REQUIRE(turned->mesh && turned->mesh->face_count == 1);
    CHECK(near(turned->mesh->vertices[1], 6, 0, 0) && near(turned->mesh->vertices[2], 0, -6, 0));
    CHECK(near(turned->mesh->faces[0].normal, 0, 0, 1));
    CHECK(turned->mesh->faces[0].vertices[1] == 2);
    float size = 0;
    for (uint32_t i = 0; i < turned->key_count; i++)
        if (turned->keys[i].code == 36)
            size = rq_f32_of(turned->data[turned->keys[i].value_at]);
    CHECK(size == 1);
    /* What an animation changes stays a controller. */
    REQUIRE(grows->key_count == 3 && grows->keys[2].code == 36);
    CHECK(rq_f32_of(grows->data[grows->keys[2].value_at]) == 2);
    CHECK_INT(doc->finding_count, 1);
    rq_doc_free(doc);
}

/* Forty nodes of one name, one that is called like one of those that are made, a long texture with a
 * blank, a value that jumps, and a skin without bind matrices or without joints. */
static void test_odd_scenes(void)
{
    enum { MANY = 40 };
    struct rq_node nodes[MANY + 2];
    for (int i = 0; i < MANY; i++)
        nodes[i] = node("leaf", -1, 0, 0, 0);
    nodes[MANY] = node("leaf_3", -1, 0, 0, 0);
    nodes[MANY + 1] = node("body", -1, 0, 0, 0);
    struct rq_texture texture = {.name = "My%20very long wall.png"};
    struct rq_material material = {.name = "m", .texture = 0, .lightmap = -1};
    struct rq_primitive parts[] = {shape(0), shape(-1)};
    parts[0].attributes[RQ_JOINTS_0] = joints;
    parts[0].attributes[RQ_WEIGHTS_0] = weights;
    struct rq_mesh mesh = {.primitive_count = 2, .primitives = parts};
    nodes[MANY + 1].mesh = nodes[MANY + 1].skin = 0;
    static const int bones[2] = {0, 1};
    struct rq_skin skin = {NULL, 2, bones, NULL};
    static const float times[2] = {0, 1}, places[6] = {0, 0, 0, 5, 0, 0};
    struct rq_channel channel = {0, RQ_PATH_TRANSLATION, true, 2, times, places};
    struct rq_animation animation = {"Wave Hand", 1, &channel};
    struct rq_scene scene = {.lost = "cameras",
                             .node_count = MANY + 2,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .material_count = 1,
                             .materials = &material,
                             .texture_count = 1,
                             .textures = &texture,
                             .skin_count = 1,
                             .skins = &skin,
                             .animation_count = 1,
                             .animations = &animation};
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(&scene, "a_file_name_of_more_than_thirty_two_letters.mdl", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == MANY + 4);
    CHECK_STR(m->geometry.name, "a_file_name_of_more_than_thirty");
    for (uint32_t i = 0; i < m->name_count; i++)
        for (uint32_t k = 0; k < i; k++)
            CHECK(strcmp(m->names[i], m->names[k]) != 0);
    const struct rq_mdl_node *body = &m->tree.nodes[MANY + 2], *second = body + 1;
    REQUIRE(body->mesh && body->mesh->skin && second->mesh);
    CHECK(!second->mesh->skin);
    CHECK_STR(body->mesh->header.texture_1, "My_very_long_wall");
    /* Identity, by the glTF specification. */
    CHECK(near(body->mesh->skin->t_bones[1], 0, 0, 0) && body->mesh->skin->q_bones[1][0] == 1);
    CHECK_STR(m->animations[0].geometry.name, "Wave_Hand");
    const struct rq_mdl_node *moved = &m->animations[0].tree.nodes[1];
    REQUIRE(moved->key_count == 1 && moved->keys[0].rows == 3);
    CHECK(fabsf(rq_f32_of(moved->data[1]) - 0.999f) < 1e-6f && rq_f32_of(moved->data[2]) == 1);
    CHECK(rq_f32_of(moved->data[6]) == 0 && rq_f32_of(moved->data[9]) == 5);
    /* The name of the texture, and what the file had besides. */
    CHECK_INT(doc->finding_count, 2);
    rq_doc_free(doc);
}

/* Names of pictures: without folders and the last ending, %XX as the glTF specification has them in
 * a URI, at most 31 bytes and 0 after them; more than 16 letters or another name are told. */
static void test_texture_names(void)
{
    static const struct {
        const char *name, *field;
        size_t findings;
    } names[] = {
        {"sixteen_letters_.png", "sixteen_letters_", 0},
        {"seventeen_letters.png", "seventeen_letters", 1},
        {"a_name_of_more_than_thirty_one_letters", "a_name_of_more_than_thirty_one_", 1},
        {"a#b", "a_b", 1},
        {"a\177b", "a_b", 1},
        {"x.y\\art\\wall.tga", "wall", 0},
        {"x.y/wall", "wall", 0},
        {"wall.01.tga", "wall.01", 0},
        {"%57%61ll.png", "Wall", 0},
        {"%5a%5A", "ZZ", 0},
        {"art%2Fwall.png", "wall", 0},
        {"%g0%0g", "%g0%0g", 0},
        {"50%", "50%", 0},
        {"50%4", "50%4", 0},
        {"art/.png", "NULL", 0},
        {"", "NULL", 0},
        {NULL, "material", 0},
    };
    struct rq_texture texture = {0};
    struct rq_material material = {.name = "material", .texture = 0, .lightmap = 0};
    struct rq_primitive part = shape(0);
    struct rq_mesh mesh = {.primitive_count = 1, .primitives = &part};
    struct rq_node wall = node("wall", -1, 0, 0, 0);
    wall.mesh = 0;
    struct rq_scene scene = {.node_count = 1,
                             .nodes = &wall,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .material_count = 1,
                             .materials = &material,
                             .texture_count = 1,
                             .textures = &texture};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_error err = {0};
        char field[32] = {0}, none[32] = "NULL";
        memcpy(field, names[i].field, strlen(names[i].field));
        check_note("%s", names[i].name ? names[i].name : "no name");
        texture.name = names[i].name;
        material.lightmap = i % 2 ? 0 : -1;
        struct rq_doc *doc = model_of(&scene, "hut.mdl", &err);
        REQUIRE(doc);
        const struct rq_mdl_mesh_header *h =
            &((const struct rq_mdl *)rq_doc_root(doc, "mdl"))->tree.nodes[1].mesh->header;
        bool both = material.lightmap == 0;
        CHECK_MEM(h->texture_1, 32, field, 32);
        CHECK_MEM(h->texture_2, 32, both ? field : none, 32);
        CHECK_INT(h->lightmapped, both);
        CHECK_INT(doc->finding_count, names[i].findings * (both ? 2 : 1));
        rq_doc_free(doc);
    }
}

static void test_refused(void)
{
    struct rq_primitive p = shape(-1);
    float *many = calloc(70000, 3 * sizeof *many);
    REQUIRE(many);
    p.vertex_count = 70000;
    p.attributes[RQ_POSITION] = many;
    p.attributes[RQ_TEXCOORD_0] = NULL;
    struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    struct rq_node one = node("n", -1, 0, 0, 0);
    one.mesh = 0;
    struct rq_scene scene = {.node_count = 1, .nodes = &one, .mesh_count = 1, .meshes = &mesh};
    struct rq_error err = {0};
    CHECK(!model_of(&scene, NULL, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 0);
    free(many);
}

/* ---- real models there and back ---- */

static bool keep(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)err;
    rq_put_bytes(ctx, bytes);
    return true;
}

static bool same_events(const struct rq_mdl_animation *a, const struct rq_mdl_animation *b)
{
    bool same = a->event_count == b->event_count;
    for (uint32_t i = 0; same && i < a->event_count; i++)
        same = a->events[i].time == b->events[i].time &&
               strncmp(a->events[i].name, b->events[i].name, sizeof a->events[i].name) == 0;
    return same;
}

static void compare_meshes(const struct rq_mdl *a, const struct rq_mdl_mesh *x,
                           const struct rq_mdl *b, const struct rq_mdl_mesh *y)
{
    bool same = x->header.vertex_count == y->header.vertex_count && x->face_count == y->face_count;
    tally("mesh", "counts", same);
    if (!same)
        return;
    tally("mesh", "positions",
          memcmp(x->vertices, y->vertices, x->header.vertex_count * sizeof *x->vertices) == 0);
    for (uint32_t i = 0; i < x->face_count; i++) {
        tally("face", "vertices", memcmp(x->faces[i].vertices, y->faces[i].vertices, 6) == 0);
        tally("face", "material", x->faces[i].material == y->faces[i].material);
    }
    for (uint32_t i = 0; i < x->header.vertex_count; i++) {
        float u[4], v[4];
        if (rq_mdl_vertex(a, x, RQ_MDL_UV_1, i, u, 2))
            tally("vertex", "uv (1e-6)",
                  rq_mdl_vertex(b, y, RQ_MDL_UV_1, i, v, 2) && fabsf(u[0] - v[0]) < 1e-6f &&
                      fabsf(u[1] - v[1]) <= 1e-6f * (1 + fabsf(u[1])));
        if (rq_mdl_vertex(a, x, RQ_MDL_WEIGHTS, i, u, 4))
            tally("vertex", "weight (1e-6)",
                  rq_mdl_vertex(b, y, RQ_MDL_WEIGHTS, i, v, 4) && fabsf(u[0] - v[0]) < 1e-6f);
    }
}

static void compare_models(const struct rq_mdl *a, const struct rq_mdl *b)
{
    tally("model", "nodes", a->tree.count == b->tree.count);
    tally("model", "animations", a->animation_count == b->animation_count);
    for (uint32_t i = 0; i < a->tree.count && i < b->tree.count; i++) {
        const struct rq_mdl_node *x = &a->tree.nodes[i], *y = &b->tree.nodes[i];
        tally("node", "name", rq_casecmp(a->names[x->header.name], b->names[y->header.name]) == 0);
        tally("node", "type", x->header.type == y->header.type);
        tally("node", "parent", x->parent == y->parent);
        /* Without a supermodel they are made to follow the names, which kotorblender's do not. */
        if (rq_casecmp(a->model.supermodel, "NULL") != 0)
            tally("node", "number", x->header.number == y->header.number);
        tally("node", "position",
              memcmp(x->header.position, y->header.position, sizeof x->header.position) == 0);
        tally("node", "controllers", x->key_count == y->key_count);
        if (x->mesh && y->mesh)
            compare_meshes(a, x->mesh, b, y->mesh);
    }
    for (uint32_t i = 0; i < a->animation_count && i < b->animation_count; i++) {
        tally("animation", "length",
              a->animations[i].header.length == b->animations[i].header.length);
        tally("animation", "events", same_events(&a->animations[i], &b->animations[i]));
    }
}

static void check_back(const char *name, struct rq_bytes file)
{
    char path[256];
    size_t size = 0;
    struct rq_error err = {0};
    snprintf(path, sizeof path, "kotor/mdx/%.*s.mdx", (int)(strlen(name) - 4), name);
    uint8_t *mdx = check_read(check_corpus(path), &size);
    struct rq_options options = {.name = name, .companion = {mdx, size}};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    struct rq_out glb = {0};
    REQUIRE(doc && rq_doc_convert(doc, &(struct rq_convert_options){.name = name, .to = "glb"},
                                  keep, &glb, &err));
    struct rq_doc *back = rq_doc_import(rq_out_bytes(&glb), rq_format_by_name("mdl"),
                                        &(struct rq_options){.name = name}, &err);
    CHECK_STR(err.text, "");
    if (back)
        compare_models(rq_doc_root(doc, "mdl"), rq_doc_root(back, "mdl"));
    rq_doc_free(back);
    rq_doc_free(doc);
    rq_out_free(&glb);
    free(mdx);
}

/* Rows of a model for Xbox are smaller than those for PC: a GLB that says it is one is refused. */
static void test_xbox(void)
{
    static struct model m = {.xbox = true};
    struct rq_error err = {0};
    struct rq_out glb = {0};
    model_lay(&m, 1);
    struct rq_options options = {.name = "a.mdl", .companion = model_mdx(&m)};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){m.data, m.size}, &options, &err);
    REQUIRE(doc && rq_doc_convert(doc, &(struct rq_convert_options){.name = "a.mdl", .to = "glb"},
                                  keep, &glb, &err));
    check_error(rq_doc_import(rq_out_bytes(&glb), rq_format_by_name("mdl"), NULL, &err), &err,
                RQ_UNSUPPORTED, "models of the Xbox");
    rq_doc_free(doc);
    rq_out_free(&glb);
}

/* The events of an animation, which glTF has not, come through a GLB: none, one, and several of
 * which two are at one time, one has a name without an end, and one has none. */
static void test_events(void)
{
    static const struct rq_mdl_event some[] = {{0.5f, "snd_footstep"},
                                               {0.5f, "snd_hitground_of_thirty_two_char"},
                                               {-1.25f, "Detonate \xE9"},
                                               {1e9f, ""}};
    static struct model laid;
    model_lay(&laid, MODEL_TRIMESH);
    for (uint32_t count = 0; count <= 4; count++) {
        struct rq_error err = {0};
        const struct rq_options options = {.companion = model_mdx(&laid)};
        struct rq_doc *doc = rq_doc_read(model_bytes(&laid), &options, &err);
        REQUIRE(doc != NULL);
        struct rq_mdl_animation *a = ((struct rq_mdl *)rq_doc_root(doc, "mdl"))->animations;
        struct rq_out glb = {0}, file = {0};
        check_note("%u events", count);
        CHECK_INT(a->event_count, 1);
        CHECK_STR(a->events[0].name, some[0].name);
        a->event_count = count;
        a->events = rq_doc_alloc(doc, sizeof some);
        REQUIRE(a->events);
        memcpy(a->events, some, sizeof some);
        CHECK(rq_doc_convert(doc, &(struct rq_convert_options){.to = "glb"}, keep, &glb, &err));
        struct rq_doc *back =
            rq_doc_import(rq_out_bytes(&glb), rq_format_by_name("mdl"), NULL, &err);
        CHECK_STR(err.text, "");
        if (CHECK(back && rq_doc_write(back, &file, &err))) {
            const struct rq_mdl *m = rq_doc_root(back, "mdl");
            CHECK(m->animation_count == 1 && same_events(a, m->animations));
            struct rq_doc *again = rq_doc_read(rq_out_bytes(&file), NULL, &err);
            m = again ? rq_doc_root(again, "mdl") : NULL;
            CHECK(m && m->animation_count == 1 && same_events(a, m->animations));
            rq_doc_free(again);
        }
        rq_doc_free(back);
        rq_doc_free(doc);
        rq_out_free(&glb);
        rq_out_free(&file);
    }
}

/* Everything is there again; only numbers that glTF stores otherwise may differ in their last
 * bits: v is counted from the other end, rotations and weights are made to measure. */
static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/mdl");
    each_file("kotor/mdl", check_back);
    for (size_t i = 0; i < tally_count; i++) {
        const struct tally *t = &tallies[i];
        printf("    %-24s equal %zu of %zu\n", t->name, t->equal[0], t->total[0]);
        check_note("%s", t->name);
        CHECK_INT(t->equal[0], t->total[0]);
    }
    CHECK(tally_count >= 14);
}

TESTS(test_anybodys, test_skin_and_motion, test_sizes, test_odd_scenes, test_texture_names,
      test_refused, test_xbox, test_events, test_corpus)
