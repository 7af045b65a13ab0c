/* Numbers of records as places and turns. Expected values: the tables of the specification's RGM
 * chapter (angles, positions), worked out by hand where said. */
#include "support/check.h"

#include <math.h>
#include <reliquary/engine.h>
#include <string.h>

static bool near(float a, double b)
{
    return fabs(a - b) < 1e-4;
}

/* The specification's table of units and degrees. */
static void test_angles(void)
{
    static const struct {
        uint32_t units;
        double degrees;
    } rows[] = {{0, 0},    {512, 90},         {1024, 180},       {1536, 270},
                {2048, 0}, {2049, .17578125}, {4294966784u, 270}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(rq_angle_degrees(rows[i].units) == rows[i].degrees);
}

/* -X / 20, -Y / 20, Z / 20 - 16777215 / 5120, with X = pos / 256. */
static void test_points(void)
{
    float p[3];
    rq_point_fixed((const int32_t[3]){20 * 256, -40 * 256, 0}, p);
    CHECK(near(p[0], -1) && near(p[1], 2) && near(p[2], -3276.7998));
    /* 16777215 is one 256th short of 65536 units. */
    rq_point_whole((const int32_t[3]){0, 100, 65536}, p);
    CHECK(near(p[0], 0) && near(p[1], -5) && near(p[2], 1.0 / 5120));
    /* The fraction counts: half a unit is a fortieth. */
    rq_point_fixed((const int32_t[3]){128, 0, 0}, p);
    CHECK(near(p[0], -0.025));
    /* z has no sign: the highest bit is 2^23 units. */
    rq_point_fixed((const int32_t[3]){0, 0, INT32_MIN}, p);
    CHECK(fabs(p[2] - (8388608 / 20.0 - 3276.79980)) < 0.1);
    /* No minus zero, which JSON would show. */
    rq_point_fixed((const int32_t[3]){0, 0, 0}, p);
    CHECK(!signbit(p[0]) && !signbit(p[1]));
}

static void turned(const float q[4], const float v[3], float out[3])
{
    float t[3] = {2 * (q[1] * v[2] - q[2] * v[1]), 2 * (q[2] * v[0] - q[0] * v[2]),
                  2 * (q[0] * v[1] - q[1] * v[0])};
    out[0] = v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1];
    out[1] = v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2];
    out[2] = v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0];
}

/* A quarter turn about y takes z to x, about x takes y to z, about minus z takes x to -y. */
static void test_turns(void)
{
    static const struct {
        uint32_t angle[3];
        float from[3], to[3];
    } rows[] = {{{0, 512, 0}, {0, 0, 1}, {1, 0, 0}},
                {{512, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                {{0, 0, 512}, {1, 0, 0}, {0, -1, 0}},
                /* z first, then x, then y: x -> -y -> -z -> -x */
                {{512, 512, 512}, {1, 0, 0}, {-1, 0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float q[4], out[3];
        rq_turn_angles(rows[i].angle, q);
        turned(q, rows[i].from, out);
        check_note("row %zu: %g %g %g", i, out[0], out[1], out[2]);
        for (size_t k = 0; k < 3; k++)
            CHECK(near(out[k], rows[i].to[k]));
    }
}

enum { ONE = 1 << 28 };

/* Rows of the matrix with m2, m5, m6, m7 negated, as the facts about MPSO have it. */
static void test_matrices(void)
{
    float q[4], scale[3], out[3];
    const int32_t none[9] = {ONE, 0, 0, 0, ONE, 0, 0, 0, ONE};
    CHECK(rq_turn_matrix(none, q, scale));
    CHECK(near(q[3], 1) && scale[0] == 1 && scale[1] == 1 && scale[2] == 1);
    /* (x, y, z) -> (-z, y, x) by rows; negated: (z, y, -x). */
    const int32_t quarter[9] = {0, 0, -ONE, 0, ONE, 0, ONE, 0, 0};
    CHECK(rq_turn_matrix(quarter, q, scale));
    turned(q, (const float[3]){1, 2, 3}, out);
    CHECK(near(out[0], 3) && near(out[1], 2) && near(out[2], -1));
    /* Half turns about each axis: the trace alone does not tell them. */
    for (int axis = 0; axis < 3; axis++) {
        int32_t half[9] = {-ONE, 0, 0, 0, -ONE, 0, 0, 0, -ONE};
        half[axis * 4] = ONE;
        CHECK(rq_turn_matrix(half, q, scale));
        CHECK(near(fabsf(q[axis]), 1) && near(q[3], 0));
    }
    const int32_t doubled[9] = {2 * (ONE / 4), 0, 0, 0, ONE, 0, 0, 0, -ONE};
    CHECK(rq_turn_matrix(doubled, q, scale));
    CHECK(near(scale[0], -0.5) && near(scale[1], 1));
    /* What differs from 1 by less than 1e-4 is 1: matrices of whole numbers are never quite it. */
    const int32_t rounded[9] = {ONE - ONE / 20000, 0, 0, 0, ONE - ONE / 2000, 0, 0, 0, ONE};
    CHECK(rq_turn_matrix(rounded, q, scale));
    CHECK(scale[0] == 1 && near(scale[1], 0.9995) && scale[1] != 1 && scale[2] == 1);
    const int32_t nothing[9] = {0};
    CHECK(!rq_turn_matrix(nothing, q, scale));
    CHECK(near(q[3], 1) && scale[0] == 1);
}

/* The specification: 0.8 lower for each link, the last thing one more. */
static void test_ropes(void)
{
    float p[3];
    rq_rope_link((const float[3]){1, 10, 2}, 0, p);
    CHECK(near(p[0], 1) && near(p[1], 9.2) && near(p[2], 2));
    rq_rope_link((const float[3]){1, 10, 2}, 4, p);
    CHECK(near(p[1], 6));
}

/* 512 and more are negative; bits 30 and 31 mean nothing. */
static void test_normals(void)
{
    float n[3];
    rq_normal_unpack(256u | 768u << 10 | 511u << 20, n);
    CHECK(n[0] == 1 && n[1] == -1 && n[2] == 511 / 256.0f);
    /* 512 has the sign bit of the ten alone: the least value. */
    rq_normal_unpack(512u | 513u << 10, n);
    CHECK(n[0] == -2 && n[1] == -511 / 256.0f && n[2] == 0);
    rq_normal_unpack(0xC0000000u, n);
    CHECK(n[0] == 0 && n[1] == 0 && n[2] == 0);
}

TESTS(test_angles, test_points, test_turns, test_matrices, test_ropes, test_normals)
