/* Smoothing groups from normals; the expected groups are worked out by hand. */
#include "formats/kotor/mdl_ascii/parts.h"
#include "support/check.h"

enum { MANY = 40 };

static struct rq_mdl_face face_of(unsigned a, unsigned b, unsigned c)
{
    return (struct rq_mdl_face){.vertices = {(uint16_t)a, (uint16_t)b, (uint16_t)c}};
}

/* Faces that share an edge and the normals at its ends are one part, whether they have its vertices
 * or others at the same places. The lowest group that nothing at the same places has is taken. */
static void test_parts(void)
{
    static float vertices[][3] = {
        {0, 0, 0},  {2, 0, 0},   {2, 2, 0},  {0, 2, 0}, /* a square */
        {2, 0, 0},  {2, 0, 1},   {2, 2, 0},             /* on its side, another normal */
        {10, 0, 0}, {11, 0, 0},  {10, 1, 0},            /* far away */
        {0, -1, 0}, {-1, -1, 0},                        /* with vertex 0 alone */
        {0, 0, 0},  {0, 2, 0},   {-1, 1, 0},            /* the other side, the same normal */
    };
    struct rq_mdl_face faces[] = {face_of(0, 1, 2), face_of(0, 2, 3),   face_of(4, 5, 6),
                                  face_of(7, 8, 9), face_of(0, 10, 11), face_of(12, 13, 14)};
    static const uint32_t expected[] = {1, 1, 2, 1, 2, 1};
    float normals[15][3] = {{0}};
    for (size_t i = 0; i < 15; i++)
        normals[i][i >= 4 && i <= 6 ? 0 : 2] = 1;
    struct rq_mdl_mesh mesh = {.vertices = vertices, .faces = faces, .face_count = 6};
    mesh.header.vertex_count = 15;
    uint32_t groups[6];
    struct rq_arena temp = {0};
    REQUIRE(rq_smooth_groups(&mesh, (const float(*)[3])normals, &temp, groups));
    CHECK_MEM(groups, sizeof groups, expected, sizeof expected);
    rq_arena_free(&temp);
}

/* A fan of faces with nothing in common but the place of one corner: 32 groups, of which the last
 * repeats. With less memory than that takes it ends in false, whichever list has no room. */
static void test_many(void)
{
    static float vertices[MANY * 3][3], normals[MANY * 3][3];
    struct rq_mdl_face faces[MANY];
    uint32_t expected[MANY];
    for (unsigned i = 0; i < MANY; i++) {
        faces[i] = face_of(i * 3, i * 3 + 1, i * 3 + 2);
        expected[i] = 1u << (i < 31 ? i : 31);
        for (size_t k = 0; k < 3; k++) {
            vertices[i * 3 + k][0] = k ? 1.0f + (float)i : 0;
            vertices[i * 3 + k][1] = (float)k;
            normals[i * 3 + k][0] = 1.0f + (float)i;
        }
        vertices[i * 3][1] = 0;
    }
    struct rq_mdl_mesh mesh = {.vertices = vertices, .faces = faces, .face_count = MANY};
    mesh.header.vertex_count = MANY * 3;
    bool fine = false;
    size_t limit = 0;
    while (!fine && limit < 1 << 20) {
        uint32_t groups[MANY];
        struct rq_arena temp = {.limit = limit += 16};
        fine = rq_smooth_groups(&mesh, (const float(*)[3])normals, &temp, groups);
        if (fine)
            CHECK_MEM(groups, sizeof groups, expected, sizeof expected);
        rq_arena_free(&temp);
    }
    CHECK(fine);
}

TESTS(test_parts, test_many)
