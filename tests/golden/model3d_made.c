/* Models from scenes, at the limits of what decides: which normals are those of the face, where normals stand, what a
 * material shows, where a texture begins, and what is around it. Scenes are structs; a model has -x, -y, z times 5120,
 * and the words of textures are names in base 40, as docs/formats/model3d.md has them. */
#include "redguard.h"

#include <math.h>
#include <reliquary/model3d.h>

/* Up to two triangles with a material, corner by corner; all of it may be changed. */
struct small {
    float positions[18], normals[18], uvs[12];
    struct rq_primitive primitive;
    struct rq_mesh mesh;
    struct rq_node node;
    struct rq_material material;
    struct rq_texture texture;
    struct rq_scene scene;
};

static const uint32_t corners[] = {0, 1, 2, 3, 4, 5};

/* A square that looks along -z: vertices 0, 1, 2 and 1, 3, 2. */
static void make_small(struct small *s, uint32_t count)
{
    static const float square[18] = {0, 0, 0, -1, 0, 0, 0, 1, 0, -1, 0, 0, -1, 1, 0, 0, 1, 0};
    memset(s, 0, sizeof *s);
    memcpy(s->positions, square, sizeof square);
    s->primitive =
        (struct rq_primitive){.vertex_count = count, .index_count = count, .indices = corners};
    s->primitive.attributes[RQ_POSITION] = s->positions;
    s->mesh = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitive};
    s->node = rq_node_of("thing", -1);
    s->node.mesh = 0;
    s->material =
        (struct rq_material){.name = "302/5", .color = {1, 1, 1, 1}, .texture = 0, .lightmap = -1};
    s->texture = (struct rq_texture){.name = "any", .width = 64, .height = 32};
    s->scene = (struct rq_scene){.node_count = 1,
                                 .nodes = &s->node,
                                 .mesh_count = 1,
                                 .meshes = &s->mesh,
                                 .material_count = 1,
                                 .materials = &s->material,
                                 .texture_count = 1,
                                 .textures = &s->texture};
}

static struct rq_doc *from_scene(const struct small *s, const char *name, struct rq_error *err)
{
    const struct rq_options options = {.memory_limit = 64 << 20};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("model3d"), &options, NULL);
    *err = (struct rq_error){.offset = 5};
    if (doc && !doc->format->scene->from_scene(doc, &s->scene, name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

static const struct rq_model3d *model_of(struct rq_doc *doc)
{
    return doc ? rq_doc_root(doc, "model3d") : NULL;
}

/* ---- normals ---- */

/* Less than a 256th apart on every axis is the normal of the face: no number. */
static void test_near_normals(void)
{
    static struct small s;
    const float edge = 1.0f / 256;
    for (size_t axis = 0; axis < 2; axis++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int step = -1; step <= 1; step++) {
                struct rq_error err;
                float n[3] = {0, 0, -1};
                n[axis] = (float)sign * (edge + (float)step * 1e-5f);
                /* What is left of length 1, so that the number is the edge itself when it was divided by it. */
                for (int k = 0; k < 64 && step == 0; k++) {
                    n[2] = -(float)(sqrt(1 - (double)edge * edge) + (k - 32) * 6e-8);
                    double length = sqrt((double)n[axis] * n[axis] + (double)n[2] * n[2]);
                    if ((float)(fabs((double)n[axis]) / length) == edge)
                        break;
                }
                make_small(&s, 3);
                for (size_t i = 0; i < 9; i++)
                    s.normals[i] = n[i % 3];
                s.primitive.attributes[RQ_NORMAL] = s.normals;
                struct rq_doc *doc = from_scene(&s, "x.3d", &err);
                const struct rq_model3d *m = model_of(doc);
                REQUIRE(m && m->vertex_normal_count == 3);
                check_note("axis %zu, %d, %d", axis, sign, step);
                for (size_t i = 0; i < 3; i++)
                    CHECK_INT(isnan(m->vertex_normals[m->normal_indices[i].value][0]), step < 0);
                rq_doc_free(doc);
            }
}

enum { A, B, C, D, E, F, FLAT, NEAR_B };
static const float wanted[][3] = {{1, 0, 0}, {0, 1, 0},       {-1, 0, 0}, {0, -1, 0},
                                  {0, 0, 1}, {0.6f, 0.8f, 0}, {0, 0, -1}, {0.002f, 1, 0}};

static bool is_normal(const float n[3], unsigned which)
{
    if (which == FLAT)
        return isnan(n[0]) && isnan(n[1]) && isnan(n[2]);
    for (size_t k = 0; k < 3; k++)
        if (fabsf(n[k] - (k < 2 ? -wanted[which][k] : wanted[which][k])) > 1e-4f)
            return false;
    return true;
}

static struct rq_doc *with_normals(struct small *s, const uint8_t which[6], const char *name)
{
    struct rq_error err;
    make_small(s, 6);
    for (size_t i = 0; i < 18; i++)
        s->normals[i] = wanted[which[i / 3]][i % 3];
    s->primitive.attributes[RQ_NORMAL] = s->normals;
    return from_scene(s, name, &err);
}

/* In a .3D each corner names its normal. One that has a vertex for itself stands there, others where there is room,
 * and one place stays for those that have none; where four vertices are too few there is one a corner. */
static void test_tables(void)
{
    static struct small s;
    static const struct {
        uint8_t which[6], at[6]; /* by corner; of vertices 0, 1, 2 and 1, 3, 2 */
        uint32_t count;
    } cases[] = {{{A, B, C, B, D, C}, {0, 1, 2, 1, 3, 2}, 4},
                 {{A, B, C, D, A, C}, {0, 1, 2, 3, 0, 2}, 4},
                 {{A, A, A, A, A, A}, {0, 0, 0, 0, 0, 0}, 4},
                 {{A, B, C, B, FLAT, C}, {0, 1, 2, 1, 3, 2}, 4},
                 {{A, B, FLAT, B, A, FLAT}, {0, 1, 2, 1, 0, 2}, 4},
                 {{A, B, C, FLAT, A, C}, {0, 1, 2, 3, 0, 2}, 4},
                 {{FLAT, B, FLAT, FLAT, B, FLAT}, {0, 1, 2, 0, 1, 2}, 4},
                 {{FLAT, FLAT, FLAT, FLAT, FLAT, FLAT}, {0, 1, 2, 1, 3, 2}, 4},
                 {{A, B, C, D, E, F}, {0, 1, 2, 3, 4, 5}, 6},
                 {{A, B, C, D, E, C}, {0, 1, 2, 3, 4, 5}, 6},
                 {{A, B, C, FLAT, D, C}, {0, 1, 2, 3, 4, 5}, 6},
                 {{A, B, C, D, E, FLAT}, {0, 1, 2, 3, 4, 5}, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_doc *doc = with_normals(&s, cases[i].which, "x.3d");
        const struct rq_model3d *m = model_of(doc);
        check_note("case %zu", i);
        REQUIRE(m && m->vertex_count == 4 && m->normal_index_count == 6);
        REQUIRE(m->vertex_normal_count == cases[i].count);
        for (size_t c = 0; c < 6; c++) {
            const struct rq_model3d_ref *ref = &m->normal_indices[c];
            CHECK(ref->linked && is_normal(m->vertex_normals[ref->value], cases[i].which[c]));
            CHECK_INT(ref->value, cases[i].at[c]);
        }
        rq_doc_free(doc);
    }
}

/* In a .3DC a vertex has one normal: one with several becomes several, unless they are nearly the same. */
static void test_split(void)
{
    static struct small s;
    static const struct {
        uint8_t which[6];
        uint32_t vertices[6], count;
    } cases[] = {{{A, B, C, B, D, C}, {0, 1, 2, 1, 3, 2}, 4},
                 {{A, B, C, NEAR_B, D, C}, {0, 1, 2, 1, 3, 2}, 4},
                 {{A, B, C, A, D, C}, {0, 1, 2, 4, 3, 2}, 5},
                 {{A, B, C, A, D, B}, {0, 1, 2, 4, 3, 5}, 6},
                 {{A, FLAT, C, B, D, C}, {0, 4, 2, 1, 3, 2}, 5},
                 {{A, FLAT, FLAT, FLAT, D, C}, {0, 1, 4, 1, 3, 2}, 5},
                 {{FLAT, FLAT, FLAT, FLAT, FLAT, FLAT}, {0, 1, 2, 1, 3, 2}, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_doc *doc = with_normals(&s, cases[i].which, "x.3dc");
        const struct rq_model3d *m = model_of(doc);
        check_note("case %zu", i);
        REQUIRE(m && m->face_count == 2 && m->normal_index_count == 0);
        CHECK_INT(m->vertex_count, cases[i].count);
        REQUIRE(m->vertex_normal_count == m->vertex_count);
        for (size_t c = 0; c < 6; c++) {
            uint32_t vertex = m->faces[c / 3].corners[c % 3].vertex;
            CHECK_INT(vertex, cases[i].vertices[c]);
            bool near_b = cases[i].which[c] == NEAR_B;
            CHECK(is_normal(m->vertex_normals[vertex], near_b ? B : cases[i].which[c]));
            for (size_t k = 0; k < 3; k++)
                CHECK_INT(m->vertices[vertex][k],
                          (k < 2 ? -5120 : 5120) * (int)s.positions[c * 3 + k]);
        }
        rq_doc_free(doc);
    }
}

/* ---- looks ---- */

static uint32_t image_word(unsigned bank, unsigned image)
{
    uint32_t word = 10 + bank / 100;
    const unsigned digits[] = {bank / 10 % 10, bank % 10, image / 100, image / 10 % 10, image % 10};
    for (size_t i = 0; i < 5; i++)
        word = word * 40 + digits[i];
    return word;
}

/* The word of the texture, or 0 and the reason. */
static uint32_t look(const char *material, const char *picture, struct rq_error *err)
{
    static struct small s;
    make_small(&s, 3);
    s.material.name = material;
    s.texture.name = picture;
    s.material.texture = picture ? 0 : -1;
    struct rq_doc *doc = from_scene(&s, "x.3d", err);
    uint32_t word = doc ? model_of(doc)->faces[0].texture : 0;
    check_note("%s, %s", material, picture ? picture : "-");
    CHECK_INT(doc ? model_of(doc)->faces[0].high : 0, word >> 24);
    CHECK(doc || (err->offset == 0 && err->code == RQ_USAGE));
    rq_doc_free(doc);
    return word;
}

static void test_materials(void)
{
    static const struct {
        const char *name;
        unsigned bank, image;
    } images[] = {{"302/5", 302, 5},          {"00302/00005", 302, 5},
                  {"599/999", 599, 999},      {"0/0", 0, 0},
                  {"302/5 opaque", 302, 5},   {"302/5.001", 302, 5},
                  {"302/5 opaque.9", 302, 5}, {"302/5.", 302, 5},
                  {"123/456", 123, 456}};
    static const char *const unknown[] = {"000302/5",    "302/000005", "302/",       "/5",
                                          "302",         "302/5x",     "302/5.1x",   "302/5opaque",
                                          "302 /5",      "302/5 o",    "302:5",      "0x1234567",
                                          "0x123456789", "0xABCDEF12", "1x12345678", ""};
    struct rq_error err;
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++)
        CHECK_INT(look(images[i].name, "any", &err), image_word(images[i].bank, images[i].image));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_INT(look(unknown[i], "any", &err), 0);
        CHECK(strstr(err.text, "which image it shows is not known") != NULL);
    }
    CHECK_INT(look("color 255", NULL, &err), 0xFFF0FF00);
    CHECK_INT(look("color 0 opaque", NULL, &err), 0xFFF00000);
    CHECK_INT(look("0x00000001", NULL, &err), 1);
    CHECK_INT(look("0xfedcba98", "any", &err), 0xFEDCBA98);
    static const char *const beyond[] = {"600/0", "0/1000", "99999/0", "color 256", "color 99999"};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        CHECK_INT(look(beyond[i], i < 3 ? "any" : NULL, &err), 0);
        CHECK(strstr(err.text,
                     "banks go from 0 to 599, images from 0 to 999, colours from 0 to 255"));
    }
}

static void test_pictures(void)
{
    static const struct {
        const char *name;
        unsigned bank, image;
    } images[] = {{"A00000", 0, 0},          {"f99999", 599, 999},
                  {"D02005.png", 302, 5},    {"a/b\\C12345.x", 212, 345},
                  {"a\\b/e00100", 400, 100}, {"B99000", 199, 0}};
    static const char *const unknown[] = {"G00000",  "@00000", "`00000", "D0200",    "D020055",
                                          "D02005x", "D0200x", "",       "D02005/x", "DD02005"};
    struct rq_error err;
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++)
        CHECK_INT(look("wall", images[i].name, &err), image_word(images[i].bank, images[i].image));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        CHECK_INT(look("wall", unknown[i], &err), 0);
}

/* Without a palette entry n is grey n: as bright as the colour, by Rec. 709, in sRGB. */
static void test_greys(void)
{
    static const struct {
        float color[3];
        unsigned entry;
    } cases[] = {{{0, 0, 0}, 0},
                 {{1, 1, 1}, 255},
                 {{1, 0, 0}, 127},
                 {{0, 1, 0}, 220},
                 {{0, 0, 1}, 76},
                 {{-1, -1, -1}, 0},
                 {{2, 2, 2}, 255},
                 {{0.5f, 0.5f, 0.5f}, 188},
                 {{0.002f, 0.002f, 0.002f}, 7} /* 12.92 * 0.002 * 255 = 6.6 */,
                 {{0.01f, 0.01f, 0.01f}, 25} /* (1.055 * 0.01^(1 / 2.4) - 0.055) * 255 = 25.5 */};
    static struct small s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        const struct rq_finding *findings;
        char text[80];
        make_small(&s, 3);
        s.material.name = "paint";
        s.material.texture = -1;
        memcpy(s.material.color, cases[i].color, sizeof cases[i].color);
        struct rq_doc *doc = from_scene(&s, "x.3d", &err);
        REQUIRE(doc && rq_doc_findings(doc, &findings) == 1);
        check_note("case %zu", i);
        CHECK_INT(model_of(doc)->faces[0].texture >> 8 & 0xFF, cases[i].entry);
        snprintf(text, sizeof text, "no palette is at hand: the colour becomes entry %u",
                 cases[i].entry);
        CHECK_STR(findings[0].text, text);
        CHECK_STR(findings[0].where, "material paint");
        rq_doc_free(doc);
    }
}

/* ---- places in textures ---- */

/* 64 pixels are 1024 16ths. The first corner stays where it is as far as 16 bits go; steps go as far. */
static void test_coordinates(void)
{
    static const struct {
        int first, second;
        int u[2];
        unsigned over; /* pixels */
    } cases[] = {{32767, 32767, {32767, 0}, 0},       {32768, 32768, {0, 0}, 0},
                 {-32767, -32767, {-32767, 0}, 0},    {-32768, -32768, {0, 0}, 0},
                 {0, 32767, {0, 32767}, 0},           {0, 32768, {0, 0}, 2048},
                 {0, -32767, {0, -32767}, 0},         {0, -32768, {0, 0}, 2048},
                 {-16384, 16383, {-16384, 32767}, 0}, {-16384, 16384, {0, 0}, 2048},
                 {33800, 33801, {8, 1}, 0},           {-33800, -33801, {1016, -1}, 0}};
    static struct small s;
    for (size_t axis = 0; axis < 2; axis++)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct rq_error err;
            make_small(&s, 3);
            s.texture.height = 64;
            s.primitive.attributes[RQ_TEXCOORD_0] = s.uvs;
            s.uvs[axis] = (float)cases[i].first / 1024;
            s.uvs[2 + axis] = s.uvs[4 + axis] = (float)cases[i].second / 1024;
            struct rq_doc *doc = from_scene(&s, "x.3d", &err);
            check_note("axis %zu, case %zu", axis, i);
            if (cases[i].over) {
                CHECK(doc == NULL && err.code == RQ_LIMIT && err.offset == 0);
                CHECK_STR(err.text, "a face of node 0 goes over 2048 pixels of its texture, and "
                                    "2047 fit; divide the face");
                continue;
            }
            CHECK_STR(err.text, "");
            REQUIRE(doc != NULL);
            const struct rq_model3d_corner *c = model_of(doc)->faces[0].corners;
            for (size_t k = 0; k < 2; k++)
                CHECK_INT(axis ? c[k].v : c[k].u, cases[i].u[k]);
            CHECK_INT(axis ? c[2].v : c[2].u, 0);
            CHECK_INT(axis ? c[1].u : c[1].v, 0);
            rq_doc_free(doc);
        }
    /* Halves of a 16th are rounded up; a colour has no places. */
    struct rq_error err;
    make_small(&s, 3);
    s.primitive.attributes[RQ_TEXCOORD_0] = s.uvs;
    s.uvs[0] = 0.5f / 1024;
    s.uvs[1] = -0.5f / 512;
    s.uvs[2] = 1.25f / 1024;
    struct rq_doc *doc = from_scene(&s, "x.3d", &err);
    REQUIRE(doc != NULL);
    const struct rq_model3d_corner *c = model_of(doc)->faces[0].corners;
    CHECK(c[0].u == 1 && c[0].v == 0 && c[1].u == 0 && c[1].v == 0 && c[2].u == -1);
    rq_doc_free(doc);
    s.material.name = "color 3";
    doc = from_scene(&s, "x.3d", &err);
    REQUIRE(doc != NULL);
    c = model_of(doc)->faces[0].corners;
    CHECK(c[0].u == 0 && c[1].u == 0 && c[2].u == 0);
    rq_doc_free(doc);
}

/* ---- what is around it ---- */

/* The middle of an odd length is the smaller one; half sizes are whole units of 256, the radius has no fraction. */
static void test_volume(void)
{
    /* The vertices 0 0 0, -5121 0 0 and 0 10241 3, and the same with the other signs. */
    static const float at[9] = {0, 0, 0, 5121.0f / 5120, 0, 0, 0, -10241.0f / 5120, 3.0f / 5120};
    static const int32_t centers[2][3] = {{-2561, 5120, 1}, {2560, -5121, -2}};
    static struct small s;
    for (size_t turn = 0; turn < 2; turn++) {
        struct rq_error err;
        make_small(&s, 3);
        for (size_t i = 0; i < 9; i++)
            s.positions[i] = turn ? -at[i] : at[i];
        struct rq_doc *doc = from_scene(&s, "x.3d", &err);
        const struct rq_model3d *m = model_of(doc);
        REQUIRE(m && m->volume_count == 1);
        const struct rq_model3d_volume *v = &m->volumes[0].volume;
        for (size_t k = 0; k < 3; k++)
            CHECK_INT(v->center[k], centers[turn][k]);
        CHECK(v->extent[0] == 5121 / 512.0f && v->extent[1] == 10241 / 512.0f &&
              v->extent[2] == 3 / 512.0f);
        CHECK_INT(v->radius, 5725); /* sqrt(2561^2 + 5121^2 + 2^2) = 5725.7 */
        CHECK(v->face_count == 1 && m->volumes[0].faces[0].linked &&
              m->volumes[0].faces[0].value == 0);
        rq_doc_free(doc);
    }
}

/* ---- words of textures ---- */

/* Letters of a name count in base 40: the first is 10 to 15, the five digits 0 to 9. */
static void test_words(void)
{
    static const struct rq_model3d m = {.header = {.version = "v4.0"}},
                                   early = {.header = {.version = "v2.7"}};
    static const uint32_t places[] = {102400000, 2560000, 64000, 1600, 40, 1};
    for (size_t i = 0; i < 6; i++) {
        unsigned least = i == 0 ? 10 : 0, most = i == 0 ? 16 : 10;
        for (unsigned digit = i == 0 ? 9 : 0; digit <= most; digit++) {
            uint32_t word = (i ? 10 * places[0] : 0) + digit * places[i], back = 0;
            struct rq_model3d_texture t = rq_model3d_texture(&m, word);
            bool known = digit >= least && digit < most;
            check_note("%u at %zu", digit, i);
            CHECK_INT(t.kind, known ? RQ_MODEL3D_IMAGE : RQ_MODEL3D_UNKNOWN);
            CHECK_INT(rq_model3d_texture_word(&m, t, &back), known);
            CHECK_INT(back, known ? word : 0);
        }
    }
    CHECK_INT(rq_model3d_texture(&m, 0xFFEFFFFF).kind, RQ_MODEL3D_UNKNOWN);
    CHECK_INT(rq_model3d_texture(&m, 0xFFF00000).kind, RQ_MODEL3D_COLOR);
    static const struct {
        const struct rq_model3d *m;
        struct rq_model3d_texture t;
        int64_t word; /* -1: none */
    } words[] = {{&m, {RQ_MODEL3D_IMAGE, 599, 999, 0}, 1559630769},
                 {&m, {RQ_MODEL3D_IMAGE, 600, 0, 0}, -1},
                 {&m, {RQ_MODEL3D_IMAGE, 0, 1000, 0}, -1},
                 {&m, {RQ_MODEL3D_COLOR, 0, 0, 255}, 0xFFF0FF00},
                 {&m, {RQ_MODEL3D_COLOR, 0, 0, 256}, -1},
                 {&m, {RQ_MODEL3D_COLOR, 999, 9999, 1}, 0xFFF00100},
                 {&early, {RQ_MODEL3D_IMAGE, 2, 0, 0}, 256},
                 {&early, {RQ_MODEL3D_IMAGE, 1, 0, 0}, -1},
                 {&early, {RQ_MODEL3D_IMAGE, 511, 127, 0}, 65535},
                 {&early, {RQ_MODEL3D_IMAGE, 512, 0, 0}, -1},
                 {&early, {RQ_MODEL3D_IMAGE, 2, 128, 0}, -1},
                 {&early, {RQ_MODEL3D_COLOR, 0, 0, 255}, 255},
                 {&early, {RQ_MODEL3D_COLOR, 0, 0, 256}, -1},
                 {&early, {RQ_MODEL3D_UNKNOWN, 2, 0, 0}, -1}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint32_t word = 0;
        check_note("case %zu", i);
        CHECK_INT(rq_model3d_texture_word(words[i].m, words[i].t, &word), words[i].word >= 0);
        CHECK_INT(word, words[i].word >= 0 ? words[i].word : 0);
        if (words[i].word < 0)
            continue;
        struct rq_model3d_texture back = rq_model3d_texture(words[i].m, word);
        CHECK_INT(back.kind, words[i].t.kind);
        CHECK(back.kind == RQ_MODEL3D_COLOR
                  ? back.color == words[i].t.color && back.bank == 0 && back.image == 0
                  : back.bank == words[i].t.bank && back.image == words[i].t.image);
    }
    CHECK_INT(rq_model3d_texture(&early, 257).image, 1);
}

static void test_words_of_json(void)
{
    static const struct {
        const char *version, *texture;
        int64_t word; /* -1: refused */
    } cases[] = {{"v4.0", "\"302/5\"", 0x4F5A7405},
                 {"v4.0", "\"0302/005\"", 0x4F5A7405},
                 {"v4.0", "\"color 17\"", 0xFFF01100},
                 {"v4.0", "\"color 255\"", 0xFFF0FF00},
                 {"v4.0", "\"color 256\"", -1},
                 {"v4.0", "\"color \"", -1},
                 {"v4.0", "\"color 1x\"", -1},
                 {"v4.0", "\"302/\"", -1},
                 {"v4.0", "\"302\"", -1},
                 {"v4.0", "\"302/5 \"", -1},
                 {"v4.0", "\"302-5\"", -1},
                 {"v4.0", "\"599/999\"", 1559630769},
                 {"v4.0", "\"600/0\"", -1},
                 {"v4.0", "\"0/1000\"", -1},
                 {"v4.0", "\"4294967598/5\"", -1}, /* 2^32 + 302 */
                 {"v4.0", "\"color 4294967297\"", -1},
                 {"v4.0", "\"0x00000007\"", 7},
                 {"v4.0", "\"0xFFFFFFFF\"", 0xFFFFFFFF},
                 {"v4.0", "4294967295", 0xFFFFFFFF},
                 {"v2.6", "\"2/0\"", 256},
                 {"v2.6", "\"511/127\"", 65535},
                 {"v2.6", "\"1/0\"", -1},
                 {"v2.6", "\"color 9\"", 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        struct rq_error err = {0};
        int n = snprintf(text, sizeof text,
                         "{\"format\":\"model3d\",\"version\":1,\"header\":{\"version\":\"%s\"},"
                         "\"faces\":[{\"texture\":%s,\"corners\":[]}]}",
                         cases[i].version, cases[i].texture);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, &err);
        check_note("%s: %s", cases[i].version, cases[i].texture);
        CHECK_INT(doc != NULL, cases[i].word >= 0);
        if (doc)
            CHECK_INT(model_of(doc)->faces[0].texture, cases[i].word);
        else
            CHECK(strstr(err.text,
                         "a texture is \"302/5\", \"color 17\" or \"0x...\", within what v") !=
                  NULL);
        rq_doc_free(doc);
    }
}

/* ---- extras ---- */

/* A fan of triangles is one face when the extras say so: of three to 255 corners. */
static void test_fans(void)
{
    enum { MOST = 257 };
    static uint32_t indices[MOST * 3];
    static float positions[(MOST + 1) * 3];
    for (uint32_t count = 3; count <= MOST; count += count == 3 ? 251 : 1) {
        struct rq_out extras = {0};
        static struct small s;
        struct rq_error err;
        make_small(&s, 3);
        rq_putf(&extras,
                "{\"model3d\":{\"version\":\"v4.0\",\"type\":0,\"vertices\":%u,\"faces\":[[0",
                count);
        for (uint32_t i = 0; i < count; i++) {
            positions[i * 3] = -(float)i; /* a parabola: no three on a line */
            positions[i * 3 + 1] = (float)(i * i);
            rq_putf(&extras, ",%u",
                    count - 1 - i); /* numbers of vertices as the extras have them */
            if (i + 2 < count) {
                indices[i * 3] = 0;
                indices[i * 3 + 1] = i + 1;
                indices[i * 3 + 2] = i + 2;
            }
        }
        rq_put_str(&extras, "]],\"loose\":[]}}");
        s.primitive.attributes[RQ_POSITION] = positions;
        s.primitive.vertex_count = count;
        s.primitive.indices = indices;
        s.primitive.index_count = (count - 2) * 3;
        s.mesh.extras = rq_out_bytes(&extras);
        struct rq_doc *doc = from_scene(&s, "x.3d", &err);
        check_note("%u corners", count);
        CHECK_STR(err.text, "");
        const struct rq_model3d *m = model_of(doc);
        REQUIRE(m != NULL);
        CHECK_INT(m->face_count, count <= 255 ? 1 : count - 2);
        CHECK_INT(m->vertex_count, count);
        if (count <= 255) {
            CHECK_INT(m->faces[0].corner_count, count);
            for (uint32_t i = 0; i < count; i++) {
                CHECK_INT(m->faces[0].corners[i].vertex, count - 1 - i);
                CHECK_INT(m->vertices[count - 1 - i][0], (int32_t)i * 5120);
            }
        }
        rq_doc_free(doc);
        rq_out_free(&extras);
    }
}

/* A triangle that does not begin where the fan does, or not where the one before ended, is no part of it. */
static void test_no_fans(void)
{
    static const uint32_t lists[][6] = {{0, 1, 2, 0, 2, 3},
                                        {0, 1, 2, 1, 2, 3},
                                        {0, 1, 2, 0, 3, 2},
                                        {0, 1, 2, 2, 3, 0},
                                        {0, 2, 1, 0, 1, 3}};
    static const float positions[] = {0, 0, 0, -1, 0, 0, -1, 1, 0, 0, 1, 0};
    static const char extras[] = "{\"model3d\":{\"version\":\"v4.0\",\"type\":0,\"vertices\":4,"
                                 "\"faces\":[[0,0,1,2,3]],\"loose\":[]}}";
    for (size_t i = 0; i < 5; i++) {
        static struct small s;
        struct rq_error err;
        make_small(&s, 3);
        s.primitive.attributes[RQ_POSITION] = positions;
        s.primitive.vertex_count = 4;
        s.primitive.indices = lists[i];
        s.primitive.index_count = 6;
        s.mesh.extras = (struct rq_bytes){(const uint8_t *)extras, sizeof extras - 1};
        struct rq_doc *doc = from_scene(&s, "x.3d", &err);
        check_note("list %zu", i);
        REQUIRE(doc != NULL);
        CHECK_INT(model_of(doc)->face_count, i == 0 || i == 4 ? 1 : 2);
        rq_doc_free(doc);
    }
}

/* ---- as a scene ---- */

static int32_t corner_places[3][3] = {{0, 0, 0}, {5120, 0, 0}, {0, 5120, 0}};
static struct rq_model3d_corner corner_list[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};

/* A triangle of a texture. */
static struct rq_doc *one_face(struct rq_model3d_face *face, uint32_t word)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("model3d"), NULL, NULL);
    struct rq_model3d *m = doc ? rq_doc_root(doc, "model3d") : NULL;
    if (!m)
        return NULL;
    *face = (struct rq_model3d_face){.corner_count = 3, .texture = word, .corners = corner_list};
    memcpy(m->header.version, "v4.0", 4);
    m->vertex_count = 3;
    m->vertices = corner_places;
    m->face_count = 1;
    m->faces = face;
    return doc;
}

/* 2048 frames behind the first can be morph targets. */
static void test_most_frames(void)
{
    static struct rq_model3d_frame frames[2050];
    for (uint32_t count = 2049; count <= 2050; count++) {
        struct rq_arena arena = {0};
        struct rq_error err = {.offset = 5};
        struct rq_view view = {.arena = &arena, .err = &err};
        struct rq_scene scene;
        struct rq_model3d_face face;
        struct rq_doc *doc = one_face(&face, 0xFFF01100);
        REQUIRE(doc != NULL);
        struct rq_model3d *m = rq_doc_root(doc, "model3d");
        memset(frames, 0, sizeof frames);
        frames[0].record.type = 2;
        m->frames = frames;
        m->frame_count = count;
        CHECK_INT(doc->format->scene->scene(doc, &view, &scene), count == 2049);
        CHECK_STR(err.text, count == 2049 ? "" : "2050 frames, at most 2048 can be morph targets");
        if (count == 2049) {
            CHECK(scene.mesh_count == 1 && scene.meshes[0].morph_count == 2048);
            CHECK(scene.animation_count == 1 && scene.animations[0].channels[0].key_count == 2049);
            const struct rq_channel *c = &scene.animations[0].channels[0];
            CHECK(c->times[0] == 0 && fabsf(c->times[12] - 1) < 1e-6f);
            for (size_t i = 0; i < 5; i++) /* key f has the weight of frame f alone */
                for (size_t k = 0; k < 5; k++)
                    CHECK(c->values[i * 2048 + k] == (float)(i == k + 1));
        } else {
            CHECK(err.code == RQ_LIMIT && err.offset == 0);
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

/* What a face shows, by the name of its material; words of no image and no colour as they are. */
static void test_names_of_materials(void)
{
    static const struct {
        uint32_t word;
        const char *name;
    } cases[] = {{0x4F5A7405, "302/5"},      {1559630769, "599/999"}, {0xFFF01100, "color 17"},
                 {0x12345678, "0x12345678"}, {7, "0x00000007"}, /* no image of bank 7 */
                 {999, "0x000003e7"},        {1000, "0x000003e8"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_view view = {.arena = &arena, .err = &err};
        struct rq_scene scene;
        struct rq_model3d_face face;
        struct rq_doc *doc = one_face(&face, cases[i].word);
        REQUIRE(doc && doc->format->scene->scene(doc, &view, &scene));
        REQUIRE(scene.material_count == 1 && scene.mesh_count == 1);
        check_note("%x", cases[i].word);
        CHECK_STR(scene.materials[0].name, cases[i].name);
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

TESTS(test_near_normals, test_tables, test_split, test_materials, test_pictures, test_greys,
      test_coordinates, test_volume, test_words, test_words_of_json, test_fans, test_no_fans,
      test_most_frames, test_names_of_materials)
