/* Models from scenes, part by part: animations, extras that our scenes carry (docs/formats/mdl.md), looks, bones, and what is
 * refused. Expected values are worked out by hand. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "model/scene.h"

#include <math.h>

static const float corners[12] = {0, 0, 0, 2, 0, 0, 0, 3, 0, 5, 5, 5};
static const uint32_t triangle[3] = {0, 1, 2};
static const float half = 0.70710678f;

static struct rq_bytes json_bytes(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static struct rq_node node(const char *name, int parent, const char *extras)
{
    struct rq_node n = rq_node_of(name, parent);
    n.extras = json_bytes(extras);
    return n;
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

static struct rq_doc *good_model(const struct rq_scene *scene, const char *name)
{
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(scene, name, &err);
    CHECK_STR(err.text, "");
    CHECK(doc != NULL);
    return doc;
}

static void refuses(const struct rq_scene *scene, enum rq_code code, const char *where,
                    const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(scene, "hut.mdl", &err);
    CHECK(doc == NULL);
    CHECK_INT(err.code, code);
    CHECK_STR(err.where, where);
    CHECK_STR(err.text, text);
    rq_doc_free(doc);
}

/* "code: time v v v, time v v v; code: ..." of a node. */
static void keys_are(const struct rq_mdl_node *n, const char *expected)
{
    struct rq_out out = {0};
    for (uint32_t k = 0; k < n->key_count; k++) {
        const struct rq_mdl_key *key = &n->keys[k];
        rq_putf(&out, "%s%u", k ? "; " : "", key->code);
        for (uint32_t row = 0; row < key->rows; row++) {
            rq_putf(&out, "%s %.4g", row ? "," : ":",
                    (double)rq_f32_of(n->data[key->time_at + row]));
            for (uint32_t i = 0; i < rq_mdl_key_width(key); i++) {
                double v = (double)rq_f32_of(
                    n->data[key->value_at + (size_t)row * rq_mdl_key_width(key) + i]);
                rq_putf(&out, " %.4g", fabs(v) < 1e-6 ? 0.0 : v);
            }
        }
    }
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    rq_out_free(&out);
}

/* ---- animations ---- */

/* The root of anybody's scene is turned from y up to z up: 1 2 3 becomes 1 -3 2, and a rotation has a quarter turn
 * about x before it. What is below it is not. */
static void test_turned_root(void)
{
    struct rq_node nodes[] = {node("a", -1, ""), node("b", 0, "")};
    nodes[1].translation[0] = 1;
    const float times[3] = {0, 0.5f, 2}, places[9] = {1, 2, 3, 0, 0, 0, -4, 5, 6};
    const float turns[12] = {0, 0, half, half, 0, half, 0, half, half, 0, 0, half};
    const struct rq_channel channels[] = {{0, RQ_PATH_ROTATION, false, 3, times, turns},
                                          {0, RQ_PATH_TRANSLATION, false, 2, times, places},
                                          {1, RQ_PATH_ROTATION, false, 3, times, turns},
                                          {1, RQ_PATH_TRANSLATION, false, 3, times, places}};
    const struct rq_animation animation = {"wave", 4, channels};
    const struct rq_scene scene = {
        .node_count = 2, .nodes = nodes, .animation_count = 1, .animations = &animation};
    struct rq_doc *doc = good_model(&scene, "hut.mdl");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->animation_count == 1 && m->animations[0].tree.count == 3);
    const struct rq_mdl_node *n = m->animations[0].tree.nodes;
    keys_are(&n[0], "");
    keys_are(&n[1], "20: 0 0.5 -0.5 0.5 0.5, 0.5 0.5 0.5 0.5 0.5, 2 1 0 0 0; "
                    "8: 0 1 -3 2, 0.5 0 0 0");
    keys_are(&n[2], "20: 0 0 0 0.7071 0.7071, 0.5 0 0.7071 0 0.7071, 2 0.7071 0 0 0.7071; "
                    "8: 0 0 2 3, 0.5 -1 0 0, 2 -5 5 6");
    CHECK_INT(n[1].keys[0].link, 28);
    CHECK_INT(n[1].keys[1].link, 16);
    CHECK(m->animations[0].header.length == 2);
    CHECK(m->animations[0].header.transition == 0.25f);
    CHECK_STR(m->animations[0].header.root, "hut");
    CHECK_INT(n[2].parent, 1);
    CHECK_INT(n[2].header.number, 2);
    rq_doc_free(doc);
}

/* A value that jumps has a key before the jump: by 0.001 s, or in the middle where there is less time. */
static void test_jumps(void)
{
    struct rq_node nodes[] = {node("a", -1, ""), node("b", 0, "")};
    const float near[2] = {0, 0.001f}, far[3] = {4, 1, 3}, none[1] = {9};
    const float sizes[9] = {2, 5, 7, 3, 5, 7, 4, 5, 7};
    const struct rq_channel channels[] = {
        {1, RQ_PATH_SCALE, true, 2, near, sizes},    {1, RQ_PATH_SCALE, true, 3, far, sizes},
        {1, RQ_PATH_WEIGHTS, false, 1, none, sizes}, {1, RQ_PATH_TRANSLATION, true, 0, none, sizes},
        {1, RQ_PATH_SCALE, true, 1, near, sizes},    {1, RQ_PATH_SCALE, false, 2, far, sizes}};
    const struct rq_animation animations[] = {{"a b#c", 6, channels}, {NULL, 0, NULL}};
    const struct rq_scene scene = {
        .node_count = 2, .nodes = nodes, .animation_count = 2, .animations = animations};
    struct rq_doc *doc = good_model(&scene, NULL);
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->animation_count == 2 && m->animations[0].tree.count == 3);
    keys_are(
        &m->animations[0].tree.nodes[2],
        "36: 0 2, 0.0005 2, 0.001 3; 36: 4 2, 2.5 2, 1 3, 2.999 3, 3 4; 36: 0 2; 36: 4 2, 1 3");
    CHECK(m->animations[0].header.length == 4);
    CHECK(m->animations[1].header.length == 0);
    CHECK_STR(m->animations[0].geometry.name, "a_b_c");
    CHECK_STR(m->animations[1].geometry.name, "animation");
    CHECK_STR(m->geometry.name, "model");
    rq_doc_free(doc);
}

/* 32767 keys of one number fill the words that a node has for its controllers: 65534. */
static void test_many_keys(void)
{
    enum { MOST = 32767 };
    static float times[MOST + 1], sizes[(MOST + 1) * 3];
    struct rq_node one = node("a", -1, "");
    struct rq_channel channels[] = {{0, RQ_PATH_SCALE, false, MOST, times, sizes},
                                    {0, RQ_PATH_SCALE, false, 1, times, sizes}};
    struct rq_animation animation = {"wave", 1, channels};
    const struct rq_scene scene = {
        .node_count = 1, .nodes = &one, .animation_count = 1, .animations = &animation};
    struct rq_doc *doc = good_model(&scene, "hut");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK_INT(m->animations[0].tree.nodes[1].keys[0].rows, MOST);
    CHECK_INT(m->animations[0].tree.nodes[1].data_count, 65534);
    rq_doc_free(doc);
    animation.channel_count = 2;
    refuses(&scene, RQ_LIMIT, "mdl",
            "the node has more values for its controllers than a model can hold");
    animation.channel_count = 1;
    channels[0].key_count = MOST + 1;
    refuses(&scene, RQ_LIMIT, "mdl", "an animation with 32768 keys; 32767 are most");
}

/* ---- our scenes ---- */

static const char own_extras[] =
    "{\"x\":1,\"mdl\":{\"version\":\"k2\",\"name\":\"Hut\",\"head\":\"b\",\"zork\":[1],\"animation_scale\":0.5,"
    "\"animations\":[{\"name\":\"wave\",\"animation_root\":\"a\",\"length\":9,\"zork\":{},"
    "\"events\":[[0.5,\"hit\",7,[1]],[1],[],[2,\"end\"]],"
    "\"nodes\":[{\"name\":\"a\",\"x\":1,\"controllers\":[[36,1,[0],[2],\"more\"],[100,3,[1],[1,2,3]]]},"
    "{\"name\":\"nobody\",\"controllers\":[[36,1,[0],[2]]]}]},{\"name\":\"still\"}],"
    "\"inherited\":[\"base\",\"none\"]}}";

/* The animations that the model had come first, in its order; those of its supermodel stay there; the others are new. */
static void test_own_animations(void)
{
    struct rq_node nodes[] = {node("hut", -1, own_extras), node("a", 0, ""), node("b", 1, "")};
    const float times[2] = {0, 1}, places[6] = {1, 2, 3, 4, 5, 6};
    const struct rq_channel channel = {2, RQ_PATH_TRANSLATION, false, 2, times, places};
    const struct rq_animation animations[] = {
        {"base", 1, &channel}, {"Wave", 1, &channel}, {"new one", 1, &channel}, {"wave", 0, NULL}};
    const struct rq_scene scene = {
        .node_count = 3, .nodes = nodes, .animation_count = 4, .animations = animations};
    static const char *const names[] = {"wave", "still", "new one", "wave"};
    struct rq_doc *doc = good_model(&scene, "HUT.glb");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->animation_count == 4 && m->tree.count == 2);
    for (size_t i = 0; i < 4; i++)
        CHECK_STR(m->animations[i].geometry.name, names[i]);
    const struct rq_mdl_animation *a = &m->animations[0];
    CHECK_STR(a->header.root, "a");
    CHECK(a->header.length == 9);
    static const char *const events[] = {"hit", "", "", "end"}; /* a row may be short */
    static const float when[] = {0.5f, 1, 0, 2};
    REQUIRE(a->event_count == 4);
    for (size_t i = 0; i < 4; i++) {
        CHECK(a->events[i].time == when[i]);
        CHECK_STR(a->events[i].name, events[i]);
    }
    keys_are(&a->tree.nodes[0], "36: 0 2; 100: 1 1 2 3");
    keys_are(&a->tree.nodes[1], "8: 0 1 2 3, 1 4 5 6"); /* not turned: it is a model's already */
    keys_are(&m->animations[1].tree.nodes[1], "");
    keys_are(&m->animations[2].tree.nodes[1], "8: 0 1 2 3, 1 4 5 6");
    keys_are(&m->animations[3].tree.nodes[1], "");
    CHECK_STR(m->animations[1].header.root, "a"); /* the first node */
    CHECK_INT(m->animation_root, 1);
    CHECK_INT(m->version, RQ_MDL_K2);
    CHECK(m->model.animation_scale == 0.5f);
    CHECK_STR(m->geometry.name, "Hut");
    rq_doc_free(doc);
    doc = good_model(&scene, "hat.glb");
    REQUIRE(doc);
    CHECK_STR(((const struct rq_mdl *)rq_doc_root(doc, "mdl"))->geometry.name, "hat");
    rq_doc_free(doc);
}

/* Parts of nodes: what the records have is taken, what they don't is passed over. */
static void test_node_extras(void)
{
    struct rq_node nodes[] = {
        node("hut", -1, "{\"mdl\":{\"supermodel\":\"base\"}}"),
        node("a", 0, "{\"mdl\":{\"number\":77,\"controllers\":[[36,1,[0],[3]]],\"x\":{}}}"),
        node("lamp", 1,
             "{\"mdl\":{\"type\":3,\"light\":{\"flare_radius\":4,\"priority\":-2,\"zork\":1,"
             "\"flare_sizes\":[1,2],\"flare_positions\":[0.5],"
             "\"flare_color_shifts\":[1,2,3,4,5,6,7],\"flare_textures\":[\"p\",\"q\"]}}}"),
        node("dark", 1,
             "{\"mdl\":{\"light\":{\"flare_sizes\":[1,2]},\"emitter\":{\"update\":\"x\"},"
             "\"reference\":{},\"mesh\":{\"render\":1},\"dangly\":{\"period\":1}}}"),
        node("spark", 1, "{\"mdl\":{\"type\":5,\"emitter\":{\"update\":\"Single\",\"zork\":2}}}"),
        node("odd", 1, "{\"mdl\":{\"type\":7}}"),
        node("flat", 1, "{\"mdl\":{\"type\":289}}"), /* 0x121, a danglymesh without a mesh */
        node("list", 1, "[{\"mdl\":{\"number\":9}}]"),
        node("text", 1, "{\"mdl\":\"x\",\"number\":9}")};
    const struct rq_scene scene = {.node_count = 9, .nodes = nodes};
    struct rq_doc *doc = good_model(&scene, "hut");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 8);
    const struct rq_mdl_node *n = m->tree.nodes;
    CHECK_INT(n[0].header.number, 77);
    const struct rq_mdl_light *light = n[1].light;
    REQUIRE(n[1].header.type == 3 && light);
    CHECK_INT(light->size_count, 2);
    CHECK_INT(light->position_count, 1);
    CHECK_INT(light->color_shift_count, 2); /* a seventh number begins none */
    CHECK_INT(light->texture_count, 2);
    CHECK(light->sizes[1] == 2 && light->positions[0] == 0.5f && light->color_shifts[1][2] == 6);
    CHECK_STR(light->textures[1], "q");
    CHECK(light->header.flare_radius == 4 && light->header.priority == -2);
    CHECK(n[2].header.type == 1 && !n[2].light && !n[2].emitter && !n[2].mesh);
    REQUIRE(n[3].header.type == 5 && n[3].emitter);
    CHECK_STR(n[3].emitter->update, "Single");
    for (size_t i = 4; i < 8; i++) {
        CHECK_INT(n[i].header.type, 1);
        CHECK_INT(n[i].header.number, i);
    }
    rq_doc_free(doc);
}

static void test_extras_refused(void)
{
    static const struct {
        const char *extras, *text;
        uint64_t offset;
    } cases[] = {
        {"{\"mdl\":{\"controllers\":[[8,3,[0,1],[1,2,3,4,5]]]}}",
         "JSON line 1: controller 8: 2 times and 5 values", 46},
        {"{\"mdl\":{\"controllers\":[[20,2,[0],[1,2]]]}}", /* packed: one value */
         "JSON line 1: controller 20: 1 times and 2 values", 39},
        {"{\"mdl\":{\"controllers\":[[8,3,[0]]]}}",
         "JSON line 1: a controller is [code, columns, times, values]", 32},
        {"{\"mdl\":{\"controllers\":[[],[8,1,[],[]]]}}",
         "JSON line 1: a controller is [code, columns, times, values]", 25},
        {"{\"mdl\":{\"number\":65536}}", "JSON line 1: 65536 is out of range, 0 to 65535", 22},
        {"{\"mdl\":{\"type\":65536}}", "JSON line 1: 65536 is out of range, 0 to 65535", 20},
        {"{\"mdl\":{\"controllers\":[[8,256]]}}", "JSON line 1: 256 is out of range, 0 to 255", 29},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        const struct rq_node one = node("a", -1, cases[i].extras);
        const struct rq_scene scene = {.node_count = 1, .nodes = &one};
        check_note("%s", cases[i].extras);
        CHECK(!model_of(&scene, "hut", &err));
        CHECK_INT(err.code, RQ_CORRUPT);
        CHECK_STR(err.text, cases[i].text);
        CHECK_INT(err.offset, cases[i].offset);
    }
    struct rq_node nodes[] = {node("hut", -1, "{\"mdl\":{\"version\":\"k1-xbox\"}}"),
                              node("a", 0, "{\"mdl\":{\"skin_of\":\"b\"}}")};
    const struct rq_scene scene = {.node_count = 2, .nodes = nodes};
    refuses(
        &scene, RQ_UNSUPPORTED, "mdl",
        "models of the Xbox can't be made from a GLB; with the version k1 or k2 it becomes one for "
        "PC");
    nodes[0].extras = json_bytes("{\"mdl\":{}}");
    refuses(&scene, RQ_USAGE, "mdl", "the scene has no nodes");
}

/* ---- meshes ---- */

static struct rq_primitive shape(int material)
{
    struct rq_primitive p = {
        .material = material, .vertex_count = 4, .index_count = 3, .indices = triangle};
    p.attributes[RQ_POSITION] = corners;
    return p;
}

/* Of a mesh without normals; a vertex of no face looks up. Materials of faces are whole numbers of 32 bits. */
static void test_looks(void)
{
    static const uint32_t faces[15] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    struct rq_material looks[] = {{.name = "m",
                                   .color = {0.1f, 0.2f, 0.3f, 0.4f},
                                   .texture = -1,
                                   .lightmap = -1,
                                   .emissive = {0.5f, 0.6f, 0.7f},
                                   .alpha = RQ_ALPHA_BLEND},
                                  {.name = "n",
                                   .color = {0.1f, 0.2f, 0.3f, 0.4f},
                                   .texture = 0,
                                   .lightmap = -1,
                                   .alpha = RQ_ALPHA_MASK}};
    const struct rq_texture texture = {.name = "wall.tga"};
    struct rq_primitive parts[] = {shape(0), shape(1), shape(-1)};
    parts[0].index_count = 15;
    parts[0].indices = faces;
    const struct rq_mesh mesh = {.primitive_count = 3, .primitives = parts};
    struct rq_node one =
        node("a", -1, "{\"mdl\":{\"mesh\":{\"materials\":[-1,3.9,4294967295,4294967296]}}}");
    one.mesh = 0;
    const struct rq_scene scene = {.node_count = 1,
                                   .nodes = &one,
                                   .mesh_count = 1,
                                   .meshes = &mesh,
                                   .material_count = 2,
                                   .materials = looks,
                                   .texture_count = 1,
                                   .textures = &texture};
    struct rq_doc *doc = good_model(&scene, "hut");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 4);
    static const float diffuse[3][3] = {{0.1f, 0.2f, 0.3f}, {0.8f, 0.8f, 0.8f}, {0.8f, 0.8f, 0.8f}};
    static const char *const keys[3] = {"132: 0 0.4; 36: 0 1; 100: 0 0.5 0.6 0.7",
                                        "132: 0 1; 36: 0 1; 100: 0 0 0 0",
                                        "132: 0 1; 36: 0 1; 100: 0 0 0 0"};
    for (size_t i = 0; i < 3; i++) {
        struct rq_mdl_node n = m->tree.nodes[i + 1];
        const struct rq_mdl_mesh_header *h = &n.mesh->header;
        check_note("primitive %zu", i);
        for (size_t k = 0; k < 3; k++)
            CHECK(h->diffuse[k] == diffuse[i][k] && h->ambient[k] == 0.2f);
        CHECK_INT(h->transparency_hint, i == 0);
        CHECK(h->render == 1 && h->shadow == 1 && h->lightmapped == 0);
        CHECK_STR(h->texture_1, i == 1 ? "wall" : "NULL");
        n.keys += 2; /* behind position and orientation */
        n.key_count -= 2;
        keys_are(&n, keys[i]);
        float normal[3];
        CHECK(rq_mdl_vertex(m, n.mesh, RQ_MDL_NORMAL, 3, normal, 3));
        CHECK(normal[0] == 0 && normal[1] == 0 && normal[2] == 1);
    }
    const struct rq_mdl_face *f = m->tree.nodes[1].mesh->faces;
    CHECK(f[0].material == 0 && f[1].material == 3 && f[2].material == UINT32_MAX &&
          f[3].material == 0 && f[4].material == 0);
    rq_doc_free(doc);
}

/* 65535 vertices and faces are the most; a blade has 176 vertices with UVs, and no others. */
static void test_sizes(void)
{
    enum { MOST = 65535 };
    static float many[(MOST + 1) * 3];
    static uint32_t indices[(MOST + 1) * 3];
    struct rq_primitive p = shape(-1);
    const struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    struct rq_node one = node("wall", -1, "{\"mdl\":{\"type\":2081}}"); /* 0x821 */
    one.mesh = 0;
    const struct rq_scene scene = {
        .node_count = 1, .nodes = &one, .mesh_count = 1, .meshes = &mesh};
    p.attributes[RQ_POSITION] = many;
    p.vertex_count = MOST + 1;
    refuses(&scene, RQ_LIMIT, "wall",
            "a mesh of 65536 vertices and 1 faces; a model's has at most 65535: split it");
    p.vertex_count = 3;
    p.indices = indices;
    p.index_count = (MOST + 1) * 3;
    refuses(&scene, RQ_LIMIT, "wall",
            "a mesh of 3 vertices and 65536 faces; a model's has at most 65535: split it");
    p.index_count = 3;
    p.indices = triangle;
    for (uint32_t count = 175; count <= 177; count++)
        for (int uvs = 0; uvs < 2; uvs++) {
            p.vertex_count = count;
            p.attributes[RQ_TEXCOORD_0] = uvs ? many : NULL;
            struct rq_doc *doc = good_model(&scene, "hut");
            REQUIRE(doc);
            const struct rq_mdl *m = rq_doc_root(doc, "mdl");
            bool blade = count == 176 && uvs;
            check_note("%u vertices%s", count, uvs ? " with UVs" : "");
            CHECK_INT(m->tree.nodes[1].header.type, blade ? 0x821 : 0x21);
            CHECK(!m->tree.nodes[1].mesh->saber == !blade);
            rq_doc_free(doc);
        }
}

/* Seventeen bones: the table in the header has the first sixteen. A vertex of no bone, of one that is not there and of
 * no weight hangs on none. */
static void test_bones(void)
{
    enum { BONES = 17 };
    static float joints[BONES * 4], weights[BONES * 4], places[BONES * 3];
    struct rq_node nodes[BONES + 1];
    int bones[BONES];
    for (int i = 0; i < BONES; i++) {
        nodes[i] = rq_node_of("bone", -1);
        bones[i] = i;
        joints[i * 4] = (float)i;
        weights[i * 4] = 1;
        joints[i * 4 + 1] = i % 2 ? BONES : -1;
        weights[i * 4 + 1] = 1;
        joints[i * 4 + 2] = (float)((i + 1) % BONES);
        weights[i * 4 + 2] = i % 2 ? 0 : -1;
    }
    nodes[BONES] = rq_node_of("body", -1);
    nodes[BONES].mesh = nodes[BONES].skin = 0;
    struct rq_primitive p = shape(-1);
    p.vertex_count = BONES;
    p.attributes[RQ_POSITION] = places;
    p.attributes[RQ_JOINTS_0] = joints;
    p.attributes[RQ_WEIGHTS_0] = weights;
    const struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    const struct rq_skin skin = {NULL, BONES, bones, NULL};
    const struct rq_scene scene = {.node_count = BONES + 1,
                                   .nodes = nodes,
                                   .mesh_count = 1,
                                   .meshes = &mesh,
                                   .skin_count = 1,
                                   .skins = &skin};
    struct rq_doc *doc = good_model(&scene, "hut");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    const struct rq_mdl_mesh *body = m->tree.nodes[BONES + 1].mesh;
    REQUIRE(body && body->skin);
    for (unsigned i = 0; i < 16; i++)
        CHECK_INT(body->skin->header.bone_nodes[i], i + 1);
    CHECK_INT(body->skin->header.pad, 0);
    CHECK(body->skin->bone_map[0] == -1 && body->skin->bone_map[BONES] == 16);
    for (uint32_t i = 0; i < BONES; i++) {
        float b[4], w[4];
        CHECK(rq_mdl_vertex(m, body, RQ_MDL_BONES, i, b, 4));
        CHECK(rq_mdl_vertex(m, body, RQ_MDL_WEIGHTS, i, w, 4));
        CHECK(b[0] == (float)i && b[1] == -1 && b[2] == -1 && b[3] == -1);
        CHECK(w[0] == 1 && w[1] == 0 && w[2] == 0);
    }
    rq_doc_free(doc);
}

TESTS(test_turned_root, test_jumps, test_many_keys, test_own_animations, test_node_extras,
      test_extras_refused, test_looks, test_sizes, test_bones)
