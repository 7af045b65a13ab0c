/* Numbers of meshes by compiler; the expected values are worked out by hand. */
#include "formats/kotor/mdl/derive/measure.h"

#include "core/bytes.h"
#include "support/check.h"

#include <math.h>

enum { COMPILERS = 4, MOST = 8 };

static const char *const names[COMPILERS] = {"BioWare", "MDLedit", "MDLOps", "kotorblender"};

/* Measures a mesh by one of the compilers; faces of the mesh keep what came out. */
static bool measure(struct rq_mdl_mesh *mesh, float (*vertices)[3], uint16_t vertex_count,
                    struct rq_mdl_face *faces, uint32_t face_count, enum rq_mdl_compiler compiler)
{
    struct rq_arena temp = {0};
    uint16_t corners[MOST * 3];
    *mesh = (struct rq_mdl_mesh){.vertices = vertices, .faces = faces, .face_count = face_count};
    mesh->header.vertex_count = vertex_count;
    for (uint32_t i = 0; i < face_count; i++)
        memcpy(corners + (size_t)i * 3, faces[i].vertices, sizeof faces[i].vertices);
    struct rq_faces shape = {(const float *)vertices, vertex_count, NULL, corners, face_count};
    bool fine = rq_mdl_measure(mesh, &shape, compiler, &temp);
    rq_arena_free(&temp);
    check_note("%s", names[compiler]);
    return fine;
}

static bool are(const float *v, float x, float y, float z)
{
    return v[0] == x && v[1] == y && v[2] == z;
}

/* A triangle, and a face between two vertices at one of its corners and another corner. */
static void test_sliver(void)
{
    static const struct {
        float average[3], normal[3], distance;
    } expected[COMPILERS] = {
        {{1, 0.5F, 0}, {1, 0, 0}, -2},            /* the corner counts twice */
        {{2 / 3.0F, 2 / 3.0F, 0}, {1, 0, 0}, -2}, /* (0 + 2 + 0) / 3 */
        {{2 / 3.0F, 2 / 3.0F, 0}, {0, 0, 0}, 0},  /* no direction at all */
        {{1, 4 * (1 / 6.0F), 0}, {0, 0, 0}, 0},   /* (0 + 2 + 0 + 2 + 2 + 0) / 6, 4 / 6 */
    };
    for (unsigned i = 0; i < COMPILERS; i++) {
        float vertices[][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}};
        struct rq_mdl_face faces[] = {{.vertices = {0, 1, 2}}, {.vertices = {1, 3, 2}}};
        struct rq_mdl_mesh mesh;
        REQUIRE(measure(&mesh, vertices, 4, faces, 2, i));
        const float *a = expected[i].average, *n = expected[i].normal;
        CHECK(are(mesh.header.average, a[0], a[1], a[2]));
        CHECK(are(faces[0].normal, 0, 0, 1) && faces[0].distance == 0);
        CHECK(are(faces[1].normal, n[0], n[1], n[2]) && faces[1].distance == expected[i].distance);
        CHECK(mesh.end.area == 2);
        CHECK(are(mesh.header.box_min, 0, 0, 0) && are(mesh.header.box_max, 2, 2, 0));
    }
}

/* Two triangles that meet where two pairs of vertices lie apart by 0.000005 at 0 (five different
 * first digits) or by 0.00002 at 1 (the same four first digits). */
static void test_near(void)
{
    static const bool joined[2][COMPILERS] = {{false, true, false, false},
                                              {false, false, true, false}};
    for (unsigned way = 0; way < 2; way++)
        for (unsigned i = 0; i < COMPILERS; i++) {
            float x = way ? 1.00001F : 0, other = way ? 1.00003F : 0.000005F;
            float vertices[][3] = {{x, 0, 0},     {x, 1, 0},     {3, 0, 0},
                                   {other, 1, 0}, {other, 0, 0}, {-3, 0, 0}};
            struct rq_mdl_face faces[] = {{.vertices = {1, 0, 2}}, {.vertices = {4, 3, 5}}};
            struct rq_mdl_mesh mesh;
            REQUIRE(measure(&mesh, vertices, 6, faces, 2, i));
            CHECK_INT(faces[0].adjacent[0], joined[way][i] ? 1 : RQ_MDL_NO_FACE);
            CHECK_INT(faces[1].adjacent[0], joined[way][i] ? 0 : RQ_MDL_NO_FACE);
            CHECK_INT(faces[0].adjacent[1], RQ_MDL_NO_FACE);
            /* Of four places y is 1 once, of six twice. */
            if (i != RQ_MDL_KOTORBLENDER)
                CHECK(mesh.header.average[1] == (joined[way][i] ? 0.25F : 2 / 6.0F));
        }
}

/* Legs of 0.1 and 0.3: as a text the area is 0.015. As floats they are 0.100000001490116 and
 * 0.300000011920929, the area 0.0150000008195639, and the float nearest to that is the next. */
static void test_digits(void)
{
    uint32_t text = rq_bits_of(0.015F);
    for (unsigned i = 0; i < COMPILERS; i++) {
        float vertices[][3] = {{0, 0, 0}, {0.1F, 0, 0}, {0, 0.3F, 0}};
        struct rq_mdl_face faces[] = {{.vertices = {0, 1, 2}}};
        struct rq_mdl_mesh mesh;
        REQUIRE(measure(&mesh, vertices, 3, faces, 1, i));
        bool as_text = i == RQ_MDL_MDLEDIT || i == RQ_MDL_MDLOPS;
        CHECK_INT(rq_bits_of(mesh.end.area), as_text ? text : text + 1);
    }
}

static bool nearly(const float *v, double x, double y, double z)
{
    return fabs((double)v[0] - x) < 1e-5 && fabs((double)v[1] - y) < 1e-5 &&
           fabs((double)v[2] - z) < 1e-5;
}

/* A face that is tilted: sides (3 0 4) and (0 2 0), whose product is (-8 0 6), of length 10; it lies at -(-0.8 * 1 + 0.6 * 3).
 * Its other side has half the height: a second face from it down to the ground, (3 0 4) and (0 0 -2), product (0 6 0). */
static void test_tilted(void)
{
    for (unsigned i = 0; i < COMPILERS; i++) {
        float vertices[][3] = {{1, 2, 3}, {4, 2, 7}, {1, 4, 3}, {1, 2, 1}, {-1, -2, -3}};
        struct rq_mdl_face faces[] = {{.vertices = {0, 1, 2}}, {.vertices = {1, 0, 3}}};
        struct rq_mdl_mesh mesh;
        REQUIRE(measure(&mesh, vertices, 4, faces, 2, i));
        CHECK(nearly(faces[0].normal, -0.8, 0, 0.6));
        CHECK(fabs((double)faces[0].distance + 1) < 1e-5);
        CHECK(nearly(faces[1].normal, 0, -1, 0));
        CHECK(fabs((double)faces[1].distance - 2) < 1e-5);
        CHECK(fabs((double)mesh.end.area - 8) < 1e-5);
        CHECK_INT(faces[0].adjacent[0], 1);
        CHECK_INT(faces[1].adjacent[0], 0);
        CHECK_INT(faces[0].adjacent[1], RQ_MDL_NO_FACE);
        CHECK_INT(faces[1].adjacent[2], RQ_MDL_NO_FACE);
        /* Of four places; kotorblender takes each corner of a face: 0 and 1 twice. */
        bool corners = i == RQ_MDL_KOTORBLENDER;
        double n = corners ? 6 : 4, x = (corners ? 12 : 7) / n, y = (corners ? 14 : 10) / n,
               z = (corners ? 24 : 14) / n;
        CHECK(nearly(mesh.header.average, x, y, z));
        double far = sqrt((4 - x) * (4 - x) + (2 - y) * (2 - y) + (7 - z) * (7 - z));
        CHECK(fabs((double)mesh.header.radius - far) < 1e-5);
        CHECK(are(mesh.header.box_min, 0, 0, 0) && are(mesh.header.box_max, 4, 4, 7));
        REQUIRE(measure(&mesh, vertices, 5, faces, 2, i));
        CHECK(are(mesh.header.box_min, -1, -2, -3) && are(mesh.header.box_max, 4, 4, 7));
    }
}

/* A product of the sides below 1e-6 has no direction for MDLedit, which then looks along x. */
static void test_small(void)
{
    for (unsigned i = 0; i < COMPILERS; i++)
        for (unsigned large = 0; large < 2; large++) {
            float vertices[][3] = {{0, 0, 0}, {0.001F, 0, 0}, {0, large ? 0.0011F : 0.0009F, 0}};
            struct rq_mdl_face faces[] = {{.vertices = {0, 1, 2}}};
            struct rq_mdl_mesh mesh;
            REQUIRE(measure(&mesh, vertices, 3, faces, 1, i));
            bool along_x = i == RQ_MDL_MDLEDIT && !large;
            CHECK(nearly(faces[0].normal, along_x, 0, !along_x));
        }
}

/* What is no number, what is very large and what is not there at all: an answer, no more. */
static void test_hostile(void)
{
    float nan = rq_f32_of(0x7FC00000), large = 3e38F;
    for (unsigned i = 0; i < COMPILERS; i++) {
        float vertices[][3] = {
            {nan, nan, nan}, {nan, nan, nan}, {large, -large, 1e-44F}, {1, 0, 0}};
        struct rq_mdl_face faces[] = {{.vertices = {0, 1, 2}}, {.vertices = {3, 3, 3}}};
        struct rq_mdl_mesh mesh;
        CHECK(measure(&mesh, vertices, 4, faces, 2, i));
        CHECK_INT(faces[1].adjacent[0], RQ_MDL_NO_FACE);
        CHECK(measure(&mesh, vertices, 0, faces, 0, i));
        CHECK(are(mesh.header.average, 0, 0, 0) && mesh.header.radius == 0);
    }
}

TESTS(test_sliver, test_near, test_digits, test_tilted, test_small, test_hostile)
