/* What can't be written as an open file, or read from one: each reason with its words, its code and its place, and the
 * last thing that can. The rules are those of glTF, WAV, GIF, PNG and CSV, and the limits of the drawn pictures. */
#include "convert/convert.h"
#include "model/image.h"
#include "model/scene.h"
#include "support/check.h"

#include <math.h>

/* ---- GLB ---- */

struct parts {
    float positions[12], weights[12], joints[12];
    uint32_t indices[6];
    struct rq_primitive primitive;
    struct rq_morph morph;
    struct rq_mesh mesh;
    struct rq_material material;
    struct rq_node nodes[3];
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
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    memset(s, 0, sizeof *s);
    memcpy(s->positions, square, sizeof square);
    memcpy(s->indices, indices, sizeof indices);
    s->primitive = (struct rq_primitive){.vertex_count = 4,
                                         .index_count = 6,
                                         .indices = s->indices,
                                         .morphs = &s->morph,
                                         .material = -1};
    s->primitive.attributes[RQ_POSITION] = s->positions;
    s->mesh = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitive};
    s->material = (struct rq_material){.color = {1, 1, 1, 1}, .texture = -1, .lightmap = -1};
    for (int i = 0; i < 3; i++)
        s->nodes[i] = rq_node_of("n", i - 1);
    s->nodes[0].mesh = s->nodes[1].light = s->nodes[2].skin = 0;
    s->light = (struct rq_light){.color = {1, 1, 1}, .intensity = 1};
    s->times[1] = 1;
    s->channel = (struct rq_channel){.node = 0,
                                     .path = RQ_PATH_TRANSLATION,
                                     .key_count = 2,
                                     .times = s->times,
                                     .values = s->values};
    s->animation = (struct rq_animation){"a", 1, &s->channel};
    s->joint = 1;
    s->skin = (struct rq_skin){NULL, 1, &s->joint, NULL};
    s->scene = (struct rq_scene){.node_count = 3,
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

#define PARENT(i, parent) "node " #i ": its parent " #parent " is not an earlier node"
#define NO_PART           "node 0: no such mesh, skin or light"
#define NO_PLACE          "node 1: its place is not finite"
#define NO_COLOR          "material 0: its colour is not finite"
#define NO_LIGHT          "light 0 is not finite"

/* clang-format off: one line a case */
static const char *spoil_more(struct parts *s, unsigned which)
{
    switch (which) {
    case 24: s->indices[4] = 4; return "index 4 of 4 vertices";
    case 25: s->positions[11] = NAN; return "not a finite number among 12 of kind VEC3";
    case 26: s->channel.node = 3; return "an animation of node 3";
    case 27: s->channel.node = -1; return "an animation of node -1";
    case 28: s->channel.node = 2; return "";
    case 29:
        s->channel.path = RQ_PATH_WEIGHTS;
        return "weights of node 0, which has no morph targets";
    case 30:
        s->channel.path = RQ_PATH_WEIGHTS;
        s->channel.node = 1;
        return "weights of node 1, which has no morph targets";
    case 31:
        s->channel.path = RQ_PATH_WEIGHTS;
        s->mesh.morph_count = 1;
        return "";
    case 32: s->values[5] = NAN; return "not a finite number among 6 of kind VEC3";
    case 33: s->values[6] = NAN; return "";
    case 34:
        s->channel.path = RQ_PATH_ROTATION;
        s->values[7] = NAN;
        return "not a finite number among 8 of kind VEC4";
    case 35: s->times[1] = NAN; return "not a finite number among 2 of kind SCALAR";
    case 36:
        s->channel.key_count = 0;
        s->channel.node = 9;
        return ""; /* no keys: left out */
    case 37: s->skin.joint_count = 0; return "skin 0: no joints";
    case 38: s->joint = 3; return "skin 0: no node 3";
    case 39: s->joint = -1; return "skin 0: no node -1";
    case 40: s->joint = 2; return "";
    case 41:
        s->light.range = -1;
        s->light.intensity = -1;
        return "";
    default: return NULL;
    }
}

static const char *spoil(struct parts *s, unsigned which)
{
    switch (which) {
    case 0: return "";
    case 1: s->nodes[0].parent = 0; return PARENT(0, 0);
    case 2: s->nodes[2].parent = 2; return PARENT(2, 2);
    case 3: s->nodes[2].parent = -2; return PARENT(2, -2);
    case 4: s->nodes[2].parent = 0; return "";
    case 5: s->nodes[0].mesh = 1; return NO_PART;
    case 6: s->nodes[0].skin = 1; return NO_PART;
    case 7: s->nodes[0].light = 1; return NO_PART;
    case 8: s->nodes[0].light = -2; return NO_PART;
    case 9: s->nodes[1].translation[2] = INFINITY; return NO_PLACE;
    case 10: s->nodes[1].rotation[3] = NAN; return NO_PLACE;
    case 11: s->nodes[1].scale[2] = -INFINITY; return NO_PLACE;
    case 12: s->material.texture = 0; return "material 0: no texture 0 or -1";
    case 13: s->material.lightmap = 0; return "material 0: no texture -1 or 0";
    case 14: s->material.texture = -2; return "material 0: no texture -2 or -1";
    case 15: s->material.color[3] = NAN; return NO_COLOR;
    case 16: s->material.emissive[2] = INFINITY; return NO_COLOR;
    case 17: s->light.color[2] = NAN; return NO_LIGHT;
    case 18: s->light.intensity = NAN; return NO_LIGHT;
    case 19: s->light.range = INFINITY; return NO_LIGHT;
    case 20: s->mesh.primitive_count = 0; return "mesh 0: no primitives";
    case 21: s->primitive.vertex_count = 0; return "mesh 0: no positions";
    case 22: s->primitive.material = 1; return "mesh 0: no material 1";
    case 23: s->primitive.material = -2; return "mesh 0: no material -2";
    default: return spoil_more(s, which);
    }
}
/* clang-format on */

static void test_glb(void)
{
    static struct parts s;
    const char *why = "";
    for (unsigned i = 0; why; i++) {
        struct rq_out out = {0};
        struct rq_error err = {.offset = 5};
        make_parts(&s);
        why = spoil(&s, i);
        check_note("case %u", i);
        if (!why)
            break;
        CHECK_INT(rq_glb_write(&out, &s.scene, NULL, &err), !why[0]);
        CHECK_STR(err.text, why);
        CHECK(why[0] ? err.code == RQ_USAGE && err.offset == 0 && out.size == 0 : out.size > 0);
        rq_out_free(&out);
    }
}

/* ---- WAV ---- */

static void test_wav_written(void)
{
    static const uint8_t samples[8];
    static const struct {
        struct rq_clip clip;
        const char *why;
    } cases[] = {
        {{.rate = 1, .channels = 1, .bits = 24}, "24 bits, 1 channels, 1 Hz can't be a WAV"},
        {{.rate = 1, .channels = 1, .bits = 9}, "9 bits, 1 channels, 1 Hz can't be a WAV"},
        {{.rate = 1, .channels = 0, .bits = 8}, "8 bits, 0 channels, 1 Hz can't be a WAV"},
        {{.rate = 0, .channels = 1, .bits = 8}, "8 bits, 1 channels, 0 Hz can't be a WAV"},
        {{.rate = 1, .channels = 2, .bits = 16, .samples = {samples, 6}},
         "6 bytes are not whole frames of 4"},
        {{.rate = 1, .channels = 2, .bits = 16, .samples = {samples, 8}}, ""},
        {{.rate = 1,
          .channels = 2,
          .bits = 16,
          .samples = {samples, 8},
          .loops = true,
          .loop_end = 3},
         "a loop from 0 to 3 in 2 frames"},
        {{.rate = 1,
          .channels = 2,
          .bits = 16,
          .samples = {samples, 8},
          .loops = true,
          .loop_end = 2},
         ""},
        {{.rate = 1,
          .channels = 1,
          .bits = 8,
          .samples = {samples, 8},
          .loops = true,
          .loop_begin = 4,
          .loop_end = 4},
         "a loop from 4 to 4 in 8 frames"},
        {{.rate = 1,
          .channels = 1,
          .bits = 8,
          .samples = {samples, 8},
          .loops = true,
          .loop_begin = 4,
          .loop_end = 5},
         ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {.offset = 5};
        check_note("clip %zu", i);
        CHECK_INT(rq_wav_write(&out, &cases[i].clip, &err), !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK(!cases[i].why[0] || (err.code == RQ_USAGE && err.offset == 0 && out.size == 0));
        rq_out_free(&out);
    }
}

/* One frame of 16 bits, stereo; RIFF, the format at 12, "note" of an odd size at 36, data at 46. */
static const uint8_t wav[] = {
    'R', 'I', 'F', 'F', 50, 0, 0,   0,   'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16,  0,   0,   0,
    1,   0,   2,   0,   16, 0, 0,   0,   64,  0,   0,   0,   4,   0,   16,  0,   'n', 'o', 't', 'e',
    1,   0,   0,   0,   9,  0, 'd', 'a', 't', 'a', 4,   0,   0,   0,   1,   2,   3,   4};

static void test_wav_read(void)
{
    static const struct {
        size_t at;
        uint8_t value;
        enum rq_code code;
        unsigned offset;
        const char *why;
    } cases[] = {
        {9, 'A', RQ_OK, 0, ""},
        {11, 'F', RQ_BAD_MAGIC, 0, "not a RIFF WAVE file"},
        {3, 'X', RQ_BAD_MAGIC, 0, "not a RIFF WAVE file"},
        {4, 51, RQ_TRUNCATED, 4, "the RIFF holds 51 bytes, but 50 are there"},
        {4, 3, RQ_TRUNCATED, 4, "the RIFF holds 3 bytes, but 50 are there"},
        {4, 4, RQ_CORRUPT, 12, "no format chunk"},
        {4, 28, RQ_CORRUPT, 36, "no data chunk"},
        {12, 'F', RQ_CORRUPT, 58, "no format chunk"},
        {46, 'D', RQ_CORRUPT, 58, "no data chunk"},
        {20, 2, RQ_UNSUPPORTED, 20, "format 2 with 16 bits; only PCM of 8 or 16 is read"},
        {34, 15, RQ_UNSUPPORTED, 20, "format 1 with 15 bits; only PCM of 8 or 16 is read"},
        {34, 8, RQ_CORRUPT, 20, "2 channels, 16 Hz, frames of 4 bytes"},
        {22, 0, RQ_CORRUPT, 20, "0 channels, 16 Hz, frames of 4 bytes"},
        {24, 0, RQ_CORRUPT, 20, "2 channels, 0 Hz, frames of 4 bytes"},
        {32, 5, RQ_CORRUPT, 20, "2 channels, 16 Hz, frames of 5 bytes"},
        {50, 3, RQ_CORRUPT, 54, "3 bytes of samples are not whole frames of 4"},
        {50, 0, RQ_OK, 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t bytes[sizeof wav];
        struct rq_clip clip;
        struct rq_error err = {0};
        memcpy(bytes, wav, sizeof wav);
        bytes[cases[i].at] = cases[i].value;
        if (cases[i].at == 50 && cases[i].value == 0)
            bytes[4] = 46;
        check_note("%u at %zu", cases[i].value, cases[i].at);
        CHECK_INT(rq_wav_read((struct rq_bytes){bytes, sizeof bytes}, &clip, &err),
                  cases[i].code == RQ_OK);
        CHECK_STR(err.text, cases[i].why);
        CHECK_INT(err.code, cases[i].code);
        CHECK_INT(err.offset, cases[i].offset);
    }
}

/* ---- pictures ---- */

static struct rq_image picture(struct rq_plane *planes, enum rq_pixels pixels,
                               const uint8_t *palette, uint32_t frames)
{
    return (struct rq_image){.pixels = pixels,
                             .palette = palette,
                             .mips = 1,
                             .faces = 1,
                             .frames = frames,
                             .planes = planes};
}

static void test_gif(void)
{
    static const uint8_t bytes[65536], palette[768];
    struct rq_plane planes[2] = {{1, 1, {bytes, 1}}, {1, 1, {bytes, 1}}};
    struct rq_image image = picture(planes, RQ_PIXELS_INDEX8, palette, 2);
    static const struct {
        unsigned frame;
        struct rq_plane plane;
        const char *why;
    } cases[] = {{0, {1, 1, {bytes, 1}}, ""},
                 {1, {0, 1, {bytes, 1}}, "frame 1: 0 x 1 pixels can't be a GIF"},
                 {0, {1, 0, {bytes, 1}}, "frame 0: 1 x 0 pixels can't be a GIF"},
                 {1, {65536, 1, {bytes, 65536}}, "frame 1: 65536 x 1 pixels can't be a GIF"},
                 {1, {1, 65536, {bytes, 65536}}, "frame 1: 1 x 65536 pixels can't be a GIF"},
                 {1, {65535, 1, {bytes, 65535}}, ""},
                 {1, {3, 2, {bytes, 5}}, "frame 1: 5 bytes are too few"},
                 {1, {3, 2, {bytes, 6}}, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {.offset = 5};
        planes[0] = planes[1] = (struct rq_plane){1, 1, {bytes, 1}};
        planes[cases[i].frame] = cases[i].plane;
        check_note("case %zu", i);
        CHECK_INT(rq_gif_write(&out, &image, &err), !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK(!cases[i].why[0] || (err.code == RQ_USAGE && err.offset == 0 && out.size == 0));
        rq_out_free(&out);
    }
    planes[0] = planes[1] = (struct rq_plane){1, 1, {bytes, 4}};
    for (unsigned i = 0; i < 5; i++) {
        struct rq_out out = {0};
        struct rq_error err = {.offset = 5};
        image = picture(planes, i == 0 ? RQ_PIXELS_GREY8 : RQ_PIXELS_INDEX8,
                        i == 1 ? NULL : palette, i == 2 ? 0 : 1);
        image.faces = i != 3;
        image.mips = i != 4;
        CHECK(!rq_gif_write(&out, &image, &err));
        CHECK_STR(err.text, i < 2 ? "only pictures with a palette can be a GIF"
                                  : "the picture has no frames");
        CHECK(err.code == RQ_USAGE && err.offset == 0 && out.size == 0);
        rq_out_free(&out);
    }
}

static void test_png(void)
{
    static const uint8_t bytes[16], palette[768];
    static const struct {
        struct rq_plane plane;
        enum rq_pixels pixels;
        bool colors;
        const char *why;
    } cases[] = {
        {{0, 2, {bytes, 16}}, RQ_PIXELS_GREY8, false, "0 x 2 pixels can't be a PNG"},
        {{2, 0, {bytes, 16}}, RQ_PIXELS_GREY8, false, "2 x 0 pixels can't be a PNG"},
        {{2147483648u, 1, {bytes, 16}},
         RQ_PIXELS_GREY8,
         false,
         "2147483648 x 1 pixels can't be a PNG"},
        {{1, 2147483648u, {bytes, 16}},
         RQ_PIXELS_GREY8,
         false,
         "1 x 2147483648 pixels can't be a PNG"},
        {{2147483647u, 1, {bytes, 16}},
         RQ_PIXELS_GREY8,
         false,
         "16 bytes are too few for 2147483647 x 1 pixels"},
        {{2, 2, {bytes, 3}}, RQ_PIXELS_GREY8, false, "3 bytes are too few for 2 x 2 pixels"},
        {{2, 2, {bytes, 4}}, RQ_PIXELS_GREY8, false, ""},
        {{2, 2, {bytes, 4}}, RQ_PIXELS_INDEX8, false, "indexed pixels without a palette"},
        {{2, 2, {bytes, 4}}, RQ_PIXELS_INDEX8, true, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_plane plane = cases[i].plane;
        struct rq_image image =
            picture(&plane, cases[i].pixels, cases[i].colors ? palette : NULL, 1);
        struct rq_out out = {0};
        struct rq_error err = {.offset = 5};
        check_note("case %zu", i);
        CHECK_INT(rq_png_write(&out, &image, 0, 0, 0, 1, &err), !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK(!cases[i].why[0] || (err.code == RQ_USAGE && err.offset == 0 && out.size == 0));
        rq_out_free(&out);
    }
}

/* ---- tables ---- */

static void test_csv(void)
{
    static const struct {
        const char *text, *why;
    } cases[] = {{"", "this is not a table of text"},
                 {"\xEF\xBB\xBF", "this is not a table of text"},
                 {"a\n", ""},
                 {"a;b\n1\n", "line 2: 1 cells, the headings have 2"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_table table;
        struct rq_error err = {.offset = 5};
        const char *text = cases[i].text;
        CHECK_INT(rq_csv_read((struct rq_bytes){(const uint8_t *)text, strlen(text)}, &arena,
                              &table, &err),
                  !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK(!cases[i].why[0] || (err.code == RQ_CORRUPT && err.offset == 0));
        rq_arena_free(&arena);
    }
}

/* ---- drawn pictures ---- */

static void test_render(void)
{
    static const struct {
        struct rq_render_options options;
        enum rq_code code;
        const char *why;
    } cases[] = {
        {{.width = 4097, .height = 2},
         RQ_USAGE,
         "a picture has 1 to 4096 pixels a side, not 4097x2"},
        {{.width = 2, .height = 4097},
         RQ_USAGE,
         "a picture has 1 to 4096 pixels a side, not 2x4097"},
        {{.width = 4096, .height = 1}, RQ_OK, ""},
        {{.width = 1, .height = 4096}, RQ_OK, ""},
        {{.width = 2, .height = 2, .yaw = 3600, .pitch = 90}, RQ_OK, ""},
        {{.width = 2, .height = 2, .yaw = -3600, .pitch = -90}, RQ_OK, ""},
        {{.width = 2, .height = 2, .yaw = 3600.5f},
         RQ_USAGE,
         "the camera goes round by -3600 to 3600 degrees and up by -90 to 90"},
        {{.width = 2, .height = 2, .pitch = -90.5f},
         RQ_USAGE,
         "the camera goes round by -3600 to 3600 degrees and up by -90 to 90"},
    };
    static struct parts s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_image image;
        struct rq_error err = {.offset = 5};
        make_parts(&s);
        check_note("case %zu", i);
        CHECK_INT(rq_render(&s.scene, &cases[i].options, &arena, &image, &err),
                  cases[i].code == RQ_OK);
        CHECK_STR(err.text, cases[i].why);
        CHECK_INT(err.code, cases[i].code);
        CHECK_INT(err.offset, cases[i].code ? 0 : 5);
        rq_arena_free(&arena);
    }
}

static void test_render_scenes(void)
{
    static struct parts s;
    for (unsigned i = 0; i < 4; i++) {
        static const char *const why[] = {"node 0: no vertex 4", "node 0 is too large to be shown",
                                          "nothing in it can be shown",
                                          "nothing in it can be shown"};
        static const enum rq_code codes[] = {RQ_USAGE, RQ_LIMIT, RQ_UNSUPPORTED, RQ_UNSUPPORTED};
        struct rq_arena arena = {0};
        struct rq_image image;
        struct rq_error err = {.offset = 5};
        const struct rq_render_options options = {.width = 4, .height = 4};
        make_parts(&s);
        if (i == 0)
            s.indices[5] = 4;
        else if (i == 1)
            s.positions[11] = 2e18f;
        else if (i == 2)
            s.nodes[0].mesh = -1;
        else
            s.mesh.primitive_count = 0;
        check_note("case %u", i);
        CHECK(!rq_render(&s.scene, &options, &arena, &image, &err));
        CHECK_STR(err.text, why[i]);
        CHECK_STR(err.where, "render");
        CHECK(err.code == codes[i] && err.offset == 0);
        rq_arena_free(&arena);
    }
}

/* ---- pictures that are met again ---- */

/* What a plain writer makes of it, the first time and again. */
static void check_kept(struct rq_pictures *pictures, const struct rq_image *image)
{
    struct rq_out kept = {0}, plain = {0};
    struct rq_error err = {0};
    rq_put8(&kept, 7); /* it is appended */
    CHECK(rq_png_write(&plain, image, 0, 0, 0, 1, &err));
    CHECK(rq_pictures_write(pictures, &kept, image, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(kept.data + 1, kept.size - 1, plain.data, plain.size);
    rq_out_free(&kept);
    rq_out_free(&plain);
}

static void test_kept_pictures(void)
{
    enum { MANY = 600 };
    static uint8_t bytes[MANY][8], palettes[2][768];
    struct rq_pictures *pictures = rq_pictures_open();
    REQUIRE(pictures != NULL);
    palettes[1][5] = 1;
    for (size_t turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < MANY; i++) {
            rq_set32(bytes[i], (uint32_t)i | 0xFF000000);
            rq_set32(bytes[i] + 4, (uint32_t)i * 3);
            struct rq_plane plane = {2, 1, {bytes[i], 8}};
            struct rq_image image = picture(&plane, RQ_PIXELS_RGBA8, NULL, 1);
            check_note("picture %zu", i);
            check_kept(pictures, &image);
        }
    /* The same bytes as pictures that differ in one thing each. */
    static const uint8_t same[8] = {0, 1, 1, 0, 1, 0, 0, 1};
    for (size_t turn = 0; turn < 2; turn++)
        for (unsigned which = 0; which < 9; which++) {
            struct rq_plane plane = {which == 1 ? 2 : 4, which == 1 ? 4 : 2, {same, 8}};
            struct rq_image image = picture(&plane, RQ_PIXELS_INDEX8, palettes[which == 2], 1);
            image.bottom_up = which == 3;
            image.transparent_zero = which == 4;
            image.indices_of = which == 5 ? "a" : which == 6 ? "b" : NULL;
            if (which >= 7) {
                image.pixels = which == 7 ? RQ_PIXELS_RGBA8 : RQ_PIXELS_BGRA8;
                plane.width = 2;
                plane.height = 1;
            }
            check_note("kind %u", which);
            check_kept(pictures, &image);
        }
    struct rq_plane small = {4, 2, {same, 7}};
    struct rq_image image = picture(&small, RQ_PIXELS_INDEX8, palettes[0], 1);
    struct rq_out out = {0};
    struct rq_error err = {.offset = 5};
    CHECK(!rq_pictures_write(pictures, &out, &image, &err));
    CHECK_STR(err.text, "7 bytes are too few for 4 x 2 pixels");
    rq_pictures_close(pictures);
}

TESTS(test_glb, test_wav_written, test_wav_read, test_gif, test_png, test_csv, test_render,
      test_render_scenes, test_kept_pictures)
