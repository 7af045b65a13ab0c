/* The container of a GLB and its numbers: cut at each place, of every kind, with gaps between rows, at the ends of their
 * views; and what is refused, with its words. The rules are those of the glTF 2.0 specification. */
#include "convert/convert.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>

static struct rq_arena arena;
static struct rq_error err;

static bool read_scene(const uint8_t *file, size_t size, struct rq_scene *scene)
{
    rq_arena_free(&arena);
    arena = (struct rq_arena){.limit = 1 << 20};
    err = (struct rq_error){0};
    return rq_glb_read((struct rq_bytes){file, size}, true, &arena, scene, &err);
}

static size_t lay(uint8_t *file, const char *json, const void *bin, size_t bin_size)
{
    size_t size = strlen(json);
    memcpy(file, "glTF\2\0\0\0", 8);
    rq_set32(file + 8, (uint32_t)(28 + size + bin_size));
    rq_set32(file + 12, (uint32_t)size);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json, size);
    rq_set32(file + 20 + size, (uint32_t)bin_size);
    memcpy(file + 24 + size, "BIN", 4);
    memcpy(file + 28 + size, bin, bin_size);
    return 28 + size + bin_size;
}

static void reads(const uint8_t *file, size_t size, enum rq_code code, uint64_t offset,
                  const char *why)
{
    struct rq_scene s;
    CHECK_INT(read_scene(file, size, &s), code == RQ_OK);
    CHECK_STR(err.text, why);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
}

/* ---- the container ---- */

static void test_container(void)
{
    uint8_t file[64], changed[64];
    size_t size = lay(file, "{} ", "abcd", 4); /* 20 + 3, then 8 + 4 */
    CHECK_INT(size, 35);
    reads(file, size, RQ_OK, 0, "");
    for (size_t cut = 0; cut < size; cut++) {
        check_note("cut to %zu", cut);
        if (cut < 20)
            reads(file, cut, RQ_BAD_MAGIC, 0, "not a binary glTF file");
        else if (cut < 23)
            reads(file, cut, RQ_TRUNCATED, 12, "the JSON chunk is not there in full");
        else if (cut < 31)
            reads(file, cut, RQ_OK, 0, ""); /* no binary chunk */
        else {
            char why[60];
            snprintf(why, sizeof why, "the binary chunk has %zu of 4 bytes", cut - 31);
            reads(file, cut, RQ_TRUNCATED, 23, why);
        }
    }
    static const struct {
        size_t at;
        uint8_t value;
        enum rq_code code;
        unsigned offset;
        const char *why;
    } cases[] = {{0, 'G', RQ_BAD_MAGIC, 0, "not a binary glTF file"},
                 {4, 1, RQ_UNSUPPORTED, 4, "version 1; 2 is known"},
                 {7, 1, RQ_UNSUPPORTED, 4, "version 16777218; 2 is known"},
                 {16, 'X', RQ_TRUNCATED, 12, "the JSON chunk is not there in full"},
                 {12, 16, RQ_TRUNCATED, 12, "the JSON chunk is not there in full"},
                 {23, 5, RQ_TRUNCATED, 23, "the binary chunk has 4 of 5 bytes"},
                 {23, 3, RQ_OK, 0, ""},
                 {27, 'X', RQ_OK, 0, ""}}; /* another chunk is passed over */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(changed, file, size);
        changed[cases[i].at] = cases[i].value;
        check_note("%u at %zu", cases[i].value, cases[i].at);
        reads(changed, size, cases[i].code, cases[i].offset, cases[i].why);
    }
}

/* ---- kinds of numbers ---- */

#define MESH "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"

/* Three rows of three numbers. */
static void check_numbers(unsigned kind, bool normalized, const void *bin, size_t size,
                          const float expected[9])
{
    char json[400];
    uint8_t file[600];
    struct rq_scene s;
    snprintf(
        json, sizeof json,
        MESH
        "\"bufferView\":0,\"componentType\":%u,\"type\":\"VEC3\",\"count\":3%s}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu}]}",
        kind, normalized ? ",\"normalized\":true" : "", size, size);
    check_note("kind %u, normalized %d", kind, normalized);
    bool fine = read_scene(file, lay(file, json, bin, size), &s);
    CHECK_STR(err.text, "");
    REQUIRE(fine && s.mesh_count == 1 && s.meshes[0].primitives[0].vertex_count == 3);
    const float *p = s.meshes[0].primitives[0].attributes[RQ_POSITION];
    for (size_t i = 0; i < 9; i++)
        if (!CHECK(fabsf(p[i] - expected[i]) <= 1e-6f * fabsf(expected[i])))
            printf("    number %zu: %g, not %g\n", i, (double)p[i], (double)expected[i]);
}

static void test_kinds(void)
{
    static const uint8_t bytes[9] = {0, 1, 127, 128, 129, 255, 64, 254, 2};
    static const uint8_t words[18] = {0,   0,   1,   0, 255, 127, 0,   128, 1,
                                      128, 255, 255, 0, 64,  254, 255, 2,   0};
    uint8_t longs[36];
    float whole[9], parts[9];
    for (int turn = 0; turn < 2; turn++) {
        /* Signed ones have -1 at their lowest number but one, and nothing is below. */
        for (size_t i = 0; i < 9; i++) {
            whole[i] = turn ? (float)(int8_t)bytes[i] : (float)bytes[i];
            parts[i] = turn ? fmaxf(whole[i] / 127, -1) : whole[i] / 255;
        }
        check_numbers(turn ? 5120 : 5121, false, bytes, 9, whole);
        check_numbers(turn ? 5120 : 5121, true, bytes, 9, parts);
        for (size_t i = 0; i < 9; i++) {
            unsigned v = words[i * 2] | (unsigned)words[i * 2 + 1] << 8;
            whole[i] = turn ? (float)(int16_t)v : (float)v;
            parts[i] = turn ? fmaxf(whole[i] / 32767, -1) : whole[i] / 65535;
        }
        check_numbers(turn ? 5122 : 5123, false, words, 18, whole);
        check_numbers(turn ? 5122 : 5123, true, words, 18, parts);
    }
    for (size_t i = 0; i < 9; i++) {
        rq_set32(longs + i * 4, (uint32_t)i * 477218588);
        whole[i] = (float)((uint32_t)i * 477218588);
    }
    check_numbers(5125, false, longs, 36, whole);
    for (size_t i = 0; i < 9; i++) {
        whole[i] = (float)i * 1.5f - 4;
        rq_set32(longs + i * 4, rq_bits_of(whole[i]));
    }
    check_numbers(5126, false, longs, 36, whole);
    check_numbers(5126, true, longs, 36, whole);
}

/* Three rows of three bytes, some bytes apart and away from the start; the last one ends with its view, which ends with
 * the file. */
static void test_places(void)
{
    static const struct {
        unsigned stride, offset, view_offset, view_size, buffer;
        bool fits;
    } cases[] = {{0, 0, 0, 9, 0, true},    {0, 0, 0, 8, 0, false},  {4, 0, 0, 11, 0, true},
                 {4, 0, 0, 10, 0, false},  {4, 5, 0, 16, 0, true},  {4, 5, 0, 15, 0, false},
                 {4, 5, 4, 16, 0, true},   {4, 5, 5, 16, 0, false}, {2, 0, 0, 20, 0, false},
                 {3, 0, 0, 9, 0, true},    {0, 0, 20, 0, 0, false}, {0, 0, 21, 0, 0, false},
                 {0, 21, 0, 20, 0, false}, {0, 11, 0, 20, 0, true}, {0, 12, 0, 20, 0, false},
                 {0, 0, 0, 9, 1, false},   {8, 1, 0, 20, 0, true},  {8, 2, 0, 20, 0, false}};
    uint8_t bin[20];
    for (size_t i = 0; i < sizeof bin; i++)
        bin[i] = (uint8_t)(100 + i);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[500];
        uint8_t file[700];
        struct rq_scene s;
        snprintf(
            json, sizeof json,
            MESH
            "\"bufferView\":0,\"byteOffset\":%u,\"componentType\":5121,\"type\":\"VEC3\","
            "\"count\":3}],\"bufferViews\":[{\"buffer\":%u,\"byteOffset\":%u,\"byteLength\":%u,"
            "\"byteStride\":%u}],\"buffers\":[{\"byteLength\":20}]}",
            cases[i].offset, cases[i].buffer, cases[i].view_offset, cases[i].view_size,
            cases[i].stride);
        check_note("case %zu", i);
        CHECK_INT(read_scene(file, lay(file, json, bin, sizeof bin), &s), cases[i].fits);
        CHECK_STR(err.text, cases[i].fits ? "" : "accessor 0 reaches beyond its view or the file");
        if (!cases[i].fits)
            continue;
        const float *p = s.meshes[0].primitives[0].attributes[RQ_POSITION];
        unsigned step = cases[i].stride ? cases[i].stride : 3;
        for (unsigned k = 0; k < 9; k++)
            CHECK(p[k] ==
                  (float)(100 + cases[i].view_offset + cases[i].offset + k / 3 * step + k % 3));
    }
}

/* ---- refusals ---- */

#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36}]}"
#define ACCESSOR(kind, type, count)                                                                \
    "\"bufferView\":0,\"componentType\":" #kind ",\"type\":\"" type "\",\"count\":" #count
#define INDICES                                                                                    \
    "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{"
#define WALK(cubic)                                                                                \
    "{\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1" cubic               \
    "}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}],"        \
    "\"accessors\":[{"
#define CUBIC ",\"interpolation\":\"CUBICSPLINE\""

static void test_refused(void)
{
    static const struct {
        const char *json, *why;
        bool infinite; /* the first number is */
    } cases[] = {
        {MESH ACCESSOR(5126, "VEC3", 3) "}]," VIEWS, "", false},
        {MESH ACCESSOR(5126, "VEC3", 3) "}]," VIEWS, "accessor 0: a number is not finite", true},
        {MESH ACCESSOR(5124, "VEC3", 3) "}]," VIEWS, "accessor 0: numbers of no known kind", false},
        {MESH ACCESSOR(5127, "VEC3", 3) "}]," VIEWS, "accessor 0: numbers of no known kind", false},
        {MESH ACCESSOR(5119, "VEC3", 3) "}]," VIEWS, "accessor 0: numbers of no known kind", false},
        {MESH ACCESSOR(5126, "VEC2", 3) "}]," VIEWS,
         "accessor 0 has 2 numbers a row, 3 are expected", false},
        {MESH ACCESSOR(5126, "VEC4", 2) "}]," VIEWS,
         "accessor 0 has 4 numbers a row, 3 are expected", false},
        {MESH "\"bufferView\":1,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}]," VIEWS,
         "accessor 0: no view 1", false},
        {INDICES ACCESSOR(5126, "VEC3", 3) "},{" ACCESSOR(5121, "SCALAR", 3) "}]," VIEWS, "",
         false},
        {INDICES ACCESSOR(5126, "VEC3", 3) "},{" ACCESSOR(5126, "SCALAR", 3) "}]," VIEWS,
         "accessor 1: no list of indices", false},
        {INDICES ACCESSOR(5126, "VEC3", 3) "},{" ACCESSOR(5121, "VEC2", 3) "}]," VIEWS,
         "accessor 1: no list of indices", false},
        {INDICES ACCESSOR(5126, "VEC3", 3) "}]," VIEWS, "no accessor 1", false},
        {WALK("") ACCESSOR(5126, "SCALAR", 2) "},{" ACCESSOR(5126, "VEC3", 2) "}]," VIEWS, "",
         false},
        {WALK("") ACCESSOR(5126, "SCALAR", 3) "},{" ACCESSOR(5126, "VEC3", 2) "}]," VIEWS,
         "an animation has 3 times and 2 values", false},
        {WALK(CUBIC) ACCESSOR(5126, "SCALAR", 1) "},{" ACCESSOR(5126, "VEC3", 3) "}]," VIEWS, "",
         false},
        {WALK(CUBIC) ACCESSOR(5126, "SCALAR", 2) "},{" ACCESSOR(5126, "VEC3", 3) "}]," VIEWS,
         "an animation has 2 times and 3 values", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t file[1000], bin[36] = {0};
        if (cases[i].infinite)
            rq_set32(bin, 0x7F800000);
        check_note("case %zu", i);
        reads(file, lay(file, cases[i].json, bin, sizeof bin), cases[i].why[0] ? RQ_CORRUPT : RQ_OK,
              0, cases[i].why);
    }
    rq_arena_free(&arena);
}

TESTS(test_container, test_kinds, test_places, test_refused)
