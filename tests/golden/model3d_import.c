/* Models and archives of models from scenes: a GLB laid down by hand, whose model is worked out from
 * the specification byte by byte; looks, normals, places and refusals. */
#include "redguard.h"

#include <math.h>
#include <reliquary/model3d.h>
#include <reliquary/rob.h>

static void putf(struct made *m, float v)
{
    put32(m, rq_bits_of(v));
}

static void put_triple(struct made *m, uint32_t a, uint32_t b, uint32_t c)
{
    put32(m, a);
    put32(m, b);
    put32(m, c);
}

/* A palette: entry 200 is red, entry 201 a little darker, all others black. */
static struct rq_bytes palette(void)
{
    static struct made col;
    col.size = 0;
    put32(&col, 776);
    put32(&col, 0xB123);
    put_zeros(&col, 768);
    col.data[8 + 200 * 3] = 255;
    col.data[8 + 201 * 3] = 250;
    return (struct rq_bytes){col.data, col.size};
}

/* ---- a GLB by hand ---- */

/* Two triangles of a square of 1, which has y up and x to the left, and two morph targets: the first
 * moves vertex 2 up by 1, the second moves vertex 3 to the front by a half. The first triangle shows
 * image 5 of TEXBSI.302, 64 x 32, as the name of the picture says; the second is red. */
static const char hand_json[] =
    "{\"nodes\":[{\"mesh\":0,\"name\":\"Square\"}],\"meshes\":[{\"primitives\":["
    "{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":3},\"indices\":4,\"material\":0,"
    "\"targets\":[{\"POSITION\":1},{\"POSITION\":2}]},"
    "{\"attributes\":{\"POSITION\":0},\"indices\":5,\"material\":1,"
    "\"targets\":[{\"POSITION\":1},{\"POSITION\":2}]}]}],"
    "\"materials\":[{\"name\":\"wall\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}},"
    "{\"name\":\"paint\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,1]}}],"
    "\"textures\":[{\"source\":0}],\"images\":[{\"name\":\"D02005\",\"bufferView\":3}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":96,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"},"
    "{\"bufferView\":2,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"},"
    "{\"bufferView\":2,\"byteOffset\":3,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":144},"
    "{\"buffer\":0,\"byteOffset\":144,\"byteLength\":32},"
    "{\"buffer\":0,\"byteOffset\":176,\"byteLength\":6},"
    "{\"buffer\":0,\"byteOffset\":184,\"byteLength\":24}],\"buffers\":[{\"byteLength\":208}]}";

static struct rq_bytes hand_made(struct made *m)
{
    static const float positions[12] = {0, 0, 0, -1, 0, 0, 0, 1, 0, -1, 1, 0};
    static const float moves[24] = {[7] = 1, [23] = 0.5f};
    static const float uvs[8] = {0, 0, 1, 0, 0, 1, 0, 0};
    static const uint8_t indices[8] = {0, 1, 2, 1, 3, 2};
    size_t size = strlen(hand_json);
    m->size = 0;
    put_text(m, "glTF", 4);
    put32(m, 2);
    put32(m, (uint32_t)(28 + size + 208));
    put32(m, (uint32_t)size);
    put_text(m, "JSON", 4);
    put_text(m, hand_json, size);
    put32(m, 208);
    put_text(m, "BIN", 4);
    for (size_t i = 0; i < 12; i++)
        putf(m, positions[i]);
    for (size_t i = 0; i < 24; i++)
        putf(m, moves[i]);
    for (size_t i = 0; i < 8; i++)
        putf(m, uvs[i]);
    for (size_t i = 0; i < 8; i++)
        put8(m, indices[i]);
    put_text(m, "\x89PNG\r\n\x1a\n", 8);
    put32be(m, 13);
    put_text(m, "IHDR", 4);
    put32be(m, 64);
    put32be(m, 32);
    return (struct rq_bytes){m->data, m->size};
}

/* As the specification has it: positions are -x, -y, z times 20 * 256. The word of D02005 is
 * 13 * 40^5 + 2 * 40^3 + 5 = 0x4F5A7405. Texture coordinates are 16ths of a pixel, 16 * 64 and 16 * 32,
 * counted from the corner before. Both faces look along -z. In frame 2 vertex 3 is 2560 farther: the
 * second face then looks along (1, -1, -2), which is 105 -105 -209 when it is 256 long; in 10 bits
 * 0x069, 0x397, 0x32F. -256 is 0x300. Frames hold what is taken away from the vertices. */
static void put_expected(struct made *m)
{
    put_text(m, "v4.0", 4);
    const uint32_t header[15] = {4, 2, 7240, 3, 204, 6, 0, 0, 0, 0, 316, 132, 180, 6, 64};
    for (size_t i = 0; i < 15; i++)
        put32(m, header[i]);
    const uint32_t words[2] = {0x4F5A7405, 0xFFF0C800};
    const int corners[2][3][3] = {{{0, 0, 0}, {1, 1024, 0}, {2, -1024, 512}},
                                  {{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}};
    for (size_t i = 0; i < 2; i++) {
        put8(m, 3);
        put8(m, words[i] >> 24);
        put32(m, words[i]);
        put32(m, 0);
        for (size_t k = 0; k < 3; k++) {
            put32(m, (uint32_t)corners[i][k][0]);
            put16(m, corners[i][k][1]);
            put16(m, corners[i][k][2]);
        }
    }
    put_triple(m, 0, 0, 0);
    put_triple(m, 5120, 0, 0);
    put_triple(m, 0, (uint32_t)-5120, 0);
    put_triple(m, 5120, (uint32_t)-5120, 0);
    put_triple(m, 0, 0, (uint32_t)-256);
    put_triple(m, 0, 0, (uint32_t)-256);
    const uint32_t records[12] = {132, 180, 0, 2, 252, 276, 0, 0, 284, 308, 0, 0};
    for (size_t i = 0; i < 12; i++)
        put32(m, records[i]);
    for (size_t i = 0; i < 12; i++)
        put16(m, i == 7 ? 5120 : 0);
    put32(m, 0x30000000);
    put32(m, 0x30000000);
    for (size_t i = 0; i < 12; i++)
        put16(m, i == 11 ? -2560 : 0);
    put32(m, 0x30000000);
    put32(m, 0x32FE5C69);
    for (size_t i = 0; i < 12; i++)
        put32(m, 0xFFC00000);
}

static struct rq_doc *import(struct rq_bytes glb, const char *format, const char *name,
                             struct rq_error *err)
{
    const struct rq_options options = {.name = name, .palette = palette()};
    return rq_doc_import(glb, rq_format_by_name(format), &options, err);
}

static void test_by_hand(void)
{
    static struct made glb, expected;
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_out out = {0};
    struct rq_doc *doc = import(hand_made(&glb), "model3d", "x.3DC", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    expected.size = 0;
    put_expected(&expected);
    CHECK_MEM(out.data, out.size, expected.data, expected.size);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* Differences from -32768 to 32767 fit in 16 bits, as type 2 has them; with one more the frames hold places, type 4. The
 * last move of the GLB is that of vertex 3 along z, which the frame holds with the other sign, times 20 * 256. */
static void test_far_moves(void)
{
    static const int differences[] = {32767, 32768, -32768, -32769};
    for (size_t i = 0; i < 4; i++) {
        static struct made glb;
        struct rq_error err = {0};
        hand_made(&glb);
        size_t end = glb.size;
        glb.size = 28 + strlen(hand_json) + 48 + 23 * 4;
        putf(&glb, (float)-differences[i] / 5120);
        glb.size = end;
        struct rq_doc *doc = import((struct rq_bytes){glb.data, end}, "model3d", "x.3DC", &err);
        check_note("%d", differences[i]);
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        const struct rq_model3d *m = rq_doc_root(doc, "model3d");
        CHECK_INT(m->frames[0].record.type, i % 2 ? 4 : 2);
        CHECK_INT(m->frames[2].positions[3][2], i % 2 ? -differences[i] : differences[i]);
        rq_doc_free(doc);
    }
}

/* As a .3D it stands still: v5.0, a table of normals, a volume around all: the box goes from 0 to 5120
 * and from -5120 to 0; from its middle to a corner it is 2560 * sqrt 2 = 3620.4; half of it is 10. */
static void test_still(void)
{
    static struct made glb;
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = import(hand_made(&glb), "model3d", "x.3d", &err);
    REQUIRE(doc != NULL);
    const struct rq_model3d *m = rq_doc_root(doc, "model3d");
    CHECK_MEM(m->header.version, 4, "v5.0", 4);
    CHECK(m->frame_count == 1 && m->frames[0].record.type == 0);
    CHECK(m->normal_index_count == 6 && m->vertex_normal_count == 4);
    for (uint32_t i = 0; i < 6; i++)
        CHECK(m->normal_indices[i].linked && m->normal_indices[i].value < 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK(rq_bits_of(m->vertex_normals[i][0]) == 0xFFC00000);
    REQUIRE(m->volume_count == 1);
    const struct rq_model3d_volume *v = &m->volumes[0].volume;
    CHECK(v->center[0] == 2560 && v->center[1] == -2560 && v->center[2] == 0);
    CHECK(v->radius == 3620 && v->face_count == 2);
    CHECK(v->extent[0] == 10 && v->extent[1] == 10 && v->extent[2] == 0);
    CHECK(m->volumes[0].faces[1].linked && m->volumes[0].faces[1].value == 1);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "model3d-left-out");
    CHECK_STR(findings[0].text, "left out: 2 morph targets; a .3D stands still, a .3DC has frames");
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    struct rq_doc *again = read_and_check(rq_out_bytes(&out));
    CHECK(again && rq_doc_findings(again, &findings) == 0);
    rq_doc_free(again);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* In an archive the node is a segment of type 256, because it moves, with the box of its vertices in
 * frame 0; its data is the model above. */
static void test_archive(void)
{
    static struct made glb, expected;
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = import(hand_made(&glb), "rob", "x.rob", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    expected.size = 0;
    put_text(&expected, "OARC", 4);
    put32be(&expected, 4);
    put32(&expected, 1);
    put_text(&expected, "OARD", 4);
    put32be(&expected, 80 + 364);
    put32(&expected, 80 + 364);
    put_text(&expected, "SQUARE", 8);
    put16(&expected, 256);
    put_zeros(&expected, 5);
    put8(&expected, 2);
    put32be(&expected, 1);
    put32(&expected, 0);
    put_triple(&expected, 5120, 5120, 0);
    put_zeros(&expected, 12);
    put_triple(&expected, 5120, 0, 0);
    put_triple(&expected, 0, 5120, 0);
    put32(&expected, 364);
    put_expected(&expected);
    put_text(&expected, "END ", 4);
    CHECK_MEM(out.data, out.size, expected.data, expected.size);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* ---- scenes as structs ---- */

static const float places[] = {0, 0, 0, -1, 0, 0, 0, 1, 0};
static const float whole[] = {0, 0, 1, 0, 0, 1};
static const uint32_t triangle[] = {0, 1, 2};

/* One triangle with a material; all of it may be changed. */
struct small {
    struct rq_primitive primitive;
    struct rq_mesh mesh;
    struct rq_node node;
    struct rq_material material;
    struct rq_texture texture;
    struct rq_scene scene;
};

static void make_small(struct small *s)
{
    memset(s, 0, sizeof *s);
    s->primitive = (struct rq_primitive){.vertex_count = 3, .index_count = 3, .indices = triangle};
    s->primitive.attributes[RQ_POSITION] = places;
    s->primitive.attributes[RQ_TEXCOORD_0] = whole;
    s->mesh = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitive};
    s->node = rq_node_of("thing", -1);
    s->node.mesh = 0;
    s->material =
        (struct rq_material){.name = "302/5", .color = {1, 1, 1, 1}, .texture = 0, .lightmap = -1};
    s->texture = (struct rq_texture){.name = "any", .width = 64, .height = 64};
    s->scene = (struct rq_scene){.node_count = 1,
                                 .nodes = &s->node,
                                 .mesh_count = 1,
                                 .meshes = &s->mesh,
                                 .material_count = 1,
                                 .materials = &s->material,
                                 .texture_count = 1,
                                 .textures = &s->texture};
}

static struct rq_doc *from_scene(const struct rq_scene *scene, const char *format, const char *name,
                                 bool colors, struct rq_error *err)
{
    struct rq_options options = {.memory_limit = 64 << 20};
    if (colors)
        options.palette = palette();
    struct rq_doc *doc = rq_doc_new(rq_format_by_name(format), &options, err);
    if (doc && !doc->format->scene->from_scene(doc, scene, name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

static void check_refused(const struct rq_scene *scene, const char *format, const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc = from_scene(scene, format, "x.3d", true, &err);
    CHECK(!doc);
    CHECK_STR(err.text, text);
    rq_doc_free(doc);
}

/* Words of the specification: the name of an image in base 40, or 0xFFF and a colour. A material goes
 * by its own name before that of its picture. */
static void test_looks(void)
{
    static const struct {
        const char *material, *picture;
        float color[4];
        uint32_t word;
        const char *finding;
    } looks[] = {
        {"302/5", "any", {1, 1, 1, 1}, 0x4F5A7405, ""},
        {"302/5 opaque", NULL, {1, 1, 1, 1}, 0x4F5A7405, "model3d-assumed-size"},
        {"302/5.001", "A00000", {1, 1, 1, 1}, 0x4F5A7405, ""},
        {"wall", "art/d02005.png", {1, 1, 1, 1}, 0x4F5A7405, ""},
        {NULL, "D02005", {1, 1, 1, 1}, 0x4F5A7405, ""},
        /* 10 * 40^5; 15 * 40^5 + 9 * (40^4 + 40^3 + 40^2 + 40 + 1) */
        {"0/0", "any", {1, 1, 1, 1}, 1024000000, ""},
        {"599/999", "any", {1, 1, 1, 1}, 1559630769, ""},
        {"color 17", NULL, {1, 0, 0, 1}, 0xFFF01100, ""},
        {"color 0.012", NULL, {1, 0, 0, 1}, 0xFFF00000, ""},
        {"paint", NULL, {1, 0, 0, 1}, 0xFFF0C800, ""},
        /* 0.9387 is 248 of 255 in sRGB, nearer to 250 than to 255. */
        {"302/x", NULL, {0.9387f, 0, 0, 1}, 0xFFF0C900, ""},
        {"0x12345678", "any", {1, 1, 1, 1}, 0x12345678, ""},
    };
    static struct small s;
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        struct rq_error err = {0};
        const struct rq_finding *findings;
        make_small(&s);
        s.material.name = looks[i].material;
        s.material.texture = looks[i].picture ? 0 : -1;
        s.texture.name = looks[i].picture;
        memcpy(s.material.color, looks[i].color, sizeof s.material.color);
        check_note("%zu %s", i, looks[i].material);
        struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        const struct rq_model3d *m = rq_doc_root(doc, "model3d");
        CHECK_INT(m->faces[0].texture, looks[i].word);
        CHECK_INT(m->faces[0].high, looks[i].word >> 24);
        size_t count = rq_doc_findings(doc, &findings);
        CHECK_STR(count ? findings[0].id : "", looks[i].finding);
        rq_doc_free(doc);
    }
}

/* Without a palette entry n is grey n: linear 0.2126 of red is 127 of 255 in sRGB. Without a picture a
 * texture has 256 pixels, 4096 16ths. */
static void test_assumed(void)
{
    static struct small s;
    struct rq_error err = {0};
    const struct rq_finding *findings;
    make_small(&s);
    s.material = (struct rq_material){.name = "red", .color = {1, 0, 0, 1}, .texture = -1};
    struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", false, &err);
    REQUIRE(doc != NULL);
    const struct rq_model3d *m = rq_doc_root(doc, "model3d");
    CHECK_INT(m->faces[0].texture, 0xFFF07F00);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].text, "no palette is at hand: the colour becomes entry 127");
    rq_doc_free(doc);
    make_small(&s);
    s.texture.width = 0;
    doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
    REQUIRE(doc != NULL);
    m = rq_doc_root(doc, "model3d");
    CHECK(m->faces[0].corners[1].u == 4096 && m->faces[0].corners[2].v == 4096);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].where, "material 302/5");
    CHECK_STR(findings[0].text, "its picture is not there: 256 x 256 pixels are assumed");
    rq_doc_free(doc);
}

static void test_refused(void)
{
    static struct small s;
    static const float far[] = {0, 0, 0, -1, 0, 0, 0, 500000, 0},
                       tiny[] = {0, 0, 0, -0.00001f, 0, 0, 0, 0.00001f, 0},
                       long_uvs[] = {0, 0, 40, 0, 0, 1};
    make_small(&s);
    s.primitive.attributes[RQ_POSITION] = far;
    check_refused(&s.scene, "model3d",
                  "node 0 (thing): a vertex is at 0 500000 0; a model goes as far as 419430 from "
                  "its origin: make it smaller");
    s.primitive.attributes[RQ_POSITION] = tiny;
    check_refused(&s.scene, "model3d",
                  "no triangle of the scene is larger than a 5120th; make it larger");
    make_small(&s);
    s.primitive.attributes[RQ_TEXCOORD_0] = long_uvs;
    check_refused(&s.scene, "model3d",
                  "a face of node 0 goes over 2560 pixels of its texture, and 2047 fit; divide the "
                  "face");
    make_small(&s);
    s.material.name = "Wall";
    check_refused(&s.scene, "model3d",
                  "material Wall: which image it shows is not known; name it BANK/IMAGE, or its "
                  "picture like D02005: 302/5 is image 5 of TEXBSI.302");
    s.material.name = "600/5";
    check_refused(&s.scene, "model3d",
                  "material 600/5: banks go from 0 to 599, images from 0 to 999, colours from 0 to "
                  "255");
    s.material.name = "color 256";
    s.material.texture = -1;
    check_refused(&s.scene, "model3d",
                  "material color 256: banks go from 0 to 599, images from 0 to 999, colours from "
                  "0 to 255");
    make_small(&s);
    s.primitive.index_count = 0;
    check_refused(&s.scene, "model3d", "the scene has no triangles, and a model is made of faces");
    s.scene.node_count = 0;
    check_refused(&s.scene, "model3d", "the scene has no triangles, and a model is made of faces");
}

/* Volumes name a face by its number times 4 in 16 bits: 16384 of them. */
static void test_many_faces(void)
{
    enum { MOST = 16384 };
    static uint32_t indices[(MOST + 1) * 3];
    static struct small s;
    struct rq_error err = {0};
    make_small(&s);
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        indices[i] = (uint32_t)(i % 3);
    s.primitive.indices = indices;
    s.primitive.index_count = MOST * 3;
    struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
    CHECK(doc != NULL);
    rq_doc_free(doc);
    s.primitive.index_count = (MOST + 1) * 3;
    check_refused(&s.scene, "model3d",
                  "16385 faces, and a model that stands still has at most 16384; divide it, or "
                  "make a .3DC");
    doc = from_scene(&s.scene, "model3d", "x.3dc", true, &err);
    CHECK(doc != NULL);
    rq_doc_free(doc);
}

/* Textures repeat. A face that lies far from where its texture begins is moved by whole pictures: 40
 * pictures of 64 pixels are 40960 16ths, which do not fit, and 0 are the same. */
static void test_far_coordinates(void)
{
    static struct small s;
    static const float uvs[] = {40.5f, -40.25f, 41, -40, 40, -41};
    struct rq_error err = {0};
    make_small(&s);
    s.primitive.attributes[RQ_TEXCOORD_0] = uvs;
    struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_model3d_corner *c =
        ((const struct rq_model3d *)rq_doc_root(doc, "model3d"))->faces[0].corners;
    CHECK(c[0].u == 512 && c[0].v == 768);
    CHECK(c[1].u == 512 && c[1].v == 256);
    CHECK(c[2].u == -1024 && c[2].v == -1024);
    rq_doc_free(doc);
}

/* ---- names of segments ---- */

static void test_segments(void)
{
    static struct small s;
    static const struct {
        const char *first, *second, *text;
    } bad[] = {
        {"Suzanne_1", "b",
         "node Suzanne_1: the name of a segment has 1 to 8 letters, digits and "
         "signs; rename it"},
        {"", "b",
         "node without a name: the name of a segment has 1 to 8 letters, digits and "
         "signs; rename it"},
        {"a b", "b",
         "node a b: the name of a segment has 1 to 8 letters, digits and signs; rename "
         "it"},
        {"cube", "CUBE", "node CUBE: another node has that name; rename one of them"},
    };
    make_small(&s);
    struct rq_node nodes[4] = {s.node, s.node, s.node, rq_node_of("lamp", -1)};
    s.scene.nodes = nodes;
    s.scene.node_count = 4;
    /* Where a model stands does not count in an archive, but that it is turned, larger, or has parts: a
     * child of the second one is 2 to the right of it, which is -2 in x, and half as large. */
    nodes[0].translation[0] = 100;
    nodes[2].parent = 1;
    nodes[2].translation[0] = 2;
    nodes[2].scale[0] = nodes[2].scale[1] = nodes[2].scale[2] = 0.5f;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        nodes[0].name = bad[i].first;
        nodes[1].name = bad[i].second;
        check_note("%s", bad[i].first);
        check_refused(&s.scene, "rob", bad[i].text);
    }
    /* A mesh of many parts at many nodes would take long, though the file is small. */
    static struct rq_primitive parts[(1 << 19) + 1];
    const struct rq_mesh large = {.primitive_count = (1 << 19) + 1, .primitives = parts};
    s.scene.meshes = &large;
    check_refused(&s.scene, "rob", "more than 1048576 parts of meshes; divide the scene");
    s.scene.meshes = &s.mesh;
    nodes[0].name = "box";
    nodes[1].name = "palm.01";
    static const char water[] = "{\"type\":0,\"flags\":51200,\"attributes\":2,\"unused\":7}",
                      other[] = "{\"type\":512,\"flags\":0,\"attributes\":0,\"box\":[1,2,3,4,5,6]}";
    nodes[0].extras = (struct rq_bytes){(const uint8_t *)water, sizeof water - 1};
    nodes[3].extras = (struct rq_bytes){(const uint8_t *)other, sizeof other - 1};
    struct rq_error err = {0};
    struct rq_doc *doc = from_scene(&s.scene, "rob", "x.rob", true, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rq_doc_root(doc, "rob");
    REQUIRE(rob->segment_count == 3);
    CHECK_MEM(rob->segments[0].header.name, 8, "BOX\0\0\0\0\0", 8);
    CHECK_MEM(rob->segments[1].header.name, 8, "PALM.01\0", 8);
    const struct rq_rob_segment_header *h = &rob->segments[0].header;
    CHECK(h->segment_flags == 51200 && h->segment_attribs == 2 && h->unused_14 == 7);
    CHECK(h->bbox_positive[0] == 5120 && h->bbox_negative[0] == 0 && h->face_count_low[2] == 1);
    /* Embedded models are v5.0. */
    CHECK_MEM(rob->segments[0].data.data, 4, "v5.0", 4);
    h = &rob->segments[1].header;
    CHECK(h->face_count_low[2] == 2 && h->segment_type == RQ_ROB_EMBEDDED && h->unused_14 == 1);
    CHECK(h->bbox_positive[0] == 5120 && h->bbox_negative[0] == 2 * 5120);
    h = &rob->segments[2].header;
    CHECK(h->segment_type == RQ_ROB_EXTERNAL && rob->segments[2].data.size == 0);
    CHECK(h->bbox_positive[2] == 3 && h->bbox_negative[0] == 4 && h->bbox_extent[1] == 7);
    rq_doc_free(doc);
}

/* ---- normals, places ---- */

/* A roof of two faces that meet at an edge from (0 1 0) to (0 1 1): with one normal there they are
 * smooth, with those of the faces flat, and with one smooth and one flat both. */
static void test_normals(void)
{
    static const float positions[] = {-1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 0};
    static const float up[] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    static const uint32_t list[] = {0, 2, 1, 1, 2, 3};
    static struct small s;
    struct rq_error err = {0};
    make_small(&s);
    s.primitive.vertex_count = 4;
    s.primitive.index_count = 6;
    s.primitive.indices = list;
    s.primitive.attributes[RQ_POSITION] = positions;
    s.primitive.attributes[RQ_NORMAL] = up;
    s.primitive.attributes[RQ_TEXCOORD_0] = NULL;
    struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3dc", true, &err);
    REQUIRE(doc != NULL);
    const struct rq_model3d *m = rq_doc_root(doc, "model3d");
    CHECK(m->vertex_count == 4 && m->vertex_normal_count == 4 && m->normal_index_count == 0);
    for (size_t i = 0; i < 4; i++) /* y down */
        CHECK(m->vertex_normals[i][0] == 0 && m->vertex_normals[i][1] == -1);
    /* (-1, 1, 0) / sqrt 2 in the scene: 181 of 256. */
    CHECK(m->face_normals[0][0] == 181 && m->face_normals[0][1] == -181);
    rq_doc_free(doc);
    /* The first face flat, the second smooth: the edge has two vertices each, in a .3DC. */
    static const float apart[] = {-1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0};
    static const float mixed[] = {-0.70710678f,
                                  0.70710678f,
                                  0,
                                  -0.70710678f,
                                  0.70710678f,
                                  0,
                                  -0.70710678f,
                                  0.70710678f,
                                  0,
                                  0,
                                  1,
                                  0,
                                  0,
                                  1,
                                  0,
                                  0,
                                  1,
                                  0};
    static const uint32_t both[] = {0, 2, 1, 3, 4, 5};
    s.primitive.vertex_count = 6;
    s.primitive.indices = both;
    s.primitive.attributes[RQ_POSITION] = apart;
    s.primitive.attributes[RQ_NORMAL] = mixed;
    doc = from_scene(&s.scene, "model3d", "x.3dc", true, &err);
    REQUIRE(doc != NULL);
    m = rq_doc_root(doc, "model3d");
    CHECK(m->vertex_count == 6 && m->vertex_normal_count == 6);
    rq_doc_free(doc);
    /* In a .3D its corners name the normal: none, for those of the first face. */
    doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
    REQUIRE(doc != NULL);
    m = rq_doc_root(doc, "model3d");
    CHECK(m->vertex_count == 4 && m->vertex_normal_count == 4 && m->normal_index_count == 6);
    for (uint32_t i = 0; i < 6 && m->normal_index_count == 6; i++) {
        const float *n = m->vertex_normals[m->normal_indices[i].value];
        CHECK(i < 3 ? isnan(n[1]) : n[1] == -1);
    }
    rq_doc_free(doc);
}

/* Mirrored along x, twice as large: the triangle runs the other way round, so that it looks the same
 * way, and its normals with it. */
static void test_mirrored(void)
{
    static struct small s;
    static const float front[] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    struct rq_error err = {0};
    make_small(&s);
    s.node.scale[0] = -2;
    s.primitive.attributes[RQ_NORMAL] = front;
    struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
    REQUIRE(doc != NULL);
    const struct rq_model3d *m = rq_doc_root(doc, "model3d");
    const struct rq_model3d_corner *c = m->faces[0].corners;
    CHECK(m->vertices[c[1].vertex][1] == -5120 && m->vertices[c[2].vertex][0] == -10240);
    CHECK(m->face_normals[0][2] == 256 || m->face_normals[0][2] == -256);
    /* The triangle looks along -z and is told to look along z: not flat. */
    CHECK(m->face_normals[0][2] == -256 && m->vertex_normals[0][2] == 1);
    rq_doc_free(doc);
}

/* ---- extras ---- */

/* What extras say is taken where it fits the triangles, and only there. Two triangles that are a fan:
 * one face of four corners, its vertices in another order, and one that no face lies on. */
static void test_plans(void)
{
    static const float positions[] = {0, 0, 0, -1, 0, 0, -1, 1, 0, 0, 1, 0};
    static const uint32_t list[] = {0, 1, 2, 0, 2, 3};
    static const struct {
        const char *extras;
        bool fits;
    } plans[] = {
#define PLAN(count, faces, loose)                                                                  \
    "{\"model3d\":{\"version\":\"v4.0\",\"type\":0,\"vertices\":" count ",\"faces\":" faces        \
    ",\"loose\":" loose "}}"
        {PLAN("5", "[[0,4,2,1,0]]", "[[3,7,8,9]]"), true},
        {PLAN("4", "[[0,0,2,1],[0,0,1,3]]", "[]"), true},
        {PLAN("5", "[[0,4,2,1,0]]", "[]"), false},          /* vertex 3 is nowhere */
        {PLAN("5", "[[0,4,2,1,0]]", "[[4,7,8,9]]"), false}, /* vertex 4 twice */
        {PLAN("4", "[[0,0,2,1],[0,0,1,2]]", "[]"), false},  /* vertex 2 at two places */
        {PLAN("4", "[[1,0,1,2,3]]", "[]"), false},          /* no such primitive */
        {PLAN("3", "[[0,0,1,2]]", "[]"), false},            /* a triangle is left */
        {PLAN("5", "[[0,0,1,2,3,4]]", "[]"), false},        /* more than there are */
        {PLAN("4", "[[0,0,1]]", "[]"), false},              /* no face */
        {PLAN("4000000000", "[[0,4,2,1,0]]", "[]"), false}, /* more than could be */
        {PLAN("4", "[[0,-1,1,2,3]]", "[]"), false},         /* no number of a vertex */
        {PLAN("4", "{}", "[]"), false},
        {PLAN("4", "[3]", "[]"), false},
        {PLAN("4", "[[0,0,2.5,1,3]]", "[]"), false},
        {PLAN("5", "[[0,4,2,1,0]]", "[[3,7,8]]"), false},
        {PLAN("-5", "[[0,4,\"2\",1,0]]", "[[3,7,8,9]]"), false},
        {"{\"model3d\":7}", false},
        {"[]", false},
        {"{\"model3d\":{\"version\":4}}", false},
#undef PLAN
    };
    static struct small s;
    make_small(&s);
    s.primitive.vertex_count = 4;
    s.primitive.index_count = 6;
    s.primitive.indices = list;
    s.primitive.attributes[RQ_POSITION] = positions;
    s.primitive.attributes[RQ_TEXCOORD_0] = NULL;
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        struct rq_error err = {0};
        s.mesh.extras =
            (struct rq_bytes){(const uint8_t *)plans[i].extras, strlen(plans[i].extras)};
        check_note("%s", plans[i].extras);
        struct rq_doc *doc = from_scene(&s.scene, "model3d", "x.3d", true, &err);
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        const struct rq_model3d *m = rq_doc_root(doc, "model3d");
        CHECK(m->face_count == (i == 0 ? 1 : 2) && m->vertex_count == (i == 0 ? 5 : 4));
        CHECK_INT(m->header.version[1],
                  plans[i].fits || strstr(plans[i].extras, "\"v4.0\"") ? '4' : '5');
        if (i == 0) {
            CHECK(m->vertices[3][0] == 7 && m->vertices[3][1] == 8 && m->vertices[3][2] == 9);
            CHECK(m->vertices[2][0] == 5120 && m->vertices[0][1] == -5120);
            CHECK_INT(m->faces[0].corner_count, 4);
        }
        if (i == 1) /* the numbers are those of the plan, not those of first use */
            CHECK(m->faces[0].corners[1].vertex == 2 && m->vertices[2][0] == 5120);
        rq_doc_free(doc);
    }
}

/* ---- memory, damage ---- */

/* The first that is asked for is for the reader of JSON, which calls it a fault of the text. */
static void test_memory(void)
{
    static struct made glb;
    static const char *const formats[] = {"model3d", "rob"};
    hand_made(&glb);
    for (size_t i = 0; i < 2; i++)
        for (size_t n = 2;; n++) {
            struct check_failing failing = {.fail_at = n};
            struct rq_alloc alloc = {check_failing_realloc, &failing};
            struct rq_options options = {.alloc = &alloc, .name = "x.3dc"};
            struct rq_error err = {0};
            struct rq_doc *doc = rq_doc_import((struct rq_bytes){glb.data, glb.size},
                                               rq_format_by_name(formats[i]), &options, &err);
            CHECK(doc ? err.code == RQ_OK : err.code == RQ_NO_MEMORY);
            rq_doc_free(doc);
            CHECK_INT(failing.live_blocks, 0);
            if (failing.calls < n)
                break;
        }
}

/* Vertices that move apart in each of three frames need more room than there is for the points of one. */
static void test_memory_frames(void)
{
    enum { COUNT = 900 };
    static float at[COUNT * 3], moves[COUNT * 3];
    static uint32_t indices[COUNT];
    static struct small s;
    const struct rq_morph morphs[2] = {{.positions = moves}, {.positions = at}};
    for (uint32_t i = 0; i < COUNT; i++) {
        at[(size_t)i * 3] = (float)i;
        at[(size_t)i * 3 + 1] = (float)(i % 3 * 2 % 3);
        moves[(size_t)i * 3 + 2] = (float)i * 0.25f;
        indices[i] = i;
    }
    make_small(&s);
    s.primitive = (struct rq_primitive){.vertex_count = COUNT,
                                        .index_count = COUNT,
                                        .indices = indices,
                                        .morphs = morphs,
                                        .attributes = {[RQ_POSITION] = at}};
    s.mesh.morph_count = 2;
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.alloc = &alloc, .memory_limit = 64 << 20};
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("model3d"), &options, &err);
        bool fine = doc && doc->format->scene->from_scene(doc, &s.scene, "x.3dc", &err);
        CHECK_INT(err.code, fine ? RQ_OK : RQ_NO_MEMORY);
        if (fine)
            CHECK_INT(((const struct rq_model3d *)rq_doc_root(doc, "model3d"))->frame_count, 3);
        rq_doc_free(doc);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

/* Any byte changed: a model that can be written, or an error. */
static void test_damaged(void)
{
    static struct made glb;
    static const uint8_t others[] = {0, 0xFF, '9', '-', '}', 0x7F};
    hand_made(&glb);
    for (size_t i = 0; i < glb.size; i++) {
        uint8_t was = glb.data[i];
        for (size_t k = 0; k < sizeof others; k++) {
            struct rq_error err = {0};
            struct rq_out out = {0};
            glb.data[i] = others[k];
            struct rq_doc *doc = import((struct rq_bytes){glb.data, glb.size},
                                        k % 2 ? "rob" : "model3d", NULL, &err);
            CHECK(doc ? rq_doc_write(doc, &out, &err) : err.code != RQ_OK);
            rq_out_free(&out);
            rq_doc_free(doc);
        }
        glb.data[i] = was;
    }
}

TESTS(test_by_hand, test_far_moves, test_still, test_archive, test_looks, test_assumed,
      test_refused, test_many_faces, test_far_coordinates, test_segments, test_normals,
      test_mirrored, test_plans, test_memory, test_memory_frames, test_damaged)
