/* Matrices and their parts: what is put together from a translation, a turn and a scale, by the
 * formula of the glTF specification (T * R * S), comes apart into them again. */
#include "model/matrix.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

/* Column after column. */
static void put_together(const float t[3], const float q[4], const float s[3], float m[16])
{
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    const float turn[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
        2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
        2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    memset(m, 0, 16 * sizeof *m);
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++)
            m[i * 4 + k] = turn[i * 3 + k] * s[i];
    memcpy(m + 12, t, 3 * sizeof *m);
    m[15] = 1;
}

static bool near(const float *a, const float *b, size_t count, float sign)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(a[i] - sign * b[i]) < 1e-5f * (1 + fabsf(b[i]))))
            return false;
    return true;
}

/* The trace decides which way the turn is taken; so does the largest of x, y and z. */
static const float turns[][4] = {
    {0, 0, 0, 1},
    {1, 0, 0, 0},
    {0, 1, 0, 0},
    {0, 0, 1, 0},
    {0.5f, 0.5f, 0.5f, 0.5f},
    {0.5f, -0.5f, 0.5f, 0.5f},
    {0.8f, 0, 0.6f, 0},
    {0, -0.6f, 0.8f, 0},
    {0.1f, 0.7f, -0.1f, 0.7f},
    {0.9f, 0.3f, 0.3f, 0.1f},
    {0.3f, -0.9f, 0.3f, 0.1f},
    {0.3f, 0.3f, 0.9f, -0.1f},
};
static const float scales[][3] = {
    {1, 1, 1}, {2, 2, 2}, {0.25f, 3, 100}, {1000, 0.001f, 1}, {1e-6f, 1e-6f, 1e-6f}};

static void unit(const float turn[4], float q[4])
{
    const float length =
        sqrtf(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    for (size_t i = 0; i < 4; i++)
        q[i] = turn[i] / length;
}

static void check_turn(const float turn[4], const float scale[3])
{
    static const float place[3] = {1, -20, 300};
    float q[4], m[16], translation[3], rotation[4], parts[3];
    unit(turn, q);
    put_together(place, q, scale, m);
    rq_matrix_parts(m, translation, rotation, parts);
    CHECK_MEM(translation, sizeof translation, place, sizeof place);
    CHECK(near(parts, scale, 3, 1));
    CHECK(near(rotation, q, 4, 1) || near(rotation, q, 4, -1));
}

static void test_turned_and_scaled(void)
{
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
            check_note("turn %zu, scale %zu", i, k);
            check_turn(turns[i], scales[k]);
        }
}

/* Which of the axes was turned round can't be seen: x is said to be, and the whole is the same. */
static void test_mirrored(void)
{
    static const float place[3];
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            float scale[3] = {2, 3, 4}, m[16], again[16], translation[3], rotation[4], parts[3];
            for (size_t n = 0; n < 3; n++)
                scale[n] = k == n || k == 3 ? -scale[n] : scale[n];
            check_note("turn %zu, mirrored %zu", i, k);
            put_together(place, turns[i], scale, m);
            rq_matrix_parts(m, translation, rotation, parts);
            CHECK(near(parts, (float[]){-2, 3, 4}, 3, 1));
            put_together(translation, rotation, parts, again);
            CHECK(near(again, m, 16, 1));
        }
}

/* Nothing is left of an axis: the turn is that of the two others. Of all: any turn of length 1. */
static void test_flat(void)
{
    static const float place[3];
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        for (size_t k = 0; k < 4; k++) {
            float scale[3] = {2, 3, 4}, m[16], again[16], translation[3], q[4], parts[3];
            for (size_t n = 0; n < 3; n++)
                scale[n] = k == n || k == 3 ? 0 : scale[n];
            check_note("turn %zu, flat %zu", i, k);
            unit(turns[i], q);
            put_together(place, q, scale, m);
            rq_matrix_parts(m, translation, q, parts);
            const float length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            CHECK(fabsf(length - 1) < 1e-4f);
            put_together(translation, q, parts, again);
            CHECK(near(again, m, 16, 1));
        }
}

TESTS(test_turned_and_scaled, test_mirrored, test_flat)
