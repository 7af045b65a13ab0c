/* Where the nodes of a scene are: what becomes of a point on the way out of a node. */
#ifndef RQ_MODEL_AFFINE_H
#define RQ_MODEL_AFFINE_H

#include "model/scene.h"

/* Rows of a matrix whose last row is 0 0 0 1. */
struct rq_affine {
    double m[3][4];
};

/* Translation, rotation and scale of one node; a rotation of any length. */
struct rq_affine rq_affine_of(const struct rq_node *node);
/* First own, then parent. */
struct rq_affine rq_affine_below(const struct rq_affine *parent, const struct rq_affine *own);
void rq_affine_move(const struct rq_affine *place, const double at[3], double to[3]);
/* Whether left becomes right, so that triangles run the other way round. */
bool rq_affine_mirrors(const struct rq_affine *place);

#endif
