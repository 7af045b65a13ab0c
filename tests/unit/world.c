/* Worlds: what stands where, what is shared, what is left out. The map is made here, record by
 * record; the model is the property tests' sample (two faces, four vertices), given a second frame
 * by hand. Expected places follow from the rules in engine/place.h. */
#include "game/world.h"
#include "convert/convert.h"
#include "core/file.h"
#include "formats/format.h"
#include "property/samples.h"
#include "support/check.h"

#include <math.h>
#include <reliquary/rgm.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a map ---- */

struct build {
    struct rq_doc *doc;
    struct rq_rgm *map;
};

static void *get(struct build *b, size_t count, size_t size)
{
    return rq_doc_alloc(b->doc, (count + 1) * size);
}

static struct rq_rgm_section *section(struct build *b, const char *tag, enum rq_rgm_kind kind,
                                      size_t count, size_t size)
{
    struct rq_rgm_section *s = &b->map->sections[b->map->section_count++];
    memcpy(s->tag, tag, 4);
    s->kind = kind;
    s->count = count;
    s->records = get(b, count, size);
    return s;
}

#define ADD(tag, count, type) section(b, #tag, RQ_RGM_##tag, count, sizeof(struct type))

/* An actor with this number of groups of animations, from 7 on. */
static void add_actor(struct build *b, size_t group_count)
{
    static const char path[] = "fxart\\MOVER.3DC";
    struct rq_rgm_section *heads = ADD(RAHD, 1, rq_rgm_actor);
    struct rq_rgm_section *models = ADD(RAAN, 1, rq_rgm_model);
    struct rq_rgm_section *groups = ADD(RAGR, group_count + 1, rq_rgm_group);
    struct rq_rgm_command *commands = get(b, 3, sizeof *commands);
    memcpy(heads->actors[0].name, "MOVER", 5);
    heads->actors[0].raan_count = 1;
    heads->actors[0].raan_length = sizeof path + 6;
    heads->actors[0].ravc_offset = -1;
    models->models[0].path = (struct rq_bytes){(const uint8_t *)path, sizeof path - 1};
    models->models[0].frame_count = 2;
    models->models[0].type = 'c';
    commands[0] = (struct rq_rgm_command){0, 0, {0, 0, 0}};
    commands[1] = (struct rq_rgm_command){0, 0, {1, 0, 0}};
    commands[2] = (struct rq_rgm_command){2, 0, {0, 0, 0}};
    for (size_t i = 0; i < group_count; i++)
        groups->groups[i] = (struct rq_rgm_group){
            .group = (uint16_t)(7 + i), .speed = 2, .count = 3, .commands = commands};
    groups->groups[group_count] = (struct rq_rgm_group){.end = true};
}

static void add_objects(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPOB, 5, rq_rgm_object);
    static const char *const scripts[] = {"MOVER", "MOVER", "SOUND", "LAMP", "MOVER"};
    for (size_t i = 0; i < 5; i++) {
        struct rq_rgm_object *o = &s->objects[i];
        o->id = 100 + (uint32_t)i;
        o->type = i == 2 ? 5 : i == 3 ? 6 : 1;
        memcpy(o->script, scripts[i], strlen(scripts[i]));
        o->pos[0] = (int32_t)i * 5120;
        o->rgb[0] = 255;
        o->rgb[1] = 51;
        o->radius = 40;
    }
    s->objects[1].angle[1] = 512;
    memcpy(s->objects[4].model, "STONE", 5); /* not the actor's */
}

static void add_rest(struct build *b)
{
    struct rq_rgm_section *ropes = ADD(MPRP, 1, rq_rgm_rope);
    ropes->ropes[0].length = 3;
    memcpy(ropes->ropes[0].rope_model, "STONE", 5);
    memcpy(ropes->ropes[0].static_model, "NOTHERE", 7);
    struct rq_rgm_section *statics = ADD(MPSO, 2, rq_rgm_static);
    for (size_t i = 0; i < 2; i++) {
        memcpy(statics->statics[i].model, i ? "stone.3" : "STONE", i ? 7 : 5);
        for (size_t k = 0; k < 9; k += 4)
            statics->statics[i].matrix[k] = 1 << 28;
        statics->statics[i].pos[1] = -20 * (int32_t)i;
    }
    struct rq_rgm_section *lights = ADD(MPSL, 1, rq_rgm_light);
    lights->lights[0].radius = 100;
    lights->lights[0].rgb[2] = 300;
    struct rq_rgm_section *flats = ADD(MPSF, 2, rq_rgm_flat);
    flats->flats[0].texture = flats->flats[1].texture = 9 << 7 | 3;
    ADD(MPMK, 1, rq_rgm_marker);
}

/* A map with room for 16 sections. */
static bool start_map(struct build *b, struct rq_error *err)
{
    *b = (struct build){.doc = rq_doc_new(rq_format_by_name("rgm"), NULL, err)};
    b->map = b->doc ? rq_doc_root(b->doc, "rgm") : NULL;
    if (CHECK(b->map != NULL))
        b->map->sections = get(b, 16, sizeof *b->map->sections);
    return b->map != NULL;
}

/* As a file, read again: what belongs to an actor is worked out on reading. */
static struct rq_doc *make_map(struct rq_out *file)
{
    struct rq_error err = {0};
    struct build made, *b = &made;
    if (!start_map(b, &err))
        return NULL;
    add_actor(b, 1);
    add_objects(b);
    add_rest(b);
    bool fine = rq_doc_write(b->doc, file, &err);
    rq_doc_free(b->doc);
    struct rq_doc *doc = fine ? rq_doc_read(rq_out_bytes(file), NULL, &err) : NULL;
    if (!doc)
        check_note("%s: %s", err.where, err.text);
    return doc;
}

/* ---- its models ---- */

/* The sample with a second frame of i16 differences behind it: 512 / 256 units along x. */
static size_t moving_model(uint8_t *to)
{
    size_t size = sample_model3d(to), records = size;
    memcpy(to + records, to + 212, 16);
    rq_set32(to + records + 12, 2);
    rq_set32(to + records + 16, (uint32_t)(records + 32));
    rq_set32(to + records + 20, 0);
    rq_set32(to + records + 24, 0);
    rq_set32(to + records + 28, 0);
    for (size_t i = 0; i < 4; i++) {
        rq_set16(to + records + 32 + i * 6, 512);
        rq_set32(to + records + 34 + i * 6, 0);
    }
    rq_set32(to + 16, 2);
    rq_set32(to + 20, (uint32_t)records);
    return records + 32 + 24;
}

struct store {
    uint8_t stone[1024], mover[1024];
    struct rq_bytes stone_file, mover_file;
    size_t asked;
};

static bool store_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct store *s = ctx;
    if (rq_casecmp(name, "STONE.3D") == 0)
        *bytes = s->stone_file;
    else if (rq_casecmp(name, "MOVER.3DC") == 0)
        *bytes = s->mover_file;
    else
        return false;
    s->asked++;
    return true;
}

static struct store *make_store(void)
{
    static struct store s;
    s.asked = 0;
    s.stone_file = (struct rq_bytes){s.stone, sample_model3d(s.stone)};
    s.mover_file = (struct rq_bytes){s.mover, moving_model(s.mover)};
    return &s;
}

/* ---- the scene ---- */

struct shown {
    struct rq_out file;
    struct rq_doc *doc;
    struct rq_arena arena;
    struct rq_scene scene;
    struct rq_error err;
    struct rq_env env;
};

static bool show(struct shown *s, struct store *store, bool no_markers)
{
    s->doc = make_map(&s->file);
    if (!s->doc)
        return false;
    s->env = (struct rq_env){.get = store_get, .ctx = store};
    struct rq_view view = {.arena = &s->arena, .env = &s->env, .err = &s->err};
    struct rq_world_parts parts = {
        .name = "TEST", .map = rq_doc_root(s->doc, "rgm"), .no_markers = no_markers};
    bool fine = rq_world_scene(&parts, &view, &s->scene);
    CHECK_STR(s->err.text, "");
    return fine;
}

static void hide(struct shown *s)
{
    rq_arena_free(&s->arena);
    rq_doc_free(s->doc);
    rq_out_free(&s->file);
}

static const struct rq_node *find(const struct rq_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    check_note("no node %s", name);
    return NULL;
}

static bool at(const struct rq_node *n, double x, double y, double z)
{
    return n && fabs(n->translation[0] - x) < 1e-3 && fabs(n->translation[1] - y) < 1e-3 &&
           fabs(n->translation[2] - z) < 1e-3;
}

static const double far_z = -16777215 / 5120.0;

static void test_placements(void)
{
    struct shown s = {0};
    struct store *store = make_store();
    if (!CHECK(show(&s, store, false))) {
        hide(&s);
        return;
    }
    CHECK(at(find(&s.scene, "B_000_MOVER"), 0, 0, far_z));
    CHECK(at(find(&s.scene, "B_001_MOVER"), -1, 0, far_z));
    CHECK(at(find(&s.scene, "S001_stone.3"), 0, 1, far_z));
    CHECK(at(find(&s.scene, "R000_002_STONE"), 0, -2.4, far_z));
    CHECK(at(find(&s.scene, "R000_003_NOTHERE"), 0, -3.2, far_z));
    CHECK(find(&s.scene, "F001_009_003") != NULL);
    CHECK(find(&s.scene, "M000") != NULL);
    const struct rq_node *sound = find(&s.scene, "B_002_SOUND");
    CHECK(sound && sound->mesh < 0 && sound->light < 0);
    const struct rq_node *turned = find(&s.scene, "B_001_MOVER");
    CHECK(turned && fabs(turned->rotation[1] - sqrt(0.5)) < 1e-5);
    const char *extras = (const char *)find(&s.scene, "B_001_MOVER")->extras.data;
    CHECK(strncmp(extras, "{\"section\":\"MPOB\",\"index\":1,\"id\":101}", 37) == 0);
    /* Two models and one flat, however often they are placed; each file was read once. */
    CHECK_INT(s.scene.mesh_count, 3);
    CHECK_INT(store->asked, 2);
    CHECK_INT(find(&s.scene, "S000_STONE")->mesh, find(&s.scene, "R000_000_STONE")->mesh);
    /* An object's own model comes before those of its actor. */
    const struct rq_node *own = find(&s.scene, "B_004_MOVER");
    CHECK(own && own->mesh == find(&s.scene, "S000_STONE")->mesh);
    CHECK(find(&s.scene, "B_000_MOVER")->mesh != own->mesh);
    hide(&s);
}

static void test_lights(void)
{
    struct shown s = {0};
    if (CHECK(show(&s, make_store(), false))) {
        CHECK_INT(s.scene.light_count, 2);
        const struct rq_node *lamp = find(&s.scene, "B_003_LAMP"), *light = find(&s.scene, "L000");
        REQUIRE(lamp && light && lamp->light >= 0 && light->light >= 0);
        CHECK(s.scene.lights[lamp->light].color[0] == 1);
        CHECK(fabsf(s.scene.lights[lamp->light].color[1] - 0.2f) < 1e-6f);
        CHECK(s.scene.lights[lamp->light].range == 2);
        CHECK(s.scene.lights[light->light].color[2] == 1); /* 300 is 255 */
        CHECK(s.scene.lights[light->light].range == 5);
    }
    hide(&s);
}

/* Group 7, two frames of two ticks; both objects move in the one animation. */
static void test_animation(void)
{
    struct shown s = {0};
    if (CHECK(show(&s, make_store(), false)) && CHECK_INT(s.scene.animation_count, 1)) {
        const struct rq_animation *a = &s.scene.animations[0];
        CHECK_STR(a->name, "MOVER group 7");
        CHECK_INT(a->channel_count, 2);
        const struct rq_channel *c = &a->channels[0];
        CHECK_INT(c->path, RQ_PATH_WEIGHTS);
        CHECK_INT(c->key_count, 2);
        CHECK(c->times[0] == 0 && fabsf(c->times[1] - 2 / 12.0f) < 1e-6f);
        CHECK(c->values[0] == 0 && c->values[1] == 1);
        CHECK(a->channels[1].values == c->values);
        CHECK(a->channels[1].node != c->node);
        const struct rq_mesh *mesh = &s.scene.meshes[s.scene.nodes[c->node].mesh];
        CHECK_INT(mesh->morph_count, 1);
        /* What is stored is subtracted, and x turns round: +512 / 5120. */
        CHECK(fabsf(mesh->primitives[0].morphs[0].positions[0] - 0.1f) < 1e-6f);
    }
    hide(&s);
}

/* 65,000 objects with up to 8 channels of 32 bytes in each group: eight groups fit into 128 MiB. */
static void test_crowd(void)
{
    enum { CROWD = 65000, GROUPS = 9 };
    struct rq_error err = {0};
    struct build made, *b = &made;
    struct rq_out file = {0};
    REQUIRE(start_map(b, &err));
    add_actor(b, GROUPS);
    struct rq_rgm_section *s = ADD(MPOB, CROWD, rq_rgm_object);
    for (size_t i = 0; i < CROWD; i++) {
        s->objects[i].id = (uint32_t)i;
        s->objects[i].type = 1;
        memcpy(s->objects[i].script, "MOVER", 5);
    }
    CHECK(rq_doc_write(b->doc, &file, &err));
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_arena arena = {0};
    struct rq_scene scene;
    struct rq_missing missing = {.names = ""};
    struct rq_env env = {.get = store_get, .ctx = make_store()};
    struct rq_view view = {.arena = &arena, .env = &env, .err = &err, .missing = &missing};
    struct rq_world_parts parts = {.name = "CROWD", .map = rq_doc_root(doc, "rgm")};
    CHECK(rq_world_scene(&parts, &view, &scene));
    CHECK_STR(err.text, "");
    CHECK_INT(scene.animation_count, 8);
    CHECK_INT(scene.animations[7].channel_count, CROWD);
    CHECK(strstr(missing.names,
                 "MOVER group 15 (not whole: all animations would take over 128 MiB)"));
    CHECK(!strstr(missing.names, "group 14"));
    rq_arena_free(&arena);
    rq_doc_free(doc);
    rq_doc_free(b->doc);
    rq_out_free(&file);
}

static void test_no_markers(void)
{
    struct shown s = {0};
    if (CHECK(show(&s, make_store(), true))) {
        for (uint32_t i = 0; i < s.scene.node_count; i++)
            CHECK(s.scene.nodes[i].mesh >= 0 || s.scene.nodes[i].light >= 0);
        CHECK_INT(s.scene.node_count, 4 + 3 + 2 + 1 + 2);
    }
    hide(&s);
}

/* Without any other file there are places, and nothing to see but flats and lights. */
static void test_alone(void)
{
    struct shown s = {.file = {0}};
    s.doc = make_map(&s.file);
    struct rq_view view = {.arena = &s.arena, .err = &s.err};
    struct rq_world_parts parts = {.name = "TEST", .map = s.doc ? s.doc->root : NULL};
    CHECK(s.doc && rq_world_scene(&parts, &view, &s.scene));
    CHECK_INT(s.scene.mesh_count, 1);
    CHECK_INT(s.scene.node_count, 5 + 4 + 2 + 1 + 2 + 1);
    hide(&s);
}

/* Ropes of 32767 links, more of them than anybody can place. */
static void test_too_many(void)
{
    struct rq_error err = {0};
    struct rq_rgm_rope ropes[32] = {{0}};
    struct rq_rgm_section s = {.tag = "MPRP", .kind = RQ_RGM_MPRP, .count = 32, .ropes = ropes};
    struct rq_rgm map = {.section_count = 1, .sections = &s};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_scene scene;
    for (size_t i = 0; i < 32; i++)
        ropes[i].length = 32767;
    CHECK(!rq_world_scene(&(struct rq_world_parts){.map = &map}, &view, &scene));
    CHECK_INT(err.code, RQ_LIMIT);
    rq_arena_free(&arena);
}

static void test_json(void)
{
    struct rq_out file = {0}, out = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = make_map(&file);
    REQUIRE(doc != NULL);
    CHECK(rq_world_json(&(struct rq_world_parts){.map = doc->root, .page = doc->page}, NULL, &out,
                        &err));
    rq_put8(&out, 0);
    const char *json = (const char *)out.data;
    CHECK(strstr(json, "\"name\": \"MOVER\""));
    CHECK(strstr(json, "{\"opcode\": 0, \"name\": \"ShowFrame\", \"frame\": 1}"));
    CHECK(strstr(json, "\"loops\": true"));
    CHECK(strstr(json, "\"path\": \"fxart\\\\MOVER.3DC\""));
    CHECK(strstr(json, "\"markers\": ["));
    rq_out_free(&out);
    rq_out_free(&file);
    rq_doc_free(doc);
}

/* ---- one thing alone ---- */

/* The first node of a scene, the first mesh and the first light have the number 0. */
static void test_one(void)
{
    static struct rq_rgm_object objects[] = {{.type = 1, .model = "STONE"},
                                             {.type = 3, .texture = 9 << 7 | 3}};
    static struct rq_rgm_static statics[] = {{.model = "STONE"}};
    static struct rq_rgm_rope ropes[] = {{.length = 1, .rope_model = "STONE"}};
    static struct rq_rgm_flat flats[] = {{.texture = 9 << 7 | 3}};
    static struct rq_rgm_light lights[] = {{.radius = 1, .rgb = {-5, 255, 256}}};
    static struct rq_rgm_marker markers[1];
    struct rq_rgm_section sections[] = {
        {.tag = "MPOB", .kind = RQ_RGM_MPOB, .count = 1, .objects = objects},
        {.tag = "MPOB", .kind = RQ_RGM_MPOB, .count = 1, .objects = objects + 1},
        {.tag = "MPSO", .kind = RQ_RGM_MPSO, .count = 1, .statics = statics},
        {.tag = "MPRP", .kind = RQ_RGM_MPRP, .count = 1, .ropes = ropes},
        {.tag = "MPSF", .kind = RQ_RGM_MPSF, .count = 1, .flats = flats},
        {.tag = "MPSL", .kind = RQ_RGM_MPSL, .count = 1, .lights = lights},
        {.tag = "MPMK", .kind = RQ_RGM_MPMK, .count = 1, .markers = markers}};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        for (int no_markers = 0; no_markers < 2; no_markers++) {
            struct rq_rgm map = {.section_count = 1, .sections = &sections[i]};
            struct rq_error err = {0};
            struct rq_arena arena = {0};
            struct rq_env env = {.get = store_get, .ctx = make_store()};
            struct rq_view view = {.arena = &arena, .env = &env, .err = &err};
            struct rq_world_parts parts = {.name = "ONE", .map = &map, .no_markers = no_markers};
            struct rq_scene scene = {0};
            bool marker = i == 6, light = i == 5;
            check_note("section %zu", i);
            CHECK(rq_world_scene(&parts, &view, &scene));
            if (CHECK_INT(scene.node_count, marker && no_markers ? 0 : 1) && scene.node_count) {
                CHECK_INT(scene.nodes[0].mesh, marker || light ? -1 : 0);
                CHECK_INT(scene.nodes[0].light, light ? 0 : -1);
            }
            if (light && CHECK_INT(scene.light_count, 1)) {
                CHECK(scene.lights[0].color[0] == 0 && scene.lights[0].color[1] == 1 &&
                      scene.lights[0].color[2] == 1);
                CHECK(fabsf(scene.lights[0].range - 0.05f) < 1e-6f);
            }
            rq_arena_free(&arena);
        }
}

/* ---- the sky ---- */

/* A BSI of 4 x 2 pixels, 0 to 7, as docs/formats/bsi.md has it; the texture scale is 256. Or a COL whose colour i is
 * i, 255 - i, 7. */
static bool get_sky(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static uint8_t bsi[100], col[776];
    static const uint8_t words[13] = {0, 0, 4, 2, 0, 0, 0, 1};
    (void)ctx;
    memcpy(bsi, "IFHD\0\0\0\x2C\1", 9);
    memcpy(bsi + 52, "BHDR\0\0\0\x1A", 8);
    for (size_t i = 0; i < 13; i++)
        rq_set16(bsi + 60 + i * 2, i == 11 ? 256 : words[i]);
    memcpy(bsi + 86, "DATA\0\0\0\x08", 8);
    static uint8_t file[106];
    memcpy(file, bsi, 94);
    for (uint8_t i = 0; i < 8; i++)
        file[94 + i] = i;
    memcpy(file + 102, "END ", 4);
    rq_set32(col, 776);
    rq_set32(col + 4, 0xB123);
    for (unsigned i = 1; i < 256; i++)
        memcpy(col + 8 + (size_t)i * 3, (uint8_t[3]){(uint8_t)i, (uint8_t)(255 - i), 7}, 3);
    bool picture = rq_casecmp(name, "SKY.BSI") == 0 || rq_casecmp(name, "SUN.BSI") == 0;
    *bytes = picture ? (struct rq_bytes){file, sizeof file} : (struct rq_bytes){col, sizeof col};
    return picture || rq_casecmp(name, "SKY.COL") == 0;
}

static bool same_floats(const float *a, const float *b, size_t count, double within)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        wrong += !(fabs((double)a[i] - (double)b[i]) <= within);
        if (!(fabs((double)a[i] - (double)b[i]) <= within))
            check_note("value %zu is %g", i, (double)a[i]);
    }
    return wrong == 0;
}

/* The formulas of docs/sky.md with the camera at 32768, 32768: texel = 2000 * x / 65000 + 294.912, over 4 pixels of
 * width; and -2000 * z / 65000 - 294.912, over 2 of height. A twentieth of 65000 is 3250, and x turns round. */
static void check_plane(const struct rq_scene *scene)
{
    static const float places[12] = {3250,  0, 3250,  -3250, 0, 3250,
                                     -3250, 0, -3250, 3250,  0, -3250};
    static const float uvs[8] = {-426.272f, -1147.456f, 573.728f,  -1147.456f,
                                 573.728f,  852.544f,   -426.272f, 852.544f};
    const struct rq_node *node = find(scene, "sky");
    REQUIRE(node && node->mesh >= 0);
    const struct rq_primitive *p = scene->meshes[node->mesh].primitives;
    const struct rq_material *m = &scene->materials[p->material];
    CHECK(at(node, -1638.4, 175, -1638.4));
    CHECK_INT(p->vertex_count, 4);
    CHECK(same_floats(p->attributes[RQ_POSITION], places, 12, 1e-3));
    CHECK(same_floats(p->attributes[RQ_TEXCOORD_0], uvs, 8, 1e-3));
    CHECK_INT(m->alpha, RQ_ALPHA_OPAQUE);
    REQUIRE(m->texture >= 0);
    const struct rq_image *image = &scene->textures[m->texture].image;
    CHECK(!image->transparent_zero);
    CHECK_MEM(image->planes[0].bytes.data, image->planes[0].bytes.size, "\0\1\2\3\4\5\6\7", 8);
    CHECK_MEM(image->palette + 15, 3, "\5\xFA\7", 3); /* of SKY.COL */
    /* 16 of speed is a texel each tick, and 4 texels are 4 * 65000 / 2000 units. */
    REQUIRE(scene->animation_count == 1 && scene->animations[0].channel_count == 1);
    const struct rq_channel *c = scene->animations[0].channels;
    static const float moved[6] = {-1638.4f, 175, -1638.4f, -1631.9f, 175, -1638.4f};
    CHECK_INT(c->path, RQ_PATH_TRANSLATION);
    CHECK_INT(c->key_count, 2);
    CHECK(&scene->nodes[c->node] == node);
    CHECK(c->times[0] == 0 && fabs(c->times[1] - 4 / 18.20651) < 1e-4);
    CHECK(same_floats(c->values, moved, 6, 1e-3));
}

/* 800 up; with the plane at 175, it hangs at 95 of 100 of that, smaller by as much: its upper edge of 800 + 2 comes to
 * 166.25. Half sides: 2 and 1 pixels of 4000 / 100 / 20 units. */
static void check_disc(const struct rq_scene *scene, bool plane, const uint8_t rgb[3])
{
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    double closer = plane ? 166.25 / 802 : 1;
    const float wide = (float)(4 * closer), high = (float)(2 * closer), half = (float)sqrt(0.5);
    const float places[12] = {wide, -high, 0, -wide, -high, 0, -wide, high, 0, wide, high, 0};
    const float turn[4] = {-half, 0, 0, half};
    const struct rq_node *node = find(scene, "sun disc");
    REQUIRE(node && node->mesh >= 0);
    const struct rq_primitive *p = scene->meshes[node->mesh].primitives;
    CHECK(at(node, -1638.4, 800 * closer, -1638.4));
    CHECK(same_floats(node->rotation, turn, 4, 1e-5));
    CHECK(same_floats(p->attributes[RQ_POSITION], places, 12, 1e-4));
    CHECK(same_floats(p->attributes[RQ_TEXCOORD_0], uvs, 8, 0));
    CHECK_INT(scene->materials[p->material].alpha, RQ_ALPHA_BLEND);
    const struct rq_image *image = &scene->textures[scene->materials[p->material].texture].image;
    CHECK_INT(image->pixels, RQ_PIXELS_RGBA8);
    for (uint8_t i = 0; i < 8; i++) {
        const uint8_t pixel[4] = {rgb[0], rgb[1], rgb[2], i}; /* an index is how opaque it is */
        CHECK_MEM(image->planes[0].bytes.data + (size_t)i * 4, 4, pixel, 4);
    }
}

static void test_sky(void)
{
    static const struct {
        const char *plane;
        int32_t rgb[3];
        uint8_t shown[3];
    } cases[] = {{"SKY.BSI", {300, -5, 128}, {255, 0, 128}},
                 {"SKY.BSI", {0, 0, 0}, {255, 255, 200}},
                 {"", {0, 0, 1}, {0, 0, 1}},
                 {"", {255, 256, 0}, {255, 255, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_world entry = {
            .sun_image = "SUN.BSI", .sun_scale = 4000, .sky_speed = 16, .sun = {0, -1, 0, 51}};
        bool plane = cases[i].plane[0] != 0;
        snprintf(entry.sky_fx, sizeof entry.sky_fx, "%s", cases[i].plane);
        memcpy(entry.sun_image_rgb, cases[i].rgb, sizeof entry.sun_image_rgb);
        struct rq_rgm map = {0};
        struct rq_error err = {0};
        struct rq_arena arena = {0};
        struct rq_env env = {.get = get_sky};
        struct rq_view view = {.arena = &arena, .env = &env, .err = &err};
        struct rq_world_parts parts = {.name = "SKY", .map = &map, .entry = &entry};
        struct rq_scene scene = {0};
        check_note("case %zu", i);
        CHECK(rq_world_scene(&parts, &view, &scene));
        CHECK_STR(err.text, "");
        CHECK_INT(scene.node_count, plane ? 3 : 2);
        CHECK_INT(scene.mesh_count, plane ? 2 : 1);
        CHECK_STR(scene.nodes[0].name, "sun");
        CHECK_INT(scene.nodes[0].light, 0);
        if (CHECK_INT(scene.light_count, 1)) {
            CHECK_INT(scene.lights[0].type, RQ_LIGHT_DIRECTIONAL);
            CHECK(fabsf(scene.lights[0].intensity - 0.2f) < 1e-6f);
        }
        if (plane)
            check_plane(&scene);
        check_disc(&scene, plane, cases[i].shown);
        rq_arena_free(&arena);
    }
}

/* Notes whether a file was asked for, which is not there. */
struct wish {
    char name[RQ_WORLD_NAME + 4];
    bool met;
};

static bool get_none(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct wish *wish = ctx;
    (void)bytes;
    wish->met = wish->met || strcmp(name, wish->name) == 0;
    return false;
}

/* The palette of a sky has its whole name, as long as one of WORLD.INI may be. */
static void test_long_sky(void)
{
    for (int size = 48; size < RQ_WORLD_NAME - 4; size++) {
        struct rq_world entry = {.sun = {0, -1, 0, 51}};
        struct wish wish = {.met = false};
        snprintf(entry.sky_fx, sizeof entry.sky_fx, "%0*d.BSI", size, 7);
        snprintf(wish.name, sizeof wish.name, "%0*d.COL", size, 7);
        struct rq_rgm map = {0};
        struct rq_error err = {0};
        struct rq_arena arena = {0};
        struct rq_env env = {.ctx = &wish, .get = get_none};
        struct rq_view view = {.arena = &arena, .env = &env, .err = &err};
        struct rq_world_parts parts = {.name = "SKY", .map = &map, .entry = &entry};
        struct rq_scene scene = {0};
        check_note("%d letters", size);
        CHECK(rq_world_scene(&parts, &view, &scene));
        CHECK(wish.met);
        rq_arena_free(&arena);
    }
}

/* ---- what is asked for ---- */

static bool get_items(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static const char items[] = "[items]\nname[0] = ?key\n";
    if (rq_casecmp(name, "ITEM.INI") != 0)
        return store_get(ctx, name, bytes);
    *bytes = (struct rq_bytes){(const uint8_t *)items, sizeof items - 1};
    return true;
}

static bool count_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)err;
    ++*(size_t *)ctx;
    return name[0] && bytes.size;
}

/* An actor or an item that is not there is an error, and no file is made. */
static void test_asked(void)
{
    static const struct {
        const char *item, *actor;
        bool items; /* there is an ITEM.INI */
        const char *where, *why;
    } cases[] = {
        {NULL, NULL, false, NULL, NULL},
        {NULL, "mover", false, NULL, NULL},
        {NULL, "NOBODY", true, "TEST", "has no actor NOBODY"},
        {"0", NULL, false, "ITEM.INI", "is not there: no item can be held"},
        {"none", NULL, true, "ITEM.INI", "has no item none"},
        {"0", "NOBODY", false, "TEST", "has no actor NOBODY"},
    };
    struct rq_out file = {0};
    struct rq_doc *doc = make_map(&file);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {.offset = 77}; /* of no place in a file: 0 */
        size_t made = 0;
        struct rq_env env = {.get = cases[i].items ? get_items : store_get, .ctx = make_store()};
        struct rq_convert_options options = {.to = "glb",
                                             .name = "TEST.RGM",
                                             .env = &env,
                                             .item = cases[i].item,
                                             .actor = cases[i].actor};
        check_note("%zu", i);
        CHECK_INT(rq_doc_convert(doc, &options, count_file, &made, &err), cases[i].why == NULL);
        CHECK_STR(err.text, cases[i].why ? cases[i].why : "");
        CHECK_STR(err.where, cases[i].why ? cases[i].where : "");
        CHECK_INT(err.offset, cases[i].why ? 0 : 77);
        CHECK_INT(made, cases[i].why ? 0 : 2); /* the GLB, and TEST.world.json */
    }
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* ---- a large world ---- */

/* Far more models and materials than tables have room for at first (16 and 64), and more objects than
 * three digits name. */
enum { MODELS = 300, STATICS = 4000, OBJECTS = 1000 };

/* "M0007": the sample with image 7 of bank 302 on its first face, which the model of no other name has.
 * The word is the image's name in base 40, see docs/formats/model3d.md. */
static bool get_numbered(void *ctx, const char *name, struct rq_bytes *bytes)
{
    uint8_t(*files)[1024] = ctx;
    unsigned n = name[0] == 'M' ? (unsigned)strtoul(name + 1, NULL, 10) : MODELS;
    if (n >= MODELS)
        return false;
    *bytes = (struct rq_bytes){files[n], sample_model3d(files[n])};
    rq_set32(files[n] + 66, 1331328000 + n / 100 * 1600 + n / 10 % 10 * 40 + n % 10);
    return true;
}

/* Which model stands at a place: all of them, in no order. */
static unsigned model_of(size_t place)
{
    return (unsigned)(place * 7919 % MODELS);
}

static struct rq_doc *large_map(struct rq_out *file)
{
    struct rq_error err = {0};
    struct build made, *b = &made;
    if (!start_map(b, &err))
        return NULL;
    struct rq_rgm_section *objects = ADD(MPOB, OBJECTS, rq_rgm_object);
    struct rq_rgm_section *statics = ADD(MPSO, STATICS, rq_rgm_static);
    for (size_t i = 0; i < OBJECTS; i++) {
        objects->objects[i].id = 5000 + (uint32_t)i;
        objects->objects[i].type = 1;
        objects->objects[i].pos[0] = (int32_t)i * 5120;
        snprintf(objects->objects[i].model, 9, "M%04u", model_of(STATICS + i));
    }
    for (size_t i = 0; i < STATICS; i++) {
        statics->statics[i].id = (uint32_t)i;
        statics->statics[i].pos[1] = -20 * (int32_t)i;
        for (size_t k = 0; k < 9; k += 4)
            statics->statics[i].matrix[k] = 1 << 28;
        snprintf(statics->statics[i].model, 12, "M%04u", model_of(i));
    }
    CHECK(rq_doc_write(b->doc, file, &err));
    CHECK_STR(err.text, "");
    rq_doc_free(b->doc);
    return rq_doc_read(rq_out_bytes(file), NULL, &err);
}

/* The node shows the model of its place: the mesh has its name and the material of its image. */
static bool shows(const struct rq_scene *scene, size_t at, size_t place)
{
    char model[16], image[16];
    const struct rq_node *node = &scene->nodes[at];
    unsigned n = model_of(place);
    snprintf(model, sizeof model, "M%04u", n);
    snprintf(image, sizeof image, "302/%u", n);
    if (!CHECK(node->mesh >= 0 && (uint32_t)node->mesh < scene->mesh_count))
        return false;
    const struct rq_mesh *mesh = &scene->meshes[node->mesh];
    bool found = false;
    for (uint32_t i = 0; i < mesh->primitive_count; i++)
        found |= strcmp(scene->materials[mesh->primitives[i].material].name, image) == 0;
    return CHECK(strstr(node->name, model)) && CHECK(found) && CHECK_STR(mesh->name, model);
}

static void check_large(const struct rq_scene *scene)
{
    size_t statics = 0, objects = 0;
    CHECK_INT(scene->mesh_count, MODELS);
    CHECK_INT(scene->material_count, MODELS + 1); /* one colour is on all of them */
    CHECK_INT(scene->node_count, STATICS + OBJECTS);
    for (size_t i = 0; i < scene->node_count; i++) {
        size_t place = scene->nodes[i].name[0] == 'S' ? statics++ : STATICS + objects++;
        check_note("place %zu: %s", place, scene->nodes[i].name);
        if (!shows(scene, i, place))
            break;
    }
    CHECK_INT(statics, STATICS);
    CHECK_INT(objects, OBJECTS);
}

/* Read, written, as JSON and back, as a scene, as a GLB and read from it. */
static void test_large(void)
{
    static uint8_t files[MODELS][1024];
    struct rq_out file = {0}, again = {0}, json = {0}, glb = {0};
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_scene scene, back;
    struct rq_doc *doc = large_map(&file);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &again, &err) && rq_same(rq_out_bytes(&again), rq_out_bytes(&file)));
    rq_out_cut(&again, 0);
    REQUIRE(rq_doc_to_json(doc, &json, &err));
    struct rq_doc *other = rq_doc_from_json(rq_out_bytes(&json), NULL, &err);
    CHECK(other && rq_doc_write(other, &again, &err) &&
          rq_same(rq_out_bytes(&again), rq_out_bytes(&file)));
    struct rq_env env = {.get = get_numbered, .ctx = files};
    struct rq_view view = {.arena = &arena, .env = &env, .err = &err};
    struct rq_world_parts parts = {.name = "LARGE", .map = doc->root};
    if (CHECK(rq_world_scene(&parts, &view, &scene)))
        check_large(&scene);
    if (CHECK(rq_glb_write(&glb, &scene, NULL, &err)) &&
        CHECK(rq_glb_read(rq_out_bytes(&glb), false, &arena, &back, &err)))
        check_large(&back);
    CHECK_STR(err.text, "");
    rq_doc_free(other);
    rq_doc_free(doc);
    rq_arena_free(&arena);
    rq_out_free(&glb);
    rq_out_free(&json);
    rq_out_free(&again);
    rq_out_free(&file);
}

static bool get_nothing(void *ctx, const char *name, struct rq_bytes *bytes)
{
    (void)ctx, (void)name, (void)bytes;
    return false;
}

static void note_lost(void *ctx, const struct rq_finding *finding)
{
    CHECK_STR(finding->id, "missing");
    CHECK_INT(finding->severity, RQ_WARNING);
    rq_put_str(ctx, finding->text);
}

/* What is not there is named, up to 4000 bytes; the rest is counted. "M0007 (model), " has 15 bytes, so that the names
 * have more than 4000 with the 267th. */
static void test_missing(void)
{
    for (int large = 0; large < 2; large++) {
        struct rq_out file = {0}, lost = {0};
        struct rq_error err = {0};
        struct rq_doc *doc = large ? large_map(&file) : make_map(&file);
        struct rq_env env = {.get = large ? get_nothing : store_get, .ctx = make_store()};
        size_t made = 0;
        struct rq_convert_options options = {
            .to = "glb", .name = "TEST.RGM", .env = &env, .lost = note_lost, .lost_ctx = &lost};
        REQUIRE(doc != NULL);
        CHECK(rq_doc_convert(doc, &options, count_file, &made, &err));
        CHECK_STR(err.text, "");
        rq_put8(&lost, 0);
        const char *text = (const char *)lost.data;
        check_note("%s", text);
        CHECK(strstr(text, large ? "M0000 (model), " : "NOTHERE (model)") != NULL);
        const char *more = strstr(text, " and ");
        CHECK_STR(more, large ? " and 33 more" : NULL);
        if (large)
            CHECK_INT(more - text, 267 * 15 - 2);
        rq_doc_free(doc);
        rq_out_free(&file);
        rq_out_free(&lost);
    }
}

TESTS(test_placements, test_lights, test_animation, test_crowd, test_no_markers, test_alone,
      test_too_many, test_json, test_asked, test_large, test_missing, test_one, test_sky,
      test_long_sky)
