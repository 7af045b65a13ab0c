/* Pictures whose pixels are worked out by hand.
 *
 * The camera of a square picture sees 45 degrees and leaves a margin of 4 %: a flat square from -1 to
 * 1 reaches from -1/1.04 to 1/1.04 of the picture, which of 8 pixels is 0.154 to 7.846. So all 64
 * centres are in it, and the middle of the square is the middle of the picture. */
#include "convert/convert.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { SIDE = 8 };

static const float square[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
static const float square_uvs[] = {0, 1, 1, 1, 1, 0, 0, 0};
static const float square_normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
static const uint32_t square_indices[] = {0, 1, 2, 0, 2, 3};

#define PRIMITIVE(places, faces, number)                                                           \
    {                                                                                              \
        .material = number, .vertex_count = 4,                                                     \
        .attributes = {[RQ_POSITION] = places,                                                     \
                       [RQ_NORMAL] = square_normals,                                               \
                       [RQ_TEXCOORD_0] = square_uvs,                                               \
                       [RQ_TEXCOORD_1] = square_uvs},                                              \
        .index_count = sizeof(faces) / sizeof(faces)[0], .indices = faces                          \
    }
/* The colour, then other members. */
#define MATERIAL(...)                                                                              \
    {                                                                                              \
        .texture = -1, .lightmap = -1, .color = __VA_ARGS__                                        \
    }
#define PAINTED(...) MATERIAL(__VA_ARGS__, .unlit = true)
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A scene of one node for each mesh. */
struct stage {
    struct rq_primitive primitives[4];
    struct rq_mesh meshes[4];
    struct rq_node nodes[8];
    struct rq_scene scene;
};

static void build(struct stage *s, const struct rq_primitive *primitives, uint32_t count,
                  const struct rq_material *materials, uint32_t material_count)
{
    *s = (struct stage){.scene = {.node_count = count,
                                  .nodes = s->nodes,
                                  .mesh_count = count,
                                  .meshes = s->meshes,
                                  .material_count = material_count,
                                  .materials = materials}};
    for (uint32_t i = 0; i < count; i++) {
        s->primitives[i] = primitives[i];
        s->meshes[i] = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitives[i]};
        s->nodes[i] = rq_node_of("node", -1);
        s->nodes[i].mesh = (int)i;
    }
}

/* The pixels, which are the arena's; NULL after an error. */
static const uint8_t *draw(const struct stage *s, const struct rq_render_options *more,
                           struct rq_arena *arena, struct rq_error *err)
{
    struct rq_render_options options = more ? *more : (struct rq_render_options){0};
    struct rq_image image = {0};
    if (!options.width)
        options.width = options.height = SIDE;
    *err = (struct rq_error){0};
    if (!rq_render(&s->scene, &options, arena, &image, err))
        return NULL;
    CHECK_INT(image.pixels, RQ_PIXELS_RGBA8);
    CHECK_INT(image.planes[0].width, options.width);
    CHECK_INT(image.planes[0].bytes.size, (size_t)options.width * options.height * 4);
    return image.planes[0].bytes.data;
}

static uint32_t pixel(const uint8_t *rgba, size_t x, size_t y)
{
    const uint8_t *p = rgba + (y * SIDE + x) * 4;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

#define CHECK_PIXEL(x, y, color) CHECK_INT(pixel(rgba, x, y), (uint32_t)(color))

/* ---- coverage ---- */

static void test_square_fills(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    const struct rq_material m[] = {PAINTED({1, 0, 0, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 1, m, 1);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        CHECK_PIXEL(i % SIDE, i / SIDE, 0xFF0000FF);
    /* Of 100 pixels it reaches from 1.92 to 98.08: the centres 2.5 to 97.5 are 96 of them. */
    rgba = draw(&s, &(struct rq_render_options){.width = 100, .height = 100}, &arena, &err);
    REQUIRE(rgba);
    size_t count = 0;
    for (size_t i = 0; i < 10000; i++)
        count += rgba[i * 4 + 3] == 255;
    CHECK_INT(count, 96 * 96);
    CHECK_INT(rgba[(2 * 100 + 2) * 4 + 3], 255);
    CHECK_INT(rgba[(1 * 100 + 2) * 4 + 3], 0);
    rq_arena_free(&arena);
}

/* The diagonal goes through the centres of 8 pixels: they belong to the triangle at the right of it,
 * whose left edge it is; 28 are left for the other. */
static void test_edge_belongs_to_one(void)
{
    static const uint32_t below[] = {0, 1, 3}, above[] = {1, 2, 3};
    const struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    for (int upper = 0; upper < 2; upper++) {
        const struct rq_primitive low[] = {PRIMITIVE(square, below, 0)},
                                  high[] = {PRIMITIVE(square, above, 0)};
        size_t wrong = 0;
        build(&s, upper ? high : low, 1, m, 1);
        const uint8_t *rgba = draw(&s, NULL, &arena, &err);
        REQUIRE(rgba);
        for (size_t y = 0; y < SIDE; y++)
            for (size_t x = 0; x < SIDE; x++)
                wrong += pixel(rgba, x, y) != ((upper ? y <= x : y > x) ? UINT32_MAX : 0);
        CHECK_INT(wrong, 0);
    }
    rq_arena_free(&arena);
}

/* Faces turn against the clock; the other side is not there, unless both are. A mirror turns the
 * order round, but not the side that a face shows (glTF 2.0, 3.7.4: the sign of the determinant). */
static void test_sides(void)
{
    static const uint32_t behind[] = {0, 2, 1, 0, 3, 2};
    const struct rq_primitive p[] = {PRIMITIVE(square, behind, 0)};
    const struct rq_material one[] = {PAINTED({1, 1, 1, 1})},
                             both[] = {PAINTED({1, 1, 1, 1}, .double_sided = true)};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 1, one, 1);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0);
    s.nodes[0].scale[0] = -1;
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0);
    rgba = draw(&s, &(struct rq_render_options){.yaw = 180}, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    build(&s, p, 1, both, 1);
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    /* From behind, and from the front of a figure that looks back. */
    build(&s, p, 1, one, 1);
    rgba = draw(&s, &(struct rq_render_options){.yaw = 180}, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    s.scene.faces_back = true;
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    rq_arena_free(&arena);
}

/* ---- depth and alpha ---- */

static const float farther[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1};

static void test_nearer_hides(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(farther, square_indices, 1)},
                              turned[] = {p[1], p[0]};
    const struct rq_material m[] = {PAINTED({1, 0, 0, 1}), PAINTED({0, 1, 0, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    for (int i = 0; i < 2; i++) {
        build(&s, i ? turned : p, 2, m, 2);
        const uint8_t *rgba = draw(&s, NULL, &arena, &err);
        REQUIRE(rgba);
        CHECK_PIXEL(4, 4, 0xFF0000FF);
    }
    rq_arena_free(&arena);
}

/* Half of blue over red is 127.5 of each, 128 when rounded; nothing behind it leaves blue of half
 * alpha, a green background 127 of green. */
static void test_blend(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(farther, square_indices, 1)};
    const struct rq_material m[] = {PAINTED({0, 0, 1, 0.5f}, .alpha = RQ_ALPHA_BLEND),
                                    PAINTED({1, 0, 0, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 2, m, 2);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0x800080FF);
    build(&s, p, 1, m, 1);
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0x0000FF80);
    rgba = draw(&s, &(struct rq_render_options){.background = {0, 255, 0, 255}}, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0x007F80FF);
    rq_arena_free(&arena);
}

/* Two see-through squares: the farther one is drawn first, whichever comes first. Half red over half
 * of green over nothing: alpha 0.5 + 0.25; red 0.5, green 0.25 of it: 2/3 and 1/3. */
static void test_blend_order(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(farther, square_indices, 1)},
                              turned[] = {p[1], p[0]};
    const struct rq_material m[] = {PAINTED({1, 0, 0, 0.5f}, .alpha = RQ_ALPHA_BLEND),
                                    PAINTED({0, 1, 0, 0.5f}, .alpha = RQ_ALPHA_BLEND)};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    for (int i = 0; i < 2; i++) {
        build(&s, i ? turned : p, 2, m, 2);
        const uint8_t *rgba = draw(&s, NULL, &arena, &err);
        REQUIRE(rgba);
        uint32_t color = pixel(rgba, 4, 4);
        CHECK(color >> 24 >= 169 && color >> 24 <= 171);
        CHECK((color >> 16 & 255) >= 84 && (color >> 16 & 255) <= 86);
        CHECK((color & 255) >= 191 && (color & 255) <= 192);
    }
    rq_arena_free(&arena);
}

/* ---- textures ---- */

static struct rq_texture texture_of(struct rq_plane *plane, const uint8_t *rgba, uint32_t width,
                                    uint32_t height, bool nearest)
{
    *plane = (struct rq_plane){width, height, {rgba, (size_t)width * height * 4}};
    return (struct rq_texture){
        .nearest = nearest,
        .image = {.pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = plane}};
}

/* Four pixels over the whole: each a quarter of the picture, the first row above. */
static void test_nearest(void)
{
    static const uint8_t four[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_plane plane;
    struct rq_texture texture = texture_of(&plane, four, 2, 2, true);
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    m[0].texture = 0;
    build(&s, p, 1, m, 1);
    s.scene.textures = &texture;
    s.scene.texture_count = 1;
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++) {
            const uint8_t *c = four + ((y >= 4) * 2 + (x >= 4)) * 4;
            CHECK_PIXEL(x, y,
                        (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | 255);
        }
    rq_arena_free(&arena);
}

/* Black and white beside each other, smoothed: pixel 3 is 0.435 of the way, 0.37 from the middle of
 * black to that of white: 94. Pixel 0 is 0.41 before the middle of black, and the texture repeats:
 * 0.41 of white, 104. */
static void test_smooth(void)
{
    static const uint8_t two[] = {0, 0, 0, 255, 255, 255, 255, 255};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_plane plane;
    struct rq_texture texture = texture_of(&plane, two, 2, 1, false);
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    m[0].texture = 0;
    build(&s, p, 1, m, 1);
    s.scene.textures = &texture;
    s.scene.texture_count = 1;
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_INT(pixel(rgba, 3, 2) >> 24, 94);
    CHECK_INT(pixel(rgba, 0, 5) >> 24, 104);
    CHECK_INT(pixel(rgba, 4, 2) >> 24, 255 - 94);
    rq_arena_free(&arena);
}

/* An alpha of 128 is drawn, and hides what is behind; one of 127 is not. */
static void test_mask(void)
{
    static const uint8_t two[] = {255, 0, 0, 127, 255, 0, 0, 128};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(farther, square_indices, 1)};
    struct rq_material m[] = {PAINTED({1, 1, 1, 1}, .alpha = RQ_ALPHA_MASK), PAINTED({0, 0, 1, 1})};
    struct rq_plane plane;
    struct rq_texture texture = texture_of(&plane, two, 2, 1, true);
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    m[0].texture = 0;
    build(&s, p, 2, m, 2);
    s.scene.textures = &texture;
    s.scene.texture_count = 1;
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(2, 4, 0x0000FFFF);
    CHECK_PIXEL(5, 4, 0xFF0000FF);
    rq_arena_free(&arena);
}

/* ---- light ---- */

/* 0.45 of the room and 0.55 x 0.69 of the lamp, which stands at (-0.40, 0.60, 0.69): 0.83. What
 * shines by itself is as bright as it can be; a light map is all the light there is. Half of linear
 * light is 188 as it is stored (sRGB). */
static void test_light(void)
{
    static const uint8_t grey[] = {128, 64, 32, 255};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    struct rq_material m[] = {MATERIAL({1, 1, 1, 1})};
    struct rq_plane plane;
    struct rq_texture texture = texture_of(&plane, grey, 1, 1, false);
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 1, m, 1);
    s.scene.textures = &texture;
    s.scene.texture_count = 1;
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK(pixel(rgba, 4, 4) >> 24 >= 211 && pixel(rgba, 4, 4) >> 24 <= 212);
    s.primitives[0].attributes[RQ_NORMAL] = NULL;
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK(pixel(rgba, 4, 4) >> 24 >= 211 && pixel(rgba, 4, 4) >> 24 <= 212);
    m[0].emissive[0] = m[0].emissive[1] = m[0].emissive[2] = 1;
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    m[0] = (struct rq_material)MATERIAL({1, 1, 1, 1});
    m[0].lightmap = 0;
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0x804020FF);
    m[0] = (struct rq_material)PAINTED({0.5f, 0.5f, 0.5f, 1});
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0xBCBCBCFF);
    rq_arena_free(&arena);
}

/* A sky is not what is looked at: it is in no picture with something else. */
static void test_sky(void)
{
    static const float wide[] = {-9, -9, 3, 9, -9, 3, 9, 9, 3, -9, 9, 3};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(wide, square_indices, 1)};
    const struct rq_material m[] = {MATERIAL({1, 1, 1, 1}, .emissive = {1, 1, 1}),
                                    PAINTED({0, 0, 1, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 2, m, 2);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(0, 0, 0xFFFFFFFF);
    CHECK_PIXEL(4, 4, 0xFFFFFFFF);
    rq_arena_free(&arena);
}

/* ---- motion ---- */

/* A small red square before a large black one, which holds the camera: left of the middle as it
 * stands, right of it in frame 1, in three ways. */
static const float small[] = {-0.7f, -0.2f, 0.1f, -0.3f, -0.2f, 0.1f,
                              -0.3f, 0.2f,  0.1f, -0.7f, 0.2f,  0.1f};

static void check_motion(struct stage *s, const struct rq_channel *channel)
{
    const struct rq_animation walk = {.name = "Walk", .channel_count = 1, .channels = channel};
    struct rq_arena arena = {0};
    struct rq_error err;
    s->scene.animations = &walk;
    s->scene.animation_count = 1;
    const struct rq_render_options stills[] = {
        {0}, {.animation = "walk"}, {.animation = "walk", .frame = 1}, {.frame = 1}};
    for (size_t i = 0; i < COUNT(stills); i++) {
        const uint8_t *rgba = draw(s, &stills[i], &arena, &err);
        check_note("still %zu", i);
        REQUIRE(rgba);
        CHECK_PIXEL(2, 4, i < 2 ? 0xFF0000FF : 0x000000FF);
        CHECK_PIXEL(5, 4, i < 2 ? 0x000000FF : 0xFF0000FF);
    }
    CHECK(!draw(s, &(struct rq_render_options){.frame = 2}, &arena, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_STR(err.text, "the animation Walk has 2 frames, from 0 on, and no frame 2");
    CHECK(!draw(s, &(struct rq_render_options){.animation = "run"}, &arena, &err));
    CHECK_STR(err.text, "there is no animation run, but Walk");
    rq_arena_free(&arena);
}

static void test_motion(void)
{
    static const float times[] = {0, 0.5f}, places[] = {0, 0, 0, 1, 0, 0}, weights[] = {0, 1};
    static const float shift[] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
    static const float joints[16] = {0}, all[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const float binds[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -5, 0, 1};
    static const int joint[] = {2};
    const struct rq_morph morph = {.positions = shift};
    const struct rq_skin skin = {.joint_count = 1, .joints = joint, .inverse_binds = binds};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0),
                                     PRIMITIVE(small, square_indices, 1)};
    const struct rq_material m[] = {PAINTED({0, 0, 0, 1}), PAINTED({1, 0, 0, 1})};
    struct stage s;
    struct rq_channel c = {
        .node = 1, .path = RQ_PATH_TRANSLATION, .key_count = 2, .times = times, .values = places};
    build(&s, p, 2, m, 2);
    check_motion(&s, &c);
    build(&s, p, 2, m, 2);
    s.meshes[1].morph_count = 1;
    s.primitives[1].morphs = &morph;
    c.path = RQ_PATH_WEIGHTS;
    c.values = weights;
    check_motion(&s, &c);
    /* The joint stands 5 above, and the inverse of its place brings the skin down again. */
    static const float above[] = {0, 5, 0, 1, 5, 0};
    build(&s, p, 2, m, 2);
    s.primitives[1].attributes[RQ_JOINTS_0] = joints;
    s.primitives[1].attributes[RQ_WEIGHTS_0] = all;
    s.nodes[1].skin = 0;
    s.nodes[2] = rq_node_of("joint", -1);
    s.nodes[2].translation[1] = 5;
    s.scene.node_count = 3;
    s.scene.skins = &skin;
    s.scene.skin_count = 1;
    c.path = RQ_PATH_TRANSLATION;
    c.node = 2;
    c.values = above;
    check_motion(&s, &c);
}

/* ---- what can't be drawn ---- */

static void refused(const struct stage *s, const struct rq_render_options *options, int code)
{
    struct rq_arena arena = {0};
    struct rq_error err;
    CHECK(!draw(s, options, &arena, &err));
    CHECK_INT(err.code, code);
    CHECK(err.text[0]);
    rq_arena_free(&arena);
}

static void test_refusals(void)
{
    static const uint32_t wrong[] = {0, 1, 4};
    static const float huge[] = {-1e30f, 0, 0, 1e30f, 0, 0, 0, 1e30f, 0, 0, 0, 0};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)},
                              bad[] = {PRIMITIVE(square, wrong, 0)},
                              large[] = {PRIMITIVE(huge, square_indices, 0)};
    const struct rq_material m[] = {MATERIAL({1, 1, 1, 1})},
                             hidden[] = {MATERIAL({1, 1, 1, 0}, .alpha = RQ_ALPHA_MASK)};
    struct stage s;
    build(&s, p, 1, m, 1);
    refused(&s, &(struct rq_render_options){.width = 4097, .height = 8}, RQ_USAGE);
    refused(&s, &(struct rq_render_options){.width = 8, .height = UINT32_MAX}, RQ_USAGE);
    refused(&s, &(struct rq_render_options){.pitch = 91}, RQ_USAGE);
    refused(&s, &(struct rq_render_options){.yaw = NAN}, RQ_USAGE);
    refused(&s, &(struct rq_render_options){.frame = 1}, RQ_USAGE);
    refused(&s, &(struct rq_render_options){.animation = "walk"}, RQ_USAGE);
    s.nodes[0].parent = 0;
    refused(&s, NULL, RQ_USAGE);
    build(&s, p, 0, m, 1);
    refused(&s, NULL, RQ_UNSUPPORTED);
    build(&s, p, 1, hidden, 1);
    refused(&s, NULL, RQ_UNSUPPORTED);
    build(&s, bad, 1, m, 1);
    refused(&s, NULL, RQ_USAGE);
    build(&s, large, 1, m, 1);
    refused(&s, NULL, RQ_LIMIT);
}

/* Everything in one point, or in a line that is looked along, is a picture of nothing. */
static void test_no_size(void)
{
    static const float point[12] = {0};
    const struct rq_primitive p[] = {PRIMITIVE(point, square_indices, 0)};
    const struct rq_material m[] = {MATERIAL({1, 1, 1, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 1, m, 1);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    CHECK_PIXEL(4, 4, 0);
    rq_arena_free(&arena);
}

/* Of the same distance, what came first is drawn first: half of green over 40 layers of red is seen as
 * half of each, but below them not at all. */
static void test_blend_ties(void)
{
    enum { LAYERS = 40 };
    static uint32_t faces[LAYERS * 6];
    for (size_t i = 0; i < COUNT(faces); i++)
        faces[i] = square_indices[i % 6];
    const struct rq_primitive p[] = {PRIMITIVE(square, faces, 0),
                                     PRIMITIVE(square, square_indices, 1)},
                              turned[] = {p[1], p[0]};
    const struct rq_material m[] = {PAINTED({1, 0, 0, 0.5f}, .alpha = RQ_ALPHA_BLEND),
                                    PAINTED({0, 1, 0, 0.5f}, .alpha = RQ_ALPHA_BLEND)};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 2, m, 2);
    const uint8_t *rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    /* Half of green lies over red that lets nothing through. */
    uint32_t color = pixel(rgba, 6, 4);
    CHECK(color >> 24 >= 126 && color >> 24 <= 129);
    CHECK((color >> 16 & 255) >= 126 && (color >> 16 & 255) <= 129);
    build(&s, turned, 2, m, 2);
    rgba = draw(&s, NULL, &arena, &err);
    REQUIRE(rgba);
    color = pixel(rgba, 6, 4);
    CHECK(color >> 24 >= 253);
    CHECK((color >> 16 & 255) <= 1);
    rq_arena_free(&arena);
}

/* Without indices three vertices each are a face; what remains is none. Without a material all is white. */
static void test_bare_primitive(void)
{
    static const float places[] = {-1, -1, 0, 1,  -1, 0, -1, 1, 0, 1, -1, 0,
                                   1,  1,  0, -1, 1,  0, 0,  0, 0, 0, 0,  0};
    const struct rq_primitive p[] = {
        {.material = -1, .vertex_count = 8, .attributes = {[RQ_POSITION] = places}}};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    for (int material = -1; material < 2; material++) {
        build(&s, p, 1, NULL, 0);
        s.primitives[0].material = material;
        const uint8_t *rgba = draw(&s, NULL, &arena, &err);
        REQUIRE(rgba);
        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
            uint32_t color = pixel(rgba, i % SIDE, i / SIDE);
            CHECK(color >> 24 >= 211 && color >> 24 <= 212);
            CHECK_INT(color & 255, 255);
        }
    }
    rq_arena_free(&arena);
}

/* A picture of no size given has 640 x 480 pixels; sides of 4096 and angles of 3600 and 90 are the last. */
static void test_canvas(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    const struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_image image = {0};
    struct stage s;
    build(&s, p, 1, m, 1);
    REQUIRE(rq_render(&s.scene, &(struct rq_render_options){0}, &arena, &image, &err));
    CHECK_INT(image.planes[0].width, 640);
    CHECK_INT(image.planes[0].height, 480);
    CHECK(rq_render(&s.scene, &(struct rq_render_options){.width = 4096, .height = 1}, &arena,
                    &image, &err));
    CHECK(rq_render(&s.scene, &(struct rq_render_options){.width = 1, .height = 4096}, &arena,
                    &image, &err));
    CHECK_INT(image.planes[0].height, 4096);
    CHECK(draw(&s, &(struct rq_render_options){.yaw = -3600, .pitch = -90}, &arena, &err));
    CHECK(draw(&s, &(struct rq_render_options){.yaw = 3600, .pitch = 90}, &arena, &err));
    CHECK(!draw(&s, &(struct rq_render_options){.animation = "walk"}, &arena, &err));
    CHECK_STR(err.text, "there is no animation walk: nothing in it moves");
    CHECK(!draw(&s, &(struct rq_render_options){.frame = 1}, &arena, &err));
    CHECK_STR(err.text, "there is no animation: nothing in it moves");
    rq_arena_free(&arena);
}

/* More than 20 million triangles are not drawn. */
static void test_most_triangles(void)
{
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    const struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    build(&s, p, 1, m, 1);
    s.primitives[0].index_count = 20000001u * 3; /* refused before any of them is looked at */
    CHECK(!draw(&s, NULL, &arena, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_STR(err.text, "more than 20000000 triangles");
    rq_arena_free(&arena);
}

/* A texture of three pixels, which is no power of two, repeats to both sides. */
static void test_repeats(void)
{
    static const uint8_t three[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
    static const float left[] = {-1, 1, 0, 1, 0, 0, -1, 0}, right[] = {1, 1, 2, 1, 2, 0, 1, 0};
    const struct rq_primitive p[] = {PRIMITIVE(square, square_indices, 0)};
    struct rq_material m[] = {PAINTED({1, 1, 1, 1})};
    struct rq_plane plane;
    struct rq_texture texture = texture_of(&plane, three, 3, 1, true);
    struct rq_arena arena = {0};
    struct rq_error err;
    struct stage s;
    m[0].texture = 0;
    build(&s, p, 1, m, 1);
    s.scene.textures = &texture;
    s.scene.texture_count = 1;
    for (int i = 0; i < 3; i++) {
        s.primitives[0].attributes[RQ_TEXCOORD_0] = i == 0 ? square_uvs : i == 1 ? left : right;
        const uint8_t *rgba = draw(&s, NULL, &arena, &err);
        check_note("part %d", i);
        REQUIRE(rgba);
        CHECK_PIXEL(1, 4, 0xFF0000FF);
        CHECK_PIXEL(4, 4, 0x00FF00FF);
        CHECK_PIXEL(6, 4, 0x0000FFFF);
    }
    rq_arena_free(&arena);
}

TESTS(test_blend_ties, test_bare_primitive, test_canvas, test_most_triangles, test_repeats,
      test_square_fills, test_edge_belongs_to_one, test_sides, test_nearer_hides, test_blend,
      test_blend_order, test_nearest, test_smooth, test_mask, test_light, test_sky, test_motion,
      test_refusals, test_no_size)
