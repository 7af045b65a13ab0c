/* Scenes that break their own rules, and those at the edge of them: moments of animations, what a GLB refuses, lightmaps at
 * the edge of a texture. Values are worked out by hand from the rules of model/scene.h and glTF 2.0. */
#include "convert/convert.h"
#include "convert/pose.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct rq_arena arena;
static struct rq_error err;

static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const uint32_t one_triangle[3] = {0, 1, 2};

static bool near(float a, double b)
{
    return fabs((double)a - b) < 1e-5;
}

static bool open_pose(struct rq_pose *pose, const struct rq_scene *scene, const char *animation,
                      uint32_t frame)
{
    rq_arena_free(&arena);
    arena = (struct rq_arena){0};
    err = (struct rq_error){0};
    return rq_pose_open(pose, scene, animation, frame, &arena, &err);
}

/* ---- poses ---- */

static void test_bad_nodes(void)
{
    static const struct {
        int parent, mesh, skin, joint;
        const char *why;
    } cases[] = {{-1, -1, -1, 1, ""},
                 {0, 0, 0, 0, ""},
                 {1, -1, -1, 0, "node 1: its parent 1 is not an earlier node"},
                 {-2, -1, -1, 0, "node 1: its parent -2 is not an earlier node"},
                 {0, 1, -1, 0, "node 1: no such mesh or skin"},
                 {0, 0, 1, 0, "node 1: no such mesh or skin"},
                 {0, 0, 0, 2, "skin 0: no node 2"},
                 {0, 0, 0, -1, "skin 0: no node -1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_node nodes[2] = {rq_node_of("a", -1), rq_node_of("b", cases[i].parent)};
        struct rq_mesh mesh = {0};
        struct rq_skin skin = {"s", 1, &cases[i].joint, NULL};
        struct rq_scene scene = {.node_count = 2,
                                 .nodes = nodes,
                                 .mesh_count = 1,
                                 .meshes = &mesh,
                                 .skin_count = 1,
                                 .skins = &skin};
        struct rq_pose pose;
        nodes[1].mesh = cases[i].mesh;
        nodes[1].skin = cases[i].skin;
        CHECK_INT(open_pose(&pose, &scene, NULL, 0), !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
    }
}

/* Keys at 0 and 2 of one channel and at 1 and 2 of another: three frames. */
static void test_frames(void)
{
    static const float even[] = {0, 2}, odd[] = {1, 2}, moves[] = {0, 0, 0, 4, 8, 12},
                       sizes[] = {3, 3, 3, 5, 5, 5};
    struct rq_channel channels[4] = {
        {.node = 0, .path = RQ_PATH_TRANSLATION, .key_count = 2, .times = even, .values = moves},
        {.node = 1, .path = RQ_PATH_SCALE, .key_count = 2, .times = odd, .values = sizes},
        {.node = 1, .path = RQ_PATH_TRANSLATION}, /* without keys: it stays where it is */
        {.node = 2, .path = RQ_PATH_TRANSLATION}};
    struct rq_animation animations[2] = {{"walk", 3, channels}, {"none", 0, NULL}};
    struct rq_node nodes[2] = {rq_node_of("a", -1), rq_node_of("b", -1)};
    struct rq_scene scene = {
        .node_count = 2, .nodes = nodes, .animation_count = 2, .animations = animations};
    struct rq_pose pose;
    nodes[1].translation[0] = 7;
    static const struct {
        uint32_t frame;
        double x, size; /* before the first key the first value holds */
    } cases[] = {{0, 0, 3}, {1, 2, 3}, {2, 4, 5}};
    for (size_t i = 0; i < 3; i++) {
        REQUIRE(open_pose(&pose, &scene, "walk", cases[i].frame));
        CHECK(near(pose.places[0].m[9], cases[i].x) && near(pose.places[0].m[10], 2 * cases[i].x));
        CHECK(near(pose.places[1].m[0], cases[i].size) && near(pose.places[1].m[9], 7));
    }
    CHECK(!open_pose(&pose, &scene, "walk", 3));
    CHECK_STR(err.text, "the animation walk has 3 frames, from 0 on, and no frame 3");
    CHECK(open_pose(&pose, &scene, "none", 0));
    CHECK(!open_pose(&pose, &scene, "none", 1));
    CHECK_STR(err.text, "the animation none has 0 frames, from 0 on, and no frame 1");
    channels[0].step = true;
    REQUIRE(open_pose(&pose, &scene, "walk", 1));
    CHECK(near(pose.places[0].m[9], 0));
    animations[0].channel_count = 4;
    CHECK(!open_pose(&pose, &scene, "walk", 0));
    CHECK_STR(err.text, "an animation of node 2");
    channels[3].node = -1;
    CHECK(!open_pose(&pose, &scene, "walk", 0));
    CHECK_STR(err.text, "an animation of node -1");
}

/* From no turn to 90 degrees about z, whose quaternion is (0, 0, sin 45, cos 45) or its negative: half way
 * are 45 degrees. */
static void test_turns(void)
{
    const float h = 0.70710678f;
    static const float times[] = {0, 1, 2};
    for (int sign = -1; sign <= 1; sign += 2) {
        float s = (float)sign;
        const float turns[] = {0, 0, 0,     1,    0, 0, 0.38268343f * s, 0.92387953f * s,
                               0, 0, h * s, h * s};
        static const float idle[] = {0, 0, 0};
        struct rq_channel channels[2] = {
            {.path = RQ_PATH_ROTATION, .key_count = 3, .times = times, .values = turns},
            {.path = RQ_PATH_TRANSLATION,
             .key_count = 1,
             .times = (const float[]){0.5f},
             .values = idle}};
        struct rq_animation animation = {"turn", 2, channels};
        struct rq_node node = rq_node_of("a", -1);
        struct rq_scene scene = {
            .node_count = 1, .nodes = &node, .animation_count = 1, .animations = &animation};
        struct rq_pose pose;
        REQUIRE(open_pose(&pose, &scene, NULL, 1)); /* 0.5: 22.5 degrees */
        CHECK(near(pose.places[0].m[0], 0.92387953) && near(pose.places[0].m[1], 0.38268343));
        REQUIRE(open_pose(&pose, &scene, NULL, 3));
        CHECK(near(pose.places[0].m[0], 0) && near(pose.places[0].m[1], 1));
    }
}

/* A mirror has one axis turned round; what is flat has none; the joints of a skin decide, not its node. */
static void test_mirrors(void)
{
    struct rq_node nodes[4] = {rq_node_of("a", -1), rq_node_of("b", -1), rq_node_of("c", -1),
                               rq_node_of("d", -1)};
    const int joint = 0;
    struct rq_skin skin = {"s", 1, &joint, NULL};
    struct rq_scene scene = {.node_count = 4, .nodes = nodes, .skin_count = 1, .skins = &skin};
    struct rq_pose pose;
    nodes[1].scale[0] = -1;
    nodes[2].scale[0] = 0;
    nodes[3].scale[0] = -1;
    nodes[3].skin = 0;
    REQUIRE(open_pose(&pose, &scene, NULL, 0));
    CHECK(!rq_pose_mirrors(&pose, 0) && rq_pose_mirrors(&pose, 1));
    CHECK(!rq_pose_mirrors(&pose, 2) && !rq_pose_mirrors(&pose, 3));
}

/* ---- GLB ---- */

struct stage {
    struct rq_primitive p[2];
    struct rq_mesh mesh;
    struct rq_node node;
    struct rq_material material;
    struct rq_scene scene;
};

static void build(struct stage *s)
{
    *s = (struct stage){.node = rq_node_of("n", -1),
                        .material = {.texture = -1, .lightmap = -1, .color = {1, 1, 1, 1}}};
    for (size_t i = 0; i < 2; i++)
        s->p[i] = (struct rq_primitive){.material = -1,
                                        .vertex_count = 3,
                                        .attributes = {[RQ_POSITION] = triangle},
                                        .index_count = 3,
                                        .indices = one_triangle};
    s->mesh = (struct rq_mesh){.name = "m", .primitive_count = 1, .primitives = s->p};
    s->node.mesh = 0;
    s->scene = (struct rq_scene){.node_count = 1,
                                 .nodes = &s->node,
                                 .mesh_count = 1,
                                 .meshes = &s->mesh,
                                 .material_count = 1,
                                 .materials = &s->material};
}

static void check_glb(struct stage *s, const char *why)
{
    struct rq_out out = {0};
    err = (struct rq_error){0};
    CHECK_INT(rq_glb_write(&out, &s->scene, NULL, &err), !why[0]);
    CHECK_STR(err.text, why);
    rq_out_free(&out);
}

static void test_refused(void)
{
    static const float rows[12] = {0};
    static float joints[12];
    struct stage s;
    struct rq_texture texture = {.name = "t"};
    build(&s);
    check_glb(&s, "");
    s.p[0].index_count = 2;
    check_glb(&s, "mesh 0: not whole triangles");
    s.p[0].index_count = 0;
    check_glb(&s, "mesh 0: not whole triangles");
    s.p[0].indices = NULL;
    check_glb(&s, "");
    s.p[0].vertex_count = 2;
    check_glb(&s, "mesh 0: not whole triangles");
    build(&s);
    s.p[0].material = 1;
    check_glb(&s, "mesh 0: no material 1");
    s.p[0].attributes[RQ_POSITION] = NULL;
    check_glb(&s, "mesh 0: no positions");
    build(&s);
    s.scene.texture_count = 1;
    s.scene.textures = &texture;
    check_glb(&s, "texture 0: no pixels");
    s.p[0].material = 0;
    s.material.texture = 0;
    static const uint8_t white[4] = {255, 255, 255, 255};
    struct rq_plane plane = {1, 1, {white, 4}};
    texture.image = (struct rq_image){
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    check_glb(&s, "mesh 0: a texture without coordinates");
    s.p[0].attributes[RQ_TEXCOORD_0] = rows;
    check_glb(&s, "");
    s.p[0].attributes[RQ_JOINTS_0] = joints;
    check_glb(&s, "mesh 0: joints and weights need each other");
    s.p[0].attributes[RQ_WEIGHTS_0] = rows;
    check_glb(&s, "");
    joints[11] = 65535;
    check_glb(&s, "");
    joints[11] = 65536;
    check_glb(&s, "a joint out of range");
    joints[11] = -1;
    check_glb(&s, "a joint out of range");
    build(&s);
    s.mesh.morph_count = 1;
    check_glb(&s, "mesh 0: no morph targets");
}

static bool json_has(struct stage *s, const char *text)
{
    struct rq_out out = {0};
    err = (struct rq_error){0};
    CHECK(rq_glb_write(&out, &s->scene, NULL, &err));
    rq_put8(&out, 0);
    bool has = out.size > 20 && strstr((const char *)out.data + 20, text) != NULL;
    if (!has)
        printf("%.*s\n", out.size > 20 ? (int)rq_get32(out.data + 12) : 0,
               (const char *)out.data + 20);
    rq_out_free(&out);
    return has;
}

/* Names of targets stand in the extras, with what was there before. */
static void test_extras(void)
{
    static const struct {
        const char *extras, *json;
    } cases[] = {{"", "\"extras\":{\"targetNames\":[\"up\"]}"},
                 {" {} ", "\"extras\":{\"targetNames\":[\"up\"]}"},
                 {"{ \"a\":1 }", "\"extras\":{\"targetNames\":[\"up\"],\"a\":1}"},
                 {"[1]", "\"extras\":{\"targetNames\":[\"up\"],\"value\":[1]}"},
                 {"7", "\"extras\":{\"targetNames\":[\"up\"],\"value\":7}"}};
    struct rq_morph morph = {.name = "up", .positions = triangle};
    struct stage s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        build(&s);
        s.mesh.morph_count = 1;
        s.p[0].morphs = &morph;
        s.mesh.extras =
            (struct rq_bytes){(const uint8_t *)cases[i].extras, strlen(cases[i].extras)};
        CHECK(json_has(&s, cases[i].json));
    }
    morph.name = NULL;
    CHECK(json_has(&s, "\"extras\":7"));
}

/* A target that has only normals has no positions in the file. */
static void test_morphs(void)
{
    static const float normals[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1},
                       other[9] = {5, 5, 5, 5, 5, 5, 5, 5, 5};
    struct rq_morph morphs[2] = {{.normals = other}, {.positions = other}};
    struct rq_scene back;
    struct rq_out out = {0};
    struct stage s;
    build(&s);
    s.mesh.morph_count = 1;
    s.p[0].attributes[RQ_NORMAL] = normals;
    s.p[0].morphs = morphs;
    CHECK(json_has(&s, "\"targets\":[{\"NORMAL\":"));
    /* Two primitives of the same vertices that move in other ways, and in the same. */
    for (size_t same = 0; same < 2; same++) {
        build(&s);
        s.mesh.primitive_count = 2;
        s.mesh.morph_count = 1;
        struct rq_morph first = {.positions = triangle};
        s.p[0].morphs = &first;
        s.p[1].morphs = same ? &first : &morphs[1];
        rq_out_cut(&out, 0);
        REQUIRE(rq_glb_write(&out, &s.scene, NULL, &err));
        rq_arena_free(&arena);
        arena = (struct rq_arena){0};
        REQUIRE(rq_glb_read(rq_out_bytes(&out), true, &arena, &back, &err));
        REQUIRE(back.mesh_count == 1 && back.meshes[0].primitive_count == 2);
        const struct rq_primitive *p = back.meshes[0].primitives;
        CHECK_MEM(p[0].morphs[0].positions, 36, triangle, 36);
        CHECK_MEM(p[1].morphs[0].positions, 36, same ? triangle : other, 36);
    }
    rq_out_free(&out);
    rq_arena_free(&arena);
    arena = (struct rq_arena){0};
}

/* ---- lightmaps ---- */

/* 255 is full light, 0 none: the four pixels of the map have each another channel. A place just below 0 is that of the last
 * column: 1 - 1e-10 is 1 for a float. */
static void test_unlight(void)
{
    static const uint8_t map[16] = {255, 0, 0,   255, 0,   255, 0,   255,
                                    0,   0, 255, 255, 255, 255, 255, 255};
    static const float uvs[6] = {0.25f, 1.25f, -0.25f, 0.75f, -1e-10f, -1e-10f};
    static const float had[12] = {1, 1, 1, 0.5f, 0.5f, 1, 1, 1, 1, 1, 0.25f, 1};
    struct rq_plane plane = {2, 2, {map, 16}};
    struct rq_texture texture = {
        .image = {.pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane}};
    for (unsigned turn = 0; turn < 4; turn++) {
        bool colored = turn & 1, baked = turn < 2;
        struct stage s;
        build(&s);
        s.material.lightmap = 0;
        s.p[0].material = 0;
        s.p[0].attributes[RQ_TEXCOORD_1] = uvs;
        s.p[0].attributes[RQ_COLOR_0] = colored ? had : NULL;
        s.scene.texture_count = 1;
        s.scene.textures = &texture;
        CHECK(rq_scene_unlight(&s.scene, baked, &arena, &err));
        const float *c = s.scene.meshes[0].primitives[0].attributes[RQ_COLOR_0];
        CHECK_INT(s.scene.materials[0].lightmap, -1);
        CHECK_INT(s.scene.materials[0].unlit, baked);
        if (!baked) {
            CHECK(c == (colored ? had : NULL));
            continue;
        }
        CHECK(near(c[0], 1) && near(c[1], 0) && near(c[2], 0) && near(c[3], colored ? 0.5 : 1));
        CHECK(near(c[4], colored ? 0.5 : 1) && near(c[5], 1) && near(c[6], 1));
        CHECK(near(c[8], 1) && near(c[9], 1) && near(c[10], colored ? 0.25 : 1) && near(c[11], 1));
    }
    rq_arena_free(&arena);
    arena = (struct rq_arena){0};
}

TESTS(test_bad_nodes, test_frames, test_turns, test_mirrors, test_refused, test_extras, test_morphs,
      test_unlight)
