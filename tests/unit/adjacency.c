/* Neighbours of triangles; the expected values are worked out by hand. */
#include "model/adjacency.h"

#include "support/check.h"

enum { NONE = -1 };

static void check_others(const uint32_t *others, const int *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_note("edge %zu", i);
        CHECK_INT((int32_t)others[i], expected[i]);
    }
    check_note(" ");
}

/* A square of two faces, a third on its diagonal (0 2), and one that has an edge twice. */
static const uint32_t fan[] = {0, 1, 2, 0, 2, 3, 2, 0, 4, 5, 6, 5};

/* The first two faces of the diagonal are neighbours: edge 2 of face 0 and edge 0 of face 1. */
static void test_by_vertex(void)
{
    static const int expected[] = {NONE, NONE, 3,    2,    NONE, NONE,
                                   NONE, NONE, NONE, NONE, NONE, NONE};
    struct rq_arena temp = {0};
    uint32_t others[12];
    struct rq_faces faces = {NULL, 7, fan, NULL, 4};
    REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
    check_others(others, expected, 12);
    rq_arena_free(&temp);
}

/* Four faces at one edge: the first two, and the other two. */
static void test_pairs(void)
{
    static const uint32_t book[] = {0, 1, 2, 1, 0, 3, 0, 1, 4, 1, 0, 5};
    static const int expected[] = {3, NONE, NONE, 0, NONE, NONE, 9, NONE, NONE, 6, NONE, NONE};
    struct rq_arena temp = {0};
    uint32_t others[12];
    struct rq_faces faces = {NULL, 6, book, NULL, 4};
    REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
    check_others(others, expected, 12);
    rq_arena_free(&temp);
}

/* Both run the same way: neighbours as well. */
static void test_flipped(void)
{
    static const uint16_t corners[] = {0, 1, 2, 0, 1, 3};
    static const int expected[] = {3, NONE, NONE, 0, NONE, NONE};
    struct rq_arena temp = {0};
    uint32_t others[6];
    struct rq_faces faces = {NULL, 4, NULL, corners, 2};
    REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
    check_others(others, expected, 6);
    rq_arena_free(&temp);
}

/* Vertices 4 and 5 stand where 0 and 2 are (0 as -0); the edge between them is shared by all
 * three faces, and each names the smallest other one. */
static void test_by_position(void)
{
    static const float positions[] = {0, 0, 0,     1, 0, 0, 1, 1, 0, 0, 1, 0,
                                      0, 0, -0.0f, 1, 1, 0, 5, 5, 5, 1, 0, 1};
    static const uint16_t corners[] = {0, 1, 2, 4, 5, 3, 5, 4, 6};
    static const int by_position[] = {NONE, NONE, 1, 0, NONE, NONE, 0, NONE, NONE};
    static const int by_vertex[] = {NONE, NONE, NONE, 6, NONE, NONE, 3, NONE, NONE};
    struct rq_arena temp = {0};
    uint32_t others[9];
    struct rq_faces faces = {positions, 8, NULL, corners, 3};
    REQUIRE(rq_adjacency_by_position(&faces, &temp, others));
    check_others(others, by_position, 9);
    REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
    check_others(others, by_vertex, 9);
    rq_arena_free(&temp);
}

/* A face whose corners are one place has no neighbours; one edge that very many share is no
 * slower than others. */
static void test_hostile(void)
{
    enum { COUNT = 50000 };
    static const float positions[9] = {0};
    struct rq_arena temp = {0};
    uint32_t *corners = rq_arena_get(&temp, COUNT, 3 * sizeof *corners);
    uint32_t *others = rq_arena_get(&temp, COUNT, 3 * sizeof *others);
    REQUIRE(corners && others);
    for (uint32_t i = 0; i < COUNT * 3; i++)
        corners[i] = i % 3;
    struct rq_faces faces = {positions, 3, corners, NULL, COUNT};
    REQUIRE(rq_adjacency_by_vertex(&faces, &temp, others));
    CHECK_INT(others[0], 3);
    CHECK_INT(others[3], 0);
    CHECK_INT(others[6], 9);
    REQUIRE(rq_adjacency_by_position(&faces, &temp, others));
    CHECK_INT(others[0], RQ_NO_NEIGHBOUR);
    rq_arena_free(&temp);
}

static void test_memory(void)
{
    static const float positions[21] = {0};
    uint32_t others[12];
    struct rq_faces faces = {positions, 7, fan, NULL, 4};
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        const struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena temp = {.alloc = &alloc};
        bool fine = rq_adjacency_by_position(&faces, &temp, others);
        rq_arena_free(&temp);
        CHECK(fine == (failing.failed == 0));
        if (failing.calls < n)
            break;
    }
}

TESTS(test_by_vertex, test_pairs, test_flipped, test_by_position, test_hostile, test_memory)
