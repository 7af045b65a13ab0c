/* Places of nodes in each other; expected values are worked out by hand. */
#include "model/affine.h"
#include "support/check.h"

static void check_at(const struct rq_affine *place, double x, double y, double z, double tx,
                     double ty, double tz)
{
    double to[3];
    rq_affine_move(place, (const double[3]){x, y, z}, to);
    CHECK(to[0] == tx && to[1] == ty && to[2] == tz);
}

/* A quarter turn about z takes x to y and y to -x. */
static struct rq_affine quarter(double x, double y, double z)
{
    return (struct rq_affine){{{0, -1, 0, x}, {1, 0, 0, y}, {0, 0, 1, z}}};
}

static void test_of_node(void)
{
    struct rq_node node = rq_node_of("a", -1);
    struct rq_affine place = rq_affine_of(&node);
    check_at(&place, 1, 2, 3, 1, 2, 3);
    node.translation[0] = 10;
    node.translation[1] = 20;
    node.translation[2] = 30;
    node.scale[0] = 2;
    node.scale[1] = 3;
    node.scale[2] = 4;
    place = rq_affine_of(&node);
    check_at(&place, 1, 1, 1, 12, 23, 34);
    CHECK(!rq_affine_mirrors(&place));
    node.scale[1] = -3;
    place = rq_affine_of(&node);
    check_at(&place, 1, 1, 1, 12, 17, 34);
    CHECK(rq_affine_mirrors(&place));
    /* A half turn about each axis; the rotation is three long. */
    static const double turned[3][3] = {{1, -2, -3}, {-1, 2, -3}, {-1, -2, 3}};
    for (size_t axis = 0; axis < 3; axis++) {
        node = rq_node_of("a", -1);
        node.rotation[3] = 0;
        node.rotation[axis] = 3;
        place = rq_affine_of(&node);
        check_at(&place, 1, 2, 3, turned[axis][0], turned[axis][1], turned[axis][2]);
    }
}

static void test_below(void)
{
    struct rq_affine parent = quarter(10, 20, 30);
    struct rq_affine own = {{{2, 0, 0, 1}, {0, 3, 0, 2}, {0, 0, 4, 3}}};
    struct rq_affine both = rq_affine_below(&parent, &own), other = rq_affine_below(&own, &parent);
    /* 1 1 1 becomes 3 5 7 in the parent, then -5 3 7, moved. */
    check_at(&both, 1, 1, 1, 5, 23, 37);
    /* The other way round: -1 1 1, moved 9 21 31, then scaled 18 63 124, moved. */
    check_at(&other, 1, 1, 1, 19, 65, 127);
    check_at(&both, 0, 0, 0, 8, 21, 33);
}

/* The determinant of a permutation is the sign of it. */
static void test_mirrors(void)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (size_t i = 0; i < 6; i++) {
        struct rq_affine place = {{{0}}};
        for (size_t k = 0; k < 3; k++)
            place.m[k][orders[i][k]] = 1;
        CHECK_INT(rq_affine_mirrors(&place), i >= 3);
    }
}

TESTS(test_of_node, test_below, test_mirrors)
