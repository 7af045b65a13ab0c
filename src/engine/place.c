#include <reliquary/engine.h>

#include <math.h>

enum { TURN = 2048 };

static const double pi = 3.14159265358979323846;

double rq_angle_degrees(uint32_t units)
{
    return (units % TURN) * (360.0 / TURN);
}

/* In 256ths of a unit: 20 * 256 of them are one unit of the scene. */
static void place_of(int64_t x, int64_t y, int64_t z, float place[3])
{
    /* + 0: no minus zeros. */
    place[0] = (float)((double)-x / 5120 + 0.0);
    place[1] = (float)((double)-y / 5120 + 0.0);
    place[2] = (float)((double)(z - 16777215) / 5120 + 0.0);
}

/* z has no sign in these records. */
void rq_point_fixed(const int32_t pos[3], float place[3])
{
    place_of(pos[0], pos[1], (uint32_t)pos[2], place);
}

void rq_point_whole(const int32_t pos[3], float place[3])
{
    place_of((int64_t)pos[0] * 256, (int64_t)pos[1] * 256, (int64_t)pos[2] * 256, place);
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void unit_turn(const double q[4], float turn[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++)
        turn[k] = (float)(q[k] / length + 0.0);
}

void rq_turn_angles(const uint32_t angle[3], float turn[4])
{
    double half[3], yx[4], all[4];
    for (int k = 0; k < 3; k++)
        half[k] = (angle[k] % TURN) * (pi / TURN);
    const double x[4] = {sin(half[0]), 0, 0, cos(half[0])};
    const double y[4] = {0, sin(half[1]), 0, cos(half[1])};
    const double z[4] = {0, 0, -sin(half[2]), cos(half[2])};
    multiply(y, x, yx);
    multiply(yx, z, all);
    unit_turn(all, turn);
}

/* The largest of the four parts is worked out first: it is never near zero, as each column has unit length, so
 * that no part of the diagonal is below -1. */
static void turn_of_rotation(double m[3][3], double q[4])
{
    double trace = m[0][0] + m[1][1] + m[2][2];
    int i = m[1][1] > m[0][0] ? 1 : 0;
    if (m[2][2] > m[i][i])
        i = 2;
    if (trace > m[i][i]) {
        double s = 2 * sqrt(1 + trace);
        q[3] = s / 4;
        q[0] = (m[2][1] - m[1][2]) / s;
        q[1] = (m[0][2] - m[2][0]) / s;
        q[2] = (m[1][0] - m[0][1]) / s;
        return;
    }
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = 2 * sqrt(1 + m[i][i] - m[j][j] - m[k][k]);
    q[i] = s / 4;
    q[j] = (m[j][i] + m[i][j]) / s;
    q[k] = (m[k][i] + m[i][k]) / s;
    q[3] = (m[k][j] - m[j][k]) / s;
}

bool rq_turn_matrix(const int32_t matrix[9], float turn[4], float scale[3])
{
    static const double signs[3] = {-1, -1, 1};
    double m[3][3], q[4] = {0, 0, 0, 1};
    bool fine = true;
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = matrix[i] / 268435456.0 * signs[i / 3] * signs[i % 3];
    double determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    for (int k = 0; k < 3; k++) {
        double length = sqrt(m[0][k] * m[0][k] + m[1][k] * m[1][k] + m[2][k] * m[2][k]);
        fine = fine && length > 1e-4;
        /* A mirrored one is turned with one axis the other way. */
        if (k == 0 && determinant < 0)
            length = -length;
        scale[k] = fabs(length - 1) < 1e-4 ? 1.0f : (float)length;
        for (int i = 0; i < 3 && fine; i++)
            m[i][k] /= length;
    }
    fine = fine && fabs(determinant) > 1e-6;
    if (fine)
        turn_of_rotation(m, q);
    for (int k = 0; k < 3 && !fine; k++)
        scale[k] = 1;
    unit_turn(q, turn);
    return fine;
}

void rq_rope_link(const float top[3], unsigned link, float place[3])
{
    place[0] = top[0];
    place[1] = top[1] - 0.8f * (float)(link + 1);
    place[2] = top[2];
}

void rq_normal_unpack(uint32_t word, float normal[3])
{
    for (unsigned k = 0; k < 3; k++) {
        int32_t v = (int32_t)(word >> (k * 10) & 0x3FF);
        normal[k] = (float)(v >= 512 ? v - 1024 : v) / 256;
    }
}
