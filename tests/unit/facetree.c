/* Planes, sorting and the tree of boxes; the expected values are worked out by hand. */
#include "model/facetree.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Triangles of the shape (x, 0), (x + 3, 0), (x, 3), each with three vertices of its own. */
static struct rq_faces row_of(const float *x, size_t count, float *positions, uint32_t *corners)
{
    for (size_t i = 0; i < count; i++) {
        const float points[9] = {x[i], 0, 0, x[i] + 3, 0, 0, x[i], 3, 0};
        memcpy(positions + i * 9, points, sizeof points);
        for (size_t k = 0; k < 3; k++)
            corners[i * 3 + k] = (uint32_t)(i * 3 + k);
    }
    return (struct rq_faces){positions, count * 3, corners, NULL, count};
}

static void check_node(const struct rq_facetree_node *node, int face, unsigned plane, int left,
                       int right)
{
    CHECK_INT(node->face, face);
    CHECK_INT(node->plane, plane);
    CHECK_INT(node->left, left);
    CHECK_INT(node->right, right);
}

static void test_plane(void)
{
    static const float a[3] = {0, 0, 5}, b[3] = {2, 0, 5}, c[3] = {0, 2, 5};
    static const float p[3] = {0, 0, 0}, q[3] = {4, 0, 3}, r[3] = {0, 1, 0};
    float normal[3], distance;
    /* Against the clock as seen from above: up. */
    rq_face_plane(a, b, c, normal, &distance);
    CHECK(normal[0] == 0 && normal[1] == 0 && normal[2] == 1 && distance == -5);
    /* (4, 0, 3) x (-4, 1, -3) = (-3, 0, 4), of length 5. */
    rq_face_plane(p, q, r, normal, &distance);
    CHECK(normal[0] == -0.6f && normal[1] == 0 && normal[2] == 0.8f && distance == 0);
    /* Without area: along x, as 34 faces of a room of BioWare's. */
    rq_face_plane(b, a, a, normal, &distance);
    CHECK(normal[0] == 1 && normal[1] == 0 && normal[2] == 0 && distance == -2);
}

static void test_sort(void)
{
    struct rq_keyed items[] = {{rq_key_of(2), 0},  {rq_key_of(-1), 1}, {rq_key_of(0.0), 2},
                               {rq_key_of(-3), 3}, {rq_key_of(2), 4},  {rq_key_of(-0.0), 5}};
    static const uint32_t expected[] = {3, 1, 2, 5, 0, 4};
    struct rq_keyed temp[6];
    rq_keyed_sort(items, temp, 6);
    for (size_t i = 0; i < 6; i++)
        CHECK_INT(items[i].value, expected[i]);
    CHECK(rq_key_of_f32(-0.0f) == rq_key_of_f32(0));
    CHECK(rq_key_of_f32(-1) < rq_key_of_f32(-0.5f) && rq_key_of_f32(1) < rq_key_of_f32(2));
}

/* As many as are moved one by one, and more; equal keys stay in the order that they came in. */
static void test_sort_many(void)
{
    enum { MOST = 300 };
    struct rq_keyed items[MOST], temp[MOST];
    uint32_t random = 1;
    for (size_t count = 0; count <= MOST; count += count < 40 ? 1 : 65) {
        for (uint32_t i = 0; i < count; i++) {
            random = random * 1664525u + 1013904223u;
            items[i] = (struct rq_keyed){(uint64_t)(random >> 28) << random % 57, i};
        }
        struct rq_keyed before[MOST];
        memcpy(before, items, sizeof before);
        rq_keyed_sort(items, temp, count);
        for (size_t i = 0; i < count; i++)
            CHECK(items[i].key == before[items[i].value].key);
        for (size_t i = 1; i < count; i++)
            CHECK(items[i - 1].key < items[i].key ||
                  (items[i - 1].key == items[i].key && items[i - 1].value < items[i].value));
    }
}

static void test_valid(void)
{
    static const uint32_t wide[] = {0, 1, 2};
    static const uint16_t narrow[] = {0, 1, 3};
    CHECK(rq_faces_valid(&(struct rq_faces){NULL, 3, wide, NULL, 1}));
    CHECK(!rq_faces_valid(&(struct rq_faces){NULL, 3, NULL, narrow, 1}));
}

/* Along x the faces stand in the order 3 1 2 0; halves of two. */
static void test_four(void)
{
    static const float x[] = {30, 10, 20, 0};
    float positions[4 * 9];
    uint32_t corners[4 * 3];
    struct rq_facetree_node nodes[7];
    struct rq_arena temp = {0};
    struct rq_faces faces = row_of(x, 4, positions, corners);
    CHECK_INT(rq_facetree_size(4), 7);
    REQUIRE(rq_facetree_build(&faces, &temp, nodes));
    check_node(&nodes[0], -1, 1, 1, 4);
    check_node(&nodes[1], -1, 1, 2, 3);
    check_node(&nodes[2], 3, 0, -1, -1);
    check_node(&nodes[3], 1, 0, -1, -1);
    check_node(&nodes[4], -1, 1, 5, 6);
    check_node(&nodes[5], 2, 0, -1, -1);
    check_node(&nodes[6], 0, 0, -1, -1);
    CHECK(nodes[0].min[0] == 0 && nodes[0].max[0] == 33 && nodes[0].max[1] == 3);
    CHECK(nodes[1].max[0] == 13 && nodes[4].min[0] == 20 && nodes[6].min[0] == 30);
    rq_arena_free(&temp);
}

/* Three at one place: the smaller number first, the smaller half first, x before y. */
static void test_ties(void)
{
    static const float x[] = {0, 0, 0};
    float positions[3 * 9];
    uint32_t corners[3 * 3];
    struct rq_facetree_node nodes[5];
    struct rq_arena temp = {0};
    struct rq_faces faces = row_of(x, 3, positions, corners);
    REQUIRE(rq_facetree_build(&faces, &temp, nodes));
    check_node(&nodes[0], -1, 1, 1, 2);
    check_node(&nodes[1], 0, 0, -1, -1);
    check_node(&nodes[2], -1, 1, 3, 4);
    check_node(&nodes[3], 1, 0, -1, -1);
    check_node(&nodes[4], 2, 0, -1, -1);
    CHECK_INT(rq_facetree_size(0), 0);
    faces.count = 0;
    CHECK(rq_facetree_build(&faces, &temp, nodes));
    faces.count = 1;
    REQUIRE(rq_facetree_build(&faces, &temp, nodes));
    check_node(&nodes[0], 0, 0, -1, -1);
    rq_arena_free(&temp);
}

/* What is no number, and many at one place: every face is in one leaf all the same. */
static void test_hostile(void)
{
    enum { COUNT = 20000 };
    struct rq_arena temp = {0};
    float *x = rq_arena_get(&temp, COUNT, sizeof *x);
    float *positions = rq_arena_get(&temp, COUNT, 9 * sizeof *positions);
    uint32_t *corners = rq_arena_get(&temp, COUNT, 3 * sizeof *corners);
    bool *seen = rq_arena_get(&temp, COUNT, sizeof *seen);
    struct rq_facetree_node *nodes = rq_arena_get(&temp, 2 * COUNT, sizeof *nodes);
    REQUIRE(x && positions && corners && seen && nodes);
    for (size_t i = 0; i < COUNT; i++)
        x[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : 7;
    struct rq_faces faces = row_of(x, COUNT, positions, corners);
    REQUIRE(rq_facetree_build(&faces, &temp, nodes));
    size_t leaves = 0;
    for (size_t i = 0; i < rq_facetree_size(COUNT); i++) {
        if (nodes[i].face < 0)
            continue;
        leaves += !seen[nodes[i].face];
        seen[nodes[i].face] = true;
    }
    CHECK_INT(leaves, COUNT);
    rq_arena_free(&temp);
}

/* Without memory it says so. */
static void test_memory(void)
{
    static const float x[] = {0, 1};
    float positions[2 * 9];
    uint32_t corners[2 * 3];
    struct rq_facetree_node nodes[3];
    struct rq_faces faces = row_of(x, 2, positions, corners);
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        const struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena temp = {.alloc = &alloc};
        bool fine = rq_facetree_build(&faces, &temp, nodes);
        rq_arena_free(&temp);
        CHECK_INT(failing.live_blocks, 0);
        CHECK(fine == (failing.failed == 0));
        if (failing.calls < n)
            break;
    }
}

TESTS(test_plane, test_sort, test_sort_many, test_valid, test_four, test_ties, test_hostile,
      test_memory)
