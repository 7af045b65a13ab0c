/* The scene of a model: a small one made here, and every number of its scene worked out by hand. */
#include "kotor.h"
#include "model/scene.h"
#include "support/model.h"

#include <math.h>

/* hip stands 1 up and is turned a quarter about z; leg is 1 along the x of hip, which is the y of
 * the model. tail comes between them in the text, but behind them in the tree: that has m, hip, leg,
 * tail, body, wall, ghost, lamp. */
static const char text[] =
    "newmodel m\nsetsupermodel m s\nclassification Character\nsetanimationscale 0.5\n"
    "beginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
    "node dummy hip\nparent m\nposition 0 0 1\norientation 0 0 1 1.570796327\nendnode\n"
    "node dummy tail\nparent m\nposition 0 0 2\nscale 1.5\nendnode\n"
    "node dummy leg\nparent hip\nposition 1 0 0\nendnode\n"
    "node skin body\nparent m\nposition 0 0 0.5\nbitmap grey\n"
    "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 1 2 0\ntverts 3\n0 0\n1 0.25\n0 1\n"
    "weights 3\nhip 1\nhip 0.25 leg 0.75\nleg 1\nendnode\n"
    "node trimesh wall\nparent m\nbitmap grey\nlightmap light\nlightmapped 1\nalpha 0.5\n"
    "selfillumcolor 0.25 0.5 0.75\n"
    "verts 3\n0 0 0\n2 0 0\n0 0 2\nfaces 1\n0 1 2 1 0 1 2 2 1 0 0\ntverts 3\n0 0\n1 0\n0 1\n"
    "tverts1 3\n0.5 0.25\n0.75 0.5\n1 1\ncolors 3\n1 0 0\n0 0.6 0\n0 0 0.2\ncolorindices 1\n0 1 2\n"
    "endnode\n"
    "node trimesh ghost\nparent m\nrender 0\ndiffuse 0.5 0.25 1\n"
    "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 0\nendnode\n"
    "node light lamp\nparent m\nposition 3 4 5\ncolor 1 0.5 0.25\nradius 7\nmultiplier 1.5\nendnode\n"
    "endmodelgeom m\n"
    "newanim go m\nlength 1\nanimroot m\nnode dummy m\nparent NULL\nendnode\n"
    "node dummy hip\nparent m\npositionkey\n0 0 0 1\n1 0 0.5 1.5\nendlist\n"
    "orientationkey\n0 0 0 1 0\n1 0 0 1 3.141592654\nendlist\nendnode\n"
    "doneanim go m\ndonemodel m\n";

/* Here leg rests at 2 0 0 and goes 1 further, and so twice as far as in a model of scale 0.5. */
static const char super_text[] =
    "newmodel s\nsetsupermodel s NULL\nbeginmodelgeom s\nnode dummy s\nparent NULL\nendnode\n"
    "node dummy hip\nparent s\nendnode\nnode dummy leg\nparent hip\nposition 2 0 0\nendnode\n"
    "endmodelgeom s\n"
    "newanim go s\nlength 1\nnode dummy s\nparent NULL\nendnode\ndoneanim go s\n"
    "newanim wave s\nlength 2\nnode dummy s\nparent NULL\nendnode\n"
    "node dummy LEG\nparent s\npositionkey\n0 2 0 0\n2 3 0 0\nendlist\nendnode\n"
    "doneanim wave s\ndonemodel s\n";

static struct rq_doc *model_of(const char *model, const char *name, const struct rq_env *env)
{
    struct rq_error err = {0};
    struct rq_options options = {.name = name, .env = env};
    struct rq_doc *doc = rq_doc_from_text(bytes_of(model), &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

/* Its supermodel, and two textures of 4 x 4 grey pixels: a TPC (docs/formats/tpc.md), and a TGA of one
 * packet, whose pixels are nowhere in the file (docs/formats/tga.md). */
static bool get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static uint8_t tpc[128 + 16] = {[6] = 0x80, [7] = 0x3F, [8] = 4, [10] = 4, [12] = 1, 1};
    static uint8_t tga[20] = {[2] = 11, [12] = 4, [14] = 4, [16] = 8, [18] = 0x8F, 77};
    const struct {
        const char *name;
        struct rq_bytes bytes;
    } files[] = {{"s.mdl", rq_out_bytes(ctx)},
                 {"grey.tpc", {tpc, sizeof tpc}},
                 {"light.tga", {tga, sizeof tga}}};
    for (size_t i = 0; i < 3; i++)
        if (strcmp(name, files[i].name) == 0) {
            *bytes = files[i].bytes;
            return true;
        }
    return false;
}

static bool same(const float *v, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(v[i] - expected[i]) < 1e-6f)) {
            printf("    [%zu] is %g, not %g\n", i, (double)v[i], (double)expected[i]);
            return false;
        }
    return true;
}
#define SAME(v, ...)                                                                               \
    CHECK(same(v, (const float[]){__VA_ARGS__}, sizeof((float[]){__VA_ARGS__}) / sizeof(float)))

/* 0 turns the game's z to y; the model follows; behind it a node of its own for the skin. */
enum { ROOT, M, HIP, LEG, TAIL, BODY, WALL, GHOST, LAMP, SKINNED, NODES };

static void check_nodes(const struct rq_scene *scene)
{
    static const struct {
        const char *name;
        int parent;
    } nodes[NODES] = {{"m", -1},   {"m", ROOT}, {"hip", M},   {"leg", HIP}, {"tail", M},
                      {"body", M}, {"wall", M}, {"ghost", M}, {"lamp", M},  {"body", -1}};
    REQUIRE(scene->node_count == NODES);
    for (size_t i = 0; i < NODES; i++) {
        CHECK_STR(scene->nodes[i].name, nodes[i].name);
        CHECK_INT(scene->nodes[i].parent, nodes[i].parent);
    }
    SAME(scene->nodes[ROOT].rotation, -0.70710678f, 0, 0, 0.70710678f);
    SAME(scene->nodes[HIP].rotation, 0, 0, 0.70710678f, 0.70710678f);
    SAME(scene->nodes[HIP].translation, 0, 0, 1);
    SAME(scene->nodes[TAIL].scale, 1.5f, 1.5f, 1.5f);
    /* A skin takes its place from its bones alone. */
    CHECK_INT(scene->nodes[BODY].mesh, -1);
    CHECK(scene->nodes[SKINNED].mesh >= 0 && scene->nodes[SKINNED].skin == 0);
    SAME(scene->nodes[SKINNED].translation, 0, 0, 0);
    REQUIRE(scene->light_count == 1 && scene->nodes[LAMP].light == 0);
    SAME(scene->lights[0].color, 1, 0.5f, 0.25f);
    CHECK(scene->lights[0].range == 7 && scene->lights[0].intensity == 1.5f);
}

/* From the mesh, half a unit up, to hip: half down, and a quarter turn back, so that x is -y there
 * and y is x. Leg stands 1 further along y: what is at the mesh's origin is 1 before it, -1 0 -0.5. */
static void check_skin(const struct rq_scene *scene)
{
    const struct rq_primitive *p = &scene->meshes[scene->nodes[SKINNED].mesh].primitives[0];
    SAME(p->attributes[RQ_POSITION], 0, 0, 0, 1, 0, 0, 0, 1, 0);
    SAME(p->attributes[RQ_NORMAL], 0, 0, 1, 0, 0, 1, 0, 0, 1);
    SAME(p->attributes[RQ_TEXCOORD_0], 0, 1, 1, 0.75f, 0, 0); /* 1 - v */
    CHECK(p->attributes[RQ_TEXCOORD_1] == NULL);
    REQUIRE(scene->skin_count == 1 && scene->skins[0].joint_count == 2);
    CHECK_INT(scene->skins[0].joints[0], HIP);
    CHECK_INT(scene->skins[0].joints[1], LEG);
    SAME(p->attributes[RQ_JOINTS_0], 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0);
    SAME(p->attributes[RQ_WEIGHTS_0], 1, 0, 0, 0, 0.25f, 0.75f, 0, 0, 1, 0, 0, 0);
    SAME(scene->skins[0].inverse_binds, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, -0.5f, 1, 0, -1,
         0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -1, 0, -0.5f, 1);
}

/* The second set of the face is 2 1 0. */
static void check_wall(const struct rq_scene *scene)
{
    const struct rq_primitive *p = &scene->meshes[scene->nodes[WALL].mesh].primitives[0];
    const struct rq_material *m = &scene->materials[p->material];
    SAME(p->attributes[RQ_TEXCOORD_0], 0, 1, 1, 1, 0, 0);
    SAME(p->attributes[RQ_TEXCOORD_1], 1, 0, 0.75f, 0.5f, 0.5f, 0.75f);
    SAME(p->attributes[RQ_COLOR_0], 1, 0, 0, 1, 0, 0.6f, 0, 1, 0, 0, 0.2f, 1);
    CHECK_STR(m->name, "grey + light");
    REQUIRE(m->texture >= 0 && m->lightmap >= 0);
    CHECK_STR(scene->textures[m->texture].name, "grey");
    CHECK_STR(scene->textures[m->lightmap].name, "light");
    const struct rq_image *light = &scene->textures[m->lightmap].image;
    CHECK_INT(light->planes[0].width, 4);
    REQUIRE(light->planes[0].bytes.size == 16);
    CHECK_INT(light->planes[0].bytes.data[15], 77);
    SAME(m->color, 1, 1, 1, 0.5f);
    SAME(m->emissive, 0.25f, 0.5f, 0.75f);
    CHECK_INT(m->alpha, RQ_ALPHA_BLEND);
    /* What the game does not draw is there, and all clear. */
    p = &scene->meshes[scene->nodes[GHOST].mesh].primitives[0];
    m = &scene->materials[p->material];
    SAME(m->color, 0.5f, 0.25f, 1, 0);
    CHECK_INT(m->alpha, RQ_ALPHA_MASK);
    CHECK_INT(m->texture, -1);
}

/* Keys are ways from where the node rests; those of the supermodel, to half the size. */
static void check_motion(const struct rq_scene *scene)
{
    REQUIRE(scene->animation_count == 2);
    const struct rq_animation *go = &scene->animations[0], *wave = &scene->animations[1];
    CHECK_STR(go->name, "go");
    CHECK_STR(wave->name, "wave");
    REQUIRE(go->channel_count == 2 && wave->channel_count == 1);
    CHECK_INT(go->channels[0].node, HIP);
    CHECK_INT(go->channels[0].path, RQ_PATH_TRANSLATION);
    SAME(go->channels[0].times, 0, 1);
    SAME(go->channels[0].values, 0, 0, 1, 0, 0.5f, 1.5f);
    CHECK_INT(go->channels[1].path, RQ_PATH_ROTATION);
    SAME(go->channels[1].values, 0, 0, 0, 1, 0, 0, 1, 0);
    CHECK_INT(wave->channels[0].node, LEG);
    SAME(wave->channels[0].values, 1, 0, 0, 1.5f, 0, 0);
}

static void test_scene(void)
{
    struct rq_out super = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = model_of(super_text, "s.mdl", NULL);
    REQUIRE(doc != NULL && rq_doc_write(doc, &super, &err));
    rq_doc_free(doc);
    struct rq_env env = {.get = get, .ctx = &super};
    struct rq_arena arena = {0};
    struct rq_view view = {.name = "m", .arena = &arena, .err = &err, .env = &env};
    struct rq_scene scene = {0};
    doc = model_of(text, "m.mdl", &env);
    REQUIRE(doc != NULL);
    if (CHECK(doc->format->scene->scene(doc, &view, &scene))) {
        check_nodes(&scene);
        check_skin(&scene);
        check_wall(&scene);
        check_motion(&scene);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
    rq_out_free(&super);
}

/* Without a game there are no textures and no supermodel, but the model. */
static void test_alone(void)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_scene scene = {0};
    struct rq_doc *doc = model_of(text, "m.mdl", NULL);
    REQUIRE(doc != NULL);
    if (CHECK(doc->format->scene->scene(doc, &view, &scene))) {
        CHECK_INT(scene.animation_count, 1);
        CHECK_INT(scene.texture_count, 0);
        CHECK_INT(scene.node_count, NODES);
        for (uint32_t i = 0; i < scene.material_count; i++)
            CHECK(scene.materials[i].texture == -1 && scene.materials[i].lightmap == -1);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* A radius (88) of one column without rows, in a node without data: its scene has the empty key. */
static void test_empty_key(void)
{
    static struct model model;
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("mdl")};
    model_lay(&model, MODEL_LIGHT);
    struct rq_doc *doc = rq_doc_read(model_bytes(&model), &options, &err);
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = doc->root;
    uint32_t node = m->tree.nodes[1].place, key = m->tree.nodes[1].header.keys[0];
    rq_doc_free(doc);
    model_patch(&model, node + MODEL_KEYS + 4, 1);
    model_patch(&model, node + MODEL_DATA + 4, 0);
    model_patch(&model, key, 88);
    model_patch(&model, key + 4, 0xFFFF); /* link; no rows */
    model_patch(&model, key + 8, 0);      /* where times and values are */
    model_patch(&model, key + 12, 1);     /* columns */
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_scene scene = {0};
    doc = rq_doc_read(model_bytes(&model), &options, &err);
    REQUIRE(doc != NULL);
    bool found = false;
    if (CHECK(doc->format->scene->scene(doc, &view, &scene)))
        for (uint32_t i = 0; i < scene.node_count; i++)
            found |= scene.nodes[i].extras.size &&
                     strstr((const char *)scene.nodes[i].extras.data, "[[88,1,[],[]]]");
    CHECK(found);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* A colour that is no number is black. */
static void test_no_number(void)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_scene scene = {0};
    struct rq_doc *doc = model_of(text, "m.mdl", NULL);
    size_t changed = 0, black = 0;
    REQUIRE(doc != NULL);
    struct rq_mdl *m = doc->root;
    for (uint32_t i = 0; i < m->tree.count; i++)
        for (size_t k = 0; m->tree.nodes[i].mesh && k < 3; k++, changed++)
            m->tree.nodes[i].mesh->header.diffuse[k] = NAN;
    CHECK(changed > 0);
    if (CHECK(doc->format->scene->scene(doc, &view, &scene)))
        for (uint32_t i = 0; i < scene.material_count; i++)
            black += scene.materials[i].color[0] == 0;
    CHECK(black > 0);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

TESTS(test_scene, test_alone, test_empty_key, test_no_number)
