#include "model/matrix.h"

#include <math.h>
#include <string.h>

/* x y z w of three columns of length 1 that stand upright on each other. */
static void rotation_of(const float m[16], float q[4])
{
    float trace = m[0] + m[5] + m[10];
    if (trace > 0) {
        q[3] = sqrtf(trace + 1) / 2;
        q[0] = (m[6] - m[9]) / (4 * q[3]);
        q[1] = (m[8] - m[2]) / (4 * q[3]);
        q[2] = (m[1] - m[4]) / (4 * q[3]);
        return;
    }
    /* The largest of x, y, z first, so that nothing small is divided by. */
    size_t i = m[0] > m[5] && m[0] > m[10] ? 0 : m[5] > m[10] ? 1 : 2;
    size_t j = (i + 1) % 3, k = (i + 2) % 3;
    float root = sqrtf(fmaxf(1 + m[i * 5] - m[j * 5] - m[k * 5], 1e-12f));
    q[i] = root / 2;
    q[j] = (m[i * 4 + j] + m[j * 4 + i]) / (2 * root);
    q[k] = (m[i * 4 + k] + m[k * 4 + i]) / (2 * root);
    q[3] = (m[j * 4 + k] - m[k * 4 + j]) / (2 * root);
}

/* An axis that nothing is left of is upright on the two others. */
static void fill_flat(float m[16], const float scale[3])
{
    for (size_t i = 0; i < 3; i++) {
        const float *a = m + (i + 1) % 3 * 4, *b = m + (i + 2) % 3 * 4;
        for (size_t k = 0; k < 3 && !(scale[i] > 0); k++)
            m[i * 4 + k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

/* Where two axes are gone, what is left is no turn. */
static void make_unit(float q[4])
{
    const float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (size_t i = 0; i < 4; i++)
        q[i] /= length;
}

void rq_matrix_parts(const float matrix[16], float translation[3], float rotation[4],
                     float scale[3])
{
    float m[16];
    memcpy(m, matrix, sizeof m);
    memcpy(translation, m + 12, 3 * sizeof *m);
    for (size_t i = 0; i < 3; i++) {
        float *column = m + i * 4;
        scale[i] = sqrtf(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
        for (size_t k = 0; k < 3 && scale[i] > 0; k++)
            column[k] /= scale[i];
    }
    fill_flat(m, scale);
    const float det = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) +
                      m[8] * (m[1] * m[6] - m[2] * m[5]);
    if (det < 0) {
        scale[0] = -scale[0];
        m[0] = -m[0], m[1] = -m[1], m[2] = -m[2];
    }
    rotation_of(m, rotation);
    if (!(scale[0] != 0 && scale[1] != 0 && scale[2] != 0))
        make_unit(rotation);
}
