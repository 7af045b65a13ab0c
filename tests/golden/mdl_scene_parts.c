/* Parts of the scene of a model, each on its own: looks, lights, weights, faces and keys (docs/formats/mdl.md). A model is made from
 * text, changed in memory, and shown. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "model/scene.h"

#include <math.h>
#include <reliquary/mdl_ascii.h>

/* 0 m, 1 hip, 2 leg, 3 body, 4 wall, 5 lamp; in the scene one more. */
static const char model_text[] =
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
    "node dummy hip\nparent m\nposition 0 0 1\nendnode\n"
    "node dummy leg\nparent hip\nposition 1 0 0\nendnode\n"
    "node skin body\nparent m\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 1 2 0\n"
    "tverts 3\n0 0\n1 0\n0 1\nweights 3\nhip 1\nhip 0.25 leg 0.75\nleg 1\nendnode\n"
    "node trimesh wall\nparent m\nbitmap wall\nalpha 1\nselfillumcolor 0 0 0\n"
    "verts 4\n0 0 0\n2 0 0\n0 0 2\n2 0 2\nfaces 2\n0 1 2 1 0 1 2 0\n1 3 2 1 1 3 2 0\n"
    "tverts 4\n0 0\n1 0\n0 1\n1 1\nendnode\n"
    "node light lamp\nparent m\ncolor 1 0.5 0.25\nradius 7\nmultiplier 1.5\nendnode\n"
    "endmodelgeom m\n"
    "newanim go m\nlength 1\nanimroot m\nnode dummy m\nparent NULL\nendnode\n"
    "node dummy hip\nparent m\npositionkey\n0 0 0 1\n1 0 0.5 1.5\n2 1 1 1\nendlist\n"
    "orientationkey\n0 0 0 1 0\nendlist\nendnode\n"
    "doneanim go m\ndonemodel m\n";
enum { HIP = 1, LEG, BODY, WALL, LAMP };

/* Textures of one pixel, red and clear or not; and the text of wall.txi. */
struct game {
    uint8_t tga[22];
    bool has;
    const char *txi;
    struct rq_out super;
    unsigned models; /* how often a model was asked for */
};

static bool get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct game *g = ctx;
    size_t size = strlen(name);
    g->models += size > 4 && strcmp(name + size - 4, ".mdl") == 0;
    if (strcmp(name, "wall.tga") == 0 && g->has)
        *bytes = (struct rq_bytes){g->tga, sizeof g->tga};
    else if (strcmp(name, "wall.txi") == 0 && g->txi)
        *bytes = bytes_of(g->txi);
    else if (strcmp(name, "again.mdl") == 0 && g->super.size)
        *bytes = rq_out_bytes(&g->super);
    else
        return false;
    return true;
}

static void set_picture(struct game *g, unsigned alpha)
{
    static const uint8_t head[22] = {[2] = 2, [12] = 1, [14] = 1, [16] = 32, [17] = 8, [20] = 255};
    memcpy(g->tga, head, sizeof head);
    g->tga[21] = (uint8_t)alpha;
    g->has = true;
}

struct shown {
    struct rq_doc *doc;
    struct rq_mdl *m;
    struct game game;
    struct rq_arena arena;
    struct rq_scene scene;
};

static bool open_model(struct shown *s)
{
    struct rq_error err = {0};
    *s = (struct shown){.doc = rq_mdl_from_ascii(bytes_of(model_text), NULL, &err)};
    CHECK_STR(err.text, "");
    s->m = s->doc ? rq_doc_root(s->doc, "mdl") : NULL;
    return CHECK(s->m != NULL);
}

static bool show(struct shown *s)
{
    struct rq_error err = {0};
    struct rq_env env = {.get = get, .ctx = &s->game};
    struct rq_view view = {.name = "m", .arena = &s->arena, .err = &err, .env = &env};
    rq_arena_free(&s->arena);
    s->arena = (struct rq_arena){0};
    bool fine = s->doc->format->scene->scene(s->doc, &view, &s->scene);
    CHECK_STR(err.text, "");
    return CHECK(fine);
}

static void close_model(struct shown *s)
{
    rq_arena_free(&s->arena);
    rq_out_free(&s->game.super);
    rq_doc_free(s->doc);
}

static const struct rq_primitive *primitive(const struct shown *s, uint32_t node)
{
    int mesh = s->scene.nodes[node + 1].mesh;
    return mesh < 0 ? NULL : &s->scene.meshes[mesh].primitives[0];
}

static const struct rq_material *look_of(const struct shown *s, uint32_t node)
{
    const struct rq_primitive *p = primitive(s, node);
    return p ? &s->scene.materials[p->material] : NULL;
}

/* Sets the values of a controller of a node at rest. */
static void set_key(struct rq_mdl_node *node, uint32_t code, const float *values, unsigned count)
{
    for (uint32_t i = 0; i < node->key_count; i++)
        for (unsigned k = 0; node->keys[i].code == code && k < count; k++)
            node->data[node->keys[i].value_at + k] = rq_bits_of(values[k]);
}

/* ---- looks ---- */

/* A texture with alpha is see-through where the model or the TXI says so; what is not drawn is all clear. */
static void test_alpha(void)
{
    static const struct {
        unsigned alpha; /* of the pixel */
        const char *txi;
        bool hint, hidden;
        float controller;
        enum rq_alpha is;
        float color;
    } cases[] = {
        {255, NULL, false, false, 1, RQ_ALPHA_OPAQUE, 1},
        {255, NULL, true, false, 1, RQ_ALPHA_OPAQUE, 1},
        {254, NULL, false, false, 1, RQ_ALPHA_MASK, 1},
        {0, NULL, true, false, 1, RQ_ALPHA_BLEND, 1},
        {0, "punchthrough 1", true, false, 1, RQ_ALPHA_MASK, 1},
        {255, "x\nblending PunchThrough", false, false, 1, RQ_ALPHA_MASK, 1},
        {255, "punchthroug", false, false, 1, RQ_ALPHA_OPAQUE, 1},
        {0, "ENVMAPTEXTURE x", true, false, 1, RQ_ALPHA_OPAQUE, 1},
        {0, "bumpyshinytexture x", true, false, 1, RQ_ALPHA_OPAQUE, 1},
        {255, "blending additive", false, false, 1, RQ_ALPHA_BLEND, 1},
        {255, NULL, false, false, 0.5f, RQ_ALPHA_BLEND, 0.5f},
        {255, NULL, false, false, 2, RQ_ALPHA_OPAQUE, 1},
        {255, NULL, false, false, -1, RQ_ALPHA_BLEND, 0},
        {255, NULL, false, true, 1, RQ_ALPHA_MASK, 0},
        {0, NULL, true, true, 0.5f, RQ_ALPHA_MASK, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        REQUIRE(open_model(&s));
        set_picture(&s.game, cases[i].alpha);
        s.game.txi = cases[i].txi;
        s.m->tree.nodes[WALL].mesh->header.transparency_hint = cases[i].hint;
        s.m->tree.nodes[WALL].mesh->header.render = !cases[i].hidden;
        set_key(&s.m->tree.nodes[WALL], 132, &cases[i].controller, 1);
        check_note("case %zu", i);
        if (show(&s)) {
            const struct rq_material *look = look_of(&s, WALL);
            CHECK_INT(look->alpha, cases[i].is);
            CHECK(look->color[3] == cases[i].color);
            CHECK(look->color[0] == 1 && look->color[1] == 1 && look->color[2] == 1);
            CHECK(look->texture == 0 && look->lightmap == -1);
            CHECK_STR(look->name, "wall");
        }
        close_model(&s);
    }
}

static void set_name(char *field, const char *name)
{
    memset(field, 0, 32);
    memcpy(field, name, strlen(name));
}

/* Without a picture the mesh has its colours, from 0 to 1, and a name says which one is missing. */
static void test_plain(void)
{
    static const struct {
        const char *texture, *name, *missing;
    } cases[] = {
        {"wall", "wall",
         "not found, so left out: wall; --game or --textures names where "
         "they are"},
        {"NULL", "plain", NULL},
        {"null", "plain", NULL},
        {"", "plain", NULL},
        {"a\tb", "a", "not found, so left out: a; --game or --textures names where they are"},
        {"12345678901234567890123456789012", "12345678901234567890123456789012",
         "not found, so left out: 12345678901234567890123456789012; --game or --textures "
         "names where they are"}};
    const float light[3] = {-1, 0.25f, 7}, diffuse[3] = {2, -3, NAN};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        const struct rq_finding *findings;
        REQUIRE(open_model(&s));
        set_name(s.m->tree.nodes[WALL].mesh->header.texture_1, cases[i].texture);
        memcpy(s.m->tree.nodes[WALL].mesh->header.diffuse, diffuse, sizeof diffuse);
        set_key(&s.m->tree.nodes[WALL], 100, light, 3);
        check_note("%s", cases[i].texture);
        if (show(&s)) {
            const struct rq_material *look = look_of(&s, WALL);
            CHECK_STR(look->name, cases[i].name);
            CHECK_INT(look->texture, -1);
            CHECK(look->color[0] == 1 && look->color[1] == 0 && look->color[2] == 0);
            CHECK(look->emissive[0] == 0 && look->emissive[1] == 0.25f && look->emissive[2] == 1);
            size_t count = rq_doc_findings(s.doc, &findings);
            CHECK_INT(count, cases[i].missing != NULL);
            CHECK_STR(count ? findings[0].text : NULL, cases[i].missing);
            CHECK(!count || findings[0].offset == 0);
        }
        close_model(&s);
    }
}

/* Meshes that look the same share a material; one step of 255 in one colour makes another. */
static void test_shared_looks(void)
{
    for (unsigned what = 0; what < 12; what++) {
        struct shown s;
        REQUIRE(open_model(&s));
        set_picture(&s.game, 255);
        struct rq_mdl_mesh_header *h = &s.m->tree.nodes[WALL].mesh->header;
        struct rq_mdl_mesh_header *other = &s.m->tree.nodes[BODY].mesh->header;
        for (size_t k = 0; k < 3; k++)
            h->diffuse[k] = other->diffuse[k] = 0.5f;
        set_name(other->texture_1, "WALL"); /* case is nothing */
        other->render = h->render = 1;
        float light[3] = {0, 0, 0}, alpha = 1;
        if (what < 3)
            h->diffuse[what] += 1 / 255.0f;
        else if (what < 6)
            light[what - 3] = 1 / 255.0f;
        else if (what == 6)
            alpha = 254 / 255.0f;
        else if (what == 7)
            h->render = 0;
        else if (what == 8)
            set_name(h->texture_1, "door");
        else if (what == 9)
            h->diffuse[1] += 0.4f / 255.0f; /* 127.9: still 128 */
        else if (what == 10)
            set_name(h->texture_2, "light"); /* there are no UVs for it */
        set_key(&s.m->tree.nodes[WALL], 100, light, 3);
        set_key(&s.m->tree.nodes[WALL], 132, &alpha, 1);
        check_note("difference %u", what);
        if (show(&s))
            CHECK_INT(s.scene.material_count, what < 9 || what == 10 ? 2 : 1);
        close_model(&s);
    }
}

/* ---- lights ---- */

static void test_lights(void)
{
    const float color[3] = {-1, 0.5f, 7}, less = -1, infinite = INFINITY;
    struct shown s;
    REQUIRE(open_model(&s));
    set_key(&s.m->tree.nodes[LAMP], 76, color, 3);
    set_key(&s.m->tree.nodes[LAMP], 88, &less, 1);
    set_key(&s.m->tree.nodes[LAMP], 140, &less, 1);
    if (show(&s) && CHECK_INT(s.scene.light_count, 1)) {
        const struct rq_light *light = &s.scene.lights[0];
        CHECK(light->color[0] == 0 && light->color[1] == 0.5f && light->color[2] == 1);
        CHECK(light->range == 0 && light->intensity == 0);
        CHECK_INT(s.scene.nodes[LAMP + 1].light, 0);
    }
    set_key(&s.m->tree.nodes[LAMP], 140, &infinite, 1);
    for (uint32_t i = 0; i < s.m->tree.nodes[LAMP].key_count; i++)
        if (s.m->tree.nodes[LAMP].keys[i].code == 88 || s.m->tree.nodes[LAMP].keys[i].code == 76)
            s.m->tree.nodes[LAMP].keys[i].columns = 2; /* of another width: none */
    if (show(&s) && CHECK_INT(s.scene.light_count, 1)) {
        const struct rq_light *light = &s.scene.lights[0];
        CHECK(light->color[0] == 1 && light->color[1] == 1 && light->color[2] == 1);
        CHECK(light->range == 0 && light->intensity == 0);
    }
    close_model(&s);
}

/* ---- skins ---- */

static void put_row(struct rq_mdl_mesh *mesh, uint32_t vertex, const float bones[4],
                    const float weights[4])
{
    uint8_t *row = (uint8_t *)(uintptr_t)mesh->rows.data + (size_t)vertex * mesh->header.mdx_stride;
    for (size_t k = 0; k < 4; k++) {
        rq_set32(row + mesh->skin->header.mdx_bones_at + k * 4, rq_bits_of(bones[k]));
        rq_set32(row + mesh->skin->header.mdx_weights_at + k * 4, rq_bits_of(weights[k]));
    }
}

/* Bone 0 is hip, 1 is leg. Weights are shares of one, and a joint is there once. */
static void test_weights(void)
{
    static const struct {
        float bones[4], weights[4], joints[4], shares[4];
    } cases[] = {
        {{0, 1, -1, -1}, {3, 1, 0, 0}, {0, 1, 0, 0}, {0.75f, 0.25f, 0, 0}},
        {{1, 0, 1, -1}, {1, 1, 2, 0}, {1, 0, 0, 0}, {0.75f, 0.25f, 0, 0}},
        {{0, 1, 5, 6}, {1, 1, 1, 1}, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}},
        {{2, 1, 0, -1}, {1, -1, 0, 1}, {0, 0, 0, 0}, {1, 0, 0, 0}},
        {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}},
        {{-0.5f, NAN, 1, 1e9f}, {1, 1, 1, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}},
        {{0, 1, -1, -1}, {NAN, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        REQUIRE(open_model(&s));
        put_row(s.m->tree.nodes[BODY].mesh, 2, cases[i].bones, cases[i].weights);
        check_note("case %zu", i);
        if (show(&s)) {
            const struct rq_primitive *p = &s.scene.meshes[0].primitives[0];
            CHECK_MEM(p->attributes[RQ_JOINTS_0] + 8, 16, cases[i].joints, 16);
            CHECK_MEM(p->attributes[RQ_WEIGHTS_0] + 8, 16, cases[i].shares, 16);
        }
        close_model(&s);
    }
}

/* Numbers of bones that are none of the tree's; of two nodes with one number the first is the bone. */
static void test_bones(void)
{
    static const struct {
        float slot; /* of lamp, the last node */
        uint32_t joints;
    } cases[] = {{-1, 2}, {1, 2}, {2, 3}, {5, 3}, {6, 2}, {-0.5f, 2}, {NAN, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        REQUIRE(open_model(&s));
        struct rq_mdl_skin *skin = s.m->tree.nodes[BODY].mesh->skin;
        skin->bone_map[LAMP] = cases[i].slot;
        skin->q_bone_count = skin->t_bone_count = LAMP; /* none for the last */
        check_note("bone %g", (double)cases[i].slot);
        if (show(&s) && CHECK_INT(s.scene.skin_count, 1)) {
            static const float still[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
            const struct rq_skin *made = &s.scene.skins[0];
            CHECK_INT(made->joint_count, cases[i].joints);
            CHECK_INT(made->joints[0], HIP + 1);
            CHECK_INT(made->joints[1], LEG + 1);
            if (made->joint_count == 3)
                CHECK_MEM(made->inverse_binds + 32, 64, still, 64);
        }
        close_model(&s);
    }
}

/* ---- faces ---- */

/* A face with a vertex that is not there is left out; a mesh without faces is none. */
static void test_faces(void)
{
    for (unsigned k = 0; k < 4; k++) {
        struct shown s;
        REQUIRE(open_model(&s));
        struct rq_mdl_mesh *mesh = s.m->tree.nodes[WALL].mesh;
        mesh->faces[0].vertices[k % 3] = k < 3 ? 4 : 3; /* there are 0 to 3 */
        if (show(&s)) {
            const struct rq_primitive *p = primitive(&s, WALL);
            REQUIRE(p != NULL);
            CHECK_INT(p->index_count, k < 3 ? 3 : 6);
            CHECK_INT(p->indices[k < 3 ? 0 : 3], 1);
            CHECK_INT(p->vertex_count, 4);
        }
        mesh->faces[0].vertices[0] = mesh->faces[1].vertices[0] = 0xFFFF;
        if (show(&s))
            CHECK(primitive(&s, WALL) == NULL);
        close_model(&s);
    }
}

/* ---- keys ---- */

static struct rq_mdl_node *moved(struct shown *s)
{
    return &s->m->animations[0].tree.nodes[1];
}

/* Times rise and are below 1e9 s; others are left out with their values. */
static void test_times(void)
{
    static const struct {
        float times[3];
        uint32_t count;
        float kept[3];
    } cases[] = {{{0, 1, 2}, 3, {0, 1, 2}}, {{-1, 1, 2}, 2, {1, 2}},
                 {{1, 1, 2}, 2, {1, 2}},    {{2, 1, 3}, 2, {2, 3}},
                 {{0, 1, 1e9f}, 2, {0, 1}}, {{0, 9e8f, NAN}, 2, {0, 9e8f}},
                 {{NAN, -1, 1e9f}, 0, {0}}};
    static const float places[3][3] = {{0, 0, 1}, {0, 0.5f, 1.5f}, {1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        REQUIRE(open_model(&s));
        struct rq_mdl_node *n = moved(&s);
        for (size_t k = 0; k < 3; k++)
            n->data[n->keys[0].time_at + k] = rq_bits_of(cases[i].times[k]);
        check_note("case %zu", i);
        if (show(&s) && CHECK_INT(s.scene.animation_count, 1)) {
            const struct rq_animation *a = &s.scene.animations[0];
            CHECK_INT(a->channel_count, cases[i].count ? 2 : 1);
            const struct rq_channel *c = &a->channels[0];
            CHECK_INT(c->path, cases[i].count ? RQ_PATH_TRANSLATION : RQ_PATH_ROTATION);
            for (size_t k = 0, from = 0; k < cases[i].count; k++, from++) {
                while (cases[i].times[from] != cases[i].kept[k])
                    from++;
                CHECK_INT(c->key_count, cases[i].count);
                CHECK(c->times[k] == cases[i].kept[k]);
                CHECK(c->values[k * 3] == places[from][0] &&
                      c->values[k * 3 + 2] == places[from][2]);
            }
        }
        close_model(&s);
    }
}

/* A second controller of one kind is no channel; a node has the words that its keys say, or they are left out. */
static void test_channels(void)
{
    static const struct {
        uint32_t codes[2], data;
        uint32_t channels;
    } cases[] = {{{8, 20}, 17, 2}, {{8, 8}, 17, 1},  {{20, 8}, 17, 2},
                 {{8, 20}, 16, 1}, {{8, 20}, 11, 0}, {{77, 20}, 17, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shown s;
        REQUIRE(open_model(&s));
        struct rq_mdl_node *n = moved(&s);
        CHECK_INT(n->data_count, 14 + (n->keys[1].columns == 2 ? 0 : 3));
        uint32_t less = n->keys[1].columns == 2 ? 3 : 0;
        n->keys[0].code = cases[i].codes[0];
        n->keys[1].code = cases[i].codes[1];
        n->data_count = cases[i].data - (cases[i].data > 11 ? less : 0);
        check_note("case %zu", i);
        if (show(&s) && CHECK_INT(s.scene.animation_count, 1))
            CHECK_INT(s.scene.animations[0].channel_count, cases[i].channels);
        close_model(&s);
    }
}

/* A model whose supermodel is its own is opened eight times, and no more; its animation is there once. */
static void test_supermodels(void)
{
    static const struct {
        const char *name;
        unsigned models;
    } cases[] = {{"again", 8}, {"NULL", 0}, {"null", 0}, {"", 0}, {"nobody", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct shown s;
        REQUIRE(open_model(&s));
        set_name(s.m->model.supermodel, cases[i].name);
        CHECK(rq_doc_write(s.doc, &s.game.super, &err));
        check_note("%s", cases[i].name);
        if (show(&s)) {
            CHECK_INT(s.game.models, cases[i].models);
            CHECK_INT(s.scene.animation_count, 1);
            CHECK_STR(s.scene.animations[0].name, "go");
        }
        close_model(&s);
    }
}

/* Of another model's keys: a size of 0, less, too much or none at all is 1. */
static void test_scale(void)
{
    static const struct {
        float scale, x;
    } cases[] = {{1, 1}, {0.5f, 0.5f}, {0, 1}, {-2, 1}, {1e6f, 1}, {999999, 999999}, {NAN, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct shown s;
        REQUIRE(open_model(&s));
        set_name(s.m->model.supermodel, "NULL");
        memcpy(s.m->animations[0].geometry.name, "up", 3);
        CHECK(rq_doc_write(s.doc, &s.game.super, &err));
        set_name(s.m->model.supermodel, "again");
        memcpy(s.m->animations[0].geometry.name, "go", 3);
        s.m->model.animation_scale = cases[i].scale;
        check_note("%g", (double)cases[i].scale);
        if (show(&s) && CHECK_INT(s.scene.animation_count, 2)) {
            CHECK_STR(s.scene.animations[1].name, "up");
            CHECK(s.scene.animations[0].channels[0].values[6] == 1);
            CHECK(s.scene.animations[1].channels[0].values[6] == cases[i].x);
        }
        close_model(&s);
    }
}

/* ---- extras ---- */

static void has(const struct shown *s, uint32_t node, const char *part, bool is)
{
    struct rq_bytes extras = s->scene.nodes[node].extras;
    char text[4000];
    snprintf(text, sizeof text, "%.*s", (int)extras.size, (const char *)extras.data);
    check_note("node %u: %s", node, part);
    if (!CHECK_INT(strstr(text, part) != NULL, is))
        printf("    %s\n", text);
}

/* What a GLB does not show: numbers, looks and controllers but those of place and turn; of an animation what else changes. */
static void test_extras(void)
{
    struct shown s;
    REQUIRE(open_model(&s));
    struct rq_mdl_node *lamp = &s.m->tree.nodes[LAMP];
    if (show(&s)) {
        const struct rq_bytes hip = s.scene.nodes[HIP + 1].extras;
        CHECK_MEM(hip.data, hip.size, "{\"mdl\":{\"type\":1,\"number\":1}}", 29);
        has(&s, LAMP + 1, "{\"mdl\":{\"type\":3,\"number\":5,\"light\":{", true);
        has(&s, LAMP + 1,
            "\"controllers\":[[76,3,[0.0],[1.0,0.5,0.25]],[88,1,[0.0],[7.0]],[140,1,[0.0],[1.5]]]}}",
            true);
        has(&s, WALL + 1, "\"controllers\":[[132,1,[0.0],[1.0]],[100,3,[0.0],[0.0,0.0,0.0]]]}}",
            true);
        has(&s, WALL + 1, "materials", false);
        has(&s, WALL + 1, "tangents", false);
        has(&s, WALL + 1, "\"texture_1\":\"wall\"", true);
        has(&s, 0, "{\"mdl\":{\"version\":\"k1\",\"name\":\"m\",", true);
        has(&s, 0, "\"head\":\"m\",\"animations\":[{\"name\":\"go\",\"length\":1.0,", true);
        has(&s, 0, "\"events\":[],\"nodes\":[]}]}}", true);
    }
    s.m->tree.nodes[WALL].mesh->faces[1].material = 5;
    s.m->version = RQ_MDL_K2;
    s.m->animation_root = LEG;
    moved(&s)->keys[1].code = 100;
    lamp->keys[lamp->key_count - 1].value_at = (uint16_t)lamp->data_count;
    if (show(&s)) {
        has(&s, WALL + 1, "\"materials\":[0,5]", true);
        has(&s, LAMP + 1, "[88,1,[0.0],[7.0]]]}}", true); /* the last one has no value */
        has(&s, 0, "\"version\":\"k2\"", true);
        has(&s, 0, "\"head\":\"leg\"", true);
        has(&s, 0, "\"nodes\":[{\"name\":\"hip\",\"controllers\":[[100,", true);
    }
    close_model(&s);
}

TESTS(test_alpha, test_plain, test_shared_looks, test_lights, test_weights, test_bones, test_faces,
      test_times, test_channels, test_supermodels, test_scale, test_extras)
