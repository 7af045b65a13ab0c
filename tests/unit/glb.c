/* Scenes of each kind: the container is looked at byte by byte, the arrays are read back
 * through the JSON. With RQ_GLB_DIR set, the files are left there for a validator. */
#include "convert/convert.h"
#include "core/json.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a file taken apart ---- */

enum { MOST = 64 };

struct part {
    uint32_t view, component, count, offset, size, target;
    char type[8];
    float least[3], most[3];
};

struct file {
    struct rq_out out;
    struct rq_arena arena;
    struct rq_bytes text, bin;
    struct part accessors[MOST], views[MOST];
    size_t accessor_count, view_count;
};

static void take_numbers(struct rq_jr *jr, float *to)
{
    rq_jr_array(jr);
    for (size_t i = 0; rq_jr_more(jr); i++) {
        float v = rq_jr_f32(jr);
        if (i < 3)
            to[i] = v;
    }
}

static size_t take_parts(struct rq_jr *jr, struct part *parts)
{
    size_t count = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr) && count < MOST; count++) {
        struct part *p = &parts[count];
        struct rq_str key;
        *p = (struct part){.view = UINT32_MAX};
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            if (rq_str_is(key, "bufferView"))
                p->view = rq_jr_u32(jr);
            else if (rq_str_is(key, "componentType"))
                p->component = rq_jr_u32(jr);
            else if (rq_str_is(key, "count"))
                p->count = rq_jr_u32(jr);
            else if (rq_str_is(key, "byteOffset"))
                p->offset = rq_jr_u32(jr);
            else if (rq_str_is(key, "byteLength"))
                p->size = rq_jr_u32(jr);
            else if (rq_str_is(key, "target"))
                p->target = rq_jr_u32(jr);
            else if (rq_str_is(key, "min"))
                take_numbers(jr, p->least);
            else if (rq_str_is(key, "max"))
                take_numbers(jr, p->most);
            else if (rq_str_is(key, "type")) {
                struct rq_str type = rq_jr_string(jr);
                memcpy(p->type, type.text, type.size < 8 ? type.size : 7);
            } else
                rq_jr_skip(jr);
    }
    return count;
}

static bool take_json(struct file *f)
{
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    struct rq_str key;
    rq_jr_open(&jr, f->text, &f->arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key))
        if (rq_str_is(key, "accessors"))
            f->accessor_count = take_parts(&jr, f->accessors);
        else if (rq_str_is(key, "bufferViews"))
            f->view_count = take_parts(&jr, f->views);
        else
            rq_jr_skip(&jr);
    return CHECK(rq_jr_close(&jr)) && CHECK_STR(err.text, "");
}

/* Magic, version, sizes, alignment, padding. */
static bool take_chunks(struct file *f)
{
    const uint8_t *p = f->out.data;
    size_t size = f->out.size;
    if (!CHECK(size >= 24) || !CHECK_MEM(p, 8, "glTF\2\0\0\0", 8) ||
        !CHECK_INT(rq_get32(p + 8), size) || !CHECK_MEM(p + 16, 4, "JSON", 4))
        return false;
    uint32_t text = rq_get32(p + 12);
    if (!CHECK_INT(text % 4, 0) || !CHECK(text <= size - 20))
        return false;
    f->text = (struct rq_bytes){p + 20, text};
    for (size_t i = text; i-- > 0 && p[20 + i] != '}';)
        CHECK_INT(p[20 + i], ' ');
    p += 20 + text;
    size -= 20 + text;
    if (size == 0)
        return true;
    if (!CHECK(size > 8) || !CHECK_INT(rq_get32(p), size - 8) || !CHECK_MEM(p + 4, 4, "BIN\0", 4) ||
        !CHECK_INT(size % 4, 0))
        return false;
    f->bin = (struct rq_bytes){p + 8, size - 8};
    return true;
}

static bool write_scene(struct file *f, const struct rq_scene *scene, const char *name)
{
    struct rq_error err = {0};
    *f = (struct file){.accessor_count = 0};
    check_note("%s", name);
    bool done = rq_glb_write(&f->out, scene, NULL, &err);
    CHECK_STR(err.text, "");
    if (!CHECK(done) || !take_chunks(f) || !take_json(f))
        return false;
    const char *folder = getenv("RQ_GLB_DIR");
    if (folder && *folder) {
        char path[1024];
        snprintf(path, sizeof path, "%s/unit-%s.glb", folder, name);
        CHECK(check_write(path, f->out.data, f->out.size));
    }
    for (size_t i = 0; i < f->view_count; i++)
        CHECK(f->views[i].offset % 4 == 0 && f->views[i].offset <= f->bin.size &&
              f->views[i].size <= f->bin.size - f->views[i].offset);
    return true;
}

static void drop(struct file *f)
{
    rq_out_free(&f->out);
    rq_arena_free(&f->arena);
}

static bool has(const struct file *f, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= f->text.size; i++)
        if (memcmp(f->text.data + i, text, size) == 0)
            return true;
    return false;
}

#define CHECK_HAS(f, text) CHECK(has((f), (text)))

static const uint8_t *data_of(const struct file *f, size_t accessor)
{
    const struct part *a = &f->accessors[accessor];
    return f->bin.data + f->views[a->view].offset + a->offset;
}

static void check_floats(const struct file *f, size_t accessor, const float *want, size_t count)
{
    const uint8_t *p = data_of(f, accessor);
    for (size_t i = 0; i < count; i++)
        CHECK_INT(rq_get32(p + i * 4), rq_bits_of(want[i]));
}

/* ---- things to write ---- */

static const float square[] = {0, 0, 0, 1, 0, 0, 1, 0.1f, 0, 0, 1, -2.5f};
static const float up[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
static const float uv[] = {0, 0, 1, 0, 1, 1, 0, 1};
static const uint32_t corners[] = {0, 1, 2, 0, 2, 3};

#define PLACE .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}
#define NODE(p, m)                                                                                 \
    {                                                                                              \
        .parent = (p), .mesh = (m), .skin = -1, .light = -1, PLACE                                 \
    }
#define TEXT(s)                                                                                    \
    {                                                                                              \
        (const uint8_t *)(s), sizeof(s) - 1                                                        \
    }

static struct rq_primitive plain_square(int material)
{
    return (struct rq_primitive){
        .material = material,
        .vertex_count = 4,
        .attributes = {[RQ_POSITION] = square, [RQ_NORMAL] = up, [RQ_TEXCOORD_0] = uv},
        .index_count = 6,
        .indices = corners,
    };
}

static void test_empty(void)
{
    struct rq_scene scene = {0};
    struct file f;
    if (write_scene(&f, &scene, "empty")) {
        CHECK_INT(f.bin.size, 0);
        static const char text[] = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Reliquary\"},"
                                   "\"scene\":0,\"scenes\":[{}]}";
        CHECK_MEM(f.text.data, sizeof text - 1, text, sizeof text - 1);
        CHECK_INT(f.text.size, (sizeof text - 1 + 3) / 4 * 4);
    }
    drop(&f);
}

static void test_mesh(void)
{
    struct rq_primitive primitives[] = {plain_square(-1), plain_square(-1)};
    static const uint32_t other[] = {0, 1, 3};
    primitives[1].indices = other;
    primitives[1].index_count = 3;
    struct rq_mesh mesh = {.name = "square", .primitive_count = 2, .primitives = primitives};
    struct rq_node nodes[] = {NODE(-1, -1), NODE(0, 0), NODE(0, 0), NODE(2, -1)};
    nodes[0].name = "root \"quoted\" \xc3\xa9";
    nodes[1].translation[1] = 2.5f;
    nodes[2].scale[0] = 3;
    nodes[3].rotation[0] = 1, nodes[3].rotation[3] = 0;
    struct rq_scene scene = {
        .name = "s", .node_count = 4, .nodes = nodes, .mesh_count = 1, .meshes = &mesh};
    struct file f;
    if (write_scene(&f, &scene, "mesh")) {
        /* Position, normal, texture coordinates shared; two lists of indices. */
        CHECK_INT(f.accessor_count, 5);
        CHECK_INT(f.view_count, 3); /* elements of 12 bytes, of 8, and indices */
        CHECK_INT(f.accessors[0].view, f.accessors[1].view);
        CHECK_HAS(&f, "\"byteStride\":12,\"target\":34962");
        CHECK_INT(f.accessors[0].component, 5126);
        CHECK_STR(f.accessors[0].type, "VEC3");
        CHECK_INT(f.accessors[0].count, 4);
        CHECK(f.accessors[0].least[2] == -2.5f && f.accessors[0].most[1] == 1.0f);
        CHECK_INT(f.views[f.accessors[0].view].target, 34962);
        CHECK_INT(f.views[f.accessors[3].view].target, 34963);
        check_floats(&f, 0, square, 12);
        check_floats(&f, 1, up, 12);
        check_floats(&f, 2, uv, 8);
        CHECK_INT(f.accessors[3].component, 5123);
        CHECK_MEM(data_of(&f, 3), 12, "\0\0\1\0\2\0\0\0\2\0\3\0", 12);
        CHECK_MEM(data_of(&f, 4), 8, "\0\0\1\0\3\0\0\0", 8); /* with padding */
        CHECK_INT(f.views[f.accessors[4].view].size, 20);
        CHECK_HAS(&f, "\"nodes\":[{\"name\":\"root \\\"quoted\\\" \xc3\xa9\",\"children\":[1,2]},");
        CHECK_HAS(&f, "{\"translation\":[0.0,2.5,0.0],\"mesh\":0},");
        CHECK_HAS(&f, "{\"children\":[3],\"scale\":[3.0,1.0,1.0],\"mesh\":0},");
        CHECK_HAS(&f, "{\"rotation\":[1.0,0.0,0.0,0.0]}]");
        CHECK_HAS(&f, "\"scenes\":[{\"name\":\"s\",\"nodes\":[0]}]");
        CHECK_HAS(&f, "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
                      "\"TEXCOORD_0\":2},\"indices\":3},");
    }
    drop(&f);
}

static void test_wide_indices(void)
{
    enum { COUNT = 65536 };
    static const uint32_t triangle[] = {0, 1, COUNT - 1};
    static const uint32_t narrow[] = {0, 1, COUNT - 2};
    float *positions = calloc(COUNT, 3 * sizeof *positions);
    REQUIRE(positions);
    positions[3] = positions[COUNT * 3 - 2] = positions[COUNT * 3 - 5] = 1;
    struct rq_primitive p[] = {{.material = -1,
                                .vertex_count = COUNT,
                                .attributes = {[RQ_POSITION] = positions},
                                .index_count = 3,
                                .indices = triangle},
                               {.material = -1,
                                .vertex_count = COUNT - 1,
                                .attributes = {[RQ_POSITION] = positions},
                                .index_count = 3,
                                .indices = narrow}};
    struct rq_mesh mesh = {.primitive_count = 2, .primitives = p};
    struct rq_node node = NODE(-1, 0);
    struct rq_scene scene = {.node_count = 1, .nodes = &node, .mesh_count = 1, .meshes = &mesh};
    struct file f;
    if (write_scene(&f, &scene, "wide")) {
        /* As many vertices are not the same array: 4 accessors. */
        CHECK_INT(f.accessor_count, 4);
        CHECK_INT(f.accessors[1].component, 5125);
        CHECK_MEM(data_of(&f, 1), 12, "\0\0\0\0\1\0\0\0\xff\xff\0\0", 12);
        CHECK_INT(f.accessors[3].component, 5123);
        CHECK_MEM(data_of(&f, 3), 6, "\0\0\1\0\xfe\xff", 6);
    }
    drop(&f);
    free(positions);
}

/* Primitives with the same kinds of data share a buffer: the vertices of the second stand behind those of the first,
 * and its indices count from there. One without texture coordinates, and one without indices, has its own. */
static void test_buffers(void)
{
    static const float other[] = {5, 5, 5, 6, 5, 5, 5, 6, 5};
    static const float other_up[] = {0, 1, 0, 0, 1, 0, 0, 1, 0}, other_uv[] = {0, 0, 2, 0, 0, 2};
    static const uint32_t turned[] = {2, 1, 0};
    struct rq_primitive p[] = {plain_square(-1), plain_square(-1), plain_square(-1),
                               plain_square(-1)};
    for (size_t i = 1; i < 4; i++) {
        p[i].vertex_count = p[i].index_count = 3;
        p[i].attributes[RQ_POSITION] = other;
        p[i].attributes[RQ_NORMAL] = other_up;
        p[i].attributes[RQ_TEXCOORD_0] = i == 2 ? NULL : other_uv;
        p[i].indices = i == 3 ? NULL : turned;
    }
    struct rq_mesh mesh = {.primitive_count = 4, .primitives = p};
    struct rq_node node = NODE(-1, 0);
    struct rq_scene scene = {.node_count = 1, .nodes = &node, .mesh_count = 1, .meshes = &mesh};
    struct file f;
    if (write_scene(&f, &scene, "buffers")) {
        CHECK_HAS(&f, "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
                      "\"TEXCOORD_0\":2},\"indices\":3},{\"attributes\":{\"POSITION\":0,"
                      "\"NORMAL\":1,\"TEXCOORD_0\":2},\"indices\":4},{\"attributes\":{"
                      "\"POSITION\":5,\"NORMAL\":6},\"indices\":7},{\"attributes\":{"
                      "\"POSITION\":5,\"NORMAL\":6,\"TEXCOORD_0\":8}}]");
        CHECK_INT(f.accessors[0].count, 7);
        CHECK(f.accessors[0].least[0] == 0 && f.accessors[0].least[2] == -2.5f);
        CHECK(f.accessors[0].most[0] == 6 && f.accessors[0].most[2] == 5);
        check_floats(&f, 0, square, 12);
        CHECK_MEM(data_of(&f, 0) + 48, 36, (const uint8_t *)other, 36);
        CHECK_MEM(data_of(&f, 2) + 32, 24, (const uint8_t *)other_uv, 24);
        CHECK_MEM(data_of(&f, 3), 12, "\0\0\1\0\2\0\0\0\2\0\3\0", 12);
        CHECK_MEM(data_of(&f, 4), 6, "\6\0\5\0\4\0", 6);
        CHECK_INT(f.accessors[5].count, 3);
        CHECK_MEM(data_of(&f, 7), 6, "\2\0\1\0\0\0", 6);
    }
    drop(&f);
}

/* Morph targets are shared like the vertices; where one of the primitives stays as it is, there are zeros. */
static void test_buffer_morphs(void)
{
    static const float rise[] = {0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4}, other[12] = {7};
    static const struct rq_morph some[] = {{"a", rise, NULL}, {"b", NULL, NULL}};
    static const struct rq_morph none[] = {{"a", NULL, NULL}, {"b", rise, NULL}};
    struct rq_primitive p[] = {plain_square(-1), plain_square(-1)};
    p[0].morphs = some;
    p[1].morphs = none;
    p[1].attributes[RQ_POSITION] = other;
    struct rq_mesh mesh = {.primitive_count = 2, .primitives = p, .morph_count = 2};
    struct rq_node node = NODE(-1, 0);
    struct rq_scene scene = {.node_count = 1, .nodes = &node, .mesh_count = 1, .meshes = &mesh};
    struct file f;
    if (write_scene(&f, &scene, "buffer-morphs")) {
        static const float nothing[12] = {0};
        CHECK_HAS(&f, "\"indices\":3,\"targets\":[{\"POSITION\":4},{\"POSITION\":5}]}");
        CHECK_HAS(&f, "\"indices\":6,\"targets\":[{\"POSITION\":4},{\"POSITION\":5}]}");
        CHECK_INT(f.accessors[4].count, 8);
        CHECK(f.accessors[4].least[2] == 0 && f.accessors[4].most[2] == 4);
        CHECK_MEM(data_of(&f, 4), 48, (const uint8_t *)rise, 48);
        CHECK_MEM(data_of(&f, 4) + 48, 48, (const uint8_t *)nothing, 48);
        CHECK_MEM(data_of(&f, 5), 48, (const uint8_t *)nothing, 48);
        CHECK_MEM(data_of(&f, 5) + 48, 48, (const uint8_t *)rise, 48);
    }
    drop(&f);
}

/* The same vertices with the same morph targets are stored once; other normals of a target are other vertices. */
static void test_twin_morphs(void)
{
    static const float rise[12] = {1}, one[12] = {2}, other[12] = {3};
    static const struct rq_morph a[] = {{"a", rise, one}}, b[] = {{"a", rise, other}};
    struct rq_primitive p[] = {plain_square(-1), plain_square(-1), plain_square(-1)};
    p[0].morphs = p[1].morphs = a;
    p[2].morphs = b;
    struct rq_mesh mesh = {.primitive_count = 3, .primitives = p, .morph_count = 1};
    struct rq_node node = NODE(-1, 0);
    struct rq_scene scene = {.node_count = 1, .nodes = &node, .mesh_count = 1, .meshes = &mesh};
    struct file f;
    if (write_scene(&f, &scene, "twin-morphs")) {
        CHECK_INT(f.accessors[0].count, 8);
        /* Targets stand behind the indices of the first. */
        CHECK_HAS(&f, "\"indices\":3,\"targets\":[{\"POSITION\":4,\"NORMAL\":5}]}");
        CHECK_MEM(data_of(&f, 5), 48, (const uint8_t *)one, 48);
        CHECK_MEM(data_of(&f, 5) + 48, 48, (const uint8_t *)other, 48);
        CHECK_MEM(data_of(&f, 3), 6, "\0\0\1\0\2\0", 6);
        size_t last = f.accessor_count - 1;
        CHECK_MEM(data_of(&f, last), 6, "\4\0\5\0\6\0", 6);
        CHECK_INT(last, 6); /* the second shares the indices of the first, too */
    }
    drop(&f);
}

/* With pictures of a run the file is the same; another palette makes another picture. */
static void test_pictures(void)
{
    static const uint8_t pixels[] = {0, 1, 2, 3};
    static uint8_t red[768] = {255}, blue[768] = {0, 0, 255};
    struct rq_plane plane = {2, 2, {pixels, 4}};
    struct rq_texture texture = {.name = "t",
                                 .image = {.pixels = RQ_PIXELS_INDEX8,
                                           .mips = 1,
                                           .faces = 1,
                                           .frames = 1,
                                           .palette = red,
                                           .planes = &plane},
                                 .nearest = true};
    struct rq_scene scene = {.texture_count = 1, .textures = &texture};
    struct rq_error err = {0};
    struct rq_pictures *pictures = rq_pictures_open();
    struct rq_out plain[2] = {{0}}, kept[4] = {{0}};
    REQUIRE(pictures);
    for (size_t i = 0; i < 2; i++) {
        texture.image.palette = i ? blue : red;
        CHECK(rq_glb_write(&plain[i], &scene, NULL, &err));
        CHECK(rq_glb_write(&kept[i], &scene, pictures, &err));
        CHECK(rq_glb_write(&kept[i + 2], &scene, pictures, &err));
        CHECK_MEM(kept[i].data, kept[i].size, plain[i].data, plain[i].size);
        CHECK_MEM(kept[i + 2].data, kept[i + 2].size, plain[i].data, plain[i].size);
    }
    CHECK(plain[0].size != plain[1].size ||
          memcmp(plain[0].data, plain[1].data, plain[0].size) != 0);
    /* What can't be a PNG is refused as without them. */
    plane.bytes.size = 3;
    CHECK(!rq_glb_write(&plain[0], &scene, pictures, &err));
    CHECK_STR(err.text, "3 bytes are too few for 2 x 2 pixels");
    for (size_t i = 0; i < 4; i++) {
        rq_out_free(&kept[i]);
        rq_out_free(&plain[i % 2]);
    }
    rq_pictures_close(pictures);
    rq_pictures_close(NULL);
}

static void test_textures(void)
{
    static const uint8_t pixels[] = {255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 9, 9, 9, 255};
    static const uint8_t grey[] = {1, 2, 3, 4};
    struct rq_plane planes[] = {{2, 2, {pixels, 16}}, {2, 2, {grey, 4}}};
    struct rq_image color = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &planes[0]};
    struct rq_image dull = {
        .pixels = RQ_PIXELS_GREY8, .mips = 1, .faces = 1, .frames = 1, .planes = &planes[1]};
    struct rq_texture textures[] = {{.name = "a", .image = color},
                                    {.name = "b", .image = color, .nearest = true},
                                    {.name = "c", .image = dull, .nearest = true}};
    struct rq_material materials[] = {
        {.name = "blend",
         .color = {1, 1, 1, 0.5f},
         .texture = 0,
         .lightmap = -1,
         .alpha = RQ_ALPHA_BLEND},
        {.name = "mask",
         .color = {1, 1, 1, 1},
         .texture = 1,
         .lightmap = -1,
         .alpha = RQ_ALPHA_MASK,
         .double_sided = true,
         .extras = TEXT("{\"flags\":3}")},
        {.name = "bright",
         .color = {2, 0, -1, 1},
         .texture = 2,
         .lightmap = -1,
         .emissive = {1, 0, 0}},
    };
    struct rq_primitive p[] = {plain_square(0), plain_square(1), plain_square(2)};
    struct rq_mesh mesh = {.primitive_count = 3, .primitives = p};
    struct rq_node node = NODE(-1, 0);
    struct rq_scene scene = {.node_count = 1,
                             .nodes = &node,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .material_count = 3,
                             .materials = materials,
                             .texture_count = 3,
                             .textures = textures};
    struct file f;
    if (write_scene(&f, &scene, "textures")) {
        CHECK_INT(f.accessor_count, 4);
        CHECK_INT(f.view_count, 5); /* the first two textures share a PNG */
        CHECK_MEM(f.bin.data + f.views[3].offset, 8, "\x89PNG\r\n\x1a\n", 8);
        CHECK_MEM(f.bin.data + f.views[3].offset + f.views[3].size - 4, 4, "\xae\x42\x60\x82", 4);
        CHECK_INT(f.views[3].target, 0);
        CHECK_HAS(&f, "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987},"
                      "{\"magFilter\":9728,\"minFilter\":9986}]");
        /* The name of an image is that of its texture, which is not said twice. */
        CHECK_HAS(&f, "\"images\":[{\"name\":\"a\",");
        CHECK_HAS(&f, "\"textures\":[{\"sampler\":0,\"source\":0},"
                      "{\"name\":\"b\",\"sampler\":1,\"source\":0},"
                      "{\"sampler\":1,\"source\":1}]");
        CHECK_HAS(&f, "{\"name\":\"blend\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
                      "[1.0,1.0,1.0,0.5],\"baseColorTexture\":{\"index\":0},\"metallicFactor\":0},"
                      "\"alphaMode\":\"BLEND\"}");
        CHECK_HAS(&f, "\"alphaMode\":\"MASK\",\"doubleSided\":true,"
                      "\"extras\":{\"flags\":3}}");
        CHECK_HAS(&f, "\"baseColorFactor\":[1.0,0.0,0.0,1.0]");
        /* What shines shows its texture; without one it would be plain (glTF 2.0, 3.9.3). */
        CHECK_HAS(&f, "\"emissiveFactor\":[1.0,0.0,0.0],\"emissiveTexture\":{\"index\":2}");
    }
    drop(&f);
}

static void test_morphs(void)
{
    static const float rise[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const float lean[] = {0, 0, 0, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0};
    static const struct rq_morph morphs[] = {
        {"rise", rise, NULL}, {"lean", lean, lean}, {"none", NULL, NULL}};
    struct rq_primitive p = plain_square(-1);
    p.morphs = morphs;
    struct rq_mesh mesh = {.name = "m",
                           .primitive_count = 1,
                           .primitives = &p,
                           .morph_count = 3,
                           .extras = TEXT(" { \"id\" : 7 } ")};
    struct rq_node nodes[] = {NODE(-1, 0), NODE(-1, -1)};
    static const float times[] = {0, 0.5f, 1};
    static const float weights[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const float moves[] = {0, 0, 0, 0, 1, 0, 0, 2, 0};
    static const float turns[] = {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1};
    static const float sizes[] = {1, 1, 1, 2, 2, 2, 1, 1, 1};
    struct rq_channel channels[] = {
        {0, RQ_PATH_WEIGHTS, false, 3, times, weights},
        {1, RQ_PATH_TRANSLATION, true, 3, times, moves},
        {1, RQ_PATH_ROTATION, false, 3, times, turns},
        {1, RQ_PATH_SCALE, false, 3, times, sizes},
        {0, RQ_PATH_SCALE, false, 0, NULL, NULL},
    };
    struct rq_animation animations[] = {{"run", 5, channels}, {"nothing", 1, channels + 4}};
    struct rq_scene scene = {.node_count = 2,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .animation_count = 2,
                             .animations = animations};
    struct file f;
    if (write_scene(&f, &scene, "morphs")) {
        CHECK_HAS(&f, "\"targets\":[{\"POSITION\":4,\"NORMAL\":5},{\"POSITION\":6,\"NORMAL\":7},"
                      "{\"POSITION\":8,\"NORMAL\":5}]");
        CHECK_INT(f.accessors[5].view, UINT32_MAX); /* zeros */
        check_floats(&f, 4, rise, 12);
        CHECK_HAS(&f, "\"extras\":{\"targetNames\":[\"rise\",\"lean\",\"none\"],\"id\" : 7}");
        CHECK_HAS(&f, "\"animations\":[{\"name\":\"run\",\"samplers\":[{\"input\":9,\"output\":10},"
                      "{\"input\":9,\"output\":11,\"interpolation\":\"STEP\"},"
                      "{\"input\":9,\"output\":12},{\"input\":9,\"output\":13}],\"channels\":["
                      "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}},");
        CHECK(!has(&f, "nothing"));
        CHECK_STR(f.accessors[10].type, "SCALAR");
        CHECK_INT(f.accessors[10].count, 9);
        CHECK(f.accessors[9].most[0] == 1);
        CHECK_INT(f.views[f.accessors[9].view].target, 0);
        check_floats(&f, 12, turns, 12);
    }
    drop(&f);
}

static void test_skin(void)
{
    static const float joints[] = {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0};
    static const float weights[] = {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.75f, 0.25f, 0, 0};
    static const float binds[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  0, 0, 1,
                                  1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1};
    static const int bones[] = {1, 2};
    struct rq_primitive p = plain_square(-1);
    p.attributes[RQ_JOINTS_0] = joints;
    p.attributes[RQ_WEIGHTS_0] = weights;
    struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    struct rq_node nodes[] = {NODE(-1, 0), NODE(-1, -1), NODE(1, -1)};
    nodes[0].skin = 0;
    struct rq_skin skin = {"bones", 2, bones, binds};
    struct rq_scene scene = {.node_count = 3,
                             .nodes = nodes,
                             .mesh_count = 1,
                             .meshes = &mesh,
                             .skin_count = 1,
                             .skins = &skin};
    struct file f;
    if (write_scene(&f, &scene, "skin")) {
        CHECK_INT(f.accessors[3].component, 5123);
        /* Joints without weight become 0: the second vertex, and three of the third. */
        CHECK_MEM(data_of(&f, 3), 32,
                  "\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 32);
        CHECK_HAS(&f,
                  "\"skins\":[{\"name\":\"bones\",\"inverseBindMatrices\":6,\"joints\":[1,2]}]");
        CHECK_STR(f.accessors[6].type, "MAT4");
        check_floats(&f, 6, binds, 32);
        CHECK_HAS(&f, "{\"mesh\":0,\"skin\":0}");
    }
    drop(&f);
}

static void test_lights_and_extras(void)
{
    struct rq_light lights[] = {
        {"lamp", RQ_LIGHT_POINT, {1, 0.5f, 0.25f}, 40, 12.5f},
        {"sun", RQ_LIGHT_DIRECTIONAL, {1, 1, 1}, 3, 9},
        {"spot", RQ_LIGHT_SPOT, {1, 1, 1}, 1, 0},
    };
    struct rq_node nodes[] = {NODE(-1, -1), NODE(-1, -1), NODE(-1, -1)};
    for (int i = 0; i < 3; i++)
        nodes[i].light = i;
    nodes[1].extras = (struct rq_bytes)TEXT("[1,\"two\",null]");
    struct rq_scene scene = {.node_count = 3,
                             .nodes = nodes,
                             .light_count = 3,
                             .lights = lights,
                             .extras = TEXT("{\"fog\":true}")};
    struct file f;
    if (write_scene(&f, &scene, "lights")) {
        CHECK_HAS(&f, "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":"
                      "{\"KHR_lights_punctual\":{\"lights\":[{\"name\":\"lamp\",\"type\":\"point\","
                      "\"color\":[1.0,0.5,0.25],\"intensity\":40.0,\"range\":12.5},"
                      "{\"name\":\"sun\",\"type\":\"directional\",\"intensity\":3.0},"
                      "{\"name\":\"spot\",\"type\":\"spot\",\"intensity\":1.0,\"spot\":{}}]}}");
        CHECK_HAS(&f, "{\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}},"
                      "\"extras\":[1,\"two\",null]}");
        CHECK_HAS(&f, "\"extras\":{\"fog\":true}}]");
    }
    drop(&f);
}

/* Every channel of the scene in one place, to be spoilt piece by piece. */
struct parts {
    float positions[12];
    uint32_t indices[6];
    struct rq_primitive primitive;
    struct rq_mesh mesh;
    struct rq_material material;
    struct rq_node nodes[2];
    struct rq_light light;
    float times[2], values[8];
    struct rq_channel channel;
    struct rq_animation animation;
    int joint;
    struct rq_skin skin;
    struct rq_scene scene;
};

static void make_parts(struct parts *s)
{
    memset(s, 0, sizeof *s);
    memcpy(s->positions, square, sizeof square);
    memcpy(s->indices, corners, sizeof corners);
    s->primitive = plain_square(0);
    s->primitive.attributes[RQ_POSITION] = s->positions;
    s->primitive.indices = s->indices;
    s->mesh = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitive};
    s->material = (struct rq_material){.color = {1, 1, 1, 1}, .texture = -1, .lightmap = -1};
    s->nodes[0] = (struct rq_node)NODE(-1, 0);
    s->nodes[1] = (struct rq_node)NODE(0, -1);
    s->nodes[1].light = 0;
    s->light = (struct rq_light){.color = {1, 1, 1}, .intensity = 1};
    s->times[1] = 1;
    s->channel = (struct rq_channel){1, RQ_PATH_TRANSLATION, false, 2, s->times, s->values};
    s->animation = (struct rq_animation){"a", 1, &s->channel};
    s->joint = 1;
    s->skin = (struct rq_skin){NULL, 1, &s->joint, NULL};
    s->scene = (struct rq_scene){.node_count = 2,
                                 .nodes = s->nodes,
                                 .mesh_count = 1,
                                 .meshes = &s->mesh,
                                 .material_count = 1,
                                 .materials = &s->material,
                                 .light_count = 1,
                                 .lights = &s->light,
                                 .animation_count = 1,
                                 .animations = &s->animation,
                                 .skin_count = 1,
                                 .skins = &s->skin};
}

/* clang-format off: one line a case */
static bool spoil(struct parts *s, unsigned which)
{
    switch (which) {
    case 0: s->positions[7] = NAN; return true;
    case 1: s->positions[7] = -INFINITY; return true;
    case 2: s->indices[5] = 4; return true;
    case 3: s->primitive.index_count = 5; return true;
    case 4: s->primitive.attributes[RQ_POSITION] = NULL; return true;
    case 5: s->primitive.material = 1; return true;
    case 6: s->primitive.attributes[RQ_JOINTS_0] = s->positions; return true;
    case 7: s->mesh.primitive_count = 0; return true;
    case 8: s->mesh.morph_count = 1; return true;
    case 9: s->material.texture = 0; return true;
    case 10: s->material.color[2] = NAN; return true;
    case 11: s->nodes[0].parent = 0; return true;
    case 12: s->nodes[1].parent = -2; return true;
    case 13: s->nodes[1].mesh = 1; return true;
    case 14: s->nodes[1].translation[0] = INFINITY; return true;
    case 15: s->nodes[1].rotation[0] = NAN; return true;
    case 16: s->light.intensity = NAN; return true;
    case 17: s->light.range = INFINITY; return true;
    case 18: s->values[5] = NAN; return true;
    case 19: s->channel.node = 2; return true;
    case 20: s->channel.path = RQ_PATH_WEIGHTS; return true;
    case 21: s->joint = 2; return true;
    case 22: s->skin.joint_count = 0; return true;
    case 23: s->nodes[1].light = 1; return true;
    default: return false;
    }
}
/* clang-format on */

static void test_refused(void)
{
    struct parts s;
    for (unsigned i = 0;; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        check_note("case %u", i);
        make_parts(&s);
        bool spoilt = spoil(&s, i);
        CHECK_INT(rq_glb_write(&out, &s.scene, NULL, &err), !spoilt);
        CHECK_INT(err.code, spoilt ? RQ_USAGE : RQ_OK);
        CHECK(!spoilt || out.size == 0);
        rq_out_free(&out);
        if (!spoilt)
            break;
    }
}

static void test_no_memory(void)
{
    static const uint8_t pixels[3];
    struct rq_plane plane = {1, 1, {pixels, 3}};
    struct rq_texture texture = {
        .name = "t",
        .image = {.pixels = RQ_PIXELS_RGB8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane}};
    struct parts s;
    make_parts(&s);
    s.scene.texture_count = 1;
    s.scene.textures = &texture;
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_out out = {.alloc = &alloc};
        struct rq_error err = {0};
        check_note("allocation %zu", n);
        bool done = rq_glb_write(&out, &s.scene, NULL, &err);
        rq_out_free(&out);
        CHECK_INT(failing.live_blocks, 0);
        CHECK_INT(err.code, done ? RQ_OK : RQ_NO_MEMORY);
        CHECK_INT(done, failing.calls < n);
        if (failing.calls < n)
            break;
    }
}

/* A square whose lightmap is half of white on its left and red on its right: baked, its vertices have that
 * light (0.5 stored is 0.5 ^ 2.2 = 0.2176 in glTF) and it needs no other; taken out, it is as without. */
static void test_lightmaps(void)
{
    static const uint8_t light[] = {128, 128, 128, 255, 255, 0, 0, 255};
    static const float uvs[] = {0.1f, 0.5f, 0.9f, 0.5f, 1.9f, -0.5f, 0.2f, 3.5f};
    const struct rq_plane plane = {2, 1, {light, sizeof light}};
    const struct rq_texture texture = {
        .name = "light",
        .image = {.pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane}};
    const struct rq_material material = {.color = {1, 1, 1, 1}, .texture = -1, .lightmap = 0};
    struct rq_primitive p = plain_square(0);
    p.attributes[RQ_TEXCOORD_1] = uvs;
    const struct rq_mesh mesh = {.primitive_count = 1, .primitives = &p};
    const struct rq_scene scene = {.mesh_count = 1,
                                   .meshes = &mesh,
                                   .material_count = 1,
                                   .materials = &material,
                                   .texture_count = 1,
                                   .textures = &texture};
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_scene baked = scene, none = scene;
    REQUIRE(rq_scene_unlight(&baked, true, &arena, &err) &&
            rq_scene_unlight(&none, false, &arena, &err));
    CHECK(baked.materials[0].unlit && baked.materials[0].lightmap == -1);
    CHECK(!none.materials[0].unlit && none.materials[0].lightmap == -1);
    CHECK(!none.meshes[0].primitives[0].attributes[RQ_COLOR_0]);
    const float *colors = baked.meshes[0].primitives[0].attributes[RQ_COLOR_0];
    REQUIRE(colors != NULL);
    static const float expected[4][4] = {
        {0.2195f, 0.2195f, 0.2195f, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {0.2195f, 0.2195f, 0.2195f, 1}};
    for (size_t i = 0; i < 16; i++)
        CHECK(fabsf(colors[i] - expected[i / 4][i % 4]) < 0.001f);
    CHECK(!p.attributes[RQ_COLOR_0] && material.lightmap == 0); /* what was given stays */
    rq_arena_free(&arena);
}

TESTS(test_lightmaps, test_empty, test_mesh, test_wide_indices, test_buffers, test_buffer_morphs,
      test_twin_morphs, test_pictures, test_textures, test_morphs, test_skin,
      test_lights_and_extras, test_refused, test_no_memory)
