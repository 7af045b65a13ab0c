#include "model/affine.h"

struct rq_affine rq_affine_of(const struct rq_node *node)
{
    double x = (double)node->rotation[0], y = (double)node->rotation[1];
    double z = (double)node->rotation[2], w = (double)node->rotation[3];
    double size = x * x + y * y + z * z + w * w, s = size > 0 ? 2 / size : 0;
    const double turn[3][3] = {
        {1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
        {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
        {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)},
    };
    struct rq_affine place;
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 3; k++)
            place.m[i][k] = turn[i][k] * (double)node->scale[k];
        place.m[i][3] = (double)node->translation[i];
    }
    return place;
}

void rq_affine_move(const struct rq_affine *place, const double at[3], double to[3])
{
    for (size_t i = 0; i < 3; i++)
        to[i] = place->m[i][0] * at[0] + place->m[i][1] * at[1] + place->m[i][2] * at[2] +
                place->m[i][3];
}

struct rq_affine rq_affine_below(const struct rq_affine *parent, const struct rq_affine *own)
{
    struct rq_affine both;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 4; k++)
            both.m[i][k] = parent->m[i][0] * own->m[0][k] + parent->m[i][1] * own->m[1][k] +
                           parent->m[i][2] * own->m[2][k] + (k == 3 ? parent->m[i][3] : 0);
    return both;
}

bool rq_affine_mirrors(const struct rq_affine *p)
{
    return p->m[0][0] * (p->m[1][1] * p->m[2][2] - p->m[1][2] * p->m[2][1]) -
               p->m[0][1] * (p->m[1][0] * p->m[2][2] - p->m[1][2] * p->m[2][0]) +
               p->m[0][2] * (p->m[1][0] * p->m[2][1] - p->m[1][1] * p->m[2][0]) <
           0;
}
