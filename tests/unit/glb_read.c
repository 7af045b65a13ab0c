/* GLB files laid down here by hand, from the glTF 2.0 specification, are read as scenes; and what
 * the writer makes comes back. */
#include "convert/convert.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rq_arena arena;
static struct rq_error err;

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> i * 8);
}

/* Header, JSON chunk, binary chunk. */
static size_t lay(uint8_t *file, const char *json, const void *bin, size_t bin_size)
{
    size_t size = strlen(json);
    memcpy(file, "glTF", 4);
    put32(file + 4, 2);
    put32(file + 12, (uint32_t)size);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json, size);
    uint8_t *p = file + 20 + size;
    put32(p, (uint32_t)bin_size);
    memcpy(p + 4, "BIN\0", 4);
    memcpy(p + 8, bin, bin_size);
    size_t all = 28 + size + bin_size;
    put32(file + 8, (uint32_t)all);
    return all;
}

static bool read_scene(const uint8_t *file, size_t size, struct rq_scene *scene)
{
    rq_arena_free(&arena);
    arena = (struct rq_arena){.limit = 1 << 20};
    err = (struct rq_error){0};
    return rq_glb_read((struct rq_bytes){file, size}, true, &arena, scene, &err);
}

/* 5 positions (60 bytes), 5 colours of 3 bytes, one of padding, indices 0 1 2 3 4 of one byte,
 * three bytes of padding, 2 times and 6 rows of a cubic spline. */
static const float positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0};
static const uint8_t colors[16] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51, 0, 0, 0};
static const uint8_t indices[8] = {0, 1, 2, 3, 4};
static const float times[2] = {0, 1.5f};
static const float spline[18] = {9, 9, 9, 1, 2, 3, 9, 9, 9, 9, 9, 9, 4, 5, 6, 9, 9, 9};

static const char json[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[1],\"extras\":{\"a\":1}}],"
    "\"nodes\":[{\"name\":\"child\",\"mesh\":0,\"extras\":[7],\"camera\":0},"
    /* a turn by 90 degrees about z, twice the size, moved by 5 6 7: columns of the matrix */
    "{\"name\":\"root\",\"children\":[0],\"matrix\":[0,2,0,0,-2,0,0,0,0,0,2,0,5,6,7,1]}],"
    "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0,"
    "\"COLOR_0\":1},\"indices\":2,\"material\":0},{\"mode\":1,\"attributes\":{\"POSITION\":0}}]}],"
    "\"materials\":[{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0},"
    "\"baseColorFactor\":[1,0.5,0,1]},\"alphaMode\":\"MASK\",\"doubleSided\":true,"
    "\"occlusionTexture\":{\"index\":1}},{\"occlusionTexture\":{\"texCoord\":1,\"index\":1}},"
    "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}}}],"
    "\"textures\":[{\"source\":0},{\"source\":1}],"
    "\"images\":[{\"name\":\"wood\",\"bufferView\":0},{\"uri\":\"data:image/png;base64,AA==\"}],"
    "\"animations\":[{\"name\":\"walk\",\"samplers\":[{\"input\":3,\"output\":4,"
    "\"interpolation\":\"CUBICSPLINE\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"
    "\"path\":\"translation\"}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5121,\"normalized\":true,\"count\":5,\"type\":\"VEC3\"},"
    "{\"bufferView\":2,\"componentType\":5121,\"count\":5,\"type\":\"SCALAR\"},"
    "{\"bufferView\":3,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":4,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60},{\"buffer\":0,\"byteOffset\":60,"
    "\"byteLength\":15},{\"buffer\":0,\"byteOffset\":76,\"byteLength\":5},{\"buffer\":0,"
    "\"byteOffset\":84,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":92,\"byteLength\":72}],"
    "\"buffers\":[{\"byteLength\":164}]}";

static size_t hand_made(uint8_t file[4096])
{
    uint8_t bin[164];
    memcpy(bin, positions, 60);
    memcpy(bin + 60, colors, 16);
    memcpy(bin + 76, indices, 8);
    memcpy(bin + 84, times, 8);
    memcpy(bin + 92, spline, 72);
    return lay(file, json, bin, sizeof bin);
}

static void test_hand_made(void)
{
    uint8_t file[4096];
    struct rq_scene s;
    size_t size = hand_made(file);
    CHECK(read_scene(file, size, &s));
    CHECK_STR(err.text, "");
    REQUIRE(s.node_count == 2 && s.mesh_count == 1 && s.meshes[0].primitive_count == 1);
    /* The parent comes first, whatever the file's order. */
    CHECK_STR(s.nodes[0].name, "root");
    CHECK_STR(s.nodes[1].name, "child");
    CHECK_INT(s.nodes[1].parent, 0);
    CHECK_MEM(s.nodes[1].extras.data, s.nodes[1].extras.size, "[7]", 3);
    CHECK_MEM(s.extras.data, s.extras.size, "{\"a\":1}", 7);
    /* 90 degrees about z is the quaternion (0, 0, sin 45, cos 45). */
    CHECK(fabsf(s.nodes[0].rotation[2] - 0.70710678f) < 1e-6f);
    CHECK(fabsf(s.nodes[0].rotation[3] - 0.70710678f) < 1e-6f);
    CHECK(fabsf(s.nodes[0].scale[1] - 2) < 1e-6f);
    CHECK_INT((int)s.nodes[0].translation[2], 7);
    const struct rq_primitive *p = &s.meshes[0].primitives[0];
    /* A strip of five vertices is three triangles, the second turned round. */
    static const uint32_t triangles[9] = {0, 1, 2, 1, 3, 2, 2, 3, 4};
    CHECK_MEM(p->indices, p->index_count * 4, triangles, sizeof triangles);
    CHECK_MEM(p->attributes[RQ_POSITION], 60, positions, 60);
    /* 51 of 255 is a fifth; what has no alpha is opaque. */
    CHECK(fabsf(p->attributes[RQ_COLOR_0][12] - 0.2f) < 1e-6f);
    CHECK_INT((int)p->attributes[RQ_COLOR_0][15], 1);
    REQUIRE(s.material_count == 3 && s.texture_count == 2 && s.animation_count == 1);
    /* Only what lies by coordinates of its own is a lightmap; a picture in the URI has no name. */
    CHECK(s.materials[0].lightmap == -1 && s.materials[1].lightmap == 1);
    CHECK(s.textures[1].name == NULL);
    /* There are two textures: number 2 is none. */
    CHECK(s.materials[2].texture == -1);
    CHECK_STR(s.lost, "points and lines, cameras");
    CHECK_STR(s.textures[s.materials[0].texture].name, "wood");
    CHECK_INT(s.materials[0].alpha, RQ_ALPHA_MASK);
    const struct rq_channel *c = s.animations[0].channels;
    CHECK_INT(c->node, 1);
    CHECK_INT(c->key_count, 2);
    static const float values[6] = {1, 2, 3, 4, 5, 6};
    CHECK_MEM(c->values, sizeof values, values, sizeof values);
}

/* What the writer makes of a scene: arrays bit for bit. */
static void test_written(void)
{
    static const float uvs[8] = {0, 0, 1, 0, 0, 1, 1, 1}, joints[16] = {0, 1},
                       weights[16] = {0.25f, 0.75f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const uint32_t list[6] = {0, 1, 2, 2, 1, 3};
    static const int bones[2] = {0, 1};
    static const float binds[32] = {
        [0] = 1, [5] = 1, [10] = 1, [15] = 1, [16] = 1, [21] = 1, [26] = 1, [28] = -1, [31] = 1};
    struct rq_primitive p = {.material = -1, .vertex_count = 4, .index_count = 6, .indices = list};
    p.attributes[RQ_POSITION] = positions;
    p.attributes[RQ_TEXCOORD_0] = uvs;
    p.attributes[RQ_JOINTS_0] = joints;
    p.attributes[RQ_WEIGHTS_0] = weights;
    struct rq_mesh mesh = {.name = "m", .primitive_count = 1, .primitives = &p};
    struct rq_node nodes[3] = {{"a", -1, {0}, {0, 0, 0, 1}, {1, 1, 1}, -1, -1, -1, {0}},
                               {"b", 0, {1, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}, -1, -1, -1, {0}},
                               {"c", -1, {0}, {0, 0, 0, 1}, {1, 1, 1}, 0, 0, -1, {0}}};
    struct rq_skin skin = {"s", 2, bones, binds};
    struct rq_scene scene = {.node_count = 3,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .skin_count = 1,
                             .skins = &skin},
                    back;
    struct rq_out out = {0};
    REQUIRE(rq_glb_write(&out, &scene, NULL, &err));
    CHECK(read_scene(out.data, out.size, &back));
    REQUIRE(back.node_count == 3 && back.mesh_count == 1 && back.skin_count == 1);
    const struct rq_primitive *q = back.meshes[0].primitives;
    CHECK_MEM(q->attributes[RQ_TEXCOORD_0], sizeof uvs, uvs, sizeof uvs);
    CHECK_MEM(q->attributes[RQ_WEIGHTS_0], sizeof weights, weights, sizeof weights);
    CHECK_MEM(q->indices, 24, list, 24);
    CHECK_MEM(back.skins[0].joints, sizeof bones, bones, sizeof bones);
    CHECK_MEM(back.skins[0].inverse_binds, sizeof binds, binds, sizeof binds);
    rq_out_free(&out);
}

/* Two primitives whose vertices the writer puts into one buffer: each gets its own back. */
static void test_shared(void)
{
    static const float one[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0},
                       two[12] = {9, 9, 9, 8, 9, 9, 9, 8, 9, 8, 8, 9};
    static const uint32_t first[3] = {0, 1, 2}, second[6] = {0, 1, 2, 2, 1, 3};
    struct rq_primitive p[2] = {
        {.material = -1, .vertex_count = 3, .index_count = 3, .indices = first},
        {.material = -1, .vertex_count = 4, .index_count = 6, .indices = second}};
    p[0].attributes[RQ_POSITION] = one;
    p[1].attributes[RQ_POSITION] = two;
    struct rq_mesh mesh = {.primitive_count = 2, .primitives = p};
    struct rq_scene scene = {.mesh_count = 1, .meshes = &mesh}, back;
    struct rq_out out = {0};
    REQUIRE(rq_glb_write(&out, &scene, NULL, &err));
    CHECK(read_scene(out.data, out.size, &back));
    REQUIRE(back.mesh_count == 1 && back.meshes[0].primitive_count == 2);
    const struct rq_primitive *q = back.meshes[0].primitives;
    CHECK_INT(q[0].vertex_count, 3);
    CHECK_INT(q[1].vertex_count, 4);
    CHECK_MEM(q[0].attributes[RQ_POSITION], sizeof one, one, sizeof one);
    CHECK_MEM(q[1].attributes[RQ_POSITION], sizeof two, two, sizeof two);
    CHECK_MEM(q[0].indices, sizeof first, first, sizeof first);
    CHECK_MEM(q[1].indices, sizeof second, second, sizeof second);
    rq_out_free(&out);
}

/* One triangle with two morph targets: the first moves all vertices and turns their normals, the
 * second is sparse and moves vertex 2 alone. Two pictures: the first 24 bytes of a PNG of 40 x 30, a
 * JPEG of 20 x 10 up to its frame header. */
static const char moving_json[] =
    "{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
    "\"targets\":[{\"POSITION\":1,\"NORMAL\":0},{\"POSITION\":2}]}]}],"
    "\"textures\":[{\"source\":0},{\"source\":1},{\"source\":2}],"
    "\"images\":[{\"bufferView\":4},{\"bufferView\":5},{\"bufferView\":9}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
    "\"indices\":{\"bufferView\":2,\"componentType\":5121},\"values\":{\"bufferView\":3}}}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":1},"
    "{\"buffer\":0,\"byteOffset\":76,\"byteLength\":12},"
    "{\"buffer\":0,\"byteOffset\":88,\"byteLength\":24},"
    "{\"buffer\":0,\"byteOffset\":112,\"byteLength\":17}],\"buffers\":[{\"byteLength\":129}]}";

static size_t moving(uint8_t file[4096])
{
    static const float moves[9] = {0, 0, 1, 0, 0, 2, 0, 0, 3}, last[3] = {7, 8, 9};
    uint8_t bin[129] = {0};
    memcpy(bin, positions, 36);
    memcpy(bin + 36, moves, 36);
    bin[72] = 2;
    memcpy(bin + 76, last, 12);
    memcpy(bin + 88, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x28\0\0\0\x1e", 24);
    memcpy(bin + 112, "\xff\xd8\xff\xe0\0\4xx\xff\xc0\0\x11\x08\0\x0a\0\x14", 17);
    return lay(file, moving_json, bin, sizeof bin);
}

static void test_morphs(void)
{
    uint8_t file[4096];
    struct rq_scene s;
    size_t size = moving(file);
    CHECK(read_scene(file, size, &s));
    CHECK_STR(err.text, "");
    REQUIRE(s.mesh_count == 1 && s.meshes[0].morph_count == 2 && s.texture_count == 3);
    CHECK(!s.lost);
    const struct rq_morph *m = s.meshes[0].primitives[0].morphs;
    CHECK_INT((int)m[0].positions[8], 3);
    CHECK_MEM(m[0].normals, 36, positions, 36);
    static const float sparse[9] = {0, 0, 0, 0, 0, 0, 7, 8, 9};
    CHECK_MEM(m[1].positions, 36, sparse, 36);
    CHECK(!m[1].normals);
    CHECK(s.textures[0].width == 40 && s.textures[0].height == 30);
    CHECK(s.textures[1].width == 20 && s.textures[1].height == 10);
    CHECK(s.textures[2].width == 0);
    /* Left out, and told, unless they are asked for. */
    CHECK(rq_glb_read((struct rq_bytes){file, size}, false, &arena, &s, &err));
    CHECK_STR(s.lost, "morph targets");
    CHECK(s.meshes[0].morph_count == 0 && !s.meshes[0].primitives[0].morphs);
}

static void check_picture(const void *bytes, size_t size, uint32_t width, uint32_t height)
{
    char text[300];
    uint8_t file[1024];
    struct rq_scene s;
    snprintf(
        text, sizeof text,
        "{\"textures\":[{\"source\":0}],\"images\":[{\"bufferView\":0}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu}]}",
        size, size);
    REQUIRE(read_scene(file, lay(file, text, bytes, size), &s) && s.texture_count == 1);
    CHECK_INT(s.textures[0].width, width);
    CHECK_INT(s.textures[0].height, height);
}

/* PNG: the size stands at 16 and 20. JPEG (T.81, table B.1): markers C0 to CF are frames but for C4, C8 and CC. */
static void test_pictures(void)
{
    static const uint8_t png[] = "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\1\0\x28\0\0\2\x1e";
    check_picture(png, 24, 0x10028, 0x21E);
    check_picture(png, 23, 0, 0);
    check_picture("\x89PNX\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x28\0\0\0\x1e", 24, 0, 0);
    for (unsigned marker = 0xBF; marker <= 0xD0; marker++) {
        /* A segment of 4 bytes, the frame, and one more of those, in which a size could be found as well. */
        uint8_t jpeg[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0, 0, 17, 8, 1, 10, 2, 20};
        bool frame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        jpeg[9] = (uint8_t)marker;
        check_note("%02x", marker);
        check_picture(jpeg, sizeof jpeg, frame ? 0x214 : 0, frame ? 0x10A : 0);
        check_picture(jpeg, sizeof jpeg - 1, 0, 0);
    }
    check_picture("\xFF\xD8\xFF\xC0\0\x11\x08\0\x0a\0\x14", 11, 20, 10);
    check_picture("\xFF\xD9\xFF\xC0\0\x11\x08\0\x0a\0\x14", 11, 0, 0);
    check_picture("\xFF\xD8\xFE\xC0\0\x11\x08\0\x0a\0\x14", 11, 0, 0);
}

static void test_refused(void)
{
    static const struct {
        const char *json, *text;
    } bad[] = {
        {"{\"nodes\":[{\"children\":[0]}]}", ""}, /* its own child: no root, an empty scene */
        {"{\"nodes\":[{\"children\":[1,1]},{}]}",
         "node 0: child 1 is not there or has two parents"},
        {"{\"scenes\":[{\"nodes\":[3]}],\"nodes\":[{}]}",
         "the scene names node 3, which is not a root"},
        {"{\"scenes\":[{\"nodes\":[0,0]}],\"nodes\":[{}]}", "node 0 is in the scene twice"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}", "no accessor 0"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
         "\"componentType\":5126,\"type\":\"VEC3\",\"count\":4000000000}]}",
         "accessor 0 is too long"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
         "\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4000000000}],"
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"byteStride\":4294967295}]}",
         "accessor 0 reaches beyond its view or the file"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},{\"attributes\":{"
         "\"POSITION\":0},\"targets\":[{}]}]}],\"accessors\":[{\"componentType\":5126,\"type\":"
         "\"VEC3\",\"count\":3}]}",
         "mesh 0: its primitives have 0 and 1 morph targets"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{"
         "\"POSITION\":1}]}]}],\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\","
         "\"count\":3},{\"componentType\":5126,\"type\":\"VEC3\",\"count\":2}]}",
         "a morph target has 2 rows, POSITION 3"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
         "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3,\"sparse\":{\"count\":1}}]}",
         "accessor 0: its sparse rows are not there"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
         "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},{"
         "\"componentType\":5123,\"type\":\"SCALAR\",\"count\":3,\"sparse\":{\"count\":1}}]}",
         "accessor 1: sparse indices"},
        {"{\"nodes\":[{},{}],\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":0}],"
         "\"accessors\":[{\"componentType\":5126,\"type\":\"MAT4\",\"count\":1}]}",
         "skin 0: fewer matrices than joints"},
        {"{\"nodes\":[{},{}],\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":0}],"
         "\"accessors\":[{\"componentType\":5126,\"type\":\"MAT4\",\"count\":2}]}",
         ""},
        {"{\"extensionsRequired\":[\"KHR_materials_unlit\",\"EXT_meshopt_compression\"]}",
         "JSON line 1: EXT_meshopt_compression is not supported; export without compression"},
        {"{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
         "JSON line 1: KHR_draco_mesh_compression is not supported; export without compression"},
        {"{\"extensionsRequired\":[\"KHR_mesh_quantization\"]}",
         "JSON line 1: KHR_mesh_quantization is not supported; export without compression"},
        {"{\"extensionsRequired\":[\"KHR_materials_unlit\"]}", ""},
        {"{\"buffers\":[{\"uri\":\"x.bin\"}]}", "its data is in another file; export as one GLB"},
    };
    uint8_t file[1024];
    struct rq_scene s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t size = lay(file, bad[i].json, "abcd", 4);
        check_note("%s", bad[i].json);
        CHECK_INT(read_scene(file, size, &s), !bad[i].text[0]);
        CHECK_STR(err.text, bad[i].text);
    }
}

/* Three or more vertices, in bytes of the chunk: which triangles the indices make. Without an accessor of
 * indices all vertices in their order. */
static void check_triangles(unsigned mode, unsigned vertices, unsigned count, const char *list,
                            const uint32_t *expected, size_t triangles)
{
    static const char form[] =
        "{\"meshes\":[{\"primitives\":[{\"mode\":%u,\"attributes\":{\"POSITION\":0}%s}]}],\"accessors\":[{"
        "\"componentType\":5126,\"type\":\"VEC3\",\"count\":%u},{\"bufferView\":0,\"componentType\":5121,"
        "\"type\":\"SCALAR\",\"count\":%u}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],\"buffers\":[{"
        "\"byteLength\":8}]}";
    char text[600];
    uint8_t file[1024];
    struct rq_scene s;
    snprintf(text, sizeof text, form, mode, list ? ",\"indices\":1" : "", vertices, count);
    check_note("mode %u, %u vertices, %u indices", mode, vertices, list ? count : 0);
    REQUIRE(read_scene(file, lay(file, text, list ? list : "\0\0\0\0\0\0\0", 8), &s));
    REQUIRE(s.mesh_count == 1 && s.meshes[0].primitive_count == 1);
    const struct rq_primitive *p = s.meshes[0].primitives;
    CHECK_INT(p->vertex_count, vertices);
    CHECK_MEM(p->indices, (size_t)p->index_count * 4, expected, triangles * 12);
}

static void test_triangles(void)
{
    static const uint32_t one[] = {0, 1, 2}, two[] = {0, 1, 2, 3, 4, 5},
                          strip[] = {0, 1, 2, 1, 3, 2};
    static const uint32_t fan[] = {0, 1, 2, 0, 2, 3}, listed[] = {3, 2, 1, 3, 1, 0};
    for (unsigned mode = 4; mode <= 6; mode++)
        for (unsigned count = 0; count <= 3; count++) {
            check_triangles(mode, count, 0, NULL, one, count == 3);
            check_triangles(mode, 3, count, "\0\1\2\0\0\0\0", one, count == 3);
        }
    check_triangles(4, 5, 0, NULL, two, 1);
    check_triangles(4, 6, 0, NULL, two, 2);
    check_triangles(5, 4, 0, NULL, strip, 2);
    check_triangles(6, 4, 0, NULL, fan, 2);
    check_triangles(6, 4, 4, "\3\2\1\0\0\0\0", listed, 2);
}

/* Numbers just inside and just outside: of a vertex, of a child, of a joint, of a sparse row, and the rows of an
 * accessor without a view, of which there are at most as many as the chunk has bytes, here 8. */
static void test_last_numbers(void)
{
#define POSITIONS(count, more)                                                                     \
    "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}" more "}]}],\"accessors\":[{"  \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":" #count
#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteLength\":48}],"          \
    "\"buffers\":[{\"byteLength\":48}]}"
#define INDICES "},{\"bufferView\":0,\"componentType\":5121,\"type\":\"SCALAR\",\"count\":3}],"
#define SPARSE(count)                                                                              \
    ",\"sparse\":{\"count\":" #count ",\"indices\":{\"bufferView\":0,\"componentType\":5121},"     \
    "\"values\":{\"bufferView\":1}}}],"
    static const struct {
        const char *json;
        char bytes[5];
        const char *text;
    } rows[] = {
        {POSITIONS(48, "") "}]," VIEWS, "", ""},
        {POSITIONS(49, "") "}]," VIEWS, "", "accessor 0 is too long"},
        {POSITIONS(3, ",\"indices\":1") INDICES VIEWS, "\0\1\2", ""},
        {POSITIONS(3, ",\"indices\":1") INDICES VIEWS, "\0\1\3", "index 3 of a mesh of 3 vertices"},
        {POSITIONS(3, "") SPARSE(3) VIEWS, "\0\1\2", ""},
        {POSITIONS(3, "") SPARSE(1) VIEWS, "\3", "accessor 0: its sparse rows are not there"},
        {POSITIONS(3, "") SPARSE(4) VIEWS, "\0\1\2\2", "accessor 0: its sparse rows are not there"},
        {"{\"nodes\":[{\"children\":[1]},{}]}", "", ""},
        {"{\"nodes\":[{\"children\":[1]}]}", "", "node 0: child 1 is not there or has two parents"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t file[1024], bin[48] = {0};
        struct rq_scene s;
        memcpy(bin, rows[i].bytes, 4);
        check_note("row %zu", i);
        CHECK_INT(read_scene(file, lay(file, rows[i].json, bin, sizeof bin), &s), !rows[i].text[0]);
        CHECK_STR(err.text, rows[i].text);
    }
}

/* A joint that is no node is -1; modes 4 to 6 are triangles, strips and fans; some programs write whole numbers of
 * 32 bits. */
static void test_joints_and_modes(void)
{
    static const char skin[] = "{\"nodes\":[{}],\"skins\":[{\"joints\":[0,1]}]}";
    static const char numbers[] =
        "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5125,\"type\":\"VEC3\",\"count\":3}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}]}";
    static const uint8_t words[36] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    uint8_t file[1024];
    struct rq_scene s;
    REQUIRE(read_scene(file, lay(file, skin, "", 0), &s));
    REQUIRE(s.skin_count == 1 && s.skins[0].joint_count == 2);
    CHECK(s.skins[0].joints[0] == 0 && s.skins[0].joints[1] == -1);
    for (char mode = '0'; mode < '8'; mode++) {
        char text[] =
            "{\"meshes\":[{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":0}}]}],"
            "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}]}";
        bool solid = mode >= '4' && mode <= '6';
        *(strstr(text, "mode") + 6) = mode;
        check_note("mode %c", mode);
        REQUIRE(read_scene(file, lay(file, text, "abcd", 4), &s));
        CHECK_INT(s.meshes[0].primitive_count, solid);
        CHECK_STR(s.lost, solid ? NULL : "points and lines");
    }
    REQUIRE(read_scene(file, lay(file, numbers, words, 36), &s));
    const float *position = s.meshes[0].primitives[0].attributes[RQ_POSITION];
    CHECK(position[0] == 1 && position[1] == 256 && position[2] == 65536 && position[3] == 0);
}

/* A file may have no binary chunk, and views of no bytes. */
static void test_no_chunk(void)
{
    static const char text[] =
        "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":0}],"
        "\"textures\":[{\"source\":0}],\"images\":[{\"bufferView\":0}],\"bufferViews\":[{}]}";
    uint8_t file[1024];
    struct rq_scene s;
    lay(file, text, "", 0);
    CHECK(read_scene(file, 20 + strlen(text), &s));
    CHECK_STR(err.text, "");
    CHECK(s.mesh_count == 1 && s.textures[0].width == 0);
}

/* Cut anywhere, and any byte changed: an answer, never more. */
static void abuse(uint8_t *file, size_t size)
{
    struct rq_scene s;
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *part = malloc(cut + 1);
        REQUIRE(part);
        memcpy(part, file, cut);
        CHECK(!read_scene(part, cut, &s));
        free(part);
    }
    for (size_t i = 0; i < size; i++) {
        static const uint8_t others[] = {0, 0xFF, '9', '-', '"', '}'};
        uint8_t was = file[i];
        for (size_t k = 0; k < sizeof others; k++) {
            file[i] = others[k];
            read_scene(file, size, &s);
        }
        file[i] = was;
    }
    CHECK(read_scene(file, size, &s));
    rq_arena_free(&arena);
}

static void test_hostile(void)
{
    uint8_t file[4096];
    abuse(file, hand_made(file));
    abuse(file, moving(file));
}

TESTS(test_triangles, test_last_numbers, test_joints_and_modes, test_hand_made, test_written,
      test_shared, test_morphs, test_pictures, test_no_chunk, test_refused, test_hostile)
